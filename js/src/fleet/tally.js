/** Who did what. */

/** @import { FleetReport, WorkerReport } from './types.js' */

export class Tally {
  #name;
  #above;
  #numbers = { jobs: 0, tries: 0, duplicates: 0, lost: 0, batches: 0, sent: 0, received: 0 };
  /** @type {Map<string, WorkerReport>} */
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
   * @param {Omit<WorkerReport, 'jobs'>} worker
   */
  thank(worker) {
    const known = this.#workers.get(worker.name);
    this.#workers.set(worker.name, { ...worker, jobs: (known?.jobs ?? 0) + 1 });
    this.#above?.thank(worker);
  }

  /**
   * @param {Iterable<string>} refused
   * @returns {FleetReport}
   */
  report(refused) {
    const workers = [...this.#workers.values()].map((worker) => ({ ...worker }));
    return { name: this.#name, workers, refused: [...refused], ...this.#numbers };
  }
}
