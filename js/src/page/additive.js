/**
 * Which columns of a sample the numbers of a graph depend on, and which numbers are sums of functions of one
 * column each. In such a sum a column adds the same whatever the others are: its Shapley value.
 */
import { computing, ofEach, sizeOf } from '../graph/operators.js';

/** @import { Node } from '../graph/graph.js' */
/** @import { Lowered } from '../graph/lower.js' */

/** The code of a number that depends on one column is the place of the column; on none: */
const none = -1;

/** A sum of functions of one column each. */
const sum = -2;

/** Any other function of several columns. */
const mixed = -3;

/** The code of the sum of two numbers. @param {number} a @param {number} b */
function added(a, b) {
  if (a === b || b === none) return a;
  if (a === none) return b;
  return a === mixed || b === mixed ? mixed : sum;
}

/** The code of any other function of two numbers. @param {number} a @param {number} b */
function within(a, b) {
  const code = added(a, b);
  return code === sum ? mixed : code;
}

/** @param {Iterable<number>} codes @param {(a: number, b: number) => number} join */
const joined = (codes, join) => Array.from(codes).reduce(join, none);

/**
 * Whether every decision value of a model, or its prediction, is a sum of functions of one column each.
 * @param {Lowered} lowered
 * @returns {boolean}
 */
export function isAdditive({ given, input, outputs }) {
  /** @type {Map<Node, Float64Array>} */
  const known = new Map();
  given.forEach(({ node, terms }) => {
    const isNumbers = input.samples === 'rows' && !terms;
    const column = terms?.column ?? 0;
    known.set(node, Float64Array.from({ length: shapeOf(node)[1] }, (_, j) => (isNumbers ? j : column))); // prettier-ignore
  });
  return !codesOf(outputs.decisions ?? outputs.values, known).includes(mixed);
}

/** The shape for one sample. @param {Node} node */
const shapeOf = ({ shape }) => shape.map(Math.abs);

/**
 * The code of each number of a node, for one sample.
 * @param {Node} node
 * @param {Map<Node, Float64Array>} known
 * @returns {Float64Array}
 */
function codesOf(node, known) {
  const codes = known.get(node) ?? madeOf(node, known);
  known.set(node, codes);
  return codes;
}

/**
 * @param {Node} node
 * @param {Map<Node, Float64Array>} known
 * @returns {Float64Array}
 */
function madeOf(node, known) {
  const { operator, inputs, given, values } = node;
  const shape = shapeOf(node);
  const codes = new Float64Array(sizeOf(shape)).fill(none);
  if (values) return codes;
  const from = inputs.map((one) => ({ data: codesOf(one, known), shape: shapeOf(one) }));
  const [first] = from;
  if (ofEach[operator]) {
    // Adding zeros stretches the codes of an input to the shape of the result.
    const zeros = { data: new Float64Array(codes.length), shape };
    const wide = from.map((one) => {
      const { data, run } = computing({ operator: '+' }, shape, [one, zeros]);
      run?.();
      return data;
    });
    return codes.map((_, i) => {
      const all = wide.map((list) => list[i]);
      const isLinear = operator === '+' || operator === '-' || (operator === '*' && all.includes(none)) || (operator === '/' && all[1] === none); // prettier-ignore
      return joined(all, isLinear ? added : within);
    });
  }
  switch (operator) {
    case 'gather':
    case 'beside':
    case 'reshape': {
      const { data, run } = computing(node, shape, from);
      run?.();
      return data;
    }
    case 'reduce':
    case 'subsets': {
      const axis = operator === 'reduce' ? given.axis : 2;
      const isSum = given.how === 'sum' || given.order === 1;
      const length = first.shape[axis];
      const step = sizeOf(first.shape.slice(axis + 1));
      return codes.map((_, i) => {
        const start = Math.floor(i / step) * length * step + (i % step);
        const along = Array.from({ length }, (__, k) => first.data[start + k * step]);
        return joined(along, isSum ? added : within);
      });
    }
    case 'dot':
      if (inputs[1].values) return codes.fill(joined(first.data, added));
      break;
    case 'tree': {
      const { features, children, roots = [0] } = given;
      const trees = Array.from(roots, (root, t) => {
        const nodes = Array.from(features, (j, at) =>
          children[2 * at] > 0 ? first.data[j] : none,
        );
        return joined(nodes.slice(root, roots[t + 1]), within);
      });
      return codes.map((_, c) => joined(trees.filter((__, t) => given.baseline === undefined || t % codes.length === c), added)); // prettier-ignore
    }
    case 'matern':
    case 'normal':
      return first.data.map((code) => within(code, none));
    case 'lookUp':
      if (inputs[0].values) return from[1].data.map((code) => within(code, none));
  }
  const all = from.map(({ data }) => joined(data, within));
  return codes.fill(joined(all, within));
}
