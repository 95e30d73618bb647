/**
 * Kernels of the inner product as power series in t = <x,z>, to a fixed order. A composition of
 * kernels is the same composition of their series.
 */

/** @import { Kernel } from '../types.js' */

/** The highest power. */
const order = 16;

/** @typedef {number[]} Series coefficients from order 0 on */

/** @param {(n: number) => number} coefficient */
const series = (coefficient) => Array.from({ length: order + 1 }, (_, n) => coefficient(n));

/**
 * @param {Series} a
 * @param {Series} b
 */
const plus = (a, b) => a.map((value, n) => value + b[n]);

/**
 * @param {Series} a
 * @param {Series} b
 */
const times = (a, b) =>
  series((n) => {
    let sum = 0;
    for (let i = 0; i <= n; i++) sum += a[i] * b[n - i];
    return sum;
  });

/**
 * c_0 + c_1 a + c_2 a^2 + ...
 * @param {readonly number[]} coefficients
 * @param {Series} a
 */
const polynomial = (coefficients, a) =>
  coefficients.reduceRight(
    (sum, c) =>
      plus(
        times(sum, a),
        series((n) => (n === 0 ? c : 0)),
      ),
    series(() => 0),
  );

/**
 * exp(a), by n e_n = sum of i a_i e_(n-i).
 * @param {Series} a
 */
function exponential(a) {
  const e = [Math.exp(a[0])];
  for (let n = 1; n <= order; n++) {
    let sum = 0;
    for (let i = 1; i <= n; i++) sum += i * a[i] * e[n - i];
    e.push(sum / n);
  }
  return e;
}

/**
 * tanh(gamma t + theta), by y' = gamma (1 - y^2).
 * @param {number} gamma
 * @param {number} theta
 */
function hyperbolicTangent(gamma, theta) {
  const y = [Math.tanh(theta)];
  for (let n = 0; n < order; n++) {
    let square = 0;
    for (let i = 0; i <= n; i++) square += y[i] * y[n - i];
    y.push((gamma * ((n === 0 ? 1 : 0) - square)) / (n + 1));
  }
  return y;
}

/** @type {Record<string, (kernel: any, parts: Series[]) => Series>} */
const rules = {
  linear: () => series((n) => (n === 1 ? 1 : 0)),
  poly: ({ gamma, degree = 3, coef0 = 0 }) =>
    polynomial(
      Array.from({ length: degree + 1 }, (_, i) => (i === degree ? 1 : 0)),
      series((n) => [coef0, gamma][n] ?? 0),
    ),
  sigmoid: ({ gamma, coef0 = 0 }) => hyperbolicTangent(gamma, coef0),
  exponential: ({ gamma }) => exponential(series((n) => (n === 1 ? gamma : 0))),
  allDegrees: ({ gamma, degree = 3 }) => series((n) => (n <= degree ? gamma ** n : 0)),
  sum: (_, parts) => parts.reduce(plus),
  product: (_, parts) => parts.reduce(times),
  scale: ({ factor }, [part]) => part.map((a) => factor * a),
  polynomial: ({ coefficients }, [part]) => polynomial(coefficients, part),
  exp: (_, [part]) => exponential(part),
};

/**
 * The series of a kernel with numbers for all parameters; undefined if the kernel is not a
 * function of the inner product.
 * @param {Kernel} kernel
 * @returns {Series | undefined}
 */
export function seriesOf(kernel) {
  if (!Object.hasOwn(rules, kernel.kernel)) return undefined;
  const parts = (kernel.parts ?? []).map(seriesOf);
  return parts.includes(undefined)
    ? undefined
    : rules[kernel.kernel](kernel, /** @type {Series[]} */ (parts));
}

/**
 * The first order whose coefficient is negative beyond rounding.
 * @param {Series} coefficients
 */
export function firstNegative(coefficients) {
  const scale = coefficients.reduce((most, a) => Math.max(most, Math.abs(a)), 0);
  const at = coefficients.findIndex((a) => a < -1e-12 * scale);
  return at < 0 ? undefined : at;
}
