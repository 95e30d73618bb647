/** @import { DenseSamples } from './samples.js' */

/**
 * The numbers from -10 to 10, 1 where |x| > 2 and -1 elsewhere (Shalev-Shwartz and
 * Ben-David 2014, section 16.1). No threshold separates them; in (x, x^2) a line does,
 * the best one 0.4 x^2 - 2.6 with the support vectors -3, -2, 2 and 3 and the margin 2.5.
 * @returns {{X: DenseSamples, y: Int32Array}}
 */
export function makeTwentyOnePoints() {
  const data = Float64Array.from({ length: 21 }, (_, i) => i - 10);
  return { X: { data, rows: 21, cols: 1 }, y: Int32Array.from(data, (x) => (x ** 2 > 4 ? 1 : -1)) };
}
