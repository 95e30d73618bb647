/** maxmargin grid */
import { GridSearch } from '../core.js';
import { CheckpointFile } from './checkpoint.js';
import { comparisonFlags, checkScored, comparisonOf, groupsOf } from './cv.js';
import { dataFlags, readData, samplesOf, targetsOf } from './data.js';
import {
  asUsage,
  buildMachine,
  flagOf,
  machineIn,
  optionFlags,
  prefixOf,
  readOption,
  scoreOf,
  specsOf,
  trainingFlags,
} from './machine.js';
import { formatFlag, formatFor, writeModel } from './models.js';
import { expandExponents, expandList } from './numbers.js';
import { brief, duration, facts, guessing, size, table } from './report.js';
import { showSearch } from './terminal.js';
import { expectedBy, fit, partial } from './train.js';
import { UsageError, checkFiles, kebab } from './usage.js';

/** @import { OptionSpec } from '../machines/option-values.js' */
/** @import { ResultRow, SearchProgress } from '../types.js' */
/** @import { MachineName } from './machine.js' */
/** @import { Outcome } from './report.js' */
/** @import { Terminal } from './terminal.js' */
/** @import { Flag, Values } from './usage.js' */

export const summary = 'Try combinations of options by cross-validation, and keep the best.';
export const usage = 'maxmargin grid [options] <data>';
export const notes = [
  'Options of the machine take several values: --C 0.1,1,10 --kernel rbf,linear, and ranges: 1..5, 0..1..0.25, 2^-5..2^3, and 2^-5..2^15..2 for every second power.',
  'Fits that differ in C alone start from each other, and share kernel rows where they can. The number of workers changes the time, not the result.',
  'Ctrl-C stops, and chooses among the finished combinations, with the exit status 130; a model is then written beside the name, as NAME.partial.mxm. A second Ctrl-C ends without a result.',
  'With --checkpoint the same command goes on later where it was interrupted, and finds what it would have found in one piece.',
];

/** @type {Flag[]} */
const searchFlags = [
  {
    name: 'model',
    value: '<file>',
    doc: 'Fit the best combination to all rows and write that model.',
  },
  formatFlag,
  {
    name: 'checkpoint',
    value: '<file>',
    doc: 'Write the scores so far to this file every two seconds, and go on from it if it is there.',
  },
  {
    name: 'log2c',
    value: '<begin,end,step>',
    doc: "C as exponents of 2, as in LIBSVM's grid.py.",
  },
  {
    name: 'prune',
    doc: 'Leave out the remaining folds of combinations that can no longer win.',
  },
  { name: 'log2g', value: '<begin,end,step>', doc: 'gamma as exponents of 2.' },
];

/** @param {readonly string[]} argv */
export function flags(argv) {
  const machine = machineIn(argv);
  return {
    Search: [...searchFlags, ...comparisonFlags, ...trainingFlags],
    Data: dataFlags,
    [`Options of ${machine}`]: optionFlags(machine),
  };
}

/** An option that has several values. @typedef {{spec: OptionSpec, list: unknown[]}} Axis */

/**
 * The options that have several values, by their flags.
 * @param {MachineName} machine
 * @param {Values} values
 * @returns {Map<string, Axis>}
 */
function axesOf(machine, values) {
  /** @type {Map<string, Axis>} */
  const axes = new Map();
  const exponents = { C: values.log2c, gamma: values.log2g };
  for (const spec of specsOf(machine)) {
    const text = exponents[/** @type {keyof typeof exponents} */ (spec.name)];
    const given = values[flagOf(spec)];
    if (text !== undefined && given !== undefined) {
      throw new UsageError(
        `--${spec.name} is given twice: by itself and as --log2${spec.name[0].toLowerCase()}`,
      );
    }
    const list = text === undefined ? listOf(spec, given) : expandExponents(text);
    if (list.length > 1 || text !== undefined) {
      axes.set(flagOf(spec), { spec, list: list.map((value) => readOption(spec, value)) });
    }
  }
  if (axes.size > 0) return axes;
  throw new UsageError(
    'there is nothing to search; give an option several values, such as --C 2^-5..2^15..2',
  );
}

/**
 * The axes as a search takes them: a group is one option, whose values are objects with every
 * combination of the options in it.
 * @param {Iterable<Axis>} axes
 * @param {string} prefix
 * @returns {Record<string, any[]>}
 */
function gridOf(axes, prefix) {
  /** @type {Record<string, any[]>} */
  const grid = {};
  for (const { spec, list } of axes) {
    const { group, name } = spec;
    if (!group) grid[prefix + name] = list;
    else {
      const others = grid[prefix + group] ?? [{}];
      grid[prefix + group] = others.flatMap((other) =>
        list.map((value) => ({ ...other, [name]: value })),
      );
    }
  }
  return grid;
}

/**
 * @param {OptionSpec} spec
 * @param {any} given
 * @returns {string[]} empty for options with one value only
 */
function listOf({ type }, given) {
  const lists = ['number', 'integer', 'numberOrChoice', 'choice', 'kernel'];
  return typeof given === 'string' && lists.includes(type) ? expandList(given) : [];
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
  const axes = axesOf(machine, values);
  const fixed = { ...values };
  for (const name of axes.keys()) delete fixed[name];
  let prefix = prefixOf(machine, fixed);
  const comparison = comparisonOf(values);
  const { model: target } = values;
  const format = target && formatFor(target, values);
  const searchOver = (/** @type {any} */ model) =>
    asUsage(
      () => new GridSearch(model, gridOf(axes.values(), prefix), { ...comparison, prune: values.prune, refit: false }),
    ); // prettier-ignore
  searchOver(buildMachine(machine, fixed, false)); // reports wrong options

  const { checkpoint: kept } = values;
  const checkpoint = kept && new CheckpointFile(kept);
  const data = await readData(source, fixed, expectedBy(machine, fixed));
  prefix = prefixOf(machine, fixed);
  const base = buildMachine(machine, fixed, Boolean(data.sparse));
  const search = searchOver(base);
  const y = targetsOf(data);
  const began = performance.now();
  const showLine = showSearch(terminal);
  const settings = {
    ...groupsOf(data),
    resume: checkpoint?.before,
    onProgress: (/** @type {SearchProgress} */ progress) => {
      checkpoint?.keep(search);
      return showLine(progress);
    },
  };
  const searching = () => search.fit(samplesOf(data), y, settings);
  await terminal.watch(() => (checkpoint ? checkpoint.explain(searching) : searching()));
  checkpoint?.write(search);
  const milliseconds = performance.now() - began;
  const { stopped, bestParams, bestScore, baseline, verdict, results } = search;
  const file = target && bestParams && (await refit(base.clone().setParams(bestParams), target));

  /** @param {any} model @param {string} path */
  async function refit(model, path) {
    terminal.stopped = false; // the user stopped the search, and not the last fit
    await terminal.watch(() => fit(model, machine, data, terminal));
    const { status } = model.fitInfo;
    const whole = !stopped && status !== 'stopped';
    return { ...(await writeModel(model, whole ? path : partial(path), format)), status };
  }

  const scoring = comparison.scoring ?? scoreOf(machine);
  const ranked = results.toSorted(byRank);
  const own = (/** @type {Record<string, unknown>} */ params) =>
    Object.fromEntries(
      Array.from(axes, ([flag, { spec }]) => [flag, valueIn(params, spec, prefix)]),
    );
  const report = {
    machine,
    model: String(base),
    rows: data.rows,
    features: data.cols,
    scoring,
    best: bestParams && { params: own(bestParams), score: bestScore },
    baseline,
    verdict,
    results: ranked.map((row) => ({ params: own(row.params), ...factsOf(row) })),
    stopped,
    milliseconds,
    checkpoint: kept,
    file: file || undefined,
  };
  const done = results.filter(({ complete }) => complete).length;
  const later = kept ? '; the same command goes on' : '';
  const text = [
    ...tableOf(
      ranked.map((row) => ({ ...row, params: own(row.params) })),
      [...axes.keys()],
      String(scoring),
    ),
    '',
    ...facts([
      ['machine', String(base)],
      ['best', bestParams && `${line(own(bestParams))}, ${scoring} ${brief(bestScore ?? NaN)}`],
      ...guessing(search),
      [
        'status',
        stopped ? `stopped after ${done} of ${results.length} combinations${later}` : undefined,
      ],
      ['time', duration(milliseconds)],
      ['checkpoint', kept],
      [
        'model',
        file ? `${file.path} (${file.format}, ${size(file.bytes)}, ${file.status})` : undefined,
      ],
    ]),
  ];
  return { report, text, interrupted: stopped || (file && file.status === 'stopped') };
}

/**
 * The value of an option among the parameters of a point.
 * @param {Record<string, any>} params
 * @param {OptionSpec} spec
 * @param {string} prefix
 */
function valueIn(params, { group, name }, prefix) {
  return group ? params[prefix + group][name] : params[prefix + name];
}

/** The best first; what was not done, or cannot be, last. @param {ResultRow} a @param {ResultRow} b */
function byRank(a, b) {
  return (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0;
}

/** @param {ResultRow} row */
function factsOf({ rank, mean, std, scores, fitTime, converged, complete, error }) {
  return {
    rank,
    mean,
    std,
    scores,
    fitMilliseconds: fitTime,
    converged,
    complete,
    error: error?.message,
  };
}

/** @param {Record<string, unknown>} params */
function line(params) {
  return Object.entries(params)
    .map(([name, value]) => `--${kebab(name)} ${value}`)
    .join(' ');
}

/**
 * @param {ResultRow[]} results
 * @param {string[]} names
 * @param {string} scoring
 */
function tableOf(results, names, scoring) {
  const rows = results.map(({ params, rank, mean, std, fitTime, complete, error }) => [
    rank === undefined ? '' : String(rank),
    ...names.map((name) => show(params[name])),
    ...(complete
      ? [brief(mean), brief(std, 3), duration(fitTime), '']
      : ['', '', '', error ? error.message : 'not done']),
  ]);
  return table(['rank', ...names, scoring, 'std', 'fit', ''], rows);
}

/** @param {unknown} value */
function show(value) {
  return typeof value === 'number' ? brief(value) : String(value);
}
