/** Euler's gamma function and its incomplete one, for the normalisers of densities. */

/** Lanczos' coefficients for g = 7, after Godfrey; relative errors below 1e-14. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/**
 * Gamma(a), the integral of t^(a-1) exp(-t) over t > 0.
 * @param {number} a > 0
 * @returns {number}
 */
export function gamma(a) {
  if (a < 0.5) return Math.PI / (Math.sin(Math.PI * a) * gamma(1 - a));
  const at = a + 6.5;
  const sum = LANCZOS.reduce((s, c, k) => (k === 0 ? c : s + c / (a - 1 + k)), 0);
  return Math.sqrt(2 * Math.PI) * at ** (a - 0.5) * Math.exp(-at) * sum;
}

/**
 * The part of that integral up to x, by a series of positive terms:
 * x^a exp(-x) (1/a + x/(a (a+1)) + x^2/(a (a+1) (a+2)) + ...).
 * @param {number} a > 0
 * @param {number} x >= 0
 * @returns {number}
 */
export function lowerGamma(a, x) {
  if (x > 700) return gamma(a); // beyond, exp(-x) is 0
  let term = 1 / a;
  let sum = term;
  for (let k = 1; term > 1e-17 * sum; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return x ** a * Math.exp(-x) * sum;
}
