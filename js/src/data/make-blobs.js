import { MaxMarginError } from '../basics/errors.js';
import { Random } from './random.js';
import { makeSamples, rowOf, shuffleRows } from './samples.js';
import { checkOptions, flag, interval, notNegative, seed, vectors, whole } from './settings.js';

/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/**
 * @typedef {object} BlobsOptions
 * @property {number} [samples] Default: 100.
 * @property {number} [features] if the centres are drawn. Default: 2.
 * @property {number | number[][]} [centers] how many, or where. Default: 3.
 * @property {number | number[]} [clusterStd] standard deviation in every direction, of all or of each. Default: 1.
 * @property {[number, number]} [centerBox] where centres are drawn from. Default: [-10, 10].
 * @property {boolean} [shuffle] Default: true; otherwise in the order of the classes.
 * @property {number} [seed] Default: 0.
 */

/** @type {Record<string, Check>} */
const checks = {
  samples: whole(1),
  features: whole(1),
  centers: [
    'a whole number of 1 or more, or an array of points',
    (value) => whole(1)[1](value) || vectors[1](value),
  ],
  clusterStd: [
    'a finite number of 0 or more, or one for each centre',
    (value) => notNegative[1](value) || (Array.isArray(value) && value.every(notNegative[1])),
  ],
  centerBox: interval,
  shuffle: flag,
  seed,
};

/**
 * Clouds of points, normal around centres, as scikit-learn's make_blobs makes them.
 * @param {BlobsOptions} [options]
 * @returns {{X: DenseSamples, y: Int32Array, centers: number[][]}} classes from 0
 */
export function makeBlobs(options) {
  const {
    samples = 100,
    features = 2,
    centers: given = 3,
    clusterStd = 1,
    centerBox: [low, high] = [-10, 10],
    shuffle = true,
    seed,
  } = checkOptions('makeBlobs', options, checks);
  const random = new Random(seed);
  const draw = () => low + (high - low) * random.uniform();
  /** @type {number[][]} */
  const centers = Array.isArray(given)
    ? given
    : Array.from({ length: given }, () => Array.from({ length: features }, draw));
  const std = Array.isArray(clusterStd) ? clusterStd : centers.map(() => clusterStd);
  if (std.length !== centers.length) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'clusterStd',
      `clusterStd has ${std.length} numbers, but there are ${centers.length} centres; give one for each`,
      { expected: centers.length, got: std.length },
    );
  }
  const X = makeSamples(samples, centers[0].length);
  const y = Int32Array.from({ length: samples }, (_, i) =>
    Math.floor((i * centers.length) / samples),
  );
  y.forEach((c, i) => rowOf(X, i).set(centers[c].map((m) => m + std[c] * random.normal())));
  return { ...(shuffle ? shuffleRows(X, y, random) : { X, y }), centers };
}
