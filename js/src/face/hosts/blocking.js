/** The host of maxmargin/sync: work is done in the calling thread, and methods return values. */
import { now } from '../../basics/drive.js';
import { runStepped } from '../../basics/slices.js';
import { stateOf } from '../../model/state.js';
import { host } from '../../runtime/program.js';
import { Single } from '../../select/pool.js';

/** @import { Estimator } from '../../model/estimator.js' */
/** @import { FitJob } from '../../model/fit-job.js' */
/** @import { Payload } from '../../runtime/host.js' */
/** @import { Progress } from '../../types.js' */

/** Keeps models and carries out operations. */
export { host };

/** Runs what a method does. */
export { now as run };

/**
 * Calls a function.
 * @template T
 * @param {() => T} call
 */
export function attempt(call) {
  return call();
}

/**
 * The samples as they are: a tensor must give its numbers at once.
 * @param {unknown[]} samples
 */
export function gather(samples) {
  return samples;
}

/**
 * What load was given: nothing has to be waited for.
 * @param {any} given
 */
export function gatherModel(given) {
  return given;
}

/** The event loop waits until the call returns. */
export function pause() {}

/**
 * Who does the fits of a search.
 * @param {number} _size
 * @param {() => Payload} opening
 */
export function openRunner(_size, opening) {
  return new Single(host, opening);
}

/**
 * A fit, one report at a time: it pauses until the next report is requested.
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {() => FitJob} begin
 * @returns {Generator<Progress, T, void>}
 */
export function* reports(model, begin) {
  const state = stateOf(model);
  const job = begin();
  try {
    const { fill } = job.payload;
    if (fill) yield* runStepped(fill(), job.watch);
    const fit = host.step(job.payload, job.watch, job.start);
    try {
      for (let report = fit.advance(); report; report = fit.advance()) yield report;
    } finally {
      state.adopt(job, host.conclude(job.id, fit));
    }
  } finally {
    state.endFit();
  }
  yield state.fitted.lastReport();
  return model;
}
