/** maxmargin fleet */
import { bullmq } from '../bullmq.js';
import { asFlag, queueFlags, queueOf } from './queue.js';
import { duration, facts, table } from './report.js';
import { checkFiles } from './usage.js';

/** @import { Outcome } from './report.js' */
/** @import { Values } from './usage.js' */

export const summary = 'Show the workers of a fleet, and how much work waits.';
export const usage = 'maxmargin fleet (--redis <url> | --postgres <url>) [options]';
export const notes = [
  'Waiting are the jobs that programs have given to the queue so far; a search gives it more as its jobs are done. With the release of this command alone.',
];

export function flags() {
  return { Queue: queueFlags };
}

/**
 * @param {readonly string[]} _argv
 * @param {Values} values
 * @param {string[]} files
 * @returns {Promise<Outcome>}
 */
export async function run(_argv, values, files) {
  checkFiles(files, []);
  const fleet = await bullmq(queueOf(values)).catch((error) => {
    throw asFlag(error);
  });
  try {
    const workers = await fleet.workers();
    const { waiting, active } = await fleet.counts();
    const own = workers.filter(({ build }) => build === __BUILD_ID__);
    const perMinute = own.reduce((sum, { lately, age }) => sum + lately * (60_000 / Math.min(60_000, Math.max(1000, age))), 0); // prettier-ignore
    const left = perMinute > 0 ? ((waiting + active) / perMinute) * 60_000 : undefined;
    const threads = own.reduce((sum, each) => sum + each.threads, 0);
    const report = {
      workers: workers.map(({ id: _, ...each }) => ({
        ...each,
        same: each.build === __BUILD_ID__,
      })),
      ...{ build: __BUILD_ID__, threads, waiting, active, perMinute, millisecondsLeft: left },
    };
    const rows = workers.map(({ name, version, build, threads: wide, busy, done, age }) => [
      ...[name, String(wide), String(busy), String(done), duration(age), version],
      build === __BUILD_ID__ ? build : `${build}, which gets no work from this release`,
    ]);
    const text = [
      ...(rows.length > 0
        ? [...table(['worker', 'threads', 'busy', 'jobs', 'since', 'release', 'build'], rows), '']
        : []),
      ...facts([
        ['workers', `${own.length} with ${threads} threads, of the build ${__BUILD_ID__}`],
        ['waiting', `${waiting} messages, and ${active} at work`],
        ['rate', `${Math.round(perMinute)} jobs a minute`],
        ['time left', left === undefined || waiting + active === 0 ? undefined : duration(left)],
      ]),
    ];
    return { report, text };
  } finally {
    await fleet.close();
  }
}
