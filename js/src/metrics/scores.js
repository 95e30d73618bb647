/** Measures of scores, such as decision values and probabilities, of two or more classes. */
import { MaxMarginError, show } from '../basics/errors.js';
import { encodeLabels } from '../input/labels.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { classesOf, listOf, placesOf, weightsOf } from './labels.js';
import { meanOf } from './numbers.js';
import { precisionRecallCurve } from './precision-recall-curve.js';
import { columnsOf, rankings } from './ranking.js';
import { rocCurve } from './roc-curve.js';

/** @import { Entries, Label } from '../types.js' */
/** @import { CurveSettings, PlaceSettings, RocAucSettings, TopSettings } from './types.js' */
/** @import { Ranking } from './ranking.js' */

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The area under the receiver operating characteristic: the share of the pairs of a positive and a
 * negative row in which the positive one has the higher score; ties count half. Of several
 * classes, the mean of each against the rest, or with `multiClass: 'ovo'` over the ordered pairs
 * of classes (Hand and Till 2001).
 * @param {Entries<Label>} y
 * @param {Entries<number>} scores one per row, higher for the second class, or rows x classes
 * @param {RocAucSettings} [settings]
 * @returns {number}
 */
export function rocAucScore(y, scores, settings) {
  const known = ['positive', 'classes', 'sampleWeight', 'multiClass', 'average'];
  const given = /** @type {RocAucSettings} */ (readSettings('rocAucScore', settings, known));
  const { multiClass = 'ovr', average = 'macro', ...own } = given;
  if (multiClass !== 'ovr' && multiClass !== 'ovo') {
    throw wrongSetting('multiClass', "'ovr' or 'ovo'", multiClass);
  }
  if (average !== 'macro' && average !== 'weighted') {
    throw wrongSetting('average', "'macro' or 'weighted'", average);
  }
  const { list, classes, places, columns, weights } = readColumns(y, scores, own);
  const size = (/** @type {number[]} */ rows) =>
    average === 'macro' ? 1 : rows.reduce((sum, i) => sum + (weights?.[i] ?? 1), 0);
  const all = [...places.keys()];
  if (multiClass === 'ovr' || columns.length === 1 || own.positive !== undefined) {
    const { curves } = rocCurve(list, scores, own);
    const sizes = curves.map(({ label }) => size(all.filter((i) => classes[places[i]] === label)));
    return meanOf(curves.length, (at) => curves[at].auc, Float64Array.from(sizes));
  }
  const [areas, sizes] = [[], []].map((numbers) => /** @type {number[]} */ (numbers));
  for (const [a, positive] of classes.entries()) {
    for (const [b, negative] of classes.entries()) {
      if (a === b) continue;
      const rows = all.filter((i) => places[i] === a || places[i] === b);
      const { curves } = rocCurve(
        rows.map((i) => classes[places[i]]),
        rows.map((i) => columns[a][i]),
        { classes: [negative, positive], sampleWeight: weights && rows.map((i) => weights[i]) },
      );
      areas.push(curves[0].auc);
      sizes.push(size(rows));
    }
  }
  return meanOf(areas.length, (at) => areas[at], Float64Array.from(sizes));
}

/**
 * The share of the rows whose class is among the k of the highest scores. Among equal scores later
 * classes come first, as in scikit-learn.
 * @param {Entries<Label>} y
 * @param {Entries<number>} scores one per row, above 0 for the second of two classes, or rows x classes
 * @param {TopSettings} [settings]
 * @returns {number}
 */
export function topKAccuracyScore(y, scores, settings) {
  const known = ['k', 'classes', 'sampleWeight'];
  const { k = 2, ...own } = /** @type {TopSettings} */ (
    readSettings('topKAccuracyScore', settings, known)
  );
  if (!(Number.isInteger(k) && k >= 1)) {
    throw new MaxMarginError('ERR_OPTION', 'k', `k must be a whole number >= 1, got ${show(k)}`);
  }
  const { places, columns, weights } = readColumns(y, scores, own);
  const before = (/** @type {number} */ i) => {
    if (columns.length === 1) return +(columns[0][i] > 0 !== (places[i] === 1));
    const score = columns[places[i]][i];
    return columns.filter((of, c) => of[i] > score || (of[i] === score && c > places[i])).length;
  };
  return meanOf(places.length, (i) => +(before(i) < k), weights);
}

/**
 * The classes of the rows, and the scores of each class.
 * @param {any} y
 * @param {any} scores
 * @param {Pick<CurveSettings, 'classes' | 'sampleWeight'>} given
 */
function readColumns(y, scores, { classes: known, sampleWeight }) {
  const list = /** @type {ArrayLike<Label>} */ (listOf(y, 'y'));
  const rows = list.length;
  const classes =
    known === undefined
      ? encodeLabels(list, rows).classes.labels
      : [...classesOf(known, 'classes')];
  const columns = columnsOf(scores, rows, classes.length);
  if (columns.length === 1 && classes.length !== 2) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      'scores',
      `scores has one value per row, but y has ${classes.length} classes; pass rows x classes, as decisionFunction gives them`,
    );
  }
  const places = placesOf(list, 'y', classes);
  return { list, classes, places, columns, weights: weightsOf(sampleWeight, rows) };
}

/**
 * The mean of the precision at each step of recall, sum (R_n - R_(n-1)) P_n. Of several classes,
 * the mean of each against the rest.
 * @param {Entries<Label>} y
 * @param {Entries<number>} scores one per row, higher for the second class, or rows x classes
 * @param {CurveSettings} [settings]
 * @returns {number}
 */
export function averagePrecisionScore(y, scores, settings) {
  return mean(precisionRecallCurve(y, scores, settings).curves.map((c) => c.averagePrecision));
}

/**
 * The precision at which it equals the recall: when as many rows are found as are positive. Rows of
 * equal scores at that place count as if their order were drawn.
 * @param {Entries<Label>} y
 * @param {Entries<number>} scores one per row, higher for the second class, or rows x classes
 * @param {CurveSettings} [settings]
 * @returns {number}
 */
export function breakEven(y, scores, settings) {
  return over('breakEven', y, scores, settings, (ranking) => {
    const positives = ranking.tps[ranking.tps.length - 1];
    return foundAt(ranking, positives) / positives;
  });
}

/**
 * The share of the k rows of the highest scores that is positive. Rows of equal scores at that
 * place count as if their order were drawn.
 * @param {Entries<Label>} y
 * @param {Entries<number>} scores one per row, higher for the second class, or rows x classes
 * @param {number} k from 1 to the number of rows
 * @param {PlaceSettings} [settings]
 * @returns {number}
 */
export function precisionAtK(y, scores, k, settings) {
  return over('precisionAtK', y, scores, settings, (ranking) => foundAt(ranking, k) / k, k);
}

/**
 * The share of the positive rows that is among the k rows of the highest scores. Rows of equal
 * scores at that place count as if their order were drawn.
 * @param {Entries<Label>} y
 * @param {Entries<number>} scores one per row, higher for the second class, or rows x classes
 * @param {number} k from 1 to the number of rows
 * @param {PlaceSettings} [settings]
 * @returns {number}
 */
export function recallAtK(y, scores, k, settings) {
  return over(
    'recallAtK',
    y,
    scores,
    settings,
    (ranking) => foundAt(ranking, k) / ranking.tps[ranking.tps.length - 1],
    k,
  );
}

/**
 * @param {string} measure
 * @param {Entries<Label>} y
 * @param {Entries<number>} scores
 * @param {CurveSettings | undefined} settings
 * @param {(ranking: Ranking) => number} of
 * @param {number} [k] how many rows are found
 */
function over(measure, y, scores, settings, of, k) {
  const known = ['positive', 'classes', ...(k === undefined ? ['sampleWeight'] : [])];
  const given = /** @type {CurveSettings} */ (readSettings(measure, settings, known));
  const rows = /** @type {ArrayLike<Label>} */ (y)?.length;
  if (k !== undefined && !(Number.isInteger(k) && k >= 1 && k <= rows)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'k',
      `k must be a whole number from 1 to the ${rows} rows, got ${show(k)}`,
    );
  }
  return mean(rankings(y, scores, given).map(of));
}

/**
 * How many positives are among this many rows of the highest scores.
 * @param {Ranking} ranking
 * @param {number} many rows, or the sum of their weights
 */
function foundAt({ tps, fps }, many) {
  let [before, found] = [0, 0];
  for (let i = 0; i < tps.length; i++) {
    const upTo = tps[i] + fps[i];
    if (upTo >= many) return found + ((tps[i] - found) * (many - before)) / (upTo - before);
    [before, found] = [upTo, tps[i]];
  }
  return found;
}
