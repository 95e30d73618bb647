/**
 * ONNX files of models of texts: onnxruntime finds the words that the package finds, among signs,
 * capitals, accents and other scripts.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';

import * as ort from 'onnxruntime-web';

import { fails } from './support/faults.mjs';
import { onnx, sync } from './support/maxmargin.mjs';
import * as pb from './support/onnx.mjs';
import fc from './support/properties.mjs';

const { exportOnnx, importOnnx } = onnx;

ort.env.wasm.numThreads = 1;
ort.env.logLevel = 'fatal';

before(() => sync.init({ onWarning: () => {} }));

async function run(file, texts, name = 'X') {
  const session = await ort.InferenceSession.create(file, { executionProviders: ['wasm'] });
  try {
    assert.deepEqual(session.inputNames, [name]);
    return await session.run({ [name]: new ort.Tensor('string', texts, [texts.length, 1]) });
  } finally {
    await session.release();
  }
}

function dense({ indptr, indices, data, rows, cols }) {
  const all = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++)
    for (let at = indptr[i]; at < indptr[i + 1]; at++) all[i * cols + indices[at]] = data[at];
  return all;
}

function near(got, want, tolerance, what) {
  assert.equal(got.length, want.length, what);
  for (let i = 0; i < want.length; i++) {
    assert.ok(Math.abs(got[i] - want[i]) <= tolerance, `${what}[${i}]: ${got[i]}, not ${want[i]}`);
  }
}

const texts = [
  'Hello, World! It’s a_b 42, x2 and "hello" again—hello.',
  'L’ÉCOLE est fermée; l’école e\u0301tait ouverte. Naïve?',
  'Straße STRASSE ẞtraße Größe GRÖẞE',
  'ПРИВЕТ мир, Привет Мир! Ёлка ёлка',
  '日本語テキスト 日本語 ½ x² Ⅷ ⅷ',
  'İstanbul istanbul ISTANBUL aİb İİ ıi DİYARBAKIR',
  '𝒜𝒷𝒸 𐐀𐐁 𐐨𐐩 emoji 😀 end',
  '',
  '... !!! a b c',
  'the cat and the dog and the cat',
];
const y = texts.map((_, i) => i % 2);

describe('texts', { timeout: 900_000 }, () => {
  const vectorizers = {
    CountVectorizer: () => new sync.CountVectorizer(),
    'CountVectorizer, binary': () => new sync.CountVectorizer({ binary: true }),
    'CountVectorizer, capitals': () => new sync.CountVectorizer({ lowercase: false }),
    'CountVectorizer of runs': () => new sync.CountVectorizer({ ngramRange: [1, 3] }),
    'CountVectorizer of pairs': () => new sync.CountVectorizer({ ngramRange: [2, 2] }),
    'CountVectorizer, stop words': () => new sync.CountVectorizer({ stopWords: 'english' }),
    TfidfVectorizer: () => new sync.TfidfVectorizer(),
    'TfidfVectorizer, all options': () =>
      new sync.TfidfVectorizer({ norm: 'l1', sublinearTf: true, smoothIdf: false, plusOneIdf: false }), // prettier-ignore
    'TfidfVectorizer, none': () => new sync.TfidfVectorizer({ norm: 'none', useIdf: false, ngramRange: [1, 2], maxFeatures: 20 }), // prettier-ignore
    'TfidfVectorizer, binary': () => new sync.TfidfVectorizer({ binary: true, minDf: 2 }),
  };
  for (const [name, make] of Object.entries(vectorizers)) {
    it(`${name}: the same words, counts and weights`, async () => {
      const model = make().fit(texts);
      const given = [...texts, 'HELLO world hello!', 'nothing known: zzz', 'the-cat_and/the dog'];
      for (const precision of ['float64', 'float32']) {
        const file = await exportOnnx(model, { precision });
        const { variable } = await run(file, given);
        assert.deepEqual(variable.dims, [given.length, model.nFeatures]);
        const want = dense(model.transform(given));
        assert.ok(want.some((v) => v > 0));
        near(variable.data, want, precision === 'float64' ? 1e-15 : 1e-7, name);
        await run(file, ['']); // no words at all
        const alone = (await run(file, [texts[0]])).variable.data;
        near(alone, want.subarray(0, model.nFeatures), 1e-6, 'alone');
      }
    });
  }

  it('any mixture of letters, capitals and signs', async () => {
    const letters = [...'aAbBéÉñÑäÄжЖ日本_1²½ıİıI\u0307-\u2019.,;\u00a0\u00adǅǆDZ'];
    const word = fc.array(fc.constantFrom(...letters, ' '), { maxLength: 30 });
    const samples = fc.sample(word.map((list) => list.join('')), { numRuns: 400, seed: 4 }); // prettier-ignore
    for (const lowercase of [true, false]) {
      const model = new sync.CountVectorizer({ lowercase }).fit(samples);
      const { variable } = await run(await exportOnnx(model, { precision: 'float64' }), samples);
      near(variable.data, dense(model.transform(samples)), 0, `lowercase ${lowercase}`);
    }
  });

  it('pipelines with a machine; items of lists that no text has', async () => {
    for (const machine of [new sync.LinearSVC(), new sync.SVC({ probability: 'isotonic' })]) {
      const model = sync.makePipeline(new sync.TfidfVectorizer(), machine).fit(texts, y);
      const { label, probabilities } = await run(await exportOnnx(model, { inputNames: ['text'] }), texts, 'text'); // prettier-ignore
      // Two texts have no words, and different labels: what decides between these is rounding.
      const decisions = model.decisionFunction(texts);
      const decided = (labels) => Array.from(labels, Number).filter((_, i) => Math.abs(decisions[i]) > 1e-6); // prettier-ignore
      assert.ok(decided(y).length >= texts.length - 2);
      assert.deepEqual(decided(label.data), decided(model.predict(texts)));
      if (probabilities) near(probabilities.data, model.predictProba(texts), 1e-5, 'probabilities');
    }
    const lists = [['#', 'hello', 'a b'], ['##', 'world', '#1'], ['hello']]; // prettier-ignore
    for (const ngramRange of [
      [1, 1],
      [1, 2],
      [2, 2],
    ]) {
      // prettier-ignore
      const model = new sync.CountVectorizer({ ngramRange }).fit(lists);
      const { variable } = await run(await exportOnnx(model), texts);
      near(variable.data, dense(model.transform(texts)), 0, String(ngramRange));
    }
  });

  it('texts beside words and numbers', async () => {
    const rows = texts.map((text, i) => ({ kind: 'abc'[i % 3], size: i % 4 === 1 ? null : i, text, note: texts[texts.length - 1 - i] })); // prettier-ignore
    const groups = [
      ['notes', new sync.CountVectorizer({ maxFeatures: 5 }), ['note']],
      ['numbers', sync.makePipeline(new sync.SimpleImputer(), new sync.StandardScaler()), ['size']],
      ['words', new sync.OneHotEncoder(), ['kind']],
      ['texts', new sync.TfidfVectorizer({ binary: true }), ['text']],
    ];
    const transformer = new sync.ColumnTransformer(groups);
    const model = sync.makePipeline(transformer, new sync.LinearSVC()).fit(rows, y);
    for (const precision of ['float64', 'float32']) {
      const session = await ort.InferenceSession.create(await exportOnnx(model, { precision }));
      assert.deepEqual([...session.inputNames].sort(), ['kind', 'note', 'size', 'text']);
      const column = (type, values) => new ort.Tensor(type, values, [rows.length, 1]);
      const Numbers = precision === 'float64' ? Float64Array : Float32Array;
      const out = await session.run({
        ...Object.fromEntries(['kind', 'note', 'text'].map((name) => [name, column('string', rows.map((row) => row[name]))])),
        size: column(precision, Numbers.from(rows, ({ size }) => size ?? NaN)),
      }); // prettier-ignore
      await session.release();
      assert.deepEqual(Array.from(out.label.data, Number), model.predict(rows));
      const scores = Array.from(model.decisionFunction(rows));
      const got =
        precision === 'float64' ? out.scores.data : out.scores.data.filter((_, i) => i % 2);
      near(got, scores, precision === 'float64' ? 1e-12 : 1e-5, precision);
    }
    const both = new sync.ColumnTransformer([['texts', new sync.CountVectorizer(), 'text']]).fit(rows); // prettier-ignore
    await fails(() => exportOnnx(both), { code: 'ERR_TYPE', message: /as one text/ });
  });

  it('what operators cannot do is refused, with the reason', async () => {
    const own = (options, X = texts) => new sync.CountVectorizer(options).fit(X);
    const cases = [
      [own({ tokenPattern: '[a-z]+' }), 'tokenPattern', /could find other words/],
      [own({ tokenize: (text) => text.split(' ') }), 'tokenize', /function of yours/],
      [own({ stem: (token) => token.slice(0, 4) }), 'stem', /function of yours/],
      [own({ stopWords: ['the'], ngramRange: [1, 2] }), 'stopWords', /runs of words/],
      [own({}, ['ΣΊΣΥΦΟΣ', 'word']), 'lowercase', /sigma.*σίσυφος/],
      [own({}, ['λόγοσ', 'word']), 'lowercase', /sigma/],
      [own({}, ['\u{10570}\u{10571}\u{10572}', 'word']), 'lowercase', /does not know the capitals/],
    ];
    for (const [model, argument, message] of cases) {
      await fails(() => exportOnnx(model), { code: 'ERR_OPTION', argument, message });
    }
    const greek = own({ lowercase: false }, ['ΣΊΣΥΦΟΣ σίσυφος', 'word']);
    const { variable } = await run(await exportOnnx(greek), ['ΣΊΣΥΦΟΣ']);
    near(variable.data, dense(greek.transform(['ΣΊΣΥΦΟΣ'])), 0, 'capitals');
    const fine = own({}, ['ΣΊΣΥΦΕ', 'word']);
    near((await run(await exportOnnx(fine), ['σίσυφε'])).variable.data, dense(fine.transform(['σίσυφε'])), 0, 'inside'); // prettier-ignore
    const map = new sync.FeatureMap({ map: (x) => [x.length] }).fit(texts);
    const mapped = sync.makePipeline(map, new sync.LinearSVC()).fit(texts, y);
    await fails(() => exportOnnx(mapped), { code: 'ERR_TYPE', message: /^a FeatureMap cannot be written as ONNX/ }); // prettier-ignore
    const mixture = new sync.GaussianMixture().fit([[1], [2], [4]]);
    await fails(() => exportOnnx(mixture), { code: 'ERR_TYPE', message: /^a GaussianMixture cannot be written as ONNX/ }); // prettier-ignore
  });

  it('the letters whose capitals onnxruntime does not know are those that are refused', async () => {
    const letters = [];
    for (let code = 1; code < 0x110000; code++) {
      const letter = code < 0xd800 || code >= 0xe000 ? String.fromCodePoint(code) : '';
      if (/[\p{L}\p{N}]/u.test(letter)) letters.push(letter);
    }
    const nodes = [
      pb.node('Reshape', ['X', 'flat'], ['r']),
      pb.node('StringNormalizer', ['r'], ['l'], { case_change_action: 'LOWER', is_case_sensitive: 1 }), // prettier-ignore
    ];
    const inputs = [{ name: 'X', type: 8, columns: 1 }];
    const file = pb.file({ nodes, inputs, outputs: ['l'], columns: { flat: [-1] } });
    const { l } = await run(file, letters);
    const others = letters.filter((letter, i) => l.data[i] !== letter.toLowerCase());
    assert.ok(others.length > 1);
    for (const letter of others) {
      if (letter === 'İ') continue;
      const model = new sync.CountVectorizer().fit([`${letter}${letter}`, 'word']);
      await fails(() => exportOnnx(model), { code: 'ERR_OPTION', argument: 'lowercase' }, letter);
    }
  });
});

/** Pipelines of scikit-learn that count words, as skl2onnx writes them; see golden/onnx.py. */
describe('importOnnx: texts', { timeout: 900_000 }, () => {
  const golden = JSON.parse(readFileSync(new URL('golden/onnx.json', import.meta.url), 'utf8'));
  const built = ({ nodes, constants }, change = (list) => list) =>
    pb.file({
      nodes: change(nodes).map((node) => pb.node(...node)),
      tensors: constants,
      inputs: [{ name: 'X', type: 8, columns: 1 }],
      outputs: ['label', 'p'],
      contrib: true,
    });
  for (const [name, one] of Object.entries(golden.texts)) {
    it(`${name}: labels and probabilities of scikit-learn`, async () => {
      const file = built(one);
      const model = sync.load(importOnnx(file));
      assert.match(String(model), /^Pipeline\((count|tfidf)vectorizer: /);
      assert.deepEqual(model.predict(one.X), one.labels);
      near(model.predictProba(one.X), one.probabilities.flat(), 1e-5, 'probabilities');
      const { label, p } = await run(file, one.X);
      assert.deepEqual(Array.from(label.data, Number), one.labels, 'onnxruntime reads it alike');
      near(p.data, one.probabilities.flat(), 1e-5, 'probabilities of onnxruntime');
      const again = sync.load(await model.save());
      assert.deepEqual(again.predict(one.X), one.labels);
    });
  }

  it('what counts words in other ways is refused', async () => {
    const tfidf = golden.texts['tf-idf of words and pairs'];
    const given = (type, more) => (list) =>
      list.map((node) => (node[0] === type ? [...node.slice(0, 3), { ...node[3], ...more }, node[4]] : node)); // prettier-ignore
    const without = (type) => (list) => {
      const at = list.findIndex((node) => node[0] === type);
      const [, [from], [to]] = list[at];
      return list.toSpliced(at, 1).map(([kind, inputs, ...more]) => [kind, inputs.map((name) => (name === to ? from : name)), ...more]); // prettier-ignore
    };
    const counts = tfidf.nodes.find(([type]) => type === 'TfIdfVectorizer')[3];
    const cases = [
      [given('Tokenizer', { tokenexp: '\\w+' }), /could be others here/],
      [given('Tokenizer', { tokenexp: '[z-a]+' }), /could be others here/],
      [given('Tokenizer', { mincharnum: 3 }), /could be others here/],
      [given('StringNormalizer', { case_change_action: 'UPPER' }), /'UPPER'/],
      [given('TfIdfVectorizer', { mode: 'IDF' }), /mode 'IDF'/],
      [given('TfIdfVectorizer', { max_skip_count: 2 }), /words side by side/],
      [given('TfIdfVectorizer', { max_gram_length: 1000 }), /1 to 1000 words/],
      [given('TfIdfVectorizer', { weights: counts.weights.map(() => 2) }), /not known here/],
      [given('TfIdfVectorizer', { ngram_counts: [0, 2] }), /terms of 2 words|there once/],
      [given('TfIdfVectorizer', { ngram_indexes: counts.ngram_indexes.slice(1) }), /column/],
      [given('TfIdfVectorizer', { ngram_indexes: counts.ngram_indexes.map(() => 0) }), /column/],
      [
        given('TfIdfVectorizer', { pool_strings: counts.pool_strings.map(() => 'a') }),
        /there once/,
      ],
      [given('LinearClassifier', { coefficients: [-1, 1] }), /takes 1 features/],
      [without('Tokenizer'), /one after the other/],
    ];
    for (const [change, message] of cases) {
      await fails(() => importOnnx(built(tfidf, change)), {
        code: 'ERR_FORMAT',
        argument: 'file',
        message,
      });
    }
    const short = { ...tfidf, constants: { ...tfidf.constants, idf: { floats: [1, 2] } } };
    await fails(() => importOnnx(built(short)), { code: 'ERR_FORMAT', message: /2 weights/ });
  });
});
