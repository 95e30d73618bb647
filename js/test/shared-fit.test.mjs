/** fit(X, y, { workers }): several workers share one fit, and the model is that of one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Threads } from '../src/executor/threads.js';
import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const {
  LinearSVC,
  LowRankSVC,
  NuSVC,
  SVC,
  StandardScaler,
  SVR,
  catalog,
  createEngine,
  kernels,
  makePipeline,
} = maxmargin;
const { X, y } = blobs({ n: 240, d: 5, k: 5, apart: 1, seed: 11 });
const weights = y.map((_, i) => (i % 7) / 2);

/** All that a fit left behind, and what it says of the samples. */
async function allOf(model, samples = X) {
  const { name, converged, status, objective, gap, fitInfo } = describeFit(model);
  const own = catalog[name].attributes.filter((known) => known.name);
  const read = Object.fromEntries(own.map((known) => [known.name, model[known.name]]));
  const values = await model.decisionFunction(samples, { shape: 'ovr' });
  const chances = model.getParams().probability === 'none' ? [] : await model.predictProba(samples);
  const bytes = await model.save();
  return { ...read, converged, status, objective, gap, fitInfo, values, chances, bytes };
}

function describeFit(model) {
  const { converged, status, objective, gap } = model;
  const { milliseconds, ...fitInfo } = model.fitInfo;
  assert.ok(milliseconds > 0);
  return { name: model.constructor.name, converged, status, objective, gap, fitInfo };
}

/** The operations of each worker that took part in some work beside the one of the models. */
async function operationsOf(work) {
  const { host } = new SVC()[Symbol.for('maxmargin.estimator')];
  const { sibling } = Object.getPrototypeOf(host);
  const all = [];
  host.sibling = function () {
    const worker = sibling.call(host);
    const own = [];
    all.push(own);
    worker.call = function (op, ...rest) {
      own.push(op);
      return Object.getPrototypeOf(worker).call.call(worker, op, ...rest);
    };
    return worker;
  };
  try {
    await work();
  } finally {
    delete host.sibling;
  }
  return all;
}

const count = (list, op) => list.filter((own) => own === op).length;

describe('a fit that workers share', { timeout: 900_000 }, () => {
  const bytes = { data: Uint8Array.from(X.flat(), (v) => 128 + 20 * v), rows: 240, cols: 5, scale: 0.05 }; // prettier-ignore
  const flat = X.flat().map((v) => (Math.abs(v) < 0.5 ? 0 : v));
  const stored = flat.flatMap((v, i) => (v ? [i] : []));
  const sparse = {
    data: Float64Array.from(stored, (i) => flat[i]),
    indices: Int32Array.from(stored, (i) => i % 5),
    indptr: Int32Array.from({ length: 241 }, (_, i) => stored.filter((at) => at < 5 * i).length),
    rows: 240,
    cols: 5,
  };
  const words = y.map((label, i) => 'abcde'[label].repeat(3) + 'abcde'[i % 5].repeat(2));
  const gram = X.map((a) => X.map((b) => a.reduce((sum, v, j) => sum + v * b[j], 0)));
  for (const [what, machine, samples = X, settings = {}] of [
    ['pairs', () => new SVC()],
    ['weights', () => new SVC({ C: 10 }), X, { sampleWeight: weights }],
    ['weights of classes', () => new SVC({ classWeight: 'balanced', gamma: 0.3 })],
    ['classes against the rest', () => new SVC({ multiClass: 'ovr' })],
    ['a decision graph', () => new SVC({ multiClass: 'dag' })],
    ['probabilities', () => new SVC({ probability: 'sigmoid' })],
    ['a bound on the norm', () => new SVC({ study: { normBound: 2 } })],
    ['few iterations', () => new SVC({ maxIter: 4 })],
    ['bytes with a scale', () => new SVC(), bytes],
    ['sparse samples', () => new SVC(), sparse],
    ['strings', () => new SVC({ kernel: kernels.spectrum({ length: 2 }) }), words],
    ['a precomputed kernel', () => new SVC({ kernel: 'precomputed' }), gram],
    ['a function as kernel', () => new SVC({ kernel: (a, b) => a[0] * b[0] + a[1] * b[1] })],
    ['linear functions', () => new LinearSVC()],
    ['weights, logistic', () => new LinearSVC({ loss: 'logistic' }), X, { sampleWeight: weights }],
    ['dual coefficients that are kept', () => new LinearSVC({ warmStart: true, loss: 'hinge' })],
    ['sparse samples, linear', () => new LinearSVC({ probability: 'sigmoid' }), sparse],
    ['landmarks', () => new LowRankSVC({ nComponents: 40 })],
    ['landmarks, weights', () => new LowRankSVC({ precision: 'int16' }), X, { sampleWeight: weights }], // prettier-ignore
    [
      'landmarks among strings',
      () => new LowRankSVC({ kernel: 'spectrum', warmStart: true }),
      words,
    ],
    ['nu', () => new NuSVC({ nu: 0.3 }), X, { sampleWeight: weights.map((w) => w + 1) }],
  ]) {
    it(`has the bits of one: ${what}`, async () => {
      const expected = await allOf(await machine().fit(samples, y, settings), samples);
      for (const workers of what === 'pairs' ? [1, 2, 3, 12] : [2]) {
        const own = await operationsOf(async () => {
          const model = await machine().fit(samples, y, { ...settings, workers });
          assert.deepEqual(await allOf(model, samples), expected, `${workers} workers`);
        });
        const problems = expected.nIter.length;
        if (workers === 1) assert.equal(own.length, 0);
        else assert.equal(own.length, Math.min(workers, problems));
        assert.equal(count(own.flat(), 'solvePart'), workers === 1 ? 0 : problems);
        for (const each of own) assert.equal(count(each, 'openFit'), 1);
      }
    });
  }

  it('gives the largest problems out first', async () => {
    const { host } = new SVC()[Symbol.for('maxmargin.estimator')];
    const order = [];
    const executor = new Threads(host, 2);
    const { open } = executor;
    executor.open = async (...given) => {
      const session = await open.apply(executor, given);
      const { submit } = session;
      session.submit = (job, waiting) => {
        order.push(job.request.problem);
        return submit.call(session, job, waiting);
      };
      return session;
    };
    // Classes of 10, 20 and 30 rows: the pairs have 30, 40 and 50.
    const rows = y.flatMap((label, i) => (label < 3 ? [i] : []));
    const left = { 0: 10, 1: 20, 2: 30 };
    const some = rows.filter((i) => left[y[i]]-- > 0);
    const [own, labels] = [some.map((i) => X[i]), some.map((i) => y[i])];
    await new SVC().fit(own, labels, { executor });
    assert.deepEqual(order, [2, 1, 0]);
  });

  it('of one problem takes one worker, and so do machines that cannot be shared', async () => {
    const two = y.map((label) => Math.min(label, 1));
    const start = await new SVC({ warmStart: true }).fit(X, y);
    for (const fit of [
      () => new SVC().fit(X, two, { workers: 2 }),
      () => new SVR().fit(X, y, { workers: 2 }),
      () => new StandardScaler().fit(X, { workers: 2 }),
      () => makePipeline(new StandardScaler(), new SVC()).fit(X, y, { workers: 2 }),
      () => start.fit(X, y, { workers: 2 }),
      () => new LinearSVC().fit(X, two, { workers: 2 }),
      () => new LowRankSVC().fit(X, two, { workers: 2 }),
    ]) {
      assert.deepEqual(await operationsOf(fit), []);
    }
    // A limit of time and a trace are those of one program.
    for (const model of [
      new SVC({ maxTime: 60_000 }),
      new SVC({ study: { trace: 3 } }),
      new LinearSVC({ maxTime: 60_000 }),
      new LowRankSVC({ maxTime: 60_000 }),
    ]) {
      const own = await operationsOf(() => model.fit(X, y, { workers: 2 }));
      assert.deepEqual(own, [['openFit', 'closeFit']]);
    }
    const several = createEngine({ workers: 2 });
    const owned = await several.own(new SVC()).fit(X, y, { workers: 2 });
    assert.deepEqual(owned.dualCoef, (await new SVC().fit(X, y)).dualCoef);
    await several.terminate();
  });

  it('of a model that an engine owns is shared by workers of the engine, which end with it', async () => {
    const engine = createEngine();
    const model = engine.own(new SVC());
    const { host } = model[Symbol.for('maxmargin.estimator')];
    const workers = [];
    host.sibling = function () {
      workers.push(Object.getPrototypeOf(host).sibling.call(host));
      return workers.at(-1);
    };
    await model.fit(X, y, { workers: 2 });
    assert.deepEqual(model.dualCoef, (await new SVC().fit(X, y)).dualCoef);
    assert.equal(workers.length, 2);
    await engine.terminate();
    for (const worker of workers) {
      await fails(() => worker.call('footprint', { request: {} }), { code: 'ERR_DISPOSED' });
    }
  });

  it('in maxmargin/sync is a fit in the calling thread', async () => {
    await sync.init();
    const model = new sync.SVC().fit(X, y, { workers: 2 });
    const expected = await new SVC().fit(X, y, { workers: 2 });
    assert.deepEqual(model.dualCoef, expected.dualCoef);
  });

  it('refuses what is no number of workers', async () => {
    for (const workers of [0, 1.5, -1, '2', NaN, null]) {
      const wrong = {
        code: 'ERR_TYPE',
        argument: 'workers',
        message: /whole number of at least 1/,
      };
      await fails(() => new SVC().fit(X, y, { workers }), wrong);
      await fails(() => new sync.SVC().fit(X, y, { workers }), wrong);
    }
  });

  it('solves many small problems in one call, where each once had a call of its own', async () => {
    const k = 60;
    const small = Array.from({ length: 2 * k }, (_, i) => [i % k, (i * i) % 17, i < k ? 0 : 0.1]);
    const labels = small.map((_, i) => `c${i % k}`);
    const alone = await allOf(await new SVC().fit(small, labels), small);
    const own = await operationsOf(async () => {
      assert.deepEqual(
        await allOf(await new SVC().fit(small, labels, { workers: 2 }), small),
        alone,
      );
    });
    assert.equal(alone.nIter.length, 1770);
    const calls = count(own.flat(), 'solvePart');
    assert.ok(calls > 2 && calls < 60, `${calls} calls`);
  });

  it('passes on the errors of a fit', async () => {
    const infeasible = { code: 'ERR_OPTION', argument: 'nu', message: /largest nu/ };
    const few = y.map((label, i) => (i < 3 ? 7 : label));
    await fails(() => new NuSVC({ nu: 0.9 }).fit(X, few, { workers: 2 }), infeasible);
    await fails(() => new SVC({ study: { biasScale: 2 } }).fit(X, y, { workers: 2 }), {
      code: 'ERR_OPTION',
      argument: 'study.biasScale',
    });
    await new SVC().fit(X, y, { workers: 2 });
  });

  const hard = blobs({ n: 1500, d: 4, k: 4, apart: 0.1, seed: 2 });
  const endless = { C: 1e4, gamma: 0.05, tol: 1e-9 };

  it('reports the work of all, and stops when it is told to', async () => {
    const seen = [];
    const onProgress = (report) => void seen.push(report);
    await new SVC({ C: 30, tol: 1e-5 }).fit(hard.X, hard.y, { workers: 2, onProgress });
    assert.ok(seen.length > 3);
    for (const [at, { phase, iteration, fraction }] of seen.entries()) {
      assert.match(phase, /^pair [1-6] of 6$/);
      assert.ok(fraction >= 0 && fraction <= 1);
      assert.ok(iteration >= (seen[at - 1]?.iteration ?? 0), `${iteration}`);
    }
    assert.ok(new Set(seen.map(({ phase }) => phase)).size > 2);
    let calls = 0;
    const model = await new SVC(endless).fit(hard.X, hard.y, {
      workers: 2,
      onProgress: () => ++calls < 3,
    });
    assert.equal(model.status, 'stopped');
    assert.equal(model.nIter.length, 6);
    assert.equal((await model.predict(hard.X)).length, 1500);
  });

  it('reports the features of landmarks, which each worker computes, and stops before they are there', async () => {
    const many = blobs({ n: 12_000, d: 20, k: 3, apart: 1, seed: 3 });
    const seen = [];
    const onProgress = ({ phase, fraction }) => void seen.push({ phase, fraction });
    await new LowRankSVC().fit(many.X, many.y, { workers: 2, onProgress });
    const phases = new Set(seen.map(({ phase }) => phase));
    assert.ok(phases.has('features'), [...phases].join());
    assert.ok(seen.every(({ fraction }) => fraction >= 0 && fraction <= 1));
    await fails(
      () => new LowRankSVC().fit(many.X, many.y, { workers: 2, onProgress: () => false }),
      { code: 'ERR_STOPPED' },
    );
  });

  it('rejects with the reason of an abort, and with what a callback throws', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { signal } = controller;
    const settings = { workers: 2, signal, onProgress: () => void controller.abort(reason) };
    await assert.rejects(new SVC(endless).fit(hard.X, hard.y, settings), reason);
    const thrown = new TypeError('mine');
    const onProgress = () => {
      throw thrown;
    };
    const throwing = new SVC(endless).fit(hard.X, hard.y, { workers: 2, onProgress });
    await assert.rejects(throwing, thrown);
    await new SVC().fit(X, y, { workers: 2 });
  });

  it('goes on when a worker dies', async () => {
    const { host } = new SVC()[Symbol.for('maxmargin.estimator')];
    const { sibling } = Object.getPrototypeOf(host);
    const expected = await allOf(await new SVC().fit(X, y));
    for (const dying of [['openFit'], ['solvePart'], ['openFit', 'solvePart']]) {
      let deaths = 0;
      host.sibling = function () {
        const worker = sibling.call(host);
        worker.call = function (op, ...rest) {
          if (op !== dying[deaths])
            return Object.getPrototypeOf(worker).call.call(worker, op, ...rest);
          deaths++;
          const gone = new maxmargin.MaxMarginError('ERR_RUNTIME_CRASHED', '', 'gone');
          return Promise.reject(gone);
        };
        return worker;
      };
      try {
        assert.deepEqual(await allOf(await new SVC().fit(X, y, { workers: 3 })), expected);
      } finally {
        delete host.sibling;
      }
      assert.equal(deaths, dying.includes('openFit') ? 1 : dying.length);
    }
  });

  it('is that of fitSteps, too', async () => {
    const model = new SVC();
    let last;
    for await (const report of model.fitSteps(X, y, { workers: 2 })) last = report;
    assert.equal(last.phase, 'done');
    assert.deepEqual(model.dualCoef, (await new SVC().fit(X, y)).dualCoef);
  });
});
