/**
 * The state of an estimator, and everything that happens before and after the
 * work, which the promised and the blocking form share.
 */
import { readEntries } from '../basics/entries.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { perRow } from '../generated/rows.js';
import { FitJob } from './fit-job.js';
import { Fitted } from './fitted.js';
import { bytesOf, packSamples, takeOver } from '../input/inputs.js';
import { checkBesideKernel, settleKernel } from '../machines/kernels.js';
import { encodeLabels, orderedClasses } from '../input/labels.js';
import { checkOptions, grouped, printOptions, toWire, withDefaults } from '../machines/options.js';
import { OwnKernel } from '../functions/own-kernel.js';
import { checkValues, checkWeights, float64s } from '../input/values.js';

/** @import { Payload, Success, Watch } from '../runtime/host.js' */
/** @import { Intake } from './fitted.js' */
/** @import { Host } from '../runtime/host.js' */
/** @import { PackedTable, Use } from '../input/inputs.js' */
/** @import { KernelFunction } from '../functions/own-kernel.js' */
/** @import { Classes } from '../input/labels.js' */
/** @import { Options } from '../machines/option-values.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { FitSettings, Label, PartialFitSettings, RegressionSettings } from '../types.js' */

/** @type {FinalizationRegistry<() => void>} */
const collected = /* @__PURE__ */ new FinalizationRegistry((release) => release());

export { checkWeights };

/** @typedef {FitSettings & RegressionSettings & PartialFitSettings} AnySettings */

/**
 * The values of a kernel function on all pairs of samples, n x n.
 * @typedef {{X: unknown, kernel: unknown, values: Float64Array}} KernelValues
 */

/**
 * A machine that holds others, or a part of it.
 * @typedef {{machine: string, label: string, steps: Part[]}} Part
 */

/**
 * What Go is to fit: the options of a machine that holds others are a list, those of the parts
 * last.
 * @typedef {{machine: string, steps: Part[], options: object}} Recipe
 */

/** The options of an estimator, its fit and its life. */
export class State {
  /** @type {Fitted | undefined} */
  #fitted;
  /** @type {FitJob | undefined} */
  #job;
  #disposed = false;
  /** Kernel values of samples that are to be fitted next. @type {KernelValues | undefined} */
  known;

  /**
   * Packs a loss of the caller's; regressors have it, and no program without one contains it.
   * @type {((customLoss: unknown, y: ArrayLike<number>) => Record<string, Uint8Array>) | undefined}
   */
  packLoss;

  /**
   * Packs the query of each row; machines that learn within queries have it.
   * @type {((groups: unknown, rows: number) => Record<string, Uint8Array>) | undefined}
   */
  packGroups;

  /** As checkOptions returned them. @type {Options} */
  options = {};

  /**
   * @param {MachineSpec} spec what it is: of a pipeline its last step
   * @param {unknown} options
   * @param {Host} host
   */
  constructor(spec, options, host) {
    this.spec = spec;
    this.machine = spec.name;
    this.specs = spec.options;
    this.options = this.#checkOwn(options);
    /** That of the entry point. */
    this.home = host;
    this.host = host;
  }

  /**
   * Has another host do all further work. A fitted model is loaded there when it is used.
   * @param {Host} host
   */
  moveTo(host) {
    this.checkFree({});
    this.#release();
    this.host = host;
    if (this.#fitted) this.#register(this.#fitted);
  }

  /** What users call it. */
  get name() {
    return this.machine;
  }

  /**
   * The state of the estimator that learns: in a pipeline, of the last step.
   * @returns {State}
   */
  get learner() {
    return this;
  }

  /** The prefix of the options of the estimator that learns. */
  get prefix() {
    return '';
  }

  /** All options, the defaults filled in, as users write them. */
  params() {
    return grouped(this.specs, this.values());
  }

  /** The same of such an estimator whose options are all left out. @returns {Options} */
  defaults() {
    return grouped(this.specs, withDefaults(this.specs, {}));
  }

  /** All options by name, the defaults filled in. */
  values() {
    return withDefaults(this.specs, this.options);
  }

  /** As source text, with the options that were changed. */
  print() {
    return `${this.machine}(${printOptions(this.specs, this.options)})`;
  }

  /** The model in one line: its options that are not defaults, and its fit. */
  describe() {
    const options = this.print()
      .slice(this.name.length + 1, -1)
      .replace(/^{(.*)}$/, '$1');
    return `${this.name} { ${options && `${options}, `}${this.#learnt()} }`;
  }

  #learnt() {
    if (this.#disposed) return 'disposed of';
    if (!this.#fitted) return 'not fitted';
    const { supportVectors } = this.#fitted.info;
    return supportVectors > 0 ? `fitted: ${supportVectors} support vectors` : 'fitted';
  }

  /**
   * The options as part of the model's JSON.
   * @param {(options: Options) => Options} write
   * @returns {object}
   */
  write(write) {
    return { options: grouped(this.specs, write(this.options)) };
  }

  /**
   * The arguments of the constructor for a new, equal estimator.
   * @returns {unknown}
   */
  ingredients() {
    return grouped(this.specs, this.options);
  }

  /**
   * What Go is to fit.
   * @param {readonly string[]} names of the classes
   * @param {import('../input/coding.js').Coding} [_coding] of the samples, if they have one
   * @returns {Recipe}
   */
  recipe(names, _coding) {
    const options = toWire(this.specs, this.options, names);
    return { machine: this.machine, steps: [], options };
  }

  /** How many copies of the samples are made before the last step. */
  get copies() {
    return 0;
  }

  /**
   * Called when there is a new fit.
   * @param {Fitted} _fitted
   */
  shareFit(_fitted) {}

  /** @param {unknown} options */
  change(options) {
    this.checkAlive();
    this.options = settleKernel(this.specs, { ...this.options, ...this.check(options) });
  }

  /**
   * Checks the options that a user gives.
   * @param {unknown} options
   */
  check(options) {
    return this.#checkOwn(options);
  }

  /** @param {unknown} options */
  #checkOwn(options) {
    const checked = checkOptions(this.machine, this.specs, options);
    checkBesideKernel(this.specs, checked.kernel ?? this.options.kernel, checked);
    return checked;
  }

  checkAlive() {
    if (this.#disposed) throw this.#disposedError();
  }

  #disposedError() {
    return new MaxMarginError(
      'ERR_DISPOSED',
      '',
      `this ${this.name} was disposed of; make a new one, or keep its bytes with save() before`,
    );
  }

  get fitted() {
    this.checkAlive();
    if (this.#fitted) return this.#fitted;
    throw new MaxMarginError(
      'ERR_NOT_FITTED',
      '',
      `this ${this.name} is not fitted yet; call fit(X, y) first`,
    );
  }

  /** Whether there is a fit. */
  get isFitted() {
    this.checkAlive();
    return this.#fitted !== undefined;
  }

  set fitted(fitted) {
    this.#release();
    this.#fitted = fitted;
    this.#register(fitted);
    this.shareFit(fitted);
  }

  /**
   * Has the host forget the fit when nobody can use it any more.
   * @param {Fitted} fitted
   */
  #register(fitted) {
    const { host } = this;
    const { id } = fitted;
    collected.register(fitted, () => host.release(id), fitted);
  }

  /**
   * Checks and packs all arguments before the work starts.
   * @param {unknown} X
   * @param {unknown} y of no meaning to a detector
   * @param {unknown} given
   */
  beginFit(X, y, given) {
    const start = this.learner.options.warmStart === true ? this.#fitted : undefined;
    return this.#begin(X, y, this.#settings('fit', given), start, false);
  }

  /**
   * The same for going on from what was learnt before.
   * @param {unknown} X
   * @param {unknown} y
   * @param {unknown} given
   */
  beginUpdate(X, y, given) {
    return this.#begin(X, y, this.#settings('partialFit', given), this.#fitted, true);
  }

  /**
   * @param {unknown} X
   * @param {unknown} y
   * @param {AnySettings} settings
   * @param {Fitted | undefined} start
   * @param {boolean} update
   */
  #begin(X, y, settings, start, update) {
    this.checkFree(settings);
    const features = update ? start?.featureNames : undefined;
    const { transfer } = settings;
    const { probability = 'none' } = this.learner.options;
    const copies = this.copies + (probability === 'none' ? 0 : 2);
    const { spec: learning } = this.learner;
    const operation = this.#fitOperation();
    const use = { operation, machine: learning, outputs: 2, copies, features, transfer, y };
    const { table, intake } = this.takeIn(X, use, update);
    const { rows } = table.shape;
    const known = (update && (start?.classes ?? settings.classes)) || this.orderOf(y, rows);
    const { classes, buffers } = packTargets(this.spec.kind, y, rows, known);
    const names = classes.labels.map(String);
    const losses = this.#packLoss(settings, buffers);
    const groups = this.learner.packGroups?.(settings.groups, rows);
    const id = this.host.newModelId();
    const { machine, steps, options } = this.recipe(names, table.coding);
    const payload = {
      request: {
        model: id,
        machine,
        steps,
        table: table.shape,
        classes: { kind: classes.kind, names },
        start: start?.id ?? 0,
        update,
        features: (start && update ? features : table.names) ?? [],
      },
      options,
      buffers: {
        ...buffers,
        ...packPerRow(settings, rows),
        ...losses,
        ...groups,
        ...takeOver(table),
      },
      fill: table.fill,
      first: table.first,
    };
    return this.occupy(new FitJob(id, payload, settings, start, intake));
  }

  /**
   * The classes of y in their order, where the machine learns it.
   * @param {unknown} y
   * @param {number} rows
   * @returns {Classes | undefined}
   */
  orderOf(y, rows) {
    const { specs, options } = this.learner;
    if (!specs.some(({ type }) => type === 'class-order')) return undefined;
    const { order = null } = /** @type {{order?: readonly Label[] | null}} */ (options);
    return orderedClasses(y, rows, order);
  }

  /**
   * Refuses a fit of an estimator that was disposed of, or has a fit on its way, and one
   * that was aborted before it began.
   * @param {{signal?: AbortSignal | null}} settings
   */
  checkFree({ signal }) {
    this.checkAlive();
    if (this.#job) {
      throw new MaxMarginError(
        'ERR_BUSY',
        '',
        `this ${this.name} is being fitted already; await that fit, or use another instance`,
      );
    }
    signal?.throwIfAborted();
  }

  /**
   * Takes down that a fit is on its way, until endFit.
   * @param {FitJob} job
   */
  occupy(job) {
    this.#job = job;
    return job;
  }

  /**
   * @param {AnySettings} settings
   * @param {Record<string, Uint8Array>} buffers
   */
  #packLoss({ customLoss }, buffers) {
    const { loss } = /** @type {{loss?: string}} */ (this.learner.options);
    if (customLoss == null) return {};
    const values = /** @type {Uint8Array<ArrayBuffer>} */ (buffers.values);
    const { packLoss } = this.learner;
    if (loss === 'custom' && packLoss) return packLoss(customLoss, float64s(values));
    throw new MaxMarginError(
      'ERR_OPTION',
      'customLoss',
      `customLoss is for the loss 'custom', but this ${this.name} has '${loss}'; set loss to 'custom', or leave it out`,
    );
  }

  /**
   * Turns the samples of a fit into numbers, and returns the object that later does the same
   * for new samples.
   * @param {unknown} X
   * @param {Use} use
   * @param {boolean} [update] the fit goes on from an earlier one
   * @returns {{table: PackedTable, intake?: Intake}}
   */
  takeIn(X, use, update = false) {
    const { kernel } = /** @type {{kernel?: unknown}} */ (this.options);
    if (typeof kernel !== 'function')
      return { table: packSamples(X, 'X', { ...use, bytes: true }) };
    if (update) {
      throw new MaxMarginError(
        'ERR_OPTION',
        'kernel',
        `a ${this.name} with a function as kernel cannot go on learning: it keeps only the samples of its mistakes; call fit with all samples`,
      );
    }
    const own = new OwnKernel(/** @type {KernelFunction} */ (kernel));
    const known = this.known?.X === X && this.known?.kernel === kernel;
    return { table: own.learn(X, known ? this.known?.values : undefined), intake: own };
  }

  /**
   * The vectorizer that turns the samples into numbers: the first step of a pipeline, if it is
   * one.
   * @returns {any}
   */
  get front() {
    return undefined;
  }

  /**
   * Whether samples need not be numbers: a function sees them first.
   * @returns {boolean}
   */
  get takesObjects() {
    return typeof this.options.kernel === 'function';
  }

  /**
   * Whether fit takes y, and settings after it.
   * @returns {boolean}
   */
  get takesTargets() {
    return ['classifier', 'regressor'].includes(this.spec.kind);
  }

  /**
   * The operation that the memory of a fit is counted for.
   * @returns {import('../basics/memory.js').Operation}
   */
  #fitOperation() {
    const { kernel } = /** @type {{kernel?: string}} */ (this.learner.options);
    return kernel === 'precomputed' ? 'fitGram' : 'fit';
  }

  /**
   * @param {string} method
   * @param {unknown} given
   * @returns {AnySettings}
   */
  #settings(method, given) {
    const known = ['sampleWeight', 'signal', 'onProgress', 'transfer'];
    known.push(...this.learner.specs.flatMap(({ row }) => row ?? []));
    if (this.learner.specs.some(({ choices }) => choices?.includes('custom'))) {
      known.push('customLoss');
    }
    if (this.learner.packGroups) known.push('groups');
    if (method === 'fit') known.push('workers');
    if (method === 'partialFit' && this.spec.kind === 'classifier') {
      known.push('classes');
    }
    if (isList(given) && !this.learner.takesTargets) {
      throw new MaxMarginError(
        'ERR_TYPE',
        'settings',
        `a ${this.name} learns from X alone and takes no y; call ${method}(X), or ${method}(X, { ${known[0]}: ... })`,
      );
    }
    return checkFitSettings(readSettings(method, given, known));
  }

  /**
   * Takes over the result of a fit: the one moment when the estimator changes.
   * @param {FitJob} job
   * @param {Success} reply
   */
  adopt(job, { value, buffers }) {
    const fitted = new Fitted(job.id, buffers.model, () => this.spec, value);
    fitted.intake = job.intake;
    job.intake?.settle(fitted);
    this.fitted = fitted;
    job.warn(fitted.info.warnings);
  }

  endFit() {
    this.#job?.end();
    this.#job = undefined;
  }

  /**
   * @param {'predict' | 'decisionFunction' | 'predictProba' | 'transform'} operation
   * @param {unknown} X
   * @param {object} [more] of the request
   * @param {boolean} [transfer] the buffers of X, instead of copying them
   * @returns {[model: Fitted, payload: Payload]}
   */
  apply(operation, X, more = {}, transfer = false) {
    const { fitted } = this;
    const { length } = fitted.classes.labels;
    const outputs = length > 2 ? length : 1;
    const { copies } = this;
    const use = { operation, outputs, copies, features: fitted.featureNames, transfer };
    const table = fitted.intake?.pack(X, use) ?? packSamples(X, 'X', { ...use, bytes: true });
    const request = { model: fitted.id, table: table.shape, ...more };
    const { fill, first } = table;
    return [fitted, { request, buffers: takeOver(table), fill, first }];
  }

  /**
   * Packs samples that are to be judged by the fitted model.
   * @param {unknown} X
   * @param {unknown} y of no meaning to a detector
   * @param {AnySettings} settings
   * @returns {[model: Fitted, payload: Payload]}
   */
  judge(X, y, settings) {
    const [fitted, payload] = this.apply('predict', X);
    const { rows } = /** @type {{table: {rows: number}}} */ (payload.request).table;
    const targets = packTargets(this.spec.kind, y, rows, fitted.classes);
    const buffers = { ...payload.buffers, ...targets.buffers, ...packPerRow(settings, rows) };
    return [fitted, { ...payload, buffers }];
  }

  dispose() {
    if (this.#disposed) return;
    this.#release();
    this.#disposed = true;
    this.#fitted = undefined;
    this.#job?.abort(this.#disposedError());
  }

  #release() {
    if (!this.#fitted) return;
    collected.unregister(this.#fitted);
    this.host.release(this.#fitted.id);
  }
}

/**
 * @param {Record<string, unknown>} settings
 * @returns {AnySettings}
 */
function checkFitSettings(settings) {
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
  const { addEventListener, throwIfAborted } = /** @type {any} */ (signal);
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
  const settings = readSettings(method, given, ['signal', 'onProgress']);
  const signal = checkSignal(settings.signal);
  signal?.throwIfAborted();
  return { signal, onProgress: checkProgress(settings.onProgress) };
}

/** How X is passed on, and the watcher. @typedef {{transfer: boolean, watch: Watch}} Passing */

const passing = ['transfer', 'signal', 'onProgress'];

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
  const { sampleWeight, groups, lengths, ...how } = /** @type {any} */ (
    readSettings('score', given, [...more, ...passing])
  );
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
  return { transfer: checkTransfer(settings), watch: { signal, onProgress } };
}

/**
 * @param {unknown} onProgress
 * @returns {Watch['onProgress']}
 */
export function checkProgress(onProgress) {
  if (onProgress == null) return undefined;
  if (typeof onProgress !== 'function') throw wrongSetting('onProgress', 'a function', onProgress);
  return (report) => {
    const answer = onProgress(report);
    if (typeof answer?.then !== 'function') return answer;
    answer.then(undefined, () => {});
    throw wrongSetting('onProgress', 'a function without async, since nobody waits for its promise', answer); // prettier-ignore
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
 * @param {string} method
 * @param {unknown} given
 * @param {string[]} known
 * @returns {Record<string, unknown>}
 */
export function readSettings(method, given, known) {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null || isList(given)) {
    const weights = isList(given) && known.includes('sampleWeight');
    const hint = weights ? '; weights of rows are { sampleWeight }' : '';
    throw wrongSetting('settings', `an object with ${known.join(', ') || 'nothing'}`, given, hint);
  }
  return Object.fromEntries(readEntries(method, given, known));
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

/** @type {Classes} */
const noClasses = { kind: 'number', labels: [] };

/**
 * @param {string} kind of machine
 * @param {unknown} y
 * @param {number} rows
 * @param {Classes | readonly Label[] | null} [known] classes, when they are settled
 * @returns {{classes: Classes, buffers: Record<string, Uint8Array>}}
 */
export function packTargets(kind, y, rows, known) {
  switch (kind) {
    case 'classifier': {
      const { classes, indices } = encodeLabels(y, rows, known ?? undefined);
      return { classes, buffers: { labels: bytesOf(indices) } };
    }
    case 'regressor':
      return { classes: noClasses, buffers: { values: bytesOf(checkValues(y, 'y', rows)) } };
    default:
      return { classes: noClasses, buffers: {} };
  }
}

/**
 * @param {AnySettings} settings
 * @param {number} rows
 * @returns {Record<string, Uint8Array>}
 */
export function packPerRow(settings, rows) {
  /** @type {Record<string, Uint8Array>} */
  const packed = {};
  for (const name of perRow) {
    if (settings[name] != null) packed[name] = bytesOf(checkValues(settings[name], name, rows));
  }
  return packed;
}

/** @type {WeakMap<object, State>} */
const states = new WeakMap();

/**
 * Gives a new estimator its state, out of reach of everyone else.
 * @param {object} model
 * @param {State} state
 */
export function attachState(model, state) {
  states.set(model, state);
}

/**
 * Marks the estimators of every entry of the package, each of which has classes of its own. The
 * property is the state of the estimator, with which maxmargin/inspect works (inspect/workers.js).
 */
export const mark = Symbol.for('maxmargin.estimator');

/**
 * The state of an estimator; nothing of anything else, a Proxy among them.
 * @param {object} model
 * @returns {State | undefined}
 */
export const ownState = (model) => states.get(model);

/**
 * @param {any} model
 * @returns {State}
 */
export function stateOf(model) {
  const state = states.get(model);
  const behind = !state && typeof model === 'object' && model && mark in model && !model[mark];
  if (behind || model === undefined) throw notItself();
  return /** @type {State} */ (state);
}

/** The error for a method whose `this` is not the model itself. */
export const notItself = () =>
  new MaxMarginError(
    'ERR_TYPE',
    '',
    'a method was called on a Proxy of a model, or on none; call model.method(...), and keep models out of reactive state (markRaw of Vue, observable.ref of MobX)',
  );
