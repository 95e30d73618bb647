/** maxmargin report */
import { MaxMarginError } from '../core.js';
import { report as makeReport } from '../inspect.js';
import { dataFlags, labelsLike, readData, samplesOf } from './data.js';
import { readModel } from './models.js';
import { brief } from './report.js';
import { nameOf, writePieces } from './streams.js';
import { UsageError, checkFiles, wholeNumber } from './usage.js';

/** @import { Outcome } from './report.js' */
/** @import { Values } from './usage.js' */

export const summary =
  'Report how good a model is on labelled data: one page with scores, curves and warnings.';
export const usage = 'maxmargin report [options] <model> <data>';
export const notes = [
  'The report is written as HTML, Markdown or JSON, by the ending of its name. Take rows that the model has not seen.',
];

export const flags = () => ({
  Report: [
    {
      name: 'out',
      short: 'o',
      value: '<file>',
      doc: 'The file of the report: .html, .md or .json. Default: report.html.',
    },
    { name: 'title', value: '<text>', doc: 'The heading of the report.' },
    {
      name: 'train',
      value: '<data>',
      doc: 'The data that the model was trained with, to compare with and to find rows that are in both.',
    },
    {
      name: 'samples',
      value: '<number>',
      doc: 'Bootstrap samples of the intervals. Default: 1000.',
    },
    {
      name: 'repeats',
      value: '<number>',
      doc: 'How often each feature is put into random order for its importance; 0 for none. Default: 5.',
    },
    { name: 'seed', value: '<number>', doc: 'The same seed gives the same report. Default: 0.' },
  ],
  Data: dataFlags,
});

/** The forms of a report by the ending of its name. @type {Record<string, 'html' | 'markdown' | 'json'>} */
const forms = { html: 'html', htm: 'html', md: 'markdown', markdown: 'markdown', json: 'json' };

/**
 * @param {readonly string[]} _argv
 * @param {Values} values
 * @param {string[]} files
 * @returns {Promise<Outcome>}
 */
export async function run(_argv, values, files) {
  const [from, source] = checkFiles(files, ['model', 'data']);
  const { out = 'report.html', title, train } = values;
  const form = out === '-' ? 'html' : forms[out.toLowerCase().split('.').pop() ?? ''];
  if (!form) throw new UsageError(`--out must end in .html, .md or .json, got ${out}`);
  if (out === '-' && values.json) {
    throw new UsageError(
      'the report and --json cannot both go to the standard output; name a file',
    );
  }
  const numbers = {
    samples: wholeNumber(values, 'samples', 0, 1000),
    repeats: wholeNumber(values, 'repeats', 0, 5),
    seed: wholeNumber(values, 'seed', 0, 0),
  };
  const stored = await readModel(from);
  const rows = await readRows(source, stored, values);
  const known = train === undefined ? undefined : await readRows(train, stored, values);
  const made = await makeReport(stored.model, rows.X, rows.y, {
    ...numbers,
    ...(title !== undefined && { title }),
    ...(known && { train: known }),
    ...(rows.groups && { groups: rows.groups }),
    ...(rows.names && { featureNames: rows.names }),
  });
  const content = form === 'json' ? `${JSON.stringify(made.json, null, 2)}\n` : made[form];
  await writePieces(out, [content]);
  const { baseline, scores, warnings } = made.json;
  const shown = scores.map(({ title: name, value, low, high }) => {
    const interval = Number.isFinite(low) ? ` (${brief(low, 4)} to ${brief(high, 4)})` : '';
    return `${name}: ${brief(value, 4)}${interval}`;
  });
  return {
    report: { model: String(stored.model), rows: made.json.data.rows, scores, baseline, findings: warnings, output: out }, // prettier-ignore
    text: [
      ...(baseline ? [baseline.sentence] : []),
      ...shown,
      ...warnings.map(({ message }) => `! ${message}`),
      `report: ${out}`,
    ],
    aside: out === '-',
  };
}

/**
 * @param {string} source
 * @param {import('./models.js').StoredModel} stored
 * @param {Values} values
 */
async function readRows(source, stored, values) {
  const { classes, decisionFunction, score } = stored.learner;
  const detector = classes === undefined && decisionFunction && !score;
  const known = {
    labelled: !detector,
    features: stored.features,
    names: stored.model.featureNames,
    table: stored.table,
    isLabel: stored.isLabel,
  };
  const dense = values.dense ?? (await stored.movesZeros());
  const data = await readData(source, { ...values, dense }, known);
  if (!data.table) await stored.widen(data.cols);
  if (!data.table && data.cols !== stored.features) {
    throw new MaxMarginError(
      'ERR_FEATURE_COUNT',
      'data',
      `${nameOf(source)} has ${data.cols} features, but the model was fitted to ${stored.features}; give the same columns, and say which is the --label and which to --drop`,
      { expected: stored.features, got: data.cols },
    );
  }
  const y = labelsLike(data, classes ? classes[0] : 0);
  if (!y && !detector) {
    throw new UsageError(`${nameOf(source)} has no labels to compare with; say which column has them with --label`); // prettier-ignore
  }
  return { X: samplesOf(data), y, names: data.names, groups: data.groups };
}
