/** The least change of a sample with which a model predicts something else. */
import { isArrayOrView } from '../basics/numbers.js';
import { gather, run } from '#host';
import { withDates } from '../input/coding.js';
import { viewOf } from '../input/columns.js';
import { bytesOf } from '../input/inputs.js';
import { isRecord, placesOf } from '../input/tables.js';
import { float64s } from '../input/values.js';
import { Estimator } from '../model/estimator.js';
import { checkWorkSettings, readSettings, wrongSetting } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';
import { codingOf } from './encoder-state.js';
import { besideTexts, categoryOf, columnsOf, oneOrMore } from './known-columns.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { Label, NearestChange, NearestChangeSettings } from '../types.js' */

/** A model that predicts. @typedef {Estimator<any> & {predict: (X: unknown) => any}} Predicting */

/**
 * The least change of a row with which a model predicts another class, or a number in an interval
 * (a counterfactual): the closest point beyond the boundary, by the weighted norm of the change,
 * within bounds and with fixed features as they are. The model predicts the target there. For
 * linear machines no smaller change does it; for kernels none that is close to the one that was
 * found, of several searches. Of tables categories change, too: each change counts as 1. Texts
 * and dates stay as they are.
 * @template X
 * @param {any} model a fitted classifier, regressor or detector
 * @param {X} x one row
 * @param {NearestChangeSettings} [settings]
 * @returns {Returns<NearestChange<X>>}
 */
export function nearestChange(model, x, settings) {
  return run(changing(model, x, settings));
}

/**
 * @param {any} model
 * @param {any} x
 * @param {unknown} settings
 * @returns {Steps<NearestChange<any>>}
 */
function* changing(model, x, settings) {
  const known = ['target', 'fixed', 'norm', 'weights', 'bounds', 'signal', 'onProgress'];
  const { target, fixed, norm = 2, weights, bounds, ...rest } = readSettings('nearestChange', settings, known); // prettier-ignore
  if (norm !== 1 && norm !== 2) throw wrongSetting('norm', '1 or 2', norm);
  const watch = checkWorkSettings('nearestChange', rest);
  if (!(model instanceof Estimator)) {
    throw wrongSetting('model', 'a fitted model of this package', model);
  }
  const state = stateOf(model);
  const [row] = yield gather([oneOrMore(x, state.fitted)]);
  const predicted = yield /** @type {Predicting} */ (model).predict(row);
  const { fitted } = state;
  if (predicted.length !== 1) throw wrongSetting('x', 'one row', x);
  const from = /** @type {Label} */ (predicted[0]);
  const goal = readTarget(target, from, state.spec.kind, fitted);
  const [machine, payload] = state.apply('predict', row, { ...goal.request, norm });
  yield state.host.complete(payload, watch);
  const { cols } = payload.request.table;
  const numbers = besideTexts(fitted, cols);
  const features = Array.from(new Set(columnsOf(fitted, cols)), ({ name }) => name);
  const values = rowOf(payload, cols, numbers);
  const limits = readBounds(bounds, features, numbers, fitted);
  const coding = codingOf(fitted);
  const dates = features.flatMap((_, j) => (j < numbers && coding?.dateOf(j) ? [j] : []));
  for (const j of [...readFixed(fixed, features), ...dates]) {
    limits.lower[j] = values[j];
    limits.upper[j] = values[j];
  }
  values.subarray(0, numbers).forEach((v, j) => {
    if (!(v < limits.lower[j] || v > limits.upper[j])) return;
    throw wrongSetting('bounds', `bounds that x is within: ${limits.lower[j]} to ${limits.upper[j]} for feature ${features[j]}`, v); // prettier-ignore
  });
  /** @param {Float64Array} own of the features @param {Float64Array} terms as those of texts have it */
  const withTerms = (own, terms) => {
    const all = terms.slice();
    all.set(own.subarray(0, numbers));
    return bytesOf(all);
  };
  const buffers = {
    ...payload.buffers,
    weights: withTerms(readWeights(weights, features), new Float64Array(cols).fill(1)),
    lower: withTerms(limits.lower, values),
    upper: withTerms(limits.upper, values),
  };
  const { request } = payload;
  const reply = yield state.host.apply('nearestChange', machine, { request, buffers }, watch);
  const found = float64s(reply.buffers.x).subarray(0, numbers);
  const categories = new Set(new Int32Array(reply.buffers.categories.slice().buffer));
  const { changed, changes } = asGiven(row, found, values, features, fitted);
  return {
    x: changed,
    changes,
    change: Float64Array.from(features, (_, j) => categories.has(j) ? Number(found[j] !== values[j]) : found[j] - values[j] || 0), // prettier-ignore
    distance: reply.value.distance,
    from,
    to: goal.to ?? (yield /** @type {Predicting} */ (model).predict(oneOrMore(changed, fitted)))[0],
    exact: Boolean(reply.value.exact),
    starts: reply.value.starts,
    features,
  };
}

/**
 * What is to be predicted, as Go is told, and the label of it.
 * @param {any} target
 * @param {any} from what is predicted now
 * @param {string} kind of the model
 * @param {Fitted} fitted
 * @returns {{request: object, to?: Label}}
 */
function readTarget(target, from, kind, fitted) {
  if (kind === 'regressor') {
    const number = (/** @type {unknown} */ v) => typeof v === 'number' && v === v;
    if (Number.isFinite(target)) {
      const [least, most] = target > from ? [target, Infinity] : [-Infinity, target];
      return { request: { target: 0, least, most } };
    }
    const [least, most] = Array.isArray(target) && target.length === 2 ? target : [];
    if (number(least) && number(most) && least <= most && (least > -Infinity || most < Infinity)) {
      return { request: { target: 0, least, most } };
    }
    throw wrongSetting('target', 'a number that the prediction is to reach, or an interval [least, most]', target); // prettier-ignore
  }
  const labels = /** @type {readonly Label[]} */ (fitted.classes.labels);
  const outcomes = kind === 'detector' ? [1, -1] : labels;
  if (outcomes.length === 0) {
    throw wrongSetting('model', 'a classifier, a regressor or a detector', fitted.machine);
  }
  const to = target === undefined && outcomes.length === 2 ? outcomes.find((label) => label !== from) : target; // prettier-ignore
  const number = outcomes.indexOf(to);
  if (number < 0) {
    throw wrongSetting('target', `one of the classes ${outcomes.slice(0, 10).join(', ')}`, target);
  }
  return { request: { target: kind === 'detector' ? to : number, least: 0, most: 0 }, to };
}

/**
 * The changed row in the form of the row that was given, and the columns that differ.
 * @param {any} given the row in a table of one
 * @param {Float64Array} found
 * @param {Float64Array} values of the row
 * @param {(string | number)[]} features
 * @param {Fitted} fitted
 */
function asGiven(given, found, values, features, fitted) {
  const coding = codingOf(fitted);
  const rows = Array.isArray(given) ? given[0] : given;
  const seen = coding || isRecord(rows) ? viewOf(given) : undefined;
  const view = seen && coding ? coding.complete(seen) : seen;
  const places = placesOf(view?.names ?? []);
  const at = view && (coding ? coding.placesIn(withDates(view, coding.dates), coding.names, coding.at) : features.map((name) => places.get(String(name)) ?? -1)); // prettier-ignore
  const row = view?.columns.map((column) => column[0]);
  /** @type {any[]} */
  const changes = [];
  found.forEach((value, j) => {
    if (Object.is(value, values[j]) || value === values[j]) return;
    const place = at?.[j] ?? -1;
    const to = categoryOf(fitted, j, value);
    changes.push({ feature: features[j], from: row && place >= 0 ? row[place] : values[j], to });
    if (row && place >= 0) row[place] = to;
  });
  const named = row && view?.names?.map((name, place) => [name, row[place]]);
  return { changed: named ? Object.fromEntries(named) : (row ?? found), changes };
}

/**
 * The numbers of the one row that was packed; those that are missing beside texts are NaN.
 * @param {import('../runtime/host.js').Payload} payload
 * @param {number} cols
 * @param {number} numbers of the columns, without the terms of texts
 */
function rowOf(payload, cols, numbers) {
  const { data, indices } = payload.buffers ?? {};
  const stored = float64s(data.slice());
  if (!indices) return stored;
  const dense = new Float64Array(cols).fill(NaN, 0, numbers < cols ? numbers : 0);
  new Int32Array(indices.slice().buffer).forEach((j, p) => (dense[j] = stored[p]));
  return dense;
}

/**
 * The number of a column, which may have that of another as its name.
 * @param {unknown} column a number, or a name
 * @param {string} argument
 * @param {(string | number)[]} features
 */
function columnOf(column, argument, features) {
  const j = typeof column === 'string' ? features.indexOf(column) : column;
  const at = j === -1 && typeof column === 'string' && /^\d+$/.test(column) ? Number(column) : j;
  if (Number.isInteger(at) && Number(at) >= 0 && Number(at) < features.length) return Number(at);
  throw wrongSetting(argument, `a column of x: a name, or a number from 0 to ${features.length - 1}`, column); // prettier-ignore
}

/**
 * @param {any} fixed
 * @param {(string | number)[]} features
 */
function readFixed(fixed, features) {
  if (fixed == null) return [];
  if (!Array.isArray(fixed)) throw wrongSetting('fixed', 'an array of columns', fixed);
  return fixed.map((column, i) => columnOf(column, `fixed[${i}]`, features));
}

/**
 * @param {any} weights of all columns, or of some by name or number
 * @param {(string | number)[]} features
 */
function readWeights(weights, features) {
  const cols = features.length;
  const read = new Float64Array(cols).fill(1);
  if (weights == null) return read;
  if (typeof weights !== 'object') throw wrongSetting('weights', 'an array or an object', weights);
  const list = isArrayOrView(weights);
  if (list && /** @type {ArrayLike<unknown>} */ (weights).length !== cols) {
    throw wrongSetting('weights', `${cols} numbers, one for each column`, weights);
  }
  for (const [column, weight] of Object.entries(weights)) {
    const j = columnOf(list ? Number(column) : column, 'weights', features);
    if (!(typeof weight === 'number' && weight > 0 && weight < Infinity)) {
      throw wrongSetting(`weights.${column}`, 'a number above 0; features that must not change belong in fixed', weight); // prettier-ignore
    }
    read[j] = weight;
  }
  return read;
}

/**
 * @param {any} bounds by name or number of a column
 * @param {(string | number)[]} features
 * @param {number} numbers how many of them are no texts
 * @param {Fitted} fitted
 */
function readBounds(bounds, features, numbers, fitted) {
  const lower = new Float64Array(features.length).fill(-Infinity);
  const upper = new Float64Array(features.length).fill(Infinity);
  if (bounds != null && typeof bounds !== 'object') {
    throw wrongSetting('bounds', 'an object: [least, largest] by column', bounds);
  }
  for (const [column, pair] of Object.entries(bounds ?? {})) {
    const j = columnOf(isArrayOrView(bounds) ? Number(column) : column, 'bounds', features);
    if (j >= numbers || codingOf(fitted)?.values[j]) {
      const kind = j >= numbers ? 'is a text, which stays as it is' : 'has categories, which fixed keeps as they are'; // prettier-ignore
      throw wrongSetting(`bounds.${column}`, `absent: the column ${kind}`, pair);
    }
    const [low, high] = Array.isArray(pair) && pair.length === 2 ? pair : [];
    if (!(typeof low === 'number' && typeof high === 'number' && low <= high)) {
      throw wrongSetting(`bounds.${column}`, 'two numbers, the lower one first; -Infinity and Infinity are none', pair); // prettier-ignore
    }
    [lower[j], upper[j]] = [low, high];
  }
  return { lower, upper };
}
