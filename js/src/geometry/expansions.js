/** Arithmetic of points of the feature space that are lists of samples with coefficients. */
import { MaxMarginError } from '../basics/errors.js';
import { wrongSetting } from '../basics/settings.js';

/** @import { Expansion } from './types.js' */

/**
 * The samples of an expansion as a list.
 * @param {any} X
 * @param {string} argument
 * @returns {unknown[]}
 */
function listed(X, argument) {
  if (Array.isArray(X)) return X;
  const { data, rows, cols } = X ?? {};
  if (data && !X.indptr) {
    return Array.from({ length: rows }, (_, i) => data.slice(i * cols, (i + 1) * cols));
  }
  throw wrongSetting(argument, 'an array of samples, or { data, rows, cols }', X);
}

/**
 * The point f_1 P_1 + f_2 P_2 + ... of the feature space: the samples of all points, concatenated,
 * and their coefficients times the factors. Equal samples are not joined. compareExpansions takes
 * the result.
 * @param {Iterable<readonly [factor: number, point: Expansion]>} terms
 * @returns {{X: unknown[], coefficients: Float64Array}}
 */
export function combineExpansions(terms) {
  /** @type {unknown[]} */
  const X = [];
  /** @type {number[]} */
  const coefficients = [];
  let at = 0;
  for (const term of terms) {
    const [factor, point] = term;
    const place = `terms[${at++}]`;
    if (typeof factor !== 'number' || !Number.isFinite(factor)) {
      throw wrongSetting(`${place}[0]`, 'a finite number', factor);
    }
    if (point?.X === undefined || point.coefficients === undefined) {
      throw wrongSetting(`${place}[1]`, 'an object { X, coefficients }', point);
    }
    const samples = listed(point.X, `${place}[1].X`);
    if (samples.length !== point.coefficients.length) {
      throw new MaxMarginError(
        'ERR_SHAPE',
        `${place}[1].coefficients`,
        `${place}[1] has ${samples.length} samples but ${point.coefficients.length} coefficients; they must be as many`,
        { expected: samples.length, got: point.coefficients.length },
      );
    }
    X.push(...samples);
    coefficients.push(...Array.from(point.coefficients, (c) => factor * c));
  }
  return { X, coefficients: Float64Array.from(coefficients) };
}
