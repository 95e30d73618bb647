/** The words in which clients and workers of a fleet talk, and the checks of what arrives. */
import { MaxMarginError } from '../basics/errors.js';
import { decode, isCount } from './codec.js';

/** @import { Bytes, Presence } from './types.js' */

/** Where things are stored. */
export const keys = {
  /** @param {string} digest */
  piece: (digest) => `piece:${digest}`,
  /** That a run goes on, and which of its jobs are not wanted any more. @param {string} run */
  run: (run) => `run:${run}`,
};

/** @param {unknown} value @returns {value is string} */
export function isName(value) {
  return typeof value === 'string' && /^[\w.-]{1,200}$/.test(value);
}

/**
 * What a worker says of itself, or undefined if it is no worker.
 * @param {Bytes} bytes
 * @returns {Presence | undefined}
 */
export function readPresence(bytes) {
  try {
    const { value } = decode(bytes);
    const counts = [value.threads, value.lock, value.done, value.lately, value.busy, value.age];
    const names = [value.id, value.name, value.build, value.version];
    return names.every(isName) && counts.every(isCount) && value.threads <= 4096
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A promise, for a limited time.
 * @template T
 * @param {number} milliseconds
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
export async function within(milliseconds, promise) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    const silent = () => reject(new Error(`no answer for ${Math.round(milliseconds / 1000)} s`));
    timer = setTimeout(silent, milliseconds);
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * An error as it crosses: what is under it may be anything, and stays.
 * @param {unknown} error
 */
export function errorRecord(error) {
  if (!(error instanceof MaxMarginError)) {
    return { code: 'ERR_INTERNAL', argument: '', message: String(error), details: null };
  }
  const { code, argument, message, details } = error;
  try {
    return { code, argument, message, details: JSON.parse(JSON.stringify(details ?? null)) };
  } catch {
    return { code, argument, message, details: null };
  }
}

/**
 * The error of a record, if it is one.
 * @param {any} record
 */
export function readError(record) {
  const { code, argument, message, details } = record ?? {};
  if (![code, argument, message].every((text) => typeof text === 'string')) return undefined;
  const known = typeof details === 'object' && details !== null ? details : {};
  return new MaxMarginError(code, argument, message, known);
}
