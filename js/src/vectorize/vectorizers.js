/**
 * What makes numbers of text, sets and whatever a function can map. Vectorizers work in
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
   * Learns from samples X how to make numbers of them. Fails as a whole or not at all.
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

  /** How many columns the rows have. */
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
 * Counts terms, and weighs each by how few documents have it: the map of texts to
 * vectors whose inner products compare what they are about.
 * @extends {TextVectorizer<TfidfOptions>}
 */
export class TfidfVectorizer extends TextVectorizer {
  /** @param {TfidfOptions} [options] */
  constructor(options) {
    super(new VectorizerState(specs.tfidfVectorizer, options, learningTerms));
  }

  /** What each term weighs; nothing without useIdf. */
  get idf() {
    return termsOf(this).idf?.slice();
  }
}

/**
 * An explicit feature map: a function that makes a vector of each sample. The machine
 * behind it in a pipeline compares the vectors, by whatever kernel it has.
 * @extends {Vectorizer<MapOptions, Shaped<Float64Array>>}
 */
export class FeatureMap extends Vectorizer {
  /** @param {MapOptions} options */
  constructor(options) {
    super(new VectorizerState(specs.featureMap, options, learningMap));
  }
}
