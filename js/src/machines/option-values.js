/**
 * The types of options: the check of a value, and the error about a wrong one. kernels.js
 * checks kernels, which have options themselves.
 */
import { isArrayOrView } from '../basics/numbers.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { nearest } from '../basics/nearest.js';
import { enumerate, isText } from '../basics/text.js';

/**
 * One option as it is described in generated/specs.js.
 * @typedef {object} OptionSpec
 * @property {string} name
 * @property {string} [group] the object that users write it in, such as study; none: beside the others
 * @property {boolean} [ofKernel] whether it is a parameter of the kernel that the option kernel names
 * @property {string} type number, integer, boolean, choice, numberOrChoice, interval, kernel or
 *   classWeight, classOrder, classCosts; of a parameter of a kernel also odd, numbers, indices, matrix, rows or
 *   letters
 * @property {unknown} [default]
 * @property {string[]} [choices]
 * @property {string} [range] as people read it, such as (0,inf)
 * @property {string} [unit]
 * @property {string} [row] the setting of fit that has a value of it for each row
 * @property {string} [doc] of a parameter that must be given: the error of one that is missing says it
 * @property {(value: any) => unknown} [accept] of the type checked: the value to keep, undefined
 *   if it is refused
 * @property {string} [expected] of the type checked: what is accepted, in words
 */

/** @typedef {Record<string, unknown>} Options options by name, without the objects that group them for users */

/**
 * @param {OptionSpec} spec
 * @param {unknown} value
 * @returns {unknown} the value, copied if it could change later
 */
export function checkValue(spec, value) {
  switch (spec.type) {
    case 'kernel':
      if ((typeof value === 'function' && spec.name === 'kernel') || isChoice(spec, value))
        return value;
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
    case 'numberOrChoice':
      if (inRange(spec, value) || isChoice(spec, value)) return value;
      break;
    case 'letters':
      if (isChoice(spec, value) || isAlphabet(value)) return value;
      break;
    case 'interval':
      if (isInterval(value)) return Object.freeze([value[0], value[1]]);
      break;
    case 'classWeight':
      return checkClassWeight(spec, value);
    case 'classOrder':
      if (value === null) return value;
      if (isOrder(value)) return Object.freeze([...value]);
      break;
    case 'classCosts':
      if (value === null) return value;
      if (Array.isArray(value) && value[0]?.length)
        return checkList({ ...spec, type: 'matrix' }, value);
      break;
    case 'checked': {
      const kept = spec.accept?.(value);
      if (kept !== undefined) return kept;
    }
  }
  throw badOption(spec, value);
}

/**
 * The ends of a range such as (0,inf], and whether they are outside of it.
 * @param {string} [range]
 */
export function endsOf(range = '(-inf,inf)') {
  const [min, max] = range
    .slice(1, -1)
    .split(',')
    .map((end) => Number(end.replace('inf', 'Infinity')));
  return { min, max, minOpen: range.startsWith('('), maxOpen: range.endsWith(')') };
}

/**
 * Written positively, so that NaN fails.
 * @param {OptionSpec} spec
 * @param {unknown} value
 */
function inRange({ type, range }, value) {
  if (typeof value !== 'number') return false;
  const { min, max, minOpen, maxOpen } = endsOf(range);
  const above = minOpen ? value > min : value >= min;
  const below = maxOpen ? value < max : value <= max;
  const whole =
    (type !== 'integer' && type !== 'indices') || Number.isInteger(value) || value === Infinity;
  return above && below && whole && (type !== 'odd' || value % 2 === 1);
}

/**
 * A list of numbers, or rows of them: of a square matrix, or of any one length.
 * @param {OptionSpec} spec
 * @param {any} value
 * @returns {unknown} a frozen copy
 */
function checkList(spec, value) {
  if (!isArrayOrView(value) || !(Object(value).length > 0)) {
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
  const pair = isArrayOrView(value) ? value : [];
  return pair.length === 2 && pair[0] < pair[1] && Number.isFinite(pair[1] - pair[0]);
}

/**
 * Two labels or more, of one type, each once.
 * @param {unknown} value
 * @returns {value is unknown[]}
 */
function isOrder(value) {
  if (!Array.isArray(value) || value.length < 2) return false;
  const type = typeof value[0];
  const known = ['number', 'string', 'boolean', 'bigint'].includes(type);
  const alike = value.every((label) => typeof label === type && !Number.isNaN(label));
  return known && alike && new Set(value).size === value.length;
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
  return value instanceof Map ? new Map(entries) : Object.freeze(Object.fromEntries(entries));
}

/**
 * @param {unknown} weights as checkClassWeight returned them
 * @returns {[unknown, number][]}
 */
export function weightEntries(weights) {
  return weights instanceof Map ? [...weights] : Object.entries(/** @type {object} */ (weights));
}

/**
 * @param {OptionSpec} spec
 * @param {unknown} value
 * @param {{ hint: string, nearest?: string }} [suggestion]
 */
export function badOption(spec, value, suggestion = nearestChoice(spec, value)) {
  return new MaxMarginError(
    'ERR_OPTION',
    spec.name,
    `${spec.name} must be ${expected(spec)}, got ${show(value)}` +
      (suggestion.hint ? `; ${suggestion.hint}` : ''),
    {
      expected: expected(spec),
      got: show(value),
      ...(suggestion.nearest && { nearest: suggestion.nearest }),
    },
  );
}

/**
 * The choice that a value may have been meant for.
 * @param {OptionSpec} spec
 * @param {unknown} value
 * @returns {{ hint: string, nearest?: string }}
 */
function nearestChoice(spec, value) {
  // scikit-learn and LIBSVM switch probabilities on with true, which means the sigmoid there.
  const sigmoid = value === true && spec.choices?.includes('sigmoid');
  if (sigmoid) return { hint: "did you mean 'sigmoid'?", nearest: 'sigmoid' };
  const close =
    typeof value === 'string' && spec.choices && spec.type !== 'letters'
      ? nearest(value, spec.choices)
      : undefined;
  return close ? { hint: `did you mean '${close}'?`, nearest: close } : { hint: '' };
}

/**
 * @param {OptionSpec} spec
 * @returns {string}
 */
function expected({ name, type, choices = [], range = '', expected: words = '' }) {
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
      return `one of ${listed}, an object such as kernels.rbf() makes${name === 'kernel' ? ', or a function (a, b) => number' : ''}`;
    case 'number':
      return `a number in ${range}`;
    case 'numberOrChoice':
      return `${listed}, or a number in ${range}`;
    case 'choice':
      return `one of ${listed}`;
    case 'letters':
      return `${listed}, or a text with every letter once`;
    case 'interval':
      return `two finite numbers, the lower one first`;
    case 'checked':
      return words;
    case 'classOrder':
      return 'null, or an array of labels, all of one type and each once';
    case 'classCosts':
      return 'null, or as many rows of numbers as columns';
    case 'classWeight':
      return `null, 'balanced', or an object or Map of a weight per label`;
    default:
      return `true or false`;
  }
}
