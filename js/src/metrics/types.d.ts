/** What the functions of maxmargin/metrics take and give. */
import type { Entries, Label, LabelSets, Numbers, RowLabels } from '../types.js';

export type { LabelSets, RowLabels };

export interface ConfusionSettings {
  /** Labels to count, in this order; all that occur, ascending, by default. */
  labels?: readonly Label[];
  /** Shares of the rows of a label ('true'), of a prediction ('pred'), or of all; counts by default. */
  normalize?: 'true' | 'pred' | 'all';
  sampleWeight?: Numbers | null;
}

export interface ConfusionMatrix {
  labels: Label[];
  normalize: 'true' | 'pred' | 'all' | undefined;
  /** Row i, column j: rows of the label i that are predicted as j. */
  matrix: Float64Array & { readonly shape: number[] };
  cells: {
    actual: Label;
    predicted: Label;
    /** A share, or the same as count. */
    value: number;
    /** Rows, or the sum of their weights. */
    count: number;
  }[];
}

export interface CurveSettings {
  /** The class that counts as positive; of two the second, of several each in turn. */
  positive?: Label;
  /** The classes in the order of the columns of scores; those in y, ascending, by default. */
  classes?: readonly Label[];
  sampleWeight?: Numbers | null;
}

export interface RocAucSettings extends CurveSettings {
  /** Each class against the rest ('ovr', the default), or the mean over the ordered pairs of classes ('ovo'). */
  multiClass?: 'ovr' | 'ovo';
  /** The mean over the classes ('macro', the default), or that by their numbers of rows ('weighted'). */
  average?: 'macro' | 'weighted';
}

export interface TopSettings {
  /** How many classes a row is given, the most likely ones; 2 by default. */
  k?: number;
  /** The classes in the order of the columns of scores; those in y, ascending, by default. */
  classes?: readonly Label[];
  sampleWeight?: Numbers | null;
}

export interface ReportSettings extends ClassSettings {
  /** What a quotient without a denominator is; 0 by default. */
  zeroDivision?: number;
}

export interface ClassificationReport {
  /** One for each class. */
  classes: (ClassScores & { label: Label })[];
  /** The share of all rows that are right. */
  accuracy: number;
  /** Of the summed counts of the classes; all three are the accuracy when no class is left out. */
  micro: ClassScores;
  /** The means over the classes. */
  macro: ClassScores;
  /** The means by the classes' numbers of rows. */
  weighted: ClassScores;
  /** The table as text. */
  toString(): string;
}

export interface ClassScores {
  precision: number;
  recall: number;
  f1: number;
  /** How many rows are of the class, or the sum of their weights. */
  support: number;
}

/** Those of measures that count rows. */
export type PlaceSettings = Omit<CurveSettings, 'sampleWeight'>;

export interface RocSettings extends CurveSettings {
  /** Whether points on a straight line between others are left out; true by default. */
  dropIntermediate?: boolean;
}

export interface RocCurves {
  curves: {
    /** What counts as positive. */
    label: Label;
    /** False and true positive rates where scores >= threshold count as positive. */
    fpr: Float64Array;
    tpr: Float64Array;
    /** Descending from Infinity. */
    thresholds: Float64Array;
    /** The area under the curve. */
    auc: number;
  }[];
}

export interface PrecisionRecallCurves {
  curves: {
    label: Label;
    /** By ascending threshold; the last entry, 1 at recall 0, has none. */
    precision: Float64Array;
    recall: Float64Array;
    thresholds: Float64Array;
    /** Precision weighted by the steps of recall. */
    averagePrecision: number;
    /** The share of positives: the precision of guessing. */
    prevalence: number;
  }[];
}

export interface ClassSettings {
  /** The classes that count, in this order; all that occur, ascending, by default. */
  labels?: readonly Label[];
  sampleWeight?: Numbers | null;
}

export interface KappaSettings extends ClassSettings {
  /** How a disagreement counts by the distance of the labels in their order; 1 each by default. */
  weights?: 'linear' | 'quadratic';
}

export interface PositiveSettings extends ClassSettings {
  /** The class that the measure is about; by default the second of two. */
  positive?: Label;
  /**
   * 'binary' (the default) is about one class; 'macro' is the mean over the classes, 'weighted' that by
   * their numbers of rows, 'micro' the quotient of their summed counts, 'samples' the mean over rows with several labels, and
   * 'none' gives all.
   */
  average?: 'binary' | 'macro' | 'micro' | 'weighted' | 'samples' | 'none';
  /** What a quotient without a denominator is; 0 by default. */
  zeroDivision?: number;
}

export interface FbetaSettings extends PositiveSettings {
  /** How much more recall counts than precision, >= 0. */
  beta: number;
}

/** One number, or one for each class if the average is 'none'. */
export type Measured<S> = S extends { average: 'none' } ? Float64Array : number;

export interface GainSettings {
  /** How many samples from the top count; all by default. */
  k?: number;
  /** What a relevance y is worth: y, or 2^y - 1. */
  gain?: 'linear' | 'exponential';
  /** A function of the position from the top, from 1; 1 / log2(1 + position) by default. */
  discount?: (position: number) => number;
  /** The list, such as the query, that each row belongs to; one list by default. */
  groups?: Entries<Label>;
}

export interface ProbabilitySettings {
  /** The classes in the order of the columns; those in y, ascending, by default. */
  classes?: readonly Label[];
  sampleWeight?: Numbers | null;
}

export interface DistanceSettings {
  sampleWeight?: Numbers | null;
}

export interface PinballSettings extends DistanceSettings {
  /** Which quantile the predictions are of, from 0 to 1; 0.5, the median, by default. */
  alpha?: number;
}

export interface AbsoluteSettings extends DistanceSettings {
  /** Over samples ('micro'), over the means of the ranks ('macro'), or the largest of these ('worst'). */
  average?: 'micro' | 'macro' | 'worst';
}

export interface CalibrationSettings {
  /** All classes, in the order of the columns; by default the labels in y, ascending. */
  classes?: readonly Label[];
  /** Groups of rows of like probabilities; 5 by default. Empty ones are left out. */
  bins?: number;
  /** Groups that are equally wide, or that have equally many rows; 'uniform' by default. */
  strategy?: 'uniform' | 'quantile';
}

export interface CalibrationCurves {
  /** One for two classes, one for each of several. */
  readonly curves: readonly {
    readonly label: Label;
    /** The mean probability of each group. */
    readonly predicted: Float64Array;
    /** The share of its rows that is of the class. */
    readonly observed: Float64Array;
    /** How many rows it has. */
    readonly counts: Int32Array;
  }[];
}
