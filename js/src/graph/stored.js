/** Models as files have them: the fields of a machine, its parts, and its kernel. */
import { MaxMarginError } from '../basics/errors.js';
import { Container } from '../model/container.js';
import { readStrings } from '../input/strings.js';

/** @import { Tree } from './kernels.js' */

/** How many parts a file can have; Go has the same limit. */
const mostParts = 1000;

/** How many numbers samples may have here that are sparse in the file. */
const mostDense = 2 ** 27;

/** @typedef {string | number | boolean | bigint} Label */

export class Stored {
  #fields;
  /** The fields about the whole model. */
  whole;
  /** The steps of a pipeline, or the members of an ensemble. @type {Stored[]} */
  parts = [];

  /**
   * @param {Uint8Array} bytes
   * @param {number} [number] of the part
   */
  constructor(bytes, number) {
    this.#fields = new Container(bytes, number === undefined ? '' : `${number}.`);
    this.whole = new Container(bytes);
    this.machine = this.text('machine');
  }

  /**
   * The model in a file.
   * @param {Uint8Array} bytes
   */
  static of(bytes) {
    let next = 0;
    const filled = (/** @type {Stored} */ stored) => {
      const [count] = stored.has('pipeline.steps') ? stored.numbers('pipeline.steps') : [0];
      const first = next;
      next += count;
      if (!(count >= 0 && next <= mostParts)) throw new TypeError(`it has ${next} parts`);
      stored.parts = Array.from({ length: count }, (_, i) => new Stored(bytes, first + i));
      stored.parts.forEach(filled);
      return stored;
    };
    return filled(new Stored(bytes));
  }

  /** The steps of a pipeline; of anything else the one that it is. */
  get steps() {
    return this.machine === 'Pipeline' ? this.parts : [this];
  }

  /** The machine at the end. @returns {Stored} */
  get last() {
    const { steps } = this;
    const last = steps[steps.length - 1];
    return last === this ? this : last.last;
  }

  /** @param {string} name */
  has(name) {
    return this.#fields.has(name);
  }

  /** @param {string} name @returns {any} numbers */
  numbers(name) {
    const value = this.#fields.value(name);
    if (typeof value === 'string') throw new TypeError(`its ${name} is a text`);
    return value;
  }

  /** The first of them. @param {string} name @returns {number} */
  number(name) {
    return this.numbers(name)[0];
  }

  /** A text; '' if a file of the past lacks it. @param {string} name */
  text(name) {
    return this.has(name) ? this.#fields.text(name) : '';
  }

  /** How many columns samples have. */
  get width() {
    return this.number('features');
  }

  /** The classes in ascending order; none of what is no classifier. @returns {Label[]} */
  get labels() {
    const { whole } = this;
    if (!whole.has('classes.kind')) return [];
    const names = whole.text('classes.names').split('\0');
    switch (whole.text('classes.kind')) {
      case 'number':
        return names.map(Number);
      case 'boolean':
        return names.map((name) => name === 'true');
      case 'bigint':
        return names.map(BigInt);
      default:
        return names;
    }
  }

  /** The samples that a machine keeps, dense, row by row. @returns {Float64Array} */
  get vectors() {
    const field = 'support.vectors';
    const d = this.width;
    if (this.has(field)) return this.numbers(field);
    if (this.has(`${field}.bytes`)) {
      const m = this.has('support.indices') ? this.numbers('support.indices').length : 0;
      const bytes = new Uint8Array(this.numbers(`${field}.bytes`).buffer, 0, m * d);
      return Float64Array.from(bytes, (byte) => byte * this.number(`${field}.scale`));
    }
    const today = ['indptr', 'indices', 'values'].map((end) => `${field}.${end}`);
    const earliest = ['support.indptr', 'support.columns', 'support.values'];
    const [starts, places, values] = (this.has(today[0]) ? today : earliest).map((name) => this.numbers(name)); // prettier-ignore
    const numbers = (starts.length - 1) * d;
    if (numbers > mostDense) {
      throw new MaxMarginError('ERR_MEMORY_BUDGET', 'model', `the model has ${numbers} numbers in its samples, dense, and at most ${mostDense} are taken; load it with maxmargin`, { needed: numbers, available: mostDense }); // prettier-ignore
    }
    const dense = new Float64Array(numbers);
    for (let i = 0; i + 1 < starts.length; i++)
      for (let at = starts[i]; at < starts[i + 1]; at++) dense[i * d + places[at]] = values[at];
    return dense;
  }

  /** The strings that a machine keeps, of a kernel of strings. @returns {string[] | undefined} */
  get strings() {
    const field = 'support.vectors';
    if (!this.has(`${field}.symbols`)) return undefined;
    return readStrings(this.numbers(`${field}.symbols`), this.numbers(`${field}.indptr`));
  }

  /**
   * The kernel with all parameters, in which 'scale' and 'auto' are the numbers that they were at the
   * fit.
   * @param {string} [process] what the names of its learnt parameters begin with
   * @returns {Tree}
   */
  kernel(process = '') {
    const named = this.text('option.kernel');
    const tree = named.startsWith('{')
      ? JSON.parse(named)
      : { kernel: named, degree: this.number('option.degree'), coef0: this.number('option.coef0') };
    if (!this.has('parameters.names')) return whole(tree, [...this.numbers('gamma')]);
    return whole(learnt(tree, this, process));
  }
}

/** The kernels with a width. */
const withWidth = ['rbf', 'poly', 'sigmoid', 'exponential', 'allDegrees', 'laplacian', 'matern', 'rationalQuadratic', 'minkowski', 'anova', 'chi2']; // prettier-ignore

/** Parameters where a kernel leaves them out. @type {Record<string, any>} */
const defaults = { degree: 3, coef0: 0, nu: 1.5, alpha: 1, p: 2, power: 1, order: 2, base: 'gaussian', width: 1, alphabet: 'any', normalize: true, length: 3, weights: [], mismatches: 1, decay: 0.5 }; // prettier-ignore

/** The same of single kernels. @type {Record<string, any>} */
const ownDefaults = { dirichlet: { order: 3 }, boundedRange: { length: 5 }, mismatch: { length: 5 }, weightedDegree: { degree: 5 } }; // prettier-ignore

/**
 * @param {any} tree
 * @param {number[]} [widths] of the kernels in order, shortened here; none: the tree has them
 * @returns {Tree}
 */
function whole(tree, widths) {
  const { kernel, parts = [] } = tree;
  const gamma = withWidth.includes(kernel) && widths ? { gamma: widths.shift() } : {};
  const own = { ...defaults, ...ownDefaults[kernel], ...tree, ...gamma };
  for (const name of ['degree', 'order', 'length', 'mismatches'])
    if (!(own[name] <= 10000)) throw new TypeError(`its kernel has the ${name} ${own[name]}`);
  return { ...own, parts: parts.map((/** @type {any} */ part) => whole(part, widths)) };
}

/**
 * The kernel of a process with the parameters that were learnt, which a file keeps beside the option: by
 * paths in the tree, such as parts[0].gamma or matrix[2].
 * @param {any} tree
 * @param {Stored} stored
 * @param {string} process
 */
function learnt(tree, stored, process) {
  const values = stored.numbers('parameters');
  stored
    .text('parameters.names')
    .split(' ')
    .forEach((name, i, all) => {
      // The last of a regressor is its noise, alpha, and a kernel may have an alpha of its own.
      if (!name.startsWith(process) || all.indexOf(name) < i) return;
      const path = name.slice(process.length).match(/[^.[\]]+/g) ?? [];
      const last = String(path.pop());
      // A file may name anything: only what the kernel itself has is replaced.
      const own = (/** @type {any} */ node, /** @type {string} */ step) =>
        Object.hasOwn(Object(node), step) ? node[step] : undefined;
      const at = path.reduce(own, tree);
      if (Array.isArray(at) || own(at, 'kernel'))
        Object.defineProperty(at, last, { value: values[i], enumerable: true });
    });
  return tree;
}
