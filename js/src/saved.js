/** Models as bytes. */
import { MaxMarginError, show } from './errors.js';
import { Fitted } from './fitted.js';
import { fromModel, specsOf } from './options.js';
import { stateOf } from './state.js';

/** @import { Classifier } from './classifier.js' */
/** @import { StoredModel } from './client.js' */
/** @import { Host } from './host.js' */

/**
 * A copy of the bytes of a model that a user handed over.
 * @param {unknown} bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function modelBytes(bytes) {
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes.slice(0));
  if (bytes instanceof Uint8Array) return new Uint8Array(bytes);
  throw new MaxMarginError(
    'ERR_TYPE',
    'bytes',
    `load takes the bytes of a model, a Uint8Array or ArrayBuffer, got ${show(bytes)}`,
  );
}

/**
 * The estimator for a model that Go has loaded and found good. What only the
 * facade can tell, such as whether a label is one of its kind, is checked here.
 * @template {Classifier<any, any>} T
 * @param {Record<string, new (options: any) => T>} classes by machine
 * @param {string} machine
 * @param {StoredModel} stored
 * @param {Host} host that has loaded it
 * @returns {T}
 */
export function restore(classes, machine, { id, bytes }, host) {
  try {
    const fitted = new Fitted(id, bytes);
    const options = fromModel(specsOf(machine), fitted.options(), fitted.classes.labels);
    const model = new classes[machine](options);
    stateOf(model).fitted = fitted;
    return model;
  } catch (cause) {
    host.release(id);
    throw new MaxMarginError(
      'ERR_FORMAT',
      'bytes',
      `the model is damaged or forged: ${cause instanceof Error ? cause.message : cause}; get another copy`,
      {},
      cause,
    );
  }
}
