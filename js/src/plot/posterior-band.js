/** The mean of a Gaussian process along one feature, with a band of standard deviations. */
import { readTensor } from '../input/tables.js';
import { MaxMarginError } from '../basics/errors.js';
import { checkSignal, readSettings, wrongSetting } from '../basics/settings.js';
import { checkValues } from '../input/values.js';
import { kindOf, learnerOf, unlessAborted } from './models.js';
import { checkResolution, domainOf, joined, sliceOf } from './slice.js';

/** @import { Entries, Samples } from '../types.js' */
/** @import { BandSettings, PosteriorBand } from './types.js' */

/**
 * @param {any} model a Gaussian process or a pipeline that ends in one, fitted
 * @param {Samples} X samples
 * @param {Entries<number>} y their values
 * @param {BandSettings} [settings]
 * @returns {Promise<PosteriorBand>}
 */
export async function posteriorBand(model, X, y, settings) {
  kindOf(model);
  const learner = learnerOf(model);
  if (typeof learner.sampleY !== 'function') {
    throw new MaxMarginError(
      'ERR_TYPE',
      'model',
      'posteriorBand draws machines that predict a standard deviation, such as GaussianProcessRegressor; draw the regressionTube of another regressor',
    );
  }
  const known = ['feature', 'hold', 'width', 'noise', 'samples', 'seed', 'resolution', 'domain'];
  const given = /** @type {BandSettings} */ (
    readSettings('posteriorBand', settings, [...known, 'signal'])
  );
  const { feature, hold, width = 2, noise = false, samples: count = 0, seed = 0 } = given;
  const signal = checkSignal(given.signal);
  signal?.throwIfAborted();
  if (!(typeof width === 'number' && width >= 0 && width < Infinity)) {
    throw wrongSetting('width', 'a number of standard deviations, at least 0', width);
  }
  if (typeof noise !== 'boolean') throw wrongSetting('noise', 'true or false', noise);
  if (!(Number.isInteger(count) && count >= 0)) {
    throw wrongSetting('samples', 'a whole number of functions, at least 0', count);
  }
  if (count > 0 && learner !== model) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'samples',
      'a pipeline draws no functions; leave samples out, or pass its last step with the samples as the steps before make them',
    );
  }
  const resolution = checkResolution(given.resolution ?? 256);
  const rows = await readTensor(X);
  const features = feature === undefined ? undefined : [feature];
  const wanted = { features, hold, count: 1, argument: 'feature', signal };
  const slice = await sliceOf(model, rows, wanted);
  const [xs] = slice.coordinates;
  const values = checkValues(await readTensor(y), 'y', xs.length);
  const [low, high] = domainOf(given.domain, xs, 'domain');
  const at = (/** @type {number} */ i) => low + ((high - low) * i) / (resolution - 1);
  /** @type {any[]} */
  const parts = [];
  await slice.ask(resolution, at, async (points) => {
    parts.push(await model.predict(points, { returnStd: true }));
    return [];
  });
  const mean = joined(parts.map((part) => part.mean));
  const std = joined(parts.map((part) => part.std));
  const observed = noise ? learner.noise : 0;
  return {
    feature: slice.features[0],
    name: slice.names[0],
    width,
    noise,
    curve: Array.from(mean, (value, i) => {
      const deviation = Math.sqrt(std[i] ** 2 + observed);
      const [lower, upper] = [value - width * deviation, value + width * deviation];
      return { x: at(i), mean: value, std: std[i], lower, upper };
    }),
    samples: await functions(learner, slice, resolution, at, count, seed, signal),
    points: Array.from(xs, (x, row) => ({ row, x, y: values[row] })),
  };
}

/**
 * Functions drawn from the process: a place on a curve each.
 * @param {any} model
 * @param {import('./slice.js').Slice} slice
 * @param {number} resolution
 * @param {(i: number) => number} at
 * @param {number} count
 * @param {number} seed
 * @param {AbortSignal} [signal]
 */
async function functions(model, slice, resolution, at, count, seed, signal) {
  if (count === 0) return [];
  const [points] = await slice.ask(resolution, at, (samples) => [samples]);
  const drawn = await unlessAborted(signal, () =>
    model.sampleY(points[0], { samples: count, seed }),
  );
  return Array.from(drawn, (y, place) => {
    const i = Math.floor(place / count);
    return { sample: place % count, x: at(i), y };
  });
}
