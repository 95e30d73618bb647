/** The sentences and tables of a report, which the page and the Markdown share. */
import { short } from './numbers.js';

/** @import { ReportJSON } from '../inspect/types.js' */

/** A table of text; align: which columns are numbers. @typedef {{head: string[], rows: string[][], numbers: boolean[], caption?: string}} Table */

/**
 * A title within a sentence; symbols and names stay as they are.
 * @param {string} title
 */
export const lower = (title) => (title === 'Accuracy' ? title.toLowerCase() : title);

/** @param {ReportJSON} json */
export function fitSentence({ model: { fit } }) {
  if (!fit) return '';
  const parts = [
    fit.converged ? 'The fit converged' : `The fit ended with the status ${fit.status}`,
    fit.iterations !== undefined && `after ${fit.iterations} iterations`,
    fit.milliseconds !== undefined && `in ${short(Math.round(fit.milliseconds))} ms`,
    fit.supportVectors !== undefined && `with ${fit.supportVectors} support vectors`,
  ];
  return `${parts.filter(Boolean).join(' ')}.`;
}

/** @param {ReportJSON} json */
export function rowsSentence({ rowsOfFit: { of, found, vectors }, train }) {
  const sentences = {
    all: 'All rows that the model kept are among these, at their places: the rows of the fit are among these.',
    some: `${found} of these rows equal rows that the model kept.`,
    none: `None of these rows is one of the ${vectors} that the model kept. Other rows of the fit leave no trace.`,
    unknown: 'Whether the model was fitted to these rows cannot be seen from it.',
  };
  if (!train) return sentences[of];
  const shared = train.shared === undefined ? '' : ` ${train.shared} of the rows of this report are among them.`; // prettier-ignore
  const score = train.score && ` ${train.score} on them is ${short(train.value)}.`;
  return `The model was fitted to ${train.rows} rows.${score ?? ''}${shared}`;
}

/** @param {ReportJSON} json */
export function intervalSentence({ interval: { samples, groups, seed } }) {
  const drawn = groups ? 'groups of rows' : 'rows';
  return `95 % intervals are the percentiles 2.5 and 97.5 over ${samples} bootstrap samples of these ${drawn} (seed ${seed}). They say how much scores vary with the rows that are judged, and not with those of the fit. ↑ greater is better, ↓ less is better.`;
}

/** @param {ReportJSON} json @returns {Table} */
export function scoreTable({ scores }) {
  return {
    head: ['Score', '', 'Value', '95 % interval'],
    rows: scores.map(({ title, value, low, high, greater }) => [
      title,
      greater === undefined ? '' : greater ? '↑' : '↓',
      short(value),
      Number.isFinite(low) ? `${short(low)} to ${short(high)}` : '–',
    ]),
    numbers: [false, false, true, true],
  };
}

/** @param {ReportJSON} json @returns {Table | undefined} */
export function classTable({ classes }) {
  return (
    classes && {
      head: ['Class', 'Precision', 'Recall', 'F1', 'Rows'],
      rows: classes.map(({ label, precision, recall, f1, support }) => [
        String(label),
        ...[precision, recall, f1, support].map(short),
      ]),
      numbers: [false, true, true, true, true],
    }
  );
}

/** Columns of the data that are shown; further ones are counted. */
const mostColumns = 50;

/** @param {ReportJSON} json @returns {Table | undefined} */
export function columnTable({ data: { columns } }) {
  if (columns.length === 0) return undefined;
  const rest = columns.length - mostColumns;
  const shown = columns.slice(0, mostColumns);
  const words = shown.some(({ frequent }) => frequent !== undefined);
  return {
    head: ['Column', 'Kind', 'Missing', 'Distinct', 'Least', 'Mean', 'Largest', ...(words ? ['Most frequent'] : [])], // prettier-ignore
    rows: shown.map(({ name, kind, gaps, distinct, min, mean, max, frequent }) => [
      name,
      kind,
      String(gaps),
      String(distinct),
      ...[min, mean, max].map((v) =>
        v === undefined || !Number.isFinite(v)
          ? ''
          : kind === 'date'
            ? new Date(v * 864e5).toISOString().slice(0, 10)
            : short(v),
      ),
      ...(words ? [(frequent ?? []).map(({ value, count }) => `${value} (${count})`).join(', ')] : []), // prettier-ignore
    ]),
    numbers: [false, false, true, true, true, true, true, ...(words ? [false] : [])],
    ...(rest > 0 && { caption: `${rest} further columns are left out` }),
  };
}

/** @param {ReportJSON} json @returns {Table | undefined} */
export function searchTable({ search }) {
  return (
    search && {
      head: ['Rank', ...search.options, 'Mean', 'Std over folds'],
      rows: search.top.map(({ rank, params, mean, std }) => [
        rank === undefined ? '–' : String(rank),
        ...params,
        short(mean),
        short(std),
      ]),
      numbers: [true, ...search.options.map(() => true), true, true],
      caption: `The best of ${search.candidates} candidates of ${search.name}`,
    }
  );
}

/** @param {ReportJSON} json @returns {Table | undefined} */
export function importanceTable({ importance }) {
  return (
    importance && {
      head: ['Feature', `Worse by (${lower(importance.of)})`, 'Std'],
      rows: importance.features.map(({ name, mean, std }) => [name, short(mean), short(std)]),
      numbers: [false, true, true],
    }
  );
}

/** @param {ReportJSON} json */
export function importanceSentence({ importance }) {
  if (!importance) return '';
  return `How much worse ${lower(importance.of)} is when the values of a feature are put into random order, on ${importance.rows} rows, ${importance.repeats} times each. Of two features that say the same, neither counts.`;
}

/**
 * The options of the steps: the changed ones, or the others.
 * @param {ReportJSON} json
 * @param {boolean} changed
 * @returns {Table}
 */
export function optionTable({ model: { steps } }, changed) {
  const several = steps.length > 1;
  return {
    head: [...(several ? ['Step'] : []), 'Option', 'Value'],
    rows: steps.flatMap(({ step, name, options }) =>
      options
        .filter((option) => option.changed === changed)
        .map((option) => [
          ...(several ? [step ? `${step} (${name})` : name] : []),
          option.name,
          option.value,
        ]),
    ),
    numbers: [...(several ? [false] : []), false, false],
  };
}

/** @param {ReportJSON} json */
export function dataSentence({ data }) {
  const { rows, columns, gaps, duplicates, classes, target } = data;
  const width = columns.length > 0 ? `, ${columns.length} columns` : '';
  const missing = columns.length === 0 ? '' : gaps === 0 ? ', no missing values' : `, ${gaps} missing values`; // prettier-ignore
  const copies = duplicates === undefined || duplicates === 0 ? '' : `, ${duplicates} copies of other rows`; // prettier-ignore
  const of = target
    ? ` Values from ${short(target.min)} to ${short(target.max)}, mean ${short(target.mean)}, standard deviation ${short(target.std)}.`
    : classes
      ? ` Classes: ${classes.map(({ label, rows: own, share }) => `${String(label)} (${own}, ${short(Number((100 * share).toPrecision(3)))} %)`).join(', ')}.`
      : '';
  return `${rows} rows${width}${missing}${copies}.${of}`;
}

/** @param {ReportJSON} json */
export const footer = ({ version, build, date }) =>
  `Made by maxmargin ${version} (build ${build}) on ${date}.`;
