/** maxmargin auto */
import { basename, extname } from 'node:path';
import { autoFit } from '../auto.js';
import { CheckpointFile } from './checkpoint.js';
import { dataFlags, readData, samplesOf, targetsOf } from './data.js';
import { checkReplaced, formatFlag, formatFor, writeModel } from './models.js';
import { parseDecimal } from './numbers.js';
import { brief, duration, facts, size, table } from './report.js';
import { writePieces } from './streams.js';
import { UsageError, checkFiles, kebab, oneOf, wholeNumber } from './usage.js';

/** @import { AutoProgress, AutoResult, AutoRow } from '../auto/types.js' */
/** @import { Outcome } from './report.js' */
/** @import { Terminal } from './terminal.js' */
/** @import { Flag, Values } from './usage.js' */

export const summary =
  'Compare machines on a data set, write the best model, and say whether it is better than guessing.';
export const usage = 'maxmargin auto [options] <data> [model]';
export const notes = [
  'It leaves out ids, constants and columns that are made of the label, and keeps a part of the rows aside, on which it judges the model at the end.',
  'Ctrl-C ends the comparison: the best machine so far is fitted and judged. A second Ctrl-C ends without a model.',
  'Example: maxmargin auto customers.csv --label churn --report report.html --page predict.html',
];

/** Rows of the table of machines that are shown. */
const shown = 10;

/** @type {Flag[]} */
const autoFlags = [
  { name: 'seconds', value: '<number>', doc: 'How long to compare. Default: 60.' },
  {
    name: 'maxFits',
    value: '<number>',
    doc: 'How many fits the comparison has: with them it is the same on every machine.',
  },
  {
    name: 'task',
    value: '<classes|numbers|order>',
    doc: 'What the label is. Default: numbers with fractions, or of more than ten values, are numbers.',
  },
  {
    name: 'order',
    value: '<labels>',
    doc: 'The labels in their order, with commas between them, if they have one.',
  },
  { name: 'scoring', value: '<measure>', doc: 'The measure that chooses. Default: logLoss, of numbers meanAbsoluteError.' }, // prettier-ignore
  {
    name: 'machines',
    value: '<names>',
    doc: 'The machines to compare, with commas between them. Default: all that suit the data.',
  },
  { name: 'keepColumns', value: '<names>', doc: 'Columns that stay, though they look like ids or like the label, with commas between them.' }, // prettier-ignore
  { name: 'testSize', value: '<share>', doc: 'The share of the rows to keep aside. Default: 0.2.' },
  { name: 'seed', value: '<number>', doc: 'Which rows are kept aside. Default: 0.' },
  { name: 'workers', value: '<number>', doc: 'How many workers compare. Default: one for each core, if the data are large enough.' }, // prettier-ignore
  { name: 'checkpoint', value: '<file>', doc: 'Keep what is known in this file, and go on from it.' }, // prettier-ignore
  { name: 'report', value: '<file>', doc: 'Write a report as .html, .md or .json.' },
  {
    name: 'page',
    value: '<file>',
    doc: 'Write a page with a form that predicts offline, such as predict.html.',
  },
  { name: 'program', value: '<file>', doc: 'Write the program that fits the model.' },
];

export const flags = () => ({ Comparison: [...autoFlags, formatFlag], Data: dataFlags });

/**
 * @param {readonly string[]} _argv
 * @param {Values} values
 * @param {string[]} files
 * @param {Terminal} terminal
 * @returns {Promise<Outcome>}
 */
export async function run(_argv, values, files, terminal) {
  const [source, named] = checkFiles(files, ['data', '[model]']);
  const target = named ?? nameFor(source);
  const format = formatFor(target, values);
  if (target === '-' && values.json) {
    throw new UsageError('the model and --json cannot both go to the standard output; name a file');
  }
  const form = formOf(values.report);
  const { page, program } = values;
  if (page !== undefined) checkReplaced(page);
  if (program !== undefined)
    checkReplaced(program, 'program', (head) => /^import/.test(String(head)));
  const settings = settingsOf(values);
  const checkpoint = values.checkpoint && new CheckpointFile(values.checkpoint);
  const data = await readData(source, values, { labelled: true, table: true });
  const { labelName } = data;
  const labels = targetsOf(data);
  // A table with its label, so that the program names both.
  const whole = data.table && labelName !== undefined;
  const X = whole ? { ...data.table, [labelName]: labels } : samplesOf(data);
  const y = whole ? null : labels;
  const began = performance.now();
  const found = await terminal.watch(() => {
    const work = () =>
      autoFit(X, y, {
        ...settings,
        ...(whole && { target: labelName }),
        ...(settings.order && { order: inKind(settings.order, labels) }),
        ...(checkpoint?.before && { resume: checkpoint.before }),
        onProgress: (progress) => {
          checkpoint?.keep(progress);
          return terminal.show(progress.fraction, lineOf(progress));
        },
      });
    return checkpoint ? checkpoint.explain(work) : work();
  });
  checkpoint?.write(found);
  const file = await writeModel(found.model, target, format);
  const reader = data.format === 'libsvm' ? 'readLibsvm' : 'readCsv';
  const extra = await writeOthers(found, values, form, { path: source, reader, options: data.options ?? {} }); // prettier-ignore
  return describe(found, file, extra, performance.now() - began, {
    aside: target === '-',
    interrupted: terminal.stopped,
  });
}

/** @param {Values} values */
function settingsOf(values) {
  const given = {
    seconds: positive(values, 'seconds'),
    maxFits: wholeNumber(values, 'maxFits', 1),
    task: oneOf(values, 'task', /** @type {const} */ (['classes', 'numbers', 'order'])),
    order: values.order?.split(','),
    scoring: values.scoring,
    machines: values.machines?.split(','),
    keep: values.keepColumns?.split(','),
    testSize: positive(values, 'testSize'),
    seed: wholeNumber(values, 'seed', 0),
    workers: wholeNumber(values, 'workers', 1),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/**
 * @param {Values} values
 * @param {string} name
 */
function positive(values, name) {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = parseDecimal(text);
  if (value > 0) return value;
  throw new UsageError(`--${kebab(name)} must be a number above 0, got ${text}`);
}

/**
 * Names of labels as the labels are: numbers, if these are.
 * @param {string[]} names
 * @param {ArrayLike<any>} labels
 */
const inKind = (names, labels) => (typeof labels[0] === 'number' ? names.map(Number) : names);

/** @param {string} source */
function nameFor(source) {
  if (source !== '-') return `${basename(source, extname(source))}.mxm`;
  throw new UsageError('name the file for the model: data from the standard input have no name');
}

/**
 * @param {string | undefined} path of the report
 * @returns {'html' | 'markdown' | 'json' | undefined}
 */
function formOf(path) {
  if (path === undefined) return undefined;
  /** @type {Record<string, 'html' | 'markdown' | 'json'>} */
  const forms = { '.html': 'html', '.htm': 'html', '.md': 'markdown', '.json': 'json' };
  const form = forms[extname(path).toLowerCase()];
  if (form) return form;
  throw new UsageError(`--report must end in .html, .md or .json, got ${path}`);
}

/** @param {AutoProgress} progress */
function lineOf({ stage, fits, leaderboard: [best] }) {
  if (stage !== 'compare') return stage === 'fit' ? 'fitting the best' : 'judging it';
  return best?.complete ? `${fits} fits, best so far ${best.machine}` : `${fits} fits`;
}

/**
 * @param {AutoResult} found
 * @param {Values} values
 * @param {ReturnType<typeof formOf>} form
 * @param {import('../auto/print.js').Source} source
 * @returns {Promise<[name: string, path: string][]>}
 */
async function writeOthers(found, { report, page, program }, form, source) {
  /** @type {[name: string, path: string][]} */
  const written = [];
  if (form) {
    const made = await found.report();
    await writePieces(report, [form === 'json' ? `${JSON.stringify(made.json, null, 2)}\n` : made[form]]); // prettier-ignore
    written.push(['report', report]);
  }
  if (page !== undefined) {
    await writeModel(found.model, page, 'html');
    written.push(['page', page]);
  }
  if (program !== undefined) {
    await writePieces(program, [/** @type {any} */ (found).program(undefined, source)]);
    written.push(['program', program]);
  }
  return written;
}

/**
 * @param {AutoResult} found
 * @param {{path: string, format: string, bytes: number}} file
 * @param {[name: string, path: string][]} others
 * @param {number} milliseconds
 * @param {Pick<Outcome, 'aside' | 'interrupted'>} how
 * @returns {Outcome}
 */
function describe(found, file, others, milliseconds, how) {
  const { task, score, leaderboard, columns, importance, notes, curve, calibration, stopped } = found; // prettier-ignore
  const report = {
    ...{
      task,
      verdict: found.verdict,
      score,
      leaderboard,
      columns,
      importance,
      calibration,
      curve,
    },
    ...{ notes, stopped, milliseconds, file, files: Object.fromEntries(others) },
  };
  const [best] = leaderboard;
  const needed = importance.filter(({ loss }) => loss > 0).slice(0, 5);
  const text = [
    score.sentence,
    ...notes.map((note) => `- ${note}`),
    '',
    ...board(leaderboard),
    '',
    ...facts([
      ['best', `${best.machine} ${JSON.stringify(best.options)}`],
      ['columns', needed.length > 0 ? needed.map(({ name }) => name).join(', ') : undefined],
      ['time', duration(milliseconds)],
      ['model', `${file.path} (${file.format}, ${size(file.bytes)})`],
      ...others,
    ]),
  ];
  return { report, text, ...how };
}

/**
 * The best of each machine.
 * @param {AutoRow[]} rows
 */
function board(rows) {
  const names = Object.keys(rows[0].scores);
  const best = rows.filter((row, at) => rows.findIndex((one) => one.machine === row.machine) === at); // prettier-ignore
  const cells = best
    .slice(0, shown)
    .map((row) => [
      row.machine,
      ...names.map((name) => (Number.isFinite(row.scores[name]) ? brief(row.scores[name], 4) : '')),
      String(rows.filter(({ machine }) => machine === row.machine).length),
      row.why ?? '',
    ]);
  return table(['machine', ...names, 'tried', ''], cells);
}
