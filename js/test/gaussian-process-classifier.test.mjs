/** Gaussian process classification through the facade: answers, evidence, files, errors. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { random } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { GaussianProcessClassifier, SVC, StandardScaler, load, makePipeline } = maxmargin;

before(() => sync.init({ onWarning: () => {} }));

/** Rows of two columns with labels of three classes, a tenth of them wrong. */
function rings(n, seed) {
  const next = random(seed);
  const X = Array.from({ length: n }, () => [4 * next() - 2, 4 * next() - 2]);
  const names = ['inner', 'middle', 'outer'];
  const y = X.map(([a, b]) => names[next() < 0.1 ? 1 : Math.min(2, Math.floor(Math.hypot(a, b)))]);
  return { X, y };
}

const { X, y } = rings(90, 31);
const two = y.map((label) => label === 'inner');
const fresh = [
  [0, 0],
  [1.5, 0],
  [-2, 2],
  [1, -1],
];

function near(got, want, tolerance = 1e-9) {
  assert.equal(got.length, want.length);
  got.forEach((v, i) =>
    assert.ok(Math.abs(v - want[i]) <= tolerance, `${i}: ${v}, not ${want[i]}`),
  );
}

describe('Gaussian process classification', () => {
  it('gives probabilities that add up to 1, the largest of the class that it predicts', async () => {
    for (const labels of [two, y]) {
      const model = await new GaussianProcessClassifier().fit(X, labels);
      const k = model.classes.length;
      const p = await model.predictProba(X);
      const said = await model.predict(X);
      said.forEach((label, i) => {
        const row = Array.from(p.subarray(i * k, (i + 1) * k));
        near([row.reduce((a, b) => a + b)], [1]);
        assert.equal(row.indexOf(Math.max(...row)), model.classes.indexOf(label));
      });
      const right = said.filter((label, i) => label === labels[i]).length;
      assert.ok(right > 75, `${right} of 90 right`);
      const [far] = [await model.predictProba([[1e3, 1e3]])];
      if (k === 2) near(far, [0.5, 0.5], 1e-6);
    }
  });

  it('is the same in both forms of the package, in a file and in a pipeline', async () => {
    const model = await new GaussianProcessClassifier().fit(X, y);
    const blocking = new sync.GaussianProcessClassifier().fit(X, y);
    const loaded = await load(await model.save());
    const p = await model.predictProba(fresh);
    assert.deepEqual(blocking.predictProba(fresh), p);
    assert.deepEqual(await loaded.predictProba(fresh), p);
    assert.deepEqual(await loaded.predict(fresh), await model.predict(fresh));
    assert.deepEqual(await loaded.decisionFunction(fresh), await model.decisionFunction(fresh));
    near([(await loaded.logMarginalLikelihood()).value], [model.evidence]);
    const pipeline = makePipeline(new StandardScaler(), new GaussianProcessClassifier());
    await pipeline.fit(X, y);
    const scaler = await new StandardScaler().fit(X);
    const behind = await new GaussianProcessClassifier().fit(await scaler.transform(X), y);
    const direct = await behind.predictProba(await scaler.transform(fresh));
    near(await pipeline.predictProba(fresh), direct);
    const plain = await makePipeline(new StandardScaler(), new SVC()).fit(X, y);
    await fails(() => plain.predictProba(fresh), { code: 'ERR_OPTION', argument: 'probability' });
  });

  it('learns parameters by the evidence, whose gradient is 0 there', async () => {
    const model = await new GaussianProcessClassifier().fit(X, two);
    assert.equal(model.parameterNames, 'variance gamma');
    const { value, gradient } = await model.logMarginalLikelihood();
    near([value], [model.evidence]);
    assert.ok(
      gradient.every((slope) => Math.abs(slope) < 1e-3),
      String(gradient),
    );
    const other = await model.logMarginalLikelihood({ gamma: 20 });
    assert.ok(other.value < value);
    const h = 1e-4;
    const [up, down] = await Promise.all(
      [h, -h].map((step) => model.logMarginalLikelihood({ gamma: 20 * Math.exp(step) })),
    );
    near([other.gradient[1]], [(up.value - down.value) / (2 * h)], 1e-5);
    const three = await new GaussianProcessClassifier({ optimizer: 'none', gamma: 2 }).fit(X, y);
    assert.deepEqual(three.parameterNames.split(' ').slice(2, 4), [
      'classes[1].variance',
      'classes[1].gamma',
    ]);
    assert.deepEqual(Array.from(three.parameters), [1, 2, 1, 2, 1, 2]);
    const moved = await three.logMarginalLikelihood({ 'classes[1].gamma': 1 });
    assert.equal(moved.gradient.length, 6);
  });

  it('refuses what it cannot answer, with a code', async () => {
    const machine = new GaussianProcessClassifier();
    await fails(() => machine.predictProba(X), { code: 'ERR_NOT_FITTED' });
    await fails(() => machine.logMarginalLikelihood(), { code: 'ERR_NOT_FITTED' });
    await fails(() => machine.fit([[0], [1]], ['a', 'a']), { code: 'ERR_ONE_CLASS' });
    await machine.fit(X, two);
    await fails(() => machine.logMarginalLikelihood({ alpha: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
    await fails(() => machine.logMarginalLikelihood([1, -1]), { argument: 'parameters' });
    const own = await new GaussianProcessClassifier({ kernel: ([a], [b]) => a * b + 1 }).fit(
      X,
      two,
    );
    assert.equal((await own.predict(fresh)).length, 4);
    await fails(() => own.predictProba(fresh), { code: 'ERR_TYPE', argument: 'kernel' });
  });

  it('can be aborted and limited', async () => {
    const large = rings(900, 5);
    const machine = new GaussianProcessClassifier();
    const signal = AbortSignal.timeout(30);
    await assert.rejects(machine.fit(large.X, large.y, { signal }), { name: 'TimeoutError' });
    const limited = new GaussianProcessClassifier({ maxTime: 1 });
    await limited.fit(X, y);
    assert.equal(limited.status, 'timeLimit');
    assert.equal((await limited.predictProba(fresh)).length, 12);
  });
});
