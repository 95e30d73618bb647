/** The fits of vectorizers to samples, and their results. */
import { MaxMarginError, show } from '../basics/errors.js';
import { visiting } from '../basics/slices.js';
import { bytesOf, isArrayOrView } from '../basics/numbers.js';
import { badResult, thrown } from '../functions/functions.js';
import { analyzer, countTerms, learnIdf, learnTerms, weigh } from './terms.js';

/** @import { Work } from '../basics/slices.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { SparseRows } from '../types.js' */

/**
 * Samples as messages to a worker: any samples in `items`, or numbers and letters in buffers, with
 * the layout that they have there.
 * @typedef {object} Taken
 * @property {ArrayLike<unknown>} [items]
 * @property {ArrayLike<number>} [labels] the class of each sample, if the fit needs it
 * @property {'dense' | 'csr' | 'strings'} [layout]
 * @property {number} [rows]
 * @property {number} [cols]
 * @property {Record<string, Uint8Array>} buffers
 */

/**
 * Numbers as they cross from a worker. @typedef {{value: object, buffers: Record<string, Uint8Array>}} Result
 */

/**
 * The result of a fit of a vectorizer.
 * @typedef {object} Learnt
 * @property {number} columns
 * @property {(taken: Taken) => Work<Result>} transform
 * @property {() => Written} write as JSON
 */

/**
 * The result of a fit, as JSON.
 * @typedef {object & {course?: Course}} Written course: how the fit went, where it can end early
 */

/**
 * The course of a fit.
 * @typedef {object} Course
 * @property {string} status
 * @property {number} iterations
 * @property {number[]} curve the objective after each step
 */

/**
 * The functions that fit a kind of vectorizer, and read the result of a fit.
 * @typedef {object} Learning
 * @property {string} [name] by which workers know it; missing if only the calling thread can do the
 *   work
 * @property {(taken: Taken, params: Options) => Work<[learnt: Learnt, rows: () => Work<Result>]>} learn
 *   rows makes of the samples what transform would
 * @property {(json: any, params: Options) => Learnt} read
 */

/**
 * The terms of all documents.
 * @param {ArrayLike<unknown>} samples
 * @param {(document: unknown, i: number) => string[]} analyze
 * @returns {Work<string[][]>}
 */
function* analyzing(samples, analyze) {
  /** @type {string[][]} */
  const documents = [];
  yield* visiting('documents', samples.length, (i) => {
    documents.push(analyze(samples[i], i));
  });
  return documents;
}

/**
 * The terms of the training texts, and their weights.
 * @implements {Learnt}
 */
export class Terms {
  /** @type {ReadonlyMap<string, number> | undefined} */
  #columns;
  #params;

  /**
   * @param {string[]} terms
   * @param {Float64Array | undefined} idf
   * @param {Float64Array | undefined} information
   * @param {Record<string, any>} params
   */
  constructor(terms, idf, information, params) {
    this.terms = terms;
    this.idf = idf;
    this.information = information;
    this.#params = params;
  }

  get columns() {
    return this.terms.length;
  }

  /** The column of each term. */
  get vocabulary() {
    this.#columns ??= columnsOf(this.terms);
    return this.#columns;
  }

  /**
   * @param {Taken} taken
   * @returns {Work<Result>}
   */
  *transform({ items = [] }) {
    return yield* this.count(yield* analyzing(items, analyzer(this.#params)));
  }

  /**
   * @param {string[][]} documents
   * @returns {Work<Result>}
   */
  *count(documents) {
    const rows = yield* countTerms(documents, this.vocabulary, this.#params.binary);
    if ('norm' in this.#params) weigh(rows, this.idf, this.#params);
    return packed(rows);
  }

  write() {
    const { terms, idf, information } = this;
    return {
      terms,
      ...(idf && { idf: Array.from(idf) }),
      ...(information && { information: Array.from(information) }),
    };
  }
}

/** @param {readonly string[]} terms */
const columnsOf = (terms) => new Map(terms.map((term, column) => [term, column]));

/**
 * @param {SparseRows} rows
 * @returns {Result}
 */
const packed = ({ indptr, indices, data, rows, cols }) => ({
  value: { layout: 'csr', rows, cols },
  buffers: { indptr: bytesOf(indptr), indices: bytesOf(indices), data: bytesOf(data) },
});

/** @type {Learning} */
export const learningTerms = {
  name: 'terms',
  *learn({ items = [], labels }, params) {
    const documents = yield* analyzing(items, analyzer(params));
    const { terms, information } = yield* learnTerms(documents, params, labels);
    const columns = columnsOf(terms);
    const idf = params.useIdf
      ? learnIdf(yield* countTerms(documents, columns, true), params)
      : undefined;
    const learnt = new Terms(terms, idf, information, params);
    return [learnt, () => learnt.count(documents)];
  },
  read({ terms, idf, information }, params) {
    const list = Array.isArray(terms) && terms.every((term) => typeof term === 'string');
    if (!list || terms.length === 0 || new Set(terms).size !== terms.length) {
      throw new TypeError('its terms are no list of different texts');
    }
    const numbers = (/** @type {unknown} */ list) => {
      const read = Float64Array.from(Object(list));
      if (read.length === terms.length && read.every(Number.isFinite)) return read;
      throw new TypeError(`it has not a number for each of its ${terms.length} terms`);
    };
    const weights = params.useIdf ? numbers(idf) : undefined;
    const ranked = params.rankBy === 'mutualInformation' ? numbers(information) : undefined;
    return new Terms(terms, weights, ranked, params);
  },
};

/**
 * Samples that a function maps to vectors.
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

  /**
   * @param {Taken} taken
   * @returns {Work<Result>}
   */
  *transform({ items = [] }) {
    /** @type {ArrayLike<number>[]} */
    const rows = [];
    yield* visiting('map', items.length, (i) => rows.push(this.#row(items[i], i)));
    const data = new Float64Array(rows.length * this.columns);
    rows.forEach((row, i) => data.set(row, i * this.columns));
    return {
      value: { layout: 'dense', rows: rows.length, cols: this.columns },
      buffers: { data: bytesOf(data) },
    };
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
  const list = isArrayOrView(features);
  const numbers = /** @type {number[]} */ (/** @type {unknown} */ (features));
  const bad = list ? Array.prototype.findIndex.call(numbers, (v) => !Number.isFinite(v)) : -1;
  if (list && numbers.length > 0 && bad < 0) return numbers;
  const [where, got] = bad < 0 ? [place, features] : [`${place}[${bad}]`, numbers[bad]];
  throw badResult('map', where, got, bad < 0 ? 'an array of numbers' : 'a finite number', { row });
}

/** @type {Learning} */
export const learningMap = {
  *learn(taken, { map }) {
    if (typeof map !== 'function') {
      throw new MaxMarginError(
        'ERR_OPTION',
        'map',
        `map must be a function (sample) => number[], got ${show(map)}`,
      );
    }
    const learnt = new Mapped(-1, map);
    const rows = yield* learnt.transform(taken); // the first tells how many columns there are
    return [learnt, () => given(rows)];
  },
  read({ columns }, { map }) {
    if (Number.isSafeInteger(columns) && columns > 0) return new Mapped(columns, map);
    throw new TypeError(`it has ${show(columns)} columns`);
  },
};

/**
 * Work with a result that is known already.
 * @template T
 * @param {T} value
 * @returns {Work<T>}
 */
function* given(value) {
  return value;
}
