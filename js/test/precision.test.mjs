/** Kernel rows in float32: when they are taken, and what a model says of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { SVC, load } = maxmargin;
const many = blobs({ n: 10_000, d: 3, k: 2, apart: 2, seed: 5 });
const few = blobs({ n: 300, d: 3, k: 2, apart: 2, seed: 6 });

/** A fitted machine, whose form may block. */
const fit = async (Machine, { X, y }, options, call) => {
  const model = new Machine(options);
  await model.fit(X, y, call);
  return model;
};

describe('precision', { timeout: 900_000 }, () => {
  it('is float32 from 10,000 rows on, with the objective of float64 and the same bits everywhere', async () => {
    const single = await fit(SVC, many);
    assert.equal(single.precision, 'float32');
    assert.ok(single.gap < 1e-3);
    const double = await fit(SVC, many, { study: { precision: 'float64' } });
    assert.equal(double.precision, 'float64');
    const off = single.objective - double.objective;
    assert.ok(off < single.dualityGaps[0] && -off < double.dualityGaps[0]);
    const shared = await fit(SVC, many, {}, { workers: 2 });
    await sync.init();
    const blocking = await fit(sync.SVC, many);
    for (const other of [shared, blocking]) {
      assert.equal(other.precision, 'float32');
      assert.deepEqual(other.dualCoef, single.dualCoef);
      assert.deepEqual(other.intercept, single.intercept);
    }
    const copy = await load(single.save());
    assert.equal(copy.precision, 'float32');
  });

  it('is float64 for fewer rows, and float32 where it is asked for and there are such rows', async () => {
    assert.equal((await fit(SVC, few)).precision, 'float64');
    const asked = { study: { precision: 'float32' } };
    assert.equal((await fit(SVC, few, asked)).precision, 'float32');
    assert.equal((await fit(SVC, few, { ...asked, kernel: 'linear' })).precision, 'float64');
    assert.equal((await fit(SVC, few, { ...asked, loss: 'squaredHinge' })).precision, 'float64');
  });
});
