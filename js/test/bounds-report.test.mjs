/** maxmargin/bounds of fitted models. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { bounds as entry, maxmargin } from './support/maxmargin.mjs';

const { bounds, boundsReport } = entry;

function near(actual, expected, relative = 1e-12) {
  const off = Math.abs(actual - expected);
  assert.ok(off <= relative * Math.abs(expected), `${actual}, ${expected}`);
}

describe('bounds of models', () => {
  it('ridge regression with lambda = R^2 has the least bound of its kind', async () => {
    const X = Array.from({ length: 40 }, (_, i) => [Math.sin(i), Math.cos(2 * i), (i % 7) / 7]);
    const y = X.map(([a, b, c], i) => a - 2 * b + 0.3 * c + 0.2 * Math.sin(9 * i));
    const radius = Math.max(...X.map((row) => Math.hypot(...row)));
    const { Ridge } = maxmargin;
    const of = async (alpha) => {
      const model = await new Ridge({ alpha, fitIntercept: false }).fit(X, y);
      const found = await model.predict(X);
      const squaredError = y.reduce((sum, v, i) => sum + (v - found[i]) ** 2, 0);
      const given = { n: 40, radius, norm: Math.hypot(...model.coef), squaredError, accuracy: 1 };
      return bounds.regressionSquared(given).value;
    };
    const least = await of(radius ** 2);
    for (const factor of [0.5, 0.9, 1.1, 2]) assert.ok((await of(radius ** 2 * factor)) > least);
  });
});

describe('boundsReport', () => {
  const apart = { X: [[0, 2], [1, 3], [0, -2], [1, -3]], y: ['b', 'b', 'a', 'a'] }; // prettier-ignore

  it('of a hard margin: margin 2, a constant that is 0, and what follows', async () => {
    const model = await new maxmargin.SVC({ kernel: 'linear', C: Infinity }).fit(apart.X, apart.y);
    const report = await boundsReport(model, apart.X, apart.y);
    near(report.margin, 2, 1e-6);
    near(report.norm, 0.5, 1e-6);
    near(1 / report.norm, 2, 1e-6);
    assert.equal(report.trainingError, 0);
    assert.equal(report.n, 4);
    assert.ok(Math.abs(report.intercept) < 1e-6);
    const radius = Math.hypot(1, 3) * (report.absorbed ? Math.SQRT2 : 1);
    near(report.radius, radius, 1e-9);
    const { supportVectors } = report;
    const own = bounds.compression({ n: 4, supportVectors });
    assert.deepEqual(report.results.compression, own);
    assert.ok(!report.results.margin.valid); // 4 samples are too few
    assert.ok(report.results.vc.valid && report.results.vc.vacuous);
    assert.match(report.notes.join('\n'), /vacuous/);
  });

  it('absorbs a constant: margins are y f(x) / sqrt(|w|^2 + (b/R)^2)', async () => {
    const X = apart.X.map(([a, b]) => [a, b + 5]);
    const model = await new maxmargin.SVC({ kernel: 'linear', C: Infinity }).fit(X, apart.y);
    const report = await boundsReport(model, X, apart.y);
    assert.equal(report.absorbed, true);
    const [w, b] = [0.5, -2.5];
    const R = Math.hypot(1, 8);
    near(report.radius, R * Math.SQRT2, 1e-9);
    near(report.margin, 1 / Math.hypot(w, b / R), 1e-5);
    assert.match(report.notes.join('\n'), /became a coordinate/);
    // The same function without a constant, of samples with one more coordinate.
    const long = X.map((row) => [...row, R]);
    const weights = [0, w, b / R];
    const margins = long
      .map((row, i) => {
        const f = row.reduce((sum, v, j) => sum + v * weights[j], 0);
        return ((apart.y[i] === 'b' ? 1 : -1) * f) / Math.hypot(...weights);
      })
      .sort((one, other) => one - other);
    margins.forEach((value, i) => near(report.margins[i], value, 1e-5));
    near(report.radius, Math.max(...long.map((row) => Math.hypot(...row))), 1e-9);
  });

  it('of classes that overlap: theorems for separated classes fail, others hold', async () => {
    const { X, y } = blobs({ n: 60, apart: 0.7 });
    const model = await new maxmargin.SVC({ C: 1, gamma: 0.5 }).fit(X, y);
    const report = await boundsReport(model, X, y, { delta: 0.1, c: 0.01 });
    assert.ok(report.trainingError > 0);
    assert.equal(report.ratio, Infinity);
    for (const name of [
      'margin',
      'marginGrid',
      'marginExplicit',
      'marginShattering',
      'compression',
    ])
      assert.equal(report.results[name].valid, false, name);
    for (const name of [
      'marginPercentile',
      'marginErrorRate',
      'softMarginL2',
      'averageMarginError',
    ])
      assert.ok(report.results[name].valid, name);
    assert.equal(report.results.softMarginL2.label, 'for comparison');
    assert.equal(report.results.softMarginL2.constant, 0.01);
    assert.equal(report.best, 'averageMarginError');
    for (const { value } of Object.values(report.results)) assert.ok(value >= 0);
  });

  it('of an average margin: (13) with the mean of its decision values', async () => {
    const { X, y } = blobs({ n: 60, apart: 2 });
    const model = await new maxmargin.AverageMarginClassifier({ gamma: 0.5 }).fit(X, y);
    const { results, absorbed, norm } = await boundsReport(model, X, y);
    assert.equal(absorbed, false);
    near(norm, 1);
    const values = await model.decisionFunction(X);
    const averageMargin =
      values.reduce((sum, f, i) => sum + (y[i] === model.classes[1] ? f : -f), 0) / 60;
    const expected = bounds.averageMarginError({ n: 60, averageMargin, largest: 1 });
    near(results.averageMarginError.value, expected.value, 1e-9);
  });

  it('of machines with weights, of blocking ones, and with a radius that is given', async () => {
    const { X, y } = blobs({ n: 60, apart: 2 });
    const linear = await new maxmargin.LinearSVC().fit(X, y);
    const report = await boundsReport(linear, X, y);
    near(report.norm, Math.hypot(...linear.coef));
    assert.ok(report.results.vcErrors.valid);
    const poly = await new maxmargin.SVC({ kernel: 'poly' }).fit(X, y);
    await fails(() => boundsReport(poly, X, y), { code: 'ERR_OPTION', argument: 'radius' });
    const { gamma, degree, coef0 } = poly.getParams();
    const kernel = maxmargin.kernels.poly({ gamma, degree, coef0 });
    const radius = Math.max(...(await maxmargin.kernelNorms(kernel, X)));
    const given = await boundsReport(poly, X, y, { radius });
    near(given.radius, radius * (given.absorbed ? Math.SQRT2 : 1));
  });

  it('of more rows than a call takes arguments', async () => {
    const X = Array.from({ length: 150_000 }, (_, i) => [(i % 2 ? 1 : -1) * (1 + (i % 7))]);
    const model = {
      classes: [0, 1],
      coef: [0.5],
      intercept: [0],
      getParams: () => ({}),
      decisionFunction: (rows) => rows.map(([v]) => v / 2),
    };
    const report = await boundsReport(model, X, X.map(([v]) => Number(v > 0))); // prettier-ignore
    assert.equal(report.margin, 1);
    // Slacks at the margin 2 are 1 for the samples at 1, and 0 for the others.
    const slackNorm = Math.sqrt(report.margins.filter((value) => value === 1).length);
    const { n, delta, radius } = report;
    near(report.results.softMarginL2.value, bounds.softMarginL2({ n, delta, radius, c: 1, margin: 2, slackNorm }).value); // prettier-ignore
  });

  it('of what has no margins is an error', async () => {
    const { X, y } = blobs({ n: 60, apart: 2 });
    const knn = await new maxmargin.KNeighborsClassifier().fit(X, y);
    await fails(() => boundsReport(knn, X, y), { code: 'ERR_TYPE', argument: 'model' });
    const three = await new maxmargin.SVC().fit(X, y.map((label, i) => (i < 9 ? 2 : label))); // prettier-ignore
    await fails(() => boundsReport(three, X, y), { code: 'ERR_TYPE', argument: 'model' });
    await fails(() => boundsReport({}, X, y), { code: 'ERR_TYPE', argument: 'model' });
    const model = await new maxmargin.SVC().fit(X, y);
    await fails(() => boundsReport(model, X, y, { delta: 2 }), { argument: 'delta' });
  });
});
