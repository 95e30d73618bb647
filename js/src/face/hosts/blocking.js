/** The host of maxmargin/sync: work is done in the calling thread, and methods return values. */
import { now } from '../../basics/drive.js';
import { runStepped } from '../../basics/slices.js';
import { wrongSetting } from '../../basics/settings.js';
import { stateOf } from '../../model/registry.js';
import { MaxMarginError } from '../../basics/errors.js';
import { BlockingHost, host } from '../../runtime/program.js';
import { CallingThread } from '../../executor/calling-thread.js';
import { Runner } from '../../executor/runner.js';
import { SetScores, boost, decide } from '../rest.js';

/** @import { Estimator } from '../../model/estimator.js' */
/** @import { FitJob } from '../../model/fit-job.js' */
/** @import { Loadable } from '../../model/loadable.js' */
/** @import { Executor, Opening } from '../../executor/types.js' */
/** @import { First, Host, Payload, StoredModel, Success, Watch } from '../../runtime/host.js' */
/** @import { InitSettings, Progress } from '../../types.js' */

/** Keeps models and carries out operations. */
export { host };

/** The classes that load knows. @type {Loadable} */
export const loadable = { form: '/sync', known: new Map(), readers: {} };

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
 * A host of its own. There is one calling thread, so it has one program.
 * @param {InitSettings} settings
 * @param {number} workers
 * @returns {Host}
 */
export function openHost(settings, workers) {
  if (workers === 1) return new BlockingHost(settings);
  throw new MaxMarginError(
    'ERR_OPTION',
    'workers',
    `maxmargin/sync works in the calling thread, so workers can only be 1, got ${workers}; import maxmargin for more`,
  );
}

/**
 * Who does the jobs of a search.
 * @param {{executor: Executor | undefined}} how
 * @param {Opening} opening
 * @param {{signal?: AbortSignal | null, device?: unknown}} given
 */
export function openRunner({ executor }, opening, { signal, device }) {
  refuse(executor);
  onDevice(device);
  return new Runner(new CallingThread(host), opening, now, signal);
}

/** What few programs need: nothing can be waited for, so it is here. */
export const rest = () => ({ SetScores, boost, decide });

/** @param {unknown} value @param {string} [name] */
function refuse(value, name = 'executor') {
  if (value) throw wrongSetting(name, 'left out here, or import maxmargin', value);
}

/** A GPU would have to be waited for. @param {unknown} device */
export function onDevice(device) {
  refuse(device !== 'cpu' && device, 'device');
}

/**
 * Who does a fit that takes several calls: the program itself. `end` has it forget what they left,
 * unless they made the model. Nothing can be waited for.
 * @param {Host} host
 */
export function lend(host) {
  const end = (/** @type {number} */ id, /** @type {boolean} */ made) => {
    if (!made) host.release(id);
  };
  return { host: /** @type {BlockingHost} */ (host), end, waits: false };
}

/**
 * Does a fit, which the calling thread shares with nobody.
 * @param {Host} host
 * @param {FitJob} job
 */
export function fit(host, job) {
  refuse(job.executor);
  onDevice(job.device);
  return host.fit(job.id, job.payload, job.watch, job.start);
}

/**
 * A fit to chunks whose rows workers hold: they would have to be waited for.
 * @param {unknown[]} given
 */
export function spread(...given) {
  refuse(/** @type {Executor} */ (given[4]));
}

/**
 * One fit, of the program or of JavaScript. Leaving the loop ends it with its result so far.
 * @param {BlockingHost} host
 * @param {number} id of the model
 * @param {Payload} payload
 * @param {Watch} watch
 * @param {StoredModel | undefined} start
 * @param {(reply: Success) => void} take
 * @returns {Generator<Progress, void, void>}
 */
function* step(host, id, payload, watch, start, take) {
  const fit = host.step(payload, watch, start);
  try {
    for (let report = fit.advance(); report; report = fit.advance()) yield report;
  } finally {
    take(host.conclude(id, fit));
  }
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
  const host = /** @type {BlockingHost} */ (state.host);
  const job = begin();
  const { payload, watch } = job;
  const { fill, first = [] } = payload;
  try {
    if (fill) yield* runStepped(fill(), watch);
    for (const [at, before] of first.entries()) {
      let over = false;
      const takeOf = (/** @type {First} */ own) => (/** @type {Success} */ reply) =>
        Object.assign(payload.buffers ?? {}, own.take(reply));
      try {
        yield* step(host, before.id, before.payload, watch, undefined, takeOf(before));
        over = true;
      } catch (error) {
        over = true;
        throw error;
      } finally {
        // Who has left the loop gets what follows as well, stopped at once.
        if (!over) {
          for (const next of first.slice(at + 1))
            takeOf(next)(host.conclude(next.id, host.step(next.payload, watch)));
          state.adopt(job, host.conclude(job.id, host.step(payload, watch, job.start)));
        }
      }
    }
    yield* step(host, job.id, payload, watch, job.start, (reply) => state.adopt(job, reply));
  } finally {
    state.endFit();
  }
  yield state.lastReport();
  return model;
}
