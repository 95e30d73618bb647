/**
 * Kernels that are given as a function of one number: k(x, z) = f(<x,z>), or f(|x-z|). Theorems
 * about such functions decide more than any set of samples.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { readEntries } from '../basics/entries.js';
import { call } from './own.js';

/** @import { Evidence, KernelProfile } from './types.js' */

/**
 * The kernel function of { dotProduct: f } or { stationary: f, dimension }, if the
 * value is one.
 * @param {any} kernel
 * @returns {{of: (a: any, b: any) => number, profile: KernelProfile} | undefined}
 */
export function profileFunction(kernel) {
  const name = ['dotProduct', 'stationary'].find((key) => Object(kernel)[key] !== undefined);
  if (name === undefined) return undefined;
  const known = name === 'stationary' ? [name, 'dimension'] : [name];
  /** @type {Record<string, any>} */
  const { dimension = 1, ...profile } = Object.fromEntries(readEntries('a kernel', kernel, known));
  const f = profile[name];
  if (typeof f !== 'function') {
    throw new MaxMarginError(
      'ERR_TYPE',
      'kernel',
      `${name} must be a function of one number, got ${show(f)}`,
    );
  }
  if (![1, 2, 3].includes(dimension)) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'dimension',
      `dimension must be 1, 2 or 3, the dimension of the space of the distances, got ${show(dimension)}; a function that fails in 3 dimensions fails in more`,
    );
  }
  return name === 'dotProduct'
    ? { of: (a, b) => f(dot(a, b)), profile: { dotProduct: f } }
    : {
        of: (a, b) => f(distance(a, b)),
        profile: { stationary: f, dimension: Number(dimension) },
      };
}

/**
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
function dot(a, b) {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}

/**
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
function distance(a, b) {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += (a[j] - b[j]) ** 2;
  return Math.sqrt(sum);
}

/**
 * Values of f at some numbers, checked.
 * @param {(t: number) => number} f
 * @param {number[]} at
 */
export const sampleProfile = (f, at) =>
  at.map((t, i) => call(f, t, undefined, String(t), 'profile', i, 0));

/** The number of samples of the Fourier transform, and of its frequencies. */
const samples = 2048;
const frequencies = 512;

/** The distances at which the profile is evaluated to find its width. */
export const probes = /* @__PURE__ */ Array.from({ length: 129 }, (_, i) => 1e-4 * 10 ** (i / 16));

/**
 * The distance at which a profile has fallen to half of f(0), which is its scale.
 * @param {number} f0
 * @param {number[]} values at the probes
 */
export function widthOf(f0, values) {
  const at = values.findIndex((value) => value < f0 / 2);
  return at < 0 ? 1 : probes[at];
}

/**
 * The distances at which the transform of a profile of a given width needs values.
 * @param {number} width
 */
export const gridOf = (width) =>
  Array.from({ length: samples }, (_, i) => (i * 32 * width) / samples);

/**
 * Whether the Fourier transform of f(|x|) in some dimensions is nowhere negative, which
 * characterises translation-invariant kernels (Bochner; Smola & Schoelkopf, Theorem 6).
 *
 * The profile is multiplied by a Gaussian, itself a kernel, so that it need not decay:
 * if f is a kernel, so is the product. In one dimension the sum over equidistant
 * distances is the transform of a positive definite sequence if f is a kernel, so that
 * a negative value is proof and not an error of quadrature.
 * @param {number[]} values of f at gridOf(width)
 * @param {number} width
 * @param {number} dimension 1, 2 or 3
 * @returns {Evidence}
 */
export function fourierTest(values, width, dimension) {
  const theorem = {
    test: 'Fourier transform',
    theorem:
      'a function of x - z is a kernel if and only if its Fourier transform is nowhere negative',
    source: 'Smola & Schölkopf, Theorem 6 (Bochner)',
  };
  const exceeds = values.findIndex((value) => Math.abs(value) > values[0] * (1 + 1e-12));
  const step = (32 * width) / samples;
  if (exceeds > 0 || !(values[0] >= 0)) {
    const t = Math.max(exceeds, 0) * step;
    return {
      test: 'Cauchy-Schwarz',
      holds: false,
      theorem: '|f(r)| <= f(0)',
      source: 'Cristianini & Shawe-Taylor, section 3.3',
      detail: `f(${t}) is ${values[Math.max(exceeds, 0)]}, f(0) is ${values[0]}`,
    };
  }
  const weighed = values.map(
    (value, i) => value * Math.exp(-28 * (i / samples) ** 2) * (i * step) ** (dimension - 1),
  );
  // The trapezoidal rule at 0, with Euler's correction for a slope there that is not 0.
  weighed[0] = [0.5, step / 12, 0][dimension - 1] * values[0];
  const scale = weighed.reduce((sum, value) => sum + Math.abs(value), 0);
  let [least, at] = [Infinity, 0];
  for (let m = 0; m < frequencies; m++) {
    const omega = (m * 50) / (width * frequencies);
    let sum = 0;
    for (let i = 0; i < samples; i++) sum += weighed[i] * waves[dimension - 1](omega * step * i);
    if (sum < least) [least, at] = [sum, omega];
  }
  const tolerance = dimension === 1 ? 1e-10 : 1e-5;
  return {
    ...theorem,
    holds: least >= -tolerance * scale,
    detail: `in ${dimension} dimension${dimension > 1 ? 's' : ''} its smallest value, as a share of the largest possible, is ${(least / scale).toPrecision(3)} at the frequency ${at.toPrecision(4)}`,
  };
}

/** The mean of a plane wave over all directions, in 1, 2 and 3 dimensions. */
const waves = [Math.cos, besselJ0, (/** @type {number} */ x) => (x === 0 ? 1 : Math.sin(x) / x)];

/**
 * The Bessel function J_0 to within 1e-7 (Abramowitz & Stegun, 9.4.1 and 9.4.3).
 * @param {number} x >= 0
 */
function besselJ0(x) {
  if (x < 3) {
    const y = (x / 3) ** 2;
    return horner(y, [1, -2.2499997, 1.2656208, -0.3163866, 0.0444479, -0.0039444, 0.00021]);
  }
  const y = 3 / x;
  const f = [0.79788456, -7.7e-7, -0.0055274, -9.512e-5, 0.00137237, -0.00072805, 0.00014476];
  const p = [-0.78539816, -0.04166397, -3.954e-5, 0.00262573, -0.00054125, -0.00029333, 0.00013558];
  return (horner(y, f) / Math.sqrt(x)) * Math.cos(x + horner(y, p));
}

/**
 * @param {number} x
 * @param {number[]} coefficients ascending
 */
const horner = (x, coefficients) => coefficients.reduceRight((sum, c) => sum * x + c, 0);

/**
 * Burges' conditions, which are necessary: f, f' and f' + t f'' are nowhere negative
 * where t = <x,x> can be.
 * @param {(t: number) => number} f
 * @param {number} range the largest <x,x>
 * @returns {Evidence}
 */
export function burgesTest(f, range) {
  const count = 200;
  const h = range / 2000;
  const grid = Array.from({ length: count }, (_, i) => 2 * h + (i * (range - 4 * h)) / count);
  const triples = grid.map((t) => sampleProfile(f, [t - h, t, t + h]));
  const conditions = /** @type {[string, (v: number[], t: number) => number][]} */ ([
    ['f(t)', ([, middle]) => middle],
    ["f'(t)", ([before, , after]) => (after - before) / (2 * h)],
    [
      "f'(t) + t f''(t)",
      ([before, middle, after], t) =>
        (after - before) / (2 * h) + (t * (before - 2 * middle + after)) / (h * h),
    ],
  ]);
  const theorem = {
    test: 'Burges’ conditions',
    theorem:
      "a function f of <x,z> that is a kernel has f, f' and f' + t f'' >= 0 for t = <x,x> (necessary only)",
    source: 'Smola & Schölkopf, Theorem 7',
  };
  for (const [name, of] of conditions) {
    const values = triples.map((triple, i) => of(triple, grid[i]));
    const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const at = values.findIndex((value) => value < -1e-5 * scale);
    if (at >= 0) {
      const detail = `${name} is ${values[at].toPrecision(3)} at t = ${grid[at].toPrecision(3)}`;
      return { ...theorem, holds: false, detail };
    }
  }
  return { ...theorem, holds: true, detail: `for t up to ${range.toPrecision(3)}` };
}

/** Taylor coefficients up to this order are known well enough. */
const order = 8;

/**
 * The Taylor coefficients of f at 0, of which none may be negative where 0 is inside
 * the domain (Smola & Schoelkopf, Theorem 8, after Schoenberg; a single dimension is
 * enough, because d^2n f(xz) / dx^n dz^n at 0 is n!^2 a_n). They are computed from
 * polynomials through 16 and 20 Chebyshev points; the difference of the two estimates the error.
 * @param {(t: number) => number} f
 * @param {number} range
 * @returns {Evidence}
 */
export function taylorTest(f, range) {
  const reach = Math.min(1, range);
  const [rough, fine] = [16, 20].map((count) => interpolate(f, reach, count));
  const scale = fine.reduce((most, a) => Math.max(most, Math.abs(a)), 0);
  const certain = (/** @type {number} */ n) =>
    fine[n] < -10 * Math.abs(fine[n] - rough[n]) - 1e-7 * scale;
  const n = Array.from({ length: order + 1 }, (_, i) => i).find(certain);
  return seriesEvidence(fine.map((a, i) => a / reach ** i).slice(0, order + 1), n);
}

/**
 * @param {number[]} coefficients
 * @param {number | undefined} negative the first negative coefficient
 * @returns {Evidence}
 */
export function seriesEvidence(coefficients, negative) {
  return {
    test: 'Taylor coefficients',
    holds: negative === undefined,
    theorem:
      'a power series in <x,z> is a kernel around 0 if and only if no coefficient is negative',
    source: 'Smola & Schölkopf, Theorem 8 (Schoenberg)',
    detail:
      negative === undefined
        ? `none of the coefficients up to order ${coefficients.length - 1} is negative`
        : `a_${negative} is ${coefficients[negative].toPrecision(6)}`,
  };
}

/**
 * The coefficients of the polynomial through f at Chebyshev points of [-reach, reach],
 * in t/reach.
 * @param {(t: number) => number} f
 * @param {number} reach
 * @param {number} count
 */
function interpolate(f, reach, count) {
  const angles = Array.from({ length: count }, (_, k) => (Math.PI * (k + 0.5)) / count);
  const values = sampleProfile(
    f,
    angles.map((angle) => reach * Math.cos(angle)),
  );
  const monomials = new Array(count).fill(0);
  let [before, current] = [[0], [1]]; // T_-1 (not used) and T_0, ascending
  for (let n = 0; n < count; n++) {
    const sum = values.reduce((total, v, k) => total + v * Math.cos(n * angles[k]), 0);
    const c = ((n === 0 ? 1 : 2) * sum) / count;
    current.forEach((t, i) => void (monomials[i] += c * t));
    const twice = [0, ...current.map((t) => (n === 0 ? t : 2 * t))];
    const next = twice.map((t, i) => t - (n === 0 ? 0 : (before[i] ?? 0)));
    [before, current] = [current, next];
  }
  return monomials;
}
