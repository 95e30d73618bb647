/** An opening that the workers of a fleet know, and the jobs that were submitted for it. */
import { MaxMarginError } from '../basics/errors.js';
import { divide } from './blobs.js';
import { damaged, encode, isCount } from './codec.js';
import { Tally } from './tally.js';
import { withoutTimes } from './times.js';
import { isName, keys, readError } from './wire.js';

/** @import { Job, Opening, Reply, Session, Waiting } from '../executor/types.js' */
/** @import { Place } from './blobs.js' */
/** @import { Bytes, Value } from './types.js' */
/** @import { Fleet } from './fleet.js' */

/** Larger buffers of a job go beside its message. */
const large = 4096;

/** How often data that are gone are stored anew for one message. */
const puts = 5;

/** How long a run is known to go on after its client's last sign, in milliseconds. */
const alive = 60_000;

/** After so many beats a letter is sent again, then after twice as many, up to the last. */
const resend = { first: 5, last: 60 };

/**
 * A job on its way.
 * @typedef {object} Item
 * @property {number} n
 * @property {Job | undefined} job none: the check of the opening
 * @property {Record<string, Place | Uint8Array>} buffers
 * @property {Waiting} waiting
 * @property {(reply: Reply) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {number} lost workers that were lost with it
 */

/**
 * A message that the queue has.
 * @typedef {object} Packet
 * @property {Item[]} items
 * @property {number} at when it was sent
 * @property {number} absent how often in a row the queue did not know it
 * @property {number} puts
 * @property {boolean} copied
 * @property {string} [owner] of the rows: it got a letter, as the queue would give it to anyone
 * @property {number} wait milliseconds until it gets the letter again
 */

/** @implements {Session} */
export class FleetSession {
  #fleet;
  #opening;
  /** @type {Reply | undefined} */
  #reply;
  /** Pieces of the opening and of jobs. @type {Map<string, Bytes>} */
  #pieces = new Map();
  #keptUntil = 0;
  #count = 0;
  /** Jobs without an answer. @type {Map<number, Item>} */
  #items = new Map();
  /** Jobs that no message has yet. @type {Item[]} */
  #ready = [];
  /** Which worker holds the rows of a group. @type {Map<string, string>} */
  #owners = new Map();
  /** How many jobs need a piece. @type {Map<string, number>} */
  #needed = new Map();
  #flushing = false;
  /** @type {Map<string, Packet>} */
  #packets = new Map();
  #packetCount = 0;
  /** Of messages that were answered, in milliseconds. */
  #slowest = 0;
  /** What workers shall give up, and what they shall end with what they have. */
  #unwanted = { abort: new Set(), stop: new Set() };
  /** What the first answers were, for an audit. @type {Map<number, { worker: string, digest: Promise<string> }>} */
  #answers = new Map();
  /** @type {unknown} */
  #failure;
  #closed = false;

  /**
   * @param {Fleet} fleet
   * @param {string} run
   * @param {Opening} opening
   */
  constructor(fleet, run, opening) {
    this.#fleet = fleet;
    this.run = run;
    this.#opening = opening;
    /** Whether workers keep rows for it, so that each group of jobs has one worker. */
    this.rows = opening.kind === 'rows';
    this.tally = new Tally(fleet.name, fleet.tally);
  }

  /** The answer of the worker that checked the opening. */
  get reply() {
    return /** @type {Reply} */ (this.#reply);
  }

  /**
   * Stores the opening, and lets one worker check it.
   * @param {Waiting} waiting
   */
  async begin(waiting) {
    const { kind, request, options, buffers } = this.#opening;
    /** @type {Record<string, Place>} */
    const places = {};
    for (const [name, bytes] of Object.entries(buffers)) {
      places[name] = await divide(bytes, this.#pieces);
    }
    const manifest = encode({ kind, request, options, buffers: places });
    const { pieces, bytes } = await divide(manifest, this.#pieces);
    this.#opening = { ...this.#opening, request: { pieces, bytes }, options: {}, buffers: {} };
    await this.#tell().catch((error) => {
      throw this.#fleet.known(error);
    });
    await this.#store([...this.#pieces.keys()]);
    this.#keptUntil = performance.now() + this.#fleet.settings.keep;
    waiting.signal?.throwIfAborted();
    this.#reply = await this.#do(undefined, {}, waiting);
  }

  /**
   * @param {Job} job
   * @param {Waiting} [waiting]
   * @returns {Promise<Reply>}
   */
  async submit(job, waiting = {}) {
    /** @type {Record<string, Place | Uint8Array>} */
    const buffers = {};
    /** @type {Map<string, Bytes>} */
    const pieces = new Map();
    for (const [name, bytes] of Object.entries(job.buffers ?? {})) {
      buffers[name] = bytes.length > large ? await divide(bytes, pieces) : new Uint8Array(bytes);
    }
    for (const [digest, piece] of pieces) {
      if (this.rows && (this.#needed.has(digest) || !this.#pieces.has(digest))) {
        this.#needed.set(digest, (this.#needed.get(digest) ?? 0) + 1);
      }
      this.#pieces.set(digest, piece);
    }
    const digests = [...pieces.keys()];
    try {
      if (digests.length > 0) await this.#store(digests);
      return await this.#do(job, buffers, waiting);
    } finally {
      this.#release(digests);
    }
  }

  /**
   * Forgets pieces of rows that no job needs any more: there may be more of them than memory.
   * @param {string[]} digests
   */
  #release(digests) {
    for (const digest of digests) {
      const left = (this.#needed.get(digest) ?? NaN) - 1;
      if (left > 0) this.#needed.set(digest, left);
      if (left !== 0) continue;
      this.#needed.delete(digest);
      this.#pieces.delete(digest);
      this.#fleet.transport.forget(keys.piece(digest)).catch(() => {}); // it expires
    }
  }

  /**
   * @param {Job | undefined} job
   * @param {Record<string, Place | Uint8Array>} buffers
   * @param {Waiting} waiting
   * @returns {Promise<Reply>}
   */
  #do(job, buffers, waiting) {
    const { signal } = waiting;
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#closed) throw closedError();
      signal?.throwIfAborted();
      const n = this.#count++;
      const abort = () => {
        this.#unwanted.abort.add(n);
        this.#settle(n)?.reject(signal?.reason);
        this.#dropIdle();
        this.#tellSoon();
      };
      signal?.addEventListener('abort', abort, { once: true });
      const quiet = () => signal?.removeEventListener('abort', abort);
      /** @type {Item} */
      const item = {
        ...{ n, job, buffers, waiting, lost: 0 },
        resolve: (reply) => (quiet(), resolve(reply)),
        reject: (error) => (quiet(), reject(error)),
      };
      this.#items.set(n, item);
      this.#give([item]);
    });
  }

  /** @param {Item[]} items to be sent, as soon as all that come now are here */
  #give(items) {
    this.#ready.push(...items);
    if (this.#flushing) return;
    this.#flushing = true;
    const soon = globalThis.setImmediate ?? setTimeout; // a timeout takes a millisecond
    soon(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  #flush() {
    const ready = this.#ready.filter(({ n }) => this.#items.has(n));
    this.#ready = [];
    const share = Math.ceil(ready.length / Math.max(1, this.#fleet.threads));
    const size = Math.max(1, Math.min(this.#fleet.together, share));
    /** @type {Item[]} */
    let batch = [];
    const send = () => {
      if (batch.length > 0) this.#send(batch);
      batch = [];
    };
    for (const item of ready) {
      // A job that a worker was lost with may lose the next one, so it takes no others with it.
      if (item.lost > 0 || this.rows) this.#send([item]);
      else if (batch.push(item) >= size) send();
    }
    send();
  }

  /**
   * @param {Item[]} items
   * @param {{ puts?: number, copied?: boolean, wait?: number }} [known]
   */
  #send(items, { puts = 0, copied = false, wait = resend.first } = {}) {
    const { build, inbox, settings, transport } = this.#fleet;
    const id = `${this.run}-${this.#packetCount++}`;
    const owner = this.rows ? this.#ownerOf(items[0].job) : undefined;
    this.#packets.set(id, { items, at: performance.now(), absent: 0, puts, copied, owner, wait });
    if (this.rows && !owner) return; // until somebody is there
    /** @type {Record<string, Uint8Array>} */
    const inside = {};
    const jobs = items.map(({ n, job, buffers }) => {
      /** @type {Record<string, Place | null>} */
      const places = {};
      for (const [name, own] of Object.entries(buffers)) {
        if (own instanceof Uint8Array) inside[`${n}.${name}`] = own;
        places[name] = own instanceof Uint8Array ? null : own;
      }
      if (!job) return { n };
      const { key, request, options, group } = job;
      return { n, key, request, options, group, buffers: places };
    });
    const { request: opening, kind } = this.#opening;
    const [{ lost }] = items;
    const { maxLost } = settings;
    const message = { build, id, inbox, run: this.run, opening, kind, lost, maxLost, jobs };
    let bytes;
    try {
      bytes = encode(message, inside);
    } catch (error) {
      for (const { n } of items) this.#settle(n)?.reject(error);
      return;
    }
    this.tally.add('tries', items.length);
    this.tally.add('sent', bytes.length);
    if (items.length > 1) this.tally.add('batches');
    // A message that does not arrive is missed later.
    const sent = owner ? transport.reply(owner, bytes, alive) : transport.push(id, bytes);
    sent.catch((error) => this.#fleet.blame(this, error));
  }

  /**
   * The worker that gets a job about rows.
   * @param {Job | undefined} job
   */
  #ownerOf(job) {
    const group = job?.group ?? '';
    const known = this.#owners.get(group);
    if (known && !this.#fleet.isLost(known)) return known;
    const owner = this.#fleet.idlest([...this.#owners.values()]);
    if (owner && job) this.#owners.set(group, owner);
    return owner;
  }

  /**
   * Stores pieces that the server does not have.
   * @param {string[]} digests
   */
  async #store(digests) {
    const { transport, settings } = this.#fleet;
    try {
      for (const digest of digests) {
        const bytes = this.#pieces.get(digest);
        if (!bytes || (await transport.touch(keys.piece(digest), settings.keep))) continue;
        await transport.put(keys.piece(digest), bytes, settings.keep);
        this.tally.add('sent', bytes.length);
      }
    } catch (error) {
      throw this.#fleet.known(error);
    }
  }

  /** Lets workers know that the run goes on, and what of it is not wanted. */
  #tell() {
    if (this.#closed) return Promise.resolve();
    const { abort, stop } = this.#unwanted;
    const bytes = encode({ abort: [...abort], stop: [...stop] });
    return this.#fleet.transport.put(keys.run(this.run), bytes, alive);
  }

  #tellSoon() {
    this.#tell().catch(() => {}); // the next beat tells again
  }

  /**
   * Removes a job from the list.
   * @param {number} n
   */
  #settle(n) {
    const item = this.#items.get(n);
    this.#items.delete(n);
    return item;
  }

  /** Takes messages back of which nothing is wanted. */
  #dropIdle() {
    const idle = [];
    for (const [id, { items }] of this.#packets) {
      if (items.some(({ n }) => this.#items.has(n))) continue;
      if (!this.rows) idle.push(id);
      this.#packets.delete(id);
    }
    if (idle.length > 0) this.#fleet.transport.recall(idle).catch(() => {}); // then workers drop them
  }

  /**
   * Gives jobs again whose message is of no use any more.
   * @param {string} id
   * @param {{ puts?: number, wait?: number }} [known]
   */
  #again(id, known) {
    const packet = this.#packets.get(id);
    this.#packets.delete(id);
    const open = packet?.items.filter(({ n }) => this.#items.has(n)) ?? [];
    if (open.length === 0) return;
    if (known) this.#send(open, known);
    else this.#give(open);
  }

  /**
   * What a worker says.
   * @param {Value} message
   * @param {Record<string, Bytes>} buffers
   */
  async hear(message, buffers) {
    const { type, id, worker, lost, by } = message;
    if (!isName(id) || !isName(worker) || !isCount(lost)) throw damaged();
    if (type === 'progress') return this.#progress(message);
    const packet = this.#packets.get(id);
    this.tally.add('lost', lost);
    if (type === 'done') {
      if (!Array.isArray(message.results)) throw damaged();
      for (const result of message.results) await this.#answer(worker, result, buffers);
      if (packet) this.#slowest = Math.max(this.#slowest, performance.now() - packet.at);
      this.#again(id); // what the worker has left out
      this.#dropIdle();
    } else if (type === 'need' && packet) {
      await this.#restore(id, packet, message.digests);
    } else if (type === 'lost' && packet) {
      this.#blame(packet.items, lost);
      this.#again(id);
    } else if (type === 'left') {
      this.#fleet.part(by);
      for (const [own, { owner }] of this.#packets) if (owner === by) this.#again(own);
    } else if (type === 'refused') {
      const error = readError(message.error);
      if (error && packet) for (const { n } of packet.items) this.#settle(n)?.reject(error);
    }
  }

  /**
   * Workers were lost with these jobs. Of several, one may have been the reason, so that each gets a
   * try by itself.
   * @param {Item[]} items
   * @param {number} lost
   */
  #blame(items, lost) {
    const { maxLost } = this.#fleet.settings;
    for (const item of items) {
      item.lost += items.length > 1 ? Math.max(1, Math.min(lost, maxLost - 1)) : lost;
      if (item.lost < maxLost || items.length > 1) continue;
      const error = new MaxMarginError(
        'ERR_WORKER_LOST',
        'executor',
        `${item.lost} workers of the executor were lost with the job ${item.job?.key ?? 'that opens the work'}, so no further one gets it; see why they ended, such as too little memory (--memory)`,
        { lost: item.lost, key: item.job?.key },
      );
      this.#settle(item.n)?.reject(error);
    }
  }

  /** @param {{ n: unknown, report: unknown }} message */
  #progress({ n, report }) {
    const item = isCount(n) ? this.#items.get(n) : undefined;
    const { fraction } = /** @type {any} */ (report ?? {});
    if (!item || typeof fraction !== 'number' || !(fraction >= 0 && fraction <= 1)) return;
    try {
      if (item.waiting.onProgress?.(/** @type {any} */ (report)) !== false) return;
      item.waiting = { signal: item.waiting.signal };
      this.#unwanted.stop.add(item.n);
      this.#tellSoon();
    } catch (error) {
      this.#unwanted.abort.add(item.n);
      this.#settle(item.n)?.reject(error);
      this.#tellSoon();
    }
  }

  /**
   * @param {string} worker
   * @param {Value} result
   * @param {Record<string, Bytes>} buffers
   */
  async #answer(worker, result, buffers) {
    const { n, ms, value, error: record, crashed } = result ?? {};
    if (!isCount(n) || n >= this.#count) throw damaged();
    this.#unwanted.abort.delete(n);
    const item = this.#items.get(n);
    if (crashed) {
      this.tally.add('lost');
      if (!item) return;
      this.#blame([item], 1);
      return;
    }
    const error = record && readError(record);
    if (record && !error) throw damaged();
    /** @type {Reply} */
    const reply = { value, buffers: {} };
    for (const [name, bytes] of Object.entries(buffers)) {
      if (name.startsWith(`${n}.`)) reply.buffers[name.slice(`${n}.`.length)] = bytes;
    }
    if (!item) {
      this.tally.add('duplicates');
      const comparable = this.#fleet.settings.audit && !(this.rows && error);
      if (comparable) await this.#compare(n, worker, reply, error);
      return;
    }
    this.#settle(n);
    this.tally.add('jobs');
    this.tally.thank(worker);
    if (!this.rows) this.#fleet.learn(ms);
    // Who has taken rows over may lack some, which the first worker had.
    if (this.#fleet.settings.audit && !(this.rows && error)) {
      const digest = this.#digestOf(reply, error);
      this.#answers.set(n, { worker, digest });
    }
    if (error) item.reject(error);
    else item.resolve(reply);
  }

  /** @param {Reply} reply @param {MaxMarginError} [error] */
  #digestOf(reply, error) {
    return withoutTimes(this.#opening.kind, error ? { value: error.message, buffers: {} } : reply);
  }

  /**
   * @param {number} n
   * @param {string} worker
   * @param {Reply} reply
   * @param {MaxMarginError} [error]
   */
  async #compare(n, worker, reply, error) {
    const first = this.#answers.get(n);
    if (!first || (await first.digest) === (await this.#digestOf(reply, error))) return;
    this.fail(
      new MaxMarginError(
        'ERR_RESULT_DIFFERS',
        'executor',
        `two workers of the executor, ${first.worker} and ${worker}, gave different answers to the same job; one of them computes wrongly, so test its memory, and leave it out`,
        { workers: [first.worker, worker] },
      ),
    );
  }

  /**
   * A worker lacks data: they have expired, or are damaged.
   * @param {string} id
   * @param {Packet} packet
   * @param {unknown} digests
   */
  async #restore(id, packet, digests) {
    const { transport, settings } = this.#fleet;
    const own = Array.isArray(digests) ? digests.filter((each) => this.#pieces.has(each)) : [];
    if (own.length === 0 || packet.puts >= puts) {
      const error = new MaxMarginError(
        'ERR_QUEUE',
        'executor',
        `the server of the fleet on ${this.#fleet.name} does not keep data; give it more memory, and the policy noeviction`,
      );
      for (const { n } of packet.items) this.#settle(n)?.reject(error);
      return;
    }
    for (const digest of own) {
      const bytes = /** @type {Bytes} */ (this.#pieces.get(digest));
      await transport.put(keys.piece(digest), bytes, settings.keep);
      this.tally.add('sent', bytes.length);
    }
    this.#again(id, { puts: packet.puts + 1 });
  }

  /**
   * Looks after what is under way.
   * @param {boolean} lost the server has lost its data
   */
  async tend(lost) {
    const { beat, keep } = this.#fleet.settings;
    await this.#tell();
    if (lost || performance.now() > this.#keptUntil - 0.75 * keep) {
      await this.#store([...this.#pieces.keys()]);
      this.#keptUntil = performance.now() + keep;
    }
    if (lost) {
      for (const id of [...this.#packets.keys()]) this.#again(id);
      return;
    }
    if (this.rows) return this.#remind();
    const old = [...this.#packets].filter(([, { at }]) => performance.now() - at > 2 * beat);
    if (old.length === 0) return;
    const gone = new Set(await this.#fleet.transport.missing(old.map(([id]) => id)));
    for (const [id, packet] of old) {
      packet.absent = gone.has(id) ? packet.absent + 1 : 0;
      if (packet.absent > 1) this.#again(id);
    }
    await this.#spur();
  }

  /** Gives the jobs of workers that are lost to others, and letters again that may be lost. */
  #remind() {
    const { beat } = this.#fleet.settings;
    for (const [id, { items, owner, at, wait }] of [...this.#packets]) {
      if (owner && this.#fleet.isLost(owner)) {
        this.tally.add('lost');
        this.#blame(items, 1);
      } else if (owner && performance.now() - at < wait * beat) continue;
      this.#again(id, { wait: Math.min(2 * wait, resend.last) });
    }
  }

  /** At the end, gives jobs a second time that take much longer than the others did. */
  async #spur() {
    const { settings, threads, transport } = this.#fleet;
    const limit = Math.max(10 * settings.beat, 3 * this.#slowest);
    if (this.#slowest === 0 || this.#ready.length > 0 || this.#packets.size > threads) return;
    const now = performance.now();
    const late = [...this.#packets.values()].filter(
      ({ copied, at }) => !copied && now - at > limit,
    );
    if (late.length === 0 || (await transport.counts()).waiting > 0) return;
    for (const packet of late) {
      packet.copied = true;
      this.#send(
        packet.items.filter(({ n }) => this.#items.has(n)),
        { copied: true },
      );
    }
  }

  /** Who did what, so far. */
  report() {
    return this.tally.report(this.#fleet.strangers);
  }

  /**
   * All jobs fail, now and later.
   * @param {unknown} reason
   */
  fail(reason) {
    this.#failure ??= reason;
    for (const n of [...this.#items.keys()]) this.#settle(n)?.reject(reason);
  }

  /** Forgets the jobs that nobody has begun. Workers give up the others at their next beat. */
  async close() {
    if (this.#closed) return;
    this.#closed = true;
    const { transport } = this.#fleet;
    this.fail(closedError());
    const ids = this.rows ? [] : [...this.#packets.keys()];
    this.#packets.clear();
    this.#pieces.clear();
    this.#fleet.forget(this);
    try {
      await transport.forget(keys.run(this.run));
      if (ids.length > 0) await transport.recall(ids);
    } catch {
      // Workers find that the run has ended when its key has expired.
    }
  }
}

function closedError() {
  return new MaxMarginError('ERR_DISPOSED', '', 'this session of a fleet was closed');
}
