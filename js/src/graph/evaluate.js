/** Computes graphs, for many samples at once or for one. */
import { computing, sizeOf } from './operators.js';

/** @import { Node } from './graph.js' */
/** @import { Numbers } from './operators.js' */

/** How many numbers all arrays of a graph may have together: more samples are computed in blocks. */
const room = 2 ** 21;

export class Evaluator {
  /** In the order in which they can be computed. @type {Node[]} */
  #nodes = [];
  /** @type {Map<Node, Numbers>} */
  #results = new Map();
  #inputs;
  #outputs;
  /** For how many samples there is room, and how the nodes are computed for so many. */
  #rows = -1;
  /** @type {(() => void)[]} */
  #steps = [];
  /** How many samples are computed at once. */
  block;

  /**
   * @param {readonly Node[]} inputs
   * @param {readonly Node[]} outputs
   */
  constructor(inputs, outputs) {
    /** @type {Set<Node>} */
    const seen = new Set();
    const visit = (/** @type {Node} */ node) => {
      if (seen.has(node)) return;
      seen.add(node);
      node.inputs.forEach(visit);
      this.#nodes.push(node);
      this.#results.set(node, { data: node.values ?? new Float64Array(), shape: node.shape });
    };
    for (const node of [...inputs, ...outputs]) visit(node);
    this.#inputs = inputs.map((node) => this.#resultOf(node));
    this.#outputs = outputs.map((node) => this.#resultOf(node));
    const each = this.#nodes.reduce(
      (sum, { values, shape }) => sum + (values ? 0 : -sizeOf(shape)),
      0,
    );
    this.block = Math.max(1, Math.floor(room / Math.max(each, 1)));
  }

  /** @param {Node} node */
  #resultOf(node) {
    return /** @type {Numbers} */ (this.#results.get(node));
  }

  /** Makes room for so many samples. @param {number} n */
  #resize(n) {
    this.#rows = n;
    this.#steps = [];
    for (const node of this.#nodes) {
      if (node.values) continue;
      const result = this.#resultOf(node);
      result.shape = node.shape.map((length) => (length < 0 ? n : length));
      if (node.operator === 'input') continue;
      result.data = new Float64Array(sizeOf(result.shape));
      const inputs = node.inputs.map((one) => this.#resultOf(one));
      this.#steps.push(computing(node, result.data, result.shape, inputs));
    }
  }

  /**
   * @param {Float64Array[]} given the numbers of the inputs
   * @param {number} n samples, at most `block`
   * @returns {Float64Array[]} the numbers of the outputs, until the next call
   */
  run(given, n) {
    if (n !== this.#rows) this.#resize(n);
    this.#inputs.forEach((input, i) => (input.data = given[i]));
    for (const step of this.#steps) step();
    return this.#outputs.map(({ data }) => data);
  }
}
