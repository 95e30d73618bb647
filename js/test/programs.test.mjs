/** Linear and quadratic programs, and the machines that are linear programs, on both hosts. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

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

for (const [way, api] of forms(import.meta.url)) {
  const { LPMarginClassifier, LPSVC, LPSVR, kernels, load } = api;
  const { SVC, checkConvexity, checkOptimality, nearestPoints, versionSpace } = api;
  const { solveConvexProgram, solveLinearProgram, solveQuadraticProgram } = api;
  before(() => api === sync && sync.init());

  describe(`programs, ${way}`, { timeout: 900_000 }, () => {
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

    it('says whether a quadratic objective is convex, and where it is not', async () => {
      const saddle = await checkConvexity([[1, 2], [2, 1]]); // prettier-ignore
      assert.equal(saddle.isConvex, false);
      close([saddle.smallestEigenvalue], [-1]);
      const [a, b] = saddle.direction;
      close([Math.abs(a), a + b], [Math.SQRT1_2, 0]);
      for (const [quadratic, least] of [
        [[[2, 0], [0, 3]], 2], // prettier-ignore
        [[[1, 1], [1, 1]], 0], // prettier-ignore
        [{ diagonal: [4, 0.5, 1] }, 0.5],
        [{ factor: [[1, 2, 3]] }, 0],
        [{ diagonal: [-1, 1], factor: [[1, 1]] }, (2 - Math.sqrt(8)) / 2], // of (0 1; 1 2)
        [{ diagonal: [-1, 2], factor: [[3, 0]] }, 2],
      ]) {
        const report = await checkConvexity(quadratic);
        close([report.smallestEigenvalue], [least], 1e-9);
        assert.equal(report.isConvex, least >= 0);
      }
      await fails(async () => checkConvexity([[1, 2], [0, 1]]), { code: 'ERR_OPTION', argument: 'quadratic', message: /symmetric/ }); // prettier-ignore
      await fails(async () => checkConvexity(7), { code: 'ERR_TYPE', argument: 'quadratic' });
    });

    it('judges a point by the conditions of Karush, Kuhn and Tucker (C5-16)', async () => {
      const program = { quadratic: { diagonal: [2, 2] }, objective: [-2, -4], inequalities: { A: [[1, 1]], b: [2] } }; // prettier-ignore
      const best = await checkOptimality(program, [0.5, 1.5]);
      assert.ok(best.isOptimal && best.meetsConditions && best.isConvex);
      close([...best.multipliers.inequalities, best.value, best.dualValue], [1, -4.5, -4.5], 1e-9);
      assert.deepEqual(best.active, { inequalities: [0], lower: [], upper: [] });
      const within = await checkOptimality(program, [1, 1]);
      assert.equal(within.isOptimal, false);
      close([within.residuals.stationarity, within.residuals.primal], [1, 0], 1e-9);
      const outside = await checkOptimality(program, [1, 2]);
      close([outside.residuals.primal, outside.residuals.stationarity], [1, 0], 1e-9);
      const wrong = await checkOptimality(program, { x: [0.5, 1.5], multipliers: { inequalities: [-1] } }); // prettier-ignore
      close([wrong.residuals.stationarity, wrong.residuals.dual], [2, 1]);
      // A solution is a point with multipliers; those that are found are the same.
      const lines = { objective: [-3, -5], inequalities: dantzig.inequalities, lower: 0, upper: [9, 9] }; // prettier-ignore
      const solution = await solveLinearProgram(lines);
      for (const point of [solution, solution.x]) {
        const report = await checkOptimality(lines, point);
        assert.ok(report.isOptimal);
        close(report.multipliers.inequalities, [0, 1.5, 1], 1e-8);
      }
      // A saddle meets the conditions and is no minimum.
      const saddle = await checkOptimality({ quadratic: { diagonal: [1, -1] } }, [0, 0]);
      assert.ok(saddle.meetsConditions && !saddle.isOptimal);
      close(saddle.direction, [0, 1]);
      for (const [make, code, argument] of [
        [() => checkOptimality(program, [1]), 'ERR_SHAPE', 'point'],
        [() => checkOptimality(program, { x: [1, 1], multipliers: { inequalities: [1, 2] } }), 'ERR_SHAPE', 'multipliers.inequalities'], // prettier-ignore
        [() => checkOptimality(program, { x: [1, 1], multipliers: { rows: [1] } }), 'ERR_OPTION_UNKNOWN', 'rows'], // prettier-ignore
        [() => checkOptimality(program, [1, 1], { tolerance: 0 }), 'ERR_TYPE', 'tolerance'],
        [() => checkOptimality({ entropy: [1, 1] }, [1, 0]), 'ERR_OPTION', 'point'],
      ]) {
        await fails(async () => make(), { code, argument });
      }
    });

    it('maximum entropy and the largest box are the book’s (C5-06, C5-07)', async () => {
      const bits = 1 / Math.LN2;
      for (const n of [2, 5, 8]) {
        const r = await solveConvexProgram({
          entropy: new Float64Array(n).fill(bits),
          equalities: { A: [new Float64Array(n).fill(1)], b: [1] },
        });
        assert.equal(r.status, 'converged');
        close(r.x, new Array(n).fill(1 / n), 1e-8);
        close([r.value, r.multipliers.equalities[0]], [-Math.log2(n), Math.log2(n) - Math.LOG2E], 1e-6); // prettier-ignore
      }
      for (const c of [6, 2.4]) {
        // The faces p, q, r of a box have the sum c/2, and its volume is the root of pqr.
        const faces = { logarithms: [0.5, 0.5, 0.5], equalities: { A: [[1, 1, 1]], b: [c / 2] } };
        const r = await solveConvexProgram(faces, { tolerance: 1e-12 });
        const volume = Math.exp(-r.value);
        close(
          Array.from(r.x, (face) => volume / face),
          new Array(3).fill(Math.sqrt(c / 6)),
          1e-8,
        );
        // The change of the volume with c/2 is the book's multiplier.
        close([(-volume * r.sensitivities.equalities[0]), volume], [Math.sqrt(c / 6) / 2, (c / 6) ** 1.5], 1e-8); // prettier-ignore
        assert.ok((await checkOptimality(faces, r)).isOptimal);
      }
      for (const [make, code, argument] of [
        [() => solveConvexProgram({ entropy: [1, -1] }), 'ERR_OPTION', 'entropy'],
        [() => solveConvexProgram({ entropy: [1], logarithms: [1, 1] }), 'ERR_SHAPE', 'logarithms'],
        [() => solveConvexProgram({}), 'ERR_TYPE', 'objective'],
        [() => solveQuadraticProgram({ quadratic: [[1]], entropy: [1] }), 'ERR_OPTION_UNKNOWN', 'entropy'], // prettier-ignore
      ]) {
        await fails(async () => make(), { code, argument });
      }
    });

    it('nearest points of hulls are those of the optimal hyperplane (C5-20.2)', async () => {
      const book = await nearestPoints([[2, 0]], [[0, 1], [0, -1]]); // prettier-ignore
      close([book.distance], [2], 1e-9);
      close([...book.hyperplane.weights, book.hyperplane.intercept], [1, 0, -1], 1e-9);
      close(book.weights[1], [0.5, 0.5], 1e-9);
      let seed = 7;
      const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
      const P = Array.from({ length: 30 }, () => [2 + random(), random(), random()]);
      const N = Array.from({ length: 40 }, () => [random(), random(), 0.5 * random()]);
      const near = await nearestPoints(P, N);
      const svc = await new SVC({ kernel: 'linear', C: Infinity, tol: 1e-10 }).fit([...N, ...P], [...N.map(() => 'n'), ...P.map(() => 'p')]); // prettier-ignore
      const [b, ...f] = await svc.decisionFunction([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]); // prettier-ignore
      const { weights, intercept } = near.hyperplane;
      close([...weights, intercept], [...f.map((v) => v - b), b], 1e-6);
      const [p, n] = near.points;
      close([Math.hypot(...p.map((v, j) => v - n[j]))], [near.distance]);
      for (const list of near.weights) close([list.reduce((a, b) => a + b)], [1], 1e-9);
      const mean = await nearestPoints(P.slice(0, 4), N.slice(0, 4), { largest: 0.25 });
      close(mean.points[0], [0, 1, 2].map((j) => P.slice(0, 4).reduce((a, row) => a + row[j] / 4, 0)), 1e-9); // prettier-ignore
      const meet = await nearestPoints([[0, 0], [2, 2]], [[0, 2], [2, 0]]); // prettier-ignore
      assert.equal(meet.distance, 0);
      assert.equal(meet.hyperplane, undefined);
      for (const [make, code, argument] of [
        [() => nearestPoints([[1, 2]], [[1]]), 'ERR_SHAPE', 'N'],
        [() => nearestPoints([], [[1]]), 'ERR_EMPTY', 'P'],
        [() => nearestPoints([[1], [2]], [[1], [3]], { largest: 0.4 }), 'ERR_TYPE', 'largest'],
      ]) {
        await fails(async () => make(), { code, argument });
      }
    });

    it('a version space has two centres (C5-20.3)', async () => {
      // Three planes cut out the spherical triangle with these corners.
      const X = [[0, 7, 0], [1, 0, 0], [1, 4, -1]]; // prettier-ignore
      const space = await versionSpace(X, ['up', 'up', 'down'], { samples: 50_000, seed: 1 });
      assert.equal(space.status, 'converged');
      assert.deepEqual(space.classes, ['down', 'up']);
      const corners = [[0, 0, 1], [Math.SQRT1_2, 0, Math.SQRT1_2], [0, 1 / Math.sqrt(17), 4 / Math.sqrt(17)]]; // prettier-ignore
      // The integral of the position over a polygon is half the sum of its edges' angles times
      // the unit vectors across them.
      const sum = [0, 0, 0];
      corners.forEach((a, k) => {
        const b = corners[(k + 1) % 3];
        const across = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]; // prettier-ignore
        const sine = Math.hypot(...across);
        const angle = Math.asin(sine);
        across.forEach((v, j) => (sum[j] += (angle * v) / sine));
      });
      const mass = sum.map((v) => v / Math.hypot(...sum));
      assert.ok(space.standardError < 5e-3);
      close(space.bayesPoint, mass, 4 * space.standardError);
      const cosines = X.map((row, i) => ((i < 2 ? 1 : -1) * row.reduce((s, v, j) => s + v * space.centre[j], 0)) / Math.hypot(...row)); // prettier-ignore
      close(cosines, new Array(3).fill(space.radius), 1e-8);
      assert.ok(Math.hypot(...mass.map((v, j) => v - space.centre[j])) > 0.05);
      // The centre is the support vector machine without bias of the samples of length 1.
      const svc = await new SVC({ kernel: 'linear', C: Infinity, fitIntercept: false, tol: 1e-10 }).fit(X.map((row) => row.map((v) => v / Math.hypot(...row))), ['up', 'up', 'down']); // prettier-ignore
      const w = numbers(await svc.decisionFunction([[1, 0, 0], [0, 1, 0], [0, 0, 1]])); // prettier-ignore
      close(space.centre, w.map((v) => v / Math.hypot(...w)), 1e-6); // prettier-ignore
      const empty = await versionSpace([[1, 0], [2, 0]], [0, 1]); // prettier-ignore
      assert.equal(empty.status, 'infeasible');
      assert.equal(empty.centre, undefined);
      for (const [make, code, argument] of [
        [() => versionSpace(X, [1, 1, 1]), 'ERR_ONE_CLASS', 'y'],
        [() => versionSpace(X, [0, 1, 2]), 'ERR_OPTION', 'y'],
        [() => versionSpace(X, [0, 1]), 'ERR_SHAPE', 'y'],
        [() => versionSpace(X, [0, 1, 1], { samples: 3 }), 'ERR_TYPE', 'samples'],
        [() => versionSpace(X, [0, 1, 1], { seed: -1 }), 'ERR_TYPE', 'seed'],
        [() => versionSpace(X, [0, 1, 1], { tolerance: 1 }), 'ERR_OPTION_UNKNOWN', 'tolerance'],
      ]) {
        await fails(async () => make(), { code, argument });
      }
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
      assert.equal(short.status, 'iterationLimit');
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
      const told = await several.diagnostics(X, y);
      close([told.primal, told.dual], [several.objective, several.objective], 1e-7);
      assert.deepEqual([told.training, told.norm, told.logPrior], [true, undefined, undefined]);
      assert.equal((await several.diagnostics(X.slice(1), y.slice(1))).training, false);
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
        const { dual, alpha, slack } = await again.diagnostics(X, classes);
        close([dual], [svc.objective], 1e-6);
        assert.ok(slack.every((v, i) => v < 1e-6 || Math.abs(alpha[i] - 10) < 1e-9));
      }
      await fails(async () => new LPSVC({ dictionary: true }).fit(X, classes), {
        code: 'ERR_OPTION',
        message: /kernels.sum/,
      });
      const narrow = await new LPSVC({ C: 10, gamma: 5, maxIter: 1 }).fit(X, classes);
      assert.ok(['iterationLimit', 'converged'].includes(narrow.status));
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
