/**
 * Probability models of samples. Their features are vectors whose inner products are the
 * Fisher kernel or the marginalised kernel of the model. They are the first step of a pipeline.
 */
import { loadable, host, run } from '#host';
import * as specs from '../machines/vectorizers.js';
import { learningChain, learningMixture } from '../generative/learning.js';
import { packRows } from '../generative/packing.js';
import { float64s } from '../input/values.js';
import { unpackSamples, withShape } from '../model/fitted.js';
import { register } from '../model/loadable.js';
import { VectorizerState } from '../vectorize/state.js';
import { steps } from './estimators.js';
import { Vectorizer, judging, vectorizerOf } from './vectorizers.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Reports, Returns } from '../forms.js' */
/** @import { Generative } from '../generative/learnt.js' */
/** @import { Success } from '../runtime/host.js' */
/** @import { GaussianMixtureOptions, HiddenMarkovModelOptions, Progress, Shaped, WorkSettings } from '../types.js' */

/**
 * @template {object} Options
 * @extends {Vectorizer<Options, Shaped<Float64Array>>}
 */
class GenerativeModel extends Vectorizer {
  /**
   * A fit step by step: a report now and then while it works, and a last one, of the phase
   * 'done', with the result. The fit begins with the first step. Leaving the loop stops it
   * and keeps the best parameters so far; a signal aborts it.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @param {WorkSettings} [later] settings that come after an undefined y
   * @returns {Reports<Progress, this>}
   */
  fitSteps(X, settings, later) {
    return steps(this, X, undefined, settings ?? later);
  }

  /**
   * The logarithm of the likelihood of every row.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<Float64Array>}
   */
  scoreSamples(X, settings) {
    return run(
      judging(this, 'scoreSamples', X, settings, ({ buffers: { values } }) => float64s(values)),
    );
  }

  /**
   * The probability of each component for every row; for hidden Markov models, the expected
   * share of each state in the positions of every row.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<Shaped<Float64Array>>}
   */
  predictProba(X, settings) {
    return run(
      /** @type {Steps<Shaped<Float64Array>>} */ (
        judging(this, 'predictProba', X, settings, unpackSamples)
      ),
    );
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
 * The result of a fit.
 * @param {object} model
 * @returns {Generative}
 */
const learntOf = (model) => /** @type {Generative} */ (vectorizerOf(model).own.learnt);

/**
 * The states of every place of every row, one row after the other.
 * @param {Success} reply
 */
const statesOf = ({ buffers }) => new Int32Array(buffers.states.buffer);

/**
 * @param {Success} reply
 * @returns {Int32Array[]}
 */
function pathsOf(reply) {
  const states = statesOf(reply);
  const indptr = new Int32Array(reply.buffers.indptr.buffer);
  return Array.from(indptr.subarray(1), (end, i) => states.slice(indptr[i], end));
}

/**
 * @param {object} model
 * @param {keyof import('../generative/chain.js').Parts} part
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
  /** @internal */
  static name = /* @__PURE__ */ register(loadable, 'GaussianMixture', this, specs.gaussianMixture);

  /** @param {GaussianMixtureOptions} [options] */
  constructor(options) {
    super(new VectorizerState(specs.gaussianMixture, options, host, learningMixture, packRows));
  }

  /**
   * The likeliest component of every row.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<Int32Array>}
   */
  predict(X, settings) {
    return run(judging(this, 'predict', X, settings, statesOf));
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
  /** @internal */
  static name = /* @__PURE__ */ register(
    loadable,
    'HiddenMarkovModel',
    this,
    specs.hiddenMarkovModel,
  );

  /** @param {HiddenMarkovModelOptions} [options] */
  constructor(options) {
    super(new VectorizerState(specs.hiddenMarkovModel, options, host, learningChain, packRows));
  }

  /**
   * The likeliest states of every row, one for each of its positions.
   * @param {any} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<Int32Array[]>}
   */
  predict(X, settings) {
    return run(judging(this, 'predict', X, settings, pathsOf));
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
