/** How often the colours of an image occur. */
import { checkOptions, oneOf, whole } from '../data/settings.js';
import { checkImage } from './image.js';

/** @import { ImageLike } from './image.js' */

/**
 * @typedef {object} HistogramSettings
 * @property {'hsv' | 'rgb'} [space] Default: 'hsv'.
 * @property {number} [bins] in each of the three dimensions, at most 64. Default: 16.
 */

/** As a call, which bundlers can leave out. */
const checks = () => ({
  space: oneOf('hsv', 'rgb'),
  bins: /** @type {ReturnType<typeof whole>} */ ([
    'a whole number from 1 to 64',
    (value) => whole(1)[1](value) && value <= 64,
  ]),
});

/**
 * The share of an image's pixels in each of bins x bins x bins colours, which add up to 1: what
 * Chapelle, Haffner and Vapnik (1999) classify images by (Cristianini and Shawe-Taylor 2000, section
 * 8.2.2), with hue, saturation and value rather than red, green and blue. Images of any size compare.
 * Entry (i bins + j) bins + k counts hues of bin i, saturations of bin j and values of bin k.
 * @param {ImageLike} image
 * @param {HistogramSettings} [settings]
 * @returns {Float64Array} bins^3 numbers
 */
export function colorHistogram(image, settings) {
  const { width, height, data, channels } = checkImage(image);
  const { space = 'hsv', bins = 16 } = checkOptions('colorHistogram', settings, checks());
  const binsOf = space === 'hsv' ? hsvBins : rgbBins;
  const counts = new Float64Array(bins ** 3);
  const pixels = width * height;
  const color = channels === 1 ? 0 : 1;
  for (let at = 0; at < data.length; at += channels) {
    counts[binsOf(data[at], data[at + color], data[at + 2 * color], bins)]++;
  }
  return counts.map((count) => count / pixels);
}

/**
 * The bin of a share in [0, 1], part / whole; 1 is in the last one. Of whole numbers, the quotient
 * is rounded down exactly.
 * @param {number} part
 * @param {number} whole
 * @param {number} bins
 */
const binOf = (part, whole, bins) =>
  whole === 0 ? 0 : Math.min(bins - 1, Math.floor((bins * part) / whole));

/** @type {(r: number, g: number, b: number, bins: number) => number} */
const rgbBins = (r, g, b, bins) =>
  (binOf(r, 255, bins) * bins + binOf(g, 255, bins)) * bins + binOf(b, 255, bins);

/**
 * Hue is a share of the circle that begins with red and goes on to green; greys have the hue 0.
 * @type {(r: number, g: number, b: number, bins: number) => number}
 */
function hsvBins(r, g, b, bins) {
  const value = Math.max(r, g, b);
  const spread = value - Math.min(r, g, b);
  let hue = 0; // in sixths of the circle, times spread
  if (value === r) hue = g - b + (g < b ? 6 * spread : 0);
  else if (value === g) hue = b - r + 2 * spread;
  else hue = r - g + 4 * spread;
  const [h, s, v] = [
    binOf(hue, 6 * spread, bins),
    binOf(spread, value, bins),
    binOf(value, 255, bins),
  ];
  return (h * bins + s) * bins + v;
}
