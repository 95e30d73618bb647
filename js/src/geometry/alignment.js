/**
 * Alignment of kernels: the cosine of the angle between their matrices (Cristianini,
 * Shawe-Taylor, Elisseeff & Kandola 2001), or between the centred ones (Cortes, Mohri
 * & Rostamizadeh 2012).
 */
import { MaxMarginError } from '../basics/errors.js';
import { encodeLabels } from '../input/labels.js';
import { checkFlag, compare, readKernel, readWatch } from './comparing.js';
import { centered as center, readMatrix } from './gram.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { GeometryHost } from './comparing.js' */

/**
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} target labels, another kernel, or a matrix
 * @param {unknown} given
 * @returns {Steps<number>}
 */
export function* kernelAlignment(host, kernel, X, target, given) {
  const { watch, settings } = readWatch('kernelAlignment', given, ['centered']);
  const centered = checkFlag('centered', settings.centered, false);
  const one = yield* compare(host, readKernel(kernel), X, undefined, watch);
  const n = one.rows;
  const other = isKernel(target)
    ? (yield* compare(host, readKernel(target), X, undefined, watch)).values
    : targetMatrix(target, n);
  const shape = { rows: n, columns: n };
  return centered
    ? cosine(center({ values: one.values, ...shape }), center({ values: other, ...shape }))
    : cosine(one.values, other);
}

/** @param {any} target */
const isKernel = (target) =>
  typeof target === 'function' ||
  typeof target === 'string' ||
  ['kernel', 'stationary', 'dotProduct'].some((name) => Object(target)[name] !== undefined);

/**
 * @param {any} target
 * @param {number} n
 */
function targetMatrix(target, n) {
  if (!isMatrix(target)) return labelMatrix(target, n);
  const { values, rows, columns } = readMatrix(target, 'target');
  if (rows === n && columns === n) return values;
  throw new MaxMarginError(
    'ERR_SHAPE',
    'target',
    `target has ${rows} rows and ${columns} columns, but X has ${n} samples; the matrix must be ${n} x ${n}`,
  );
}

/** @param {any} target */
const isMatrix = (target) =>
  target?.shape?.length === 2 || target?.rows !== undefined || typeof target?.[0] === 'object';

/**
 * The ideal kernel of the labels: 1 within a class, and -1/(k-1) between two of k, which is y
 * y' for two classes of +1 and -1.
 * @param {unknown} y
 * @param {number} n
 */
function labelMatrix(y, n) {
  const { classes, indices } = encodeLabels(y, n);
  const apart = -1 / (classes.labels.length - 1);
  return Float64Array.from({ length: n * n }, (_, at) =>
    indices[Math.floor(at / n)] === indices[at % n] ? 1 : apart,
  );
}

/**
 * @param {Float64Array} a
 * @param {Float64Array} b
 */
function cosine(a, b) {
  let [product, squareA, squareB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    product += a[i] * b[i];
    squareA += a[i] * a[i];
    squareB += b[i] * b[i];
  }
  return product / Math.sqrt(squareA) / Math.sqrt(squareB);
}
