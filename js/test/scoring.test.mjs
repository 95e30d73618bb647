/** Measures by name as scoring: their values on the folds are those of maxmargin/metrics. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { inspect, maxmargin, metrics, sync } from './support/maxmargin.mjs';

const { GridSearch, KernelRidge, LinearSVC, OrdinalSVC, RankSVC, SVC, SVR, SequenceTagger } =
  maxmargin;
const { CountVectorizer, StandardScaler, crossValidate, learningCurve, makePipeline } = maxmargin;

const three = blobs({ n: 90, k: 3, d: 3, apart: 1, seed: 7, labels: (c) => [1, 2, 5][c] });
const two = blobs({ n: 80, d: 3, apart: 1, seed: 5, labels: (c) => 'ab'[c] });
const values = two.X.map(([a, b]) => Math.sin(a) + b / 2);
const groups = two.X.map((_, i) => `query ${i % 8}`);
const grades = two.X.map(([a, b], i) => Math.max(0, Math.round(a + b / 2 + Math.sin(7 * i))));

const pick = (list, rows) => Array.from(rows, (i) => list[i]);

function near(actual, expected, told) {
  const off = Math.abs(actual - expected);
  assert.ok(off <= 1e-12 * Math.max(1, Math.abs(expected)), `${told}: ${actual}, ${expected}`);
}

/**
 * Compares the scores of a name, on test and on training rows, with a function of the fitted model
 * and some rows.
 */
async function byHand(make, X, y, names, settings = {}, fitSettings = () => undefined) {
  for (const [scoring, measure] of Object.entries(names)) {
    const own = { folds: 3, seed: 1, trainScores: true, ...settings };
    const found = await crossValidate(make(), X, y, { ...own, scoring });
    for (const [f, { train, test }] of found.folds.entries()) {
      const model = await make().fit(pick(X, train), pick(y, train), fitSettings(train));
      for (const [rows, scores] of [
        [test, found.scores],
        [train, found.trainScores],
      ]) {
        const ask = (name) => model[name](pick(X, rows));
        near(scores[f], await measure(pick(y, rows), ask, rows), `${scoring}, fold ${f}`);
      }
      model.dispose();
    }
  }
}

const predicted = (measure, settings) => async (y, ask) =>
  measure(y, [...(await ask('predict'))], settings);
const decided = (measure, k) => async (y, ask) => {
  const f = await ask('decisionFunction');
  return k ? measure(y, f, k) : measure(y, f);
};

describe('measures by name', () => {
  it('of two classes', () =>
    byHand(() => new SVC({ probability: 'sigmoid' }), two.X, two.y, {
      f1: predicted(metrics.f1Score),
      'fbeta@2': predicted(metrics.fbetaScore, { beta: 2 }),
      specificity: predicted(metrics.specificityScore),
      cohenKappa: predicted(metrics.cohenKappaScore),
      rocAuc: decided(metrics.rocAucScore),
      averagePrecision: decided(metrics.averagePrecisionScore),
      breakEven: decided(metrics.breakEven),
      'precision@5': decided(metrics.precisionAtK, 5),
      'recall@5': decided(metrics.recallAtK, 5),
      logLoss: async (y, ask) => metrics.logLoss(y, await ask('predictProba')),
      brier: async (y, ask) => metrics.brierScoreLoss(y, await ask('predictProba')),
    }));

  it('of several classes, and of classes that are numbers', () =>
    byHand(() => new SVC({ probability: 'sigmoid' }), three.X, three.y, {
      precisionMacro: predicted(metrics.precisionScore, { average: 'macro' }),
      recallWeighted: predicted(metrics.recallScore, { average: 'weighted' }),
      f1Micro: predicted(metrics.f1Score, { average: 'micro' }),
      quadraticKappa: predicted(metrics.cohenKappaScore, { weights: 'quadratic' }),
      rocAuc: decided(metrics.rocAucScore),
      kendallTau: predicted(metrics.kendallTau),
      meanAbsoluteErrorMacro: predicted(metrics.meanAbsoluteError, { average: 'macro' }),
      meanAbsoluteErrorWorst: predicted(metrics.meanAbsoluteError, { average: 'worst' }),
      logLoss: async (y, ask) => metrics.logLoss(y, await ask('predictProba')),
      brier: async (y, ask) => metrics.brierScoreLoss(y, await ask('predictProba')),
    }));

  it('of ordered classes: a class that is a text counts by its place in the order', async () => {
    const order = ['poor', 'fair', 'good'];
    const y = three.y.map((rank) => order[[1, 2, 5].indexOf(rank)]);
    const place = (list) => list.map((label) => order.indexOf(label) + 1);
    const ranks = (measure, settings) => async (truth, ask) =>
      measure(place(truth), place([...(await ask('predict'))]), settings);
    await byHand(() => new OrdinalSVC({ order, kernel: 'linear' }), three.X, y, {
      meanAbsoluteError: ranks(metrics.meanAbsoluteError),
      inversionRate: ranks(metrics.inversionRate),
      spearman: ranks(metrics.spearman),
      linearKappa: predicted(metrics.cohenKappaScore, { labels: order, weights: 'linear' }),
    });
    const unordered = { code: 'ERR_OPTION', argument: 'scoring' };
    await fails(
      () => crossValidate(new SVC(), three.X, y, { scoring: 'meanAbsoluteError' }),
      unordered,
    );
    const one = () =>
      crossValidate(new OrdinalSVC({ order, kernel: 'linear' }), three.X, y, { scoring: 'rocAuc' });
    await fails(one, { ...unordered, message: [/3 classes/] });
  });

  it('of numbers', () =>
    byHand(() => new SVR(), two.X, values, {
      rootMeanSquaredError: predicted(metrics.rootMeanSquaredError),
      kendallTau: predicted(metrics.kendallTau),
      kendallLoss: predicted(metrics.kendallLoss),
      preferenceRisk: predicted(metrics.preferenceRisk),
      rankingLoss: predicted(metrics.rankingLoss),
    }));

  const within = (measure) => async (y, ask, rows) => {
    const f = await ask('predict');
    return measure(y, f, pick(groups, rows));
  };
  const perQuery = (measure) =>
    within((y, f, of) => {
      const queries = [...new Set(of)].map((query) => of.flatMap((g, i) => (g === query ? i : [])));
      const each = queries.map((rows) => measure(pick(y, rows), pick(f, rows)));
      const defined = each.filter((value) => !Number.isNaN(value));
      return defined.reduce((sum, value) => sum + value, 0) / defined.length;
    });

  it('of a ranker, within its queries', () =>
    byHand(
      () => new RankSVC({ kernel: 'linear' }),
      two.X,
      grades,
      {
        ndcg: within((y, f, of) => metrics.ndcgScore(y, f, { groups: of })),
        'ndcg@3': within((y, f, of) => metrics.ndcgScore(y, f, { groups: of, k: 3 })),
        kendallTau: perQuery(metrics.kendallTau),
        inversionRate: perQuery(metrics.inversionRate),
        averagePrecision: perQuery((y, f) => {
          const relevant = y.map((grade) => grade > 0);
          return relevant.includes(true) && relevant.includes(false)
            ? metrics.averagePrecisionScore(relevant, f)
            : relevant[0] // metrics refuses one class
              ? 1
              : NaN;
        }),
      },
      { groups },
      (rows) => ({ groups: pick(groups, rows) }),
    ));

  it('of a regression whose lists are its groups', () =>
    byHand(
      () => new KernelRidge(),
      two.X,
      grades,
      {
        'ndcg@5': within((y, f, of) => metrics.ndcgScore(y, f, { groups: of, k: 5 })),
        r2: predicted(metrics.r2Score),
        inversionRate: predicted(metrics.inversionRate),
      },
      { groups },
    ));

  it('choose by their direction, in searches, learning curves and in this thread', async () => {
    await sync.init();
    const grid = { C: [0.001, 10] };
    const scoring = 'logLoss';
    const make = (api) => new api.SVC({ probability: 'sigmoid' });
    const search = await new GridSearch(make(maxmargin), grid, { scoring, seed: 3 }).fit(
      two.X,
      two.y,
    );
    const means = search.results.map(({ mean }) => mean);
    assert.equal(search.bestScore, Math.min(...means));
    const same = new sync.GridSearch(make(sync), grid, { scoring, seed: 3 }).fit(two.X, two.y);
    assert.deepEqual(
      same.results.map(({ scores }) => scores),
      search.results.map(({ scores }) => scores),
    );
    const curve = await learningCurve(new SVC(), two.X, two.y, { scoring: 'rocAuc' });
    assert.ok(curve.rows.every(({ mean, trainMean }) => mean > 0.5 && trainMean > 0.5));
  });

  it('score estimators of other packages', async () => {
    class Constant {
      getParams = () => ({});
      setParams = () => this;
      fit(X, y) {
        this.y = y.find((label) => Number(label) === 1);
        return this;
      }
      predict = (rows) => rows.map((row) => (row[0] > 0 ? this.y : 5));
      score = () => 0;
    }
    class ConstantLabel extends Constant {
      kind = 'classifier';
    }
    const score = async (y, scoring, Estimator = Constant) =>
      (await crossValidate(new Estimator(), three.X, y, { folds: 2, scoring })).scores;
    const { y, X } = three;
    const { folds } = await crossValidate(new Constant(), X, y, { folds: 2, scoring: 'spearman' });
    const expected = folds.map(({ train, test }) => {
      const model = new Constant().fit(pick(X, train), pick(y, train));
      return metrics.spearman(pick(y, test), model.predict(pick(X, test)));
    });
    (await score(y, 'spearman')).forEach((value, f) => near(value, expected[f], 'spearman'));
    const recalls = await score(y, 'recallMacro', ConstantLabel);
    assert.ok(recalls.every((value) => value > 0 && value < 1));
    const unknown = await fails(() => score(y, 'recallMacro'), { code: 'ERR_OPTION', argument: 'scoring' }); // prettier-ignore
    assert.match(unknown.message, /does not measure numbers.*kind = 'classifier'$/);
    assert.ok((await score(y, 'ndcg')).every((value) => value > 0 && value < 1));
    await fails(() => score(y, 'logLoss'), { code: 'ERR_OPTION', argument: 'scoring' });
  });
});

describe('sequences', () => {
  // The label of a row follows from the row before.
  let state = 1;
  const next = () => (state = (1103515245 * state + 12345) % 2 ** 31) / 2 ** 31;
  const X = Array.from({ length: 24 }, (_, s) =>
    Array.from({ length: 2 + (s % 4) }, () => [next() - 0.5, next() - 0.5]),
  );
  const y = X.map((rows) =>
    rows.map((row, i) => 'ab'[+(row[0] + (i ? rows[i - 1][1] : 0) / 2 > 0)]),
  );

  it('are split as a whole, and scored by the share of right rows', async () => {
    const settings = { folds: 3, seed: 2 };
    const { scores, folds } = await crossValidate(new SequenceTagger({ C: 1 }), X, y, settings);
    for (const [f, { train, test }] of folds.entries()) {
      assert.equal(train.length + test.length, X.length);
      const model = await new SequenceTagger({ C: 1 }).fit(pick(X, train), pick(y, train));
      assert.equal(scores[f], await model.score(pick(X, test), pick(y, test)));
    }
    const named = async (scoring) =>
      (await crossValidate(new SequenceTagger({ C: 1 }), X, y, { ...settings, scoring })).scores;
    assert.deepEqual(await named('accuracy'), scores);
    assert.ok((await named('f1')).every((value) => value > 0.5 && value <= 1));
    const words = (truth, found) =>
      truth.filter((labels, s) => labels.join() === found[s].join()).length / truth.length;
    (await named(words)).forEach((share, f) => assert.ok(share <= scores[f]));
    await fails(() => named('rocAuc'), { code: 'ERR_OPTION', argument: 'scoring' });
  });

  it('go through pipelines', async () => {
    const scaled = X.map((rows) => rows.map(([a, b]) => [100 * a + 7, b / 100]));
    const make = () => makePipeline(new StandardScaler(), new SequenceTagger({ C: 1 }));
    const pipeline = await make().fit(scaled, y);
    const scale = await new StandardScaler().fit(scaled.flat());
    const rows = [...(await scale.transform(scaled.flat()))];
    let from = 0;
    const same = scaled.map((own) => own.map(() => rows.slice(from, (from += 2))));
    const tagger = await new SequenceTagger({ C: 1 }).fit(same, y);
    assert.deepEqual(await pipeline.predict(scaled), await tagger.predict(same));
    const search = new GridSearch(make(), { sequencetagger__C: [0.001, 1] }, { folds: 3, seed: 2 });
    await search.fit(scaled, y);
    const { mean } = await crossValidate(make(), scaled, y, { folds: 3, seed: 2 });
    assert.equal(search.results[1].mean, mean);
    assert.ok(mean > 0.7 && mean < 1);
    const counts = makePipeline(new CountVectorizer(), new SequenceTagger());
    await fails(() => counts.fit(scaled, y), { argument: 'X' });
  });

  it('are searched, in both entries', async () => {
    await sync.init();
    const [grid, settings] = [{ C: [0.001, 1] }, { folds: 3, seed: 2 }];
    const search = await new GridSearch(new SequenceTagger(), grid, settings).fit(X, y);
    assert.equal(search.bestParams.C, 1);
    assert.equal((await search.bestEstimator.predict(X)).length, X.length);
    const same = new sync.GridSearch(new sync.SequenceTagger(), grid, settings).fit(X, y);
    assert.deepEqual(
      same.results.map(({ scores }) => scores),
      search.results.map(({ scores }) => scores),
    );
  });
});

describe('undefined measures', () => {
  it('of two classes are refused for three, before a fit, with the means that there are', async () => {
    let fits = 0;
    const own = {
      kind: 'classifier',
      fit: () => fits++,
      predict: (X) => X.map(() => 1),
      getParams: () => ({}),
      setParams() {},
      clone: () => own,
    };
    const fitted = await new SVC().fit(three.X, three.y);
    const { permutationImportance } = inspect;
    for (const scoring of ['precision', 'recall', 'specificity', 'f1', 'fbeta@2']) {
      const told = new RegExp(`^${scoring} is .* but y has 3; use ${scoring.replace('beta@2', '1')}Macro,`); // prettier-ignore
      const refused = { code: 'ERR_OPTION', argument: 'scoring', message: told };
      for (const model of [own, new SVC()]) {
        await fails(() => crossValidate(model, three.X, three.y, { scoring }), refused);
      }
      await fails(() => crossValidate(new SVC(), three.X, three.y, { scoring: ['accuracy', scoring] }), refused); // prettier-ignore
      await fails(() => new GridSearch(new SVC(), { C: [1, 2] }, { scoring }).fit(three.X, three.y), refused); // prettier-ignore
      await fails(() => permutationImportance(fitted, three.X, three.y, { scoring }), refused);
      assert.ok((await crossValidate(new SVC(), two.X, two.y, { scoring })).mean > 0);
    }
    assert.equal(fits, 0);
  });

  it('are NaN, and errors where the machine lacks what they need', async () => {
    const folds = [
      { train: two.y.keys(), test: two.y.flatMap((label, i) => (label === 'a' ? i : [])) },
    ].map(({ train, test }) => ({ train: Int32Array.from(train), test: Int32Array.from(test) }));
    const score = async (scoring) =>
      (await crossValidate(new SVC(), two.X, two.y, { folds, scoring })).mean;
    assert.ok(Number.isNaN(await score('rocAuc')));
    assert.equal(await score('f1'), 0);
    const own = { argument: 'scoring', code: 'ERR_OPTION' };
    await fails(() => crossValidate(new LinearSVC(), two.X, two.y, { scoring: 'brier' }), {
      code: 'ERR_OPTION',
      message: [/probabilit/],
    });
    for (const scoring of ['ndcg', 'precision@0', 'fbeta', 'fbeta@x', 'precision@1.5', 'auc']) {
      await fails(() => crossValidate(new SVC(), two.X, two.y, { scoring }), own);
    }
    const named = (name) => (e) => e.details.nearest === name;
    await assert.rejects(
      () => crossValidate(new SVC(), two.X, two.y, { scoring: 'rocAUC' }),
      named('rocAuc'),
    );
  });

  it('functions score the training rows, too, by themselves', async () => {
    const scoring = (y, found) => found.length + metrics.accuracyScore(y, found);
    const result = await crossValidate(new SVC(), two.X, two.y, {
      folds: 4,
      scoring,
      trainScores: true,
    });
    result.scores.forEach((score) => assert.ok(score >= 20 && score <= 21));
    result.trainScores.forEach((score) => assert.ok(score >= 60 && score <= 61));
  });

  it('that are functions order the candidates of a search', async () => {
    const { X, y } = blobs({ n: 60, k: 3, apart: 1, seed: 4, labels: (c) => c + 1 });
    const search = new GridSearch(
      new SVC(),
      { C: [0.01, 1] },
      {
        scoring: (truth, predicted) =>
          -metrics.meanAbsoluteError(truth, predicted, { average: 'macro' }),
      },
    );
    await search.fit(X, y);
    assert.equal(search.bestParams.C, 1);
    assert.ok(search.bestScore <= 0);
  });

  it('need rows: a fit to none of them says so', async () => {
    await fails(() => new SVC().fit([[1]], []), { code: 'ERR_SHAPE', argument: 'y' });
  });
});
