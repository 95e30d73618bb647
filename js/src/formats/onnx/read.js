/** Reads the machines in ONNX files as models of this package. */
import { show } from '../../basics/errors.js';
import { foreignModel, linearModel, noSolution, sortClasses } from '../foreign.js';
import { allocating, checkRoom } from '../../basics/memory.js';
import { isText } from '../../basics/text.js';
import { eachCoefficient, eachPair, eachVector } from './classes.js';
import { Graph } from './graph.js';
import { readTree } from './trees.js';
import * as proto from './schema.js';

/** @import { Foreign } from '../foreign.js' */
/** @import { Label } from '../../types.js' */
/** @import { Node } from './graph.js' */

/** The machines, by what can be said of them here. @type {Record<string, (node: Node, graph: Graph) => Foreign>} */
const readers = {
  SVMClassifier: classifier,
  SVMRegressor: regressor,
  LinearClassifier: linearClassifier,
  LinearRegressor: linearRegressor,
  TreeEnsembleClassifier: tree,
};

/** The most features of a model. */
const mostFeatures = 1 << 24;

/**
 * The bytes of the model that a file holds.
 * @param {Uint8Array} file
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function read(file) {
  checkRoom('load', 'file', { bytes: file.length });
  return allocating('load', 'file', () => {
    const graph = new Graph(file, Object.keys(readers));
    const { machine } = graph;
    const last = graph.committee ?? readers[machine.type](machine, graph);
    const [d] = /** @type {Int32Array} */ (last.fitted.features);
    return foreignModel(last, graph.table.front(machine, d));
  });
}

/**
 * @param {Node} node
 * @returns {Foreign}
 */
function classifier(node) {
  checkTransform(node);
  const labels = labelsOf(node);
  const k = labels.length;
  const { classes, order } = sortClasses(labels);
  const counts = countsOf(node, k);
  const m = counts.reduce((sum, count) => sum + count, 0);
  const pairs = (k * (k - 1)) / 2;
  const coefficients = node.floats('coefficients', (k - 1) * m);
  const rho = node.floats('rho', pairs);
  const vectors = vectorsOf(node, m);
  const { kernel, gamma } = kernelOf(node);
  const d = vectors.length / m;

  const intercept = new Float64Array(pairs);
  eachPair(order, (there, here, sign) => (intercept[here] = sign * rho[there]));
  const coef = new Float64Array(coefficients.length);
  eachCoefficient(order, counts, (there, here, sign) => (coef[here] = sign * coefficients[there]));
  const sorted = new Float64Array(vectors.length);
  const indices = new Int32Array(m);
  eachVector(order, counts, (there, here) => {
    sorted.set(vectors.subarray(there * d, (there + 1) * d), here * d);
    indices[here] = there;
  });
  const ascending = new Int32Array(k);
  order.forEach((a, p) => (ascending[a] = counts[p]));
  return {
    machine: 'SVC',
    options: kernel,
    classes,
    supportVectors: m,
    fitted: {
      samples: Int32Array.of(m),
      features: Int32Array.of(d),
      gamma: Float64Array.of(gamma),
      'class.order': order,
      'support.counts': ascending,
      'support.indices': indices,
      'support.vectors': sorted,
      'coef.rows': Int32Array.of(k - 1),
      'dual.coef': coef,
      intercept,
      'pair.iterations': new Int32Array(pairs),
      'pair.objective': new Float64Array(pairs),
      'pair.gap': new Float64Array(pairs),
      'pair.C': new Float64Array(0),
      ...noSolution(),
    },
    probability: sigmoidsOf(node, order, pairs),
  };
}

/**
 * @param {Node} node
 * @param {Int32Array} order
 * @param {number} pairs
 */
function sigmoidsOf(node, order, pairs) {
  if (!node.has('prob_a') && !node.has('prob_b')) return undefined;
  const [a, b] = [node.floats('prob_a', pairs), node.floats('prob_b', pairs)];
  if (a.some((slope) => slope > 0)) {
    throw node.error(
      'has a probability that falls while the decision value rises (prob_a > 0); fit the model anew, or write it without probabilities',
    );
  }
  const [slope, offset] = [new Float64Array(pairs), new Float64Array(pairs)];
  eachPair(order, (there, here, sign) => {
    slope[here] = a[there];
    offset[here] = sign * b[there];
  });
  return { pairs: true, slope, offset };
}

/**
 * A machine with one decision function. If the result is the sign of the function, it is a
 * detector.
 * @param {Node} node
 * @param {Graph} graph
 * @returns {Foreign}
 */
function regressor(node, graph) {
  checkTransform(node);
  const m = node.whole('n_supports', 0);
  const vectors = vectorsOf(node, m);
  const { kernel, gamma } = kernelOf(node);
  const detects = graph.detects || node.whole('one_class', 0) !== 0;
  return {
    machine: detects ? 'OneClassSVM' : 'SVR',
    options: kernel,
    supportVectors: m,
    fitted: {
      samples: Int32Array.of(m),
      features: Int32Array.of(vectors.length / m),
      gamma: Float64Array.of(gamma),
      'support.indices': Int32Array.from({ length: m }, (_, i) => i),
      'support.vectors': vectors,
      'dual.coef': node.floats('coefficients', m),
      intercept: node.floats('rho', 1),
      ...noSolution(),
      ...(detects && {
        'error.fraction': new Float64Array(1),
        'support.fraction': new Float64Array(1),
      }),
    },
  };
}

/**
 * @param {Node} node
 * @returns {Foreign}
 */
function linearClassifier(node) {
  const labels = labelsOf(node);
  const k = labels.length;
  const { classes, order } = sortClasses(labels);
  const intercepts = node.floats('intercepts');
  const q = intercepts.length;
  if (q !== k && !(q === 1 && k === 2)) {
    throw node.error(`has ${q} numbers in intercepts for ${k} classes`);
  }
  const coefficients = node.floats('coefficients');
  const d = featuresOf(node, coefficients.length / q);
  const functions = k === 2 ? 1 : k;
  const coef = new Float64Array(functions * d);
  const intercept = new Float64Array(functions);
  let negative = true;
  if (k > 2) {
    order.forEach((a, p) => {
      coef.set(coefficients.subarray(p * d, (p + 1) * d), a * d);
      intercept[a] = intercepts[p];
    });
  } else {
    // The value for the second class of the file minus the value for the first. In most files
    // the first is the negative of the second and counts once.
    const sign = order[0] === 0 ? 1 : -1;
    const opposed = (/** @type {Float64Array} */ v, /** @type {number} */ half) =>
      v.subarray(0, half).every((x, i) => x === -v[half + i]);
    negative = q === 1 || (opposed(coefficients, d) && opposed(intercepts, 1));
    const between = (
      /** @type {Float64Array} */ v,
      /** @type {number} */ i,
      /** @type {number} */ half,
    ) => sign * (q === 1 ? v[i] : negative ? v[half + i] : v[half + i] - v[i]);
    for (let j = 0; j < d; j++) coef[j] = between(coefficients, j, d);
    intercept[0] = between(intercepts, 0, 1);
  }
  return linearModel('LinearSVC', coef, intercept, {
    classes,
    // The runtime takes the first class of equal values, and this machine of two classes the later one.
    order: k === 2 ? order.slice().reverse() : order,
    probability: transformed(node, functions, negative),
  });
}

/**
 * The probabilities that the functions of a linear classifier become: those of logistic regression.
 * @param {Node} node
 * @param {number} functions
 * @param {boolean} negative whether, of two classes, the function of the first is that of the other,
 *   less than 0
 * @returns {Foreign['probability']}
 */
function transformed(node, functions, negative) {
  const transform = node.text('post_transform', 'NONE');
  if (transform === 'NONE') return undefined;
  const alone = functions === 1;
  const of = (/** @type {number} */ slope) => ({
    pairs: alone,
    slope: new Float64Array(functions).fill(slope),
    offset: new Float64Array(functions),
  });
  if (transform === 'LOGISTIC' && negative) return of(-1);
  if (transform !== 'SOFTMAX') return checkTransform(node);
  if (alone) return of(negative ? -2 : -1);
  return { ...of(-1), method: 'temperature' };
}

/**
 * A single tree. Of equal shares the class wins that comes first in the file; of two classes, the
 * first one.
 * @param {Node} node
 * @param {Graph} graph
 * @returns {Foreign}
 */
function tree(node, graph) {
  checkTransform(node);
  const labels = labelsOf(node);
  const { classes, order } = sortClasses(labels);
  return {
    machine: 'DecisionTreeClassifier',
    options: {},
    classes,
    fitted: readTree(node, order, graph.table.widthOf(node)),
  };
}

/**
 * @param {Node} node
 * @param {Graph} graph
 * @returns {Foreign}
 */
function linearRegressor(node, graph) {
  checkTransform(node);
  if (graph.detects) {
    throw node.error('predicts a side of a hyperplane, where no linear detector is here; fit a OneClassSVM'); // prettier-ignore
  }
  const targets = node.whole('targets', 1);
  if (targets !== 1) throw node.error(`predicts ${targets} numbers, but there must be one`);
  const coef = node.floats('coefficients');
  featuresOf(node, coef.length);
  const intercept = node.has('intercepts') ? node.floats('intercepts', 1) : new Float64Array(1);
  return linearModel('LinearSVR', coef, intercept);
}

/**
 * @param {Node} node
 * @returns {undefined}
 */
function checkTransform(node) {
  const transform = node.text('post_transform', 'NONE');
  if (transform === 'NONE') return undefined;
  throw node.error(
    `changes its values after prediction (post_transform ${show(transform)}), which its model here does not do; NONE can be imported, and LOGISTIC and SOFTMAX of linear classifiers; write the file with raw scores`,
  );
}

/**
 * @param {Node} node
 * @returns {Label[]}
 */
function labelsOf(node) {
  const texts = node.texts('classlabels_strings');
  const wholes = [...node.wholes('classlabels_ints'), ...node.wholes('classlabels_int64s')];
  const safe = wholes.every((label) => Number.isSafeInteger(Number(label)));
  /** @type {Label[]} */
  const labels = texts.length > 0 ? texts : safe ? wholes.map(Number) : wholes;
  if (labels.length < 2)
    throw node.error(`has ${labels.length} labels, but a classifier needs two`);
  if (new Set(labels).size < labels.length) throw node.error('has a label twice');
  const odd = texts.find((label) => !isText(label));
  if (odd !== undefined) throw node.error('has a label with the character U+0000');
  return labels;
}

/**
 * @param {Node} node
 * @param {number} k
 */
function countsOf(node, k) {
  const counts = node.wholes('vectors_per_class').map(Number);
  if (counts.length !== k || counts.some((count) => !(count >= 0 && count <= 2 ** 31 - 1))) {
    throw node.error(
      `has ${counts.length} vectors_per_class for ${k} classes, expected one count for each; machines without support vectors are imported as LinearClassifier`,
    );
  }
  return Int32Array.from(counts);
}

/**
 * @param {Node} node
 * @param {number} m
 */
function vectorsOf(node, m) {
  if (!(m >= 1 && m <= 2 ** 31 - 1)) throw node.error(`has ${m} support vectors, but needs one`);
  const vectors = node.floats('support_vectors');
  featuresOf(node, vectors.length / m);
  return vectors;
}

/**
 * @param {Node} node
 * @param {number} d
 */
function featuresOf(node, d) {
  if (Number.isInteger(d) && d >= 1 && d <= mostFeatures) return d;
  throw node.error(
    `has numbers for ${d} features, expected a whole number from 1 to ${mostFeatures}`,
  );
}

/** @param {Node} node */
function kernelOf(node) {
  const name = node.text('kernel_type', 'LINEAR');
  const [kernel] = Object.entries(proto.kernels).find(([, theirs]) => theirs === name) ?? [];
  if (!kernel) throw node.error(`has a kernel ${show(name)}, which is not known here`);
  const [gamma = 1, coef0 = 0, degree = 3] = node.floats('kernel_params');
  if (kernel === 'linear') return { kernel: { kernel }, gamma: 1 };
  if (!(gamma > 0)) throw node.error(`has a gamma of ${gamma}, which must be positive`);
  if (kernel === 'rbf') return { kernel: { kernel, gamma }, gamma };
  if (kernel === 'sigmoid') return { kernel: { kernel, gamma, coef0 }, gamma };
  if (!(Number.isInteger(degree) && degree >= 0 && degree <= 64)) {
    throw node.error(`has a degree of ${degree}, which must be a whole number from 0 to 64`);
  }
  return { kernel: { kernel, gamma, coef0, degree }, gamma };
}
