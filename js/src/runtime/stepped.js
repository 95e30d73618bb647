/** A fit that advances only on request: it pauses between its slices. */
import { signals } from './runtime.js';

/** @import { Operations, Payload, Reply, Watch } from './host.js' */
/** @import { Program } from './runtime.js' */
/** @import { Progress } from '../types.js' */

export class SteppedFit {
  /** The answer, when the fit is over. @type {Reply | undefined} */
  reply;
  /** The error that a function of the caller threw. @type {{error: unknown} | undefined} */
  thrown;
  /** @type {Progress | undefined} */
  #report;
  /** @type {(signal: number) => void} */
  #resume = () => {};
  #signal = signals.continue;
  #watch;

  /**
   * @param {Operations | Program} program
   * @param {Payload} payload
   * @param {Watch} watch
   * @param {Map<number, any>} models that are kept in JavaScript
   */
  constructor(program, { request, options = {}, buffers = {} }, watch, models) {
    this.program = program;
    this.#watch = watch;
    program.dispatch('fit', request, options, buffers, {
      settle: (reply) => void (this.reply = reply),
      progress: (report) => this.#see(report),
      yield: (resume) => void (this.#resume = resume),
      models,
    });
  }

  /** @returns {Progress | undefined} the next report; none when it is over */
  advance() {
    while (!this.#report && !this.#over) this.#goOn();
    const report = this.#over ? undefined : this.#report;
    this.#report = undefined;
    return report;
  }

  /** Stops the fit unless it is over; the result is the best solution so far. */
  finish() {
    if (this.#signal === signals.continue) this.#signal = signals.stop;
    while (!this.#over) this.#goOn();
    if (this.#watch.signal?.aborted) throw this.#watch.signal.reason;
  }

  get #over() {
    return this.reply !== undefined || this.program.death !== undefined;
  }

  #goOn() {
    if (this.#watch.signal?.aborted) this.#signal = signals.abort;
    const resume = this.#resume;
    this.program.guard(() => resume(this.#signal));
  }

  /** @param {Progress} report */
  #see(report) {
    if (!('code' in report)) this.#report = report;
    try {
      if (this.#watch.onProgress?.(report) === false) this.#signal = signals.stop;
    } catch (error) {
      this.thrown = { error };
      this.#signal = signals.abort;
    }
    return this.#signal;
  }
}
