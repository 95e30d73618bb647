/** Vectorizers turn text, sets and any samples of a function into numbers. */
import { gather, host, loadable, run } from '#host';
import { unpackSamples } from '../model/fitted.js';
import { checkWorkSettings } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';
import * as specs from '../machines/vectorizers.js';
import { addReaders, register } from '../model/loadable.js';
import { learningMap, learningTerms } from '../vectorize/learning.js';
import { packObjects, packTexts } from '../vectorize/packing.js';
import { VectorizerState, readerWith } from '../vectorize/state.js';
import { Model, fitting } from './estimators.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Success } from '../runtime/host.js' */
/** @import { CountOptions, Entries, Label, MapOptions, Shaped, SparseRows, TfidfOptions, WorkSettings } from '../types.js' */
/** @import { Terms } from '../vectorize/learning.js' */

/** Samples for a vectorizer. @typedef {readonly unknown[]} Objects */

/**
 * @template {object} Options
 * @template [Rows=SparseRows]
 * @extends {Model<Options>}
 */
export class Vectorizer extends Model {
  /** @internal */
  static name = /* @__PURE__ */ addReaders(loadable, 'Vectorizer', { vectorizer: readerWith });

  /**
   * Learns from samples X how to turn samples into numbers. If it fails, nothing changes.
   * @param {Objects} X
   * @param {Entries<Label> | WorkSettings} [y] the class of each sample, for rankBy; it may be left
   *   out, before settings too
   * @param {WorkSettings} [settings]
   * @returns {Returns<this>}
   */
  fit(X, y, settings) {
    return run(fitting(this, X, ...apart(y, settings)));
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
   * @param {Entries<Label> | WorkSettings} [y] the class of each sample, or settings, as for fit
   * @param {WorkSettings} [settings]
   * @returns {Returns<Rows>}
   */
  fitTransform(X, y, settings) {
    return run(/** @type {Steps<any>} */ (fittingTransforming(this, X, ...apart(y, settings))));
  }

  /** The number of columns of the rows. */
  get nFeatures() {
    return vectorizerOf(this).own.learnt.columns;
  }
}

/**
 * Most vectorizers learn from samples alone: then settings may stand in the place of y.
 * @param {any} y
 * @param {any} settings
 * @returns {[y: unknown, settings: any]}
 */
function apart(y, settings) {
  const alone = settings === undefined && y && Object.getPrototypeOf(y) === Object.prototype;
  return alone ? [undefined, y] : [y, settings];
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
  const state = vectorizerOf(model);
  const packed = state.ask(samples);
  return read(yield state.host.apply(operation, ...packed, watch));
}

/**
 * One operation, since what was found in the samples serves both.
 * @param {object} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} given settings
 * @returns {Steps<unknown>}
 */
function* fittingTransforming(model, X, y, given) {
  const [samples, labels] = yield gather([X, y]);
  const state = vectorizerOf(model);
  const job = state.beginFit(samples, labels, given, true);
  try {
    const reply = yield state.host.fit(job.id, job.payload, job.watch);
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

  /**
   * What each term tells of the classes, in nats: their mutual information. Undefined unless
   * rankBy is 'mutualInformation'.
   */
  get mutualInformation() {
    return termsOf(this).information?.slice();
  }
}

/** @param {object} model */
const termsOf = (model) => /** @type {Terms} */ (vectorizerOf(model).own.learnt);

/**
 * Counts the terms of texts, or the items of sets and lists.
 * @extends {TextVectorizer<CountOptions>}
 */
export class CountVectorizer extends TextVectorizer {
  /** @internal */
  static name = /* @__PURE__ */ register(loadable, 'CountVectorizer', this, specs.countVectorizer);

  /** @param {CountOptions} [options] */
  constructor(options) {
    super(new VectorizerState(specs.countVectorizer, options, host, learningTerms, packTexts));
  }
}

/**
 * Counts terms and weights them: a term has more weight if fewer documents contain it. Inner
 * products of the resulting vectors compare the topics of texts.
 * @extends {TextVectorizer<TfidfOptions>}
 */
export class TfidfVectorizer extends TextVectorizer {
  /** @internal */
  static name = /* @__PURE__ */ register(loadable, 'TfidfVectorizer', this, specs.tfidfVectorizer);

  /** @param {TfidfOptions} [options] */
  constructor(options) {
    super(new VectorizerState(specs.tfidfVectorizer, options, host, learningTerms, packTexts));
  }

  /** The weight of each term; undefined without useIdf. */
  get idf() {
    return termsOf(this).idf?.slice();
  }
}

/**
 * An explicit feature map: a function that turns each sample into a vector. The machine
 * after it in a pipeline compares the vectors by its kernel. The function
 * cannot cross to a worker: it is called in the calling thread.
 * @extends {Vectorizer<MapOptions, Shaped<Float64Array>>}
 */
export class FeatureMap extends Vectorizer {
  /** @internal */
  static name = /* @__PURE__ */ register(loadable, 'FeatureMap', this, specs.featureMap);

  /** @param {MapOptions} options */
  constructor(options) {
    super(new VectorizerState(specs.featureMap, options, host, learningMap, packObjects));
  }
}
