/**
 * ONNX files: onnxruntime predicts with an exported file as the model does, an imported
 * model predicts as before, and any bytes give a model or an error.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import fc from './support/properties.mjs';
import * as ort from 'onnxruntime-web';

import { blobs, digits, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { onnx, sync } from './support/maxmargin.mjs';
import * as pb from './support/onnx.mjs';
import { root } from './support/project.mjs';

const { exportOnnx, importOnnx } = onnx;

ort.env.wasm.numThreads = 1;
ort.env.logLevel = 'error';

before(() => sync.init({ onWarning: () => {} }));

/** Data sets that are in the repository; see core/engine/codec/testdata/libsvm and demo/data for their sources. */
function rows(path) {
  const { X, y } = sync.readLibsvm(readFileSync(join(root, path), 'utf8'));
  const dense = Array.from({ length: X.rows }, (_, i) => {
    const row = new Array(X.cols).fill(0);
    for (let at = X.indptr[i]; at < X.indptr[i + 1]; at++) row[X.indices[at]] = X.data[at];
    return row;
  });
  return { X: dense, y: [...y] };
}

const sets = {
  heart: () => rows('demo/data/heart_scale'),
  irises: () => rows('core/engine/codec/testdata/libsvm/irises.rows'),
  digits: () => {
    const { X, y } = digits().train;
    return { X: X.slice(0, 200).map((row) => row.map((v) => v / 16)), y: y.slice(0, 200) };
  },
};

/** run resolves to the outputs of onnxruntime for rows. */
async function run(file, X) {
  const session = await ort.InferenceSession.create(file, { executionProviders: ['wasm'] });
  const input = new ort.Tensor('float32', Float32Array.from(X.flat()), [X.length, X[0].length]);
  const results = await session.run({ X: input });
  await session.release();
  return results;
}

/** apart is the largest difference between two lists. */
function apart(got, want) {
  assert.equal(got.length, want.length);
  return want.reduce((most, v, i) => Math.max(most, Math.abs(v - got[i])), 0);
}

const largest = (values) => values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);

/** terms is the largest sum of the absolute terms of a decision value. */
function terms(model, X) {
  const dot = (a, b) => a.reduce((sum, v, j) => sum + v * b[j], 0);
  if (model.coef) {
    const d = X[0].length;
    return largest(
      X.flatMap((x) =>
        Array.from(
          model.intercept,
          (b, c) =>
            dot([...model.coef.slice(c * d, (c + 1) * d)].map(Math.abs), x.map(Math.abs)) +
            Math.abs(b),
        ),
      ),
    );
  }
  const { kernel, gamma: chosen, coef0, degree } = model.getParams();
  const [m, d] = model.supportVectors.shape;
  const scale = () => {
    const mean = X.flat().reduce((sum, v) => sum + v, 0) / X.flat().length;
    return 1 / (d * (X.flat().reduce((sum, v) => sum + (v - mean) ** 2, 0) / X.flat().length));
  };
  const gamma = chosen === 'scale' ? scale() : chosen;
  const value = {
    linear: (a, b) => Math.abs(dot(a, b)),
    poly: (a, b) => Math.abs(gamma * dot(a, b) + coef0) ** degree,
    rbf: (a, b) => Math.exp(-gamma * a.reduce((sum, v, j) => sum + (v - b[j]) ** 2, 0)),
    sigmoid: (a, b) => Math.abs(Math.tanh(gamma * dot(a, b) + coef0)),
  }[kernel];
  const vectors = Array.from({ length: m }, (_, i) => [
    ...model.supportVectors.slice(i * d, (i + 1) * d),
  ]);
  const rows = model.dualCoef.length / m;
  const weight = vectors.map((_, i) =>
    Array.from({ length: rows }, (_, r) => Math.abs(model.dualCoef[r * m + i])).reduce((a, b) =>
      Math.max(a, b),
    ),
  );
  const sums = X.filter((_, i) => i % 7 === 0).map((x) =>
    vectors.reduce((sum, v, i) => sum + weight[i] * value(v, x), 0),
  );
  return (
    largest(sums) + largest([model.intercept].flatMap((b) => (typeof b === 'number' ? b : [...b])))
  );
}

/**
 * The largest error by float32, in units of the sum of the absolute terms of a decision
 * value, which can be many times larger than the value. Half a unit in the last place is 6e-8.
 */
const tolerance = 2e-6;

const kernels = [
  { kernel: 'linear' },
  { kernel: 'poly', degree: 2, gamma: 0.3, coef0: 1 },
  { kernel: 'poly', degree: 3, gamma: 0.2, coef0: 0.5 },
  { kernel: 'rbf' },
  { kernel: 'rbf', gamma: 2, C: 10 },
  { kernel: 'sigmoid', gamma: 0.02, coef0: -0.1 },
];

describe('exportOnnx: onnxruntime predicts the same', { timeout: 900_000 }, () => {
  let worst = 0;
  const drifts = [];
  const check = (model, X, got, want) => {
    const far = apart(got, want);
    const unit = terms(model, X);
    worst = Math.max(worst, far / unit);
    drifts.push([far / largest(want), String(model)]);
    assert.ok(far <= tolerance * unit, `${model}: off by ${far}, terms of ${unit}`);
  };

  for (const [set, data] of Object.entries(sets)) {
    for (const Class of ['SVC', 'NuSVC']) {
      it(`${Class}, ${set}: labels, and decision values of pairs`, async () => {
        const { X, y } = data();
        for (const options of kernels) {
          const kernel = withoutC(options);
          const chosen = Class === 'SVC' ? options : { ...kernel, nu: 0.1 };
          const model = new sync[Class]({ ...chosen, study: { decisionFunctionShape: 'ovo' } }).fit(
            X,
            y,
          );
          const { label, scores } = await run(await exportOnnx(model), X);
          assert.deepEqual(
            Array.from(label.data, Number),
            model.predict(X),
            JSON.stringify(chosen),
          );
          const values = model.decisionFunction(X);
          if (model.classes.length === 2) {
            const first = scores.data.filter((_, i) => i % 2 === 0);
            check(model, X, first, values);
          } else {
            check(model, X, scores.data, values);
          }
        }
      });
    }

    it(`LinearSVC, ${set}: labels and decision values`, async () => {
      const { X, y } = data();
      const model = new sync.LinearSVC().fit(X, y);
      const { label, scores } = await run(await exportOnnx(model), X);
      assert.deepEqual(Array.from(label.data, Number), model.predict(X));
      const two = model.classes.length === 2;
      check(
        model,
        X,
        two ? scores.data.filter((_, i) => i % 2 === 1) : scores.data,
        model.decisionFunction(X),
      );
    });

    it(`SVR, NuSVR and the linear regressions, ${set}: values`, async () => {
      const { X, y } = data();
      for (const options of kernels) {
        const kernel = withoutC(options);
        for (const model of [new sync.SVR(options), new sync.NuSVR(kernel)]) {
          const { variable } = await run(await exportOnnx(model.fit(X, y)), X);
          check(model, X, variable.data, model.predict(X));
        }
      }
      for (const Machine of [
        sync.LinearSVR,
        sync.LinearRegression,
        sync.Ridge,
        sync.Lasso,
        sync.SGDRegressor,
      ]) {
        const model = new Machine().fit(X, y);
        const { variable } = await run(await exportOnnx(model), X);
        check(model, X, variable.data, model.predict(X));
      }
    });

    it(`OneClassSVM, ${set}: inside and outside, and decision values`, async () => {
      const { X } = data();
      for (const kernel of kernels) {
        const model = new sync.OneClassSVM({ ...withoutC(kernel), nu: 0.2 }).fit(X);
        const { label, scores } = await run(await exportOnnx(model), X);
        const values = model.decisionFunction(X);
        check(model, X, scores.data, values);
        const predicted = model.predict(X);
        const size = terms(model, X);
        Array.from(label.data, Number).forEach((side, i) => {
          // Rounding decides the side of a support vector on the boundary.
          if (Math.abs(values[i]) > tolerance * size) assert.equal(side, predicted[i], `row ${i}`);
        });
      }
    });
  }

  it('SGDClassifier and Perceptron, as linear classifiers', async () => {
    const { X, y } = sets.irises();
    for (const Class of ['SGDClassifier', 'Perceptron']) {
      const model = new sync[Class]().fit(X, y);
      const { label } = await run(await exportOnnx(model), X);
      assert.deepEqual(Array.from(label.data, Number), model.predict(X));
    }
  });

  it('probabilities, where they are sigmoids of pairs', async () => {
    for (const set of ['heart', 'irises']) {
      for (const probability of ['sigmoid', 'temperature']) {
        const { X, y } = sets[set]();
        const model = new sync.SVC({ probability }).fit(X, y);
        const { label, probabilities } = await run(await exportOnnx(model), X);
        const predicted = model.predict(X);
        assert.deepEqual(Array.from(label.data, Number), predicted);
        const { classes } = model;
        const ours = model.predictProba(X);
        const k = classes.length;
        let compared = 0;
        for (let i = 0; i < X.length; i++) {
          const theirs = [...probabilities.data.slice(i * k, (i + 1) * k)];
          // Where the most probable class is not the predicted one, our probabilities are changed.
          if (classes[theirs.indexOf(Math.max(...theirs))] !== predicted[i]) continue;
          compared++;
          classes.forEach((_, p) => {
            const mine = ours[i * k + p];
            // onnxruntime stops coupling where LIBSVM does, within 0.005/k of the solution.
            assert.ok(Math.abs(mine - theirs[p]) < 0.006, `row ${i}: ${mine}, ${theirs[p]}`);
          });
        }
        assert.ok(compared > 0.9 * X.length, `${compared} of ${X.length} compared`);
      }
    }
  });

  it('labels that are text, whole numbers and booleans; sparse samples', async () => {
    const kinds = [
      ['b', '\uFEFFa', 'ü'],
      [-7, 2 ** 40, 3],
      [5n, 2n ** 62n, -1n],
      [true, false],
    ];
    for (const names of kinds) {
      const k = names.length;
      const { X, y } = blobs({ n: 60, k, apart: 2, labels: (i) => names[i] });
      for (const Class of ['SVC', 'LinearSVC']) {
        const model = new sync[Class]().fit(sparse(X), y);
        const file = await exportOnnx(model);
        const { label } = await run(file, X);
        const plain = (one) => (typeof one === 'string' ? one : BigInt(one));
        assert.deepEqual([...label.data], model.predict(X).map(plain));
        const again = sync.load(importOnnx(file));
        assert.deepEqual(again.predict(X).map(plain), model.predict(X).map(plain));
      }
    }
  });

  it('the largest differences are within the tolerance', (t) => {
    drifts.sort(([a], [b]) => b - a);
    const [far, model] = drifts[0];
    const half = drifts[Math.floor(drifts.length / 2)][0];
    t.diagnostic(
      `in units of the terms at most ${worst.toExponential(1)}; of the largest value at most ${far.toExponential(1)} (${model}), in half of ${drifts.length} models below ${half.toExponential(1)}`,
    );
    assert.ok(worst > 0 && worst < tolerance);
  });
});

/** withoutC removes the option C, which machines with nu lack. */
const withoutC = (options) =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'C'));

describe('pipelines', { timeout: 900_000 }, () => {
  const scalers = {
    StandardScaler: () => new sync.StandardScaler(),
    'StandardScaler without means': () => new sync.StandardScaler({ withMean: false }),
    'StandardScaler without deviations': () => new sync.StandardScaler({ withStd: false }),
    MinMaxScaler: () => new sync.MinMaxScaler({ featureRange: [-1, 3] }),
    'Normalizer, l2': () => new sync.Normalizer(),
    'Normalizer, l1': () => new sync.Normalizer({ norm: 'l1' }),
  };
  let X, y;
  before(() => ({ X, y } = sets.irises()));
  for (const [name, scaler] of Object.entries(scalers)) {
    it(`${name} and a machine: onnxruntime agrees, and they come back`, async () => {
      const machines = [new sync.SVC(), new sync.LinearSVC(), new sync.SVR()];
      for (const machine of machines) {
        const model = sync.makePipeline(scaler(), machine).fit(X, y);
        const file = await exportOnnx(model);
        const { label, variable } = await run(file, X);
        const again = sync.load(importOnnx(file));
        assert.match(String(again), /^Pipeline\(/);
        if (variable) {
          assert.ok(apart(variable.data, model.predict(X)) < 1e-4);
          assert.ok(apart(again.predict(X), model.predict(X)) < 1e-4);
        } else {
          assert.deepEqual(Array.from(label.data, Number), [...model.predict(X)]);
          assert.deepEqual(again.predict(X), model.predict(X));
        }
      }
    });
  }

  it('of several steps', async () => {
    const steps = [new sync.StandardScaler(), new sync.Normalizer(), new sync.StandardScaler()];
    const model = sync.makePipeline(...steps, new sync.SVC()).fit(X, y);
    const file = await exportOnnx(model);
    assert.deepEqual(Array.from((await run(file, X)).label.data, Number), [...model.predict(X)]);
    const again = sync.load(importOnnx(file));
    assert.deepEqual(again.predict(X), model.predict(X));
    assert.deepEqual(
      again.steps.map(([name]) => name),
      ['standardscaler-1', 'normalizer', 'standardscaler-2', 'svc'],
    );
  });
});

describe('importOnnx: an exported model predicts as before', { timeout: 900_000 }, () => {
  it('and is written again as the same file', async () => {
    const { X, y } = sets.irises();
    const models = [
      ...kernels.map((options) => new sync.SVC(options).fit(X, y)),
      new sync.SVC({ probability: 'sigmoid' }).fit(X, y),
      new sync.SVC().fit(
        X,
        y.map((one) => one > 1),
      ),
      new sync.SVR().fit(X, y),
      new sync.OneClassSVM().fit(X),
      new sync.LinearSVC().fit(X, y),
      new sync.LinearSVC({ fitIntercept: false }).fit(
        X,
        y.map((one) => (one > 1 ? 'b' : 'a')),
      ),
      new sync.LinearSVR().fit(X, y),
    ];
    for (const model of models) {
      const file = await exportOnnx(model);
      const again = sync.load(importOnnx(file));
      assert.equal(again.constructor, model.constructor);
      assert.equal(again.status, 'imported');
      if (typeof model.classes?.[0] !== 'boolean') assert.deepEqual(again.classes, model.classes);
      const values = (one) => (one.decisionFunction ? one.decisionFunction(X) : one.predict(X));
      assert.ok(apart(values(again), values(model)) < tolerance * terms(model, X), String(model));
      if (model.getParams().probability === 'sigmoid') {
        assert.ok(apart(again.predictProba(X), model.predictProba(X)) < 1e-5);
      }
      assert.deepEqual(await exportOnnx(again), file);
    }
  });

  it('equal votes give the same class', async () => {
    const names = [4, 2, -9, 0, 5, 7, 1];
    const { X, y } = blobs({ n: 140, d: 3, k: 7, apart: 0.3, labels: (i) => names[i] });
    const model = new sync.SVC({ gamma: 0.1 }).fit(X, y);
    const file = await exportOnnx(model);
    assert.deepEqual(Array.from((await run(file, X)).label.data, Number), model.predict(X));
    assert.deepEqual(sync.load(importOnnx(file)).predict(X), model.predict(X));
  });
});

/** Pipelines of scikit-learn as skl2onnx writes them; see golden/onnx.py. */
describe('importOnnx: pipelines of scikit-learn', { timeout: 900_000 }, () => {
  const { cases } = JSON.parse(readFileSync(new URL('golden/onnx.json', import.meta.url), 'utf8'));
  const ml = 'ai.onnx.ml';
  /** The file, and its outputs without the Normalizer that some have. */
  const built = ({ steps, machine: [type, attributes], ovr }, outputs) => {
    const columns = {};
    const nodes = steps.map(([type, { columns: picked, ...given }], i) => {
      const inputs = [i === 0 ? 'X' : `x${i}`];
      if (picked) {
        columns[`columns${i}`] = picked;
        inputs.push(`columns${i}`);
      }
      if ('replaced_value_float' in given) given.replaced_value_float = { float: NaN };
      return pb.node(type, inputs, [`x${i + 1}`], given, ml);
    });
    const last = steps.length > 0 ? `x${steps.length}` : 'X';
    nodes.push(pb.node(type, [last], ['label', 'p'], attributes, ml));
    if (ovr) nodes.push(pb.node('Normalizer', ['p'], ['normed'], { norm: 'L1' }, ml));
    return pb.file({ nodes, columns, outputs: outputs ?? ['label', ovr ? 'normed' : 'p'] });
  };
  for (const [name, one] of Object.entries(cases)) {
    it(name, async () => {
      const X = one.X.map((row) => row.map((v) => v ?? NaN));
      const file = built(one);
      const model = sync.load(importOnnx(file));
      assert.deepEqual(model.predict(X), one.labels);
      const wanted = one.probabilities.flat();
      const machine = model.steps ? model.steps.at(-1)[1] : model;
      const tree = machine instanceof sync.DecisionTreeClassifier;
      assert.ok(apart(model.predictProba(X), wanted) < 1e-5, 'probabilities of scikit-learn');
      const { label, ...rest } = await run(file, X);
      assert.deepEqual(
        Array.from(label.data, Number),
        one.labels,
        'onnxruntime reads the file alike',
      );
      const theirs = (rest.normed ?? rest.p).data;
      assert.ok(apart(theirs, wanted) < 1e-5, 'probabilities of onnxruntime');
      const again = sync.load(importOnnx(await exportOnnx(model)));
      assert.deepEqual(again.predict(X), one.labels);
      if (tree) assert.ok(apart(again.predictProba(X), wanted) < 1e-5);
    });
  }
});

const { committees, texts } = JSON.parse(
  readFileSync(new URL('golden/onnx.json', import.meta.url), 'utf8'),
);

/** The file of linear classifiers that decide together. */
function committeeFile({ nodes, constants }, change = (list) => list) {
  return pb.file({
    nodes: change(nodes).map((node) => pb.node(...node)),
    tensors: constants,
    outputs: ['label', 'p'],
  });
}

/** Linear classifiers that decide together, as skl2onnx writes them; see golden/onnx.py. */
describe('importOnnx: one against the rest, and calibrated machines', { timeout: 900_000 }, () => {
  for (const [name, one] of Object.entries(committees)) {
    it(name, async () => {
      const file = committeeFile(one);
      const model = sync.load(importOnnx(file));
      assert.equal(model.constructor, sync.LinearSVC);
      assert.deepEqual(model.predict(one.X), one.labels);
      const wanted = one.probabilities.flat();
      assert.ok(apart(model.predictProba(one.X), wanted) < 1e-5, 'probabilities of scikit-learn');
      const { label, p } = await run(file, one.X);
      const plain = (label) => (typeof label === 'bigint' ? Number(label) : label);
      assert.deepEqual(Array.from(label.data, plain), one.labels, 'onnxruntime reads it alike');
      assert.ok(apart(p.data, wanted) < 1e-5, 'probabilities of onnxruntime');
      const again = sync.load(importOnnx(await exportOnnx(model)));
      assert.deepEqual(again.predict(one.X), one.labels);
    });
  }

  it('joined in other ways they are refused', async () => {
    const rest = committees['one against the rest'];
    const calibrated = committees['calibrated, three classes'];
    const instead = (type, change) => (list) =>
      list.map((node) => (node[0] === type ? change(node) : node));
    const cases = [
      [rest, instead('Slice', ([type, [p], ...more]) => [type, [p, 'two', 'one', 'one'], ...more])],
      [rest, instead('Slice', ([type, , ...more]) => [type, ['p0', 'one', 'two', 'one'], ...more])],
      [rest, instead('ArgMax', ([type, from, to]) => [type, from, to, { axis: 0 }, ''])],
      [rest, instead('Concat', ([type, from, ...more]) => [type, from.slice(1), ...more])],
      [rest, instead('LinearClassifier', ([type, from, to, given, domain]) => [type, from, to, { ...given, post_transform: 'PROBIT' }, domain])],
      [calibrated, instead('Exp', ([, ...more]) => ['Neg', ...more])],
      [calibrated, instead('Mul', ([, ...more]) => ['Min', ...more])],
      [calibrated, instead('Sum', ([type, [one], ...more]) => [type, [one, one], ...more])],
    ]; // prettier-ignore
    for (const [one, change] of cases) {
      await fails(() => importOnnx(committeeFile(one, change)), {
        code: 'ERR_FORMAT',
        argument: 'file',
      });
    }
    const wide = { ...calibrated, constants: { ...calibrated.constants, a0: { floats: [Infinity] } } }; // prettier-ignore
    await fails(() => importOnnx(committeeFile(wide)), { code: 'ERR_FORMAT', argument: 'file' });
    const few = { ...calibrated, constants: { ...calibrated.constants, classes: { ints: [1, 1, 2] } } }; // prettier-ignore
    await fails(() => importOnnx(committeeFile(few)), {
      code: 'ERR_FORMAT',
      message: /3 functions for 3/,
    });
  });
});

/**
 * Files in the form that skl2onnx writes, made by hand, because skl2onnx could not be
 * installed. Support vectors and coefficients are made up.
 */
describe('importOnnx: files in the form of skl2onnx', { timeout: 900_000 }, () => {
  const classifier = {
    classlabels_ints: [1, 4, 9],
    coefficients: [1, -0.5, -0.5, 0.25, 0.5, -1, -0.75, 1],
    kernel_params: [0.5, 0, 3],
    kernel_type: 'RBF',
    post_transform: 'NONE',
    rho: [0.25, -0.5, 0.125],
    support_vectors: [0, 0, 1, 0, 0, 1, 1, 1],
    vectors_per_class: [2, 1, 1],
  };
  const X = [
    [0, 0],
    [1, 0],
    [0.5, 0.75],
    [2, -1],
    [-1, 2],
  ];

  it('a classifier with votes and sums after it, and a ZipMap', async () => {
    const ml = 'ai.onnx.ml';
    const file = pb.file({
      nodes: [
        pb.node('Cast', ['X'], ['floats'], { to: 1 }),
        pb.node('SVMClassifier', ['floats'], ['raw', 'pairs'], classifier, ml),
        pb.node('Less', ['pairs', 'zero'], ['lost']),
        pb.node('Cast', ['lost'], ['votes'], { to: 1 }),
        pb.node('ArrayFeatureExtractor', ['pairs', 'first'], ['one'], {}, ml),
        pb.node('Neg', ['one'], ['minus']),
        pb.node('Sum', ['one', 'minus'], ['sum']),
        pb.node('Cast', ['raw'], ['output_label'], { to: 7 }),
        pb.node('ZipMap', ['pairs'], ['output_probability'], { classlabels_int64s: [1, 4, 9] }, ml),
      ],
      constants: ['zero', 'first'],
      outputs: ['output_label', 'output_probability'],
    });
    const model = sync.load(importOnnx(file));
    assert.equal(String(model), 'SVC({gamma: 0.5})');
    assert.deepEqual(model.classes, [1, 4, 9]);
    const kernel = (a, b) => Math.exp(-0.5 * a.reduce((s, v, j) => s + (v - b[j]) ** 2, 0));
    const vectors = [X[0], X[1], [0, 1], [1, 1]];
    const byHand = X.flatMap((x) => {
      const [k1, k2, k3, k4] = vectors.map((v) => kernel(v, x));
      return [
        k1 - 0.5 * k2 - 0.5 * k3 + 0.25,
        0.5 * k1 - k2 + 0.25 * k4 - 0.5,
        -0.75 * k3 + k4 + 0.125,
      ];
    });
    assert.ok(apart(model.decisionFunction(X, { shape: 'ovo' }), byHand) < 1e-12);
    const alone = pb.file({
      nodes: [pb.node('SVMClassifier', ['X'], ['label', 'scores'], classifier, ml)],
      outputs: ['label', 'scores'],
    });
    const { label, scores } = await run(alone, X);
    assert.deepEqual(Array.from(label.data, Number), model.predict(X));
    assert.ok(apart(scores.data, byHand) < 1e-6);
  });

  it('numbers packed and not, lengths in more bytes than need be, unknown fields', () => {
    const write = (settings) =>
      importOnnx(
        pb.file({
          nodes: [
            pb.node(
              'SVMClassifier',
              ['X'],
              ['label', 'scores'],
              classifier,
              'ai.onnx.ml',
              settings,
            ),
          ],
          ...settings,
        }),
      );
    const expected = write({});
    for (const settings of [{ packed: true }, { unknown: true }, { long: true }]) {
      assert.deepEqual(write(settings), expected, JSON.stringify(settings));
    }
  });

  it('two linear functions that are not each other’s negative', () => {
    const attributes = {
      classlabels_strings: ['no', 'yes'],
      coefficients: [1, 2, 4, -1],
      intercepts: [0.5, 1],
      post_transform: 'NONE',
    };
    const file = pb.file({
      nodes: [pb.node('LinearClassifier', ['X'], ['label', 's'], attributes, 'ai.onnx.ml')],
    });
    const model = sync.load(importOnnx(file));
    assert.deepEqual(
      [...model.decisionFunction(X)],
      X.map(([a, b]) => 3 * a - 3 * b + 0.5),
    );
  });

  it('a detector: SVMRegressor and its sign', () => {
    const { kernel_params, kernel_type, post_transform, support_vectors } = classifier;
    const attributes = {
      ...{ kernel_params, kernel_type, post_transform, support_vectors },
      coefficients: [1, 1, 1, 1],
      n_supports: 4,
      rho: [-1],
    };
    const nodes = [
      pb.node('SVMRegressor', ['X'], ['scores'], attributes, 'ai.onnx.ml'),
      pb.node('Sign', ['scores'], ['s']),
      pb.node('Cast', ['s'], ['label'], { to: 7 }),
    ];
    assert.ok(sync.load(importOnnx(pb.file({ nodes }))) instanceof sync.OneClassSVM);
    const alone = pb.file({ nodes: nodes.slice(0, 1), outputs: ['scores'] });
    assert.ok(sync.load(importOnnx(alone)) instanceof sync.SVR);
  });

  const ml = (attributes, inputs = ['X']) =>
    pb.node(
      'SVMClassifier',
      inputs,
      ['label', 's'],
      { ...classifier, ...attributes },
      'ai.onnx.ml',
    );
  const trees = (attributes) =>
    pb.node(
      'TreeEnsembleClassifier',
      ['X'],
      ['label', 's'],
      {
        class_ids: [0, 0],
        class_nodeids: [1, 2],
        class_treeids: [0, 0],
        class_weights: [0.25, 1],
        classlabels_int64s: [0, 1],
        nodes_falsenodeids: [2, 0, 0],
        nodes_featureids: [1, 0, 0],
        nodes_modes: ['BRANCH_LEQ', 'LEAF', 'LEAF'],
        nodes_nodeids: [0, 1, 2],
        nodes_treeids: [0, 0, 0],
        nodes_truenodeids: [1, 0, 0],
        nodes_values: [0.5, 0, 0],
        post_transform: 'NONE',
        ...attributes,
      },
      'ai.onnx.ml',
    );
  it('a tree is read, and asks as the file does', async () => {
    const model = sync.load(importOnnx(pb.file({ nodes: [trees({})] })));
    assert.deepEqual(model.predict(X), [0, 0, 1, 0, 1]);
    assert.deepEqual([...model.predictProba(X.slice(0, 1))], [0.75, 0.25]);
  });
  /** The corpus of files that are refused. */
  const refused = {
    'no machine': [{ nodes: [pb.node('Gemm', ['X'], ['label'])] }, /there are 0 machines.*'Gemm'/],
    'no operators': [{ nodes: [] }, /no operators/],
    'a regression tree': [
      { nodes: [pb.node('TreeEnsembleRegressor', ['X'], ['label'], {}, 'ai.onnx.ml')] },
      /'TreeEnsembleRegressor' is a regression tree/,
    ],
    'two machines': [{ nodes: [ml({}), ml({})] }, /there are 2 machines/],
    'a machine of another domain': [
      { nodes: [pb.node('SVMClassifier', ['X'], ['label'], classifier)] },
      /0 machines/,
    ],
    'an imputer of zeros before it': [
      { nodes: [pb.node('Imputer', ['X'], ['Z'], {}, 'ai.onnx.ml'), ml({}, ['Z'])] },
      /'Imputer' fills in for 0/,
    ],
    'a category before it': [
      { nodes: [pb.node('LabelBinarizer', ['X'], ['Z'], {}, 'ai.onnx.ml'), ml({}, ['Z'])] },
      /'LabelBinarizer' cannot be imported.*fit the step/,
    ],
    'columns that do not ascend': [
      {
        nodes: [
          pb.node('ArrayFeatureExtractor', ['X', 'picked'], ['Z'], {}, 'ai.onnx.ml'),
          ml({}, ['Z']),
        ],
        columns: { picked: [1, 0] },
      },
      /picks 2 columns.*must ascend/,
    ],
    'trees that are many': [{ nodes: [trees({ nodes_treeids: [0, 1, 1] })] }, /has 2 trees/],
    'a tree that is a circle': [
      { nodes: [trees({ nodes_truenodeids: [0, 0, 0] })] },
      /has another parent/,
    ],
    'a tree with votes': [{ nodes: [trees({ class_weights: [-3, 2] })] }, /no shares of classes/],
    'a tree with other questions': [
      { nodes: [trees({ nodes_modes: ['BRANCH_LT', 'LEAF', 'LEAF'] })] },
      /BRANCH_LT/,
    ],
    'a tree with a feature below 0': [
      { nodes: [trees({ nodes_featureids: [-1, 0, 0] })] },
      /a feature beyond/,
    ],
    'a loop after it': [
      { nodes: [ml({}), pb.node('Loop', ['s'], ['t'])] },
      /'Loop' cannot be imported/,
    ],
    'labels made into others': [
      { nodes: [ml({}), pb.node('Neg', ['label'], ['other'])], outputs: ['other'] },
      /not an output of the file/,
    ],
    'two inputs': [
      { nodes: [ml({}, ['X', 'Y'])], inputs: ['X', 'Y'] },
      /does not take the input samples/,
    ],
    'an input of other columns': [
      { nodes: [ml({})], inputs: [{ name: 'X', type: 1, columns: 3 }] },
      /takes 2 features.*make 3 columns/,
    ],
    'operators of its own': [{ nodes: [ml({})], functions: true }, /operators of its own/],
    'data elsewhere': [{ nodes: [ml({})], constants: ['weights'], external: true }, /other files/],
    'a subgraph': [{ nodes: [ml({ then: { graph: true } })] }, /graph of its own/],
    'no sets of operators': [{ nodes: [ml({})], opsets: false }, /not an ONNX file/],
    softmax: [{ nodes: [ml({ post_transform: 'SOFTMAX' })] }, /post_transform 'SOFTMAX'/],
    'a kernel unknown': [{ nodes: [ml({ kernel_type: 'COSINE' })] }, /kernel 'COSINE'/],
    'gamma negative': [{ nodes: [ml({ kernel_params: [-1, 0, 3] })] }, /gamma of -1/],
    'a degree between': [
      { nodes: [ml({ kernel_type: 'POLY', kernel_params: [1, 0, 2.5] })] },
      /degree of 2.5/,
    ],
    'no labels': [{ nodes: [ml({ classlabels_ints: [] })] }, /0 labels/],
    'labels twice': [{ nodes: [ml({ classlabels_ints: [1, 1, 2] })] }, /label twice/],
    'a label with NUL': [{ nodes: [ml({ classlabels_strings: ['a', 'b\0', 'c'] })] }, /U\+0000/],
    'vectors of two classes': [
      { nodes: [ml({ vectors_per_class: [2, 2] })] },
      /2 vectors_per_class/,
    ],
    'vectors without number': [
      { nodes: [ml({ vectors_per_class: [2147483647, 2147483647, 2147483647] })] },
      /expected|support vectors/,
    ],
    'vectors fewer than none': [
      { nodes: [ml({ vectors_per_class: [5, -2, 1] })] },
      /vectors_per_class/,
    ],
    'no vectors': [
      { nodes: [ml({ vectors_per_class: [0, 0, 0], coefficients: [] })] },
      /0 support vectors/,
    ],
    'coefficients missing': [
      { nodes: [ml({ coefficients: [1, 2, 3] })] },
      /3 numbers in coefficients, expected 8/,
    ],
    'rho missing': [{ nodes: [ml({ rho: [1] })] }, /1 numbers in rho, expected 3/],
    'part of a vector': [{ nodes: [ml({ support_vectors: [1, 2, 3] })] }, /0.75 features/],
    'a number that is none': [{ nodes: [ml({ rho: [1, NaN, 2] })] }, /NaN in rho/],
    'probabilities of two pairs': [
      { nodes: [ml({ prob_a: [-1, -1], prob_b: [0, 0] })] },
      /2 numbers in prob_a, expected 3/,
    ],
    'probabilities that fall': [
      { nodes: [ml({ prob_a: [-1, 1, -1], prob_b: [0, 0, 0] })] },
      /prob_a > 0/,
    ],
  };
  for (const [name, [parts, message]] of Object.entries(refused)) {
    it(`refused: ${name}`, async () => {
      await fails(() => importOnnx(pb.file(parts)), {
        code: 'ERR_FORMAT',
        argument: 'file',
        message,
      });
    });
  }
});

describe('importOnnx: bytes of any kind', { timeout: 900_000 }, () => {
  let files;
  before(async () => {
    const { X, y } = sets.irises();
    const few = [X.slice(0, 40), y.slice(0, 40)];
    files = await Promise.all(
      [
        new sync.SVC({ probability: 'sigmoid' }).fit(...few),
        new sync.LinearSVC().fit(
          X,
          y.map((one) => `class ${one}`),
        ),
        new sync.OneClassSVM().fit(few[0]),
        sync.makePipeline(new sync.StandardScaler(), new sync.SVC()).fit(...few),
        new sync.DecisionTreeClassifier({ maxDepth: 3 }).fit(X, y),
        sync
          .makePipeline(new sync.SimpleImputer(), new sync.RobustScaler(), new sync.LinearSVC())
          .fit(X, y),
        tableModel(),
        ...[...Object.values(committees), ...Object.values(texts)].map((one) => ({
          file: committeeFile(one),
        })),
      ].map((model) => model.file ?? exportOnnx(model)),
    );
  });

  /** A model of a table of words and numbers. */
  function tableModel() {
    const rows = ['a', 'b', 'c', 'a', 'b', 'd'].map((w, i) => ({ w, v: w + w, x: i, z: i * i }));
    const codes = new sync.OrdinalEncoder({
      handleUnknown: 'useEncodedValue',
      encodedMissingValue: -2,
    });
    const groups = [
      ['words', new sync.OneHotEncoder({ handleUnknown: 'ignore' }), ['w', 'v']],
      ['codes', codes, ['v']],
      [
        'numbers',
        sync.makePipeline(new sync.SimpleImputer(), new sync.StandardScaler()),
        ['z', 'x'],
      ],
      ['pass', 'passthrough', ['x']],
    ];
    const model = sync.makePipeline(new sync.ColumnTransformer(groups), new sync.LinearSVC());
    return model.fit(rows, [0, 1, 0, 1, 0, 1]);
  }

  /** read returns a model, or nothing when the bytes are refused as they should be. */
  function read(bytes) {
    let stored;
    try {
      stored = importOnnx(bytes);
    } catch (error) {
      assert.equal(error.code, 'ERR_FORMAT', error.stack);
      assert.equal(error.argument, 'file');
      assert.ok(Number.isInteger(error.details.offset), error.message);
      return undefined;
    }
    const model = sync.load(stored); // an accepted model is complete
    model.dispose();
    return model;
  }

  it('any damage is an error with its place, or leaves a model that loads', () => {
    const damage = fc.record({
      file: fc.nat(13),
      at: fc.nat(1 << 20),
      gone: fc.nat(6),
      piece: fc.uint8Array({ maxLength: 6 }),
    });
    let models = 0;
    fc.assert(
      fc.property(damage, ({ file, at, gone, piece }) => {
        const whole = files[file];
        const from = at % whole.length;
        models += read(Buffer.concat([whole.subarray(0, from), piece, whole.subarray(from + gone)]))
          ? 1
          : 0;
      }),
      { numRuns: 6000, seed: 11 },
    );
    assert.ok(models > 100, `${models} were let through: is anything but the beginning read?`);
  });

  it('cut off anywhere', () => {
    for (const file of files) {
      for (let length = 0; length < file.length; length += length < 300 ? 1 : 37) {
        assert.equal(
          read(file.subarray(0, length)),
          undefined,
          `${length} of ${file.length} bytes`,
        );
      }
    }
  });

  it('noise, and lengths that exceed everything', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void read(bytes)),
      { seed: 3 },
    );
    for (const bytes of [
      [0x3a, 0xff, 0xff, 0xff, 0xff, 0x0f],
      [0x3a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
      [0x3b, 0x3c],
      [0x00, 0x00],
    ]) {
      assert.equal(read(Uint8Array.from(bytes)), undefined);
    }
  });

  it('the memory for reading is small compared with the file', () => {
    const many = 2e5;
    const attributes = {
      classlabels_ints: [1, 2],
      coefficients: new Array(many).fill(1),
      intercepts: [1, 2],
    };
    const file = pb.file({
      nodes: [pb.node('LinearClassifier', ['X'], ['label', 's'], attributes, 'ai.onnx.ml')],
    });
    global.gc?.();
    const before = process.memoryUsage().rss;
    assert.ok(importOnnx(file).length > 0);
    const taken = process.memoryUsage().rss - before;
    assert.ok(taken < 20 * file.length, `${taken} bytes for a file of ${file.length}`);
  });

  it('scalers with wrong values, or not before the machine', async () => {
    const scaler = (attributes, inputs = ['X'], outputs = ['Z'], type = 'Scaler') =>
      pb.node(type, inputs, outputs, attributes, 'ai.onnx.ml');
    const linear = (from) =>
      pb.node('LinearRegressor', [from], ['variable'], { coefficients: [1, 2], intercepts: [0] }, 'ai.onnx.ml'); // prettier-ignore
    const numbers = (offset, scale) => ({ offset, scale });
    const graph = (...nodes) => pb.file({ nodes, outputs: ['variable'] });
    const good = await sync.load(importOnnx(graph(scaler(numbers([1], [2])), linear('Z'))));
    assert.deepEqual(good.predict([[2, 3]]), Float64Array.of(2 * (2 - 1) + 2 * 2 * (3 - 1)));
    const cases = [
      [[scaler(numbers([1, 1], [1, 0])), linear('Z')], /has 0 in scale/],
      [[scaler(numbers([1, 1], [-1, 1])), linear('Z')], /has -1 in scale/],
      [[scaler(numbers([1, 1, 1], [1, 1, 1])), linear('Z')], /3 numbers in offset, expected 2/],
      [[scaler({}, ['X'], ['Z'], 'Normalizer'), linear('Z')], /the norm 'MAX'/],
      [[scaler(numbers([1], [1])), linear('X')], /does not take the input samples/],
      [[scaler(numbers([1], [1]), ['Q']), linear('X')], /cannot be imported/],
    ];
    for (const [nodes, message] of cases) {
      await fails(() => importOnnx(graph(...nodes)), { code: 'ERR_FORMAT', message });
    }
  });

  it('values that are not bytes, and models that cannot be written', async () => {
    for (const given of [undefined, null, 7, 'onnx', {}, [1, 2]]) {
      await fails(() => importOnnx(given), { code: 'ERR_TYPE', argument: 'file' });
    }
    for (const given of [undefined, null, 7, {}, new Uint8Array(8)]) {
      await fails(() => exportOnnx(given), { code: 'ERR_TYPE', argument: 'model' });
    }
    const { X, y } = sets.irises();
    const ends = { code: 'ERR_TYPE', argument: 'model' };
    await fails(() => exportOnnx(new sync.SVC()), { code: 'ERR_NOT_FITTED' });
    const rows = X.map((row, i) => (i % 9 ? row : [NaN, ...row.slice(1)]));
    const filled = sync.makePipeline(new sync.KNNImputer(), new sync.SVC()).fit(rows, y);
    await fails(() => exportOnnx(filled), { ...ends, message: /a KNNImputer cannot/ });
    const own = new sync.SVC({ kernel: (a, b) => a[0] * b[0] + 1 }).fit(X, y);
    await fails(() => exportOnnx(own), { code: 'ERR_TYPE', argument: 'kernel' });
    const halves = new sync.SVC().fit(
      X,
      y.map((one) => one / 2),
    );
    await fails(() => exportOnnx(halves), { code: 'ERR_TYPE', argument: 'classes' });
    const large = new sync.LinearSVC({ tol: 1e-20 }).fit([[1e-45], [2e-45], [4e-45]], [1, 1, 2]);
    assert.ok((await exportOnnx(large)).length > 0);
    const huge = new sync.SVC({ kernel: 'linear' }).fit([[1e60], [-1e60]], [1, 2]);
    await fails(() => exportOnnx(huge), { code: 'ERR_NUMERIC', argument: 'model' });
  });
});
