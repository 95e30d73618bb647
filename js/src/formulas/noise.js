/** How wide a tube should be, and which nu leads there, for noise of a known kind. */
import { positive } from './conversions.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { gamma, lowerGamma } from './gamma-function.js';

/** Powers of the noises that have names. */
const named = { laplacian: 1, gaussian: 2 };

/**
 * The nu of NuSVR and the epsilon of SVR that are best for many samples, when the
 * noise has a density in proportion to exp(-|t|^power): 'gaussian' is power 2 and
 * 'laplacian' power 1. epsilon is in proportion to the noise's standard deviation; nu
 * does not depend on it.
 *
 * Smola and Schoelkopf (A tutorial on support vector regression, Remark 10, Fig. 5):
 * for the density p of variance 1, epsilon is where (1 - its mass within epsilon) over
 * (2 p(epsilon))^2 is least, and nu the mass beyond. With a = 1/power,
 * s^2 = Gamma(a)/Gamma(3a) and x = (epsilon/s)^power the derivative vanishes where
 *
 *     2 x^(1-a) exp(x) Gamma(a, x) = 1
 *
 * whose left side grows from 0 to 2 for power > 1. Up to power 1 there is no such x,
 * and epsilon is 0.
 * @param {'gaussian' | 'laplacian' | { power: number }} noise
 * @param {{ sigma?: number }} [scale] the noise's standard deviation, 1 unless given
 * @returns {{ nu: number, epsilon: number }}
 */
export function optimalTube(noise, { sigma = 1 } = {}) {
  positive(sigma, 'sigma');
  const power = powerOf(noise);
  if (power <= 1) return { nu: 1, epsilon: 0 };
  const a = 1 / power;
  const whole = gamma(a);
  /** @param {number} x Gamma(a, x): at most 0.62 where it is asked, so nothing cancels */
  const upper = (x) => whole - lowerGamma(a, x);
  // In the logarithm of x, which for powers just above 1 is tiny.
  let [low, high] = [-745, 0];
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    const x = Math.exp(middle);
    if (2 * x ** (1 - a) * Math.exp(x) * upper(x) < 1) low = middle;
    else high = middle;
  }
  const x = Math.exp((low + high) / 2);
  const scale = Math.sqrt(whole / gamma(3 * a));
  return { nu: upper(x) / whole, epsilon: sigma * scale * x ** a };
}

/** @param {unknown} noise */
function powerOf(noise) {
  if (typeof noise === 'string' && Object.hasOwn(named, noise)) {
    return named[/** @type {keyof typeof named} */ (noise)];
  }
  if (typeof noise === 'object' && noise !== null && 'power' in noise) {
    return positive(noise.power, 'power');
  }
  throw new MaxMarginError(
    'ERR_OPTION',
    'noise',
    `noise must be 'gaussian', 'laplacian' or { power }, got ${show(noise)}`,
  );
}
