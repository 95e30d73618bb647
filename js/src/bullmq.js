/**
 * maxmargin/bullmq: machines behind a queue of BullMQ, on Redis or PostgreSQL. `bullmq` gives the
 * executor that searches and fits take, `worker` makes this process one of the machines. For Node,
 * with the package bullmq beside this one.
 */
import { hostname, totalmem } from 'node:os';
import { pid } from 'node:process';
import { MaxMarginError } from './basics/errors.js';
import { readSettings } from './basics/settings.js';
import { host } from './core.js';
import { RowsStation } from './executor/rows-station.js';
import { Fleet } from './fleet/fleet.js';
import { QueueTransport, wrong } from './fleet/queue.js';
import { FleetWorker } from './fleet/worker.js';

/** @import { BullmqFleet, BullmqSettings, BullmqWorker, WorkerSettings } from './fleet/types.js' */
/** @typedef {import('./fleet/types.js').FleetReport} FleetReport */
/** @typedef {import('./fleet/types.js').Presence} Presence */

export { MaxMarginError };

const common = ['connection', 'postgres', 'queue', 'library'];

/**
 * Machines that have joined a queue with `npx maxmargin worker`, as the `executor` of searches,
 * cross-validation, curves and fits. Call its `close()` at the end.
 *
 * @param {BullmqSettings} settings
 * @returns {Promise<BullmqFleet>}
 * @throws {MaxMarginError} ERR_QUEUE if bullmq is not installed, or the server does not answer within
 *   ten seconds
 */
export async function bullmq(settings) {
  const all = read('bullmq', settings, ['audit', 'maxLost', 'patience']);
  const { audit = false } = all;
  if (typeof audit !== 'boolean') throw wrong('audit', 'true or false', audit);
  const maxLost = atLeast(all, 'maxLost', 1) ?? 3;
  const patience = atLeast(all, 'patience', 0) ?? 60_000;
  return new Fleet(await connect(all), {
    ...{ build: __BUILD_ID__, audit, maxLost, patience },
    remedy: `start one: npx maxmargin worker ${all.postgres === undefined ? '--redis redis://HOST:6379' : '--postgres postgres://USER@HOST/DATABASE'} --queue ${all.queue}`,
  });
}

/**
 * Makes this process a machine of the fleet. It works until `close()`.
 *
 * @param {WorkerSettings} settings
 * @returns {Promise<BullmqWorker>}
 */
export async function worker(settings) {
  const all = read('worker', settings, ['threads', 'memory', 'name', 'lock', 'files', 'onProblem']);
  const { onProblem } = all;
  const threads = atLeast(all, 'threads', 1) ?? 1;
  const memory = atLeast(all, 'memory', 2 ** 20) ?? totalmem() / 4;
  const { name = `${hostname()}-${pid}` } = all;
  if (typeof name !== 'string' || !/^[\w.-]{1,200}$/.test(name)) {
    throw wrong('name', 'letters, digits, dots and dashes', name);
  }
  const files = /** @type {string[]} */ (all.files ?? []);
  // Whoever reaches the queue asks for files, so there is no way to allow all of them.
  if (
    !Array.isArray(files) ||
    !files.every((one) => typeof one === 'string' || /** @type {unknown} */ (one) instanceof URL)
  ) {
    throw wrong('files', 'an array of folders and beginnings of addresses', files);
  }
  const own = new FleetWorker(await connect(all), {
    ...{ name, build: __BUILD_ID__, version: __VERSION__, threads, memory },
    ...(all.lock !== undefined && { lock: Number(all.lock) }),
    bench: () => new Bench(files),
    onProblem: /** @type {WorkerSettings['onProblem']} */ (onProblem) ?? (() => {}),
  });
  try {
    await own.start();
  } catch (error) {
    await own.close(0);
    throw error;
  }
  return own;
}

/**
 * The settings, without a connection: who gets an error has nothing to close.
 * @param {string} called
 * @param {unknown} settings
 * @param {string[]} more
 */
function read(called, settings, more) {
  const given = readSettings(called, settings, [...common, ...more]);
  const all = /** @type {Record<string, unknown> & { queue: string }} */ ({ queue: 'maxmargin', ...given }); // prettier-ignore
  const { queue, connection, postgres } = all;
  if (typeof queue !== 'string' || !/^[\w.-]{1,100}$/.test(queue)) {
    throw wrong('queue', 'a name of letters, digits, dots and dashes', queue);
  }
  if (connection !== undefined && postgres !== undefined) {
    throw wrong('postgres', 'left out with a connection to Redis', postgres);
  }
  atLeast(all, 'lock', 500);
  return all;
}

/** @param {Record<string, any> & { queue: string }} settings */
function connect({ connection, postgres, queue, library, lock }) {
  return QueueTransport.open({ connection, postgres, queue, build: __BUILD_ID__, library, lock });
}

/**
 * @param {Record<string, unknown>} settings
 * @param {string} name
 * @param {number} least
 */
function atLeast(settings, name, least) {
  const value = settings[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= least) return value;
  throw wrong(name, `a number of at least ${least}`, value);
}

/** A thread of its own. Its memory is given back with it. */
class Bench {
  #client = host.sibling();
  #station;

  /** @param {string[]} files that it may open */
  constructor(files) {
    const rows = async (/** @type {any} */ own) => (await import('./executor-rows.js')).rowsOf(own, files); // prettier-ignore
    this.#station = new RowsStation(this.#client, rows);
  }

  /** @param {import('./executor/types.js').Opening} opening */
  open(opening) {
    return this.#station.open(opening);
  }

  /**
   * @param {import('./executor/types.js').Job} job
   * @param {import('./executor/types.js').Waiting} waiting
   */
  do(job, waiting) {
    return this.#station.do(job, waiting);
  }

  close() {
    this.#client.close();
  }
}
