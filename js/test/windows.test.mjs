/** Maps to features, and windows around samples, on both hosts. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

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

for (const [way, api] of Object.entries({ 'in a worker': maxmargin, blocking: sync })) {
  const { IncompleteCholesky, MonomialFeatures, Nystroem, RBFSampler } = api;
  const { AverageMarginClassifier, KernelDensity, KernelRegression, ParzenClassifier } = api;
  const { GridSearch, LinearSVC, gramMatrix, kernels, load, makePipeline } = api;
  before(() => api === sync && sync.init());

  describe(`maps to features, ${way}`, { timeout: 60_000 }, () => {
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

  describe(`windows, ${way}`, { timeout: 60_000 }, () => {
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
