/**
 * Kernels in WGSL, each beside the bound of its error.
 *
 * Two rounding units occur. The processor rounds float64 to float32, to the nearest: the relative error is
 * u = 2^-24. WGSL says of +, - and * only that the result is one of the two neighbours: e = 2^-23. It may
 * fuse operations where that is no less accurate, and reassociate an expression: no bound here depends on
 * the order within one, and what is added up in parts are variables of their own. Of functions, its table
 * of accuracy says (an ULP is at most e): exp2(-y) (3 + 2y) ULP; log2 2^-21 between 1/2 and 2, else 3 ULP;
 * division 2.5 ULP; sqrt is 1 / inverseSqrt, 2 ULP and a division.
 * Results below 2^-126 may become 0: for that there are small constants.
 *
 * Samples are scaled in float64 so that a kernel is a function of one sum over d columns, its measure. The
 * shader adds up 16 columns at a time, and these sums: a term takes part in 16 + d/16 additions.
 */

/** @import { Tree } from '../graph/kernels.js' */

export const u = 2 ** -24;
export const e = 2 ** -23;

/** How many columns the shader adds up at a time. */
export const depth = 16;

/** @param {number} d */
const additions = (d) => depth + Math.ceil(d / depth);

/**
 * What is known of a sample when its values are bounded.
 * @typedef {object} Facts
 * @property {number} X the size of the sample, scaled: its norm, or the sum of its magnitudes
 * @property {number} Z the largest of the support vectors
 * @property {number} d how many columns there are
 */

/**
 * A sum over the columns of a and b (vec4f: one number of a sample beside those of four vectors), and the
 * bound of its error: |error of t| <= 2 rho sqrt(t) + rho^2 + flat + kappa t.
 * @typedef {object} Measure
 * @property {string} wgsl adds a column to `part`
 * @property {(x: Float32Array) => number} size
 * @property {(facts: Facts) => {rho: number, flat: number, kappa: number}} error
 */

/** @param {Float32Array} x */
const norm = (x) => Math.sqrt(x.reduce((sum, v) => sum + v * v, 0));
/** @param {Float32Array} x */
const magnitude = (x) => x.reduce((sum, v) => sum + Math.abs(v), 0);

/**
 * The processor computes squared distances as |x|^2 + |z|^2 - 2<x,z>, moved to the mean of the vectors if
 * that is more than sqrt(10) spreads from 0: both have at most X + sqrt(10) Z + Z, and the error is at most
 * (d + 8) 2^-53 times twice the square of that.
 * @param {Facts} facts
 */
const expanded = ({ X, Z, d }) => (d + 8) * 2 ** -52 * (X + 4.2 * Z) ** 2;

/** @type {Record<string, Measure>} */
const measures = {
  // Rounding x and z moves their difference by at most u (X + Z) = rho: |t~ - t| <= 2 rho sqrt(t) + rho^2. In
  // the shader the difference errs by e, twice in its square, which errs by e: (3 + additions) e.
  square: {
    wgsl: 'let by = a - b; part += by * by;',
    size: norm,
    error: (facts) => ({
      rho: u * (facts.X + facts.Z) + 2 ** -60,
      flat: expanded(facts),
      kappa: (3 + additions(facts.d)) * e,
    }),
  },
  // Rounding moves the sum of |x_j - z_j| by u (X + Z), of the sums of magnitudes.
  absolute: {
    wgsl: 'part += abs(a - b);',
    size: magnitude,
    error: ({ X, Z, d }) => ({
      rho: 0,
      flat: u * (X + Z) + d * 2 ** -100,
      kappa: (1 + additions(d)) * e,
    }),
  },
  // Of (x - z)^2 / (x + z), rounding moves the numerator by 2u |x - z| (x + z), the term by 2u |x - z|. By
  // Cauchy and Schwarz the sum of |x - z| is at most sqrt(t (X + Z)): 2 rho sqrt(t), with rho = u sqrt(X + Z);
  // and the denominator errs by u. In the shader: 2e and e of the square, e and 2.5 ULP of the quotient.
  chi2: {
    wgsl: 'let by = a - b; part += by * by / max(a + b, vec4f(1e-30));',
    size: (x) => (x.some((v) => v < 0) ? Infinity : magnitude(x)), // the processor refuses them
    error: ({ X, Z, d }) => ({
      rho: u * Math.sqrt(X + Z),
      flat: d * 2 ** -98,
      kappa: (7 + additions(d)) * e,
    }),
  },
  // The terms |x_j z_j| sum to at most X Z; each errs by 2u of its factors, e of the product, and the additions.
  dot: {
    wgsl: 'part += a * b;',
    size: norm,
    error: ({ X, Z, d }) => ({
      rho: 0,
      flat: (2 * u + (1 + additions(d)) * e) * X * Z + d * 2 ** -124 * (X + Z + 1),
      kappa: 0,
    }),
  },
};

/**
 * What is known of the magnitudes c = max |coefficient| of some vectors: C is their sum, M that of c |k|.
 * @typedef {{C: number, M: number}} Sums
 */

/**
 * @typedef {object} Form
 * @property {Measure} measure
 * @property {number} scale what samples are multiplied with
 * @property {boolean} centred whether they may be moved
 * @property {string} wgsl the body of a function of `t`, the measure of a sample and four vectors
 * @property {(facts: Facts) => ((sums: Sums) => number) | undefined} bound of the error of a sum of c k;
 *   nothing where float32 cannot hold the sample
 */

/**
 * Bounds of a kernel 2^-y: its relative error is at most A sqrt(y) + B + K y. The sums of c k sqrt(y) and of
 * c k y are not computed. Of the second, M1, the concavity of -k log2 k says that it is at most
 * M log2(C / M); by Cauchy and Schwarz the first is at most sqrt(M M1). While the relative error is below
 * 2^-6 for each y up to 126, where the shader stops, terms of second order are below one hundredth of it; M
 * is that of the shader, so that the logarithm errs by at most 2^-5.
 * @param {{A?: number, B: number, K: number}} error
 */
const decaying = ({ A = 0, B, K }) =>
  A * Math.sqrt(126) + B + 126 * K < 2 ** -6
    ? (/** @type {Sums} */ { C, M }) => {
        const most = M > 0 ? M * (Math.max(0, Math.log2(C / M)) + 2 ** -5) : 0;
        return A * Math.sqrt(M * most) + B * M + K * most;
      }
    : undefined;

/**
 * exp(-gamma t) as 2^-t, of scaled samples. 2^-t errs by ln 2 times the error of t, and (3 + 2t) e.
 * @param {Measure} measure
 * @param {number} scale
 * @returns {Form}
 */
const exponential = (measure, scale) => ({
  measure,
  scale,
  centred: measure !== measures.chi2,
  wgsl: 'return exp2(-min(t, vec4f(126)));',
  bound(facts) {
    const { rho, flat, kappa } = measure.error(facts);
    return decaying({ A: Math.LN2 * 2 * rho, B: Math.LN2 * (rho * rho + flat) + 3 * e, K: Math.LN2 * kappa + 2 * e }); // prettier-ignore
  },
});

/** A number as WGSL reads it, rounded to float32. @param {number} value */
const literal = (value) => `f32(${Math.fround(value).toExponential(9)})`;

/** The kernels, by their names. @type {Record<string, (tree: Tree) => Form | undefined>} */
export const forms = {
  rbf: ({ gamma }) => exponential(measures.square, Math.sqrt(gamma * Math.LOG2E)),
  laplacian: ({ gamma }) => exponential(measures.absolute, gamma * Math.LOG2E),
  chi2: ({ gamma }) => exponential(measures.chi2, gamma * Math.LOG2E),

  // (1 + t)^-alpha = 2^-y, y = alpha log2(1 + t). 1 + t errs by e and, as sqrt(t) / (1 + t) <= 1/2, by
  // rho + rho^2 + flat + kappa, all relative; log2 by 2^-21 or 3e; alpha by u, the product by e; exp2 by (3 + 2y) e.
  rationalQuadratic: ({ gamma, alpha }) => ({
    measure: measures.square,
    scale: Math.sqrt(gamma / alpha),
    centred: true,
    wgsl: `return exp2(-min(${literal(alpha)} * log2(1 + t), vec4f(126)));`,
    bound(facts) {
      const { rho, flat, kappa } = measures.square.error(facts);
      const base = rho + rho * rho + flat + kappa + e;
      return decaying({ B: alpha * (base + Math.LN2 * 2 ** -21) + 3 * e, K: 7 * e });
    },
  }),

  // With s = sqrt(t): exp(-s) for nu = 1/2, times 1 + s for 3/2, times 1 + s + s^2/3 for 5/2. |dk/ds| <= k, so
  // that k errs by the error of s: rho, the root of what is flat, kappa s/2, and 4.5 ULP of sqrt; log2(e) s by
  // u + e of it, exp2 by (3 + 2 log2(e) s) e, the polynomial and the product by 6e: in all B + K s. And
  // s <= -2 ln k + 1: the maximum of s - 2 (s - ln(1 + s + s^2/3)) is 0.944, where s^2 = s + 3. The shader stops
  // where t is 7600, and k below 2^-114.
  matern: ({ gamma, nu }) =>
    [0.5, 1.5, 2.5].includes(nu)
      ? {
          measure: measures.square,
          scale: 2 * Math.sqrt(nu * gamma),
          centred: true,
          wgsl: `let s = sqrt(clamp(t, vec4f(1e-36), vec4f(7600)));
            return exp2(${literal(-Math.LOG2E)} * s) * (1${['', ' + s', ' + s + s * s / 3'][nu - 0.5]});`, // prettier-ignore
          bound(facts) {
            const { rho, flat, kappa } = measures.square.error(facts);
            const [B, K] = [rho + Math.sqrt(flat) + 9 * e + 2 ** -59, kappa / 2 + 9.4 * e];
            return decaying({ B: B + K, K: 2 * Math.LN2 * K });
          },
        }
      : undefined,

  // s = <x,z> + coef0 errs by delta, s^n by n delta (|s| + delta)^(n-1) and (n - 1) e of itself. The mean of |s|^(n-1)
  // with weights c is at most (M / C)^((n-1)/n), and by Minkowski that of (|s| + delta)^(n-1) at most
  // ((M / C)^(1/n) + delta)^(n-1).
  poly: ({ gamma, degree, coef0 }) =>
    Number.isInteger(degree) && degree >= 1 && degree <= 16 && gamma > 0
      ? {
          measure: measures.dot,
          scale: Math.sqrt(gamma),
          centred: false,
          wgsl: `let s = t + ${literal(coef0)}; return s${' * s'.repeat(degree - 1)};`,
          bound(facts) {
            const { X, Z } = facts;
            const delta = constant(facts, coef0);
            if (!((X * Z + Math.abs(coef0)) ** degree < 2 ** 80)) return undefined;
            return ({ C, M }) =>
              C > 0
                ? degree * delta * C * ((M / C) ** (1 / degree) + delta) ** (degree - 1) + (degree - 1) * e * M // prettier-ignore
                : 0;
          },
        }
      : undefined,

  // tanh(s) = (1 - E) / (1 + E), E = 2^-y, y = 2 log2(e) |s|, whose slope is at most 1. E errs relatively by
  // (3 + 2y) e + ln 2 (u + e) y, and E y <= 0.54: 4.8e; twice that in the quotient, whose parts and division
  // add 4.5e. Beyond 20 it is 1 but for 2^-56.
  sigmoid: ({ gamma, coef0 }) =>
    gamma > 0
      ? {
          measure: measures.dot,
          scale: Math.sqrt(gamma),
          centred: false,
          wgsl: `let s = t + ${literal(coef0)};
            let E = exp2(${literal(-2 * Math.LOG2E)} * min(abs(s), vec4f(20)));
            return sign(s) * (1 - E) / (1 + E);`,
          bound(facts) {
            const delta = constant(facts, coef0) + 16 * e;
            return ({ C }) => delta * C;
          },
        }
      : undefined,

  // The vectors are the weights of linear functions: reading.js adds up what they are sums of.
  linear: () => ({
    measure: measures.dot,
    scale: 1,
    centred: false,
    wgsl: 'return t;',
    bound(facts) {
      const { flat } = measures.dot.error(facts);
      return ({ C }) => flat * C;
    },
  }),
};

/**
 * The error of <x,z> + coef0.
 * @param {Facts} facts
 * @param {number} coef0
 */
const constant = (facts, coef0) =>
  measures.dot.error(facts).flat + e * facts.X * facts.Z + (u + e) * Math.abs(coef0);

/** The largest size that a sample may have: squares stay far from the end of float32. */
export const largest = 2 ** 60;

/**
 * Moves and scales a sample, and returns its size.
 * @param {Float32Array} out
 * @param {ArrayLike<number>} numbers
 * @param {number} from
 * @param {Float64Array} origin
 * @param {Form} form
 */
export function pack(out, numbers, from, origin, { scale, measure }) {
  for (let j = 0; j < out.length; j++) out[j] = (numbers[from + j] - origin[j]) * scale;
  return measure.size(out);
}
