/** What models do with their features, against scikit-learn. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { inspect, maxmargin, metrics } from './support/maxmargin.mjs';

const { KernelRidge, SVC, SVR, crossValidate, makeFolds } = maxmargin;
const { closestOppositePair, partialDependence, permutationImportance, selectBySRM } = inspect;
const golden = JSON.parse(readFileSync(new URL('golden/inspecting.json', import.meta.url), 'utf8'));
const { X, y } = golden;
const model = await new KernelRidge({ alpha: 0.1, gamma: 0.7, fitIntercept: false }).fit(X, y);
const classes = y.map((v) => (v > 0 ? 'high' : 'low'));

const close = (found, expected, tolerance) => {
  assert.equal(found.length, expected.length);
  found.forEach((v, i) => assert.ok(Math.abs(v - expected[i]) <= tolerance, `${v} ${expected[i]}`));
};

/**
 * How many predictions each worker made that was started or taken for some work.
 */
async function countingWorkers(fitted, work) {
  const { host } = fitted[Symbol.for('maxmargin.estimator')];
  const calls = [];
  host.sibling = function () {
    const sibling = Object.getPrototypeOf(host).sibling.call(host);
    const at = calls.push(0) - 1;
    sibling.apply = function (...given) {
      calls[at]++;
      return Object.getPrototypeOf(sibling).apply.call(sibling, ...given);
    };
    return sibling;
  };
  try {
    await work();
  } finally {
    delete host.sibling;
  }
  return calls;
}

describe('partial dependence', () => {
  for (const { features, grid, percentiles, values, averages } of golden.dependence) {
    it(`of the features ${features} equals scikit-learn's`, async () => {
      const found = await partialDependence(model, X, features, { grid, percentiles });
      found.values.forEach((own, at) => close(own, values[at], 1e-12));
      close(found.averages, averages, 1e-8);
      assert.deepEqual(
        found.shape,
        values.map(({ length }) => length),
      );
    });
  }

  it('of a table takes names, holds the other columns, and has a value for each category', async () => {
    const rows = X.map(([a, b], i) => ({ a, word: 'xyz'[i % 3], b: i === 4 ? null : b, on: i % 2 > 0 })); // prettier-ignore
    const columns = Object.fromEntries(['b', 'word', 'a', 'on'].map((name) => [name, rows.map((row) => row[name])])); // prettier-ignore
    const pipe = await maxmargin.makeTablePipeline(new SVC()).fit(rows, classes);
    const meanOf = async (change) => {
      const decisions = await pipe.decisionFunction(rows.map((row) => ({ ...row, ...change })));
      return decisions.reduce((sum, v) => sum + v, 0) / rows.length;
    };
    for (const table of [rows, columns]) {
      const number = await partialDependence(pipe, table, ['a'], { grid: 3 });
      assert.equal(number.values[0].length, 3);
      for (const [at, a] of number.values[0].entries()) {
        close([number.averages[at]], [await meanOf({ a })], 1e-12);
      }
      const both = await partialDependence(pipe, table, ['on', Object.keys(table[0] ?? table).indexOf('word')]); // prettier-ignore
      assert.deepEqual(both.values, [[false, true], ['x', 'y', 'z']]); // prettier-ignore
      assert.deepEqual(both.shape, [2, 3]);
      close([both.averages[4]], [await meanOf({ on: true, word: 'y' })], 1e-12);
      const gaps = await partialDependence(pipe, table, ['b'], { grid: 4 });
      assert.ok(gaps.values[0].every(Number.isFinite));
      const told = await partialDependence(pipe, table, ['word'], { grid: [['z']] });
      close(told.averages, [await meanOf({ word: 'z' })], 1e-12);
    }
    await fails(() => partialDependence(pipe, rows, ['c']), { argument: 'features' });
    await fails(() => partialDependence(pipe, rows, [4]), { argument: 'features' });
    await fails(() => partialDependence(pipe, rows, ['a'], { grid: [[]] }), { argument: 'grid' });
    await fails(() => closestOppositePair(rows, classes), {
      code: 'ERR_TYPE',
      message: /^closestOppositePair takes numbers alone, but X\[0, word\] is 'x', which is not a number; leave/, // prettier-ignore
    });
  });

  it('and the importance of features say that a model is promised, or is none', async () => {
    const promised = new SVC().fit(X, classes);
    for (const ask of [
      () => partialDependence(promised, X, [0]),
      () => permutationImportance(promised, X, classes),
    ]) {
      // prettier-ignore
      await fails(ask, { code: 'ERR_TYPE', argument: 'model', message: /got a promise; await it$/ }); // prettier-ignore
    }
    await promised;
  });

  it('takes values, and averages decision values or probabilities of classifiers', async () => {
    const svc = await new SVC({ gamma: 1 }).fit(X, classes);
    const grid = [[-0.5, 0.5]];
    const { averages } = await partialDependence(svc, X, [0], { grid });
    for (const [at, value] of grid[0].entries()) {
      const set = X.map(([, b, c]) => [value, b, c]);
      const decisions = await svc.decisionFunction(set);
      close([averages[at]], [decisions.reduce((a, b) => a + b, 0) / 60], 1e-12);
    }
    const prober = await new SVC({ probability: 'sigmoid' }).fit(X, classes);
    const p = await partialDependence(prober, X, [0], { grid, method: 'predictProba' });
    assert.deepEqual(p.shape, [2, 2]);
    close([p.averages[0] + p.averages[1]], [1], 1e-12);
    await fails(() => partialDependence(svc, X, [0], { method: 'predict', grid }), {
      code: 'ERR_TYPE',
      argument: 'method',
    });
    const bad = [[3], [-1], [], 'a', [0.5], undefined];
    for (const features of bad) {
      await fails(() => partialDependence(model, X, features), { argument: 'features' });
    }
    await fails(() => partialDependence(model, X, [0], { grid: 1 }), { argument: 'grid' });
    await fails(() => partialDependence(model, X, [0, 1], { grid: [[1]] }), { argument: 'grid' });
    await fails(() => partialDependence(model, X, [0], { percentiles: [0.9, 0.1] }), {
      argument: 'percentiles',
    });
    await fails(() => partialDependence(model, X, [0], { percentiles: [0.5, 2] }), {
      argument: 'percentiles',
    });
  });
});

describe('permutation importance', () => {
  it("has scikit-learn's means and spreads", async () => {
    const { repeats, means, stds } = golden.importance;
    const found = await permutationImportance(model, X, y, { repeats, seed: 1 });
    means.forEach((mean, j) => {
      const error = Math.hypot(stds[j], found.stds[j]) / Math.sqrt(repeats);
      assert.ok(Math.abs(found.means[j] - mean) < 4 * error, `feature ${j}`);
      // The standard error of a standard deviation is about std / sqrt(2 repeats).
      assert.ok(Math.abs(found.stds[j] - stds[j]) < (4 * stds[j]) / Math.sqrt(repeats));
    });
    assert.equal(found.baseline, await model.score(X, y));
    assert.deepEqual(await permutationImportance(model, X, y, { repeats, seed: 1 }), found);
  });

  it('takes measures of several labels, with the means and spreads of scikit-learn', async () => {
    const { GridSearch, OneVsRestClassifier } = maxmargin;
    const { marks, labels, importance } = golden;
    const { repeats } = importance;
    const names = ['warm', 'wet'];
    const y = marks.map((row) => names.filter((_, c) => row[c] === 1));
    const several = new OneVsRestClassifier(new SVC({ gamma: 0.7, tol: 1e-9 }));
    await several.fit(X, y);
    for (const [scoring, name] of [
      ['f1Macro', 'f1_macro'],
      ['rocAuc', 'roc_auc'],
    ]) {
      // prettier-ignore
      const { baseline, means, stds } = labels[name];
      const found = await permutationImportance(several, X, y, { scoring, repeats, seed: 1 });
      close([found.baseline], [baseline], 1e-12);
      for (const [j, mean] of means.entries()) {
        const error = Math.hypot(stds[j], found.stds[j]) / Math.sqrt(repeats);
        assert.ok(Math.abs(found.means[j] - mean) < 4 * error, `${scoring}, feature ${j}`);
        assert.ok(Math.abs(found.stds[j] - stds[j]) < (4 * stds[j]) / Math.sqrt(repeats));
      }
    }
    // Each permutation by hand: what the model was asked, and the measure of what it said.
    const asked = [];
    const watched = {
      classes: several.classes,
      predict: async (rows) => (asked.push({ rows, found: await several.predict(rows) }), asked.at(-1).found), // prettier-ignore
    };
    const sampleWeight = X.map((_, i) => 1 + (i % 3));
    for (const [scoring, sign, of] of [
      ['f1Weighted', 1, (found, how) => metrics.f1Score(y, found, { ...how, average: 'weighted' })],
      ['hammingLoss', -1, (found, how) => metrics.hammingLoss(y, found, how)],
    ]) {
      asked.length = 0;
      const { baseline, importances } = await permutationImportance(watched, X, y, { scoring, sampleWeight, repeats: 3 }); // prettier-ignore
      const [first, ...others] = asked.map(({ found }) => of(found, { sampleWeight }));
      assert.equal(baseline, first);
      assert.deepEqual(importances.flatMap((own) => [...own]), others.map((score) => sign * (first - score))); // prettier-ignore
      for (const [at, { rows }] of asked.slice(1).entries()) {
        const [j, column] = [Math.floor(at / 3), (set, c) => set.map((row) => row[c])];
        for (const c of [0, 1, 2].filter((other) => other !== j)) assert.deepEqual(column(rows, c), column(X, c)); // prettier-ignore
        assert.deepEqual(column(rows, j).sort(), column(X, j).sort());
      }
    }
    // The default is the model's own score, the share of lists that are right; a search has its measure.
    const accuracy = await permutationImportance(several, X, y, { sampleWeight, seed: 4 });
    assert.equal(accuracy.baseline, await several.score(X, y, { sampleWeight }));
    const search = await new GridSearch(several, { estimator__C: [1] }, { scoring: 'f1Macro', folds: 2 }).fit(X, y); // prettier-ignore
    const own = await permutationImportance(search, X, y, { seed: 4 });
    assert.equal(own.baseline, await search.score(X, y));
    await fails(() => permutationImportance(several, X, y, { scoring: 'f1Makro' }), { code: 'ERR_OPTION', message: /did you mean 'f1Macro'/ }); // prettier-ignore
    await fails(() => permutationImportance(several, X, y, { groups: sampleWeight }), { argument: 'groups' }); // prettier-ignore
  });

  it('is the same with copies of the model, which share the work', async () => {
    const engine = maxmargin.createEngine();
    const copy = engine.own(await maxmargin.load(await model.save()));
    const count = { own: 0, copy: 0 };
    const counting = (of, name) => ({
      predict: (rows) => of.predict(rows),
      score: (rows, truth) => (count[name]++, of.score(rows, truth)),
    });
    const alone = await permutationImportance(model, X, y, { seed: 3 });
    const copies = [counting(copy, 'copy')];
    const shared = await permutationImportance(counting(model, 'own'), X, y, { seed: 3, copies });
    assert.deepEqual(shared, alone);
    assert.equal(count.own + count.copy, 1 + 5 * X[0].length);
    // Who is faster does more; each begins with one.
    assert.ok(count.own > 1 && count.copy > 0, JSON.stringify(count));
    const broken = [{ score: () => Promise.reject(new Error('broken')) }];
    await assert.rejects(permutationImportance(model, X, y, { copies: broken }), /broken/);
    for (const wrong of [3, [{}], [undefined]]) {
      await fails(() => permutationImportance(model, X, y, { copies: wrong }), {
        argument: 'copies',
      });
    }
    await engine.terminate();
  });

  it('is the same, bit for bit, with the workers that searches use, which take part', async () => {
    const words = X.map(([a, b, c]) => ({ a, b: b > 0 ? 'more' : 'less', c }));
    const scaled = maxmargin.makePipeline(new maxmargin.StandardScaler(), new SVC({ C: 2 }));
    const { makeTablePipeline, LinearSVR } = maxmargin;
    const cases = [
      [model, X, y],
      [await new SVC({ probability: 'sigmoid' }).fit(X, classes), X, classes],
      [await scaled.fit(X, classes), X, classes],
      [await makeTablePipeline(new LinearSVR()).fit(words, y), words, y],
      [await maxmargin.load(await model.save()), X, y],
    ];
    for (const [fitted, samples, targets] of cases) {
      const alone = await permutationImportance(fitted, samples, targets, { seed: 2, workers: 1 });
      const calls = await countingWorkers(fitted, async () => {
        const shared = await permutationImportance(fitted, samples, targets, {
          seed: 2,
          workers: 3,
        });
        assert.deepEqual(shared, alone, `${fitted}`);
      });
      assert.equal(calls.length, 2);
      assert.ok(Math.min(...calls) > 0, `${fitted}: ${calls}`);
    }
    const grid = { grid: 9, workers: 1 };
    const alone = await partialDependence(model, X, [0, 1], grid);
    const calls = await countingWorkers(model, async () => {
      const shared = await partialDependence(model, X, [0, 1], { ...grid, workers: 2 });
      assert.deepEqual(shared, alone);
    });
    assert.ok(calls.length === 1 && calls[0] > 0, `${calls}`);
    // Short work starts no worker, nor does that of models which cannot move into others.
    const engine = maxmargin.createEngine();
    const owned = engine.own(await maxmargin.load(await model.save()));
    assert.deepEqual(await countingWorkers(model, () => permutationImportance(model, X, y)), []);
    for (const one of [owned, { score: (rows, truth) => model.score(rows, truth) }]) {
      const found = await permutationImportance(one, X, y, { seed: 2, workers: 4 });
      assert.deepEqual(found, await permutationImportance(model, X, y, { seed: 2, workers: 1 }));
    }
    await engine.terminate();
    await fails(() => permutationImportance(model, X, y, { workers: 0 }), { argument: 'workers' });
    await fails(() => partialDependence(model, X, [0], { workers: 1.5 }), { argument: 'workers' });
  });

  it('fails in the way of a prediction, and leaves the workers in order', async () => {
    const judge = () => {
      throw new Error('no judge');
    };
    await assert.rejects(
      permutationImportance(model, X, y, { workers: 2, scoring: judge }),
      /no judge/,
    );
    let count = 0;
    const late = (truth, found) => {
      if (++count > 4) throw new Error('late');
      return -Math.abs(truth[0] - found[0]);
    };
    await assert.rejects(permutationImportance(model, X, y, { workers: 2, scoring: late }), /late/);
    assert.ok(count <= 6, `${count}`); // the other worker may have begun one
    assert.ok(Number.isFinite(await model.score(X, y)));
    const { baseline } = await permutationImportance(model, X, y, { workers: 2 });
    assert.equal(baseline, await model.score(X, y));
  });

  it('leaves rows as they are, of bytes, too', async () => {
    const rows = X.map((row) =>
      row.map((v) => Math.min(255, Math.max(0, Math.round(50 * (v + 2))))),
    );
    const fitted = await new SVC().fit(rows, classes);
    const want = await permutationImportance(fitted, rows, classes, { seed: 1 });
    for (const Kind of [Uint8Array, Buffer]) {
      const bytes = rows.map((row) => Kind.from(row));
      const found = await permutationImportance(fitted, bytes, classes, { seed: 1 });
      assert.deepEqual(found, want);
      assert.deepEqual(bytes.map((row) => [...row]), rows); // prettier-ignore
    }
  });

  it('is 0 for a feature that the model does not use, by any score', async () => {
    const idle = X.map((row) => [...row, 7]);
    const svr = await new SVR().fit(idle, y);
    const { means, importances } = await permutationImportance(svr, idle, y, {
      scoring: (truth, found) => -Math.max(...truth.map((v, i) => Math.abs(v - found[i]))),
      repeats: 3,
    });
    assert.equal(means[3], 0);
    assert.ok(means[0] > 0 && importances.length === 4 && importances[0].length === 3);
    await fails(() => permutationImportance(svr, idle, y, { repeats: 0 }), { argument: 'repeats' });
    await fails(() => permutationImportance(svr, idle, y, { scoring: 'accuracy' }), {
      argument: 'scoring',
    });
    await fails(() => permutationImportance(svr, ['a'], y), { argument: 'X' });
  });
});

describe('the closest opposite pair', () => {
  it('is the least distance of rows of different classes, by the definition', () => {
    const labels = X.map(([a, b]) => (a + b > 0.3 ? 'x' : a > 0 ? 'y' : 'z'));
    const distance = (i, j) => Math.hypot(...X[i].map((v, k) => v - X[j][k]));
    const all = X.flatMap((_, i) =>
      X.flatMap((__, j) => (j < i && labels[i] !== labels[j] ? [distance(i, j)] : [])),
    );
    const found = closestOppositePair(X, labels);
    const [i, j] = found.rows;
    assert.ok(labels[i] !== labels[j] && i < j);
    close([found.distance, distance(i, j)], [Math.min(...all), Math.min(...all)], 1e-12);
    close([found.gamma * found.distance ** 2], [1], 1e-12);
    assert.equal(found.duplicates, 0);
  });

  it('refuses sparse rows that a fit refuses', async () => {
    const good = { indptr: [0, 2, 3], indices: [0, 1, 0], data: [1, 2, 10], rows: 2, cols: 2 };
    // (10 - 1)^2 + (0 - 2)^2
    assert.equal(closestOppositePair(good, [0, 1]).distance, Math.sqrt(85));
    for (const change of [
      { indices: [0, 0, 0] },
      { indices: [1, 0, 0] },
      { indices: [0, 5, 0] },
      { indices: [-1, 0, 0] },
      { indices: [0, 1] },
      { indptr: [0, 3] },
      { indptr: [0, 2, 5] },
      { indptr: [1, 2, 3] },
      { indptr: [0, 9, 8, 3], rows: 3 },
    ]) {
      const bad = { ...good, ...change };
      const y = [0, 1, 1].slice(0, bad.rows);
      for (const read of [() => new SVC().fit(bad, y), () => closestOppositePair(bad, y)]) {
        await fails(read, { code: 'ERR_SHAPE', argument: 'X', message: /^X\.ind(ptr|ices) / });
      }
    }
  });

  it('leaves out equal rows, and needs two classes', async () => {
    const { rows, distance, gamma, duplicates } = closestOppositePair([[0], [0], [2], [2.5]], [1, 2, 2, 1]); // prettier-ignore
    assert.deepEqual([rows, distance, gamma, duplicates], [[2, 3], 0.5, 4, 1]);
    const sparse = { indptr: [0, 1, 1, 2], indices: [0, 1], data: [3, 4], rows: 3, cols: 2 };
    assert.equal(closestOppositePair(sparse, ['a', 'b', 'a']).distance, 3);
    const none = { code: 'ERR_ONE_CLASS', argument: 'y' };
    await fails(async () => closestOppositePair([[0], [1]], [1, 1]), none);
    await fails(async () => closestOppositePair([[0], [0]], [1, 2]), none);
  });
});

describe('selection by structural risk', { timeout: 900_000 }, () => {
  it('gives the bounds of the errors, beside those of the folds', async () => {
    const set = Array.from({ length: 400 }, (_, i) => [Math.cos(i * 1.7) * 2, Math.sin(i * 2.3)]);
    const labels = set.map(([a, b]) => (a * a + b > 1 ? 1 : -1));
    const folds = await makeFolds(set, labels, { folds: 5, stratify: true });
    // Polynomials of degree d in 2 variables: a VC dimension of (d + 1) (d + 2) / 2.
    const degrees = [1, 2, 3];
    const candidates = degrees.map((degree) => ({
      name: `degree ${degree}`,
      estimator: new SVC({ kernel: 'poly', degree, coef0: 1, gamma: 1, C: 1000 }),
      dimension: ((degree + 1) * (degree + 2)) / 2,
    }));
    const { rows, best, bestByFolds } = await selectBySRM(candidates, set, labels, { folds });
    const { structuralRisk } = await import('../src/bounds/risk.js');
    const classes = [];
    for (const [at, { name, dimension, estimator }] of candidates.entries()) {
      const svc = await new SVC(estimator.getParams()).fit(set, labels);
      const errors = Math.round(400 * (1 - (await svc.score(set, labels))));
      assert.equal(rows[at].errors, errors);
      const { scores } = await crossValidate(estimator, set, labels, { folds });
      const share = 1 - folds.reduce((sum, { test }, f) => sum + scores[f] * test.length, 0) / 400;
      close([rows[at].crossValidated], [share], 1e-12);
      classes.push({ name, dimension, errors });
    }
    const expected = structuralRisk({ n: 400, classes });
    assert.equal(best, expected.best);
    rows.forEach(({ bound }, at) => assert.equal(bound.value, expected.rows[at].bound.value));
    assert.ok(best === 1 && bestByFolds >= 1, 'degree 2 has the true boundary');
    await fails(() => selectBySRM([], set, labels), { argument: 'candidates' });
    await fails(() => selectBySRM(candidates, set, labels, { delta: 2 }), { argument: 'delta' });
  });
});
