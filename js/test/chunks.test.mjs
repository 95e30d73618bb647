/** Fits to rows that come in chunks, beside fits to all rows at once, in both forms. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { script } from './support/child.mjs';
import { blobs, flat, shared, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { entry } from './support/project.mjs';

const { LowRankSVC, LowRankSVR, StandardScaler, createEngine, kernels, load, terminate } = maxmargin; // prettier-ignore
const { readCsvChunks } = await import(entry('data.mjs'));

before(() => sync.init({ onWarning: () => {} }));
before(() => maxmargin.init({ onWarning: () => {} }));
after(() => terminate());

const { X, y } = blobs({ n: 400, d: 3, k: 3, apart: 1.5, seed: 5, labels: (i) => 'abc'[i] });
const target = X.map(([a, b]) => Math.sin(a) + b);
const options = { nComponents: 25, gamma: 0.5 };

/** Rows of X, y and other lists, in chunks that end at these rows. */
function* cut(lists, ...ends) {
  let begin = 0;
  for (const end of [...ends, lists.X.length]) {
    yield Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [name, list.slice(begin, end)]),
    );
    begin = end;
  }
}

async function* later(chunks) {
  for (const chunk of chunks) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    yield chunk;
  }
}

/** Rows of LIBSVM's format. */
function rowsOf(text, d) {
  const targets = [];
  const rows = text.trim().split('\n').map((line) => {
    const [first, ...pairs] = line.trim().split(/\s+/);
    targets.push(Number(first));
    const row = Array(d).fill(0);
    for (const pair of pairs) row[pair.split(':')[0] - 1] = Number(pair.split(':')[1]);
    return row;
  }); // prettier-ignore
  return { X: rows, y: targets };
}

describe('fitChunks', { timeout: 900_000 }, () => {
  for (const [name, api] of Object.entries({ maxmargin, 'maxmargin/sync': sync })) {
    it(`of ${name} gives the bytes of fit for one chunk, and a model like it for several`, async () => {
      const sampleWeight = X.map((_, i) => [1, 2, 0, 0.5][i % 4]);
      const sampleEpsilon = X.map((_, i) => (i % 2 ? 0.01 : 0.2));
      for (const [Class, labels, more, given] of [
        [api.LowRankSVC, y, {}, {}],
        [api.LowRankSVC, y, { classWeight: { a: 2, c: 3 }, precision: 'int16' }, { sampleWeight }],
        [api.LowRankSVC, y, { loss: 'logistic', classWeight: 'balanced', gamma: 'scale' }, {}],
        [api.LowRankSVC, y.map((label) => label === 'a'), { landmarks: 'leverage' }, {}],
        [api.LowRankSVR, target, { C: 10 }, {}],
        [api.LowRankSVR, target, { precision: 'int16' }, { sampleWeight, sampleEpsilon }],
      ]) {
        const whole = await new Class({ ...options, ...more }).fit(X, labels, given);
        const lists = { X, y: labels, ...given };
        const once = new Class({ ...options, ...more });
        assert.equal(await once.fitChunks([lists]), once);
        assert.deepEqual(await once.save(), await whole.save());
        const several = new Class({ ...options, ...more });
        await several.fitChunks(cut(lists, 250, 251, 390));
        const split = await new Class({ ...options, ...more }).fitChunks([...cut(lists, 250)]);
        assert.deepEqual(await several.save(), await split.save());
        assert.ok(several.supportIndices.every((i) => i < 250));
        assert.ok((await several.score(X, labels)) > (await whole.score(X, labels)) - 0.1);
        const again = await api.load(await several.save());
        assert.deepEqual(await again.predict(X), await several.predict(X));
      }
    });

    it(`of ${name} takes samples as fit does, and classes that come late`, async () => {
      const bytes = { data: Uint8Array.from(X.flat(), (v) => 128 + 20 * v), rows: 400, cols: 3, scale: 1 / 20 }; // prettier-ignore
      const texts = X.map((_, i) => (y[i] === 'a' ? 'aab' : 'bba') + 'ab'.repeat(i % 5));
      for (const [samples, more] of [
        [flat(X), {}],
        [sparse(X), {}],
        [bytes, {}],
        [texts, { kernel: 'spectrum', nComponents: 4, gamma: undefined }],
      ]) {
        const { gamma, ...rest } = { ...options, ...more };
        const made = () => new api.LowRankSVC(gamma ? { gamma, ...rest } : rest);
        const whole = await made().fit(samples, y);
        const once = await made().fitChunks([{ X: samples, y }]);
        assert.deepEqual(await once.save(), await whole.save());
      }
      const mixed = new api.LowRankSVC(options);
      await mixed.fitChunks([{ X: X.slice(0, 300), y: y.slice(0, 300) }, { X: sparse(X.slice(300)), y: y.slice(300) }]); // prettier-ignore
      const same = await new api.LowRankSVC(options).fitChunks(cut({ X, y }, 300));
      const [a, b] = [await mixed.decisionFunction(X), await same.decisionFunction(X)];
      assert.ok(a.every((v, i) => Math.abs(v - b[i]) < 1e-6));

      const order = X.map((_, i) => i).sort((i, j) => (y[i] < y[j] ? 1 : y[i] > y[j] ? -1 : i - j));
      const sorted = { X: order.map((i) => X[i]), y: order.map((i) => y[i]) };
      const late = await new api.LowRankSVC({ ...options, nComponents: 100 }).fitChunks(cut(sorted, 150, 300)); // prettier-ignore
      assert.deepEqual(late.classes, ['a', 'b', 'c']);
      assert.ok((await late.score(X, y)) > 0.7);

      const records = X.map(([p, q, r]) => ({ p, q, r }));
      const turned = X.map(([p, q, r]) => ({ r, p, q }));
      const named = await new api.LowRankSVC(options).fitChunks([
        { X: records.slice(0, 300), y: y.slice(0, 300) },
        { X: turned.slice(300), y: y.slice(300) },
      ]);
      assert.deepEqual(named.featureNames, ['p', 'q', 'r']);
      assert.deepEqual(await named.decisionFunction(turned), b);

      const moved = flat(X);
      await new api.LowRankSVC(options).fitChunks([{ X: moved, y }], { transfer: true });
      assert.equal(moved.data.length, 0);
    });

    it(`of ${name} says which chunk is wrong, and what is`, async () => {
      const model = await new api.LowRankSVC(options).fit(X, y);
      const before = await model.save();
      const good = { X: X.slice(0, 300), y: y.slice(0, 300) };
      const refuses = async (chunks, expected) => {
        const error = await fails(async () => model.fitChunks(chunks), expected);
        assert.deepEqual(await model.save(), before); // the earlier fit stays
        return error;
      };
      await refuses([], { code: 'ERR_EMPTY', argument: 'chunks' });
      for (const chunks of [undefined, null, 7, {}, X[0][0]]) {
        await refuses(chunks, { code: 'ERR_TYPE', argument: 'chunks' });
      }
      const second = (chunk, code, argument, message = []) =>
        refuses([good, { ...good, ...chunk }], {
          ...{ code, argument, details: { chunk: 1 } },
          message: [/^chunks\[1\]: /, ...message],
        });
      await second({ X: good.X.map((row) => row.slice(1)) }, 'ERR_FEATURE_COUNT', 'X', [/2 features.*has 3/]); // prettier-ignore
      await second({ X: good.X.map((row, i) => (i === 7 ? [1, NaN, 2] : row)) }, 'ERR_NONFINITE', 'X'); // prettier-ignore
      await second({ X: [] }, 'ERR_EMPTY', 'X');
      await second({ X: good.X.map(() => 'text') }, 'ERR_TYPE', 'X');
      await second({ X: undefined }, 'ERR_TYPE', 'chunks', [/\{ X, y \}/]);
      await second({ y: undefined }, 'ERR_TYPE', 'y', [/target/]);
      await second({ y: good.y.slice(1) }, 'ERR_SHAPE', 'y');
      await second({ y: good.y.map((_, i) => i % 2) }, 'ERR_TYPE', 'y', [/strings/]);
      await second({ y: good.y.map((label, i) => (i === 9 ? null : label)) }, 'ERR_TYPE', 'y');
      await second({ sampleWeight: good.y.map(() => 1) }, 'ERR_TYPE', 'sampleWeight', [/all chunks/]); // prettier-ignore
      const weighted = { ...good, sampleWeight: good.y.map(() => 1) };
      await refuses([weighted, good], { code: 'ERR_TYPE', argument: 'sampleWeight' });
      const negative = { ...good, sampleWeight: good.y.map((_, i) => -i) };
      await refuses([weighted, negative], { code: 'ERR_WEIGHT', details: { chunk: 1, row: 1 } });
      const one = good.y.map(() => 'a');
      await refuses(
        [
          { ...good, y: one },
          { ...good, y: one },
        ],
        { code: 'ERR_ONE_CLASS' },
      );
      await fails(async () => new api.LowRankSVR(options).fitChunks([{ X, y }]), { code: 'ERR_TYPE', argument: 'y' }); // prettier-ignore
      await fails(async () => model.fitChunks([good], { sampleWeight: [1] }), { code: 'ERR_OPTION_UNKNOWN' }); // prettier-ignore
      await fails(async () => model.fitChunks([good], { workers: 2 }), { code: 'ERR_OPTION_UNKNOWN' }); // prettier-ignore
    });

    it(`of ${name} refuses options that need all rows`, async () => {
      for (const [more, argument] of [
        [{ probability: 'sigmoid' }, 'probability'],
        [{ warmStart: true }, 'warmStart'],
        [{ kernel: 'precomputed', gamma: undefined }, 'kernel'],
        [{ kernel: (a, b) => a[0] * b[0], gamma: undefined }, 'kernel'],
        [{ classWeight: { d: 2 } }, 'classWeight'],
      ]) {
        const { gamma, ...rest } = { ...options, ...more };
        const model = new api.LowRankSVC(gamma ? { gamma, ...rest } : rest);
        await fails(async () => model.fitChunks([{ X, y }]), { code: 'ERR_OPTION', argument });
      }
      assert.equal(new api.SVC().fitChunks, undefined);
      assert.equal(api.makePipeline(new api.StandardScaler(), new api.LowRankSVC()).fitChunks, undefined); // prettier-ignore
    });

    it(`of ${name} has the chunks closed when it fails, and fails with their error`, async () => {
      let closed = 0;
      function* endless(at, what) {
        try {
          for (let i = 0; ; i++) yield i === at ? what : { X, y };
        } finally {
          closed++;
        }
      }
      const model = new api.LowRankSVC(options);
      await fails(async () => model.fitChunks(endless(2, { X: [[1]], y: ['a'] })), { code: 'ERR_FEATURE_COUNT' }); // prettier-ignore
      assert.equal(closed, 1);
      const own = new Error('the file is gone');
      const broken = function* () {
        yield { X, y };
        throw own;
      };
      await assert.rejects(async () => model.fitChunks(broken()), own);
      const throwing = () => {
        throw own;
      };
      const sees = (onProgress) => async () => model.fitChunks(endless(-1), { onProgress });
      await assert.rejects(sees(throwing), own);
      await fails(sees(() => false), { code: 'ERR_STOPPED', argument: 'onProgress' }); // prettier-ignore
      const controller = new AbortController();
      const { signal } = controller;
      const aborting = ({ rows }) => void (rows > 2000 && controller.abort());
      await assert.rejects(async () => model.fitChunks(endless(-1), { signal, onProgress: aborting }), { name: 'AbortError' }); // prettier-ignore
      await assert.rejects(async () => model.fitChunks(endless(-1), { signal }), { name: 'AbortError' }); // prettier-ignore
      assert.equal(closed, 4); // the last one did not begin
      await fails(async () => model.predict(X), { code: 'ERR_NOT_FITTED' });
      await model.fitChunks(cut({ X, y }, 200));
      assert.ok((await model.score(X, y)) > 0.7);
    });

    it(`of ${name} lets other calls in between, but not of its own model`, async () => {
      const model = new api.LowRankSVC(options);
      const other = new api.LowRankSVC(options);
      const seen = [];
      const chunks = async function* () {
        for (const chunk of cut({ X, y }, 100, 250)) {
          seen.push(await fails(async () => model.fit(X, y), { code: 'ERR_BUSY' }));
          await other.fitChunks(cut({ X, y }, 300));
          await other.predict(X);
          yield chunk;
        }
      };
      const blocking = function* () {
        for (const chunk of cut({ X, y }, 100, 250)) {
          assert.throws(() => model.fit(X, y), { code: 'ERR_BUSY' });
          seen.push(other.fitChunks(cut({ X, y }, 300)).predict(X));
          yield chunk;
        }
      };
      await model.fitChunks(api === sync ? blocking() : chunks());
      assert.equal(seen.length, 3);
      const alone = await new api.LowRankSVC(options).fitChunks(cut({ X, y }, 100, 250));
      assert.deepEqual(await model.save(), await alone.save());
      const same = await new api.LowRankSVC(options).fitChunks(cut({ X, y }, 300));
      assert.deepEqual(await other.save(), await same.save());
    });

    it(`of ${name} reports rows, and then the passes`, async () => {
      const many = blobs({ n: 20_000, d: 4, k: 2, apart: 0.5, seed: 9 });
      const reports = [];
      const onProgress = (report) => void reports.push(report);
      const model = new api.LowRankSVC({ nComponents: 60, tol: 1e-4, C: 100, gamma: 2 });
      await model.fitChunks(cut(many, 5000, 10_000, 15_000), { onProgress });
      const coming = reports.filter(({ rows }) => rows !== undefined);
      const passes = reports.filter(({ rows }) => rows === undefined);
      // Reports come 20 times a second at most, so that a fast machine gives one before the passes.
      assert.ok(coming.length > 0 && coming.every(({ fraction }) => fraction === 0));
      assert.ok(coming.every(({ rows }, i) => i === 0 || rows >= coming[i - 1].rows));
      const known = ['landmarks', 'eigenvectors', 'features'];
      assert.ok(coming.every(({ phase }) => known.includes(phase)));
      assert.ok(passes.length > 0 && passes.every(({ fraction }) => fraction >= 0));
      const stopped = new api.LowRankSVC({ nComponents: 60, tol: 1e-9, C: 1000, gamma: 2 });
      await stopped.fitChunks(cut(many, 5000), { onProgress: ({ iteration }) => !(iteration > 2) });
      assert.equal(stopped.status, 'stopped');
    });
  }

  it('takes async chunks and promises of them, but not in maxmargin/sync', async () => {
    const wanted = await new LowRankSVC(options).fitChunks(cut({ X, y }, 100, 250));
    const chunks = [...cut({ X, y }, 100, 250)];
    const async = await new LowRankSVC(options).fitChunks(later(chunks));
    assert.deepEqual(await async.save(), await wanted.save());
    const promises = chunks.map((chunk) => Promise.resolve(chunk));
    const promised = await new LowRankSVC(options).fitChunks(promises);
    assert.deepEqual(await promised.save(), await wanted.save());
    const stream = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    const streamed = await new LowRankSVC(options).fitChunks(stream);
    assert.deepEqual(await streamed.save(), await wanted.save());
    await fails(() => new sync.LowRankSVC(options).fitChunks(later(chunks)), {
      code: 'ERR_TYPE',
      argument: 'chunks',
      message: /without \/sync/,
    });
    await assert.rejects(async () => new LowRankSVC(options).fitChunks([Promise.reject(new Error('no'))]), /no/); // prettier-ignore
  });

  it('takes what readCsvChunks yields as it is', async () => {
    const lines = X.map((row, i) => [...row, y[i]].join(','));
    const file = () => new Blob([`p,q,r,kind\n${lines.join('\n')}\n`]);
    const read = (chunkRows) => readCsvChunks(file(), { target: 'kind', chunkRows });
    const model = await new LowRankSVC(options).fitChunks(read(150));
    const same = await new LowRankSVC(options).fitChunks(cut({ X, y }, 150, 300));
    assert.deepEqual(model.featureNames, ['p', 'q', 'r']);
    assert.deepEqual(await model.decisionFunction(X), await same.decisionFunction(X));
    await fails(
      () => new LowRankSVC(options).fitChunks(readCsvChunks(file(), { ignore: ['kind'] })),
      {
        message: /target/,
        argument: 'y',
      },
    );
    const scaled = async function* () {
      let scaler;
      for await (const chunk of read(150)) {
        scaler ??= await new StandardScaler().fit(chunk.X);
        yield { ...chunk, X: await scaler.transform(chunk.X) };
      }
    };
    await new LowRankSVC(options).fitChunks(scaled());
  });

  it('ends at once when it is aborted while a chunk is awaited', async () => {
    const controller = new AbortController();
    let closed = false;
    const chunks = {
      [Symbol.asyncIterator]: () => ({
        sent: 0,
        next() {
          if (this.sent++ === 0) return Promise.resolve({ done: false, value: { X, y } });
          setTimeout(() => controller.abort(), 20);
          return new Promise(() => {});
        },
        return() {
          closed = true;
          return new Promise(() => {});
        },
      }),
    };
    const model = new LowRankSVC(options);
    await assert.rejects(model.fitChunks(chunks, { signal: controller.signal }), {
      name: 'AbortError',
    });
    assert.ok(closed);
    const disposed = new LowRankSVC(options);
    const fit = disposed.fitChunks({
      async *[Symbol.asyncIterator]() {
        yield { X, y };
        setTimeout(() => disposed.dispose(), 20);
        await new Promise(() => {});
      },
    });
    await fails(() => fit, { code: 'ERR_DISPOSED' });
  });

  it('fails when the runtime ends in between', async () => {
    const model = await new LowRankSVC(options).fit(X, y);
    const ending = async function* () {
      yield { X, y };
      await terminate();
      yield { X, y };
    };
    await fails(() => model.fitChunks(ending()), { code: 'ERR_DISPOSED', message: /terminate/ });
    assert.ok((await model.score(X, y)) > 0.7);
    const blocking = function* () {
      yield { X, y };
      sync.terminate();
      yield { X, y };
    };
    const other = new sync.LowRankSVC(options);
    await fails(() => other.fitChunks(blocking()), { code: 'ERR_RUNTIME_CRASHED', message: /call fitChunks again/ }); // prettier-ignore
    assert.ok(other.fitChunks(cut({ X, y }, 200)).score(X, y) > 0.7);
  });

  it('works in engines, also when the chunks take longer than their workers stay', async () => {
    const slow = async function* () {
      for (const chunk of cut({ X, y }, 200)) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        yield chunk;
      }
    };
    const wanted = await new LowRankSVC(options).fitChunks(cut({ X, y }, 200));
    for (const settings of [{ idle: 50 }, { workers: 2 }, { memory: 64 }]) {
      const engine = createEngine(settings);
      const model = engine.own(new LowRankSVC(options));
      await model.predict(X).catch(() => {}); // the worker of the engine is there, and idle
      await engine.own(new LowRankSVC(options)).fit(X, y);
      await model.fitChunks(slow());
      assert.deepEqual(await model.save(), await wanted.save());
      assert.deepEqual(await model.predict(X), await wanted.predict(X));
      await engine.terminate();
    }
  });

  it('refuses chunks for which there is no memory, before they are copied', async () => {
    const rows = 100_000;
    const data = new Float64Array(rows * 3).map((_, i) => Math.sin(i));
    const labels = Int32Array.from({ length: rows }, (_, i) => i % 2);
    const endless = function* () {
      for (;;) yield { X: { data, rows, cols: 3 }, y: labels };
    };
    const engine = createEngine({ memory: 100 });
    const model = engine.own(new LowRankSVC({ nComponents: 20 }));
    const error = await fails(() => model.fitChunks(endless()), {
      code: 'ERR_MEMORY_BUDGET',
      argument: 'X',
      message: [/nComponents/, /int16/],
    });
    assert.ok(error.details.chunk >= 1 && error.details.needed > error.details.available);
    await engine.own(new LowRankSVC(options)).fit(X, y);
    await engine.terminate();
  });

  it('holds one chunk at a time, and gives all memory back', async () => {
    const { stdout, stderr } = await script(
      `
      import { LowRankSVC, memory } from 'maxmargin';
      const held = [];
      const seen = [];
      const chunks = {
        [Symbol.asyncIterator]: () => ({
          async next() {
            for (let turn = 0; turn < 3; turn++) {
              await new Promise((resolve) => setTimeout(resolve, 20));
              gc();
            }
            seen.push(held.filter((ref) => ref.deref()).length);
            if (held.length === 6) return { done: true };
            const data = Float64Array.from({ length: 3000 }, (_, i) => Math.sin(i * i));
            const chunk = { X: { data, rows: 1000, cols: 3 }, y: Array.from(data.subarray(0, 1000), (v) => v > 0) };
            held.push(new WeakRef(chunk), new WeakRef(data));
            return { done: false, value: chunk };
          },
        }),
      };
      await new LowRankSVC({ nComponents: 10 }).fitChunks(chunks);
      console.log(JSON.stringify({ seen, total: (await memory()).total }));
      `,
      { flags: ['--expose-gc'] },
    );
    assert.ok(stdout, stderr);
    assert.deepEqual(JSON.parse(stdout), { seen: [0, 0, 0, 0], total: 0 });
  });

  it('fails when its worker is ended from outside, and works without a worker', async () => {
    const { stdout, stderr } = await script(
      `
      import { syncBuiltinESMExports } from 'node:module';
      import threads from 'node:worker_threads';
      const workers = [];
      threads.Worker = class extends threads.Worker {
        constructor(...args) {
          super(...args);
          workers.push(this);
        }
      };
      syncBuiltinESMExports();
      const { LowRankSVC, init, terminate } = await import('maxmargin');
      const X = Array.from({ length: 200 }, (_, i) => [Math.sin(i * i), Math.cos(i)]);
      const y = X.map(([a, b]) => a > b);
      const ending = async function* (killing) {
        for (let chunk = 0; chunk < 3; chunk++) {
          yield { X, y };
          if (chunk === killing) await Promise.all(workers.map((worker) => worker.terminate()));
        }
      };
      const codes = [];
      for (const killing of [0, 2]) {
        await new LowRankSVC().fitChunks(ending(killing)).catch(({ code }) => codes.push(code));
      }
      const model = await new LowRankSVC().fitChunks(ending());
      const values = await model.decisionFunction(X);
      await terminate();
      await init({ worker: false });
      const count = workers.length;
      const here = await new LowRankSVC().fitChunks(ending());
      const same = (await here.decisionFunction(X)).every((v, i) => v === values[i]);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      const endless = async function* () { for (;;) yield { X, y }; };
      await here.fitChunks(endless(), { signal: controller.signal }).catch(({ name }) => codes.push(name));
      console.log(JSON.stringify({ codes, same, more: workers.length - count }));
      `,
    );
    assert.ok(stdout, stderr);
    assert.deepEqual(JSON.parse(stdout), {
      codes: ['ERR_RUNTIME_CRASHED', 'ERR_RUNTIME_CRASHED', 'AbortError'],
      same: true,
      more: 0,
    });
  });

  const abalone = shared('libsvm', 'abalone_scale');
  it('comes close to fit on abalone, in ten chunks', { skip: abalone.skip }, async () => {
    const set = rowsOf(abalone.read(), 8);
    const ends = Array.from({ length: 9 }, (_, i) => 400 * (i + 1));
    const made = () => new LowRankSVR({ C: 10, gamma: 1, nComponents: 100, landmarks: 'random' });
    const whole = await made().fit(set.X, set.y);
    const parts = await made().fitChunks(cut(set, ...ends));
    assert.ok(Math.abs((await parts.score(set.X, set.y)) - (await whole.score(set.X, set.y))) < 0.01); // prettier-ignore
    const once = await made().fitChunks([set]);
    assert.deepEqual(await once.save(), await whole.save());
  });

  const letters = shared('libsvm', 'letter.scale.t');
  it('comes close to fit on letters, in chunks of 1000', { skip: letters.skip }, async () => {
    const set = rowsOf(letters.read(), 16);
    const half = Math.floor(set.y.length / 2);
    const train = { X: set.X.slice(0, half), y: set.y.slice(0, half) };
    const test = [set.X.slice(half), set.y.slice(half)];
    const ends = Array.from({ length: Math.floor((half - 1) / 1000) }, (_, i) => 1000 * (i + 1));
    const made = () => new sync.LowRankSVC({ C: 10, gamma: 1, nComponents: 200 });
    const whole = made().fit(train.X, train.y);
    const parts = made().fitChunks(cut(train, ...ends));
    const [wanted, got] = [whole.score(...test), parts.score(...test)];
    assert.ok(wanted > 0.75 && Math.abs(got - wanted) < 0.05, `${got} and ${wanted}`);
    assert.equal(parts.classes.length, 26);
  });

  it('is kept in files as any other fit', async () => {
    const model = await new LowRankSVR({ kernel: kernels.laplacian(), nComponents: 20 }).fitChunks(cut({ X, y: target }, 100)); // prettier-ignore
    for (const file of [await model.save(), JSON.parse(JSON.stringify(model))]) {
      const again = await load(file);
      assert.deepEqual(await again.predict(X), await model.predict(X));
      assert.deepEqual(again.dualityGaps, model.dualityGaps);
    }
    assert.ok(model.fitTime >= 0);
  });
});
