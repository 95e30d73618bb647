/** The least change of a sample with which a model predicts another class. */
import { gather, run } from '#host';
import { bytesOf } from '../input/inputs.js';
import { float64s } from '../input/values.js';
import { Estimator } from '../model/estimator.js';
import { checkWorkSettings, readSettings, stateOf, wrongSetting } from '../model/state.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { Label, NearestChange, NearestChangeSettings } from '../types.js' */

/**
 * The least change of a row with which a model predicts another class (a counterfactual): the
 * closest point beyond the boundary, by the weighted norm of the change, within bounds and with
 * fixed features as they are. The model predicts the target there. For linear machines no smaller
 * change does it; for kernels none that is close to the one that was found, of several searches.
 * @param {any} model a fitted classifier, or a detector
 * @param {any} x one row
 * @param {NearestChangeSettings} [settings]
 * @returns {Returns<NearestChange>}
 */
export function nearestChange(model, x, settings) {
  return run(changing(model, x, settings));
}

/**
 * @param {any} model
 * @param {any} x
 * @param {unknown} settings
 * @returns {Steps<NearestChange>}
 */
function* changing(model, x, settings) {
  const known = ['target', 'fixed', 'norm', 'weights', 'bounds', 'signal', 'onProgress'];
  const { target, fixed, norm = 2, weights, bounds, ...rest } = readSettings('nearestChange', settings, known); // prettier-ignore
  if (norm !== 1 && norm !== 2) throw wrongSetting('norm', '1 or 2', norm);
  const watch = checkWorkSettings('nearestChange', rest);
  if (!(model instanceof Estimator)) {
    throw wrongSetting('model', 'a fitted model of this package', model);
  }
  const single = (Array.isArray(x) || ArrayBuffer.isView(x)) && typeof (/** @type {any} */ (x)[0]) === 'number' && !('shape' in x); // prettier-ignore
  const [row] = yield gather([single ? [x] : x]);
  const state = stateOf(model);
  const { fitted } = state;
  const predicted = yield /** @type {any} */ (model).predict(row);
  if (predicted.length !== 1) throw wrongSetting('x', 'one row', x);
  const from = /** @type {Label} */ (predicted[0]);
  const labels = /** @type {readonly Label[]} */ (fitted.classes.labels);
  const outcomes = state.spec.kind === 'detector' ? [1, -1] : labels;
  if (state.spec.kind !== 'detector' && labels.length === 0) {
    throw wrongSetting('model', 'a classifier or a detector', model);
  }
  const to = target === undefined && outcomes.length === 2 ? outcomes.find((label) => label !== from) : /** @type {Label} */ (target); // prettier-ignore
  const number = outcomes.indexOf(/** @type {any} */ (to));
  if (number < 0) {
    throw wrongSetting('target', `one of the classes ${outcomes.slice(0, 10).join(', ')}`, target);
  }
  const goal = state.spec.kind === 'detector' ? Number(to) : number;
  const [machine, payload] = state.apply('predict', row, { target: goal, norm });
  const { cols } = /** @type {any} */ (payload.request).table;
  const limits = readBounds(bounds, cols, fitted);
  const values = rowOf(payload, cols);
  for (const j of readFixed(fixed, cols, fitted)) {
    limits.lower[j] = values[j];
    limits.upper[j] = values[j];
  }
  values.forEach((v, j) => {
    if (!(v < limits.lower[j] || v > limits.upper[j])) return;
    throw wrongSetting('bounds', `bounds that x is within: ${limits.lower[j]} to ${limits.upper[j]} for feature ${nameOf(fitted, j)}`, v); // prettier-ignore
  });
  const buffers = {
    ...payload.buffers,
    weights: bytesOf(readWeights(weights, cols, fitted)),
    lower: bytesOf(limits.lower),
    upper: bytesOf(limits.upper),
  };
  const reply = yield state.host.apply('nearestChange', machine, { ...payload, buffers }, watch);
  const found = float64s(reply.buffers.x);
  return {
    x: found,
    change: found.map((v, j) => v - values[j]),
    distance: reply.value.distance,
    from,
    to: /** @type {Label} */ (to),
    exact: Boolean(reply.value.exact),
    starts: reply.value.starts,
    features: Array.from({ length: cols }, (_, j) => nameOf(fitted, j)),
  };
}

/**
 * The numbers of the one row that was packed.
 * @param {import('../runtime/host.js').Payload} payload
 * @param {number} cols
 */
function rowOf(payload, cols) {
  const filling = payload.fill?.();
  while (filling && !filling.next().done);
  const { data, indices } = /** @type {any} */ (payload.buffers);
  const numbers = float64s(data.slice());
  if (!indices) return numbers;
  const dense = new Float64Array(cols);
  new Int32Array(indices.slice().buffer).forEach((j, p) => (dense[j] = numbers[p]));
  return dense;
}

/** @param {Fitted} fitted @param {number} j */
const nameOf = (fitted, j) => fitted.featureNames?.[j] ?? j;

/**
 * The number of a column.
 * @param {unknown} column a number, or a name
 * @param {string} argument
 * @param {number} cols
 * @param {Fitted} fitted
 */
function columnOf(column, argument, cols, fitted) {
  const j = typeof column === 'string' ? (fitted.featureNames?.indexOf(column) ?? -1) : column;
  const at = j === -1 && typeof column === 'string' && /^\d+$/.test(column) ? Number(column) : j;
  if (Number.isInteger(at) && Number(at) >= 0 && Number(at) < cols) return Number(at);
  throw wrongSetting(argument, `a column of x: a name, or a number from 0 to ${cols - 1}`, column);
}

/**
 * @param {any} fixed
 * @param {number} cols
 * @param {Fitted} fitted
 */
function readFixed(fixed, cols, fitted) {
  if (fixed == null) return [];
  if (!Array.isArray(fixed)) throw wrongSetting('fixed', 'an array of columns', fixed);
  return fixed.map((column, i) => columnOf(column, `fixed[${i}]`, cols, fitted));
}

/**
 * @param {any} weights of all columns, or of some by name or number
 * @param {number} cols
 * @param {Fitted} fitted
 */
function readWeights(weights, cols, fitted) {
  const read = new Float64Array(cols).fill(1);
  if (weights == null) return read;
  if (typeof weights !== 'object') throw wrongSetting('weights', 'an array or an object', weights);
  const list = Array.isArray(weights) || ArrayBuffer.isView(weights);
  if (list && /** @type {any} */ (weights).length !== cols) {
    throw wrongSetting('weights', `${cols} numbers, one for each column`, weights);
  }
  for (const [column, weight] of Object.entries(weights)) {
    const j = columnOf(column, 'weights', cols, fitted);
    if (!(typeof weight === 'number' && weight > 0 && weight < Infinity)) {
      throw wrongSetting(`weights.${column}`, 'a number above 0; features that must not change belong in fixed', weight); // prettier-ignore
    }
    read[j] = weight;
  }
  return read;
}

/**
 * @param {any} bounds by name or number of a column
 * @param {number} cols
 * @param {Fitted} fitted
 */
function readBounds(bounds, cols, fitted) {
  const lower = new Float64Array(cols).fill(-Infinity);
  const upper = new Float64Array(cols).fill(Infinity);
  if (bounds != null && typeof bounds !== 'object') {
    throw wrongSetting('bounds', 'an object: [least, largest] by column', bounds);
  }
  for (const [column, pair] of Object.entries(bounds ?? {})) {
    const j = columnOf(column, 'bounds', cols, fitted);
    const [low, high] = Array.isArray(pair) && pair.length === 2 ? pair : [];
    if (!(typeof low === 'number' && typeof high === 'number' && low <= high)) {
      throw wrongSetting(`bounds.${column}`, 'two numbers, the lower one first; -Infinity and Infinity are none', pair); // prettier-ignore
    }
    [lower[j], upper[j]] = [low, high];
  }
  return { lower, upper };
}
