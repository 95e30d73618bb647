/** Samples that are made here, and their labels. */
import { MaxMarginError } from '../basics/errors.js';
import { room } from '../generated/memory.js';

/** @import { Random } from './random.js' */

/** @typedef {{data: Float64Array, rows: number, cols: number}} DenseSamples */

/**
 * @param {number} rows
 * @param {number} cols
 * @param {string} argument that determines the size
 * @returns {DenseSamples} all zero
 */
export function makeSamples(rows, cols, argument = 'samples') {
  const needed = 8 * rows * cols;
  if (needed > room) {
    throw new MaxMarginError(
      'ERR_MEMORY_BUDGET',
      argument,
      `${argument}: ${rows} x ${cols} numbers are more than WebAssembly can address; ask for fewer rows or columns`,
      { needed, available: room },
    );
  }
  return { data: new Float64Array(rows * cols), rows, cols };
}

/** @param {DenseSamples} X @param {number} i @returns {Float64Array} the row itself, not a copy */
export function rowOf({ data, cols }, i) {
  return data.subarray(i * cols, (i + 1) * cols);
}

/**
 * Adds noise of a standard deviation to all numbers.
 * @param {DenseSamples} X
 * @param {number} noise
 * @param {Random} random
 */
export function addNoise({ data }, noise, random) {
  if (noise === 0) return;
  for (let i = 0; i < data.length; i++) data[i] += noise * random.normal();
}

/**
 * The same rows and labels in random order.
 * @template {Int32Array | Float64Array} Y
 * @param {DenseSamples} X
 * @param {Y} y
 * @param {Random} random
 * @returns {{X: DenseSamples, y: Y}}
 */
export function shuffleRows(X, y, random) {
  const order = random.permutation(X.rows);
  const mixed = makeSamples(X.rows, X.cols);
  const labels = y.slice();
  order.forEach((from, to) => {
    rowOf(mixed, to).set(rowOf(X, from));
    labels[to] = y[from];
  });
  return { X: mixed, y: /** @type {Y} */ (labels) };
}
