/** The predictions for the samples of each class. */
import { labelsIn } from '../input/labels.js';
import { withShape } from '../model/fitted.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { classesOf, listOf, weightsOf } from './labels.js';

/** @import { Entries, Label } from '../types.js' */
/** @import { ConfusionMatrix, ConfusionSettings } from './types.js' */

/**
 * Counts pairs of label and prediction, as scikit-learn's confusion_matrix does. With given
 * labels, rows of other labels are left out.
 * @param {Entries<Label>} y
 * @param {Entries<Label>} predicted
 * @param {ConfusionSettings} [settings]
 * @returns {ConfusionMatrix}
 */
export function confusionMatrix(y, predicted, settings) {
  const known = ['labels', 'normalize', 'sampleWeight'];
  const given = /** @type {ConfusionSettings} */ (readSettings('confusionMatrix', settings, known));
  const { normalize } = given;
  if (normalize !== undefined && !['true', 'pred', 'all'].includes(normalize)) {
    throw wrongSetting('normalize', "'true', 'pred' or 'all'", normalize);
  }
  const actual = listOf(y, 'y');
  const said = listOf(predicted, 'predicted', actual.length);
  const weights = weightsOf(given.sampleWeight, actual.length);
  const labels = [
    ...(given.labels === undefined ? labelsOf(actual, said) : classesOf(given.labels, 'labels')),
  ];
  const k = labels.length;
  const places = new Map(labels.map((label, at) => [label, at]));
  const counts = new Float64Array(k * k);
  for (let row = 0; row < actual.length; row++) {
    const i = places.get(/** @type {Label} */ (actual[row]));
    const j = places.get(/** @type {Label} */ (said[row]));
    if (i !== undefined && j !== undefined) counts[i * k + j] += weights?.[row] ?? 1;
  }
  const total = totals(counts, k, normalize);
  const matrix = counts.map((count, at) => (total ? count / total(at) || 0 : count));
  return {
    labels,
    normalize,
    matrix: withShape(matrix, k, k),
    cells: Array.from(counts, (count, at) => ({
      actual: labels[Math.floor(at / k)],
      predicted: labels[at % k],
      value: matrix[at],
      count,
    })),
  };
}

/**
 * The labels of both lists, each of which is checked under its own name.
 * @param {ArrayLike<unknown>} actual
 * @param {ArrayLike<unknown>} said
 */
function labelsOf(actual, said) {
  const { kind, labels } = labelsIn(actual, 'y');
  return labelsIn([...labels, ...labelsIn(said, 'predicted', kind).labels], 'y').labels;
}

/**
 * The divisor of the count of a cell.
 * @param {Float64Array} counts
 * @param {number} k
 * @param {ConfusionSettings['normalize']} normalize
 * @returns {((at: number) => number) | undefined}
 */
function totals(counts, k, normalize) {
  if (normalize === undefined) return undefined;
  const groupOf = (/** @type {number} */ at) =>
    normalize === 'all' ? 0 : normalize === 'true' ? Math.floor(at / k) : at % k;
  const sums = new Float64Array(k);
  counts.forEach((count, at) => void (sums[groupOf(at)] += count));
  return (at) => sums[groupOf(at)];
}
