/**
 * The cost of faults: times of crash and recovery, and memory after many models and fits. In
 * one process, medians of several deaths; run it with --expose-gc.
 */
import { readFileSync } from 'node:fs';

import { collect, forget, memoryOf, refit } from '../test/support/growth.mjs';
import { blobs, flat } from '../test/support/made-up.mjs';
import { cap } from '../test/support/wasm-file.mjs';

const root = new URL('../../', import.meta.url);
const dist = new URL('npm/dist/', root);
const settings = { onWarning() {} };
const published = await import(new URL('node.js', dist).href);
const faulty = await import(new URL('build/faults/node.js', root).href);
const wasm = readFileSync(new URL('maxmargin.wasm', dist));

/** The milliseconds of a run, and its error if it fails. */
async function time(run) {
  const began = performance.now();
  const error = await run().then(
    () => undefined,
    (reason) => reason,
  );
  return { ms: performance.now() - began, error };
}

/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

const say = (what, figure) => console.log(`${what.padEnd(72)} ${figure.padStart(12)}`);
const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const kb = (value) => `${(value / 1024).toFixed(0)} KB`;
const mb = (value) => `${(value / 2 ** 20).toFixed(1)} MB`;

const small = blobs({ n: 30, d: 2, k: 3, seed: 1 });
const hard = blobs({ n: 2000, d: 4, apart: 0.1, seed: 2 });

await faulty.init(settings);
const models = [];
for (let i = 0; i < 100; i++) models.push(await new faulty.SVC().fit(small.X, small.y));
for (const name of ['panic', 'goroutine', 'deadlock', 'recursion', 'exit']) {
  const found = [];
  const again = [];
  for (let i = 0; i < 5; i++) {
    await faulty.init();
    const death = await time(() => faulty.provoke(name));
    found.push(death.ms);
    again.push((await time(() => models[0].predict(small.X))).ms);
    if (i === 4) say(`${name}: ${death.error.code} after`, ms(median(found)));
  }
  say(`${name}: the next predict of a fitted model`, ms(median(again)));
}
await faulty.init();
await faulty.provoke('exit').catch(() => {});
const all = await time(() => Promise.all(models.map((model) => model.predict(small.X))));
say('exit: the next predict of 100 models', ms(all.ms));

await published.init({ ...settings, wasmModule: cap(wasm, 48) });
const model = await new published.SVC().fit(small.X, small.y);
const wide = { data: new Float64Array(8e6), rows: 4e6, cols: 2 };
const out = await time(() => model.decisionFunction(wide));
say(`out of memory (limit 48 MB): ${out.error.code} after`, ms(out.ms));
say('out of memory: the next predict', ms((await time(() => model.predict(small.X))).ms));

await published.init({ wasmUrl: undefined });
const waits = [];
for (let i = 0; i < 7; i++) {
  const abort = new AbortController();
  const options = { C: 1000, gamma: 0.05, tol: 1e-9 };
  const fitting = new published.SVC(options).fit(flat(hard.X), hard.y, {
    signal: abort.signal,
    onProgress: () => abort.abort(),
  });
  await fitting.catch(() => {});
  waits.push((await time(() => new published.SVC().fit(small.X, small.y))).ms);
}
say('abort: until the next fit is done', ms(median(waits)));

const hashing = [];
for (let i = 0; i < 7; i++) {
  hashing.push((await time(() => crypto.subtle.digest('SHA-256', wasm))).ms);
}
say(`SHA-256 of the module (${mb(wasm.length)})`, ms(median(hashing)));
say('compiling the module', ms((await time(() => WebAssembly.compile(wasm))).ms));

const memory = await memoryOf(published, { worker: false });
const left = await forget(published, memory, 1000);
say(`1,000 forgotten models of ${kb(left.bytes)}: not collected`, String(left.alive));
say('1,000 forgotten models: growth of linear memory in the second half', kb(left.linear));
say('1,000 forgotten models: linear memory', mb(memory.buffer.byteLength));
const heap = async () => {
  await collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { js: heapUsed + arrayBuffers, linear: memory.buffer.byteLength };
};
await refit(published, 5000);
const half = await heap();
const fits = await time(() => refit(published, 5000));
const end = await heap();
say('10,000 fits: growth of linear memory in the second half', kb(end.linear - half.linear));
say('10,000 fits: growth of the heap of JavaScript in the second half', kb(end.js - half.js));
say('10,000 fits: one of them', ms(fits.ms / 5000));

await faulty.init({ worker: false });
await refit(faulty, 200);
const grown = async (work) => {
  const { bytes } = await faulty.provoke('heap');
  await work();
  return (await faulty.provoke('heap')).bytes - bytes;
};
say('1,000 fits: growth of the heap of Go', `${await grown(() => refit(faulty, 1000))} bytes`);
const leak = async () => {
  for (let i = 0; i < 1000; i++) await faulty.provoke('leak');
};
say('1,000 functions that leak, for comparison', `${await grown(leak)} bytes`);

process.exit();
