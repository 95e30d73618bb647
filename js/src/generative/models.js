/**
 * Probability models of samples. Their features are vectors whose inner products are the
 * Fisher kernel or the marginalised kernel of the model. They work in the calling thread, as
 * vectorizers do, and are the first step of a pipeline.
 */
import { runNow } from '../basics/slices.js';
import * as specs from '../machines/vectorizers.js';
import { withShape } from '../model/fitted.js';
import { checkWorkSettings, stateOf } from '../model/state.js';
import { VectorizerState } from '../vectorize/state.js';
import { Vectorizer } from '../vectorize/vectorizers.js';
import { learningChain, learningMixture } from './learning.js';

/** @import { Work } from '../basics/slices.js' */
/** @import { GaussianMixtureOptions, HiddenMarkovModelOptions, Progress, Shaped, WorkSettings } from '../types.js' */
/** @import { Generative, Read } from './learnt.js' */

/**
 * @template {object} Options
 * @extends {Vectorizer<Options, Shaped<Float64Array>>}
 */
class GenerativeModel extends Vectorizer {
  /**
   * A fit in steps of a few milliseconds, so that a page responds between the steps. Leaving
   * the loop keeps the best parameters so far; a signal aborts the fit.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Generator<Progress, this, void>}
   */
  *fitSteps(X, settings) {
    yield* stateFor(this).learnSteps(X, 'fit', settings);
    return this;
  }

  /**
   * The logarithm of the likelihood of every row.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Float64Array}
   */
  scoreSamples(X, settings) {
    return judge(this, 'scoreSamples', X, settings, (model, read) => model.scoreSamples(read));
  }

  /**
   * The probability of each component for every row; for hidden Markov models, the expected
   * share of each state in the positions of every row.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Shaped<Float64Array>}
   */
  predictProba(X, settings) {
    return judge(this, 'predictProba', X, settings, (model, read) => model.predictProba(read));
  }

  /** Logarithm of the likelihood of the samples of the fit. */
  get logLikelihood() {
    return learntOf(this).course.likelihood;
  }

  /**
   * The objective after each step from the best start: the log-likelihood, plus the logarithm
   * of the prior if there is one.
   */
  get objectiveCurve() {
    return Float64Array.from(learntOf(this).course.curve);
  }

  /** Steps from the best start. */
  get nIter() {
    return learntOf(this).course.iterations;
  }

  /** Whether the fit from the best start ended because steps gained little. */
  get converged() {
    return learntOf(this).course.status === 'converged';
  }
}

/**
 * @param {object} model
 * @returns {VectorizerState}
 */
const stateFor = (model) => /** @type {VectorizerState} */ (stateOf(model));

/**
 * The result of a fit.
 * @param {object} model
 * @returns {Generative}
 */
const learntOf = (model) => /** @type {any} */ (stateFor(model).own.learnt);

/**
 * @template T
 * @param {object} model
 * @param {string} method
 * @param {unknown} X
 * @param {unknown} given settings
 * @param {(learnt: Generative, read: Read) => Work<T>} work
 * @returns {T}
 */
function judge(model, method, X, given, work) {
  const watch = checkWorkSettings(method, given);
  const learnt = learntOf(model);
  return runNow(work(learnt, stateFor(model).learning.pack(X)), watch);
}

/**
 * @param {object} model
 * @param {keyof import('./chain.js').Parts} part
 * @param {number[]} dims
 * @returns {Shaped<Float64Array>}
 */
const parameter = (model, part, ...dims) =>
  withShape(learntOf(model).chain.parameters[part].slice(), ...dims);

/**
 * A mixture of normal distributions without correlations, and the features of its Fisher
 * kernel or its marginalised kernel.
 * @extends {GenerativeModel<GaussianMixtureOptions>}
 */
export class GaussianMixture extends GenerativeModel {
  /** @param {GaussianMixtureOptions} [options] */
  constructor(options) {
    super(new VectorizerState(specs.gaussianMixture, options, learningMixture));
  }

  /**
   * The likeliest component of every row.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Int32Array}
   */
  predict(X, settings) {
    return judge(this, 'predict', X, settings, (model, read) => model.components(read));
  }

  /** Share of each component. */
  get weights() {
    return learntOf(this).chain.parameters.first.slice();
  }

  /** Mean of each component. */
  get means() {
    const { states, wide } = learntOf(this).chain;
    return parameter(this, 'mean', states, wide);
  }

  /** Variances of each component. */
  get variances() {
    const { states, wide } = learntOf(this).chain;
    return parameter(this, 'variance', states, wide);
  }
}

/**
 * A hidden Markov model of strings, or of rows of numbers that are series in time, and
 * the features of its Fisher kernel or its marginalised count kernel.
 * @extends {GenerativeModel<HiddenMarkovModelOptions>}
 */
export class HiddenMarkovModel extends GenerativeModel {
  /** @param {HiddenMarkovModelOptions} [options] */
  constructor(options) {
    super(new VectorizerState(specs.hiddenMarkovModel, options, learningChain));
  }

  /**
   * The likeliest states of every row, one for each of its positions.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Int32Array[]}
   */
  predict(X, settings) {
    return judge(this, 'predict', X, settings, (model, read) => model.paths(read));
  }

  /** The letters, in the order of the columns of emissionProb; none for numbers. */
  get letters() {
    return learntOf(this).symbols.map((code) => String.fromCodePoint(code));
  }

  /** Probability that a sequence begins in each state. */
  get startProb() {
    return learntOf(this).chain.parameters.first.slice();
  }

  /** Probability that the state of a row is followed by that of a column. */
  get transitionProb() {
    const { states } = learntOf(this).chain;
    return parameter(this, 'next', states, states);
  }

  /** Probability that a state emits a letter. */
  get emissionProb() {
    const { states, letters } = learntOf(this).chain;
    return parameter(this, 'given', states, letters);
  }

  /** Mean of the numbers that a state emits; none for strings. */
  get means() {
    return learntOf(this).chain.parameters.mean.slice();
  }

  /** Variance of these numbers; none for strings. */
  get variances() {
    return learntOf(this).chain.parameters.variance.slice();
  }
}
