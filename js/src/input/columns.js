/**
 * Tables whose columns may hold numbers, texts, booleans and gaps: arrays of rows or of objects,
 * objects of columns, tables of Arrow, Arquero and Danfo. A column of objects or of arrays is as
 * many columns as these have entries: address.city, address.zip.
 */
import { MaxMarginError } from '../basics/errors.js';
import { checkAttached, isNumbers } from '../basics/numbers.js';
import {
  checkLengths,
  checkTwice,
  entriesOf,
  isPacked,
  isRecord,
  isTable,
  oneRow,
  otherRow,
  refuseMaps,
} from './tables.js';

/**
 * The columns of a table.
 * @typedef {object} View
 * @property {number} rows
 * @property {string[]} [names] of the columns, where they have some
 * @property {ArrayLike<unknown>[]} columns
 * @property {Record<string, unknown>} [first] its first row, if rows are objects, which may lack a name
 */

/** @typedef {[name: string, values: ArrayLike<unknown>][]} Named */

/**
 * The columns of a table, none for samples in another form, which hold numbers alone.
 * @param {any} X
 * @param {readonly string[]} [wanted] the names that a model has; other columns are not looked at
 * @returns {View | undefined}
 */
export function viewOf(X, wanted) {
  if (typeof X !== 'object' || X === null || ArrayBuffer.isView(X)) return undefined;
  refuseMaps(X);
  const whole = wanted && new Set(wanted.flatMap(withParents));
  const own = new Set(wanted);
  const wants = (/** @type {string} */ name) => !whole || whole.has(name);
  const named = (/** @type {Named} */ columns) => namedBy(columns, own);
  if (Array.isArray(X)) return X.length === 0 ? undefined : ofRows(X, wants, named);
  if (isTable(X)) {
    return named(
      X.schema.fields.flatMap((/** @type {any} */ { name }, /** @type {number} */ j) =>
        wants(String(name))
          ? [[String(name), entriesOf(X.getChildAt ? X.getChildAt(j) : X.getChild(name))]]
          : [],
      ),
    );
  }
  if (typeof X.columnNames === 'function' && typeof X.array === 'function') {
    const names = /** @type {string[]} */ (X.columnNames());
    return named(names.filter(wants).map((name) => [name, X.array(name)]));
  }
  if (Array.isArray(X.columns) && Array.isArray(X.values) && 'shape' in X) {
    const all = transposed(X.values, X.columns.map(String));
    return named(all.filter(([name]) => wants(name)));
  }
  if (isPacked(X)) return undefined;
  return named(columnsIn(X, '', wants, own));
}

/**
 * A name, and those of what it may be within: a.b.c, a.b and a.
 * @param {string} name
 * @returns {string[]}
 */
const withParents = (name) => name.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.'));

/**
 * The columns in an object of columns, which may have such objects in it.
 * @param {object} object
 * @param {string} prefix of their names
 * @param {(name: string) => boolean} wants
 * @param {Set<string>} whole names of columns that are not spread out
 * @returns {Named}
 */
function columnsIn(object, prefix, wants, whole) {
  return Object.entries(object).flatMap(([key, value]) => {
    const name = prefix + key;
    if (!wants(name)) return [];
    const list = isNumbers(value) || typeof value?.toArray === 'function';
    if (list || !isRecord(value) || whole.has(name))
      return [[name, list ? entriesOf(value) : value]];
    return columnsIn(value, `${name}.`, wants, whole);
  });
}

/**
 * @param {any[]} rows
 * @param {(name: string) => boolean} wants
 * @param {(columns: Named) => View} named
 * @returns {View | undefined}
 */
function ofRows(rows, wants, named) {
  if (isRecord(rows[0])) {
    const names = new Set();
    for (const row of rows) for (const name in row) if (wants(name)) names.add(name);
    const all = /** @type {string[]} */ ([...names]);
    const columns = named(
      all.map((name) => [name, rows.map((row, i) => checkRow(row, i, isRecord)[name])]),
    );
    return { ...columns, rows: rows.length, first: rows[0] };
  }
  if (!isNumbers(rows[0])) return undefined;
  const { length } = rows[0];
  rows.forEach((row, i) => {
    if (checkRow(row, i, isNumbers).length === length) return;
    throw new MaxMarginError(
      'ERR_SHAPE',
      'X',
      `X[${i}] has ${row.length} entries, but the first row has ${length}; all rows must have the same length`,
      { row: i, expected: length, got: row.length },
    );
  });
  return {
    rows: rows.length,
    columns: Array.from({ length }, (_, j) => rows.map((row) => row[j])),
  };
}

/**
 * @param {any} row
 * @param {number} i
 * @param {(row: unknown) => boolean} fits
 */
function checkRow(row, i, fits) {
  if (fits(row)) {
    checkAttached(row, `X[${i}]`);
    return row;
  }
  throw otherRow('X', i, row, fits === isRecord ? 'an object' : 'an array');
}

/**
 * @param {unknown[][]} rows
 * @param {string[]} names
 * @returns {Named}
 */
const transposed = (rows, names) => names.map((name, j) => [name, rows.map((row) => row[j])]);

/**
 * Columns of the same length, of which those of objects and arrays are spread out.
 * @param {Named} given
 * @param {Set<string>} whole names of columns that are not spread out
 * @returns {View}
 */
function namedBy(given, whole) {
  const all = given.flatMap(([name, values]) => spread(name, values, whole));
  const names = all.map(([name]) => name);
  for (const [name, values] of all)
    if (typeof values !== 'object' || values === null) throw oneRow('X', name, values);
  const columns = all.map(([, values]) => values);
  checkTwice(names, 'X', 'X');
  return { rows: checkLengths(names, columns, 'X'), names, columns };
}

/**
 * A column, or those that its objects or arrays have in them.
 * @param {string} name
 * @param {ArrayLike<any>} values
 * @param {Set<string>} whole
 * @returns {Named}
 */
function spread(name, values, whole) {
  checkAttached(values, `X.${name}`);
  if (!Array.isArray(values) || whole.has(name)) return [[name, values]];
  const first = values.find((value) => value !== null && value !== undefined);
  if (typeof first !== 'object' || first instanceof Date) return [[name, values]];
  const inner = (/** @type {any} */ value) =>
    typeof value?.toArray === 'function' ? value.toArray() : value;
  const keys = new Set();
  for (const value of values) for (const key of Object.keys(inner(value) ?? {})) keys.add(key);
  return /** @type {string[]} */ ([...keys]).flatMap((key) =>
    spread(
      `${name}.${key}`,
      values.map((value) => inner(value)?.[key]),
      whole,
    ),
  );
}
