/** The types of linear and quadratic programs that users see. */
import type { Numbers, Progress, SparseRows } from '../types.js';

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
    | 'iteration-limit'
    | 'time-limit'
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
