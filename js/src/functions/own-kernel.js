/**
 * Kernels that are the caller's functions, k(a, b), over samples of any kind. They run in the
 * calling thread and fill a matrix, and the machine is fitted as with a precomputed kernel. The
 * fitted model keeps the samples that it needs, its support vectors for example, and compares
 * new samples with these only.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { badResult, thrown } from './functions.js';
import { bytesOf } from '../input/inputs.js';
import { allocating, checkRoom } from '../basics/memory.js';
import { ProgressMeter } from '../basics/slices.js';

/** @import { Fitted } from '../model/fitted.js' */
/** @import { PackedTable, Use } from '../input/inputs.js' */
/** @import { Slices } from '../basics/slices.js' */

/** @typedef {(a: any, b: any) => number} KernelFunction */

/** The largest difference between k(a, b) and k(b, a) by rounding, for values of size 1. */
const tolerance = 1e-6;

/**
 * @param {unknown} X
 * @param {string} argument
 * @returns {ArrayLike<unknown>} a copy of the array of samples
 */
export function checkObjects(X, argument) {
  if (!Array.isArray(X)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument} must be an array with one entry for each sample, got ${show(X)}`,
    );
  }
  if (X.length > 0) return X.slice();
  throw new MaxMarginError(
    'ERR_EMPTY',
    argument,
    `${argument} is empty; it needs at least one sample`,
    { rows: 0 },
  );
}

/** Samples that a function compares with others, and the function. */
export class OwnKernel {
  /** The training samples that the machine needs. @type {ArrayLike<unknown>} */
  #objects = [];
  /** Their indices among the training samples, ascending. */
  #columns = new Int32Array(0);
  #samples = 0;

  /** Whether the last column holds k(x, x) of new samples, as Go expects. */
  #norms = false;

  /** @param {KernelFunction} kernel */
  constructor(kernel) {
    this.kernel = kernel;
  }

  /**
   * The samples of a fit; the n x n values are computed when the table is filled.
   * @param {unknown} X
   * @param {Float64Array} [known] the values, computed before
   * @returns {PackedTable}
   */
  learn(X, known) {
    const objects = checkObjects(X, 'X');
    const n = objects.length;
    this.#objects = objects;
    this.#samples = n;
    checkRoom('fitGram', 'X', { layout: 'dense', rows: n, cols: n, outputs: 2 });
    const values = allocating('fitGram', 'X', () => known?.slice() ?? new Float64Array(n * n));
    return {
      shape: { layout: 'dense', rows: n, cols: n },
      buffers: { data: bytesOf(values) },
      ...(!known && { fill: () => fillGram(this.kernel, objects, values) }),
    };
  }

  /**
   * Forgets the samples that the fitted machine does not need.
   * @param {Fitted} fitted
   */
  settle(fitted) {
    this.#columns = columnsOf(fitted, this.#samples);
    this.#norms = fitted.attribute('nFeatures') > this.#samples;
    this.#objects = Array.from(this.#columns, (i) => this.#objects[i]);
  }

  /**
   * Samples to be predicted. The table has only the columns of the stored samples;
   * Go reads no others.
   * @param {unknown} X
   * @param {Use} use
   * @returns {PackedTable}
   */
  pack(X, use) {
    const objects = checkObjects(X, 'X');
    const last = this.#norms ? [this.#samples] : [];
    const columns = Int32Array.from([...this.#columns, ...last]);
    const cols = this.#samples + last.length;
    const [m, count] = [objects.length, columns.length];
    checkRoom(use.operation, 'X', {
      layout: 'csr',
      rows: m,
      cols,
      stored: m * count,
      outputs: use.outputs,
    });
    return allocating(use.operation, 'X', () => {
      const values = new Float64Array(m * count);
      const indptr = Int32Array.from({ length: m + 1 }, (_, i) => i * count);
      const indices = Int32Array.from({ length: m * count }, (_, i) => columns[i % count]);
      return {
        shape: { layout: 'csr', rows: m, cols },
        buffers: { data: bytesOf(values), indptr: bytesOf(indptr), indices: bytesOf(indices) },
        fill: () => this.#fillRows(objects, values),
      };
    });
  }

  /**
   * @param {ArrayLike<unknown>} objects
   * @param {Float64Array} values row after row
   * @returns {Slices}
   */
  *#fillRows(objects, values) {
    const meter = new ProgressMeter('kernel', values.length);
    const columns = this.#columns;
    let at = 0;
    for (let i = 0; i < objects.length; i++) {
      for (let p = 0; p < columns.length + (this.#norms ? 1 : 0); p++) {
        const itself = p === columns.length;
        const other = itself ? objects[i] : this.#objects[p];
        values[at++] = valueOf(this.kernel, objects[i], other, () => [
          `kernel(X[${i}], ${itself ? `X[${i}]` : `training sample ${columns[p]}`})`,
          { row: i, column: itself ? i : columns[p] },
        ]);
        const report = meter.advance();
        if (report) meter.resume(yield report);
      }
    }
  }

  /**
   * The samples in the form of a file.
   * @returns {Record<string, string>}
   */
  fields() {
    const objects = /** @type {unknown[]} */ (this.#objects);
    const lost = objects.findIndex((object) => !isData(object, 0));
    if (lost < 0) return { [field]: JSON.stringify({ of: this.#samples, kept: objects }) };
    const row = this.#columns[lost];
    throw new MaxMarginError(
      'ERR_UNSAVABLE',
      'X',
      `X[${row}] is ${show(objects[lost])} that JSON cannot hold whole, so this model cannot be saved; fit samples that are text, numbers, plain arrays or plain objects, and convert them inside the kernel`,
      { row },
    );
  }

  /**
   * The same for a loaded model; undefined for a kernel of the catalogue.
   * @param {Fitted} fitted
   * @param {() => KernelFunction} kernel
   * @returns {OwnKernel | undefined}
   */
  static restore(fitted, kernel) {
    const text = fitted.extra(field);
    if (text === undefined) return undefined;
    const own = new OwnKernel(kernel());
    const { of: samples, kept } = Object(JSON.parse(text));
    const columns = fitted.attribute('nFeatures');
    own.#norms = samples === columns - 1;
    if (samples === columns || own.#norms) {
      own.#samples = samples;
      own.#columns = columnsOf(fitted, samples);
      own.#objects = kept;
      if (Array.isArray(kept) && kept.length === own.#columns.length) return own;
    }
    throw new TypeError(`its samples are not those of ${columns} columns`);
  }
}

/** The field of a model that holds its samples. */
const field = 'facade.samples';

/**
 * The training samples that a machine needs for predictions: its support vectors, or all samples.
 * @param {Fitted} fitted
 * @param {number} samples
 */
function columnsOf(fitted, samples) {
  return fitted.has('supportIndices')
    ? fitted.attribute('supportIndices').slice().sort()
    : Int32Array.from({ length: samples }, (_, i) => i);
}

/**
 * Fills the lower triangle of the Gram matrix and mirrors it. Tests once in each row whether
 * the kernel is symmetric, at positions spread over the matrix.
 * @param {KernelFunction} kernel
 * @param {ArrayLike<unknown>} objects
 * @param {Float64Array} gram n x n
 * @returns {Slices}
 */
function* fillGram(kernel, objects, gram) {
  const n = objects.length;
  const meter = new ProgressMeter('kernel', (n * (n + 1)) / 2);
  const compare = (/** @type {number} */ i, /** @type {number} */ j) =>
    valueOf(kernel, objects[i], objects[j], () => [
      `kernel(X[${i}], X[${j}])`,
      { row: i, column: j },
    ]);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      gram[i * n + j] = gram[j * n + i] = compare(i, j);
      const report = meter.advance();
      if (report) meter.resume(yield report);
    }
    if (i > 0) checkMirror(gram, n, i, Math.floor(i * ((i * golden) % 1)), compare);
  }
}

/** (sqrt(5) - 1) / 2: multiples of it, modulo 1, spread evenly. */
const golden = 0.6180339887498949;

/**
 * @param {Float64Array} gram
 * @param {number} n
 * @param {number} i
 * @param {number} j
 * @param {(i: number, j: number) => number} compare
 */
function checkMirror(gram, n, i, j, compare) {
  const [below, above] = [gram[i * n + j], compare(j, i)];
  const size = Math.max(gram[i * n + i], gram[j * n + j], Math.abs(below), Math.abs(above));
  if (Math.abs(below - above) <= tolerance * size) return;
  throw new MaxMarginError(
    'ERR_KERNEL_ASYMMETRIC',
    'kernel',
    `kernel(X[${i}], X[${j}]) is ${below}, but kernel(X[${j}], X[${i}]) is ${above}; a kernel must be symmetric, so look at how it compares, or return the mean of both`,
    { row: i, column: j },
  );
}

/**
 * @param {KernelFunction} kernel
 * @param {unknown} a
 * @param {unknown} b
 * @param {() => [place: string, details: Record<string, unknown>]} where for errors
 */
function valueOf(kernel, a, b, where) {
  let value;
  try {
    value = kernel(a, b);
  } catch (cause) {
    throw thrown('kernel', where()[0], cause, where()[1]);
  }
  if (Number.isFinite(value)) return value;
  throw badResult('kernel', where()[0], value, 'a finite number', where()[1]);
}

/** How deep samples may be nested in a file, so that a cycle is noticed. */
const deepest = 100;

/**
 * Whether JSON gives back the same.
 * @param {unknown} value
 * @param {number} depth
 * @returns {boolean}
 */
function isData(value, depth) {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > deepest) return false;
  const listed = Array.isArray(value);
  const prototype = Object.getPrototypeOf(value);
  if (!listed && prototype !== Object.prototype && prototype !== null) return false;
  if (!listed && ('toJSON' in value || Object.getOwnPropertySymbols(value).length > 0))
    return false;
  const entries = listed ? Array.from(value) : Object.values(value); // with the gaps of an array
  return entries.every((entry) => isData(entry, depth + 1));
}
