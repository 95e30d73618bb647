/** What looks suspicious in a report. */
import { short } from './numbers.js';

/** @import { ReportJSON, ReportWarning } from '../inspect/types.js' */

/** Fewer rows of a class, or of all, say little. */
const few = { class: 10, rows: 30 };

/**
 * @param {ReportJSON} json
 * @param {{fitWarnings: string[], telling: string[], unknownLabels: number}} more
 * @returns {ReportWarning[]}
 */
export function warningsOf(json, { fitWarnings, telling, unknownLabels }) {
  /** @type {ReportWarning[]} */
  const list = [];
  const add = (/** @type {string} */ code, /** @type {string} */ message) =>
    void list.push({ code, message });
  const { data, model, search, rowsOfFit, train, task } = json;
  const score = (/** @type {string} */ name) => json.scores.find((own) => own.name === name);

  if (rowsOfFit.of === 'all') {
    add('rowsOfFit', 'The rows that the model was fitted to are among these: all those that it kept are here, at their places. Scores on new rows will be worse.'); // prettier-ignore
  } else if (rowsOfFit.of === 'some') {
    add('someRowsOfFit', `${rowsOfFit.found} of these rows equal rows that the model kept, so rows of the fit may be among these; then scores on new rows will be worse.`); // prettier-ignore
  }
  if (train?.shared) {
    add('sharedRows', `${train.shared} of these rows are rows of the fit, too. Split before anything else, and drop duplicates.`); // prettier-ignore
  }
  const main = score(task === 'regression' ? 'r2Score' : task === 'ranking' ? 'kendallTau' : 'accuracyScore'); // prettier-ignore
  if (train?.value !== undefined && main && train.value - main.value > 0.1) {
    add('overfitting', `${train.score} is ${short(train.value)} on the rows of the fit, but ${short(main.value)} on these: the model has learnt some of its rows by heart. Less C, a wider kernel or more rows can help.`); // prettier-ignore
  }
  const perfect = task === 'regression' ? main && main.value > 0.9999 : task === 'classification' && main?.value === 1; // prettier-ignore
  if (perfect && data.rows >= few.rows) {
    add('perfect', 'All predictions are right. On real data that is often a leak: a column that is only known afterwards, or rows of the fit among these.'); // prettier-ignore
  }
  for (const name of telling) {
    add('tellingColumn', `The column ${name} alone tells ${task === 'regression' ? 'the value' : 'the class'}. Make sure that it is known before the answer is.`); // prettier-ignore
  }
  if (unknownLabels > 0) {
    add('unknownLabels', `${unknownLabels} rows have labels that the fit had not seen; they count as wrong, and there are no curves.`); // prettier-ignore
  }
  if (data.rows < few.rows) {
    add(
      'fewRows',
      `So few rows (${data.rows}) say little: look at the intervals, and use cross-validation.`,
    );
  }
  const small = (data.classes ?? []).filter(({ rows }) => rows < few.class);
  if (small.length > 0) {
    add('smallClasses', `Fewer than ${few.class} rows: ${small.map(({ label, rows }) => `${String(label)} (${rows})`).join(', ')}. Their scores are uncertain.`); // prettier-ignore
  }
  const largest = Math.max(0, ...(data.classes ?? []).map(({ share }) => share));
  if (task === 'classification' && largest > 0.8) {
    add('imbalance', `The largest class has ${short(100 * largest)} % of the rows: look at balanced accuracy and at the curves rather than at accuracy.`); // prettier-ignore
  }
  if (task === 'classification' && main && main.value < largest) {
    add('belowGuess', `Accuracy is ${short(main.value)}, less than ${short(largest)}, that of always predicting the largest class.`); // prettier-ignore
  }
  if (task === 'regression' && main && main.value < 0) {
    add('belowGuess', 'R² is below 0: predicting the mean would be better.');
  }
  if (model.fit && !model.fit.converged) {
    add('notConverged', `The fit ended before its tolerance was reached (${model.fit.status}): scale the features, or allow more iterations.`); // prettier-ignore
  }
  for (const message of fitWarnings) add('fit', message);
  for (const { name, value, side } of search?.borders ?? []) {
    add('border', `The best ${name}, ${short(value)}, is the ${side} value that was tried: search beyond it.`); // prettier-ignore
  }
  if (search?.failed) {
    add('failed', `${search.failed} of the ${search.candidates} candidates of the search failed.`);
  }
  if (search?.stopped) add('stopped', 'The search was stopped before all was done.');
  const ece = score('expectedCalibrationError');
  if (ece && ece.value > 0.1 && data.rows >= 100) {
    add(
      'calibration',
      `Probabilities are off by ${short(ece.value)} in the mean: see the calibration.`,
    );
  }
  const constant = data.columns.filter(({ distinct }) => distinct <= 1);
  if (constant.length > 0 && data.rows > 1) {
    add('constantColumns', `Columns with one value alone: ${names(constant)}.`);
  }
  const gaps = data.columns.filter((column) => column.gaps > 0);
  if (gaps.length > 0) {
    add('gaps', `${data.gaps} values are missing, in ${names(gaps)}.`);
  }
  if (data.duplicates) add('duplicates', `${data.duplicates} rows are copies of others.`);
  return list;
}

/** @param {{name: string}[]} columns */
function names(columns) {
  const shown = columns.slice(0, 8).map(({ name }) => name);
  return shown.join(', ') + (columns.length > 8 ? ` and ${columns.length - 8} more` : '');
}
