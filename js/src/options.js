/**
 * Options are checked against the schema that is generated from the Go structs:
 * names, types and ranges here, whatever depends on data in Go.
 */
import { MaxMarginError, show } from './errors.js';
import { machines } from './generated/catalog.js';
import { checkKernel, printKernel } from './kernels.js';
import { vectorizers } from './vectorize/specs.js';
import { nearest } from './nearest.js';
import { enumerate, isText } from './text.js';

/**
 * One option as the generated catalogue describes it.
 * @typedef {object} OptionSpec
 * @property {string} name
 * @property {string[]} path where it goes in the record that Go reads
 * @property {string} type number, integer, boolean, choice, number-or-choice, interval, kernel or
 *   class-weight; of a parameter of a kernel also odd, numbers, indices, matrix, rows or
 *   letters
 * @property {unknown} default
 * @property {string[]} [choices]
 * @property {string} [range] as people read it, such as (0,inf)
 * @property {number} [min]
 * @property {number} [max]
 * @property {boolean} [minOpen]
 * @property {boolean} [maxOpen]
 * @property {string} [unit]
 * @property {string} doc
 * @property {(value: any) => unknown} [accept] of the type checked: the value to keep, undefined
 *   if it is refused
 * @property {string} [expected] of the type checked: what is accepted, in words
 */

/** @typedef {Record<string, unknown>} Options options by name, flat as users write them */

/**
 * Something that a fit leaves behind, as the generated catalogue describes it.
 * @typedef {object} AttributeSpec
 * @property {string} name
 * @property {string} field of the model
 * @property {string} type integer, number, text, int32s, float64s or samples
 * @property {string[]} shape dimensions, such as k-1 and m
 * @property {string} doc
 */

/**
 * A machine as the generated catalogue describes it.
 * @typedef {object} MachineSpec
 * @property {string} name
 * @property {string} kind classifier, regressor or detector
 * @property {string} summary
 * @property {OptionSpec[]} options
 * @property {AttributeSpec[]} attributes
 * @property {Record<string, {field: string, counts: boolean}>} dimensions which field tells each:
 *   its number of entries, or its value
 */

/**
 * @param {string} machine
 * @returns {MachineSpec}
 */
export function machineOf(machine) {
  return everything[machine];
}

/**
 * Whether there is a machine, or a vectorizer, of that name.
 * @param {string} name
 */
export const isMachine = (name) => Object.hasOwn(everything, name);

/** @type {Record<string, MachineSpec>} */
const everything = { ...machines, ...vectorizers };

/**
 * Checks what a user gave and returns a plain copy without the undefined ones.
 * @param {string} machine
 * @param {readonly OptionSpec[]} specs
 * @param {unknown} given
 * @returns {Options}
 */
export function checkOptions(machine, specs, given) {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'options',
      `${machine} takes an object of options such as { C: 1 }, got ${show(given)}`,
    );
  }
  const byName = new Map(specs.map((spec) => [spec.name, spec]));
  /** @type {Options} */
  const checked = {};
  for (const [name, value] of readEntries(machine, given, [...byName.keys()])) {
    const spec = byName.get(name);
    if (spec && value !== undefined) checked[name] = checkOption(spec, value);
  }
  return checked;
}

/**
 * Reads the entries of an object of settings, each getter once, and refuses
 * names that are not known, whether own, inherited or symbols.
 * @param {string} owner what the settings are for
 * @param {object} given
 * @param {readonly string[]} known
 * @returns {[string, unknown][]}
 */
export function readEntries(owner, given, known) {
  const names = Reflect.ownKeys(given);
  for (const name in given) {
    if (!Object.hasOwn(given, name)) names.push(name);
  }
  return names.map((name) => {
    if (typeof name !== 'string' || !known.includes(name) || !Object.hasOwn(given, name)) {
      throw unknownOption(owner, name, known);
    }
    try {
      return [name, Reflect.get(given, name)];
    } catch (cause) {
      throw new MaxMarginError(
        'ERR_OPTION',
        name,
        `reading the option ${name} threw ${cause}; pass plain values`,
        {},
        cause,
      );
    }
  });
}

/**
 * @param {string} owner
 * @param {string | symbol} name
 * @param {readonly string[]} known
 */
function unknownOption(owner, name, known) {
  const text = String(name);
  const close = nearest(text, known);
  const hint =
    close === text
      ? 'it is inherited; write it into the object itself'
      : close
        ? `did you mean '${close}'?`
        : `the options are ${enumerate(known)}`;
  return new MaxMarginError(
    'ERR_OPTION_UNKNOWN',
    text,
    `${owner} has no option '${text}'; ${hint}`,
    close ? { nearest: close } : {},
  );
}

/**
 * @param {OptionSpec} spec
 * @param {unknown} value
 * @returns {unknown} the value, copied if it could change later
 */
export function checkOption(spec, value) {
  switch (spec.type) {
    case 'kernel':
      if (typeof value === 'object' && value !== null) return checkKernel(value, spec.name);
      if (typeof value === 'function') return value;
      if (isChoice(spec, value)) return value;
      break;
    case 'numbers':
    case 'indices':
    case 'matrix':
    case 'rows':
      return checkList(spec, value);
    case 'number':
    case 'integer':
    case 'odd':
      if (inRange(spec, value)) return value;
      break;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      break;
    case 'choice':
      if (isChoice(spec, value)) return value;
      break;
    case 'number-or-choice':
      if (inRange(spec, value) || isChoice(spec, value)) return value;
      break;
    case 'letters':
      if (isChoice(spec, value) || isAlphabet(value)) return value;
      break;
    case 'interval':
      if (isInterval(value)) return Object.freeze([value[0], value[1]]);
      break;
    case 'class-weight':
      return checkClassWeight(spec, value);
    case 'checked': {
      const kept = spec.accept?.(value);
      if (kept !== undefined) return kept;
    }
  }
  throw badOption(spec, value);
}

/**
 * Written positively, so that NaN fails.
 * @param {OptionSpec} spec
 * @param {unknown} value
 */
function inRange({ type, min = -Infinity, max = Infinity, minOpen, maxOpen }, value) {
  if (typeof value !== 'number') return false;
  const above = minOpen ? value > min : value >= min;
  const below = maxOpen ? value < max : value <= max;
  return above && below && isOfKind(type, value);
}

/**
 * @param {string} type
 * @param {number} value
 */
function isOfKind(type, value) {
  switch (type) {
    case 'integer':
    case 'indices':
      return Number.isInteger(value) || value === Infinity;
    case 'odd':
      return value % 2 === 1;
    default:
      return true;
  }
}

/**
 * A list of numbers, or rows of them: of a square matrix, or of any one length.
 * @param {OptionSpec} spec
 * @param {any} value
 * @returns {unknown} a frozen copy
 */
function checkList(spec, value) {
  if (!(Array.isArray(value) || ArrayBuffer.isView(value)) || !(Object(value).length > 0)) {
    throw badOption(spec, value);
  }
  const given = /** @type {ArrayLike<unknown>} */ (/** @type {unknown} */ (value));
  const rows = ['matrix', 'rows'].includes(spec.type) && typeof given[0] === 'object';
  const row = { ...spec, type: 'numbers' };
  const length = spec.type === 'matrix' ? given.length : Object(given[0]).length;
  const entries = Array.from(given, (entry, i) => {
    const at = `${spec.name}[${i}]`;
    if (!rows) {
      if (!inRange(spec, entry)) throw badOption({ ...spec, name: at, type: 'number' }, entry);
      return entry;
    }
    const list = /** @type {number[]} */ (checkList({ ...row, name: at }, entry));
    if (list.length !== length) {
      const needed =
        spec.type === 'matrix'
          ? `a matrix of ${length} rows needs as many in each`
          : `the rows before it have ${length}`;
      throw new MaxMarginError('ERR_OPTION', at, `${at} has ${list.length} numbers, but ${needed}`);
    }
    return list;
  });
  return Object.freeze(entries);
}

/**
 * @param {OptionSpec} spec
 * @param {unknown} value
 */
function isChoice({ choices = [] }, value) {
  return typeof value === 'string' && choices.includes(value);
}

/**
 * Letters, each once.
 * @param {unknown} value
 */
function isAlphabet(value) {
  if (typeof value !== 'string' || value === '' || !isText(value)) return false;
  const letters = [...value];
  return new Set(letters).size === letters.length;
}

/**
 * @param {any} value
 * @returns {value is [number, number]}
 */
function isInterval(value) {
  const pair = Array.isArray(value) || ArrayBuffer.isView(value) ? /** @type {any} */ (value) : [];
  return pair.length === 2 && pair[0] < pair[1] && Number.isFinite(pair[1] - pair[0]);
}

/**
 * null, 'balanced', or a weight per label in an object or a Map. Whether the
 * labels exist is known in fit.
 * @param {OptionSpec} spec
 * @param {unknown} value
 */
function checkClassWeight(spec, value) {
  if (value === null || value === 'balanced') return value;
  if (typeof value !== 'object' || Array.isArray(value)) throw badOption(spec, value);
  let entries;
  try {
    entries = value instanceof Map ? [...value] : Object.entries(value);
  } catch (cause) {
    throw new MaxMarginError(
      'ERR_OPTION',
      spec.name,
      `reading ${spec.name} threw ${cause}; pass plain values`,
      {},
      cause,
    );
  }
  for (const [label, weight] of entries) {
    if (!(typeof weight === 'number' && weight >= 0 && weight < Infinity)) {
      throw new MaxMarginError(
        'ERR_OPTION',
        spec.name,
        `${spec.name} gives the class ${show(label)} the weight ${show(weight)}; weights must be finite and not negative`,
        { label: String(label) },
      );
    }
  }
  return value instanceof Map ? new Map(entries) : Object.fromEntries(entries);
}

/**
 * @param {unknown} weights as checkClassWeight returned them
 * @returns {[unknown, number][]}
 */
function weightEntries(weights) {
  return weights instanceof Map ? [...weights] : Object.entries(/** @type {object} */ (weights));
}

/**
 * @param {OptionSpec} spec
 * @param {unknown} value
 */
function badOption(spec, value) {
  const close =
    typeof value === 'string' && spec.choices && spec.type !== 'letters'
      ? nearest(value, spec.choices)
      : undefined;
  return new MaxMarginError(
    'ERR_OPTION',
    spec.name,
    `${spec.name} must be ${expected(spec)}, got ${show(value)}` +
      (close ? `; did you mean '${close}'?` : ''),
    { expected: expected(spec), got: show(value), ...(close && { nearest: close }) },
  );
}

/**
 * @param {OptionSpec} spec
 * @returns {string}
 */
function expected({ type, choices = [], range = '', expected: words = '' }) {
  const listed = enumerate(choices.map((choice) => `'${choice}'`));
  switch (type) {
    case 'integer':
      return `a whole number in ${range}`;
    case 'odd':
      return `an odd number in ${range}, because with even ones the kernel is not positive definite`;
    case 'numbers':
      return `a list of numbers in ${range}`;
    case 'indices':
      return `a list of columns, counted from 0`;
    case 'matrix':
      return `a number for each column, or the rows of a symmetric matrix`;
    case 'rows':
      return `a list of numbers, or rows of them`;
    case 'kernel':
      return `one of ${listed}, an object such as kernels.rbf() makes, or a function (a, b) => number`;
    case 'number':
      return `a number in ${range}`;
    case 'number-or-choice':
      return `${listed}, or a number in ${range}`;
    case 'choice':
      return `one of ${listed}`;
    case 'letters':
      return `${listed}, or a text with every letter once`;
    case 'interval':
      return `two finite numbers, the lower one first`;
    case 'checked':
      return words;
    case 'class-weight':
      return `null, 'balanced', or an object or Map of a weight per label`;
    default:
      return `true or false`;
  }
}

/**
 * All options, the defaults filled in.
 * @param {readonly OptionSpec[]} specs
 * @param {Options} given as checkOptions returned them
 * @returns {Options}
 */
export function withDefaults(specs, given) {
  return Object.fromEntries(
    specs.map(({ name, default: d }) => [name, name in given ? given[name] : own(d)]),
  );
}

/**
 * A default that nobody can change for others.
 * @param {unknown} value
 */
const own = (value) => (Array.isArray(value) ? Object.freeze([...value]) : value);

/**
 * The options in the record that Go reads: every field, nested by path.
 * @param {readonly OptionSpec[]} specs
 * @param {Options} given
 * @param {readonly string[]} classNames String(label) per class, in class order
 * @returns {object}
 */
export function toWire(specs, given, classNames) {
  const options = withDefaults(specs, given);
  /** @type {Record<string, any>} */
  const wire = {};
  for (const spec of specs) {
    const value = options[spec.name];
    const last = spec.path.length - 1;
    let record = wire;
    for (const key of spec.path.slice(0, last)) record = record[key] ??= {};
    record[spec.path[last]] =
      spec.type === 'number-or-choice'
        ? numberOrChoice(value)
        : spec.type === 'class-weight'
          ? classWeight(spec, value, classNames)
          : spec.type === 'interval'
            ? interval(value)
            : spec.type === 'kernel'
              ? kernel(value)
              : value;
  }
  return wire;
}

/** @param {unknown} value */
function numberOrChoice(value) {
  return typeof value === 'string' ? { name: value, value: 0 } : { name: '', value };
}

/**
 * Of a function Go is given the values.
 * @param {unknown} value
 */
function kernel(value) {
  if (typeof value === 'function') return 'precomputed';
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** @param {any} value as checkOption returned it */
function interval([low, high]) {
  return { low, high };
}

/**
 * @param {OptionSpec} spec
 * @param {unknown} value
 * @param {readonly string[]} classNames
 */
function classWeight(spec, value, classNames) {
  if (value === null) return { name: 'none', weights: [] };
  if (typeof value === 'string') return { name: value, weights: [] };
  const weights = classNames.map(() => 1);
  for (const [label, weight] of weightEntries(value)) {
    const index = classNames.indexOf(String(label));
    if (index < 0) {
      throw new MaxMarginError(
        'ERR_OPTION',
        spec.name,
        `${spec.name} names the class ${show(label)}, which is not in y; the classes are ${classNames.join(', ')}`,
        { label: String(label) },
      );
    }
    weights[index] = weight;
  }
  return { name: 'map', weights };
}

/**
 * The changed options as source text: `{C: 10, kernel: 'linear'}`, or '' when
 * all are as by default.
 * @param {readonly OptionSpec[]} specs
 * @param {Options} given
 */
export function printOptions(specs, given) {
  const changed = specs.filter(({ name, default: d }) => name in given && !same(given[name], d));
  const entries = changed.map(({ name, type }) => `${name}: ${printValue(given[name], type)}`);
  return entries.length > 0 ? `{${entries.join(', ')}}` : '';
}

/**
 * Whether two values of an option are alike: the same, or intervals with the same ends.
 * @param {unknown} a
 * @param {unknown} b
 */
export function same(a, b) {
  return a === b || (Array.isArray(a) && Array.isArray(b) && String(a) === String(b));
}

/**
 * @param {any} value
 * @param {string} type
 */
function printValue(value, type) {
  if (type === 'kernel' && typeof value === 'object') return printKernel(value);
  if (typeof value === 'function') return value.name || show(value);
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  if (typeof value !== 'object' || value === null) return show(value);
  return `{${weightEntries(value)
    .map(([label, weight]) => `${show(label)}: ${weight}`)
    .join(', ')}}`;
}
