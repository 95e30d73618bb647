/**
 * Small calls: predictions of one row, and fits of 20 to 300 rows, beside npm's libsvm-js and
 * beside a loop of plain JavaScript that computes the same decision values. All run in this
 * process and take turns; medians are printed, in microseconds.
 *
 * A call may take 10 us more than its arithmetic in maxmargin/sync, and 60 us more than the
 * arithmetic and a message to a thread and back through the worker. What the loop takes counts as
 * the arithmetic; the message is one number, and takes its turns with the others, because what a
 * message costs changes from one second to the next. A case over its budget fails.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { Worker } from 'node:worker_threads';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installed, libsvmJs } from './contestants.mjs';
import { median } from './measure.mjs';
import { random } from './random.mjs';

const rounds = 15;
const allowed = 10;
const allowedBesideMessage = 60;
const together = 64;

const folder = join(await mkdtemp(join(tmpdir(), 'maxmargin-small-')), 'package');
process.on('exit', () => rmSync(dirname(folder), { recursive: true }));
const tarball = fileURLToPath(new URL('../../build/maxmargin.tgz', import.meta.url));
const sync = await import(await installed(tarball, folder, 'maxmargin/sync'));
const promised = await import(await installed(tarball, folder, 'maxmargin'));
const peer = libsvmJs();
const SVM = peer.absent ? undefined : await createRequire(peer.command.at(-1))('libsvm-js');
if (peer.absent) console.log(`libsvm-js is absent: ${peer.absent}`);
await sync.init();
await promised.init();

/** Rows around one centre for each class, and their labels. */
function blobs(rows, cols, classes, seed) {
  const { normal } = random(seed);
  const y = Array.from({ length: rows }, (_, i) => i % classes);
  const X = y.map((label) =>
    Array.from({ length: cols }, () => normal() + (label * 0.8) / cols ** 0.5),
  );
  return { X, y };
}

/** What the median call of a loop takes, in microseconds. */
function timed(call, calls) {
  const began = performance.now();
  for (let i = 0; i < calls; i++) call(i);
  return ((performance.now() - began) * 1000) / calls;
}

async function timedLater(call, calls) {
  const began = performance.now();
  for (let i = 0; i < calls; i++) await call(i);
  return ((performance.now() - began) * 1000) / calls;
}

/** As many calls as fill about 20 ms. */
async function turns(contestants) {
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (const [name, { call, calls, later, each = 1 }] of Object.entries(contestants)) {
      const time = await (later ? timedLater : timed)(call, calls);
      if (round >= 0) times[name].push(time / each);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

/** The decision value of a machine of two classes with an RBF kernel, in a plain loop. */
function plainLoop({ supportVectors, dualCoef, intercept, gamma, cols }) {
  const vectors = Array.from({ length: dualCoef.length }, (_, i) =>
    supportVectors.subarray(i * cols, (i + 1) * cols),
  );
  return (row) => {
    let sum = intercept;
    for (let i = 0; i < vectors.length; i++) {
      const vector = vectors[i];
      let distance = 0;
      for (let j = 0; j < cols; j++) distance += (row[j] - vector[j]) ** 2;
      sum += dualCoef[i] * Math.exp(-gamma * distance);
    }
    return sum;
  };
}

/**
 * A thread that answers with what it is sent, and what a number to it and back takes. Both sides
 * work for 15 us in between, as a prediction does, which is not counted: a thread that has slept
 * for longer takes longer to wake up.
 */
const work = (microseconds) => {
  const until = performance.now() + microseconds / 1000;
  while (performance.now() < until);
};
const pause = 15;
const thread = new Worker(
  `const { parentPort } = require('node:worker_threads');
  const work = ${work};
  parentPort.on('message', (message) => {
    work(${pause});
    parentPort.postMessage(message);
  });`,
  { eval: true },
);
const message = {
  call: () =>
    new Promise((resolve) => {
      work(pause);
      thread.once('message', resolve);
      thread.postMessage(1);
    }),
  calls: 200,
  later: true,
};

let failed = false;
const cell = (value) => (value === undefined ? '-' : value.toFixed(1)).padStart(11);
const line = (title, values) => console.log(title.padEnd(44) + values.map(cell).join(''));

console.log(`One row, microseconds a call (medians of ${rounds} rounds)`);
console.log(
  ' '.repeat(44) +
    ['sync', 'worker', 'message', `${together} at once`, 'libsvm-js', 'plain loop']
      .map((t) => t.padStart(11))
      .join(''),
);
for (const [cols, wanted] of [
  [13, 10],
  [13, 100],
  [13, 1000],
  [64, 100],
  [64, 1000],
  [784, 100],
  [784, 1000],
]) {
  const { X, y } = blobs(Math.max(20, Math.round(wanted * 1.3)), cols, 2, 7);
  const gamma = 0.5 / cols;
  const blocking = new sync.SVC({ C: 1, gamma }).fit(X, y);
  const model = await promised.load(blocking.save());
  const { supportVectors, dualCoef, intercept } = blocking;
  const loop = plainLoop({
    supportVectors: supportVectors.data ?? supportVectors,
    dualCoef,
    intercept: intercept[0],
    gamma,
    cols,
  });
  const [row] = X;
  const value = blocking.decisionFunction([row])[0];
  if (Math.abs(value - loop(row)) > 1e-9) throw new Error(`${value} is not ${loop(row)}`);
  const machine = SVM && new SVM({ kernel: SVM.KERNEL_TYPES.RBF, cost: 1, gamma, quiet: true });
  machine?.train(X, y);
  const calls = Math.min(2000, Math.ceil(2e6 / (dualCoef.length * cols)));
  await model.predict([row]);
  await new Promise((resolve) => setTimeout(resolve, 200)); // the second file arrives
  const medians = await turns({
    sync: { call: () => blocking.predict([row]), calls },
    worker: { call: () => model.predict([row]), calls: Math.min(calls, 200), later: true },
    message,
    batch: {
      call: () => Promise.all(Array.from({ length: together }, () => model.predict([row]))),
      calls: Math.max(2, Math.min(10, calls >> 5)),
      later: true,
      each: together,
    },
    ...(machine && { peer: { call: () => machine.predictOne(row), calls } }),
    loop: { call: () => loop(row), calls },
  });
  machine?.free();
  const echo = medians.message - 2 * pause;
  line(`SVC, ${cols} features, ${dualCoef.length} support vectors`, [
    medians.sync,
    medians.worker,
    echo,
    medians.batch,
    medians.peer,
    medians.loop,
  ]);
  for (const [what, name] of [
    ['blocking', 'sync'],
    ['worker', 'worker'],
  ]) {
    const budget = name === 'sync' ? allowed : allowedBesideMessage + echo;
    const over = medians[name] - medians.loop;
    if (over <= budget) continue;
    console.log(
      `  OVER: ${what}, ${over.toFixed(1)} us more than the loop, allowed are ${budget.toFixed(1)}`,
    );
    failed = true;
  }
}

console.log('\nOther calls for one row of 13 features, maxmargin/sync and through the worker');
{
  const { X, y } = blobs(150, 13, 3, 3);
  const scaled = sync.makePipeline(
    new sync.StandardScaler(),
    new sync.SVC({ probability: 'sigmoid' }),
  );
  const cases = {
    'pipeline of scaler and SVC, predict': [scaled.fit(X, y), 'predict'],
    'the same, decisionFunction': [scaled, 'decisionFunction'],
    'the same, predictProba': [scaled, 'predictProba'],
    'StandardScaler, transform': [new sync.StandardScaler().fit(X), 'transform'],
    'LinearSVC, predict': [new sync.LinearSVC().fit(X, y), 'predict'],
    'SVR, predict': [new sync.SVR().fit(X, y), 'predict'],
    'OneClassSVM, predict': [new sync.OneClassSVM().fit(X), 'predict'],
    'KernelRidge, predict': [new sync.KernelRidge({ kernel: 'rbf' }).fit(X, y), 'predict'],
  };
  for (const [title, [blocking, method]] of Object.entries(cases)) {
    const model = await promised.load(blocking.save());
    const [row] = X;
    const medians = await turns({
      sync: { call: () => blocking[method]([row]), calls: 1000 },
      worker: { call: () => model[method]([row]), calls: 200, later: true },
    });
    line(title, [medians.sync, medians.worker]);
  }
}

console.log('\nFits, microseconds each, from the second one on');
console.log(' '.repeat(44) + ['sync', 'worker', 'libsvm-js'].map((t) => t.padStart(11)).join(''));
for (const rows of [20, 100, 300]) {
  const { X, y } = blobs(rows, 13, 2, 11);
  const gamma = 0.5 / 13;
  const options = { C: 1, gamma };
  const peerFit = () => {
    const machine = new SVM({ kernel: SVM.KERNEL_TYPES.RBF, cost: 1, gamma, quiet: true });
    machine.train(X, y);
    machine.free();
  };
  const calls = Math.ceil(3000 / rows);
  const model = new promised.SVC(options);
  const blocking = new sync.SVC(options);
  const medians = await turns({
    sync: { call: () => blocking.fit(X, y), calls },
    worker: { call: () => model.fit(X, y), calls, later: true },
    ...(SVM && { peer: { call: peerFit, calls } }),
  });
  line(`SVC, ${rows} rows of 13 features`, [medians.sync, medians.worker, medians.peer]);
}
await thread.terminate();
await promised.terminate();
if (failed) process.exitCode = 1;
