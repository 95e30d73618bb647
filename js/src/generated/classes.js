// Written by go run ./core/internal/gen from core/catalog. Do not edit.

import { attribute } from '../model/estimator.js';
import * as specs from './specs.js';
import { densityOf, distribution, drawn, evidenceOf, pointsOf } from '../face/process.js';
import { Tagger } from '../face/tagging.js';
import { PairClassifier } from '../face/pairs.js';
import { Selector } from '../face/selecting.js';
import { Imputer } from '../face/imputing.js';
import { Encoder } from '../face/encoding.js';
import { Classifier, Detector, Regressor, Transformer, diagnose, exportLiblinear, exportLibsvm, invert, scores, update } from '../face/estimators.js';
import { Ranker, learnGroups } from '../face/ranking.js';
import { add, certify, remove } from '../face/incremental.js';
import { fitChunks } from '../face/chunks.js';
import { Booster, CorrectiveBooster } from '../face/boosting.js';

/** @import { Classifiers } from './classifiers.js' */
/** @import { OnlyPromised, Returns } from '../forms.js' */
/** @import { Certificate, Chunk, ChunkSettings, DensitySettings, Diagnostics, DiagnosticsSettings, DistributionSettings, Entries, FitSettings, IncompleteSamples, KeptSamples, KernelFor, KernelOption, Label, LabelOf, MarginalLikelihood, PartialFitSettings, PointSettings, PredictSettings, Predicted, RowKernels, SampleSettings, Samples, Shaped, SparseMatrix, TableSamples, WorkSettings } from '../types.js' */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').SVCOptions<K>} SVCOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').NuSVCOptions<K>} NuSVCOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').OneClassSVMOptions<K>} OneClassSVMOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').SVDDOptions<K>} SVDDOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').SVROptions<K>} SVROptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').NuSVROptions<K>} NuSVROptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').ConvexLossSVROptions<K>} ConvexLossSVROptions
 */
/** @typedef {import('./options.js').LinearSVCOptions} LinearSVCOptions */
/** @typedef {import('./options.js').LinearSVROptions} LinearSVROptions */
/** @typedef {import('./options.js').SGDClassifierOptions} SGDClassifierOptions */
/** @typedef {import('./options.js').PerceptronOptions} PerceptronOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').KernelPerceptronOptions<K>} KernelPerceptronOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').KernelRidgeOptions<K>} KernelRidgeOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').AverageMarginClassifierOptions<K>} AverageMarginClassifierOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').NearestCentroidOptions<K>} NearestCentroidOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').KNeighborsClassifierOptions<K>} KNeighborsClassifierOptions
 */
/** @typedef {import('./options.js').FisherDiscriminantOptions} FisherDiscriminantOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').KernelFisherDiscriminantOptions<K>} KernelFisherDiscriminantOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').KernelPCAOptions<K>} KernelPCAOptions
 */
/** @typedef {import('./options.js').StandardScalerOptions} StandardScalerOptions */
/** @typedef {import('./options.js').MinMaxScalerOptions} MinMaxScalerOptions */
/** @typedef {import('./options.js').NormalizerOptions} NormalizerOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').NystroemOptions<K>} NystroemOptions
 */
/** @typedef {import('./options.js').RBFSamplerOptions} RBFSamplerOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').IncompleteCholeskyOptions<K>} IncompleteCholeskyOptions
 */
/** @typedef {import('./options.js').MonomialFeaturesOptions} MonomialFeaturesOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').GaussianProcessRegressorOptions<K>} GaussianProcessRegressorOptions
 */
/** @typedef {import('./options.js').KernelDensityOptions} KernelDensityOptions */
/** @typedef {import('./options.js').ParzenClassifierOptions} ParzenClassifierOptions */
/** @typedef {import('./options.js').KernelRegressionOptions} KernelRegressionOptions */
/** @typedef {import('./options.js').DecisionTreeClassifierOptions} DecisionTreeClassifierOptions */
/** @typedef {import('./options.js').DecisionStumpOptions} DecisionStumpOptions */
/** @typedef {import('./options.js').AdaBoostClassifierOptions} AdaBoostClassifierOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').LPSVCOptions<K>} LPSVCOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').LPSVROptions<K>} LPSVROptions
 */
/** @typedef {import('./options.js').LPMarginClassifierOptions} LPMarginClassifierOptions */
/** @typedef {import('./options.js').LinearRegressionOptions} LinearRegressionOptions */
/** @typedef {import('./options.js').RidgeOptions} RidgeOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').LSSVCOptions<K>} LSSVCOptions
 */
/** @typedef {import('./options.js').SGDRegressorOptions} SGDRegressorOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').KernelSGDClassifierOptions<K>} KernelSGDClassifierOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').RegularizationNetworkOptions<K>} RegularizationNetworkOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').ParametricTubeSVROptions<K>} ParametricTubeSVROptions
 */
/** @typedef {import('./options.js').LPBoostClassifierOptions} LPBoostClassifierOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').GaussianProcessClassifierOptions<K>} GaussianProcessClassifierOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').RankSVCOptions<K>} RankSVCOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').OrdinalAverageMarginOptions<K>} OrdinalAverageMarginOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').OrdinalSVCOptions<K>} OrdinalSVCOptions
 */
/** @typedef {import('./options.js').CumulativeLinkModelOptions} CumulativeLinkModelOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').SVOROptions<K>} SVOROptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').ReducedOrdinalSVCOptions<K>} ReducedOrdinalSVCOptions
 */
/** @typedef {import('./options.js').SetRankerOptions} SetRankerOptions */
/** @typedef {import('./options.js').SequenceTaggerOptions} SequenceTaggerOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').MulticlassSVCOptions<K>} MulticlassSVCOptions
 */
/** @typedef {import('./options.js').MulticlassPerceptronOptions} MulticlassPerceptronOptions */
/** @typedef {import('./options.js').MaxAbsScalerOptions} MaxAbsScalerOptions */
/** @typedef {import('./options.js').RobustScalerOptions} RobustScalerOptions */
/** @typedef {import('./options.js').QuantileTransformerOptions} QuantileTransformerOptions */
/** @typedef {import('./options.js').PolynomialFeaturesOptions} PolynomialFeaturesOptions */
/** @typedef {import('./options.js').SelectKBestOptions} SelectKBestOptions */
/** @typedef {import('./options.js').SimpleImputerOptions} SimpleImputerOptions */
/** @typedef {import('./options.js').KNNImputerOptions} KNNImputerOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').MulticlassKernelPerceptronOptions<K>} MulticlassKernelPerceptronOptions
 */
/** @typedef {import('./options.js').OneHotEncoderOptions} OneHotEncoderOptions */
/** @typedef {import('./options.js').OrdinalEncoderOptions} OrdinalEncoderOptions */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').EquivalenceSVCOptions<K>} EquivalenceSVCOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').LowRankSVCOptions<K>} LowRankSVCOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').LowRankSVROptions<K>} LowRankSVROptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').IncrementalSVCOptions<K>} IncrementalSVCOptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').IncrementalSVROptions<K>} IncrementalSVROptions
 */
/**
 * @template {KernelOption} [K=RowKernels]
 * @typedef {import('./options.js').IncrementalOneClassOptions<K>} IncrementalOneClassOptions
 */

/**
 * Support vector classifier with a soft or a hard margin (C-SVC), for two or more classes.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<SVCOptions<KernelFor<S>>, L, S, 'SVC'>}
 */
export class SVC extends Classifier {
  /** @param {SVCOptions<any>} [options] */
  constructor(options) {
    super(specs.machineSVC, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {S} X
   * @param {Entries<L>} y
   * @param {DiagnosticsSettings} [settings]
   * @returns {Returns<Diagnostics>}
   */
  diagnostics(X, y, settings) {
    return diagnose(this, X, y, settings);
  }

  /**
   * The model in LIBSVM's text format, for svm-predict and its kin. Its labels
   * must be whole numbers.
   * @returns {Returns<string>}
   */
  exportLibsvm() {
    return exportLibsvm(this);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Number of support vectors of each class.
   * @returns {Int32Array}
   */
  get supportCounts() {
    return attribute(this, 'supportCounts');
  }

  /**
   * Coefficients of the support vectors. For pairs r is k-1, and the layout is LIBSVM's:
   * in the column of a support vector of class i, row j holds y alpha of the pair of i
   * with the j-th of the other classes. With multiClass 'ovr' there is a row for each
   * class against the rest. Shape r x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the decision function, for each pair of classes, or each class.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Iterations for each pair of classes, or each class.
   * @returns {Int32Array}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }

  /**
   * Primal minus dual objective of each quadratic problem.
   * @returns {Float64Array}
   */
  get dualityGaps() {
    return attribute(this, 'dualityGaps');
  }

  /**
   * Kernel values that were computed, for each quadratic problem.
   * @returns {Float64Array}
   */
  get kernelEvaluations() {
    return attribute(this, 'kernelEvaluations');
  }

  /**
   * Kernel rows that were found in the cache, for each quadratic problem.
   * @returns {Float64Array}
   */
  get cacheHits() {
    return attribute(this, 'cacheHits');
  }

  /**
   * Number of samples that were shrunk at some time, for each quadratic problem.
   * @returns {Int32Array}
   */
  get shrunkCounts() {
    return attribute(this, 'shrunkCounts');
  }

  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   * @returns {Int32Array}
   */
  get traceEnds() {
    return attribute(this, 'traceEnds');
  }

  /**
   * Minus the dual objective after each iteration.
   * @returns {Float64Array}
   */
  get traceObjective() {
    return attribute(this, 'traceObjective');
  }

  /**
   * Largest violation of the optimality (KKT) conditions after each iteration.
   * @returns {Float64Array}
   */
  get traceGap() {
    return attribute(this, 'traceGap');
  }

  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   * @returns {Float64Array}
   */
  get tracePrimal() {
    return attribute(this, 'tracePrimal');
  }

  /**
   * 1 / |w| after each iteration; 0 while w is zero.
   * @returns {Float64Array}
   */
  get traceMargin() {
    return attribute(this, 'traceMargin');
  }

  /**
   * End of the working set of each iteration in traceSets.
   * @returns {Int32Array}
   */
  get traceSetEnds() {
    return attribute(this, 'traceSetEnds');
  }

  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
  }

  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   * @returns {Float64Array}
   */
  get traceScores() {
    return attribute(this, 'traceScores');
  }

  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   * @returns {Float64Array}
   */
  get traceMu() {
    return attribute(this, 'traceMu');
  }

  /**
   * The share of that step that was taken; 0 where there was none.
   * @returns {Float64Array}
   */
  get traceStep() {
    return attribute(this, 'traceStep');
  }

  /**
   * Violation of the equalities before that step, relative to the scale of the variables.
   * @returns {Float64Array}
   */
  get tracePrimalResidual() {
    return attribute(this, 'tracePrimalResidual');
  }

  /**
   * Violation of the dual equality before that step, relative to its scale.
   * @returns {Float64Array}
   */
  get traceDualResidual() {
    return attribute(this, 'traceDualResidual');
  }

  /**
   * With a normBound, the C with the same solution, for each pair of classes, or each
   * class.
   * @returns {Float64Array}
   */
  get effectiveC() {
    return attribute(this, 'effectiveC');
  }
}

/**
 * Support vector classifier with a bound on the share of samples inside the margin.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<NuSVCOptions<KernelFor<S>>, L, S, 'NuSVC'>}
 */
export class NuSVC extends Classifier {
  /** @param {NuSVCOptions<any>} [options] */
  constructor(options) {
    super(specs.machineNuSVC, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {S} X
   * @param {Entries<L>} y
   * @param {DiagnosticsSettings} [settings]
   * @returns {Returns<Diagnostics>}
   */
  diagnostics(X, y, settings) {
    return diagnose(this, X, y, settings);
  }

  /**
   * The model in LIBSVM's text format, for svm-predict and its kin. Its labels
   * must be whole numbers.
   * @returns {Returns<string>}
   */
  exportLibsvm() {
    return exportLibsvm(this);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Number of support vectors of each class.
   * @returns {Int32Array}
   */
  get supportCounts() {
    return attribute(this, 'supportCounts');
  }

  /**
   * Coefficients of the support vectors. For pairs r is k-1, and the layout is LIBSVM's:
   * in the column of a support vector of class i, row j holds y alpha of the pair of i
   * with the j-th of the other classes. With multiClass 'ovr' there is a row for each
   * class against the rest. Shape r x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the decision function, for each pair of classes, or each class.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Iterations for each pair of classes, or each class.
   * @returns {Int32Array}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }

  /**
   * Primal minus dual objective of each quadratic problem.
   * @returns {Float64Array}
   */
  get dualityGaps() {
    return attribute(this, 'dualityGaps');
  }

  /**
   * Kernel values that were computed, for each quadratic problem.
   * @returns {Float64Array}
   */
  get kernelEvaluations() {
    return attribute(this, 'kernelEvaluations');
  }

  /**
   * Kernel rows that were found in the cache, for each quadratic problem.
   * @returns {Float64Array}
   */
  get cacheHits() {
    return attribute(this, 'cacheHits');
  }

  /**
   * Number of samples that were shrunk at some time, for each quadratic problem.
   * @returns {Int32Array}
   */
  get shrunkCounts() {
    return attribute(this, 'shrunkCounts');
  }

  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   * @returns {Int32Array}
   */
  get traceEnds() {
    return attribute(this, 'traceEnds');
  }

  /**
   * Minus the dual objective after each iteration.
   * @returns {Float64Array}
   */
  get traceObjective() {
    return attribute(this, 'traceObjective');
  }

  /**
   * Largest violation of the optimality (KKT) conditions after each iteration.
   * @returns {Float64Array}
   */
  get traceGap() {
    return attribute(this, 'traceGap');
  }

  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   * @returns {Float64Array}
   */
  get tracePrimal() {
    return attribute(this, 'tracePrimal');
  }

  /**
   * 1 / |w| after each iteration; 0 while w is zero.
   * @returns {Float64Array}
   */
  get traceMargin() {
    return attribute(this, 'traceMargin');
  }

  /**
   * End of the working set of each iteration in traceSets.
   * @returns {Int32Array}
   */
  get traceSetEnds() {
    return attribute(this, 'traceSetEnds');
  }

  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
  }

  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   * @returns {Float64Array}
   */
  get traceScores() {
    return attribute(this, 'traceScores');
  }

  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   * @returns {Float64Array}
   */
  get traceMu() {
    return attribute(this, 'traceMu');
  }

  /**
   * The share of that step that was taken; 0 where there was none.
   * @returns {Float64Array}
   */
  get traceStep() {
    return attribute(this, 'traceStep');
  }

  /**
   * Violation of the equalities before that step, relative to the scale of the variables.
   * @returns {Float64Array}
   */
  get tracePrimalResidual() {
    return attribute(this, 'tracePrimalResidual');
  }

  /**
   * Violation of the dual equality before that step, relative to its scale.
   * @returns {Float64Array}
   */
  get traceDualResidual() {
    return attribute(this, 'traceDualResidual');
  }

  /**
   * The C with which SVC has the same solution, for each pair of classes, or each class.
   * @returns {Float64Array}
   */
  get C() {
    return attribute(this, 'C');
  }

  /**
   * Share of the samples of each problem that lie inside the margin or on the wrong side
   * by more than tol, at most nu.
   * @returns {Float64Array}
   */
  get errorFractions() {
    return attribute(this, 'errorFractions');
  }

  /**
   * Share of the samples of each problem that are support vectors, at least nu.
   * @returns {Float64Array}
   */
  get supportFractions() {
    return attribute(this, 'supportFractions');
  }
}

/**
 * Novelty detection: the region of most samples, by a hyperplane that separates them from the origin.
 * @template [S=Samples]
 * @extends {Detector<OneClassSVMOptions<KernelFor<S>>, S>}
 */
export class OneClassSVM extends Detector {
  /** @param {OneClassSVMOptions<any>} [options] */
  constructor(options) {
    super(specs.machineOneClassSVM, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {S} X
   * @param {DiagnosticsSettings} [settings]
   * @returns {Returns<Diagnostics>}
   */
  diagnostics(X, settings) {
    return diagnose(this, X, undefined, settings);
  }

  /**
   * The model in LIBSVM's text format, for svm-predict and its kin.
   * @returns {Returns<string>}
   */
  exportLibsvm() {
    return exportLibsvm(this);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the function.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Primal minus dual objective of each quadratic problem.
   * @returns {Float64Array}
   */
  get dualityGaps() {
    return attribute(this, 'dualityGaps');
  }

  /**
   * Kernel values that were computed, for each quadratic problem.
   * @returns {Float64Array}
   */
  get kernelEvaluations() {
    return attribute(this, 'kernelEvaluations');
  }

  /**
   * Kernel rows that were found in the cache, for each quadratic problem.
   * @returns {Float64Array}
   */
  get cacheHits() {
    return attribute(this, 'cacheHits');
  }

  /**
   * Number of samples that were shrunk at some time, for each quadratic problem.
   * @returns {Int32Array}
   */
  get shrunkCounts() {
    return attribute(this, 'shrunkCounts');
  }

  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   * @returns {Int32Array}
   */
  get traceEnds() {
    return attribute(this, 'traceEnds');
  }

  /**
   * Minus the dual objective after each iteration.
   * @returns {Float64Array}
   */
  get traceObjective() {
    return attribute(this, 'traceObjective');
  }

  /**
   * Largest violation of the optimality (KKT) conditions after each iteration.
   * @returns {Float64Array}
   */
  get traceGap() {
    return attribute(this, 'traceGap');
  }

  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   * @returns {Float64Array}
   */
  get tracePrimal() {
    return attribute(this, 'tracePrimal');
  }

  /**
   * 1 / |w| after each iteration; 0 while w is zero.
   * @returns {Float64Array}
   */
  get traceMargin() {
    return attribute(this, 'traceMargin');
  }

  /**
   * End of the working set of each iteration in traceSets.
   * @returns {Int32Array}
   */
  get traceSetEnds() {
    return attribute(this, 'traceSetEnds');
  }

  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
  }

  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   * @returns {Float64Array}
   */
  get traceScores() {
    return attribute(this, 'traceScores');
  }

  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   * @returns {Float64Array}
   */
  get traceMu() {
    return attribute(this, 'traceMu');
  }

  /**
   * The share of that step that was taken; 0 where there was none.
   * @returns {Float64Array}
   */
  get traceStep() {
    return attribute(this, 'traceStep');
  }

  /**
   * Violation of the equalities before that step, relative to the scale of the variables.
   * @returns {Float64Array}
   */
  get tracePrimalResidual() {
    return attribute(this, 'tracePrimalResidual');
  }

  /**
   * Violation of the dual equality before that step, relative to its scale.
   * @returns {Float64Array}
   */
  get traceDualResidual() {
    return attribute(this, 'traceDualResidual');
  }

  /**
   * Share of the training samples that lie outside by more than the tolerance, at most
   * nu.
   * @returns {number}
   */
  get errorFraction() {
    return attribute(this, 'errorFraction');
  }

  /**
   * Share of the training samples that are support vectors, at least nu.
   * @returns {number}
   */
  get supportFraction() {
    return attribute(this, 'supportFraction');
  }
}

/**
 * Novelty detection: the region of most samples, by the smallest ball around them; around all of them with nu = 0.
 * @template [S=Samples]
 * @extends {Detector<SVDDOptions<KernelFor<S>>, S>}
 */
export class SVDD extends Detector {
  /** @param {SVDDOptions<any>} [options] */
  constructor(options) {
    super(specs.machineSVDD, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {S} X
   * @param {DiagnosticsSettings} [settings]
   * @returns {Returns<Diagnostics>}
   */
  diagnostics(X, settings) {
    return diagnose(this, X, undefined, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the function.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Primal minus dual objective of each quadratic problem.
   * @returns {Float64Array}
   */
  get dualityGaps() {
    return attribute(this, 'dualityGaps');
  }

  /**
   * Kernel values that were computed, for each quadratic problem.
   * @returns {Float64Array}
   */
  get kernelEvaluations() {
    return attribute(this, 'kernelEvaluations');
  }

  /**
   * Kernel rows that were found in the cache, for each quadratic problem.
   * @returns {Float64Array}
   */
  get cacheHits() {
    return attribute(this, 'cacheHits');
  }

  /**
   * Number of samples that were shrunk at some time, for each quadratic problem.
   * @returns {Int32Array}
   */
  get shrunkCounts() {
    return attribute(this, 'shrunkCounts');
  }

  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   * @returns {Int32Array}
   */
  get traceEnds() {
    return attribute(this, 'traceEnds');
  }

  /**
   * Minus the dual objective after each iteration.
   * @returns {Float64Array}
   */
  get traceObjective() {
    return attribute(this, 'traceObjective');
  }

  /**
   * Largest violation of the optimality (KKT) conditions after each iteration.
   * @returns {Float64Array}
   */
  get traceGap() {
    return attribute(this, 'traceGap');
  }

  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   * @returns {Float64Array}
   */
  get tracePrimal() {
    return attribute(this, 'tracePrimal');
  }

  /**
   * 1 / |w| after each iteration; 0 while w is zero.
   * @returns {Float64Array}
   */
  get traceMargin() {
    return attribute(this, 'traceMargin');
  }

  /**
   * End of the working set of each iteration in traceSets.
   * @returns {Int32Array}
   */
  get traceSetEnds() {
    return attribute(this, 'traceSetEnds');
  }

  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
  }

  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   * @returns {Float64Array}
   */
  get traceScores() {
    return attribute(this, 'traceScores');
  }

  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   * @returns {Float64Array}
   */
  get traceMu() {
    return attribute(this, 'traceMu');
  }

  /**
   * The share of that step that was taken; 0 where there was none.
   * @returns {Float64Array}
   */
  get traceStep() {
    return attribute(this, 'traceStep');
  }

  /**
   * Violation of the equalities before that step, relative to the scale of the variables.
   * @returns {Float64Array}
   */
  get tracePrimalResidual() {
    return attribute(this, 'tracePrimalResidual');
  }

  /**
   * Violation of the dual equality before that step, relative to its scale.
   * @returns {Float64Array}
   */
  get traceDualResidual() {
    return attribute(this, 'traceDualResidual');
  }

  /**
   * Radius of the ball, in feature space.
   * @returns {number}
   */
  get radius() {
    return attribute(this, 'radius');
  }

  /**
   * Share of the training samples that lie outside by more than the tolerance, at most
   * nu.
   * @returns {number}
   */
  get errorFraction() {
    return attribute(this, 'errorFraction');
  }

  /**
   * Share of the training samples that are support vectors, at least nu.
   * @returns {number}
   */
  get supportFraction() {
    return attribute(this, 'supportFraction');
  }
}

/**
 * Support vector regression with a tube of given width.
 * @template [S=Samples]
 * @extends {Regressor<SVROptions<KernelFor<S>>, S>}
 */
export class SVR extends Regressor {
  /** @param {SVROptions<any>} [options] */
  constructor(options) {
    super(specs.machineSVR, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {S} X
   * @param {Entries<number>} y
   * @param {DiagnosticsSettings} [settings]
   * @returns {Returns<Diagnostics>}
   */
  diagnostics(X, y, settings) {
    return diagnose(this, X, y, settings);
  }

  /**
   * The model in LIBSVM's text format, for svm-predict and its kin.
   * @returns {Returns<string>}
   */
  exportLibsvm() {
    return exportLibsvm(this);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the function.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Primal minus dual objective of each quadratic problem.
   * @returns {Float64Array}
   */
  get dualityGaps() {
    return attribute(this, 'dualityGaps');
  }

  /**
   * Kernel values that were computed, for each quadratic problem.
   * @returns {Float64Array}
   */
  get kernelEvaluations() {
    return attribute(this, 'kernelEvaluations');
  }

  /**
   * Kernel rows that were found in the cache, for each quadratic problem.
   * @returns {Float64Array}
   */
  get cacheHits() {
    return attribute(this, 'cacheHits');
  }

  /**
   * Number of samples that were shrunk at some time, for each quadratic problem.
   * @returns {Int32Array}
   */
  get shrunkCounts() {
    return attribute(this, 'shrunkCounts');
  }

  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   * @returns {Int32Array}
   */
  get traceEnds() {
    return attribute(this, 'traceEnds');
  }

  /**
   * Minus the dual objective after each iteration.
   * @returns {Float64Array}
   */
  get traceObjective() {
    return attribute(this, 'traceObjective');
  }

  /**
   * Largest violation of the optimality (KKT) conditions after each iteration.
   * @returns {Float64Array}
   */
  get traceGap() {
    return attribute(this, 'traceGap');
  }

  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   * @returns {Float64Array}
   */
  get tracePrimal() {
    return attribute(this, 'tracePrimal');
  }

  /**
   * 1 / |w| after each iteration; 0 while w is zero.
   * @returns {Float64Array}
   */
  get traceMargin() {
    return attribute(this, 'traceMargin');
  }

  /**
   * End of the working set of each iteration in traceSets.
   * @returns {Int32Array}
   */
  get traceSetEnds() {
    return attribute(this, 'traceSetEnds');
  }

  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
  }

  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   * @returns {Float64Array}
   */
  get traceScores() {
    return attribute(this, 'traceScores');
  }

  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   * @returns {Float64Array}
   */
  get traceMu() {
    return attribute(this, 'traceMu');
  }

  /**
   * The share of that step that was taken; 0 where there was none.
   * @returns {Float64Array}
   */
  get traceStep() {
    return attribute(this, 'traceStep');
  }

  /**
   * Violation of the equalities before that step, relative to the scale of the variables.
   * @returns {Float64Array}
   */
  get tracePrimalResidual() {
    return attribute(this, 'tracePrimalResidual');
  }

  /**
   * Violation of the dual equality before that step, relative to its scale.
   * @returns {Float64Array}
   */
  get traceDualResidual() {
    return attribute(this, 'traceDualResidual');
  }
}

/**
 * Support vector regression that chooses the width of its tube.
 * @template [S=Samples]
 * @extends {Regressor<NuSVROptions<KernelFor<S>>, S>}
 */
export class NuSVR extends Regressor {
  /** @param {NuSVROptions<any>} [options] */
  constructor(options) {
    super(specs.machineNuSVR, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {S} X
   * @param {Entries<number>} y
   * @param {DiagnosticsSettings} [settings]
   * @returns {Returns<Diagnostics>}
   */
  diagnostics(X, y, settings) {
    return diagnose(this, X, y, settings);
  }

  /**
   * The model in LIBSVM's text format, for svm-predict and its kin.
   * @returns {Returns<string>}
   */
  exportLibsvm() {
    return exportLibsvm(this);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the function.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Primal minus dual objective of each quadratic problem.
   * @returns {Float64Array}
   */
  get dualityGaps() {
    return attribute(this, 'dualityGaps');
  }

  /**
   * Kernel values that were computed, for each quadratic problem.
   * @returns {Float64Array}
   */
  get kernelEvaluations() {
    return attribute(this, 'kernelEvaluations');
  }

  /**
   * Kernel rows that were found in the cache, for each quadratic problem.
   * @returns {Float64Array}
   */
  get cacheHits() {
    return attribute(this, 'cacheHits');
  }

  /**
   * Number of samples that were shrunk at some time, for each quadratic problem.
   * @returns {Int32Array}
   */
  get shrunkCounts() {
    return attribute(this, 'shrunkCounts');
  }

  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   * @returns {Int32Array}
   */
  get traceEnds() {
    return attribute(this, 'traceEnds');
  }

  /**
   * Minus the dual objective after each iteration.
   * @returns {Float64Array}
   */
  get traceObjective() {
    return attribute(this, 'traceObjective');
  }

  /**
   * Largest violation of the optimality (KKT) conditions after each iteration.
   * @returns {Float64Array}
   */
  get traceGap() {
    return attribute(this, 'traceGap');
  }

  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   * @returns {Float64Array}
   */
  get tracePrimal() {
    return attribute(this, 'tracePrimal');
  }

  /**
   * 1 / |w| after each iteration; 0 while w is zero.
   * @returns {Float64Array}
   */
  get traceMargin() {
    return attribute(this, 'traceMargin');
  }

  /**
   * End of the working set of each iteration in traceSets.
   * @returns {Int32Array}
   */
  get traceSetEnds() {
    return attribute(this, 'traceSetEnds');
  }

  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
  }

  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   * @returns {Float64Array}
   */
  get traceScores() {
    return attribute(this, 'traceScores');
  }

  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   * @returns {Float64Array}
   */
  get traceMu() {
    return attribute(this, 'traceMu');
  }

  /**
   * The share of that step that was taken; 0 where there was none.
   * @returns {Float64Array}
   */
  get traceStep() {
    return attribute(this, 'traceStep');
  }

  /**
   * Violation of the equalities before that step, relative to the scale of the variables.
   * @returns {Float64Array}
   */
  get tracePrimalResidual() {
    return attribute(this, 'tracePrimalResidual');
  }

  /**
   * Violation of the dual equality before that step, relative to its scale.
   * @returns {Float64Array}
   */
  get traceDualResidual() {
    return attribute(this, 'traceDualResidual');
  }

  /**
   * Half-width of the tube that results from nu.
   * @returns {number}
   */
  get epsilon() {
    return attribute(this, 'epsilon');
  }

  /**
   * Share of the training samples that lie outside the tube by more than tol, at most nu.
   * @returns {number}
   */
  get errorFraction() {
    return attribute(this, 'errorFraction');
  }

  /**
   * Share of the training samples that are support vectors, at least nu unless epsilon is
   * 0.
   * @returns {number}
   */
  get supportFraction() {
    return attribute(this, 'supportFraction');
  }
}

/**
 * Support vector regression with a convex loss for the noise at hand: absolute, squared, Huber's, polynomial, with or without a tube.
 * @template [S=Samples]
 * @extends {Regressor<ConvexLossSVROptions<KernelFor<S>>, S>}
 */
export class ConvexLossSVR extends Regressor {
  /** @param {ConvexLossSVROptions<any>} [options] */
  constructor(options) {
    super(specs.machineConvexLossSVR, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {S} X
   * @param {Entries<number>} y
   * @param {DiagnosticsSettings} [settings]
   * @returns {Returns<Diagnostics>}
   */
  diagnostics(X, y, settings) {
    return diagnose(this, X, y, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the function.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Primal minus dual objective of each quadratic problem.
   * @returns {Float64Array}
   */
  get dualityGaps() {
    return attribute(this, 'dualityGaps');
  }

  /**
   * Kernel values that were computed, for each quadratic problem.
   * @returns {Float64Array}
   */
  get kernelEvaluations() {
    return attribute(this, 'kernelEvaluations');
  }

  /**
   * Kernel rows that were found in the cache, for each quadratic problem.
   * @returns {Float64Array}
   */
  get cacheHits() {
    return attribute(this, 'cacheHits');
  }

  /**
   * Number of samples that were shrunk at some time, for each quadratic problem.
   * @returns {Int32Array}
   */
  get shrunkCounts() {
    return attribute(this, 'shrunkCounts');
  }

  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   * @returns {Int32Array}
   */
  get traceEnds() {
    return attribute(this, 'traceEnds');
  }

  /**
   * Minus the dual objective after each iteration.
   * @returns {Float64Array}
   */
  get traceObjective() {
    return attribute(this, 'traceObjective');
  }

  /**
   * Largest violation of the optimality (KKT) conditions after each iteration.
   * @returns {Float64Array}
   */
  get traceGap() {
    return attribute(this, 'traceGap');
  }

  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   * @returns {Float64Array}
   */
  get tracePrimal() {
    return attribute(this, 'tracePrimal');
  }

  /**
   * 1 / |w| after each iteration; 0 while w is zero.
   * @returns {Float64Array}
   */
  get traceMargin() {
    return attribute(this, 'traceMargin');
  }

  /**
   * End of the working set of each iteration in traceSets.
   * @returns {Int32Array}
   */
  get traceSetEnds() {
    return attribute(this, 'traceSetEnds');
  }

  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
  }

  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   * @returns {Float64Array}
   */
  get traceScores() {
    return attribute(this, 'traceScores');
  }

  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   * @returns {Float64Array}
   */
  get traceMu() {
    return attribute(this, 'traceMu');
  }

  /**
   * The share of that step that was taken; 0 where there was none.
   * @returns {Float64Array}
   */
  get traceStep() {
    return attribute(this, 'traceStep');
  }

  /**
   * Violation of the equalities before that step, relative to the scale of the variables.
   * @returns {Float64Array}
   */
  get tracePrimalResidual() {
    return attribute(this, 'tracePrimalResidual');
  }

  /**
   * Violation of the dual equality before that step, relative to its scale.
   * @returns {Float64Array}
   */
  get traceDualResidual() {
    return attribute(this, 'traceDualResidual');
  }

  /**
   * |w|^2, the flatness of the function. Negative for a kernel that is not positive
   * definite.
   * @returns {number}
   */
  get squaredNorm() {
    return attribute(this, 'squaredNorm');
  }

  /**
   * Weighted mean of the losses of the training samples.
   * @returns {number}
   */
  get empiricalRisk() {
    return attribute(this, 'empiricalRisk');
  }
}

/**
 * Linear support vector classifier, one versus rest, for many sparse samples.
 * @template {Label} [L=Label]
 * @extends {Classifier<LinearSVCOptions, L, Samples, 'LinearSVC'>}
 */
export class LinearSVC extends Classifier {
  /** @param {LinearSVCOptions} [options] */
  constructor(options) {
    super(specs.machineLinearSVC, options);
  }

  /**
   * The model in LIBLINEAR's text format, for liblinear-predict and its kin. Its
   * labels must be whole numbers.
   * @returns {Returns<string>}
   */
  exportLiblinear() {
    return exportLiblinear(this);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * Passes over the samples, or Newton steps, for each decision function.
   * @returns {Int32Array}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }
}

/**
 * Linear support vector regression, for many sparse samples.
 * @extends {Regressor<LinearSVROptions, Samples>}
 */
export class LinearSVR extends Regressor {
  /** @param {LinearSVROptions} [options] */
  constructor(options) {
    super(specs.machineLinearSVR, options);
  }

  /**
   * The model in LIBLINEAR's text format, for liblinear-predict and its kin.
   * @returns {Returns<string>}
   */
  exportLiblinear() {
    return exportLiblinear(this);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * Passes over the samples, or Newton steps, for each decision function.
   * @returns {Int32Array}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }
}

/**
 * Linear classifier with the hinge or another margin loss by stochastic subgradient descent (Pegasos), which goes on learning from further samples.
 * @template {Label} [L=Label]
 * @extends {Classifier<SGDClassifierOptions, L, Samples, 'SGDClassifier'>}
 */
export class SGDClassifier extends Classifier {
  /** @param {SGDClassifierOptions} [options] */
  constructor(options) {
    super(specs.machineSGDClassifier, options);
  }

  /**
   * Goes on learning from further samples. The first call starts anew.
   * @template {Entries<L>} Y
   * @template {L} [C=never]
   * @param {Samples} X
   * @param {Y} y
   * @param {PartialFitSettings<C>} [settings]
   * @returns {Returns<Classifiers<LabelOf<Y, L> | C, Samples>['SGDClassifier']>}
   */
  partialFit(X, y, settings) {
    return /** @type {any} */ (update(this, X, y, settings));
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * Number of samples visited so far.
   * @returns {number}
   */
  get nSteps() {
    return attribute(this, 'nSteps');
  }

  /**
   * Numbers of steps after which the objective was computed: after the passes 1, 2, 4,
   * ..., at the end, and after every partialFit.
   * @returns {Int32Array}
   */
  get objectiveSteps() {
    return attribute(this, 'objectiveSteps');
  }

  /**
   * The objective after these steps, on the samples of the fit or update, summed over the
   * decision functions.
   * @returns {Float64Array}
   */
  get objectiveCurve() {
    return attribute(this, 'objectiveCurve');
  }
}

/**
 * Rosenblatt's perceptron, which learns on-line from its mistakes and counts them.
 * @template {Label} [L=Label]
 * @extends {Classifier<PerceptronOptions, L, Samples, 'Perceptron'>}
 */
export class Perceptron extends Classifier {
  /** @param {PerceptronOptions} [options] */
  constructor(options) {
    super(specs.machinePerceptron, options);
  }

  /**
   * Goes on learning from further samples. The first call starts anew.
   * @template {Entries<L>} Y
   * @template {L} [C=never]
   * @param {Samples} X
   * @param {Y} y
   * @param {PartialFitSettings<C>} [settings]
   * @returns {Returns<Classifiers<LabelOf<Y, L> | C, Samples>['Perceptron']>}
   */
  partialFit(X, y, settings) {
    return /** @type {any} */ (update(this, X, y, settings));
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * Number of mistakes during learning, for each decision function.
   * @returns {Int32Array}
   */
  get mistakes() {
    return attribute(this, 'mistakes');
  }

  /**
   * Passes over the samples for each decision function; if the classes were separated,
   * the last had no mistake.
   * @returns {Int32Array}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }

  /**
   * Mistakes in each pass, all decision functions together.
   * @returns {Int32Array}
   */
  get mistakesPerPass() {
    return attribute(this, 'mistakesPerPass');
  }

  /**
   * The rows of the last fit or update at which mistakes were made, in order, for one
   * decision function after the other; at most the first 4096 of each.
   * @returns {Int32Array}
   */
  get mistakeRows() {
    return attribute(this, 'mistakeRows');
  }

  /**
   * R^2, the largest <x, x> of all samples seen.
   * @returns {number}
   */
  get squaredRadius() {
    return attribute(this, 'squaredRadius');
  }

  /**
   * Geometric margin of the training samples at the end of a fit, for each decision
   * function; negative if it does not separate the classes.
   * @returns {Float64Array}
   */
  get margins() {
    return attribute(this, 'margins');
  }

  /**
   * Novikoff's bound on the mistakes of a fit, from R and the final margin, if this
   * margin is positive: (2R/margin)^2 with the default bias, (R/margin)^2 without a bias;
   * 0 where it does not apply.
   * @returns {Float64Array}
   */
  get mistakeBounds() {
    return attribute(this, 'mistakeBounds');
  }

  /**
   * With the output 'pocket', how many samples in a row its weights were right about, for
   * each decision function.
   * @returns {Int32Array}
   */
  get pocketRuns() {
    return attribute(this, 'pocketRuns');
  }

  /**
   * With the output 'voted', the votes of each of its weights, for one decision function
   * after the other.
   * @returns {Int32Array}
   */
  get votes() {
    return attribute(this, 'votes');
  }

  /**
   * With the output 'voted', the end in votes of each decision function.
   * @returns {Int32Array}
   */
  get voteEnds() {
    return attribute(this, 'voteEnds');
  }

  /**
   * With the output 'voted', the weights that vote: a row each. Shape v x d.
   * @returns {Shaped<Float64Array>}
   */
  get voteCoef() {
    return attribute(this, 'voteCoef');
  }

  /**
   * With the output 'voted', the constants that belong to voteCoef.
   * @returns {Float64Array}
   */
  get voteIntercept() {
    return attribute(this, 'voteIntercept');
  }

  /**
   * How many samples each decision function puts on the wrong side at the end of a fit.
   * @returns {Int32Array}
   */
  get trainingErrors() {
    return attribute(this, 'trainingErrors');
  }
}

/**
 * The perceptron in dual variables, with a kernel.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<KernelPerceptronOptions<KernelFor<S>>, L, S, 'KernelPerceptron'>}
 */
export class KernelPerceptron extends Classifier {
  /** @param {KernelPerceptronOptions<any>} [options] */
  constructor(options) {
    super(specs.machineKernelPerceptron, options);
  }

  /**
   * Goes on learning from further samples. The first call starts anew.
   * @template {Entries<L>} Y
   * @template {L} [C=never]
   * @param {S} X
   * @param {Y} y
   * @param {PartialFitSettings<C>} [settings]
   * @returns {Returns<Classifiers<LabelOf<Y, L> | C, S>['KernelPerceptron']>}
   */
  partialFit(X, y, settings) {
    return /** @type {any} */ (update(this, X, y, settings));
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * Number of mistakes during learning, for each decision function.
   * @returns {Int32Array}
   */
  get mistakes() {
    return attribute(this, 'mistakes');
  }

  /**
   * Passes over the samples for each decision function; if the classes were separated,
   * the last had no mistake.
   * @returns {Int32Array}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }

  /**
   * Mistakes in each pass, all decision functions together.
   * @returns {Int32Array}
   */
  get mistakesPerPass() {
    return attribute(this, 'mistakesPerPass');
  }

  /**
   * The rows of the last fit or update at which mistakes were made, in order, for one
   * decision function after the other; at most the first 4096 of each.
   * @returns {Int32Array}
   */
  get mistakeRows() {
    return attribute(this, 'mistakeRows');
  }

  /**
   * R^2, the largest <x, x> of all samples seen.
   * @returns {number}
   */
  get squaredRadius() {
    return attribute(this, 'squaredRadius');
  }

  /**
   * Geometric margin of the training samples at the end of a fit, for each decision
   * function; negative if it does not separate the classes.
   * @returns {Float64Array}
   */
  get margins() {
    return attribute(this, 'margins');
  }

  /**
   * Novikoff's bound on the mistakes of a fit, from R and the final margin, if this
   * margin is positive: (2R/margin)^2 with the default bias, (R/margin)^2 without a bias;
   * 0 where it does not apply.
   * @returns {Float64Array}
   */
  get mistakeBounds() {
    return attribute(this, 'mistakeBounds');
  }
}

/**
 * Kernel ridge regression in closed form, with leave-one-out residuals.
 * @template [S=Samples]
 * @extends {Regressor<KernelRidgeOptions<KernelFor<S>>, S>}
 */
export class KernelRidge extends Regressor {
  /** @param {KernelRidgeOptions<any>} [options] */
  constructor(options) {
    super(specs.machineKernelRidge, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Coefficient of each training sample in the prediction.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the prediction, 0 without fitIntercept.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * y minus the prediction for each training sample by a machine that was trained without
   * it. Empty if the system was singular or indefinite, because this machine is then not
   * unique, and with the solver 'conjugate-gradient'.
   * @returns {Float64Array}
   */
  get looResiduals() {
    return attribute(this, 'looResiduals');
  }

  /**
   * Weighted mean of the squared looResiduals, an estimate of the error on new samples;
   * without looResiduals it is the largest number, so that it wins no comparison.
   * @returns {number}
   */
  get looError() {
    return attribute(this, 'looError');
  }

  /**
   * With the solver 'conjugate-gradient' two numbers that the least objective lies
   * between; the second is that of this function.
   * @returns {Float64Array}
   */
  get objectiveBounds() {
    return attribute(this, 'objectiveBounds');
  }
}

/**
 * Classifier of the largest average margin (a Parzen machine) in closed form, for two or more classes.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<AverageMarginClassifierOptions<KernelFor<S>>, L, S, 'AverageMarginClassifier'>}
 */
export class AverageMarginClassifier extends Classifier {
  /** @param {AverageMarginClassifierOptions<any>} [options] */
  constructor(options) {
    super(specs.machineAverageMarginClassifier, options);
  }

  /**
   * Goes on learning from further samples. The first call starts anew.
   * @template {Entries<L>} Y
   * @template {L} [C=never]
   * @param {S} X
   * @param {Y} y
   * @param {PartialFitSettings<C>} [settings]
   * @returns {Returns<Classifiers<LabelOf<Y, L> | C, S>['AverageMarginClassifier']>}
   */
  partialFit(X, y, settings) {
    return /** @type {any} */ (update(this, X, y, settings));
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {S} X
   * @param {Entries<L>} y
   * @param {DiagnosticsSettings} [settings]
   * @returns {Returns<Diagnostics>}
   */
  diagnostics(X, y, settings) {
    return diagnose(this, X, y, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The average margin of each two-class problem, for the function of norm 1.
   * @returns {Float64Array}
   */
  get averageMargin() {
    return attribute(this, 'averageMargin');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each two-class problem. Shape q
   * x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }
}

/**
 * Classifier that predicts the class with the closest mean in feature space, for two or more classes.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<NearestCentroidOptions<KernelFor<S>>, L, S, 'NearestCentroid'>}
 */
export class NearestCentroid extends Classifier {
  /** @param {NearestCentroidOptions<any>} [options] */
  constructor(options) {
    super(specs.machineNearestCentroid, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }
}

/**
 * Classifier in which the nearest neighbours in feature space vote.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<KNeighborsClassifierOptions<KernelFor<S>>, L, S, 'KNeighborsClassifier'>}
 */
export class KNeighborsClassifier extends Classifier {
  /** @param {KNeighborsClassifierOptions<any>} [options] */
  constructor(options) {
    super(specs.machineKNeighborsClassifier, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }
}

/**
 * Fisher's linear discriminant (linear discriminant analysis), regularised, for two or more classes.
 * @template {Label} [L=Label]
 * @extends {Classifier<FisherDiscriminantOptions, L, Samples, 'FisherDiscriminant'>}
 */
export class FisherDiscriminant extends Classifier {
  /** @param {FisherDiscriminantOptions} [options] */
  constructor(options) {
    super(specs.machineFisherDiscriminant, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }
}

/**
 * Fisher's discriminant in feature space, regularised, for two or more classes.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<KernelFisherDiscriminantOptions<KernelFor<S>>, L, S, 'KernelFisherDiscriminant'>}
 */
export class KernelFisherDiscriminant extends Classifier {
  /** @param {KernelFisherDiscriminantOptions<any>} [options] */
  constructor(options) {
    super(specs.machineKernelFisherDiscriminant, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }
}

/**
 * The directions of largest variance in feature space: coordinates of samples, and samples from coordinates.
 * @template [S=Samples]
 * @extends {Transformer<KernelPCAOptions<KernelFor<S>>, S>}
 */
export class KernelPCA extends Transformer {
  /** @param {KernelPCAOptions<any>} [options] */
  constructor(options) {
    super(specs.machineKernelPCA, options);
  }

  /**
   * The samples that transform makes X of.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  inverseTransform(X, settings) {
    return invert(this, X, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * Eigenvalues of the centred kernel matrix, the largest first: the sum of squares along
   * each component.
   * @returns {Float64Array}
   */
  get eigenvalues() {
    return attribute(this, 'eigenvalues');
  }

  /**
   * Eigenvalue of each component divided by the sum of all, which is the variance in
   * feature space; 0 if this sum is not positive.
   * @returns {Float64Array}
   */
  get explainedVarianceRatio() {
    return attribute(this, 'explainedVarianceRatio');
  }
}

/**
 * Scales every feature to mean 0 and variance 1.
 * @extends {Transformer<StandardScalerOptions, Samples>}
 */
export class StandardScaler extends Transformer {
  /** @param {StandardScalerOptions} [options] */
  constructor(options) {
    super(specs.machineStandardScaler, options);
  }

  /**
   * The samples that transform makes X of.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  inverseTransform(X, settings) {
    return invert(this, X, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Mean of each feature.
   * @returns {Float64Array}
   */
  get mean() {
    return attribute(this, 'mean');
  }

  /**
   * Standard deviation of each feature; 1 for a constant feature.
   * @returns {Float64Array}
   */
  get scale() {
    return attribute(this, 'scale');
  }
}

/**
 * Scales every feature to an interval, such as 0 to 1.
 * @extends {Transformer<MinMaxScalerOptions, Samples>}
 */
export class MinMaxScaler extends Transformer {
  /** @param {MinMaxScalerOptions} [options] */
  constructor(options) {
    super(specs.machineMinMaxScaler, options);
  }

  /**
   * The samples that transform makes X of.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  inverseTransform(X, settings) {
    return invert(this, X, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Smallest value of each feature.
   * @returns {Float64Array}
   */
  get dataMin() {
    return attribute(this, 'dataMin');
  }

  /**
   * Largest value of each feature.
   * @returns {Float64Array}
   */
  get dataMax() {
    return attribute(this, 'dataMax');
  }

  /**
   * Factor of each feature.
   * @returns {Float64Array}
   */
  get scale() {
    return attribute(this, 'scale');
  }
}

/**
 * Scales every row to norm 1.
 * @extends {Transformer<NormalizerOptions, Samples>}
 */
export class Normalizer extends Transformer {
  /** @param {NormalizerOptions} [options] */
  constructor(options) {
    super(specs.machineNormalizer, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }
}

/**
 * Features whose inner products come close to a kernel, from some of the samples as landmarks.
 * @template [S=Samples]
 * @extends {Transformer<NystroemOptions<KernelFor<S>>, S>}
 */
export class Nystroem extends Transformer {
  /** @param {NystroemOptions<any>} [options] */
  constructor(options) {
    super(specs.machineNystroem, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * Eigenvalues of the kernel matrix of the landmarks, the largest first; 0 for those
   * that are rounding errors or negative.
   * @returns {Float64Array}
   */
  get eigenvalues() {
    return attribute(this, 'eigenvalues');
  }
}

/**
 * Random Fourier features, whose inner products come close to the Gaussian kernel.
 * @extends {Transformer<RBFSamplerOptions, Samples>}
 */
export class RBFSampler extends Transformer {
  /** @param {RBFSamplerOptions} [options] */
  constructor(options) {
    super(specs.machineRBFSampler, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The frequencies w, a row for each feature that transform gives. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get frequencies() {
    return attribute(this, 'frequencies');
  }

  /**
   * The offset b of each feature that transform gives.
   * @returns {Float64Array}
   */
  get offsets() {
    return attribute(this, 'offsets');
  }
}

/**
 * Features whose inner products come close to a kernel, from samples chosen one after the other.
 * @template [S=Samples]
 * @extends {Transformer<IncompleteCholeskyOptions<KernelFor<S>>, S>}
 */
export class IncompleteCholesky extends Transformer {
  /** @param {IncompleteCholeskyOptions<any>} [options] */
  constructor(options) {
    super(specs.machineIncompleteCholesky, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * Largest squared distance of a training sample from the span of the pivots, after each
   * pivot.
   * @returns {Float64Array}
   */
  get residuals() {
    return attribute(this, 'residuals');
  }

  /**
   * Sum of the squared distances of the training samples from the span of all pivots,
   * over the sum of their squared norms: the share of the kernel matrix's trace that is
   * lost.
   * @returns {number}
   */
  get error() {
    return attribute(this, 'error');
  }
}

/**
 * Products of features, weighted so that their inner products are a polynomial kernel.
 * @extends {Transformer<MonomialFeaturesOptions, Samples>}
 */
export class MonomialFeatures extends Transformer {
  /** @param {MonomialFeaturesOptions} [options] */
  constructor(options) {
    super(specs.machineMonomialFeatures, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Coefficient of each power of the inner product in the kernel, from the power 0 on; of
   * weights 'none' 1 for each.
   * @returns {Float64Array}
   */
  get coefficients() {
    return attribute(this, 'coefficients');
  }

  /**
   * Number of features that transform gives.
   * @returns {number}
   */
  get nOutputs() {
    return attribute(this, 'nOutputs');
  }
}

/**
 * Regression by a Gaussian process: a mean with standard deviations, its parameters learnt by the marginal likelihood.
 * @template [S=Samples]
 * @extends {Regressor<GaussianProcessRegressorOptions<KernelFor<S>>, S>}
 */
export class GaussianProcessRegressor extends Regressor {
  /** @param {GaussianProcessRegressorOptions<any>} [options] */
  constructor(options) {
    super(specs.machineGaussianProcessRegressor, options);
  }

  /**
   * The mean for every row; with returnStd or returnCov also the standard deviation of the
   * function, without the noise, or the covariances of all pairs of rows.
   * @template {DistributionSettings} [T=PredictSettings]
   * @param {S} X
   * @param {T} [settings]
   * @returns {Returns<Predicted<T>>}
   */
  predict(X, settings) {
    return /** @type {any} */ (distribution(this, X, settings));
  }

  /**
   * Functions drawn from the process, row by row: as the fit leaves it, or before a fit from
   * the prior that the options describe.
   * @param {S} X
   * @param {SampleSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>} rows x samples
   */
  sampleY(X, settings) {
    return drawn(this, X, settings);
  }

  /**
   * The logarithm of the joint density of the values y of the function at the rows of X, or
   * with noise of observations: after the fit, or before a fit under the prior.
   * @param {S} X
   * @param {Entries<number>} y
   * @param {DensitySettings} [settings]
   * @returns {Returns<number>}
   */
  logDensity(X, y, settings) {
    return densityOf(this, X, y, settings);
  }

  /**
   * The log marginal likelihood of the training data, and its derivatives by the logarithms of
   * the parameters, at the parameters of the fit or at others: by name, or all in the order of
   * parameterNames.
   * @param {Record<string, number> | Entries<number> | null} [parameters]
   * @param {PredictSettings} [settings]
   * @returns {Returns<MarginalLikelihood>}
   */
  logMarginalLikelihood(parameters, settings) {
    return evidenceOf(this, parameters, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Coefficient of each training sample: the mean is targetMean plus the sum of
   * dualCoef_i k(x, x_i), with the kernel that was learnt and without variance.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The parameters of the fit, in the order of parameterNames.
   * @returns {Float64Array}
   */
  get parameters() {
    return attribute(this, 'parameters');
  }

  /**
   * The names of the parameters, separated by spaces: variance, then those of the kernel,
   * then alpha.
   * @returns {string}
   */
  get parameterNames() {
    return attribute(this, 'parameterNames');
  }

  /**
   * The log marginal likelihood of the parameters.
   * @returns {number}
   */
  get evidence() {
    return attribute(this, 'evidence');
  }

  /**
   * Variance of the noise, in units of y: alpha of the fit, times the square of
   * targetScale.
   * @returns {number}
   */
  get noise() {
    return attribute(this, 'noise');
  }

  /**
   * What was subtracted from y: its mean with normalizeY, else 0.
   * @returns {number}
   */
  get targetMean() {
    return attribute(this, 'targetMean');
  }

  /**
   * What y was divided by then: its standard deviation with normalizeY, else 1.
   * @returns {number}
   */
  get targetScale() {
    return attribute(this, 'targetScale');
  }
}

/**
 * Density estimated by windows around the samples, and whether a sample lies where it is large.
 * @extends {Detector<KernelDensityOptions, Samples>}
 */
export class KernelDensity extends Detector {
  /** @param {KernelDensityOptions} [options] */
  constructor(options) {
    super(specs.machineKernelDensity, options);
  }

  /**
   * The logarithm of the density at every row: the decision value plus offset; -Infinity where the
   * density is 0.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>}
   */
  scoreSamples(X, settings) {
    return scores(this, X, settings);
  }

  /**
   * Samples drawn from the density, row by row.
   * @param {number} count how many
   * @param {PointSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>} count x features
   */
  sample(count, settings) {
    return pointsOf(this, count, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set that have a window: all of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * These rows, sparse if the training data were. Shape m x d.
   * @returns {KeptSamples<Samples>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Bandwidth of the windows: that of the options, or what their rule gives for the
   * training samples.
   * @returns {number}
   */
  get bandwidth() {
    return attribute(this, 'bandwidth');
  }

  /**
   * Logarithm of the density at the boundary between inside and outside.
   * @returns {number}
   */
  get offset() {
    return attribute(this, 'offset');
  }
}

/**
 * Classifier that compares the densities of the classes, estimated by windows around their samples.
 * @template {Label} [L=Label]
 * @extends {Classifier<ParzenClassifierOptions, L, Samples, 'ParzenClassifier'>}
 */
export class ParzenClassifier extends Classifier {
  /** @param {ParzenClassifierOptions} [options] */
  constructor(options) {
    super(specs.machineParzenClassifier, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set that have a window: all of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * These rows, sparse if the training data were. Shape m x d.
   * @returns {KeptSamples<Samples>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Bandwidth of the windows: that of the options, or what their rule gives for the
   * training samples.
   * @returns {number}
   */
  get bandwidth() {
    return attribute(this, 'bandwidth');
  }
}

/**
 * Mean of the targets around a sample, weighted by windows (Nadaraya and Watson).
 * @extends {Regressor<KernelRegressionOptions, Samples>}
 */
export class KernelRegression extends Regressor {
  /** @param {KernelRegressionOptions} [options] */
  constructor(options) {
    super(specs.machineKernelRegression, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set that have a window: all of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * These rows, sparse if the training data were. Shape m x d.
   * @returns {KeptSamples<Samples>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Bandwidth of the windows: that of the options, or what their rule gives for the
   * training samples.
   * @returns {number}
   */
  get bandwidth() {
    return attribute(this, 'bandwidth');
  }

  /**
   * y minus the prediction for each row at supportIndices by a machine that was trained
   * without it, with the same bandwidth; of a single row 0.
   * @returns {Float64Array}
   */
  get looResiduals() {
    return attribute(this, 'looResiduals');
  }

  /**
   * Weighted mean of the squared looResiduals, an estimate of the error on new samples.
   * @returns {number}
   */
  get looError() {
    return attribute(this, 'looError');
  }
}

/**
 * Decision tree that splits the samples where this makes their classes purest, for two or more classes.
 * @template {Label} [L=Label]
 * @extends {Classifier<DecisionTreeClassifierOptions, L, Samples, 'DecisionTreeClassifier'>}
 */
export class DecisionTreeClassifier extends Classifier {
  /** @param {DecisionTreeClassifierOptions} [options] */
  constructor(options) {
    super(specs.machineDecisionTreeClassifier, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The threshold of each node: rows whose feature is at most as large go left. 0 for a
   * leaf.
   * @returns {Float64Array}
   */
  get thresholds() {
    return attribute(this, 'thresholds');
  }

  /**
   * The feature that each node compares. 0 for a leaf.
   * @returns {Int32Array}
   */
  get features() {
    return attribute(this, 'features');
  }

  /**
   * The left and the right child of each node, by their numbers; the root is node 0. 0
   * for a leaf. Shape t x 2.
   * @returns {Shaped<Int32Array>}
   */
  get children() {
    return attribute(this, 'children');
  }

  /**
   * The share of each class in the weight of each node. Shape t x k.
   * @returns {Shaped<Float64Array>}
   */
  get shares() {
    return attribute(this, 'shares');
  }

  /**
   * Number of training samples in each node.
   * @returns {Int32Array}
   */
  get nodeSamples() {
    return attribute(this, 'nodeSamples');
  }

  /**
   * The share of each feature in the decrease of the impurity by all splits.
   * @returns {Float64Array}
   */
  get featureImportances() {
    return attribute(this, 'featureImportances');
  }
}

/**
 * Decision tree of a single question, the weak learner of boosting.
 * @template {Label} [L=Label]
 * @extends {Classifier<DecisionStumpOptions, L, Samples, 'DecisionStump'>}
 */
export class DecisionStump extends Classifier {
  /** @param {DecisionStumpOptions} [options] */
  constructor(options) {
    super(specs.machineDecisionStump, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The threshold of each node: rows whose feature is at most as large go left. 0 for a
   * leaf.
   * @returns {Float64Array}
   */
  get thresholds() {
    return attribute(this, 'thresholds');
  }

  /**
   * The feature that each node compares. 0 for a leaf.
   * @returns {Int32Array}
   */
  get features() {
    return attribute(this, 'features');
  }

  /**
   * The left and the right child of each node, by their numbers; the root is node 0. 0
   * for a leaf. Shape t x 2.
   * @returns {Shaped<Int32Array>}
   */
  get children() {
    return attribute(this, 'children');
  }

  /**
   * The share of each class in the weight of each node. Shape t x k.
   * @returns {Shaped<Float64Array>}
   */
  get shares() {
    return attribute(this, 'shares');
  }

  /**
   * Number of training samples in each node.
   * @returns {Int32Array}
   */
  get nodeSamples() {
    return attribute(this, 'nodeSamples');
  }
}

/**
 * AdaBoost: a weighted vote of classifiers, such as decision stumps, each of which learns from the samples that those before it get wrong.
 * @template {Label} [L=Label]
 * @extends {Booster<AdaBoostClassifierOptions, L, Samples, 'AdaBoostClassifier'>}
 */
export class AdaBoostClassifier extends Booster {
  /** @param {AdaBoostClassifierOptions} [options] */
  constructor(options) {
    super(specs.machineAdaBoostClassifier, options, () => new DecisionStump());
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The coefficient of each member. The output is divided by their sum.
   * @returns {Float64Array}
   */
  get alphas() {
    return attribute(this, 'alphas');
  }

  /**
   * The weighted error eps of each member in its round.
   * @returns {Float64Array}
   */
  get errors() {
    return attribute(this, 'errors');
  }

  /**
   * The number Z of each round by which the weights are divided. The product of all is a
   * bound on the training error.
   * @returns {Float64Array}
   */
  get normalizers() {
    return attribute(this, 'normalizers');
  }

  /**
   * The training error of the members up to each round, as a share of the weights.
   * @returns {Float64Array}
   */
  get trainingErrors() {
    return attribute(this, 'trainingErrors');
  }

  /**
   * The share of the samples, by weight, whose margin is at most rho after each round.
   * @returns {Float64Array}
   */
  get marginErrors() {
    return attribute(this, 'marginErrors');
  }

  /**
   * The bound on this share after each round, see Theorem 1.12.
   * @returns {Float64Array}
   */
  get bounds() {
    return attribute(this, 'bounds');
  }

  /**
   * The margin of each training sample, between -1 and 1: the share of the votes for its
   * class less the largest share of another class.
   * @returns {Float64Array}
   */
  get margins() {
    return attribute(this, 'margins');
  }

  /**
   * The weight of each training sample after the last round. They sum to 1.
   * @returns {Float64Array}
   */
  get finalWeights() {
    return attribute(this, 'finalWeights');
  }
}

/**
 * Support vector classifier by linear programming: few samples with coefficients, and any kernel, or several at once.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<LPSVCOptions<KernelFor<S>>, L, S, 'LPSVC'>}
 */
export class LPSVC extends Classifier {
  /** @param {LPSVCOptions<any>} [options] */
  constructor(options) {
    super(specs.machineLPSVC, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {S} X
   * @param {Entries<L>} y
   * @param {DiagnosticsSettings} [settings]
   * @returns {Returns<Diagnostics>}
   */
  diagnostics(X, y, settings) {
    return diagnose(this, X, y, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function; with a
   * dictionary, such rows for each of its kernels, one kernel after the other. Shape r x
   * m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * Sum of the sizes of the coefficients plus C times the sum of the slacks, for each
   * two-class problem.
   * @returns {Float64Array}
   */
  get objectives() {
    return attribute(this, 'objectives');
  }

  /**
   * How many coefficients are not zero in each two-class problem.
   * @returns {Int32Array}
   */
  get nonZeros() {
    return attribute(this, 'nonZeros');
  }
}

/**
 * Support vector regression by linear programming: few samples with coefficients, and any kernel, or several at once.
 * @template [S=Samples]
 * @extends {Regressor<LPSVROptions<KernelFor<S>>, S>}
 */
export class LPSVR extends Regressor {
  /** @param {LPSVROptions<any>} [options] */
  constructor(options) {
    super(specs.machineLPSVR, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {S} X
   * @param {Entries<number>} y
   * @param {DiagnosticsSettings} [settings]
   * @returns {Returns<Diagnostics>}
   */
  diagnostics(X, y, settings) {
    return diagnose(this, X, y, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function; with a
   * dictionary, such rows for each of its kernels, one kernel after the other. Shape r x
   * m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * Sum of the sizes of the coefficients plus C times the sum of the deviations beyond
   * the tube.
   * @returns {number}
   */
  get objective() {
    return attribute(this, 'objective');
  }

  /**
   * How many coefficients are not zero.
   * @returns {Int32Array}
   */
  get nonZeros() {
    return attribute(this, 'nonZeros');
  }
}

/**
 * Linear classifier of the largest margin in a norm of your choice, for classes that a hyperplane separates.
 * @template {Label} [L=Label]
 * @extends {Classifier<LPMarginClassifierOptions, L, Samples, 'LPMarginClassifier'>}
 */
export class LPMarginClassifier extends Classifier {
  /** @param {LPMarginClassifierOptions} [options] */
  constructor(options) {
    super(specs.machineLPMarginClassifier, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * The margin rho of each function in the norm of the option: the smallest y (<w, x> +
   * b) over |w|; with multiClass 'joint' the smallest lead of the true class over
   * another, over the norm of all weights and constants, the same for each. 0 where the
   * classes cannot be separated.
   * @returns {Float64Array}
   */
  get rho() {
    return attribute(this, 'rho');
  }

  /**
   * The margin of the same function if |w| is measured by the norms 1, 1.5, 2, 3 and
   * Infinity; a row for each function. Shape q x 5.
   * @returns {Shaped<Float64Array>}
   */
  get rhoByNorm() {
    return attribute(this, 'rhoByNorm');
  }

  /**
   * How many weights of each function are not zero.
   * @returns {Int32Array}
   */
  get nonZeros() {
    return attribute(this, 'nonZeros');
  }

  /**
   * Rows of the training set that are at the margin of a function.
   * @returns {Int32Array}
   */
  get criticalRows() {
    return attribute(this, 'criticalRows');
  }
}

/**
 * Linear function of least squares.
 * @extends {Regressor<LinearRegressionOptions, Samples>}
 */
export class LinearRegression extends Regressor {
  /** @param {LinearRegressionOptions} [options] */
  constructor(options) {
    super(specs.machineLinearRegression, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * y minus the prediction, for each training sample.
   * @returns {Float64Array}
   */
  get residuals() {
    return attribute(this, 'residuals');
  }

  /**
   * Weighted sum of the squared residuals.
   * @returns {number}
   */
  get sse() {
    return attribute(this, 'sse');
  }

  /**
   * Number of directions of the weights that the data and the penalty determine; below
   * the number of features the weights are the shortest of many solutions.
   * @returns {number}
   */
  get rank() {
    return attribute(this, 'rank');
  }
}

/**
 * Linear function of least squares with a penalty on the weights.
 * @extends {Regressor<RidgeOptions, Samples>}
 */
export class Ridge extends Regressor {
  /** @param {RidgeOptions} [options] */
  constructor(options) {
    super(specs.machineRidge, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * y minus the prediction, for each training sample.
   * @returns {Float64Array}
   */
  get residuals() {
    return attribute(this, 'residuals');
  }

  /**
   * Weighted sum of the squared residuals.
   * @returns {number}
   */
  get sse() {
    return attribute(this, 'sse');
  }

  /**
   * Number of directions of the weights that the data and the penalty determine; below
   * the number of features the weights are the shortest of many solutions.
   * @returns {number}
   */
  get rank() {
    return attribute(this, 'rank');
  }

  /**
   * The objective: sse plus alpha times the squared norm of the weights.
   * @returns {number}
   */
  get penalizedLoss() {
    return attribute(this, 'penalizedLoss');
  }

  /**
   * In dual form the coefficients of the training samples, of which coef is the sum: the
   * weighted residuals divided by alpha. Empty in primal form.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }
}

/**
 * Least-squares support vector classifier in closed form, with leave-one-out residuals.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<LSSVCOptions<KernelFor<S>>, L, S, 'LSSVC'>}
 */
export class LSSVC extends Classifier {
  /** @param {LSSVCOptions<any>} [options] */
  constructor(options) {
    super(specs.machineLSSVC, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The decision values of each training sample by a machine that was trained without it:
   * one for two classes, else one for each class, row by row. Empty if the system was
   * singular or indefinite.
   * @returns {Float64Array}
   */
  get looValues() {
    return attribute(this, 'looValues');
  }

  /**
   * Weighted share of the training samples that looValues put into a wrong class, an
   * estimate of the error on new samples; without looValues it is the largest number, so
   * that it wins no comparison.
   * @returns {number}
   */
  get looError() {
    return attribute(this, 'looError');
  }
}

/**
 * Linear function by stochastic gradient descent, which goes on learning from further samples.
 * @extends {Regressor<SGDRegressorOptions, Samples>}
 */
export class SGDRegressor extends Regressor {
  /** @param {SGDRegressorOptions} [options] */
  constructor(options) {
    super(specs.machineSGDRegressor, options);
  }

  /**
   * Goes on learning from further samples. The first call starts anew.
   * @param {Samples} X
   * @param {Entries<number>} y
   * @param {PartialFitSettings} [settings]
   * @returns {Returns<this>}
   */
  partialFit(X, y, settings) {
    return update(this, X, y, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * Number of samples visited so far.
   * @returns {number}
   */
  get nSteps() {
    return attribute(this, 'nSteps');
  }

  /**
   * Length of the first step: what eta0 was resolved to.
   * @returns {number}
   */
  get eta() {
    return attribute(this, 'eta');
  }

  /**
   * Length of steps from which on the loss 'squared' may diverge: 2/(|x|^2 + 1) for the
   * longest sample, without a constant 2/|x|^2.
   * @returns {number}
   */
  get etaLimit() {
    return attribute(this, 'etaLimit');
  }

  /**
   * In dual form the coefficients of all samples seen, of which the last weights are the
   * sum. Empty in primal form.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * Numbers of steps after which the objective was computed: after the passes 1, 2, 4,
   * ..., at the end, and after every partialFit.
   * @returns {Int32Array}
   */
  get objectiveSteps() {
    return attribute(this, 'objectiveSteps');
  }

  /**
   * The objective after these steps, on the samples of the fit or update, summed over the
   * decision functions.
   * @returns {Float64Array}
   */
  get objectiveCurve() {
    return attribute(this, 'objectiveCurve');
  }
}

/**
 * Kernel classifier by stochastic subgradient descent, which goes on learning from further samples.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<KernelSGDClassifierOptions<KernelFor<S>>, L, S, 'KernelSGDClassifier'>}
 */
export class KernelSGDClassifier extends Classifier {
  /** @param {KernelSGDClassifierOptions<any>} [options] */
  constructor(options) {
    super(specs.machineKernelSGDClassifier, options);
  }

  /**
   * Goes on learning from further samples. The first call starts anew.
   * @template {Entries<L>} Y
   * @template {L} [C=never]
   * @param {S} X
   * @param {Y} y
   * @param {PartialFitSettings<C>} [settings]
   * @returns {Returns<Classifiers<LabelOf<Y, L> | C, S>['KernelSGDClassifier']>}
   */
  partialFit(X, y, settings) {
    return /** @type {any} */ (update(this, X, y, settings));
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * Number of samples visited so far.
   * @returns {number}
   */
  get nSteps() {
    return attribute(this, 'nSteps');
  }

  /**
   * Numbers of steps after which the objective was computed: after the passes 1, 2, 4,
   * ..., at the end, and after every partialFit.
   * @returns {Int32Array}
   */
  get objectiveSteps() {
    return attribute(this, 'objectiveSteps');
  }

  /**
   * The objective after these steps, on the samples of the fit or update, summed over the
   * decision functions.
   * @returns {Float64Array}
   */
  get objectiveCurve() {
    return attribute(this, 'objectiveCurve');
  }
}

/**
 * Support vector regression with a penalty of your choice, and with functions that have none.
 * @template [S=Samples]
 * @extends {Regressor<RegularizationNetworkOptions<KernelFor<S>>, S>}
 */
export class RegularizationNetwork extends Regressor {
  /** @param {RegularizationNetworkOptions<any>} [options] */
  constructor(options) {
    super(specs.machineRegularizationNetwork, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the function.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The multiplier of each training sample: 0 within the tube, positive above it,
   * negative below it, and of size C outside of it.
   * @returns {Float64Array}
   */
  get beta() {
    return attribute(this, 'beta');
  }

  /**
   * Coefficients of the functions without a penalty besides the constant: of the columns,
   * of the products of columns 0 and 0, 0 and 1 and so on, then of the last columns.
   * @returns {Float64Array}
   */
  get basisCoef() {
    return attribute(this, 'basisCoef');
  }

  /**
   * The regularizer a'Da of the function, which is |Pf|^2; with regularizer 'same' the
   * squared norm.
   * @returns {number}
   */
  get penalty() {
    return attribute(this, 'penalty');
  }
}

/**
 * Support vector regression that learns the width of its tube as a function of the sample.
 * @template [S=Samples]
 * @extends {Regressor<ParametricTubeSVROptions<KernelFor<S>>, S>}
 */
export class ParametricTubeSVR extends Regressor {
  /** @param {ParametricTubeSVROptions<any>} [options] */
  constructor(options) {
    super(specs.machineParametricTubeSVR, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the function.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The half-width of the tube: the constant, then the coefficient of each column, or of
   * its size or square.
   * @returns {Float64Array}
   */
  get tubeCoef() {
    return attribute(this, 'tubeCoef');
  }

  /**
   * The half-width of the tube at each training sample.
   * @returns {Float64Array}
   */
  get epsilons() {
    return attribute(this, 'epsilons');
  }
}

/**
 * LPBoost: the vote of classifiers, such as decision stumps, that has the largest soft margin, by linear programs of which each asks for the classifier that improves it most.
 * @template {Label} [L=Label]
 * @extends {CorrectiveBooster<LPBoostClassifierOptions, L, Samples, 'LPBoostClassifier'>}
 */
export class LPBoostClassifier extends CorrectiveBooster {
  /** @param {LPBoostClassifierOptions} [options] */
  constructor(options) {
    super(specs.machineLPBoostClassifier, options, () => new DecisionStump());
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The coefficient of each member. The output is divided by their sum.
   * @returns {Float64Array}
   */
  get alphas() {
    return attribute(this, 'alphas');
  }

  /**
   * The weighted error of each member in its round.
   * @returns {Float64Array}
   */
  get errors() {
    return attribute(this, 'errors');
  }

  /**
   * The edge of each member in its round: for two classes 1 less twice its weighted
   * error.
   * @returns {Float64Array}
   */
  get edges() {
    return attribute(this, 'edges');
  }

  /**
   * The objective after each round: rho less the weighted sum of the slacks divided by
   * nu. It never falls, and no edge under the best weights is smaller.
   * @returns {Float64Array}
   */
  get objectives() {
    return attribute(this, 'objectives');
  }

  /**
   * The margin rho after each round.
   * @returns {Float64Array}
   */
  get rhos() {
    return attribute(this, 'rhos');
  }

  /**
   * The training error after each round, as a share of the weights.
   * @returns {Float64Array}
   */
  get trainingErrors() {
    return attribute(this, 'trainingErrors');
  }

  /**
   * The share of the samples, by weight, whose margin is less than rho after each round.
   * @returns {Float64Array}
   */
  get marginErrors() {
    return attribute(this, 'marginErrors');
  }

  /**
   * The coefficients after each round, a row for each: all of them change in every round.
   * Shape t x t.
   * @returns {Shaped<Float64Array>}
   */
  get roundAlphas() {
    return attribute(this, 'roundAlphas');
  }

  /**
   * The weights of the training samples before each round, a row for each. Each row sums
   * to 1. Shape t x n.
   * @returns {Shaped<Float64Array>}
   */
  get roundWeights() {
    return attribute(this, 'roundWeights');
  }

  /**
   * The margin of each training sample, between -1 and 1: the share of the votes for its
   * class less the largest share of another class.
   * @returns {Float64Array}
   */
  get margins() {
    return attribute(this, 'margins');
  }

  /**
   * The weight of each training sample after the last round. They sum to 1.
   * @returns {Float64Array}
   */
  get finalWeights() {
    return attribute(this, 'finalWeights');
  }
}

/**
 * Classification by a Gaussian process: probabilities that know how sure they are, the kernel's parameters learnt by the marginal likelihood.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<GaussianProcessClassifierOptions<KernelFor<S>>, L, S, 'GaussianProcessClassifier'>}
 */
export class GaussianProcessClassifier extends Classifier {
  /** @param {GaussianProcessClassifierOptions<any>} [options] */
  constructor(options) {
    super(specs.machineGaussianProcessClassifier, options);
  }

  /**
   * The log marginal likelihood of the training data, and its derivatives by the logarithms of
   * the parameters, at the parameters of the fit or at others: by name, or all in the order of
   * parameterNames.
   * @param {Record<string, number> | Entries<number> | null} [parameters]
   * @param {PredictSettings} [settings]
   * @returns {Returns<MarginalLikelihood>}
   */
  logMarginalLikelihood(parameters, settings) {
    return evidenceOf(this, parameters, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Coefficient of each training sample in each process: the mean of the latent function
   * is the sum of dualCoef_i k(x, x_i), with the kernel that was learnt and without
   * variance. Shape q x n.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The curvature of the negative log likelihood at each training sample, at the mode of
   * each process: the weight of the sample times p (1 - p). Shape q x n.
   * @returns {Shaped<Float64Array>}
   */
  get precisions() {
    return attribute(this, 'precisions');
  }

  /**
   * The parameters of the fit, in the order of parameterNames.
   * @returns {Float64Array}
   */
  get parameters() {
    return attribute(this, 'parameters');
  }

  /**
   * The names of the parameters, separated by spaces: variance, then those of the kernel.
   * With more than two classes those of each process, after classes[0]., classes[1]. and
   * so on.
   * @returns {string}
   */
  get parameterNames() {
    return attribute(this, 'parameterNames');
  }

  /**
   * The log marginal likelihood of the parameters, in Laplace's approximation; with more
   * than two classes the mean of evidences.
   * @returns {number}
   */
  get evidence() {
    return attribute(this, 'evidence');
  }

  /**
   * The log marginal likelihood of each process.
   * @returns {Float64Array}
   */
  get evidences() {
    return attribute(this, 'evidences');
  }
}

/**
 * Ranking within queries: a utility that puts the rows of each query in order, by their pairs or by NDCG, with a kernel.
 * @template [S=Samples]
 * @extends {Ranker<RankSVCOptions<KernelFor<S>>, S>}
 */
export class RankSVC extends Ranker {
  /** @param {RankSVCOptions<any>} [options] */
  constructor(options) {
    super(specs.machineRankSVC, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the function.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Number of queries with something to learn from.
   * @returns {number}
   */
  get nQueries() {
    return attribute(this, 'nQueries');
  }

  /**
   * The mean surrogate loss of these queries.
   * @returns {number}
   */
  get meanLoss() {
    return attribute(this, 'meanLoss');
  }
}

/**
 * Utility of ordered classes with the largest average margin of all pairs, in closed form: no pair is looked at.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<OrdinalAverageMarginOptions<KernelFor<S>>, L, S, 'OrdinalAverageMargin'>}
 */
export class OrdinalAverageMargin extends Classifier {
  /** @param {OrdinalAverageMarginOptions<any>} [options] */
  constructor(options) {
    super(specs.machineOrdinalAverageMargin, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices in the utility.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The boundaries between the ranks, in ascending order: a sample whose utility is above
   * the boundary before a rank, and not above the one after it, has that rank.
   * @returns {Float64Array}
   */
  get thresholds() {
    return attribute(this, 'thresholds');
  }

  /**
   * Where each boundary comes from: the mean of the middles of the pairs of neighbouring
   * ranks on the margin (0), else the middle of the closest pair of neighbouring ranks in
   * the right order (1), else of the closest pair of any ranks below and above it in the
   * right order (2), else the least number of samples on the wrong side (3), or no
   * samples on one side, whose ranks are then never predicted (4).
   * @returns {Int32Array}
   */
  get thresholdSource() {
    return attribute(this, 'thresholdSource');
  }

  /**
   * The mean difference of the utilities of a pair of samples of different ranks, that of
   * the higher rank less that of the lower one, for the function of norm 1.
   * @returns {number}
   */
  get averageMargin() {
    return attribute(this, 'averageMargin');
  }
}

/**
 * Support vector machine of ordered classes: a utility that orders all pairs of samples with a margin, and boundaries between the ranks.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<OrdinalSVCOptions<KernelFor<S>>, L, S, 'OrdinalSVC'>}
 */
export class OrdinalSVC extends Classifier {
  /** @param {OrdinalSVCOptions<any>} [options] */
  constructor(options) {
    super(specs.machineOrdinalSVC, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices in the utility.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The boundaries between the ranks, in ascending order: a sample whose utility is above
   * the boundary before a rank, and not above the one after it, has that rank.
   * @returns {Float64Array}
   */
  get thresholds() {
    return attribute(this, 'thresholds');
  }

  /**
   * Where each boundary comes from: the mean of the middles of the pairs of neighbouring
   * ranks on the margin (0), else the middle of the closest pair of neighbouring ranks in
   * the right order (1), else of the closest pair of any ranks below and above it in the
   * right order (2), else the least number of samples on the wrong side (3), or no
   * samples on one side, whose ranks are then never predicted (4).
   * @returns {Int32Array}
   */
  get thresholdSource() {
    return attribute(this, 'thresholdSource');
  }

  /**
   * The margin at each boundary: the least difference of the utilities of a sample above
   * it and one below, over |w|. It is negative where ranks overlap, and the largest
   * number where there are no samples on one side.
   * @returns {Float64Array}
   */
  get rankMargins() {
    return attribute(this, 'rankMargins');
  }

  /**
   * |w|, in the norm of the option. Where no pair has a slack, 1 / |w| is the least
   * margin.
   * @returns {number}
   */
  get norm() {
    return attribute(this, 'norm');
  }

  /**
   * The number of pairs of samples that were compared.
   * @returns {number}
   */
  get pairCount() {
    return attribute(this, 'pairCount');
  }

  /**
   * The number of pairs that the utility depends on, those on the margin or with a slack.
   * @returns {number}
   */
  get supportPairCount() {
    return attribute(this, 'supportPairCount');
  }

  /**
   * With norm 1 or Infinity the weight of each feature: a sample has the utility sum of
   * coef_j x_j, and there are no support vectors. Empty with norm 2.
   * @returns {Float64Array}
   */
  get coef() {
    return attribute(this, 'coef');
  }
}

/**
 * Ordered classes from a linear utility with noise: probabilities by the logit, probit or complementary log-log link.
 * @template {Label} [L=Label]
 * @extends {Classifier<CumulativeLinkModelOptions, L, Samples, 'CumulativeLinkModel'>}
 */
export class CumulativeLinkModel extends Classifier {
  /** @param {CumulativeLinkModelOptions} [options] */
  constructor(options) {
    super(specs.machineCumulativeLinkModel, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The weight of each feature: a sample has the utility sum of coef_j x_j.
   * @returns {Float64Array}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * The boundaries between the ranks, in ascending order: the utility plus the noise of a
   * sample of a rank is above the boundary before it, and not above the one after it.
   * @returns {Float64Array}
   */
  get thresholds() {
    return attribute(this, 'thresholds');
  }

  /**
   * Logarithm of the probability of the training ranks, times their weights, without the
   * penalty.
   * @returns {number}
   */
  get logLikelihood() {
    return attribute(this, 'logLikelihood');
  }
}

/**
 * Support vector machine for ordered classes: a utility with thresholds of the largest margin.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<SVOROptions<KernelFor<S>>, L, S, 'SVOR'>}
 */
export class SVOR extends Classifier {
  /** @param {SVOROptions<any>} [options] */
  constructor(options) {
    super(specs.machineSVOR, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices in the utility.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The boundaries between the ranks, in ascending order: a sample whose utility is above
   * the boundary before a rank, and not above the one after it, has that rank.
   * @returns {Float64Array}
   */
  get thresholds() {
    return attribute(this, 'thresholds');
  }

  /**
   * Primal minus dual objective.
   * @returns {number}
   */
  get dualityGap() {
    return attribute(this, 'dualityGap');
  }
}

/**
 * Ordered classes by a single support vector classifier over extended samples, with a cost of your choice.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<ReducedOrdinalSVCOptions<KernelFor<S>>, L, S, 'ReducedOrdinalSVC'>}
 */
export class ReducedOrdinalSVC extends Classifier {
  /** @param {ReducedOrdinalSVCOptions<any>} [options] */
  constructor(options) {
    super(specs.machineReducedOrdinalSVC, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices in the utility.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The boundaries between the ranks, in ascending order: a sample whose utility is above
   * the boundary before a rank, and not above the one after it, has that rank.
   * @returns {Float64Array}
   */
  get thresholds() {
    return attribute(this, 'thresholds');
  }

  /**
   * Primal minus dual objective.
   * @returns {number}
   */
  get dualityGap() {
    return attribute(this, 'dualityGap');
  }
}

/**
 * Linear classifier that is trained for F1, recall or precision at k, or another measure of whole lists.
 * @template {Label} [L=Label]
 * @extends {Classifier<SetRankerOptions, L, Samples, 'SetRanker'>}
 */
export class SetRanker extends Classifier {
  /** @param {SetRankerOptions} [options] */
  constructor(options) {
    super(specs.machineSetRanker, options);
    learnGroups(this);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * The mean surrogate loss of the lists, for each decision function.
   * @returns {Float64Array}
   */
  get meanLosses() {
    return attribute(this, 'meanLosses');
  }
}

/**
 * Tags for the rows of a sequence, all together, learnt with a large margin: letters of words, words of sentences.
 * @template {Label} [L=Label]
 * @extends {Tagger<SequenceTaggerOptions, L, Samples, 'SequenceTagger'>}
 */
export class SequenceTagger extends Tagger {
  /** @param {SequenceTaggerOptions} [options] */
  constructor(options) {
    super(specs.machineSequenceTagger, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * What is added to the score of a sequence where the tag of the column follows the tag
   * of the row. Shape k x k.
   * @returns {Shaped<Float64Array>}
   */
  get transitions() {
    return attribute(this, 'transitions');
  }
}

/**
 * Support vector classifier of several classes in one problem, after Crammer and Singer or Weston and Watkins, with costs of errors.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<MulticlassSVCOptions<KernelFor<S>>, L, S, 'MulticlassSVC'>}
 */
export class MulticlassSVC extends Classifier {
  /** @param {MulticlassSVCOptions<any>} [options] */
  constructor(options) {
    super(specs.machineMulticlassSVC, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The generalised hinge of each training sample: the largest cost of a class plus the
   * lead of its function over that of the true class; 0 if the true class leads each
   * other one by its cost.
   * @returns {Float64Array}
   */
  get hingeLosses() {
    return attribute(this, 'hingeLosses');
  }
}

/**
 * Perceptron that learns the functions of all classes together, from its mistakes; its weights can be averaged.
 * @template {Label} [L=Label]
 * @extends {Classifier<MulticlassPerceptronOptions, L, Samples, 'MulticlassPerceptron'>}
 */
export class MulticlassPerceptron extends Classifier {
  /** @param {MulticlassPerceptronOptions} [options] */
  constructor(options) {
    super(specs.machineMulticlassPerceptron, options);
  }

  /**
   * Goes on learning from further samples. The first call starts anew.
   * @template {Entries<L>} Y
   * @template {L} [C=never]
   * @param {Samples} X
   * @param {Y} y
   * @param {PartialFitSettings<C>} [settings]
   * @returns {Returns<Classifiers<LabelOf<Y, L> | C, Samples>['MulticlassPerceptron']>}
   */
  partialFit(X, y, settings) {
    return /** @type {any} */ (update(this, X, y, settings));
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * The constants of the decision functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * The weights of the decision functions: a row each. Shape q x d.
   * @returns {Shaped<Float64Array>}
   */
  get coef() {
    return attribute(this, 'coef');
  }

  /**
   * Number of mistakes during learning.
   * @returns {number}
   */
  get mistakes() {
    return attribute(this, 'mistakes');
  }

  /**
   * Passes over the samples; if the classes were separated, the last had no mistake.
   * @returns {number}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }

  /**
   * Mistakes in each pass.
   * @returns {Int32Array}
   */
  get mistakesPerPass() {
    return attribute(this, 'mistakesPerPass');
  }

  /**
   * R^2, the largest <x, x> of all samples seen.
   * @returns {number}
   */
  get squaredRadius() {
    return attribute(this, 'squaredRadius');
  }

  /**
   * The least lead of the true class over another at a training sample, at the end of a
   * fit, over the norm of all functions together; negative if they do not separate the
   * classes.
   * @returns {number}
   */
  get margin() {
    return attribute(this, 'margin');
  }

  /**
   * The bound on the mistakes of a fit from R and the margin at the end, if this margin
   * is positive and all weights of samples are 1; else 0.
   * @returns {number}
   */
  get mistakeBound() {
    return attribute(this, 'mistakeBound');
  }
}

/**
 * Scales every feature to a largest absolute value of 1; zeros stay zeros.
 * @extends {Transformer<MaxAbsScalerOptions, Samples>}
 */
export class MaxAbsScaler extends Transformer {
  /** @param {MaxAbsScalerOptions} [options] */
  constructor(options) {
    super(specs.machineMaxAbsScaler, options);
  }

  /**
   * The samples that transform makes X of.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  inverseTransform(X, settings) {
    return invert(this, X, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * What is subtracted from each feature.
   * @returns {Float64Array}
   */
  get center() {
    return attribute(this, 'center');
  }

  /**
   * What each feature is divided by; 1 for a feature that does not vary.
   * @returns {Float64Array}
   */
  get scale() {
    return attribute(this, 'scale');
  }
}

/**
 * Scales every feature by its median and quantiles, which outliers do not move.
 * @extends {Transformer<RobustScalerOptions, Samples>}
 */
export class RobustScaler extends Transformer {
  /** @param {RobustScalerOptions} [options] */
  constructor(options) {
    super(specs.machineRobustScaler, options);
  }

  /**
   * The samples that transform makes X of.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  inverseTransform(X, settings) {
    return invert(this, X, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * What is subtracted from each feature.
   * @returns {Float64Array}
   */
  get center() {
    return attribute(this, 'center');
  }

  /**
   * What each feature is divided by; 1 for a feature that does not vary.
   * @returns {Float64Array}
   */
  get scale() {
    return attribute(this, 'scale');
  }
}

/**
 * Gives every feature the same distribution, uniform or normal, by its quantiles.
 * @extends {Transformer<QuantileTransformerOptions, Samples>}
 */
export class QuantileTransformer extends Transformer {
  /** @param {QuantileTransformerOptions} [options] */
  constructor(options) {
    super(specs.machineQuantileTransformer, options);
  }

  /**
   * The samples that transform makes X of.
   * @param {Samples} X
   * @param {PredictSettings} [settings]
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  inverseTransform(X, settings) {
    return invert(this, X, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Number of quantiles that are kept of each feature.
   * @returns {number}
   */
  get nQuantiles() {
    return attribute(this, 'nQuantiles');
  }

  /**
   * Quantiles of each feature, of equal distances between 0 and 1. Shape d x q.
   * @returns {Shaped<Float64Array>}
   */
  get quantiles() {
    return attribute(this, 'quantiles');
  }
}

/**
 * Products of features up to a degree, in the order of scikit-learn.
 * @extends {Transformer<PolynomialFeaturesOptions, Samples>}
 */
export class PolynomialFeatures extends Transformer {
  /** @param {PolynomialFeaturesOptions} [options] */
  constructor(options) {
    super(specs.machinePolynomialFeatures, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Number of features that transform gives.
   * @returns {number}
   */
  get nOutputs() {
    return attribute(this, 'nOutputs');
  }
}

/**
 * Keeps the features that tell most of the classes or numbers to be learnt.
 * @extends {Selector<SelectKBestOptions, Samples>}
 */
export class SelectKBest extends Selector {
  /** @param {SelectKBestOptions} [options] */
  constructor(options) {
    super(specs.machineSelectKBest, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Score of each feature; 0 for one that does not vary.
   * @returns {Float64Array}
   */
  get scores() {
    return attribute(this, 'scores');
  }

  /**
   * Numbers of the features that are kept, ascending.
   * @returns {Int32Array}
   */
  get selected() {
    return attribute(this, 'selected');
  }
}

/**
 * Fills in missing values by the mean, the median or the most frequent value of their feature, or by a constant.
 * @extends {Imputer<SimpleImputerOptions, IncompleteSamples>}
 */
export class SimpleImputer extends Imputer {
  /** @param {SimpleImputerOptions} [options] */
  constructor(options) {
    super(specs.machineSimpleImputer, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * What stands in for a missing value of each feature.
   * @returns {Float64Array}
   */
  get statistics() {
    return attribute(this, 'statistics');
  }

  /**
   * Numbers of the features that have an indicator.
   * @returns {Int32Array}
   */
  get indicated() {
    return attribute(this, 'indicated');
  }
}

/**
 * Fills in missing values by the mean of their feature over the nearest samples.
 * @extends {Imputer<KNNImputerOptions, IncompleteSamples>}
 */
export class KNNImputer extends Imputer {
  /** @param {KNNImputerOptions} [options] */
  constructor(options) {
    super(specs.machineKNNImputer, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Number of training samples that are kept.
   * @returns {number}
   */
  get nSamples() {
    return attribute(this, 'nSamples');
  }

  /**
   * Mean of each feature, where it is not missing.
   * @returns {Float64Array}
   */
  get means() {
    return attribute(this, 'means');
  }

  /**
   * Numbers of the features that have an indicator.
   * @returns {Int32Array}
   */
  get indicated() {
    return attribute(this, 'indicated');
  }
}

/**
 * MulticlassPerceptron in dual variables, with a kernel.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<MulticlassKernelPerceptronOptions<KernelFor<S>>, L, S, 'MulticlassKernelPerceptron'>}
 */
export class MulticlassKernelPerceptron extends Classifier {
  /** @param {MulticlassKernelPerceptronOptions<any>} [options] */
  constructor(options) {
    super(specs.machineMulticlassKernelPerceptron, options);
  }

  /**
   * Goes on learning from further samples. The first call starts anew.
   * @template {Entries<L>} Y
   * @template {L} [C=never]
   * @param {S} X
   * @param {Y} y
   * @param {PartialFitSettings<C>} [settings]
   * @returns {Returns<Classifiers<LabelOf<Y, L> | C, S>['MulticlassKernelPerceptron']>}
   */
  partialFit(X, y, settings) {
    return /** @type {any} */ (update(this, X, y, settings));
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * Number of mistakes during learning.
   * @returns {number}
   */
  get mistakes() {
    return attribute(this, 'mistakes');
  }

  /**
   * Passes over the samples; if the classes were separated, the last had no mistake.
   * @returns {number}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }

  /**
   * Mistakes in each pass.
   * @returns {Int32Array}
   */
  get mistakesPerPass() {
    return attribute(this, 'mistakesPerPass');
  }

  /**
   * R^2, the largest <x, x> of all samples seen.
   * @returns {number}
   */
  get squaredRadius() {
    return attribute(this, 'squaredRadius');
  }

  /**
   * The least lead of the true class over another at a training sample, at the end of a
   * fit, over the norm of all functions together; negative if they do not separate the
   * classes.
   * @returns {number}
   */
  get margin() {
    return attribute(this, 'margin');
  }

  /**
   * The bound on the mistakes of a fit from R and the margin at the end, if this margin
   * is positive and all weights of samples are 1; else 0.
   * @returns {number}
   */
  get mistakeBound() {
    return attribute(this, 'mistakeBound');
  }
}

/**
 * Makes of each category of a feature, text or number, a column of 0 and 1; rare categories can share one.
 * @extends {Encoder<OneHotEncoderOptions, TableSamples>}
 */
export class OneHotEncoder extends Encoder {
  /** @param {OneHotEncoderOptions} [options] */
  constructor(options) {
    super(specs.machineOneHotEncoder, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Number of columns that come out.
   * @returns {number}
   */
  get nOutputs() {
    return attribute(this, 'nOutputs');
  }
}

/**
 * Makes of each category of a feature, text or number, its number in the order of the categories.
 * @extends {Encoder<OrdinalEncoderOptions, TableSamples>}
 */
export class OrdinalEncoder extends Encoder {
  /** @param {OrdinalEncoderOptions} [options] */
  constructor(options) {
    super(specs.machineOrdinalEncoder, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }
}

/**
 * Support vector machine that learns whether two samples are of the same class, also of classes that it never saw, and classifies by that.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {PairClassifier<EquivalenceSVCOptions<KernelFor<S>>, L, S, 'EquivalenceSVC'>}
 */
export class EquivalenceSVC extends PairClassifier {
  /** @param {EquivalenceSVCOptions<any>} [options] */
  constructor(options) {
    super(specs.machineEquivalenceSVC, options);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The rows of the training set of each support pair, two by two. Shape s x 2.
   * @returns {Shaped<Int32Array>}
   */
  get supportPairs() {
    return attribute(this, 'supportPairs');
  }

  /**
   * The coefficients of the support pairs: positive for those of the same class, negative
   * for the others.
   * @returns {Float64Array}
   */
  get pairCoef() {
    return attribute(this, 'pairCoef');
  }

  /**
   * The constant of the decision function of pairs.
   * @returns {number}
   */
  get pairIntercept() {
    return attribute(this, 'pairIntercept');
  }

  /**
   * The number of pairs of rows that were learnt from.
   * @returns {number}
   */
  get pairCount() {
    return attribute(this, 'pairCount');
  }

  /**
   * How many of them are of the same class.
   * @returns {number}
   */
  get samePairCount() {
    return attribute(this, 'samePairCount');
  }

  /**
   * Primal minus dual objective.
   * @returns {number}
   */
  get dualityGap() {
    return attribute(this, 'dualityGap');
  }
}

/**
 * Support vector classifier for up to millions of samples: the kernel is approximated with some samples as landmarks.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<LowRankSVCOptions<KernelFor<S>>, L, S, 'LowRankSVC'>}
 */
export class LowRankSVC extends Classifier {
  /** @param {LowRankSVCOptions<any>} [options] */
  constructor(options) {
    super(specs.machineLowRankSVC, options);
  }

  /**
   * Trains on rows that come in chunks, of which only one is in memory at a time, beside the
   * features of those before it. Landmarks, and widths of kernels that follow the data, come from
   * the first chunk; all else is as if fit had got the rows of all chunks. Fails as a whole or not
   * at all.
   * @template {Entries<L>} Y
   * @param {Iterable<Chunk<S, Y>> | OnlyPromised<AsyncIterable<Chunk<S, Y>>>} chunks
   * @param {ChunkSettings} [settings]
   * @returns {Returns<Classifiers<LabelOf<Y, L>, S>['LowRankSVC']>}
   */
  fitChunks(chunks, settings) {
    return /** @type {any} */ (fitChunks(this, chunks, settings));
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * The constants of the functions.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Coefficients of the rows at supportIndices, a row for each function. Shape q x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * Passes over the samples, or Newton steps, for each decision function.
   * @returns {Int32Array}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }

  /**
   * Primal minus dual objective of each problem with the features as they are stored: its
   * objective is at most so far above the least one.
   * @returns {Float64Array}
   */
  get dualityGaps() {
    return attribute(this, 'dualityGaps');
  }

  /**
   * Eigenvalues of the kernel matrix of the landmarks, the largest first; 0 for those
   * that are rounding errors or negative.
   * @returns {Float64Array}
   */
  get eigenvalues() {
    return attribute(this, 'eigenvalues');
  }
}

/**
 * Support vector regression for up to millions of samples: the kernel is approximated with some samples as landmarks.
 * @template [S=Samples]
 * @extends {Regressor<LowRankSVROptions<KernelFor<S>>, S>}
 */
export class LowRankSVR extends Regressor {
  /** @param {LowRankSVROptions<any>} [options] */
  constructor(options) {
    super(specs.machineLowRankSVR, options);
  }

  /**
   * Trains on rows that come in chunks, of which only one is in memory at a time, beside the
   * features of those before it. Landmarks, and widths of kernels that follow the data, come from
   * the first chunk; all else is as if fit had got the rows of all chunks. Fails as a whole or not
   * at all.
   * @param {Iterable<Chunk<S, Entries<number>>> | OnlyPromised<AsyncIterable<Chunk<S, Entries<number>>>>} chunks
   * @param {ChunkSettings} [settings]
   * @returns {Returns<this>}
   */
  fitChunks(chunks, settings) {
    return fitChunks(this, chunks, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the function.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Passes over the samples, or Newton steps, for each decision function.
   * @returns {Int32Array}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }

  /**
   * Primal minus dual objective of each problem with the features as they are stored: its
   * objective is at most so far above the least one.
   * @returns {Float64Array}
   */
  get dualityGaps() {
    return attribute(this, 'dualityGaps');
  }

  /**
   * Eigenvalues of the kernel matrix of the landmarks, the largest first; 0 for those
   * that are rounding errors or negative.
   * @returns {Float64Array}
   */
  get eigenvalues() {
    return attribute(this, 'eigenvalues');
  }
}

/**
 * Support vector classifier, solved exactly, to which rows are added and from which they are removed as if it had been fitted to those that are left.
 * @template {Label} [L=Label]
 * @template [S=Samples]
 * @extends {Classifier<IncrementalSVCOptions<KernelFor<S>>, L, S, 'IncrementalSVC'>}
 */
export class IncrementalSVC extends Classifier {
  /** @param {IncrementalSVCOptions<any>} [options] */
  constructor(options) {
    super(specs.machineIncrementalSVC, options);
  }

  /**
   * Adds a row, or several. The model is then that of a fit to all rows, to rounding; widths of
   * kernels stay those of the fit.
   * @param {S | Entries<number> | string} x one row, or samples as fit takes them
   * @param {Entries<L> | L} y its label, or theirs, of the classes of the fit
   * @param {FitSettings} [settings]
   * @returns {Returns<this>}
   */
  add(x, y, settings) {
    return add(this, x, y, settings);
  }

  /**
   * Removes a row, or several, by their indices among the rows of the fit and those added after
   * it; rows behind a removed one move up. The model is then that of a fit to the rows that are
   * left, to rounding, and its bytes hold nothing of the others.
   * @param {number | Entries<number>} index
   * @param {WorkSettings} [settings]
   * @returns {Returns<this>}
   */
  remove(index, settings) {
    return remove(this, index, settings);
  }

  /**
   * How far the model is from the exact solution for the rows that it has, computed anew from
   * them.
   * @param {WorkSettings} [settings]
   * @returns {Returns<Certificate>}
   */
  certificate(settings) {
    return certify(this, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Number of support vectors of each class.
   * @returns {Int32Array}
   */
  get supportCounts() {
    return attribute(this, 'supportCounts');
  }

  /**
   * Coefficients of the support vectors. For pairs r is k-1, and the layout is LIBSVM's:
   * in the column of a support vector of class i, row j holds y alpha of the pair of i
   * with the j-th of the other classes. With multiClass 'ovr' there is a row for each
   * class against the rest. Shape r x m.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the decision function, for each pair of classes, or each class.
   * @returns {Float64Array}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Iterations for each pair of classes, or each class.
   * @returns {Int32Array}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }
}

/**
 * Support vector regression, solved exactly, to which rows are added and from which they are removed.
 * @template [S=Samples]
 * @extends {Regressor<IncrementalSVROptions<KernelFor<S>>, S>}
 */
export class IncrementalSVR extends Regressor {
  /** @param {IncrementalSVROptions<any>} [options] */
  constructor(options) {
    super(specs.machineIncrementalSVR, options);
  }

  /**
   * Adds a row, or several. The model is then that of a fit to all rows, to rounding; widths of
   * kernels stay those of the fit.
   * @param {S | Entries<number> | string} x one row, or samples as fit takes them
   * @param {Entries<number> | number} y its value, or theirs
   * @param {FitSettings} [settings]
   * @returns {Returns<this>}
   */
  add(x, y, settings) {
    return add(this, x, y, settings);
  }

  /**
   * Removes a row, or several, by their indices among the rows of the fit and those added after
   * it; rows behind a removed one move up. The model is then that of a fit to the rows that are
   * left, to rounding, and its bytes hold nothing of the others.
   * @param {number | Entries<number>} index
   * @param {WorkSettings} [settings]
   * @returns {Returns<this>}
   */
  remove(index, settings) {
    return remove(this, index, settings);
  }

  /**
   * How far the model is from the exact solution for the rows that it has, computed anew from
   * them.
   * @param {WorkSettings} [settings]
   * @returns {Returns<Certificate>}
   */
  certificate(settings) {
    return certify(this, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the function.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }
}

/**
 * One-class support vector machine, solved exactly, to which rows are added and from which they are removed.
 * @template [S=Samples]
 * @extends {Detector<IncrementalOneClassOptions<KernelFor<S>>, S>}
 */
export class IncrementalOneClass extends Detector {
  /** @param {IncrementalOneClassOptions<any>} [options] */
  constructor(options) {
    super(specs.machineIncrementalOneClass, options);
  }

  /**
   * Adds a row, or several. The model is then that of a fit to all rows, to rounding; widths of
   * kernels stay those of the fit.
   * @param {S | Entries<number> | string} x one row, or samples as fit takes them
   * @param {FitSettings} [settings]
   * @returns {Returns<this>}
   */
  add(x, settings) {
    return add(this, x, undefined, settings);
  }

  /**
   * Removes a row, or several, by their indices among the rows of the fit and those added after
   * it; rows behind a removed one move up. The model is then that of a fit to the rows that are
   * left, to rounding, and its bytes hold nothing of the others.
   * @param {number | Entries<number>} index
   * @param {WorkSettings} [settings]
   * @returns {Returns<this>}
   */
  remove(index, settings) {
    return remove(this, index, settings);
  }

  /**
   * How far the model is from the exact solution for the rows that it has, computed anew from
   * them.
   * @param {WorkSettings} [settings]
   * @returns {Returns<Certificate>}
   */
  certificate(settings) {
    return certify(this, settings);
  }

  /**
   * Number of features that a row of X must have.
   * @returns {number}
   */
  get nFeatures() {
    return attribute(this, 'nFeatures');
  }

  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return attribute(this, 'supportIndices');
  }

  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   * @returns {KeptSamples<S>}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }

  /**
   * Coefficients of the rows at supportIndices.
   * @returns {Float64Array}
   */
  get dualCoef() {
    return attribute(this, 'dualCoef');
  }

  /**
   * The constant of the function.
   * @returns {number}
   */
  get intercept() {
    return attribute(this, 'intercept');
  }

  /**
   * Share of the training samples that lie outside, at most nu.
   * @returns {number}
   */
  get errorFraction() {
    return attribute(this, 'errorFraction');
  }

  /**
   * Share of the training samples that are support vectors, at least nu.
   * @returns {number}
   */
  get supportFraction() {
    return attribute(this, 'supportFraction');
  }
}
