/** Columns as numbers: with means where values are missing, categories as 0 and 1. */
import { namesOfParts, partOf } from '../basics/dates.js';
import { show } from '../basics/errors.js';
import { list, malformed, parseNumber } from './fields.js';
import { notationFor, refuse, rowOf } from './roles.js';
import { makeSamples } from './samples.js';

/** @import { Column } from './roles.js' */
/** @import { DenseSamples } from './samples.js' */
/** @import { RawColumn, RawTable, SparseSamples } from './table.js' */

/**
 * A column of X: its numbers, and the rows they belong to.
 * @typedef {{name: string, rows: ArrayLike<number>, values: ArrayLike<number>}} Feature
 */

/**
 * @param {RawTable} table
 * @param {Column} column
 * @param {Int32Array} kept
 * @param {boolean} settled whether the means come from other data
 * @returns {Feature[]}
 */
export function encode(table, column, kept, settled) {
  if (column.type === 'category') return encodeCategories(table, column, kept, settled);
  if (column.type === 'date') return encodeDates(table, column, kept, settled);
  return [encodeNumbers(table, column, kept, settled)];
}

/**
 * The parts of dates, each as a column of numbers.
 * @param {RawTable} table
 * @param {Column} column
 * @param {Int32Array} kept
 * @param {boolean} settled
 */
function encodeDates(table, column, kept, settled) {
  const { name, numbers: days = new Float64Array(0), order = '', mean = [] } = column;
  const means = /** @type {number[]} */ (mean);
  const made = namesOfParts(name, order).map((part, k) => {
    const own = { ...column, name: part, mean: means[k], type: /** @type {const} */ ('number'), numbers: days.map((day) => partOf(day, k)) }; // prettier-ignore
    const feature = encodeNumbers(table, own, kept, settled);
    means[k] = own.mean;
    return feature;
  });
  column.mean = means;
  return made;
}

/**
 * The numbers are not copied, and columns without missing values share one array of rows: new
 * arrays for each of a million columns would take most of the reading time.
 * @param {RawTable} table
 * @param {Column} column
 * @param {Int32Array} kept
 * @param {boolean} settled
 * @returns {Feature}
 */
function encodeNumbers(table, column, kept, settled) {
  const { raw, name } = column;
  const values = numbersOf(table, column);
  const whole = !raw.rows && (kept.length === 0 || kept[kept.length - 1] === kept.length - 1);
  const rows = whole ? kept : new Int32Array(values.length);
  const gaps = [];
  let [count, sum] = [0, 0];
  for (let k = 0; k < values.length; k++) {
    const row = kept[rowOf(raw, k)];
    if (row < 0) continue;
    if (raw.fields[k] === undefined) gaps.push(count);
    rows[count] = row;
    sum += values[k];
    values[count++] = values[k];
  }
  if (!settled) column.mean = sum / ((raw.rows ? countKept(kept) : count) - gaps.length);
  for (const k of gaps) values[k] = /** @type {number} */ (column.mean);
  if (count === values.length) return { name, rows, values };
  return { name, rows: rows.subarray(0, count), values: values.subarray(0, count) };
}

/**
 * The numbers of a column, 0 where they are missing.
 * @param {RawTable} table
 * @param {Column} column
 */
function numbersOf(table, column) {
  const { raw, type, numbers = new Float64Array(0) } = column;
  if (type === 'boolean') {
    return Float64Array.from(raw.fields, (field) => Number(/^true$/i.test(field ?? '')));
  }
  const wrong = numbers.findIndex((number) => !Number.isFinite(number));
  if (wrong >= 0) throw refuse(table, column, wrong, 'correct it');
  return numbers;
}

/**
 * A column of 0 and 1 for each category. Where the value is missing, each has the
 * share of its category.
 * @param {RawTable} table
 * @param {Column} column
 * @param {Int32Array} kept
 * @param {boolean} settled
 * @returns {Feature[]}
 */
function encodeCategories(table, column, kept, settled) {
  const { raw, name, categories = [] } = column;
  const place = new Map(categories.map((category, c) => [category, c]));
  /** @type {{name: string, rows: number[], values: number[]}[]} */
  const made = categories.map((category) => ({
    name: `${name}=${category}`,
    rows: [],
    values: [],
  }));
  /** @type {number[]} */
  const gaps = [];
  const filled = fillRows(raw, kept.length);
  filled.forEach((field, i) => {
    const row = kept[i];
    if (row < 0) return;
    if (field === undefined) {
      gaps.push(row);
      return;
    }
    const c = place.get(field);
    if (c === undefined) {
      throw malformed(
        `line ${table.lines[i]}, column ${column.at + 1} (${name}): ${show(field)} is not one of the categories ${list(categories)}; correct it, or leave out the row`,
        { line: table.lines[i], column: column.at + 1, name, got: field },
      );
    }
    made[c].rows.push(row);
    made[c].values.push(1);
  });
  if (!settled) {
    const count = made.reduce((n, { rows }) => n + rows.length, 0);
    column.mean = made.map(({ rows }) => rows.length / count);
  }
  const shares = /** @type {number[]} */ (column.mean);
  made.forEach(({ rows, values }, c) => {
    for (const row of gaps) {
      rows.push(row);
      values.push(shares[c]);
    }
  });
  return made;
}

/**
 * The field of every row.
 * @param {RawColumn} raw
 * @param {number} count of rows
 * @returns {(string | undefined)[]}
 */
function fillRows({ fields, rows, rest }, count) {
  if (!rows) return fields;
  const filled = Array.from({ length: count }, () => rest);
  rows.forEach((row, k) => (filled[row] = fields[k]));
  return filled;
}

/** @param {Int32Array} kept */
function countKept(kept) {
  return kept.reduce((n, row) => Math.max(n, row + 1), 0);
}

/**
 * @param {Feature[]} features
 * @param {Int32Array} kept
 * @returns {DenseSamples}
 */
export function packDense(features, kept) {
  const X = makeSamples(countKept(kept), features.length, 'text');
  features.forEach(({ rows, values }, j) => {
    for (let k = 0; k < rows.length; k++) X.data[rows[k] * X.cols + j] = values[k];
  });
  return X;
}

/**
 * @param {Feature[]} features
 * @param {Int32Array} kept
 * @returns {SparseSamples}
 */
export function packSparse(features, kept) {
  const [rows, cols] = [countKept(kept), features.length];
  const indptr = new Int32Array(rows + 1);
  for (const { rows: places, values } of features) {
    for (let k = 0; k < places.length; k++) if (values[k] !== 0) indptr[places[k] + 1]++;
  }
  for (let i = 0; i < rows; i++) indptr[i + 1] += indptr[i];
  const next = indptr.slice(0, rows);
  const indices = new Int32Array(indptr[rows]);
  const data = new Float64Array(indptr[rows]);
  features.forEach(({ rows: places, values }, j) => {
    for (let k = 0; k < places.length; k++) {
      if (values[k] === 0) continue;
      const at = next[places[k]]++;
      indices[at] = j;
      data[at] = values[k];
    }
  });
  return { indptr, indices, data, rows, cols };
}

/**
 * @param {RawTable} table
 * @param {Column} column
 * @param {Int32Array} kept
 * @returns {Float64Array | string[] | boolean[]}
 */
export function targets(table, column, kept) {
  const texts = textsOf(column, kept);
  if (column.type === 'boolean') return texts.map((text) => /^true$/i.test(text));
  if (column.type !== 'number') return texts;
  numbersOf(table, column); // refuses what overflows
  return Float64Array.from(texts, (text) => parseNumber(text, notationFor(table, column)));
}

/**
 * The original values of a column: numbers, NaN for missing ones; texts or booleans, null for
 * missing ones.
 * @param {RawTable} table
 * @param {Column} column
 * @param {Int32Array} kept
 * @returns {Float64Array | (string | boolean | null)[]}
 */
export function columnOf(table, column, kept) {
  const fields = fillRows(column.raw, kept.length).filter((_, i) => kept[i] >= 0);
  const notation = notationFor(table, column);
  if (column.type !== 'number' || column.missing === column.raw.fields.length) {
    const value = (/** @type {string} */ text) => (column.type === 'boolean' ? /^true$/i.test(text) : text); // prettier-ignore
    return fields.map((field) => (field === undefined ? null : value(field)));
  }
  numbersOf(table, column); // refuses what is no number, or overflows
  return Float64Array.from(fields, (field) => field === undefined ? NaN : parseNumber(field, notation)); // prettier-ignore
}

/** @param {Column} column */
export function classesOf({ type, categories = [] }) {
  return type === 'boolean' ? [false, true] : categories;
}

/**
 * @param {Column} column
 * @param {Int32Array} kept
 * @returns {string[]} null where they are missing
 */
export function textsOf({ raw }, kept) {
  const filled = fillRows(raw, kept.length).map((field) => field ?? null);
  return /** @type {string[]} */ (filled.filter((_, i) => kept[i] >= 0));
}
