/** The types of maxmargin/auto. */
import type { Executor } from '../executor/types.js';
import type {
  Entries,
  Label,
  LearningCurveSettings,
  Progress,
  Samples,
  Scorer,
  Scoring,
  TableSamples,
  Verdict,
} from '../types.js';
import type { ModelReport, ReportSettings } from '../inspect/types.js';
import type { Pipeline } from '../face/pipeline.js';
import type { ColumnKind } from '../face/types.js';

/** What is predicted: classes, numbers, or classes in an order. */
export type AutoTask = 'classes' | 'numbers' | 'order';

/** The settings of autoFit. */
export interface AutoSettings {
  /** The column of a table that is to be predicted. Default: y is given. */
  target?: string;
  /**
   * `'classes'`, `'numbers'`, or `'order'` for classes in an order. Default: numbers with more than ten
   * different values, or with fractions, are `'numbers'`, others `'classes'`.
   */
  task?: AutoTask;
  /** The classes in their order, which makes the task `'order'`. */
  order?: readonly Label[];
  /** How long to compare, above 0. Default: 60, or no limit with maxFits. */
  seconds?: number;
  /**
   * How many fits to folds the comparison has, with which it is the same on every machine: seconds
   * depend on the machine. Default: no limit.
   */
  maxFits?: number;
  /** Which rows are kept aside, and how the others are divided. Default: 0. */
  seed?: number;
  /** The share of the rows that is kept aside, above 0 and below 1. Default: 0.2. */
  testSize?: number;
  /**
   * The measure that chooses, as in crossValidate. Default: `'logLoss'` for classes,
   * `'meanAbsoluteError'` else.
   */
  scoring?: string;
  /** The names of machines to compare. Default: all that suit the task and the size. */
  machines?: readonly string[];
  /** What columns are, by name, as in makeTablePipeline. Default: what their values say. */
  types?: Record<string, ColumnKind>;
  /** Columns that stay, though they look like ids or like the target. Default: none. */
  keep?: readonly string[];
  /** Columns to leave out. Default: none. */
  ignore?: readonly string[];
  /** How many workers compare, as in crossValidate. */
  workers?: number;
  /** Whose workers compare, as in crossValidate. The best machine is fitted here. */
  executor?: Executor | null;
  /** The bytes that save() returned for the same data and settings: nothing is fitted twice. */
  resume?: Uint8Array;
  /** Hears of each candidate; false ends the comparison with the best so far. */
  onProgress?: (progress: AutoProgress) => unknown;
  /** Ends everything with an error. */
  signal?: AbortSignal | null;
}

/** How far a comparison is. */
export interface AutoProgress {
  /** What is being done. */
  stage: 'compare' | 'fit' | 'judge';
  /** The share of the budget that is spent, from 0 to 1. */
  fraction: number;
  milliseconds: number;
  /** How many fits to folds there were. */
  fits: number;
  /** The candidates so far, the best first. */
  leaderboard: AutoRow[];
  /** What is known so far, for `resume`. */
  save(): Uint8Array<ArrayBuffer>;
}

/** A column of the table. */
export interface AutoColumn {
  name: string;
  kind: 'number' | 'category' | 'text' | 'date';
  /** What it was said to be: see `types` of makeTablePipeline. */
  type?: ColumnKind;
  /** How many different values it has. */
  distinct: number;
  /** How many rows have none. */
  gaps: number;
  /** Why it was left out. */
  leftOut?: string;
}

/** A candidate of the comparison. */
export interface AutoRow {
  /** The name of the machine. */
  machine: string;
  options: Record<string, unknown>;
  /** What the target goes through: see TransformedTarget. */
  transformer?: string;
  /** In which round it was scored last; later rounds have more rows. */
  round: number;
  /** How many rows there were in that round. */
  rows: number;
  /** The mean over the folds of each measure; the first one chooses. */
  scores: Record<string, number>;
  /** The standard deviation of the first measure over the folds. */
  std: number;
  milliseconds: number;
  /** Whether all folds were scored. */
  complete: boolean;
  /** Why it is not complete. */
  why?: string;
}

/** How good the model is on the rows that were kept aside. */
export interface AutoScore {
  /** The measure that is compared with guessing. */
  measure: 'logLoss' | 'meanAbsoluteError';
  value: number;
  /** A 95 % interval. */
  interval: [low: number, high: number];
  /** How many rows were kept aside. */
  rows: number;
  /** The best constant answer, learnt from the training rows. */
  baseline: { answer: string; value: number };
  verdict: Verdict;
  /** Other measures of the same rows. */
  measures: Record<string, number>;
  /** The verdict in words. */
  sentence: string;
}

/** How much the model needs a column. */
export interface AutoImportance {
  name: string;
  /** How much worse the measure of the choice is without what the column says. */
  loss: number;
  std: number;
}

/** What more rows bring; see howManyRows. */
export type AutoCurve = RowsAnswer;

/** The settings of howManyRows: those of a learning curve, whose sizes are powers of two. */
export interface RowsSettings extends Omit<LearningCurveSettings, 'trainSizes' | 'trainScores'> {
  /** A measure, by name or as a function. Default: the score of the estimator. */
  scoring?: Scoring | Scorer;
  /** The least gain that counts, as a share of the score of all rows. Default: 0.01. */
  worth?: number;
}

/** The settings of howManyRows for chunks. */
export interface RowChunksSettings {
  /** Rows that no chunk has, by which fits are judged: some hundred or more. */
  test: { X: Samples; y: Entries<unknown> };
  /** How good predictions are, greater is better. Default: the score of the estimator. */
  scoring?: Scorer;
  /** The least gain that counts, as a share of the score of all rows. Default: 0.01. */
  worth?: number;
  /** Whose workers hold the chunks: see maxmargin/executor. */
  executor?: Executor | null;
  signal?: AbortSignal | null;
  /** Hears of each fit; `chunks` are how many it has. */
  onProgress?: (report: Progress & { chunks: number }) => unknown;
}

/** Whether more rows help. Lists are by size. */
export interface RowsAnswer {
  /** Numbers of training rows, ascending. */
  rows: number[];
  /** The mean of the measure at each. */
  scores: number[];
  /** The standard error of each mean. */
  errors: number[];
  /** The fewest of these rows that are behind all of them by no more than a standard error. */
  enough: number;
  /** What twice the rows would bring, by a power law that is fitted to the curve. */
  doubled: {
    rows: number;
    score: number;
    /** How much better that is, 0 or more. */
    gain: number;
    /** Of the gain: two standard errors to both sides. */
    interval: [low: number, high: number];
  };
  /** `'yes'` if the interval is above what counts, `'no'` if it is below. */
  help: 'yes' | 'no' | 'unclear';
  /** All of it in words. */
  sentence: string;
}

/** What autoFit found. */
export interface AutoResult<M = Pipeline<any, any>> {
  /** Fitted to the training rows: its score is that of the rows that were kept aside. */
  model: M;
  task: AutoTask;
  /** The verdict on the rows that were kept aside. */
  verdict: Verdict;
  score: AutoScore;
  /** The candidates, the best first. */
  leaderboard: AutoRow[];
  columns: AutoColumn[];
  /** The columns by importance, the most important first; none where rows have no columns. */
  importance: AutoImportance[];
  /**
   * expectedCalibrationError with ten groups: how far probabilities are from shares. None without
   * probabilities.
   */
  calibration?: number;
  /** What more rows bring; none if there was no time for it. */
  curve?: AutoCurve;
  /** What was done and what to mind, in sentences. */
  notes: string[];
  /** The rows of the training part, and those that were kept aside. */
  train: Int32Array;
  test: Int32Array;
  /** Whether onProgress ended the comparison. */
  stopped: boolean;
  /** The program that fits a candidate, by default the best. */
  program(row?: AutoRow): string;
  /** A page about the model and the rows that were kept aside, and what was compared. */
  report(settings?: ReportSettings): Promise<ModelReport>;
  /** What is known, for `resume`: with more seconds the comparison goes on. */
  save(): Uint8Array<ArrayBuffer>;
}

/** Samples of any form, and tables. */
export type AutoSamples = Samples | TableSamples | readonly string[];

/** Labels or numbers, one for each row; rows with a gap are left out. */
export type AutoTargets = Entries<Label | null | undefined>;
