/** Numbers as people type them on a command line, and several at once. */
import { UsageError } from './usage.js';

/** A number as data files have it: decimal, finite or not. */
const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** How many values a range may have; more are a slip of the keyboard. */
const most = 10_000;

/**
 * @param {string} text
 * @returns {number} NaN if it is none; infinite where it overflows
 */
export function parseDecimal(text) {
  return decimal.test(text) ? Number(text) : NaN;
}

/**
 * A number, a power such as 2^-5, or infinity.
 * @param {string} text
 * @returns {number} NaN if it is none
 */
export function parseNumber(text) {
  const infinite = /^([-+]?)inf(?:inity)?$/i.exec(text);
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  const [base, exponent, ...more] = text.split('^');
  if (exponent === undefined || more.length > 0) return parseDecimal(text);
  return parseDecimal(base) ** parseDecimal(exponent);
}

/**
 * A list: values separated by commas, and ranges in them. 1..5 counts up by 1,
 * 0..1..0.25 by 0.25, 2^-5..2^3 goes through the powers of 2, and 2^-5..2^15..2
 * through every second one.
 * @param {string} text
 * @returns {string[]} the values, one by one
 */
export function expandList(text) {
  return text.split(',').flatMap((part) => {
    const ends = part.split('..').map((end) => end.trim());
    if (ends.length === 1) return ends;
    if (ends.length > 3) throw badRange(part);
    return expandRange(part, ends);
  });
}

/**
 * @param {string} part
 * @param {string[]} ends first, last, and by how much to go on
 */
function expandRange(part, [first, last, step = '1']) {
  const [from, to] = [first, last].map((end) => end.split('^'));
  const power = from.length === 2;
  if (to.length !== from.length || (power && from[0] !== to[0])) throw badRange(part);
  const numbers = [from.at(-1), to.at(-1), step].map((end) => parseDecimal(end ?? ''));
  const values = steps(part, numbers);
  return values.map((value) => (power ? `${from[0]}^${value}` : String(value)));
}

/**
 * begin,end,step of exponents of 2, as LIBSVM's grid.py has them.
 * @param {string} text
 * @returns {string[]}
 */
export function expandExponents(text) {
  const numbers = text.split(',').map(parseDecimal);
  if (numbers.length === 2) numbers.push(1);
  return steps(text, numbers).map((value) => `2^${value}`);
}

/**
 * @param {string} text what was typed
 * @param {number[]} numbers from, to, by
 */
function steps(text, numbers) {
  const [from, to, by] = numbers;
  if (numbers.length !== 3 || !numbers.every(Number.isFinite) || by === 0) throw badRange(text);
  // Rounding must not lose the last one.
  const count = Math.floor((to - from) / by + 1e-9) + 1;
  if (count < 1)
    throw new UsageError(`the range ${text} is empty; its step leads away from its end`);
  if (count > most) throw new UsageError(`the range ${text} has ${count} values; widen its step`);
  return Array.from({ length: count }, (_, i) => Number((from + i * by).toPrecision(12)));
}

/** @param {string} text */
function badRange(text) {
  return new UsageError(
    `${text} is no range; write 1..5, 0..1..0.25, 2^-5..2^3, or 2^-5..2^15..2 for every second power`,
  );
}
