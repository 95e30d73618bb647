/** Kernels that are functions of the caller: machines, progress, searches, files and errors. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import fc from './support/properties.mjs';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { bothForms } from './support/forms.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { ordered } from './support/ordered.mjs';

const { X, y } = blobs({ n: 60, d: 2, k: 3, apart: 2, seed: 4, labels: (i) => 'abc'[i] });
const values = X.map(([a, b]) => Math.sin(a) + b);
const numbers = (list) => Array.from(list);
const n = X.length;

const linear = (a, b) => a.reduce((sum, v, j) => sum + v * b[j], 0);
const rbf = (gamma) => (a, b) => Math.exp(-gamma * a.reduce((s, v, j) => s + (v - b[j]) ** 2, 0));

/** The number of letters that two words share at their beginnings; samples are words or contain one. */
const words = ['corn', 'cork', 'core', 'oil', 'oils', 'oily', 'coil', 'ship', 'shin', 'shop'];
const kinds = words.map((word) => word[0] === 'c');
const prefix = (a, b) => {
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++;
  return shared + (a === b ? 1 : 0);
};

/** A slow kernel, and a record of its calls. */
const slow = (milliseconds, kernel) => (a, b) => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
  return kernel(a, b);
};

/** Evaluations of a fit: the lower triangle, and a mirror image in each row. */
const ofFit = (rows) => (rows * (rows + 1)) / 2 + rows - 1;

const refused = (code, run, message = []) => fails(run, { code, message });

for (const [way, api] of bothForms) {
  const { GridSearch, KernelPerceptron, KernelRidge, OneClassSVM, SVC, SVDD, SVR } = api;
  const { StandardScaler, crossValidate, kernels, learningCurve, load, makePipeline } = api;
  before(() => api === sync && sync.init());

  describe(`own kernels, ${way}`, { timeout: 900_000 }, () => {
    /** Every machine that has kernels, and what it is fitted to. */
    const machines = Object.entries(api.catalog).flatMap(([name, { kind, options }]) => {
      const kernel = options.find((option) => option.name === 'kernel');
      if (!kernel?.choices?.includes('precomputed') || kind === 'transformer') return [];
      const targets = { classifier: [y], regressor: [values], detector: [] };
      return [[name, targets[kind], ordered({ options }, y)]];
    });

    for (const [name, targets, order] of machines) {
      // An iteration ends near the solution, and takes another path if values differ by rounding.
      const iterates = api.catalog[name].options.some((option) => option.name === 'tol');
      const exact = {
        ...order,
        ...(iterates && { tol: 1e-10 }),
        ...(name.includes('GaussianProcess') && { optimizer: 'none' }),
        // A function gives no k(x, x), and so no variances, on which the most probable rank depends.
        ...(name === 'OrdinalGaussianProcess' && { predicts: 'median' }),
        // A function gives kernel values alone, without columns that a tube could be a sum of.
        ...(name === 'ParametricTubeSVR' && { tube: 'constant' }),
      };
      const tolerance = iterates ? 1e-6 : 1e-10;
      it(`${name} is the same as with the kernel itself, before and after save`, async () => {
        for (const [own, ours] of [
          [linear, 'linear'],
          [rbf(0.5), kernels.rbf({ gamma: 0.5 })],
        ]) {
          const model = await new api[name]({ kernel: own, ...exact }).fit(X, ...targets);
          const wanted = await new api[name]({ kernel: ours, ...exact }).fit(X, ...targets);
          const decide = async (machine) =>
            numbers(await (machine.decisionFunction?.(X) ?? machine.predict(X)));
          const want = await decide(wanted);
          const scale = 1 + Math.max(...want.map(Math.abs));
          const got = await decide(model);
          got.forEach((v, i) =>
            assert.ok(Math.abs(v - want[i]) <= tolerance * scale, `${v} ${want[i]}`),
          );
          if (targets[0] === y) {
            assert.deepEqual(await model.predict(X), await wanted.predict(X));
          }
          for (const kept of [await model.save(), JSON.parse(JSON.stringify(model))]) {
            const again = await load(kept, { kernel: own });
            assert.deepEqual(await decide(again), got);
            assert.equal(again.getParams().kernel, own);
          }
        }
      });

      it(`${name} takes a Gram matrix, and refuses other matrices`, async () => {
        const gram = (A, B) => A.map((a) => B.map((b) => rbf(0.5)(a, b)));
        const machine = () => new api[name]({ ...order, kernel: 'precomputed' });
        const model = await machine().fit(gram(X, X), ...targets);
        assert.equal((await model.predict(gram(X.slice(0, 7), X))).length, 7);
        await refused('ERR_SHAPE', () => machine().fit(gram(X, X.slice(1)), ...targets), /square/);
        const askew = gram(X, X);
        askew[3][1] += 0.1;
        await refused('ERR_KERNEL_ASYMMETRIC', () => machine().fit(askew, ...targets), /X\[3, 1\]/);
        await refused('ERR_FEATURE_COUNT', () => model.predict(gram(X, X.slice(1))));
      });
    }

    it('any linear and Gaussian function is the kernel, to 1e-12', async () => {
      const point = fc.array(
        fc.integer({ min: -40, max: 40 }).map((v) => v / 16),
        {
          minLength: 2,
          maxLength: 2,
        },
      );
      const sets = fc.tuple(
        fc.array(point, { minLength: 4, maxLength: 12 }),
        fc.constantFrom(0.25, 1, 4),
      );
      await fc.assert(
        fc.asyncProperty(sets, async ([points, gamma]) => {
          const labels = points.map((_, i) => i % 2);
          for (const [own, ours] of [
            [linear, kernels.linear()],
            [rbf(gamma), kernels.rbf({ gamma })],
          ]) {
            const fit = (kernel) => new KernelRidge({ kernel, alpha: 1 }).fit(points, labels);
            const [a, b] = [await fit(own), await fit(ours)];
            const [f, g] = [numbers(await a.predict(points)), numbers(await b.predict(points))];
            const scale = 1 + Math.max(...g.map(Math.abs));
            f.forEach((v, i) => assert.ok(Math.abs(v - g[i]) <= 1e-12 * scale, `${v} ${g[i]}`));
            const again = await load(await a.save(), { kernel: own });
            assert.deepEqual(numbers(await again.predict(points)), f);
          }
        }),
        { numRuns: api === sync ? 60 : 8 },
      );
    });

    it('samples are anything: text, trees, maps', async () => {
      const forms = {
        text: [(word) => word, (word) => word],
        trees: [
          (word) => ({ head: word[0], rest: [word.slice(1)] }),
          ({ head, rest }) => head + rest[0],
        ],
        maps: [(word) => new Map([['word', word]]), (map) => map.get('word')],
      };
      for (const [form, [make, read]] of Object.entries(forms)) {
        const kernel = (a, b) => prefix(read(a), read(b));
        const model = await new SVC({ kernel, C: 10 }).fit(words.map(make), kinds);
        assert.deepEqual(await model.predict(words.map(make)), kinds, form);
        assert.equal((await model.predict([make('color')]))[0], true, form);
        if (form === 'maps') {
          const message = /X\[\d\] is an object that JSON cannot hold whole.*plain objects/;
          await refused('ERR_UNSAVABLE', async () => model.save(), message);
          await refused('ERR_UNSAVABLE', async () => JSON.stringify(model), message);
        } else {
          const again = await load(await model.save(), { kernel });
          assert.deepEqual(await again.predict(words.map(make)), kinds, form);
        }
      }
    });

    it('predictions compare with the support vectors alone', async () => {
      let calls = 0;
      const kernel = (a, b) => (calls++, rbf(0.5)(a, b));
      const model = await new SVC({ kernel }).fit(X, y);
      assert.equal(calls, ofFit(n));
      assert.ok(model.supportIndices.length < n);
      for (const machine of [model, await load(await model.save(), { kernel })]) {
        calls = 0;
        await machine.predict(X.slice(0, 5));
        assert.equal(calls, 5 * model.supportIndices.length);
      }
    });

    it('SVDD calls the kernel for k(x, x) of new samples if it differs between samples', async () => {
      const model = await new SVDD({ kernel: linear, tol: 1e-9 }).fit(X);
      const wanted = await new SVDD({ kernel: 'linear', tol: 1e-9 }).fit(X);
      const want = numbers(await wanted.decisionFunction(X));
      numbers(await model.decisionFunction(X)).forEach((v, i) =>
        assert.ok(Math.abs(v - want[i]) < 1e-6),
      );
      const gram = X.map((a) => X.map((b) => linear(a, b)));
      const given = await new SVDD({ kernel: 'precomputed', tol: 1e-9 }).fit(gram);
      await refused('ERR_FEATURE_COUNT', () => given.predict(gram), /k\(x, x\)/);
      const wide = gram.map((row, i) => [...row, row[i]]);
      assert.deepEqual(await given.predict(wide), await wanted.predict(X));
    });

    it('diagnostics, warm starts and regression work', async () => {
      const options = { kernel: rbf(0.5), tol: 1e-7 };
      const two = y.map((label) => label === 'a');
      const model = await new SVC({ ...options, warmStart: true }).fit(X, two);
      const given = await new SVC({ ...options, kernel: kernels.rbf({ gamma: 0.5 }) }).fit(X, two);
      const [a, b] = [await model.diagnostics(X, two), await given.diagnostics(X, two)];
      assert.ok(Math.abs(a.norm - b.norm) < 1e-9);
      assert.deepEqual(a.status, b.status);
      model.setParams({ C: 10 });
      await model.fit(X, two);
      const fresh = await new SVC({ ...options, C: 10 }).fit(X, two);
      assert.ok(Math.abs(model.objective - fresh.objective) < 1e-4);
      assert.ok((await (await new SVR(options).fit(X, values)).score(X, values)) > 0.9);
    });

    it('fits and predictions report progress, and stop', async () => {
      const kernel = slow(0.1, rbf(0.5));
      const reports = [];
      const onProgress = (report) => void reports.push(report);
      const model = await new SVC({ kernel }).fit(X, y, { onProgress });
      const own = reports.filter(({ phase }) => phase === 'kernel');
      assert.ok(own.length >= 2, `${own.length} reports`);
      own.reduce((before, { fraction }) => {
        assert.ok(fraction > before && fraction <= 1);
        return fraction;
      }, 0);
      reports.length = 0;
      await model.predict([...X, ...X], { onProgress });
      assert.ok(reports.length >= 2 && reports.every(({ phase }) => phase === 'kernel'));

      const stop = { onProgress: () => false };
      const kept = numbers(await model.decisionFunction(X));
      await refused('ERR_STOPPED', () => model.fit(X, y, stop), /stopped/);
      await refused('ERR_STOPPED', () => model.predict(X, stop), /stopped/);
      const thrown = new Error('mine');
      const throwing = {
        onProgress: () => {
          throw thrown;
        },
      };
      await assert.rejects(async () => model.fit(X, y, throwing), thrown);
      const aborted = { signal: AbortSignal.abort(thrown) };
      await assert.rejects(async () => model.fit(X, y, aborted), thrown);
      await assert.rejects(async () => model.predict(X, aborted), thrown);
      assert.deepEqual(numbers(await model.decisionFunction(X)), kept);
    });

    it('fitSteps has reports of kernel values, and can be left', async () => {
      const kernel = slow(0.05, rbf(0.5));
      const model = new SVC({ kernel });
      const phases = [];
      for await (const { phase } of model.fitSteps(X, y)) phases.push(phase);
      assert.equal(phases[0], 'kernel');
      assert.equal(phases.at(-1), 'done');
      assert.equal((await model.predict(X)).length, n);
    });

    it('cross-validation and searches compute the matrix once for each kernel', async () => {
      let calls = 0;
      const kernel = (a, b) => (calls++, rbf(0.5)(a, b));
      const ours = kernels.rbf({ gamma: 0.5 });
      const settings = { seed: 2, workers: 2 };
      const own = await crossValidate(new SVC({ kernel }), X, y, settings);
      assert.equal(calls, ofFit(n));
      const want = await crossValidate(new SVC({ kernel: ours }), X, y, settings);
      assert.deepEqual(own.scores, want.scores);
      calls = 0;
      const grid = { kernel: [kernel, ours], C: [0.1, 1, 10] };
      const search = await new GridSearch(new SVC(), grid, { ...settings, nested: 2 }).fit(X, y);
      assert.equal(calls, ofFit(n));
      const [mine, theirs] = [search.results.slice(0, 3), search.results.slice(3)];
      assert.deepEqual(
        mine.map(({ mean }) => mean),
        theirs.map(({ mean }) => mean),
      );
      assert.equal(search.bestParams.kernel, kernel);
      assert.equal((await search.bestEstimator.predict(X)).length, n);
      calls = 0;
      const curve = await learningCurve(new SVC({ kernel }), X, y, { trainSizes: [0.5, 1] });
      assert.equal(calls, ofFit(n));
      assert.ok(curve.rows.every(({ complete }) => complete));
      const failing = new SVC({ kernel: () => NaN });
      await refused('ERR_FUNCTION', () => crossValidate(failing, X, y));
    });

    it('without its function a model says what it needs', async () => {
      const model = await new SVC({ kernel: linear }).fit(X, y);
      const message = /load\(bytes, \{ kernel \}\)/;
      for (const kept of [await model.save(), JSON.parse(JSON.stringify(model))]) {
        const again = await load(kept);
        assert.deepEqual(again.supportIndices, model.supportIndices);
        await refused('ERR_FUNCTION_MISSING', () => again.predict(X), message);
        await refused('ERR_FUNCTION_MISSING', () => again.fit(X, y), message);
      }
      await refused(
        'ERR_OPTION',
        async () => load(await model.save(), { kernel: 'rbf' }),
        /kernel/,
      );
      const ours = await (await new SVC().fit(X, y)).save();
      await refused('ERR_OPTION', async () => load(ours, { kernel: linear }), /leave it out/);
      await refused('ERR_OPTION_UNKNOWN', async () => load(ours, { kernal: linear }), /kernel/);
    });

    it('is printed by its name, and copied', () => {
      const model = new SVC({ kernel: linear });
      assert.equal(String(model), 'SVC({kernel: linear})');
      assert.equal(model.clone().getParams().kernel, linear);
    });

    it('wrong results of a kernel are errors that name the pair', async () => {
      const fit = (kernel, samples = X) =>
        new SVC({ kernel }).fit(samples, y.slice(0, samples.length));
      const bad = new Error('no such tree');
      const throwing = (a, b) => {
        if (a === X[4] && b === X[2]) throw bad;
        return linear(a, b);
      };
      const error = await refused(
        'ERR_FUNCTION',
        () => fit(throwing),
        /kernel\(X\[4\], X\[2\]\) threw/,
      );
      assert.equal(error.cause, bad);
      assert.deepEqual(error.details, { row: 4, column: 2 });
      for (const value of [NaN, Infinity, '1', undefined, 1n, null]) {
        await refused(
          'ERR_FUNCTION',
          () => fit(() => value),
          /X\[0\].*must return a finite number/,
        );
      }
      await refused('ERR_FUNCTION', () => fit(async () => 1), /returned a promise/);
      await refused('ERR_KERNEL_ASYMMETRIC', () => fit((a, b) => a[0] - b[1]), /X\[0\].*X\[1\]/);
      await refused('ERR_TYPE', () => fit(linear, 'text'), /one entry for each sample/);
      await refused('ERR_EMPTY', () => fit(linear, []));
      const scaled = makePipeline(new StandardScaler(), new SVC({ kernel: linear }));
      await refused('ERR_OPTION', () => scaled.fit(X, y), /Pipeline/);
      await refused('ERR_OPTION', async () => kernels.sum(linear, kernels.rbf()), /within it/);
      const online = new KernelPerceptron({ kernel: linear });
      await online.fit(X, y);
      await refused('ERR_OPTION', () => online.partialFit(X, y), /cannot go on learning/);
      const outside = await new OneClassSVM({ kernel: linear }).fit(X);
      await refused('ERR_FUNCTION', () => outside.predict([[NaN, 1]]), /training sample \d+/);
    });
  });
}

describe('own kernels in a worker', { timeout: 900_000 }, () => {
  it('do not block the event loop, and end in the middle when a signal aborts', async () => {
    const kernel = slow(0.2, linear);
    const controller = new AbortController();
    let turns = 0;
    const timer = setInterval(() => ++turns === 3 && controller.abort(new Error('enough')), 5);
    const model = new maxmargin.SVC({ kernel });
    await assert.rejects(model.fit(X, y, { signal: controller.signal }), /enough/);
    clearInterval(timer);
    await model.setParams({ kernel: linear }).fit(X, y);
    assert.equal((await model.predict(X)).length, n);
  });

  it('of models that were forged are refused', async () => {
    const bytes = sync.load((await new sync.SVC({ kernel: linear }).fit(X, y)).save(), {
      kernel: linear,
    });
    const json = JSON.parse(JSON.stringify(bytes));
    for (const change of [
      (text) => text.replace('"kept":[', '"kept":[1,'),
      (text) => text.replace('"of":60', '"of":99'),
      (text) => text.replace('"of"', '"if"'),
    ]) {
      const text = Buffer.from(json.bytes, 'base64').toString('latin1');
      assert.notEqual(change(text), text);
      const forged = Buffer.from(change(text), 'latin1');
      await refused('ERR_FORMAT', async () => sync.load(forged, { kernel: linear }));
    }
  });
});
