/**
 * The metric of Fisher scores U: the inverse of their information matrix I, the mean of
 * U U' over the samples of the fit, or of its diagonal. The inner
 * product of the features is U' I^-1 V.
 */
import { visiting } from '../basics/slices.js';

/** @import { Work } from '../basics/slices.js' */

/** A pivot of at most this share of its diagonal entry, which is 1, counts as rounding. */
const rounding = 1e-10;

/**
 * @typedef {object} Metric
 * @property {number[]} scale the divisor of each score; empty if there is none
 * @property {number[][]} [root] rows of the Cholesky factor without the superfluous scores, and their indices
 * @property {number[]} [pivots]
 */

/**
 * @param {'identity' | 'diagonal' | 'full'} information
 * @param {number} n samples
 * @param {number} size scores of each
 * @param {(i: number) => Float64Array} scoreOf its result must be read before the next call
 * @returns {Work<Metric>}
 */
export function* measure(information, n, size, scoreOf) {
  if (information === 'identity') return { scale: [] };
  /** @type {number[]} */
  const squares = new Array(size).fill(0);
  yield* visiting(
    'information',
    n,
    (i) => {
      scoreOf(i).forEach((u, a) => (squares[a] += (u * u) / n));
    },
    true,
  );
  const scale = squares.map((sum) => Math.sqrt(sum) || 1);
  if (information === 'diagonal') return { scale };
  const matrix = Array.from({ length: size }, (_, a) => new Float64Array(a + 1));
  yield* visiting(
    'information',
    n,
    (i) => {
      const u = scoreOf(i).map((v, a) => v / scale[a]);
      matrix.forEach((row, a) => row.forEach((v, b) => (row[b] = v + (u[a] * u[b]) / n)));
    },
    true,
  );
  return { scale, ...factorize(matrix) };
}

/**
 * The Cholesky factor of a matrix, whose lower triangle is given, without rows and columns
 * that depend on others: the scores of one distribution add up to 0.
 * @param {Float64Array[]} matrix
 */
function factorize(matrix) {
  /** @type {number[]} */
  const pivots = [];
  /** @type {number[][]} */
  const root = [];
  matrix.forEach((row, a) => {
    /** @type {number[]} */
    const made = [];
    pivots.forEach((b, t) => {
      let sum = row[b];
      for (let s = 0; s < t; s++) sum -= made[s] * root[t][s];
      made.push(sum / root[t][t]);
    });
    const left = made.reduce((rest, v) => rest - v * v, row[a]);
    if (left <= rounding) return;
    pivots.push(a);
    root.push([...made, Math.sqrt(left)]);
  });
  return { root, pivots };
}

/** @param {Metric} metric @param {number} size */
export const widthOf = ({ pivots }, size) => Math.max(pivots?.length ?? size, 1);

/**
 * @param {Metric} metric
 * @param {Float64Array} scores
 * @param {Float64Array} to
 */
export function applyMetric({ scale, root, pivots }, scores, to) {
  const scaled = scale.length > 0 ? scores.map((u, a) => u / scale[a]) : scores;
  if (!root || !pivots) {
    to.set(scaled);
    return;
  }
  pivots.forEach((a, t) => {
    let sum = scaled[a];
    for (let s = 0; s < t; s++) sum -= root[t][s] * to[s];
    to[t] = sum / root[t][t];
  });
}

/**
 * Whether a value of a file is a metric for this many scores.
 * @param {any} metric
 * @param {number} size
 * @param {string} information
 */
export function isMetric(metric, size, information) {
  const numbers = (/** @type {any} */ list) => Array.isArray(list) && list.every(Number.isFinite);
  const { scale, root, pivots } = Object(metric);
  const length = information === 'identity' ? 0 : size;
  if (
    !numbers(scale) ||
    scale.length !== length ||
    !scale.every((/** @type {number} */ v) => v > 0)
  ) {
    return false;
  }
  if (information !== 'full') return root === undefined && pivots === undefined;
  return (
    Array.isArray(root) &&
    numbers(pivots) &&
    root.length === pivots.length &&
    pivots.every((/** @type {number} */ a) => Number.isInteger(a) && a >= 0 && a < size) &&
    root.every((row, t) => numbers(row) && row.length === t + 1 && row[t] > 0)
  );
}
