/** The outcome of every point on every fold, and the table of results. */

/** @import { MaxMarginError } from '../basics/errors.js' */
/** @import { Params, ResultRow } from '../types.js' */

/**
 * The outcome of one point on one fold.
 * @typedef {object} Outcome
 * @property {number} score
 * @property {number} trainScore
 * @property {number} fitTime
 * @property {number} scoreTime
 * @property {boolean} converged
 * @property {MaxMarginError} [error]
 */

/**
 * One row per point, in the order of the grid; ranked by mean.
 * @param {Params[]} points
 * @param {(Outcome | undefined)[][]} outcomes by point and fold
 * @param {boolean} greater greater scores are better
 * @param {boolean} train the training rows were scored, too
 * @returns {ResultRow[]}
 */
export function makeTable(points, outcomes, greater, train) {
  const rows = points.map((params, at) => makeRow(params, outcomes[at], train));
  const order = rows
    .map((_, at) => at)
    .filter((at) => !Number.isNaN(rows[at].mean))
    .sort((a, b) => (greater ? rows[b].mean - rows[a].mean : rows[a].mean - rows[b].mean));
  order.forEach((at, place) => {
    const before = rows[order[place - 1]];
    rows[at].rank = before?.mean === rows[at].mean ? before.rank : place + 1;
  });
  return rows;
}

/**
 * @param {Params} params
 * @param {(Outcome | undefined)[]} folds
 * @param {boolean} train
 * @returns {ResultRow}
 */
function makeRow(params, folds, train) {
  const all = (/** @type {(o: Outcome) => number} */ read) =>
    folds.map((outcome) => (outcome ? read(outcome) : NaN));
  const scores = all(({ score }) => score);
  const trainScores = all(({ trainScore }) => trainScore);
  return {
    ...params,
    params,
    mean: meanOf(scores),
    std: spreadOf(scores),
    scores,
    rank: undefined,
    ...(train && { trainMean: meanOf(trainScores), trainScores }),
    fitTime: meanOf(all(({ fitTime }) => fitTime)),
    scoreTime: meanOf(all(({ scoreTime }) => scoreTime)),
    converged: folds.every((outcome) => outcome?.converged),
    complete: folds.every((outcome) => outcome && !outcome.error),
    error: folds.find((outcome) => outcome?.error)?.error,
  };
}

/**
 * The row of the best mean; the first of several.
 * @param {ResultRow[]} rows
 */
export function bestRow(rows) {
  const at = rows.findIndex(({ rank }) => rank === 1);
  return at < 0 ? undefined : at;
}

/** @param {number[]} values */
export function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The standard deviation over the values themselves (divided by their number).
 * @param {number[]} values
 */
export function spreadOf(values) {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}

/**
 * The mean and 1.96 standard errors around it: a 95 % interval, were the values independent.
 * @param {number[]} values
 * @returns {[low: number, high: number]}
 */
export function intervalOf(values) {
  const [mean, half] = [meanOf(values), (1.96 * spreadOf(values)) / Math.sqrt(values.length - 1)];
  return [mean - half, mean + half];
}
