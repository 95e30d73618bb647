/** Ranks as numbers that any regression can learn, and back. */
import { isArrayOrView } from '../basics/numbers.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { encodeLabels, orderedClasses } from './labels.js';
import { checkValues } from './values.js';

/** @import { Label, Numbers } from '../types.js' */

/**
 * The numbers of samples below each sample less those above it: twice its position in ascending
 * order, from 1, less n + 1, where equal numbers share their positions. A regression that learns
 * these numbers learns the order alone (Iman and Conover 1979; Pelckmans, Suykens and De Moor 2007,
 * equation 21, with the sign that keeps the order).
 * @param {Numbers} y
 * @returns {Float64Array}
 */
export function rankTransform(y) {
  const values = checkValues(y, 'y', isArrayOrView(y) ? y.length : -1);
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) {
    throw new MaxMarginError('ERR_NONFINITE', 'y', `y[${wrong}] is ${values[wrong]}; only finite numbers have ranks`, { row: wrong }); // prettier-ignore
  }
  const sorted = values.slice().sort();
  const below = (/** @type {(other: number) => boolean} */ is) => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (is(sorted[middle])) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  return values.map((v) => below((other) => other < v) - (sorted.length - below((o) => o <= v)));
}

/** The number that stands for a rank, which is counted from 1. */
const representations = {
  rank: (/** @type {number} */ rank) => rank,
  exp: (/** @type {number} */ rank) => Math.exp(rank),
};

/**
 * A regression that learns ranks as numbers, and whose predictions become ranks again: rank i is
 * the number i, with boundaries at 1.5, 2.5, ..., or exp(i), with boundaries in the middle of
 * exp(i) and exp(i + 1). Predictions beyond the first or the last boundary have the first or the
 * last rank; a prediction on a boundary has the lower one. This is the comparison of Herbrich,
 * Graepel and Obermayer (Large margin rank boundaries for ordinal regression, section 2.5.1),
 * which shows that the choice of the numbers matters.
 *
 * The regression is any object with fit(X, y) and predict(X), promised or blocking; the methods
 * of this class return promises if those do.
 */
export class OrdinalDecoder {
  #classes = /** @type {Label[] | undefined} */ (undefined);
  #order;
  #representation;

  /**
   * @param {{ fit: (X: any, y: Float64Array, settings?: any) => any, predict: (X: any, settings?: any) => any }} regressor
   * @param {{ order?: readonly Label[] | null, representation?: 'rank' | 'exp' }} [options] order:
   *   the labels, the lowest first, which labels that are texts need
   */
  constructor(regressor, { order = null, representation = 'rank' } = {}) {
    if (typeof regressor?.fit !== 'function' || typeof regressor.predict !== 'function') {
      throw new MaxMarginError('ERR_TYPE', 'regressor', `regressor must have the methods fit and predict, got ${show(regressor)}`); // prettier-ignore
    }
    if (!Object.hasOwn(representations, representation)) {
      throw new MaxMarginError('ERR_OPTION', 'representation', `representation must be 'rank' or 'exp', got ${show(representation)}`); // prettier-ignore
    }
    /** The regression that learns the numbers. */
    this.regressor = regressor;
    this.#order = order;
    this.#representation = representation;
  }

  /** The labels in ascending order; known after fit. @returns {Label[]} */
  get classes() {
    if (this.#classes) return [...this.#classes];
    throw new MaxMarginError('ERR_NOT_FITTED', '', 'this OrdinalDecoder is not fitted yet; call fit(X, y) first'); // prettier-ignore
  }

  /** The boundaries between the numbers of the ranks. @returns {Float64Array} */
  get thresholds() {
    const of = representations[this.#representation];
    return Float64Array.from(this.classes.slice(1), (_, i) => (of(i + 1) + of(i + 2)) / 2);
  }

  /**
   * Fits the regression to the numbers of the ranks.
   * @param {any} X
   * @param {ArrayLike<Label>} y
   * @param {any} [settings] of the fit of the regression
   * @returns {any} this, or a promise of it
   */
  fit(X, y, settings) {
    const known = orderedClasses(y, y?.length, this.#order);
    const { indices } = encodeLabels(y, y.length, known);
    const of = representations[this.#representation];
    const numbers = Float64Array.from(indices, (rank) => of(rank + 1));
    checkValues(numbers, 'y', numbers.length);
    return after(this.regressor.fit(X, numbers, ...(settings ? [settings] : [])), () => {
      this.#classes = [...known.labels];
      return this;
    });
  }

  /**
   * What the regression predicts: a utility, which orders the rows.
   * @param {any} X
   * @returns {any} numbers, or a promise of them
   */
  decisionFunction(X) {
    void this.classes;
    return this.regressor.predict(X);
  }

  /**
   * The rank of each row.
   * @param {any} X
   * @returns {any} labels, or a promise of them
   */
  predict(X) {
    return after(this.decisionFunction(X), (f) => this.decode(f));
  }

  /**
   * The ranks of predicted numbers.
   * @param {ArrayLike<number>} predicted
   * @returns {Label[]}
   */
  decode(predicted) {
    const { classes, thresholds } = this;
    return Array.from(predicted, (f) => classes[thresholds.filter((theta) => f > theta).length]);
  }
}

/**
 * @param {any} result of a call, or a promise of it
 * @param {(value: any) => any} next
 */
const after = (result, next) =>
  typeof result?.then === 'function' ? result.then(next) : next(result);
