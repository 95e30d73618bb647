/** Kernels as graphs: the matrix of k(x, z) of samples and vectors, and the column of k(x, x). */
import { stringKernel } from './strings.js';

/** @import { Graph, Node } from './graph.js' */

/** A kernel with its parameters. @typedef {{kernel: string, parts: Tree[], [parameter: string]: any}} Tree */

/** Samples beside vectors, n x d and m x d, or beside themselves, row by row. */
class Pairs {
  /** @type {Map<string, Node>} */
  #known = new Map();

  /**
   * @param {Graph} g
   * @param {Node} x
   * @param {Node} [z] none: x itself, row by row
   */
  constructor(g, x, z) {
    this.g = g;
    this.x = x;
    this.z = z;
    this.d = x.shape[1];
  }

  /**
   * A pair whose squared distance is known, and nothing else.
   * @param {Graph} g
   * @param {Node} square
   */
  static apart(g, square) {
    const pairs = new Pairs(g, square);
    pairs.#known.set('2', square);
    return pairs;
  }

  /** @param {string} key @param {() => Node} make */
  #once(key, make) {
    const known = this.#known.get(key) ?? make();
    this.#known.set(key, known);
    return known;
  }

  /**
   * A column of x beside the row of z, or twice the same column.
   * @param {(x: Node) => Node} of
   * @returns {[Node, Node]}
   */
  both(of) {
    const [left, right] = [of(this.x), this.z && of(this.z)];
    return [left, right ? this.g.reshape(right, [1, right.shape[0]]) : left];
  }

  /** The same of changed rows. @param {(x: Node) => Node} change */
  changed(change) {
    return new Pairs(this.g, change(this.x), this.z && change(this.z));
  }

  /** <x, z> @param {Node} [x] in place of x */
  dot(x = this.x) {
    const { g, z } = this;
    const make = () => (z ? g.dot(x, z) : g.f`sum(${x} * ${this.x})`);
    return x === this.x ? this.#once('dot', make) : make();
  }

  /** The sum of |x_j - z_j|^p. @param {number} [p] */
  distance(p = 2) {
    const { g, x, z } = this;
    return this.#once(String(p), () =>
      z ? g.add('distance', [x, z], { p }) : g.f`0 * ${this.dot()}`,
    );
  }

  /**
   * Of the coordinates of x and z a number, and of all these their sum, or what `how` says, or the sums of
   * products of so many.
   * @param {(u: Node, v: Node) => Node} term
   * @param {string | {order: number}} [how]
   */
  over(term, how = 'sum') {
    const { g, x, z, d } = this;
    const left = this.#once('left', () => g.reshape(x, [x.shape[0], 1, d]));
    const terms = term(left, z ?? left);
    if (typeof how === 'object') return g.add('subsets', [terms], how);
    const all = g.reduce(how, terms, 2);
    return g.reshape(all, all.shape.slice(0, 2));
  }
}

/**
 * Kernels of vectors.
 * @type {Record<string, (g: Graph, pairs: Pairs, given: Tree) => Node>}
 */
const leaves = {
  precomputed: (g, { x, z }) => g.gather(x, z?.given),
  linear: (_, pairs) => pairs.dot(),
  poly: ({ f }, pairs, { gamma, degree, coef0 }) =>
    f`(${gamma} * ${pairs.dot()} + ${coef0}) ** ${degree}`,
  sigmoid: ({ f }, pairs, { gamma, coef0 }) => f`tanh(${gamma} * ${pairs.dot()} + ${coef0})`,
  exponential: ({ f }, pairs, { gamma }) => f`exp(${gamma} * ${pairs.dot()})`,
  allDegrees: (g, pairs, { gamma, degree }) =>
    g.polynomial(g.f`${gamma} * ${pairs.dot()}`, new Float64Array(degree + 1).fill(1)),
  rbf: ({ f }, pairs, { gamma }) => f`exp(-${gamma} * ${pairs.distance()})`,
  rationalQuadratic: ({ f }, pairs, { gamma, alpha }) =>
    f`(1 + ${gamma / alpha} * ${pairs.distance()}) ** ${-alpha}`,
  laplacian: ({ f }, pairs, { gamma }) => f`exp(-${gamma} * ${pairs.distance(1)})`,
  minkowski: ({ f }, pairs, { gamma, p, power }) =>
    f`exp(-${gamma} * ${pairs.distance(p)} ** ${power / p})`,
  matern(g, pairs, { gamma, nu }) {
    const s = g.f`2 * sqrt(${nu * gamma} * ${pairs.distance()})`;
    const p = nu - 0.5;
    if (!(Number.isInteger(p) && p <= 9)) return g.add('matern', [s], { nu });
    const coefficients = [1];
    for (let i = 0; i < p; i++)
      coefficients.push((coefficients[i] * 2 * (p - i)) / ((2 * p - i) * (i + 1)));
    return g.f`${g.polynomial(s, coefficients)} * exp(-${s})`;
  },
  chi2: ({ f }, pairs, { gamma }) => f`exp(-${gamma} * ${chiSquared(pairs)})`,
  intersection: ({ f }, pairs) => pairs.over((u, v) => f`min(${u}, ${v})`),
  spline: ({ f }, pairs) =>
    pairs.over((u, v) => {
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
};

/** The sum of (x_j - z_j)^2 / (x_j + z_j), in which 0 / 0 is 0, also of float32. @param {Pairs} pairs */
const chiSquared = (pairs) =>
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

/** Kernels of numbers that are not below 0. */
const ofNonNegative = ['chi2', 'intersection', 'spline'];

/** Samples with NaN for numbers below 0. @param {Pairs} pairs */
const checked = ({ g, x, z }) => new Pairs(g, g.f`nonNegative(${x})`, z);

/**
 * Kernels that are made of others.
 * @type {Record<string, (g: Graph, pairs: Pairs, tree: Tree) => Node>}
 */
const compositions = {
  sum: ({ f }, pairs, { parts }) =>
    parts.map((part) => valueOf(pairs, part)).reduce((sum, part) => f`${sum} + ${part}`),
  product: ({ f }, pairs, { parts }) =>
    parts.map((part) => valueOf(pairs, part)).reduce((product, part) => f`${product} * ${part}`),
  scale: ({ f }, pairs, { parts: [part], factor }) => f`${factor} * ${valueOf(pairs, part)}`,
  polynomial: (g, pairs, { parts: [part], coefficients }) =>
    g.polynomial(valueOf(pairs, part), coefficients),
  exp: ({ f }, pairs, { parts: [part] }) => f`exp(${valueOf(pairs, part)})`,
  gaussian: ({ f }, pairs, { parts: [part], gamma }) =>
    f`exp(-${gamma} * ${featureDistance(pairs, part)})`,
  normalize({ f }, pairs, { parts: [part] }) {
    const [k, xx, zz] = normed(pairs, part);
    return f`where((${xx} > 0) * (${zz} > 0), ${k} / sqrt(${xx}) / sqrt(${zz}), 0)`;
  },
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

/**
 * k(x, z), k(x, x) and k(z, z).
 * @param {Pairs} pairs
 * @param {Tree} part
 * @returns {[Node, Node, Node]}
 */
const normed = (pairs, part) => [
  valueOf(pairs, part),
  ...pairs.both((x) => valueOf(new Pairs(pairs.g, x), part)),
];

/**
 * The squared distance in the feature space of a kernel.
 * @param {Pairs} pairs
 * @param {Tree} part
 */
function featureDistance(pairs, part) {
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

/**
 * @param {Pairs} pairs
 * @param {Tree} tree
 * @returns {Node}
 */
function valueOf(pairs, tree) {
  const { kernel } = tree;
  const compare = stringKernel(tree);
  if (compare) return similarities(pairs, compare);
  const of = compositions[kernel] ?? leaves[kernel];
  if (!of) throw new TypeError(`its kernel is ${kernel}`);
  return of(pairs.g, ofNonNegative.includes(kernel) ? checked(pairs) : pairs, tree);
}

/**
 * The values of a kernel of strings, which are given where x are samples.
 * @param {Pairs} pairs
 * @param {(x: string, z: string) => number} compare
 */
function similarities({ g, x, z }, compare) {
  const row = (/** @type {string} */ text) =>
    z ? z.given.map((/** @type {string} */ one) => compare(text, one)) : [compare(text, text)];
  const width = z ? z.given.length : 1;
  if (x.given) return g.constant(x.given.flatMap(row), [x.given.length, width]);
  return g.input(width, ([text], out) => out.set(row(String(text))));
}

/**
 * The matrix of a kernel, n x m.
 * @param {Graph} g
 * @param {Tree} tree
 * @param {Node} x n x d
 * @param {Node} z m x d
 */
export const kernelMatrix = (g, tree, x, z) => valueOf(new Pairs(g, x, z), tree);

/**
 * k(x, x) of every sample, n x 1.
 * @param {Graph} g
 * @param {Tree} tree
 * @param {Node} x n x d
 */
export const ownOf = (g, tree, x) => valueOf(new Pairs(g, x), tree);

/**
 * What sorts vectors by their distance from samples in the feature space of a kernel, n x m, and the
 * squares of that distance for some of them.
 * @param {Graph} g
 * @param {Tree} tree
 * @param {Node} x
 * @param {Node} z
 * @returns {{near: Node, square: (near: Node, places: Node) => Node}}
 */
export function nearness(g, tree, x, z) {
  const pairs = new Pairs(g, x, z);
  const radial = radialOf(g, tree);
  if (radial) return { near: radial.distance(pairs), square: radial.image };
  const { f } = g;
  const [k, own, norms] = normed(pairs, tree);
  return {
    near: f`${norms} - 2 * ${k}`,
    square(near, places) {
      const there = g.lookUp(norms, places);
      const size = f`max(max(largest(abs(${own})), largest(abs(${there} - ${near})) / 2), largest(abs(${there})))`; // prettier-ignore
      const square = f`${own} + ${near}`;
      return f`where(${square} > ${16 * 2 ** -52} * ${size}, ${square}, 0)`;
    },
  };
}

/**
 * A kernel that falls with a distance, as `kernel.Radial` in Go: the distance, of which `name` is the same
 * for the same one; the squared distance in feature space by it; and gamma, if the kernel is
 * exp(-gamma distance). Values of such kernels cannot tell apart vectors that are far from a sample.
 * @typedef {{name: string, distance: (pairs: Pairs) => Node, image: (far: Node) => Node, rate?: number}} Radial
 */

/**
 * @param {Graph} g
 * @param {Tree} tree
 * @returns {Radial | undefined} nothing, if the kernel does not fall with a distance
 */
function radialOf(g, tree) {
  const { f } = g;
  const { kernel, gamma, p, power, columns, factor } = tree;
  const parts = tree.parts.map((part) => radialOf(g, part));
  const known = parts.flatMap((part) => part ?? []);
  const [of] = parts;
  const plain = of && { ...of, rate: undefined };
  /** @type {(rate: number, name: string, distance: Radial['distance']) => Radial} */
  const decaying = (rate, name, distance) => ({
    ...{ name, distance, rate },
    image: (far) => decayed(g, f`${rate} * ${far}`),
  });
  const euclidean = (/** @type {Pairs} */ pairs) => pairs.distance();
  const total = (/** @type {Node[]} */ all) => all.reduce((sum, one) => f`${sum} + ${one}`);
  switch (kernel) {
    case 'linear':
      return { name: '2', distance: euclidean, image: (far) => far };
    case 'rbf':
      return decaying(gamma, '2', euclidean);
    case 'rationalQuadratic':
    case 'matern': // 2 - 2 k, of which only the distance matters
      return {
        ...{ name: '2', distance: euclidean },
        image: (far) => f`2 - 2 * ${leaves[kernel](g, Pairs.apart(g, far), tree)}`,
      };
    case 'laplacian':
      return decaying(gamma, '1', (pairs) => pairs.distance(1));
    case 'chi2':
      return decaying(gamma, kernel, (pairs) => chiSquared(checked(pairs)));
    case 'minkowski': {
      const radial = decaying(gamma, String(p), (pairs) => pairs.distance(p));
      if (power === p) return radial;
      return {
        ...radial,
        rate: undefined,
        image: (far) => radial.image(f`${far} ** ${power / p}`),
      };
    }
    case 'center':
      return plain;
    case 'scale':
      return plain && { ...plain, image: (far) => f`${factor} * ${plain.image(far)}` };
    case 'columns':
      return (
        of && {
          ...{ ...of, name: `${of.name} of ${columns}` },
          distance: (pairs) => of.distance(pairs.changed((x) => g.gather(x, columns))),
        }
      );
    case 'sum':
      if (known.length < parts.length || known.some(({ name }) => name !== known[0].name)) return undefined; // prettier-ignore
      return {
        ...known[0],
        rate: undefined,
        image: (far) => total(known.map(({ image }) => image(far))),
      };
    case 'product':
      if (known.length < parts.length || known.some(({ rate }) => rate === undefined)) return undefined; // prettier-ignore
      return decaying(1, known.map(({ name, rate }) => `${rate} ${name}`).join(), (pairs) =>
        total(known.map(({ distance, rate = 1 }) => f`${rate} * ${distance(pairs)}`)),
      );
    case 'gaussian':
      return {
        name: of?.name ?? JSON.stringify(tree.parts),
        distance: of?.distance ?? ((pairs) => featureDistance(pairs, tree.parts[0])),
        image: (far) => decayed(g, f`${gamma} * ${of ? of.image(far) : far}`),
      };
    default:
      return undefined;
  }
}

/** 2 - 2 exp(-t), exact for small t. @param {Graph} g @param {Node} t */
const decayed = ({ f }, t) => f`-2 * expm1(-${t})`;

/** The kernels of vectors that are lowered. */
export const writtenKernels = [...Object.keys(leaves), ...Object.keys(compositions)];
