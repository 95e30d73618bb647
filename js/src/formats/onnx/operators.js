/** Machines and scalers as single operators of ONNX's for machines, whose numbers are float32, as skl2onnx writes them. */
import { MaxMarginError } from '../../basics/errors.js';
import { layoutOf, orderOf } from '../../graph/classes.js';
import { eachCoefficient, eachPair, eachVector } from './classes.js';
import { inRange, roomFor } from './pack.js';
import * as proto from './schema.js';

/** @import { Label, Stored } from '../../graph/stored.js' */
/** @import { Builder, Wire } from './builder.js' */
/** @import { Attribute, Output } from './pack.js' */
/** @import { Printed } from './printer.js' */

/**
 * What an operator gives: outputs of the file, and the values of the machine as the graph has them, if the
 * outputs that are left follow from these.
 * @typedef {{outputs: Output[], values?: () => Printed}} Made
 */

/**
 * The machines that one operator can say. Nothing: this one needs a graph.
 * @type {Record<string, (b: Builder, stored: Stored, x: () => Wire) => Made | undefined>}
 */
export const operators = {
  SVC: classifier,
  IncrementalSVC: classifier,
  NuSVC: classifier,
  OneClassSVM: expansion('scores'),
  IncrementalOneClass: expansion('scores'),
  SVR: expansion('variable'),
  IncrementalSVR: expansion('variable'),
  NuSVR: expansion('variable'),
  ConvexLossSVR: expansion('variable'),
  LinearSVC: linearClassifier,
  SGDClassifier: linearClassifier,
  Perceptron: linearClassifier,
  MulticlassPerceptron: linearClassifier,
  FisherDiscriminant: linearClassifier,
  LPMarginClassifier: linearClassifier,
  LinearSVR: linearRegressor,
  LinearRegression: linearRegressor,
  Ridge: linearRegressor,
  Lasso: linearRegressor,
  SGDRegressor: linearRegressor,
};

/**
 * SVMClassifier. ONNX predicts the class that wins most pairs, and the first among equals, so
 * the classes are written in the order that decides ties in this package. What it gives of each
 * class or pair is put in the order of the model's classes behind it.
 * @param {Builder} b
 * @param {Stored} stored
 * @param {() => Wire} x float32
 * @returns {Made | undefined}
 */
function classifier(b, stored, x) {
  const { labels } = stored;
  const k = labels.length;
  const kernel = packKernel(stored);
  const apart = k > 2 && (layoutOf(stored) !== 'pairs' || stored.text('option.multiClass') !== 'ovo'); // prettier-ignore
  const given = stored.numbers('support.counts');
  if (!kernel || apart || given.length === 0) return undefined;
  const order = Int32Array.from(orderOf(stored, k));
  const counts = order.map((a) => given[a]);
  const [dual, intercept] = ['dual.coef', 'intercept'].map((name) => stored.numbers(name));
  const coefficients = new Float32Array(dual.length);
  eachCoefficient(order, counts, (there, here, sign) => (coefficients[there] = sign * dual[here]));
  const rho = new Float32Array(intercept.length);
  const [from, signs] = [new Int32Array(intercept.length), new Float64Array(intercept.length)];
  eachPair(order, (there, here, sign) => {
    rho[there] = sign * intercept[here];
    from[here] = there;
    signs[here] = sign;
  });
  const rows = new Int32Array(dual.length / (k - 1));
  eachVector(order, counts, (there, here) => (rows[there] = here));
  const sigmoids = packSigmoids(stored, order);
  const name = sigmoids ? 'probabilities' : 'scores';
  const ascends = order.every((a, p) => a === p);
  const isWhole = k === 2 || sigmoids !== undefined;
  const all = ascends && isWhole ? name : b.name(name);
  const { names, label } = packLabels(Array.from(order, (a) => labels[a]));
  const attributes = {
    ...names,
    ...kernel,
    coefficients: inRange(coefficients),
    post_transform: 'NONE',
    ...sigmoids,
    rho: inRange(rho),
    support_vectors: packVectors(stored, rows),
    vectors_per_class: Array.from(counts, BigInt),
  };
  b.machine('SVMClassifier', [x()], attributes, [label.name, all]);
  /** @returns {Printed} */
  const values = () => {
    const columns = k === 2 ? [ascends ? 0 : 1] : from;
    const f = b.add('Gather', [doubled(b, all), b.wholes(columns)], { axis: 1 });
    return ['double', k === 2 ? f : b.add('Mul', [f, b.constant(signs, [1, signs.length])])];
  };
  const outputs = isWhole ? [label, sorted(b, all, order, name)] : [label];
  return { outputs, ...(!sigmoids && { values }) };
}

/** As float64. @param {Builder} b @param {Wire} x */
const doubled = (b, x) => b.add('Cast', [x], { to: proto.elements.double });

/**
 * A column for each class, in the order of the model.
 * @param {Builder} b
 * @param {Wire} given
 * @param {Int32Array} order of the classes in it
 * @param {string} name
 * @returns {Output}
 */
export function sorted(b, given, order, name) {
  if (given !== name) {
    const from = order.map((_, c) => order.indexOf(c));
    b.add('Gather', [given, b.wholes(from)], { axis: 1 }, { outputs: [name] });
  }
  return { name, elements: proto.elements.float, columns: order.length };
}

/**
 * The sigmoids of pairs, if the probabilities come from sigmoids.
 * @param {Stored} stored
 * @param {Int32Array} order
 */
function packSigmoids({ whole }, order) {
  const isPaired = whole.has('probability.fit') && whole.int32s('probability.pairs')[0] === 1;
  if (!isPaired || whole.text('probability.fit') === 'isotonic') return undefined;
  const [slope, offset] = ['slope', 'offset'].map((name) => whole.float64s(`probability.${name}`));
  const [a, b] = [new Float32Array(slope.length), new Float32Array(slope.length)];
  eachPair(order, (there, here, sign) => {
    a[there] = slope[here];
    b[there] = sign * offset[here];
  });
  return { prob_a: inRange(a), prob_b: inRange(b) };
}

/**
 * Labels that are text stay text; numbers must be whole, and false and true become 0 and 1.
 * @param {Label[]} labels in the order of the file
 * @returns {{names: Record<string, Attribute>, label: Output}}
 */
export function packLabels(labels) {
  const name = 'label';
  if (typeof labels[0] === 'string') {
    return {
      names: { classlabels_strings: /** @type {string[]} */ (labels) },
      label: { name, elements: proto.elements.string },
    };
  }
  const whole = labels.map((label) => {
    if (typeof label !== 'number' || Number.isSafeInteger(label)) return BigInt(label);
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
 * @param {Stored} stored
 * @returns {Record<string, Attribute> | undefined}
 */
function packKernel(stored) {
  const { kernel, gamma = 1, coef0, degree } = stored.kernel();
  if (!Object.hasOwn(proto.kernels, kernel)) return undefined;
  return {
    kernel_params: inRange(Float32Array.of(gamma, coef0, degree)),
    kernel_type: proto.kernels[/** @type {keyof typeof proto.kernels} */ (kernel)],
  };
}

/**
 * The support vectors, dense.
 * @param {Stored} stored
 * @param {Int32Array} rows of them, in the order of the file
 */
function packVectors(stored, rows) {
  const d = stored.width;
  roomFor(rows.length * d * 4, `${rows.length} support vectors of ${d} features`);
  const { vectors } = stored;
  const dense = new Float32Array(rows.length * d);
  rows.forEach((row, there) => dense.set(vectors.subarray(row * d, (row + 1) * d), there * d));
  return inRange(dense);
}

/**
 * SVMRegressor: a machine with one decision function.
 * @param {string} name of the output
 * @returns {(b: Builder, stored: Stored, x: () => Wire) => Made | undefined} of float32
 */
function expansion(name) {
  return (b, stored, x) => {
    const coefficients = Float32Array.from(stored.numbers('dual.coef'));
    const kernel = packKernel(stored);
    if (!kernel || coefficients.length === 0) return undefined;
    const attributes = {
      ...kernel,
      coefficients: inRange(coefficients),
      n_supports: coefficients.length,
      post_transform: 'NONE',
      rho: inRange(Float32Array.from(stored.numbers('intercept'))),
      support_vectors: packVectors(stored, Int32Array.from(coefficients.keys())),
    };
    return { outputs: [], values: () => ['float', b.machine('SVMRegressor', [x()], attributes, [name])] }; // prettier-ignore
  };
}

/**
 * LinearClassifier: a function for each class; with two classes, one function is the negative
 * of the other. ONNX predicts the first class with the largest value, so the classes are written in the
 * order that decides ties in this package.
 * @param {Builder} b
 * @param {Stored} stored
 * @param {() => Wire} x float32
 * @returns {Made | undefined}
 */
function linearClassifier(b, stored, x) {
  if (stored.has('votes') && stored.numbers('votes').length > 0) return undefined;
  const { labels } = stored;
  const k = labels.length;
  const ranks = Int32Array.from(orderOf(stored, k));
  const order = k === 2 ? ranks.slice().reverse() : ranks; // of two classes the later one wins
  const inOrder = (/** @type {Float64Array} */ values) => {
    const all = k > 2 ? values : [...values.map((v) => -v), ...values];
    const width = all.length / k;
    return inRange(
      Float32Array.from(all, (_, at) => all[order[Math.floor(at / width)] * width + (at % width)]),
    );
  };
  const { names, label } = packLabels(Array.from(order, (c) => labels[c]));
  const attributes = {
    ...names,
    coefficients: inOrder(stored.numbers('coef')),
    intercepts: inOrder(stored.numbers('intercept')),
    multi_class: 0,
    post_transform: 'NONE',
  };
  const given = order.every((c, p) => c === p) ? 'scores' : b.name('scores');
  b.machine('LinearClassifier', [x()], attributes, [label.name, given]);
  const scores = sorted(b, given, order, 'scores');
  /** @returns {Printed} */
  const values = () => {
    const f = doubled(b, scores.name);
    return ['double', k === 2 ? b.add('Gather', [f, b.wholes([1])], { axis: 1 }) : f];
  };
  return { outputs: [label, scores], values };
}

/**
 * LinearRegressor.
 * @param {Builder} b
 * @param {Stored} stored
 * @param {() => Wire} x float32
 * @returns {Made}
 */
function linearRegressor(b, stored, x) {
  const attributes = {
    coefficients: inRange(Float32Array.from(stored.numbers('coef'))),
    intercepts: inRange(Float32Array.from(stored.numbers('intercept'))),
    post_transform: 'NONE',
    targets: 1,
  };
  return { outputs: [], values: () => ['float', b.machine('LinearRegressor', [x()], attributes, ['variable'])] }; // prettier-ignore
}

/**
 * @param {string} argument
 * @param {string} message
 */
const refused = (argument, message) => new MaxMarginError('ERR_TYPE', argument, message);
