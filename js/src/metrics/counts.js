/**
 * Measures of predicted classes, which are functions of the counts of a confusion matrix. They
 * have the names, options and values of scikit-learn. A quotient without a denominator, such as
 * the precision of a class that is never predicted, is the option zeroDivision.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { confusionMatrix } from './confusion-matrix.js';
import { setsOf } from './label-sets.js';
import { classesOf } from './labels.js';
import { meanOf } from './numbers.js';

/** @import { Entries, Label } from '../types.js' */
/** @import { ClassSettings, FbetaSettings, KappaSettings, Measured, PositiveSettings, RowLabels } from './types.js' */

/**
 * The counts of a class: rows of it that are found, other rows that are taken for it, rows of it
 * that are missed, and the rest.
 * @typedef {object} Counts
 * @property {number} a true positives
 * @property {number} b false positives
 * @property {number} c false negatives
 * @property {number} d true negatives
 */

/**
 * The counts of the given labels, or of all that occur. Rows of other labels count as well: a row
 * of another label that is taken for one of the given ones is a false positive.
 * @param {Entries<Label>} y
 * @param {Entries<Label>} predicted
 * @param {ClassSettings} settings
 * @returns {{labels: Label[], counts: Counts[]}}
 */
export function countsOf(y, predicted, { labels: given, sampleWeight }) {
  const { labels, matrix } = confusionMatrix(y, predicted, { sampleWeight });
  const k = labels.length;
  const total = matrix.reduce((sum, value) => sum + value, 0);
  const chosen = given === undefined ? labels : [...classesOf(given, 'labels')];
  const counts = chosen.map((label) => {
    const at = labels.indexOf(label);
    let [found, of, taken] = [0, 0, 0];
    if (at >= 0) {
      found = matrix[at * k + at];
      for (let c = 0; c < k; c++) {
        of += matrix[at * k + c];
        taken += matrix[c * k + at];
      }
    }
    return { a: found, b: taken - found, c: of - found, d: total - of - taken + found };
  });
  return { labels: chosen, counts };
}

/**
 * The confusion matrix, row by row, and its labels.
 * @param {string} measure
 * @param {any} y
 * @param {any} predicted
 * @param {(KappaSettings & {adjusted?: boolean}) | undefined} settings
 * @param {string[]} [more] names of further settings
 */
function count(measure, y, predicted, settings, more = []) {
  const known = ['labels', 'sampleWeight', ...more];
  const given = readSettings(measure, settings, known);
  const { labels, sampleWeight } = given;
  const table = confusionMatrix(y, predicted, { labels, sampleWeight });
  const k = table.labels.length;
  const rows = Array.from({ length: k }, (_, i) => table.matrix.subarray(i * k, (i + 1) * k));
  return { labels: table.labels, rows, given };
}

/** @param {Float64Array[]} rows */
const sumOf = (rows) => rows.reduce((sum, row) => row.reduce((s, v) => s + v, sum), 0);

/** @param {Float64Array[]} rows */
const hitsOf = (rows) => rows.reduce((sum, row, i) => sum + row[i], 0);

/**
 * The share of wrong labels over rows with several each, or of rows whose labels are not all right.
 * @param {string} measure
 * @param {any} y
 * @param {any} predicted
 * @param {ClassSettings | undefined} settings
 * @param {boolean} [whole] whether a row is right or wrong as a whole
 * @returns {number | undefined} nothing if rows have a single label
 */
function wrongLabels(measure, y, predicted, settings, whole) {
  const given = readSettings(measure, settings, ['labels', 'sampleWeight']);
  const sets = setsOf(y, predicted, given);
  if (!sets) return undefined;
  const counts = sets.byRow().map(({ b, c }) => b + c);
  const { length: k } = sets.labels;
  return meanOf(counts.length, (i) => (whole ? +(counts[i] > 0) : counts[i] / k), sets.weights);
}

/**
 * The share of the rows whose class is right. With labels, of the rows of these. Of rows with several
 * labels, the share of those that have exactly the predicted ones.
 * @param {RowLabels} y
 * @param {RowLabels} predicted
 * @param {ClassSettings} [settings]
 * @returns {number} NaN if all weights are 0
 */
export function accuracyScore(y, predicted, settings) {
  const wrong = wrongLabels('accuracyScore', y, predicted, settings, true);
  if (wrong !== undefined) return 1 - wrong;
  const { rows } = count('accuracyScore', y, predicted, settings);
  return hitsOf(rows) / sumOf(rows);
}

/**
 * The share of the rows whose class is wrong, which is the class risk of a ranker (Herbrich, Graepel
 * and Obermayer, Large margin rank boundaries for ordinal regression, equation 2.8).
 * @param {RowLabels} y
 * @param {RowLabels} predicted
 * @param {ClassSettings} [settings]
 * @returns {number} NaN if all weights are 0
 */
export function zeroOneLoss(y, predicted, settings) {
  const wrong = wrongLabels('zeroOneLoss', y, predicted, settings, true);
  if (wrong !== undefined) return wrong;
  const { rows } = count('zeroOneLoss', y, predicted, settings);
  return 1 - hitsOf(rows) / sumOf(rows);
}

/**
 * The share of the labels that are wrong, over all rows and labels; where rows have a single label, the
 * share of the rows that are wrong.
 * @param {RowLabels} y
 * @param {RowLabels} predicted
 * @param {ClassSettings} [settings]
 * @returns {number} NaN if all weights are 0
 */
export function hammingLoss(y, predicted, settings) {
  const wrong = wrongLabels('hammingLoss', y, predicted, settings);
  return wrong ?? zeroOneLoss(y, predicted, settings);
}

/**
 * The mean over the classes that occur in y of the share of their rows that is right. `adjusted`
 * moves guessing to 0.
 * @param {Entries<Label>} y
 * @param {Entries<Label>} predicted
 * @param {ClassSettings & {adjusted?: boolean}} [settings]
 * @returns {number}
 */
export function balancedAccuracyScore(y, predicted, settings) {
  const { rows, given } = count('balancedAccuracyScore', y, predicted, settings, ['adjusted']);
  const { adjusted = false } = given;
  if (typeof adjusted !== 'boolean') throw wrongSetting('adjusted', 'true or false', adjusted);
  const shares = rows.map((row, i) => row[i] / sumOf([row])).filter((share) => share >= 0);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return adjusted ? (mean - 1 / shares.length) / (1 - 1 / shares.length) : mean;
}

/**
 * Cohen's kappa: agreement above chance. With weights a disagreement counts by the distance of the
 * labels in their order, or by its square.
 * @param {Entries<Label>} y
 * @param {Entries<Label>} predicted
 * @param {KappaSettings} [settings]
 * @returns {number} NaN if both have the same single class
 */
export function cohenKappaScore(y, predicted, settings) {
  const { rows, given } = count('cohenKappaScore', y, predicted, settings, ['weights']);
  const { weights } = given;
  if (weights !== undefined && weights !== 'linear' && weights !== 'quadratic') {
    throw wrongSetting('weights', "'linear' or 'quadratic'", weights);
  }
  const costOf = (/** @type {number} */ i, /** @type {number} */ j) =>
    weights === 'linear' ? Math.abs(i - j) : weights === 'quadratic' ? (i - j) ** 2 : +(i !== j);
  const total = sumOf(rows);
  const across = rows.map((row) => sumOf([row]));
  const down = rows.map((_, j) => rows.reduce((sum, row) => sum + row[j], 0));
  let [seen, chance] = [0, 0];
  rows.forEach((row, i) =>
    row.forEach((value, j) => {
      seen += costOf(i, j) * value;
      chance += (costOf(i, j) * across[i] * down[j]) / total;
    }),
  );
  return 1 - seen / chance;
}

/**
 * The correlation of the classes with the predictions (Matthews 1975; for several classes Gorodkin
 * 2004): 1 if all are right, and 0 for guessing.
 * @param {Entries<Label>} y
 * @param {Entries<Label>} predicted
 * @param {ClassSettings} [settings]
 * @returns {number} 0 if either has a single class, NaN without rows
 */
export function matthewsCorrcoef(y, predicted, settings) {
  const { rows } = count('matthewsCorrcoef', y, predicted, settings);
  const total = sumOf(rows);
  let [right, spreadOfTrue, spreadOfPredicted] = [total * hitsOf(rows), total ** 2, total ** 2];
  rows.forEach((row, i) => {
    const [own, taken] = [sumOf([row]), rows.reduce((sum, other) => sum + other[i], 0)];
    right -= own * taken;
    spreadOfTrue -= own ** 2;
    spreadOfPredicted -= taken ** 2;
  });
  const spread = Math.sqrt(spreadOfTrue) * Math.sqrt(spreadOfPredicted);
  return spread > 0 ? right / spread : 0 / total;
}

/**
 * The share of the rows that are taken for a class that is of it: a/(a + b).
 * @template {PositiveSettings} [S=PositiveSettings]
 * @param {RowLabels} y
 * @param {RowLabels} predicted
 * @param {S} [settings]
 * @returns {Measured<S>}
 */
export function precisionScore(y, predicted, settings) {
  return average('precisionScore', y, predicted, settings, ({ a, b }) => [a, a + b]);
}

/**
 * The share of the rows of a class that is found: a/(a + c), its sensitivity.
 * @template {PositiveSettings} [S=PositiveSettings]
 * @param {RowLabels} y
 * @param {RowLabels} predicted
 * @param {S} [settings]
 * @returns {Measured<S>}
 */
export function recallScore(y, predicted, settings) {
  return average('recallScore', y, predicted, settings, ({ a, c }) => [a, a + c]);
}

/**
 * The share of the rows of other classes that is not taken for a class: d/(b + d).
 * @template {PositiveSettings} [S=PositiveSettings]
 * @param {RowLabels} y
 * @param {RowLabels} predicted
 * @param {S} [settings]
 * @returns {Measured<S>}
 */
export function specificityScore(y, predicted, settings) {
  return average('specificityScore', y, predicted, settings, ({ b, d }) => [d, b + d]);
}

/**
 * The harmonic mean of precision and recall, 2a/(2a + b + c).
 * @template {PositiveSettings} [S=PositiveSettings]
 * @param {RowLabels} y
 * @param {RowLabels} predicted
 * @param {S} [settings]
 * @returns {Measured<S>}
 */
export function f1Score(y, predicted, settings) {
  return average('f1Score', y, predicted, settings, harmonic(1));
}

/**
 * The same with a recall that counts beta^2 times as much: (1 + beta^2) a / ((1 + beta^2) a + b +
 * beta^2 c).
 * @template {FbetaSettings} S
 * @param {RowLabels} y
 * @param {RowLabels} predicted
 * @param {S} settings with beta
 * @returns {Measured<S>}
 */
export function fbetaScore(y, predicted, settings) {
  const beta = settings?.beta;
  if (!(typeof beta === 'number' && beta >= 0)) {
    throw new MaxMarginError('ERR_OPTION', 'beta', `beta must be a number >= 0, got ${show(beta)}`);
  }
  if (beta === Infinity) {
    return average('fbetaScore', y, predicted, settings, ({ a, c }) => [a, a + c], ['beta']);
  }
  return average('fbetaScore', y, predicted, settings, harmonic(beta), ['beta']);
}

/**
 * The share of the rows of a class, or taken for it, that are both: a/(a + b + c), the Jaccard index.
 * @template {PositiveSettings} [S=PositiveSettings]
 * @param {RowLabels} y
 * @param {RowLabels} predicted
 * @param {S} [settings]
 * @returns {Measured<S>}
 */
export function jaccardScore(y, predicted, settings) {
  return average('jaccardScore', y, predicted, settings, ({ a, b, c }) => [a, a + b + c]);
}

/** @param {number} beta */
const harmonic = (beta) => {
  const square = beta * beta;
  return (/** @type {Counts} */ { a, b, c }) =>
    /** @type {[number, number]} */ ([(1 + square) * a, (1 + square) * a + b + square * c]);
};

const averages = ['binary', 'macro', 'micro', 'weighted', 'samples', 'none'];

/**
 * A quotient of counts, for one class or over several.
 * @param {string} measure
 * @param {any} y
 * @param {any} predicted
 * @param {PositiveSettings | undefined} settings
 * @param {(counts: Counts) => [number, number]} quotient numerator and denominator
 * @param {string[]} [more] names of further settings
 * @returns {any}
 */
function average(measure, y, predicted, settings, quotient, more = []) {
  const known = ['labels', 'sampleWeight', 'positive', 'average', 'zeroDivision', ...more];
  const given = /** @type {PositiveSettings} */ (readSettings(measure, settings, known));
  const { positive, average: kind = 'binary', zeroDivision = 0 } = given;
  if (!averages.includes(kind)) {
    throw wrongSetting('average', averages.map((name) => `'${name}'`).join(', '), kind);
  }
  if (typeof zeroDivision !== 'number')
    throw wrongSetting('zeroDivision', '0, 1 or NaN', zeroDivision);
  const shareOf = (/** @type {Counts} */ counts) => {
    const [above, below] = quotient(counts);
    return below === 0 ? zeroDivision : above / below;
  };
  const sets = setsOf(y, predicted, given);
  if (kind === 'samples') {
    if (!sets) throw wrongSetting('average', "another one where rows have a single label each, because 'samples' is over the labels of a row", kind); // prettier-ignore
    const shares = sets.byRow().map(shareOf);
    const weights = shares.map((share, i) => (Number.isNaN(share) ? 0 : (sets.weights?.[i] ?? 1)));
    return meanOf(shares.length, (i) => shares[i] || 0, Float64Array.from(weights));
  }
  const { labels, counts } = sets
    ? { labels: sets.labels, counts: sets.byLabel() }
    : countsOf(y, predicted, given);
  if (kind === 'binary' && sets && positive === undefined) {
    throw new MaxMarginError('ERR_OPTION', 'average', `${measure} of rows with several labels needs average: 'samples', 'macro', 'micro', 'weighted' or 'none', or a positive label`); // prettier-ignore
  }
  if (kind === 'binary') return shareOf(counts[positiveOf(measure, labels, positive)]);
  if (positive !== undefined) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'positive',
      `positive is for average: 'binary'; leave it out, or give the classes as labels`,
    );
  }
  if (kind === 'micro' && counts.length > 0) return shareOf(counts.reduce(together));
  const shares = Float64Array.from(counts, shareOf);
  if (kind === 'none') return shares;
  const weights = counts.map(({ a, c }, i) =>
    Number.isNaN(shares[i]) ? 0 : kind === 'weighted' ? a + c : 1,
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return (
    shares.reduce((sum, share, i) => (weights[i] > 0 ? sum + share * weights[i] : sum), 0) / all
  );
}

/**
 * @param {Counts} one
 * @param {Counts} other
 * @returns {Counts}
 */
const together = (one, other) => ({
  a: one.a + other.a,
  b: one.b + other.b,
  c: one.c + other.c,
  d: one.d + other.d,
});

/**
 * The place of the class that counts as positive: by default the second of two.
 * @param {string} measure
 * @param {Label[]} labels
 * @param {Label | undefined} positive
 */
function positiveOf(measure, labels, positive) {
  const names = labels.slice(0, 8).map(show).join(', ');
  if (positive !== undefined) {
    const at = labels.indexOf(positive);
    if (at >= 0) return at;
    throw new MaxMarginError(
      'ERR_OPTION',
      'positive',
      `positive is ${show(positive)}, which is not one of the classes ${names}`,
    );
  }
  if (labels.length === 2) return 1;
  throw new MaxMarginError(
    'ERR_OPTION',
    'average',
    `${measure} of ${labels.length === 0 ? 'no rows' : `${labels.length} classes (${names})`} needs average: 'macro', 'micro', 'weighted' or 'none', or a positive class`,
  );
}
