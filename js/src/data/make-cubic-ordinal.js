import { MaxMarginError } from '../basics/errors.js';
import { dot } from './gaussian.js';
import { Random } from './random.js';
import { makeSamples, rowOf } from './samples.js';
import { checkOptions, notNegative, seed, vector, whole } from './settings.js';

/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/**
 * @typedef {object} CubicOrdinalOptions
 * @property {number} [samples] Default: 100.
 * @property {number} [features] Default: 5.
 * @property {number[]} [weights] of the direction of the ranks, for more samples of the same kind.
 *   Default: drawn.
 * @property {number} [noise] standard deviation. Default: 0.5. The document says N(0, 0.25), taken
 *   for the variance here; for the standard deviation pass 0.25.
 * @property {number} [seed] Default: 0.
 */

/** @type {Record<string, Check>} */
const checks = {
  samples: whole(1),
  features: whole(1),
  weights: vector,
  noise: notNegative,
  seed,
};

/**
 * Responses whose order counts and not their size (Pelckmans, Suykens and De Moor
 * 2006, section 5): x is standard normal, z = (w'x)^3 + noise, and y is in the order of
 * z with intervals of the chi-squared distribution with 5 degrees of freedom.
 * @param {CubicOrdinalOptions} [options]
 * @returns {{X: DenseSamples, y: Float64Array, latent: Float64Array, weights: number[]}} latent is z
 */
export function makeCubicOrdinal(options) {
  const checked = checkOptions('makeCubicOrdinal', options, checks);
  const { samples = 100, noise = 0.5 } = checked;
  const features = checked.features ?? checked.weights?.length ?? 5;
  const random = new Random(checked.seed);
  /** @type {number[]} */
  const weights = checked.weights ?? Array.from({ length: features }, () => random.normal());
  if (weights.length !== features) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'weights',
      `weights has ${weights.length} numbers, but there are ${features} features; give one for each`,
      { expected: features, got: weights.length },
    );
  }
  const X = makeSamples(samples, features);
  for (let i = 0; i < X.data.length; i++) X.data[i] = random.normal();
  const latent = Float64Array.from(
    { length: samples },
    (_, i) => dot(weights, rowOf(X, i)) ** 3 + noise * random.normal(),
  );
  const order = Array.from(latent.keys()).sort((i, j) => latent[i] - latent[j]);
  const y = new Float64Array(samples);
  let value = 0;
  for (const i of order) {
    for (let k = 0; k < 5; k++) value += random.normal() ** 2;
    y[i] = value;
  }
  return { X, y, latent, weights };
}
