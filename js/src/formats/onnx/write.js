/** Writes models as graphs of ONNX's operators for machines, as skl2onnx does. */
import { MaxMarginError, show } from '../../basics/errors.js';
import { machineOf } from '../../machines/all.js';
import { Fitted } from '../../model/fitted.js';
import { warn } from '../../basics/warnings.js';
import { eachCoefficient, eachPair, eachVector } from './classes.js';
import { inRange, input, packFile } from './pack.js';
import { writeScaler, written } from './scalers.js';
import * as proto from './schema.js';

/** @import { Classes } from '../../input/labels.js' */
/** @import { SparseMatrix } from '../../types.js' */
/** @import { Attribute, Graph, Operator, Output } from './pack.js' */

/** The machines, by what can be said of them in ONNX. @type {Record<string, (fitted: Fitted) => Graph>} */
export const writers = {
  SVC: classifier,
  NuSVC: classifier,
  OneClassSVM: detector,
  SVR: regressor,
  NuSVR: regressor,
  ConvexLossSVR: regressor,
  LinearSVC: linearClassifier,
  SGDClassifier: linearClassifier,
  Perceptron: linearClassifier,
  LinearSVR: linearRegressor,
  LinearRegression: linearRegressor,
  Ridge: linearRegressor,
  SGDRegressor: linearRegressor,
};

/** The most bytes that a message of protocol buffers has. */
const most = 2 ** 31 - 1;

/**
 * A model as an ONNX file.
 * @param {Fitted} fitted
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function write(fitted) {
  const { machine, steps } = fitted;
  if (!Object.hasOwn(writers, machine)) {
    const known = Object.keys(writers).join(', ');
    throw refused('model', `a ${machine} cannot be written as ONNX; those that can are ${known}`);
  }
  const scaling = writeScalers(fitted);
  const scaled = scaling.at(-1)?.outputs[0] ?? input;
  const { operators, outputs } = writers[machine](fitted);
  const machines = operators.map((operator) => ({
    ...operator,
    inputs: operator.inputs.map((name) => (name === input ? scaled : name)),
  }));
  const name = steps > 0 ? 'Pipeline' : machine;
  const d = /** @type {number} */ (fitted.attribute('nFeatures')); // which scalers leave as it is
  return packFile(name, { operators: [...scaling, ...machines], outputs }, d);
}

/**
 * The steps of a pipeline before the last one.
 * @param {Fitted} fitted
 * @returns {Operator[]}
 */
function writeScalers(fitted) {
  const before = Array.from(
    { length: Math.max(fitted.steps - 1, 0) },
    (_, i) => new Fitted(0, fitted.bytes, machineOf, undefined, i),
  );
  const odd = before.find(({ machine }) => !written.includes(machine));
  if (odd || fitted.fronted) {
    throw refused(
      'model',
      `a pipeline with ${odd ? `a ${odd.machine}` : 'a vectorizer'} cannot be written as ONNX; the steps before a machine that can be written are ${written.join(', ')}`,
    );
  }
  const nameOf = (/** @type {number} */ i) => (i === 0 ? input : `scaled_${i}`);
  return before.map((step, i) => writeScaler(step, nameOf(i), nameOf(i + 1)));
}

/**
 * SVMClassifier. ONNX predicts the class that wins most pairs, and the first among equals, so
 * the classes are written in the order that decides ties in this package.
 * @param {Fitted} fitted
 * @returns {Graph}
 */
function classifier(fitted) {
  const { labels } = fitted.classes;
  const k = labels.length;
  const scheme = fitted.field('option.multiClass');
  if (k > 2 && scheme !== 'ovo') {
    throw new MaxMarginError(
      'ERR_OPTION',
      'multiClass',
      `ONNX's classifiers let pairs of classes vote, but multiClass is ${show(scheme)} here; fit the model with 'ovo', or use save`,
    );
  }
  const order =
    k > 2 ? /** @type {Int32Array} */ (fitted.field('class.order')) : Int32Array.of(0, 1);
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
  const scores = sigmoids
    ? { name: 'probabilities', elements: proto.elements.float, columns: k }
    : { name: 'scores', elements: proto.elements.float, columns: Math.max(intercept.length, 2) };
  const { names, label } = packLabels(fitted.classes, inOrder);
  const attributes = {
    ...names,
    ...packKernel(fitted),
    coefficients: inRange(coefficients),
    post_transform: 'NONE',
    ...sigmoids,
    rho: inRange(rho),
    support_vectors: packVectors(fitted, rows),
    vectors_per_class: Array.from(counts, BigInt),
  };
  return {
    operators: [machine('SVMClassifier', [label.name, scores.name], attributes)],
    outputs: [label, scores],
  };
}

/**
 * @param {string} type
 * @param {string[]} outputs
 * @param {Record<string, Attribute>} attributes
 * @returns {Operator}
 */
function machine(type, outputs, attributes) {
  return { type, domain: proto.domain, inputs: [input], outputs, attributes };
}

/**
 * The sigmoids of pairs, if the probabilities come from sigmoids.
 * @param {Fitted} fitted
 * @param {Int32Array} order
 */
function packSigmoids(fitted, order) {
  const { probability } = fitted;
  if (!probability) return undefined;
  if (!probability.pairs || probability.method === 'isotonic') {
    warnOfProbability(probability.method);
    return undefined;
  }
  const { slope, offset } = probability;
  const [a, b] = [new Float32Array(slope.length), new Float32Array(slope.length)];
  eachPair(order, (there, here, sign) => {
    a[there] = slope[here];
    b[there] = sign * offset[here];
  });
  return { prob_a: inRange(a), prob_b: inRange(b) };
}

/** @param {string} method */
function warnOfProbability(method) {
  const message = `the probabilities of the model (${method}) are left out: the ONNX file has decision values in their place. Predictions are the same; use save to keep all`;
  warn({ code: 'WARN_NO_PROBABILITY', message });
}

/**
 * Labels that are text stay text; numbers must be whole, and false and true become 0 and 1.
 * @param {Classes} classes
 * @param {Classes['labels']} labels in the order of the file
 * @returns {{names: Record<string, Attribute>, label: Output}}
 */
function packLabels({ kind }, labels) {
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

/** @param {Fitted} fitted */
function packKernel(fitted) {
  const named = fitted.field('option.kernel');
  const [ownCoef0] = fitted.field('option.coef0');
  const [ownDegree] = fitted.field('option.degree');
  const {
    kernel,
    coef0 = 0,
    degree = 3,
  } = named.startsWith('{')
    ? JSON.parse(named)
    : { kernel: named, coef0: ownCoef0, degree: ownDegree };
  if (!Object.hasOwn(proto.kernels, kernel)) {
    throw refused(
      'kernel',
      `ONNX has no kernel ${show(kernel)}; those it has are ${Object.keys(proto.kernels).join(', ')}`,
    );
  }
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
  if (rows.length === 0) {
    throw refused(
      'model',
      'the model has no support vectors, and ONNX needs one; fit it to data that it can learn from',
    );
  }
  if (4 * rows.length * d > most) {
    throw new MaxMarginError(
      'ERR_MEMORY_BUDGET',
      'model',
      `an ONNX file has at most 2 GB, but ${rows.length} support vectors of ${d} features take more, as it has no sparse ones; use a linear machine, or save`,
      { needed: 4 * rows.length * d, available: most },
    );
  }
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
 * @param {Fitted} fitted
 * @returns {Graph}
 */
function regressor(fitted) {
  const output = { name: 'variable', elements: proto.elements.float, columns: 1 };
  return {
    operators: [machine('SVMRegressor', [output.name], expansion(fitted))],
    outputs: [output],
  };
}

/**
 * SVMRegressor, whose sign is 1 inside and -1 outside.
 * @param {Fitted} fitted
 * @returns {Graph}
 */
function detector(fitted) {
  const { float, int64 } = proto.elements;
  return {
    operators: [
      machine('SVMRegressor', ['scores'], expansion(fitted)),
      { type: 'Sign', inputs: ['scores'], outputs: ['sign'], attributes: {} },
      { type: 'Cast', inputs: ['sign'], outputs: ['label'], attributes: { to: int64 } },
    ],
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
  return {
    ...packKernel(fitted),
    coefficients: inRange(coefficients),
    n_supports: coefficients.length,
    post_transform: 'NONE',
    rho: inRange(Float32Array.of(fitted.attribute('intercept'))),
    support_vectors: packVectors(fitted, Int32Array.from(coefficients.keys())),
  };
}

/**
 * LinearClassifier: a function for each class; with two classes, one function is the negative
 * of the other.
 * @param {Fitted} fitted
 * @returns {Graph}
 */
function linearClassifier(fitted) {
  if (fitted.machine === 'Perceptron' && fitted.attribute('votes').length > 0) {
    throw refused(
      'model',
      "a Perceptron with output: 'voted' cannot be written as ONNX, which has no votes of linear functions; take output: 'averaged'",
    );
  }
  if (fitted.probability) warnOfProbability(fitted.probability.method);
  const { labels } = fitted.classes;
  const both = (/** @type {Float64Array} */ values) =>
    Float32Array.from(labels.length > 2 ? values : [...values.map((v) => -v), ...values]);
  const { names, label } = packLabels(fitted.classes, labels);
  const scores = { name: 'scores', elements: proto.elements.float, columns: labels.length };
  const attributes = {
    ...names,
    coefficients: inRange(both(fitted.attribute('coef'))),
    intercepts: inRange(both(fitted.attribute('intercept'))),
    multi_class: 0,
    post_transform: 'NONE',
  };
  return {
    operators: [machine('LinearClassifier', [label.name, scores.name], attributes)],
    outputs: [label, scores],
  };
}

/**
 * LinearRegressor.
 * @param {Fitted} fitted
 * @returns {Graph}
 */
function linearRegressor(fitted) {
  const output = { name: 'variable', elements: proto.elements.float, columns: 1 };
  const attributes = {
    coefficients: inRange(Float32Array.from(fitted.attribute('coef'))),
    intercepts: inRange(Float32Array.from(fitted.attribute('intercept'))),
    post_transform: 'NONE',
    targets: 1,
  };
  return {
    operators: [machine('LinearRegressor', [output.name], attributes)],
    outputs: [output],
  };
}

/**
 * @param {string} argument
 * @param {string} message
 */
const refused = (argument, message) => new MaxMarginError('ERR_TYPE', argument, message);
