/** A GPU that fits and predicts; what it does for a call is loaded with the first such call. */
import { MaxMarginError } from '../basics/errors.js';
import { readSettings, wrongSetting } from '../basics/settings.js';
import { Held, checkDevice, openDevice } from './device.js';

/** @import { FitJob } from '../model/fit-job.js' */
/** @import { Client } from '../runtime/client.js' */
/** @import { Watch } from '../runtime/host.js' */
/** @import { Method } from './merged.js' */
/** @import { GPUReport } from '../types.js' */

/**
 * @typedef {object} GPUSettings
 * @property {object} [gpu] what has `requestAdapter`; by default navigator.gpu. In Node it comes from the
 *   npm package webgpu: `create([])`
 * @property {boolean} [required] whether to throw where there is no GPU, instead of going on on the
 *   processor; false by default
 */

/**
 * @typedef {object} GPUCall
 * @property {number} [bound] rows with a larger one are computed by the model; Infinity by default
 * @property {'webgpu' | 'auto'} [device] 'auto' times some rows on both, and takes what is faster;
 *   'webgpu' by default
 * @property {AbortSignal | null} [signal] aborts the call
 */

/**
 * Settings of a fit: those of `model.fit`, and
 * @typedef {object} GPUFit
 * @property {'webgpu' | 'auto'} [device] 'auto' times some rows of the Gram matrix on both, and takes what is
 *   faster; 'webgpu' by default
 */

/** A machine that learns, or a search. @typedef {{fit(X: any, ...more: any[]): any}} Learning */
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
  if (typeof opened === 'string' && required)
    throw new MaxMarginError('ERR_GPU', 'gpu', `${opened}; leave out required, and gpu falls back on the processor`); // prettier-ignore
  return new GPU(new Held(opened));
}

/** A GPU that fits and predicts. Its predictions take turns. Call `close()` at the end. */
export class GPU {
  #held;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * @internal
   * @param {any} held a Held
   */
  constructor(held) {
    this.#held = /** @type {Held} */ (held);
  }

  /** The name of the GPU; '' if there is none. */
  get adapter() {
    return this.#held.adapter;
  }

  /** Why everything is computed on the processor; '' while the GPU works. */
  get why() {
    return this.#held.why;
  }

  /**
   * Where the call that ended last was computed.
   * @returns {GPUReport}
   */
  get report() {
    return this.#held.report;
  }

  /**
   * What `model.fit(X, y, settings)` does, with kernel rows that the GPU computes in float32. The solution
   * meets `tol` in float64, as any other: `model.dualityGaps` are the certificate, and `model.precision`
   * says 'float32' of the rows. In `report` are the rows of the Gram matrix by the GPU, and the samples that
   * were computed again in float64; `model.fitInfo.gpu` keeps it.
   * @template {Learning} M
   * @param {M} model an SVC, NuSVC, SVR, NuSVR or OneClassSVM of maxmargin, or a pipeline that ends with
   *   one, or a search; anything else, and samples that are no dense numbers, are fitted as without a GPU
   * @param {Parameters<M['fit']>[0]} X
   * @param {any} [y] null for a detector
   * @param {Record<string, any> & GPUFit} [settings]
   * @returns {Promise<Awaited<ReturnType<M['fit']>>>}
   */
  async fit(model, X, y, settings) {
    const { device = 'webgpu', ...own } = settings ?? {};
    checkDevice(device);
    return model.fit(X, ...(y == null ? [] : [y]), {
      ...own,
      device: {
        lead: (/** @type {any} */ client, /** @type {any} */ job) => this.lead(client, job, device),
        executor: (/** @type {any} */ Threads, /** @type {any} */ client, /** @type {any} */ other) => this.executor(Threads, client, other, device), // prettier-ignore
      },
    });
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
    this.#held.close();
  }

  /**
   * Does a fit.
   * @internal
   * @param {any} client a Client, of the model
   * @param {any} job a FitJob
   * @param {unknown} device
   * @returns {Promise<any>} the answer of the program
   */
  async lead(client, job, device) {
    const { leadFit } = await import('./fitting.js');
    return leadFit(this.#held, /** @type {Client} */ (client), /** @type {FitJob} */ (job), device === 'auto'); // prettier-ignore
  }

  /**
   * Who does the fits of a search.
   * @internal
   * @param {any} Threads
   * @param {any} client
   * @param {unknown} other the setting executor of the search
   * @param {unknown} device
   * @returns {Promise<any>} an Executor
   */
  async executor(Threads, client, other, device) {
    if (other) throw wrongSetting('executor', 'left out with a device', other);
    const { executorOf } = await import('./searching.js');
    return executorOf(this.#held, Threads, client, device === 'auto');
  }

  /**
   * Does what a method of a model does with the setting device.
   * @internal
   * @param {unknown} device
   * @param {any} method
   * @param {any} model
   * @param {unknown} X
   * @param {object} more what else the method was asked for
   * @param {any} watch
   * @returns {any} a promise; nothing where it is not for a GPU
   */
  compute(device, method, model, X, more, watch) {
    const { signal } = /** @type {Watch} */ (watch ?? {});
    if (method === 'predictProba' || Object.keys(more).length > 0) return undefined;
    return this.#turn(model, method, X, { device: device === 'auto' ? 'auto' : 'webgpu', signal });
  }

  /**
   * @param {any} model
   * @param {Method} method
   * @param {unknown} X
   * @param {unknown} settings
   * @returns {Promise<any>}
   */
  #turn(model, method, X, settings) {
    const next = this.#last.then(async () => {
      const { answer } = await import('./predicting.js');
      return answer(this.#held, model, method, X, settings);
    });
    this.#last = next.catch(() => {});
    return next;
  }
}
