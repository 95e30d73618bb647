/** Which support vectors carry what a model says. */
import { gather, run } from '#host';
import { float64s } from '../input/values.js';
import { Estimator } from '../model/estimator.js';
import { checkWorkSettings, readSettings, stateOf, wrongSetting } from '../model/state.js';
import { meanings, rowsOfOutput } from './outputs.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Influence, InfluenceOutput, InfluenceSettings } from '../types.js' */

/**
 * Which support vectors carry the decision value, or the prediction, of each row of X: the terms
 * coef_i k(x_i, x) of the sum that the value is, the largest first, with the rows of the fit that
 * they belong to; and the value without each of them, when its term is taken away and nothing is
 * fitted again.
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
  const known = ['count', 'signal', 'onProgress'];
  const { count = 10, ...rest } = readSettings('influence', settings, known);
  if (!(Number.isSafeInteger(count) && Number(count) >= 1)) {
    throw wrongSetting('count', 'a whole number of at least 1', count);
  }
  const watch = checkWorkSettings('influence', rest);
  if (!(model instanceof Estimator)) {
    throw wrongSetting('model', 'a fitted model of this package', model);
  }
  const [table] = yield gather([X]);
  const state = stateOf(model);
  const [fitted, payload] = state.apply('predict', table, { count: Math.min(Number(count), 2 ** 31 - 1) }); // prettier-ignore
  const { value, buffers } = yield state.host.apply('influence', fitted, payload, watch);
  const intercepts = float64s(buffers.intercept);
  const all = float64s(buffers.values);
  const cols = intercepts.length;
  const rows = all.length / cols;
  const labels = meanings(fitted, cols, Boolean(value.pairs));
  const { buffer, byteOffset, length } = buffers.indices;
  const indices = new Int32Array(buffer, byteOffset, length / 4);
  const terms = float64s(buffers.terms);
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
      rest: values.map((v, i) => parts[i].reduce((left, term) => left - term, v - intercept)),
    };
  });
  return { ...outputs[0], outputs };
}
