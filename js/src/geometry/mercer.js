/** Kernels as series of functions on a line: Mercer's, by a mesh, and Fourier's. */
import { MaxMarginError } from '../basics/errors.js';
import { withShape } from '../model/fitted.js';
import { wrongSetting } from '../basics/settings.js';
import { compare, readKernel, readWatch } from './comparing.js';
import { decompose, roundingOf } from './spectrum.js';

/** @import { Watch } from '../runtime/host.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { AnyKernel, GeometryHost } from './comparing.js' */
/** @import { FourierSeries, MercerSpectrum } from './types.js' */

/** @param {number[] | Float64Array} values */
const column = (values) => ({ data: Float64Array.from(values), rows: values.length, cols: 1 });

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} otherwise
 */
export function checkNumber(name, value, otherwise) {
  if (value === undefined) return otherwise;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw wrongSetting(name, 'a finite number', value);
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} otherwise
 * @param {number} most
 */
function checkCount(name, value, otherwise, most) {
  const count = checkNumber(name, value, otherwise);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw wrongSetting(name, `a whole number of 1 to ${most}`, value);
}

/**
 * The eigenvalue problem of the integral operator, int k(x,z) phi(z) dz = lambda phi(x), on the
 * midpoints of a mesh with the width h (Nyström's method): eigenvalues of K h, and
 * eigenfunctions v / sqrt(h). An eigenfunction is positive where it first differs from 0.
 * @param {GeometryHost} host
 * @param {unknown} kernel of one column
 * @param {unknown} given
 * @returns {Steps<MercerSpectrum>}
 */
export function* mercerSpectrum(host, kernel, given) {
  const known = ['from', 'to', 'points', 'count'];
  const { watch, settings } = readWatch('mercerSpectrum', given, known);
  const from = checkNumber('from', settings.from, 0);
  const to = checkNumber('to', settings.to, 1);
  if (!(from < to)) throw wrongSetting('to', `a number above from, ${from}`, settings.to ?? to);
  const n = checkCount('points', settings.points, 200, 2000);
  const count = checkCount('count', settings.count, Math.min(10, n), n);
  const h = (to - from) / n;
  const mesh = Float64Array.from({ length: n }, (_, i) => from + (i + 0.5) * h);
  const { values } = yield* compare(host, readKernel(kernel), column(mesh), undefined, watch);
  const { eigenvalues, vectors } = yield* decompose(host, values, n, watch);
  const functions = new Float64Array(count * n);
  for (let t = 0; t < count; t++) {
    const entry = (/** @type {number} */ i) => vectors[i * n + t];
    let first = 0;
    while (first < n - 1 && Math.abs(entry(first)) < 1e-6) first++;
    const factor = Math.sign(entry(first)) / Math.sqrt(h);
    for (let i = 0; i < n; i++) functions[t * n + i] = factor * entry(i);
  }
  return {
    mesh,
    eigenvalues: eigenvalues.slice(0, count).map((value) => value * h),
    eigenfunctions: withShape(functions, count, n),
  };
}

/**
 * The values k(x, x + u) at all u.
 * @param {GeometryHost} host
 * @param {AnyKernel} kernel
 * @param {number} x
 * @param {Float64Array} u
 * @param {Watch} watch
 */
function* along(host, kernel, x, u, watch) {
  const others = column(u.map((step) => x + step));
  return (yield* compare(host, kernel, column([x]), others, watch)).values;
}

/**
 * The values k(u) of a kernel k(x - z) of one column.
 * @param {GeometryHost} host
 * @param {AnyKernel} kernel
 * @param {Float64Array} u
 * @param {number} shift by which both samples are moved, to see whether the values change
 * @param {Watch} watch
 */
export function* profileOf(host, kernel, u, shift, watch) {
  const values = yield* along(host, kernel, 0, u, watch);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const shifted = yield* along(host, kernel, shift, u, watch);
  const at = values.findIndex((value, i) => !(Math.abs(value - shifted[i]) <= 1e-9 * largest));
  if (at >= 0) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'kernel',
      `the kernel is not a function of x - z: k(0, ${u[at]}) is ${values[at]}, but ${shifted[at]} when both are moved by ${shift}; take a kernel such as rbf or fourier, with a number for gamma`,
    );
  }
  return values;
}

/**
 * The Fourier coefficients a_n of a kernel k(x - z) on a line, continued with a period:
 * k(u) = a_0 + a_1 cos u + a_2 cos 2u + ... for the period 2 pi. They are computed by the
 * trapezoidal rule, which is exact for a kernel with fewer terms than half the points.
 * @param {GeometryHost} host
 * @param {unknown} kernel of one column
 * @param {unknown} given
 * @returns {Steps<FourierSeries>}
 */
export function* fourierCoefficients(host, kernel, given) {
  const { watch, settings } = readWatch('fourierCoefficients', given, ['terms', 'period']);
  const terms = checkCount('terms', settings.terms, 16, 1000);
  const period = checkNumber('period', settings.period, 2 * Math.PI);
  if (!(period > 0)) throw wrongSetting('period', 'a number above 0', settings.period);
  const n = Math.max(4096, 8 * terms);
  const u = Float64Array.from({ length: n }, (_, i) => ((i < n / 2 ? i : i - n) * period) / n);
  const values = yield* profileOf(host, readKernel(kernel), u, 0.37 * period, watch);
  const coefficients = Float64Array.from({ length: terms + 1 }, (_, order) => {
    const sum = values.reduce((s, v, i) => s + v * Math.cos((2 * Math.PI * ((order * i) % n)) / n), 0); // prettier-ignore
    return ((order === 0 ? 1 : 2) * sum) / n;
  });
  return { coefficients, negative: coefficients.filter((a) => a < -roundingOf(values)).length };
}
