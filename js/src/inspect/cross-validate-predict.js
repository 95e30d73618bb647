/** Predictions for rows that a fit has not seen. */
import { MaxMarginError } from '../basics/errors.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { checkEstimator } from '../select/estimators.js';
import { checkFolds } from '../select/splits.js';
import { countRows } from '../select/subsets.js';
import { answer } from './answer.js';

/** @import { PredictFoldsSettings } from './types.js' */

const methods = ['predict', 'decisionFunction', 'predictProba'];

/**
 * The prediction for each row by an estimator that was fitted to the other folds.
 * @param {any} estimator of any package; it stays as it is
 * @param {any} X
 * @param {any} y
 * @param {PredictFoldsSettings} settings
 * @returns {Promise<any>} labels, values or decision values, as the method of the estimator returns
 */
export async function crossValidatePredict(estimator, X, y, settings) {
  checkEstimator(estimator);
  const given = readSettings('crossValidatePredict', settings, ['folds', 'method']);
  const { method = 'predict' } = given;
  if (!methods.includes(method)) {
    throw wrongSetting('method', `one of '${methods.join("', '")}'`, method);
  }
  if (!Array.isArray(given.folds)) {
    throw wrongSetting(
      'folds',
      'an array of { train, test }, such as makeFolds draws',
      given.folds,
    );
  }
  const rows = countRows(X, y);
  const folds = checkFolds(given.folds, rows);
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
