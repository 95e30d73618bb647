import { Random } from './random.js';
import { makeSamples } from './samples.js';
import { checkOptions, flag, interval, notNegative, seed, whole } from './settings.js';

/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/**
 * @typedef {object} SincOptions
 * @property {number} [samples] at equal distances. Default: 100.
 * @property {[number, number]} [range] the first and the last of them. Default: [-10, 10].
 * @property {boolean} [normalized] sin(pi x) / (pi x) instead of sin(x) / x. Default: false.
 * @property {number} [noise] standard deviation of the noise in y. Default: 0.
 * @property {number} [seed] Default: 0.
 */

/** @type {Record<string, Check>} */
const checks = { samples: whole(2), range: interval, normalized: flag, noise: notNegative, seed };

/**
 * A curve for regression (Smola and Schoelkopf 2004, figures 3 and 4). They do not say
 * which sinc, where and how many points: sin(x) / x at 100 points of [-10, 10] is
 * usual, sin(pi x) / (pi x) on [-1, 1] the other choice.
 * @param {SincOptions} [options]
 * @returns {{X: DenseSamples, y: Float64Array}}
 */
export function makeSinc(options) {
  const {
    samples = 100,
    range: [from, to] = [-10, 10],
    normalized = false,
    noise = 0,
    seed,
  } = checkOptions('makeSinc', options, checks);
  const random = new Random(seed);
  const X = makeSamples(samples, 1);
  const y = new Float64Array(samples);
  for (let i = 0; i < samples; i++) {
    X.data[i] = from + ((to - from) * i) / (samples - 1);
    const angle = normalized ? Math.PI * X.data[i] : X.data[i];
    y[i] = angle === 0 ? 1 : Math.sin(angle) / angle;
    if (noise > 0) y[i] += noise * random.normal();
  }
  return { X, y };
}
