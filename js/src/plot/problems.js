/**
 * The two-class problems of a classifier of several classes: pairs of classes, or each
 * class against the rest.
 */
import { optionsOf } from './models.js';

/**
 * @param {any} model
 * @returns {'ovo' | 'ovr'} the shape of the decision values that it was trained for
 */
export function schemeOf(model) {
  return ['ovo', 'dag'].includes(String(optionsOf(model).multiClass)) ? 'ovo' : 'ovr';
}

/**
 * How far a value is from the boundaries of class c, where classes are ordered.
 * @param {ArrayLike<number>} thresholds
 */
export const leadOfRank =
  (thresholds) => (/** @type {ArrayLike<number>} */ values, /** @type {number} */ c) =>
    Math.min(
      c > 0 ? values[0] - thresholds[c - 1] : Infinity,
      c < thresholds.length ? thresholds[c] - values[0] : Infinity,
    );

/**
 * The least value in favour of class c among the pairs that it is in. Values are
 * positive for the first of a pair: (0, 1), (0, 2), ..., (1, 2), ...
 * @param {Float64Array} values
 * @param {number} c
 * @param {number} k
 */
export function leastOfPairs(values, c, k) {
  let least = Infinity;
  let pair = 0;
  for (let first = 0; first < k; first++) {
    for (let second = first + 1; second < k; second++, pair++) {
      if (first === c) least = Math.min(least, values[pair]);
      if (second === c) least = Math.min(least, -values[pair]);
    }
  }
  return least;
}

/**
 * The same among the problems of each class against the rest.
 * @param {Float64Array} values
 * @param {number} c
 */
export const leastOfRest = (values, c) =>
  values.reduce((least, value, other) => Math.min(least, other === c ? value : -value), Infinity);

/**
 * By how much the value of class c exceeds that of every other.
 * @param {Float64Array} values
 * @param {number} c
 */
export const leadOf = (values, c) =>
  values.reduce(
    (least, value, other) => (other === c ? least : Math.min(least, values[c] - value)),
    Infinity,
  );
