/** How the predictions of a model depend on some of its features. */
import { MaxMarginError } from '../basics/errors.js';
import { rowsOf } from '../input/rows.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { checkExecutor } from '../executor/check.js';
import { planWorkers, inWorkers } from './workers.js';

/** @import { DependenceSettings, PartialDependence } from './types.js' */

/**
 * The mean prediction over the rows of X, some features of which are set to the values of a grid
 * (Friedman 2001). As scikit-learn's partial_dependence with method brute.
 * @param {any} model fitted, of any package
 * @param {any} X
 * @param {number[]} features their numbers, from 0
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
  const rows = rowsOf(X, 'partialDependence');
  const width = rows[0].length;
  const list = Array.isArray(features) ? features : [];
  if (list.length === 0 || !list.every((j) => Number.isInteger(j) && j >= 0 && j < width)) {
    throw wrongSetting('features', `an array of numbers from 0 to ${width - 1}`, features);
  }
  if (!['predict', 'decisionFunction', 'predictProba'].includes(method)) {
    throw wrongSetting('method', "'predict', 'decisionFunction' or 'predictProba'", method);
  }
  const [low, high] = percentiles;
  if (!(low >= 0 && low < high && high <= 1)) {
    throw wrongSetting('percentiles', 'two shares of [0, 1], ascending', percentiles);
  }
  const lists = Array.isArray(grid) && grid.length === list.length;
  if (!lists && !(Number.isInteger(grid) && Number(grid) >= 2)) {
    throw wrongSetting('grid', 'a whole number of at least 2, or a list for each feature', grid);
  }
  const values = list.map((j, at) =>
    lists
      ? Float64Array.from(grid[at])
      : spread(Float64Array.from(rows, (row) => row[j]).sort(), Number(grid), [low, high]),
  );
  /** @type {number[][]} */
  let points = [[]];
  for (const own of values)
    points = points.flatMap((point) => Array.from(own, (v) => [...point, v]));
  let cols = 1;
  /** The mean prediction at each point. @type {Float64Array[]} */
  const means = [];
  const average = async (/** @type {any} */ one, /** @type {number} */ p) => {
    const set = rows.map((row) => {
      const copy = Float64Array.from(row);
      list.forEach((j, at) => void (copy[j] = points[p][at]));
      return copy;
    });
    const answers = await one[method](set);
    if (typeof answers[0] !== 'number') {
      throw new MaxMarginError('ERR_TYPE', 'method', 'predictions that are labels have no mean; take decisionFunction or predictProba'); // prettier-ignore
    }
    cols = answers.length / rows.length;
    means[p] = new Float64Array(cols);
    for (let c = 0; c < cols; c++) {
      let sum = 0;
      for (let i = c; i < answers.length; i += cols) sum += answers[i];
      means[p][c] = sum / rows.length;
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
