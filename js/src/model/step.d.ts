import type { CategoryValue } from '../types.js';
import type { Estimator } from './estimator.js';
import type { State } from './state.js';

/** What a fitted estimator can make of samples. */
export type Operation = 'predict' | 'decisionFunction' | 'predictProba' | 'transform';

/** What turns samples into numbers in this thread: its options, and the samples as a list. */
export interface Vectorizing {
  options: object;
  samples: readonly unknown[];
}

/**
 * The state of an estimator as those see it who hold it or compare it: a pipeline its steps, a
 * search its candidates. What is optional, some states have.
 */
export interface Step extends State {
  /** Packs a loss of the caller's; regressors have it, and no program without one contains it. */
  packLoss?(customLoss: unknown, y: ArrayLike<number>): Record<string, Uint8Array>;

  /** Packs the query of each row; machines that learn within queries have it. */
  packGroups?(groups: unknown, rows: number): Record<string, Uint8Array>;

  /** The step of a pipeline that turns samples into numbers, if it is the first. */
  readonly vectorizer?: Estimator<any>;

  /** What turns these samples into numbers; undefined where Go can read them. */
  vectorizing?(X: unknown): Vectorizing | undefined;

  /** Whether its samples may have categories. */
  readonly takesCategories?: boolean;

  /** The categories that are given for a column. */
  givenOf?(place: number): readonly CategoryValue[];

  /** Whether X is sequences of rows, which folds do not divide. */
  takesSequences?(X: unknown): boolean;

  /** Has to be alike in machines that Go compares in one study; see Comparison. */
  readonly form?: string;
}
