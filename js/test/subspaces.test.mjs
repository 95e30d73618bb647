/** Machines in feature space, on both hosts: components, discriminants, neighbours, centroids. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

const { X, y } = blobs({ n: 90, d: 3, k: 3, apart: 3, seed: 7, labels: (i) => 'abc'[i] });
const two = y.map((label) => label === 'a');
const numbers = (values) => Array.from(values);

/** @returns {void} */
function near(got, want, tolerance, what = '') {
  assert.equal(got.length, want.length, what);
  for (const [i, v] of numbers(want).entries())
    assert.ok(Math.abs(v - got[i]) <= tolerance, `${what} ${i}: ${got[i]} and ${v}`);
}

for (const [way, api] of forms(import.meta.url)) {
  const { FisherDiscriminant, KNeighborsClassifier, KernelFisherDiscriminant, KernelPCA } = api;
  const { KernelRidge, LinearSVC, NearestCentroid, StandardScaler } = api;
  const { kernels, load, makePipeline } = api;
  before(() => api === sync && sync.init());

  describe(`KernelPCA, ${way}`, { timeout: 900_000 }, () => {
    it('finds the line of the points, and maps coordinates back to it', async () => {
      const pca = new KernelPCA({ kernel: 'linear', nComponents: 1 });
      const made = await pca.fitTransform([[0], [2], [7]]);
      near(made, [-3, -1, 4], 1e-12);
      assert.deepEqual(made.shape, [3, 1]);
      near(pca.eigenvalues, [26], 1e-12);
      near(pca.explainedVarianceRatio, [1], 1e-12);
      near(await pca.inverseTransform([[-3], [1]]), [0, 4], 1e-12);
    });

    it('keeps its answers when saved, for dense and sparse samples and composed kernels', async () => {
      const kernel = kernels.sum(kernels.rbf({ gamma: 0.2 }), kernels.linear());
      const pca = await new KernelPCA({ kernel, nComponents: 4 }).fit(X);
      const made = await pca.transform(X);
      assert.deepEqual(await (await load(await pca.save())).transform(X), made);
      const other = await new KernelPCA({ kernel, nComponents: 4 }).fit(sparse(X));
      near(await other.transform(sparse(X)), made, 1e-9);
    });

    it('removes noise', async () => {
      const pca = new KernelPCA({ gamma: 0.5, nComponents: 2 });
      const back = await pca.inverseTransform(await pca.fitTransform(X));
      assert.deepEqual(back.shape, [90, 3]);
      const spread = (rows) => {
        const mean = (c, j) =>
          rows.filter((_, i) => y[i] === c).reduce((sum, row) => sum + row[j], 0) / 30;
        return rows.reduce(
          (sum, row, i) => sum + row.reduce((s, v, j) => s + (v - mean(y[i], j)) ** 2, 0),
          0,
        );
      };
      const rows = X.map((_, i) => numbers(back).slice(3 * i, 3 * i + 3));
      assert.ok(spread(rows) < spread(X) / 2, `${spread(rows)} of ${spread(X)}`);
    });

    it('works in pipelines', async () => {
      const pca = new KernelPCA({ gamma: 0.3, nComponents: 6 });
      const model = await makePipeline(new StandardScaler(), pca, new LinearSVC()).fit(X, y);
      assert.ok((await model.score(X, y)) > 0.95);
      const again = await load(await model.save());
      assert.deepEqual(await again.predict(X), await model.predict(X));
      assert.equal(model.namedSteps.kernelpca.eigenvalues.length, 6);
    });

    it('takes weights, reports progress, and refuses other kernels', async () => {
      const options = { kernel: 'poly', degree: 2, gamma: 0.5 };
      const sampleWeight = X.map((_, i) => i % 2);
      const pca = await new KernelPCA(options).fit(X, { sampleWeight });
      const odd = await new KernelPCA(options).fit(X.filter((_, i) => i % 2));
      near(await pca.transform(X), await odd.transform(X), 1e-8);
      await fails(() => new KernelPCA({ nComponents: 91 }).fit(X), {
        code: 'ERR_OPTION',
        argument: 'nComponents',
      });
      await fails(() => pca.inverseTransform([[0, 0]]), { code: 'ERR_OPTION', argument: 'kernel' });
      const fitted = await new KernelPCA().fit(X);
      await fails(() => fitted.inverseTransform(X), { code: 'ERR_FEATURE_COUNT', argument: 'X' });
      await fails(() => new KernelPCA().transform(X), { code: 'ERR_NOT_FITTED' });
      const alike = await new KernelPCA().fit([[1], [1], [1]]);
      assert.deepEqual(numbers(alike.eigenvalues), [0, 0]);
      assert.deepEqual(
        alike.fitInfo.warnings.map(({ code }) => code),
        ['WARN_DEGENERATE'],
      );
    });
  });

  describe(`discriminants, ${way}`, { timeout: 900_000 }, () => {
    it('with a linear kernel equal the linear one', async () => {
      for (const labels of [y, two]) {
        const own = await new FisherDiscriminant({ alpha: 0.1 }).fit(X, labels);
        const kernel = 'linear';
        const other = await new KernelFisherDiscriminant({ alpha: 0.1, kernel }).fit(X, labels);
        const values = await own.decisionFunction(X);
        near(await other.decisionFunction(X), values, 1e-9 * Math.max(...values));
        assert.deepEqual(await other.predict(X), await own.predict(X));
        assert.ok((await own.score(X, labels)) > 0.9);
      }
    });

    it('have the direction of least squares', async () => {
      const fisher = await new KernelFisherDiscriminant({ alpha: 0.01, gamma: 0.1 }).fit(X, two);
      const options = { alpha: 0.01 * X.length, gamma: 0.1, fitIntercept: true };
      const ridge = await new KernelRidge(options).fit(X, two.map(Number));
      const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
      const [a, b] = [numbers(fisher.dualCoef), numbers(ridge.dualCoef)];
      assert.ok(Math.abs(dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)) - 1) < 1e-10);
    });

    it('warn if variances are 0', async () => {
      const model = await new FisherDiscriminant().fit(
        [
          [0, 7],
          [1, 7],
          [4, 7],
          [6, 7],
        ],
        [0, 0, 1, 1],
      );
      assert.deepEqual(
        model.fitInfo.warnings.map(({ code }) => code),
        ['WARN_SINGULAR'],
      );
      assert.deepEqual(await model.predict([[1], [5]].map(([x]) => [x, 7])), [0, 1]);
    });
  });

  describe(`neighbours and centroids, ${way}`, { timeout: 900_000 }, () => {
    it('vote; ties go to the earlier and to the nearer samples', async () => {
      const model = new KNeighborsClassifier({ nNeighbors: 2, kernel: 'linear' });
      await model.fit([[0], [2], [2], [5]], ['p', 'q', 'r', 'r']);
      assert.deepEqual(
        numbers(await model.decisionFunction([[0], [3]])),
        [0.5, 0.5, 0, 0, 0.5, 0.5],
      );
      assert.deepEqual(await model.predict([[0.9], [1.1], [3], [4]]), ['p', 'q', 'q', 'r']);
    });

    it('predict the class with the closest mean', async () => {
      const model = await new NearestCentroid({ kernel: 'linear' }).fit([[0], [2], [6]], [0, 0, 1]);
      near(await model.decisionFunction([[3.5], [4.5], [0]]), [0, 5, -17.5], 1e-12);
      assert.deepEqual(await model.predict([[3.4], [3.6]]), [0, 1]);
    });

    it('take kernels, kernel values, weights and probabilities, and are saved', async () => {
      const kernel = kernels.rbf({ gamma: 0.2 });
      const gram = X.map((a) =>
        X.map((b) => Math.exp(-0.2 * a.reduce((sum, v, j) => sum + (v - b[j]) ** 2, 0))),
      );
      const sampleWeight = X.map((_, i) => 1 + (i % 2));
      for (const Machine of [NearestCentroid, KNeighborsClassifier, KernelFisherDiscriminant]) {
        const own = await new Machine({ kernel, probability: 'sigmoid' }).fit(X, y, {
          sampleWeight,
        });
        const given = await new Machine({ kernel: 'precomputed' }).fit(gram, y, { sampleWeight });
        const values = await own.decisionFunction(X);
        near(await given.decisionFunction(gram), values, 1e-8, Machine.name);
        assert.ok((await own.score(X, y)) > 0.9);
        const again = await load(await own.save());
        assert.deepEqual(await again.decisionFunction(X), values);
        assert.equal((await again.predictProba(X)).shape[1], 3);
      }
      await fails(() => new KNeighborsClassifier({ nNeighbors: 200 }).fit(X, y), {
        code: 'ERR_OPTION',
        argument: 'nNeighbors',
      });
      const distant = new KNeighborsClassifier({ kernel: 'precomputed', weights: 'distance' });
      await fails(() => distant.fit(gram, y), { code: 'ERR_OPTION', argument: 'weights' });
    });
  });
}
