// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.

import type { Booster } from '../face/boosting.js';
import type { Encoder } from '../face/encoding.js';
import type { Classifier, Detector, Regressor, Transformer } from '../face/estimators.js';
import type { GapsClassifier, GapsRegressor, Imputer } from '../face/imputing.js';
import type { Ranker } from '../face/ranking.js';
import type { Selector } from '../face/selecting.js';
import type { Tagger } from '../face/tagging.js';
import type { OnlyPromised, Returns } from '../forms.js';
import type { Certificate, Chunk, ChunkFile, ChunkSettings, DensitySettings, Diagnostics, DiagnosticsSettings, DistributionSettings, Entries, FitSettings, IncompleteSamples, KeptSamples, KernelFor, KernelOption, Known, Label, LabelOf, MarginalLikelihood, PartialFitSettings, PointSettings, PredictSettings, Predicted, RowKernels, SampleSettings, Samples, SamplesOf, Shaped, SparseMatrix, TableSamples, WorkSettings } from '../types.js';
import type { Classifiers } from './classifiers.js';
import type { AdaBoostClassifierOptions, ConvexLossSVROptions, CumulativeLinkModelOptions, DecisionTreeClassifierOptions, FisherDiscriminantOptions, GaussianProcessClassifierOptions, GaussianProcessRegressorOptions, HistGradientBoostingClassifierOptions, HistGradientBoostingRegressorOptions, IncrementalOneClassOptions, IncrementalSVCOptions, IncrementalSVROptions, KNNImputerOptions, KNeighborsClassifierOptions, KernelDensityOptions, KernelPCAOptions, KernelRidgeOptions, KernelSGDClassifierOptions, LSSVCOptions, LassoOptions, LinearRegressionOptions, LinearSVCOptions, LinearSVROptions, LowRankSVCOptions, LowRankSVROptions, MaxAbsScalerOptions, MinMaxScalerOptions, MulticlassSVCOptions, NearestCentroidOptions, NormalizerOptions, NuSVCOptions, NuSVROptions, NystroemOptions, OneClassSVMOptions, OneHotEncoderOptions, OrdinalEncoderOptions, OrdinalSVCOptions, PolynomialFeaturesOptions, QuantileTransformerOptions, RBFSamplerOptions, RankSVCOptions, RidgeOptions, RobustScalerOptions, SGDClassifierOptions, SGDRegressorOptions, SVCOptions, SVDDOptions, SVOROptions, SVROptions, SelectKBestOptions, SequenceTaggerOptions, SimpleImputerOptions, StandardScalerOptions } from './options.js';
export type { AdaBoostClassifierOptions, ConvexLossSVROptions, CumulativeLinkModelOptions, DecisionTreeClassifierOptions, FisherDiscriminantOptions, GaussianProcessClassifierOptions, GaussianProcessRegressorOptions, HistGradientBoostingClassifierOptions, HistGradientBoostingRegressorOptions, IncrementalOneClassOptions, IncrementalSVCOptions, IncrementalSVROptions, KNNImputerOptions, KNeighborsClassifierOptions, KernelDensityOptions, KernelPCAOptions, KernelRidgeOptions, KernelSGDClassifierOptions, LSSVCOptions, LassoOptions, LinearRegressionOptions, LinearSVCOptions, LinearSVROptions, LowRankSVCOptions, LowRankSVROptions, MaxAbsScalerOptions, MinMaxScalerOptions, MulticlassSVCOptions, NearestCentroidOptions, NormalizerOptions, NuSVCOptions, NuSVROptions, NystroemOptions, OneClassSVMOptions, OneHotEncoderOptions, OrdinalEncoderOptions, OrdinalSVCOptions, PolynomialFeaturesOptions, QuantileTransformerOptions, RBFSamplerOptions, RankSVCOptions, RidgeOptions, RobustScalerOptions, SGDClassifierOptions, SGDRegressorOptions, SVCOptions, SVDDOptions, SVOROptions, SVROptions, SelectKBestOptions, SequenceTaggerOptions, SimpleImputerOptions, StandardScalerOptions } from './options.js';

/** Support vector classifier with a soft or a hard margin (C-SVC), for two or more classes. */
export const SVC: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: SVCOptions<K> & Known<K>): SVC<L, SamplesOf<K>>;
  readonly prototype: SVC<any, any>;
};
export interface SVC<L extends Label = Label, S = Samples> extends Classifier<SVCOptions<KernelFor<S>>, L, S, "SVC"> {
  /** Where the rows lie with respect to the margin, and how good the solution is. */
  diagnostics(X: S, y: Entries<L>, settings?: DiagnosticsSettings): Returns<Diagnostics>;
  /**
   * The model in LIBSVM's text format, for svm-predict and its kin. Its labels must be
   * whole numbers.
   */
  exportLibsvm(): Returns<string>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Number of support vectors of each class. */
  get supportCounts(): Int32Array;
  /**
   * Coefficients of the support vectors. For pairs r is k-1, and the layout is LIBSVM's:
   * in the column of a support vector of class i, row j holds y alpha of the pair of i
   * with the j-th of the other classes. With multiClass 'ovr' there is a row for each
   * class against the rest. Shape r x m.
   */
  get dualCoef(): Shaped<Float64Array>;
  /** The constant of the decision function, for each pair of classes, or each class. */
  get intercept(): Float64Array;
  /** Iterations for each pair of classes, or each class. */
  get nIter(): Int32Array;
  /** Primal minus dual objective of each quadratic problem. */
  get dualityGaps(): Float64Array;
  /** Kernel values that each quadratic problem needed, as if it were alone. */
  get kernelEvaluations(): Float64Array;
  /** Kernel rows that each quadratic problem found in the cache. */
  get cacheHits(): Float64Array;
  /** Numbers of the kernel rows, 'float64' or 'float32'; see study.precision. */
  get precision(): string;
  /** Number of samples that were shrunk at some time, for each quadratic problem. */
  get shrunkCounts(): Int32Array;
  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   */
  get traceEnds(): Int32Array;
  /** Minus the dual objective after each iteration. */
  get traceObjective(): Float64Array;
  /** Largest violation of the optimality (KKT) conditions after each iteration. */
  get traceGap(): Float64Array;
  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   */
  get tracePrimal(): Float64Array;
  /** 1 / |w| after each iteration; 0 while w is zero. */
  get traceMargin(): Float64Array;
  /** End of the working set of each iteration in traceSets. */
  get traceSetEnds(): Int32Array;
  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   */
  get traceSets(): Int32Array;
  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   */
  get traceScores(): Float64Array;
  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   */
  get traceMu(): Float64Array;
  /** The share of that step that was taken; 0 where there was none. */
  get traceStep(): Float64Array;
  /** Violation of the equalities before that step, relative to the scale of the variables. */
  get tracePrimalResidual(): Float64Array;
  /** Violation of the dual equality before that step, relative to its scale. */
  get traceDualResidual(): Float64Array;
  /**
   * With a normBound, the C with the same solution, for each pair of classes, or each
   * class.
   */
  get effectiveC(): Float64Array;
}

/** Support vector classifier with a bound on the share of samples inside the margin. */
export const NuSVC: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: NuSVCOptions<K> & Known<K>): NuSVC<L, SamplesOf<K>>;
  readonly prototype: NuSVC<any, any>;
};
export interface NuSVC<L extends Label = Label, S = Samples> extends Classifier<NuSVCOptions<KernelFor<S>>, L, S, "NuSVC"> {
  /** Where the rows lie with respect to the margin, and how good the solution is. */
  diagnostics(X: S, y: Entries<L>, settings?: DiagnosticsSettings): Returns<Diagnostics>;
  /**
   * The model in LIBSVM's text format, for svm-predict and its kin. Its labels must be
   * whole numbers.
   */
  exportLibsvm(): Returns<string>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Number of support vectors of each class. */
  get supportCounts(): Int32Array;
  /**
   * Coefficients of the support vectors. For pairs r is k-1, and the layout is LIBSVM's:
   * in the column of a support vector of class i, row j holds y alpha of the pair of i
   * with the j-th of the other classes. With multiClass 'ovr' there is a row for each
   * class against the rest. Shape r x m.
   */
  get dualCoef(): Shaped<Float64Array>;
  /** The constant of the decision function, for each pair of classes, or each class. */
  get intercept(): Float64Array;
  /** Iterations for each pair of classes, or each class. */
  get nIter(): Int32Array;
  /** Primal minus dual objective of each quadratic problem. */
  get dualityGaps(): Float64Array;
  /** Kernel values that each quadratic problem needed, as if it were alone. */
  get kernelEvaluations(): Float64Array;
  /** Kernel rows that each quadratic problem found in the cache. */
  get cacheHits(): Float64Array;
  /** Numbers of the kernel rows, 'float64' or 'float32'; see study.precision. */
  get precision(): string;
  /** Number of samples that were shrunk at some time, for each quadratic problem. */
  get shrunkCounts(): Int32Array;
  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   */
  get traceEnds(): Int32Array;
  /** Minus the dual objective after each iteration. */
  get traceObjective(): Float64Array;
  /** Largest violation of the optimality (KKT) conditions after each iteration. */
  get traceGap(): Float64Array;
  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   */
  get tracePrimal(): Float64Array;
  /** 1 / |w| after each iteration; 0 while w is zero. */
  get traceMargin(): Float64Array;
  /** End of the working set of each iteration in traceSets. */
  get traceSetEnds(): Int32Array;
  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   */
  get traceSets(): Int32Array;
  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   */
  get traceScores(): Float64Array;
  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   */
  get traceMu(): Float64Array;
  /** The share of that step that was taken; 0 where there was none. */
  get traceStep(): Float64Array;
  /** Violation of the equalities before that step, relative to the scale of the variables. */
  get tracePrimalResidual(): Float64Array;
  /** Violation of the dual equality before that step, relative to its scale. */
  get traceDualResidual(): Float64Array;
  /** The C with which SVC has the same solution, for each pair of classes, or each class. */
  get C(): Float64Array;
  /**
   * Share of the samples of each problem that lie inside the margin or on the wrong side
   * by more than tol, at most nu.
   */
  get errorFractions(): Float64Array;
  /** Share of the samples of each problem that are support vectors, at least nu. */
  get supportFractions(): Float64Array;
}

/** Novelty detection: the region of most samples, by a hyperplane that separates them from the origin. */
export const OneClassSVM: {
  new <K extends KernelOption = RowKernels>(options?: OneClassSVMOptions<K> & Known<K>): OneClassSVM<SamplesOf<K>>;
  readonly prototype: OneClassSVM<any>;
};
export interface OneClassSVM<S = Samples> extends Detector<OneClassSVMOptions<KernelFor<S>>, S> {
  /** Where the rows lie with respect to the margin, and how good the solution is. */
  diagnostics(X: S, settings?: DiagnosticsSettings): Returns<Diagnostics>;
  /**
   * The model in LIBSVM's text format, for svm-predict and its kin.
   */
  exportLibsvm(): Returns<string>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Coefficients of the rows at supportIndices. */
  get dualCoef(): Float64Array;
  /** The constant of the function. */
  get intercept(): number;
  /** Primal minus dual objective of each quadratic problem. */
  get dualityGaps(): Float64Array;
  /** Kernel values that each quadratic problem needed, as if it were alone. */
  get kernelEvaluations(): Float64Array;
  /** Kernel rows that each quadratic problem found in the cache. */
  get cacheHits(): Float64Array;
  /** Numbers of the kernel rows, 'float64' or 'float32'; see study.precision. */
  get precision(): string;
  /** Number of samples that were shrunk at some time, for each quadratic problem. */
  get shrunkCounts(): Int32Array;
  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   */
  get traceEnds(): Int32Array;
  /** Minus the dual objective after each iteration. */
  get traceObjective(): Float64Array;
  /** Largest violation of the optimality (KKT) conditions after each iteration. */
  get traceGap(): Float64Array;
  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   */
  get tracePrimal(): Float64Array;
  /** 1 / |w| after each iteration; 0 while w is zero. */
  get traceMargin(): Float64Array;
  /** End of the working set of each iteration in traceSets. */
  get traceSetEnds(): Int32Array;
  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   */
  get traceSets(): Int32Array;
  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   */
  get traceScores(): Float64Array;
  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   */
  get traceMu(): Float64Array;
  /** The share of that step that was taken; 0 where there was none. */
  get traceStep(): Float64Array;
  /** Violation of the equalities before that step, relative to the scale of the variables. */
  get tracePrimalResidual(): Float64Array;
  /** Violation of the dual equality before that step, relative to its scale. */
  get traceDualResidual(): Float64Array;
  /**
   * Share of the training samples that lie outside by more than the tolerance, at most
   * nu.
   */
  get errorFraction(): number;
  /** Share of the training samples that are support vectors, at least nu. */
  get supportFraction(): number;
}

/** Novelty detection: the region of most samples, by the smallest ball around them; around all of them with nu = 0. */
export const SVDD: {
  new <K extends KernelOption = RowKernels>(options?: SVDDOptions<K> & Known<K>): SVDD<SamplesOf<K>>;
  readonly prototype: SVDD<any>;
};
export interface SVDD<S = Samples> extends Detector<SVDDOptions<KernelFor<S>>, S> {
  /** Where the rows lie with respect to the margin, and how good the solution is. */
  diagnostics(X: S, settings?: DiagnosticsSettings): Returns<Diagnostics>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Coefficients of the rows at supportIndices. */
  get dualCoef(): Float64Array;
  /** The constant of the function. */
  get intercept(): number;
  /** Primal minus dual objective of each quadratic problem. */
  get dualityGaps(): Float64Array;
  /** Kernel values that each quadratic problem needed, as if it were alone. */
  get kernelEvaluations(): Float64Array;
  /** Kernel rows that each quadratic problem found in the cache. */
  get cacheHits(): Float64Array;
  /** Numbers of the kernel rows, 'float64' or 'float32'; see study.precision. */
  get precision(): string;
  /** Number of samples that were shrunk at some time, for each quadratic problem. */
  get shrunkCounts(): Int32Array;
  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   */
  get traceEnds(): Int32Array;
  /** Minus the dual objective after each iteration. */
  get traceObjective(): Float64Array;
  /** Largest violation of the optimality (KKT) conditions after each iteration. */
  get traceGap(): Float64Array;
  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   */
  get tracePrimal(): Float64Array;
  /** 1 / |w| after each iteration; 0 while w is zero. */
  get traceMargin(): Float64Array;
  /** End of the working set of each iteration in traceSets. */
  get traceSetEnds(): Int32Array;
  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   */
  get traceSets(): Int32Array;
  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   */
  get traceScores(): Float64Array;
  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   */
  get traceMu(): Float64Array;
  /** The share of that step that was taken; 0 where there was none. */
  get traceStep(): Float64Array;
  /** Violation of the equalities before that step, relative to the scale of the variables. */
  get tracePrimalResidual(): Float64Array;
  /** Violation of the dual equality before that step, relative to its scale. */
  get traceDualResidual(): Float64Array;
  /** Radius of the ball, in feature space. */
  get radius(): number;
  /**
   * Share of the training samples that lie outside by more than the tolerance, at most
   * nu.
   */
  get errorFraction(): number;
  /** Share of the training samples that are support vectors, at least nu. */
  get supportFraction(): number;
}

/** Support vector regression with a tube of given width. */
export const SVR: {
  new <K extends KernelOption = RowKernels>(options?: SVROptions<K> & Known<K>): SVR<SamplesOf<K>>;
  readonly prototype: SVR<any>;
};
export interface SVR<S = Samples> extends Regressor<SVROptions<KernelFor<S>>, S> {
  /** Where the rows lie with respect to the margin, and how good the solution is. */
  diagnostics(X: S, y: Entries<number>, settings?: DiagnosticsSettings): Returns<Diagnostics>;
  /**
   * The model in LIBSVM's text format, for svm-predict and its kin.
   */
  exportLibsvm(): Returns<string>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Coefficients of the rows at supportIndices. */
  get dualCoef(): Float64Array;
  /** The constant of the function. */
  get intercept(): number;
  /** Primal minus dual objective of each quadratic problem. */
  get dualityGaps(): Float64Array;
  /** Kernel values that each quadratic problem needed, as if it were alone. */
  get kernelEvaluations(): Float64Array;
  /** Kernel rows that each quadratic problem found in the cache. */
  get cacheHits(): Float64Array;
  /** Numbers of the kernel rows, 'float64' or 'float32'; see study.precision. */
  get precision(): string;
  /** Number of samples that were shrunk at some time, for each quadratic problem. */
  get shrunkCounts(): Int32Array;
  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   */
  get traceEnds(): Int32Array;
  /** Minus the dual objective after each iteration. */
  get traceObjective(): Float64Array;
  /** Largest violation of the optimality (KKT) conditions after each iteration. */
  get traceGap(): Float64Array;
  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   */
  get tracePrimal(): Float64Array;
  /** 1 / |w| after each iteration; 0 while w is zero. */
  get traceMargin(): Float64Array;
  /** End of the working set of each iteration in traceSets. */
  get traceSetEnds(): Int32Array;
  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   */
  get traceSets(): Int32Array;
  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   */
  get traceScores(): Float64Array;
  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   */
  get traceMu(): Float64Array;
  /** The share of that step that was taken; 0 where there was none. */
  get traceStep(): Float64Array;
  /** Violation of the equalities before that step, relative to the scale of the variables. */
  get tracePrimalResidual(): Float64Array;
  /** Violation of the dual equality before that step, relative to its scale. */
  get traceDualResidual(): Float64Array;
}

/** Support vector regression that chooses the width of its tube. */
export const NuSVR: {
  new <K extends KernelOption = RowKernels>(options?: NuSVROptions<K> & Known<K>): NuSVR<SamplesOf<K>>;
  readonly prototype: NuSVR<any>;
};
export interface NuSVR<S = Samples> extends Regressor<NuSVROptions<KernelFor<S>>, S> {
  /** Where the rows lie with respect to the margin, and how good the solution is. */
  diagnostics(X: S, y: Entries<number>, settings?: DiagnosticsSettings): Returns<Diagnostics>;
  /**
   * The model in LIBSVM's text format, for svm-predict and its kin.
   */
  exportLibsvm(): Returns<string>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Coefficients of the rows at supportIndices. */
  get dualCoef(): Float64Array;
  /** The constant of the function. */
  get intercept(): number;
  /** Primal minus dual objective of each quadratic problem. */
  get dualityGaps(): Float64Array;
  /** Kernel values that each quadratic problem needed, as if it were alone. */
  get kernelEvaluations(): Float64Array;
  /** Kernel rows that each quadratic problem found in the cache. */
  get cacheHits(): Float64Array;
  /** Numbers of the kernel rows, 'float64' or 'float32'; see study.precision. */
  get precision(): string;
  /** Number of samples that were shrunk at some time, for each quadratic problem. */
  get shrunkCounts(): Int32Array;
  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   */
  get traceEnds(): Int32Array;
  /** Minus the dual objective after each iteration. */
  get traceObjective(): Float64Array;
  /** Largest violation of the optimality (KKT) conditions after each iteration. */
  get traceGap(): Float64Array;
  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   */
  get tracePrimal(): Float64Array;
  /** 1 / |w| after each iteration; 0 while w is zero. */
  get traceMargin(): Float64Array;
  /** End of the working set of each iteration in traceSets. */
  get traceSetEnds(): Int32Array;
  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   */
  get traceSets(): Int32Array;
  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   */
  get traceScores(): Float64Array;
  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   */
  get traceMu(): Float64Array;
  /** The share of that step that was taken; 0 where there was none. */
  get traceStep(): Float64Array;
  /** Violation of the equalities before that step, relative to the scale of the variables. */
  get tracePrimalResidual(): Float64Array;
  /** Violation of the dual equality before that step, relative to its scale. */
  get traceDualResidual(): Float64Array;
  /** Half-width of the tube that results from nu. */
  get epsilon(): number;
  /** Share of the training samples that lie outside the tube by more than tol, at most nu. */
  get errorFraction(): number;
  /**
   * Share of the training samples that are support vectors, at least nu unless epsilon is
   * 0.
   */
  get supportFraction(): number;
}

/** Support vector regression with a convex loss for the noise at hand: absolute, squared, Huber's, polynomial, with or without a tube. */
export const ConvexLossSVR: {
  new <K extends KernelOption = RowKernels>(options?: ConvexLossSVROptions<K> & Known<K>): ConvexLossSVR<SamplesOf<K>>;
  readonly prototype: ConvexLossSVR<any>;
};
export interface ConvexLossSVR<S = Samples> extends Regressor<ConvexLossSVROptions<KernelFor<S>>, S> {
  /** Where the rows lie with respect to the margin, and how good the solution is. */
  diagnostics(X: S, y: Entries<number>, settings?: DiagnosticsSettings): Returns<Diagnostics>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Coefficients of the rows at supportIndices. */
  get dualCoef(): Float64Array;
  /** The constant of the function. */
  get intercept(): number;
  /** Primal minus dual objective of each quadratic problem. */
  get dualityGaps(): Float64Array;
  /** Kernel values that each quadratic problem needed, as if it were alone. */
  get kernelEvaluations(): Float64Array;
  /** Kernel rows that each quadratic problem found in the cache. */
  get cacheHits(): Float64Array;
  /** Numbers of the kernel rows, 'float64' or 'float32'; see study.precision. */
  get precision(): string;
  /** Number of samples that were shrunk at some time, for each quadratic problem. */
  get shrunkCounts(): Int32Array;
  /**
   * End of each quadratic problem in the other fields of the trace, which have one entry
   * for each recorded iteration; see the option trace.
   */
  get traceEnds(): Int32Array;
  /** Minus the dual objective after each iteration. */
  get traceObjective(): Float64Array;
  /** Largest violation of the optimality (KKT) conditions after each iteration. */
  get traceGap(): Float64Array;
  /**
   * Primal objective after each iteration. The smallest one so far and the largest dual
   * objective enclose the optimum.
   */
  get tracePrimal(): Float64Array;
  /** 1 / |w| after each iteration; 0 while w is zero. */
  get traceMargin(): Float64Array;
  /** End of the working set of each iteration in traceSets. */
  get traceSetEnds(): Int32Array;
  /**
   * Working sets of the iterations, as rows of the training set, one set after another;
   * the interior point method has none.
   */
  get traceSets(): Int32Array;
  /**
   * Scores by which 'decomposition' and 'chunking' chose the rows of traceSets; empty for
   * the other solvers.
   */
  get traceScores(): Float64Array;
  /**
   * For each recorded iteration of the interior point method the value that the step
   * after it aims the products of variables and multipliers at; empty for the other
   * solvers.
   */
  get traceMu(): Float64Array;
  /** The share of that step that was taken; 0 where there was none. */
  get traceStep(): Float64Array;
  /** Violation of the equalities before that step, relative to the scale of the variables. */
  get tracePrimalResidual(): Float64Array;
  /** Violation of the dual equality before that step, relative to its scale. */
  get traceDualResidual(): Float64Array;
  /**
   * |w|^2, the flatness of the function. Negative for a kernel that is not positive
   * definite.
   */
  get squaredNorm(): number;
  /** Weighted mean of the losses of the training samples. */
  get empiricalRisk(): number;
}

/** Linear support vector classifier, one versus rest, for many sparse samples. */
export class LinearSVC<L extends Label = Label> extends Classifier<LinearSVCOptions, L, Samples, "LinearSVC"> {
  constructor(options?: LinearSVCOptions);
  /**
   * The model in LIBLINEAR's text format, for liblinear-predict and its kin. Its labels must be
   * whole numbers.
   */
  exportLiblinear(): Returns<string>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /** Passes over the samples, or Newton steps, for each decision function. */
  get nIter(): Int32Array;
}

/** Linear support vector regression, for many sparse samples. */
export class LinearSVR extends Regressor<LinearSVROptions, Samples> {
  constructor(options?: LinearSVROptions);
  /**
   * The model in LIBLINEAR's text format, for liblinear-predict and its kin.
   */
  exportLiblinear(): Returns<string>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /** Passes over the samples, or Newton steps, for each decision function. */
  get nIter(): Int32Array;
}

/** Linear classifier with the hinge or another margin loss by stochastic subgradient descent (Pegasos), which goes on learning from further samples. */
export class SGDClassifier<L extends Label = Label> extends Classifier<SGDClassifierOptions, L, Samples, "SGDClassifier"> {
  constructor(options?: SGDClassifierOptions);
  /** Goes on learning from further samples. The first call starts anew. */
  partialFit<Y extends Entries<L>, C extends L = never>(X: Samples, y: Y, settings?: PartialFitSettings<C>): Returns<Classifiers<LabelOf<Y, L> | C, Samples>["SGDClassifier"]>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /** Number of samples visited so far. */
  get nSteps(): number;
  /**
   * Numbers of steps after which the objective was computed: after the passes 1, 2, 4,
   * ..., at the end, and after every partialFit.
   */
  get objectiveSteps(): Int32Array;
  /**
   * The objective after these steps, on the samples of the fit or update, summed over the
   * decision functions.
   */
  get objectiveCurve(): Float64Array;
}

/** Kernel ridge regression in closed form, with leave-one-out residuals. */
export const KernelRidge: {
  new <K extends KernelOption = RowKernels>(options?: KernelRidgeOptions<K> & Known<K>): KernelRidge<SamplesOf<K>>;
  readonly prototype: KernelRidge<any>;
};
export interface KernelRidge<S = Samples> extends Regressor<KernelRidgeOptions<KernelFor<S>>, S> {
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** Coefficient of each training sample in the prediction. */
  get dualCoef(): Float64Array;
  /** The constant of the prediction, 0 without fitIntercept. */
  get intercept(): number;
  /**
   * y minus the prediction for each training sample by a machine that was trained without
   * it. Empty if the system was singular or indefinite, because this machine is then not
   * unique, and with the solver 'conjugateGradient'.
   */
  get looResiduals(): Float64Array;
  /**
   * Weighted mean of the squared looResiduals, an estimate of the error on new samples;
   * without looResiduals it is the largest number, so that it wins no comparison.
   */
  get looError(): number;
  /**
   * With the solver 'conjugateGradient' two numbers that the least objective lies
   * between; the second is that of this function.
   */
  get objectiveBounds(): Float64Array;
}

/** Classifier that predicts the class with the closest mean in feature space, for two or more classes. */
export const NearestCentroid: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: NearestCentroidOptions<K> & Known<K>): NearestCentroid<L, SamplesOf<K>>;
  readonly prototype: NearestCentroid<any, any>;
};
export interface NearestCentroid<L extends Label = Label, S = Samples> extends Classifier<NearestCentroidOptions<KernelFor<S>>, L, S, "NearestCentroid"> {
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** The constants of the functions. */
  get intercept(): Float64Array;
  /** Coefficients of the rows at supportIndices, a row for each function. Shape q x m. */
  get dualCoef(): Shaped<Float64Array>;
}

/** Classifier in which the nearest neighbours in feature space vote. */
export const KNeighborsClassifier: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: KNeighborsClassifierOptions<K> & Known<K>): KNeighborsClassifier<L, SamplesOf<K>>;
  readonly prototype: KNeighborsClassifier<any, any>;
};
export interface KNeighborsClassifier<L extends Label = Label, S = Samples> extends Classifier<KNeighborsClassifierOptions<KernelFor<S>>, L, S, "KNeighborsClassifier"> {
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
}

/** Fisher's linear discriminant (linear discriminant analysis), regularised, for two or more classes. */
export class FisherDiscriminant<L extends Label = Label> extends Classifier<FisherDiscriminantOptions, L, Samples, "FisherDiscriminant"> {
  constructor(options?: FisherDiscriminantOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
}

/** The directions of largest variance in feature space: coordinates of samples, and samples from coordinates. */
export const KernelPCA: {
  new <K extends KernelOption = RowKernels>(options?: KernelPCAOptions<K> & Known<K>): KernelPCA<SamplesOf<K>>;
  readonly prototype: KernelPCA<any>;
};
export interface KernelPCA<S = Samples> extends Transformer<KernelPCAOptions<KernelFor<S>>, S> {
  /** The samples that transform makes X of. */
  inverseTransform(X: Samples, settings?: PredictSettings): Returns<Shaped<Float64Array> | SparseMatrix>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** The constants of the functions. */
  get intercept(): Float64Array;
  /** Coefficients of the rows at supportIndices, a row for each function. Shape q x m. */
  get dualCoef(): Shaped<Float64Array>;
  /**
   * Eigenvalues of the centred kernel matrix, the largest first: the sum of squares along
   * each component.
   */
  get eigenvalues(): Float64Array;
  /**
   * Eigenvalue of each component divided by the sum of all, which is the variance in
   * feature space; 0 if this sum is not positive.
   */
  get explainedVarianceRatio(): Float64Array;
}

/** Scales every feature to mean 0 and variance 1. */
export class StandardScaler extends Transformer<StandardScalerOptions, Samples> {
  constructor(options?: StandardScalerOptions);
  /** The samples that transform makes X of. */
  inverseTransform(X: Samples, settings?: PredictSettings): Returns<Shaped<Float64Array> | SparseMatrix>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** Mean of each feature. */
  get mean(): Float64Array;
  /** Standard deviation of each feature; 1 for a constant feature. */
  get scale(): Float64Array;
}

/** Scales every feature to an interval, such as 0 to 1. */
export class MinMaxScaler extends Transformer<MinMaxScalerOptions, Samples> {
  constructor(options?: MinMaxScalerOptions);
  /** The samples that transform makes X of. */
  inverseTransform(X: Samples, settings?: PredictSettings): Returns<Shaped<Float64Array> | SparseMatrix>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** Smallest value of each feature. */
  get dataMin(): Float64Array;
  /** Largest value of each feature. */
  get dataMax(): Float64Array;
  /** Factor of each feature. */
  get scale(): Float64Array;
}

/** Scales every row to norm 1. */
export class Normalizer extends Transformer<NormalizerOptions, Samples> {
  constructor(options?: NormalizerOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
}

/** Features whose inner products come close to a kernel, from some of the samples as landmarks. */
export const Nystroem: {
  new <K extends KernelOption = RowKernels>(options?: NystroemOptions<K> & Known<K>): Nystroem<SamplesOf<K>>;
  readonly prototype: Nystroem<any>;
};
export interface Nystroem<S = Samples> extends Transformer<NystroemOptions<KernelFor<S>>, S> {
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** The constants of the functions. */
  get intercept(): Float64Array;
  /** Coefficients of the rows at supportIndices, a row for each function. Shape q x m. */
  get dualCoef(): Shaped<Float64Array>;
  /**
   * Eigenvalues of the kernel matrix of the landmarks, the largest first; 0 for those
   * that are rounding errors or negative.
   */
  get eigenvalues(): Float64Array;
}

/** Random Fourier features, whose inner products come close to the Gaussian kernel. */
export class RBFSampler extends Transformer<RBFSamplerOptions, Samples> {
  constructor(options?: RBFSamplerOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The frequencies w, a row for each feature that transform gives. Shape q x d. */
  get frequencies(): Shaped<Float64Array>;
  /** The offset b of each feature that transform gives. */
  get offsets(): Float64Array;
}

/** Regression by a Gaussian process: a mean with standard deviations, its parameters learnt by the marginal likelihood. */
export const GaussianProcessRegressor: {
  new <K extends KernelOption = RowKernels>(options?: GaussianProcessRegressorOptions<K> & Known<K>): GaussianProcessRegressor<SamplesOf<K>>;
  readonly prototype: GaussianProcessRegressor<any>;
};
export interface GaussianProcessRegressor<S = Samples> extends Regressor<GaussianProcessRegressorOptions<KernelFor<S>>, S> {
  /**
   * The mean for every row; with returnStd or returnCov also the standard deviation of the
   * function, without the noise, or the covariances of all pairs of rows.
   */
  predict<T extends DistributionSettings = PredictSettings>(X: S, settings?: T): Returns<Predicted<T>>;
  /**
   * Functions drawn from the process, row by row: as the fit leaves it, or before a fit from
   * the prior that the options describe.
   * @returns rows x samples
   */
  sampleY(X: S, settings?: SampleSettings): Returns<Shaped<Float64Array>>;
  /**
   * The logarithm of the joint density of the values y of the function at the rows of X, or
   * with noise of observations: after the fit, or before a fit under the prior.
   */
  logDensity(X: S, y: Entries<number>, settings?: DensitySettings): Returns<number>;
  /**
   * The log marginal likelihood of the training data, and its derivatives by the logarithms of
   * the parameters, at the parameters of the fit or at others: by name, or all in the order of
   * parameterNames.
   */
  logMarginalLikelihood(parameters?: Record<string, number> | Entries<number> | null, settings?: PredictSettings): Returns<MarginalLikelihood>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Coefficient of each training sample: the mean is targetMean plus the sum of
   * dualCoef_i k(x, x_i), with the kernel that was learnt and without variance.
   */
  get dualCoef(): Float64Array;
  /** The parameters of the fit, in the order of parameterNames. */
  get parameters(): Float64Array;
  /**
   * The names of the parameters, separated by spaces: variance, then those of the kernel,
   * then alpha.
   */
  get parameterNames(): string;
  /** The log marginal likelihood of the parameters. */
  get evidence(): number;
  /**
   * Variance of the noise, in units of y: alpha of the fit, times the square of
   * targetScale.
   */
  get noise(): number;
  /** What was subtracted from y: its mean with normalizeY, else 0. */
  get targetMean(): number;
  /** What y was divided by then: its standard deviation with normalizeY, else 1. */
  get targetScale(): number;
}

/** Density estimated by windows around the samples, and whether a sample lies where it is large. */
export class KernelDensity extends Detector<KernelDensityOptions, Samples> {
  constructor(options?: KernelDensityOptions);
  /**
   * The logarithm of the density at every row: the decision value plus offset; -Infinity where the
   * density is 0.
   */
  scoreSamples(X: Samples, settings?: PredictSettings): Returns<Shaped<Float64Array>>;
  /**
   * Samples drawn from the density, row by row.
   * @param count how many
   * @returns count x features
   */
  sample(count: number, settings?: PointSettings): Returns<Shaped<Float64Array>>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** Rows of the training set that have a window: all of positive weight. */
  get supportIndices(): Int32Array;
  /** These rows, sparse if the training data were. Shape m x d. */
  get supportVectors(): KeptSamples<Samples>;
  /**
   * Bandwidth of the windows: that of the options, or what their rule gives for the
   * training samples.
   */
  get bandwidth(): number;
  /** Logarithm of the density at the boundary between inside and outside. */
  get offset(): number;
}

/** Decision tree that splits the samples where this makes their classes purest, for two or more classes. */
export class DecisionTreeClassifier<L extends Label = Label> extends Classifier<DecisionTreeClassifierOptions, L, Samples, "DecisionTreeClassifier"> {
  constructor(options?: DecisionTreeClassifierOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * The threshold of each node: rows whose feature is at most as large go left. 0 for a
   * leaf.
   */
  get thresholds(): Float64Array;
  /** The feature that each node compares. 0 for a leaf. */
  get features(): Int32Array;
  /**
   * The left and the right child of each node, by their numbers; the root is node 0. 0
   * for a leaf. Shape t x 2.
   */
  get children(): Shaped<Int32Array>;
  /** The share of each class in the weight of each node. Shape t x k. */
  get shares(): Shaped<Float64Array>;
  /** Number of training samples in each node. */
  get nodeSamples(): Int32Array;
  /** The share of each feature in the decrease of the impurity by all splits. */
  get featureImportances(): Float64Array;
}

/** AdaBoost: a weighted vote of classifiers, such as decision stumps, each of which learns from the samples that those before it get wrong. */
export class AdaBoostClassifier<L extends Label = Label> extends Booster<AdaBoostClassifierOptions, L, Samples, "AdaBoostClassifier"> {
  constructor(options?: AdaBoostClassifierOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The coefficient of each member. The output is divided by their sum. */
  get alphas(): Float64Array;
  /** The weighted error eps of each member in its round. */
  get errors(): Float64Array;
  /**
   * The number Z of each round by which the weights are divided. The product of all is a
   * bound on the training error.
   */
  get normalizers(): Float64Array;
  /** The training error of the members up to each round, as a share of the weights. */
  get trainingErrors(): Float64Array;
  /** The share of the samples, by weight, whose margin is at most rho after each round. */
  get marginErrors(): Float64Array;
  /** The bound on this share after each round, see Theorem 1.12. */
  get bounds(): Float64Array;
  /**
   * The margin of each training sample, between -1 and 1: the share of the votes for its
   * class less the largest share of another class.
   */
  get margins(): Float64Array;
  /** The weight of each training sample after the last round. They sum to 1. */
  get finalWeights(): Float64Array;
}

/** Linear function of least squares. */
export class LinearRegression extends Regressor<LinearRegressionOptions, Samples> {
  constructor(options?: LinearRegressionOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /** y minus the prediction, for each training sample. */
  get residuals(): Float64Array;
  /** Weighted sum of the squared residuals. */
  get sse(): number;
  /**
   * Number of directions of the weights that the data and the penalty determine; below
   * the number of features the weights are the shortest of many solutions.
   */
  get rank(): number;
}

/** Linear function of least squares with a penalty on the weights. */
export class Ridge extends Regressor<RidgeOptions, Samples> {
  constructor(options?: RidgeOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /** y minus the prediction, for each training sample. */
  get residuals(): Float64Array;
  /** Weighted sum of the squared residuals. */
  get sse(): number;
  /**
   * Number of directions of the weights that the data and the penalty determine; below
   * the number of features the weights are the shortest of many solutions.
   */
  get rank(): number;
  /** The objective: sse plus alpha times the squared norm of the weights. */
  get penalizedLoss(): number;
  /**
   * In dual form the coefficients of the training samples, of which coef is the sum: the
   * weighted residuals divided by alpha. Empty in primal form.
   */
  get dualCoef(): Float64Array;
}

/** Least-squares support vector classifier in closed form, with leave-one-out residuals. */
export const LSSVC: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: LSSVCOptions<K> & Known<K>): LSSVC<L, SamplesOf<K>>;
  readonly prototype: LSSVC<any, any>;
};
export interface LSSVC<L extends Label = Label, S = Samples> extends Classifier<LSSVCOptions<KernelFor<S>>, L, S, "LSSVC"> {
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** The constants of the functions. */
  get intercept(): Float64Array;
  /** Coefficients of the rows at supportIndices, a row for each function. Shape q x m. */
  get dualCoef(): Shaped<Float64Array>;
  /**
   * The decision values of each training sample by a machine that was trained without it:
   * one for two classes, else one for each class, row by row. Empty if the system was
   * singular or indefinite.
   */
  get looValues(): Float64Array;
  /**
   * Weighted share of the training samples that looValues put into a wrong class, an
   * estimate of the error on new samples; without looValues it is the largest number, so
   * that it wins no comparison.
   */
  get looError(): number;
}

/** Linear function by stochastic gradient descent, which goes on learning from further samples. */
export class SGDRegressor extends Regressor<SGDRegressorOptions, Samples> {
  constructor(options?: SGDRegressorOptions);
  /** Goes on learning from further samples. The first call starts anew. */
  partialFit(X: Samples, y: Entries<number>, settings?: PartialFitSettings): Returns<this>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /** Number of samples visited so far. */
  get nSteps(): number;
  /** Length of the first step: what eta0 was resolved to. */
  get eta(): number;
  /**
   * Length of steps from which on the loss 'gaussian' may diverge: 2/(|x|^2 + 1) for the
   * longest sample, without a constant 2/|x|^2.
   */
  get etaLimit(): number;
  /**
   * In dual form the coefficients of all samples seen, of which the last weights are the
   * sum. Empty in primal form.
   */
  get dualCoef(): Float64Array;
  /**
   * Numbers of steps after which the objective was computed: after the passes 1, 2, 4,
   * ..., at the end, and after every partialFit.
   */
  get objectiveSteps(): Int32Array;
  /**
   * The objective after these steps, on the samples of the fit or update, summed over the
   * decision functions.
   */
  get objectiveCurve(): Float64Array;
}

/** Kernel classifier by stochastic subgradient descent, which goes on learning from further samples. */
export const KernelSGDClassifier: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: KernelSGDClassifierOptions<K> & Known<K>): KernelSGDClassifier<L, SamplesOf<K>>;
  readonly prototype: KernelSGDClassifier<any, any>;
};
export interface KernelSGDClassifier<L extends Label = Label, S = Samples> extends Classifier<KernelSGDClassifierOptions<KernelFor<S>>, L, S, "KernelSGDClassifier"> {
  /** Goes on learning from further samples. The first call starts anew. */
  partialFit<Y extends Entries<L>, C extends L = never>(X: S, y: Y, settings?: PartialFitSettings<C>): Returns<Classifiers<LabelOf<Y, L> | C, S>["KernelSGDClassifier"]>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** The constants of the functions. */
  get intercept(): Float64Array;
  /** Coefficients of the rows at supportIndices, a row for each function. Shape q x m. */
  get dualCoef(): Shaped<Float64Array>;
  /** Number of samples visited so far. */
  get nSteps(): number;
  /**
   * Numbers of steps after which the objective was computed: after the passes 1, 2, 4,
   * ..., at the end, and after every partialFit.
   */
  get objectiveSteps(): Int32Array;
  /**
   * The objective after these steps, on the samples of the fit or update, summed over the
   * decision functions.
   */
  get objectiveCurve(): Float64Array;
}

/** Classification by a Gaussian process: probabilities that know how sure they are, the kernel's parameters learnt by the marginal likelihood. */
export const GaussianProcessClassifier: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: GaussianProcessClassifierOptions<K> & Known<K>): GaussianProcessClassifier<L, SamplesOf<K>>;
  readonly prototype: GaussianProcessClassifier<any, any>;
};
export interface GaussianProcessClassifier<L extends Label = Label, S = Samples> extends Classifier<GaussianProcessClassifierOptions<KernelFor<S>>, L, S, "GaussianProcessClassifier"> {
  /**
   * The log marginal likelihood of the training data, and its derivatives by the logarithms of
   * the parameters, at the parameters of the fit or at others: by name, or all in the order of
   * parameterNames.
   */
  logMarginalLikelihood(parameters?: Record<string, number> | Entries<number> | null, settings?: PredictSettings): Returns<MarginalLikelihood>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Coefficient of each training sample in each process: the mean of the latent function
   * is the sum of dualCoef_i k(x, x_i), with the kernel that was learnt and without
   * variance. Shape q x n.
   */
  get dualCoef(): Shaped<Float64Array>;
  /**
   * The curvature of the negative log likelihood at each training sample, at the mode of
   * each process: the weight of the sample times p (1 - p). Shape q x n.
   */
  get precisions(): Shaped<Float64Array>;
  /** The parameters of the fit, in the order of parameterNames. */
  get parameters(): Float64Array;
  /**
   * The names of the parameters, separated by spaces: variance, then those of the kernel.
   * With more than two classes those of each process, after classes[0]., classes[1]. and
   * so on.
   */
  get parameterNames(): string;
  /**
   * The log marginal likelihood of the parameters, in Laplace's approximation; with more
   * than two classes the mean of evidences.
   */
  get evidence(): number;
  /** The log marginal likelihood of each process. */
  get evidences(): Float64Array;
}

/** Ranking within queries: a utility that puts the rows of each query in order, by their pairs or by NDCG, with a kernel. */
export const RankSVC: {
  new <K extends KernelOption = RowKernels>(options?: RankSVCOptions<K> & Known<K>): RankSVC<SamplesOf<K>>;
  readonly prototype: RankSVC<any>;
};
export interface RankSVC<S = Samples> extends Ranker<RankSVCOptions<KernelFor<S>>, S> {
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Coefficients of the rows at supportIndices. */
  get dualCoef(): Float64Array;
  /** The constant of the function. */
  get intercept(): number;
  /** Number of queries with something to learn from. */
  get nQueries(): number;
  /** The mean surrogate loss of these queries. */
  get meanLoss(): number;
}

/** Support vector machine of ordered classes: a utility that orders all pairs of samples with a margin, and boundaries between the ranks. */
export const OrdinalSVC: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: OrdinalSVCOptions<K> & Known<K>): OrdinalSVC<L, SamplesOf<K>>;
  readonly prototype: OrdinalSVC<any, any>;
};
export interface OrdinalSVC<L extends Label = Label, S = Samples> extends Classifier<OrdinalSVCOptions<KernelFor<S>>, L, S, "OrdinalSVC"> {
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Coefficients of the rows at supportIndices in the utility. */
  get dualCoef(): Float64Array;
  /**
   * The boundaries between the ranks, in ascending order: a sample whose utility is above
   * the boundary before a rank, and not above the one after it, has that rank.
   */
  get thresholds(): Float64Array;
  /**
   * Where each boundary comes from: the mean of the middles of the pairs of neighbouring
   * ranks on the margin (0), else the middle of the closest pair of neighbouring ranks in
   * the right order (1), else of the closest pair of any ranks below and above it in the
   * right order (2), else the least number of samples on the wrong side (3), or no
   * samples on one side, whose ranks are then never predicted (4).
   */
  get thresholdSource(): Int32Array;
  /**
   * The margin at each boundary: the least difference of the utilities of a sample above
   * it and one below, over |w|. It is negative where ranks overlap, and the largest
   * number where there are no samples on one side.
   */
  get rankMargins(): Float64Array;
  /**
   * |w|, in the norm of the option. Where no pair has a slack, 1 / |w| is the least
   * margin.
   */
  get norm(): number;
  /** The number of pairs of samples that were compared. */
  get pairCount(): number;
  /** The number of pairs that the utility depends on, those on the margin or with a slack. */
  get supportPairCount(): number;
  /**
   * With norm 1 or Infinity the weight of each feature: a sample has the utility sum of
   * coef_j x_j, and there are no support vectors. Empty with norm 2.
   */
  get coef(): Float64Array;
}

/** Ordered classes from a linear utility with noise: probabilities by the logit, probit or complementary log-log link. */
export class CumulativeLinkModel<L extends Label = Label> extends Classifier<CumulativeLinkModelOptions, L, Samples, "CumulativeLinkModel"> {
  constructor(options?: CumulativeLinkModelOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The weight of each feature: a sample has the utility sum of coef_j x_j. */
  get coef(): Float64Array;
  /**
   * The boundaries between the ranks, in ascending order: the utility plus the noise of a
   * sample of a rank is above the boundary before it, and not above the one after it.
   */
  get thresholds(): Float64Array;
  /**
   * Logarithm of the probability of the training ranks, times their weights, without the
   * penalty.
   */
  get logLikelihood(): number;
}

/** Support vector machine for ordered classes: a utility with thresholds of the largest margin. */
export const SVOR: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: SVOROptions<K> & Known<K>): SVOR<L, SamplesOf<K>>;
  readonly prototype: SVOR<any, any>;
};
export interface SVOR<L extends Label = Label, S = Samples> extends Classifier<SVOROptions<KernelFor<S>>, L, S, "SVOR"> {
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Coefficients of the rows at supportIndices in the utility. */
  get dualCoef(): Float64Array;
  /**
   * The boundaries between the ranks, in ascending order: a sample whose utility is above
   * the boundary before a rank, and not above the one after it, has that rank.
   */
  get thresholds(): Float64Array;
  /** Primal minus dual objective. */
  get dualityGap(): number;
}

/** Tags for the rows of a sequence, all together, learnt with a large margin: letters of words, words of sentences. */
export class SequenceTagger<L extends Label = Label> extends Tagger<SequenceTaggerOptions, L, Samples, "SequenceTagger"> {
  constructor(options?: SequenceTaggerOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /**
   * What is added to the score of a sequence where the tag of the column follows the tag
   * of the row. Shape k x k.
   */
  get transitions(): Shaped<Float64Array>;
}

/** Support vector classifier of several classes in one problem, after Crammer and Singer or Weston and Watkins, with costs of errors. */
export const MulticlassSVC: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: MulticlassSVCOptions<K> & Known<K>): MulticlassSVC<L, SamplesOf<K>>;
  readonly prototype: MulticlassSVC<any, any>;
};
export interface MulticlassSVC<L extends Label = Label, S = Samples> extends Classifier<MulticlassSVCOptions<KernelFor<S>>, L, S, "MulticlassSVC"> {
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** The constants of the functions. */
  get intercept(): Float64Array;
  /** Coefficients of the rows at supportIndices, a row for each function. Shape q x m. */
  get dualCoef(): Shaped<Float64Array>;
  /**
   * The generalised hinge of each training sample: the largest cost of a class plus the
   * lead of its function over that of the true class; 0 if the true class leads each
   * other one by its cost.
   */
  get hingeLosses(): Float64Array;
}

/** Scales every feature to a largest absolute value of 1; zeros stay zeros. */
export class MaxAbsScaler extends Transformer<MaxAbsScalerOptions, Samples> {
  constructor(options?: MaxAbsScalerOptions);
  /** The samples that transform makes X of. */
  inverseTransform(X: Samples, settings?: PredictSettings): Returns<Shaped<Float64Array> | SparseMatrix>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** What is subtracted from each feature. */
  get center(): Float64Array;
  /** What each feature is divided by; 1 for a feature that does not vary. */
  get scale(): Float64Array;
}

/** Scales every feature by its median and quantiles, which outliers do not move. */
export class RobustScaler extends Transformer<RobustScalerOptions, Samples> {
  constructor(options?: RobustScalerOptions);
  /** The samples that transform makes X of. */
  inverseTransform(X: Samples, settings?: PredictSettings): Returns<Shaped<Float64Array> | SparseMatrix>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** What is subtracted from each feature. */
  get center(): Float64Array;
  /** What each feature is divided by; 1 for a feature that does not vary. */
  get scale(): Float64Array;
}

/** Gives every feature the same distribution, uniform or normal, by its quantiles. */
export class QuantileTransformer extends Transformer<QuantileTransformerOptions, Samples> {
  constructor(options?: QuantileTransformerOptions);
  /** The samples that transform makes X of. */
  inverseTransform(X: Samples, settings?: PredictSettings): Returns<Shaped<Float64Array> | SparseMatrix>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** Number of quantiles that are kept of each feature. */
  get nQuantiles(): number;
  /** Quantiles of each feature, of equal distances between 0 and 1. Shape d x q. */
  get quantiles(): Shaped<Float64Array>;
}

/** Products of features up to a degree, in the order of scikit-learn. */
export class PolynomialFeatures extends Transformer<PolynomialFeaturesOptions, Samples> {
  constructor(options?: PolynomialFeaturesOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** Number of features that transform gives. */
  get nOutputs(): number;
}

/** Keeps the features that tell most of the classes or numbers to be learnt. */
export class SelectKBest extends Selector<SelectKBestOptions, Samples> {
  constructor(options?: SelectKBestOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** Score of each feature; 0 for one that does not vary. */
  get scores(): Float64Array;
  /** Numbers of the features that are kept, ascending. */
  get selected(): Int32Array;
}

/** Fills in missing values by the mean, the median or the most frequent value of their feature, or by a constant. */
export class SimpleImputer extends Imputer<SimpleImputerOptions, IncompleteSamples> {
  constructor(options?: SimpleImputerOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** What stands in for a missing value of each feature. */
  get statistics(): Float64Array;
  /** Numbers of the features that have an indicator. */
  get indicated(): Int32Array;
}

/** Fills in missing values by the mean of their feature over the nearest samples. */
export class KNNImputer extends Imputer<KNNImputerOptions, IncompleteSamples> {
  constructor(options?: KNNImputerOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** Number of training samples that are kept. */
  get nSamples(): number;
  /** Mean of each feature, where it is not missing. */
  get means(): Float64Array;
  /** Numbers of the features that have an indicator. */
  get indicated(): Int32Array;
}

/** Makes of each category of a feature, text or number, a column of 0 and 1; rare categories can share one. */
export class OneHotEncoder extends Encoder<OneHotEncoderOptions, TableSamples> {
  constructor(options?: OneHotEncoderOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** Number of columns that come out. */
  get nOutputs(): number;
}

/** Makes of each category of a feature, text or number, its number in the order of the categories. */
export class OrdinalEncoder extends Encoder<OrdinalEncoderOptions, TableSamples> {
  constructor(options?: OrdinalEncoderOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
}

/** Support vector classifier for up to millions of samples: the kernel is approximated with some samples as landmarks. */
export const LowRankSVC: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: LowRankSVCOptions<K> & Known<K>): LowRankSVC<L, SamplesOf<K>>;
  readonly prototype: LowRankSVC<any, any>;
};
export interface LowRankSVC<L extends Label = Label, S = Samples> extends Classifier<LowRankSVCOptions<KernelFor<S>>, L, S, "LowRankSVC"> {
  /**
   * Trains on rows that come in chunks, of which only one is in memory at a time, beside the
   * features of those before it. Landmarks, and widths of kernels that follow the data, come from
   * the first chunk; all else is as if fit had got the rows of all chunks. Fails as a whole or not
   * at all.
   */
  fitChunks<Y extends Entries<L>>(chunks: Iterable<Chunk<S, Y> | OnlyPromised<ChunkFile>> | OnlyPromised<AsyncIterable<Chunk<S, Y> | ChunkFile>>, settings?: ChunkSettings): Returns<Classifiers<LabelOf<Y, L>, S>["LowRankSVC"]>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** The constants of the functions. */
  get intercept(): Float64Array;
  /** Coefficients of the rows at supportIndices, a row for each function. Shape q x m. */
  get dualCoef(): Shaped<Float64Array>;
  /** Passes over the samples, or Newton steps, for each decision function. */
  get nIter(): Int32Array;
  /**
   * Primal minus dual objective of each problem with the features as they are stored: its
   * objective is at most so far above the least one.
   */
  get dualityGaps(): Float64Array;
  /**
   * Eigenvalues of the kernel matrix of the landmarks, the largest first; 0 for those
   * that are rounding errors or negative.
   */
  get eigenvalues(): Float64Array;
}

/** Support vector regression for up to millions of samples: the kernel is approximated with some samples as landmarks. */
export const LowRankSVR: {
  new <K extends KernelOption = RowKernels>(options?: LowRankSVROptions<K> & Known<K>): LowRankSVR<SamplesOf<K>>;
  readonly prototype: LowRankSVR<any>;
};
export interface LowRankSVR<S = Samples> extends Regressor<LowRankSVROptions<KernelFor<S>>, S> {
  /**
   * Trains on rows that come in chunks, of which only one is in memory at a time, beside the
   * features of those before it. Landmarks, and widths of kernels that follow the data, come from
   * the first chunk; all else is as if fit had got the rows of all chunks. Fails as a whole or not
   * at all.
   */
  fitChunks(chunks: Iterable<Chunk<S, Entries<number>> | OnlyPromised<ChunkFile>> | OnlyPromised<AsyncIterable<Chunk<S, Entries<number>> | ChunkFile>>, settings?: ChunkSettings): Returns<this>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Coefficients of the rows at supportIndices. */
  get dualCoef(): Float64Array;
  /** The constant of the function. */
  get intercept(): number;
  /** Passes over the samples, or Newton steps, for each decision function. */
  get nIter(): Int32Array;
  /**
   * Primal minus dual objective of each problem with the features as they are stored: its
   * objective is at most so far above the least one.
   */
  get dualityGaps(): Float64Array;
  /**
   * Eigenvalues of the kernel matrix of the landmarks, the largest first; 0 for those
   * that are rounding errors or negative.
   */
  get eigenvalues(): Float64Array;
}

/** Support vector classifier, solved exactly, to which rows are added and from which they are removed as if it had been fitted to those that are left. */
export const IncrementalSVC: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: IncrementalSVCOptions<K> & Known<K>): IncrementalSVC<L, SamplesOf<K>>;
  readonly prototype: IncrementalSVC<any, any>;
};
export interface IncrementalSVC<L extends Label = Label, S = Samples> extends Classifier<IncrementalSVCOptions<KernelFor<S>>, L, S, "IncrementalSVC"> {
  /**
   * Adds a row, or several. The model is then that of a fit to all rows, to rounding; widths of
   * kernels stay those of the fit.
   * @param x one row, or samples as fit takes them
   * @param y its label, or theirs, of the classes of the fit
   */
  add(x: S | Entries<number> | string, y: Entries<L> | L, settings?: FitSettings): Returns<this>;
  /**
   * Removes a row, or several, by their indices among the rows of the fit and those added after
   * it; rows behind a removed one move up. The model is then that of a fit to the rows that are
   * left, to rounding, and its bytes hold nothing of the others.
   */
  remove(index: number | Entries<number>, settings?: WorkSettings): Returns<this>;
  /**
   * How far the model is from the exact solution for the rows that it has, computed anew from
   * them.
   */
  certificate(settings?: WorkSettings): Returns<Certificate>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Number of support vectors of each class. */
  get supportCounts(): Int32Array;
  /**
   * Coefficients of the support vectors. For pairs r is k-1, and the layout is LIBSVM's:
   * in the column of a support vector of class i, row j holds y alpha of the pair of i
   * with the j-th of the other classes. With multiClass 'ovr' there is a row for each
   * class against the rest. Shape r x m.
   */
  get dualCoef(): Shaped<Float64Array>;
  /** The constant of the decision function, for each pair of classes, or each class. */
  get intercept(): Float64Array;
  /** Iterations for each pair of classes, or each class. */
  get nIter(): Int32Array;
}

/** Support vector regression, solved exactly, to which rows are added and from which they are removed. */
export const IncrementalSVR: {
  new <K extends KernelOption = RowKernels>(options?: IncrementalSVROptions<K> & Known<K>): IncrementalSVR<SamplesOf<K>>;
  readonly prototype: IncrementalSVR<any>;
};
export interface IncrementalSVR<S = Samples> extends Regressor<IncrementalSVROptions<KernelFor<S>>, S> {
  /**
   * Adds a row, or several. The model is then that of a fit to all rows, to rounding; widths of
   * kernels stay those of the fit.
   * @param x one row, or samples as fit takes them
   * @param y its value, or theirs
   */
  add(x: S | Entries<number> | string, y: Entries<number> | number, settings?: FitSettings): Returns<this>;
  /**
   * Removes a row, or several, by their indices among the rows of the fit and those added after
   * it; rows behind a removed one move up. The model is then that of a fit to the rows that are
   * left, to rounding, and its bytes hold nothing of the others.
   */
  remove(index: number | Entries<number>, settings?: WorkSettings): Returns<this>;
  /**
   * How far the model is from the exact solution for the rows that it has, computed anew from
   * them.
   */
  certificate(settings?: WorkSettings): Returns<Certificate>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Coefficients of the rows at supportIndices. */
  get dualCoef(): Float64Array;
  /** The constant of the function. */
  get intercept(): number;
}

/** One-class support vector machine, solved exactly, to which rows are added and from which they are removed. */
export const IncrementalOneClass: {
  new <K extends KernelOption = RowKernels>(options?: IncrementalOneClassOptions<K> & Known<K>): IncrementalOneClass<SamplesOf<K>>;
  readonly prototype: IncrementalOneClass<any>;
};
export interface IncrementalOneClass<S = Samples> extends Detector<IncrementalOneClassOptions<KernelFor<S>>, S> {
  /**
   * Adds a row, or several. The model is then that of a fit to all rows, to rounding; widths of
   * kernels stay those of the fit.
   * @param x one row, or samples as fit takes them
   */
  add(x: S | Entries<number> | string, settings?: FitSettings): Returns<this>;
  /**
   * Removes a row, or several, by their indices among the rows of the fit and those added after
   * it; rows behind a removed one move up. The model is then that of a fit to the rows that are
   * left, to rounding, and its bytes hold nothing of the others.
   */
  remove(index: number | Entries<number>, settings?: WorkSettings): Returns<this>;
  /**
   * How far the model is from the exact solution for the rows that it has, computed anew from
   * them.
   */
  certificate(settings?: WorkSettings): Returns<Certificate>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Rows of the training set with coefficients: the support vectors, grouped by class if
   * there are supportCounts; for a machine in closed form, all rows of positive weight.
   */
  get supportIndices(): Int32Array;
  /**
   * The support vectors, sparse if the training data were; none for a precomputed kernel.
   * Shape m x d.
   */
  get supportVectors(): KeptSamples<S>;
  /** Coefficients of the rows at supportIndices. */
  get dualCoef(): Float64Array;
  /** The constant of the function. */
  get intercept(): number;
  /** Share of the training samples that lie outside, at most nu. */
  get errorFraction(): number;
  /** Share of the training samples that are support vectors, at least nu. */
  get supportFraction(): number;
}

/** Gradient boosting of trees over histograms, for tables of many samples, also with gaps: probabilities by the log loss. */
export class HistGradientBoostingClassifier<L extends Label = Label> extends GapsClassifier<HistGradientBoostingClassifierOptions, L, IncompleteSamples, "HistGradientBoostingClassifier"> {
  constructor(options?: HistGradientBoostingClassifierOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * The value of each function before the first tree: the mean or the median of y, or the
   * log odds of the classes.
   */
  get baseline(): Float64Array;
  /**
   * The mean loss of the training samples before the first iteration and after each: the
   * log loss, half the squared error or the absolute error.
   */
  get trainLoss(): Float64Array;
  /** The same of the samples that early stopping has set aside. Empty without them. */
  get validationLoss(): Float64Array;
  /**
   * The share of each feature in the decrease of the loss, to second order, by all
   * splits.
   */
  get featureImportances(): Float64Array;
}

/** Gradient boosting of trees over histograms, for tables of many samples, also with gaps: the mean or the median. */
export class HistGradientBoostingRegressor extends GapsRegressor<HistGradientBoostingRegressorOptions, IncompleteSamples> {
  constructor(options?: HistGradientBoostingRegressorOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * The value of each function before the first tree: the mean or the median of y, or the
   * log odds of the classes.
   */
  get baseline(): Float64Array;
  /**
   * The mean loss of the training samples before the first iteration and after each: the
   * log loss, half the squared error or the absolute error.
   */
  get trainLoss(): Float64Array;
  /** The same of the samples that early stopping has set aside. Empty without them. */
  get validationLoss(): Float64Array;
  /**
   * The share of each feature in the decrease of the loss, to second order, by all
   * splits.
   */
  get featureImportances(): Float64Array;
}

/** Linear function of few features: least squares with a penalty on the sizes of the weights; with their squares the elastic net. */
export class Lasso extends Regressor<LassoOptions, Samples> {
  constructor(options?: LassoOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /** Passes over the features at work. */
  get nIter(): number;
  /** The objective is at most this much above its minimum. */
  get dualGap(): number;
  /** Least alpha with which all weights are zero; 0 if l1Ratio is 0. */
  get alphaMax(): number;
}
