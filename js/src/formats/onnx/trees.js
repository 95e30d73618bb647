/** Trees as TreeEnsembleRegressor, whose values are float32 and whose thresholds may be float64. */
import { packLabels, sorted } from './operators.js';
import { elements } from './schema.js';
import { inRange } from './pack.js';

/** @import { FieldValue } from '../../model/container.js' */
/** @import { Stored } from '../../graph/stored.js' */
/** @import { Attribute, Output } from './pack.js' */
/** @import { Builder, Wire } from './builder.js' */
/** @import { Node } from './graph.js' */

/** Nodes as the graph has them. @typedef {{features: ArrayLike<number>, thresholds: ArrayLike<number>, children: ArrayLike<number>, missing?: ArrayLike<number>}} Nodes */
/** A tree, the numbers of its leaves, and which number of all the first is. @typedef {{tree: Nodes, leaf: (node: number) => ArrayLike<number>, from?: number}} Tree */

/**
 * The sums of the numbers of the leaves that samples are in.
 * @param {Builder} b
 * @param {Tree[]} trees
 * @param {Wire} x
 * @param {number} k how many numbers they have together
 * @returns {Wire} n x k, float32
 */
export function forest(b, trees, x, k) {
  const sums = b.name('leaves');
  const attributes = {
    aggregate_function: 'SUM',
    n_targets: k,
    post_transform: 'NONE',
    ...nodesOf(b, trees, 'target'),
  };
  return b.machine('TreeEnsembleRegressor', [x], attributes, [sums]);
}

/**
 * Sums of trees in float64: the trees say, in float32, which leaves samples are in.
 * @param {Builder} b
 * @param {Record<'baseline' | 'roots' | 'leaves' | 'features' | 'thresholds' | 'children' | 'missing', ArrayLike<number>>} given
 * @param {Wire} x
 * @returns {Wire} n x q
 */
export function summed(b, given, x) {
  const { baseline, roots, leaves, features, thresholds, children, missing } = given;
  const [count, q] = [roots.length, baseline.length];
  const trees = Array.from(roots, (root, t) => {
    const own = (/** @type {ArrayLike<number>} */ list, each = 1) =>
      Array.from(list).slice(root * each, (roots[t + 1] ?? features.length) * each);
    const tree = {
      features: own(features),
      thresholds: own(thresholds),
      children: own(children, 2).map((child) => child && child - root),
      missing: own(missing),
    };
    return { tree, from: t, leaf: (/** @type {number} */ node) => [node] };
  });
  const places = b.add('Cast', [forest(b, trees, x, count)], { to: elements.int64 });
  const from = b.constant(Array.from(roots, BigInt), [count]);
  const numbers = b.constant(Float64Array.from(leaves));
  const found = b.add('Gather', [numbers, b.add('Add', [places, from])]);
  const byFunction = b.add('Reshape', [found, b.wholes([-1, count / q, q])]);
  const sums = b.add('ReduceSum', [byFunction, b.wholes([1])], { keepdims: 0 });
  return b.add('Add', [sums, b.constant(Float64Array.from(baseline))]);
}

/** What a share gains that must be above one half, and is not. */
const little = 2 ** -24;

/**
 * TreeEnsembleClassifier. Of several classes it predicts the first of those with the largest share,
 * so they are in the order that decides between equal shares. Of two classes it has the share of
 * the second alone, as skl2onnx writes it, and predicts that class if the share is above one half.
 * @param {Builder} b
 * @param {Stored} stored
 * @param {Wire} x
 * @returns {Output[]}
 */
export function oneTree(b, stored, x) {
  const { labels } = stored;
  const k = labels.length;
  const ranks = /** @type {Int32Array} */ (stored.numbers('class.order'));
  const order = k > 2 ? ranks : Int32Array.of(0, 1);
  const [features, thresholds, children, shares] = ['features', 'thresholds', 'children', 'shares'].map((name) => stored.numbers(`tree.${name}`)); // prettier-ignore
  const later = ranks[1] === 1; // the class that wins if both shares are equal
  const leaf = (/** @type {number} */ node) => {
    if (k > 2) return Array.from(order, (c) => shares[node * k + c]);
    const second = shares[2 * node + 1];
    return [second === shares[2 * node] && later ? second + little : second];
  };
  const inOrder = Array.from(order, (c) => labels[c]);
  const { names, label } = packLabels(inOrder);
  const attributes = {
    ...nodesOf(b, [{ tree: { features, thresholds, children }, leaf }], 'class'),
    ...(names.classlabels_ints
      ? { classlabels_int64s: names.classlabels_ints }
      : { classlabels_strings: names.classlabels_strings }),
    post_transform: 'NONE',
  };
  const name = 'probabilities';
  const given = order.every((c, i) => c === i) ? name : b.name('shares');
  b.machine('TreeEnsembleClassifier', [x], attributes, [label.name, given]);
  return [label, sorted(b, given, order, name)];
}

/**
 * The nodes of trees, as attributes.
 * @param {{isDouble: boolean}} b
 * @param {Tree[]} trees
 * @param {'target' | 'class'} what the numbers of leaves are for
 * @returns {Record<string, Attribute>}
 */
function nodesOf({ isDouble }, trees, what) {
  /** @type {Record<'tree' | 'id' | 'feature' | 'yes' | 'no' | 'mode' | 'value' | 'missing', any[]>} */
  const all = { tree: [], id: [], feature: [], yes: [], no: [], mode: [], value: [], missing: [] };
  /** @type {Record<'tree' | 'node' | 'target' | 'weight', any[]>} */
  const leaves = { tree: [], node: [], target: [], weight: [] };
  trees.forEach(({ tree: { features, thresholds, children, missing }, leaf, from = 0 }, t) => {
    Array.from(features).forEach((feature, node) => {
      const isLeaf = !(children[2 * node] > 0);
      all.tree.push(BigInt(t));
      all.id.push(BigInt(node));
      all.feature.push(isLeaf ? 0n : BigInt(feature));
      all.yes.push(isLeaf ? 0n : BigInt(children[2 * node]));
      all.no.push(isLeaf ? 0n : BigInt(children[2 * node + 1]));
      all.mode.push(isLeaf ? 'LEAF' : 'BRANCH_LEQ');
      if (missing) all.missing.push(isLeaf ? 0n : BigInt(missing[node]));
      all.value.push(isLeaf ? 0 : isDouble ? thresholds[node] : downward(thresholds[node]));
      if (!isLeaf) return;
      Array.from(leaf(node)).forEach((weight, c) => {
        leaves.tree.push(BigInt(t));
        leaves.node.push(BigInt(node));
        leaves.target.push(BigInt(from + c));
        leaves.weight.push(weight);
      });
    });
  });
  /** @type {(name: string, numbers: number[]) => Record<string, Attribute>} */
  const numbers = (name, list) =>
    isDouble
      ? { [`${name}_as_tensor`]: { tensor: { values: Float64Array.from(list), shape: [list.length] } } } // prettier-ignore
      : { [name]: inRange(Float32Array.from(list)) };
  return {
    nodes_falsenodeids: all.no,
    nodes_featureids: all.feature,
    ...(all.missing.length > 0 && { nodes_missing_value_tracks_true: all.missing }),
    nodes_modes: all.mode,
    nodes_nodeids: all.id,
    nodes_treeids: all.tree,
    nodes_truenodeids: all.yes,
    ...numbers('nodes_values', all.value),
    [`${what}_ids`]: leaves.target,
    [`${what}_nodeids`]: leaves.node,
    [`${what}_treeids`]: leaves.tree,
    ...numbers(`${what}_weights`, leaves.weight),
  };
}

/**
 * A single tree as the fit of a DecisionTreeClassifier, its nodes level by level.
 * @param {Node} node
 * @param {Int32Array} order the class here of each class of the file
 * @param {number} [d] features, if they are known
 * @returns {Record<string, FieldValue>}
 */
export function readTree(node, order, d) {
  const k = order.length;
  const ids = node.wholes('nodes_nodeids').map(Number);
  const count = ids.length;
  const trees = new Set(node.wholes('nodes_treeids'));
  if (trees.size !== 1 || node.wholes('nodes_treeids').length !== count) {
    throw node.error(
      `has ${trees.size} trees, where a model here has one (a forest is not known here); write a DecisionTreeClassifier, or fit an AdaBoostClassifier with this package`,
    );
  }
  const listed = (/** @type {string} */ name) => {
    const list = node.wholes(name).map(Number);
    if (list.length === count) return list;
    throw node.error(`has ${list.length} numbers in ${name}, expected ${count}`);
  };
  const [yes, no, feature] = ['nodes_truenodeids', 'nodes_falsenodeids', 'nodes_featureids'].map(listed); // prettier-ignore
  const modes = node.texts('nodes_modes');
  const values = node.numbers('nodes_values', count);
  const place = new Map(ids.map((id, at) => [id, at]));
  const odd = modes.find((mode) => mode !== 'LEAF' && mode !== 'BRANCH_LEQ');
  if (odd !== undefined || modes.length !== count || place.size !== count) {
    throw node.error(
      `has ${odd === undefined ? 'nodes that are not numbered once each' : `nodes of the mode ${odd}`}; trees here ask whether a feature is at most a threshold (BRANCH_LEQ)`,
    );
  }
  const leaves = readLeaves(node, k, place);
  const width = d ?? Math.max(0, ...feature) + 1;
  if (!(width <= 2 ** 24) || feature.some((one) => !(one >= 0 && one < width))) {
    throw node.error(`compares a feature beyond the ${width} of the samples`);
  }
  // Parents before children, each node once.
  const queue = [0];
  const at = new Map([[0, 0]]);
  const children = [];
  for (let n = 0; n < queue.length; n++) {
    const here = queue[n];
    if (modes[here] === 'LEAF') {
      children.push(0, 0);
      continue;
    }
    for (const id of [yes[here], no[here]]) {
      const child = place.get(id);
      if (child === undefined || at.has(child)) {
        throw node.error(`has a node with the child ${id}, which is no node or has another parent`);
      }
      at.set(child, queue.length);
      children.push(queue.length);
      queue.push(child);
    }
  }
  const shares = new Float64Array(queue.length * k);
  queue.forEach((here, n) => {
    const own = leaves.get(here);
    order.forEach((c, p) => (shares[n * k + c] = own ? own[p] : 1 / k));
  });
  const inner = (/** @type {number} */ here) => modes[here] !== 'LEAF';
  return {
    features: Int32Array.of(width),
    'class.order': k === 2 ? order.slice().reverse() : order,
    'tree.thresholds': Float64Array.from(queue, (here) => (inner(here) ? values[here] : 0)),
    'tree.features': Int32Array.from(queue, (here) => (inner(here) ? feature[here] : 0)),
    'tree.children': Int32Array.from(children),
    'tree.shares': shares,
    'tree.samples': new Int32Array(queue.length),
    'tree.importances': new Float64Array(width),
  };
}

/**
 * The shares of the classes in the leaves, by the place of the node. Of two classes there may be
 * the share of the second alone.
 * @param {Node} node
 * @param {number} k
 * @param {Map<number, number>} place
 */
function readLeaves(node, k, place) {
  const at = node.wholes('class_nodeids').map(Number);
  const classes = node.wholes('class_ids').map(Number);
  const weights = node.numbers('class_weights', at.length);
  const alone = k === 2 && new Set(classes).size <= 1;
  /** @type {Map<number, Float64Array>} */
  const leaves = new Map();
  at.forEach((id, i) => {
    const here = place.get(id);
    const c = alone ? 1 : classes[i];
    if (here === undefined || !(c >= 0 && c < k) || !(weights[i] >= 0 && weights[i] <= 1 + 1e-5)) {
      throw node.error(
        'has leaves whose numbers are no shares of classes from 0 to 1, as those of boosted trees are not; only a single tree of a DecisionTreeClassifier can be imported',
      );
    }
    const own = leaves.get(here) ?? new Float64Array(k);
    leaves.set(here, own);
    own[c] += weights[i];
    if (alone) own[0] = 1 - own[1];
  });
  return leaves;
}

/**
 * The largest float32 up to a number: float32 samples are below both or above both.
 * @param {number} value
 */
function downward(value) {
  const near = Math.fround(value);
  if (!(near > value)) return near;
  const bits = new Int32Array(1);
  const view = new Float32Array(bits.buffer);
  view[0] = near;
  bits[0] += near > 0 ? -1 : 1;
  return near === 0 ? -1.401298464324817e-45 : view[0];
}
