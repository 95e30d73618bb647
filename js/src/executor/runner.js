/**
 * Has an executor do the jobs of some work. The executor may be the caller's: what it gives is
 * checked, and no wait for it outlasts an abort.
 */
import { isPromise } from '../basics/drive.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { endsAll } from './errors.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Success } from '../runtime/host.js' */
/** @import { Executor, Job, Opening, Session, Waiting } from './types.js' */

/**
 * The callbacks of some work for its jobs.
 * @template T
 * @typedef {object} JobHandlers
 * @property {(job: T) => T | undefined} begin what of a job is still wanted
 * @property {(job: T) => Pick<Job, 'request' | 'options' | 'buffers'>} payload
 * @property {(job: T, reply: Success) => void} done
 * @property {(job: T, error: unknown) => void} failed with an error of the job itself; if it throws,
 *   all the work ends
 * @property {(job: T, report: {fraction: number, [more: string]: any}) => unknown} progress false: stop
 * @property {() => boolean} stopped
 */

/** Jobs that have work in common, best done in one place. @template T @typedef {T[]} Group */

/** Jobs of a group that nobody has begun. @template T @typedef {{name: string, jobs: T[]}} Left */

/** How long nobody may be there, in milliseconds. */
const patience = 10_000;

export class Runner {
  #executor;
  #opening;
  #drive;
  #forget;
  #controller = new AbortController();
  /** Of the jobs under way: Node warns of a signal with many listeners. @type {Set<AbortController>} */
  #calls = new Set();
  /** @type {Session | undefined} */
  #session;
  #jobs = 0;
  #groups = 0;

  /**
   * @param {Executor} executor
   * @param {Opening} opening
   * @param {(steps: Steps<void>) => unknown} drive runs steps: at once, or as a promise
   * @param {AbortSignal | null} [signal]
   */
  constructor(executor, opening, drive, signal) {
    this.#executor = executor;
    this.#opening = opening;
    this.#drive = drive;
    const forward = () => this.#abort(signal?.reason);
    if (signal?.aborted) forward();
    signal?.addEventListener('abort', forward);
    this.#forget = () => signal?.removeEventListener('abort', forward);
  }

  /** @param {unknown} reason */
  #abort(reason) {
    this.#controller.abort(reason);
    for (const call of this.#calls) call.abort(reason);
  }

  /**
   * Makes the opening known.
   * @template T
   * @param {(reply: Success) => T} take gets the answer of the worker that checked it
   * @param {Waiting['onProgress']} [onProgress]
   * @returns {Steps<T>} what take returns
   */
  *open(take, onProgress) {
    const ask = (/** @type {Waiting} */ waiting) => {
      const opening = this.#executor.open(this.#opening, waiting);
      if (isPromise(opening)) opening.then((late) => waiting.signal?.aborted && close(late), () => {}); // prettier-ignore
      return opening;
    };
    const session = yield* traced(this.#ask('open', ask, onProgress));
    if (typeof session?.submit !== 'function' || typeof session.close !== 'function') {
      throw this.#wrong('open', `a session with reply, submit() and close(), got ${show(session)}`);
    }
    this.#session = session;
    const reply = this.#check('open', session.reply);
    try {
      return take(reply);
    } catch (cause) {
      throw this.#wrong('open', 'the reply of a worker to this opening', cause);
    }
  }

  /**
   * @param {Omit<Job, 'key'>} job
   * @param {Waiting['onProgress']} [onProgress]
   * @returns {Steps<Success>}
   */
  *submit(job, onProgress) {
    const session = /** @type {Session} */ (this.#session);
    const own = { key: String(++this.#jobs), ...job };
    const reply = yield* this.#ask('submit', (waiting) => session.submit(own, waiting), onProgress);
    return this.#check('submit', reply);
  }

  /**
   * How many jobs may be under way.
   * @returns {Steps<number>}
   */
  *capacity() {
    const most = yield* this.#ask('capacity', () => this.#executor.capacity());
    if (typeof most === 'number' && most >= 0) return most;
    throw this.#wrong('capacity', `a number of at least 0, got ${show(most)}`);
  }

  /**
   * Does all jobs. Groups stay together as long as there are others to begin.
   * @template T
   * @param {Group<T>[]} groups
   * @param {JobHandlers<T>} handlers
   * @returns {Steps<void>}
   */
  *run(groups, handlers) {
    const queue = queueOf(
      groups.map((jobs) => ({ name: String(++this.#groups), jobs: [...jobs] })),
    );
    const next = (/** @type {Left<T> | undefined} */ freed) => {
      if (handlers.stopped()) return undefined;
      const group = queue(freed);
      const planned = group.jobs.shift();
      return planned && { own: group, steps: this.#work(planned, group.name, handlers) };
    };
    yield* traced(this.share(next));
  }

  /**
   * @template T
   * @param {T} planned
   * @param {string} group
   * @param {JobHandlers<T>} handlers
   * @returns {Steps<void>}
   */
  *#work(planned, group, handlers) {
    const job = handlers.begin(planned);
    if (!job) return;
    let reply;
    try {
      const payload = { group, ...handlers.payload(job) };
      reply = yield* this.submit(payload, (report) => handlers.progress(job, report));
    } catch (error) {
      this.#controller.signal.throwIfAborted();
      if (endsAll(error)) throw error;
      handlers.failed(job, error);
      return;
    }
    try {
      handlers.done(job, reply);
    } catch (cause) {
      throw this.#wrong('submit', 'the reply of a worker to this job', cause);
    }
  }

  /**
   * Keeps as many jobs under way as the executor takes, until there are no more.
   * @template T
   * @param {(freed?: T) => {own: T, steps: Steps<void>} | undefined} next gets what an ended job had
   *   as its own
   * @returns {Steps<void>}
   */
  *share(next) {
    const { signal } = this.#controller;
    /** @type {T[]} */
    const freed = [];
    let [under, over, since] = [0, false, performance.now()];
    let wake = () => {};
    const heard = () => wake();
    signal.addEventListener('abort', heard);
    try {
      for (;;) {
        const most = over ? 0 : yield* this.capacity();
        while (under < most && !over) {
          signal.throwIfAborted();
          const job = next(freed.pop());
          over = !job;
          if (!job) break;
          const doing = this.#drive(job.steps);
          const free = () => void freed.push(job.own);
          if (!isPromise(doing)) {
            free();
            continue;
          }
          under++;
          doing
            .then(free, (error) => this.#abort(error))
            .then(() => {
              under--;
              wake();
            });
        }
        signal.throwIfAborted();
        if (under > 0 || most > 0) since = performance.now();
        if (under === 0 && over) return;
        if (performance.now() - since > patience) throw this.#deserted();
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let timer;
        yield new Promise((resolve) => {
          wake = () => resolve(undefined);
          // More workers may be there before a job ends.
          if (!over) timer = setTimeout(wake, under > 0 ? 1000 : 100);
        });
        clearTimeout(timer);
      }
    } catch (error) {
      this.#abort(error);
      throw error;
    } finally {
      signal.removeEventListener('abort', heard);
    }
  }

  /**
   * Calls the executor.
   * @param {'capacity' | 'open' | 'submit'} method
   * @param {(waiting: Waiting) => any} call
   * @param {Waiting['onProgress']} [onProgress]
   * @returns {Steps<any>}
   */
  *#ask(method, call, onProgress) {
    this.#controller.signal.throwIfAborted();
    const own = new AbortController();
    const { signal } = own;
    this.#calls.add(own);
    /** @type {Waiting['onProgress']} */
    const hear = (report) => {
      if (signal.aborted) return false;
      try {
        return onProgress?.(report);
      } catch (error) {
        this.#abort(error);
        return false;
      }
    };
    try {
      const answer = call({ signal, ...(onProgress && { onProgress: hear }) });
      return yield isPromise(answer) ? orAborted(answer, signal) : answer;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof MaxMarginError) throw error;
      throw this.#wrong(method, undefined, error);
    } finally {
      this.#calls.delete(own);
    }
  }

  /**
   * A reply with buffers of its own, as those of a worker are.
   * @param {'open' | 'submit'} method
   * @param {any} reply
   * @returns {Success}
   */
  #check(method, reply) {
    const { value, buffers } = reply ?? {};
    const list = Object.entries(typeof buffers === 'object' && buffers ? buffers : { buffers });
    if (!list.every(([, bytes]) => bytes instanceof Uint8Array)) {
      throw this.#wrong(method, `a reply { value, buffers } with a Uint8Array for each buffer, got ${show(reply)}`); // prettier-ignore
    }
    const whole = list.map(([name, bytes]) => [name, bytes.length < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes]); // prettier-ignore
    return { ok: true, value, buffers: Object.fromEntries(whole) };
  }

  /**
   * @param {string} method of the executor
   * @param {string | undefined} expected what it must give; undefined: it threw
   * @param {unknown} [cause]
   */
  #wrong(method, expected, cause) {
    const said = expected ? `must give ${expected}` : 'failed';
    const why = cause === undefined ? '' : `: ${cause}`;
    return new MaxMarginError(
      'ERR_FUNCTION',
      'executor',
      `${method}() of the executor ${show(this.#executor.name)} ${said}${why}`,
      {},
      cause,
    );
  }

  #deserted() {
    return new MaxMarginError(
      'ERR_NO_WORKERS',
      'executor',
      `the executor ${show(this.#executor.name)} has no workers: its capacity was 0 for ${patience / 1000} s; start some, or leave executor out to work in this process`,
    );
  }

  /**
   * Forgets what is left.
   * @returns {any} what the session reports of its work
   */
  close() {
    const session = this.#session;
    this.#session = undefined;
    this.#forget();
    let report;
    try {
      report = session?.report?.();
    } catch {
      // The work is done: nothing is lost but the report.
    }
    this.#abort(new MaxMarginError('ERR_DISPOSED', '', 'this work was ended'));
    close(session);
    return report;
  }
}

/** @param {any} session that is not needed any more, whatever it says to that */
function close(session) {
  try {
    session?.close()?.then?.(undefined, () => {});
  } catch {
    // Its work is done, or failed before.
  }
}

/**
 * Adds the lines of who waits to the stack of an error: V8 follows promises only where they are
 * awaited, and those of workers are not.
 * @template T
 * @param {Steps<T>} steps
 * @returns {Steps<T>}
 */
function* traced(steps) {
  try {
    return yield* steps;
  } catch (error) {
    if (error instanceof MaxMarginError) {
      const lines = new MaxMarginError('', '', '').stack?.match(/^ +at .+$/gm) ?? [];
      error.stack = [error.stack, ...lines].join('\n');
    }
    throw error;
  }
}

/**
 * @template T
 * @param {PromiseLike<T>} promise
 * @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
function orAborted(promise, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const settle = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    promise.then(
      (value) => (settle(), resolve(value)),
      (error) => (settle(), reject(error)),
    );
  });
}

/**
 * Hands out groups to take the next job from: the same as before, one that nobody has begun, or
 * the one with the most left.
 * @template T
 * @param {Left<T>[]} left
 * @returns {(same?: Left<T>) => Left<T>}
 */
function queueOf(left) {
  let begun = 0;
  /** @type {Left<T>} */
  const none = { name: '', jobs: [] };
  return (same) => {
    if (same && same.jobs.length > 0) return same;
    if (begun < left.length) return left[begun++];
    return left.reduce(
      (most, other) => (other.jobs.length > most.jobs.length ? other : most),
      none,
    );
  };
}
