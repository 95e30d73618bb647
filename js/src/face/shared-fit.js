/**
 * One fit that several workers share. A fit to more than two classes solves a problem for each
 * pair of classes, or for each class, and these do not depend on each other. Each worker gets all
 * samples once, and takes the largest problem that is left, or a run of small ones, when it is free.
 * The solutions go to the worker that keeps the model, which fits with them: the model has the bits
 * of a fit by one worker.
 */
import { later } from '../basics/drive.js';
import { Runner } from '../executor/runner.js';
import { isLost } from '../executor/station.js';
import { copiesOf } from '../runtime/transfer.js';

/** @import { Executor } from '../executor/types.js' */
/** @import { Client } from '../runtime/client.js' */
/** @import { FitRequest, Success } from '../runtime/host.js' */
/** @import { FitJob } from '../model/fit-job.js' */

/**
 * @param {Client} client that keeps the model
 * @param {FitJob} job
 * @param {Executor} executor whose workers share it
 * @returns {Promise<Success>}
 */
export async function fitShared(client, job, executor) {
  const { id, payload, watch, start } = job;
  const alone = (watching = watch) => client.fit(id, payload, watching, start);
  const { classes, steps } = /** @type {FitRequest} */ (payload.request);
  // To two classes, or of a machine that tells no classes apart, there is one problem.
  if (classes.names.length < 3 || start || steps.length > 0) return alone();
  const began = performance.now();
  await client.complete(payload, watch);
  const { request, options = {}, buffers: own = {} } = payload;
  // Threads share them, and the fit that ends it all; an executor of the caller's may not take such.
  const buffers = job.executor ? own : copiesOf(own)();
  Object.assign(payload, { buffers, fill: undefined, first: [] });
  const { signal } = watch;
  /** Iterations of each run, and how many of its problems are done. @type {number[][]} */
  let done = [];
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const solutions = [];
  let stopped = false;
  const all = /** @type {const} */ ({ kind: 'fit', request, options, buffers });
  const runner = new Runner(executor, all, later, signal);
  // What a worker had begun when it died, the fit itself solves.
  const survive = (/** @type {unknown} */ error) => {
    if (!isLost(error)) throw error;
  };

  try {
    const hear = /** @type {any} */ (watch.onProgress);
    const opening = runner.open(({ value }) => /** @type {number[]} */ ([...value.sizes]), hear);
    const sizes = (await later(opening).catch(survive)) ?? [];
    const runs = sizes.length > 0 ? runsOf(sizes, (await later(runner.capacity())) || 1) : [];
    done = runs.map(() => [0, 0]);
    /** @type {import('../executor/runner.js').JobHandlers<Run>} */
    const handlers = {
      begin: (run) => run,
      payload: ({ problem, count }) => ({ request: { problem, count }, options: {} }),
      progress: ({ count, at }, report) => {
        done[at] = [report.iteration, report.fraction * count];
        const [iteration, solved] = done.reduce((sums, own) => sums.map((sum, i) => sum + own[i]));
        const all = { ...report, iteration, fraction: solved / sizes.length };
        stopped ||= watch.onProgress?.(/** @type {any} */ (all)) === false;
        return !stopped;
      },
      done: ({ count, at }, { value, buffers }) => {
        done[at] = [value.iterations, count];
        solutions.push(buffers.solved);
      },
      failed: (_, error) => survive(error),
      stopped: () => stopped,
    };
    const groups = runs.reverse().map((run) => [run]);
    await later(runner.run(groups, handlers));
  } finally {
    runner.close();
  }
  buffers.solved = new Uint8Array(await new Blob(solutions).arrayBuffer());
  const reply = await alone(stopped ? { signal, onProgress: () => false } : watch);
  reply.value.milliseconds = performance.now() - began;
  return reply;
}

/**
 * A run of problems that one call solves: the first, how many, and the place of the run among all.
 * @typedef {{ problem: number, count: number, at: number, samples: number }} Run
 */

/**
 * The samples of a run of small problems: so many that calls take little of the time, and no more
 * than a sixteenth of what a worker has to do.
 */
const SAMPLES = 1024;

/**
 * The problems in runs, those with the fewest samples first.
 * @param {number[]} sizes samples of each problem
 * @param {number} workers
 */
function runsOf(sizes, workers) {
  const enough = Math.min(SAMPLES, sizes.reduce((sum, size) => sum + size, 0) / (16 * workers));
  /** @type {Run[]} */
  const runs = [];
  let run = { problem: 0, count: 0, at: 0, samples: 0 };
  sizes.forEach((size, problem) => {
    if (run.count > 0 && run.samples + size > enough) {
      runs.push(run);
      run = { problem, count: 0, at: runs.length, samples: 0 };
    }
    run.count++;
    run.samples += size;
  });
  return [...runs, run].filter(({ count }) => count > 0).sort((a, b) => a.samples - b.samples);
}
