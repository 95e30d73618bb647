/** Engines of createEngine, memory(), idle ends, and workers that searches share. */
import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import threads from 'node:worker_threads';

import { script } from './support/child.mjs';
import { blobs, flat } from './support/made-up.mjs';
import { fails } from './support/faults.mjs';
import { entry } from './support/project.mjs';

setFlagsFromString('--no-concurrent-recompilation'); // see work-in-javascript.test.mjs

/** How many threads were started. */
let started = 0;
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    started++;
  }
};
syncBuiltinESMExports();

const maxmargin = await import(entry('main.mjs'));
const sync = await import(entry('sync.mjs'));

const { X, y } = blobs({ n: 360, d: 3, k: 3, apart: 2, seed: 3 }); // more than 100 rows a class: pairs of smaller ones need no cache
const hard = blobs({ n: 1500, d: 4, apart: 0.1, seed: 2 });
const endless = { C: 1000, gamma: 0.05, tol: 1e-9, maxTime: 1200 };
const nothing = { total: 0, cache: 0, models: [] };

for (const [way, api] of Object.entries({ maxmargin, 'maxmargin/sync': sync })) {
  describe(`engines of ${way}`, { timeout: 900_000 }, () => {
    before(() => api.init({ onWarning() {} }));
    after(() => api.terminate());

    it('do what the common one does, and hold what they own', async () => {
      await api.terminate();
      const like = await new api.SVC().fit(X, y);
      const file = await like.save();
      like.dispose();
      await api.terminate();
      const engine = api.createEngine();
      await engine.init();
      const model = engine.own(new api.SVC());
      assert.equal(await model.fit(X, y), model);
      assert.deepEqual(await model.save(), file);
      assert.ok((await model.score(X, y)) > 0.8);
      assert.deepEqual(await api.memory(), nothing);
      const held = await engine.memory();
      assert.ok(held.total > 2 ** 20 && held.cache > 0, JSON.stringify(held));
      assert.deepEqual(
        held.models.map(({ machine, bytes }) => [machine, bytes]),
        [['SVC', file.length]],
      );
      model.dispose();
      assert.deepEqual((await engine.memory()).models, []);
      assert.equal(await engine.terminate(), undefined);
      assert.deepEqual(await engine.memory(), nothing);
    });

    it('end alone, and models live on', async () => {
      const [one, other] = [api.createEngine(), api.createEngine()];
      await Promise.all([one.init(), other.init()]);
      const model = await one.own(new api.SVC()).fit(X, y);
      const beside = await other.own(new api.SVR()).fit(X, y);
      const values = await model.decisionFunction(X);
      await one.terminate();
      assert.deepEqual(await one.memory(), nothing);
      assert.equal((await other.memory()).models[0].machine, 'SVR');
      assert.deepEqual(await model.decisionFunction(X), values);
      assert.ok((await one.memory()).total > 0);
      for (const engine of [one, other]) await engine[Symbol.asyncDispose]();
      assert.deepEqual(await other.memory(), nothing);
      assert.equal((await beside.predict(X)).length, X.length);
      await other.terminate();
    });

    it('take fitted models over, of all kinds', async () => {
      const texts = y.map((label, i) => `w${label} common${i % 4}`);
      const engine = api.createEngine();
      await engine.init();
      for (const [model, samples, operation] of [
        [new api.SVC({ probability: 'sigmoid' }), X, 'predictProba'],
        [new api.KernelPCA({ nComponents: 2 }), X, 'transform'],
        [new api.GaussianMixture({ nComponents: 2 }), X, 'transform'],
        [new api.CountVectorizer(), texts, 'transform'],
        [api.makePipeline(new api.StandardScaler(), new api.SVC()), X, 'decisionFunction'],
        [api.makePipeline(new api.TfidfVectorizer(), new api.SVC()), texts, 'predict'],
      ]) {
        const given = operation === 'transform' ? [samples] : [samples, y];
        await model.fit(...given);
        const before = await model[operation](samples);
        engine.own(model);
        assert.deepEqual(await model[operation](samples), before, `${model}`);
        await model.fit(...given);
        assert.deepEqual(await model[operation](samples), before, `${model}`);
        for (const step of Object.values(model.namedSteps ?? {})) {
          if (step.transform) assert.ok((await step.transform(samples)) !== undefined);
        }
        model.dispose();
      }
      await engine.terminate();
    });

    it('are refused what they cannot take', async () => {
      const other = api === sync ? maxmargin : sync;
      const engine = api.createEngine();
      for (const given of [undefined, null, 7, {}, new other.SVC(), api.SVC]) {
        await fails(() => engine.own(given), { code: 'ERR_TYPE', argument: 'model' });
      }
      const disposed = new api.SVC();
      disposed.dispose();
      await fails(() => engine.own(disposed), { code: 'ERR_DISPOSED' });
      for (const [settings, argument] of [
        [{ workers: 0 }, 'workers'],
        [{ workers: 1.5 }, 'workers'],
        [{ workers: 65 }, 'workers'],
        [{ idle: 0 }, 'idle'],
        [{ idle: '5' }, 'idle'],
        [{ memory: 31 }, 'memory'],
        [{ memory: NaN }, 'memory'],
        [null, 'settings'],
      ]) {
        await fails(() => api.createEngine(settings), { code: 'ERR_OPTION', argument });
      }
      for (const name of ['onWarning', 'worker', 'wokers']) {
        await fails(() => api.createEngine({ [name]: 2 }), { code: 'ERR_OPTION_UNKNOWN' });
      }
      await fails(() => api.init({ workers: 2 }), { code: 'ERR_OPTION_UNKNOWN' });
    });

    it('refuse requests beyond their memory, which others take', async () => {
      const engine = api.createEngine({ memory: 32 });
      await engine.init();
      const big = {
        data: new Float64Array(6e6).map((_, i) => Math.sin(i)),
        rows: 6000,
        cols: 1000,
      };
      const labels = Array.from({ length: 6000 }, (_, i) => i % 2);
      const scaler = await new api.StandardScaler().fit(big);
      engine.own(scaler);
      const error = await fails(() => scaler.fit(big), {
        code: 'ERR_MEMORY_BUDGET',
        message: [/of the 32 MB that this engine may take/],
      });
      assert.ok(error.details.needed > 47e6);
      await fails(() => engine.own(new api.SVC()).fit(big, labels), { code: 'ERR_MEMORY_BUDGET' });
      const small = await engine.own(new api.SVC({ cacheSize: 1000 })).fit(X, y);
      await engine.terminate();
      await fails(() => scaler.fit(big), { code: 'ERR_MEMORY_BUDGET' });
      assert.equal((await small.predict(X)).length, X.length);
      await engine.terminate();
    });

    it('give their memory back when nobody calls for a while', async () => {
      const engine = api.createEngine({ idle: 150 });
      await engine.init();
      const model = await engine.own(new api.SVC()).fit(X, y);
      const labels = await model.predict(X);
      for (let round = 0; round < 2; round++) {
        assert.ok((await engine.memory()).total > 0);
        for (let tries = 0; tries < 50; tries++) {
          await wait(200);
          if ((await engine.memory()).total === 0) break;
        }
        assert.deepEqual(await engine.memory(), nothing);
        assert.deepEqual(await model.predict(X), labels);
      }
      await engine.terminate();
    });
  });
}

describe('engines with workers', { timeout: 900_000 }, () => {
  after(() => maxmargin.terminate());

  /** The order in which two fits reported, without repetitions. */
  async function order(engine) {
    const told = [];
    const fits = ['a', 'b'].map((name) =>
      engine.own(new maxmargin.SVC(endless)).fit(flat(hard.X), hard.y, {
        onProgress() {
          if (told.at(-1) !== name) told.push(name);
        },
      }),
    );
    await Promise.all(fits);
    return told.join('');
  }

  it('two fit at the same time, one does so one after the other', async () => {
    const [one, two] = [maxmargin.createEngine(), maxmargin.createEngine({ workers: 2 })];
    assert.equal(await order(one), 'ab');
    assert.match(await order(two), /^(ab){2,}a?$|^(ba){2,}b?$/);
    const { models } = await two.memory();
    assert.equal(models.length, 2);
    assert.equal(new Set(models.map(({ model }) => model)).size, 2);
    await Promise.all([one.terminate(), two.terminate()]);
    assert.deepEqual(await two.memory(), nothing);
  });

  it('a model is not moved while it is fitted', async () => {
    const engine = maxmargin.createEngine();
    const model = new maxmargin.SVC(endless);
    const fit = model.fit(flat(hard.X), hard.y);
    await fails(() => engine.own(model), { code: 'ERR_BUSY' });
    await fit;
    assert.equal(engine.own(model), model);
    assert.equal((await model.predict(hard.X.slice(0, 3))).length, 3);
    assert.equal((await engine.memory()).models.length, 1);
    await engine.terminate();
  });

  it('terminate() ends what runs in the engine, and nothing else', async () => {
    const engine = maxmargin.createEngine({ workers: 2 });
    const ended = ['a', 'b', 'c'].map(() =>
      fails(() => engine.own(new maxmargin.SVC(endless)).fit(flat(hard.X), hard.y), {
        code: 'ERR_DISPOSED',
        message: /terminate\(\)/,
      }),
    );
    const beside = new maxmargin.SVC().fit(X, y);
    await engine.terminate();
    await Promise.all(ended);
    assert.equal((await (await beside).predict(X)).length, X.length);
  });

  it('maxmargin/sync has no workers', async () => {
    await fails(() => sync.createEngine({ workers: 2 }), {
      code: 'ERR_OPTION',
      argument: 'workers',
      message: [/calling thread/, /import maxmargin/],
    });
    const engine = sync.createEngine();
    await fails(() => engine.own(new sync.SVC()).fit(X, y), { code: 'ERR_NOT_INITIALIZED' });
  });
});

describe('the workers of searches', { timeout: 900_000 }, () => {
  const settings = { folds: 4, seed: 1, workers: 2 };

  it('start once, serve the next search, and end with terminate()', async () => {
    await maxmargin.terminate();
    const search = () => maxmargin.crossValidate(new maxmargin.SVC(), X, y, settings);
    const { scores } = await search();
    const before = started;
    for (let round = 0; round < 3; round++) assert.deepEqual((await search()).scores, scores);
    const grid = new maxmargin.GridSearch(new maxmargin.SVR(), { C: [1, 10] }, settings);
    await grid.fit(X, y);
    assert.equal(started, before);
    await maxmargin.terminate();
    assert.deepEqual((await search()).scores, scores);
    assert.equal(started - before, 3);
    await maxmargin.terminate();
  });

  it('count as work of an engine that ends when it is idle', async () => {
    await maxmargin.init({ idle: 150, onWarning() {} });
    const machine = new maxmargin.SVC({ ...endless, maxTime: 500 });
    const { scores } = await maxmargin.crossValidate(machine, flat(hard.X), hard.y, settings);
    assert.equal(scores.length, 4);
    for (let tries = 0; tries < 50; tries++) {
      await wait(200);
      if ((await maxmargin.memory()).total === 0) break;
    }
    assert.deepEqual(await maxmargin.memory(), nothing);
    await maxmargin.init({ worker: true });
    await maxmargin.terminate();
  });

  it('do not keep a process alive', async () => {
    // A process that waited for the worker would outlast the limit of this test.
    const { code, stderr } = await script(`
      import { SVC, createEngine, crossValidate } from 'maxmargin';
      const X = ${JSON.stringify(X)}, y = ${JSON.stringify(y)};
      const engine = createEngine({ idle: 3_600_000, workers: 2 });
      await engine.own(new SVC()).fit(X, y);
      await crossValidate(new SVC(), X, y, { workers: 2 });
    `);
    assert.equal(code, 0, stderr);
  });
});

describe('init and fit in one tick', { timeout: 900_000 }, () => {
  for (const first of ['init', 'fit']) {
    it(`${first} first`, async () => {
      await maxmargin.terminate();
      const calls = {
        init: () => maxmargin.init({ onWarning() {} }),
        fit: () => new maxmargin.SVC().fit(X, y),
      };
      const order = first === 'init' ? ['init', 'fit'] : ['fit', 'init'];
      const results = await Promise.all(order.map((name) => calls[name]()));
      const model = results[order.indexOf('fit')];
      assert.equal((await model.predict(X)).length, X.length);
      await maxmargin.terminate();
    });
  }
});
