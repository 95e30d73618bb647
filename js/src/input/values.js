/** Targets and predictions that are numbers. */
import { MaxMarginError, show } from '../basics/errors.js';
import { isNumbers, toFloat64 } from './inputs.js';
import { checkLength } from './labels.js';

/**
 * @param {unknown} values
 * @param {string} argument
 * @param {number} rows how many there must be
 * @returns {Float64Array<ArrayBuffer>} a copy
 */
export function checkValues(values, argument, rows) {
  const list = checkLength(values, argument, rows);
  if (!isNumbers(list)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument} must be an array of numbers, got ${show(list)}`,
    );
  }
  return toFloat64(list, argument);
}

/**
 * Numbers in one array, which a model of another package may give in rows, typed ones too.
 * @param {any} numbers
 */
export const flatNumbers = (numbers) =>
  Float64Array.from(Array.isArray(numbers) ? numbers.flatMap((row) => (ArrayBuffer.isView(row) ? [.../** @type {any} */ (row)] : row)) : numbers); // prettier-ignore

/**
 * The numbers in a buffer from Go.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export function float64s(bytes) {
  return new Float64Array(bytes.buffer);
}

/**
 * Weights of rows for a measure.
 * @param {unknown} given
 * @param {number} rows
 * @returns {Float64Array | undefined}
 */
export function checkWeights(given, rows) {
  if (given == null) return undefined;
  const weights = checkValues(given, 'sampleWeight', rows);
  const wrong = weights.findIndex((weight) => !(weight >= 0 && weight < Infinity));
  if (wrong < 0) return weights;
  throw new MaxMarginError(
    'ERR_WEIGHT',
    'sampleWeight',
    `sampleWeight[${wrong}] is ${weights[wrong]}; weights must be finite numbers >= 0`,
    { row: wrong },
  );
}

/**
 * The coefficient of determination, 1 - sum (y - f)^2 / sum (y - mean y)^2. When
 * y is constant it is 1 for a perfect prediction and 0 for any other, as in
 * scikit-learn. One row has no variance, so that it is NaN.
 * @param {Float64Array} predicted
 * @param {unknown} y
 * @param {Float64Array} [weights] of the samples, by which the sums and the mean count
 */
export function rSquared(predicted, y, weights) {
  const values = checkValues(y, 'y', predicted.length);
  const sumOf = (/** @type {(i: number) => number} */ term) =>
    values.reduce((sum, _, i) => sum + (weights?.[i] ?? 1) * term(i), 0);
  const counted = values.filter((_, i) => weights?.[i] !== 0);
  if (counted.length < 2) return NaN;
  const mean = sumOf((i) => values[i]) / sumOf(() => 1);
  const left = sumOf((i) => (values[i] - predicted[i]) ** 2);
  // The rounding of their mean gives equal numbers no variance.
  const equal = counted.every((value) => value === counted[0]);
  const total = equal ? 0 : sumOf((i) => (values[i] - mean) ** 2);
  return total > 0 ? 1 - left / total : Number(left === 0);
}
