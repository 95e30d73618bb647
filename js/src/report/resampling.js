/** Scores of predictions, and the intervals in which they vary with the rows that are judged. */
import { Random } from '../data/random.js';
import {
  accuracyScore,
  balancedAccuracyScore,
  cohenKappaScore,
  f1Score,
  matthewsCorrcoef,
  precisionScore,
  recallScore,
} from '../metrics/counts.js';
import {
  explainedVarianceScore,
  maxError,
  meanAbsoluteError,
  medianAbsoluteError,
  r2Score,
  rootMeanSquaredError,
} from '../metrics/distances.js';
import { ndcgScore } from '../metrics/gains.js';
import { inversionRate, kendallTau, spearman } from '../metrics/orders.js';
import { brierScoreLoss, logLoss } from '../metrics/probabilities.js';
import { averagePrecisionScore, rocAucScore } from '../metrics/scores.js';
import { expectedCalibrationError } from '../metrics/calibration.js';

/** @import { Label } from '../types.js' */
/** @import { ReportScore } from '../inspect/types.js' */

/**
 * A measure: its value on all rows, and on a sample in which each row occurs some times.
 * @typedef {object} Measure
 * @property {string} name
 * @property {string} title
 * @property {boolean} [greater] greater values are better, or less; neither where it is left out
 * @property {() => number} all
 * @property {((times: Float64Array) => number) | undefined} [sampled] none if it has no interval
 */

/**
 * How rows are drawn.
 * @typedef {object} Drawing
 * @property {number} samples
 * @property {number} seed
 * @property {Int32Array | undefined} groups that are drawn as wholes
 */

/**
 * The measures with their intervals: the percentiles 2.5 and 97.5 over bootstrap samples of the
 * rows. A sample on which a measure is not defined does not count.
 * @param {Measure[]} measures
 * @param {number} rows
 * @param {Drawing} drawing
 * @returns {ReportScore[]}
 */
export function withIntervals(measures, rows, { samples, seed, groups }) {
  /** @type {number[][]} */
  const found = measures.map(() => []);
  const random = new Random(seed);
  const units = groups ? groups.reduce((most, group) => Math.max(most, group), 0) + 1 : rows;
  const drawn = new Float64Array(units);
  for (let s = 0; s < samples; s++) {
    drawn.fill(0);
    for (let i = 0; i < units; i++) drawn[random.below(units)]++;
    const times = groups ? Float64Array.from(groups, (group) => drawn[group]) : drawn;
    for (const [at, { sampled }] of measures.entries()) {
      const value = sampled?.(times) ?? NaN;
      if (Number.isFinite(value)) found[at].push(value);
    }
  }
  return measures.flatMap(({ name, title, greater, all }, at) => {
    const value = defined(all);
    if (value === undefined) return [];
    const sorted = Float64Array.from(found[at]).sort();
    const [low, high] = [0.025, 0.975].map((share) => quantile(sorted, share));
    return [{ name, title, value, low, high, greater }];
  });
}

/**
 * @param {Float64Array} sorted
 * @param {number} share
 */
function quantile(sorted, share) {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted.length < 2
    ? NaN
    : sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/**
 * The value of a measure; undefined where rows have none, such as those of one class.
 * @param {() => number} measure
 */
function defined(measure) {
  try {
    const value = measure();
    return Number.isFinite(value) ? value : undefined;
  } catch (error) {
    if (/** @type {Partial<Error>} */ (error)?.name === 'MaxMarginError') return undefined;
    throw error;
  }
}

/**
 * @param {Label[]} y
 * @param {Label[]} predicted
 * @param {{labels: Label[], positive: Label | undefined, ordered: boolean}} of positive: of two
 *   classes; ordered: the labels ascend
 * @returns {Measure[]}
 */
export function ofClasses(y, predicted, { labels, positive, ordered }) {
  // All pairs of a label and a prediction that occur, so that a sample is a list of their counts.
  const places = new Map(labels.map((label, at) => [label, at]));
  const place = (/** @type {Label} */ label) => /** @type {number} */ (places.get(label));
  /** @type {Map<number, number>} */
  const cells = new Map();
  const cellOf = y.map((label, i) => {
    const key = place(label) * labels.length + place(predicted[i]);
    if (!cells.has(key)) cells.set(key, cells.size);
    return /** @type {number} */ (cells.get(key));
  });
  const pairs = [...cells.keys()].map((key) => [
    labels[Math.floor(key / labels.length)],
    labels[key % labels.length],
  ]);
  const count = (/** @type {Float64Array} */ times) => {
    const sums = new Float64Array(pairs.length);
    for (let i = 0; i < cellOf.length; i++) sums[cellOf[i]] += times[i];
    const own = pairs.flatMap(([a, b], at) => (sums[at] > 0 ? [{ a, b, sum: sums[at] }] : []));
    return { a: own.map((cell) => cell.a), b: own.map((cell) => cell.b), sampleWeight: own.map((cell) => cell.sum) }; // prettier-ignore
  };
  const average = positive === undefined ? { average: /** @type {const} */ ('macro') } : { positive, labels }; // prettier-ignore
  const of = positive === undefined ? ', mean over classes' : ` of ${String(positive)}`;
  /** @type {[string, string, (y: any, predicted: any, settings: any) => any, object][]} */
  const list = [
    ['accuracyScore', 'Accuracy', accuracyScore, {}],
    ['balancedAccuracyScore', 'Balanced accuracy', balancedAccuracyScore, {}],
    ['precisionScore', `Precision${of}`, precisionScore, average],
    ['recallScore', `Recall${of}`, recallScore, average],
    ['f1Score', `F1${of}`, f1Score, average],
    ['matthewsCorrcoef', "Matthews' correlation", matthewsCorrcoef, {}],
    ['cohenKappaScore', "Cohen's kappa", cohenKappaScore, {}],
  ];
  const measures = list.map(([name, title, measure, settings]) => ({
    name,
    title,
    greater: true,
    all: () => measure(y, predicted, settings),
    sampled: (/** @type {Float64Array} */ times) => {
      const { a, b, sampleWeight } = count(times);
      return defined(() => measure(a, b, { ...settings, sampleWeight })) ?? NaN;
    },
  }));
  if (!ordered) return measures;
  const distance = y.map((label, i) => Math.abs(place(label) - place(predicted[i])));
  return [
    ...measures,
    perRow('meanAbsoluteError', 'Mean distance of ranks', distance, false),
    {
      name: 'quadraticKappa',
      title: 'Kappa with quadratic weights',
      greater: true,
      all: () => cohenKappaScore(y, predicted, { labels, weights: 'quadratic' }),
      sampled: (times) => {
        const { a, b, sampleWeight } = count(times);
        return defined(() => cohenKappaScore(a, b, { labels, weights: 'quadratic', sampleWeight })) ?? NaN; // prettier-ignore
      },
    },
  ];
}

/**
 * The mean of a number of each row.
 * @param {string} name
 * @param {string} title
 * @param {ArrayLike<number>} values
 * @param {boolean} greater
 * @param {() => number} [all] the measure itself
 * @returns {Measure}
 */
export function perRow(name, title, values, greater, all) {
  const sampled = (/** @type {Float64Array} */ times) => {
    let [sum, n] = [0, 0];
    for (let i = 0; i < times.length; i++) {
      sum += times[i] * values[i];
      n += times[i];
    }
    return sum / n;
  };
  const ones = new Float64Array(values.length).fill(1);
  return { name, title, greater, all: all ?? (() => sampled(ones)), sampled };
}

/**
 * Measures of the order that scores give.
 * @param {Label[]} y
 * @param {any} scores one per row, or rows x classes
 * @param {Label[]} classes
 * @returns {Measure[]}
 */
export function ofScores(y, scores, classes) {
  const k = scores.length / y.length;
  const places = classes.length === 2 ? [1] : [...classes.keys()];
  const columns = places.map((at) => {
    const values = y.map((_, i) => (k === 1 ? scores[i] : scores[i * k + at]));
    const order = [...values.keys()].sort((a, b) => values[b] - values[a]);
    return { order, values, positive: y.map((label) => label === classes[at]) };
  });
  const mean = (/** @type {(column: typeof columns[0]) => number} */ measure) =>
    columns.reduce((sum, column) => sum + measure(column), 0) / columns.length;
  const of = classes.length === 2 ? '' : ', mean of each class against the rest';
  return [
    {
      name: 'rocAucScore',
      title: `ROC AUC${of}`,
      greater: true,
      all: () => rocAucScore(y, scores, { classes }),
      sampled: (times) => mean((column) => sweep(column, times).area),
    },
    {
      name: 'averagePrecisionScore',
      title: `Average precision${of}`,
      greater: true,
      all: () => averagePrecisionScore(y, scores, { classes }),
      sampled: (times) => mean((column) => sweep(column, times).precision),
    },
  ];
}

/**
 * The area under the curve of true against false positives, and the mean precision by the steps of
 * recall, with the rows in the order of their scores; rows of equal scores are one step.
 * @param {{order: number[], values: number[], positive: boolean[]}} column
 * @param {Float64Array} times
 */
function sweep({ order, values, positive }, times) {
  let [tp, fp, area, steps] = [0, 0, 0, 0];
  for (let from = 0; from < order.length;) {
    let [up, across, to] = [0, 0, from];
    for (; to < order.length && values[order[to]] === values[order[from]]; to++) {
      if (positive[order[to]]) up += times[order[to]];
      else across += times[order[to]];
    }
    area += across * (tp + up / 2);
    tp += up;
    fp += across;
    if (up > 0) steps += (up * tp) / (tp + fp);
    from = to;
  }
  return { area: area / (tp * fp), precision: steps / tp };
}

/**
 * @param {Label[]} y
 * @param {any} probabilities rows x classes
 * @param {Label[]} classes
 * @returns {Measure[]}
 */
export function ofProbabilities(y, probabilities, classes) {
  const k = classes.length;
  const places = new Map(classes.map((label, at) => [label, at]));
  const at = y.map((label) => /** @type {number} */ (places.get(label)));
  const tiny = Number.EPSILON;
  const logs = at.map((c, i) => -Math.log(Math.min(1, Math.max(probabilities[i * k + c], tiny))));
  const squares = at.map((c, i) => {
    if (k === 2) return (probabilities[2 * i + 1] - c) ** 2;
    let sum = 0;
    for (let j = 0; j < k; j++) sum += (probabilities[i * k + j] - Number(j === c)) ** 2;
    return sum;
  });
  return [
    perRow('logLoss', 'Log loss', logs, false, () => logLoss(y, probabilities, { classes })),
    perRow('brierScoreLoss', 'Brier score', squares, false, () =>
      brierScoreLoss(y, probabilities, { classes }),
    ),
    {
      name: 'expectedCalibrationError',
      title: 'Expected calibration error',
      greater: false,
      all: () => expectedCalibrationError(y, probabilities, { classes, bins: 10 }),
    },
  ];
}

/**
 * @param {Float64Array} y
 * @param {Float64Array} predicted
 * @returns {Measure[]}
 */
export function ofNumbers(y, predicted) {
  const errors = y.map((v, i) => v - predicted[i]);
  // The variance is that of the distances from the mean, which lose no digits.
  const center = y.reduce((sum, v) => sum + v, 0) / y.length;
  const centred = y.map((v) => v - center);
  const distances = errors.map(Math.abs);
  const order = [...distances.keys()].sort((a, b) => distances[a] - distances[b]);
  const squares = perRow('', '', errors.map((e) => e * e), false); // prettier-ignore
  const means = [centred, errors, centred.map((v) => v * v), errors.map((e) => e * e)].map(
    (values) => {
      const { sampled } = perRow('', '', values, false);
      return /** @type {(times: Float64Array) => number} */ (sampled);
    },
  );
  const moments = (/** @type {Float64Array} */ times) => means.map((of) => of(times));
  return [
    {
      name: 'r2Score',
      title: 'R²',
      greater: true,
      all: () => r2Score(y, predicted),
      sampled: (times) => {
        const [mean, , square, error] = moments(times);
        return 1 - error / (square - mean ** 2);
      },
    },
    {
      name: 'explainedVarianceScore',
      title: 'Explained variance',
      greater: true,
      all: () => explainedVarianceScore(y, predicted),
      sampled: (times) => {
        const [mean, bias, square, error] = moments(times);
        return 1 - (error - bias ** 2) / (square - mean ** 2);
      },
    },
    {
      name: 'rootMeanSquaredError',
      title: 'Root mean squared error',
      greater: false,
      all: () => rootMeanSquaredError(y, predicted),
      sampled: (times) => Math.sqrt(squares.sampled?.(times) ?? NaN),
    },
    perRow('meanAbsoluteError', 'Mean absolute error', distances, false, () =>
      meanAbsoluteError(y, predicted),
    ),
    {
      name: 'medianAbsoluteError',
      title: 'Median absolute error',
      greater: false,
      all: () => medianAbsoluteError(y, predicted),
      sampled: (times) => middle(order, distances, times),
    },
    {
      name: 'maxError',
      title: 'Largest error',
      greater: false,
      all: () => maxError(y, predicted),
    },
  ];
}

/**
 * The median of a sample.
 * @param {number[]} order of the values, ascending
 * @param {Float64Array} values
 * @param {Float64Array} times
 */
function middle(order, values, times) {
  const total = times.reduce((sum, n) => sum + n, 0);
  const at = (/** @type {number} */ place) => {
    let seen = 0;
    for (const i of order) if ((seen += times[i]) > place) return values[i];
    return NaN;
  };
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2;
}

/**
 * Measures of an order of rows, as means over the lists that have pairs of different relevance. With
 * one list they have no interval: rows of a list are not drawn by themselves.
 * @param {Float64Array} y
 * @param {Float64Array} predicted
 * @param {Int32Array | undefined} groups the list of each row
 * @returns {Measure[]}
 */
export function ofOrders(y, predicted, groups) {
  /** @type {number[][]} */
  const all = [];
  y.forEach((_, i) => (all[groups?.[i] ?? 0] ??= []).push(i));
  const lists = all.filter(Boolean);
  const own = lists.map((rows) => [rows.map((i) => y[i]), rows.map((i) => predicted[i])]);
  const gains = y.every((v) => v >= 0);
  /** @type {[string, string, (a: any, b: any) => number, boolean][]} */
  const measures = [
    ['kendallTau', "Kendall's tau", kendallTau, true],
    ['spearman', "Spearman's correlation", spearman, true],
    ['inversionRate', 'Share of pairs in the wrong order', inversionRate, false],
    ...(gains ? [/** @type {[string, string, (a: any, b: any) => number, boolean]} */ (['ndcgScore', 'Normalised discounted gain', ndcgScore, true])] : []), // prettier-ignore
  ];
  return measures.map(([name, title, measure, greater]) => {
    const values = own.map(([a, b]) =>
      new Set(a).size > 1 ? (defined(() => measure(a, b)) ?? NaN) : NaN,
    );
    const mean = (/** @type {(list: number) => number} */ weight) => {
      let [sum, n] = [0, 0];
      values.forEach((value, at) => {
        if (Number.isNaN(value)) return;
        sum += weight(at) * value;
        n += weight(at);
      });
      return sum / n;
    };
    return {
      name,
      title,
      greater,
      all: () => mean(() => 1),
      sampled: lists.length < 2 ? undefined : (times) => mean((at) => times[lists[at][0]]),
    };
  });
}
