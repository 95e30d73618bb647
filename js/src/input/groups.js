/** Groups of rows: those of a query, or those that a split keeps together. */
import { MaxMarginError, show } from '../basics/errors.js';
import { checkLength } from './labels.js';

/**
 * Numbers the groups by first appearance.
 * @param {unknown} groups
 * @param {number} rows
 * @returns {Int32Array | undefined}
 */
export function encodeGroups(groups, rows) {
  if (groups == null) return undefined;
  const list = checkLength(groups, 'groups', rows);
  /** @type {Map<unknown, number>} */
  const numbers = new Map();
  return Int32Array.from({ length: rows }, (_, i) => {
    const group = list[i];
    if (group == null || Number.isNaN(group)) {
      throw new MaxMarginError(
        'ERR_TYPE',
        'groups',
        `groups[${i}] is ${show(group)}; every row needs a group, if only of its own`,
        { row: i },
      );
    }
    const known = numbers.get(group) ?? numbers.size;
    numbers.set(group, known);
    return known;
  });
}
