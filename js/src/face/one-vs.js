/** Classifiers of several classes, or of several labels for each row, made of classifiers of two. */
import { gather, host, loadable, run } from '#host';
import { MaxMarginError } from '../basics/errors.js';
import {
  checkPassing,
  checkScoreSettings,
  readSettings,
  watchPart,
  wrongSetting,
} from '../basics/settings.js';
import { hasSets, listsOf, readSets } from '../input/label-sets.js';
import { accuracy, encodeLabels, labelsIn } from '../input/labels.js';
import { checkWeights, flatNumbers } from '../input/values.js';
import { withShape } from '../model/fitted.js';
import { register } from '../model/loadable.js';
import { withParams } from '../select/estimators.js';
import { countRows, selectEntries, selectRows } from '../select/subsets.js';
import { OneVs, asking, fitted, isConstant, key, refit } from './one-vs-base.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Classes } from '../input/labels.js' */
/** @import { Fit } from './one-vs-base.js' */
/** @import { Entries, FitSettings, Label, RowLabels, ScoreSettings, Shaped, WorkSettings } from '../types.js' */

/** What a member learns: 0 or 1 for each of some rows, or of all. @typedef {{y: number[], of?: Int32Array}} Task */

/**
 * Fits copies of the estimator.
 * @param {OneVs} model
 * @param {any} X
 * @param {any} settings
 * @param {Classes & {several: boolean}} classes
 * @param {Task[]} tasks
 * @returns {Steps<Fit>}
 */
function* learn(model, X, settings, classes, tasks) {
  const members = [];
  try {
    for (const [at, { y, of }] of tasks.entries()) {
      if (y.every((mark) => mark === y[0])) {
        members.push(y[0]);
        continue;
      }
      const member = withParams(model.estimator, {});
      members.push(member);
      const how = watchPart(settings, at, tasks.length);
      const { sampleWeight } = settings;
      if (sampleWeight != null) how.sampleWeight = of ? selectEntries(sampleWeight, of) : sampleWeight; // prettier-ignore
      const given = Object.keys(how).length > 0 ? [how] : [];
      yield member.fit(of ? selectRows(X, of) : X, y, ...given);
    }
  } catch (error) {
    for (const member of members) member.dispose?.();
    throw error;
  }
  return { ...classes, members };
}

/**
 * A value of every member for every row, positive for the second class.
 * @param {Fit} fit
 * @param {any} X
 * @param {object} settings
 * @returns {Steps<Float64Array[]>}
 */
function* valuesOf({ members }, X, settings) {
  const values = [];
  for (const [at, member] of members.entries()) {
    const how = watchPart(settings, at, members.length);
    if (isConstant(member)) values.push(new Float64Array(countRows(X)).fill(2 * member - 1));
    else if (typeof member.decisionFunction === 'function')
      values.push(flatNumbers(yield member.decisionFunction(X, how))); // prettier-ignore
    else values.push((yield* second(member, X, how)).map((p) => p - 0.5));
  }
  return values;
}

/**
 * One classifier for each class, which tells its rows from all others; the class with the largest
 * decision value is predicted, the first of equals. With several labels for each row, one for each
 * label: those whose decision values are not negative are predicted.
 * @template [T=any] what is predicted for a row: a label, or a list of labels
 */
export class OneVsRestClassifier extends OneVs {
  /** @internal */
  static name = /* @__PURE__ */ register(loadable, 'OneVsRestClassifier', this);

  /** @param {any} estimator a classifier or a pipeline, of which copies are fitted */
  constructor(estimator) {
    super(estimator, host);
  }

  /**
   * Fits a copy of the estimator for each class; of two classes one for the second. y has a label for
   * each row, or several. Fails as a whole or not at all.
   * @param {any} X
   * @param {RowLabels} y
   * @param {Pick<FitSettings, 'sampleWeight' | 'signal' | 'onProgress'>} [settings]
   * @returns {Returns<this>}
   */
  fit(X, y, settings) {
    return run(refit(this, this.#fitting(X, y, settings)));
  }

  /**
   * The label of every row, or a list of its labels.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<T[]>}
   */
  predict(X, settings) {
    return /** @type {any} */ (
      run(asking(this, this.#predicting(X, watchOf('predict', settings))))
    );
  }

  /**
   * Decision values, rows x classes; of two classes one for each row, positive for the second.
   * @param {any} X
   * @param {WorkSettings & {shape?: 'ovr'}} [settings]
   * @returns {Returns<Shaped<Float64Array>>}
   */
  decisionFunction(X, settings) {
    return run(asking(this, this.#deciding(X, watchOf('decisionFunction', settings))));
  }

  /**
   * The probability of each class for every row: those of the estimators divided by their sum, or alike
   * if all are 0. With several labels each is for itself.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>} rows x classes
   */
  predictProba(X, settings) {
    return run(asking(this, this.#giving(X, watchOf('predictProba', settings))));
  }

  /**
   * The share of rows whose predicted label, or list of labels, is that in y.
   * @param {any} X
   * @param {RowLabels} y
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
   * @returns {Steps<Fit>}
   */
  *#fitting(X, y, given) {
    const settings = fitSettings(given);
    [X, y] = yield gather([X, y]);
    const rows = countRows(X);
    if (hasSets(y)) {
      const [{ labels, marks, rows: found }] = readSets([[y, 'y']]);
      if (found !== rows) throw wrongRows(found, rows);
      if (labels.length === 0) throw new MaxMarginError('ERR_ONE_CLASS', 'y', 'y has no labels; give some rows lists that are not empty', { classes: [] }); // prettier-ignore
      const k = labels.length;
      const { kind } = labelsIn(labels, 'y');
      const tasks = labels.map((_, c) => ({ y: Array.from({ length: rows }, (_, i) => marks[i * k + c]) })); // prettier-ignore
      return yield* learn(this, X, settings, { kind, labels, several: true }, tasks);
    }
    const { classes, indices } = encodeLabels(y, rows);
    const judged = classes.labels.length === 2 ? [1] : classes.labels.keys();
    const tasks = Array.from(judged, (c) => ({ y: Array.from(indices, (own) => +(own === c)) })); // prettier-ignore
    return yield* learn(this, X, settings, { ...classes, several: false }, tasks);
  }

  /**
   * @param {any} X
   * @param {object} settings
   * @returns {Steps<any[]>}
   */
  *#predicting(X, settings) {
    const fit = fitted(this);
    const { labels, several } = fit;
    [X] = yield gather([X]);
    const values = yield* valuesOf(fit, X, settings);
    const rows = values[0].length;
    const k = labels.length;
    if (several) return listsOf(labels, rows, (at) => values[at % k][Math.floor(at / k)] >= 0);
    return Array.from({ length: rows }, (_, i) => labels[largest(values.map((own) => own[i]))]);
  }

  /**
   * @param {any} X
   * @param {object} settings
   * @returns {Steps<Shaped<Float64Array>>}
   */
  *#deciding(X, settings) {
    const fit = fitted(this);
    [X] = yield gather([X]);
    return table(yield* valuesOf(fit, X, settings));
  }

  /**
   * @param {any} X
   * @param {object} settings
   * @returns {Steps<Shaped<Float64Array>>}
   */
  *#giving(X, settings) {
    const { members, several } = fitted(this);
    [X] = yield gather([X]);
    const columns = [];
    for (const [at, member] of members.entries()) {
      const how = watchPart(settings, at, members.length);
      if (isConstant(member)) columns.push(new Float64Array(countRows(X)).fill(member));
      else columns.push(yield* second(member, X, how));
    }
    if (several) return table(columns, true);
    if (columns.length === 1) columns.unshift(columns[0].map((p) => 1 - p));
    for (const i of columns[0].keys()) {
      const sum = columns.reduce((all, own) => all + own[i], 0);
      for (const own of columns) own[i] = sum > 0 ? own[i] / sum : 1 / columns.length;
    }
    return table(columns, true);
  }
}

/**
 * One classifier for each pair of classes, fitted to their rows. The class with the most votes is
 * predicted; among equals that with the largest sum of decision values, and then the first.
 * @template {Label} [L=any] the labels
 */
export class OneVsOneClassifier extends OneVs {
  /** @internal */
  static name = /* @__PURE__ */ register(loadable, 'OneVsOneClassifier', this);

  /** @param {any} estimator a classifier or a pipeline, of which copies are fitted */
  constructor(estimator) {
    super(estimator, host);
  }

  /**
   * Fits a copy of the estimator for each pair of classes.
   * @param {any} X
   * @param {Entries<L>} y
   * @param {Pick<FitSettings, 'sampleWeight' | 'signal' | 'onProgress'>} [settings]
   * @returns {Returns<this>}
   */
  fit(X, y, settings) {
    return run(refit(this, this.#fitting(X, y, settings)));
  }

  /**
   * The label of every row.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<L[]>}
   */
  predict(X, settings) {
    return /** @type {any} */ (
      run(asking(this, this.#predicting(X, watchOf('predict', settings))))
    );
  }

  /**
   * Rows x classes: votes, and less than 1/3 by the sum of decision values; of two classes one decision
   * value for each row.
   * @param {any} X
   * @param {WorkSettings & {shape?: 'ovr'}} [settings]
   * @returns {Returns<Shaped<Float64Array>>}
   */
  decisionFunction(X, settings) {
    return run(asking(this, this.#deciding(X, watchOf('decisionFunction', settings))));
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
   * @returns {Steps<Fit>}
   */
  *#fitting(X, y, given) {
    const settings = fitSettings(given);
    [X, y] = yield gather([X, y]);
    if (hasSets(y)) throw wrongSetting('y', 'one label for each row', y, '; OneVsRestClassifier takes several'); // prettier-ignore
    const { classes, indices } = encodeLabels(y, countRows(X));
    const tasks = pairs(classes.labels.length).map(([a, b]) => {
      const of = Int32Array.from(indices.keys()).filter((i) => indices[i] === a || indices[i] === b); // prettier-ignore
      return { y: Array.from(of, (i) => +(indices[i] === b)), of };
    });
    return yield* learn(this, X, settings, { ...classes, several: false }, tasks);
  }

  /**
   * @param {any} X
   * @param {object} settings
   * @returns {Steps<Label[]>}
   */
  *#predicting(X, settings) {
    const { labels } = fitted(this);
    const k = labels.length;
    const values = yield* this.#deciding(X, settings);
    if (k === 2) return Array.from(values, (value) => labels[+(value >= 0)]);
    return Array.from({ length: values.length / k }, (_, i) => labels[largest(values.subarray(i * k, (i + 1) * k))]); // prettier-ignore
  }

  /**
   * @param {any} X
   * @param {object} settings
   * @returns {Steps<Shaped<Float64Array>>}
   */
  *#deciding(X, settings) {
    const fit = fitted(this);
    const k = fit.labels.length;
    [X] = yield gather([X]);
    const values = yield* valuesOf(fit, X, settings);
    if (k === 2) return table(values);
    const [votes, sums] = [0, 1].map(() => Array.from({ length: k }, () => new Float64Array(values[0].length))); // prettier-ignore
    pairs(k).forEach(([a, b], at) =>
      values[at].forEach((value, i) => {
        votes[value >= 0 ? b : a][i]++;
        sums[a][i] -= value;
        sums[b][i] += value;
      }),
    );
    return table(votes.map((own, c) => own.map((count, i) => count + sums[c][i] / (3 * (Math.abs(sums[c][i]) + 1))))); // prettier-ignore
  }
}

/** @param {unknown} given */
export function fitSettings(given) {
  const settings = readSettings('fit', given, ['sampleWeight', 'signal', 'onProgress']);
  return { ...settings, ...checkPassing(settings).watch };
}

/**
 * @param {string} method
 * @param {unknown} given
 */
export function watchOf(method, given) {
  const shaped = method === 'decisionFunction' ? ['shape'] : [];
  const { shape = 'ovr', ...settings } = readSettings(method, given, ['signal', 'onProgress', ...shaped]); // prettier-ignore
  if (shape !== 'ovr') throw wrongSetting('shape', `'ovr'`, shape);
  return checkPassing(settings).watch;
}

/** @param {number} k @returns {[number, number][]} */
const pairs = (k) =>
  Array.from({ length: k }, (_, a) => a).flatMap((a) =>
    Array.from({ length: k - a - 1 }, (_, b) => /** @type {[number, number]} */ ([a, a + b + 1])),
  );

/** The place of the largest, the first of equals; of one value, whether it is that of the second class. @param {ArrayLike<number>} values */
function largest(values) {
  if (values.length === 1) return +(values[0] >= 0);
  let best = 0;
  for (let c = 1; c < values.length; c++) if (values[c] > values[best]) best = c;
  return best;
}

/**
 * The probabilities of the second class.
 * @param {any} member
 * @param {any} X
 * @param {object} how
 * @returns {Steps<Float64Array>}
 */
function* second(member, X, how) {
  if (typeof member.predictProba !== 'function') {
    throw new MaxMarginError('ERR_TYPE', key, 'the estimator has no predictProba; use one with probabilities'); // prettier-ignore
  }
  return flatNumbers(yield member.predictProba(X, how)).filter((_, at) => at % 2 === 1);
}

/**
 * Columns as one matrix; one column alone stays a list, unless it is of one label among several.
 * @param {Float64Array[]} columns
 * @param {boolean} [whole]
 * @returns {Shaped<Float64Array>}
 */
function table(columns, whole = false) {
  const [k, rows] = [columns.length, columns[0].length];
  const values = Float64Array.from({ length: rows * k }, (_, at) => columns[at % k][Math.floor(at / k)]); // prettier-ignore
  return k === 1 && !whole ? withShape(values, rows) : withShape(values, rows, k);
}

/**
 * @param {any} model
 * @param {any} X
 * @param {any} y
 * @param {unknown} given
 * @returns {Steps<number>}
 */
export function* scoring(model, X, y, given) {
  const { several, kind, labels } = fitted(model);
  const { how, sampleWeight } = checkScoreSettings(given);
  [X, y] = yield gather([X, y]);
  const predicted = yield model.predict(X, how);
  const weights = checkWeights(sampleWeight, predicted.length);
  if (!several) return accuracy({ kind, labels }, predicted, y, weights);
  // Lists of 0 and 1 could be taken for rows of marks, sets cannot.
  const sets = predicted.map((/** @type {Label[]} */ list) => new Set(list));
  const [truth, found] = readSets([[y, 'y'], [sets, 'predictions']]); // prettier-ignore
  if (truth.rows !== found.rows) throw wrongRows(truth.rows, found.rows);
  const k = truth.labels.length;
  let [right, total] = [0, 0];
  for (let i = 0; i < found.rows; i++) {
    const weight = weights?.[i] ?? 1;
    total += weight;
    const same = (/** @type {number} */ mark, /** @type {number} */ c) => mark === truth.marks[i * k + c]; // prettier-ignore
    if (found.marks.subarray(i * k, (i + 1) * k).every(same)) right += weight;
  }
  return right / total;
}

/**
 * @param {number} got
 * @param {number} expected
 */
const wrongRows = (got, expected) =>
  new MaxMarginError('ERR_SHAPE', 'y', `y has ${got} rows, but X has ${expected}; there must be one per row`, { expected, got }); // prettier-ignore
