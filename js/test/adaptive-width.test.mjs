/** adaptiveWidth against the estimates of a fine grid of fits from nothing. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

before(() => sync.init());

const { X, y } = blobs({ n: 60, apart: 1.5, labels: (i) => 'ab'[i] });

for (const [way, api] of forms(import.meta.url)) {
  describe(`adaptiveWidth, ${way}`, { timeout: 900_000 }, () => {
    const estimate = async (options, gamma) => {
      const model = await new api.SVC({ ...options, gamma }).fit(X, y);
      return (await api.leaveOneOut(model, X, y, { method: 'radiusMargin' })).error;
    };

    for (const [name, options] of Object.entries({
      'squared slacks': { loss: 'squaredHinge', C: 3, tol: 1e-6 },
      'a hard margin': { C: Infinity, tol: 1e-6 },
    })) {
      it(`finds the least estimate with ${name}`, async () => {
        const before = new api.SVC(options);
        const { gamma, error, model, path } = await api.adaptiveWidth(before, X, y, { tol: 0.02 });
        assert.equal(before.getParams().gamma, 'scale');
        assert.ok(path.length > 13, 'it looks between the first values');
        // Fits from the last solution have the estimates of fits from nothing.
        for (const at of [0, path.length - 1].map((i) => path[i]))
          if (!Number.isNaN(at.error)) {
            const own = await estimate(options, at.gamma);
            assert.ok(Math.abs(own - at.error) < 1e-3 * own, `${at.gamma}: ${at.error}, ${own}`);
          }
        // No value of a grid, four times as fine as the first values, is better.
        const [low, high] = [path[0].gamma, path[path.length - 1].gamma];
        for (let g = low; g <= high; g *= 2 ** 0.25) {
          const own = await estimate(options, g).catch(() => NaN);
          assert.ok(!(own < error * 0.999), `gamma ${g} has ${own}, below ${error} at ${gamma}`);
        }
        assert.equal(model.getParams().gamma, gamma);
        assert.equal(model.getParams().warmStart, false);
        assert.ok((await model.score(X, y)) > 0.8);
      });
    }

    it('takes values of the caller', async () => {
      const svc = new api.SVC({ loss: 'squaredHinge' });
      const { path, gamma } = await api.adaptiveWidth(svc, X, y, { gammas: [4, 0.5] });
      assert.deepEqual([path[0].gamma, path[path.length - 1].gamma], [0.5, 4]);
      assert.ok(gamma >= 0.5 && gamma <= 4);
      const one = await api.adaptiveWidth(svc, X, y, { gammas: [2] });
      assert.deepEqual([one.gamma, one.path.length], [2, 1]);
    });

    it('refuses what it cannot use', async () => {
      const svc = new api.SVC({ loss: 'squaredHinge' });
      const code = 'ERR_OPTION';
      await fails(() => api.adaptiveWidth(svc, X, y, { gammas: [0] }), {
        code,
        argument: 'gammas',
      });
      await fails(() => api.adaptiveWidth(svc, X, y, { gammas: [] }), { code, argument: 'gammas' });
      await fails(() => api.adaptiveWidth(svc, X, y, { tol: 0 }), { code, argument: 'tol' });
      await fails(() => api.adaptiveWidth(new api.SVC(), X, y), { code, argument: 'method' });
      await fails(() => api.adaptiveWidth({}, X, y), { argument: 'estimator' });
      const linear = new api.SVC({ kernel: 'linear', loss: 'squaredHinge' });
      await fails(() => api.adaptiveWidth(linear, X, y), { code, argument: 'model' });
      const same = [X[0], X[0], ...X.slice(2)];
      await fails(
        () => api.adaptiveWidth(new api.SVC({ C: Infinity }), same, ['a', 'b', ...y.slice(2)]),
        {
          argument: 'gammas',
          message: /cannot be separated/,
        },
      );
    });
  });
}
