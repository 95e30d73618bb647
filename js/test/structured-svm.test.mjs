/** StructuredSVM: any labels, by functions of the caller's, on both hosts. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { bounds, maxmargin, sync } from './support/maxmargin.mjs';

const { LinearSVC, SequenceTagger, StructuredSVM } = maxmargin;
const { planSgd } = bounds;

const dot = (a, b) => a.reduce((sum, v, j) => sum + v * b[j], 0);
const close = (got, want, tolerance) =>
  assert.ok(Math.abs(got - want) <= tolerance * Math.max(1, Math.abs(want)), `${got}, not ${want}`);

/** The functions of labels that can be listed: all of them are tried. */
function listed(candidates, features, loss) {
  const largest = (x, score) =>
    candidates(x).reduce((best, y) => (score(y) > score(best) ? y : best));
  return {
    features,
    loss,
    argmax: (x, w) => largest(x, (y) => dot(w, features(x, y))),
    lossArgmax: (x, truth, w) => largest(x, (y) => loss(y, truth) + dot(w, features(x, y))),
  };
}

// Remark 17.2 of the book: labels -1 and 1, features y x / 2 and the zero-one loss are the hinge
// loss, here with a constant feature for the bias.
const zeroOne = (a, b) => Number(a !== b);
const binary = listed(() => [-1, 1], (x, y) => [...x, 1].map((v) => (y * v) / 2), zeroOne); // prettier-ignore
const points = Array.from({ length: 40 }, (_, i) => [Math.sin(3 * i), Math.cos(5 * i)]);
const signs = points.map(([a, b], i) => (a + 0.5 * b + 0.4 * Math.sin(7 * i) > 0 ? 1 : -1));

/** Words over two letters, as SequenceTagger has them. */
const wordsOf = (length) =>
  Array.from({ length: 2 ** length }, (_, code) =>
    Array.from({ length }, (_, t) => (code >> t) & 1),
  );
const chainFeatures = (x, y) => {
  const psi = new Array(2 * 2 + 2 + 4).fill(0);
  const share = 1 / y.length;
  y.forEach((c, t) => {
    x[t].forEach((v, j) => (psi[2 * c + j] += share * v));
    psi[4 + c] += share;
    if (t > 0) psi[6 + 2 * y[t - 1] + c] += share;
  });
  return psi;
};
const hamming = (a, b) => a.reduce((sum, c, t) => sum + Number(c !== b[t]) / a.length, 0);
const chain = listed((x) => wordsOf(x.length), chainFeatures, hamming);
const sequences = [[[1, 0], [0, 1], [1, 1]], [[0, 1]], [[0.5, 1], [1, 0]], [[1, 2], [0, 0], [1, 0]]]; // prettier-ignore
const tags = [[0, 1, 0], [1], [1, 1], [0, 0, 1]];

for (const [form, api] of [
  ['maxmargin', maxmargin],
  ['maxmargin/sync', sync],
]) {
  describe(`StructuredSVM of ${form}`, () => {
    before(() => sync.init());

    it('is the two-class problem of LinearSVC', async () => {
      const model = await new api.StructuredSVM({ ...binary, C: 0.7, tol: 1e-8 }).fit(
        points,
        signs,
      );
      assert.equal(model.status, 'converged');
      // 1/2 |w|^2 + C sum max(0, 1 - y <w, x>)
      const svc = await new LinearSVC({ C: 0.7, loss: 'hinge', tol: 1e-9, maxIter: 1e6 }).fit(points, signs); // prettier-ignore
      const want = [...svc.coef, ...svc.intercept];
      model.weights.forEach((v, j) => close(v, want[j], 1e-4));
      assert.deepEqual(model.predict(points), await svc.predict(points));
      const errors = points.filter((x, i) => model.predict([x])[0] !== signs[i]).length;
      close(model.risk(points, signs), errors / points.length, 1e-12);
      assert.ok(model.gap >= 0 && model.gap <= 1e-8 * model.objective);
    });

    it('is SequenceTagger where the labels are words', async () => {
      const tagger = await new SequenceTagger({ C: 0.7, tol: 1e-9 }).fit(sequences, tags);
      const sampleWeight = tags.map(({ length }) => length); // as the rows of the tagger weigh
      const model = await new api.StructuredSVM({ ...chain, C: 0.7, tol: 1e-9 }).fit(sequences, tags, { sampleWeight }); // prettier-ignore
      close(model.objective, tagger.objective, 1e-8);
      const want = [...tagger.coef, ...tagger.intercept, ...tagger.transitions];
      model.weights.forEach((v, j) => close(v, want[j], 1e-3));
      assert.deepEqual(model.predict(sequences), await tagger.predict(sequences));
    });

    it('descends as the book says', async () => {
      const options = { algorithm: 'sgd', steps: 300, eta0: 0.2, seed: 5 };
      const model = await new api.StructuredSVM({ ...chain, ...options }).fit(sequences, tags);
      const again = await new api.StructuredSVM({ ...chain, ...options }).fit(sequences, tags);
      assert.deepEqual(model.weights, again.weights);
      assert.equal(model.nIter, 300);
      const one = await new api.StructuredSVM({ ...chain, ...options, steps: 2 }).fit(sequences.slice(0, 1), tags.slice(0, 1)); // prettier-ignore
      const y = chain.lossArgmax(sequences[0], tags[0], new Array(10).fill(0));
      const [right, found] = [tags[0], y].map((word) => chainFeatures(sequences[0], word));
      // the mean of 0 and of the weights after the first step
      one.weights.forEach((v, j) => close(v, (0.2 * (right[j] - found[j])) / 2, 1e-12));
      // Corollary 17.2: as good as the best weights of the same length, but for epsilon. Those of
      // cutting planes are the best of their length.
      const least = (await new api.StructuredSVM({ ...binary, tol: 1e-6 }).fit(points, signs)).weights; // prettier-ignore
      const epsilon = 0.05;
      const plan = planSgd(Math.hypot(...least), Math.sqrt(3), epsilon); // |[x, 1]|^2 <= 3
      const far = await new api.StructuredSVM({ ...binary, algorithm: 'sgd', ...plan }).fit(points, signs); // prettier-ignore
      const hinge = (w) => points.reduce((sum, x, i) => sum + Math.max(0, 1 - signs[i] * dot(w, [...x, 1])), 0) / points.length; // prettier-ignore
      assert.ok(hinge(far.weights) < hinge(least) + epsilon);
    });

    it('takes up weights, and reports on the way', async () => {
      const seen = [];
      const model = await new api.StructuredSVM({ ...binary, algorithm: 'sgd', steps: 60000 }).fit(points, signs, { onProgress: (report) => seen.push(report) }); // prettier-ignore
      assert.ok(seen.length > 0 && seen.every(({ phase }) => phase === 'sgd'));
      const again = new api.StructuredSVM({ ...binary, weights: model.weights });
      assert.deepEqual(again.predict(points), model.predict(points));
      const stopped = await new api.StructuredSVM({ ...binary, algorithm: 'sgd', steps: 1e9 }).fit(points, signs, { onProgress: () => false }); // prettier-ignore
      assert.equal(stopped.status, 'stopped');
      await assert.rejects(
        async () =>
          new api.StructuredSVM(binary).fit(points, signs, { signal: AbortSignal.abort() }),
        { name: 'AbortError' },
      );
    });

    it('a stop in the first pass over the samples ends the fit with that pass', async () => {
      let reports = 0;
      const slowly = (...given) => {
        const until = performance.now() + 3;
        while (performance.now() < until);
        return binary.lossArgmax(...given);
      };
      const onProgress = () => ++reports > 1; // says stop once, and would say go on
      const model = await new api.StructuredSVM({ ...binary, lossArgmax: slowly }).fit(points, signs, { onProgress }); // prettier-ignore
      assert.equal(model.status, 'stopped');
      assert.equal(reports, 1);
      assert.equal(model.nIter, 0);
      assert.ok(model.objective < Infinity);
    });

    it('refuses what its functions should not return', async () => {
      const fit = (changed, labels = signs) =>
        new api.StructuredSVM({ ...binary, ...changed }).fit(points, labels);
      const code = 'ERR_FUNCTION';
      const row = { row: 0 };
      await fails(async () => fit({ features: () => { throw new Error('no'); } }), { code, argument: 'features', details: row }); // prettier-ignore
      await fails(async () => fit({ features: () => [NaN] }), { code, argument: 'features' });
      await fails(async () => fit({ features: (x, y) => (y === 1 ? [1] : [1, 2]) }), { code, argument: 'features' }); // prettier-ignore
      await fails(async () => fit({ features: async () => [1] }), { code, argument: 'features', message: /promise/ }); // prettier-ignore
      await fails(async () => fit({ loss: () => 1 }), { code, argument: 'loss' });
      await fails(async () => fit({ loss: (a, b) => (a === b ? 0 : NaN) }), { code, argument: 'loss' }); // prettier-ignore
      await fails(async () => fit({ loss: (a, b) => (a === b ? 0 : -1) }), { code, argument: 'loss' }); // prettier-ignore
      for (const odd of [NaN, undefined, null]) {
        await fails(async () => fit({ lossArgmax: () => odd }), { code, argument: 'lossArgmax' });
      }
      await fails(async () => fit({ labels: [-1, 1], lossArgmax: () => 7 }), { code, argument: 'lossArgmax' }); // prettier-ignore
      await fails(async () => fit({ labels: [-1, 1] }, signs.map(() => 7)), { code, argument: 'labels' }); // prettier-ignore
      await fails(async () => fit({ lossArgmax: () => { throw new TypeError('no'); } }), { code, argument: 'lossArgmax' }); // prettier-ignore
      // no maximiser: the right label has more as soon as its margin is larger than 1
      await fails(async () => fit({ C: 10, lossArgmax: () => -1 }, points.map(() => 1)), { code, argument: 'lossArgmax', message: /right label/ }); // prettier-ignore
      const model = new api.StructuredSVM({ ...binary, weights: [1, 0, 0], argmax: () => NaN });
      await fails(async () => model.predict(points), { code, argument: 'argmax', details: row });
      for (const [changed, argument] of [
        [{ C: 0 }, 'C'], [{ tol: NaN }, 'tol'], [{ steps: 1.5 }, 'steps'], [{ seed: -1 }, 'seed'], [{ algorithm: 'x' }, 'algorithm'], // prettier-ignore
      ]) await fails(async () => fit(changed), { code: 'ERR_OPTION', argument }); // prettier-ignore
      await fails(async () => fit({ C: null }), { code: 'ERR_OPTION', argument: 'C' });
      await fails(async () => fit({ steeps: 3 }), {
        code: 'ERR_OPTION_UNKNOWN',
        argument: 'steeps',
      });
      await fails(async () => fit({ loss: 3 }), { code: 'ERR_TYPE', argument: 'loss' });
      await fails(async () => fit({ weights: [NaN] }), { code: 'ERR_NONFINITE', argument: 'weights' }); // prettier-ignore
      await fails(async () => fit({}, [1]), { code: 'ERR_SHAPE', argument: 'labels' });
      const fresh = new api.StructuredSVM(binary);
      await fails(async () => fresh.fit([], []), { code: 'ERR_EMPTY', argument: 'samples' });
      await fails(async () => fresh.fit(points, signs, { sampleWeight: points.map(() => 0) }), { code: 'ERR_WEIGHT' }); // prettier-ignore
      await fails(async () => fresh.predict(points), { code: 'ERR_NOT_FITTED' });
    });
  });
}

describe('planSgd', () => {
  it('has the numbers of the book', async () => {
    const { steps, eta0 } = planSgd(10, 1, 0.1);
    assert.equal(steps, 10000);
    close(eta0, 0.1, 1e-12);
    await fails(async () => planSgd(0, 1, 1), { code: 'ERR_TYPE', argument: 'B' });
    assert.ok(new StructuredSVM({ ...binary, algorithm: 'sgd', ...planSgd(1, 2, 1) }));
  });
});
