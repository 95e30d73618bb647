/** Samples of any kind, checked and copied before a call returns. */
import { checkObjects } from '../functions/own-kernel.js';
import { itemsOf } from './terms.js';

/**
 * Samples as they are sent to the work.
 * @typedef {object} Packed
 * @property {number} rows
 * @property {object} samples what is not in the buffers
 * @property {Record<string, Uint8Array>} buffers
 */

/**
 * Texts as they are, and lists and sets as arrays of text.
 * @param {unknown} X
 * @returns {Packed}
 */
export function packTexts(X) {
  const { rows, samples } = packObjects(X);
  const items = Array.from(samples.items, (sample, row) =>
    typeof sample === 'string' ? sample : itemsOf(sample, row, ''),
  );
  return { rows, samples: { items }, buffers: {} };
}

/**
 * Whatever a function takes.
 * @param {unknown} X
 */
export function packObjects(X) {
  const items = checkObjects(X, 'X');
  return { rows: items.length, samples: { items }, buffers: {} };
}
