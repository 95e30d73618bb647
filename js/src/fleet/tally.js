/** Who did what. */

/** @import { FleetReport } from './types.js' */

export class Tally {
  #name;
  #above;
  #numbers = { jobs: 0, tries: 0, duplicates: 0, lost: 0, batches: 0, sent: 0, received: 0 };
  /** Jobs by worker. @type {Map<string, number>} */
  #workers = new Map();

  /**
   * @param {string} name
   * @param {Tally} [above] which counts all that this one does
   */
  constructor(name, above) {
    this.#name = name;
    this.#above = above;
  }

  /**
   * @param {'jobs' | 'tries' | 'duplicates' | 'lost' | 'batches' | 'sent' | 'received'} what
   * @param {number} [count]
   */
  add(what, count = 1) {
    this.#numbers[what] += count;
    this.#above?.add(what, count);
  }

  /**
   * A worker has done a job.
   * @param {string} worker
   */
  thank(worker) {
    this.#workers.set(worker, (this.#workers.get(worker) ?? 0) + 1);
    this.#above?.thank(worker);
  }

  /**
   * @param {Record<string, string>} refused
   * @returns {FleetReport}
   */
  report(refused) {
    return {
      name: this.#name,
      ...this.#numbers,
      workers: Object.fromEntries(this.#workers),
      refused,
    };
  }
}
