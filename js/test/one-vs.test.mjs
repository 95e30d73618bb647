/** One classifier for each class, each pair of classes or each label, and measures of several labels. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { bothForms, forms } from './support/forms.mjs';
import { blobs } from './support/data.mjs';
import { maxmargin, metrics, sync } from './support/maxmargin.mjs';

before(() => sync.init());

const golden = JSON.parse(readFileSync(new URL('golden/one-vs.json', import.meta.url), 'utf8'));
const close = (found, expected, tolerance = 1e-12) => {
  const [a, b] = [found, expected].map((list) => [list].flat(2).flatMap((v) => (ArrayBuffer.isView(v) ? [...v] : v))); // prettier-ignore
  assert.equal(a.length, b.length);
  a.forEach((v, i) => assert.ok(Math.abs(v - b[i]) <= tolerance, `${i}: ${v}, not ${b[i]}`));
};

/** Lists of the labels that indicator rows have. */
const listed = (rows) => rows.map((row) => row.flatMap((mark, c) => (mark ? [c] : [])));

describe(`one against others, as ${golden.tool} has it`, () => {
  const machines = {
    SVC: (m) => new m.SVC({ C: 2, gamma: 0.5, tol: 1e-9 }),
    LogisticRegression: (m) => new m.LinearSVC({ loss: 'logistic', interceptPenalty: false, tol: 1e-10 }), // prettier-ignore
  };
  for (const [form, m] of forms(import.meta.url)) {
    for (const { kind, machine, several, classes, y, predicted, ...expected } of golden.models) {
      it(`${kind} of ${machine}, ${classes} ${several ? 'labels' : 'classes'}, ${form}`, async () => {
        const model = await new m[kind](machines[machine](m)).fit(golden.X, y);
        const found = await model.predict(golden.test);
        assert.deepEqual(found, several ? listed(predicted) : predicted);
        assert.equal(await model.score(golden.test, predicted), 1);
        let values = await model.decisionFunction(golden.test);
        assert.deepEqual(values.shape, several || classes > 2 ? [25, classes] : [25]);
        // Of a single pair, scikit-learn's value has its vote, too.
        if (kind === 'OneVsOneClassifier' && classes === 2)
          values = values.map((v) => Number(v > 0) + v / (3 * (Math.abs(v) + 1)));
        close(values, expected.decision, 1e-5);
        if (!expected.probability) return;
        const shares = await model.predictProba(golden.test);
        close(shares, expected.probability, 1e-5);
        assert.deepEqual(shares.shape, [25, classes]);
      });
    }
  }
});

describe('one against others', { timeout: 600_000 }, () => {
  const { X, y } = blobs({ n: 90, k: 3, apart: 1.5, seed: 5 });
  const names = y.map((c) => 'abc'[c]);

  it('answers while it is fitted anew, of the one fit or the other, and refuses a third', async () => {
    const m = maxmargin;
    const { LinearSVC, SVC } = m;
    for (const model of [
      new m.OneVsRestClassifier(new SVC()),
      new m.OneVsOneClassifier(new SVC()),
      new m.BoostedClassifier(new LinearSVC(), { nEstimators: 4 }),
    ]) {
      // prettier-ignore
      await model.fit(X, names);
      const before = await model.predict(X);
      const others = names.map((name) => name.toUpperCase());
      const again = model.fit(X, others);
      await fails(() => model.fit(X, names), { code: 'ERR_BUSY', message: /is being fitted already/ }); // prettier-ignore
      const asked = [];
      let done = false;
      const end = again.then(() => (done = true));
      while (!done) {
        asked.push(
          model.predict(X),
          model.decisionFunction(X).then(() => before),
        );
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      await end;
      const after = await model.predict(X);
      assert.deepEqual(model.classes, ['A', 'B', 'C']);
      for (const found of await Promise.all(asked)) {
        assert.ok([before, after].some((one) => one.every((label, i) => label === found[i])));
      }
      await fails(() => model.fit(X, names.slice(1)), { code: 'ERR_SHAPE' });
      assert.deepEqual(await model.predict(X), after, 'one that failed changes nothing');
      await model.fit(X, names);
      assert.deepEqual(await model.predict(X), before);
    }
  });

  it('gives what SVC gives with multiClass', () => {
    const options = { C: 3, gamma: 1, tol: 1e-9 };
    const whole = new sync.SVC({ ...options, multiClass: 'ovr' }).fit(X, names);
    const rest = new sync.OneVsRestClassifier(new sync.SVC(options)).fit(X, names);
    assert.deepEqual(rest.predict(X), whole.predict(X));
    close(rest.decisionFunction(X), whole.decisionFunction(X, { shape: 'ovr' }), 1e-6);
    assert.equal(rest.score(X, names), whole.score(X, names));
    const pairs = new sync.SVC({ ...options, multiClass: 'ovo' }).fit(X, names);
    const one = new sync.OneVsOneClassifier(new sync.SVC(options)).fit(X, names);
    assert.equal(one.estimators.length, 3);
    const values = pairs.decisionFunction(X, { shape: 'ovo' });
    one.estimators.forEach((member, at) => {
      const own = values.filter((_, i) => i % 3 === at); // positive for the first of a pair
      close(member.decisionFunction(X), own.map((v) => -v), 1e-6); // prettier-ignore
    });
    assert.deepEqual(one.classes, ['a', 'b', 'c']);
  });

  it('weights of rows go to the rows of each member', () => {
    const twice = [...X, ...X.slice(0, 40)];
    const weights = X.map((_, i) => (i < 40 ? 2 : 1));
    for (const Class of [sync.OneVsRestClassifier, sync.OneVsOneClassifier]) {
      const make = () => new Class(new sync.SVC({ gamma: 1, tol: 1e-10 }));
      const weighed = make().fit(X, names, { sampleWeight: weights });
      const repeated = make().fit(twice, [...names, ...names.slice(0, 40)]);
      close(weighed.decisionFunction(X), repeated.decisionFunction(X), 1e-6);
      const right = weighed.predict(X).map((label, i) => +(label === names[i]));
      const share = right.reduce((s, v, i) => s + v * weights[i], 0) / 130;
      close(weighed.score(X, names, { sampleWeight: weights }), share);
    }
  });

  for (const [form, m] of bothForms) {
    it(`is copied, saved and searched, with a pipeline inside, ${form}`, async () => {
      const inner = m.makePipeline(new m.StandardScaler(), new m.SVC({ probability: 'sigmoid' }));
      const sets = names.map((name, i) => (i % 2 ? [name, 'x'] : name === 'a' ? [] : [name]));
      for (const [Class, target] of [
        [m.OneVsRestClassifier, names],
        [m.OneVsRestClassifier, names.map((name) => name === 'a')],
        [m.OneVsRestClassifier, sets],
        [m.OneVsRestClassifier, sets.map((list) => [...list, 'always'])],
        [m.OneVsOneClassifier, y],
      ]) {
        const model = await new Class(inner).fit(X, target);
        const again = await m.load(JSON.parse(JSON.stringify(model)), { classes: [Class] });
        assert.ok(again instanceof Class);
        assert.deepEqual(again.classes, model.classes);
        assert.deepEqual(await again.predict(X), await model.predict(X));
        if (model.predictProba) assert.deepEqual(await again.predictProba(X), await model.predictProba(X)); // prettier-ignore
        assert.equal(again.getParams().estimator__svc__C, 1);
        const other = model.clone().setParams({ estimator__svc__C: 7 });
        assert.equal(other.estimator.getParams().svc__C, 7);
        assert.equal(model.getParams().estimator__svc__C, 1);
        await fails(() => other.predict(X), { code: 'ERR_NOT_FITTED' });
        const unfitted = await m.load(JSON.parse(JSON.stringify(other)));
        assert.equal(unfitted.getParams().estimator__svc__C, 7);
        await fails(() => unfitted.predict(X), { code: 'ERR_NOT_FITTED' });
      }
      const search = new m.GridSearch(new m.OneVsRestClassifier(inner), { estimator__svc__gamma: [1e5, 0.5] }, { folds: 3 }); // prettier-ignore
      assert.deepEqual((await search.fit(X, names)).bestParams, { estimator__svc__gamma: 0.5 });
    });
  }

  it('learns several labels as one machine for each', () => {
    const sets = X.map(([a, b]) => [...(a > 0 ? ['right'] : []), ...(b > 0 ? ['up'] : [])]);
    const model = new sync.OneVsRestClassifier(new sync.SVC({ tol: 1e-9 })).fit(X, sets);
    assert.deepEqual(model.classes, ['right', 'up']);
    const right = new sync.SVC({ tol: 1e-9 }).fit(X, sets.map((list) => +list.includes('right'))); // prettier-ignore
    close(model.estimators[0].decisionFunction(X), right.decisionFunction(X), 0);
    const matrix = sets.map((list) => model.classes.map((label) => +list.includes(label)));
    const flat = { data: Float64Array.from(matrix.flat()), rows: X.length, cols: 2 };
    for (const form of [
      matrix,
      flat,
      matrix.map((row) => Uint8Array.from(row)),
      matrix.map((row) => row.map(Boolean)),
    ]) {
      // prettier-ignore
      const other = new sync.OneVsRestClassifier(new sync.SVC({ tol: 1e-9 })).fit(X, form);
      assert.deepEqual(other.classes, [0, 1]);
      assert.deepEqual(other.predict(X), model.predict(X).map((list) => list.map((label) => model.classes.indexOf(label)))); // prettier-ignore
      assert.equal(other.score(X, form), model.score(X, sets));
    }
    assert.equal(model.score(X, sets), metrics.accuracyScore(sets, model.predict(X)));
    const scored = sync.crossValidate(model, X, sets, { folds: 3 });
    assert.ok(scored.mean > 0.8 && scored.scores.length === 3, `${scored.mean}`);
    const f1 = (truth, found) => metrics.f1Score(truth, found, { average: 'micro' });
    const by = sync.crossValidate(model, X, sets, { folds: 3, scoring: f1 });
    assert.ok(by.mean > scored.mean, `${by.mean}`);
    const named = sync.crossValidate(model, X, sets, { folds: 3, scoring: 'f1Micro' });
    close(named.scores, by.scores);
  });

  it('is stopped and aborted as a whole', async () => {
    const { X: many, y: labels } = blobs({ n: 2000, k: 3 });
    const hard = labels.map((c, i) => (i * 7919) % 3);
    const model = new maxmargin.OneVsRestClassifier(new maxmargin.SVC({ C: 1e4, gamma: 10, tol: 1e-6 })); // prettier-ignore
    const fractions = [];
    await model.fit(many, hard, { onProgress: ({ fraction }) => fractions.push(fraction) < 3 });
    assert.equal(model.converged, false);
    assert.equal((await model.predict(many)).length, 2000);
    assert.equal(fractions.length, 3);
    const controller = new AbortController();
    const before = model.estimators;
    const fit = model.fit(many, hard, { signal: controller.signal, onProgress: () => controller.abort() }); // prettier-ignore
    await assert.rejects(fit, { name: 'AbortError' });
    assert.deepEqual(model.estimators, before);
    model.dispose();
  });

  it('takes a classifier of one’s own', () => {
    class Threshold {
      fit(rows, marks) {
        const mean = (mark) => {
          const own = rows.filter((_, i) => marks[i] === mark);
          return own.reduce((sum, row) => sum + row[0], 0) / own.length;
        };
        [this.low, this.high] = [mean(0), mean(1)];
        return this;
      }
      decisionFunction(rows) {
        return rows.map(([v]) => Math.abs(v - this.low) - Math.abs(v - this.high));
      }
      predict(rows) {
        return this.decisionFunction(rows).map((v) => +(v > 0));
      }
      getParams() {
        return {};
      }
      setParams() {
        return this;
      }
    }
    const rows = [[0], [1], [10], [11], [20], [21]];
    const labels = [1, 1, 2, 2, 3, 3];
    const model = new sync.OneVsOneClassifier(new Threshold()).fit(rows, labels);
    assert.deepEqual(model.predict(rows), labels);
    assert.throws(() => model.toJSON(), { name: 'MaxMarginError', argument: 'estimator' });
  });

  it('says what is wrong', async () => {
    const { OneVsRestClassifier: Rest, OneVsOneClassifier: One, SVC } = sync;
    const rest = new Rest(new SVC());
    await fails(() => new Rest(), { code: 'ERR_TYPE', argument: 'estimator' });
    await fails(() => new Rest(new sync.SVR()), { code: 'ERR_TYPE', argument: 'estimator', message: /predictProba/ }); // prettier-ignore
    await fails(() => new Rest(new maxmargin.SVC()), { code: 'ERR_TYPE', message: /other entry|another entry/ }); // prettier-ignore
    await fails(() => rest.predict(X), { code: 'ERR_NOT_FITTED' });
    await fails(() => rest.score(X, y), { code: 'ERR_NOT_FITTED' });
    await fails(() => rest.fit(X, y.slice(1)), { code: 'ERR_SHAPE', argument: 'y' });
    await fails(
      () =>
        rest.fit(
          X,
          names.map(() => 'a'),
        ),
      { code: 'ERR_ONE_CLASS' },
    );
    await fails(
      () =>
        rest.fit(
          X,
          names.map(() => []),
        ),
      { code: 'ERR_ONE_CLASS' },
    );
    await fails(() => rest.fit(X, names.map((name, i) => (i ? name : [name]))), { code: 'ERR_TYPE', message: /y\[1\]/ }); // prettier-ignore
    await fails(
      () =>
        rest.fit(
          X,
          names.map(() => ['a', 1]),
        ),
      { code: 'ERR_TYPE' },
    );
    await fails(() => rest.fit(X, [['a'], ['b']]), { code: 'ERR_SHAPE', argument: 'y' });
    await fails(() => rest.fit(X, { data: [1, 2, 0, 1], rows: 2, cols: 2 }), { code: 'ERR_TYPE', message: /0 and 1/ }); // prettier-ignore
    await fails(() => rest.fit(X, names, { nonsense: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
    await fails(() => rest.setParams({ estimator__D: 1 }), { code: 'ERR_OPTION_UNKNOWN', argument: 'estimator__D' }); // prettier-ignore
    await fails(() => rest.setParams({ C: 1 }), { code: 'ERR_OPTION_UNKNOWN', message: /estimator__C/ }); // prettier-ignore
    await fails(() => rest.setParams(1), { code: 'ERR_TYPE' });
    await fails(() => new One(new SVC()).fit(X, names.map((name) => [name])), { code: 'ERR_TYPE', message: /OneVsRest/ }); // prettier-ignore
    rest.fit(X, names);
    await fails(() => rest.predict(X, { nonsense: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
    await fails(() => rest.predict([[1]]), { code: 'ERR_FEATURE_COUNT' });
    await fails(() => rest.score(X, y), { code: 'ERR_TYPE' });
    await fails(() => rest.predictProba(X), { message: /probability/ });
    const json = JSON.parse(JSON.stringify(rest));
    for (const forged of [
      { ...json, members: json.members.slice(1) },
      { ...json, members: [1, ...json.members.slice(1)] },
      { ...json, members: 'none' },
      { ...json, classes: { kind: 'object', labels: ['a', 'b', 'c'], several: false } },
      { ...json, classes: { ...json.classes, labels: ['a', 'b'] } },
      { ...json, classes: undefined },
      { ...json, estimator: undefined },
    ]) {
      await fails(() => sync.load(forged), { code: 'ERR_FORMAT' });
    }
    await fails(() => sync.load(json, { classes: [sync.SVR] }), { code: 'ERR_CLASS_MISSING' });
  });
});

describe(`measures of several labels by name, as ${golden.tool} has them`, () => {
  const { y, folds, scores, ...searched } = golden.scored;
  const flat = { data: Uint8Array.from(y.flat()), rows: y.length, cols: 3 };
  const lists = listed(y);
  const words = lists.map((list) => list.map((c) => ['sea', 'sun', 'wind'][c]));
  const ours = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  const scoring = Object.keys(scores).map(ours);
  const machine = (m) => new m.OneVsRestClassifier(new m.SVC({ C: 2, gamma: 0.5, tol: 1e-9 }));

  for (const [form, m] of bothForms) {
    it(`crossValidate, ${form}`, async () => {
      for (const target of [y, flat, lists, words]) {
        const { measures } = await m.crossValidate(machine(m), golden.X, target, {
          folds,
          scoring,
        });
        for (const [name, expected] of Object.entries(scores)) {
          close(measures[ours(name)].scores, expected);
          const better = measures[ours(name)].verdict === 'better than guessing';
          assert.equal(better, !name.startsWith('recall')); // nothing has more than all labels
        }
      }
    });

    it(`a search, its score and curves, ${form}`, async () => {
      const grid = { estimator__gamma: [1e3, 0.5, 1e-3] };
      for (const [target, truth] of [
        [y, searched.scored],
        [words, listed(searched.scored).map((list) => list.map((c) => ['sea', 'sun', 'wind'][c]))],
      ]) {
        // prettier-ignore
        const search = new m.GridSearch(machine(m), grid, { folds, scoring: 'f1Macro' });
        await search.fit(golden.X, target);
        close(search.results.map(({ mean }) => mean), searched.means); // prettier-ignore
        assert.deepEqual(search.bestParams, { estimator__gamma: 0.5 });
        close(await search.score(golden.test, truth), searched.score);
      }
      const how = { folds, scoring: 'f1Macro', option: 'estimator__gamma', values: grid.estimator__gamma }; // prettier-ignore
      const curve = await m.validationCurve(machine(m), golden.X, words, how);
      close(curve.rows.map(({ mean }) => mean), searched.means); // prettier-ignore
      const { rows } = await m.learningCurve(machine(m), golden.X, y, { folds, scoring: 'f1Macro', trainSizes: [1] }); // prettier-ignore
      close(rows.map(({ mean }) => mean), [searched.means[1]]); // prettier-ignore
    });

    it(`what guessing scores, ${form}`, async () => {
      const names = ['accuracy', 'hammingLoss', 'f1Macro', 'precisionMicro', 'rocAuc', 'coverageError']; // prettier-ignore
      const { measures } = await m.crossValidate(machine(m), golden.X, words, { folds, scoring: names }); // prettier-ignore
      const best = (of, greater) => {
        const all = [[], ['sea'], ['sun'], ['wind'], ['sea', 'sun'], ['sea', 'wind'], ['sun', 'wind'], ['sea', 'sun', 'wind']]; // prettier-ignore
        const scored = all.map((list) => of(words, words.map(() => list))); // prettier-ignore
        return all[scored.indexOf(greater ? Math.max(...scored) : Math.min(...scored))];
      };
      const macro = (truth, found) => metrics.f1Score(truth, found, { average: 'macro', labels: ['sea', 'sun', 'wind'] }); // prettier-ignore
      const micro = (truth, found) => metrics.precisionScore(truth, found, { average: 'micro', labels: ['sea', 'sun', 'wind'] }); // prettier-ignore
      for (const [name, of, greater] of [
        ['accuracy', metrics.accuracyScore, true],
        ['hammingLoss', metrics.hammingLoss, false],
        ['f1Macro', macro, true],
        ['precisionMicro', micro, true],
      ]) {
        const constant = best(of, greater);
        const { answer, scores: own } = measures[name].baseline;
        assert.equal(answer, `always ${constant.map((label) => `'${label}'`).join(' and ') || 'no label'}`, name); // prettier-ignore
        const expected = folds.map(({ test }) => {
          const truth = test.map((i) => words[i]);
          return of(truth, truth.map(() => constant)); // prettier-ignore
        });
        close(own, expected);
      }
      close(measures.rocAuc.baseline.scores, [0.5, 0.5, 0.5]);
      assert.equal(measures.coverageError.baseline.answer, 'the shares of the labels');
    });
  }

  it('lists of the labels 0 and 1 are never taken for rows of marks', async () => {
    // All rows of a fold, and all predictions, have both labels.
    const X = Array.from({ length: 40 }, (_, i) => [i < 8 ? i : 100 + i]);
    for (const sets of [
      X.map(([v]) => (v < 50 ? [0] : [0, 1])),
      X.map(([v]) => (v < 50 ? [1, 0] : [1, 1])),
    ]) {
      // prettier-ignore
      const model = new sync.OneVsRestClassifier(new sync.SVC({ gamma: 1e-3 })).fit(X, sets);
      assert.deepEqual(model.predict(X.slice(8)), X.slice(8).map(() => [0, 1])); // prettier-ignore
      assert.equal(model.score(X, sets), 1);
      const later = Array.from({ length: 16 }, (_, i) => 24 + i);
      const first = Array.from({ length: 24 }, (_, i) => i);
      const folds = [{ train: first, test: later }];
      const { mean } = sync.crossValidate(model, X, sets, { folds, scoring: 'f1Macro' });
      assert.equal(mean, 1);
    }
    const both = Array.from({ length: 4 }, () => [0, 1]);
    const model = new sync.OneVsRestClassifier(new sync.SVC({ gamma: 1e-3 })).fit(X, { data: X.flatMap(([v]) => (v < 50 ? [1, 0] : [1, 1])), rows: 40, cols: 2 }); // prettier-ignore
    assert.deepEqual(model.predict(X.slice(8, 12)), both);
    assert.equal(model.score(X.slice(8, 12), [[1, 1], [1, 1], [1, 1], [1, 1]]), 1); // prettier-ignore
  });

  it('a label that no training row of a fold has counts', () => {
    const sets = words.map((list, i) => (i % 3 === 0 ? [...list, 'rare'] : list));
    const how = { folds, scoring: ['labelRankingAveragePrecision', 'f1Macro', 'recallMicro'] };
    const { measures } = sync.crossValidate(machine(sync), golden.X, sets, how);
    const own = folds.map(({ train, test }) => {
      const model = machine(sync).fit(train.map((i) => golden.X[i]), train.map((i) => sets[i])); // prettier-ignore
      const truth = test.map((i) => sets[i]);
      const found = model.predict(test.map((i) => golden.X[i]));
      const labels = ['rare', 'sea', 'sun', 'wind'];
      return [metrics.f1Score(truth, found, { average: 'macro', labels }), metrics.recallScore(truth, found, { average: 'micro', labels })]; // prettier-ignore
    });
    close(measures.f1Macro.scores, own.map(([f1]) => f1)); // prettier-ignore
    close(measures.recallMicro.scores, own.map(([, recall]) => recall)); // prettier-ignore
    assert.ok(own.some(([f1]) => f1 < 0.75), 'the label is missed'); // prettier-ignore
    assert.ok(measures.labelRankingAveragePrecision.scores.every((v) => v > 0 && v <= 1));
  });

  it('says what is wrong', async () => {
    const by = (more) => sync.crossValidate(machine(sync), golden.X, words, { folds, ...more });
    await fails(() => by({ scoring: 'f1_macro' }), { code: 'ERR_OPTION', argument: 'scoring', message: /did you mean 'f1Macro'/ }); // prettier-ignore
    await fails(() => by({ scoring: 'r2' }), { code: 'ERR_OPTION', argument: 'scoring', message: /several labels/ }); // prettier-ignore
    const search = new sync.GridSearch(machine(sync), {}, { folds, scoring: 'f1Macro' }).fit(golden.X, words); // prettier-ignore
    await fails(() => search.score(golden.X, words, { groups: golden.X.map(() => 1) }), { code: 'ERR_TYPE', argument: 'groups' }); // prettier-ignore
    assert.equal(search.score(golden.X, words.map(() => ['fog'])), 0); // prettier-ignore
    close(search.score(golden.X, words, { sampleWeight: golden.X.map(() => 2) }), search.score(golden.X, words)); // prettier-ignore
  });
});

describe(`measures of several labels, as ${golden.tool} has them`, () => {
  for (const {
    name,
    y,
    predicted,
    scores,
    sampleWeight,
    averages,
    ...expected
  } of golden.measures) {
    it(name, () => {
      const how = { sampleWeight };
      const forms = [[y, predicted], [listed(y), predicted], [y, listed(predicted)], [{ data: y.flat(), rows: y.length, cols: y[0].length }, predicted]]; // prettier-ignore
      for (const [truth, found] of forms) {
        for (const of of ['accuracyScore', 'zeroOneLoss', 'hammingLoss']) {
          close(metrics[of](truth, found, how), expected[of]);
        }
        for (const [average, values] of Object.entries(averages)) {
          for (const [of, value] of Object.entries(values)) {
            close(metrics[of](truth, found, { ...how, average, ...(of === 'fbetaScore' && { beta: 2 }) }), value); // prettier-ignore
          }
        }
      }
      for (const of of ['coverageError', 'labelRankingAveragePrecisionScore', 'labelRankingLoss']) {
        const flat = Float64Array.from(scores.flat());
        close(metrics[of](y, scores, how), expected[of]);
        close(
          metrics[of](listed(y), flat, { ...how, classes: y[0].map((_, c) => c) }),
          expected[of],
        );
      }
    });
  }

  it('hammingLoss and jaccardScore of one label for each row', () => {
    const { y, predicted, ...expected } = golden.plain;
    close(metrics.hammingLoss(y, predicted), expected.hammingLoss);
    close(metrics.jaccardScore(y, predicted, { average: 'none' }), expected.jaccardScore);
  });

  it('says what is wrong', async () => {
    const y = [['a'], ['a', 'b']];
    await fails(() => metrics.f1Score(y, y), { code: 'ERR_OPTION', argument: 'average' });
    await fails(() => metrics.f1Score(['a', 'b'], ['a', 'b'], { average: 'samples' }), { code: 'ERR_TYPE', argument: 'average' }); // prettier-ignore
    await fails(() => metrics.f1Score(y, [['a']], { average: 'micro' }), { code: 'ERR_SHAPE', argument: 'predicted' }); // prettier-ignore
    await fails(() => metrics.accuracyScore(y, ['a', 'b']), { code: 'ERR_TYPE', argument: 'predicted' }); // prettier-ignore
    await fails(() => metrics.coverageError(y, [1, 2]), { code: 'ERR_SHAPE', argument: 'scores' });
    await fails(() => metrics.coverageError([['c'], []], [[1, 2], [3, 4]], { classes: ['a', 'b'] }), { code: 'ERR_OPTION', argument: 'y' }); // prettier-ignore
    await fails(() => metrics.labelRankingLoss(y, [[1, NaN], [3, 4]]), { code: 'ERR_NONFINITE' }); // prettier-ignore
    close(metrics.f1Score(y, y, { average: 'binary', positive: 'b' }), 1);
    close(metrics.recallScore(y, [['a'], ['a']], { average: 'none', labels: ['b', 'z'], zeroDivision: 1 }), [0, 1]); // prettier-ignore
  });
});
