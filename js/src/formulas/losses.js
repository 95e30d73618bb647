/**
 * The losses of the machines as functions, for study and for drawing: the loss of an error or a
 * margin costs, its influence on a fit, the density of the noise that it belongs to, and
 * its term in the dual problem. Their formulas are those of Go, translated.
 */
import { losses } from '../generated/losses.js';
import { positive } from './conversions.js';
import { MaxMarginError, show } from '../basics/errors.js';

/**
 * The options of a loss. The regressions take the same object.
 * @typedef {object} LossOptions
 * @property {string} [loss] its name
 * @property {number} [epsilon] half-width of the tube in which errors cost nothing
 * @property {number} [sigma] where 'huber' and 'piecewisePolynomial' become linear
 * @property {number} [power] of 'polynomial' and 'piecewisePolynomial'
 * @property {number} [squaredC] the weight of the square in 'mixed'
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

/**
 * The options of a margin loss. The classifiers take the same object.
 * @typedef {object} MarginLossOptions
 * @property {string} [loss] its name
 * @property {number} [squaredC] the weight of the square in 'mixed'
 * @property {number} [C] the weight of the loss in the dual term
 */

/**
 * @typedef {object} MarginLossFunction
 * @property {(margin: number) => number} loss what a sample of the margin y f(x) costs
 * @property {(margin: number) => number} influence its derivative, which is not above 0
 * @property {(a: number) => number} dual the term that a dual variable 0 <= a <= bound adds
 * @property {number} bound of dual variables
 * @property {boolean} isRobust whether the influence is bounded
 */

/**
 * The loss of a name among those of the margin or of the residual.
 * @param {'margin' | 'residual'} of
 * @param {unknown} name
 * @param {{ sigma?: number, power?: number, squaredC?: number, C: number }} options
 */
function find(of, name, { sigma = 1, power = 1.5, squaredC = 1, C }) {
  const names = Object.keys(losses).filter((key) => losses[key].of.includes(of));
  if (typeof name !== 'string' || !names.includes(name)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'loss',
      `loss must be one of ${names.join(', ')}, got ${show(name)}`,
    );
  }
  positive(sigma, 'sigma');
  positive(squaredC, 'squaredC');
  positive(C, 'C');
  if (!(typeof power === 'number' && power > 1 && power < Infinity)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'power',
      `power must be a number in (1,inf), got ${show(power)}`,
    );
  }
  return losses[name].make({ sigma, power, ratio: squaredC / C });
}

/** Nodes and weights of Gauss and Legendre's rule on [-1, 1], on one side of 0. */
const RULE = [
  [0.1834346424956498, 0.362683783378362],
  [0.525532409916329, 0.3137066458778873],
  [0.7966664774136267, 0.2223810344533745],
  [0.9602898564975363, 0.1012285362903763],
];

/**
 * The integral of f from low to high, halved until the halves add up to the whole.
 * @param {(t: number) => number} f
 * @param {number} low
 * @param {number} high
 * @param {number} [halvings] how many are left
 * @returns {number}
 */
function integral(f, low, high, halvings = 40) {
  const rule = (/** @type {number} */ from, /** @type {number} */ to) => {
    const [middle, half] = [(from + to) / 2, (to - from) / 2];
    return RULE.reduce(
      (sum, [x, weight]) => sum + weight * half * (f(middle - half * x) + f(middle + half * x)),
      0,
    );
  };
  const middle = (low + high) / 2;
  const whole = rule(low, high);
  const parts = rule(low, middle) + rule(middle, high);
  if (halvings === 0 || Math.abs(whole - parts) <= 1e-17 + 1e-13 * parts) return parts;
  return integral(f, low, middle, halvings - 1) + integral(f, middle, high, halvings - 1);
}

/**
 * The integral of exp(-value(z)) over z > 0, with z = t / (1 - t).
 * @param {{ value(z: number): number }} loss
 */
function massOf(loss) {
  return integral((t) => Math.exp(-loss.value(t / (1 - t))) / (1 - t) ** 2, 0, 1);
}

/**
 * The loss that a regression has with these options, as a function of the error y - f(x).
 * @param {LossOptions} [options]
 * @returns {LossFunction}
 */
export function lossFunction(options = {}) {
  const { loss: name = 'huber', epsilon = 0, C = 1 } = options;
  const loss = find('residual', name, { ...options, C });
  if (epsilon !== 0) positive(epsilon, 'epsilon');
  /** @param {number} error */
  const excess = (error) => Math.abs(error) - epsilon;
  /** @param {number} error */
  const cost = (error) => loss.value(excess(error));
  /** @type {number | undefined} */
  let known;
  const logMass = () => (known ??= Math.log(2 * (epsilon + massOf(loss))));
  return Object.freeze({
    loss: cost,
    influence: (/** @type {number} */ error) => Math.sign(error) * loss.slope(excess(error)),
    density: (/** @type {number} */ error) => Math.exp(-cost(error) - logMass()),
    logLikelihood: (/** @type {Iterable<number>} */ errors) => {
      let sum = 0;
      for (const error of errors) sum -= cost(error) + logMass();
      return sum;
    },
    dual: (/** @type {number} */ a) => C * loss.conjugate(a / C)[0],
    bound: C * loss.steepest(),
    isRobust: loss.steepest() < Infinity,
    isSparse: epsilon > 0,
  });
}

/**
 * The loss that a classifier has with these options, as a function of the margin y f(x).
 * @param {MarginLossOptions} [options]
 * @returns {MarginLossFunction}
 */
export function marginLossFunction(options = {}) {
  const { loss: name = 'hinge', C = 1 } = options;
  const loss = find('margin', name, { ...options, C });
  return Object.freeze({
    loss: (/** @type {number} */ margin) => loss.value(1 - margin),
    influence: (/** @type {number} */ margin) => -loss.slope(1 - margin),
    dual: (/** @type {number} */ a) => C * loss.conjugate(a / C)[0],
    bound: C * loss.steepest(),
    isRobust: loss.steepest() < Infinity,
  });
}
