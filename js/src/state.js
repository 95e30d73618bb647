/**
 * The state of a classifier, and everything that happens before and after the
 * work, which the promised and the blocking form share.
 */
import { MaxMarginError, show } from './errors.js';
import { Fitted } from './fitted.js';
import { bytesOf, isNumbers, packSamples, toFloat64 } from './inputs.js';
import { checkLength, encodeLabels } from './labels.js';
import { checkOptions, readEntries, specsOf, toWire } from './options.js';
import { warn } from './warnings.js';

/** @import { Payload } from './client.js' */
/** @import { Host } from './host.js' */
/** @import { Success } from './runtime.js' */
/** @import { FitSettings } from './types.js' */

/** @type {FinalizationRegistry<() => void>} */
const collected = new FinalizationRegistry((release) => release());

/** A fit that has been checked and packed, and waits for its result. */
class FitJob {
  #controller = new AbortController();
  /** @type {(() => void) | undefined} */
  #forget;

  /**
   * @param {number} id of the model to come
   * @param {Payload} payload
   * @param {FitSettings} settings
   */
  constructor(id, payload, { signal, onProgress }) {
    this.id = id;
    this.payload = payload;
    this.watch = { signal: this.#controller.signal, onProgress: onProgress ?? undefined };
    if (!signal) return;
    const forward = () => this.abort(signal.reason);
    signal.addEventListener('abort', forward);
    this.#forget = () => signal.removeEventListener('abort', forward);
  }

  /** @param {unknown} reason */
  abort(reason) {
    this.#controller.abort(reason);
  }

  end() {
    this.#forget?.();
  }
}

/** The options of a classifier, its fit and its life. */
class State {
  /** @type {Fitted | undefined} */
  #fitted;
  /** @type {FitJob | undefined} */
  #job;
  #disposed = false;

  /**
   * @param {string} machine
   * @param {unknown} options
   * @param {Host} host
   */
  constructor(machine, options, host) {
    this.machine = machine;
    this.specs = specsOf(machine);
    this.options = checkOptions(machine, this.specs, options);
    this.host = host;
  }

  /** @param {unknown} options */
  change(options) {
    this.checkAlive();
    this.options = { ...this.options, ...checkOptions(this.machine, this.specs, options) };
  }

  checkAlive() {
    if (!this.#disposed) return;
    throw new MaxMarginError(
      'ERR_DISPOSED',
      '',
      `this ${this.machine} was disposed of; make a new one, or keep its bytes with save() before`,
    );
  }

  get fitted() {
    this.checkAlive();
    if (this.#fitted) return this.#fitted;
    throw new MaxMarginError(
      'ERR_NOT_FITTED',
      '',
      `this ${this.machine} is not fitted yet; call fit(X, y) first`,
    );
  }

  set fitted(fitted) {
    this.#release();
    this.#fitted = fitted;
    const { host } = this;
    const { id } = fitted;
    collected.register(fitted, () => host.release(id), fitted);
  }

  /**
   * Checks and packs everything there is to know before the work starts.
   * @param {unknown} X
   * @param {unknown} y
   * @param {unknown} given
   */
  beginFit(X, y, given) {
    this.checkAlive();
    if (this.#job) {
      throw new MaxMarginError(
        'ERR_BUSY',
        '',
        `this ${this.machine} is being fitted already; await that fit, or use another instance`,
      );
    }
    const settings = checkFitSettings(given);
    settings.signal?.throwIfAborted();
    const table = packSamples(X, 'X');
    const { rows } = table.shape;
    const { classes, indices } = encodeLabels(y, rows);
    const names = classes.labels.map(String);
    const options = toWire(this.specs, this.options, names);
    const buffers = { ...table.buffers, y: bytesOf(indices), ...packWeights(settings, rows) };
    const id = this.host.newModelId();
    const request = {
      model: id,
      machine: this.machine,
      table: table.shape,
      classes: { kind: classes.kind, names },
    };
    this.#job = new FitJob(id, { request, options, buffers }, settings);
    return this.#job;
  }

  /**
   * Takes over the result of a fit: the one moment when the estimator changes.
   * @param {FitJob} job
   * @param {Success} reply
   */
  adopt(job, { value, buffers }) {
    this.fitted = new Fitted(job.id, buffers.model, value);
    for (const warning of this.fitted.info.warnings) warn(warning);
  }

  endFit() {
    this.#job?.end();
    this.#job = undefined;
  }

  /**
   * @param {unknown} X
   * @param {object} [more] of the request
   * @returns {[model: Fitted, payload: Payload]}
   */
  apply(X, more = {}) {
    const { fitted } = this;
    const { shape, buffers } = packSamples(X, 'X');
    return [fitted, { request: { model: fitted.id, table: shape, ...more }, buffers }];
  }

  dispose() {
    if (this.#disposed) return;
    this.#release();
    this.#disposed = true;
    this.#fitted = undefined;
    try {
      this.checkAlive();
    } catch (error) {
      this.#job?.abort(error);
    }
  }

  #release() {
    if (!this.#fitted) return;
    collected.unregister(this.#fitted);
    this.host.release(this.#fitted.id);
  }
}

/**
 * @param {unknown} given
 * @returns {FitSettings}
 */
function checkFitSettings(given) {
  const { sampleWeight, signal, onProgress } = readSettings('fit', given, [
    'sampleWeight',
    'signal',
    'onProgress',
  ]);
  if (signal != null && !(typeof signal === 'object' && 'aborted' in signal)) {
    throw wrongSetting('signal', 'an AbortSignal', signal);
  }
  if (onProgress != null && typeof onProgress !== 'function') {
    throw wrongSetting('onProgress', 'a function', onProgress);
  }
  return /** @type {FitSettings} */ ({ sampleWeight, signal, onProgress });
}

/**
 * @param {unknown} given
 * @returns {string | undefined}
 */
export function checkDecisionSettings(given) {
  const { shape } = readSettings('decisionFunction', given, ['shape']);
  if (shape === undefined || shape === 'ovr' || shape === 'ovo') return shape;
  throw wrongSetting('shape', `'ovr' or 'ovo'`, shape);
}

/**
 * @param {string} method
 * @param {unknown} given
 * @param {string[]} known
 * @returns {Record<string, unknown>}
 */
export function readSettings(method, given, known) {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null) {
    throw wrongSetting('settings', `an object with ${known.join(', ')}`, given);
  }
  return Object.fromEntries(readEntries(method, given, known));
}

/**
 * @param {string} argument
 * @param {string} expected
 * @param {unknown} got
 */
export function wrongSetting(argument, expected, got) {
  return new MaxMarginError(
    'ERR_TYPE',
    argument,
    `${argument} must be ${expected}, got ${show(got)}`,
  );
}

/**
 * @param {FitSettings} settings
 * @param {number} rows
 * @returns {Record<string, Uint8Array>}
 */
function packWeights({ sampleWeight }, rows) {
  if (sampleWeight == null) return {};
  const weights = checkLength(sampleWeight, 'sampleWeight', rows);
  if (!isNumbers(weights)) throw wrongSetting('sampleWeight', 'an array of numbers', weights);
  return { sampleWeight: bytesOf(toFloat64(weights, 'sampleWeight')) };
}

/** @type {WeakMap<object, State>} */
const states = new WeakMap();

/**
 * Gives a new estimator its state, out of reach of everyone else.
 * @param {object} model
 * @param {string} machine
 * @param {unknown} options
 * @param {Host} host
 */
export function attachState(model, machine, options, host) {
  states.set(model, new State(machine, options, host));
}

/**
 * @param {object} model
 * @returns {State}
 */
export function stateOf(model) {
  return /** @type {State} */ (states.get(model));
}
