/**
 * `make fleet-faults`: what goes wrong with a fleet on Redis and takes too long for the tests, or needs
 * root: a server that is silent, stragglers, programs that are killed and resumed, clocks that are wrong, a
 * full server, two hosts whose network is cut; then kills at random, for as long as FLEET_MINUTES says
 * (60). All results have the bits of one worker of this process. A line for each fault; the last line
 * counts. A number in FLEET_SEED repeats the order of the kills.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { random } from '../bench/random.mjs';
import { blobs } from '../test/support/data.mjs';
import { command, endAll, machine, queueProject, until } from '../test/support/machines.mjs';
import { root } from '../test/support/project.mjs';
import { missing, startRedis } from '../test/support/servers.mjs';

const minutes = Number(process.env.FLEET_MINUTES ?? 60);
const seed = Number(process.env.FLEET_SEED ?? Date.now() % 100_000);
if (missing('redis')) throw new Error(missing('redis'));

const { cli, folder, load } = await queueProject();
const { bullmq } = await load('bullmq.node.js');
const { threads } = await load('executor.node.js');
const { GridSearch, LowRankSVC, SVC } = await load('node.js');
const Redis = createRequire(join(root, 'js', 'package.json'))('ioredis');
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const { X, y } = blobs({ n: 120, d: 3, k: 3, apart: 1, seed: 3 });
const grid = { C: [0.1, 1, 10, 100], gamma: [0.05, 0.2, 0.5, 5] };
const files = join(folder, 'rows');
mkdirSync(files);
const chunks = [0, 30, 60, 90].map((from, i) => {
  const part = X.slice(from, from + 30).map((row, at) => [...row, y[from + at]]);
  writeFileSync(join(files, `${i}.f64`), Float64Array.from(part.flat()));
  return { file: `${i}.f64`, columns: 4, target: -1 };
});
const parts = [{ X, y }, { X, y }]; // prettier-ignore

/** What a promise brings, or an error after so many milliseconds: a program that hangs is a fault. */
async function inTime(promise, milliseconds, otherwise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** What is done over and over, and what one worker of this process gets. */
const works = {
  search: async (executor, more) => (await searchOver({ executor }).fit(X, y, more)).results.map(({ scores, mean, rank }) => ({ scores, mean, rank })), // prettier-ignore
  'fit of files': (executor) => lowRank(chunks, executor),
  'fit of rows': (executor) => lowRank(parts, executor),
};
const searchOver = (how) => new GridSearch(new SVC(), grid, { folds: 5, seed: 1, ...how });
async function lowRank(given, executor) {
  const own = new LowRankSVC({ nComponents: 12, gamma: 0.5, loss: 'logistic' });
  return Buffer.from(await (await own.fitChunks(given, { executor })).save()).toString('hex');
}
const here = threads({ workers: 1, files: [files] });
const expected = Object.fromEntries(await Promise.all(Object.entries(works).map(async ([name, work]) => [name, await work(here)]))); // prettier-ignore

// What still runs is ended on exit, and a network is removed.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

let [queues, passed, failed] = [0, 0, 0];

/** A queue of its own with workers, for one fault. */
async function fleetOn(server, settings = {}, hows = [{}, {}, {}]) {
  const queue = `f${queues++}`;
  const where = ['--redis', server.url, '--queue', queue];
  const crew = [];
  const add = async (how = {}) => {
    const own = await machine(cli, where, { slow: 60, more: ['--files', files], ...how });
    crew.push(own);
    return own;
  };
  await Promise.all(hows.map(add));
  const connect = (more = {}) => bullmq({ connection: server.url, queue, ...settings, ...more });
  const fleet = await connect();
  const end = async () => {
    await fleet.close();
    for (const { child } of crew) child.kill('SIGKILL');
    await Promise.all(crew.map(({ ended }) => ended));
  };
  const active = (count = 2) => until(async () => (await fleet.counts()).active >= count, 'a job');
  return { fleet, queue, crew, add, connect, active, end };
}

function same(name, got) {
  if (!isDeepStrictEqual(got, expected[name])) throw new Error(`the ${name} has other bits`);
}

async function check(name, body) {
  const began = performance.now();
  try {
    const told = await body();
    passed++;
    console.log(`ok      ${name}${told ? `: ${told}` : ''} (${((performance.now() - began) / 1000).toFixed(1)} s)`); // prettier-ignore
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.stack ?? error}`);
  }
}

/** A fault while a search goes on. */
function during(server, name, fault, settings, hows) {
  return check(name, async () => {
    const own = await fleetOn(server, settings, hows);
    try {
      const search = works.search(own.fleet);
      await own.active();
      await fault(own);
      same('search', await search);
      const { lost, duplicates } = own.fleet.report();
      return `lost ${lost}, duplicates ${duplicates}`;
    } finally {
      await own.end();
    }
  });
}

const redis = await startRedis();
const client = new Redis(redis.url);
client.on('error', () => {});

await during(redis, 'a server that says nothing for 20 s', async () => {
  redis.kill('SIGSTOP');
  await pause(20_000);
  redis.kill('SIGCONT');
});

await during(redis, 'a worker that takes ten times as long at the end', async () => {}, {}, [
  { slow: 4000 },
  {},
  {},
]);

await during(redis, 'events that are trimmed', async ({ queue, fleet }) => {
  const [{ build }] = await fleet.workers();
  for (let i = 0; i < 50; i++) {
    await client.xtrim(`bull:${queue}-${build}:events`, 'MAXLEN', 0);
    await pause(20);
  }
});

await during(
  redis,
  'clocks that are an hour ahead and behind',
  async ({ crew }) => crew[2].child.kill('SIGKILL'),
  {},
  [{ skew: 3_600_000 }, { skew: -3_600_000 }, {}],
);

await during(redis, 'workers that join and leave', async ({ crew, add }) => {
  await add();
  crew[0].child.kill('SIGTERM');
  await add();
  crew[1].child.kill('SIGTERM');
  const { code } = await crew[0].ended;
  if (code !== 0) throw new Error(`a worker ended with ${code}`);
});

await check('two programs with one fleet', async () => {
  const own = await fleetOn(redis);
  try {
    const other = await own.connect();
    const began = performance.now();
    const time = async (executor, name) => {
      same(name, await works[name](executor));
      return Math.round(performance.now() - began);
    };
    const times = await Promise.all([time(own.fleet, 'search'), time(other, 'search'), time(own.fleet, 'fit of rows'), time(other, 'fit of files')]); // prettier-ignore
    await other.close();
    return `ended after ${times.join(', ')} ms`;
  } finally {
    await own.end();
  }
});

await check('a program that is killed and resumed', async () => {
  const own = await fleetOn(redis);
  try {
    const [script, saved] = [join(folder, 'client.mjs'), join(folder, 'saved.bin')];
    writeFileSync(
      script,
      `import { writeFileSync, renameSync } from 'node:fs';
       import { GridSearch, SVC } from 'maxmargin';
       import { bullmq } from 'maxmargin/bullmq';
       const executor = await bullmq({ connection: '${redis.url}', queue: '${own.queue}' });
       const onProgress = (report) => {
         writeFileSync('${saved}.new', report.save());
         renameSync('${saved}.new', '${saved}');
         if (report.done > 15) console.error('some');
       };
       await new GridSearch(new SVC(), ${JSON.stringify(grid)}, { folds: 5, seed: 1, executor })
         .fit(${JSON.stringify(X)}, ${JSON.stringify(y)}, { onProgress });`,
    );
    const program = command(script, []);
    await until(() => program.said().includes('some'), 'its progress');
    program.child.kill('SIGKILL');
    await program.ended;
    const before = own.fleet.report().jobs;
    const search = await works.search(own.fleet, { resume: new Uint8Array(readFileSync(saved)) });
    same('search', search);
    const jobs = own.fleet.report().jobs - before;
    if (jobs >= 70) throw new Error(`${jobs} jobs were done again`);
    return `${jobs} of 80 jobs were left`;
  } finally {
    await own.end();
  }
});

await check('a server that is full', async () => {
  const own = await fleetOn(redis);
  try {
    const used = Number(/used_memory:(\d+)/.exec(await client.info('memory'))[1]);
    await client.config('SET', 'maxmemory', used + 50_000);
    const wide = X.map((row) => Array.from({ length: 300 }, (_, i) => row[i % 3] + i));
    const error = await new GridSearch(new SVC(), grid, { folds: 5, executor: own.fleet }).fit(wide, y).catch((reason) => reason); // prettier-ignore
    if (error.code !== 'ERR_QUEUE' || !/is full/.test(error.message)) throw error;
    await client.config('SET', 'maxmemory', 0);
    same('search', await works.search(own.fleet));
    return error.message.slice(0, 60);
  } finally {
    await client.config('SET', 'maxmemory', 0);
    await own.end();
  }
});

/** Two hosts that reach the server over a bridge. */
function hosts() {
  const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = '10.213.77';
  const names = ['mmfleet1', 'mmfleet2'];
  const remove = () => {
    for (const args of [
      ...names.map((name) => ['netns', 'del', name]),
      ['link', 'del', 'mmfleet0'],
    ]) {
      // prettier-ignore
      try {
        ip(...args);
      } catch {
        // There is none.
      }
    }
  };
  remove();
  process.on('exit', remove);
  ip('link', 'add', 'mmfleet0', 'type', 'bridge');
  ip('addr', 'add', `${address}.1/24`, 'dev', 'mmfleet0');
  ip('link', 'set', 'mmfleet0', 'up');
  for (const [i, name] of names.entries()) {
    ip('netns', 'add', name);
    ip('link', 'add', `${name}v`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', `${name}v`, 'master', 'mmfleet0', 'up');
    ip('-n', name, 'addr', 'add', `${address}.${2 + i}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
  }
  return {
    host: `${address}.1`,
    withins: names.map((name) => ({ within: ['ip', 'netns', 'exec', name] })),
    link: (at, state) => ip('link', 'set', `${names[at]}v`, state),
    remove,
  };
}

let net;
try {
  net = hosts();
} catch (error) {
  console.log(`skipped two hosts in network namespaces: ${String(error.stderr ?? error.message).trim()}`); // prettier-ignore
}
if (net) {
  const server = await startRedis({ host: net.host });
  await during(server, 'a host whose network is cut for 15 s', async () => {
    net.link(0, 'down');
    await pause(15_000);
    net.link(0, 'up');
  }, {}, net.withins); // prettier-ignore
  await during(server, 'all hosts without network for 20 s', async () => {
    for (const at of [0, 1]) net.link(at, 'down');
    await pause(20_000);
    for (const at of [0, 1]) net.link(at, 'up');
  }, {}, net.withins); // prettier-ignore
  await check('a host whose network is cut while it holds rows', async () => {
    const own = await fleetOn(server, {}, net.withins);
    try {
      const fit = works['fit of files'](own.fleet);
      await pause(1500);
      net.link(1, 'down');
      same('fit of files', await fit);
      net.link(1, 'up');
      same('search', await works.search(own.fleet));
      const { lost } = own.fleet.report();
      if (lost < 1) throw new Error('nobody was lost');
      return `lost ${lost}`;
    } finally {
      net.link(1, 'up');
      await own.end();
    }
  });
  await server.close();
  net.remove();
}

await check(`kills at random for ${minutes} minutes, seed ${seed}`, async () => {
  const until_ = performance.now() + 60_000 * minutes;
  const { uniform } = random(seed);
  const own = await fleetOn(redis, { maxLost: 1000, audit: true });
  const counts = {};
  const count = (what) => (counts[what] = (counts[what] ?? 0) + 1);
  const pick = (list) => list[Math.floor(uniform() * list.length)];
  let over = false;
  const replace = async (one) => {
    own.crew.splice(own.crew.indexOf(one), 1);
    await own.add();
  };
  const harms = {
    async SIGKILL(one) {
      one.child.kill('SIGKILL');
      await replace(one);
    },
    async SIGTERM(one) {
      one.child.kill('SIGTERM');
      const { code } = await inTime(one.ended, 40_000, 'a worker did not end');
      if (code !== 0) throw new Error(`a worker ended with ${code}`);
      await replace(one);
    },
    async SIGSTOP(one) {
      one.child.kill('SIGSTOP');
      await pause(500 + 4000 * uniform());
      one.child.kill('SIGCONT');
    },
    async 'server restarts'() {
      await redis.stop();
      await pause(1000 * uniform());
      await redis.start();
    },
    async 'server without data'() {
      await redis.stop({ lose: true });
      await redis.start();
    },
  };
  const names = ['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGSTOP', 'server restarts', 'server without data']; // prettier-ignore
  const harming = (async () => {
    while (!over) {
      const name = pick(names);
      await harms[name](pick(own.crew));
      count(name);
      await pause(4000 * uniform());
    }
  })();
  harming.catch(() => {}); // it is waited for below
  try {
    while (performance.now() < until_) {
      const all = Object.keys(works);
      const pair = [pick(all), pick(all)];
      const got = await Promise.race([
        inTime(Promise.all(pair.map((name) => works[name](own.fleet))), 600_000, `${pair.join(' and ')} did not end`), // prettier-ignore
        harming.then(() => new Promise(() => {})),
      ]);
      pair.forEach((name, i) => (same(name, got[i]), count(name)));
    }
    over = true;
    await harming;
    const { jobs, lost, duplicates } = own.fleet.report();
    return JSON.stringify({ ...counts, jobs, lost, duplicates });
  } finally {
    over = true;
    await own.end();
  }
});

await client.quit().catch(() => {});
await redis.close();
endAll();
console.log(`${passed} faults survived, ${failed} not`);
process.exit(failed > 0 ? 1 : 0);
