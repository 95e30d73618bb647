// Written by go run ./core/internal/gen from core/engine/catalog. Do not edit.

import { choose, endless, plus, raised, times, uncounted, whole, words } from '../formulas/counting.js';

const introduction = 'Cristianini & Shawe-Taylor';
const tutorial = 'Smola & Schölkopf';

/** @type {(...given: any[]) => any} */
const proved = (text, source) => ({ verdict: 'yes', text: text, source: source });

/** @type {(...given: any[]) => any} */
const negativeCoefficient = (detail) => refuted('a power series in <x,z> with a negative coefficient is not positive definite around 0', tutorial + ', Theorem 8 (Schoenberg)', detail);

/** @type {(...given: any[]) => any} */
const refuted = (text, source, detail) => ({ verdict: 'no', text: text, source: source, detail: detail });

/** @type {(...given: any[]) => any} */
const undecided = (text) => ({ verdict: 'unknown', text: text });

/** @type {(...given: any[]) => any} */
const conditionalSum = (parts) => {
  for (const part of parts) {
    if (part !== 'yes' && part !== 'conditional') {
      return undecided('a part of the sum is not known to be positive definite');
    }
  }
  return conditionally('sums of conditionally positive definite kernels are so', 'Berg, Christensen & Ressel 1984, section 3.1');
};

/** @type {(...given: any[]) => any} */
const inherited = (parts, text, source) => {
  for (const part of parts) {
    if (part !== 'yes') {
      return { verdict: 'unknown', text: text, source: source };
    }
  }
  return { verdict: 'yes', text: text, source: source };
};

/** @type {(...given: any[]) => any} */
const kept = (part, text, source) => ({ verdict: part, text: text, source: source });

/** @type {(...given: any[]) => any} */
const strengthened = (part, text, source) => {
  if (part === 'yes' || part === 'conditional') {
    return { verdict: 'yes', text: text, source: source };
  }
  return { verdict: 'unknown', text: text, source: source };
};

/** @type {(...given: any[]) => any} */
const conditionally = (text, source) => ({ verdict: 'conditional', text: text, source: source });

/**
 * What is known of each kernel, translated from its methods Theorem and Features in Go: k
 * are its parameters, lists without rows within them; d is the number of columns, 0 where
 * any is meant, or of letters; parts is what holds of the kernels it is made of. ofParts:
 * whether the theorem asks for that.
 * @type {Record<string, {
 *   ofParts: boolean,
 *   theorem: (k: any, d: number, parts: string[]) => { verdict: string, text: string, source?: string, detail?: string },
 *   features: (k: any, d: number, parts: (bigint | number | undefined)[]) => bigint | number | undefined,
 * }>}
 */
export const theories = {
  rbf: {
    ofParts: false,
    theorem: () => proved('exp(-|x-z|^2) is exp(-|x|^2) exp(-|z|^2) exp(2 <x,z>)', introduction + ', Corollary 3.13 (3); ' + tutorial + ', (31)'),
    features: () => endless(),
  },
  linear: {
    ofParts: false,
    theorem: () => proved('an inner product is positive definite', introduction + ', section 3.2'),
    features: (_k, d) => whole(d),
  },
  poly: {
    ofParts: false,
    theorem: (k) => {
      if (k.coef0 >= 0 || k.degree === 0) {
        return proved('polynomials of <x,z> with coefficients >= 0 are positive definite', introduction + ', Corollary 3.13 (1); ' + tutorial + ', (28), (29)');
      }
      return negativeCoefficient('the coefficient of <x,z>^(degree-1) is a positive multiple of coef0 < 0');
    },
    features: (k, d) => {
      if (k.coef0 === 0) {
        return choose(whole(d + k.degree - 1), k.degree);
      }
      return choose(whole(d + k.degree), k.degree);
    },
  },
  sigmoid: {
    ofParts: false,
    theorem: (k) => {
      if (k.coef0 < 0) {
        return negativeCoefficient('a_0 is tanh(coef0) < 0');
      }
      if (k.coef0 > 0) {
        return negativeCoefficient('a_2 is a negative multiple of tanh(coef0)');
      }
      return negativeCoefficient('a_3 is -gamma^3 / 3');
    },
    features: () => uncounted(),
  },
  laplacian: {
    ofParts: false,
    theorem: () => proved('its Fourier transform, a product of Cauchy densities, is positive', tutorial + ', Theorem 6'),
    features: () => endless(),
  },
  matern: {
    ofParts: false,
    theorem: () => proved('its Fourier transform is a power of 1 + |w|^2, positive', tutorial + ', Theorem 6; Rasmussen & Williams, (4.15)'),
    features: () => endless(),
  },
  rationalQuadratic: {
    ofParts: false,
    theorem: () => proved('it is a mixture of Gaussians', tutorial + ', Corollary 3; Rasmussen & Williams, (4.19)'),
    features: () => endless(),
  },
  minkowski: {
    ofParts: false,
    theorem: (k, d) => {
      if (k.power > 2) {
        return refuted('on a line exp(-|t|^power) is positive definite for power <= 2 only', 'Schoenberg 1938', '');
      } else if (k.power <= k.p && (k.p <= 2 || d === 1)) {
        return proved('a power up to p of the distance of p <= 2 is negative definite', 'Schoenberg 1938');
      } else if (d === 1) {
        return proved('on a line exp(-|t|^power) is positive definite for power <= 2', 'Schoenberg 1938');
      } else if (k.p > 2 && d !== 2) {
        return refuted('no power of a norm with p > 2 is negative definite in three or more dimensions', 'Dor 1976; Koldobsky 1991', '');
      }
      return undecided('no theorem here decides these p and power');
    },
    features: () => endless(),
  },
  exponential: {
    ofParts: false,
    theorem: () => proved('exponentials of positive definite kernels are positive definite', introduction + ', Corollary 3.13 (2)'),
    features: () => endless(),
  },
  allDegrees: {
    ofParts: false,
    theorem: () => proved('polynomials of positive definite kernels with coefficients >= 0 are positive definite', introduction + ', Corollary 3.13 (1)'),
    features: (k, d) => choose(whole(d + k.degree), k.degree),
  },
  allSubsets: {
    ofParts: false,
    theorem: () => proved('sums and products of positive definite kernels are positive definite', introduction + ', Proposition 3.12'),
    features: (_k, d) => raised(whole(2), d),
  },
  anova: {
    ofParts: false,
    theorem: () => proved('sums and products of positive definite kernels are positive definite', introduction + ', Proposition 3.12'),
    features: (k, d) => {
      if (k.base === 'product') {
        return choose(whole(d), k.order);
      }
      return endless();
    },
  },
  chi2: {
    ofParts: false,
    theorem: () => proved('the chi-squared distance of numbers >= 0 is negative definite', 'Schoenberg; Hein & Bousquet 2005'),
    features: () => endless(),
  },
  intersection: {
    ofParts: false,
    theorem: () => proved('min(x, z) is the inner product of the indicators of [0, x] and [0, z]', introduction + ', Definition 3.4'),
    features: () => endless(),
  },
  spline: {
    ofParts: false,
    theorem: () => proved('its factors are inner products of functions', tutorial + ', Corollary 4; Vapnik 1995, section 5.6'),
    features: () => endless(),
  },
  bspline: {
    ofParts: false,
    theorem: () => proved('the Fourier transform of a B-spline of odd degree is an even power of a sinc, and products of positive definite kernels are positive definite', tutorial + ', (32), Theorems 5 and 6'),
    features: () => endless(),
  },
  dirichlet: {
    ofParts: false,
    theorem: () => proved('a cosine series with coefficients >= 0 is positive definite', introduction + ', Example 3.9'),
    features: (k, d) => raised(whole(2 * k.order + 1), d),
  },
  fourier: {
    ofParts: false,
    theorem: () => proved('a cosine series with coefficients >= 0 is positive definite', introduction + ', Example 3.9'),
    features: (k, d) => {
      let waves = 0;
      for (const [n, a] of k.coefficients.entries()) {
        if (a > 0 && n === 0) {
          waves += 1;
        }
        if (a > 0 && n > 0) {
          waves += 2;
        }
      }
      return raised(whole(waves), d);
    },
  },
  spectral: {
    ofParts: false,
    theorem: () => proved('the Fourier transform of weights >= 0 at frequencies is positive definite', 'Bochner; ' + tutorial + ', section 7.3'),
    features: (k, d) => {
      let waves = 0;
      for (const [i, power] of k.powers.entries()) {
        let moves = 0;
        for (const [j, w] of k.frequencies.entries()) {
          if (w !== 0 && j >= i * d && j < (i + 1) * d) {
            moves = 1;
          }
        }
        if (power > 0) {
          waves += 1 + moves;
        }
      }
      return whole(waves);
    },
  },
  delta: {
    ofParts: false,
    theorem: () => proved('distinct points are orthonormal', introduction + ', Proposition 3.5'),
    features: () => endless(),
  },
  weighted: {
    ofParts: false,
    theorem: () => proved("x'Bz is positive definite where B is positive semi-definite", introduction + ', Proposition 3.12 (6)'),
    features: (_k, d) => whole(d),
  },
  spectrum: {
    ofParts: false,
    theorem: () => proved('it is the inner product of how often each substring occurs', introduction + ', section 3.4; Leslie, Eskin & Noble 2002'),
    features: (k, letters) => words(k.alphabet, letters, k.length, k.weights),
  },
  boundedRange: {
    ofParts: false,
    theorem: () => proved('it is the inner product of how often each substring occurs', introduction + ', section 3.4'),
    features: (k, letters) => {
      let sum = whole(0);
      for (let i = 0; i < k.length; i++) {
        sum = plus(sum, words(k.alphabet, letters, i + 1, []));
      }
      return sum;
    },
  },
  commonSubstring: {
    ofParts: false,
    theorem: () => proved('it is the inner product of which substrings occur', 'Shalev-Shwartz & Ben-David, section 16.2.1'),
    features: () => endless(),
  },
  mismatch: {
    ofParts: false,
    theorem: () => proved('it is the inner product of how often each word occurs but for some letters', 'Leslie, Eskin, Cohen, Weston & Noble 2004'),
    features: (k, letters) => words(k.alphabet, letters, k.length, []),
  },
  weightedDegree: {
    ofParts: false,
    theorem: () => proved('it is a weighted inner product of which words stand at which places', 'Sonnenburg, Rätsch & Rieck 2007'),
    features: () => endless(),
  },
  allSubsequences: {
    ofParts: false,
    theorem: () => proved('it is the inner product of in how many ways each subsequence occurs', introduction + ', section 3.4'),
    features: () => endless(),
  },
  gapWeighted: {
    ofParts: false,
    theorem: () => proved('it is the inner product of the decayed occurrences of each subsequence', introduction + ', Example 3.15 (Watkins)'),
    features: (k, letters) => words(k.alphabet, letters, k.length, k.weights),
  },
  sum: {
    ofParts: true,
    theorem: (_k, _1, parts) => {
      for (const part of parts) {
        if (part === 'conditional') {
          return conditionalSum(parts);
        }
      }
      return inherited(parts, 'sums of positive definite kernels are positive definite', introduction + ', Proposition 3.12 (1); ' + tutorial + ', Corollary 3');
    },
    features: (_k, _1, parts) => {
      let sum = whole(0);
      for (const part of parts) {
        sum = plus(sum, part);
      }
      return sum;
    },
  },
  product: {
    ofParts: true,
    theorem: (_k, _1, parts) => inherited(parts, 'products of positive definite kernels are positive definite', introduction + ', Proposition 3.12 (3); ' + tutorial + ', Theorem 5'),
    features: (_k, _1, parts) => {
      let product = whole(1);
      for (const part of parts) {
        product = times(product, part);
      }
      return product;
    },
  },
  scale: {
    ofParts: true,
    theorem: (_k, _1, parts) => kept(parts[0], 'positive multiples of positive definite kernels are positive definite', introduction + ', Proposition 3.12 (2)'),
    features: (_k, _1, parts) => parts[0],
  },
  polynomial: {
    ofParts: true,
    theorem: (_k, _1, parts) => inherited(parts, 'polynomials of positive definite kernels with coefficients >= 0 are positive definite', introduction + ', Corollary 3.13 (1)'),
    features: (k, _1, parts) => {
      let sum = whole(0);
      for (const [i, c] of k.coefficients.entries()) {
        if (c > 0) {
          sum = plus(sum, choose(plus(parts[0], whole(i - 1)), i));
        }
      }
      return sum;
    },
  },
  exp: {
    ofParts: true,
    theorem: (_k, _1, parts) => strengthened(parts[0], 'exponentials of kernels that are positive definite, or conditionally so, are positive definite', introduction + ', Corollary 3.13 (2); Schoenberg 1938'),
    features: () => endless(),
  },
  gaussian: {
    ofParts: true,
    theorem: (_k, _1, parts) => strengthened(parts[0], 'the Gaussian of the distance in the feature space of a kernel is positive definite, also of one that is conditionally so', introduction + ', Exercise 3.6.2; Schoenberg 1938'),
    features: () => endless(),
  },
  normalize: {
    ofParts: true,
    theorem: (_k, _1, parts) => inherited(parts, 'f(x) f(z) k(x,z) is positive definite where k is', introduction + ', Proposition 3.12 (3, 4)'),
    features: (_k, _1, parts) => parts[0],
  },
  center: {
    ofParts: true,
    theorem: (_k, _1, parts) => strengthened(parts[0], 'the features of a kernel less their mean over points are features, also of one that is conditionally positive definite', introduction + ', section 3.4; Schölkopf 2000, Proposition 3'),
    features: (_k, _1, parts) => parts[0],
  },
  rankOne: {
    ofParts: false,
    theorem: () => proved('f(x) f(z) is positive definite', introduction + ', Proposition 3.12 (4)'),
    features: () => whole(1),
  },
  columns: {
    ofParts: true,
    theorem: (_k, _1, parts) => kept(parts[0], 'k(p(x), p(z)) is positive definite where k is', introduction + ', Proposition 3.12 (5)'),
    features: (_k, _1, parts) => parts[0],
  },
};
