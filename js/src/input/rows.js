/** Rows of numbers, where JavaScript computes with them. */
import { MaxMarginError } from '../basics/errors.js';
import { packSamples } from './inputs.js';
import { isSparseRows, sparseRule } from './tables.js';

/**
 * Samples in any of their forms as rows of numbers.
 * @param {unknown} X
 * @param {string} reader what needs them, for the error about strings
 * @returns {Float64Array[]}
 */
export function rowsOf(X, reader) {
  let table;
  try {
    table = packSamples(X, 'X', { operation: 'predict', outputs: 1 });
  } catch (error) {
    const { code, message, details = {} } = /** @type {MaxMarginError} */ (error);
    if (code !== 'ERR_TYPE' || !('column' in details && 'row' in details)) throw error;
    // What the words of a fit say to do was done already, by the pipeline that encodes them.
    throw new MaxMarginError(code, 'X', `${reader} takes numbers alone, but ${message.replace(/;.*/s, '; leave the column out, or pass what the steps before the machine make of X')}`, details); // prettier-ignore
  }
  const { layout, rows, cols } = table.shape;
  if (layout === 'strings') {
    throw new MaxMarginError('ERR_TYPE', 'X', `${reader} is about rows of numbers`);
  }
  const filling = table.fill?.(); // computes the numbers, where they are not there yet
  while (filling && !filling.next().done);
  const of = (/** @type {string} */ name, /** @type {any} */ Type) => {
    const { buffer, byteOffset, byteLength } = table.buffers[name];
    return new Type(buffer, byteOffset, byteLength / Type.BYTES_PER_ELEMENT);
  };
  const data = of('data', Float64Array);
  if (layout === 'dense')
    return Array.from({ length: rows }, (_, i) => data.subarray(i * cols, (i + 1) * cols));
  const [indptr, indices] = [of('indptr', Int32Array), of('indices', Int32Array)];
  if (!isSparseRows(indptr, indices, data.length, rows, cols))
    throw new MaxMarginError('ERR_SHAPE', 'X', `X.indptr and X.indices do not describe ${rows} rows and ${cols} columns; ${sparseRule}`); // prettier-ignore
  return Array.from({ length: rows }, (_, i) => {
    const row = new Float64Array(cols);
    for (let at = indptr[i]; at < indptr[i + 1]; at++) row[indices[at]] = data[at];
    return row;
  });
}
