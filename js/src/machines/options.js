/**
 * Options are checked against the schema that is generated from the Go structs:
 * names, types and ranges here, whatever depends on data in Go.
 */
import { readEntries } from '../basics/entries.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { checkKernel, printKernel, suggestKernel } from './kernels.js';
import { badOption, checkValue, weightEntries } from './option-values.js';

/** @import { OptionSpec, Options } from './option-values.js' */

/**
 * A result of a fit, as it is described in generated/specs.js.
 * @typedef {object} AttributeSpec
 * @property {string} name
 * @property {string} field of the model
 * @property {string} [type] integer, number, text, int32s, float64s (the default) or samples
 * @property {string[]} shape dimensions, such as k-1 and m
 */

/**
 * A machine as it is described in generated/specs.js. Its class has it, so that a program
 * holds those of the machines that it uses.
 * @typedef {object} MachineSpec
 * @property {string} name
 * @property {string} kind classifier, regressor or detector
 * @property {boolean} [columnwise] whether it changes each column by itself, and can be undone
 * @property {OptionSpec[]} options
 * @property {AttributeSpec[]} attributes
 * @property {Record<string, string | string[]>} dimensions which field tells each: its number of
 *   entries, or, of one in a list, its value
 * @property {import('../generated/memory.js').Cost} [fitCost] the memory of a fit, where the
 *   machine says it itself
 */

/**
 * Checks what a user gave and returns a plain copy without the undefined ones and without groups.
 * @param {string} machine
 * @param {readonly OptionSpec[]} specs
 * @param {unknown} given
 * @param {string} [group] that the options are of
 * @returns {Options}
 */
export function checkOptions(machine, specs, given, group) {
  if (given === undefined) return {};
  const own = specs.filter((spec) => spec.group === group);
  const names = own.map(({ name }) => name);
  const owner = group ? `${group} of ${machine}` : machine;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      group ?? 'options',
      `${owner} takes an object of options such as { ${names[0]}: ... }, got ${show(given)}`,
    );
  }
  const groups = group ? [] : new Set(specs.flatMap((spec) => spec.group ?? []));
  const moved = (/** @type {string} */ name) => movedTo(specs, name);
  /** @type {Options} */
  const checked = {};
  for (const [name, value] of readEntries(owner, given, [...names, ...groups], moved)) {
    const spec = own[names.indexOf(name)];
    if (!spec) Object.assign(checked, checkOptions(machine, specs, value, name));
    else if (value !== undefined)
      checked[name] = checkOption(group ? { ...spec, name: `${group}.${name}` } : spec, value);
  }
  return checked;
}

/**
 * Options as users write them: those of a group in an object.
 * @param {readonly OptionSpec[]} specs
 * @param {Options} options by name
 * @returns {Options}
 */
export function grouped(specs, options) {
  /** @type {Record<string, Options>} */
  const groups = {};
  /** @type {[name: string, value: any][]} */
  const entries = [];
  for (const [name, value] of Object.entries(options)) {
    const group = specs.find((spec) => spec.name === name)?.group;
    if (group && !groups[group]) entries.push([group, (groups[group] = {})]);
    if (group) groups[group][name] = value;
    else entries.push([name, value]);
  }
  // Object.fromEntries also keeps the name __proto__, which files by strangers may have.
  return Object.fromEntries(entries);
}

/**
 * Where an option is that belongs in a group.
 * @param {readonly OptionSpec[]} specs
 * @param {string} name
 * @param {string} [prefix] of the options of a step
 */
export function movedTo(specs, name, prefix = '') {
  const spec = specs.find((other) => other.group && other.name === name);
  if (!spec) return undefined;
  const nearest = prefix + spec.group;
  return { hint: `'${prefix}${name}' belongs in ${nearest}: { ${name}: ... }`, nearest };
}

/**
 * @param {OptionSpec} spec
 * @param {unknown} value
 * @returns {unknown} the value, copied if it could change later
 */
export function checkOption(spec, value) {
  if (spec.type === 'kernel') {
    if (typeof value === 'object' && value !== null) return checkKernel(value, spec.name);
    if (typeof value === 'string' && !spec.choices?.includes(value)) {
      throw badOption(spec, value, suggestKernel(value, spec.choices ?? []));
    }
  }
  return checkValue(spec, value);
}

/**
 * All options, the defaults filled in.
 * @param {readonly OptionSpec[]} specs
 * @param {Options} given as checkOptions returned them
 * @returns {Options}
 */
export function withDefaults(specs, given) {
  return Object.fromEntries(
    specs.map(({ name, default: d }) => [name, own(name in given ? given[name] : d)]),
  );
}

/**
 * A value of an option whose changes do not reach the option: a Map cannot be frozen.
 * @param {unknown} value
 */
const own = (value) =>
  Array.isArray(value) ? Object.freeze([...value]) : value instanceof Map ? new Map(value) : value;

/**
 * The options that were given, as Go reads them. It gives the others their defaults.
 * @param {readonly OptionSpec[]} specs
 * @param {Options} given as checkOptions returned them
 * @param {readonly string[]} classNames String(label) per class, in class order
 * @returns {object}
 */
export function toWire(specs, given, classNames) {
  return Object.fromEntries(
    specs
      .filter(({ name }) => name in given)
      .map((spec) => [spec.name, wireValue(spec, given[spec.name], classNames)]),
  );
}

/**
 * @param {OptionSpec} spec
 * @param {any} value as checkOption returned it
 * @param {readonly string[]} classNames
 */
function wireValue(spec, value, classNames) {
  switch (spec.type) {
    case 'numberOrChoice':
      return typeof value === 'string' ? { name: value, value: 0 } : { name: '', value };
    case 'classWeight':
      return classWeight(spec, value, classNames);
    case 'classOrder':
      return value === null ? 'ascending' : 'given';
    case 'classCosts':
      return {
        name: value ? 'map' : 'none',
        weights: /** @type {number[][] | null} */ (value)?.flat() ?? [],
      };
    case 'interval':
      return { low: value[0], high: value[1] };
    case 'kernel':
      if (typeof value === 'function') return 'precomputed'; // Go is given its values
      return typeof value === 'object' ? JSON.stringify(value) : value;
  }
  return value;
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
  const places = new Map(classNames.map((name, i) => [name, i]));
  for (const [label, weight] of weightEntries(value)) {
    const index = places.get(String(label));
    if (index === undefined) {
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
  /** @type {Record<string, any>} */
  const printed = {};
  for (const { name, default: d, type } of specs) {
    if (name in given && !same(given[name], d)) printed[name] = printValue(given[name], type);
  }
  const text = printEntries(grouped(specs, printed));
  return text && `{${text}}`;
}

/**
 * @param {Record<string, any>} entries texts, or groups of them
 * @returns {string}
 */
function printEntries(entries) {
  const print = (/** @type {any} */ text) =>
    typeof text === 'string' ? text : `{${printEntries(text)}}`;
  return Object.entries(entries)
    .map(([name, text]) => `${name}: ${print(text)}`)
    .join(', ');
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
 * @returns {string}
 */
function printValue(value, type) {
  if (type === 'kernel' && typeof value === 'object') return printKernel(value);
  if (typeof value === 'function') return value.name || show(value);
  if (Array.isArray(value)) return `[${value.map((v) => printValue(v, type)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return show(value);
  return `{${weightEntries(value)
    .map(([label, weight]) => `${show(label)}: ${weight}`)
    .join(', ')}}`;
}
