/** Validation curves, in a pool of workers and in this thread. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { SVC, StandardScaler, crossValidate, makePipeline, validationCurve } = maxmargin;
await sync.init();

const { X, y } = blobs({ n: 90, d: 3, apart: 1, seed: 5, labels: (c) => 'ab'[c] });
const values = [0.01, 0.3, 10];
const settings = { option: 'gamma', values, folds: 3, seed: 2 };

describe('validation curves', { timeout: 900_000 }, () => {
  it('have the cross-validation of each value, with intervals', async () => {
    const { option, rows, folds, stopped } = await validationCurve(new SVC(), X, y, settings);
    assert.deepEqual([option, stopped, rows.length], ['gamma', false, 3]);
    for (const [at, gamma] of values.entries()) {
      const whole = await crossValidate(new SVC({ gamma }), X, y, { folds, trainScores: true });
      const row = rows[at];
      assert.equal(row.value, gamma);
      for (const name of ['scores', 'trainScores', 'mean', 'std', 'interval']) {
        assert.deepEqual(row[name], whole[name], name);
      }
      const mean = whole.trainScores.reduce((a, b) => a + b) / 3;
      const variance = whole.trainScores.reduce((sum, v) => sum + (v - mean) ** 2, 0) / 2;
      const half = 1.96 * Math.sqrt(variance / 3);
      assert.ok(Math.abs(row.trainInterval[0] - (mean - half)) < 1e-12);
      assert.ok(Math.abs(row.trainInterval[1] - (mean + half)) < 1e-12);
      assert.ok(row.complete && row.fitTime > 0 && row.error === undefined);
    }
    assert.ok(rows[0].trainMean < rows[2].trainMean, 'a narrow kernel learns by heart');
  });

  it('are the same with any number of workers, in this thread, and in pipelines', async () => {
    const scores = ({ rows }) => rows.map((row) => [row.value, row.scores, row.trainScores]);
    const one = await validationCurve(new SVC(), X, y, { ...settings, workers: 1 });
    const two = await validationCurve(new SVC(), X, y, { ...settings, workers: 2 });
    assert.deepEqual(scores(one), scores(two));
    assert.deepEqual(scores(sync.validationCurve(new sync.SVC(), X, y, settings)), scores(one));
    const pipeline = makePipeline(new StandardScaler(), new SVC());
    const curve = await validationCurve(pipeline, X, y, { ...settings, option: 'svc__C', values: Float64Array.of(0.1, 1) }); // prettier-ignore
    assert.deepEqual(curve.rows.map(({ value }) => value), [0.1, 1]); // prettier-ignore
    const kernels = await validationCurve(new SVC(), X, y, { ...settings, option: 'kernel', values: ['linear', 'rbf'], trainScores: false, scoring: 'rocAuc' }); // prettier-ignore
    assert.ok(
      kernels.rows.every(({ mean, trainScores }) => mean > 0.5 && trainScores === undefined),
    );
  });

  it('take a copy of any estimator, which stays as it is', async () => {
    const own = new SVC({ gamma: 5 });
    await validationCurve(own, X, y, settings);
    assert.equal(own.getParams().gamma, 5);
    await fails(() => own.predict(X), { code: 'ERR_NOT_FITTED' });
  });

  it('refuse what they do not understand, and can be stopped', async () => {
    const refused = (more, expected) =>
      fails(() => validationCurve(new SVC(), X, y, { ...settings, ...more }), expected);
    await refused({ option: undefined }, { code: 'ERR_TYPE', argument: 'option' });
    await refused({ values: [] }, { code: 'ERR_TYPE', argument: 'values' });
    await refused({ values: 3 }, { code: 'ERR_TYPE', argument: 'values' });
    await refused({ option: 'gama' }, { code: 'ERR_OPTION_UNKNOWN' });
    await refused({ values: [1, -1] }, { code: 'ERR_OPTION', argument: 'gamma' });
    await refused({ trainSizes: [1] }, { code: 'ERR_OPTION_UNKNOWN' });
    await fails(() => validationCurve({}, X, y, settings), { argument: 'estimator' });
    const stopped = await validationCurve(new SVC(), X, y, { ...settings, workers: 1, onProgress: ({ done }) => done < 4 }); // prettier-ignore
    assert.equal(stopped.stopped, true);
    assert.ok(stopped.rows.some(({ complete }) => !complete));
  });
});
