/** Scalers, pipelines and probabilities, on both hosts. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs, sparse, xor } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const raw = blobs({ n: 120, d: 3, k: 3, apart: 3, seed: 4, labels: (i) => 'abc'[i] });
/** The same clouds in features of very different size. */
const X = raw.X.map(([a, b, c]) => [1000 * a + 5000, 0.01 * b, c - 7]);
const { y } = raw;
const targets = raw.X.map(([a, b]) => a - b);
const numbers = (values) => Array.from(values);

for (const [way, api] of forms(import.meta.url)) {
  const { LinearSVC, MinMaxScaler, Normalizer, OneClassSVM, Pipeline } = api;
  const { SGDClassifier, SVC, SVR, StandardScaler, load, makePipeline } = api;
  before(() => api === sync && sync.init());

  describe(`scalers, ${way}`, { timeout: 900_000 }, () => {
    it('scale by their formulas, and back', async () => {
      const scaler = await new StandardScaler().fit([
        [1, 10],
        [3, 10],
      ]);
      assert.deepEqual(
        [numbers(scaler.mean), numbers(scaler.scale)],
        [
          [2, 10],
          [1, 1],
        ],
      );
      const made = await scaler.transform([[5, 11]]);
      assert.deepEqual(
        [numbers(made), made.shape],
        [
          [3, 1],
          [1, 2],
        ],
      );
      assert.deepEqual(numbers(await scaler.inverseTransform(made)), [5, 11]);

      const range = new MinMaxScaler({ featureRange: [-1, 1], clip: true });
      assert.deepEqual(numbers(await range.fitTransform([[0], [4], [3]])), [-1, 1, 0.5]);
      assert.deepEqual(numbers(await range.transform([[9]])), [1]);
      assert.equal(String(range), 'MinMaxScaler({featureRange: [-1, 1], clip: true})');
      const again = await load(await range.save());
      assert.deepEqual(again.getParams(), { featureRange: [-1, 1], clip: true });

      const rows = await new Normalizer().fitTransform([
        [3, 4],
        [0, 0],
      ]);
      assert.deepEqual(numbers(rows), [0.6, 0.8, 0, 0]);
      assert.equal('inverseTransform' in rows, false);
    });

    it('keep sparse samples sparse, or say why not', async () => {
      const table = sparse([
        [0, 2],
        [4, 0],
      ]);
      const scaler = new StandardScaler({ withMean: false });
      const made = await scaler.fitTransform(table);
      assert.deepEqual(
        [numbers(made.indices), numbers(made.data)],
        [
          [1, 0],
          [2, 2],
        ],
      );
      assert.deepEqual(numbers((await scaler.inverseTransform(made)).data), [2, 4]);
      await fails(() => new StandardScaler().fit(table), {
        code: 'ERR_OPTION',
        argument: 'withMean',
      });
      const range = new MinMaxScaler({ featureRange: [-1, 1] });
      await fails(() => range.fit(table), { code: 'ERR_OPTION', argument: 'featureRange' });
    });

    it('take weights', async () => {
      const scaler = new StandardScaler();
      await scaler.fit([[1], [2], [9]], { sampleWeight: [3, 1, 0] });
      assert.deepEqual(numbers(scaler.mean), [1.25]);
    });

    it('refuse wrong ranges, and the default cannot be changed', async () => {
      for (const featureRange of [[1, 0], [0], [0, NaN], [0, Infinity], 'ab', 3]) {
        assert.throws(() => new MinMaxScaler({ featureRange }), {
          code: 'ERR_OPTION',
          argument: 'featureRange',
        });
      }
      assert.throws(() => (new MinMaxScaler().getParams().featureRange[0] = 5), TypeError);
      assert.deepEqual(new MinMaxScaler().getParams().featureRange, [0, 1]);
    });
  });

  describe(`missing values, ${way}`, { timeout: 900_000 }, () => {
    const { GridSearch, KNNImputer, SimpleImputer, crossValidate } = api;
    const gaps = [NaN, null, undefined];
    /** The samples with gaps, and the same with NaN. */
    const holed = (gap) => X.map((row, i) => row.map((value, j) => ((i + j) % 7 ? value : gap(i))));
    const mixed = holed((i) => gaps[i % 3]);
    const plain = holed(() => NaN);
    const columns = Object.fromEntries(['a', 'b', 'c'].map((name, j) => [name, mixed.map((row) => row[j])])); // prettier-ignore

    it('are filled in, in every form that samples have', async () => {
      const wanted = numbers(await new SimpleImputer().fitTransform(plain));
      assert.ok(wanted.every(Number.isFinite));
      const flat = { data: mixed.flat(), rows: X.length, cols: 3 };
      assert.deepEqual(numbers(await new SimpleImputer().fitTransform(mixed)), wanted);
      assert.deepEqual(numbers(await new SimpleImputer().fitTransform(columns)), wanted);
      assert.deepEqual(numbers(await new SimpleImputer().fitTransform(flat)), wanted);
      const rows = [{ a: 1, b: 2 }, { b: 4 }, { a: null, b: undefined }];
      assert.deepEqual(numbers(await new SimpleImputer().fitTransform(rows)), [1, 2, 1, 4, 1, 3]);
    });

    it('go through pipelines, folds, searches and files', async () => {
      for (const first of [new SimpleImputer({ addIndicator: true }), new KNNImputer()]) {
        const model = await makePipeline(first, new StandardScaler(), new SVC()).fit(mixed, y);
        assert.ok((await model.score(mixed, y)) > 0.9);
        const predicted = await model.predict(plain);
        assert.deepEqual(await model.predict(mixed), predicted);
        const again = await load(await model.save());
        assert.deepEqual(await again.predict(mixed), predicted);
        assert.deepEqual(await again.predict([mixed[0]]), [predicted[0]]);
        const { mean } = await crossValidate(model, mixed, y, { folds: 3 });
        assert.ok(mean > 0.8, String(mean));
      }
      const search = new GridSearch(makePipeline(new SimpleImputer(), new SVC()), {
        simpleimputer__strategy: ['mean', 'median', 'mostFrequent', 'constant'],
      });
      await search.fit(mixed, y);
      assert.ok(search.bestScore > 0.3 && search.results.every(({ error }) => !error));
      const byName = await makePipeline(new SimpleImputer(), new SVC()).fit(columns, y);
      assert.deepEqual(byName.featureNames, ['a', 'b', 'c']);
      assert.deepEqual(await byName.predict([{ c: 1, a: 2 }, { a: 2, b: null, c: 1 }]), await byName.predict([{ a: 2, b: NaN, c: 1 }, { a: 2, b: NaN, c: 1 }])); // prettier-ignore
    });

    it('are refused everywhere else, as infinite numbers are everywhere', async () => {
      await fails(() => new SVC().fit(plain, y), { code: 'ERR_NONFINITE', argument: 'X' });
      await fails(() => new SVC().fit(mixed, y), { code: 'ERR_TYPE', argument: 'X' });
      const late = makePipeline(new StandardScaler(), new SimpleImputer(), new SVC());
      await fails(() => late.fit(plain, y), { code: 'ERR_NONFINITE', argument: 'X' });
      const infinite = [[1, Infinity], [2, 3]]; // prettier-ignore
      await fails(() => new SimpleImputer().fit(infinite), { code: 'ERR_NONFINITE' });
      const words = [[1, 'two'], [2, 3]]; // prettier-ignore
      await fails(() => new SimpleImputer().fit(words), { code: 'ERR_TYPE', argument: 'X' });
    });
  });

  describe(`SelectKBest, ${way}`, { timeout: 900_000 }, () => {
    const { SelectKBest } = api;
    const counts = X.map(([a], i) => [i % 3, 5, Math.round(Math.abs(a)), (7 * i) % 5]);

    it('learns from classes and numbers, alone and in a pipeline', async () => {
      const classes = await new SelectKBest({ k: 1 }).fit(counts, y);
      assert.deepEqual(numbers(classes.selected), [0]);
      assert.equal(classes.scores[1], 0);
      const values = counts.map((row) => row[3] + 0.1 * row[0]);
      const made = await new SelectKBest({ k: 1 }).fitTransform(counts, values);
      assert.deepEqual(
        [numbers(made), made.shape],
        [counts.map((row) => row[3]), [counts.length, 1]],
      );
      const pipeline = makePipeline(new SelectKBest({ k: 2, score: 'chi2' }), new SVC());
      await pipeline.fit(counts, y);
      assert.ok([...pipeline.namedSteps.selectkbest.selected].includes(0));
      const { bestParams } = await new api.GridSearch(pipeline, {
        selectkbest__k: [1, 2],
      }).fit(counts, y);
      assert.ok(bestParams.selectkbest__k > 0);
      const again = await load(await pipeline.save());
      assert.deepEqual(await again.predict(counts), await pipeline.predict(counts));
    });

    it('may be the last step of a pipeline, which then learns from y, too', async () => {
      for (const lesson of [y, targets]) {
        const scaled = await new StandardScaler().fitTransform(counts);
        const alone = await new SelectKBest({ k: 2 }).fit(scaled, lesson);
        const pipeline = makePipeline(new StandardScaler(), new SelectKBest({ k: 2 }));
        const made = await pipeline.fitTransform(counts, lesson);
        assert.deepEqual(made, await alone.transform(scaled));
        assert.deepEqual(pipeline.namedSteps.selectkbest.scores, alone.scores);
        const again = await load(await pipeline.save());
        assert.deepEqual(await again.transform(counts), made);
      }
      const bare = makePipeline(new StandardScaler(), new SelectKBest());
      await fails(() => bare.fit(counts), { code: 'ERR_TYPE', argument: 'y' });
    });

    it('says what it needs', async () => {
      await fails(() => new SelectKBest().fit(counts), { code: 'ERR_TYPE', argument: 'y' });
      const model = await new SelectKBest({ k: 1 }).fit(counts, y);
      await fails(() => model.fit(counts, y.slice(1)), { code: 'ERR_SHAPE', argument: 'y' });
      await model.fit(counts, y); // the failed fit is over
      await fails(() => new SelectKBest({ score: 'chi2' }).fit(counts, targets), {
        code: 'ERR_OPTION',
        argument: 'score',
      });
      await fails(() => makePipeline(new SelectKBest(), new OneClassSVM()).fit(counts), {
        code: 'ERR_TYPE',
        argument: 'y',
      });
    });
  });

  describe(`pipelines, ${way}`, { timeout: 900_000 }, () => {
    it('equal their steps, one after the other', async () => {
      const scaler = new StandardScaler();
      const scaled = await scaler.fitTransform(X);
      for (const [Machine, lesson] of [
        [SVC, [y]],
        [LinearSVC, [y]],
        [SVR, [targets]],
        [OneClassSVM, []],
      ]) {
        const pipeline = await makePipeline(new StandardScaler(), new Machine()).fit(X, ...lesson);
        const alone = await new Machine().fit(scaled, ...lesson);
        assert.deepEqual(await pipeline.predict(X), await alone.predict(scaled));
        if (Machine !== SVR) {
          const decided = await pipeline.decisionFunction(X);
          assert.deepEqual(decided, await alone.decisionFunction(scaled));
        }
        if (lesson.length > 0) {
          assert.equal(await pipeline.score(X, ...lesson), await alone.score(scaled, ...lesson));
        }
      }
    });

    it('show what their steps have learnt, and the steps work', async () => {
      const pipeline = await makePipeline(new StandardScaler(), new SVC({ C: 3 })).fit(X, y);
      const { standardscaler, svc } = pipeline.namedSteps;
      assert.deepEqual(
        pipeline.steps.map(([name]) => name),
        ['standardscaler', 'svc'],
      );
      assert.deepEqual(pipeline.classes, ['a', 'b', 'c']);
      assert.ok(Math.abs(standardscaler.mean[2] + 7) < 0.5);
      assert.equal(svc.supportVectors.shape[0], svc.supportIndices.length);
      assert.deepEqual(svc.classes, ['a', 'b', 'c']);
      const scaled = await standardscaler.transform(X);
      assert.deepEqual(await svc.predict(scaled), await pipeline.predict(X));
      const alone = await load(await svc.save());
      assert.ok(alone instanceof SVC);
      assert.deepEqual(await alone.predict(scaled), await pipeline.predict(X));
      assert.ok(pipeline.converged && pipeline.objective < 0);
      assert.equal(pipeline.fitInfo.warnings.length, 0); // of scales
    });

    it('make copies of their steps', async () => {
      const own = new SVC();
      const pipeline = makePipeline(new StandardScaler(), own);
      pipeline.setParams({ svc__C: 9 });
      await pipeline.fit(X, y);
      assert.equal(own.getParams().C, 1);
      await fails(() => own.predict(X), { code: 'ERR_NOT_FITTED' });
      pipeline.dispose();
      pipeline.dispose();
      await fails(() => pipeline.predict(X), { code: 'ERR_DISPOSED' });
      await own.fit(xor.X, xor.y);
    });

    it('have the options of their steps', async () => {
      const pipeline = makePipeline(new StandardScaler(), new SVC({ C: 3 }));
      const params = pipeline.getParams();
      assert.deepEqual([params.svc__C, params.standardscaler__withMean], [3, true]);
      pipeline.setParams({ svc__C: 5, standardscaler__withStd: false });
      assert.equal(
        String(pipeline),
        'Pipeline(standardscaler: StandardScaler({withStd: false}), svc: SVC({C: 5}))',
      );
      const refused = { svc__C: 7, svc__gama: 1 };
      await fails(() => pipeline.setParams(refused), {
        code: 'ERR_OPTION_UNKNOWN',
        details: { nearest: 'svc__gamma' },
      });
      const range = { standardscaler__withMean: false, svc__C: -1 };
      await fails(() => pipeline.setParams(range), { code: 'ERR_OPTION', argument: 'C' });
      assert.equal(pipeline.getParams().standardscaler__withMean, true); // all or nothing
      assert.equal(pipeline.getParams().svc__C, 5);
      assert.equal(pipeline.clone().getParams().svc__C, 5);
    });

    it('know the names of their input columns, however many features a step returns', async () => {
      const named = X.map(([length, width, height]) => ({ length, width, height }));
      const steps = [new StandardScaler(), new api.KernelPCA({ nComponents: 2 }), new SVC()];
      const model = await makePipeline(...steps).fit(named, y);
      assert.deepEqual(model.featureNames, ['length', 'width', 'height']);
      const again = await load(await model.save());
      assert.deepEqual(again.featureNames, ['length', 'width', 'height']);
      assert.deepEqual(await again.predict(named), await model.predict(named));
    });

    it('are saved, as bytes and as JSON', async () => {
      const steps = [
        ['first', new MinMaxScaler({ featureRange: [-1, 1] })],
        ['second', new MinMaxScaler({ clip: true })],
        ['svc', new SVC({ C: 3, classWeight: { a: 2, b: 1, c: 1 } })],
      ];
      const pipeline = await new Pipeline(steps).fit(X, y);
      for (const again of [
        await load(await pipeline.save()),
        await load(JSON.parse(JSON.stringify(pipeline))),
      ]) {
        assert.ok(again instanceof Pipeline);
        assert.equal(String(again), String(pipeline));
        assert.deepEqual(await again.decisionFunction(X), await pipeline.decisionFunction(X));
        assert.deepEqual(await again.save(), await pipeline.save());
        assert.deepEqual(again.namedSteps.second.dataMax, pipeline.namedSteps.second.dataMax);
      }
      const unfitted = await load(JSON.parse(JSON.stringify(pipeline.clone())));
      await fails(() => unfitted.predict(X), { code: 'ERR_NOT_FITTED' });
      assert.deepEqual(unfitted.getParams().first__featureRange, [-1, 1]);
      for (const change of [{ steps: undefined }, { steps: [{}] }, { steps: [] }]) {
        await fails(() => load({ ...JSON.parse(JSON.stringify(pipeline)), ...change }), {
          code: 'ERR_FORMAT',
        });
      }
    });

    it('give steps of one kind different names', () => {
      const pipeline = makePipeline(new MinMaxScaler(), new MinMaxScaler(), new SVC());
      const names = pipeline.steps.map(([name]) => name);
      assert.deepEqual(names, ['minmaxscaler-1', 'minmaxscaler-2', 'svc']);
    });

    it('refuse what makes no sense, and say why', async () => {
      const svc = new SVC();
      for (const steps of [
        [],
        [
          ['svc', svc],
          ['scaler', new StandardScaler()],
        ],
        [
          ['svc', svc],
          ['svc2', svc],
        ],
        [
          ['a', new StandardScaler()],
          ['a', svc],
        ],
        [['a__b', svc]],
        [[1, svc]],
        [['svc', {}]],
        [['all', makePipeline(svc)]],
        'svc',
      ]) {
        await fails(() => new Pipeline(steps), { code: 'ERR_TYPE', argument: 'steps' });
      }
      const other = api === sync ? maxmargin : sync;
      await fails(() => makePipeline(new other.SVC()), { code: 'ERR_TYPE' });
      const gram = makePipeline(new StandardScaler(), new SVC({ kernel: 'precomputed' }));
      await fails(
        () =>
          gram.fit(
            [
              [1, 0],
              [0, 1],
            ],
            [0, 1],
          ),
        {
          code: 'ERR_OPTION',
          argument: 'kernel',
        },
      );
      const sgd = makePipeline(new StandardScaler(), new SGDClassifier());
      await fails(() => sgd.partialFit(X, y), { code: 'ERR_TYPE', message: /partialFit/ });
      const svr = makePipeline(new StandardScaler(), new SVR());
      await fails(() => svr.decisionFunction(X), { code: 'ERR_TYPE', message: /SVR/ });
      await fails(() => svr.predict(X), { code: 'ERR_NOT_FITTED' });
    });

    it('are searched, fitted anew in every fold', async () => {
      const pipeline = makePipeline(new StandardScaler(), new SVC());
      const folds = await api.makeFolds(X, y, { folds: 3, seed: 2 });
      const search = new api.GridSearch(
        pipeline,
        { svc__C: [1e-6, 1] },
        { folds, warmStarts: false },
      );
      await search.fit(X, y);
      assert.deepEqual(search.bestParams, { svc__C: 1 });
      assert.ok(search.bestEstimator instanceof Pipeline);
      const [first] = folds;
      const rows = (list, at) => Array.from(at, (i) => list[i]);
      const own = pipeline.clone();
      await own.fit(rows(X, first.train), rows(y, first.train));
      const score = await own.score(rows(X, first.test), rows(y, first.test));
      assert.equal(search.results[1].scores[0], score);
      const wrong = { svc__gama: [1] };
      await fails(() => new api.GridSearch(pipeline, wrong), { code: 'ERR_OPTION_UNKNOWN' });
      const tube = makePipeline(new StandardScaler(), new SVR());
      const { mean } = await api.crossValidate(tube, X, targets, { folds: 3 });
      assert.ok(mean > 0.9);
    });

    it('start warm, step by step, and keep the earlier fit when aborted', async () => {
      const pipeline = makePipeline(new StandardScaler(), new SVC({ warmStart: true }));
      await pipeline.fit(X, y);
      const { iterations } = pipeline.fitInfo;
      let last;
      for await (const report of pipeline.fitSteps(X, y)) last = report;
      assert.equal(last.phase, 'done');
      assert.ok(pipeline.fitInfo.iterations <= iterations / 5);
      const expected = await pipeline.predict(X);
      const signal = AbortSignal.abort(new Error('enough'));
      await assert.rejects(async () => pipeline.fit(xor.X, xor.y, { signal }), /enough/);
      assert.deepEqual(await pipeline.predict(X), expected);
    });
  });

  describe(`probabilities, ${way}`, { timeout: 900_000 }, () => {
    it('exist only on request', async () => {
      const model = await new SVC().fit(X, y);
      await fails(() => model.predictProba(X), {
        code: 'ERR_OPTION',
        argument: 'probability',
        message: /'sigmoid'/,
      });
      await fails(() => new SVC({ probability: 'sigmoid' }).predictProba(X), {
        code: 'ERR_NOT_FITTED',
      });
    });

    for (const probability of ['sigmoid', 'isotonic', 'temperature']) {
      it(`${probability}: sum to 1, and agree with predict`, async () => {
        for (const model of [
          new SVC({ probability, gamma: 1 }),
          new LinearSVC({ probability }),
          makePipeline(new StandardScaler(), new SVC({ probability, seed: 3 })),
        ]) {
          await model.fit(X, y);
          const p = await model.predictProba(X);
          assert.deepEqual(p.shape, [120, 3]);
          const predicted = await model.predict(X);
          predicted.forEach((label, i) => {
            const row = numbers(p.subarray(3 * i, 3 * i + 3));
            assert.ok(Math.abs(row[0] + row[1] + row[2] - 1) < 1e-14 && Math.min(...row) >= 0);
            assert.equal(model.classes[row.indexOf(Math.max(...row))], label);
          });
          const again = await load(await model.save());
          assert.deepEqual(await again.predictProba(X), p);
          const { warnings } = model.fitInfo;
          assert.ok(warnings.some(({ code }) => code === 'WARN_FEW_FOR_PROBABILITY'));
        }
      });
    }

    it('are not learnt from batches', async () => {
      const model = new SGDClassifier({ probability: 'sigmoid' });
      await fails(() => model.partialFit(X, y), { code: 'ERR_OPTION', argument: 'probability' });
    });

    it('need two rows of each class', async () => {
      const labels = X.map((_, i) => (i === 0 ? 'rare' : 'common'));
      await fails(() => new SVC({ probability: 'sigmoid' }).fit(X, labels), {
        code: 'ERR_OPTION',
        argument: 'probability',
      });
    });
  });
}

it('pipelines say the same in a worker and blocking', async () => {
  await sync.init();
  const made = ({ StandardScaler, SVC, makePipeline }) =>
    makePipeline(new StandardScaler(), new SVC({ probability: 'sigmoid' })).fit(X, y);
  const worker = await made(maxmargin);
  const blocking = made(sync);
  assert.deepEqual(await worker.predictProba(X), blocking.predictProba(X));
  assert.deepEqual(await worker.save(), blocking.save());
});
