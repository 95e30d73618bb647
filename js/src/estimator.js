/// <reference lib="esnext.disposable" preserve="true" />
/** What estimators have in common but for the methods that work. */
import { toJSON } from './json.js';
import { attachState, stateOf } from './state.js';

/** @import { State } from './state.js' */
/** @import { FitInfo, ModelJSON } from './types.js' */

/** @template {object} Options */
export class Estimator {
  /** @param {object} state its options, its fit and its life: a State */
  constructor(state) {
    attachState(this, /** @type {State} */ (state));
  }

  /**
   * All options, the defaults filled in.
   * @returns {Required<Options>}
   */
  getParams() {
    return /** @type {Required<Options>} */ (stateOf(this).params());
  }

  /**
   * Changes options for the next fit. What is fitted stays as it is.
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
    return stateOf(this).fitted.featureNames?.slice();
  }

  /** Objective of the problem that was solved, summed over two-class problems. */
  get objective() {
    return stateOf(this).fitted.info.objective;
  }

  /** The largest violation of the optimality conditions that is left. */
  get gap() {
    return stateOf(this).fitted.info.gap;
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
}

/**
 * Something that a fit left behind, read from the model's bytes.
 * @param {Estimator<any>} model
 * @param {string} name
 * @returns {any}
 */
export function attribute(model, name) {
  return stateOf(model).fitted.attribute(name);
}
