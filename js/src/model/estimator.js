/// <reference lib="esnext.disposable" preserve="true" />
/** What estimators have in common except for the methods that work. */
import { withShape } from './fitted.js';
import { toJSON } from './json.js';
import { attachState, mark, ownState, stateOf } from './registry.js';

/** @import { Host } from '../runtime/host.js' */
/** @import { State } from './state.js' */
/** @import { AllOptions, FitInfo, ModelJSON } from '../types.js' */

/**
 * Whether something is an estimator of another entry of the package, or of another copy. Entries
 * share this file, but each has a host.
 * @param {any} value
 * @param {Host} host of the entry that asks
 * @returns {boolean}
 */
export function isOfOtherEntry(value, host) {
  if (typeof value !== 'object' || value === null || !(mark in value)) return false;
  return !(value instanceof Estimator) || stateOf(value).home !== host;
}

/**
 * What console.log shows of an estimator in Node.
 * @this {Estimator<any>}
 */
function inspect() {
  return stateOf(this).describe();
}

/**
 * What the mark of an estimator is.
 * @this {Estimator<any>}
 */
function own() {
  return ownState(this);
}

/**
 * @template {object} Options
 * @template {string} [Name=string] what it is called
 */
export class Estimator {
  /** @param {object} state its options, its fit and its life: a State */
  constructor(state) {
    attachState(this, /** @type {State} */ (state));
    // Here and not among the methods: a computed name that bundlers do not know would
    // keep the class in every program.
    Object.defineProperty(this, Symbol.for('nodejs.util.inspect.custom'), { value: inspect });
    Object.defineProperty(this, mark, { get: own });
  }

  /**
   * All options, the defaults filled in.
   * @returns {AllOptions<Options>}
   */
  getParams() {
    return /** @type {AllOptions<Options>} */ (stateOf(this).params());
  }

  /**
   * Changes options for the next fit. The current fit does not change.
   * @param {Options} options
   */
  setParams(options) {
    stateOf(this).change(options);
    return this;
  }

  /**
   * Another machine of this class with the same options, not fitted.
   * @returns {this}
   */
  clone() {
    const Class = /** @type {new (ingredients: unknown) => this} */ (this.constructor);
    return new Class(stateOf(this).ingredients());
  }

  /**
   * The names of the columns, if the samples of the fit had some.
   * @returns {string[] | undefined}
   */
  get featureNames() {
    const { featureNames, reader } = stateOf(this).fitted;
    return (reader?.wanted ?? featureNames)?.slice();
  }

  /** Whether the tolerance was reached. */
  get converged() {
    return stateOf(this).fitted.info.converged;
  }

  /** How the fit ended. */
  get status() {
    return stateOf(this).fitted.info.status;
  }

  /** Milliseconds that the fit took; not known of a model that was loaded. */
  get fitTime() {
    return stateOf(this).fitted.info.milliseconds;
  }

  /**
   * All about how the fit went.
   * @returns {FitInfo}
   */
  get fitInfo() {
    return stateOf(this).fitted.info;
  }

  /** Frees what is kept for this model and aborts a running fit. May be called twice. */
  dispose() {
    stateOf(this).dispose();
  }

  /** For `using`; an engine that does not know the symbol does not know `using` either. */
  [Symbol.dispose]() {
    this.dispose();
  }

  /**
   * The whole model, fitted or not, for JSON.stringify; load takes it.
   * @returns {ModelJSON}
   */
  toJSON() {
    return toJSON(this);
  }

  toString() {
    return stateOf(this).print();
  }

  /**
   * What Object.prototype.toString calls it.
   * @returns {Name}
   */
  get [Symbol.toStringTag]() {
    return /** @type {Name} */ (stateOf(this).name);
  }
}

/**
 * Something that a fit left behind, read from the model's bytes. Arrays are copies, each
 * time: numbers in typed arrays cannot be frozen, and whoever changes them must not change
 * what the model exports.
 * @param {Estimator<any>} model
 * @param {string} name
 * @returns {any}
 */
export function attribute(model, name) {
  return copyOf(stateOf(model).fitted.attribute(name));
}

/**
 * @param {any} value a number, a text, numbers, strings, or a sparse matrix
 * @returns {any}
 */
function copyOf(value) {
  if (typeof value !== 'object') return value;
  if (!value.slice) {
    const { indptr, indices, data, ...shape } = value;
    return { indptr: indptr.slice(), indices: indices.slice(), data: data.slice(), ...shape };
  }
  const copy = value.slice();
  return value.shape ? withShape(copy, ...value.shape) : copy;
}
