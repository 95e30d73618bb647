/** Convex losses, the solver interiorPoint, and the densities of the noise. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { ConvexLossSVR, KernelRidge, LinearSVC, SGDClassifier, SVR } = maxmargin;
const { load, lossFunction, marginLossFunction, optimalTube } = maxmargin;
const at = Array.from({ length: 60 }, (_, i) => -10 + (20 * i) / 59);
const X = at.map((x) => [x]);
const y = at.map((x, i) => Math.sin(x) / x + 0.1 * Math.sin(7 * i * i));
const kernel = { kernel: 'rbf', gamma: 1 / (2 * 1.5 ** 2) };

/** @returns whether two numbers agree to so many decimals */
function near(got, want, within, what = '') {
  assert.ok(Math.abs(got - want) <= within, `${what}: ${got}, want ${want}`);
}

before(() => sync.init());

describe('ConvexLossSVR', () => {
  // Section 15 of the specification of Smola and Schoelkopf's tutorial: objective,
  // |w|^2, constant and f(0), to the digits printed there.
  for (const [options, objective, norm, b, f0] of [
    [{ loss: 'epsilonInsensitive', epsilon: 0.1 }, 0.517337636, 1.0346753, 0.1459843, 0.9855537],
    [{ loss: 'laplacian' }, 29.969781743, 4.0702093, 0.1326781, 0.9591855],
    [{ loss: 'gaussian' }, 1.901177746, 1.0871668, 0.1398039, 0.9636338],
    [{ loss: 'huber', sigma: 0.1 }, 13.182010025, 1.636826, 0.1442938, 0.965069],
    [{ loss: 'polynomial', power: 1.5 }, 6.523029384, 1.3326335, 0.1437482, 0.9597161],
    [{ loss: 'polynomial', power: 3 }, 0.558526442, 0.8421768, 0.1422372, 0.8910949],
    [
      { loss: 'piecewisePolynomial', power: 3, sigma: 0.1 },
      8.077288776,
      1.3167448,
      0.1446749,
      0.9750424,
    ],
  ]) {
    it(`has the published fit for ${JSON.stringify(options)}`, async () => {
      const model = await new ConvexLossSVR({ ...kernel, ...options, C: 10, tol: 1e-11 }).fit(X, y);
      near(-model.objective, objective, 5e-9, 'objective');
      near(model.squaredNorm, norm, 1e-7, '|w|^2');
      near(model.intercept, b, 1e-7, 'constant');
      near((await model.predict([[0]]))[0], f0, 1e-7, 'f(0)');

      // The sum of the losses is that of the loss function.
      const { loss, bound } = lossFunction({ ...options, C: 10 });
      const f = await model.predict(X);
      const risk = y.reduce((sum, v, i) => sum + loss(v - f[i]), 0) / y.length;
      near(model.empiricalRisk, risk, 1e-12, 'risk');
      assert.ok(model.dualCoef.every((a) => Math.abs(a) <= bound));

      const again = await load(await model.save());
      assert.deepEqual(await again.predict(X), f);
    });
  }

  it('blocks, too, and takes a tube for every sample and weights', () => {
    const sampleEpsilon = y.map((_, i) => (i % 3) / 20);
    const sampleWeight = y.map((_, i) => 1 + (i % 2));
    const settings = { sampleEpsilon, sampleWeight };
    const ours = new sync.ConvexLossSVR({ ...kernel, loss: 'epsilonInsensitive', C: 10 }).fit(
      X,
      y,
      settings,
    );
    const other = new sync.SVR({ ...kernel, tol: 1e-9, C: 10 }).fit(X, y, settings);
    const f = other.predict(X);
    ours.predict(X).forEach((value, i) => near(value, f[i], 1e-6, `row ${i}`));
  });

  it('is kernel ridge regression with the squared loss', async () => {
    const ours = await new ConvexLossSVR({ ...kernel, loss: 'gaussian', C: 4 }).fit(X, y);
    const other = await new KernelRidge({ ...kernel, alpha: 1 / 4, fitIntercept: true }).fit(X, y);
    const f = await other.predict(X);
    (await ours.predict(X)).forEach((value, i) => near(value, f[i], 1e-6, `row ${i}`));
  });

  it('says when there are too many samples', async () => {
    const rows = 4001;
    const many = { data: new Float64Array(rows), rows, cols: 1 };
    const model = new ConvexLossSVR();
    await fails(() => model.fit(many, new Float64Array(rows)), {
      code: 'ERR_MEMORY_BUDGET',
      argument: 'X',
    });
  });
});

describe("study: { solver: 'interiorPoint' }", () => {
  const labels = y.map((v) => (v > 0.1 ? 'high' : 'low'));
  for (const [name, target, options] of [
    ['SVC', labels, { C: 3 }],
    ['NuSVC', labels, { nu: 0.3 }],
    ['SVR', y, { C: 3 }],
    ['NuSVR', y, { C: 3 }],
    ['OneClassSVM', undefined, { nu: 0.2 }],
    ['SVDD', undefined, { nu: 0.2 }],
  ]) {
    it(`gives ${name} the same function as smo`, async () => {
      const fit = (solver) =>
        new maxmargin[name]({ ...kernel, ...options, study: { solver }, tol: 1e-7 }).fit(X, target);
      const [smo, interior] = await Promise.all([fit('smo'), fit('interiorPoint')]);
      assert.equal(interior.status, 'converged');
      near(interior.objective, smo.objective, 1e-5 * (1 + Math.abs(smo.objective)), 'objective');
      const values = (model) => (model.decisionFunction ?? model.predict).call(model, X);
      const [a, b] = [await values(interior), await values(smo)];
      Array.from(a.data ?? a).forEach((v, i) => near(v, (b.data ?? b)[i], 2e-4, `row ${i}`));
    });
  }

  it('refuses more samples than it can hold', async () => {
    const rows = 4001;
    const many = { data: new Float64Array(rows), rows, cols: 1 };
    const model = new SVR({ study: { solver: 'interiorPoint' } });
    await fails(() => model.fit(many, new Float64Array(rows)), {
      code: 'ERR_OPTION',
      argument: 'study.solver',
    });
  });
});

describe('lossFunction', () => {
  const grid = Array.from({ length: 4001 }, (_, i) => (i - 2000) / 50); // -40 to 40
  for (const options of [
    { loss: 'epsilonInsensitive', epsilon: 0.5 },
    { loss: 'laplacian' },
    { loss: 'gaussian', epsilon: 0.2 },
    { loss: 'huber', sigma: 0.7 },
    { loss: 'polynomial', power: 1.3 },
    { loss: 'piecewisePolynomial', power: 3, sigma: 2 },
  ]) {
    it(`is a density and its derivative: ${JSON.stringify(options)}`, () => {
      const { loss, influence, density, logLikelihood, dual, bound, isRobust, isSparse } =
        lossFunction(options);
      near(
        grid.reduce((sum, r) => sum + density(r) / 50, 0),
        1,
        2e-4,
        'integral',
      );
      near(logLikelihood([0, 1, -2]), Math.log(density(0) * density(1) * density(2)), 1e-12);
      for (const r of [-3.1, -1.1, -0.4, 0.05, 0.61, 2.3]) {
        near(influence(r), (loss(r + 1e-6) - loss(r - 1e-6)) / 2e-6, 1e-5, `influence of ${r}`);
      }
      const largest = Math.max(...grid.map(influence));
      assert.equal(isRobust, largest <= 1);
      assert.equal(isRobust, bound === 1);
      assert.equal(isSparse, influence(0.1) === 0);
      // Young's inequality: the loss and the dual term are conjugate, apart from the tube.
      const e = 0.3;
      const a = influence((options.epsilon ?? 0) + e);
      near(dual(a), a * e - loss((options.epsilon ?? 0) + e), 1e-12, 'conjugate');
    });
  }

  it('refuses wrong options', async () => {
    await fails(() => lossFunction({ loss: 'hinge' }), { code: 'ERR_OPTION', argument: 'loss' });
    await fails(() => lossFunction({ power: 1 }), { code: 'ERR_OPTION', argument: 'power' });
    await fails(() => lossFunction({ sigma: 0 }), { code: 'ERR_OPTION', argument: 'sigma' });
    await fails(() => lossFunction({ epsilon: -1 }), { code: 'ERR_OPTION', argument: 'epsilon' });
  });
});

// Computed from the definitions with Python's decimals: core/internal/golden/losses.py.
const answers = JSON.parse(
  readFileSync(new URL('../../core/data/loss/testdata/losses.json', import.meta.url), 'utf8'),
);

describe('the losses of all machines', () => {
  for (const { loss, sigma, power, ratio, values, conjugates } of answers) {
    it(`${loss} has independent values, sigma = ${sigma}, power = ${power}`, () => {
      const options = { loss, sigma, power, squaredC: ratio };
      const residual = maxmargin.catalog.ConvexLossSVR.options
        .concat(maxmargin.catalog.SVR.options)
        .some(({ name, choices }) => name === 'loss' && choices.includes(loss));
      const found = residual ? lossFunction(options) : marginLossFunction(options);
      for (const [z, want] of values) {
        if (residual) near(found.loss(Math.max(z, 0)), want, 1e-14 * (1 + want), `l(${z})`);
        else near(found.loss(1 - z), want, 1e-14 * (1 + want), `l(${z})`);
      }
      for (const [s, want] of conjugates) near(found.dual(s), want, 1e-14, `conjugate of ${s}`);
    });
  }

  it('of the margin have their slope', () => {
    for (const loss of ['hinge', 'squaredHinge', 'modifiedHuber', 'logistic', 'mixed']) {
      const { loss: cost, influence, isRobust } = marginLossFunction({ loss });
      for (const t of [-3.1, -0.4, 0.3, 1.7]) {
        near(influence(t), (cost(t + 1e-6) - cost(t - 1e-6)) / 2e-6, 1e-7, `${loss} at ${t}`);
      }
      assert.equal(isRobust, !['squaredHinge', 'mixed'].includes(loss));
    }
    near(marginLossFunction({ loss: 'logistic' }).loss(0), Math.LN2, 1e-15);
  });

  it('refuse names of the other kind', async () => {
    await fails(() => marginLossFunction({ loss: 'huber' }), {
      code: 'ERR_OPTION',
      argument: 'loss',
    });
    await fails(() => marginLossFunction({ C: 0 }), { code: 'ERR_OPTION', argument: 'C' });
  });
});

describe('logistic regression', () => {
  const labels = y.map((v) => (v > 0.1 ? 'high' : 'low'));
  for (const Machine of [LinearSVC, SGDClassifier]) {
    it(`${Machine.name} has probabilities without the option probability`, async () => {
      const model = await new Machine({ loss: 'logistic' }).fit(X, labels);
      const f = await model.decisionFunction(X);
      const proba = await model.predictProba(X);
      const likely = await model.predict(X);
      X.forEach((_, i) => {
        const p = 1 / (1 + Math.exp(-f[i]));
        near(proba[2 * i + 1], p, 1e-12, `row ${i}`);
        assert.equal(model.classes[p > 0.5 ? 1 : 0], likely[i]);
      });
      const again = await load(await model.save());
      assert.deepEqual(await again.predictProba(X), proba);
    });
  }
});

describe('optimalTube', () => {
  // Fig. 5 of the tutorial as the specification computed it, by a search for the
  // minimum that is accurate to 1e-4.
  for (const [power, epsilon, nu] of [
    [1, 0, 1],
    [1.1, 0.0004, 0.9994],
    [1.25, 0.0363, 0.96],
    [1.5, 0.2093, 0.8067],
    [1.75, 0.4188, 0.6575],
    [2, 0.612, 0.5405],
    [2.5, 0.913, 0.3844],
    [3, 1.118, 0.2908],
    [4, 1.3583, 0.1898],
    [5, 1.4845, 0.1384],
    [6, 1.5576, 0.108],
    [7, 1.6035, 0.0881],
    [8, 1.6339, 0.0743],
    [9, 1.6552, 0.0641],
    [10, 1.6705, 0.0563],
  ]) {
    it(`for noise of power ${power}`, () => {
      const tube = optimalTube({ power }, { sigma: 3 });
      near(tube.epsilon / 3, epsilon, 1.1e-4, 'epsilon');
      near(tube.nu, nu, 1.1e-4, 'nu');
    });
  }

  it('has names for two of them', () => {
    assert.deepEqual(optimalTube('gaussian'), optimalTube({ power: 2 }));
    assert.deepEqual(optimalTube('laplacian'), { nu: 1, epsilon: 0 });
    assert.deepEqual(optimalTube({ power: 0.5 }), { nu: 1, epsilon: 0 });
  });

  it('refuses noise it does not know', async () => {
    for (const noise of ['uniform', undefined, null, 2]) {
      await fails(() => optimalTube(noise), { code: 'ERR_OPTION', argument: 'noise' });
    }
    await fails(() => optimalTube({ power: 0 }), { code: 'ERR_OPTION', argument: 'power' });
    await fails(() => optimalTube('gaussian', { sigma: -1 }), {
      code: 'ERR_OPTION',
      argument: 'sigma',
    });
  });
});
