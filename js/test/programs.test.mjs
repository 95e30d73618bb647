/** Linear and quadratic programs, and the machines that are linear programs, on both hosts. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const numbers = (list) => Array.from(list);

function close(got, want, tolerance = 1e-12) {
  assert.equal(got.length, want.length);
  want.forEach((v, i) => assert.ok(Math.abs(got[i] - v) <= tolerance, `[${i}]: ${got[i]}, not ${v}`)); // prettier-ignore
}

const dantzig = {
  objective: [-3, -5],
  inequalities: {
    A: [
      [1, 0],
      [0, 2],
      [3, 2],
    ],
    b: [4, 12, 18],
  },
  lower: 0,
};

for (const [way, api] of Object.entries({ 'in a worker': maxmargin, blocking: sync })) {
  const { LPMarginClassifier, LPSVC, LPSVR, kernels, load } = api;
  const { solveLinearProgram, solveQuadraticProgram } = api;
  before(() => api === sync && sync.init());

  describe(`programs, ${way}`, { timeout: 120_000 }, () => {
    it('a linear program: vertex, multipliers, active set, sensitivities', async () => {
      const r = await solveLinearProgram(dantzig);
      assert.equal(r.status, 'converged');
      close(r.x, [2, 6]);
      assert.equal(r.value, -36);
      close(r.multipliers.inequalities, [0, 1.5, 1]);
      close(r.sensitivities.inequalities, [0, -1.5, -1]);
      close(r.multipliers.lower, [0, 0]);
      assert.deepEqual(r.active, { inequalities: [1, 2], lower: [], upper: [] });
      assert.ok(Math.abs(r.gap) < 1e-12 && r.polished && r.iterations > 0);
      for (const v of Object.values(r.residuals)) assert.ok(v < 1e-12);
      assert.equal(r.certificate, undefined);
    });

    it('the dual of a quadratic program is the book’s (C5-19), in every form of Q and A', async () => {
      const sparse = { indptr: [0, 2], indices: [0, 1], data: [1, 1], rows: 1, cols: 2 };
      const flat = { data: Float64Array.of(2, 0, 0, 2), rows: 2, cols: 2 };
      const half = Math.SQRT2;
      for (const quadratic of [
        [[2, 0], [0, 2]], // prettier-ignore
        flat,
        { diagonal: [2, 2] },
        { factor: [[half, 0], [0, half]] }, // prettier-ignore
        { diagonal: [1, 0], factor: [[1, 0], [0, half]] }, // prettier-ignore
      ]) {
        for (const A of [[[1, 1]], sparse]) {
          const r = await solveQuadraticProgram({ quadratic, objective: [-2, -4], inequalities: { A, b: [2] } }); // prettier-ignore
          close(r.x, [0.5, 1.5], 1e-9);
          close(r.multipliers.inequalities, [1], 1e-9);
          close([r.value, r.dualValue], [-4.5, -4.5], 1e-9);
        }
      }
    });

    it('sensitivities of equalities and bounds have the sign of the change', async () => {
      const value = async (side, lower, upper) =>
        (
          await solveQuadraticProgram({
            quadratic: { diagonal: [1, 1, 0] },
            objective: [0, 1, 1],
            equalities: { A: [[1, 1, 1]], b: [side] },
            lower: [-Infinity, lower, 0.5],
            upper: [upper, Infinity, Infinity],
          })
        ).value;
      const r = await solveQuadraticProgram({
        quadratic: { diagonal: [1, 1, 0] },
        objective: [0, 1, 1],
        equalities: { A: [[1, 1, 1]], b: [3] },
        lower: [-Infinity, 1, 0.5],
        upper: [0.2, Infinity, Infinity],
      });
      const h = 1e-4;
      const slope = async (change) =>
        ((await value(...change(h))) - (await value(...change(-h)))) / (2 * h);
      const { sensitivities: s } = r;
      close([s.equalities[0]], [await slope((e) => [3 + e, 1, 0.2])], 1e-6);
      close([s.lower[1]], [await slope((e) => [3, 1 + e, 0.2])], 1e-6);
      close([s.upper[0]], [await slope((e) => [3, 1, 0.2 + e])], 1e-6);
      assert.deepEqual(r.active.upper, [0]);
    });

    it('infeasible and unbounded programs come with their proof', async () => {
      const none = await solveLinearProgram({ objective: [1, 1], inequalities: { A: [[1, 1], [-1, -1]], b: [1, -3] }, equalities: { A: [[1, -1]], b: [0] } }); // prettier-ignore
      assert.equal(none.status, 'infeasible');
      assert.ok(Number.isNaN(none.value));
      const { equalities, inequalities } = none.certificate;
      close([inequalities[0] - inequalities[1] + equalities[0]], [0], 1e-9);
      close([inequalities[0] - inequalities[1] - equalities[0]], [0], 1e-9);
      assert.ok(inequalities[0] - 3 * inequalities[1] < -1e-6);
      const endless = await solveLinearProgram({ objective: [-1, 0], inequalities: { A: [[1, -1]], b: [2] }, lower: 0 }); // prettier-ignore
      assert.equal(endless.status, 'unbounded');
      assert.equal(endless.value, -Infinity);
      const [a, b] = endless.certificate.direction;
      assert.ok(a > 0 && b >= a - 1e-9);
    });

    it('refuses what is wrong by its name', async () => {
      for (const [make, code, argument, said] of [
        [() => solveLinearProgram(7), 'ERR_TYPE', 'program', /must be an object/],
        [() => solveLinearProgram({ objective: 'x' }), 'ERR_TYPE', 'objective', /array of numbers/],
        [() => solveLinearProgram({ objective: [1, NaN] }), 'ERR_NONFINITE', 'objective', /finite/],
        [() => solveLinearProgram({ ...dantzig, lower: [0] }), 'ERR_SHAPE', 'lower', /2 are needed/], // prettier-ignore
        [() => solveLinearProgram({ ...dantzig, upper: -Infinity }), 'ERR_NONFINITE', 'upper', /Infinity/], // prettier-ignore
        [() => solveLinearProgram({ objective: [1], inequalities: { A: [[1, 2]], b: [1] } }), 'ERR_SHAPE', 'objective', /variables/], // prettier-ignore
        [() => solveLinearProgram({ objective: [1], inequalities: { A: [[1]], b: [1, 2] } }), 'ERR_SHAPE', 'inequalities.b', /row/], // prettier-ignore
        [() => solveLinearProgram({ objective: [1], quadratic: [[1]] }), 'ERR_OPTION_UNKNOWN', 'quadratic', /./], // prettier-ignore
        [() => solveLinearProgram(dantzig, { tolerance: 2 }), 'ERR_TYPE', 'tolerance', /between/],
        [() => solveQuadraticProgram({ quadratic: [[1, 2]] }), 'ERR_SHAPE', 'quadratic', /square/],
        [() => solveQuadraticProgram({ quadratic: [[1, 2], [0, 1]] }), 'ERR_OPTION', 'quadratic', /symmetric/], // prettier-ignore
        [() => solveQuadraticProgram({ quadratic: [[1, 0], [0, -1]] }), 'ERR_OPTION', 'quadratic', /convex.*identity/], // prettier-ignore
        [() => solveQuadraticProgram({ quadratic: { diagonal: [1, -1] } }), 'ERR_OPTION', 'quadratic', /convex/], // prettier-ignore
      ]) {
        await fails(async () => make(), { code, argument, message: said });
      }
    });

    it('ends early: iterations, abort, onProgress', async () => {
      const n = 150;
      let seed = 1;
      const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
      const A = Array.from({ length: n }, () => Array.from({ length: n }, random));
      const large = { objective: Array.from({ length: n }, () => -random()), inequalities: { A, b: new Float64Array(n).fill(10) }, lower: 0 }; // prettier-ignore
      const short = await solveLinearProgram(large, { maxIter: 2 });
      assert.equal(short.status, 'iteration-limit');
      assert.equal(short.x.length, n);
      await assert.rejects(async () => solveLinearProgram(large, { signal: AbortSignal.abort() }), /abort/i); // prettier-ignore
      const whole = await solveLinearProgram(large);
      assert.equal(whole.status, 'converged');
      assert.ok(whole.polished);
    });

    it('LPSVC and LPSVR: few coefficients, dictionaries, kernels that are not definite, files', async () => {
      const X = Array.from({ length: 60 }, (_, i) => [-10 + (20 * i) / 59]);
      const y = X.map(([x], i) => Math.sin(x) / x + 0.1 * Math.sin(7 * i * i));
      const model = await new LPSVR({ C: 1, epsilon: 0.1, gamma: 1 / 4.5 }).fit(X, y);
      close([model.objective], [1.977212], 5e-7);
      assert.deepEqual(numbers(model.nonZeros), [10]);
      const sum = kernels.sum(...[0.02, 0.2, 2].map((gamma) => kernels.rbf({ gamma })));
      const several = await new LPSVR({ kernel: sum, dictionary: true }).fit(X, y);
      assert.ok(several.objective < model.objective);
      const back = await load(await several.save());
      assert.deepEqual(numbers(await back.predict(X)), numbers(await several.predict(X)));
      const classes = y.map((v) => (v > 0.05 ? 'high' : 'low'));
      for (const options of [
        { gamma: 1 },
        { kernel: 'sigmoid', gamma: 0.1, signed: true },
        { kernel: sum, dictionary: true },
      ]) {
        // prettier-ignore
        const svc = await new LPSVC({ C: 10, ...options }).fit(X, classes);
        const again = await load(await svc.save());
        assert.deepEqual(await again.predict(X), await svc.predict(X));
        assert.equal(svc.status, 'converged');
      }
      await fails(async () => new LPSVC({ dictionary: true }).fit(X, classes), {
        code: 'ERR_OPTION',
        message: /kernels.sum/,
      });
      const narrow = await new LPSVC({ C: 10, gamma: 5, maxIter: 1 }).fit(X, classes);
      assert.ok(['iteration-limit', 'converged'].includes(narrow.status));
    });

    it('LPMarginClassifier: margins by norm, and no hyperplane without one', async () => {
      const X = [[2, 2], [3, 1], [4, 3], [0, 0], [1, -1], [-1, 1]]; // prettier-ignore
      const y = [1, 1, 1, -1, -1, -1];
      for (const norm of [1, 1.5, 2, 3, Infinity]) {
        const model = await new LPMarginClassifier({ norm }).fit(X, y);
        close(model.rho, [2 ** (1 - 1 / norm)], 1e-8);
        close(model.rhoByNorm, [1, 1.5, 2, 3, Infinity].map((p) => 2 ** (1 - 1 / p)), 1e-7); // prettier-ignore
        const back = await load(await model.save());
        assert.deepEqual(numbers(back.criticalRows), numbers(model.criticalRows));
      }
      const xor = await new LPMarginClassifier().fit([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1]); // prettier-ignore
      assert.equal(xor.status, 'infeasible');
      assert.deepEqual(numbers(xor.rho), [0]);
      assert.ok(numbers(xor.coef).some((w) => w !== 0));
      for (const norm of [0.5, NaN, '2']) await fails(async () => new LPMarginClassifier({ norm }), { code: 'ERR_OPTION', argument: 'norm' }); // prettier-ignore
    });
  });
}
