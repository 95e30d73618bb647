/**
 * Rows as a server gets them: alone, without some columns, with others, with values of wrong types. The
 * package, its blocking form and maxmargin/predict understand the same, and refuse in the same words.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

import { maxmargin, prediction, sync } from './support/maxmargin.mjs';

const { SVC, makePipeline, makeTablePipeline } = sync;

before(() => sync.init({ onWarning: () => {} }));

const count = 24;
const table = (row) => Array.from({ length: count }, (_, i) => row(i));
const y = table((i) => i % 2 === 1);
const numbers = table((i) => ({ a: (i % 2) + i / 50, b: i % 5, c: i % 3 }));
const people = table((i) => ({ sex: i % 2 ? 'f' : 'm', age: i % 5 ? 20 + i : null, fare: i % 7 }));
const kinds = table((i) => ({ sex: i % 2 ? 'f' : 'm', port: 'CQS'[i % 3] }));
const notes = table((i) => ({ note: i % 2 ? `good day ${i}` : `dark road ${i}`, size: i % 4 }));

const scaler = () => new sync.StandardScaler();
const encoder = () => new sync.OneHotEncoder();
const words = () => ['words', new sync.TfidfVectorizer(), 'note'];

/** What is fitted to which rows. */
const makers = {
  numbers: [() => new SVC(), numbers],
  scaled: [() => makePipeline(scaler(), new SVC()), numbers],
  tree: [() => new sync.DecisionTreeClassifier(), numbers],
  imputed: [
    () => makePipeline(new sync.SimpleImputer(), new SVC()),
    numbers.map((row, i) => ({ ...row, b: i % 6 ? row.b : null })),
  ],
  table: [() => makeTablePipeline(new SVC()), people],
  encoded: [() => makePipeline(encoder(), new SVC()), kinds],
  numbered: [() => makePipeline(new sync.OrdinalEncoder(), new SVC()), kinds],
  groups: [
    () =>
      makePipeline(
        new sync.ColumnTransformer([
          ['kinds', makePipeline(new sync.SimpleImputer({ strategy: 'mostFrequent' }), encoder()), ['sex']], // prettier-ignore
          ['numbers', scaler(), ['fare']],
        ]),
        new sync.DecisionTreeClassifier(),
      ),
    people,
  ],
  texts: [
    () => makePipeline(new sync.ColumnTransformer([words(), ['numbers', scaler(), ['size']]]), new SVC()), // prettier-ignore
    notes,
  ],
};

const without = ({ ...row }, name) => (delete row[name], row);
const columnsOf = (rows) => Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((row) => row[name])])); // prettier-ignore

/** Rows that are odd in one place, by what is odd. */
function oddities(rows) {
  const [first, second] = rows.slice(1, 3);
  const names = Object.keys(first);
  const last = names[names.length - 1];
  const set = (name, value) => [first, { ...second, [name]: value }];
  const columns = columnsOf([first, second]);
  return {
    'lacks a column': [without(first, last)],
    'lacks a column, beside another': [first, without(second, last)],
    'lacks all': [first, {}],
    'has other names': [first, { q: 1 }],
    'is one object that lacks a column': without(first, last),
    null: set(last, null),
    NaN: set(last, NaN),
    infinite: set(last, Infinity),
    text: set(last, 'abc'),
    'a number as text': set(last, '3'),
    boolean: set(last, true),
    bigint: set(last, 3n),
    date: set(last, new Date(0)),
    object: set(last, { x: 1 }),
    'an object alone': [{ ...first, [last]: { x: 1 } }],
    array: set(last, [1, 2]),
    'another category': set(names[0], 'other'),
    'a number in the first column': set(names[0], 7),
    'null in an array': [Object.values(first), [...Object.values(second).slice(0, -1), null]],
    'text in an array': [Object.values(first), [...Object.values(second).slice(0, -1), 'abc']],
    'an infinite number in an array': [Object.values(first), [...Object.values(second).slice(0, -1), Infinity]], // prettier-ignore
    'columns that lack one': without(columns, last),
    'null in a column': { ...columns, [last]: [columns[last][0], null] },
    'text in a column': { ...columns, [last]: [columns[last][0], 'abc'] },
  };
}

/** The answer, or the error as a line. */
async function said(call) {
  try {
    return Array.from(await call());
  } catch (error) {
    assert.equal(error.name, 'MaxMarginError', error.stack);
    return `${error.code}, ${error.argument}, column ${error.details.column}: ${error.message}`;
  }
}

describe('rows that are odd', () => {
  for (const [name, [make, rows]] of Object.entries(makers)) {
    it(`are the same for all entries: ${name}`, async () => {
      const model = make().fit(rows, y);
      const promised = await maxmargin.load(model.save());
      const opened = prediction.open(model.save());
      let refused = 0;
      for (const [what, X] of Object.entries(oddities(rows))) {
        const expected = await said(() => model.predict(X));
        assert.deepEqual(await said(() => promised.predict(X)), expected, what);
        assert.deepEqual(await said(() => opened.predict(X)), expected, what);
        refused += Number(typeof expected === 'string');
      }
      assert.ok(refused >= 4, `${refused} are refused`);
    });
  }

  it('are refused with the row, the name of the column, and the remedy', async () => {
    const expected = {
      numbers: {
        'lacks a column': "X[0] has no column 'c'; the model was fitted to a, b, c: pass all of them", // prettier-ignore
        null: 'X[1, c] is null, which is not a number; fill in missing values, or leave the row out',
        NaN: 'X[1, c] is NaN; remove the row, or fill the missing value first',
        text: "X[1, c] is 'abc', which is not a number; convert text to numbers, and encode categories",
        'null in an array': 'X[1, c] is null, which is not a number; fill in missing values, or leave the row out', // prettier-ignore
      },
      table: {
        'lacks all': "X[1] has no column 'sex'; the model was fitted to sex, age, fare: pass all of them", // prettier-ignore
        boolean: 'X[1, fare] is true, which is not a number; write 0 or 1',
        'columns that lack one': "X has no column 'fare'; the model was fitted to sex, age, fare: pass all of them", // prettier-ignore
      },
      encoded: {
        'another category': "X[1, sex] has the category 'other', which is not among those of the encoder; correct it, or say what to do about such with handleUnknown", // prettier-ignore
        null: 'X[1, port] is missing, and the model fills no gaps there; leave the row out, or fit it with a SimpleImputer', // prettier-ignore
        date: 'X[1, port] is an object, but columns have numbers, texts and booleans; correct it',
      },
      groups: {
        'another category': "X[1, sex] has the category 'other', which is not among those of the encoder; correct it, or say what to do about such with handleUnknown", // prettier-ignore
        null: 'X[1, fare] is missing, and the model fills no gaps there; leave the row out, or fit it with a SimpleImputer', // prettier-ignore
      },
      texts: {
        'a number in the first column': "X[1, note] is 7, but 'words', a TfidfVectorizer, reads texts there; pass texts, or give the column to another transformer", // prettier-ignore
        infinite: 'X[1, size] is Infinity; remove the row, or fill the missing value first',
      },
    };
    for (const [name, errors] of Object.entries(expected)) {
      const [make, rows] = makers[name];
      const model = prediction.open(make().fit(rows, y));
      const odd = oddities(rows);
      for (const [what, message] of Object.entries(errors))
        assert.throws(() => model.predict(odd[what]), { message });
    }
  });
});

describe('rows that are understood', () => {
  for (const [name, [make, rows]] of Object.entries(makers)) {
    it(`alone, in columns, with other columns, in any order: ${name}`, async () => {
      const model = make().fit(rows, y);
      const promised = await maxmargin.load(model.save());
      const opened = prediction.open(model.save());
      const some = rows.slice(1, 5); // without gaps
      const more = some.map((row, i) => ({ id: `n${i}`, when: new Date(i), tags: ['a', { b: 1 }], ...row })); // prettier-ignore
      const turned = more.map((row) => Object.fromEntries(Object.entries(row).reverse()));
      const bare = some.map((row) => Object.assign(Object.create(null), row));
      const columns = columnsOf(some);
      const typed = Object.fromEntries(
        Object.entries(columns).map(([name, values]) => [name, typeof values[0] === 'number' ? Float64Array.from(values) : values]), // prettier-ignore
      );
      class Person {
        constructor(row) {
          Object.assign(this, row);
        }
      }
      for (const one of [model, promised, opened]) {
        const expected = Array.from(await one.predict(some));
        const alike = async (X) => assert.deepEqual(Array.from(await one.predict(X)), expected);
        for (const X of [more, turned, bare, some.map((row) => new Person(row)), columns, typed])
          await alike(X);
        await alike({ ...columns, id: ['a', 'b', 'c', 'd'], short: [1], one: 'text', more: { x: 1 } }); // prettier-ignore
        await alike({ ...typed, id: ['a', 'b', 'c', 'd'] });
        for (const [i, row] of some.entries()) {
          for (const X of [row, more[i], bare[i], new Person(row), [row], columnsOf([row])])
            assert.deepEqual(Array.from(await one.predict(X)), [expected[i]]);
        }
      }
    });
  }

  it('one row that lacks a column, as two of them', async () => {
    for (const name of ['imputed', 'table']) {
      const [make, rows] = makers[name];
      const model = make().fit(rows, y);
      const opened = prediction.open(model);
      for (const column of Object.keys(rows[0])) {
        const lacking = without(rows[1], column);
        for (const one of [model, opened]) {
          const [alone] = one.decisionFunction([lacking]);
          assert.equal(one.decisionFunction(lacking)[0], alone);
          assert.equal(one.decisionFunction([lacking, rows[2]])[0], alone);
          assert.equal(one.decisionFunction([rows[2], lacking])[1], alone);
          assert.equal(one.decisionFunction([{ ...lacking, [column]: null }])[0], alone);
        }
      }
    }
  });

  it('flat numbers with more names than the model has, dense and sparse', async () => {
    const model = new SVC().fit(numbers, y);
    const rows = numbers.slice(0, 5);
    const wide = ['x', 'c', 'a', 'y', 'b'];
    const values = rows.map((row, i) => wide.map((name) => row[name] ?? i + 1));
    const dense = { data: Float64Array.from(values.flat()), rows: 5, cols: 5, featureNames: wide };
    const stored = values.flatMap((row, i) => row.flatMap((value, j) => (value === 0 ? [] : [[i, j, value]]))); // prettier-ignore
    const sparse = {
      data: Float64Array.from(stored, ([, , value]) => value),
      indices: Int32Array.from(stored, ([, j]) => j),
      indptr: Int32Array.from({ length: 6 }, (_, i) => stored.filter(([row]) => row < i).length),
      ...{ rows: 5, cols: 5, featureNames: wide },
    };
    const expected = model.decisionFunction(rows);
    assert.deepEqual(model.decisionFunction(dense), expected);
    assert.deepEqual(model.decisionFunction(sparse), expected);
  });

  it('matrices, of models whose columns have the names of their properties', async () => {
    const names = ['rows', 'size', 'columns'];
    const rows = numbers.map((row) => Object.fromEntries(Object.values(row).map((value, j) => [names[j], value]))); // prettier-ignore
    const model = new SVC().fit(rows, y);
    const expected = model.decisionFunction(rows);
    const flat = Float64Array.from(rows.flatMap(Object.values));
    const matrix = { data: flat, rows: count, cols: 3 };
    class Tensor {
      shape = [count, 3];
      size = flat.length;
      rows = 1;
      dataSync() {
        return flat;
      }
    }
    assert.deepEqual(model.decisionFunction(matrix), expected);
    assert.deepEqual(model.decisionFunction(new Tensor()), expected);
    assert.deepEqual(prediction.open(model).predict(matrix), Array.from(model.predict(rows)));
    assert.deepEqual(Array.from(model.predict(rows[3])), [model.predict(rows)[3]]);
  });

  it('texts of several columns that are read as one', () => {
    const rows = table((i) => ({ title: i % 2 ? `what a good day ${i}` : `so dark a road ${i}`, body: `here are some words ${i}`, n: i })); // prettier-ignore
    const model = makeTablePipeline(new SVC()).fit(rows, y);
    const opened = prediction.open(model);
    const asked = [...rows.slice(0, 4), { ...rows[4], title: null }];
    const [expected, got] = [model, opened].map((one) => Array.from(one.decisionFunction(asked)));
    got.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-12, `${value}, ${expected[i]}`)); // prettier-ignore
    assert.deepEqual(
      opened.schema.columns.map(({ name, kind, gaps }) => [name, kind, gaps]),
      [['n', 'number', true], ['title', 'text', true], ['body', 'text', true]], // prettier-ignore
    );
  });
});

describe('samples in every form', () => {
  const numbers = Array.from({ length: 20 }, (_, i) => [i % 5, (7 * i) % 11]);
  const target = numbers.map(([a, b]) => 10 * a + b);
  const classes = target.map((value) => (value > 20 ? 'much' : 'little'));
  const day = (i) => new Date(Date.UTC(2024, i % 9, 1 + (i % 7))).toISOString().slice(0, 10);
  const models = {};
  before(() => {
    const ridge = new sync.Ridge({ alpha: 1e-9 });
    const matrix = { data: numbers.flat(), rows: 20, cols: 2, featureNames: ['a', 'b'] };
    const fitted = (row) => makeTablePipeline(new SVC()).fit(numbers.map(row), classes);
    models.named = ridge.clone().fit(matrix, target);
    models.bare = ridge.clone().fit(numbers, target);
    models.table = fitted(([a, b]) => ({ a, b: b > 5 ? 'u' : 'v' }));
    models.coded = fitted(([a, b]) => [a, b > 5 ? 'u' : 'v']);
    models.dates = fitted(([a], i) => ({ a, day: day(i) }));
  });
  const sparse = { indptr: [0, 1, 2], indices: [0, 1], data: [3, 4], rows: 2, cols: 2 };
  const flat = { data: [1, 2, 3, 4], rows: 2, cols: 2 };

  /** What both say: numbers to 9 digits, or the code of the error, or both codes. */
  const said = (name, X) => {
    const model = models[name];
    const rounded = (all) => Array.from(all, (one) => (typeof one === 'number' ? Number(one.toPrecision(9)) : one)); // prettier-ignore
    const attempt = (call) => {
      try {
        return rounded(call());
      } catch (error) {
        assert.equal(error.name, 'MaxMarginError', error.stack);
        return error.code;
      }
    };
    const all = [model, prediction.open(model)].map((one) => attempt(() => one.predict(X)));
    const isSame = isDeepStrictEqual(...all);
    assert.ok(isSame || all.every((one) => typeof one === 'string'), `${name}: ${all}`);
    return isSame ? all[0] : all.join(' and ');
  };

  // y = 10a + b, up to the penalty of 1e-9.
  const answers = {
    'flat, in another order': [{ data: [50, 1], rows: 1, cols: 2, featureNames: ['b', 'a'] }, 60, 501], // prettier-ignore
    'flat, with another column': [{ data: [9, 50, 1], rows: 1, cols: 3, featureNames: ['z', 'b', 'a'] }, 60], // prettier-ignore
    'flat, by its shape': [{ data: [1, 50], shape: [1, 2] }, 60, 60],
    'flat, with a factor': [{ data: [1, 50], rows: 1, cols: 2, scale: 2 }, 120, 120],
    'flat, by columns': [{ data: [9, 1, 50], rows: 1, cols: 2, offset: 1, strides: [1, 1] }, 60, 60], // prettier-ignore
    'a view with a shape': [Object.assign(Float64Array.of(1, 50), { shape: [1, 2] }), 60, 60],
    sparse: [{ ...sparse, indptr: [0, 2, 2] }, 34, 34],
    'sparse, by its shape': [{ ...sparse, indptr: [0, 2, 2], shape: [2, 2] }, 34, 34],
    'sparse, in another order': [{ ...sparse, indptr: [0, 2, 2], featureNames: ['b', 'a'] }, 43, 34], // prettier-ignore
    'sparse, with a factor': [{ ...sparse, indptr: [0, 2, 2], scale: 2 }, 68, 68],
  };
  for (const [what, [X, ofNamed, ofBare]] of Object.entries(answers)) {
    it(`have the same answers without WebAssembly: ${what}`, () => {
      const isNear = (name, value) => assert.ok(Math.abs(said(name, X)[0] - value) < 1e-6, name);
      isNear('named', ofNamed);
      if (ofBare === undefined) assert.equal(said('bare', X), 'ERR_FEATURE_COUNT');
      else isNear('bare', ofBare);
      // These are numbers alone.
      for (const name of ['table', 'coded', 'dates']) assert.match(String(said(name, X)), /^ERR_/);
    });
  }

  const wrong = {
    'a name that is not there': [{ ...flat, featureNames: ['z', 'b'] }, 'ERR_SHAPE', 'named'],
    'a name that is there twice': [{ ...flat, featureNames: ['a', 'a'] }, 'ERR_SHAPE'],
    'too few names': [{ ...flat, featureNames: ['a'] }, 'ERR_SHAPE'],
    'too few numbers': [{ data: [35, 3], rows: 2, cols: 2 }, 'ERR_SHAPE'],
    'too few numbers for its offset': [{ ...flat, offset: 1 }, 'ERR_SHAPE'],
    'no numbers of rows': [{ data: [1, 2] }, 'ERR_SHAPE'],
    'a repeated index': [{ ...sparse, indptr: [0, 2, 2], indices: [0, 0] }, 'ERR_SHAPE'],
    'indices that descend': [{ ...sparse, indptr: [0, 2, 2], indices: [1, 0] }, 'ERR_SHAPE'],
    'a negative index': [{ ...sparse, indices: [-1, 1] }, 'ERR_SHAPE'],
    'an index too large': [{ ...sparse, indices: [0, 2] }, 'ERR_SHAPE'],
    'half an index': [{ ...sparse, indices: [0.5, 1] }, 'ERR_TYPE and ERR_SHAPE'],
    'ends that descend': [{ ...sparse, indptr: [0, 2, 1] }, 'ERR_SHAPE'],
    'an end too large': [{ ...sparse, indptr: [0, 1, 1e9] }, 'ERR_SHAPE'],
    'too few ends': [{ ...sparse, indptr: [0, 2] }, 'ERR_SHAPE'],
    'too few indices': [{ ...sparse, indices: [0] }, 'ERR_SHAPE'],
    'too many sparse columns': [{ ...sparse, cols: 3 }, 'ERR_FEATURE_COUNT'],
    'too many columns': [[[1, 2, 3]], 'ERR_FEATURE_COUNT', 'named', 'bare', 'table', 'dates'],
    'too few columns': [[[1]], 'ERR_FEATURE_COUNT', 'named', 'bare', 'table', 'dates'],
    'rows of two lengths': [[[1, 2], [1]], 'ERR_SHAPE and ERR_FEATURE_COUNT'],
    'rows of a table of two lengths': [[[1, 'u'], [1]], 'ERR_SHAPE and ERR_FEATURE_COUNT', 'table', 'coded'], // prettier-ignore
    'an object among arrays': [[[1, 2], { a: 1, b: 2 }], 'ERR_TYPE', 'named', 'bare', 'table', 'dates'], // prettier-ignore
    'an array among objects': [[{ a: 1, b: 2 }, [1, 2]], 'ERR_TYPE', 'named', 'bare', 'table'],
    'no rows': [[], 'ERR_EMPTY', 'named', 'bare', 'table', 'dates'],
    'no rows in columns': [{ a: [], b: [] }, 'ERR_EMPTY', 'named', 'table'],
    'one row': [[1, 2], 'ERR_TYPE', 'named', 'bare', 'table', 'dates'],
    'numbers without a shape': [new Float64Array(4), 'ERR_TYPE', 'named', 'bare', 'table', 'dates'],
    'no columns of the model': [{ V: 3 }, 'ERR_SHAPE', 'named', 'table', 'dates'],
    'a value among columns': [{ a: [1], b: 2 }, 'ERR_TYPE', 'named', 'table'],
    'a Map': [new Map([['a', 1]]), 'ERR_TYPE and ERR_SHAPE', 'named', 'table', 'dates'],
    'a Map where there were no names': [new Map([['a', 1]]), 'ERR_TYPE', 'bare', 'coded'],
    'objects where there were none': [[{ a: 1, b: 2 }], 'ERR_TYPE', 'bare'],
    'columns where there were none': [{ a: [1], b: [2] }, 'ERR_TYPE', 'bare'],
  };
  for (const [what, [X, code, ...names]] of Object.entries(wrong)) {
    it(`are refused by both: ${what}`, () => {
      for (const name of names.length > 0 ? names : ['named', 'bare'])
        assert.equal(said(name, X), code, name);
    });
  }

  it('name what is wrong', () => {
    const without =
      'X has names of columns, but the model was fitted to rows without; pass arrays'; // prettier-ignore
    const both = (name) => [models[name], prediction.open(models[name])];
    for (const model of [...both('bare'), ...both('coded')])
      for (const X of [[{ a: 1, b: 2 }], { a: [1], b: [2] }, { a: 1, b: 2 }])
        assert.throws(() => model.predict(X), { message: without });
    const going = new sync.SGDClassifier().partialFit(numbers, classes);
    assert.throws(() => going.partialFit([{ a: 1, b: 2 }], ['much']), { message: without });
    const lacks = "X has no column 'a'; the model was fitted to a, day: pass all of them";
    for (const model of both('dates'))
      assert.throws(() => model.predict({ V: 3 }), { message: lacks });
    assert.throws(() => models.bare.predict(new Float64Array(4)), { message: /{ data, rows, cols }.*got a Float64Array$/ }); // prettier-ignore
  });
});
