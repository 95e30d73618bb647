/** What a fit to some rows says of others. */
import { selectEntries, selectRows } from '../select/subsets.js';
import { withParams } from '../select/estimators.js';

/**
 * Fits a copy of an estimator to some rows, and asks it for others.
 * @param {any} estimator
 * @param {any} X
 * @param {any} y
 * @param {Int32Array} train
 * @param {Int32Array} test
 * @param {string} [method]
 * @returns {Promise<any>}
 */
export async function answer(estimator, X, y, train, test, method = 'predict') {
  const model = withParams(estimator, {});
  const samples = selectRows(X, train);
  try {
    // Detectors have no y; what they take in its place are settings.
    if (y == null) await model.fit(samples);
    else await model.fit(samples, selectEntries(y, train));
    return await model[method](selectRows(X, test));
  } finally {
    model.dispose?.();
  }
}
