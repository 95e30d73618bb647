/** AdaBoost over copies of any classifier. Its rounds and votes are loaded with its first use. */
import { gather, host, loadable, rest, run } from '#host';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { withShape } from '../model/fitted.js';
import { fail } from '../model/json.js';
import { register } from '../model/loadable.js';
import { countRows } from '../select/subsets.js';
import { fitSettings, scoring, watchOf } from './one-vs.js';
import { OneVs, asking, fitted, refit } from './one-vs-base.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Entries, FitSettings, Label, ScoreSettings, Shaped, WorkSettings } from '../types.js' */
/** @import { Boosting } from './boost-steps.js' */

/** @typedef {{nEstimators?: number, rho?: number}} BoostedOptions */

/**
 * What AdaBoostClassifier does, over copies of any estimator that learns classes with weights of rows: of
 * another package, of the caller's own, or a pipeline that takes other samples than rows of numbers.
 * AdaBoostClassifier is faster where it takes the estimator.
 * @template {Label} [L=any] the labels
 */
export class BoostedClassifier extends OneVs {
  /** @internal */
  static name = /* @__PURE__ */ register(loadable, 'BoostedClassifier', this);

  /**
   * @param {any} estimator with fit(X, y, { sampleWeight }), predict, getParams and setParams; a classifier
   *   or a pipeline of the package, or an object of one's own
   * @param {BoostedOptions} [options] nEstimators: the largest number of rounds, 1 to 1000, 50 by default;
   *   rho: the margin that marginErrors and bounds are about, in [0,1), 0.1 by default
   */
  constructor(estimator, options) {
    super(estimator, host, options);
  }

  /** @internal */
  get needs() {
    return ['predict'];
  }

  /**
   * @internal
   * @param {unknown} options
   */
  readOwn(options) {
    const given = readSettings('BoostedClassifier', options, ['nEstimators', 'rho']);
    const { nEstimators = 50, rho = 0.1 } = /** @type {BoostedOptions} */ (given);
    if (!(Number.isInteger(nEstimators) && nEstimators >= 1 && nEstimators <= 1000)) {
      throw wrongSetting('nEstimators', 'a whole number from 1 to 1000', nEstimators);
    }
    if (!(typeof rho === 'number' && rho >= 0 && rho < 1)) throw wrongSetting('rho', 'a number in [0,1)', rho); // prettier-ignore
    return { nEstimators, rho };
  }

  /**
   * How the rounds went: numbers for each member, and the margin and the last weight of each row of the fit.
   * @returns {Boosting}
   */
  get boosting() {
    return structuredClone(fitted(this).boosting);
  }

  /**
   * Fits a copy of the estimator for each round, each to weights that are larger where the copies before
   * it were wrong. Fails as a whole or not at all.
   * @param {any} X
   * @param {Entries<L>} y a label for each row
   * @param {Pick<FitSettings, 'sampleWeight' | 'signal' | 'onProgress'>} [settings]
   * @returns {Returns<this>}
   */
  fit(X, y, settings) {
    return run(refit(this, this.#fitting(X, y, settings)));
  }

  /**
   * The label of every row: that with the most votes.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<L[]>}
   */
  predict(X, settings) {
    return /** @type {any} */ (
      run(asking(this, this.#deciding('labels', X, watchOf('predict', settings))))
    );
  }

  /**
   * The votes between -1 and 1, as AdaBoostClassifier has them: of two classes one number for each row,
   * positive for the second; of more rows x classes.
   * @param {any} X
   * @param {WorkSettings & {shape?: 'ovr'}} [settings]
   * @returns {Returns<Shaped<Float64Array>>}
   */
  decisionFunction(X, settings) {
    return run(asking(this, this.#deciding('values', X, watchOf('decisionFunction', settings))));
  }

  /**
   * The probability of each class for every row, from the votes, as AdaBoostClassifier has it.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>} rows x classes
   */
  predictProba(X, settings) {
    return run(asking(this, this.#deciding('shares', X, watchOf('predictProba', settings))));
  }

  /**
   * The share of rows whose predicted label is that in y.
   * @param {any} X
   * @param {Entries<L>} y
   * @param {Omit<ScoreSettings, 'transfer'>} [settings]
   * @returns {Returns<number>}
   */
  score(X, y, settings) {
    return run(scoring(this, X, y, settings));
  }

  /**
   * @param {any} X
   * @param {any} y
   * @param {any} given
   * @returns {Steps<import('./one-vs-base.js').Fit>}
   */
  *#fitting(X, y, given) {
    const settings = fitSettings(given);
    [X, y] = yield gather([X, y]);
    const { boost } = yield rest();
    return yield* boost(this.estimator, { X, y, rows: countRows(X) }, settings, this.getParams());
  }

  /**
   * @param {'labels' | 'values' | 'shares'} what
   * @param {any} X
   * @param {object} settings
   * @returns {Steps<any>}
   */
  *#deciding(what, X, settings) {
    const fit = fitted(this);
    [X] = yield gather([X]);
    const { decide } = yield rest();
    const { numbers, columns } = yield* decide(fit, what, X, settings);
    if (what === 'labels') return numbers;
    return columns === 1 ? withShape(numbers, numbers.length) : withShape(numbers, numbers.length / columns, columns); // prettier-ignore
  }

  /**
   * @internal
   * @param {any} json
   * @param {import('./one-vs-base.js').Fit} fit
   */
  readRounds({ boosting }, { labels, members }) {
    const { alphas } = Object(boosting);
    const right = Array.isArray(alphas) && alphas.length === members.length && alphas.every((alpha) => alpha > 0); // prettier-ignore
    if (!right || members.length === 0 || labels.length < 2) return fail('its members and their coefficients do not go together'); // prettier-ignore
    if (members.some((one) => typeof one?.predict !== 'function'))
      fail('a member is no classifier');
    return boosting;
  }
}
