/** What one worker does for an executor, whatever that is, and how it goes on when it dies. */
import { later } from '../basics/drive.js';

/** @import { Job, Opening, Reply, Waiting } from './types.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { Payload, StoredModel, Success } from '../runtime/host.js' */

/**
 * The client of a worker, or the program in this thread.
 * @typedef {object} StationHost
 * @property {(op: string, payload: Payload, waiting?: any) => any} call
 * @property {(op: string, model: StoredModel, payload: Payload, waiting?: any) => any} apply
 * @property {(model: StoredModel) => any} load
 * @property {(id: number) => void} release
 * @property {() => number} newModelId
 */

/** The operations of each kind: one at the opening, one for each job, one at the end. */
const operations = {
  study: ['openStudy', 'evaluate', 'closeStudy'],
  fit: ['openFit', 'solvePart', 'closeFit'],
};

/** How often a job is tried. */
const attempts = 2;

/**
 * One worker with one opening at a time. Methods return promises, or values where `drive` is that of
 * the calling thread. Buffers are given away, unless they are shared.
 */
export class Station {
  /** Whether it knows an opening. */
  opened = false;
  #host;
  #drive;
  /** @type {string[]} */
  #operations = [];
  /** Of the kind model. @type {StoredModel | undefined} */
  #model;
  /** By which the program tells studies apart. @type {{study?: number}} */
  #study = {};

  /**
   * @param {StationHost} host
   * @param {(steps: Steps<Success>) => any} [drive]
   */
  constructor(host, drive = later) {
    this.#host = host;
    this.#drive = drive;
  }

  /**
   * @param {Opening} opening
   * @param {Waiting} [waiting]
   * @returns {any} the answer of the program
   */
  open(opening, waiting) {
    return this.#drive(this.#open(opening, waiting));
  }

  /**
   * @param {Opening} opening
   * @param {Waiting} [waiting]
   * @returns {Steps<Success>}
   */
  *#open({ kind, request, options, buffers }, waiting) {
    this.close();
    let reply;
    if (kind === 'model') {
      const { bytes } = /** @type {Record<string, Uint8Array>} */ (buffers);
      this.#model = { id: this.#host.newModelId(), bytes, step: request.step };
      reply = yield this.#host.load(this.#model);
    } else {
      this.#operations = operations[/** @type {keyof typeof operations} */ (kind)];
      const [open] = this.#operations;
      this.#study = kind === 'study' ? { study: this.#host.newModelId() } : {};
      const own = { ...request, ...this.#study };
      reply = yield this.#host.call(open, { request: own, options, buffers }, waiting);
    }
    this.opened = true;
    return reply;
  }

  /**
   * @param {Job} job
   * @param {Waiting} [waiting]
   * @returns {any} the answer of the program
   */
  do({ request, options, buffers }, waiting) {
    if (!this.#model) {
      const [, evaluate] = this.#operations;
      const own = { ...request, ...this.#study };
      return this.#host.call(evaluate, { request: own, options, buffers }, waiting);
    }
    const { op, ...own } = request;
    const payload = { request: { ...own, model: this.#model.id }, options, buffers };
    return this.#host.apply(op, this.#model, payload, waiting);
  }

  /** Forgets the opening. */
  close() {
    if (!this.opened) return;
    this.opened = false;
    if (this.#model) {
      this.#host.release(this.#model.id);
      this.#model = undefined;
      return;
    }
    const [, , end] = this.#operations;
    const closing = this.#host.call(end, { request: this.#study });
    closing?.catch?.(() => {}); // the next call tells
  }
}

/**
 * Does a job at a station, and opens it before if need be. If the worker dies, the job is tried once
 * more in a fresh one.
 * @param {{station: Station, opening: () => Opening, renew: () => void}} worker
 * @param {Job} job
 * @param {Waiting} waiting
 * @returns {Steps<Reply>}
 */
export function* persist(worker, job, waiting) {
  const { signal } = waiting;
  for (let attempt = 1; ; attempt++) {
    try {
      const { station } = worker;
      if (!station.opened) yield station.open(worker.opening(), { signal });
      return yield station.do({ ...job, buffers: copied(job.buffers) }, waiting);
    } catch (error) {
      signal?.throwIfAborted();
      if (!isLost(error)) throw error;
      worker.renew();
      if (attempt === attempts) throw error;
    }
  }
}

/** @param {Record<string, Uint8Array>} [buffers] */
function copied(buffers = {}) {
  return Object.fromEntries(
    Object.entries(buffers).map(([name, bytes]) => [name, new Uint8Array(bytes)]),
  );
}

/**
 * Whether who did the work is gone, so that it may be done elsewhere.
 * @param {any} error
 */
export function isLost(error) {
  return /^ERR_(RUNTIME_CRASHED|RUNTIME_UNSTABLE|WORKER_LOST)$/.test(error?.code);
}
