/** How good a model is on rows that nothing has seen, beside guessing, in numbers and in words. */
import { show } from '../basics/errors.js';
import { selectEntries } from '../select/subsets.js';
import { fewest, verdictOf } from '../select/verdict.js';
import {
  accuracyScore,
  balancedAccuracyScore,
  expectedCalibrationError,
  r2Score,
  rocAucScore,
  rootMeanSquaredError,
} from '../metrics.js';
import { meanOf, deviationOf } from './means.js';

/** @import { AutoScore } from './types.js' */
/** @import { Task } from './task.js' */

/** Of what guessing leaves to gain, the share that counts as a gain. */
const relevant = 1 / 4;

/** A probability below this one counts as this one: the logarithm of 0 says nothing. */
const least = 1e-15;

/** The normal quantiles of a bound of 95 % on one side, and of an interval of 95 %. */
const [oneSided, twoSided] = [1.645, 1.96];

/** Whether less is better. @param {unknown} scoring the name of a measure, or a function, which has more for better */
export const isLoss = (scoring) => typeof scoring === 'string' && /loss|error|brier/i.test(scoring);

/** What measures are called in a sentence. @type {Record<string, string>} */
export const titles = {
  logLoss: 'the log loss',
  meanAbsoluteError: 'the mean absolute error',
  accuracy: 'accuracy',
  rocAuc: 'the area under the ROC curve',
  r2: 'R²',
};

/**
 * The losses of a model and of guessing on each row.
 * @typedef {object} Losses
 * @property {number[]} own
 * @property {number[]} guess
 * @property {string} answer what guessing answers
 * @property {'logLoss' | 'meanAbsoluteError'} measure
 * @property {any} predicted
 * @property {Float64Array} [probabilities]
 */

/**
 * @param {any} model fitted to the training rows
 * @param {any} X the test rows
 * @param {Task} task
 * @param {Int32Array} train
 * @param {Int32Array} test
 * @returns {Promise<Losses>}
 */
export async function lossesOf(model, X, task, train, test) {
  const [known, truth] = [selectEntries(task.y, train), selectEntries(task.y, test)];
  const predicted = await model.predict(X);
  if (task.name === 'classes') {
    const probabilities = await model.predictProba(X);
    const labels = Array.from(model.classes);
    const place = new Map(labels.map((label, c) => [label, c]));
    const shares = labels.map((label) => known.filter((/** @type {any} */ l) => l === label).length / known.length); // prettier-ignore
    const cost = (/** @type {number | undefined} */ p) => -Math.log(Math.max(p ?? 0, least));
    return {
      own: truth.map((/** @type {any} */ label, /** @type {number} */ i) => cost(probabilities[i * labels.length + (place.get(label) ?? NaN)])), // prettier-ignore
      guess: truth.map((/** @type {any} */ label) => cost(shares[place.get(label) ?? -1])),
      answer: 'the shares of the classes',
      measure: 'logLoss',
      predicted,
      probabilities,
    };
  }
  const rank = (/** @type {any} */ value) => (task.order ? task.order.indexOf(value) : value);
  const sorted = Float64Array.from(known, rank).sort();
  const median = sorted[sorted.length >> 1];
  const errors = (/** @type {(i: number) => number} */ of) => Array.from(truth, (value, i) => Math.abs(rank(value) - of(i))); // prettier-ignore
  return {
    own: errors((i) => rank(predicted[i])),
    guess: errors(() => median),
    answer: `always ${show(task.order ? task.order[median] : median)}, the median`,
    measure: 'meanAbsoluteError',
    predicted,
  };
}

/**
 * Compares a model with guessing on the same rows.
 * @param {Losses} losses
 * @returns {Omit<AutoScore, 'sentence' | 'measures'>}
 */
export function judge({ own, guess, answer, measure }) {
  const n = own.length;
  const [value, baseline] = [meanOf(own), meanOf(guess)];
  const gains = own.map((loss, i) => guess[i] - loss);
  const error = deviationOf(gains) / Math.sqrt(n);
  const gain = meanOf(gains);
  const above = n >= fewest && gain - oneSided * error > 0;
  const below = n >= fewest && gain + oneSided * error < relevant * baseline;
  const spread = deviationOf(own) / Math.sqrt(n);
  return {
    measure,
    value,
    // No loss is below 0.
    interval: [Math.max(0, value - twoSided * spread), value + twoSided * spread],
    rows: n,
    baseline: { answer, value: baseline },
    verdict: verdictOf(above, below),
  };
}

/**
 * What stands beside the measure.
 * @param {Losses} losses
 * @param {Task} task
 * @param {Int32Array} test
 * @param {readonly any[]} labels in the order of the probabilities
 * @returns {Record<string, number>}
 */
export function measuresOf({ predicted, probabilities }, { name, y }, test, labels) {
  const truth = selectEntries(y, test);
  if (name === 'numbers') {
    return { r2: r2Score(truth, predicted), rootMeanSquaredError: rootMeanSquaredError(truth, predicted) }; // prettier-ignore
  }
  const found = Array.from(predicted);
  const known = {
    accuracy: accuracyScore(truth, found),
    balancedAccuracy: balancedAccuracyScore(truth, found),
  };
  if (!probabilities || labels.length !== 2) return known;
  const positive = truth.map((/** @type {any} */ label) => Number(label === labels[1]));
  const scores = Float64Array.from(test, (_, i) => probabilities[2 * i + 1]);
  const both = new Set(positive).size === 2;
  return { ...known, ...(both && { rocAuc: rocAucScore(positive, scores) }) };
}

/**
 * How far probabilities are from shares, on average.
 * @param {Losses} losses
 * @param {Task} task
 * @param {Int32Array} test
 * @param {readonly any[]} classes in the order of the probabilities
 * @returns {number | undefined} undefined without probabilities
 */
export const calibrationOf = ({ probabilities }, { y }, test, classes) =>
  probabilities &&
  expectedCalibrationError(selectEntries(y, test), probabilities, { classes, bins: 10 });

/** @param {number} value */
export const brief = (value) =>
  Math.abs(value) >= 1e5 || (value !== 0 && Math.abs(value) < 1e-3)
    ? value.toExponential(2)
    : String(Number(value.toPrecision(3)));

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/**
 * The verdict as a sentence that needs no statistics.
 * @param {Omit<AutoScore, 'sentence'>} score
 * @param {Task} task
 * @param {Int32Array} test
 */
export function sentenceOf(score, task, test) {
  const { measure, value, interval, rows, baseline, verdict, measures } = score;
  const [low, high] = interval.map(brief);
  const found = `On ${rows} rows that were kept aside ${titles[measure]} is ${brief(value)} (95 % interval ${low} to ${high}); guessing has ${brief(baseline.value)}.`; // prettier-ignore
  const opening = {
    'better than guessing': 'Better than guessing.',
    'no better than guessing': 'No better than guessing.',
    'too few rows to say': 'Too few rows to say whether this is better than guessing.',
  }[verdict];
  if (task.name !== 'classes') return `${opening} ${found}`;
  const [most] = task.labels;
  const share = test.filter((i) => task.y[i] === most).length / rows;
  const right = `${percent(measures.accuracy)} of them get the right label; always ${show(most)} would be right for ${percent(share)}.`; // prettier-ignore
  return `${opening} ${found} ${right}`;
}
