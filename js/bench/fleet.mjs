/**
 * Machines behind a queue: what a job costs beside the threads of this process, what a study sends,
 * and one search by more and more worker processes. Servers and workers are on this computer, so a
 * network between them comes on top.
 *
 *     node js/bench/fleet.mjs [--jobs 200] [--rounds 3] [--rows 0]
 *
 * A job here is a prediction of one row, which takes no time by itself. "Alone" is the median time from
 * a job to its answer when one follows the other; "together" is that of many given at once, each. The
 * search is of 20 machines in five folds; smallest times of the rounds, and the scores of all are equal.
 *
 * With --rows, such as 20000000, fits to files of half as many generated rows of 50 columns by one worker
 * on Redis, and of all by two: seconds, and the memory that a worker's process had at most. The files have
 * 204 bytes a row.
 */
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';

import { endAll, machine, queueProject, until } from '../test/support/machines.mjs';
import { missing, startPostgres, startRedis } from '../test/support/servers.mjs';
import { median } from './measure.mjs';
import { random } from './random.mjs';

const { values: flags } = parseArgs({
  options: {
    jobs: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    rows: { type: 'string', default: '0' },
  },
});
const [jobs, rounds] = [Number(flags.jobs), Number(flags.rounds)];

const { cli, folder, load } = await queueProject();
const { bullmq } = await load('bullmq.node.js');
const { threads } = await load('executor.node.js');
const { GridSearch, LowRankSVC, SVC, terminate } = await load('node.js');

function clouds(rows, cols) {
  const { normal } = random(7);
  const y = Array.from({ length: rows }, (_, i) => i % 2);
  const X = y.map((label) => Array.from({ length: cols }, () => normal() + (2 * label) / cols ** 0.5)); // prettier-ignore
  return { X, y };
}

const small = clouds(40, 5);
const bytes = await (await new SVC().fit(small.X, small.y)).save();
const row = new Uint8Array(Float64Array.from(small.X[0]).buffer);

/** What one job takes in milliseconds, alone and among many. */
async function jobsBy(executor) {
  const session = await executor.open({ kind: 'model', request: {}, options: {}, buffers: { bytes } }, {}); // prettier-ignore
  let count = 0;
  const predict = () => {
    const request = { op: 'predict', table: { layout: 'dense', rows: 1, cols: 5 } };
    return session.submit({ key: String(count++), request, options: {}, buffers: { data: row.slice() } }, {}); // prettier-ignore
  };
  for (let i = 0; i < 20; i++) await predict();
  const times = [];
  for (let i = 0; i < jobs; i++) {
    const began = performance.now();
    await predict();
    times.push(performance.now() - began);
  }
  const many = 5 * jobs;
  const began = performance.now();
  await Promise.all(Array.from({ length: many }, predict));
  const each = (performance.now() - began) / many;
  await session.close();
  return { alone: median(times), each };
}

const { X, y } = clouds(2000, 20);
const grid = { C: [0.1, 1, 10, 100], gamma: [0.003, 0.01, 0.03, 0.1, 0.3] };

/** The same search, several times. */
async function searchBy(how) {
  let [seconds, found, fleet] = [Infinity];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    found = await new GridSearch(new SVC(), grid, { folds: 5, seed: 1, ...how }).fit(X, y);
    fleet ??= found.fleet; // the first study of these rows: later ones find them on the server
    seconds = Math.min(seconds, (performance.now() - began) / 1000);
  }
  return { seconds, scores: found.results.map(({ scores }) => scores), fleet };
}

/** Rows in files, on one worker and, twice as many, on two. */
async function divided(all) {
  const files = join(folder, 'rows');
  mkdirSync(files);
  const { normal } = random(11);
  const [cols, size] = [50, Math.ceil(all / 32)];
  const values = new Float32Array(2 ** 20).map(normal); // new ones for each row would take longer than the fit
  const rows = new Float32Array(size * (cols + 1));
  const chunks = Array.from({ length: 32 }, (_, chunk) => {
    for (let i = 0; i < size; i++) {
      const at = i * (cols + 1);
      for (let j = 0; j < cols; j++) rows[at + j] = values[(at + j + 7919 * chunk) & (2 ** 20 - 1)];
      rows[at + cols] = Number(rows[at] * rows[at + 1] + 0.3 * rows[at + 2] > 0);
    }
    const file = openSync(join(files, `${chunk}.f32`), 'w');
    writeSync(file, new Uint8Array(rows.buffer));
    closeSync(file);
    return { file: `${chunk}.f32`, columns: cols + 1, target: -1 };
  });
  const server = await startRedis({ fsync: 'everysec' });
  print('\nrows in files', 'workers', 'seconds', 'MB a worker');
  for (const workers of [1, 2]) {
    const where = ['--redis', server.url, '--queue', `rows${workers}`, '--files', files];
    const crew = await Promise.all(Array.from({ length: workers }, () => machine(cli, where, { lock: 15 }))); // prettier-ignore
    const fleet = await bullmq({ connection: server.url, queue: `rows${workers}` });
    const began = performance.now();
    const model = new LowRankSVC({ nComponents: 100, gamma: 0.01, loss: 'squaredHinge', precision: 'int16' }); // prettier-ignore
    await model.fitChunks(chunks.slice(0, 16 * workers), { executor: fleet });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const peaks = crew.map(({ child }) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] / 1000); // prettier-ignore
    print((16 * workers * size).toLocaleString('en'), workers, seconds, Math.max(...peaks).toFixed(0)); // prettier-ignore
    await fleet.close();
    for (const { child } of crew) child.kill('SIGTERM');
    await Promise.all(crew.map(({ ended }) => ended));
  }
  await server.close();
}

const kB = (count) => `${Math.round(count / 1000).toLocaleString('en')} kB`;
const print = (...cells) => console.log(cells.map((cell, i) => String(cell)[i ? 'padStart' : 'padEnd'](i ? 14 : 36)).join('')); // prettier-ignore
const date = new Date().toISOString().slice(0, 10);
console.log(`${availableParallelism()} cores of ${cpus()[0].model}, Node ${process.version}, ${date}\n`); // prettier-ignore

print('a job, in ms', 'alone', 'together');
const near = await jobsBy(threads({ workers: 1 }));
print('a thread of this process', near.alone.toFixed(2), near.each.toFixed(2));

const pool = [];
for (const workers of [1, 2]) pool.push({ workers, ...(await searchBy({ workers })) });
const expected = pool[0].scores;
const searches = pool.map(({ workers, seconds }) => [
  `${workers} threads of this process`,
  seconds,
]);
const studies = [];

let failed = false;
for (const [name, flag, start] of [
  ['redis', '--redis', () => startRedis({ fsync: 'everysec' })],
  ['postgres', '--postgres', startPostgres],
]) {
  if (missing(name)) {
    console.log(missing(name));
    continue;
  }
  const server = await start();
  const where = [flag, server.url, '--queue', 'bench'];
  const fleet = await bullmq({ [name === 'redis' ? 'connection' : name]: server.url, queue: 'bench' }); // prettier-ignore
  const crew = [];
  try {
    for (const workers of [1, 2, 4]) {
      while (crew.length < workers) crew.push(await machine(cli, where, { lock: 15 }));
      await until(async () => (await fleet.workers()).length === workers, 'joining');
      if (workers === 1) {
        const { alone, each } = await jobsBy(fleet);
        print(`one worker on ${name}`, alone.toFixed(2), each.toFixed(2));
        failed ||= name === 'redis' && alone - near.alone > 5;
      }
      const { seconds, scores, fleet: did } = await searchBy({ executor: fleet });
      if (!isDeepStrictEqual(scores, expected)) throw new Error(`${name}: other scores`);
      searches.push([`${workers} workers on ${name}`, seconds]);
      if (workers === 1) studies.push([name, did]);
    }
  } finally {
    await fleet.close();
    for (const { child } of crew) child.kill('SIGTERM');
    await Promise.all(crew.map(({ ended }) => ended));
    await server.close();
  }
}
endAll();

console.log();
print(`a search of 100 fits to ${X.length} x 20`, 'seconds');
for (const [name, seconds] of searches) print(name, seconds.toFixed(2));
console.log();
print('a first study', 'its rows', 'sent', 'received', 'messages');
for (const [name, { sent, received, tries }] of studies) {
  print(name, kB(8 * X.length * 20), kB(sent), kB(received), tries);
}
if (Number(flags.rows) > 0) await divided(Number(flags.rows));
if (failed) console.log('\na job on Redis costs more than 5 ms');
await terminate();
process.exit(failed ? 1 : 0);
