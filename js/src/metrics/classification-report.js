/** Precision, recall and F1 of every class, in one table. */
import { readSettings } from '../basics/settings.js';
import { accuracyScore, countsOf, f1Score, precisionScore, recallScore } from './counts.js';

/** @import { Entries, Label } from '../types.js' */
/** @import { ClassificationReport, ClassScores, ReportSettings } from './types.js' */

const columns = /** @type {const} */ (['precision', 'recall', 'f1', 'support']);

/**
 * Precision, recall, F1 and number of rows of every class, and their means, as scikit-learn's
 * classification_report has them. As a string it is a table: print it with `${report}`.
 * @param {Entries<Label>} y
 * @param {Entries<Label>} predicted
 * @param {ReportSettings} [settings]
 * @returns {ClassificationReport}
 */
export function classificationReport(y, predicted, settings) {
  const known = ['labels', 'sampleWeight', 'zeroDivision'];
  const given = /** @type {ReportSettings} */ (
    readSettings('classificationReport', settings, known)
  );
  const { labels, counts } = countsOf(y, predicted, given);
  const supports = counts.map(({ a, c }) => a + c);
  const all = supports.reduce((sum, value) => sum + value, 0);
  /** @param {'none' | 'micro' | 'macro' | 'weighted'} average */
  const scores = (average) => {
    const how = { ...given, average };
    return [precisionScore, recallScore, f1Score].map((of) => of(y, predicted, how));
  };
  const [precision, recall, f1] = /** @type {any[]} */ (scores('none'));
  /** @param {'micro' | 'macro' | 'weighted'} average */
  const mean = (average) => {
    const [ofPrecision, ofRecall, ofF1] = /** @type {number[]} */ (scores(average));
    return { precision: ofPrecision, recall: ofRecall, f1: ofF1, support: all };
  };
  const report = {
    classes: labels.map((label, c) => ({
      label,
      precision: precision[c],
      recall: recall[c],
      f1: f1[c],
      support: supports[c],
    })),
    accuracy: accuracyScore(y, predicted, { sampleWeight: given.sampleWeight }),
    micro: mean('micro'),
    macro: mean('macro'),
    weighted: mean('weighted'),
  };
  return Object.defineProperty(report, 'toString', { value: () => tableOf(report) });
}

/**
 * One line for each class and each mean.
 * @param {Omit<ClassificationReport, 'toString'>} report
 */
function tableOf({ classes, micro, macro, weighted }) {
  const names = ['micro average', 'macro average', 'weighted average'];
  const means = [micro, macro, weighted].map((scores, i) => ({ label: names[i], ...scores }));
  const wide = Math.max(...[...classes, ...means].map(({ label }) => String(label).length));
  const head = [' '.repeat(wide), ...columns.map((name) => name.padStart(9))].join('  ');
  const lineOf = (/** @type {ClassScores & {label: Label}} */ scores) =>
    [
      String(scores.label).padStart(wide),
      ...columns.map((name) => textOf(scores[name], name === 'support').padStart(9)),
    ].join('  ');
  return [head, ...classes.map(lineOf), '', ...means.map(lineOf)].join('\n');
}

/**
 * @param {number} value
 * @param {boolean} count
 */
const textOf = (value, count) =>
  count && Number.isInteger(value) ? String(value) : value.toFixed(count ? 1 : 2);
