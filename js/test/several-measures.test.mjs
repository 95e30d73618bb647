/** Several measures at once: each column is the search with that measure alone, from the same fits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, metrics, sync } from './support/maxmargin.mjs';

const { GridSearch, HalvingSearch, KernelRidge, OneClassSVM, OrdinalSVC, RandomSearch, RankSVC } =
  maxmargin;
const { SVC, SequenceTagger, crossValidate, learningCurve, validationCurve } = maxmargin;
const { CountVectorizer, LinearSVC, makePipeline } = maxmargin;
await sync.init();

const { X, y } = blobs({ n: 90, d: 3, apart: 1, seed: 5, labels: (c) => 'ab'[c] });
const grid = { C: [0.01, 1, 100], gamma: [0.01, 1] };
const settings = { folds: 3, seed: 2, trainScores: true };
const names = ['accuracy', 'rocAuc', 'logLoss', 'matthewsCorrcoef'];
const f1 = (truth, predicted) => metrics.f1Score(truth, predicted, { positive: 'a' });

/** What a measure says of a row, without times. */
const column = ({ mean, std, scores, rank, trainMean, trainScores }) => ({
  ...{ mean, std, scores, rank, trainMean, trainScores },
});

/** Compares each measure of a search with the search by it alone, which starts from nothing else. */
async function eachAlone(search, scoring, more = {}) {
  const measures = Array.isArray(scoring)
    ? Object.fromEntries(scoring.map((name) => [name, name]))
    : scoring;
  const [refit] = Object.keys(measures);
  const all = await search({ ...settings, ...more, scoring, refit });
  for (const [name, own] of Object.entries(measures)) {
    const alone = await search({ ...settings, ...more, scoring: own });
    for (const [at, row] of all.results.entries()) {
      assert.ok(row.complete && row.scores.every(Number.isFinite), `row ${at} is whole`);
      assert.deepEqual(Object.keys(row.measures), Object.keys(measures));
      assert.deepEqual(row.measures[name], column(alone.results[at]), `${name}, row ${at}`);
      if (name === refit) assert.deepEqual(column(row), column(alone.results[at]));
    }
  }
  return all;
}

/** A machine of another package. */
class Nearest {
  constructor({ k = 1 } = {}) {
    this.k = k;
  }
  getParams() {
    return { k: this.k };
  }
  setParams({ k = this.k }) {
    this.k = k;
  }
  fit(rows, labels) {
    Nearest.fits++;
    [this.rows, this.labels] = [rows, labels];
  }
  predict(rows) {
    const far = (a, b) => a.reduce((sum, v, i) => sum + (v - b[i]) ** 2, 0);
    return rows.map((row) => {
      const order = this.rows.map((other, i) => [far(row, other), i]).sort((a, b) => a[0] - b[0]);
      const near = order.slice(0, this.k).filter(([, i]) => this.labels[i] === 'a');
      return 2 * near.length > this.k ? 'a' : 'b';
    });
  }
}

describe('several measures at once', { timeout: 900_000 }, () => {
  it('are the grid search by each of them alone', async () => {
    const search = (own) => new GridSearch(new SVC(), grid, own).fit(X, y);
    await eachAlone(search, ['accuracy', 'rocAuc', 'matthewsCorrcoef', 'averagePrecision']);
    await eachAlone(search, { mine: f1, area: 'rocAuc', share: 'accuracy' });
    await eachAlone(search, { mine: f1, other: (a, b) => -metrics.zeroOneLoss(a, b) });
    // Probabilities take fits of their own, without warm starts.
    const probable = (own) =>
      new GridSearch(new SVC({ probability: 'sigmoid' }), { C: [0.1, 10] }, own).fit(X, y);
    const found = await eachAlone(probable, ['logLoss', 'accuracy', 'brier', 'rocAuc'], {
      warmStarts: false,
    });
    const best = found.results.map(({ mean }) => mean);
    assert.equal(found.bestScore, Math.min(...best), 'the smallest log loss');
  });

  it('are the same in this thread, with points drawn at random, in pipelines of texts', async () => {
    await eachAlone((own) => new sync.GridSearch(new sync.SVC(), grid, own).fit(X, y), {
      mine: f1,
      area: 'rocAuc',
    });
    await eachAlone(
      (own) =>
        new RandomSearch(new SVC(), { C: { logUniform: [0.1, 10] } }, { ...own, candidates: 3 }).fit(X, y), // prettier-ignore
      ['accuracy', 'f1'],
    );
    const texts = X.map(([a, b]) => `${a > 0 ? 'up' : 'down'} ${b > 0 ? 'left' : 'right'} x`);
    const pipeline = makePipeline(new CountVectorizer(), new LinearSVC());
    await eachAlone(
      (own) => new GridSearch(pipeline, { linearsvc__C: [0.1, 1] }, own).fit(texts, y),
      { mine: f1, share: 'accuracy', area: 'rocAuc' },
    );
  });

  it('judge regressions, ranks and rankers', async () => {
    const values = X.map(([a, b]) => Math.sin(a) + b / 2);
    await eachAlone(
      (own) => new GridSearch(new KernelRidge(), { alpha: [0.1, 10] }, own).fit(X, values),
      ['meanSquaredError', 'r2', 'kendallTau', 'maxError'],
    );
    const grades = X.map(([a, b], i) => Math.max(0, Math.round(a + b / 2 + Math.sin(7 * i))));
    await eachAlone(
      (own) => new GridSearch(new OrdinalSVC(), { C: [0.1, 10] }, own).fit(X, grades),
      ['accuracy', 'meanAbsoluteError', 'kendallTau'],
    );
    const groups = X.map((_, i) => `query ${i % 8}`);
    await eachAlone(
      (own) => new GridSearch(new RankSVC(), { C: [0.1, 10] }, own).fit(X, grades, { groups }),
      ['ndcg@5', 'concordance'],
    );
  });

  it('take one fit for each candidate and fold', async () => {
    Nearest.fits = 0;
    const search = (own) => new GridSearch(new Nearest(), { k: [1, 5] }, own).fit(X, y);
    const scoring = { share: 'accuracy', mine: f1, f: 'f1' };
    await search({ ...settings, scoring, refit: 'f' });
    assert.equal(Nearest.fits, 2 * 3 + 1);
    await eachAlone(search, scoring);
    const totals = [];
    const onProgress = ({ total }) => void totals.push(total);
    await new GridSearch(new SVC(), grid, { ...settings, scoring: names.slice(0, 2), refit: 'rocAuc' }).fit(X, y, { onProgress }); // prettier-ignore
    assert.ok(totals.length > 0 && totals.every((total) => total === 6 * 3));
  });

  it('refit the best point by the measure that refit names', async () => {
    // The rarer class is found by the one measure, the many by the other.
    const uneven = y.map((label, i) => (label === 'a' && i % 3 > 0 ? 'b' : label));
    const { recall, specificity } = { recall: (a, b) => metrics.recallScore(a, b, { positive: 'a' }), specificity: 'accuracy' }; // prettier-ignore
    const weights = { classWeight: [{ a: 0.1, b: 1 }, { a: 1, b: 0.1 }] }; // prettier-ignore
    const scoring = { recall, specificity };
    const by = async (refit) => {
      const search = await new GridSearch(new SVC(), weights, { folds: 3, scoring, refit }).fit(X, uneven); // prettier-ignore
      const { bestIndex, results, bestEstimator } = search;
      assert.equal(results[bestIndex].measures[refit].rank, 1);
      assert.equal(search.bestScore, results[bestIndex].measures[refit].mean);
      assert.deepEqual(bestEstimator.getParams().classWeight, weights.classWeight[bestIndex]);
      const predicted = await search.predict(X);
      const expected = refit === 'recall' ? recall(uneven, predicted) : metrics.accuracyScore(uneven, predicted); // prettier-ignore
      assert.equal(await search.score(X, uneven), expected);
      return bestIndex;
    };
    assert.notEqual(await by('recall'), await by('specificity'));
  });

  it('of nested and halving searches', async () => {
    const scoring = ['accuracy', 'rocAuc'];
    const own = { ...settings, nested: 3 };
    const nested = (more) => new GridSearch(new SVC(), grid, { ...own, ...more }).fit(X, y);
    const all = (await nested({ scoring, refit: 'accuracy' })).nested;
    const alone = (await nested({ scoring: 'accuracy' })).nested;
    const { measures, ...chosen } = all;
    assert.deepEqual(chosen, alone);
    const { params, ...scores } = alone;
    assert.equal(params.length, 3);
    assert.deepEqual(measures.accuracy, scores);
    assert.ok(measures.rocAuc.scores.every((score) => score > 0.5 && score <= 1));

    const halving = (more) =>
      new HalvingSearch(new SVC(), grid, { ...settings, minResources: 30, ...more }).fit(X, y);
    const [both, single] = [
      await halving({ scoring: ['rocAuc', 'accuracy'], refit: 'accuracy' }),
      await halving({ scoring: 'accuracy' }),
    ];
    assert.ok(both.rounds.length > 1);
    for (const [at, row] of both.results.entries()) {
      assert.equal(row.round, single.results[at].round);
      assert.deepEqual(column(row), column(single.results[at]));
      assert.deepEqual(row.measures.accuracy, column(single.results[at]));
    }
    // By each measure a point of a later round ranks before those of earlier ones.
    const ranked = both.results.toSorted((a, b) => a.measures.rocAuc.rank - b.measures.rocAuc.rank);
    assert.ok(ranked.every((row, at) => at === 0 || row.round <= ranked[at - 1].round));
    assert.equal(ranked[0].measures.rocAuc.rank, 1);
  });

  it('of cross-validation, curves, detectors and sequences', async () => {
    const plain = ({ mean, std, interval, scores, trainScores }) => ({ mean, std, interval, scores, trainScores }); // prettier-ignore
    const measures = { area: 'rocAuc', mine: f1 };
    const all = await crossValidate(new SVC(), X, y, { ...settings, scoring: measures });
    assert.deepEqual(plain(all), plain(all.measures.area));
    for (const [name, scoring] of Object.entries(measures)) {
      const alone = await crossValidate(new SVC(), X, y, { ...settings, scoring });
      assert.deepEqual(plain(all.measures[name]), plain(alone));
      assert.equal(alone.measures, undefined);
      const curve = (own) => learningCurve(new SVC(), X, y, { folds: 3, trainSizes: [0.5, 1], ...own }); // prettier-ignore
      const values = (own) => validationCurve(new SVC(), X, y, { folds: 3, option: 'C', values: [1, 10], ...own }); // prettier-ignore
      for (const make of [curve, values]) {
        const { rows } = await make({ scoring: measures });
        const { rows: single } = await make({ scoring });
        for (const [at, row] of rows.entries()) {
          for (const [key, value] of Object.entries(row.measures[name])) {
            assert.deepEqual(value, single[at][key], `${name}, ${key}`);
          }
          assert.ok(row.measures[name].trainInterval);
        }
      }
    }
    const none = await crossValidate(new SVC(), X, y, { folds: 3, scoring: ['f1'] });
    assert.deepEqual(Object.keys(none.measures.f1).toSorted(), ['baseline', 'interval', 'mean', 'scores', 'std', 'verdict']); // prettier-ignore

    const truth = y.map((label) => (label === 'a' ? 1 : -1));
    const ofSigns = {
      share: metrics.accuracyScore,
      found: (a, b) => metrics.recallScore(a, b, { positive: 1 }),
    };
    await eachAlone((own) => new GridSearch(new OneClassSVM(), { nu: [0.1, 0.5] }, own).fit(X, truth), ofSigns); // prettier-ignore

    const long = (list) => Array.from({ length: 9 }, (_, s) => list.slice(10 * s, 10 * s + 10));
    const tagger = (scoring) =>
      crossValidate(new SequenceTagger(), long(X), long(y), { folds: 3, trainScores: true, scoring }); // prettier-ignore
    const tags = await tagger(['accuracy', 'f1Macro']);
    for (const scoring of ['accuracy', 'f1Macro']) {
      assert.deepEqual(plain(tags.measures[scoring]), plain(await tagger(scoring)));
    }
  });

  it('refuse what they cannot do, and say why', async () => {
    const made = (own) => () => new GridSearch(new SVC(), grid, own);
    const refused = (own, argument, message) =>
      fails(made(own), { code: 'ERR_TYPE', argument, message });
    for (const refit of [undefined, true, false, 'f1', '']) {
      await refused({ scoring: ['accuracy', 'rocAuc'], refit }, 'refit', /refit must be the name of the measure that chooses, one of 'accuracy', 'rocAuc'/); // prettier-ignore
    }
    await refused({ scoring: ['accuracy', 'rocAuc'] }, 'refit', /got undefined/);
    await refused({ scoring: 'accuracy', refit: 'accuracy' }, 'refit', /true or false/);
    for (const scoring of [[], {}, ['accuracy', 'accuracy'], [f1], [''], { a: '' }, { a: 1 }, 3]) {
      await refused({ scoring, refit: 'a' }, 'scoring', /scoring must be the name of a metric/);
    }
    const cross = (scoring, model = new SVC()) => crossValidate(model, X, y, { folds: 3, scoring });
    await fails(() => cross(['accuracy', 'r2']), { code: 'ERR_OPTION', argument: 'scoring', message: /r2/ }); // prettier-ignore
    await fails(() => cross(['accuracy', 'acuracy']), { code: 'ERR_OPTION', argument: 'scoring' });
    await fails(() => cross(['accuracy', 'logLoss']), { code: 'ERR_OPTION', argument: 'scoring', message: /logLoss needs probabilities/ }); // prettier-ignore
    await fails(() => cross({ f1, a: 'accuracy' }, new OneClassSVM()), { argument: 'scoring', message: /detector/ }); // prettier-ignore
    await fails(() => cross({ a: 'accuracy', bad: () => 'much' }), { code: 'ERR_FUNCTION', argument: 'scoring' }); // prettier-ignore
    const own = new Error('mine');
    const thrower = () => {
      throw own;
    };
    await assert.rejects(async () => cross({ a: 'accuracy', thrower }), own);

    // A point that cannot be fitted keeps its error, and the others their scores.
    const { NuSVC } = maxmargin;
    const search = await new GridSearch(new NuSVC(), { nu: [0.3, 0.99, 0.5] }, { ...settings, scoring: ['accuracy', 'rocAuc'], refit: 'rocAuc' }).fit(X, y.map((_, i) => (i % 4 > 0 ? 'a' : 'b'))); // prettier-ignore
    const [, failed, other] = search.results;
    assert.ok(failed.error && Number.isNaN(failed.measures.rocAuc.mean));
    assert.equal(failed.measures.rocAuc.rank, undefined);
    assert.ok(other.complete && other.measures.rocAuc.scores.every((score) => score > 0 && score <= 1)); // prettier-ignore
  });
});
