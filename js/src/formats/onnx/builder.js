/**
 * Graphs of ONNX's operators, one operator at a time. Methods add operators, and return the name of
 * the result. Numbers inside are float64 ('double'), whatever the input is, so that sums over many
 * samples lose nothing; shapes are those of NumPy.
 */
import { domain } from './schema.js';

/** @import { Attribute, Constant, Operator } from './pack.js' */

/** The name of a result. @typedef {string} Wire */

/** Operators that onnxruntime leaves out where they change nothing, such as a sum with 0. */
const maybeKept = ['Add', 'Sub', 'Mul', 'Div', 'Cast', 'Identity', 'Concat', 'Transpose', 'Reshape', 'Squeeze', 'Unsqueeze', 'Gather']; // prettier-ignore

export class Builder {
  /** @type {Operator[]} */
  operators = [];
  /** @type {Map<string, Constant>} */
  constants = new Map();
  /** @type {Map<string, Wire>} */
  #known = new Map();
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
   * Adds an operator. onnxruntime puts a factor for all numbers beside a product of matrices into that
   * product, as a float32 (MatMulScaleFusion), unless another operator stands between that it does
   * not leave out.
   * @param {string} type
   * @param {(Wire | number)[]} given a number: the same for every place
   * @param {Record<string, Attribute>} [attributes]
   * @param {{domain?: string, outputs?: string[], name?: string}} [more] names of its results, the
   *   first of which is returned, and its own
   * @returns {Wire}
   */
  add(type, given, attributes = {}, { domain, outputs = [this.name()], name } = {}) {
    let inputs = given.map((one) => (typeof one === 'number' ? this.constant([one], []) : one));
    const isScaled =
      (type === 'Mul' || type === 'Div') &&
      inputs.some((one) => this.constants.get(one)?.values.length === 1);
    const guarded = isScaled ? this.#matrices : type === 'MatMul' ? this.#multiples : undefined;
    inputs = inputs.map((one) => (guarded?.has(one) ? this.add('Min', [one, Infinity]) : one));
    for (const kept of [this.#matrices, this.#multiples])
      if (maybeKept.includes(type) && inputs.some((one) => kept.has(one))) kept.add(outputs[0]);
    if (isScaled) this.#multiples.add(outputs[0]);
    if (type === 'MatMul') this.#matrices.add(outputs[0]);
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
   * A constant: bigints are int64, numbers float64 unless they are a Float32Array.
   * @param {Float64Array | Float32Array | number[] | bigint[] | string[]} values
   * @param {readonly number[]} [shape] none: a list of them
   * @returns {Wire}
   */
  constant(values, shape = [values.length]) {
    const isPlain = Array.isArray(values) && typeof (values[0] ?? 0) === 'number';
    const kept = isPlain ? Float64Array.from(/** @type {number[]} */ (values)) : values;
    const texts = () => Array.from(/** @type {any[]} */ (kept), (v) => (Object.is(v, -0) ? '-0' : String(v))); // prettier-ignore
    const key = kept.length <= 16 ? `${kept.constructor.name} ${typeof kept[0]} ${shape} ${texts().join('\0')}` : ''; // prettier-ignore
    const known = key && this.#known.get(key);
    if (known) return known;
    const name = this.name('c');
    this.constants.set(name, { values: /** @type {Constant['values']} */ (kept), shape: [...shape] }); // prettier-ignore
    if (key) this.#known.set(key, name);
    return name;
  }

  /** Whole numbers. @param {Iterable<number>} values */
  wholes(values) {
    return this.constant(Array.from(values, BigInt));
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
