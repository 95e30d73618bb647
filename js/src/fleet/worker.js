/**
 * A machine of a fleet: takes messages from the queue, gets the data that they name, and does the
 * jobs, as many at once as it has threads. What arrives is checked, and none of it is executed.
 */
import { MaxMarginError } from '../basics/errors.js';
import { Cache, Missing, divide, gather, isPlace } from './blobs.js';
import { damaged, decode, encode, isCount } from './codec.js';
import { errorRecord, isName, keys, within } from './wire.js';

/** @import { Job, Opening, Reply } from '../executor/types.js' */
/** @import { Place } from './blobs.js' */
/** @import { Bench, Bytes, Delivery, Intake, Transport, Value } from './types.js' */

/**
 * @typedef {object} WorkerSettings
 * @property {string} name in reports
 * @property {string} build
 * @property {string} version
 * @property {number} threads
 * @property {() => Bench} bench makes what one thread works with
 * @property {number} [memory] bytes that data may take; 1 GiB
 * @property {number} [beat] milliseconds between looks at what is still wanted; 1000
 * @property {number} [lock] milliseconds without a sign of life after which its rows are lost; 15,000
 * @property {(error: unknown) => void} [onProblem] hears what went wrong with the queue
 */

/** How long an answer waits for its client, in milliseconds. */
const keep = 600_000;

/** An answer of more bytes goes beside its message. */
const large = 2 ** 20;

/** The most jobs of a message, and the most data of one. */
const limits = { jobs: 1024, pieces: 65_536 };

/** How long a thread without work keeps what it knows of an opening, in milliseconds. */
const idle = 60_000;

/** How long a worker that leaves waits for its server, in milliseconds. */
const patience = 1000;

/** So long rows wait for a question before other work may have their thread, in milliseconds. */
const spared = 10_000;

/** The longest pause between two looks for letters, in milliseconds, where these have to be polled. */
const rarely = 500;

/** Milliseconds between two reports of how far a job is. */
const often = 500;

const kinds = ['study', 'fit', 'model', 'rows'];

/**
 * A thread.
 * @typedef {object} Seat
 * @property {Bench | undefined} bench
 * @property {string} digest of the opening that the bench knows
 * @property {Reply | undefined} reply to it
 * @property {string} run whose rows the bench holds
 * @property {Set<string>} groups of these rows
 * @property {boolean} busy
 * @property {number} used when it was last
 */

/** A job that is being done. @typedef {{ n: number, controller: AbortController, stop: boolean }} Task */

/** What a client does not want any more. @typedef {{ abort: number[], stop: number[] }} Wishes */

/** A run that has jobs or rows here. @typedef {{ inbox: string, tasks: Set<Task>, wishes: Wishes, absent: number }} Run */

export class FleetWorker {
  #transport;
  #settings;
  #cache;
  /** @type {Seat[]} */
  #seats;
  /** @type {Map<string, Run>} */
  #runs = new Map();
  /** @type {Intake | undefined} */
  #intake;
  /** Ends the listening to letters. @type {(() => Promise<void>) | undefined} */
  #deaf;
  /** Wakes those who wait for a thread. @type {(() => void)[]} */
  #waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #began = performance.now();
  #id = globalThis.crypto.randomUUID();
  /** When jobs were done in the last minute. @type {number[]} */
  #lately = [];
  #busy = 0;
  #closing = false;
  /** Jobs done, jobs that failed, messages that were no messages. */
  counts = { done: 0, failed: 0, dropped: 0 };
  /** When there was work last. */
  lastWork = performance.now();

  /**
   * @param {Transport} transport
   * @param {WorkerSettings} settings
   */
  constructor(transport, settings) {
    this.#transport = transport;
    this.#settings = { memory: 2 ** 30, beat: 1000, lock: 15_000, onProblem: () => {}, ...settings }; // prettier-ignore
    this.#cache = new Cache(this.#settings.memory);
    this.#seats = Array.from({ length: settings.threads }, () => ({
      ...{ bench: undefined, digest: '', reply: undefined, run: '', groups: new Set() },
      ...{ busy: false, used: 0 },
    }));
  }

  get busy() {
    return this.#busy;
  }

  /** Joins the fleet. */
  async start() {
    await this.#announce();
    const read = (/** @type {Bytes} */ bytes) => void this.#take({ id: '', bytes, lost: 0 }).catch(() => {}); // prettier-ignore
    this.#deaf = this.#transport.listen(this.#id, read, rarely);
    this.#intake = await this.#transport.work(
      this.#settings.threads,
      (delivery) => this.#take(delivery),
      this.#settings.onProblem,
    );
    this.#wake();
  }

  /**
   * Takes no further work. Gives back what is not done in time.
   * @param {number} [milliseconds] for what it has begun
   */
  async close(milliseconds = Infinity) {
    clearTimeout(this.#timer);
    this.#closing = true;
    this.#changed(); // letters that wait for a thread go back
    const closing = this.#intake?.close();
    closing?.catch(() => {}); // below it is waited for
    await within(patience, this.#goodbye()).catch(() => {});
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    if (milliseconds < Infinity) timer = setTimeout(() => this.#giveBack(), milliseconds);
    // The jobs that go on need to hear what is not wanted any more.
    const beats = setInterval(() => void this.#look(), this.#settings.beat);
    const finish = async () => {
      await closing;
      while (this.#busy > 0) await this.#change(); // letters, too
    };
    try {
      // Without its server it can neither answer nor give back: others get its jobs when its lock is over.
      await (milliseconds < Infinity ? within(milliseconds + patience, finish()) : finish());
    } catch (error) {
      this.#settings.onProblem(error);
    }
    clearTimeout(timer);
    clearInterval(beats);
    await this.#deaf?.();
    for (const seat of this.#seats) this.#leave(seat);
    await this.#transport.close();
  }

  /** Says that it leaves, and with it the rows that it holds. */
  async #goodbye() {
    await this.#transport.leave(this.#id).catch(() => {});
    for (const [run, { inbox }] of this.#runs) {
      if (!this.#seats.some((seat) => seat.run === run)) continue;
      await this.#answer(inbox, { ...this.#head(run, run), type: 'left' }, {}).catch(() => {});
    }
  }

  #giveBack() {
    for (const { tasks } of this.#runs.values()) {
      for (const { controller } of tasks) controller.abort(new GivenBack());
    }
  }

  #wake() {
    this.#timer = setTimeout(async () => {
      await this.#announce().catch(this.#settings.onProblem);
      await this.#look();
      if (!this.#closing) this.#wake();
    }, this.#settings.beat);
  }

  async #announce() {
    const { name, build, version, threads, beat, lock } = this.#settings;
    const minute = performance.now() - 60_000;
    this.#lately = this.#lately.filter((at) => at > minute);
    const presence = {
      ...{ id: this.#id, name, build, version, threads, lock },
      ...{ done: this.counts.done, lately: this.#lately.length, busy: this.#busy },
      age: Math.round(performance.now() - this.#began),
    };
    await this.#transport.announce(this.#id, encode(presence), 5 * beat);
  }

  /** Gives up what is not wanted any more, and what nobody has used for a while. */
  async #look() {
    for (const [name, run] of this.#runs) {
      try {
        const wishes = await this.#wishes(name);
        run.absent = wishes ? 0 : run.absent + 1;
        run.wishes = wishes ?? run.wishes;
        for (const task of run.tasks) {
          if (run.absent > 1 || run.wishes.abort.includes(task.n))
            task.controller.abort(new Unwanted());
          task.stop ||= run.wishes.stop.includes(task.n);
        }
        if (run.absent > 1 && run.tasks.size === 0) this.#runs.delete(name);
      } catch {
        // The server is away. What is not wanted is known later.
      }
    }
    for (const seat of this.#seats) {
      if (!seat.bench || seat.busy) continue;
      const kept = seat.run ? this.#runs.has(seat.run) : performance.now() - seat.used < idle;
      if (!kept) this.#leave(seat);
      else if (seat.run) this.lastWork = performance.now(); // it waits for questions
    }
    this.#changed();
  }

  /** Resolves when a thread may have become free. @returns {Promise<void>} */
  #change() {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #changed() {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /**
   * A run that goes on.
   * @param {string} name
   * @param {string} inbox of its client
   * @returns {Promise<Run | undefined>} undefined: its client has gone
   */
  async #follow(name, inbox) {
    const known = this.#runs.get(name);
    if (known?.absent === 0) return known;
    const wishes = await this.#wishes(name);
    if (!wishes) return undefined;
    const run = this.#runs.get(name) ?? { inbox, tasks: new Set(), wishes, absent: 0 };
    this.#runs.set(name, Object.assign(run, { wishes, absent: 0 }));
    return run;
  }

  /**
   * What a client does not want any more of a run, or undefined if the run has ended.
   * @param {string} run
   * @returns {Promise<Wishes | undefined>}
   */
  async #wishes(run) {
    const bytes = await this.#transport.get(keys.run(run));
    if (!bytes) return undefined;
    const { abort, stop } = decode(bytes).value;
    if (!Array.isArray(abort) || !Array.isArray(stop)) throw damaged();
    return { abort, stop };
  }

  /** @param {Seat} seat */
  #leave(seat) {
    const { bench } = seat;
    Object.assign(seat, { bench: undefined, digest: '', reply: undefined, run: '', groups: new Set() }); // prettier-ignore
    try {
      bench?.close();
    } catch {
      // It had died.
    }
  }

  /**
   * What answers begin with.
   * @param {string} run
   * @param {string} id of the message
   * @param {number} [lost]
   */
  #head(run, id, lost = 0) {
    const { build, name } = this.#settings;
    return { build, run, id, worker: name, by: this.#id, lost };
  }

  /**
   * @param {Delivery} delivery of the queue; a letter to this worker has no id outside
   * @returns {Promise<boolean>}
   */
  async #take({ id, bytes, lost }) {
    this.lastWork = performance.now();
    let task;
    try {
      task = readTask(bytes, id);
    } catch {
      this.counts.dropped++;
      return true;
    }
    const { inbox, run: name, build, maxLost } = task;
    const letter = id === '';
    const tell = (
      /** @type {object} */ message,
      /** @type {Record<string, Bytes>} */ buffers = {},
    ) => this.#answer(inbox, { ...this.#head(name, task.id, lost), ...message }, buffers);
    if (build !== this.#settings.build) {
      const error = new MaxMarginError(
        'ERR_VERSION_MISMATCH',
        'executor',
        `the worker ${this.#settings.name} is of the build ${this.#settings.build}, and the program of ${build}; install one maxmargin release on all machines`,
      );
      await tell({ build, type: 'refused', error: errorRecord(error) });
      return true;
    }
    if (lost > 0 && (task.jobs.length > 1 || task.lost + lost >= maxLost)) {
      await tell({ type: 'lost' });
      return true;
    }
    const run = await this.#follow(name, inbox);
    if (!run) return true;
    // A letter comes again as long as there is no answer.
    const begun = (/** @type {number} */ n) => letter && [...run.tasks].some((own) => own.n === n);
    const jobs = task.jobs.filter(({ n }) => !run.wishes.abort.includes(n) && !begun(n));
    if (jobs.length === 0) return true;
    const tasks = jobs.map(({ n }) => ({ n, controller: new AbortController(), stop: false }));
    for (const own of tasks) run.tasks.add(own);
    this.#busy++;
    /** @type {Seat | undefined} */
    let seat;
    try {
      if (!(letter && this.#closing)) seat = await this.#sit(task, tasks, letter);
      const ended = (/** @type {Task} */ own) => own.controller.signal.reason instanceof Unwanted;
      const kept = seat
        ? await this.#work(seat, { ...task, jobs }, tasks, tell)
        : tasks.every(ended);
      if (letter && !kept) await tell({ type: 'left' });
      return kept;
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      await tell({ type: 'need', digests: error.digests });
      return true;
    } finally {
      for (const own of tasks) run.tasks.delete(own);
      this.lastWork = performance.now();
      if (seat) Object.assign(seat, { busy: false, used: this.lastWork });
      this.#busy--;
      this.#changed();
    }
  }

  /**
   * Waits for a thread: letters as long as they must, messages of the queue shortly, as other workers
   * may be free.
   * @param {ReturnType<typeof readTask>} task
   * @param {Task[]} tasks
   * @param {boolean} letter
   * @returns {Promise<Seat | undefined>}
   */
  async #sit(task, tasks, letter) {
    const until = performance.now() + (letter ? Infinity : this.#settings.beat);
    for (let asked = false; ;) {
      const seat = this.#free(task);
      if (seat) {
        seat.busy = true;
        return seat;
      }
      const over = (letter && this.#closing) || tasks.every(({ controller }) => controller.signal.aborted); // prettier-ignore
      if (over || performance.now() > until) return undefined;
      if (asked) await this.#change();
      else for (const each of this.#seats) await this.#drop(each);
      asked = true;
    }
  }

  /**
   * Drops rows whose run has just ended.
   * @param {Seat} seat
   */
  async #drop(seat) {
    const { run } = seat;
    if (!run || seat.busy || (await this.#wishes(run).catch(() => true))) return;
    if (seat.run === run && !seat.busy) this.#leave(seat);
  }

  /**
   * A free thread. Rows get that of their group, or a new one, or in the end one of their run; other work
   * one that knows the opening, or none. Threads that hold rows are spared for some time.
   * @param {ReturnType<typeof readTask>} task
   * @returns {Seat | undefined}
   */
  #free({ kind, run, digest, jobs }) {
    const group = jobs[0].job?.group ?? '';
    const least = (/** @type {Seat[]} */ seats, /** @type {(seat: Seat) => number} */ of) =>
      seats.reduce((/** @type {Seat | undefined} */ one, other) => (one && of(one) <= of(other) ? one : other), undefined); // prettier-ignore
    const mine = this.#seats.filter((seat) => kind === 'rows' && seat.run === run);
    const own = mine.find(({ groups }) => groups.has(group));
    if (own) return own.busy ? undefined : own;
    const free = this.#seats.filter(({ busy }) => !busy);
    const others = free.filter((seat) => !seat.run);
    const found =
      others.find((seat) => seat.digest === digest) ??
      others.find(({ bench }) => !bench) ??
      least(others, ({ used }) => used) ??
      least(mine, ({ groups }) => groups.size);
    if (found) return found.busy ? undefined : found;
    const quiet = performance.now() - spared;
    return free.find(({ used }) => used < quiet);
  }

  /**
   * @param {Seat} seat
   * @param {ReturnType<typeof readTask>} task
   * @param {Task[]} tasks of its jobs
   * @param {(message: object, buffers?: Record<string, Bytes>) => Promise<void>} tell
   */
  async #work(seat, { digest, opening, kind, run, jobs }, tasks, tell) {
    /** @type {object[]} */
    const results = [];
    /** @type {Record<string, Bytes>} */
    const buffers = {};
    for (const [i, { n, job }] of jobs.entries()) {
      const { signal } = tasks[i].controller;
      const began = performance.now();
      try {
        if (signal.aborted) continue;
        const first = await this.#open(seat, digest, opening, kind);
        if (kind === 'rows') {
          seat.run = run;
          if (job) seat.groups.add(job.group ?? '');
        }
        const reply = job
          ? await this.#do(seat, await this.#complete(job, kind), tasks[i], tell)
          : first;
        if (signal.aborted) continue;
        for (const [own, each] of Object.entries(reply.buffers)) buffers[`${n}.${own}`] = each;
        results.push({ n, ms: performance.now() - began, value: reply.value });
        this.counts.done++;
        this.#lately.push(performance.now());
      } catch (error) {
        if (signal.aborted) {
          this.#leave(seat); // the thread may still be at it
          continue;
        }
        if (error instanceof Missing) throw error;
        const crashed = hasDied(error);
        if (crashed) this.#leave(seat);
        else this.counts.failed++;
        const ms = performance.now() - began;
        results.push({ n, ms, crashed: crashed || undefined, error: errorRecord(error) });
      }
    }
    if (results.length > 0) await tell({ type: 'done', results }, buffers);
    return !tasks.some(({ controller }) => controller.signal.reason instanceof GivenBack);
  }

  /**
   * Lets a thread know an opening, and returns the answer to it.
   * @param {Seat} seat
   * @param {string} digest
   * @param {Place} place
   * @param {string} kind
   * @returns {Promise<Reply>}
   */
  async #open(seat, digest, place, kind) {
    if (seat.bench && seat.digest === digest && seat.reply) return seat.reply;
    const opening = await this.#read(place);
    if (opening.kind !== kind) throw damaged();
    this.#leave(seat);
    const bench = this.#settings.bench();
    seat.bench = bench;
    try {
      const reply = await bench.open(opening);
      Object.assign(seat, { digest, reply });
      return reply;
    } catch (error) {
      this.#leave(seat);
      throw error;
    }
  }

  /**
   * @param {Place} place
   * @returns {Promise<Opening>}
   */
  async #read(place) {
    const { value } = decode(new Uint8Array(await this.#fetch(place)));
    const { kind, request, options, buffers } = value ?? {};
    if (!kinds.includes(kind) || typeof buffers !== 'object' || buffers === null) throw damaged();
    const places = Object.entries(buffers);
    if (!places.every(([, own]) => isPlace(own))) throw damaged();
    const bytes = places.reduce((sum, [, own]) => sum + /** @type {Place} */ (own).bytes, 0);
    this.#admit(bytes);
    const fetching = places.map(([, own]) => this.#fetch(/** @type {Place} */ (own)));
    const got = await Promise.allSettled(fetching);
    const failed = got.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    const other = failed.find((error) => !(error instanceof Missing));
    if (other) throw other;
    // All at once: each time that a message is given again costs a round.
    if (failed.length > 0) throw new Missing(failed.flatMap(({ digests }) => digests));
    const pairs = places.map(([name], i) => [name, /** @type {any} */ (got[i]).value]);
    return { kind, request, options, buffers: Object.fromEntries(pairs) };
  }

  /**
   * Refuses data that are larger than all that this worker may keep.
   * @param {number} bytes
   */
  #admit(bytes) {
    const { memory, name } = this.#settings;
    if (bytes <= memory) return;
    const size = (/** @type {number} */ count) => Math.ceil(count / 2 ** 20).toLocaleString('en');
    throw new MaxMarginError(
      'ERR_MEMORY_BUDGET',
      'X',
      `the data have ${size(bytes)} MB, and the worker ${name} may keep ${size(memory)} MB of data; start it with more --memory`,
      { required: bytes, limit: memory },
    );
  }

  /** @param {Place} place @param {boolean} [once] whether it is not needed again */
  #fetch(place, once = false) {
    this.#admit(place.bytes);
    const make = () => gather(place, (digest) => this.#transport.get(keys.piece(digest)));
    return once ? make() : this.#cache.take(place, make);
  }

  /**
   * A job with its buffers.
   * @param {Omit<Job, 'buffers'> & { buffers: Record<string, Place | Bytes> }} job
   * @param {string} kind
   * @returns {Promise<Job>}
   */
  async #complete(job, kind) {
    /** @type {Record<string, Uint8Array>} */
    const buffers = {};
    for (const [name, own] of Object.entries(job.buffers)) {
      buffers[name] = own instanceof Uint8Array ? own : await this.#fetch(own, kind === 'rows');
    }
    return { ...job, buffers };
  }

  /**
   * @param {Seat} seat
   * @param {Job} job
   * @param {Task} task
   * @param {(message: object) => Promise<void>} tell
   * @returns {Promise<Reply>}
   */
  async #do(seat, job, task, tell) {
    let told = performance.now();
    const { signal } = task.controller;
    const onProgress = (/** @type {any} */ report) => {
      const now = performance.now();
      if (now - told > often) {
        told = now;
        tell({ type: 'progress', lost: 0, n: task.n, report }).catch(() => {}); // the next one comes soon
      }
      return !task.stop;
    };
    const bench = /** @type {Bench} */ (seat.bench);
    const ended = new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    return Promise.race([bench.do(job, { signal, onProgress }), ended]);
  }

  /**
   * @param {string} inbox
   * @param {any} message
   * @param {Record<string, Bytes>} buffers
   */
  async #answer(inbox, message, buffers) {
    let bytes = encode(message, buffers);
    if (bytes.length > large) {
      /** @type {Map<string, Bytes>} */
      const pieces = new Map();
      const whole = await divide(bytes, pieces);
      for (const [digest, piece] of pieces) {
        await this.#transport.put(keys.piece(digest), piece, keep);
      }
      const { build, run } = message;
      bytes = encode({ build, run, whole });
    }
    await this.#transport.reply(inbox, bytes, keep);
  }
}

/** The reason when a worker leaves before a job is done. */
class GivenBack extends Error {}

/** The reason when nobody wants the answer any more. */
class Unwanted extends Error {}

/** @param {any} error */
function hasDied(error) {
  return error?.code === 'ERR_RUNTIME_CRASHED' || error?.code === 'ERR_RUNTIME_UNSTABLE';
}

/**
 * What a message asks for.
 * @param {Bytes} bytes
 * @param {string} given its id in the queue
 */
function readTask(bytes, given) {
  const { value, buffers } = decode(bytes);
  const { build, inbox, run, opening, kind, lost, maxLost, jobs } = value ?? {};
  const id = given || value?.id;
  const names = [build, inbox, run, id];
  const good =
    names.every(isName) &&
    kinds.includes(kind) &&
    isCount(lost) &&
    isCount(maxLost) &&
    isPlace(opening) &&
    opening.pieces.length <= limits.pieces &&
    Array.isArray(jobs) &&
    jobs.length > 0 &&
    jobs.length <= limits.jobs;
  if (!good) throw damaged();
  const list = jobs.map((/** @type {Value} */ each) => readJob(each, buffers));
  // Chunks have numbers, which mean other rows in another run.
  const digest = (kind === 'rows' ? run : '') + opening.pieces.join();
  return { build, id, inbox, run, opening, digest, kind, lost, maxLost, jobs: list };
}

/**
 * @param {Value} value
 * @param {Record<string, Bytes>} inside
 */
function readJob(value, inside) {
  const { n, key, request, options, group, buffers } = value ?? {};
  if (!isCount(n)) throw damaged();
  if (key === undefined) return { n, job: undefined };
  const fits = (/** @type {unknown} */ text) => typeof text === 'string' && text.length < 10_000;
  if (!fits(key) || (group !== undefined && !fits(group))) throw damaged();
  /** @type {Record<string, Place | Bytes>} */
  const own = {};
  for (const [name, place] of Object.entries(buffers ?? {})) {
    const bytes = inside[`${n}.${name}`];
    if (place === null ? !bytes : !isPlace(place)) throw damaged();
    own[name] = place === null ? bytes : /** @type {Place} */ (place);
  }
  return { n, job: { key, request, options, group, buffers: own } };
}
