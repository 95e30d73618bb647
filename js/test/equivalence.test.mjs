/** EquivalenceSVC through the facade: pairs, an oracle over explicit pairs, files, wrong input. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { random } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { near } from './support/near.mjs';

const { EquivalenceSVC, GridSearch, SVC, load, makePipeline, StandardScaler } = maxmargin;

before(() => sync.init({ onWarning: () => {} }));

/** Rows around a centre for each of k classes. */
function groups(n, k, seed) {
  const next = random(seed);
  const y = Array.from({ length: n }, (_, i) => 'abcdef'[i % k]);
  return { X: y.map((_, i) => [1.5 * (i % k) + next(), ((i % k) % 2) + next(), next()]), y };
}

const { X, y } = groups(30, 3, 16);
const pairs = X.flatMap((_, i) => X.slice(i + 1).map((_, j) => [i, i + 1 + j]));

describe('EquivalenceSVC', () => {
  it('is SVC with a function kernel over the pairs written out', () => {
    const rbf = (a, b) => Math.exp(-0.5 * a.reduce((sum, v, j) => sum + (v - b[j]) ** 2, 0));
    const halves = (u) => [u.slice(0, 3), u.slice(3)];
    const kernels = {
      metricLearning: (u, v) => {
        const [[a, b], [c, d]] = [halves([...u]), halves([...v])];
        return (rbf(a, c) - rbf(a, d) - rbf(b, c) + rbf(b, d)) ** 2;
      },
      tensorProduct: (u, v) => {
        const [[a, b], [c, d]] = [halves([...u]), halves([...v])];
        return rbf(a, c) * rbf(b, d) + rbf(a, d) * rbf(b, c);
      },
    };
    const rows = pairs.map(([i, j]) => [...X[i], ...X[j]]);
    const same = pairs.map(([i, j]) => y[i] === y[j]);
    const weight = X.map((_, i) => 1 + (i % 3));
    const products = pairs.map(([i, j]) => weight[i] * weight[j]);
    for (const [pairwise, kernel] of Object.entries(kernels)) {
      const model = new sync.EquivalenceSVC({ pairwise, gamma: 0.5, tol: 1e-8 });
      model.fit(X, y, { sampleWeight: weight });
      const known = new sync.SVC({ kernel, tol: 1e-8 }).fit(rows, same, { sampleWeight: products });
      const values = model.pairDecisionFunction(X, pairs);
      near(values, known.decisionFunction(rows), 1e-6);
      assert.deepEqual(
        model.predictPairs(X, pairs),
        [...values].map((v) => v > 0),
      );
      assert.equal(model.pairCount, pairs.length);
      assert.equal(model.supportPairs.length, 2 * model.pairCoef.length);
      assert.equal(model.samePairCount, same.filter(Boolean).length);
    }
  });

  it('judges pairs the same in both orders, from sparse rows, and from a file', async () => {
    const model = await new EquivalenceSVC().fit(X, y);
    const values = await model.pairDecisionFunction(X, pairs);
    const back = pairs.map(([i, j]) => [j, i]);
    assert.deepEqual(await model.pairDecisionFunction(X, back), values);
    const file = await load(await model.save());
    assert.deepEqual(await file.pairDecisionFunction(X, pairs), values);
    assert.deepEqual(await file.decisionFunction(X), await model.decisionFunction(X));
    const sparse = {
      rows: X.length,
      cols: 3,
      data: X.flat(),
      indices: X.flatMap(() => [0, 1, 2]),
      indptr: Array.from({ length: X.length + 1 }, (_, i) => 3 * i),
    };
    near(await model.pairDecisionFunction(sparse, pairs), values, 1e-12);
    assert.deepEqual(await model.predictPairs(X, []), []);
    assert.ok((await model.score(X, y)) > 0.9);
  });

  it('reports progress, and is aborted', async () => {
    const many = groups(400, 4, 3);
    const controller = new AbortController();
    let reports = 0;
    const onProgress = () => {
      if (++reports === 2) controller.abort();
    };
    const fit = new EquivalenceSVC({ maxPairs: 1e6, tol: 1e-9 }).fit(many.X, many.y, {
      signal: controller.signal,
      onProgress,
    });
    await assert.rejects(fit, { name: 'AbortError' });
    assert.ok(reports >= 2);
  });

  it('is searched, and learns behind other steps', async () => {
    const search = await new GridSearch(
      new EquivalenceSVC({ maxPairs: 200 }),
      { pairwise: ['metricLearning', 'tensorProduct'], C: [0.1, 1] },
      { folds: 3 },
    ).fit(X, y);
    assert.equal(search.results.length, 4);
    const chain = await makePipeline(new StandardScaler(), new EquivalenceSVC()).fit(X, y);
    assert.ok((await chain.score(X, y)) > 0.9);
  });

  it('refuses what are no pairs', async () => {
    const model = await new EquivalenceSVC().fit(X, y);
    for (const [bad, code] of [
      [undefined, 'ERR_TYPE'],
      ['01', 'ERR_TYPE'],
      [[[0, 1, 2]], 'ERR_TYPE'],
      [[0, 1], 'ERR_TYPE'],
      [[[0, '1']], 'ERR_TYPE'],
      [[[0, 30]], 'ERR_OPTION'],
      [[[-1, 0]], 'ERR_OPTION'],
      [[[0, 0.5]], 'ERR_OPTION'],
      [[[0, NaN]], 'ERR_OPTION'],
    ]) {
      await fails(() => model.predictPairs(X, bad), { code, argument: 'pairs' });
    }
    await fails(() => model.predictPairs([[1]], [[0, 0]]), {
      code: 'ERR_FEATURE_COUNT',
      argument: 'X',
    });
    await fails(() => new EquivalenceSVC().predictPairs(X, pairs), { code: 'ERR_NOT_FITTED' });
    await fails(() => new EquivalenceSVC().fit(X.slice(0, 3), y.slice(0, 3)), {
      code: 'ERR_SHAPE',
      argument: 'X',
    });
    await fails(() => new EquivalenceSVC().fit(X, X.map(() => 'a')), { code: 'ERR_ONE_CLASS' }); // prettier-ignore
    const huge = X.map((row) => row.map((v) => 1e100 * v));
    await fails(() => new EquivalenceSVC({ kernel: 'linear' }).fit(huge, y), {
      code: 'ERR_NUMERIC',
    });
    assert.equal(new SVC().predictPairs, undefined);
  });
});
