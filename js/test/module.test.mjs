/**
 * Models as source text: every machine and every kernel of the catalogue as an ES module, as
 * CommonJS where there is nothing but JavaScript, and as C, and as graphs that maxmargin/predict and
 * onnxruntime compute, against the model itself. Of each the first case is in every run; the others
 * are drawn.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import fc from './support/properties.mjs';

import { blobs, digits, random, shared, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, modules, prediction, sync } from './support/maxmargin.mjs';
import {
  agrees,
  agreesInC,
  cjs,
  compiled,
  esm,
  expected,
  flat,
  noCompiler,
  worst,
} from './support/modules.mjs';
import { ordered } from './support/ordered.mjs';
import { takesTargets } from './support/targets.mjs';
import { drawn } from '../tools/draw.mjs';

const { toModule } = modules;
const { kernels } = sync;

before(() => sync.init({ onWarning: () => {} }));

/** Numbers >= 0 in four columns, which every kernel takes, and others to predict. */
function rows(n, seed, d = 4) {
  const next = random(seed);
  return Array.from({ length: n }, () => Array.from({ length: d }, next));
}

const X = rows(60, 11);
const fresh = rows(40, 12);
const two = X.map((row) => (row[0] + row[1] * row[2] > 0.7 ? 'high' : 'low'));
const four = X.map((row) => [3, -1, 2, 10][(row[0] > 0.5 ? 2 : 0) + (row[1] + row[2] > 1 ? 1 : 0)]); // prettier-ignore
const target = X.map((row) => Math.sin(3 * row[0]) + row[1] * row[2]);

/** How the machines of the catalogue are fitted here, beside their defaults. */
const variants = {
  SVC: [{}, { multiClass: 'ovr' }, { multiClass: 'dag' }, { study: { decisionFunctionShape: 'ovo' }, C: 10 }, { kernel: 'linear' }, { kernel: 'linear', multiClass: 'ovr' }, { kernel: 'poly', coef0: 1 }, { kernel: 'sigmoid', gamma: 0.1 }, { probability: 'sigmoid' }, { probability: 'isotonic' }, { probability: 'temperature' }, { multiClass: 'ovr', probability: 'sigmoid' }, { multiClass: 'ovr', probability: 'isotonic' }, { multiClass: 'ovr', probability: 'temperature' }, { multiClass: 'dag', probability: 'sigmoid', study: { decisionFunctionShape: 'ovo' } }], // prettier-ignore
  NuSVC: [{ nu: 0.2 }, { nu: 0.2, multiClass: 'dag', probability: 'sigmoid' }],
  AverageMarginClassifier: [{}, { multiClass: 'ovr' }, { multiClass: 'dag', study: { decisionFunctionShape: 'ovo' } }, { probability: 'sigmoid' }], // prettier-ignore
  OrdinalSVC: [
    { C: 0.01 },
    { C: 0.01, kernel: 'linear', pairs: 'adjacent' },
    { C: 0.01, kernel: 'linear', norm: 1 },
  ],
  OrdinalAverageMargin: [{}, { kernel: 'linear', thresholds: 'pairs' }],
  CumulativeLinkModel: [{}, { link: 'probit' }, { link: 'cloglog', alpha: 1 }],
  SVOR: [{}, { kernel: 'linear', constraints: 'explicit' }],
  OrdinalGaussianProcess: [
    { maxIter: 2 },
    { optimizer: 'none', variance: 2, kernel: 'poly', coef0: 1, predicts: 'median' },
    { maxIter: 2, approximation: 'laplace' },
  ],
  LPSVC: [{}, { multiClass: 'ovr' }, { multiClass: 'dag', signed: true }, { kernel: 'linear' }, { probability: 'sigmoid' }], // prettier-ignore
  LPSVR: [{}, { kernel: 'linear' }],
  RegularizationNetwork: [
    {},
    { kernel: 'linear' },
    { regularizer: 'laplacian' },
    { basis: 'none' },
  ],
  KNeighborsClassifier: [{}, { weights: 'distance', nNeighbors: 3 }, { kernel: 'linear', weights: 'distance' }, { kernel: 'poly', coef0: 1, weights: 'distance' }, { kernel: 'poly' }, { probability: 'isotonic', nNeighbors: 9 }], // prettier-ignore
  LinearSVC: [{}, { loss: 'logistic' }, { probability: 'sigmoid' }],
  SGDClassifier: [{}, { loss: 'logistic' }],
  Perceptron: [{}, { output: 'averaged', maxIter: 20 }, { output: 'voted', maxIter: 20 }, { output: 'pocket', maxIter: 20 }], // prettier-ignore
  KernelPerceptron: [{}, { output: 'averaged', maxIter: 20 }, { output: 'voted', maxIter: 20 }, { output: 'voted', kernel: 'laplacian', maxIter: 5 }], // prettier-ignore
  KernelSGDClassifier: [{}, { loss: 'logistic' }, { kernel: 'linear', learningRate: 'sqrt' }],
  KernelRidge: [{}, { fitIntercept: true, kernel: 'poly', coef0: 1 }, { solver: 'conjugateGradient' }], // prettier-ignore
  MulticlassPerceptron: [{}, { output: 'averaged', maxIter: 20 }],
  MulticlassKernelPerceptron: [{}, { output: 'averaged', maxIter: 20, kernel: 'linear' }],
  LowRankSVC: [{ nComponents: 20 }, { loss: 'logistic' }, { kernel: 'linear', probability: 'sigmoid' }], // prettier-ignore
  LowRankSVR: [{ nComponents: 20 }, { kernel: 'linear', loss: 'gaussian' }],
  IncrementalSVC: [{}, { multiClass: 'ovr' }, { kernel: 'linear' }],
  IncrementalSVR: [{}, { epsilon: 0 }],
  IncrementalOneClass: [{ nu: 0.2 }],
  EquivalenceSVC: [{}, { pairwise: 'tensorProduct', kernel: 'linear' }],
  MulticlassSVC: [{}, { kernel: 'linear', formulation: 'westonWatkins', fitIntercept: true }, { probability: 'temperature' }], // prettier-ignore
  LSSVC: [{}, { kernel: 'linear' }, { probability: 'sigmoid' }],
  Ridge: [{}, { form: 'dual', fitIntercept: false }],
  GaussianProcessRegressor: [{ maxIter: 2 }, { maxIter: 2, kernel: 'rationalQuadratic' }, { maxIter: 2, normalizeY: true, kernel: { kernel: 'sum', parts: [{ kernel: 'scale', factor: 2, parts: [{ kernel: 'gaussian', gamma: 1, parts: [{ kernel: 'weighted', matrix: [1, 2, 1, 3] }] }] }, { kernel: 'poly', gamma: 1, degree: 2, coef0: 1 }] } }], // prettier-ignore
  OneClassSVM: [{}, { kernel: 'linear' }],
  SVDD: [{}, { nu: 0, kernel: 'poly', coef0: 1 }, { kernel: 'linear' }],
  StandardScaler: [
    {},
    { withMean: false },
    { withStd: false },
    { withMean: false, withStd: false },
  ],
  MinMaxScaler: [{}, { featureRange: [-1, 3], clip: true }],
  Normalizer: [{}, { norm: 'l1' }, { norm: 'max' }],
  RobustScaler: [{}, { withCentering: false }, { withScaling: false, quantileRange: [10, 80] }],
  PolynomialFeatures: [{}, { degree: 3, interactionOnly: true }, { includeBias: false }],
  SelectKBest: [{ k: 2 }, { k: 9, score: 'mutualInformation' }],
  KernelPCA: [{ nComponents: 3 }, { kernel: 'linear' }],
  KernelDensity: ['gaussian', 'tophat', 'epanechnikov', 'exponential', 'linear', 'cosine'].map((window) => ({ window, bandwidth: 0.5 })), // prettier-ignore
  ParzenClassifier: [
    {},
    { window: 'linear', bandwidth: 0.1, priors: 'equal' },
    { window: 'exponential', probability: 'sigmoid' },
  ],
  KernelRegression: [
    {},
    { window: 'cosine', bandwidth: 0.3 },
    { window: 'tophat', bandwidth: 0.05 },
  ],
  GaussianProcessClassifier: [{ maxIter: 1 }, { optimizer: 'none', variance: 2, kernel: 'poly', coef0: 1 }], // prettier-ignore
  QuantileTransformer: [{}, { outputDistribution: 'normal', nQuantiles: 10 }],
  SimpleImputer: [{}, { addIndicator: true }],
  OneHotEncoder: [
    { sparseOutput: false },
    { sparseOutput: false, maxCategories: 5, drop: 'first' },
  ],
  OrdinalEncoder: [{}],
  Nystroem: [{ nComponents: 7 }, { nComponents: 5, kernel: 'poly', coef0: 1 }],
  RBFSampler: [{ nComponents: 6 }, { gamma: 0.3, seed: 5 }],
  IncompleteCholesky: [{ tol: 0.1 }, { kernel: 'linear' }],
  MonomialFeatures: [
    {},
    { degree: 3, coef0: 0 },
    { degree: 4, weights: 'allDegrees', gamma: 'scale' },
    { degree: 3, weights: 'none' },
  ],
};

/** Fits a machine to the data of its kind. */
function fitted(Machine, options, { kind, y = four }) {
  const order = kind === 'classifier' ? ordered(sync.catalog[Machine.name], y) : {};
  const machine = new Machine({ ...options, ...order });
  if (kind === 'classifier') return machine.fit(X, y);
  return takesTargets(Machine.name, kind) ? machine.fit(X, target) : machine.fit(X);
}

const inCatalog = Object.values(sync.catalog);

/**
 * Probabilities of a process are a sum of terms of some thousands; of a quantile near 1 the distance from 1
 * has nine digits.
 */
const inexact = ['GaussianProcessClassifier', 'QuantileTransformer'];

describe('toModule: machines', { timeout: 900_000 }, () => {
  for (const { name, kind } of inCatalog) {
    it(`${name} says what the model says, in JavaScript`, async () => {
      const asked = name.endsWith('Encoder') ? X : fresh; // which know no other values
      const how = { tolerance: inexact.includes(name) ? 1e-11 : 1e-12 };
      for (const options of drawn(variants[name] ?? [{}], name)) {
        const say = (y) => `${name} ${JSON.stringify(options)} ${y}`;
        await agrees(fitted(sync[name], options, { kind }), asked, say('four classes'), how);
        if (kind !== 'classifier') continue;
        await agrees(fitted(sync[name], options, { kind, y: two }), fresh, say('two classes'), how);
      }
    });
  }

  it('all of them in C', { skip: noCompiler }, () => {
    assert.ok(compiled({ optimised: true }) >= inCatalog.length);
  });
});

/** The kernels of the catalogue with the parameters of their independently computed values. */
function examples(name) {
  const file = new URL(`../../core/engine/catalog/testdata/values/${name}.json`, import.meta.url);
  const trees = JSON.parse(readFileSync(file, 'utf8')).cases.map(({ kernel }) => kernel);
  return [...new Set(trees)].map((tree) => JSON.parse(tree));
}

const compositions = {
  tensor: kernels.tensor(
    kernels.columns([0, 2], kernels.rbf({ gamma: 0.2 })),
    kernels.columns([1], kernels.laplacian()),
  ),
  directSum: kernels.directSum(
    kernels.columns([1], kernels.linear()),
    kernels.columns([0, 3, 2], kernels.intersection()),
  ),
  diagonalShift: kernels.diagonalShift(0.3, kernels.rbf()),
  conformal: kernels.conformal(X.slice(0, 2), [1, 2], kernels.rbf({ gamma: 1 }), kernels.linear()),
  nested: kernels.gaussian(
    0.5,
    kernels.center(
      X.slice(0, 3),
      kernels.sum(
        kernels.normalize(kernels.polynomial([1, 0.5, 0.25], kernels.columns([3, 0], kernels.linear()))),
        kernels.exp(kernels.scale(0.5, kernels.columns([1, 2], kernels.normalize(kernels.poly({ coef0: 1 }))))),
      ),
    ),
  ), // prettier-ignore
};

/** Letters of strings: some outside of the basic plane, and some that could end a literal. */
const letters = [...'ab\u{1F600}\u{1D538}\u00e9"\\`\u2028*/'];

/** Strings of up to so many letters, the empty one among them. */
function words(n, seed, longest = 9) {
  const next = random(seed);
  const word = () => Array.from({ length: Math.floor(next() * (longest + 1)) }, () => letters[Math.floor(next() ** 2 * letters.length)]).join(''); // prettier-ignore
  return ['', ...Array.from({ length: n - 1 }, word)];
}

const known = words(36, 21);
const unknown = [...words(30, 22), 'ab'.repeat(40)];
const halves = known.map((word, i) => (word.includes('a') ? 'with' : ['other', 'none'][i % 2]));
const sizes = known.map((word) => [...word].length + Number(word.includes('b')));

describe('toModule: kernels', { timeout: 900_000 }, () => {
  for (const { name, samples } of Object.values(sync.kernelCatalog)) {
    if (name === 'precomputed' || samples === 'strings') continue;
    it(`${name}: a ridge, a classifier, a ball and neighbours`, async () => {
      const trees = drawn(examples(name), name);
      assert.ok(trees.length > 0);
      for (const kernel of trees) {
        const say = (machine) => `${machine} ${JSON.stringify(kernel)}`;
        const ridge = new sync.KernelRidge({ kernel, alpha: 1 }).fit(X, target);
        await agrees(ridge, fresh, say('KernelRidge'));
      }
      const [kernel] = trees;
      const say = (machine) => `${machine} ${JSON.stringify(kernel)}`;
      await agrees(new sync.SVC({ kernel }).fit(X, four), fresh, say('SVC'), { c: false });
      await agrees(new sync.SVDD({ kernel, maxIter: 1000 }).fit(X), fresh, say('SVDD'));
      for (const weights of ['uniform', 'distance']) {
        const near = new sync.KNeighborsClassifier({ kernel, weights, nNeighbors: 4 }).fit(X, four);
        await agrees(near, fresh, say(`KNeighborsClassifier, ${weights}`), {
          c: weights === 'distance',
        });
      }
    });
  }

  for (const [name, kernel] of Object.entries(compositions)) {
    it(`the composition ${name}`, async () => {
      await agrees(new sync.KernelRidge({ kernel, alpha: 1 }).fit(X, target), fresh, name);
      await agrees(new sync.SVC({ kernel }).fit(X, four), fresh, name);
      const options = { kernel, weights: 'distance' };
      await agrees(new sync.KNeighborsClassifier(options).fit(X, two), fresh, name);
    });
  }

  it('all of them in C', { skip: noCompiler }, () => {
    assert.ok(compiled() > 80);
  });

  it('values that the caller computes are columns', async () => {
    const product = (a, b) => a.reduce((sum, v, j) => sum + v * b[j], 0);
    const gram = X.map((a) => X.map((b) => product(a, b)));
    const given = new sync.SVC({ kernel: 'precomputed' }).fit(gram, four);
    await agrees(given, fresh.map((a) => X.map((b) => product(a, b))), 'precomputed'); // prettier-ignore
  });

  for (const { name, samples } of Object.values(sync.kernelCatalog)) {
    if (samples !== 'strings') continue;
    it(`${name}: strings, with letters of any kind`, async () => {
      // This one counts the texts that could be, and takes no other letters.
      const isOpen = name !== 'mismatch';
      const alphabet = isOpen ? 'any' : letters.join('');
      const asked = isOpen ? [...unknown, 'z', 'abz', '\u{1F601}b'] : unknown;
      for (const tree of examples(name)) {
        for (const normalize of [true, false]) {
          const kernel = { ...tree, alphabet, normalize };
          const say = (machine) => `${machine} ${JSON.stringify(kernel)}`;
          const ridge = new sync.KernelRidge({ kernel, alpha: 1 }).fit(known, sizes);
          await agrees(ridge, asked, say('KernelRidge'), { c: false });
          if (tree !== examples(name)[0] && !normalize) continue;
          await agrees(new sync.SVC({ kernel }).fit(known, halves), asked, say('SVC'), { c: false }); // prettier-ignore
        }
      }
    });
  }

  it('every machine that takes strings, of kernels that are made of some', async () => {
    const { exp, gapWeighted, gaussian, normalize, polynomial, product, scale, spectrum, sum } = kernels; // prettier-ignore
    const plain = { normalize: false };
    const kernel = sum(
      spectrum({ weights: [1, 0.5] }),
      gaussian(0.5, gapWeighted({ length: 2 })),
      scale(0.25, normalize(polynomial([1, 0.5], kernels.commonSubstring(plain)))),
      product(kernels.weightedDegree(), exp(kernels.boundedRange({ length: 2 }))),
    );
    const names = [];
    for (const { name, kind, options } of inCatalog) {
      const has = (option) => options.some((one) => one.name === option);
      if (!has('kernel')) continue;
      const given = { kernel, ...(has('probability') && { probability: 'sigmoid' }), ...(has('nu') && { nu: 0.2 }) }; // prettier-ignore
      const order = kind === 'classifier' ? ordered(sync.catalog[name], halves) : {};
      let model;
      try {
        const own = new sync[name]({ ...given, ...order });
        model = own.fit(known, ...(kind === 'classifier' ? [halves] : takesTargets(name, kind) ? [sizes] : [])); // prettier-ignore
      } catch (error) {
        assert.match(error.message, /works on columns of numbers/, `${name}: ${error.message}`);
        continue;
      }
      names.push(name);
      const tolerance = inexact.includes(name) ? 1e-11 : 1e-12;
      await agrees(model, unknown, name, { c: false, tolerance });
    }
    assert.ok(names.length > 30, names.join());
    const steps = new sync.Pipeline([['svc', new sync.SVC({ kernel })]]).fit(known, halves);
    await agrees(steps, unknown, 'Pipeline', { c: false });
  });

  it('a module of strings says what it takes, is plain ASCII, and has what it needs', async () => {
    const model = new sync.SVC({ kernel: 'gapWeighted' }).fit(known, halves);
    const text = await toModule(model);
    assert.match(text, /^[\n -~]*$/);
    assert.match(text, /over texts\./);
    assert.match(text, /@param \{string\[\]\} X/);
    assert.match(text, /function gapWeighted\(/);
    assert.doesNotMatch(text, /function (spectrum|follow|mismatch|squaredDistance)\(/);
    const { predict } = await esm(text);
    assert.throws(() => predict('ab'), /X must be an array/);
    assert.throws(() => predict(['ab', 1]), { name: 'TypeError', message: 'row 1 must be a text' });
    assert.deepEqual(predict([]), []);
    const far = new sync.SVR({ kernel: 'spectrum', epsilon: 100 }).fit(known, sizes);
    await agrees(far, unknown, 'without support vectors', { c: false });
  });

  it('kernels of strings in C, and functions, are refused, and the message says why', async () => {
    const model = new sync.SVC({ kernel: 'spectrum' }).fit(known, halves);
    for (const format of ['c', 'h'])
      await fails(() => toModule(model, { format }), { code: 'ERR_TYPE', argument: 'kernel', message: /strings cannot be written as C/ }); // prettier-ignore
    const own = new sync.SVC({ kernel: (a, b) => a[0] * b[0] + 1 }).fit(X, two);
    await fails(() => toModule(own), { code: 'ERR_TYPE', argument: 'kernel', message: /function/ });
  });
});

describe('toModule: data and pipelines', { timeout: 900_000 }, () => {
  it('gaps, filled in by neighbours', async () => {
    const next = random(5);
    const gappy = X.map((row) => row.map((value) => (next() < 0.3 ? NaN : Math.round(value))));
    const asked = fresh.map((row, i) => row.map((value, j) => (i === 0 || (i + j) % 3 ? NaN : value))); // prettier-ignore
    for (const options of [
      {},
      { nNeighbors: 100 },
      { weights: 'distance', nNeighbors: 3, addIndicator: true },
    ]) {
      const model = new sync.KNNImputer(options).fit(gappy);
      await agrees(model, [...asked, ...gappy], JSON.stringify(options));
    }
  });

  it('gaps in units whose squares leave the range', async () => {
    // Powers of two change no digit, so that what is filled in is the same number of units.
    for (const weights of ['uniform', 'distance']) {
      for (const unit of [2 ** -1000, 2 ** -570, 1, 2 ** 570, 2 ** 1000]) {
        const scaled = (all) => all.map((row) => row.map((value) => value * unit));
        const known = scaled([[1, 2, 3], [1.5, NaN, 1], [0, 4, 2], [3, 3, 1], [2, 7, 2.5]]); // prettier-ignore
        const asked = scaled([
          [1, NaN, 2],
          [NaN, 3, NaN],
          [2.5, NaN, NaN],
        ]);
        const model = new sync.KNNImputer({ nNeighbors: 2, weights }).fit(known);
        const { transform } = await esm(await toModule(model));
        const want = Array.from(model.transform(asked), (value) => value / unit);
        for (const made of [transform, (rows) => prediction.open(model.save()).transform(rows)]) {
          made(asked).flat().forEach((value, i) => assert.ok(Math.abs(value / unit - want[i]) < 1e-12, `${weights} ${unit}: ${value / unit}, of the model ${want[i]}`)); // prettier-ignore
        }
      }
    }
  });

  it('vectorizers alone', async () => {
    const words = ['a good film', 'a bad film', 'good, good acting', 'it is the bad plot'];
    for (const vectorizer of [
      new sync.CountVectorizer({ ngramRange: [1, 2], stopWords: 'english' }),
      new sync.TfidfVectorizer({ sublinearTf: true, tokenPattern: '[a-z]+' }),
    ]) {
      const model = vectorizer.fit(words);
      const { transform } = await agrees(model, [...words, '', 'GOOD unknown'], String(model), { c: false }); // prettier-ignore
      assert.throws(() => transform([3]), TypeError);
      await fails(() => toModule(model, { format: 'c' }), { code: 'ERR_TYPE', message: /texts/ });
    }
  });

  it('tables: numbers, categories and gaps, with unknown ones', async () => {
    const next = random(6);
    const towns = ['Rome', 'Oslo', 'a "b"\\'];
    const table = X.map((row, i) => ({
      size: i % 7 ? 10 * row[0] : null,
      town: i % 9 ? towns[Math.floor(3 * next())] : null,
      open: row[1] > 0.5,
    }));
    const asked = [...table.slice(0, 9), { size: 3, town: 'Lima', open: true }, { town: 'Rome', open: false }]; // prettier-ignore
    for (const machine of [
      new sync.SVC({ probability: 'sigmoid' }),
      new sync.KNeighborsClassifier(),
    ]) {
      const model = sync.makeTablePipeline(machine).fit(table, four);
      const made = await agrees(model, asked, `a table for ${machine}`, { c: false });
      assert.deepEqual(made.predict([Object.values(table[1])]), [model.predict([table[1]])[0]]);
      await assert.rejects(async () => made.predict([[1, 2]]), TypeError);
      await assert.rejects(async () => made.predict([{ ...table[1], size: 'large' }]), TypeError);
      // In C a row has the places of categories.
      const lists = { town: [...towns].sort(), open: [false, true] };
      const codes = asked.map((row) =>
        ['size', 'town', 'open'].map((name) => {
          const value = row[name] ?? NaN;
          if (!lists[name] || Number.isNaN(value)) return value;
          const place = lists[name].indexOf(value);
          return place < 0 ? lists[name].length : place;
        }),
      );
      await agreesInC(model, asked, codes, `a table for ${machine}`);
    }
    compiled();
  });

  it('tables: the rows that the model refuses are refused, with the column', async () => {
    const table = Array.from({ length: 24 }, (_, i) => ({
      length: i % 5 ? (i * 7) % 11 : null,
      width: (i * 5) % 9,
      'at.town': ['Rome', 'Oslo', '2'][i % 3],
      open: i % 2 === 0,
      note: ['dull', 'good film', 'a bad plot'][i % 3],
    }));
    const y = table.map((row) => (row.open ? 'up' : 'down'));
    const parts = (encoder) => new sync.ColumnTransformer([['kinds', encoder, ['at.town', 'open']], ['gaps', new sync.SimpleImputer(), ['length']], ['words', new sync.CountVectorizer(), 'note']], { remainder: 'passthrough' }); // prettier-ignore
    const known = table[1];
    const asked = [
      known,
      { length: 1, width: 2, at: { town: 'Oslo' }, open: true, note: '' },
      ...['Lima', 2, true, '', 3n, { a: 1 }, ['Rome'], Symbol('Rome'), new Date(0), '__proto__', null].map((town) => ({ ...known, 'at.town': town })), // prettier-ignore
      ...['true', 1, '', null].map((open) => ({ ...known, open })),
      ...[null, NaN, undefined, '2', true, Infinity].flatMap((v) => [{ ...known, width: v }, { ...known, length: v }]), // prettier-ignore
      ...[null, 3, true, {}, ['good'], undefined].map((note) => ({ ...known, note })),
      ...[
        {},
        null,
        'text',
        { other: 1 },
        [1, 2],
        Object.values(known),
        [...Object.values(known), 1],
      ],
    ];
    const encoders = {
      'unknown ones refused': new sync.OneHotEncoder(),
      'unknown ones ignored': new sync.OneHotEncoder({ handleUnknown: 'ignore' }),
      'codes, before trees that take gaps': new sync.OrdinalEncoder(),
    };
    for (const [what, encoder] of Object.entries(encoders)) {
      const model = sync.makePipeline(parts(encoder), new sync.HistGradientBoostingClassifier()).fit(table, y); // prettier-ignore
      const made = await esm(await toModule(model));
      asked.forEach((row, i) => {
        let want;
        try {
          want = Array.from(model.predict([row]));
        } catch {
          assert.throws(() => made.predict([row]), ({ name, message }) => /^(Type|Range)Error$/.test(name) && /^row 0 (has .* in (at\.town|open|width|length)|must have a text in note|must be an array)/.test(message), `${what} ${i}`); // prettier-ignore
          return;
        }
        assert.deepEqual(made.predict([row]), want, `${what} ${i}`);
      });
    }
    const strict = await esm(await toModule(sync.makePipeline(parts(new sync.OneHotEncoder()), new sync.SVC()).fit(table.map((row) => ({ ...row, length: row.length ?? 0 })), y))); // prettier-ignore
    assert.throws(() => strict.predict([{ ...known, 'at.town': 'Lima' }]), { name: 'RangeError', message: 'row 0 has the string Lima in at.town, which is no category of the model' }); // prettier-ignore
    assert.throws(() => strict.predict([{ ...known, 'at.town': 2 }]), { name: 'TypeError', message: 'row 0 has the number 2 in at.town, whose categories are strings such as 2' }); // prettier-ignore
  });

  it('rows with names are refused where the columns have none', async () => {
    const model = new sync.HistGradientBoostingClassifier().fit([[1, NaN], [2, 1], [NaN, 3], [4, 0]], [0, 1, 0, 1]); // prettier-ignore
    const made = await esm(await toModule(model));
    assert.throws(() => made.predict([{ a: 1, b: 2 }]), { name: 'TypeError', message: 'row 0 must be an array of 2 columns' }); // prettier-ignore
  });

  it('texts of several columns are read as one, a line each', async () => {
    const rows = ['good film', 'bad plot', 'good plot', 'bad film', 'dull', 'good'].map(
      (text, i) => {
        const [title, note = null] = text.split(' ');
        return { title, note, i };
      },
    );
    // A term may have blanks within, but no line ends.
    const words = new sync.CountVectorizer({ tokenPattern: '[a-z ]+' });
    const columns = new sync.ColumnTransformer([['words', words, 'text']], { types: { title: 'text', note: 'text' } }); // prettier-ignore
    const model = sync.makePipeline(columns, new sync.LinearSVC()).fit(rows, [1, 0, 1, 0, 0, 1]);
    await agrees(model, rows, 'texts of two columns', { c: false });
  });

  it('texts, and texts in a column of a table', async () => {
    const terms = new sync.TfidfVectorizer({ ngramRange: [1, 2], stopWords: ['and'] });
    const words = ['a good one', 'a bad one', 'good and good', 'bad and dull', 'dull', 'good plot'];
    const stars = ['up', 'down', 'up', 'down', 'down', 'up'];
    const model = sync.makePipeline(terms, new sync.LinearSVC()).fit(words, stars);
    await agrees(model, [...words, '', 'GOOD unknown'], 'texts', { c: false });
    const rows = words.map((review, i) => ({ review, minutes: 80 + i }));
    const columns = new sync.ColumnTransformer({
      transformers: [
        ['words', new sync.CountVectorizer({ stopWords: 'english' }), 'review'],
        ['number', new sync.StandardScaler(), ['minutes']],
      ],
    });
    const whole = sync.makePipeline(columns, new sync.SVC()).fit(rows, stars);
    await agrees(whole, rows, 'texts in a table', { c: false });
  });

  it('sparse samples', async () => {
    const thin = X.map((row) => row.map((v) => (v < 0.5 ? 0 : v)));
    await agrees(new sync.SVC().fit(sparse(thin), four), fresh, 'SVC of sparse samples');
    await agrees(
      new sync.LinearSVC().fit(sparse(thin), four),
      fresh,
      'LinearSVC of sparse samples',
    );
  });

  it('weights of samples in neighbours', async () => {
    const next = random(5);
    const sampleWeight = X.map(() => 0.2 + 2 * next());
    const near = new sync.KNeighborsClassifier({ nNeighbors: 4 });
    await agrees(near.fit(X, four, { sampleWeight }), fresh, 'weighted neighbours');
    sampleWeight.fill(1e16, 0, X.length / 4); // beside which sums would lose the others
    await agrees(near.fit(X, four, { sampleWeight }), fresh, 'neighbours of a large weight');
  });

  it('a model without support vectors', async () => {
    const constant = new sync.SVR({ epsilon: 10 }).fit(X, target);
    assert.equal(constant.supportIndices.length, 0);
    await agrees(constant, fresh, 'SVR without support vectors');
  });

  it('labels of every kind', async () => {
    for (const label of [
      (high) => high,
      (high) => (high ? 10n ** 30n : -7n),
      (high) => (high ? 1e300 : -0.1),
      (high) => (high ? 0 : 5),
      (high) => (high ? '' : 'é'),
    ]) {
      const y = two.map((value) => label(value === 'high'));
      await agrees(new sync.SVC().fit(X, y), fresh, `SVC of the labels ${String(y[0])}`);
    }
  });

  it('random pipelines', async () => {
    const scalers = fc.array(
      fc.oneof(
        fc.record({ withMean: fc.boolean(), withStd: fc.boolean() }).map((o) => ['StandardScaler', o]),
        fc.record({ clip: fc.boolean() }).map((o) => ['MinMaxScaler', o]),
        fc.constantFrom('l1', 'l2', 'max').map((norm) => ['Normalizer', { norm }]),
        fc.integer({ min: 2, max: 5 }).map((n) => ['KernelPCA', { nComponents: n }]),
      ),
      { maxLength: 3 },
    ); // prettier-ignore
    const kernel = fc.letrec((tie) => ({
      leaf: fc.oneof(
        fc.double({ min: 0.1, max: 2, noNaN: true }).map((gamma) => kernels.rbf({ gamma })),
        fc.constantFrom(kernels.linear(), kernels.laplacian(), kernels.poly({ degree: 2, coef0: 1 }), kernels.matern({ nu: 1.2 })),
      ),
      node: fc.oneof(
        tie('leaf'),
        fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((parts) => kernels.sum(...parts)),
        fc.array(tie('node'), { minLength: 1, maxLength: 2 }).map((parts) => kernels.product(...parts)),
        tie('node').map((part) => kernels.normalize(part)),
        tie('node').map((part) => kernels.gaussian(0.5, part)),
        tie('node').map((part) => kernels.columns([1, 0], part)),
      ),
    })).node; // prettier-ignore
    const machine = fc.constantFrom('SVC', 'SVR', 'OneClassSVM', 'NearestCentroid', 'KernelPerceptron', 'KernelRidge'); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(scalers, machine, kernel, fc.integer(), async (steps, name, of, seed) => {
        const train = rows(30, seed);
        const named = steps.map(([step, options], i) => [`s${i}`, new sync[step](options)]);
        const pipeline = new sync.Pipeline([...named, ['last', new sync[name]({ kernel: of })]]);
        const y = train.map((row, i) =>
          name === 'SVR' || name === 'KernelRidge' ? row[0] : i % 3,
        );
        if (name === 'OneClassSVM') pipeline.fit(train);
        else pipeline.fit(train, y);
        await agrees(pipeline, rows(5, seed + 1));
      }),
      { numRuns: 30, seed: 3 },
    );
  });

  it('all of them in C', { skip: noCompiler }, () => {
    assert.ok(compiled() > 30);
    if (process.env.MAXMARGIN_SHOW) console.log(worst);
  });

  for (const [name, path, Machine, options] of [
    ['heart', 'heart_scale', 'SVC', { probability: 'sigmoid' }],
    ['segment', 'segment.scale', 'SVC', { C: 64, gamma: 1 }],
    ['housing', 'housing_scale', 'SVR', { C: 64, gamma: 0.125, epsilon: 0.5 }],
    ['mg', 'mg_scale', 'NuSVR', {}],
    ['dna', 'dna.scale', 'LinearSVC', {}],
  ]) {
    const file = shared('libsvm', path);
    it(`real data: ${name}`, { skip: file.skip }, async () => {
      const { X: table, y } = sync.readLibsvm(file.read());
      const dense = Array.from({ length: table.rows }, (_, i) => {
        const row = new Array(table.cols).fill(0);
        for (let at = table.indptr[i]; at < table.indptr[i + 1]; at++)
          row[table.indices[at]] = table.data[at];
        return row;
      });
      const model = new sync[Machine](options).fit(dense, [...y]);
      await agrees(model, dense.slice(0, 300), name);
    });
  }

  it('real data: digits, ten classes with probabilities', async () => {
    const { train, test } = digits();
    const pipeline = new sync.Pipeline([
      ['scale', new sync.MinMaxScaler()],
      ['svc', new sync.SVC({ C: 10, probability: 'sigmoid' })],
    ]);
    pipeline.fit(train.X.slice(0, 400), train.y.slice(0, 400));
    await agrees(pipeline, test.X.slice(0, 200), 'digits');
  });

  it('real data in C', { skip: noCompiler }, () => compiled());
});

describe('toModule: the text', { timeout: 900_000 }, () => {
  /** Names that would end a literal, a comment, a script or the line, were they not escaped. */
  const hostile = [
    'a"b', "a'b", 'a\\', '*/ throw new Error("out"); /*', '</script><script>alert(1)</script>',
    'line\nbreak', 'carriage\rreturn', '\u2028\u2029', '`${process.exit(1)}`', '<!--', '-->', '??/', '%s%n',
    '// out', 'naïve \u{1F600} \u202e', '\u0001\u007f', '#define X', '__proto__', '"; int x; "', '012', '\\u0022',
  ]; // prettier-ignore

  it('names of classes and features cannot break out of it', async () => {
    const y = Array.from({ length: 2 * hostile.length }, (_, i) => hostile[i % hostile.length]);
    const names = hostile.slice(0, 4).map((name) => name.replaceAll('\0', ''));
    for (let from = 0; from < hostile.length; from += 4) {
      const columns = hostile.slice(from, from + 4);
      while (columns.length < 4) columns.push(`column ${columns.length}`);
      const table = rows(y.length, 9).map((row) => Object.fromEntries(row.map((v, j) => [columns[j] === '__proto__' ? 'proto' : columns[j], v]))); // prettier-ignore
      const model = new sync.SVC({ classWeight: new Map([[hostile[3], 2]]) }).fit(table, y);
      const made = await agrees(model, rows(20, 10), `columns from ${from}`);
      assert.deepEqual(made.featureNames, model.featureNames ?? columns);
      assert.deepEqual(
        made.classes,
        [...hostile].sort((a, b) => (a < b ? -1 : 1)),
      );
      for (const format of ['esm', 'cjs', 'c', 'h']) {
        const text = await toModule(model, { format });
        assert.match(text, /^[\n -~]*$/, 'it is plain ASCII');
        assert.doesNotMatch(text, /<\/script|<!--|-->|\?\?\//, format);
        const [comment] = /^\/\*[^]*?\*\//.exec(text);
        assert.ok(comment.includes('classes: '), comment);
      }
    }
    assert.ok(names.length === 4);
  });

  it('any text can be a class', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 }).map((s) => s.replaceAll('\0', ''));
    const labels = fc.uniqueArray(text, { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(labels, async (classes) => {
        const y = X.map((_, i) => classes[i % classes.length]);
        await agrees(new sync.NearestCentroid().fit(X, y), fresh, JSON.stringify(classes), {
          c: false,
        });
      }),
      { numRuns: 30 },
    );
  });

  it('the tables of names in C are the same text', { skip: noCompiler }, async () => {
    compiled();
    const y = Array.from({ length: 2 * hostile.length }, (_, i) => hostile[i % hostile.length]);
    const model = new sync.NearestCentroid().fit(rows(y.length, 4), y);
    const folder = mkdtempSync(join(tmpdir(), 'maxmargin-names-'));
    try {
      writeFileSync(join(folder, 'names.c'), await toModule(model, { format: 'c', name: 'names' }));
      writeFileSync(join(folder, 'names.h'), await toModule(model, { format: 'h', name: 'names' }));
      const main = '#include <stdio.h>\n#include "names.h"\nint main(void) { for (int c = 0; c < NAMES_CLASSES; c++) { fputs(names_classes[c], stdout); putchar(0); } return 0; }\n'; // prettier-ignore
      writeFileSync(join(folder, 'main.c'), main);
      const flags = ['-std=c99', '-Wall', '-Wextra', '-Werror'];
      execFileSync('cc', [...flags, 'main.c', 'names.c', '-o', 'names', '-lm'], { cwd: folder });
      const printed = execFileSync(join(folder, 'names')).toString().split('\0').slice(0, -1);
      assert.deepEqual(printed, model.classes);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says what the machine is, its options, classes and columns', async () => {
    const pipeline = new sync.Pipeline([
      ['scale', new sync.StandardScaler({ withMean: false })],
      ['svc', new sync.SVC({ C: 10, kernel: kernels.sum(kernels.rbf({ gamma: 0.5 }), kernels.linear()) })], // prettier-ignore
    ]);
    pipeline.fit(X.map(([a, b]) => ({ height: a, weight: b })), two); // prettier-ignore
    for (const format of ['esm', 'cjs', 'c', 'h']) {
      const [head] = (await toModule(pipeline, { format })).split('*/');
      for (const said of [
        'StandardScaler({withMean: false})',
        'SVC({C: 10, kernel: kernels.sum(kernels.rbf({gamma: 0.5}), kernels.linear())})',
        'classes: "high", "low"',
        'features: "height", "weight"',
      ]) {
        assert.ok(head.includes(said), `${format}: no ${said} in\n${head}`);
      }
    }
  });

  it('uses nothing of the host, and makes no code', async () => {
    const model = new sync.SVC({ probability: 'sigmoid' }).fit(X, four);
    const text = await toModule(model);
    assert.doesNotMatch(text, /\b(eval|Function|import|require|process|globalThis|window|WebAssembly)\b/);
    assert.deepEqual(await toModule(model), text, 'the same model gives the same text');
  }); // prettier-ignore

  it('checks the rows', async () => {
    const model = new sync.SVC({ kernel: 'intersection' }).fit(X, two);
    const forms = [await esm(await toModule(model)), cjs(await toModule(model, { format: 'cjs' }))];
    for (const made of forms) {
      const says = (given, name, message) =>
        assert.throws(() => made.predict(given), (error) => error.name === name && message.test(error.message)); // prettier-ignore
      says(undefined, 'TypeError', /X must be an array of rows/);
      says([[1, 2, 3]], 'TypeError', /row 0 must be an array of 4 numbers/);
      says([[1, 2, 3, 4], 'text'], 'TypeError', /row 1 must be an array of 4 numbers/);
      says([[1, 2, 3, 4], null], 'TypeError', /row 1/);
      says([1, 2, 3, 4], 'TypeError', /row 0/);
      says([[1, '2', 3, 4]], 'TypeError', /row 0 .* column 1/);
      says([[1, 2, NaN, 4]], 'TypeError', /row 0 .* column 2/);
      says([[1, 2, 3, Infinity]], 'TypeError', /row 0 .* column 3/);
      says([[1, 2, 3]], 'TypeError', /row 0/);
      says([new Array(4)], 'TypeError', /row 0 .* column 0/);
      says([[1, 2, 3, -4]], 'RangeError', /row 0 has a number below 0/);
      assert.deepEqual(Array.from(made.predict([])), []);
      assert.deepEqual(flat(made.predict([Float32Array.of(1, 1, 1, 1)])), model.predict([[1, 1, 1, 1]])); // prettier-ignore
    }
    const far = await esm(await toModule(new sync.SVC({ kernel: 'poly' }).fit(X, two)));
    assert.throws(() => far.predict([[1e200, 1e200, 1e200, 1e200]]), /too large/);
  });

  it('C reports what is wrong with a sample', { skip: noCompiler }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'maxmargin-checks-'));
    try {
      const model = new sync.SVC({ kernel: 'spline' }).fit(X, two);
      writeFileSync(join(folder, 'box.c'), await toModule(model, { format: 'c', name: 'box' }));
      writeFileSync(join(folder, 'box.h'), await toModule(model, { format: 'h', name: 'box' }));
      const main = `#include <stdio.h>
#include <math.h>
#include "box.h"
int main(void) {
  const double x[4][4] = { {1, 1, 1, 1}, {1, NAN, 1, 1}, {1, 1, -1, 1}, {1e200, 1e200, 1e200, 1e200} };
  for (int i = 0; i < 4; i++) {
    double out = -7;
    const int status = box_predict(x[i], &out);
    printf("%d %g\\n", status, out);
  }
  return BOX_FEATURES == 4 && BOX_CLASSES == 2 && BOX_DECISIONS == 1 ? 0 : 1;
}
`;
      writeFileSync(join(folder, 'main.c'), main);
      const flags = ['-std=c99', '-Wall', '-Wextra', '-Werror'];
      execFileSync('cc', [...flags, 'main.c', 'box.c', '-o', 'box', '-lm'], { cwd: folder });
      const [right] = model.predict([[1, 1, 1, 1]]);
      const lines = [`0 ${model.classes.indexOf(right)}`, '1 -7', '2 -7', '3 -7'];
      assert.equal(execFileSync(join(folder, 'box')).toString(), `${lines.join('\n')}\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('toModule: what it takes', { timeout: 900_000 }, () => {
  after(() => maxmargin.dispose?.());

  it('models of both forms of the package, to the same text', async () => {
    await maxmargin.init();
    const promised = await new maxmargin.SVC({ C: 2 }).fit(X, two);
    const blocking = new sync.SVC({ C: 2 }).fit(X, two);
    assert.equal(await toModule(promised), await toModule(blocking));
    const loaded = sync.load(blocking.save());
    assert.equal(await toModule(loaded), await toModule(blocking));
    assert.deepEqual(expected(loaded, fresh), expected(blocking, fresh));
  });

  it('nothing else, and says so', async () => {
    for (const given of [undefined, null, 7, 'svc', {}]) {
      await fails(() => toModule(given), { code: 'ERR_TYPE', argument: 'model' });
    }
    await fails(() => toModule(new sync.SVC()), { code: 'ERR_NOT_FITTED' });
    const model = new sync.SVC().fit(X, two);
    await fails(() => toModule(model, { format: 'wasm' }), { code: 'ERR_OPTION', argument: 'format' });
    for (const name of ['', '1a', 'a-b', 'a b', 7, '*/', 'x'.repeat(41)])
      await fails(() => toModule(model, { format: 'c', name }), { code: 'ERR_OPTION', argument: 'name' });
    await fails(() => toModule(model, { form: 'c' }), { code: 'ERR_OPTION_UNKNOWN', argument: 'form' });
    for (const options of [null, 'c', 3])
      await fails(() => toModule(model, options), { code: 'ERR_TYPE', argument: 'options' });
  }); // prettier-ignore

  it('no texts in C, and no mixtures', async () => {
    const says = { code: 'ERR_TYPE', argument: 'model' };
    const pipeline = new sync.Pipeline([
      ['counts', new sync.CountVectorizer()],
      ['svc', new sync.LinearSVC()],
    ]);
    pipeline.fit(['abba', 'baab'], [0, 1]);
    await fails(() => toModule(pipeline, { format: 'c' }), { ...says, message: /texts/ });
    const mixture = new sync.GaussianMixture({ nComponents: 2 }).fit(X);
    await fails(() => toModule(mixture), says);
  });

  it('models that are too large are refused', async () => {
    const cols = 1 << 20;
    const n = 20;
    const wide = { data: Float64Array.from({ length: n }, (_, i) => i + 1), indices: Int32Array.from({ length: n }, (_, i) => i), indptr: Int32Array.from({ length: n + 1 }, (_, i) => i), rows: n, cols }; // prettier-ignore
    const model = new sync.SVC({ gamma: 1e-3 }).fit(
      wide,
      Array.from({ length: n }, (_, i) => i % 2),
    );
    await fails(() => toModule(model), { code: 'ERR_MEMORY_BUDGET', argument: 'model' });
  });

  it('blobs that overlap, with ties of equal labels', async () => {
    const { X: points, y } = blobs({ n: 80, d: 2, k: 3, apart: 1, seed: 8 });
    await agrees(new sync.SVC({ kernel: 'delta' }).fit(points, y), [[0, 0], ...points.slice(0, 9)], 'ties'); // prettier-ignore
    compiled();
  });
});
