/**
 * Converts the parameters of other conventions to those of this package: gamma as in exp(-gamma
 * |x - z|^2), and C as the weight of the sum of the losses beside 1/2 |w|^2.
 */
import { MaxMarginError, show } from '../basics/errors.js';

/**
 * The C for n samples that solves lambda |w|^2 + 1/n (sum of the losses), as
 * Shalev-Shwartz and Ben-David have it: 1 / (2 lambda n). Where the first term is
 * lambda/2 |w|^2, pass half of that lambda.
 * @param {number} lambda > 0
 * @param {number} n how many samples there are
 * @returns {number}
 */
export function cFromLambda(lambda, n) {
  return 1 / (2 * positive(lambda, 'lambda') * positive(n, 'n'));
}

/**
 * The inverse of cFromLambda.
 * @param {number} C > 0
 * @param {number} n how many samples there are
 * @returns {number}
 */
export function lambdaFromC(C, n) {
  return 1 / (2 * positive(C, 'C') * positive(n, 'n'));
}

/**
 * The gamma of a Gaussian of standard deviation sigma, exp(-|x - z|^2 / (2 sigma^2)).
 * @param {number} sigma > 0
 * @returns {number}
 */
export function gammaFromSigma(sigma) {
  return 1 / (2 * positive(sigma, 'sigma') ** 2);
}

/**
 * The inverse of gammaFromSigma.
 * @param {number} gamma > 0
 * @returns {number}
 */
export function sigmaFromGamma(gamma) {
  return Math.sqrt(1 / (2 * positive(gamma, 'gamma')));
}

/**
 * The gamma of a Gaussian of variance v, exp(-|x - z|^2 / (2 v)), which Shalev-Shwartz and
 * Ben-David call sigma: not squared.
 * @param {number} variance > 0
 * @returns {number}
 */
export function gammaFromVariance(variance) {
  return 1 / (2 * positive(variance, 'variance'));
}

/**
 * The inverse of gammaFromVariance.
 * @param {number} gamma > 0
 * @returns {number}
 */
export function varianceFromGamma(gamma) {
  return 1 / (2 * positive(gamma, 'gamma'));
}

/**
 * The gamma of exp(-|x - z|^2 / width), or of exp(-|x - z|^2 / width^2) given the
 * square of it: 1 / width.
 * @param {number} width > 0
 * @returns {number}
 */
export function gammaFromWidth(width) {
  return 1 / positive(width, 'width');
}

/**
 * The inverse of gammaFromWidth.
 * @param {number} gamma > 0
 * @returns {number}
 */
export function widthFromGamma(gamma) {
  return 1 / positive(gamma, 'gamma');
}

/**
 * @param {unknown} value
 * @param {string} name
 */
export function positive(value, name) {
  if (typeof value === 'number' && value > 0 && value < Infinity) return value;
  throw new MaxMarginError(
    'ERR_OPTION',
    name,
    `${name} must be a number in (0,inf), got ${show(value)}`,
  );
}
