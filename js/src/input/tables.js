/**
 * Samples whose columns have names: tables as Arrow makes them, objects of
 * columns, arrays of objects. A model that was fitted to names finds its columns
 * by them, in whatever order they come.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { checkAttached, describe, isArrayOrView, isNumbers, noNumber } from '../basics/numbers.js';
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
 * What an object has under a name, which may be that of something within: address.city
 * @param {any} object
 * @param {string} name
 * @returns {any}
 */
export function within(object, name) {
  if (!isRecord(object)) return undefined;
  if (Object.hasOwn(object, name)) return object[name];
  const dot = name.indexOf('.');
  return dot > 0 ? within(object[name.slice(0, dot)], name.slice(dot + 1)) : undefined;
}

/**
 * Whether an object has numbers in one run, or gives them: a matrix, a tensor, sparse rows.
 * @param {any} X
 */
export const isPacked = (X) =>
  isNumbers(X.data) || 'dataSync' in X || 'to1DArray' in X || 'indptr' in X;

/** @param {any} value */
const isColumn = (value) => isArrayOrView(value) || typeof value?.toArray === 'function';

/**
 * Samples for a model: a row that comes alone, as an object, becomes one of an array. What tells it
 * from an object of columns are its values under the names of the model, else all of them.
 * @param {any} X
 * @param {readonly string[]} [names]
 */
export function asRows(X, names) {
  if (!isRecord(X) || isPacked(X)) return X;
  const values = names ? names.map((name) => within(X, name)) : Object.values(X);
  const known = values.filter((value) => value !== undefined);
  const isRow =
    known.length > 0 && !known.some(names ? isColumn : (value) => Object(value) === value);
  return isRow ? [X] : X;
}

/**
 * Of an object of columns those that a model has.
 * @param {any} X
 * @param {readonly string[]} [names]
 */
export function ownColumns(X, names) {
  const own = names?.filter((name) => Object.hasOwn(X, name));
  return own ? Object.fromEntries(own.map((name) => [name, X[name]])) : X;
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
  const rows = checkLengths(names, columns, argument);
  return {
    rows,
    names,
    write: (target) =>
      columns.forEach((column, j) => {
        const values = entriesOf(column);
        checkAttached(values, `${argument}.${names[j]}`);
        for (let i = 0; i < rows; i++) {
          const value = values[i];
          if (typeof value !== 'number')
            throw noNumber(value, argument, { row: i, column: names[j] });
          target[i * columns.length + j] = value;
        }
      }),
  };
}

/**
 * How many rows columns have, which must all have as many.
 * @param {readonly string[]} names
 * @param {readonly (ArrayLike<unknown> | null | undefined)[]} columns
 * @param {string} argument
 */
export function checkLengths(names, columns, argument) {
  const rows = columns[0]?.length ?? 0;
  const j = columns.findIndex((column) => column?.length !== rows);
  if (j < 0) return rows;
  const got = columns[j]?.length;
  throw new MaxMarginError(
    'ERR_SHAPE',
    argument,
    `${argument}.${names[j]} has ${got ?? 'no'} entries, but ${argument}.${names[0]} has ${rows}; all columns must have the same length`,
    { column: names[j], expected: rows, got },
  );
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
  const names = [
    ...(features ?? matchNames(first, undefined, { where: `${argument}[0]`, argument })),
  ];
  return {
    rows: records.length,
    names,
    write: (target) => {
      for (let i = 0; i < records.length; i++) {
        const record = checkRecord(records[i], i, names, argument, features !== undefined);
        names.forEach((name, j) => {
          const value = record[name];
          if (typeof value !== 'number') throw noNumber(value, argument, { row: i, column: name });
          target[i * names.length + j] = value;
        });
      }
    },
  };
}

/**
 * The error for a row that is not what the first one is.
 * @param {string} argument
 * @param {number} row
 * @param {unknown} value
 * @param {string} first
 */
export const otherRow = (argument, row, value, first) =>
  new MaxMarginError(
    'ERR_TYPE',
    argument,
    `${argument}[${row}] is ${describe(value)}, but the first row is ${first}; every row must be one`,
    { row, got: describe(value) },
  );

/**
 * @param {unknown} record
 * @param {number} row
 * @param {string[]} names that it must have
 * @param {string} argument
 * @param {boolean} fitted whether they are those of a model; else they are all that it may have
 */
function checkRecord(record, row, names, argument, fitted) {
  if (!isRecord(record)) throw otherRow(argument, row, record, 'an object');
  const where = `${argument}[${row}]`;
  const lacking = names.find((name) => !Object.hasOwn(record, name));
  const source = fitted ? undefined : 'the first row has';
  if (lacking !== undefined) throw noColumn(where, lacking, names, { argument, row, source });
  const keys = fitted ? [] : Object.keys(record);
  const more = keys.length > names.length && keys.find((name) => !names.includes(name));
  if (more === false || more === undefined) return record;
  throw new MaxMarginError('ERR_SHAPE', argument, `${where} has the column ${show(more)}; the first row has ${listed(names)}: leave it out`, { row, column: more }); // prettier-ignore
}

/** What sparse rows must be like. */
export const sparseRule = 'indptr must ascend from 0 to the length of data and of indices, and indices within a row'; // prettier-ignore

/**
 * Whether sparse rows keep to sparseRule, and their indices to the columns.
 * @param {any} ends of the rows
 * @param {any} places of the values
 * @param {number} length of the values
 * @param {number} count
 * @param {number} width
 */
export function isSparseRows(ends, places, length, count, width) {
  if (ends?.length !== count + 1 || places?.length !== length) return false;
  if (ends[0] !== 0 || ends[count] !== length) return false;
  for (let i = 0, at = 0; i < count; i++) {
    if (!(ends[i + 1] <= length)) return false;
    for (let last = -1; at < ends[i + 1]; last = places[at++])
      if (!Number.isInteger(places[at]) || places[at] <= last || places[at] >= width) return false;
    if (at !== ends[i + 1]) return false;
  }
  return true;
}

/** @param {readonly string[]} names */
function listed(names) {
  const once = [...new Set(names)]; // the parts of dates have one name
  return (once.length > 8 ? [...once.slice(0, 8), '…'] : once).join(', ');
}

/** The error for columns with names where a model has none: their order may be any. */
export const unnamed = () =>
  new MaxMarginError('ERR_TYPE', 'X', 'X has names of columns, but the model was fitted to rows without; pass arrays'); // prettier-ignore

/**
 * The error for a column that is not there.
 * @param {string} where
 * @param {string} name
 * @param {readonly string[]} names of the columns that must be there
 * @param {{argument?: string, row?: number, source?: string}} more of the error
 */
export const noColumn = (
  where,
  name,
  names,
  { argument = 'X', row, source = 'the model was fitted to' },
) =>
  new MaxMarginError(
    'ERR_SHAPE',
    argument,
    `${where} has no column ${show(name)}; ${source} ${listed(names)}: pass all of them`,
    { ...(row !== undefined && { row }), column: name },
  );

/**
 * Where each name is, of which none may come twice.
 * @param {readonly string[]} names
 * @param {string} where
 * @param {string} argument
 */
export function checkTwice(names, where, argument) {
  const places = placesOf(names); // of two, the last
  if (places.size === names.length) return places;
  const column = names.find((name, i) => places.get(name) !== i) ?? '';
  throw new MaxMarginError('ERR_SHAPE', argument, `${where} has two columns ${show(column)}; give each a name of its own`, { column }); // prettier-ignore
}

/**
 * The given names, or those that are wanted, in their order, all of which must be among them.
 * @param {readonly string[]} given
 * @param {readonly string[] | undefined} wanted by a model
 * @param {{where: string, argument: string}} place for errors
 * @returns {string[]}
 */
export function matchNames(given, wanted, { where, argument }) {
  const expected = wanted && new Set(wanted);
  const places = checkTwice(expected ? given.filter((name) => expected.has(name)) : given, where, argument); // prettier-ignore
  if (!wanted) {
    for (const column of given) {
      if (isText(column)) continue;
      throw new MaxMarginError('ERR_SHAPE', argument, `${where} has a column whose name is not well-formed text; rename it`, { column }); // prettier-ignore
    }
    return [...given];
  }
  for (const name of wanted)
    if (!places.has(name)) throw noColumn(where, name, wanted, { argument });
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
