// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.

import type { CorrectiveBooster } from '../face/boosting.js';
import type { Classifier, Regressor, Transformer } from '../face/estimators.js';
import type { PairClassifier } from '../face/pairs.js';
import type { Returns } from '../forms.js';
import type { Diagnostics, DiagnosticsSettings, Entries, KeptSamples, KernelFor, KernelOption, Known, Label, LabelOf, PartialFitSettings, RowKernels, Samples, SamplesOf, Shaped } from '../types.js';
import type { Classifiers } from './classifiers.js';
import type { AverageMarginClassifierOptions, DecisionStumpOptions, EquivalenceSVCOptions, IncompleteCholeskyOptions, KernelFisherDiscriminantOptions, KernelPerceptronOptions, KernelRegressionOptions, LPBoostClassifierOptions, LPMarginClassifierOptions, LPSVCOptions, LPSVROptions, MonomialFeaturesOptions, MulticlassKernelPerceptronOptions, MulticlassPerceptronOptions, OrdinalAverageMarginOptions, OrdinalGaussianProcessOptions, ParametricTubeSVROptions, ParzenClassifierOptions, PerceptronOptions, ReducedOrdinalSVCOptions, RegularizationNetworkOptions, SetRankerOptions } from './options.js';
export type { AverageMarginClassifierOptions, DecisionStumpOptions, EquivalenceSVCOptions, IncompleteCholeskyOptions, KernelFisherDiscriminantOptions, KernelPerceptronOptions, KernelRegressionOptions, LPBoostClassifierOptions, LPMarginClassifierOptions, LPSVCOptions, LPSVROptions, MonomialFeaturesOptions, MulticlassKernelPerceptronOptions, MulticlassPerceptronOptions, OrdinalAverageMarginOptions, OrdinalGaussianProcessOptions, ParametricTubeSVROptions, ParzenClassifierOptions, PerceptronOptions, ReducedOrdinalSVCOptions, RegularizationNetworkOptions, SetRankerOptions } from './options.js';

/** Rosenblatt's perceptron, which learns on-line from its mistakes and counts them. */
export class Perceptron<L extends Label = Label> extends Classifier<PerceptronOptions, L, Samples, "Perceptron"> {
  constructor(options?: PerceptronOptions);
  /** Goes on learning from further samples. The first call starts anew. */
  partialFit<Y extends Entries<L>, C extends L = never>(X: Samples, y: Y, settings?: PartialFitSettings<C>): Returns<Classifiers<LabelOf<Y, L> | C, Samples>["Perceptron"]>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /** Number of mistakes during learning, for each decision function. */
  get mistakes(): Int32Array;
  /**
   * Passes over the samples for each decision function; if the classes were separated,
   * the last had no mistake.
   */
  get nIter(): Int32Array;
  /** Mistakes in each pass, all decision functions together. */
  get mistakesPerPass(): Int32Array;
  /**
   * The rows of the last fit or update at which mistakes were made, in order, for one
   * decision function after the other; at most the first 4096 of each.
   */
  get mistakeRows(): Int32Array;
  /** R^2, the largest <x, x> of all samples seen. */
  get squaredRadius(): number;
  /**
   * Geometric margin of the training samples at the end of a fit, for each decision
   * function; negative if it does not separate the classes.
   */
  get margins(): Float64Array;
  /**
   * Novikoff's bound on the mistakes of a fit, from R and the final margin, if this
   * margin is positive: (2R/margin)^2 with the default bias, (R/margin)^2 without a bias;
   * 0 where it does not apply.
   */
  get mistakeBounds(): Float64Array;
  /**
   * With the output 'pocket', how many samples in a row its function was right about, for
   * each decision function.
   */
  get pocketRuns(): Int32Array;
  /**
   * With the output 'voted', the votes of each of its functions, for one decision
   * function after the other.
   */
  get votes(): Int32Array;
  /** With the output 'voted', the end in votes of each decision function. */
  get voteEnds(): Int32Array;
  /** With the output 'voted', the constants of the functions that vote. */
  get voteIntercept(): Float64Array;
  /** With the output 'voted', the weights that vote: a row each. Shape v x d. */
  get voteCoef(): Shaped<Float64Array>;
  /** How many samples each decision function puts on the wrong side at the end of a fit. */
  get trainingErrors(): Int32Array;
}

/** The perceptron in dual variables, with a kernel. */
export const KernelPerceptron: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: KernelPerceptronOptions<K> & Known<K>): KernelPerceptron<L, SamplesOf<K>>;
  readonly prototype: KernelPerceptron<any, any>;
};
export interface KernelPerceptron<L extends Label = Label, S = Samples> extends Classifier<KernelPerceptronOptions<KernelFor<S>>, L, S, "KernelPerceptron"> {
  /** Goes on learning from further samples. The first call starts anew. */
  partialFit<Y extends Entries<L>, C extends L = never>(X: S, y: Y, settings?: PartialFitSettings<C>): Returns<Classifiers<LabelOf<Y, L> | C, S>["KernelPerceptron"]>;
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
  /** Number of mistakes during learning, for each decision function. */
  get mistakes(): Int32Array;
  /**
   * Passes over the samples for each decision function; if the classes were separated,
   * the last had no mistake.
   */
  get nIter(): Int32Array;
  /** Mistakes in each pass, all decision functions together. */
  get mistakesPerPass(): Int32Array;
  /**
   * The rows of the last fit or update at which mistakes were made, in order, for one
   * decision function after the other; at most the first 4096 of each.
   */
  get mistakeRows(): Int32Array;
  /** R^2, the largest <x, x> of all samples seen. */
  get squaredRadius(): number;
  /**
   * Geometric margin of the training samples at the end of a fit, for each decision
   * function; negative if it does not separate the classes.
   */
  get margins(): Float64Array;
  /**
   * Novikoff's bound on the mistakes of a fit, from R and the final margin, if this
   * margin is positive: (2R/margin)^2 with the default bias, (R/margin)^2 without a bias;
   * 0 where it does not apply.
   */
  get mistakeBounds(): Float64Array;
  /**
   * With the output 'pocket', how many samples in a row its function was right about, for
   * each decision function.
   */
  get pocketRuns(): Int32Array;
  /**
   * With the output 'voted', the votes of each of its functions, for one decision
   * function after the other.
   */
  get votes(): Int32Array;
  /** With the output 'voted', the end in votes of each decision function. */
  get voteEnds(): Int32Array;
  /** With the output 'voted', the constants of the functions that vote. */
  get voteIntercept(): Float64Array;
  /**
   * With the output 'voted', for each function that votes the place in supportIndices of
   * the row that it has more of than the function before it; the first function is 0.
   */
  get voteRows(): Int32Array;
  /**
   * How much more of the rows at voteRows; 0 for the first function of each decision
   * function.
   */
  get voteSteps(): Float64Array;
}

/** Classifier of the largest average margin (a Parzen machine) in closed form, for two or more classes. */
export const AverageMarginClassifier: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: AverageMarginClassifierOptions<K> & Known<K>): AverageMarginClassifier<L, SamplesOf<K>>;
  readonly prototype: AverageMarginClassifier<any, any>;
};
export interface AverageMarginClassifier<L extends Label = Label, S = Samples> extends Classifier<AverageMarginClassifierOptions<KernelFor<S>>, L, S, "AverageMarginClassifier"> {
  /** Goes on learning from further samples. The first call starts anew. */
  partialFit<Y extends Entries<L>, C extends L = never>(X: S, y: Y, settings?: PartialFitSettings<C>): Returns<Classifiers<LabelOf<Y, L> | C, S>["AverageMarginClassifier"]>;
  /** Where the rows lie with respect to the margin, and how good the solution is. */
  diagnostics(X: S, y: Entries<L>, settings?: DiagnosticsSettings): Returns<Diagnostics>;
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
  /** The average margin of each two-class problem, for the function of norm 1. */
  get averageMargin(): Float64Array;
  /**
   * Coefficients of the rows at supportIndices, a row for each two-class problem. Shape q
   * x m.
   */
  get dualCoef(): Shaped<Float64Array>;
}

/** Fisher's discriminant in feature space, regularised, for two or more classes. */
export const KernelFisherDiscriminant: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: KernelFisherDiscriminantOptions<K> & Known<K>): KernelFisherDiscriminant<L, SamplesOf<K>>;
  readonly prototype: KernelFisherDiscriminant<any, any>;
};
export interface KernelFisherDiscriminant<L extends Label = Label, S = Samples> extends Classifier<KernelFisherDiscriminantOptions<KernelFor<S>>, L, S, "KernelFisherDiscriminant"> {
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

/** Features whose inner products come close to a kernel, from samples chosen one after the other. */
export const IncompleteCholesky: {
  new <K extends KernelOption = RowKernels>(options?: IncompleteCholeskyOptions<K> & Known<K>): IncompleteCholesky<SamplesOf<K>>;
  readonly prototype: IncompleteCholesky<any>;
};
export interface IncompleteCholesky<S = Samples> extends Transformer<IncompleteCholeskyOptions<KernelFor<S>>, S> {
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
   * Largest squared distance of a training sample from the span of the pivots, after each
   * pivot.
   */
  get residuals(): Float64Array;
  /**
   * Sum of the squared distances of the training samples from the span of all pivots,
   * over the sum of their squared norms: the share of the kernel matrix's trace that is
   * lost.
   */
  get error(): number;
}

/** Products of features, weighted so that their inner products are a polynomial kernel. */
export class MonomialFeatures extends Transformer<MonomialFeaturesOptions, Samples> {
  constructor(options?: MonomialFeaturesOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Coefficient of each power of the inner product in the kernel, from the power 0 on; of
   * weights 'none' 1 for each.
   */
  get coefficients(): Float64Array;
  /** Number of features that transform gives. */
  get nOutputs(): number;
}

/** Classifier that compares the densities of the classes, estimated by windows around their samples. */
export class ParzenClassifier<L extends Label = Label> extends Classifier<ParzenClassifierOptions, L, Samples, "ParzenClassifier"> {
  constructor(options?: ParzenClassifierOptions);
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
}

/** Mean of the targets around a sample, weighted by windows (Nadaraya and Watson). */
export class KernelRegression extends Regressor<KernelRegressionOptions, Samples> {
  constructor(options?: KernelRegressionOptions);
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
  /**
   * y minus the prediction for each row at supportIndices by a machine that was trained
   * without it, with the same bandwidth; of a single row 0.
   */
  get looResiduals(): Float64Array;
  /** Weighted mean of the squared looResiduals, an estimate of the error on new samples. */
  get looError(): number;
}

/** Decision tree of a single question, the weak learner of boosting. */
export class DecisionStump<L extends Label = Label> extends Classifier<DecisionStumpOptions, L, Samples, "DecisionStump"> {
  constructor(options?: DecisionStumpOptions);
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
}

/** Support vector classifier by linear programming: few samples with coefficients, and any kernel, or several at once. */
export const LPSVC: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: LPSVCOptions<K> & Known<K>): LPSVC<L, SamplesOf<K>>;
  readonly prototype: LPSVC<any, any>;
};
export interface LPSVC<L extends Label = Label, S = Samples> extends Classifier<LPSVCOptions<KernelFor<S>>, L, S, "LPSVC"> {
  /** Where the rows lie with respect to the margin, and how good the solution is. */
  diagnostics(X: S, y: Entries<L>, settings?: DiagnosticsSettings): Returns<Diagnostics>;
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
  /**
   * Coefficients of the rows at supportIndices, a row for each function; with a
   * dictionary, such rows for each of its kernels, one kernel after the other. Shape r x
   * m.
   */
  get dualCoef(): Shaped<Float64Array>;
  /**
   * Sum of the sizes of the coefficients plus C times the sum of the slacks, for each
   * two-class problem.
   */
  get objectives(): Float64Array;
  /** How many coefficients are not zero in each two-class problem. */
  get nonZeros(): Int32Array;
}

/** Support vector regression by linear programming: few samples with coefficients, and any kernel, or several at once. */
export const LPSVR: {
  new <K extends KernelOption = RowKernels>(options?: LPSVROptions<K> & Known<K>): LPSVR<SamplesOf<K>>;
  readonly prototype: LPSVR<any>;
};
export interface LPSVR<S = Samples> extends Regressor<LPSVROptions<KernelFor<S>>, S> {
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
  /** The constants of the functions. */
  get intercept(): Float64Array;
  /**
   * Coefficients of the rows at supportIndices, a row for each function; with a
   * dictionary, such rows for each of its kernels, one kernel after the other. Shape r x
   * m.
   */
  get dualCoef(): Shaped<Float64Array>;
  /**
   * Sum of the sizes of the coefficients plus C times the sum of the deviations beyond
   * the tube.
   */
  get objective(): number;
  /** How many coefficients are not zero. */
  get nonZeros(): Int32Array;
}

/** Linear classifier of the largest margin in a norm of your choice, for classes that a hyperplane separates. */
export class LPMarginClassifier<L extends Label = Label> extends Classifier<LPMarginClassifierOptions, L, Samples, "LPMarginClassifier"> {
  constructor(options?: LPMarginClassifierOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /**
   * The margin rho of each function in the norm of the option: the smallest y (<w, x> +
   * b) over |w|; with multiClass 'joint' the smallest lead of the true class over
   * another, over the norm of all weights and constants, the same for each. 0 where the
   * classes cannot be separated.
   */
  get rho(): Float64Array;
  /**
   * The margin of the same function if |w| is measured by the norms 1, 1.5, 2, 3 and
   * Infinity; a row for each function. Shape q x 5.
   */
  get rhoByNorm(): Shaped<Float64Array>;
  /** How many weights of each function are not zero. */
  get nonZeros(): Int32Array;
  /** Rows of the training set that are at the margin of a function. */
  get criticalRows(): Int32Array;
}

/** Support vector regression with a penalty of your choice, and with functions that have none. */
export const RegularizationNetwork: {
  new <K extends KernelOption = RowKernels>(options?: RegularizationNetworkOptions<K> & Known<K>): RegularizationNetwork<SamplesOf<K>>;
  readonly prototype: RegularizationNetwork<any>;
};
export interface RegularizationNetwork<S = Samples> extends Regressor<RegularizationNetworkOptions<KernelFor<S>>, S> {
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
  /**
   * The multiplier of each training sample: 0 within the tube, positive above it,
   * negative below it, and of size C outside of it.
   */
  get beta(): Float64Array;
  /**
   * Coefficients of the functions without a penalty besides the constant: of the columns,
   * of the products of columns 0 and 0, 0 and 1 and so on, then of the last columns.
   */
  get basisCoef(): Float64Array;
  /**
   * The regularizer a'Da of the function, which is |Pf|^2; with regularizer 'same' the
   * squared norm.
   */
  get penalty(): number;
}

/** Support vector regression that learns the width of its tube as a function of the sample. */
export const ParametricTubeSVR: {
  new <K extends KernelOption = RowKernels>(options?: ParametricTubeSVROptions<K> & Known<K>): ParametricTubeSVR<SamplesOf<K>>;
  readonly prototype: ParametricTubeSVR<any>;
};
export interface ParametricTubeSVR<S = Samples> extends Regressor<ParametricTubeSVROptions<KernelFor<S>>, S> {
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
  /**
   * The half-width of the tube: the constant, then the coefficient of each column, or of
   * its size or square.
   */
  get tubeCoef(): Float64Array;
  /** The half-width of the tube at each training sample. */
  get epsilons(): Float64Array;
}

/** LPBoost: the vote of classifiers, such as decision stumps, that has the largest soft margin, by linear programs of which each asks for the classifier that improves it most. */
export class LPBoostClassifier<L extends Label = Label> extends CorrectiveBooster<LPBoostClassifierOptions, L, Samples, "LPBoostClassifier"> {
  constructor(options?: LPBoostClassifierOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The coefficient of each member. The output is divided by their sum. */
  get alphas(): Float64Array;
  /** The weighted error of each member in its round. */
  get errors(): Float64Array;
  /**
   * The edge of each member in its round: for two classes 1 less twice its weighted
   * error.
   */
  get edges(): Float64Array;
  /**
   * The objective after each round: rho less the weighted sum of the slacks divided by
   * nu. It never falls, and no edge under the best weights is smaller.
   */
  get objectives(): Float64Array;
  /** The margin rho after each round. */
  get rhos(): Float64Array;
  /** The training error after each round, as a share of the weights. */
  get trainingErrors(): Float64Array;
  /** The share of the samples, by weight, whose margin is less than rho after each round. */
  get marginErrors(): Float64Array;
  /**
   * The coefficients after each round, a row for each: all of them change in every round.
   * Shape t x t.
   */
  get roundAlphas(): Shaped<Float64Array>;
  /**
   * The weights of the training samples before each round, a row for each. Each row sums
   * to 1. Shape t x n.
   */
  get roundWeights(): Shaped<Float64Array>;
  /**
   * The margin of each training sample, between -1 and 1: the share of the votes for its
   * class less the largest share of another class.
   */
  get margins(): Float64Array;
  /** The weight of each training sample after the last round. They sum to 1. */
  get finalWeights(): Float64Array;
}

/** Ordered classes by a Gaussian process: probabilities of ranks, with the kernel's parameters and the boundaries learnt by the marginal likelihood. */
export const OrdinalGaussianProcess: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: OrdinalGaussianProcessOptions<K> & Known<K>): OrdinalGaussianProcess<L, SamplesOf<K>>;
  readonly prototype: OrdinalGaussianProcess<any, any>;
};
export interface OrdinalGaussianProcess<L extends Label = Label, S = Samples> extends Classifier<OrdinalGaussianProcessOptions<KernelFor<S>>, L, S, "OrdinalGaussianProcess"> {
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /**
   * Coefficient of each training sample: the mean of the utility is the sum of dualCoef_i
   * k(x, x_i), with the kernel that was learnt and without variance.
   */
  get dualCoef(): Float64Array;
  /**
   * The precision of the normal density that stands for the likelihood of each training
   * sample.
   */
  get precisions(): Float64Array;
  /**
   * The boundaries between the ranks, in ascending order: the utility plus the noise of a
   * sample of a rank is above the boundary before it, and not above the one after it.
   */
  get thresholds(): Float64Array;
  /** The parameters of the fit, in the order of parameterNames. */
  get parameters(): Float64Array;
  /** The names of the parameters, separated by spaces: variance, then those of the kernel. */
  get parameterNames(): string;
  /** The log marginal likelihood of the parameters and boundaries, in the approximation. */
  get evidence(): number;
}

/** Utility of ordered classes with the largest average margin of all pairs, in closed form: no pair is looked at. */
export const OrdinalAverageMargin: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: OrdinalAverageMarginOptions<K> & Known<K>): OrdinalAverageMargin<L, SamplesOf<K>>;
  readonly prototype: OrdinalAverageMargin<any, any>;
};
export interface OrdinalAverageMargin<L extends Label = Label, S = Samples> extends Classifier<OrdinalAverageMarginOptions<KernelFor<S>>, L, S, "OrdinalAverageMargin"> {
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
   * The mean difference of the utilities of a pair of samples of different ranks, that of
   * the higher rank less that of the lower one, for the function of norm 1.
   */
  get averageMargin(): number;
}

/** Ordered classes by a single support vector classifier over extended samples, with a cost of your choice. */
export const ReducedOrdinalSVC: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: ReducedOrdinalSVCOptions<K> & Known<K>): ReducedOrdinalSVC<L, SamplesOf<K>>;
  readonly prototype: ReducedOrdinalSVC<any, any>;
};
export interface ReducedOrdinalSVC<L extends Label = Label, S = Samples> extends Classifier<ReducedOrdinalSVCOptions<KernelFor<S>>, L, S, "ReducedOrdinalSVC"> {
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

/** Linear classifier that is trained for F1, recall or precision at k, or another measure of whole lists. */
export class SetRanker<L extends Label = Label> extends Classifier<SetRankerOptions, L, Samples, "SetRanker"> {
  constructor(options?: SetRankerOptions);
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /** The mean surrogate loss of the lists, for each decision function. */
  get meanLosses(): Float64Array;
}

/** Perceptron that learns the functions of all classes together, from its mistakes; its weights can be averaged. */
export class MulticlassPerceptron<L extends Label = Label> extends Classifier<MulticlassPerceptronOptions, L, Samples, "MulticlassPerceptron"> {
  constructor(options?: MulticlassPerceptronOptions);
  /** Goes on learning from further samples. The first call starts anew. */
  partialFit<Y extends Entries<L>, C extends L = never>(X: Samples, y: Y, settings?: PartialFitSettings<C>): Returns<Classifiers<LabelOf<Y, L> | C, Samples>["MulticlassPerceptron"]>;
  /** Number of features that a row of X must have. */
  get nFeatures(): number;
  /** The constants of the decision functions. */
  get intercept(): Float64Array;
  /** The weights of the decision functions: a row each. Shape q x d. */
  get coef(): Shaped<Float64Array>;
  /** Number of mistakes during learning. */
  get mistakes(): number;
  /** Passes over the samples; if the classes were separated, the last had no mistake. */
  get nIter(): number;
  /** Mistakes in each pass. */
  get mistakesPerPass(): Int32Array;
  /** R^2, the largest <x, x> of all samples seen. */
  get squaredRadius(): number;
  /**
   * The least lead of the true class over another at a training sample, at the end of a
   * fit, over the norm of all functions together; negative if they do not separate the
   * classes.
   */
  get margin(): number;
  /**
   * The bound on the mistakes of a fit from R and the margin at the end, if this margin
   * is positive and all weights of samples are 1; else 0.
   */
  get mistakeBound(): number;
}

/** MulticlassPerceptron in dual variables, with a kernel. */
export const MulticlassKernelPerceptron: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: MulticlassKernelPerceptronOptions<K> & Known<K>): MulticlassKernelPerceptron<L, SamplesOf<K>>;
  readonly prototype: MulticlassKernelPerceptron<any, any>;
};
export interface MulticlassKernelPerceptron<L extends Label = Label, S = Samples> extends Classifier<MulticlassKernelPerceptronOptions<KernelFor<S>>, L, S, "MulticlassKernelPerceptron"> {
  /** Goes on learning from further samples. The first call starts anew. */
  partialFit<Y extends Entries<L>, C extends L = never>(X: S, y: Y, settings?: PartialFitSettings<C>): Returns<Classifiers<LabelOf<Y, L> | C, S>["MulticlassKernelPerceptron"]>;
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
  /** Number of mistakes during learning. */
  get mistakes(): number;
  /** Passes over the samples; if the classes were separated, the last had no mistake. */
  get nIter(): number;
  /** Mistakes in each pass. */
  get mistakesPerPass(): Int32Array;
  /** R^2, the largest <x, x> of all samples seen. */
  get squaredRadius(): number;
  /**
   * The least lead of the true class over another at a training sample, at the end of a
   * fit, over the norm of all functions together; negative if they do not separate the
   * classes.
   */
  get margin(): number;
  /**
   * The bound on the mistakes of a fit from R and the margin at the end, if this margin
   * is positive and all weights of samples are 1; else 0.
   */
  get mistakeBound(): number;
}

/** Support vector machine that learns whether two samples are of the same class, also of classes that it never saw, and classifies by that. */
export const EquivalenceSVC: {
  new <L extends Label = Label, K extends KernelOption = RowKernels>(options?: EquivalenceSVCOptions<K> & Known<K>): EquivalenceSVC<L, SamplesOf<K>>;
  readonly prototype: EquivalenceSVC<any, any>;
};
export interface EquivalenceSVC<L extends Label = Label, S = Samples> extends PairClassifier<EquivalenceSVCOptions<KernelFor<S>>, L, S, "EquivalenceSVC"> {
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
  /** The rows of the training set of each support pair, two by two. Shape s x 2. */
  get supportPairs(): Shaped<Int32Array>;
  /**
   * The coefficients of the support pairs: positive for those of the same class, negative
   * for the others.
   */
  get pairCoef(): Float64Array;
  /** The constant of the decision function of pairs. */
  get pairIntercept(): number;
  /** The number of pairs of rows that were learnt from. */
  get pairCount(): number;
  /** How many of them are of the same class. */
  get samePairCount(): number;
  /** Primal minus dual objective. */
  get dualityGap(): number;
}
