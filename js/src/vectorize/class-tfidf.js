/** Weights of terms that depend on the class (Shalev-Shwartz and Ben-David 2014, section 17.2.1). */
import { MaxMarginError, show } from '../basics/errors.js';
import { encodeLabels } from '../input/labels.js';
import { packSamples } from '../input/inputs.js';
import { float64s } from '../input/values.js';
import { readSettings, wrongSetting } from '../basics/settings.js';

/** @import { Entries, Label, Samples, SparseRows } from '../types.js' */

/**
 * Features of a document and a class: the count of each term, times ln(m / DF), where m is how many
 * documents the training set has and DF how often the term occurs in those of other classes.
 * There are as many features as terms, however many classes there are. It works in the calling
 * thread, and its methods return values in both forms of the package.
 */
export class ClassTfidf {
  #smoothing;
  /** @type {readonly Label[]} */
  #classes = [];
  /** @type {Float64Array[]} */
  #weights = [];

  /**
   * @param {{smoothing?: number}} [settings] smoothing: the DF of a term that no other class has,
   *   0.5 by default
   */
  constructor(settings) {
    const { smoothing = 0.5 } = readSettings('ClassTfidf', settings, ['smoothing']);
    if (!(typeof smoothing === 'number' && smoothing > 0 && smoothing < Infinity)) {
      throw wrongSetting('smoothing', 'a number in (0,inf)', smoothing);
    }
    this.#smoothing = smoothing;
  }

  /**
   * Learns the weights.
   * @param {Samples | SparseRows} counts of the terms in the documents, such as CountVectorizer makes
   * @param {Entries<Label>} y the class of each document
   * @returns {this}
   */
  fit(counts, y) {
    const { rows, cols, each } = countsOf(counts);
    const { classes, indices } = encodeLabels(y, rows);
    const all = new Float64Array(cols);
    const own = classes.labels.map(() => new Float64Array(cols));
    each((i, column, count) => {
      all[column] += count;
      own[indices[i]][column] += count;
    });
    this.#classes = [...classes.labels];
    this.#weights = own.map((inside) =>
      inside.map((count, j) => Math.log(rows / (all[j] - count || this.#smoothing))),
    );
    return this;
  }

  /** The classes, in ascending order. */
  get classes() {
    return [...this.#classes];
  }

  /** The weights of the terms: a row for each class. */
  get weights() {
    return this.#weights.map((row) => row.slice());
  }

  /**
   * The features of documents, each with the same class.
   * @param {Samples | SparseRows} counts
   * @param {Label} label
   * @returns {SparseRows}
   */
  transform(counts, label) {
    if (this.#classes.length === 0) {
      throw new MaxMarginError(
        'ERR_NOT_FITTED',
        'model',
        'transform needs a fitted ClassTfidf; call fit first',
      );
    }
    const at = this.#classes.indexOf(label);
    if (at < 0) {
      throw wrongSetting(
        'label',
        `one of the classes ${this.#classes.map(show).join(', ')}`,
        label,
      );
    }
    const weights = this.#weights[at];
    const { rows, cols, each } = countsOf(counts);
    if (cols !== weights.length) {
      throw new MaxMarginError(
        'ERR_SHAPE',
        'counts',
        `counts has ${cols} columns, but fit had ${weights.length} terms`,
        { expected: weights.length, got: cols },
      );
    }
    const indptr = new Int32Array(rows + 1);
    /** @type {number[]} */
    const indices = [];
    /** @type {number[]} */
    const data = [];
    each((i, column, count) => {
      indices.push(column);
      data.push(count * weights[column]);
      indptr[i + 1]++;
    });
    for (let i = 0; i < rows; i++) indptr[i + 1] += indptr[i];
    return { indptr, indices: Int32Array.from(indices), data: Float64Array.from(data), rows, cols };
  }
}

/**
 * The counts that are not zero, row by row.
 * @param {unknown} counts
 */
function countsOf(counts) {
  const { shape, buffers } = packSamples(counts, 'counts', { operation: 'spectrum' });
  const { rows, cols, layout } = shape;
  if (layout === 'strings') {
    throw new MaxMarginError(
      'ERR_TYPE',
      'counts',
      'counts must be numbers; count the terms of texts with CountVectorizer first',
    );
  }
  const view = (/** @type {string} */ name) =>
    /** @type {Uint8Array<ArrayBuffer>} */ (buffers[name]);
  const data = float64s(view('data'));
  /** @param {(i: number, column: number, count: number) => void} visit */
  const each = (visit) => {
    const take = (
      /** @type {number} */ i,
      /** @type {number} */ column,
      /** @type {number} */ at,
    ) => {
      if (data[at] < 0) {
        throw new MaxMarginError(
          'ERR_OPTION',
          'counts',
          `counts[${i}][${column}] is ${data[at]}; a count is not negative`,
          { row: i, column },
        );
      }
      if (data[at] > 0) visit(i, column, data[at]);
    };
    if (layout === 'dense') {
      for (let at = 0; at < data.length; at++) take(Math.floor(at / cols), at % cols, at);
      return;
    }
    const [indptr, indices] = ['indptr', 'indices'].map(
      (name) => new Int32Array(view(name).buffer),
    );
    for (let i = 0; i < rows; i++)
      for (let at = indptr[i]; at < indptr[i + 1]; at++) take(i, indices[at], at);
  };
  return { rows, cols, each };
}
