/**
 * Copies arrays of numbers of any kind into new float64 or int32 buffers. Only numbers are
 * accepted: a string is not converted, and null is not zero.
 */
import { MaxMarginError, show } from './errors.js';

/** @import { Numbers } from '../types.js' */

/**
 * Says in errors where a number is.
 * @typedef {(index: number) => Record<string, number | string>} Locate
 */

/** @type {Locate} */
const byRow = (row) => ({ row });

/** @type {Locate} */
export const byIndex = (index) => ({ index });

/** @type {(cols: number) => Locate} */
export const byCell = (cols) => (index) => ({
  row: Math.floor(index / cols),
  column: index % cols,
});

/**
 * A fresh Float64Array of the numbers.
 * @param {Numbers} source
 * @param {string} argument
 * @param {Locate} [locate]
 */
export function toFloat64(source, argument, locate = byRow) {
  if (!Array.isArray(source)) {
    checkAttached(source, argument);
    return new Float64Array(source);
  }
  const data = new Float64Array(source.length);
  copyNumbers(data, 0, source, argument, locate);
  return data;
}

/**
 * @param {unknown} source
 * @param {string} argument
 */
export function toInt32(source, argument) {
  if (!isNumbers(source)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument} must be an array of whole numbers, got ${describe(source)}`,
    );
  }
  checkAttached(source, argument);
  const packed = Int32Array.from(source);
  const wrong = source instanceof Int32Array ? -1 : packed.findIndex((v, i) => v !== source[i]);
  if (wrong >= 0) {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument}[${wrong}] is ${show(source[wrong])}, but must be a whole number below 2147483648`,
      { index: wrong },
    );
  }
  return packed;
}

/**
 * Copies numbers. Any other value is an error.
 * @param {Float64Array} target
 * @param {number} at
 * @param {Numbers} source
 * @param {string} argument
 * @param {Locate} locate
 */
export function copyNumbers(target, at, source, argument, locate) {
  if (!Array.isArray(source)) {
    target.set(source, at);
    return;
  }
  for (let i = 0; i < source.length; i++) {
    const value = source[i];
    if (typeof value !== 'number') throw noNumber(value, argument, locate(i));
    target[at + i] = value;
  }
}

/**
 * The error for a value among numbers that is none.
 * @param {unknown} value
 * @param {string} argument
 * @param {Record<string, number | string>} details where it is
 */
export function noNumber(value, argument, details) {
  const kind = value === null ? 'missing' : value instanceof Date ? 'date' : typeof value;
  return new MaxMarginError(
    'ERR_TYPE',
    argument,
    `${argument}[${Object.values(details).join(', ')}] is ${show(value)}, which is not a number; ${remedies[kind] ?? 'fill in missing values, or leave the row out'}`,
    { ...details, got: show(value) },
  );
}

/** What to do about a value that is no number, by its type. @type {Record<string, string>} */
const remedies = {
  string: 'convert text to numbers, and encode categories',
  boolean: 'write 0 or 1',
  bigint: 'convert it with Number()',
  date: 'convert it with Number()',
  object: 'pass the numbers in it',
};

/**
 * Whether a value is an array or a typed array, of whatever entries.
 * @param {unknown} value
 * @returns {value is ArrayLike<any> & Iterable<any>}
 */
export const isArrayOrView = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

/**
 * @param {unknown} value
 * @returns {value is Numbers}
 */
export function isNumbers(value) {
  return (
    isArrayOrView(value) &&
    'length' in value &&
    !(value instanceof BigInt64Array) &&
    !(value instanceof BigUint64Array)
  );
}

/**
 * An array whose buffer was transferred looks empty, so this error says what happened.
 * @param {unknown} source
 * @param {string} argument
 */
export function checkAttached(source, argument) {
  if (!ArrayBuffer.isView(source)) return;
  try {
    new Uint8Array(source.buffer, 0, 0);
  } catch {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument} is over a detached buffer: it was transferred away; pass it before the transfer, or a copy`,
    );
  }
}

/** @param {unknown} value */
export function describe(value) {
  if (ArrayBuffer.isView(value) && Symbol.toStringTag in value) {
    return `a ${value[Symbol.toStringTag]}`;
  }
  return show(value);
}

/**
 * @param {ArrayBufferView} view
 * @returns {Uint8Array}
 */
export function bytesOf(view) {
  return new Uint8Array(/** @type {ArrayBuffer} */ (view.buffer), view.byteOffset, view.byteLength);
}
