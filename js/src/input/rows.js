/** Rows of numbers, where JavaScript computes with them. */
import { MaxMarginError } from '../basics/errors.js';
import { packSamples } from './inputs.js';
import { isSparseRows, sparseRule } from './tables.js';

/** @import { PackedTable } from './inputs.js' */

/**
 * Samples in any of their forms as numbers. Sparse rows are checked: they keep to sparseRule.
 * @param {unknown} X
 * @param {string} reader what needs them, for errors
 * @param {string} [remedy] for columns of others
 * @param {readonly string[]} [features]
 * @returns {PackedTable}
 */
export function packNumbers(
  X,
  reader,
  remedy = 'leave the column out, or pass what the steps before the machine make of X',
  features,
) {
  let table;
  try {
    table = packSamples(X, 'X', { operation: 'predict', outputs: 1, features });
  } catch (error) {
    const { code, message, details = {} } = /** @type {MaxMarginError} */ (error);
    if (code !== 'ERR_TYPE' || !('column' in details && 'row' in details)) throw error;
    // What the words of a fit say to do was done already, by the pipeline that encodes them.
    throw new MaxMarginError(code, 'X', `${reader} takes numbers alone, but ${message.replace(/;.*/s, `; ${remedy}`)}`, details); // prettier-ignore
  }
  const { layout, rows, cols } = table.shape;
  if (layout === 'strings') {
    throw new MaxMarginError('ERR_TYPE', 'X', `${reader} is about rows of numbers`);
  }
  const filling = table.fill?.(); // computes the numbers, where they are not there yet
  while (filling && !filling.next().done);
  if (layout === 'csr') {
    const [data, indptr, indices] = numbersOf(table);
    if (!isSparseRows(indptr, indices, data.length, rows, cols))
      throw new MaxMarginError('ERR_SHAPE', 'X', `X.indptr and X.indices do not describe ${rows} rows and ${cols} columns; ${sparseRule}`); // prettier-ignore
  }
  return table;
}

/**
 * The numbers of a table, and where they are if it is sparse.
 * @param {PackedTable} table
 * @returns {[data: Float64Array, indptr: Int32Array, indices: Int32Array]}
 */
function numbersOf({ buffers: { data, indptr, indices } }) {
  const places = (/** @type {Uint8Array} */ part) =>
    part && new Int32Array(part.buffer, part.byteOffset, part.byteLength / 4);
  return [new Float64Array(data.buffer, data.byteOffset, data.byteLength / 8), places(indptr), places(indices)]; // prettier-ignore
}

/**
 * Samples in any of their forms as rows of numbers.
 * @param {unknown} X
 * @param {string} reader what needs them, for errors
 * @param {string} [remedy]
 * @returns {Float64Array[]}
 */
export function rowsOf(X, reader, remedy) {
  const table = packNumbers(X, reader, remedy);
  const { layout, rows, cols } = table.shape;
  const [data, indptr, indices] = numbersOf(table);
  if (layout === 'dense')
    return Array.from({ length: rows }, (_, i) => data.subarray(i * cols, (i + 1) * cols));
  return Array.from({ length: rows }, (_, i) => {
    const row = new Float64Array(cols);
    for (let at = indptr[i]; at < indptr[i + 1]; at++) row[indices[at]] = data[at];
    return row;
  });
}
