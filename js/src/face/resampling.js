/** Predictions for rows that a fit has not seen, and the error that they estimate. */
import { host, openRunner, run } from '#host';
import * as steps from '../select/predicting.js';

/** @import { Answers, Fittable, SamplesFor, TargetsFor } from './types.js' */
/** @import { Returns } from '../forms.js' */
/** @import { BootstrapError, BootstrapSettings, PredictFoldsSettings } from '../types.js' */
/** @import { SelectionHost } from '../select/compare.js' */

/** @type {SelectionHost} */
const worker = {
  call: (op, payload) => host.call(op, payload),
  runner: (size, opening) => openRunner(size, opening),
  fill: (table, watch) => host.fill(table, watch),
};

/**
 * The prediction for each row by an estimator that was fitted to the other folds. Use it for
 * pictures and for what learns from predictions; the mean of the scores of folds, of
 * crossValidate, is another number than the score of all these predictions together.
 * @template {Fittable} E
 * @template {TargetsFor<E>} Y
 * @template {'predict' | 'decisionFunction' | 'predictProba'} [M='predict']
 * @param {E} estimator
 * @param {SamplesFor<E>} X
 * @param {Y} y
 * @param {PredictFoldsSettings & { method?: M }} [settings]
 * @returns {Answers<E, Y, M>} as the method of the estimator returns
 */
export function crossValidatePredict(estimator, X, y, settings) {
  return /** @type {any} */ (run(steps.crossValidatePredict(worker, estimator, X, y, settings)));
}

/**
 * The expected loss on new rows by the bootstrap: fits to rows that are drawn with replacement are
 * judged by the rows outside.
 * @template {Fittable} E
 * @param {E} estimator
 * @param {SamplesFor<E>} X
 * @param {TargetsFor<E>} y
 * @param {BootstrapSettings} [settings]
 * @returns {Returns<BootstrapError>}
 */
export function bootstrapError(estimator, X, y, settings) {
  return run(steps.bootstrapError(worker, estimator, X, y, settings));
}
