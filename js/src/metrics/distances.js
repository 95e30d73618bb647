/** Measures of predicted numbers and ranks. */
import { MaxMarginError, show } from '../basics/errors.js';
import { rSquared } from '../input/values.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { weightsOf } from './labels.js';
import { meanOf, pairOf } from './numbers.js';

/** @import { Numbers } from '../types.js' */
/** @import { AbsoluteSettings, DistanceSettings, PinballSettings } from './types.js' */

/**
 * @param {string} measure
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @param {(AbsoluteSettings & PinballSettings) | undefined} settings
 * @param {string[]} [more]
 */
function read(measure, y, predicted, settings, more = []) {
  const given = readSettings(measure, settings, ['sampleWeight', ...more]);
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
  /** For each rank the sum of the errors and of the weights. @type {Map<number, [number, number]>} */
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

/**
 * The median of |y - f|, of an even number of rows the mean of the two in the middle; with weights
 * the least error that half of the weight does not exceed.
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @param {DistanceSettings} [settings]
 * @returns {number}
 */
export function medianAbsoluteError(y, predicted, settings) {
  const { values, others, weights } = read('medianAbsoluteError', y, predicted, settings);
  const errors = values.map((value, i) => Math.abs(value - others[i]));
  if (weights) return weightedMedian(errors, weights);
  errors.sort();
  const half = errors.length >> 1;
  return (errors[half] + errors[errors.length - 1 - half]) / 2;
}

/**
 * @param {Float64Array} errors
 * @param {Float64Array} weights
 */
function weightedMedian(errors, weights) {
  const rows = [...errors.keys()].filter((i) => weights[i] > 0);
  rows.sort((a, b) => errors[a] - errors[b]);
  const half = rows.reduce((sum, i) => sum + weights[i], 0) / 2;
  let sum = 0;
  const at = rows.find((i) => (sum += weights[i]) >= half);
  return at === undefined ? NaN : errors[at];
}

/**
 * The largest |y - f|.
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @returns {number}
 */
export function maxError(y, predicted) {
  const [values, others] = pairOf(y, predicted);
  return values.reduce((most, value, i) => {
    const error = Math.abs(value - others[i]);
    return most > error ? most : error;
  }, NaN);
}

/**
 * The mean of |y - f| / |y|, a share and no percents. A y that is nearer to 0 than 2^-52 counts as
 * this number, as in scikit-learn.
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @param {DistanceSettings} [settings]
 * @returns {number}
 */
export function meanAbsolutePercentageError(y, predicted, settings) {
  const { values, others, weights } = read('meanAbsolutePercentageError', y, predicted, settings);
  const share = (/** @type {number} */ i) =>
    Math.abs(values[i] - others[i]) / Math.max(Math.abs(values[i]), Number.EPSILON);
  return meanOf(values.length, share, weights);
}

/**
 * The mean of alpha (y - f) for y above f, and of (1 - alpha) (f - y) otherwise, which is least for
 * predictions of the alpha quantile. For alpha = 0.5 it is half of the mean absolute error.
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @param {PinballSettings} [settings]
 * @returns {number}
 */
export function meanPinballLoss(y, predicted, settings) {
  const { values, others, weights, given } = read('meanPinballLoss', y, predicted, settings, [
    'alpha',
  ]);
  const { alpha = 0.5 } = given;
  if (!(typeof alpha === 'number' && alpha >= 0 && alpha <= 1)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'alpha',
      `alpha must be a number from 0 to 1, got ${show(alpha)}`,
    );
  }
  const loss = (/** @type {number} */ i) =>
    Math.max(alpha * (values[i] - others[i]), (1 - alpha) * (others[i] - values[i]));
  return meanOf(values.length, loss, weights);
}

/**
 * 1 - var(y - f) / var(y): r2Score without the mean of the errors.
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @param {DistanceSettings} [settings]
 * @returns {number}
 */
export function explainedVarianceScore(y, predicted, settings) {
  const { values, others, weights } = read('explainedVarianceScore', y, predicted, settings);
  const bias = meanOf(values.length, (i) => values[i] - others[i], weights);
  return rSquared(
    others.map((value) => value + bias),
    values,
    weights,
  );
}
