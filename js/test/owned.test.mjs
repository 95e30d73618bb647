/**
 * What an estimator hands out is no part of it: whoever changes options, results or attributes
 * that were read changes neither the estimator nor what the next reader gets.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { maxmargin } from './support/maxmargin.mjs';

const { ConformalClassifier, GridSearch, HalvingSearch, IncrementalSVC, KernelPCA, SVC, SVR } =
  maxmargin;
const { RandomSearch, StandardScaler, init, kernels, load, makePipeline, makeTablePipeline } =
  maxmargin;

const X = Array.from({ length: 40 }, (_, i) => [Math.sin(7 * i), Math.cos(3 * i)]);
const y = X.map(([a, b]) => (a + 0.3 * b > 0 ? 'p' : 'q'));

/** Changes a value wherever it can be changed. */
function change(value, depth = 0) {
  const tried = (work) => {
    try {
      work();
    } catch (error) {
      assert.ok(error instanceof TypeError); // it is frozen
    }
  };
  if (ArrayBuffer.isView(value)) return tried(() => (value[0] = 12345));
  if (value instanceof Map) return tried(() => value.set('changed', 1));
  if (typeof value !== 'object' || value === null || depth > 6) return undefined;
  for (const name of Object.keys(value)) {
    change(value[name], depth + 1);
    tried(() => (value[name] = 'changed'));
  }
  return Array.isArray(value)
    ? tried(() => value.push('changed'))
    : tried(() => (value.changed = 1));
}

const shown = (value) =>
  JSON.stringify(value, (_, inner) => {
    if (ArrayBuffer.isView(inner)) return Array.from(inner.subarray(0, 20));
    if (inner instanceof Map) return [...inner];
    return typeof inner === 'number' ? String(inner) : inner;
  });

/** The names of what can be read of an object, except the estimators in it. */
function readable(object) {
  const names = new Set();
  for (let p = object; p !== Object.prototype; p = Object.getPrototypeOf(p)) {
    for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(p))) {
      if (get || (value && typeof value === 'object')) names.add(name);
    }
  }
  return [...names];
}

/** checks reads everything twice, with a change between, and returns how much it read. */
function check(estimator) {
  let count = 0;
  const probe = (name, read) => {
    const first = read();
    if (typeof first !== 'object' || first === null || first.fit || first.predict) return;
    const before = shown(first);
    change(first);
    assert.equal(shown(read()), before, `${estimator.constructor.name}.${name}`);
    count++;
  };
  for (const name of readable(estimator)) {
    let there = true;
    try {
      void estimator[name];
    } catch {
      there = false; // it has no such thing before a fit, or at all
    }
    if (there) probe(name, () => estimator[name]);
  }
  if (estimator.getParams) probe('getParams', () => estimator.getParams());
  return count;
}

describe('what is read of an estimator', { timeout: 900_000 }, () => {
  before(() => init({ onWarning() {} }));

  it('is not its options, neither as given nor as read', async () => {
    for (const classWeight of [{ p: 1, q: 2 }, new Map(Object.entries({ p: 1, q: 2 }))]) {
      const given = { C: 2, kernel: kernels.sum(kernels.rbf({ gamma: 1 }), kernels.linear()) };
      const options = { ...given, classWeight };
      const model = new SVC(options);
      const before = shown(model.getParams());
      change(options);
      assert.equal(shown(model.getParams()), before);
      assert.ok(check(model) > 0);
      await model.fit(X, y);
      const fitted = await model.predict(X);
      assert.ok(check(model) > 8);
      assert.deepEqual(await model.predict(X), fitted);
      check(await load(await model.save()));
    }
  });

  it('is no part of machines, pipelines and tables', async () => {
    const values = X.map(([a, b]) => a * b);
    const rows = X.map(([a, b], i) => ({ a, b, c: 'xyz'[i % 3] }));
    for (const [model, samples, targets] of [
      [makePipeline(new StandardScaler(), new SVC()), X, y],
      [makeTablePipeline(new SVC()), rows, y],
      [new SVR(), X, values],
      [new IncrementalSVC(), X, y],
      [new KernelPCA(), X],
      [new ConformalClassifier(new SVC({ probability: 'sigmoid' })), X, y],
    ]) {
      await (targets ? model.fit(samples, targets) : model.fit(samples));
      assert.ok(check(model) > 0, model.constructor.name);
    }
  });

  it('is not the results of a search', async () => {
    const grid = { svc__C: [1, 10], svc__kernel: ['rbf', kernels.linear()] };
    const search = new GridSearch(makePipeline(new StandardScaler(), new SVC()), grid, {
      folds: 2,
    });
    grid.svc__C.push(1000);
    await search.fit(X, y, {
      onProgress({ results }) {
        change(results);
      },
    });
    assert.deepEqual(
      search.results.map(({ params }) => params.svc__C),
      [1, 1, 10, 10],
    );
    const best = search.results[search.bestIndex];
    assert.deepEqual(best.params, search.bestParams);
    search.results.sort((a, b) => a.mean - b.mean).pop(); // of a copy
    assert.equal(search.results[search.bestIndex].mean, best.mean);
    assert.ok(check(search) >= 2);
    const several = { folds: 2, scoring: ['accuracy', 'f1'], refit: 'accuracy' };
    const C = [1, 2, 3, 4];
    for (const other of [
      new GridSearch(new SVC(), { C }, several),
      new GridSearch(new SVC(), { C }, { folds: 2, nested: 2 }),
      new RandomSearch(new SVC(), { C }, { candidates: 2, folds: 2 }),
      new HalvingSearch(new SVC(), { C }, { folds: 2 }),
    ]) {
      await other.fit(X, y);
      assert.ok(check(other) >= 2, other.constructor.name);
    }
  });
});
