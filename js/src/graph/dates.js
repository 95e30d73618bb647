/** Columns of dates. */
import { dayOf, partOf } from '../basics/dates.js';
import { noDate } from '../input/entries.js';

/**
 * What makes a part of a date out of a value that is not missing.
 * @param {string} order of the dates
 * @param {number} part
 * @returns {(value: unknown, locate: () => Record<string, string | number>) => number}
 */
export const readDate = (order, part) => (value, locate) => {
  const made = partOf(dayOf(value, order), part);
  if (made === made) return made;
  throw noDate(locate(), value, order);
};
