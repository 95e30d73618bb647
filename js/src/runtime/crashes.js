/**
 * Keeps count of crashes. One is survived by starting anew; several in a row
 * mean that starting anew does not help.
 */
import { MaxMarginError } from '../basics/errors.js';

const limit = 3;
const period = 60_000;

export class CrashLog {
  /** @type {number[]} */
  #times = [];
  #unstable = false;

  /** The error for the calls that the latest crash broke. @type {MaxMarginError | undefined} */
  last;

  /**
   * Takes a crash down and returns the error for the calls that it broke.
   * @param {string} reason
   */
  record(reason) {
    const now = Date.now();
    this.#times = [...this.#times.filter((time) => now - time < period), now];
    if (this.#times.length >= limit) this.#unstable = true;
    this.last = new MaxMarginError(
      'ERR_RUNTIME_CRASHED',
      '',
      `the WebAssembly program ended while it worked (${reason}); fitted models are safe, and the next call starts it again`,
      { reason },
    );
    return this.last;
  }

  /** Throws when there is no point in starting again. */
  check() {
    if (!this.#unstable) return;
    throw new MaxMarginError(
      'ERR_RUNTIME_UNSTABLE',
      '',
      `the WebAssembly program crashed ${limit} times within ${period / 1000} s and was not started again; ` +
        `fit less data at a time, then call init() to try once more`,
      { crashes: this.#times.length },
    );
  }

  /** Forgets everything: the user wants to try again. */
  clear() {
    this.#times = [];
    this.#unstable = false;
  }
}
