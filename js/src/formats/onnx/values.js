/**
 * What machines compute as graphs of numbers in float64: values of samples, from which the class or
 * the prediction follows.
 */
import { MaxMarginError } from '../../basics/errors.js';
import { machineOf } from '../../machines/all.js';
import { partsOf } from '../../model/parts.js';
import {
  checkTerms,
  formOf,
  kernelTreeOf,
  layoutOf,
  learnsRanks,
  lowest,
  vectorsOf,
} from '../fits.js';
import { transposed } from './builder.js';
import { elect } from './election.js';
import { roomFor } from './pack.js';
import { kernelMatrix, nearness, ownOf, writable } from './kernels.js';
import { forest } from './trees.js';

/** @import { Fitted } from '../../model/fitted.js' */
/** @import { Builder, Wire } from './builder.js' */

/**
 * The values n x q of a machine; of machines that do not choose by them, the number of the class,
 * too.
 * @typedef {{values: Wire, winner?: Wire}} Values
 */

/** @typedef {(b: Builder, fitted: Fitted, x: Wire) => Wire | Values} Machine */

/** @param {string} message */
const refused = (message) => new MaxMarginError('ERR_TYPE', 'model', message);

/** Why some machines and steps cannot be written. @type {Record<string, string>} */
export const unwritten = {
  GaussianProcessClassifier: 'its probabilities need the normal distribution in float64, which ONNX does not have', // prettier-ignore
  SequenceTagger: 'it labels sequences, by the best path through them',
  EquivalenceSVC: 'it compares pairs of rows',
  KNNImputer:
    'it looks for neighbours by the numbers that two rows both have; take a SimpleImputer',
};

/** What `formOf` says of most machines. @type {Record<string, Machine | undefined>} */
const forms = { linear, expansion };

/** The other machines, by name. @type {Record<string, Machine>} */
const machines = {
  // With the norms 1 and Infinity it has weights in place of support vectors.
  OrdinalSVC: (b, fitted, x) =>
    fitted.attribute('coef').length > 0
      ? linearFunctions(b, fitted, x, fitted.attribute('coef'), [0])
      : expansion(b, fitted, x),
  CumulativeLinkModel: (b, fitted, x) => linearFunctions(b, fitted, x, fitted.field('coef'), [0]),
  Perceptron: voted,
  KNeighborsClassifier: neighbours,
  KernelDensity: windows,
  ParzenClassifier: windows,
  KernelRegression: windows,
  DecisionTreeClassifier: tree,
  DecisionStump: tree,
  AdaBoostClassifier: ensemble,
  LPBoostClassifier: ensemble,
};

/**
 * How a machine is written, or a step that sums kernels; undefined: it cannot be.
 * @param {string} name
 */
export const writerOf = (name) =>
  unwritten[name] ? undefined : (machines[name] ?? forms[formOf(name)]);

/**
 * The values of a machine for samples.
 * @param {Builder} b
 * @param {Fitted} fitted one that can be written
 * @param {Wire} x n x d
 * @returns {Values}
 */
export function valuesOf(b, fitted, x) {
  const values = /** @type {Machine} */ (writerOf(fitted.machine))(b, fitted, x);
  return typeof values === 'string' ? { values } : values;
}

/** @type {Machine} */
function linear(b, fitted, x) {
  return linearFunctions(b, fitted, x, fitted.field('coef'), fitted.field('intercept'));
}

/**
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} x
 * @param {Float64Array} weights a row for each function
 * @param {ArrayLike<number>} constants
 */
function linearFunctions(b, fitted, x, weights, constants) {
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  const q = constants.length;
  const w = b.constant(transposed(weights, q, d), [d, q]);
  return b.plus(b.matmul(x, w), b.row(Float64Array.from(constants)));
}

/** The shares of the votes of many linear functions. @type {Machine} */
function voted(b, fitted, x) {
  const votes = Float64Array.from(fitted.attribute('votes'));
  if (votes.length === 0) return linear(b, fitted, x);
  const ends = [0, ...fitted.attribute('voteEnds')];
  const f = linearFunctions(
    b,
    fitted,
    x,
    Float64Array.from(fitted.attribute('voteCoef')),
    Float64Array.from(fitted.attribute('voteIntercept')),
  );
  const q = ends.length - 1;
  const shares = new Float64Array(votes.length * q);
  for (let c = 0; c < q; c++) {
    const own = votes.subarray(ends[c], ends[c + 1]);
    const total = own.reduce((sum, count) => sum + count, 0);
    own.forEach((count, i) => (shares[(ends[c] + i) * q + c] = count / Math.max(total, 1)));
  }
  return b.matmul(b.add('Sign', [f]), b.constant(shares, [votes.length, q]));
}

/**
 * Kernel expansions over the support vectors, which ONNX has as products of matrices.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} x
 * @returns {Wire}
 */
function expansion(b, fitted, x) {
  const { machine } = fitted;
  checkTerms(fitted, 'as ONNX');
  const kernel = writable(kernelTreeOf(fitted));
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  const ranks = learnsRanks(fitted);
  const bare = ranks || machine === 'AverageMarginClassifier';
  const dual = /** @type {Float64Array} */ (fitted.field('dual.coef'));
  const { length } = layoutOf(fitted) === 'pairs' ? fitted.field('support.indices') : dual;
  roomFor(8 * length * d, `${length} support vectors of ${d} features`);
  const vectors = vectorsOf(fitted, d);
  const m = vectors.length / d;
  const k = fitted.classes.labels.length;
  const pairs = layoutOf(fitted) === 'pairs';
  const constants = bare
    ? new Float64Array(ranks ? 1 : Math.max(1, dual.length / Math.max(m, 1)))
    : Float64Array.from(fitted.field('intercept'));
  const q = constants.length;
  if (m === 0) {
    return b.plus(b.matmul(x, b.constant(new Float64Array(d * q), [d, q])), b.row(constants));
  }
  const coefficients = pairs
    ? ofPairs(dual, fitted.field('support.counts'), k)
    : transposed(dual, q, m);
  const z = b.constant(vectors, [m, d]);
  const sums = b.matmul(kernelMatrix(b, kernel, x, z, d), b.constant(coefficients, [m, q]));
  const all = constants.some((one) => one !== 0) ? b.plus(sums, b.row(constants)) : sums;
  return machine === 'SVDD' ? b.minus(all, ownOf(b, x, kernel, d)) : all;
}

/**
 * The coefficients of pairs as LIBSVM has them, as a matrix of vectors x pairs.
 * @param {Float64Array} dual
 * @param {Int32Array} counts of the support vectors of each class
 * @param {number} k
 */
function ofPairs(dual, counts, k) {
  const m = dual.length / (k - 1);
  const pairs = (k * (k - 1)) / 2;
  const out = new Float64Array(m * pairs);
  let i = 0;
  counts.forEach((count, own) => {
    for (let n = 0; n < count; n++, i++) {
      for (let other = 0; other < k; other++) {
        if (other === own) continue;
        const [low, high] = [Math.min(own, other), Math.max(own, other)];
        const pair = (low * (2 * k - low - 1)) / 2 + high - low - 1;
        out[i * pairs + pair] = dual[(other > own ? other - 1 : other) * m + i];
      }
    }
  });
  return out;
}

/**
 * The shares of the votes of the nearest neighbours, and the class that has most of them, of several
 * that of the nearest one.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} x
 * @returns {Values}
 */
function neighbours(b, fitted, x) {
  const kernel = writable(kernelTreeOf(fitted));
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  const vectors = vectorsOf(fitted, d);
  const m = vectors.length / d;
  const k = fitted.classes.labels.length;
  const [most] = fitted.field('option.nNeighbors');
  const masses = /** @type {Float64Array} */ (fitted.field('weights'));
  if (masses.some((mass) => mass !== 1)) {
    throw refused(
      'a KNeighborsClassifier with weights of samples cannot be written as ONNX, whose TopK counts every sample once; fit it without sampleWeight, or use save',
    );
  }
  const z = b.constant(vectors, [m, d]);
  const norms = () => b.row(Float64Array.from(fitted.field('norms')));
  const byDistance = fitted.field('option.weights') === 'distance';
  const { near, distance } = nearness(b, kernel, x, z, d, norms, byDistance);
  const count = Math.min(most, m);
  const [far, at] = [b.name('far'), b.name('at')];
  b.add('TopK', [near, b.wholes([count])], { axis: 1, largest: 0 }, { outputs: [far, at] });
  const labels = b.add('Gather', [b.wholes(fitted.field('labels')), at]); // n x count
  const given = b.hot(labels, k); // n x count x k
  let votes;
  if (byDistance) {
    const { square, zero } = distance(far, at);
    const touching = b.bit(b.add('LessOrEqual', [square, zero]));
    const any = b.above(b.reduce('Max', touching), 0);
    const safe = b.where(b.above(square, 0), square, 1);
    const weights = b.where(any, touching, b.over(b.number(1), b.add('Sqrt', [safe])));
    votes = b.sum(b.times(given, b.add('Unsqueeze', [weights, b.wholes([2])])), 1, 0);
  } else {
    votes = b.sum(given, 1, 0);
  }
  const shares = b.over(votes, b.sum(votes));
  const ofEach = b.add('GatherElements', [votes, labels], { axis: 1 });
  const nearest = b.add('ArgMax', [ofEach], { axis: 1, keepdims: 1 });
  const chosen = b.add('GatherElements', [labels, nearest], { axis: 1 });
  const winner = b.add('Squeeze', [chosen, b.wholes([1])]);
  return { values: ofTwo(b, shares, k), winner };
}

/**
 * Of two classes the share of the second less that of the first.
 * @param {Builder} b
 * @param {Wire} shares n x k
 * @param {number} k
 */
function ofTwo(b, shares, k) {
  return k === 2 ? b.matmul(shares, b.constant([-1, 1], [2, 1])) : shares;
}

/** @type {Machine} */
function tree(b, fitted, x) {
  const k = fitted.classes.labels.length;
  const shares = /** @type {Float64Array} */ (fitted.field('tree.shares'));
  const leaf = (/** @type {number} */ node) =>
    Array.from(shares.subarray(node * k, (node + 1) * k));
  return ofTwo(b, forest(b, [{ fitted, leaf }], x, k), k);
}

/**
 * The votes of the members of an ensemble. Trees find their classes in one operator, by number, which
 * float32 has exactly; the votes are float64, added up one after the other as in Go, so that equal
 * sums are equal here.
 * @type {Machine}
 */
function ensemble(b, fitted, x) {
  const k = fitted.classes.labels.length;
  const alphas = /** @type {Float64Array} */ (fitted.field('boost.alphas'));
  const members = partsOf(fitted, machineOf);
  /** @type {import('./trees.js').Tree[]} */
  const trees = [];
  /** @type {number[]} */
  const own = [];
  /** @type {Wire[]} */
  const chosen = [];
  members.forEach((member, t) => {
    if (['DecisionTreeClassifier', 'DecisionStump'].includes(member.machine)) {
      const order = /** @type {Int32Array} */ (member.field('class.order'));
      const shares = /** @type {Float64Array} */ (member.field('tree.shares'));
      const leaf = (/** @type {number} */ node) => {
        const of = shares.subarray(node * k, (node + 1) * k);
        let best = order[0];
        for (const c of order) if (of[c] > of[best]) best = c;
        if (k === 2 && of[0] === of[1]) [, best] = order;
        return [best];
      };
      trees.push({ fitted: member, leaf, from: trees.length });
      own.push(alphas[t]);
      return;
    }
    if (member.steps > 0 || partsOf(member, machineOf).length > 0 || !writerOf(member.machine)) {
      throw refused(`an ensemble of such ${member.machine} cannot be written as ONNX; use save`);
    }
    const index = elect(b, member, valuesOf(b, member, x));
    chosen.push(b.add('Unsqueeze', [index, b.wholes([1])]));
    own.splice(chosen.length - 1, 0, alphas[t]);
  });
  if (trees.length > 0) {
    chosen.push(b.add('Cast', [forest(b, trees, x, trees.length)], { to: 7 }));
  }
  const given = b.hot(b.beside(chosen), k); // n x members x k
  const weighted = b.times(given, b.constant(own, [1, own.length, 1]));
  const sums = b.add('CumSum', [weighted, b.constant([1n], [])]);
  const votes = b.add('Gather', [sums, b.constant([BigInt(own.length - 1)], [])], { axis: 1 });
  const total = alphas.reduce((all, one) => all + one, 0);
  if (k === 2) return b.over(b.minus(b.columns(votes, [1]), b.columns(votes, [0])), total);
  const against = b.over(b.plus(b.times(votes, -1), total), k - 1);
  return b.over(b.minus(votes, against), total);
}

/**
 * Windows around samples, u being the distance over the bandwidth: those that end at u = 1.
 * @type {Record<string, (b: Builder, u: Wire) => Wire>}
 */
const ending = {
  tophat: (b, u) => b.plus(b.times(u, 0), 1),
  epanechnikov: (b, u) => b.plus(b.times(b.times(u, u), -1), 1),
  linear: (b, u) => b.plus(b.times(u, -1), 1),
  cosine: (b, u) => b.add('Cos', [b.times(u, Math.PI / 2)]),
};

/** Machines that put a window around every sample. @type {Machine} */
function windows(b, fitted, x) {
  const { machine } = fitted;
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  const vectors = vectorsOf(fitted, d);
  const m = vectors.length / d;
  const [h] = fitted.field('bandwidth');
  const window = fitted.field('option.window');
  let mass = /** @type {Float64Array} */ (fitted.field('weights'));
  const z = b.constant(vectors, [m, d]);
  const square = kernelDistance(b, x, z, d);
  const least = b.reduce('Min', square);
  const [far, nearest] = [square, least].map((one) => b.add('Sqrt', [one]));
  const shape = Object.hasOwn(ending, window) ? ending[window] : undefined;
  const reached = b.add('Less', [nearest, b.number(h)]);
  let [value, unit] = [square, least];
  if (shape) {
    const u = b.over(far, h);
    const inside = b.where(b.add('Less', [u, b.number(1)]), shape(b, u), 0);
    value = b.where(reached, inside, b.bit(b.equal(square, least)));
  } else if (window === 'exponential') {
    value = b.add('Exp', [b.over(b.minus(nearest, far), h)]);
    unit = b.over(nearest, -h);
  } else {
    value = b.add('Exp', [b.over(b.minus(least, square), 2 * h * h)]);
    unit = b.over(least, -2 * h * h);
  }
  const k = fitted.classes.labels.length;
  const labels = machine === 'ParzenClassifier' ? Array.from(fitted.field('labels')) : [];
  if (machine === 'ParzenClassifier' && fitted.field('option.priors') === 'equal') {
    const sums = new Float64Array(k);
    labels.forEach((label, i) => (sums[label] += mass[i]));
    mass = mass.map((w, i) => w / sums[labels[i]]);
  }
  const weighted = b.times(value, b.row(mass));
  const all = b.sum(weighted);
  if (machine === 'ParzenClassifier') {
    const own = new Float64Array(m * k);
    labels.forEach((label, i) => (own[i * k + label] = 1));
    return ofTwo(b, b.over(b.matmul(weighted, b.constant(own, [m, k])), all), k);
  }
  if (machine === 'KernelRegression') {
    const targets = b.constant(Float64Array.from(fitted.field('targets')), [m, 1]);
    return b.over(b.matmul(weighted, targets), all);
  }
  const [[constant], [offset]] = [fitted.field('constant'), fitted.field('offset')];
  const log = b.plus(b.add('Log', [all]), -constant - offset);
  return shape ? b.where(reached, log, lowest - offset) : b.plus(log, unit);
}

/**
 * |x - z|^2
 * @param {Builder} b
 * @param {Wire} x
 * @param {Wire} z
 * @param {number} d
 */
function kernelDistance(b, x, z, d) {
  return nearness(b, { kernel: 'linear' }, x, z, d).near;
}
