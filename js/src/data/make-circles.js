import { Random } from './random.js';
import { addNoise, makeSamples, rowOf, shuffleRows } from './samples.js';
import { between, checkOptions, flag, notNegative, seed, whole } from './settings.js';

/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/**
 * @typedef {object} CirclesOptions
 * @property {number} [samples] Default: 100.
 * @property {number} [noise] standard deviation. Default: 0.
 * @property {number} [factor] radius of the inner circle, of 0 to 1. Default: 0.8.
 * @property {boolean} [shuffle] Default: true; otherwise the outer circle comes first.
 * @property {number} [seed] Default: 0.
 */

/** @type {Record<string, Check>} */
const checks = {
  samples: whole(2),
  noise: notNegative,
  factor: between(0, 1),
  shuffle: flag,
  seed,
};

/**
 * A circle of radius 1 and a smaller one in it, as scikit-learn's make_circles makes
 * them.
 * @param {CirclesOptions} [options]
 * @returns {{X: DenseSamples, y: Int32Array}} 0 outside, 1 inside
 */
export function makeCircles(options) {
  const {
    samples = 100,
    noise = 0,
    factor = 0.8,
    shuffle = true,
    seed,
  } = checkOptions('makeCircles', options, checks);
  const random = new Random(seed);
  const outside = Math.floor(samples / 2);
  const X = makeSamples(samples, 2);
  const y = new Int32Array(samples);
  for (let i = 0; i < samples; i++) {
    y[i] = Number(i >= outside);
    const share = y[i] ? (i - outside) / (samples - outside) : i / outside;
    const [angle, radius] = [2 * Math.PI * share, y[i] ? factor : 1];
    rowOf(X, i).set([radius * Math.cos(angle), radius * Math.sin(angle)]);
  }
  addNoise(X, noise, random);
  return shuffle ? shuffleRows(X, y, random) : { X, y };
}
