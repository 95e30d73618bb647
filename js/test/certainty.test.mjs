/** certainty: the theorems row by row, and what happens on new samples. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { bounds as entry, maxmargin, plot } from './support/maxmargin.mjs';

const { bounds, certainty } = entry;
const { AverageMarginClassifier, SVC } = maxmargin;

function near(actual, expected, off = 1e-12) {
  assert.ok(Math.abs(actual - expected) <= off, `${actual}, ${expected}`);
}

const training = blobs({ n: 200, apart: 2 });
const { X, y } = training;
const others = blobs({ n: 40, apart: 2, seed: 5 }).X;
const clip = (z) => Math.min(1, Math.max(-1, z));
const mean = (list) => list.reduce((sum, v) => sum + v, 0) / list.length;
const marginsOf = async (model) =>
  Array.from(await model.decisionFunction(X), (f, i) => (y[i] === model.classes[1] ? f : -f));

describe('certainty', () => {
  it('of an average margin machine: (14) at |f(x)|', async () => {
    const model = await new AverageMarginClassifier({ gamma: 0.5 }).fit(X, y);
    const f = await model.decisionFunction(others);
    const averageMargin = mean(await marginsOf(model));
    const { value: rademacher } = await maxmargin.rademacher(
      maxmargin.kernels.rbf({ gamma: 0.5 }),
      X,
    );
    for (const given of [{}, { delta: 0.2 }, { rademacher }, { radius: 1.5 }]) {
      const found = await certainty(model, others, { training, ...given });
      assert.equal(found.theorem, 'averageMarginLevel');
      const { radius: largest = 1, ...rest } = given;
      found.scores.forEach((score, i) => {
        near(score, Math.abs(f[i]));
        const own = bounds.averageMarginLevel({ n: 200, averageMargin, largest, level: score, ...rest }); // prettier-ignore
        near(found.values[i], own.value);
        near(found.clipped[i], own.clipped);
        for (const [name, term] of Object.entries(own.terms)) near(found.terms[name][i], term);
      });
      assert.equal(found.anyMistake.label, 'guarantee');
      near(found.anyMistake.value, bounds.averageMarginError({ n: 200, averageMargin, largest, ...rest }).value); // prettier-ignore
      assert.equal(found.vacuous, Math.min(...found.values) >= 1);
    }
  });

  it('of an SVM: Corollary 1 of the clipped function, with |w| and its constant', async () => {
    for (const fitIntercept of [false, true]) {
      const model = await new SVC({ C: 0.5, gamma: 0.5, fitIntercept }).fit(X, y);
      const f = await model.decisionFunction(others);
      const { norm, bias } = await model.diagnostics(X, y);
      assert.equal(bias !== 0, fitIntercept);
      const found = await certainty(model, others, { training });
      const averageTransform = mean((await marginsOf(model)).map(clip));
      const rademacher = (2 * (fitIntercept ? Math.SQRT2 : 1)) / Math.sqrt(200);
      assert.equal(found.theorem, 'transformedMargin');
      found.scores.forEach((score, i) => {
        near(score, Math.abs(clip(f[i])));
        const own = bounds.transformedMargin({ n: 200, averageTransform, rademacher, norm: Math.hypot(norm, bias), level: score }); // prettier-ignore
        near(found.values[i], own.value, 1e-9);
      });
      assert.match(found.notes.join('\n'), /no value is the probability/);
      assert.match(found.notes.join('\n'), /serve to compare/);
    }
  });

  it('a complexity by Monte Carlo counts with the part of the constant, and never more than its bound', async () => {
    const model = await new SVC({ C: 0.5, gamma: 0.5 }).fit(X, y);
    const of = async (rademacher) =>
      (await certainty(model, others, { training, rademacher })).anyMistake.value;
    const { norm, bias } = await model.diagnostics(X, y);
    near((await of(0.02)) - (await of(0.01)), 0.01 * Math.hypot(norm, bias), 1e-9);
    assert.ok((await of(0.01)) < (await of(undefined)));
    assert.equal(await of(5), await of(undefined));
  });

  it('holds on new samples, where it says something', async () => {
    const many = blobs({ n: 2000, apart: 3 });
    const fresh = blobs({ n: 4000, apart: 3, seed: 9 });
    const model = await new AverageMarginClassifier({ gamma: 0.05 }).fit(many.X, many.y);
    const found = await certainty(model, fresh.X, { training: many });
    assert.equal(found.vacuous, false);
    const f = await model.decisionFunction(fresh.X);
    const margins = Array.from(f, (v, i) => (fresh.y[i] === model.classes[1] ? v : -v));
    found.scores.slice(0, 100).forEach((score, i) => {
      const share = margins.filter((value) => value <= -score).length / 4000;
      assert.ok(share <= found.values[i], `${share} at ${score}, ${found.values[i]}`);
    });
  });

  it('what is further away than the longest sample can be is not certain', async () => {
    const model = await new AverageMarginClassifier({ kernel: 'linear' }).fit(X, y);
    const far = [[1e3, 1e3], X[0]]; // prettier-ignore
    const { values, clipped, terms } = await certainty(model, far, { training });
    assert.deepEqual([values[0], clipped[0]], [Infinity, 1]);
    assert.ok(values[1] < Infinity && !Number.isNaN(terms.margin[0]));
  });

  it('bad input', async () => {
    const model = await new SVC({ kernel: 'poly' }).fit(X, y);
    const wrong = (given, argument) => fails(() => certainty(model, X, given), { argument });
    await wrong(undefined, 'training');
    await wrong({ training: { X } }, 'training');
    await wrong({ training }, 'radius');
    await wrong({ training, radius: -1 }, 'radius');
    await wrong({ training, radius: 1, rademacher: NaN }, 'rademacher');
    for (const delta of [0, 1, NaN]) await wrong({ training, radius: 1, delta }, 'delta');
    await wrong({ training, gamma: 1 }, 'gamma');
    const knn = await new maxmargin.KNeighborsClassifier().fit(X, y);
    await fails(() => certainty(knn, X, { training }), { code: 'ERR_TYPE', argument: 'model' });
  });
});

describe("decisionSurface with of: 'certainty'", () => {
  it('has the scores of certainty with the signs of the decision values', async () => {
    for (const model of [new SVC({ gamma: 0.5 }), new AverageMarginClassifier({ gamma: 0.5 })]) {
      await model.fit(X, y);
      const drawn = { resolution: 12 };
      const plain = await plot.decisionSurface(model, X, y, drawn);
      const surface = await plot.decisionSurface(model, X, y, { ...drawn, of: 'certainty', delta: 0.1 }); // prettier-ignore
      const { x1, x2, y1, y2, width, height } = surface.grid;
      const cells = Array.from(surface.values, (_, i) => [
        x1 + ((x2 - x1) / width) * ((i % width) + 0.5),
        y1 + ((y2 - y1) / height) * (Math.floor(i / width) + 0.5),
      ]);
      const expected = await certainty(model, cells, { training, delta: 0.1 });
      assert.deepEqual(surface.certainty, expected);
      surface.values.forEach((value, i) => {
        near(Math.abs(value), expected.scores[i]);
        assert.equal(Math.sign(value), Math.sign(plain.values[i]));
      });
      assert.deepEqual(surface.regions[1].values, surface.values);
      assert.equal(plain.certainty, undefined);
      assert.equal(surface.levels.length, 19);
      near(surface.levels[18], 0.9 * Math.max(...expected.scores));
    }
  });

  it('bad input', async () => {
    const model = await new SVC({ gamma: 0.5 }).fit(X, y);
    await fails(() => plot.decisionSurface(model, X, y, { of: 'margin' }), { argument: 'of' });
    const three = await new SVC().fit(X, y.map((label, i) => (i < 9 ? 2 : label))); // prettier-ignore
    await fails(() => plot.decisionSurface(three, X, y, { of: 'certainty' }), { code: 'ERR_TYPE' });
  });
});
