/** What machines do that predict a distribution, such as Gaussian processes. */
import { isArrayOrView } from '../basics/numbers.js';
import { gather, run } from '#host';
import { MaxMarginError } from '../basics/errors.js';
import { bytesOf, takeOver } from '../input/inputs.js';
import { float64s, checkValues } from '../input/values.js';
import { withShape } from '../model/fitted.js';
import { checkPassing, readSettings, wrongSetting } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';
import { predicting } from './estimators.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Estimator } from '../model/estimator.js' */
/** @import { Payload, SamplesRequest, Success } from '../runtime/host.js' */
/** @import { MarginalLikelihood, Shaped } from '../types.js' */

const passing = ['transfer', 'signal', 'onProgress'];

/**
 * What predict returns: the mean, or an object with more.
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Returns<Float64Array | {mean: Float64Array, std: Float64Array} | {mean: Float64Array, covariance: Shaped<Float64Array>}>}
 */
export function distribution(model, X, given) {
  return run(distributing(model, X, given));
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Steps<any>}
 */
function* distributing(model, X, given) {
  const settings = readSettings('predict', given, ['returnStd', 'returnCov', 'device', ...passing]);
  const [deviations, covariance] = ['returnStd', 'returnCov'].map((name) => flag(settings, name));
  if (deviations && covariance) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'returnCov',
      'returnStd and returnCov exclude each other: the standard deviations are the roots of the diagonal of the covariances; set one of them',
    );
  }
  if (!deviations && !covariance) {
    const { transfer, device, signal, onProgress } = settings;
    const how = { transfer, device, signal, onProgress };
    return yield* predicting(model, X, how, ({ buffers }) => float64s(buffers.values));
  }
  const question = deviations ? 'deviations' : 'covariance';
  const { buffers } = yield* asking(model, X, { question }, settings, false);
  const [mean, spread] = [float64s(buffers.mean), float64s(buffers.spread)];
  return deviations
    ? { mean, std: spread }
    : { mean, covariance: withShape(spread, mean.length, mean.length) };
}

/**
 * @param {Record<string, unknown>} settings
 * @param {string} name
 * @returns {boolean}
 */
function flag(settings, name) {
  const value = settings[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw wrongSetting(name, 'true or false', value);
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Returns<Shaped<Float64Array>>}
 */
export function drawn(model, X, given) {
  return run(drawing(model, X, given));
}

/**
 * Samples from the density that a machine estimates.
 * @param {Estimator<any>} model
 * @param {unknown} count
 * @param {unknown} given
 * @returns {Returns<Shaped<Float64Array>>}
 */
export function pointsOf(model, count, given) {
  return run(drawingPoints(model, count, given));
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} count
 * @param {unknown} given
 * @returns {Steps<Shaped<Float64Array>>}
 */
function* drawingPoints(model, count, given) {
  const settings = readSettings('sample', given, ['seed', 'signal', 'onProgress']);
  const { seed = 0 } = settings;
  checkDraws(count, 'count', 'samples', seed);
  const { watch } = checkPassing(settings);
  const { fitted, host } = stateOf(model);
  const table = { layout: 'dense', rows: 0, cols: 0 };
  const request = { ...rest, model: fitted.id, question: 'points', table, count, seed };
  const buffers = { data: new Uint8Array() };
  const reply = yield host.apply('process', fitted, { request, buffers }, watch);
  const values = float64s(reply.buffers.values);
  return withShape(values, Number(count), values.length / Number(count));
}

/**
 * @param {unknown} count
 * @param {string} name of count
 * @param {string} what is counted
 * @param {unknown} seed
 */
function checkDraws(count, name, what, seed) {
  if (!(Number.isInteger(count) && Number(count) >= 1 && Number(count) < 2 ** 31)) {
    throw wrongSetting(name, `a whole number of ${what}, at least 1`, count);
  }
  if (!(Number.isInteger(seed) && Number(seed) >= 0 && Number(seed) < 2 ** 31)) {
    throw wrongSetting('seed', 'a whole number from 0 to 2147483647', seed);
  }
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Steps<Shaped<Float64Array>>}
 */
function* drawing(model, X, given) {
  const settings = readSettings('sampleY', given, ['samples', 'seed', ...passing]);
  const { samples: count = 1, seed = 0 } = settings;
  checkDraws(count, 'samples', 'functions', seed);
  const request = { question: 'samples', count, seed };
  const { buffers } = yield* asking(model, X, request, settings, true);
  const values = float64s(buffers.values);
  return withShape(values, values.length / Number(count), Number(count));
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} given
 * @returns {Returns<number>}
 */
export function densityOf(model, X, y, given) {
  return run(weighing(model, X, y, given));
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {unknown} given
 * @returns {Steps<number>}
 */
function* weighing(model, X, y, given) {
  const settings = readSettings('logDensity', given, ['noise', ...passing]);
  const request = { question: 'density', noise: flag(settings, 'noise') };
  const [targets] = yield gather([y]);
  const pack = (/** @type {number} */ rows) => ({ y: bytesOf(checkValues(targets, 'y', rows)) });
  const { value } = yield* asking(model, X, request, settings, true, pack);
  return value.value;
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} parameters
 * @param {unknown} given
 * @returns {Returns<MarginalLikelihood>}
 */
export function evidenceOf(model, parameters, given) {
  return run(finding(model, parameters, given));
}

/**
 * @param {Estimator<any>} model
 * @param {unknown} parameters
 * @param {unknown} given
 * @returns {Steps<MarginalLikelihood>}
 */
function* finding(model, parameters, given) {
  const { watch } = checkPassing(readSettings('logMarginalLikelihood', given, passing));
  const { fitted, host } = stateOf(model);
  const [numbers] = yield gather([parameters]);
  /** @type {Record<string, Uint8Array>} */
  const buffers = { data: new Uint8Array() }; // the question is not about any rows
  if (numbers != null) buffers.parameters = bytesOf(readParameters(fitted, numbers));
  const table = { layout: 'dense', rows: 0, cols: 0 };
  const request = { model: fitted.id, question: 'evidence', table, ...rest };
  const reply = yield host.apply('process', fitted, { request, buffers }, watch);
  return { value: reply.value.value, gradient: float64s(reply.buffers.values) };
}

/** The fields of a request that a question leaves open. */
const rest = { machine: '', count: 0, seed: 0, noise: false };

/**
 * All parameters: those of the fit with those that are given by name, or all that are given.
 * @param {import('../model/fitted.js').Fitted} fitted
 * @param {any} given
 * @returns {Float64Array}
 */
function readParameters(fitted, given) {
  if (typeof given !== 'object') {
    throw wrongSetting('parameters', 'an object with values by name, or an array of all', given);
  }
  const names = /** @type {string} */ (fitted.attribute('parameterNames')).split(' ');
  if (isArrayOrView(given)) {
    return checkValues(given, 'parameters', names.length);
  }
  const values = fitted.attribute('parameters').slice();
  for (const [name, value] of Object.entries(given)) {
    const at = names.indexOf(name);
    if (at < 0) {
      throw new MaxMarginError(
        'ERR_OPTION_UNKNOWN',
        `parameters.${name}`,
        `the process has no parameter ${name}; it has ${names.join(', ')}`,
      );
    }
    if (typeof value !== 'number') throw wrongSetting(`parameters.${name}`, 'a number', value);
    values[at] = value;
  }
  return values;
}

/**
 * Asks the fitted model about the rows of X, or the machine about its prior.
 * @param {Estimator<any>} model
 * @param {unknown} X
 * @param {object} question
 * @param {Record<string, unknown>} settings
 * @param {boolean} prior whether a machine that is not fitted answers
 * @param {(rows: number) => Record<string, Uint8Array>} [more] what else to send
 * @returns {Steps<Success>}
 */
function* asking(model, X, question, settings, prior, more) {
  const [samples] = yield gather([X]);
  const state = stateOf(model);
  const { transfer, watch } = checkPassing(settings);
  if (state.lastFit || !prior) {
    const [fitted, payload] = state.apply('predict', samples, { ...rest, ...question }, transfer);
    return yield state.host.apply('process', fitted, withMore(payload, more), watch);
  }
  const { machine, learner } = state;
  const { table } = learner.takeIn(samples, { operation: 'predict', transfer });
  const request = { ...rest, model: 0, machine, table: table.shape, ...question };
  const { options } = state.recipe([]);
  const { fill, first } = table;
  const payload = { request, options, buffers: takeOver(table), fill, first };
  return yield state.host.call('process', withMore(payload, more), watch);
}

/**
 * @param {Payload<SamplesRequest>} payload
 * @param {((rows: number) => Record<string, Uint8Array>) | undefined} more
 * @returns {Payload}
 */
function withMore(payload, more) {
  const { rows } = payload.request.table;
  return more ? { ...payload, buffers: { ...payload.buffers, ...more(rows) } } : payload;
}
