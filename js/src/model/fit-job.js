/** A fit that is checked and packed, with functions to watch it and to stop it. */

/** @import { Payload } from '../runtime/host.js' */
/** @import { Fitted, Intake } from './fitted.js' */
/** @import { FitSettings, Progress } from '../types.js' */

export class FitJob {
  #controller = new AbortController();
  /** @type {(() => void) | undefined} */
  #forget;

  /**
   * @param {number} id of the model to come
   * @param {Payload} payload
   * @param {FitSettings} settings
   * @param {Fitted} [start] what it starts from
   * @param {Intake} [intake] what its samples went through
   */
  constructor(id, payload, { signal, onProgress, workers = 1 }, start, intake) {
    this.id = id;
    this.workers = workers;
    this.intake = intake;
    this.payload = payload;
    this.start = start;
    this.watch = { signal: this.#controller.signal, onProgress: onProgress ?? undefined };
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
    const { onProgress } = this.watch;
    this.watch.onProgress = (report) => {
      const goesOn = onProgress?.(report) !== false;
      return see(report) && goesOn;
    };
  }

  /** @param {unknown} reason */
  abort(reason) {
    this.#controller.abort(reason);
  }

  end() {
    this.#forget?.();
  }
}
