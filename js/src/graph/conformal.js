/** Conformal predictors that were calibrated: sets of labels, and intervals of values. */
import { MaxMarginError } from '../basics/errors.js';

/** @import { Label, PredictionRows } from '../types.js' */

/**
 * What it needs of a model that is opened.
 * @typedef {object} Opened
 * @property {Label[]} classes
 * @property {(X: PredictionRows) => any[]} predict
 * @property {(X: PredictionRows) => number[][]} predictProba
 * @property {(X: PredictionRows, settings?: {shape?: 'ovr'}) => (number | number[])[]} decisionFunction
 */

/** @param {string} what */
const damaged = (what) =>
  new MaxMarginError('ERR_FORMAT', 'bytes', `the conformal predictor is damaged or forged: ${what}; get another copy`); // prettier-ignore

/** A conformal predictor that predicts. */
export class ConformalModel {
  /** @type {Opened} */
  #model;
  #difficulty;
  #options;
  /** Ascending scores, of each class if class-wise. @type {number[][]} */
  #scores;

  /**
   * @internal
   * @param {any} json
   * @param {(file: any) => any} open
   */
  constructor({ machine, options, estimator, difficulty, calibration }, open) {
    const { method, classWise, level } = Object(options);
    if (!calibration || method !== 'split') {
      throw new MaxMarginError('ERR_TYPE', 'bytes', calibration ? `the conformal predictor has the method 'full', which fits models anew; load it with maxmargin` : 'the conformal predictor was not fitted'); // prettier-ignore
    }
    this.#model = open(estimator);
    this.#difficulty = difficulty && open(difficulty);
    this.#options = options;
    const { scores, labels } = calibration;
    const { classes } = this.#model;
    const k = machine === 'ConformalClassifier' ? classes.length : 0;
    const isAscending = (/** @type {unknown} */ list) =>
      Array.isArray(list) && list.every((v, i) => Number.isFinite(v) && !(list[i - 1] > v));
    if (!Array.isArray(scores) || scores.length !== (k && classWise ? k : 1) || !scores.every(isAscending)) throw damaged('its scores do not ascend'); // prettier-ignore
    if (k !== (labels ?? []).length || classes.some((one, c) => labels[c] !== one)) throw damaged('its labels are not those of its model'); // prettier-ignore
    if (!isLevel(level)) throw damaged('it has no level');
    this.#scores = scores;
  }

  /** The classes of a classifier, in ascending order. @returns {Label[]} */
  get classes() {
    return this.#model.classes;
  }

  /**
   * What the model predicts.
   * @param {PredictionRows} X
   * @returns {Label[]}
   */
  predict(X) {
    return this.#model.predict(X);
  }

  /**
   * For each sample and class the share of samples that are at least as strange.
   * @param {PredictionRows} X
   * @returns {number[][]}
   */
  predictPValues(X) {
    if (this.classes.length === 0) throw wrong('predictPValues', 'predictIntervals');
    const { classWise } = this.#options;
    return this.#strangeness(X).map((row) =>
      row.map((score, c) => {
        const known = this.#scores[classWise ? c : 0];
        return (1 + known.length - below(known, score)) / (known.length + 1);
      }),
    );
  }

  /**
   * The set of classes of each sample, which holds its class with the probability `level`.
   * @param {PredictionRows} X
   * @param {{level?: number}} [settings] a level other than that of the fit
   * @returns {Label[][]}
   */
  predictSets(X, settings) {
    if (this.classes.length === 0) throw wrong('predictSets', 'predictIntervals');
    const least = 1 - this.#level(settings) + 1e-12;
    const { classes } = this;
    return this.predictPValues(X).map((row) => classes.filter((_, c) => row[c] > least));
  }

  /**
   * The ends of the interval of each sample, which holds its value with the probability `level`.
   * @param {PredictionRows} X
   * @param {{level?: number}} [settings] a level other than that of the fit
   * @returns {[low: number, high: number][]}
   */
  predictIntervals(X, settings) {
    if (this.classes.length > 0) throw wrong('predictIntervals', 'predictSets');
    const [scores] = this.#scores;
    const strange = Math.floor((1 - this.#level(settings)) * (scores.length + 1) + 1e-9);
    const wide = strange > 0 ? scores[scores.length - strange] : Infinity;
    const sizes = this.#difficulty?.predict(X).map(Math.exp);
    return this.predict(X).map((value, i) => {
      const reach = wide * (sizes ? sizes[i] : 1);
      return [Number(value) - reach, Number(value) + reach];
    });
  }

  /** @param {{level?: number}} [settings] */
  #level({ level = this.#options.level } = {}) {
    if (isLevel(level)) return level;
    throw new MaxMarginError('ERR_OPTION', 'level', 'level must be a number between 0 and 1');
  }

  /**
   * By how much another class has the larger decision value, or the probability of all others.
   * @param {PredictionRows} X
   * @returns {number[][]}
   */
  #strangeness(X) {
    if (this.#options.score === 'probability')
      return this.#model.predictProba(X).map((row) => row.map((p) => 1 - p));
    return this.#model.decisionFunction(X, { shape: 'ovr' }).map((f) => {
      if (!Array.isArray(f)) return [f, -f];
      return f.map((value, c) => Math.max(...f.filter((_, other) => other !== c)) - value);
    });
  }
}

/** @param {unknown} level */
const isLevel = (level) => typeof level === 'number' && level > 0 && level < 1;

/** @param {string} method @param {string} other */
const wrong = (method, other) => new MaxMarginError('ERR_TYPE', method, `use ${other}`);

/** How many of ascending numbers are below one. @param {number[]} sorted @param {number} value */
const below = (sorted, value) => {
  const at = sorted.findIndex((one) => one >= value);
  return at < 0 ? sorted.length : at;
};
