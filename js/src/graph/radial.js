/** How vectors are sorted by their distance from samples in the feature space of a kernel. */
import { Pairs } from './kernels.js';
import { checked, chiSquared, featureDistance, matern, normed, rationalQuadratic } from './rare-kernels.js'; // prettier-ignore

/** @import { Graph, Node } from './graph.js' */
/** @import { Tree } from './kernels.js' */

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
        image: (far) =>
          f`2 - 2 * ${(kernel === 'matern' ? matern : rationalQuadratic)(g, Pairs.apart(g, far), tree)}`,
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
