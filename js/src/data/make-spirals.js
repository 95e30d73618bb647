import { Random } from './random.js';
import { addNoise, makeSamples, rowOf } from './samples.js';
import { checkOptions, notNegative, seed, whole } from './settings.js';

/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/**
 * @typedef {object} SpiralsOptions
 * @property {number} [samples] Default: 200.
 * @property {number} [arms] how many spirals, which are the classes. Default: 2.
 * @property {number} [turns] of each. Default: 1.5.
 * @property {number} [noise] standard deviation. Default: 0.
 * @property {number} [seed] Default: 0.
 */

/** @type {Record<string, Check>} */
const checks = { samples: whole(1), arms: whole(1), turns: notNegative, noise: notNegative, seed };

/**
 * Spirals of Archimedes that wind around one another, in the unit disc. Class c has
 * the points at radius r and angle 2 pi (turns r + c / arms), and r^2 is uniform, so
 * that points are about as dense outside as inside.
 * @param {SpiralsOptions} [options]
 * @returns {{X: DenseSamples, y: Int32Array}} classes from 0, one after another
 */
export function makeSpirals(options) {
  const {
    samples = 200,
    arms = 2,
    turns = 1.5,
    noise = 0,
    seed,
  } = checkOptions('makeSpirals', options, checks);
  const random = new Random(seed);
  const X = makeSamples(samples, 2);
  const y = Int32Array.from({ length: samples }, (_, i) => i % arms);
  y.forEach((c, i) => {
    const radius = Math.sqrt(random.uniform());
    const angle = 2 * Math.PI * (turns * radius + c / arms);
    rowOf(X, i).set([radius * Math.cos(angle), radius * Math.sin(angle)]);
  });
  addNoise(X, noise, random);
  return { X, y };
}
