/**
 * maxmargin/webgpu: kernel rows of fits, and predictions, by the GPU in float32, each with a bound of its
 * error. Fits end with the certificate in float64 of any other; rows whose class could change within the
 * bound are computed again by the model itself.
 */
import { MaxMarginError } from './basics/errors.js';
import { savedBytes } from './basics/own-bytes.js';
import { readSettings, wrongSetting } from './basics/settings.js';
import { warn } from './basics/warnings.js';
import { openDevice } from './webgpu/device.js';
import { areEqual, Merged } from './webgpu/merged.js';
import { readPlan } from './webgpu/reading.js';
import { denseRows } from './webgpu/rows.js';
import { Tiles } from './webgpu/tiles.js';

/** @import { Method } from './webgpu/merged.js' */
/** @import { DeviceLike, PipelineLike } from './webgpu/types.js' */

export { MaxMarginError };

/**
 * @typedef {object} GPUSettings
 * @property {object} [gpu] what has `requestAdapter`; by default navigator.gpu. In Node it comes from the
 *   npm package webgpu: `create([])`
 * @property {boolean} [required] whether to throw where there is no GPU, instead of going on on the
 *   processor; false by default
 */

/**
 * Where the last call was computed.
 * @typedef {object} GPUReport
 * @property {'webgpu' | 'cpu'} device `cpu` if all rows were computed on the processor
 * @property {string} adapter the name of the GPU; '' if there is none
 * @property {string} why the reason that all or the last rows were computed on the processor; '' if they
 *   were not
 * @property {number} rowsByGPU rows whose answer is that of the GPU
 * @property {number} rowsAgain rows that were computed by the model
 * @property {number} bound the largest bound of a value of the GPU that was returned, or decided
 * @property {Float64Array} bounds of each row the largest bound of its values; 0 of rows that were
 *   computed by the model
 */

/**
 * @typedef {object} GPUCall
 * @property {number} [bound] rows with a larger one are computed by the model; Infinity by default
 * @property {'webgpu' | 'auto'} [device] 'auto' times some rows on both, and takes what is faster;
 *   'webgpu' by default
 */

/**
 * Settings of a fit: those of `model.fit`, and
 * @typedef {object} GPUFit
 * @property {'webgpu' | 'auto'} [device] 'auto' times some rows of the Gram matrix on both, and takes what is
 *   faster; 'webgpu' by default
 */

/** A machine that learns. @typedef {{fit(X: any, ...more: any[]): any}} Learning */
/** What a call needs of a model: `model.predict`, for instance. @typedef {{save(): any, predict(X: any): any}} Predicting */
/** A transformer. @typedef {{save(): any, transform(X: any): any}} Transforming */
/** A model with decision values. @typedef {Predicting & {decisionFunction(X: any): any}} Deciding */

/**
 * Asks for the GPU. Where there is none, models go on on the processor, with one warning, WARN_GPU.
 * @param {GPUSettings} [settings]
 * @returns {Promise<GPU>}
 * @throws {MaxMarginError} ERR_GPU if `required` and there is no GPU
 */
export async function webgpu(settings) {
  const { gpu = /** @type {any} */ (globalThis.navigator)?.gpu, required = false } = /** @type {{gpu?: any, required?: boolean}} */ (readSettings('webgpu', settings, ['gpu', 'required'])); // prettier-ignore
  if (typeof required !== 'boolean') throw wrongSetting('required', 'true or false', required);
  if (gpu !== undefined && typeof gpu?.requestAdapter !== 'function')
    throw wrongSetting('gpu', 'what has requestAdapter, such as navigator.gpu', gpu);
  const opened = await openDevice(gpu);
  const isOpen = typeof opened !== 'string';
  if (!isOpen && required)
    throw new MaxMarginError('ERR_GPU', 'gpu', `${opened}; leave out required, and gpu falls back on the processor`); // prettier-ignore
  return isOpen ? new GPU(opened.device, opened.adapter, '') : new GPU(undefined, '', opened);
}

/** A GPU that predicts. Its calls take turns. Call `close()` at the end. */
export class GPU {
  #device;
  #adapter;
  #why;
  /** What the user has been warned of. @type {Set<string>} */
  #told = new Set();
  /** By the shaders. @type {Map<string, Promise<PipelineLike>>} */
  #pipelines = new Map();
  /** The machine that is on the device. @type {{bytes: Uint8Array, tiles: Tiles} | undefined} */
  #known;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** @type {GPUReport} */
  // @ts-expect-error The constructor makes it.
  #report;

  /**
   * @internal
   * @param {any} device a DeviceLike, or undefined
   * @param {string} adapter its name
   * @param {string} why there is no device
   */
  constructor(device, adapter, why) {
    this.#device = /** @type {DeviceLike | undefined} */ (device);
    this.#adapter = adapter;
    this.#why = why;
    this.#say('', new Float64Array(), 0);
    this.#device?.lost.then(({ message }) => this.#leave(`the GPU was lost: ${message || 'no reason given'}`)); // prettier-ignore
  }

  /** The name of the GPU; '' if there is none. */
  get adapter() {
    return this.#adapter;
  }

  /** Why everything is computed on the processor; '' while the GPU works. */
  get why() {
    return this.#why;
  }

  /** Where the call that ended last was computed. */
  get report() {
    return this.#report;
  }

  /**
   * What `model.fit(X, y, settings)` does, with kernel rows that the GPU computes in float32. The solution
   * meets `tol` in float64, as any other: `model.dualityGaps` are the certificate, and `model.precision`
   * says 'float32' of the rows. In `report` are the rows of the Gram matrix by the GPU, and the samples that
   * were computed again in float64.
   * @template {Learning} M
   * @param {M} model an SVC, NuSVC, SVR, NuSVR or OneClassSVM of maxmargin, or a pipeline that ends with
   *   one; anything else, and samples that are no dense numbers, are fitted as without a GPU
   * @param {Parameters<M['fit']>[0]} X
   * @param {any} [y] null for a detector
   * @param {Record<string, any> & GPUFit} [settings]
   * @returns {Promise<Awaited<ReturnType<M['fit']>>>}
   */
  async fit(model, X, y, settings) {
    const { fitWith } = await import('./webgpu/fitting.js');
    return fitWith(
      {
        device: () => this.#device,
        pipelines: this.#pipelines,
        why: () => this.#why,
        leave: (why) => this.#leave(why),
        tell: (report) => {
          this.#warn(report.why);
          this.#report = { ...report, adapter: this.#adapter };
        },
      },
      model,
      X,
      y,
      settings,
    );
  }

  /**
   * What `model.predict(X)` gives. Classes, and what is outside, are those of the processor; the values of
   * regressors differ by at most `report.bounds`.
   * @template {Predicting} M
   * @param {M} model a fitted SVC, NuSVC, LSSVC, SVR, NuSVR, KernelRidge, OneClassSVM, GaussianProcessRegressor
   *   (its means) or GaussianProcessClassifier of two classes, or a pipeline that ends with one; anything else,
   *   and samples that are no dense rows of numbers there, go to the model itself
   * @param {Parameters<M['predict']>[0]} X
   * @param {GPUCall} [settings]
   * @returns {Promise<Awaited<ReturnType<M['predict']>>>}
   */
  predict(model, X, settings) {
    return this.#turn(model, 'predict', X, settings);
  }

  /**
   * What `model.decisionFunction(X)` gives, within `report.bounds`; no sign, and of values of classes not
   * the largest one, is another.
   * @template {Deciding} M
   * @param {M} model
   * @param {Parameters<M['decisionFunction']>[0]} X
   * @param {GPUCall} [settings]
   * @returns {Promise<Awaited<ReturnType<M['decisionFunction']>>>}
   */
  decisionFunction(model, X, settings) {
    return this.#turn(model, 'decisionFunction', X, settings);
  }

  /**
   * What `model.transform(X)` gives, within `report.bounds`.
   * @template {Transforming} M
   * @param {M} model a fitted Nystroem, RBFSampler, KernelPCA or IncompleteCholesky, or a pipeline that ends
   *   with one; anything else goes to the model itself
   * @param {Parameters<M['transform']>[0]} X
   * @param {GPUCall} [settings]
   * @returns {Promise<Awaited<ReturnType<M['transform']>>>}
   */
  transform(model, X, settings) {
    return this.#turn(model, 'transform', X, settings);
  }

  /** Gives the memory of the GPU back; calls that follow are computed on the processor. */
  close() {
    this.#why ||= 'the GPU was closed';
    this.#told.add(this.#why);
    this.#forget();
    this.#device?.destroy();
    this.#device = undefined;
  }

  /**
   * @param {any} model
   * @param {Method} method
   * @param {unknown} X
   * @param {unknown} settings
   * @returns {Promise<any>}
   */
  #turn(model, method, X, settings) {
    const next = this.#last.then(() => this.#answer(model, method, X, settings));
    this.#last = next.catch(() => {});
    return next;
  }

  /** Goes on on the processor. @param {string} why */
  #leave(why) {
    if (this.#why) return;
    this.#why = why;
    this.#forget();
    this.#device = undefined;
  }

  #forget() {
    this.#known?.tiles.release();
    this.#known = undefined;
  }

  /**
   * @param {any} model
   * @param {Method} method
   * @param {unknown} X
   * @param {unknown} given
   */
  async #answer(model, method, X, given) {
    const { bound = Infinity, device = 'webgpu' } = readSettings(method, given, [
      'bound',
      'device',
    ]);
    if (!(typeof bound === 'number' && bound >= 0))
      throw wrongSetting('bound', 'a number from 0 on', bound);
    checkDevice(device);
    const { before, machine } = parted(model);
    const tiles = await this.#tilesOf(await savedBytes(method, machine));
    let made = X;
    if (typeof tiles !== 'string') for (const step of before) made = await step.transform(made);
    const rows = typeof tiles === 'string' ? tiles : denseRows(made, tiles.plan.d);
    const byModel = async (/** @type {string} */ why) => {
      const values = await model[method](X);
      this.#say(why, new Float64Array(values.shape?.[0] ?? values.length), 0);
      return values;
    };
    if (typeof tiles === 'string' || typeof rows === 'string') {
      this.#warn(String(rows));
      return byModel(String(rows));
    }
    if (device === 'auto') {
      const { slower } = await import('./webgpu/fitting.js');
      const slow = await slower(tiles, rows, (some) => machine[method](some));
      if (slow) return byModel(slow);
    }
    const { plan } = tiles;
    const { values, bounds, failed = '' } = await tiles.answer(rows.numbers);
    if (failed) this.#leave(`the GPU failed: ${failed}`);
    const merged = new Merged(plan, method, rows.count);
    /** @type {number[]} */
    const again = [];
    const of = new Float64Array(rows.count);
    const q = plan.intercept.length;
    for (let i = 0; i < rows.count; i++) {
      const [own, errors] = [values, bounds].map((all) => all.subarray(i * q, (i + 1) * q));
      const most = errors.reduce((a, b) => Math.max(a, b), 0);
      if (most < Infinity && most <= bound && merged.take(i, own, errors)) of[i] = most;
      else again.push(i);
    }
    if (again.length > 0) merged.replace(again, await machine[method](rows.some(again)));
    this.#warn(this.#why);
    const byGPU = rows.count - again.length;
    this.#say(this.#why || (byGPU > 0 ? '' : 'float32 leaves all rows in doubt'), of, byGPU);
    return merged.result;
  }

  /** Says once why the processor computes. @param {string} why */
  #warn(why) {
    if (!why || this.#told.has(why)) return;
    this.#told.add(why);
    warn({ code: 'WARN_GPU', message: `${why}; the processor computes instead` });
  }

  /** @param {string} why @param {Float64Array} bounds @param {number} rowsByGPU */
  #say(why, bounds, rowsByGPU) {
    this.#report = {
      device: rowsByGPU > 0 ? 'webgpu' : 'cpu',
      adapter: this.#adapter,
      why,
      rowsByGPU,
      rowsAgain: bounds.length - rowsByGPU,
      bound: bounds.reduce((a, b) => Math.max(a, b), 0),
      bounds,
    };
  }

  /**
   * A machine on the device, where the last one still is.
   * @param {Uint8Array<ArrayBuffer>} bytes
   * @returns {Promise<Tiles | string>} or why it is not there
   */
  async #tilesOf(bytes) {
    if (this.#why) return this.#why;
    const known = this.#known;
    if (known && areEqual(known.bytes, bytes)) return known.tiles;
    this.#forget();
    const plan = planOf(bytes);
    const device = this.#device;
    if (typeof plan === 'string') return plan;
    if (!device) return this.#why;
    try {
      const tiles = await Tiles.of(device, this.#pipelines, plan);
      if (typeof tiles !== 'string') this.#known = { bytes, tiles };
      return tiles;
    } catch (error) {
      this.#leave(`the GPU failed: ${/** @type {Error} */ (error).message}`);
      return this.#why;
    }
  }
}

/** @param {unknown} device */
function checkDevice(device) {
  if (device !== 'webgpu' && device !== 'auto')
    throw wrongSetting('device', "'webgpu' or 'auto'", device);
}

/**
 * The machine at the end of a pipeline, and the steps before it.
 * @param {any} model
 * @returns {{before: any[], machine: any}}
 */
function parted(model) {
  if (!Array.isArray(model?.steps)) return { before: [], machine: model };
  const steps = model.steps.map((/** @type {[string, object]} */ [, step]) => step);
  const { before, machine } = parted(steps.at(-1));
  return { before: [...steps.slice(0, -1), ...before], machine };
}

/**
 * A model that is too large, or none that maxmargin has saved, may well know itself what to do.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function planOf(bytes) {
  try {
    return readPlan(bytes);
  } catch (error) {
    return `the model cannot be read: ${/** @type {Error} */ (error).message}`;
  }
}
