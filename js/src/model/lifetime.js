/**
 * The life of an estimator: the fit that it has, which its host keeps a copy of, the one that is
 * on its way, and its end.
 */
import { MaxMarginError, busyError } from '../basics/errors.js';

/** @import { Host } from '../runtime/host.js' */
/** @import { MachineSpec } from '../machines/options.js' */
/** @import { Progress } from '../types.js' */
/** @import { FitJob } from './fit-job.js' */
/** @import { Fitted } from './fitted.js' */

/** @type {FinalizationRegistry<() => void>} */
const collected = /* @__PURE__ */ new FinalizationRegistry((release) => release());

export class Lifetime {
  /** @type {Fitted | undefined} */
  #fitted;
  /** @type {FitJob | undefined} */
  #job;
  #disposed = false;

  /**
   * @param {MachineSpec} spec what it is: of a pipeline its last step
   * @param {Host} host
   */
  constructor(spec, host) {
    this.spec = spec;
    this.machine = spec.name;
    /** That of the entry point. */
    this.home = host;
    this.host = host;
  }

  /** What users call it. */
  get name() {
    return this.machine;
  }

  /** The fit that it has, if there is one. */
  get lastFit() {
    this.checkAlive();
    return this.#fitted;
  }

  get fitted() {
    const { lastFit } = this;
    if (lastFit) return lastFit;
    throw new MaxMarginError(
      'ERR_NOT_FITTED',
      '',
      `this ${this.name} is not fitted yet; ${this.#job ? 'await the fit that is going on' : 'call fit(X, y) first'}`,
    );
  }

  set fitted(fitted) {
    this.#release();
    this.#fitted = fitted;
    this.#register(fitted);
    this.shareFit(fitted);
  }

  /** The last report of the fit. @returns {Progress} */
  lastReport() {
    const { iterations: iteration, objective, gap, supportVectors } = this.fitted.info;
    return { phase: 'done', iteration, objective, gap, supportVectors, fraction: 1 };
  }

  /** What of its life a user wants to know. */
  get condition() {
    if (this.#disposed) return 'disposed of';
    if (!this.#fitted) return 'not fitted';
    const { supportVectors } = this.#fitted.info;
    return supportVectors > 0 ? `fitted: ${supportVectors} support vectors` : 'fitted';
  }

  /**
   * Called when there is a new fit.
   * @param {Fitted} _fitted
   */
  shareFit(_fitted) {}

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

  /**
   * Has the host forget the fit when nobody can use it any more.
   * @param {Fitted} fitted
   */
  #register(fitted) {
    const { host } = this;
    const { id } = fitted;
    collected.register(fitted, () => host.release(id), fitted);
  }

  #release() {
    if (!this.#fitted) return;
    collected.unregister(this.#fitted);
    this.host.release(this.#fitted.id);
  }

  /**
   * Takes down that a fit is on its way, until endFit.
   * @template {FitJob} Job
   * @param {Job} job
   */
  occupy(job) {
    this.#job = job;
    return job;
  }

  endFit() {
    this.#job?.end();
    this.#job = undefined;
  }

  /**
   * Refuses a fit of an estimator that was disposed of, or has a fit on its way, and one
   * that was aborted before it began.
   * @param {{signal?: AbortSignal | null}} settings
   */
  checkFree({ signal }) {
    this.checkAlive();
    if (this.#job) throw busyError(this.name);
    signal?.throwIfAborted();
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

  dispose() {
    if (this.#disposed) return;
    this.#release();
    this.#disposed = true;
    this.#fitted = undefined;
    this.#job?.abort(this.#disposedError());
  }
}
