/** The density that belongs to a loss, with the width of largest likelihood for the residuals. */

import { lossFunction } from 'maxmargin';

/**
 * A loss does not fix the unit of errors: in a unit s it belongs to the density
 * p(r / s) / s. A golden section search in log s finds the s of largest likelihood.
 *
 * @param {{ loss: string, epsilon?: number, sigma?: number, power?: number }} options
 * @param {Float64Array} residuals
 * @returns {{ scale: number, density: (residual: number) => number }}
 */
export function likeliestDensity({ loss, epsilon = 0, sigma = 1, power = 1.5 }, residuals) {
  const at = (s) => lossFunction({ loss, epsilon: epsilon / s, sigma: sigma / s, power });
  const score = (u) => {
    const s = Math.exp(u);
    return at(s).logLikelihood(residuals.map((r) => r / s)) - residuals.length * u;
  };
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(1e-4), Math.log(10)];
  while (high - low > 1e-4) {
    const [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
    if (score(a) > score(b)) high = b;
    else low = a;
  }
  const scale = Math.exp((low + high) / 2);
  const { density } = at(scale);
  return { scale, density: (residual) => density(residual / scale) / scale };
}

/** Bars of equal width whose area is 1. */
export function histogram(residuals, reach, bars) {
  const width = (2 * reach) / bars;
  const heights = new Float64Array(bars);
  for (const r of residuals) {
    const at = Math.floor((r + reach) / width);
    if (at >= 0 && at < bars) heights[at] += 1 / (residuals.length * width);
  }
  return Array.from(heights, (height, i) => ({ from: i * width - reach, to: (i + 1) * width - reach, height }));
}
