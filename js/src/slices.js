/**
 * Work on the caller's side that may take long, such as calling a function of the
 * caller's for every pair of samples. It is written as a generator that yields a
 * report about every 10 ms; here are the ways to run it to its end.
 */
import { MaxMarginError } from './errors.js';

/** @import { Pause, Watch } from './host.js' */
/** @import { Progress } from './types.js' */

/** How far it is, again and again. @typedef {Generator<Progress, void, void>} Slices */

/** Milliseconds of work between two turns of the event loop. */
const slice = 10;

/** Milliseconds between two reports, of which there are at most 20 per second. */
const interval = 50;

/** Tells when a slice is over, and how far the work is. */
export class Stretch {
  #phase;
  #total;
  #done = 0;
  #until = performance.now() + slice;

  /**
   * @param {string} phase
   * @param {number} total pieces of work
   */
  constructor(phase, total) {
    this.#phase = phase;
    this.#total = total;
  }

  /** Counts a piece of work. @returns {Progress | undefined} at the end of a slice */
  advance() {
    this.#done++;
    if (performance.now() < this.#until) return undefined;
    return {
      phase: this.#phase,
      iteration: this.#done,
      objective: 0,
      gap: Infinity,
      supportVectors: 0,
      fraction: this.#done / this.#total,
    };
  }

  /** Begins the next slice. */
  resume() {
    this.#until = performance.now() + slice;
  }
}

/** Reports to a watcher, who may want an end. */
class Teller {
  #last = -Infinity;
  #watch;

  /** @param {Watch} watch */
  constructor(watch) {
    this.#watch = watch;
  }

  /** @param {Progress} report */
  tell(report) {
    const now = performance.now();
    if (now - this.#last < interval) return;
    this.#last = now;
    if (this.#watch.onProgress?.(report) === false) {
      throw new MaxMarginError(
        'ERR_STOPPED',
        '',
        'stopped while kernel values were computed, before there was a solution to keep',
      );
    }
  }
}

/**
 * Runs slices with turns of the event loop between them.
 * @param {Slices} slices
 * @param {Watch} watch
 * @param {Pause} pause
 */
export async function runLater(slices, watch, pause) {
  const teller = new Teller(watch);
  watch.signal?.throwIfAborted();
  for (const report of slices) {
    teller.tell(report);
    await new Promise((resolve) => pause(() => resolve(undefined)));
    watch.signal?.throwIfAborted();
  }
}

/**
 * Runs slices one after the other.
 * @param {Slices} slices
 * @param {Watch} watch
 */
export function runNow(slices, watch) {
  const teller = new Teller(watch);
  watch.signal?.throwIfAborted();
  for (const report of slices) teller.tell(report);
}

/**
 * Runs slices and hands out each report.
 * @param {Slices} slices
 * @param {Watch} watch
 * @returns {Generator<Progress, void, void>}
 */
export function* runStepped(slices, watch) {
  const teller = new Teller(watch);
  for (const report of slices) {
    watch.signal?.throwIfAborted();
    teller.tell(report);
    yield report;
  }
  watch.signal?.throwIfAborted();
}
