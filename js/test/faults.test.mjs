/** The fault table of demo/docs/inside/runtime.md in Node: the rows that are the same everywhere, and those of Node. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';

import { script } from './support/child.mjs';
import { elsewhere, makeTable } from './support/fault-table.mjs';
import { fails } from './support/faults.mjs';
import { entry, project, root } from './support/project.mjs';
import { inTurn } from '../tools/draw.mjs';

const published = join(project, 'node_modules', 'maxmargin', 'dist');
const built = join(root, 'build', 'faults');
assert.ok(existsSync(join(built, 'node.js')), `no ${built}; run make faults`);

/** All workers that were started, so that tests can end them without the package. */
const workers = [];
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    workers.push(this);
  }
};
syncBuiltinESMExports();

const maxmargin = await import(entry('main.mjs'));
const faulty = await import(pathToFileURL(join(built, 'node.js')).href);
for (const { init } of [maxmargin, faulty]) await init({ onWarning() {} });

const table = makeTable({
  maxmargin,
  faulty,
  wasm: readFileSync(join(published, 'maxmargin.wasm')),
  otherWorker: pathToFileURL(join(built, 'worker.node.cjs')),
  endWorkers: () => workers.forEach((worker) => worker.terminate()),
});

describe('the fault table, in Node', { timeout: 900_000 }, () => {
  for (const [id, { fault, run }] of Object.entries(table)) it(`${id}: ${fault}`, run);

  /** Runs a script in a Node with gc() and resolves to the JSON that it prints. */
  async function measured(source) {
    const { stdout, stderr } = await script(
      `import { collect, forget, memoryOf, refit } from ${JSON.stringify(import.meta.resolve('./support/growth.mjs'))};
       const settings = { worker: false, onWarning() {} };
       ${source}
       process.exit();`,
      { flags: ['--expose-gc'], seconds: 120 },
    );
    assert.ok(stdout, stderr);
    return JSON.parse(stdout);
  }

  /** Counts the models that are left, of models without dispose(). */
  const forgotten = (count, { kept = false, before = '' } = {}) =>
    measured(`
      ${before}
      const api = await import('maxmargin');
      const memory = await memoryOf(api, settings);
      const left = await forget(api, memory, ${count}, ${kept ? '[]' : 'undefined'});
      console.log(JSON.stringify(left));`);

  it(`F22: ${elsewhere.F22}: 1,000 models and memory stays flat`, inTurn(0), async () => {
    const { alive, bytes, linear } = await forgotten(1000);
    assert.ok(bytes > 80_000, `models of ${bytes} bytes`);
    assert.ok(alive <= 1, `${alive} models were not collected`); // the last may still be on the stack
    assert.ok(linear < 50 * bytes, `linear memory grew by ${linear} bytes for 500 models`);
  });

  it(
    `F22: ${elsewhere.F22}: the measurement finds models that are kept, or never released`,
    inTurn(0),
    async () => {
      const kept = await forgotten(200, { kept: true });
      assert.equal(kept.alive, 200);
      assert.ok(kept.linear > 50 * kept.bytes, `grew by ${kept.linear}`);
      const before = 'globalThis.FinalizationRegistry = class { register() {} unregister() {} };';
      const unreleased = await forgotten(200, { before });
      assert.ok(unreleased.alive <= 1);
      assert.ok(unreleased.linear > 50 * unreleased.bytes, `grew by ${unreleased.linear}`);
    },
  );

  it(
    `F23: ${elsewhere.F23}: 10,000 fits with callbacks, and memory stays flat`,
    inTurn(1),
    async () => {
      const { linear, heap } = await measured(`
      const api = await import('maxmargin/sync');
      const memory = await memoryOf(api, { onWarning() {} });
      const sizes = async () => {
        await collect();
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        return { heap: heapUsed + arrayBuffers, linear: memory.buffer.byteLength };
      };
      const measured = [];
      for (const count of [5000, 2500, 2500]) {
        await refit(api, count);
        measured.push(await sizes());
      }
      const grown = (name) => [1, 2].map((i) => measured[i][name] - measured[i - 1][name]);
      console.log(JSON.stringify({ linear: grown('linear'), heap: grown('heap') }));`);
      // Go takes memory in steps, and so do the compilers of the engine, the last of them now and then
      // late; a leak takes it again and again.
      assert.ok(Math.min(...linear) <= 0, `linear memory grew by ${linear.join(' and ')} bytes`);
      const grown = `the heap of JavaScript grew by ${heap.join(' and ')} bytes in 2,500 fits each`;
      assert.ok(Math.min(...heap) < 250_000, grown);
    },
  );

  it(`F23: ${elsewhere.F23}: none is left over, and the measurement would see it`, async () => {
    const [fits, leaks] = await measured(`
      const api = await import(${JSON.stringify(pathToFileURL(join(built, 'node.js')))});
      await api.init(settings);
      const grown = async (work) => {
        const { bytes } = await api.provoke('heap');
        await work();
        return (await api.provoke('heap')).bytes - bytes;
      };
      await refit(api, 200);
      const fits = await grown(() => refit(api, 1000));
      const leak = async () => { for (let i = 0; i < 1000; i++) await api.provoke('leak'); };
      console.log(JSON.stringify([fits, await grown(leak)]));`);
    assert.ok(leaks > 30_000, `1,000 functions that leak are ${leaks} bytes`);
    assert.ok(fits < leaks / 3, `1,000 fits left ${fits} bytes in the heap of Go`);
  });

  const damaged = (change) => {
    const bytes = readFileSync(join(published, 'maxmargin.wasm'));
    const path = join(project, `damaged-${process.pid}.wasm`);
    writeFileSync(path, change(bytes) ?? bytes);
    return path;
  };

  for (const [what, [change, message]] of Object.entries({
    'that was tampered with': [
      (bytes) => void (bytes[bytes.length >> 1] ^= 1),
      /SHA-256 is [0-9a-f]{12}\.\.\., not [0-9a-f]{12}.*deploy/,
    ],
    'whose end is missing': [(bytes) => bytes.subarray(0, -1000), /SHA-256 .*whole and unchanged/],
    'that is a page': [() => '<!doctype html><title>Not found</title>', /SHA-256 .*deploy/],
    'that is not there': [(bytes) => bytes, /ENOENT.*wasmUrl/],
  })) {
    it(`F24: ${elsewhere.F24}: a file ${what}`, async () => {
      const path = damaged(change);
      if (what === 'that is not there') rmSync(path);
      try {
        const fault = { code: 'ERR_RUNTIME_LOAD', message: [/damaged-.*wasm/, message] };
        await fails(() => maxmargin.init({ wasmUrl: pathToFileURL(path) }), fault);
        await fails(() => new maxmargin.SVC().fit([[0], [1]], [0, 1]), fault);
      } finally {
        rmSync(path, { force: true });
        await maxmargin.init({ wasmUrl: undefined }); // init can be called again
      }
      await new maxmargin.SVC().fit([[0], [1]], [0, 1]);
    });
  }

  it(`F24: ${elsewhere.F24}: where there is no crypto.subtle, the build is compared`, async () => {
    const path = join(built, 'maxmargin.wasm');
    const { stdout, stderr } = await script(`
      Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues: (bytes) => bytes } });
      const { SVC, init } = await import('maxmargin');
      const model = await new SVC().fit([[0], [1]], ['a', 'b']);
      console.log(await model.predict([[1]]));
      await init({ wasmUrl: ${JSON.stringify(pathToFileURL(path))} }).catch(({ code }) => console.log(code));`);
    assert.equal(stdout, "[ 'b' ]\nERR_VERSION_MISMATCH\n", stderr);
  });
});

it('every row of the table of faults has its tests', () => {
  const text = readFileSync(join(root, 'demo', 'docs', 'inside', 'runtime.md'), 'utf8');
  const documented = [...text.matchAll(/^\| (F\d\d) \|/gm)].map(([, id]) => id);
  const tested = new Set(
    [...Object.keys(table), ...Object.keys(elsewhere)].map((id) => id.slice(0, 3)),
  );
  assert.deepEqual(documented, [...tested].sort());
  const browser = readFileSync(join(root, 'js', 'test', 'browser', 'faults.test.mjs'), 'utf8');
  for (const id of Object.keys(elsewhere)) assert.match(browser, new RegExp(`it\\(\\s*\`${id}: `));
});
