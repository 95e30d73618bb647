/** What makes numbers of text, sets and whatever a function can map. */
import { gather, host, run } from '#host';
import { unpackSamples } from '../model/fitted.js';
import { checkWorkSettings, stateOf } from '../model/state.js';
import * as specs from '../machines/vectorizers.js';
import { learningMap, learningTerms } from '../vectorize/learning.js';
import { packObjects, packTexts } from '../vectorize/packing.js';
import { VectorizerState } from '../vectorize/state.js';
import { Model, fitting } from './estimators.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Success } from '../runtime/host.js' */
/** @import { CountOptions, MapOptions, Shaped, SparseRows, TfidfOptions, WorkSettings } from '../types.js' */
/** @import { Terms } from '../vectorize/learning.js' */

/** Samples for a vectorizer. @typedef {readonly unknown[]} Objects */

/**
 * @template {object} Options
 * @template [Rows=SparseRows]
 * @extends {Model<Options>}
 */
export class Vectorizer extends Model {
  /**
   * Learns from samples X how to make numbers of them. Fails as a whole or not at all.
   * @param {Objects} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<this>}
   */
  fit(X, settings) {
    return run(fitting(this, X, undefined, settings));
  }

  /**
   * The samples as rows of numbers.
   * @param {Objects} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<Rows>}
   */
  transform(X, settings) {
    return run(/** @type {Steps<any>} */ (judging(this, 'transform', X, settings, unpackSamples)));
  }

  /**
   * fit and transform.
   * @param {Objects} X
   * @param {WorkSettings} [settings]
   * @returns {Returns<Rows>}
   */
  fitTransform(X, settings) {
    return run(/** @type {Steps<any>} */ (fittingTransforming(this, X, settings)));
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
export const vectorizerOf = (model) => /** @type {VectorizerState} */ (stateOf(model));

/**
 * What the fitted model makes of samples.
 * @template T
 * @param {object} model
 * @param {string} operation
 * @param {unknown} X
 * @param {unknown} given settings
 * @param {(reply: Success) => T} read
 * @returns {Steps<T>}
 */
export function* judging(model, operation, X, given, read) {
  const watch = checkWorkSettings(operation, given);
  const [samples] = yield gather([X]);
  const packed = vectorizerOf(model).apply(operation, samples);
  return read(yield host.apply(operation, ...packed, watch));
}

/**
 * One operation, since what was found in the samples serves both.
 * @param {object} model
 * @param {unknown} X
 * @param {unknown} given settings
 * @returns {Steps<unknown>}
 */
function* fittingTransforming(model, X, given) {
  const [samples] = yield gather([X]);
  const state = vectorizerOf(model);
  const job = state.beginFit(samples, undefined, given, true);
  try {
    const reply = yield host.fit(job.id, job.payload, job.watch);
    state.adopt(job, reply);
    return unpackSamples(reply);
  } finally {
    state.endFit();
  }
}

/**
 * @template {object} Options
 * @extends {Vectorizer<Options>}
 */
class TextVectorizer extends Vectorizer {
  /** The column of each term. */
  get vocabulary() {
    return new Map(termsOf(this).vocabulary);
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
    super(new VectorizerState(specs.countVectorizer, options, host, learningTerms, packTexts));
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
    super(new VectorizerState(specs.tfidfVectorizer, options, host, learningTerms, packTexts));
  }

  /** What each term weighs; nothing without useIdf. */
  get idf() {
    return termsOf(this).idf?.slice();
  }
}

/**
 * An explicit feature map: a function that makes a vector of each sample. The machine
 * behind it in a pipeline compares the vectors, by whatever kernel it has. The function
 * cannot cross to a worker: it is called in the calling thread.
 * @extends {Vectorizer<MapOptions, Shaped<Float64Array>>}
 */
export class FeatureMap extends Vectorizer {
  /** @param {MapOptions} options */
  constructor(options) {
    super(new VectorizerState(specs.featureMap, options, host, learningMap, packObjects));
  }
}
