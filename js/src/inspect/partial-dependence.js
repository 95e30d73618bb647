/** How the predictions of a model depend on some of its features. */
import { MaxMarginError } from '../basics/errors.js';
import { rowsOf } from '../input/rows.js';
import { ascending } from '../basics/text.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { checkExecutor } from '../executor/check.js';
import { columnsOf, isGap } from './columns.js';
import { planWorkers, inWorkers } from './workers.js';

/** @import { DependenceSettings, PartialDependence } from './types.js' */

/**
 * The mean prediction over the rows of X, some features of which are set to the values of a grid
 * (Friedman 2001). As scikit-learn's partial_dependence with method brute.
 * @param {any} model fitted, of any package
 * @param {any} X
 * @param {(number | string)[]} features their names, or their numbers, from 0
 * @param {DependenceSettings} [settings]
 * @returns {Promise<PartialDependence>}
 */
export async function partialDependence(model, X, features, settings) {
  const known = ['grid', 'percentiles', 'method', 'workers', 'executor'];
  const given = /** @type {DependenceSettings} */ (
    readSettings('partialDependence', settings, known)
  );
  const { grid = 100, percentiles = [0.05, 0.95] } = given;
  const { method = model?.classes && model.decisionFunction ? 'decisionFunction' : 'predict' } =
    given;
  const executor = checkExecutor(given.executor, given.workers);
  const countFor = planWorkers(given.workers);
  const table = columnsOf(X) ?? columnsOf(rowsOf(X, 'partialDependence'));
  if (!table) throw wrongSetting('X', 'rows or columns of a table', X);
  const { rows, names = [], columns } = table;
  const list = (Array.isArray(features) ? features : []).map((feature) =>
    typeof feature === 'string' ? names.indexOf(feature) : feature,
  );
  if (list.length === 0 || !list.every((j) => Number.isInteger(j) && columns[j])) {
    throw wrongSetting('features', `an array of names of columns, or of numbers from 0 to ${columns.length - 1}`, features); // prettier-ignore
  }
  if (!['predict', 'decisionFunction', 'predictProba'].includes(method)) {
    throw wrongSetting('method', "'predict', 'decisionFunction' or 'predictProba'", method);
  }
  if (typeof model?.[method] !== 'function') throw wrongSetting('model', `a fitted model with ${method}`, model); // prettier-ignore
  const [low, high] = percentiles;
  if (!(low >= 0 && low < high && high <= 1)) {
    throw wrongSetting('percentiles', 'two shares of [0, 1], ascending', percentiles);
  }
  const lists = Array.isArray(grid) && grid.length === list.length;
  if (!lists && !(Number.isInteger(grid) && Number(grid) >= 2)) {
    throw wrongSetting('grid', 'a whole number of at least 2, or a list for each feature', grid);
  }
  const values = list.map((j, at) => {
    const all = Array.from(columns[j]).filter((value) => !isGap(value));
    const given = lists && Array.from(grid[at]);
    const isNumber = (/** @type {any} */ value) => typeof value === 'number';
    // Categories have no steps between them.
    if (!(given || all).every(isNumber)) return given || [...new Set(all)].sort(ascending);
    return given
      ? Float64Array.from(given)
      : spread(Float64Array.from(all).sort(), Number(grid), [low, high]);
  });
  /** @type {any[][]} */
  let points = [[]];
  for (const own of values)
    points = points.flatMap((point) => Array.from(own, (v) => [...point, v]));
  if (points.length === 0) throw wrongSetting('grid', 'given for features without values', grid);
  let cols = 1;
  /** The mean prediction at each point. @type {Float64Array[]} */
  const means = [];
  const average = async (/** @type {any} */ one, /** @type {number} */ p) => {
    const set = table.replaced(
      new Map(list.map((j, at) => [j, new Array(rows).fill(points[p][at])])),
    );
    const answers = await one[method](set);
    if (typeof answers[0] !== 'number') {
      throw new MaxMarginError('ERR_TYPE', 'method', 'predictions that are labels have no mean; take decisionFunction or predictProba'); // prettier-ignore
    }
    cols = answers.length / rows;
    means[p] = new Float64Array(cols);
    for (let c = 0; c < cols; c++) {
      let sum = 0;
      for (let i = c; i < answers.length; i += cols) sum += answers[i];
      means[p][c] = sum / rows;
    }
  };
  const began = performance.now();
  await average(model, 0);
  const expected = (performance.now() - began) * points.length;
  const others = points.keys();
  others.next();
  await inWorkers([model], countFor(expected), others, average, executor);
  const averages = means.flatMap((own) => [...own]);
  const shape = [...values.map(({ length }) => length), ...(cols > 1 ? [cols] : [])];
  return { values, averages: Float64Array.from(averages), shape };
}

/**
 * The distinct values if there are fewer than count, otherwise values at equal distances between
 * two quantiles.
 * @param {Float64Array} sorted
 * @param {number} count
 * @param {[low: number, high: number]} shares
 */
function spread(sorted, count, shares) {
  const distinct = sorted.filter((v, i) => i === 0 || v !== sorted[i - 1]);
  if (distinct.length < count) return distinct;
  const [a, b] = shares.map((share) => quantile(sorted, share));
  return Float64Array.from({ length: count }, (_, i) => a + ((b - a) * i) / (count - 1));
}

/**
 * The quantile of scipy's mquantiles: the order statistics are the quantiles at
 * (k - 0.4) / (n + 0.2).
 * @param {Float64Array} sorted
 * @param {number} share
 */
function quantile(sorted, share) {
  const n = sorted.length;
  const place = Math.min(n - 1, Math.max(0, share * (n + 0.2) + 0.4 - 1));
  const below = Math.min(n - 2, Math.floor(place));
  return n === 1
    ? sorted[0]
    : sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}
