/** Probabilities that are more than sigmoids: of Gaussian processes, of cumulative link models, and isotonic ones. */
import { logistic, shared } from './classes.js';
import { normal } from './functions.js';
import { kernelMatrix, ownOf } from './kernels.js';
import { vectorsOf } from './machines.js';

/** @import { Graph, Node } from './graph.js' */
/** @import { Machine } from './machines.js' */
/** @import { Operator } from './operators.js' */
/** @import { Stored } from './stored.js' */

/**
 * The means of the latent functions of Gaussian processes, and their variances in the normal
 * approximation. A kernel that the caller computes gives no k(x, x): then there are no variances.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} x
 * @returns {{mean: Node, spread?: Node}[]}
 */
function posteriors(g, stored, x) {
  const { f } = g;
  const z = vectorsOf(g, stored);
  const dual = stored.numbers('dual.coef');
  const [m] = z.shape;
  const q = dual.length / m;
  const learnt = stored.text('parameters.names').split(' ');
  const curvatures = stored.numbers('posterior.precisions');
  return Array.from({ length: q }, (_, c) => {
    const process = q > 1 ? `classes[${c}].` : '';
    const kernel = stored.kernel(process);
    const variance = stored.numbers('parameters')[learnt.indexOf(`${process}variance`)];
    const own = (/** @type {Float64Array} */ list) => list.subarray(c * m, (c + 1) * m);
    const near = kernelMatrix(g, kernel, x, z);
    const mean = g.dot(near, g.constant(own(dual)));
    if (z.given && !stored.strings) return { mean };
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
    return { mean, spread };
  });
}

/**
 * The means, and the probabilities of classes, which are means of 1 / (1 + exp(-f)) over the normal
 * distributions of f.
 * @type {Machine}
 */
export function processes(g, stored, x) {
  const { f } = g;
  const k = stored.labels.length;
  const all = posteriors(g, stored, x);
  const q = all.length;
  const means = all.map(({ mean }) => mean);
  const p = g.beside(all.map(({ mean, spread }) => (spread ? averaged(g, mean, spread) : mean)));
  if (!all[0].spread) return p;
  if (q === 1) return { values: means[0], shares: g.beside([f`1 - ${p}`, p]) };
  const shares = shared(g, p, k);
  return { values: g.beside(means), shares, winner: g.add('place', [shares]) };
}

/** The mean utility of a Gaussian process, and the probabilities of ranks. @type {Machine} */
export function rankedProcess(g, stored, x) {
  const { f } = g;
  const [{ mean, spread = f`0 * ${mean}` }] = posteriors(g, stored, x);
  const ends = g.constant(stored.numbers('thresholds'));
  const shares = between(g, f`normal((${ends} - ${mean}) / sqrt(1 + ${spread}))`, mean);
  // The median follows from the mean, and need not be most probable. Files from before the option have it.
  if (stored.text('option.predicts') !== 'probable') return { values: mean, shares, isApart: true };
  return { values: mean, shares, winner: g.add('place', [shares]) };
}

/**
 * The probabilities of ranks, from those of ranks up to each boundary.
 * @param {Graph} g
 * @param {Node} below n x (k - 1)
 * @param {Node} value n x 1
 */
function between(g, below, value) {
  const { f } = g;
  const zero = f`0 * ${value}`;
  return f`${g.beside([below, f`${zero} + 1`])} - ${g.beside([zero, below])}`;
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

/**
 * The probabilities of the ranks of a cumulative link model.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} value n x 1
 */
export function ranks(g, stored, value) {
  const { f } = g;
  const z = f`${g.constant(stored.numbers('thresholds'))} - ${value}`;
  /** @type {Record<string, () => Node>} */
  const links = {
    logit: () => logistic(g, z),
    probit: () => f`normal(${z})`,
    cloglog: () => f`1 - exp(-exp(${z}))`,
  };
  const link = stored.text('link');
  if (!Object.hasOwn(links, link)) throw new TypeError(`its link is ${link}`);
  return between(g, links[link](), value);
}

/**
 * Functions that are linear between knots, one for each column.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} values
 */
export function isotonic(g, { whole }, values) {
  const { f } = g;
  const ends = whole.int32s('probability.ends');
  const columns = Array.from(ends, (end, q) => {
    const [knots, levels] = ['knots', 'levels'].map((name) =>
      whole.float64s(`probability.${name}`).subarray(q > 0 ? ends[q - 1] : 0, end),
    );
    const value = g.gather(values, [q]);
    const below = f`sum(${value} > ${g.constant(knots)})`; // how many knots are below the value
    const [before, after] = [f`max(${below} - 1, 0)`, f`min(${below}, ${knots.length - 1})`];
    const [x0, x1] = [before, after].map((at) => g.lookUp(knots, at));
    const [y0, y1] = [before, after].map((at) => g.lookUp(levels, at));
    const inside = f`min(${y0} + (${value} - ${x0}) / (${x1} - ${x0}) * (${y1} - ${y0}), ${y1})`;
    // At a knot, and beyond the last ones, the value is a level: there the places are one, or x1 is it.
    return f`where((${x1} > ${x0}) * (1 - (${value} = ${x1})), ${inside}, ${y1})`;
  });
  return g.beside(columns);
}

/** The normal distribution. @type {Record<string, Operator>} */
export const normalOperators = {
  normal: {
    shape: ([x]) => x,
    run:
      (out, [{ data }]) =>
      () => {
        for (let i = 0; i < out.length; i++) out[i] = normal(data[i]);
      },
  },
};
