/** The machine to train: its options as flags, and a scaler before it. */
import { catalog } from '../catalog.js';
import * as maxmargin from '../core.js';
import { nearest } from '../basics/nearest.js';
import { parseNumber } from './numbers.js';
import { parseArgs } from 'node:util';
import { UsageError, oneOf, wholeNumber } from './usage.js';

/** @import { OptionSpec } from '../machines/option-values.js' */
/** @import { Flag, Values } from './usage.js' */

const {
  MaxMarginError,
  MinMaxScaler,
  Normalizer,
  StandardScaler,
  makePipeline,
  makeTablePipeline,
} = maxmargin;

/** @typedef {keyof typeof catalog} MachineName */

/** Machines that can be trained alone, from samples and at most one label each. */
const kinds = ['classifier', 'regressor', 'detector'];

export const machineNames = /** @type {MachineName[]} */ (
  Object.keys(catalog).filter((name) =>
    kinds.includes(catalog[/** @type {MachineName} */ (name)].kind),
  )
);

/** Machines that learn within the queries of their rows. */
export const rankers = ['RankSVC', 'SetRanker'];

/**
 * What the method score of a machine measures.
 * @param {MachineName} machine
 */
export function scoreOf(machine) {
  if (catalog[machine].kind === 'classifier') return 'accuracy';
  return rankers.includes(machine) ? 'pairs in order' : 'r2';
}

/** @type {Record<string, (sparse: boolean) => any>} */
const scalers = {
  standard: (sparse) => new StandardScaler({ withMean: !sparse }),
  minmax: () => new MinMaxScaler(),
  unit: () => new Normalizer(),
};

/** @type {Flag[]} */
export const trainingFlags = [
  {
    name: 'machine',
    value: '<name>',
    doc: `Which machine: ${machineNames.join(', ')}. Default: SVC. Its options follow below.`,
  },
  {
    name: 'scale',
    value: `<${Object.keys(scalers).join('|')}>`,
    doc: 'Scale the features first: to mean 0 and variance 1 (of sparse data the variance alone), to the range from 0 to 1, or each row to norm 1. The scaler is part of the model.',
  },
  {
    name: 'table',
    doc: 'Take a table as it is: fill gaps, encode words as columns of 0 and 1, and scale numbers. All of it is part of the model.',
  },
  {
    name: 'seed',
    value: '<number>',
    also: ['randomState', 'random_state'],
    doc: 'Seed of all random numbers. Default: 0.',
  },
];

/**
 * The machine that is named on the command line. It must be known before its options can be
 * read.
 * @param {readonly string[]} argv
 * @returns {MachineName}
 */
export function machineIn(argv) {
  const { values } = parseArgs({
    args: [...argv],
    options: { machine: { type: 'string' } },
    strict: false,
  });
  const asked = values.machine ?? 'SVC';
  const same = (/** @type {string} */ name) => name.toLowerCase() === String(asked).toLowerCase();
  const name = machineNames.find(same);
  if (name) return name;
  const close = nearest(String(asked), machineNames);
  throw new UsageError(
    `there is no machine ${asked}; ${close ? `did you mean ${close}?` : `there are ${machineNames.join(', ')}`}`,
  );
}

/**
 * The options of a machine, as flags.
 * @param {MachineName} machine
 * @returns {Flag[]}
 */
export function optionFlags(machine) {
  // --seed is one of the flags of training: it seeds splits, too.
  const own = specsOf(machine).filter(({ name }) => name !== 'seed');
  return own.map((spec) => {
    const { group, name, doc, unit } = spec;
    const initial = `Default: ${spec.default === null ? 'none' : spec.default}${unit ? ` ${unit}` : ''}.`;
    const also = group ? { also: [name] } : {};
    return { name: flagOf(spec), ...also, doc: `${doc} ${initial}`, ...valueOf(spec) };
  });
}

/** @param {MachineName} machine */
export function specsOf(machine) {
  return /** @type {readonly OptionSpec[]} */ (catalog[machine].options);
}

/** The flag of an option: of study.solver --study-solver. @param {OptionSpec} spec */
export function flagOf({ group, name }) {
  return group ? group + name[0].toUpperCase() + name.slice(1) : name;
}

/**
 * Gives an option its place among others: one of a group stands in an object.
 * @param {Record<string, any>} options
 * @param {OptionSpec} spec
 * @param {unknown} value
 */
export function putOption(options, { group, name }, value) {
  const place = group ? (options[group] ??= {}) : options;
  place[name] = value;
}

/** @param {OptionSpec} spec */
function valueOf({ name, type, choices = [] }) {
  switch (type) {
    case 'boolean':
      return {};
    case 'choice':
    case 'kernel':
      // --probability alone is what svm-train calls -b 1.
      return { value: `<${choices.join('|')}>`, optional: name === 'probability' };
    case 'numberOrChoice':
      return { value: `<number|${choices.join('|')}>` };
    case 'interval':
      return { value: '<low,high>' };
    case 'classWeight':
      return { value: '<balanced|label:weight,...>' };
    case 'classCosts':
      return { value: '<cost,cost,...;cost,...>' };
    case 'classOrder':
      return { value: '<label,label,...>' };
    case 'lists':
      return { value: '<value,value,...;value,...>' };
    default:
      return { value: '<number>' };
  }
}

/**
 * An option as the package takes it. A value that cannot be read stays text, and the package
 * refuses it with the reason.
 * @param {OptionSpec} spec
 * @param {any} given
 */
export function readOption({ name, type }, given) {
  if (typeof given === 'boolean')
    return name === 'probability' ? (given ? 'sigmoid' : 'none') : given;
  switch (type) {
    case 'number':
    case 'integer':
    case 'numberOrChoice': {
      const number = parseNumber(given);
      return Number.isNaN(number) ? given : number;
    }
    case 'interval':
      return given.split(',').map(parseNumber);
    case 'classWeight':
      return readWeights(given);
    case 'classCosts':
      return given.split(';').map((/** @type {string} */ row) => row.split(',').map(parseNumber));
    case 'classOrder': {
      const labels = given.split(',');
      const numbers = labels.map(parseNumber);
      return numbers.some(Number.isNaN) ? labels : numbers;
    }
    case 'lists':
      return given.split(';').map((/** @type {string} */ list) => {
        const values = list === '' ? [] : list.split(',');
        const numbers = values.map(parseNumber);
        return numbers.some(Number.isNaN) ? values : numbers;
      });
    default:
      return given;
  }
}

/** @param {string} given such as balanced or 1:4,-1:0.5 */
function readWeights(given) {
  if (given === 'balanced') return given;
  if (given === 'none') return null;
  return Object.fromEntries(
    given.split(',').map((part) => {
      const colon = part.lastIndexOf(':');
      const weight = parseNumber(part.slice(colon + 1));
      if (colon > 0 && !Number.isNaN(weight)) return [part.slice(0, colon), weight];
      throw new UsageError(
        `--class-weight must be balanced, or a weight for each label such as 1:4,-1:0.5, got ${given}`,
      );
    }),
  );
}

/**
 * The machine with the given options, and the requested scaler.
 * @param {MachineName} machine
 * @param {Values} values
 * @param {boolean} sparse whether the samples are
 */
export function buildMachine(machine, values, sparse) {
  wholeNumber(values, 'seed', 0);
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const spec of specsOf(machine)) {
    const given = values[flagOf(spec)];
    if (given !== undefined) putOption(options, spec, readOption(spec, given));
  }
  const scale = oneOf(values, 'scale', Object.keys(scalers));
  if (scale && values.table) throw new UsageError('--table scales the numbers; leave --scale out');
  return asUsage(() => {
    const Machine = /** @type {new (options: object) => any} */ (maxmargin[machine]);
    const model = new Machine(options);
    if (values.table) return makeTablePipeline(model);
    return scale ? makePipeline(scalers[scale](sparse), model) : model;
  });
}

/** How options of the machine are called where other steps may stand before it. @param {MachineName} machine @param {Values} values */
export function prefixOf(machine, { scale, table }) {
  return scale === undefined && !table ? '' : `${machine.toLowerCase()}__`;
}

/**
 * Turns errors about options into errors about the command line.
 * @template T
 * @param {() => T} make
 * @returns {T}
 */
export function asUsage(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof MaxMarginError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
