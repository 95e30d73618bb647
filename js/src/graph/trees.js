/** Trees, and the votes of several machines. */
import { elected } from './classes.js';
import { linear, linearFunctions, ofTwo, valuesOf } from './machines.js';
import { eachRow } from './operators.js';

/** @import { Graph, Node } from './graph.js' */
/** @import { Machine } from './machines.js' */
/** @import { Operator } from './operators.js' */

/** The shares of the votes of many linear functions. @type {Machine} */
export function voted(g, stored, x) {
  const votes = stored.has('votes') ? stored.numbers('votes') : [];
  if (votes.length === 0) return linear(g, stored, x);
  const ends = [0, ...stored.numbers('vote.ends')];
  const q = ends.length - 1;
  const f = linearFunctions(g, x, stored.numbers('vote.coef'), stored.numbers('vote.intercept'));
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

/** @type {Machine} */
export function tree(g, stored, x) {
  const [features, thresholds, children, leaves] = ['features', 'thresholds', 'children', 'shares'].map((name) => stored.numbers(`tree.${name}`)); // prettier-ignore
  const hasEnd = (/** @type {number} */ child, /** @type {number} */ at) =>
    child === 0 || (child > at >> 1 && child < features.length);
  if (!children.every(hasEnd)) throw new TypeError('its tree has no end');
  return ofTwo(
    g,
    g.add('tree', [x], { features, thresholds, children, leaves }),
    stored.labels.length,
  );
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
   * (0 of a leaf), and a row of `leaves` for each node.
   */
  tree: {
    shape: ([x], { leaves, features }) => [x[0], leaves.length / features.length],
    run(out, [x], { features, thresholds, children, leaves }) {
      const q = leaves.length / features.length;
      return eachRow(out, x, (row, to) => {
        let node = 0;
        while (children[2 * node] > 0)
          node = children[2 * node + (row[features[node]] <= thresholds[node] ? 0 : 1)];
        for (let c = 0; c < q; c++) to[c] = leaves[node * q + c];
      });
    },
  },
};
