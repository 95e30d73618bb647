/** Labels and weights of rows, for measures and pictures of predictions. */
import { MaxMarginError, show } from '../basics/errors.js';
import { checkLength } from '../input/labels.js';
import { checkWeights } from '../input/values.js';

/** @import { Label } from '../types.js' */

/**
 * The place of every label among the classes.
 * @param {ArrayLike<unknown>} list
 * @param {string} argument
 * @param {readonly Label[]} classes
 * @returns {Int32Array}
 */
export function placesOf(list, argument, classes) {
  const places = new Map(classes.map((label, at) => [label, at]));
  return Int32Array.from({ length: list.length }, (_, i) => {
    const at = places.get(/** @type {Label} */ (list[i]));
    if (at !== undefined) return at;
    throw new MaxMarginError(
      'ERR_OPTION',
      argument,
      `${argument}[${i}] is ${show(list[i])}, which is not one of the classes ${classes.slice(0, 8).map(show).join(', ')}`,
      { row: i, got: show(list[i]) },
    );
  });
}

/**
 * Labels as they are given.
 * @param {unknown} given
 * @param {string} argument
 * @returns {Label[]}
 */
export function classesOf(given, argument) {
  if (Array.isArray(given) && given.length > 0 && new Set(given).size === given.length) {
    return given;
  }
  throw new MaxMarginError(
    'ERR_TYPE',
    argument,
    `${argument} must be an array of different labels, got ${show(given)}`,
  );
}

/**
 * As many entries as there are, or as y has, read once.
 * @param {unknown} list
 * @param {string} argument
 * @param {number} [rows] of y
 * @returns {ArrayLike<unknown>}
 */
export function listOf(list, argument, rows) {
  const { length = 0 } = /** @type {Partial<ArrayLike<unknown>>} */ (list ?? {});
  const entries = checkLength(list, argument, length);
  if (rows === undefined || entries.length === rows) return entries;
  throw new MaxMarginError(
    'ERR_SHAPE',
    argument,
    `${argument} has ${entries.length} entries, but y has ${rows}; there must be one for each`,
    { expected: rows, got: entries.length },
  );
}

export { checkWeights as weightsOf };
