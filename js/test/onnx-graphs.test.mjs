/**
 * ONNX files of machines and steps that ONNX has no operator for: onnxruntime predicts with the
 * file as the model does, to 1e-9 with float64 and within float32 without.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import * as ort from 'onnxruntime-web';

import { blobs } from './support/data.mjs';
import { nearRelative as near } from './support/near.mjs';
import { fails } from './support/faults.mjs';
import { onnx, sync } from './support/maxmargin.mjs';

const { exportOnnx } = onnx;

ort.env.wasm.numThreads = 1;
ort.env.logLevel = 'error';

before(() => sync.init({ onWarning: () => {} }));

/** run resolves to the outputs of onnxruntime for rows. */
async function run(file, X, type = 'float32') {
  const session = await ort.InferenceSession.create(file, { executionProviders: ['wasm'] });
  const Numbers = type === 'float64' ? Float64Array : Float32Array;
  const input = new ort.Tensor(type, Numbers.from(X.flat()), [X.length, X[0].length]);
  const results = await session.run({ X: input });
  await session.release();
  return results;
}

/** Rows that float32 has exactly, so that rounding does not move samples across thresholds. */
const single = (X) => X.map((row) => Array.from(row, Math.fround));
/** The same, near, but not in float32, which the package computes with where it can. */
const between = (X) => X.map((row) => row.map((v) => v * (1 + 1e-12)));
const classes = (k, n = 60) => {
  const { X, y } = blobs({ n, k, apart: 1.2, seed: 5 });
  return { X: single(X.map((row) => [...row, row[0] * row[1] + 0.5])), y };
};
const positive = (X) => single(X.map((row) => row.map((v) => Math.abs(v))));
const numbers = (X) => X.map((row) => Math.sin(row[0]) + row[1] / 2);

/** Values and labels of a file are those of the model. */
async function same(model, given, { tolerance = 1e-9, loose = 3e-4, labels = true } = {}) {
  for (const precision of ['float64', 'float32']) {
    const X = precision === 'float64' ? between(given) : given;
    const file = await exportOnnx(model, { precision });
    const out = await run(file, X, precision);
    const within = precision === 'float64' ? tolerance : loose;
    const what = `${model}, ${precision}`;
    if (out.variable) {
      const want = model.predict ? model.predict(X) : model.transform(X);
      near(out.variable.data, Array.from(want), within, `${what}: values`);
      continue;
    }
    const predicted = model.predict(X);
    if (labels) {
      const got = Array.from(out.label.data, (one) =>
        typeof one === 'bigint' ? Number(one) : one,
      );
      const want = Array.from(predicted, (one) => (typeof one === 'boolean' ? Number(one) : one));
      assert.deepEqual(got, want, `${what}: labels`);
    }
    if (out.scores && precision === 'float64') {
      near(out.scores.data, Array.from(model.decisionFunction(X)), within, `${what}: scores`);
    }
    if (out.probabilities) {
      const want = Array.from(model.predictProba(X));
      near(out.probabilities.data, want, within, `${what}: probabilities`);
    }
  }
}

describe('machines as graphs', { timeout: 900_000 }, () => {
  const { kernels } = sync;
  const two = classes(2);
  const four = classes(4);
  const machines = {
    'SVC, one against the rest': () => new sync.SVC({ multiClass: 'ovr' }).fit(four.X, four.y),
    'SVC, a graph of decisions': () => new sync.SVC({ multiClass: 'dag' }).fit(four.X, four.y),
    'SVC, pairs': () =>
      new sync.SVC({ study: { decisionFunctionShape: 'ovo' } }).fit(four.X, four.y),
    'SVC, votes and values': () =>
      new sync.SVC({ study: { decisionFunctionShape: 'ovr' } }).fit(four.X, four.y),
    NuSVC: () => new sync.NuSVC({ nu: 0.2, kernel: kernels.laplacian() }).fit(two.X, two.y),
    LSSVC: () => new sync.LSSVC().fit(four.X, four.y),
    KernelRidge: () => new sync.KernelRidge({ kernel: 'rbf' }).fit(two.X, numbers(two.X)),
    GaussianProcessRegressor: () => new sync.GaussianProcessRegressor().fit(two.X, numbers(two.X)),
    KernelFisherDiscriminant: () => new sync.KernelFisherDiscriminant().fit(four.X, four.y),
    'KernelFisherDiscriminant, two': () => new sync.KernelFisherDiscriminant().fit(two.X, two.y),
    FisherDiscriminant: () => new sync.FisherDiscriminant().fit(four.X, four.y),
    NearestCentroid: () => new sync.NearestCentroid().fit(four.X, four.y),
    KernelPerceptron: () => new sync.KernelPerceptron().fit(two.X, two.y),
    'KernelPerceptron, voted': () =>
      new sync.KernelPerceptron({ output: 'voted', maxIter: 9 }).fit(four.X, four.y),
    'Perceptron, voted': () => new sync.Perceptron({ output: 'voted' }).fit(four.X, four.y),
    Perceptron: () => new sync.Perceptron().fit(two.X, two.y),
    MulticlassPerceptron: () => new sync.MulticlassPerceptron().fit(four.X, four.y),
    MulticlassKernelPerceptron: () => new sync.MulticlassKernelPerceptron().fit(four.X, four.y),
    MulticlassSVC: () => new sync.MulticlassSVC().fit(four.X, four.y),
    KernelSGDClassifier: () => new sync.KernelSGDClassifier().fit(four.X, four.y),
    IncrementalSVC: () => new sync.IncrementalSVC({ multiClass: 'ovr' }).fit(four.X, four.y),
    IncrementalSVR: () => new sync.IncrementalSVR().fit(two.X, numbers(two.X)),
    LowRankSVC: () => new sync.LowRankSVC({ nComponents: 20 }).fit(four.X, four.y),
    LowRankSVR: () => new sync.LowRankSVR({ nComponents: 20 }).fit(two.X, numbers(two.X)),
    AverageMarginClassifier: () => new sync.AverageMarginClassifier().fit(four.X, four.y),
    LPSVC: () => new sync.LPSVC().fit(four.X, four.y),
    LPSVR: () => new sync.LPSVR().fit(two.X, numbers(two.X)),
    RegularizationNetwork: () => new sync.RegularizationNetwork().fit(two.X, numbers(two.X)),
    'RegularizationNetwork with columns': () =>
      new sync.RegularizationNetwork({ basis: 'quadratic' }).fit(two.X, numbers(two.X)),
    'LPSVC with a dictionary': () => new sync.LPSVC({ dictionary: true, kernel: kernels.sum(kernels.rbf(), kernels.linear()) }).fit(two.X, two.y), // prettier-ignore
    TransformedTarget: () => new sync.TransformedTarget(new sync.SVR(), { transformer: 'quantile' }).fit(two.X, numbers(two.X)), // prettier-ignore
    'TransformedTarget, log1p': () => new sync.TransformedTarget(new sync.Ridge(), { transformer: 'log1p' }).fit(two.X, numbers(two.X).map(Math.abs)), // prettier-ignore
    SVR: () => new sync.SVR({ kernel: kernels.matern() }).fit(two.X, numbers(two.X)),
    NuSVR: () => new sync.NuSVR().fit(two.X, numbers(two.X)),
    OneClassSVM: () =>
      new sync.OneClassSVM({ nu: 0.3, kernel: kernels.rationalQuadratic() }).fit(two.X),
    SVDD: () => new sync.SVDD().fit(two.X),
    OrdinalSVC: () => new sync.OrdinalSVC().fit(four.X, four.y),
    'OrdinalSVC, norm 1': () =>
      new sync.OrdinalSVC({ kernel: 'linear', norm: 1 }).fit(four.X, four.y),
    SVOR: () => new sync.SVOR().fit(four.X, four.y),
    OrdinalGaussianProcess: () =>
      new sync.OrdinalGaussianProcess({ maxIter: 2 }).fit(four.X, four.y),
    'OrdinalGaussianProcess, median': () =>
      new sync.OrdinalGaussianProcess({ optimizer: 'none', predicts: 'median' }).fit(four.X, four.y), // prettier-ignore
    CumulativeLinkModel: () => new sync.CumulativeLinkModel().fit(four.X, four.y),
    'CumulativeLinkModel, probit': () =>
      new sync.CumulativeLinkModel({ link: 'probit' }).fit(four.X, four.y),
    'CumulativeLinkModel, cloglog': () =>
      new sync.CumulativeLinkModel({ link: 'cloglog' }).fit(four.X, four.y),
    LinearSVC: () => new sync.LinearSVC().fit(four.X, four.y),
    Ridge: () => new sync.Ridge().fit(two.X, numbers(two.X)),
    KNeighborsClassifier: () => new sync.KNeighborsClassifier().fit(four.X, four.y),
    'KNeighborsClassifier, two': () =>
      new sync.KNeighborsClassifier({ nNeighbors: 4 }).fit(two.X, two.y),
    'KNeighborsClassifier, by distance': () =>
      new sync.KNeighborsClassifier({ weights: 'distance' }).fit(
        four.X.slice(20),
        four.y.slice(20),
      ),
    'KNeighborsClassifier, in feature space': () =>
      new sync.KNeighborsClassifier({
        weights: 'distance',
        kernel: kernels.poly({ degree: 2 }),
      }).fit(four.X.slice(20), four.y.slice(20)),
    'KNeighborsClassifier of weighted samples': () =>
      new sync.KNeighborsClassifier().fit(four.X, four.y, {
        sampleWeight: four.X.map((_, i) => 0.5 + (i % 3) / 2),
      }),
    GaussianProcessClassifier: () =>
      new sync.GaussianProcessClassifier({ maxIter: 2 }).fit(four.X, four.y),
    'GaussianProcessClassifier, two': () =>
      new sync.GaussianProcessClassifier({ maxIter: 2 }).fit(two.X, two.y),
    ParzenClassifier: () => new sync.ParzenClassifier().fit(four.X, four.y),
    'ParzenClassifier, windows that end': () =>
      new sync.ParzenClassifier({ window: 'epanechnikov', bandwidth: 0.7, priors: 'equal' }).fit(
        four.X.slice(9),
        four.y.slice(9),
      ),
    KernelRegression: () =>
      new sync.KernelRegression({ window: 'exponential' }).fit(two.X, numbers(two.X)),
    KernelDensity: () => new sync.KernelDensity().fit(two.X),
    DecisionTreeClassifier: () =>
      new sync.DecisionTreeClassifier({ maxDepth: 3 }).fit(four.X, four.y),
    'DecisionTreeClassifier, two': () =>
      new sync.DecisionTreeClassifier({ maxDepth: 2 }).fit(two.X, two.y),
    DecisionStump: () => new sync.DecisionStump().fit(two.X, two.y),
    AdaBoostClassifier: () => new sync.AdaBoostClassifier().fit(four.X, four.y),
    'AdaBoostClassifier, two': () => new sync.AdaBoostClassifier().fit(two.X, two.y),
    'AdaBoostClassifier of SVC': () =>
      new sync.AdaBoostClassifier({ estimator: new sync.SVC({ C: 0.1 }), nEstimators: 4 }).fit(
        two.X,
        two.y,
      ),
    LPBoostClassifier: () => new sync.LPBoostClassifier().fit(two.X, two.y),
  };
  for (const [name, make] of Object.entries(machines)) {
    it(name, async () => {
      const model = make();
      const X = model.classes?.length === 4 ? four.X : two.X;
      await same(model, X, {
        labels: !/OneClass|SVDD|Density/.test(name),
        tolerance: /Tree|Stump|Boost/.test(name) ? 1e-6 : 1e-8,
      });
    });
  }

  const byName = {
    linear: [], poly: [{ degree: 3, coef0: 1 }], rbf: [{ gamma: 0.3 }], sigmoid: [{ gamma: 0.1, coef0: -0.2 }],
    exponential: [{ gamma: 0.1 }], allDegrees: [{ gamma: 0.2, degree: 3 }], allSubsets: [],
    anova: [{ order: 2, gamma: 0.5 }], laplacian: [{ gamma: 0.4 }], matern: [{ nu: 2.5 }],
    minkowski: [{ p: 1.5, power: 1.5 }], rationalQuadratic: [{ alpha: 2 }], intersection: [], chi2: [], spline: [],
    dirichlet: [{ order: 2 }], delta: [],
  }; // prettier-ignore
  const trees = Object.entries(byName).map(([name, given]) => [name, kernels[name](...given)]);
  const rbf = kernels.rbf({ gamma: 0.5 });
  trees.push(
    ['sum', kernels.sum(rbf, kernels.linear())],
    ['product', kernels.product(rbf, kernels.poly({ degree: 2, coef0: 1 }))],
    ['scale', kernels.scale(2.5, rbf)],
    ['exp', kernels.exp(kernels.scale(0.1, kernels.linear()))],
    ['gaussian', kernels.gaussian(0.1, kernels.poly({ degree: 2 }))],
    ['normalize', kernels.normalize(kernels.poly({ degree: 2, coef0: 1 }))],
    ['columns', kernels.columns([2, 0], rbf)],
    ['anova of products', kernels.anova({ order: 2, base: 'product' })],
    [
      'center',
      kernels.center(
        [
          [1, 0, 2],
          [0, 1, 1],
        ],
        kernels.poly({ degree: 2 }),
      ),
    ],
    [
      'rankOne',
      kernels.sum(
        rbf,
        kernels.rankOne(
          [
            [1, 0, 2],
            [0, 1, 1],
          ],
          [0.5, -1],
          rbf,
        ),
      ),
    ],
    ['a polynomial of one', kernels.polynomial([1, 0.5, 0.25], rbf)],
    ['fourier', kernels.fourier({ coefficients: [1, 0.5, 0.25] })],
    [
      'spectral',
      kernels.spectral({
        frequencies: [
          [1, 0.5, 0],
          [0.2, -1, 0.3],
        ],
        powers: [1, 0.5],
      }),
    ],
    [
      'weighted',
      kernels.weighted({
        matrix: [
          [2, 0.5, 0],
          [0.5, 1, 0.1],
          [0, 0.1, 3],
        ],
      }),
    ],
    ['weighted by columns', kernels.weighted({ matrix: [2, 0.5, 1] })],
  );
  for (const [name, kernel] of trees) {
    it(`the kernel ${name}`, async () => {
      const X = positive(four.X);
      for (const model of [new sync.SVC({ kernel }), new sync.SVC({ kernel, multiClass: 'ovr' })]) {
        await same(model.fit(X, four.y), X, { tolerance: 1e-8, labels: name !== 'delta' });
      }
      await same(new sync.SVDD({ kernel, nu: 0.3 }).fit(X), X, { labels: false, tolerance: 1e-8 });
    });
  }

  it('probabilities of every kind, two classes and four', async () => {
    for (const { X, y } of [two, four]) {
      for (const probability of ['sigmoid', 'isotonic', 'temperature']) {
        for (const machine of [
          new sync.SVC({ probability, kernel: rbf }),
          new sync.SVC({ probability, multiClass: 'ovr' }),
          new sync.LinearSVC({ probability }),
        ]) {
          const model = machine.fit(X, y);
          const apart = y.includes(2) && String(model).includes('ovr');
          const sigmoids = /^SVC/.test(String(model)) && !apart && probability !== 'isotonic';
          // onnxruntime's own coupling of sigmoids stops early, and does not follow the vote.
          await same(
            model,
            X,
            sigmoids ? { loose: 0.15, tolerance: 1e-6 } : { tolerance: 1e-6, loose: 2e-3 },
          );
        }
      }
    }
  });
});

it('values of a kernel that the caller computes are columns', async () => {
  const { X, y } = classes(4);
  const of = (rows) => rows.map((a) => X.map((b) => Math.fround(a.reduce((sum, v, j) => sum + v * b[j], 0)))); // prettier-ignore
  for (const machine of [new sync.SVC({ kernel: 'precomputed' }), new sync.LSSVC({ kernel: 'precomputed' })]) {
    await same(machine.fit(of(X), y), of(X), { tolerance: 1e-8 });
  }
  // The distance needs k(x, x), too.
  const near = new sync.KNeighborsClassifier({ kernel: 'precomputed' }).fit(of(X), y);
  await fails(() => exportOnnx(near), { code: 'ERR_TYPE', argument: 'kernel' });
}); // prettier-ignore

describe('steps as graphs', { timeout: 900_000 }, () => {
  const { X, y } = classes(3);
  const gaps = X.map((row, i) => row.map((v, j) => ((i + 2 * j) % 7 === 0 ? NaN : v)));
  const steps = {
    StandardScaler: () => new sync.StandardScaler(),
    'MinMaxScaler, clipped': () => new sync.MinMaxScaler({ clip: true, featureRange: [-2, 1] }),
    MaxAbsScaler: () => new sync.MaxAbsScaler(),
    RobustScaler: () => new sync.RobustScaler(),
    'Normalizer, l1': () => new sync.Normalizer({ norm: 'l1' }),
    'Normalizer, l2': () => new sync.Normalizer(),
    'Normalizer, max': () => new sync.Normalizer({ norm: 'max' }),
    SelectKBest: () => new sync.SelectKBest({ k: 2 }),
    PolynomialFeatures: () => new sync.PolynomialFeatures({ degree: 3 }),
    'PolynomialFeatures, interactions': () =>
      new sync.PolynomialFeatures({ interactionOnly: true, includeBias: false }),
    MonomialFeatures: () => new sync.MonomialFeatures(),
    QuantileTransformer: () => new sync.QuantileTransformer({ nQuantiles: 20 }),
    'QuantileTransformer, normal': () =>
      new sync.QuantileTransformer({ nQuantiles: 20, outputDistribution: 'normal' }),
    RBFSampler: () => new sync.RBFSampler({ nComponents: 20 }),
    Nystroem: () => new sync.Nystroem({ nComponents: 10 }),
    IncompleteCholesky: () => new sync.IncompleteCholesky({ nComponents: 10 }),
    KernelPCA: () => new sync.KernelPCA({ nComponents: 3 }),
    SimpleImputer: () => new sync.SimpleImputer({ strategy: 'median' }),
    'SimpleImputer with indicators': () => new sync.SimpleImputer({ addIndicator: true }),
  };
  for (const [name, make] of Object.entries(steps)) {
    it(name, async () => {
      const samples = /Imputer/.test(name) ? gaps : X;
      const step = make();
      const alone = name === 'SelectKBest' ? step.fit(samples, y) : step.fit(samples);
      await same(alone, samples, { tolerance: 1e-8 });
      const pipeline = sync.makePipeline(make(), new sync.StandardScaler(), new sync.SVC());
      await same(pipeline.fit(samples, y), samples, { tolerance: 1e-7 });
      const trees = sync.makePipeline(make(), new sync.DecisionTreeClassifier({ maxDepth: 2 }));
      await same(trees.fit(samples, y), samples, { tolerance: 1e-6 });
    });
  }

  it('quantiles beyond the ends, and equal ones', async () => {
    const rows = [[-9], [0], [0], [0], [1], [1], [2], [3], [3], [3], [7]];
    for (const outputDistribution of ['uniform', 'normal']) {
      const model = new sync.QuantileTransformer({ nQuantiles: 8, outputDistribution }).fit(rows);
      await same(model, [...rows, [-20], [0.5], [1.5], [6.75], [40]], { tolerance: 1e-8 });
      const tiny = rows.map(([v]) => [v * 2 ** -30]);
      await same(model.fit(tiny), tiny, { tolerance: 1e-8 });
    }
  });
});

it('factors beside products of matrices stay float64, which onnxruntime fuses as float32', async () => {
  const { X, y } = classes(2);
  const one = X.map(([v]) => [v]);
  const kernel = sync.kernels.exponential({ gamma: 0.1 });
  await same(new sync.LSSVC({ kernel }).fit(X, y), X, { tolerance: 1e-12 });
  const scaled = sync.makePipeline(new sync.StandardScaler(), new sync.Ridge());
  await same(scaled.fit(one, numbers(X)), one, { tolerance: 1e-12 });
});

describe('what cannot be written', () => {
  it('says so, and what to do', async () => {
    const { X, y } = classes(2);
    const settings = { code: 'ERR_TYPE', argument: 'precision' };
    const model = new sync.SVC().fit(X, y);
    await fails(() => exportOnnx(model, { precision: 'float16' }), settings);
    const bessel = new sync.SVC({ kernel: sync.kernels.matern({ nu: 0.7 }) }).fit(X, y);
    await fails(() => exportOnnx(bessel), {
      code: 'ERR_TYPE',
      argument: 'kernel',
      message: /Bessel/,
    });
  });
});
