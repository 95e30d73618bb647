/**
 * Whether the answers of a classifier fit an order: preferences between pairs, and probabilities of
 * ranks (Herbrich, Graepel and Obermayer, Large margin rank boundaries for ordinal regression,
 * equations 2.1, 2.2 and 2.17).
 */
import { isArrayOrView } from '../basics/numbers.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { wrongSetting } from '../basics/settings.js';

/**
 * Whether preferences come from an order.
 * @typedef {object} PreferenceReport
 * @property {boolean} consistent whether they are asymmetric and transitive: then they follow from
 *   a utility
 * @property {boolean} asymmetric whether prefers(a, b) is always the opposite of prefers(b, a), and
 *   prefers(a, a) is 0
 * @property {boolean} transitive whether a is not worse than c whenever a is not worse than b and b
 *   not worse than c, and better if one of the two is better; false if they are not asymmetric
 * @property {[number, number]} [pair] two items whose preferences are not opposites
 * @property {[number, number, number]} [cycle] three items, each not worse than the next, and the
 *   third not worse than the first, and at least one better
 * @property {Float64Array} [utilities] if they are consistent, a utility of each item: the count of
 *   worse items less the count of better ones
 */

/**
 * Checks a classifier of pairs: whether its preferences are asymmetric and transitive, and which
 * items show that they are not. It asks for all pairs of items, n^2 times.
 * @template T
 * @param {(a: T, b: T) => number} prefers above 0 if a is better than b, below 0 if b is, 0 if none
 *   is
 * @param {ArrayLike<T>} items
 * @returns {PreferenceReport}
 */
export function checkPreferences(prefers, items) {
  if (typeof prefers !== 'function') {
    throw new MaxMarginError('ERR_TYPE', 'prefers', `prefers must be a function of two items, got ${show(prefers)}`); // prettier-ignore
  }
  const n = items.length;
  const table = Array.from({ length: n }, (_, i) =>
    Int8Array.from({ length: n }, (__, j) => {
      const answer = prefers(items[i], items[j]);
      if (typeof answer === 'number' && !Number.isNaN(answer)) return Math.sign(answer);
      throw new MaxMarginError('ERR_TYPE', 'prefers', `prefers returned ${show(answer)} for the items ${i} and ${j}; it must return a number`, { i, j }); // prettier-ignore
    }),
  );
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      if (table[i][j] !== -table[j][i]) {
        return { consistent: false, asymmetric: false, transitive: false, pair: [j, i] };
      }
    }
  }
  const utilities = Float64Array.from(table, (row) => row.reduce((sum, v) => sum + v, 0));
  const cycle = cycleOf(table, utilities);
  if (cycle) return { consistent: false, asymmetric: true, transitive: false, cycle };
  return { consistent: true, asymmetric: true, transitive: true, utilities };
}

/**
 * Three items in a cycle. Preferences come from an order if and only if the sums of the rows order
 * the items in the same way. Otherwise let a be not worse than b although b has the larger sum, or
 * an equal sum although a is better. Then for some third item b has the better answer than a, and
 * these three are a cycle.
 * @param {Int8Array[]} table
 * @param {Float64Array} sums
 * @returns {[number, number, number] | undefined}
 */
function cycleOf(table, sums) {
  for (let a = 0; a < table.length; a++) {
    for (let b = 0; b < table.length; b++) {
      const odd = table[a][b] > 0 ? sums[b] >= sums[a] : table[a][b] === 0 && sums[b] > sums[a];
      if (!odd) continue;
      const third = table.findIndex((_, k) => table[b][k] > table[a][k]);
      return [a, b, third];
    }
  }
  return undefined;
}

/**
 * Whether probabilities of ranks order the rows.
 * @typedef {object} StochasticOrderReport
 * @property {boolean} ordered whether of every two rows one has, for every rank, at least the
 *   probability of the other to be no higher
 * @property {[number, number]} [rows] two rows of which neither has
 * @property {[number, number]} [ranks] two ranks, counted from 0, that show it: up to the first one
 *   the first of these rows has the larger probability, up to the second one the other row
 */

/**
 * Checks the stochastic order of probabilities of ranks, the lowest first: for any two rows,
 * Pr(rank <= r) of one is at least that of the other for all r at once. It holds for every model
 * with one utility and boundaries, such as cumulative link models; a probabilistic classifier of
 * another kind may break it.
 * @param {ArrayLike<ArrayLike<number>> | (Float64Array & { shape?: readonly number[] })} probabilities
 *   a row for each sample, a column for each rank, as predictProba has them
 * @param {{ tolerance?: number }} [settings] differences that do not count, 1e-9
 * @returns {StochasticOrderReport}
 */
export function checkStochasticOrder(probabilities, { tolerance = 1e-9 } = {}) {
  if (!(tolerance >= 0)) throw wrongSetting('tolerance', 'a number >= 0', tolerance);
  const rows = rowsOf(probabilities).map((row) => {
    let sum = 0;
    return Float64Array.from(row, (p) => (sum += p));
  });
  const q = rows[0]?.length ?? 0;
  rows.forEach((row, i) => {
    if (row.length !== q || row.some((sum) => !Number.isFinite(sum))) {
      throw new MaxMarginError('ERR_SHAPE', 'probabilities', `row ${i} of probabilities must have ${q} finite numbers, as the first one has`, { row: i }); // prettier-ignore
    }
  });
  // In a chain the sums order the rows, so that neighbours tell.
  const sums = rows.map((row) => row.reduce((sum, v) => sum + v, 0));
  const chain = Array.from(rows.keys()).sort((i, j) => sums[i] - sums[j]);
  for (let at = 1; at < chain.length; at++) {
    const [i, j] = [chain[at - 1], chain[at]]; // the sum of j is not smaller
    const above = rows[i].findIndex((v, r) => v > rows[j][r] + tolerance);
    if (above < 0) continue;
    const below = rows[i].findIndex((v, r) => v < rows[j][r] - tolerance);
    if (below >= 0) return { ordered: false, rows: [i, j], ranks: [above, below] };
  }
  return { ordered: true };
}

/**
 * @param {any} given
 * @returns {ArrayLike<number>[]}
 */
function rowsOf(given) {
  if (ArrayBuffer.isView(given) && 'shape' in given && Array.isArray(given.shape)) {
    const [rows, cols] = given.shape;
    const values = /** @type {Float64Array} */ (/** @type {ArrayBufferView} */ (given));
    return Array.from({ length: rows }, (_, i) => values.subarray(i * cols, (i + 1) * cols));
  }
  if (Array.isArray(given) && given.every((row) => isArrayOrView(row))) {
    return /** @type {ArrayLike<number>[]} */ (given);
  }
  throw new MaxMarginError('ERR_TYPE', 'probabilities', `probabilities must be rows of numbers, as predictProba returns them, got ${show(given)}`); // prettier-ignore
}
