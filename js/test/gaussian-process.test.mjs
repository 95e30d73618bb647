/** Gaussian processes through the facade: answers, evidence, functions drawn, files, errors. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { random } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, plot, sync } from './support/maxmargin.mjs';

const { GaussianProcessRegressor, KernelRidge, StandardScaler, kernels, load, makePipeline } =
  maxmargin;

/** Compares numbers to 1e-9 (1 + |want|). */
function near(got, want, what) {
  assert.equal(got.length, want.length, what);
  Array.from(want).forEach((v, i) => {
    const close = Math.abs(got[i] - v) <= 1e-9 * (1 + Math.abs(v));
    assert.ok(close, `${what}: number ${i} is ${got[i]}, not ${v}`);
  });
}

before(() => sync.init({ onWarning: () => {} }));

/** A wave with noise. */
function wave(n, seed) {
  const next = random(seed);
  const X = Array.from({ length: n }, () => [6 * next() - 3]);
  return { X, y: X.map(([x]) => Math.sin(2 * x) + 0.2 * (next() + next() + next() - 1.5)) };
}

const { X, y } = wave(80, 21);
const fresh = [[-2], [0], [0.5], [4]];

describe('a Gaussian process', () => {
  it('has the mean and the variance of one sample that the formula gives', async () => {
    const options = { optimizer: 'none', alpha: 0.25 };
    const model = await new GaussianProcessRegressor(options).fit([[0]], [1]);
    const { mean, std } = await model.predict([[0]], { returnStd: true });
    near([mean[0], std[0] ** 2], [0.8, 0.2], 'mean and variance');
  });

  it('predicts what kernel ridge regression does with alpha as the penalty', async () => {
    const options = { gamma: 0.7, alpha: 0.3 };
    const process = new GaussianProcessRegressor({ ...options, optimizer: 'none' });
    const ridge = await new KernelRidge(options).fit(X, y);
    near(await (await process.fit(X, y)).predict(fresh), await ridge.predict(fresh), 'mean');
  });

  it('answers with the mean, with standard deviations or with covariances', async () => {
    const model = await new GaussianProcessRegressor().fit(X, y);
    const only = await model.predict(fresh);
    const { mean, std } = await model.predict(fresh, { returnStd: true });
    const { mean: again, covariance } = await model.predict(fresh, { returnCov: true });
    assert.deepEqual([only, again], [mean, mean]);
    assert.deepEqual(covariance.shape, [4, 4]);
    near(
      std,
      [0, 1, 2, 3].map((i) => Math.sqrt(covariance[5 * i])),
      'roots of the diagonal',
    );
    assert.equal(covariance[1], covariance[4]);
    assert.ok(std[3] > 5 * std[1], 'far from the samples the band is wider');
  });

  it('is the same in both forms of the package, in a file and in a pipeline', async () => {
    const model = await new GaussianProcessRegressor({ normalizeY: true }).fit(X, y);
    const blocking = new sync.GaussianProcessRegressor({ normalizeY: true }).fit(X, y);
    const loaded = await load(await model.save());
    const { mean, std } = await model.predict(fresh, { returnStd: true });
    assert.deepEqual(blocking.predict(fresh, { returnStd: true }), { mean, std });
    assert.deepEqual(await loaded.predict(fresh, { returnStd: true }), { mean, std });
    assert.deepEqual(await loaded.logMarginalLikelihood(), await model.logMarginalLikelihood());
    const pipeline = makePipeline(new StandardScaler(), new GaussianProcessRegressor());
    await pipeline.fit(X, y);
    const piped = await pipeline.predict(fresh, { returnStd: true });
    const scaler = await new StandardScaler().fit(X);
    const behind = await new GaussianProcessRegressor().fit(await scaler.transform(X), y);
    const direct = await behind.predict(await scaler.transform(fresh), { returnStd: true });
    near(piped.std, direct.std, 'standard deviations behind a scaler');
    near(piped.mean, direct.mean, 'means behind a scaler');
  });

  it('learns parameters by the evidence, whose gradient is 0 there', async () => {
    const kernel = kernels.sum(
      kernels.scale(1, kernels.rbf()),
      kernels.scale(0.1, kernels.linear()),
    );
    const model = await new GaussianProcessRegressor({ kernel }).fit(X, y);
    const names = model.parameterNames.split(' ');
    assert.deepEqual(names, [
      'variance',
      'parts[0].factor',
      'parts[0].parts[0].gamma',
      'parts[1].factor',
      'alpha',
    ]);
    const { value, gradient } = await model.logMarginalLikelihood();
    near([value], [model.evidence], 'evidence');
    assert.ok(
      gradient.every((slope) => Math.abs(slope) < 1e-3),
      String(gradient),
    );
    assert.ok(Math.sqrt(model.noise) > 0.07 && Math.sqrt(model.noise) < 0.13, `${model.noise}`);
    const other = await model.logMarginalLikelihood({ 'parts[0].parts[0].gamma': 5 });
    assert.ok(other.value < value);
    const all = model.parameters;
    all[2] = 5;
    assert.deepEqual(await model.logMarginalLikelihood(all), other);
    const [up, down] = await Promise.all(
      [1e-4, -1e-4].map((h) => {
        const moved = all.slice();
        moved[2] *= Math.exp(h);
        return model.logMarginalLikelihood(moved);
      }),
    );
    const difference = (up.value - down.value) / 2e-4;
    assert.ok(Math.abs(difference - other.gradient[2]) < 1e-5, 'derivative by gamma');
  });

  it('draws functions before and after a fit, with densities', async () => {
    const machine = new GaussianProcessRegressor({ gamma: 1, alpha: 0.01, optimizer: 'none' });
    const prior = await machine.sampleY(fresh, { samples: 4000, seed: 2 });
    assert.deepEqual(prior.shape, [4, 4000]);
    const moment = (i, j) =>
      Array.from({ length: 4000 }, (_, s) => prior[i * 4000 + s] * prior[j * 4000 + s]).reduce(
        (sum, v) => sum + v / 4000,
        0,
      );
    assert.ok(Math.abs(moment(0, 0) - 1) < 0.1);
    assert.ok(Math.abs(moment(1, 2) - Math.exp(-0.25)) < 0.1);
    const labels = [1, -1];
    const k = Math.exp(-0.25);
    const density = await machine.logDensity([[0], [0.5]], labels);
    const closed =
      -(2 + 2 * k) / (2 * (1 - k * k)) - Math.log(1 - k * k) / 2 - Math.log(2 * Math.PI);
    near([density], [closed], 'density of a labelling under the prior');
    await machine.fit([[0]], [3]);
    const posterior = await machine.sampleY([[0]], { samples: 100 });
    assert.ok(posterior.every((value) => Math.abs(value - 3) < 0.5));
    const noisy = await machine.logDensity([[0]], [3], { noise: true });
    assert.ok(noisy < (await machine.logDensity([[0]], [3])));
    assert.deepEqual(
      await machine.sampleY([[2]], { seed: 5 }),
      await machine.sampleY([[2]], { seed: 5 }),
    );
  });

  it('refuses what it cannot answer, with a code', async () => {
    const machine = new GaussianProcessRegressor({ alpha: 0 });
    await fails(() => machine.fit([[0], [0], [1]], [1, 2, 3]), {
      code: 'ERR_NUMERIC',
      argument: 'alpha',
      message: /raise alpha/,
    });
    await fails(() => machine.predict(X, { returnStd: true }), { code: 'ERR_NOT_FITTED' });
    await fails(() => machine.logMarginalLikelihood(), { code: 'ERR_NOT_FITTED' });
    const model = await new GaussianProcessRegressor().fit(X, y);
    await fails(() => model.predict(X, { returnStd: true, returnCov: true }), {
      code: 'ERR_OPTION',
      argument: 'returnCov',
    });
    await fails(() => model.predict(X, { returnStd: 1 }), { argument: 'returnStd' });
    await fails(() => model.predict(X, { returnSD: true }), { code: 'ERR_OPTION_UNKNOWN' });
    await fails(() => model.sampleY(X, { samples: 0 }), { argument: 'samples' });
    await fails(() => model.sampleY(X, { seed: -1 }), { argument: 'seed' });
    await fails(() => model.logDensity(X, [1]), { code: 'ERR_SHAPE', argument: 'y' });
    await fails(() => model.logMarginalLikelihood({ width: 1 }), {
      code: 'ERR_OPTION_UNKNOWN',
      message: /variance, gamma, alpha/,
    });
    await fails(() => model.logMarginalLikelihood([1, -1, 1]), { argument: 'parameters' });
    await fails(() => model.logMarginalLikelihood([1, 1]), { code: 'ERR_SHAPE' });
    const own = await new GaussianProcessRegressor({ kernel: ([a], [b]) => a * b + 1 }).fit(X, y);
    assert.equal((await own.predict(fresh)).length, 4);
    await fails(() => own.predict(fresh, { returnStd: true }), { argument: 'kernel' });
  });

  it('can be aborted, stopped and limited', async () => {
    const large = wave(1200, 5);
    const machine = new GaussianProcessRegressor();
    const signal = AbortSignal.timeout(30);
    await assert.rejects(machine.fit(large.X, large.y, { signal }), { name: 'TimeoutError' });
    const limited = new GaussianProcessRegressor({ maxTime: 1 });
    await limited.fit(X, y);
    assert.equal(limited.status, 'timeLimit');
    const steps = new GaussianProcessRegressor({ maxIter: 1 });
    await steps.fit(X, y);
    assert.equal(steps.status, 'iterationLimit');
  });

  it('is drawn with a band', async () => {
    const model = await new GaussianProcessRegressor().fit(X, y);
    const settings = { resolution: 20, samples: 3, seed: 1, domain: [-3, 3] };
    const band = await plot.posteriorBand(model, X, y, settings);
    const { mean, std } = await model.predict(
      band.curve.map(({ x }) => [x]),
      { returnStd: true },
    );
    band.curve.forEach((point, i) => {
      near([point.lower, point.upper], [mean[i] - 2 * std[i], mean[i] + 2 * std[i]], 'edges');
    });
    assert.equal(band.samples.length, 60);
    assert.equal(band.points.length, 80);
    const wide = await plot.posteriorBand(model, X, y, { ...settings, noise: true, width: 1 });
    near([wide.curve[3].upper - mean[3]], [Math.sqrt(std[3] ** 2 + model.noise)], 'with noise');
    const ridge = await new KernelRidge().fit(X, y);
    await fails(() => plot.posteriorBand(ridge, X, y), { argument: 'model' });
    await fails(() => plot.posteriorBand(model, X, y, { width: -1 }), { argument: 'width' });
    await fails(() => plot.posteriorBand(model, X, y, { samples: 0.5 }), { argument: 'samples' });
  });
});
