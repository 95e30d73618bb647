/** The error on new rows by the bootstrap. */
import { MaxMarginError } from '../basics/errors.js';
import { encodeGroups } from '../input/groups.js';
import { encodeLabels } from '../input/labels.js';
import { entriesOf } from '../input/tables.js';
import { checkProgress, readSettings, wrongSetting } from '../basics/settings.js';
import { drawBootstrap } from '../select/bootstrap.js';
import { checkEstimator } from '../select/estimators.js';
import { checkPlan } from '../select/splits.js';
import { countRows } from '../select/subsets.js';
import { answer } from './answer.js';

/** @import { BootstrapError, BootstrapSettings } from './types.js' */

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
 * @param {any} estimator of any package; it stays as it is
 * @param {any} X
 * @param {any} y
 * @param {BootstrapSettings} [settings]
 * @returns {Promise<BootstrapError>}
 */
export async function bootstrapError(estimator, X, y, settings) {
  checkEstimator(estimator);
  const known = ['folds', 'seed', 'stratify', 'groups', 'loss', 'onProgress'];
  const all = /** @type {BootstrapSettings} */ (readSettings('bootstrapError', settings, known));
  const { stratify = false, groups, loss } = all;
  /** @type {((report: {done: number, total: number}) => unknown) | undefined} */
  const onProgress = checkProgress(all.onProgress);
  const { folds: count, seed } = checkPlan({ folds: all.folds ?? 100, seed: all.seed ?? 0 });
  if (typeof count !== 'number') throw wrongSetting('folds', 'a number of samples', count);
  if (loss !== undefined && typeof loss !== 'function') {
    throw wrongSetting('loss', 'a function (truth, predicted) => number', loss);
  }
  const rows = countRows(X, y);
  const labels = stratify ? encodeLabels(y, rows).indices : undefined;
  const folds = drawBootstrap(count, seed, rows, labels, encodeGroups(groups, rows));
  let done = 0;
  const predict = async (/** @type {Int32Array} */ train, /** @type {Int32Array} */ test) => {
    const predicted = await answer(estimator, X, y, train, test);
    if (onProgress?.({ done: ++done, total: count + 1 }) === false) {
      throw new MaxMarginError('ERR_STOPPED', '', 'stopped before all samples were predicted');
    }
    return predicted;
  };
  const everything = Int32Array.from({ length: rows }, (_, i) => i);
  const resubstituted = await predict(everything, everything);
  const squared = (/** @type {number} */ a, /** @type {number} */ b) => (a - b) ** 2;
  const wrong = (/** @type {any} */ a, /** @type {any} */ b) => Number(a !== b);
  const lossOf = loss ?? (resubstituted instanceof Float64Array ? squared : wrong);
  /** @type {any[]} */
  const truth = Array.from(entriesOf(y));
  const [sums, times] = [new Float64Array(rows), new Int32Array(rows)];
  for (const { train, test } of folds) {
    const predicted = await predict(train, test);
    test.forEach((i, at) => {
      sums[i] += lossOf(truth[i], predicted[at]);
      times[i]++;
    });
  }
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, v) => sum + v, 0) / list.length;
  const resubstitution = mean(truth.map((v, i) => lossOf(v, resubstituted[i])));
  const seen = [...sums.keys()].filter((i) => times[i] > 0);
  const outOfBag = mean(seen.map((i) => sums[i] / times[i]));
  const noInformation = crossLoss(truth, Array.from(resubstituted), lossOf);
  const excess = Math.min(outOfBag, noInformation) - resubstitution;
  const overfitting = excess > 0 ? excess / (noInformation - resubstitution) : 0;
  const e632 = 0.368 * resubstitution + 0.632 * outOfBag;
  const more = (excess * 0.368 * 0.632 * overfitting) / (1 - 0.368 * overfitting);
  return {
    ...{ outOfBag, resubstitution, noInformation, overfitting, e632, e632plus: e632 + more },
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
