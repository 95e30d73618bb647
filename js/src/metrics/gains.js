/** Discounted cumulative gain: how much of the relevance is at the top of a list. */
import { MaxMarginError, show } from '../basics/errors.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { listOf } from './labels.js';
import { pairOf } from './numbers.js';

/** @import { Entries, Label, Numbers } from '../types.js' */
/** @import { GainSettings } from './types.js' */

/** @param {number} position from the top, from 1 */
const logarithmic = (position) => 1 / Math.log2(position + 1);

/**
 * The sum of the relevances, each times the discount of its position in the order of the scores:
 * 1 / log2(1 + position from the top). Samples of equal scores share the mean of their discounts.
 * With groups, the mean over the lists.
 * @param {Numbers} y relevances >= 0
 * @param {Numbers} scores
 * @param {GainSettings} [settings]
 * @returns {number}
 */
export function dcgScore(y, scores, settings) {
  return overLists('dcgScore', y, scores, settings, (gain) => gain);
}

/**
 * The same over the largest that any order has. It has the conventions of scikit-learn's ndcg_score:
 * the relevance itself as gain, the mean over their orders for equal scores, and 0 for a list without
 * relevance, which counts in the mean over the lists. Other programs leave such lists out, count
 * them as 1, or have the gain 2^y - 1 (`gain: 'exponential'`). A list of one row has no order: it
 * does not count, and without another list the result is NaN.
 * @param {Numbers} y relevances >= 0
 * @param {Numbers} scores
 * @param {GainSettings} [settings]
 * @returns {number}
 */
export function ndcgScore(y, scores, settings) {
  const share = (/** @type {number} */ gain, /** @type {number} */ best) =>
    best > 0 ? gain / best : 0;
  return overLists('ndcgScore', y, scores, settings, share, 2);
}

/**
 * @param {string} measure
 * @param {Numbers} y
 * @param {Numbers} scores
 * @param {GainSettings | undefined} settings
 * @param {(gain: number, best: number) => number} of
 * @param {number} [least] rows of a list that counts
 */
function overLists(measure, y, scores, settings, of, least = 0) {
  const given = /** @type {GainSettings} */ (
    readSettings(measure, settings, ['k', 'gain', 'discount', 'groups'])
  );
  const { k = Infinity, gain = 'linear', discount = logarithmic } = given;
  if (!(k >= 1 && (k === Infinity || Number.isInteger(k)))) {
    throw new MaxMarginError('ERR_OPTION', 'k', `k must be a whole number >= 1, got ${show(k)}`);
  }
  if (gain !== 'linear' && gain !== 'exponential') {
    throw wrongSetting('gain', "'linear' or 'exponential'", gain);
  }
  if (typeof discount !== 'function') {
    throw wrongSetting('discount', 'a function of the position from the top', discount);
  }
  const [relevance, values] = pairOf(y, scores, 'scores');
  const wrong = relevance.findIndex((value) => value < 0);
  if (wrong >= 0) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'y',
      `y[${wrong}] is ${relevance[wrong]}; relevances are numbers >= 0`,
      { row: wrong },
    );
  }
  const gains = gain === 'linear' ? relevance : relevance.map((value) => 2 ** value - 1);
  const lists = listsOf(given.groups, gains.length).filter((rows) => rows.length >= least);
  const each = lists.map((rows) =>
    of(gainOf(rows, gains, values, discount, k), gainOf(rows, gains, gains, discount, k)),
  );
  return each.reduce((sum, value) => sum + value, 0) / each.length;
}

/**
 * The rows of each list, in the order in which the lists begin.
 * @param {Entries<Label> | undefined} groups
 * @param {number} rows
 * @returns {number[][]}
 */
function listsOf(groups, rows) {
  if (groups === undefined) return [Array.from({ length: rows }, (_, i) => i)];
  const names = listOf(groups, 'groups', rows);
  /** @type {Map<unknown, number[]>} */
  const lists = new Map();
  for (let i = 0; i < rows; i++) {
    const list = lists.get(names[i]);
    if (list) list.push(i);
    else lists.set(names[i], [i]);
  }
  return [...lists.values()];
}

/**
 * @param {number[]} rows of a list
 * @param {Float64Array} gains
 * @param {Float64Array} scores
 * @param {(position: number) => number} discount
 * @param {number} k
 */
function gainOf(rows, gains, scores, discount, k) {
  const order = [...rows].sort((i, j) => scores[j] - scores[i]);
  let total = 0;
  for (let from = 0; from < order.length;) {
    let [to, gain, weight] = [from, 0, 0];
    for (; to < order.length && scores[order[to]] === scores[order[from]]; to++) {
      gain += gains[order[to]];
      if (to < k) weight += discount(to + 1);
    }
    total += (gain * weight) / (to - from);
    from = to;
  }
  return total;
}
