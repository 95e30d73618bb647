/**
 * Work in JavaScript that may take long, such as calling a function of the caller for
 * every pair of samples. It is written as a generator that yields a report about every
 * 10 ms. The yield returns false, once, when a watcher stops the work: the work then ends with
 * its result so far, or with an error if it has none. This file has the functions that run such work.
 */
import { MaxMarginError } from './errors.js';

/** @import { Pause, Watch } from '../runtime/host.js' */
/** @import { Progress } from '../types.js' */

/**
 * Yields its progress, and returns a T.
 * @template T
 * @typedef {Generator<Progress, T, boolean | void>} Work
 */

/** Work that returns nothing. @typedef {Work<void>} Slices */

/** Milliseconds of work between two turns of the event loop. */
export const slice = 10;

/** Milliseconds between two reports, of which there are at most 20 per second. */
export const interval = 50;

/** Measures slices, and counts the finished pieces of work. */
export class ProgressMeter {
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

  /**
   * Begins the next slice. Throws if a watcher stopped work that has no result to keep.
   * @param {boolean | void} goesOn the value of the yield
   */
  resume(goesOn) {
    if (goesOn === false) {
      throw new MaxMarginError(
        'ERR_STOPPED',
        '',
        `stopped in the phase '${this.#phase}', without a result to keep`,
      );
    }
    this.#until = performance.now() + slice;
  }
}

/**
 * Visits the numbers from 0 to total - 1, in slices.
 * @param {string} phase
 * @param {number} total
 * @param {(i: number) => void} visit
 * @param {boolean} [whole] the work has no partial result, so a watcher cannot stop it
 * @returns {Slices}
 */
export function* visiting(phase, total, visit, whole = false) {
  const meter = new ProgressMeter(phase, total);
  for (let i = 0; i < total; i++) {
    visit(i);
    const report = meter.advance();
    if (!report) continue;
    const goesOn = yield report;
    meter.resume(whole || goesOn);
  }
}

/** Reports to a watcher, but no more after the watcher stopped the work. */
class Reporter {
  #last = -Infinity;
  #ended = false;
  #watch;

  /** @param {Watch} watch */
  constructor(watch) {
    this.#watch = watch;
  }

  /**
   * @param {Progress} report
   * @returns {boolean} false when the watcher stops the work
   */
  tell(report) {
    const now = performance.now();
    if (this.#ended || now - this.#last < interval) return true;
    this.#last = now;
    this.#ended = this.#watch.onProgress?.(report) === false;
    return !this.#ended;
  }
}

/**
 * Runs work with turns of the event loop between its slices.
 * @template T
 * @param {Work<T>} work
 * @param {Watch} watch
 * @param {Pause} pause
 * @returns {Promise<T>}
 */
export async function runLater(work, watch, pause) {
  const steps = runStepped(work, watch);
  let step = steps.next();
  while (!step.done) {
    await new Promise((resolve) => pause(() => resolve(undefined)));
    step = steps.next();
  }
  return step.value;
}

/**
 * Runs work to its end.
 * @template T
 * @param {Work<T>} work
 * @param {Watch} watch
 * @returns {T}
 */
export function runNow(work, watch) {
  const steps = runStepped(work, watch);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * Runs work and yields each report. When the watcher aborts, or throws, the work ends
 * without a result.
 * @template T
 * @param {Work<T>} work
 * @param {Watch} watch
 * @returns {Generator<Progress, T, void>}
 */
export function* runStepped(work, watch) {
  const reporter = new Reporter(watch);
  try {
    watch.signal?.throwIfAborted();
    let step = work.next();
    while (!step.done) {
      const goesOn = reporter.tell(step.value);
      yield step.value;
      watch.signal?.throwIfAborted();
      step = work.next(goesOn);
    }
    return step.value;
  } catch (error) {
    /** @type {Work<unknown>} */ (work).return(undefined);
    throw error;
  }
}
