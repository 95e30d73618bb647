/**
 * What theorems say of the kernels of the catalogue, with all parameters, and of what
 * is made of them.
 */

/** @import { Kernel } from '../types.js' */
/** @import { Evidence } from './types.js' */

/** @typedef {'admissible' | 'not admissible' | 'unknown'} Verdict */

/**
 * @typedef {object} Finding
 * @property {Verdict} verdict
 * @property {string} theorem
 * @property {string} source
 * @property {string} [detail]
 */

const tutorial = 'Smola & Schölkopf';
const introduction = 'Cristianini & Shawe-Taylor';

/**
 * @param {string} theorem
 * @param {string} source
 * @returns {() => Finding}
 */
const always = (theorem, source) => () => ({ verdict: 'admissible', theorem, source });

/** Over combinations of kernels. */
const closed = {
  sum: `sums of kernels are kernels`,
  product: `products of kernels are kernels`,
  scale: `positive multiples of kernels are kernels`,
  polynomial: `polynomials of kernels with coefficients >= 0 are kernels`,
  exp: `exponentials of kernels are kernels`,
  gaussian: `the Gaussian of the distance in the feature space of a kernel is a kernel`,
  normalize: `f(x) f(z) k(x,z) is a kernel where k is one`,
  center: `the features of a kernel less their mean over points are features`,
  columns: `k(p(x), p(z)) is a kernel where k is one`,
};

/** Where the closure rules stand. */
const closures = {
  sum: `${introduction}, Proposition 3.12 (1); ${tutorial}, Corollary 3`,
  product: `${introduction}, Proposition 3.12 (3); ${tutorial}, Theorem 5`,
  scale: `${introduction}, Proposition 3.12 (2)`,
  polynomial: `${introduction}, Corollary 3.13 (1)`,
  exp: `${introduction}, Corollary 3.13 (2)`,
  gaussian: `${introduction}, Exercise 3.6.2`,
  normalize: `${introduction}, Proposition 3.12 (3, 4)`,
  center: `${introduction}, section 3.4`,
  columns: `${introduction}, Proposition 3.12 (5)`,
};

/** @type {Record<string, (kernel: any, features: number | undefined) => Finding>} */
const rules = {
  linear: always('an inner product is a kernel', `${introduction}, section 3.2`),
  weighted: always(
    "x'Bz is a kernel where B is positive semi-definite",
    `${introduction}, Proposition 3.12 (6)`,
  ),
  poly({ degree = 3, coef0 = 0 }) {
    if (coef0 >= 0 || degree === 0) {
      const theorem = 'polynomials of <x,z> with coefficients >= 0 are kernels';
      const source = `${introduction}, Corollary 3.13 (1); ${tutorial}, (28), (29)`;
      return { verdict: 'admissible', theorem, source };
    }
    return schoenberg(`a_${degree - 1} of (t + coef0)^degree is degree coef0 < 0`);
  },
  sigmoid({ coef0 = 0 }) {
    if (coef0 < 0) return schoenberg('a_0 is tanh(coef0) < 0');
    if (coef0 > 0) return schoenberg('a_2 is a negative multiple of tanh(coef0)');
    return schoenberg('a_3 is -gamma^3 / 3');
  },
  exponential: always(closed.exp, closures.exp),
  allDegrees: always(closed.polynomial, closures.polynomial),
  allSubsets: always(
    'sums and products of kernels are kernels',
    `${introduction}, Proposition 3.12`,
  ),
  anova: always('sums and products of kernels are kernels', `${introduction}, Proposition 3.12`),
  rbf: always(
    'exp(-|x-z|^2) is exp(-|x|^2) exp(-|z|^2) exp(2 <x,z>)',
    `${introduction}, Corollary 3.13 (3); ${tutorial}, (31)`,
  ),
  laplacian: always(
    'its Fourier transform, a product of Cauchy densities, is positive',
    `${tutorial}, Theorem 6`,
  ),
  matern: always(
    'its Fourier transform is a power of 1 + |w|^2, positive',
    `${tutorial}, Theorem 6; Rasmussen & Williams, (4.15)`,
  ),
  rationalQuadratic: always(
    'it is a mixture of Gaussians',
    `${tutorial}, Corollary 3; Rasmussen & Williams, (4.19)`,
  ),
  minkowski({ p = 2, power = 1 }, features) {
    if (power > 2) {
      const theorem = 'on a line exp(-|t|^power) is a kernel for power <= 2 alone';
      return { verdict: 'not admissible', theorem, source: 'Schoenberg 1938' };
    }
    if (power <= p && (p <= 2 || features === 1)) {
      const theorem = 'a power up to p of the distance of p <= 2 is negative definite';
      return { verdict: 'admissible', theorem, source: 'Schoenberg 1938' };
    }
    if (features === 1) {
      const theorem = 'on a line exp(-|t|^power) is a kernel for power <= 2';
      return { verdict: 'admissible', theorem, source: 'Schoenberg 1938' };
    }
    if (p > 2 && features !== 2) {
      const theorem =
        'no power of a norm with p > 2 is negative definite in three or more dimensions';
      return { verdict: 'not admissible', theorem, source: 'Dor 1976; Koldobsky 1991' };
    }
    return { verdict: 'unknown', theorem: 'no theorem here decides these p and power', source: '' };
  },
  chi2: always(
    'the chi-squared distance of numbers >= 0 is negative definite',
    'Schoenberg; Hein & Bousquet 2005',
  ),
  intersection: always(
    'min(x, z) is the inner product of the indicators of [0, x] and [0, z]',
    `${introduction}, Definition 3.4`,
  ),
  spline: always(
    'its factors are inner products of functions',
    `${tutorial}, Corollary 4; Vapnik 1995, section 5.6`,
  ),
  bspline: ({ degree = 3 }) => ({
    verdict: 'admissible',
    theorem: `the Fourier transform of a B-spline of odd degree is an even power of a sinc, and products of kernels are kernels`,
    source: `${tutorial}, (32), Theorems 5 and 6`,
    detail: `degree ${degree}: the power ${degree + 1}`,
  }),
  dirichlet: always(
    'a cosine series with coefficients >= 0 is a kernel',
    `${introduction}, Example 3.9`,
  ),
  spectral: always(
    'the Fourier transform of weights >= 0 at frequencies is a kernel',
    `Bochner; ${tutorial}, section 7.3`,
  ),
  delta: always('distinct points are orthonormal', `${introduction}, Proposition 3.5`),
  rankOne: always('f(x) f(z) is a kernel', `${introduction}, Proposition 3.12 (4)`),
  fourier: always(
    'a cosine series with coefficients >= 0 is a kernel',
    `${introduction}, Example 3.9`,
  ),
  spectrum: always(
    'it is the inner product of how often each substring occurs',
    `${introduction}, section 3.4; Leslie, Eskin & Noble 2002`,
  ),
  boundedRange: always(
    'it is the inner product of how often each substring occurs',
    `${introduction}, section 3.4`,
  ),
  commonSubstring: always(
    'it is the inner product of which substrings occur',
    'Shalev-Shwartz & Ben-David, section 16.2.1',
  ),
  mismatch: always(
    'it is the inner product of how often each word occurs but for some letters',
    'Leslie, Eskin, Cohen, Weston & Noble 2004',
  ),
  weightedDegree: always(
    'it is a weighted inner product of which words stand at which places',
    'Sonnenburg, Rätsch & Rieck 2007',
  ),
  allSubsequences: always(
    'it is the inner product of in how many ways each subsequence occurs',
    `${introduction}, section 3.4`,
  ),
  gapWeighted: always(
    'it is the inner product of the decayed occurrences of each subsequence',
    `${introduction}, Example 3.15 (Watkins)`,
  ),
};

/**
 * @param {string} detail
 * @returns {Finding}
 */
function schoenberg(detail) {
  return {
    verdict: 'not admissible',
    theorem: 'a power series in <x,z> with a negative coefficient is no kernel around 0',
    source: `${tutorial}, Theorem 8 (Schoenberg)`,
    detail,
  };
}

/**
 * What is known of a kernel, its parts first.
 * @param {Kernel} kernel
 * @param {number | undefined} features of the samples, where they are known
 * @param {string} [place]
 * @returns {{verdict: Verdict, evidence: Evidence[]}}
 */
export function analyse(kernel, features, place = 'kernel') {
  const name = kernel.kernel;
  if (Object.hasOwn(closed, name)) return combine(kernel, features, place);
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (!rule) return { verdict: 'unknown', evidence: [] };
  const { verdict, theorem, source, detail } = rule(kernel, features);
  return {
    verdict,
    evidence: [evidence(place, name, verdict, theorem, source, detail)],
  };
}

/**
 * @param {Kernel} kernel
 * @param {number | undefined} features
 * @param {string} place
 * @returns {{verdict: Verdict, evidence: Evidence[]}}
 */
function combine(kernel, features, place) {
  const name = /** @type {keyof typeof closed} */ (kernel.kernel);
  const below = name === 'columns' ? /** @type {number[]} */ (kernel.columns).length : features;
  const parts = /** @type {Kernel[]} */ (kernel.parts);
  const found = parts.map((part, i) => analyse(part, below, `${place}.parts[${i}]`));
  const verdicts = found.map(({ verdict }) => verdict);
  // A multiple, and the kernel of some columns, are as good as the kernel itself.
  const whole = name === 'scale' || (name === 'columns' && verdicts[0] === 'not admissible');
  const verdict = verdicts.every((one) => one === 'admissible')
    ? 'admissible'
    : whole
      ? verdicts[0]
      : 'unknown';
  return {
    verdict,
    evidence: [
      ...found.flatMap((one) => one.evidence),
      evidence(place, name, verdict, closed[name], closures[name]),
    ],
  };
}

/**
 * @param {string} place
 * @param {string} name
 * @param {Verdict} verdict
 * @param {string} theorem
 * @param {string} source
 * @param {string} [detail]
 * @returns {Evidence}
 */
function evidence(place, name, verdict, theorem, source, detail) {
  const holds = verdict === 'unknown' ? undefined : verdict === 'admissible';
  return { test: `${place}, ${name}`, holds, theorem, source, detail };
}
