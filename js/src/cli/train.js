/** maxmargin train */
import { basename, extname } from 'node:path';
import { catalog } from '../catalog.js';
import { MaxMarginError, crossValidate } from '../core.js';
import { dataFlags, readData, samplesOf, targetsOf } from './data.js';
import {
  buildMachine,
  machineIn,
  optionFlags,
  rankers,
  scoreOf,
  trainingFlags,
} from './machine.js';
import { formatFlag, formatFor, writeModel } from './models.js';
import { brief, duration, facts, guessing, size } from './report.js';
import { showFit, showSearch } from './terminal.js';
import { UsageError, checkFiles, wholeNumber } from './usage.js';

/** @import { Data } from './data.js' */
/** @import { MachineName } from './machine.js' */
/** @import { Outcome } from './report.js' */
/** @import { Terminal } from './terminal.js' */
/** @import { CrossValidation } from '../types.js' */
/** @import { Flag, Values } from './usage.js' */

export const summary = 'Fit a machine to a data set, write the model, and say how good it is.';
export const usage = 'maxmargin train [options] <data> [model]';
export const notes = [
  'Without a name the model is written into this folder, under the name of the data with the ending .mxm.',
  'Ctrl-C stops the training and writes the best model so far beside the name, as NAME.partial.mxm, with the exit status 130; a second Ctrl-C ends without a model.',
];

/** How long the score of a model may take, unless it is asked for; in milliseconds. */
const longest = 10_000;

/** @type {Flag} */
const scoreFlag = {
  name: 'score',
  doc: 'Cross-validate with 5 folds, when the model is written, and say how good it is. Default: for 10 seconds.',
};

/** @param {readonly string[]} argv */
export function flags(argv) {
  const machine = machineIn(argv);
  return {
    Training: [...trainingFlags, scoreFlag, formatFlag],
    Data: dataFlags,
    [`Options of ${machine}`]: optionFlags(machine),
  };
}

/**
 * @param {readonly string[]} argv
 * @param {Values} values
 * @param {string[]} files
 * @param {Terminal} terminal
 * @returns {Promise<Outcome>}
 */
export async function run(argv, values, files, terminal) {
  const [source, named] = checkFiles(files, ['data', '[model]']);
  const target = named ?? nameFor(source);
  const machine = machineIn(argv);
  const format = formatFor(target, values);
  if (target === '-' && values.json) {
    throw new UsageError('the model and --json cannot both go to the standard output; name a file');
  }
  buildMachine(machine, values, false); // reports wrong options before the data are read
  const began = performance.now();
  const data = await readData(source, values, expectedBy(machine, values));
  const read = performance.now() - began;
  const model = buildMachine(machine, values, Boolean(data.sparse));
  await terminal.watch(() => fit(model, machine, data, terminal));
  const interrupted = model.fitInfo.status === 'stopped';
  const file = await writeModel(model, interrupted ? partial(target) : target, format);
  const judged =
    interrupted || catalog[machine].kind === 'detector' || values.score === false
      ? undefined
      : await judge(model, data, values, terminal);
  const outcome = describe(model, machine, data, file, read, judged);
  return { ...outcome, aside: target === '-', interrupted: interrupted || terminal.stopped };
}

/**
 * How good the machine is on rows that it has not learnt from, or why nobody knows.
 * @param {any} model
 * @param {Data} data
 * @param {Values} values
 * @param {Terminal} terminal
 * @returns {Promise<Partial<CrossValidation> & {why?: string}>}
 */
async function judge(model, data, values, terminal) {
  const settings = {
    seed: wholeNumber(values, 'seed', 0),
    ...(values.score ? {} : { maxTime: longest }),
    ...(data.groups && { groups: data.groups }),
    onProgress: showSearch(terminal),
  };
  try {
    const found = await terminal.watch(() =>
      crossValidate(model, samplesOf(data), targetsOf(data), settings),
    );
    if (found.complete) return found;
    return { why: terminal.stopped ? 'stopped' : `it takes longer than ${duration(longest)}; --score waits for it` }; // prettier-ignore
  } catch (error) {
    // The model is there, whether there are folds or not.
    if (error instanceof MaxMarginError) return { why: error.message };
    throw error;
  }
}

/**
 * The name for the model of a fit that was stopped: a finished one keeps its own.
 * @param {string} path
 */
export function partial(path) {
  if (path === '-') return path;
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)}.partial${ending}`;
}

/**
 * The training data of a machine.
 * @param {MachineName} machine
 * @param {Values} values
 */
export function expectedBy(machine, { table, scale }) {
  const { kind } = catalog[machine];
  return {
    labelled: kind !== 'detector',
    numeric: kind === 'regressor',
    table: table ?? (scale === undefined ? 'needed' : false),
  };
}

/** @param {string} source */
function nameFor(source) {
  if (source !== '-') return `${basename(source)}.mxm`;
  throw new UsageError('name the file for the model: data from the standard input have no name');
}

/**
 * @param {any} model
 * @param {MachineName} machine
 * @param {Data} data
 * @param {Terminal} terminal
 * @returns {Promise<void>}
 */
export async function fit(model, machine, data, terminal) {
  const { kind } = catalog[machine];
  const settings = { onProgress: showFit(terminal) };
  if (kind === 'detector') await model.fit(samplesOf(data), settings);
  else {
    const groups = rankers.includes(machine) && data.groups ? { groups: data.groups } : {};
    await model.fit(samplesOf(data), targetsOf(data), { ...settings, ...groups });
  }
}

/**
 * @param {any} model
 * @param {MachineName} machine
 * @param {Data} data
 * @param {{path: string, format: string, bytes: number}} file
 * @param {number} read milliseconds
 * @param {Awaited<ReturnType<typeof judge>> | undefined} judged
 * @returns {Outcome}
 */
function describe(model, machine, data, file, read, judged) {
  const { status, converged, iterations, objective, gap, supportVectors, milliseconds } =
    model.fitInfo;
  const hasSupport = catalog[machine].attributes.some(({ name }) => name === 'supportIndices');
  const classes = countClasses(model, data);
  const report = {
    machine,
    model: String(model),
    options: model.getParams(),
    data: { format: data.format, sparse: Boolean(data.sparse), names: data.names },
    rows: data.rows,
    features: data.cols,
    classes,
    supportVectors: hasSupport ? supportVectors : undefined,
    status,
    converged,
    iterations,
    objective,
    gap,
    score: judged && scoreIn(judged, machine),
    milliseconds: { read, fit: milliseconds },
    file,
  };
  const iterated = iterations > 0 ? ` after ${iterations} iterations` : '';
  const text = facts([
    ['machine', String(model)],
    ['rows', String(data.rows)],
    [
      'features',
      `${data.cols}${data.sparse ? ` (${shareOf(data.sparse)} of the values are stored)` : ''}`,
    ],
    ['classes', classes && showClasses(classes)],
    ['support vectors', hasSupport ? String(supportVectors) : undefined],
    ['objective', iterations > 0 ? brief(objective, 9) : undefined],
    ['status', `${status}${iterated}${iterations > 0 ? `, gap ${brief(gap, 3)}` : ''}`],
    ...(judged ? scoreLines(judged, machine) : []),
    ['time', `${duration(read)} to read, ${duration(milliseconds ?? 0)} to fit`],
    ['model', `${file.path} (${file.format}, ${size(file.bytes)})`],
  ]);
  return { report, text };
}

/**
 * @param {Awaited<ReturnType<typeof judge>>} judged
 * @param {MachineName} machine
 */
function scoreIn({ why, mean, std, scores, baseline, verdict }, machine) {
  return why ? { why } : { scoring: scoreOf(machine), mean, std, scores, baseline, verdict };
}

/**
 * @param {Awaited<ReturnType<typeof judge>>} judged
 * @param {MachineName} machine
 * @returns {[name: string, value: string | undefined][]}
 */
function scoreLines({ why, mean = NaN, std = NaN, ...judged }, machine) {
  if (why) return [['score', `not known: ${why}`]];
  const score = `${brief(mean)} (standard deviation ${brief(std, 3)}; 5 folds)`;
  return [[scoreOf(machine), score], ...guessing(judged)];
}

/** @param {NonNullable<Data['sparse']>} sparse */
function shareOf({ data, rows, cols }) {
  return `${brief((100 * data.length) / (rows * cols), 3)} %`;
}

/**
 * How many rows each class has.
 * @param {any} model
 * @param {Data} data
 * @returns {{label: string | number, rows: number}[] | undefined}
 */
function countClasses({ classes }, data) {
  if (!classes) return undefined;
  /** @type {Map<string | number | boolean, number>} */
  const counts = new Map();
  for (const label of targetsOf(data)) counts.set(label, (counts.get(label) ?? 0) + 1);
  return Array.from(classes, (label) => ({ label, rows: counts.get(label) ?? 0 }));
}

/** @param {{label: string | number | boolean, rows: number}[]} classes */
function showClasses(classes) {
  const { length } = classes;
  if (length > 10) return String(length);
  return `${length}: ${classes.map(({ label, rows }) => `${label} (${rows})`).join(', ')}`;
}
