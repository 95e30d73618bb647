/** The normal distribution, in one dimension and in several. */
import { MaxMarginError } from '../basics/errors.js';

/** @import { Random } from './random.js' */

/**
 * The probability that a standard normal number is x or less, to full precision
 * also far out: by its Taylor series (Marsaglia 2004) or by the continued fraction
 * of the tail.
 * @param {number} x
 * @returns {number}
 */
export function normalCdf(x) {
  if (x > 0) return 1 - normalCdf(-x);
  if (x === -Infinity) return 0;
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x < -4) {
    let tail = -x;
    for (let k = 60; k > 0; k--) tail = -x + k / tail;
    return density / tail;
  }
  let [sum, term] = [x, x];
  for (let k = 3; sum + term !== sum; k += 2) sum += term *= (x * x) / k;
  return 0.5 + density * sum;
}

/**
 * The lower triangle L of a covariance matrix, L L' (Cholesky).
 * @param {readonly (readonly number[])[]} covariance
 * @returns {number[][]}
 */
export function cholesky(covariance) {
  /** @type {number[][]} */
  const lower = [];
  covariance.forEach((row, i) => {
    lower.push([]);
    for (let j = 0; j <= i; j++) {
      let rest = row[j];
      for (let k = 0; k < j; k++) rest -= lower[i][k] * lower[j][k];
      if (j < i) lower[i].push(rest / lower[j][j]);
      else if (rest > 0) lower[i].push(Math.sqrt(rest));
      else {
        throw new MaxMarginError(
          'ERR_OPTION',
          'covariance',
          'covariance is not positive definite; give the variances on its diagonal, and smaller numbers beside it',
        );
      }
    }
  });
  return lower;
}

/**
 * The solution x of L L' x = b.
 * @param {readonly number[][]} lower
 * @param {readonly number[]} b
 */
export function choleskySolve(lower, b) {
  const x = [...b];
  const n = b.length;
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= lower[i][k] * x[k];
    x[i] /= lower[i][i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= lower[k][i] * x[k];
    x[i] /= lower[i][i];
  }
  return x;
}

/**
 * Writes a normal vector with a mean and a covariance matrix L L'.
 * @param {Float64Array} target
 * @param {readonly number[]} mean
 * @param {readonly number[][]} lower
 * @param {Random} random
 */
export function drawNormal(target, mean, lower, random) {
  const z = mean.map(() => random.normal());
  mean.forEach((m, i) => {
    target[i] = lower[i].reduce((sum, l, k) => sum + l * z[k], m);
  });
}

/**
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
export function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
