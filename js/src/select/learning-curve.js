/**
 * Learning curves: scores by the number of training rows. Every size is a share of each fold's
 * training rows, so all sizes are scored on the same rows.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { beside, guess } from './baseline.js';
import { checkpointOf } from './checkpoint.js';
import { Comparison } from './compare.js';
import { warnOfUndefined } from './doubts.js';
import { checkEstimator } from './estimators.js';
import { checkLearningCurve } from './settings.js';
import { drawSplits } from './splits.js';
import { selectEntries } from './subsets.js';
import { byName, intervalOf, makeTable, spreadOf } from './table.js';

/** @import { Fold, LearningCurve, Measured } from '../types.js' */
/** @import { SelectionHost } from './compare.js' */
/** @import { Steps } from '../basics/drive.js' */
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
  const { how, given, resume, trainSizes } = checkLearningCurve(settings);
  const comparison = new Comparison(host, estimator, X, y, how, given);
  comparison.checkpoint = checkpointOf(given, resume);
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
    const rowFor = yield* rowsWith(comparison);
    const rows = sizes.map((trainSize, at) => {
      const from = at * folds.length;
      return { trainSize, ...rowFor(outcomes[0].slice(from, from + folds.length), from) };
    });
    const failed = rows.every(({ error }) => error) ? rows[0].error : undefined;
    if (failed) throw failed;
    warnOfUndefined(comparison, rows);
    return { rows, folds, stopped: comparison.stopped };
  } finally {
    comparison.close();
  }
}

/**
 * Some of the training rows of a fold. The same seed gives the same order each time, so a small
 * set is part of a larger one, except for single rows where the shares of classes are rounded.
 * @param {SelectionHost} host
 * @param {Comparison} comparison
 * @param {Fold} fold
 * @param {number} size
 * @returns {Steps<Int32Array>}
 */
export function* grow(host, { labels, names, how }, { train }, size) {
  if (size === train.length) return train;
  const plan = { ...how.plan, names, folds: 0, testSize: size };
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
    const rows = size <= 1 ? Math.max(1, Math.round(size * most * (1 + 2 ** -50))) : size;
    if (size > 0 && Number.isInteger(rows) && rows <= most) return rows;
    throw new MaxMarginError(
      'ERR_OPTION',
      'trainSizes',
      `trainSizes has ${show(size)}; give shares in (0, 1], or numbers of rows up to ${most}, the training rows of the smallest fold`,
      { got: size, rows: most },
    );
  });
  return [...new Set(sizes)].sort((a, b) => a - b);
}

/**
 * What makes the rows of a curve, of the outcomes by fold of each of its points.
 * @param {Comparison} comparison
 */
export function* rowsWith(comparison) {
  const { how } = comparison;
  const guesses = yield* guess(comparison);
  return (/** @type {(Outcome | undefined)[]} */ outcomes, /** @type {number} */ from) => {
    // Points of a curve are not ranked, so it does not matter which scores are better.
    const greater = how.scorings.map(() => true);
    const [row] = makeTable([{}], [outcomes], how, greater);
    const { fitTime, scoreTime, converged, complete, error, measures = {} } = row;
    const columns = Object.values(measures);
    const own = (/** @type {Measured} */ column, at = 0) => ({
      ...withIntervals(column),
      ...beside(comparison, guesses, at, column.scores, from),
    });
    return {
      ...own(row),
      ...byName(how.names, (at) => own(columns[at], at)),
      ...{ fitTime, scoreTime, converged, complete, error },
    };
  };
}

/** @param {Measured} column */
function withIntervals({ mean, std, scores, trainMean, trainScores }) {
  return {
    ...{ mean, std, interval: intervalOf(scores), scores },
    ...(trainScores && {
      ...{ trainMean, trainStd: spreadOf(trainScores), trainInterval: intervalOf(trainScores) },
      trainScores,
    }),
  };
}
