/** What the shaders need to know of a fitted model. */
import { layoutOf, orderOf } from '../graph/classes.js';
import { Stored } from '../graph/stored.js';
import { forms, largest, pack } from './kernels.js';

/** @import { Form } from './kernels.js' */
/** @import { Label } from '../graph/stored.js' */

/** The machines that are sums over vectors, and nothing else. @type {Record<Kind, string[]>} */
const machines = {
  classifier: ['SVC', 'NuSVC', 'LSSVC', 'GaussianProcessClassifier'],
  regressor: ['SVR', 'NuSVR', 'KernelRidge', 'GaussianProcessRegressor'],
  detector: ['OneClassSVM'],
  transformer: ['Nystroem', 'KernelPCA', 'IncompleteCholesky', 'RBFSampler'],
};

/** @typedef {'classifier' | 'regressor' | 'detector' | 'transformer'} Kind */

/** One sum: a range of vectors, and the row of coefficients there. @typedef {{range: number, row: number}} Term */

/**
 * @typedef {object} Plan
 * @property {Kind} kind
 * @property {Label[]} labels
 * @property {ArrayLike<number>} order of the classes, for ties
 * @property {'pairs' | 'classes'} layout what the values of more than two classes are of
 * @property {string} option how pairs elect a class
 * @property {boolean} each whether decision values are one for each class
 * @property {Form} form of the kernel
 * @property {number} d columns
 * @property {number} m vectors
 * @property {Float64Array} origin what is subtracted of each sample
 * @property {Float32Array} vectors m x d, moved and scaled
 * @property {number} Z the largest size of these
 * @property {[from: number, to: number][]} ranges of vectors
 * @property {number} triples of outputs of a range
 * @property {Float32Array} coefficients triples x m x 4: of three outputs, and their largest magnitude
 * @property {Float64Array} C of each range and triple the sum of these magnitudes
 * @property {number} unit what coefficients were divided by
 * @property {Term[][]} terms of each value
 * @property {Float64Array} intercept of each value
 * @property {boolean} direct whether each vector is a value, with the coefficient 1: nothing is summed
 * @property {boolean} waves whether the values are cosines of those, times the root of 2 over their number
 * @property {number} doubt what a value of a sample of size 1 may differ by in float64 already
 */

/**
 * @param {Uint8Array<ArrayBuffer>} bytes of a saved model
 * @returns {Plan | string} or why the model stays on the processor
 */
export function readPlan(bytes) {
  const stored = Stored.of(bytes);
  const { machine } = stored;
  const kind = /** @type {Kind[]} */ (Object.keys(machines)).find((name) =>
    machines[name].includes(machine),
  );
  if (!kind) return `${machine || 'the model'} has no shader`;
  const odd = ['coef', 'norm.weights', 'basis.coef'].find((name) => stored.has(name) && stored.numbers(name).length > 0); // prettier-ignore
  const { labels } = stored;
  // The classes of several processes depend on their variances, too.
  if (odd || stored.strings || (labels.length > 2 && stored.has('posterior.precisions')))
    return 'the model is no plain sum over vectors';
  const waves = machine === 'RBFSampler';
  if (!waves && stored.text('option.kernel') === 'precomputed') return 'the kernel is precomputed';
  const tree = waves ? { kernel: 'linear', parts: [] } : stored.kernel();
  const form = Object.hasOwn(forms, tree.kernel) ? forms[tree.kernel](tree) : undefined;
  if (!form) return `the kernel ${tree.kernel} with these options has no shader`;
  const isLinear = tree.kernel === 'linear';
  const plan = waves ? withWaves(stored, form) : withSums(stored, form, isLinear);
  if (!(plan.Z <= largest && Number.isFinite(plan.unit)))
    return 'float32 cannot hold the numbers of the model';
  if (plan.m === 0) return 'the model has no vectors';
  if (kind === 'regressor' && plan.intercept.length > 1) return 'the model has several outputs';
  return {
    ...plan,
    ...{ kind, labels, form, waves },
    order: orderOf(stored, labels.length),
    option: stored.text('option.multiClass'),
    each: stored.text('option.decisionFunctionShape') === 'ovr',
  };
}

/** @typedef {Omit<Plan, 'kind' | 'labels' | 'form' | 'waves' | 'order' | 'option' | 'each'>} SumsOf */

/**
 * @param {Stored} stored
 * @param {Form} form
 * @param {boolean} isLinear
 * @returns {SumsOf}
 */
function withSums(stored, form, isLinear) {
  const { vectors, width: d } = stored;
  const dual = /** @type {Float64Array} */ (stored.numbers('dual.coef'));
  const intercept = Float64Array.from(stored.has('intercept') ? stored.numbers('intercept') : [0]);
  const m = vectors.length / d;
  const layout = /** @type {Plan['layout']} */ (layoutOf(stored));
  /** @type {[number, number][]} */
  let ranges = [[0, m]];
  let terms = Array.from(intercept, (_, row) => [{ range: 0, row }]);
  if (layout === 'pairs') {
    let from = 0;
    ranges = Array.from(stored.numbers('support.counts'), (count) => [from, (from += count)]);
    terms = [];
    // The vectors of each class have a row of coefficients for each other class, in order.
    for (let a = 0; a < ranges.length; a++)
      for (let b = a + 1; b < ranges.length; b++)
        terms.push([{ range: a, row: b - 1 }, { range: b, row: a }]); // prettier-ignore
    if (from !== m || terms.length !== intercept.length)
      throw new TypeError('it counts support vectors that it lacks');
  }
  if (isLinear) {
    const { weights, doubt } = collapsed(dual, vectors, d, ranges, terms);
    return { ...functions(weights, d, form, intercept), layout, doubt };
  }
  const sums = { ...withCoefficients(dual, m, ranges), ranges, terms };
  return {
    ...packed(vectors, d, form),
    ...sums,
    ...{ d, intercept, layout, doubt: 0, direct: false },
  };
}

/**
 * Linear functions: one vector for each value, in a range of its own.
 * @param {Float64Array} weights
 * @param {number} d
 * @param {Form} form
 * @param {Float64Array} intercept
 */
function functions(weights, d, form, intercept) {
  const ranges = Array.from(intercept, (_, i) => /** @type {[number, number]} */ ([i, i + 1]));
  const terms = ranges.map((_, range) => [{ range, row: 0 }]);
  const none = { coefficients: new Float32Array(), C: new Float64Array(), unit: 1, triples: 0 };
  return { ...packed(weights, d, form), ...none, ranges, terms, d, intercept, direct: true };
}

/**
 * Random Fourier features: cosines of linear functions.
 * @param {Stored} stored
 * @param {Form} form
 * @returns {SumsOf}
 */
function withWaves(stored, form) {
  const { width: d } = stored;
  const [weights, offsets] = ['frequencies', 'offsets'].map((name) => stored.numbers(name));
  return { ...functions(weights, d, form, offsets), layout: 'classes', doubt: 0 };
}

/**
 * Vectors in float32, moved to their mean where the kernel is one of differences, and scaled.
 * @param {Float64Array} vectors
 * @param {number} d
 * @param {Form} form
 */
function packed(vectors, d, form) {
  const m = vectors.length / d;
  const origin = new Float64Array(d);
  if (form.centred) vectors.forEach((v, at) => (origin[at % d] += v / m));
  const rows = new Float32Array(vectors.length);
  let Z = 0;
  for (let i = 0; i < m; i++) Z = Math.max(Z, pack(rows.subarray(i * d, (i + 1) * d), vectors, i * d, origin, form)); // prettier-ignore
  return { m, origin, vectors: rows, Z };
}

/**
 * @param {Float64Array} dual rows of m coefficients
 * @param {number} m
 * @param {[number, number][]} ranges
 */
function withCoefficients(dual, m, ranges) {
  const rows = dual.length / m;
  const triples = Math.ceil(rows / 3);
  const top = dual.reduce((most, c) => Math.max(most, Math.abs(c)), 0);
  // A power of two: nothing is rounded. The largest exponents would overflow on the way.
  const unit =
    top > 2 ** -300 && top < 2 ** 300 ? 2 ** Math.ceil(Math.log2(top)) : top === 0 ? 1 : NaN;
  const coefficients = new Float32Array(triples * m * 4);
  for (let row = 0; row < rows; row++) {
    const cell = Math.floor(row / 3) * m;
    for (let i = 0; i < m; i++) {
      const at = (cell + i) * 4;
      const c = (coefficients[at + (row % 3)] = dual[row * m + i] / unit);
      coefficients[at + 3] = Math.max(coefficients[at + 3], Math.abs(c));
    }
  }
  const C = new Float64Array(ranges.length * triples);
  ranges.forEach(([from, to], range) => {
    for (let triple = 0; triple < triples; triple++)
      for (let i = from; i < to; i++)
        C[range * triples + triple] += coefficients[(triple * m + i) * 4 + 3];
  });
  return { coefficients, C, unit, triples };
}

/**
 * The weights of linear functions that are sums over vectors. The processor adds them up in an order of
 * its own: both err by at most m 2^-53 of the sum of the magnitudes, whose largest norm is here.
 * @param {Float64Array} dual
 * @param {Float64Array} vectors
 * @param {number} d
 * @param {[number, number][]} ranges
 * @param {Term[][]} terms
 */
function collapsed(dual, vectors, d, ranges, terms) {
  const m = vectors.length / d;
  const weights = new Float64Array(terms.length * d);
  let most = 0;
  terms.forEach((sums, q) => {
    const magnitudes = new Float64Array(d);
    for (const { range, row } of sums) {
      const [from, to] = ranges[range];
      for (let i = from; i < to; i++) {
        const c = dual[row * m + i];
        for (let j = 0; j < d && c !== 0; j++) {
          const term = c * vectors[i * d + j];
          weights[q * d + j] += term;
          magnitudes[j] += Math.abs(term);
        }
      }
    }
    most = Math.max(most, Math.sqrt(magnitudes.reduce((sum, v) => sum + v * v, 0)));
  });
  return { weights, doubt: (m + d) * 2 ** -51 * most };
}
