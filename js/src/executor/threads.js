/** The executor of this process: workers over one compiled module, each a thread. */
import { MaxMarginError } from '../basics/errors.js';
import { later } from '../basics/drive.js';
import { copiesOf } from '../runtime/transfer.js';
import { Station, persist } from './station.js';

/** @import { Executor, Job, Opening, Reply, Session, Waiting } from './types.js' */
/** @import { Client } from '../runtime/client.js' */

/**
 * @typedef {object} Worker
 * @property {Client} client
 * @property {Station} station
 * @property {() => Opening} opening
 * @property {() => void} renew a fresh one takes its place
 * @property {string} [group] of its last job
 * @property {boolean} busy
 * @property {boolean} spoiled it may still work on a job that was aborted
 */

/** A job that waits for a worker. @typedef {{group?: string, take: (worker: Worker) => void, fail: (error: unknown) => void}} Waiter */

/** @implements {Executor} */
export class Threads {
  name = 'threads';
  #client;
  #size;

  /**
   * @param {Client} client whose module and settings the workers use
   * @param {number} size
   */
  constructor(client, size) {
    this.#client = client;
    this.#size = size;
  }

  capacity() {
    return this.#client.inThread ? 1 : this.#size;
  }

  /**
   * @param {Opening} opening
   * @param {Waiting} waiting
   */
  async open(opening, waiting) {
    const crew = new Crew(this.#client, this.capacity(), opening);
    try {
      await crew.begin(waiting);
      return crew;
    } catch (error) {
      crew.close();
      throw error;
    }
  }
}

/**
 * The workers of one session. Each starts when there is a job for it, and gets the jobs of one group
 * as long as there are any.
 * @implements {Session}
 */
class Crew {
  /** @type {Reply} */
  reply = { value: undefined, buffers: {} };
  #client;
  #size;
  #opening;
  /** @type {Worker[]} */
  #workers = [];
  /** @type {Waiter[]} */
  #queue = [];
  /** @type {MaxMarginError | undefined} */
  #closed;
  #counts = { jobs: 0, lost: 0 };

  /**
   * @param {Client} client
   * @param {number} size
   * @param {Opening} opening
   */
  constructor(client, size, opening) {
    this.#client = client;
    this.#size = size;
    const copy = copiesOf(opening.buffers);
    this.#opening = () => ({ ...opening, buffers: copy() });
  }

  /**
   * Has one worker check the opening.
   * @param {Waiting} waiting
   */
  async begin(waiting) {
    this.reply = await this.#enlist().station.open(this.#opening(), waiting);
  }

  #enlist() {
    const client = this.#client.sibling();
    /** @type {Worker} */
    const worker = {
      client,
      station: new Station(client),
      opening: this.#opening,
      renew: () => {
        this.#counts.lost++;
        worker.client.close();
        if (this.#closed) throw this.#closed;
        worker.client = this.#client.sibling();
        worker.station = new Station(worker.client);
      },
      busy: false,
      spoiled: false,
    };
    this.#workers.push(worker);
    return worker;
  }

  /**
   * @param {Job} job
   * @param {Waiting} waiting
   */
  async submit(job, waiting) {
    const worker = this.#idle(job.group) ?? (await this.#wait(job.group, waiting.signal));
    worker.busy = true;
    worker.group = job.group;
    try {
      const reply = await later(persist(worker, job, waiting));
      this.#counts.jobs++;
      return reply;
    } finally {
      worker.busy = false;
      worker.spoiled ||= waiting.signal?.aborted ?? false;
      const next = this.#queue.find(({ group }) => group === worker.group) ?? this.#queue[0];
      next?.take(worker);
    }
  }

  /**
   * A worker without a job, best of all one that had the last of the same group.
   * @param {string | undefined} group
   */
  #idle(group) {
    if (this.#closed) throw this.#closed;
    const idle = this.#workers.filter(({ busy }) => !busy);
    const own = idle.find((worker) => worker.group === group) ?? idle[0];
    return own ?? (this.#workers.length < this.#size ? this.#enlist() : undefined);
  }

  /**
   * @param {string | undefined} group
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<Worker>}
   */
  #wait(group, signal) {
    return new Promise((resolve, reject) => {
      const abort = () => waiter.fail(signal?.reason);
      const leave = () => {
        this.#queue = this.#queue.filter((other) => other !== waiter);
        signal?.removeEventListener('abort', abort);
      };
      /** @type {Waiter} */
      const waiter = {
        group,
        take: (worker) => {
          leave();
          worker.busy = true; // before the promise tells who waits
          resolve(worker);
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      signal?.throwIfAborted();
      signal?.addEventListener('abort', abort);
      this.#queue.push(waiter);
    });
  }

  report() {
    return { ...this.#counts };
  }

  close() {
    this.#closed ??= new MaxMarginError('ERR_DISPOSED', '', 'this session was closed');
    for (const waiter of this.#queue) waiter.fail(this.#closed);
    for (const { client, station, busy, spoiled } of this.#workers) {
      if (station.opened && !busy && !spoiled && client.running === 0) {
        station.close();
        this.#client.takeBack(client);
      } else {
        client.close();
      }
    }
    this.#workers = [];
  }
}
