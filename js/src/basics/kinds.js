/** What the columns of a table are: one rule for readers, pipelines, the command line and the site. */
import { orderOf } from './dates.js';

/** How many values of a column tell whether they are sentences. */
const looked = 1000;

/** A column of at most so many different values may have categories however few rows there are. */
const few = 20;

/**
 * What a column is, and with `why`, why it is better left out.
 * @typedef {object} Kind
 * @property {'number' | 'category' | 'text' | 'date'} kind booleans are categories, too
 * @property {string} [order] of dates; ? where two orders fit
 * @property {boolean} [numbers] whether it has texts, all of which are numbers, and none a code such as 02138
 * @property {string} [why]
 */

/**
 * Under this name a table of a reader has the types of its columns. Readers and machines are in modules of their
 * own, which share no variables.
 */
export const columnTypes = /* @__PURE__ */ Symbol.for('maxmargin.columnTypes');

/** A text that is a number. */
export const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** What may be said of a column of a table; of dates also the order of day, month and year. */
export const saidTypes = ['number', 'boolean', 'category', 'text', 'date', 'date:dmy', 'date:mdy', 'date:ymd']; // prettier-ignore

/** @param {unknown} value */
const isGap = (value) => value === undefined || value === null || value !== value;

/**
 * Whether the values of a column are texts to be read, and no categories: more than half of them
 * differ from all before, and they have three words or more on average. The first 1000 values tell.
 * @param {ArrayLike<unknown>} values
 */
export function isProse(values) {
  const seen = new Set();
  let [count, words] = [0, 0];
  for (let i = 0; i < values.length && count < looked; i++) {
    const value = values[i];
    if (isGap(value)) continue;
    if (typeof value !== 'string') return false;
    seen.add(value);
    words += value.match(/\S+/g)?.length ?? 0;
    count++;
  }
  return seen.size > count / 2 && words >= 3 * count;
}

/**
 * Why a column of categories is better left out: ids and names have more than 20 values, with fewer than 20
 * rows for each on average, from which nothing can be learnt. Undefined for others.
 * @param {ArrayLike<unknown>} values
 */
export function tooMany(values) {
  const seen = new Set();
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (isGap(values[i])) continue;
    seen.add(values[i]);
    count++;
  }
  const { size } = seen;
  if (size <= few || count >= few * size) return undefined;
  return `${size} different values: too many to be categories`;
}

/**
 * The kind of one column of a table.
 * @param {ArrayLike<unknown>} values numbers, texts, booleans, Dates, and gaps
 * @returns {Kind}
 */
export function kindOfColumn(values) {
  let first;
  for (let i = 0; first === undefined && i < values.length; i++) {
    if (!isGap(values[i])) first = values[i];
  }
  if (typeof first === 'number' || first === undefined) return { kind: 'number' };
  const order = orderOf(values);
  if (order) return { kind: 'date', order };
  if (isProse(values)) return { kind: 'text' };
  const why = tooMany(values);
  const numbers = Array.from(values).every((value) => value === '' || isGap(value) || (decimal.test(String(value)) && !/^[-+]?0\d/.test(String(value)))); // prettier-ignore
  return { kind: 'category', ...(why && { why }), ...(numbers && { numbers }) };
}
