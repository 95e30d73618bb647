// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.

import { make } from '../machines/kernels.js';

/** @import { Kernel, RowKernel, StringKernel } from '../types.js' */

/** Kernels as plain, frozen objects: the option kernel takes them. */
export const kernels = /* @__PURE__ */ Object.freeze({
  /**
   * exp(-gamma |x-z|^2). Positive definite: always.
   * @param {{ gamma?: number | 'scale' | 'auto' }} [parameters]
   * @returns {RowKernel}
   */
  rbf(parameters) {
    return make('rbf', [parameters]);
  },

  /**
   * <x,z>. Positive definite: always.
   * @returns {RowKernel}
   */
  linear() {
    return make('linear', []);
  },

  /**
   * (gamma <x,z> + coef0)^degree. Positive definite: for coef0 >= 0.
   * @param {{ gamma?: number | 'scale' | 'auto', degree?: number, coef0?: number }} [parameters]
   * @returns {RowKernel}
   */
  poly(parameters) {
    return make('poly', [parameters]);
  },

  /**
   * tanh(gamma <x,z> + coef0). Positive definite: never.
   * @param {{ gamma?: number | 'scale' | 'auto', coef0?: number }} [parameters]
   * @returns {RowKernel}
   */
  sigmoid(parameters) {
    return make('sigmoid', [parameters]);
  },

  /**
   * exp(-gamma |x-z|_1). Positive definite: always.
   * @param {{ gamma?: number | 'scale' | 'auto' }} [parameters]
   * @returns {RowKernel}
   */
  laplacian(parameters) {
    return make('laplacian', [parameters]);
  },

  /**
   * s^nu K_nu(s) 2^(1-nu) / Gamma(nu), s = 2 sqrt(nu gamma) |x-z|. Positive definite:
   * always.
   * @param {{ gamma?: number | 'scale' | 'auto', nu?: number }} [parameters]
   * @returns {RowKernel}
   */
  matern(parameters) {
    return make('matern', [parameters]);
  },

  /**
   * (1 + gamma |x-z|^2 / alpha)^-alpha. Positive definite: always.
   * @param {{ gamma?: number | 'scale' | 'auto', alpha?: number }} [parameters]
   * @returns {RowKernel}
   */
  rationalQuadratic(parameters) {
    return make('rationalQuadratic', [parameters]);
  },

  /**
   * exp(-gamma |x-z|_p^power). Positive definite: for power <= p <= 2, and on a line for
   * power <= 2; not for power > 2, nor for p > 2 in three or more dimensions; else
   * unknown.
   * @param {{ gamma?: number | 'scale' | 'auto', p?: number, power?: number }} [parameters]
   * @returns {RowKernel}
   */
  minkowski(parameters) {
    return make('minkowski', [parameters]);
  },

  /**
   * exp(gamma <x,z>). Positive definite: always.
   * @param {{ gamma?: number | 'scale' | 'auto' }} [parameters]
   * @returns {RowKernel}
   */
  exponential(parameters) {
    return make('exponential', [parameters]);
  },

  /**
   * sum of (gamma <x,z>)^i, i = 0 to degree. Positive definite: always.
   * @param {{ gamma?: number | 'scale' | 'auto', degree?: number }} [parameters]
   * @returns {RowKernel}
   */
  allDegrees(parameters) {
    return make('allDegrees', [parameters]);
  },

  /**
   * product of 1 + x_j z_j. Positive definite: always.
   * @returns {RowKernel}
   */
  allSubsets() {
    return make('allSubsets', []);
  },

  /**
   * sum over j_1 < ... < j_order of products of exp(-gamma (x_j-z_j)^2), or of x_j z_j.
   * Positive definite: always.
   * @param {{ gamma?: number | 'scale' | 'auto', order?: number, base?: 'gaussian' | 'product' }} [parameters]
   * @returns {RowKernel}
   */
  anova(parameters) {
    return make('anova', [parameters]);
  },

  /**
   * exp(-gamma sum (x_j-z_j)^2 / (x_j+z_j)). Positive definite: on numbers >= 0, to which
   * it is limited.
   * @param {{ gamma?: number | 'scale' | 'auto' }} [parameters]
   * @returns {RowKernel}
   */
  chi2(parameters) {
    return make('chi2', [parameters]);
  },

  /**
   * sum of min(x_j, z_j). Positive definite: on numbers >= 0, to which it is limited.
   * @returns {RowKernel}
   */
  intersection() {
    return make('intersection', []);
  },

  /**
   * product of 1 + x_j z_j + the integral of (x_j-t)_+ (z_j-t)_+ over t > 0. Positive
   * definite: on numbers >= 0, to which it is limited.
   * @returns {RowKernel}
   */
  spline() {
    return make('spline', []);
  },

  /**
   * product of B((x_j-z_j) / width), B-spline of an odd degree. Positive definite:
   * always.
   * @param {{ degree?: number, width?: number }} [parameters]
   * @returns {RowKernel}
   */
  bspline(parameters) {
    return make('bspline', [parameters]);
  },

  /**
   * product of 1/2 + cos u_j + ... + cos(order u_j), u = x-z. Positive definite: always.
   * @param {{ order?: number }} [parameters]
   * @returns {RowKernel}
   */
  dirichlet(parameters) {
    return make('dirichlet', [parameters]);
  },

  /**
   * product of a_0 + a_1 cos u_j + a_2 cos 2 u_j + ..., u = x-z. Positive definite:
   * always.
   * @param {{ coefficients: ArrayLike<number> }} parameters
   * @returns {RowKernel}
   */
  fourier(parameters) {
    return make('fourier', [parameters]);
  },

  /**
   * sum of powers_i cos <frequencies_i, x-z>. Positive definite: always.
   * @param {{ frequencies: ArrayLike<number> | ArrayLike<ArrayLike<number>>, powers: ArrayLike<number> }} parameters
   * @returns {RowKernel}
   */
  spectral(parameters) {
    return make('spectral', [parameters]);
  },

  /**
   * 1 if x = z, else 0. Positive definite: always.
   * @returns {RowKernel}
   */
  delta() {
    return make('delta', []);
  },

  /**
   * x'Bz. Positive definite: always.
   * @param {{ matrix: ArrayLike<number> | ArrayLike<ArrayLike<number>> }} parameters
   * @returns {RowKernel}
   */
  weighted(parameters) {
    return make('weighted', [parameters]);
  },

  /**
   * sum over substrings u of length letters of c_u(x) c_u(z), c_u(x) = number of
   * occurrences of u in x. Positive definite: always.
   * @param {{ length?: number, weights?: ArrayLike<number>, alphabet?: 'any' | 'dna' | (string & {}), normalize?: boolean }} [parameters]
   * @returns {StringKernel}
   */
  spectrum(parameters) {
    return make('spectrum', [parameters]);
  },

  /**
   * sum of spectrum over 1 to length letters. Positive definite: always.
   * @param {{ length?: number, alphabet?: 'any' | 'dna' | (string & {}), normalize?: boolean }} [parameters]
   * @returns {StringKernel}
   */
  boundedRange(parameters) {
    return make('boundedRange', [parameters]);
  },

  /**
   * number of different substrings in both, the empty one left out. Positive definite:
   * always.
   * @param {{ alphabet?: 'any' | 'dna' | (string & {}), normalize?: boolean }} [parameters]
   * @returns {StringKernel}
   */
  commonSubstring(parameters) {
    return make('commonSubstring', [parameters]);
  },

  /**
   * as spectrum, but a substring counts for all texts of the alphabet that differ from it
   * in at most mismatches letters. Positive definite: always.
   * @param {{ length?: number, mismatches?: number, alphabet?: 'any' | 'dna' | (string & {}), normalize?: boolean }} [parameters]
   * @returns {StringKernel}
   */
  mismatch(parameters) {
    return make('mismatch', [parameters]);
  },

  /**
   * sum over d = 1 to degree of 2 (degree-d+1) / (degree (degree+1)) times the number of
   * positions at which x and z have the same d letters. Positive definite: always.
   * @param {{ degree?: number, alphabet?: 'any' | 'dna' | (string & {}), normalize?: boolean }} [parameters]
   * @returns {StringKernel}
   */
  weightedDegree(parameters) {
    return make('weightedDegree', [parameters]);
  },

  /**
   * sum over subsequences u of m_u(x) m_u(z), m_u(x) = number of ways in which u is a
   * subsequence of x. Positive definite: always.
   * @param {{ alphabet?: 'any' | 'dna' | (string & {}), normalize?: boolean }} [parameters]
   * @returns {StringKernel}
   */
  allSubsequences(parameters) {
    return make('allSubsequences', [parameters]);
  },

  /**
   * sum over texts u of length letters of p_u(x) p_u(z), p_u(x) = sum of decay^(letters
   * spanned) over the ways in which u is a subsequence of x. Positive definite: always.
   * @param {{ length?: number, decay?: number, weights?: ArrayLike<number>, alphabet?: 'any' | 'dna' | (string & {}), normalize?: boolean }} [parameters]
   * @returns {StringKernel}
   */
  gapWeighted(parameters) {
    return make('gapWeighted', [parameters]);
  },

  /**
   * k_1 + k_2 + .... Positive definite: if its parts are.
   * @template {Kernel} K
   * @param {K[]} parts
   * @returns {K}
   */
  sum(...parts) {
    return make('sum', [...parts]);
  },

  /**
   * k_1 k_2 .... Positive definite: if its parts are.
   * @template {Kernel} K
   * @param {K[]} parts
   * @returns {K}
   */
  product(...parts) {
    return make('product', [...parts]);
  },

  /**
   * factor k_1. Positive definite: if its part is.
   * @template {Kernel} K
   * @param {number} factor Factor of the kernel.
   * @param {K} part
   * @returns {K}
   */
  scale(factor, part) {
    return make('scale', [factor, part]);
  },

  /**
   * c_0 + c_1 k_1 + c_2 k_1^2 + .... Positive definite: if its part is.
   * @template {Kernel} K
   * @param {ArrayLike<number>} coefficients Coefficients of the powers 0, 1, 2 and so on.
   * @param {K} part
   * @returns {K}
   */
  polynomial(coefficients, part) {
    return make('polynomial', [coefficients, part]);
  },

  /**
   * exp(k_1). Positive definite: if its part is.
   * @template {Kernel} K
   * @param {K} part
   * @returns {K}
   */
  exp(part) {
    return make('exp', [part]);
  },

  /**
   * exp(-gamma (k_1(x,x) - 2 k_1(x,z) + k_1(z,z))). Positive definite: if its part is.
   * @template {Kernel} K
   * @param {number} gamma Factor of the squared distance in feature space.
   * @param {K} part
   * @returns {K}
   */
  gaussian(gamma, part) {
    return make('gaussian', [gamma, part]);
  },

  /**
   * k_1(x,z) / sqrt(k_1(x,x) k_1(z,z)), 0 for zeros. Positive definite: if its part is.
   * @template {Kernel} K
   * @param {K} part
   * @returns {K}
   */
  normalize(part) {
    return make('normalize', [part]);
  },

  /**
   * k_1(x,z) - f(x) - f(z) + mean of f(points_i), f(x) = mean of k_1(x, points_i).
   * Positive definite: if its part is.
   * @param {ArrayLike<number> | ArrayLike<ArrayLike<number>>} points The points whose mean becomes the origin, in rows; numbers for samples of one column.
   * @param {RowKernel} part
   * @returns {RowKernel}
   */
  center(points, part) {
    return make('center', [points, part]);
  },

  /**
   * f(x) f(z), f(x) = sum of weights_i k_1(x, points_i). Positive definite: always.
   * @param {ArrayLike<number> | ArrayLike<ArrayLike<number>>} points The points of the function f, in rows; numbers for samples of one column.
   * @param {ArrayLike<number>} weights The weight of each point.
   * @param {RowKernel} part
   * @returns {RowKernel}
   */
  rankOne(points, weights, part) {
    return make('rankOne', [points, weights, part]);
  },

  /**
   * k_1 of the columns. Positive definite: if its part is.
   * @param {ArrayLike<number>} columns Columns of X, counted from 0.
   * @param {RowKernel} part
   * @returns {RowKernel}
   */
  columns(columns, part) {
    return make('columns', [columns, part]);
  },
});
