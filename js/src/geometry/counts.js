/** What a kernel and a matrix amount to, before anything is computed. */
import { MaxMarginError } from '../errors.js';
import { kernelSpecs } from '../generated/catalog.js';
import { room } from '../generated/memory.js';
import { checkKernel } from '../kernels.js';
import { readSettings, wrongSetting } from '../state.js';

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
 * n over k, exactly.
 * @param {number} n
 * @param {number} k
 * @returns {bigint}
 */
function binomial(n, k) {
  if (k < 0 || k > n) return 0n;
  let result = 1n;
  const small = Math.min(k, n - k);
  for (let i = 1; i <= small; i++) result = (result * BigInt(n - small + i)) / BigInt(i);
  return result;
}

/**
 * How many monomials of a degree there are in some variables: n+d-1 over d; with
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
  return upTo ? binomial(n + d, d) : binomial(n + d - 1, d);
}

/** The number of features, where it has no end. */
const endless = Infinity;

/**
 * How many features kernels of d columns have. Parameters that are not given have
 * their defaults.
 * @type {Record<string, (d: number, kernel: any) => bigint | number | undefined>}
 */
const dimensions = {
  linear: (d) => BigInt(d),
  weighted: (d) => BigInt(d),
  poly: (d, { degree, coef0 }) =>
    coef0 === 0 ? binomial(d + degree - 1, degree) : binomial(d + degree, degree),
  allDegrees: (d, { degree }) => binomial(d + degree, degree),
  allSubsets: (d) => 2n ** BigInt(d),
  anova: (d, { order, base }) => (base === 'product' ? binomial(d, order) : endless),
  dirichlet: (d, { order }) => BigInt(2 * order + 1) ** BigInt(d),
  fourier: (d, { coefficients }) => BigInt(frequencies(coefficients)) ** BigInt(d),
  spectral: (_, { frequencies: rows, powers }) =>
    /** @type {number[]} */ (powers).reduce((sum, power, i) => {
      const still = [rows[i]].flat().every((/** @type {number} */ w) => w === 0);
      return power > 0 ? sum + (still ? 1n : 2n) : sum;
    }, 0n),
  delta: () => endless,
  rankOne: () => 1n,
  center: (d, { parts }) => partsOf(parts, d)[0],
  ...Object.fromEntries(
    ['rbf', 'laplacian', 'matern', 'rationalQuadratic', 'minkowski', 'exponential', 'chi2']
      .concat(['intersection', 'spline', 'bspline', 'exp', 'gaussian'])
      .map((name) => [name, () => endless]),
  ),
  ...Object.fromEntries(
    ['commonSubstring', 'weightedDegree', 'allSubsequences'].map((name) => [name, () => endless]),
  ),
  spectrum: words,
  gapWeighted: words,
  mismatch: words,
  boundedRange: (d, { length, alphabet }) => {
    const weights = /** @type {number[]} */ (new Array(length).fill(1));
    return words(d, { length, weights, alphabet });
  },
  sum: (d, { parts }) => fold(partsOf(parts, d), (a, b) => a + b),
  product: (d, { parts }) => fold(partsOf(parts, d), (a, b) => a * b),
  scale: (d, { parts }) => partsOf(parts, d)[0],
  normalize: (d, { parts }) => partsOf(parts, d)[0],
  columns: (_, { columns, parts }) => partsOf(parts, columns.length)[0],
  polynomial(d, { coefficients, parts }) {
    const [part] = partsOf(parts, d);
    if (typeof part !== 'bigint') return part;
    // Products of i features are monomials of degree i in as many variables.
    return /** @type {number[]} */ (coefficients).reduce(
      (sum, c, i) => (c > 0 ? sum + binomialOf(part + BigInt(i) - 1n, i) : sum),
      0n,
    );
  },
};

/**
 * The words of the lengths that a kernel of strings compares.
 * @param {number} letters in the alphabet, unless the kernel says which
 * @param {{length: number, weights?: number[], alphabet: string}} kernel
 */
function words(letters, { length, weights = [], alphabet }) {
  const named = alphabet === 'dna' ? 4 : new Set(alphabet).size;
  const a = BigInt(alphabet === 'any' ? letters : named);
  if (weights.length === 0) return a ** BigInt(length);
  return weights.reduce((sum, w, i) => (w > 0 ? sum + a ** BigInt(i + 1) : sum), 0n);
}

/**
 * n over k, of a large n.
 * @param {bigint} n
 * @param {number} k
 */
function binomialOf(n, k) {
  let result = 1n;
  for (let i = 1n; i <= BigInt(k); i++) result = (result * (n - BigInt(k) + i)) / i;
  return result;
}

/**
 * A sine and a cosine for every frequency that passes, and one for 0.
 * @param {number[]} coefficients
 */
const frequencies = (coefficients) =>
  coefficients.reduce((sum, a, n) => sum + (a > 0 ? (n === 0 ? 1 : 2) : 0), 0);

/**
 * @param {Kernel[]} parts
 * @param {number} d
 */
const partsOf = (parts, d) => parts.map((part) => dimensionOf(part, d));

/**
 * @param {(bigint | number | undefined)[]} counts
 * @param {(a: bigint, b: bigint) => bigint} join
 */
function fold(counts, join) {
  if (counts.includes(undefined)) return undefined;
  if (counts.some((count) => typeof count === 'number')) return endless;
  return /** @type {bigint[]} */ (counts).reduce(join);
}

/**
 * @param {Kernel} kernel
 * @param {number} d
 * @returns {bigint | number | undefined}
 */
function dimensionOf(kernel, d) {
  const name = /** @type {keyof typeof kernelSpecs} */ (kernel.kernel);
  const count = Object.hasOwn(dimensions, name) ? dimensions[name] : () => undefined;
  const defaults = kernelSpecs[name].options.map((option) => [option.name, option.default]);
  return count(d, { ...Object.fromEntries(defaults), ...kernel });
}

/**
 * How many features the feature space of a kernel has, exactly, or Infinity. Of sums,
 * products and polynomials of kernels it is an upper bound, as features may be in
 * several parts; undefined where it is not known, and for sigmoid, which has no
 * feature space.
 * @param {string | Kernel} kernel
 * @param {number} features of the samples; for strings, letters that they may have, where the
 *   kernel does not name its alphabet
 * @returns {bigint | number | undefined}
 */
export function featureDimension(kernel, features) {
  const d = checkWhole('features', features, 1);
  if (kernel === 'precomputed' || typeof kernel === 'function') {
    throw new MaxMarginError(
      'ERR_OPTION',
      'kernel',
      'the feature space of values or of a function is not known; name the kernel',
    );
  }
  return dimensionOf(checkKernel(typeof kernel === 'string' ? { kernel } : kernel, 'kernel'), d);
}

/**
 * What a kernel matrix takes: numbers, memory and work. All are exact up to 2^53.
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
