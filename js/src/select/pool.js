/**
 * Workers that share the jobs of a study, all over one compiled module. A job whose
 * worker dies is tried once more, in a fresh one.
 */

/** @import { Payload, Success } from '../runtime/host.js' */
/** @import { Client } from '../runtime/client.js' */
/** @import { Progress } from '../types.js' */
/** @import { Group, Job } from './study.js' */

/**
 * The callbacks of a search for its workers.
 * @typedef {object} Errand
 * @property {(job: Job) => Job | undefined} begin what of a job is still wanted
 * @property {(job: Job) => Payload} payload
 * @property {(job: Job, reply: Success) => void} done
 * @property {(job: Job, error: unknown) => void} failed
 * @property {(job: Job, fraction: number) => boolean} progress false: stop
 * @property {() => boolean} stopped
 */

/** How often a job is tried. */
const attempts = 2;

export class Pool {
  #client;
  #opening;
  #size;
  #abort = new AbortController();
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
    const reply = await worker.call('openStudy', this.#opening(), { signal: this.#abort.signal });
    this.#opened.add(worker);
    return reply;
  }

  /**
   * Does all jobs. Groups stay together as long as there are others to begin.
   * @param {Group[]} groups
   * @param {Errand} errand
   */
  async run(groups, errand) {
    const queue = new Queue(groups);
    while (this.#workers.length < Math.min(this.#size, queue.length)) {
      this.#workers.push(this.#client.sibling());
    }
    await Promise.all(this.#workers.map((_, at) => this.#work(at, queue, errand)));
  }

  /**
   * @param {number} at which worker
   * @param {Queue} queue
   * @param {Errand} errand
   */
  async #work(at, queue, errand) {
    /** @type {Group | undefined} */
    let group;
    while (!errand.stopped()) {
      group = queue.next(group);
      const next = group?.shift();
      if (!next) return;
      const job = errand.begin(next);
      if (!job) continue;
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const worker = this.#workers[at];
        try {
          if (!this.#opened.has(worker)) await this.#openStudy(worker);
          errand.done(job, await this.#evaluate(worker, job, errand));
          break;
        } catch (error) {
          this.#abort.signal.throwIfAborted();
          if (terminated(error)) throw error;
          if (!crashed(error)) {
            errand.failed(job, error);
            break;
          }
          worker.close();
          this.#workers[at] = this.#client.sibling();
          if (attempt === attempts) errand.failed(job, error);
        }
      }
    }
  }

  /**
   * @param {Client} worker
   * @param {Job} job
   * @param {Errand} errand
   */
  #evaluate(worker, job, errand) {
    return worker.call('evaluate', errand.payload(job), {
      signal: this.#abort.signal,
      onProgress: ({ fraction }) => errand.progress(job, fraction),
    });
  }

  /** @param {unknown} reason */
  abort(reason) {
    this.#abort.abort(reason);
  }

  close() {
    for (const worker of this.#workers) {
      if (this.#opened.has(worker) && worker.running === 0 && !this.#abort.signal.aborted) {
        worker.call('closeStudy', { request: { study: 1 } }).catch(() => {}); // the next call tells
        this.#client.takeBack(worker);
      } else {
        worker.close();
      }
    }
    this.#workers = [];
  }
}

/** Groups of jobs that are still to be done. */
class Queue {
  #groups;
  /** Groups that somebody has begun. @type {Set<Group>} */
  #begun = new Set();

  /** @param {Group[]} groups */
  constructor(groups) {
    this.#groups = groups.map((group) => [...group]);
  }

  /** How many jobs there are. */
  get length() {
    return this.#groups.reduce((sum, group) => sum + group.length, 0);
  }

  /**
   * The group to take the next job from: the same, one that has not begun, or
   * the one with the most left.
   * @param {Group} [same]
   */
  next(same) {
    if (same && same.length > 0) return same;
    const group =
      this.#groups.find((other) => !this.#begun.has(other)) ??
      this.#groups.reduce((most, other) => (other.length > most.length ? other : most));
    this.#begun.add(group);
    return group;
  }
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
export class Single {
  #host;
  #opening;
  #abort = new AbortController();

  /**
   * @param {{call(op: string, payload: Payload, watch?: {signal?: AbortSignal, onProgress?: (report: Progress) => unknown}): Success}} host
   * @param {() => Payload} opening
   */
  constructor(host, opening) {
    this.#host = host;
    this.#opening = opening;
  }

  open() {
    return this.#host.call('openStudy', this.#opening());
  }

  /**
   * @param {Group[]} groups
   * @param {Errand} errand
   */
  run(groups, errand) {
    for (const next of groups.flat()) {
      if (errand.stopped()) return;
      this.#abort.signal.throwIfAborted();
      const job = errand.begin(next);
      if (!job) continue;
      for (let attempt = 1; attempt <= attempts; attempt++) {
        try {
          errand.done(job, this.#evaluate(job, errand));
          break;
        } catch (error) {
          this.#abort.signal.throwIfAborted();
          if (!crashed(error) || attempt === attempts) {
            errand.failed(job, error);
            break;
          }
          this.open();
        }
      }
    }
  }

  /**
   * @param {Job} job
   * @param {Errand} errand
   */
  #evaluate(job, errand) {
    return this.#host.call('evaluate', errand.payload(job), {
      signal: this.#abort.signal,
      onProgress: ({ fraction }) => errand.progress(job, fraction),
    });
  }

  /** @param {unknown} reason */
  abort(reason) {
    this.#abort.abort(reason);
  }

  close() {
    this.#host.call('closeStudy', { request: { study: 1 } });
  }
}
