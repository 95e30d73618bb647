/** Machines and scalers as single operators of ONNX's for machines, whose numbers are float32, as skl2onnx writes them. */
import { MaxMarginError } from '../../basics/errors.js';
import { kernelTreeOf, layoutOf, ranksOf } from '../fits.js';
import { eachCoefficient, eachPair, eachVector } from './classes.js';
import { decisions } from './election.js';
import { inRange, roomFor } from './pack.js';
import * as proto from './schema.js';

/** @import { Classes } from '../../input/labels.js' */
/** @import { Fitted } from '../../model/fitted.js' */
/** @import { SparseMatrix } from '../../types.js' */
/** @import { Builder, Wire } from './builder.js' */
/** @import { Attribute, Output } from './pack.js' */

/**
 * What an operator gives: the outputs of the file, and for what follows the values of a classifier as
 * `decisionFunction` has them (of pairs as 'ovo'), in float64.
 * @typedef {{outputs: Output[], values?: () => Wire}} Made
 */

/**
 * The machines that one operator can say. Nothing: this one needs a graph.
 * @type {Record<string, (b: Builder, fitted: Fitted, x: Wire) => Made | undefined>}
 */
export const operators = {
  SVC: classifier,
  IncrementalSVC: classifier,
  NuSVC: classifier,
  OneClassSVM: detector,
  IncrementalOneClass: detector,
  SVR: regressor,
  IncrementalSVR: regressor,
  NuSVR: regressor,
  ConvexLossSVR: regressor,
  LinearSVC: linearClassifier,
  SGDClassifier: linearClassifier,
  Perceptron: linearClassifier,
  MulticlassPerceptron: linearClassifier,
  FisherDiscriminant: linearClassifier,
  LPMarginClassifier: linearClassifier,
  LinearSVR: linearRegressor,
  LinearRegression: linearRegressor,
  Ridge: linearRegressor,
  SGDRegressor: linearRegressor,
};

/**
 * SVMClassifier. ONNX predicts the class that wins most pairs, and the first among equals, so
 * the classes are written in the order that decides ties in this package. What it gives of each
 * class or pair is put in the order of the model's classes behind it.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} x
 * @returns {Made | undefined}
 */
function classifier(b, fitted, x) {
  const { labels } = fitted.classes;
  const k = labels.length;
  const kernel = packKernel(fitted);
  const apart =
    k > 2 && (layoutOf(fitted) !== 'pairs' || fitted.field('option.multiClass') !== 'ovo');
  if (!kernel || apart || fitted.attribute('supportCounts').length === 0) return undefined;
  const order = ranksOf(fitted, k);
  const counts = Int32Array.from(order, (a) => fitted.attribute('supportCounts')[a]);
  const dual = /** @type {Float64Array} */ (fitted.attribute('dualCoef'));
  const coefficients = new Float32Array(dual.length);
  eachCoefficient(order, counts, (there, here, sign) => (coefficients[there] = sign * dual[here]));
  const intercept = /** @type {Float64Array} */ (fitted.attribute('intercept'));
  const rho = new Float32Array(intercept.length);
  eachPair(order, (there, here, sign) => (rho[there] = sign * intercept[here]));
  const rows = new Int32Array(dual.length / (k - 1));
  eachVector(order, counts, (there, here) => (rows[there] = here));
  const sigmoids = packSigmoids(fitted, order);
  const inOrder = Array.from(order, (a) => labels[a]);
  const name = sigmoids ? 'probabilities' : 'scores';
  const ascends = order.every((a, p) => a === p);
  const given = ascends && (k === 2 || sigmoids) ? name : b.name(name);
  const { names, label } = packLabels(fitted.classes, inOrder);
  const attributes = {
    ...names,
    ...kernel,
    coefficients: inRange(coefficients),
    post_transform: 'NONE',
    ...sigmoids,
    rho: inRange(rho),
    support_vectors: packVectors(fitted, rows),
    vectors_per_class: Array.from(counts, BigInt),
  };
  b.machine('SVMClassifier', [x], attributes, [label.name, given]);
  const values = () => {
    const f = b.double(given);
    if (k === 2) return b.columns(f, [ascends ? 0 : 1]);
    const from = new Int32Array(intercept.length);
    const signs = new Float64Array(intercept.length);
    eachPair(order, (there, here, sign) => {
      from[here] = there;
      signs[here] = sign;
    });
    return b.times(b.columns(f, from), b.row(signs));
  };
  if (k === 2 || sigmoids) return { outputs: [label, sorted(b, given, order, name)], ...(!sigmoids && { values }) }; // prettier-ignore
  const f = values();
  const all = decisions(b, fitted, f);
  b.add('Cast', [all], { to: proto.elements.float }, { outputs: [name] });
  return {
    outputs: [label, { name, elements: proto.elements.float, columns: 0 }],
    values: () => f,
  };
}

/**
 * A column for each class, in the order of the model.
 * @param {Builder} b
 * @param {Wire} given
 * @param {Int32Array} order of the classes in it
 * @param {string} name
 * @returns {Output}
 */
function sorted(b, given, order, name) {
  if (given !== name) {
    const from = order.map((_, c) => order.indexOf(c));
    b.add('Gather', [given, b.wholes(from)], { axis: 1 }, { outputs: [name] });
  }
  return { name, elements: proto.elements.float, columns: order.length };
}

/**
 * The sigmoids of pairs, if the probabilities come from sigmoids.
 * @param {Fitted} fitted
 * @param {Int32Array} order
 */
function packSigmoids(fitted, order) {
  const { probability } = fitted;
  if (!probability?.pairs || probability.method === 'isotonic') return undefined;
  const { slope, offset } = probability;
  const [a, b] = [new Float32Array(slope.length), new Float32Array(slope.length)];
  eachPair(order, (there, here, sign) => {
    a[there] = slope[here];
    b[there] = sign * offset[here];
  });
  return { prob_a: inRange(a), prob_b: inRange(b) };
}

/**
 * Labels that are text stay text; numbers must be whole, and false and true become 0 and 1.
 * @param {Classes} classes
 * @param {Classes['labels']} labels in the order of the file
 * @returns {{names: Record<string, Attribute>, label: Output}}
 */
export function packLabels({ kind }, labels) {
  const name = 'label';
  if (kind === 'string') {
    return {
      names: { classlabels_strings: /** @type {string[]} */ (labels) },
      label: { name, elements: proto.elements.string },
    };
  }
  const whole = labels.map((label) => {
    if (kind !== 'number' || Number.isSafeInteger(label)) return BigInt(label);
    throw refused(
      'classes',
      `labels in ONNX are text or whole numbers, but ${label} is neither; fit the model with such labels`,
    );
  });
  if (whole.some((label) => label !== BigInt.asIntN(64, label))) {
    throw refused(
      'classes',
      'labels in ONNX are text or whole numbers of 64 bits, and one is larger; fit the model with such labels',
    );
  }
  return { names: { classlabels_ints: whole }, label: { name, elements: proto.elements.int64 } };
}

/**
 * The kernel, if ONNX's machines have it.
 * @param {Fitted} fitted
 * @returns {Record<string, Attribute> | undefined}
 */
function packKernel(fitted) {
  const { kernel, coef0 = 0, degree = 3 } = kernelTreeOf(fitted);
  if (!Object.hasOwn(proto.kernels, kernel)) return undefined;
  const gamma = kernel === 'linear' ? 1 : fitted.field('gamma')[0]; // which linear does without
  return {
    kernel_params: inRange(Float32Array.of(gamma, coef0, degree)),
    kernel_type: proto.kernels[/** @type {keyof typeof proto.kernels} */ (kernel)],
  };
}

/**
 * The support vectors, dense.
 * @param {Fitted} fitted
 * @param {Int32Array} rows of them, in the order of the file
 */
function packVectors(fitted, rows) {
  const d = /** @type {number} */ (fitted.attribute('nFeatures'));
  roomFor(rows.length * d * 4, `${rows.length} support vectors of ${d} features`);
  const vectors = /** @type {Float64Array | SparseMatrix} */ (fitted.attribute('supportVectors'));
  const dense = new Float32Array(rows.length * d);
  rows.forEach((row, there) => {
    const target = dense.subarray(there * d, (there + 1) * d);
    if (vectors instanceof Float64Array) target.set(vectors.subarray(row * d, (row + 1) * d));
    else
      for (let at = vectors.indptr[row]; at < vectors.indptr[row + 1]; at++)
        target[vectors.indices[at]] = vectors.data[at];
  });
  return inRange(dense);
}

/**
 * SVMRegressor.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} x
 * @returns {Made | undefined}
 */
function regressor(b, fitted, x) {
  const output = { name: 'variable', elements: proto.elements.float, columns: 1 };
  const attributes = expansion(fitted);
  if (!attributes) return undefined;
  b.machine('SVMRegressor', [x], attributes, [output.name]);
  return { outputs: [output] };
}

/**
 * SVMRegressor, whose sign is 1 inside and -1 outside. A value of 0 is inside.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} x
 * @returns {Made | undefined}
 */
function detector(b, fitted, x) {
  const { float, int64 } = proto.elements;
  const attributes = expansion(fitted);
  if (!attributes) return undefined;
  b.machine('SVMRegressor', [x], attributes, ['scores']);
  const half = b.name('half');
  b.constants.set(half, { values: Float32Array.of(0.5), shape: [] });
  const side = b.add('Sign', [b.add('Add', [b.add('Sign', ['scores']), half])]);
  b.add('Cast', [side], { to: int64 }, { outputs: ['label'] });
  return {
    outputs: [
      { name: 'label', elements: int64, columns: 1 },
      { name: 'scores', elements: float, columns: 1 },
    ],
  };
}

/**
 * A machine with one decision function.
 * @param {Fitted} fitted
 */
function expansion(fitted) {
  const coefficients = Float32Array.from(fitted.attribute('dualCoef'));
  const kernel = packKernel(fitted);
  if (!kernel || coefficients.length === 0) return undefined;
  return {
    ...kernel,
    coefficients: inRange(coefficients),
    n_supports: coefficients.length,
    post_transform: 'NONE',
    rho: inRange(Float32Array.of(fitted.attribute('intercept'))),
    support_vectors: packVectors(fitted, Int32Array.from(coefficients.keys())),
  };
}

/**
 * LinearClassifier: a function for each class; with two classes, one function is the negative
 * of the other. ONNX predicts the first class with the largest value, so the classes are written in the
 * order that decides ties in this package.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} x
 * @returns {Made | undefined}
 */
function linearClassifier(b, fitted, x) {
  if (fitted.machine === 'Perceptron' && fitted.attribute('votes').length > 0) return undefined;
  const { labels } = fitted.classes;
  const k = labels.length;
  const ranks = ranksOf(fitted, k);
  const order = k === 2 ? ranks.slice().reverse() : ranks; // of two classes the later one wins
  const inOrder = (/** @type {Float64Array} */ values) => {
    const all = k > 2 ? values : [...values.map((v) => -v), ...values];
    const width = all.length / k;
    return inRange(
      Float32Array.from(all, (_, at) => all[order[Math.floor(at / width)] * width + (at % width)]),
    );
  };
  const { names, label } = packLabels(
    fitted.classes,
    Array.from(order, (c) => labels[c]),
  );
  const attributes = {
    ...names,
    coefficients: inOrder(fitted.field('coef')),
    intercepts: inOrder(fitted.field('intercept')),
    multi_class: 0,
    post_transform: 'NONE',
  };
  const given = order.every((c, p) => c === p) ? 'scores' : b.name('scores');
  b.machine('LinearClassifier', [x], attributes, [label.name, given]);
  const scores = sorted(b, given, order, 'scores');
  const values = () => {
    const f = b.double(scores.name);
    return k === 2 ? b.columns(f, [1]) : f;
  };
  return { outputs: [label, scores], values };
}

/**
 * LinearRegressor.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {Wire} x
 * @returns {Made}
 */
function linearRegressor(b, fitted, x) {
  const output = { name: 'variable', elements: proto.elements.float, columns: 1 };
  const attributes = {
    coefficients: inRange(Float32Array.from(fitted.field('coef'))),
    intercepts: inRange(Float32Array.from(fitted.field('intercept'))),
    post_transform: 'NONE',
    targets: 1,
  };
  b.machine('LinearRegressor', [x], attributes, [output.name]);
  return { outputs: [output] };
}

/**
 * @param {string} argument
 * @param {string} message
 */
const refused = (argument, message) => new MaxMarginError('ERR_TYPE', argument, message);
