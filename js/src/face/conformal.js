/**
 * Conformal prediction: sets of labels and intervals of values that hold the truth with a chosen
 * probability, around any classifier or regressor (Vovk, Gammerman and Shafer 2005).
 */
import { gather, loadable, run } from '#host';
import { MaxMarginError, show } from '../basics/errors.js';
import { ascending } from '../basics/text.js';
import { warn } from '../basics/warnings.js';
import { bytesOf } from '../input/inputs.js';
import { encodeLabels, parseClasses } from '../input/labels.js';
import { checkValues, flatNumbers, float64s } from '../input/values.js';
import { withShape } from '../model/fitted.js';
import { Estimator } from '../model/estimator.js';
import { fail, format, version } from '../model/json.js';
import { isArrayOrView } from '../basics/numbers.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';
import { register } from '../model/loadable.js';
import { withParams } from '../select/estimators.js';
import { countRows, selectEntries, selectRows, stackRows } from '../select/subsets.js';
import { trainTestSplit } from './model-selection.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Classes } from '../input/labels.js' */
/** @import { ConformalJSON, Entries, IntervalOptions, Label, LevelSettings, PredictSettings, SetOptions, Shaped } from '../types.js' */

/**
 * What both have in common: the options, and whether there are enough samples.
 * @template Options
 */
class Conformal {
  /**
   * @param {any} estimator
   * @param {Record<string, any>} options
   * @param {Record<string, any>} others options with their defaults
   * @param {readonly string[]} methods that the estimator needs
   */
  constructor(estimator, options, others, methods) {
    const missing = methods.find((name) => typeof estimator?.[name] !== 'function');
    if (missing) {
      throw new MaxMarginError('ERR_TYPE', 'estimator', `the estimator must have the methods ${methods.join(', ')}, got ${show(estimator)}; ${missing} is missing`); // prettier-ignore
    }
    const usual = { method: 'split', level: 0.9, calibrationSize: 0.25, seed: 0, ...others };
    const given = readSettings(new.target.name, options, Object.keys(usual));
    /** @type {Record<string, any>} */
    const own = { ...usual, ...given };
    if (!['split', 'full'].includes(own.method)) {
      throw wrongSetting('method', `'split' or 'full'`, own.method);
    }
    checkLevel(own.level);
    /** The estimator, which fit fits. */
    this.estimator = estimator;
    /** @protected @type {any} */
    this.how = own;
    Object.freeze(own);
    /** The rows that full prediction learns from. @protected @type {{X: any, y: any} | undefined} */
    this.bag = undefined;
    /** Sizes of the groups of samples that predictions are compared with. @protected @type {number[] | undefined} */
    this.sizes = undefined;
  }

  /** All options, the defaults filled in. @returns {Required<Options>} */
  get options() {
    return /** @type {Required<Options>} */ ({ ...this.how });
  }

  /**
   * 'calibrated', or 'tooFewSamples' if there are too few for the level: then all sets have all
   * classes and all intervals are infinite (or those of the class that has too few).
   * @returns {'calibrated' | 'tooFewSamples'}
   */
  get status() {
    const { level } = this.how;
    return this.ready().every((n) => n >= fewest(level)) ? 'calibrated' : 'tooFewSamples';
  }

  /**
   * The whole predictor, for JSON.stringify: options, models, and what they are calibrated with. load
   * takes it. The models must be of this package.
   * @returns {ConformalJSON}
   */
  toJSON() {
    const { difficulty, ...options } = this.how;
    const known = this.sizes && (this.bag ? writeBag(this.bag) : this.kept());
    return {
      ...{ format, version, machine: this.machine, options },
      estimator: writeModel(this.estimator, 'estimator'),
      ...(difficulty && { difficulty: writeModel(difficulty, 'difficulty') }),
      ...(known && { calibration: known }),
    };
  }

  /**
   * @internal
   * @param {any} json
   * @param {any[]} parts what load made of the models
   * @returns {any}
   */
  static remake({ options, calibration }, [estimator, difficulty]) {
    const predictor = new /** @type {any} */ (this)(estimator, { ...options, ...(difficulty && { difficulty }) }); // prettier-ignore
    if (calibration) predictor.sizes = predictor.restore(calibration);
    return predictor;
  }

  /**
   * What it is called in JSON.
   * @protected
   * @returns {string}
   */
  get machine() {
    return '';
  }

  /**
   * What the split calibration is made of.
   * @protected
   * @returns {object}
   */
  kept() {
    return {};
  }

  /** @protected */
  ready() {
    if (this.sizes) return this.sizes;
    throw new MaxMarginError('ERR_NOT_FITTED', '', 'this conformal predictor is not fitted yet; call fit(X, y), or calibrate(X, y) around a fitted estimator'); // prettier-ignore
  }

  /**
   * @protected
   * @param {number[]} sizes
   */
  settle(sizes) {
    this.sizes = sizes;
    Object.freeze(sizes);
    const { level } = this.how;
    if (this.status === 'calibrated') return this;
    warn({
      code: 'WARN_FEW_TO_CALIBRATE',
      message: `${Math.min(...sizes)} samples are too few for the level ${level}, which needs ${fewest(level)}: sets have all classes, intervals are infinite. Add samples, or lower the level`,
    });
    return this;
  }

  /**
   * Fits the estimator to a part of the rows.
   * @protected
   * @param {any} X
   * @param {any} y
   * @param {boolean} stratify
   * @returns {Steps<any>} the parts
   */
  *learn(X, y, stratify) {
    const { method, calibrationSize, seed } = this.how;
    [X, y] = yield gather([X, y]);
    const full = method === 'full';
    const parts = full ? undefined : yield trainTestSplit(X, y, { testSize: calibrationSize, stratify, seed }); // prettier-ignore
    yield this.estimator.fit(parts?.XTrain ?? X, parts?.yTrain ?? y);
    // The calibration of a former fit is not that of this one, which may fail yet.
    this.sizes = undefined;
    this.bag = full ? { X, y } : undefined;
    return parts;
  }
}

/**
 * Sets of labels: the label of a new sample is in its set with at least the probability `level`, if
 * it comes from the source of the samples. Split: a part of the rows is held out of the fit, and a
 * label is in the set unless the model finds it stranger than it finds all but a share 1 - level of
 * the held-out rows with their labels. Full: nothing is held out, and the estimator is fitted anew
 * for every new row with every label.
 * @template {Label} [L=any] the labels
 * @extends {Conformal<SetOptions>}
 */
export class ConformalClassifier extends Conformal {
  /** @internal */
  static name = /* @__PURE__ */ register(loadable, 'ConformalClassifier', this);

  /** @type {Classes | undefined} */
  #classes;
  /** Ascending scores of the calibration, by class if class-wise. @type {Float64Array[]} */
  #scores = [];

  /**
   * @param {any} classifier with fit, predict, and decisionFunction or predictProba
   * @param {SetOptions} [options]
   */
  constructor(classifier, options = {}) {
    const others = { classWise: false, score: 'decision' };
    const of = options?.score === 'probability' ? 'predictProba' : 'decisionFunction';
    super(classifier, options, others, ['fit', 'predict', of]);
    const { classWise, score } = this.how;
    if (typeof classWise !== 'boolean') throw wrongSetting('classWise', 'true or false', classWise);
    if (!['decision', 'probability'].includes(score)) {
      throw wrongSetting('score', `'decision' or 'probability'`, score);
    }
  }

  /** @protected */
  get machine() {
    return 'ConformalClassifier';
  }

  /**
   * @protected
   * @returns {object}
   */
  kept() {
    const { kind, labels } = /** @type {Classes} */ (this.#classes);
    return { kind, labels: labels.map(String), scores: this.#scores.map((part) => [...part]) };
  }

  /**
   * @protected
   * @param {any} calibration of JSON
   */
  restore({ X, y, kind, labels, scores }) {
    if (this.how.method === 'full') {
      this.bag = readBag(X, y, kind);
      return this.#count();
    }
    const own = this.estimator.classes;
    if (kind) labels = readLabels(kind, labels);
    const fits = Array.isArray(labels) && labels.every((label, c) => label === own[c]);
    if (!fits || labels.length !== own.length) return fail('its labels are not those of its estimator'); // prettier-ignore
    this.#classes = encodeLabels(labels, labels.length, labels).classes;
    this.#scores = readScores(scores, this.how.classWise ? labels.length : 1);
    return this.#scores.map(({ length }) => length);
  }

  /** The labels, ascending. @returns {L[]} */
  get classes() {
    this.ready();
    return /** @type {L[]} */ ([...(this.#classes?.labels ?? [])]);
  }

  /**
   * Fits the classifier and calibrates.
   * @param {any} X
   * @param {Entries<L>} y
   * @param {[]} more there are no settings
   * @returns {Returns<this>}
   */
  fit(X, y, ...more) {
    return run(alone('fit', more, this.#fitting(X, y)));
  }

  /**
   * Calibrates with rows that the classifier, which is fitted, has not seen.
   * @param {any} X
   * @param {Entries<L>} y
   * @param {[]} more there are no settings
   * @returns {Returns<this>}
   */
  calibrate(X, y, ...more) {
    return run(alone('calibrate', more, this.#calibrating(X, y, undefined)));
  }

  /**
   * The labels of every row, as the classifier predicts them.
   * @param {any} X
   * @param {PredictSettings} [settings] those of the classifier
   * @returns {Returns<L[]>}
   */
  predict(X, settings) {
    return this.estimator.predict(X, ...(settings === undefined ? [] : [settings]));
  }

  /**
   * The set of labels of every row; it may be empty, if all labels are strange.
   * @param {any} X
   * @param {LevelSettings} [settings]
   * @returns {Returns<L[][]>}
   */
  predictSets(X, settings) {
    return run(this.#predicting(X, settings));
  }

  /**
   * For every row and class the share of samples that are at least as strange, the new one with
   * this label included.
   * @param {any} X
   * @param {[]} more there are no settings
   * @returns {Returns<Shaped<Float64Array>>} rows x classes
   */
  predictPValues(X, ...more) {
    return run(alone('predictPValues', more, this.#judging(X)));
  }

  /**
   * @param {any} X
   * @param {any} y
   * @returns {Steps<this>}
   */
  *#fitting(X, y) {
    const parts = yield* this.learn(X, y, true);
    if (parts) return yield* this.#calibrating(parts.XTest, parts.yTest, y);
    return this.settle(this.#count());
  }

  /**
   * The classes of the rows of a full prediction, and how many rows there are to compare with.
   * @returns {number[]}
   */
  #count() {
    const { X: rows, y: labels } = /** @type {{X: any, y: any}} */ (this.bag);
    const { classes, indices } = encodeLabels(labels, countRows(rows));
    this.#classes = classes;
    return this.how.classWise ? counts(indices, classes.labels.length) : [indices.length];
  }

  /**
   * @param {any} X
   * @param {any} y
   * @param {any} all labels of the fit
   * @returns {Steps<this>}
   */
  *#calibrating(X, y, all) {
    [X, y] = yield gather([X, y]);
    const known = this.estimator.classes ?? [...new Set(all ?? y)].sort(ascending);
    const { classes, indices } = encodeLabels(y, countRows(X), known);
    const k = classes.labels.length;
    const scores = yield* this.#strangeness(this.estimator, X, k);
    const own = indices.map((c, i) => i * k + c);
    const at = Array.from(own, (place) => scores[place]);
    const parts = this.how.classWise
      ? classes.labels.map((_, c) => at.filter((_, i) => indices[i] === c))
      : [at];
    this.#classes = classes;
    this.bag = undefined;
    this.#scores = parts.map((part) => Float64Array.from(part).sort());
    return this.settle(parts.map(({ length }) => length));
  }

  /**
   * How strange each label is for each row: by how much another class has the larger decision
   * value, or the probability of all other classes.
   * @param {any} model
   * @param {any} X
   * @param {number} k classes
   * @returns {Steps<Float64Array>} rows x classes
   */
  *#strangeness(model, X, k) {
    const { score } = this.how;
    if (score === 'probability') {
      const given = yield model.predictProba(X);
      return Float64Array.from(flatNumbers(given), (p) => 1 - p);
    }
    const f = flatNumbers(yield model.decisionFunction(X, ...(k > 2 ? [{ shape: 'ovr' }] : [])));
    const n = countRows(X);
    if (k === 2 && f.length === n) return Float64Array.from({ length: 2 * n }, (_, at) => (at % 2 ? -1 : 1) * f[at >> 1]); // prettier-ignore
    if (f.length !== n * k) {
      throw new MaxMarginError('ERR_OPTION', 'score', `the decision values of the classifier are ${f.length / n} for each row, not one for each of ${k} classes; set score to 'probability'`); // prettier-ignore
    }
    return f.map((value, at) => {
      const row = f.subarray(at - (at % k), at - (at % k) + k);
      return (
        row.reduce((most, v, c) => (c === at % k ? most : Math.max(most, v)), -Infinity) - value
      );
    });
  }

  /**
   * @param {any} X
   * @returns {Steps<Shaped<Float64Array>>}
   */
  *#judging(X) {
    this.ready();
    [X] = yield gather([X]);
    const { labels } = /** @type {Classes} */ (this.#classes);
    const k = labels.length;
    const n = countRows(X);
    if (this.bag) return withShape(yield* this.#refitting(X, n), n, k);
    const scores = yield* this.#strangeness(this.estimator, X, k);
    return withShape(
      scores.map((score, at) => {
        const known = this.#scores[this.how.classWise ? at % k : 0];
        return (1 + known.length - below(known, score)) / (known.length + 1);
      }),
      n,
      k,
    );
  }

  /**
   * @param {any} X
   * @param {number} n
   * @returns {Steps<Float64Array>}
   */
  *#refitting(X, n) {
    const { X: rows, y } = /** @type {{X: any, y: any}} */ (this.bag);
    const { labels } = /** @type {Classes} */ (this.#classes);
    const k = labels.length;
    const count = countRows(rows);
    const all = joined(rows, X);
    const values = new Float64Array(n * k);
    const { indices } = encodeLabels(y, count);
    const model = withParams(this.estimator, {});
    for (let i = 0; i < n; i++) {
      const bag = selectRows(all, Int32Array.from({ length: count + 1 }, (_, at) => at < count ? at : count + i)); // prettier-ignore
      for (let c = 0; c < k; c++) {
        yield model.fit(bag, [...y, labels[c]]);
        const scores = yield* this.#strangeness(model, bag, k);
        const least = scores[count * k + c];
        let [strange, of] = [1, 1];
        indices.forEach((own, at) => {
          if (this.how.classWise && own !== c) return;
          of++;
          if (scores[at * k + own] >= least) strange++;
        });
        values[i * k + c] = strange / of;
      }
    }
    model.dispose?.();
    return values;
  }

  /**
   * @param {any} X
   * @param {LevelSettings | undefined} settings
   * @returns {Steps<L[][]>}
   */
  *#predicting(X, settings) {
    const level = levelOf('predictSets', settings, this.how.level);
    const p = yield* this.#judging(X);
    const { classes } = this;
    const k = classes.length;
    return Array.from({ length: p.length / k }, (_, i) =>
      classes.filter((_, c) => p[i * k + c] > 1 - level + 1e-12),
    );
  }
}

/**
 * Intervals of values: the value of a new sample lies in its interval with at least the probability
 * `level`, if it comes from the source of the samples. Split: the interval is the prediction and
 * what lies around it, as far as all but a share 1 - level of the residuals of held-out rows. With
 * `difficulty`, a second regressor that learns ln(|residual| + beta) of the rows of the fit,
 * intervals are wide where residuals are. Full: nothing is held out, for KernelRidge, in closed form.
 * @extends {Conformal<IntervalOptions>}
 */
export class ConformalRegressor extends Conformal {
  /** @internal */
  static name = /* @__PURE__ */ register(loadable, 'ConformalRegressor', this);

  /** @type {Float64Array} */
  #scores = new Float64Array();

  /**
   * @param {any} regressor with fit and predict
   * @param {IntervalOptions} [options]
   */
  constructor(regressor, options = {}) {
    super(regressor, options, { difficulty: null, beta: null }, ['fit', 'predict']);
    const { method, difficulty, beta } = this.how;
    if (beta !== null && !(beta > 0)) throw wrongSetting('beta', 'a number above 0', beta);
    if (difficulty !== null && typeof difficulty?.fit !== 'function') {
      throw wrongSetting('difficulty', 'a regressor, with fit and predict', difficulty);
    }
    if (method !== 'full') return;
    if (!(regressor instanceof Estimator) || stateOf(regressor).name !== 'KernelRidge') {
      throw wrongSetting('method', `'split', because 'full' needs a KernelRidge`, method);
    }
    if (difficulty) throw wrongSetting('difficulty', `left out with method 'full'`, difficulty);
  }

  /** @protected */
  get machine() {
    return 'ConformalRegressor';
  }

  /** @protected */
  kept() {
    return { scores: [[...this.#scores]] };
  }

  /**
   * @protected
   * @param {any} calibration of JSON
   */
  restore({ X, y, scores }) {
    if (this.how.method === 'full') {
      this.bag = readBag(X, y);
      return [countRows(this.bag.X)];
    }
    [this.#scores] = readScores(scores, 1);
    return [this.#scores.length];
  }

  /**
   * Fits the regressor and calibrates.
   * @param {any} X
   * @param {Entries<number>} y
   * @param {[]} more there are no settings
   * @returns {Returns<this>}
   */
  fit(X, y, ...more) {
    return run(alone('fit', more, this.#fitting(X, y)));
  }

  /**
   * Calibrates with rows that the regressor, which is fitted, has not seen. A regressor given as
   * `difficulty` must be fitted, too, to ln(|residual| + beta).
   * @param {any} X
   * @param {Entries<number>} y
   * @param {[]} more there are no settings
   * @returns {Returns<this>}
   */
  calibrate(X, y, ...more) {
    return run(alone('calibrate', more, this.#calibrating(X, y)));
  }

  /**
   * The values that the regressor predicts.
   * @param {any} X
   * @param {PredictSettings} [settings] those of the regressor
   * @returns {Returns<Float64Array>}
   */
  predict(X, settings) {
    return this.estimator.predict(X, ...(settings === undefined ? [] : [settings]));
  }

  /**
   * The ends of the interval of every row.
   * @param {any} X
   * @param {LevelSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>} rows x 2
   */
  predictIntervals(X, settings) {
    return run(this.#predicting(X, settings));
  }

  /**
   * @param {any} X
   * @param {any} y
   * @returns {Steps<this>}
   */
  *#fitting(X, y) {
    const parts = yield* this.learn(X, y, false);
    if (!parts) return this.settle([countRows(/** @type {{X: any, y: any}} */ (this.bag).X)]);
    const { difficulty } = this.how;
    if (difficulty) {
      const off = residuals(yield this.estimator.predict(parts.XTrain), parts.yTrain);
      const beta = this.how.beta ?? (off.reduce((sum, r) => sum + r, 0) / off.length / 10 || 1e-12);
      yield difficulty.fit(parts.XTrain, off.map((r) => Math.log(r + beta))); // prettier-ignore
    }
    return yield* this.#calibrating(parts.XTest, parts.yTest);
  }

  /**
   * @param {any} X
   * @param {any} y
   * @returns {Steps<this>}
   */
  *#calibrating(X, y) {
    [X, y] = yield gather([X, y]);
    const off = residuals(yield this.estimator.predict(X), y);
    const size = yield* this.#difficulties(X);
    this.bag = undefined;
    this.#scores = off.map((r, i) => r / size(i)).sort();
    return this.settle([off.length]);
  }

  /**
   * @param {any} X
   * @returns {Steps<(i: number) => number>}
   */
  *#difficulties(X) {
    const { difficulty } = this.how;
    if (!difficulty) return () => 1;
    const logarithms = yield difficulty.predict(X);
    return (i) => Math.exp(logarithms[i]);
  }

  /**
   * @param {any} X
   * @param {LevelSettings | undefined} settings
   * @returns {Steps<Shaped<Float64Array>>}
   */
  *#predicting(X, settings) {
    this.ready();
    const level = levelOf('predictIntervals', settings, this.how.level);
    [X] = yield gather([X]);
    if (this.bag) return yield* this.#asking(X, level);
    const f = yield this.estimator.predict(X);
    const size = yield* this.#difficulties(X);
    const scores = this.#scores;
    const at = scores.length - tail(scores.length, level);
    const wide = at >= scores.length ? Infinity : scores[at];
    const ends = new Float64Array(2 * f.length);
    ends.forEach((_, i) => (ends[i] = f[i >> 1] + (i % 2 ? wide : -wide) * size(i >> 1)));
    return withShape(ends, f.length, 2);
  }

  /**
   * @param {any} X
   * @param {number} level
   * @returns {Steps<Shaped<Float64Array>>}
   */
  *#asking(X, level) {
    const state = stateOf(this.estimator);
    const [fitted, payload] = state.apply('predict', X);
    const { rows } = payload.request.table;
    const { y, X: of } = /** @type {{X: any, y: any}} */ (this.bag);
    const rest = { machine: '', count: 1, seed: 0, noise: false };
    const buffers = {
      ...payload.buffers,
      y: bytesOf(checkValues(y, 'y', countRows(of))),
      parameters: bytesOf(Float64Array.of(level)),
    };
    const request = { ...rest, ...payload.request, question: 'intervals' };
    const reply = yield state.host.apply('process', fitted, { ...payload, request, buffers });
    const ends = float64s(reply.buffers.values);
    ends.forEach((end, i) => {
      if (Math.abs(end) === Number.MAX_VALUE) ends[i] = end * Infinity;
    });
    return withShape(ends, rows, 2);
  }
}

/**
 * @param {any} model
 * @param {string} argument
 */
function writeModel(model, argument) {
  if (model instanceof Estimator) return model.toJSON();
  throw wrongSetting(argument, 'a model of this entry of maxmargin, to be written as JSON', model);
}

/**
 * Samples and targets as JSON has them: rows as lists, other forms with lists of their numbers.
 * @param {{X: any, y: any}} bag
 */
function writeBag({ X, y }) {
  const all = Int32Array.from({ length: countRows(X) }, (_, i) => i);
  const labels = selectEntries(y, all);
  const kind = typeof labels[0] === 'bigint' ? 'bigint' : undefined;
  return JSON.parse(
    JSON.stringify({ X: selectRows(X, all), y: labels, kind }, (_, value) =>
      isArrayOrView(value) ? Array.from(value) : typeof value === 'bigint' ? `${value}` : value,
    ),
  );
}

/**
 * Labels of JSON, which has no bigints.
 * @param {any} kind
 * @param {any} texts
 */
const readLabels = (kind, texts) =>
  Array.isArray(texts) ? parseClasses(kind, texts).labels : texts;

/**
 * @param {any} X
 * @param {any} y
 * @param {unknown} [kind] of labels that are written as texts
 */
function readBag(X, y, kind) {
  if (kind) y = readLabels(kind, y);
  // What is missing, NaN or not, is null in JSON, which would be 0 in an array of numbers.
  X = JSON.parse(JSON.stringify(X ?? null), (_, value) => value ?? NaN);
  if (Array.isArray(X) && Array.isArray(y) && X.length === y.length) return { X, y };
  const { data, indptr, indices, ...shape } = Object(X);
  const sparse = indptr && { indptr: Int32Array.from(indptr), indices: Int32Array.from(indices) };
  const samples = { data: Float64Array.from(data), ...sparse, ...shape };
  if (Array.isArray(y) && countRows(samples) === y.length) return { X: samples, y };
  return fail(`it has ${show(y)} as targets of its rows`);
}

/**
 * The scores of JSON, which ascend.
 * @param {unknown} scores
 * @param {number} parts how many lists
 * @returns {Float64Array[]}
 */
function readScores(scores, parts) {
  const fits =
    Array.isArray(scores) &&
    scores.length === parts &&
    scores.every(
      (list) =>
        Array.isArray(list) &&
        list.every((v, i) => Number.isFinite(v) && (i === 0 || list[i - 1] <= v)),
    );
  if (!fits) return fail('its scores are not ascending numbers');
  return scores.map((list) => Float64Array.from(list));
}

/**
 * The work of a method without settings, which refuses some.
 * @template T
 * @param {string} method
 * @param {unknown[]} more what was given after the samples
 * @param {Steps<T>} work
 * @returns {Steps<T>}
 */
function* alone(method, [settings], work) {
  readSettings(method, settings, []);
  return yield* work;
}

/** How many of n + 1 samples are too strange at a level. */
const tail = (/** @type {number} */ n, /** @type {number} */ level) =>
  Math.floor((1 - level) * (n + 1) + 1e-9);

/** The least number of samples that a level needs. */
const fewest = (/** @type {number} */ level) => Math.ceil(1 / (1 - level) - 1 - 1e-9);

/**
 * How many of ascending numbers are below one.
 * @param {Float64Array} sorted
 * @param {number} value
 */
function below(sorted, value) {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * @param {ArrayLike<number>} f
 * @param {any} y
 */
function residuals(f, y) {
  const values = checkValues(y, 'y', f.length);
  return values.map((v, i) => Math.abs(v - f[i]));
}

/**
 * @param {Int32Array} indices
 * @param {number} k
 */
const counts = (indices, k) =>
  Array.from({ length: k }, (_, c) => indices.reduce((sum, own) => sum + Number(own === c), 0));

/**
 * Two sets of samples as one.
 * @param {any} above
 * @param {any} below
 */
function joined(above, below) {
  if (Array.isArray(above) && Array.isArray(below)) return [...above, ...below];
  if (Array.isArray(above) !== Array.isArray(below)) throw wrongSetting('X', 'of the form that X had in fit', below); // prettier-ignore
  const table = (/** @type {any} */ X) => selectRows(X, Int32Array.from({ length: countRows(X) }, (_, i) => i)); // prettier-ignore
  const [first, second] = [table(above), table(below)];
  if ('indptr' in first) return stackRows(first, second);
  const { rows, cols } = first;
  return { data: Float64Array.from([...first.data, ...second.data]), rows: rows + second.rows, cols }; // prettier-ignore
}

/** @param {unknown} level */
function checkLevel(level) {
  if (typeof level === 'number' && level > 0 && level < 1) return level;
  throw wrongSetting('level', 'a number between 0 and 1', level);
}

/**
 * @param {string} method
 * @param {unknown} settings
 * @param {number} usual
 */
const levelOf = (method, settings, usual) =>
  checkLevel(readSettings(method, settings, ['level']).level ?? usual);
