/**
 * The losses of ConvexLossSVR as functions to look at and to draw: what an error
 * costs, its influence on a fit, the density of the noise that it belongs to, and its
 * term in the dual problem (Smola and Schoelkopf, A tutorial on support vector
 * regression, 2004, tables 1 and 2).
 */
import { positive } from './conversions.js';
import { MaxMarginError, show } from './errors.js';
import { gamma, lowerGamma } from './gamma-function.js';

/**
 * A loss by the option of ConvexLossSVR, which takes the same object.
 * @typedef {object} LossOptions
 * @property {string} [loss] its name
 * @property {number} [epsilon] half-width of the tube in which errors cost nothing
 * @property {number} [sigma] where 'huber' and 'piecewise_polynomial' become linear
 * @property {number} [power] of 'polynomial' and 'piecewise_polynomial'
 * @property {number} [C] the weight of the loss in the dual term
 */

/**
 * @typedef {object} LossFunction
 * @property {(error: number) => number} loss what an error costs
 * @property {(error: number) => number} influence its derivative
 * @property {(error: number) => number} density of the noise: exp(-loss), normalised
 * @property {(errors: Iterable<number>) => number} logLikelihood of independent errors with that density
 * @property {(a: number) => number} dual the term that a dual variable 0 <= a <= bound adds
 * @property {number} bound of dual variables
 * @property {boolean} isRobust whether the influence is bounded
 * @property {boolean} isSparse whether errors inside a tube leave no support vectors
 */

/** Of an excess e >= 0 over the tube: loss, slope, the largest slope, dual, integral of exp(-loss). */
const kinds = {
  excess: {
    value: (/** @type {number} */ e) => e,
    slope: () => 1,
    steepest: 1,
    dual: () => 0,
    mass: 1,
  },
  /** @param {number} p */
  polynomial: (p) => ({
    value: (/** @type {number} */ e) => e ** p / p,
    slope: (/** @type {number} */ e) => e ** (p - 1),
    steepest: Infinity,
    dual: (/** @type {number} */ a, /** @type {number} */ C) =>
      ((p - 1) / p) * a * (a / C) ** (1 / (p - 1)),
    mass: p ** (1 / p - 1) * gamma(1 / p),
  }),
  /**
   * @param {number} p
   * @param {number} s where it becomes linear
   */
  piecewise: (p, s) => ({
    value: (/** @type {number} */ e) => (e <= s ? (s * (e / s) ** p) / p : e - (s * (p - 1)) / p),
    slope: (/** @type {number} */ e) => Math.min(e / s, 1) ** (p - 1),
    steepest: 1,
    dual: (/** @type {number} */ a, /** @type {number} */ C) =>
      s * ((p - 1) / p) * a * (a / C) ** (1 / (p - 1)),
    mass: ((p * s ** (p - 1)) ** (1 / p) * lowerGamma(1 / p, s / p)) / p + Math.exp(-s / p),
  }),
};

/** @type {Record<string, (sigma: number, power: number) => { value: (e: number) => number, slope: (e: number) => number, steepest: number, dual: (a: number, C: number) => number, mass: number }>} */
const losses = {
  epsilon_insensitive: () => kinds.excess,
  laplacian: () => kinds.excess,
  gaussian: () => kinds.polynomial(2),
  huber: (sigma) => kinds.piecewise(2, sigma),
  polynomial: (_, power) => kinds.polynomial(power),
  piecewise_polynomial: (sigma, power) => kinds.piecewise(power, sigma),
};

/**
 * The loss that ConvexLossSVR has with these options.
 * @param {LossOptions} [options]
 * @returns {LossFunction}
 */
export function lossFunction(options = {}) {
  const { loss = 'huber', epsilon = 0, sigma = 1, power = 1.5, C = 1 } = options;
  if (typeof loss !== 'string' || !Object.hasOwn(losses, loss)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'loss',
      `loss must be one of ${Object.keys(losses).join(', ')}, got ${show(loss)}`,
    );
  }
  positive(sigma, 'sigma');
  positive(C, 'C');
  if (!(typeof power === 'number' && power > 1 && power < Infinity)) {
    throw new MaxMarginError('ERR_OPTION', 'power', `power must be a number in (1,inf), got ${show(power)}`);
  }
  if (epsilon !== 0) positive(epsilon, 'epsilon');
  const { value, slope, steepest, dual, mass } = losses[loss](sigma, power);
  /** @param {number} error */
  const excess = (error) => Math.max(0, Math.abs(error) - epsilon);
  /** @param {number} error */
  const cost = (error) => value(excess(error));
  const logMass = Math.log(2 * (epsilon + mass));
  return Object.freeze({
    loss: cost,
    influence: (/** @type {number} */ error) =>
      excess(error) > 0 ? Math.sign(error) * slope(excess(error)) : 0,
    density: (/** @type {number} */ error) => Math.exp(-cost(error) - logMass),
    logLikelihood: (/** @type {Iterable<number>} */ errors) => {
      let sum = 0;
      for (const error of errors) sum -= cost(error) + logMass;
      return sum;
    },
    dual: (/** @type {number} */ a) => dual(a, C),
    bound: C * steepest,
    isRobust: steepest < Infinity,
    isSparse: epsilon > 0,
  });
}
