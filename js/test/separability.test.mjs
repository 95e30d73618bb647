/** Whether classes can be separated, with proofs that the tests check by themselves. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { random } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

before(() => sync.init());

/** Checks the proof of an answer against the samples. */
function proven(X, y, found, fitIntercept = true) {
  const sign = y.map((label) => (label === found.classes[1] ? 1 : -1));
  if (found.separable) {
    const norm = Math.hypot(...found.weights);
    const f = X.map((x) => x.reduce((sum, v, j) => sum + v * found.weights[j], found.intercept));
    const least = Math.min(...f.map((v, i) => sign[i] * v));
    assert.ok(Math.abs(least - 1) < 1e-6, `the least value is ${least}`);
    assert.ok(Math.abs(found.margin * norm - 1) < 1e-6);
    assert.equal(found.witness, undefined);
    return;
  }
  assert.equal(found.status, 'inseparable');
  const a = found.witness;
  assert.ok(a.every((weight) => weight >= 0));
  assert.ok(Math.abs(a.reduce((sum, v) => sum + v) - 1) < 1e-9);
  const size = Math.max(...X.flat().map(Math.abs), 1);
  X[0].forEach((_, j) => {
    const sum = X.reduce((total, x, i) => total + a[i] * sign[i] * x[j], 0);
    assert.ok(Math.abs(sum) < 1e-6 * size, `sum a y x_${j} is ${sum}`);
  });
  const balance = a.reduce((sum, v, i) => sum + v * sign[i], 0);
  if (fitIntercept) assert.ok(Math.abs(balance) < 1e-6, `sum a y is ${balance}`);
}

for (const [way, api] of forms(import.meta.url)) {
  describe(`separability, ${way}`, { timeout: 900_000 }, () => {
    it('the margin is that of a hard SVC', async () => {
      const X = [[2, 0], [3, 1], [0, 1], [0, -1], [-1, 0]]; // prettier-ignore
      const y = ['p', 'p', 'n', 'n', 'n'];
      const found = await api.separability(X, y);
      assert.equal(found.status, 'separable');
      proven(X, y, found);
      const svc = await new api.SVC({ kernel: 'linear', C: Infinity, tol: 1e-9 }).fit(X, y);
      const { geometricMargin } = await svc.diagnostics(X, y);
      assert.ok(Math.abs(found.margin - geometricMargin) < 1e-6);
      const through = await api.separability(X, y, { fitIntercept: false });
      assert.equal(through.separable, false);
      proven(X, y, through, false);
    });

    it('ends where SVC with a hard margin reaches its limit of iterations', async () => {
      const X = [0, -2, 2, -1, 0, 1, -2].map((v) => [v]);
      const y = ['-', '+', '-', '+', '+', '+', '+'];
      const found = await api.separability(X, y);
      assert.deepEqual([found.status, found.conflicts], ['inseparable', [[0, 4]]]);
      proven(X, y, found);
      // The same without the pair of equal rows.
      const rest = await api.separability(X.slice(1), [...y.slice(1, 3), '+', '-', '+', '+']);
      assert.deepEqual(rest.conflicts, []);
      proven(X.slice(1), [...y.slice(1, 3), '+', '-', '+', '+'], rest);
    });

    it('proves its answers for hard cases', async () => {
      const next = random(7);
      const seen = { separable: 0, inseparable: 0 };
      for (let run = 0; run < 150; run++) {
        const [n, d] = [2 + Math.floor(25 * next()), 1 + Math.floor(4 * next())];
        const unit = 10 ** Math.floor(12 * next() - 6);
        const isGrid = run % 3 === 0;
        const X = Array.from({ length: n }, () => Array.from({ length: d }, () => unit * (isGrid ? Math.floor(5 * next()) : next()))); // prettier-ignore
        const w = Array.from({ length: d + 1 }, () => next() - 0.5);
        const noise = run % 2;
        const y = X.map((x) => Number(x.reduce((sum, v, j) => sum + (v / unit) * w[j], w[d]) + noise * (next() - 0.5) > 0)); // prettier-ignore
        if (new Set(y).size < 2) continue;
        for (const fitIntercept of [true, false]) {
          const found = await api.separability(X, y, { fitIntercept });
          assert.ok(
            found.status in seen,
            `run ${run}: ${found.status}, residual ${found.residual}`,
          );
          seen[found.status]++;
          proven(X, y, found, fitIntercept);
          if (!noise && fitIntercept && !isGrid) assert.equal(found.status, 'separable');
        }
      }
      assert.ok(seen.separable > 50 && seen.inseparable > 50, JSON.stringify(seen));
    });

    it('takes sparse samples', async () => {
      const X = [[2, 0], [3, 1], [0, 1], [0, -1], [-1, 0]]; // prettier-ignore
      const sparse = { indptr: [0, 1, 3, 4, 5, 6], indices: [0, 0, 1, 1, 1, 0], data: [2, 3, 1, 1, -1, -1], rows: 5, cols: 2 }; // prettier-ignore
      for (const y of [
        [1, 1, 0, 0, 0],
        [1, 0, 1, 0, 0],
      ])
        // prettier-ignore
        assert.deepEqual(await api.separability(sparse, y), await api.separability(X, y));
      const wide = { ...sparse, cols: 2 ** 30 };
      await fails(() => api.separability(wide, [1, 1, 0, 0, 0]), { code: 'ERR_MEMORY_BUDGET', argument: 'X' }); // prettier-ignore
    });

    it('finds a small margin far from the origin, and says why it refuses', async () => {
      const X = [[1e6, 0], [1e6, 1], [1e6 + 1e-3, 0], [1e6 + 1e-3, 1]]; // prettier-ignore
      const found = await api.separability(X, [0, 0, 1, 1]);
      assert.equal(found.status, 'separable');
      assert.ok(Math.abs(found.margin - 5e-4) < 1e-6, `${found.margin}`);
      await fails(() => api.separability(X, [0, 1, 2, 2]), { code: 'ERR_OPTION', argument: 'y' });
      await fails(() => api.separability(X, [0, 0, 0, 0]), { code: 'ERR_ONE_CLASS' });
      await fails(() => api.separability(X, [0, 0, 1, 1], { fitIntercept: 1 }), { code: 'ERR_TYPE', argument: 'fitIntercept' }); // prettier-ignore
    });
  });
}
