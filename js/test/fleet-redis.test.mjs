/**
 * Machines behind a real queue: a redis-server, workers in processes of their own, and what goes wrong
 * with both. Each search has the bits of one worker.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { conforms, watched } from './support/conformance.mjs';
import { blobs } from './support/data.mjs';
import { command, endAll, machine, queueProject, until } from './support/machines.mjs';
import { root } from './support/project.mjs';
import { missing, startPostgres, startRedis } from './support/servers.mjs';

const { X, y } = blobs({ n: 90, d: 3, k: 3, apart: 1, seed: 3 });
const grid = { C: [0.1, 1, 10, 100], gamma: [0.05, 0.5, 5] };
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const facts = ({ results }) => results.map(({ params, scores, mean, rank, error }) => ({ params, scores, mean, rank, code: error?.code })); // prettier-ignore

let [redis, project, cli, folder, bullmq, worker, maxmargin, queues] = [];
before(async () => {
  project = await queueProject();
  ({ cli, folder } = project);
  ({ bullmq, worker } = await project.load('bullmq.node.js'));
  maxmargin = await project.load('node.js');
  queues = 0;
});

after(endAll); // a test that failed may have left some

/** A queue of its own, with workers, which end with the test. */
async function fleetOf(t, { machines = 3, slow = 150, poison, more, ...settings } = {}) {
  const queue = `q${queues++}`;
  const where = ['--redis', redis.url, '--queue', queue];
  const [crew, joining] = [[], []];
  const join = (how = {}) => {
    const own = machine(cli, where, { slow, poison, more, ...how });
    joining.push(own.then((one) => crew.push(one)));
    return own;
  };
  await Promise.all(Array.from({ length: machines }, () => join()));
  const fleet = await bullmq({ connection: redis.url, queue, ...settings });
  t.after(async () => {
    await fleet.close();
    await Promise.allSettled(joining); // a test may have ended before its last machine was there
    for (const { child } of crew) child.kill('SIGKILL');
    await Promise.all(crew.map(({ ended }) => ended));
  });
  const active = (count = 1) => until(async () => (await fleet.counts()).active >= count, 'a job');
  return { fleet, queue, where, crew, join, active };
}

const searchOver = (executor, points = grid, more = {}) =>
  new maxmargin.GridSearch(new maxmargin.SVC(), points, { folds: 3, seed: 1, executor, ...more });
const known = new Map();
/** The same by one worker of this process. */
function alone(points = grid, more = {}) {
  const key = JSON.stringify([points, more]);
  if (!known.has(key)) known.set(key, searchOver(undefined, points, { workers: 1, ...more }).fit(X, y)); // prettier-ignore
  return known.get(key);
}
async function same(search, points, more) {
  assert.deepEqual(facts(await search), facts(await alone(points, more)));
  return (await search).fleet;
}

/** Machines, and a program, are told to end at several moments after their server has gone. No question hangs. */
async function endWithoutServer(t, start, [flag, setting]) {
  const server = await start();
  t.after(() => server.close());
  const where = [flag, server.url, '--queue', 'away'];
  const crew = await Promise.all([machine(cli, where), machine(cli, where), machine(cli, where)]);
  const fleet = await bullmq({ [setting]: server.url, queue: 'away' });
  await server.stop();
  const asked = Promise.allSettled([fleet.workers(), fleet.counts(), fleet.capacity()]);
  for (const { child } of crew) {
    await pause(700); // they try to connect again after longer and longer pauses
    child.kill('SIGTERM');
  }
  const never = pause(20_000).then(() => 'never');
  const ends = crew.map(({ ended }) => Promise.race([ended.then(({ code }) => code), never]));
  assert.deepEqual(await Promise.all(ends), [0, 0, 0]);
  for (const { reason } of await asked) assert.equal(reason?.code, 'ERR_QUEUE');
  assert.equal(await Promise.race([fleet.close().then(() => 'closed'), never]), 'closed');
}

const noRedis = missing('redis');
describe('a fleet on Redis', { timeout: 900_000, skip: noRedis }, () => {
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.close());

  describe('keeps the contract of executors', () => {
    let own;
    const ends = [];
    before(async () => {
      own = await fleetOf({ after: (end) => ends.push(end) }, { machines: 2, slow: 0 });
    });
    after(() => ends[0]());
    const killed = () => {
      own.crew.find(({ child }) => child.exitCode === null && child.signalCode === null)?.child.kill('SIGKILL'); // prettier-ignore
      own.join({ slow: 0 });
    };
    conforms(() => own.fleet, { kill: killed });
  });

  it('60 points x 5 folds, and two of three machines are killed', async (t) => {
    const { fleet, crew, active } = await fleetOf(t, { slow: 60 });
    const points = { C: [0.01, 0.1, 1, 10, 100, 1000], gamma: Array.from({ length: 10 }, (_, i) => 2 ** (i - 6)) }; // prettier-ignore
    const more = { folds: 5 };
    const search = searchOver(fleet, points, more).fit(X, y);
    await active(3);
    crew[0].child.kill('SIGKILL');
    await pause(700);
    crew[1].child.kill('SIGKILL');
    const { lost, jobs } = await same(search, points, more);
    assert.ok(lost >= 1 && jobs > 50, JSON.stringify({ lost, jobs }));
  });

  it('a machine that sleeps past its lock and wakes: both answers agree', async (t) => {
    const { fleet, crew, active } = await fleetOf(t, { slow: 400, audit: true });
    const search = searchOver(fleet).fit(X, y);
    await active(3);
    crew[0].child.kill('SIGSTOP');
    await until(() => fleet.report().lost > 0, 'the loss of its job');
    crew[0].child.kill('SIGCONT');
    const { lost, duplicates } = await same(search);
    assert.ok(lost + duplicates >= 1, JSON.stringify({ lost, duplicates }));
    // It goes on.
    await until(async () => (await fleet.workers()).length === 3, 'its return');
  });

  it('a server that ends and starts again, with its data and without', async (t) => {
    const { fleet, active } = await fleetOf(t, { slow: 300 });
    for (const lose of [false, true]) {
      const search = searchOver(fleet).fit(X, y);
      await active(3);
      await redis.stop({ lose });
      await pause(500);
      await redis.start();
      await same(search);
    }
  });

  it('messages that are delivered twice', async (t) => {
    const { fleet, queue, active } = await fleetOf(t, { slow: 200, audit: true });
    const { Queue } = createRequire(join(root, 'js', 'package.json'))('bullmq');
    const [{ build }] = await fleet.workers();
    const search = searchOver(fleet).fit(X, y);
    await active(3);
    const raw = new Queue(`${queue}-${build}`, { connection: { url: redis.url } });
    const all = await raw.getJobs(['waiting', 'active']);
    for (const { id, data } of all) await raw.add('jobs', data, { jobId: `${id}-twice`, removeOnComplete: true }); // prettier-ignore
    const { duplicates } = await same(search);
    await raw.close();
    assert.ok(duplicates >= 1, String(duplicates));
  });

  it('a job that kills its machines fails alone', async (t) => {
    const { fleet, crew } = await fleetOf(t, { slow: 20, poison: 7, maxLost: 2 });
    const points = { C: [1], gamma: [0.1, 7, 0.5, 2] };
    const { results } = await searchOver(fleet, points).fit(X, y);
    const expected = (await alone(points)).results;
    for (const [i, { params, error, scores }] of results.entries()) {
      if (params.gamma === 7) {
        assert.equal(error.code, 'ERR_WORKER_LOST');
        assert.match(error.message, /^2 workers of the executor were lost with the job .*--memory/);
      } else assert.deepEqual(scores, expected[i].scores);
    }
    const left = crew.filter(({ child }) => child.signalCode === null);
    assert.equal(left.length, 1);
  });

  it('data that the server has dropped are stored again', async (t) => {
    const { fleet, queue, join: more, active } = await fleetOf(t, { machines: 1, slow: 200 });
    const search = searchOver(fleet).fit(X, y);
    await active();
    const Redis = createRequire(join(root, 'js', 'package.json'))('ioredis');
    const client = new Redis(redis.url);
    const pieces = await client.keys(`maxmargin:${queue}:piece:*`);
    assert.ok(pieces.length > 0);
    await client.set(pieces[0], 'not this');
    if (pieces.length > 1) await client.del(pieces.slice(1));
    await more(); // it has none of the data
    const { workers } = await same(search);
    assert.equal(Object.keys(workers).length, 2);

    // Nothing of all this stays for ever, not even if the program had died.
    const forever = [];
    for (const key of await client.keys(`maxmargin:${queue}:*`)) {
      if ((await client.pttl(key)) < 0) forever.push(key);
    }
    await client.quit();
    assert.deepEqual(forever, []);
  });

  it('an abort leaves nothing in the queue, and the machines go on', async (t) => {
    const { fleet, active } = await fleetOf(t, { slow: 300 });
    const controller = new AbortController();
    const search = searchOver(fleet).fit(X, y, { signal: controller.signal });
    await active(2);
    const began = performance.now();
    controller.abort(new Error('enough'));
    await assert.rejects(search, /enough/);
    const idle = async () => Object.values(await fleet.counts()).every((count) => count === 0);
    await until(idle, 'the end of all jobs', 10);
    assert.ok(performance.now() - began < 8000);
    await same(searchOver(fleet, { C: [1] }).fit(X, y), { C: [1] });
  });

  it('a program that dies leaves nothing that grows', async (t) => {
    const { fleet, queue } = await fleetOf(t, { machines: 1, slow: 300 });
    const script = join(folder, 'client.mjs');
    const { rows, labels } = { rows: JSON.stringify(X), labels: JSON.stringify(y) };
    writeFileSync(
      script,
      `import { GridSearch, SVC } from 'maxmargin';
       import { bullmq } from 'maxmargin/bullmq';
       const executor = await bullmq({ connection: '${redis.url}', queue: '${queue}' });
       const grid = { C: Array.from({ length: 40 }, (_, i) => i + 1) };
       await new GridSearch(new SVC(), grid, { folds: 3, executor }).fit(${rows}, ${labels});`,
    );
    const client = command(script, []);
    await until(async () => (await fleet.counts()).waiting > 0, 'waiting jobs');
    client.child.kill('SIGKILL');
    await client.ended;
    // Its machines forget it when its sign of life has expired, which is hastened here.
    const Redis = createRequire(join(root, 'js', 'package.json'))('ioredis');
    const own = new Redis(redis.url);
    const [run] = await own.keys(`maxmargin:${queue}:run:*`);
    const left = await own.pttl(run);
    assert.ok(left > 0 && left <= 60_000, String(left));
    await own.del(run);
    await own.quit();
    const idle = async () => Object.values(await fleet.counts()).every((count) => count === 0);
    await until(idle, 'an empty queue', 15);
  });

  it('nobody there, no server there, and machines of another build', async (t) => {
    const { fleet, where } = await fleetOf(t, { machines: 0 });
    const elsewhere = join(folder, 'other', 'node_modules');
    cpSync(join(folder, 'node_modules'), elsewhere, { recursive: true });
    const dist = join(elsewhere, 'maxmargin', 'dist');
    const entry = join(dist, 'bullmq.node.js');
    const text = readFileSync(entry, 'utf8');
    const [, build] = /["']([0-9a-f]{16})["']/.exec(text);
    writeFileSync(entry, text.replaceAll(build, 'other-build'));
    const other = [...where.slice(0, -1), 'mixed'];
    const stranger = await machine(join(dist, 'cli.js'), other, { more: ['--name', 'old-one'] });
    t.after(() => stranger.child.kill('SIGKILL'));
    const idle = await machine(cli, [...where.slice(0, -1), 'idle'], { more: ['--until-empty'] });
    const mixed = await bullmq({ connection: redis.url, queue: 'mixed' });
    t.after(() => mixed.close());
    const program = join(folder, 'refused.mjs');
    writeFileSync(program, `import { bullmq } from 'maxmargin/bullmq';
      await bullmq({ connection: 'redis://127.0.0.1:9' }).catch(({ code }) => process.stdout.write(code));`); // prettier-ignore
    const alone = command(program, []);
    const began = performance.now();
    await Promise.all([
      assert.rejects(searchOver(fleet).fit(X, y), ({ code, message }) => {
        assert.match(message, /start one: npx maxmargin worker --redis .* --queue q\d+, or leave/);
        return code === 'ERR_NO_WORKERS';
      }),
      assert.rejects(searchOver(mixed).fit(X, y), ({ code, message }) => {
        assert.match(message, /old-one \([\d.]+, other-build\)/);
        return code === 'ERR_VERSION_MISMATCH';
      }),
      assert.rejects(bullmq({ connection: 'redis://127.0.0.1:9' }), ({ code, message }) => {
        assert.match(message, /does not answer.*check that it runs/);
        return code === 'ERR_QUEUE';
      }),
    ]);
    assert.ok(performance.now() - began < 11_000);
    const refused = await alone.ended; // nothing keeps it alive
    assert.deepEqual([refused.stdout, refused.code], ['ERR_QUEUE', 0]);
    assert.equal((await idle.ended).code, 0); // there was no work for ten seconds
  });

  it('a fit has the model file of a fit here, to the last byte', async (t) => {
    const { fleet } = await fleetOf(t, { machines: 2, slow: 0 });
    const { SVC } = maxmargin;
    const model = await new SVC({ C: 10 }).fit(X, y, { executor: fleet });
    assert.ok(fleet.report().jobs > 1);
    const expected = await new SVC({ C: 10 }).fit(X, y);
    assert.deepEqual(await model.save(), await expected.save());
  });

  it('rows of a machine that is killed in a round are read by another', async (t) => {
    const rows = join(folder, 'rows');
    mkdirSync(rows, { recursive: true });
    const chunks = [0, 30, 60].map((from, i) => {
      const part = X.slice(from, from + 30).map((row, at) => [...row, y[from + at]]);
      writeFileSync(join(rows, `${i}.f64`), Float64Array.from(part.flat()));
      return { file: `${i}.f64`, columns: 4, target: -1 };
    });
    const { fleet, crew } = await fleetOf(t, { slow: 100, more: ['--files', rows] });
    const fit = (files, own) => new maxmargin.LowRankSVC({ nComponents: 10, gamma: 0.5, loss: 'logistic' }).fitChunks(files, { executor: own }); // prettier-ignore
    const bytes = async (model) => (await model).save();
    const { threads } = await project.load('executor.node.js');
    const expected = await bytes(fit(chunks, threads({ workers: 1, files: [rows] })));
    let left = 5;
    const kill = ({ request }) => {
      if (request.step === 'answer' && --left === 0) setTimeout(() => crew[0].child.kill('SIGKILL'), 30); // prettier-ignore
    };
    assert.deepEqual(await bytes(fit(chunks, watched(fleet, { submitted: kill }))), expected);
    const { lost, workers } = fleet.report();
    assert.ok(lost >= 1, String(lost));
    assert.ok(Object.keys(workers).length >= 2);
    await assert.rejects(fit([{ ...chunks[0], file: '../client.mjs', format: 'float64' }], fleet), { code: 'ERR_OPTION', message: /may not open/ }); // prettier-ignore
  });

  it('a machine ends when it is told to, and gives its work to others', async (t) => {
    const { fleet, where, crew, active } = await fleetOf(t, { machines: 2, slow: 500 });
    const search = searchOver(fleet, { C: [1, 2, 3, 4, 5, 6] }).fit(X, y);
    await active(2);
    const shown = await command(cli, ['fleet', ...where]).ended;
    assert.match(shown.stdout, /2 with 2 threads[\s\S]*at work/);
    const json = JSON.parse((await command(cli, ['fleet', ...where, '--json']).ended).stdout);
    assert.equal(json.workers.length, 2);
    crew[0].child.kill('SIGTERM');
    const { code, stdout, stderr } = await crew[0].ended;
    assert.equal(code, 0, stderr);
    assert.match(stdout, /\d+ jobs in/);
    const { lost } = await same(search, { C: [1, 2, 3, 4, 5, 6] });
    assert.equal(lost, 0);
  });

  it('a machine and a program end while they wait for a server that is away', (t) =>
    endWithoutServer(t, startRedis, ['--redis', 'connection']));

  it('computes numbers of the living paper, with the values of one process', async (t) => {
    const { where, crew } = await fleetOf(t, { machines: 2, slow: 0 });
    const numbers = [
      '--only',
      'mika-1999/heart-kfd',
      '--only',
      'hsu-lin-2002/iris-one-versus-rest',
    ];
    const args = ['paper', ...numbers, '--data', join(root, 'demo', 'data'), '--json'];
    const values = async (more) => {
      const { code, stdout, stderr } = await command(cli, [...args, ...more]).ended;
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout).records.map(({ seconds: _, ...record }) => record);
    };
    const expected = await values([]);
    assert.ok(expected.every(({ computed }) => computed));
    assert.deepEqual(await values(where), expected);
    assert.deepEqual(await values([...where, '--workers', '2']), expected);
    for (const { child } of crew) child.kill('SIGTERM');
    const jobs = await Promise.all(crew.map(async ({ ended }) => Number(/(\d+) jobs in/.exec((await ended).stdout)[1]))); // prettier-ignore
    // A search of 20 fits, and ten times 10 folds, twice.
    assert.ok(jobs[0] + jobs[1] >= 200, String(jobs));
  });

  it('says what is wrong with its settings', async () => {
    for (const [settings, argument] of [
      [{ connection: 'localhost' }, 'connection'],
      [{ connection: 7 }, 'connection'],
      [{ queue: 'a:b' }, 'queue'],
      [{ connection: redis.url, postgres: {} }, 'postgres'],
      [{ connection: redis.url, maxLost: 0 }, 'maxLost'],
      [{ connection: redis.url, audit: 1 }, 'audit'],
      [{ connection: redis.url, lock: 1 }, 'lock'],
      [{ connection: redis.url, library: {} }, 'library'],
    ]) {
      await assert.rejects(bullmq(settings), ({ code, argument: about }) => {
        assert.equal(about, argument);
        return /^ERR_(OPTION|OPTION_UNKNOWN|QUEUE)$/.test(code);
      });
    }
    for (const files of [true, 'rows', [7]]) {
      await assert.rejects(worker({ connection: redis.url, files }), { code: 'ERR_OPTION', argument: 'files' }); // prettier-ignore
    }
    for (const [args, message] of [
      [['worker'], /--redis redis:\/\/HOST:6379/],
      [['worker', '--redis', 'localhost'], /--redis must be/],
      [['worker', '--redis', redis.url, '--memory', '3'], /--memory must be at least 128MB/],
      [['worker', '--redis', redis.url, '--lock', '0'], /--lock must be at least/],
      [['fleet'], /--postgres/],
      [['paper', '--queue', 'q'], /--postgres/],
    ]) {
      const { code, stderr } = await command(cli, args).ended;
      assert.match(stderr, message);
      assert.equal(code, 2);
    }
  });
});

const noPostgres = missing('postgres');
describe('a fleet on PostgreSQL', { timeout: 900_000, skip: noPostgres }, () => {
  let [postgres, fleet] = [];
  const crew = [];
  before(async () => {
    postgres = await startPostgres();
    const where = ['--postgres', postgres.url, '--queue', 'p'];
    fleet = await bullmq({ postgres: postgres.url, queue: 'p' });
    const join = async () => crew.push(await machine(cli, where));
    await Promise.all([join(), join()]);
  });
  after(async () => {
    await fleet?.close();
    for (const { child } of crew) child.kill('SIGKILL');
    await Promise.all(crew.map(({ ended }) => ended));
    await postgres?.close();
  });
  conforms(() => fleet, { kill: () => crew[0].child.kill('SIGKILL') });

  it('a machine and a program end while they wait for a server that is away', (t) =>
    endWithoutServer(t, startPostgres, ['--postgres', 'postgres']));

  it('keeps rows', async () => {
    const fit = (executor) => new maxmargin.LowRankSVC({ nComponents: 10, gamma: 0.5, loss: 'logistic' }).fitChunks([{ X, y }, { X, y }], { executor }); // prettier-ignore
    const { threads } = await project.load('executor.node.js');
    const [found, expected] = [await fit(fleet), await fit(threads({ workers: 1 }))];
    assert.deepEqual(await found.save(), await expected.save());
  });
});
