/** Losses that callers write, asymmetric tubes, mixed losses, bounds on |w|, and the likelihood of a fit. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { ConvexLossSVR, SVC, SVR, load, lossFunction } = maxmargin;
const at = Array.from({ length: 40 }, (_, i) => -5 + i / 4);
const X = at.map((x) => [x]);
const y = at.map((x, i) => Math.sin(x) + 0.3 * Math.sin(7 * i * i));
const kernel = { kernel: 'rbf', gamma: 0.5 };

/** @returns whether two lists of numbers agree within a bound */
function near(got, want, within, what = '') {
  assert.equal(got.length, want.length);
  got.forEach((g, i) =>
    assert.ok(Math.abs(g - want[i]) <= within, `${what} ${i}: ${g}, want ${want[i]}`),
  );
}

before(() => sync.init());

describe('a loss of the caller', () => {
  for (const options of [
    { loss: 'gaussian' },
    { loss: 'huber', sigma: 0.2 },
    { loss: 'polynomial', power: 1.5 },
    { loss: 'laplacian' },
  ]) {
    it(`equal to ${options.loss} gives the same fit`, async () => {
      const { loss, influence } = lossFunction(options);
      const own = await new ConvexLossSVR({ ...kernel, ...options, C: 3 }).fit(X, y);
      const model = new ConvexLossSVR({ ...kernel, loss: 'custom', C: 3 });
      await model.fit(X, y, { customLoss: { value: loss, derivative: influence } });
      near(await model.predict(X), Array.from(await own.predict(X)), 1e-5);
      near([model.empiricalRisk], [own.empiricalRisk], 1e-5);
    });
  }

  // A derivative that bends near 0 alone was refused: its table had too few entries there.
  for (const size of [1e-3, 1, 30, 1e3]) {
    it(`log cosh fits errors of about ${size} times where it bends`, async () => {
      const customLoss = {
        value: (r) => Math.abs(r) + Math.log1p(Math.exp(-2 * Math.abs(r))) - Math.LN2,
        derivative: Math.tanh,
      };
      const model = new ConvexLossSVR({ ...kernel, loss: 'custom', C: 2 });
      const targets = y.map((v) => size * v);
      const f = await (await model.fit(X, targets, { customLoss })).predict(X);
      assert.equal(model.fitInfo.status, 'converged');
      const errors = Array.from(model.supportIndices, (i) => targets[i] - f[i]);
      near(Array.from(model.dualCoef), errors.map((r) => 2 * Math.tanh(r)), 1e-3 * Math.min(1, size)); // prettier-ignore
    });
  }

  it('has coefficients that are C times its derivative at the errors', async () => {
    const customLoss = { value: (r) => Math.exp(r) - r - 1, derivative: (r) => Math.expm1(r) };
    const model = new ConvexLossSVR({ ...kernel, loss: 'custom', C: 2 });
    const f = await (await model.fit(X, y, { customLoss })).predict(X);
    const errors = Array.from(model.supportIndices, (i) => y[i] - f[i]);
    near(
      model.dualCoef,
      errors.map((r) => 2 * Math.expm1(r)),
      1e-5,
    );
    assert.deepEqual(blocking(customLoss), Array.from(f));

    const again = await load(await model.save());
    assert.deepEqual(await again.predict(X), f);
    await fails(() => again.fit(X, y), { code: 'ERR_OPTION', argument: 'customLoss' });
  });

  /** The same fit, blocking. */
  function blocking(customLoss) {
    const model = new sync.ConvexLossSVR({ ...kernel, loss: 'custom', C: 2 });
    return Array.from(model.fit(X, y, { customLoss }).predict(X));
  }

  it('is refused, and the error names the value at which it fails', async () => {
    const model = new ConvexLossSVR({ loss: 'custom' });
    const refused = (customLoss, code = 'ERR_OPTION') =>
      fails(async () => model.fit(X, y, { customLoss }), { code, argument: 'customLoss' });
    const concave = await refused({
      value: (r) => Math.log1p(r * r),
      derivative: (r) => (2 * r) / (1 + r * r),
    });
    const [[a, b], [da, db]] = [concave.details.errors, concave.details.derivatives];
    assert.ok(Math.abs(b) > Math.abs(a) && Math.sign(b) * (db - da) < 0);
    await refused({ value: (r) => (r - 1) ** 2, derivative: (r) => 2 * (r - 1) });
    await refused({ value: (r) => r * r, derivative: (r) => r });
    await refused({ value: () => 0, derivative: () => 0 });
    await refused({ value: (r) => r * r }, 'ERR_TYPE');
    await refused({ value: (r) => r * r, derivative: () => NaN }, 'ERR_FUNCTION');
    await fails(async () => new ConvexLossSVR().fit(X, y, { customLoss: {} }), {
      code: 'ERR_OPTION',
      argument: 'customLoss',
    });
  });
});

describe('SVR with different tubes above and below', () => {
  it('computes a quantile', async () => {
    const q = 0.2;
    const model = new SVR({ ...kernel, epsilon: 0, weightBelow: (1 - q) / q, tol: 1e-8 });
    const f = await (await model.fit(X, y)).predict(X);
    const below = y.filter((v, i) => v < f[i] - 1e-6).length;
    const above = y.filter((v, i) => v > f[i] + 1e-6).length;
    assert.ok(below <= q * y.length && above <= (1 - q) * y.length, `${below} and ${above}`);
  });

  it('takes widths and weights of samples, and has diagnostics', async () => {
    const settings = {
      sampleWeight: y.map((_, i) => 1 + (i % 3)),
      sampleWeightBelow: y.map((_, i) => 1 + (i % 2)),
      sampleEpsilon: y.map((_, i) => 0.05 * (i % 3)),
      sampleEpsilonBelow: y.map((_, i) => 0.02 * (i % 4)),
    };
    const svr = await new SVR({ ...kernel, tol: 1e-9 }).fit(X, y, settings);
    const other = new ConvexLossSVR({ ...kernel, loss: 'epsilonInsensitive', tol: 1e-11 });
    await other.fit(X, y, settings);
    near(await svr.predict(X), Array.from(await other.predict(X)), 1e-6);
    for (const model of [svr, other]) {
      const d = await model.diagnostics(X, y, settings);
      near([d.gap, Math.max(...d.residual)], [0, 0], 1e-5);
      near([d.logPosterior], [model.objective], 1e-5);
      near([d.logPrior + d.logLikelihood], [d.logPosterior], 1e-12);
      near([d.logPrior], [-(d.norm ** 2) / 2], 1e-12);
    }
    await fails(async () => svr.fit(X, y, { sampleWeightBelow: y.map(() => 0) }), {
      code: 'ERR_WEIGHT',
      argument: 'sampleWeightBelow',
    });
  });
});

describe('SVC', () => {
  const labels = y.map((v) => (v > 0 ? 'up' : 'down'));

  it('with a bound on |w| equals SVC with the effectiveC', async () => {
    const model = await new SVC({ ...kernel, study: { normBound: 2 }, tol: 1e-8 }).fit(X, labels);
    const { norm } = await model.diagnostics(X, labels);
    near([norm], [2], 1e-5);
    const same = await new SVC({ ...kernel, C: model.effectiveC[0], tol: 1e-8 }).fit(X, labels);
    near(await model.decisionFunction(X), Array.from(await same.decisionFunction(X)), 1e-5);
    const again = await load(await model.save());
    assert.deepEqual(again.effectiveC, model.effectiveC);
  });

  it('has both penalties at once', async () => {
    const model = await new SVC({
      ...kernel,
      loss: 'mixed',
      C: 0.5,
      study: { squaredC: 2 },
      tol: 1e-8,
    }).fit(X, labels);
    const d = await model.diagnostics(X, labels);
    near([d.gap, Math.max(...d.residual)], [0, 0], 1e-5);
    assert.ok(d.alpha.some((a) => a > 0.5));
  });
});
