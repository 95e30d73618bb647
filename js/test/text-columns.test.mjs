/** Texts beside numbers and categories: vectorizers as parts of a ColumnTransformer. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { modules, sync } from './support/maxmargin.mjs';
import { esm } from './support/modules.mjs';
import { entry } from './support/project.mjs';

const { readCsv } = await import(entry('data.mjs'));

const golden = JSON.parse(
  await readFile(new URL('golden/text-columns.json', import.meta.url), 'utf8'),
);

/** The numbers of samples, zeros included. */
function numbers({ indptr, indices, data, rows, cols, ...dense }) {
  if (!indptr) return Object.values(dense);
  const all = Array(rows * cols).fill(0);
  for (let i = 0; i < rows; i++) {
    for (let at = indptr[i]; at < indptr[i + 1]; at++) all[i * cols + indices[at]] = data[at];
  }
  return all;
}

function close(actual, expected, tolerance = golden.tolerance) {
  assert.equal(actual.length, expected.length);
  Array.from(actual).forEach((v, i) =>
    assert.ok(
      Math.abs(v - expected[i]) <= tolerance * Math.max(1, Math.abs(v)),
      `[${i}] ${v}, not ${expected[i]}`,
    ),
  );
}

/** The same table in other forms. */
const columnsOf = (rows) =>
  Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((row) => row[name])]));
const arrowOf = (rows) => {
  const columns = columnsOf(rows);
  const names = Object.keys(columns);
  const child = (j) => ({ length: rows.length, toArray: () => columns[names[j]] });
  return {
    numRows: rows.length,
    schema: { fields: names.map((name) => ({ name })) },
    getChildAt: child,
  };
};
const listsOf = (rows) => rows.map(Object.values);

/** Half of the reviews are good ones, and the price tells nothing. */
const reviews = Array.from({ length: 36 }, (_, i) => ({
  review: `${['the plot', 'its music', 'every scene'][i % 3]} was ${i % 2 ? 'good' : 'bad'} number ${i}`,
  notes: i % 5 ? `seen in ${['a large', 'a small'][i % 2]} hall on day ${i}` : null,
  price: i % 4 ? 5 + (i % 6) : null,
  hall: 'ABC'[i % 3],
}));
const liked = reviews.map((_, i) => (i % 2 ? 'yes' : 'no'));

for (const [way, api] of forms(import.meta.url)) {
  const {
    ColumnTransformer,
    CountVectorizer,
    FeatureMap,
    GaussianMixture,
    GridSearch,
    KernelRidge,
    OneHotEncoder,
    Pipeline,
    SVC,
    SVR,
    SimpleImputer,
    StandardScaler,
    TfidfVectorizer,
    TransformedTarget,
  } = api;
  const { crossValidate, load, makePipeline, makeTablePipeline } = api;
  before(() => api === sync && sync.init());

  const groups = () => ({
    words: ['words', new TfidfVectorizer({ sublinearTf: true }), 'review'],
    numbers: ['numbers', makePipeline(new SimpleImputer(), new StandardScaler()), ['age', 'price']],
    price: ['price', new StandardScaler(), 'price'],
    titles: ['titles', new CountVectorizer({ ngramRange: [1, 2], minDf: 2 }), ['title']],
    colours: ['colours', new OneHotEncoder({ handleUnknown: 'ignore' }), ['colour']],
  });
  const columnsFor = ({ groups: names, threshold, remainder }) =>
    new ColumnTransformer({
      transformers: names.map((name) => groups()[name]),
      sparseThreshold: threshold,
      ...(remainder && { remainder: new OneHotEncoder({ handleUnknown: 'ignore' }) }),
    });

  describe(`texts beside numbers, ${way}`, { timeout: 900_000 }, () => {
    it('give the numbers of scikit-learn, sparse and dense, in every form of tables', async () => {
      const { x, fresh } = golden;
      for (const one of golden.cases) {
        const columns = await columnsFor(one).fit(x);
        const own = columns.getFeatureNamesOut();
        const known = (name) => !name.startsWith('remainder');
        assert.deepEqual(own.filter(known), one.names.filter(known));
        assert.equal(own.length, one.made.cols);
        for (const form of [(rows) => rows, columnsOf, arrowOf, listsOf]) {
          const made = await columns.transform(form(fresh));
          assert.equal('indptr' in made, one.made.sparse);
          close(numbers(made), one.made.numbers);
        }
        for (const saved of [await columns.save(), JSON.parse(JSON.stringify(columns))]) {
          const again = await load(saved);
          close(numbers(await again.transform(fresh)), one.made.numbers);
          const names = again
            .getFeatureNamesOut()
            .map((name) => name.replace(/^rest_/, 'remainder_'));
          assert.deepEqual(names, own);
          close(numbers(await (await again.fit(x)).transform(fresh)), one.made.numbers);
        }
        close(
          numbers(await columnsFor(one).fitTransform(columnsOf(x))),
          numbers(await columns.transform(x)),
          0,
        );
      }
    });

    it('are fitted within pipelines and within folds, as scikit-learn does', async () => {
      const { x, y, fresh } = golden;
      const machine = () => new KernelRidge({ kernel: 'rbf', gamma: 0.1, alpha: 0.5 });
      for (const one of golden.cases) {
        const model = await new Pipeline([
          ['columns', columnsFor(one)],
          ['machine', machine()],
        ]).fit(x, y);
        close(await model.predict(fresh), one.predicted);
        const again = await load(await model.save());
        close(await again.predict(arrowOf(fresh)), one.predicted);
        if (!one.remainder) assert.deepEqual(again.getParams(), model.getParams());
        for (const form of [(rows) => rows, columnsOf, arrowOf]) {
          // Those of KFold(4): runs of 10 rows.
          const rows = Array.from(y, (_, i) => i);
          const part = (at, out) => rows.filter((i) => (Math.floor(i / 10) === at) !== out);
          const folds = [0, 1, 2, 3].map((at) => ({
            train: part(at, true),
            test: part(at, false),
          }));
          const { scores } = await crossValidate(model, form(x), y, { folds });
          close(scores, one.scores);
        }
      }
    });

    it('are searched, and keep what they learnt', async () => {
      const columns = new ColumnTransformer([
        ['words', new TfidfVectorizer(), 'review'],
        ['numbers', makePipeline(new SimpleImputer(), new StandardScaler()), ['price']],
      ]);
      const model = new Pipeline([
        ['columns', columns],
        ['svc', new SVC({ kernel: 'linear' })],
      ]);
      const grid = {
        columns__words__ngramRange: [
          [1, 1],
          [1, 2],
        ],
        columns__numbers__simpleimputer__strategy: ['mean', 'median'],
        svc__C: [1, 10],
      };
      const search = await new GridSearch(model, grid, { folds: 3 }).fit(reviews, liked);
      assert.equal(search.results.length, 8);
      const best = Math.max(...search.results.map(({ mean }) => mean));
      assert.ok(best > 0.9, String(best));
      const { words } = search.bestEstimator.namedSteps.columns.namedTransformers;
      assert.ok(words.vocabulary.has('music'));
      assert.equal(words.idf.length, words.nFeatures);
      const again = await load(await search.bestEstimator.save());
      const fresh = [
        { review: 'its music was bad', price: null },
        { review: 'a good end', price: 8 },
      ];
      assert.deepEqual(await again.predict(fresh), ['no', 'yes']);
      assert.ok(
        again.namedSteps.columns.namedTransformers.words.getFeatureNames().includes('music'),
      );
      const target = new TransformedTarget({
        regressor: makePipeline(columns, new SVR()),
        transformer: 'standard',
      });
      const prices = reviews.map(({ price }) => price ?? 1);
      const { scores } = await crossValidate(target, reviews, prices, { folds: 3 });
      assert.ok(scores.every(Number.isFinite));
      await target.fit(reviews, prices);
      close(
        await (await load(await target.save())).predict(reviews),
        await target.predict(reviews),
        0,
      );
    });

    it('rank terms by the classes', async () => {
      const columns = new ColumnTransformer([
        ['words', new CountVectorizer({ rankBy: 'mutualInformation', maxFeatures: 2 }), 'review'],
        ['hall', new OneHotEncoder(), 'category'],
      ]);
      const model = await makePipeline(columns, new SVC()).fit(reviews, liked);
      const { words, hall } = model.namedSteps.columntransformer.namedTransformers;
      assert.deepEqual(words.getFeatureNames(), ['bad', 'good']);
      assert.equal(hall.categories.length, 2); // notes are texts, but no group asks for such
      assert.equal(await model.score(reviews, liked), 1);
    });

    it('are found by the usual pipeline', async () => {
      const model = makeTablePipeline(new SVC({ kernel: 'linear', C: 10 }));
      const grid = { svc__C: [1, 10] };
      const search = await new GridSearch(model, grid, { folds: 3 }).fit(columnsOf(reviews), liked);
      const { columns } = search.bestEstimator.namedSteps;
      const made = columns.getFeatureNamesOut();
      for (const name of ['numbers__price', 'categories__hall_A', 'texts__plot', 'texts__large'])
        assert.ok(made.includes(name), `${name} is not among ${made}`);
      assert.equal(made.filter((name) => name.startsWith('categories')).length, 3);
      const csv = [
        'review,notes,price,hall',
        'the plot was bad,,,A',
        '"music, scenes and plot: good",a small hall,7,Z',
      ].join('\n');
      const { X } = await readCsv(csv, { table: true });
      assert.deepEqual(await search.predict(X), ['no', 'yes']);
      const again = await load(await search.bestEstimator.save());
      assert.deepEqual(await again.predict(X), ['no', 'yes']);
      assert.equal((await again.decisionFunction(X)).length, 2);
      // Two words, or the same sentences again and again, are categories.
      const rows = Array.from({ length: 30 }, (_, i) => ({
        name: `person ${i % 20}`,
        answer: ['I do not know', 'I would rather not say', 'yes, I do'][i % 3],
      }));
      const plain = await makeTablePipeline(new SVC()).fit(
        rows,
        rows.map((_, i) => i % 3),
      );
      const names = plain.namedSteps.columns.getFeatureNamesOut();
      assert.ok(names.includes('categories__answer_I do not know'));
      assert.equal(names.length, 23);
    });

    it('may be maps of a function, alone or beside others', async () => {
      const days = new FeatureMap({ map: (text) => [text.length, text.endsWith('1') ? 1 : 0] });
      const columns = new ColumnTransformer([
        ['length', days, 'review'],
        ['words', new CountVectorizer({ binary: true }), 'review'],
      ]);
      const made = await columns.fitTransform(reviews);
      const first = numbers(made).slice(0, 2);
      assert.deepEqual(first, [reviews[0].review.length, 0]);
      assert.deepEqual(columns.getFeatureNamesOut().slice(0, 2), [
        'length__featuremap0',
        'length__featuremap1',
      ]);
    });

    it('are a module in JavaScript, and not in C', async () => {
      const columns = new ColumnTransformer([['words', new TfidfVectorizer(), 'review']]);
      const model = await makePipeline(columns, new api.LinearSVC()).fit(reviews, liked);
      const { predict } = await esm(await modules.toModule(model));
      assert.deepEqual(predict(reviews), await model.predict(reviews));
      const refused = { code: 'ERR_TYPE', argument: 'model', message: /texts/ };
      await fails(() => modules.toModule(model, { format: 'c' }), refused);
    });

    it('say what is wrong', async () => {
      const columns = (to, which) => new ColumnTransformer([['words', to, which]]);
      const type = { code: 'ERR_TYPE', argument: 'X' };
      const option = { code: 'ERR_OPTION', argument: 'columns' };
      const fit = (which, X = reviews) => columns(new TfidfVectorizer(), which).fit(X);
      await fails(() => fit('price'), { ...type, message: /X\[0, price\] is missing.*'words'/ });
      await fails(() => fit('price', reviews.slice(1, 4)), {
        ...type,
        message: /X\[0, price\] is 6, but 'words', a TfidfVectorizer, reads texts/,
      });
      await fails(() => fit('notes'), { ...type, message: /X\[0, notes\] is missing.*''/ });
      await fails(() => fit(['review', 'notes']), { ...option, message: /reads one column.*2/ });
      await fails(() => fit('category'), { ...option, message: /reads one column.*3/ });
      await fails(() => fit('plot'), {
        ...option,
        message: /'words' asks for the column "?'?plot/,
      });
      await fails(() => fit(0, { data: new Float64Array(4), rows: 2, cols: 2 }), type);
      await fails(() => columns(new GaussianMixture(), 'price'), {
        code: 'ERR_TYPE',
        argument: 'transformers',
        message: /GaussianMixture/,
      });
      await fails(
        () =>
          new ColumnTransformer([['n', new StandardScaler(), 'price']], {
            remainder: new TfidfVectorizer(),
          }),
        { code: 'ERR_TYPE', argument: 'transformers' },
      );
      await fails(() => makePipeline(columns(new CountVectorizer({ stopWords: ['good'] }), 'review'), new SVC()).fit([{ review: 'good' }, { review: 'good' }], [0, 1]), { code: 'ERR_EMPTY' }); // prettier-ignore
      const model = await columns(new TfidfVectorizer(), 'review').fit(reviews);
      await fails(() => model.transform([{ price: 1 }]), { code: 'ERR_SHAPE', message: /review/ });
      await fails(() => model.transform([{ review: 7 }]), {
        ...type,
        message: /X\[0, review\] is 7/,
      });
      await fails(() => model.transform([[1, 2]]), { code: 'ERR_FEATURE_COUNT' });
      const none = numbers(await model.transform([{ review: 'unheard words alone', price: 1 }]));
      assert.ok(none.every((v) => v === 0));
    });
  });
}

describe('texts beside numbers, blocking', () => {
  it('are fitted report by report, and whoever leaves gets what follows', async () => {
    await sync.init();
    const { ColumnTransformer, CountVectorizer, SVC, makePipeline } = sync;
    const model = makePipeline(
      new ColumnTransformer([
        ['words', new CountVectorizer(), 'review'],
        ['hall', new CountVectorizer({ tokenPattern: '[A-Z]', lowercase: false }), 'hall'],
      ]),
      new SVC(),
    );
    const phases = new Set();
    for (const { phase } of model.fitSteps(reviews, liked)) phases.add(phase);
    assert.ok(phases.has('done'));
    assert.equal(model.score(reviews, liked), 1);
    // Half counted words are no result, and a slow machine reports while it counts.
    for (const { phase } of model.fitSteps(reviews, liked)) if (phase !== 'counts') break;
    assert.equal(model.predict(reviews).length, reviews.length);
  });
});
