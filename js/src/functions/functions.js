/**
 * Functions of the caller that a model needs: kernels, maps, tokenisers. No file can hold
 * them, so the caller passes them to load again. The same holds for regular expressions
 * that are not accepted from a file.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { readEntries } from '../basics/entries.js';

/** @typedef {(...given: any[]) => any} AnyFunction */

/** The text in JSON that replaces a function. */
export const written = 'function';

/** The options that can be functions. */
export const names = ['kernel', 'map', 'tokenize', 'stem'];

/**
 * A placeholder for a missing function. The model keeps it; a call of it is an error.
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

/** The option of a regular expression. A file can hold it, but load does not accept every one. */
const pattern = 'tokenPattern';

/** The setting whose only use is that a program with the classes in it names them. */
const kept = 'classes';

/** @param {unknown} given */
function checkClasses(given) {
  const isClass = (/** @type {unknown} */ one) => typeof one === 'function';
  if (given === undefined || (Array.isArray(given) && given.every(isClass))) return;
  throw wrong(
    kept,
    `classes must be an array of classes of models, such as [SVC], got ${show(given)}`,
  );
}

/** The functions and the pattern that were passed to load. */
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
    this.#given = new Map(readEntries('load', settings, [...names, pattern, kept]));
    checkClasses(this.#given.get(kept));
    this.#given.delete(kept);
    this.#given.set(pattern, textOf(this.#given.get(pattern)));
    for (const [name, value] of this.#given) {
      if (name === pattern) continue;
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
   * @returns {AnyFunction} the given function, or a placeholder
   */
  get(name) {
    this.#asked.add(name);
    return /** @type {AnyFunction | undefined} */ (this.#given.get(name)) ?? missing(name);
  }

  /**
   * A regular expression of a file, or the one that was passed to load.
   * @param {string} text
   * @param {(text: string) => boolean} trusted whether the expression of a file can be used
   * @returns {string}
   */
  getPattern(text, trusted) {
    this.#asked.add(pattern);
    const given = this.#given.get(pattern);
    if (typeof given === 'string') return given;
    if (trusted(text)) return text;
    throw new MaxMarginError(
      'ERR_PATTERN',
      pattern,
      `this model has the regular expression ${show(text)} as tokenPattern, which may take more than linear time, and files can come from anybody; if you trust it, pass it again: load(bytes, { tokenPattern: ${show(text)} })`,
      { pattern: text },
    );
  }

  /** Throws for a function that the model does not need. */
  checkUsed() {
    for (const [name, value] of this.#given) {
      if (value === undefined || this.#asked.has(name)) continue;
      throw wrong(
        name,
        `load was given ${name === pattern ? 'a' : 'a function as'} ${name}, but this model was made without one; leave it out`,
      );
    }
  }
}

/**
 * The text of a regular expression. A file cannot hold flags.
 * @param {unknown} given
 * @returns {string | undefined}
 */
function textOf(given) {
  if (given === undefined || typeof given === 'string') return given;
  if (given instanceof RegExp && /^[gu]*$/.test(given.flags)) return given.source;
  throw wrong(
    pattern,
    `${pattern} must be a regular expression without flags but g and u, or its text, got ${given instanceof RegExp ? given : show(given)}`,
  );
}

/**
 * @param {string} argument
 * @param {string} message
 */
const wrong = (argument, message) => new MaxMarginError('ERR_OPTION', argument, message);

/**
 * The error for a wrong result of the caller's function.
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
