import { Random } from './random.js';
import { addNoise, makeSamples, rowOf, shuffleRows } from './samples.js';
import { checkOptions, flag, notNegative, seed, whole } from './settings.js';

/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/**
 * @typedef {object} MoonsOptions
 * @property {number} [samples] Default: 100.
 * @property {number} [noise] standard deviation. Default: 0.
 * @property {boolean} [shuffle] Default: true; otherwise the upper half circle comes first.
 * @property {number} [seed] Default: 0.
 */

/** @type {Record<string, Check>} */
const checks = { samples: whole(2), noise: notNegative, shuffle: flag, seed };

/**
 * Two half circles that reach into each other, as scikit-learn's make_moons makes
 * them.
 * @param {MoonsOptions} [options]
 * @returns {{X: DenseSamples, y: Int32Array}} 0 for the upper one, 1 for the lower
 */
export function makeMoons(options) {
  const {
    samples = 100,
    noise = 0,
    shuffle = true,
    seed,
  } = checkOptions('makeMoons', options, checks);
  const random = new Random(seed);
  const upper = Math.floor(samples / 2);
  const X = makeSamples(samples, 2);
  const y = new Int32Array(samples);
  for (let i = 0; i < samples; i++) {
    y[i] = Number(i >= upper);
    const [at, count] = y[i] ? [i - upper, samples - upper] : [i, upper];
    const angle = count > 1 ? (Math.PI * at) / (count - 1) : 0;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    rowOf(X, i).set(y[i] ? [1 - cos, 0.5 - sin] : [cos, sin]);
  }
  addNoise(X, noise, random);
  return shuffle ? shuffleRows(X, y, random) : { X, y };
}
