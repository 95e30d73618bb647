/** Whether samples depend on each other as points. */
import { MaxMarginError } from '../basics/errors.js';
import { rowsOf } from '../input/rows.js';

/** @import { GeneralPosition } from './types.js' */

/** The most samples, because all subsets are looked at. */
const most = 12;

/**
 * Whether samples, at most 12, are in general position: of d numbers each, no d + 1 of them (or all,
 * if there are fewer) lie in a hyperplane of their dimension (Cristianini & Shawe-Taylor,
 * Proposition 4.5).
 * @param {import('../types.js').Samples} X
 * @returns {GeneralPosition}
 */
export function inGeneralPosition(X) {
  const rows = rowsOf(X, 'inGeneralPosition');
  if (rows.length > most) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      'X',
      `X has ${rows.length} rows, but inGeneralPosition takes at most ${most}, since it goes through all subsets`,
      { got: rows.length, most },
    );
  }
  // Relative to their middle, in units of the one that is farthest from it.
  const middle = rows[0].map((_, j) => rows.reduce((sum, row) => sum + row[j] / rows.length, 0));
  const away = rows.map((row) => row.map((v, j) => v - middle[j]));
  const unit = Math.max(...away.map((row) => Math.hypot(...row))) || 1;
  const all = away.map((row) => [...row.map((v) => v / unit), 1]);
  const size = Math.min(all.length, all[0].length);
  for (let set = 0; set < 2 ** all.length; set++) {
    const chosen = Array.from(all.keys()).filter((i) => (set >> i) & 1);
    if (chosen.length !== size || rankOf(chosen.map((i) => all[i])) === size) continue;
    return { general: false, dependent: Int32Array.from(chosen) };
  }
  return { general: true, dependent: undefined };
}

/**
 * The rank of a few rows, by elimination with complete pivoting. What is below 1e-9 of the longest
 * row is rounding.
 * @param {readonly number[][]} given
 */
export function rankOf(given) {
  const rows = given.map((row) => [...row]);
  const size = Math.max(0, ...rows.map((row) => Math.hypot(...row)));
  let rank = 0;
  for (;;) {
    let [best, at, column] = [1e-9 * size, -1, -1];
    for (let i = rank; i < rows.length; i++) {
      rows[i].forEach((v, j) => {
        if (Math.abs(v) > best) [best, at, column] = [Math.abs(v), i, j];
      });
    }
    if (at < 0) return rank;
    [rows[rank], rows[at]] = [rows[at], rows[rank]];
    for (let i = rank + 1; i < rows.length; i++) {
      const factor = rows[i][column] / rows[rank][column];
      rows[i] = rows[i].map((v, j) => (j === column ? 0 : v - factor * rows[rank][j]));
    }
    rank += 1;
  }
}
