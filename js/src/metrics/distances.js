/** Measures of predicted numbers and ranks. */
import { rSquared } from '../input/values.js';
import { readSettings, wrongSetting } from '../model/state.js';
import { weightsOf } from './labels.js';
import { meanOf, pairOf } from './numbers.js';

/** @import { Numbers } from '../types.js' */
/** @import { DistanceSettings, AbsoluteSettings } from './types.js' */

/**
 * @param {string} measure
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @param {DistanceSettings | undefined} settings
 * @param {string[]} [more]
 */
function read(measure, y, predicted, settings, more = []) {
  const given = /** @type {any} */ (readSettings(measure, settings, ['sampleWeight', ...more]));
  const [values, others] = pairOf(y, predicted);
  return { values, others, weights: weightsOf(given.sampleWeight, values.length), given };
}

/**
 * The mean of |y - f|. Of ranks, 'macro' is the mean over the ranks in y of the means of their
 * samples (AMAE), and 'worst' the largest of these means (MMAE).
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @param {AbsoluteSettings} [settings]
 * @returns {number}
 */
export function meanAbsoluteError(y, predicted, settings) {
  const { values, others, weights, given } = read('meanAbsoluteError', y, predicted, settings, [
    'average',
  ]);
  const { average = 'micro' } = given;
  if (!['micro', 'macro', 'worst'].includes(average)) {
    throw wrongSetting('average', "'micro', 'macro' or 'worst'", average);
  }
  const distance = (/** @type {number} */ i) => Math.abs(values[i] - others[i]);
  if (average === 'micro') return meanOf(values.length, distance, weights);
  /** Of each rank the sum of the errors and that of the weights. @type {Map<number, [number, number]>} */
  const sums = new Map();
  values.forEach((rank, i) => {
    const [sum, total] = sums.get(rank) ?? [0, 0];
    const weight = weights?.[i] ?? 1;
    sums.set(rank, [sum + weight * distance(i), total + weight]);
  });
  const means = [...sums.values()]
    .filter(([, total]) => total > 0)
    .map(([sum, total]) => sum / total);
  if (average === 'worst') return means.reduce((most, value) => (most > value ? most : value), NaN);
  return means.reduce((sum, value) => sum + value, 0) / means.length;
}

/**
 * The mean of (y - f)^2.
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @param {DistanceSettings} [settings]
 * @returns {number}
 */
export function meanSquaredError(y, predicted, settings) {
  const { values, others, weights } = read('meanSquaredError', y, predicted, settings);
  return meanOf(values.length, (i) => (values[i] - others[i]) ** 2, weights);
}

/**
 * The root of the mean of (y - f)^2.
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @param {DistanceSettings} [settings]
 * @returns {number}
 */
export function rootMeanSquaredError(y, predicted, settings) {
  return Math.sqrt(meanSquaredError(y, predicted, settings));
}

/**
 * The coefficient of determination, 1 - sum (y - f)^2 / sum (y - mean y)^2. Where y is constant it
 * is 1 for a perfect prediction and 0 for any other, as in scikit-learn.
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @param {DistanceSettings} [settings]
 * @returns {number}
 */
export function r2Score(y, predicted, settings) {
  const { values, others, weights } = read('r2Score', y, predicted, settings);
  return rSquared(others, values, weights);
}
