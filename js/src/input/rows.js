/** Rows of numbers, where JavaScript computes with them. */
import { MaxMarginError } from '../basics/errors.js';
import { packSamples } from './inputs.js';

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
  checkSparse(indptr, indices, data.length, rows, cols);
  return Array.from({ length: rows }, (_, i) => {
    const row = new Float64Array(cols);
    for (let at = indptr[i]; at < indptr[i + 1]; at++) row[indices[at]] = data[at];
    return row;
  });
}

/**
 * Checks what Go checks of sparse samples.
 * @param {Int32Array} indptr
 * @param {Int32Array} indices
 * @param {number} stored
 * @param {number} rows
 * @param {number} cols
 */
function checkSparse(indptr, indices, stored, rows, cols) {
  const wrong = (/** @type {string} */ what) => new MaxMarginError('ERR_SHAPE', 'X', `X.${what}`);
  const down = indptr.some((end, i) => end < indptr[i - 1]);
  if (down || indptr.length !== rows + 1 || indptr[0] !== 0 || indptr[rows] !== stored || indices.length !== stored) throw wrong(`indptr must ascend from 0 to ${stored}, the number of stored values, in ${rows + 1} entries, and X.indices must have ${stored}`); // prettier-ignore
  for (let i = 0; i < rows; i++) {
    for (let at = indptr[i], before = -1; at < indptr[i + 1]; before = indices[at++]) {
      if (!(indices[at] > before && indices[at] < cols)) throw wrong(`indices must ascend from 0 to ${cols - 1} within a row, but row ${i} has ${indices[at]}${before < 0 ? '' : ` after ${before}`}`); // prettier-ignore
    }
  }
}
