/** What is loaded with the first search whose fits take kernel rows from a GPU. */
import { Station } from '../executor/station.js';
import { Rows, treeOf } from './fitting.js';

/** @import { Job, Opening, Reply, Waiting } from '../executor/types.js' */
/** @import { Client } from '../runtime/client.js' */
/** @import { Held } from './device.js' */

/**
 * An executor of one worker, since a program asks a device for rows of one fit at a time. A job is some
 * candidates for one split that differ in C alone: they have the same samples and the same kernel.
 * @param {Held} held
 * @param {typeof import('../executor/threads.js').Threads} Threads
 * @param {Client} client
 * @param {boolean} choosy whether the GPU is used only where it is faster
 */
export function executorOf(held, Threads, client, choosy) {
  const all = { why: '', rows: 0, certified: 0, bound: 0 };
  /** Splits with too few samples for the GPU: their jobs share rows on the processor. @type {Set<number>} */
  const slow = new Set();
  const tell = () => held.say(all.why, all.rows, all.certified, all.bound);

  class GPUStation extends Station {
    #host;

    /** @param {Client} host */
    constructor(host) {
      super(host);
      this.#host = host;
    }

    /**
     * @param {Job} job
     * @param {Waiting} waiting
     * @returns {Promise<Reply>}
     */
    async do(job, waiting) {
      const { split } = job.request;
      const kernels = job.options.map((/** @type {any} */ own) => JSON.stringify(treeOf(own)));
      if (!held.device || slow.has(split) || new Set(kernels).size > 1) {
        all.why ||= held.why;
        return super.do(job, waiting);
      }
      const id = this.#host.newModelId();
      const rows = new Rows(held, job.options[0], choosy);
      try {
        const request = { ...job.request, device: id };
        return await rows.during(this.#host, id, waiting.signal, () =>
          super.do({ ...job, request }, waiting),
        );
      } finally {
        const { why, count, certified, bound } = rows;
        all.why ||= why;
        all.rows += count;
        all.certified += certified;
        all.bound = Math.max(all.bound, bound);
        if (choosy && why) slow.add(split);
      }
    }
  }

  const threads = new Threads(client, 1, (own) => new GPUStation(own));
  return {
    name: 'webgpu',
    capacity: () => 1,
    /**
     * @param {Opening} opening
     * @param {Waiting} waiting
     */
    async open(opening, waiting) {
      const crew = await threads.open(opening, waiting);
      return {
        reply: crew.reply,
        submit: (/** @type {Job} */ job, /** @type {Waiting} */ own) => crew.submit(job, own),
        report: () => ({ ...crew.report(), ...tell() }),
        close: () => {
          tell();
          held.warn(choosy || all.rows > 0 ? held.why : all.why, client);
          crew.close();
        },
      };
    },
  };
}
