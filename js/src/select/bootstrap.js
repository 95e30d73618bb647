/** Bootstrap samples: as many rows as there are, drawn with replacement. */
import { MaxMarginError } from '../basics/errors.js';
import { Random } from '../data/random.js';

/** @import { Fold } from '../types.js' */

/**
 * Folds whose training rows are bootstrap samples, in which rows repeat; the test rows are those
 * that were not drawn, about 37 %. With labels, each class is drawn from by itself; with groups,
 * whole groups are drawn.
 * @param {number} folds
 * @param {number} seed
 * @param {number} rows
 * @param {Int32Array} [labels]
 * @param {Int32Array} [groups]
 * @returns {Fold[]}
 */
export function drawBootstrap(folds, seed, rows, labels, groups) {
  if (labels && groups) {
    throw new MaxMarginError('ERR_OPTION', 'stratify', 'a bootstrap cannot have groups and be stratified'); // prettier-ignore
  }
  const all = Array.from({ length: rows }, (_, i) => i);
  const units = groups ? gather(all, groups) : all.map((i) => [i]);
  const strata = labels ? gather(all, labels) : [units.map((_, unit) => unit)];
  if (strata.every(({ length }) => length < 2)) {
    throw new MaxMarginError('ERR_OPTION', groups ? 'groups' : 'X', 'a bootstrap needs at least two rows, or groups, of a class'); // prettier-ignore
  }
  const random = new Random(seed);
  return Array.from({ length: folds }, () => {
    for (;;) {
      const drawn = new Set();
      const train = strata.flatMap((stratum) =>
        stratum.flatMap(() => {
          const unit = stratum[random.below(stratum.length)];
          drawn.add(unit);
          return units[unit];
        }),
      );
      const test = units.flatMap((unit, at) => (drawn.has(at) ? [] : unit));
      // All rows of a small sample can be drawn.
      if (test.length > 0) return { train: sorted(train), test: sorted(test) };
    }
  });
}

/** @param {number[]} rows */
const sorted = (rows) => Int32Array.from(rows).sort();

/**
 * The rows of each number.
 * @param {number[]} rows
 * @param {Int32Array} numbers
 */
function gather(rows, numbers) {
  /** @type {number[][]} */
  const lists = [];
  for (const i of rows) (lists[numbers[i]] ??= []).push(i);
  return lists.filter(Boolean);
}
