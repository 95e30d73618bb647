/** A queue of BullMQ as the transport of a fleet, on Redis or PostgreSQL. */
import { MaxMarginError, show } from '../basics/errors.js';
import { unreachable } from './fleet.js';
import { PostgresStore } from './postgres-store.js';
import { RedisStore, hangUp } from './redis-store.js';
import { within } from './wire.js';

/** @import { Bytes, Handler, Transport } from './types.js' */

/**
 * @typedef {object} QueueSettings
 * @property {unknown} [connection]
 * @property {unknown} [postgres]
 * @property {string} queue
 * @property {string} build
 * @property {any} [library]
 * @property {number} [lock] milliseconds without a sign of life after which a worker is lost; 15,000
 */

/** How long a server may take to answer at first, in milliseconds. */
const first = 9000;

/** How long a call is tried while PostgreSQL is away, in milliseconds. */
const steady = 60_000;

/** How long a worker without jobs may take to leave its server, in milliseconds. */
const leave = 2000;

/** What BullMQ keeps of events, which nobody here listens to. */
const events = { maxLen: 100 };

/** @implements {Transport} */
export class QueueTransport {
  #library;
  #queue;
  #options;
  /** @type {RedisStore | PostgresStore} */
  #store;
  #lock;
  #closed = false;

  /** @param {QueueSettings} settings */
  static async open(settings) {
    const library = await loadLibrary(settings.library);
    const until = performance.now() + first;
    for (;;) {
      try {
        return await QueueTransport.#open(settings, library);
      } catch (error) {
        // PostgreSQL refuses clients while it starts. Clients of Redis wait by themselves.
        const away = settings.postgres !== undefined && isAway(/** @type {any} */ (error).cause);
        if (!away || performance.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  /** @param {QueueSettings} settings @param {any} library */
  static async #open(settings, library) {
    const { connection, postgres, queue, build, lock = 15_000 } = settings;
    const name = `bullmq on ${postgres === undefined ? 'redis' : 'postgresql'}`;
    const options =
      postgres === undefined
        ? { connection: redisOf(connection) }
        : { connection: postgresOf(postgres) };
    const Queue = classesOf(library, postgres).Queue;
    const own = new Queue(`${queue}-${build}`, { ...options, streams: { events } });
    own.on('error', () => {}); // calls say what is wrong
    try {
      await within(first, own.waitUntilReady());
      const backend = own.getBackend();
      const store =
        postgres === undefined
          ? new RedisStore(await backend.client, queue, isClient(connection))
          : new PostgresStore(backend.connection.pool, queue);
      const transport = new QueueTransport({ library, name, queue: own, options, store, lock, postgres }); // prettier-ignore
      if (store instanceof PostgresStore) await within(first, store.prepare());
      await within(first, store.epoch());
      return transport;
    } catch (error) {
      await within(1000, own.close()).catch(() => {});
      const client = own.getBackend().connection?._client;
      if (client && !isClient(connection)) hangUp(client); // or it would connect again and again
      throw unreachable(name, error);
    }
  }

  /** @param {any} parts */
  constructor({ library, name, queue, options, store, lock, postgres }) {
    this.name = name;
    this.#library = library;
    this.#queue = queue;
    this.#options = options;
    this.#store = store;
    this.#lock = lock;
    this.postgres = postgres;
  }

  /**
   * Tries a call again while PostgreSQL is away. Calls of Redis wait by themselves.
   * @template T
   * @param {() => Promise<T>} call
   * @returns {Promise<T>}
   */
  async #steady(call) {
    const until = performance.now() + steady;
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (this.#closed || !isAway(error) || performance.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  epoch() {
    return this.#store.epoch();
  }

  /** @param {string} key @param {Bytes} bytes @param {number} milliseconds */
  put(key, bytes, milliseconds) {
    return this.#steady(() => this.#store.put(key, bytes, milliseconds));
  }

  /** @param {string} key */
  get(key) {
    return this.#steady(() => this.#store.get(key));
  }

  /** @param {string} key @param {number} milliseconds */
  touch(key, milliseconds) {
    return this.#steady(() => this.#store.touch(key, milliseconds));
  }

  /** @param {string} key */
  forget(key) {
    return this.#store.forget(key);
  }

  /** @param {string} worker @param {Bytes} bytes @param {number} milliseconds */
  announce(worker, bytes, milliseconds) {
    return this.#store.announce(worker, bytes, milliseconds);
  }

  /** @param {string} worker */
  leave(worker) {
    return this.#store.leave(worker);
  }

  present() {
    return this.#store.present();
  }

  /** @param {string} id @param {Bytes} bytes */
  push(id, bytes) {
    const data = { message: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64') }; // prettier-ignore
    const how = { jobId: id, removeOnComplete: true, removeOnFail: true };
    return this.#steady(() => this.#queue.add('jobs', data, how));
  }

  /** @param {string[]} ids */
  recall(ids) {
    // One that a worker has begun stays.
    return Promise.all(ids.map((id) => this.#queue.remove(id).catch(() => {})));
  }

  /** @param {string[]} ids */
  async missing(ids) {
    const states = await Promise.all(ids.map((id) => this.#queue.getJobState(id)));
    return ids.filter((_, i) => ['unknown', 'completed', 'failed'].includes(states[i]));
  }

  async counts() {
    const {
      waiting = 0,
      active = 0,
      prioritized = 0,
    } = await this.#queue.getJobCounts('waiting', 'active', 'prioritized');
    return { waiting: waiting + prioritized, active };
  }

  /**
   * @param {number} atOnce
   * @param {Handler} handler
   * @param {(error: unknown) => void} problem
   */
  async work(atOnce, handler, problem) {
    const library = this.#library;
    const { Worker } = classesOf(library, this.postgres);
    let running = 0;
    const take = async (/** @type {any} */ job, /** @type {string} */ token) => {
      const message = job.data?.message;
      if (typeof message !== 'string') return;
      const bytes = new Uint8Array(Buffer.from(message, 'base64'));
      const lost = Number(job.stalledCounter) || 0;
      running++;
      try {
        if (await handler({ id: String(job.id), bytes, lost })) return;
        await job.moveToWait(token);
      } finally {
        running--;
      }
      throw new (named(library, 'WaitingError'))();
    };
    const worker = new Worker(this.#queue.name, take, {
      ...this.#options,
      concurrency: atOnce,
      lockDuration: this.#lock,
      stalledInterval: Math.ceil(this.#lock / 2),
      // The fleet counts how many workers were lost with a job.
      maxStalledCount: 1_000_000,
      runRetryDelay: 1000,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    worker.on('error', problem);
    await within(first, worker.waitUntilReady());
    const shared = isClient(this.#options.connection);
    return { close: () => closeWorker(worker, shared, () => running > 0) };
  }

  /** @param {string} inbox @param {Bytes} bytes @param {number} milliseconds */
  reply(inbox, bytes, milliseconds) {
    return this.#steady(() => this.#store.reply(inbox, bytes, milliseconds));
  }

  /** @param {string} inbox @param {(bytes: Bytes) => void} hear @param {number} [rarely] */
  listen(inbox, hear, rarely) {
    return this.#store.listen(inbox, hear, rarely);
  }

  async close() {
    this.#closed = true;
    await within(2000, this.#queue.close()).catch(() => within(1000, this.#queue.disconnect()).catch(() => {})); // prettier-ignore
    await this.#store.close();
  }
}

/**
 * Closes a worker of BullMQ when it has done its jobs. BullMQ waits for ever while its server is away, and
 * when it has just come back.
 * @param {any} worker
 * @param {boolean} shared whether its connection is the caller's
 * @param {() => boolean} works whether it has jobs
 */
async function closeWorker(worker, shared, works) {
  const { connection, blockingConnection } = worker.getBackend();
  const [client, waiting] = [connection, blockingConnection].map((own) => own?._client);
  let over = false;
  const closing = worker.close().finally(() => (over = true));
  closing.catch(() => {}); // below it is waited for
  for (let until = Infinity; !over && performance.now() < until;) {
    if (waiting?.status === 'reconnecting') hangUp(waiting); // nothing new is taken
    if (works()) until = Infinity;
    else if (until === Infinity) until = performance.now() + leave;
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  if (over) return closing;
  for (const one of [waiting, !shared && client]) if (one) hangUp(one);
}

/** Whether it is a connection of ioredis, which its owner ends. @param {any} connection */
function isClient(connection) {
  return typeof connection?.duplicate === 'function';
}

/** @param {any} error */
function isAway(error) {
  const code = String(error?.code ?? '');
  if (/^(08|57)/.test(code) || /^E[A-Z]+$/.test(code)) return true;
  return code === '' && /connection|timeout/i.test(String(error?.message));
}

/** An export of BullMQ, which is CommonJS. @param {any} library @param {string} name */
function named(library, name) {
  return library[name] ?? library.default?.[name];
}

/** @param {any} library @param {unknown} postgres */
function classesOf(library, postgres) {
  if (postgres === undefined) {
    return { Queue: named(library, 'Queue'), Worker: named(library, 'Worker') };
  }
  return named(library, 'withBackend')(named(library, 'createPostgresBackend'));
}

/** @param {any} library */
async function loadLibrary(library) {
  try {
    library ??= await import('bullmq');
  } catch (error) {
    throw new MaxMarginError(
      'ERR_QUEUE',
      'library',
      'maxmargin/bullmq needs the package bullmq, which is not installed; npm install bullmq@6 ioredis (for PostgreSQL: bullmq@6 pg)',
      {},
      error,
    );
  }
  if (typeof named(library, 'withBackend') === 'function') return library;
  throw new MaxMarginError(
    'ERR_QUEUE',
    'library',
    'library is not the package bullmq, or an older one; npm install bullmq@6',
  );
}

/** @param {unknown} given */
function redisOf(given) {
  if (typeof given === 'string') {
    if (/^rediss?:\/\//.test(given)) return { url: given };
  } else if (given === undefined) {
    return {};
  } else if (typeof given === 'object' && given !== null) {
    return given;
  }
  throw wrong('connection', "the options of ioredis, one of its clients, or 'redis://host:port'", given); // prettier-ignore
}

/** @param {unknown} given */
function postgresOf(given) {
  if (typeof given === 'string') {
    if (/^postgres(ql)?:\/\//.test(given)) return { connectionString: given, migrate: true };
  } else if (typeof given === 'object' && given !== null && !('query' in given)) {
    return { migrate: true, ...given };
  }
  throw wrong('postgres', "the options of a pool of pg, or 'postgres://user@host/database'", given);
}

/** @param {string} name @param {string} expected @param {unknown} got */
export function wrong(name, expected, got) {
  return new MaxMarginError('ERR_OPTION', name, `${name} must be ${expected}, got ${show(got)}`);
}
