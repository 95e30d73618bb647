/** Linear and quadratic programs. */
import { host, run } from '#host';
import * as assigning from '../programs/assignment.js';
import * as hulls from '../programs/hulls.js';
import * as judge from '../programs/judge.js';
import { solve } from '../programs/program.js';
import * as separating from '../programs/separability.js';
import * as versions from '../programs/version-space.js';

/** @import { Returns } from '../forms.js' */
/** @import { Entries, Label, Samples, WorkSettings } from '../types.js' */
/** @import { Assignment, Convexity, ConvexProgram, LinearProgram, NearestPoints, NearestPointsSettings, OptimalityReport, OptimalitySettings, ProgramPoint, ProgramSettings, ProgramSolution, QuadraticProgram, Separability, SeparabilitySettings, VersionSpace, VersionSpaceSettings } from '../programs/types.js' */
/** @import { ProgramHost } from '../programs/program.js' */

/** @type {ProgramHost} */
const worker = { call: (op, payload, watch) => host.call(op, payload, watch) };

/**
 * Minimises c'x subject to linear equalities, inequalities and bounds, by an interior point
 * method whose end point is moved to a vertex.
 * @param {LinearProgram} program
 * @param {ProgramSettings} [settings]
 * @returns {Returns<ProgramSolution>}
 */
export function solveLinearProgram(program, settings) {
  return run(solve(worker, 'solveLinearProgram', program, settings));
}

/**
 * Minimises 1/2 x'Qx + c'x, with a positive semidefinite Q, subject to linear equalities,
 * inequalities and bounds, by an interior point method whose end point is solved for its active
 * set.
 * @param {QuadraticProgram} program
 * @param {ProgramSettings} [settings]
 * @returns {Returns<ProgramSolution>}
 */
export function solveQuadraticProgram(program, settings) {
  return run(solve(worker, 'solveQuadraticProgram', program, settings));
}

/**
 * Minimises 1/2 x'Qx + c'x + sum of entropy_j x_j ln x_j - sum of logarithms_j ln x_j subject to
 * linear equalities, inequalities and bounds, by an interior point method.
 * @param {ConvexProgram} program
 * @param {ProgramSettings} [settings]
 * @returns {Returns<ProgramSolution>}
 */
export function solveConvexProgram(program, settings) {
  return run(solve(worker, 'solveConvexProgram', program, settings));
}

/**
 * Whether a quadratic objective is convex: the smallest eigenvalue of its matrix, and the
 * direction in which the objective is curved least.
 * @param {QuadraticProgram['quadratic']} quadratic
 * @param {{signal?: AbortSignal | null}} [settings]
 * @returns {Returns<Convexity>}
 */
export function checkConvexity(quadratic, settings) {
  return run(judge.checkConvexity(worker, quadratic, settings));
}

/**
 * How well a point meets the conditions of Karush, Kuhn and Tucker of a program, which may be
 * one that is not convex. Without multipliers those that fit the point best are found.
 * @param {LinearProgram | QuadraticProgram | ConvexProgram} program
 * @param {ProgramPoint} point
 * @param {OptimalitySettings} [settings]
 * @returns {Returns<OptimalityReport>}
 */
export function checkOptimality(program, point, settings) {
  return run(judge.checkOptimality(worker, program, point, settings));
}

/**
 * The nearest points of the convex hulls of two sets of points, their distance, and the
 * hyperplane between them, which is that of a support vector machine with a hard margin.
 * @param {Samples} P
 * @param {Samples} N
 * @param {NearestPointsSettings} [settings]
 * @returns {Returns<NearestPoints>}
 */
export function nearestPoints(P, N, settings) {
  return run(hulls.nearestPoints(worker, P, N, settings));
}

/**
 * Whether a hyperplane separates two classes: that of the largest margin, or weights of the rows
 * which prove that there is none.
 * @param {Samples} X
 * @param {Entries<Label>} y
 * @param {SeparabilitySettings} [settings]
 * @returns {Returns<Separability>}
 */
export function separability(X, y, settings) {
  return run(separating.separability(worker, X, y, settings));
}

/**
 * The version space of samples of two classes: the weights, of length 1, of all hyperplanes
 * through the origin that separate them. Its centres are those of the largest sphere inside and
 * of mass.
 * @param {Samples} X
 * @param {Entries<Label>} y
 * @param {VersionSpaceSettings} [settings]
 * @returns {Returns<VersionSpace>}
 */
export function versionSpace(X, y, settings) {
  return run(versions.versionSpace(worker, X, y, settings));
}

/**
 * The assignment problem: each row gets a column of its own, so that the sum of the costs is least
 * (the Hungarian method).
 * @param {Samples} cost a row of numbers for each row; no more rows than columns
 * @param {WorkSettings} [settings]
 * @returns {Returns<Assignment>}
 */
export function assignment(cost, settings) {
  return run(assigning.assignment(worker, cost, settings));
}
