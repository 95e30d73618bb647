import { dot, normalCdf } from './gaussian.js';
import { Random } from './random.js';
import { makeSamples, rowOf } from './samples.js';
import { checkOptions, seed, whole } from './settings.js';

/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/**
 * @typedef {object} BreimanOptions
 * @property {number} [samples] Default: 300.
 * @property {number} [seed] Default: 0.
 */

/** @type {Record<string, Check>} */
const checks = { samples: whole(1), seed };

const FEATURES = 20;
const MEAN = 0.2 ** 0.5; // 2 / sqrt(20)

/**
 * Two normal classes of variance 1 in 20 dimensions (Breiman 1996): all means are -2 / sqrt(20) in
 * class 0 and 2 / sqrt(20) in class 1. No rule can do better than bayesError, 2.3 %.
 * @param {BreimanOptions} [options]
 * @returns {{X: DenseSamples, y: Int32Array, bayesRule: (x: ArrayLike<number>) => number, bayesError: number}}
 */
export function makeTwonorm(options) {
  return twoClasses('makeTwonorm', options, [-MEAN, MEAN], [1, 1], normalCdf(-2));
}

/**
 * Two normal classes in 20 dimensions, one around the other (Breiman 1996): class 0 has the means 0
 * and the variances 4, class 1 the means 2 / sqrt(20) and the variances 1. No rule can do better than
 * bayesError, 1.2 %. Breiman prints 1.3 %, and the mean 1 / sqrt(20), with which it would be 1.5 %.
 * @param {BreimanOptions} [options]
 * @returns {{X: DenseSamples, y: Int32Array, bayesRule: (x: ArrayLike<number>) => number, bayesError: number}}
 */
export function makeRingnorm(options) {
  return twoClasses('makeRingnorm', options, [0, MEAN], [2, 1], 0.01233);
}

/**
 * @param {string} name
 * @param {BreimanOptions | undefined} options
 * @param {number[]} means of the classes, the same in every dimension
 * @param {number[]} deviations of the classes
 * @param {number} bayesError
 */
function twoClasses(name, options, means, deviations, bayesError) {
  const { samples = 300, seed } = checkOptions(name, options, checks);
  const random = new Random(seed);
  const X = makeSamples(samples, FEATURES);
  const y = Int32Array.from({ length: samples }, () => random.below(2));
  for (let at = 0; at < X.data.length; at++) {
    const c = y[Math.floor(at / FEATURES)];
    X.data[at] = means[c] + deviations[c] * random.normal();
  }
  const bayesRule = (/** @type {ArrayLike<number>} */ x) =>
    largest(
      means.map((mean, c) => {
        const away = Array.from(x, (v) => (v - mean) / deviations[c]);
        return -dot(away, away) / 2 - FEATURES * Math.log(deviations[c]);
      }),
    );
  return { X, y, bayesRule, bayesError };
}

/** @param {number[]} values */
const largest = (values) => values.indexOf(Math.max(...values));

/** A triangle of height 6 above 21 points. @param {number} peak from 1 to 21 */
const wave = (peak) =>
  Array.from({ length: 21 }, (_, i) => Math.max(0, 6 - Math.abs(i + 1 - peak)));

/** The peaks of the waves that each class mixes. */
const peaks = [
  [11, 15],
  [11, 7],
  [15, 7],
];

/**
 * Three classes of mixed waves (Breiman and others 1984, the book on CART): at 21 points a random
 * mean of two of three triangles, with normal noise of variance 1. No rule can do better than
 * bayesError, 13.3 %, which the book estimates as 14 %.
 * @param {BreimanOptions} [options]
 * @returns {{X: DenseSamples, y: Int32Array, bayesRule: (x: ArrayLike<number>) => number, bayesError: number}}
 */
export function makeWaveform(options) {
  const { samples = 300, seed } = checkOptions('makeWaveform', options, checks);
  const random = new Random(seed);
  const pairs = peaks.map((pair) => pair.map(wave));
  const X = makeSamples(samples, 21);
  const y = Int32Array.from({ length: samples }, () => random.below(3));
  y.forEach((c, i) => {
    const [a, b] = pairs[c];
    const share = random.uniform();
    const row = rowOf(X, i);
    a.forEach((v, j) => (row[j] = share * v + (1 - share) * b[j] + random.normal()));
  });
  const bayesRule = (/** @type {ArrayLike<number>} */ x) => largest(pairs.map((pair) => evidence(x, pair))); // prettier-ignore
  return { X, y, bayesRule, bayesError: 0.1327 };
}

/**
 * The logarithm of a class's density, less what all classes share: its integral over the share of
 * the first wave is one of a normal density along the line between both.
 * @param {ArrayLike<number>} x
 * @param {number[][]} pair
 */
function evidence(x, [a, b]) {
  const rest = b.map((v, j) => x[j] - v);
  const line = a.map((v, j) => v - b[j]);
  const length = Math.sqrt(dot(line, line));
  const along = dot(rest, line) / length;
  // The tail that is small has its digits; far beyond an end of the line the other one is 1.
  const part = along < length / 2 ? normalCdf(along) - normalCdf(along - length) : normalCdf(length - along) - normalCdf(-along); // prettier-ignore
  return (along ** 2 - dot(rest, rest)) / 2 + Math.log(part / length);
}
