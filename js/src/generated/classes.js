// Written by go run ./core/internal/gen from core/catalog. Do not edit.

import { attribute } from '../model/estimator.js';
import * as specs from './specs.js';
import { Classifier, Detector, Regressor, Transformer, diagnose, exportLiblinear, exportLibsvm, invert, update } from '../face/estimators.js';

/** @import { Returns } from '../forms.js' */
/** @import { Diagnostics, DiagnosticsSettings, Entries, Label, PartialFitSettings, Samples, Shaped, SparseMatrix } from '../types.js' */
/** @typedef {import('./options.js').SVCOptions} SVCOptions */
/** @typedef {import('./options.js').NuSVCOptions} NuSVCOptions */
/** @typedef {import('./options.js').OneClassSVMOptions} OneClassSVMOptions */
/** @typedef {import('./options.js').SVDDOptions} SVDDOptions */
/** @typedef {import('./options.js').SVROptions} SVROptions */
/** @typedef {import('./options.js').NuSVROptions} NuSVROptions */
/** @typedef {import('./options.js').ConvexLossSVROptions} ConvexLossSVROptions */
/** @typedef {import('./options.js').LinearSVCOptions} LinearSVCOptions */
/** @typedef {import('./options.js').LinearSVROptions} LinearSVROptions */
/** @typedef {import('./options.js').SGDClassifierOptions} SGDClassifierOptions */
/** @typedef {import('./options.js').PerceptronOptions} PerceptronOptions */
/** @typedef {import('./options.js').KernelPerceptronOptions} KernelPerceptronOptions */
/** @typedef {import('./options.js').KernelRidgeOptions} KernelRidgeOptions */
/** @typedef {import('./options.js').AverageMarginClassifierOptions} AverageMarginClassifierOptions */
/** @typedef {import('./options.js').NearestCentroidOptions} NearestCentroidOptions */
/** @typedef {import('./options.js').KNeighborsClassifierOptions} KNeighborsClassifierOptions */
/** @typedef {import('./options.js').FisherDiscriminantOptions} FisherDiscriminantOptions */
/** @typedef {import('./options.js').KernelFisherDiscriminantOptions} KernelFisherDiscriminantOptions */
/** @typedef {import('./options.js').KernelPCAOptions} KernelPCAOptions */
/** @typedef {import('./options.js').StandardScalerOptions} StandardScalerOptions */
/** @typedef {import('./options.js').MinMaxScalerOptions} MinMaxScalerOptions */
/** @typedef {import('./options.js').NormalizerOptions} NormalizerOptions */

/**
 * Support vector classifier with a soft or a hard margin (C-SVC), for two or more classes.
 * @template {Label} [L=Label]
 * @extends {Classifier<SVCOptions, L>}
 */
export class SVC extends Classifier {
  /** @param {SVCOptions} [options] */
  constructor(options) {
    super(specs.machineSVC, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {Samples} X
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
   * Working sets of the iterations, as rows of the training set, one set after another.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
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
 * @extends {Classifier<NuSVCOptions, L>}
 */
export class NuSVC extends Classifier {
  /** @param {NuSVCOptions} [options] */
  constructor(options) {
    super(specs.machineNuSVC, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {Samples} X
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
   * Working sets of the iterations, as rows of the training set, one set after another.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
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
 * @extends {Detector<OneClassSVMOptions>}
 */
export class OneClassSVM extends Detector {
  /** @param {OneClassSVMOptions} [options] */
  constructor(options) {
    super(specs.machineOneClassSVM, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {Samples} X
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
   * Working sets of the iterations, as rows of the training set, one set after another.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
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
 * @extends {Detector<SVDDOptions>}
 */
export class SVDD extends Detector {
  /** @param {SVDDOptions} [options] */
  constructor(options) {
    super(specs.machineSVDD, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {Samples} X
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
   * Working sets of the iterations, as rows of the training set, one set after another.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
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
 * @extends {Regressor<SVROptions>}
 */
export class SVR extends Regressor {
  /** @param {SVROptions} [options] */
  constructor(options) {
    super(specs.machineSVR, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {Samples} X
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
   * Working sets of the iterations, as rows of the training set, one set after another.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
  }
}

/**
 * Support vector regression that chooses the width of its tube.
 * @extends {Regressor<NuSVROptions>}
 */
export class NuSVR extends Regressor {
  /** @param {NuSVROptions} [options] */
  constructor(options) {
    super(specs.machineNuSVR, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {Samples} X
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
   * Working sets of the iterations, as rows of the training set, one set after another.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
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
 * @extends {Regressor<ConvexLossSVROptions>}
 */
export class ConvexLossSVR extends Regressor {
  /** @param {ConvexLossSVROptions} [options] */
  constructor(options) {
    super(specs.machineConvexLossSVR, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {Samples} X
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
   * Working sets of the iterations, as rows of the training set, one set after another.
   * @returns {Int32Array}
   */
  get traceSets() {
    return attribute(this, 'traceSets');
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
 * @extends {Classifier<LinearSVCOptions, L>}
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
   * Passes over the samples for each decision function.
   * @returns {Int32Array}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }
}

/**
 * Linear support vector regression, for many sparse samples.
 * @extends {Regressor<LinearSVROptions>}
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
   * Passes over the samples for each decision function.
   * @returns {Int32Array}
   */
  get nIter() {
    return attribute(this, 'nIter');
  }
}

/**
 * Linear classifier with the hinge or another margin loss by stochastic subgradient descent (Pegasos), which goes on learning from further samples.
 * @template {Label} [L=Label]
 * @extends {Classifier<SGDClassifierOptions, L>}
 */
export class SGDClassifier extends Classifier {
  /** @param {SGDClassifierOptions} [options] */
  constructor(options) {
    super(specs.machineSGDClassifier, options);
  }

  /**
   * Goes on learning from further samples. The first call starts anew.
   * @param {Samples} X
   * @param {Entries<L>} y
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
 * @extends {Classifier<PerceptronOptions, L>}
 */
export class Perceptron extends Classifier {
  /** @param {PerceptronOptions} [options] */
  constructor(options) {
    super(specs.machinePerceptron, options);
  }

  /**
   * Goes on learning from further samples. The first call starts anew.
   * @param {Samples} X
   * @param {Entries<L>} y
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
 * The perceptron in dual variables, with a kernel.
 * @template {Label} [L=Label]
 * @extends {Classifier<KernelPerceptronOptions, L>}
 */
export class KernelPerceptron extends Classifier {
  /** @param {KernelPerceptronOptions} [options] */
  constructor(options) {
    super(specs.machineKernelPerceptron, options);
  }

  /**
   * Goes on learning from further samples. The first call starts anew.
   * @param {Samples} X
   * @param {Entries<L>} y
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
 * @extends {Regressor<KernelRidgeOptions>}
 */
export class KernelRidge extends Regressor {
  /** @param {KernelRidgeOptions} [options] */
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
   * it. Empty if the system was singular or indefinite: this machine is then not unique.
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
}

/**
 * Classifier of the largest average margin (a Parzen machine) in closed form, for two or more classes.
 * @template {Label} [L=Label]
 * @extends {Classifier<AverageMarginClassifierOptions, L>}
 */
export class AverageMarginClassifier extends Classifier {
  /** @param {AverageMarginClassifierOptions} [options] */
  constructor(options) {
    super(specs.machineAverageMarginClassifier, options);
  }

  /**
   * Where the rows lie with respect to the margin, and how good the solution is.
   * @param {Samples} X
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
 * @extends {Classifier<NearestCentroidOptions, L>}
 */
export class NearestCentroid extends Classifier {
  /** @param {NearestCentroidOptions} [options] */
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
 * @extends {Classifier<KNeighborsClassifierOptions, L>}
 */
export class KNeighborsClassifier extends Classifier {
  /** @param {KNeighborsClassifierOptions} [options] */
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
   */
  get supportVectors() {
    return attribute(this, 'supportVectors');
  }
}

/**
 * Fisher's linear discriminant (linear discriminant analysis), regularised, for two or more classes.
 * @template {Label} [L=Label]
 * @extends {Classifier<FisherDiscriminantOptions, L>}
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
 * @extends {Classifier<KernelFisherDiscriminantOptions, L>}
 */
export class KernelFisherDiscriminant extends Classifier {
  /** @param {KernelFisherDiscriminantOptions} [options] */
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
 * @extends {Transformer<KernelPCAOptions>}
 */
export class KernelPCA extends Transformer {
  /** @param {KernelPCAOptions} [options] */
  constructor(options) {
    super(specs.machineKernelPCA, options);
  }

  /**
   * The samples that transform makes X of.
   * @param {Samples} X
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  inverseTransform(X) {
    return invert(this, X);
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
   * @returns {Shaped<Float64Array> | SparseMatrix | string[]}
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
 * @extends {Transformer<StandardScalerOptions>}
 */
export class StandardScaler extends Transformer {
  /** @param {StandardScalerOptions} [options] */
  constructor(options) {
    super(specs.machineStandardScaler, options);
  }

  /**
   * The samples that transform makes X of.
   * @param {Samples} X
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  inverseTransform(X) {
    return invert(this, X);
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
 * @extends {Transformer<MinMaxScalerOptions>}
 */
export class MinMaxScaler extends Transformer {
  /** @param {MinMaxScalerOptions} [options] */
  constructor(options) {
    super(specs.machineMinMaxScaler, options);
  }

  /**
   * The samples that transform makes X of.
   * @param {Samples} X
   * @returns {Returns<Shaped<Float64Array> | SparseMatrix>}
   */
  inverseTransform(X) {
    return invert(this, X);
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
 * @extends {Transformer<NormalizerOptions>}
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
