/** Every machine with every study solver. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { SVC, SVR } = maxmargin;
await sync.init();

const { X, y } = blobs({ n: 40, d: 2, apart: 1, seed: 3, labels: (c) => c });
const target = X.map(([a]) => Math.sin(a));
const near = (got, want, tolerance = 1e-4) =>
  assert.ok(Math.abs(got - want) <= tolerance * (1 + Math.abs(want)), `${got}, not ${want}`);

/** Solver, machine and data, without the combinations that a solver refuses. */
const pairs = [
  ['smo-platt', 'SVC', y],
  ['smo-platt', 'OneClassSVM'],
  ['smo-platt', 'SVDD'],
  ['smo-quadrants', 'SVR', target],
  ...['decomposition', 'chunking'].flatMap((solver) => [
    [solver, 'SVC', y],
    [solver, 'NuSVC', y],
    [solver, 'OneClassSVM'],
    [solver, 'SVDD'],
    [solver, 'SVR', target],
    [solver, 'NuSVR', target],
  ]),
];

describe('solvers', { timeout: 60_000 }, () => {
  for (const [solver, machine, values] of pairs) {
    it(`${solver} solves ${machine}`, () => {
      const fit = (options) =>
        new sync[machine]({ gamma: 0.5, tol: 1e-6, ...options }).fit(X, values);
      const [usual, other] = [fit(), fit({ solver, trace: 5 })];
      assert.equal(other.fitInfo.status, 'converged');
      near(other.fitInfo.objective, usual.fitInfo.objective);
      assert.ok(other.dualityGaps[0] < 1e-3 && other.kernelEvaluations[0] > 0);
      assert.ok(other.traceObjective.length > 0 && other.traceObjective.length <= 5);
      assert.equal(other.traceSets.length, other.traceSetEnds.at(-1));
      assert.equal(usual.traceSets.length, 0);
      // The bytes contain the results of the solver.
      const again = sync.load(other.save());
      assert.deepEqual(again.traceMargin, other.traceMargin);
      assert.equal(again.getParams().solver, solver);
    });
  }

  it('ascent has a fixed or an implicit constant', async () => {
    const fixed = { gamma: 0.5, fitIntercept: false, tol: 1e-6 };
    const usual = await new SVC(fixed).fit(X, y);
    const ascent = await new SVC({ ...fixed, solver: 'ascent', relaxation: 1.3 }).fit(X, y);
    near(ascent.fitInfo.objective, usual.fitInfo.objective);
    const implicit = new SVR({ gamma: 0.5, solver: 'ascent', biasScale: 2 });
    await implicit.fit(X, target);
    near(implicit.intercept, 4 * implicit.dualCoef.reduce((sum, a) => sum + a, 0));
  });

  it('refuse what they cannot solve', async () => {
    const code = 'ERR_OPTION';
    await assert.rejects(new SVR({ solver: 'smo-platt' }).fit(X, target), {
      code,
      argument: 'solver',
    });
    await assert.rejects(new SVC({ solver: 'ascent' }).fit(X, y), { code, argument: 'solver' });
    await assert.rejects(new SVC({ biasScale: 1 }).fit(X, y), { code, argument: 'biasScale' });
    assert.throws(() => new SVC({ solver: 'smo-plat' }), { code });
  });
});
