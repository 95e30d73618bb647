/** Settings that many functions take: watchers, weights, workers, and how X is passed on. */
import { readEntries } from './entries.js';
import { MaxMarginError, show } from './errors.js';

/** @import { Watch } from '../runtime/host.js' */
/** @import { FitSettings, PartialFitSettings, Progress, RegressionSettings } from '../types.js' */

/** The settings of all fits. @typedef {FitSettings & RegressionSettings & PartialFitSettings} AnySettings */

/**
 * @param {Record<string, unknown>} settings
 * @returns {AnySettings}
 */
export function checkFitSettings(settings) {
  const { signal, onProgress, classes, workers = 1 } = settings;
  checkSignal(signal);
  checkCount(workers);
  checkTransfer(settings);
  settings.onProgress = checkProgress(onProgress);
  if (classes != null && !Array.isArray(classes)) {
    throw wrongSetting('classes', 'an array of labels', classes);
  }
  return /** @type {AnySettings} */ (settings);
}

/**
 * @param {unknown} signal
 * @returns {AbortSignal | undefined}
 */
export function checkSignal(signal) {
  if (signal == null) return undefined;
  const { addEventListener, throwIfAborted } = /** @type {Partial<AbortSignal>} */ (signal);
  if (typeof addEventListener === 'function' && typeof throwIfAborted === 'function') {
    return /** @type {AbortSignal} */ (signal);
  }
  throw wrongSetting('signal', 'an AbortSignal, such as that of an AbortController', signal);
}

/**
 * The settings of work that a watcher alone is for.
 * @param {string} method
 * @param {unknown} given
 * @returns {Watch}
 */
export function checkWorkSettings(method, given) {
  return checkPassing(readSettings(method, given, ['signal', 'onProgress'])).watch;
}

/** How X is passed on, where values are computed, and the watcher. @typedef {{transfer: boolean, device?: unknown, watch: Watch}} Passing */

const passing = ['transfer', 'device', 'signal', 'onProgress'];

/**
 * @param {unknown} given
 * @param {string} [method]
 * @returns {Passing}
 */
export function checkPredictSettings(given, method = 'predict') {
  return checkPassing(readSettings(method, given, passing));
}

/**
 * The settings of a score: weights of rows, and those of the predictions.
 * @param {unknown} given
 * @param {string[]} [more] names of further settings
 * @returns {{sampleWeight?: any, groups?: any, lengths?: any, how: object}}
 */
export function checkScoreSettings(given, more = ['sampleWeight']) {
  const { sampleWeight, groups, lengths, ...how } = readSettings('score', given, [
    ...more,
    ...passing,
  ]);
  return { sampleWeight, groups, lengths, how };
}

/**
 * @param {unknown} given
 * @param {boolean} [shaped] whether there are values per class and per pair
 * @returns {[more: {shape?: string}, how: Passing]}
 */
export function checkDecisionSettings(given, shaped = false) {
  const known = shaped ? ['shape', ...passing] : passing;
  const settings = readSettings('decisionFunction', given, known);
  const { shape } = settings;
  if (shape === undefined) return [{}, checkPassing(settings)];
  if (shape === 'ovr' || shape === 'ovo') return [{ shape }, checkPassing(settings)];
  throw wrongSetting('shape', `'ovr' or 'ovo'`, shape);
}

/**
 * @param {Record<string, unknown>} settings
 * @returns {Passing}
 */
export function checkPassing(settings) {
  const signal = checkSignal(settings.signal);
  signal?.throwIfAborted();
  const onProgress = checkProgress(settings.onProgress);
  const { device } = settings;
  return { transfer: checkTransfer(settings), device, watch: { signal, onProgress } };
}

/**
 * @template [Report=Progress]
 * @param {unknown} onProgress
 * @returns {((report: Report) => unknown) | undefined}
 */
export function checkProgress(onProgress) {
  if (onProgress == null) return undefined;
  if (typeof onProgress !== 'function') throw wrongSetting('onProgress', 'a function', onProgress);
  return (report) => {
    const answer = onProgress(report);
    if (typeof answer?.then !== 'function') return answer;
    answer.then(undefined, () => {});
    throw wrongSetting('onProgress', 'a function without async, since nobody waits for its promise', onProgress); // prettier-ignore
  };
}

/**
 * How many workers share work.
 * @param {unknown} workers as the caller gave them
 * @returns {number}
 */
export function checkCount(workers) {
  if (Number.isInteger(workers) && Number(workers) >= 1) return Number(workers);
  throw wrongSetting('workers', 'a whole number of at least 1', workers);
}

/** @param {Record<string, unknown>} settings */
function checkTransfer({ transfer = false }) {
  if (typeof transfer === 'boolean') return transfer;
  throw wrongSetting('transfer', 'true or false', transfer);
}

/**
 * The settings that a caller gave: names are checked, values are not. They have the types that
 * the caller's have.
 * @template Given
 * @param {string} method
 * @param {Given} given
 * @param {string[]} known
 * @returns {[unknown extends Given ? never : keyof NonNullable<Given>] extends [never] ? Record<string, unknown> : NonNullable<Given>}
 */
export function readSettings(method, given, known) {
  if (given === undefined) return /** @type {any} */ ({});
  if (typeof given !== 'object' || given === null || isList(given)) {
    const weights = isList(given) && known.includes('sampleWeight');
    const hint = weights ? '; weights of rows are { sampleWeight }' : '';
    throw wrongSetting('settings', `an object with ${known.join(', ') || 'nothing'}`, given, hint);
  }
  return /** @type {any} */ (Object.fromEntries(readEntries(method, given, known)));
}

/**
 * Whether something has entries, such as targets, and is no object of settings.
 * @param {any} value
 */
export function isList(value) {
  if (typeof value !== 'object' || value === null) return false;
  return Symbol.iterator in value || ['length', 'toArray', 'data', 'dataSync'].some((name) => name in value); // prettier-ignore
}

/**
 * @param {string} argument
 * @param {string} expected
 * @param {unknown} got
 * @param {string} [hint] what to do, after a semicolon
 */
export function wrongSetting(argument, expected, got, hint = '') {
  return new MaxMarginError(
    'ERR_TYPE',
    argument,
    `${argument} must be ${expected}, got ${show(got)}${hint}`,
  );
}

/**
 * The watchers of one of several pieces of work. Once the caller has stopped one, all are.
 * @param {any} settings
 * @param {number} at
 * @param {number} count
 * @returns {Record<string, any>}
 */
export function watchPart(settings, at, count) {
  const { signal, onProgress } = settings;
  return {
    ...(signal && { signal }),
    ...(onProgress && {
      onProgress: (/** @type {Progress} */ progress) => {
        const fraction = (at + (progress.fraction ?? 0)) / count;
        if (!settings.stopped && onProgress({ ...progress, fraction }) === false) settings.stopped = true; // prettier-ignore
        return !settings.stopped;
      },
    }),
  };
}
