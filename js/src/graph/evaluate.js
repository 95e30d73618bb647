/** Computes graphs, a sample at a time. */
import { computing } from './operators.js';

/** @import { Node } from './graph.js' */
/** @import { Numbers } from './operators.js' */

export class Evaluator {
  /** The numbers of the inputs, to be written before `run`. @type {Float64Array[]} */
  given;
  /** The numbers of the outputs. @type {Float64Array[]} */
  made;
  /** In the order in which they can be taken. @type {(() => void)[]} */
  #steps = [];

  /**
   * @param {readonly Node[]} inputs
   * @param {readonly Node[]} outputs
   */
  constructor(inputs, outputs) {
    /** @type {Map<Node, Numbers>} */
    const results = new Map();
    /** @type {(node: Node) => Numbers} */
    const of = (node) => {
      const known = results.get(node);
      if (known) return known;
      const { values: data, inputs: from } = node;
      const shape = node.shape.map(Math.abs); // one row
      /** @type {ReturnType<typeof computing>} */
      const result = data ? { data, shape } : computing(node, shape, from.map(of));
      if (result.run) this.#steps.push(result.run);
      results.set(node, result);
      return result;
    };
    this.given = inputs.map((node) => of(node).data);
    this.made = outputs.map((node) => of(node).data);
  }

  run() {
    for (const step of this.#steps) step();
  }
}
