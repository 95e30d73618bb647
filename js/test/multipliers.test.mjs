/** multipliers and dropOutliers: conditions of solutions, and fits without rows. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { bounds as entry, maxmargin } from './support/maxmargin.mjs';
import { root } from './support/project.mjs';

const { dropOutliers, multipliers } = entry;
const { SVC, SVR } = maxmargin;

function near(actual, expected, off = 1e-9) {
  assert.ok(Math.abs(actual - expected) <= off, `${actual}, ${expected}`);
}

const { X, y } = blobs({ n: 60, apart: 1 });

describe('multipliers', () => {
  it('of an SVC: the derivatives of the Lagrangian are 0, and eta times slack is', async () => {
    const C = 0.7;
    const model = await new SVC({ kernel: 'linear', C, tol: 1e-9 }).fit(X, y);
    const { alpha, alphaStar, eta, residuals } = await multipliers(model, X, y);
    const { slack, weights, residual } = await model.diagnostics(X, y);
    assert.equal(alphaStar, undefined);
    near(residuals.constant, 0);
    near(residuals.weights, 0, 1e-8);
    assert.equal(residuals.optimality, Math.max(...residual));
    // w = sum y_i a_i x_i
    const sum = [0, 0];
    X.forEach((row, i) => row.forEach((v, j) => (sum[j] += (y[i] === model.classes[1] ? 1 : -1) * alpha[i] * v))); // prettier-ignore
    sum.forEach((v, j) => near(v, weights[j], 1e-8));
    alpha.forEach((a, i) => {
      near(a + eta[i], C, 1e-12);
      assert.ok(a >= 0 && eta[i] >= -1e-12);
      near(eta[i] * slack[i], 0, 1e-6);
    });
  });

  it('of an SVR: a value is above or below the tube, not both', async () => {
    const values = X.map(([a, b], i) => a - 2 * b + Math.sin(7 * i));
    const model = await new SVR({ kernel: 'linear', C: 2, epsilon: 0.3, tol: 1e-9 }).fit(X, values);
    const { alpha, alphaStar, eta, etaStar, residuals } = await multipliers(model, X, values);
    near(residuals.constant, 0);
    near(residuals.weights, 0, 1e-7);
    const predicted = await model.predict(X);
    alpha.forEach((a, i) => {
      assert.equal(a * alphaStar[i], 0);
      const off = values[i] - predicted[i];
      near(eta[i] * Math.max(0, off - 0.3), 0, 1e-6);
      near(etaStar[i] * Math.max(0, -off - 0.3), 0, 1e-6);
      if (a > 1e-9) assert.ok(off > 0.3 - 1e-6);
      if (alphaStar[i] > 1e-9) assert.ok(off < -0.3 + 1e-6);
    });
  });

  it('free and bounded support vectors are as many as svm-train counts', async () => {
    const { X, y } = await maxmargin.readLibsvm(
      readFileSync(join(root, 'demo/data/heart_scale'), 'utf8'),
    );
    // svm-train 3.24 -s 0 -c 1 -g 0.1 -e 1e-9, and -s 3 -c 0.5 -g 0.1 -p 0.2 -e 1e-9: nSV and nBSV.
    for (const [model, vectors, bounded] of [
      [new SVC({ C: 1, gamma: 0.1, tol: 1e-9 }), 133, 101],
      [new SVR({ C: 0.5, gamma: 0.1, epsilon: 0.2, tol: 1e-9 }), 162, 128],
    ]) {
      const found = await multipliers(await model.fit(X, y), X, y);
      assert.deepEqual([found.free.length, found.bounded.length], [vectors - bounded, bounded]);
      const all = new Set([...found.free, ...found.bounded]);
      assert.deepEqual(all, new Set(model.supportIndices));
      // Those that are free have no slack.
      const { slack } = await model.diagnostics(X, y);
      for (const row of found.free) near(slack[row], 0, 1e-6);
    }
  });

  it('what is not known is undefined', async () => {
    for (const given of [
      { C: Infinity },
      { loss: 'squaredHinge' },
      { classWeight: 'balanced' },
      { study: { normBound: 1 } },
    ]) {
      // prettier-ignore
      const apart = blobs({ n: 40, apart: 8 });
      const model = await new SVC({ gamma: 0.1, ...given }).fit(apart.X, apart.y);
      const { alpha, eta, free, bounded, residuals } = await multipliers(model, apart.X, apart.y);
      assert.deepEqual([eta, free, bounded, residuals.weights], new Array(4).fill(undefined), JSON.stringify(given)); // prettier-ignore
      assert.ok(alpha.some((a) => a > 0) && residuals.constant < 1e-6);
    }
    const through = await new SVC({ fitIntercept: false }).fit(X, y);
    assert.equal((await multipliers(through, X, y)).residuals.constant, undefined);
  });

  it('bad input', async () => {
    const model = await new SVC().fit(X, y);
    const wrong = { code: 'ERR_TYPE', argument: 'model' };
    await fails(() => multipliers(model, X.slice(1), y.slice(1)), wrong);
    await fails(() => multipliers({}, X, y), wrong);
    const average = await new maxmargin.AverageMarginClassifier().fit(X, y);
    await fails(() => multipliers(average, X, y), wrong);
    const three = await new SVC().fit(X, y.map((label, i) => (i < 9 ? 2 : label))); // prettier-ignore
    await fails(() => multipliers(three, X, y), wrong);
  });
});

describe('dropOutliers', () => {
  it('is the fit without these rows, and says what it changed', async () => {
    const options = { C: 10, gamma: 0.5, tol: 1e-9 };
    const model = await new SVC(options).fit(X, y);
    const { alpha } = await multipliers(model, X, y);
    const report = await dropOutliers(model, X, y, { alpha: 10 * (1 - 1e-9) });
    const { removed, before, after, changed } = report;
    const rows = new Set(removed);
    assert.ok(rows.size > 0 && rows.size < 40);
    alpha.forEach((a, i) => assert.equal(rows.has(i), a >= 10 * (1 - 1e-9)));
    const [XKept, yKept] = [X, y].map((list) => list.filter((_, i) => !rows.has(i)));
    const own = await new SVC(options).fit(XKept, yKept);
    const [one, other] = [await report.model.decisionFunction(X), await own.decisionFunction(X)];
    one.forEach((value, i) => near(value, other[i], 1e-6));
    const { norm, geometricMargin } = await own.diagnostics(XKept, yKept);
    near(after.norm, norm, 1e-6);
    near(after.margin, geometricMargin, 1e-6);
    assert.equal(before.supportVectors, model.supportIndices.length);
    assert.ok(after.margin > before.margin && after.norm !== before.norm);
    const was = await model.predict(X);
    const is = await own.predict(X);
    assert.deepEqual([...changed], X.map((_, i) => i).filter((i) => was[i] !== is[i])); // prettier-ignore
    assert.deepEqual(report.model.getParams(), model.getParams());
    assert.equal((await model.predict(X)).length, 60); // the model itself is as it was
  });

  it('nothing to remove changes nothing', async () => {
    const model = await new SVC({ gamma: 0.5 }).fit(X, y);
    const { removed, changed, before, after } = await dropOutliers(model, X, y, { alpha: 2 });
    assert.deepEqual([removed.length, changed.length], [0, 0]);
    near(after.norm, before.norm, 1e-6);
  });

  it('bad input', async () => {
    const model = await new SVC({ gamma: 0.5 }).fit(X, y);
    for (const alpha of [0, -1, NaN, '1', undefined])
      await fails(() => dropOutliers(model, X, y, { alpha }), { argument: 'alpha' });
    const two = await new SVC().fit([[0], [1]], [0, 1]); // both are support vectors
    await fails(() => dropOutliers(two, [[0], [1]], [0, 1], { alpha: 1e-9 }), { argument: 'alpha', message: /so large that some rows stay/ }); // prettier-ignore
    const knn = await new maxmargin.KNeighborsClassifier().fit(X, y);
    await fails(() => dropOutliers(knn, X, y, { alpha: 1 }), { code: 'ERR_TYPE' });
  });
});
