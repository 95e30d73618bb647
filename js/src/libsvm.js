/** Data sets in the text format of LIBSVM. */
import { MaxMarginError, show } from './errors.js';
import { bytesOf, isNumbers, packSamples, toFloat64 } from './inputs.js';
import { checkLength } from './labels.js';

/** @import { Payload } from './client.js' */
/** @import { Success } from './runtime.js' */
/** @import { LibsvmData } from './types.js' */

/**
 * @param {unknown} text
 * @returns {Payload}
 */
export function packText(text) {
  if (typeof text !== 'string' && !(text instanceof Uint8Array)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'text',
      `readLibsvm takes text, a string or UTF-8 in a Uint8Array, got ${show(text)}`,
    );
  }
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text);
  return { request: {}, buffers: { text: bytes } };
}

/**
 * @param {Success} reply
 * @returns {LibsvmData}
 */
export function unpackData({ value: { rows, cols }, buffers: { indptr, indices, data, y } }) {
  return {
    X: {
      indptr: new Int32Array(indptr.buffer),
      indices: new Int32Array(indices.buffer),
      data: new Float64Array(data.buffer),
      rows,
      cols,
    },
    y: new Float64Array(y.buffer),
  };
}

/**
 * @param {unknown} X
 * @param {unknown} y
 * @returns {Payload}
 */
export function packData(X, y) {
  const { shape, buffers } = packSamples(X, 'X');
  const labels = checkLength(y, 'y', shape.rows);
  if (!isNumbers(labels)) {
    throw new MaxMarginError('ERR_TYPE', 'y', 'writeLibsvm needs numbers for labels');
  }
  return { request: { table: shape }, buffers: { ...buffers, y: bytesOf(toFloat64(labels, 'y')) } };
}

/**
 * @param {Success} reply
 * @returns {string}
 */
export function unpackText({ buffers: { text } }) {
  return new TextDecoder().decode(text);
}
