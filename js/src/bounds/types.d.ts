/** What the functions of maxmargin/bounds take and give. */
import type { Entries, Label, Numbers, Samples } from '../types.js';

/** The arguments of all bounds; each takes some of them. */
export interface BoundArguments {
  /** How many samples there are. */
  n: number;
  /** The bound may fail with this probability, in (0,1). */
  delta: number;
  /** How many functions the class has. */
  size: number;
  /** The dimension of the class: of Vapnik and Chervonenkis, or the fat-shattering one. */
  dimension: number;
  /** How many training samples are wrong, or, with a margin, below it. */
  errors: number;
  /** The share of the training samples that is wrong. */
  trainingError: number;
  /** The share of the training samples whose margin is below `margin`. */
  marginError: number;
  /** The risk of the best function of the class; 0 unless given. */
  best: number;
  /** How many numbers a sample has. */
  features: number;
  /** Whether the function has a constant. */
  fitIntercept: boolean;
  /** The geometric margin: that of a function with |w| = 1. */
  margin: number;
  /** The length of the longest sample in feature space. */
  radius: number;
  /** The largest |w| that is allowed, or that of the function. */
  norm: number;
  /** The constant of a function with |w| = 1. */
  intercept: number;
  /** The base 2 logarithm of the covering number that the formula names. */
  logCovering: number;
  /** The same of the functions of the slacks. */
  logSlackCovering: number;
  /** The difference between the largest and the smallest value of the functions. */
  range: number;
  /** The fat-shattering dimension at 16 times `margin`. */
  coarseDimension: number;
  /** The Euclidean norm of the slacks, sqrt(sum of max(0, margin - y f(x))^2). */
  slackNorm: number;
  /** The sum of the slacks. */
  slackSum: number;
  /** How far a prediction may be off. */
  accuracy: number;
  /** The sum of the squared residuals. */
  squaredError: number;
  /** How many support vectors there are. */
  supportVectors: number;
  /** The prior probability of each number of support vectors, from 0. */
  prior: Numbers;
  /** The mean of y f(x) over the training samples, for |w| = 1. */
  averageMargin: number;
  /** The empirical Rademacher complexity; 2 largest / sqrt(n), its bound by the trace, unless given. */
  rademacher: number | undefined;
  /** The largest length of a sample in feature space that there can be. */
  largest: number;
  /** How far on the wrong side a mistake is; 0 is any mistake. */
  level: number;
  /** The mean of g(y f(x)) over the training samples. */
  averageTransform: number;
  /** A Lipschitz constant of g. */
  lipschitz: number;
  /** The weight of |w|^2 beside the mean hinge loss. */
  lambda: number | undefined;
  /** The weighted error of the member of each round. */
  roundErrors: Numbers;
  /** How many rounds of boosting there are. */
  rounds: number;
  /** The margin in (-1,1) of a convex combination. */
  rho: number;
  /** How many steps stochastic descent takes. */
  steps: number;
  /** Pairs of ordered samples: of neighbours in a permutation, as printed, or disjoint ones. */
  pairs: 'chained' | 'disjoint';
  /** The base of the logarithms. */
  base: 2 | 'e';
  /** The constant that the theorem does not tell. */
  c: number;
}

/** A condition of a theorem. */
export interface BoundCondition {
  readonly text: string;
  /** Not known if the numbers cannot decide, such as whether samples are independent. */
  readonly holds: boolean | undefined;
}

export interface BoundResult {
  readonly name: string;
  /** The right side of the theorem: Infinity, or 0 for a lower bound, if a condition fails. */
  readonly value: number;
  /** The value, at most what is true anyway: 1 for a probability. */
  readonly clipped: number;
  /** Whether the value is trivially true. */
  readonly vacuous: boolean;
  /** Whether no condition fails. */
  readonly valid: boolean;
  readonly conditions: readonly BoundCondition[];
  /** Numbers that the value is made of; by default their sum. */
  readonly terms: Readonly<Record<string, number>>;
  /** Further numbers that the theorem gives. */
  readonly details: Readonly<Record<string, number>>;
  /** The base of the logarithms in the formula. */
  readonly base: 2 | 'e' | undefined;
  /** What was taken for the constant that the theorem does not tell. */
  readonly constant: number | undefined;
  /** With an unknown constant values serve to compare models, and are no guarantees. */
  readonly label: 'guarantee' | 'for comparison';
}

/**
 * What is bounded: the probability of an error (from above, or from below), an expected loss, or
 * a number that has no such limit.
 */
export type BoundKind = 'error' | 'lower' | 'number';

/** A theorem as a function of numbers. */
export interface Bound<N extends keyof BoundArguments, O extends keyof BoundArguments = never> {
  (given: Pick<BoundArguments, N> & Partial<Pick<BoundArguments, O>>): BoundResult;
  /** Its name in `bounds`. */
  readonly title: string;
  readonly kind: BoundKind;
  /** What is bounded, in words. */
  readonly quantity: string;
  readonly source: string;
  readonly formula: string;
  readonly needs: readonly N[];
  readonly takes: Readonly<Pick<BoundArguments, O>>;
}

/** Any bound. */
export type AnyBound = Bound<any, any>;

/** A bound and its arguments without n. */
export type Given<B> = B extends (given: infer A) => BoundResult ? A : never;

export interface BoundCurve {
  readonly results: readonly BoundResult[];
  readonly values: Float64Array;
  readonly clipped: Float64Array;
  /** Where the value is least among the valid ones; -1 if none is valid. */
  readonly best: number;
}

/** A class of functions, and how well its best function fits. */
export interface RiskClass {
  readonly name?: string | number;
  readonly dimension: number;
  readonly errors: number;
}

export interface StructuralRisk {
  readonly rows: readonly (RiskClass & { readonly bound: BoundResult })[];
  /** The row with the least bound; -1 if no bound is valid. */
  readonly best: number;
}

export interface BoundsReportSettings {
  /** Each bound may fail with this probability; 0.05 by default. */
  delta?: number;
  /** For the constants that theorems do not tell; 1 by default. */
  c?: number;
  /** The length of the longest sample in feature space, where the report cannot know it. */
  radius?: number;
}

export interface BoundsReport {
  readonly n: number;
  readonly delta: number;
  /** Of the function as the model has it: |w|, and its constant. */
  readonly norm: number;
  readonly intercept: number;
  /** Whether the constant was made a coordinate, so that the theorems without a constant hold. */
  readonly absorbed: boolean;
  /** The longest sample in feature space, with that coordinate. */
  readonly radius: number;
  /** y f(x) of the training samples for |w| = 1, ascending. */
  readonly margins: Float64Array;
  /** The least of them. */
  readonly margin: number;
  /** radius^2 / margin^2; Infinity where the margin is not positive. */
  readonly ratio: number;
  readonly trainingError: number;
  readonly supportVectors: number | undefined;
  readonly results: Readonly<Record<string, BoundResult>>;
  /** The name of the guarantee with the least value; undefined if none is valid. */
  readonly best: string | undefined;
  /** How the numbers were computed and the conditions for reading them, in words. */
  readonly notes: readonly string[];
}

export interface MarginReportSettings {
  /** The target margin for the slacks: 1/|w| by default, of boosting the option `rho`. */
  gamma?: number;
  /** The length of the longest sample in feature space, where the report cannot know it. */
  radius?: number;
}

/** The share of samples whose margin is below rho, as a step function of rho. */
export interface MarginCurve {
  /** The margins that there are, ascending. */
  readonly rho: Float64Array;
  /** The share from right above `rho[k]` up to the next; up to `rho[0]` it is 0. */
  readonly share: Float64Array;
}

export interface MarginSummary {
  readonly n: number;
  /** The least margin: that of the function on these samples, negative if one is wrong. */
  readonly least: number;
  readonly mean: number;
  /** Whether all samples are on the right side; one on the boundary is not. */
  readonly consistent: boolean;
  /** How many are not. */
  readonly errors: number;
  readonly trainingError: number;
  readonly curve: MarginCurve;
}

/** A loss for each sample, and the means. */
export interface MarginLosses {
  /** 1 for y f(x) <= 0. */
  readonly zeroOne: Float64Array;
  /** The hinge loss, at most 1. */
  readonly ramp: Float64Array;
  /** 1 - y f(x), at least 0. */
  readonly hinge: Float64Array;
  readonly means: { readonly zeroOne: number; readonly ramp: number; readonly hinge: number };
}

export interface MarginReport extends MarginSummary {
  /** y f(x) / |w| of each sample: its distance from the boundary, negative on the wrong side. */
  readonly margins: Float64Array;
  /** y f(x) of each sample. */
  readonly functionalMargins: Float64Array;
  /** |w|; of boosting 1, the sum of the weights of the votes. */
  readonly norm: number;
  readonly intercept: number;
  /** w of a linear function. */
  readonly weights: Float64Array | undefined;
  /** The length of the longest sample in feature space; undefined where it is not known. */
  readonly radius: number | undefined;
  /** (radius / least)^2, which counts the mistakes of a perceptron; Infinity unless consistent. */
  readonly ratio: number | undefined;
  /** The target margin. */
  readonly gamma: number;
  /** (radius / gamma)^2 */
  readonly targetRatio: number | undefined;
  /** By how much each sample misses the target margin. */
  readonly slack: Float64Array;
  /** Their sum, the 1-norm. */
  readonly slackSum: number;
  /** Their Euclidean norm. */
  readonly slackNorm: number;
  /** How many samples have a margin below the target. */
  readonly marginErrors: number;
  readonly losses: MarginLosses;
}

/** The samples with w'x + b = 0, and other samples. */
export interface Hyperplane {
  readonly weights: Numbers;
  /** 0 by default. */
  readonly intercept?: number;
  readonly X: Samples;
}

export interface CanonicalHyperplane {
  readonly weights: Float64Array;
  readonly intercept: number;
  /** The least y f(x) before, by which both were divided. */
  readonly functionalMargin: number;
  /** The distance of the nearest sample, 1/|w|. */
  readonly margin: number;
  /** The row of the nearest sample. */
  readonly nearest: number;
}

export interface Projections {
  /** Negative on the side from which w points away. */
  readonly distances: Float64Array;
  /** The nearest point of the hyperplane for each sample. */
  readonly feet: Float64Array[];
}

/** What the theorems of `certainty` need in addition to the model. */
export interface CertaintyLimits {
  /** The values may fail with this probability; 0.05 by default. */
  delta?: number;
  /** The largest length of a sample in feature space that there can be; by default that of the longest sample of the fit, where it is known. */
  radius?: number;
  /** `rademacher(kernel, X).value` of the samples of the fit; by default its bound, 2 radius / sqrt(n). */
  rademacher?: number;
}

export interface CertaintySettings extends CertaintyLimits {
  /** The samples of the fit and their labels. */
  training: { readonly X: Samples; readonly y: Entries<Label> };
}

export interface Certainty {
  /** Whose right side the values are: the bound of this name. */
  readonly theorem: 'averageMarginLevel' | 'transformedMargin';
  /** |f(x)| of each row, cut off at 1 for `transformedMargin`: the order of certainty. */
  readonly scores: Float64Array;
  /** A bound on how often y f(x) <= -score; Infinity where the theorem does not apply. */
  readonly values: Float64Array;
  /** The same, at most 1. */
  readonly clipped: Float64Array;
  /** Whether no value is below 1. */
  readonly vacuous: boolean;
  /** The numbers that the values are the sums of. */
  readonly terms: Readonly<Record<string, Float64Array>>;
  /** The bound on any mistake, with its conditions: that of the score 0. */
  readonly anyMistake: BoundResult;
  readonly notes: readonly string[];
}

export interface Multipliers {
  /** a_i of each sample; of a regression those of the values above the tube. */
  readonly alpha: Float64Array;
  /** Of a regression, those of the values below the tube. */
  readonly alphaStar: Float64Array | undefined;
  /** C - a_i, the multiplier of slack >= 0; undefined unless the loss is linear in the slack, with the same finite C for all samples. */
  readonly eta: Float64Array | undefined;
  readonly etaStar: Float64Array | undefined;
  /** The rows of the support vectors with a multiplier below C: they lie on the margin, or on the edge of the tube. Undefined where `eta` is. */
  readonly free: Int32Array | undefined;
  /** The rows of the support vectors whose multiplier is C, LIBSVM's bounded ones: those with a slack, and perhaps others on the margin. Undefined where `eta` is. */
  readonly bounded: Int32Array | undefined;
  readonly residuals: {
    /** |sum beta_i|; undefined without a constant. */
    readonly constant: number | undefined;
    /** |w - sum beta_i x_i|; undefined unless the kernel is linear. */
    readonly weights: number | undefined;
    /** The largest of `diagnostics().residual`: by how much the other conditions fail. */
    readonly optimality: number;
  };
}

export interface OutlierSettings {
  /** Samples with this multiplier or a larger one are removed. */
  alpha: number;
}

/** A model before or after, for the samples that it was fitted to. */
export interface OutlierSide {
  readonly norm: number;
  /** `geometricMargin` of `diagnostics`: the least distance from the boundary. */
  readonly margin: number | undefined;
  readonly supportVectors: number;
}

export interface OutlierReport<M> {
  /** The copy, fitted to the other samples. */
  readonly model: M;
  /** The rows that were removed, the largest multiplier first. */
  readonly removed: Int32Array;
  readonly before: OutlierSide;
  readonly after: OutlierSide;
  /** The rows whose prediction is now another. */
  readonly changed: Int32Array;
}
