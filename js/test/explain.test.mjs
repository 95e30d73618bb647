/** Explanations: what features add to decision values; core/assess/shapley compares with all coalitions. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

before(() => sync.init());

const sum = (list) => list.reduce((a, b) => a + b, 0);
const near = (got, want, tolerance, what = '') =>
  assert.ok(Math.abs(got - want) <= tolerance, `${what} ${got}, want ${want}`);

/** The Shapley values of a function of few features, by all coalitions. */
async function byCoalitions(f, row, base) {
  const d = row.length;
  const sets = Array.from({ length: 2 ** d }, (_, set) =>
    row.map((v, j) => ((set >> j) & 1 ? v : base[j])),
  );
  const values = await f(sets);
  const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));
  return row.map((_, j) => {
    let total = 0;
    for (let set = 0; set < 2 ** d; set++) {
      if ((set >> j) & 1) continue;
      const size = sum(row.map((_, m) => (set >> m) & 1));
      const weight = (factorial(size) * factorial(d - size - 1)) / factorial(d);
      total += weight * (values[set | (1 << j)] - values[set]);
    }
    return total;
  });
}

for (const [way, api] of forms(import.meta.url)) {
  describe(`explain, ${way}`, { timeout: 900_000 }, () => {
    const { X, y } = blobs({ n: 60, d: 4, apart: 1, labels: (i) => 'ab'[i] });
    const values = X.map((row) => row[0] * row[1] + Math.sin(row[2]));

    it('gives the Shapley values of classifiers, regressors, detectors and linear machines', async () => {
      const models = [
        await new api.SVC({ gamma: 0.3 }).fit(X, y),
        await new api.SVC({ kernel: api.kernels.poly({ gamma: 0.5, degree: 3, coef0: 1 }) }).fit(X, y), // prettier-ignore
        await new api.SVR({ gamma: 0.3 }).fit(X, values),
        await new api.OneClassSVM({ gamma: 0.3 }).fit(X),
        await new api.LinearSVC().fit(X, y),
        await api.makePipeline(new api.StandardScaler(), new api.SVC({ gamma: 0.3 })).fit(X, y),
      ];
      const baseline = [0.1, -0.2, 0.3, 0.4];
      for (const model of models) {
        const say = (rows) => (model.decisionFunction ? model.decisionFunction(rows) : model.predict(rows)); // prettier-ignore
        const found = await api.explain(model, X.slice(0, 3), { baseline });
        assert.deepEqual(found.features, [0, 1, 2, 3]);
        assert.equal(found.exact, true);
        assert.equal(found.outputs.length, 1);
        assert.equal(found.of, model.classes ? 'b' : undefined);
        near(found.base, (await say([baseline]))[0], 1e-12);
        for (const [i, row] of X.slice(0, 3).entries()) {
          const want = await byCoalitions(say, row, baseline);
          for (let j = 0; j < 4; j++) near(found.values[i][j], want[j], 1e-10, `${model}: row ${i}, feature ${j} is`); // prettier-ignore
        }
      }
    });

    it('several baselines are averaged, and groups are single players', async () => {
      const table = { a: [], b: [], c: [], e: [] };
      for (const row of X) ['a', 'b', 'c', 'e'].forEach((name, j) => table[name].push(row[j]));
      const model = await new api.SVR({ gamma: 0.3 }).fit(table, values);
      const groups = { both: ['b', 'e'], third: [2] };
      const found = await api.explain(model, X.slice(0, 2), { baseline: X.slice(10, 13), groups });
      assert.deepEqual(found.features, ['a', 'both', 'third']);
      for (const [i, row] of X.slice(0, 2).entries()) {
        const means = [0, 0, 0];
        for (const base of X.slice(10, 13)) {
          const joined = (sets) =>
            model.predict(sets.map(([a, both, c]) => [a ? row[0] : base[0], both ? row[1] : base[1], c ? row[2] : base[2], both ? row[3] : base[3]])); // prettier-ignore
          const want = await byCoalitions(joined, [1, 1, 1], [0, 0, 0]);
          want.forEach((v, p) => (means[p] += v / 3));
        }
        means.forEach((v, p) => near(found.values[i][p], v, 1e-10, `player ${p} is`));
      }
    });

    it('models of several classes have an output for each pair, or class', async () => {
      const three = blobs({ n: 60, k: 3, d: 3, apart: 2, labels: (i) => 'abc'[i] });
      const svc = await new api.SVC({ gamma: 0.3 }).fit(three.X, three.y);
      const pairs = await api.explain(svc, three.X, { baseline: [0, 0, 0] });
      assert.deepEqual(pairs.outputs.map(({ of }) => of), [['a', 'b'], ['a', 'c'], ['b', 'c']]); // prettier-ignore
      const predicted = await svc.predict(three.X);
      for (const [i, label] of predicted.entries()) {
        const wins = { a: 0, b: 0, c: 0 };
        for (const { of, base, values: parts } of pairs.outputs) wins[of[base + sum(parts[i]) > 0 ? 0 : 1]]++; // prettier-ignore
        assert.equal(wins[label], Math.max(...Object.values(wins)), `row ${i}: ${label}`);
      }
      const lssvc = await new api.LSSVC({ gamma: 0.3 }).fit(three.X, three.y);
      const classes = await api.explain(lssvc, three.X, { baseline: [0, 0, 0] });
      assert.deepEqual(classes.outputs.map(({ of }) => of), ['a', 'b', 'c']); // prettier-ignore
      for (const [i, label] of (await lssvc.predict(three.X)).entries()) {
        const scores = classes.outputs.map(({ base, values: parts }) => base + sum(parts[i]));
        assert.equal('abc'[scores.indexOf(Math.max(...scores))], label);
      }
    });

    it('estimates what has no closed form, with its standard error', async () => {
      const model = await new api.SVC({ gamma: 0.3 }).fit(X, y);
      const settings = { baseline: X.slice(20, 22), samples: 4000, seed: 3 };
      const exact = await api.explain(model, X.slice(0, 2), { baseline: settings.baseline });
      const about = await api.explain(model, X.slice(0, 2), settings);
      assert.equal(about.exact, false);
      let within = 0;
      exact.values.forEach((parts, i) =>
        parts.forEach((v, j) => {
          const error = about.errors[i][j];
          assert.ok(error > 0 && error < 0.1, `error ${error}`);
          assert.ok(Math.abs(about.values[i][j] - v) < 4 * error, `${about.values[i][j]} is not ${v} +- ${error}`); // prettier-ignore
          within += Number(Math.abs(about.values[i][j] - v) < 2 * error);
        }),
      );
      assert.ok(within >= 6, `${within} of 8 within two standard errors`);
      near(sum(about.values[0]) + about.base, sum(exact.values[0]) + exact.base, 1e-9);
      const rough = await new api.SVC({ kernel: api.kernels.matern({ gamma: 0.3 }) }).fit(X, y);
      await fails(() => api.explain(rough, X, { baseline: X[0] }), {
        code: 'ERR_OPTION',
        argument: 'samples',
      });
      const found = await api.explain(rough, X.slice(0, 1), { ...settings, samples: 50 });
      near(sum(found.values[0]) + found.base, (await rough.decisionFunction(X.slice(0, 1)))[0], 0.2); // prettier-ignore
      const foreign = { predict: (rows) => rows.map(([a, b]) => 2 * a - b) };
      const other = await api.explain(foreign, [[1, 1]], { baseline: [0, 0], samples: 10 });
      assert.deepEqual([...other.values[0]], [2, -1]);
    });

    it('goes back through encoders and columns to those of the table', async () => {
      const table = Array.from({ length: 60 }, (_, i) => ({
        id: i,
        age: i % 7 ? 20 + ((i * 13) % 40) : null,
        sex: i % 2 ? 'female' : 'male',
        port: ['C', 'Q', 'S', null][i % 4],
        review: `${['a fine', 'the dull', 'one more'][i % 3]} trip ${i % 2 ? 'over the sea' : 'by rail'} on day ${i}`,
        fare: 5 + ((i * 17) % 30),
      }));
      const labels = table.map(({ sex, fare }) => (sex === 'female') === fare > 14);
      const { ColumnTransformer, OneHotEncoder, SVC, SimpleImputer, StandardScaler } = api;
      const numbers = () => api.makePipeline(new SimpleImputer({ addIndicator: true }), new StandardScaler()); // prettier-ignore
      const columns = (more = []) =>
        new ColumnTransformer([
          ['numbers', numbers(), ['fare', 'age']],
          [
            'categories',
            new OneHotEncoder({ drop: 'ifBinary', maxCategories: 3 }),
            ['port', 'sex'],
          ],
          ['codes', new api.OrdinalEncoder(), ['sex']],
          ['powers', new api.PolynomialFeatures({ degree: 3 }), ['fare']],
          ...more,
        ]);
      const words = [['words', new api.TfidfVectorizer(), 'review']];
      const settings = { gamma: 0.05, C: 2 };
      for (const [more, names] of [
        [[], ['fare', 'age', 'port', 'sex']],
        [words, ['fare', 'age', 'port', 'sex', 'review']],
      ]) {
        const scaled = [columns(more), new api.MaxAbsScaler()];
        const model = await api.makePipeline(...scaled, new SVC(settings)).fit(table, labels);
        const baseline = { id: 0, age: 33, sex: 'male', port: 'Q', review: 'a trip to town', fare: 12 }; // prettier-ignore
        const rows = [table[1], table[7], table[14], { ...table[3], sex: 'female', port: null }];
        const found = await api.explain(model, rows, { baseline });
        assert.deepEqual([...found.features].sort(), [...names].sort());
        assert.equal(found.exact, true);
        const say = (sets) =>
          model.decisionFunction(
            sets.map((set) => Object.fromEntries(Object.entries(baseline).map(([name, value]) => { const at = found.features.indexOf(name); return [name, at < 0 ? value : set[at]]; }))), // prettier-ignore
          );
        const base = found.features.map((name) => baseline[name]);
        near(found.base, (await say([base]))[0], 1e-12, 'the base is');
        for (const [i, row] of rows.entries()) {
          const want = await byCoalitions(say, found.features.map((name) => row[name]), base); // prettier-ignore
          want.forEach((v, j) => near(found.values[i][j], v, 1e-12, `row ${i}, ${found.features[j]} is`)); // prettier-ignore
        }
        // Groups are of columns of the table, and columns that nothing takes are no players.
        const groups = { person: ['age', 'sex'] };
        const joint = await api.explain(model, rows, { baseline, groups });
        assert.deepEqual([...joint.features].sort(), [...names.filter((name) => !groups.person.includes(name)), 'person'].sort()); // prettier-ignore
        near(sum(joint.values[0]), sum(found.values[0]), 1e-11);
        await fails(() => api.explain(model, rows, { baseline, groups: { a: ['id'] } }), { code: 'ERR_TYPE', argument: 'groups.a' }); // prettier-ignore
        // The same from a file, and estimated, with columns of the table as players.
        const again = await api.load(await model.save());
        assert.deepEqual(await api.explain(again, rows, { baseline }), found);
        const about = await api.explain(model, rows.slice(0, 1), { baseline: [baseline], samples: 600 }); // prettier-ignore
        assert.equal(about.features.length, 6);
        found.features.forEach((name, j) => {
          const at = about.features.indexOf(name);
          near(about.values[0][at], found.values[0][j], 5 * about.errors[0][at] + 1e-9, `${name}, about,`); // prettier-ignore
        });
      }
      const usual = await api.makeTablePipeline(new SVC()).fit(table, labels);
      const found = await api.explain(usual, table, { baseline: table });
      assert.deepEqual([...found.features].sort(), Object.keys(table[0]).sort());
      const mixed = api.makePipeline(
        new ColumnTransformer([['near', new api.KNNImputer(), ['fare', 'age']]]),
        new SVC(),
      );
      await mixed.fit(table, labels);
      await fails(() => api.explain(mixed, table, { baseline: table[1] }), {
        code: 'ERR_OPTION',
        argument: 'samples',
      });
      const texts = table.map(({ review }) => review);
      const plain = await api.makePipeline(new api.CountVectorizer(), new api.LinearSVC()).fit(texts, labels); // prettier-ignore
      const terms = await api.explain(plain, texts.slice(0, 2), { baseline: [''] });
      assert.ok(terms.features.includes('rail'));
      near(sum(terms.values[0]) + terms.base, (await plain.decisionFunction(texts))[0], 1e-12);
    });

    // Bug: a pipeline has decisionFunction also where it ends in a regressor.
    it('estimates pipelines that end in regressors', async () => {
      const model = await api.makePipeline(new api.StandardScaler(), new api.SVR()).fit(X, values);
      const found = await api.explain(model, X.slice(0, 1), { baseline: X[3], samples: 100 });
      near(sum(found.values[0]) + found.base, (await model.predict(X.slice(0, 1)))[0], 1e-9);
    });

    it('says what is wrong', async () => {
      const model = await new api.SVC({ gamma: 0.3 }).fit(X, y);
      await fails(() => api.explain(model, X), { code: 'ERR_TYPE', argument: 'baseline' });
      await fails(() => api.explain(model, X, { baseline: [1, 2] }), {
        code: 'ERR_SHAPE',
        argument: 'baseline',
      });
      await fails(() => api.explain(model, X, { baseline: X[0], groups: { a: [9] } }), { code: 'ERR_TYPE', argument: 'groups.a' }); // prettier-ignore
      await fails(() => api.explain(model, X, { baseline: X[0], groups: { a: [1], b: [1] } }), { code: 'ERR_TYPE', argument: 'groups.b' }); // prettier-ignore
      await fails(() => api.explain(model, X, { baseline: X[0], samples: 0 }), { code: 'ERR_TYPE', argument: 'samples' }); // prettier-ignore
      await fails(() => api.explain({}, X, { baseline: X[0] }), {
        code: 'ERR_TYPE',
        argument: 'samples',
      });
      await fails(() => api.explain(new api.SVC(), X, { baseline: X[0] }), {
        code: 'ERR_NOT_FITTED',
      });
      const polynomial = api.makePipeline(new api.Normalizer(), new api.SVC());
      await polynomial.fit(X, y);
      await fails(() => api.explain(polynomial, X, { baseline: X[0] }), {
        code: 'ERR_OPTION',
        argument: 'samples',
      });
      const ended = AbortSignal.abort();
      await assert.rejects(async () => api.explain(model, X, { baseline: X[0], signal: ended }), { name: 'AbortError' }); // prettier-ignore
    });
  });
}
