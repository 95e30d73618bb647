/** Many predictions of one model, by copies of it in workers of their own, or of an executor. */
import { later } from '../basics/drive.js';
import { wrongSetting } from '../basics/settings.js';
import { Runner } from '../executor/runner.js';
import { checkWorkers } from '../select/workers.js';

/** @import { Executor } from '../executor/types.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { State } from '../model/state.js' */
/** @import { Client } from '../runtime/client.js' */
/** @import { Host, Payload } from '../runtime/host.js' */

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
 * @param {Executor} [executor] whose workers do all jobs
 */
export async function inWorkers(models, workers, jobs, work, executor) {
  const { copies, close } = executor
    ? await copiesAt(executor, models[0])
    : copiesOf(models[0], workers - 1);
  if (executor) models = [];
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

/**
 * Copies of a fitted model whose work an executor does: as many as it takes jobs at once.
 * @param {Executor} executor
 * @param {any} model
 * @returns {Promise<{copies: any[], close: () => void}>}
 */
async function copiesAt(executor, model) {
  const state = stateOfAny(model);
  const client = /** @type {Partial<Client> | undefined} */ (state?.host);
  if (!state || client !== state.home || !client?.sibling) {
    throw wrongSetting('executor', 'left out with an estimator of another package, of an engine or of maxmargin/sync', executor); // prettier-ignore
  }
  const { home, fitted } = state;
  const { bytes, step } = fitted;
  const opening = /** @type {const} */ ({ kind: 'model', request: { step }, options: {}, buffers: { bytes } }); // prettier-ignore
  const runner = new Runner(executor, opening, later);
  try {
    await later(runner.open(() => {}));
    const most = await later(runner.capacity());
    const host = /** @type {any} */ (new Elsewhere(/** @type {Client} */ (home), runner));
    const copies = Array.from({ length: Math.max(1, most) }, () => {
      const copy = model.clone();
      const own = /** @type {State} */ (stateOfAny(copy));
      own.moveTo(host);
      own.fitted = fitted;
      return copy;
    });
    return { copies, close: () => void runner.close() };
  } catch (error) {
    runner.close();
    throw error;
  }
}

/** A host that has an executor apply one fitted model. @implements {Pick<Host, 'apply' | 'complete' | 'newModelId' | 'release'>} */
class Elsewhere {
  #home;
  #runner;

  /**
   * @param {Client} home what samples are completed by
   * @param {Runner} runner
   */
  constructor(home, runner) {
    this.#home = home;
    this.#runner = runner;
  }

  /** @param {Pick<Payload, 'buffers' | 'fill' | 'first'>} payload */
  complete(payload) {
    return this.#home.complete(payload);
  }

  /**
   * @param {string} op
   * @param {Fitted} _model the one of the opening
   * @param {Payload} payload
   */
  async apply(op, _model, payload) {
    await this.complete(payload);
    const { request, options, buffers } = payload;
    return later(
      this.#runner.submit({ request: { ...request, op }, options: options ?? {}, buffers }),
    );
  }

  newModelId() {
    return this.#home.newModelId();
  }

  /** The executor forgets the model with the session. */
  release() {}
}
