/** A fit that is checked and packed, with functions to watch it and to stop it. */

import { warn } from '../basics/warnings.js';

/** @import { Payload, Watch } from '../runtime/host.js' */
/** @import { Fitted, InputReader } from './fitted.js' */
/** @import { FitSettings, Progress, Warning } from '../types.js' */

export class FitJob {
  #controller = new AbortController();
  /** @type {(() => void) | undefined} */
  #forget;
  /** The messages of warnings that came before the end. @type {Set<string>} */
  #told = new Set();
  /** @type {((report: Progress) => unknown) | undefined | null} */
  #see;

  /**
   * @param {number} id of the model to come
   * @param {Payload} payload
   * @param {FitSettings} settings
   * @param {Fitted} [start] what it starts from
   * @param {InputReader} [reader] what its samples went through
   */
  constructor(id, payload, { signal, onProgress, workers = 1, executor, device }, start, reader) {
    this.id = id;
    this.workers = workers;
    this.executor = executor;
    this.device = device;
    this.reader = reader;
    this.payload = payload;
    this.start = start;
    this.#see = onProgress;
    const controller = this.#controller;
    /** @type {Watch & {signal: AbortSignal}} */
    this.watch = {
      // Node makes it when it is first asked for, which takes a quarter of what precedes a small fit.
      get signal() {
        return controller.signal;
      },
      onProgress: (/** @type {Progress} */ r) => this.hear(r),
      quiet: !signal && !onProgress,
    };
    if (!signal) return;
    const forward = () => this.abort(signal.reason);
    signal.addEventListener('abort', forward);
    this.#forget = () => signal.removeEventListener('abort', forward);
  }

  /**
   * Adds a watcher to the fit.
   * @param {(report: Progress) => boolean} see returning false stops the fit
   */
  observe(see) {
    this.watch.quiet = false;
    const before = this.#see;
    this.#see = (report) => {
      const goesOn = before?.(report) !== false;
      return see(report) && goesOn;
    };
  }

  /**
   * Takes what comes while the fit runs: a report, or a warning in its place.
   * @param {any} report
   * @param {((report: Progress) => unknown) | null} [see] who gets a report
   */
  hear(report, see = this.#see) {
    if (!report.code) return see?.(report);
    const { code, message } = report;
    if (!this.#told.has(message)) warn({ code, message });
    this.#told.add(message);
    return undefined;
  }

  /**
   * Passes on the warnings of the end that nobody has heard yet.
   * @param {readonly Warning[]} warnings
   */
  warn(warnings) {
    for (const warning of warnings) if (!this.#told.has(warning.message)) warn(warning);
  }

  /** @param {unknown} reason */
  abort(reason) {
    this.#controller.abort(reason);
  }

  end() {
    this.#forget?.();
  }
}
