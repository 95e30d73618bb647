/** The outcome of every point on every fold, and the table of results. */

/** @import { MaxMarginError } from '../basics/errors.js' */
/** @import { Params, ResultRow } from '../types.js' */
/** @import { Comparing } from './compare.js' */

/**
 * The outcome of one point on one fold.
 * @typedef {object} Outcome
 * @property {number[]} scores by measure; none of a fit that failed
 * @property {number[]} trainScores by measure, where they are wanted
 * @property {number} fitTime
 * @property {number} scoreTime
 * @property {boolean} converged
 * @property {MaxMarginError} [error]
 */

/**
 * One row per point, in the order of the grid; ranked by mean.
 * @param {Params[]} points
 * @param {(Outcome | undefined)[][]} outcomes by point and fold
 * @param {Comparing} how
 * @param {boolean[]} greater of each measure: greater scores are better
 * @returns {ResultRow[]}
 */
export function makeTable(points, outcomes, { names, chosen, trainScores: train }, greater) {
  const columns = greater.map((up, measure) => {
    const column = outcomes.map((folds) => columnOf(folds, measure, train));
    rank(column, up);
    return column;
  });
  return points.map((params, at) =>
    makeRow(
      params,
      outcomes[at],
      columns[chosen][at],
      byName(names, (measure) => columns[measure][at]),
    ),
  );
}

/**
 * Lists and plain objects again, so that whoever changes them changes no search.
 * @param {any} value
 * @returns {any}
 */
export function copyOf(value) {
  if (Array.isArray(value)) return value.map(copyOf);
  if (value?.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, copyOf(own)]));
}

/**
 * Something of each of several measures, by name.
 * @template T
 * @param {string[] | undefined} names undefined: there is one measure, without a name
 * @param {(measure: number) => T} read
 * @returns {{measures?: Record<string, T>}}
 */
export function byName(names, read) {
  if (!names) return {};
  return { measures: Object.fromEntries(names.map((name, measure) => [name, read(measure)])) };
}

/** @typedef {ReturnType<typeof columnOf>} Column */

/**
 * The scores of one point by one measure.
 * @param {(Outcome | undefined)[]} folds
 * @param {number} measure
 * @param {boolean} train the training rows were scored, too
 */
function columnOf(folds, measure, train) {
  const all = (/** @type {'scores' | 'trainScores'} */ name) =>
    folds.map((outcome) => outcome?.[name][measure] ?? NaN);
  const [scores, trainScores] = [all('scores'), all('trainScores')];
  return {
    mean: meanOf(scores),
    std: spreadOf(scores),
    scores,
    rank: /** @type {number | undefined} */ (undefined),
    ...(train && { trainMean: meanOf(trainScores), trainScores }),
  };
}

/**
 * @param {Column[]} column by point
 * @param {boolean} greater greater scores are better
 */
function rank(column, greater) {
  const order = column
    .filter(({ mean }) => !Number.isNaN(mean))
    .sort((a, b) => (greater ? b.mean - a.mean : a.mean - b.mean));
  order.forEach((own, place) => {
    const before = order[place - 1];
    own.rank = place + 1;
    // Means that differ by the order of additions are equal.
    if (Math.abs(before?.mean - own.mean) <= 1e-12 * Math.abs(own.mean))
      ({ mean: own.mean, rank: own.rank } = before);
  });
}

/**
 * @param {Params} params
 * @param {(Outcome | undefined)[]} folds
 * @param {Column} column of the measure that chooses
 * @param {{measures?: Record<string, Column>}} measures
 * @returns {ResultRow}
 */
function makeRow(params, folds, column, measures) {
  const mean = (/** @type {'fitTime' | 'scoreTime'} */ name) =>
    meanOf(folds.map((outcome) => outcome?.[name] ?? NaN));
  return {
    ...params,
    params: copyOf(params),
    ...column,
    ...measures,
    fitTime: mean('fitTime'),
    scoreTime: mean('scoreTime'),
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
