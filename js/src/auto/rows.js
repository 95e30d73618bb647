/**
 * Whether more rows help: a learning curve over powers of two, and what twice the rows would bring by
 * a power law that is fitted to it.
 */
import { MaxMarginError } from '../basics/errors.js';
import { checkProgress, checkSignal, readSettings, wrongSetting } from '../basics/settings.js';
import { learningCurve } from '../core.js';
import { checkExecutor } from '../executor/check.js';
import { isRecord } from '../input/tables.js';
import { checkEstimator, withParams } from '../select/estimators.js';
import { selectEntries, selectRows } from '../select/subsets.js';
import { answerOf } from './gain.js';
import { isLoss, titles } from './judge.js';

/** @import { Fittable, SamplesFor, TargetsFor } from '../face/types.js' */
/** @import { Chunk, ChunkFile } from '../types.js' */
/** @import { RowChunksSettings, RowsAnswer, RowsSettings } from './types.js' */

/** Sizes of a curve, and the fewest training rows of the smallest one, unless there are less than three sizes. */
const [mostSizes, fewestSizes, fewestRows] = [8, 3, 50];

/** Into how many parts the rows that judge a fit to chunks are divided. */
const parts = 5;

/**
 * Whether more rows help. An estimator, which stays as it is, is scored with all training rows of each
 * fold, with half of them, a quarter and so on: at least three sizes, at most eight, and further ones
 * have 50 rows or more. A power law says what twice the rows would bring. Of rows in chunks, the first 1,
 * 2, 4, ... are fitted, and other rows judge them.
 * @template {Fittable} E
 * @overload
 * @param {E} estimator
 * @param {SamplesFor<E>} X
 * @param {TargetsFor<E>} y
 * @param {RowsSettings} [settings]
 * @returns {Promise<RowsAnswer>}
 */
/**
 * @overload
 * @param {{fitChunks: (chunks: any, settings?: any) => any}} estimator such as a LowRankSVC
 * @param {readonly (Chunk<any, any> | ChunkFile)[]} chunks at least four, with rows in random order
 * @param {RowChunksSettings} settings
 * @returns {Promise<RowsAnswer>}
 */
/**
 * @param {any} estimator
 * @param {any} X
 * @param {any} y
 * @param {any} [settings]
 * @returns {Promise<RowsAnswer>}
 */
export async function howManyRows(estimator, X, y, settings) {
  checkEstimator(estimator);
  if (settings === undefined && isRecord(y) && y.test !== undefined) {
    return curveOfChunks(estimator, X, /** @type {any} */ (y));
  }
  // trainSizes and trainScores are chosen here. learningCurve knows the names of all others.
  const others = Object.keys(settings ?? {}).filter((name) => !/^train/.test(name));
  const { worth: least, ...how } = /** @type {any} */ (
    readSettings('howManyRows', settings, others)
  );
  checkJudging(least, how.scoring);
  const { folds = 5, scoring } = how;
  const rows = y?.length ?? X?.rows ?? X?.length;
  const learnt = Array.isArray(folds) ? folds[0]?.train?.length : rows * (1 - 1 / folds);
  if (folds?.length < 2 || folds === 0) throw wrongSetting('folds', 'at least two folds, whose scores are compared', folds); // prettier-ignore
  const trainSizes = Array.from({ length: mostSizes }, (_, i) => 2 ** -i).filter(
    (share, i) => i < fewestSizes || share * learnt >= fewestRows,
  );
  const curve = await learningCurve(estimator, X, y, { trainScores: false, ...how, trainSizes });
  const complete = curve.rows.filter((row) => row.complete);
  if (complete.length < fewestSizes) {
    const [code, remedy] = curve.stopped
      ? /** @type {const} */ (['ERR_STOPPED', 'give it more time, or fewer folds'])
      : /** @type {const} */ (['ERR_SHAPE', 'pass more rows']);
    throw new MaxMarginError(code, 'X', `the curve has the scores of ${complete.length} sizes, but it needs ${fewestSizes}; ${remedy}`, { got: complete.length }); // prettier-ignore
  }
  const sizes = complete.map(({ trainSize }) => trainSize);
  return answerOf(sizes, complete.map(({ scores }) => scores), nameOf(scoring), isLoss(scoring), least, isLoss(scoring) ? 0 : typeof scoring === 'function' ? Infinity : 1); // prettier-ignore
}

/**
 * The same for rows in chunks, of which the first 1, 2, 4, ... are fitted.
 * @param {any} estimator with the method fitChunks
 * @param {any} chunks
 * @param {RowChunksSettings} settings
 * @returns {Promise<RowsAnswer>}
 */
async function curveOfChunks(estimator, chunks, settings) {
  const known = ['test', 'scoring', 'worth', 'executor', 'signal', 'onProgress'];
  const all = /** @type {any} */ (readSettings('howManyRows', settings, known));
  const { test, scoring, worth: least, ...how } = all;
  checkJudging(least, scoring);
  if (scoring !== undefined && typeof scoring !== 'function') {
    throw wrongSetting('scoring', 'a function (y, predicted) => number, greater for better predictions, of fits to chunks', scoring); // prettier-ignore
  }
  checkExecutor(how.executor, undefined);
  const signal = checkSignal(how.signal);
  const onProgress = checkProgress(how.onProgress);
  if (typeof estimator.fitChunks !== 'function') {
    throw wrongSetting('estimator', 'a machine with fitChunks, such as new LowRankSVC()', estimator); // prettier-ignore
  }
  if (!Array.isArray(chunks) || chunks.length < 2 ** (fewestSizes - 1)) {
    throw wrongSetting('chunks', `an array of at least ${2 ** (fewestSizes - 1)} chunks`, chunks);
  }
  const { X, y } = /** @type {any} */ (test);
  if (X == null || !(y?.length >= parts)) {
    throw wrongSetting('test', `{ X, y } of at least ${parts} rows that no chunk has`, test);
  }
  const places = Int32Array.from(y, (_, i) => i);
  const tests = Array.from({ length: parts }, (_, part) => {
    const rows = places.filter((i) => i % parts === part);
    return { X: selectRows(X, rows), y: selectEntries(y, rows) };
  });
  /** @type {number[]} */
  const sizes = [];
  /** @type {number[][]} */
  const scores = [];
  for (const count of countsUpTo(chunks.length)) {
    let rows = 0;
    const model = withParams(estimator, {});
    await model.fitChunks(chunks.slice(0, count), {
      ...how,
      onProgress: (/** @type {any} */ report) => {
        rows = Math.max(rows, report.rows ?? 0);
        return onProgress?.({ ...report, chunks: count });
      },
    });
    // Rows of a file are counted by who reads it.
    const given = chunks.slice(0, count).reduce((sum, chunk) => sum + (chunk.y?.length ?? NaN), 0);
    sizes.push(given >= 0 ? given : rows);
    const own = [];
    for (const part of tests) {
      signal?.throwIfAborted();
      own.push(scoring ? await scoring(part.y, await model.predict(part.X)) : await model.score(part.X, part.y)); // prettier-ignore
    }
    scores.push(own);
    model.dispose?.();
  }
  return answerOf(sizes, scores, nameOf(scoring), false, least);
}

/** Powers of two, and the last number. @param {number} most */
function countsUpTo(most) {
  const counts = [];
  for (let count = 1; count < most; count *= 2) counts.push(count);
  return [...counts, most];
}

/**
 * @param {unknown} least
 * @param {unknown} scoring
 */
function checkJudging(least, scoring) {
  if (least !== undefined && !(typeof least === 'number' && least > 0 && least < 1)) {
    throw wrongSetting('worth', 'a share above 0 and below 1', least);
  }
  if (Array.isArray(scoring)) throw wrongSetting('scoring', 'one measure', scoring);
}

/** What a measure is called in a sentence. @param {unknown} scoring */
const nameOf = (scoring) =>
  typeof scoring === 'string' ? (titles[scoring] ?? scoring) : 'the score';
