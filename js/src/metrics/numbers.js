/** Numbers that measures compare. */
import { MaxMarginError } from '../basics/errors.js';
import { checkValues } from '../input/values.js';
import { listOf } from './labels.js';

/** @import { Numbers } from '../types.js' */

/**
 * @param {Numbers} given
 * @param {string} argument
 * @param {number} [rows] how many there must be
 * @returns {Float64Array}
 */
export function numbersOf(given, argument, rows) {
  const list = listOf(given, argument, rows);
  const values = checkValues(list, argument, list.length);
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong < 0) return values;
  throw new MaxMarginError(
    'ERR_NONFINITE',
    argument,
    `${argument}[${wrong}] is ${values[wrong]}; a measure needs finite numbers`,
    { row: wrong },
  );
}

/**
 * Two lists of numbers for the same rows.
 * @param {Numbers} y
 * @param {Numbers} other
 * @param {string} [name] of the second
 * @returns {[Float64Array, Float64Array]}
 */
export function pairOf(y, other, name = 'predicted') {
  const values = numbersOf(y, 'y');
  return [values, numbersOf(other, name, values.length)];
}

/**
 * The mean of a function of the rows, by their weights; NaN without rows.
 * @param {number} rows
 * @param {(row: number) => number} of
 * @param {Float64Array} [weights]
 */
export function meanOf(rows, of, weights) {
  let [sum, total] = [0, 0];
  for (let i = 0; i < rows; i++) {
    const weight = weights?.[i] ?? 1;
    sum += weight * of(i);
    total += weight;
  }
  return sum / total;
}
