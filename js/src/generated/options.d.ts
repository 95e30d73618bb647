// Written by go run ./core/internal/gen from core/catalog. Do not edit.

/** A class label: any primitive, of one type per fit. */
export type ClassLabel = number | string | boolean | bigint;

/** The options of SVC. Support vector classifier with a soft margin (C-SVC), for two or more classes. */
export interface SVCOptions {
  /** Penalty on the sum of slacks: larger follows the training data more closely, smaller gives a wider margin. Default: 1. */
  C?: number;
  /** How two samples are compared. Default: rbf. */
  kernel?: 'rbf' | 'linear' | 'poly' | 'sigmoid' | 'precomputed';
  /** Factor of the squared distance (rbf) or of the inner product (poly, sigmoid). 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d. Default: scale. */
  gamma?: number | 'scale' | 'auto';
  /** Degree of poly. Default: 3. */
  degree?: number;
  /** Constant inside poly and sigmoid. Default: 0. */
  coef0?: number;
  /** Largest violation of the optimality (KKT) conditions at which training ends. Default: 0.001. */
  tol?: number;
  /** Memory for kernel rows. Default: 200 MB. */
  cacheSize?: number;
  /** Most iterations for each two-class problem; the best solution so far is kept. Default: Infinity. */
  maxIter?: number;
  /** Most time for a fit, shared evenly by the two-class problems; the best solution so far is kept. Default: Infinity ms. */
  maxTime?: number;
  /** Set samples aside while they look settled. Changes the time, not the answer. Default: true. */
  shrinking?: boolean;
  /** Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class). Default: null. */
  classWeight?: null | 'balanced' | Record<string, number> | ReadonlyMap<ClassLabel, number>;
  /** Decision values for more than two classes: one per class ('ovr') or one per pair ('ovo'). Default: ovr. */
  decisionFunctionShape?: 'ovr' | 'ovo';
}
