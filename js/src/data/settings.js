/** The options of readers and generators. */
import { MaxMarginError, show } from '../basics/errors.js';
import { readEntries } from '../basics/entries.js';

/**
 * What an option must be, in words, and its test.
 * @typedef {[expected: string, test: (value: any) => boolean]} Check
 */

// Modules call the functions below at their top. A bundler leaves such a call out where nothing uses
// its result, because the functions say that they have no side effects.

/** @param {number} [least] @returns {Check} */
export /* @__NO_SIDE_EFFECTS__ */ function whole(least = 0) {
  return [`a whole number of ${least} or more`, (value) => isWhole(value) && value >= least];
}

/** @param {any} value */
const isWhole = (value) => Number.isSafeInteger(value);

/** @type {Check} */
export const notNegative = [
  'a finite number of 0 or more',
  (value) => Number.isFinite(value) && value >= 0,
];

/** @param {number} low @param {number} high @returns {Check} */
export /* @__NO_SIDE_EFFECTS__ */ function between(low, high) {
  return [
    `a number from ${low} to ${high}`,
    (value) => typeof value === 'number' && value >= low && value <= high,
  ];
}

/** @type {Check} */
export const flag = ['true or false', (value) => typeof value === 'boolean'];

/** @type {Check} */
export const interval = [
  'two finite numbers, the smaller one first',
  (value) =>
    Array.isArray(value) &&
    value.length === 2 &&
    value.every(Number.isFinite) &&
    value[0] < value[1],
];

/** @type {Check} */
export const vector = ['an array of finite numbers', (value) => isVector(value)];

/** @type {Check} */
export const vectors = [
  'an array of points, all with the same number of finite numbers',
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((point) => isVector(point) && point.length === value[0].length),
];

/** @param {any} value */
function isVector(value) {
  return Array.isArray(value) && value.length > 0 && value.every(Number.isFinite);
}

/** @param {...unknown} values @returns {Check} */
export /* @__NO_SIDE_EFFECTS__ */ function oneOf(...values) {
  return [values.map(show).join(', '), (value) => values.includes(value)];
}

/** @type {Check} The common options of all generators. */
export const seed = ['a whole number from 0 to 2^53 - 1', (value) => isWhole(value) && value >= 0];

/**
 * Checks the given options one by one. An undefined option counts as not given.
 * @param {string} owner
 * @param {unknown} given
 * @param {Record<string, Check>} checks
 * @returns {any}
 */
export function checkOptions(owner, given, checks) {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'options',
      `${owner} takes an object of options, got ${show(given)}`,
    );
  }
  const entries = readEntries(owner, given, Object.keys(checks)).filter(
    ([, value]) => value !== undefined,
  );
  for (const [name, value] of entries) {
    const [expected, test] = checks[name];
    if (!test(value)) throw wrongOption(name, expected, value);
  }
  return Object.fromEntries(entries);
}

/**
 * @param {string} name
 * @param {string} expected
 * @param {unknown} got
 */
export function wrongOption(name, expected, got) {
  return new MaxMarginError('ERR_OPTION', name, `${name} must be ${expected}, got ${show(got)}`, {
    expected,
    got: show(got),
  });
}
