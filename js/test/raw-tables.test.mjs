/** Tables as people have them: dates, thousands, units, words for gaps, ids and names. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { maxmargin, pages, prediction, sync } from './support/maxmargin.mjs';
import { data } from './support/pure.mjs';

const { readArff, readCsv, readCsvChunks } = data;

/** The values of a column of X. */
const valuesOf = ({ X, featureNames }, name) =>
  Array.from({ length: X.rows }, (_, i) => X.data[i * X.cols + featureNames.indexOf(name)]);

const near = (a, b) =>
  assert.ok(a.length === b.length && a.every((v, i) => Math.abs(v - b[i]) < 1e-9), `${a} for ${b}`);

describe('numbers as people write them', () => {
  // pandas/tests/io/parser/common/test_decimal.py and test_thousands.py: there, options say what is found here.
  const cases = {
    'a comma for thousands': ['A|B|C\n1|2,334.01|5\n10|13|10.\n', [2334.01, 13]],
    'a point for thousands': ['A|B|C\n1|2.334,01|5\n10|13|10,\n', [2334.01, 13]],
    'decimal commas': ['A;B;C\n1;1521,1541;4,7\n2;121,12;0,3\n', [1521.1541, 121.12]],
    'blanks for thousands': ['A;B\n1;1 234 567\n2;950\n', [1234567, 950]],
    'narrow blanks': ['A;B\n1;1\u202f234,5\n2;950\n', [1234.5, 950]],
    'apostrophes': ["A;B\n1;1'234.5\n2;-2'000\n", [1234.5, -2000]],
    'several commas': ['A;B\n1;1,234,567\n2;-27,414\n', [1234567, -27414]],
    'several points': ['A;B\n1;1.234.567\n2;27.414\n', [1234567, 27414]],
    'commas that another column explains': ['A;B\n1.5;27,414\n2;950\n', [27414, 950]],
    'dollars': ['A;B\n1;$1,200.50\n2;-$3\n', [1200.5, -3]],
    'euros behind': ['A;B\n1;12,50 €\n2;1.200,00 €\n', [12.5, 1200]],
    'codes of currencies': ['A;B\n1;12 EUR\n2;0\n', [12, 0]],
    'percent signs': ['A;B\n1;12 %\n2;3.5%\n', [12, 3.5]],
  }; // prettier-ignore
  for (const [name, [text, expected]] of Object.entries(cases)) {
    it(`reads ${name}`, async () => {
      for (const options of [{}, { table: true }]) {
        const read = await readCsv(text, options);
        const found = options.table ? [...read.X.B] : valuesOf(read, 'B');
        assert.deepEqual(found, expected);
        assert.equal(read.columns[1].type, 'number');
      }
    });
  }

  it('takes no codes and units of other kinds for numbers', async () => {
    for (const fields of [
      ['CUS 001', 'CUS 002'],
      ['ABC1', 'ABC2'],
      ['5 km', '6 km'],
      ['1-2', '3-4'],
    ]) {
      const { columns } = await readCsv(`A;B\n${fields.map((f, i) => `${i};${f}`).join('\n')}\n`, { table: true }); // prettier-ignore
      assert.equal(columns[1].type, 'category', fields[0]);
    }
  });

  it('refuses a comma that may be either sign, also alone in its column', async () => {
    for (const options of [{}, { table: true }, { oneHot: true }]) {
      await fails(() => readCsv('A;B\n1;27,414\n2;1,950\n', options), {
        code: 'ERR_FORMAT',
        message: [/line 2, column 2 \(B\): '27,414' has a comma/, /decimal: ','/, /thousands: ','/],
      });
    }
    const { X } = await readCsv('A;B\n1;27,414\n2;1,950\n', { thousands: ',' });
    assert.deepEqual([...X.data], [1, 27414, 2, 1950]);
    const point = await readCsv('A;B\n1;27,414\n2;1,950\n', { decimal: '.' });
    assert.deepEqual(valuesOf(point, 'B'), [27414, 1950]);
    const comma = await readCsv('A;B\n1;27,414\n2;1,950\n', { decimal: ',' });
    assert.deepEqual(valuesOf(comma, 'B'), [27.414, 1.95]);
  });

  it('says where a point may separate thousands after all', async () => {
    const { notes } = await readCsv('A;B\n1;27.414\n2;950\n');
    assert.match(notes.join(), /column 2 \(B\): a point is read as the decimal sign.*decimal: ','/);
    for (const text of ['A;B\n1;27.414\n2;0.5\n', 'A;B\n1;27.414\n2;1000\n'])
      assert.deepEqual((await readCsv(text)).notes, []);
  });

  it('reads further files and chunks as the first', async () => {
    const like = await readCsv('a;b\n"27,414";$1.5\n950;$2\n');
    assert.deepEqual(like.columns.map(({ thousands, unit }) => [thousands, unit]), [[',', undefined], [undefined, '$']]); // prettier-ignore
    const { X } = await readCsv('a;b\n1,000;$3\n', { like });
    assert.deepEqual([...X.data], [1000, 3]);
    const text = ['a;b;d', ...Array.from({ length: 30 }, (_, i) => `${i},500.5;${i} %;${i + 1}.12.2025`)].join('\n'); // prettier-ignore
    const rows = [];
    for await (const chunk of readCsvChunks(text, { chunkRows: 7 })) {
      assert.deepEqual(chunk.featureNames.slice(0, 3), ['a', 'b', 'd.days']);
      rows.push(...valuesOf(chunk, 'a'));
    }
    assert.deepEqual(
      rows,
      Array.from({ length: 30 }, (_, i) => 1000 * i + 500.5),
    );
  });

  it('takes words for gaps, a dash among numbers, and None as a category when told', async () => {
    // The words are those of pandas' na_values; a lone dash is none of them there.
    const words = ['', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'null', 'NULL', 'None', '-', '–'];
    const { X } = await readCsv(`a,b\n1,x\n${words.map((word) => `${word},x`).join('\n')}\n`, { table: true }); // prettier-ignore
    assert.deepEqual([...X.a], [1, ...words.map(() => NaN)]);
    const signs = await readCsv('a,b\n+,1\n-,2\n', { table: true });
    assert.deepEqual(signs.X.a, ['+', '-']);
    const text = 'garage,alley,y\nNone,NA,1\nbig,Pave,NA\n';
    const told = await readCsv(text, { table: true, missingValues: { garage: [], alley: [] } });
    assert.deepEqual([told.X.garage, told.X.alley, [...told.X.y]], [['None', 'big'], ['NA', 'Pave'], [1, NaN]]); // prettier-ignore
    await fails(() => readCsv(text, { missingValues: { garage: 'None' } }), { code: 'ERR_OPTION' });
  });
});

describe('dates', () => {
  // Days since 1970, weekday from Monday and day of the year: of datetime.strptime in Python.
  const cases = [
    [['31.12.2025', '01.02.2024'], [20453, 19754], [2, 3], [365, 32]],
    [['12/31/2025', '1/2/2024'], [20453, 19724], [2, 1], [365, 2]],
    [['Dec 31, 2025', 'Jan 2, 2024'], [20453, 19724], [2, 1], [365, 2]],
    [['31 December 2025', '2 January 2024'], [20453, 19724], [2, 1], [365, 2]],
    [['31-Dec-2025', '02-Jan-2024'], [20453, 19724], [2, 1], [365, 2]],
    [['12/31/68 11:59 PM', '1/2/69 12:05 AM'], [36159.99930555555, -363.99652777777777], [0, 3], [366, 2]],
    [['2025/12/31', '2024/01/02'], [20453, 19724], [2, 1], [365, 2]],
    [['1969-07-20T20:17:40', '2024-02-29T06:00:00Z'], [-164.15439814814815, 19782.25], [6, 3], [201, 60]],
    [['2024-02-29', null], [19782, NaN], [3, NaN], [60, NaN]],
  ]; // prettier-ignore
  for (const [texts, days, weekdays, yearDays] of cases) {
    it(`${texts[0]} becomes days and places on circles`, async () => {
      const read = await readCsv(['d;b', ...texts.map((text, i) => `${text ?? ''};${i}`)].join('\n'), { missing: 'mean' }); // prettier-ignore
      const known = days.flatMap((day, i) => (Number.isNaN(day) ? [] : [i]));
      const of = (name) => known.map((i) => valuesOf(read, `d.${name}`)[i]);
      near(of('days'), known.map((i) => days[i])); // prettier-ignore
      const angle = (i) => (2 * Math.PI * weekdays[i]) / 7;
      near(of('weekdaySin'), known.map((i) => Math.sin(angle(i)))); // prettier-ignore
      near(of('weekdayCos'), known.map((i) => Math.cos(angle(i)))); // prettier-ignore
      // The mean year of 365.2425 days drifts from the calendar by less than two days.
      const seasons = known.map((i) => (2 * Math.PI * (yearDays[i] - 1)) / 365.2425);
      of('seasonSin').forEach((v, k) => assert.ok(Math.abs(v - Math.sin(seasons[k])) < 0.035));
      of('seasonCos').forEach((v, k) => assert.ok(Math.abs(v - Math.cos(seasons[k])) < 0.035));
      const hasTimes = days.some((day) => day % 1);
      assert.equal(read.featureNames.includes('d.hourSin'), hasTimes);
      if (hasTimes) near(of('hourCos'), known.map((i) => Math.cos(2 * Math.PI * days[i]))); // prettier-ignore
    });
  }

  it('is decided by a whole column, else by its type', async () => {
    const text = 'd,y\n01/02/2025,1\n03/04/2025,2\n';
    await fails(() => readCsv(text, { table: true }), { message: [/'date:dmy'/, /'date:mdy'/] });
    const days = async (type) => valuesOf(await readCsv(text, { types: { d: type } }), 'd.days');
    assert.deepEqual(await days('date:dmy'), [20120, 20181]);
    assert.deepEqual(await days('date:mdy'), [20090, 20151]);
    const kept = await readCsv(text, { oneHot: true, types: { d: 'category' } });
    assert.deepEqual(kept.featureNames, ['d=01/02/2025', 'd=03/04/2025', 'y']);
    const like = await readCsv('d,y\n31.12.2025,1\n', {});
    assert.deepEqual(valuesOf(await readCsv('d,y\n03.04.2025,2\n', { like }), 'd.days'), [20181]);
    await fails(() => readCsv('d,y\n12/31/2025,2\n', { like }), { message: /line 2.*no date/ });
  });

  it('come from ARFF files, as numbers or in a table', async () => {
    const text = '@relation r\n@attribute d date "dd.MM.yyyy"\n@attribute y {a,b}\n@data\n"31.12.2025",a\n?,b\n'; // prettier-ignore
    const options = { target: 'y', missing: 'drop' };
    assert.deepEqual([...(await readArff(text, options)).X.data], [Date.UTC(2025, 11, 31)]);
    const { X, columns } = await readArff(text, { ...options, table: true });
    assert.deepEqual([X.d, columns[0].type], [['2025-12-31T00:00:00.000Z', null], 'date']);
    assert.equal(valuesOf(await readArff(text, { ...options, types: { d: 'date' } }), 'd.days')[0], 20453); // prettier-ignore
  });
});

const people = Array.from({ length: 120 }, (_, i) => ({
  id: `k${i}`,
  name: `${i % 2 ? 'Kowalski' : 'Smith'}${i % 60}, Eva`,
  joined: new Date(Date.UTC(2025, 0, 1 + 3 * i)).toISOString().slice(0, 10),
  hours: i % 5 ? (7 * i) % 13 : null,
  city: 'abc'[i % 3],
}));
const half = people.map(({ joined }) => (joined.slice(5, 7) < '07' ? 'first' : 'second'));

for (const [way, api] of [
  ['in a worker', maxmargin],
  ['in this thread', sync],
]) {
  describe(`models of raw tables, ${way}`, { timeout: 300_000 }, () => {
    const { ColumnTransformer, LinearSVC, OneHotEncoder, Ridge, SVC, StandardScaler, crossValidate, explain, init, load, makePipeline, makeTablePipeline, nearestChange, trainTestSplit } = api; // prettier-ignore
    let warnings = [];
    const since = async (work) => {
      warnings = [];
      const done = await work();
      return [done, warnings];
    };
    before(() => init({ onWarning: (warning) => warnings.push(warning) }));

    it('leave ids and names out, and say it', async () => {
      const [model, told] = await since(() => makeTablePipeline(new SVC()).fit(people, half));
      const left = told.filter(({ code }) => code === 'WARN_LEFT_OUT');
      assert.equal(left.length, 1);
      assert.match(left[0].message, /id \(120 different values: too many to be categories\), name \(60 .*types: \{ id: 'category' \}/); // prettier-ignore
      assert.deepEqual(model.featureNames.toSorted(), ['city', 'hours', 'joined']);
      assert.ok((await model.score(people, half)) > 0.95);
      const types = { id: 'category', name: 'category' };
      const [kept, none] = await since(() => makeTablePipeline(new SVC(), { types }).fit(people, half)); // prettier-ignore
      assert.deepEqual(none.filter(({ code }) => code === 'WARN_LEFT_OUT'), []); // prettier-ignore
      assert.ok(kept.featureNames.includes('id') && kept.featureNames.includes('name'));
      assert.ok((await load(await kept.save())).featureNames.includes('id'));
      // Twenty rows for each of more than twenty values are enough.
      const states = Array.from({ length: 440 }, (_, i) => ({ state: `s${i % 22}` }));
      const y = states.map((_, i) => i % 2);
      const [many, quiet] = await since(() => makeTablePipeline(new LinearSVC()).fit(states, y));
      assert.deepEqual([many.featureNames, quiet.filter(({ code }) => code === 'WARN_LEFT_OUT')], [['state'], []]); // prettier-ignore
      await fails(() => makeTablePipeline(new SVC(), { types: { nowhere: 'text' } }).fit(people, half), { message: /'nowhere'/ }); // prettier-ignore
      await fails(() => makeTablePipeline(new SVC(), { types: { id: 'int' } }), { code: 'ERR_OPTION', argument: 'types' }); // prettier-ignore
      const { warnings: own } = model.namedSteps.columns.fitInfo;
      assert.deepEqual([model.fitInfo.warnings[0], own], [left[0], [left[0]]]);
    });

    it('refuse a text among numbers, which are categories if their type says it', async () => {
      const rows = people.map(({ hours }, i) => ({ hours: i === 7 ? 'n/a' : hours, more: i % 7 }));
      await fails(() => makeTablePipeline(new SVC()).fit(rows, half), { code: 'ERR_TYPE', message: /X\[7, hours\] is 'n\/a', but other values of the column are numbers; .*null, or say types: \{ hours: 'category' \}/ }); // prettier-ignore
      const late = people.map(({ joined }, i) => ({ joined: i === 9 ? '2025-02-30' : joined }));
      await fails(() => makeTablePipeline(new SVC()).fit(late, half), { code: 'ERR_TYPE', message: /X\[9, joined\] is '2025-02-30', but other values of the column are dates/ }); // prettier-ignore
      // NaN is a gap and no number.
      const gaps = people.map(({ city }, i) => ({ city: i % 4 ? city : NaN }));
      await makeTablePipeline(new SVC()).fit(gaps, half);
      // Folds without the text have numbers alone, which are categories all the same, also in one run of numbers.
      const model = makeTablePipeline(new LinearSVC(), { types: { hours: 'category' } });
      const { scores } = await crossValidate(model, rows, half, { folds: 3 });
      assert.equal(scores.length, 3);
      await model.fit(rows, half);
      const names = model.namedSteps.columns.getFeatureNamesOut();
      assert.deepEqual(names.filter((name) => /hours_/.test(name)).slice(-2), ['categories__hours_9', 'categories__hours_n/a']); // prettier-ignore
      const some = [
        { hours: 3, more: 2 },
        { hours: 12, more: 5 },
      ];
      const decided = await model.decisionFunction(some);
      assert.notEqual(decided[0], decided[1]);
      const flat = { data: [3, 2, 12, 5], rows: 2, cols: 2, featureNames: ['hours', 'more'] };
      assert.deepEqual(await model.decisionFunction(flat), decided);
      assert.deepEqual(await (await load(await model.save())).decisionFunction(some), decided);
      near(prediction.open(await model.save()).decisionFunction(some), [...decided]);
    });

    it('say that texts are numbers, and read them so if their type says it', async () => {
      // A price has a value of its own in each row, a code of a city begins with 0.
      const texts = people.map(({ hours }, i) => ({ hours: hours === null ? null : String(hours), price: `${i / 2}`, zip: `0${i % 3}` })); // prettier-ignore
      const [model, told] = await since(() => makeTablePipeline(new SVC()).fit(texts, half));
      const about = told.filter(({ code }) => code === 'WARN_TEXT_NUMBERS');
      assert.equal(about.length, 1);
      assert.match(about[0].message, /: hours, price \(120 different values: too many to be categories\); .*types: \{ hours: 'number' \}/); // prettier-ignore
      assert.deepEqual(model.fitInfo.warnings[0], about[0]);
      const types = { hours: 'number', price: 'number' };
      const read = makeTablePipeline(new SVC(), { types });
      const [, none] = await since(() => read.fit(texts, half));
      assert.deepEqual(
        none.filter(({ code }) => /TEXT_NUMBERS|LEFT_OUT/.test(code)),
        [],
      );
      const plain = await makeTablePipeline(new SVC()).fit(people.map(({ hours }, i) => ({ hours, price: i / 2, zip: `0${i % 3}` })), half); // prettier-ignore
      const expected = await plain.decisionFunction([{ hours: 3, price: 1.5, zip: '01' }]);
      for (const row of [{ hours: '3', price: '1.50', zip: '01' }, { hours: 3, price: '15e-1', zip: '01' }]) {
        assert.deepEqual(await read.decisionFunction([row]), expected);
        assert.deepEqual(await (await load(await read.save())).decisionFunction([row]), expected);
        near(prediction.open(await read.save()).decisionFunction([row]), [...expected]);
      } // prettier-ignore
      const { scores } = await crossValidate(read, texts, half, { folds: 3 });
      assert.equal(scores.length, 3);
      const wrong = {
        code: 'ERR_TYPE',
        message: /X\[1, hours\] is '3,5', but the column has numbers/,
      };
      const rows = [texts[1], { ...texts[1], hours: '3,5' }];
      await fails(() => read.predict(rows), wrong);
      const bytes = await read.save();
      assert.throws(() => prediction.open(bytes).predict(rows), wrong);
      await fails(() => makeTablePipeline(new SVC(), { types }).fit(rows, ['a', 'b']), wrong);
    });

    it('refuse what may be another spelling of a category', async () => {
      const rows = people.map((_, i) => ({
        zone: `z${i % 3}`,
        member: i % 2 > 0,
        level: `${i % 4}l`,
      }));
      const model = await makeTablePipeline(new SVC()).fit(rows, half);
      const open = prediction.open(await model.save());
      const cases = [
        [{ zone: 2 }, /X\[0, zone\] is 2, but its categories are texts, such as 'z2'; correct it/],
        [{ member: 'true' }, /X\[0, member\] is 'true', but its categories are booleans, such as true/],
        [{ level: 1 }, /X\[0, level\] is 1, but its categories are texts, such as '3l'/],
        [{ zone: '' }, /X\[0, zone\] is '', but no category is; .* write a gap as null/],
      ]; // prettier-ignore
      for (const [row, message] of cases) {
        await fails(() => model.predict([row]), { code: 'ERR_TYPE', message });
        assert.throws(() => open.predict([row]), { code: 'ERR_TYPE', message });
      }
      // A category that is new is none of those known.
      assert.equal((await model.predict([{ zone: 'z9', member: true, level: '9l' }])).length, 1);
    });

    it('tell once of a name that is misspelt', async () => {
      const model = await makeTablePipeline(new SVC()).fit(people, half);
      const [, told] = await since(() => model.predict({ Hours: 3, city: 'a', joined: '2025-03-03', other: 1 })); // prettier-ignore
      assert.deepEqual(
        told.map(({ code }) => code),
        ['WARN_UNKNOWN_COLUMN'],
      );
      assert.match(told[0].message, /'Hours'.*'hours'/);
      const [, none] = await since(async () => {
        await model.predict({ Hours: 3, city: 'a' });
        const other = await makeTablePipeline(new SVC()).fit(people, half);
        await other.predict({ city: 'a', unrelated: 1 });
      });
      assert.deepEqual(
        none.filter(({ code }) => code === 'WARN_UNKNOWN_COLUMN'),
        [],
      );
    });

    it('know dates of new rows, also alone, missing, and of a saved model', async () => {
      const model = await makeTablePipeline(new SVC()).fit(people, half);
      const again = await load(await model.save());
      const rows = [{ joined: '2025-02-03' }, { joined: '2025-11-03', city: 'a' }, { joined: null, hours: 2 }, { hours: 2 }]; // prettier-ignore
      assert.deepEqual((await again.predict(rows)).slice(0, 2), ['first', 'second']);
      assert.deepEqual(await again.decisionFunction(rows), await model.decisionFunction(rows));
      assert.deepEqual(await again.predict({ joined: new Date('2025-11-03') }), ['second']);
      for (const joined of ['soon', '31.12.2025', 20453, true])
        await fails(() => again.predict([{ joined, hours: 2 }]), { code: 'ERR_TYPE', message: [/X\[0, joined\] is/, /dates, as 2025-12-31/] }); // prettier-ignore
      await fails(() => again.predict({ hours: [1], city: ['a'] }), { message: /no column 'joined'/ }); // prettier-ignore
      const columns = Object.fromEntries(Object.keys(people[0]).map((name) => [name, people.map((row) => row[name])])); // prettier-ignore
      assert.deepEqual(await again.predict(columns), await model.predict(people));
      // Rows without names, and Dates: the parts are behind the columns.
      const bare = people.map(({ hours, joined }) => [hours, new Date(joined)]);
      const nameless = await makeTablePipeline(new SVC()).fit(bare, half);
      assert.deepEqual(await (await load(await nameless.save())).predict(bare), await nameless.predict(bare)); // prettier-ignore
      assert.ok((await nameless.score(bare, half)) > 0.95);
    });

    it('remember which of day and month comes first', async () => {
      const turned = (order) => people.map((row) => ({ ...row, joined: row.joined.replace(/(\d+)-(\d+)-(\d+)/, order) })); // prettier-ignore
      const usual = await makeTablePipeline(new SVC()).fit(people, half);
      const expected = await usual.decisionFunction(people);
      for (const order of ['$3.$2.$1', '$2/$3/$1']) {
        const model = await makeTablePipeline(new SVC()).fit(turned(order), half);
        assert.deepEqual(await model.decisionFunction(turned(order)), expected);
        assert.deepEqual(await model.decisionFunction(people), expected); // a year that comes first is always clear
        const day = order.startsWith('$3') ? '03.11.2025' : '11/03/2025';
        assert.deepEqual(await model.predict([{ joined: day }]), ['second']);
      }
      const unsure = turned('$3.$2.$1').map((row, i) => ({ ...row, joined: `${1 + (i % 9)}.${1 + (i % 12)}.2025` })); // prettier-ignore
      await fails(() => makeTablePipeline(new SVC()).fit(unsure, half), { code: 'ERR_TYPE', message: [/X.joined/, /'date:dmy'/] }); // prettier-ignore
      const told = makeTablePipeline(new SVC(), { types: { joined: 'date:dmy' } });
      assert.equal((await told.fit(unsure, half)).featureNames.includes('joined'), true);
    });

    it('explain dates under the name of their column', async () => {
      const model = await makeTablePipeline(new SVC()).fit(people, half);
      const told = await explain(model, people.slice(0, 3), { baseline: people.slice(0, 30) });
      assert.deepEqual(told.features.toSorted(), ['city', 'hours', 'joined']);
      const decided = await model.decisionFunction(people.slice(0, 3));
      near(told.values.map((row) => told.base + row.reduce((a, b) => a + b)), [...decided]); // prettier-ignore
      const grouped = await explain(model, people.slice(0, 3), { baseline: people.slice(0, 30), groups: { when: ['joined', 'hours'] } }); // prettier-ignore
      assert.deepEqual(grouped.features.toSorted(), ['city', 'when']);
      const sampled = await explain(model, people.slice(0, 1), { baseline: people.slice(0, 30), samples: 400 }); // prettier-ignore
      assert.ok(sampled.features.includes('joined'));
      const linear = await makeTablePipeline(new LinearSVC()).fit(people.map(({ hours, joined }) => ({ hours, joined })), people.map(({ hours }) => (hours ?? 6) > 6)); // prettier-ignore
      const { x, changes } = await nearestChange(linear, { hours: 3, joined: '2025-05-05' });
      assert.deepEqual([Object.keys(x), x.joined, changes.map(({ feature }) => feature)], [['hours', 'joined'], '2025-05-05', ['hours']]); // prettier-ignore
    });

    it('take what a reader was told with the table, through splits', async () => {
      const csv = ['id,joined,y', ...people.map(({ id }, i) => `${id},${1 + (i % 9)}/${1 + (i % 12)}/2025,${half[i]}`)].join('\n'); // prettier-ignore
      const read = await readCsv(csv, { target: 'y', table: true, types: { joined: 'date:dmy', id: 'category' } }); // prettier-ignore
      const parts = await trainTestSplit(read.X, read.y, { seed: 1 });
      const X = Object.values(parts).find((part) => part?.joined);
      for (const table of [read.X, X]) {
        const y = table.joined.map((_, i) => (i % 2 ? 'a' : 'b'));
        const model = await makeTablePipeline(new LinearSVC()).fit(table, y);
        assert.deepEqual(model.featureNames.toSorted(), ['id', 'joined']);
      }
      const { scores } = await crossValidate(makeTablePipeline(new LinearSVC()), read.X, read.y, { folds: 3 }); // prettier-ignore
      assert.equal(scores.length, 3);
    });

    it('leave a column as it is that a group names', async () => {
      const columns = new ColumnTransformer([['days', new OneHotEncoder(), ['joined']], ['numbers', new StandardScaler(), 'number']]); // prettier-ignore
      const rows = people.slice(0, 9).map((row, i) => ({ ...row, hours: i }));
      const model = await makePipeline(columns, new Ridge()).fit(rows, rows.map((_, i) => i)); // prettier-ignore
      assert.equal(model.namedSteps.columntransformer.getFeatureNamesOut().length, 10);
    });

    it('stand beside texts, in folds and searches', async () => {
      const rows = people.map((row, i) => ({ ...row, note: `${i % 2 ? 'what a good day' : 'so dark a road'} ${i}` })); // prettier-ignore
      const model = makeTablePipeline(new LinearSVC());
      const { scores } = await crossValidate(model, rows, half, { folds: 3 });
      assert.ok(scores.every((score) => score > 0.6), `${scores}`); // prettier-ignore
      const columns = Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((row) => row[name])])); // prettier-ignore
      assert.deepEqual((await crossValidate(model, columns, half, { folds: 3 })).scores, scores);
      await model.fit(rows, half);
      const [row] = rows;
      assert.deepEqual(await (await load(await model.save())).decisionFunction([row]), await model.decisionFunction([row])); // prettier-ignore
      const told = await explain(model, [row], { baseline: rows.slice(0, 9) });
      assert.deepEqual(told.features.toSorted(), ['city', 'hours', 'joined', 'note']);
    });

    it('have a field of a form for a date', async () => {
      const model = await makeTablePipeline(new LinearSVC()).fit(people, half);
      const page = await pages.toPage(model, { example: { joined: '2025-03-04' } });
      assert.match(page, /"name":"joined","kind":"date","at":2,"gap":true,"order":"ymd","start":"2025-03-04","typical":"2025-06-\d\d"/); // prettier-ignore
      await fails(() => pages.toPage(model, { example: { joined: 'soon' } }), { message: /example.joined must be a date/ }); // prettier-ignore
    });

    it('predict without the program, with a schema', async () => {
      const { dates, jsonSchemaOf, open, opener, tables } = prediction;
      const rows = people.map((row, i) => ({ ...row, joined: `${row.joined} ${i % 24}:30` }));
      const model = await makeTablePipeline(new LinearSVC()).fit(rows, half);
      const bytes = await model.save();
      const some = [...rows.slice(0, 40), { joined: '2025-07-01' }, { joined: null, hours: 1 }, { city: 'a' }]; // prettier-ignore
      near(open(bytes).decisionFunction(some), [...(await model.decisionFunction(some))]);
      near(opener(tables, dates)(bytes).decisionFunction(some), [...(await model.decisionFunction(some))]); // prettier-ignore
      assert.throws(() => opener(tables)(bytes), { code: 'ERR_TYPE', message: /the part dates/ });
      assert.throws(() => open(bytes).predict([{ joined: 'soon' }]), { code: 'ERR_TYPE', message: /X\[0, joined\] is 'soon', but the column has dates/ }); // prettier-ignore
      assert.deepEqual(jsonSchemaOf(bytes).properties.joined, { type: ['string', 'null'] });
      assert.deepEqual(open(bytes).schema.columns.filter(({ kind }) => kind === 'date'), [{ name: 'joined', kind: 'date', gaps: true, place: 2 }]); // prettier-ignore
    });
  });
}
