/**
 * Kernels as graphs: the matrix of k(x, z) of n samples and m vectors, and the column of k(x, x).
 */
import { MaxMarginError } from '../../basics/errors.js';
import { ofNonNegative } from '../../generated/specs.js';

/** @import { Builder, Wire } from './builder.js' */
/** @import { Tree } from '../fits.js' */

/** The most operators of a sum over subsets. */
const mostSteps = 1024;

/** Samples beside vectors, n x d and m x d, or beside themselves, one by one. */
class Pairs {
  /** @type {Map<string, Wire>} */
  #known = new Map();

  /**
   * @param {Builder} b
   * @param {Wire} x
   * @param {Wire} [z] none: x itself, row by row
   */
  constructor(b, x, z) {
    this.b = b;
    this.x = x;
    this.z = z;
  }

  /**
   * A pair whose squared distance is known, and nothing else.
   * @param {Builder} b
   * @param {Wire} square
   */
  static apart(b, square) {
    const pairs = new Pairs(b, square);
    pairs.#known.set('square', square).set('distance 2', square);
    return pairs;
  }

  /** @param {string} key @param {() => Wire} make */
  #once(key, make) {
    const known = this.#known.get(key) ?? make();
    this.#known.set(key, known);
    return known;
  }

  /**
   * A column of x beside the row of z, or twice the same column.
   * @param {(x: Wire) => Wire} of
   * @returns {[Wire, Wire]}
   */
  both(of) {
    const left = of(this.x);
    if (this.z === undefined) return [left, left];
    return [left, this.b.add('Transpose', [of(this.z)], { perm: [1n, 0n] })];
  }

  /** <x, z> @param {Wire} [x] in place of x */
  dot(x = this.x) {
    const { b, z } = this;
    const make = () =>
      z === undefined
        ? b.sum(b.times(x, this.x))
        : b.matmul(x, b.add('Transpose', [z], { perm: [1n, 0n] }));
    return x === this.x ? this.#once('dot', make) : make();
  }

  /** |x - z|^2 */
  square() {
    const { b } = this;
    return this.#once('square', () => {
      if (this.z === undefined) return b.times(this.dot(), 0);
      const near = this.#moved();
      const [xx, zz] = near.both((one) => b.sum(b.times(one, one)));
      return b.most(b.minus(b.plus(xx, zz), b.times(near.dot(), 2)), 0);
    });
  }

  /**
   * The same pairs with an origin among the vectors, if these lie far from zero in comparison with their
   * spread: differences of large products lose digits. `gram.Offset` in Go has the same rule. The
   * origin is float32, so that differences from whole numbers are exact.
   */
  #moved() {
    const { b, x, z } = this;
    const { values, shape } = (z !== undefined && b.constants.get(z)) || {};
    if (!(values instanceof Float64Array) || !shape) return this;
    const [m, d] = shape;
    const mean = new Float64Array(d);
    values.forEach((v, at) => (mean[at % d] += v / m));
    let spread = 0;
    values.forEach((v, at) => (spread += (v - mean[at % d]) ** 2 / m));
    if (!(mean.reduce((sum, v) => sum + v * v, 0) > 10 * spread)) return this;
    const origin = mean.map(Math.fround);
    const moved = values.map((v, at) => v - origin[at % d]);
    return new Pairs(b, b.minus(x, b.row(origin)), b.constant(moved, shape));
  }

  /** The coordinates of x and z, n x 1 x d and m x d. @returns {[Wire, Wire]} */
  coordinates() {
    const { b } = this;
    const left = this.#once('left', () => b.add('Unsqueeze', [this.x, b.wholes([1])]));
    return [left, this.z ?? left];
  }

  /**
   * A sum, or a product, over the coordinates.
   * @param {(u: Wire, v: Wire) => Wire} term
   * @param {'sum' | 'Prod' | 'Min'} [how]
   */
  over(term, how = 'sum') {
    const terms = term(...this.coordinates());
    return how === 'sum' ? this.b.sum(terms, 2, 0) : this.b.reduce(how, terms, 2, 0);
  }

  /** @param {number} p */
  distance(p) {
    const { b } = this;
    return this.#once(`distance ${p}`, () =>
      this.over((u, v) => {
        const size = b.add('Abs', [b.minus(u, v)]);
        return p === 1 ? size : p === 2 ? b.times(size, size) : b.power(size, p);
      }),
    );
  }
}

/**
 * Kernels of vectors.
 * @type {Record<string, (b: Builder, pairs: Pairs, given: Record<string, any>, d: number) => Wire>}
 */
const leaves = {
  linear: (_, pairs) => pairs.dot(),
  poly: (b, pairs, { gamma, degree, coef0 }) =>
    b.power(b.plus(b.times(pairs.dot(), gamma), coef0), degree),
  sigmoid: (b, pairs, { gamma, coef0 }) =>
    b.add('Tanh', [b.plus(b.times(pairs.dot(), gamma), coef0)]),
  exponential: (b, pairs, { gamma }) => b.add('Exp', [b.times(pairs.dot(), gamma)]),
  allDegrees: (b, pairs, { gamma, degree }) =>
    b.polynomial(b.times(pairs.dot(), gamma), new Array(degree + 1).fill(1)),
  rbf: (b, pairs, { gamma }) => b.add('Exp', [b.times(pairs.square(), -gamma)]),
  rationalQuadratic: (b, pairs, { gamma, alpha }) =>
    b.power(b.plus(b.times(pairs.square(), gamma / alpha), 1), -alpha),
  laplacian: (b, pairs, { gamma }) => b.add('Exp', [b.times(pairs.distance(1), -gamma)]),
  minkowski: (b, pairs, { gamma, p, power }) => {
    const size = pairs.distance(p);
    return b.add('Exp', [b.times(power === p ? size : b.power(size, power / p), -gamma)]);
  },
  matern(b, pairs, { gamma, nu }) {
    const p = nu - 0.5;
    if (!(Number.isInteger(p) && p <= 9)) {
      throw refused(
        `the kernel matern with nu ${nu} needs Bessel functions, which ONNX does not have; take nu 0.5, 1.5, ..., 9.5`,
      );
    }
    const s = b.times(b.add('Sqrt', [b.times(pairs.distance(2), nu * gamma)]), 2);
    const coefficients = [1];
    for (let i = 0; i < p; i++)
      coefficients.push((coefficients[i] * 2 * (p - i)) / ((2 * p - i) * (i + 1)));
    const decay = b.add('Exp', [b.times(s, -1)]);
    return p === 0 ? decay : b.add('Mul', [b.polynomial(s, coefficients), decay]);
  },
  chi2: (b, pairs, { gamma }) => b.add('Exp', [b.times(spread(b, pairs), -gamma)]),
  intersection: (b, pairs) => pairs.over((u, v) => b.least(u, v)),
  spline: (b, pairs) =>
    pairs.over((u, v) => {
      const [product, least] = [b.times(u, v), b.least(u, v)];
      const inner = b.minus(b.times(b.plus(u, v), 0.5), b.over(least, 3));
      const rest = b.times(least, b.minus(product, b.times(least, inner)));
      return b.plus(b.plus(product, rest), 1);
    }, 'Prod'),
  // In the order of Go, so that equal sums are equal here.
  bspline: (b, pairs, { degree, width }) =>
    pairs.over((u, v) => {
      const m = degree + 1;
      let left = b.plus(b.times(b.over(b.add('Abs', [b.minus(u, v)]), width), -1), m / 2);
      let [sum, factor, factorial] = [/** @type {Wire | undefined} */ (undefined), 1, 1];
      for (let i = 0; i < m / 2; i++) {
        const inside = b.most(left, 0);
        let power = inside;
        for (let e = 1; e < degree; e++) power = b.times(power, inside);
        const term = b.times(power, factor);
        sum = sum ? b.plus(sum, term) : term;
        factor *= (i - m) / (i + 1);
        left = b.minus(left, 1);
      }
      for (let e = 2; e <= degree; e++) factorial *= e;
      return b.over(/** @type {Wire} */ (sum), factorial);
    }, 'Prod'),
  allSubsets: (b, pairs) => pairs.over((u, v) => b.plus(b.times(u, v), 1), 'Prod'),
  anova(b, pairs, { gamma, order, base }, d) {
    if (d * order > mostSteps) {
      throw refused(
        `the kernel anova of order ${order} and ${d} features needs ${d * order} operators, but at most ${mostSteps} are written; take a lower order`,
      );
    }
    const [u, v] = pairs.coordinates();
    const difference = base === 'product' ? '' : b.minus(u, v);
    const terms =
      base === 'product'
        ? b.times(u, v)
        : b.add('Exp', [b.times(b.times(difference, difference), -gamma)]);
    /** @type {Wire[]} the sums over subsets of 1, 2, ... of the coordinates so far */
    const sums = [];
    for (let j = 0; j < d; j++) {
      const term = b.add('Gather', [terms, b.constant([BigInt(j)], [])], { axis: 2 });
      for (let k = Math.min(order, j + 1); k > 0; k--) {
        const more = k === 1 ? term : b.times(term, sums[k - 2]);
        sums[k - 1] = sums[k - 1] ? b.plus(sums[k - 1], more) : more;
      }
    }
    return sums[order - 1] ?? b.times(pairs.dot(), 0);
  },
  dirichlet: (b, pairs, { order }) => waves(b, pairs, [0.5, ...new Array(order).fill(1)]),
  fourier: (b, pairs, { coefficients }) => waves(b, pairs, Array.from(coefficients)),
  spectral(b, pairs, { frequencies, powers }, d) {
    const flat = Float64Array.from(Array.from(frequencies).flat());
    const q = powers.length;
    const columns = new Float64Array(flat.length); // d x q
    for (let i = 0; i < q; i++) for (let j = 0; j < d; j++) columns[j * q + i] = flat[i * d + j];
    const w = b.constant(columns, [d, q]);
    const roots = b.constant(Float64Array.from(powers, Math.sqrt), [1, q]);
    const features = (/** @type {Wire} */ one) => {
      const angle = b.matmul(one, w);
      return b.beside(['Cos', 'Sin'].map((wave) => b.times(roots, b.add(wave, [angle]))));
    };
    const z = pairs.z === undefined ? undefined : features(pairs.z);
    return new Pairs(b, features(pairs.x), z).dot();
  },
  delta: (b, pairs) => pairs.over((u, v) => b.bit(b.equal(u, v)), 'Min'),
  weighted(b, pairs, { matrix }, d) {
    const flat = Float64Array.from(Array.from(matrix).flat());
    if (flat.length === d) return pairs.dot(b.times(pairs.x, b.constant(flat, [1, d])));
    const transposed = flat.map((_, at) => flat[(at % d) * d + Math.floor(at / d)]);
    return pairs.dot(b.matmul(pairs.x, b.constant(transposed, [d, d])));
  },
};

/**
 * The sum of (x_j - z_j)^2 / (x_j + z_j).
 * @param {Builder} b
 * @param {Pairs} pairs
 */
function spread(b, pairs) {
  return pairs.over((u, v) => {
    const [difference, sum] = [b.minus(u, v), b.plus(u, v)];
    return b.where(b.above(sum, 0), b.times(b.over(difference, sum), difference), 0);
  });
}

/**
 * Products of series of cosines.
 * @param {Builder} b
 * @param {Pairs} pairs
 * @param {number[]} coefficients
 */
function waves(b, pairs, coefficients) {
  return pairs.over((u, v) => {
    const difference = b.minus(u, v);
    let sum = b.number(coefficients[0]);
    coefficients.forEach((a, n) => {
      if (n > 0) sum = b.plus(b.times(b.add('Cos', [b.times(difference, n)]), a), sum);
    });
    return coefficients.length > 1 ? sum : b.plus(b.times(difference, 0), sum);
  }, 'Prod');
}

/**
 * Kernels that are made of others.
 * @type {Record<string, (b: Builder, pairs: Pairs, tree: Tree, d: number) => Wire>}
 */
const compositions = {
  sum: (b, pairs, tree, d) =>
    partsOf(tree)
      .map((part) => valueOf(b, pairs, part, d))
      .reduce((sum, part) => b.plus(sum, part)),
  product: (b, pairs, tree, d) =>
    partsOf(tree)
      .map((part) => valueOf(b, pairs, part, d))
      .reduce((product, part) => b.times(product, part)),
  scale: (b, pairs, tree, d) => b.times(valueOf(b, pairs, partsOf(tree)[0], d), tree.factor),
  polynomial: (b, pairs, tree, d) =>
    b.polynomial(valueOf(b, pairs, partsOf(tree)[0], d), tree.coefficients),
  exp: (b, pairs, tree, d) => b.add('Exp', [valueOf(b, pairs, partsOf(tree)[0], d)]),
  gaussian(b, pairs, tree, d) {
    const square = featureDistance(b, pairs, partsOf(tree)[0], d);
    return b.add('Exp', [b.times(square, -tree.gamma)]);
  },
  normalize(b, pairs, tree, d) {
    const [k, xx, zz] = normed(b, pairs, partsOf(tree)[0], d);
    const root = (/** @type {Wire} */ one) => b.add('Sqrt', [one]);
    const cosine = b.over(b.over(k, root(xx)), root(zz));
    const both = b.add('And', [b.above(xx, 0), b.above(zz, 0)]);
    return b.where(both, cosine, 0);
  },
  center(b, pairs, tree, d) {
    const [part] = partsOf(tree);
    const { of, mean } = anchor(b, part, tree.points, undefined, d);
    const [fx, fz] = pairs.both(of);
    return b.plus(valueOf(b, pairs, part, d), b.minus(mean, b.plus(fx, fz)));
  },
  rankOne(b, pairs, tree, d) {
    const { of } = anchor(b, partsOf(tree)[0], tree.points, tree.weights, d);
    return b.times(...pairs.both(of));
  },
  columns: (b, pairs, tree) =>
    valueOf(b, chosen(b, pairs, tree), partsOf(tree)[0], tree.columns.length),
};

/**
 * Some columns of samples and vectors; of vectors that are constants, as another constant.
 * @param {Builder} b
 * @param {Pairs} pairs
 * @param {Tree} tree
 */
function chosen(b, { x, z }, { columns }) {
  const pick = (/** @type {Wire} */ wire) => {
    const { values, shape } = b.constants.get(wire) ?? {};
    if (!(values instanceof Float64Array) || !shape) return b.columns(wire, columns);
    const [m, d] = shape;
    const c = columns.length;
    const picked = Float64Array.from({ length: m * c }, (_, at) => values[Math.floor(at / c) * d + columns[at % c]]); // prettier-ignore
    return b.constant(picked, [m, c]);
  };
  return new Pairs(b, pick(x), z === undefined ? undefined : pick(z));
}

/**
 * k(x, z), k(x, x) and k(z, z).
 * @param {Builder} b
 * @param {Pairs} pairs
 * @param {Tree} part
 * @param {number} d
 * @returns {[Wire, Wire, Wire]}
 */
function normed(b, pairs, part, d) {
  const k = valueOf(b, pairs, part, d);
  return [k, ...pairs.both((one) => ownOf(b, one, part, d))];
}

/**
 * The squared distance in the feature space of a kernel.
 * @param {Builder} b
 * @param {Pairs} pairs
 * @param {Tree} part
 * @param {number} d
 */
function featureDistance(b, pairs, part, d) {
  const [k, xx, zz] = normed(b, pairs, part, d);
  return b.most(b.minus(b.plus(xx, zz), b.times(k, 2)), 0);
}

/** @param {Tree} tree */
const partsOf = (tree) => /** @type {Tree[]} */ (tree.parts);

/**
 * f(x) = sum of weights_i k(x, points_i), and the sum of weights_i f(points_i).
 * @param {Builder} b
 * @param {Tree} part
 * @param {any} points
 * @param {any} weights undefined: equal ones with the sum 1
 * @param {number} d
 */
function anchor(b, part, points, weights, d) {
  const flat = Float64Array.from(Array.from(points).flat());
  const count = flat.length / d;
  const rows = b.constant(flat, [count, d]);
  const shares = Float64Array.from(weights ?? new Array(count).fill(1 / count));
  const w = b.constant(shares, [count, 1]);
  const of = (/** @type {Wire} */ x) => b.matmul(kernelMatrix(b, part, x, rows, d), w);
  return { of, mean: b.matmul(b.constant(shares, [1, count]), of(rows)) };
}

/**
 * @param {Builder} b
 * @param {Pairs} pairs
 * @param {Tree} tree whose widths are numbers
 * @param {number} d
 * @returns {Wire}
 */
function valueOf(b, pairs, tree, d) {
  const { kernel } = tree;
  if (compositions[kernel]) return compositions[kernel](b, pairs, tree, d);
  return leaves[kernel](b, ofNonNegative.includes(kernel) ? checked(b, pairs) : pairs, tree, d);
}

/**
 * Samples with NaN for numbers below 0.
 * @param {Builder} b
 * @param {Pairs} pairs
 */
const checked = (b, { x, z }) =>
  new Pairs(b, b.where(b.add('Less', [x, b.number(0)]), b.number(NaN), x), z);

/**
 * The matrix of a kernel.
 * @param {Builder} b
 * @param {Tree} tree whose widths are numbers
 * @param {Wire} x n x d
 * @param {Wire} z m x d
 * @param {number} d
 * @returns {Wire} n x m
 */
export const kernelMatrix = (b, tree, x, z, d) => valueOf(b, new Pairs(b, x, z), tree, d);

/**
 * k(x, x) of every sample.
 * @param {Builder} b
 * @param {Wire} x n x d
 * @param {Tree} tree
 * @param {number} d
 * @returns {Wire} n x 1
 */
export const ownOf = (b, x, tree, d) => valueOf(b, new Pairs(b, x), tree, d);

/**
 * What sorts vectors by their distance from samples in the feature space of a kernel, and that
 * distance, squared, of the nearest ones.
 * @param {Builder} b
 * @param {Tree} tree
 * @param {Wire} x
 * @param {Wire} z
 * @param {number} d
 * @param {() => Wire} [normsOf] k(z, z), 1 x m, of kernels that do not fall with a distance
 * @param {boolean} [exact] whether equal vectors must have a distance of 0
 * @returns {{near: Wire, distance: (far: Wire, at: Wire) => {square: Wire, zero: Wire}}} n x m, and
 *   of the columns `at` of it, which have the values `far`, the squares, and up to where they
 *   stand for 0
 */
export function nearness(b, tree, x, z, d, normsOf, exact = false) {
  const pairs = new Pairs(b, x, z);
  const radial = radialOf(b, tree, d);
  if (radial) {
    const { distance, image } = radial;
    return {
      near: distance(pairs, exact),
      distance: (far) => ({ square: image(far), zero: b.number(0) }),
    };
  }
  const norms = /** @type {() => Wire} */ (normsOf)();
  const near = b.minus(norms, b.times(valueOf(b, pairs, tree, d), 2));
  return {
    near,
    distance(far, at) {
      const own = ownOf(b, x, tree, d);
      const there = b.add('Gather', [b.add('Squeeze', [norms, b.wholes([0])]), at]);
      const size = (/** @type {Wire} */ one) => b.reduce('Max', b.add('Abs', [one]));
      const value = size(b.times(b.minus(there, far), 0.5));
      const zero = b.times(b.add('Max', [size(own), value, size(there)]), 16 * 2 ** -52);
      return { square: b.plus(own, far), zero };
    },
  };
}

/**
 * A kernel that falls with a distance, as `kernel.Radial` in Go: the distance, of which `name` is the same
 * for the same one; the squared distance in feature space by it; and gamma, if the kernel is
 * exp(-gamma distance). Values of such kernels cannot tell apart vectors that are far from a sample.
 * @typedef {object} Radial
 * @property {string} name
 * @property {(pairs: Pairs, exact: boolean) => Wire} distance
 * @property {(far: Wire) => Wire} image
 * @property {number} [rate]
 */

/**
 * @param {Builder} b
 * @param {Tree} tree whose widths are numbers
 * @param {number} d
 * @returns {Radial | undefined} nothing, if the kernel does not fall with a distance
 */
function radialOf(b, tree, d) {
  const { kernel, gamma, p, power, columns, factor } = tree;
  const parts = (tree.parts ?? []).map((part) => radialOf(b, part, columns?.length ?? d));
  const known = parts.flatMap((part) => part ?? []);
  const [of] = parts;
  const decaying = (/** @type {number} */ rate, /** @type {Pick<Radial, 'name' | 'distance'>} */ by) => ({
    ...{ ...by, rate },
    image: (/** @type {Wire} */ far) => decayed(b, b.times(far, rate)),
  }); // prettier-ignore
  const euclidean = {
    name: 'square',
    distance: (/** @type {Pairs} */ pairs, /** @type {boolean} */ exact) =>
      exact ? pairs.distance(2) : pairs.square(),
  };
  switch (kernel) {
    case 'linear':
      return { ...euclidean, image: (far) => far };
    case 'rbf':
      return decaying(gamma, euclidean);
    case 'rationalQuadratic':
    case 'matern': // 2 - 2 k, of which only the distance matters
      return {
        ...euclidean,
        image: (far) => b.plus(b.times(leaves[kernel](b, Pairs.apart(b, far), tree, d), -2), 2),
      };
    case 'laplacian':
      return decaying(gamma, { name: 'sum', distance: (pairs) => pairs.distance(1) });
    case 'chi2':
      return decaying(gamma, { name: 'chi2', distance: (pairs) => spread(b, checked(b, pairs)) });
    case 'minkowski': {
      const by = { name: `sum of powers ${p}`, distance: (/** @type {Pairs} */ pairs) => pairs.distance(p) }; // prettier-ignore
      if (power === p) return decaying(gamma, by);
      return { ...by, image: (far) => decayed(b, b.times(b.power(far, power / p), gamma)) };
    }
    case 'center':
      return of && { ...of, rate: undefined };
    case 'scale':
      return of && { ...of, rate: undefined, image: (far) => b.times(of.image(far), factor) };
    case 'columns':
      return (
        of && {
          ...of,
          name: `${of.name} of ${columns}`,
          distance: (pairs, exact) => of.distance(chosen(b, pairs, tree), exact),
        }
      );
    case 'sum':
      if (known.length < parts.length || known.some(({ name }) => name !== known[0].name)) return undefined; // prettier-ignore
      return {
        ...{ name: known[0].name, distance: known[0].distance },
        image: (far) => known.map(({ image }) => image(far)).reduce((sum, one) => b.plus(sum, one)),
      };
    case 'product':
      if (known.length < parts.length || known.some(({ rate }) => rate === undefined)) return undefined; // prettier-ignore
      return decaying(1, {
        name: known.map(({ name, rate }) => `${rate} ${name}`).join(' + '),
        distance: (pairs, exact) =>
          known
            .map(({ distance, rate }) => b.times(distance(pairs, exact), rate ?? 1))
            .reduce((sum, one) => b.plus(sum, one)),
      });
    case 'gaussian': {
      const image = (/** @type {Wire} */ far) =>
        decayed(b, b.times(of ? of.image(far) : far, gamma));
      const apart = (/** @type {Pairs} */ pairs) => featureDistance(b, pairs, partsOf(tree)[0], d); // prettier-ignore
      return {
        name: of?.name ?? JSON.stringify(tree.parts),
        distance: of?.distance ?? apart,
        image,
      };
    }
    default:
      return undefined;
  }
}

/**
 * 2 - 2 exp(-t), by a series where t is small.
 * @param {Builder} b
 * @param {Wire} t
 */
function decayed(b, t) {
  const series = b.times(b.polynomial(t, [2, -1, 1 / 3, -1 / 12, 1 / 60]), t);
  const whole = b.plus(b.times(b.add('Exp', [b.times(t, -1)]), -2), 2);
  return b.where(b.above(t, 1e-3), whole, series);
}

/** The kernels that can be written. */
export const writtenKernels = [...Object.keys(leaves), ...Object.keys(compositions)];

/**
 * A kernel that can be written; others are refused.
 * @param {Tree} tree
 * @returns {Tree}
 */
export function writable(tree) {
  const { kernel, parts = [] } = tree;
  parts.forEach(writable);
  if (writtenKernels.includes(kernel)) return tree;
  throw refused(
    kernel === 'precomputed'
      ? 'a precomputed kernel, or one that is a function of yours, is no part of the model, and ONNX needs its formula; use a kernel of vectors, or save'
      : `the kernel ${kernel} cannot be written as ONNX, which compares rows of numbers here; take a Gaussian, a polynomial or another kernel of vectors, or use save`,
  );
}

/** @param {string} message */
const refused = (message) => new MaxMarginError('ERR_TYPE', 'kernel', message);
