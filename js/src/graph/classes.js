/** How classifiers get from values to classes, decision values and probabilities, as graphs. */
import { needed } from './parts.js';

/** @import { Graph, Node } from './graph.js' */
/** @import { Values } from './machines.js' */
/** @import { Stored } from './stored.js' */

/**
 * The place of the class of every sample.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Values} made
 * @returns {Node} n x 1
 */
export function elected(g, stored, { values, winner }) {
  if (winner) return winner;
  const k = stored.labels.length;
  if (stored.machine === 'CumulativeLinkModel')
    return g.add('place', [needed(g, 'ranks', 'probabilities')(g, stored, values)]);
  if (stored.has('thresholds'))
    return g.f`sum(${values} > ${g.constant(stored.numbers('thresholds'))})`;
  const order = orderOf(stored, k);
  if (k === 2) return g.add(order[1] === 1 ? '>=' : '>', [values, 0]);
  if (layoutOf(stored) === 'classes') return first(g, values, order);
  const positive = won(g, values, order, k);
  if (stored.text('option.multiClass') === 'dag')
    return needed(g, 'knockOut', 'trees')(g, positive, k);
  return first(g, votes(g, positive, g.f`1 - ${positive}`, k), order);
}

/**
 * How the functions of a machine belong to its classes: one for each pair, with the coefficients
 * laid out as LIBSVM has them ('pairs') or a row each ('rows'), or one for each class ('classes').
 * @param {Stored} stored
 */
export function layoutOf(stored) {
  const k = stored.labels.length;
  if (k === 2) return 'classes';
  const { machine } = stored;
  const isSVC = machine === 'SVC' || machine === 'NuSVC' || machine === 'IncrementalSVC';
  if (isSVC)
    return stored.has('coef.rows') && stored.number('coef.rows') !== k - 1 ? 'classes' : 'pairs';
  const inPairs = machine === 'AverageMarginClassifier' || machine === 'LPSVC';
  return inPairs && stored.text('option.multiClass') !== 'ovr' ? 'rows' : 'classes';
}

/**
 * The classes in the order that decides between equal values. A tagger takes the first label.
 * @param {Stored} stored
 * @param {number} k
 * @returns {ArrayLike<number>}
 */
export function orderOf(stored, k) {
  if (stored.has('class.order')) return stored.numbers('class.order');
  return k === 2 ? [1, 0] : Array.from({ length: k }, (_, c) => c);
}

/**
 * The class with the largest value, of several the first in an order.
 * @param {Graph} g
 * @param {Node} values n x k
 * @param {ArrayLike<number>} order
 */
const first = (g, values, order) => g.lookUp(order, g.add('place', [g.gather(values, order)]));

/**
 * 1 where the first class of a pair wins, else 0.
 * @param {Graph} g
 * @param {Node} values
 * @param {ArrayLike<number>} order
 * @param {number} k
 */
function won(g, values, order, k) {
  const list = Array.from(order);
  const later = eachPair(k, (i, j) => Number(list.indexOf(i) > list.indexOf(j)));
  return g.f`where(${values} = 0, ${g.constant(later)}, ${values} > 0)`;
}

/**
 * @param {number} k
 * @param {(i: number, j: number) => number} of
 */
function eachPair(k, of) {
  const list = [];
  for (let i = 0; i < k; i++) for (let j = i + 1; j < k; j++) list.push(of(i, j));
  return list;
}

/**
 * What pairs give to the first of their classes and to the second, added up for each class.
 * @param {Graph} g
 * @param {Node} one n x pairs
 * @param {Node} other n x pairs
 * @param {number} k
 * @returns {Node} n x k
 */
export function votes(g, one, other, k) {
  const pairs = (k * (k - 1)) / 2;
  const matrix = new Float64Array(2 * pairs * k);
  let pair = 0;
  eachPair(k, (i, j) => {
    matrix[i * 2 * pairs + pair] = matrix[j * 2 * pairs + pairs + pair] = 1;
    return pair++;
  });
  return g.dot(g.beside([one, other]), g.constant(matrix, [k, 2 * pairs]));
}

/**
 * The decision values: of pairs, one for each class if the option says so.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} values
 * @param {string} [shape]
 * @returns {Node}
 */
export function decisions(g, stored, values, shape = stored.text('option.decisionFunctionShape')) {
  const { f } = g;
  const k = stored.labels.length;
  if (layoutOf(stored) === 'classes' || shape !== 'ovr') return values;
  const positive = f`${values} > 0`;
  const sums = votes(g, values, f`-${values}`, k);
  return f`${votes(g, positive, f`1 - ${positive}`, k)} + ${sums} / (3 * (abs(${sums}) + 1))`;
}

/**
 * The probabilities of the classes, of which that of the predicted one is the largest, unless the
 * machine predicts by something else; nothing if the model has none.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Values} made of the machine
 * @param {Node} place of the predicted class
 * @returns {Node | undefined} n x k
 */
export function probabilities(g, stored, { values, shares, isApart }, place) {
  const p = shares ?? plain(g, stored, values);
  return p && (isApart ? p : reconciled(g, p, place));
}

/**
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} values
 * @returns {Node | undefined}
 */
function plain(g, stored, values) {
  const { f } = g;
  const k = stored.labels.length;
  const { machine, whole } = stored;
  const both = (/** @type {Node} */ p) => g.beside([f`1 - ${p}`, p]);
  const shares = () => (k === 2 ? both(f`(${values} + 1) / 2`) : values);
  if (stored.has('tree.shares')) return shares();
  if (machine === 'AdaBoostClassifier')
    return k === 2 ? both(logistic(g, values)) : softmax(g, f`${values} / ${k - 1}`);
  if (machine === 'CumulativeLinkModel')
    return needed(g, 'ranks', 'probabilities')(g, stored, values);
  if (!whole.has('probability.fit')) return machine === 'ParzenClassifier' ? shares() : undefined;
  const method = whole.text('probability.fit');
  const slopes = whole.float64s('probability.slope');
  const positive = () => {
    if (method === 'isotonic') return needed(g, 'isotonic', 'probabilities')(g, stored, values);
    const offsets = g.constant(whole.float64s('probability.offset'));
    return logistic(g, f`-(${values} * ${g.constant(slopes)} + ${offsets})`);
  };
  if (k === 2) return both(positive());
  if (whole.int32s('probability.pairs')[0] === 1) return g.add('couple', [positive()], { k });
  if (method === 'temperature') return softmax(g, f`${-slopes[0]} * ${values}`);
  return shared(g, positive(), k);
}

/**
 * Numbers divided by their sum; zeros become 1/k.
 * @param {Graph} g
 * @param {Node} p n x k
 * @param {number} k
 */
export function shared({ f }, p, k) {
  const sum = f`sum(${p})`;
  return f`where(${sum} > 0, ${p} / ${sum}, ${1 / k})`;
}

/** 1 / (1 + exp(-z)), without overflow. @param {Graph} g @param {Node} z */
export function logistic({ f }, z) {
  const e = f`exp(-abs(${z}))`;
  return f`where(${z} > 0, 1, ${e}) / (1 + ${e})`;
}

/** exp(v) over the sum of these. @param {Graph} g @param {Node} values */
export function softmax({ f }, values) {
  const e = f`exp(${values} - largest(${values}))`;
  return f`${e} / sum(${e})`;
}

/**
 * Makes the probability of the predicted class the largest, with the least change: that class and
 * all that are more probable get their mean, which is the largest of the means over the most
 * probable ones and it.
 * @param {Graph} g
 * @param {Node} p n x k
 * @param {Node} place
 */
function reconciled(g, p, place) {
  const { f } = g;
  const [, k] = p.shape;
  const hot = g.hot(place, k);
  const own = f`sum(${p} * ${hot})`;
  // All classes but the predicted one, the most probable first.
  const places = g.add('nearest', [f`2 * ${hot} - ${p}`], { count: k - 1 });
  const sums = f`${own} + ${g.add('cumulate', [g.add('pick', [p, places])])}`;
  const counts = g.constant(Array.from({ length: k - 1 }, (_, i) => i + 2));
  const mean = f`max(${own}, largest(${sums} / ${counts}))`;
  return f`where(${hot}, ${1 + 2 ** -52} * ${mean}, min(${p}, ${mean}))`;
}
