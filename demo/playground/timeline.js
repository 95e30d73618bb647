/**
 * The frames of a training, at numbers of iterations that grow by a constant factor.
 * A frame is a separate model, fitted with maxIter set to its number: the solver is
 * deterministic, so this model is the exact state of the training after that many
 * iterations. Frames are computed after the fit, one after the other, and are dropped
 * when another problem replaces the fit.
 */

import { catalog } from 'maxmargin/catalog';
import { makeMachine, optionOf } from './schema.js';
import { supportOf } from './support.js';
import { surface } from './surface.js';

const most = 24;
const side = 50;

export const hasCourse = (machine) => Boolean(optionOf(machine, 'maxIter'));

/** Numbers from 1 to total that grow by a constant factor, and by at least 1. */
export function frameNumbers(total) {
  const factor = Math.max(1.15, total ** (1 / (most - 1)));
  const numbers = [];
  for (let k = 1; k < total; k = Math.max(k + 1, Math.round(k * factor))) numbers.push(k);
  return numbers;
}

/**
 * @param {object} about { state, data, X, y, model, signal }: the fitted model and its problem
 * @param {(frame: object, count: number) => void} found  called for every frame in order, at the end with the model itself;
 *   count is the number of frames
 */
export async function computeFrames({ state, data, X, y, model, signal }, found) {
  const total = longest(model);
  const numbers = frameNumbers(total);
  const current = () => !signal.aborted;
  const course = await traced({ state, X, y, signal, total });
  if (!current()) return;
  for (const k of numbers) {
    const part = makeMachine(state, { maxIter: k });
    await (y ? part.fit(X, y, { signal }) : part.fit(X, { signal }));
    if (!current()) return part.dispose();
    const shown = await surface(part, { state, data, side, current });
    if (!shown) return part.dispose();
    found(frameOf(part, { state, count: X.rows, k, shown, course }), numbers.length + 1);
    part.dispose();
  }
  found(frameOf(model, { state, count: X.rows, k: total, shown: null, course }), numbers.length + 1);
}

/** The largest number of iterations of a two-class problem, because maxIter holds for each problem. */
function longest(model) {
  const { nIter } = model;
  if (typeof nIter === 'object' && nIter.length > 0) return nIter.reduce((a, b) => Math.max(a, b), 1);
  return Math.max(1, model.fitInfo.iterations);
}

function frameOf(model, { state, count, k, shown, course }) {
  const { objective, gap } = model.fitInfo;
  return { k, objective, gap, shown, support: supportOf(model, state, count), working: course ? workingSet(course, objective, k) : [] };
}

/** The trace of the whole fit, if the machine records one and there is one quadratic problem. */
async function traced({ state, X, y, signal, total }) {
  if (!optionOf(state.machine, 'trace') || !catalog[state.machine].attributes.some(({ name }) => name === 'traceSets')) return null;
  const model = makeMachine(state, { trace: Math.min(1e6, total) });
  await (y ? model.fit(X, y, { signal }) : model.fit(X, { signal }));
  const { traceEnds, traceObjective, traceSets, traceSetEnds } = model;
  const course = { objective: traceObjective.slice(), sets: traceSets.slice(), ends: traceSetEnds.slice(), single: traceEnds.length === 1, total };
  model.dispose();
  return course.single && course.objective.length > 0 ? course : null;
}

/**
 * The working set of the k-th iteration. The study solvers have a trace entry for every
 * iteration; smo has one for every sub-problem of several iterations, so the entry is the
 * first whose objective is no worse than that of the frame.
 */
function workingSet({ objective, sets, ends, total }, reached, k) {
  const exact = objective.length === total;
  const slack = 1e-9 * Math.abs(reached);
  let entry = exact ? k - 1 : objective.findIndex((value) => value <= reached + slack);
  if (entry < 0) entry = objective.length - 1;
  return Array.from(sets.subarray(entry > 0 ? ends[entry - 1] : 0, ends[entry]));
}
