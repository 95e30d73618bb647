/** Predictions for rows that a fit has not seen. */
import { MaxMarginError } from '../basics/errors.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { later } from '../basics/drive.js';
import { encodeGroups } from '../input/groups.js';
import { encodeLabels } from '../input/labels.js';
import { tellsClasses } from '../select/compare.js';
import { checkEstimator } from '../select/estimators.js';
import { checkFolds, checkPlan, drawSplits } from '../select/splits.js';
import { countRows } from '../select/subsets.js';
import { answer } from './answer.js';
import { stateOfAny } from './workers.js';

/** @import { PredictFoldsSettings } from './types.js' */

const methods = ['predict', 'decisionFunction', 'predictProba'];

/**
 * The prediction for each row by an estimator that was fitted to the other folds, which are those of
 * crossValidate with the same settings.
 * @param {any} estimator of any package; it stays as it is
 * @param {any} X
 * @param {any} y
 * @param {PredictFoldsSettings} [settings]
 * @returns {Promise<any>} labels, values or decision values, as the method of the estimator returns
 */
export async function crossValidatePredict(estimator, X, y, settings) {
  checkEstimator(estimator);
  const given = readSettings('crossValidatePredict', settings, [
    'folds',
    'shuffle',
    'seed',
    'stratify',
    'groups',
    'method',
  ]);
  const { method = 'predict' } = given;
  if (!methods.includes(method)) {
    throw wrongSetting('method', `one of '${methods.join("', '")}'`, method);
  }
  const rows = countRows(X, y);
  const folds = await later(foldsOf(estimator, y, rows, given));
  const times = new Int32Array(rows);
  for (const { test } of folds) for (const i of test) times[i]++;
  const odd = times.findIndex((count) => count !== 1);
  if (odd >= 0) {
    throw new MaxMarginError('ERR_OPTION', 'folds', `every row must be a test row once, but row ${odd} is ${times[odd]} times`, { row: odd }); // prettier-ignore
  }
  const parts = new Map();
  for (const { train, test } of folds) {
    parts.set(test, await answer(estimator, X, y, train, test, method));
  }
  return assemble(parts, rows);
}

/**
 * @param {any} estimator
 * @param {any} y
 * @param {number} rows
 * @param {any} given
 * @returns {import('../basics/drive.js').Steps<import('../types.js').Fold[]>}
 */
function* foldsOf(estimator, y, rows, given) {
  const plan = checkPlan(given);
  if (Array.isArray(plan.folds)) return checkFolds(plan.folds, rows);
  // Folds are drawn where the model, or the one within it, is fitted.
  const state = stateOfAny(estimator) ?? stateOfAny(estimator.estimator);
  if (!state) throw wrongSetting('folds', 'an array of { train, test }, such as makeFolds draws, for an estimator of another package', given.folds); // prettier-ignore
  const kind = estimator.kind ?? state.spec.kind;
  const { stratify = tellsClasses({ kind }, y), groups } = given;
  if (typeof stratify !== 'boolean') throw wrongSetting('stratify', 'true or false', stratify);
  const labels = stratify ? encodeLabels(y, rows) : undefined;
  const names = labels?.classes.labels.map(String);
  return yield* drawSplits(/** @type {any} */ (state.home), { ...plan, names }, rows, labels?.indices, encodeGroups(groups, rows)); // prettier-ignore
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
    ? new /** @type {Float64ArrayConstructor} */ (first.constructor)(rows * cols)
    : new Array(rows);
  for (const [own, predicted] of parts) {
    if (predicted.length !== own.length * cols) {
      throw new MaxMarginError('ERR_SHAPE', 'folds', 'the training rows of some folds lack a class, so that their predictions have other columns; use stratified folds'); // prettier-ignore
    }
    own.forEach((i, at) => {
      for (let c = 0; c < cols; c++) all[i * cols + c] = predicted[at * cols + c];
    });
  }
  return first.shape ? Object.assign(all, { shape: [rows, ...first.shape.slice(1)] }) : all;
}
