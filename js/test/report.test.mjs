/** Reports about models: what they count, what they warn of, and what they escape. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { inspect, maxmargin, metrics, sync } from './support/maxmargin.mjs';

const { GridSearch, OneClassSVM, RankSVC, SVC, SVR, StandardScaler, makePipeline } = maxmargin;
const { permutationImportance, report } = inspect;

/** draws gives numbers of [0, 1) by a generator that is not the package's. */
function draws(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Two clouds that overlap, with labels. */
function clouds(n, seed, names = ['no', 'yes']) {
  const next = draws(seed);
  const y = Array.from({ length: n }, (_, i) => names[i % names.length]);
  const bell = () => next() + next() + next() + next() - 2;
  const X = y.map((_, i) => [(i % names.length) + bell(), bell(), bell()]);
  return { X, y };
}

const [learnt, fresh] = [clouds(200, 1), clouds(120, 2)];
const svc = await new SVC({ C: 2, probability: 'sigmoid' }).fit(learnt.X, learnt.y);
const FEW = { samples: 50, repeats: 1, date: '2026-01-01' };

const near = (a, b, tolerance = 1e-12) => assert.ok(Math.abs(a - b) <= tolerance, `${a} ${b}`);
const scoreOf = ({ json }, name) => json.scores.find((score) => score.name === name);
const codes = ({ json }) => json.warnings.map(({ code }) => code);

/** The interval of a measure by picked rows. */
function brute(n, measure, samples, seed) {
  const next = draws(seed);
  const values = Array.from({ length: samples }, () =>
    measure(Array.from({ length: n }, () => Math.floor(next() * n))),
  ).sort((a, b) => a - b);
  return [0.025, 0.975].map((share) => values[Math.round(share * (samples - 1))]);
}

describe('the scores of a report', () => {
  it('of a classifier are those of maxmargin/metrics', async () => {
    const { X, y } = fresh;
    const found = await report(svc, X, y, FEW);
    const predicted = await svc.predict(X);
    const decisions = await svc.decisionFunction(X);
    const p = await svc.predictProba(X);
    near(scoreOf(found, 'accuracyScore').value, metrics.accuracyScore(y, predicted));
    near(scoreOf(found, 'f1Score').value, metrics.f1Score(y, predicted, { positive: 'yes' }));
    near(scoreOf(found, 'matthewsCorrcoef').value, metrics.matthewsCorrcoef(y, predicted));
    near(scoreOf(found, 'rocAucScore').value, metrics.rocAucScore(y, decisions));
    near(
      scoreOf(found, 'averagePrecisionScore').value,
      metrics.averagePrecisionScore(y, decisions),
    );
    near(scoreOf(found, 'logLoss').value, metrics.logLoss(y, p));
    near(scoreOf(found, 'brierScoreLoss').value, metrics.brierScoreLoss(y, p));
    const { matrix, labels } = metrics.confusionMatrix(y, predicted);
    assert.deepEqual(found.json.confusion.labels, labels);
    assert.deepEqual(found.json.confusion.matrix.flat(), [...matrix]);
    const [{ fpr, tpr, auc }] = metrics.rocCurve(y, decisions).curves;
    assert.deepEqual(found.json.roc, [{ label: 'yes', auc, fpr: [...fpr], tpr: [...tpr] }]);
    const [{ observed }] = metrics.calibrationCurve(y, p, { bins: 10 }).curves;
    assert.deepEqual(found.json.calibration[0].observed, [...observed]);
    for (const { name, value, low, high } of found.json.scores) {
      if (name !== 'expectedCalibrationError') assert.ok(low <= high && low < value + 0.1, name);
    }
  });

  it('are compared with those of guessing, in words at the head', async () => {
    const { X, y } = fresh;
    const found = await report(svc, X, y, { ...FEW, samples: 500 });
    const { baseline, scores } = found.json;
    const accuracy = scoreOf(found, 'accuracyScore').value;
    assert.deepEqual([baseline.value, baseline.answer], [0.5, "always 'no'"]);
    assert.equal(baseline.verdict, 'better than guessing');
    assert.ok(scores.every(({ name }) => name !== 'gain'));
    const head = `By accuracy, ${Number(accuracy.toPrecision(4))}, the model is better than guessing: always 'no' would have 0.5.`;
    assert.equal(baseline.sentence, head);
    assert.ok(found.markdown.indexOf(head) < found.markdown.indexOf('## '));
    assert.ok(found.html.includes('the model is better than guessing'));
    assert.deepEqual(JSON.parse(JSON.stringify(baseline)), baseline);

    const few = await report(svc, X.slice(0, 15), y.slice(0, 15), FEW);
    assert.equal(few.json.baseline.verdict, 'too few rows to say');
    const none = await report(svc, X, y, { ...FEW, samples: 0 });
    assert.equal(none.json.baseline.verdict, undefined);
    const own = await report(svc, learnt.X, learnt.y, FEW);
    assert.match(own.json.baseline.sentence, /nothing is known of new rows/);
    // What guessing says is learnt from the rows of the fit, where they are known.
    const train = {
      X: learnt.X,
      y: y
        .map(() => 'yes')
        .concat(learnt.y)
        .slice(0, 200),
    };
    const other = await report(svc, X, y, { ...FEW, train });
    assert.equal(other.json.baseline.answer, "always 'yes'");
  });

  it('are no better than guessing for rows of noise, for classes, numbers and lists', async () => {
    const next = draws(9);
    const X = Array.from({ length: 400 }, () => [next(), next()]);
    const [half, rest] = [X.slice(0, 200), X.slice(200)];
    const labels = X.map(() => (next() < 0.7 ? 'no' : 'yes'));
    const numbers = X.map(() => next());
    const classes = await new SVC({ C: 0.01 }).fit(half, labels.slice(0, 200));
    const values = await new SVR({ C: 0.01 }).fit(half, numbers.slice(0, 200));
    const of = async (model, y) => (await report(model, rest, y, { ...FEW, samples: 300 })).json;
    const [a, b] = [await of(classes, labels.slice(200)), await of(values, numbers.slice(200))];
    assert.deepEqual([a.baseline.verdict, b.baseline.verdict], Array(2).fill('no better than guessing')); // prettier-ignore
    assert.equal(b.baseline.of, 'r2Score');
    near(b.baseline.value, 0);

    const groups = half.map((_, i) => i % 20);
    const good = half.map(([u, v]) => Math.round(3 * (u + v)));
    const ranker = await new RankSVC({ kernel: 'linear' }).fit(half, good, { groups });
    const lists = rest.map((_, i) => i % 20);
    const right = rest.map(([u, v]) => Math.round(3 * (u + v)));
    const { json } = await report(ranker, rest, right, { ...FEW, groups: lists });
    assert.equal(json.baseline.answer, 'a random order');
    assert.equal(json.baseline.verdict, 'better than guessing');
    const region = await new OneClassSVM().fit(half);
    assert.equal((await of(region, null)).baseline, undefined);
  });

  it('have the intervals that picking rows gives, for classes and curves', async () => {
    const { X, y } = fresh;
    const { json } = await report(svc, X, y, { samples: 2000, repeats: 0, seed: 5 });
    const predicted = await svc.predict(X);
    const decisions = await svc.decisionFunction(X);
    const p = Array.from(await svc.predictProba(X));
    const of = (list, rows) => rows.map((i) => list[i]);
    const measures = {
      accuracyScore: (rows) => metrics.accuracyScore(of(y, rows), of(predicted, rows)),
      f1Score: (rows) => metrics.f1Score(of(y, rows), of(predicted, rows), { positive: 'yes' }),
      cohenKappaScore: (rows) => metrics.cohenKappaScore(of(y, rows), of(predicted, rows)),
      rocAucScore: (rows) => metrics.rocAucScore(of(y, rows), of(decisions, rows)),
      averagePrecisionScore: (rows) =>
        metrics.averagePrecisionScore(of(y, rows), of(decisions, rows)),
      logLoss: (rows) =>
        metrics.logLoss(
          of(y, rows),
          rows.flatMap((i) => [p[2 * i], p[2 * i + 1]]),
        ),
      brierScoreLoss: (rows) =>
        metrics.brierScoreLoss(
          of(y, rows),
          of(
            p.filter((_, i) => i % 2),
            rows,
          ),
        ),
    };
    for (const [name, measure] of Object.entries(measures)) {
      const { low, high } = json.scores.find((score) => score.name === name);
      const [a, b] = brute(y.length, measure, 2000, 7);
      // These quantiles have standard errors of about 2 % of the interval.
      near(low, a, 0.16 * (b - a));
      near(high, b, 0.16 * (b - a));
    }
  });

  it('of a regressor are those of maxmargin/metrics, with the intervals of picked rows', async () => {
    const { X } = fresh;
    const y = Float64Array.from(X, ([a, b, c]) => 1000 + a - 0.5 * b * b + 0.1 * c);
    const model = await makePipeline(new StandardScaler(), new SVR({ C: 0.3 })).fit(X, y);
    const found = await report(model, X, y, { samples: 2000, repeats: 3 });
    const predicted = await model.predict(X);
    for (const name of [
      'r2Score',
      'explainedVarianceScore',
      'rootMeanSquaredError',
      'meanAbsoluteError',
      'medianAbsoluteError',
      'maxError',
    ]) {
      // prettier-ignore
      const score = scoreOf(found, name);
      near(score.value, metrics[name](y, predicted), 1e-9);
      assert.equal(Number.isNaN(score.low), name === 'maxError');
      if (name === 'maxError') continue;
      const measure = (rows) => metrics[name](rows.map((i) => y[i]), rows.map((i) => predicted[i])); // prettier-ignore
      const [a, b] = brute(y.length, measure, 2000, 11);
      near(score.low, a, 0.2 * (b - a));
      near(score.high, b, 0.2 * (b - a));
    }
    assert.deepEqual(found.json.predictions.truth, [...y]);
    assert.equal(found.json.importance.features.at(-1).name, 'column 2');
    assert.ok(found.json.rowsOfFit.of === 'all' && codes(found).includes('rowsOfFit'));
  });

  it('of a detector and of a ranking are about sides and about lists', async () => {
    const detector = await new OneClassSVM({ nu: 0.1 }).fit(learnt.X);
    const alone = await report(detector, fresh.X, undefined, FEW);
    const inside = (await detector.predict(fresh.X)).filter((side) => side === 1).length;
    near(alone.json.decisions.inside, inside / 120);
    assert.equal(alone.json.scores.length, 1);
    const far = fresh.X.map(([a, b, c]) => [a + 9, b, c]);
    const sides = [...fresh.X.map(() => 1), ...far.map(() => -1)];
    const found = await report(detector, [...fresh.X, ...far], sides, FEW);
    near(scoreOf(found, 'recallScore').value, 1);
    near(scoreOf(found, 'rocAucScore').value, 1);

    const grades = fresh.X.map(([a, b]) => Math.round(2 * a + b) + 4);
    const groups = grades.map((_, i) => Math.floor(i / 10));
    const ranker = await new RankSVC().fit(fresh.X, grades, { groups });
    const ranked = await report(ranker, fresh.X, grades, { ...FEW, groups });
    const predicted = await ranker.predict(fresh.X);
    const taus = Array.from({ length: 12 }, (_, g) => {
      const rows = groups.flatMap((group, i) => (group === g ? [i] : []));
      return metrics.kendallTau(rows.map((i) => grades[i]), rows.map((i) => predicted[i])); // prettier-ignore
    });
    near(scoreOf(ranked, 'kendallTau').value, taus.reduce((a, b) => a + b) / 12);
    assert.equal(ranked.json.task, 'ranking');
    assert.ok(scoreOf(ranked, 'kendallTau').low <= scoreOf(ranked, 'kendallTau').value);
  });

  it('draws whole groups, which widens intervals of rows that go together', async () => {
    const X = fresh.X.flatMap((row) => Array(8).fill(row));
    const y = fresh.y.flatMap((label) => Array(8).fill(label));
    const groups = y.map((_, i) => Math.floor(i / 8));
    const how = { samples: 1000, repeats: 0 };
    const [rows, whole] = [
      await report(svc, X, y, how),
      await report(svc, X, y, { ...how, groups }),
    ];
    const width = (found) => scoreOf(found, 'accuracyScore').high - scoreOf(found, 'accuracyScore').low; // prettier-ignore
    const ratio = width(whole) / width(rows);
    assert.ok(ratio > 2.3 && ratio < 3.4, `${ratio} is not about sqrt(8)`);
  });
});

describe('the pages of a report', () => {
  it('escape names of classes, of columns, of options, and the title', async () => {
    const evil = '<script>alert("x")</script>';
    const { X, y } = clouds(60, 3, [evil, "b'&"]);
    const table = X.map(([a, b, c]) => ({ [evil]: a, '<img src=x onerror=y>': b, 'p|q`': c }));
    const model = await new SVC({ probability: 'sigmoid', classWeight: new Map([[evil, 2]]) }).fit(table, y); // prettier-ignore
    const { html, markdown, json } = await report(model, table, y, { ...FEW, title: evil });
    assert.equal(json.confusion.labels.includes(evil), true);
    for (const page of [html, markdown]) assert.doesNotMatch(page, /<script|<img/i);
    assert.ok(html.includes('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;'));
    assert.ok(markdown.includes('&lt;script>') && markdown.includes(String.raw`p\|q`));
    // Every table of the Markdown keeps its number of columns.
    const tables = markdown.split('\n\n').filter((text) => text.startsWith('|'));
    assert.ok(tables.length > 1, `${tables.length} tables`);
    for (const block of tables) {
      const widths = block.split('\n').map((line) => line.replaceAll(/\\./g, '').split('|').length);
      assert.equal(new Set(widths).size, 1, block);
    }
  });

  it('need nothing else, and are the same for the same seed', async () => {
    const [a, b] = [await report(svc, fresh.X, fresh.y, FEW), await report(svc, fresh.X, fresh.y, FEW)]; // prettier-ignore
    assert.deepEqual(a, b);
    assert.doesNotMatch(a.html, /<script|<link|src=|href=|url\(|@import|https?:/);
    assert.match(a.html, /Content-Security-Policy/);
    for (const scheme of ['prefers-color-scheme: dark', '@media print'])
      assert.ok(a.html.includes(scheme));
    assert.deepEqual(JSON.parse(JSON.stringify(a.json)).confusion, a.json.confusion);
    const other = await report(svc, fresh.X, fresh.y, { ...FEW, seed: 1 });
    assert.notEqual(scoreOf(a, 'rocAucScore').low, scoreOf(other, 'rocAucScore').low);
    for (const { title } of a.json.scores) assert.ok(a.markdown.includes(title.replaceAll('_', '\\_')), title); // prettier-ignore
  });

  it('say which options were changed, step by step', async () => {
    const pipe = await makePipeline(new StandardScaler({ withStd: false }), new SVC({ C: 7 })).fit(learnt.X, learnt.y); // prettier-ignore
    const { json, html } = await report(pipe, fresh.X, fresh.y, { ...FEW, repeats: 0 });
    const changed = json.model.steps.flatMap(({ step, options }) =>
      options.filter((option) => option.changed).map(({ name, value }) => [step, name, value]),
    );
    assert.deepEqual(changed, [['standardscaler', 'withStd', 'false'], ['svc', 'C', '7']]); // prettier-ignore
    assert.ok(html.includes('options with their default values'));
    assert.equal(json.importance, undefined);
  });
});

describe('the warnings of a report', () => {
  it('tell rows of the fit from others, in the space of a pipeline, too', async () => {
    assert.equal((await report(svc, learnt.X, learnt.y, FEW)).json.rowsOfFit.of, 'all');
    assert.equal((await report(svc, fresh.X, fresh.y, FEW)).json.rowsOfFit.of, 'none');
    const pipe = await makePipeline(new StandardScaler(), new SVC()).fit(learnt.X, learnt.y);
    const mixed = [...fresh.X, ...learnt.X.slice(0, 50)];
    const found = await report(pipe, mixed, [...fresh.y, ...learnt.y.slice(0, 50)], FEW);
    assert.equal(found.json.rowsOfFit.of, 'some');
    assert.ok(codes(found).includes('someRowsOfFit'));
    const shared = await report(pipe, mixed, [...fresh.y, ...learnt.y.slice(0, 50)], { ...FEW, train: learnt }); // prettier-ignore
    assert.equal(shared.json.train.shared, 50);
    assert.ok(codes(shared).includes('sharedRows'));
  });

  it('are about classes, columns, copies, fits and searches', async () => {
    const few = { X: fresh.X.slice(0, 20), y: fresh.y.slice(0, 20).map((l, i) => (i < 14 ? 'no' : l)) }; // prettier-ignore
    const small = codes(await report(svc, few.X, few.y, FEW));
    for (const code of ['fewRows', 'smallClasses', 'imbalance'])
      assert.ok(small.includes(code), code);
    const told = fresh.X.map(([a, b], i) => [a, b, fresh.y[i] === 'yes' ? 1 : 0]);
    const leaking = await new SVC({ C: 100 }).fit(told, fresh.y);
    const perfect = codes(await report(leaking, told, fresh.y, FEW));
    for (const code of ['perfect', 'tellingColumn']) assert.ok(perfect.includes(code), code);
    const stopped = await new SVC({ maxIter: 3 }).fit(learnt.X, learnt.y);
    assert.ok(codes(await report(stopped, fresh.X, fresh.y, FEW)).includes('notConverged'));
    const idle = fresh.X.map(([a, b]) => [a, b, 1]);
    const copies = codes(await report(svc, [...idle, ...idle], [...fresh.y, ...fresh.y], FEW));
    for (const code of ['constantColumns', 'duplicates']) assert.ok(copies.includes(code), code);
    const search = await new GridSearch(new SVC(), { C: [0.001, 0.003, 0.01], gamma: [0.5] }).fit(learnt.X, learnt.y); // prettier-ignore
    const found = await report(search, fresh.X, fresh.y, FEW);
    assert.ok(found.json.search.borders.length === 1 && codes(found).includes('border'));
    assert.deepEqual(found.json.search.top.map(({ rank }) => rank).sort(), search.results.map(({ rank }) => rank).sort()); // prettier-ignore
    const byHeart = await new SVC({ C: 1e5, gamma: 50 }).fit(learnt.X, learnt.y);
    const compared = await report(byHeart, fresh.X, fresh.y, { ...FEW, train: learnt });
    assert.ok(codes(compared).includes('overfitting'));
    const unknown = await report(
      svc,
      fresh.X,
      fresh.y.map((l, i) => (i === 0 ? 'maybe' : l)),
      FEW,
    );
    assert.ok(codes(unknown).includes('unknownLabels') && !unknown.json.roc);
    assert.deepEqual(codes(await report(svc, fresh.X, fresh.y, FEW)), []);
  });
});

describe('what a report takes', () => {
  it('is a model of any package, promised or blocking, and tables with words and gaps', async () => {
    await sync.init();
    const model = new sync.SVC({ C: 2 }).fit(learnt.X, learnt.y);
    assert.equal((await report(model, fresh.X, fresh.y, FEW)).json.model.name, 'SVC');
    const words = fresh.X.map(([a], i) => ({ colour: i % 3 === 0 ? 'red' : 'blue', size: i % 9 === 0 ? null : a })); // prettier-ignore
    const own = {
      classes: ['no', 'yes'],
      predict: (rows) => rows.map(({ size }) => ((size ?? 0) > 0.5 ? 'yes' : 'no')),
      score: (rows, y) => metrics.accuracyScore(y, own.predict(rows)),
    };
    const { json, html } = await report(own, words, fresh.y, { ...FEW, repeats: 4 });
    const [colour, size] = json.data.columns;
    assert.deepEqual([colour.kind, colour.distinct, colour.frequent[0]], ['category', 2, { value: 'blue', count: 80 }]); // prettier-ignore
    assert.deepEqual([size.kind, size.gaps], ['number', 14]);
    assert.deepEqual(json.importance.features.map(({ name }) => name), ['size', 'colour']); // prettier-ignore
    assert.ok(html.includes('blue (80)'));
    const { means } = await permutationImportance(own, words, fresh.y, { seed: 1 });
    assert.ok(means[0] === 0 && means[1] > 0.1);
    const columns = { colour: words.map((row) => row.colour), size: words.map((row) => row.size) };
    const byColumn = { ...own, predict: (X) => own.predict(X.size.map((v) => ({ size: v }))) };
    assert.equal((await report(byColumn, columns, fresh.y, FEW)).json.data.gaps, 14);
  });

  it('is a table with dates, which it tells from categories', async () => {
    const rows = fresh.X.map(([a], i) => ({
      a,
      day: i === 3 ? null : `${String(1 + (i % 28)).padStart(2, '0')}.11.2024`,
      unclear: `0${1 + (i % 9)}/0${1 + (i % 7)}/2024`,
      on: new Date(Date.UTC(2024, 0, 1 + (i % 2))),
    }));
    const own = {
      classes: ['no', 'yes'],
      predict: (table) => table.map(({ a }) => (a > 0.5 ? 'yes' : 'no')),
    };
    const { json, html, markdown } = await report(own, rows, fresh.y, { ...FEW, repeats: 0 });
    const [, day, unclear, on] = json.data.columns;
    assert.deepEqual([day.kind, day.gaps, day.distinct, day.frequent], ['date', 1, 28, undefined]);
    assert.equal(day.min, Date.UTC(2024, 10, 1) / 864e5);
    assert.deepEqual([unclear.kind, unclear.min], ['date', undefined]);
    assert.deepEqual([on.kind, on.distinct], ['date', 2]);
    for (const text of [html, markdown]) assert.ok(text.includes('2024-11-28'));
  });

  it('is a pipeline that encodes the words of a table, whose rows it knows again', async () => {
    const { OneHotEncoder } = maxmargin;
    const rows = fresh.X.map((_, i) => ({ island: 'abc'[i % 3], sex: i % 5 ? 'mf'[i % 2] : null }));
    const y = rows.map(({ island }, i) => (island === 'a' || i % 11 === 0 ? 'x' : 'y'));
    const pipeline = await makePipeline(new OneHotEncoder(), new SVC()).fit(rows, y);
    const found = await report(pipeline, rows, y, FEW);
    assert.equal(found.json.rowsOfFit.of, 'all');
    assert.deepEqual(found.json.importance.features.map(({ name }) => name), ['island', 'sex']); // prettier-ignore
    for (const code of ['gaps', 'duplicates']) assert.ok(codes(found).includes(code), code);
  });

  it('is every machine of the catalogue', async () => {
    const { X } = clouds(60, 4);
    const targets = { classifier: clouds(60, 4, [-1, 1]).y, regressor: X.map(([a, b]) => a + b) };
    for (const { name, kind } of Object.values(maxmargin.catalog)) {
      if (kind === 'transformer') continue;
      const y = targets[kind];
      const model = await (y ? new maxmargin[name]().fit(X, y) : new maxmargin[name]().fit(X));
      const { json } = await report(model, X, y, { ...FEW, samples: 10 });
      assert.ok(json.scores.length > 0 && json.model.name === name, name);
      assert.equal(json.roc !== undefined, kind === 'classifier', name);
      model.dispose();
    }
  });

  it('is refused with a reason otherwise', async () => {
    const { X, y } = fresh;
    await fails(() => report(new SVC(), X, y), { code: 'ERR_NOT_FITTED' });
    await fails(() => report(new StandardScaler().fit(X), X, y), { code: 'ERR_TYPE', argument: 'model' }); // prettier-ignore
    await fails(async () => report(await new StandardScaler().fit(X), X, y), { argument: 'model' });
    await fails(() => report(undefined, X, y), { code: 'ERR_TYPE', argument: 'model' });
    await fails(() => report({}, X, y), { argument: 'model' });
    await fails(() => report(new GridSearch(new SVC(), { C: [1] }), X, y), { code: 'ERR_NOT_FITTED' }); // prettier-ignore
    await fails(() => report({ predict: () => X }, X, y), { argument: 'model' });
    await fails(() => report(svc, X), { code: 'ERR_TYPE', argument: 'y' });
    await fails(() => report(svc, X, y.slice(1)), { code: 'ERR_SHAPE', argument: 'y' });
    const wrong = { samples: -1, repeats: 0.5, seed: 'a', title: 3, task: 'x', train: 4, date: 5, featureNames: ['a'] }; // prettier-ignore
    for (const [argument, value] of Object.entries(wrong)) {
      await fails(() => report(svc, X, y, { [argument]: value }), { code: 'ERR_TYPE', argument });
    }
    await fails(() => report(svc, X, y, { other: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
    const detector = await new OneClassSVM().fit(X);
    await fails(() => report(detector, X, y), { code: 'ERR_OPTION', argument: 'y' });
  });
});
