/**
 * The position of samples in the feature space of a kernel. Norms, distances, angles and
 * projections need only kernel values (Cristianini & Shawe-Taylor, section 3.4 and Exercise
 * 3.6.1).
 */
import { withShape } from '../model/fitted.js';
import { wrongSetting } from '../basics/settings.js';
import {
  checkCoefficients,
  compare,
  compareSelf,
  noInnerProduct,
  readKernel,
  readWatch,
} from './comparing.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Shaped } from '../types.js' */
/** @import { Comparison, GeometryHost } from './comparing.js' */
/** @import { ExpansionComparison, Spread } from './types.js' */

/** A squared length below zero is rounding, up to this share of its terms. */
const rounding = 1e-8;

/**
 * The square root of a squared length.
 * @param {number} square
 * @param {number} scale of its terms
 * @param {string} what it is
 * @param {Record<string, number>} [details]
 */
function root(square, scale, what, details = {}) {
  if (square >= 0) return Math.sqrt(square);
  if (-square <= rounding * scale) return 0;
  throw noInnerProduct(what, square, details);
}

/**
 * |phi(x)| = sqrt(k(x, x)).
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Steps<Float64Array>}
 */
export function* kernelNorms(host, kernel, X, given) {
  const { watch } = readWatch('kernelNorms', given);
  const { left } = yield* compareSelf(host, readKernel(kernel), X, watch);
  return left.map((square, row) => root(square, 0, `the squared norm of X[${row}]`, { row }));
}

/**
 * |phi(x) - phi(z)|, whose square is k(x,x) - 2 k(x,z) + k(z,z).
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} Z
 * @param {unknown} given
 * @returns {Steps<Shaped<Float64Array>>}
 */
export function* kernelDistances(host, kernel, X, Z, given) {
  const { watch } = readWatch('kernelDistances', given);
  const compared = yield* compare(host, readKernel(kernel), X, Z, watch);
  const other = Z === undefined ? 'X' : 'Z';
  return eachPair(compared, (value, own, others, row, column) =>
    root(
      own - 2 * value + others,
      Math.abs(own) + Math.abs(others),
      `the squared distance of X[${row}] and ${other}[${column}]`,
      { row, column },
    ),
  );
}

/**
 * The angle between phi(x) and phi(z), 0 to pi; NaN if one of them is zero.
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} Z
 * @param {unknown} given
 * @returns {Steps<Shaped<Float64Array>>}
 */
export function* kernelAngles(host, kernel, X, Z, given) {
  const { watch } = readWatch('kernelAngles', given);
  const compared = yield* compare(host, readKernel(kernel), X, Z, watch);
  const other = Z === undefined ? 'X' : 'Z';
  return eachPair(compared, (value, own, others, row, column) => {
    const cosine = value / Math.sqrt(own) / Math.sqrt(others);
    if (Math.abs(cosine) > 1 + rounding) {
      const what = `the cosine of the angle between X[${row}] and ${other}[${column}]`;
      throw noInnerProduct(what, cosine, { row, column });
    }
    return Math.acos(Math.min(1, Math.max(-1, cosine)));
  });
}

/**
 * @param {Comparison} compared
 * @param {(value: number, left: number, right: number, i: number, j: number) => number} measure
 */
function eachPair({ values, rows, columns, left, right }, measure) {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const at = i * columns + j;
      values[at] = measure(values[at], left[i], right[j], i, j);
    }
  }
  return withShape(values, rows, columns);
}

/** @param {ArrayLike<number>} list */
function mean(list) {
  let sum = 0;
  for (let i = 0; i < list.length; i++) sum += list[i];
  return sum / list.length;
}

/**
 * How far the images of samples are from each other and from the origin.
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Steps<Spread>}
 */
export function* kernelSpread(host, kernel, X, given) {
  const { watch } = readWatch('kernelSpread', given);
  const { values, left } = yield* compare(host, readKernel(kernel), X, undefined, watch);
  const center = mean(values);
  const scale = Math.abs(mean(left));
  return {
    centroidNorm: root(center, scale, 'the squared norm of the centroid'),
    variance: root(mean(left) - center, scale, 'the mean squared distance from the centroid') ** 2,
  };
}

/**
 * The distance of phi(x) from the mean of the images of S.
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} S undefined: X itself
 * @param {unknown} given
 * @returns {Steps<Float64Array>}
 */
export function* centroidDistances(host, kernel, X, S, given) {
  const { watch } = readWatch('centroidDistances', given);
  const any = readKernel(kernel);
  const apart = S !== undefined;
  const own = yield* compare(host, any, apart ? S : X, undefined, watch, apart ? 'S' : 'X');
  const compared = apart ? yield* compare(host, own.kernel, X, S, watch) : own;
  const center = mean(own.values);
  const { columns } = compared;
  return compared.left.map((square, row) => {
    const to = mean(compared.values.subarray(row * columns, (row + 1) * columns));
    const scale = Math.abs(square) + Math.abs(center);
    const what = `the squared distance of X[${row}] from the centroid`;
    return root(square - 2 * to + center, scale, what, { row });
  });
}

/**
 * <phi(x), w> / |w| with w = sum of c_j phi(z_j): how far x lies in the direction w.
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} Z
 * @param {unknown} given
 * @returns {Steps<Float64Array>}
 */
export function* kernelProjections(host, kernel, X, Z, given) {
  const { watch, settings } = readWatch('kernelProjections', given, ['coefficients']);
  const own = yield* compare(host, readKernel(kernel), Z, undefined, watch, 'Z');
  const count = own.rows;
  const { coefficients = new Float64Array(count).fill(1 / count) } = settings;
  const c = checkCoefficients(coefficients, 'coefficients', count);
  const { values, rows } = yield* compare(host, own.kernel, X, Z, watch);
  const [square, scale] = quadratic(own.values, c, c);
  const length = root(square, scale, 'the squared length of the direction');
  if (length <= Math.sqrt(rounding * scale)) {
    throw wrongSetting('coefficients', 'of a direction, which the zero vector has not', square);
  }
  return Float64Array.from({ length: rows }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < count; j++) sum += c[j] * values[i * count + j];
    return sum / length;
  });
}

/**
 * a'K b, and the sum of the absolute values of its terms.
 * @param {Float64Array} K
 * @param {Float64Array} a
 * @param {Float64Array} b
 * @returns {[sum: number, scale: number]}
 */
function quadratic(K, a, b) {
  let sum = 0;
  let scale = 0;
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      const term = a[i] * K[i * b.length + j] * b[j];
      sum += term;
      scale += Math.abs(term);
    }
  }
  return [sum, scale];
}

/**
 * Two points of the feature space, P = sum of a_i phi(x_i) and Q = sum of b_j phi(z_j),
 * or the functions f = sum of a_i k(x_i, .) and g.
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} P
 * @param {unknown} Q
 * @param {unknown} given
 * @returns {Steps<ExpansionComparison>}
 */
export function* compareExpansions(host, kernel, P, Q, given) {
  const { watch } = readWatch('compareExpansions', given);
  const p = readExpansion(P, 'P');
  const q = readExpansion(Q, 'Q');
  const first = yield* compare(host, readKernel(kernel), p.X, undefined, watch, 'P.X');
  const second = yield* compare(host, first.kernel, q.X, undefined, watch, 'Q.X');
  const between = yield* compare(host, first.kernel, p.X, q.X, watch, 'P.X');
  const a = checkCoefficients(p.coefficients, 'P.coefficients', first.rows);
  const b = checkCoefficients(q.coefficients, 'Q.coefficients', second.rows);
  const [pp, scaleP] = quadratic(first.values, a, a);
  const [qq, scaleQ] = quadratic(second.values, b, b);
  const [product, scale] = quadratic(between.values, a, b);
  const norms = /** @type {[number, number]} */ ([
    root(pp, scaleP, 'the squared norm of P'),
    root(qq, scaleQ, 'the squared norm of Q'),
  ]);
  const cosine = product / norms[0] / norms[1];
  return {
    product,
    norms,
    distance: root(pp - 2 * product + qq, scaleP + 2 * scale + scaleQ, 'the squared distance'),
    angle: Math.acos(Math.min(1, Math.max(-1, cosine))),
  };
}

/**
 * @param {any} expansion
 * @param {string} argument
 * @returns {{X: unknown, coefficients: unknown}}
 */
function readExpansion(expansion, argument) {
  if (expansion?.X !== undefined && expansion.coefficients !== undefined) return expansion;
  throw wrongSetting(argument, 'an object { X, coefficients }', expansion);
}
