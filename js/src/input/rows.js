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
  const table = packSamples(X, 'X', { operation: 'predict', outputs: 1 });
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
  return Array.from({ length: rows }, (_, i) => {
    const row = new Float64Array(cols);
    for (let at = indptr[i]; at < indptr[i + 1]; at++) row[indices[at]] = data[at];
    return row;
  });
}
