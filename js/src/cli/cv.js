/** maxmargin cv */
import { catalog } from '../catalog.js';
import { crossValidate } from '../core.js';
import { dataFlags, readData, samplesOf, targetsOf } from './data.js';
import { buildMachine, machineIn, optionFlags, scoreOf, trainingFlags } from './machine.js';
import { brief, duration, facts, guessing, table } from './report.js';
import { showSearch } from './terminal.js';
import { expectedBy } from './train.js';
import { UsageError, checkFiles, wholeNumber } from './usage.js';

/** @import { MachineName } from './machine.js' */
/** @import { Outcome } from './report.js' */
/** @import { Terminal } from './terminal.js' */
/** @import { Flag, Values } from './usage.js' */

export const summary = 'Cross-validate a machine: a score for each fold, their mean and spread.';
export const usage = 'maxmargin cv [options] <data>';
export const notes = [
  'Classifiers get stratified folds. The same seed gives the same folds.',
  'Ctrl-C stops, and shows the finished folds, with the exit status 130; a second Ctrl-C ends without a result.',
];

/** @type {Flag[]} */
export const comparisonFlags = [
  { name: 'folds', value: '<number>', doc: 'How many folds. Default: 5.' },
  {
    name: 'stratify',
    doc: 'Give every fold its share of each class, or with --no-stratify do not. Default: for classifiers only.',
  },
  {
    name: 'scoring',
    value: '<name>',
    doc: 'The measure, such as f1Macro, rocAuc, meanAbsoluteError, kendallTau or ndcg@10; the page Cross-validation and tuning has all. Default: accuracy of classifiers, r2 of regressors.',
  },
  {
    name: 'workers',
    value: '<number>',
    doc: 'Worker threads. Default: as many as there are processors, at most 4.',
  },
];

/** @param {readonly string[]} argv */
export function flags(argv) {
  const machine = machineIn(argv);
  return {
    'Cross-validation': [...comparisonFlags, ...trainingFlags],
    Data: dataFlags,
    [`Options of ${machine}`]: optionFlags(machine),
  };
}

/**
 * The settings of a comparison.
 * @param {Values} values
 */
export function comparisonOf(values) {
  const settings = {
    folds: wholeNumber(values, 'folds', 2, 5),
    seed: wholeNumber(values, 'seed', 0),
    stratify: values.stratify,
    scoring: values.scoring,
    workers: wholeNumber(values, 'workers', 1),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/**
 * The queries of the rows, which no fold divides.
 * @param {import('./data.js').Data} data
 */
export function groupsOf({ groups }) {
  return groups && { groups };
}

/**
 * Refuses machines without a score.
 * @param {MachineName} machine
 */
export function checkScored(machine) {
  const { kind } = catalog[machine];
  if (kind !== 'detector') return;
  throw new UsageError(`${machine} has no score to compare by; choose a classifier or a regressor`);
}

/**
 * @param {readonly string[]} argv
 * @param {Values} values
 * @param {string[]} files
 * @param {Terminal} terminal
 * @returns {Promise<Outcome>}
 */
export async function run(argv, values, files, terminal) {
  const [source] = checkFiles(files, ['data']);
  const machine = machineIn(argv);
  checkScored(machine);
  const settings = comparisonOf(values);
  buildMachine(machine, values, false);
  const data = await readData(source, values, expectedBy(machine, values));
  const model = buildMachine(machine, values, Boolean(data.sparse));
  const y = targetsOf(data);
  const began = performance.now();
  const found = await terminal.watch(() =>
    crossValidate(model, samplesOf(data), y, {
      ...settings,
      ...groupsOf(data),
      onProgress: showSearch(terminal),
    }),
  );
  const milliseconds = performance.now() - began;
  const { mean, std, scores, baseline, verdict, fitTimes, converged, complete, folds } = found;
  const scoring = settings.scoring ?? scoreOf(machine);
  const report = {
    machine,
    model: String(model),
    options: model.getParams(),
    rows: data.rows,
    features: data.cols,
    scoring,
    mean,
    std,
    scores,
    baseline,
    verdict,
    fitMilliseconds: fitTimes,
    testRows: folds.map(({ test }) => test.length),
    converged,
    complete,
    milliseconds,
  };
  const rows = scores.map((score, f) => [
    String(f + 1),
    String(folds[f].test.length),
    Number.isNaN(score) ? 'not done' : brief(score),
    Number.isNaN(score) ? '' : duration(fitTimes[f]),
  ]);
  const done = scores.filter((score) => !Number.isNaN(score)).length;
  const text = [
    ...table(['fold', 'rows', String(scoring), 'time'], rows),
    '',
    ...facts([
      ['machine', String(model)],
      ['mean', complete ? `${brief(mean)} (standard deviation ${brief(std, 3)})` : undefined],
      ...guessing(found),
      ['status', complete ? undefined : `stopped after ${done} of ${scores.length} folds`],
      ['time', duration(milliseconds)],
    ]),
  ];
  return { report, text, interrupted: !complete && terminal.stopped };
}
