/** Data sets and models in the text formats of LIBSVM. */
import { MaxMarginError, show } from '../basics/errors.js';
import { bytesOf, isNumbers, packSamples, toFloat64 } from '../input/inputs.js';
import { checkLength } from '../input/labels.js';
import { allocating, checkRoom } from '../basics/memory.js';
import { restore } from './saved.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { warn } from '../basics/warnings.js';

/** @import { Payload, Success } from '../runtime/host.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { Loadable } from '../model/loadable.js' */
/** @import { Host } from '../runtime/host.js' */
/** @import { LibsvmData } from '../types.js' */

/**
 * @param {unknown} text
 * @param {string} reader the function that reads it
 * @param {'readLibsvm' | 'importLibsvm' | 'load'} operation whose memory it takes
 */
export function checkText(text, reader, operation) {
  // No label has a slash.
  const isPath = typeof text === 'string' && text.length < 1024 && /^\S*[/\\]\S*$/.test(text);
  if (isPath || (typeof text !== 'string' && !(text instanceof Uint8Array))) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'text',
      `${reader} takes text, a string or UTF-8 in a Uint8Array, got ${isPath ? 'the name of a file; read the file first' : show(text)}`,
    );
  }
  checkRoom(operation, 'text', { bytes: text.length });
  return text;
}

/**
 * @param {unknown} given
 * @param {'readLibsvm' | 'importLibsvm'} reader
 * @returns {Payload}
 */
export function packText(given, reader) {
  const text = checkText(given, reader, reader);
  const bytes = allocating(reader, 'text', () =>
    typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text),
  );
  return { request: {}, buffers: { text: bytes } };
}

/**
 * @param {unknown} text
 * @param {unknown} settings
 * @returns {Payload}
 */
export function packDataText(text, settings) {
  const { zeroBased } = readSettings('readLibsvm', settings, ['zeroBased']);
  if (zeroBased !== undefined && typeof zeroBased !== 'boolean') {
    throw wrongSetting('zeroBased', 'true or false', zeroBased);
  }
  const { buffers } = packText(text, 'readLibsvm');
  return { request: { first: zeroBased === undefined ? -1 : Number(!zeroBased) }, buffers };
}

/**
 * @param {Success} reply
 * @returns {LibsvmData}
 */
export function unpackData({ value: { rows, cols, zeroBased }, buffers }) {
  const { indptr, indices, data, y, queries } = buffers;
  return {
    X: {
      indptr: new Int32Array(indptr.buffer),
      indices: new Int32Array(indices.buffer),
      data: new Float64Array(data.buffer),
      rows,
      cols,
    },
    y: new Float64Array(y.buffer),
    ...(queries && { groups: new Float64Array(queries.buffer) }),
    zeroBased,
  };
}

/**
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} settings
 * @returns {Payload}
 */
export function packData(X, y, settings) {
  const { groups } = readSettings('writeLibsvm', settings, ['groups']);
  const { shape, buffers } = packSamples(X, 'X', { operation: 'writeLibsvm' });
  const labels = checkLength(y, 'y', shape.rows);
  if (!isNumbers(labels)) {
    throw new MaxMarginError('ERR_TYPE', 'y', 'writeLibsvm needs numbers for labels');
  }
  const packed = { ...buffers, y: bytesOf(toFloat64(labels, 'y')) };
  if (groups !== undefined) {
    /** @type {any[]} */
    const queries = Array.from(checkLength(groups, 'groups', shape.rows));
    if (!queries.every((query) => Number.isSafeInteger(query))) {
      throw wrongSetting('groups', 'an array of whole numbers', queries.find((query) => !Number.isSafeInteger(query))); // prettier-ignore
    }
    Object.assign(packed, { queries: bytesOf(toFloat64(queries, 'groups')) });
  }
  return { request: { table: shape }, buffers: packed };
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
  const features = readFeatures('importLibsvm', settings);
  const { buffers } = packText(text, 'importLibsvm');
  return { request: { model: id, features }, buffers };
}

/**
 * How many features the samples of an imported model have; 0: as many as the file shows.
 * @param {string} method
 * @param {unknown} settings
 * @returns {number}
 */
export function readFeatures(method, settings) {
  const { features } = readSettings(method, settings, ['features']);
  if (features === undefined) return 0;
  if (Number.isInteger(features) && Number(features) > 0) return Number(features);
  throw wrongSetting('features', 'a whole number greater than 0', features);
}

/**
 * @param {Loadable} loadable
 * @param {number} id of the model
 * @param {Success} reply
 * @param {Host} host that has the model
 * @returns {any} the estimator, of whichever class
 */
export function unpackModel(loadable, id, { value, buffers }, host) {
  const warnings = value.warnings ?? [];
  return restore(loadable, value.machine, { id, bytes: buffers.model }, host, { warnings });
}

/**
 * Warns when a text format has no place for the probabilities of a model.
 * @param {Fitted} fitted
 * @param {string} whose text it is
 * @param {boolean} [sigmoids] whether there is place for sigmoids of pairs of classes
 */
export function warnOfProbability({ probability }, whose, sigmoids = false) {
  if (!probability || (sigmoids && probability.pairs && probability.method !== 'isotonic')) return;
  const message = `the probabilities of the model (${probability.method}) are left out: ${whose}'s text has no place for them. Predictions are the same; use save to keep all`;
  warn({ code: 'WARN_NO_PROBABILITY', message });
}
