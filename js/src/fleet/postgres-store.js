/** What a fleet keeps in PostgreSQL besides the queue: data, presence, answers. All of it expires. */

/** @import { Bytes } from './types.js' */

/** How often a client looks for answers, in milliseconds: soon after one has come, later rarely. */
const pace = { first: 4, last: 100 };

/** How often what has expired is removed, in milliseconds. */
const tidy = 30_000;

const tables = `
  CREATE TABLE IF NOT EXISTS maxmargin_store
    (key text PRIMARY KEY, bytes bytea NOT NULL, expires timestamptz NOT NULL);
  CREATE INDEX IF NOT EXISTS maxmargin_store_expires ON maxmargin_store (expires);
  CREATE UNLOGGED TABLE IF NOT EXISTS maxmargin_inbox
    (id bigserial PRIMARY KEY, inbox text NOT NULL, bytes bytea NOT NULL, expires timestamptz NOT NULL);
  CREATE INDEX IF NOT EXISTS maxmargin_inbox_inbox ON maxmargin_inbox (inbox, id);`;

/** So that only one process makes the tables. */
const lock = 727_368_142;

/** From now, in milliseconds. @param {string} place */
const after = (place) => `now() + ${place} * interval '1 millisecond'`;

export class PostgresStore {
  #pool;
  #prefix;
  /** @type {ReturnType<typeof setInterval>} */
  #tidying;

  /**
   * @param {any} pool of pg
   * @param {string} queue
   */
  constructor(pool, queue) {
    this.#pool = pool;
    this.#prefix = `${queue}:`;
    this.#tidying = setInterval(() => {
      for (const table of ['maxmargin_store', 'maxmargin_inbox']) {
        this.#pool.query(`DELETE FROM ${table} WHERE expires < now()`).catch(() => {}); // later
      }
    }, tidy);
    this.#tidying.unref();
  }

  /** Makes the tables. */
  async prepare() {
    const client = await this.#pool.connect();
    try {
      await client.query(`SELECT pg_advisory_lock(${lock})`);
      await client.query(tables);
    } finally {
      await client.query(`SELECT pg_advisory_unlock(${lock})`).catch(() => {}); // with the connection
      client.release();
    }
  }

  async epoch() {
    const mine = new TextEncoder().encode(globalThis.crypto.randomUUID());
    await this.#pool.query(
      `INSERT INTO maxmargin_store VALUES ($1, $2, ${after('2592000000')}) ON CONFLICT DO NOTHING`,
      [`${this.#prefix}epoch`, Buffer.from(mine)],
    );
    return new TextDecoder().decode(await this.get('epoch'));
  }

  /** @param {string} key @param {Bytes} bytes @param {number} milliseconds */
  put(key, bytes, milliseconds) {
    return this.#pool.query(
      `INSERT INTO maxmargin_store VALUES ($1, $2, ${after('$3')})
       ON CONFLICT (key) DO UPDATE SET bytes = excluded.bytes, expires = excluded.expires`,
      [this.#prefix + key, Buffer.from(bytes), milliseconds],
    );
  }

  /** @param {string} key @returns {Promise<Bytes | undefined>} */
  async get(key) {
    const { rows } = await this.#pool.query(
      'SELECT bytes FROM maxmargin_store WHERE key = $1 AND expires > now()',
      [this.#prefix + key],
    );
    return rows[0] && new Uint8Array(rows[0].bytes);
  }

  /** @param {string} key @param {number} milliseconds */
  async touch(key, milliseconds) {
    const { rowCount } = await this.#pool.query(
      `UPDATE maxmargin_store SET expires = ${after('$2')} WHERE key = $1 AND expires > now()`,
      [this.#prefix + key, milliseconds],
    );
    return rowCount === 1;
  }

  /** @param {string} key */
  forget(key) {
    return this.#pool.query('DELETE FROM maxmargin_store WHERE key = $1', [this.#prefix + key]);
  }

  /** @param {string} worker @param {Bytes} bytes @param {number} milliseconds */
  announce(worker, bytes, milliseconds) {
    return this.put(`worker:${worker}`, bytes, milliseconds);
  }

  /** @param {string} worker */
  leave(worker) {
    return this.forget(`worker:${worker}`);
  }

  /** @returns {Promise<Bytes[]>} */
  async present() {
    const { rows } = await this.#pool.query(
      'SELECT bytes FROM maxmargin_store WHERE starts_with(key, $1) AND expires > now() ORDER BY key',
      [`${this.#prefix}worker:`],
    );
    return rows.map((/** @type {{ bytes: Buffer }} */ { bytes }) => new Uint8Array(bytes));
  }

  /** @param {string} inbox @param {Bytes} bytes @param {number} milliseconds */
  reply(inbox, bytes, milliseconds) {
    return this.#pool.query(
      `INSERT INTO maxmargin_inbox (inbox, bytes, expires) VALUES ($1, $2, ${after('$3')})`,
      [this.#prefix + inbox, Buffer.from(bytes), milliseconds],
    );
  }

  /** @param {string} inbox @param {(bytes: Bytes) => void} hear @param {number} [rarely] */
  listen(inbox, hear, rarely = pace.last) {
    const name = [this.#prefix + inbox];
    const taking = 'DELETE FROM maxmargin_inbox WHERE inbox = $1 RETURNING id, bytes';
    let open = true;
    let wait = pace.first;
    const listening = (async () => {
      while (open) {
        try {
          const { rows } = await this.#pool.query(taking, name);
          rows.sort((/** @type {any} */ a, /** @type {any} */ b) => a.id - b.id);
          for (const { bytes } of rows) hear(new Uint8Array(bytes));
          wait = rows.length > 0 ? pace.first : Math.min(rarely, 1.5 * wait);
        } catch {
          wait = rarely; // the server is away
        }
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    })();
    return async () => {
      open = false;
      await listening;
    };
  }

  async close() {
    clearInterval(this.#tidying);
  }
}
