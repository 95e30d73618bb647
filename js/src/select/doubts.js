/** Warnings about comparisons whose scores do not tell what they seem to tell. */
import { show } from '../basics/errors.js';
import { warn } from '../basics/warnings.js';

/** @import { Classes } from '../input/labels.js' */
/** @import { Fold, ResultRow } from '../types.js' */

/**
 * What a measure is called, and one that is defined for every row.
 * @param {unknown} scoring
 * @param {boolean} classifies
 */
const named = (scoring, classifies) => ({
  name: typeof scoring === 'string' && scoring !== '' ? scoring : classifies ? 'accuracy' : 'r2',
  other: classifies ? 'accuracy' : 'meanSquaredError',
});

/**
 * Says why scores are undefined, and what to do.
 * @param {unknown} scoring
 * @param {boolean} classifies
 * @param {Fold[]} folds
 */
export function whyUndefined(scoring, classifies, folds) {
  const { name, other } = named(scoring, classifies);
  const rows = folds.reduce((least, { test }) => Math.min(least, test.length), Infinity);
  return `${name} is not defined for the test rows of some folds, of which the smallest has ${rows}. Use fewer folds, or another scoring, such as '${other}'`;
}

/**
 * @param {Pick<ResultRow, 'complete' | 'scores'>[]} rows of which some may have scores that are NaN
 * @param {unknown} scoring
 * @param {boolean} classifies
 * @param {Fold[]} folds
 */
export function warnOfUndefined(rows, scoring, classifies, folds) {
  if (!rows.some(({ complete, scores }) => complete && scores.some(Number.isNaN))) return;
  const message = `${whyUndefined(scoring, classifies, folds)}: means over these folds are NaN, and have no rank`;
  warn({ code: 'WARN_UNDEFINED_SCORE', message });
}

/**
 * Says that a search had no reason for its choice.
 * @param {ResultRow[]} rows
 * @param {unknown} scoring
 * @param {boolean} classifies
 */
export function warnOfTies(rows, scoring, classifies) {
  const ranked = rows.filter(({ rank }) => rank !== undefined);
  if (ranked.length < 2 || ranked.some(({ mean }) => mean !== ranked[0].mean)) return;
  const { name } = named(scoring, classifies);
  warn({
    code: 'WARN_EQUAL_SCORES',
    message: `all ${ranked.length} points have the same ${name}, ${ranked[0].mean}, so that the first of them was taken. Search other values, or choose by another scoring`,
  });
}

/**
 * The classes that the training rows of a fold have; undefined if they have all.
 * @param {Classes} classes
 * @param {Int32Array} labels
 * @param {Fold} fold
 */
export function presentIn({ labels: { length } }, labels, { train }) {
  const there = new Array(length).fill(false);
  let count = 0;
  for (const i of train) {
    if (there[labels[i]]) continue;
    there[labels[i]] = true;
    if (++count === length) return undefined;
  }
  return there;
}

/**
 * @param {Classes} classes
 * @param {Int32Array} labels
 * @param {Fold[]} folds
 */
export function warnOfAbsent(classes, labels, folds) {
  for (const [f, fold] of folds.entries()) {
    const there = presentIn(classes, labels, fold);
    if (!there) continue;
    const absent = show(classes.labels[there.indexOf(false)]);
    warn({
      code: 'WARN_FOLD_LACKS_CLASS',
      message: `the training rows of fold ${f + 1} have none of the class ${absent}, which fits of this fold never predict. Use stratified folds, no more of them than the class has samples, or leave the class out`,
    });
    return;
  }
}
