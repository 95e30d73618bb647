/** Machines behind a queue, with the queue in memory and faults that a seed decides. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joined } from 'node:path';
import { after, describe, it } from 'node:test';

import { divide, gather, pieceSize } from '../src/fleet/blobs.js';
import { decode, encode } from '../src/fleet/codec.js';
import { Fleet } from '../src/fleet/fleet.js';
import { withoutTimes } from '../src/fleet/times.js';
import { FleetWorker } from '../src/fleet/worker.js';
import { RowsStation } from '../src/executor/rows-station.js';
import { conforms } from './support/conformance.mjs';
import { blobs } from './support/data.mjs';
import { Hub } from './support/hub.mjs';
import { executor as entry, maxmargin } from './support/maxmargin.mjs';
import { distModule } from './support/project.mjs';
import fc from './support/properties.mjs';

const { host } = await import(distModule('core.node.js'));
const { rowsOf } = await import(distModule('executor-rows.js'));

after(() => maxmargin.terminate());

const build = 'b1';
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a thread of the tests does: sums of numbers of the opening, which depend on nothing else. */
class Sums {
  #numbers;

  constructor(mischief = {}) {
    this.mischief = mischief;
  }

  open({ request, buffers }) {
    if (request.wrong) throw Object.assign(new Error('wrong'), { name: 'MaxMarginError', ...request.wrong }); // prettier-ignore
    this.#numbers = new Float64Array(new Uint8Array(buffers.numbers).buffer);
    return { value: { count: this.#numbers.length }, buffers: {} };
  }

  async do({ request, options, buffers = {} }, { signal, onProgress }) {
    this.mischief.began?.(request);
    await this.mischief.before?.(request, signal, onProgress);
    if (request.fail) {
      const error = new Error(`no job ${request.at}`);
      throw Object.assign(error, { name: 'MaxMarginError', code: 'ERR_NUMERIC', argument: 'X', details: { at: request.at } }); // prettier-ignore
    }
    const more = buffers.more ? buffers.more.reduce((a, b) => a + b, 0) : 0;
    const sum = this.#numbers.reduce((all, each) => all + each * request.at, options.from + more);
    const spoiled = this.mischief.spoil?.(request) ?? 0;
    const bytes = new Uint8Array(Float64Array.of(sum + spoiled, request.at).buffer);
    return { value: { at: request.at, nothing: NaN, milliseconds: Math.random() }, buffers: { bytes } }; // prettier-ignore
  }

  close() {}
}

const fast = { beat: 10, wait: 300, patience: 2000 };

const numbers = Float64Array.from({ length: 1000 }, (_, i) => Math.sin(i));
const opening = (more = {}) => ({
  kind: 'model',
  request: { id: 1, ...more },
  options: {},
  buffers: { numbers: new Uint8Array(numbers.slice().buffer) },
});
const job = (at, more = {}) => ({
  key: `job ${at}`,
  request: { at, ...more },
  options: { from: -0 },
});

/** What one thread alone answers. */
async function alone(jobs) {
  const bench = new Sums();
  bench.open(opening());
  const replies = [];
  for (const each of jobs) replies.push(await bench.do(each, {}));
  return replies.map(({ buffers }) => Buffer.from(buffers.bytes).toString('hex'));
}

const hex = (reply) => Buffer.from(reply.buffers.bytes).toString('hex');

/** A fleet over a hub, with workers that end with the test. */
async function fleetOf(
  t,
  hub,
  { workers = 3, threads = 2, mischief = () => ({}), ...settings } = {},
) {
  const crew = [];
  const join = async (more = {}) => {
    const at = crew.length;
    const transport = hub.transport();
    let id;
    const { announce } = transport;
    transport.announce = (name, ...rest) => announce((id = name), ...rest);
    const worker = new FleetWorker(transport, {
      ...{ name: `w${at}`, build, version: '1', threads, beat: 10 },
      bench: () => new Sums(mischief(at)),
      ...more,
    });
    const entry = {
      worker,
      get id() {
        return id;
      },
      kill: () => hub.kill(id),
    };
    crew.push(entry);
    await worker.start();
    return entry;
  };
  for (let i = 0; i < workers; i++) await join();
  const fleet = new Fleet(hub.transport(), { build, ...fast, ...settings });
  t.after(async () => {
    await fleet.close();
    await Promise.all(crew.map(({ worker }) => worker.close(0)));
  });
  return { fleet, crew, join };
}

describe('a fleet', { timeout: 120_000 }, () => {
  it('does jobs, and counts who did them', async (t) => {
    const hub = new Hub();
    const { fleet } = await fleetOf(t, hub);
    const session = await fleet.open(opening(), {});
    assert.deepEqual(session.reply.value, { count: 1000 });
    const jobs = Array.from({ length: 40 }, (_, i) => job(i));
    const replies = await Promise.all(jobs.map((each) => session.submit(each, {})));
    assert.deepEqual(replies.map(hex), await alone(jobs));
    assert.ok(Number.isNaN(replies[3].value.nothing));
    const report = session.report();
    assert.equal(report.jobs, 41);
    assert.equal(
      Object.values(report.workers).reduce((a, b) => a + b),
      41,
    );
    assert.ok(
      Object.keys(report.workers).length > 1 && report.sent > 8000 && report.received > 0,
      JSON.stringify(report),
    );
    assert.deepEqual([report.duplicates, report.lost], [0, 0]);
    await session.close();
    assert.equal(hub.store.has(`run:${session.run}`), false);
    await assert.rejects(session.submit(job(1), {}), { code: 'ERR_DISPOSED' });
  });

  it('that is closed while it looks for workers says so, not that the server is away', async () => {
    for (const method of ['open', 'capacity']) {
      const transport = new Hub().transport();
      let hangUp;
      transport.present = () => new Promise((_, reject) => (hangUp = reject));
      transport.close = async () => hangUp(new Error('Connection is closed.'));
      const fleet = new Fleet(transport, { build, ...fast });
      const going = assert.rejects(async () => fleet[method](opening(), {}), { code: 'ERR_DISPOSED', message: /this fleet was closed/ }); // prettier-ignore
      await new Promise((resolve) => setTimeout(resolve, 5));
      await fleet.close();
      await going;
    }
  });

  it('short jobs travel together', async (t) => {
    const { fleet } = await fleetOf(t, new Hub(), { workers: 1 });
    const session = await fleet.open(opening(), {});
    await session.submit(job(1), {});
    assert.ok((await fleet.capacity()) > 4, String(await fleet.capacity()));
    await Promise.all(Array.from({ length: 60 }, (_, i) => session.submit(job(i), {})));
    assert.ok(session.report().batches > 0);
  });

  it('an error of a job is its error, and it is done once', async (t) => {
    let times = 0;
    const mischief = () => ({ began: ({ fail }) => (times += fail ? 1 : 0) });
    const { fleet } = await fleetOf(t, new Hub(), { mischief });
    const session = await fleet.open(opening(), {});
    const [bad, good] = await Promise.allSettled([
      session.submit(job(7, { fail: true }), {}),
      session.submit(job(8), {}),
    ]);
    const { code, argument, message, details } = bad.reason;
    assert.deepEqual(
      [code, argument, message, details],
      ['ERR_NUMERIC', 'X', 'no job 7', { at: 7 }],
    );
    assert.equal(good.status, 'fulfilled');
    await pause(100);
    assert.equal(times, 1);
  });

  it('an opening that is wrong fails with the error of the program', async (t) => {
    const { fleet } = await fleetOf(t, new Hub());
    const wrong = { code: 'ERR_SHAPE', argument: 'y', message: 'too short', details: {} };
    await assert.rejects(fleet.open(opening({ wrong }), {}), { code: 'ERR_SHAPE', argument: 'y' });
  });

  it('nobody there is an error with a remedy', async (t) => {
    const { fleet, join } = await fleetOf(t, new Hub(), { workers: 0 });
    assert.equal(await fleet.capacity(), 0);
    await assert.rejects(fleet.open(opening(), {}), ({ code, message }) => {
      assert.match(message, /npx maxmargin worker/);
      return code === 'ERR_NO_WORKERS';
    });
    // One that comes in time is enough.
    setTimeout(() => join(), 100);
    assert.equal((await fleet.open(opening(), {})).reply.value.count, 1000);
  });

  it('workers of another build are refused by name', async (t) => {
    const { fleet, join } = await fleetOf(t, new Hub(), { workers: 0 });
    await join({ build: 'b2', name: 'old-one' });
    await assert.rejects(fleet.open(opening(), {}), ({ code, message, argument }) => {
      assert.match(message, /old-one \(1, b2\)/);
      assert.equal(argument, 'executor');
      return code === 'ERR_VERSION_MISMATCH';
    });
  });

  it('a worker that vanishes loses nothing', async (t) => {
    const hub = new Hub();
    const mischief = () => ({ before: () => pause(15) });
    const { fleet, crew } = await fleetOf(t, hub, { mischief });
    const session = await fleet.open(opening(), {});
    const jobs = Array.from({ length: 30 }, (_, i) => job(i));
    const done = Promise.all(jobs.map((each) => session.submit(each, {})));
    await pause(20);
    crew[0].kill();
    await pause(30);
    crew[1].kill();
    assert.deepEqual((await done).map(hex), await alone(jobs));
    assert.ok(session.report().lost >= 1, JSON.stringify(session.report()));
  });

  it('a job that loses its workers fails alone, and the fleet lives', async (t) => {
    const hub = new Hub();
    const killers = [];
    const mischief = (at) => ({
      before: async ({ poison }) => {
        if (!poison) return;
        killers.push(at);
        crew[at].kill();
        await pause(500);
      },
    });
    const { fleet, crew } = await fleetOf(t, hub, { workers: 4, mischief, maxLost: 2 });
    const session = await fleet.open(opening(), {});
    const jobs = Array.from({ length: 12 }, (_, i) => job(i, i === 5 ? { poison: true } : {}));
    const done = await Promise.allSettled(jobs.map((each) => session.submit(each, {})));
    const failed = done.filter(({ status }) => status === 'rejected');
    assert.equal(failed.length, 1);
    assert.equal(failed[0].reason.code, 'ERR_WORKER_LOST');
    assert.match(
      failed[0].reason.message,
      /2 workers of the executor were lost with the job job 5/,
    );
    assert.equal(killers.length, 2);
    assert.equal(hex(await session.submit(job(3), {})), (await alone([job(3)]))[0]);
  });

  it('a batch with a poison job loses that job alone', async (t) => {
    const hub = new Hub();
    const mischief = (at) => ({
      before: async ({ poison }) => {
        if (poison) crew[at].kill();
        if (poison) await pause(500);
      },
    });
    const { fleet, crew } = await fleetOf(t, hub, { workers: 5, threads: 1, mischief });
    const session = await fleet.open(opening(), {});
    await session.submit(job(0), {});
    const jobs = Array.from({ length: 60 }, (_, i) => job(i, i === 25 ? { poison: true } : {}));
    const done = await Promise.allSettled(jobs.map((each) => session.submit(each, {})));
    assert.ok(session.report().batches > 0);
    assert.deepEqual(
      done.flatMap(({ status }, i) => (status === 'rejected' ? [i] : [])),
      [25],
    );
  });

  it('a thread that dies is a lost worker', async (t) => {
    let deaths = 0;
    const mischief = () => ({
      before: ({ at }) => {
        if (at !== 4 || deaths++ > 0) return;
        throw Object.assign(new Error('died'), { name: 'MaxMarginError', code: 'ERR_RUNTIME_CRASHED' }); // prettier-ignore
      },
    });
    const { fleet } = await fleetOf(t, new Hub(), { mischief });
    const session = await fleet.open(opening(), {});
    assert.equal(hex(await session.submit(job(4), {})), (await alone([job(4)]))[0]);
    assert.equal(session.report().lost, 1);
  });

  it('a server that loses its data gets them again', async (t) => {
    const hub = new Hub();
    const mischief = () => ({ before: () => pause(20) });
    const { fleet } = await fleetOf(t, hub, { mischief });
    const session = await fleet.open(opening(), {});
    const jobs = Array.from({ length: 40 }, (_, i) => job(i));
    const done = Promise.all(jobs.map((each) => session.submit(each, {})));
    await pause(40);
    hub.forgetAll();
    assert.deepEqual((await done).map(hex), await alone(jobs));
  });

  it('data that were changed on the way are asked for again', async (t) => {
    const hub = new Hub();
    const { fleet, join } = await fleetOf(t, hub, { workers: 1 });
    const session = await fleet.open(opening(), {});
    for (const [key, bytes] of hub.store) if (key.startsWith('piece:')) bytes[10] ^= 1;
    await join(); // it has none of the data yet
    const jobs = Array.from({ length: 20 }, (_, i) => job(i));
    const replies = await Promise.all(jobs.map((each) => session.submit(each, {})));
    assert.deepEqual(replies.map(hex), await alone(jobs));
  });

  it('later answers are compared when that is wanted', async (t) => {
    for (const audit of [true, false]) {
      const hub = new Hub({ double: 1 });
      const mischief = (at) => ({
        before: () => pause(5 + 10 * at),
        spoil: () => (at === 1 ? 1e-9 : 0),
      });
      const { fleet } = await fleetOf(t, hub, { workers: 2, threads: 1, mischief, audit });
      const session = await fleet.open(opening(), {});
      const jobs = Array.from({ length: 6 }, (_, i) => job(i));
      const done = await Promise.allSettled([
        ...jobs.map((each) => session.submit(each, {})),
        pause(200).then(() => session.submit(job(9), {})),
      ]);
      const failed = done.filter(({ status }) => status === 'rejected');
      assert.equal(failed.length > 0, audit);
      if (!audit) continue;
      assert.equal(failed[0].reason.code, 'ERR_RESULT_DIFFERS');
      assert.deepEqual([...failed[0].reason.details.workers].sort(), ['w0', 'w1']);
    }
  });

  it('an abort takes waiting jobs back, and workers give up the others', async (t) => {
    const hub = new Hub();
    let givenUp = 0;
    const mischief = () => ({
      before: ({ at }, signal) =>
        at < 100 &&
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(givenUp++));
          setTimeout(resolve, 5000);
        }),
    });
    const { fleet } = await fleetOf(t, hub, { workers: 1, threads: 2, mischief });
    const session = await fleet.open(opening(), {});
    const controller = new AbortController();
    const { signal } = controller;
    const jobs = Array.from({ length: 10 }, (_, i) => session.submit(job(i), { signal }));
    await pause(50);
    const began = performance.now();
    controller.abort(new Error('enough'));
    const done = await Promise.allSettled(jobs);
    assert.ok(done.every(({ reason }) => reason?.message === 'enough'));
    assert.equal((await session.submit(job(100), {})).value.at, 100);
    assert.ok(performance.now() - began < 1000);
    assert.equal(givenUp, 2);
    assert.equal(hub.waiting, 0);
  });

  it('a job can be asked to end with what it has', async (t) => {
    const mischief = () => ({
      before: async (_, signal, onProgress) => {
        for (let i = 0; i < 300; i++) {
          if (onProgress({ fraction: i / 300 }) === false) return;
          await pause(10);
        }
        assert.fail('nobody stopped it');
      },
    });
    const { fleet } = await fleetOf(t, new Hub(), { workers: 1, mischief });
    const session = await fleet.open(opening(), {});
    const heard = [];
    const reply = await session.submit(job(1), { onProgress: ({ fraction }) => heard.push(fraction) < 1 }); // prettier-ignore
    assert.equal(reply.value.at, 1);
    assert.equal(heard.length, 1);
  });

  it('a straggler does not hold up the end', async (t) => {
    const seen = new Map();
    const mischief = () => ({
      before: ({ at }) => {
        seen.set(at, (seen.get(at) ?? 0) + 1);
        const slow = at === 3 && seen.get(3) === 1;
        return slow ? new Promise((end) => setTimeout(end, 20_000).unref()) : pause(5);
      },
    });
    const { fleet } = await fleetOf(t, new Hub(), { mischief });
    const session = await fleet.open(opening(), {});
    const began = performance.now();
    await Promise.all(Array.from({ length: 8 }, (_, i) => session.submit(job(i), {})));
    assert.ok(performance.now() - began < 5000);
    assert.equal(seen.get(3), 2);
  });

  it('a server that is full is an error that says so', async (t) => {
    const hub = new Hub();
    const { fleet } = await fleetOf(t, hub);
    const session = await fleet.open(opening(), {});
    const full = { code: 'ERR_QUEUE', message: /is full .*more memory/ };
    for (hub.full of ['run:', 'piece:']) await assert.rejects(fleet.open(opening({ id: 2 }), {}), full); // prettier-ignore
    const buffers = { more: new Uint8Array(5000) };
    await assert.rejects(session.submit({ ...job(1), buffers }, {}), full);
    hub.full = '';
    assert.equal((await session.submit({ ...job(2), buffers }, {})).value.at, 2);
  });

  it('workers who all leave are an error in the end', async (t) => {
    const { fleet, crew } = await fleetOf(t, new Hub(), { workers: 1, patience: 200, mischief: () => ({ before: () => pause(5000) }) }); // prettier-ignore
    const session = await fleet.open(opening(), {});
    const waiting = session.submit(job(1), {});
    setTimeout(() => crew[0].kill(), 20);
    await assert.rejects(waiting, { code: 'ERR_NO_WORKERS' });
  });

  it('a worker gives back what it cannot finish in time', async (t) => {
    const mischief = (at) => ({ before: () => pause(at === 0 ? 3000 : 1) });
    const { fleet, crew, join } = await fleetOf(t, new Hub(), { workers: 1, mischief });
    const session = await fleet.open(opening(), {});
    const waiting = session.submit(job(1), {});
    await pause(30);
    await join();
    await crew[0].worker.close(20);
    assert.equal((await waiting).value.at, 1);
    assert.equal(session.report().lost, 0);
  });

  it('jobs of a client that has gone are dropped', async (t) => {
    const hub = new Hub();
    let done = 0;
    const mischief = () => ({ before: () => void done++ });
    const { fleet, join } = await fleetOf(t, hub, { workers: 1, mischief });
    const session = await fleet.open(opening(), {});
    hub.store.delete(`run:${session.run}`);
    const transport = hub.transport();
    await join();
    void transport;
    // The run is told of again at the next beat, so its messages go to a run that never was.
    const message = encode({
      ...{ build, inbox: 'i1', run: 'r-gone', opening: { bytes: 1, pieces: ['0'.repeat(64)] } },
      ...{ kind: 'model', lost: 0, maxLost: 2, jobs: [{ n: 0 }] },
    });
    hub.push('orphan', message);
    await pause(50);
    assert.equal(hub.waiting, 0);
    assert.equal(done, 0);
  });

  it('has the answers of one worker, whatever happens', async (t) => {
    const faults = fc.record({
      seed: fc.integer({ min: 1, max: 1e6 }),
      lose: fc.constantFrom(0, 0.1, 0.3),
      double: fc.constantFrom(0, 0.2, 0.5),
      delay: fc.constantFrom(0, 0.3),
      evict: fc.constantFrom(0, 0.1),
      kills: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 3 }),
      forget: fc.option(fc.integer({ min: 0, max: 60 })),
      count: fc.integer({ min: 1, max: 30 }),
    });
    const one = async ({ kills, forget, count, ...given }) => {
      const hub = new Hub(given);
      const ends = [];
      const own = { after: (end) => ends.push(end) };
      const mischief = () => ({ before: () => pause(5 * hub.random()) });
      const { fleet, crew } = await fleetOf(own, hub, { workers: 5, mischief, audit: true, maxLost: 9 }); // prettier-ignore
      try {
        const session = await fleet.open(opening(), {});
        const jobs = Array.from({ length: count }, (_, i) => job(i));
        const timers = kills.map((at, i) => setTimeout(() => crew[i].kill(), at));
        if (forget !== null) timers.push(setTimeout(() => hub.forgetAll(), forget));
        const replies = await Promise.all(jobs.map((each) => session.submit(each, {})));
        assert.deepEqual(replies.map(hex), await alone(jobs));
        timers.forEach(clearTimeout);
        await session.close();
      } finally {
        for (const end of ends) await end();
      }
    };
    void t;
    await fc.assert(fc.asyncProperty(faults, one), { numRuns: 25 });
  });
});

/** Threads as those of a worker, over the program of the package. */
function bench({ files, before } = {}) {
  const client = host.sibling();
  const station = new RowsStation(client, async (own) => rowsOf(own, files));
  return {
    open: (opening) => station.open(opening),
    async do(job, waiting) {
      await before?.(job);
      return station.do(job, waiting);
    },
    close: () => client.close(),
  };
}

describe('a fleet in memory', { timeout: 300_000 }, () => {
  let all;
  const make = async () => {
    const hub = new Hub({ seed: 4, double: 0.1, delay: 0.1, lose: 0.02 });
    const ends = [];
    const settings = { beat: 50, wait: 2000, maxLost: 3, build, remedy: 'start one' };
    for (const name of ['w0', 'w1', 'w2']) {
      const worker = new FleetWorker(hub.transport(), { ...{ name, build, version: '1', threads: 1, beat: 50 }, bench }); // prettier-ignore
      await worker.start();
      ends.push(() => worker.close(0));
    }
    const fleet = new Fleet(hub.transport(), settings);
    all = { hub, ends: [() => fleet.close(), ...ends] };
    return fleet;
  };
  conforms(make, {
    kill: () => all.hub.killBusy(),
    end: async () => {
      for (const end of all.ends) await end();
    },
  });
});

describe('rows at the workers of a fleet', { timeout: 300_000 }, () => {
  const { LowRankSVC, GridSearch, SVC } = maxmargin;
  const { X, y } = blobs({ n: 300, d: 3, k: 3, apart: 1.5, seed: 5, labels: (i) => 'abc'[i] });
  const options = { nComponents: 15, gamma: 0.5, loss: 'squaredHinge', tol: 1e-6 };
  const ends = [0, 60, 61, 130, 200, 300];
  const parts = ends.slice(1).map((end, i) => ({ X: X.slice(ends[i], end), y: y.slice(ends[i], end) })); // prettier-ignore
  const root = mkdtempSync(joined(tmpdir(), 'maxmargin-fleet-rows-'));
  const folder = joined(root, 'data');
  mkdirSync(folder);
  after(() => rmSync(root, { recursive: true }));
  const numbered = parts.map((part) => part.X.map((row, i) => [...row, 'abc'.indexOf(part.y[i])]));
  for (const [i, rows] of numbered.entries()) writeFileSync(joined(folder, `${i}.f64`), Float64Array.from(rows.flat())); // prettier-ignore
  writeFileSync(joined(root, 'secret.f64'), Float64Array.from(numbered[0].flat()));
  const file = (name) => ({ file: name, columns: 4, target: -1 });
  const named = parts.map((_, i) => file(`${i}.f64`));

  /** Workers with threads over a hub; `before` hears of each job, and by whom. */
  async function crewOf(
    t,
    hub,
    { workers = 2, threads = 1, files = [folder], before, ...more } = {},
  ) {
    const crew = [];
    const join = async () => {
      const at = crew.length;
      const transport = hub.transport();
      let id;
      const { announce } = transport;
      transport.announce = (name, ...rest) => announce((id = name), ...rest);
      const worker = new FleetWorker(transport, {
        ...{ name: `w${at}`, build, version: '1', threads, beat: 10, lock: 40 },
        bench: () => bench({ files, before: (job) => before?.(job, at) }),
      });
      crew.push({ worker, kill: () => hub.kill(id) });
      await worker.start();
    };
    for (let i = 0; i < workers; i++) await join();
    const fleet = new Fleet(hub.transport(), { build, ...fast, ...more });
    t.after(async () => {
      await fleet.close();
      await Promise.all(crew.map(({ worker }) => worker.close(0)));
    });
    return { fleet, crew, join };
  }
  const fit = async (chunks, executor) => new LowRankSVC(options).fitChunks(chunks, { executor });
  const wanted = new Map();
  /** The bytes of one worker here. */
  const alone = (chunks) => {
    const local = () => fit(chunks, entry.threads({ workers: 1, files: [folder] })).then((model) => model.save()); // prettier-ignore
    if (!wanted.has(chunks)) wanted.set(chunks, local());
    return wanted.get(chunks);
  };

  it('have the sums of one worker for any number of them, and cross once', async (t) => {
    const home = await new LowRankSVC(options).fitChunks(parts);
    for (const [workers, threads] of [
      [1, 1],
      [3, 2],
    ]) {
      // prettier-ignore
      const hub = new Hub();
      const again = [];
      const before = ({ request, buffers }) => {
        if (request.step === 'answer') again.push(...Object.keys(buffers).filter((name) => /\.data$/.test(name))); // prettier-ignore
      };
      const { fleet } = await crewOf(t, hub, { workers, threads, before });
      const model = await fit(parts, fleet);
      assert.deepEqual(again, []); // each question goes to who has the rows
      assert.deepEqual(await model.save(), await alone(parts));
      assert.ok(Math.abs(model.fitInfo.objective / home.fitInfo.objective - 1) < 1e-9);
      const { lost, workers: did } = fleet.report();
      assert.deepEqual([lost, Object.keys(did).length], [0, workers]);
      assert.deepEqual(await (await fit(named, fleet)).save(), await alone(named));
      // The server keeps no rows that a worker has.
      await pause(30);
      const left = [...hub.store].filter(([key]) => key.startsWith('piece:'));
      assert.ok(left.length < 8, String(left.length));
    }
  });

  it('are read again by another worker when theirs is lost in any round', async (t) => {
    for (const [chunks, at] of [
      [parts, 1],
      [named, 4],
      [parts, 9],
    ]) {
      // prettier-ignore
      let left = at;
      const before = async ({ request }, by) => {
        if (request.step !== 'answer' || --left !== 0) return;
        own.crew[by].kill();
        await own.join();
        await pause(100);
      };
      const hub = new Hub();
      const own = await crewOf(t, hub, { before });
      assert.deepEqual(await (await fit(chunks, own.fleet)).save(), await alone(chunks));
      assert.equal(hub.counts.killed, 1);
      assert.ok(own.fleet.report().lost >= 1);
    }
  });

  it('go to another when a worker ends that is told to, and none counts as lost', async (t) => {
    let left = 3;
    const before = ({ request }, by) => {
      if (request.step === 'answer' && --left === 0) closing = own.crew[by].worker.close();
    };
    let closing;
    const own = await crewOf(t, new Hub(), { before });
    assert.deepEqual(await (await fit(named, own.fleet)).save(), await alone(named));
    await closing;
    assert.equal(own.fleet.report().lost, 0);
  });

  it('have the same bits when messages are lost, doubled and late, and a server forgets', async (t) => {
    for (const [seed, forget] of [[1], [2, 60], [3, 150]]) {
      // prettier-ignore
      const hub = new Hub({ seed, lose: 0.05, double: 0.2, delay: 0.2, evict: 0.05 });
      const { fleet } = await crewOf(t, hub, { workers: 3, threads: 2, audit: true, maxLost: 9 });
      if (forget) setTimeout(() => hub.forgetAll(), forget);
      assert.deepEqual(await (await fit(seed % 2 ? parts : named, fleet)).save(), await alone(seed % 2 ? parts : named)); // prettier-ignore
    }
  });

  it('leave room for other fits and searches, on workers of one thread', async (t) => {
    const { fleet } = await crewOf(t, new Hub());
    const search = (how) => new GridSearch(new SVC(), { C: [0.1, 1, 10] }, { folds: 3, seed: 1, ...how }).fit(X, y); // prettier-ignore
    const [one, two, found, expected] = await Promise.all([
      fit(parts, fleet),
      fit(named, fleet),
      search({ executor: fleet }),
      search({ workers: 1 }),
    ]);
    assert.deepEqual(await one.save(), await alone(parts));
    assert.deepEqual(await two.save(), await alone(named));
    assert.deepEqual(found.results.map(({ scores }) => scores), expected.results.map(({ scores }) => scores)); // prettier-ignore
  });

  it('lie in folders of the worker alone', async (t) => {
    const { fleet } = await crewOf(t, new Hub());
    const refused = { code: 'ERR_OPTION', argument: 'chunks' };
    for (const name of ['../secret.f64', joined(root, 'secret.f64'), 'none.f64']) {
      await assert.rejects(fit([file(name)], fleet), ({ message, ...error }) => {
        assert.match(message, /may not open .*start it with the folder/);
        assert.ok(message.includes(name.slice(0, 12)), message);
        return error.code === refused.code && error.argument === refused.argument;
      });
    }
    const { fleet: none } = await crewOf(t, new Hub(), { files: [] });
    await assert.rejects(fit(named, none), refused);
  });

  it('without a worker are an error, at first and later', async (t) => {
    const { fleet } = await crewOf(t, new Hub(), { workers: 0 });
    await assert.rejects(fit(parts, fleet), { code: 'ERR_NO_WORKERS' });
    const before = ({ request }) => request.step === 'answer' && own.crew[0].kill();
    const own = await crewOf(t, new Hub(), { workers: 1, before, patience: 200 });
    await assert.rejects(fit(parts, own.fleet), { code: 'ERR_NO_WORKERS' });
  });

  it('that lose worker after worker fail', async (t) => {
    const before = async ({ request }, by) => {
      if (request.step !== 'answer') return;
      own.crew[by].kill();
      await pause(200);
    };
    const own = await crewOf(t, new Hub(), { workers: 5, before, maxLost: 2 });
    await assert.rejects(fit(parts.slice(0, 1), own.fleet), { code: 'ERR_WORKER_LOST' });
    assert.ok(own.fleet.report().lost >= 2);
  });
});

describe('messages of a fleet', () => {
  it('keep every number and every name', () => {
    const value = {
      ...{ a: [NaN, -0, 0, Infinity, -Infinity, 5e-324, 0.1], '~': 1, b: { '~': 'NaN' } },
      ...{ t: 'text \ud83d\ude00', n: null, yes: true, list: Float64Array.of(1, NaN) },
    };
    const buffers = { x: Uint8Array.of(1, 2, 3), empty: new Uint8Array() };
    const { value: back, buffers: same } = decode(encode(value, buffers));
    assert.deepEqual(back, { ...value, list: [1, NaN] });
    assert.ok(Object.is(back.a[1], -0) && Object.is(back.a[2], 0));
    assert.deepEqual({ ...same }, buffers);
  });

  it('any value that JSON can say comes back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.uint8Array(), (value, bytes) => {
        const { value: back, buffers } = decode(encode(value, { bytes }));
        assert.deepEqual(back, value);
        assert.deepEqual([...buffers.bytes], [...bytes]);
      }),
    );
  });

  it('that somebody has changed are refused, and take no memory', () => {
    const good = encode({ a: [1, NaN], b: 'x' }, { x: new Uint8Array(100) });
    const refused = (bytes) => assert.throws(() => decode(bytes), { code: 'ERR_FORMAT' });
    refused(new Uint8Array());
    refused(good.subarray(0, 50));
    refused(Uint8Array.of(...good, 0));
    const huge = good.slice();
    new DataView(huge.buffer).setUint32(4, 4e9, true);
    refused(huge);
    const forged = (text) => {
      const bytes = new Uint8Array(8 + text.length);
      bytes.set(good.subarray(0, 4));
      new DataView(bytes.buffer).setUint32(4, text.length, true);
      bytes.set(new TextEncoder().encode(text), 8);
      return bytes;
    };
    for (const text of ['', 'x', '[]', '[1,[["a",1e15]]]', '[1,[["a",-1]]]', '[1,5]', '[{"__proto__":1},[]]', '[{"~":"one"},[]]']) refused(forged(text)); // prettier-ignore
    assert.equal(decode(forged('[7,[]]')).value, 7);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = good.slice();
        changed[at] ^= by;
        try {
          decode(changed);
        } catch (error) {
          assert.equal(error.code, 'ERR_FORMAT');
        }
      }),
    );
  });

  it('a worker drops messages that are none', async (t) => {
    const hub = new Hub();
    const { fleet, crew } = await fleetOf(t, hub, { workers: 1 });
    hub.push('junk', Uint8Array.of(1, 2, 3));
    hub.push('half', encode({ build, inbox: 'i1', run: '../x', jobs: [] }));
    hub.push('none', encode(null));
    await pause(30);
    assert.equal(crew[0].worker.counts.dropped, 3);
    assert.equal((await fleet.open(opening(), {})).reply.value.count, 1000);
  });

  it('large data travel in pieces, and come back whole', async () => {
    const known = new Map();
    const bytes = Uint8Array.from({ length: 2 * pieceSize + 5 }, (_, i) => (i * 7) % 251);
    const place = await divide(bytes, known);
    assert.equal(place.pieces.length, 3);
    const back = await gather(place, async (digest) => known.get(digest));
    assert.equal(Buffer.compare(Buffer.from(back), Buffer.from(bytes)), 0);
    const first = await divide(bytes.subarray(0, 3), new Map());
    // SHA-256 of 00 07 0e, by sha256sum.
    assert.deepEqual(first.pieces, [
      'b361d0f9a938a2bb4fbdc9c21dc5a859788041b0040919d8a811c1888184f4df',
    ]);
  });

  it('an audit compares all bytes but the times', async () => {
    const numbers = (score, time) => new Uint8Array(Float64Array.of(score, 0.5, time, time, 12, 1).buffer); // prettier-ignore
    const reply = (score, time) => ({
      value: { failures: [], milliseconds: time },
      buffers: { numbers: numbers(score, time), labels: Uint8Array.of(1) },
    });
    const one = await withoutTimes('study', reply(0.9, 1));
    assert.equal(await withoutTimes('study', reply(0.9, 2)), one);
    assert.notEqual(await withoutTimes('study', reply(0.9 + 2 ** -53, 1)), one);
    assert.notEqual(await withoutTimes('fit', reply(0.9, 2)), await withoutTimes('fit', reply(0.9, 1))); // prettier-ignore
  });
});
