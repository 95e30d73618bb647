/** Warnings about comparisons whose scores do not tell what they seem to tell. */
import { show } from '../basics/errors.js';
import { warn } from '../basics/warnings.js';
import { stateOf } from '../model/registry.js';
import { ofOrders } from './baseline.js';

/** @import { Classes } from '../input/labels.js' */
/** @import { Fold, ResultRow, Scorer } from '../types.js' */
/** @import { Comparison } from './compare.js' */

/**
 * The name of a measure, and what helps where it is undefined: another measure or, as one row has no
 * order, larger groups.
 * @param {Comparison} comparison
 * @param {any} scoring a name or a function; by default the one that chooses
 */
function named({ estimator, isClassifier, sets, how }, scoring = how.scorings[how.chosen]) {
  const learner = stateOf(estimator)?.learner;
  const usual = isClassifier ? 'accuracy' : 'r2';
  // Machines that rank count pairs that are in order, and estimators of the caller's anything.
  const own = !learner || learner.packGroups ? `score of ${learner?.name ?? 'its own'}` : usual;
  const name = scoring ? (scoring.name ?? scoring) || 'score' : own;
  const other = sets ? 'f1Micro' : isClassifier ? usual : 'meanSquaredError';
  const isOrder = /^ndcg/.test(name) || ofOrders.test(name);
  return { name, remedy: isOrder ? 'larger groups' : `another scoring, such as '${other}'` };
}

/**
 * Says why scores are undefined, and what to do.
 * @param {Comparison} comparison
 * @param {string | Scorer} [scoring]
 */
export function whyUndefined(comparison, scoring) {
  const { name, remedy } = named(comparison, scoring);
  const rows = comparison.splits.reduce(
    (least, { test }) => Math.min(least, test.length),
    Infinity,
  );
  return `${name} is not defined for the test rows of some folds, of which the smallest has ${rows}. Use fewer folds, or ${remedy}`;
}

/**
 * Warns where scores are not defined.
 * @param {Comparison} comparison
 * @param {any[]} rows of a table or a curve
 */
export function warnOfUndefined(comparison, rows) {
  const { scorings, names } = comparison.how;
  scorings.forEach((scoring, at) => {
    const undefinedIn = (/** @type {any} */ row) =>
      row.complete && (names ? row.measures?.[names[at]] : row)?.scores?.some(Number.isNaN);
    if (!rows.some(undefinedIn)) return;
    const message = `${whyUndefined(comparison, scoring)}: means over these folds are NaN, and have no rank`;
    warn({ code: 'WARN_UNDEFINED_SCORE', message });
  });
}

/**
 * Says that a search had no reason for its choice.
 * @param {Comparison} comparison
 * @param {ResultRow[]} rows
 */
export function warnOfTies(comparison, rows) {
  const ranked = rows.filter(({ rank }) => rank !== undefined);
  if (ranked.length < 2 || ranked.some(({ mean }) => mean !== ranked[0].mean)) return;
  const { name } = named(comparison);
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
export function presentIn({ labels: all }, labels, { train }) {
  const there = new Set(Array.from(train, (i) => labels[i]));
  return there.size < all.length ? Array.from(all, (_, c) => there.has(c)) : undefined;
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
