/**
 * The setting device of fits, predictions and searches, with a GPU that errs as WGSL allows: what comes out
 * beside what the processor gives, and what happens where the GPU fails, is lost, is not there, or is not
 * wanted. browser/webgpu.test.mjs has the shaders compiled.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { random } from './support/data.mjs';
import { fakeGpu } from './support/gpu.mjs';
import { gpus, maxmargin, sync } from './support/maxmargin.mjs';

const { sharedGPU, webgpu } = gpus;
const { GridSearch, HalvingSearch, RandomSearch, NuSVC, OneClassSVM, SVC, SVR, Nystroem } =
  maxmargin;
const { LinearSVC, StandardScaler, crossValidate, learningCurve, makePipeline } = maxmargin;

const warned = [];
before(() => maxmargin.init({ onWarning: (warning) => warned.push(warning) }));
before(() => sync.init());
beforeEach(() => (warned.length = 0));

const next = random(31);
const n = 300;
const X = Array.from({ length: n }, () => Array.from({ length: 4 }, () => 2 * next()));
const three = X.map((row) => (row[0] > 1.3 ? 'a' : row[1] + next() > 1.5 ? 'b' : 'c'));
const two = X.map((row) => (row[0] + row[1] * row[2] + next() / 2 > 2.2 ? 'yes' : 'no'));
const numbers = X.map((row) => Math.sin(3 * row[0]) + row[1] * row[3] + next() / 5);

/** A GPU of maxmargin/webgpu over one that is made up. */
async function made(how) {
  const fake = fakeGpu({ random: random(5), ...how });
  return { gpu: await webgpu({ gpu: fake }), used: fake.used };
}

/** What a search found, without times. */
const found = ({ results, bestParams, bestIndex, bestScore, rounds }) => ({
  bestParams,
  bestIndex,
  bestScore,
  results: results.map(({ params, mean, scores, rank }) => ({ params, mean, scores, rank })),
  rounds: rounds?.map(({ resources }) => resources),
});

const grid = { C: [0.5, 2, 8], gamma: [0.1, 0.5] };
// Two solutions within the usual tolerance, 1e-3, may differ in the class of a row that lies between them.
const svc = (options) => new SVC({ tol: 1e-6, ...options });
const searches = {
  'a grid': () => new GridSearch(svc(), grid, { folds: 3 }),
  'a grid without warm starts': () => new GridSearch(svc(), grid, { folds: 3, warmStarts: false }), // prettier-ignore
  'a nested grid that prunes': () => new GridSearch(svc(), { C: [0.01, 4] }, { folds: 3, nested: 2, prune: true }), // prettier-ignore
  'several measures, classes against the rest': () => new GridSearch(svc({ multiClass: 'ovr' }), { C: [1, 4] }, { folds: 3, scoring: ['accuracy', 'f1Macro'], refit: 'f1Macro' }), // prettier-ignore
  'points drawn at random': () => new RandomSearch(svc(), { C: { logUniform: [0.1, 10] }, gamma: [0.1, 1] }, { candidates: 4, folds: 3, seed: 2 }), // prettier-ignore
  'rounds that halve': () => new HalvingSearch(svc(), { C: [0.1, 1, 4, 8] }, { folds: 2, factor: 2 }), // prettier-ignore
  'a pipeline': () => new GridSearch(makePipeline(new StandardScaler(), svc()), { svc__C: [1, 4], svc__gamma: [0.1, 0.5] }, { folds: 3 }), // prettier-ignore
  'kernels of several kinds': () => new GridSearch(svc(), { kernel: ['linear', 'poly', 'laplacian'] }, { folds: 3 }), // prettier-ignore
};

describe('searches on a GPU', { timeout: 900_000 }, () => {
  for (const [name, make] of Object.entries(searches))
    it(`find what they find on the processor: ${name}`, async () => {
      const { gpu, used } = await made();
      const y = name.startsWith('several') ? three : two;
      const plain = await make().fit(X, y);
      const search = await make().fit(X, y, { device: gpu });
      assert.deepEqual(found(search), found(plain));
      assert.deepEqual(search.nested?.scores, plain.nested?.scores);
      const { fleet, bestEstimator } = search;
      assert.deepEqual([fleet.device, fleet.adapter, fleet.lost], ['webgpu', 'fake', 0]);
      assert.ok(fleet.rowsByGPU > 0 && fleet.rowsAgain > 0 && fleet.jobs > 0);
      // Values of poly are up to a thousand.
      assert.ok(fleet.bound > 0 && fleet.bound < (name.startsWith('kernels') ? 1 : 1e-4));
      const best = bestEstimator.steps?.at(-1)[1] ?? bestEstimator;
      assert.equal(best.precision, 'float32');
      const { gpu: report } = bestEstimator.fitInfo;
      assert.deepEqual([report.device, report.why], ['webgpu', '']);
      const { jobs, lost } = fleet;
      assert.deepEqual({ jobs, lost, ...gpu.report }, fleet, 'the fits of the candidates');
      assert.deepEqual(warned, []);
      assert.equal(used.buffers, 0, 'all memory of the device is given back');
      assert.deepEqual(await search.predict(X), await plain.predict(X));
    });

  it('have the scores of regressors and detectors within their tolerance', async () => {
    const inside = (_, predicted) => predicted.filter((v) => v > 0).length / predicted.length;
    for (const [model, y, settings] of [
      [new SVR({ C: 4, tol: 1e-6 }), numbers, { folds: 3, trainScores: true }],
      [new OneClassSVM({ nu: 0.2, tol: 1e-6 }), undefined, { folds: 3, scoring: inside }],
    ]) {
      const { gpu } = await made();
      const [a, b] = [
        await crossValidate(model, X, y, { ...settings, device: gpu }),
        await crossValidate(model, X, y, settings),
      ];
      assert.equal(gpu.report.device, 'webgpu');
      a.scores.forEach((score, f) => assert.ok(Math.abs(score - b.scores[f]) < 1e-5, `${score} and ${b.scores[f]}`)); // prettier-ignore
    }
  });

  it('are those of other curves, and of gpu.fit', async () => {
    const { gpu } = await made();
    const settings = { folds: 3, trainSizes: [0.8, 1] };
    const [a, b] = [
      await learningCurve(new NuSVC({ nu: 0.3, tol: 1e-6 }), X, two, { ...settings, device: gpu }),
      await learningCurve(new NuSVC({ nu: 0.3, tol: 1e-6 }), X, two, settings),
    ];
    assert.deepEqual(a.testScores, b.testScores);
    assert.equal(gpu.report.device, 'webgpu');
    const search = await gpu.fit(new GridSearch(svc(), grid, { folds: 3 }), X, two);
    assert.equal(search.fleet.device, 'webgpu');
    assert.deepEqual(found(search), found(await new GridSearch(svc(), grid, { folds: 3 }).fit(X, two))); // prettier-ignore
  });

  it('go on on the processor where the GPU fails or is lost in the middle, and say so once', async () => {
    const make = () => new GridSearch(svc(), grid, { folds: 3 });
    const plain = found(await make().fit(X, two));
    for (const [submit, why] of [
      [(count) => assert.ok(count !== 12, 'no more memory'), 'the GPU failed: no more memory'],
      [(count, lose) => count === 12 && lose('unplugged'), 'the GPU was lost: unplugged'],
    ]) {
      warned.length = 0;
      const { gpu } = await made({ submit });
      const search = await make().fit(X, two, { device: gpu });
      assert.deepEqual(found(search), plain);
      assert.deepEqual([search.fleet.device, search.fleet.why, gpu.why], ['webgpu', why, why]);
      assert.deepEqual(warned, [{ code: 'WARN_GPU', message: `${why}; the processor computes instead` }]); // prettier-ignore
    }
  });

  it('end by a signal, by onProgress and by maxTime, and go on from what was saved', async () => {
    const make = (more) => new GridSearch(svc(), grid, { folds: 3, ...more });
    const controller = new AbortController();
    const submit = (count) => count === 12 && controller.abort(new Error('enough'));
    const { gpu } = await made({ submit });
    const { signal } = controller;
    await assert.rejects(make().fit(X, two, { device: gpu, signal }), /enough/);
    const stopped = make();
    let done = 0;
    const onProgress = (report) => {
      done = report.done;
      return done < 6;
    };
    await stopped.fit(X, two, { device: gpu, onProgress });
    assert.ok(stopped.stopped && done >= 6 && done < 18);
    const resumed = await make().fit(X, two, { device: gpu, resume: stopped.save() });
    assert.deepEqual(found(resumed), found(await make().fit(X, two)));
    const timed = await make({ maxTime: 1 }).fit(X, two, { device: gpu });
    assert.ok(timed.stopped);
  });

  it('leave to the processor what is faster there, and say nothing of it', async () => {
    const { gpu, used } = await made();
    const make = () => new GridSearch(svc(), grid, { folds: 3 });
    const search = await gpu.fit(make(), X, two, { device: 'auto' });
    assert.deepEqual(found(search), found(await make().fit(X, two)));
    assert.equal(search.fleet.why, 'the processor is faster');
    // Of each split one job is timed, and no more.
    assert.ok(used.submissions <= 3 * 12, `${used.submissions} submissions`);
    assert.deepEqual(warned, []);
  });

  it('are fitted as without it where machines have no rows for a GPU', async () => {
    const { gpu, used } = await made();
    const make = () => new GridSearch(new LinearSVC(), { C: [1, 2] }, { folds: 3 });
    const search = await make().fit(X, two, { device: gpu });
    assert.deepEqual(found(search), found(await make().fit(X, two)));
    assert.deepEqual([search.fleet.device, used.submissions], ['cpu', 0]);
    assert.match(search.fleet.why, /no rows for a GPU/);
    assert.equal(warned.length, 1);
  });
});

describe('the setting device', { timeout: 600_000 }, () => {
  const { navigator } = globalThis;
  let fake;
  /** The GPU of the page is another one from now on. */
  const plug = (gpu) => {
    const own = Object.defineProperty(Object.create(navigator ?? null), 'gpu', { value: gpu });
    Object.defineProperty(globalThis, 'navigator', { value: own, configurable: true });
  };
  before(() => plug((fake = fakeGpu({ random: random(5) }))));
  after(async () => {
    (await sharedGPU()).close();
    Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  });

  it('fits with the GPU of the page, and the model knows', async () => {
    const model = await svc({ C: 3 }).fit(X, three, { device: 'webgpu' });
    const { gpu: report, gap } = model.fitInfo;
    assert.deepEqual([report.device, report.adapter, report.why], ['webgpu', 'fake', '']);
    assert.ok(report.rowsByGPU > 0 && report.rowsAgain > 0 && report.bound > 0);
    assert.ok(report.gap === gap && gap <= 1e-3);
    assert.deepEqual(report, (await sharedGPU()).report);
    assert.equal((await svc().fit(X, three)).fitInfo.gpu, undefined);
    const again = await maxmargin.load(await model.save());
    assert.equal(again.fitInfo.gpu, undefined, 'a file holds nothing of it');
    const steps = [];
    for await (const step of svc().fitSteps(X, three, { device: 'webgpu' })) steps.push(step);
    assert.equal(steps.at(-1).phase, 'done');
  });

  it('predicts and transforms with it: labels and signs are those of the processor', async () => {
    const model = await svc({ C: 3, probability: 'sigmoid' }).fit(X, three);
    const how = { device: 'webgpu' };
    assert.deepEqual(await model.predict(X, how), await model.predict(X));
    const { report } = await sharedGPU();
    assert.equal(report.device, 'webgpu');
    assert.equal(report.rowsByGPU + report.rowsAgain, n);
    assert.equal(await model.score(X, three, how), await model.score(X, three));
    const pipeline = await makePipeline(new StandardScaler(), new SVR()).fit(X, numbers);
    const [a, b] = [await pipeline.predict(X, how), await pipeline.predict(X)];
    const { bounds } = (await sharedGPU()).report;
    a.forEach((v, i) => assert.ok(Math.abs(v - b[i]) <= bounds[i] && bounds[i] < 0.01));
    const process = await new maxmargin.GaussianProcessRegressor().fit(X.slice(0, 60), numbers.slice(0, 60)); // prettier-ignore
    const [means, right] = [await process.predict(X, how), await process.predict(X)];
    means.forEach((v, i) => assert.ok(Math.abs(v - right[i]) < 1e-3));
    const std = { returnStd: true };
    assert.deepEqual(await process.predict(X, { ...std, ...how }), await process.predict(X, std));
    const features = await new Nystroem({ nComponents: 20 }).fit(X);
    const [c, d] = [await features.transform(X, how), await features.transform(X)];
    assert.deepEqual(c.shape, d.shape);
    c.forEach((v, i) => assert.ok(Math.abs(v - d[i]) < 0.01));
    const detector = await new OneClassSVM({ nu: 0.2 }).fit(X);
    const values = await detector.decisionFunction(X, how);
    assert.deepEqual(values.map(Math.sign), (await detector.decisionFunction(X)).map(Math.sign));
    // What a GPU does not compute.
    assert.deepEqual(await model.predictProba(X, how), await model.predictProba(X));
    const shape = { shape: 'ovo' };
    assert.deepEqual(await model.decisionFunction(X, { ...shape, ...how }), await model.decisionFunction(X, shape)); // prettier-ignore
    const scaler = await new StandardScaler().fit(X);
    assert.deepEqual(await scaler.inverseTransform(X, how), await scaler.inverseTransform(X));
    const left = new AbortController();
    left.abort(new Error('enough'));
    await assert.rejects(model.predict(X, { ...how, signal: left.signal }), /enough/);
  });

  it('shares one GPU, which is asked for again once it is closed or lost', async () => {
    const first = await sharedGPU();
    assert.equal(await sharedGPU('auto'), first);
    const model = await svc().fit(X, two);
    const right = await model.predict(X);
    first.close();
    assert.deepEqual(await model.predict(X, { device: 'webgpu' }), right);
    const second = await sharedGPU();
    assert.notEqual(second, first);
    assert.equal(second.report.device, 'webgpu');
    let unplug;
    plug(fakeGpu({ random: random(5), submit: (count, lose) => (unplug = lose) }));
    second.close();
    assert.deepEqual(await model.predict(X, { device: 'webgpu' }), right);
    const third = await sharedGPU();
    unplug('unplugged');
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(third.why, 'the GPU was lost: unplugged');
    plug(fake);
    assert.deepEqual(await model.predict(X, { device: 'webgpu' }), right);
    assert.equal((await sharedGPU()).why, '');
  });

  it("takes 'cpu' and 'auto', refuses others, and takes no workers beside", async () => {
    const plain = await svc().fit(X, two);
    const cpu = await svc().fit(X, two, { device: 'cpu' });
    assert.deepEqual(await cpu.save(), await plain.save());
    assert.equal(cpu.fitInfo.gpu, undefined);
    assert.deepEqual(await cpu.predict(X, { device: 'cpu' }), await plain.predict(X));
    const auto = await svc().fit(X, two, { device: 'auto' });
    assert.equal(auto.fitInfo.gpu.why, 'the processor is faster');
    assert.deepEqual(await auto.predict(X, { device: 'auto' }), await plain.predict(X));
    assert.deepEqual(warned, []);
    const wrong = { code: 'ERR_TYPE', argument: 'device', message: /^device must be 'cpu', 'webgpu', 'auto', or what webgpu\(\) of maxmargin\/webgpu returns, got 'gpu'/ }; // prettier-ignore
    await assert.rejects(svc().fit(X, two, { device: 'gpu' }), wrong);
    await assert.rejects(plain.predict(X, { device: 'gpu' }), wrong);
    await assert.rejects(new GridSearch(svc(), grid).fit(X, two, { device: 'gpu' }), wrong);
    await assert.rejects(crossValidate(svc(), X, two, { device: 'gpu' }), wrong);
    const elsewhere = { capacity: () => 1, open: () => assert.fail('the executor is used') };
    const { gpu } = await made();
    const search = () => new GridSearch(svc(), { C: [1, 4] }, { folds: 3, executor: elsewhere });
    await assert.rejects(search().fit(X, two, { device: gpu }), { argument: 'executor' });
    await assert.rejects(gpu.fit(search(), X, two), { argument: 'executor' });
    await assert.rejects(svc().fit(X, two, { device: 'webgpu', workers: 2 }), { argument: 'workers' }); // prettier-ignore
    const failed = await svc().fit(X, two);
    assert.deepEqual(await failed.predict(X), await plain.predict(X));
  });

  it('is refused in maxmargin/sync, which waits for nothing', () => {
    const refused = { code: 'ERR_TYPE', argument: 'device', message: /left out here, or import maxmargin/ }; // prettier-ignore
    const model = new sync.SVC().fit(X, two, { device: 'cpu' });
    assert.throws(() => new sync.SVC().fit(X, two, { device: 'webgpu' }), refused);
    assert.throws(() => model.predict(X, { device: 'webgpu' }), refused);
    assert.throws(() => sync.crossValidate(model, X, two, { device: 'auto' }), refused);
    assert.deepEqual(model.predict(X, { device: 'cpu' }), model.predict(X));
  });

  it('goes on without a GPU, with one warning', async () => {
    (await sharedGPU()).close();
    plug({ requestAdapter: async () => null });
    const why = 'WebGPU has no adapter here: there is no GPU that the browser would use';
    const model = await svc().fit(X, two, { device: 'webgpu' });
    assert.deepEqual([model.precision, model.fitInfo.gpu.device, model.fitInfo.gpu.why], ['float64', 'cpu', why]); // prettier-ignore
    assert.deepEqual(await model.predict(X, { device: 'webgpu' }), await model.predict(X));
    const search = () => new GridSearch(svc(), grid, { folds: 3 });
    const own = await search().fit(X, two, { device: 'webgpu' });
    assert.deepEqual(found(own), found(await search().fit(X, two)));
    assert.deepEqual([own.fleet.device, own.fleet.why], ['cpu', why]);
    assert.deepEqual(warned, [{ code: 'WARN_GPU', message: `${why}; the processor computes instead` }]); // prettier-ignore
    plug(fake);
  });
});
