/**
 * Settings as callers pass them: objects whose names are checked, and whose getters are
 * read once.
 */
import { MaxMarginError, show } from './errors.js';
import { nearest } from './nearest.js';
import { enumerate } from './text.js';

/** What other libraries call settings, and what they are called here. @type {Record<string, string>} */
const elsewhere = {
  cost: 'C',
  cv: 'folds',
  random_state: 'seed',
  randomState: 'seed',
  n_jobs: 'workers',
};

/** The name that was probably meant, and the hint for the message. @typedef {{hint: string, nearest: string}} Suggestion */

/**
 * Reads the entries of an object of settings, each getter once, and refuses
 * names that are not known, whether own, inherited or symbols.
 * @param {string} owner what the settings are for
 * @param {object} given
 * @param {readonly string[]} known
 * @param {(name: string) => Suggestion | undefined} [suggest] what a name that is not known was meant for
 * @returns {[string, unknown][]}
 */
export function readEntries(owner, given, known, suggest) {
  const names = Reflect.ownKeys(given);
  for (const name in given) {
    if (!Object.hasOwn(given, name)) names.push(name);
  }
  return names.map((name) => {
    if (typeof name !== 'string' || !known.includes(name) || !Object.hasOwn(given, name)) {
      throw unknownOption(owner, name, known, suggest);
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
 * @param {(name: string) => Suggestion | undefined} [suggest]
 */
function unknownOption(owner, name, known, suggest) {
  const text = String(name);
  // Of svc__C, an option of a step, the last part is the name.
  const own = /** @type {string} */ (text.split('__').pop());
  const here = Object.hasOwn(elsewhere, own) ? text.slice(0, -own.length) + elsewhere[own] : text;
  const moved = suggest?.(text) ?? suggest?.(here);
  // The same elsewhere, the same option of a step of a pipeline, or one that is spelt nearly so.
  const ofStep = known.filter((other) => other.endsWith(`__${here}`)).pop();
  const close = moved?.nearest ?? (known.includes(here) ? here : ofStep) ?? nearest(here, known);
  const hint =
    moved?.hint ??
    (close === text
      ? 'it is inherited; write it into the object'
      : close
        ? `did you mean '${close}'?`
        : known.length > 0
          ? `the options are ${enumerate(known)}`
          : 'there are none');
  return new MaxMarginError(
    'ERR_OPTION_UNKNOWN',
    text.slice(0, 100),
    `${owner} has no option ${show(text)}; ${hint}`,
    close ? { nearest: close } : {},
  );
}
