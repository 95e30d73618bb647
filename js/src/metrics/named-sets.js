/** Measures of several labels for each row by their names, and what guessing scores by them. */
import { MaxMarginError, show } from '../basics/errors.js';
import { nearest } from '../basics/nearest.js';
import { wrongSetting } from '../basics/settings.js';
import { hasSets, indicator, listsOf, readSets } from '../input/label-sets.js';
import { accuracyScore, f1Score, hammingLoss, jaccardScore, precisionScore, recallScore } from './counts.js'; // prettier-ignore
import { coverageError, labelRankingAveragePrecisionScore, labelRankingLoss } from './label-sets.js'; // prettier-ignore
import { meanOf } from './numbers.js';
import { averagePrecisionScore, rocAucScore } from './scores.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Fold, Label } from '../types.js' */

/** Which labels each row has, as 0 and 1. @typedef {{data: Uint8Array, rows: number, cols: number}} Marks */

/**
 * @typedef {object} Measure
 * @property {boolean} greater whether more is better
 * @property {boolean} [ranks] whether it is of scores, rows x labels, instead of predicted labels
 * @property {(y: Marks, found: any, settings: {sampleWeight?: any}) => number} of
 */

const averages = { Micro: 'micro', Macro: 'macro', Weighted: 'weighted', Samples: 'samples' };

/**
 * The measures by name. It is a function, so that a program without them has no call at its start.
 * @returns {Map<string, Measure>}
 */
function measures() {
  const quotients = { precision: precisionScore, recall: recallScore, f1: f1Score, jaccard: jaccardScore }; // prettier-ignore
  /** @type {[string, Measure][]} */
  const averaged = Object.entries(quotients).flatMap(([name, score]) =>
    Object.entries(averages).map(([ending, average]) => {
      const of = (/** @type {Marks} */ y, /** @type {Marks} */ found, /** @type {object} */ how) =>
        /** @type {any} */ (score)(y, found, { ...how, average });
      return /** @type {[string, Measure]} */ ([name + ending, { greater: true, of }]);
    }),
  );
  return new Map([
    ['accuracy', { greater: true, of: accuracyScore }],
    ['hammingLoss', { greater: false, of: hammingLoss }],
    ...averaged,
    ['rocAuc', { greater: true, ranks: true, of: eachLabel(rocAucScore) }],
    ['averagePrecision', { greater: true, ranks: true, of: eachLabel(averagePrecisionScore) }],
    ['coverageError', { greater: false, ranks: true, of: coverageError }],
    ['labelRankingLoss', { greater: false, ranks: true, of: labelRankingLoss }],
    ['labelRankingAveragePrecision', { greater: true, ranks: true, of: labelRankingAveragePrecisionScore }], // prettier-ignore
  ]);
}

/**
 * The mean over the labels of a measure of the scores of two classes: the rows that have a label, and
 * the others. NaN if no row has some label, or all have.
 * @param {(y: boolean[], scores: number[], settings: {sampleWeight?: any}) => number} score
 * @returns {Measure['of']}
 */
function eachLabel(score) {
  return ({ data, rows, cols }, /** @type {number[][]} */ scores, settings) => {
    const column = (/** @type {number} */ c) => {
      const has = Array.from({ length: rows }, (_, i) => data[i * cols + c] === 1);
      if (has.every((one) => one === has[0])) return NaN;
      return score(has, scores.map((row) => row[c]), settings); // prettier-ignore
    };
    return meanOf(cols, column);
  };
}

/**
 * @param {string} name
 * @returns {Measure}
 */
function measureOf(name) {
  const all = measures();
  const found = all.get(name);
  if (found) return found;
  const known = [...all.keys()];
  const near = nearest(name, known);
  const hint = near ? `; did you mean '${near}'?` : `, such as ${known.slice(0, 3).join(', ')}`;
  throw new MaxMarginError('ERR_OPTION', 'scoring', `there is no measure ${show(name)} of rows with several labels${hint}`, { nearest: near }); // prettier-ignore
}

/**
 * Whether rows of a prediction are rows of 0 and 1. Lists of two labels that all have [0, 1] could be both:
 * they are lists, as the package predicts them.
 * @param {any[][]} list
 * @param {number} k how many labels there are
 */
const areMarks = (list, k) =>
  list.every((row) => row.length === k && row.every((mark) => mark === 0 || mark === 1)) &&
  list.some((row) => row.some((mark, c) => mark !== c));

/** The measures of rows that have several labels each. */
export class SetScores {
  /** What there is of each row, for fits to some of them: lists of labels, or as it was given. @type {any[]} */
  rows;
  /** Those that measures count, whether or not some rows have them. @type {Label[]} */
  #labels;
  /** Whether rows are of 0 and 1, which a few rows alone do not tell. */
  #marked;

  /**
   * @param {any} y of all rows
   * @param {readonly unknown[]} scorings names, which are checked, and functions
   * @param {readonly Label[]} [more] labels that a model knows beside those in y
   */
  constructor(y, scorings, more = []) {
    for (const name of scorings) if (name && typeof name === 'string') measureOf(name);
    const [{ labels, marks, rows }] = readSets([[y, 'y']]);
    this.#labels = [...new Set([...labels, ...more])];
    const isArray = Array.isArray(y);
    this.#marked = isArray && indicator(y, 'y') !== undefined;
    this.rows = isArray ? y : listsOf(labels, rows, (at) => marks[at] === 1);
  }

  /**
   * @param {any} given labels or marks of some rows
   * @param {string} argument
   * @param {boolean} marked
   * @returns {Marks}
   */
  #read(given, argument, marked) {
    const labels = this.#labels;
    const [rows, cols] = [given.length, labels.length];
    const data = new Uint8Array(rows * cols);
    for (let i = 0; i < rows; i++) {
      if (marked) data.set(Array.from(given[i], Number), i * cols);
      else
        for (const label of given[i]) {
          const at = labels.indexOf(label);
          if (at < 0) throw new MaxMarginError('ERR_OPTION', argument, `${argument}[${i}] has ${show(label)}, which is not one of the labels ${labels.slice(0, 8).map(show).join(', ')}`, { row: i }); // prettier-ignore
          data[i * cols + at] = 1;
        }
    }
    return { data, rows, cols };
  }

  /**
   * The score of a model on some rows.
   * @param {unknown} _host
   * @param {any} model
   * @param {any} X
   * @param {any[]} y of these rows, as they are in `rows`
   * @param {any} predicted
   * @param {{scoring: string, sampleWeight?: any, groups?: unknown, how?: object}} by how: settings of
   *   the method that is asked
   * @returns {Steps<{score: number, greater: boolean}>}
   */
  *scoreBy(_host, model, X, y, predicted, { scoring, sampleWeight, groups, how = {} }) {
    if (groups != null) throw wrongSetting('groups', 'left out where rows have several labels', groups); // prettier-ignore
    const { greater, ranks, of } = measureOf(scoring);
    const truth = this.#read(y, 'y', this.#marked);
    let found;
    if (ranks) found = yield* this.#scores(scoring, model, X, how, y.length);
    else {
      if (!hasSets(predicted) || predicted.length !== y.length) throw new MaxMarginError('ERR_TYPE', 'estimator', `the estimator must predict a list of labels for each row, got ${show(predicted)}`); // prettier-ignore
      found = this.#read(predicted, 'predicted', areMarks(predicted, this.#labels.length));
    }
    return { greater, score: of(truth, found, { sampleWeight }) };
  }

  /**
   * Scores of all labels: one that the model does not know is its last choice.
   * @param {string} scoring
   * @param {any} model
   * @param {any} X
   * @param {object} how
   * @param {number} rows
   * @returns {Steps<number[][]>}
   */
  *#scores(scoring, model, X, how, rows) {
    const method = ['decisionFunction', 'predictProba'].find((name) => typeof model[name] === 'function'); // prettier-ignore
    if (!method) throw new MaxMarginError('ERR_OPTION', 'scoring', `${scoring} needs the method decisionFunction or predictProba, which the estimator does not have; choose a measure of predictions`); // prettier-ignore
    const given = yield model[method](X, ...(Object.keys(how).length > 0 ? [how] : []));
    const values = Array.isArray(given) ? given.flatMap((row) => Array.from(row)) : given;
    const known = model.classes ?? this.#labels;
    const places = this.#labels.map((label) => known.indexOf(label));
    return Array.from({ length: rows }, (_, i) =>
      places.map((at) => (at < 0 ? -Number.MAX_VALUE : values[i * known.length + at])),
    );
  }

  /**
   * What the best answer that is the same for every row scores on the test rows. Of predictions it is
   * the most frequent list, or that of some most frequent labels, whichever is best for all training
   * rows; of scores it is how frequent the labels are.
   * @param {{splits: Fold[], how: {scorings: readonly unknown[]}}} comparison
   * @param {number} at which measure
   * @returns {Steps<{answer: string, scores: number[]} | undefined>}
   */
  *guessBy({ splits, how }, at) {
    const name = how.scorings[at];
    if (!name || typeof name !== 'string') return undefined;
    const { greater, ranks, of } = measureOf(name);
    const labels = this.#labels;
    const { data, cols } = this.#read(this.rows, 'y', this.#marked);
    const marksOf = (/** @type {number} */ i) => data.subarray(i * cols, (i + 1) * cols);
    /** How many rows have each label. */
    const countsIn = (/** @type {Iterable<number>} */ rows) => {
      const counts = labels.map(() => 0);
      for (const i of rows) marksOf(i).forEach((mark, c) => (counts[c] += mark));
      return counts;
    };
    /** The score of the same answer to all of some rows. */
    const scoreOf = (
      /** @type {Uint8Array[]} */ truth,
      /** @type {ArrayLike<number>} */ answer,
      /** @type {number[] | undefined} */ sampleWeight,
    ) => {
      const all = (/** @type {(i: number) => ArrayLike<number>} */ row) => truth.flatMap((_, i) => Array.from(row(i))); // prettier-ignore
      const table = (/** @type {number[]} */ list) => ({ data: Uint8Array.from(list), rows: truth.length, cols }); // prettier-ignore
      const found = ranks ? truth.map(() => answer) : table(all(() => answer));
      return of(table(all((i) => truth[i])), found, { sampleWeight });
    };
    const over = (/** @type {(fold: Fold) => ArrayLike<number>} */ answer) =>
      splits.map((fold) => scoreOf(Array.from(fold.test, marksOf), answer(fold), undefined));
    if (ranks) return { answer: 'the shares of the labels', scores: over(({ train }) => countsIn(train)) }; // prettier-ignore
    const learnt = new Set(splits.flatMap(({ train }) => [...train]));
    /** Equal rows, which are counted, so that an answer is scored on few. @type {Map<string, number>} */
    const kinds = new Map();
    for (const i of learnt) kinds.set(marksOf(i).join(''), (kinds.get(marksOf(i).join('')) ?? 0) + 1); // prettier-ignore
    const lists = [...kinds.keys()].map((key) => Uint8Array.from(key, Number));
    const weights = [...kinds.values()];
    const counts = countsIn(learnt);
    const frequent = [...labels.keys()].sort((a, b) => counts[b] - counts[a]);
    const answers = [lists[weights.indexOf(Math.max(...weights))]];
    for (let many = 0; many <= cols; many++) {
      const first = frequent.slice(0, many);
      answers.push(Uint8Array.from(labels, (_, c) => +first.includes(c)));
    }
    const scores = answers.map((answer) => scoreOf(lists, answer, weights));
    const best = scores.indexOf(greater ? Math.max(...scores) : Math.min(...scores));
    const names = labels.filter((_, c) => answers[best][c]).map(show);
    return {
      answer: `always ${names.join(' and ') || 'no label'}`,
      scores: over(() => answers[best]),
    };
  }
}
