/** Decision trees and boosting, on both hosts. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs, random, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { bounds, maxmargin, prediction, sync } from './support/maxmargin.mjs';

const numbers = (values) => Array.from(values);

/** Two or three classes that no single question tells apart. */
function overlapping(n, k = 2) {
  const draw = random(5);
  const normal = () => draw() + draw() + draw() + draw() - 2;
  const X = Array.from({ length: n }, () => [normal(), normal(), normal()]);
  const score = X.map(([a, b, c]) => 2 * a + 4 * b * c + normal());
  const sorted = score.toSorted((a, b) => a - b);
  const cut = Array.from({ length: k - 1 }, (_, i) => sorted[Math.floor(((i + 1) * n) / k)]);
  return { X, y: score.map((s) => 'abc'[cut.filter((c) => s >= c).length]) };
}

const wrong = { code: 'ERR_OPTION', argument: 'estimator' };

function near(got, want, tolerance, what = '') {
  assert.equal(got.length, want.length, what);
  for (const [i, v] of numbers(want).entries())
    assert.ok(Math.abs(v - got[i]) <= tolerance, `${what} ${i}: ${got[i]} and ${v}`);
}

for (const [way, api] of forms(import.meta.url)) {
  const { AdaBoostClassifier, DecisionStump, DecisionTreeClassifier, GridSearch } = api;
  const { LinearSVC, SVC, SVR, StandardScaler, load, makePipeline } = api;
  before(() => api === sync && sync.init());

  describe(`trees, ${way}`, { timeout: 900_000 }, () => {
    it('ask questions about features, and are kept in files', async () => {
      const X = [[0, 5], [0, 7], [3, 5], [3, 7]]; // prettier-ignore
      const tree = await new DecisionTreeClassifier().fit(X, ['a', 'a', 'b', 'c']);
      assert.deepEqual(numbers(tree.features), [0, 0, 1, 0, 0]);
      assert.deepEqual(numbers(tree.thresholds), [1.5, 0, 6, 0, 0]);
      assert.deepEqual(numbers(tree.children), [1, 2, 0, 0, 3, 4, 0, 0, 0, 0]);
      assert.deepEqual(tree.children.shape, [5, 2]);
      near(tree.shares, [0.5, 0.25, 0.25, 1, 0, 0, 0, 0.5, 0.5, 0, 1, 0, 0, 0, 1], 1e-15);
      near([tree.featureImportances.reduce((sum, v) => sum + v, 0)], [1], 1e-15);
      const again = await load(await tree.save());
      assert.deepEqual(await again.predict(sparse(X)), ['a', 'a', 'b', 'c']);
      const json = await load(JSON.parse(JSON.stringify(tree)));
      assert.deepEqual(await json.predict(X), ['a', 'a', 'b', 'c']);
    });

    it('take weights, a depth and a criterion', async () => {
      const { X, y } = overlapping(200, 3);
      const stump = await new DecisionStump({ criterion: 'gini' }).fit(X, y);
      assert.equal(stump.features.length, 3);
      const deep = await new DecisionTreeClassifier({ maxDepth: 4, minSamplesLeaf: 5 }).fit(X, y);
      assert.ok((await deep.score(X, y)) > (await stump.score(X, y)));
      assert.ok(Math.min(...deep.nodeSamples) >= 5);
      const same = [[1], [1], [2], [2]]; // both answers are in doubt
      const doubtful = await new DecisionStump().fit(same, [0, 1, 0, 1], {
        sampleWeight: [1, 2, 4, 3],
      });
      assert.deepEqual(await doubtful.predict([[1], [2]]), [1, 0]);
    });
  });

  describe(`AdaBoostClassifier, ${way}`, { timeout: 900_000 }, () => {
    const { X, y } = overlapping(150);

    it('gives the vectors of the specification', async () => {
      const line = Array.from({ length: 10 }, (_, i) => [i + 1]);
      const labels = [0, 0, 1, 0, 0, 1, 0, 1, 0, 1];
      const model = await new AdaBoostClassifier({ nEstimators: 1 }).fit(line, labels);
      near(model.errors, [0.3], 1e-15);
      near(model.alphas, [0.4236489302], 1e-10);
      near(model.normalizers, [0.916515139], 1e-10);
      near(
        [model.finalWeights[0] * 10, model.finalWeights[2] * 10],
        [0.7142857143, 1.6666666667],
        1e-9,
      );
      near([api.boostingBound({ errors: Array(50).fill(0.3), rho: 0.1 })], [0.1063957], 5e-8);
      near([api.boostingRate({ rho: 0.1, rounds: 50 })], [0.7778214], 5e-8);
      assert.equal(bounds.boostingRounds({ rho: 0.1, eps: 0.05 }), 600);
    });

    it('boosts stumps by default, and any classifier that takes weights', async () => {
      const stumps = await new AdaBoostClassifier({ nEstimators: 30 }).fit(X, y);
      assert.equal(stumps.status, 'converged');
      assert.ok(stumps.getParams().estimator instanceof DecisionStump);
      assert.equal(stumps.estimators.length, 30);
      assert.ok(stumps.estimators[3] instanceof DecisionStump);
      const estimators = [
        new DecisionTreeClassifier({ maxDepth: 2 }),
        new SVC({ kernel: 'linear' }),
        makePipeline(new StandardScaler(), new LinearSVC()),
      ];
      for (const estimator of estimators) {
        const model = await new AdaBoostClassifier({ estimator, nEstimators: 4 }).fit(X, y);
        assert.ok((await model.score(X, y)) > 0.6, String(estimator));
        assert.equal(estimator.toString(), model.estimators[0].toString());
        const votes = await Promise.all(model.estimators.map((member) => member.predict(X)));
        const f = await model.decisionFunction(X);
        const total = model.alphas.reduce((sum, a) => sum + a, 0);
        const own = X.map((_, i) =>
          votes.reduce((sum, vote, t) => sum + (vote[i] === 'b' ? 1 : -1) * model.alphas[t], 0),
        );
        near(
          f,
          own.map((v) => v / total),
          1e-12,
          String(estimator),
        );
      }
    });

    it('has rounds that end with the fit, within their bounds', async () => {
      for (const options of [{}, { reg: 'adaboostReg', C: 0.2 }]) {
        for (const [rows, labels] of [[X, y], Object.values(overlapping(120, 3))]) {
          const estimator = new DecisionTreeClassifier({ maxDepth: 2 });
          const sampleWeight = labels.map((_, i) => 1 + (i % 2));
          const model = new AdaBoostClassifier({ estimator, nEstimators: 12, ...options });
          await model.fit(rows, labels, { sampleWeight });
          const rounds = await model.rounds(rows, labels, { sampleWeight });
          assert.equal(rounds.length, model.alphas.length);
          near(
            rounds.map(({ eps }) => eps),
            model.errors,
            1e-9,
            'eps',
          );
          near(
            rounds.map(({ trainingError }) => trainingError),
            model.trainingErrors,
            1e-9,
            'training',
          );
          near(
            rounds.map(({ marginError }) => marginError),
            model.marginErrors,
            1e-9,
            'margin',
          );
          near(
            rounds.map(({ bound }) => bound),
            model.bounds,
            1e-9,
            'bound',
          );
          const last = rounds.at(-1);
          near(last.margins, model.margins, 1e-9, 'margins');
          for (const { marginError, bound } of rounds) assert.ok(marginError <= bound + 1e-12);
          const staged = await model.stagedPredict(rows);
          assert.deepEqual(staged.at(-1), await model.predict(rows));
          const scores = await model.stagedScore(rows, labels);
          assert.equal(scores.at(-1), await model.score(rows, labels));
          near([rounds[0].weights.reduce((sum, w) => sum + w, 0)], [1], 1e-12);
        }
      }
    });

    it('ends with a member without a mistake, and before one that is no better than chance', async () => {
      const perfect = await new AdaBoostClassifier({ estimator: new DecisionTreeClassifier() }).fit(
        X,
        y,
      );
      assert.equal(perfect.status, 'perfect');
      assert.equal(perfect.estimators.length, 1);
      assert.ok(perfect.converged);
      const same = [[1], [1], [1], [1], [1]];
      const exhausted = await new AdaBoostClassifier().fit(same, [0, 0, 0, 1, 1]);
      assert.equal(exhausted.status, 'exhausted');
      const xor = [[0, 0], [0, 1], [1, 0], [1, 1]]; // prettier-ignore
      await fails(() => new AdaBoostClassifier().fit(xor, [0, 1, 1, 0]), wrong);
    });

    it('refuses what it cannot boost', async () => {
      for (const estimator of [new SVR(), new StandardScaler(), 'stump', null, 3]) {
        await fails(() => new AdaBoostClassifier({ estimator }), wrong);
      }
      await fails(() => new AdaBoostClassifier({ estimators: 3 }), { code: 'ERR_OPTION_UNKNOWN' });
      const inner = { estimator__depth: 3 };
      await fails(() => new AdaBoostClassifier().setParams(inner), { code: 'ERR_OPTION_UNKNOWN' });
      const bare = new AdaBoostClassifier({ estimator: new DecisionTreeClassifier() });
      await fails(() => bare.setParams({ maxDepth: 3 }), { code: 'ERR_OPTION_UNKNOWN', argument: 'maxDepth', message: /estimator__maxDepth/ }); // prettier-ignore
    });

    it('is searched with the options of its estimator', async () => {
      const estimator = new DecisionTreeClassifier();
      const model = new AdaBoostClassifier({ estimator, nEstimators: 5 });
      const search = new GridSearch(
        model,
        { estimator__maxDepth: [1, 2], nEstimators: [3, 6] },
        { folds: 3 },
      );
      await search.fit(X, y);
      assert.equal(search.results.length, 4);
      assert.ok(search.bestEstimator instanceof AdaBoostClassifier);
      const { estimator__maxDepth: depth } = search.bestParams;
      assert.equal(search.bestEstimator.getParams().estimator.getParams().maxDepth, depth);
    });

    it('gives probabilities, and so do its trees', async () => {
      const tree = await new DecisionTreeClassifier({ maxDepth: 2 }).fit(X, y);
      const boosted = await new AdaBoostClassifier({ nEstimators: 7 }).fit(X, y);
      for (const model of [
        tree,
        boosted,
        await load(await boosted.save()),
        await load(await tree.save()),
      ]) {
        // prettier-ignore
        const p = numbers(await model.predictProba(X));
        const f = numbers(await model.decisionFunction(X));
        const want = (v) => (model.machine ?? String(model)).startsWith('AdaBoost') ? 1 / (1 + Math.exp(-v)) : (1 + v) / 2; // prettier-ignore
        f.forEach((v, i) => {
          near([p[2 * i] + p[2 * i + 1], p[2 * i + 1]], [1, want(v)], 1e-12, String(model));
        });
      }
    });

    it('is kept with its members, as bytes and as JSON, also in a pipeline', async () => {
      const estimator = new DecisionTreeClassifier({ maxDepth: 2 });
      const model = await new AdaBoostClassifier({ estimator, nEstimators: 7 }).fit(X, y);
      const want = numbers(await model.decisionFunction(X));
      for (const again of [
        await load(await model.save()),
        await load(JSON.parse(JSON.stringify(model))),
      ]) {
        assert.ok(again instanceof AdaBoostClassifier);
        assert.equal(
          again.toString(),
          'AdaBoostClassifier({estimator: DecisionTreeClassifier({maxDepth: 2}), nEstimators: 7})',
        );
        assert.deepEqual(numbers(await again.decisionFunction(X)), want);
        assert.deepEqual(
          await again.estimators[2].predict(X),
          await model.estimators[2].predict(X),
        );
      }
      const unfitted = await load(
        JSON.parse(JSON.stringify(new AdaBoostClassifier({ estimator }))),
      );
      assert.equal(unfitted.toString(), new AdaBoostClassifier({ estimator }).toString());
      const scaled = makePipeline(new StandardScaler(), new SVC({ kernel: 'linear' }));
      const nested = makePipeline(
        new StandardScaler(),
        new AdaBoostClassifier({ estimator: scaled, nEstimators: 3 }),
      );
      await nested.fit(X, y);
      const back = await load(await nested.save());
      assert.equal(back.toString(), nested.toString());
      assert.deepEqual(await back.predict(X), await nested.predict(X));
      const { adaboostclassifier: inner } = back.namedSteps;
      assert.equal(inner.estimators.length, 3);
      const rows = await back.namedSteps.standardscaler.transform(X);
      const made = X.map((row, i) => numbers(rows).slice(3 * i, 3 * i + 3));
      assert.deepEqual(
        await inner.estimators[1].predict(made),
        await nested.namedSteps.adaboostclassifier.estimators[1].predict(made),
      );
    });
  });

  describe(`LPBoostClassifier, ${way}`, { timeout: 900_000 }, () => {
    const { LPBoostClassifier } = api;
    const { X, y } = overlapping(120);

    it('has the largest margin of three samples', async () => {
      const model = new LPBoostClassifier({ nu: 0.2 });
      await model.fit([[1], [2], [3]], ['in', 'out', 'in']);
      assert.equal(model.status, 'converged');
      near([model.objective, model.rhos.at(-1)], [1 / 3, 1 / 3], 1e-9);
      near(model.margins, [1 / 3, 1 / 3, 1 / 3], 1e-9);
    });

    it('has rounds that agree with the fit and with its duality', async () => {
      for (const [rows, labels] of [[X, y], Object.values(overlapping(90, 3))]) {
        const model = new LPBoostClassifier({ nu: 0.4, nEstimators: 100 });
        await model.fit(rows, labels);
        assert.equal(model.status, 'converged');
        const rounds = await model.rounds(rows, labels);
        assert.equal(rounds.length, model.edges.length);
        assert.deepEqual(model.roundWeights.shape, [rounds.length, rows.length]);
        near(rounds.at(-1).margins, model.margins, 1e-12, 'margins');
        near([rounds.at(-1).objective], [model.objective], 1e-12);
        for (const [t, { edge, eps, weights, alphas, marginError }] of rounds.entries()) {
          near([weights.reduce((sum, w) => sum + w, 0)], [1], 1e-12);
          near([alphas.reduce((sum, a) => sum + a, 0)], [1], 1e-12);
          const k = new Set(labels).size;
          near([edge], [1 - (eps * k) / (k - 1)], 1e-12);
          assert.ok(marginError <= 0.4 + 1e-9);
          if (t > 0) assert.ok(edge > rounds[t - 1].objective);
        }
        const staged = await model.stagedPredict(rows);
        assert.deepEqual(staged.at(-1), await model.predict(rows));
        const scores = await model.stagedScore(rows, labels);
        near(
          scores,
          rounds.map(({ trainingError }) => 1 - trainingError),
          1e-9,
          'scores',
        );
        const again = await load(await model.save());
        assert.deepEqual(await again.predict(rows), await model.predict(rows));
        assert.deepEqual(numbers(again.roundWeights), numbers(model.roundWeights));
        await fails(() => model.rounds(rows.slice(1), labels.slice(1)), { code: 'ERR_TYPE', argument: 'X' }); // prettier-ignore
      }
    });

    it('takes any classifier, is searched, and refuses what it cannot boost', async () => {
      const estimator = new DecisionTreeClassifier({ maxDepth: 2 });
      const search = new GridSearch(
        new LPBoostClassifier({ estimator, nEstimators: 5 }),
        { estimator__maxDepth: [1, 2], nu: [0.1, 0.4] },
        { folds: 3 },
      );
      await search.fit(X, y);
      assert.equal(search.results.length, 4);
      assert.ok(search.bestEstimator instanceof LPBoostClassifier);
      const linear = await new LPBoostClassifier({
        estimator: makePipeline(new StandardScaler(), new LinearSVC()),
        ...{ nEstimators: 3, nu: 0.8 },
      }).fit(X, y);
      assert.ok((await linear.score(X, y)) > 0.6);
      for (const given of [new SVR(), 'stump']) {
        await fails(() => new LPBoostClassifier({ estimator: given }), wrong);
      }
      await fails(() => new LPBoostClassifier({ nu: 0 }), { code: 'ERR_OPTION', argument: 'nu' });
      const xor = [[0, 0], [0, 1], [1, 0], [1, 1]]; // prettier-ignore
      await fails(() => new LPBoostClassifier().fit(xor, [0, 1, 1, 0]), wrong);
    });
  });

  describe(`gradient boosting, ${way}`, { timeout: 900_000 }, () => {
    const { HistGradientBoostingClassifier, HistGradientBoostingRegressor } = api;

    it('takes gaps, alone and in searches, and keeps them in files', async () => {
      const { X, y } = overlapping(300, 3);
      const gapped = X.map((row, i) => (i % 5 === 0 ? [row[0], null, NaN] : row));
      const model = await new HistGradientBoostingClassifier({ maxIter: 15 }).fit(gapped, y);
      assert.ok((await model.score(gapped, y)) > 0.8);
      const p = await model.predictProba(gapped);
      assert.deepEqual(p.shape, [300, 3]);
      const again = await load(await model.save());
      assert.deepEqual(numbers(await again.predictProba(gapped)), numbers(p));
      const loss = y.reduce((sum, c, i) => sum - Math.log(p[3 * i + 'abc'.indexOf(c)]) / 300, 0);
      near([model.trainLoss[15]], [loss], 1e-12, 'loss');
      const file = prediction.open(await model.save());
      const rows = gapped.slice(0, 20);
      assert.deepEqual(numbers(file.predict(rows)), await model.predict(rows));
      near(Array.from(file.predictProba(rows)).flat(), p.slice(0, 60), 1e-12, 'predict');
      const search = await new GridSearch(
        new HistGradientBoostingRegressor({ maxIter: 5 }),
        { maxLeafNodes: [2, 8] },
        { folds: 3 },
      ).fit(
        gapped,
        X.map(([a]) => a),
      );
      assert.deepEqual(search.bestParams, { maxLeafNodes: 8 });
    });

    it('refuses gaps where another step comes first', async () => {
      const { X, y } = overlapping(60);
      const steps = makePipeline(new StandardScaler(), new HistGradientBoostingClassifier());
      await fails(() => steps.fit([[1, null, 2], ...X.slice(1)], y), { argument: 'X' });
    });

    it('keeps the iterations that are finished when time is over', async () => {
      const { X, y } = overlapping(2000);
      const model = new HistGradientBoostingClassifier({ maxIter: 100_000, maxTime: 300 });
      await model.fit(X, y);
      assert.equal(model.status, 'timeLimit');
      assert.ok(model.trainLoss.length > 1 && model.trainLoss.length < 100_000);
    });
  });
}

describe('AdaBoostClassifier in a worker', { timeout: 900_000 }, () => {
  it('reports its rounds, and can be stopped and aborted', async () => {
    const { X, y } = blobs({ n: 4000, d: 20, k: 2, apart: 0.3, seed: 3 });
    const { AdaBoostClassifier } = maxmargin;
    const model = new AdaBoostClassifier({ nEstimators: 1000 });
    const phases = new Set();
    for await (const { phase, fraction } of model.fitSteps(X, y)) {
      phases.add(phase);
      if (fraction > 0.05) break;
    }
    assert.equal(model.status, 'stopped');
    assert.ok(model.alphas.length > 10 && model.alphas.length < 900, model.alphas.length);
    assert.ok(
      [...phases].some((phase) => /^round \d+ of 1000/.test(phase)),
      [...phases].join('; '),
    );
    const controller = new AbortController();
    const fit = new AdaBoostClassifier({ nEstimators: 1000 }).fit(X, y, {
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 100);
    await assert.rejects(fit, { name: 'AbortError' });
    const quick = await new AdaBoostClassifier({ nEstimators: 1000, maxTime: 150 }).fit(X, y);
    assert.equal(quick.status, 'timeLimit');
  });
});
