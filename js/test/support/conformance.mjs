/**
 * What the contract of executors (js/src/executor/types.d.ts) promises, as tests of any executor: the
 * results have the bits of one worker, and no fault makes work hang.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';

import { blobs } from './data.mjs';
import { maxmargin } from './maxmargin.mjs';

const { GridSearch, NuSVC, SVC, crossValidate, learningCurve } = maxmargin;

const { X, y } = blobs({ n: 150, d: 4, k: 4, apart: 1, seed: 5 });
const two = y.map((label) => label % 2);
const grid = { C: [0.1, 1, 10], gamma: [0.05, 0.5] };
const settings = { folds: 3, seed: 2 };

/** What of rows does not depend on the clock. */
const facts = (rows) => rows.map(({ params, scores, mean, rank, complete, error }) => ({ params, scores, mean, rank, complete, code: error?.code })); // prettier-ignore

/** An executor whose capacity and sessions are seen, and may be replaced. */
export function watched(executor, { capacity, submitted, closing } = {}) {
  return {
    name: executor.name,
    capacity: capacity ?? (() => executor.capacity()),
    async open(opening, waiting) {
      const session = await executor.open(opening, waiting);
      return {
        reply: session.reply,
        submit(job, own) {
          submitted?.(job, session);
          return session.submit(job, own);
        },
        report: () => session.report?.(),
        async close() {
          await closing?.();
          return session.close();
        },
      };
    },
  };
}

/**
 * @param {() => Promise<any> | any} make an executor
 * @param {{ kill?: () => unknown, end?: (executor: any) => unknown }} [ways] kill ends a worker that
 *   is at work
 */
export function conforms(make, { kill, end = () => {} } = {}) {
  const test = (name, body) =>
    it(name, async () => {
      const executor = await make();
      try {
        await body(executor);
      } finally {
        await end(executor);
      }
    });
  const alone = (points = grid, more = {}) =>
    new GridSearch(new SVC(), points, { ...settings, ...more, workers: 1 }).fit(X, y);
  const over = (executor, points = grid, more = {}) =>
    new GridSearch(new SVC(), points, { ...settings, ...more, executor });

  test('a search has the bits of one worker', async (executor) => {
    const [search, expected] = await Promise.all([over(executor).fit(X, y), alone()]);
    assert.deepEqual(facts(search.results), facts(expected.results));
    assert.deepEqual(search.bestEstimator.dualCoef, expected.bestEstimator.dualCoef);
    assert.equal(expected.fleet, undefined);
  });

  test('so have nested and pruned ones, cross-validation and curves', async (executor) => {
    const nested = { nested: 2 };
    const search = await over(executor, grid, nested).fit(X, y);
    assert.deepEqual(search.nested, (await alone(grid, nested)).nested);
    const pruned = await over(executor, grid, { prune: true }).fit(X, y);
    assert.deepEqual(pruned.bestParams, (await alone()).bestParams);
    for (const run of [crossValidate, learningCurve]) {
      const scoresOf = ({ scores, rows = [{ scores }] }) => rows.map((row) => row.scores);
      const [found, expected] = [
        await run(new SVC(), X, y, { ...settings, executor }),
        await run(new SVC(), X, y, { ...settings, workers: 1 }),
      ];
      assert.deepEqual(scoresOf(found), scoresOf(expected));
    }
  });

  test('a saved search is resumed', async (executor) => {
    let saved;
    const onProgress = (report) => {
      saved = report.save();
      return report.done < 5;
    };
    await over(executor).fit(X, y, { onProgress });
    const search = await over(executor).fit(X, y, { resume: saved });
    assert.deepEqual(facts(search.results), facts((await alone()).results));
  });

  test('a fit of several problems has the bits of one worker', async (executor) => {
    for (const labels of [y, two]) {
      const model = await new SVC().fit(X, labels, { executor });
      const expected = await new SVC().fit(X, labels);
      for (const name of ['dualCoef', 'intercept', 'objective', 'nIter'])
        assert.deepEqual(model[name], expected[name], name);
    }
  });

  test('a job that throws is a row with its error, and others go on', async (executor) => {
    const skewed = y.map((_, i) => (i < 12 ? 'few' : 'many'));
    const of = (how) => new GridSearch(new NuSVC(), { nu: [0.9, 0.1] }, { folds: 3, ...how });
    const found = await of({ executor }).fit(X, skewed);
    const expected = await of({ workers: 1 }).fit(X, skewed);
    assert.ok(found.results[0].error instanceof maxmargin.MaxMarginError);
    assert.deepEqual(facts(found.results), facts(expected.results));
  });

  test('a wrong opening fails with the error of the program', async (executor) => {
    const search = over(executor, grid, { scoring: 'noSuchMeasure' });
    await assert.rejects(search.fit(X, y), { code: 'ERR_OPTION', argument: 'scoring' });
  });

  test('an abort ends the work with its reason, and the executor goes on', async (executor) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const submitted = () => controller.abort(reason);
    const search = over(watched(executor, { submitted }));
    await assert.rejects(search.fit(X, y, { signal: controller.signal }), reason);
    await over(executor, { C: [1] }).fit(X, y);
  });

  test('onProgress stops it', async (executor) => {
    const search = over(executor);
    await search.fit(X, y, { onProgress: ({ done }) => done < 4 });
    assert.equal(search.stopped, true);
    const thrown = new TypeError('mine');
    const onProgress = () => {
      throw thrown;
    };
    await assert.rejects(over(executor).fit(X, y, { onProgress }), thrown);
  });

  test('workers may come later, go and come again', async (executor) => {
    let asked = 0;
    const capacity = () => [0, 0, 1, 0, 2][asked++ % 5];
    const search = await over(watched(executor, { capacity }), { C: [1, 2] }).fit(X, y);
    assert.deepEqual(facts(search.results), facts((await alone({ C: [1, 2] })).results));
  });

  test('two sessions at once do not mix', async (executor) => {
    const other = y.map((label) => 3 - label);
    const [first, second, expected] = await Promise.all([
      over(executor).fit(X, y),
      over(executor).fit(X.slice(20), other.slice(20)),
      new GridSearch(new SVC(), grid, { ...settings, workers: 1 }).fit(X.slice(20), other.slice(20)), // prettier-ignore
    ]);
    assert.deepEqual(facts(first.results), facts((await alone()).results));
    assert.deepEqual(facts(second.results), facts(expected.results));
  });

  test('the same job twice has equal replies, and close forgets', async (executor) => {
    const seen = [];
    let own;
    const submitted = (job, session) => {
      if (seen.length > 0) return;
      own = session;
      for (const key of ['a', 'b']) seen.push(session.submit({ ...job, key }, {}));
    };
    const closing = () => Promise.allSettled(seen);
    await over(watched(executor, { submitted, closing }), { C: [1, 2] }).fit(X, y);
    const [a, b] = await Promise.all(seen);
    await own.close();
    for (const name of ['labels', 'values', 'more'])
      assert.deepEqual(new Uint8Array(a.buffers[name]), new Uint8Array(b.buffers[name]));
    await assert.rejects(async () => own.submit({ key: 'c', request: {}, options: [] }, {}));
  });

  test('a fitted model predicts there as here', async (executor) => {
    const model = await new SVC().fit(X, y);
    const bytes = await model.save();
    const opening = { kind: 'model', request: {}, options: {}, buffers: { bytes } };
    const session = await executor.open(opening, {});
    const table = { layout: 'dense', rows: X.length, cols: 4 };
    const data = new Uint8Array(Float64Array.from(X.flat()).buffer);
    const job = { key: 'p', request: { op: 'predict', table }, options: {}, buffers: { data } };
    const { labels } = (await session.submit(job, {})).buffers;
    await session.close();
    assert.deepEqual([...new Int32Array(labels.slice().buffer)], await model.predict(X));
  });

  if (!kill) return;
  test('a worker that dies is replaced', async (executor) => {
    let left = 2;
    const submitted = () => {
      if (left-- > 0) setTimeout(kill, 5);
    };
    const search = await over(watched(executor, { submitted })).fit(X, y);
    assert.deepEqual(facts(search.results), facts((await alone()).results));
  });
}
