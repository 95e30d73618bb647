/**
 * Several labels for each row: what measures of predicted labels count, and measures of scores. They
 * have the names and values of scikit-learn.
 */
import { MaxMarginError } from '../basics/errors.js';
import { readSettings } from '../basics/settings.js';
import { hasSets, readSets } from '../input/label-sets.js';
import { classesOf, weightsOf } from './labels.js';
import { meanOf } from './numbers.js';
import { columnsOf } from './ranking.js';

/** @import { Entries } from '../types.js' */
/** @import { Counts } from './counts.js' */
/** @import { LabelSets, ProbabilitySettings } from './types.js' */

/**
 * What there is of the labels of each row, and of those that are predicted; undefined if rows have a
 * single label.
 * @param {any} y
 * @param {any} predicted
 * @param {{labels?: any, sampleWeight?: any}} settings labels to count; all that occur by default
 */
export function setsOf(y, predicted, { labels: only, sampleWeight }) {
  if (!hasSets(y) && !hasSets(predicted)) return undefined;
  const [truth, found] = readSets([[y, 'y'], [predicted, 'predicted']]); // prettier-ignore
  const { rows, labels: all } = truth;
  if (found.rows !== rows) {
    throw new MaxMarginError('ERR_SHAPE', 'predicted', `predicted has ${found.rows} rows, but y has ${rows}; there must be one for each`, { expected: rows, got: found.rows }); // prettier-ignore
  }
  const labels = only === undefined ? all : [...classesOf(only, 'labels')];
  const places = labels.map((label) => all.indexOf(label));
  const weights = weightsOf(sampleWeight, rows);
  /** What is wrong, and what is right, of a label in a row. */
  const add = (
    /** @type {Counts} */ counts,
    /** @type {number} */ i,
    /** @type {number} */ c,
    /** @type {number} */ weight,
  ) => {
    // prettier-ignore
    const at = i * all.length + places[c];
    const [has, said] = places[c] < 0 ? [0, 0] : [truth.marks[at], found.marks[at]];
    counts[has ? (said ? 'a' : 'c') : said ? 'b' : 'd'] += weight;
  };
  /** The counts of each label. */
  const byLabel = () =>
    labels.map((_, c) => {
      const counts = { a: 0, b: 0, c: 0, d: 0 };
      for (let i = 0; i < rows; i++) add(counts, i, c, weights?.[i] ?? 1);
      return counts;
    });
  /** The counts of each row, without its weight. */
  const byRow = () =>
    Array.from({ length: rows }, (_, i) => {
      const counts = { a: 0, b: 0, c: 0, d: 0 };
      for (const c of labels.keys()) add(counts, i, c, 1);
      return counts;
    });
  return { labels, weights, byLabel, byRow };
}

/**
 * The mean number of labels, from that with the highest score on, among which are all labels of a row.
 * A row without labels needs none.
 * @param {LabelSets} y
 * @param {Entries<number>} scores rows x labels
 * @param {ProbabilitySettings} [settings]
 * @returns {number}
 */
export function coverageError(y, scores, settings) {
  return ranked('coverageError', y, scores, settings, ({ has, atLeast }) =>
    Math.max(0, ...has.map((c) => atLeast(c).length)),
  );
}

/**
 * The mean over the labels of a row of the share of its labels among all that score at least as much
 * as this label, and of this over the rows; 1 for rows with all labels or none.
 * @param {LabelSets} y
 * @param {Entries<number>} scores rows x labels
 * @param {ProbabilitySettings} [settings]
 * @returns {number}
 */
export function labelRankingAveragePrecisionScore(y, scores, settings) {
  return ranked(
    'labelRankingAveragePrecisionScore',
    y,
    scores,
    settings,
    ({ has, lacks, atLeast }) => {
      // prettier-ignore
      if (has.length === 0 || lacks.length === 0) return 1;
      return meanOf(has.length, (at) => {
        const above = atLeast(has[at]);
        return above.filter((c) => has.includes(c)).length / above.length;
      });
    },
  );
}

/**
 * The share of the pairs of a label that a row has and one that it lacks in which the latter scores at
 * least as much; 0 for rows with all labels or none.
 * @param {LabelSets} y
 * @param {Entries<number>} scores rows x labels
 * @param {ProbabilitySettings} [settings]
 * @returns {number}
 */
export function labelRankingLoss(y, scores, settings) {
  return ranked('labelRankingLoss', y, scores, settings, ({ has, lacks, atLeast }) => {
    if (has.length === 0 || lacks.length === 0) return 0;
    return meanOf(has.length, (at) => atLeast(has[at]).filter((c) => lacks.includes(c)).length) / lacks.length; // prettier-ignore
  });
}

/**
 * The mean over the rows of a function of the order of their labels.
 * @param {string} measure
 * @param {any} y
 * @param {any} scores
 * @param {ProbabilitySettings | undefined} settings
 * @param {(row: {has: number[], lacks: number[], atLeast: (label: number) => number[]}) => number} of
 *   the labels of a row, the others, and those that score at least as much as a label
 */
function ranked(measure, y, scores, settings, of) {
  const { classes, sampleWeight } = readSettings(measure, settings, ['classes', 'sampleWeight']);
  const known = classes === undefined ? undefined : classesOf(classes, 'classes');
  const [{ labels, rows, marks }] = readSets([[y, 'y']], known);
  const k = labels.length;
  const columns = columnsOf(scores, rows, k);
  if (columns.length !== k) {
    throw new MaxMarginError('ERR_SHAPE', 'scores', `scores has one value per row, but there are ${k} labels; pass rows x labels, as decisionFunction gives them`); // prettier-ignore
  }
  const places = labels.map((_, c) => c);
  const each = (/** @type {number} */ i) => ({
    has: places.filter((c) => marks[i * k + c]),
    lacks: places.filter((c) => !marks[i * k + c]),
    atLeast: (/** @type {number} */ label) => places.filter((c) => columns[c][i] >= columns[label][i]), // prettier-ignore
  });
  return meanOf(rows, (i) => of(each(i)), weightsOf(sampleWeight, rows));
}
