/**
 * Long work in the thread of the caller, written as steps: the clock says when a slice of 10 ms is
 * over, and then gives the event loop its turn and tells the watcher.
 */
import { interval, slice } from './slices.js';

/** @import { Progress } from '../types.js' */
/** @import { Watch } from '../runtime/host.js' */
/** @import { Steps } from './drive.js' */

/** What a report says that the work does not know. */
const blank = { phase: '', iteration: 0, objective: 0, gap: 0, supportVectors: 0, fraction: 0 };

/** Interrupts long work, so that the thread stays responsive. */
export class Clock {
  #pause;
  #watch;
  #due = performance.now() + slice;
  #report = performance.now() + interval;
  #stopped = false;

  /**
   * @param {() => any} pause of the host
   * @param {Watch} watch
   */
  constructor(pause, watch) {
    this.#pause = pause;
    this.#watch = watch;
  }

  /** Whether the slice is over: then rest. */
  get isOver() {
    return performance.now() >= this.#due;
  }

  /** Whether the watcher stopped the work; it hears no more. */
  get isStopped() {
    return this.#stopped;
  }

  /**
   * @param {Partial<Progress>} report
   * @returns {Steps<void>}
   */
  *rest(report) {
    const now = performance.now();
    const { signal, onProgress } = this.#watch;
    if (onProgress && !this.#stopped && now >= this.#report) {
      this.#report = now + interval;
      this.#stopped = onProgress({ ...blank, ...report }) === false;
    }
    yield this.#pause();
    signal?.throwIfAborted();
    this.#due = performance.now() + slice;
  }
}
