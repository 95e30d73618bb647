/** maxmargin worker */
import { availableParallelism, totalmem } from 'node:os';
import process from 'node:process';
import { init } from '../core.js';
import { worker } from '../bullmq.js';
import { asFlag, bytesOf, queueFlags, queueOf } from './queue.js';
import { duration } from './report.js';
import { warnings } from './runtime.js';
import { UsageError, checkFiles, wholeNumber } from './usage.js';

/** @import { Outcome } from './report.js' */
/** @import { Terminal } from './terminal.js' */
/** @import { Flag, Values } from './usage.js' */

export const summary =
  'Make this machine a worker of a fleet, which does fits for programs elsewhere.';
export const usage = 'maxmargin worker (--redis <url> | --postgres <url>) [options]';
export const notes = [
  'Programs reach it with bullmq() of maxmargin/bullmq as their executor. All machines of a fleet need the same release of maxmargin.',
  'On SIGTERM or Ctrl-C it takes no further jobs, ends those that it has begun, and gives back what is not done after 25 seconds. A second one ends it at once; others then get its jobs.',
];

/** What is not done this long after a signal is given back: Kubernetes kills after 30 s. */
const grace = 25_000;

/** How long there is no work before a worker ends that may, in milliseconds. */
const quiet = 10_000;

/** @type {Flag[]} */
const workerFlags = [
  { name: 'threads', value: '<n>', doc: 'Jobs at once (default: one for each core).' },
  {
    name: 'memory',
    value: '<size>',
    doc: 'What data and fits may take together, such as 4GB (default: three quarters of the machine).',
  },
  {
    name: 'lock',
    value: '<seconds>',
    doc: 'So long without a sign of life, and others get its jobs (default 15).',
  },
  {
    name: 'files',
    value: '<folder>',
    list: true,
    doc: 'A folder, or the beginning of an address, of files that fitChunks may have it open; may be given several times (default: none).',
  },
  { name: 'name', value: '<name>', doc: 'Its name in reports (default: that of the machine and the process).' }, // prettier-ignore
  { name: 'untilEmpty', doc: 'End when there has been no work for 10 seconds.' },
];

export function flags() {
  return { Queue: queueFlags, Worker: workerFlags };
}

/**
 * @param {readonly string[]} _argv
 * @param {Values} values
 * @param {string[]} files
 * @param {Terminal} terminal
 * @returns {Promise<Outcome>}
 */
export async function run(_argv, values, files, terminal) {
  checkFiles(files, []);
  const where = queueOf(values);
  const threads = wholeNumber(values, 'threads', 1, availableParallelism());
  const memory = bytesOf(values.memory) ?? 0.75 * totalmem();
  const seconds = Number(values.lock ?? 15);
  if (!(seconds >= 0.5)) throw new UsageError(`--lock must be at least 0.5 seconds, got ${values.lock}`); // prettier-ignore
  const { name, files: places } = values;
  // A quarter for data, the rest for the threads, each of which can address 4 GB.
  const each = Math.floor(Math.min(4 * 2 ** 30, (0.75 * memory) / Number(threads)) / 2 ** 20);
  const onWarning = (/** @type {any} */ warning) => void warnings.push(warning);
  init({ memory: Math.max(64, each), onWarning }).catch(() => {}); // a job says why
  const own = await begin({
    ...{ ...where, threads, memory: memory / 4, lock: 1000 * seconds },
    ...(name !== undefined && { name }),
    ...(places && { files: places }),
    onProblem: problems(terminal),
  });
  const began = performance.now();
  const place = `${values.queue ?? 'maxmargin'} on ${values.redis === undefined ? 'PostgreSQL' : 'Redis'}`;
  terminal.note(`joined ${place} with ${threads} threads, release ${__VERSION__}, build ${__BUILD_ID__}`); // prettier-ignore
  await ending(own, Boolean(values.untilEmpty), terminal);
  const milliseconds = performance.now() - began;
  const { done, failed, dropped } = own.counts;
  const text = [`${done} jobs in ${duration(milliseconds)}${failed > 0 ? `, ${failed} of them failed` : ''}`]; // prettier-ignore
  return { report: { jobs: done, failed, dropped, threads, milliseconds }, text };
}

/** @param {any} settings */
async function begin(settings) {
  try {
    return await worker(settings);
  } catch (error) {
    throw asFlag(error);
  }
}

/**
 * Says what is wrong with the server, once a minute.
 * @param {Terminal} terminal
 */
function problems(terminal) {
  let said = -Infinity;
  return (/** @type {any} */ error) => {
    const now = performance.now();
    if (now - said < 60_000) return;
    said = now;
    terminal.note(`the queue: ${error?.message || error?.code || error}; trying again`);
  };
}

/**
 * Resolves when the worker has ended, because of a signal or because there is no more work.
 * @param {Awaited<ReturnType<typeof worker>>} own
 * @param {boolean} untilEmpty
 * @param {Terminal} terminal
 */
async function ending(own, untilEmpty, terminal) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let looking;
  const reason = await new Promise((resolve) => {
    const signals = /** @type {const} */ (['SIGTERM', 'SIGINT']);
    const hear = () => {
      for (const signal of signals) {
        process.off(signal, hear);
        process.once(signal, () => process.exit(130));
      }
      resolve('asked to');
    };
    for (const signal of signals) process.on(signal, hear);
    if (!untilEmpty) return;
    looking = setInterval(() => {
      if (own.busy === 0 && performance.now() - own.lastWork > quiet) resolve('no more work');
    }, 500);
  });
  clearInterval(looking);
  if (own.busy > 0) terminal.note(`${reason}: ending ${own.busy} jobs first`);
  await own.close(grace);
}
