/**
 * ONNX files of classifiers that are made of classifiers of two classes: onnxruntime predicts with the file
 * as the model does.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import * as ort from 'onnxruntime-web';

import { blobs } from './support/data.mjs';
import { nearRelative as near } from './support/near.mjs';
import { fails } from './support/faults.mjs';
import { bothForms } from './support/forms.mjs';
import { maxmargin, onnx, sync } from './support/maxmargin.mjs';

const { exportOnnx } = onnx;

ort.env.wasm.numThreads = 1;
ort.env.logLevel = 'error';

before(() => sync.init({ onWarning: () => {} }));

/** What onnxruntime gives for inputs by name: rows of numbers, or a column of texts. */
async function run(file, inputs, type) {
  const session = await ort.InferenceSession.create(file, { executionProviders: ['wasm'] });
  const tensor = (list) => {
    if (typeof list[0] === 'string') return new ort.Tensor('string', list, [list.length, 1]);
    const Numbers = type === 'float64' ? Float64Array : Float32Array;
    const rows = list.map((row) => [row].flat());
    return new ort.Tensor(type, Numbers.from(rows.flat()), [rows.length, rows[0].length]);
  };
  const given = Object.entries(inputs).map(([name, list]) => [name, tensor(list)]);
  const results = await session.run(Object.fromEntries(given));
  await session.release();
  return results;
}

/** Labels, decision values and probabilities of a file are those of the model. */
async function same(model, samples, inputs = { X: samples }, tolerance = 1e-9) {
  const predicted = await model.predict(samples);
  const scores = await model.decisionFunction(samples);
  const shares = await (async () => model.predictProba?.(samples))().catch((error) => {
    assert.equal(error.argument, 'probability');
    return undefined;
  });
  for (const precision of ['float64', 'float32']) {
    const out = await run(await exportOnnx(model, { precision }), inputs, precision);
    const within = precision === 'float64' ? tolerance : 3e-4;
    const several = Array.isArray(predicted[0]);
    const want = several
      ? predicted.flatMap((list) => model.classes.map((label) => Number(list.includes(label))))
      : predicted.map((one) => (typeof one === 'boolean' ? Number(one) : one));
    const got = Array.from(out.label.data, (one) => (typeof one === 'bigint' ? Number(one) : one));
    assert.deepEqual(got, want, `${precision}: labels`);
    if (several) assert.deepEqual(out.label.dims, [predicted.length, model.classes.length]);
    near(out.scores.data, Array.from(scores), within, `${precision}: scores`);
    assert.equal(Boolean(out.probabilities), Boolean(shares), 'probabilities');
    if (shares) near(out.probabilities.data, Array.from(shares), within, `${precision}: shares`);
  }
}

/** Rows that float32 has exactly, so that rounding does not move samples across thresholds. */
const single = (X) => X.map((row) => Array.from(row, Math.fround));
const of = (k) => {
  const { X, y } = blobs({ n: 60, k, apart: 1.2, seed: 5 });
  return { X: single(X), y };
};
const [four, two] = [of(4), of(2)];
const names = four.y.map((c) => ['north', 'east', 'south', 'west'][c]);
const sets = four.X.map(([a, b], i) => [...(a > 0 ? ['right'] : []), ...(b > 0.3 ? ['up'] : []), ...(i % 3 ? [] : ['third'])]); // prettier-ignore

describe('one against others: onnxruntime predicts the same', { timeout: 600_000 }, () => {
  const machines = {
    SVC: (m) => new m.SVC({ C: 2, gamma: 0.5 }),
    'SVC with probabilities': (m) => new m.SVC({ probability: 'sigmoid' }),
    LinearSVC: (m) => new m.LinearSVC(),
    'a scaler and a machine': (m) => m.makePipeline(new m.StandardScaler(), new m.SVC({ probability: 'isotonic' })), // prettier-ignore
    KNeighborsClassifier: (m) => new m.KNeighborsClassifier({ nNeighbors: 3 }),
    DecisionTreeClassifier: (m) => new m.DecisionTreeClassifier({ maxDepth: 3 }),
    AdaBoostClassifier: (m) => new m.AdaBoostClassifier({ nEstimators: 5 }),
    HistGradientBoostingClassifier: (m) => new m.HistGradientBoostingClassifier({ maxIter: 5 }),
    GaussianProcessClassifier: (m) => new m.GaussianProcessClassifier({ maxIter: 2 }),
    Perceptron: (m) => new m.Perceptron(),
  };
  for (const [name, make] of Object.entries(machines)) {
    it(name, async () => {
      const loose = /Tree|Boost/.test(name) ? 1e-6 : 1e-8; // shares of trees are float32
      for (const Class of ['OneVsRestClassifier', 'OneVsOneClassifier']) {
        for (const [X, y] of [
          [four.X, four.y],
          [four.X, names],
          [two.X, two.y],
          [two.X, two.y.map((c) => c === 1)],
        ]) {
          // prettier-ignore
          await same(new sync[Class](make(sync)).fit(X, y), X, undefined, loose);
        }
      }
      const several = new sync.OneVsRestClassifier(make(sync)).fit(four.X, sets);
      await same(several, four.X, undefined, loose);
    });
  }

  for (const [form, m] of bothForms) {
    it(`labels that all rows have, or none, ${form}`, async () => {
      const marks = sets.map((list) => [1, Number(list.includes('up')), 0]);
      const model = await new m.OneVsRestClassifier(new m.SVC({ probability: 'sigmoid' })).fit(four.X, marks); // prettier-ignore
      assert.deepEqual(model.estimators.map((one) => typeof one), ['number', 'object', 'number']); // prettier-ignore
      await same(model, four.X);
    });
  }

  it('equal votes of pairs', async () => {
    // Each of three classes beats the next one: the sums of decision values decide.
    const X = [[0, 0], [4, 0], [2, 3.5], [2, 1.2], [2.1, 1.1], [1.9, 1.3]]; // prettier-ignore
    const model = new sync.OneVsOneClassifier(new sync.SVC({ kernel: 'linear' })).fit(X.slice(0, 3), [0, 1, 2]); // prettier-ignore
    await same(model, single(X));
  });

  it('tables and texts that all members read alike', async () => {
    const colours = four.y.map((c, i) => ['red', 'green', 'blue'][(c + (i % 2)) % 3]);
    const table = { x: four.X.map(([a]) => a), colour: colours };
    const encode = new sync.ColumnTransformer([['numbers', new sync.StandardScaler(), ['x']], ['words', new sync.OneHotEncoder(), ['colour']]]); // prettier-ignore
    const model = new sync.OneVsRestClassifier(sync.makePipeline(encode, new sync.SVC()));
    await same(model.fit(table, names), table, table, 1e-8);
    const texts = ['the match and the ticket prices', 'the team won the match', 'prices and shares fell', 'rain tomorrow', 'the team sold shares', 'a dry day']; // prettier-ignore
    const topics = [['money', 'sport'], ['sport'], ['money'], [], ['money', 'sport'], []];
    const inner = (m) => m.makePipeline(new m.TfidfVectorizer(), new m.LinearSVC());
    const read = new sync.OneVsRestClassifier(inner(sync)).fit(texts, topics);
    await same(read, texts, { X: texts }, 1e-4); // its terms are weighed in float32
    const pairs = new sync.OneVsOneClassifier(inner(sync)).fit(texts, [
      'a',
      'b',
      'c',
      'a',
      'b',
      'c',
    ]);
    await fails(() => exportOnnx(pairs), { code: 'ERR_TYPE', argument: 'model', message: /read samples in different ways/ }); // prettier-ignore
  });

  it('says what is wrong', async () => {
    const rest = new sync.OneVsRestClassifier(new sync.SVC());
    await fails(() => exportOnnx(rest), { code: 'ERR_NOT_FITTED' });
    const constant = new sync.OneVsRestClassifier(new sync.SVC()).fit(two.X, two.X.map(() => ['a'])); // prettier-ignore
    await fails(() => exportOnnx(constant), { code: 'ERR_TYPE', message: /constant/ });
    const own = new sync.OneVsRestClassifier(new sync.SVC({ kernel: (a, b) => a[0] * b[0] + 1 })).fit(two.X, two.y); // prettier-ignore
    await fails(() => exportOnnx(own), { code: 'ERR_TYPE', argument: 'kernel' });
    await fails(() => exportOnnx(rest.fit(four.X, four.y), { inputNames: ['a', 'b'] }), { code: 'ERR_OPTION', argument: 'inputNames' }); // prettier-ignore
    const boosted = new sync.BoostedClassifier(new sync.DecisionStump()).fit(two.X, two.y);
    await fails(() => exportOnnx(boosted), { code: 'ERR_TYPE', message: /takes a fitted model/ });
    const other = await new maxmargin.OneVsOneClassifier(new maxmargin.SVC()).fit(four.X, names);
    await same(other, four.X);
  });
});
