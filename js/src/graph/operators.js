/**
 * The operators of graphs: each computes an array of numbers from others. An array has a shape of up
 * to three lengths, and its numbers lie row by row. Numbers are float64; a condition is 0 or 1.
 */

import { cityBlock, couple, dot, largestPlace, nearest, normal, powerDistance, scaledBesselK, squaredDistance, subsets } from './functions.js'; // prettier-ignore
import { fillIn } from './neighbors.js';

/** @typedef {readonly number[]} Shape */

/** Numbers with their shape. @typedef {{data: Float64Array, shape: Shape}} Numbers */

/**
 * Operators of each number, which stretch arrays to a common shape as NumPy does.
 * @type {Record<string, (a: number, b: number, c: number) => number>}
 */
export const ofEach = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '**': (a, b) => a ** b,
  '>': (a, b) => Number(a > b),
  '>=': (a, b) => Number(a >= b),
  '=': (a, b) => Number(a === b),
  where: (a, b, c) => (a > 0 ? b : c),
  /** A number that must not be below 0: no number in its place. */
  nonNegative: (a) => (a >= 0 ? a : NaN),
  isNaN: (a) => Number(Number.isNaN(a)),
  normal,
};
const ofMath = /** @type {const} */ (['max', 'min', 'abs', 'sign', 'sqrt', 'exp', 'expm1', 'log', 'sin', 'cos', 'tanh', 'floor']); // prettier-ignore
for (const name of ofMath) ofEach[name] = Math[name];

/**
 * How numbers along an axis become one: where it starts, and what the next one adds.
 * @type {Record<string, [start: number, step: (sum: number, next: number) => number]>}
 */
export const reductions = {
  sum: [0, (sum, next) => sum + next],
  product: [1, (product, next) => product * next],
  largest: [-Infinity, Math.max],
  smallest: [Infinity, Math.min],
};

/** @param {Shape} shape */
export const sizeOf = (shape) => shape.reduce((size, length) => size * length, 1);

/** A shape with another length along an axis. @param {Shape} shape @param {number} axis @param {number} length */
const resized = (shape, axis, length) => shape.map((own, at) => (at === axis ? length : own));

/**
 * The shape to which two are stretched.
 * @param {Shape} a
 * @param {Shape} b
 */
export function stretched(a, b) {
  const n = Math.max(a.length, b.length);
  const at = (/** @type {Shape} */ shape, /** @type {number} */ i) =>
    shape[i - n + shape.length] ?? 1;
  return Array.from({ length: n }, (_, i) => (at(a, i) === 1 ? at(b, i) : at(a, i)));
}

/**
 * The steps from a number to the next along three axes, 0 where an array is stretched.
 * @param {Shape} shape
 */
function stepsOf(shape) {
  const [c = 1, b = 1, a = 1] = [...shape].reverse();
  return [a > 1 ? b * c : 0, b > 1 ? c : 0, c > 1 ? 1 : 0];
}

/**
 * How an operator of each number is computed.
 * @param {Float64Array} out
 * @param {Shape} shape of it
 * @param {Numbers[]} inputs
 * @param {string} operator
 * @returns {() => void}
 */
function mapping(out, shape, inputs, operator) {
  const of = ofEach[operator];
  const [c = 1, b = 1, a = 1] = [...shape].reverse();
  const [x, y = x, z = x] = inputs;
  const [u, v, w] = [x, y, z].map((one) => stepsOf(one.shape));
  const sizes = [x, y].map((one) => sizeOf(one.shape));
  const isPlain = inputs.length < 3 && sizes.every((size) => size === 1 || size === out.length);
  if (isPlain) {
    const [p, q] = sizes.map((size) => Number(size > 1));
    if (operator === 'exp') return () => x.data.forEach((value, i) => (out[i] = Math.exp(value)));
    if (operator === '*')
      return () => {
        for (let i = 0; i < out.length; i++) out[i] = x.data[i * p] * y.data[i * q];
      };
    return () => {
      for (let i = 0; i < out.length; i++) out[i] = of(x.data[i * p], y.data[i * q], y.data[i * q]);
    };
  }
  return () => {
    for (let i = 0, to = 0; i < a; i++) {
      for (let j = 0; j < b; j++) {
        let p = i * u[0] + j * u[1];
        let q = i * v[0] + j * v[1];
        let r = i * w[0] + j * w[1];
        for (let k = 0; k < c; k++, p += u[2], q += v[2], r += w[2])
          out[to++] = of(x.data[p], y.data[q], z.data[r]);
      }
    }
  };
}

/**
 * The blocks that an axis divides an array into: how many there are before it, along it, and within
 * one step of it.
 * @param {Shape} shape
 * @param {number} axis
 */
const blocksOf = (shape, axis) => [
  sizeOf(shape.slice(0, axis)),
  shape[axis],
  sizeOf(shape.slice(axis + 1)),
];

/**
 * @param {Float64Array} out
 * @param {Numbers[]} inputs
 * @param {(x: Float64Array, to: Float64Array) => void} of
 */
function eachRow(
  out,
  [
    {
      data,
      shape: [n],
    },
  ],
  of,
) {
  const [from, to] = [data.length / n, out.length / n];
  for (let i = 0; i < n; i++) of(data.subarray(i * from, (i + 1) * from), out.subarray(i * to, (i + 1) * to)); // prettier-ignore
}

/**
 * Operators of whole arrays. `shape` is the shape of the result, `run` computes its numbers into `out`;
 * `given` are parameters.
 * @type {Record<string, {shape: (shapes: Shape[], given: any) => Shape, run: (out: Float64Array, inputs: Numbers[], given: any) => void}>}
 */
export const operators = {
  /** Sums, or what else `reductions` has, over an axis, which stays with the length 1. */
  reduce: {
    shape: ([x], { axis }) => resized(x, axis, 1),
    run(out, [{ data, shape }], { how, axis }) {
      const [before, length, within] = blocksOf(shape, axis);
      const [start, step] = reductions[how];
      for (let i = 0; i < before; i++) {
        for (let k = 0; k < within; k++) {
          let sum = start;
          for (let j = 0; j < length; j++) sum = step(sum, data[(i * length + j) * within + k]);
          out[i * within + k] = sum;
        }
      }
    },
  },
  /** Sums of all numbers of a row up to each. */
  cumulate: {
    shape: ([x]) => x,
    run(out, [{ data, shape }]) {
      const width = shape[shape.length - 1];
      for (let i = 0; i < out.length; i++) out[i] = data[i] + (i % width ? out[i - 1] : 0);
    },
  },
  /** s^nu K_nu(s), over its value at 0: Matern's kernel of any smoothness. */
  matern: {
    shape: ([x]) => x,
    run(out, [{ data }], { nu }) {
      for (let i = 0; i < out.length; i++)
        out[i] = scaledBesselK(data[i], nu) / scaledBesselK(0, nu);
    },
  },
  /** Gaps filled in by the nearest samples of a fit. */
  fillIn: { shape: ([x]) => x, run: fillIn },
  /** Inner products of the rows of two matrices, n x d and m x d. */
  dot: {
    shape: ([x, z]) => [x[0], z[0]],
    run(out, [x, z]) {
      const [[n, d], [m]] = [x.shape, z.shape];
      for (let i = 0, to = 0; i < n; i++)
        for (let k = 0; k < m; k++) out[to++] = dot(x.data, i * d, z.data, k * d, d);
    },
  },
  /** Sums of |x_j - z_j|^p over the coordinates of the rows of two matrices. */
  distance: {
    shape: ([x, z]) => [x[0], z[0]],
    run(out, [x, z], { p }) {
      const [[n, d], [m]] = [x.shape, z.shape];
      // Each loop calls one function, so that the engine puts its text in place.
      for (let i = 0, to = 0; i < n && p === 2; i++)
        for (let k = 0; k < m; k++) out[to++] = squaredDistance(x.data, i * d, z.data, k * d, d);
      for (let i = 0, to = 0; i < n && p !== 2; i++)
        for (let k = 0; k < m; k++)
          out[to++] = p === 1 ? cityBlock(x.data, i * d, z.data, k * d, d) : powerDistance(x.data, i * d, z.data, k * d, d, p); // prettier-ignore
    },
  },
  /** Sums over all subsets of `order` numbers along the last axis of their products. */
  subsets: {
    shape: (shapes) => shapes[0].slice(0, 2),
    run(
      out,
      [
        {
          data,
          shape: [, , d],
        },
      ],
      { order },
    ) {
      for (let i = 0; i < out.length; i++) out[i] = subsets(data, i * d, d, order);
    },
  },
  /** The probabilities of k classes that agree best with those of their pairs. */
  couple: {
    shape: ([x], { k }) => [x[0], k],
    run: (out, inputs, { k }) => eachRow(out, inputs, (q, p) => couple(q, k, p)),
  },
  /** Numbers at places along an axis, in any order and as often as they are asked for. */
  gather: {
    shape: ([x], { axis, places }) => resized(x, axis, places.length),
    run(out, [{ data, shape }], { axis, places }) {
      const [before, length, within] = blocksOf(shape, axis);
      for (let i = 0, to = 0; i < before; i++)
        for (const place of places)
          for (let k = 0; k < within; k++) out[to++] = data[(i * length + place) * within + k];
    },
  },
  /** The numbers of a list at places that are computed. */
  lookUp: {
    shape: ([, places]) => places,
    run(out, [list, { data }]) {
      for (let i = 0; i < out.length; i++) out[i] = list.data[data[i]];
    },
  },
  /** The numbers of each row at places that are computed for that row. */
  pick: {
    shape: ([, places]) => places,
    run(out, [x, { data, shape }]) {
      const [from, count] = [x.shape[1], shape[1]];
      for (let i = 0; i < out.length; i++) out[i] = x.data[Math.floor(i / count) * from + data[i]];
    },
  },
  /** Arrays side by side, along the last axis. */
  beside: {
    shape: (shapes) => {
      const last = shapes[0].length - 1;
      const width = shapes.reduce((sum, shape) => sum + shape[last], 0);
      return resized(shapes.reduce(stretched), last, width);
    },
    run(out, inputs) {
      const widths = inputs.map(({ shape }) => shape[shape.length - 1]);
      const width = widths.reduce((sum, one) => sum + one, 0);
      let from = 0;
      inputs.forEach(({ data }, at) => {
        const own = widths[at];
        for (let to = from, p = 0; to < out.length; to += width, p += own)
          for (let k = 0; k < own; k++) out[to + k] = data[(p + k) % data.length];
        from += own;
      });
    },
  },
  /** The same numbers in another shape. */
  reshape: {
    shape: (_, { shape }) => shape,
    run: (out, [{ data }]) => out.set(data),
  },
  /** The place of the largest number of each row, of several the first. */
  place: {
    shape: ([x]) => [x[0], 1],
    run: (out, inputs) => eachRow(out, inputs, (x, to) => (to[0] = largestPlace(x, x.length))),
  },
  /** The places of the `count` smallest numbers of each row, in ascending order of the numbers. */
  nearest: {
    shape: ([x], { count }) => [x[0], count],
    run: (out, inputs, { count }) =>
      eachRow(out, inputs, (x, to) => nearest(x, x.length, count, to)),
  },
  /**
   * The numbers of the leaf of a tree: `features` and `thresholds` of the nodes, two `children` of each
   * (0 of a leaf), and a row of `leaves` for each node.
   */
  tree: {
    shape: ([x], { leaves, features }) => [x[0], leaves.length / features.length],
    run(
      out,
      [
        {
          data,
          shape: [n, d],
        },
      ],
      { features, thresholds, children, leaves },
    ) {
      const q = leaves.length / features.length;
      for (let i = 0; i < n; i++) {
        let node = 0;
        while (children[2 * node] > 0)
          node = children[2 * node + Number(!(data[i * d + features[node]] <= thresholds[node]))];
        for (let c = 0; c < q; c++) out[i * q + c] = leaves[node * q + c];
      }
    },
  },
};

/**
 * How an operator is computed, again and again when the numbers of its inputs have changed.
 * @param {{operator: string, shape: Shape, given?: any}} node
 * @param {Float64Array} out
 * @param {Shape} shape of out
 * @param {Numbers[]} inputs
 * @returns {() => void}
 */
export function computing({ operator, given }, out, shape, inputs) {
  if (ofEach[operator]) return mapping(out, shape, inputs, operator);
  const { run } = operators[operator];
  return () => run(out, inputs, given);
}
