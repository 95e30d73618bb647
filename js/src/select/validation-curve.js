/** Validation curves: scores by the value of one option. */
import { stateOf } from '../model/registry.js';
import { checkpointOf } from './checkpoint.js';
import { Comparison } from './compare.js';
import { warnOfUndefined } from './doubts.js';
import { checkEstimator } from './estimators.js';
import { rowsWith } from './learning-curve.js';
import { checkValidationCurve } from './settings.js';

/** @import { ValidationCurve } from '../types.js' */
/** @import { SelectionHost } from './compare.js' */
/** @import { Steps } from '../basics/drive.js' */

/**
 * @param {SelectionHost} host
 * @param {any} estimator
 * @param {any} X
 * @param {any} y
 * @param {unknown} settings
 * @returns {Steps<ValidationCurve>}
 */
export function* validationCurve(host, estimator, X, y, settings) {
  checkEstimator(estimator);
  const { how, given, resume, option, values } = checkValidationCurve(settings);
  const points = values.map((value) => ({ [option]: value }));
  for (const point of points) stateOf(estimator)?.check(point);
  const comparison = new Comparison(host, estimator, X, y, how, given, points);
  comparison.checkpoint = checkpointOf(given, resume);
  try {
    const folds = yield* comparison.folds();
    yield* comparison.open(folds, points.length * folds.length);
    const outcomes = comparison.blank(points);
    const all = folds.map((_, f) => f);
    yield* comparison.run(
      points,
      points.map(() => all),
      outcomes,
    );
    const rowFor = yield* rowsWith(comparison);
    const rows = values.map((value, at) => ({ value, ...rowFor(outcomes[at], 0) }));
    const failed = rows.every(({ error }) => error) ? rows[0].error : undefined;
    if (failed) throw failed;
    warnOfUndefined(comparison, rows);
    return { option, rows, folds, stopped: comparison.stopped };
  } finally {
    comparison.close();
  }
}
