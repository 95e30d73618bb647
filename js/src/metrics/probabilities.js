/** Measures of probabilities of classes. */
import { MaxMarginError } from '../basics/errors.js';
import { encodeLabels } from '../input/labels.js';
import { readSettings } from '../basics/settings.js';
import { classesOf, listOf, placesOf, weightsOf } from './labels.js';
import { meanOf } from './numbers.js';
import { columnsOf } from './ranking.js';

/** @import { Entries, Label } from '../types.js' */
/** @import { CalibrationSettings, ProbabilitySettings } from './types.js' */

/**
 * The mean of -log p, where p is the probability of the class of a row; a p below 2^-52 counts as
 * this number.
 * @param {Entries<Label>} y
 * @param {Entries<number>} probabilities of the second of two classes, or rows x classes
 * @param {ProbabilitySettings} [settings]
 * @returns {number}
 */
export function logLoss(y, probabilities, settings) {
  const { places, columns, weights } = readProbabilities('logLoss', y, probabilities, settings);
  return meanOf(
    places.length,
    (i) => -Math.log(Math.max(columns[places[i]][i], Number.EPSILON)),
    weights,
  );
}

/**
 * The mean of (1 - p)^2 for two classes, where p is the probability of the class of a row, and for
 * several the mean sum over the classes of the squared distances from 1 and 0.
 * @param {Entries<Label>} y
 * @param {Entries<number>} probabilities of the second of two classes, or rows x classes
 * @param {ProbabilitySettings} [settings]
 * @returns {number}
 */
export function brierScoreLoss(y, probabilities, settings) {
  const { places, columns, weights } = readProbabilities(
    'brierScoreLoss',
    y,
    probabilities,
    settings,
  );
  const half = columns.length === 2 ? 2 : 1;
  const distance = (/** @type {number} */ i) =>
    columns.reduce((sum, p, c) => sum + (p[i] - +(places[i] === c)) ** 2, 0) / half;
  return meanOf(places.length, distance, weights);
}

/**
 * @param {string} measure
 * @param {Entries<Label>} y
 * @param {any} probabilities
 * @param {(ProbabilitySettings & CalibrationSettings) | undefined} settings
 * @param {string[]} [more] settings than the classes
 */
export function readProbabilities(measure, y, probabilities, settings, more = ['sampleWeight']) {
  const given = readSettings(measure, settings, ['classes', ...more]);
  const list = listOf(y, 'y');
  const rows = list.length;
  const classes = given.classes
    ? classesOf(given.classes, 'classes')
    : encodeLabels(list, rows).classes.labels;
  const found = columnsOf(probabilities, rows, classes.length, 'probabilities');
  if (found.length === 1 && classes.length !== 2) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      'probabilities',
      `probabilities has one value per row, but there are ${classes.length} classes; pass rows x classes, as predictProba gives them`,
    );
  }
  const wrong = found.findIndex((p) => p.some((value) => !(value >= 0 && value <= 1)));
  if (wrong >= 0) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'probabilities',
      `probabilities has a value that is not in [0, 1], ${found[wrong].find((value) => !(value >= 0 && value <= 1))}`,
    );
  }
  return {
    places: placesOf(list, 'y', classes),
    columns: found.length === 1 ? [found[0].map((p) => 1 - p), found[0]] : found,
    weights: weightsOf(given.sampleWeight, rows),
    classes,
    given,
  };
}
