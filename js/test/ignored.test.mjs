/**
 * No argument is ignored in silence, and what is not defined stays so: settings of every method,
 * scores, searches, and rows of tables that lack a column.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { maxmargin, metrics, sync } from './support/maxmargin.mjs';
import { entry } from './support/project.mjs';

const { permutationImportance, report } = await import(entry('inspect.mjs'));
const { autoFit } = await import(entry('auto.mjs'));
const { readCsvChunks, scanImage } = await import(entry('data.mjs'));

/** What the console is told while something runs. */
const told = [];
before(() => sync.init());

const n = 36;
const rows = Array.from({ length: n }, (_, i) => [Math.sin(i * 2.3), Math.cos(i * 1.7), i % 5]);
const names = rows.map(([a, b]) => (a + b > 0 ? 'p' : 'n'));
const values = rows.map(([a, b, c]) => a - 2 * b + c / 5);
const ranks = rows.map((_, i) => 1 + (i % 3));
const weights = rows.map((_, i) => (i % 4) / 2);
const near = (got, want) => assert.ok(Math.abs(got - want) < 1e-9, `${got}, want ${want}`);

/** The machines of the package, each with what it is fitted to. */
function* machines(api) {
  for (const [name, Class] of Object.entries(api)) {
    const { prototype } = Class;
    if (typeof Class !== 'function' || !prototype?.getParams || !prototype.fit) continue;
    if (/Pipeline|ColumnTransformer|TransformedTarget|Vectorizer|FeatureMap|SetRanker/.test(name)) continue; // prettier-ignore
    if (prototype.fitSteps === undefined) continue;
    const ordered = /Ordinal|SVOR|CumulativeLink/.test(name);
    const y = 'classes' in prototype ? (ordered ? ranks : names) : prototype.score ? values : undefined; // prettier-ignore
    yield [name, Class, name === 'SelectKBest' ? names : y];
  }
}

describe('no setting is ignored', { timeout: 900_000 }, () => {
  it('every method of every machine refuses a setting that it does not know', async () => {
    const odd = { nonsense: 1 };
    let tried = 0;
    for (const [name, Class, y] of machines(sync)) {
      const X = /OneHot|OrdinalEncoder/.test(name) ? rows.map(([, , c]) => [c]) : rows;
      const model = new Class().fit(...(y ? [X, y] : [X]));
      const data = { fit: [X, y], partialFit: [X, y], score: [X, y], fitTransform: [X, y], diagnostics: [X, y], predictPairs: [X, [[0, 1]]], pairDecisionFunction: [X, [[0, 1]]] }; // prettier-ignore
      for (const method of [
        'fit',
        'partialFit',
        'predict',
        'decisionFunction',
        'predictProba',
        'transform',
        'inverseTransform',
        'fitTransform',
        'score',
        'scoreSamples',
        'diagnostics',
        'predictPairs',
        'pairDecisionFunction',
      ]) {
        // prettier-ignore
        if (typeof model[method] !== 'function') continue;
        const given = (data[method] ?? [X]).filter((list) => list !== undefined);
        assert.throws(() => model[method](...given, odd), { code: 'ERR_OPTION_UNKNOWN', argument: 'nonsense' }, `${name}.${method}`); // prettier-ignore
        tried++;
      }
    }
    assert.ok(tried > 250, `${tried} methods`);
  });

  it('a machine without y says so when it is given one, in every form', async () => {
    for (const [name, Class, y] of machines(sync)) {
      if (y) {
        const list = { code: 'ERR_TYPE', argument: 'settings', message: /sampleWeight/ };
        assert.throws(() => new Class().fit(rows, y, new Float64Array(n)), list, name);
        continue;
      }
      if (/Gaussian|Hidden/.test(name)) continue; // as vectorizers, they take y and need none
      for (const wrong of [names, Float64Array.from(values), new Set(names)]) {
        const takes = { code: 'ERR_TYPE', message: /takes no y; call fit\(X\), or fit\(X, {/ };
        assert.throws(() => new Class().fit(rows, wrong), takes, name);
        assert.throws(() => [...new Class().fitSteps(rows, wrong)], takes, name);
      }
    }
    const { KernelPCA, StandardScaler, makePipeline } = sync;
    assert.throws(() => makePipeline(new StandardScaler(), new KernelPCA()).fit(rows, names), /Pipeline learns from X alone/); // prettier-ignore
  });

  it('a machine without y takes its settings after an undefined y, too', () => {
    for (const [name, Class, y] of machines(sync)) {
      if (y) continue;
      const unknown = { code: 'ERR_OPTION_UNKNOWN', message: /no option 'nonsense'/ };
      assert.throws(() => new Class().fit(rows, undefined, { nonsense: 1 }), unknown, name);
      const inSteps = () => [...new Class().fitSteps(rows, undefined, { nonsense: 1 })];
      assert.throws(inSteps, unknown, name);
    }
    const { OneClassSVM, StandardScaler, makePipeline } = sync;
    const weighted = { sampleWeight: [1, 1, 1, 0] };
    const X = [[0], [1], [2], [50]];
    const means = [
      new StandardScaler().fit(X, undefined, weighted).mean,
      makePipeline(new StandardScaler(), new OneClassSVM()).fit(X, undefined, weighted).namedSteps
        .standardscaler.mean,
    ];
    assert.deepEqual(
      means.map(([mean]) => mean),
      [1, 1],
    ); // without weights: 13.25
    const [[first]] = [new StandardScaler().fitTransform(X, undefined, weighted)];
    near(first, -Math.sqrt(1.5));
    const names = { code: 'ERR_TYPE', message: /takes no y/ };
    assert.throws(() => new StandardScaler().fit(X, [1, 2, 1, 2], weighted), names);
  });

  it('conformal predictors refuse settings that they do not have', async () => {
    const { ConformalClassifier, SVC } = sync;
    const conformal = new ConformalClassifier(new SVC(), { level: 0.6 }).fit(rows, names);
    const unknown = { code: 'ERR_OPTION_UNKNOWN' };
    assert.throws(() => conformal.fit(rows, names, { sampleWeight: weights }), unknown);
    assert.throws(() => conformal.calibrate(rows, names, { nonsense: 1 }), unknown);
    assert.throws(() => conformal.predict(rows, { nonsense: 1 }), unknown);
    assert.throws(() => conformal.predictPValues(rows, { nonsense: 1 }), unknown);
  });

  for (const [way, api] of forms(import.meta.url)) {
    it(`score takes weights of rows, ${way}`, async () => {
      const { GridSearch, SVC, SVR, StandardScaler, TransformedTarget, makePipeline } = api;
      const { accuracyScore, rocAucScore, r2Score } = metrics;
      const given = { sampleWeight: weights };
      const svc = await new SVC({ C: 0.1 }).fit(rows, names);
      const want = accuracyScore(names, await svc.predict(rows), given);
      near(await svc.score(rows, names, given), want);
      const pipeline = await makePipeline(new StandardScaler(), new SVC({ C: 0.1 })).fit(rows, names); // prettier-ignore
      near(await pipeline.score(rows, names, given), accuracyScore(names, await pipeline.predict(rows), given)); // prettier-ignore
      const svr = await new TransformedTarget(new SVR(), { transformer: 'standard' }).fit(rows, values); // prettier-ignore
      near(await svr.score(rows, values, given), r2Score(values, await svr.predict(rows), given));
      const search = await new GridSearch(new SVC(), { C: [0.01, 1] }, { scoring: 'rocAuc' }).fit(rows, names); // prettier-ignore
      const f = await search.bestEstimator.decisionFunction(rows);
      near(await search.score(rows, names, given), rocAucScore(names, f, given));
      await fails(() => search.score(rows, names, { nonsense: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
      await fails(() => svc.score(rows, names, { sampleWeight: [1] }), { code: 'ERR_SHAPE' });
    });

    it(`an onProgress that returns a promise is refused, ${way}`, async () => {
      const wrong = { code: 'ERR_TYPE', argument: 'onProgress', message: /without async/ };
      const grid = new api.GridSearch(new api.SVC(), { C: [1, 2] });
      const watch = { onProgress: () => Promise.reject(new Error('nobody waits for it')) };
      await fails(() => grid.fit(rows, names, watch), wrong);
      const stump = new api.DecisionTreeClassifier({ maxDepth: 1 });
      const hard = rows.map((_, i) => i % 2); // no stump is right about all of these
      await fails(() => new api.BoostedClassifier(stump).fit(rows, hard, watch), wrong);
    });

    it(`a model behind a Proxy, or a method without one, says so, ${way}`, async () => {
      const model = await new api.SVC().fit(rows, names);
      const { predict } = model;
      for (const call of [() => new Proxy(model, {}).predict(rows), () => predict(rows)]) {
        await fails(async () => call(), { code: 'ERR_TYPE', message: /Proxy.*markRaw/ });
      }
      const search = await new api.GridSearch(new api.SVC(), { C: [1] }).fit(rows, names);
      await fails(async () => new Proxy(search, {}).predict(rows), { message: /Proxy/ });
    });
  }
});

describe('an onProgress with async, where calls return promises', { timeout: 900_000 }, () => {
  const onProgress = () => Promise.reject(new Error('mine'));

  it('is refused by autoFit', async () => {
    const wrong = { code: 'ERR_TYPE', argument: 'onProgress', message: /without async/ };
    await fails(() => autoFit(rows, names, { maxFits: 2, onProgress }), wrong);
  });

  it('is awaited by readers in chunks and by scans of images', async () => {
    const read = (watch) => readCsvChunks('a,b\n1,2\n3,4\n', { onProgress: watch }).next();
    await assert.rejects(() => read(onProgress), { message: 'mine' });
    await assert.rejects(() => read(async () => false), { code: 'ERR_STOPPED' });
    const image = { width: 8, height: 8, data: new Float64Array(64) };
    const model = { classes: [0, 1], decisionFunction: async ({ length }) => new Float64Array(length) }; // prettier-ignore
    const scan = (watch) => scanImage(image, model, { width: 4, onProgress: watch });
    await assert.rejects(() => scan(onProgress), { message: 'mine' });
    await assert.rejects(() => scan(async () => false), { code: 'ERR_STOPPED' });
  });
});

describe('what is not defined is not a number', { timeout: 900_000 }, () => {
  const warned = async (work) => {
    told.length = 0;
    await sync.init({ onWarning: ({ code }) => told.push(code) });
    try {
      return [await work(), [...told]];
    } finally {
      await sync.init({ onWarning: () => {} });
    }
  };

  it('R2 of one row is NaN, and leave-one-out names another measure', async () => {
    const { GridSearch, SVR, crossValidate, learningCurve, validationCurve } = sync;
    assert.ok(Number.isNaN(metrics.r2Score([2], [3])));
    assert.ok(Number.isNaN(metrics.explainedVarianceScore([2], [9])));
    assert.ok(Number.isNaN(metrics.r2Score([2, 1], [3, 1], { sampleWeight: [1, 0] })));
    assert.ok(Number.isNaN(new SVR().fit(rows, values).score([rows[0]], [values[0]])));
    const [cv, codes] = await warned(() => crossValidate(new SVR(), rows, values, { folds: n }));
    assert.ok(Number.isNaN(cv.mean) && cv.scores.every(Number.isNaN));
    assert.deepEqual(codes, ['WARN_UNDEFINED_SCORE']);
    const search = (folds, scoring) => new GridSearch(new SVR(), { C: [1e-4, 100] }, { folds, ...(scoring && { scoring }) }).fit(rows, values); // prettier-ignore
    await fails(() => search(n), { code: 'ERR_NUMERIC', argument: 'scoring', message: /r2 is not defined .* 'meanSquaredError'/ }); // prettier-ignore
    assert.deepEqual(search(n, 'meanSquaredError').bestParams, { C: 100 });
    for (const scoring of ['ndcg', 'kendallTau'])
      await fails(() => search(n, scoring), { code: 'ERR_NUMERIC', argument: 'scoring', message: /Use fewer folds, or larger groups/ }); // prettier-ignore
    for (const curve of [
      () => learningCurve(new SVR(), rows, values, { folds: n, trainSizes: [1] }),
      () => validationCurve(new SVR(), rows, values, { folds: n, option: 'C', values: [1] }),
    ]) {
      const [{ rows: points }, said] = await warned(curve);
      assert.ok(points.every(({ mean }) => Number.isNaN(mean)));
      assert.deepEqual(said, ['WARN_UNDEFINED_SCORE']);
    }
  });

  it('a search whose points are all alike says that it took the first', async () => {
    const { GridSearch, HalvingSearch, RandomSearch, SVC } = sync;
    const X = [[-9], [-8], [-7], [7], [8], [9]].flatMap((x) => [x, x]);
    const y = X.map(([v]) => (v > 0 ? 'a' : 'b'));
    for (const search of [
      new GridSearch(new SVC(), { C: [1, 2] }, { folds: 2 }),
      new RandomSearch(new SVC(), { C: { uniform: [1, 2] } }, { folds: 2, candidates: 3 }),
      new HalvingSearch(new SVC(), { C: [1, 2, 3] }, { folds: 2 }),
    ]) {
      const [, codes] = await warned(() => search.fit(X, y));
      assert.ok(codes.includes('WARN_EQUAL_SCORES'), String(codes));
    }
    const [, none] = await warned(() => new GridSearch(new SVC(), { C: [1e-6, 1] }, { folds: 2 }).fit(rows, names)); // prettier-ignore
    assert.ok(!none.includes('WARN_EQUAL_SCORES'));
  });

  it('warnings about scores name the score that was used', async () => {
    const { GridSearch, MinMaxScaler, RankSVC, SVC, SVR, crossValidate, makePipeline } = sync;
    const said = async (work) => {
      const messages = [];
      await sync.init({ onWarning: ({ code, message }) => /SCORE/.test(code) && messages.push(message) }); // prettier-ignore
      try {
        await work();
      } finally {
        await sync.init({ onWarning: () => {} });
      }
      assert.equal(messages.length, 1, messages.join());
      return messages[0];
    };
    const X = Array.from({ length: 12 }, (_, i) => [i]);
    const y = X.map(([v]) => v);
    const classes = X.map(([v]) => (v < 6 ? 'a' : 'b'));
    const tie = (model, scoring) => said(() => new GridSearch(model, [{}, {}], { folds: 2, ...scoring }).fit(X, model instanceof SVC ? classes : y)); // prettier-ignore
    const ranker = new RankSVC({ kernel: 'linear' });
    const piped = makePipeline(new MinMaxScaler(), ranker);
    const sameForAll = () => 1;
    for (const [model, scoring, name] of [
      [ranker, {}, 'score of RankSVC'],
      [piped, {}, 'score of RankSVC'],
      [new SVR(), {}, 'r2'],
      [new SVC(), {}, 'accuracy'],
      [new SVC(), { scoring: 'balancedAccuracy' }, 'balancedAccuracy'],
      [new SVC(), { scoring: sameForAll }, 'sameForAll'],
    ])
      assert.match(await tie(model, scoring), new RegExp(`have the same ${name}, `));
    for (const [model, name] of [
      [ranker, 'score of RankSVC'],
      [piped, 'score of RankSVC'],
      [new SVR(), 'r2'],
    ]) {
      const message = await said(() => crossValidate(model, X, y, { folds: X.length }));
      assert.ok(message.startsWith(`${name} is not defined`), message);
    }
  });

  it('a fold may lack a class, or a rank', async () => {
    const { SVC, SVOR, crossValidate } = sync;
    const X = Array.from({ length: 30 }, (_, i) => [i]);
    const y = X.map((_, i) => (i < 14 ? 1 : i < 28 ? 2 : i < 29 ? 3 : 4));
    const options = { folds: 5, scoring: 'meanAbsoluteError' };
    const order = [1, 2, 3, 4];
    const [cv, codes] = await warned(() => crossValidate(new SVOR({ kernel: 'linear', order }), X, y, options)); // prettier-ignore
    assert.ok(cv.mean < 0.3 && cv.complete, cv.mean);
    assert.deepEqual(codes, ['WARN_FOLD_LACKS_CLASS']);
    // Weights by class are those of the classes that are there.
    const weighted = new SVC({ kernel: 'linear', classWeight: { 1: 1, 2: 1, 3: 50, 4: 2 } });
    const [own] = await warned(() => crossValidate(weighted, X, y, { folds: 5 }));
    own.folds.forEach(({ train, test }, f) => {
      const there = train.filter(() => true);
      const part = (list, at) => Array.from(at, (i) => list[i]);
      const labels = part(y, there);
      const classWeight = Object.fromEntries(Object.entries({ 1: 1, 2: 1, 3: 50, 4: 2 }).filter(([label]) => labels.includes(Number(label)))); // prettier-ignore
      const model = new SVC({ kernel: 'linear', classWeight }).fit(part(X, there), labels);
      near(own.scores[f], metrics.accuracyScore(part(y, test), model.predict(part(X, test))));
    });
    // So may folds that the caller gives, as those of published partitions: without 4, and without 3.
    const rowsLike = (keep) => Array.from(y, (_, i) => i).filter(keep);
    const given = [3, 4].map((rank) => ({
      train: rowsLike((i) => i % 3 > 0 && y[i] !== rank),
      test: rowsLike((i) => i % 3 === 0 || y[i] === rank),
    }));
    for (const Machine of [SVC, SVOR]) {
      const settings = { folds: given, scoring: 'meanAbsoluteError' };
      const [{ scores }] = await warned(() => crossValidate(new Machine(), X, y, settings));
      given.forEach(({ train, test }, f) => {
        const part = (list, at) => at.map((i) => list[i]);
        const told = new Machine().fit(part(X, train), part(y, train)).predict(part(X, test));
        near(Math.abs(scores[f]), metrics.meanAbsoluteError(part(y, test), told));
      });
    }
  });

  it('adaptiveWidth passes over widths without an error', async () => {
    const X = [[0], [1], [2], [3], [4], [5]];
    const y = ['a', 'b', 'a', 'b', 'a', 'b'];
    const model = new sync.SVC({ C: Infinity });
    const { gamma, error } = sync.adaptiveWidth(model, X, y, { gammas: [1e-12, 1, 4] });
    assert.ok(gamma > 1e-6 && Number.isFinite(error), `${gamma} ${error}`);
  });

  it('a scaler solves no problem, so that it has no objective and no gap', async () => {
    const { fitInfo } = new sync.StandardScaler().fit(rows);
    assert.ok(Number.isNaN(fitInfo.objective) && Number.isNaN(fitInfo.gap));
  });
});

describe('one row of a table', { timeout: 900_000 }, () => {
  const people = rows.map(([a, b], i) => ({ sex: i % 2 ? 'f' : 'm', age: i % 5 ? a : null, fare: b, note: `word${i % 3} and more text` })); // prettier-ignore
  const model = () => sync.makeTablePipeline(new sync.SVC()).fit(people, names);

  it('may lack columns, as one of several may', () => {
    const fitted = model();
    for (const lacking of [
      { sex: 'm', fare: 1 },
      { age: 2 },
      { sex: 'f', age: NaN, fare: undefined, note: null },
    ]) {
      // prettier-ignore
      const [alone] = fitted.decisionFunction([lacking]);
      const [beside] = fitted.decisionFunction([lacking, people[1]]);
      assert.equal(alone, beside);
    }
    const [change] = sync.nearestChange(fitted, [{ sex: 'm', age: 1, note: 'word1' }], {}).changes ?? [{}]; // prettier-ignore
    assert.ok(change);
  });

  it('has clear errors where it cannot', () => {
    const fitted = model();
    assert.throws(() => fitted.predict({ sex: 'f', age: [3] }), { code: 'ERR_TYPE', message: /one row in an array, too: \[{ sex: 'f'/ }); // prettier-ignore
    assert.throws(() => fitted.predict([{ other: 1 }]), { code: 'ERR_SHAPE', message: /has no column .*pass all of them/ }); // prettier-ignore
    assert.throws(() => fitted.predict({ age: [1] }), { code: 'ERR_SHAPE', message: /has no column/ }); // prettier-ignore
    assert.throws(() => fitted.predict([new Map([['age', 3]])]), { code: 'ERR_TYPE', message: /X\[0\] is a Map; .*Object.fromEntries/ }); // prettier-ignore
    assert.throws(() => fitted.predict([{ age: '' }]), /X\[0, age\] is '', which is not a number/);
    const blank = people.map((row, i) => (i === 3 ? { ...row, fare: '' } : row));
    assert.throws(() => sync.makeTablePipeline(new sync.SVC()).fit(blank, names), { code: 'ERR_TYPE', message: /X\[3, fare\] is '', but other values of the column are numbers; correct it, write a gap as null, or say types/ }); // prettier-ignore
    const plain = new sync.SVC().fit(people.map(({ fare }, i) => ({ fare, b: i })), names); // prettier-ignore
    assert.throws(() => plain.predict({ fare: 1, b: [2] }), { code: 'ERR_TYPE', message: /one row in an array/ }); // prettier-ignore
    assert.throws(() => plain.predict([{ fare: 1 }]), { code: 'ERR_SHAPE', message: /no column 'b'/ }); // prettier-ignore
    assert.equal(plain.predict([{ fare: 1, b: 2, c: 3 }]).length, 1);
    assert.throws(() => new sync.SVC().fit(rows, names).predict([1, 2, 3]), { code: 'ERR_TYPE', message: /one row in an array/ }); // prettier-ignore
  });
});

describe('importance and reports', { timeout: 900_000 }, () => {
  it('permutationImportance takes weights, and measures by name, as a search does', async () => {
    const { GridSearch, LinearSVC, SVR } = maxmargin;
    const svr = await new SVR({ kernel: 'linear' }).fit(rows, values);
    const half = values.map((_, i) => Number(i < n / 2));
    const weighted = await permutationImportance(svr, rows, values, { sampleWeight: half });
    near(weighted.baseline, metrics.r2Score(values, await svr.predict(rows), { sampleWeight: half })); // prettier-ignore
    const classifier = new LinearSVC({ loss: 'logistic', probability: 'sigmoid' });
    for (const scoring of ['rocAuc', 'logLoss', 'f1', 'balancedAccuracy', 'averagePrecision']) {
      const search = await new GridSearch(classifier, { C: [1] }, { scoring, folds: 2 }).fit(rows, names); // prettier-ignore
      const found = await permutationImportance(search.bestEstimator, rows, names, { scoring });
      near(found.baseline, await search.score(rows, names));
      assert.ok(found.means[0] > 0, `${scoring}: ${found.means}`);
      const own = await permutationImportance(search, rows, names);
      assert.deepEqual(own.means, found.means);
    }
    await fails(() => permutationImportance(svr, rows, values, { scoring: 'r_2' }), { code: 'ERR_OPTION', message: /did you mean 'r2'/ }); // prettier-ignore
  });

  it('a report is about the measure of its search, and lists the options that were changed', async () => {
    const { GridSearch, SVC, makeTablePipeline } = maxmargin;
    const people = rows.map(([a, b], i) => ({ a, b, s: i % 2 ? 'x' : 'y' }));
    const search = new GridSearch(makeTablePipeline(new SVC()), { svc__C: [1, 7] }, { scoring: 'rocAuc' }); // prettier-ignore
    await search.fit(people, names);
    search.bestEstimator.setParams({ svc__C: 7 });
    const { json } = await report(search, people, names, { samples: 10, repeats: 1 });
    assert.equal(json.importance.of, 'rocAuc');
    const [table, svc] = json.model.steps.map(({ options }) => options.filter(({ changed }) => changed).map(({ name }) => name)); // prettier-ignore
    assert.ok(table.length > 0 && table.length < 6, String(table));
    assert.deepEqual(svc, ['C']);
  });
});

describe('hints', () => {
  it('names of other libraries are understood', () => {
    const { GridSearch, SVC, StandardScaler, crossValidate, makePipeline } = sync;
    const pipeline = makePipeline(new StandardScaler(), new SVC());
    for (const [call, hint] of [
      [() => new GridSearch(new SVC(), { C: [1] }, { cv: 5 }), /did you mean 'folds'/],
      [() => new SVC({ random_state: 1 }), /did you mean 'seed'/],
      [() => new SVC({ randomState: 1 }), /did you mean 'seed'/],
      [() => new GridSearch(pipeline, { C: [1] }), /did you mean 'svc__C'/],
      [() => pipeline.setParams({ svc__CC: 1 }), /did you mean 'svc__C'/],
      [() => new GridSearch(new SVC(), { gama: [1] }), /did you mean 'gamma'/],
      [() => new GridSearch(new SVC(), { C: ['a'] }), /C must be a number/],
      [() => new SVC({ kernel: { kernel: 'rbf', gama: 3 } }), /did you mean 'gamma'/],
      [() => crossValidate(new SVC(), rows, names, { scoring: 'roc_auc' }), /did you mean 'rocAuc'/], // prettier-ignore
    ]) {
      assert.throws(call, { message: hint });
    }
  });
});
