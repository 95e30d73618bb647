/**
 * Workers that share the jobs of a study, all over one compiled module. A job whose
 * worker dies is tried once more, in a fresh one.
 */
import { later, now } from '../basics/drive.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Payload, Success, Watch } from '../runtime/host.js' */
/** @import { Client } from '../runtime/client.js' */
/** @import { Group, Job } from './study.js' */

/**
 * The callbacks of a search for its workers.
 * @typedef {object} JobHandlers
 * @property {(job: Job) => Job | undefined} begin what of a job is still wanted
 * @property {(job: Job) => Payload} payload
 * @property {(job: Job, reply: Success) => void} done
 * @property {(job: Job, error: unknown) => void} failed
 * @property {(job: Job, fraction: number) => boolean} progress false: stop
 * @property {() => boolean} stopped
 */

/** How often a job is tried. */
const attempts = 2;

/** How jobs are done, wherever that is. */
class Runner {
  #abort = new AbortController();

  /** That of the search. */
  get signal() {
    return this.#abort.signal;
  }

  /** @param {unknown} reason */
  abort(reason) {
    this.#abort.abort(reason);
  }

  /**
   * Does one job after the other, as long as there are some.
   * @param {() => Job | undefined} next
   * @param {JobHandlers} handlers
   * @param {(job: Job) => unknown} evaluate returns the reply, or a promise of it
   * @param {() => unknown} renew called when the program has died
   * @returns {Steps<void>}
   */
  *work(next, handlers, evaluate, renew) {
    while (!handlers.stopped()) {
      this.signal.throwIfAborted();
      const planned = next();
      if (!planned) return;
      const job = handlers.begin(planned);
      for (let attempt = 1; job && attempt <= attempts; attempt++) {
        try {
          handlers.done(job, yield evaluate(job));
          break;
        } catch (error) {
          this.signal.throwIfAborted();
          if (terminated(error)) throw error;
          const again = crashed(error);
          if (again) yield renew();
          if (again && attempt < attempts) continue;
          handlers.failed(job, error);
          break;
        }
      }
    }
  }

  /**
   * @param {Pick<Client, 'call'>} worker
   * @param {Job} job
   * @param {JobHandlers} handlers
   */
  evaluate(worker, job, handlers) {
    return worker.call('evaluate', handlers.payload(job), {
      signal: this.signal,
      onProgress: ({ fraction }) => handlers.progress(job, fraction),
    });
  }
}

export class Pool extends Runner {
  #client;
  #opening;
  #size;
  /** @type {Client[]} */
  #workers = [];
  /** Workers that have the study. @type {WeakSet<Client>} */
  #opened = new WeakSet();

  /**
   * @param {Client} client whose module and settings the workers use
   * @param {number} size
   * @param {() => Payload} opening
   */
  constructor(client, size, opening) {
    super();
    this.#client = client;
    this.#size = client.inThread ? 1 : size;
    this.#opening = opening;
  }

  /** Starts one worker, which checks the study. */
  async open() {
    const worker = this.#client.sibling();
    this.#workers.push(worker);
    return this.#openStudy(worker);
  }

  /** @param {Client} worker */
  async #openStudy(worker) {
    const reply = await worker.call('openStudy', this.#opening(), { signal: this.signal });
    this.#opened.add(worker);
    return reply;
  }

  /**
   * Does all jobs. Groups stay together as long as there are others to begin.
   * @param {Group[]} groups
   * @param {JobHandlers} handlers
   */
  async run(groups, handlers) {
    const queue = queueOf(groups);
    while (this.#workers.length < Math.min(this.#size, groups.flat().length)) {
      this.#workers.push(this.#client.sibling());
    }
    const work = this.#workers.map((_, at) => {
      /** @type {Group | undefined} */
      let group;
      const next = () => (group = queue(group)).shift();
      const evaluate = async (/** @type {Job} */ job) => {
        const worker = this.#workers[at];
        if (!this.#opened.has(worker)) await this.#openStudy(worker);
        return this.evaluate(worker, job, handlers);
      };
      const renew = () => {
        this.#workers[at].close();
        this.#workers[at] = this.#client.sibling();
      };
      return later(this.work(next, handlers, evaluate, renew));
    });
    await Promise.all(work);
  }

  close() {
    for (const worker of this.#workers) {
      if (this.#opened.has(worker) && worker.running === 0 && !this.signal.aborted) {
        worker.call('closeStudy', { request: { study: 1 } }).catch(() => {}); // the next call tells
        this.#client.takeBack(worker);
      } else {
        worker.close();
      }
    }
    this.#workers = [];
  }
}

/**
 * Hands out groups to take the next job from: the same as before, one that nobody has begun, or
 * the one with the most left.
 * @param {Group[]} groups
 * @returns {(same?: Group) => Group}
 */
function queueOf(groups) {
  const left = groups.map((group) => [...group]);
  /** @type {Set<Group>} */
  const begun = new Set();
  return (same) => {
    if (same && same.length > 0) return same;
    const group =
      left.find((other) => !begun.has(other)) ??
      left.reduce((most, other) => (other.length > most.length ? other : most));
    begun.add(group);
    return group;
  };
}

/** @param {any} error */
export function crashed(error) {
  return error?.code === 'ERR_RUNTIME_CRASHED' || error?.code === 'ERR_RUNTIME_UNSTABLE';
}

/**
 * Whether the workers were ended on purpose; then all further jobs fail.
 * @param {any} error
 */
export function terminated(error) {
  return error?.code === 'ERR_DISPOSED';
}

/** The same in the calling thread, one job after the other. */
export class Single extends Runner {
  #host;
  #opening;

  /**
   * @param {{call(op: string, payload: Payload, watch?: Watch): any}} host
   * @param {() => Payload} opening
   */
  constructor(host, opening) {
    super();
    this.#host = host;
    this.#opening = opening;
  }

  open() {
    return this.#host.call('openStudy', this.#opening());
  }

  /**
   * @param {Group[]} groups
   * @param {JobHandlers} handlers
   */
  run(groups, handlers) {
    const jobs = groups.flat();
    const evaluate = (/** @type {Job} */ job) => this.evaluate(this.#host, job, handlers);
    now(
      this.work(
        () => jobs.shift(),
        handlers,
        evaluate,
        () => this.open(),
      ),
    );
  }

  close() {
    this.#host.call('closeStudy', { request: { study: 1 } });
  }
}
