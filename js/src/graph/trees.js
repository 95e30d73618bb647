/** Trees, and the votes of several machines. */
import { elected, softmax } from './classes.js';
import { kernelMatrix } from './kernels.js';
import { linearFunctions, ofTwo, usual, valuesOf, vectorsOf } from './machines.js';
import { eachRow } from './operators.js';

/** @import { Graph, Node } from './graph.js' */
/** @import { Machine } from './machines.js' */
/** @import { Operator } from './operators.js' */
/** @import { Stored } from './stored.js' */

/** The shares of the votes of the functions of a perceptron. @type {Machine} */
export function voted(g, stored, x) {
  const votes = stored.has('votes') ? stored.numbers('votes') : [];
  if (votes.length === 0) return usual(g, stored, x);
  const ends = [0, ...stored.numbers('vote.ends')];
  const q = ends.length - 1;
  const constants = stored.numbers('vote.intercept');
  const f = stored.has('vote.rows')
    ? g.f`${expansions(g, stored, x)} + ${g.constant(constants)}`
    : linearFunctions(g, x, stored.numbers('vote.coef'), constants);
  const [own, totals] = [new Float64Array(votes.length * q), new Float64Array(q)];
  for (let c = 0; c < q; c++) {
    for (let i = ends[c]; i < ends[c + 1]; i++) {
      own[c * votes.length + i] = votes[i];
      totals[c] += votes[i];
    }
  }
  const sums = g.dot(g.f`sign(${f})`, g.constant(own, [q, votes.length]));
  return g.f`${sums} / ${g.constant(totals.map((total) => Math.max(total, 1)))}`;
}

/**
 * The functions of a kernel perceptron, each of which adds to the one before it.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} x
 */
function expansions(g, stored, x) {
  const z = vectorsOf(g, stored);
  const [m] = z.shape;
  if (m === 0) return g.f`0 * ${g.gather(x, [0])}`;
  const [rows, steps] = [stored.numbers('vote.rows'), stored.numbers('vote.steps')];
  const coef = new Float64Array(steps.length * m);
  steps.forEach((/** @type {number} */ step, /** @type {number} */ i) => {
    if (step === 0) return; // the first function of a class
    coef.copyWithin(i * m, (i - 1) * m, i * m);
    coef[i * m + rows[i]] += step;
  });
  return g.dot(kernelMatrix(g, stored.kernel(), x, z), g.constant(coef, [steps.length, m]));
}

/**
 * @param {ArrayLike<number>} children
 * @param {ArrayLike<number>} features
 * @param {ArrayLike<number>} [roots]
 */
function checkTrees(children, { length }, roots = []) {
  const hasEnd = (/** @type {number} */ child, /** @type {number} */ at) =>
    child === 0 || (child > at >> 1 && child < length);
  if (!Array.from(children).every(hasEnd) || !Array.from(roots).every((root) => root < length))
    throw new TypeError('its tree has no end');
}

/** @type {Machine} */
export function tree(g, stored, x) {
  const [features, thresholds, children, leaves] = ['features', 'thresholds', 'children', 'shares'].map((name) => stored.numbers(`tree.${name}`)); // prettier-ignore
  checkTrees(children, features);
  return ofTwo(
    g,
    g.add('tree', [x], { features, thresholds, children, leaves }),
    stored.labels.length,
  );
}

/** A sum of trees for each function; of a classifier with its probabilities. @type {Machine} */
export function boosted(g, stored, x) {
  const [baseline, roots, numbers, features, left, missing] = ['baseline', 'roots', 'numbers', 'features', 'left', 'missing'].map((name) => stored.numbers(`forest.${name}`)); // prettier-ignore
  const children = Array.from(left, (child) => [child, child && child + 1]).flat();
  checkTrees(children, features, roots);
  const values = g.add('tree', [x], { features, thresholds: numbers, children, leaves: numbers, roots, missing, baseline }); // prettier-ignore
  const k = stored.labels.length;
  const all = k === 2 ? g.beside([g.f`0 * ${values}`, values]) : values;
  return k > 0 ? { values, shares: softmax(g, all) } : values;
}

/** The votes of the members of an ensemble, added up one after the other as in Go. @type {Machine} */
export function ensemble(g, stored, x) {
  const { f } = g;
  const k = stored.labels.length;
  const alphas = stored.numbers('boost.alphas');
  const votes = stored.parts
    .map((member, t) => f`${alphas[t]} * ${g.hot(elected(g, member, valuesOf(g, member, x)), k)}`)
    .reduce((sum, one) => f`${sum} + ${one}`);
  const total = alphas.reduce(
    (/** @type {number} */ all, /** @type {number} */ one) => all + one,
    0,
  );
  if (k === 2) return f`${g.dot(votes, g.constant([-1, 1]))} / ${total}`;
  return f`(${votes} - (${total} - ${votes}) / ${k - 1}) / ${total}`;
}

/**
 * The class that is left when the first and the last of those left are compared, and the loser
 * leaves. A state is a pair; the share of a sample in each is 0 or 1.
 * @param {Graph} g
 * @param {Node} positive n x pairs
 * @param {number} k
 */
export function knockOut(g, positive, k) {
  const { f } = g;
  /** By the first class that is left, of those that are `apart`. @type {Node[]} */
  let here = [];
  for (let apart = k - 1; apart > 0; apart--) {
    /** @type {Node[]} */
    const next = [];
    for (let i = 0; i < k - apart; i++) {
      const wins = g.gather(positive, [(i * (2 * k - i - 1)) / 2 + apart - 1]);
      [wins, f`1 - ${wins}`].forEach((one, more) => {
        const share = here[i] ? f`${here[i]} * ${one}` : one;
        next[i + more] = next[i + more] ? f`${next[i + more]} + ${share}` : share;
      });
    }
    here = next;
  }
  return g.add('place', [g.beside(here)]);
}

/** @type {Record<string, Operator>} */
export const treeOperators = {
  /**
   * The numbers of the leaf of a tree: `features` and `thresholds` of the nodes, two `children` of each
   * (0 of a leaf), and a row of `leaves` for each node. Of several trees, by their `roots`, the numbers
   * of tree t are added to function t modulo the number of functions, which begin at a `baseline`. Gaps
   * go left where `missing` is 1.
   */
  tree: {
    shape: ([x], { leaves, features, baseline }) => [x[0], baseline?.length ?? leaves.length / features.length], // prettier-ignore
    run(out, [x], { features, thresholds, children, leaves, roots = [0], missing = [], baseline }) {
      const q = leaves.length / features.length;
      return eachRow(out, x, (row, to) => {
        for (let c = 0; c < to.length; c++) to[c] = baseline ? baseline[c] : 0;
        for (let t = 0; t < roots.length; t++) {
          let node = roots[t];
          while (children[2 * node] > 0) {
            const value = row[features[node]];
            const isLeft = value <= thresholds[node] || (value !== value && missing[node] > 0);
            node = children[2 * node + (isLeft ? 0 : 1)];
          }
          for (let c = 0; c < q; c++) to[(t + c) % to.length] += leaves[node * q + c];
        }
      });
    },
  },
};
