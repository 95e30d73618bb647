/** What in two answers to one job may differ: how long it took. */

/** @import { Reply } from '../executor/types.js' */
/** @import { Bytes } from './types.js' */
import { digestOf } from './blobs.js';
import { encode } from './codec.js';

/**
 * The numbers of a point that a job of a comparison tells: score, score of the training rows,
 * time of the fit, time of the predictions, iterations, converged.
 */
const width = 6;
const times = [2, 3];

/**
 * The digest of all bytes of an answer but the times: the field `milliseconds` of its value, and of
 * a comparison two numbers of each point.
 * @param {string} kind of the opening
 * @param {Reply} reply
 * @returns {Promise<string>}
 */
export function withoutTimes(kind, { value, buffers }) {
  const all = { ...buffers };
  if (kind === 'study' && all.numbers && all.numbers.length % 8 === 0) {
    const bytes = new Uint8Array(all.numbers);
    const numbers = new Float64Array(bytes.buffer);
    for (let at = 0; at < numbers.length; at += width) for (const i of times) numbers[at + i] = 0;
    all.numbers = /** @type {Bytes} */ (bytes);
  }
  const names = Object.keys(all).sort();
  const ordered = Object.fromEntries(names.map((name) => [name, all[name]]));
  return digestOf(encode(timeless(value), ordered));
}

/**
 * @param {any} value
 * @returns {any}
 */
function timeless(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(timeless);
  const names = Object.keys(value).filter((name) => name !== 'milliseconds');
  return Object.fromEntries(names.sort().map((name) => [name, timeless(value[name])]));
}
