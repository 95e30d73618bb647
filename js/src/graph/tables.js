/** Rows of samples in the forms in which users have them. */
import { MaxMarginError, show } from '../basics/errors.js';
import { isNumbers } from '../basics/numbers.js';
import { asRows, checkLengths, isRecord, noColumn, within } from '../input/tables.js';

/** @import { Input } from './inputs.js' */

/** @type {(value: any) => boolean} */
const isList = isNumbers;

/**
 * Samples row by row.
 * @typedef {object} Rows
 * @property {number} count
 * @property {(row: number) => unknown[]} read the values of the columns of a model, in their order
 */

/**
 * @param {any} given
 * @param {Input} input
 * @returns {Rows}
 */
export function rowsOf(given, input) {
  const names = input.columns.flatMap(({ name = '', names: all = [name] }) => all);
  const isNamed = input.samples === 'rows' && input.columns.every(({ name }) => name !== undefined);
  /** @type {any} */
  const X = isNamed ? asRows(given, names) : given;
  if (isList(X) && X.shape?.length === 2) return ofFlat(X, X.shape[0], X.shape[1], input);
  if (isList(X) && input.samples !== 'rows') return ofTexts(X, input);
  if (isList(X) && !isRecord(X[0])) return ofRows(X, input);
  const { indptr, data, rows, cols } = Object(X);
  if (isList(indptr)) return ofSparse(X, input);
  if (isList(data) && rows >= 0) return ofFlat(data, rows, cols, input);
  if (!isNamed || Object(X) !== X) throw wrong(input);
  return isList(X) ? ofRecords(X, input, names) : ofColumns(X, input, names);
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
function ofTexts(X, { samples }) {
  const lists = samples === 'texts';
  const isToken = (/** @type {unknown} */ one) => /string|number/.test(typeof one);
  return {
    count: X.length,
    read(row) {
      const text = X[row];
      const isList = lists && (Array.isArray(text) || text instanceof Set);
      if (typeof text === 'string' || (isList && [...text].every(isToken))) return [text];
      throw new MaxMarginError('ERR_TYPE', 'X', `X[${row}] is ${show(text)}; every sample must be text${lists ? ', or an array or Set of text and numbers' : ''}`, { row }); // prettier-ignore
    },
  };
}

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
 * @param {string[]} names
 * @returns {Rows}
 */
function ofRecords(X, input, names) {
  const join = joined(input);
  return {
    count: X.length,
    read(row) {
      const values = names.map((name) => within(X[row], name));
      const isRow =
        isRecord(X[row]) && (input.complete || values.some((value) => value !== undefined));
      const lacking = isRow ? (input.complete ? values.indexOf(undefined) : -1) : 0;
      if (lacking >= 0) throw noColumn(`X[${row}]`, names[lacking], names, { row });
      return join(values);
    },
  };
}

/**
 * @param {any} X
 * @param {Input} input
 * @param {string[]} names
 * @returns {Rows}
 */
function ofColumns(X, input, names) {
  const join = joined(input);
  const columns = names.map((name) => within(X, name));
  columns.forEach((values, j) => {
    if (values === undefined) throw noColumn('X', names[j], names, {});
  });
  const count = checkLengths(
    names,
    columns.map((values) => (isList(values) ? values : null)),
    'X',
  );
  return { count, read: (i) => join(columns.map((values) => values[i])) };
}

/**
 * Values by the names or places of all columns as those of the columns of a model, where a text is
 * read in several.
 * @param {Input} input
 * @returns {(values: unknown[]) => unknown[]}
 */
const joined = ({ columns }) => {
  if (columns.every(({ at }) => at.length === 1)) return (values) => values;
  return (values) => {
    let next = 0;
    return columns.map(({ at }) =>
      at.length > 1 ? values.slice(next, (next += at.length)) : values[next++],
    );
  };
};

/**
 * @param {Input} input
 * @returns {(of: (place: number) => unknown) => unknown[]}
 */
function byPlace(input) {
  const join = joined(input);
  const places = input.columns.flatMap(({ at }) => at);
  return (of) => join(places.map(of));
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
