/**
 * The checks that a set must pass before its times count, so that nobody wins by solving
 * another problem.
 */
import { examine } from './dual.mjs';

/** @import { Result } from './measure.mjs' */
/** @import { Table } from './sets/table.mjs' */

/**
 * Our objective may exceed LIBSVM's by this much, relatively. That of NuSVC is
 * divided by the square of a margin that the tolerance leaves uncertain.
 */
const objectiveSlack = 1e-4;
const nuObjectiveSlack = 2e-3;

/** The violation may exceed the tolerance by the rounding of a recomputed sum. */
const gapSlack = 1e-9;

/** Solutions are recomputed up to this many multiply-adds; about five seconds. */
const recomputable = 5e9;

/**
 * Adds the recomputed figures to the results: the objective to a model that does not
 * report it, and `recomputed` to ours.
 *
 * @param {Record<string, Result>} results
 * @param {Table} train
 * @param {import('./contestants/serve.mjs').Fitting} fitting
 */
function recompute(results, train, fitting) {
  if (fitting.machine !== 'SVC') return;
  const peerTells = results.native?.model !== undefined;
  for (const [name, { model }] of Object.entries(results)) {
    if (!model?.dualCoef || name === 'sync' || (name === 'libsvm-js' && peerTells)) continue;
    if (model.supportVectors * train.rows * train.cols > recomputable) continue;
    model.recomputed = examine(train, model, fitting);
    model.objective ??= model.recomputed.objective;
  }
}

/**
 * @param {Record<string, Result>} results
 * @param {Table} train
 * @param {import('./contestants/serve.mjs').Fitting} fitting
 * @returns {string[]} what is wrong
 */
export function verify(results, train, fitting) {
  const broken = ['maxmargin', 'sync']
    .filter((name) => results[name].failed)
    .map((name) => `${name} failed: ${results[name].failed}`);
  if (broken.length > 0) return broken;

  recompute(results, train, fitting);
  const { maxmargin, ...others } = results;
  const { gap, recomputed } = maxmargin.model;
  const { objective } = recomputed ?? maxmargin.model;
  const wrong = [];
  const demand = (holds, text) => {
    if (!holds) wrong.push(text);
  };

  // Free support vectors of the one-class machine have decision values of zero,
  // within the tolerance: their sign is arbitrary.
  const onTheEdge = fitting.machine === 'OneClassSVM' ? train.rows / 50 : 1;
  const gapLimit = fitting.tol + gapSlack;
  demand(gap <= gapLimit, `the reported KKT violation is ${gap}, tol ${fitting.tol}`);
  if (recomputed) {
    demand(recomputed.gap <= gapLimit, `the KKT violation is ${recomputed.gap}, ${gap} reported`);
    demand(
      recomputed.infeasibility <= gapSlack,
      `the constraints are violated by ${recomputed.infeasibility}`,
    );
  }
  for (const [name, { model, right, failed }] of Object.entries(others)) {
    if (failed) continue;
    if (model.objective !== undefined) {
      const excess = (objective - model.objective) / Math.abs(model.objective);
      demand(
        excess <= (fitting.machine === 'NuSVC' ? nuObjectiveSlack : objectiveSlack),
        `objective ${objective}, ${name} has ${model.objective} (${excess.toExponential(1)} more)`,
      );
    }
    demand(
      Math.abs(maxmargin.right - right) <= onTheEdge,
      `${maxmargin.right} test rows right, ${name} has ${right}`,
    );
  }
  return wrong;
}
