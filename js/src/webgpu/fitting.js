/**
 * What is loaded with its first use: fits whose kernel rows a GPU computes, for which the program that
 * solves asks, and whose result it certifies; and whether a GPU predicts faster.
 */
import { bytesOf } from '../basics/numbers.js';
import { wrongSetting } from '../basics/settings.js';
import { GramRows } from './gram-rows.js';
import { forms } from './kernels.js';

/** @import { FitJob } from '../model/fit-job.js' */
/** @import { Client } from '../runtime/client.js' */
/** @import { Success } from '../runtime/host.js' */
/** @import { Rows } from './rows.js' */
/** @import { Tiles } from './tiles.js' */
/** @import { DeviceLike, PipelineLike } from './types.js' */

/** @import { GPUReport } from '../webgpu.js' */

/**
 * What a fit has of a GPU.
 * @typedef {object} FittingGPU
 * @property {() => DeviceLike | undefined} device as long as it works
 * @property {Map<string, Promise<PipelineLike>>} pipelines
 * @property {() => string} why there is no device; '' as long as it works
 * @property {(why: string) => void} leave the GPU has failed
 * @property {(report: Omit<GPUReport, 'adapter'>) => void} tell at the end
 */

/**
 * How a fit made use of the GPU.
 * @typedef {object} Use
 * @property {string} why the reason that all or the last rows were computed on the processor; '' if they were not
 * @property {number} rows of the Gram matrix that the GPU computed
 * @property {number} certified samples whose gradient the processor computed in float64
 * @property {number} bound of the error of a value
 */

/**
 * GPU.fit.
 * @param {FittingGPU} gpu
 * @param {any} model
 * @param {unknown} X
 * @param {unknown} y
 * @param {any} settings
 */
export async function fitWith(gpu, model, X, y, settings) {
  const { device = 'webgpu', ...own } = settings ?? {};
  if (device !== 'webgpu' && device !== 'auto')
    throw wrongSetting('device', "'webgpu' or 'auto'", device);
  const learn = (/** @type {object} */ more) =>
    model.fit(X, ...(y == null ? [] : [y]), { ...own, ...more });
  /** @type {Use} */
  let use = { ...none, why: gpu.why() || unused };
  const lead = (/** @type {Client} */ client, /** @type {FitJob} */ job) =>
    leadFit(client, job, gpu, device === 'auto', (own) => (use = own));
  const executor = { name: 'webgpu', capacity: () => 1, open() {}, lead };
  const fitted = await learn(gpu.why() ? {} : { executor });
  const { rows, certified, bound } = use;
  gpu.tell({
    device: rows > 0 ? 'webgpu' : 'cpu',
    why: gpu.why() || use.why,
    rowsByGPU: rows,
    rowsAgain: certified,
    bound,
    bounds: new Float64Array(),
  });
  return fitted;
}

const none = { rows: 0, certified: 0, bound: 0 };

const unused =
  'this fit has no rows for a GPU: they are for SVC, NuSVC, SVR, NuSVR and OneClassSVM over dense numbers, more than 127 for each problem';

/**
 * Does a fit.
 * @param {Client} client
 * @param {FitJob} job
 * @param {FittingGPU} gpu
 * @param {boolean} choosy whether the GPU is used only where it is faster
 * @param {(use: Use) => void} tell at the end
 * @returns {Promise<Success>}
 */
async function leadFit(client, job, gpu, choosy, tell) {
  const { id, payload, watch, start } = job;
  const { signal } = watch;
  if (!('inThread' in client)) {
    tell({ ...none, why: 'the engine of the model has several workers' });
    return /** @type {any} */ (client).fit(id, payload, watch, start);
  }
  const step = (
    /** @type {object} */ own,
    /** @type {Record<string, Uint8Array>} */ buffers = {},
  ) => client.call('spread', { request: { model: id, ...own }, buffers });
  const answers = new Answers(payload.options, gpu);

  /** Answers until the fit asks no more. */
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
      answer = signal?.aborted ? undefined : await answers.to(value, buffers);
    }
  };

  await step({ step: 'device', choosy });
  const serving = serve();
  serving.catch(() => {}); // the fit fails for the same reason
  Object.assign(payload.request, { device: true });
  watch.quiet = false; // a small fit would not wait for answers
  try {
    return await client.fit(id, payload, watch, start);
  } finally {
    // A fit that never began asks nothing: then this ends the questions.
    await step({ step: 'forget' }).catch(() => {});
    const { certified = 0, why = '' } = await serving.catch(() => ({}));
    const { rows, bound } = answers;
    answers.end();
    tell({ rows, bound, certified, why: answers.why || why || (answers.asked ? '' : unused) });
  }
}

/** What a GPU answers. */
class Answers {
  #options;
  #gpu;
  /** @type {GramRows | undefined} */
  #gram;
  rows = 0;
  bound = 0;
  asked = false;
  why = '';

  /**
   * @param {any} options of the machine, or of the steps of a pipeline
   * @param {FittingGPU} gpu
   */
  constructor(options, gpu) {
    this.#options = options;
    this.#gpu = gpu;
  }

  /**
   * @param {{place: number, rows: number, columns: number}} question
   * @param {Record<string, Uint8Array<ArrayBuffer>>} buffers
   * @returns {Promise<Float32Array | Float64Array | undefined>} nothing where there is no answer
   */
  async to({ place, rows: n, columns: d }, buffers) {
    this.asked = true;
    const device = this.#gpu.device();
    if (!device) return undefined;
    const [numbers, widths] = [buffers.numbers, buffers.widths].map((bytes) => new Float64Array(bytes?.buffer ?? 0)); // prettier-ignore
    const [columns, index] = [buffers.columns, buffers.index].map((bytes) => new Int32Array(bytes?.buffer ?? 0)); // prettier-ignore
    try {
      if (numbers.length > 0) return this.#take(device, numbers, widths, n, d);
      const gram = /** @type {GramRows} */ (this.#gram);
      if (columns.length > 0) await gram.keep(place, columns);
      const values = await gram.rows(place, index);
      this.rows += index.length;
      return values;
    } catch (error) {
      this.#gpu.leave(`the GPU failed: ${/** @type {Error} */ (error).message}`);
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
    const tree = treeOf(optionsOf(this.#options), widths[0]);
    const form = Object.hasOwn(forms, tree.kernel) ? forms[tree.kernel](tree) : undefined;
    if (!form) {
      this.why = `the kernel ${tree.kernel} with these options has no shader`;
      return undefined;
    }
    this.#gram ??= new GramRows(device, this.#gpu.pipelines, form, n, d);
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

  end() {
    this.#gram?.release();
  }
}

/** The options of the machine itself. @param {any} options @returns {any} */
const optionsOf = (options) => (Array.isArray(options) ? optionsOf(options.at(-1)) : options);

/**
 * The kernel of options, as they cross into the program.
 * @param {any} options
 * @param {number} gamma that 'scale' or 'auto' is
 * @returns {import('../graph/kernels.js').Tree}
 */
const treeOf = ({ kernel = 'rbf', degree = 3, coef0 = 0 } = {}, gamma) => {
  const own = kernel.startsWith('{') ? JSON.parse(kernel) : { kernel, degree, coef0 };
  return { degree: 3, coef0: 0, nu: 1.5, alpha: 1, parts: [], ...own, gamma };
};

/** Rows that are timed: a whole tile. */
const timedRows = 64;

/**
 * Whether the GPU needs more time than the model for some rows, each after a first call.
 * @param {Tiles} tiles
 * @param {Rows} rows
 * @param {(some: unknown) => any} byModel
 * @returns {Promise<string>} what was found; '' if the GPU is faster
 */
export async function slower(tiles, rows, byModel) {
  const count = Math.min(rows.count, timedRows);
  const numbers = rows.numbers.subarray(0, count * tiles.plan.d);
  const some = rows.some(Array.from({ length: count }, (_, i) => i));
  const [gpu, model] = [await timed(() => tiles.answer(numbers)), await timed(() => byModel(some))];
  const told = [gpu, model].map((time) => time.toPrecision(2));
  return gpu < model
    ? ''
    : `the GPU takes ${told[0]} ms for ${count} rows, the processor ${told[1]}`;
}

/** Milliseconds of the second of two calls. @param {() => any} work */
async function timed(work) {
  await work();
  const start = performance.now();
  await work();
  return performance.now() - start;
}
