/** Samples by descending score, for the curves of a classifier. */
import { MaxMarginError, show } from '../basics/errors.js';
import { checkLength, encodeLabels } from '../input/labels.js';
import { checkValues } from '../input/values.js';
import { classesOf, listOf, placesOf, weightsOf } from './labels.js';

/** @import { Label } from '../types.js' */
/** @import { CurveSettings } from './types.js' */

/**
 * How many rows have at least a score, by descending score.
 * @typedef {object} Ranking
 * @property {Label} label the label that counts as positive
 * @property {Float64Array} thresholds scores that occur, descending
 * @property {Float64Array} tps positives, or the sum of their weights, with at least that score
 * @property {Float64Array} fps the same of negatives
 */

/**
 * One ranking for two classes, one for each of several against the rest.
 * @param {any} y
 * @param {any} scores one per row, higher for the positive class, or rows x classes
 * @param {CurveSettings} settings
 * @returns {Ranking[]}
 */
export function rankings(y, scores, { positive, classes: given, sampleWeight }) {
  const list = listOf(y, 'y');
  const rows = list.length;
  const classes =
    given === undefined ? encodeLabels(list, rows).classes.labels : classesOf(given, 'classes');
  const places = placesOf(list, 'y', classes);
  const weights = weightsOf(sampleWeight, rows);
  const columns = columnsOf(scores, rows, classes.length);
  const sought = positive === undefined ? undefined : placeOf(positive, classes);
  if (columns.length === 1) {
    if (classes.length !== 2) {
      throw new MaxMarginError(
        'ERR_SHAPE',
        'scores',
        `scores has one value per row, but y has ${classes.length} classes; pass rows x classes, as decisionFunction gives them`,
      );
    }
    // A decision value is positive for the second of two classes.
    return [rank(columns[0], places, sought ?? 1, classes, weights)];
  }
  const binary = classes.length === 2 ? 1 : undefined;
  const chosen = sought ?? binary;
  const all = chosen === undefined ? classes.map((_, c) => c) : [chosen];
  return all.map((c) => rank(columns[c], places, c, classes, weights));
}

/**
 * @param {Label} positive
 * @param {Label[]} classes
 */
function placeOf(positive, classes) {
  const at = classes.indexOf(positive);
  if (at >= 0) return at;
  throw new MaxMarginError(
    'ERR_OPTION',
    'positive',
    `positive is ${show(positive)}, which is not one of the classes ${classes.slice(0, 8).map(show).join(', ')}`,
  );
}

/**
 * The scores of each class; one column if there is one value per row.
 * @param {any} scores
 * @param {number} rows
 * @param {number} k
 * @param {string} [argument]
 * @returns {Float64Array[]}
 */
export function columnsOf(scores, rows, k, argument = 'scores') {
  if (Array.isArray(scores) && scores.length === rows && scores.every((row) => row?.length === k)) {
    return columnsOf(
      scores.flatMap((row) => Array.from(row)),
      rows,
      k,
      argument,
    );
  }
  const matrix = scores?.length === rows * k;
  const values = checkValues(
    checkLength(scores, argument, matrix ? rows * k : rows),
    argument,
    scores.length,
  );
  const wrong = values.findIndex(Number.isNaN);
  if (wrong >= 0) {
    throw new MaxMarginError(
      'ERR_NONFINITE',
      argument,
      `${argument}[${wrong}] is NaN; scores need an order`,
      { row: wrong },
    );
  }
  if (!matrix) return [values];
  return Array.from({ length: k }, (_, c) =>
    Float64Array.from({ length: rows }, (_, i) => values[i * k + c]),
  );
}

/**
 * @param {Float64Array} scores
 * @param {Int32Array} places
 * @param {number} positive
 * @param {Label[]} classes
 * @param {Float64Array | undefined} weights
 * @returns {Ranking}
 */
function rank(scores, places, positive, classes, weights) {
  const rows = Array.from(scores.keys()).filter((i) => weights?.[i] !== 0);
  rows.sort((a, b) => scores[b] - scores[a] || a - b);
  const [thresholds, tps, fps] = [[], [], []].map((list) => /** @type {number[]} */ (list));
  let [tp, fp] = [0, 0];
  rows.forEach((i, at) => {
    const weight = weights?.[i] ?? 1;
    if (places[i] === positive) tp += weight;
    else fp += weight;
    if (at + 1 < rows.length && scores[rows[at + 1]] === scores[i]) return;
    thresholds.push(scores[i]);
    tps.push(tp);
    fps.push(fp);
  });
  const label = classes[positive];
  if (!(tp > 0 && fp > 0)) {
    throw new MaxMarginError(
      'ERR_ONE_CLASS',
      'y',
      `y has ${tp > 0 ? 'nothing but' : 'no'} rows of ${show(label)} (of a weight above 0); a curve needs some of it and some of the rest`,
    );
  }
  return {
    label,
    thresholds: Float64Array.from(thresholds),
    tps: Float64Array.from(tps),
    fps: Float64Array.from(fps),
  };
}
