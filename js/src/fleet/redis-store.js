/** What a fleet keeps in Redis besides the queue: data, presence, answers. All of it expires. */

import { within } from './wire.js';

/** @import { Bytes } from './types.js' */

/** How long a look for answers waits, in seconds; a connection that is silent for longer is renewed. */
const patience = { look: 2, silence: 8000 };

/** The most answers that are taken at once. */
const handful = 64;

const month = 30 * 24 * 3_600_000;

/**
 * Ends a connection of ioredis for good. While it waits to connect again, disconnect() alone would leave
 * it waiting, and its commands, too: nobody would hear of the end.
 * @param {any} client
 */
export function hangUp(client) {
  if (client.status === 'end') return;
  if (client.status === 'reconnecting') client.connect().catch(() => {});
  client.disconnect();
}

export class RedisStore {
  #client;
  #prefix;
  #shared;

  /**
   * @param {any} client of ioredis, as BullMQ wraps it
   * @param {string} queue
   * @param {boolean} shared whether it is the caller's
   */
  constructor(client, queue, shared) {
    this.#shared = shared;
    if (typeof client.getBuffer !== 'function') {
      throw new TypeError('this is not a connection of ioredis');
    }
    this.#client = client;
    this.#prefix = `maxmargin:${queue}:`;
  }

  async epoch() {
    const key = `${this.#prefix}epoch`;
    const mine = globalThis.crypto.randomUUID();
    await this.#client.set(key, mine, 'PX', month, 'NX');
    return String(await this.#client.get(key));
  }

  /** @param {string} key @param {Bytes} bytes @param {number} milliseconds */
  put(key, bytes, milliseconds) {
    return this.#client.set(this.#prefix + key, bufferOf(bytes), 'PX', Math.ceil(milliseconds));
  }

  /** @param {string} key @returns {Promise<Bytes | undefined>} */
  async get(key) {
    return bytesOf(await this.#client.getBuffer(this.#prefix + key));
  }

  /** @param {string} key @param {number} milliseconds */
  async touch(key, milliseconds) {
    return (await this.#client.pexpire(this.#prefix + key, Math.ceil(milliseconds))) === 1;
  }

  /** @param {string} key */
  forget(key) {
    return this.#client.del(this.#prefix + key);
  }

  /** @param {string} worker @param {Bytes} bytes @param {number} milliseconds */
  async announce(worker, bytes, milliseconds) {
    await this.put(`worker:${worker}`, bytes, milliseconds);
    await this.#client.sadd(`${this.#prefix}workers`, worker);
    await this.#client.pexpire(`${this.#prefix}workers`, month);
  }

  /** @param {string} worker */
  leave(worker) {
    return this.forget(`worker:${worker}`);
  }

  /** @returns {Promise<Bytes[]>} */
  async present() {
    const names = await this.#client.smembers(`${this.#prefix}workers`);
    /** @type {Bytes[]} */
    const found = [];
    for (const name of names) {
      const bytes = await this.get(`worker:${name}`);
      if (bytes) found.push(bytes);
      else await this.#client.srem(`${this.#prefix}workers`, name);
    }
    return found;
  }

  /** @param {string} inbox @param {Bytes} bytes @param {number} milliseconds */
  async reply(inbox, bytes, milliseconds) {
    const key = `${this.#prefix}inbox:${inbox}`;
    // At once: no one waits for the first before the second goes.
    await Promise.all([
      this.#client.rpush(key, bufferOf(bytes)),
      this.#client.pexpire(key, milliseconds),
    ]);
  }

  /** @param {string} inbox @param {(bytes: Bytes) => void} hear */
  listen(inbox, hear) {
    const key = `${this.#prefix}inbox:${inbox}`;
    const client = this.#client.duplicate();
    client.on('error', () => {}); // it connects again by itself
    let open = true;
    const look = async () => {
      const [, first] = (await client.blpopBuffer(key, patience.look)) ?? [];
      if (!first) return;
      hear(/** @type {Bytes} */ (bytesOf(first)));
      for (const more of (await client.lpopBuffer(key, handful)) ?? []) {
        hear(/** @type {Bytes} */ (bytesOf(more)));
      }
    };
    const listening = (async () => {
      while (open) {
        const silent = setTimeout(() => client.disconnect(true), patience.silence);
        try {
          await look();
        } catch {
          if (open) await new Promise((resolve) => setTimeout(resolve, 200));
        } finally {
          clearTimeout(silent);
        }
      }
    })();
    return async () => {
      open = false;
      hangUp(client);
      await listening;
      await within(1000, this.#client.del(key)).catch(() => {}); // it expires
    };
  }

  /** The connection is that of the queue, which could close it if its server is there. */
  async close() {
    if (!this.#shared) hangUp(this.#client);
  }
}

/** @param {Bytes} bytes */
function bufferOf(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** @param {Buffer | null} buffer @returns {Bytes | undefined} */
function bytesOf(buffer) {
  return buffer ? new Uint8Array(buffer) : undefined;
}
