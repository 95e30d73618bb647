/** Types of solutions for all values of C. */
import type { SVCOptions } from '../generated/options.js';
import type { ModelJSON, Progress } from '../types.js';

/**
 * The part of the path, and the options of SVC that hold along it: the kernel, classWeight,
 * fitIntercept, cacheSize.
 */
export interface RegularizationPathSettings extends Omit<SVCOptions<any>, 'C'> {
  /** The least C; 0.01 by default. */
  CMin?: number;
  /** The greatest C; 100 by default. */
  CMax?: number;
  /** Values of C at which each row is left out in turn; none by default. */
  leaveOneOut?: readonly number[] | Float64Array;
  /** A weight for each row, as in fit: C is multiplied by it. */
  sampleWeight?: ArrayLike<number> | null;
  /** Aborts. */
  signal?: AbortSignal | null;
  /** Called at most 20 times per second; returning false ends the work with an error. */
  onProgress?: ((progress: Progress) => unknown) | null;
}

/** What leaving out each row says of the SVC of one C. */
export interface PathLeaveOneOut {
  readonly C: number;
  /** The share of rows that the SVC of the other rows gets wrong. */
  readonly error: number;
  /** The decision value of each row, of the SVC of the other rows. */
  readonly values: Float64Array;
}

/** A path as JSON; RegularizationPath.fromJSON reads it. */
export interface RegularizationPathJSON {
  readonly format: 'maxmargin-path';
  readonly version: 1;
  readonly model: ModelJSON;
  readonly numbers: Record<string, number[]>;
}
