/**
 * Functions of the caller's that a model is made with: kernels, maps, tokenisers. No
 * file can hold them, so that load has to be given them again.
 */
import { MaxMarginError, show } from './errors.js';
import { readEntries } from './options.js';

/** @typedef {(...given: any[]) => any} AnyFunction */

/** What stands for a function in JSON. */
export const written = 'function';

/** The options that can be functions. */
export const names = ['kernel', 'map', 'tokenize', 'stem'];

/**
 * What stands where a function is missing: it can be kept, but not called.
 * @param {string} name
 * @returns {AnyFunction}
 */
function missing(name) {
  return () => {
    throw new MaxMarginError(
      'ERR_FUNCTION_MISSING',
      name,
      `this model was made with a function as ${name}, which a file cannot hold; pass it again: load(bytes, { ${name} })`,
    );
  };
}

/** The functions that load was given. */
export class Functions {
  /** @type {Map<string, unknown>} */
  #given;
  /** @type {Set<string>} */
  #asked = new Set();

  /** @param {unknown} settings of load */
  constructor(settings = {}) {
    if (typeof settings !== 'object' || settings === null) {
      throw wrong('settings', `load takes an object such as { kernel }, got ${show(settings)}`);
    }
    this.#given = new Map(readEntries('load', settings, names));
    for (const [name, value] of this.#given) {
      if (value !== undefined && typeof value !== 'function') {
        throw wrong(
          name,
          `${name} must be the function that the model was made with, got ${show(value)}`,
        );
      }
    }
  }

  /**
   * @param {string} name of an option
   * @returns {AnyFunction} what was given for it, or else what says that it is missing
   */
  get(name) {
    this.#asked.add(name);
    return /** @type {AnyFunction | undefined} */ (this.#given.get(name)) ?? missing(name);
  }

  /** What nobody asked for is a mistake. */
  checkUsed() {
    for (const [name, value] of this.#given) {
      if (value === undefined || this.#asked.has(name)) continue;
      throw wrong(
        name,
        `load was given a function as ${name}, but this model was made without one; leave it out`,
      );
    }
  }
}

/**
 * @param {string} argument
 * @param {string} message
 */
const wrong = (argument, message) => new MaxMarginError('ERR_OPTION', argument, message);

/**
 * The error of a function of the caller's that threw or returned what it may not.
 * @param {string} option that the function is
 * @param {string} place the call, such as kernel(X[2], X[0])
 * @param {unknown} value what it returned
 * @param {string} expected
 * @param {Record<string, unknown>} details
 */
export function badResult(option, place, value, expected, details) {
  const promise = typeof Object(value).then === 'function';
  const said = promise
    ? `returned a promise, and cannot be waited for; get what it needs before the call, and have it look that up`
    : `returned ${show(value)}; it must return ${expected}`;
  return new MaxMarginError('ERR_FUNCTION', option, `${place} ${said}`, details);
}

/**
 * @param {string} option
 * @param {string} place
 * @param {unknown} cause what was thrown
 * @param {Record<string, unknown>} details
 */
export function thrown(option, place, cause, details) {
  if (cause instanceof MaxMarginError && cause.code === 'ERR_FUNCTION_MISSING') return cause;
  return new MaxMarginError(
    'ERR_FUNCTION',
    option,
    `${place} threw ${cause}; mend the function ${option}, or leave such samples out`,
    details,
    cause,
  );
}
