/**
 * One fit that several workers share. A fit to more than two classes solves a problem for each
 * pair of classes, or for each class, and these do not depend on each other. Each worker gets all
 * samples once, and takes the largest problem that is left when it is free. The solutions go to the
 * worker that keeps the model, which fits with them: the model has the bits of a fit by one worker.
 */
import { copiesOf } from '../runtime/transfer.js';
import { crashed } from '../select/pool.js';

/** @import { Client } from '../runtime/client.js' */
/** @import { Success } from '../runtime/host.js' */
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
  const { classes, steps } = /** @type {any} */ (payload.request);
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
  /** Iterations, and the share that is done, of each problem. @type {number[][]} */
  let done = [];
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const solutions = [];
  /** Problems that nobody has begun, the smallest first. @type {number[]} */
  let left = [];
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
      const problem = /** @type {number} */ (left.pop());
      const onProgress = (/** @type {Progress} */ report) => {
        done[problem] = [report.iteration, report.fraction];
        const [iteration, fraction] = done.reduce((sums, own) =>
          sums.map((sum, i) => sum + own[i]),
        );
        const all = { ...report, iteration, fraction: fraction / done.length };
        stopped ||= watch.onProgress?.(all) === false;
        return !stopped;
      };
      const payload = { request: { problem } };
      const { value, buffers } = await worker.call('solvePart', payload, { signal, onProgress });
      done[problem] = [value.iterations, 1];
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
      left = [...sizes.keys()].sort((a, b) => sizes[a] - sizes[b]);
      done = sizes.map(() => [0, 0]);
      const others = sizes.slice(1, workers).map(async () => work((await open()).worker));
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
