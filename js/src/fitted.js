/**
 * What a fit leaves behind. The truth is the model's bytes; everything else is
 * read from them when first asked for.
 */
import { Container } from './container.js';
import { parseClasses } from './labels.js';

/** @import { LabelKind } from './labels.js' */
/** @import { Success } from './runtime.js' */
/** @import { FitInfo, FitStatus, Shaped } from './types.js' */

/**
 * @template {Float64Array | Int32Array} T
 * @param {T} numbers
 * @param {number[]} shape
 * @returns {Shaped<T>}
 */
export function withShape(numbers, ...shape) {
  return Object.defineProperty(/** @type {any} */ (numbers), 'shape', { value: shape });
}

/**
 * @param {Success} reply
 * @returns {Shaped<Float64Array>}
 */
export function unpackDecisions({ value: { columns }, buffers }) {
  const values = new Float64Array(buffers.values.buffer);
  return columns === 1
    ? withShape(values, values.length)
    : withShape(values, values.length / columns, columns);
}

export class Fitted {
  #container;
  /** @type {Map<string, any>} */
  #read = new Map();

  /**
   * @param {number} id by which the session knows the model
   * @param {Uint8Array} bytes
   * @param {Partial<FitInfo>} [report] of the fit, unless the model was loaded
   */
  constructor(id, bytes, report) {
    this.id = id;
    this.bytes = bytes;
    this.#container = new Container(bytes);
    this.classes = parseClasses(
      /** @type {LabelKind} */ (this.#container.text('classes.kind')),
      this.#container.text('classes.names').split('\0'),
    );
    this.info = this.#inform(report);
  }

  get features() {
    return this.#container.int32s('features')[0];
  }

  get supportIndices() {
    return this.#once('support.indices', (name) => this.#container.int32s(name));
  }

  get supportCounts() {
    return this.#once('support.counts', (name) => this.#container.int32s(name));
  }

  /** Dense, sparse, or of a precomputed kernel none. */
  get supportVectors() {
    return this.#once('support.vectors', (name) => {
      const container = this.#container;
      const [rows, cols] = [this.supportIndices.length, this.features];
      if (container.has(name)) return withShape(container.float64s(name), rows, cols);
      if (!container.has('support.values')) return withShape(new Float64Array(0), 0, 0);
      return {
        indptr: container.int32s('support.indptr'),
        indices: container.int32s('support.columns'),
        data: container.float64s('support.values'),
        rows,
        cols,
      };
    });
  }

  get dualCoef() {
    return this.#once('dual.coef', (name) =>
      withShape(
        this.#container.float64s(name),
        this.classes.labels.length - 1,
        this.supportIndices.length,
      ),
    );
  }

  get intercept() {
    return this.#once('intercept', (name) => this.#container.float64s(name));
  }

  get iterations() {
    return this.#once('pair.iterations', (name) => this.#container.int32s(name));
  }

  /**
   * The options in the model, by path such as kernel.name.
   * @returns {Map<string, any>}
   */
  options() {
    const prefix = 'option.';
    const names = this.#container.names().filter((name) => name.startsWith(prefix));
    return new Map(names.map((name) => [name.slice(prefix.length), this.#container.value(name)]));
  }

  /**
   * @template T
   * @param {string} name
   * @param {(name: string) => T} read
   * @returns {T}
   */
  #once(name, read) {
    if (!this.#read.has(name)) this.#read.set(name, read(name));
    return this.#read.get(name);
  }

  /**
   * @param {Partial<FitInfo>} [report]
   * @returns {FitInfo}
   */
  #inform(report) {
    const container = this.#container;
    const statuses = /** @type {FitStatus[]} */ (container.text('pair.status').split(' '));
    const status = statuses.findLast((text) => text !== 'converged') ?? 'converged';
    return Object.freeze({
      status,
      converged: status === 'converged',
      iterations: this.iterations.reduce((sum, count) => sum + count, 0),
      objective: container.float64s('pair.objective').reduce((sum, value) => sum + value, 0),
      gap: container.float64s('pair.gap').reduce((a, b) => Math.max(a, b), 0),
      supportVectors: this.supportIndices.length,
      milliseconds: report?.milliseconds,
      warnings: report?.warnings ?? [],
    });
  }
}
