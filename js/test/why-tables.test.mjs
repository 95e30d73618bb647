/** influence, sensitivities and nearestChange of models of tables, in the columns of the table. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';
import { drawn } from '../tools/draw.mjs';

before(() => sync.init());

const near = (got, want, tolerance, what = '') =>
  assert.ok(Math.abs(got - want) <= tolerance, `${what} ${got}, want ${want}`);

const ports = ['Cherbourg', 'Queenstown', 'Southampton'];
const people = Array.from({ length: 80 }, (_, i) => ({
  age: i % 11 === 3 ? null : 18 + ((i * 29) % 47),
  sex: (i * 7) % 3 ? 'female' : 'male',
  fare: 5 + ((i * 13) % 37) + 0.25 * (i % 4),
  port: ports[(i * 5) % 3],
  crew: i % 4 === 1,
}));
const paid = people.map(({ age, sex, fare, port, crew }) => 0.8 * (age ?? 35) + (sex === 'female' ? 12 : 0) + fare + 6 * ports.indexOf(port) - (crew ? 9 : 0)); // prettier-ignore
const much = paid.map((v) => (v > 70 ? 'much' : 'little'));
const names = Object.keys(people[0]);
const numbers = ['age', 'fare'];
const rest = names.filter((name) => !numbers.includes(name));

/** The same people with what they wrote. */
const told = people.map((row, i) => ({ ...row, review: `a ${i % 3 ? 'good' : 'bad'} voyage, number ${i}` })); // prettier-ignore

/** What a model says of rows, by the public functions. */
const say = (model, rows) => (model.classes ? model.decisionFunction(rows) : model.predict(rows));
/** Gradients are central differences of the numbers, and NaN elsewhere. */
async function checkGradients(model, rows, gradients, features) {
  for (const [i, row] of rows.entries()) {
    assert.equal(gradients[i].length, features.length);
    for (const [j, name] of features.entries()) {
      if (!numbers.includes(name)) {
        assert.ok(Number.isNaN(gradients[i][j]), `${name} has no derivative`);
        continue;
      }
      const h = 1e-4;
      const moved = [h, -h].map((by) => ({ ...row, [name]: row[name] === null ? null : row[name] + by })); // prettier-ignore
      const [up, down] = await say(model, moved);
      near(gradients[i][j], (up - down) / (2 * h), 1e-5 * (1 + Math.abs(gradients[i][j])), `${model}, row ${i}, ${name}:`); // prettier-ignore
      if (row[name] === null) near(gradients[i][j], 0, 0, 'of a gap');
    }
  }
}

const categoriesOf = (name) => [...new Set(people.map((row) => row[name]))].sort();

for (const [way, api] of forms(import.meta.url)) {
  const { ColumnTransformer, LinearSVC, LinearSVR, MinMaxScaler, OneHotEncoder, OrdinalEncoder, SVC, SVR, SimpleImputer, StandardScaler, makePipeline, makeTablePipeline } = api; // prettier-ignore
  const columns = (encoder) =>
    new ColumnTransformer([
      ['numbers', makePipeline(new SimpleImputer(), new MinMaxScaler()), numbers],
      ['words', encoder, rest],
    ]);

  describe(`explanations of models of tables, ${way}`, { timeout: 900_000 }, () => {
    it('gradients are those by the numbers of the table, and categories have differences', async () => {
      const models = [
        await makeTablePipeline(new SVC({ gamma: 0.2 })).fit(people, much),
        await makeTablePipeline(new SVR({ C: 100 })).fit(people, paid),
        await makeTablePipeline(new LinearSVC()).fit(people, much),
        await makePipeline(columns(new OneHotEncoder()), new StandardScaler({ withMean: false }), new SVR({ C: 10 })).fit(people, paid), // prettier-ignore
        await makePipeline(columns(new OrdinalEncoder()), new SVC()).fit(people, much),
      ];
      for (const model of models) {
        const rows = [people[0], people[3], people[17]];
        const { gradients, features, switches, exact } = await api.sensitivities(model, rows);
        assert.equal(exact, true);
        assert.deepEqual([...features].sort(), [...names].sort());
        const values = await say(model, rows);
        await checkGradients(model, rows, gradients, features);
        assert.deepEqual(switches.map(({ feature }) => feature).sort(), [...rest].sort());
        for (const { feature, categories, differences } of switches) {
          assert.deepEqual([...categories].sort(), categoriesOf(feature));
          for (const [i, row] of rows.entries()) {
            const others = await say(model, categories.map((category) => ({ ...row, [feature]: category }))); // prettier-ignore
            categories.forEach((_, c) => near(differences[i][c], others[c] - values[i], 1e-12));
            near(differences[i][categories.indexOf(row[feature])], 0, 0);
          }
        }
      }
    });

    it('of three classes each output has its differences', async () => {
      const three = paid.map((v) => (v > 80 ? 'c' : v > 60 ? 'b' : 'a'));
      const model = await makeTablePipeline(new SVC({ study: { decisionFunctionShape: 'ovo' } })).fit(people, three); // prettier-ignore
      const { outputs } = await api.sensitivities(model, people.slice(0, 2));
      const rows = ports.map((port) => ({ ...people[1], port }));
      const all = await model.decisionFunction([people[1], ...rows]);
      outputs.forEach(({ switches }, q) => {
        const { categories, differences } = switches.find(({ feature }) => feature === 'port');
        ports.forEach((port, c) => near(differences[1][categories.indexOf(port)], all[3 * (c + 1) + q] - all[q], 1e-12)); // prettier-ignore
      });
    });

    it('influence has the rows of the table of the fit', async () => {
      const model = await makeTablePipeline(new SVC({ gamma: 0.2 })).fit(people, much);
      const { indices, terms, values, intercept, rest: others, without } = await api.influence(model, people.slice(0, 4), { count: 3 }); // prettier-ignore
      const decision = await model.decisionFunction(people.slice(0, 4));
      for (let i = 0; i < 4; i++) {
        near(values[i], decision[i], 0);
        near(intercept + terms[i].reduce((a, b) => a + b, 0) + others[i], decision[i], 1e-12);
        terms[i].forEach((term, c) => {
          assert.equal(much[indices[i][c]] === 'much', term > 0, 'the sign is that of the class');
          near(without[i][c], decision[i] - term, 1e-12);
        });
      }
    });

    it('the least change of a linear machine is that of all combinations of categories', async () => {
      const model = await makeTablePipeline(new LinearSVR({ C: 100 })).fit(people, paid);
      const weights = { age: 1 / 13, fare: 1 / 11, sex: 1.3, port: 0.8, crew: 2 };
      for (const [i, norm] of [
        [0, 2],
        [5, 1],
        [17, 2],
        [30, 1],
        [41, 2],
      ]) {
        // prettier-ignore
        const row = people[i];
        const [f] = await model.predict([row]);
        const target = f + (i % 2 ? 14 : -17);
        const found = await api.nearestChange(model, row, { target, weights, norm });
        const { gradients, features } = await api.sensitivities(model, [row]);
        const slopes = numbers.map((name) => gradients[0][features.indexOf(name)] / weights[name]);
        let least = Infinity;
        for (const sex of categoriesOf('sex')) {
          for (const port of ports) {
            for (const crew of [false, true]) {
              const [g] = await model.predict([{ ...row, sex, port, crew }]);
              const gap = target > f ? Math.max(0, target - g) : Math.max(0, g - target);
              const parts = [
                ...(sex === row.sex ? [] : [weights.sex]),
                ...(port === row.port ? [] : [weights.port]),
                ...(crew === row.crew ? [] : [weights.crew]),
                gap / (norm === 1 ? Math.max(...slopes.map(Math.abs)) : Math.hypot(...slopes)),
              ];
              const sum = parts.reduce((a, b) => a + b, 0);
              least = Math.min(least, norm === 1 ? sum : Math.hypot(...parts));
            }
          }
        }
        near(found.distance, least, 1e-6 * least, `row ${i}:`);
        assert.equal(found.exact, true);
        near((await model.predict([found.x]))[0], found.to, 0);
        assert.ok(target > f ? found.to >= target : found.to <= target);
        assert.deepEqual(Object.keys(found.x), names);
        for (const { feature, from, to } of found.changes) {
          assert.equal(row[feature], from);
          assert.equal(found.x[feature], to);
        }
      }
    });

    it('changes categories of kernel machines, and keeps what is fixed and gaps', async () => {
      const model = await makeTablePipeline(new SVC({ C: 10 })).fit(people, much);
      for (const i of [0, 3, 14, 20]) {
        const found = await api.nearestChange(model, people[i], { weights: { age: 0.1, fare: 0.1 } }); // prettier-ignore
        assert.notEqual(found.to, found.from);
        assert.deepEqual(await model.predict([found.x]), [found.to]);
        assert.equal(found.x.age === null, people[i].age === null, 'a gap stays a gap');
        const fixed = await api.nearestChange(model, people[i], { weights: { age: 0.1, fare: 0.1 }, fixed: rest }); // prettier-ignore
        for (const name of rest) assert.equal(fixed.x[name], people[i][name]);
        assert.ok(fixed.distance >= found.distance - 1e-9);
      }
      // Switching one word is enough, and cheapest where numbers may not change.
      const words = await api.nearestChange(model, people[9], { fixed: numbers });
      assert.ok(words.changes.every(({ feature }) => rest.includes(feature)));
      near(words.distance, Math.sqrt(words.changes.length), 1e-12);
      // Rows without names, and rows in columns.
      const lists = people.map((row) => Object.values(row));
      const unnamed = await makeTablePipeline(new SVC({ C: 10 })).fit(lists, much);
      const list = await api.nearestChange(unnamed, lists[0]);
      assert.ok(Array.isArray(list.x));
      assert.deepEqual(await unnamed.predict([list.x]), [list.to]);
      const single = Object.fromEntries(names.map((name) => [name, [people[0][name]]]));
      const record = await api.nearestChange(model, single);
      assert.deepEqual(await model.predict([record.x]), [record.to]);
    });

    it('texts stay as they are, and the other columns beside them have what they have', async () => {
      const machines = [new SVC({ C: 10, gamma: 0.2 }), new LinearSVC(), new SVR({ C: 100 })];
      for (const machine of drawn(machines, 'texts')) {
        const model = await makeTablePipeline(machine).fit(told, machine instanceof SVR ? paid : much); // prettier-ignore
        const rows = [told[0], told[3], told[17]];
        const { gradients, features, switches } = await api.sensitivities(model, rows);
        assert.deepEqual([...features].sort(), Object.keys(told[0]).sort());
        const values = await say(model, rows);
        await checkGradients(model, rows, gradients, features);
        assert.deepEqual(switches.map(({ feature }) => feature).sort(), [...rest].sort());
        for (const { feature, categories, differences } of switches) {
          const others = await say(model, categories.map((category) => ({ ...rows[1], [feature]: category }))); // prettier-ignore
          categories.forEach((_, c) => near(differences[1][c], others[c] - values[1], 1e-9));
        }
        const weights = { age: 1 / 13, fare: 1 / 11, sex: 1.3, port: 0.8, crew: 2, review: 9 };
        for (const row of rows) {
          const [from] = await model.predict([row]);
          const target = machine instanceof SVR ? from + (from > 60 ? -9 : 9) : undefined;
          const found = await api.nearestChange(model, row, { weights, target });
          assert.equal(found.x.review, row.review, 'a text stays');
          assert.equal(found.x.age === null, row.age === null, 'a gap stays a gap');
          assert.deepEqual(Object.keys(found.x), Object.keys(row));
          assert.equal(found.change.length, features.length);
          const [to] = await model.predict([found.x]);
          assert.ok(machine instanceof SVR ? Math.abs(to - from) >= 9 : to !== from);
          const fixed = await api.nearestChange(model, row, { weights, target, fixed: ['review', 'sex'] }); // prettier-ignore
          assert.equal(fixed.x.sex, row.sex);
          assert.ok(fixed.distance >= found.distance - 1e-9);
        }
      }
    });

    it('says what is wrong', async () => {
      const model = await makeTablePipeline(new SVC()).fit(people, much);
      await fails(() => api.nearestChange(model, people[0], { bounds: { port: [0, 1] } }), { code: 'ERR_TYPE', argument: 'bounds.port', message: /fixed/ }); // prettier-ignore
      await fails(() => api.nearestChange(model, people[0], { fixed: ['cabin'] }), { code: 'ERR_TYPE', argument: 'fixed[0]' }); // prettier-ignore
      await fails(() => api.nearestChange(model, people[0], { fixed: names }), { code: 'ERR_OPTION', argument: 'bounds' }); // prettier-ignore
      await fails(() => api.sensitivities(model, people, { step: 1e-4 }), { code: 'ERR_TYPE', argument: 'step' }); // prettier-ignore
      const reading = await makeTablePipeline(new SVC()).fit(told, much);
      await fails(() => api.nearestChange(reading, told[0], { bounds: { review: [0, 1] } }), { code: 'ERR_TYPE', argument: 'bounds.review', message: /text/ }); // prettier-ignore
      const several = await makePipeline(columns(new OneHotEncoder({ sparseOutput: false })), new api.Normalizer(), new SVC()).fit(people, much); // prettier-ignore
      for (const ask of [
        () => api.sensitivities(several, people),
        () => api.nearestChange(several, people[0]),
      ]) {
        // prettier-ignore
        await fails(ask, { code: 'ERR_OPTION', argument: 'model', message: /encoders/ });
      }
    });
  });
}
