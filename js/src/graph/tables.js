/** Rows of samples in the forms in which users have them. */
import { MaxMarginError, show } from '../basics/errors.js';
import { isNumbers, noNumber } from '../basics/numbers.js';
import { checkCategory, gap, isMissing, isText, notFinite, unknown, wrongEntry } from '../input/entries.js'; // prettier-ignore
import { asRows, checkLengths, isRecord, isSparseRows, noColumn, placesOf, sparseRule, unnamed, within } from '../input/tables.js'; // prettier-ignore

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
  const rows = rowsIn(given, input);
  if (rows.count > 0) return rows;
  throw new MaxMarginError('ERR_EMPTY', 'X', 'X is empty; it needs at least one row', { rows: 0 });
}

/**
 * @param {any} given
 * @param {Input} input
 * @returns {Rows}
 */
function rowsIn(given, input) {
  const { names } = layoutOf(input);
  /** @type {any} */
  const X = names ? asRows(given, names) : given;
  if (ArrayBuffer.isView(X) && 'shape' in X) return ofPacked({ data: X, shape: X.shape }, input);
  if (isList(Object(X).data)) return ofPacked(X, input);
  if (isList(X) && input.samples !== 'rows') return ofTexts(X, input);
  if (isList(X) && !isRecord(X[0])) return ofRows(X, input);
  if (Object(X) !== X || input.samples !== 'rows') throw wrong(input);
  if (!names) throw unnamed();
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
  const { join, places } = layoutOf(input);
  return {
    count: X.length,
    read(i) {
      const row = X[i];
      if (!isList(row)) throw wrong(input);
      if (row.length !== input.count) throw otherCount(row.length, input, i);
      return join(places.map((j) => row[j]));
    },
  };
}

/** @param {string} why */
const misshapen = (why) => new MaxMarginError('ERR_SHAPE', 'X', why);

/**
 * Numbers in one run, or sparse rows.
 * @param {any} X
 * @param {Input} input
 * @returns {Rows}
 */
function ofPacked(X, input) {
  const { data, shape, indptr, indices, scale = 1, offset = 0, stride, strides = stride } = X;
  const [count, width] = shape ?? [X.rows, X.cols];
  const [down, across] = strides ?? [width, 1];
  const corners = [0, (count - 1) * down].flatMap((at) => [at, at + (width - 1) * across]);
  const isSparse = 'indptr' in X;
  const hasShape = [count, width].every((one) => Number.isSafeInteger(one) && one >= 0);
  const fits = isSparse
    ? isSparseRows(indptr, indices, data.length, count, width)
    : strides || offset
      ? corners.every((at) => data[offset + at] !== undefined)
      : data.length === count * width;
  if (!hasShape || !fits)
    throw misshapen(`X does not have the numbers of ${count} rows and ${width} columns; ${isSparse ? sparseRule : 'give { data, rows, cols } or { data, shape: [rows, cols] }'}`); // prettier-ignore
  if (input.columns.some(({ kind }) => kind !== 'number'))
    throw new MaxMarginError('ERR_TYPE', 'X', 'X has numbers alone, but the model takes a table with categories, dates or texts; pass rows or columns with them'); // prettier-ignore
  const at = placesIn(X, width, input);
  /** @type {unknown[]} */
  const row = new Array(width);
  const scaled = (/** @type {any} */ one) => (typeof one === 'number' ? scale * one : one);
  return {
    count,
    read(i) {
      if (isSparse) {
        row.fill(0);
        for (let k = indptr[i]; k < indptr[i + 1]; k++) row[indices[k]] = scaled(data[k]);
      } else {
        for (let j = 0; j < width; j++) row[j] = scaled(data[offset + i * down + j * across]);
      }
      return at.map((j) => row[j]);
    },
  };
}

/**
 * Where the columns of a model are among those of X.
 * @param {any} X
 * @param {number} width
 * @param {Input} input
 */
function placesIn({ featureNames }, width, input) {
  const { names, places } = layoutOf(input);
  if (featureNames !== undefined) {
    const at = placesOf(Array.isArray(featureNames) ? featureNames : []);
    if (at.size !== width) throw misshapen(`X.featureNames must be ${width} different names`);
    const lacking = names?.find((name) => !at.has(name));
    if (lacking !== undefined) throw noColumn('X', lacking, names ?? [], {});
    if (names) return names.map((name) => /** @type {number} */ (at.get(name)));
  }
  if (width !== input.count) throw otherCount(width, input);
  return places;
}

/**
 * @param {any} X
 * @param {Input} input
 * @param {string[]} names
 * @returns {Rows}
 */
function ofRecords(X, input, names) {
  const { join } = layoutOf(input);
  if (!X.every(isRecord)) throw wrong(input);
  return {
    count: X.length,
    read(row) {
      const values = names.map((name) => within(X[row], name));
      const isRow = input.complete || values.some((value) => value !== undefined);
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
    if (!isList(values)) throw wrong(input);
  });
  const count = checkLengths(names, columns, 'X');
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
      const at = () => locate(column);
      const value = column.read && !isMissing(values[j]) ? column.read(values[j], at) : values[j];
      const own = codes[j];
      if (!own && Number.isFinite(value)) out[j] = Number(value);
      else if (isMissing(value) && column.gaps) out[j] = NaN;
      else if (isMissing(value) && !complete) throw wrongEntry(at(), 'ERR_NONFINITE', gap);
      else if (!own)
        throw typeof value === 'number'
          ? wrongEntry(at(), 'ERR_NONFINITE', notFinite(value))
          : noNumber(value, 'X', at());
      else {
        const texts = asTexts && isText(value);
        out[j] = own.get(value) ?? (texts ? own.get(String(value)) : undefined) ?? own.size;
        if (out[j] < own.size) return;
        if (!texts) checkCategory(at, value, own.keys());
        if (!column.others) throw wrongEntry(at(), 'ERR_TYPE', unknown(value));
      }
    });
  };
}
