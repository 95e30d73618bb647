/** Which support vectors carry what a model says. */
import { gather, run } from '#host';
import { float64s } from '../input/values.js';
import { Estimator } from '../model/estimator.js';
import { checkWorkSettings, readSettings, wrongSetting } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';
import { meanings, rowsOfOutput } from './outputs.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Step } from '../model/step.js' */
/** @import { Payload, Watch } from '../runtime/host.js' */
/** @import { Influence, InfluenceOutput, InfluenceSettings } from '../types.js' */

/**
 * Which support vectors carry the decision value, or the prediction, of each row of X: the terms
 * coef_i k(x_i, x) of the sum that the value is, the largest first, with the rows of the fit that
 * they belong to; and the value without each of them, when its term is taken away and nothing is
 * fitted again. With the rows of the fit in `refit`, also the value of a fit without each of them.
 * @param {any} model fitted, whose values are sums over support vectors
 * @param {any} X rows
 * @param {InfluenceSettings} [settings]
 * @returns {Returns<Influence>}
 */
export function influence(model, X, settings) {
  return run(influencing(model, X, settings));
}

/**
 * @param {any} model
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Steps<Influence>}
 */
function* influencing(model, X, settings) {
  const known = ['count', 'refit', 'signal', 'onProgress'];
  const { count = 10, refit, ...rest } = readSettings('influence', settings, known);
  if (!(Number.isSafeInteger(count) && Number(count) >= 1)) {
    throw wrongSetting('count', 'a whole number of at least 1', count);
  }
  const watch = checkWorkSettings('influence', rest);
  if (!(model instanceof Estimator)) {
    throw wrongSetting('model', 'a fitted model of this package', model);
  }
  /** @type {{X?: unknown, y?: unknown, sampleWeight?: unknown}} */
  const training = refit ?? {};
  const state = stateOf(model);
  const targeted = state.spec.kind !== 'detector';
  if (
    refit != null &&
    (typeof refit !== 'object' || training.X == null || (targeted && training.y == null))
  ) {
    throw wrongSetting('refit', `an object { X${targeted ? ', y' : ''} } with the rows of the fit`, refit); // prettier-ignore
  }
  const [table, rowsOfFit, targets] = yield gather([X, training.X, training.y]);
  const [fitted, asked] = state.apply('predict', table, { count: Math.min(Number(count), 2 ** 31 - 1) }); // prettier-ignore
  const payload = refit == null ? asked : yield* beside(state, asked, [rowsOfFit, targets, training.sampleWeight], watch); // prettier-ignore
  const { value, buffers } = yield state.host.apply('influence', fitted, payload, watch);
  const intercepts = float64s(buffers.intercept);
  const all = float64s(buffers.values);
  const cols = intercepts.length;
  const rows = all.length / cols;
  const labels = meanings(fitted, cols, Boolean(value.pairs));
  const { buffer, byteOffset, length } = buffers.indices;
  const indices = new Int32Array(buffer, byteOffset, length / 4);
  const terms = float64s(buffers.terms);
  const again = refit != null && float64s(buffers.refitted);
  /** @type {InfluenceOutput[]} */
  const outputs = Array.from(intercepts, (intercept, q) => {
    const values = Float64Array.from({ length: rows }, (_, i) => all[i * cols + q]);
    // Of a function with fewer support vectors than another there are fewer terms.
    const own = rowsOfOutput(indices, rows, cols, q, value.count).map((row) => row.filter((i) => i >= 0)); // prettier-ignore
    const parts = rowsOfOutput(terms, rows, cols, q, value.count).map((row, i) => row.slice(0, own[i].length)); // prettier-ignore
    return {
      ...(labels && { of: labels[q] }),
      intercept,
      values,
      indices: own,
      terms: parts,
      without: parts.map((row, i) => row.map((term) => values[i] - term)),
      ...(again && {
        refitted: rowsOfOutput(again, rows, cols, q, value.count).map((row, i) => row.slice(0, own[i].length)), // prettier-ignore
      }),
      rest: values.map((v, i) => parts[i].reduce((left, term) => left - term, v - intercept)),
    };
  });
  return { ...outputs[0], outputs };
}

/**
 * A request with the rows of the fit beside those that it is about.
 * @param {Step} state
 * @param {Payload} asked
 * @param {[X: unknown, y: unknown, sampleWeight: unknown]} training
 * @param {Watch} watch
 * @returns {Steps<Payload>}
 */
function* beside(state, asked, [X, y, sampleWeight], watch) {
  const [, fit] = state.judge(X, y, { sampleWeight });
  for (const part of [asked, fit]) yield state.host.complete(part, watch);
  const buffers = { ...asked.buffers };
  for (const [name, bytes] of Object.entries(fit.buffers ?? {})) {
    buffers[['data', 'indptr', 'indices'].includes(name) ? `train.${name}` : name] = bytes;
  }
  return { request: { ...asked.request, refit: true, train: fit.request.table }, buffers };
}
