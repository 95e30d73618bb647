/** Searches that leave out the points that can no longer win. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { GridSearch, HalvingSearch, NuSVC, SVC, SVR } = maxmargin;
await sync.init();

const { X, y } = blobs({ n: 120, d: 3, apart: 1, seed: 5, labels: (c) => 'ab'[c] });
const values = X.map(([a, b]) => Math.sin(2 * a) + b / 2);
const grid = { gamma: [1e-4, 0.1, 0.5, 20], C: [0.01, 1, 100] };

/**
 * Compares a pruned search with the whole one: the same winner, the same scores where there are
 * some, and whatever was left out could not have won.
 */
function compare(pruned, whole, perfect, greater = true) {
  assert.deepEqual(pruned.bestParams, whole.bestParams);
  assert.equal(pruned.bestScore, whole.bestScore);
  let left = 0;
  pruned.results.forEach((row, at) => {
    const missing = row.scores.filter(Number.isNaN).length;
    left += missing;
    assert.equal(row.complete, missing === 0);
    row.scores.forEach((score, f) => {
      if (!Number.isNaN(score)) assert.equal(score, whole.results[at].scores[f]);
    });
    if (missing === 0) return;
    assert.ok(Number.isNaN(row.mean) && row.rank === undefined && row.error === undefined);
    const sum = row.scores.reduce((all, score) => all + (Number.isNaN(score) ? perfect : score), 0);
    const best = sum / row.scores.length;
    assert.ok(greater ? best < pruned.bestScore : best > pruned.bestScore);
  });
  return left;
}

describe('a pruned search', { timeout: 900_000 }, () => {
  for (const workers of [1, 2]) {
    it(`has the winner of the whole one, with ${workers} of the workers`, async () => {
      const settings = { folds: 8, seed: 2, warmStarts: false, workers };
      const whole = await new GridSearch(new SVC(), grid, settings).fit(X, y);
      let [seen, last] = [0, undefined];
      const onProgress = (progress) => {
        assert.ok(progress.done >= seen);
        seen = progress.done;
        last = progress;
      };
      const search = new GridSearch(new SVC(), grid, { ...settings, prune: true });
      await search.fit(X, y, { onProgress });
      const left = compare(search, whole, 1);
      // Two workers leave out what the first that is whole lets them, and that depends on their speed.
      assert.ok(left >= (workers === 1 ? 10 : 1) && left < 80, `${left} of 96 fits were left out`);
      assert.deepEqual(
        [seen, last.total],
        [97, 97].map((n) => n - 1),
      ); // the last fit is no part of it
      assert.equal(search.stopped, false);
      assert.deepEqual(await search.predict(X), await whole.predict(X));
    });
  }

  it('goes by the measure that chooses, also where less is better', async () => {
    const settings = {
      folds: 6,
      seed: 1,
      warmStarts: false,
      scoring: ['r2', 'meanSquaredError'],
      refit: 'meanSquaredError',
      workers: 1,
    };
    const machine = new SVR({ epsilon: 0.01 });
    const whole = await new GridSearch(machine, grid, settings).fit(X, values);
    const search = new GridSearch(machine, grid, { ...settings, prune: true });
    await search.fit(X, values);
    const left = compare(search, whole, 0, false);
    assert.ok(left >= 10, `${left} of 72 fits were left out`);
  });

  it('is the same in this thread, for pipelines and at random', () => {
    const settings = { folds: 8, seed: 2, warmStarts: false };
    const { makePipeline, StandardScaler, SVC, RandomSearch } = sync;
    const pipeline = makePipeline(new StandardScaler(), new SVC());
    const space = { svc__gamma: { logUniform: [1e-4, 20] }, svc__C: { logUniform: [0.01, 100] } };
    const of = (prune) =>
      new RandomSearch(pipeline, space, { ...settings, candidates: 12, prune }).fit(X, y);
    assert.ok(compare(of(true), of(false), 1) >= 10);
  });

  it('chooses within each outer split by the scores of that split', async () => {
    const settings = { folds: 5, seed: 2, warmStarts: false, nested: 3, workers: 1 };
    const whole = await new GridSearch(new SVC(), grid, settings).fit(X, y);
    const search = await new GridSearch(new SVC(), grid, { ...settings, prune: true }).fit(X, y);
    assert.ok(compare(search, whole, 1) > 0);
    assert.deepEqual(search.nested, whole.nested);
  });

  it('goes on where it was saved, pruned or not', async () => {
    const settings = { folds: 8, seed: 2, warmStarts: false, workers: 1 };
    const whole = await new GridSearch(new SVC(), grid, settings).fit(X, y);
    const first = new GridSearch(new SVC(), grid, { ...settings, prune: true });
    await first.fit(X, y, { onProgress: ({ done }) => done < 60 });
    assert.ok(first.stopped);
    const second = new GridSearch(new SVC(), grid, { ...settings, prune: true });
    await second.fit(X, y, { resume: first.save() });
    assert.ok(compare(second, whole, 1) > 0);
    const third = await new GridSearch(new SVC(), grid, settings).fit(X, y, {
      resume: second.save(),
    });
    assert.equal(compare(third, whole, 1), 0);
  });

  it('keeps the error of a point that failed', async () => {
    const rare = y.map((_, at) => (at % 30 === 0 ? 'a' : 'b'));
    const wide = { nu: [0.05, 0.9], gamma: [0.1, 1] };
    const machine = new NuSVC();
    const settings = { folds: 4, seed: 1, warmStarts: false, prune: true, workers: 1 };
    const { results, bestParams } = await new GridSearch(machine, wide, settings).fit(X, rare);
    assert.equal(bestParams.nu, 0.05);
    for (const { nu, error } of results) {
      if (nu === 0.9) assert.equal(error.code, 'ERR_OPTION');
    }
  });

  it('refuses what it cannot bound', async () => {
    const wrong = { code: 'ERR_TYPE', argument: 'prune' };
    await fails(() => new GridSearch(new SVC(), grid, { prune: 'yes' }), wrong);
    const scoring = (truth, predicted) => truth.filter((label, i) => label === predicted[i]).length;
    await fails(() => new GridSearch(new SVC(), grid, { prune: true, scoring }), {
      ...wrong,
      message: /name a measure/,
    });
    await fails(() => new HalvingSearch(new SVC(), grid, { prune: true }), {
      code: 'ERR_OPTION_UNKNOWN',
    });
    class Other {
      fit() {}
      predict(rows) {
        return rows.map(() => 'a');
      }
      score() {
        return 0.5;
      }
      getParams() {
        return {};
      }
      setParams() {
        return this;
      }
      clone() {
        return new Other();
      }
    }
    const search = new GridSearch(new Other(), { C: [1] }, { prune: true });
    await fails(() => search.fit(X, y), { ...wrong, message: /other packages/ });
  });
});
