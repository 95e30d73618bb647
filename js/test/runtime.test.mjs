/**
 * The start and the crashes of the WebAssembly program. A test build of the package has
 * operations that crash on purpose.
 */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { script } from './support/child.mjs';
import { blobs, flat, xor } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { project, root } from './support/project.mjs';

const faulty = join(root, 'build', 'faults', 'node.js');
assert.ok(existsSync(faulty), `no ${faulty}; run make faults`);
const { SVC, StandardScaler, init, load, makePipeline, provoke } = await import(
  pathToFileURL(faulty)
);

const { X, y } = blobs({ n: 30, d: 2, k: 3, apart: 3, seed: 1 });
const hard = blobs({ n: 2000, d: 4, apart: 0.1, seed: 2 });
const crashed = { code: 'ERR_RUNTIME_CRASHED', message: [/fitted models are safe/, /next call/] };

describe('a fault inside the program', { timeout: 900_000 }, () => {
  let model;
  let expected;
  before(async () => {
    model = await new SVC().fit(X, y);
    expected = await model.decisionFunction(X);
  });
  // Three crashes within a minute count as a defect; init() resets the count.
  beforeEach(() => init());

  const works = async () => {
    assert.deepEqual(await model.decisionFunction(X), expected);
    const next = await new SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y);
    assert.deepEqual(await next.predict(xor.X), xor.y);
    assert.deepEqual(await (await load(await model.save())).decisionFunction(X), expected);
  };

  it('a panic in an operation rejects that call, and the next one works', async () => {
    const error = await fails(() => provoke('panic'), {
      code: 'ERR_INTERNAL',
      message: /fault\.panic/,
    });
    assert.match(error.message, /report/);
    await works();
  });

  it('a panic during a running fit of another model does not disturb that fit', async () => {
    const stop = { now: false };
    const fitting = new SVC({ C: 1000, gamma: 0.05, tol: 1e-9 }).fit(flat(hard.X), hard.y, {
      onProgress: () => !stop.now,
    });
    await fails(() => provoke('panic'), { code: 'ERR_INTERNAL' });
    stop.now = true;
    assert.equal((await fitting).status, 'stopped');
  });

  for (const [name, reason] of Object.entries({
    goroutine: /injected into a goroutine/,
    exit: /exit code 3/,
  })) {
    it(`the end of the program (${name}) rejects the call, and the next one works, with the models that were fitted`, async () => {
      await fails(() => provoke(name), { ...crashed, message: [...crashed.message, reason] });
      await works();
    });
  }

  it(
    'running out of memory is survived',
    { skip: process.availableMemory() < 8e9 && 'needs 8 GB of free memory' },
    async () => {
      await fails(() => provoke('memory'), crashed);
      await works();
    },
  );

  it('the end of the program rejects all calls, running or queued', async () => {
    const long = { C: 1000, gamma: 0.05, tol: 1e-9 };
    const running = new SVC(long).fit(flat(hard.X), hard.y);
    const queued = new SVC(long).fit(flat(hard.X), hard.y);
    const refitted = model.fit(flat(hard.X), hard.y);
    const all = Promise.all([running, queued, refitted].map((fit) => fails(() => fit, crashed)));
    await fails(() => provoke('exit'), crashed);
    await all;
    await works();
  });

  it('a pipeline and its steps survive the end of the program', async () => {
    const made = makePipeline(new StandardScaler(), new SVC({ probability: 'sigmoid' }));
    const pipeline = await made.fit(X, y);
    const before = await pipeline.predictProba(X);
    await fails(() => provoke('exit'), crashed);
    assert.deepEqual(await pipeline.predictProba(X), before);
    await fails(() => provoke('exit'), crashed);
    const { standardscaler, svc } = pipeline.namedSteps;
    assert.deepEqual(await svc.predictProba(await standardscaler.transform(X)), before);
  });

  it('three times in a row it is not started again, until init() says so', async () => {
    for (let i = 0; i < 3; i++) await fails(() => provoke('exit'), crashed);
    await fails(() => model.predict(X), { code: 'ERR_RUNTIME_UNSTABLE', message: /init\(\)/ });
    await init();
    await works();
  });

  it('a Node script ends by itself afterwards', async () => {
    const { code, signal, stdout, stderr } = await script(`
      import { SVC, provoke } from ${JSON.stringify(pathToFileURL(faulty))};
      const model = await new SVC().fit([[0], [1]], ['a', 'b']);
      await provoke('exit').catch((error) => console.log(error.code));
      console.log(await model.predict([[1]]));
    `);
    assert.equal(signal, null, 'it did not end within 30 s');
    assert.deepEqual([code, stdout], [0, "ERR_RUNTIME_CRASHED\n[ 'b' ]\n"], stderr);
  });
});

describe('loading', { timeout: 900_000 }, () => {
  const wasm = join(project, 'node_modules', 'maxmargin', 'dist', 'maxmargin.wasm');
  const fit = `
    const model = await new SVC().fit([[0], [1]], ['a', 'b']);
    console.log((await model.predict([[1]]))[0]);`;

  /** run tries init with settings, then without, and reports the first failure's code. */
  const run = (settings) =>
    script(`
      import { readFileSync } from 'node:fs';
      import { SVC, init } from 'maxmargin';
      const wasm = ${JSON.stringify(wasm)};
      try { await init(${settings}); } catch (error) { console.log(error.code, error.message); }
      ${fit}
    `);

  for (const [name, settings] of Object.entries({
    'a compiled module': '{ wasmModule: await WebAssembly.compile(readFileSync(wasm)) }',
    'the bytes of the module': '{ wasmModule: readFileSync(wasm) }',
    'the address of the module': '{ wasmUrl: new URL("file://" + wasm) }',
    'the address of the worker': '{ workerUrl: new URL("worker.node.cjs", "file://" + wasm) }',
    'no worker': '{ worker: false }',
  })) {
    it(`takes ${name}`, async () => {
      const { stdout, stderr, signal } = await run(settings);
      assert.equal(signal, null);
      assert.equal(stdout, 'b\n', stderr);
    });
  }

  for (const [name, [settings, said]] of Object.entries({
    'a missing file': [
      '{ wasmUrl: new URL("file:///nowhere/maxmargin.wasm") }',
      /^ERR_RUNTIME_LOAD .*nowhere/,
    ],
    'bytes that are no module': ['{ wasmModule: new Uint8Array(100) }', /^ERR_RUNTIME_LOAD /],
    'a module that is something else': [
      '{ wasmModule: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) }',
      /^ERR_VERSION_MISMATCH /,
    ],
    'a module of another build': [
      `{ wasmModule: readFileSync(${JSON.stringify(join(root, 'build', 'faults', 'maxmargin.wasm'))}) }`,
      /^ERR_VERSION_MISMATCH /,
    ],
    'neither a module nor a worker': [
      '{ wasmUrl: "file:///nowhere/maxmargin.wasm", workerUrl: "http://nowhere/worker.js" }',
      /^ERR_RUNTIME_LOAD .*nowhere\/maxmargin/,
    ],
    'an address that is none': [
      '{ wasmUrl: "./maxmargin.wasm" }',
      /^ERR_OPTION wasmUrl must be a URL: .*pathToFileURL.* got '.\/maxmargin\.wasm'/,
    ],
    'an unknown setting': ['{ wasmURL: "x" }', /^ERR_OPTION_UNKNOWN .*did you mean 'wasmUrl'/],
    'a setting of the wrong type': ['{ worker: 1 }', /^ERR_OPTION .*worker/],
  })) {
    it(`${name} is an error that says what to do`, async () => {
      const { stdout, stderr } = await run(settings);
      assert.match(stdout, said, stderr);
    });
  }

  it('a worker that is another script is an error, and one that is slow is not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'maxmargin-worker-'));
    const [other, slow] = ['other.cjs', 'slow.cjs'].map((name) => join(folder, name));
    const source = readFileSync(join(dirname(wasm), 'worker.node.cjs'), 'utf8');
    writeFileSync(other, `require('worker_threads').parentPort.on('message', () => {});`);
    writeFileSync(slow, `for (const end = Date.now() + 7000; Date.now() < end; );\n${source}`);
    const [wrong, late] = await Promise.all(
      [other, slow].map((path) =>
        script(`
          import { init } from 'maxmargin';
          await init({ workerUrl: '${pathToFileURL(path)}' }).then(
            () => console.log('ready'),
            ({ code, message }) => console.log(code, message),
          );
        `),
      ),
    );
    rmSync(folder, { recursive: true });
    assert.match(wrong.stdout, /^ERR_RUNTIME_LOAD .*other\.cjs does not answer.*worker\.node\.cjs/);
    assert.equal(late.stdout, 'ready\n', late.stderr);
  });

  it('a bundle without the module beside it says what is missing, where, and what helps', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'maxmargin-alone-'));
    const bundle = join(folder, 'bundle.mjs');
    copyFileSync(join(dirname(wasm), 'core.node.js'), bundle);
    for (const name of readdirSync(dirname(wasm)).filter((one) => /^chunk-\w+\.js$/.test(one)))
      copyFileSync(join(dirname(wasm), name), join(folder, name));
    const { stdout, stderr } = await script(`
      import { SVC } from '${pathToFileURL(bundle)}';
      await new SVC().fit([[0], [1]], [0, 1]).catch(({ code, message }) => console.log(code, message));
    `);
    rmSync(folder, { recursive: true });
    const missing = pathToFileURL(join(folder, 'maxmargin.wasm'));
    assert.ok(
      stdout.startsWith(`ERR_RUNTIME_LOAD ${missing} could not be read (ENOENT); `),
      stderr,
    );
    assert.match(
      stdout,
      /copy maxmargin\.wasm, maxmargin-rest\.wasm and worker\.node\.cjs .*init.*maxmargin\/inline/,
    );
  });

  it('can be tried again after a failure', async () => {
    const { stdout, stderr } = await script(`
      import { SVC, init } from 'maxmargin';
      await init({ wasmUrl: new URL('file:///nowhere.wasm') }).catch((error) => console.log(error.code));
      await init({ wasmUrl: new URL(${JSON.stringify(pathToFileURL(wasm))}) });
      ${fit}
    `);
    assert.equal(stdout, 'ERR_RUNTIME_LOAD\nb\n', stderr);
  });

  it('init and fit in one tick: the fit waits for the runtime that init starts', async () => {
    const { stdout, stderr } = await script(`
      import { SVC, init } from 'maxmargin';
      const X = [[0], [1]];
      const wasmUrl = ${JSON.stringify(pathToFileURL(wasm))};
      const fits = [];
      for (const settings of [{ wasmUrl }, { worker: false }, { worker: true }]) {
        const started = init(settings);
        fits.push(...(await Promise.allSettled([started, new SVC().fit(X, ['a', 'b'])])));
      }
      const two = [init({ wasmUrl }), init({ worker: false }), new SVC().fit(X, ['a', 'b'])];
      fits.push(...(await Promise.allSettled(two)));
      console.log(fits.map(({ status, reason }) => reason ?? status).join(' '));
    `);
    assert.equal(stdout, `${Array(9).fill('fulfilled').join(' ')}\n`, stderr);
  });

  it('fit and then init in one tick: init is refused, and the fit goes on', async () => {
    const { stdout, stderr } = await script(`
      import { SVC, init } from 'maxmargin';
      const fitting = new SVC().fit([[0], [1]], ['a', 'b']);
      await init({ worker: false }).catch(({ code }) => console.log(code));
      console.log(await (await fitting).predict([[1]]));
    `);
    assert.equal(stdout, "ERR_BUSY\n[ 'b' ]\n", stderr);
  });

  it('an equal URL is no change: nothing is started again', async () => {
    const { stdout, stderr } = await script(`
      import { SVC, init } from 'maxmargin';
      import * as sync from 'maxmargin/sync';
      let started = 0;
      const { compile } = WebAssembly;
      WebAssembly.compile = (bytes) => (started++, compile(bytes));
      for (const start of [init, sync.init]) {
        for (let i = 0; i < 3; i++) await start({ wasmUrl: new URL(${JSON.stringify(pathToFileURL(wasm))}) });
        await start({ wasmUrl: ${JSON.stringify(pathToFileURL(wasm))} });
      }
      console.log(started);
    `);
    assert.equal(stdout, '2\n', stderr); // one file of the module for each
  });

  it('an engine without SIMD is an error that says so', async () => {
    const { stdout, stderr } = await script(`
      WebAssembly.validate = () => false;
      const { SVC } = await import('maxmargin');
      await new SVC().fit([[0], [1]], [0, 1]).catch((error) => console.log(error.code, error.message));
    `);
    assert.match(stdout, /^ERR_RUNTIME_LOAD .*SIMD/, stderr);
  });

  it('the wasm that is published cannot fail on purpose', () => {
    assert.equal(readFileSync(wasm).indexOf('fault.panic'), -1);
  });
});
