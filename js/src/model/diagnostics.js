/** The diagnosis of a solution for each sample: settings and results. */
import { MaxMarginError } from '../basics/errors.js';
import { Estimator } from './estimator.js';
import { bytesOf } from '../input/inputs.js';
import { perRow } from '../generated/rows.js';
import { checkSignal, readSettings, wrongSetting } from '../basics/settings.js';
import { stateOf } from './registry.js';
import { checkValues, float64s } from '../input/values.js';

/** @import { Payload, Success } from '../runtime/host.js' */
/** @import { Fitted } from './fitted.js' */
/** @import { Diagnostics } from '../types.js' */

/** The default percentages of the percentiles. */
const quantiles = [0, 10, 25, 50, 75, 90, 100];

/** In Go's order: -1, 0, 1. */
const places = /** @type {const} */ (['outside', 'edge', 'inside']);

/**
 * Checks and packs what diagnostics() was given.
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} y ignored by a detector
 * @param {unknown} given
 * @returns {[model: Fitted, payload: Payload]}
 */
export function packDiagnostics(model, X, y, given) {
  const settings = readSettings('diagnostics', given, [
    ...['problem', 'tolerance', 'percentages', 'other', ...perRow, 'signal'],
  ]);
  const { problem = 0, tolerance = 1e-3, percentages = quantiles, other } = settings;
  checkSignal(settings.signal)?.throwIfAborted();
  if (!(Number.isInteger(problem) && Number(problem) >= 0)) {
    throw wrongSetting('problem', 'the number of a two-class problem, from 0', problem);
  }
  if (!(typeof tolerance === 'number' && tolerance >= 0 && tolerance < Infinity)) {
    throw wrongSetting('tolerance', 'a number >= 0', tolerance);
  }
  const count = /** @type {ArrayLike<unknown>} */ (percentages)?.length ?? 0;
  const asked = checkValues(percentages, 'percentages', count);
  if (!asked.every((share) => share >= 0 && share <= 100)) {
    throw wrongSetting('percentages', 'numbers between 0 and 100', percentages);
  }
  const [fitted, payload] = stateOf(model).judge(X, y, settings);
  return [
    fitted,
    {
      ...payload,
      request: { ...payload.request, problem, tolerance },
      buffers: {
        ...payload.buffers,
        percentages: bytesOf(asked),
        ...(other !== undefined && { own: supportOf(model), other: supportOf(other) }),
      },
    },
  ];
}

/**
 * @param {unknown} model
 */
function supportOf(model) {
  if (model instanceof Estimator && 'supportIndices' in model) {
    const indices = /** @type {Int32Array<ArrayBuffer>} */ (model.supportIndices);
    return bytesOf(indices.slice()); // a copy, because sending detaches it
  }
  throw new MaxMarginError(
    'ERR_TYPE',
    'other',
    'support vectors can be compared between models that have them, fitted to the same rows',
  );
}

/**
 * A regression as an estimate: minus the primal objective is the logarithm of the
 * posterior density of the function, |w|^2/2 being that of the prior and the losses
 * that of the noise, all up to constants (Smola and Schoelkopf, section 7.4).
 * @param {Success['value']} value
 */
function readings({ kind, norm, primal }) {
  const known = kind === 'tube' && !Number.isNaN(primal + norm);
  const logPrior = known ? -(norm ** 2) / 2 : undefined;
  const logPosterior = known ? -primal : undefined;
  return { logPrior, logLikelihood: known ? -primal + norm ** 2 / 2 : undefined, logPosterior };
}

/**
 * @param {Success} reply
 * @param {unknown} settings
 * @returns {Diagnostics}
 */
export function unpackDiagnostics({ value, buffers }, settings) {
  /** @param {string} name */
  const ints = (name) => new Int32Array(buffers[name].buffer);
  const known = (/** @type {number} */ x) => (Number.isNaN(x) ? undefined : x);
  const compared = /** @type {{other?: unknown} | undefined} */ (settings)?.other !== undefined;
  return {
    training: value.training,
    rows: ints('rows'),
    status: Array.from(ints('status'), (place) => places[place + 1]),
    slack: float64s(buffers.slack),
    margin: float64s(buffers.margin),
    alpha: value.training ? float64s(buffers.alpha) : undefined,
    residual: value.training ? float64s(buffers.residual) : undefined,
    ranking: ints('ranking'),
    percentiles: float64s(buffers.percentiles),
    functionalMargin: value.functionalMargin,
    geometricMargin: known(value.geometricMargin),
    norm: known(value.norm),
    weights: buffers.weights.length > 0 ? float64s(buffers.weights) : undefined,
    bias: value.bias,
    biasInterval: Number.isNaN(value.biasLow) ? undefined : [value.biasLow, value.biasHigh],
    primal: known(value.primal),
    dual: known(value.dual),
    gap: known(value.gap),
    ...readings(value),
    overlap: compared ? { shared: value.shared, either: value.either } : undefined,
  };
}
