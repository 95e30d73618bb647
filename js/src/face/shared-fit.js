/**
 * One fit that several workers share. A fit to more than two classes solves a problem for each
 * pair of classes, or for each class, and these do not depend on each other. Each worker gets all
 * samples once, and takes the largest problem that is left, or a run of small ones, when it is free.
 * The solutions go to the worker that keeps the model, which fits with them: the model has the bits
 * of a fit by one worker.
 */
import { copiesOf } from '../runtime/transfer.js';
import { crashed } from '../select/pool.js';

/** @import { Client } from '../runtime/client.js' */
/** @import { FitRequest, Success } from '../runtime/host.js' */
/** @import { FitJob } from '../model/fit-job.js' */
/** @import { Progress } from '../types.js' */

/**
 * @param {Client} client that keeps the model
 * @param {FitJob} job whose `workers` says how many may share it
 * @returns {Promise<Success>}
 */
export async function fitShared(client, job) {
  const { id, payload, watch, start, workers } = job;
  const alone = (watching = watch) => client.fit(id, payload, watching, start);
  const { classes, steps } = /** @type {FitRequest} */ (payload.request);
  // To two classes, or of a machine that tells no classes apart, there is one problem.
  if (classes.names.length < 3 || start || steps.length > 0) return alone();
  const began = performance.now();
  await client.complete(payload, watch);
  const copy = copiesOf(payload.buffers ?? {});
  const buffers = copy();
  Object.assign(payload, { buffers, fill: undefined, first: [] });
  const { signal } = watch;
  /** @type {Client[]} */
  const crew = [];
  /** Iterations of each run, and how many of its problems are done. @type {number[][]} */
  let done = [];
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const solutions = [];
  /** Runs that nobody has begun, the smallest first. @type {Run[]} */
  let left = [];
  let problems = 0;
  let stopped = false;
  /** Whether no worker failed. */
  let whole = true;

  const open = async () => {
    const worker = client.sibling();
    crew.push(worker);
    const opening = { ...payload, buffers: copy() };
    const { value } = await worker.call('openFit', opening, watch);
    return { worker, sizes: /** @type {number[]} */ (value.sizes) };
  };
  /** @param {Client} worker */
  const work = async (worker) => {
    while (left.length > 0 && !stopped) {
      const { problem, count, at } = /** @type {Run} */ (left.pop());
      const onProgress = (/** @type {Progress} */ report) => {
        done[at] = [report.iteration, report.fraction * count];
        const [iteration, solved] = done.reduce((sums, own) => sums.map((sum, i) => sum + own[i]));
        const all = { ...report, iteration, fraction: solved / problems };
        stopped ||= watch.onProgress?.(all) === false;
        return !stopped;
      };
      const payload = { request: { problem, count } };
      const { value, buffers } = await worker.call('solvePart', payload, { signal, onProgress });
      done[at] = [value.iterations, count];
      solutions.push(buffers.solved);
    }
  };
  // What a worker had begun when it died, the fit itself solves.
  const survive = (/** @type {unknown} */ error) => {
    whole = false;
    if (!crashed(error)) throw error;
  };

  try {
    await open().then(({ worker, sizes }) => {
      left = runsOf(sizes, workers);
      problems = sizes.length;
      done = left.map(() => [0, 0]);
      const others = left.slice(1, workers).map(async () => work((await open()).worker));
      return Promise.all([work(worker), ...others].map((each) => each.catch(survive)));
    }, survive);
  } finally {
    for (const worker of crew) {
      if (whole && worker.running === 0) {
        worker.call('closeFit', { request: {} }).catch(() => {}); // the next call tells
        client.takeBack(worker);
      } else worker.close();
    }
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
