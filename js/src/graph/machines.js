/** What machines compute of samples, as graphs. */
import { layoutOf } from './classes.js';
import { kernelMatrix, ownOf } from './kernels.js';
import { homeOf, lacking, needed, own } from './parts.js';

/** @import { Graph, Node } from './graph.js' */
/** @import { Stored } from './stored.js' */

/**
 * The values n x q of a machine; of machines that do not choose by them, the place of the class, and
 * where they have them in another way, the probabilities, n x k. Those that are apart from the class
 * may have a larger one than its own.
 * @typedef {{values: Node, winner?: Node, shares?: Node, isApart?: boolean}} Values
 */

/** @typedef {(g: Graph, stored: Stored, x: Node) => Node | Values} Machine */

/**
 * The values of a machine, or of a step that sums kernels.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} x n x d
 * @returns {Values}
 */
export function valuesOf(g, stored, x) {
  const { machine } = stored;
  const special = own(g.parts.machines, machine);
  const home = homeOf(machine);
  if (!special && home) throw lacking(home, machine);
  const made = (special ?? usual)(g, stored, x);
  return 'operator' in made ? { values: made } : made;
}

/** Linear functions, or sums of kernels. @type {Machine} */
export const usual = (g, stored, x) => (stored.has('coef') ? linear : expansion)(g, stored, x);

/** @type {Machine} */
export function linear(g, stored, x) {
  const w = stored.numbers('coef');
  // A tagger has a function for each of two tags, where other machines have their difference.
  if (stored.machine === 'SequenceTagger' && stored.labels.length === 2) {
    const both = linearFunctions(g, x, w, stored.numbers('intercept'));
    return g.dot(both, g.constant([-1, 1]));
  }
  return linearFunctions(g, x, w, stored.has('intercept') ? stored.numbers('intercept') : [0]);
}

/**
 * @param {Graph} g
 * @param {Node} x
 * @param {Float64Array} weights a row for each function
 * @param {ArrayLike<number>} constants
 */
export const linearFunctions = (g, x, weights, constants) =>
  g.f`${g.dot(x, g.constant(weights, [constants.length, x.shape[1]]))} + ${g.constant(constants)}`;

/**
 * The vectors of a machine, m x d; of kernels of strings the strings, and of kernels that the caller
 * computes the places of the vectors among the columns.
 * @param {Graph} g
 * @param {Stored} stored
 * @returns {Node}
 */
export function vectorsOf(g, stored) {
  const { strings, width } = stored;
  const others = (/** @type {ArrayLike<any>} */ given) => ({
    ...g.constant([], [given.length, 0]),
    given,
  });
  if (strings) return others(strings);
  if (stored.has('option.kernel') && stored.text('option.kernel') === 'precomputed') {
    const all = Array.from({ length: width }, (_, j) => j);
    return others(stored.has('support.indices') ? stored.numbers('support.indices') : all);
  }
  const { vectors } = stored;
  return g.constant(vectors, [vectors.length / width, width]);
}

/** Kernel expansions over the support vectors. @type {Machine} */
function expansion(g, stored, x) {
  if (stored.has('norm.weights') && stored.numbers('norm.weights').length > 0)
    return g.dot(x, g.constant(stored.numbers('norm.weights')));
  const { f } = g;
  const kernel = stored.kernel();
  const z = vectorsOf(g, stored);
  const [m] = z.shape;
  const hasDictionary = stored.has('option.dictionary') && stored.number('option.dictionary') === 1;
  const kernels = hasDictionary ? kernel.parts : [kernel];
  const given = stored.numbers('dual.coef');
  const k = stored.labels.length;
  const dual =
    layoutOf(stored) === 'pairs' ? ofPairs(given, stored.numbers('support.counts'), k) : given;
  // Ranks have thresholds in place of a constant; a machine of averages has none.
  const constants = stored.has('thresholds')
    ? [0]
    : stored.has('intercept')
      ? stored.numbers('intercept')
      : new Float64Array(Math.max(1, dual.length / m) || 1);
  const q = constants.length;
  if (kernel.kernel === 'linear' && m > 0 && stored.machine !== 'SVDD' && !stored.has('basis.coef'))
    return linearFunctions(g, x, weightsOf(dual, stored.vectors, m), constants);
  let values = f`0 * ${g.gather(x, [0])} + ${g.constant(constants)}`;
  if (m > 0)
    values = kernels
      .map((part, p) =>
        g.dot(
          kernelMatrix(g, part, x, z),
          g.constant(dual.subarray(p * q * m, (p + 1) * q * m), [q, m]),
        ),
      ) // prettier-ignore
      .reduce((sum, term) => f`${sum} + ${term}`, g.constant(constants));
  if (stored.machine === 'SVDD') return f`${values} - ${ownOf(g, kernel, x)}`;
  return stored.has('basis.coef')
    ? needed(g, 'withBasis', 'features')(g, stored, x, values)
    : values;
}

/**
 * The weights of linear functions that are sums over vectors.
 * @param {Float64Array} dual a row of m coefficients for each function
 * @param {Float64Array} vectors one after the other
 * @param {number} m
 */
function weightsOf(dual, vectors, m) {
  const d = vectors.length / m;
  const weights = new Float64Array((dual.length / m) * d);
  dual.forEach((coefficient, at) => {
    const [to, from] = [Math.floor(at / m) * d, (at % m) * d];
    for (let j = 0; j < d && coefficient !== 0; j++)
      weights[to + j] += coefficient * vectors[from + j];
  });
  return weights;
}

/**
 * The coefficients of pairs as LIBSVM has them, a row for each pair.
 * @param {Float64Array} dual
 * @param {Int32Array} counts of the support vectors of each class
 * @param {number} k
 */
function ofPairs(dual, counts, k) {
  const m = dual.length / (k - 1);
  if (!counts.every((count) => count >= 0 && count <= m))
    throw new TypeError('it counts support vectors that it lacks');
  const out = new Float64Array((m * k * (k - 1)) / 2);
  let i = 0;
  counts.forEach((count, own) => {
    for (let n = 0; n < count; n++, i++) {
      for (let other = 0; other < k; other++) {
        if (other === own) continue;
        const [low, high] = [Math.min(own, other), Math.max(own, other)];
        const pair = (low * (2 * k - low - 1)) / 2 + high - low - 1;
        out[pair * m + i] = dual[(other > own ? other - 1 : other) * m + i];
      }
    }
  });
  return out;
}

/**
 * Of two classes the share of the second less that of the first.
 * @param {Graph} g
 * @param {Node} shares n x k
 * @param {number} k
 */
export const ofTwo = (g, shares, k) => (k === 2 ? g.dot(shares, g.constant([-1, 1])) : shares);
