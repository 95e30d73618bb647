/** The types that users see. Options have theirs in generated/options.d.ts. */

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
}

/** Numbers with their shape: [rows, columns], row after row, or [length]. */
export type Shaped<T extends Float64Array | Int32Array> = T & { readonly shape: number[] };

/** Samples, one per row. */
export type Samples = readonly Numbers[] | FlatMatrix | SparseMatrix | Shaped<Float64Array>;

/** A class label: any primitive, of one type per fit. */
export type Label = number | string | boolean | bigint;

/** How a fit is getting on. */
export interface Progress {
  /** What is being worked on, such as "pair 3 of 45". */
  phase: string;
  /** Iterations so far. */
  iteration: number;
  /** Dual objective of the phase. */
  objective: number;
  /** Largest violation of the optimality conditions. */
  gap: number;
  /** Non-zero dual variables of the phase. */
  supportVectors: number;
  /** Share of the phases finished, 0 to 1. */
  fraction: number;
}

export interface FitSettings {
  /** Factor of C per row. */
  sampleWeight?: Numbers | null;
  /** Aborts the fit, which leaves an earlier one as it was. */
  signal?: AbortSignal | null;
  /**
   * Called at most 20 times per second. Returning false stops the fit and keeps
   * the best solution so far.
   */
  onProgress?: ((progress: Progress) => unknown) | null;
}

export interface DecisionSettings {
  /** Values per class or per pair of classes; as the option says by default. */
  shape?: 'ovr' | 'ovo';
}

/**
 * How a fit ended: at its tolerance, at maxIter, at maxTime, because onProgress
 * returned false, or because floating point allows no further step. How the fit
 * of an imported model ended is not known.
 */
export type FitStatus =
  'converged' | 'iteration-limit' | 'time-limit' | 'stopped' | 'stalled' | 'imported';

/** How a fit went. */
export interface FitInfo {
  readonly status: FitStatus;
  /** Whether the tolerance was reached. */
  readonly converged: boolean;
  readonly iterations: number;
  /** Dual objective, summed over the pairs of classes. */
  readonly objective: number;
  /** Largest violation of the optimality conditions that is left. */
  readonly gap: number;
  readonly supportVectors: number;
  /** What the fit took; not known of a model that was loaded. */
  readonly milliseconds: number | undefined;
  readonly warnings: readonly Warning[];
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
  /** Where maxmargin.wasm is. */
  wasmUrl?: string | URL;
  /** Where the worker's script is. */
  workerUrl?: string | URL;
  /** The module itself: a WebAssembly.Module, or its bytes. */
  wasmModule?: object;
  /** false: work in the calling thread, in slices of 10 ms. */
  worker?: boolean;
  /** Gets every warning; without it each kind is shown once in the console. */
  onWarning?: (warning: Warning) => void;
}
