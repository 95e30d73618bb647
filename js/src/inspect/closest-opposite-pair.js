/** A width for Gaussian kernels. */
import { MaxMarginError } from '../basics/errors.js';
import { encodeLabels } from '../input/labels.js';
import { rowsOf } from '../input/rows.js';

/** @import { ClosestPair } from './types.js' */

/**
 * The two closest rows of different classes. Their distance sigma is Jaakkola's heuristic for the
 * Gaussian kernel exp(-|x - z|^2 / sigma^2) (Cristianini and Shawe-Taylor, sections 8.1 and 8.5):
 * gamma is 1 / sigma^2. A kernel exp(-|x - z|^2 / (2 sigma^2)), as in their section 8.4.1, has half.
 * Rows that are equal and have different labels give no width; they are counted and left out.
 * @param {any} X
 * @param {any} y
 * @returns {ClosestPair}
 */
export function closestOppositePair(X, y) {
  const rows = rowsOf(X, 'closestOppositePair');
  const { indices } = encodeLabels(y, rows.length);
  let [least, duplicates] = [Infinity, 0];
  /** @type {[number, number]} */
  let pair = [-1, -1];
  for (let i = 1; i < rows.length; i++) {
    for (let j = 0; j < i; j++) {
      if (indices[i] === indices[j]) continue;
      const [a, b] = [rows[i], rows[j]];
      let square = 0;
      // A sum that is above the least one already will not be the least.
      for (let k = 0; k < a.length && square < least; k++) square += (a[k] - b[k]) ** 2;
      if (square === 0) duplicates++;
      else if (square < least) [least, pair] = [square, [j, i]];
    }
  }
  if (pair[0] < 0) {
    throw new MaxMarginError('ERR_ONE_CLASS', 'y', 'there are no two different rows of different classes'); // prettier-ignore
  }
  return { rows: pair, distance: Math.sqrt(least), gamma: 1 / least, duplicates };
}
