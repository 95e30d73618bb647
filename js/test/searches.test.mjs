/** Searches of random points and by halving, and what a finished search predicts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { planRounds } from '../src/select/halving.js';

const { GridSearch, HalvingSearch, OneClassSVM, RandomSearch, SVC, SVR, crossValidate } = maxmargin;
await sync.init();

const { X, y } = blobs({ n: 120, d: 3, apart: 1, seed: 5, labels: (c) => 'ab'[c] });
const values = X.map(([a, b]) => Math.sin(a) + b / 2);
const space = { C: { logUniform: [0.01, 100] }, gamma: { uniform: [0.05, 0.5] } };

describe('random search', { timeout: 900_000 }, () => {
  it('draws by the seed, from every distribution, within its bounds', async () => {
    const wide = {
      C: { logUniform: [0.01, 100] },
      gamma: { uniform: [0.05, 0.5] },
      degree: { integer: [2, 4] },
      kernel: ['rbf', 'laplacian'],
    };
    const points = (seed, candidates = 300) => {
      const search = new RandomSearch(new SVC(), wide, { candidates, seed, maxTime: 1e-9 });
      return search.fit(X, y).then(({ results }) => results.map(({ params }) => params));
    };
    const all = await points(1);
    assert.deepEqual(await points(1), all);
    assert.deepEqual((await points(1, 7)).length, 7);
    assert.notDeepEqual(await points(2), all);
    const share = (test) => all.filter(test).length / all.length;
    for (const { C, gamma } of all)
      assert.ok(C >= 0.01 && C <= 100 && gamma >= 0.05 && gamma < 0.5);
    // Standard errors of these shares are below 0.03.
    assert.ok(Math.abs(share(({ C }) => C < 1) - 0.5) < 0.1, 'the logarithm of C is uniform');
    assert.ok(Math.abs(share(({ gamma }) => gamma < 0.275) - 0.5) < 0.1);
    assert.ok(Math.abs(share(({ kernel }) => kernel === 'rbf') - 0.5) < 0.1);
    for (const degree of [2, 3, 4]) {
      assert.ok(Math.abs(share((point) => point.degree === degree) - 1 / 3) < 0.1);
    }
  });

  it('scores its points as a grid of them, in both forms', async () => {
    const settings = { candidates: 6, seed: 3, nested: 2, folds: 3 };
    const search = await new RandomSearch(new SVC(), space, settings).fit(X, y);
    assert.ok(search instanceof GridSearch && search.results.length === 6);
    for (const { params, scores } of search.results.slice(0, 2)) {
      const same = await crossValidate(new SVC(params), X, y, { seed: 3, folds: 3 });
      assert.deepEqual(same.scores, scores);
    }
    assert.equal(search.bestScore, Math.max(...search.results.map(({ mean }) => mean)));
    assert.equal(search.nested.scores.length, 2);
    const here = new sync.RandomSearch(new sync.SVC(), space, settings).fit(X, y);
    assert.deepEqual(here.bestParams, search.bestParams);
    assert.deepEqual(here.nested, search.nested);
  });

  it('draws no point of a grid twice, and takes several spaces', async () => {
    const grid = { C: [1, 2, 3, 4], gamma: [0.1, 0.2, 0.3] };
    const of = (s, candidates) =>
      new RandomSearch(new SVC(), s, { candidates, folds: 2, seed: 4 }).fit(X, y);
    const { results } = await of(grid, 11);
    assert.equal(new Set(results.map(({ C, gamma }) => `${C} ${gamma}`)).size, 11);
    assert.equal((await of(grid, 20)).results.length, 12);
    const two = (await of([{ kernel: ['linear'], C: { uniform: [1, 2] } }, space], 12)).results;
    assert.ok(two.some(({ kernel }) => kernel === 'linear'));
    assert.ok(two.some(({ params }) => 'gamma' in params));
  });

  it('names its own settings where one is misspelt, as halving does', async () => {
    const near = (name) => ({ code: 'ERR_OPTION_UNKNOWN', details: { nearest: name } });
    await fails(() => new RandomSearch(new SVC(), space, { candidate: 3 }), near('candidates'));
    await fails(() => new HalvingSearch(new SVC(), { C: [1, 2] }, { factors: 3 }), near('factor'));
    await fails(() => new HalvingSearch(new SVC(), { C: [1, 2] }, { min_resources: 3 }), near('minResources')); // prettier-ignore
    await fails(() => new RandomSearch(new SVC(), space, { zz: 3 }), { message: /options are candidates, folds, / }); // prettier-ignore
  });

  it('refuses spaces that cannot be drawn from', async () => {
    const wrong = [
      { C: 1 },
      { C: { logUniform: [0, 1] } },
      { C: { uniform: [2, 1] } },
      { C: { uniform: [1, 2, 3] } },
      { C: { uniform: [1, 2], integer: [1, 2] } },
      { C: { integer: [1, 2.5] } },
      { C: { normal: [0, 1] } },
      { C: null },
      7,
      null,
    ];
    for (const bad of wrong) {
      await fails(() => new RandomSearch(new SVC(), bad), { code: 'ERR_TYPE', argument: 'space' });
    }
    const mixed = { ...space, kernel: [] };
    await fails(() => new RandomSearch(new SVC(), mixed), { code: 'ERR_EMPTY', argument: 'grid' });
    await fails(() => new RandomSearch(new SVC(), { gama: { uniform: [0, 1] } }), {
      code: 'ERR_OPTION_UNKNOWN',
      argument: 'gama',
    });
    await fails(() => new RandomSearch(new SVC(), { C: { uniform: [-2, -1] } }), {
      code: 'ERR_OPTION',
      argument: 'C',
    });
    for (const candidates of [0, 1.5, '3']) {
      await fails(() => new RandomSearch(new SVC(), space, { candidates }), {
        code: 'ERR_TYPE',
        argument: 'candidates',
      });
    }
    await fails(() => new RandomSearch(new SVC(), space, { seed: -1 }), { argument: 'seed' });
    await fails(() => new RandomSearch(new SVC(), space, { iterations: 9 }), {
      code: 'ERR_OPTION_UNKNOWN',
      message: /RandomSearch/,
    });
  });
});

describe('halving', { timeout: 900_000 }, () => {
  it("has scikit-learn's rounds", () => {
    const golden = new URL('golden/halving.json', import.meta.url);
    for (const one of JSON.parse(readFileSync(golden, 'utf8')).cases) {
      const { rows, classes, folds, candidates, factor, minResources, expected } = one;
      const found = planRounds(candidates, rows, factor, minResources, 2 * folds * classes);
      assert.deepEqual(found, expected, JSON.stringify(one));
    }
    const exact = planRounds(243, 1e5, 3, 10, 10);
    assert.deepEqual(
      exact.map(({ candidates }) => candidates),
      [243, 81, 27, 9, 3, 1],
      'the logarithm of 243 to the base 3 is 5',
    );
  });

  const grid = { C: [0.01, 0.1, 1, 10, 100, 1000], gamma: [0.05, 0.5] };

  it('keeps the best third of each round, in both forms and with any number of workers', async () => {
    const settings = { folds: 3, seed: 2, trainScores: true };
    const search = await new HalvingSearch(new SVC(), grid, settings).fit(X, y);
    const { rounds, results } = search;
    assert.deepEqual(
      rounds.map(({ resources, results: own }) => [resources, own.length]),
      [
        [13, 12],
        [39, 4],
        [117, 2],
      ],
    );
    for (const [round, { results: own }] of rounds.slice(1).entries()) {
      const before = [...rounds[round].results].sort((a, b) => a.rank - b.rank);
      const least = before[own.length - 1].mean;
      for (const { params } of own) {
        const row = before.find((other) => isDeepStrictEqual(other.params, params));
        assert.ok(row.mean >= least);
      }
    }
    assert.equal(results.length, 12);
    const best = results[search.bestIndex];
    assert.ok(best.rank === 1 && best.round === 2 && best.resources === 117);
    assert.equal(best.mean, Math.max(...rounds[2].results.map(({ mean }) => mean)));
    for (const row of results) {
      const behind = results.filter((other) => other.round > row.round);
      assert.ok(behind.every(({ rank }) => rank < row.rank));
      assert.equal(row.trainScores.length, 3);
    }
    // Each fold learns from its share of the rows, and the same rows are scored in every round.
    const { folds } = await crossValidate(new SVC(best.params), X, y, settings);
    const size = Math.floor((117 / 120) * folds[0].train.length);
    const { rows } = await maxmargin.learningCurve(new SVC(best.params), X, y, {
      ...settings,
      trainSizes: [size],
    });
    assert.deepEqual(best.scores, rows[0].scores);
    const alone = await new SVC(best.params).fit(X, y);
    assert.deepEqual(search.bestEstimator.dualCoef, alone.dualCoef);
    const here = new sync.HalvingSearch(new sync.SVC(), grid, settings).fit(X, y);
    const one = await new HalvingSearch(new SVC(), grid, { ...settings, workers: 1 }).fit(X, y);
    const facts = (all) =>
      all.map(({ params, scores, rank, round }) => [params, scores, rank, round]);
    assert.deepEqual(facts(here.results), facts(results));
    assert.deepEqual(facts(one.results), facts(results));
  });

  it('draws candidates, and searches regressions', async () => {
    const settings = { candidates: 9, minResources: 'smallest', factor: 2, seed: 1 };
    const search = await new HalvingSearch(new SVR(), space, settings).fit(X, values);
    assert.deepEqual(
      search.rounds.map(({ resources, results }) => [resources, results.length]),
      [
        [10, 9],
        [20, 5],
        [40, 3],
        [80, 2],
      ],
    );
  });

  it('leaves out candidates that fail, and tells their errors', async () => {
    const nus = { nu: [0.99, 0.1, 0.2, 0.95] };
    const skewed = y.map((_, i) => (i % 4 === 0 ? 'few' : 'many'));
    const settings = { folds: 2, factor: 2 };
    const search = await new HalvingSearch(new maxmargin.NuSVC(), nus, settings).fit(X, skewed);
    assert.ok(search.results[0].error && search.results[0].rank === undefined);
    assert.ok([0.1, 0.2].includes(search.bestParams.nu));
    const none = new HalvingSearch(new maxmargin.NuSVC(), { nu: [0.99, 0.95] }, settings);
    await assert.rejects(() => none.fit(X, skewed), { code: 'ERR_OPTION' });
    assert.equal(none.results.length, 2);
  });

  it('stopped, chooses among the candidates that came furthest', async () => {
    const settings = { folds: 2, factor: 2, workers: 1, warmStarts: false, refit: false };
    const search = new HalvingSearch(new SVC(), grid, settings);
    let last;
    await search.fit(X, y, {
      onProgress: ({ done, results }) => {
        last = results;
        return done < 30; // 24 fits of the first round
      },
    });
    assert.ok(search.stopped && last.length === 12);
    const furthest = Math.max(...search.results.map(({ round }) => round));
    assert.equal(search.results[search.bestIndex].round, furthest);
    assert.equal(furthest, 1);
    const reason = new Error('enough');
    const controller = new AbortController();
    const watch = {
      signal: controller.signal,
      onProgress: ({ done }) => void (done >= 25 && controller.abort(reason)),
    };
    await assert.rejects(search.fit(X, y, watch), reason);
    assert.ok(search.results.every(({ complete }) => complete));
  });

  it('refuses settings that make no sense', async () => {
    const of = (settings) => () => new HalvingSearch(new SVC(), grid, settings);
    await fails(of({ factor: 1 }), { code: 'ERR_TYPE', argument: 'factor' });
    await fails(of({ minResources: 0.5 }), { code: 'ERR_TYPE', argument: 'minResources' });
    await fails(of({ nested: true }), { code: 'ERR_OPTION_UNKNOWN', argument: 'nested' });
    await fails(of({ candidates: 0 }), { code: 'ERR_TYPE', argument: 'candidates' });
    await fails(() => new HalvingSearch(new SVC(), space), {
      code: 'ERR_TYPE',
      argument: 'candidates',
    });
    const much = new HalvingSearch(new SVC(), grid, { minResources: 121 });
    await fails(() => much.fit(X, y), { code: 'ERR_OPTION', argument: 'minResources' });
  });
});

describe('a finished search', { timeout: 900_000 }, () => {
  it('predicts and scores with its best estimator', async () => {
    const search = new GridSearch(new SVC(), { C: [0.1, 10] });
    await fails(() => search.predict(X), { code: 'ERR_NOT_FITTED' });
    await fails(() => search.score(X, y), { code: 'ERR_NOT_FITTED', message: /call fit/ });
    await search.fit(X, y);
    const { bestEstimator: best } = search;
    assert.deepEqual(await search.predict(X), await best.predict(X));
    assert.equal(await search.score(X, y), await best.score(X, y));
    const here = new sync.GridSearch(new sync.SVC(), { C: [0.1, 10] }).fit(X, y);
    assert.deepEqual(here.predict(X), await search.predict(X));
    assert.equal(here.score(X, y), await search.score(X, y));
    const loose = await new GridSearch(new SVC(), { C: [1] }, { refit: false }).fit(X, y);
    await fails(() => loose.predict(X), { code: 'ERR_NOT_FITTED', message: /refit: true/ });
  });

  it('scores by the measure of the search', async () => {
    const { f1Score, meanAbsoluteError } = await import('../src/metrics.js');
    const by = (scoring) => new GridSearch(new SVC(), { C: [0.1, 10] }, { scoring }).fit(X, y);
    const named = await by('f1');
    const predicted = await named.predict(X);
    assert.equal(await named.score(X, y), f1Score(y, predicted, { positive: 'b' }));
    const few = [0, 1].map((i) => y.indexOf('ab'[i]));
    assert.equal(
      await named.score(few.map((i) => X[i]).slice(0, 1), y.slice(few[0], few[0] + 1)),
      0,
      'the classes are those of the fit',
    );
    const share = (truth, found) => truth.filter((label, i) => label === found[i]).length;
    assert.equal(await (await by(share)).score(X, y), share(y, predicted));
    const scoring = 'meanAbsoluteError';
    // A measure takes settings as its third argument, so scorers get no more than two.
    const { kendallTau } = await import('../src/metrics.js');
    const tau = await new GridSearch(new SVR(), { C: [1] }, { scoring: kendallTau }).fit(X, values);
    assert.equal(await tau.score(X, values), kendallTau(values, await tau.predict(X)));
    const values1 = await new GridSearch(new SVR(), { C: [1] }, { scoring }).fit(X, values);
    const error = meanAbsoluteError(values, await values1.predict(X));
    assert.ok(Math.abs((await values1.score(X, values)) - error) < 1e-12);
    const area = await by('rocAuc');
    const { rocAucScore } = await import('../src/metrics.js');
    assert.equal(
      await area.score(X, y),
      rocAucScore(y, await area.bestEstimator.decisionFunction(X), { positive: 'b' }),
    );
    const inside = (_, found) => found.filter((sign) => sign > 0).length / found.length;
    const region = new GridSearch(new OneClassSVM(), { nu: [0.1] }, { scoring: inside });
    await region.fit(X);
    assert.ok((await region.score(X, null)) > 0.8);
  });
});

describe('a search that goes on', { timeout: 900_000 }, () => {
  const points = { C: [0.1, 10], gamma: [0.1, 1] };
  const searches = {
    GridSearch: () => new GridSearch(new SVC(), points),
    RandomSearch: () => new RandomSearch(new SVC(), space, { candidates: 3 }),
    HalvingSearch: () => new HalvingSearch(new SVC(), points),
  };
  for (const [name, make] of Object.entries(searches)) {
    it(`refuses a second fit as a model does, ${name}`, async () => {
      const search = make();
      const going = search.fit(X, y);
      await fails(() => search.fit(X, y), { code: 'ERR_BUSY', message: /this search is being fitted already/ }); // prettier-ignore
      await fails(() => search.predict(X), { code: 'ERR_NOT_FITTED', message: /wait for it/ });
      await going;
      const { results } = await make().fit(X, y);
      const scores = (all) => all.map((row) => row.scores);
      assert.deepEqual(scores(search.results), scores(results));
      // What failed, or was aborted, is over.
      await assert.rejects(() => search.fit(X, y, { signal: AbortSignal.abort() }), { name: 'AbortError' }); // prettier-ignore
      await search.fit(X, y);
    });
  }

  it('refuses a fit in its onProgress, where calls block', () => {
    const search = new sync.GridSearch(new sync.SVC(), { C: [0.1, 10] });
    const codes = [];
    const onProgress = () => {
      try {
        search.fit(X, y);
      } catch ({ code }) {
        codes.push(code);
      }
    };
    search.fit(X, y, { onProgress });
    assert.deepEqual([...new Set(codes)], ['ERR_BUSY']);
  });

  it('does not see what setParams changes meanwhile', async () => {
    const model = new SVC();
    const search = new GridSearch(model, points);
    const going = search.fit(X, y);
    model.setParams({ kernel: 'linear' });
    await going;
    const same = await new GridSearch(new SVC(), points).fit(X, y);
    assert.deepEqual(search.results.map((row) => row.scores), same.results.map((row) => row.scores)); // prettier-ignore
    assert.equal(search.bestEstimator.getParams().kernel, 'rbf');
  });
});

describe('a search over the machines of a pipeline', () => {
  const { LinearSVC, KNeighborsClassifier, MinMaxScaler, StandardScaler, makePipeline } = maxmargin;
  const base = () => makePipeline(new StandardScaler(), new SVC());

  it('scores each as a pipeline with that machine, with any number of workers', async () => {
    const machines = [new SVC(), new LinearSVC(), new KNeighborsClassifier()];
    const of = (workers, scoring) =>
      new GridSearch(base(), { svc: machines }, { workers, scoring }).fit(X, y);
    for (const scoring of ['accuracy', 'rocAuc']) {
      const [one, two] = [await of(1, scoring), await of(2, scoring)];
      for (const [at, machine] of machines.entries()) {
        const alone = await crossValidate(makePipeline(new StandardScaler(), machine), X, y, { scoring }); // prettier-ignore
        assert.deepEqual(one.results[at].scores, alone.scores, String(machine));
        assert.deepEqual(two.results[at].scores, alone.scores, String(machine));
      }
      const best = machines[one.bestIndex];
      assert.equal(one.bestParams.svc, best);
      assert.match(String(one.bestEstimator), new RegExp(`svc: ${best.constructor.name}\\(`));
      assert.equal((await one.predict(X)).length, X.length);
      const here = new sync.GridSearch(
        sync.makePipeline(new sync.StandardScaler(), new sync.SVC()),
        { svc: [new sync.SVC(), new sync.LinearSVC(), new sync.KNeighborsClassifier()] },
        { scoring },
      ).fit(X, y);
      const scores = (search) => search.results.map((row) => row.scores);
      assert.deepEqual(scores(here), scores(one));
    }
  });

  it('takes options of each, other steps, functions of the caller, folds within folds and bytes', async () => {
    const grids = [
      { svc: [new SVC()], svc__C: [0.1, 1], svc__gamma: [0.1] },
      { svc: [new LinearSVC()], svc__C: [0.1, 1], standardscaler: [new MinMaxScaler()] },
    ];
    const share = (truth, found) => truth.filter((label, i) => label === found[i]).length;
    const scoring = { accuracy: 'accuracy', share };
    const make = () => new GridSearch(base(), grids, { scoring, refit: 'accuracy', nested: 3, folds: 3 }); // prettier-ignore
    let bytes;
    const search = await make().fit(X, y, { onProgress: ({ save }) => void (bytes ??= save()) });
    assert.deepEqual(search.results.map(({ complete }) => complete), [true, true, true, true]); // prettier-ignore
    for (const { measures } of search.results) {
      measures.share.scores.forEach((hits, f) => assert.ok(Math.abs(hits / 40 - measures.accuracy.scores[f]) < 1e-12)); // prettier-ignore
    }
    assert.ok(search.nested.scores.every((score) => score > 0.6));
    const again = await make().fit(X, y, { resume: bytes });
    assert.deepEqual(again.nested.scores, search.nested.scores);
    assert.match(String(search.results[2].standardscaler), /^MinMaxScaler/);
    const pruned = await new GridSearch(base(), grids, { prune: true, folds: 3 }).fit(X, y);
    assert.equal(pruned.bestIndex, search.bestIndex);
  });

  it('refuses what is no step, machines of another kind, and steps of what is fitted', async () => {
    const search = (grid) => () => new GridSearch(base(), grid).fit(X, y);
    await fails(search({ svc: [5] }), { code: 'ERR_TYPE', message: /step 'svc' is 5; pass a scaler or a machine/ }); // prettier-ignore
    await fails(search({ svc: [new SVR()] }), { argument: 'grid', message: /of classifiers, .*got 'SVR'/ }); // prettier-ignore
    await fails(search({ standardscaler: [new SVC()] }), { message: /must be the last one/ });
    await fails(search({ svc: [new LinearSVC()], svc__gamma: [1] }), {
      code: 'ERR_OPTION_UNKNOWN',
    });
    const fitted = await base().fit(X, y);
    await fails(() => fitted.setParams({ svc: new LinearSVC() }), { code: 'ERR_TYPE', message: /clone\(\)/ }); // prettier-ignore
    assert.equal((await fitted.predict(X)).length, X.length);
    const machine = new LinearSVC();
    const other = fitted.clone().setParams({ svc: machine, svc__C: 7 });
    assert.equal(other.getParams().svc__C, 7);
    assert.equal(machine.getParams().C, 1, 'a pipeline has its own copy');
    assert.ok((await (await other.fit(X, y)).score(X, y)) > 0.7);
    assert.equal(await (await maxmargin.load(await other.save())).score(X, y), await other.score(X, y)); // prettier-ignore
  });
});
