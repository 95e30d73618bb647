/** Learning curves, in a pool of workers and in this thread. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs, flat } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { OneClassSVM, SVC, SVR, StandardScaler, crossValidate, learningCurve, makePipeline } =
  maxmargin;
await sync.init();

const { X, y } = blobs({ n: 120, d: 3, apart: 1, seed: 5, labels: (c) => 'ab'[c] });

/** The results that do not depend on time. */
const facts = ({ rows }) =>
  rows.map(({ trainSize, mean, std, scores, trainMean, trainStd, trainScores }) => ({
    ...{ trainSize, mean, std, scores, trainMean, trainStd, trainScores },
  }));

/** Learns nothing, and remembers what it was given. */
class Witness {
  static fits = [];
  fit(rows, labels) {
    Witness.fits.push({ rows, labels });
  }
  predict(rows) {
    return rows.map(() => 'a');
  }
  decisionFunction() {}
  score(_, labels) {
    return labels.filter((label) => label === 'a').length / labels.length;
  }
  getParams() {
    return {};
  }
  setParams() {}
}

describe('learning curves', { timeout: 900_000 }, () => {
  it('end in the cross-validation of the same folds', async () => {
    const settings = { folds: 4, seed: 2 };
    const curve = await learningCurve(new SVC(), X, y, settings);
    const whole = await crossValidate(new SVC(), X, y, { ...settings, trainScores: true });
    assert.deepEqual(
      curve.rows.map(({ trainSize }) => trainSize),
      [9, 29, 50, 70, 90],
    );
    const last = curve.rows.at(-1);
    assert.deepEqual(last.scores, whole.scores);
    assert.deepEqual(last.trainScores, whole.trainScores);
    assert.equal(last.mean, whole.mean);
    assert.equal(last.std, whole.std);
    const spread = whole.scores.reduce((sum, v) => sum + (v - whole.mean) ** 2, 0) / 3;
    const half = (1.96 * Math.sqrt(spread)) / Math.sqrt(4);
    [whole.mean - half, whole.mean + half].forEach((end, i) => {
      assert.ok(Math.abs(whole.interval[i] - end) < 1e-12, `${whole.interval[i]}, not ${end}`);
    });
    assert.deepEqual(last.interval, whole.interval);
    assert.deepEqual(curve.folds, whole.folds);
    assert.equal(curve.stopped, false);
    for (const { scores, complete, converged, error, fitTime } of curve.rows) {
      assert.equal(scores.length, 4);
      assert.ok(complete && converged && fitTime > 0);
      assert.equal(error, undefined);
    }
  });

  it('equal fits to the same rows, bit for bit', async () => {
    const trainSizes = [20, 60];
    Witness.fits = [];
    const seen = await learningCurve(new Witness(), X, y, { trainSizes, folds: 3 });
    const fits = Witness.fits;
    const curve = await learningCurve(new SVC(), X, y, { trainSizes, folds: 3 });
    assert.equal(fits.length, 6);
    assert.deepEqual(seen.folds, curve.folds);
    for (const [size, { scores }] of curve.rows.entries()) {
      for (const [f, { test }] of curve.folds.entries()) {
        const { rows, labels } = fits[size * 3 + f];
        const model = await new SVC().fit(rows, labels);
        const [testX, testY] = [X, y].map((list) => Array.from(test, (i) => list[i]));
        assert.equal(scores[f], await model.score(testX, testY));
      }
    }
  });

  it('train on growing parts of each fold, with the same share of each class', async () => {
    Witness.fits = [];
    const trainSizes = [0.1, 0.25, 0.5, 1];
    const { folds, rows } = await learningCurve(new Witness(), X, y, { trainSizes, folds: 3 });
    assert.deepEqual(
      rows.map(({ trainSize }) => trainSize),
      [8, 20, 40, 80],
    );
    const parts = Witness.fits.map((fit) => new Set(fit.rows));
    parts.forEach((part, at) => {
      const [size, f] = [Math.floor(at / 3), at % 3];
      assert.equal(part.size, rows[size].trainSize);
      const share = Witness.fits[at].labels.filter((label) => label === 'a').length;
      assert.ok(Math.abs(share - part.size / 2) <= 1);
      for (const i of folds[f].test) assert.ok(!part.has(X[i]), 'what judges is not learnt from');
      if (size > 0)
        assert.ok(
          [...parts[at - 3]].every((row) => part.has(row)),
          'parts grow',
        );
    });
  });

  it('are the same in a pool, in this thread, and of other forms of samples', async () => {
    const settings = { trainSizes: [0.2, 0.6, 1], folds: 3 };
    const expected = facts(await learningCurve(new SVC(), X, y, { ...settings, workers: 2 }));
    assert.deepEqual(
      facts(await learningCurve(new SVC(), flat(X), y, { ...settings, workers: 1 })),
      expected,
    );
    assert.deepEqual(facts(sync.learningCurve(new sync.SVC(), X, y, settings)), expected);
  });

  it('take regressors, pipelines, groups, weights and scorers', async () => {
    const values = X.map(([a, b]) => Math.sin(a) + b / 2);
    const regression = await learningCurve(new SVR(), X, values, { scoring: 'meanAbsoluteError' });
    assert.ok(regression.rows[0].mean > regression.rows.at(-1).mean, 'errors become smaller');
    const groups = X.map((_, i) => i % 12);
    const sampleWeight = X.map((_, i) => 1 + (i % 2));
    const pipeline = makePipeline(new StandardScaler(), new SVC());
    const { rows, folds } = await learningCurve(pipeline, X, y, { groups, sampleWeight, folds: 3 });
    assert.equal(rows.length, 5);
    for (const { train, test } of folds) {
      const own = new Set(Array.from(train, (i) => groups[i]));
      assert.ok(Array.from(test).every((i) => !own.has(groups[i])));
    }
    const scoring = (labels, predicted) =>
      labels.filter((label, i) => label !== predicted[i]).length;
    const errors = await learningCurve(new SVC(), X, y, { scoring, trainSizes: [1] });
    assert.ok(errors.rows[0].scores.every(Number.isInteger));
  });

  it('have a gap where a fit failed, and fail if all fits failed', async () => {
    const sorted = [...y].sort();
    const settings = { stratify: false, shuffle: false, folds: 2, trainSizes: [2, 60] };
    const order = y.map((_, i) => i).sort((a, b) => (y[a] < y[b] ? -1 : y[a] > y[b] ? 1 : a - b));
    const folds = [0, 1].map((f) => ({
      train: order.map((_, at) => at).filter((at) => at % 2 !== f),
      test: order.map((_, at) => at).filter((at) => at % 2 === f),
    }));
    const rows = order.map((i) => X[i]);
    const curve = await learningCurve(new SVC(), rows, sorted, { ...settings, folds });
    assert.equal(curve.rows[0].error?.code, 'ERR_ONE_CLASS');
    assert.ok(Number.isNaN(curve.rows[0].mean));
    assert.ok(curve.rows[1].mean > 0.5);
    await fails(
      () => learningCurve(new SVC(), rows, sorted, { ...settings, folds, trainSizes: [2] }),
      { code: 'ERR_ONE_CLASS' },
    );
  });

  it('are refused with a reason', async () => {
    const fail = (settings, expected) =>
      fails(() => learningCurve(new SVC(), X, y, settings), expected);
    await fail({ trainSizes: [] }, { code: 'ERR_TYPE', argument: 'trainSizes' });
    await fail({ trainSizes: 5 }, { code: 'ERR_TYPE', argument: 'trainSizes' });
    await fail({ trainSizes: [97] }, { code: 'ERR_OPTION', details: { got: 97, rows: 96 } });
    await fail({ trainSizes: [-0.5] }, { code: 'ERR_OPTION', argument: 'trainSizes' });
    await fail({ trainSizes: [2.5] }, { code: 'ERR_OPTION', argument: 'trainSizes' });
    await fail({ sizes: [1] }, { code: 'ERR_OPTION_UNKNOWN', argument: 'sizes' });
    await fails(() => learningCurve(new OneClassSVM(), X, y), { argument: 'scoring' });
    await fails(() => learningCurve({}, X, y), { code: 'ERR_TYPE', argument: 'estimator' });
  });

  it('report progress, stop, and abort', async () => {
    const seen = [];
    const settings = { folds: 3, workers: 1 };
    await learningCurve(new SVC(), X, y, { ...settings, onProgress: (at) => void seen.push(at) });
    assert.deepEqual([seen.at(-1).done, seen.at(-1).total], [15, 15]);
    const stopped = await learningCurve(new SVC(), X, y, {
      ...settings,
      onProgress: ({ done }) => done < 4,
    });
    assert.equal(stopped.stopped, true);
    assert.equal(stopped.rows[0].complete, true);
    assert.equal(stopped.rows.at(-1).complete, false);
    const controller = new AbortController();
    const aborted = learningCurve(new SVC(), X, y, {
      ...settings,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await assert.rejects(aborted, /enough/);
  });
});
