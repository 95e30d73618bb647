/** Types of maxmargin/inspect. */
import type { BoundResult } from '../bounds/types.js';
import type { Executor } from '../executor/types.js';
import type {
  FoldSettings,
  LabelSetScoring,
  Numbers,
  Scoring,
  Verdict,
  WorkSettings,
} from '../types.js';

export interface BootstrapSettings {
  /** How many samples; 100 by default. */
  folds?: number;
  /** The same seed always gives the same samples; 0 by default. */
  seed?: number;
  /** Whether every class is drawn from by itself; false by default. */
  stratify?: boolean;
  /** One per row: whole groups are drawn. */
  groups?: ArrayLike<unknown> | null;
  /** The loss of one row; by default the squared residual of a Float64Array, otherwise 1 for a wrong label. */
  loss?: (truth: any, predicted: any) => number;
  /** Called after each fit; returning false ends the work with an error. */
  onProgress?: ((progress: { done: number; total: number }) => unknown) | null;
}

/** The bootstrap estimates of the expected loss of an estimator. */
export interface BootstrapError {
  /** For rows outside the training samples: too large, as these have fewer rows. */
  readonly outOfBag: number;
  /** For the training rows. */
  readonly resubstitution: number;
  /** Of predictions that have nothing to do with the rows. */
  readonly noInformation: number;
  /** Position of outOfBag between resubstitution and noInformation, from 0 to 1. */
  readonly overfitting: number;
  /** 0.368 resubstitution + 0.632 outOfBag: too small for models that overfit. */
  readonly e632: number;
  /** The same with more weight of outOfBag for models that overfit. */
  readonly e632plus: number;
  /** By row, the mean over the samples without it; NaN for a row that is in every sample. */
  readonly losses: Float64Array;
}

export interface PredictFoldsSettings extends FoldSettings {
  /** One per row: rows of one group stay together. */
  groups?: ArrayLike<unknown> | null;
  /** What is asked of the fitted estimators; 'predict' by default. */
  method?: 'predict' | 'decisionFunction' | 'predictProba';
}

export interface ImportanceSettings {
  /** The name of a measure, as crossValidate takes it, also of several labels, or how good predictions are, greater is better; by default the score of the model, or the measure of the search. */
  scoring?: Scoring | LabelSetScoring | ((y: any, predicted: any) => number);
  /** The weight of each row in the score. */
  sampleWeight?: Numbers | null;
  /** The query of each row, for measures of lists. */
  groups?: ArrayLike<unknown> | null;
  /** How often each feature is put into random order; 5 by default. */
  repeats?: number;
  /**
   * How many workers predict, with results that do not depend on it: by default one for each
   * processor, at most 4, if one alone would take half a second or more; 1 if there are copies.
   * A model that an engine owns, of maxmargin/sync, or of another package works alone.
   */
  workers?: number;
  /** Whose workers predict, in place of `workers` and `copies`: see maxmargin/executor. */
  executor?: Executor | null;
  /** Further copies of the fitted model, for models that work alone. */
  copies?: readonly any[];
  /** 0 by default. */
  seed?: number;
}

/** How much worse a model predicts without a feature; lists are by feature. */
export interface PermutationImportance {
  /** The score of X as it is; smaller is better for measures of losses. */
  readonly baseline: number;
  /** The mean loss of score. */
  readonly means: Float64Array;
  /** Standard deviation over the repeats, divided by their number. */
  readonly stds: Float64Array;
  /** The loss of score at each repeat. */
  readonly importances: Float64Array[];
}

export interface DependenceSettings {
  /** How many values of each feature, 100 by default; or the values, one list for each feature. */
  grid?: number | readonly (Numbers | readonly unknown[])[];
  /** The quantiles of a feature between which its values lie; 0.05 and 0.95 by default. */
  percentiles?: readonly [low: number, high: number];
  /** What is averaged; by default decisionFunction of a classifier, predict of a regressor. */
  method?: 'predict' | 'decisionFunction' | 'predictProba';
  /** How many workers predict, as in permutationImportance. */
  workers?: number;
  /** Whose workers predict, as in permutationImportance. */
  executor?: Executor | null;
}

/** The mean prediction over the rows when some features have given values. */
export interface PartialDependence {
  /** The values of each of the features; an array of its categories where it has some. */
  readonly values: (Float64Array | any[])[];
  /** For each combination of values, the last feature varying fastest, and each column of the answers. */
  readonly averages: Float64Array;
  /** Numbers of values of the features, and the columns if there are several. */
  readonly shape: number[];
}

/** The two closest rows of different classes. */
export interface ClosestPair {
  readonly rows: [number, number];
  readonly distance: number;
  /** 1 / distance^2, for the kernel rbf. */
  readonly gamma: number;
  /** How many pairs of equal rows have different labels. */
  readonly duplicates: number;
}

/** A classifier whose functions have a known VC dimension. */
export interface RiskCandidate {
  estimator: any;
  /** The VC dimension of the class of functions; fixed before the data are seen. */
  dimension: number;
  name?: string;
}

export interface RiskSettings {
  /** The bounds may fail with this probability, all together; 0.05 by default. */
  delta?: number;
  /** Folds for cross-validated errors in addition to the bounds, such as makeFolds draws. */
  folds?: FoldSettings['folds'];
}

export interface RiskSelection {
  /** By candidate: the errors on the rows of the fit, the bound, and the share of errors by the folds. */
  readonly rows: {
    name?: string;
    dimension: number;
    errors: number;
    crossValidated?: number;
    bound: BoundResult;
  }[];
  /** The candidate with the least bound; -1 if no bound is valid. */
  readonly best: number;
  /** The candidate with the fewest errors by the folds, if there are some. */
  readonly bestByFolds: number | undefined;
}

/** What a report is about. */
export type ReportTask = 'classification' | 'regression' | 'detection' | 'ranking';

export interface ReportSettings {
  /** The heading; by default the machine and the number of rows. */
  title?: string;
  /** Sentences of your own under the heading. */
  notes?: readonly string[];
  /** By default as the model shows: detection for a one-class machine, ranking for RankSVC. */
  task?: ReportTask;
  /** The rows of the fit, to compare with: how good the model is on them, and which rows are among both. */
  train?: { X: any; y?: any };
  /** One per row: bootstrap samples have whole groups. Of a ranking the list of each row. */
  groups?: ArrayLike<unknown> | null;
  /** Names of the columns; by default those of X, or of the model. */
  featureNames?: readonly string[];
  /** Bootstrap samples of the intervals; 1000 by default, 0 for none. */
  samples?: number;
  /** How often each feature is put into random order; 5 by default, 0 for no importance. */
  repeats?: number;
  /** The same seed always gives the same report; 0 by default. */
  seed?: number;
  /** What the report is dated; today by default. */
  date?: Date | string;
}

/** A report in its three forms. */
export interface ModelReport {
  /** A page of one file, which needs no script and no network. */
  readonly html: string;
  readonly markdown: string;
  /** The same as data, which JSON.stringify takes. */
  readonly json: ReportJSON;
}

/** A score of the rows, with its 95 % interval; NaN where it has none. */
export interface ReportScore {
  /** The function of maxmargin/metrics, if there is one. */
  name: string;
  title: string;
  value: number;
  low: number;
  high: number;
  /** Whether greater values are better, or less; undefined where neither is. */
  greater: boolean | undefined;
}

/** The main score of guessing: of the most frequent class of the fit, its mean, or a random order. */
export interface ReportBaseline {
  /** The score that is compared, by its name. */
  of: string;
  /** Such as `always 'no'`. */
  answer: string;
  value: number;
  /**
   * From the bootstrap of what the model gains on the same rows: better if the interval is above 0, no better if
   * it stays below a quarter of what can be gained. None on the rows of the fit, and without an interval.
   */
  verdict: Verdict | undefined;
  /** All of this in words. */
  sentence: string;
}

export interface ReportOption {
  name: string;
  /** As source text. */
  value: string;
  /** Whether it differs from the default. */
  changed: boolean;
}

export interface ReportModel {
  name: string;
  /** As source text, with the options that were changed. */
  text: string;
  /** The steps of a pipeline, or the machine alone. */
  steps: { step?: string; name: string; options: ReportOption[] }[];
  fit?: {
    status: string;
    converged: boolean;
    iterations?: number;
    supportVectors?: number;
    milliseconds?: number;
  };
}

export interface ReportSearch {
  name: string;
  candidates: number;
  failed: number;
  stopped: boolean;
  best: Record<string, string>;
  bestScore: number;
  /** The options that were searched, and their values in the ten best rows. */
  options: string[];
  top: { params: string[]; mean: number; std: number; rank: number | undefined }[];
  /** Options whose best value is at an end of the tried ones. */
  borders: { name: string; value: number; side: 'least' | 'largest' }[];
}

export interface ReportColumn {
  name: string;
  kind: 'number' | 'category' | 'date';
  /** How many values are missing. */
  gaps: number;
  distinct: number;
  /** Of dates in days since 1970, as all that follows. */
  min?: number;
  max?: number;
  mean?: number;
  /** Divided by the number of values. */
  std?: number;
  frequent?: { value: string; count: number }[];
}

export interface ReportData {
  rows: number;
  /** None if the samples are no table. */
  columns: ReportColumn[];
  gaps: number;
  /** Rows that equal an earlier one. */
  duplicates: number | undefined;
  classes?: { label: unknown; rows: number; share: number }[];
  target?: { min: number; max: number; mean: number; std: number };
}

/** Whether rows are those of the fit, according to the support vectors. */
export interface ReportRows {
  of: 'all' | 'some' | 'none' | 'unknown';
  /** Rows that equal a support vector. */
  found: number;
  vectors: number;
}

export interface ReportWarning {
  code: string;
  message: string;
}

interface ReportHistogram {
  edges: number[];
  counts: number[];
}

export interface ReportJSON {
  title: string;
  date: string;
  version: string;
  build: string;
  task: ReportTask;
  model: ReportModel;
  search?: ReportSearch;
  data: ReportData;
  rowsOfFit: ReportRows;
  train?: { rows: number; shared: number | undefined; score?: string; value?: number };
  scores: ReportScore[];
  /** None for a detector. */
  baseline?: ReportBaseline;
  /** Those of the settings. */
  notes?: readonly string[];
  interval: { level: number; samples: number; seed: number; groups: boolean };
  confusion?: { labels: any[]; matrix: number[][] };
  classes?: { label: any; precision: number; recall: number; f1: number; support: number }[];
  roc?: { label: any; auc: number; fpr: number[]; tpr: number[] }[];
  precisionRecall?: {
    label: any;
    averagePrecision: number;
    prevalence: number;
    recall: number[];
    precision: number[];
  }[];
  calibration?: { label: any; predicted: number[]; observed: number[]; counts: number[] }[];
  /** Of at most 1000 rows; the residuals are of all. */
  predictions?: {
    truth: number[];
    predicted: number[];
    residuals: ReportHistogram & { min: number; max: number; mean: number; std: number };
  };
  /** Of a detector. */
  decisions?: ReportHistogram & { inside: number };
  /** The greatest first. */
  importance?: {
    of: string;
    rows: number;
    repeats: number;
    features: { name: string; mean: number; std: number }[];
  };
  warnings: ReportWarning[];
}

/** One of vectors and maxError is needed. */
export interface ReduceSettings extends WorkSettings {
  /** The most vectors that the model may keep. */
  vectors?: number;
  /** It keeps no more once all errors are at most this; 0 by default. */
  maxError?: number;
  /** Samples that both models predict. */
  X?: any;
}

export interface Reduced<M> {
  readonly model: M;
  /** How many vectors it has. */
  readonly vectors: number;
  /** |w - w'| / |w| of each function, in the feature space. */
  readonly errors: Float64Array;
  /** The share of the rows of X that is predicted otherwise; of a regressor the root of the mean squared difference. */
  readonly difference?: number;
}
