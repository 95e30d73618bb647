/**
 * Samples whose columns have names: tables as Arrow makes them, objects of
 * columns, arrays of objects. A model that was fitted to names finds its columns
 * by them, in whatever order they come.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import {
  checkAttached,
  checkNumber,
  describe,
  isArrayOrView,
  isNumbers,
} from '../basics/numbers.js';
import { isText } from '../basics/text.js';

/**
 * A table that can be written out.
 * @typedef {object} NamedTable
 * @property {number} rows
 * @property {string[]} names in the order of the columns
 * @property {(target: Float64Array) => void} write row after row
 */

/**
 * An Arrow table: a schema with named fields, and columns by number or by name.
 * @param {any} value
 */
export function isTable({ schema, getChildAt, getChild }) {
  const reads = typeof getChildAt === 'function' || typeof getChild === 'function';
  return reads && Array.isArray(schema?.fields);
}

/**
 * A plain object of arrays and nothing else.
 * @param {object} value
 */
export function isColumns(value) {
  const prototype = Object.getPrototypeOf(value);
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!plain) return false;
  const columns = Object.values(value);
  return columns.length > 0 && columns.every(isNumbers);
}

/**
 * A row with names: an object that is no array.
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isRecord(value) {
  return typeof value === 'object' && value !== null && !isArrayOrView(value);
}

/**
 * Maps have no names of columns that objects have.
 * @param {any} X
 */
export function refuseMaps(X) {
  const at = X instanceof Map ? 'X' : Array.isArray(X) && X[0] instanceof Map ? 'X[0]' : '';
  if (at)
    throw new MaxMarginError('ERR_TYPE', 'X', `${at} is a Map; pass Object.fromEntries of it`);
}

/**
 * The error for a row that is no array of rows.
 * @param {string} argument
 * @param {string} name of a column
 * @param {unknown} value that is no column
 */
export const oneRow = (argument, name, value) =>
  new MaxMarginError(
    'ERR_TYPE',
    argument,
    `${argument}.${name} is ${show(value)}, not a column; pass one row in an array, too: [{ ${name}: ${show(value)}, ... }]`,
    { column: name },
  );

/**
 * @param {any} table an Arrow table or an object of columns
 * @param {string} argument
 * @param {readonly string[]} [features] names that it must have
 * @returns {NamedTable}
 */
export function readColumns(table, argument, features) {
  const given = isTable(table)
    ? table.schema.fields.map((/** @type {any} */ { name }) => String(name))
    : Object.keys(table);
  const names = matchNames(given, features, { where: argument, argument });
  const places = placesOf(given);
  const columns = names.map((name) =>
    columnOf(table, name, /** @type {number} */ (places.get(name))),
  );
  const rows = columns[0]?.length ?? 0;
  columns.forEach((column, j) => {
    if (column?.length === rows) return;
    throw new MaxMarginError(
      'ERR_SHAPE',
      argument,
      `${argument}.${names[j]} has ${column?.length ?? 'no'} entries, but ${argument}.${names[0]} has ${rows}; all columns must have the same length`,
      { column: names[j], expected: rows, got: column?.length },
    );
  });
  return {
    rows,
    names,
    write: (target) =>
      columns.forEach((column, j) => {
        const values = entriesOf(column);
        checkAttached(values, `${argument}.${names[j]}`);
        for (let i = 0; i < rows; i++) {
          const locate = () => ({ row: i, column: names[j] });
          target[i * columns.length + j] = checkNumber(values[i], argument, locate);
        }
      }),
  };
}

/**
 * Where each name is: a search for each takes too long where a table has thousands.
 * @param {readonly string[]} names
 * @returns {Map<string, number>}
 */
export const placesOf = (names) => new Map(names.map((name, i) => [name, i]));

/**
 * @param {any} table
 * @param {string} name
 * @param {number} index
 * @returns {ArrayLike<unknown> | null | undefined}
 */
function columnOf(table, name, index) {
  if (!isTable(table)) return table[name];
  return table.getChildAt ? table.getChildAt(index) : table.getChild(name);
}

/**
 * @param {readonly unknown[]} records the first of them is one
 * @param {string} argument
 * @param {readonly string[]} [features] names that they must have
 * @returns {NamedTable}
 */
export function readRecords(records, argument, features) {
  const first = Object.keys(/** @type {object} */ (records[0]));
  const names = matchNames(first, features, { where: `${argument}[0]`, argument });
  return {
    rows: records.length,
    names,
    write: (target) => {
      for (let i = 0; i < records.length; i++) {
        const record = checkRecord(records[i], i, names, argument);
        names.forEach((name, j) => {
          const locate = () => ({ row: i, column: name });
          target[i * names.length + j] = checkNumber(record[name], argument, locate);
        });
      }
    },
  };
}

/**
 * @param {unknown} record
 * @param {number} row
 * @param {string[]} names that it must have
 * @param {string} argument
 */
function checkRecord(record, row, names, argument) {
  if (!isRecord(record)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument}[${row}] is ${describe(record)}, but the first row is an object; every row must be one`,
      { row, got: describe(record) },
    );
  }
  const keys = Object.keys(record);
  const same = keys.length === names.length && names.every((name) => Object.hasOwn(record, name));
  if (!same) matchNames(keys, names, { where: `${argument}[${row}]`, argument, row });
  return record;
}

/**
 * The given names in the wanted order. A missing or an additional name is an error. Without
 * wanted names the given order stays.
 * @param {string[]} given
 * @param {readonly string[] | undefined} wanted
 * @param {{where: string, argument: string, row?: number}} place for errors; with a row, it is
 *   the first row that wants them, else the model
 * @returns {string[]}
 */
export function matchNames(given, wanted, { where, argument, row }) {
  const fail = (/** @type {string} */ name, /** @type {string} */ what) => {
    const details = row === undefined ? { column: name } : { row, column: name };
    throw new MaxMarginError('ERR_SHAPE', argument, `${where} ${what}`, details);
  };
  const known = new Set(given);
  if (known.size < given.length) {
    const places = placesOf(given); // of two, the last
    const twice = given.find((name, i) => places.get(name) !== i) ?? '';
    fail(twice, `has two columns ${show(twice)}; give each a name of its own`);
  }
  if (!wanted) {
    for (const name of given) {
      if (!isText(name)) fail(name, 'has a column whose name is not well-formed text; rename it');
    }
    return given;
  }
  const source = row === undefined ? 'the model was fitted to' : 'the first row has';
  const list = wanted.length > 8 ? `${wanted.slice(0, 8).join(', ')}, …` : wanted.join(', ');
  const rest = `; ${source} ${list}: `;
  const expected = new Set(wanted);
  for (const name of wanted)
    if (!known.has(name)) fail(name, `has no column ${show(name)}${rest}pass all of them`);
  for (const name of given) {
    if (!expected.has(name)) fail(name, `has the column ${show(name)}${rest}leave it out`);
  }
  return [...wanted];
}

/**
 * Whether a value is a tensor that gives its numbers in a promise.
 * @param {any} value
 */
export function isTensor(value) {
  return typeof value?.data === 'function' && 'shape' in value;
}

/**
 * Waits for the numbers of a tensor.
 * @param {any} value anything else is returned as it is
 */
export async function readTensor(value) {
  if (!isTensor(value)) return value;
  const data = await value.data();
  return { shape: value.shape, dataSync: () => data };
}

/**
 * The entries of an array, of a column such as Arrow's, or of a tensor. Where
 * entries are missing or packed, a column is read one by one.
 * @param {any} values
 * @returns {ArrayLike<unknown>}
 */
export function entriesOf(values) {
  if (typeof values !== 'object' || values === null) return values;
  if (isArrayOrView(values)) return values;
  if (typeof values.dataSync === 'function') return values.dataSync();
  const { length } = values;
  if (typeof values.toArray !== 'function' || !Number.isSafeInteger(length)) return values;
  if (typeof values.get !== 'function') return values.toArray();
  const whole = values.nullCount > 0 ? undefined : values.toArray();
  // Arrow keeps float16 in a Uint16Array, and decimals in several words each.
  const plain = isNumbers(whole) && !(whole instanceof Uint16Array) && whole.length === length;
  return plain ? whole : Array.from({ length }, (_, i) => values.get(i));
}
