/** Encoders of categories, and the tables that they take. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

const golden = JSON.parse(
  await readFile(
    new URL('../../core/machines/prep/testdata/encoders.json', import.meta.url),
    'utf8',
  ),
);

const letters = 'abcdefgh';
const numbers = (made) => (made.indptr ? toDense(made) : Array.from(made));

/** The numbers of a sparse matrix, zeros included. */
function toDense({ indptr, indices, data, rows, cols }) {
  const dense = Array(rows * cols).fill(0);
  for (let i = 0; i < rows; i++) {
    for (let at = indptr[i]; at < indptr[i + 1]; at++) dense[i * cols + indices[at]] = data[at];
  }
  return dense;
}

/** Numbers of the golden file as rows of letters, null where they are missing. */
const words = (flat) =>
  Array.from({ length: flat.length / golden.cols }, (_, i) =>
    flat.slice(i * golden.cols, (i + 1) * golden.cols).map((c) => (c < 0 ? null : letters[c])),
  );

const camel = {
  ignore: 'ignore',
  infrequent_if_exist: 'infrequentIfExist',
  if_binary: 'ifBinary',
  first: 'first',
  use_encoded_value: 'useEncodedValue',
};

/** The options of a case by our names. */
function optionsOf({ options, categories }) {
  const {
    handle_unknown,
    min_frequency,
    max_categories,
    drop,
    unknown_value,
    encoded_missing_value,
  } = options;
  const given = {
    handleUnknown: camel[handle_unknown],
    minFrequency: min_frequency,
    maxCategories: max_categories,
    drop: camel[drop],
    unknownValue: unknown_value,
    encodedMissingValue: encoded_missing_value,
    categories: categories?.map((list) => list.map((c) => letters[c])),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const colours = [
  ['red', 1],
  ['green', 2],
  ['blue', 3],
  ['red', 4],
  ['green', 5],
  ['blue', 6],
  ['red', 7],
  [null, 8],
];
const answers = [1, 0, 0, 1, 0, 0, 1, 0].map((v) => (v ? 'warm' : 'cold'));

for (const [form, api] of forms(import.meta.url)) {
  const {
    OneHotEncoder,
    OrdinalEncoder,
    SimpleImputer,
    SVC,
    SVR,
    GridSearch,
    makePipeline,
    load,
    crossValidate,
  } = api;
  before(() => api === sync && sync.init());

  describe(`encoders, ${form}`, { timeout: 900_000 }, () => {
    it('give the numbers and names of scikit-learn for texts', async () => {
      for (const [Machine, cases] of [
        [OneHotEncoder, golden.oneHot],
        [OrdinalEncoder, golden.ordinal],
      ]) {
        for (const one of cases) {
          const encoder = new Machine(optionsOf(one));
          await encoder.fit(words(golden.x));
          const made = await encoder.transform(words(one.known ? golden.known : golden.fresh));
          assert.deepEqual(numbers(made), one.made, JSON.stringify(one.options));
          if (!one.names) continue;
          const names = one.names.map((name) => name.replace(/_nan$/, '_missing'));
          assert.deepEqual(encoder.getFeatureNamesOut(), names, JSON.stringify(one.options));
        }
      }
    });

    it('take tables in every form, and find columns by name', async () => {
      const rows = [
        { a: 'x', b: 2, c: { d: true, e: 1 } },
        { a: 'y', b: 1, c: { d: false, e: 1 } },
        { b: 2, c: { d: true, e: 0 } },
      ];
      const columns = {
        'c.e': [1, 1, 0],
        'c.d': [true, false, true],
        b: Float64Array.of(2, 1, 2),
        a: ['x', 'y', null],
      };
      const nested = {
        a: ['x', 'y', undefined],
        c: { e: [1, 1, 0], d: [true, false, true] },
        b: [2, 1, 2],
      };
      const arrow = {
        schema: { fields: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
        getChildAt: (j) => {
          const list = rows.map((row) => row['abc'[j]] ?? null);
          return { length: 3, nullCount: 1, toArray: () => list, get: (i) => list[i] };
        },
      };
      const arquero = {
        columnNames: () => ['b', 'a', 'c'],
        array: (name) => rows.map((row) => row[name]),
      };
      const danfo = {
        columns: ['a', 'b', 'c.d', 'c.e'],
        shape: [3, 4],
        values: [
          ['x', 2, true, 1],
          ['y', 1, false, 1],
          [null, 2, true, 0],
        ],
      };
      const encoder = await new OneHotEncoder().fit(rows);
      assert.deepEqual(encoder.categories, [
        ['x', 'y'],
        [1, 2],
        [false, true],
        [0, 1],
      ]);
      const names = [
        'a_x',
        'a_y',
        'a_missing',
        'b_1',
        'b_2',
        'c.d_false',
        'c.d_true',
        'c.e_0',
        'c.e_1',
      ];
      assert.deepEqual(encoder.getFeatureNamesOut(), names);
      const want = [
        1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0,
      ];
      for (const table of [rows, columns, nested, arrow, arquero, danfo]) {
        assert.deepEqual(numbers(await encoder.transform(table)), want);
        const again = await load(await (await new OneHotEncoder().fit(table)).save());
        assert.deepEqual(numbers(await again.transform(rows)).toSorted(), want.toSorted());
      }
    });

    it('take columns whose first word comes after many numbers', async () => {
      const rows = 40_000;
      const late = Array.from({ length: rows }, (_, i) => (i === rows - 2 ? 'b' : (i * 7) % 3));
      late[rows - 1] = 'a';
      late[5] = null;
      const early = Array.from({ length: rows }, (_, i) => ['z', 'y', 'x', null][i % 4]);
      const options = { encodedMissingValue: -1 };
      const encoder = await new OrdinalEncoder(options).fit({ late, early });
      const categories = [
        [0, 1, 2, 'a', 'b'],
        ['x', 'y', 'z'],
      ];
      assert.deepEqual(encoder.categories, categories);
      const codes = late.flatMap((value, i) => [
        categories[0].indexOf(value), // -1 for null
        categories[1].indexOf(early[i]),
      ]);
      const made = await encoder.transform({ early, late });
      assert.deepEqual(Array.from(made), codes);
      const again = await new OrdinalEncoder(options).fitTransform({ late, early });
      assert.deepEqual(Array.from(again), codes);
    });

    it('are saved with their categories, given ones too, and fitted again', async () => {
      const options = {
        categories: [['red', 'green', 'blue', 'violet'], []],
        handleUnknown: 'ignore',
      };
      const encoder = await new OneHotEncoder(options).fit(colours);
      const fresh = [
        ['violet', 4],
        ['mauve', 2],
      ];
      const want = numbers(await encoder.transform(fresh));
      assert.deepEqual(want.slice(0, 5), [0, 0, 0, 1, 0]);
      for (const saved of [await encoder.save(), JSON.parse(JSON.stringify(encoder))]) {
        const again = await load(saved);
        assert.deepEqual(again.getParams().categories, [['red', 'green', 'blue', 'violet'], []]);
        assert.deepEqual(again.categories, encoder.categories);
        assert.deepEqual(numbers(await again.transform(fresh)), want);
        assert.deepEqual(numbers(await (await again.fit(colours)).transform(fresh)), want);
      }
    });

    it('are steps of pipelines, searches and files', async () => {
      const pipeline = makePipeline(
        new SimpleImputer({ strategy: 'mostFrequent' }),
        new OneHotEncoder({ handleUnknown: 'ignore' }),
        new SVC({ kernel: 'linear' }),
      );
      await pipeline.fit(colours, answers);
      const fresh = [
        ['red', 1],
        ['blue', 99],
        ['mauve', 2],
      ];
      const want = await pipeline.predict(fresh);
      assert.equal(want[0], 'warm');
      assert.equal(want[1], 'cold');
      const again = await load(await pipeline.save());
      assert.deepEqual(await again.predict(fresh), want);
      assert.deepEqual(
        await (await load(JSON.parse(JSON.stringify(pipeline)))).predict(fresh),
        want,
      );
      const hot = again.namedSteps.onehotencoder;
      assert.deepEqual(hot.categories[0], ['blue', 'green', 'red']);
      assert.deepEqual(numbers(await hot.transform([['green', 3]])).slice(0, 3), [0, 1, 0]);
      assert.deepEqual(
        numbers(await (await load(await hot.save())).transform([['green', 3]])).slice(0, 3),
        [0, 1, 0],
      );
      const many = Array.from({ length: 40 }, (_, i) => colours[i % 7]);
      const y = many.map(([c]) => (c === 'red' ? 'warm' : 'cold'));
      const search = new GridSearch(
        pipeline,
        { onehotencoder__drop: ['none', 'first'], svc__C: [0.01, 1] },
        { folds: 4 },
      );
      await search.fit(many, y);
      assert.equal(search.bestScore, 1);
      assert.deepEqual(await search.bestEstimator.predict(fresh.slice(0, 2)), want.slice(0, 2));
      const { scores } = await crossValidate(pipeline, many, y, { folds: 4 });
      assert.deepEqual([...scores], [1, 1, 1, 1]);
    });

    it('learn categories within folds: one that a fold lacks is unknown to it', async () => {
      const X = [['a'], ['b'], ['a'], ['b'], ['a'], ['c']];
      const y = [1, 2, 1, 2, 1, 3];
      // Folds without shuffling: the last one alone has c.
      const settings = { folds: 3, shuffle: false };
      const strict = makePipeline(new OneHotEncoder(), new SVR());
      await fails(() => crossValidate(strict, X, y, settings), {
        code: 'ERR_TYPE',
        message: /category/,
      });
      const lenient = makePipeline(new OneHotEncoder({ handleUnknown: 'ignore' }), new SVR());
      const { scores } = await crossValidate(lenient, X, y, settings);
      assert.ok(scores.every(Number.isFinite));
    });

    it('refuse what would be mistaken for numbers, and say where', async () => {
      const wrong = { code: 'ERR_OPTION', argument: 'steps' };
      const mean = makePipeline(new SimpleImputer(), new OneHotEncoder(), new SVC());
      await fails(() => mean.fit(colours, answers), { code: 'ERR_TYPE', argument: 'X' });
      const pipeline = makePipeline(
        new SimpleImputer({ strategy: 'mostFrequent' }),
        new OneHotEncoder(),
        new SVC(),
      );
      const search = new GridSearch(pipeline, { simpleimputer__strategy: ['mean'] }, { folds: 2 });
      await fails(() => search.fit(colours, answers), wrong);
      const encoder = await new OneHotEncoder().fit(colours);
      await fails(() => encoder.transform([['mauve', 1]]), {
        code: 'ERR_TYPE',
        argument: 'X',
        message: /X\[0, 0\]/,
      });
      await fails(() => encoder.transform([['red', 'one']]), {
        code: 'ERR_TYPE',
        argument: 'X',
        message: /one/,
      });
      await fails(() => encoder.transform([['red']]), { code: 'ERR_FEATURE_COUNT' });
      await fails(() => encoder.transform({ data: [1, 2], rows: 1, cols: 2 }), {
        code: 'ERR_TYPE',
        message: /categories/,
      });
      await fails(() => new OneHotEncoder().fit([[new Date()]]), {
        code: 'ERR_TYPE',
        argument: 'X',
      });
      await fails(() => new OneHotEncoder().fit([['a'], ['b', 'c']]), {
        code: 'ERR_SHAPE',
        argument: 'X',
      });
      await fails(() => new OneHotEncoder().fit({ a: ['x'], b: ['x', 'y'] }), {
        code: 'ERR_SHAPE',
        argument: 'X',
      });
      await fails(() => new OneHotEncoder().fit([]), { code: 'ERR_EMPTY', argument: 'X' });
      await fails(() => new OneHotEncoder({ categories: ['red'] }), {
        code: 'ERR_OPTION',
        argument: 'categories',
      });
      await fails(() => new OneHotEncoder({ categories: [['red'], ['one']] }).fit(colours), {
        code: 'ERR_OPTION',
        argument: 'categories',
      });
      const bytes = await encoder.save();
      await fails(() => load(bytes.map((b, i) => (i === bytes.length - 20 ? b ^ 1 : b))), {
        code: 'ERR_FORMAT',
      });
    });
  });
}

describe('the names of columns', () => {
  const { ColumnTransformer, OneHotEncoder, SimpleImputer, makePipeline } = sync;
  /** Names of all columns, each of which once. */
  const checked = (model, X, want) => {
    const names = model.fit(X).getFeatureNamesOut();
    const { shape, cols } = model.transform(X);
    assert.equal(names.length, cols ?? shape[1]);
    assert.equal(new Set(names).size, names.length, String(names));
    if (want) assert.deepEqual(names, want);
  };
  /** Tables in which several columns would have one name. */
  const tables = {
    'a category that is called as a gap': [['missing'], [null]],
    'a number and its text': [[1], ['1'], [true], ['true']],
    'a category that ends with a number': [['1'], [1], ['1_2'], ['1_3']],
    'two columns and their categories': [
      { a: 'b_c', a_b: 'c', missing_a: 'x' },
      { a: null, a_b: 'c', missing_a: 'y' },
    ],
    'one that is called as the indicator of another': [
      { a: 1, missing_a: 2, b: 5 },
      { a: null, missing_a: null, b: 6 },
    ],
  };
  for (const [what, X] of Object.entries(tables)) {
    it(`differ for ${what}`, () => {
      const columns = Array.isArray(X[0]) ? [0] : Object.keys(X[0]);
      const makers = Object.values(sync).filter(({ prototype }) => prototype?.getFeatureNamesOut);
      assert.ok(makers.length >= 3);
      for (const Maker of makers) {
        if (Maker === ColumnTransformer) continue;
        checked(new Maker(Maker === sync.OrdinalEncoder ? { encodedMissingValue: -2 } : {}), X);
      }
      const steps = [
        () => new OneHotEncoder(),
        () => new OneHotEncoder({ sparseOutput: false }),
        ...(what.includes('indicator') ? [() => new SimpleImputer({ addIndicator: true })] : []),
      ];
      for (const step of steps) {
        checked(new ColumnTransformer([['one', step(), columns]]), X);
        checked(new ColumnTransformer([['a', step(), columns], ['b', makePipeline(step()), columns]]), X); // prettier-ignore
      }
    });
  }
  it('of a gap and of rare categories give way to categories', () => {
    checked(new OneHotEncoder(), [['missing'], [null]], ['x0_missing', 'x0_missing_2']);
    const rare = new OneHotEncoder({ minFrequency: 2 });
    checked(rare, [['infrequent'], ['infrequent'], ['b'], ['c']], ['x0_infrequent', 'x0_infrequent_2']); // prettier-ignore
    checked(new OneHotEncoder(), [['red'], [null]], ['x0_red', 'x0_missing']);
  });
});

describe('the order of texts', () => {
  // By UTF-16 units the first one would come last but one.
  const texts = ['\u{10437}', '\uff5e', 'z', 'a'];
  const sorted = ['a', 'z', '\uff5e', '\u{10437}'];
  it('is that of code points for categories, classes, terms and readers alike', async () => {
    const { CountVectorizer, OneHotEncoder, OrdinalEncoder, SVC } = sync;
    const X = texts.map((text) => [text]);
    assert.deepEqual(new OneHotEncoder().fit(X).categories, [sorted]);
    assert.deepEqual([...new OrdinalEncoder().fit(X).transform(X)], [3, 2, 1, 0]);
    assert.deepEqual([...new SVC().fit([[0], [1], [2], [3]], texts).classes], sorted);
    const terms = new CountVectorizer({ tokenPattern: '.', lowercase: false }).fit([
      texts.join(''),
    ]);
    assert.deepEqual(terms.getFeatureNames(), sorted);
  });
});
