/** Bytes that a method of the caller's own object gives. */
import { MaxMarginError, show } from './errors.js';

/**
 * Calls the method, and checks what it gives: a number would become as many zeros.
 * @param {string} argument
 * @param {string} method as messages name it
 * @param {() => unknown} call
 * @returns {Promise<Uint8Array<ArrayBuffer>>} at the start of their buffer
 */
export async function bytesBy(argument, method, call) {
  let got, thrown;
  try {
    const given = await call();
    // It may be detached, or a Proxy.
    if (given instanceof ArrayBuffer || given instanceof Uint8Array) return new Uint8Array(given);
    got = show(given);
  } catch (error) {
    if (error instanceof MaxMarginError) throw error;
    thrown = error;
    got = error instanceof Error ? error.message : show(error);
  }
  throw new MaxMarginError('ERR_FUNCTION', argument, `${method} must give a Uint8Array or ArrayBuffer, got ${got}`, {}, thrown); // prettier-ignore
}

/**
 * The bytes of a fitted model.
 * @param {string} taker the function that was given the model
 * @param {any} model
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export function savedBytes(taker, model) {
  return bytesBy('model', 'save()', () => {
    if (typeof model?.save === 'function') return model.save();
    throw new MaxMarginError(
      'ERR_TYPE',
      'model',
      `${taker} takes a fitted model, got ${show(model)}`,
    );
  });
}
