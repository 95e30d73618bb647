/**
 * What is loaded with its first use: fits whose kernel rows a GPU computes, for which the program that
 * solves asks, and whose result it certifies.
 */
import { wrongSetting } from '../basics/settings.js';
import { bytesOf } from '../basics/numbers.js';
import { GramRows } from './gram-rows.js';
import { forms } from './kernels.js';

/** @import { FitJob } from '../model/fit-job.js' */
/** @import { Client } from '../runtime/client.js' */
/** @import { Success } from '../runtime/host.js' */
/** @import { Held } from './device.js' */
/** @import { DeviceLike } from './types.js' */

const unused =
  'this fit has no rows for a GPU: they are for SVC, NuSVC, SVR, NuSVR and OneClassSVM over dense numbers, more than 127 for each problem';

/**
 * Does a fit with the setting device, and says in its report what the GPU did.
 * @param {Held} held
 * @param {Client} client
 * @param {FitJob} job
 * @param {boolean} choosy whether the GPU is used only where it is faster
 * @returns {Promise<Success>}
 */
export async function leadFit(held, client, job, choosy) {
  const { id, payload, watch, start, workers, executor } = job;
  if (workers > 1) throw wrongSetting('workers', 'left out with a device, which one worker asks', workers); // prettier-ignore
  if (executor) throw wrongSetting('executor', 'left out with a device', executor);
  const rows = new Rows(held, payload.options, choosy);
  const fit = () => client.fit(id, payload, watch, start);
  /** @type {Success | undefined} */
  let reply;
  try {
    if (!held.device) rows.why = held.why;
    else if (!('inThread' in client)) rows.why = 'the engine of the model has several workers';
    else {
      Object.assign(payload.request, { device: true });
      watch.quiet = false; // a small fit would not wait for answers
      return (reply = await rows.during(client, id, watch.signal, fit));
    }
    return (reply = await fit());
  } finally {
    const { count, certified, bound, why } = rows;
    held.warn(choosy ? held.why : why, client);
    const report = held.say(why, count, certified, bound, { gap: reply?.value.gap });
    if (reply) reply.value.gpu = report;
  }
}

/** Rows of Gram matrices that a GPU computes for a fit, or for several with the same samples and kernel. */
export class Rows {
  #held;
  #options;
  #choosy;
  /** @type {GramRows | undefined} */
  #gram;
  #asked = false;
  /** How many. */
  count = 0;
  /** Samples whose gradient the processor computed in float64. */
  certified = 0;
  /** Of the error of a value. */
  bound = 0;
  /** The reason that all or the last rows were computed on the processor; '' if they were not. */
  why = '';

  /**
   * @param {Held} held
   * @param {any} options of the machine, or of the steps of a pipeline
   * @param {boolean} choosy
   */
  constructor(held, options, choosy) {
    this.#held = held;
    this.#options = options;
    this.#choosy = choosy;
  }

  /**
   * Answers while a program works.
   * @template T
   * @param {Pick<Client, 'call'>} client
   * @param {number} id that the program knows the work by
   * @param {AbortSignal | undefined} signal
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async during(client, id, signal, work) {
    const step = (
      /** @type {object} */ own,
      /** @type {Record<string, Uint8Array>} */ buffers = {},
    ) => client.call('spread', { request: { model: id, ...own }, buffers });

    /** Answers until the work asks no more. */
    const serve = async () => {
      /** @type {Float32Array | Float64Array | undefined} */
      let answer;
      for (;;) {
        const { value, buffers } = await step(
          { step: 'question' },
          answer && { answer: bytesOf(answer) },
        );
        if (!(buffers.index?.length > 0 || buffers.numbers?.length > 0)) {
          await step({ step: 'forget' });
          return value;
        }
        answer = signal?.aborted ? undefined : await this.#answer(value, buffers);
      }
    };

    await step({ step: 'device', choosy: this.#choosy });
    const serving = serve();
    serving.catch(() => {}); // the work fails for the same reason
    try {
      return await work();
    } finally {
      // Work that never began asks nothing: then this ends the questions.
      await step({ step: 'forget' }).catch(() => {});
      const { certified = 0, why = '' } = await serving.catch(() => ({}));
      this.#gram?.release();
      this.certified = certified;
      this.why = this.#held.why || this.why || why || (this.#asked ? '' : unused);
    }
  }

  /**
   * @param {{place: number, rows: number, columns: number}} question
   * @param {Record<string, Uint8Array<ArrayBuffer>>} buffers
   * @returns {Promise<Float32Array | Float64Array | undefined>} nothing where there is no answer
   */
  async #answer({ place, rows: n, columns: d }, buffers) {
    this.#asked = true;
    const { device } = this.#held;
    if (!device) return undefined;
    const [numbers, widths] = [buffers.numbers, buffers.widths].map((bytes) => new Float64Array(bytes?.buffer ?? 0)); // prettier-ignore
    const [columns, index] = [buffers.columns, buffers.index].map((bytes) => new Int32Array(bytes?.buffer ?? 0)); // prettier-ignore
    try {
      if (numbers.length > 0) return this.#take(device, numbers, widths, n, d);
      const gram = /** @type {GramRows} */ (this.#gram);
      if (columns.length > 0) await gram.keep(place, columns);
      const values = await gram.rows(place, index);
      this.count += index.length;
      return values;
    } catch (error) {
      this.#held.leave(`the GPU failed: ${/** @type {Error} */ (error).message}`);
      return undefined;
    }
  }

  /**
   * @param {DeviceLike} device
   * @param {Float64Array} numbers
   * @param {Float64Array} widths
   * @param {number} n
   * @param {number} d
   * @returns {Float64Array | undefined}
   */
  #take(device, numbers, widths, n, d) {
    const tree = treeOf(this.#options, widths[0]);
    const form = Object.hasOwn(forms, tree.kernel) ? forms[tree.kernel](tree) : undefined;
    if (!form) {
      this.why = `the kernel ${tree.kernel} with these options has no shader`;
      return undefined;
    }
    this.#gram ??= new GramRows(device, this.#held.pipelines, form, n, d);
    if (!this.#gram.take(numbers)) return new Float64Array(1);
    const { degree, coef0 } = tree;
    const bounds = this.#gram.bounds(
      ({ X, Z }) =>
      tree.kernel === 'poly' ? (X * Z + Math.abs(coef0)) ** degree : tree.kernel === 'linear' ? X * Z : 1, // prettier-ignore
    );
    if (!bounds) this.why = 'float32 cannot hold the numbers of the samples';
    this.bound = bounds?.reduce((a, b) => Math.max(a, b), 0) ?? 0;
    return bounds;
  }
}

/**
 * The kernel of options, as they cross into the program: of a machine, or of the steps of a pipeline.
 * @param {any} options
 * @param {number} [gamma] that 'scale' or 'auto' is
 * @returns {import('../graph/kernels.js').Tree}
 */
export function treeOf(options, gamma = 0) {
  if (Array.isArray(options)) return treeOf(options.at(-1), gamma);
  const { kernel = 'rbf', degree = 3, coef0 = 0 } = options ?? {};
  const own = kernel.startsWith('{') ? JSON.parse(kernel) : { kernel, degree, coef0 };
  return { degree: 3, coef0: 0, nu: 1.5, alpha: 1, parts: [], ...own, gamma };
}
