/** The methods that selection needs of an estimator of any package. */
import { MaxMarginError, show } from '../basics/errors.js';

/**
 * @param {any} estimator
 */
export function checkEstimator(estimator) {
  const missing = ['fit', 'predict', 'getParams', 'setParams'].find(
    (name) => typeof estimator?.[name] !== 'function',
  );
  if (!missing) return;
  throw new MaxMarginError(
    'ERR_TYPE',
    'estimator',
    `the estimator must have the methods fit, predict, score, getParams and setParams, such as new SVC(); ${missing} is missing in ${show(estimator)}`,
  );
}

/**
 * A new estimator with other options.
 * @param {any} estimator
 * @param {import('../types.js').Params} params
 * @returns {any}
 */
export function withParams(estimator, params) {
  const copy = estimator.clone?.() ?? new estimator.constructor(estimator.getParams());
  copy.setParams(params);
  return copy;
}
