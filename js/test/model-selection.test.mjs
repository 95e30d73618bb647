/** Splits, cross-validation and grid search, in a pool of workers and in this thread. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs, flat, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { later } from '../src/basics/drive.js';
import { Runner } from '../src/executor/runner.js';
import { Threads } from '../src/executor/threads.js';

const {
  GridSearch,
  KernelRidge,
  NuSVC,
  OneClassSVM,
  SVC,
  SVR,
  crossValidate,
  makeFolds,
  trainTestSplit,
} = maxmargin;
await sync.init();

const set = blobs({ n: 120, d: 3, apart: 1, seed: 5, labels: (c) => 'ab'[c] });
const { X, y } = set;
const values = X.map(([a, b]) => Math.sin(a) + b / 2);
const grid = { C: [10, 0.1, 1], gamma: [0.05, 0.5] };

/** The results that do not depend on time. */
const facts = (rows) =>
  rows.map(({ params, mean, std, scores, rank, converged, complete }) => ({
    params,
    mean,
    std,
    scores,
    rank,
    converged,
    complete,
  }));

describe('errors about classes', () => {
  const words = ['red', 'blue', 'red', 'blue', 'green'];
  const five = [[0], [1], [2], [3], [4]];

  it('name the label, in splits, in fits and in folds', async () => {
    await assert.rejects(
      () => trainTestSplit(five, words, { stratify: true }),
      (e) => /class 'green' has a single sample/.test(e.message) && e.details.class === 'green',
    );
    await assert.rejects(
      () => new NuSVC({ nu: 0.9 }).fit([...five, [5], [6], [7]], [...words, 'red', 'red', 'red']),
      (e) => /smaller of class '(blue|green)' and class '/.test(e.message),
    );
    // A fold without the single sample of a class goes on, and says so (ignored.test.mjs).
    assert.ok((await crossValidate(new SVC(), five, words, { folds: 2 })).complete);
  });
});

describe('splits', () => {
  it('hold out a share of each class, in the form that the samples came in', async () => {
    const { XTrain, XTest, yTrain, yTest, train, test } = await trainTestSplit(X, y, {
      stratify: true,
      seed: 3,
    });
    assert.equal(XTest.length, 30);
    assert.equal(yTest.filter((label) => label === 'a').length, 15);
    assert.deepEqual(
      [...train, ...test].sort((a, b) => a - b),
      X.map((_, i) => i),
    );
    train.forEach((i, at) => assert.ok(XTrain[at] === X[i] && yTrain[at] === y[i]));
    const dense = await trainTestSplit(flat(X), Float64Array.from(values), {
      stratify: false,
      seed: 3,
      testSize: 20,
    });
    assert.equal(dense.XTest.rows, 20);
    assert.ok(dense.yTest instanceof Float64Array);
    dense.test.forEach((i, at) =>
      assert.deepEqual([...dense.XTest.data.slice(3 * at, 3 * at + 3)], X[i]),
    );
    const csr = await trainTestSplit(sparse(X), y, { seed: 3, testSize: 20 });
    assert.deepEqual(csr.test, dense.test);
    assert.deepEqual(csr.XTest, sparse(Array.from(csr.test, (i) => X[i])));
    const columns = { a: X.map((row) => row[0]), b: X.map((row) => row[1]) };
    const named = await trainTestSplit(columns, y, { seed: 3, testSize: 20 });
    assert.deepEqual(named.XTest.featureNames, ['a', 'b']);
    const wanted = Array.from(named.test, (i) => X[i].slice(0, 2));
    assert.deepEqual(named.XTest.data, Float64Array.from(wanted.flat()));
  });

  it('keep groups together, and depend on the seed alone', async () => {
    const groups = X.map((_, i) => `patient ${i % 11}`);
    const folds = await makeFolds(X, y, { folds: 4, groups, stratify: true, seed: 1 });
    assert.equal(folds.length, 4);
    for (const { train, test } of folds) {
      const seen = new Set(Array.from(train, (i) => groups[i]));
      for (const i of test) assert.ok(!seen.has(groups[i]));
    }
    assert.deepEqual(
      folds,
      sync.makeFolds(X, y, { folds: 4, groups, stratify: true, seed: 1 }),
      'both forms draw the same',
    );
    assert.notDeepEqual(
      folds,
      await makeFolds(X, y, { folds: 4, groups, stratify: true, seed: 2 }),
    );
    const { XTrain, test } = await trainTestSplit(X, undefined, { groups });
    assert.equal(XTrain.length + test.length, 120);
  });

  it('take entries and columns of any typed array, of a Buffer, too', async () => {
    const numbers = Array.from({ length: 40 }, (_, i) => 3 + (i % 2));
    for (const Kind of [Uint8Array, Buffer, Float32Array]) {
      const list = Kind.from(numbers);
      const { XTrain, train, test, yTrain, yTest } = await trainTestSplit({ a: list, b: numbers.map(String) }, list); // prettier-ignore
      const of = (rows) => Array.from(rows, (i) => numbers[i]);
      assert.deepEqual([...yTest], of(test));
      assert.deepEqual([...yTrain], of(train));
      assert.deepEqual([...XTrain.a], of(train));
      assert.equal(XTrain.b.length, train.length);
    }
  });

  it('count the rows of a table, whatever its columns are called', async () => {
    const table = { shape: [3, 4, 5, 6, 7, 8, 9, 10], rows: [1, 2, 3, 4, 5, 6, 7, 8] };
    const { train, test } = await trainTestSplit(table, undefined, { testSize: 0.25 });
    assert.equal(train.length + test.length, 8);
    const folds = await makeFolds({ ...table, word: [...'abababab'] }, undefined, { folds: 2 });
    assert.deepEqual(folds.flatMap((fold) => [...fold.test]).sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
    const many = { shape: X.map(([a]) => a + 30), b: X.map(([, b]) => b) };
    const one = await new maxmargin.OneVsRestClassifier(new SVC()).fit(many, y);
    assert.equal((await one.predict(many)).length, 120);
    await fails(() => trainTestSplit(undefined, y), { code: 'ERR_TYPE', argument: 'X' });
  });

  it('are refused with a reason', async () => {
    await fails(() => trainTestSplit(X, y, { testSize: 2.5 }), {
      code: 'ERR_OPTION',
      argument: 'testSize',
    });
    await fails(() => trainTestSplit(X, y, { testSize: 120 }), {
      code: 'ERR_OPTION',
      argument: 'testSize',
    });
    await fails(() => trainTestSplit(X, y.slice(1), { stratify: true }), {
      code: 'ERR_SHAPE',
      argument: 'y',
    });
    // Without classes to stratify by, too: short and long lists, and arguments in the wrong order.
    for (const targets of [y.slice(1), [...y, 'a'], new Int32Array(119), 'ab', 5]) {
      for (const split of [trainTestSplit, makeFolds]) {
        await fails(() => split(X, targets), { argument: 'y' });
      }
    }
    const promised = new SVC().fit(X, y);
    const told = { argument: 'estimator', message: /fit is missing in a promise; await it$/ };
    await fails(() => crossValidate(promised, X, y), told);
    await fails(() => trainTestSplit(promised, y), { argument: 'X', message: /a promise; await/ });
    await promised;
    await fails(() => trainTestSplit([1, 2, 3, 4, 5, 6], X), {
      code: 'ERR_SHAPE',
      message: /y has 120 entries, but X has 6 rows/,
    });
    await fails(() => makeFolds(X, y.slice(1), { method: 'bootstrap' }), { code: 'ERR_SHAPE' });
    const own = { kind: 'regressor', fit() {}, predict: () => [], score: () => 1, getParams: () => ({}), setParams() {}, clone: () => own }; // prettier-ignore
    await fails(() => crossValidate(own, X, values.slice(1)), { code: 'ERR_SHAPE', argument: 'y' });
    await fails(() => trainTestSplit(X, y, { tsetSize: 0.5 }), {
      code: 'ERR_OPTION_UNKNOWN',
      argument: 'tsetSize',
    });
    await fails(() => makeFolds(X, y, { folds: 1 }), { code: 'ERR_TYPE', argument: 'folds' });
    await fails(() => makeFolds(X, y, { folds: 121 }), { code: 'ERR_OPTION', argument: 'folds' });
    await fails(() => makeFolds(X, y, { seed: -1 }), { code: 'ERR_TYPE', argument: 'seed' });
    await fails(() => makeFolds(X, y, { groups: [1, 2] }), {
      code: 'ERR_SHAPE',
      argument: 'groups',
    });
    const folds = [{ train: [0, 1], test: [120] }];
    await fails(() => crossValidate(new SVC(), X, y, { folds }), {
      code: 'ERR_OPTION',
      argument: 'folds',
    });
  });
});

describe('cross-validation', { timeout: 900_000 }, () => {
  it('equals a loop of fits, bit for bit', async () => {
    const options = { C: 2, gamma: 0.3 };
    const result = await crossValidate(new SVC(options), X, y, { folds: 4, trainScores: true });
    const folds = await makeFolds(X, y, { folds: 4, stratify: true });
    assert.deepEqual(result.folds, folds);
    const pick = (list, rows) => Array.from(rows, (i) => list[i]);
    for (const [f, { train, test }] of folds.entries()) {
      const model = await new SVC(options).fit(pick(X, train), pick(y, train));
      assert.equal(result.scores[f], await model.score(pick(X, test), pick(y, test)));
      assert.equal(result.trainScores[f], await model.score(pick(X, train), pick(y, train)));
    }
    const { scores } = result;
    assert.equal(result.mean, scores.reduce((a, b) => a + b) / 4);
    assert.ok(result.complete && result.converged && result.fitTimes.every((time) => time > 0));
  });

  it('scores by metrics and by functions', async () => {
    const own = { folds: 3, seed: 2 };
    const error = await crossValidate(new SVR(), X, values, {
      ...own,
      scoring: 'meanSquaredError',
    });
    const byHand = (truth, found) =>
      truth.reduce((sum, v, i) => sum + (v - found[i]) ** 2, 0) / truth.length;
    const same = await crossValidate(new SVR(), X, values, { ...own, scoring: byHand });
    same.scores.forEach((score, f) => assert.ok(Math.abs(score - error.scores[f]) < 1e-12));
    const right = (truth, found) => truth.filter((l, i) => l === found[i]).length / truth.length;
    const accuracy = await crossValidate(new SVC(), X, y, own);
    assert.deepEqual(
      (await crossValidate(new SVC(), X, y, { ...own, scoring: right })).scores,
      accuracy.scores,
    );
    const inside = (_, found) => found.filter((sign) => sign > 0).length / found.length;
    const region = await crossValidate(new OneClassSVM(), X, null, { ...own, scoring: inside });
    assert.ok(region.mean > 0.2 && region.mean < 0.9);
    await fails(() => crossValidate(new SVC(), X, y, { scoring: 'r2' }), {
      code: 'ERR_OPTION',
      argument: 'scoring',
    });
    await fails(() => crossValidate(new OneClassSVM(), X, null), {
      code: 'ERR_TYPE',
      argument: 'scoring',
    });
  });

  it('takes any estimator that keeps the contract', async () => {
    /** Predicts the most frequent label, or a given label. */
    class Majority {
      constructor(options = {}) {
        this.options = { say: null, ...options };
      }
      getParams() {
        return this.options;
      }
      setParams(options) {
        Object.assign(this.options, options);
        return this;
      }
      async fit(rows, labels) {
        if (this.options.say === 'nothing') throw new Error('it has nothing to say');
        const count = (label) => labels.filter((other) => other === label).length;
        this.label = this.options.say ?? labels.reduce((a, b) => (count(b) > count(a) ? b : a));
        return this;
      }
      async predict(rows) {
        return rows.map(() => this.label);
      }
      async score(rows, labels) {
        return labels.filter((label) => label === this.label).length / labels.length;
      }
      decisionFunction() {}
    }
    const labels = X.map((_, i) => (i % 3 === 0 ? 'rare' : 'common'));
    const { scores } = await crossValidate(new Majority(), X, labels, { folds: 4 });
    assert.deepEqual(
      scores,
      [20, 20, 20, 20].map((n) => n / 30),
    );
    const balanced = { folds: 4, scoring: 'balancedAccuracy' };
    assert.equal((await crossValidate(new Majority(), X, labels, balanced)).mean, 0.5);
    const search = new GridSearch(
      new Majority(),
      { say: ['rare', 'nothing', 'common'] },
      { folds: 4 },
    );
    await search.fit(X, labels);
    assert.deepEqual(search.bestParams, { say: 'common' });
    // Bug: 0.7 + 0.4 + 0.1 is more than 0.1 + 0.4 + 0.7, so that the second of equals was the best.
    const told = { rare: [0.1, 0.4, 0.7], common: [0.7, 0.4, 0.1] };
    const ties = new GridSearch(
      new Majority(),
      { say: ['rare', 'common'] },
      { folds: 3, scoring: (_, [said]) => told[said].shift(), refit: false },
    );
    await ties.fit(X, labels);
    assert.deepEqual(
      ties.results.map((row) => row.rank),
      [1, 1],
    );
    assert.deepEqual(ties.bestParams, { say: 'rare' });
    assert.match(search.results[1].error.message, /nothing to say/);
    assert.equal((await search.bestEstimator.predict([[0]]))[0], 'common');
    assert.deepEqual(
      (await crossValidate(new Wrapped({ C: 2 }), X, y)).scores,
      (await crossValidate(new SVC({ C: 2 }), X, y)).scores,
    );
  });
});

describe('scores that are no numbers', { timeout: 900_000 }, () => {
  const scorers = {
    NaN: [() => NaN, /got NaN/],
    'a promise': [async () => 1, /got a promise; score without async/],
    'a string': [() => 'good', /got 'good'/],
    nothing: [() => {}, /got undefined/],
  };
  for (const [name, [scoring, got]] of Object.entries(scorers)) {
    const wrong = {
      code: 'ERR_FUNCTION',
      argument: 'scoring',
      message: [/must return a number/, got],
    };
    for (const api of [maxmargin, sync]) {
      it(`${name}, from the function of ${api === sync ? 'a blocking' : 'a'} search or cross-validation`, async () => {
        await sync.init();
        const search = new api.GridSearch(new api.SVC(), { C: [1, 10] }, { scoring });
        await fails(() => search.fit(X, y), wrong);
        await fails(() => api.crossValidate(new api.SVC(), X, y, { scoring }), wrong);
        await fails(() => api.learningCurve(new api.SVC(), X, y, { scoring }), wrong);
      });
    }

    it(`${name}, from the score of an estimator of one's own`, async () => {
      class Own extends Wrapped {
        score() {
          return scoring();
        }
      }
      const expected = { code: 'ERR_FUNCTION', argument: 'estimator' };
      if (name === 'a promise') return; // it is waited for
      await fails(() => crossValidate(new Own(), X, y), expected);
      await fails(() => new GridSearch(new Own(), { C: [1] }).fit(X, y), expected);
    });
  }
});

describe('common mistakes', { timeout: 900_000 }, () => {
  it('settings in the place of y are an error', async () => {
    const told = { code: 'ERR_TYPE', argument: 'y', message: /settings as the third argument/ };
    await fails(() => makeFolds(X, { folds: 10 }), told);
    await fails(() => trainTestSplit(X, { testSize: 10 }), told);
    assert.equal((await makeFolds(X, undefined, { folds: 10 })).length, 10);
  });

  it('an empty list of folds is an error', () =>
    fails(() => makeFolds(X, y, { folds: [] }), {
      code: 'ERR_TYPE',
      argument: 'folds',
      message: /at least one/,
    }));

  it('an object that only looks like a signal is an error', async () => {
    const told = { code: 'ERR_TYPE', argument: 'signal', message: /an AbortSignal/ };
    const signal = { aborted: false };
    await fails(() => new SVC().fit(X, y, { signal }), told);
    await fails(() => new SVC().fit(X, y, { signal: 7 }), told);
    await fails(() => crossValidate(new SVC(), X, y, { signal }), told);
  });

  it('scores of the training rows are computed only on request', async () => {
    const without = await crossValidate(new SVC(), X, y);
    assert.ok(!('trainScores' in without));
    const { trainScores } = await crossValidate(new SVC(), X, y, { trainScores: true });
    assert.ok(trainScores.length === 5 && trainScores.every((score) => score > 0.5));
    for (const asked of [true, false]) {
      const search = new GridSearch(new SVC(), { C: [1] }, { trainScores: asked });
      const [row] = (await search.fit(X, y)).results;
      assert.equal('trainScores' in row && 'trainMean' in row, asked);
    }
  });

  it('classes of one entry in a Pipeline of the other are an error with a remedy', async () => {
    await sync.init();
    for (const [one, other] of [
      [maxmargin, sync],
      [sync, maxmargin],
    ]) {
      const message = [/step 'svc' is a SVC of another entry/, /import .* from one of them/];
      const wrong = { code: 'ERR_TYPE', argument: 'steps', message };
      await fails(() => new one.Pipeline([['svc', new other.SVC()]]), wrong);
      const scaler = [
        ['scale', new one.StandardScaler()],
        ['svc', new other.SVC()],
      ];
      await fails(() => new one.Pipeline(scaler), wrong);
      for (const held of [
        () => new one.TransformedTarget(new other.SVR()),
        () => new one.TransformedTarget(new one.SVR(), { transformer: new other.StandardScaler() }),
        () => new one.ColumnTransformer([['a', new other.StandardScaler(), ['a']]]),
        () => new one.AdaBoostClassifier({ estimator: new other.SVC() }),
      ]) {
        await fails(held, { message: [/another entry/] });
      }
    }
  });

  it('a machine of maxmargin in a search of maxmargin/sync is an error, and is judged as its own in folds', async () => {
    await sync.init();
    const told = { code: 'ERR_TYPE', message: [/returned a promise/, /from the same entry/] };
    const { scores } = sync.crossValidate(new sync.SVC(), X, y);
    assert.deepEqual(sync.crossValidate(new SVC(), X, y).scores, scores);
    await fails(() => new sync.GridSearch(new SVC(), { C: [1] }).fit(X, y), told);
  });

  it("an estimator of one's own is a classifier by what it says, or by its labels, not by a metric", async () => {
    const rare = X.map((_, i) => (i < 6 ? 1 : 2));
    const shares = async (estimator, labels, settings) => {
      const { folds } = await crossValidate(estimator, X, labels, { folds: 3, ...settings });
      return folds.map(({ test }) => Array.from(test).filter((i) => i < 6).length).join();
    };
    const scoring = (truth, found) => Number(truth[0] === found[0]);
    assert.equal(await shares(new Wrapped(), rare, { scoring }), '2,2,2');
    assert.equal(await shares(new Wrapped(), rare, { scoring: 'accuracy' }), '2,2,2');
    const silent = Object.assign(new Wrapped(), { kind: undefined });
    assert.equal(await shares(silent, rare.map(String), { scoring: 'accuracy' }), '2,2,2');
    const named = { scoring: 'f1Macro', folds: 3 };
    await fails(() => crossValidate(silent, X, rare, named), { argument: 'scoring' });
    assert.equal(await shares(new Wrapped(), rare.map(String), { scoring }), '2,2,2');
    const values = rare.map((value) => value + 0.5);
    const { folds } = await crossValidate(new Valued(), X, values, { folds: 3 });
    const settings = (stratify) => ({ folds: 3, stratify });
    assert.deepEqual(folds, await makeFolds(X, values, settings(false)));
    assert.notDeepEqual(folds, await makeFolds(X, values, settings(true)));
  });

  it('transformers have no objective and no gap', async () => {
    for (const name of ['StandardScaler', 'KernelPCA', 'TfidfVectorizer', 'GaussianMixture']) {
      for (const property of ['objective', 'gap']) {
        assert.ok(!(property in maxmargin[name].prototype), `${name}.${property}`);
        assert.ok(property in maxmargin.SVC.prototype);
      }
    }
  });
});

/** A regression that has a decisionFunction all the same. */
class Valued {
  getParams() {
    return {};
  }
  setParams() {}
  fit() {}
  predict(rows) {
    return rows.map(() => 1.5);
  }
  score() {
    return 0;
  }
  decisionFunction() {}
}

/** A machine that is wrapped in a class with other methods. */
class Wrapped {
  kind = 'classifier';
  constructor(options) {
    this.model = new SVC(options);
  }
  getParams() {
    return this.model.getParams();
  }
  setParams(options) {
    this.model.setParams(options);
  }
  async fit(rows, labels, settings) {
    await this.model.fit(rows, labels, settings);
  }
  predict(rows) {
    return this.model.predict(rows);
  }
  score(rows, labels) {
    return this.model.score(rows, labels);
  }
  decisionFunction(rows) {
    return this.model.decisionFunction(rows);
  }
}

describe('grid search', { timeout: 900_000 }, () => {
  it('finds the best point, and fits it to all rows', async () => {
    const search = await new GridSearch(new SVC({ tol: 1e-4 }), grid, { seed: 7 }).fit(X, y);
    assert.deepEqual(
      search.results.map(({ C, gamma }) => [C, gamma]),
      [10, 0.1, 1].flatMap((C) => [0.05, 0.5].map((gamma) => [C, gamma])),
    );
    const means = search.results.map(({ mean }) => mean);
    assert.equal(search.bestScore, Math.max(...means));
    assert.equal(search.bestIndex, means.indexOf(search.bestScore));
    assert.deepEqual(search.bestParams, search.results[search.bestIndex].params);
    for (const row of search.results) {
      assert.equal(row.rank, 1 + means.filter((mean) => mean > row.mean).length);
    }
    const { C, gamma, tol } = search.bestEstimator.getParams();
    assert.deepEqual({ C, gamma, tol }, { ...search.bestParams, tol: 1e-4 });
    const alone = await new SVC({ ...search.bestParams, tol: 1e-4 }).fit(X, y);
    assert.deepEqual(search.bestEstimator.dualCoef, alone.dualCoef);
    assert.equal(search.stopped, false);
    assert.equal(search.nested, undefined);
  });

  it('gives the same with one worker, with two, and in this thread', async () => {
    const settings = { folds: 4, seed: 9, nested: 3 };
    const all = [1, 2].map((workers) =>
      new GridSearch(new SVC(), grid, { ...settings, workers }).fit(X, y),
    );
    const [one, two] = await Promise.all(all);
    assert.deepEqual(facts(two.results), facts(one.results));
    assert.deepEqual(two.nested, one.nested);
    const here = new sync.GridSearch(new sync.SVC(), grid, settings).fit(X, y);
    assert.deepEqual(facts(here.results), facts(one.results));
    assert.deepEqual(here.nested, one.nested);
    assert.equal(here.bestEstimator.score(X, y), await one.bestEstimator.score(X, y));
  });

  it('finds the same with warm starts and without, to the tolerance', async () => {
    const of = (warmStarts) =>
      new GridSearch(new SVC({ tol: 1e-6 }), grid, { warmStarts }).fit(X, y);
    const [warm, cold] = [await of(true), await of(false)];
    assert.deepEqual(facts(warm.results), facts(cold.results));
    const byHand = await crossValidate(new SVC({ tol: 1e-6, ...cold.results[2].params }), X, y);
    assert.deepEqual(byHand.scores, cold.results[2].scores);
  });

  it('nested, scores the search on rows that it did not use', async () => {
    const search = await new GridSearch(new SVC(), grid, { folds: 3, nested: 4, seed: 1 }).fit(
      X,
      y,
    );
    const { scores, params, mean } = search.nested;
    const outer = await makeFolds(X, y, { folds: 4, seed: 1, stratify: true });
    const pick = (list, rows) => Array.from(rows, (i) => list[i]);
    for (const [f, { train, test }] of outer.entries()) {
      const inner = await new GridSearch(new SVC(), grid, { folds: 3, seed: 1 }).fit(
        pick(X, train),
        pick(y, train),
      );
      assert.deepEqual(params[f], inner.bestParams);
      assert.equal(scores[f], await inner.bestEstimator.score(pick(X, test), pick(y, test)));
    }
    assert.equal(mean, scores.reduce((a, b) => a + b) / 4);
  });

  it('searches pipelines, whose scalers see only the training rows', async () => {
    const { StandardScaler, makePipeline } = maxmargin;
    const wide = X.map(([a, b, c]) => [a, 1000 * b, c + 50]);
    const points = { svc__C: [10, 0.1, 1], standardscaler__withMean: [true, false] };
    const settings = { folds: 3, seed: 2 };
    const of = (api, workers) =>
      new api.GridSearch(
        api.makePipeline(new api.StandardScaler(), new api.SVC({ tol: 1e-6 })),
        points,
        { ...settings, workers },
      ).fit(wide, y);
    const two = await of(maxmargin, 2);
    assert.deepEqual(facts(two.results), facts((await of(maxmargin, 1)).results));
    assert.deepEqual(facts(two.results), facts(of(sync, 1).results));
    const folds = await makeFolds(wide, y, { ...settings, stratify: true });
    const pick = (list, rows) => Array.from(rows, (i) => list[i]);
    for (const row of two.results) {
      for (const [f, { train, test }] of folds.entries()) {
        const { svc__C: C, standardscaler__withMean: withMean } = row;
        const alone = makePipeline(new StandardScaler({ withMean }), new SVC({ C, tol: 1e-6 }));
        await alone.fit(pick(wide, train), pick(y, train));
        assert.equal(row.scores[f], await alone.score(pick(wide, test), pick(y, test)));
      }
    }
    assert.deepEqual(two.bestEstimator.getParams().svc__C, two.bestParams.svc__C);
    await fails(() => new GridSearch(makePipeline(new SVC()), { C: [1] }), {
      code: 'ERR_OPTION_UNKNOWN',
      argument: 'C',
    });
  });

  it('makes a row of a point that cannot be fitted', async () => {
    const skewed = y.map((_, i) => (i < 12 ? 'few' : 'many'));
    const search = await new GridSearch(new NuSVC(), { nu: [0.9, 0.1] }, { folds: 3 }).fit(
      X,
      skewed,
    );
    const [bad, good] = search.results;
    assert.ok(bad.error instanceof maxmargin.MaxMarginError && /nu/.test(bad.error.message));
    assert.ok(Number.isNaN(bad.mean) && bad.rank === undefined && !bad.complete);
    assert.ok(good.rank === 1 && good.complete && good.error === undefined);
    const none = new GridSearch(new NuSVC(), { nu: [0.9, 0.8] }, { folds: 3 });
    await assert.rejects(none.fit(X, skewed), { code: bad.error.code });
    assert.equal(none.results.length, 2);
  });

  it('refuses wrong grids before it starts', async () => {
    await fails(() => new GridSearch(new SVC(), { gama: [1] }), {
      code: 'ERR_OPTION_UNKNOWN',
      argument: 'gama',
    });
    await fails(() => new GridSearch(new SVC(), { C: [1, -1] }), {
      code: 'ERR_OPTION',
      argument: 'C',
    });
    await fails(() => new GridSearch(new SVC(), { C: 1 }), { code: 'ERR_TYPE', argument: 'grid' });
    await fails(() => new GridSearch(new SVC(), { C: [] }), {
      code: 'ERR_EMPTY',
      argument: 'grid',
    });
    await fails(() => new GridSearch({}, grid), { code: 'ERR_TYPE', argument: 'estimator' });
    await fails(() => new GridSearch(new SVC(), grid, { workers: 0 }), {
      code: 'ERR_TYPE',
      argument: 'workers',
    });
    const holes = X.map((row, i) => (i === 7 ? [NaN, 0, 0] : row));
    await fails(() => new GridSearch(new SVC(), grid).fit(holes, y), {
      code: 'ERR_NONFINITE',
      argument: 'X',
    });
  });

  it('reports progress', async () => {
    const reports = [];
    const onProgress = (report) => void reports.push(report);
    await new GridSearch(new SVC(), grid, { workers: 2 }).fit(X, y, { onProgress });
    assert.ok(reports.length > 5);
    for (let i = 1; i < reports.length; i++) assert.ok(reports[i].done >= reports[i - 1].done);
    const { done, total, fraction } = reports.at(-1);
    assert.deepEqual([done, total, fraction], [30, 30, 1]);
  });

  it('shows its rows while they fill', async () => {
    const counts = [];
    let seen;
    const search = new GridSearch(new SVC(), grid, { workers: 2 });
    await search.fit(X, y, {
      onProgress: ({ done, results }) => {
        const scores = results.flatMap((row) => row.scores);
        counts.push([scores.filter((score) => !Number.isNaN(score)).length, done]);
        seen = results;
      },
    });
    assert.ok(counts.some(([known]) => known > 0 && known < 30));
    for (const [known, done] of counts) assert.equal(known, done);
    assert.deepEqual(seen, search.results);
    await crossValidate(new SVC(), X, y, {
      onProgress: ({ results }) => assert.equal(results, undefined),
    });
  });

  const hard = blobs({ n: 1500, d: 4, apart: 0.1, seed: 1 });
  const slow = { C: [0.01, 1000, 2000], gamma: [0.05] };

  it('stopped, chooses among the finished points', async () => {
    const settings = { workers: 2, folds: 2, refit: false };
    const search = new GridSearch(new SVC({ tol: 1e-12 }), slow, settings);
    await search.fit(hard.X, hard.y, { onProgress: ({ fraction }) => fraction < 0.35 });
    assert.equal(search.stopped, true);
    assert.ok(search.results.some(({ complete }) => !complete));
    assert.equal(search.results[search.bestIndex].complete, true);
    assert.equal(search.bestEstimator, undefined);
  });

  it('stopped in a closed form, shows its point as not done, not as failed', async () => {
    const large = blobs({ n: 3000, d: 2, seed: 2 });
    const settings = { workers: 1, folds: 2, refit: false };
    const search = new GridSearch(new KernelRidge({ gamma: 1 }), { alpha: [1, 2] }, settings);
    await search.fit(large.X, large.y, { onProgress: () => false });
    assert.equal(search.stopped, true);
    for (const { complete, error, scores } of search.results) {
      assert.deepEqual([complete, error, scores], [false, undefined, [NaN, NaN]]);
    }
  });

  it('with maxTime, keeps the finished points', async () => {
    const settings = { workers: 2, folds: 2, maxTime: 1500, refit: false };
    const search = await new GridSearch(new SVC({ tol: 1e-12 }), slow, settings).fit(
      hard.X,
      hard.y,
    );
    assert.equal(search.stopped, true);
    assert.ok(search.results.some(({ complete }) => !complete));
  });

  it('aborted, rejects with the reason and keeps the rows that were done', async () => {
    const controller = new AbortController();
    const quick = { C: [0.01, 0.02], gamma: [0.05] };
    const settings = { workers: 1, warmStarts: false, folds: 2 };
    const search = new GridSearch(new SVC(), quick, settings);
    const reason = new Error('enough');
    const fitting = search.fit(hard.X, hard.y, {
      signal: controller.signal,
      onProgress: ({ done }) => void (done >= 3 && controller.abort(reason)),
    });
    await assert.rejects(fitting, reason);
    assert.equal(search.results.filter(({ complete }) => complete).length, 1);
    assert.equal(search.bestIndex, 0);
    await assert.rejects(search.fit(X, y, { signal: AbortSignal.abort(reason) }), reason);
    await search.fit(X, y);
    assert.ok(search.results.every(({ complete }) => complete));
  });

  it('passes on errors of callbacks', async () => {
    const thrown = new TypeError('mine');
    const onProgress = () => {
      throw thrown;
    };
    await assert.rejects(new GridSearch(new SVC(), grid).fit(X, y, { onProgress }), thrown);
    const here = new sync.GridSearch(new sync.SVC(), grid);
    assert.throws(() => here.fit(X, y, { onProgress }), thrown);
  });
});

describe('threads', () => {
  /** A client whose workers run given functions, and die on some jobs a given number of times. */
  const dying = (deaths) => {
    const log = { opened: 0, closed: 0 };
    const worker = () => ({
      async call(op, { request: { job } }) {
        if (op === 'openStudy') {
          log.opened++;
          return { value: {}, buffers: {} };
        }
        await new Promise(setImmediate);
        if ((deaths.get(job) ?? 0) === 0) return { value: `done ${job}`, buffers: {} };
        deaths.set(job, deaths.get(job) - 1);
        throw new maxmargin.MaxMarginError('ERR_RUNTIME_CRASHED', '', 'gone');
      },
      newModelId: () => 1,
      close: () => void log.closed++,
      sibling: worker,
    });
    return { client: worker(), log };
  };

  it('tries a job once more when its worker dies, in a fresh one, and then reports it', async () => {
    const { client, log } = dying(
      new Map([
        ['b', 1],
        ['d', 2],
      ]),
    );
    const opening = { kind: 'study', request: {}, options: {}, buffers: {} };
    const runner = new Runner(new Threads(client, 2), opening, later);
    await later(runner.open(() => {}));
    const [done, failed] = [[], []];
    const handlers = {
      begin: (job) => (job === 'f' ? undefined : job),
      payload: (job) => ({ request: { job }, options: {} }),
      done: (_, { value }) => void done.push(value),
      failed: (job, error) => void failed.push([job, error.code]),
      progress: () => true,
      stopped: () => false,
    };
    await later(runner.run([['a', 'b'], ['c', 'd', 'e'], ['f']], handlers));
    runner.close();
    assert.deepEqual(done.sort(), ['done a', 'done b', 'done c', 'done e'], 'f is not wanted');
    assert.deepEqual(failed, [['d', 'ERR_RUNTIME_CRASHED']]);
    assert.ok(log.opened >= 4, 'every fresh worker gets the data');
    assert.equal(log.closed, 5, 'three that died, and two at the end');
  });
});
