/**
 * Learning curves: scores by how much is learnt from. Every size is a share of each
 * fold's training rows, so that all sizes are judged by the same rows.
 */
import { MaxMarginError, show } from '../errors.js';
import { Comparison } from './compare.js';
import { checkEstimator } from './estimators.js';
import { checkLearningCurve } from './settings.js';
import { drawSplits } from './splits.js';
import { selectEntries } from './subsets.js';
import { makeTable, spreadOf } from './table.js';

/** @import { Fold, LearningCurve } from '../types.js' */
/** @import { SelectionHost } from './compare.js' */
/** @import { Steps } from './drive.js' */
/** @import { Outcome } from './table.js' */

/**
 * @param {SelectionHost} host
 * @param {any} estimator
 * @param {any} X
 * @param {any} y
 * @param {unknown} settings
 * @returns {Steps<LearningCurve>}
 */
export function* learningCurve(host, estimator, X, y, settings) {
  checkEstimator(estimator);
  const { how, given, trainSizes } = checkLearningCurve(settings);
  const comparison = new Comparison(host, estimator, X, y, how, given);
  try {
    const folds = yield* comparison.folds();
    const sizes = countSizes(trainSizes, Math.min(...folds.map(({ train }) => train.length)));
    const splits = [];
    for (const size of sizes) {
      for (const fold of folds) {
        splits.push({ train: yield* grow(host, comparison, fold, size), test: fold.test });
      }
    }
    yield* comparison.open(splits, splits.length);
    const outcomes = comparison.blank([{}]);
    yield* comparison.run([{}], [splits.map((_, at) => at)], outcomes);
    const bySize = sizes.map((_, at) =>
      outcomes[0].slice(at * folds.length, (at + 1) * folds.length),
    );
    const rows = sizes.map((size, at) => rowOf(size, bySize[at]));
    const failed = rows.every(({ error }) => error) ? rows[0].error : undefined;
    if (failed) throw failed;
    return { rows, folds, stopped: comparison.stopped };
  } finally {
    comparison.close();
  }
}

/**
 * Some rows of those that a fold learns from. The same seed puts them into the same
 * order each time, so that what is small lies within what is larger, but for a row of
 * a class here and there where shares are rounded.
 * @param {SelectionHost} host
 * @param {Comparison} comparison
 * @param {Fold} fold
 * @param {number} size
 * @returns {Steps<Int32Array>}
 */
function* grow(host, { labels, how }, { train }, size) {
  if (size === train.length) return train;
  const plan = { ...how.plan, folds: 0, testSize: size };
  const own = labels && selectEntries(labels, train);
  const [{ test }] = yield* drawSplits(host, plan, train.length, own);
  return test.map((at) => train[at]);
}

/**
 * Shares of the smallest training set as numbers of rows, ascending, each once.
 * @param {number[]} given
 * @param {number} most
 */
function countSizes(given, most) {
  const sizes = given.map((size) => {
    const rows = size <= 1 ? Math.max(1, Math.round(size * most)) : size;
    if (size > 0 && Number.isInteger(rows) && rows <= most) return rows;
    throw new MaxMarginError(
      'ERR_OPTION',
      'trainSizes',
      `trainSizes has ${show(size)}; give shares in (0, 1], or numbers of rows up to ${most}, which the smallest fold has to learn from`,
      { got: size, rows: most },
    );
  });
  return [...new Set(sizes)].sort((a, b) => a - b);
}

/**
 * @param {number} trainSize
 * @param {(Outcome | undefined)[]} outcomes by fold
 */
function rowOf(trainSize, outcomes) {
  const [row] = makeTable([{}], [outcomes], true);
  const { mean, std, scores, trainMean, trainScores } = row;
  const { fitTime, scoreTime, converged, complete, error } = row;
  return {
    ...{ trainSize, mean, std, scores },
    ...{ trainMean, trainStd: spreadOf(trainScores), trainScores },
    ...{ fitTime, scoreTime, converged, complete, error },
  };
}
