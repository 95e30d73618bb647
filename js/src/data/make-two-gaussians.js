import { MaxMarginError } from '../basics/errors.js';
import { cholesky, choleskySolve, dot, drawNormal, normalCdf } from './gaussian.js';
import { Random } from './random.js';
import { makeSamples, rowOf } from './samples.js';
import { checkOptions, seed, vectors, whole } from './settings.js';

/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/**
 * @typedef {object} TwoGaussiansOptions
 * @property {number} [samples] Default: 100.
 * @property {number[][]} [means] of the class 1 and of the class -1. Default: [[1, 1], [-1, -1]].
 * @property {number[][]} [covariance] of both. Default: the identity.
 * @property {number} [prior] probability of the class 1. Default: 0.5.
 * @property {number} [seed] Default: 0.
 */

/**
 * Normal samples of two classes, and what is known about them.
 * @typedef {object} TwoGaussians
 * @property {DenseSamples} X
 * @property {Int32Array} y 1 or -1
 * @property {number[]} weights of the best rule, which is linear
 * @property {number} intercept
 * @property {(x: ArrayLike<number>) => 1 | -1} bayesRule
 * @property {number} bayesError how often the best rule is wrong: none can do better
 * @property {number} distance of the means, in standard deviations (Mahalanobis)
 */

/** @type {Record<string, Check>} */
const checks = {
  samples: whole(1),
  means: ['two points', (value) => vectors[1](value) && value.length === 2],
  covariance: [
    'a symmetric matrix, an array of rows',
    (value) =>
      vectors[1](value) &&
      value.length === value[0].length &&
      value.every((/** @type {number[]} */ row, /** @type {number} */ i) =>
        row.every((entry, j) => entry === value[j][i]),
      ),
  ],
  prior: ['a number between 0 and 1', (value) => value > 0 && value < 1],
  seed,
};

/**
 * Two normal classes with the same covariance: the best rule and its error are
 * known. With D the Mahalanobis distance of the means and equal priors the error is
 * Phi(-D / 2) (Herbrich, Graepel and Obermayer 2000, example 1.1, with the density's
 * (2 pi)^(N/2), which is misprinted there); with other priors the threshold moves by
 * the logarithm of the odds.
 * @param {TwoGaussiansOptions} [options]
 * @returns {TwoGaussians}
 */
export function makeTwoGaussians(options) {
  const checked = checkOptions('makeTwoGaussians', options, checks);
  const { samples = 100, means = [[1, 1], [-1, -1]], prior = 0.5 } = checked; // prettier-ignore
  const [plus, minus] = means;
  const covariance =
    checked.covariance ??
    plus.map((/** @type {number} */ _, /** @type {number} */ i) =>
      plus.map((/** @type {number} */ __, /** @type {number} */ j) => Number(i === j)),
    );
  if (covariance.length !== plus.length) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'covariance',
      `covariance has ${covariance.length} rows, but the means have ${plus.length} coordinates; give as many`,
      { expected: plus.length, got: covariance.length },
    );
  }
  const lower = cholesky(covariance);
  const apart = plus.map((/** @type {number} */ m, /** @type {number} */ j) => m - minus[j]);
  const weights = choleskySolve(lower, apart);
  const distance = Math.sqrt(dot(weights, apart));
  const odds = Math.log(prior / (1 - prior));
  const intercept = odds - (dot(weights, plus) + dot(weights, minus)) / 2;
  const shift = odds === 0 ? 0 : odds / distance; // infinite where the means are the same
  const random = new Random(checked.seed);
  const X = makeSamples(samples, plus.length);
  const y = new Int32Array(samples);
  for (let i = 0; i < samples; i++) {
    y[i] = random.uniform() < prior ? 1 : -1;
    drawNormal(rowOf(X, i), y[i] > 0 ? plus : minus, lower, random);
  }
  return {
    ...{ X, y, weights, intercept, distance },
    bayesRule: (x) => (dot(weights, x) + intercept >= 0 ? 1 : -1),
    bayesError:
      prior * normalCdf(-distance / 2 - shift) + (1 - prior) * normalCdf(-distance / 2 + shift),
  };
}
