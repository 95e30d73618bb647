/** The fit of a generative model, and the features that it computes from samples. */
import { camelCase } from '../basics/text.js';
import { MaxMarginError } from '../basics/errors.js';
import { allocating } from '../basics/memory.js';
import { bytesOf } from '../basics/numbers.js';
import { visiting } from '../basics/slices.js';
import { Chain } from './chain.js';
import { applyMetric, isMetric, measure, widthOf } from './metric.js';

/** @import { Work } from '../basics/slices.js' */
/** @import { Result, Taken } from '../vectorize/learning.js' */
/** @import { Samples } from './chain.js' */
/** @import { Course } from './climb.js' */
/** @import { Metric } from './metric.js' */

/** @typedef {import('./chain.js').Chain} ChainType */

/**
 * Samples before they are encoded: code points of strings, or rows of numbers.
 * @typedef {object} Read
 * @property {number} rows
 * @property {number} cols
 * @property {Int32Array} [codes]
 * @property {Int32Array} [ptr]
 * @property {Float64Array} [numbers]
 */

/**
 * Samples from the buffers in which they came.
 * @param {Taken} taken
 * @returns {Read}
 */
export function readTaken({ layout, rows = 0, cols = 0, buffers }) {
  const ints = (/** @type {string} */ name) => new Int32Array(buffers[name].buffer);
  if (layout === 'strings') return { rows, cols, codes: ints('indices'), ptr: ints('indptr') };
  const data = new Float64Array(buffers.data.buffer);
  if (layout === 'dense') return { rows, cols, numbers: data };
  const numbers = allocating('fit', 'X', () => new Float64Array(rows * cols));
  const [indptr, indices] = [ints('indptr'), ints('indices')];
  for (let i = 0; i < rows; i++) {
    for (let p = indptr[i]; p < indptr[i + 1]; p++) numbers[i * cols + indices[p]] = data[p];
  }
  return { rows, cols, numbers };
}

/**
 * Rows of numbers as they cross from a worker.
 * @param {Float64Array} data
 * @param {number} rows
 * @param {number} cols
 * @returns {Result}
 */
const table = (data, rows, cols) => ({
  value: { layout: 'dense', rows, cols },
  buffers: { data: bytesOf(data) },
});

/**
 * A fitted model, as states of vectorizers have them.
 */
export class Generative {
  /**
   * @param {Chain} chain
   * @param {number[]} symbols code points of the letters, ascending; empty for numbers
   * @param {number} features numbers of a row; 1 for strings
   * @param {Course} course
   * @param {Record<string, any>} params
   */
  constructor(chain, symbols, features, course, params) {
    this.chain = chain;
    this.symbols = symbols;
    this.features = features;
    this.course = course;
    this.params = params;
    /** @type {Metric} */
    this.metric = { scale: [] };
    this.vector = chain.vector();
    this.expected = chain.split(this.vector);
  }

  /**
   * @param {Samples} samples
   * @returns {Work<void>}
   */
  *measure(samples) {
    if (this.params.features !== 'fisher') return;
    this.metric = yield* measure(this.params.information, samples.n, this.chain.size, (i) =>
      this.scores(samples, i),
    );
  }

  /**
   * @param {Samples} samples
   * @param {number} i
   */
  scores(samples, i) {
    this.expect(samples, i);
    this.chain.score(this.expected);
    return this.vector.subarray(0, this.chain.size);
  }

  /**
   * @param {Samples} samples
   * @param {number} i
   * @returns {number} the log-likelihood
   */
  expect(samples, i) {
    this.vector.fill(0);
    return this.chain.expect(samples, i, this.expected);
  }

  get columns() {
    const { size, states, letters, wide } = this.chain;
    if (this.params.features === 'fisher') return widthOf(this.metric, size);
    return letters > 0 ? states * letters : states * (1 + wide);
  }

  /**
   * Samples in the letters of the fit, or with its number of features.
   * @param {Taken} taken
   * @returns {Samples}
   */
  accept(taken) {
    const read = readTaken(taken);
    const { cols, codes } = read;
    if (Boolean(codes) !== this.symbols.length > 0) {
      const kind = codes ? 'rows of numbers' : 'strings';
      throw new MaxMarginError('ERR_TYPE', 'X', `this model was fitted to ${kind}; pass ${kind}`);
    }
    if (cols !== this.features) {
      throw new MaxMarginError(
        'ERR_FEATURE_COUNT',
        'X',
        `X has ${cols} features, but this model was fitted with ${this.features}; pass the same columns`,
        { expected: this.features, got: cols },
      );
    }
    return spell(read, this.chain, this.symbols, this.params.unseen === 'missing');
  }

  /**
   * The features of samples.
   * @param {Taken} taken
   * @returns {Work<Result>}
   */
  *transform(taken) {
    const samples = this.accept(taken);
    const { columns } = this;
    const made = allocating('transform', 'X', () => new Float64Array(samples.n * columns));
    yield* visiting('features', samples.n, (i) => {
      const row = made.subarray(i * columns, (i + 1) * columns);
      if (this.params.features === 'fisher') applyMetric(this.metric, this.scores(samples, i), row);
      else this.#shares(samples, i, row);
      if (!row.every(Number.isFinite)) {
        throw new MaxMarginError(
          'ERR_NUMERIC',
          'X',
          `the features of row ${i} overflow; scale the numbers as for fit`,
          { row: i },
        );
      }
    });
    return table(made, samples.n, columns);
  }

  /**
   * The expected share of each pair of a state and a letter; for numbers, the share of each
   * state, and its part of their mean.
   * @param {Samples} samples
   * @param {number} i
   * @param {Float64Array} row
   */
  #shares(samples, i, row) {
    this.expect(samples, i);
    const { states, letters, wide, parameters } = this.chain;
    const { given, mean, count } = this.expected;
    const places = Math.max(samples.ptr[i + 1] - samples.ptr[i], 1);
    if (letters > 0) {
      given.forEach((v, at) => (row[at] = v / places));
      return;
    }
    for (let s = 0; s < states; s++) {
      row[s * (wide + 1)] = count[s] / places;
      for (let j = 0; j < wide; j++) {
        const at = s * wide + j;
        row[s * (wide + 1) + 1 + j] = (mean[at] + count[s] * parameters.mean[at]) / places;
      }
    }
  }

  /**
   * The logarithm of the likelihood of every row.
   * @param {Taken} taken
   * @returns {Work<Result>}
   */
  *scoreSamples(taken) {
    const samples = this.accept(taken);
    const made = new Float64Array(samples.n);
    yield* visiting('likelihoods', samples.n, (i) => {
      made[i] = this.expect(samples, i);
    });
    return { value: {}, buffers: { values: bytesOf(made) } };
  }

  /**
   * The expected share of each component or state in the places of every row.
   * @param {Taken} taken
   * @returns {Work<Result>}
   */
  *predictProba(taken) {
    const made = yield* this.#sharesOf(this.accept(taken));
    const { states } = this.chain;
    return table(made, made.length / states, states);
  }

  /**
   * @param {Samples} samples
   * @returns {Work<Float64Array>}
   */
  *#sharesOf(samples) {
    const { states } = this.chain;
    const made = allocating('predictProba', 'X', () => new Float64Array(samples.n * states));
    yield* visiting('shares', samples.n, (i) => {
      this.expect(samples, i);
      const places = Math.max(samples.ptr[i + 1] - samples.ptr[i], 1);
      this.expected.count.forEach((v, s) => (made[i * states + s] = v / places));
    });
    return made;
  }

  /**
   * The likeliest states of every row, one for each of its places: of a mixture its
   * component. The states of all rows follow each other; indptr says where each begins.
   * @param {Taken} taken
   * @returns {Work<Result>}
   */
  *predict(taken) {
    const samples = this.accept(taken);
    const { ptr, n } = samples;
    const states = this.chain.series
      ? yield* this.#paths(samples)
      : likeliest(yield* this.#sharesOf(samples), n);
    return {
      value: {},
      buffers: { states: bytesOf(states), indptr: bytesOf(Int32Array.from(ptr)) },
    };
  }

  /**
   * @param {Samples} samples
   * @returns {Work<Int32Array>}
   */
  *#paths(samples) {
    const { ptr, n } = samples;
    const made = new Int32Array(ptr[n]);
    yield* visiting('paths', n, (i) => made.set(this.chain.path(samples, i), ptr[i]));
    return made;
  }

  write() {
    const { chain, symbols, features, course, metric } = this;
    return { symbols, features, theta: [...chain.theta], states: chain.states, course, metric };
  }

  /**
   * Reads the result of write; a TypeError if it is something else.
   * @param {any} json
   * @param {Record<string, any>} params
   * @param {boolean} series
   */
  static restore({ symbols, features, theta, states, course, metric }, params, series) {
    const whole = (/** @type {unknown} */ v, least = 1, most = 2 ** 31) =>
      Number.isSafeInteger(v) && Number(v) >= least && Number(v) <= most;
    const fits =
      whole(features) &&
      whole(states) &&
      Array.isArray(symbols) &&
      (series || symbols.length === 0) &&
      symbols.every((v, i) => whole(v, 0, 0x10ffff) && (i === 0 || v > symbols[i - 1])) &&
      Array.isArray(theta) &&
      theta.every(Number.isFinite);
    if (!fits) throw new TypeError('its parameters are damaged');
    const wide = series ? 1 : features;
    const needed = states * (2 + (series ? states : 0) + (symbols.length || 2 * wide));
    if (theta.length !== needed)
      throw new TypeError(`it has not the ${needed} parameters that it needs`);
    const chain = new Chain({ states, letters: symbols.length, wide, series });
    chain.theta.set(theta);
    chain.distributions((part, from, to) => {
      const p = chain.parameters[part].subarray(from, to);
      const sum = p.reduce((all, v) => all + v, 0);
      if (p.some((v) => v < 0) || Math.abs(sum - 1) > 1e-6) {
        throw new TypeError('its probabilities do not add up to 1');
      }
    });
    if (chain.parameters.variance.some((v) => !(v > 0))) {
      throw new TypeError('its variances are not positive');
    }
    const { status, iterations, likelihood, curve } = Object(course);
    if (
      typeof status !== 'string' ||
      !whole(iterations, 0) ||
      !Number.isFinite(likelihood) ||
      !Array.isArray(curve) ||
      !curve.every(Number.isFinite)
    ) {
      throw new TypeError('it does not say how its fit went');
    }
    const learnt = new Generative(
      chain,
      symbols,
      features,
      { status: camelCase(status), iterations, likelihood, curve },
      params,
    );
    if (params.features === 'fisher') {
      if (!isMetric(metric, chain.size, params.information)) {
        throw new TypeError(`it has no metric of its ${chain.size} scores`);
      }
      learnt.metric = metric;
    }
    return learnt;
  }
}

/**
 * The place of the largest number of every row, the first of equals.
 * @param {Float64Array} shares
 * @param {number} rows
 */
function likeliest(shares, rows) {
  const width = shares.length / rows;
  return Int32Array.from({ length: rows }, (_, i) => {
    const row = shares.subarray(i * width, (i + 1) * width);
    return row.indexOf(Math.max(...row));
  });
}

/**
 * The letters of an alphabet of strings, or the numbers of rows.
 * @param {Read} read
 * @param {Pick<ChainType, 'wide'>} chain
 * @param {number[]} symbols
 * @param {boolean} missing whether other letters are missing values
 * @returns {Samples}
 */
export function spell({ rows, cols, codes, ptr, numbers }, { wide }, symbols, missing) {
  if (!codes || !ptr) {
    const places = cols / wide;
    return { n: rows, ptr: Int32Array.from({ length: rows + 1 }, (_, i) => i * places), numbers };
  }
  const columns = new Map(symbols.map((symbol, column) => [symbol, column]));
  const letters = codes.map((code) => columns.get(code) ?? -1);
  const at = missing ? -1 : letters.indexOf(-1);
  if (at < 0) return { n: rows, ptr, letters };
  const row = ptr.findIndex((end) => end > at) - 1;
  const letter = String.fromCodePoint(codes[at]);
  const position = at - ptr[row];
  throw new MaxMarginError(
    'ERR_TYPE',
    'X',
    `X[${row}] has '${letter}' at position ${position}, a letter that no string of the fit has; write it otherwise, leave the row out, or set unseen to 'missing'`,
    { row, position, letter },
  );
}
