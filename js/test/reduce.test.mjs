/** Models with fewer support vectors, against least squares in the feature space. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { bothForms } from './support/forms.mjs';
import { inspect, modules, onnx, prediction, sync } from './support/maxmargin.mjs';
import { near } from './support/near.mjs';

before(() => sync.init());

const { reduce } = inspect;
const { X, y } = blobs({ n: 120, k: 2, d: 2, apart: 1, seed: 3 });
const three = blobs({ n: 120, k: 3, d: 2, apart: 1, seed: 4, labels: (i) => 'abc'[i] });
const values = X.map(([a, b]) => Math.sin(2 * a) + b / 3);
const rbf = { kernel: 'rbf', gamma: 0.5 };

/** Solves A x = b by elimination with pivots. */
function solve(A, b) {
  const rows = A.map((row, i) => [...row, b[i]]);
  const n = b.length;
  for (let c = 0; c < n; c++) {
    const at = rows.slice(c).reduce((best, row, i) => (Math.abs(row[c]) > Math.abs(rows[c + best][c]) ? i : best), 0); // prettier-ignore
    [rows[c], rows[c + at]] = [rows[c + at], rows[c]];
    for (let i = c + 1; i < n; i++) {
      const f = rows[i][c] / rows[c][c];
      for (let j = c; j <= n; j++) rows[i][j] -= f * rows[c][j];
    }
  }
  const x = Array(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    x[i] = (rows[i][n] - x.reduce((sum, v, j) => sum + (j > i ? rows[i][j] * v : 0), 0)) / rows[i][i]; // prettier-ignore
  }
  return x;
}

const k = (a, b) => Math.exp(-0.5 * a.reduce((sum, v, j) => sum + (v - b[j]) ** 2, 0));
const rowsOf = (flat) => Array.from({ length: flat.shape[0] }, (_, i) => [...flat.subarray(i * flat.shape[1], (i + 1) * flat.shape[1])]); // prettier-ignore

describe('reduced sets', { timeout: 600_000 }, () => {
  for (const [form, api] of bothForms) {
    const machines = {
      SVC: [() => new api.SVC({ ...rbf, C: 3 }), X, y],
      'SVC with probabilities': [() => new api.SVC({ ...rbf, probability: 'sigmoid' }), X, y],
      NuSVC: [() => new api.NuSVC({ ...rbf, nu: 0.4 }), X, y],
      'SVC of three classes': [() => new api.SVC({ ...rbf, C: 3 }), three.X, three.y],
      'SVC against the rest': [() => new api.SVC({ ...rbf, multiClass: 'ovr' }), three.X, three.y],
      LSSVC: [() => new api.LSSVC(rbf), three.X, three.y],
      MulticlassSVC: [() => new api.MulticlassSVC(rbf), three.X, three.y],
      SVR: [() => new api.SVR({ ...rbf, C: 5 }), X, values],
      KernelRidge: [() => new api.KernelRidge({ ...rbf, alpha: 0.1 }), X, values],
      OneClassSVM: [() => new api.OneClassSVM({ ...rbf, nu: 0.3 }), X],
      pipeline: [() => api.makePipeline(new api.StandardScaler(), new api.SVC(rbf)), X, y],
    };
    for (const [name, [make, rows, targets]] of Object.entries(machines)) {
      it(`${name}, ${form}`, async () => {
        const model = make();
        await (targets ? model.fit(rows, targets) : model.fit(rows));
        const decides = model.classes !== undefined || !targets;
        const answers = (one) => (decides ? one.decisionFunction(rows) : one.predict(rows));
        const whole = await answers(model);
        const bytes = await model.save();
        // All vectors give the model itself; fewer give larger errors.
        const same = await reduce(model, { vectors: 1e6, X: rows });
        near(await answers(same.model), whole, 1e-4);
        assert.ok(same.difference < 1e-4 && same.errors.every((e) => e < 1e-4), `${same.errors}`);
        let before = Infinity;
        for (const vectors of [3, 8, 20]) {
          const { model: smaller, errors, vectors: kept } = await reduce(model, { vectors });
          assert.ok(smaller instanceof model.constructor && kept <= vectors, `${kept}`);
          const largest = Math.max(...errors);
          const mean = errors.reduce((s, e) => s + e ** 2, 0);
          assert.ok(mean <= before && largest > 0 && largest <= 1, `${vectors}: ${errors}`);
          before = mean;
          const again = await api.load(await smaller.save());
          assert.deepEqual(await again.predict(rows), await smaller.predict(rows));
          near(await answers(again), await answers(smaller), 0);
        }
        const enough = await reduce(model, { maxError: 0.2 });
        assert.ok(enough.errors.every((e) => e <= 0.2));
        const less = await reduce(model, { vectors: enough.vectors - 1, maxError: 0.2 });
        assert.ok(less.errors.some((e) => e > 0.2));
        assert.deepEqual(await model.save(), bytes); // the model stays as it was
      });
    }
  }

  it('coefficients and errors are those of least squares', async () => {
    for (const [model, classes] of [
      [new sync.SVC({ ...rbf, C: 3 }).fit(X, y), 1],
      [new sync.SVC({ ...rbf, multiClass: 'ovr' }).fit(three.X, three.y), 3],
      [new sync.SVR({ ...rbf, C: 5 }).fit(X, values), 1],
    ]) {
      const all = rowsOf(model.supportVectors);
      const coef = Array.from({ length: classes }, (_, q) => [...model.dualCoef].slice(q * all.length, (q + 1) * all.length)); // prettier-ignore
      const { model: smaller, errors } = await reduce(model, { vectors: 12 });
      const kept = rowsOf(smaller.supportVectors);
      assert.equal(kept.length, 12);
      kept.forEach((row) => assert.ok(all.some((one) => one.every((v, j) => v === row[j]))));
      const gram = kept.map((a) => kept.map((b) => k(a, b)));
      coef.forEach((own, q) => {
        const right = kept.map((a) => all.reduce((sum, b, i) => sum + own[i] * k(a, b), 0));
        const best = solve(gram, right);
        near([...smaller.dualCoef].slice(q * 12, (q + 1) * 12), best, 1e-6 * Math.max(...best.map(Math.abs))); // prettier-ignore
        const square = all.reduce((s, a, i) => s + own[i] * all.reduce((t, b, j) => t + own[j] * k(a, b), 0), 0); // prettier-ignore
        const gained = best.reduce((s, b, i) => s + b * right[i], 0);
        near([errors[q]], [Math.sqrt((square - gained) / square)], 1e-6);
      });
      // The bound on decision values, with k(x, x) = 1.
      const [f, g] = [model, smaller].map((one) => (classes > 1 ? one.decisionFunction(X, { shape: 'ovr' }) : (one.decisionFunction ?? one.predict).call(one, X))); // prettier-ignore
      coef.forEach((own, q) => {
        const norm = Math.sqrt(all.reduce((s, a, i) => s + own[i] * all.reduce((t, b, j) => t + own[j] * k(a, b), 0), 0)); // prettier-ignore
        const off = Math.max(...X.map((_, i) => Math.abs(f[i * classes + q] - g[i * classes + q])));
        assert.ok(off <= errors[q] * norm * (1 + 1e-9) && off > 0, `${off}, ${errors[q] * norm}`);
      });
    }
  });

  it('is exported, and works with strings, sparse rows and named columns', async () => {
    const model = new sync.SVC({ ...rbf, probability: 'sigmoid' }).fit(three.X, three.y);
    const { model: smaller } = await reduce(model, { vectors: 15 });
    assert.equal(smaller.supportIndices.length, 15);
    assert.equal(smaller.fitInfo.supportVectors, 15);
    assert.equal(smaller.supportCounts.reduce((a, b) => a + b), 15); // prettier-ignore
    const opened = prediction.open(await smaller.save());
    assert.deepEqual(opened.predict(three.X), smaller.predict(three.X));
    near(opened.predictProba(three.X).flat(), smaller.predictProba(three.X), 1e-9);
    const sizes = await Promise.all([smaller, model].map(async (one) => (await modules.toModule(one)).length)); // prettier-ignore
    assert.ok(sizes[0] < sizes[1], String(sizes));
    const bytes = await Promise.all([smaller, model].map(async (one) => (await onnx.exportOnnx(one)).length)); // prettier-ignore
    assert.ok(bytes[0] < bytes[1], String(bytes));
    const texts = ['aba', 'abab', 'bbc', 'bcb', 'aab', 'cbc', 'abb', 'ccb'];
    const strings = new sync.SVC({ kernel: sync.kernels.spectrum({ length: 2 }), C: 10 }).fit(texts, [0, 0, 1, 1, 0, 1, 0, 1]); // prettier-ignore
    const few = await reduce(strings, { vectors: 3 });
    assert.equal(few.model.predict(texts).length, 8);
    const table = three.X.map(([a, b]) => ({ a, b }));
    const named = await reduce(new sync.SVC(rbf).fit(table, three.y), { vectors: 9 });
    assert.deepEqual(named.model.featureNames, ['a', 'b']);
    assert.equal(named.model.predict(table.map(({ a, b }) => ({ b, a }))).length, 120);
    const words = sync.makePipeline(new sync.TfidfVectorizer(), new sync.SVC({ kernel: 'linear' })).fit(['one two', 'two', 'three four', 'four'], [0, 0, 1, 1]); // prettier-ignore
    const short = await reduce(words, { vectors: 2 });
    assert.deepEqual(sync.load(short.model.save()).predict(['two', 'four']), [0, 1]);
  });

  it('says what is wrong', async () => {
    const model = new sync.SVC(rbf).fit(X, y);
    await fails(() => reduce(model), { code: 'ERR_OPTION', argument: 'vectors' });
    for (const vectors of [0, 1.5, -1, NaN, '3']) {
      await fails(() => reduce(model, { vectors }), { code: 'ERR_TYPE', argument: 'vectors' });
    }
    await fails(() => reduce(model, { maxError: 1 }), { code: 'ERR_TYPE', argument: 'maxError' });
    await fails(() => reduce(model, { vectors: 3, most: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
    await fails(() => reduce({ predict() {} }, { vectors: 3 }), { code: 'ERR_TYPE', argument: 'model' }); // prettier-ignore
    await fails(() => reduce(new sync.SVC(), { vectors: 3 }), { code: 'ERR_NOT_FITTED' });
    for (const Class of [
      'LinearSVC',
      'SVDD',
      'IncrementalSVC',
      'DecisionTreeClassifier',
      'GaussianProcessClassifier',
    ]) {
      // prettier-ignore
      const other = new sync[Class]();
      const fitted = Class === 'SVDD' ? other.fit(X) : other.fit(X, y);
      await fails(() => reduce(fitted, { vectors: 3 }), { code: 'ERR_OPTION', argument: 'model', message: new RegExp(Class) }); // prettier-ignore
    }
    const gram = X.map((a) => X.map((b) => k(a, b)));
    const given = new sync.SVC({ kernel: 'precomputed' }).fit(gram, y);
    await fails(() => reduce(given, { vectors: 3 }), { code: 'ERR_OPTION', argument: 'model', message: /precomputed/ }); // prettier-ignore
    const own = new sync.SVC({ kernel: k }).fit(X, y);
    await fails(() => reduce(own, { vectors: 3 }), { code: 'ERR_OPTION', argument: 'model' });
    const ended = AbortSignal.abort(new Error('enough'));
    await assert.rejects(() => reduce(model, { vectors: 3, signal: ended }), /enough/);
  });
});
