/** Data sets and models in the text formats of LIBSVM. */
import { MaxMarginError, show } from './errors.js';
import { bytesOf, isNumbers, packSamples, toFloat64 } from './inputs.js';
import { checkLength } from './labels.js';
import { allocating, checkRoom } from './memory.js';
import { restore } from './saved.js';
import { readSettings, wrongSetting } from './state.js';
import { warn } from './warnings.js';

/** @import { Payload } from './client.js' */
/** @import { Host } from './host.js' */
/** @import { Success } from './runtime.js' */
/** @import { LibsvmData } from './types.js' */

/**
 * @param {unknown} text
 * @param {'readLibsvm' | 'importLibsvm'} reader the function that reads it
 * @returns {Payload}
 */
export function packText(text, reader) {
  if (typeof text !== 'string' && !(text instanceof Uint8Array)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'text',
      `${reader} takes text, a string or UTF-8 in a Uint8Array, got ${show(text)}`,
    );
  }
  checkRoom(reader, 'text', { bytes: text.length });
  const bytes = allocating(reader, 'text', () =>
    typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text),
  );
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
  const { shape, buffers } = packSamples(X, 'X', { operation: 'writeLibsvm' });
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

/**
 * @param {number} id the model will have
 * @param {unknown} text
 * @param {unknown} settings
 * @returns {Payload}
 */
export function packModel(id, text, settings) {
  const { features } = readSettings('importLibsvm', settings, ['features']);
  if (features !== undefined && !(Number.isInteger(features) && Number(features) > 0)) {
    throw wrongSetting('features', 'a whole number greater than 0', features);
  }
  const { buffers } = packText(text, 'importLibsvm');
  return { request: { model: id, features: features ?? 0 }, buffers };
}

/**
 * @param {Record<string, new (options: any) => any>} classes by machine
 * @param {number} id of the model
 * @param {Success} reply
 * @param {Host} host that has the model
 * @returns {any} the estimator, of whichever class
 */
export function unpackModel(classes, id, { value, buffers }, host) {
  const model = restore(classes, value.machine, { id, bytes: buffers.model }, host);
  for (const warning of value.warnings ?? []) warn(warning);
  return model;
}
