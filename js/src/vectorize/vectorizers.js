/**
 * What makes numbers of text, sets and whatever a function can map. Vectorizers work in
 * the calling thread, and their methods return at once.
 */
import { MaxMarginError, show } from '../errors.js';
import { Estimator } from '../estimator.js';
import { badResult, thrown } from '../functions.js';
import { withShape } from '../fitted.js';
import { stateOf } from '../state.js';
import { VectorizerState } from './state.js';
import { analyzer, countTerms, learnIdf, learnTerms, weigh } from './terms.js';

/** @import { CountOptions, MapOptions, Shaped, SparseRows, TfidfOptions } from '../types.js' */
/** @import { Learning, Learnt } from './state.js' */

/** Samples for a vectorizer. @typedef {readonly unknown[]} Objects */

/**
 * @template {object} Options
 * @template [Rows=SparseRows]
 * @extends {Estimator<Options>}
 */
export class Vectorizer extends Estimator {
  /**
   * Learns from samples X how to make numbers of them.
   * @param {Objects} X
   * @returns {this}
   */
  fit(X) {
    vectorizerOf(this).learn(X);
    return this;
  }

  /**
   * The samples as rows of numbers.
   * @param {Objects} X
   * @returns {Rows}
   */
  transform(X) {
    return /** @type {any} */ (vectorizerOf(this).transform(X));
  }

  /**
   * fit and transform.
   * @param {Objects} X
   * @returns {Rows}
   */
  fitTransform(X) {
    return /** @type {any} */ (vectorizerOf(this).learn(X));
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
 * The terms that text was found to have, and what each weighs.
 * @implements {Learnt}
 */
class Terms {
  #analyze;
  #columns;
  #params;

  /**
   * @param {string[]} terms
   * @param {Float64Array | undefined} idf
   * @param {Record<string, any>} params
   */
  constructor(terms, idf, params) {
    this.terms = terms;
    this.idf = idf;
    this.#params = params;
    this.#analyze = analyzer(params);
    this.#columns = new Map(terms.map((term, column) => [term, column]));
  }

  get columns() {
    return this.terms.length;
  }

  get vocabulary() {
    return new Map(this.#columns);
  }

  /** @param {ArrayLike<unknown>} samples */
  transform(samples) {
    return this.count(Array.from(samples, this.#analyze));
  }

  /** @param {string[][]} documents */
  count(documents) {
    const rows = countTerms(documents, this.#columns, this.#params.binary);
    if ('norm' in this.#params) weigh(rows, this.idf, this.#params);
    return rows;
  }

  write() {
    return { terms: this.terms, ...(this.idf && { idf: Array.from(this.idf) }) };
  }
}

/** @type {Learning} */
const learningTerms = {
  learn(samples, params) {
    const documents = Array.from(samples, analyzer(params));
    const terms = learnTerms(documents, params);
    const columns = new Map(terms.map((term, column) => [term, column]));
    const idf = params.useIdf
      ? learnIdf(countTerms(documents, columns, true), params.smoothIdf === true)
      : undefined;
    const learnt = new Terms(terms, idf, params);
    return [learnt, learnt.count(documents)];
  },
  read({ terms, idf }, params) {
    const list = Array.isArray(terms) && terms.every((term) => typeof term === 'string');
    if (!list || terms.length === 0 || new Set(terms).size !== terms.length) {
      throw new TypeError('its terms are no list of different texts');
    }
    const weights = params.useIdf ? Float64Array.from(Object(idf)) : undefined;
    if (weights && !(weights.length === terms.length && weights.every(Number.isFinite))) {
      throw new TypeError(`it has not a weight for each of its ${terms.length} terms`);
    }
    return new Terms(terms, weights, params);
  },
};

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
    super(new VectorizerState('CountVectorizer', options, learningTerms));
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
    super(new VectorizerState('TfidfVectorizer', options, learningTerms));
  }

  /** What each term weighs; nothing without useIdf. */
  get idf() {
    return termsOf(this).idf?.slice();
  }
}

/**
 * Samples as a function maps them.
 * @implements {Learnt}
 */
class Mapped {
  #map;

  /**
   * @param {number} columns
   * @param {any} map
   */
  constructor(columns, map) {
    this.columns = columns;
    this.#map = map;
  }

  /** @param {ArrayLike<unknown>} samples */
  transform(samples) {
    const rows = Array.from(samples, (sample, i) => this.#row(sample, i));
    const data = new Float64Array(rows.length * this.columns);
    rows.forEach((row, i) => data.set(row, i * this.columns));
    return withShape(data, rows.length, this.columns);
  }

  /**
   * @param {unknown} sample
   * @param {number} i
   */
  #row(sample, i) {
    const row = featuresOf(this.#map, sample, i);
    if (this.columns < 0) this.columns = row.length;
    if (row.length === this.columns) return row;
    throw new MaxMarginError(
      'ERR_SHAPE',
      'map',
      `map(X[${i}]) has ${row.length} numbers, but the first sample of the fit has ${this.columns}; all must have as many`,
      { row: i, expected: this.columns, got: row.length },
    );
  }

  write() {
    return { columns: this.columns };
  }
}

/**
 * @param {(sample: any) => ArrayLike<number>} map
 * @param {unknown} sample
 * @param {number} row
 * @returns {ArrayLike<number>} at least one
 */
function featuresOf(map, sample, row) {
  const place = `map(X[${row}])`;
  let features;
  try {
    features = map(sample);
  } catch (cause) {
    throw thrown('map', place, cause, { row });
  }
  const list = Array.isArray(features) || ArrayBuffer.isView(features);
  const numbers = /** @type {number[]} */ (/** @type {unknown} */ (features));
  const bad = list ? Array.prototype.findIndex.call(numbers, (v) => !Number.isFinite(v)) : -1;
  if (list && numbers.length > 0 && bad < 0) return numbers;
  const [where, got] = bad < 0 ? [place, features] : [`${place}[${bad}]`, numbers[bad]];
  throw badResult('map', where, got, bad < 0 ? 'an array of numbers' : 'a finite number', { row });
}

/** @type {Learning} */
const learningMap = {
  learn(samples, { map }) {
    if (typeof map !== 'function') {
      throw new MaxMarginError(
        'ERR_OPTION',
        'map',
        `map must be a function (sample) => number[], got ${show(map)}`,
      );
    }
    const learnt = new Mapped(-1, map);
    return [learnt, learnt.transform(samples)];
  },
  read({ columns }, { map }) {
    if (Number.isSafeInteger(columns) && columns > 0) return new Mapped(columns, map);
    throw new TypeError(`it has ${show(columns)} columns`);
  },
};

/**
 * An explicit feature map: a function that makes a vector of each sample. The machine
 * behind it in a pipeline compares the vectors, by whatever kernel it has.
 * @extends {Vectorizer<MapOptions, Shaped<Float64Array>>}
 */
export class FeatureMap extends Vectorizer {
  /** @param {MapOptions} options */
  constructor(options) {
    super(new VectorizerState('FeatureMap', options, learningMap));
  }
}
