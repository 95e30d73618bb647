/** Sizes of feature spaces and of kernel matrices, before anything is computed. */
import { MaxMarginError } from '../basics/errors.js';
import { choose, whole } from '../formulas/counting.js';
import { room } from '../generated/memory.js';
import { theories } from '../generated/theory.js';
import { checkKernel } from '../machines/kernels.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { parametersOf, seenBy } from './theorems.js';

/** @import { Kernel } from '../types.js' */
/** @import { GramEstimate } from './types.js' */

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} least
 * @returns {number}
 */
function checkWhole(name, value, least) {
  if (Number.isSafeInteger(value) && Number(value) >= least) return Number(value);
  throw wrongSetting(name, `a whole number of at least ${least}`, value);
}

/**
 * The number of monomials of a degree in some variables: n+d-1 over d; with
 * upTo those of all degrees up to it: n+d over d (Cristianini & Shawe-Taylor,
 * Example 3.3).
 * @param {number} features
 * @param {number} degree
 * @param {{ upTo?: boolean }} [settings]
 * @returns {bigint}
 */
export function countMonomials(features, degree, settings) {
  const { upTo = false } = readSettings('countMonomials', settings, ['upTo']);
  if (typeof upTo !== 'boolean') throw wrongSetting('upTo', 'true or false', upTo);
  const n = checkWhole('features', features, 1);
  const d = checkWhole('degree', degree, 0);
  return /** @type {bigint} */ (choose(whole(upTo ? n + d : n + d - 1), d));
}

/**
 * @param {Kernel} kernel
 * @param {number} d columns, or letters
 * @returns {bigint | number | undefined}
 */
function dimensionOf(kernel, d) {
  const below = seenBy(kernel, d);
  const parts = (kernel.parts ?? []).map((part) => dimensionOf(part, below));
  return theories[kernel.kernel].features(parametersOf(kernel), d, parts);
}

/**
 * How many features the feature space of a kernel has, exactly, or Infinity. For sums, products and
 * polynomials of kernels it is an upper bound, as features may be in several parts. It is undefined
 * if it is not known, and for sigmoid, which has no feature space.
 * @param {string | Kernel} kernel
 * @param {number} features of the samples; for strings, the number of possible letters, unless the
 *   kernel names its alphabet
 * @returns {bigint | number | undefined}
 */
export function featureDimension(kernel, features) {
  const d = checkWhole('features', features, 1);
  if (kernel === 'precomputed' || typeof kernel === 'function') {
    throw new MaxMarginError(
      'ERR_OPTION',
      'kernel',
      'the feature space of a precomputed kernel or of a function is not known; name the kernel',
    );
  }
  return dimensionOf(checkKernel(typeof kernel === 'string' ? { kernel } : kernel, 'kernel'), d);
}

/**
 * The numbers, memory and work of a kernel matrix. All are exact up to 2^53.
 * @param {number} rows
 * @param {{ columns?: number, features?: number, bytesPerNumber?: number }} [settings]
 * @returns {GramEstimate}
 */
export function estimateGram(rows, settings) {
  const known = ['columns', 'features', 'bytesPerNumber'];
  const given = readSettings('estimateGram', settings, known);
  const n = checkWhole('rows', rows, 1);
  const m = checkWhole('columns', given.columns ?? n, 1);
  const d = checkWhole('features', given.features ?? 1, 1);
  const size = checkWhole('bytesPerNumber', given.bytesPerNumber ?? 8, 1);
  const square = given.columns === undefined;
  const values = square ? (n * (n + 1)) / 2 : n * m;
  return {
    entries: n * m,
    values,
    bytes: size * n * m,
    triangleBytes: square ? size * values : undefined,
    multiplyAdds: values * d,
    choleskyOperations: square ? n ** 3 / 3 : undefined,
    fits: 8 * n * m <= room,
  };
}
