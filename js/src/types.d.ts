/** The types that users see. Options have theirs in generated/options.d.ts. */

import type {
  ComposedKernelName,
  Ending,
  KernelParameters,
  NamedRowKernel,
  NamedStringKernel,
  RowKernelName,
  RowValues,
  Scoring,
  StringKernelName,
} from './generated/options.js';
import type { Executor } from './executor/types.js';
import type { kernels } from './machines/compositions.js';

/**
 * Where kernel values are computed: on the processor; by the GPU, which maxmargin/webgpu brings when it is
 * needed, if there is one; or by what takes less time for some rows. Or a GPU of maxmargin/webgpu.
 */
export type Device = 'cpu' | 'webgpu' | 'auto' | { readonly report: GPUReport };

export type { Scoring };

/** Names of measures of rows with several labels. */
export type LabelSetScoring =
  | `${'precision' | 'recall' | 'f1' | 'jaccard'}${'Micro' | 'Macro' | 'Weighted' | 'Samples'}`
  | 'accuracy'
  | 'hammingLoss'
  | 'rocAuc'
  | 'averagePrecision'
  | 'coverageError'
  | 'labelRankingLoss'
  | 'labelRankingAveragePrecision';

type Named = Scoring | LabelSetScoring;

export type NumericArray =
  | Float64Array
  | Float32Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

/** What an ensemble is made of: a classifier, or a pipeline that ends in one. */
export interface BaseEstimator {
  fit(X: any, y: any, settings?: any): unknown;
  predict(X: any): unknown;
  clone(): unknown;
  getParams(): object;
}

/** An array-like of numbers. */
export type Numbers = NumericArray | readonly number[];

/** Dense samples in one run of numbers: row after row, unless strides say otherwise. */
export interface FlatMatrix {
  data: Numbers;
  rows?: number;
  cols?: number;
  /** [rows, cols], instead of the two. */
  shape?: readonly number[];
  /** Numbers from one row, and from one column, to the next. */
  strides?: readonly number[];
  /** The same under its other name. */
  stride?: readonly number[];
  /** Where the first number is. */
  offset?: number;
  /**
   * Factor of all numbers, such as 1/255 for pixels. An SVC keeps a Uint8Array or Uint8ClampedArray as
   * bytes, in an eighth of the memory.
   */
  scale?: number;
  /** Names of the columns, by which a model that was fitted to them finds its own. */
  featureNames?: readonly string[];
}

/**
 * Sparse samples in compressed rows: those of row i are data[indptr[i]] up to
 * data[indptr[i + 1]], at the ascending columns in indices, counted from 0.
 */
export interface SparseMatrix {
  /** rows + 1 entries. */
  indptr: Numbers;
  indices: Numbers;
  data: Numbers;
  rows?: number;
  cols?: number;
  /** [rows, cols], instead of the two. */
  shape?: readonly number[];
  /** Factor of all numbers in data. */
  scale?: number;
  /** Names of the columns, by which a model that was fitted to them finds its own. */
  featureNames?: readonly string[];
}

/** Sparse rows as vectorizers make them. */
export interface SparseRows {
  indptr: Int32Array;
  indices: Int32Array;
  data: Float64Array;
  rows: number;
  cols: number;
}

/** Numbers with their shape: [rows, columns], row after row, or [length]. */
export type Shaped<T extends Float64Array | Int32Array> = T & { readonly shape: number[] };

/** Numbers in the memory of another library, such as a tf.Tensor: they are read, never taken. */
export interface Tensor {
  readonly shape: readonly number[];
  /** Needed by maxmargin/sync, and used where there is no data(). */
  dataSync?(): ArrayLike<unknown>;
  data?(): Promise<ArrayLike<unknown>>;
}

/** A matrix that can be copied out, such as ml-matrix's: row after row. */
export interface CopyableMatrix {
  readonly rows: number;
  readonly columns: number;
  to1DArray(): ArrayLike<number>;
}

/** A column such as Arrow's. */
export interface Column {
  readonly length: number;
  readonly nullCount?: number;
  toArray(): ArrayLike<unknown>;
  get?(row: number): unknown;
}

/** A table of named columns, such as Arrow's. */
export interface ColumnTable {
  readonly schema: { readonly fields: readonly { readonly name: unknown }[] };
  getChildAt?(column: number): Column | null;
  getChild?(name: string): Column | null;
}

/** Samples whose columns have names: a model that was fitted to such finds its columns by them. */
export type NamedSamples =
  ColumnTable | readonly Readonly<Record<string, number>>[] | Readonly<Record<string, Numbers>>;

/** Rows of numbers, whose columns have no names. */
export type Matrix =
  readonly Numbers[] | FlatMatrix | SparseMatrix | Shaped<Float64Array> | Tensor | CopyableMatrix;

/** Several labels for each row: lists of labels, or a dense matrix of 0 and 1 whose columns are the labels. */
export type LabelSets =
  | readonly (readonly Label[] | Numbers)[]
  | { readonly data: Numbers; readonly rows: number; readonly cols: number };

/** One label for each row, or several. */
export type RowLabels = Entries<Label> | LabelSets;

/** Samples for machines that compare vectors: rows of numbers, in whatever form. */
export type Samples = Matrix | NamedSamples;

/** A number, or a gap where it is missing. */
export type Gap = number | null | undefined;

/** Samples in which values may be missing, for imputers: NaN, null or undefined. */
export type IncompleteSamples =
  | Samples
  | readonly (readonly Gap[])[]
  | readonly Readonly<Record<string, Gap>>[]
  | Readonly<Record<string, readonly Gap[]>>;

/** A category: texts, numbers and booleans are such. */
export type CategoryValue = string | number | boolean;

/** An entry of a table: a category or number, a date, a gap, or several of them as an object or array. */
export type Cell =
  | CategoryValue
  | Date
  | null
  | undefined
  | readonly Cell[]
  | { readonly [name: string]: Cell }
  | Numbers;

/** A table such as Arquero's. */
export interface ArrayTable {
  columnNames(): readonly string[];
  array(name: string): ArrayLike<unknown>;
}

/** A data frame such as Danfo's. */
export interface RowTable {
  readonly columns: readonly string[];
  readonly values: readonly unknown[];
  readonly shape: readonly number[];
}

/**
 * Tables with categories and gaps, for encoders and for pipelines that begin with such: rows,
 * objects, columns, or the tables of other libraries. For a fitted model, one object may be a row.
 */
export type TableSamples =
  | IncompleteSamples
  | readonly (readonly Cell[])[]
  | readonly { readonly [name: string]: Cell }[]
  | { readonly [name: string]: Column | Numbers | Cell | object }
  | ArrayTable
  | RowTable;

/** Samples for kernels of strings: letters are Unicode code points. */
export type Strings = readonly string[];

/** Samples S as a fitted machine keeps them: rows of numbers, or strings. */
export type KeptSamples<S> = S extends Strings
  ? Shaped<Float64Array> | SparseMatrix | string[]
  : Shaped<Float64Array> | SparseMatrix;

/** A class label: any primitive, of one type per fit. */
export type Label = number | string | boolean | bigint;

/** How a fit is getting on. */
export interface Progress {
  /** The current stage of the work, such as "pair 3 of 45"; '' where there is one alone. */
  phase: string;
  /** Iterations so far. */
  iteration: number;
  /** Dual objective of the phase. */
  objective: number;
  /** Largest violation of the optimality conditions. */
  gap: number;
  /** Non-zero dual variables of the phase. */
  supportVectors: number;
  /** Share of the work that is done, 0 to 1; 0 where it is unknown, as in a fit of one phase, whose `gap` falls to `tol`, and while the chunks of fitChunks come. */
  fraction: number;
  /** Rows that were read, while the chunks of fitChunks come. */
  rows?: number;
}

/** One entry per row: an array, a column such as Arrow's, or a tensor. */
export type Entries<T> = readonly T[] | ArrayLike<T> | Column | Tensor;

/** The type of the labels in y; where y does not say, as columns and tensors do not, it is L. */
export type LabelOf<Y, L extends Label = Label> = Y extends ArrayLike<infer T extends L> ? T : L;

/** The functions that a model was made with, which a file cannot hold. */
export interface LoadSettings {
  /**
   * The classes that the model may be of, with those that it holds: a file with a model of another
   * class is refused with ERR_CLASS_MISSING. A bundler, which leaves out what a program does not
   * use, keeps them. Default: all in the program.
   */
  classes?: readonly (abstract new (...given: any[]) => any)[];
  /**
   * Of a vectorizer whose file has a regular expression that may take more than linear
   * time: the expression, or its text.
   */
  tokenPattern?: RegExp | string;
  /** Of a model with a function as kernel. */
  kernel?: (a: any, b: any) => number;
  /** Of a FeatureMap. */
  map?: (sample: any) => ArrayLike<number>;
  /** Of a vectorizer with functions of the caller's. */
  tokenize?: (text: any) => Iterable<string>;
  stem?: (token: string) => string;
}

/** The options of CountVectorizer; names and rules are scikit-learn's. */
export interface CountOptions {
  /** Whether text is put into lower case first. Default: true. */
  lowercase?: boolean;
  /** Makes tokens of a text, instead of tokenPattern. */
  tokenize?: ((text: string) => readonly string[]) | null;
  /**
   * What tokens are: the text of a regular expression with the flag u. By default
   * words of at least two letters, digits and low lines, of any script.
   */
  tokenPattern?: string | null;
  /** Words that are left out; 'english': the 318 of scikit-learn. */
  stopWords?: readonly string[] | 'english' | null;
  /** Makes the stem of a token; stop words are left out before. */
  stem?: ((token: string) => string) | null;
  /** The least and the greatest number of tokens that make a term. Default: [1, 1]. */
  ngramRange?: readonly [number, number];
  /** Terms in fewer documents are left out: a number of them, or a share below 1. Default: 1. */
  minDf?: number;
  /** Terms in more documents are left out: a number of them, or a share below 1. Default: Infinity. */
  maxDf?: number;
  /** The largest number of terms; those that rankBy ranks first are kept. Default: Infinity. */
  maxFeatures?: number;
  /**
   * What ranks terms: how often they occur, or their mutual information with the classes, for
   * which fit needs y. Default: frequency.
   */
  rankBy?: 'frequency' | 'mutualInformation';
  /** Whether a term counts once in a document. Default: false. */
  binary?: boolean;
}

/** The options of TfidfVectorizer. */
export interface TfidfOptions extends CountOptions {
  /** The size of rows, which are divided by it. Default: l2. */
  norm?: 'l1' | 'l2' | 'none';
  /** Whether terms in few documents weigh more: ln(n / df) + 1. Default: true. */
  useIdf?: boolean;
  /** Whether they are weighed as if one more document had all terms. Default: true. */
  smoothIdf?: boolean;
  /**
   * Whether 1 is added to the logarithm, so that a term of all documents counts. Default: true.
   */
  plusOneIdf?: boolean;
  /** Whether a count t becomes 1 + ln t. Default: false. */
  sublinearTf?: boolean;
}

/** The option of FeatureMap. */
export interface MapOptions {
  /** Makes a vector of a sample, of the same length for all. */
  map?: (sample: any) => ArrayLike<number>;
}

/** What GaussianMixture and HiddenMarkovModel have in common. */
export interface GenerativeOptions {
  /** Smallest variance, without which a component could shrink to a sample. Default: 1e-6. */
  varianceFloor?: number;
  /**
   * What transform gives: the scores that the Fisher kernel is the inner product of, or
   * what the marginalised kernel is of, the expected shares of the hidden states with what
   * they give. Default: fisher.
   */
  features?: 'fisher' | 'marginalized';
  /**
   * Metric of the Fisher scores: their mean squares over the samples of the fit
   * (diagonal), the matrix of their mean products, the empirical Fisher information
   * (full), or none (identity). Default: diagonal.
   */
  information?: 'diagonal' | 'full' | 'identity';
  /** How many random starts are tried, of which the likeliest result is kept. Default: 3. */
  nInit?: number;
  /** A start has converged when a step gains a sample no more than this. Default: 1e-3. */
  tol?: number;
  /** Most steps from each start. Default: 1000. */
  maxIter?: number;
  /** Most milliseconds for a fit; the best parameters so far are kept. Default: Infinity. */
  maxTime?: number;
  /** Seed of the starts. Default: 0. */
  seed?: number;
}

/** The options of GaussianMixture. */
export interface GaussianMixtureOptions extends GenerativeOptions {
  /** How many normal distributions are mixed; at most the number of samples. Default: 2. */
  nComponents?: number;
}

/** The options of HiddenMarkovModel. */
export interface HiddenMarkovModelOptions extends GenerativeOptions {
  /** How many hidden states there are. Default: 2. */
  nStates?: number;
  /**
   * Whether every state may follow every other (ergodic), or sequences begin in the first
   * state and each is followed by itself or the next one (leftRight). Default: ergodic.
   */
  topology?: 'ergodic' | 'leftRight';
  /**
   * What is added to every expected number of starts, transitions and letters, so that no
   * probability is 0: the Dirichlet prior, less 1. Default: 0.01.
   */
  smoothing?: number;
  /**
   * Whether a letter that no training string has is an error, or a position of which nothing
   * is known. Default: error.
   */
  unseen?: 'error' | 'missing';
}

/** The model of pairs of strings that pairKernel is of. */
export interface PairModel {
  /** All letters, each once, such as 'ACGT'. */
  alphabet: string;
  /** Probability that a letter of the ancestor is replaced by a random one. Default: 0.1. */
  mutation?: number;
  /** Probability that a run of random letters goes on. Default: 0.1. */
  gap?: number;
  /** Probability that the ancestor ends before each of its letters. Default: 0.1. */
  end?: number;
  /** Whether k(x, z) is divided by the root of k(x, x) k(z, z). Default: true. */
  normalize?: boolean;
}

/** How X is passed on. */
export interface TransferSettings {
  /**
   * Takes the buffers of X over instead of copying them, which saves time and
   * memory: of { data, rows, cols } a Float64Array, of sparse rows Int32Arrays as
   * well, each the whole of its buffer. They are detached by the call, and stay
   * so even if it fails later. Whatever is laid out differently is copied.
   */
  transfer?: boolean;
}

export interface PredictSettings extends TransferSettings {
  /** Aborts the call. */
  signal?: AbortSignal | null;
  /**
   * Called at most 20 times per second while a function that is the kernel works.
   * Returning false stops the call, which then fails with the code ERR_STOPPED.
   */
  onProgress?: ((progress: Progress) => unknown) | null;
  /**
   * Where kernel values are computed, 'cpu' by default. By a GPU, labels and signs are those of the
   * processor, and other values within a bound that the report of maxmargin/webgpu tells.
   */
  device?: Device;
}

/** What a machine that predicts a distribution returns beside the mean. */
export interface DistributionSettings extends PredictSettings {
  /** Returns { mean, std }: std is the standard deviation of the function, without the noise. */
  returnStd?: boolean;
  /** Returns { mean, covariance }: the covariances of the function at all pairs of rows. */
  returnCov?: boolean;
}

/** What predict returns with settings T. */
export type Predicted<T> = T extends { returnStd: true }
  ? { mean: Float64Array; std: Float64Array }
  : T extends { returnCov: true }
    ? { mean: Float64Array; covariance: Shaped<Float64Array> }
    : Float64Array;

/** How functions are drawn from a process. */
export interface SampleSettings extends PredictSettings {
  /** How many functions; 1 by default. */
  samples?: number;
  /** Seed of the draws; 0 by default. */
  seed?: number;
}

/** How samples are drawn from a density. */
export interface PointSettings extends Pick<PredictSettings, 'signal' | 'onProgress'> {
  /** Seed of the draws; 0 by default. */
  seed?: number;
}

export interface DensitySettings extends PredictSettings {
  /** Whether y are observations, with noise, and not values of the function. Default: false. */
  noise?: boolean;
}

/** The log marginal likelihood of training data under a process. */
export interface MarginalLikelihood {
  value: number;
  /** Its derivatives by the logarithms of the parameters, in the order of parameterNames. */
  gradient: Float64Array;
}

/** The signal and the callback for the work of vectorizers, mixtures and hidden Markov models. */
export interface WorkSettings {
  /** Aborts the work; a fit that is aborted leaves an earlier one as it was. */
  signal?: AbortSignal | null;
  /**
   * Called at most 20 times per second. Returning false ends the work: a fit of a mixture
   * or a hidden Markov model keeps the best parameters so far, all else fails with the
   * code ERR_STOPPED.
   */
  onProgress?: ((progress: Progress) => unknown) | null;
}

/**
 * How far a model is from the exact solution for its rows, computed from these, their coefficients
 * and its constants alone. Of several two-class problems it has the largest numbers.
 */
export interface Certificate {
  /** How many rows the model has. */
  rows: number;
  /** Primal less dual objective: 0 at the solution, and never below. */
  gap: number;
  /** Largest violation of the optimality (KKT) conditions. */
  violation: number;
  /**
   * Bound on the distance |w - w*| in feature space from the model that a fit to these rows would
   * have given: the root of 2 gap.
   */
  distance: number;
}

export interface FitSettings extends TransferSettings {
  /** Factor of C per row. */
  sampleWeight?: Entries<number> | null;
  /**
   * The query or list of each row, any label, for machines that learn within them; all rows are
   * one by default. Rows of a query need not be next to each other.
   */
  groups?: Entries<unknown> | null;
  /** Aborts the fit, which leaves an earlier one as it was. */
  signal?: AbortSignal | null;
  /**
   * Called at most 20 times per second. Returning false stops the fit and keeps
   * the best solution so far.
   */
  onProgress?: ((progress: Progress) => unknown) | null;
  /**
   * How many workers may share the fit, 1 by default. An SVC or NuSVC of more than two classes
   * has them solve its pairs of classes, a LinearSVC or LowRankSVC its classes. Other fits take
   * one worker. The model is the same.
   */
  workers?: number;
  /** Who shares the fit in place of workers here, such as a fleet of machines. */
  executor?: Executor | null;
  /**
   * Where kernel values are computed, 'cpu' by default. A GPU computes them in float32, for machines
   * that maxmargin/webgpu names; the solution meets `tol` in float64, as any other.
   */
  device?: Device;
}

export interface TaggerFitSettings extends FitSettings {
  /** How many rows each sequence has, when X is the rows of all of them, one after the other. */
  lengths?: Entries<number> | null;
}

export interface TagSettings extends PredictSettings {
  /** How many rows each sequence has, when X is the rows of all of them, one after the other. */
  lengths?: Entries<number> | null;
}

/** The labels of sequences. */
export interface Tagged<L extends Label> {
  /** An array of labels for each sequence. */
  tags: L[][];
  /** The score of each sequence with these labels. */
  scores: Float64Array;
}

/** Pairs of rows: the numbers of two rows of X for each. */
export type Pairs = readonly (readonly [number, number] | readonly number[])[];

/** What a StructuredSVM is made of: functions of samples X and labels Y of any kind. */
export interface StructuredOptions<X = any, Y = any> {
  /** The features of a sample with a label: as many numbers each time. */
  features: (x: X, y: Y) => ArrayLike<number>;
  /** The label with the largest <w, features(x, y)>. */
  argmax: (x: X, weights: Float64Array) => Y;
  /** The label y' with the largest loss(y', y) + <w, features(x, y')>; y is the right one. */
  lossArgmax: (x: X, y: Y, weights: Float64Array) => Y;
  /** What it costs to predict the label y' where y is right: a number >= 0, and 0 if they are equal. */
  loss: (predicted: Y, y: Y) => number;
  /** All labels, if they can be listed: others that a function returns are then refused. */
  labels?: readonly Y[] | null;
  /**
   * Cutting planes, which minimise 1/2 |w|^2 + C sum of losses and say how far they are from the
   * least value, or the mean of the iterates of stochastic subgradient descent on the mean loss.
   */
  algorithm?: 'cuttingPlane' | 'sgd';
  /** Penalty on the losses, for cutting planes; 1 by default. */
  C?: number;
  /** The share of the objective at which the gap is small enough; 0.001 by default. */
  tol?: number;
  /** Largest number of cutting planes; 1000 by default. */
  maxIter?: number;
  /** How many steps subgradient descent takes; 10000 by default. */
  steps?: number;
  /** Length of its steps; 0.1 by default. */
  eta0?: number;
  /** Seed of the samples that it draws. */
  seed?: number;
  /** Weights that an earlier fit has found, with which the machine predicts. */
  weights?: ArrayLike<number> | null;
}

export interface StructuredFitSettings {
  /** Factor of C per sample. */
  sampleWeight?: Entries<number> | null;
  /** Aborts the fit, which leaves an earlier one as it was. */
  signal?: AbortSignal | null;
  /** Called at most 20 times per second. Returning false stops the fit and keeps the best weights so far. */
  onProgress?: ((progress: Progress) => unknown) | null;
}

/**
 * Some of the rows of a fit. All chunks have the same columns, and all of them, or none, have
 * weights and values of options for each row. Other properties mean nothing.
 */
export interface Chunk<S = Samples, Y = Entries<Label>> extends RowValues<Entries<number>> {
  X: S;
  /** One label or number per row. */
  y: Y;
  /** Factor of C per row. */
  sampleWeight?: Entries<number> | null;
}

/** Some of the rows of a fit with an executor: a file that its workers open, if they may. */
export interface ChunkFile {
  /** A path, below the first folder of the workers' files unless it is absolute, or an address. */
  file: string | URL;
  /**
   * 'csv', or 'float32' or 'float64': little-endian numbers, row by row; by default what the ending
   * says: .csv, .tsv, .txt; .f32; .f64. Another is for the workers' readChunk.
   */
  format?: string;
  /** The column to learn: of a CSV file its name or place, of numbers its place, -1 for the last. */
  target: string | number;
  /** The column of the weights of rows: of a CSV file its name, of numbers its place. */
  sampleWeight?: string | number;
  /** Of a file of numbers: how many there are in a row, with the target and the weight. */
  columns?: number;
  /** Options of readCsv. */
  csv?: object;
}

/**
 * How a fit to chunks is watched, and whether it takes over the buffers of each X. Workers of an
 * executor hold the features of the chunks; the loss must then be smooth.
 */
export type ChunkSettings = Pick<FitSettings, 'transfer' | 'signal' | 'onProgress' | 'executor'>;

export interface RegressionSettings extends FitSettings, RowValues<Entries<number>> {
  /**
   * The loss of an error y - f(x), for ConvexLossSVR with the loss 'custom': a convex
   * function that is least at 0, and its derivative.
   */
  customLoss?: {
    value: (error: number) => number;
    derivative: (error: number) => number;
  } | null;
}

export interface PartialFitSettings<L extends Label = Label> extends FitSettings {
  /** All class labels there will be, on the first call; those in y by default. */
  classes?: readonly L[] | null;
}

export interface DecisionSettings extends PredictSettings {
  /** Values per class or per pair of classes; as the option says by default. */
  shape?: 'ovr' | 'ovo';
}

/** C with what a class that extends it adds. */
export type As<T, C> = keyof T extends keyof C ? C : C & Omit<T, keyof C>;

/** How predictions are judged. */
export interface ScoreSettings extends PredictSettings {
  /** The weight of each row in the score. */
  sampleWeight?: Entries<number> | null;
}

/** How a ranking is judged. */
export interface RankingScoreSettings extends PredictSettings {
  /** The query of each row; all rows are one by default. */
  groups?: Entries<unknown> | null;
}

/** Weights, and values of options for each row, are those that the model was fitted with. */
export interface DiagnosticsSettings extends RowValues<Entries<number>> {
  /** Which two-class problem, in the order of the intercepts; 0 by default. */
  problem?: number;
  /** Distance from the edge at which a row lies on it; 1e-3 by default. */
  tolerance?: number;
  /** Of which percentages percentiles are given; 0, 10, 25, 50, 75, 90, 100 by default. */
  percentages?: Numbers;
  /** A model fitted to the same rows, whose support vectors are compared. */
  other?: object;
  /** The weights that the model was fitted with. */
  sampleWeight?: Entries<number> | null;
  /** Counts only if already aborted. */
  signal?: AbortSignal | null;
}

/**
 * The diagnosis of a solution for each row. Arrays follow `rows`. What needs the dual
 * variables is known for the rows, labels and weights of the training only.
 */
export interface Diagnostics {
  /** Whether X holds the rows that the model was fitted to. */
  readonly training: boolean;
  /** Rows of X that are in the two-class problem. */
  readonly rows: Int32Array;
  /**
   * Of a classifier inside is within the margin or on the wrong side; of a
   * regressor inside the tube; of a detector inside the region.
   */
  readonly status: ('inside' | 'edge' | 'outside')[];
  /** By how much the constraint of a row fails. */
  readonly slack: Float64Array;
  /** y f(x), epsilon - |y - f(x)|, or f(x): of a classifier, regressor, detector. */
  readonly margin: Float64Array;
  readonly alpha: Float64Array | undefined;
  /** By how much the optimality (KKT) conditions of a row fail. */
  readonly residual: Float64Array | undefined;
  /** Rows of X, the most difficult first: by alpha, descending, and by margin. */
  readonly ranking: Int32Array;
  /** Of the margins, at the given percentages. */
  readonly percentiles: Float64Array;
  /** The least margin. */
  readonly functionalMargin: number;
  /** The same over |w|: the distance of the closest row, negative on the wrong side. */
  readonly geometricMargin: number | undefined;
  /** |w|; of LPSVC where it is known, of LPSVR not */
  readonly norm: number | undefined;
  /** w, for a linear kernel. */
  readonly weights: Float64Array | undefined;
  readonly bias: number;
  /** The constants that are as good; bias is the middle if no support vector is free. */
  readonly biasInterval: [number, number] | undefined;
  /** The objective, and a bound from below; they meet at the solution. */
  readonly primal: number | undefined;
  readonly dual: number | undefined;
  /** primal - dual */
  readonly gap: number | undefined;
  /**
   * Of a regression, up to constants: minus half of |w|^2, minus the weighted losses, and
   * their sum, the logarithm of the posterior density of the function.
   */
  readonly logPrior: number | undefined;
  readonly logLikelihood: number | undefined;
  readonly logPosterior: number | undefined;
  /** How many support vectors both models share, and how many there are in all. */
  readonly overlap: { readonly shared: number; readonly either: number } | undefined;
}

/** How a fit ended; how that of an imported model did is not known. */
export type FitStatus = Ending | 'imported';

/** Where something was computed: a call with the setting device, or one of a GPU. */
export interface GPUReport {
  /** `cpu` if all rows were computed on the processor. */
  readonly device: 'webgpu' | 'cpu';
  /** The name of the GPU; '' if there is none. */
  readonly adapter: string;
  /** Why all or the last rows were computed on the processor; '' if they were not. */
  readonly why: string;
  /** Rows whose answer is that of the GPU; of fits, rows of the Gram matrix that it computed. */
  readonly rowsByGPU: number;
  /** Rows that the model computed; of fits, samples whose gradient was computed in float64. */
  readonly rowsAgain: number;
  /** The largest bound of a value of the GPU that was returned, or decided. */
  readonly bound: number;
  /** Of predictions: the largest bound of each row; 0 of rows that the model computed. */
  readonly bounds?: Float64Array;
  /** Of fits: the largest violation of the optimality conditions that is left, in float64. */
  readonly gap?: number;
}

/** How a fit went. */
export interface FitInfo {
  readonly status: FitStatus;
  /** Whether the tolerance was reached. */
  readonly converged: boolean;
  readonly iterations: number;
  /** Objective of the problem that was solved, summed over two-class problems. */
  readonly objective: number;
  /** Largest violation of the optimality conditions that is left. */
  readonly gap: number;
  readonly supportVectors: number;
  /** The duration of the fit; not known of a model that was loaded. */
  readonly milliseconds: number | undefined;
  /** What a GPU did, of a fit with the setting device. */
  readonly gpu?: GPUReport;
  readonly warnings: readonly Warning[];
}

/**
 * A model for JSON: what toJSON returns and load takes. The options are those
 * that were given; Infinity is written as 'Infinity'.
 */
export interface ModelJSON {
  readonly format: 'maxmargin';
  /** Of this layout: 1. */
  readonly version: number;
  readonly machine: string;
  /** Of a machine. */
  readonly options?: { readonly [name: string]: unknown };
  /** Of a Pipeline. */
  readonly steps?: readonly {
    readonly name: string;
    readonly machine: string;
    readonly options: { readonly [name: string]: unknown };
  }[];
  /** What save() returns, in base64; without it the model is not fitted. */
  readonly bytes?: string;
}

/** About a result that is usable but perhaps not what was meant. */
export interface Warning {
  code: string;
  message: string;
}

/** What readLibsvm returns: sparse samples and their labels. */
export interface LibsvmData {
  X: {
    indptr: Int32Array;
    indices: Int32Array;
    data: Float64Array;
    rows: number;
    cols: number;
  };
  y: Float64Array;
  /** The query of each row, if the text has queries: for `fit(X, y, { groups })`. */
  groups?: Float64Array;
  /** Whether features were numbered from 0. */
  zeroBased: boolean;
}

export interface ImportSettings {
  /**
   * How many features a row has, of a precomputed kernel how many rows were
   * trained on. The text does not say; by default it is the largest number of a
   * feature in a support vector.
   */
  features?: number;
}

export interface InitSettings {
  /** Where maxmargin.wasm is: an absolute URL, or in a page one relative to it. */
  wasmUrl?: string | URL;
  /** Where the worker's script is, likewise: worker.js of this release, in Node worker.node.cjs. */
  workerUrl?: string | URL;
  /** Where maxmargin-rest.wasm is, likewise; by default beside the other. */
  restUrl?: string | URL;
  /** The module itself, maxmargin.wasm: a WebAssembly.Module, or its bytes. */
  wasmModule?: object;
  /** Its second file, maxmargin-rest.wasm, likewise. */
  restModule?: object;
  /** false: work in the calling thread, in slices of 10 ms. */
  worker?: boolean;
  /** After so many milliseconds without a call, the memory is given back as by terminate(). */
  idle?: number;
  /** Megabytes that the requests of one worker may take together, from 32; by default what WebAssembly can address. */
  memory?: number;
  /** Gets every warning; without it each kind is shown once in the console. */
  onWarning?: (warning: Warning) => void;
}

/** Of createEngine: as those of init, for an engine of its own. */
export interface EngineSettings extends Omit<InitSettings, 'worker' | 'onWarning'> {
  /** How many fits can run at the same time; 1 by default, and in maxmargin/sync always. */
  workers?: number;
}

/** What an engine holds, in bytes. */
export interface EngineMemory {
  /** What its programs hold, beside 4 MB of constant data each. They do not shrink before terminate(). */
  total: number;
  /** Kernel rows that are kept for the next fit. */
  cache: number;
  /** Models that are loaded, with their sizes as files. */
  models: { model: number; machine: string; bytes: number }[];
}

/** One split of the rows, by number. */
export interface Fold {
  /** Rows to learn from. */
  train: Int32Array;
  /** Rows to be judged by. */
  test: Int32Array;
}

export interface FoldSettings {
  /** How many folds, 5 by default; or the folds themselves. */
  folds?: number | readonly { train: Numbers; test: Numbers }[];
  /** Whether rows are put into random order first; true by default. */
  shuffle?: boolean;
  /** The same seed always gives the same folds; 0 by default. */
  seed?: number;
  /** Whether every fold gets its share of each class. */
  stratify?: boolean;
}

export interface MakeFoldsSettings extends FoldSettings {
  /** One per row: rows of one group stay together. */
  groups?: ArrayLike<unknown> | null;
  /**
   * 'kFold' by default. 'bootstrap': the training rows are drawn with replacement, the test rows
   * are those that were not drawn; 100 times by default.
   */
  method?: 'kFold' | 'bootstrap';
}

export interface SplitSettings extends Omit<MakeFoldsSettings, 'folds' | 'method'> {
  /** Share of the rows that are held out, below 1, or how many; 0.25 by default. */
  testSize?: number;
}

/** What trainTestSplit returns: samples in the form they came in, and which rows they were. */
export interface SplitData<X, Y> {
  XTrain: X;
  XTest: X;
  yTrain: Y;
  yTest: Y;
  train: Int32Array;
  test: Int32Array;
}

/** How good predictions are; greater is better. */
export type Scorer = (y: any, predicted: any) => number;

/** Options by name. */
export type Params = Record<string, unknown>;

/** All options of a machine, with those of its group study. */
export type AllOptions<Options> = {
  [Name in keyof Options]-?: Name extends 'study'
    ? Required<NonNullable<Options[Name]>>
    : Options[Name];
};

/** How a search is getting on. */
export interface SearchProgress {
  /** Fits that are done. */
  done: number;
  /** Fits there will be. */
  total: number;
  /** The share of them, fits that are going on included. */
  fraction: number;
  /** Since the search began. */
  milliseconds: number;
  /**
   * Of a search: its rows, as they are when this is read. A fold that is not done is NaN among the scores,
   * and a row that is not `complete` has no rank.
   */
  readonly results?: ResultRow[];
  /** The scores so far, as bytes with which `resume` goes on; also after the work was ended. */
  save: () => Uint8Array<ArrayBuffer>;
}

export interface ComparingSettings extends FoldSettings {
  /**
   * The metric; by default accuracy for classifiers and r2 for regressors. Several at once are an
   * array of names, or an object with a name or a function for each measure; the first of them is
   * the one whose `mean` and `scores` are those of the result itself, and of a search the one that
   * `refit` names.
   */
  scoring?: Named | Scorer | readonly Named[] | Readonly<Record<string, Named | Scorer>>;
  /** Whether to score what was learnt from, too. */
  trainScores?: boolean;
  /** Workers at a time; as many as there are processors by default, at most 4. */
  workers?: number;
  /** Who does the fits in place of workers here, such as a fleet of machines. */
  executor?: Executor | null;
  /** Milliseconds after which the search stops and keeps what it has. */
  maxTime?: number;
}

export interface GivenSettings extends RowValues<Numbers> {
  /** One per row: rows of one group stay together. */
  groups?: ArrayLike<unknown> | null;
  /** Factor of C per row, for the fits; scores count every row the same. */
  sampleWeight?: Numbers | null;
  /** Where kernel values of the fits are computed, 'cpu' by default. A GPU serves one worker. */
  device?: Device;
  /** Aborts the search. */
  signal?: AbortSignal | null;
  /** Called at most 20 times per second and worker. Returning false stops and keeps the finished part. */
  onProgress?: ((progress: SearchProgress) => unknown) | null;
}

/** What is given beside the samples, and what was found before. */
export interface SearchFitSettings extends GivenSettings {
  /**
   * What save() of a search, or of the last report to onProgress, with the same samples and settings
   * returned: only the missing fits are done.
   */
  resume?: Uint8Array | ArrayBuffer | null;
}

export interface CrossValidationSettings extends ComparingSettings, SearchFitSettings {}

export interface SearchSettings extends ComparingSettings {
  /** Whether fits that differ in C alone start from each other, ascending; true by default. */
  warmStarts?: boolean;
  /**
   * Whether the best is fitted to all rows in the end; true by default. With several measures it
   * must be the name of the one that chooses, by which the best is then fitted.
   */
  refit?: boolean | string;
  /** Whether the search itself is cross-validated, in 5 outer folds or as many as given. */
  nested?: boolean | number;
  /**
   * Whether points that can no longer win are left out of the remaining folds; false by default.
   * Their rows are not `complete`, and have NaN as `mean`.
   */
  prune?: boolean;
}

/** Numbers between two bounds; whole numbers include both. */
export type Distribution =
  | { uniform: readonly [low: number, high: number] }
  | { logUniform: readonly [low: number, high: number] }
  | { integer: readonly [low: number, high: number] };

/** Values or a distribution by option. */
export type SearchSpace = Record<string, ArrayLike<unknown> | Distribution>;

export type Spaces = SearchSpace | readonly SearchSpace[];

export interface RandomSettings extends SearchSettings {
  /** How many points are drawn; 10 by default. */
  candidates?: number;
}

export interface HalvingSettings extends Omit<SearchSettings, 'nested' | 'prune'> {
  /** How many points are drawn; without it, all combinations of the values. */
  candidates?: number;
  /** One of `factor` candidates goes on to the next round, which has `factor` times the rows; 3 by default. */
  factor?: number;
  /**
   * The rows of the first round: a number; 'smallest', two of each class in each fold; or as many
   * as it takes that the last round uses nearly all, 'exhaust', the default.
   */
  minResources?: number | 'exhaust' | 'smallest';
}

/** One round of a HalvingSearch. */
export interface HalvingRound {
  /** The rows whose share each fold's fits got to learn from. */
  readonly resources: number;
  /** One row for each candidate of the round. */
  readonly results: ResultRow[];
}

/** What a model's values are divided by, and how. */
export interface ExplainSettings {
  /**
   * The rows that those of X are compared with: one row, of numbers or with names, or samples in any form, over
   * which values are averaged. They stand for a feature that is not known; take the mean of the
   * features, or some rows of the fit.
   */
  baseline: any;
  /** Columns that count as one feature, by the name of the group: their numbers, or their names. */
  groups?: Record<string, (number | string)[]> | null;
  /**
   * Estimates the values with about so many predictions for each row, for models whose values
   * have no closed form. Without it they are exact.
   */
  samples?: number;
  /** Of the random orders of an estimate; 0 by default. */
  seed?: number;
  /** Aborts. */
  signal?: AbortSignal | null;
  /** Called at most 20 times per second; returning false ends the work with an error. */
  onProgress?: ((progress: Progress) => unknown) | null;
}

/** The Shapley values of one of the functions of a model. */
export interface ExplainedOutput {
  /**
   * What a positive value speaks for: of two classes the second; of more a class, or the first
   * of a pair. Regressors and detectors have none.
   */
  readonly of?: Label | [Label, Label];
  /** The value of the function at the baseline; the mean of several. */
  readonly base: number;
  /** For each row of X the values of the features. With the base they add up to the function's value. */
  readonly values: Float64Array[];
  /** The standard error of each value, of an estimate. */
  readonly errors?: Float64Array[];
}

/** What `explain` returns: the first output, and all of them. */
export interface Explanation extends ExplainedOutput {
  /** The names of the features and groups, or their numbers where they have no names. */
  readonly features: (string | number)[];
  /** Whether the values are exact up to rounding. */
  readonly exact: boolean;
  /** Models of several classes have an output for each class, or for each pair of classes. */
  readonly outputs: ExplainedOutput[];
}

/** How many support vectors `influence` names. */
export interface InfluenceSettings {
  /** Of each row, those with the largest terms; 10 by default. */
  count?: number;
  /** What the model was fitted to, y unless it is a detector: for `refitted`. */
  refit?: { X: any; y?: any; sampleWeight?: Entries<number> | null } | null;
  /** Aborts. */
  signal?: AbortSignal | null;
  /** Called at most 20 times per second; returning false ends the work with an error. */
  onProgress?: ((progress: Progress) => unknown) | null;
}

/** The terms of one of the functions of a model. */
export interface InfluenceOutput {
  /**
   * What a positive value speaks for: of two classes the second; of more a class, or the first
   * of a pair. Regressors and detectors have none.
   */
  readonly of?: Label | [Label, Label];
  /** The constant of the function. */
  readonly intercept: number;
  /** The value of each row: its decision value, or its prediction. */
  readonly values: Float64Array;
  /** For each row the support vectors with the largest terms, as rows of the fit. */
  readonly indices: Int32Array[];
  /** Their terms, coef_i k(x_i, x), the largest in size first. */
  readonly terms: Float64Array[];
  /**
   * The value without each of them: value - term. The other coefficients stay as they are; a fit
   * without the row would change them, too.
   */
  readonly without: Float64Array[];
  /**
   * With the setting `refit`: the value by a fit without each of them, exactly. Scalers and other
   * steps of a pipeline, and the width of the kernel, stay those of the fit with it.
   */
  readonly refitted?: Float64Array[];
  /** The sum of all other terms. intercept, terms and rest add up to the value. */
  readonly rest: Float64Array;
}

/** What `influence` returns: the first output, and all of them. */
export interface Influence extends InfluenceOutput {
  /** Models of several classes have an output for each class, or for each pair of classes. */
  readonly outputs: InfluenceOutput[];
}

/** How `sensitivities` differentiates. */
export interface SensitivitySettings {
  /**
   * Estimates the gradients by central differences of this step, in units of the features, for
   * models that have none in closed form. Without it they are exact.
   */
  step?: number;
  /** Aborts. */
  signal?: AbortSignal | null;
  /** Called at most 20 times per second; returning false ends the work with an error. */
  onProgress?: ((progress: Progress) => unknown) | null;
}

/** The gradients of one of the functions of a model. */
export interface SensitivityOutput {
  /**
   * What a positive value speaks for: of two classes the second; of more a class, or the first
   * of a pair. Regressors and detectors have none.
   */
  readonly of?: Label | [Label, Label];
  /** For each row of X the derivatives of its value by the features; NaN by categories and texts. */
  readonly gradients: Float64Array[];
  /** What the value becomes with other categories: an entry for each column that has some. */
  readonly switches: CategorySwitches[];
}

/** What another category of a column makes of a value. */
export interface CategorySwitches {
  /** The name of the column, or its number. */
  readonly feature: string | number;
  readonly categories: CategoryValue[];
  /** For each row of X how much larger its value is with each category; 0 with its own. */
  readonly differences: Float64Array[];
}

/** What `sensitivities` returns: the first output, and all of them. */
export interface Sensitivities extends SensitivityOutput {
  /** The names of the features, or their numbers where they have no names. */
  readonly features: (string | number)[];
  /** Whether the gradients are exact up to rounding. */
  readonly exact: boolean;
  /** Models of several classes have an output for each class, or for each pair of classes. */
  readonly outputs: SensitivityOutput[];
}

/** What `nearestChange` may change, and how changes are measured. */
export interface NearestChangeSettings {
  /**
   * The class that is to be predicted; of two classes the other one. Detectors have 1 and -1. Of
   * regressors a number that the prediction is to reach, or an interval that it is to be in.
   */
  target?: Label | readonly [number, number];
  /** Features that stay as they are: their numbers, or their names. */
  fixed?: (number | string)[] | null;
  /**
   * How the distance is measured: 2, the default, changes many features a little, 1 few features.
   */
  norm?: 1 | 2;
  /**
   * What the change of each feature is multiplied by in the distance, 1 by default: numbers for
   * all features, or for some by name or number. 1 / standard deviation makes features comparable.
   * Another category is a change of 1.
   */
  weights?: ArrayLike<number> | Record<string, number> | null;
  /** The least and the largest value of features, by name or number. */
  bounds?: Record<string, [number, number]> | null;
  /** Aborts. */
  signal?: AbortSignal | null;
  /** Called at most 20 times per second; returning false ends the work with an error. */
  onProgress?: ((progress: Progress) => unknown) | null;
}

/** What becomes of a feature. */
export interface FeatureChange {
  /** Its name, or its number where it has none. */
  readonly feature: string | number;
  readonly from: CategoryValue;
  readonly to: CategoryValue;
}

/** A row as it was given, changed: numbers, or the entries of a table. */
export type ChangedRow<X> =
  X extends ArrayLike<number>
    ? Float64Array
    : X extends readonly (infer Row)[]
      ? ChangedRow<Row>
      : X extends object
        ? { [Name in keyof X]: X[Name] extends object & ArrayLike<infer Value> ? Value : X[Name] }
        : any;

/** The least change of a row with which a model predicts something else. */
export interface NearestChange<X = any> {
  /**
   * The changed row; the model predicts `to` for it. A row with names has them; a row of a table
   * without names is an array.
   */
  readonly x: ChangedRow<X>;
  /** The features that change. */
  readonly changes: FeatureChange[];
  /** What is added to each feature; 1 for another category. */
  readonly change: Float64Array;
  /** The norm of the weighted change. */
  readonly distance: number;
  /** What the model predicts for the row as it is. */
  readonly from: Label;
  /** The target; of regressors the prediction for `x`. */
  readonly to: Label;
  /** Whether no smaller change does it; else no other change close to this one does. */
  readonly exact: boolean;
  /** How many of the searches led to the target. */
  readonly starts: number;
  /** The names of the features, or their numbers where they have no names. */
  readonly features: (string | number)[];
}

/** How a leave-one-out error is computed. */
export interface LeaveOneOutSettings {
  /** 'exact' fits again without each support vector; the others need no fits. 'exact' by default, and
   * all that incremental machines have. */
  method?: 'exact' | 'supportVectors' | 'jaakkolaHaussler' | 'xiAlpha' | 'span' | 'radiusMargin';
  /** Those of the fit, if it had some. */
  sampleWeight?: Entries<number> | null;
  /** Aborts. */
  signal?: AbortSignal | null;
  /** Called at most 20 times per second; returning false ends the work with an error. */
  onProgress?: ((progress: Progress) => unknown) | null;
}

/** What a model would predict for each row of its fit without this row. */
export interface LeaveOneOut {
  readonly method: Required<LeaveOneOutSettings>['method'];
  /** Whether the error is exact, at most `error`, or about as large. */
  readonly kind: 'exact' | 'bound' | 'estimate';
  /** The share of wrong predictions; for regressors the mean of the squared residuals; for
   * IncrementalOneClass the share of rows that lie outside. */
  readonly error: number;
  /** How many fits it took; of incremental machines, how many changes of a solution. */
  readonly fits: number;
  /** By 'exact': the label of each row, undefined where its class had no other row; its value; or, of
   * IncrementalOneClass, 1 inside and -1 outside. */
  readonly predictions?: Label[] | Float64Array | Int32Array;
  /** Of IncrementalOneClass: the decision value of each row by the model without it. */
  readonly decisionValues?: Float64Array;
  /** By the methods without fits: y f(x) of each row; it is wrong where this is not above 0. */
  readonly margins?: Float64Array;
  /** By 'radiusMargin': R and |w|. */
  readonly radius?: number;
  readonly norm?: number;
  /** By 'radiusMargin': the derivatives of `error` by C and, for the kernel 'rbf', by gamma. */
  readonly gradient?: { readonly C?: number; readonly gamma?: number };
}

export interface AdaptiveWidthSettings {
  /** Values of gamma to begin with; by default 13 around the one that 'scale' takes. */
  gammas?: readonly number[] | Float64Array;
  /** How close to the least value the search ends, in units of log gamma; 0.05 by default. */
  tol?: number;
  /** Aborts the fits. */
  signal?: AbortSignal | null;
}

export interface AdaptiveWidth {
  readonly gamma: number;
  /** R^2 |w|^2 / n there. */
  readonly error: number;
  /** A copy of the model, fitted with this gamma. */
  readonly model: any;
  /** The estimate for every gamma that was tried, ascending; NaN where the classes cannot be separated. */
  readonly path: readonly { readonly gamma: number; readonly error: number }[];
}

/** How conformal prediction calibrates. */
export interface ConformalOptions {
  /**
   * 'split': a part of the rows is held out of the fit. 'full': none is, and the estimator is fitted
   * anew for every new row.
   */
  method?: 'split' | 'full';
  /** The probability that sets and intervals hold the truth, between 0 and 1; 0.9 by default. */
  level?: number;
  /** The rows to hold out: a share, or a number; 0.25 by default. */
  calibrationSize?: number;
  /** Draws these rows; 0 by default. */
  seed?: number;
}

export interface SetOptions extends ConformalOptions {
  /** Whether each class is calibrated by its own samples, so that the level holds for each; false by default. */
  classWise?: boolean;
  /** What tells how strange a label is; 'decision' by default. */
  score?: 'decision' | 'probability';
}

export interface IntervalOptions extends ConformalOptions {
  /** A regressor that learns how large residuals are. */
  difficulty?: any;
  /** It learns ln(|residual| + beta); a tenth of the mean |residual| of the fit by default. */
  beta?: number | null;
}

/** A OneVsRestClassifier, OneVsOneClassifier or BoostedClassifier as JSON. */
export interface OneVsJSON {
  readonly format: 'maxmargin';
  readonly version: number;
  readonly machine: string;
  readonly estimator: ModelJSON;
  /** The type of the labels, the labels as texts, and whether rows have several; without it nothing is fitted. */
  readonly classes?: {
    readonly kind: string;
    readonly labels: readonly string[];
    readonly several: boolean;
  };
  /** The fitted estimators; 0 and 1 for a label that no row has, or all. */
  readonly members?: readonly (ModelJSON | 0 | 1)[];
}

/** A conformal predictor as JSON. */
export interface ConformalJSON {
  readonly format: 'maxmargin';
  readonly version: number;
  readonly machine: string;
  readonly options: { readonly [name: string]: unknown };
  readonly estimator: ModelJSON;
  readonly difficulty?: ModelJSON;
  /** Its scores, or the rows of full prediction; without it the predictor is not fitted. */
  readonly calibration?: object;
}

export interface LevelSettings {
  /** Other than that of the options. */
  level?: number;
}

/** Guessing: the best answer that is the same for every row, learnt from the training rows alone. */
export interface Baseline {
  /** Such as `always 'no'`, `the mean`, `the shares of the classes` or `a random order`. */
  readonly answer: string;
  /** Of the scores. */
  readonly mean: number;
  /** Of the test rows of each fold. */
  readonly scores: number[];
  /**
   * How likely guessing would gain as much: of the corrected resampled t-test (Nadeau and Bengio 2003), of
   * a search times its number of candidates. NaN for one fold.
   */
  readonly pValue: number;
}

/**
 * Better: `pValue` is at most 0.05. No better: a gain of a quarter of what can be gained is as
 * unlikely. Otherwise, and with fewer than 20 test rows, there are too few rows to say.
 */
export type Verdict = 'better than guessing' | 'no better than guessing' | 'too few rows to say';

/** What stands beside a score. */
export interface Judged {
  /** None for a function in scoring, for detectors, and for the own score of other packages. */
  readonly baseline?: Baseline;
  /** None where a score is missing or not defined, and for one fold. */
  readonly verdict?: Verdict | undefined;
}

/** What each of several measures found. */
export interface Measured {
  /** Of the scores; NaN when a fold is missing. */
  readonly mean: number;
  /** Standard deviation over the folds, divided by their number. */
  readonly std: number;
  /** By fold. */
  readonly scores: number[];
  /** If asked for. */
  readonly trainMean?: number;
  /** If asked for. */
  readonly trainScores?: number[];
}

/** One of several measures of a search. */
export interface RankedMeasure extends Measured {
  /** 1 for the best mean by this measure; equal ones share it. */
  readonly rank: number | undefined;
}

/** One of several measures of a cross-validation or of a curve. */
export interface MeasuredFolds extends Measured, Judged {
  /** As that of a cross-validation. */
  readonly interval: readonly [low: number, high: number];
  /** Of a curve, unless trainScores is false. */
  readonly trainStd?: number;
  readonly trainInterval?: readonly [low: number, high: number];
}

/** The result of a cross-validation; lists are by fold. */
export interface CrossValidation extends Judged {
  readonly mean: number;
  /** Standard deviation over the folds, divided by their number. */
  readonly std: number;
  /**
   * The mean, and 1.96 standard errors below and above it. Folds share rows that they learn from, so
   * that their scores are not independent: the true share of hits is below 95 %. NaN for one fold.
   */
  readonly interval: readonly [low: number, high: number];
  readonly scores: number[];
  /** If asked for. */
  readonly trainScores?: number[];
  /** Of several measures, by name. */
  readonly measures?: Readonly<Record<string, MeasuredFolds>>;
  /** Milliseconds. */
  readonly fitTimes: number[];
  readonly scoreTimes: number[];
  readonly converged: boolean;
  /** Whether all folds were done. */
  readonly complete: boolean;
  readonly folds: Fold[];
}

export interface LearningCurveSettings extends CrossValidationSettings {
  /**
   * How much is learnt from: shares of the smallest fold's training rows, in (0, 1],
   * or numbers of rows; 0.1, 0.325, 0.55, 0.775 and 1 by default.
   */
  trainSizes?: Numbers;
}

/** Scores by how many rows were learnt from. */
export interface LearningCurve {
  /** One per size, ascending. */
  readonly rows: LearningCurveRow[];
  readonly folds: Fold[];
  /** Whether it ended before all was done. */
  readonly stopped: boolean;
}

export interface LearningCurveRow extends CurveRow {
  /** How many rows were learnt from. */
  readonly trainSize: number;
}

interface CurveRow extends Judged {
  /** Of the scores of rows that had no part in the fit; NaN when a fold is missing. */
  readonly mean: number;
  /** Standard deviation over the folds, divided by their number. */
  readonly std: number;
  /** As that of a cross-validation. */
  readonly interval: readonly [low: number, high: number];
  /** By fold. */
  readonly scores: number[];
  /** The same of the rows that were learnt from, unless trainScores is false. */
  readonly trainMean?: number;
  readonly trainStd?: number;
  readonly trainInterval?: readonly [low: number, high: number];
  /** If asked for. */
  readonly trainScores?: number[];
  /** Of several measures, by name. */
  readonly measures?: Readonly<Record<string, MeasuredFolds>>;
  /** Milliseconds, the mean over the folds. */
  readonly fitTime: number;
  readonly scoreTime: number;
  readonly converged: boolean;
  /** Whether all folds were done. */
  readonly complete: boolean;
  /** Why a fit failed, if one did. */
  readonly error: Error | undefined;
}

export interface ValidationCurveSettings extends CrossValidationSettings {
  /** The option that varies, such as 'gamma', or 'svc__gamma' of a pipeline. */
  option: string;
  /** Its values, in the order of the rows. */
  values: ArrayLike<unknown>;
  /** Whether fits that differ in C alone start from each other, ascending; true by default. */
  warmStarts?: boolean;
}

/** Scores by the value of one option. */
export interface ValidationCurve {
  readonly option: string;
  /** One per value. */
  readonly rows: ValidationCurveRow[];
  readonly folds: Fold[];
  /** Whether it ended before all was done. */
  readonly stopped: boolean;
}

export interface ValidationCurveRow extends CurveRow {
  readonly value: unknown;
}

/** A point of a grid; its options are there by name as well, for plots. */
export interface ResultRow {
  readonly params: Params;
  /** Of the scores; NaN when a fold is missing. */
  readonly mean: number;
  /** Standard deviation over the folds, divided by their number. */
  readonly std: number;
  /** By fold. */
  readonly scores: number[];
  /** 1 for the best mean; equal ones share it. */
  rank: number | undefined;
  /** If asked for. */
  readonly trainMean?: number;
  /** If asked for. */
  readonly trainScores?: number[];
  /** Of several measures, by name; the row itself has what the measure that chooses found. */
  readonly measures?: Readonly<Record<string, RankedMeasure>>;
  /** Milliseconds, the mean over the folds. */
  readonly fitTime: number;
  readonly scoreTime: number;
  readonly converged: boolean;
  /** Whether all folds were done. */
  readonly complete: boolean;
  /** Why a fit failed, if one did. */
  readonly error: Error | undefined;
  /** Of a HalvingSearch: the last round of the point, from 0, and the rows of that round. */
  readonly round?: number;
  readonly resources?: number;
  readonly [option: string]: unknown;
}

/** The scores of the whole search on outer folds; lists are by outer fold. */
export interface NestedResult extends Judged {
  readonly mean: number;
  readonly std: number;
  readonly scores: number[];
  /** Of several measures, by name: what the choices by the one that chooses score. */
  readonly measures?: Readonly<
    Record<string, Pick<NestedResult, 'mean' | 'std' | 'scores' | keyof Judged>>
  >;
  /** The best options of each outer fold, chosen without its test rows. */
  readonly params: (Params | undefined)[];
}

/** An option, or a parameter of a kernel, as the catalogue describes it. */
export interface OptionDescription {
  readonly name: string;
  /** The object that it is written in, such as study; without a group it stands beside the others. */
  readonly group?: string;
  /** Where it goes in the record that Go reads. */
  readonly path: readonly string[];
  /**
   * number, integer, boolean, choice, numberOrChoice, interval, kernel or classWeight; of
   * a parameter of a kernel also odd, numbers, indices, matrix, rows or letters.
   */
  readonly type: string;
  /** Without it, the option must be given. */
  readonly default?: any;
  readonly choices?: readonly string[];
  /** As people read it, such as (0,inf). */
  readonly range?: string;
  readonly min?: number;
  readonly max?: number;
  /** Whether min, and max, are outside the range themselves. */
  readonly minOpen?: boolean;
  readonly maxOpen?: boolean;
  readonly unit?: string;
  readonly doc: string;
}

/** A result of a fit. */
export interface AttributeDescription {
  readonly name: string;
  /** Of the model file. */
  readonly field: string;
  /** integer, number, text, int32s, float64s or samples. */
  readonly type: string;
  /** Dimensions, such as k-1 and m. */
  readonly shape: readonly string[];
  readonly doc: string;
}

/** A machine as the catalogue describes it. */
export interface MachineDescription {
  readonly name: string;
  readonly kind: 'classifier' | 'regressor' | 'detector' | 'transformer';
  /** Which entry of the package has the class. */
  readonly entry: 'maxmargin' | 'maxmargin/study';
  readonly summary: string;
  readonly options: readonly OptionDescription[];
  readonly attributes: readonly AttributeDescription[];
  /** Which field of the model file tells each dimension: by its number of entries, or its value. */
  readonly dimensions: Readonly<
    Record<string, { readonly field: string; readonly counts: boolean }>
  >;
}

/** A kernel as the catalogue describes it. */
export interface KernelDescription {
  readonly name: string;
  readonly formula: string;
  /** When it is positive definite. */
  readonly definite: string;
  /** The kind of samples that it compares; for a kernel that is made of others, the kind of its parts. */
  readonly samples: 'rows' | 'strings' | 'parts';
  /** Whether it is defined for numbers of at least 0 only. */
  readonly nonNegative: boolean;
  /** How many kernels it is made of: -1 for none, 0 for one or more. */
  readonly arity: number;
  readonly options: readonly OptionDescription[];
}

/** A kernel of rows of numbers, as an object such as `kernels.rbf({ gamma: 0.1 })` makes. */
export interface RowKernel extends KernelParameters {
  /** Its name. */
  readonly kernel: RowKernelName | ComposedKernelName;
  /** What it is made of. */
  readonly parts?: readonly RowKernel[];
}

/** A kernel of strings, as an object such as `kernels.spectrum({ length: 4 })` makes. */
export interface StringKernel extends KernelParameters {
  /** Its name. */
  readonly kernel: StringKernelName | ComposedKernelName;
  /** What it is made of. */
  readonly parts?: readonly StringKernel[];
}

/** A kernel as an object. */
export type Kernel = RowKernel | StringKernel;

/** A kernel that is a function of the caller's, of any two samples. */
export type KernelFunction = (a: any, b: any) => number;

/** Refuses parameters of other kernels. */
export type KnownKernel<K> = K extends { readonly kernel: infer N }
  ? {
      [
        P in Exclude<
          keyof K,
          N extends RowKernelName | StringKernelName
            ? 'kernel' | keyof Required<Parameters<(typeof kernels)[N]>>[0]
            : keyof RowKernel
        >
      ]?: never;
    }
  : unknown;

export type Known<K> = { kernel?: KnownKernel<K> };

/** Refuses all but V; texts of a variable are strings. */
export type ListOf<V, List> =
  List extends ArrayLike<infer Given>
    ? string extends Given
      ? unknown
      : ArrayLike<V & KnownKernel<Given>>
    : unknown;

/** The option kernel of a machine whose samples are rows of numbers. */
export type RowKernels = NamedRowKernel | 'precomputed' | RowKernel | KernelFunction;

/** The option kernel: a name, an object that `kernels` makes, or a function. */
export type KernelOption = RowKernels | NamedStringKernel | StringKernel;

/**
 * The samples of a machine with the kernel K. Without a kernel they are rows of numbers, and
 * for a function arrays of what it compares.
 */
export type SamplesOf<K> = [KernelOption] extends [K]
  ? Samples | Strings | readonly unknown[]
  : [RowKernels] extends [K]
    ? Samples
    : K extends (a: infer A, b: infer A) => number
      ? readonly A[]
      : K extends 'precomputed'
        ? Matrix
        : K extends NamedStringKernel | StringKernel
          ? Strings
          : Samples;

/** The kernels that a machine with samples of the type S can have. */
export type KernelFor<S> = [Matrix] extends [S]
  ? RowKernels
  : [S] extends [Strings]
    ? NamedStringKernel | StringKernel | ((a: string, b: string) => number)
    : [S] extends [readonly (infer A)[]]
      ? (a: A, b: A) => number
      : KernelOption;

/**
 * Samples: rows of numbers and categories, objects with the names of the columns, one such object
 * alone, an object of columns, numbers in one run, sparse rows, or of a model of texts or strings the
 * texts.
 */
export type PredictionRows =
  | readonly (ArrayLike<unknown> | object | string)[]
  | Readonly<Record<string, unknown>>
  | {
      indptr: ArrayLike<number>;
      indices: ArrayLike<number>;
      data: ArrayLike<number>;
      rows: number;
      cols: number;
    };

/** A JSON Schema, draft 2020-12. */
export interface JSONSchema {
  $schema: string;
  [keyword: string]: unknown;
}

/** A part of maxmargin/predict that `opener` and `open` take, such as `tables`. */
export type PredictionPart = object;

/** What a model takes and gives. */
export interface PredictionSchema {
  kind: 'classifier' | 'regressor' | 'detector' | 'transformer';
  /** Whether a sample is a row of columns, a text that is read, or a string that a kernel compares. */
  samples: 'rows' | 'texts' | 'strings';
  /** The columns that the model looks at; a row may have others. */
  columns: readonly {
    /** None if the model was fitted to rows without names. */
    name?: string;
    kind: 'number' | 'category' | 'text' | 'date';
    /** The categories that the model knows, in ascending order. */
    categories?: readonly unknown[];
    /** Whether a value may be missing. */
    gaps: boolean;
    /** Its place in a row that is an array, from 0. */
    place: number;
  }[];
  /** How many columns a row has that is an array. */
  width: number;
  /** Whether values of some column may be missing. */
  gaps: boolean;
  /** The classes in ascending order; none of what is no classifier. */
  classes: readonly Label[];
}
