/** What estimators that hold others have in common, such as pipelines and ensembles. */
import { show } from '../basics/errors.js';
import { partsOf } from '../model/parts.js';
import { stateOf } from '../model/registry.js';
import { State } from '../model/state.js';

/** @import { Host } from '../runtime/host.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { Estimator } from '../model/estimator.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { Part, Recipe } from '../model/parameters.js' */
/** @import { Step } from '../model/step.js' */

/** What stands between the name of a held estimator and that of its option. */
export const separator = '__';

/** The name of an estimator within another one, and the estimator. @typedef {[name: string, estimator: Estimator<any>]} Held */

/** @typedef {Part & {options: object}} PartRecipe */

/**
 * Refuses what cannot be the name of a held estimator.
 * @param {unknown} name
 * @param {string} of which it is, for the message
 * @param {(message: string) => Error} wrong
 */
export function checkName(name, of, wrong) {
  const fits = typeof name === 'string' && /^[a-z][\w-]*$/i.test(name) && !name.includes(separator);
  if (fits) return;
  throw wrong(
    `${of} has the name ${show(name)}; names begin with a letter, go on with letters, digits, - and _, and have no '${separator}'`,
  );
}

export class HolderState extends State {
  /** The estimators that it holds. @returns {Held[]} */
  get held() {
    return [];
  }

  /**
   * Options of those that it holds, by the names that they have here.
   * @param {(state: Step) => object} optionsOf
   */
  prefixed(optionsOf) {
    return prefixed(this.held, optionsOf);
  }

  values() {
    return { ...super.values(), ...this.prefixed((state) => state.values()) };
  }

  /**
   * The parts of a fit of this estimator.
   * @param {Fitted} fitted
   * @returns {Fitted[]}
   */
  partsOf(fitted) {
    const states = this.held.map(([, own]) => stateOf(own));
    const find = (/** @type {string} */ machine) =>
      /** @type {Step} */ (states.find(({ spec }) => spec.name === machine)).spec;
    return partsOf(fitted, find, () => this.host.newModelId());
  }

  /** @param {Host} host */
  moveTo(host) {
    super.moveTo(host);
    for (const [, own] of this.held) stateOf(own).moveTo(host);
  }

  dispose() {
    super.dispose();
    for (const [, own] of this.held) own.dispose();
  }
}

/**
 * @param {Held[]} held
 * @param {(state: Step) => object} optionsOf
 * @returns {Options}
 */
export function prefixed(held, optionsOf) {
  return Object.fromEntries(
    held.flatMap(([name, own]) =>
      Object.entries(optionsOf(stateOf(own))).map(([option, value]) => [
        name + separator + option,
        value,
      ]),
    ),
  );
}

/**
 * The options of a held estimator, by its own names for them.
 * @param {[string, unknown][]} entries of all options
 * @param {string} name
 * @returns {Options}
 */
export function optionsWithin(entries, name) {
  const start = name + separator;
  return Object.fromEntries(
    entries
      .filter(([option]) => option.startsWith(start))
      .map(([option, value]) => [option.slice(start.length), value]),
  );
}

/**
 * What Go is to fit.
 * @param {string} machine
 * @param {PartRecipe[]} parts
 * @param {object[]} own options, if it has some
 * @returns {Recipe}
 */
export const recipeWith = (machine, parts, ...own) => ({
  machine,
  steps: parts.map(({ machine, label, steps }) => ({ machine, label, steps })),
  options: [...own, ...parts.map(({ options }) => options)],
});
