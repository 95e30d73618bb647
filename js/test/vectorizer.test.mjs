/** Vectorizers for text, sets and functions: alone, in pipelines, in searches and in files. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';

import { near } from './support/near.mjs';
import fc from './support/properties.mjs';
import { stemmer } from 'stemmer';

import { shared } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { entry } from './support/project.mjs';

const { ClassTfidf, CountVectorizer } = maxmargin;
const { readArff } = await import(entry('data.mjs'));

const golden = (name) =>
  JSON.parse(readFileSync(new URL(`golden/${name}.json`, import.meta.url), 'utf8'));
const expected = golden('vectorizers');

/** The options under our names. */
const names = {
  stop_words: 'stopWords',
  ngram_range: 'ngramRange',
  min_df: 'minDf',
  max_df: 'maxDf',
  max_features: 'maxFeatures',
  token_pattern: 'tokenPattern',
  smooth_idf: 'smoothIdf',
  use_idf: 'useIdf',
  sublinear_tf: 'sublinearTf',
};
const translate = (options) =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [names[name] ?? name, value ?? 'none']),
  );

/** Whether sparse rows have the same positions and, within 1e-12, the same numbers. */
function sameRows(got, want) {
  assert.deepEqual(Array.from(got.indptr), want.indptr);
  assert.deepEqual(Array.from(got.indices), want.indices);
  if (want.data.length > 0) near(got.data, want.data, 1e-12); // rows may have no terms
  assert.equal(got.data.length, want.data.length);
}

const topics = ['corn wheat maize harvest', 'oil ship tanker barrel'];
const news = Array.from(
  { length: 60 },
  (_, i) =>
    `${topics[i % 2].split(' ')[i % 4]} ${topics[i % 2].split(' ')[(i * i) % 4]} the w${i % 9}`,
);
const about = news.map((_, i) => ['corn', 'oil'][i % 2]);
const refused = (code, run) => fails(run, { code });
const stem = (word) => word.replace(/s$/, '');

for (const [way, api] of forms(import.meta.url)) {
  const { CountVectorizer, FeatureMap, GridSearch, LinearSVC, OneClassSVM, Pipeline, SVC } = api;
  const { StandardScaler, TfidfVectorizer, crossValidate, kernels, load, makePipeline } = api;
  before(() => api === sync && sync.init());

  describe(`vectorizers, ${way}`, { timeout: 900_000 }, () => {
    for (const [name, { machine, options, terms, fitted, unseen, idf }] of Object.entries(
      expected.cases,
    )) {
      it(`as ${expected.tool}: ${name}`, async () => {
        const vectorizer = new api[machine](translate(options));
        sameRows(await vectorizer.fitTransform(expected.documents), fitted);
        assert.ok(terms.length > 0);
        assert.deepEqual(vectorizer.getFeatureNames(), terms);
        assert.deepEqual([...vectorizer.vocabulary.keys()], terms);
        assert.equal(vectorizer.nFeatures, terms.length);
        sameRows(await vectorizer.transform(expected.unseen), unseen);
        assert.equal(Boolean(vectorizer.idf), Boolean(idf));
        if (idf) near(vectorizer.idf, idf, 1e-12, 'idf');
      });
    }

    for (const { smooth, idf, fitted, unseen } of expected.logarithms) {
      it(`weights without 1 added, as ${expected.tool}, ${smooth ? 'smooth' : 'of 8.1.1'}`, async () => {
        const vectorizer = new TfidfVectorizer({ smoothIdf: smooth, plusOneIdf: false });
        sameRows(await vectorizer.fitTransform(expected.documents), fitted);
        sameRows(await vectorizer.transform(expected.unseen), unseen);
        assert.ok(vectorizer.idf.every((v, at) => Math.abs(v - idf[at]) <= 1e-12));
      });
    }

    it('a text all of whose terms are in every text is a row of zeros, not of NaN', async () => {
      const vectorizer = new TfidfVectorizer({ smoothIdf: false, plusOneIdf: false });
      const { data } = await vectorizer.fitTransform(['oil', 'oil wells', 'oil ship']);
      assert.equal(data[0], 0);
      assert.ok(data.every(Number.isFinite));
    });

    for (const { options, terms, information } of expected.information) {
      it(`mutual information, as ${expected.tool}: ${JSON.stringify(options)}`, async () => {
        const { documents, labels } = expected;
        const ranked = { ...translate(options), rankBy: 'mutualInformation' };
        const vectorizer = await new CountVectorizer(ranked).fit(documents, labels);
        assert.deepEqual(vectorizer.getFeatureNames(), terms);
        const found = vectorizer.mutualInformation;
        assert.ok(found.every((v, at) => Math.abs(v - information[at]) <= 1e-12));
        const order = [...terms.keys()].sort((a, b) => information[b] - information[a]);
        const drops = (at) => information[order[at - 1]] > information[order[at]] + 1e-9;
        const k = order.findLastIndex((_, at) => at > 0 && drops(at)); // a tie is not cut
        assert.ok(k > 0);
        const best = new CountVectorizer({ ...ranked, maxFeatures: k });
        const rows = await best.fitTransform(documents, labels);
        const kept = order.slice(0, k).sort((a, b) => a - b);
        assert.deepEqual(
          best.getFeatureNames(),
          kept.map((at) => terms[at]),
        );
        assert.deepEqual(
          best.mutualInformation,
          found.filter((_, at) => kept.includes(at)),
        );
        const again = await load(await best.save());
        assert.deepEqual(again.mutualInformation, best.mutualInformation);
        assert.deepEqual(await again.transform(documents), rows);
      });
    }

    it('ranked terms are learnt from the classes of a pipeline and of each fold', async () => {
      const ranked = { rankBy: 'mutualInformation', maxFeatures: 4 };
      const pipeline = makePipeline(new TfidfVectorizer(ranked), new SVC());
      await pipeline.fit(news, about);
      const alone = await new TfidfVectorizer(ranked).fit(news, about);
      const own = pipeline.namedSteps.tfidfvectorizer;
      assert.deepEqual(own.getFeatureNames(), alone.getFeatureNames());
      assert.ok(own.getFeatureNames().every((term) => topics.join(' ').includes(term)));
      const { folds, scores } = await crossValidate(pipeline, news, about, { seed: 3, workers: 2 });
      for (const [f, { train, test }] of folds.entries()) {
        const part = (list, rows) => Array.from(rows, (i) => list[i]);
        const model = await pipeline.clone().fit(part(news, train), part(about, train));
        assert.equal(scores[f], await model.score(part(news, test), part(about, test)));
      }
    });

    it('settings may stand in the place of y, and y is checked', async () => {
      const { signal } = new AbortController();
      const counts = await new CountVectorizer().fit(news, { signal });
      assert.equal(counts.mutualInformation, undefined);
      await counts.fit(news, about, { signal });
      await refused('ERR_SHAPE', async () => counts.fit(news, about.slice(1)));
      await refused('ERR_TYPE', async () => counts.fit(news, 7));
      await refused('ERR_OPTION_UNKNOWN', async () => counts.fit(news, { sample: 1 }));
      const ranked = new CountVectorizer({ rankBy: 'mutualInformation' });
      const error = await refused('ERR_OPTION', async () => ranked.fit(news));
      assert.ok(error.message.includes('call fit(X, y)'), error.message);
      await refused('ERR_ONE_CLASS', async () =>
        ranked.fit(
          news,
          news.map(() => 1),
        ),
      );
      const noClasses = makePipeline(ranked, new OneClassSVM());
      await refused('ERR_OPTION', async () => noClasses.fit(news));
      const numbers = makePipeline(ranked, new api.SVR());
      await refused('ERR_OPTION', async () =>
        numbers.fit(
          news,
          news.map((_, i) => i),
        ),
      );
    });

    it('are saved and loaded, as bytes and as JSON, fitted or not', async () => {
      const vectorizer = new TfidfVectorizer({ maxDf: 0.9, stopWords: ['the'] });
      const unfitted = await load(JSON.parse(JSON.stringify(vectorizer)));
      assert.deepEqual(unfitted.getParams(), vectorizer.getParams());
      const rows = await vectorizer.fitTransform(news);
      for (const kept of [await vectorizer.save(), JSON.parse(JSON.stringify(vectorizer))]) {
        const again = await load(kept);
        assert.ok(again instanceof TfidfVectorizer);
        assert.deepEqual(await again.transform(news), rows);
        assert.deepEqual(again.getParams(), vectorizer.getParams());
        assert.equal(String(again), "TfidfVectorizer({stopWords: ['the'], maxDf: 0.9})");
      }
    });

    it('copies have the options and no fit; parameters can be set', async () => {
      const vectorizer = await new CountVectorizer({ minDf: 2 }).fit(news);
      const copy = vectorizer.clone().setParams({ binary: true });
      assert.equal(copy.getParams().minDf, 2);
      assert.equal(vectorizer.getParams().binary, false);
      await refused('ERR_NOT_FITTED', async () => copy.transform(news));
      copy.dispose();
      await refused('ERR_DISPOSED', async () => copy.fit(news));
    });

    it('files that were changed or cut off are refused', async () => {
      const fitted = await new CountVectorizer().fit(news);
      const bytes = await fitted.save();
      for (const at of [9, 40, 70, 120, bytes.length - 9]) {
        const changed = bytes.slice();
        changed[at] ^= 4;
        await refused('ERR_FORMAT', async () => load(changed));
        await refused('ERR_FORMAT', async () => load(bytes.slice(0, at)));
      }
    });

    it('are the first step of a pipeline, which is saved in one file', async () => {
      const model = makePipeline(new TfidfVectorizer({ stem }), new LinearSVC());
      await model.fit(news, about);
      assert.equal(await model.score(news, about), 1);
      const values = Array.from(await model.decisionFunction(news));
      const terms = model.namedSteps.tfidfvectorizer.getFeatureNames();
      assert.ok(terms.includes('corn') && !terms.includes('corns'));
      for (const kept of [await model.save(), JSON.parse(JSON.stringify(model))]) {
        const again = await load(kept, { stem });
        assert.deepEqual(Array.from(await again.decisionFunction(news)), values);
        assert.deepEqual(again.namedSteps.tfidfvectorizer.getFeatureNames(), terms);
        const without = await load(kept);
        await refused('ERR_FUNCTION_MISSING', async () => without.predict(news));
      }
      await refused('ERR_OPTION', async () => load(await model.save(), { stem, map: stem }));
    });

    it('are the same as their rows given to the machine', async () => {
      const vectorizer = new TfidfVectorizer({ ngramRange: [1, 2] });
      const X = await vectorizer.fitTransform(news);
      const plain = await new SVC({ probability: 'sigmoid' }).fit(X, about);
      const piped = new Pipeline([
        ['text', new TfidfVectorizer({ ngramRange: [1, 2] })],
        ['machine', new SVC({ probability: 'sigmoid' })],
      ]);
      await piped.fit(news, about);
      assert.deepEqual(await piped.predictProba(news), await plain.predictProba(X));
      assert.deepEqual(piped.classes, plain.classes);
      const outside = await makePipeline(new TfidfVectorizer(), new OneClassSVM()).fit(news);
      assert.equal((await outside.predict(news)).length, news.length);
    });

    it('learn anew from the rows of each fold, in a pool as by hand', async () => {
      const pipeline = makePipeline(new TfidfVectorizer(), new SVC({ C: 10 }));
      const { folds, scores } = await crossValidate(pipeline, news, about, { seed: 3, workers: 2 });
      for (const [f, { train, test }] of folds.entries()) {
        const part = (list, rows) => Array.from(rows, (i) => list[i]);
        const model = await pipeline.clone().fit(part(news, train), part(about, train));
        assert.equal(scores[f], await model.score(part(news, test), part(about, test)));
      }
    });

    it('are searched together with the later steps', async () => {
      const search = new GridSearch(
        makePipeline(new CountVectorizer({ stopWords: ['the'] }), new SVC()),
        { countvectorizer__minDf: [1, 1000], svc__C: [0.01, 10] },
        { workers: 2, folds: 3 },
      );
      await search.fit(news, about);
      const [first, second, ...impossible] = search.results;
      assert.ok(first.complete && second.complete);
      assert.ok(impossible.every(({ error }) => error.code === 'ERR_EMPTY'));
      assert.equal(search.bestParams.countvectorizer__minDf, 1);
      assert.equal(await search.bestEstimator.score(news, about), 1);
    });

    it('of sets: inner products count common items, and allSubsets is 2 to that power', async () => {
      const items = fc.uniqueArray(fc.constantFrom('ab', 'cd', 1, 2, 3, 'e'));
      await fc.assert(
        fc.asyncProperty(items, items, async (a, b) => {
          const overlap = a.filter((item) => b.includes(item)).length;
          const X = await new CountVectorizer({ binary: true }).fitTransform([
            new Set([...a, 'first']),
            [...b, ...b, 'second'],
          ]);
          const model = (kernel) => new api.KernelRidge({ kernel, fitIntercept: false, alpha: 1 });
          for (const [kernel, inner, own] of [
            ['linear', overlap, [a.length + 1, b.length + 1]],
            [kernels.allSubsets(), 2 ** overlap, [2 ** (a.length + 1), 2 ** (b.length + 1)]],
          ]) {
            // (K + 1) alpha = y for the two samples, and f(x) = K alpha, which is y - alpha.
            const [p, q, r] = [own[0] + 1, inner, own[1] + 1];
            const alpha = [r, -q].map((v) => v / (p * r - q * q));
            const f = await (await model(kernel).fit(X, [1, 0])).predict(X);
            assert.ok(Math.abs(f[0] - (1 - alpha[0])) < 1e-9);
            assert.ok(Math.abs(f[1] + alpha[1]) < 1e-9);
          }
        }),
        { numRuns: api === sync ? 40 : 5 },
      );
    });

    it('feature maps take anything, and any kernel follows', async () => {
      const map = ({ age, name }) => [age, name.length];
      const people = Array.from({ length: 40 }, (_, i) => ({
        age: 20 + i,
        name: 'x'.repeat(i % 7),
      }));
      const old = people.map(({ age }) => age > 40);
      const piped = makePipeline(new FeatureMap({ map }), new StandardScaler(), new SVC());
      await piped.fit(people, old);
      const byHand = makePipeline(new StandardScaler(), new SVC());
      await byHand.fit(people.map(map), old);
      const values = Array.from(await piped.decisionFunction(people));
      assert.deepEqual(values, Array.from(await byHand.decisionFunction(people.map(map))));
      const again = await load(await piped.save(), { map });
      assert.deepEqual(Array.from(await again.decisionFunction(people)), values);
      const { mean } = await crossValidate(piped, people, old, { seed: 1 });
      assert.equal(mean, (await crossValidate(byHand, people.map(map), old, { seed: 1 })).mean);
    });

    it('wrong input is refused, and the error names its place', async () => {
      const told = async (work, code, text) => {
        const error = await refused(code, work);
        assert.ok(error.message.includes(text), error.message);
      };
      await told(async () => new CountVectorizer({ minDf: -1 }), 'ERR_OPTION', 'a share of');
      await told(
        async () => new CountVectorizer({ ngramRange: [2, 1] }),
        'ERR_OPTION',
        'ngramRange',
      );
      await told(
        async () => new CountVectorizer({ tokenPattern: '(' }),
        'ERR_OPTION',
        'tokenPattern',
      );
      await told(
        async () => new CountVectorizer({ stopwords: [] }),
        'ERR_OPTION_UNKNOWN',
        'stopWords',
      );
      await told(
        async () => new CountVectorizer().fit('text'),
        'ERR_TYPE',
        'one entry for each sample',
      );
      await told(async () => new CountVectorizer().fit(['ab', 7]), 'ERR_TYPE', 'X[1] is 7');
      await told(async () => new CountVectorizer().fit([['ab', {}]]), 'ERR_TYPE', 'X[0]');
      await told(async () => new CountVectorizer().fit(['a', '']), 'ERR_EMPTY', 'no terms');
      await told(async () => new CountVectorizer({ minDf: 3 }).fit(['ab']), 'ERR_EMPTY', 'minDf');
      const odd = new CountVectorizer({ tokenize: (text) => (text === 'b' ? 7 : [text]) });
      await told(async () => odd.fit(['a', 'b']), 'ERR_FUNCTION', 'tokenize of X[1]');
      const bad = new CountVectorizer({ stem: () => undefined });
      await told(async () => bad.fit(['word']), 'ERR_FUNCTION', "stem('word'), of X[0]");
      await told(async () => new FeatureMap({}).fit([1]), 'ERR_OPTION', 'map must be');
      const ragged = new FeatureMap({ map: (n) => Array(n).fill(1) });
      await told(async () => ragged.fit([2, 3]), 'ERR_SHAPE', 'map(X[1]) has 3 numbers');
      await told(
        async () => new FeatureMap({ map: () => [NaN] }).fit([1]),
        'ERR_FUNCTION',
        'map(X[0])[0]',
      );
      await told(
        async () => new FeatureMap({ map: async () => [1] }).fit([1]),
        'ERR_FUNCTION',
        'a promise',
      );
      await told(
        async () => makePipeline(new StandardScaler(), new CountVectorizer(), new SVC()),
        'ERR_TYPE',
        'must be the first',
      );
      await told(
        async () => new Pipeline([['text', new CountVectorizer()]]),
        'ERR_TYPE',
        'not the last',
      );
      const kernel = (a, b) => a.length * b.length;
      const both = makePipeline(new CountVectorizer(), new SVC({ kernel }));
      await told(async () => both.fit(news, about), 'ERR_OPTION', 'cannot be in a Pipeline');
    });
  });
}

describe('English stop words', () => {
  it(`are those of ${expected.tool}`, () => {
    const stopWords = 'english';
    const kept = new sync.CountVectorizer({ stopWords, tokenPattern: '[a-z]+' });
    kept.fit([[...expected.english, 'corn'], expected.english.join(' ')]);
    assert.deepEqual(kept.getFeatureNames(), ['corn']);
    // No word more: each stop word is made of letters, and those that are not in the list stay.
    const others = ['wheat', 'did', 'does', 'can', 's', 't'];
    const words = new sync.CountVectorizer({ stopWords, tokenPattern: '[a-z]+' }).fit([others]);
    const listed = new Set(expected.english);
    assert.deepEqual(words.getFeatureNames(), others.filter((word) => !listed.has(word)).sort());
  });
});

describe('stems', { timeout: 900_000 }, () => {
  it("by a function of a package: Porter's stemmer maps words of one stem to one column", () => {
    const vectorizer = new sync.CountVectorizer({ stem: stemmer, stopWords: ['and'] });
    const rows = vectorizer.fitTransform(['computer computation', 'Computing and computers']);
    assert.deepEqual(vectorizer.getFeatureNames(), ['comput']);
    assert.deepEqual(Array.from(rows.data), [2, 2]);
  });
});

describe('ReutersCorn', { timeout: 900_000 }, () => {
  const files = ['train', 'test'].map((name) => shared('text', `ReutersCorn-${name}.arff.gz`));
  const skip = files.find((file) => file.skip)?.skip ?? false;
  it(
    'raw news: precision and recall break even within a point of scikit-learn',
    { skip },
    async () => {
      const reference = golden('reuters-corn');
      const [train, test] = await Promise.all(
        files.map(async (file) => {
          const { texts, X } = await readArff(file.read());
          return { texts: texts.Text, labels: Array.from(X.data) };
        }),
      );
      const model = sync.makePipeline(
        new sync.TfidfVectorizer(),
        new sync.LinearSVC({ C: 1, tol: 1e-6, maxIter: 100_000 }),
      );
      model.fit(train.texts, train.labels);
      assert.equal(model.namedSteps.tfidfvectorizer.nFeatures, reference.terms);
      const values = model.decisionFunction(test.texts);
      const corn = test.labels.reduce((sum, label) => sum + label, 0);
      assert.deepEqual(
        [train.texts.length, test.texts.length, corn],
        [reference.train, reference.test, reference.corn],
      );
      const order = [...values.keys()].sort((a, b) => values[b] - values[a]);
      const found = order.slice(0, corn).filter((i) => test.labels[i] === 1).length / corn;
      assert.ok(Math.abs(found - reference.breakEven) <= 0.01, `${found}, ${reference.breakEven}`);
    },
  );
});

describe('ClassTfidf', () => {
  const rows = [
    [2, 1, 0],
    [1, 0, 0],
    [0, 3, 1],
    [0, 1, 0],
  ];
  const labels = ['a', 'a', 'b', 'c'];

  it('has the weights of its formula: how often a term occurs in documents of other classes', () => {
    const tfidf = new ClassTfidf().fit(rows, labels);
    const log = (...df) => df.map((n) => Math.log(4 / n));
    assert.deepEqual(tfidf.classes, ['a', 'b', 'c']);
    assert.deepEqual(
      tfidf.weights.map((row) => [...row]),
      [log(0.5, 4, 1), log(3, 2, 0.5), log(3, 4, 1)],
    );
    assert.equal(new ClassTfidf({ smoothing: 0.1 }).fit(rows, labels).weights[0][0], Math.log(40));
  });

  it('multiplies counts by the weights of a class, sparse and dense', async () => {
    const counter = new CountVectorizer();
    const texts = ['corn and wheat and corn', 'wheat harvest', 'oil and oil'];
    const counts = await counter.fitTransform(texts);
    const sparse = new ClassTfidf().fit(counts, [1, 1, 2]);
    const table = texts.map((_, i) => {
      const row = new Array(counts.cols).fill(0);
      for (let at = counts.indptr[i]; at < counts.indptr[i + 1]; at++)
        row[counts.indices[at]] = counts.data[at];
      return row;
    });
    const dense = new ClassTfidf().fit(table, [1, 1, 2]);
    assert.deepEqual(dense.weights, sparse.weights);
    for (const label of [1, 2]) {
      const made = sparse.transform(counts, label);
      assert.deepEqual(made, dense.transform(table, label));
      assert.deepEqual(made.indices, counts.indices);
      made.data.forEach((v, at) => {
        const weight = sparse.weights[label - 1][counts.indices[at]];
        assert.equal(v, counts.data[at] * weight);
      });
    }
  });

  it('refuses what it cannot count', async () => {
    const tfidf = new ClassTfidf().fit(rows, labels);
    await fails(() => new ClassTfidf({ smoothing: 0 }), { code: 'ERR_TYPE', argument: 'smoothing', message: /\(0,inf\)/ }); // prettier-ignore
    await fails(() => new ClassTfidf().fit([[1, -2], [1, 1]], ['a', 'b']), { code: 'ERR_OPTION', argument: 'counts', message: /not negative/ }); // prettier-ignore
    await fails(() => new ClassTfidf().fit(['a text', 'another'], ['a', 'b']), { code: 'ERR_TYPE', argument: 'counts', message: /CountVectorizer/ }); // prettier-ignore
    await fails(() => new ClassTfidf().transform(rows, 'a'), { code: 'ERR_NOT_FITTED', argument: 'model', message: /fit first/ }); // prettier-ignore
    await fails(() => tfidf.transform(rows, 'd'), { code: 'ERR_TYPE', argument: 'label', message: /one of the classes/ }); // prettier-ignore
    await fails(() => tfidf.transform([[1]], 'a'), { code: 'ERR_SHAPE', argument: 'counts', message: /3 terms/ }); // prettier-ignore
    await fails(() => tfidf.fit(rows, ['a']), { code: 'ERR_SHAPE', argument: 'y', message: /4 rows/ }); // prettier-ignore
  });
});
