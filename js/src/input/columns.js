/**
 * Tables whose columns may hold numbers, texts, booleans and gaps: arrays of rows or of objects,
 * objects of columns, tables of Arrow, Arquero and Danfo. A column of objects or of arrays is as
 * many columns as these have entries: address.city, address.zip.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { checkAttached, isNumbers } from '../basics/numbers.js';
import { entriesOf, isRecord, isTable, oneRow, placesOf, refuseMaps } from './tables.js';

/**
 * The columns of a table.
 * @typedef {object} View
 * @property {number} rows
 * @property {string[]} [names] of the columns, where they have some
 * @property {ArrayLike<unknown>[]} columns
 * @property {boolean} [records] whether its rows are objects, which may lack a name
 */

/** @typedef {[name: string, values: ArrayLike<unknown>][]} Named */

/**
 * The columns of a table, none for samples in another form, which hold numbers alone.
 * @param {any} X
 * @returns {View | undefined}
 */
export function viewOf(X) {
  if (typeof X !== 'object' || X === null || ArrayBuffer.isView(X)) return undefined;
  refuseMaps(X);
  if (Array.isArray(X)) return X.length === 0 ? undefined : ofRows(X);
  if (isTable(X)) {
    return named(
      X.schema.fields.map((/** @type {any} */ { name }, /** @type {number} */ j) => [
        String(name),
        entriesOf(X.getChildAt ? X.getChildAt(j) : X.getChild(name)),
      ]),
    );
  }
  if (typeof X.columnNames === 'function' && typeof X.array === 'function') {
    const names = /** @type {string[]} */ (X.columnNames());
    return named(names.map((name) => [name, X.array(name)]));
  }
  if (Array.isArray(X.columns) && Array.isArray(X.values) && 'shape' in X) {
    return named(transposed(X.values, X.columns.map(String)));
  }
  const other = 'dataSync' in X || 'to1DArray' in X || isNumbers(X.data) || 'indptr' in X;
  if (other) return undefined;
  return named(columnsIn(X, ''));
}

/**
 * The columns in an object of columns, which may have such objects in it.
 * @param {object} object
 * @param {string} prefix of their names
 * @returns {Named}
 */
function columnsIn(object, prefix) {
  return Object.entries(object).flatMap(([key, value]) => {
    const list = isNumbers(value) || typeof value?.toArray === 'function';
    if (list || !isRecord(value)) return [[prefix + key, list ? entriesOf(value) : value]];
    return columnsIn(value, `${prefix}${key}.`);
  });
}

/**
 * @param {any[]} rows
 * @returns {View | undefined}
 */
function ofRows(rows) {
  if (isRecord(rows[0])) {
    const names = new Set();
    for (const row of rows) for (const name in row) names.add(name);
    const all = /** @type {string[]} */ ([...names]);
    const columns = named(
      all.map((name) => [name, rows.map((row, i) => checkRow(row, i, isRecord)[name])]),
    );
    return { ...columns, records: true };
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
  throw new MaxMarginError(
    'ERR_TYPE',
    'X',
    `X[${i}] is ${show(row)}, but the first row is ${fits === isRecord ? 'an object' : 'an array'}; every row must be one`,
    { row: i, got: show(row) },
  );
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
 * @returns {View}
 */
function named(given) {
  const all = given.flatMap(([name, values]) => spread(name, values));
  const rows = all[0]?.[1]?.length ?? 0;
  const names = all.map(([name]) => name);
  for (const [name, values] of all) {
    if (typeof values === 'object' && values?.length === rows) continue;
    if (typeof values !== 'object' || values === null) throw oneRow('X', name, values);
    throw new MaxMarginError(
      'ERR_SHAPE',
      'X',
      `X.${name} has ${values?.length ?? 'no'} entries, but X.${names[0]} has ${rows}; all columns must have the same length`,
      { column: name, expected: rows, got: values?.length },
    );
  }
  const places = placesOf(names); // of two, the last
  const twice = names.find((name, j) => places.get(name) !== j);
  if (twice !== undefined) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      'X',
      `X has two columns ${show(twice)}; give each a name of its own`,
      { column: twice },
    );
  }
  return { rows, names, columns: all.map(([, values]) => values) };
}

/**
 * A column, or those that its objects or arrays have in them.
 * @param {string} name
 * @param {ArrayLike<any>} values
 * @returns {Named}
 */
function spread(name, values) {
  checkAttached(values, `X.${name}`);
  if (!Array.isArray(values)) return [[name, values]];
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
    ),
  );
}
