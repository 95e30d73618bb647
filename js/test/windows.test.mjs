/** Maps to features, and windows around samples, on both hosts. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

const { X, y } = blobs({ n: 90, d: 3, k: 3, apart: 3, seed: 7, labels: (i) => 'abc'[i] });
const numbers = (values) => Array.from(values);

/** @returns {void} */
function near(got, want, tolerance, what = '') {
  assert.equal(got.length, want.length, what);
  for (const [i, v] of numbers(want).entries())
    assert.ok(Math.abs(v - got[i]) <= tolerance, `${what} ${i}: ${got[i]} and ${v}`);
}

/** Inner products of rows. */
function products(features) {
  const [n, q] = features.shape;
  return Float64Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    let sum = 0;
    for (let t = 0; t < q; t++) sum += features[i * q + t] * features[j * q + t];
    return sum;
  });
}

for (const [way, api] of forms(import.meta.url)) {
  const { IncompleteCholesky, MonomialFeatures, Nystroem, RBFSampler } = api;
  const { AverageMarginClassifier, KernelDensity, KernelRegression, ParzenClassifier } = api;
  const { GridSearch, LinearSVC, gramMatrix, kernels, load, makePipeline } = api;
  before(() => api === sync && sync.init());

  describe(`maps to features, ${way}`, { timeout: 900_000 }, () => {
    const maps = {
      Nystroem: [new Nystroem({ gamma: 0.2 }), kernels.rbf({ gamma: 0.2 }), 1e-9],
      IncompleteCholesky: [new IncompleteCholesky({ gamma: 0.2, tol: 1e-9, nComponents: 90 }), kernels.rbf({ gamma: 0.2 }), 1e-8], // prettier-ignore
      RBFSampler: [new RBFSampler({ gamma: 0.2, nComponents: 40_000 }), kernels.rbf({ gamma: 0.2 }), 0.03], // prettier-ignore
      MonomialFeatures: [new MonomialFeatures({ degree: 3, gamma: 0.1, coef0: 2 }), kernels.poly({ degree: 3, gamma: 0.1, coef0: 2 }), 1e-9], // prettier-ignore
    };
    for (const [name, [map, kernel, tolerance]] of Object.entries(maps)) {
      it(`${name}: inner products are the kernel, of dense and sparse rows, saved or not`, async () => {
        const features = await map.fitTransform(X);
        near(products(features), await gramMatrix(kernel, X), tolerance, name);
        const again = await load(await map.save());
        assert.deepEqual(await again.transform(X), features);
        const made = await map.transform(sparse(X));
        if (name !== 'MonomialFeatures') near(made, features, 1e-9, 'sparse');
        else near(made.data, numbers(features).filter((v) => v !== 0), 1e-12, 'sparse'); // prettier-ignore
      });

      it(`${name}: a linear machine behind it learns, also in a search`, async () => {
        const steps = [api[name], { Nystroem: { nComponents: 20 }, RBFSampler: { nComponents: 50 } }[name] ?? {}]; // prettier-ignore
        const model = makePipeline(new steps[0](steps[1]), new LinearSVC());
        await model.fit(X, y);
        assert.ok((await model.score(X, y)) > 0.9);
        const [option, values] = name === 'MonomialFeatures' ? ['degree', [1, 2]] : ['gamma', [0.01, 0.3]]; // prettier-ignore
        const search = new GridSearch(
          model,
          { [`${name.toLowerCase()}__${option}`]: values },
          { folds: 3 },
        );
        await search.fit(X, y);
        assert.equal(search.results.length, 2);
        assert.ok(search.bestScore > 0.9);
      });
    }

    it('say which rows they kept', async () => {
      const map = await new Nystroem({ nComponents: 10, seed: 3 }).fit(X);
      assert.equal(map.supportIndices.length, 10);
      assert.equal(map.eigenvalues.length, 10);
      const chosen = await new IncompleteCholesky({ tol: 0.5 }).fit(X);
      assert.equal(chosen.residuals.length, chosen.supportIndices.length);
      assert.ok(chosen.residuals.at(-1) <= 0.5);
      assert.ok(chosen.error > 0 && chosen.error < 0.5);
    });

    it('refuse what cannot be', async () => {
      const wide = [Array.from({ length: 500 }, (_, j) => j)];
      await fails(() => new MonomialFeatures({ degree: 5 }).fit(wide), { code: 'ERR_OPTION', argument: 'degree', message: [/monomials/, /lower degree/] }); // prettier-ignore
      const many = Array.from({ length: 2100 }, (_, i) => [i]);
      await fails(() => new Nystroem({ nComponents: 2050 }).fit(many), { code: 'ERR_OPTION', argument: 'nComponents', message: [/2000/] }); // prettier-ignore
    });
  });

  describe(`windows, ${way}`, { timeout: 900_000 }, () => {
    it('KernelDensity gives the logarithm of a density, and -Infinity where it is 0', async () => {
      const model = await new KernelDensity({ window: 'tophat', bandwidth: 1, nu: 0 }).fit([[0], [1]]); // prettier-ignore
      const logs = await model.scoreSamples([[0.5], [-0.5], [9]]);
      near(logs.slice(0, 2), [Math.log(0.5), Math.log(0.25)], 1e-12);
      assert.equal(logs[2], -Infinity);
      assert.deepEqual(numbers(await model.predict([[0.5], [9]])), [1, -1]);
      const values = await model.decisionFunction([[0.5], [9]]);
      assert.ok(numbers(values).every(Number.isFinite));
      near([values[0]], [logs[0] - model.offset], 1e-12);
      const again = await load(await model.save());
      assert.deepEqual(await again.scoreSamples([[0.5], [9]]), await model.scoreSamples([[0.5], [9]])); // prettier-ignore
      await fails(() => model.scoreSamples([[1, 2]]), { code: 'ERR_FEATURE_COUNT', argument: 'X' });
      await fails(() => new KernelDensity().scoreSamples([[1]]), { code: 'ERR_NOT_FITTED' });
    });

    it('KernelDensity draws samples from its density', async () => {
      const model = await new KernelDensity({ window: 'tophat', bandwidth: 1 }).fit([[0, 0], [9, 9]]); // prettier-ignore
      const points = await model.sample(500, { seed: 3 });
      assert.deepEqual([...points.shape], [500, 2]);
      const rows = Array.from({ length: 500 }, (_, i) => [points[2 * i], points[2 * i + 1]]);
      const near = rows.filter(([a, b]) => Math.hypot(a, b) <= 1).length;
      assert.equal(rows.filter(([a, b]) => Math.hypot(a - 9, b - 9) <= 1).length, 500 - near);
      assert.ok(near > 200 && near < 300, `${near} of 500`);
      assert.deepEqual(await model.sample(500, { seed: 3 }), points);
      assert.notDeepEqual(await model.sample(500), points);
      const again = await load(await model.save());
      assert.deepEqual(await again.sample(500, { seed: 3 }), points);
      await fails(() => model.sample(0), { argument: 'count' });
      await fails(() => model.sample(2, { seed: -1 }), { argument: 'seed' });
      await fails(() => model.sample(2, { seeds: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
      await fails(() => new KernelDensity().sample(1), { code: 'ERR_NOT_FITTED' });
    });

    it('KernelDensity leaves out the share nu', async () => {
      const model = await new KernelDensity({ nu: 0.2 }).fit(X);
      const outside = numbers(await model.predict(X)).filter((v) => v === -1).length;
      assert.equal(outside, 18);
    });

    it('ParzenClassifier is AverageMarginClassifier with a Gaussian window', async () => {
      const two = y.map((label) => label === 'a');
      const parzen = await new ParzenClassifier({ bandwidth: 0.8 }).fit(X, two);
      const average = await new AverageMarginClassifier({ gamma: 1 / (2 * 0.8 ** 2) }).fit(X, two);
      assert.deepEqual(await parzen.predict(X), await average.predict(X));
      const three = await new ParzenClassifier({ bandwidth: 0.8, probability: 'sigmoid' }).fit(X, y); // prettier-ignore
      assert.ok((await three.score(X, y)) > 0.9);
      assert.deepEqual((await three.decisionFunction(X)).shape, [90, 3]);
      assert.deepEqual((await three.predictProba(X)).shape, [90, 3]);
    });

    it('KernelRegression is the mean of what is nearby', async () => {
      const model = await new KernelRegression({ window: 'tophat', bandwidth: 1.5 }).fit([[0], [1], [2], [9]], [1, 2, 6, 4]); // prettier-ignore
      near(await model.predict([[1], [0], [9], [100]]), [3, 1.5, 4, 4], 1e-12);
      near(model.looResiduals, [-1, -1.5, 4, -2], 1e-12);
      near([model.looError], [(1 + 2.25 + 16 + 4) / 4], 1e-12);
    });

    it('AverageMarginClassifier goes on with partialFit as if it had had all rows', async () => {
      const whole = await new AverageMarginClassifier({ gamma: 0.3, classWeight: 'balanced' }).fit(X, y); // prettier-ignore
      const parts = new AverageMarginClassifier({ gamma: 0.3, classWeight: 'balanced' });
      for (const [from, to] of [
        [0, 2],
        [2, 50],
        [50, 90],
      ])
        await parts.partialFit(X.slice(from, to), y.slice(from, to), from === 0 ? { classes: ['a', 'b', 'c'] } : {}); // prettier-ignore
      near(await parts.decisionFunction(X), await whole.decisionFunction(X), 1e-12);
      near(parts.averageMargin, whole.averageMargin, 1e-12);
      assert.deepEqual(parts.supportIndices, whole.supportIndices);
      parts.setParams({ kernel: 'linear' });
      await fails(() => parts.partialFit(X, y), { code: 'ERR_OPTION', argument: 'kernel', message: [/goes on with the kernel/] }); // prettier-ignore
    });
  });
}

for (const [way, api] of forms(import.meta.url)) {
  const { combineExpansions, compareExpansions, fourierCoefficients, gramMatrix } = api;
  const { kernels, mercerSpectrum } = api;
  before(() => api === sync && sync.init());

  describe(`kernels as series, and points as lists, ${way}`, { timeout: 900_000 }, () => {
    it('mercerSpectrum has the functions of Brownian motion, whose kernel is min(x, z)', async () => {
      const points = 400;
      const { mesh, eigenvalues, eigenfunctions } = await mercerSpectrum('intersection', { points, count: 4 }); // prettier-ignore
      const rates = [1, 2, 3, 4].map((j) => (j - 0.5) * Math.PI);
      near(eigenvalues, rates.map((rate) => rate ** -2), 1e-5); // prettier-ignore
      assert.deepEqual(eigenfunctions.shape, [4, points]);
      for (const [t, rate] of rates.entries()) {
        const own = eigenfunctions.slice(t * points, (t + 1) * points);
        near(own, mesh.map((x) => Math.SQRT2 * Math.sin(rate * x)), 1e-3); // prettier-ignore
        near([own.reduce((sum, v) => sum + v * v, 0) / points], [1], 1e-12);
      }
    });

    it('mercerSpectrum adds up to the kernel', async () => {
      const kernel = kernels.rbf({ gamma: 2 });
      const settings = { from: -1, to: 1, points: 60, count: 60 };
      const { mesh, eigenvalues, eigenfunctions } = await mercerSpectrum(kernel, settings);
      const K = await gramMatrix(
        kernel,
        Array.from(mesh, (x) => [x]),
      );
      const sums = K.map((_, at) => {
        const [i, j] = [Math.floor(at / 60), at % 60];
        return eigenvalues.reduce((sum, v, t) => sum + v * eigenfunctions[t * 60 + i] * eigenfunctions[t * 60 + j], 0); // prettier-ignore
      });
      near(sums, K, 1e-10);
    });

    it('fourierCoefficients are those that a kernel was made of', async () => {
      const given = [0.5, 1, 0, 0.25, 0.125];
      const made = await fourierCoefficients(kernels.fourier({ coefficients: given }), { terms: 6 }); // prettier-ignore
      near(made.coefficients, [...given, 0, 0], 1e-12);
      assert.equal(made.negative, 0);
    });

    it('fourierCoefficients of a Gaussian are a Gaussian', async () => {
      const [gamma, period] = [3, 20];
      const { coefficients } = await fourierCoefficients(kernels.rbf({ gamma }), { terms: 30, period }); // prettier-ignore
      const want = Array.from({ length: 31 }, (_, n) => {
        const w = (2 * Math.PI * n) / period;
        return ((n === 0 ? 1 : 2) / period) * Math.sqrt(Math.PI / gamma) * Math.exp((-w * w) / (4 * gamma)); // prettier-ignore
      });
      near(coefficients, want, 1e-12);
    });

    it('fourierCoefficients need a function of x - z', async () => {
      await fails(async () => fourierCoefficients('linear'), { code: 'ERR_OPTION', argument: 'kernel', message: [/not a function of x - z/] }); // prettier-ignore
      await fails(async () => fourierCoefficients('rbf', { period: -1 }), { code: 'ERR_TYPE', argument: 'period' }); // prettier-ignore
      await fails(async () => mercerSpectrum('rbf', { from: 2, to: 1 }), { code: 'ERR_TYPE', argument: 'to' }); // prettier-ignore
      await fails(async () => mercerSpectrum('rbf', { points: 5000 }), { code: 'ERR_TYPE', argument: 'points' }); // prettier-ignore
    });

    it('combineExpansions adds, subtracts and scales points of the feature space', async () => {
      const kernel = kernels.rbf({ gamma: 0.4 });
      const P = { X: X.slice(0, 3), coefficients: [1, -2, 0.5] };
      const Q = { X: { data: Float64Array.from(X.slice(2, 4).flat()), rows: 2, cols: 3 }, coefficients: [1, 1] }; // prettier-ignore
      const between = await compareExpansions(kernel, P, Q);
      const [p, q] = between.norms;
      const sum = combineExpansions([[1, P], [1, Q]]); // prettier-ignore
      const difference = combineExpansions([[2, P], [-2, Q]]); // prettier-ignore
      assert.equal(sum.X.length, 5);
      const { norms } = await compareExpansions(kernel, sum, difference);
      near([norms[0] ** 2], [p * p + 2 * between.product + q * q], 1e-12);
      near([norms[1]], [2 * between.distance], 1e-12);
      await fails(async () => combineExpansions([[1, { X, coefficients: [1] }]]), { code: 'ERR_SHAPE' }); // prettier-ignore
      await fails(async () => combineExpansions([[NaN, P]]), { code: 'ERR_TYPE' });
    });

    it('kernels.linearMap is the inner product after a map of any shape', async () => {
      const A = [
        [1, 2, 3],
        [0, -1, 0.5],
      ];
      const mapped = X.map((row) => A.map((a) => a.reduce((sum, v, j) => sum + v * row[j], 0)));
      near(await gramMatrix(kernels.linearMap(A), X), await gramMatrix('linear', mapped), 1e-10);
      assert.throws(() => kernels.linearMap([[1, 2], [3]]), { code: 'ERR_OPTION' });
      assert.throws(() => kernels.linearMap([]), { code: 'ERR_OPTION' });
    });
  });
}
