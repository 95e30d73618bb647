/**
 * Machines behind a queue as an executor. What the queue does not promise is done here: a job whose
 * answer does not come is given again, the first valid answer counts, and a server that has lost its
 * data gets them again.
 */
import { MaxMarginError } from '../basics/errors.js';
import { gather, isPlace } from './blobs.js';
import { decode } from './codec.js';
import { FleetSession } from './session.js';
import { Tally } from './tally.js';
import { keys, readPresence, within } from './wire.js';

/** @import { Executor, Opening, Waiting } from '../executor/types.js' */
/** @import { Bytes, Presence, Transport } from './types.js' */

/**
 * @typedef {object} FleetSettings
 * @property {string} build workers of another one get no jobs
 * @property {boolean} [audit] whether later answers must have the bytes of the first
 * @property {number} [maxLost] workers that may be lost with a job before the job fails; 3
 * @property {number} [patience] milliseconds without a server or a worker before all jobs fail; 60,000
 * @property {number} [wait] milliseconds in which `open` finds a worker; 8000
 * @property {number} [beat] milliseconds between looks at the server; 1000
 * @property {number} [keep] milliseconds that data stay on the server after the client's last sign; an hour
 * @property {string} [remedy] what starts a worker
 */

/** Fits of less than this many milliseconds travel together, as many as take twice that long. */
const short = 50;

/** The most jobs that travel together. */
const most = 64;

/** How much of the news counts in the mean time of a job. */
const weight = 0.2;

/** @implements {Executor} */
export class Fleet {
  #transport;
  #build;
  /** @type {Map<string, FleetSession>} */
  #sessions = new Map();
  /** Workers of this build. @type {Presence[]} */
  #crew = [];
  /** The same, and those that have given no sign for less than their lock. @type {Map<string, Presence & { silent?: number }>} */
  #known = new Map();
  /** Workers of others, by their names. @type {Map<string, Presence>} */
  #strangers = new Map();
  /** @type {Promise<void> | undefined} */
  #looking;
  /** When a worker was there last, and the server. */
  #seen = { worker: 0, server: 0 };
  /** @type {string | undefined} */
  #epoch;
  /** Of a job. @type {number | undefined} */
  #mean;
  /** @type {(() => Promise<void>) | undefined} */
  #deaf;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #closed = false;

  /**
   * @param {Transport} transport
   * @param {FleetSettings} settings
   */
  constructor(transport, settings) {
    this.#transport = transport;
    this.#build = settings.build;
    this.settings = {
      ...{ audit: false, maxLost: 3, patience: 60_000, wait: 8000, beat: 1000, keep: 3_600_000 },
      ...{ remedy: 'start one with npx maxmargin worker' },
      ...settings,
    };
    this.name = transport.name;
    this.inbox = newName('i');
    this.tally = new Tally(transport.name);
  }

  get transport() {
    return this.#transport;
  }

  get build() {
    return this.#build;
  }

  /** Threads of the workers that are there. */
  get threads() {
    return this.#crew.reduce((sum, { threads }) => sum + threads, 0);
  }

  /** How many jobs travel together. */
  get together() {
    if (this.#mean === undefined || this.#mean >= short) return 1;
    return Math.max(1, Math.min(most, Math.floor((2 * short) / Math.max(this.#mean, 0.1))));
  }

  /**
   * Twice what the threads can do at once, so that none waits for the next job. While work goes on,
   * each beat looks who is there.
   */
  capacity() {
    const rows = () => [...this.#sessions.values()].some((session) => session.rows);
    const room = () => 2 * this.threads * (rows() ? 1 : this.together);
    if (this.#sessions.size > 0) return room();
    return this.#asked(this.look()).then(room);
  }

  /**
   * What the server answers, or an error that says what to do.
   * @template T
   * @param {Promise<T>} answer
   * @returns {Promise<T>}
   */
  #asked(answer) {
    return within(this.settings.wait, answer).catch((error) => {
      throw this.known(error);
    });
  }

  /** Finds out who is there. */
  look() {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look() {
    const all = (await within(this.settings.wait, this.#transport.present())).map(readPresence);
    this.#crew = [];
    this.#strangers.clear();
    for (const worker of all) {
      if (worker?.build === this.#build) this.#crew.push(worker);
      else if (worker) this.#strangers.set(worker.name, worker);
    }
    const now = performance.now();
    if (this.#crew.length > 0) this.#seen.worker = now;
    for (const [id, worker] of this.#known) {
      worker.silent ??= now;
      if (now - worker.silent > worker.lock) this.#known.delete(id);
    }
    for (const worker of this.#crew) this.#known.set(worker.id, worker);
  }

  /**
   * Whether rows at a worker are lost.
   * @param {string} id
   */
  isLost(id) {
    return !this.#known.has(id);
  }

  /**
   * A worker takes no more.
   * @param {unknown} id
   */
  part(id) {
    this.#known.delete(String(id));
    this.#crew = this.#crew.filter((worker) => worker.id !== id);
  }

  /**
   * The worker that has least to do for its threads.
   * @param {string[]} owners of groups, each worker as often as it has some
   */
  idlest(owners) {
    const load = (/** @type {Presence} */ { id, threads, busy }) =>
      (owners.filter((own) => own === id).length + 0.5 * Math.min(1, busy)) / threads;
    const all = this.#crew.filter(({ threads }) => threads > 0);
    return all.reduce((/** @type {Presence | undefined} */ one, other) => (one && load(one) <= load(other) ? one : other), undefined)?.id; // prettier-ignore
  }

  /**
   * @param {Opening} opening
   * @param {Waiting} waiting
   */
  async open(opening, waiting = {}) {
    this.#checkOpen();
    waiting.signal?.throwIfAborted();
    await this.#meet(waiting);
    this.#deaf ??= this.#transport.listen(this.inbox, (bytes) => void this.#hear(bytes));
    const session = new FleetSession(this, newName('r'), opening);
    this.#sessions.set(session.run, session);
    this.#wake();
    try {
      await session.begin(waiting);
    } catch (error) {
      await session.close();
      throw error;
    }
    return session;
  }

  /**
   * Waits until a worker of this build is there, for a few seconds.
   * @param {Waiting} waiting
   */
  async #meet({ signal }) {
    const until = performance.now() + this.settings.wait;
    for (;;) {
      signal?.throwIfAborted();
      try {
        await this.look();
        this.#epoch ??= await within(this.settings.wait, this.#transport.epoch());
      } catch (error) {
        if (performance.now() >= until) throw this.known(error);
      }
      this.#checkOpen(); // it may have been closed meanwhile
      if (this.#crew.length > 0 && this.#epoch !== undefined) break;
      if (performance.now() >= until) throw this.#nobody();
      await pause(Math.min(200, this.settings.beat));
    }
    this.#seen.server = performance.now();
  }

  #nobody() {
    const { remedy } = this.settings;
    if (this.#strangers.size === 0) {
      return new MaxMarginError(
        'ERR_NO_WORKERS',
        'executor',
        `no worker has joined the fleet on ${this.name}; ${remedy}, or leave executor out to work on this machine`,
      );
    }
    const others = [...this.#strangers.values()];
    const names = others.map(({ name, version, build }) => `${name} (${version}, ${build})`);
    return new MaxMarginError(
      'ERR_VERSION_MISMATCH',
      'executor',
      `all workers on ${this.name} are of other builds than this program (${this.#build}): ${names.join(', ')}; install one maxmargin release on all machines`,
      { build: this.#build, workers: others.map(({ name, build }) => ({ name, build })) },
    );
  }

  /** @param {Bytes} bytes */
  async #hear(bytes) {
    try {
      let { value, buffers } = decode(bytes);
      if (value?.build !== this.#build) return;
      const session = this.#sessions.get(value.run);
      session?.tally.add('received', bytes.length + (Number(value.whole?.bytes) || 0));
      if (isPlace(value.whole)) {
        // An answer that is too large for a message. Who lies about its size wastes his own memory.
        const fetch = (/** @type {string} */ digest) => this.#transport.get(keys.piece(digest));
        ({ value, buffers } = decode(await gather(value.whole, fetch)));
        if (value?.run !== session?.run) return;
      }
      await session?.hear(value, buffers);
    } catch {
      // Whoever sent this is no worker of ours. What was asked for is given again after a while.
    }
  }

  /** The builds of the workers of other builds, by their names. */
  get strangers() {
    return Object.fromEntries(
      [...this.#strangers.values()].map(({ name, build }) => [name, build]),
    );
  }

  /**
   * How long a job took.
   * @param {unknown} milliseconds
   */
  learn(milliseconds) {
    if (typeof milliseconds !== 'number' || !(milliseconds >= 0)) return;
    this.#mean ??= milliseconds;
    this.#mean += weight * (milliseconds - this.#mean);
  }

  /**
   * The server did not take a message. If it is away, the message is given again when it is back.
   * @param {FleetSession} session
   * @param {any} error
   */
  blame(session, error) {
    const known = this.known(error);
    if (/ is full /.test(known.message)) session.fail(known);
  }

  /** The error about a server that does not do what it is asked. @param {unknown} error */
  known(error) {
    return this.#closed ? closedError() : unreachable(this.name, error);
  }

  #checkOpen() {
    if (this.#closed) throw closedError();
  }

  /** @param {FleetSession} session */
  forget(session) {
    this.#sessions.delete(session.run);
  }

  #wake() {
    if (this.#timer !== undefined || this.#closed) return;
    this.#timer = setTimeout(async () => {
      await this.#tick().catch(() => {}); // the next one tries again
      this.#timer = undefined;
      if (this.#sessions.size > 0) this.#wake();
    }, this.settings.beat);
  }

  /** Looks after all that is under way. */
  async #tick() {
    const { beat, patience } = this.settings;
    const sessions = () => [...this.#sessions.values()];
    const now = performance.now();
    try {
      const epoch = await within(5 * beat, this.#transport.epoch());
      const lost = this.#epoch !== undefined && epoch !== this.#epoch;
      this.#epoch = epoch;
      await this.look();
      this.#seen.server = performance.now();
      for (const session of sessions()) await within(5 * beat, session.tend(lost));
    } catch (error) {
      if (now - this.#seen.server < patience) return;
      for (const session of sessions()) session.fail(unreachable(this.name, error));
    }
    if (this.#crew.length === 0 && performance.now() - this.#seen.worker > patience) {
      for (const session of sessions()) session.fail(this.#nobody());
    }
  }

  /** Who is there now. */
  async workers() {
    await this.#asked(this.look());
    return [...this.#crew, ...this.#strangers.values()];
  }

  /** Messages in the queue. */
  counts() {
    return this.#asked(this.#transport.counts());
  }

  /** Who did what, over all sessions. */
  report() {
    return this.tally.report(this.strangers);
  }

  /** Ends all that is under way, and the connections. */
  async close() {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    const reason = closedError();
    for (const session of this.#sessions.values()) {
      session.fail(reason);
      await within(2000, session.close()).catch(() => {}); // what it stored has a time limit
    }
    await this.#deaf?.();
    await this.#transport.close();
  }
}

function closedError() {
  return new MaxMarginError('ERR_DISPOSED', '', 'this fleet was closed');
}

/** A name that nobody else has. @param {string} letter */
export function newName(letter) {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(9));
  return letter + Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * The error about a server that does not do what it is asked.
 * @param {string} name
 * @param {any} cause
 */
export function unreachable(name, cause) {
  if (cause instanceof MaxMarginError) return cause;
  const text = String(cause?.message || cause?.code || cause);
  const full = /\bOOM\b|maxmemory|disk full|No space/i.test(text);
  const said = full
    ? `the server of the fleet on ${name} is full (${text}); give it more memory, or wait until other data have expired`
    : `the server of the fleet on ${name} does not answer (${text}); check that it runs, and that its address and password are right`;
  return new MaxMarginError('ERR_QUEUE', 'executor', said, {}, cause);
}
