/**
 * Measures of order: how well predicted ranks or utilities order the samples. Pairs are counted by
 * sorting, in O(n log n). Preference risks are those of Herbrich, Graepel and Obermayer, Large margin
 * rank boundaries for ordinal regression (chapter 2 of Advances in large margin classifiers).
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { numbersOf, pairOf } from './numbers.js';

/** @import { Numbers } from '../types.js' */

/**
 * The positions of numbers in ascending order, from 1; equal numbers share the mean of theirs.
 * @param {Numbers} values
 * @returns {Float64Array}
 */
export function rankPositions(values) {
  return positionsOf(numbersOf(values, 'values'));
}

/** @param {Float64Array} values */
function positionsOf(values) {
  const order = Array.from(values.keys()).sort((i, j) => values[i] - values[j]);
  const positions = new Float64Array(values.length);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let at = from; at < to; at++) positions[order[at]] = (from + 1 + to) / 2;
    from = to;
  }
  return positions;
}

/** @param {number} n */
const pairsOf = (n) => (n * (n - 1)) / 2;

/**
 * The pairs of equal neighbours in an order.
 * @param {number[]} order
 * @param {(i: number, j: number) => boolean} same
 */
function tiesOf(order, same) {
  let [ties, run] = [0, 1];
  for (let at = 1; at <= order.length; at++) {
    if (at < order.length && same(order[at - 1], order[at])) run++;
    else [ties, run] = [ties + pairsOf(run), 1];
  }
  return ties;
}

/**
 * How many pairs of samples there are of each sort (Knight 1966).
 * @param {Float64Array} y
 * @param {Float64Array} f
 */
function countPairs(y, f) {
  const order = Array.from(y.keys()).sort((i, j) => y[i] - y[j] || f[i] - f[j]);
  const both = tiesOf(order, (i, j) => y[i] === y[j] && f[i] === f[j]);
  const ofY = tiesOf(order, (i, j) => y[i] === y[j]);
  const sequence = Float64Array.from(order, (i) => f[i]);
  const swaps = countSwaps(sequence, new Float64Array(sequence.length), 0, sequence.length);
  const ofF = tiesOf([...sequence.keys()], (i, j) => sequence[i] === sequence[j]);
  return { all: pairsOf(y.length), ofY, ofF, both, swaps };
}

/**
 * Sorts a part of a sequence by merging, and returns how many pairs were in the wrong order.
 * @param {Float64Array} sequence
 * @param {Float64Array} room
 * @param {number} from
 * @param {number} to
 * @returns {number}
 */
function countSwaps(sequence, room, from, to) {
  if (to - from < 2) return 0;
  const middle = (from + to) >> 1;
  let swaps = countSwaps(sequence, room, from, middle) + countSwaps(sequence, room, middle, to);
  let [left, right] = [from, middle];
  for (let at = from; at < to; at++) {
    if (right >= to || (left < middle && sequence[left] <= sequence[right])) {
      room[at] = sequence[left++];
    } else {
      swaps += middle - left;
      room[at] = sequence[right++];
    }
  }
  sequence.set(room.subarray(from, to), from);
  return swaps;
}

/**
 * Kendall's rank correlation: concordant less discordant pairs, over all of them ('a'), or over the
 * root of the pairs that are no ties in y times those that are none in the other ('b', as in
 * scipy's kendalltau).
 * @param {Numbers} y
 * @param {Numbers} predicted ranks or utilities
 * @param {{variant?: 'a' | 'b'}} [settings]
 * @returns {number} NaN for fewer than two samples, and for 'b' if all are equal
 */
export function kendallTau(y, predicted, settings) {
  const { variant = 'b' } = readSettings('kendallTau', settings, ['variant']);
  if (variant !== 'a' && variant !== 'b') throw wrongSetting('variant', "'a' or 'b'", variant);
  const { all, ofY, ofF, both, swaps } = countPairs(...pairOf(y, predicted));
  const difference = all - ofY - ofF + both - 2 * swaps;
  if (variant === 'a') return difference / all;
  const tau = difference / Math.sqrt(all - ofY) / Math.sqrt(all - ofF);
  return Math.max(-1, Math.min(1, tau)); // rounding may leave the range
}

/**
 * Spearman's rank correlation: Pearson's correlation of the positions, as in scipy's spearmanr.
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @returns {number} NaN if all of either are equal
 */
export function spearman(y, predicted) {
  const [one, other] = pairOf(y, predicted).map(positionsOf);
  const middle = (one.length + 1) / 2;
  let [xx, xy, yy] = [0, 0, 0];
  one.forEach((position, i) => {
    const [a, b] = [position - middle, other[i] - middle];
    xx += a * a;
    xy += a * b;
    yy += b * b;
  });
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx) / Math.sqrt(yy)));
}

/**
 * The share of the pairs of different ranks that the prediction orders wrongly; a tie of the
 * prediction is an error, too (Herbrich, 2.5.1). Without ties it is (1 - tau)/2.
 * @param {Numbers} y ranks
 * @param {Numbers} predicted ranks or utilities
 * @returns {number} NaN if all ranks are equal
 */
export function inversionRate(y, predicted) {
  const { all, ofY, ofF, both, swaps } = countPairs(...pairOf(y, predicted));
  return (swaps + ofF - both) / (all - ofY);
}

/**
 * The probability that a pair of samples, drawn with replacement, is ordered wrongly: the empirical
 * risk of the preference loss (Herbrich, (2.16), corrected to 2/m^2 times the sum over unordered
 * pairs).
 * @param {Numbers} y ranks
 * @param {Numbers} predicted ranks or utilities
 * @returns {number} NaN without samples
 */
export function preferenceRisk(y, predicted) {
  const { ofF, both, swaps } = countPairs(...pairOf(y, predicted));
  const m = y.length;
  return (2 * (swaps + ofF - both)) / m / m;
}

/**
 * The preference risk over the probability that two ranks differ (Herbrich, theorem 2.1). By
 * default that is the share in y, and the risk is the inversion rate; pass the probability of the
 * population if it is known.
 * @param {Numbers} y ranks
 * @param {Numbers} predicted ranks or utilities
 * @param {{different?: number}} [settings]
 * @returns {number}
 */
export function scaledPreferenceRisk(y, predicted, settings) {
  const { different } = readSettings('scaledPreferenceRisk', settings, ['different']);
  if (different === undefined) return inversionRate(y, predicted);
  if (typeof different === 'number' && different > 0 && different <= 1) {
    return preferenceRisk(y, predicted) / different;
  }
  throw new MaxMarginError(
    'ERR_OPTION',
    'different',
    `different must be a probability above 0, got ${show(different)}`,
  );
}

/**
 * The share of all pairs whose signs differ, sign(y_i - y_j) and sign(f_i - f_j): Kendall's loss
 * (Shalev-Shwartz and Ben-David, 17.4). A tie on one side only is a difference.
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @returns {number} NaN for fewer than two samples
 */
export function kendallLoss(y, predicted) {
  const { all, ofY, ofF, both, swaps } = countPairs(...pairOf(y, predicted));
  return (swaps + ofY + ofF - 2 * both) / all;
}

/**
 * 0 if the prediction puts all samples into the same order, otherwise 1: the 0-1 ranking loss
 * (Shalev-Shwartz and Ben-David, 17.4).
 * @param {Numbers} y
 * @param {Numbers} predicted
 * @returns {number}
 */
export function rankingLoss(y, predicted) {
  const [one, other] = pairOf(y, predicted).map(positionsOf);
  return +one.some((position, i) => position !== other[i]);
}
