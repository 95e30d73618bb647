/**
 * Graphs of operators on arrays of numbers: what a fitted model computes. The first length of an array
 * that depends on the samples is how many there are, `rows`. What depends on constants alone is
 * computed when it is added.
 */
import { computing, operators, reductions, sizeOf, stretched } from './operators.js';

/** @import { Input } from './inputs.js' */
/** @import { Operator, Shape } from './operators.js' */
/** @import { Part } from './parts.js' */
/** @import { Stored } from './stored.js' */
/** @import { Reader } from './tables.js' */

/** The length of an axis with one place for each sample. */
export const rows = -1;

/**
 * An operator with its result.
 * @typedef {object} Node
 * @property {string} operator
 * @property {Operator} [of] how it is computed, if not of each number
 * @property {Node[]} inputs
 * @property {Shape} shape
 * @property {any} [given] parameters
 * @property {Float64Array} [values] of a constant
 */

/** A node, or a number for all places. @typedef {Node | number} Term */

/** The terms that are counted in a column of texts, by the options of a vectorizer, which may be in a ColumnTransformer. @typedef {{column: number, terms: string[], params: Record<string, any>, beside?: {label: string, machine: string, joined?: boolean}, reader: (terms: Terms, input: Input) => Reader}} Terms */

/** What compares a text with the strings of a model, or with itself: a kernel and its parameters. @typedef {{kernel: string, given: (number | number[])[], texts?: string[]}} Strings */

/** What is made of a sample: terms that are counted, or numbers that a function writes, of a kernel of strings. @typedef {{terms?: Terms, read?: Reader, strings?: Strings}} Reading */

/** Numbers that are given. @typedef {Reading & {node: Node}} Given */

/** The signs of formulas, those that bind least first. */
const signs = [['>', '>=', '='], ['+', '-'], ['*', '/'], ['**']]; // prettier-ignore

export class Graph {
  /**
   * What is given of each sample: the node of some numbers, and of texts their terms.
   * @type {Given[]}
   */
  inputs = [];
  /** The weighed terms of each column of texts. @type {Node[]} */
  texts = [];
  /** The steps before a machine, by what they make of samples. @type {Map<Node, {stored: Stored, x: Node}>} */
  steps = new Map();
  /** What some models need. */
  parts;
  /** Short constants, by what they are. @type {Map<string, Node>} */
  #known = new Map();

  /** @param {Part} parts */
  constructor(parts) {
    this.parts = parts;
  }

  /**
   * Adds an operator.
   * @param {string} operator
   * @param {Term[]} terms
   * @param {any} [given]
   * @returns {Node}
   */
  add(operator, terms, given) {
    const inputs = terms.map((term) =>
      typeof term === 'number' ? this.constant([term], []) : term,
    );
    const shapes = inputs.map(({ shape }) => shape);
    const of = operators[operator] ?? this.parts.operators?.[operator];
    const shape = of ? of.shape(shapes, given) : shapes.reduce(stretched);
    const node = { operator, of, inputs, shape, given };
    if (!inputs.every(({ values }) => values)) return node;
    const known = inputs.map((one) => ({
      data: /** @type {Float64Array} */ (one.values),
      shape: one.shape,
    }));
    const { data, run } = computing(node, shape, known);
    run?.();
    return this.constant(data, shape);
  }

  /**
   * Adds the operators of a formula in the signs of JavaScript, such as f`exp(-${gamma} * ${square})`. Its
   * functions are those of each number, and of rows sum, product, largest, smallest and place. A
   * comparison is 1 or 0.
   * @param {TemplateStringsArray} texts
   * @param {...Term} terms
   * @returns {Node}
   */
  f = (texts, ...terms) => {
    const tokens = texts.flatMap((text, i) => [
      ...(text.match(/\d[\d.]*(e-?\d+)?|\w+|\*\*|>=|[-+*/()>=,]/g) ?? []),
      ...terms.slice(i, i + 1),
    ]);
    let at = 0;
    /** @param {string} token */
    const takes = (token) => tokens[at] === token && ++at > 0;
    /** @param {number} level @returns {Term} */
    const parsed = (level) => {
      if (level === signs.length) return primary();
      if (level === 3 && takes('-')) {
        const term = parsed(level);
        return typeof term === 'number' ? -term : this.add('*', [term, -1]);
      }
      let term = parsed(level + 1);
      while (signs[level].includes(/** @type {string} */ (tokens[at])))
        term = this.add(String(tokens[at++]), [term, parsed(level + 1)]);
      return term;
    };
    /** @returns {Term} */
    const primary = () => {
      const token = tokens[at++];
      if (typeof token !== 'string') return token;
      if (token !== '(' && tokens[at] !== '(') return Number(token);
      const given = [];
      if (token !== '(') at++;
      do given.push(parsed(0));
      while (takes(','));
      at++;
      if (token === '(') return given[0];
      return token in reductions
        ? this.reduce(token, /** @type {Node} */ (given[0]))
        : this.add(token, given);
    };
    const made = parsed(0);
    return typeof made === 'number' ? this.constant([made], []) : made;
  };

  /**
   * Numbers that are read from a sample.
   * @param {number} width how many there are
   * @param {Reading} [reading] none of the numbers of a row
   * @returns {Node}
   */
  input(width, reading) {
    const node = { operator: 'input', inputs: [], shape: [rows, width] };
    this.inputs.push({ node, ...reading });
    return node;
  }

  /**
   * @param {ArrayLike<number>} numbers
   * @param {Shape} [shape] none: a row
   * @returns {Node}
   */
  constant(numbers, shape = [1, numbers.length]) {
    const values = Float64Array.from(numbers);
    if (values.length !== sizeOf(shape))
      throw new TypeError(`it has ${values.length} numbers where ${shape} are expected`);
    const make = () => ({ operator: 'constant', inputs: [], shape, values });
    if (values.length > 16) return make();
    const key = `${shape}:${values}`;
    const node = this.#known.get(key) ?? make();
    this.#known.set(key, node);
    return node;
  }

  /**
   * Numbers along an axis, taken together.
   * @param {string} how
   * @param {Node} x
   * @param {number} [axis]
   */
  reduce(how, x, axis = 1) {
    return this.add('reduce', [x], { how, axis });
  }

  /** <x, z> for the rows x of a matrix and the rows z of another. @param {Node} x @param {Node} z */
  dot(x, z) {
    return this.add('dot', [x, z]);
  }

  /**
   * @param {Node} x
   * @param {ArrayLike<number>} places
   * @param {number} [axis]
   */
  gather(x, places, axis = 1) {
    return this.add('gather', [x], { axis, places });
  }

  /**
   * The numbers of a list at places that are computed.
   * @param {Node | ArrayLike<number>} list
   * @param {Node} places
   */
  lookUp(list, places) {
    return this.add('lookUp', ['shape' in list ? list : this.constant(list), places]);
  }

  /** @param {Node[]} parts */
  beside(parts) {
    return parts.length === 1 ? parts[0] : this.add('beside', parts);
  }

  /** @param {Node} x @param {Shape} shape */
  reshape(x, shape) {
    return this.add('reshape', [x], { shape });
  }

  /**
   * For places from 0 to k - 1 a column each, which is 1 at the place.
   * @param {Node} places n x 1
   * @param {number} k
   * @returns {Node} n x k
   */
  hot(places, k) {
    return this.f`${places} = ${this.constant(Array.from({ length: k }, (_, c) => c))}`;
  }

  /**
   * c_0 + c_1 x + ... + c_n x^n
   * @param {Node} x
   * @param {Iterable<number>} coefficients
   */
  polynomial(x, coefficients) {
    const [last, ...others] = [...coefficients].reverse();
    const sum = others.reduce((/** @type {Term} */ all, c) => this.f`${all} * ${x} + ${c}`, last);
    return /** @type {Node} */ (sum);
  }
}
