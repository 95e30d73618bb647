/**
 * The operators of graphs: each computes an array of numbers from others. An array has a shape of up
 * to three lengths, and its numbers lie row by row. Numbers are float64; a condition is 0 or 1.
 */

import { cityBlock, couple, dot, largestPlace, nearest, powerDistance, squaredDistance } from './functions.js'; // prettier-ignore

/** @typedef {readonly number[]} Shape */

/** Numbers with their shape. @typedef {{data: Float64Array, shape: Shape}} Numbers */

/**
 * Computes n numbers of `out` from the place `to` on, each from one of x, of y and of z, which begin at p, q
 * and r. The masks u, v and w are -1 where the next number is the next one, and 0 where it is the same: so a
 * loop takes half the time that it does with steps.
 * @typedef {(out: Float64Array, to: number, n: number, x: Float64Array, p: number, u: number, y: Float64Array, q: number, v: number, z: Float64Array, r: number, w: number) => void} Loop
 */

/**
 * The loop of a function. Loops in which an engine must be able to put the function in its place are
 * written out below.
 * @param {(a: number, b: number) => number} of
 * @returns {Loop}
 */
const each = (of) => (out, to, n, x, p, u, y, q, v) => {
  for (let i = 0; i < n; i++) out[to + i] = of(x[p + (i & u)], y[q + (i & v)]);
};

/**
 * Operators of each number, which stretch arrays to a common shape as NumPy does.
 * @type {Record<string, Loop>}
 */
export const ofEach = {
  '+'(out, to, n, x, p, u, y, q, v) {
    for (let i = 0; i < n; i++) out[to + i] = x[p + (i & u)] + y[q + (i & v)];
  },
  '-'(out, to, n, x, p, u, y, q, v) {
    for (let i = 0; i < n; i++) out[to + i] = x[p + (i & u)] - y[q + (i & v)];
  },
  '*'(out, to, n, x, p, u, y, q, v) {
    for (let i = 0; i < n; i++) out[to + i] = x[p + (i & u)] * y[q + (i & v)];
  },
  '/'(out, to, n, x, p, u, y, q, v) {
    for (let i = 0; i < n; i++) out[to + i] = x[p + (i & u)] / y[q + (i & v)];
  },
  /** A product in place of a small whole power. */
  '**'(out, to, n, x, p, u, y, q, v) {
    for (let i = 0; i < n; i++) {
      const a = x[p + (i & u)];
      const b = y[q + (i & v)];
      out[to + i] = b === 2 ? a * a : b === 3 ? a * a * a : a ** b;
    }
  },
  '='(out, to, n, x, p, u, y, q, v) {
    for (let i = 0; i < n; i++) out[to + i] = x[p + (i & u)] === y[q + (i & v)] ? 1 : 0;
  },
  '>'(out, to, n, x, p, u, y, q, v) {
    for (let i = 0; i < n; i++) out[to + i] = x[p + (i & u)] > y[q + (i & v)] ? 1 : 0;
  },
  '>=': each((a, b) => (a >= b ? 1 : 0)),
  where(out, to, n, x, p, u, y, q, v, z, r, w) {
    for (let i = 0; i < n; i++) out[to + i] = x[p + (i & u)] > 0 ? y[q + (i & v)] : z[r + (i & w)];
  },
  exp(out, to, n, x, p, u) {
    for (let i = 0; i < n; i++) out[to + i] = Math.exp(x[p + (i & u)]);
  },
  max(out, to, n, x, p, u, y, q, v) {
    for (let i = 0; i < n; i++) out[to + i] = Math.max(x[p + (i & u)], y[q + (i & v)]);
  },
  /** A number that must not be below 0: no number in its place. */
  nonNegative: each((a) => (a >= 0 ? a : NaN)),
  isNaN: each((a) => (a === a ? 0 : 1)),
  abs: each(Math.abs),
};
const ofMath = /** @type {const} */ (['min', 'sign', 'sqrt', 'expm1', 'log', 'sin', 'cos', 'tanh', 'floor']); // prettier-ignore
for (const name of ofMath) ofEach[name] = each(Math[name]);

/** @typedef {(x: Float64Array, p: number, dp: number, n: number) => number} Fold */

/**
 * @param {number} start
 * @param {(all: number, next: number) => number} of
 * @returns {Fold}
 */
const fold = (start, of) => (x, p, dp, n) => {
  let all = start;
  for (; n-- > 0; p += dp) all = of(all, x[p]);
  return all;
};

/**
 * How numbers along an axis become one: n of x from the place p on, each dp behind the one before.
 * @type {Record<string, Fold>}
 */
export const reductions = {
  sum(x, p, dp, n) {
    let sum = 0;
    for (; n-- > 0; p += dp) sum += x[p];
    return sum;
  },
  product: fold(1, (product, next) => product * next),
  largest: fold(-Infinity, Math.max),
  smallest: fold(Infinity, Math.min),
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
 * How an operator of each number is computed: in one loop, if no array is stretched but single numbers.
 * @param {Loop} loop
 * @param {Float64Array} out
 * @param {Shape} shape of it
 * @param {Numbers[]} inputs
 * @returns {() => void}
 */
function mapping(loop, out, shape, [x, y = x, z = x]) {
  const all = [x, y, z];
  const isPlain = all.every(({ data }) => data.length === 1 || data.length === out.length);
  const [c = 1, b = 1, a = 1] = isPlain ? [out.length] : [...shape].reverse();
  const steps = all.map((one) => (isPlain ? [0, 0, Number(one.data.length > 1)] : stepsOf(one.shape))); // prettier-ignore
  const [[i1, j1, u], [i2, j2, v], [i3, j3, w]] = steps.map(([i, j, k]) => [i, j, k ? -1 : 0]);
  const [xs, ys, zs] = all.map(({ data }) => data);
  return () => {
    for (let i = 0, to = 0; i < a; i++)
      for (let j = 0; j < b; j++, to += c)
        loop(out, to, c, xs, i * i1 + j * j1, u, ys, i * i2 + j * j2, v, zs, i * i3 + j * j3, w);
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
 * The rows of an array, each with its row of the result.
 * @param {Float64Array} out
 * @param {Numbers} x
 * @param {(x: Float64Array, to: Float64Array) => void} of
 * @returns {() => void}
 */
export function eachRow(out, { data, shape: [n] }, of) {
  const rowsOf = (/** @type {Float64Array} */ all) =>
    Array.from({ length: n }, (_, i) => all.subarray((i * all.length) / n, ((i + 1) * all.length) / n)); // prettier-ignore
  const [from, to] = [data, out].map(rowsOf);
  return () => {
    for (let i = 0; i < n; i++) of(from[i], to[i]);
  };
}

/**
 * An operator of whole arrays. `shape` is the shape of its result. Either the result is a part of an input, a
 * `view`, or `run` makes what computes its numbers into `out`.
 * @typedef {object} Operator
 * @property {(shapes: Shape[], given: any) => Shape} shape
 * @property {(inputs: Numbers[], given: any) => Float64Array | undefined} [view]
 * @property {(out: Float64Array, inputs: Numbers[], given: any) => () => void} [run]
 */

/** @type {Record<string, Operator>} */
export const operators = {
  /** Sums, or what else `reductions` has, over an axis, which stays with the length 1. */
  reduce: {
    shape: ([x], { axis }) => resized(x, axis, 1),
    run(out, [{ data, shape }], { how, axis }) {
      const [before, length, within] = blocksOf(shape, axis);
      const of = reductions[how];
      return () => {
        for (let i = 0, to = 0; i < before; i++)
          for (let k = 0; k < within; k++)
            out[to++] = of(data, i * length * within + k, within, length);
      };
    },
  },
  /** Sums of all numbers of a row up to each. */
  cumulate: {
    shape: ([x]) => x,
    run(out, [{ data, shape }]) {
      const width = shape[shape.length - 1];
      return () => {
        for (let i = 0; i < out.length; i++) out[i] = data[i] + (i % width ? out[i - 1] : 0);
      };
    },
  },
  /** Inner products of the rows of two matrices, n x d and m x d. */
  dot: {
    shape: ([x, z]) => [x[0], z[0]],
    run:
      (out, [x, z]) =>
      () =>
        dots(out, x, z),
  },
  /** Sums of |x_j - z_j|^p over the coordinates of the rows of two matrices. */
  distance: {
    shape: ([x, z]) => [x[0], z[0]],
    run: (out, [x, z], { p }) =>
      p === 2 ? () => squaredDistances(out, x, z) : () => distances(out, x, z, p),
  },
  /** The probabilities of k classes that agree best with those of their pairs. */
  couple: {
    shape: ([x], { k }) => [x[0], k],
    run: (out, [x], { k }) => eachRow(out, x, (q, p) => couple(q, k, p)),
  },
  /** Numbers at places along an axis, in any order and as often as they are asked for. */
  gather: {
    shape: ([x], { axis, places }) => resized(x, axis, places.length),
    view([{ data, shape }], { axis, places }) {
      const [before, , within] = blocksOf(shape, axis);
      const from = places[0] * within;
      return before === 1 && places.every((/** @type {number} */ place, /** @type {number} */ i) => place === places[0] + i) // prettier-ignore
        ? data.subarray(from, from + places.length * within)
        : undefined;
    },
    run(out, [{ data, shape }], { axis, places }) {
      const [before, length, within] = blocksOf(shape, axis);
      return () => {
        for (let i = 0, to = 0; i < before; i++)
          for (let p = 0; p < places.length; p++)
            for (let k = 0; k < within; k++)
              out[to++] = data[(i * length + places[p]) * within + k];
      };
    },
  },
  /** The numbers of a list at places that are computed. */
  lookUp: {
    shape: ([, places]) => places,
    run:
      (out, [{ data: list }, { data }]) =>
      () => {
        for (let i = 0; i < out.length; i++) out[i] = list[data[i]];
      },
  },
  /** The numbers of each row at places that are computed for that row. */
  pick: {
    shape: ([, places]) => places,
    run(out, [x, { data, shape }]) {
      const [from, count] = [x.shape[1], shape[1]];
      return () => {
        for (let i = 0; i < out.length; i++)
          out[i] = x.data[Math.floor(i / count) * from + data[i]];
      };
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
      return () => {
        for (let at = 0, from = 0; at < inputs.length; from += widths[at++])
          for (let to = from, p = 0; to < out.length; to += width, p += widths[at])
            for (let k = 0, { data } = inputs[at]; k < widths[at]; k++)
              out[to + k] = data[(p + k) % data.length];
      };
    },
  },
  /** The same numbers in another shape. */
  reshape: {
    shape: (_, { shape }) => shape,
    view: ([{ data }]) => data,
  },
  /** The place of the largest number of each row, of several the first. */
  place: {
    shape: ([x]) => [x[0], 1],
    run: (out, [x]) => eachRow(out, x, (row, to) => (to[0] = largestPlace(row, row.length))),
  },
  /** The places of the `count` smallest numbers of each row, in ascending order of the numbers. */
  nearest: {
    shape: ([x], { count }) => [x[0], count],
    run: (out, [x], { count }) => eachRow(out, x, (row, to) => nearest(row, row.length, count, to)),
  },
};

/**
 * Of every row of x and every row of z the inner product. Four rows of z at a time take half the time that one
 * after the other does: each number of x is read once for all four, and their sums do not wait for each other.
 * @param {Float64Array} out
 * @param {Numbers} x n x d
 * @param {Numbers} z m x d
 */
function dots(out, { data: x, shape: [n, d] }, { data: z, shape: [m] }) {
  for (let i = 0, to = 0; i < n; i++) {
    let k = 0;
    for (; k + 4 <= m; k += 4, to += 4) {
      let a = 0;
      let b = 0;
      let c = 0;
      let e = 0;
      for (let p = i * d, q = k * d; p < (i + 1) * d; p++, q++) {
        const u = x[p];
        a += u * z[q];
        b += u * z[q + d];
        c += u * z[q + 2 * d];
        e += u * z[q + 3 * d];
      }
      out[to] = a;
      out[to + 1] = b;
      out[to + 2] = c;
      out[to + 3] = e;
    }
    for (; k < m; k++) out[to++] = dot(x, i * d, z, k * d, d);
  }
}

/**
 * The same with squared distances.
 * @param {Float64Array} out
 * @param {Numbers} x
 * @param {Numbers} z
 */
function squaredDistances(out, { data: x, shape: [n, d] }, { data: z, shape: [m] }) {
  for (let i = 0, to = 0; i < n; i++) {
    let k = 0;
    for (; k + 4 <= m; k += 4, to += 4) {
      let a = 0;
      let b = 0;
      let c = 0;
      let e = 0;
      for (let p = i * d, q = k * d; p < (i + 1) * d; p++, q++) {
        const u = x[p];
        const v = u - z[q];
        const w = u - z[q + d];
        const s = u - z[q + 2 * d];
        const t = u - z[q + 3 * d];
        a += v * v;
        b += w * w;
        c += s * s;
        e += t * t;
      }
      out[to] = a;
      out[to + 1] = b;
      out[to + 2] = c;
      out[to + 3] = e;
    }
    for (; k < m; k++) out[to++] = squaredDistance(x, i * d, z, k * d, d);
  }
}

/** @param {Float64Array} out @param {Numbers} x @param {Numbers} z @param {number} p */
function distances(out, { data: x, shape: [n, d] }, { data: z, shape: [m] }, p) {
  for (let i = 0, to = 0; i < n; i++)
    for (let k = 0; k < m; k++)
      out[to++] = p === 1 ? cityBlock(x, i * d, z, k * d, d) : powerDistance(x, i * d, z, k * d, d, p); // prettier-ignore
}

/**
 * The numbers of an operator, and what computes them, again and again when those of its inputs have
 * changed; nothing, if they are some of these, or are given.
 * @param {{operator: string, of?: Operator, given?: any}} node
 * @param {Shape} shape of the result
 * @param {Numbers[]} inputs
 * @returns {Numbers & {run?: () => void}}
 */
export function computing({ operator, of, given }, shape, inputs) {
  const loop = ofEach[operator];
  const { view, run } = of ?? {};
  const part = view?.(inputs, given);
  if (part) return { data: part, shape };
  const data = new Float64Array(sizeOf(shape));
  return { data, shape, run: loop ? mapping(loop, data, shape, inputs) : run?.(data, inputs, given) }; // prettier-ignore
}
