/** Kernels as graphs: the matrix of k(x, z) of samples and vectors, and the column of k(x, x). */
import { MaxMarginError } from '../basics/errors.js';
import { lacking, own } from './parts.js';

/** @import { Graph, Node } from './graph.js' */

/** A kernel with its parameters. @typedef {{kernel: string, parts: Tree[], [parameter: string]: any}} Tree */

/** Samples beside vectors, n x d and m x d, or beside themselves, row by row. */
export class Pairs {
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

/** A kernel as a graph. @typedef {(g: Graph, pairs: Pairs, tree: Tree) => Node} Kernel */

/** The most frequent kernels, which need no part. @type {Record<string, Kernel>} */
export const frequentKernels = {
  precomputed(g, { x, z }) {
    if (z) return g.gather(x, z.given);
    throw new MaxMarginError('ERR_TYPE', 'kernel', 'this machine needs k(x, x) of every sample, which rows of a precomputed kernel do not have; load the model with maxmargin'); // prettier-ignore
  },
  linear: (_, pairs) => pairs.dot(),
  poly: ({ f }, pairs, { gamma, degree, coef0 }) =>
    f`(${gamma} * ${pairs.dot()} + ${coef0}) ** ${degree}`,
  sigmoid: ({ f }, pairs, { gamma, coef0 }) => f`tanh(${gamma} * ${pairs.dot()} + ${coef0})`,
  rbf: ({ f }, pairs, { gamma }) => f`exp(-${gamma} * ${pairs.distance()})`,
  laplacian: ({ f }, pairs, { gamma }) => f`exp(-${gamma} * ${pairs.distance(1)})`,
  sum: ({ f }, pairs, { parts }) =>
    parts.map((part) => valueOf(pairs, part)).reduce((sum, part) => f`${sum} + ${part}`),
  product: ({ f }, pairs, { parts }) =>
    parts.map((part) => valueOf(pairs, part)).reduce((product, part) => f`${product} * ${part}`),
  scale: ({ f }, pairs, { parts: [part], factor }) => f`${factor} * ${valueOf(pairs, part)}`,
};

/**
 * @param {Pairs} pairs
 * @param {Tree} tree
 * @returns {Node}
 */
export function valueOf(pairs, tree) {
  const { kernel } = tree;
  const { kernels, stringKernel } = pairs.g.parts;
  const ofStrings = stringKernel?.(pairs, tree);
  if (ofStrings) return ofStrings;
  const of = own(frequentKernels, kernel) ?? own(kernels, kernel);
  if (!of) {
    const isForged = stringKernel && Object.keys(kernels ?? {}).length > 0;
    throw isForged ? new TypeError(`its kernel is ${kernel}`) : lacking('kernels or strings', `the kernel ${kernel}`); // prettier-ignore
  }
  return of(pairs.g, pairs, tree);
}

/**
 * A kernel divided by the lengths of both in feature space; 0 if one has none.
 * @param {Graph} g
 * @param {Node} k
 * @param {Node} xx k(x, x)
 * @param {Node} zz k(z, z)
 */
export const cosine = ({ f }, k, xx, zz) =>
  f`where((${xx} > 0) * (${zz} > 0), ${k} / sqrt(${xx}) / sqrt(${zz}), 0)`;

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
