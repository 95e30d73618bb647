/** The host of maxmargin: work is done in a worker, and methods return promises. */
import { platform } from '#platform';
import { later } from '../../basics/drive.js';
import { MaxMarginError } from '../../basics/errors.js';
import { checkExecutor } from '../../executor/check.js';
import { isFile, readFile } from '../../formats/saved.js';
import { isTensor, readTensor } from '../../input/tables.js';
import { stateOf } from '../../model/registry.js';
import { Client } from '../../runtime/client.js';
import { client } from '../../runtime/shared.js';
import { Workers } from '../../runtime/workers.js';

/** @import { Estimator } from '../../model/estimator.js' */
/** @import { FitJob } from '../../model/fit-job.js' */
/** @import { Loadable } from '../../model/loadable.js' */
/** @import { Executor, Opening } from '../../executor/types.js' */
/** @import { Host, Watch } from '../../runtime/host.js' */
/** @import { InitSettings, Progress } from '../../types.js' */

/** Keeps models and carries out operations. */
export { client as host };

/** The classes that load knows. @type {Loadable} */
export const loadable = { form: '', known: new Map(), readers: {} };

/** Runs what a method does. */
export { later as run };

/**
 * Calls a function; what it throws rejects the promise.
 * @template T
 * @param {() => T} call
 * @returns {Promise<Awaited<T>>}
 */
export async function attempt(call) {
  return /** @type {Awaited<T>} */ (call());
}

/**
 * The samples once they are here: the numbers of tensors may lie elsewhere.
 * @param {unknown[]} samples
 */
export function gather(samples) {
  return samples.some(isTensor) ? Promise.all(samples.map(readTensor)) : samples;
}

/**
 * What load was given, or the bytes of the file that it was given.
 * @param {any} given
 */
export function gatherModel(given) {
  return isFile(given) ? readFile(given) : given;
}

/** Gives the event loop its turn. */
export function pause() {
  return new Promise((resolve) => platform.pause(() => resolve(undefined)));
}

/**
 * A host of its own.
 * @param {InitSettings} settings
 * @param {number} workers
 * @returns {Host}
 */
export function openHost(settings, workers) {
  return workers === 1 ? new Client(platform, settings) : new Workers(platform, settings, workers);
}

/**
 * What is loaded with its first use.
 * @template T
 * @param {T | undefined} brought what maxmargin/executor has brought
 * @param {() => Promise<T>} load
 * @param {string} [remedy] where it does not load
 * @returns {Promise<T>}
 */
const needed = async (brought, load, remedy = "add import 'maxmargin/executor'") =>
  brought ??
  load().catch((cause) => {
    throw new MaxMarginError('ERR_RUNTIME_LOAD', '', `a file of maxmargin did not load: ${cause}; where import() is not allowed, as in service workers, ${remedy}`, {}, cause); // prettier-ignore
  });

/** What shares work: a page that has none to share does not load it. */
const sharing = () => needed(client.sharing, () => import('../sharing.js'));

/** What few programs need. */
export const rest = () => needed(client.rest, () => import('../rest.js'));

/**
 * The GPU that the setting device asks for; nothing for the processor.
 * @param {any} device
 */
const gpuOf = async (device) =>
  device && device !== 'cpu'
    ? (await needed(undefined, () => import('../../webgpu/shared.js'), 'leave device out')).sharedGPU(device) // prettier-ignore
    : undefined;

/**
 * What a GPU computes for a method of a model; nothing where the processor does.
 * @param {unknown} device
 * @param {[method: string, model: Estimator<any>, X: unknown, more: object, watch: Watch | undefined]} given
 * @returns {Promise<any>}
 */
export const onDevice = async (device, ...given) =>
  (await gpuOf(device))?.compute(device, ...given);

/**
 * Who does the jobs of a search.
 * @param {{workers: number, executor: Executor | undefined}} how
 * @param {Opening} opening
 * @param {{signal?: AbortSignal | null, device?: unknown}} given
 */
export async function openRunner({ workers, executor }, opening, { signal, device }) {
  const { Runner, Threads } = await sharing();
  const gpu = await gpuOf(device);
  const own = (await gpu?.executor(Threads, client, executor, device)) ?? executor;
  return new Runner(own ?? new Threads(client, workers), opening, later, signal);
}

/**
 * Who does a fit that takes several calls: a worker of its own. Nobody else can end its program in
 * between, and with it all of the memory is given back.
 * @param {Host} host
 */
export function lend(host) {
  const own = /** @type {Client | Workers} */ (host).sibling();
  const end = (/** @type {number} */ _id, /** @type {boolean} */ _made) => own.close();
  return { host: own, end, waits: true };
}

/**
 * Does a fit. The workers of an engine that has several do not share one: they have fits to do.
 * @param {Host} host
 * @param {FitJob} job
 */
export async function fit(host, job) {
  const { workers, executor, device } = job;
  const gpu = device && (await gpuOf(device));
  if (gpu) return gpu.lead(host, job, device);
  const shared = workers > 1 && host instanceof Client && !host.inThread;
  if (executor == null && !shared) return host.fit(job.id, job.payload, job.watch, job.start);
  const place = /** @type {Client} */ (host);
  const given = checkExecutor(executor, workers > 1 ? workers : undefined);
  const { Threads, fitShared } = await sharing();
  return fitShared(place, job, given ?? new Threads(place, workers));
}

/**
 * Leads a fit to chunks whose rows workers hold. With an import() in place of the entry, bundlers
 * would keep whole what it shares with the rest: 17 KB in a program that has MaxMarginError alone.
 * @param {Parameters<NonNullable<Client['spread']>>} given
 */
export function spread(...given) {
  if (client.spread) return client.spread(...given);
  throw new MaxMarginError(
    'ERR_OPTION',
    'executor',
    "fitChunks with an executor needs what maxmargin/executor has; add import 'maxmargin/executor'",
  );
}

/**
 * A fit, one report at a time. Of the reports between two requests, only the last
 * is kept.
 * @template {Estimator<any>} T
 * @param {T} model
 * @param {() => Promise<FitJob>} begin
 * @param {(job: FitJob) => Promise<T>} finish
 * @returns {AsyncGenerator<Progress, T, void>}
 */
export async function* reports(model, begin, finish) {
  const job = await begin();
  /** @type {{report?: Progress, over: boolean, left: boolean, wake: () => void}} */
  const seen = { over: false, left: false, wake() {} };
  const news = () => new Promise((resolve) => (seen.wake = () => resolve(undefined)));
  job.observe((report) => {
    seen.report = report;
    seen.wake();
    return !seen.left;
  });
  const fit = finish(job).finally(() => {
    seen.over = true;
    seen.wake();
  });
  fit.catch(() => {}); // the error is passed on below, perhaps later
  try {
    while (!seen.over) {
      if (!seen.report) await news();
      const { report, over } = seen;
      seen.report = undefined;
      if (report && !over) yield report;
    }
    await fit;
    yield stateOf(model).lastReport();
  } finally {
    seen.left = true;
    await fit;
  }
  return model;
}
