/** Whether probabilities are as large as the shares that they predict. */
import { wrongSetting } from '../basics/settings.js';
import { readProbabilities } from './probabilities.js';

/** @import { Entries, Label } from '../types.js' */
/** @import { CalibrationCurves, CalibrationSettings } from './types.js' */

/**
 * The share of rows of a class and the mean of its probability, over rows of similar probabilities:
 * for two classes of the second, for several of each. Points of scikit-learn's calibration_curve.
 * @param {Entries<Label>} y
 * @param {Entries<number>} probabilities of the second of two classes, or rows x classes
 * @param {CalibrationSettings} [settings]
 * @returns {CalibrationCurves}
 */
export function calibrationCurve(y, probabilities, settings) {
  const { places, columns, classes, given } = read('calibrationCurve', y, probabilities, settings);
  const from = columns.length === 2 ? 1 : 0;
  return {
    curves: columns.slice(from).map((p, at) => ({
      label: classes[from + at],
      ...curveOf(p, (i) => places[i] === from + at, given),
    })),
  };
}

/**
 * The mean distance between the two, over all rows. Of several classes it is about the largest
 * probability of each row and whether its class is the right one (Guo and others 2017).
 * @param {Entries<Label>} y
 * @param {Entries<number>} probabilities of the second of two classes, or rows x classes
 * @param {CalibrationSettings} [settings]
 * @returns {number}
 */
export function expectedCalibrationError(y, probabilities, settings) {
  const name = 'expectedCalibrationError';
  const { places, columns, given } = read(name, y, probabilities, settings);
  const most = Int32Array.from(places, (_, i) => columns.reduce((best, p, c) => (p[i] > columns[best][i] ? c : best), 0)); // prettier-ignore
  const { predicted, observed, counts } =
    columns.length === 2
      ? curveOf(columns[1], (i) => places[i] === 1, given)
      : curveOf(Float64Array.from(most, (c, i) => columns[c][i]), (i) => places[i] === most[i], given); // prettier-ignore
  return counts.reduce((sum, n, b) => sum + (n / places.length) * Math.abs(observed[b] - predicted[b]), 0); // prettier-ignore
}

/**
 * @param {string} measure
 * @param {Entries<Label>} y
 * @param {any} probabilities
 * @param {CalibrationSettings | undefined} settings
 */
function read(measure, y, probabilities, settings) {
  const found = readProbabilities(measure, y, probabilities, settings, ['bins', 'strategy']);
  const { bins = 5, strategy = 'uniform' } = found.given;
  if (!(Number.isInteger(bins) && bins >= 1)) {
    throw wrongSetting('bins', 'a whole number of at least 1', bins);
  }
  if (!['uniform', 'quantile'].includes(strategy)) {
    throw wrongSetting('strategy', `'uniform' or 'quantile'`, strategy);
  }
  return { ...found, given: { bins, strategy } };
}

/**
 * @param {Float64Array} p
 * @param {(i: number) => boolean} isTrue
 * @param {{bins: number, strategy: string}} how
 */
function curveOf(p, isTrue, { bins, strategy }) {
  const sorted = p.slice().sort();
  const edge = (/** @type {number} */ share) => {
    if (strategy === 'uniform') return share;
    const at = share * (p.length - 1);
    const low = Math.floor(at);
    return sorted[low] + (at - low) * ((sorted[low + 1] ?? 0) - sorted[low] || 0);
  };
  const edges = Array.from({ length: bins - 1 }, (_, b) => edge((b + 1) / bins));
  const sums = Array.from({ length: bins }, () => ({ count: 0, p: 0, hits: 0 }));
  p.forEach((value, i) => {
    const bin = sums[edges.filter((limit) => limit < value).length];
    bin.count++;
    bin.p += value;
    bin.hits += Number(isTrue(i));
  });
  const full = sums.filter(({ count }) => count > 0);
  return {
    predicted: Float64Array.from(full, ({ p: sum, count }) => sum / count),
    observed: Float64Array.from(full, ({ hits, count }) => hits / count),
    counts: Int32Array.from(full, ({ count }) => count),
  };
}
