/**
 * Models of where samples come from, and the features that kernels made of such a model
 * are inner products of. They work in the calling thread, as vectorizers do, and stand
 * first in a pipeline.
 */
import { MaxMarginError } from '../errors.js';
import { withShape } from '../fitted.js';
import { stateOf } from '../state.js';
import { VectorizerState } from '../vectorize/state.js';
import { Vectorizer } from '../vectorize/vectorizers.js';
import { Chain } from './chain.js';
import { climb } from './climb.js';
import { Generative, readSamples, spell } from './learnt.js';

/** @import { GaussianMixtureOptions, HiddenMarkovModelOptions, Progress, Shaped } from '../types.js' */
/** @import { Course } from './climb.js' */

/** @typedef {{onProgress?: (progress: Progress) => unknown}} GenerativeSettings */

/** Fits of a model in slices. */
class GenerativeState extends VectorizerState {
  /**
   * @param {string} machine
   * @param {unknown} options
   * @param {boolean} series
   */
  constructor(machine, options, series) {
    super(machine, options, {
      learn: () => {
        throw new TypeError('a generative model learns step by step');
      },
      read: (json, params) => Generative.restore(json, params, series),
    });
    this.series = series;
  }

  /**
   * @param {unknown} X
   * @returns {Generator<Progress, void, void>}
   */
  *learnSteps(X) {
    this.checkAlive();
    /** @type {Record<string, any>} */
    const params = this.params();
    const { series } = this;
    const read = readSamples(X);
    const { rows, cols, codes } = read;
    const states = series ? params.nStates : params.nComponents;
    if (codes && !series) {
      throw new MaxMarginError(
        'ERR_TYPE',
        'X',
        'X holds strings, but a GaussianMixture is of rows of numbers; a HiddenMarkovModel takes strings',
      );
    }
    if (!series && states > rows) {
      throw new MaxMarginError(
        'ERR_OPTION',
        'nComponents',
        `nComponents is ${states}, but there are ${rows} samples; ask for fewer components`,
        { samples: rows },
      );
    }
    const symbols = codes ? [...new Set(codes)].sort((a, b) => a - b) : [];
    if (codes && symbols.length === 0) {
      throw new MaxMarginError(
        'ERR_EMPTY',
        'X',
        'all strings of X are empty; pass at least one with a letter',
        {},
      );
    }
    const wide = series ? 1 : cols;
    const chain = new Chain({ states, letters: symbols.length, wide, series });
    shape(chain, params.topology === 'left-right');
    const samples = spell(read, chain, symbols, false);
    /** @type {Generative | undefined} */
    let learnt;
    const settle = (/** @type {Course} */ course) => {
      learnt = new Generative(chain, symbols, cols, course, params);
      learnt.measure(samples);
      this.keep(learnt);
    };
    yield* climb(chain, samples, params, settle);
  }

  /** @param {unknown} X */
  learn(X) {
    const steps = this.learnSteps(X);
    while (!steps.next().done);
    return this.transform(X);
  }

  /** @param {unknown} X */
  transform(X) {
    return this.model.transform(X);
  }

  /** @returns {Generative} */
  get model() {
    return /** @type {any} */ (this.own.learnt);
  }
}

/**
 * Which parameters there are: probabilities that are not 0 from the start.
 * @param {Chain} chain
 * @param {boolean} leftRight
 */
function shape(chain, leftRight) {
  chain.theta.fill(1);
  if (!leftRight) return;
  const { first, next } = chain.parameters;
  const q = chain.states;
  first.fill(0, 1);
  next.forEach((_, at) => {
    const step = (at % q) - Math.floor(at / q);
    if (step !== 0 && step !== 1) next[at] = 0;
  });
}

/**
 * @template {object} Options
 * @extends {Vectorizer<Options, Shaped<Float64Array>>}
 */
class GenerativeModel extends Vectorizer {
  /**
   * Fits the model to samples X. A function onProgress that returns false ends the fit,
   * which keeps the best parameters so far.
   * @param {any} X
   * @param {GenerativeSettings} [settings]
   * @returns {this}
   */
  fit(X, { onProgress } = {}) {
    for (const progress of this.fitSteps(X)) if (onProgress?.(progress) === false) break;
    return this;
  }

  /**
   * The same, a few milliseconds at a time, so that a page stays alive between the steps.
   * Who leaves the loop keeps the best parameters so far.
   * @param {any} X
   * @returns {Generator<Progress, this, void>}
   */
  *fitSteps(X) {
    yield* generativeOf(this).learnSteps(X);
    return this;
  }

  /**
   * The logarithm of the likelihood of every row.
   * @param {any} X
   * @returns {Float64Array}
   */
  scoreSamples(X) {
    const { model } = generativeOf(this);
    const samples = model.read(X);
    return Float64Array.from({ length: samples.n }, (_, i) => model.expect(samples, i));
  }

  /**
   * The probability of each component for every row; of states their share of the places
   * of every row, as is to be expected.
   * @param {any} X
   * @returns {Shaped<Float64Array>}
   */
  predictProba(X) {
    const { model } = generativeOf(this);
    const samples = model.read(X);
    const { states } = model.chain;
    const made = new Float64Array(samples.n * states);
    for (let i = 0; i < samples.n; i++) {
      model.expect(samples, i);
      const places = Math.max(samples.ptr[i + 1] - samples.ptr[i], 1);
      made.set(
        model.expected.count.map((v) => v / places),
        i * states,
      );
    }
    return withShape(made, samples.n, states);
  }

  /** Logarithm of the likelihood of the samples of the fit. */
  get logLikelihood() {
    return generativeOf(this).model.course.likelihood;
  }

  /**
   * What the steps raise, from the best start on: the log-likelihood, plus the logarithm
   * of the prior where there is one.
   */
  get objectiveCurve() {
    return Float64Array.from(generativeOf(this).model.course.curve);
  }

  /** Steps from the best start. */
  get nIter() {
    return generativeOf(this).model.course.iterations;
  }

  /** Whether the fit from the best start ended because steps gained little. */
  get converged() {
    return generativeOf(this).model.course.status === 'converged';
  }
}

/**
 * @param {object} model
 * @returns {GenerativeState}
 */
const generativeOf = (model) => /** @type {GenerativeState} */ (stateOf(model));

/**
 * @param {object} model
 * @param {keyof import('./chain.js').Parts} part
 * @param {number[]} dims
 * @returns {Shaped<Float64Array>}
 */
const parameter = (model, part, ...dims) =>
  withShape(generativeOf(model).model.chain.parameters[part].slice(), ...dims);

/**
 * A mixture of normal distributions without correlations, and the features of its Fisher
 * kernel or its marginalised kernel.
 * @extends {GenerativeModel<GaussianMixtureOptions>}
 */
export class GaussianMixture extends GenerativeModel {
  /** @param {GaussianMixtureOptions} [options] */
  constructor(options) {
    super(new GenerativeState('GaussianMixture', options, false));
  }

  /**
   * The likeliest component of every row.
   * @param {any} X
   * @returns {Int32Array}
   */
  predict(X) {
    const shares = this.predictProba(X);
    const [rows, states] = shares.shape;
    return Int32Array.from({ length: rows }, (_, i) => {
      const row = shares.subarray(i * states, (i + 1) * states);
      return row.indexOf(Math.max(...row));
    });
  }

  /** Share of each component. */
  get weights() {
    return generativeOf(this).model.chain.parameters.first.slice();
  }

  /** Mean of each component. */
  get means() {
    const { states, wide } = generativeOf(this).model.chain;
    return parameter(this, 'mean', states, wide);
  }

  /** Variances of each component. */
  get variances() {
    const { states, wide } = generativeOf(this).model.chain;
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
    super(new GenerativeState('HiddenMarkovModel', options, true));
  }

  /**
   * The likeliest states of every row, one for each of its places.
   * @param {any} X
   * @returns {Int32Array[]}
   */
  predict(X) {
    const { model } = generativeOf(this);
    const samples = model.read(X);
    return Array.from({ length: samples.n }, (_, i) => model.chain.path(samples, i));
  }

  /** The letters, in the order of the columns of emissionProb; none for numbers. */
  get letters() {
    return generativeOf(this).model.symbols.map((code) => String.fromCodePoint(code));
  }

  /** Probability that a sequence begins in each state. */
  get startProb() {
    return generativeOf(this).model.chain.parameters.first.slice();
  }

  /** Probability that the state of a row is followed by that of a column. */
  get transitionProb() {
    const { states } = generativeOf(this).model.chain;
    return parameter(this, 'next', states, states);
  }

  /** Probability that a state gives a letter. */
  get emissionProb() {
    const { states, letters } = generativeOf(this).model.chain;
    return parameter(this, 'given', states, letters);
  }

  /** Mean of the numbers that a state gives; none for strings. */
  get means() {
    return generativeOf(this).model.chain.parameters.mean.slice();
  }

  /** Variance of these numbers; none for strings. */
  get variances() {
    return generativeOf(this).model.chain.parameters.variance.slice();
  }
}
