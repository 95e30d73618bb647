/**
 * How many mistakes a perceptron can make, by a hyperplane to compare it with (Cristianini &
 * Shawe-Taylor, An introduction to support vector machines, sections 2.1.1 and 2.1.2).
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { lengthOf } from '../basics/length.js';
import { encodeLabels } from '../input/labels.js';
import { rowsOf } from '../input/rows.js';

/**
 * A hyperplane: weights of any length, and the constant, 0 unless given.
 * @typedef {{weights: ArrayLike<number>, intercept?: number}} Hyperplane
 */

/**
 * Novikoff's bound on the mistakes of a perceptron (Theorem 2.3): (2R/margin)^2, where R is the
 * length of the longest sample and the margin is the geometric one of a hyperplane that
 * separates the classes; without a constant (R/margin)^2. It does not depend on the learning
 * rate. Infinity if the hyperplane does not separate them.
 * @param {import('../types.js').Samples} X
 * @param {ArrayLike<unknown>} y labels of two classes
 * @param {Hyperplane | {margin: number}} reference
 * @param {{fitIntercept?: boolean}} [settings] whether the perceptron has a constant; it has
 *   unless this is false
 * @returns {{bound: number, margin: number, radius: number}}
 */
export function mistakeBound(X, y, reference, { fitIntercept = true } = {}) {
  const { squares, margins } = measured(X, y, reference);
  const margin = margins ? smallest(margins) : marginOf(reference);
  const square = largest(squares);
  const factor = fitIntercept ? 4 : 1;
  const bound = margin > 0 ? (factor * square) / margin ** 2 : Infinity;
  return { bound, margin, radius: Math.sqrt(square) };
}

/**
 * Freund and Schapire's bound on the mistakes of a perceptron in its first pass (Theorem 2.7),
 * for classes that need not be separable and samples without duplicates: (2 (R + D)/margin)^2,
 * where D is the length of the vector of margin slacks, max(0, margin - y f(x)/|w|). It holds for
 * every hyperplane and every margin > 0; by default the margin is the one with the least bound. If
 * few samples are on the right side, the bound falls for ever with growing margins: then it is its
 * limit 4n, which says nothing about n samples, and margin and slack are Infinity.
 * @param {import('../types.js').Samples} X
 * @param {ArrayLike<unknown>} y labels of two classes
 * @param {Hyperplane & {margin?: number}} reference
 * @returns {{bound: number, margin: number, radius: number, slack: number}} slack is D
 */
export function freundSchapireBound(X, y, reference) {
  const { squares, margins } = measured(X, y, reference);
  if (!margins) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'reference',
      'freundSchapireBound needs a hyperplane: pass weights, and the intercept if there is one',
    );
  }
  const radius = Math.sqrt(largest(squares));
  // In t = 1/margin the root of the bound, 2 (t R + |max(0, 1 - t m)|), is convex.
  const root = (/** @type {number} */ t) =>
    2 * (t * radius + lengthOf(margins.map((m) => Math.max(0, 1 - t * m))));
  const t = reference.margin === undefined ? least(root, margins, radius) : 1 / marginOf(reference);
  const slack = lengthOf(margins.map((m) => Math.max(0, 1 / t - m)));
  return { bound: root(t) ** 2, margin: 1 / t, radius, slack: t > 0 ? slack : Infinity };
}

/**
 * The minimum point of a convex function of t >= 0 that is at least 2 t R, by golden sections; 0 if
 * it does not fall.
 * @param {(t: number) => number} f
 * @param {number[]} margins
 * @param {number} radius
 */
function least(f, margins, radius) {
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [0, radius > 0 ? Math.sqrt(margins.length) / radius : 1];
  for (let step = 0; step < 200; step++) {
    const [one, other] = [high - golden * (high - low), low + golden * (high - low)];
    if (f(one) <= f(other)) high = other;
    else low = one;
  }
  const t = (low + high) / 2;
  return f(t) < f(0) * (1 - 1e-9) ? t : 0;
}

/**
 * The squared lengths of the samples and, for a hyperplane, their geometric margins.
 * @param {unknown} X
 * @param {ArrayLike<unknown>} y
 * @param {any} reference
 * @returns {{squares: number[], margins: number[] | undefined}}
 */
function measured(X, y, reference) {
  const rows = rowsOf(X, 'a bound on mistakes');
  const { classes, indices } = encodeLabels(y, rows.length);
  if (classes.labels.length !== 2) {
    throw new MaxMarginError(
      'ERR_ONE_CLASS',
      'y',
      `a bound on mistakes is about two classes, but y has ${classes.labels.length}`,
    );
  }
  const squares = rows.map((row) => dot(row, row));
  const { weights, intercept = 0 } = reference ?? {};
  if (weights === undefined) {
    marginOf(reference);
    return { squares, margins: undefined };
  }
  const w = Array.from(weights, Number);
  const norm = lengthOf(w);
  if (
    w.length !== rows[0].length ||
    !(norm > 0 && norm < Infinity) ||
    !Number.isFinite(intercept)
  ) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'reference',
      `weights must be ${rows[0].length} finite numbers, one for each column of X and not all 0, and intercept a finite number; got ${w.length} weights of length ${norm} and ${show(intercept)}`,
    );
  }
  const margins = rows.map((row, i) => ((2 * indices[i] - 1) * (dot(row, w) + intercept)) / norm);
  return { squares, margins };
}

/** @param {any} reference */
function marginOf(reference) {
  const margin = reference?.margin;
  if (typeof margin === 'number' && margin > 0 && margin < Infinity) return margin;
  throw new MaxMarginError(
    'ERR_OPTION',
    'reference',
    `reference must be a hyperplane, { weights, intercept }, or a margin > 0, { margin }; got ${show(reference)}`,
  );
}

/** @param {ArrayLike<number>} x @param {ArrayLike<number>} z */
function dot(x, z) {
  let sum = 0;
  for (let j = 0; j < x.length; j++) sum += x[j] * z[j];
  return sum;
}

const largest = (/** @type {number[]} */ values) => values.reduce((a, b) => Math.max(a, b));
const smallest = (/** @type {number[]} */ values) => values.reduce((a, b) => Math.min(a, b));
