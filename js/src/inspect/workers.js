/** Many predictions of one model, by copies of it in workers of their own. */
import { checkWorkers } from '../select/workers.js';

/** @import { State } from '../model/state.js' */
/** @import { Client } from '../runtime/client.js' */

/**
 * The state of an estimator of any entry of the package; nothing of anything else.
 * @param {any} model
 * @returns {State | undefined}
 */
export const stateOfAny = (model) => model?.[Symbol.for('maxmargin.estimator')];

/** Work that takes less than this, in milliseconds, is done before a worker has started. */
const short = 500;

/**
 * How many models share work, by the milliseconds that one alone would take: the number that the
 * caller asks for, otherwise one for each processor if the work is long enough.
 * @param {unknown} workers as the caller gave them
 */
export function planWorkers(workers) {
  const most = checkWorkers(workers);
  return (/** @type {number} */ milliseconds) =>
    workers === undefined && milliseconds < short ? 1 : most;
}

/**
 * Does jobs with a fitted model and copies of it, each of which takes the next one when it is free.
 * Only a model of maxmargin that no engine owns can be copied into other workers; another one
 * does all jobs itself.
 * @template Job
 * @param {any[]} models that answer alike, the first of which is copied
 * @param {number} workers
 * @param {Iterable<Job>} jobs
 * @param {(model: any, job: Job) => Promise<void>} work
 */
export async function inWorkers(models, workers, jobs, work) {
  const { copies, close } = copiesOf(models[0], workers - 1);
  // One generator for all: when work fails, it ends, and nobody begins another job.
  const queue = (function* () {
    yield* jobs;
  })();
  try {
    await Promise.all(
      [...models, ...copies].map(async (one) => {
        for (const job of queue) await work(one, job);
      }),
    );
  } finally {
    close();
  }
}

/**
 * Copies of a fitted model, each in a worker of its own; none if it cannot be copied there.
 * @param {any} model
 * @param {number} count
 * @returns {{copies: any[], close: () => void}} close gives the workers back
 */
function copiesOf(model, count) {
  const state = stateOfAny(model);
  const client = /** @type {Partial<Client> | undefined} */ (state?.host);
  if (!state || count < 1 || client !== state.home || !client?.sibling || client.inThread) {
    return { copies: [], close() {} };
  }
  const { home, fitted } = state;
  const siblings = Array.from({ length: count }, () => /** @type {Client} */ (home).sibling());
  const copies = siblings.map((sibling) => {
    const copy = model.clone();
    const own = /** @type {State} */ (stateOfAny(copy));
    own.moveTo(sibling);
    own.fitted = fitted;
    return copy;
  });
  const close = () => {
    for (const sibling of siblings) {
      sibling.release(fitted.id);
      // What turns samples into numbers may have models of its own there.
      if (sibling.running > 0 || fitted.reader) sibling.close();
      else /** @type {Client} */ (home).takeBack(sibling);
    }
  };
  return { copies, close };
}
