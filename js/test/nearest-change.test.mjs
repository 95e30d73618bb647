/** The least change of a row that crosses the boundary; core/assess/counterfactual has closed forms, core/engine rays. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

before(() => sync.init());

const near = (got, want, tolerance, what = '') =>
  assert.ok(Math.abs(got - want) <= tolerance, `${what} ${got}, want ${want}`);

for (const [way, api] of forms(import.meta.url)) {
  describe(`nearestChange, ${way}`, { timeout: 900_000 }, () => {
    const { X, y } = blobs({ n: 60, d: 3, apart: 1, labels: (i) => 'ab'[i] });

    it('is the foot of the perpendicular for linear machines, also through a scaler', async () => {
      const model = await new api.LinearSVC().fit(X, y);
      const [f] = await model.decisionFunction(X.slice(0, 1));
      const w = [...model.coef];
      const found = await api.nearestChange(model, X[0]);
      const square = w.reduce((sum, v) => sum + v * v, 0);
      assert.equal(found.exact, true);
      assert.notEqual(found.from, found.to);
      assert.deepEqual(await model.predict([found.x]), [found.to]);
      near(found.distance, Math.abs(f) / Math.sqrt(square), 1e-12);
      w.forEach((v, j) => near(found.change[j], (-f * v) / square, 1e-12));
      const one = await api.nearestChange(model, X[0], { norm: 1, weights: [1, 10, 100] });
      const prices = w.map((v, j) => Math.abs(v) / [1, 10, 100][j]);
      near(one.distance, Math.abs(f) / Math.max(...prices), 1e-9);
      const scaled = await api.makePipeline(new api.StandardScaler(), new api.SVC({ kernel: 'linear' })).fit(X, y); // prettier-ignore
      const { gradients } = await api.sensitivities(scaled, X.slice(0, 1));
      const [g] = await scaled.decisionFunction(X.slice(0, 1));
      const there = await api.nearestChange(scaled, X[0]);
      near(there.distance, Math.abs(g) / Math.hypot(...gradients[0]), 1e-10);
      assert.equal(there.exact, true);
    });

    it('keeps fixed features and bounds, by name', async () => {
      const table = { age: [], income: [], debts: [] };
      for (const row of X) ['age', 'income', 'debts'].forEach((name, j) => table[name].push(row[j])); // prettier-ignore
      const model = await api.makePipeline(new api.StandardScaler(), new api.SVC({ gamma: 0.5 })).fit(table, y); // prettier-ignore
      const free = await api.nearestChange(model, X[0]);
      const found = await api.nearestChange(model, X[0], { fixed: ['age'], bounds: { debts: [X[0][2] - 0.1, X[0][2] + 0.1] } }); // prettier-ignore
      assert.deepEqual(found.features, ['age', 'income', 'debts']);
      assert.equal(found.change[0], 0);
      assert.ok(Math.abs(found.change[2]) <= 0.1 + 1e-12);
      assert.ok(found.distance >= free.distance - 1e-12);
      assert.deepEqual(await model.predict([found.x]), [found.to]);
      assert.equal(found.exact, false);
      near(found.distance, Math.hypot(...found.change), 1e-12);
    });

    it('weights and bounds in an array are in the order of the columns, whatever these are called', async () => {
      const named = (names) => ({ data: Float64Array.from(X.flat()), rows: X.length, cols: 3, featureNames: names }); // prettier-ignore
      const [words, numbers] = [['a', 'b', 'c'], ['1', '2', '0']]; // prettier-ignore
      for (const settings of [
        { weights: [100, 1, 50] },
        {
          bounds: [
            [-9, 9],
            [X[0][1], X[0][1]],
            [-9, 9],
          ],
        },
      ]) {
        // prettier-ignore
        const [want, found] = await Promise.all(
          [words, numbers].map(async (names) => {
            const model = await new api.LinearSVC().fit(named(names), y);
            return api.nearestChange(model, X[0], settings);
          }),
        );
        assert.deepEqual(found.features, numbers);
        assert.deepEqual(found.change, want.change);
        assert.equal(found.distance, want.distance);
      }
      const model = await new api.LinearSVC().fit(named(numbers), y);
      const byName = await api.nearestChange(model, X[0], { weights: { 1: 100, 2: 1, 0: 50 } });
      const inOrder = await api.nearestChange(model, X[0], { weights: [100, 1, 50] });
      assert.deepEqual(byName.change, inOrder.change);
    });

    it('of several classes reaches the one that is asked for, and of detectors inside and outside', async () => {
      const three = blobs({ n: 60, k: 3, d: 3, apart: 2, labels: (i) => 'abc'[i] });
      for (const machine of [
        new api.SVC({ gamma: 0.3 }),
        new api.LSSVC({ gamma: 0.3 }),
        new api.LinearSVC(),
      ]) {
        // prettier-ignore
        const model = await machine.fit(three.X, three.y);
        const [was] = await model.predict(three.X.slice(0, 1));
        for (const target of ['a', 'b', 'c']) {
          if (target === was) continue;
          const found = await api.nearestChange(model, three.X[0], { target });
          assert.deepEqual(await model.predict([found.x]), [target]);
        }
        await fails(() => api.nearestChange(model, three.X[0]), { code: 'ERR_TYPE', argument: 'target' }); // prettier-ignore
      }
      const detector = await new api.OneClassSVM({ gamma: 0.3, nu: 0.2 }).fit(X);
      const inside = await api.nearestChange(detector, [9, 9, 9]);
      assert.deepEqual([inside.from, inside.to], [-1, 1]);
      near((await detector.decisionFunction([inside.x]))[0], 0, 1e-6);
    });

    it('of regressors reaches a number or an interval', async () => {
      const numbers = X.map(([a, b, c]) => 2 * a - b + 0.5 * c + 0.1 * Math.sin(9 * a));
      const linear = await new api.LinearSVR({ C: 10 }).fit(X, numbers);
      const [f] = await linear.predict([X[0]]);
      const w = [...linear.coef];
      const square = w.reduce((sum, v) => sum + v * v, 0);
      const found = await api.nearestChange(linear, X[0], { target: f + 3 });
      assert.equal(found.exact, true);
      near(found.from, f, 0);
      near(found.to, f + 3, 1e-9);
      w.forEach((v, j) => near(found.change[j], (3 * v) / square, 1e-9));
      assert.deepEqual(found.changes.map(({ feature }) => feature), [0, 1, 2]); // prettier-ignore
      const least = await api.nearestChange(linear, X[0], { target: [f - 5, f - 4], norm: 1 });
      near(least.to, f - 4, 1e-9);
      near(least.distance, 4 / Math.max(...w.map(Math.abs)), 1e-6);
      const bounded = await api.nearestChange(linear, X[0], { target: f + 3, bounds: { 0: [X[0][0] - 1, X[0][0] + 0.1] }, fixed: [2] }); // prettier-ignore
      near(bounded.change[0], 0.1, 1e-9);
      near(bounded.change[2], 0, 0);
      near(bounded.to, f + 3, 1e-9);
      const kernel = await api.makePipeline(new api.StandardScaler(), new api.SVR({ C: 100 })).fit(X, numbers); // prettier-ignore
      const there = await api.nearestChange(kernel, X[0], { target: f - 1 });
      near((await kernel.predict([there.x]))[0], f - 1, 1e-9);
      assert.equal(there.exact, false);
    });

    it('says what is wrong', async () => {
      const model = await new api.SVC({ gamma: 0.3 }).fit(X, y);
      const [was] = await model.predict(X.slice(0, 1));
      const wrong = (settings, expected) => fails(() => api.nearestChange(model, X[0], settings), expected); // prettier-ignore
      await wrong({ target: was }, { code: 'ERR_OPTION', argument: 'target', message: /already/ });
      await wrong({ target: 'z' }, { code: 'ERR_TYPE', argument: 'target' });
      await wrong({ norm: 3 }, { code: 'ERR_TYPE', argument: 'norm' });
      await wrong({ fixed: [7] }, { code: 'ERR_TYPE', argument: 'fixed[0]' });
      await wrong({ fixed: [0, 1, 2] }, { code: 'ERR_OPTION', argument: 'bounds', message: /widen/ }); // prettier-ignore
      await wrong({ weights: [1] }, { code: 'ERR_TYPE', argument: 'weights' });
      await wrong({ weights: { 1: 0 } }, { code: 'ERR_TYPE', argument: 'weights.1' });
      await wrong({ bounds: { 1: [2, 1] } }, { code: 'ERR_TYPE', argument: 'bounds.1' });
      await wrong({ bounds: { 0: [X[0][0] + 1, X[0][0] + 2] } }, { code: 'ERR_TYPE', argument: 'bounds' }); // prettier-ignore
      await wrong({ goal: 'a' }, { code: 'ERR_OPTION_UNKNOWN', argument: 'goal' });
      await fails(() => api.nearestChange(model, X), { code: 'ERR_TYPE', argument: 'x' });
      await fails(() => api.nearestChange({}, X[0]), { code: 'ERR_TYPE', argument: 'model' });
      await fails(() => api.nearestChange(new api.SVC(), X[0]), { code: 'ERR_NOT_FITTED' });
      const svr = await new api.SVR().fit(X, X.map(([a]) => a)); // prettier-ignore
      const number = (target, expected) => fails(() => api.nearestChange(svr, X[0], { target }), expected); // prettier-ignore
      for (const target of [undefined, NaN, 'a', [2, 1], [-Infinity, Infinity], [1]]) {
        await number(target, { code: 'ERR_TYPE', argument: 'target' });
      }
      const [now] = await svr.predict([X[0]]);
      await number([now - 1, now + 1], { code: 'ERR_OPTION', argument: 'target', message: /already/ }); // prettier-ignore
      await number(1e6, { code: 'ERR_OPTION', argument: 'bounds' });
      const tree = await new api.DecisionTreeClassifier().fit(X, y);
      await fails(() => api.nearestChange(tree, X[0]), { code: 'ERR_OPTION', argument: 'model' });
      await assert.rejects(async () => api.nearestChange(model, X[0], { signal: AbortSignal.abort() }), { name: 'AbortError' }); // prettier-ignore
    });
  });
}
