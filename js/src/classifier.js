/// <reference lib="esnext.disposable" preserve="true" />
/** What classifiers have in common but for the methods that work. */
import { printOptions, withDefaults } from './options.js';
import { attachState, stateOf } from './state.js';

/** @import { Host } from './host.js' */
/** @import { FitInfo, Label, Shaped, SparseMatrix } from './types.js' */

/**
 * @template {object} Options
 * @template {Label} [L=Label]
 */
export class Classifier {
  /**
   * @param {string} machine
   * @param {Options | undefined} options
   * @param {Host} host
   */
  constructor(machine, options, host) {
    attachState(this, machine, options, host);
  }

  /**
   * All options, the defaults filled in.
   * @returns {Required<Options>}
   */
  getParams() {
    const { specs, options } = stateOf(this);
    return /** @type {Required<Options>} */ (withDefaults(specs, options));
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
   * The class labels, ascending.
   * @returns {L[]}
   */
  get classes() {
    return /** @type {L[]} */ ([...stateOf(this).fitted.classes.labels]);
  }

  /** How many features a row of X must have. */
  get nFeatures() {
    return stateOf(this).fitted.features;
  }

  /**
   * The support vectors, grouped by class: m x d, sparse when the training
   * data was.
   * @returns {Shaped<Float64Array> | SparseMatrix}
   */
  get supportVectors() {
    return stateOf(this).fitted.supportVectors;
  }

  /**
   * Rows of the training set that are support vectors, grouped by class.
   * @returns {Int32Array}
   */
  get supportIndices() {
    return stateOf(this).fitted.supportIndices;
  }

  /**
   * How many support vectors each class has.
   * @returns {Int32Array}
   */
  get supportCounts() {
    return stateOf(this).fitted.supportCounts;
  }

  /**
   * Coefficients of the support vectors, (k-1) x m, laid out as in LIBSVM: in
   * the column of a support vector of class i, row j holds y alpha of the pair
   * of i with the j-th of the other classes.
   * @returns {Shaped<Float64Array>}
   */
  get dualCoef() {
    return stateOf(this).fitted.dualCoef;
  }

  /**
   * The constant of the decision function, for each pair of classes.
   * @returns {Float64Array}
   */
  get intercept() {
    return stateOf(this).fitted.intercept;
  }

  /**
   * Iterations for each pair of classes.
   * @returns {Int32Array}
   */
  get nIter() {
    return stateOf(this).fitted.iterations;
  }

  /** Dual objective, summed over the pairs of classes. */
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

  toString() {
    const { machine, specs, options } = stateOf(this);
    return `${machine}(${printOptions(specs, options)})`;
  }
}
