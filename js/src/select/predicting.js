/** What an estimator predicts for rows that it was not fitted to. */
import { MaxMarginError } from '../basics/errors.js';
import { entriesOf } from '../input/tables.js';
import { stateOf, wrongSetting } from '../model/state.js';
import { drawBootstrap } from './bootstrap.js';
import { Comparison } from './compare.js';
import { checkEstimator } from './estimators.js';
import { checkPredicting } from './settings.js';

/** @import { BootstrapError, Fold } from '../types.js' */
/** @import { Comparing, SelectionHost } from './compare.js' */
/** @import { Steps } from '../basics/drive.js' */

/**
 * Fits an estimator to the training rows of each fold, and asks it for the test rows.
 * @param {Comparison} comparison
 * @param {Fold[]} folds
 * @returns {Steps<void>}
 */
function* runFolds(comparison, folds) {
  yield* comparison.open(folds, folds.length);
  const outcomes = comparison.blank([{}]);
  yield* comparison.run([{}], [folds.map((_, f) => f)], outcomes);
  const failed = outcomes[0].find((outcome) => outcome?.error);
  if (failed) throw failed.error;
  if (!outcomes[0].every(Boolean)) {
    throw new MaxMarginError('ERR_STOPPED', '', 'stopped before all folds were predicted');
  }
}

/**
 * Collects predictions by their rows, in the place of scores.
 * @param {Comparing} how
 */
function collect(how) {
  /** @type {Map<Int32Array, any>} */
  const parts = new Map();
  how.scoring = (_, predicted, rows) => {
    parts.set(rows, predicted);
    return 0;
  };
  return parts;
}

const methods = ['predict', 'decisionFunction', 'predictProba'];

/**
 * @param {SelectionHost} host
 * @param {any} estimator
 * @param {any} X
 * @param {any} y
 * @param {unknown} settings
 * @returns {Steps<any>}
 */
export function* crossValidatePredict(host, estimator, X, y, settings) {
  checkEstimator(estimator);
  const { how, given, more } = checkPredicting('crossValidatePredict', settings, ['method']);
  const { method = 'predict' } = /** @type {{method?: any}} */ (more);
  if (!methods.includes(method)) {
    throw wrongSetting('method', `one of '${methods.join("', '")}'`, method);
  }
  if (method !== 'predict') {
    how.method = method;
    if (stateOf(estimator)?.learner.options.kernel === 'precomputed') {
      throw new MaxMarginError('ERR_OPTION', 'method', `with a precomputed kernel the method can only be 'predict'; pass the kernel itself for ${method}`); // prettier-ignore
    }
  }
  const parts = collect(how);
  const comparison = new Comparison(host, estimator, X, y, how, given);
  try {
    const folds = yield* comparison.folds();
    const times = new Int32Array(comparison.rows);
    for (const { test } of folds) for (const i of test) times[i]++;
    const odd = times.findIndex((count) => count !== 1);
    if (odd >= 0) {
      throw new MaxMarginError('ERR_OPTION', 'folds', `every row must be a test row once, but row ${odd} is ${times[odd]} times`, { row: odd }); // prettier-ignore
    }
    yield* runFolds(comparison, folds);
    return assemble(parts, comparison.rows);
  } finally {
    comparison.close();
  }
}

/**
 * The predictions of all rows in their order, in the form in which those of the parts came.
 * @param {Map<Int32Array, any>} parts
 * @param {number} rows
 */
function assemble(parts, rows) {
  const [first] = parts.values();
  const cols = first.shape?.[1] ?? 1;
  const all = ArrayBuffer.isView(first)
    ? new /** @type {any} */ (first).constructor(rows * cols)
    : new Array(rows);
  for (const [own, predicted] of parts) {
    if (predicted.length !== own.length * cols) {
      throw new MaxMarginError('ERR_SHAPE', 'folds', 'the training rows of some folds have fewer classes than others, so that their predictions have other columns; use stratified folds'); // prettier-ignore
    }
    own.forEach((i, at) => {
      for (let c = 0; c < cols; c++) all[i * cols + c] = predicted[at * cols + c];
    });
  }
  return first.shape ? Object.assign(all, { shape: [rows, ...first.shape.slice(1)] }) : all;
}

/**
 * The estimates of Efron and Tibshirani (1997), Improvements on cross-validation: the .632+
 * bootstrap method. With the losses Q of single rows, n rows and B bootstrap samples:
 *
 *     resubstitution  err  = mean of Q(y_i, f(x_i)), f fitted to all rows
 *     outOfBag        Err1 = mean over i of the mean of Q(y_i, f_b(x_i)) over the b without i
 *     noInformation   g    = mean over all i, j of Q(y_i, f(x_j))
 *     e632                 = .368 err + .632 Err1
 *     overfitting     R    = (Err1' - err) / (g - err) in [0, 1], with Err1' = min(Err1, g)
 *     e632plus             = e632 + (Err1' - err) .368 .632 R / (1 - .368 R)
 *
 * @param {SelectionHost} host
 * @param {any} estimator
 * @param {any} X
 * @param {any} y
 * @param {unknown} settings
 * @returns {Steps<BootstrapError>}
 */
export function* bootstrapError(host, estimator, X, y, settings) {
  checkEstimator(estimator);
  const { how, given, more } = checkPredicting('bootstrapError', settings, ['loss'], 100);
  const { folds: count, seed } = how.plan;
  if (typeof count !== 'number') throw wrongSetting('folds', 'a number of samples', count);
  const { loss } = /** @type {{loss?: any}} */ (more);
  if (loss !== undefined && typeof loss !== 'function') {
    throw wrongSetting('loss', 'a function (truth, predicted) => number', loss);
  }
  how.stratify ??= false;
  const parts = collect(how);
  const comparison = new Comparison(host, estimator, X, y, how, given);
  const { rows, isClassifier, labels, groups } = comparison;
  const everything = Int32Array.from({ length: rows }, (_, i) => i);
  try {
    const folds = drawBootstrap(count, seed, rows, labels, groups);
    yield* runFolds(comparison, [...folds, { train: everything, test: everything }]);
  } finally {
    comparison.close();
  }
  /** The loss of one row. @type {(truth: any, predicted: any) => number} */
  const lossOf = loss ?? (isClassifier ? (a, b) => Number(a !== b) : (a, b) => (a - b) ** 2);
  const truth = Array.from(entriesOf(y));
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, v) => sum + v, 0) / list.length;
  const resubstituted = parts.get(everything);
  parts.delete(everything);
  const [sums, times] = [new Float64Array(rows), new Int32Array(rows)];
  for (const [own, predicted] of parts) {
    own.forEach((i, at) => {
      sums[i] += lossOf(truth[i], predicted[at]);
      times[i]++;
    });
  }
  const resubstitution = mean(truth.map((v, i) => lossOf(v, resubstituted[i])));
  const seen = [...sums.keys()].filter((i) => times[i] > 0);
  const outOfBag = mean(seen.map((i) => sums[i] / times[i]));
  const noInformation = crossLoss(truth, Array.from(resubstituted), lossOf);
  const bounded = Math.min(outOfBag, noInformation);
  const excess = bounded - resubstitution;
  const overfitting = excess > 0 ? excess / (noInformation - resubstitution) : 0;
  const e632 = 0.368 * resubstitution + 0.632 * outOfBag;
  const more632 = (excess * 0.368 * 0.632 * overfitting) / (1 - 0.368 * overfitting);
  return {
    ...{ outOfBag, resubstitution, noInformation, overfitting, e632, e632plus: e632 + more632 },
    losses: sums.map((sum, i) => sum / times[i]),
  };
}

/**
 * The mean loss of all pairs of a truth and a prediction. Equal values, such as those of classes,
 * are compared once.
 * @param {any[]} truth
 * @param {any[]} predicted
 * @param {(truth: any, predicted: any) => number} lossOf
 */
function crossLoss(truth, predicted, lossOf) {
  const count = (/** @type {any[]} */ list) => {
    const counts = new Map();
    for (const value of list) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts];
  };
  const found = count(predicted);
  let sum = 0;
  for (const [a, times] of count(truth)) {
    for (const [b, others] of found) sum += times * others * lossOf(a, b);
  }
  return sum / (truth.length * predicted.length);
}
