/**
 * Vectorizers turn text, sets and any samples of a function into numbers. They work in
 * the calling thread, and their methods return at once.
 */
import * as specs from '../machines/vectorizers.js';
import { Estimator } from '../model/estimator.js';
import { stateOf } from '../model/state.js';
import { learningMap, learningTerms } from './learning.js';
import { VectorizerState } from './state.js';

/** @import { CountOptions, MapOptions, Shaped, SparseRows, TfidfOptions, WorkSettings } from '../types.js' */
/** @import { Terms } from './learning.js' */

/** Samples for a vectorizer. @typedef {readonly unknown[]} Objects */

/**
 * @template {object} Options
 * @template [Rows=SparseRows]
 * @extends {Estimator<Options>}
 */
export class Vectorizer extends Estimator {
  /**
   * Learns from samples X how to turn samples into numbers. If it fails, nothing changes.
   * @param {Objects} X
   * @param {WorkSettings} [settings]
   * @returns {this}
   */
  fit(X, settings) {
    vectorizerOf(this).learn(X, 'fit', settings);
    return this;
  }

  /**
   * The samples as rows of numbers.
   * @param {Objects} X
   * @param {WorkSettings} [settings]
   * @returns {Rows}
   */
  transform(X, settings) {
    return /** @type {any} */ (vectorizerOf(this).transform(X, settings));
  }

  /**
   * fit and transform.
   * @param {Objects} X
   * @param {WorkSettings} [settings]
   * @returns {Rows}
   */
  fitTransform(X, settings) {
    return /** @type {any} */ (vectorizerOf(this).learn(X, 'fitTransform', settings));
  }

  /**
   * The vectorizer as bytes, for load().
   * @returns {Uint8Array<ArrayBuffer>}
   */
  save() {
    return vectorizerOf(this).own.portable();
  }

  /** The number of columns of the rows. */
  get nFeatures() {
    return vectorizerOf(this).own.learnt.columns;
  }
}

/**
 * @param {object} model
 * @returns {VectorizerState}
 */
const vectorizerOf = (model) => /** @type {VectorizerState} */ (stateOf(model));

/**
 * @template {object} Options
 * @extends {Vectorizer<Options>}
 */
class TextVectorizer extends Vectorizer {
  /** The column of each term. */
  get vocabulary() {
    return termsOf(this).vocabulary;
  }

  /** The terms, in the order of the columns. */
  getFeatureNames() {
    return [...termsOf(this).terms];
  }
}

/** @param {object} model */
const termsOf = (model) => /** @type {Terms} */ (vectorizerOf(model).own.learnt);

/**
 * Counts the terms of texts, or the items of sets and lists.
 * @extends {TextVectorizer<CountOptions>}
 */
export class CountVectorizer extends TextVectorizer {
  /** @param {CountOptions} [options] */
  constructor(options) {
    super(new VectorizerState(specs.countVectorizer, options, learningTerms));
  }
}

/**
 * Counts terms and weights them: a term has more weight if fewer documents contain it. Inner
 * products of the resulting vectors compare the topics of texts.
 * @extends {TextVectorizer<TfidfOptions>}
 */
export class TfidfVectorizer extends TextVectorizer {
  /** @param {TfidfOptions} [options] */
  constructor(options) {
    super(new VectorizerState(specs.tfidfVectorizer, options, learningTerms));
  }

  /** The weight of each term; undefined without useIdf. */
  get idf() {
    return termsOf(this).idf?.slice();
  }
}

/**
 * An explicit feature map: a function that turns each sample into a vector. The machine
 * after it in a pipeline compares the vectors by its kernel.
 * @extends {Vectorizer<MapOptions, Shaped<Float64Array>>}
 */
export class FeatureMap extends Vectorizer {
  /** @param {MapOptions} options */
  constructor(options) {
    super(new VectorizerState(specs.featureMap, options, learningMap));
  }
}
