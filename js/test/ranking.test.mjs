// Machines that learn within queries: the setting groups in fits, scores, searches and files.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';

import { maxmargin } from './support/maxmargin.mjs';

const {
  SetRanker,
  assignment,
  GridSearch,
  Pipeline,
  RankSVC,
  Ridge,
  StandardScaler,
  crossValidate,
  load,
  terminate,
} = maxmargin;

after(() => terminate());

const random = (() => {
  let x = 7;
  return () => (x = (1103515245 * x + 12345) % 2 ** 31) / 2 ** 31;
})();

/** 12 queries of 6 rows, not next to each other; offsets of queries say nothing about an order. */
const rows = Array.from({ length: 72 }, (_, i) => {
  const query = i % 12;
  const x = [random(), random()];
  return { x, query, y: Math.floor(3 * x[0] + x[1]) + query };
});
const X = rows.map(({ x }) => x);
const y = rows.map(({ y: value }) => value);
const groups = rows.map(({ query }) => `query ${query}`);
const code = (/** @type {string} */ name) => (/** @type {any} */ error) => error.code === name;

test('rows are compared within their queries alone', async () => {
  const model = await new RankSVC({ kernel: 'linear', C: 10 }).fit(X, y, { groups });
  assert.ok((await model.score(X, y, { groups })) > 0.9);
  assert.equal(model.nQueries, 12);
  const other = await new RankSVC({ kernel: 'linear', C: 10 }).fit(X, y);
  assert.equal(other.nQueries, 1);
  // Another constant for each query changes nothing.
  const moved = y.map((value, i) => value - 100 * (i % 12));
  const same = await new RankSVC({ kernel: 'linear', C: 10 }).fit(X, moved, { groups });
  assert.deepEqual(await same.predict(X), await model.predict(X));
});

test('queries need not be next to each other, and any labels name them', async () => {
  const order = rows.map((_, i) => i).sort((i, j) => (i % 12) - (j % 12) || i - j);
  const pick = (/** @type {any[]} */ list) => order.map((i) => list[i]);
  const options = /** @type {const} */ ({ kernel: 'linear', tol: 1e-8, maxIter: 10000 });
  const one = await new RankSVC(options).fit(X, y, { groups });
  const two = await new RankSVC(options).fit(pick(X), pick(y), {
    groups: Int32Array.from(pick(rows), ({ query }) => 5 * query),
  });
  const [a, b] = [await one.predict(X), await two.predict(X)];
  a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) < 1e-5));
});

test('groups that are not one for each row are refused, and so are queries without pairs', async () => {
  const model = new RankSVC();
  await assert.rejects(model.fit(X, y, { groups: groups.slice(1) }), code('ERR_SHAPE'));
  await assert.rejects(model.fit(X, y, { groups: [...groups.slice(1), null] }), code('ERR_TYPE'));
  await assert.rejects(model.fit(X, y, { groups: rows.map((_, i) => i) }), code('ERR_EMPTY'));
  await assert.rejects(
    model.fit(
      X,
      y.map(() => 1),
      { groups },
    ),
    code('ERR_EMPTY'),
  );
  await assert.rejects(new Ridge().fit(X, y, { groups }), /no option 'groups'/);
});

test('cross-validation and searches give each fit the groups of its rows', async () => {
  const how = { groups, folds: 4, workers: 1 };
  const result = await crossValidate(new RankSVC({ kernel: 'linear' }), X, y, how);
  assert.ok(result.mean > 0.85, String(result.mean));
  for (const { train, test: judged } of result.folds) {
    const known = new Set(Array.from(train, (i) => groups[i]));
    assert.ok(Array.from(judged).every((i) => !known.has(groups[i])));
  }
  const [{ train, test: judged }] = result.folds;
  const pick = (/** @type {any[]} */ list, /** @type {Int32Array} */ of) =>
    Array.from(of, (i) => list[i]);
  const own = await new RankSVC({ kernel: 'linear' }).fit(pick(X, train), pick(y, train), {
    groups: pick(groups, train),
  });
  const score = await own.score(pick(X, judged), pick(y, judged), {
    groups: pick(groups, judged),
  });
  assert.ok(Math.abs(score - result.scores[0]) < 1e-12);
  const search = new GridSearch(new RankSVC({ kernel: 'linear' }), { C: [0.01, 1] }, { folds: 4 });
  await search.fit(X, y, { groups });
  assert.equal(search.bestEstimator.nQueries, 12);
});

test('a pipeline passes groups on, and a saved model answers as before', async () => {
  const model = new Pipeline([
    ['scale', new StandardScaler()],
    ['rank', new RankSVC({ surrogate: 'ndcg', k: 3 })],
  ]);
  await model.fit(X, y, { groups });
  const again = await load(await model.save());
  assert.deepEqual(await again.predict(X), await model.predict(X));
});

test('an aborted fit leaves the earlier one', async () => {
  const model = await new RankSVC({ kernel: 'linear' }).fit(X, y, { groups });
  const before = await model.predict(X);
  const signal = AbortSignal.abort();
  await assert.rejects(model.fit(X, y, { groups, signal }));
  assert.deepEqual(await model.predict(X), before);
});

test('assignment gives each row a column of its own', async () => {
  const found = await assignment([
    [4, 1, 3],
    [2, 0, 5],
    [3, 2, 2],
  ]);
  assert.deepEqual([Array.from(found.columns), found.cost], [[1, 0, 2], 5]);
  const wide = await assignment([[3, 1, 2]]);
  assert.deepEqual([Array.from(wide.columns), wide.cost], [[1], 1]);
  await assert.rejects(assignment([[1], [2]]), code('ERR_SHAPE'));
  await assert.rejects(assignment([[1, NaN]]), /must be finite/);
});

test('SetRanker learns sets in lists, and refuses lists that its measure does not bound', async () => {
  const labels = rows.map(({ x }) => (x[0] > 0.7 ? 'rare' : 'frequent'));
  const model = await new SetRanker({ measure: 'f1', C: 10 }).fit(X, labels, { groups });
  assert.ok((await model.score(X, labels)) > 0.85);
  assert.deepEqual(model.classes, ['frequent', 'rare']);
  const again = await load(await model.save());
  assert.deepEqual(await again.decisionFunction(X), await model.decisionFunction(X));
  await assert.rejects(
    new SetRanker({ measure: 'recall@k', k: 1 }).fit(X, labels, { groups }),
    (/** @type {any} */ error) => error.code === 'ERR_OPTION' && error.argument === 'k',
  );
  const { mean } = await crossValidate(new SetRanker(), X, labels, {
    groups,
    folds: 3,
    workers: 1,
  });
  assert.ok(mean > 0.7);
});
