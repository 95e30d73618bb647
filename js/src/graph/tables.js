/** Rows of samples in the forms in which users have them. */
import { MaxMarginError } from '../basics/errors.js';

/** @import { Input } from './inputs.js' */

/**
 * Samples row by row.
 * @typedef {object} Rows
 * @property {number} count
 * @property {(row: number) => unknown[]} read the values of the columns of a model, in their order
 */

/** @param {any} value @returns {boolean} */
const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);

/** @param {any} value */
const isRecord = (value) => typeof value === 'object' && value !== null && !isList(value);

/**
 * @param {any} X
 * @param {Input} input
 * @returns {Rows}
 */
export function rowsOf(X, input) {
  if (isList(X) && X.shape?.length === 2) return ofFlat(X, X.shape[0], X.shape[1], input);
  if (isList(X) && input.samples !== 'rows') return { count: X.length, read: (i) => [X[i]] };
  if (isList(X)) return isRecord(X[0]) ? ofRecords(X, input) : ofRows(X, input);
  if (!isRecord(X) || input.samples !== 'rows') throw wrong(input);
  if (isList(X.indptr)) return ofSparse(X, input);
  if (isList(X.data) && X.rows >= 0) return ofFlat(X.data, X.rows, X.cols, input);
  const [first] = Object.values(X);
  if (isList(first)) return ofColumns(X, first.length, input);
  throw wrong(input);
}

/** @param {Input} input */
const wrong = ({ samples }) =>
  new MaxMarginError(
    'ERR_TYPE',
    'X',
    samples === 'rows'
      ? 'X must be an array of rows, each an array of the columns or an object with their names, or an object of columns; pass one row as [row]'
      : `X must be an array of ${samples}; pass one as [text]`,
  );

/**
 * @param {any} X
 * @param {Input} input
 * @returns {Rows}
 */
function ofRows(X, input) {
  const read = byPlace(input);
  return {
    count: X.length,
    read(i) {
      const row = X[i];
      if (!isList(row)) throw wrong(input);
      if (row.length !== input.count) throw otherCount(row.length, input, i);
      return read((j) => row[j]);
    },
  };
}

/**
 * @param {any} data
 * @param {number} count
 * @param {number} width
 * @param {Input} input
 * @returns {Rows}
 */
function ofFlat(data, count, width, input) {
  if (width !== input.count || data.length !== count * width) throw otherCount(width, input);
  const read = byPlace(input);
  return { count, read: (i) => read((j) => data[i * width + j]) };
}

/**
 * @param {any} X
 * @param {Input} input
 * @returns {Rows}
 */
function ofSparse({ indptr, indices, data, values = data, cols }, input) {
  if (cols !== undefined && cols !== input.count) throw otherCount(cols, input);
  const row = new Float64Array(input.count);
  const read = byPlace(input);
  return {
    count: indptr.length - 1,
    read(i) {
      row.fill(0);
      for (let at = indptr[i]; at < indptr[i + 1]; at++) {
        if (!(indices[at] < row.length)) throw otherCount(indices[at] + 1, input, i);
        row[indices[at]] = values[at];
      }
      return read((j) => row[j]);
    },
  };
}

/**
 * @param {any} X
 * @param {Input} input
 * @returns {Rows}
 */
function ofRecords(X, input) {
  const read = byName(input);
  return {
    count: X.length,
    read: (i) => read((name) => within(X[i], name), i),
  };
}

/**
 * @param {any} X
 * @param {number} count
 * @param {Input} input
 * @returns {Rows}
 */
function ofColumns(X, count, input) {
  const read = byName(input);
  return { count, read: (i) => read((name) => within(X, name)?.[i], i) };
}

/**
 * What an object has under a name, which may be that of something within: address.city
 * @param {any} object
 * @param {string} name
 * @returns {any}
 */
function within(object, name) {
  if (!isRecord(object)) return undefined;
  if (Object.hasOwn(object, name)) return object[name];
  const dot = name.indexOf('.');
  return dot > 0 ? within(object[name.slice(0, dot)], name.slice(dot + 1)) : undefined;
}

/**
 * @param {Input} input
 * @returns {(at: (place: number) => unknown) => unknown[]}
 */
const byPlace = ({ columns }) => {
  const places = columns.map(({ at }) => at);
  return (at) => places.map((own) => (own.length > 1 ? own.map(at) : at(own[0])));
};

/**
 * @param {Input} input
 * @returns {(of: (name: string) => unknown, row: number) => unknown[]}
 */
function byName({ columns, gaps }) {
  const names = columns.map(({ name, names: all = [String(name)] }) => all);
  const odd = columns.find(({ name }) => name === undefined);
  if (odd)
    throw new MaxMarginError(
      'ERR_TYPE',
      'X',
      'the model was fitted to rows without names; pass rows as arrays of numbers',
    );
  return (of, row) => {
    const values = names.map((own) => (own.length > 1 ? own.map(of) : of(own[0])));
    const lacking = values.findIndex((value) => value === undefined);
    if (lacking >= 0 && (!gaps || values.every((value) => value === undefined))) {
      const name = names[lacking][0];
      throw new MaxMarginError(
        'ERR_SHAPE',
        'X',
        `X[${row}] lacks the column ${JSON.stringify(name)}`,
        { row, column: name },
      );
    }
    return values;
  };
}

/**
 * @param {number} got
 * @param {Input} input
 * @param {number} [row]
 */
const otherCount = (got, { count }, row) =>
  new MaxMarginError(
    'ERR_FEATURE_COUNT',
    'X',
    `${row === undefined ? 'X' : `X[${row}]`} has ${got} columns, but the model was fitted to ${count}; pass as many`,
    { expected: count, got, ...(row !== undefined && { row }) },
  );
