/** What machines compute of samples, as graphs. */
import { kernelMatrix, nearness, ownOf } from './kernels.js';
import { elected, layoutOf, shared } from './classes.js';

/** @import { Graph, Node } from './graph.js' */
/** @import { Stored } from './stored.js' */

/**
 * The values n x q of a machine; of machines that do not choose by them, the place of the class, and
 * where they have them in another way, the probabilities, n x k.
 * @typedef {{values: Node, winner?: Node, shares?: Node}} Values
 */

/** @typedef {(g: Graph, stored: Stored, x: Node) => Node | Values} Machine */

/** The machines that are neither linear functions nor sums of kernels. @type {Record<string, Machine>} */
const machines = {
  Perceptron: voted,
  GaussianProcessClassifier: processes,
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
 * The values of a machine, or of a step that sums kernels.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} x n x d
 * @returns {Values}
 */
export function valuesOf(g, stored, x) {
  const made = (machines[stored.machine] ?? (stored.has('coef') ? linear : expansion))(
    g,
    stored,
    x,
  );
  return 'operator' in made ? { values: made } : made;
}

/** @type {Machine} */
function linear(g, stored, x) {
  const w = stored.numbers('coef');
  // A tagger has a function for each of two tags, where other machines have their difference.
  if (stored.machine === 'SequenceTagger' && stored.labels.length === 2) {
    const both = linearFunctions(g, x, w, stored.numbers('intercept'));
    return g.dot(both, g.constant([-1, 1]));
  }
  return linearFunctions(g, x, w, stored.has('intercept') ? stored.numbers('intercept') : [0]);
}

/**
 * @param {Graph} g
 * @param {Node} x
 * @param {Float64Array} weights a row for each function
 * @param {ArrayLike<number>} constants
 */
const linearFunctions = (g, x, weights, constants) =>
  g.f`${g.dot(x, g.constant(weights, [constants.length, x.shape[1]]))} + ${g.constant(constants)}`;

/** The shares of the votes of many linear functions. @type {Machine} */
function voted(g, stored, x) {
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

/**
 * The vectors of a machine, m x d; of kernels of strings the strings, and of kernels that the caller
 * computes the places of the vectors among the columns.
 * @param {Graph} g
 * @param {Stored} stored
 * @returns {Node}
 */
function vectorsOf(g, stored) {
  const { strings, width } = stored;
  const others = (/** @type {ArrayLike<any>} */ given) => ({
    ...g.constant([], [given.length, 0]),
    given,
  });
  if (strings) return others(strings);
  if (stored.has('option.kernel') && stored.text('option.kernel') === 'precomputed') {
    const all = Array.from({ length: width }, (_, j) => j);
    return others(stored.has('support.indices') ? stored.numbers('support.indices') : all);
  }
  const { vectors } = stored;
  return g.constant(vectors, [vectors.length / width, width]);
}

/** Kernel expansions over the support vectors. @type {Machine} */
function expansion(g, stored, x) {
  if (stored.has('norm.weights') && stored.numbers('norm.weights').length > 0)
    return g.dot(x, g.constant(stored.numbers('norm.weights')));
  const { f } = g;
  const kernel = stored.kernel();
  const z = vectorsOf(g, stored);
  const [m] = z.shape;
  const hasDictionary = stored.has('option.dictionary') && stored.number('option.dictionary') === 1;
  const kernels = hasDictionary ? kernel.parts : [kernel];
  const given = stored.numbers('dual.coef');
  const k = stored.labels.length;
  const dual =
    layoutOf(stored) === 'pairs' ? ofPairs(given, stored.numbers('support.counts'), k) : given;
  // Ranks have thresholds in place of a constant; a machine of averages has none.
  const constants = stored.has('thresholds')
    ? [0]
    : stored.has('intercept')
      ? stored.numbers('intercept')
      : new Float64Array(Math.max(1, dual.length / m) || 1);
  const q = constants.length;
  if (kernel.kernel === 'linear' && m > 0 && stored.machine !== 'SVDD' && !stored.has('basis.coef'))
    return linearFunctions(g, x, weightsOf(dual, stored.vectors, m), constants);
  let values = f`0 * ${g.gather(x, [0])} + ${g.constant(constants)}`;
  if (m > 0)
    values = kernels
      .map((part, p) =>
        g.dot(
          kernelMatrix(g, part, x, z),
          g.constant(dual.subarray(p * q * m, (p + 1) * q * m), [q, m]),
        ),
      ) // prettier-ignore
      .reduce((sum, term) => f`${sum} + ${term}`, g.constant(constants));
  if (stored.machine === 'SVDD') return f`${values} - ${ownOf(g, kernel, x)}`;
  return stored.has('basis.coef') ? withBasis(g, stored, x, values) : values;
}

/**
 * The weights of linear functions that are sums over vectors.
 * @param {Float64Array} dual a row of m coefficients for each function
 * @param {Float64Array} vectors one after the other
 * @param {number} m
 */
function weightsOf(dual, vectors, m) {
  const d = vectors.length / m;
  const weights = new Float64Array((dual.length / m) * d);
  dual.forEach((coefficient, at) => {
    const [to, from] = [Math.floor(at / m) * d, (at % m) * d];
    for (let j = 0; j < d && coefficient !== 0; j++)
      weights[to + j] += coefficient * vectors[from + j];
  });
  return weights;
}

/**
 * The functions without a penalty of a RegularizationNetwork: of the columns, of their products, and of
 * the last columns.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} x
 * @param {Node} values
 */
function withBasis(g, stored, x, values) {
  const coefficients = stored.numbers('basis.coef');
  if (coefficients.length === 0) return values;
  const [, d] = x.shape;
  const basis = stored.text('option.basis');
  const places = Array.from({ length: d }, (_, j) => j);
  const parts = basis === 'linear' || basis === 'quadratic' ? [x] : [];
  if (basis === 'quadratic')
    for (const j of places) parts.push(g.f`${g.gather(x, [j])} * ${g.gather(x, places.slice(j))}`);
  const last = stored.number('option.basisColumns');
  if (last > 0) parts.push(g.gather(x, places.slice(d - last)));
  return g.f`${values} + ${g.dot(g.beside(parts), g.constant(coefficients))}`;
}

/**
 * The coefficients of pairs as LIBSVM has them, a row for each pair.
 * @param {Float64Array} dual
 * @param {Int32Array} counts of the support vectors of each class
 * @param {number} k
 */
function ofPairs(dual, counts, k) {
  const m = dual.length / (k - 1);
  if (!counts.every((count) => count >= 0 && count <= m))
    throw new TypeError('it counts support vectors that it lacks');
  const out = new Float64Array((m * k * (k - 1)) / 2);
  let i = 0;
  counts.forEach((count, own) => {
    for (let n = 0; n < count; n++, i++) {
      for (let other = 0; other < k; other++) {
        if (other === own) continue;
        const [low, high] = [Math.min(own, other), Math.max(own, other)];
        const pair = (low * (2 * k - low - 1)) / 2 + high - low - 1;
        out[pair * m + i] = dual[(other > own ? other - 1 : other) * m + i];
      }
    }
  });
  return out;
}

/**
 * The shares of the votes of the nearest neighbours, and the class that has most of them, of several
 * that of the nearest one.
 * @type {Machine}
 */
function neighbours(g, stored, x) {
  const { f } = g;
  const z = vectorsOf(g, stored);
  const k = stored.labels.length;
  const most = stored.number('option.nNeighbors');
  const masses = stored.has('weights')
    ? stored.numbers('weights')
    : new Float64Array(z.shape[0]).fill(1);
  const { near, square } = nearness(g, stored.kernel(), x, z);
  const count = capacity(masses, most);
  const places = g.add('nearest', [near], { count });
  const far = g.add('pick', [near, places]);
  const classes = g.lookUp(stored.numbers('labels'), places);
  // Neighbours count by their weights until these add up to as many as are asked for.
  const own = g.lookUp(masses, places);
  const before = f`${g.add('cumulate', [own])} - ${own}`;
  let given = f`max(min(${own}, ${most} - ${before}), 0)`;
  if (stored.text('option.weights') === 'distance') {
    const distance = square(far, places);
    const touching = f`${distance} = 0`;
    given = f`${given} * where(largest(${touching}), ${touching}, 1 / sqrt(${distance}))`;
  }
  const deep = (/** @type {Node} */ one) => g.reshape(one, [one.shape[0], count, 1]);
  const votes = g.reshape(g.f`sum(${g.hot(deep(classes), k)} * ${deep(given)})`, [x.shape[0], k]);
  const total = f`sum(${votes})`;
  const leads = f`${g.add('pick', [votes, classes])} >= largest(${votes}) - 1e-12 * ${total}`;
  const winner = g.add('pick', [classes, g.add('place', [leads])]);
  return { values: ofTwo(g, f`${votes} / ${total}`, k), winner };
}

/**
 * How many neighbours are looked at.
 * @param {Float64Array} masses
 * @param {number} most what they weigh together
 */
function capacity(masses, most) {
  const sorted = masses.slice().sort();
  let count = 0;
  for (let sum = 0; count < sorted.length && sum < most; count++) sum += sorted[count];
  return count;
}

/**
 * Of two classes the share of the second less that of the first.
 * @param {Graph} g
 * @param {Node} shares n x k
 * @param {number} k
 */
const ofTwo = (g, shares, k) => (k === 2 ? g.dot(shares, g.constant([-1, 1])) : shares);

/** @type {Machine} */
function tree(g, stored, x) {
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
function ensemble(g, stored, x) {
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
 * Windows around samples, u being the distance over the bandwidth: those that end at u = 1.
 * @type {Record<string, (g: Graph, u: Node) => Node>}
 */
const ending = {
  tophat: ({ f }, u) => f`0 * ${u} + 1`,
  epanechnikov: ({ f }, u) => f`1 - ${u} * ${u}`,
  linear: ({ f }, u) => f`1 - ${u}`,
  cosine: ({ f }, u) => f`cos(${Math.PI / 2} * ${u})`,
};

/** What stands for the logarithm of a density of 0; `parzen.Lowest` in Go. */
const lowest = -Number.MAX_VALUE / 4;

/** Machines that put a window around every sample. @type {Machine} */
function windows(g, stored, x) {
  const { f } = g;
  const { machine } = stored;
  const z = vectorsOf(g, stored);
  const [m] = z.shape;
  const k = stored.labels.length;
  const h = stored.number('bandwidth');
  const window = stored.text('option.window');
  const square = g.add('distance', [x, z], { p: 2 });
  const least = f`smallest(${square})`;
  const [far, nearest] = [square, least].map((one) => f`sqrt(${one}) / ${h}`);
  const shape = Object.hasOwn(ending, window) ? ending[window] : undefined;
  const reached = f`1 > ${nearest}`;
  let [value, unit] = [square, least];
  if (shape) {
    value = f`where(${reached}, where(1 > ${far}, ${shape(g, far)}, 0), ${square} = ${least})`;
  } else if (window === 'exponential') {
    value = f`exp(${nearest} - ${far})`;
    unit = f`-${nearest}`;
  } else {
    value = f`exp((${least} - ${square}) / ${2 * h * h})`;
    unit = f`${least} / ${-2 * h * h}`;
  }
  const mass = stored.numbers('weights').slice();
  const own = new Float64Array(m * k); // of a ParzenClassifier, whose each sample is
  if (machine === 'ParzenClassifier') {
    const labels = stored.numbers('labels');
    const sums = new Float64Array(k);
    const isEqual = stored.text('option.priors') === 'equal';
    labels.forEach((/** @type {number} */ c, /** @type {number} */ i) => (sums[c] += mass[i]));
    labels.forEach((/** @type {number} */ c, /** @type {number} */ i) => {
      if (isEqual) mass[i] /= sums[c];
      own[c * m + i] = 1;
    });
  }
  const weighted = f`${value} * ${g.constant(mass)}`;
  const all = f`sum(${weighted})`;
  if (machine === 'ParzenClassifier')
    return ofTwo(g, f`${g.dot(weighted, g.constant(own, [k, m]))} / ${all}`, k);
  if (machine === 'KernelRegression')
    return f`${g.dot(weighted, g.constant(stored.numbers('targets')))} / ${all}`;
  const [constant, offset] = [stored.number('constant'), stored.number('offset')];
  const log = f`log(${all}) - ${constant} - ${offset}`;
  return shape ? f`where(${reached}, ${log}, ${lowest - offset})` : f`${unit} + ${log}`;
}

/**
 * The means of the latent functions of Gaussian processes, and the probabilities, which are means of
 * 1 / (1 + exp(-f)) over the normal distributions of f in Laplace's approximation.
 * @type {Machine}
 */
function processes(g, stored, x) {
  const { f } = g;
  const k = stored.labels.length;
  const z = vectorsOf(g, stored);
  const dual = stored.numbers('dual.coef');
  const [m] = z.shape;
  const q = dual.length / m;
  const learnt = stored.text('parameters.names').split(' ');
  const curvatures = stored.numbers('posterior.precisions');
  /** @type {Node[]} */
  const means = [];
  const averages = Array.from({ length: q }, (_, c) => {
    const process = q > 1 ? `classes[${c}].` : '';
    const kernel = stored.kernel(process);
    const variance = stored.numbers('parameters')[learnt.indexOf(`${process}variance`)];
    const own = (/** @type {Float64Array} */ list) => list.subarray(c * m, (c + 1) * m);
    const near = kernelMatrix(g, kernel, x, z);
    means.push(g.dot(near, g.constant(own(dual))));
    if (z.given) return means[c]; // a kernel that the caller computes: without probabilities
    // B = I + W^(1/2) v K W^(1/2)
    const roots = own(curvatures).map(Math.sqrt);
    const gram = kernelMatrix(g, kernel, z, z).values ?? [];
    const b = Float64Array.from(gram, (value, at) => {
      const [i, j] = [Math.floor(at / m), at % m];
      return Number(i === j) + variance * roots[i] * roots[j] * value;
    });
    const scaled = f`${variance} * ${near} * ${g.constant(roots)}`;
    const explained = g.dot(scaled, g.constant(inverseFactor(b, m), [m, m]));
    const spread = f`max(${variance} * ${ownOf(g, kernel, x)} - sum(${explained} ** 2), 0)`;
    return averaged(g, means[c], spread);
  });
  const p = g.beside(averages);
  if (z.given) return p;
  if (q === 1) return { values: means[0], shares: g.beside([f`1 - ${p}`, p]) };
  const shares = shared(g, p, k);
  return { values: g.beside(means), shares, winner: g.add('place', [shares]) };
}

/**
 * The mean of 1 / (1 + exp(-f)) over a normal f: five error functions stand for the logistic one; see
 * `averaged` in Go.
 * @param {Graph} g
 * @param {Node} mean
 * @param {Node} variance
 */
function averaged({ f }, mean, variance) {
  const parts = [[0.41, -1854.8214151], [0.4, 3516.89893646], [0.37, 221.29346712], [0.44, 128.12323805], [0.39, -2010.49422654]]; // prettier-ignore
  const sum = parts.reduce(
    (all, [l, c]) => {
      const z = f`${l * Math.SQRT2} * ${mean} / sqrt(1 + ${2 * l * l} * ${variance})`;
      return f`${all} + ${c / 2} * (2 * normal(${z}) - 1)`;
    },
    f`0.5`,
  );
  return f`min(max(${sum}, 0), 1)`;
}

/**
 * The inverse of the Cholesky factor of a positive definite matrix.
 * @param {Float64Array} matrix m x m, overwritten
 * @param {number} m
 */
function inverseFactor(matrix, m) {
  const inverse = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * m + j];
      for (let t = 0; t < j; t++) sum -= matrix[i * m + t] * matrix[j * m + t];
      matrix[i * m + j] = i === j ? Math.sqrt(sum) : sum / matrix[j * m + j];
    }
    for (let j = 0; j <= i; j++) {
      let sum = Number(i === j);
      for (let t = j; t < i; t++) sum -= matrix[i * m + t] * inverse[t * m + j];
      inverse[i * m + j] = sum / matrix[i * m + i];
    }
  }
  return inverse;
}
