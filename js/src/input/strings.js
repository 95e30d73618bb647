/** Strings as samples. Go and the bytes of a model hold strings as code points. */
import { MaxMarginError } from '../basics/errors.js';
import { bytesOf, describe } from '../basics/numbers.js';

/** @import { PackedTable } from './inputs.js' */
/** @import { Size } from '../basics/memory.js' */

/**
 * @param {readonly unknown[]} samples the first of them is a string
 * @param {string} argument
 * @param {(size: Size) => void} checkSize throws when there is no room
 * @returns {PackedTable}
 */
export function packStrings(samples, argument, checkSize) {
  const rows = samples.length;
  let units = 0; // at least as many as code points
  for (let i = 0; i < rows; i++) {
    const text = samples[i];
    if (typeof text !== 'string') {
      throw new MaxMarginError(
        'ERR_TYPE',
        argument,
        `${argument}[${i}] is ${describe(text)}, but the first row is a string; every row must be one`,
        { row: i, got: describe(text) },
      );
    }
    units += text.length;
  }
  checkSize({ layout: 'strings', rows, cols: 1, stored: units });
  const symbols = new Int32Array(units);
  const offsets = new Int32Array(rows + 1);
  let at = 0;
  samples.forEach((text, i) => {
    for (const letter of /** @type {string} */ (text)) {
      symbols[at++] = /** @type {number} */ (letter.codePointAt(0));
    }
    offsets[i + 1] = at;
  });
  return {
    shape: { layout: 'strings', rows, cols: 1 },
    buffers: { indices: bytesOf(symbols.slice(0, at)), indptr: bytesOf(offsets) },
  };
}

/** How many code points are turned into text at a time: few enough to be arguments. */
const piece = 1 << 12;

/**
 * @param {Int32Array} symbols
 * @param {Int32Array} offsets
 * @returns {string[]}
 */
export function readStrings(symbols, offsets) {
  return Array.from({ length: offsets.length - 1 }, (_, i) => {
    let text = '';
    for (let at = offsets[i]; at < offsets[i + 1]; at += piece) {
      text += String.fromCodePoint(...symbols.subarray(at, Math.min(at + piece, offsets[i + 1])));
    }
    return text;
  });
}
