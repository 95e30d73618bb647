/** The two files of the module: the first runs alone, the second joins when a call needs it. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { excess, files } from '../budgets.mjs';
import { compressed } from '../size.mjs';
import { script } from './support/child.mjs';
import { blobs } from './support/made-up.mjs';
import { project } from './support/project.mjs';
import { inTurn } from '../tools/draw.mjs';

const dist = join(project, 'node_modules', 'maxmargin', 'dist');
const everyday = new URL('../wasm/everyday.mjs', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'maxmargin-two-files-'));
after(() => rmSync(folder, { recursive: true }));

/** Where there is no second file. */
const nowhere = pathToFileURL(join(folder, 'nowhere', 'maxmargin-rest.wasm')).href;

const help =
  'The first file lacks a function: `make profile` adds what everyday.mjs calls to js/wasm/first.txt, and builds again.';

/** Runs a script that prints JSON. */
async function printed(source, options) {
  const { stdout, stderr } = await script(source, { seconds: 120, ...options });
  assert.ok(stdout, stderr);
  return JSON.parse(stdout);
}

const { X, y } = blobs({ n: 30, d: 2, k: 3, apart: 3, seed: 1 });
const data = `const X = ${JSON.stringify(X)}, y = ${JSON.stringify(y)};`;

describe('the two files of the module', { timeout: 900_000 }, () => {
  const sizes = new Map();
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, compressed(readFileSync(join(dist, file))));
    return sizes.get(file);
  };
  for (const [i, budget] of files.entries()) {
    it(
      `${budget.name} takes at most ${budget.bytes / 1000} KB after brotli`,
      i > 0 ? inTurn(i) : {},
      () => {
        const sum = budget.files.reduce((total, file) => total + sizeOf(file), 0);
        assert.equal(excess(budget, sum), '');
      },
    );
  }

  for (const worker of [true, false]) {
    it(`everyday programs need the first alone, ${worker ? 'in a worker' : 'in the calling thread'}`, async () => {
      const outcome = await printed(`
        import * as maxmargin from 'maxmargin';
        import { everyday } from ${JSON.stringify(everyday)};
        await maxmargin.init({ restUrl: ${JSON.stringify(nowhere)}, worker: ${worker}, onWarning() {} });
        const error = await everyday(maxmargin).then(() => null, String);
        console.log(JSON.stringify({ error }));`);
      assert.equal(outcome.error, null, `${outcome.error}\n${help}`);
    });
  }

  it('programs that the split was not made from need the first alone', async () => {
    const outcome = await printed(`
      import * as maxmargin from 'maxmargin';
      const { GridSearch, LinearSVC, MinMaxScaler, OneClassSVM, SVC, SVR, load, makePipeline } = maxmargin;
      await maxmargin.init({ restUrl: ${JSON.stringify(nowhere)}, onWarning() {} });
      let seed = 7;
      const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
      const X = Array.from({ length: 337 }, () => [next() * 40 - 5, next() * 3, next() - 9, next() * next()]);
      const y = X.map(([a, b]) => (a > 15 ? 'yes' : b > 2 ? 'perhaps' : 'no'));
      const values = X.map(([a, , , d]) => 3 * a - d);
      const ofClasses = { yes: 2, no: 1, perhaps: 3 };
      const programs = {
        two: async () => {
          const model = await new SVC({ C: 0.2, gamma: 'auto' }).fit(X, y.map((label) => label === 'no'));
          return (await load(await model.save())).predict(X);
        },
        poly: async () => (await new SVC({ kernel: 'poly', degree: 2, coef0: 1 }).fit(X, y)).predict(X),
        weights: async () => (await new SVC({ classWeight: ofClasses }).fit(X, y)).decisionFunction(X),
        typed: async () => (await new SVC().fit(X.map((row) => Float64Array.from(row)), y)).predict(X),
        regression: async () => (await new SVR({ kernel: 'linear', C: 10, epsilon: 0.5 }).fit(X, values)).predict(X),
        detector: async () => (await new OneClassSVM({ nu: 0.2 }).fit(X)).predict(X),
        // On more rows LinearSVC takes Newton's method, which is in the second file.
        linear: async () => (await new LinearSVC({ C: 0.01 }).fit(X.slice(0, 137), y.slice(0, 137))).predict(X),
        scaled: async () => (await makePipeline(new MinMaxScaler(), new LinearSVC()).fit(X, y)).predict(X),
        grid: async () => {
          const search = new GridSearch(new SVC({ kernel: 'linear' }), { C: [0.1, 1, 5] }, { folds: 4 });
          return (await search.fit(X, y)).predict(X);
        },
        // The garbage collector walks the lists of so many rows in parts. Kernel rows in float32 are in
        // the second file.
        many: async () => {
          const rows = Array.from({ length: 12_000 }, (_, i) => [(i % 2) * 8 + (i % 3) / 7, (i % 7) / 9]);
          return (await new SVC({ study: { precision: 'float64' } }).fit(rows, rows.map((_, i) => i % 2))).predict(rows);
        },
      };
      const errors = {};
      let ran = 0;
      for (const [name, program] of Object.entries(programs)) {
        const answer = await program().catch((error) => (errors[name] = String(error)));
        ran += Number(answer.length >= X.length && !errors[name]);
      }
      console.log(JSON.stringify({ errors, ran }));
      process.exit();`);
    assert.deepEqual(outcome, { errors: {}, ran: 10 }, `${JSON.stringify(outcome)}\n${help}`);
  });

  it('fits every machine to the same bytes as the module in one piece', async () => {
    const models = (from) =>
      printed(`
        import * as work from '${from}';
        import * as study from '${from.replace('maxmargin', 'maxmargin/study')}';
        import { catalog, kernelCatalog } from 'maxmargin/catalog';
        import { createHash } from 'node:crypto';
        const maxmargin = { ...work, ...study, catalog, kernelCatalog };
        ${data}
        const values = X.map(([a, b]) => a - b);
        const training = { classifier: [X, y], regressor: [X, values], detector: [X], transformer: [X] };
        await maxmargin.init({ onWarning() {} });
        const hashes = {};
        for (const [name, { kind }] of Object.entries(maxmargin.catalog)) {
          const given = name === 'SelectKBest' ? [X, values] : training[kind];
          const model = await new maxmargin[name]().fit(...given);
          hashes[name] = createHash('sha256').update(await model.save()).digest('hex');
        }
        for (const name of Object.keys(maxmargin.kernelCatalog)) {
          const kernel = maxmargin.kernels[name];
          const model = await Promise.resolve()
            .then(() => new maxmargin.SVC({ kernel: kernel() }).fit(X.map((row) => row.map(Math.abs)), y))
            .catch(({ code }) => code);
          hashes[name] = model.save ? createHash('sha256').update(await model.save()).digest('hex') : model;
        }
        console.log(JSON.stringify(hashes));
        process.exit();`);
    const [two, one] = [await models('maxmargin'), await models('maxmargin/inline')];
    assert.ok(Object.keys(two).length > 40);
    assert.deepEqual(two, one);
  });

  it('calls that wait for the second file go on in their order', async () => {
    const outcome = await printed(`
      import { KernelPCA, KNeighborsClassifier, SVC } from 'maxmargin';
      ${data}
      const everyday = await new SVC().fit(X, y);
      const ended = [];
      const calls = {
        pca: new KernelPCA().fit(X), neighbours: new KNeighborsClassifier().fit(X, y),
        predict: everyday.predict(X), wrong: new SVC({ kernel: 'precomputed' }).fit(X, y),
      };
      const results = await Promise.allSettled(
        Object.entries(calls).map(([name, call]) => call.finally(() => ended.push(name))),
      );
      console.log(JSON.stringify({ ended, statuses: results.map(({ status, reason }) => reason?.code ?? status) }));
    `);
    assert.deepEqual(outcome.statuses, [
      'fulfilled',
      'fulfilled',
      'fulfilled',
      outcome.statuses[3],
    ]);
    assert.match(outcome.statuses[3], /^ERR_/);
  });

  it('a second file that is missing is named, and everything else goes on', async () => {
    const outcome = await printed(`
      import { KernelPCA, SVC, init } from 'maxmargin';
      import { copyFileSync, mkdirSync } from 'node:fs';
      import { dirname } from 'node:path';
      import { fileURLToPath } from 'node:url';
      ${data}
      const restUrl = ${JSON.stringify(nowhere)};
      await init({ restUrl });
      const model = await new SVC().fit(X, y);
      const before = await model.decisionFunction(X);
      const error = await new KernelPCA().fit(X).catch((error) => error);
      const same = String(await model.decisionFunction(X)) === String(before);
      mkdirSync(dirname(fileURLToPath(restUrl)));
      copyFileSync(${JSON.stringify(join(dist, 'maxmargin-rest.wasm'))}, fileURLToPath(restUrl));
      const later = await new KernelPCA().fit(X).then(String);
      console.log(JSON.stringify({ code: error.code, message: error.message, same, later }));
    `);
    assert.equal(outcome.code, 'ERR_RUNTIME_LOAD');
    assert.match(outcome.message, /maxmargin-rest\.wasm could not be read \(ENOENT\).*restUrl/);
    assert.ok(outcome.same, 'the model is as it was');
    assert.match(outcome.later, /^KernelPCA/);
  });

  it('a second file that was tampered with, or is of another build, is refused', async () => {
    const tampered = join(folder, 'tampered.wasm');
    const bytes = readFileSync(join(dist, 'maxmargin-rest.wasm'));
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(tampered, bytes);
    const swapped = join(folder, 'swapped.wasm');
    copyFileSync(join(dist, 'maxmargin.wasm'), swapped);
    const errors = await printed(`
      import { KernelPCA, init } from 'maxmargin';
      ${data}
      const errors = [];
      for (const restUrl of ${JSON.stringify([tampered, swapped].map((path) => pathToFileURL(path).href))}) {
        await init({ restUrl });
        errors.push(await new KernelPCA().fit(X).catch(({ code, message }) => code + ' ' + message));
      }
      console.log(JSON.stringify(errors));
    `);
    for (const error of errors) {
      assert.match(error, /^ERR_RUNTIME_LOAD .*SHA-256 is .*deploy maxmargin-rest\.wasm again/);
    }
  });

  it('a call that waits for the second file can be aborted, and ended by terminate()', async () => {
    const slow = `
      import { createServer } from 'node:http';
      import { readFileSync } from 'node:fs';
      const answers = [];
      const server = createServer((request, response) => answers.push(response)).listen(0);
      const restUrl = 'http://127.0.0.1:' + server.address().port + '/maxmargin-rest.wasm';
      const serve = () => {
        for (const response of answers.splice(0)) {
          response.setHeader('content-type', 'application/wasm');
          response.end(readFileSync(${JSON.stringify(join(dist, 'maxmargin-rest.wasm'))}));
        }
      };
      const asked = async () => {
        while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      };`;
    const outcome = await printed(`
      import { KernelPCA, SVC, init, terminate } from 'maxmargin';
      ${data}${slow}
      await init({ restUrl });
      const model = await new SVC().fit(X, y);
      const before = String(await model.predict(X));
      const controller = new AbortController();
      const aborted = new KernelPCA().fit(X, { signal: controller.signal }).catch(({ name }) => name);
      await asked();
      controller.abort();
      const first = await aborted;
      serve();
      const same = String(await model.predict(X)) === before;
      await terminate();
      const ended = new KernelPCA().fit(X).catch(({ code }) => code);
      await asked();
      await terminate();
      const second = await ended;
      serve();
      const again = new KernelPCA().fit(X);
      await asked();
      serve();
      console.log(JSON.stringify({ first, same, second, again: String(await again) }));
      process.exit();
    `);
    assert.deepEqual(
      { ...outcome, again: outcome.again.slice(0, 9) },
      { first: 'AbortError', same: true, second: 'ERR_DISPOSED', again: 'KernelPCA' },
    );
  });

  it('a call does not fail with an attempt to load that began before it', async () => {
    const outcome = await printed(`
      import { createServer } from 'node:http';
      import { readFileSync } from 'node:fs';
      import { KernelPCA, SVC, init } from 'maxmargin';
      ${data}
      let asked = 0;
      let refuse = () => {};
      const server = createServer((request, response) => {
        asked++;
        response.setHeader('content-type', 'application/wasm');
        if (asked > 1) response.end(readFileSync(${JSON.stringify(join(dist, 'maxmargin-rest.wasm'))}));
        else refuse = () => response.writeHead(503).end();
      }).listen(0);
      await init({ restUrl: 'http://127.0.0.1:' + server.address().port + '/maxmargin-rest.wasm' });
      const model = await new SVC().fit(X, y);
      await model.predict(X.slice(0, 1)); // which asks for the file without a need
      while (asked === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const needed = new KernelPCA().fit(X).then(String, String);
      setTimeout(refuse, 300);
      console.log(JSON.stringify({ needed: await needed, asked }));
      process.exit();
    `);
    assert.match(outcome.needed, /^KernelPCA/);
    assert.equal(outcome.asked, 2);
  });

  it('a call from onProgress, in the calling thread, may need the second file', async () => {
    const outcome = await printed(`
      import { KernelPCA, SVC, init } from 'maxmargin';
      ${data}
      await init({ worker: false });
      const many = Array.from({ length: 1500 }, (_, i) => [Math.sin(i), Math.cos(7 * i), Math.sin(i * i)]);
      const labels = many.map((_, i) => Math.sin(12.9898 * i * i) > 0);
      const started = [];
      const onProgress = () => {
        if (started.length < 3) started.push(new KernelPCA().fit(X));
        spare.pop()?.dispose(); // enters the program at once
      };
      const spare = [await new SVC().fit(X, y)];
      const svc = await new SVC({ C: 1000, gamma: 0.05, tol: 1e-9, cacheSize: 4, maxTime: 1000 }).fit(many, labels, { onProgress });
      const inner = await Promise.all(started);
      console.log(JSON.stringify({
        inner: inner.map((model) => String(model).slice(0, 9)),
        predicted: (await svc.predict(many)).length,
      }));
      process.exit();
    `);
    assert.ok(outcome.inner.length > 0, 'there was progress');
    assert.ok(outcome.inner.every((name) => name === 'KernelPCA'));
    assert.equal(outcome.predicted, 1500);
  });

  it('blocking use without a second file, or with one that it was given: init says what is missing', async () => {
    const [missing, given] = await printed(`
      import { KernelPCA, init } from 'maxmargin/sync';
      import { readFileSync } from 'node:fs';
      ${data}
      const missing = await init({ restUrl: ${JSON.stringify(nowhere.replace('nowhere', 'gone'))} }).catch(({ code }) => code);
      await init({ restModule: readFileSync(${JSON.stringify(join(dist, 'maxmargin-rest.wasm'))}) });
      console.log(JSON.stringify([missing, String(new KernelPCA().fit(X))]));
    `);
    assert.equal(missing, 'ERR_RUNTIME_LOAD');
    assert.match(given, /^KernelPCA/);
  });

  /** The paths of both files in a folder of their own. */
  function both() {
    const elsewhere = mkdtempSync(join(folder, 'both-'));
    for (const name of ['maxmargin.wasm', 'maxmargin-rest.wasm'])
      copyFileSync(join(dist, name), join(elsewhere, name));
    return [join(elsewhere, 'maxmargin.wasm'), join(elsewhere, 'maxmargin-rest.wasm')];
  }

  it('blocking use in Node loads the second file when a call needs it, or the third time that it would be faster', async () => {
    const [first] = both();
    const outcome = await printed(`
      const joined = [];
      const { Instance } = WebAssembly;
      WebAssembly.Instance = function (module, imports) {
        joined.push(WebAssembly.Module.imports(module).some(({ module }) => module === 'first'));
        return new Instance(module, imports);
      };
      WebAssembly.Instance.prototype = Instance.prototype;
      const count = () => joined.filter(Boolean).length;
      const { KernelPCA, SVC, init, terminate } = await import('maxmargin/sync');
      ${data}
      await init({ wasmUrl: ${JSON.stringify(pathToFileURL(first).href)} });
      const model = new SVC().fit(X, y);
      const counts = [count()];
      const early = Array.from(model.predict(X));
      counts.push(count());
      const later = Array.from(model.predict(X));
      counts.push(count());
      const saved = [model.save(), new SVC().fit(X, y).save()].map((bytes) => bytes.join());
      terminate();
      const rare = String(new KernelPCA().fit(X));
      counts.push(count());
      console.log(JSON.stringify({ counts, early, later, same: saved[0] === saved[1], rare }));
    `);
    assert.deepEqual(outcome.counts, [0, 0, 1, 2]);
    assert.deepEqual(outcome.early, outcome.later);
    assert.ok(outcome.same);
    assert.match(outcome.rare, /^KernelPCA/);
  });

  it('blocking calls within calls, and fits in steps, load the second file when they need it', async () => {
    const outcome = await printed(`
      import { KernelPCA, SVC, init } from 'maxmargin/sync';
      ${data}
      await init();
      const inner = [];
      const onProgress = () => void inner.push(String(new KernelPCA().fit(X)).slice(0, 9));
      const many = Array.from({ length: 1500 }, (_, i) => [Math.sin(i), Math.cos(7 * i), Math.sin(i * i)]);
      const labels = many.map((_, i) => Math.sin(12.9898 * i * i) > 0);
      const options = { C: 1000, gamma: 0.05, tol: 1e-9, cacheSize: 4, maxTime: 1000 };
      const svc = new SVC(options).fit(many, labels, { onProgress });
      console.log(JSON.stringify({ inner, predicted: svc.predict(many).length }));
    `);
    assert.ok(outcome.inner.length > 0, 'there was progress');
    assert.ok(outcome.inner.every((name) => name === 'KernelPCA'));
    assert.equal(outcome.predicted, 1500);
    const steps = await printed(`
      import { SVC, init } from 'maxmargin/sync';
      ${data}
      await init();
      const model = new SVC({ kernel: 'laplacian' });
      for (const report of model.fitSteps(X, y)) void report;
      console.log(JSON.stringify(model.predict(X).length));
    `);
    assert.equal(steps, X.length);
  });

  it('a second file that goes away, or changes, after a blocking start is named by the call that needs it', async () => {
    const [first, rest] = both();
    const outcome = await printed(`
      import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
      import { KernelPCA, SVC, init } from 'maxmargin/sync';
      ${data}
      const rest = ${JSON.stringify(rest)};
      await init({ wasmUrl: ${JSON.stringify(pathToFileURL(first).href)} });
      const model = new SVC().fit(X, y);
      renameSync(rest, rest + '.away');
      const told = [];
      const attempt = (call) => {
        try {
          return String(call());
        } catch ({ code, message }) {
          told.push([code, message]);
        }
      };
      const onProgress = () => {};
      attempt(() => new KernelPCA().fit(X));
      attempt(() => { for (const report of new SVC({ kernel: 'laplacian' }).fitSteps(X, y)) void report; });
      attempt(() => new SVC({ kernel: 'laplacian' }).fit(X, y, { onProgress }));
      const alone = [1, 2, 3, 4].map(() => model.predict(X).length);
      const bytes = readFileSync(rest + '.away');
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(rest, bytes);
      attempt(() => new KernelPCA().fit(X));
      writeFileSync(rest, bytes.subarray(0, 1000));
      attempt(() => new KernelPCA().fit(X));
      copyFileSync(rest + '.away', rest);
      const back = attempt(() => new KernelPCA().fit(X));
      console.log(JSON.stringify({ told, alone, back, again: model.predict(X).length }));
    `);
    assert.deepEqual(outcome.told.map(([code]) => code), Array(5).fill('ERR_RUNTIME_LOAD')); // prettier-ignore
    const messages = outcome.told.map(([, message]) => message);
    for (const message of messages)
      assert.ok(message.startsWith(pathToFileURL(rest).href), message);
    for (const message of messages.slice(0, 3))
      assert.match(message, /ENOENT.*wasmUrl|ENOENT.*restUrl/);
    assert.match(messages[3], /SHA-256/);
    assert.match(messages[4], /SHA-256|could not be compiled/);
    assert.deepEqual(outcome.alone, Array(4).fill(X.length));
    assert.match(outcome.back, /^KernelPCA/);
    assert.equal(outcome.again, X.length);
  });

  it('the second file is looked for beside the first, wherever that is', async () => {
    const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
    for (const name of ['maxmargin.wasm', 'maxmargin-rest.wasm']) {
      copyFileSync(join(dist, name), join(elsewhere, name));
    }
    rmSync(join(elsewhere, 'maxmargin-rest.wasm'));
    const url = pathToFileURL(join(elsewhere, 'maxmargin.wasm')).href;
    const message = await printed(`
      import { KernelPCA, init } from 'maxmargin';
      ${data}
      await init({ wasmUrl: ${JSON.stringify(url)} });
      console.log(JSON.stringify(await new KernelPCA().fit(X).catch(({ message }) => message)));
    `);
    assert.ok(message.startsWith(new URL('maxmargin-rest.wasm', url).href), message);
  });
});
