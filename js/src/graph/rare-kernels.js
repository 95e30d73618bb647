/** The kernels of vectors that are less frequent. */
import { scaledBesselK, subsets } from './functions.js';
import { Pairs, cosine, kernelMatrix, valueOf } from './kernels.js';

/** @import { Node } from './graph.js' */
/** @import { Kernel, Tree } from './kernels.js' */
/** @import { Operator } from './operators.js' */

/** @type {Record<string, Kernel>} */
export const rareKernels = {
  exponential: ({ f }, pairs, { gamma }) => f`exp(${gamma} * ${pairs.dot()})`,
  allDegrees: (g, pairs, { gamma, degree }) =>
    g.polynomial(g.f`${gamma} * ${pairs.dot()}`, new Float64Array(degree + 1).fill(1)),
  rationalQuadratic,
  minkowski: ({ f }, pairs, { gamma, p, power }) =>
    f`exp(-${gamma} * ${pairs.distance(p)} ** ${power / p})`,
  matern,
  chi2: ({ f }, pairs, { gamma }) => f`exp(-${gamma} * ${chiSquared(checked(pairs))})`,
  intersection: ({ f }, pairs) => checked(pairs).over((u, v) => f`min(${u}, ${v})`),
  spline: ({ f }, pairs) =>
    checked(pairs).over((u, v) => {
      const [product, least] = [f`${u} * ${v}`, f`min(${u}, ${v})`];
      return f`1 + ${product} + ${least} * (${product} - ${least} * ((${u} + ${v}) / 2 - ${least} / 3))`;
    }, 'product'),
  // In the order of Go, so that equal sums are equal here.
  bspline: ({ f }, pairs, { degree, width }) =>
    pairs.over((u, v) => {
      const m = degree + 1;
      let left = f`${m / 2} - abs(${u} - ${v}) / ${width}`;
      let sum = f`0 * ${left}`;
      let [factor, factorial] = [1, 1];
      for (let i = 0; i < m / 2; i++) {
        sum = f`${sum} + ${factor} * max(${left}, 0) ** ${degree}`;
        factor *= (i - m) / (i + 1);
        left = f`${left} - 1`;
      }
      for (let e = 2; e <= degree; e++) factorial *= e;
      return f`${sum} / ${factorial}`;
    }, 'product'),
  allSubsets: ({ f }, pairs) => pairs.over((u, v) => f`1 + ${u} * ${v}`, 'product'),
  anova: (g, pairs, { gamma, order, base }) =>
    pairs.over((u, v) => (base === 'product' ? g.f`${u} * ${v}` : g.f`exp(-${gamma} * (${u} - ${v}) ** 2)`), { order }), // prettier-ignore
  dirichlet: (_, pairs, { order }) => waves(pairs, [0.5, ...new Float64Array(order).fill(1)]),
  fourier: (_, pairs, { coefficients }) => waves(pairs, coefficients),
  spectral(g, pairs, { frequencies, powers }) {
    const w = g.constant(frequencies.flat(), [powers.length, pairs.d]);
    const roots = g.constant(Array.from(powers, Math.sqrt));
    const features = (/** @type {Node} */ x) => {
      const angle = g.dot(x, w);
      return g.beside([g.f`${roots} * cos(${angle})`, g.f`${roots} * sin(${angle})`]);
    };
    return pairs.changed(features).dot();
  },
  delta: ({ f }, pairs) => pairs.over((u, v) => f`${u} = ${v}`, 'smallest'),
  weighted(g, pairs, { matrix }) {
    const { x, d } = pairs;
    const flat = Array.from(matrix).flat();
    return pairs.dot(flat.length === d ? g.f`${x} * ${g.constant(flat)}` : g.dot(x, g.constant(flat, [d, d]))); // prettier-ignore
  },
  polynomial: (g, pairs, { parts: [part], coefficients }) =>
    g.polynomial(valueOf(pairs, part), coefficients),
  exp: ({ f }, pairs, { parts: [part] }) => f`exp(${valueOf(pairs, part)})`,
  gaussian: ({ f }, pairs, { parts: [part], gamma }) =>
    f`exp(-${gamma} * ${featureDistance(pairs, part)})`,
  normalize: (g, pairs, { parts: [part] }) => cosine(g, ...normed(pairs, part)),
  center({ f }, pairs, { parts: [part], points }) {
    const [of, mean] = anchored(pairs, part, points.flat());
    const [fx, fz] = pairs.both(of);
    return f`${valueOf(pairs, part)} + (${mean} - (${fx} + ${fz}))`;
  },
  rankOne({ f }, pairs, { parts: [part], points, weights }) {
    const [of] = anchored(pairs, part, points.flat(), weights);
    const [fx, fz] = pairs.both(of);
    return f`${fx} * ${fz}`;
  },
  columns: (g, pairs, { parts: [part], columns }) =>
    valueOf(
      pairs.changed((x) => g.gather(x, columns)),
      part,
    ),
};

/** @type {Kernel} */
export function rationalQuadratic({ f }, pairs, { gamma, alpha }) {
  return f`(1 + ${gamma / alpha} * ${pairs.distance()}) ** ${-alpha}`;
}

/** @type {Kernel} */
export function matern(g, pairs, { gamma, nu }) {
  const s = g.f`2 * sqrt(${nu * gamma} * ${pairs.distance()})`;
  const p = nu - 0.5;
  if (!(Number.isInteger(p) && p <= 9)) return g.add('matern', [s], { nu });
  const coefficients = [1];
  for (let i = 0; i < p; i++)
    coefficients.push((coefficients[i] * 2 * (p - i)) / ((2 * p - i) * (i + 1)));
  return g.f`${g.polynomial(s, coefficients)} * exp(-${s})`;
}

/** The sum of (x_j - z_j)^2 / (x_j + z_j), in which 0 / 0 is 0, also of float32. @param {Pairs} pairs */
export const chiSquared = (pairs) =>
  pairs.over((u, v) => pairs.g.f`(${u} - ${v}) ** 2 / max(${u} + ${v}, 1e-37)`);

/**
 * Products of series of cosines.
 * @param {Pairs} pairs
 * @param {ArrayLike<number>} coefficients
 */
const waves = (pairs, coefficients) =>
  pairs.over((u, v) => {
    const { f } = pairs.g;
    const difference = f`${u} - ${v}`;
    return Array.from(coefficients).reduce(
      (sum, a, n) => f`${sum} + ${a} * cos(${n} * ${difference})`,
      f`0 * ${difference}`,
    );
  }, 'product');

/** Samples with NaN for numbers below 0. @param {Pairs} pairs */
export const checked = ({ g, x, z }) => new Pairs(g, g.f`nonNegative(${x})`, z);

/**
 * k(x, z), k(x, x) and k(z, z).
 * @param {Pairs} pairs
 * @param {Tree} part
 * @returns {[Node, Node, Node]}
 */
export const normed = (pairs, part) => [
  valueOf(pairs, part),
  ...pairs.both((x) => valueOf(new Pairs(pairs.g, x), part)),
];

/**
 * The squared distance in the feature space of a kernel.
 * @param {Pairs} pairs
 * @param {Tree} part
 */
export function featureDistance(pairs, part) {
  const [k, xx, zz] = normed(pairs, part);
  return pairs.g.f`max(${xx} + ${zz} - 2 * ${k}, 0)`;
}

/**
 * f(x) = sum of weights_i k(x, points_i), and the sum of weights_i f(points_i).
 * @param {Pairs} pairs
 * @param {Tree} part
 * @param {number[]} points one after the other
 * @param {ArrayLike<number>} [weights] none: equal ones with the sum 1
 * @returns {[(x: Node) => Node, Node]}
 */
function anchored({ g, d }, part, points, weights) {
  const count = points.length / d;
  const z = g.constant(points, [count, d]);
  const shares = g.constant(weights ?? new Float64Array(count).fill(1 / count));
  const of = (/** @type {Node} */ x) => g.dot(kernelMatrix(g, part, x, z), shares);
  return [of, g.dot(shares, g.reshape(of(z), [1, count]))];
}

/** @type {Record<string, Operator>} */
export const kernelOperators = {
  /** s^nu K_nu(s), over its value at 0: Matern's kernel of any smoothness. */
  matern: {
    shape: ([x]) => x,
    run(out, [{ data }], { nu }) {
      const most = scaledBesselK(0, nu);
      return () => {
        for (let i = 0; i < out.length; i++) out[i] = scaledBesselK(data[i], nu) / most;
      };
    },
  },
  /** Sums over all subsets of `order` numbers along the last axis of their products. */
  subsets: {
    shape: (shapes) => shapes[0].slice(0, 2),
    run(out, [{ data, shape }], { order }) {
      const d = shape[2];
      return () => {
        for (let i = 0; i < out.length; i++) out[i] = subsets(data, i * d, d, order);
      };
    },
  },
};
