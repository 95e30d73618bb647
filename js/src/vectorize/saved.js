/** Vectorizers in the bytes of models, without what they work with. */
import { Container } from '../model/container.js';
import { checking, openContainer } from '../model/opened.js';

/** @import { Fitted } from '../model/fitted.js' */

/** The fields of a file. */
export const machineField = 'machine';
export const field = 'facade.vectorizer';

/**
 * The text of the vectorizer of a pipeline that was loaded, and its name; nothing if it has none.
 * @param {Fitted} fitted
 * @returns {{label: string, vectorizer: string} | undefined}
 */
export function within(fitted) {
  const text = fitted.extra(field);
  if (text === undefined) return undefined;
  const { label, vectorizer } = JSON.parse(text);
  if (typeof label !== 'string') throw new TypeError('its vectorizer has no name');
  return { label, vectorizer };
}

/**
 * The vectorizer of a file; undefined if the file is not one of a vectorizer. Go has not seen it.
 * @param {Uint8Array} bytes
 * @param {(machine: string) => boolean} isVectorizer
 * @returns {string | undefined}
 */
export function textOf(bytes, isVectorizer) {
  try {
    if (!isVectorizer(new Container(bytes).text(machineField))) return undefined;
  } catch {
    return undefined; // Go gives the error
  }
  return checking(() => openContainer(bytes).text(field));
}
