/** Calls with few dense rows, which cross to Go in another way: same answers, same errors. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { script } from './support/child.mjs';
import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { takesTargets } from './support/targets.mjs';

const many = blobs({ n: 600, d: 8, k: 3, apart: 2, seed: 5 }); // 4800 numbers: too many for a small call
const few = { X: many.X.slice(0, 60), y: many.y.slice(0, 60) };
const values = few.X.map(([a, b]) => a - b);
const operations = ['predict', 'decisionFunction', 'predictProba', 'transform'];

/** What a method gives for each row, as arrays, from one call or from one call for each. */
const rowsOf = (given, rows) => {
  const all = Array.from(given);
  return Array.from({ length: rows }, (_, i) =>
    all.slice((i * all.length) / rows, ((i + 1) * all.length) / rows),
  );
};

for (const [way, api] of Object.entries({ maxmargin, 'maxmargin/sync': sync })) {
  describe(`small calls of ${way}`, { timeout: 900_000 }, () => {
    before(() => api.init({ onWarning() {} }));
    after(() => api.terminate());

    it('give for every machine the bits that a call with many rows gives', async () => {
      let compared = 0;
      for (const [name, { kind }] of Object.entries(api.catalog)) {
        const model = new api[name]();
        const labelled = kind === 'classifier' || /FisherDiscriminant$/.test(name);
        const y = labelled ? few.y : values;
        await (takesTargets(name, kind) || labelled ? model.fit(few.X, y) : model.fit(few.X));
        for (const operation of operations) {
          const whole = await Promise.resolve()
            .then(() => model[operation]?.(many.X))
            .catch(() => undefined);
          if (whole === undefined) continue;
          const rows = rowsOf(whole, many.X.length);
          for (const [from, to] of [
            [0, 1],
            [7, 8],
            [599, 600],
            [10, 30],
          ]) {
            const part = await model[operation](many.X.slice(from, to));
            assert.deepEqual(rowsOf(part, to - from), rows.slice(from, to), `${name}.${operation}`);
            assert.equal(part.shape?.[1], whole.shape?.[1]);
            compared++;
          }
        }
      }
      assert.ok(compared > 120, `${compared}`);
    });

    it('fit every machine to the bits that a fit with a watcher has', async () => {
      for (const [name, { kind }] of Object.entries(api.catalog)) {
        const labelled = kind === 'classifier' || /FisherDiscriminant$/.test(name);
        const targets = takesTargets(name, kind) || labelled ? [labelled ? few.y : values] : [];
        const fit = async (...settings) =>
          (await new api[name]().fit(few.X, ...targets, ...settings)).save();
        assert.deepEqual(await fit(), await fit({ onProgress() {} }), name);
      }
    });

    it('fit longer than a small call may, to the same bits and warnings', async () => {
      const X = Array.from({ length: 90 }, (_, i) => [Math.sin(i * i), Math.cos(3 * i)]);
      const y = X.map((_, i) => (i * i) % 7 > 2);
      const fit = (settings) =>
        new api.SVC({ C: 1e6, gamma: 1, tol: 1e-9, maxIter: 200_000 }).fit(X, y, settings);
      const model = await fit();
      assert.equal(model.fitInfo.iterations, 200_000); // far more than 10 ms of work
      const watched = await fit({ onProgress() {} });
      assert.deepEqual(await model.save(), await watched.save());
      assert.deepEqual(model.fitInfo.warnings, watched.fitInfo.warnings);
      assert.equal(model.fitInfo.status, watched.fitInfo.status);
    });

    it('refuse what fits with a watcher refuse', async () => {
      for (const [settings, options] of [
        [{ sampleWeight: few.y.map(() => 0) }, {}],
        [{}, { kernel: 'chi2' }],
        [{}, { C: Infinity, kernel: 'linear', maxTime: 1e-9 }],
      ]) {
        const fit = async (more) => {
          try {
            await new api.SVC(options).fit(few.X, few.y, { ...settings, ...more });
            return 'fitted';
          } catch ({ code, message, details }) {
            return { code, message, details };
          }
        };
        assert.deepEqual(await fit(), await fit({ onProgress() {} }));
      }
    });

    it('give pipelines, probabilities and both shapes of decisions', async () => {
      const { makePipeline, StandardScaler, SVC } = api;
      const machine = new SVC({ probability: 'sigmoid', study: { decisionFunctionShape: 'ovo' } });
      const model = await makePipeline(new StandardScaler(), machine).fit(many.X, many.y);
      const [row] = many.X;
      const first = (given) => rowsOf(given, many.X.length)[0];
      for (const operation of ['predict', 'decisionFunction', 'predictProba']) {
        const part = await model[operation]([row]);
        assert.deepEqual(Array.from(part), first(await model[operation](many.X)), operation);
      }
      for (const shape of ['ovr', 'ovo']) {
        const part = await model.decisionFunction([row], { shape });
        assert.deepEqual([...part], first(await model.decisionFunction(many.X, { shape })), shape);
      }
    });

    it('take rows of all forms, and refuse what calls with many rows refuse', async () => {
      const { SVC } = api;
      const model = await new SVC().fit(few.X, few.y);
      const [row] = few.X;
      const [label] = await model.predict(many.X);
      for (const X of [
        [row],
        [Float32Array.from(row, Math.fround)],
        [Float64Array.from(row)],
        { data: Float64Array.from(row), rows: 1, cols: 8 },
        { data: Float64Array.from([9, ...row]).subarray(1), shape: [1, 8] },
        { data: row, indptr: [0, 8], indices: [0, 1, 2, 3, 4, 5, 6, 7], rows: 1, cols: 8 },
      ]) {
        assert.deepEqual(await model.predict(X), [label]);
      }
      const broken = (at, value) => row.map((v, j) => (j === at ? value : v));
      for (const [X, error] of [
        [[row.slice(1)], { code: 'ERR_FEATURE_COUNT' }],
        [[[...row, 1]], { code: 'ERR_FEATURE_COUNT' }],
        [[broken(3, NaN)], { code: 'ERR_NONFINITE' }],
        [[broken(3, Infinity)], { code: 'ERR_NONFINITE' }],
        [['text'], { code: 'ERR_TYPE' }],
        [[[]], { code: 'ERR_EMPTY' }],
        [[], { code: 'ERR_EMPTY' }],
      ]) {
        await fails(() => model.predict(X), error);
      }
      await fails(() => model.predictProba([row]), {});
      assert.deepEqual(await model.predict([row]), [label]);
    });

    it('see the model of the last fit, and memory that has grown', async () => {
      const { SVC } = api;
      const model = new SVC();
      for (let round = 0; round < 3; round++) {
        const n = 400 * (round + 1);
        const { X, y } = blobs({ n, d: 40, k: 2, apart: 1, seed: round });
        await model.fit(X, y);
        const whole = await model.decisionFunction(X);
        for (const i of [0, n - 1]) {
          assert.equal((await model.decisionFunction([X[i]]))[0], whole[i]);
        }
      }
      model.dispose();
      await fails(() => model.predict([many.X[0]]), { code: 'ERR_DISPOSED' });
    });

    it('are many: the collector runs in between', async () => {
      const { SVC } = api;
      const model = await new SVC().fit(few.X, few.y);
      const [row] = few.X;
      const [value] = await model.decisionFunction([row]);
      const rounds = api === sync ? 60_000 : 5000;
      for (let i = 0; i < rounds; i++) {
        const [now] = await model.decisionFunction([row]);
        if (now !== value) assert.equal(now, value, `call ${i}`);
      }
    });
  });
}

describe('small calls beside other work', { timeout: 900_000 }, () => {
  const hard = blobs({ n: 1500, d: 4, apart: 0.1, seed: 2 });

  it('in the worker, between the slices of a fit', async () => {
    const { SVC } = maxmargin;
    const model = await new SVC().fit(few.X, few.y);
    const labels = await model.predict(many.X);
    let fitting = true;
    let answered = 0;
    const slow = new SVC({ C: 1000, gamma: 0.05, tol: 1e-9, maxTime: 1500 });
    const fit = slow.fit(hard.X, hard.y).finally(() => (fitting = false));
    while (fitting) {
      const i = answered++ % 600;
      const [label] = await model.predict([many.X[i]]);
      assert.equal(label, labels[i]);
    }
    await fit;
    assert.ok(answered > 5, `${answered} answers while it was fitted`);
    await maxmargin.terminate();
  });

  it('in onProgress of a fit that blocks', () => {
    const { SVC } = sync;
    const model = new SVC().fit(few.X, few.y);
    const labels = model.predict(many.X);
    let answered = 0;
    new SVC({ C: 1000, gamma: 0.05, tol: 1e-9, maxTime: 500 }).fit(hard.X, hard.y, {
      onProgress() {
        assert.deepEqual(model.predict([many.X[answered]]), [labels[answered]]);
        answered++;
      },
    });
    assert.ok(answered > 1, `${answered} answers`);
    sync.terminate();
  });

  it('a thousand at once are answered in their order', async () => {
    const { SVC } = maxmargin;
    const model = await new SVC().fit(few.X, few.y);
    const labels = await model.predict(many.X);
    const order = [];
    const all = await Promise.all(
      Array.from({ length: 1000 }, (_, i) =>
        model.predict([many.X[i % 600]]).then(([label]) => (order.push(i), label)),
      ),
    );
    assert.deepEqual(
      all,
      all.map((_, i) => labels[i % 600]),
    );
    assert.deepEqual(
      order,
      all.map((_, i) => i),
    );
    await maxmargin.terminate();
  });

  it('without a second file they go the ordinary way', async () => {
    const { stdout, stderr } = await script(`
      import { SVC, init } from 'maxmargin';
      await init({ restUrl: new URL('./nowhere/maxmargin-rest.wasm', import.meta.url) });
      const X = ${JSON.stringify(few.X.map((row) => row.slice(0, 2)))};
      const y = ${JSON.stringify(few.y.map((label) => `class ${label % 2}`))};
      const model = await new SVC({ C: 3 }).fit(X, y);
      const whole = await model.predict(X);
      const labels = [];
      for (let i = 0; i < 20; i++) {
        labels.push((await model.predict([X[i]]))[0] === whole[i]);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      console.log(labels.join(''));
    `);
    assert.equal(stdout, `${'true'.repeat(20)}\n`, stderr);
  });
});
