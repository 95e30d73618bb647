/** Images as callers have them: an ImageData of a canvas, or numbers that a decoder gave. */
import { MaxMarginError, show } from '../basics/errors.js';

/**
 * An ImageData, or an object like one: the pixels of an image row by row, from the upper left, with
 * 4 numbers for each (red, green, blue, alpha), 3 without alpha, or 1 for grey, from 0 to 255.
 * Alpha is not looked at.
 * @typedef {{width: number, height: number, data: ArrayLike<number>}} ImageLike
 */

/**
 * A checked image.
 * @typedef {ImageLike & {channels: number}} Image
 */

/**
 * @param {any} image
 * @param {string} [argument]
 * @returns {Image}
 */
export function checkImage(image, argument = 'image') {
  const { width, height, data } = Object(image);
  const fail = (/** @type {string} */ code, /** @type {string} */ message) =>
    new MaxMarginError(code, argument, `${argument} ${message}`);
  const sized = [width, height].every((size) => Number.isSafeInteger(size) && size > 0);
  const list = Array.isArray(data) || (ArrayBuffer.isView(data) && 'length' in data);
  if (!sized || !list) {
    throw fail(
      'ERR_TYPE',
      `must be an ImageData, or an object { width, height, data } with whole sizes above 0 and an array, got ${show(image)}; draw an <img> on a canvas and take context.getImageData(0, 0, width, height)`,
    );
  }
  const numbers = /** @type {ArrayLike<number>} */ (data);
  const channels = numbers.length / (width * height);
  if (![1, 3, 4].includes(channels)) {
    throw fail(
      'ERR_SHAPE',
      `has ${numbers.length} numbers for ${width} x ${height} pixels; give 4 for each (RGBA), 3 (RGB) or 1 (grey)`,
    );
  }
  if (!(numbers instanceof Uint8ClampedArray || numbers instanceof Uint8Array)) {
    for (let at = 0; at < numbers.length; at++) {
      if (typeof numbers[at] === 'number' && numbers[at] >= 0 && numbers[at] <= 255) continue;
      throw fail(
        'ERR_OPTION',
        `has ${show(numbers[at])} at ${at} of its data; give numbers from 0 to 255`,
      );
    }
  }
  return { width, height, data: numbers, channels };
}

/** The luminance of Rec. 601 from red, green and blue. */
export const luminance = [0.299, 0.587, 0.114];

/**
 * A part of an image, copied.
 * @param {ImageLike} image
 * @param {number} x of its left side
 * @param {number} y of its upper side
 * @param {number} width
 * @param {number} height
 * @returns {{width: number, height: number, data: Float64Array | Uint8ClampedArray}}
 */
export function cropImage(image, x, y, width, height) {
  const whole = checkImage(image);
  const inside = (/** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ of) =>
    Number.isSafeInteger(from) && Number.isSafeInteger(size) && from >= 0 && size > 0 && from + size <= of; // prettier-ignore
  if (!inside(x, width, whole.width) || !inside(y, height, whole.height)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'width',
      `a part of ${show(width)} x ${show(height)} pixels at (${show(x)}, ${show(y)}) is not inside of the image, which has ${whole.width} x ${whole.height}; give whole numbers of pixels`,
    );
  }
  return { width, height, data: cut(whole, x, y, width, height) };
}

/**
 * @param {Image} image
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export function cut({ width: all, data, channels }, x, y, width, height) {
  const Kind = data instanceof Uint8ClampedArray ? Uint8ClampedArray : Float64Array;
  const part = new Kind(width * height * channels);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * all + x) * channels;
    const to = row * width * channels;
    for (let k = 0; k < width * channels; k++) part[to + k] = data[from + k];
  }
  return part;
}
