/** Rows of samples and of their labels and weights, in the form that the caller gave. */
import { columnTypes } from '../basics/kinds.js';
import { isNumbers } from '../basics/numbers.js';
import { packSamples } from '../input/inputs.js';
import { checkLength } from '../input/labels.js';
import { entriesOf, isColumns } from '../input/tables.js';

/**
 * @param {any} X samples
 * @param {any} [y] what has an entry for each row, or nothing
 * @returns {number}
 */
export function countRows(X, y) {
  const rows = rowsIn(X);
  if (y != null) checkLength(y, 'y', rows);
  return rows;
}

/** @param {any} X */
function rowsIn(X) {
  if (Array.isArray(X)) return X.length;
  // Packing checks everything, but it copies whatever is not a run of float64 numbers, so
  // forms that tell their number of rows are asked first. A fit checks the samples later.
  // A column of a table may be called shape.
  const told = X?.rows ?? (isNamed(X) ? undefined : X?.shape?.[0]) ?? X?.numRows;
  if (Number.isSafeInteger(told) && told > 0) return told;
  return Object.values(tableOf(X) ?? {})[0]?.length ?? pack(X).shape.rows;
}

/** @param {any} X */
const isNamed = (X) => X != null && isColumns(X) && !isNumbers(X.data);

/**
 * Some rows: of an array its elements, of a table with words or gaps an object of its columns, of
 * anything else a table of the same kind, dense, sparse, or of named columns.
 * @param {any} X samples
 * @param {Int32Array} rows
 * @returns {any}
 */
export function selectRows(X, rows) {
  // What a reader said of the columns goes with them.
  if (Array.isArray(X)) {
    const { [columnTypes]: types } = /** @type {any} */ (X);
    return Object.assign(
      Array.from(rows, (i) => X[i]),
      types && { [columnTypes]: types },
    );
  }
  const table = tableOf(X);
  if (table) {
    const picked = { ...table };
    for (const name in picked) picked[name] = selectEntries(picked[name], rows);
    return picked;
  }
  const { shape, buffers, names } = pack(X);
  const data = new Float64Array(buffers.data.buffer);
  const { cols } = shape;
  const named = names && { featureNames: names };
  if (shape.layout === 'dense') {
    const picked = new Float64Array(rows.length * cols);
    rows.forEach((i, at) => picked.set(data.subarray(i * cols, (i + 1) * cols), at * cols));
    return { data: picked, rows: rows.length, cols, ...named };
  }
  const from = new Int32Array(buffers.indptr.buffer);
  const columns = new Int32Array(buffers.indices.buffer);
  const indptr = new Int32Array(rows.length + 1);
  rows.forEach((i, at) => void (indptr[at + 1] = indptr[at] + from[i + 1] - from[i]));
  const indices = new Int32Array(indptr[rows.length]);
  const values = new Float64Array(indptr[rows.length]);
  rows.forEach((i, at) => {
    indices.set(columns.subarray(from[i], from[i + 1]), indptr[at]);
    values.set(data.subarray(from[i], from[i + 1]), indptr[at]);
  });
  return { indptr, indices, data: values, rows: rows.length, cols, ...named };
}

/**
 * An object of columns that are not of numbers alone; none if they are not of one length, which
 * packing says.
 * @param {any} X
 * @returns {Record<string, ArrayLike<unknown>> | undefined}
 */
function tableOf(X) {
  if (!isNamed(X)) return undefined;
  const columns = /** @type {unknown[][]} */ (Object.values(X));
  const even = columns.every(({ length }) => length === columns[0].length);
  return even && columns.some((column) => !column.every(Number.isFinite)) ? X : undefined;
}

/**
 * Stacks two tables of a vectorizer.
 * @param {any} above
 * @param {any} below
 */
export function stackRows(above, below) {
  if (!('indptr' in above)) {
    const [rows, cols] = above.shape;
    const data = new Float64Array(above.length + below.length);
    data.set(above);
    data.set(below, above.length);
    return { data, rows: rows + below.shape[0], cols };
  }
  const { rows, cols } = above;
  const stored = above.data.length;
  const indptr = new Int32Array(rows + below.rows + 1);
  indptr.set(above.indptr);
  for (let i = 0; i <= below.rows; i++) indptr[rows + i] = stored + below.indptr[i];
  const join = (/** @type {'data' | 'indices'} */ name) => {
    const joined = new above[name].constructor(stored + below[name].length);
    joined.set(above[name]);
    joined.set(below[name], stored);
    return joined;
  };
  const [indices, data] = [join('indices'), join('data')];
  return { indptr, indices, data, rows: rows + below.rows, cols };
}

/**
 * The numbers of X, to be read only: buffers of the caller are not copied.
 * @param {any} X
 */
function pack(X) {
  return packSamples(X, 'X', { operation: 'predict', transfer: true });
}

/**
 * Some entries of an array or a column, as an array of the same kind; undefined stays
 * undefined.
 * @param {any} given
 * @param {Int32Array} rows
 * @returns {any}
 */
export function selectEntries(given, rows) {
  if (given == null) return given;
  const list = entriesOf(given);
  if (!ArrayBuffer.isView(list)) return Array.from(rows, (i) => list[i]);
  // By its tag, since a Buffer is a Uint8Array whose own from() leaves the function out.
  const Kind = /** @type {any} */ (globalThis)[/** @type {any} */ (list)[Symbol.toStringTag]];
  return Kind.from(rows, (/** @type {number} */ i) => /** @type {Float64Array} */ (list)[i]);
}
