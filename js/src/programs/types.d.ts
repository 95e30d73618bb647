/** The types of linear and quadratic programs that users see. */
import type { Label, Numbers, Progress, SparseRows } from '../types.js';

/** A matrix: an array of rows, { data, rows, cols } or sparse rows. */
export type ProgramMatrix =
  | readonly Numbers[]
  | { readonly data: Numbers; readonly rows: number; readonly cols: number }
  | SparseRows;

/** Rows of A and their sides b: A x = b, or A x <= b. */
export interface ProgramRows {
  A: ProgramMatrix;
  b: Numbers;
}

export interface LinearProgram {
  /** c of the objective c'x, which is minimised. */
  objective: Numbers;
  /** A x = b. */
  equalities?: ProgramRows | null;
  /** A x <= b. */
  inequalities?: ProgramRows | null;
  /** x >= lower: a number for all, or one for each; -Infinity by default. */
  lower?: number | Numbers | null;
  /** x <= upper: a number for all, or one for each; Infinity by default. */
  upper?: number | Numbers | null;
}

export interface QuadraticProgram extends Omit<LinearProgram, 'objective'> {
  /**
   * Q of the objective 1/2 x'Qx + c'x: a symmetric positive semidefinite matrix, or the sum of a
   * diagonal and of F'F with the rows of `factor` as F.
   */
  quadratic: ProgramMatrix | { diagonal?: Numbers | null; factor?: ProgramMatrix | null };
  /** c; 0 by default, if the other parts say how many variables there are. */
  objective?: Numbers | null;
}

export interface ConvexProgram extends Omit<LinearProgram, 'objective'> {
  /** Q of the objective, as in a quadratic program; 0 by default. */
  quadratic?: QuadraticProgram['quadratic'] | null;
  /** c of the objective; 0 by default, if the other parts say how many variables there are. */
  objective?: Numbers | null;
  /** Weights w >= 0 of the terms w x ln x; a variable with a weight is not negative. */
  entropy?: Numbers | null;
  /** Weights w >= 0 of the terms -w ln x; a variable with a weight is positive. */
  logarithms?: Numbers | null;
}

export interface ProgramSettings {
  /** The relative accuracy at which the interior point method ends; 1e-9 by default. */
  tolerance?: number;
  /** Its largest number of iterations; 100 by default. */
  maxIter?: number;
  /** Time limit in milliseconds; the last point is returned. */
  maxTime?: number;
  /** Aborts. */
  signal?: AbortSignal | null;
  /** Called at most 20 times per second; returning false ends the work with the last point. */
  onProgress?: ((progress: Progress) => unknown) | null;
}

/** One number for each condition. */
export interface ProgramConditions {
  readonly equalities: Float64Array;
  readonly inequalities: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface ProgramSolution {
  /** 'converged' with a solution; 'infeasible' and 'unbounded' without. */
  readonly status:
    | 'converged'
    | 'infeasible'
    | 'unbounded'
    | 'iterationLimit'
    | 'timeLimit'
    | 'stopped'
    | 'stalled';
  /** The point; without a solution the last one. */
  readonly x: Float64Array;
  /** The value of the objective, -Infinity if the program is unbounded. NaN if it is infeasible. */
  readonly value: number;
  /** That of the dual program, which is never larger than the value of a feasible point. */
  readonly dualValue: number;
  /** value - dualValue. */
  readonly gap: number;
  /**
   * The multipliers of the Lagrangian: those of inequalities and of bounds are >= 0, and 0 where
   * the condition is not active.
   */
  readonly multipliers: ProgramConditions;
  /** The derivative of the value by each side and each bound. */
  readonly sensitivities: ProgramConditions;
  /** Which inequalities and bounds hold with equality at x: their numbers. */
  readonly active: {
    readonly inequalities: number[];
    readonly lower: number[];
    readonly upper: number[];
  };
  /** The largest violations of the conditions of Karush, Kuhn and Tucker. */
  readonly residuals: {
    /** Of the gradient of the Lagrangian. */
    readonly stationarity: number;
    /** Of the equalities, inequalities and bounds. */
    readonly primal: number;
    /** Of the signs of the multipliers. */
    readonly dual: number;
    /** The largest product of a multiplier with the distance from its condition. */
    readonly complementarity: number;
  };
  /** Whether x solves the equations of its active set; of a linear program x is a vertex. */
  readonly polished: boolean;
  readonly iterations: number;
  /**
   * The proof that there is no solution: if the program is infeasible, multipliers of the rows,
   * whose sum contradicts the bounds (Farkas); if it is unbounded, a direction in which the
   * objective falls for ever.
   */
  readonly certificate:
    | { readonly equalities: Float64Array; readonly inequalities: Float64Array }
    | { readonly direction: Float64Array }
    | undefined;
}

/** A point of a program, which may come with multipliers: a solution is one, too. */
export type ProgramPoint =
  | Numbers
  | {
      readonly x: Numbers;
      readonly multipliers?: Partial<Record<keyof ProgramConditions, Numbers>> | null;
    };

export interface Convexity {
  /** Whether no eigenvalue of Q is negative, to rounding. */
  readonly isConvex: boolean;
  /** The smallest eigenvalue of Q; 0 where rounding cannot tell it from 0. */
  readonly smallestEigenvalue: number;
  /** Its eigenvector d, of length 1: along d the quadratic part is smallestEigenvalue t^2 / 2. */
  readonly direction: Float64Array;
}

export interface OptimalitySettings {
  /** The size up to which a residual counts as 0; 1e-6 by default. */
  tolerance?: number;
  /** Aborts. */
  signal?: AbortSignal | null;
}

export interface OptimalityReport
  extends
    Convexity,
    Pick<ProgramSolution, 'value' | 'dualValue' | 'gap' | 'multipliers' | 'active' | 'residuals'> {
  /**
   * Whether every residual is within the tolerance: the conditions of Karush, Kuhn and Tucker,
   * which are necessary.
   */
  readonly meetsConditions: boolean;
  /** Whether the program is convex besides: then the conditions are sufficient. */
  readonly isOptimal: boolean;
}

export interface NearestPointsSettings extends ProgramSettings {
  /**
   * The largest weight that a point may have; 1 by default. With less the hulls shrink, as those
   * of NuSVC do.
   */
  largest?: number;
}

export interface NearestPoints {
  readonly status: ProgramSolution['status'];
  /** The point of P's hull and that of N's hull. */
  readonly points: readonly [Float64Array, Float64Array];
  /** The weights of the rows of P, and of N: each list sums to 1. */
  readonly weights: readonly [Float64Array, Float64Array];
  /** The distance of the hulls, twice the margin; 0 if they meet. */
  readonly distance: number;
  /**
   * The optimal hyperplane in canonical form, which halves the segment between the points: its
   * function is 1 at the first point and -1 at the second. None if the hulls meet.
   */
  readonly hyperplane: { readonly weights: Float64Array; readonly intercept: number } | undefined;
}

export interface SeparabilitySettings extends Omit<ProgramSettings, 'tolerance' | 'maxIter'> {
  /** Whether the hyperplane has a constant; true by default. */
  fitIntercept?: boolean;
}

export interface Separability {
  /**
   * 'separable' or 'inseparable', each with its proof; 'timeLimit' or 'stopped' when the work was
   * ended; 'undecided' if rounding hides the answer.
   */
  readonly status: 'separable' | 'inseparable' | 'timeLimit' | 'stopped' | 'undecided';
  /** The answer, if it is proven. */
  readonly separable: boolean | undefined;
  /** The two classes, ascending; the function is positive for the second. */
  readonly classes: Label[];
  /** Pairs of equal rows of different classes, which nothing can separate. */
  readonly conflicts: [number, number][];
  /** The hyperplane of the largest margin; its function is at least 1 in absolute value. */
  readonly weights: Float64Array | undefined;
  readonly intercept: number;
  /** The distance of the nearest sample from the hyperplane. */
  readonly margin: number;
  /**
   * Weights a of the rows that sum to 1, with sum a y x = 0 and, with a constant, sum a y = 0,
   * where y is -1 or 1: they prove that no hyperplane separates.
   */
  readonly witness: Float64Array | undefined;
  /** The largest of these sums, where each column is in units of half its range. */
  readonly residual: number;
}

export interface VersionSpaceSettings extends Omit<ProgramSettings, 'tolerance' | 'maxIter'> {
  /** Steps of the random walk that estimates the Bayes point; 10000 by default. */
  samples?: number;
  /** Seeds the walk; 0 by default. */
  seed?: number;
}

export interface VersionSpace {
  /** 'converged', 'infeasible' if no hyperplane through the origin separates the classes, or why the work ended early. */
  readonly status: ProgramSolution['status'];
  /** The two classes, ascending; weights w predict the second where w'x > 0. */
  readonly classes: Label[];
  /** The centre of the largest sphere in the version space, the point of the support vector machine; of length 1. */
  readonly centre: Float64Array | undefined;
  /** The radius of that sphere: the smallest |cosine| of the centre with a sample. */
  readonly radius: number;
  /** The centre of mass, of length 1: the Bayes point. */
  readonly bayesPoint: Float64Array | undefined;
  /** The standard error of bayesPoint; Infinity where maxTime or a stop left too few steps. */
  readonly standardError: number;
  /** How many steps it was estimated from. */
  readonly samples: number;
}

export interface Assignment {
  /** The column of each row. */
  readonly columns: Int32Array;
  /** The sum of the costs. */
  readonly cost: number;
}
