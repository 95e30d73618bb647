/** Images of few pixels, each the average of a block. */
import { checkOptions, oneOf, whole } from '../data/settings.js';
import { checkImage, luminance } from './image.js';

/** @import { Image, ImageLike } from './image.js' */

/**
 * @typedef {object} BlockSettings
 * @property {number} [width] blocks in a row. Default: 32.
 * @property {number} [height] blocks in a column. Default: 32.
 * @property {'gray' | 'rgb'} [color] a number for each block, or three. Default: 'gray'.
 */

/** As a call, which bundlers can leave out. */
const checks = () => ({ width: whole(1), height: whole(1), color: oneOf('gray', 'rgb') });

/**
 * The averages of blocks of pixels, row by row, from 0 to 1: what Pontil and Verri (1998) classify
 * images by (Cristianini and Shawe-Taylor 2000, section 8.2.1). Pixels that lie in several blocks
 * count in each by their share, so that any image fits any number of blocks. Grey is the luminance
 * of Rec. 601.
 * @param {ImageLike} image
 * @param {BlockSettings} [settings]
 * @returns {Float64Array} width x height numbers, or three times as many
 */
export function blockAverages(image, settings) {
  const checked = checkImage(image);
  const {
    width = 32,
    height = 32,
    color = 'gray',
  } = checkOptions('blockAverages', settings, checks());
  const averages = average(checked, width, height);
  return color === 'gray' ? grayOf(averages, checked.channels) : rgbOf(averages, checked.channels);
}

/**
 * Each channel's averages over blocks, first along rows and then along columns.
 * @param {Image} image
 * @param {number} width
 * @param {number} height
 * @returns {Float64Array} from 0 to 255
 */
export function average({ width: w, height: h, data, channels }, width, height) {
  const narrow = new Float64Array(width * h * channels);
  for (const { to, from, share } of shares(w, width)) {
    for (let row = 0; row < h; row++) {
      for (let c = 0; c < channels; c++) {
        narrow[(row * width + to) * channels + c] += share * data[(row * w + from) * channels + c];
      }
    }
  }
  const line = width * channels;
  const small = new Float64Array(height * line);
  for (const { to, from, share } of shares(h, height)) {
    for (let k = 0; k < line; k++) small[to * line + k] += share * narrow[from * line + k];
  }
  return small.map((v) => Math.min(v, 255)); // shares that are rounded may add up to more than 1
}

/**
 * Which pixels each block has, and with what weight: the weights of a block add up to 1.
 * @param {number} pixels
 * @param {number} blocks
 */
function* shares(pixels, blocks) {
  // Block b covers the interval from b pixels/blocks to (b + 1) pixels/blocks; counted in units
  // of 1/blocks of a pixel, all ends are whole numbers.
  for (let to = 0; to < blocks; to++) {
    const [begin, end] = [to * pixels, (to + 1) * pixels];
    for (let from = Math.floor(begin / blocks); from * blocks < end; from++) {
      const covered = Math.min(end, (from + 1) * blocks) - Math.max(begin, from * blocks);
      yield { to, from, share: covered / pixels };
    }
  }
}

/**
 * @param {Float64Array} values
 * @param {number} channels
 */
function grayOf(values, channels) {
  if (channels === 1) return values.map((v) => v / 255);
  const [r, g, b] = luminance;
  return Float64Array.from({ length: values.length / channels }, (_, i) => {
    const at = i * channels;
    return (r * values[at] + g * values[at + 1] + b * values[at + 2]) / 255;
  });
}

/**
 * @param {Float64Array} values
 * @param {number} channels
 */
function rgbOf(values, channels) {
  const offset = channels === 1 ? 0 : 1;
  return Float64Array.from(
    { length: (values.length / channels) * 3 },
    (_, k) => values[Math.floor(k / 3) * channels + (k % 3) * offset] / 255,
  );
}
