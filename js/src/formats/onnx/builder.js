/**
 * Graphs of ONNX's operators, one operator at a time. Every method adds operators that compute one
 * result, and returns the name of that result. Numbers inside are float64 ('double'), whatever
 * the input is, so that sums over many samples lose nothing; shapes are those of NumPy.
 */
import { domain, elements } from './schema.js';

/** @import { Attribute, Constant, Operator } from './pack.js' */

/** The name of a result. @typedef {string} Wire */

/** The name of the input. */
export const input = 'X';

/** Operators that onnxruntime leaves out where they change nothing, such as a sum with 0. */
const maybeKept = ['Add', 'Sub', 'Mul', 'Div', 'Cast', 'Identity', 'Concat', 'Transpose', 'Reshape', 'Squeeze', 'Unsqueeze', 'Gather']; // prettier-ignore

export class Builder {
  /** @type {Operator[]} */
  operators = [];
  /** @type {Map<string, Constant>} */
  constants = new Map();
  /** @type {Map<string, Wire>} */
  #known = new Map();
  /** What was float32 before. @type {Map<Wire, Wire>} */
  #singles = new Map();
  /** Products of matrices, and numbers times a factor for all. */
  #matrices = new Set();
  #multiples = new Set();
  #count = 0;

  /** The names of inputs. @type {Set<string>} */
  #taken = new Set();

  /** @param {boolean} isDouble whether the input is float64 */
  constructor(isDouble) {
    this.isDouble = isDouble;
  }

  /** Keeps a name for an input. @param {string} name */
  take(name) {
    this.#taken.add(name);
  }

  /**
   * A name that nothing has yet.
   * @param {string} [stem]
   * @returns {string}
   */
  name(stem = 'v') {
    const name = `${stem}_${++this.#count}`;
    return this.#taken.has(name) ? this.name(stem) : name;
  }

  /**
   * Adds an operator.
   * @param {string} type
   * @param {Wire[]} inputs
   * @param {Record<string, Attribute>} [attributes]
   * @param {{domain?: string, outputs?: string[], name?: string}} [more] names of its results, the
   *   first of which is returned, and its own
   * @returns {Wire}
   */
  add(type, inputs, attributes = {}, { domain, outputs = [this.name()], name } = {}) {
    for (const kept of [this.#matrices, this.#multiples]) {
      if (maybeKept.includes(type) && inputs.some((one) => kept.has(one))) kept.add(outputs[0]);
    }
    const more = { ...(domain && { domain }), ...(name && { name }) };
    this.operators.push({ type, inputs, outputs, attributes, ...more });
    return outputs[0];
  }

  /**
   * Adds an operator for machines.
   * @param {string} type
   * @param {Wire[]} inputs
   * @param {Record<string, Attribute>} attributes
   * @param {string[]} outputs
   */
  machine(type, inputs, attributes, outputs) {
    return this.add(type, inputs, attributes, { domain, outputs });
  }

  /**
   * A constant: numbers are float64, bigints int64.
   * @param {Float64Array | number[] | bigint[] | string[]} values
   * @param {number[]} [shape] none: a list of them
   * @returns {Wire}
   */
  constant(values, shape = [values.length]) {
    const key =
      values.length <= 16
        ? `${typeof values[0]} ${shape} ${Array.from(/** @type {any[]} */ (values), (v) => (Object.is(v, -0) ? '-0' : String(v))).join('\0')}`
        : '';
    const known = key && this.#known.get(key);
    if (known) return known;
    const name = this.name('c');
    const numbers = typeof values[0] === 'number' || values.length === 0;
    const kept = numbers ? Float64Array.from(/** @type {number[]} */ (values)) : values;
    this.constants.set(name, { values: /** @type {Constant['values']} */ (kept), shape });
    if (key) this.#known.set(key, name);
    return name;
  }

  /** A number for every place. @param {number} value */
  number(value) {
    return this.constant([value], []);
  }

  /** Whole numbers. @param {Iterable<number>} values */
  wholes(values) {
    const list = Array.from(values, BigInt);
    return this.constant(list, [list.length]);
  }

  /** As float64. @param {Wire} x */
  double(x) {
    const made = this.add('Cast', [x], { to: elements.double });
    this.#singles.set(made, x);
    return made;
  }

  /** As float32. @param {Wire} x */
  single(x) {
    return this.#singles.get(x) ?? this.add('Cast', [x], { to: elements.float });
  }

  /**
   * A constant row.
   * @param {Float64Array | Float32Array} values
   */
  row(values) {
    return this.constant(Float64Array.from(values), [1, values.length]);
  }

  /**
   * The sum of two; the other methods of this kind are alike.
   * @param {Wire} a
   * @param {Wire | number} b
   */
  plus(a, b) {
    return this.add('Add', [a, this.#wire(b)]);
  }

  /** @param {Wire} a @param {Wire | number} b */
  minus(a, b) {
    return this.add('Sub', [a, this.#wire(b)]);
  }

  /** @param {Wire} a @param {Wire | number} b */
  times(a, b) {
    return b === 1 ? a : this.#scaled('Mul', a, this.#wire(b));
  }

  /** @param {Wire} a @param {Wire | number} b */
  over(a, b) {
    return this.#scaled('Div', a, this.#wire(b));
  }

  /**
   * A product or a quotient. onnxruntime puts a factor for all numbers beside a product of matrices
   * into that product, as a float32 (MatMulScaleFusion), unless another operator stands between that
   * it does not leave out.
   * @param {'Mul' | 'Div'} type
   * @param {Wire} a
   * @param {Wire} b
   */
  #scaled(type, a, b) {
    const values = this.constants.get(b)?.values;
    if (values?.length !== 1) return this.add(type, [a, b]);
    const made = this.add(type, [this.#matrices.has(a) ? this.#guarded(a) : a, b]);
    this.#multiples.add(made);
    return made;
  }

  /** The same numbers, by an operator that no optimisation removes. @param {Wire} x */
  #guarded(x) {
    return this.add('Min', [x, this.number(Infinity)]);
  }

  /** @param {Wire} a @param {Wire | number} b */
  power(a, b) {
    return this.add('Pow', [a, this.#wire(b)]);
  }

  /** @param {Wire} a @param {Wire | number} b */
  most(a, b) {
    return this.add('Max', [a, this.#wire(b)]);
  }

  /** @param {Wire} a @param {Wire | number} b */
  least(a, b) {
    return this.add('Min', [a, this.#wire(b)]);
  }

  /** @param {Wire} a @param {Wire | number} b */
  above(a, b) {
    return this.add('Greater', [a, this.#wire(b)]);
  }

  /** @param {Wire} a @param {Wire | number} b */
  equal(a, b) {
    return this.add('Equal', [a, this.#wire(b)]);
  }

  /** @param {Wire | number} value */
  #wire(value) {
    return typeof value === 'number' ? this.number(value) : value;
  }

  /**
   * Where a condition holds, a, elsewhere b.
   * @param {Wire} condition
   * @param {Wire | number} a
   * @param {Wire | number} b
   */
  where(condition, a, b) {
    return this.add('Where', [condition, this.#wire(a), this.#wire(b)]);
  }

  /** @param {Wire} a @param {Wire} b */
  matmul(a, b) {
    const inputs = [a, b].map((one) => (this.#multiples.has(one) ? this.#guarded(one) : one));
    const made = this.add('MatMul', inputs);
    this.#matrices.add(made);
    return made;
  }

  /**
   * The sum over an axis, which stays, with length 1.
   * @param {Wire} x
   * @param {number} [axis]
   * @param {number} [keepdims]
   */
  sum(x, axis = 1, keepdims = 1) {
    return this.add('ReduceSum', [x, this.wholes([axis])], { keepdims });
  }

  /**
   * ReduceMax, ReduceMin or ReduceProd over an axis.
   * @param {'Max' | 'Min' | 'Prod'} what
   * @param {Wire} x
   * @param {number} [axis]
   * @param {number} [keepdims]
   */
  reduce(what, x, axis = 1, keepdims = 1) {
    return this.add(`Reduce${what}`, [x], { axes: [BigInt(axis)], keepdims });
  }

  /**
   * Columns of a matrix.
   * @param {Wire} x
   * @param {Iterable<number>} columns
   */
  columns(x, columns) {
    return this.add('Gather', [x, this.wholes(columns)], { axis: 1 });
  }

  /**
   * Matrices side by side.
   * @param {Wire[]} parts
   */
  beside(parts) {
    return parts.length === 1 ? parts[0] : this.add('Concat', parts, { axis: 1 });
  }

  /**
   * 1 in the column of a number, and 0 elsewhere; onnxruntime has OneHot, too, but not for float64.
   * @param {Wire} index int64, of any shape
   * @param {number} k
   * @returns {Wire} with one axis more, of length k
   */
  hot(index, k) {
    const deep = this.add('Unsqueeze', [index, this.wholes([-1])]);
    const every = this.wholes(Array.from({ length: k }, (_, c) => c));
    return this.bit(this.add('Equal', [deep, every]));
  }

  /**
   * The column with the largest number, of several the first.
   * @param {Wire} x n x k
   * @returns {Wire} n, int64
   */
  argmax(x) {
    return this.add('ArgMax', [x], { axis: 1, keepdims: 0 });
  }

  /**
   * 0 or 1 of a condition.
   * @param {Wire} condition
   */
  bit(condition) {
    return this.add('Cast', [condition], { to: elements.double });
  }

  /**
   * c_0 + c_1 x + ... + c_n x^n
   * @param {Wire} x
   * @param {ArrayLike<number>} coefficients
   */
  polynomial(x, coefficients) {
    const n = coefficients.length - 1;
    if (n === 0) return this.plus(this.times(x, 0), coefficients[0]);
    let sum = this.plus(this.times(x, coefficients[n]), coefficients[n - 1]);
    for (let i = n - 2; i >= 0; i--) sum = this.plus(this.times(sum, x), coefficients[i]);
    return sum;
  }
}

/**
 * A matrix of rows x columns with rows and columns exchanged.
 * @param {Float64Array} matrix
 * @param {number} rows
 * @param {number} columns
 */
export function transposed(matrix, rows, columns) {
  const out = new Float64Array(matrix.length);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) out[j * rows + i] = matrix[i * columns + j];
  return out;
}
