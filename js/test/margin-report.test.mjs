/** marginReport and its kin: by hand, by the kernel matrix, and by what other machines report. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { bounds as entry, maxmargin, sync } from './support/maxmargin.mjs';

const { canonicalHyperplane, compareMargins, marginLosses, marginReport, projectOntoHyperplane } =
  entry;

function near(actual, expected, off = 1e-12) {
  assert.ok(Math.abs(actual - expected) <= off, `${actual}, ${expected}`);
}

/** A linear function with chosen values, as a model: f(x) = x_0 weights_0 + intercept. */
const given = (coef, intercept = 0) => ({
  classes: [0, 1],
  coef,
  intercept: [intercept],
  getParams: () => ({}),
  decisionFunction: (X) => Float64Array.from(X, (row) => coef.reduce((s, w, j) => s + w * row[j], intercept)), // prettier-ignore
});

describe('marginReport', () => {
  it('by hand: margins 3, 1, 1 and -1 with |w| = 5', async () => {
    const X = [[3, 0], [1, 2], [-1, 0], [1, 4]]; // prettier-ignore
    const report = await marginReport(given([5, 0]), X, [1, 1, 0, 0], { gamma: 2 });
    assert.deepEqual([...report.margins], [3, 1, 1, -1]);
    assert.deepEqual([...report.functionalMargins], [15, 5, 5, -5]);
    assert.deepEqual([report.norm, report.least, report.mean], [5, -1, 1]);
    assert.deepEqual([report.consistent, report.errors, report.trainingError], [false, 1, 0.25]);
    near(report.radius, Math.hypot(1, 4));
    assert.equal(report.ratio, Infinity);
    near(report.targetRatio, 17 / 4);
    assert.deepEqual([...report.slack], [0, 1, 1, 3]);
    assert.deepEqual([report.slackSum, report.marginErrors], [5, 3]);
    near(report.slackNorm, Math.sqrt(11));
    assert.deepEqual([...report.curve.rho], [-1, 1, 3]);
    assert.deepEqual([...report.curve.share], [0.25, 0.75, 1]);
    assert.deepEqual([...report.losses.zeroOne], [0, 0, 0, 1]);
    assert.deepEqual([...report.losses.ramp], [0, 0, 0, 1]);
    assert.deepEqual([...report.losses.hinge], [0, 0, 0, 6]);
    assert.deepEqual(report.losses.means, { zeroOne: 0.25, ramp: 0.25, hinge: 1.5 });
  });

  it('a sample on the boundary is no consistent one, and loses 1', async () => {
    const { consistent, errors, least, losses } = await marginReport(given([1]), [[0], [1]], [0, 1]); // prettier-ignore
    assert.deepEqual([consistent, errors, least], [false, 1, 0]);
    assert.deepEqual([...losses.zeroOne], [1, 0]);
  });

  it('of a hard margin: gamma is the margin, nobody misses it, and (R/gamma)^2', async () => {
    const X = [[0, 2], [1, 3], [0, -2], [1, -3]]; // prettier-ignore
    const model = await new maxmargin.SVC({ kernel: 'linear', C: Infinity, tol: 1e-9 }).fit(X, ['b', 'b', 'a', 'a']); // prettier-ignore
    const report = await marginReport(model, X, ['b', 'b', 'a', 'a']);
    assert.ok(report.consistent);
    near(report.gamma, 2, 1e-7);
    near(report.least, 2, 1e-7);
    near(report.ratio, 10 / 4, 1e-6);
    near(report.slackNorm, 0, 1e-6);
    report.weights.forEach((w, j) => near(w, [0, 0.5][j], 1e-7));
  });

  it('with a kernel: y f / |w|, and slacks C times which are the primal objective', async () => {
    const { X, y } = blobs({ n: 60, apart: 0.7 });
    const model = await new maxmargin.SVC({ C: 3, gamma: 0.5, tol: 1e-8 }).fit(X, y);
    const report = await marginReport(model, X, y);
    const values = await model.decisionFunction(X);
    let square = 0;
    const { supportIndices: rows, dualCoef } = model;
    rows.forEach((i, p) =>
      rows.forEach((j, q) => {
        const d2 = X[i].reduce((sum, v, c) => sum + (v - X[j][c]) ** 2, 0);
        square += dualCoef[p] * dualCoef[q] * Math.exp(-0.5 * d2);
      }),
    );
    near(report.norm, Math.sqrt(square), 1e-9);
    report.margins.forEach((value, i) => near(value, ((y[i] === model.classes[1] ? 1 : -1) * values[i]) / Math.sqrt(square), 1e-9)); // prettier-ignore
    assert.equal(report.radius, 1);
    near(report.targetRatio, square, 1e-8); // the target is 1/|w|
    // |w|^2/2 + C |w| (sum of slacks at the margin 1/|w|)
    near(
      square / 2 + 3 * report.norm * report.slackSum,
      (await model.diagnostics(X, y)).primal,
      1e-9,
    );
    near(report.norm * report.slackSum, 60 * report.losses.means.hinge, 1e-9);
  });

  it('the curve is the share of margins below rho, for any margins and any rho', async () => {
    const values = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(values, fc.integer({ min: -10, max: 10 }), async (list, twice) => {
        const X = list.map((v) => [v]);
        const report = await marginReport(given([1]), X, [1, ...list.slice(1).map(() => 1)]);
        const { rho, share } = report.curve;
        const at = twice / 2;
        const steps = rho.filter((value) => value < at).length;
        const direct = list.filter((v) => v < at).length / list.length;
        near(steps === 0 ? 0 : share[steps - 1], direct);
        const { zeroOne, ramp, hinge } = report.losses;
        zeroOne.forEach((v, i) => assert.ok(v <= ramp[i] && ramp[i] <= hinge[i]));
      }),
    );
  });

  it('of boosting: margins of votes, R_rho as the machine reports it', async () => {
    const { X, y } = blobs({ n: 60, apart: 0.7 });
    const rho = 0.2;
    const model = await new maxmargin.AdaBoostClassifier({ nEstimators: 12, rho }).fit(X, y);
    const report = await marginReport(model, X, y);
    assert.deepEqual([report.norm, report.radius, report.gamma], [1, 1, rho]);
    report.margins.forEach((value, i) => near(value, model.margins[i], 1e-9));
    near(report.marginErrors / 60, model.marginErrors.at(-1), 1e-12);
    near(report.trainingError, model.trainingErrors.at(-1), 1e-12);
  });

  // exp(gamma <x, z>) was once taken for a kernel with k(x, x) = 1.
  it('of every kernel of the catalogue no radius, or that of the samples', async () => {
    await sync.init();
    const folder = new URL('../../core/engine/catalog/testdata/values/', import.meta.url);
    const raw = blobs({ n: 30, d: 4, apart: 2 });
    const X = raw.X.map((row) => row.map(Math.abs));
    let known = 0;
    for (const file of readdirSync(folder)) {
      const { x, cases } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
      if (typeof x[0] === 'string') continue;
      for (const { kernel: text } of cases) {
        const kernel = JSON.parse(text);
        const model = new sync.SVC({ kernel, maxIter: 20 }).fit(X, raw.y);
        let report;
        try {
          report = await marginReport(model, X, raw.y);
        } catch (error) {
          assert.match(error.message, /\|w\| is/, text);
          continue;
        }
        if (report.radius === undefined) continue;
        known++;
        near(report.radius, Math.max(...sync.kernelNorms(kernel, X)), 1e-12);
      }
    }
    assert.ok(known >= 20, String(known));
  });

  it('a kernel whose lengths are not known: no radius, unless it is given', async () => {
    const { X, y } = blobs({ n: 40, apart: 2 });
    await sync.init();
    const model = new sync.SVC({ kernel: 'poly' }).fit(X, y);
    const { radius, ratio, targetRatio } = await marginReport(model, X, y);
    assert.deepEqual([radius, ratio, targetRatio], [undefined, undefined, undefined]);
    assert.equal((await marginReport(model, X, y, { gamma: 0.5, radius: 2 })).targetRatio, 16);
  });

  it('what is no report is an error', async () => {
    const { X, y } = blobs({ n: 40, apart: 2 });
    const model = await new maxmargin.SVC().fit(X, y);
    for (const gamma of [0, -1, NaN, Infinity])
      await fails(() => marginReport(model, X, y, { gamma }), { argument: 'gamma' });
    await fails(() => marginReport(model, X, y, { radius: -1 }), { argument: 'radius' });
    await fails(() => marginReport(model, X, y, { margin: 1 }), { argument: 'margin' });
    const knn = await new maxmargin.KNeighborsClassifier().fit(X, y);
    await fails(() => marginReport(knn, X, y), { code: 'ERR_TYPE', argument: 'model' });
    // Votes are no inner product: the theorems of boundsReport are not about them.
    const votes = await new maxmargin.AdaBoostClassifier({ nEstimators: 2 }).fit(X, y);
    await fails(() => entry.boundsReport(votes, X, y), { code: 'ERR_TYPE', argument: 'model' });
  });
});

describe('compareMargins', () => {
  const { X, y } = blobs({ n: 60, apart: 4 });

  it('without constants: the SVM has the largest least margin, the average margin machine the largest mean', async () => {
    const options = { kernel: 'linear', fitIntercept: false };
    const models = {
      svm: await new maxmargin.SVC({ ...options, C: Infinity }).fit(X, y),
      average: await new maxmargin.AverageMarginClassifier({ kernel: 'linear' }).fit(X, y),
      perceptron: await new maxmargin.Perceptron({ fitIntercept: false }).fit(X, y),
    };
    const found = await compareMargins(models, X, y);
    for (const other of ['average', 'perceptron'])
      assert.ok(found.svm.least >= found[other].least - 1e-6, other);
    for (const other of ['svm', 'perceptron'])
      assert.ok(found.average.mean > found[other].mean, other);
    near(found.average.mean, models.average.averageMargin[0], 1e-9);
    near(found.svm.norm, Math.hypot(...(await models.svm.diagnostics(X, y)).weights), 1e-9);
  });

  it('a constant is a coordinate, as in boundsReport', async () => {
    const moved = X.map((row) => row.map((v) => v + 3));
    const svm = await new maxmargin.SVC({ kernel: 'linear', C: 10 }).fit(moved, y);
    const { least, mean } = (await compareMargins({ svm }, moved, y)).svm;
    const { margins } = await entry.boundsReport(svm, moved, y);
    near(least, margins[0], 1e-9);
    near(mean, margins.reduce((sum, v) => sum + v, 0) / 60, 1e-9);
  });

  it('what cannot be compared is an error', async () => {
    await fails(() => compareMargins({}, X, y), { argument: 'models' });
    const poly = await new maxmargin.SVC({ kernel: 'poly', C: 1 }).fit(X, y);
    await fails(() => compareMargins({ poly }, X, y), { argument: 'radius' });
    assert.equal((await compareMargins({ poly }, X, y, { radius: 9 })).poly.n, 60);
    await fails(() => compareMargins({ poly }, X, y, { radius: 0 }), { argument: 'radius' });
  });
});

describe('marginLosses', () => {
  it('of several classes is the generalised hinge loss that MulticlassSVC reports', async () => {
    const { X, y } = blobs({ n: 60, apart: 1 });
    const labels = y.map((label, i) => (i % 3 === 0 ? 'third' : String(label)));
    const model = await new maxmargin.MulticlassSVC({ gamma: 0.5, tol: 1e-6 }).fit(X, labels);
    const { hinge, ramp, zeroOne } = await marginLosses(model, X, labels);
    hinge.forEach((loss, i) => near(loss, model.hingeLosses[i], 1e-6));
    const predicted = await model.predict(X);
    zeroOne.forEach((loss, i) => assert.equal(loss, Number(predicted[i] !== labels[i])));
    ramp.forEach((loss, i) => assert.equal(loss, Math.min(1, hinge[i])));
  });

  it('of two classes is that of marginReport; pairs of classes have none', async () => {
    const { X, y } = blobs({ n: 60, apart: 1 });
    const model = await new maxmargin.SVC().fit(X, y);
    assert.deepEqual(await marginLosses(model, X, y), (await marginReport(model, X, y)).losses);
    const labels = y.map((label, i) => (i % 3 === 0 ? 'third' : String(label)));
    const pairs = await new maxmargin.SVC({ multiClass: 'ovo' }).fit(X, labels);
    await fails(() => marginLosses(pairs, X, labels), { argument: 'multiClass' });
    const rest = await new maxmargin.SVC({ multiClass: 'ovr' }).fit(X, labels);
    assert.equal((await marginLosses(rest, X, labels)).hinge.length, 60);
    await fails(() => marginLosses({}, X, y), { argument: 'model' });
  });
});

describe('hyperplanes', () => {
  const X = [[3, 0], [5, 1], [-2, 1], [-7, 2]]; // prettier-ignore
  const y = [1, 1, 0, 0];

  it('canonical form: the nearest sample has y f = 1, and the margin is 1/|w|', () => {
    const found = canonicalHyperplane({ weights: [4, 0], intercept: -2, X, y });
    assert.deepEqual([...found.weights, found.intercept], [0.4, 0, -0.2]);
    assert.deepEqual([found.functionalMargin, found.margin, found.nearest], [10, 2.5, 0]);
    near(1 / Math.hypot(...found.weights), found.margin);
    assert.deepEqual(canonicalHyperplane({ weights: [4, 0], intercept: -2, X }), found);
    const { weights, intercept } = found;
    const again = canonicalHyperplane({ weights, intercept, X, y });
    assert.deepEqual([again.functionalMargin, again.margin], [1, 2.5]);
  });

  it('the canonical form of any multiple of a maximal margin is that of the SVM', async () => {
    const model = await new maxmargin.SVC({ kernel: 'linear', C: Infinity, tol: 1e-9 }).fit(X, y);
    const { weights, bias } = await model.diagnostics(X, y);
    const times = { weights: weights.map((w) => 7 * w), intercept: 7 * bias };
    const found = canonicalHyperplane({ ...times, X, y });
    found.weights.forEach((w, j) => near(w, weights[j], 1e-6));
  });

  it('the foot of the perpendicular lies on the hyperplane, as far as the distance says', () => {
    const number = fc.double({ min: -10, max: 10, noNaN: true });
    const row = fc.tuple(number, number, number);
    fc.assert(
      fc.property(row, number, fc.array(row, { minLength: 1 }), (weights, intercept, rows) => {
        const norm = Math.hypot(...weights);
        fc.pre(norm > 1e-3);
        const { distances, feet } = projectOntoHyperplane({ weights, intercept, X: rows });
        rows.forEach((x, i) => {
          const f = (v) => v.reduce((sum, at, j) => sum + at * weights[j], intercept);
          near(f(feet[i]) / norm, 0, 1e-9 * (1 + Math.abs(intercept) / norm));
          near(Math.hypot(...x.map((v, j) => v - feet[i][j])), Math.abs(distances[i]), 1e-9 * (1 + Math.abs(distances[i]))); // prettier-ignore
          // A value that is rounding, or whose share of the norm is below all numbers, has no side.
          const size = x.reduce((sum, v, j) => sum + Math.abs(v * weights[j]), Math.abs(intercept));
          if (Math.abs(f(x)) > 1e-12 * size + 1e-300) {
            assert.equal(Math.sign(distances[i]), Math.sign(f(x)));
          }
        });
      }),
    );
  });

  it('what is no hyperplane, or has no canonical form, is an error', async () => {
    const wrong = (given, argument) => fails(async () => canonicalHyperplane(given), { argument });
    await wrong({ weights: [0, 0], X }, 'weights');
    await wrong({ weights: 'w', X }, 'weights');
    await wrong({ weights: [1], X }, 'weights');
    await wrong({ weights: [1, NaN], X }, 'weights');
    await wrong({ weights: [1, 0], intercept: '1', X }, 'intercept');
    await wrong({ weights: [-1, 0], X, y }, 'X');
    await wrong({ weights: [1, 0], intercept: -3, X }, 'X');
    await wrong({ weights: [1, 0], X, y: [1, 2, 3, 3] }, 'y');
    await wrong({ weights: [1, 0], X: ['a', 'b'] }, 'X');
  });
});
