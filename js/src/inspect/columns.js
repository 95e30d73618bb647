/** The columns of samples that come as a table, numbers or not. */
import { isText } from '../basics/text.js';
import { rowsOf } from '../input/rows.js';
import { entriesOf, isRecord, isTable } from '../input/tables.js';

/**
 * Samples by columns.
 * @typedef {object} Columns
 * @property {number} rows
 * @property {string[] | undefined} names if the samples have some
 * @property {ArrayLike<any>[]} columns
 * @property {(others: Map<number, ArrayLike<any>>) => any} replaced samples of the same form with
 *   other entries in some columns
 */

/** More numbers than this are not written out: those of sparse samples with many features. */
const most = 5e7;

/**
 * @param {any} value
 * @returns {value is ArrayLike<any>}
 */
const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);

/**
 * The columns of samples in any form; undefined of texts, of objects, and of sparse samples that
 * would be too large.
 * @param {any} X
 * @returns {Columns | undefined}
 */
export function columnsOf(X) {
  if (Array.isArray(X)) {
    const [first] = X;
    if (isList(first)) return ofRows(X, first.length);
    return isRecord(first) && X.every(isPlain) ? ofRecords(X) : undefined;
  }
  if (typeof X !== 'object' || X === null) return undefined;
  if (isTable(X)) {
    const names = X.schema.fields.map((/** @type {any} */ { name }) => String(name));
    return ofColumns(
      names,
      names.map((/** @type {string} */ name, /** @type {number} */ j) =>
        entriesOf(X.getChildAt ? X.getChildAt(j) : X.getChild(name)),
      ),
    );
  }
  const lists = isPlain(X) ? Object.values(X) : [];
  if (lists.length > 0 && lists.every(isList)) {
    return ofColumns(Object.keys(X), lists);
  }
  const [rows, cols] = X.shape ?? [X.rows, X.cols];
  if (rows * cols > most) return undefined;
  return { ...ofNumbers(rowsOf(X, 'this function')), names: namesIn(X.featureNames) };
}

/** @param {any} value */
function isPlain(value) {
  if (!isRecord(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** @param {any} names */
const namesIn = (names) => (Array.isArray(names) && names.every(isText) ? [...names] : undefined);

/**
 * Rows of entries; undefined if an entry is a list itself.
 * @param {any[]} rows
 * @param {number} width
 * @returns {Columns | undefined}
 */
function ofRows(rows, width) {
  if (width === 0 || !rows.every((row) => isList(row) && row.length === width)) return undefined;
  if (
    rows.some((row) => Array.isArray(row) && row.some((v) => typeof v === 'object' && v !== null))
  ) {
    return undefined;
  }
  return ofNumbers(rows);
}

/**
 * @param {any[]} rows
 * @returns {Columns}
 */
function ofNumbers(rows) {
  const cols = rows[0].length;
  return {
    rows: rows.length,
    names: undefined,
    columns: Array.from({ length: cols }, (_, j) => rows.map((row) => row[j])),
    replaced: (others) =>
      rows.map((row, i) => {
        // slice() of a Buffer copies nothing.
        const copy = Array.isArray(row) ? row.slice() : new Float64Array(row);
        for (const [j, column] of others) copy[j] = column[i];
        return copy;
      }),
  };
}

/**
 * @param {Record<string, any>[]} records
 * @returns {Columns}
 */
function ofRecords(records) {
  const names = [...new Set(records.flatMap(Object.keys))];
  return {
    rows: records.length,
    names,
    columns: names.map((name) => records.map((record) => record[name])),
    replaced: (others) =>
      records.map((record, i) => {
        const copy = { ...record };
        for (const [j, column] of others) copy[names[j]] = column[i];
        return copy;
      }),
  };
}

/**
 * @param {string[]} names
 * @param {ArrayLike<any>[]} columns
 * @returns {Columns | undefined}
 */
function ofColumns(names, columns) {
  const rows = columns[0].length;
  if (columns.some((column) => column?.length !== rows)) return undefined;
  /** @type {Columns['replaced']} */
  const replaced = (others) =>
    Object.fromEntries(names.map((name, j) => [name, others.get(j) ?? columns[j]]));
  return { rows, names, columns, replaced };
}

/**
 * Whether a value is missing.
 * @param {any} value
 */
export const isGap = (value) => value == null || Number.isNaN(value);

/**
 * Some entries, in their order.
 * @param {ArrayLike<any>} list
 * @param {ArrayLike<number>} rows
 */
export const pick = (list, rows) => Array.from(rows, (i) => list[i]);
