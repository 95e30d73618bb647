/**
 * maxmargin/predict against the module: every file of a model in the test data, tables, texts, strings and
 * gaps. That it agrees for every machine and every kernel of the catalogue is in module.test.mjs.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { random } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { prediction, sync } from './support/maxmargin.mjs';

const { conformal, features, kernels, neighbors, open, opener, probabilities, strings, tables, texts, trees } = prediction; // prettier-ignore

before(() => sync.init({ onWarning: () => {} }));

const folder = new URL('../../core/engine/codec/testdata/', import.meta.url);
// What is in nested/ is a file that load refuses.
const files = readdirSync(folder, { recursive: true }).filter(
  (name) => name.endsWith('.mxm') && !name.startsWith('nested'),
);

/** The numbers of an answer in a flat list, sparse rows dense; labels as they are. */
function flat(answer) {
  if (!answer.indptr) return Array.from(answer).flatMap((one) => (typeof one === 'object' ? Array.from(one) : [one])); // prettier-ignore
  const { indptr, indices, data, rows, cols } = answer;
  const dense = new Array(rows * cols).fill(0);
  for (let i = 0; i < rows; i++)
    for (let at = indptr[i]; at < indptr[i + 1]; at++) dense[i * cols + indices[at]] = data[at];
  return dense;
}

/** Compares all that both can say of X. */
function agrees(model, opened, X, tolerance = 1e-12) {
  let compared = 0;
  for (const method of ['predict', 'decisionFunction', 'predictProba', 'transform']) {
    let want;
    try {
      want = flat(model[method](X));
    } catch {
      continue;
    }
    const got = flat(opened[method](X));
    assert.equal(got.length, want.length, method);
    const size = Math.max(1, ...want.map((one) => (typeof one === 'number' ? Math.abs(one) : 0)));
    got.forEach((one, i) => {
      if (typeof want[i] !== 'number') assert.equal(one, want[i], `${method} ${i}`);
      else assert.ok(Math.abs(one - want[i]) <= tolerance * size, `${method} ${i}: ${one}, of the model ${want[i]}`); // prettier-ignore
    });
    compared++;
  }
  assert.ok(compared > 0);
}

describe('files of all commits', { timeout: 900_000 }, () => {
  assert.ok(files.length > 150);
  for (const name of files) {
    it(name, () => {
      const bytes = readFileSync(fileURLToPath(new URL(name, folder)));
      const model = sync.load(new Uint8Array(bytes));
      const opened = open(bytes);
      const { samples, columns } = opened.schema;
      const next = random(9);
      // Encoders know the numbers of their fit alone.
      const known = (j) => model.categories?.[j].filter((one) => Number.isFinite(one)) ?? [];
      const value = (j) => known(j)[0] ?? Math.round(40 * next()) / 10;
      const rows = Array.from({ length: 20 }, () => columns.map((_, j) => value(j)));
      const words = ['', 'acgt', 'ccgtacg', 'tttt', 'gattaca', 'acgtacgtacgt'];
      // Dual coefficients of a process are larger than its values.
      const tolerance = model.constructor.name.startsWith('GaussianProcess') ? 1e-11 : 1e-12;
      agrees(model, opened, samples === 'strings' ? words : rows, tolerance);
    });
  }
});

const next = random(4);
const towns = ['Rome', 'Oslo', 'Lima'];
const table = Array.from({ length: 60 }, (_, i) => ({
  age: i % 9 === 0 ? null : Math.round(80 * next()),
  town: i % 11 === 0 ? undefined : towns[Math.floor(3 * next())],
  member: next() < 0.5,
  income: 1000 * next(),
}));
const paid = table.map(({ age, income }, i) =>
  Number(age) / 80 + income / 1000 + (i % 3) / 9 > 1 ? 'yes' : 'no',
);

describe('tables', { timeout: 900_000 }, () => {
  it('a pipeline over numbers, categories and gaps, in all forms', () => {
    for (const machine of [
      new sync.SVC({ probability: 'sigmoid' }),
      new sync.LinearSVC(),
      new sync.KNeighborsClassifier(),
      new sync.DecisionTreeClassifier(),
    ]) {
      const model = sync.makeTablePipeline(machine).fit(table, paid);
      const opened = open(model.save());
      agrees(model, opened, table);
      const other = [
        { age: 30, town: 'Paris', member: true, income: 200 },
        { age: null, town: null, member: false, income: 900 },
        { town: 'Rome', member: true, income: 500, more: 'ignored' },
      ];
      agrees(model, opened, other);
      const columns = Object.fromEntries(['age', 'town', 'member', 'income'].map((name) => [name, table.map((row) => row[name])])); // prettier-ignore
      assert.deepEqual(opened.predict(columns), opened.predict(table));
      assert.deepEqual(
        opened.predict(table.map((row) => Object.values(row))),
        opened.predict(table),
      );
      assert.deepEqual(
        open(JSON.parse(JSON.stringify(model))).predict(table),
        opened.predict(table),
      );
    }
  });

  it('says what it takes', () => {
    const model = sync.makeTablePipeline(new sync.SVC()).fit(table, paid);
    const { schema, classes } = open(model.save());
    assert.deepEqual(classes, ['no', 'yes']);
    assert.equal(schema.kind, 'classifier');
    assert.equal(schema.gaps, true);
    assert.deepEqual(
      schema.columns.map(({ name, kind }) => [name, kind]),
      [['age', 'number'], ['town', 'category'], ['member', 'category'], ['income', 'number']], // prettier-ignore
    );
    assert.deepEqual(schema.columns[1].categories, ['Lima', 'Oslo', 'Rome']);
  });

  it('imputers, also by neighbours', () => {
    const gaps = Array.from({ length: 40 }, (_, i) => [
      i % 7 ? next() : NaN,
      i % 5 ? next() : NaN,
      next(),
    ]);
    for (const step of [
      new sync.KNNImputer({ addIndicator: true }),
      new sync.KNNImputer({ weights: 'distance', nNeighbors: 3 }),
      new sync.SimpleImputer({ strategy: 'median', addIndicator: true }),
    ]) {
      const model = step.fit(gaps);
      agrees(model, open(model.save()), gaps);
    }
  });

  it('a choice of columns that was fitted to labels', () => {
    const X = [[1, 2, 3], [2, 1, 5], [4, 3, 1], [0, 3, 2]]; // prettier-ignore
    const model = new sync.SelectKBest({ k: 2 }).fit(X, ['a', 'b', 'a', 'b']);
    agrees(model, open(model.save()), X);
  });

  it('a Gaussian process whose kernel has an alpha, as its noise does', () => {
    const X = Array.from({ length: 30 }, () => [next(), next()]);
    const y = X.map(([a, b]) => Math.sin(5 * a) + b * b);
    for (const kernel of ['rationalQuadratic', { kernel: 'rationalQuadratic', alpha: 3 }]) {
      const model = new sync.GaussianProcessRegressor({ kernel, alpha: 0.2, optimizer: 'none' });
      model.fit(X, y);
      agrees(model, open(model.save()), X);
    }
  });

  it('transformed targets', () => {
    const X = table.map(({ income, member }) => [income / 1000, Number(member)]);
    const y = X.map(([a, b]) => Math.exp(a + b / 2));
    for (const transformer of [
      'log',
      'log1p',
      'sqrt',
      'standard',
      'quantile',
      new sync.MinMaxScaler(),
    ]) {
      const model = new sync.TransformedTarget({
        regressor: new sync.KernelRidge(),
        transformer,
      }).fit(X, y);
      agrees(model, open(model.save()), X, 1e-11);
    }
  });
});

const reviews = ['a good film', 'a bad film', 'good, good acting', 'bad plot and bad acting', 'what a good plot', 'a bad bad end']; // prettier-ignore
const stars = ['up', 'down', 'up', 'down', 'up', 'down'];

describe('texts and strings', { timeout: 900_000 }, () => {
  it('counts and weights of terms', () => {
    for (const vectorizer of [
      new sync.CountVectorizer({ binary: true, stopWords: 'english' }),
      new sync.TfidfVectorizer({ ngramRange: [1, 2], sublinearTf: true }),
      new sync.TfidfVectorizer({ norm: 'l1', useIdf: false, lowercase: false }),
    ]) {
      const model = sync.makePipeline(vectorizer, new sync.LinearSVC()).fit(reviews, stars);
      agrees(model, open(model.save()), [...reviews, '', 'Good GOOD unknown']);
    }
  });

  it('texts in a column of a table', () => {
    const rows = reviews.map((review, i) => ({ review, minutes: 80 + i }));
    const model = new sync.Pipeline([
      ['columns', new sync.ColumnTransformer({ transformers: [['words', new sync.TfidfVectorizer(), 'review'], ['number', new sync.StandardScaler(), ['minutes']]] })], // prettier-ignore
      ['svc', new sync.SVC()],
    ]).fit(rows, stars);
    agrees(model, open(model.save()), rows);
  });

  it('strings', () => {
    const model = new sync.SVC({ kernel: sync.kernels.spectrum({ length: 2 }) }).fit(
      reviews,
      stars,
    );
    agrees(model, open(model.save()), reviews);
    const sum = sync.kernels.sum(
      sync.kernels.gapWeighted({ length: 2 }),
      sync.kernels.normalize(sync.kernels.allSubsequences()),
    );
    const other = new sync.SVC({ kernel: sum }).fit(reviews, stars);
    agrees(other, open(other.save()), reviews);
  });
});

describe('parts', { timeout: 900_000 }, () => {
  const X = table.map(({ income, member }, i) => [income / 1000, Number(member), i % 7]);
  const y = paid;
  const values = X.map(([a, b]) => Math.exp(a + b / 2));
  const words = X.map((_, i) => reviews[i % 6]);
  const { chi2, normalize, poly, spectrum } = sync.kernels;
  /** What needs no part, and by a part what needs it. */
  const all = {
    '': [
      [new sync.LinearSVC(), X, y],
      [sync.makePipeline(new sync.RobustScaler(), new sync.SVC({ probability: 'sigmoid' })), X, y],
      [new sync.SVC({ kernel: sync.kernels.sum(sync.kernels.rbf(), poly({ degree: 2 })) }), X, y],
      [new sync.SVR({ kernel: 'laplacian' }), X, values],
      [new sync.SVC(), X, X.map((_, i) => i % 4)],
      [new sync.KernelPCA({ nComponents: 2 }), X],
      [new sync.OneClassSVM(), X],
    ],
    tables: [
      [sync.makeTablePipeline(new sync.SVC()), table, paid],
      [new sync.KNNImputer(), X],
      [new sync.OrdinalEncoder(), X],
    ],
    texts: [[sync.makePipeline(new sync.TfidfVectorizer(), new sync.LinearSVC()), words, y]],
    'kernels or strings': [
      [new sync.SVC({ kernel: chi2() }), X, y],
      [new sync.SVC({ kernel: normalize(poly()) }), X, y],
      [new sync.SVC({ kernel: spectrum() }), words, y],
    ],
    trees: [
      [new sync.DecisionTreeClassifier(), X, y],
      [new sync.AdaBoostClassifier(), X, y],
      [new sync.Perceptron(), X, y],
      [new sync.SVC({ multiClass: 'dag' }), X, X.map((_, i) => i % 4)],
    ],
    neighbors: [
      [new sync.KNeighborsClassifier(), X, y],
      [new sync.KernelDensity(), X],
    ],
    probabilities: [
      [new sync.GaussianProcessClassifier(), X, y],
      [new sync.CumulativeLinkModel(), X, y.map((one) => Number(one === 'yes'))],
      [new sync.SVC({ probability: 'isotonic' }), X, y],
    ],
    features: [
      [sync.makePipeline(new sync.PolynomialFeatures(), new sync.Ridge()), X, values],
      [new sync.TransformedTarget({ regressor: new sync.Ridge(), transformer: 'log' }), X, values],
      [new sync.QuantileTransformer(), X],
      [new sync.RegularizationNetwork({ basis: 'linear' }), X, values],
    ],
  };
  const parts = { tables: [tables], texts: [texts], 'kernels or strings': [kernels, strings], trees: [trees], neighbors: [neighbors], probabilities: [probabilities], features: [features] }; // prettier-ignore
  for (const [part, models] of Object.entries(all)) {
    it(part || 'none', async () => {
      for (const [machine, ...samples] of models) {
        const model = machine.fit(...samples);
        const bytes = model.save();
        const says = { code: 'ERR_TYPE', argument: 'model', details: { part }, message: new RegExp(part) }; // prettier-ignore
        if (part) await fails(() => opener()(bytes), says);
        const others = Object.entries(parts).flatMap(([name, own]) => (name === part ? [] : own));
        if (part) await fails(() => opener(...others)(bytes), says);
        agrees(model, opener(...(parts[part] ?? []))(bytes), samples[0], 1e-11);
      }
    });
  }
});

describe('conformal predictors', { timeout: 900_000 }, () => {
  const next = random(2);
  const X = Array.from({ length: 120 }, () => [4 * next(), 4 * next()]);
  // Not those of the calibration, whose scores are equal to known ones but for rounding.
  const fresh = Array.from({ length: 60 }, () => [4 * next(), 4 * next()]);
  const near = (list, want) => list.flat().forEach((one, i) => assert.ok(Math.abs(one - want[i]) <= 1e-12 * Math.max(1, Math.abs(want[i])), `${i}: ${one}, of the model ${want[i]}`)); // prettier-ignore

  it('sets of labels', async () => {
    for (const [k, options] of [
      [2, {}],
      [3, { classWise: true }],
      [3, { score: 'probability', level: 0.8 }],
    ]) {
      const y = X.map(([a, b]) => `c${Math.floor(((a + b + next()) / 9) * k)}`);
      const machine = new sync.SVC({
        probability: 'sigmoid',
        study: { decisionFunctionShape: 'ovo' },
      });
      const model = new sync.ConformalClassifier(machine, options).fit(X, y);
      const json = JSON.parse(JSON.stringify(model));
      const opened = open(json, conformal);
      near(opened.predictPValues(fresh), model.predictPValues(fresh));
      assert.deepEqual(opened.predictSets(fresh), model.predictSets(fresh));
      assert.deepEqual(
        opened.predictSets(fresh, { level: 0.6 }),
        model.predictSets(fresh, { level: 0.6 }),
      );
      assert.deepEqual(opened.predict(fresh), Array.from(model.predict(fresh)));
      assert.deepEqual(opened.classes, model.classes);
      await fails(() => opened.predictIntervals(fresh), { code: 'ERR_TYPE', argument: 'predictIntervals' }); // prettier-ignore
      for (const level of [0, 1, NaN, '0.5'])
        await fails(() => opened.predictSets(fresh, { level }), { code: 'ERR_OPTION', argument: 'level' }); // prettier-ignore
      await fails(() => open(json), { code: 'ERR_TYPE', details: { part: 'conformal' } });
      for (const calibration of [
        {},
        { ...json.calibration, scores: [[2, 1]] },
        { ...json.calibration, labels: ['a', 'b'] },
      ])
        // prettier-ignore
        await fails(() => open({ ...json, calibration }, conformal), { code: 'ERR_FORMAT' });
    }
  });

  it('intervals, also as wide as a second model says', async () => {
    const y = X.map(([a, b]) => a - b + a * next());
    for (const options of [{}, { difficulty: new sync.KernelRidge(), level: 0.8 }]) {
      const model = new sync.ConformalRegressor(new sync.SVR(), options).fit(X, y);
      const opened = open(model, conformal);
      for (const level of [undefined, 0.5, 0.999])
        assert.deepEqual(
          opened
            .predictIntervals(fresh, { level })
            .flat()
            .map((end) => Number(end.toPrecision(10))),
          Array.from(model.predictIntervals(fresh, level ? { level } : {}), (end) => Number(end.toPrecision(10))), // prettier-ignore
        );
      await fails(() => opened.predictSets(fresh), { code: 'ERR_TYPE', argument: 'predictSets' });
    }
    const full = new sync.ConformalRegressor(new sync.KernelRidge(), { method: 'full' }).fit(X, y);
    await fails(() => open(JSON.parse(JSON.stringify(full)), conformal), { code: 'ERR_TYPE', message: /full/ }); // prettier-ignore
    const unfitted = JSON.parse(JSON.stringify(new sync.ConformalRegressor(new sync.SVR())));
    await fails(() => open(unfitted, conformal), { code: 'ERR_TYPE', message: /not fitted/ });
  });
});

describe('what it refuses', () => {
  const X = [[0, 0], [1, 1], [0, 1], [1, 0]]; // prettier-ignore

  it('files that are none, that are damaged, or that lack a function', async () => {
    const model = new sync.SVC().fit(X, [0, 1, 0, 1]);
    const bytes = model.save();
    for (const given of [null, 3, 'text', {}, new sync.SVC().toJSON()])
      await fails(() => open(given), { code: 'ERR_TYPE', argument: 'bytes' });
    for (const given of [
      new Uint8Array(),
      bytes.slice(0, 40),
      bytes.map((byte, at) => (at === 300 ? byte ^ 1 : byte)),
    ])
      // prettier-ignore
      await fails(() => open(given), { code: 'ERR_FORMAT', argument: 'bytes' });
    const own = new sync.SVC({ kernel: (a, b) => a[0] * b[0] + 1 }).fit(X, [0, 1, 0, 1]);
    await fails(() => open(own.save()), {
      code: 'ERR_TYPE',
      argument: 'kernel',
      message: /function/,
    });
    const mixture = sync.makePipeline(new sync.GaussianMixture({ nComponents: 2 }), new sync.LinearSVC()).fit([...X, ...X], [0, 1, 0, 1, 0, 1, 0, 1]); // prettier-ignore
    await fails(() => open(mixture.save()), { code: 'ERR_TYPE', message: /GaussianMixture/ });
  });

  it('samples for which a classifier has no values, though some class comes first', () => {
    const X = [[1, 2], [2, 1], [4, 3], [0, 3], [1, 1], [5, 2]]; // prettier-ignore
    const y = ['a', 'b', 'a', 'b', 'a', 'b'];
    const odd = [
      [new sync.SVC({ kernel: 'intersection' }), [-2, 1]],
      [new sync.SVC({ kernel: 'poly' }), [1e200, 1]],
      [new sync.KNeighborsClassifier(), [1e200, 1]],
      [sync.makePipeline(new sync.OneHotEncoder(), new sync.LinearSVC()), [9, 1]],
    ];
    for (const [machine, row] of odd) {
      const model = machine.fit(X, y);
      assert.throws(() => model.predict([row]));
      assert.throws(() => open(model.save()).predict([row]), { code: 'ERR_NONFINITE' }, String(machine)); // prettier-ignore
    }
  });

  it('lists in a column of texts', () => {
    const rows = ['good film', 'bad plot', 'good plot', 'bad'].map((note, i) => ({ note, i }));
    const columns = new sync.ColumnTransformer([['words', new sync.CountVectorizer(), 'text']], { types: { note: 'text' } }); // prettier-ignore
    const model = sync.makePipeline(columns, new sync.LinearSVC()).fit(rows, [1, 0, 1, 0]);
    for (const one of [model, open(model.save())])
      assert.throws(() => one.predict([{ note: ['good', 'film'], i: 1 }]), { code: 'ERR_TYPE', message: /X\[0, note\] is an array/ }); // prettier-ignore
  });

  it('samples of other columns, gaps, and methods that the model lacks', async () => {
    const opened = open(new sync.SVC().fit(X, [0, 1, 0, 1]).save());
    await fails(() => opened.predict([[1, 2, 3]]), { code: 'ERR_FEATURE_COUNT', argument: 'X', details: { expected: 2, got: 3, row: 0 } }); // prettier-ignore
    await fails(() => opened.predict([[1, NaN]]), { code: 'ERR_NONFINITE', details: { row: 0, column: 1 } }); // prettier-ignore
    await fails(() => opened.predict([X[0], [1, Infinity]]), { code: 'ERR_NONFINITE', details: { row: 1, column: 1 }, message: /is Infinity/ }); // prettier-ignore
    for (const given of [null, 3, 'text', [1, 2], [{ a: 1, b: 2 }], {}])
      await fails(() => opened.predict(given), { code: 'ERR_TYPE', argument: 'X' });
    await fails(() => opened.predictProba(X), { code: 'ERR_TYPE', argument: 'predictProba' });
    await fails(() => opened.transform(X), { code: 'ERR_TYPE', argument: 'transform' });
    await fails(() => opened.predict([]), { code: 'ERR_EMPTY', argument: 'X' });
    await fails(() => opened.decisionFunction(X, { shape: 'pairs' }), { code: 'ERR_OPTION', argument: 'shape' }); // prettier-ignore
    const plain = opened.decisionFunction(X);
    for (const given of [
      X.map((row) => Float32Array.from(row)),
      [X[0], Int8Array.from(X[1]), ...X.slice(2)],
      { data: X.flat(), rows: 4, cols: 2 },
    ])
      // prettier-ignore
      assert.deepEqual(opened.decisionFunction(given), plain);
    const named = open(
      new sync.SVC().fit({ a: [0, 1, 0, 1], b: [0, 1, 1, 0] }, [0, 1, 0, 1]).save(),
    );
    await fails(() => named.predict([{ a: 1 }]), { code: 'ERR_SHAPE', details: { row: 0, column: 'b' } }); // prettier-ignore
  });
});
