/**
 * The values of a fitted machine on a grid of the plane; drawing is elsewhere. There
 * are three forms: `regions` of classes (for a detector, inside and outside), a `heat`
 * map of one number for each grid point, and a `curve` over x.
 */

import { Field, gridPoints, rankField } from '../site/field.js';
import { fromUnit, toUnit } from './data.js';
import { learnsOrder, machineOf, optionOf } from './schema.js';

const band = 2000; // grid points for each call, so that a newer fit never waits for a whole surface

/** Machines for which a decision value of 1 is the margin. */
const withMargins = new Set(['SVC', 'IncrementalSVC', 'NuSVC', 'LinearSVC', 'SGDClassifier', 'KernelSGDClassifier', 'LowRankSVC', 'LPSVC']);

/** The value of an option: the user's, or its default. */
const valueOf = (state, name) => state.options[name] ?? optionOf(state.machine, name)?.default;

/**
 * @param {object} model fitted
 * @param {{ state: object, data: import('./data.js').Data, side: number, current: () => boolean }} about
 * @returns {Promise<object | null>} null when a newer problem has replaced this one
 */
export async function surface(model, { state, data, side, current }) {
  const { kind } = machineOf(state.machine);
  if (kind === 'regressor' && data.task === 'curve') return curve(model, { state, data, side, current });
  const places = gridPoints(side);
  for (let i = 0; i < places.length; i += 2) {
    const { x, y } = fromUnit(data.view, places[i], places[i + 1]);
    places[i] = x;
    places[i + 1] = y;
  }
  const shape = kind === 'classifier' ? pairShape(state, model) : undefined;
  const ask = {
    classifier: (rows) => model.decisionFunction(rows, shape && { shape }),
    detector: (rows) => model.decisionFunction(rows),
    regressor: (rows) => model.predict(rows),
    transformer: (rows) => model.transform(rows),
  }[kind];
  const values = await inBands(places, 2, ask, current);
  if (!values) return null;
  const columns = values.length / (side * side);
  if (kind === 'regressor') return heat(values, side, 1, 0, rangeOf(data.points.map(({ value }) => value)));
  if (kind === 'transformer') return heat(values, side, columns, Math.min(state.component ?? 0, columns - 1));
  return regions(values, { model, state, data, side, columns, kind, shape });
}

/** Machines with several classes by pairs have one decision value for each pair. */
function pairShape(state, model) {
  if (!optionOf(state.machine, 'decisionFunctionShape') || model.classes.length < 3) return undefined;
  return (state.options.multiClass ?? 'ovo') === 'ovr' ? 'ovr' : 'ovo';
}

function regions(values, { model, state, data, side, columns, kind, shape }) {
  const n = side * side;
  const margins = withMargins.has(state.machine) && valueOf(state, 'loss') !== 'logistic' && (columns === 1 || shape === 'ovo');
  if (kind === 'detector') {
    const field = new Field(values, side, [[0, 1]], 2);
    return { form: 'regions', field, margins: false, inside: true, unit: typical(values) };
  }
  const labels = Array.from(model.classes, (name) => data.names.indexOf(name));
  const count = Math.max(...labels) + 1;
  if (learnsOrder(state.machine)) return { form: 'regions', field: rankField(values, model.thresholds, side, typical(values)), margins: false, unit: 1 };
  if (labels.length === 2) {
    const field = new Field(values, side, [[labels[1], labels[0]]], count);
    return { form: 'regions', field, margins, unit: margins ? 1 : typical(values) };
  }
  const pairs = labels.flatMap((first, i) => labels.slice(i + 1).map((second) => [first, second]));
  if (shape === 'ovo') return { form: 'regions', field: new Field(values, side, pairs, count), margins, unit: margins ? 1 : typical(values) };
  // One value for each class: the largest wins, so the difference of two is the value of their pair.
  const differences = new Float64Array(n * pairs.length);
  for (let i = 0; i < n; i++) {
    let at = i * pairs.length;
    for (let a = 0; a < columns; a++) for (let b = a + 1; b < columns; b++) differences[at++] = values[i * columns + a] - values[i * columns + b];
  }
  return { form: 'regions', field: new Field(differences, side, pairs, count), margins: false, unit: typical(differences) };
}

/** One number for each grid point; without a given range it is drawn around 0. */
function heat(values, side, columns, column, range) {
  const own = Float64Array.from({ length: side * side }, (_, i) => values[i * columns + column]);
  if (range) return { form: 'heat', side, values: own, low: range[0], high: range[1] };
  const [low, high] = rangeOf(own);
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return low < 0 && high > 0
    ? { form: 'heat', side, values: own, low: -most, high: most }
    : { form: 'heat', side, values: own, low, high };
}

async function curve(model, { state, data, side, current }) {
  const steps = 4 * side;
  const xs = Float64Array.from({ length: steps + 1 }, (_, i) => fromUnit(data.view, (2 * i) / steps - 1, 0).x);
  const ys = await inBands(xs, 1, (rows) => model.predict(rows), current);
  if (!ys) return null;
  if (state.machine === 'GaussianProcessRegressor') {
    const deviations = await inBands(xs, 1, async (rows) => (await model.predict(rows, { returnStd: true })).std, current);
    return deviations && { form: 'curve', xs, ys, widths: deviations.map((deviation) => 2 * deviation), around: '2 standard deviations' };
  }
  const tube = tubeOf(state, model);
  return { form: 'curve', xs, ys, widths: tube && xs.map((x) => tube([x])), around: 'tube' };
}

/** The half-width of the tube at a row, for machines that have one; otherwise null. */
export function tubeOf(state, model) {
  if (state.machine === 'ParametricTubeSVR') {
    const [c0, ...c] = model.tubeCoef;
    const size = parts[valueOf(state, 'tube')];
    // The columns of 'columns' are the last ones.
    return (row) => c0 + c.reduce((sum, factor, k) => sum + factor * size(row[row.length - c.length + k]), 0);
  }
  const epsilon = state.machine === 'NuSVR' ? model.epsilon : valueOf(state, 'epsilon');
  return epsilon > 0 ? () => epsilon : null;
}

/** What a column adds to the width of the tube of ParametricTubeSVR, for each choice of its option. */
const parts = { absolute: Math.abs, square: (x) => x * x, columns: (x) => x, constant: () => 0 };

async function inBands(places, cols, ask, current) {
  const rows = places.length / cols;
  let all = null;
  for (let from = 0; from < rows; from += band) {
    const until = Math.min(rows, from + band);
    const values = await ask({ data: places.subarray(from * cols, until * cols), rows: until - from, cols });
    if (!current()) return null;
    all ??= new Float64Array((values.length / (until - from)) * rows);
    all.set(values, from * (all.length / rows));
  }
  return all;
}

/** The typical size of decision values, for machines whose values have no natural unit. */
function typical(values) {
  const some = Float64Array.from({ length: Math.min(values.length, 500) }, (_, i) => Math.abs(values[Math.floor((i * values.length) / 500) % values.length])).sort();
  return some[Math.floor(0.6 * some.length)] || 1;
}

function rangeOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high > low ? [low, high] : [low - 1, high + 1];
}

/** The values of the surface at a point, in words: a class, a value, f. */
export function readingAt(shown, data, x, y) {
  const number = (value) => value.toPrecision(3).replace('-', '−');
  if (shown.form === 'curve') {
    const at = Math.round(((x - shown.xs[0]) / (shown.xs.at(-1) - shown.xs[0])) * (shown.xs.length - 1));
    return at >= 0 && at < shown.xs.length ? `x = ${number(x)}, f = ${number(shown.ys[at])}` : '';
  }
  const { x: u, y: v } = toUnit(data.view, x, y);
  if (Math.abs(u) > 1 || Math.abs(v) > 1) return '';
  if (shown.form === 'heat') {
    const { side, values } = shown;
    return `f = ${number(values[Math.round(((1 - v) / 2) * (side - 1)) * side + Math.round(((u + 1) / 2) * (side - 1))])}`;
  }
  const { winner, values } = shown.field.at(u, v);
  const name = shown.inside ? ['inside', 'outside'][winner] : data.names[winner];
  return values.length === 1 ? `${name}, f = ${number(values[0])}` : String(name);
}
