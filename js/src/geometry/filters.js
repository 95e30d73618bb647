/**
 * Kernels of one column and their filters (Smola & Schölkopf, A tutorial on support vector
 * regression, section 7.2). With
 *
 *     k(u) = (2 pi)^(-1/2) int k~(w) e^(iwu) dw
 *
 * a filter P says what a function costs at each frequency, |Pf|^2 = (2 pi)^(-1/2) int
 * |f~(w)|^2 / P(w) dw (equation 70), and the kernel of the filter is the one with k~ = P
 * (equations 71 and 72). Integrals over frequencies are sums over a grid of them. A grid of step h
 * repeats the kernel with the period 2 pi / h; within half of it the sum is as good as the
 * integral.
 */
import { MaxMarginError } from '../basics/errors.js';
import { checkKernel } from '../machines/kernels.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { readKernel, readWatch } from './comparing.js';
import { compareExpansions } from './distances.js';
import { readMatrix } from './gram.js';
import { checkNumber, profileOf } from './mercer.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Watch } from '../runtime/host.js' */
/** @import { RowKernel } from '../types.js' */
/** @import { AnyKernel, GeometryHost } from './comparing.js' */
/** @import { Expansion, FilterSettings } from './types.js' */

const unit = (2 * Math.PI) ** -0.5;

/** The largest number of frequencies of a kernel. */
const most = 4096;

/** Values below this share of the largest are taken for the end of a filter or a kernel. */
const negligible = 1e-12;

/** @param {string} message */
const refused = (message) => new MaxMarginError('ERR_OPTION', 'filter', message);

/**
 * The value of a filter at a frequency.
 * @param {unknown} filter
 * @param {number} w
 * @returns {number}
 */
function valueOf(filter, w) {
  if (typeof filter !== 'function') throw wrongSetting('filter', 'a function of w', filter);
  const [value, mirrored] = [filter(w), filter(-w)];
  if (!(value >= 0 && Number.isFinite(value))) {
    throw refused(
      `the filter is ${value} at w = ${w}, but a filter must be a finite number >= 0 everywhere; its kernel would not be positive definite`,
    );
  }
  if (!(Math.abs(value - mirrored) <= 1e-9 * value)) {
    throw refused(
      `the filter is ${value} at w = ${w} and ${mirrored} at ${-w}, but it must be even, P(w) = P(-w), for a kernel of real numbers; pass (w) => P(Math.abs(w))`,
    );
  }
  return value;
}

/**
 * The frequencies of a grid, and the values of a function there: up to the highest one asked for,
 * or until the values stay negligible.
 * @param {(w: number) => number} value
 * @param {number} step
 * @param {number | undefined} highest
 * @param {number} [patience] how many negligible values in a row mean that the rest is negligible
 */
function onGrid(value, step, highest, patience = most) {
  const count = highest === undefined ? most : Math.ceil(highest / step);
  if (count > most) {
    throw wrongSetting(
      'highest',
      `a number up to ${most * step}, because a kernel has at most ${most} frequencies, ${step} apart; lower it, or shorten the period`,
      highest,
    );
  }
  /** @type {number[]} */
  const values = [];
  let [largest, idle] = [0, 0];
  while (values.length < count && idle < patience) {
    const next = value(values.length * step);
    values.push(next);
    largest = Math.max(largest, next);
    idle = next > negligible * largest ? 0 : idle + 1;
  }
  let end = values.length;
  while (end > 1 && values[end - 1] <= negligible * largest) end--;
  return values.slice(0, end);
}

/**
 * The kernel of a density of powers on a grid of frequencies.
 * @param {number[]} powers
 * @param {number} step
 * @returns {RowKernel}
 */
function spectral(powers, step) {
  const kernel = {
    kernel: 'spectral',
    frequencies: powers.map((_, i) => i * step),
    powers: powers.map((power, i) => (i === 0 ? 1 : 2) * unit * step * power),
  };
  return /** @type {RowKernel} */ (checkKernel(kernel, 'kernel'));
}

/** @param {FilterSettings} settings */
function readHighest({ highest }) {
  if (highest === undefined) return undefined;
  const value = checkNumber('highest', highest, 0);
  if (!(value > 0)) throw wrongSetting('highest', 'a number above 0', highest);
  return value;
}

/**
 * @param {FilterSettings} settings
 * @param {number} otherwise
 */
function readPeriod({ period }, otherwise) {
  const value = checkNumber('period', period, otherwise);
  if (!(value > 0)) throw wrongSetting('period', 'a number above 0', period);
  return value;
}

/**
 * The kernel of one column whose filter is P (equation 71): the Green's function of the operator
 * whose filter it is.
 * @param {(w: number) => number} filter P(w)
 * @param {FilterSettings} [given]
 * @returns {RowKernel}
 */
export function kernelOfFilter(filter, given) {
  const settings = readSettings('kernelOfFilter', given, ['highest', 'period']);
  const step = (2 * Math.PI) / readPeriod(settings, 64);
  const powers = onGrid((w) => valueOf(filter, w), step, readHighest(settings));
  if (!powers.some((power) => power > 0)) {
    throw refused(
      'the filter lets no frequency through: it is 0 on the whole grid; raise highest, or the period, so that the grid is finer',
    );
  }
  return spectral(powers, step);
}

/**
 * The kernel of a penalty, which prices each frequency of a function: the kernel of the filter 1 /
 * Q.
 * @param {(w: number) => number} penalty Q(w); Infinity forbids a frequency
 * @param {FilterSettings} [given]
 * @returns {RowKernel}
 */
export function kernelOfPenalty(penalty, given) {
  if (typeof penalty !== 'function') throw wrongSetting('penalty', 'a function of w', penalty);
  const filter = (/** @type {number} */ w) => {
    const cost = penalty(w);
    if (!(cost > 0)) {
      throw new MaxMarginError(
        'ERR_OPTION',
        'penalty',
        `the penalty is ${cost} at w = ${w}, but it must be above 0; functions without a penalty are the basis of a RegularizationNetwork`,
      );
    }
    return 1 / cost;
  };
  return kernelOfFilter(filter, given);
}

/**
 * The distance beyond which a kernel is negligible.
 * @param {GeometryHost} host
 * @param {AnyKernel} kernel
 * @param {Watch} watch
 */
function* reachOf(host, kernel, watch) {
  const u = Float64Array.from({ length: 41 }, (_, i) => (i === 0 ? 0 : 2 ** (i - 21)));
  const values = (yield* profileOf(host, kernel, u, 0.37, watch)).map(Math.abs);
  const half = values.findIndex((value) => value <= values[0] / 2);
  let end = values.length;
  while (end > 1 && values[end - 1] <= 1e-14 * values[0]) end--;
  if (half < 0 || end === values.length || u[end] > 1000 * u[half]) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'kernel',
      'the kernel does not fall to 0, or only slowly, so its Fourier integral cannot be computed here; say with reach how far to integrate, or use fourierCoefficients for a periodic kernel',
    );
  }
  return u[end];
}

/** An even number of intervals, of which Simpson's rule takes two at a time. */
const intervals = 16_384;

/**
 * The Fourier transform of a kernel, as a function of the frequency.
 * @param {GeometryHost} host
 * @param {AnyKernel} kernel
 * @param {number} reach
 * @param {Watch} watch
 */
function* transformOf(host, kernel, reach, watch) {
  const h = reach / intervals;
  const u = Float64Array.from({ length: intervals + 1 }, (_, i) => i * h);
  const values = yield* profileOf(host, kernel, u, 0.37 * reach, watch);
  const weighted = values.map((value, i) => {
    const weight = i === 0 || i === intervals ? 1 : i % 2 === 1 ? 4 : 2;
    return (2 * unit * h * weight * value) / 3;
  });
  return (/** @type {number} */ w) =>
    weighted.reduce((sum, value, i) => sum + value * Math.cos(w * i * h), 0);
}

/**
 * The filter of a kernel k(x - z) of one column at some frequencies: its Fourier transform.
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} frequencies
 * @param {unknown} given
 * @returns {Steps<Float64Array>}
 */
export function* filterOfKernel(host, kernel, frequencies, given) {
  const { watch, settings } = readWatch('filterOfKernel', given, ['reach']);
  const list = Array.from(/** @type {ArrayLike<number>} */ (frequencies ?? []));
  if (list.length === 0 || !list.every(Number.isFinite)) {
    throw wrongSetting('frequencies', 'a list of finite numbers', frequencies);
  }
  const readable = readKernel(kernel);
  const reach = settings.reach === undefined ? yield* reachOf(host, readable, watch) : checkNumber('reach', settings.reach, 0); // prettier-ignore
  if (!(reach > 0)) throw wrongSetting('reach', 'a number above 0', settings.reach);
  const transform = yield* transformOf(host, readable, reach, watch);
  return Float64Array.from(list, transform);
}

/**
 * The kernel whose matrix is D_ij = <P k(x_i, .), P k(x_j, .)> (equation 66): its filter is
 * |k~|^2 / P, and it is k itself where k~ = P (proposition 1).
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} filter P(w)
 * @param {unknown} given
 * @param {number} [spread] the largest difference of samples
 * @returns {Steps<RowKernel>}
 */
export function* regularizerOfFilter(host, kernel, filter, given, spread) {
  const { watch, settings } = readWatch('regularizerOfFilter', given, ['highest', 'period']);
  const readable = readKernel(kernel);
  const reach = yield* reachOf(host, readable, watch);
  const step = (2 * Math.PI) / readPeriod(settings, 2 * ((spread ?? 3 * reach) + reach));
  const transform = yield* transformOf(host, readable, reach, watch);
  const own = onGrid((w) => Math.max(0, transform(w)), step, readHighest(settings), 64);
  const largest = own.reduce((a, b) => Math.max(a, b), 0);
  const powers = own.map((value, i) => {
    if (value <= negligible * largest) return 0;
    const allowed = valueOf(filter, i * step);
    if (allowed === 0 || !Number.isFinite((value * value) / allowed)) {
      throw refused(
        `the filter forbids the frequency ${i * step}, which the kernel has, so the penalty of the kernel is infinite; choose a kernel with fewer frequencies, such as kernelOfFilter gives, or set highest below this frequency`,
      );
    }
    return (value * value) / allowed;
  });
  return spectral(powers, step);
}

/**
 * |Pf|^2 of a function that is a sum of coefficients_i k(x_i, .), by its Fourier form.
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {Expansion} f
 * @param {unknown} filter
 * @param {unknown} given
 * @returns {Steps<number>}
 */
export function* filterPenalty(host, kernel, f, filter, given) {
  const { values, columns } = readMatrix(f?.X, 'f.X');
  if (columns !== 1) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      'f.X',
      `filters are of one column, but f.X has ${columns}; pass samples of one column`,
    );
  }
  const spread = values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity); // prettier-ignore
  const regularizer = yield* regularizerOfFilter(host, kernel, filter, given, spread);
  return (yield* compareExpansions(host, regularizer, f, f, undefined)).product;
}
