/** Linear and quadratic programs. */
import { host, run } from '#host';
import { solve } from '../programs/program.js';

/** @import { Returns } from '../forms.js' */
/** @import { LinearProgram, ProgramSettings, ProgramSolution, QuadraticProgram } from '../programs/types.js' */
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
