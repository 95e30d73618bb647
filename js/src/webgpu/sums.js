/** From sums of the shader to values, and how far these can be from those of the processor. */
import { e, largest, u } from './kernels.js';

/** @import { Sums } from './kernels.js' */
/** @import { Plan } from './reading.js' */

/**
 * The bound of the difference between a sum of the shader and that of the processor.
 *
 * The sum: a coefficient errs by u, its product by e, and a term takes part in 16 + m/1024 + 6 additions.
 * Kernel values below 2^-126, products below it, and what is cut off behind the last value of a kernel
 * make up for 2^-112 a vector, of coefficients that are at most 1. In float64 the processor errs by at most
 * 2^-50 (m + d + 100) of the same magnitude. The factor covers terms of second order, the error of M, and
 * the rounding of this.
 * @param {(sums: Sums) => number} kernel
 * @param {Sums} sums
 * @param {number} m vectors
 * @param {number} d columns
 */
const boundOfSum = (kernel, sums, m, d) =>
  1.1 * (kernel(sums) + ((24 + Math.ceil(m / 1024)) * e + u + 2 ** -50 * (m + d + 100)) * sums.M) +
  m * 2 ** -112;

/**
 * The values of a row, and the bounds of their errors.
 * @param {Plan} plan
 * @param {ArrayLike<number>} sums of all ranges and triples, four numbers each; or the kernel values
 * @param {number} size of the sample
 * @param {Float64Array} values
 * @param {Float64Array} bounds infinite where float32 cannot hold the sample
 */
export function finish(plan, sums, size, values, bounds) {
  const { form, Z, d, C, unit, terms, intercept, ranges, triples, doubt, direct, waves } = plan;
  const kernel = size <= largest ? form.bound({ X: size, Z, d }) : undefined;
  bounds.fill(Infinity);
  if (!kernel) return;
  if (direct) {
    const error = 1.1 * kernel({ C: 1, M: 0 }) + doubt * size;
    // The slope of a cosine is at most 1.
    const scale = waves ? Math.sqrt(2 / values.length) : 1;
    for (let q = 0; q < values.length; q++) {
      values[q] = intercept[q] + sums[q];
      bounds[q] = scale * (error + 2 ** -50 * (1 + Math.abs(values[q])));
    }
    return;
  }
  terms.forEach((parts, q) => {
    let [value, error] = [0, (doubt * size) / unit];
    for (const { range, row } of parts) {
      const cell = range * triples + Math.floor(row / 3);
      const [from, to] = ranges[range];
      const [sum, M] = [sums[cell * 4 + (row % 3)], sums[cell * 4 + 3]];
      value += sum;
      // M bounds the sum; a cell where it does not was not written, or by a device that is broken.
      const isSound = M > 0 && Math.abs(sum) <= 1.01 * M;
      error += isSound ? boundOfSum(kernel, { C: C[cell], M }, to - from, d) : Infinity;
    }
    values[q] = intercept[q] + unit * value;
    bounds[q] = unit * error;
  });
}
