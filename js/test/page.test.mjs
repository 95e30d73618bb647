/**
 * maxmargin/page: the text of pages, what their forms know of a model, and where they have bars. What a
 * page does is in browser/page.test.mjs.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { csvFormatRows, dsvFormat, tsvFormatRows } from 'd3-dsv';

import fc from './support/properties.mjs';

import { readRow } from '../src/page/row.js';
import { random } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { featuresOf, firstVersion, compareVersions } from './support/features.mjs';
import { pages, prediction, sync } from './support/maxmargin.mjs';
import { ordered } from './support/ordered.mjs';
import { takesTargets } from './support/targets.mjs';
import { partsOf } from './support/page-parts.mjs';

const { toPage } = pages;
const { kernels } = sync;

before(() => sync.init({ onWarning: () => {} }));

const next = random(7);
const towns = ['Lima', 'Oslo', 'Rome'];
const table = Array.from({ length: 80 }, (_, i) => ({
  id: i,
  age: i % 9 === 0 ? null : Math.round(80 * next()),
  town: i % 11 === 0 ? null : towns[Math.floor(3 * next() ** 2)],
  member: next() < 0.5,
  note: `${['a fine', 'the dull', 'one more'][i % 3]} trip ${i % 2 ? 'over the sea' : 'by rail'} on day ${i}`,
}));
const paid = table.map(({ age, member }, i) => (Number(age) + 30 * Number(member) + (i % 7) > 50 ? 'yes' : 'no')); // prettier-ignore
const X = Array.from({ length: 60 }, () => [next(), next(), next()]);
const two = X.map(([a, b, c]) => (a + b * c > 0.7 ? 'high' : 'low'));
const four = X.map(([a, b, c]) => [3, -1, 2.5, 10][2 * Number(a > 0.5) + Number(b + c > 1)]);
const numbers = X.map(([a, b, c]) => Math.sin(3 * a) + b * c);

/** The columns that makeTablePipeline takes as texts, too. */
const tableModel = (machine = new sync.SVC()) => sync.makeTablePipeline(machine).fit(table, paid);

describe('the text of a page', { timeout: 900_000 }, () => {
  it('has a policy that allows its own script and style, and nothing else', async () => {
    const text = await toPage(tableModel(), { title: 'T', description: 'D', lang: 'de' });
    const { policy, script, style, settings } = partsOf(text);
    const hash = (part) => `'sha256-${createHash('sha256').update(part).digest('base64')}'`;
    assert.equal(policy, `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`); // prettier-ignore
    assert.match(text, /^<!doctype html>\s*<html class="maxmargin-page" lang="de">/);
    assert.doesNotMatch(script + style, /https?:|\beval\(|new Function|localStorage|fetch\(|XMLHttp|@import|url\(/); // prettier-ignore
    // What a page holds is the model, and all that maxmargin/predict can say of it.
    const model = tableModel();
    const opened = prediction.open({ format: 'maxmargin', bytes: settings.bytes });
    assert.deepEqual(opened.predict(table), model.predict(table));
    assert.equal(await toPage(tableModel(), { title: 'T', description: 'D', lang: 'de' }), text);
  });

  it('runs in the browsers that the package supports', async () => {
    const { script } = partsOf(await toPage(new sync.LinearSVC().fit(X, two)));
    for (const [browser, least] of Object.entries({ chrome: '100', firefox: '97', safari: '16.4' }))
      for (const [name, entries] of featuresOf(script, 'script')) {
        if (name === '.bytes' || name === '.toArray') continue; // of objects of ours, and of Arrow's columns
        const since = firstVersion(entries, browser);
        assert.ok(since !== undefined && compareVersions(since, least) <= 0, `${name} is in ${browser} since ${since}`); // prettier-ignore
      }
  });

  const folder = new URL('../../core/engine/codec/testdata/', import.meta.url);
  const files = readdirSync(folder, { recursive: true }).filter(
    (name) => name.endsWith('.mxm') && !name.startsWith('nested'),
  );

  it('is made of the model files of all commits, but not of transformers', async () => {
    let made = 0;
    for (const name of files) {
      const bytes = new Uint8Array(readFileSync(fileURLToPath(new URL(name, folder))));
      const { schema } = prediction.open(bytes);
      if (schema.kind === 'transformer') {
        await fails(() => toPage({ save: () => bytes }), { code: 'ERR_TYPE', argument: 'model' });
        continue;
      }
      const { settings } = partsOf(await toPage({ save: () => bytes }));
      assert.equal(settings.kind, schema.kind, name);
      const places = settings.fields.map(({ at }) => at);
      assert.equal(new Set(places).size, schema.columns.length, name);
      made++;
    }
    assert.ok(made > 100, `${made}`);
  });
});

describe('the form', { timeout: 900_000 }, () => {
  it('has a field for each column, with what the steps have learnt', async () => {
    const { settings } = partsOf(await toPage(tableModel()));
    assert.equal(settings.count, 5);
    const [id, age, town, member, note] = settings.fields;
    const names = settings.fields.map(({ name, kind, gap }) => [name, kind, gap]);
    assert.deepEqual(names, [['id', 'number', true], ['age', 'number', true], ['town', 'category', true], ['member', 'category', true], ['note', 'text', false]]); // prettier-ignore
    assert.deepEqual(town.categories, towns);
    assert.deepEqual(member.categories, [false, true]);
    // The mean and the standard deviation after the median has filled the gaps, and the most frequent town.
    const known = table.map(({ age: own }) => own).filter((own) => own !== null).sort((a, b) => a - b); // prettier-ignore
    const median = (known[(known.length - 1) >> 1] + known[known.length >> 1]) / 2;
    const ages = table.map(({ age: own }) => own ?? median);
    const mean = ages.reduce((sum, own) => sum + own, 0) / 80;
    const spread = Math.sqrt(ages.reduce((sum, own) => sum + (own - mean) ** 2, 0) / 80);
    assert.ok(Math.abs(age.start - mean) <= 0.5 && Math.abs(age.hint.spread - spread) <= 0.5);
    assert.equal(age.typical, age.start);
    const often = (name) => table.filter((row) => row.town === name).length;
    assert.equal(
      town.start,
      towns.reduce((best, one) => (often(one) > often(best) ? one : best)),
    );
    assert.deepEqual([note.start, id.hint.middle], ['', 40]);
  });

  it('knows ends and middles from other steps, and nothing without them', async () => {
    const of = async (...steps) => {
      const last = new sync.LinearSVR();
      const model = steps.length > 0 ? sync.makePipeline(...steps, last) : last;
      return partsOf(await toPage(model.fit(X, numbers))).settings.fields;
    };
    const first = X.map(([a]) => a).sort((a, b) => a - b);
    const within = (got, want) => assert.ok(Math.abs(got - want) < 1e-9, `${got}, not ${want}`);
    for (const step of [new sync.MinMaxScaler({ featureRange: [-1, 2] }), new sync.QuantileTransformer()]) {
      const [{ hint, start }] = await of(step);
      within(hint[0], first[0]);
      within(hint[1], first[59]);
      assert.ok(start > hint[0] && start < hint[1]);
    } // prettier-ignore
    const [{ hint }] = await of(new sync.RobustScaler());
    assert.ok(Math.abs(hint.middle - (first[29] + first[30]) / 2) < 0.05);
    // What comes behind a scaler is in other units.
    assert.deepEqual(await of(new sync.MinMaxScaler(), new sync.StandardScaler()), await of(new sync.MinMaxScaler())); // prettier-ignore
    const selected = await of(new sync.SelectKBest({ k: 1 }), new sync.StandardScaler());
    assert.equal(selected.filter((field) => field.hint).length, 1);
    const bare = await of();
    assert.deepEqual(bare[0], { name: 'x0', kind: 'number', at: 0, gap: false, start: null, typical: 0 }); // prettier-ignore
  });

  it('allows a gap only where the model has an answer with it', async () => {
    const rows = table.map(({ age, town }, i) => ({ age, town: town ?? 'Rome', size: i }));
    const columns = new sync.ColumnTransformer([
      ['filled', new sync.SimpleImputer(), ['age']],
      ['hot', new sync.OneHotEncoder(), ['town']],
      ['scaled', new sync.StandardScaler(), ['size']],
    ]);
    const model = sync.makePipeline(columns, new sync.SVC()).fit(rows, paid);
    const gaps = (fields) => fields.map(({ name, gap }) => [name, gap]);
    const { settings } = partsOf(await toPage(model));
    assert.deepEqual(gaps(settings.fields), [['age', true], ['town', false], ['size', false]]); // prettier-ignore
    const near = sync.makePipeline(new sync.KNNImputer(), new sync.SVC()).fit(X, two);
    const other = partsOf(await toPage(near)).settings.fields;
    assert.deepEqual(other.map(({ gap }) => gap), [true, true, true]); // prettier-ignore
  });

  it('begins with an example, compares with a baseline, and says what is wrong with them', async () => {
    const model = tableModel(new sync.LinearSVC());
    const example = { age: 33, town: null, note: 'a trip', more: 1 };
    const baseline = [1, 20, 'Oslo', true, 'none'];
    const { fields } = partsOf(await toPage(model, { example, baseline })).settings;
    assert.deepEqual(fields.slice(1).map(({ start }) => start).filter((_, j) => j !== 2), [33, null, 'a trip']); // prettier-ignore
    assert.deepEqual(fields.map(({ typical }) => typical), baseline); // prettier-ignore
    const wrong = (given, argument) => fails(() => toPage(model, given), { code: 'ERR_TYPE', argument }); // prettier-ignore
    await wrong({ example: { age: 'old' } }, 'example.age');
    await wrong({ example: { town: 'Paris' } }, 'example.town');
    await wrong({ example: { note: null } }, 'example.note');
    await wrong({ example: { nothing: 1 } }, 'example');
    await wrong({ baseline: [1, 2] }, 'baseline');
    await wrong({ title: 3 }, 'title');
    await wrong({ lang: 'no language' }, 'lang');
    await wrong({ words: { reset: 3 } }, 'reset');
    await wrong({ words: 'few' }, 'words');
    await fails(() => toPage(model, { titel: 'x' }), { argument: 'titel' });
    await fails(() => toPage(model, { words: { rest: 'x' } }), { argument: 'rest' });
    await fails(() => toPage(model.save()), { code: 'ERR_TYPE', argument: 'model' });
    await fails(() => toPage(new sync.SVC()), { code: 'ERR_NOT_FITTED' });
    const own = new sync.SVC({ kernel: (a, b) => a[0] * b[0] }).fit(X, two);
    await fails(() => toPage(own), { code: 'ERR_TYPE', argument: 'kernel' });
    const words = sync.makePipeline(new sync.TfidfVectorizer(), new sync.LinearSVC()).fit(table.map(({ note }) => note), paid); // prettier-ignore
    const text = partsOf(await toPage(words, { example: 'a fine trip' })).settings;
    assert.deepEqual([text.samples, text.fields[0].start], ['texts', 'a fine trip']);
    await fails(() => toPage(words, { example: ['a'] }), { code: 'ERR_TYPE', argument: 'example' });
  });
});

/** The decision values, or predictions, of rows: a list of each. */
function values(model, rows) {
  const regresses = !('classes' in model) && sync.catalog[model.constructor.name]?.kind === 'regressor'; // prettier-ignore
  const all = Array.from(regresses ? model.predict(rows) : model.decisionFunction(rows));
  if (typeof all[0] === 'object') return all.map((one) => Array.from(one));
  const q = all.length / rows.length;
  return rows.map((_, i) => all.slice(i * q, (i + 1) * q));
}

/** What the columns of a row add, one by one, and the rest that they do not add up to. */
function partsOfRow(say, row, base) {
  const [all, none, ...without] = say([row, base, ...row.map((_, j) => row.map((v, i) => (i === j ? base[i] : v)))]); // prettier-ignore
  const gains = without.map((one) => one.map((v, q) => all[q] - v));
  const rest = all.map((v, q) => v - none[q] - gains.reduce((sum, gain) => sum + gain[q], 0));
  return { gains, rest: Math.max(...rest.map(Math.abs)), size: Math.max(1, ...all.map(Math.abs)) };
}

/** Whether the parts of some rows add up to their values. */
function addsUp(say) {
  const fresh = Array.from({ length: 12 }, () => [next(), next(), next()]);
  return fresh.every((row, i) => {
    const { rest, size } = partsOfRow(say, row, fresh[(i + 1) % 12]);
    return rest <= 1e-9 * size;
  });
}

describe('bars', { timeout: 900_000 }, () => {
  it('are there exactly where the values of a machine are sums over columns', async () => {
    const seen = { true: 0, false: 0 };
    for (const { name, kind, options } of Object.values(sync.catalog)) {
      if (kind === 'transformer') continue;
      const takesKernel = options.some((option) => option.name === 'kernel');
      for (const y of kind === 'classifier' ? [two, four] : [numbers]) {
        for (const how of takesKernel ? [{}, { kernel: 'linear' }] : [{}]) {
          const machine = new sync[name]({ ...how, ...ordered({ options }, y) });
          const model = takesTargets(name, kind) ? machine.fit(X, y) : machine.fit(X);
          const { settings } = partsOf(await toPage(model));
          const what = `${name} ${JSON.stringify(how)}, ${new Set(y).size} classes`;
          seen[settings.additive]++;
          if (settings.additive) {
            assert.ok(
              addsUp((rows) => values(model, rows)),
              `${what}: the parts do not add up`,
            );
            const { length } = values(model, X.slice(0, 1))[0];
            assert.equal(length, settings.perClass ? model.classes.length : 1, what);
          } else if (kind !== 'classifier' || y === two) {
            assert.ok(!addsUp((rows) => values(model, rows)), `${what}: no bars`);
          }
        }
      }
    }
    assert.ok(seen.true > 20 && seen.false > 20, JSON.stringify(seen));
  });

  it('are there for kernels that are sums over columns, and say what explain says', async () => {
    const sums = [
      kernels.linear(),
      kernels.intersection(),
      kernels.anova({ order: 1, gamma: 2 }),
      kernels.directSum(kernels.columns([0], kernels.rbf({ gamma: 2 })), kernels.columns([2], kernels.poly({ degree: 2 }))), // prettier-ignore
    ];
    const products = [kernels.rbf(), kernels.anova({ order: 2 }), kernels.poly({ degree: 2 }), kernels.allSubsets(), kernels.spline()]; // prettier-ignore
    const base = [0.5, 0.25, 0.75];
    for (const kernel of [...sums, ...products]) {
      for (const model of [new sync.SVC({ kernel }).fit(X, two), new sync.SVR({ kernel }).fit(X, numbers)]) {
        const { settings } = partsOf(await toPage(model, { baseline: base }));
        assert.equal(settings.additive, sums.includes(kernel), String(kernel));
        assert.deepEqual(settings.fields.map(({ typical }) => typical), base); // prettier-ignore
        if (!settings.additive) continue;
        const found = sync.explain(model, X.slice(0, 5), { baseline: base });
        const opened = prediction.open({ format: 'maxmargin', bytes: settings.bytes });
        const say = (rows) => (model.classes ? opened.decisionFunction(rows) : opened.predict(rows)).map((v) => [v]); // prettier-ignore
        for (let i = 0; i < 5; i++) {
          const { gains } = partsOfRow(say, X[i], base);
          gains.forEach(([gain], j) => assert.ok(Math.abs(gain - found.values[i][j]) < 1e-10, `${kernel}: ${gain}, of explain ${found.values[i][j]}`)); // prettier-ignore
        }
      }
    } // prettier-ignore
  });

  it('go through the columns of tables, as explain does', async () => {
    for (const machine of [new sync.LinearSVC(), new sync.SVC({ kernel: 'linear' }), new sync.Ridge()]) {
      const isRidge = machine instanceof sync.Ridge;
      const model = sync.makeTablePipeline(machine).fit(table, isRidge ? table.map(({ id }) => id) : paid); // prettier-ignore
      const { settings } = partsOf(await toPage(model));
      assert.equal(settings.additive, true);
      const base = settings.fields.map(({ typical }) => typical);
      const names = settings.fields.map(({ name }) => name);
      const record = (row) => Object.fromEntries(names.map((name, j) => [name, row[j]]));
      const rows = [table[1], table[9], table[11], table[30]];
      const found = sync.explain(model, rows, { baseline: record(base) });
      assert.deepEqual([...found.features].sort(), [...names].sort());
      const opened = prediction.open({ format: 'maxmargin', bytes: settings.bytes });
      const say = (X) => (isRidge ? opened.predict(X) : opened.decisionFunction(X)).map((v) => [v]);
      rows.forEach((row, i) => {
        const { gains } = partsOfRow(say, names.map((name) => row[name]), base); // prettier-ignore
        gains.forEach(([gain], j) => {
          const want = found.values[i][found.features.indexOf(names[j])];
          assert.ok(Math.abs(gain - want) < 1e-9 * Math.max(1, Math.abs(want)), `${names[j]}: ${gain}, of explain ${want}`); // prettier-ignore
        });
      });
    } // prettier-ignore
    for (const step of [new sync.PolynomialFeatures(), new sync.Normalizer(), new sync.KNNImputer()]) {
      const model = sync.makePipeline(step, new sync.LinearSVC()).fit(X, two);
      assert.equal(partsOf(await toPage(model)).settings.additive, false, String(step));
    } // prettier-ignore
    const steps = [new sync.QuantileTransformer({ outputDistribution: 'normal' }), new sync.RobustScaler()]; // prettier-ignore
    const model = sync.makePipeline(...steps, new sync.LinearSVC()).fit(X, two);
    assert.equal(partsOf(await toPage(model)).settings.additive, true);
    assert.ok(addsUp((rows) => values(model, rows)));
  });
});

describe('a row that is pasted', () => {
  const fields = [
    { name: 'a', kind: 'number', gap: true },
    { name: 'b, c', kind: 'category', categories: ['x', 'y "z"', 3], gap: false },
    { name: 'd', kind: 'text', gap: false },
  ];

  it('is what d3-dsv writes, with and without names, in any order', () => {
    const row = fc.tuple(
      fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.constantFrom(...fields[1].categories),
      fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', ';', '\n', 'ü') }).filter((text) => text.trim() === text && text !== ''), // prettier-ignore
    );
    const writers = [csvFormatRows, tsvFormatRows, dsvFormat(';').formatRows];
    fc.assert(
      fc.property(row, fc.constantFrom(...writers), fc.boolean(), fc.nat(2), (values, write, named, by) => {
        const turned = (list) => [...list.slice(by), ...list.slice(0, by)];
        const cells = values.map((value) => value ?? '');
        const text = named ? write([turned(fields.map(({ name }) => name)), turned(cells)]) : write([cells]); // prettier-ignore
        assert.deepEqual(readRow(`${text}\r\n`, fields), values.map((value) => (Object.is(value, -0) ? 0 : value))); // prettier-ignore
      }),
    ); // prettier-ignore
  });

  it('may have decimal commas between semicolons, and says what is wrong', () => {
    assert.deepEqual(readRow('1,5;x;"a; b"', fields), [1.5, 'x', 'a; b']);
    assert.deepEqual(readRow('', fields), { word: 'row', count: 3 });
    assert.deepEqual(readRow('1,x', fields), { word: 'length', got: 2, count: 3 });
    assert.deepEqual(readRow('one,x,t', fields), { word: 'wrong', column: 'a', value: 'one' });
    assert.deepEqual(readRow('1,w,t', fields), { word: 'wrong', column: 'b, c', value: 'w' });
    assert.deepEqual(readRow('1,,t', fields), { word: 'wrong', column: 'b, c', value: '""' });
    assert.deepEqual(readRow(',x,t', fields), [null, 'x', 't']);
  });
});
