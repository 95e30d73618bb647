/** LowRankSVC and LowRankSVR through the facade: beside SVC, a pipeline and SVR, files, wrong input. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { random } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { near } from './support/near.mjs';

const { GridSearch, LowRankSVC, LowRankSVR, StandardScaler, load, makePipeline } = maxmargin;

before(() => sync.init({ onWarning: () => {} }));

/** Rows around a centre for each of k classes. */
function groups(n, k, seed) {
  const next = random(seed);
  const y = Array.from({ length: n }, (_, i) => 'abcdef'[i % k]);
  return { X: y.map((_, i) => [1.5 * (i % k) + next(), ((i % k) % 2) + next(), next()]), y };
}

const { X, y } = groups(120, 2, 16);
const three = groups(120, 3, 17);
const target = X.map(([a, b]) => Math.sin(a) + b);
const all = { nComponents: 120, interceptPenalty: false, tol: 1e-7, maxIter: 1e6 };

describe('LowRankSVC', () => {
  it('is SVC where all samples are landmarks', () => {
    const low = new sync.LowRankSVC({ ...all, gamma: 0.5 }).fit(X, y);
    const svc = new sync.SVC({ gamma: 0.5, tol: 1e-8 }).fit(X, y);
    near(low.decisionFunction(X), svc.decisionFunction(X), 1e-4);
    assert.deepEqual(low.predict(X), svc.predict(X));
    assert.equal(low.supportIndices.length, 120);
  });

  it('is Nystroem and LinearSVC, with the same landmarks', () => {
    const options = { nComponents: 15, seed: 4, gamma: 0.5 };
    const weight = X.map((_, i) => 1 + (i % 3));
    for (const set of [{ X, y }, three]) {
      const solving = {
        loss: 'squaredHinge',
        C: 2,
        tol: 1e-8,
        maxIter: 1e6,
        classWeight: 'balanced',
      };
      const low = new sync.LowRankSVC({ ...options, ...solving, landmarks: 'random' });
      low.fit(set.X, set.y, { sampleWeight: weight });
      const features = new sync.Nystroem(options).fit(set.X);
      const linear = new sync.LinearSVC(solving);
      linear.fit(features.transform(set.X), set.y, { sampleWeight: weight });
      const values = linear.decisionFunction(features.transform(set.X));
      near(low.decisionFunction(set.X), values, 1e-4);
      assert.ok(low.dualityGaps.every((gap) => gap >= 0 && gap < 1e-3));
    }
  });

  it('is the same in a worker, from sparse and transferred samples, and from files', async () => {
    const model = await new LowRankSVC({ nComponents: 20 }).fit(three.X, three.y);
    const values = await model.decisionFunction(three.X);
    const blocking = new sync.LowRankSVC({ nComponents: 20 }).fit(three.X, three.y);
    assert.deepEqual(blocking.decisionFunction(three.X), values);
    const data = Float64Array.from(three.X.flat());
    const flat = { data, rows: 120, cols: 3 };
    const moved = await new LowRankSVC({ nComponents: 20 }).fit(flat, three.y, { transfer: true });
    assert.deepEqual(await moved.decisionFunction(three.X), values);
    assert.equal(data.length, 0);
    for (const bytes of [await model.save(), JSON.parse(JSON.stringify(model))]) {
      const again = await load(bytes);
      assert.deepEqual(await again.decisionFunction(three.X), values);
      assert.deepEqual(again.dualityGaps, model.dualityGaps);
    }
  });

  it('takes other kernels and landmarks, and gives probabilities', async () => {
    for (const landmarks of ['auto', 'kMeans', 'random', 'leverage']) {
      for (const kernel of ['rbf', 'laplacian', 'poly']) {
        const model = await new LowRankSVC({ landmarks, kernel, nComponents: 25 }).fit(X, y);
        assert.ok((await model.score(X, y)) > 0.85, `${landmarks} ${kernel}`);
        assert.equal(model.supportIndices.length, 25);
      }
    }
    const logistic = await new LowRankSVC({ loss: 'logistic' }).fit(X, y);
    const [p, q] = await logistic.predictProba(X.slice(0, 1));
    assert.ok(p > 0.5 && Math.abs(p + q - 1) < 1e-12);
    const texts = X.map((_, i) => (y[i] === 'a' ? 'aab' : 'bba') + 'ab'.repeat(i % 5));
    const words = await new LowRankSVC({ kernel: 'spectrum', nComponents: 4 }).fit(texts, y);
    assert.equal(await words.score(texts, y), 1);
  });

  it('is searched, in a pipeline, and can be stopped', async () => {
    const chain = makePipeline(new StandardScaler(), new LowRankSVC({ nComponents: 20 }));
    const grid = { lowranksvc__C: [0.1, 1], lowranksvc__nComponents: [5, 20] };
    const search = await new GridSearch(chain, grid, { folds: 3 }).fit(X, y);
    assert.ok(search.bestScore > 0.85);
    const seen = new Set();
    const many = groups(20_000, 2, 3);
    const next = random(4);
    const noise = many.y.map(() => next() > 0.5); // nothing to learn: this takes many passes
    const model = new LowRankSVC({ C: 1e4, tol: 1e-9 });
    await model.fit(many.X, noise, {
      onProgress({ phase, iteration }) {
        seen.add(phase);
        return !(iteration > 2);
      },
    });
    assert.equal(model.status, 'stopped');
    assert.ok(seen.has('features'), [...seen].join());
    assert.ok(model.dualityGaps[0] > 0);
    await fails(
      () =>
        new LowRankSVC().fit(many.X, many.y, { onProgress: ({ phase }) => phase !== 'features' }),
      { code: 'ERR_STOPPED' },
    );
    const controller = new AbortController();
    const aborted = new LowRankSVC().fit(many.X, many.y, { signal: controller.signal });
    controller.abort();
    await assert.rejects(aborted, { name: 'AbortError' });
  });

  it('keeps features in 16 bits, with nearly the same result', async () => {
    const options = { nComponents: 30, gamma: 0.5, tol: 1e-5, maxIter: 1e5 };
    const single = await new LowRankSVC(options).fit(three.X, three.y);
    const short = await new LowRankSVC({ ...options, precision: 'int16' }).fit(three.X, three.y);
    const values = await single.decisionFunction(three.X);
    const rounded = await short.decisionFunction(three.X);
    near(rounded, values, 5e-3);
    assert.notDeepEqual(rounded, values);
    assert.ok(short.dualityGaps.every((gap) => gap < 1e-2));
    const again = await load(await short.save());
    assert.equal(again.getParams().precision, 'int16');
    assert.deepEqual(await again.decisionFunction(three.X), rounded);
  });

  it('goes on from the last solution, and keeps its features', async () => {
    const options = { nComponents: 30, gamma: 0.5, tol: 1e-6, maxIter: 1e6 };
    const model = new LowRankSVC({ ...options, warmStart: true });
    await model.fit(three.X, three.y);
    await model.setParams({ C: 5 }).fit(three.X, three.y);
    const fresh = await new LowRankSVC({ ...options, C: 5 }).fit(three.X, three.y);
    const values = await fresh.decisionFunction(three.X);
    near(await model.decisionFunction(three.X), values, 1e-3);
    const loaded = await load(await model.save()); // has the solution, and computes the features
    await loaded.fit(three.X, three.y);
    near(await loaded.decisionFunction(three.X), values, 1e-3);
    assert.ok(loaded.nIter.every((passes) => passes <= 5), `${loaded.nIter}`); // prettier-ignore
    await fails(() => model.fit(X.slice(0, 50), y.slice(0, 50)), {
      code: 'ERR_OPTION',
      argument: 'warmStart',
    });

    // So many rows that progress is reported while their features are computed.
    const many = groups(20_000, 2, 18);
    const large = new LowRankSVC({ landmarks: 'random', warmStart: true, tol: 0.1, maxIter: 5 });
    const computes = async (options) => {
      const seen = new Set();
      const onProgress = ({ phase }) => void seen.add(phase);
      await large.setParams(options).fit(many.X, many.y, { onProgress });
      return seen.has('features');
    };
    assert.ok(await computes({}));
    assert.ok(!(await computes({ C: 3 })), 'another C needs no other features');
    assert.ok(await computes({ gamma: 0.1 }), 'another gamma does');
  });

  it('refuses what it cannot do', async () => {
    const refuses = (options, code, argument, fitted = X) =>
      fails(async () => new LowRankSVC(options).fit(fitted, y), { code, argument });
    await refuses({ nComponents: 0 }, 'ERR_OPTION', 'nComponents');
    await refuses({ nComponents: 2001 }, 'ERR_OPTION', 'nComponents');
    await refuses({ landmarks: 'all' }, 'ERR_OPTION', 'landmarks');
    await refuses({ precision: 'int8' }, 'ERR_OPTION', 'precision');
    await refuses({ loss: 'huber' }, 'ERR_OPTION', 'loss');
    await refuses({ C: Infinity }, 'ERR_OPTION', 'C');
    const texts = X.map((_, i) => 'ab'.repeat(i + 1));
    await refuses({ kernel: 'spectrum', landmarks: 'kMeans' }, 'ERR_OPTION', 'landmarks', texts);
    await fails(() => new LowRankSVC().fit(X, y, { sampleWeight: X.map(() => 0) }), {
      code: 'ERR_WEIGHT',
    });
  });
});

describe('LowRankSVR', () => {
  it('is SVR where all samples are landmarks, and Nystroem and LinearSVR where some are', () => {
    const low = new sync.LowRankSVR({ ...all, gamma: 0.5 }).fit(X, target);
    const svr = new sync.SVR({ gamma: 0.5, tol: 1e-8 }).fit(X, target);
    near(low.predict(X), svr.predict(X), 1e-4);
    const options = { nComponents: 15, seed: 4, gamma: 0.5 };
    const solving = { epsilon: 0.2, loss: 'squaredEpsilonInsensitive', tol: 1e-8, maxIter: 1e6 };
    const fewer = new sync.LowRankSVR({ ...options, ...solving, landmarks: 'random' }).fit(
      X,
      target,
    );
    const features = new sync.Nystroem(options).fit(X);
    const linear = new sync.LinearSVR(solving).fit(features.transform(X), target);
    near(fewer.predict(X), linear.predict(features.transform(X)), 1e-4);
    assert.ok(fewer.dualityGaps[0] < 1e-3);
  });

  it('takes tubes for each row, and files', async () => {
    const sampleEpsilon = X.map((_, i) => (i % 2 ? 0.01 : 10));
    const model = await new LowRankSVR({ C: 100 }).fit(X, target, { sampleEpsilon });
    const odd = X.filter((_, i) => i % 2);
    const values = await model.predict(odd);
    near(values, target.filter((_, i) => i % 2), 0.3); // prettier-ignore
    const again = await load(await model.save());
    assert.deepEqual(await again.predict(odd), values);
    await fails(() => new LowRankSVR({ epsilon: -1 }).fit(X, target), {
      code: 'ERR_OPTION',
      argument: 'epsilon',
    });
  });
});
