/** The predictions of a regressor along one feature, with its tube and the samples. */
import { readTensor } from '../input/tables.js';
import { MaxMarginError } from '../basics/errors.js';
import { checkSignal, readSettings } from '../basics/settings.js';
import { checkValues } from '../input/values.js';
import { epsilonOf, kindOf, supportRows, unlessAborted } from './models.js';
import { checkResolution, domainOf, joined, sliceOf } from './slice.js';

/** @import { Entries, Samples } from '../types.js' */
/** @import { RegressionTube, TubeSettings } from './types.js' */

/** How far from the edge of the tube a sample still lies on it, as in diagnostics. */
const tolerance = 1e-3;

/**
 * @param {any} model a regressor, fitted
 * @param {Samples} X samples; if they are those of the fit, support vectors are known
 * @param {Entries<number>} y their values
 * @param {TubeSettings} [settings]
 * @returns {Promise<RegressionTube>}
 */
export async function regressionTube(model, X, y, settings) {
  const kind = kindOf(model);
  if (kind !== 'regressor') {
    throw new MaxMarginError(
      'ERR_TYPE',
      'model',
      `a ${kind} has no tube; pass a regressor, or draw its decisionSurface`,
    );
  }
  const known = ['feature', 'hold', 'epsilon', 'resolution', 'domain', 'signal'];
  const given = /** @type {TubeSettings} */ (readSettings('regressionTube', settings, known));
  const { feature, hold, resolution = 256 } = given;
  const signal = checkSignal(given.signal);
  signal?.throwIfAborted();
  const count = checkResolution(resolution);
  const epsilon = epsilonOf(model, given.epsilon);
  const samples = await readTensor(X);
  const features = feature === undefined ? undefined : [feature];
  const wanted = { features, hold, count: 1, argument: 'feature', signal };
  const slice = await sliceOf(model, samples, wanted);
  const [xs] = slice.coordinates;
  const values = checkValues(await readTensor(y), 'y', xs.length);
  const [low, high] = domainOf(given.domain, xs, 'domain');
  const at = (/** @type {number} */ i) => low + ((high - low) * i) / (count - 1);
  const curve = joined(await slice.ask(count, at, (rows) => model.predict(rows)));
  const predicted = await unlessAborted(signal, () => model.predict(samples));
  const support = await supportRows(model, samples, xs.length);
  return {
    feature: slice.features[0],
    name: slice.names[0],
    epsilon,
    curve: Array.from(curve, (value, i) => ({
      x: at(i),
      predicted: value,
      ...band(value, epsilon),
    })),
    points: Array.from(xs, (x, row) => {
      const residual = values[row] - predicted[row];
      const outside = epsilon !== undefined && Math.abs(residual) > epsilon + tolerance;
      const place = { row, x, y: values[row], predicted: predicted[row] };
      return { ...place, residual, outside, support: support.has(row) };
    }),
  };
}

/**
 * @param {number} value
 * @param {number | undefined} epsilon
 */
function band(value, epsilon) {
  if (epsilon === undefined) return { lower: undefined, upper: undefined };
  return { lower: value - epsilon, upper: value + epsilon };
}
