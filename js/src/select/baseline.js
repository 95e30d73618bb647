/**
 * What guessing scores on the splits of a comparison: the best answer that is the same for every
 * row. It is learnt from the training rows alone, and scored on the test rows.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { entriesOf } from '../input/tables.js';
import { rSquared } from '../input/values.js';
import { stateOf } from '../model/registry.js';
import { isOrdered, scoreBy } from './score-by.js';
import { selectEntries } from './subsets.js';
import { meanOf } from './table.js';
import { judge } from './verdict.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Judged } from '../types.js' */
/** @import { Comparison } from './compare.js' */

/** The scores of guessing by one measure, by split. @typedef {{answer: string, scores: number[]}} Guess */

/** Values of rows, or the places of their classes. @typedef {Float64Array | Int32Array} Targets */

/** Measures of decision values and of probabilities: guessing gives the shares of the classes. */
const ofShares = /^(roc|average|break|top|log|brier|(precision|recall)@)/;

/** Measures of orders, of which equal answers have none: guessing orders by chance. */
export const ofOrders = /^(kendall|spearman|inversion|preference|ranking|concordance)/;

/** Everyday measures, which need no call. @type {Record<string, (y: any, found: any) => number>} */
const here = {
  accuracy: (y, found) => y.filter((/** @type {number} */ c) => c === found[0]).length / y.length,
  r2: (y, found) => rSquared(found, y),
};

/**
 * The guesses by each measure. None of a function, of which nobody knows the best value, and of what
 * has a score of its own, or no constant answer with a score.
 * @param {Comparison} comparison
 * @returns {Steps<(Guess | undefined)[]>}
 */
export function* guess(comparison) {
  const guesses = [];
  for (const at of comparison.how.scorings.keys()) {
    try {
      guesses.push(yield* (comparison.sets ?? { guessBy }).guessBy(comparison, at));
    } catch (error) {
      if (!(error instanceof MaxMarginError)) throw error;
      guesses.push(undefined);
    }
  }
  return guesses;
}

/**
 * @param {Comparison} comparison
 * @param {number} at which measure
 * @returns {Steps<Guess | undefined>}
 */
function* guessBy(comparison, at) {
  const { host, estimator, isClassifier, kind, splits, given } = comparison;
  const state = stateOf(estimator);
  const asked = comparison.how.scorings[at];
  if (typeof asked === 'function' || kind === 'detector' || !(state || asked)) return undefined;
  const ranks = !isClassifier && state?.learner.packGroups !== undefined;
  const scoring = asked || (isClassifier ? 'accuracy' : ranks ? 'concordance' : 'r2');
  const inOrder = ofOrders.test(scoring);
  // How large losses of orders are depends on how a ranker divides the rows.
  if (inOrder && ranks && /Loss|Risk/.test(scoring)) return undefined;
  const { classes, read } = isClassifier ? placesIn(comparison) : valuesIn(comparison);
  const labels = inOrder ? undefined : classes?.labels;
  const by = { scoring, classes: labels && classes, ordered: isOrdered(state) };
  const named = (/** @type {Targets} */ list) => (labels ? Array.from(list, (c) => labels[c]) : list); // prettier-ignore

  /** @type {(y: any, found: any, model?: object, more?: object) => Steps<number>} */
  const scoreOf = function* (y, found, model = {}, more) {
    if (here[scoring] && !more) return here[scoring](y, found);
    return (yield* scoreBy(host, model, [], named(y), named(found), { ...by, ...more })).score;
  };
  let answer = 'a random order';
  // The score of a random order is the mean of those of any order and of its reverse.
  /** @type {(train: Int32Array, y: Targets) => Targets[]} */
  let find = (_, y) => [1, -1].map((sign) => Float64Array.from(y.keys(), (i) => sign * i));
  /** @type {((train: Int32Array, y: Targets) => object) | undefined} */
  let model;
  if (labels && ofShares.test(scoring)) {
    answer = 'the shares of the classes';
    find = (_, y) => [y];
    model = (train, y) => sharing(countsOf(read(train), labels.length), y.length);
  } else if (labels) {
    const best = yield* bestClass(comparison, read, labels.length, at, scoreOf);
    answer = `always ${show(labels[best])}`;
    find = (_, y) => [y.map(() => best)];
  } else if (!inOrder) {
    const [name, constantOf] = constantFor(scoring);
    answer = name;
    find = (train, y) => {
      const constant = constantOf(/** @type {Float64Array} */ (read(train)));
      return [y.map(() => constant)];
    };
  }
  const scores = [];
  for (const { train, test } of splits) {
    const y = read(test);
    const lists = !labels && given.groups != null && { groups: selectEntries(given.groups, test) };
    const own = [];
    for (const found of find(train, y)) {
      own.push(yield* scoreOf(y, found, model?.(train, y), lists || undefined));
    }
    scores.push(meanOf(own));
  }
  return { answer, scores };
}

/**
 * @param {Comparison} comparison
 * @returns {{classes?: import('../input/labels.js').Classes, read: (rows: Int32Array) => Targets}}
 */
function valuesIn({ y }) {
  const values = Float64Array.from(/** @type {ArrayLike<number>} */ (entriesOf(y)));
  return { read: (rows) => Float64Array.from(rows, (i) => values[i]) };
}

/**
 * @param {Comparison} comparison
 * @returns {ReturnType<typeof valuesIn>}
 */
function placesIn(comparison) {
  const { classes, indices } = comparison.classes();
  if (!comparison.sequences) return { classes, read: (rows) => rows.map((i) => indices[i]) };
  let to = 0;
  const parts = Array.from(comparison.y, (own) => indices.subarray(to, (to += entriesOf(own).length))); // prettier-ignore
  return { classes, read: (rows) => Int32Array.from([...rows].flatMap((i) => [...parts[i]])) };
}

/**
 * How many rows each class has.
 * @param {Targets} places
 * @param {number} classes
 */
function countsOf(places, classes) {
  const counts = new Float64Array(classes);
  for (const c of places) counts[c]++;
  return counts;
}

/**
 * The class that is the best answer to all rows that are learnt from. It is one for all splits: to
 * leave a row of a class out would make another class more frequent.
 * @param {Comparison} comparison
 * @param {(rows: Int32Array) => Targets} read
 * @param {number} classes
 * @param {number} at which measure
 * @param {(y: any, found: any, model?: object, more?: object) => Steps<number>} scoreOf
 * @returns {Steps<number>}
 */
function* bestClass({ splits, rows, how, greater }, read, classes, at, scoreOf) {
  const learnt = new Uint8Array(rows);
  for (const { train } of splits) for (const i of train) learnt[i] = 1;
  const counts = countsOf(read(Int32Array.from(learnt.keys()).filter((i) => learnt[i])), classes);
  const there = Int32Array.from(counts.keys()).filter((c) => counts[c] > 0);
  there.sort((a, b) => counts[b] - counts[a]);
  let [best] = there;
  const scoring = how.scorings[at];
  if (!scoring || scoring === 'accuracy') return best;
  let known = NaN;
  for (const c of there) {
    // Of constant answers the numbers of rows of each class say all; the largest error has no weights.
    const weights = scoring !== 'maxError' && { sampleWeight: Array.from(there, (i) => counts[i]) };
    const score = yield* scoreOf(there, there.map(() => c), undefined, weights || undefined); // prettier-ignore
    const ahead = greater[at] ? score > known : score < known;
    if (ahead || Number.isNaN(known)) [best, known] = [c, score];
  }
  return best;
}

/**
 * A model that gives the shares of the classes to every row.
 * @param {Float64Array} counts
 * @param {number} rows
 */
function sharing(counts, rows) {
  const total = counts.reduce((sum, own) => sum + own, 0);
  const shares = counts.map((own) => own / total);
  const all = (/** @type {ArrayLike<number>} */ row) => () =>
    Float64Array.from({ length: rows * row.length }, (_, i) => row[i % row.length]);
  const decision = shares.length === 2 ? [shares[1] - shares[0]] : shares;
  return { decisionFunction: all(decision), predictProba: all(shares) };
}

/**
 * The constant that is best by a measure of numbers.
 * @param {string} scoring
 * @returns {[answer: string, of: (values: Float64Array) => number]}
 */
function constantFor(scoring) {
  const [, share] = scoring.split('Loss@');
  if (share) return [`the quantile ${share}`, (values) => quantile(values, Number(share))];
  if (scoring === 'maxError') {
    return ['the middle of the range', (values) => (quantile(values, 0) + quantile(values, 1)) / 2];
  }
  return /absolute/i.test(scoring)
    ? ['the median', (values) => quantile(values, 0.5)]
    : ['the mean', (values) => values.reduce((sum, value) => sum + value, 0) / values.length];
}

/**
 * @param {Float64Array} values
 * @param {number} share
 */
function quantile(values, share) {
  const sorted = values.slice().sort();
  const place = share * sorted.length;
  const at = (/** @type {number} */ i) => sorted[Math.max(0, Math.min(sorted.length - 1, i))];
  return (at(Math.ceil(place) - 1) + at(Math.floor(place))) / 2;
}

/**
 * What stands beside a score: the score of guessing, and whether there is more.
 * @param {Comparison} comparison
 * @param {(Guess | undefined)[]} guesses by measure
 * @param {number} by which measure
 * @param {number[]} scores of successive splits
 * @param {number} [from] the first of these splits
 * @param {number} [tries] how many candidates the scores are the best of
 * @returns {Judged}
 */
export function beside({ greater, splits }, guesses, by, scores, from = 0, tries = 1) {
  const guessed = guesses[by];
  if (!guessed) return {};
  const to = from + scores.length;
  const own = guessed.scores.slice(from, to);
  const gains = scores.map((score, f) => (greater[by] ? score - own[f] : own[f] - score));
  const mean = meanOf(own);
  // The best score is 1, and the least loss 0.
  const most = greater[by] ? 1 - mean : mean;
  const { pValue, verdict } = judge(gains, most, splits.slice(from, to), tries);
  return { baseline: { answer: guessed.answer, mean, scores: own, pValue }, verdict };
}
