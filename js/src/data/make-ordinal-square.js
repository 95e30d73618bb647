import { Random } from './random.js';
import { makeSamples, rowOf } from './samples.js';
import { checkOptions, notNegative, seed, whole } from './settings.js';

/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/**
 * @typedef {object} OrdinalSquareOptions
 * @property {number} [samples] Default: 1000.
 * @property {number} [noise] standard deviation. Default: 0.125. The document says N(0, 0.125): where
 *   that is read as the variance, it is Math.sqrt(0.125).
 * @property {number} [seed] Default: 0.
 */

/** @type {Record<string, Check>} */
const checks = { samples: whole(1), noise: notNegative, seed };

/** Where one rank ends and the next begins. */
const thresholds = [-1, -0.1, 0.25, 1];

/**
 * Five ranks on the unit square, by the thresholds -1, -0.1, 0.25 and 1 of
 * 10 (x1 - 0.5) (x2 - 0.5) + noise (Herbrich, Graepel and Obermayer 2000, equation
 * 2.29).
 * @param {OrdinalSquareOptions} [options]
 * @returns {{X: DenseSamples, y: Int32Array, trueRanks: Int32Array}} ranks from 1 to 5, with the noise
 *   and without
 */
export function makeOrdinalSquare(options) {
  const {
    samples = 1000,
    noise = 0.125,
    seed,
  } = checkOptions('makeOrdinalSquare', options, checks);
  const random = new Random(seed);
  const X = makeSamples(samples, 2);
  const y = new Int32Array(samples);
  const trueRanks = new Int32Array(samples);
  for (let i = 0; i < samples; i++) {
    const [a, b] = [random.uniform(), random.uniform()];
    rowOf(X, i).set([a, b]);
    const utility = 10 * ((a - 0.5) * (b - 0.5));
    trueRanks[i] = rankOf(utility);
    y[i] = rankOf(utility + noise * random.normal());
  }
  return { X, y, trueRanks };
}

/** @param {number} utility */
function rankOf(utility) {
  return 1 + thresholds.filter((threshold) => utility > threshold).length;
}
