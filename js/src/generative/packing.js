/** Samples of mixtures and hidden Markov models, checked and copied before a call returns. */
import { packSamples } from '../input/inputs.js';

/** @import { Packed } from '../vectorize/packing.js' */

/**
 * Rows of numbers, or strings.
 * @param {unknown} X
 * @returns {Packed}
 */
export function packRows(X) {
  const { shape, buffers } = packSamples(X, 'X', { operation: 'transform' });
  return { rows: shape.rows, samples: shape, buffers };
}
