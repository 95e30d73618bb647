import { drawNormal } from './gaussian.js';
import { Random } from './random.js';
import { makeSamples, rowOf } from './samples.js';
import { checkOptions, seed, whole } from './settings.js';

/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/**
 * @typedef {object} RipleyOptions
 * @property {number} [samples] Default: 250.
 * @property {number} [seed] Default: 0.
 */

/** @type {Record<string, Check>} */
const checks = { samples: whole(1), seed };

/** Of the two classes. */
const centers = [
  [
    [-0.7, 0.3],
    [0.3, 0.3],
  ],
  [
    [-0.3, 0.7],
    [0.4, 0.7],
  ],
];

const variance = 0.03;
const deviation = [[Math.sqrt(variance)], [0, Math.sqrt(variance)]];

/**
 * Two classes in the plane, each an equal mixture of two normal clouds of variance
 * 0.03 in every direction (Ripley 1996): centres (-0.7, 0.3) and (0.3, 0.3) for class
 * 0, (-0.3, 0.7) and (0.4, 0.7) for class 1. No rule can do better than bayesError.
 * @param {RipleyOptions} [options]
 * @returns {{X: DenseSamples, y: Int32Array, bayesRule: (x: ArrayLike<number>) => 0 | 1, bayesError: number}}
 */
export function makeRipley(options) {
  const { samples = 250, seed } = checkOptions('makeRipley', options, checks);
  const random = new Random(seed);
  const X = makeSamples(samples, 2);
  const y = Int32Array.from({ length: samples }, () => random.below(2));
  y.forEach((c, i) => drawNormal(rowOf(X, i), centers[c][random.below(2)], deviation, random));
  return { X, y, bayesRule, bayesError: 0.08933 };
}

/**
 * @param {ArrayLike<number>} x
 * @returns {0 | 1}
 */
function bayesRule(x) {
  return densityOf(1, x) > densityOf(0, x) ? 1 : 0;
}

/**
 * The density of a class, without the factor that both classes share.
 * @param {number} c
 * @param {ArrayLike<number>} x
 */
function densityOf(c, x) {
  const terms = centers[c].map(([a, b]) =>
    Math.exp(-((x[0] - a) ** 2 + (x[1] - b) ** 2) / (2 * variance)),
  );
  return terms[0] + terms[1];
}
