/** Rows of samples in the forms in which users have them. */
import { MaxMarginError, show } from '../basics/errors.js';
import { isNumbers, noNumber } from '../basics/numbers.js';
import { checkCategory, gap, isMissing, notFinite, unknown, wrongEntry } from '../input/entries.js'; // prettier-ignore
import { asRows, checkLengths, isRecord, noColumn, within } from '../input/tables.js';

/** @import { Given } from './graph.js' */
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
  const { names } = layoutOf(input);
  /** @type {any} */
  const X = names ? asRows(given, names) : given;
  if (isList(X) && X.shape?.length === 2) return ofFlat(X, X.shape[0], X.shape[1], input);
  if (isList(X) && input.samples !== 'rows') return ofTexts(X, input);
  if (isList(X) && !isRecord(X[0])) return ofRows(X, input);
  const { indptr, data, rows, cols } = Object(X);
  if (isList(indptr)) return ofSparse(X, input);
  if (isList(data) && rows >= 0) return ofFlat(data, rows, cols, input);
  if (!names || Object(X) !== X) throw wrong(input);
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
  const { join } = layoutOf(input);
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
  const { join } = layoutOf(input);
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
 * How rows become the values of the columns of a model.
 * @typedef {object} Layout
 * @property {string[]} [names] of all columns, if all have some
 * @property {number[]} places of the same
 * @property {(values: unknown[]) => unknown[]} join what a text is read of in several columns
 */

/** Layouts take longer than a row. @type {WeakMap<Input, Layout>} */
const layouts = new WeakMap();

/** @param {Input} input @returns {Layout} */
function layoutOf(input) {
  const known = layouts.get(input);
  if (known) return known;
  const { columns, samples } = input;
  const isNamed = samples === 'rows' && columns.every(({ name }) => name !== undefined);
  const isPlain = columns.every(({ at }) => at.length === 1);
  const layout = {
    ...(isNamed && { names: columns.flatMap(({ name = '', names = [name] }) => names) }),
    places: columns.flatMap(({ at }) => at),
    join(/** @type {unknown[]} */ values) {
      if (isPlain) return values;
      let next = 0;
      return columns.map(({ at }) => at.length > 1 ? values.slice(next, (next += at.length)) : values[next++]); // prettier-ignore
    },
  };
  layouts.set(input, layout);
  return layout;
}

/**
 * @param {Input} input
 * @returns {(of: (place: number) => unknown) => unknown[]}
 */
function byPlace(input) {
  const { join, places } = layoutOf(input);
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

/** Where a column of a sample is, for errors. @typedef {(column: {name?: string, at: number[]}) => Record<string, string | number>} Locate */

/** Writes numbers from the values of a sample. @typedef {(values: any[], out: Float64Array, locate: Locate) => void} Reader */

/**
 * How numbers that are given are read from samples.
 * @param {Given} given
 * @param {Input} input
 * @returns {Reader}
 */
export function readerOf({ terms, read }, input) {
  if (read) return read;
  if (!terms) return input.samples === 'rows' ? numbersOf(input) : () => {};
  return terms.reader(terms, input);
}

/**
 * @param {Input} input
 * @returns {Reader}
 */
function numbersOf({ columns: all, complete, asTexts }) {
  const columns = all.filter(({ kind }) => kind !== 'text');
  const codes = columns.map(
    ({ categories }) => categories && new Map(categories.map((value, code) => [value, code])),
  );
  return (values, out, locate) => {
    columns.forEach((column, j) => {
      const value = column.read && !isMissing(values[j]) ? column.read(values[j], () => locate(column)) : values[j]; // prettier-ignore
      const own = codes[j];
      if (!own && Number.isFinite(value)) out[j] = Number(value);
      else if (isMissing(value) && column.gaps) out[j] = NaN;
      else if (isMissing(value) && !complete)
        throw wrongEntry(locate(column), 'ERR_NONFINITE', gap);
      else if (!own)
        throw typeof value === 'number'
          ? wrongEntry(locate(column), 'ERR_NONFINITE', notFinite(value))
          : noNumber(value, 'X', locate(column));
      else {
        const texts = asTexts && Object(value) !== value;
        out[j] = own.get(value) ?? (texts ? own.get(String(value)) : undefined) ?? own.size;
        if (out[j] < own.size) return;
        if (!texts) checkCategory(() => locate(column), value, own.keys());
        if (!column.others) throw wrongEntry(locate(column), 'ERR_TYPE', unknown);
      }
    });
  };
}
