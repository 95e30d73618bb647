/**
 * The Riemannian metric that a kernel induces on the inputs (Cristianini &
 * Shawe-Taylor, Remark 3.16): ds^2 = |phi(x + dx) - phi(x)|^2 = sum of g_ij dx_i dx_j with
 *
 *     g_ij(x) = d^2 k(x, z) / dx_i dz_j  at z = x.
 *
 * A kernel f(<x,z>) has g = f'(s) I + f''(s) x x' with s = <x,x>, and one of
 * |x - z|^2, f(r^2), has g = -2 f'(0) I. Others are differentiated numerically.
 */
import { MaxMarginError } from '../basics/errors.js';
import { withShape } from '../model/fitted.js';
import { packSamples } from '../input/inputs.js';
import { wrongSetting } from '../basics/settings.js';
import { compare, compareSelf, readKernel, readWatch } from './comparing.js';

/** @import { Watch } from '../runtime/host.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { Kernel, Shaped } from '../types.js' */
/** @import { AnyKernel, GeometryHost } from './comparing.js' */

/**
 * f' and f'' of kernels of the inner product s, for a given gamma.
 * @type {Record<string, (s: number, kernel: any) => [first: number, second: number]>}
 */
const dotProducts = {
  linear: () => [1, 0],
  poly(s, { gamma, degree = 3, coef0 = 0 }) {
    const base = gamma * s + coef0;
    return [
      degree === 0 ? 0 : degree * gamma * base ** (degree - 1),
      degree < 2 ? 0 : degree * (degree - 1) * gamma ** 2 * base ** (degree - 2),
    ];
  },
  exponential(s, { gamma }) {
    const value = Math.exp(gamma * s);
    return [gamma * value, gamma ** 2 * value];
  },
  sigmoid(s, { gamma, coef0 = 0 }) {
    const value = Math.tanh(gamma * s + coef0);
    const slope = 1 - value ** 2;
    return [gamma * slope, -2 * gamma ** 2 * value * slope];
  },
};

/**
 * -2 f'(0) of kernels of the distance.
 * @type {Record<string, (kernel: any) => number>}
 */
const radial = {
  rbf: ({ gamma }) => 2 * gamma,
  rationalQuadratic: ({ gamma }) => 2 * gamma,
  matern: ({ gamma, nu = 1.5 }) => (nu > 1 ? (2 * nu * gamma) / (nu - 1) : NaN),
};

/**
 * @param {Kernel} kernel settled
 * @param {number} d
 * @returns {((x: Float64Array) => Float64Array) | undefined} undefined without a closed form
 */
function closedForm(kernel, d) {
  const name = kernel.kernel;
  if (Object.hasOwn(radial, name)) {
    const factor = radial[name](kernel);
    if (Number.isNaN(factor)) throw notSmooth(0);
    return () => identity(factor, d);
  }
  if (!Object.hasOwn(dotProducts, name)) return undefined;
  return (x) => {
    const s = x.reduce((sum, value) => sum + value * value, 0);
    const [first, second] = dotProducts[name](s, kernel);
    return identity(first, d).map(
      (value, at) => value + second * x[Math.floor(at / d)] * x[at % d],
    );
  };
}

/**
 * @param {number} factor
 * @param {number} d
 */
const identity = (factor, d) =>
  Float64Array.from({ length: d * d }, (_, at) => (at % (d + 1) === 0 ? factor : 0));

/**
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Steps<Shaped<Float64Array>>}
 */
export function* kernelMetric(host, kernel, X, given) {
  const { watch, settings } = readWatch('kernelMetric', given, ['step']);
  const { step = 1e-3 } = settings;
  if (!(typeof step === 'number' && step > 0 && step < Infinity)) {
    throw wrongSetting('step', 'a number greater than 0', step);
  }
  const any = readKernel(kernel);
  if ('given' in any) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'kernel',
      'a precomputed kernel has no values between its samples, so that it cannot be differentiated; name the kernel, or pass it as a function',
    );
  }
  const points = pointsOf(X);
  const d = points[0].length;
  const settled = 'tree' in any ? (yield* compareSelf(host, any, X, watch)).kernel : any;
  const closed = 'tree' in settled ? closedForm(settled.tree, d) : undefined;
  const metric = new Float64Array(points.length * d * d);
  for (const [row, x] of points.entries()) {
    const g = closed ? closed(x) : yield* byDifferences(host, settled, x, step, row, watch);
    metric.set(g, row * d * d);
  }
  return withShape(metric, points.length, d, d);
}

/** @param {unknown} X */
function pointsOf(X) {
  const { shape, buffers } = packSamples(X, 'X', { operation: 'gram' });
  if (shape.layout !== 'dense') {
    throw new MaxMarginError(
      'ERR_TYPE',
      'X',
      'X must be dense rows of numbers, because a metric tensor varies every number; sparse rows and strings are not accepted',
    );
  }
  const data = new Float64Array(/** @type {ArrayBuffer} */ (buffers.data.buffer));
  const { rows, cols } = shape;
  return Array.from({ length: rows }, (_, i) => data.slice(i * cols, (i + 1) * cols));
}

/** If the results of two steps differ by more than this share, the kernel is not smooth. */
const disagreement = 0.05;

/**
 * Central differences in both arguments, with a step and twice the step, which
 * Richardson's extrapolation joins: the error is of the fourth order. Where the two
 * disagree the derivative does not exist, or the step is too long.
 * @param {GeometryHost} host
 * @param {AnyKernel} kernel
 * @param {Float64Array} x
 * @param {number} step
 * @param {number} row
 * @param {Watch} watch
 * @returns {Steps<Float64Array>}
 */
function* byDifferences(host, kernel, x, step, row, watch) {
  const d = x.length;
  const steps = Array.from(x, (value) => step * Math.max(1, Math.abs(value)));
  // For every coordinate x + h, x - h, x + 2h, x - 2h.
  const moved = steps.flatMap((h, j) =>
    [h, -h, 2 * h, -2 * h].map((by) => x.map((value, i) => (i === j ? value + by : value))),
  );
  const { values, columns } = yield* compare(host, kernel, moved, undefined, watch, 'X');
  const mixed = (/** @type {number} */ i, /** @type {number} */ j, /** @type {0 | 1} */ far) => {
    const k = (/** @type {number} */ a, /** @type {number} */ b) =>
      values[(4 * i + 2 * far + a) * columns + 4 * j + 2 * far + b];
    const area = 4 * steps[i] * steps[j] * (far ? 4 : 1);
    return (k(0, 0) - k(0, 1) - k(1, 0) + k(1, 1)) / area;
  };
  const near = Float64Array.from({ length: d * d }, (_, at) =>
    mixed(Math.floor(at / d), at % d, 0),
  );
  const far = near.map((_, at) => mixed(Math.floor(at / d), at % d, 1));
  const scale = near.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const apart = near.reduce((most, value, at) => Math.max(most, Math.abs(value - far[at])), 0);
  if (apart > disagreement * scale) throw notSmooth(row);
  return near.map((value, at) => (4 * value - far[at]) / 3);
}

/** @param {number} row */
function notSmooth(row) {
  return new MaxMarginError(
    'ERR_NUMERIC',
    'kernel',
    `the kernel has no second derivative at X[${row}], and so no metric: distances in feature space fall like a smaller power of |dx| than the first. If it is smooth but changes within a thousandth, pass a smaller step`,
    { row },
  );
}
