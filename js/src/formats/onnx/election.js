/** How classifiers get from values to classes and probabilities, as graphs. */
import { MaxMarginError } from '../../basics/errors.js';
import { Container } from '../../model/container.js';
import { layoutOf, learnsRanks, ranksOf } from '../fits.js';

/** @import { Fitted } from '../../model/fitted.js' */
/** @import { Builder, Wire } from './builder.js' */
/** @import { Values } from './values.js' */

/**
 * The number of the class of every sample.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Values} values
 * @returns {Wire} n, int64
 */
export function elect(b, fitted, { values, winner }) {
  if (winner) return winner;
  const k = fitted.classes.labels.length;
  const flat = (/** @type {Wire} */ column) => b.add('Squeeze', [column, b.wholes([1])]);
  const whole = (/** @type {Wire} */ condition) => b.add('Cast', [flat(condition)], { to: 7 });
  if (learnsRanks(fitted)) {
    if (fitted.machine === 'CumulativeLinkModel')
      return b.argmax(/** @type {Wire} */ (intervals(b, fitted, values)));
    const thresholds = /** @type {Float64Array} */ (fitted.field('thresholds'));
    const passed = b.bit(b.above(values, b.constant(thresholds, [1, thresholds.length])));
    return b.add('Cast', [b.sum(passed, 1, 0)], { to: 7 });
  }
  const ranks = ranksOf(fitted, k);
  if (k === 2) {
    const zero = b.number(0);
    return whole(b.add(ranks[1] === 1 ? 'GreaterOrEqual' : 'Greater', [values, zero]));
  }
  if (layoutOf(fitted) === 'classes') return first(b, values, ranks);
  const positive = won(b, values, ranks, k);
  if (fitted.field('option.multiClass') !== 'dag') {
    const counts = b.matmul(b.beside([positive, b.plus(b.times(positive, -1), 1)]), votes(b, k));
    return first(b, counts, ranks);
  }
  return knockOut(b, positive, k);
}

/**
 * The class with the largest value, of several the first in an order.
 * @param {Builder} b
 * @param {Wire} values n x k
 * @param {Int32Array} order
 */
function first(b, values, order) {
  if (order.every((c, i) => c === i)) return b.argmax(values);
  return b.add('Gather', [b.wholes(order), b.argmax(b.columns(values, order))]);
}

/**
 * 1 where the first class of a pair wins, else 0.
 * @param {Builder} b
 * @param {Wire} f
 * @param {Int32Array} order
 * @param {number} k
 */
function won(b, f, order, k) {
  const place = new Int32Array(order.length);
  order.forEach((c, i) => (place[c] = i));
  const later = eachPair(k, (i, j) => (place[i] > place[j] ? 1 : 0));
  const above = b.bit(b.above(f, 0));
  if (!later.includes(1)) return above;
  return b.plus(above, b.times(b.bit(b.equal(f, 0)), b.constant(later, [1, later.length])));
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
 * The matrix that gives votes for the first class of each pair, and for the second, to the classes.
 * @param {Builder} b
 * @param {number} k
 */
function votes(b, k) {
  const pairs = (k * (k - 1)) / 2;
  const matrix = new Float64Array(2 * pairs * k);
  let pair = 0;
  eachPair(k, (i, j) => {
    matrix[pair * k + i] = 1;
    matrix[(pairs + pair) * k + j] = 1;
    return pair++;
  });
  return b.constant(matrix, [2 * pairs, k]);
}

/**
 * The class that is left when the first and the last of those left are compared, and the loser
 * leaves. A state is a pair; the share of a sample in each is 0 or 1.
 * @param {Builder} b
 * @param {Wire} positive n x pairs
 * @param {number} k
 */
function knockOut(b, positive, k) {
  const column = (/** @type {number} */ i, /** @type {number} */ j) =>
    b.columns(positive, [(i * (2 * k - i - 1)) / 2 + j - i - 1]);
  /** @type {Wire[]} by the first class that is left, of those that are k - step apart */
  let here = [''];
  for (let apart = k - 1; apart > 0; apart--) {
    /** @type {Wire[]} */
    const next = new Array(k - apart + 1).fill('');
    here.forEach((share, i) => {
      const wins = column(i, i + apart);
      const loses = b.plus(b.times(wins, -1), 1);
      const of = (/** @type {Wire} */ one) => (share ? b.times(share, one) : one);
      const add = (/** @type {number} */ to, /** @type {Wire} */ one) =>
        (next[to] = next[to] ? b.plus(next[to], one) : one);
      add(i, of(wins));
      add(i + 1, of(loses));
    });
    here = next;
  }
  return b.argmax(b.beside(here));
}

/**
 * The decision values that `decisionFunction` gives: of pairs, one for each class if the option says
 * so.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} f
 * @returns {Wire}
 */
export function decisions(b, fitted, f) {
  const k = fitted.classes.labels.length;
  if (layoutOf(fitted) === 'classes' || fitted.field('option.decisionFunctionShape') !== 'ovr') {
    return f;
  }
  const positive = b.bit(b.above(f, 0));
  const counts = b.matmul(b.beside([positive, b.plus(b.times(positive, -1), 1)]), votes(b, k));
  const sums = b.matmul(b.beside([f, b.times(f, -1)]), votes(b, k));
  const size = b.times(b.plus(b.add('Abs', [sums]), 1), 3);
  return b.plus(counts, b.over(sums, size));
}

/**
 * The probabilities of the classes, of which that of the predicted one is the largest; nothing if the
 * model has none.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} f values of the machine
 * @param {Wire} index of the predicted class
 * @returns {Wire | undefined} n x k
 */
export function probabilities(b, fitted, f, index) {
  const p = plain(b, fitted, f);
  return p && reconciled(b, p, index, fitted.classes.labels.length);
}

/**
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} f
 * @returns {Wire | undefined}
 */
function plain(b, fitted, f) {
  const k = fitted.classes.labels.length;
  const { machine } = fitted;
  const both = (/** @type {Wire} */ p) => b.beside([b.plus(b.times(p, -1), 1), p]);
  if (['DecisionTreeClassifier', 'DecisionStump'].includes(machine)) {
    return k === 2 ? both(b.times(b.plus(f, 1), 0.5)) : f;
  }
  if (machine === 'AdaBoostClassifier') {
    return k === 2 ? both(logistic(b, f)) : softmax(b, b.times(f, 1 / (k - 1)));
  }
  if (machine === 'CumulativeLinkModel') return intervals(b, fitted, f);
  const whole = new Container(fitted.bytes);
  if (!whole.has('probability.fit')) {
    if (machine !== 'ParzenClassifier') return undefined;
    return k === 2 ? both(b.times(b.plus(f, 1), 0.5)) : f;
  }
  const method = whole.text('probability.fit');
  const pairs = whole.int32s('probability.pairs')[0] === 1;
  const slopes = whole.float64s('probability.slope');
  const positive =
    method === 'isotonic'
      ? isotonic(b, whole, f)
      : logistic(
          b,
          b.times(
            b.plus(
              b.times(f, b.constant(slopes, [1, slopes.length])),
              b.constant(whole.float64s('probability.offset'), [1, slopes.length]),
            ),
            -1,
          ),
        );
  if (k === 2) return both(positive);
  if (pairs) return coupled(b, positive, k);
  if (method === 'temperature') return softmax(b, b.times(f, -slopes[0]));
  const sum = b.sum(positive);
  return b.where(
    b.above(sum, 0),
    b.over(positive, b.where(b.above(sum, 0), sum, 1)),
    b.plus(b.times(positive, 0), 1 / k),
  );
}

/**
 * 1 / (1 + exp(-z)). The operator Sigmoid of onnxruntime is 0 below -37, and shares of such numbers are not.
 * @param {Builder} b
 * @param {Wire} z
 */
function logistic(b, z) {
  const e = b.add('Exp', [b.times(b.add('Abs', [z]), -1)]);
  return b.over(b.where(b.above(z, 0), 1, e), b.plus(e, 1));
}

/** @param {Builder} b @param {Wire} f */
const softmax = (b, f) => b.add('Softmax', [f], { axis: 1 });

/**
 * The probabilities of the ranks of a cumulative link model.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} f n x 1
 */
function intervals(b, fitted, f) {
  const thresholds = /** @type {Float64Array} */ (fitted.field('thresholds'));
  const q = thresholds.length;
  const difference = b.add('Sub', [b.constant(thresholds, [1, q]), f]);
  const link = fitted.field('link');
  let below;
  if (link === 'logit') below = logistic(b, difference);
  else if (link === 'cloglog') {
    const survival = b.add('Exp', [b.times(b.add('Exp', [difference]), -1)]);
    below = b.plus(b.times(survival, -1), 1);
  } else {
    throw new MaxMarginError(
      'ERR_OPTION',
      'link',
      `a CumulativeLinkModel with the link ${link} cannot be written as ONNX, which has no normal distribution in float64; fit it with 'logit' or 'cloglog', or use save`,
    );
  }
  const zero = b.times(f, 0);
  const upper = b.beside([below, b.plus(zero, 1)]);
  return b.minus(upper, b.beside([zero, below]));
}

/**
 * Functions that are linear between knots, one for each column.
 * @param {Builder} b
 * @param {Container} whole
 * @param {Wire} f
 */
function isotonic(b, whole, f) {
  const ends = whole.int32s('probability.ends');
  const knots = whole.float64s('probability.knots');
  const levels = whole.float64s('probability.levels');
  const columns = Array.from(ends, (end, q) => {
    const start = q > 0 ? ends[q - 1] : 0;
    return interpolated(b, b.columns(f, [q]), knots.subarray(start, end), levels.subarray(start, end)); // prettier-ignore
  });
  return b.beside(columns);
}

/**
 * @param {Builder} b
 * @param {Wire} f n x 1
 * @param {Float64Array} knots
 * @param {Float64Array} levels
 */
function interpolated(b, f, knots, levels) {
  const last = knots.length - 1;
  const table = b.constant(knots, [1, knots.length]);
  const below = b.add('Cast', [b.sum(b.bit(b.above(f, table)))], { to: 7 }); // knots below f, n x 1
  const bound = (/** @type {Wire} */ at) =>
    b.add('Min', [b.add('Max', [at, b.wholes([0])]), b.wholes([last])]);
  const before = bound(b.add('Sub', [below, b.wholes([1])]));
  const after = bound(below);
  const of = (/** @type {Float64Array} */ list, /** @type {Wire} */ at) =>
    b.add('Gather', [b.constant(list, [list.length]), at]);
  const [x0, x1, y0, y1] = [of(knots, before), of(knots, after), of(levels, before), of(levels, after)]; // prettier-ignore
  const width = b.minus(x1, x0);
  const part = b.over(b.minus(f, x0), b.where(b.above(width, 0), width, 1));
  const inside = b.least(b.plus(y0, b.times(part, b.minus(y1, y0))), y1);
  // At a knot, and beyond the last ones, the value is a level: there the places are one, or x1 is f.
  return b.where(b.above(width, 0), b.where(b.equal(f, x1), y1, inside), y1);
}

/**
 * The probabilities that agree best with those of the pairs (Wu, Lin and Weng 2004, second method):
 * p ~ (Q + ee')^-1 e, by elimination, which needs no pivots as the matrix is positive definite.
 * @param {Builder} b
 * @param {Wire} q n x pairs
 * @param {number} k
 */
function coupled(b, q, k) {
  const r = b.least(b.most(q, 1e-7), 1 - 1e-7);
  const back = b.plus(b.times(r, -1), 1);
  const squares = b.beside([b.times(back, back), b.times(r, r)]);
  const diagonal = b.matmul(squares, votes(b, k)); // n x k
  const product = b.plus(b.times(b.times(r, back), -1), 1); // what stands beside it, plus 1
  const pairs = (k * (k - 1)) / 2;
  const wide = b.beside([product, b.plus(diagonal, 1), b.plus(b.times(b.columns(q, [0]), 0), 1)]);
  const pairOf = (/** @type {number} */ i, /** @type {number} */ j) => i * k - (i * (i + 1)) / 2 + j - i - 1; // prettier-ignore
  const places = Array.from({ length: k * (k + 1) }, (_, at) => {
    const [i, j] = [Math.floor(at / (k + 1)), at % (k + 1)];
    if (j === k) return pairs + k; // the right-hand side
    return i === j ? pairs + i : pairOf(Math.min(i, j), Math.max(i, j));
  });
  let matrix = b.add('Reshape', [b.columns(wide, places), b.wholes([-1, k, k + 1])]);
  const pick = (/** @type {Wire} */ one, /** @type {number} */ at, /** @type {number} */ axis) =>
    b.add('Gather', [one, b.wholes([at])], { axis });
  for (let t = 0; t < k; t++) {
    const pivot = pick(matrix, t, 1); // n x 1 x (k + 1)
    const unit = b.over(pivot, pick(pivot, t, 2));
    const hot = b.constant(Array.from({ length: k }, (_, i) => (i === t ? 1 : 0)), [1, k, 1]); // prettier-ignore
    const factors = b.add('Sub', [pick(matrix, t, 2), hot]);
    matrix = b.minus(matrix, b.times(factors, unit));
    // Row t: pivot - (pivot_t - 1) unit = unit
  }
  const solution = b.add('Squeeze', [pick(matrix, k, 2), b.wholes([2])]);
  const p = b.most(solution, 0);
  return b.over(p, b.sum(p));
}

/**
 * Makes the probability of the predicted class the largest, with the least change: that class and
 * all that are more probable get their mean, which is the largest of the means over the most
 * probable ones and it.
 * @param {Builder} b
 * @param {Wire} p n x k
 * @param {Wire} index
 * @param {number} k
 */
function reconciled(b, p, index, k) {
  const hot = b.hot(index, k);
  const own = b.sum(b.times(p, hot));
  const others = b.minus(p, b.times(hot, 2)); // the predicted class is the last of them
  const [sorted, at] = [b.name('sorted'), b.name('places')];
  b.add('TopK', [others, b.wholes([k - 1])], { axis: 1 }, { outputs: [sorted, at] });
  const sums = b.plus(b.add('CumSum', [sorted, b.constant([1n], [])]), own);
  const counts = b.constant(Array.from({ length: k - 1 }, (_, i) => i + 2), [1, k - 1]); // prettier-ignore
  const mean = b.most(own, b.reduce('Max', b.over(sums, counts)));
  const up = b.times(mean, 1 + 2 ** -52);
  const capped = b.least(p, mean);
  return b.where(b.above(hot, 0.5), up, capped);
}
