/** Threads that compute numbers side by side. */
import { grouped } from './run.js';

const ENTRIES = ['maxmargin', 'maxmargin/study', 'maxmargin/metrics', 'maxmargin/data', 'maxmargin/bounds']; // prettier-ignore

/** How many threads there are. */
export const size = Math.min(8, Math.max(1, navigator.hardwareConcurrency ?? 1));

export class Crew {
  #files;
  /** @type {Worker[]} */
  #threads = [];
  #groups = [];
  #end = () => {};

  /** @param {Record<string, string | File>} files by name: addresses, or files of the visitor */
  constructor(files) {
    this.#files = files;
  }

  /**
   * Computes records until all are done, or stop is called.
   * @param {any[]} records
   * @param {(record: any, reply: { found?: any, error?: string }) => void} tell
   */
  async compute(records, tell) {
    this.#groups = grouped(records);
    const stopped = new Promise((resolve) => (this.#end = resolve));
    const all = Array.from({ length: Math.min(size, this.#groups.length) }, (_, at) => this.#work(at, tell)); // prettier-ignore
    await Promise.race([stopped, Promise.all(all)]);
  }

  async #work(at, tell) {
    for (let group = this.#groups.shift(); group; group = this.#groups.shift()) {
      for (const record of group) tell(record, await this.#ask(this.#thread(at), record));
    }
  }

  #thread(at) {
    if (!this.#threads[at]) {
      this.#threads[at] = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
      // A worker has no import map.
      this.#threads[at].postMessage({ entries: ENTRIES.map((name) => import.meta.resolve(name)), files: this.#files }); // prettier-ignore
    }
    return this.#threads[at];
  }

  /** @returns {Promise<{ found?: any, error?: string }>} */
  #ask(thread, record) {
    return new Promise((resolve) => {
      thread.onmessage = ({ data }) => resolve(data);
      thread.onerror = (event) => resolve({ error: event.message || 'its thread could not start' });
      thread.postMessage({ record });
    });
  }

  /** Ends all threads, whatever they do. */
  stop() {
    this.#groups = [];
    for (const thread of this.#threads) thread?.terminate();
    this.#threads = [];
    this.#end();
  }
}
