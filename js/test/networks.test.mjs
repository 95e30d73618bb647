/** Regularisation networks: penalties, functions without a penalty, tubes that are learnt. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

const numbers = (list) => Array.from(list);
const near = (got, want, tolerance) => assert.ok(Math.abs(got - want) <= tolerance, `${got}, not ${want}`); // prettier-ignore

/** The data of the specification, section 15. */
const X = Array.from({ length: 60 }, (_, i) => [-10 + (20 * i) / 59]);
const y = X.map(([x], i) => Math.sin(x) / x + 0.1 * Math.sin(7 * i * i));

for (const [way, api] of forms(import.meta.url)) {
  const { ParametricTubeSVR, RegularizationNetwork, SVR, kernels, load } = api;
  before(() => api === sync && sync.init());

  describe(`regularisation networks, ${way}`, { timeout: 900_000 }, () => {
    const options = { C: 10, epsilon: 0.1, gamma: 1 / 4.5 };

    it('with D = K the machine is SVR', async () => {
      const model = await new RegularizationNetwork(options).fit(X, y);
      const svr = await new SVR({ ...options, tol: 1e-10 }).fit(X, y);
      near(model.penalty, 1.0346753, 1e-7);
      assert.deepEqual(numbers(model.supportIndices), numbers(svr.supportIndices));
      const [got, want] = [await model.predict(X), await svr.predict(X)];
      want.forEach((v, i) => near(got[i], v, 1e-7));
    });

    it('with another D, alpha is dense and beta sparse; files keep both', async () => {
      const regularizer = kernels.laplacian({ gamma: 0.5 });
      const model = await new RegularizationNetwork({ ...options, regularizer }).fit(X, y);
      assert.equal(model.dualCoef.length, 60);
      const used = model.beta.filter((b) => b !== 0).length;
      assert.ok(used > 0 && used < 30, `${used} multipliers`);
      const back = await load(await model.save());
      assert.deepEqual(back.getParams().regularizer, regularizer);
      assert.deepEqual(numbers(await back.predict(X)), numbers(await model.predict(X)));
    });

    it('data in the span of the functions without a penalty leave nothing to the kernel', async () => {
      const line = X.map(([x]) => 3 * x - 1);
      const model = await new RegularizationNetwork({ basis: 'linear', epsilon: 0 }).fit(X, line);
      near(model.basisCoef[0], 3, 1e-9);
      near(model.intercept, -1, 1e-8);
      near(model.penalty, 0, 1e-16);
      const back = await load(await model.save());
      assert.deepEqual(numbers(await back.predict([[100]])), numbers(await model.predict([[100]])));
    });

    it('a parametric tube follows the noise, and nu bounds the share outside', async () => {
      const noisy = X.map(([x], i) => Math.sin(x) + 0.1 * Math.abs(x) * Math.sin(7 * i * i));
      const model = await new ParametricTubeSVR({ nu: 0.3, C: 5, gamma: 0.3 }).fit(X, noisy);
      const [c0, c1] = model.tubeCoef;
      assert.ok(c0 >= 0 && c1 > 0.02, `${c0} + ${c1} |x|`);
      X.forEach(([x], i) => near(model.epsilons[i], c0 + c1 * Math.abs(x), 1e-12));
      const f = await model.predict(X);
      const outside = noisy.filter((v, i) => Math.abs(v - f[i]) > model.epsilons[i] + 1e-7);
      assert.ok(outside.length <= 0.3 * 60, `${outside.length} outside`);
      const back = await load(await model.save());
      assert.deepEqual(numbers(await back.predict(X)), numbers(f));
      const columns = { code: 'ERR_OPTION', argument: 'tube' };
      await fails(async () => new ParametricTubeSVR({ tube: 'columns' }).fit(X, noisy), columns);
    });

    it('refuses a regularizer that is no penalty', async () => {
      const bad = { code: 'ERR_OPTION', argument: 'regularizer' };
      for (const regularizer of ['linear', 'precomputed', kernels.sigmoid({ gamma: 1, coef0: -2 })])
        await fails(async () => new RegularizationNetwork({ ...options, regularizer }).fit(X, y), bad); // prettier-ignore
      await fails(async () => new RegularizationNetwork({ regularizer: (a, b) => a * b }), bad);
    });
  });
}
