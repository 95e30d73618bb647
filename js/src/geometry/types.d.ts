/** The types of geometry in feature space that users see. */
import type { KernelOption, Progress, Shaped } from '../types.js';

/** A kernel by the function of one number that it is. */
export type KernelProfile =
  | {
      /** k(x, z) = f(<x, z>) */
      dotProduct: (t: number) => number;
    }
  | {
      /** k(x, z) = f(|x - z|) */
      stationary: (r: number) => number;
      /** Of the space that the distances are in: 1 by default, 2 or 3. */
      dimension: number;
    };

/**
 * A kernel: its name, an object that `kernels` makes, a function of any two objects,
 * or of a number; 'precomputed' where X holds the values of samples with each other.
 */
export type KernelLike =
  | KernelOption
  | { dotProduct: (t: number) => number }
  | { stationary: (r: number) => number; dimension?: 1 | 2 | 3 };

export interface GeometrySettings {
  /** Aborts; a matrix that is not finished is thrown away. */
  signal?: AbortSignal | null;
  /** Called at most 20 times per second. Its return value is ignored. */
  onProgress?: ((progress: Progress) => unknown) | null;
}

export interface ProjectionSettings extends GeometrySettings {
  /** c of the direction w = sum of c_j phi(z_j); 1/m by default, the centroid. */
  coefficients?: ArrayLike<number>;
}

export interface AlignmentSettings extends GeometrySettings {
  /** Whether the matrices are centred before; false by default. */
  centered?: boolean;
}

export interface SpectrumSettings extends GeometrySettings {
  /** Whether the matrix is centred before; false by default. */
  centered?: boolean;
  /** Whether eigenvectors are wanted, too; false by default. */
  vectors?: boolean;
}

export interface FeatureMapSettings extends GeometrySettings {
  /** How many coordinates, of the largest eigenvalues; by default as many as there are. */
  components?: number;
}

export interface MetricSettings extends GeometrySettings {
  /** Of the differences, relative to a coordinate above 1; 1e-3 by default. */
  step?: number;
}

export interface CheckSettings extends GeometrySettings {
  /** The largest <x,x> that a dotProduct kernel is for; 1 by default. */
  range?: number;
  /** How far an eigenvalue may be below zero, relative to the largest; rounding by default. */
  tolerance?: number;
}

/** How far the images of samples are spread. */
export interface Spread {
  /** |mean of phi(x_i)| */
  readonly centroidNorm: number;
  /** The mean squared distance from the centroid. */
  readonly variance: number;
}

/** A point of the feature space, the sum of c_i phi(x_i); or the function of c_i k(x_i, .). */
export interface Expansion {
  X: unknown;
  coefficients: ArrayLike<number>;
}

export interface ExpansionComparison {
  /** <P, Q> */
  readonly product: number;
  /** |P| and |Q| */
  readonly norms: [number, number];
  /** |P - Q| */
  readonly distance: number;
  /** Between P and Q, 0 to pi; NaN if one of them is zero. */
  readonly angle: number;
}

export interface SpanProjections {
  /** c, rows x m: the projection of phi(x_i) is the sum of c_ij phi(z_j). */
  readonly coefficients: Shaped<Float64Array>;
  /** The lengths of the projections. */
  readonly norms: Float64Array;
  /** The distances of the images from the subspace. */
  readonly distances: Float64Array;
  /** Of the subspace. */
  readonly dimension: number;
}

export interface Spectrum {
  /** Descending. */
  readonly eigenvalues: Float64Array;
  /** How many are positive beyond rounding. */
  readonly rank: number;
  /** How many are negative beyond rounding: 0 for a positive definite kernel. */
  readonly negative: number;
  /** exp of the entropy of their shares: 1 to rank. */
  readonly effectiveRank: number;
  /** (sum)^2 / (sum of squares): 1 to rank. */
  readonly participationRatio: number;
  /** If vectors is set: column t is the eigenvector of eigenvalues[t]. */
  readonly vectors: Shaped<Float64Array> | undefined;
}

/** The settings of mercerSpectrum. */
export interface MercerSettings extends GeometrySettings {
  /** Where the interval begins; 0 by default. */
  from?: number;
  /** Where it ends; 1 by default. */
  to?: number;
  /** How many points the mesh has, at most 2000; 200 by default. */
  points?: number;
  /** How many eigenvalues are wanted; 10 by default. */
  count?: number;
}

/** A kernel on an interval as a series, the sum of lambda_t phi_t(x) phi_t(z). */
export interface MercerSpectrum {
  /** The points at which the eigenfunctions are known. */
  readonly mesh: Float64Array;
  /** Of the integral operator, descending. */
  readonly eigenvalues: Float64Array;
  /** A row for each eigenvalue: phi_t at the points of the mesh. Their squares have the integral 1. */
  readonly eigenfunctions: Shaped<Float64Array>;
}

/** The settings of fourierCoefficients. */
export interface FourierSettings extends GeometrySettings {
  /** How many coefficients are wanted besides the constant, at most 1000; 16 by default. */
  terms?: number;
  /** After which distance the kernel is continued periodically; 2 pi by default. */
  period?: number;
}

/** The grid of frequencies of a kernel that is made of a filter. */
export interface FilterSettings {
  /** The highest frequency; by default where the filter has fallen to 0, or the 4096th. */
  highest?: number;
  /** After which distance the kernel repeats; 64 by default. Samples must be closer than half of it. */
  period?: number;
}

/** The settings of filterOfKernel. */
export interface TransformSettings extends GeometrySettings {
  /** How far to integrate on either side; by default to where the kernel has fallen to 0. */
  reach?: number;
}

/** The settings of regularizerOfFilter and filterPenalty. */
export interface RegularizerSettings extends GeometrySettings {
  /** The highest frequency; by default where the kernel has none any more, or the 4096th. */
  highest?: number;
  /** After which distance the values repeat; by default far enough for these samples, or 8 times the reach of the kernel. */
  period?: number;
}

/** A kernel k(u), u = x - z, as a sum of cosines. */
export interface FourierSeries {
  /** a_0, a_1, ...: what `kernels.fourier` takes, for the period 2 pi. */
  readonly coefficients: Float64Array;
  /** How many are negative beyond rounding: 0 for a positive definite kernel of this period. */
  readonly negative: number;
}

/** One test of whether a function is a kernel. */
export interface Evidence {
  /** What was tested. */
  readonly test: string;
  /** false: not a kernel. undefined: the theorem does not decide. */
  readonly holds: boolean | undefined;
  readonly theorem: string;
  /** The source of the theorem. */
  readonly source: string;
  /** What was found. */
  readonly detail?: string;
}

export interface KernelReport {
  readonly verdict: 'admissible' | 'conditionally admissible' | 'not admissible' | 'unknown';
  /** The scope of the verdict: all inputs, or the given samples. */
  readonly scope: 'all samples' | 'these samples';
  readonly evidence: readonly Evidence[];
  /** The other fields need samples. */
  readonly symmetric?: boolean;
  readonly cauchySchwarz?: boolean;
  readonly smallestEigenvalue?: number;
  readonly largestEigenvalue?: number;
  /**
   * If an eigenvalue is negative: v with v'v = 1 and v'Kv = smallestEigenvalue, so that
   * the sum of v_i phi(x_i) would have a negative squared norm.
   */
  readonly witness?: Float64Array;
}

export interface GramEstimate {
  /** Numbers in the matrix. */
  readonly entries: number;
  /** Kernel values to compute: of a square matrix one triangle. */
  readonly values: number;
  readonly bytes: number;
  /** Of one triangle of a square matrix. */
  readonly triangleBytes: number | undefined;
  /** For inner products of the features. */
  readonly multiplyAdds: number;
  /** Additions and multiplications of a Cholesky factorisation, n^3 / 3. */
  readonly choleskyOperations: number | undefined;
  /** Whether gramMatrix can make it. */
  readonly fits: boolean;
}

export interface RademacherSettings extends GeometrySettings {
  /** How many draws of signs; 1000 by default. */
  draws?: number;
  /** Seeds the draws; 0 by default. */
  seed?: number;
}

export interface RademacherComplexity {
  /** The mean of 2/n sqrt(sigma' K sigma) over the draws. */
  readonly value: number;
  readonly standardError: number;
  /** 2/n sqrt(trace K), at least as large as the expected value. */
  readonly traceBound: number;
  readonly draws: number;
}

export interface ShatteringSettings<K extends KernelLike = KernelLike> extends GeometrySettings {
  /** 'linear' by default. */
  kernel?: K;
  /** Whether hyperplanes have a constant; they have unless this is false. */
  fitIntercept?: boolean;
}

export interface Dichotomies {
  /** How many labellings there are. */
  readonly count: number;
  /** 2^n */
  readonly total: number;
  /** Labels +1 and -1 that no hyperplane gives. */
  readonly missing: Int32Array | undefined;
}

export interface Shattering {
  readonly shattered: boolean;
  /** Labels +1 and -1 that no hyperplane gives. */
  readonly missing: Int32Array | undefined;
}

export interface FatShattering {
  /** The least of the largest margins of the labellings. */
  readonly margin: number;
  /** A labelling with that margin. */
  readonly labelling: Int32Array;
}

export interface GeneralPosition {
  readonly general: boolean;
  /** Rows that lie in a hyperplane of their dimension. */
  readonly dependent: Int32Array | undefined;
}
