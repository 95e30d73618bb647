/** Measures of scores, such as decision values and probabilities, of two or more classes. */
import { MaxMarginError, show } from '../basics/errors.js';
import { readSettings } from '../model/state.js';
import { precisionRecallCurve } from './precision-recall-curve.js';
import { rankings } from './ranking.js';
import { rocCurve } from './roc-curve.js';

/** @import { Entries, Label } from '../types.js' */
/** @import { CurveSettings, PlaceSettings } from './types.js' */
/** @import { Ranking } from './ranking.js' */

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The area under the receiver operating characteristic: the share of the pairs of a positive and a
 * negative row in which the positive one has the higher score; ties count half. Of several
 * classes, the mean of each against the rest.
 * @param {Entries<Label>} y
 * @param {Entries<number>} scores one per row, higher for the second class, or rows x classes
 * @param {CurveSettings} [settings]
 * @returns {number}
 */
export function rocAucScore(y, scores, settings) {
  return mean(rocCurve(y, scores, settings).curves.map(({ auc }) => auc));
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
 * The precision where it equals the recall: when as many rows are found as are positive. Rows of
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
  const rows = /** @type {any} */ (y)?.length;
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
 * How many positives are among so many rows of the highest scores.
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
