/** Hyperplanes as (w, b): their canonical form, and distances from them. */
import { MaxMarginError, show } from '../basics/errors.js';
import { lengthOf } from '../basics/length.js';
import { toFloat64, isNumbers } from '../basics/numbers.js';
import { encodeLabels } from '../input/labels.js';
import { rowsOf } from '../input/rows.js';
import { readSettings } from '../basics/settings.js';
import { wrong } from './bound.js';

/** @import { CanonicalHyperplane, Hyperplane, Projections } from './types.js' */

/**
 * @param {string} reader
 * @param {unknown} given
 * @param {string[]} [more]
 */
function read(reader, given, more = []) {
  const settings = readSettings(reader, given, ['weights', 'intercept', 'X', ...more]);
  const { weights: w, intercept: b = 0 } = settings;
  const weights = isNumbers(w) ? toFloat64(w, 'weights') : new Float64Array();
  const norm = lengthOf(weights);
  if (!(norm > 0 && norm < Infinity)) {
    throw wrong('weights', 'an array of finite numbers that are not all 0', w);
  }
  if (!(typeof b === 'number' && Number.isFinite(b))) throw wrong('intercept', 'a finite number', b); // prettier-ignore
  const rows = rowsOf(settings.X, reader);
  if (rows[0].length !== weights.length) {
    throw new MaxMarginError('ERR_SHAPE', 'weights', `weights has ${weights.length} numbers, but X has ${rows[0].length} columns; there must be one for each`, { expected: rows[0].length, got: weights.length }); // prettier-ignore
  }
  const value = (/** @type {Float64Array} */ row) =>
    row.reduce((sum, v, j) => sum + v * weights[j], b);
  return { settings, weights, intercept: b, norm, rows, values: Float64Array.from(rows, value) };
}

/**
 * A hyperplane as the multiple of (w, b) for which the nearest sample has y f(x) = 1, so that the
 * margin is 1/|w|. Without y it is |f(x)|.
 * @param {Hyperplane & {y?: import('../types.js').Entries<import('../types.js').Label>}} given
 * @returns {CanonicalHyperplane}
 */
export function canonicalHyperplane(given) {
  const { settings, weights, intercept, norm, rows, values } = read('canonicalHyperplane', given, ['y']); // prettier-ignore
  let margins = values.map(Math.abs);
  if (settings.y !== undefined) {
    const { classes, indices } = encodeLabels(settings.y, rows.length);
    if (classes.labels.length > 2) throw wrong('y', 'labels of two classes', settings.y);
    margins = values.map((value, i) => (2 * indices[i] - 1) * value);
  }
  const nearest = margins.reduce((least, value, i) => (value < margins[least] ? i : least), 0);
  const functionalMargin = margins[nearest];
  if (!(functionalMargin > 0)) {
    throw new MaxMarginError('ERR_OPTION', 'X', `row ${nearest} of X has the margin ${show(functionalMargin)}, but a hyperplane has a canonical form only for samples on their side of it; pass another hyperplane, or leave the row out`, { row: nearest }); // prettier-ignore
  }
  return {
    weights: weights.map((w) => w / functionalMargin),
    intercept: intercept / functionalMargin,
    functionalMargin,
    margin: functionalMargin / norm,
    nearest,
  };
}

/**
 * The distances of samples from a hyperplane, positive on the side to which w points, and the
 * feet of the perpendiculars, x - f(x) w / |w|^2.
 * @param {Hyperplane} given
 * @returns {Projections}
 */
export function projectOntoHyperplane(given) {
  const { weights, norm, rows, values } = read('projectOntoHyperplane', given);
  const distances = values.map((value) => value / norm);
  const feet = rows.map((row, i) => row.map((v, j) => v - distances[i] * (weights[j] / norm)));
  return { distances, feet };
}
