/**
 * Faults of ONNX files that were found, and their neighbours: what a file says is what the model says,
 * and what is read from a file is what onnxruntime says of it, or an error.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import * as ort from 'onnxruntime-web';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { modules, onnx, sync } from './support/maxmargin.mjs';
import { esm } from './support/modules.mjs';
import * as pb from './support/onnx.mjs';

const { exportOnnx, importOnnx } = onnx;

ort.env.wasm.numThreads = 1;
ort.env.logLevel = 'error';

before(() => sync.init({ onWarning: () => {} }));

/** run resolves to the outputs of onnxruntime for rows of numbers. */
async function run(file, X, type = 'float32', how = {}) {
  const session = await ort.InferenceSession.create(file, { executionProviders: ['wasm'], ...how });
  const Numbers = type === 'float64' ? Float64Array : Float32Array;
  const input = new ort.Tensor(type, Numbers.from(X.flat()), [X.length, X[0].length]);
  const results = await session.run({ X: input });
  await session.release();
  return results;
}

/** The largest difference of two lists, in units of the largest number. */
function apart(got, want) {
  assert.equal(got.length, want.length);
  const size = Array.from(want).reduce((most, v) => Math.max(most, Math.abs(v)), Number.MIN_VALUE);
  return Array.from(want).reduce((most, v, i) => Math.max(most, Math.abs(v - got[i])), 0) / size;
}

const labels = (tensor) => Array.from(tensor.data, (one) => (typeof one === 'bigint' ? Number(one) : one)); // prettier-ignore

describe('neighbours that are far away', () => {
  const { kernels } = sync;
  const rbf = kernels.rbf({ gamma: 1 });
  const poly = kernels.poly({ degree: 2, gamma: 1 });
  const all = {
    'a sum of Gaussians of one feature space': kernels.sum(kernels.gaussian(0.5, poly), kernels.gaussian(2, poly)), // prettier-ignore
    'a sum over columns that are apart': kernels.sum(kernels.columns([2, 0], rbf), kernels.columns([2, 0], kernels.rationalQuadratic())), // prettier-ignore
    'a product of a Gaussian and a city block': kernels.product(rbf, kernels.laplacian()),
    'a centred Gaussian': kernels.center([[1, 2, 3], [0, 1, 0]], rbf), // prettier-ignore
    'a Gaussian of a scaled sum': kernels.gaussian(1, kernels.scale(3, kernels.sum(rbf, kernels.linear()))), // prettier-ignore
    'a kernel of Matérn': kernels.matern({ nu: 1.5, gamma: 1 }),
    'powers of differences': kernels.minkowski({ p: 1.5, power: 1, gamma: 1 }),
  };
  const X = Array.from({ length: 24 }, (_, i) => [i % 7, (i * i) % 5, (3 * i) % 11]);
  const y = X.map((_, i) => 'abc'[Math.floor(i / 8)]);
  const far = X.map((row) => row.map((v, j) => 1000 + 300 * v + 7 * j));
  for (const [name, kernel] of Object.entries(all)) {
    it(`${name}: file and text rank by the distance, as the model does`, async () => {
      for (const weights of ['uniform', 'distance']) {
        const model = new sync.KNeighborsClassifier({ kernel, weights, nNeighbors: 3 }).fit(X, y);
        const want = model.predict(far);
        // Of the kernel's values alone all rows would be alike.
        assert.ok(new Set(want).size > 1 || name.includes('Matérn'));
        const own = await esm(await modules.toModule(model));
        assert.deepEqual(own.predict(far), want, weights);
        for (const precision of ['float32', 'float64']) {
          const out = await run(await exportOnnx(model, { precision }), far, precision);
          assert.deepEqual(labels(out.label), want, `${weights}, ${precision}`);
        }
      }
    });
  }

  it('one dimension, three classes', async () => {
    const line = [[0], [1], [100], [101], [200], [201]];
    for (const kernel of [kernels.matern({ nu: 1.5 }), kernels.scale(2, rbf), kernels.chi2()]) {
      const model = new sync.KNeighborsClassifier({ kernel, nNeighbors: 1 }).fit(line, [...'aabbcc']); // prettier-ignore
      const { label } = await run(await exportOnnx(model), [[60], [1e4]]);
      assert.deepEqual(labels(label), ['b', 'c']);
    }
  });
});

describe('float64 stays float64, whatever the runtime fuses', { timeout: 900_000 }, () => {
  const { X, y } = blobs({ n: 40, k: 2, apart: 1.2, seed: 9 });
  const target = X.map(([a, b]) => Math.sin(a) + b / 3);
  for (const columns of [1, 2]) {
    for (const { name, kind } of Object.values(sync.catalog)) {
      if (kind !== 'transformer' || /Encoder|Imputer/.test(name)) continue;
      it(`${name} of ${columns} before machines`, async () => {
        const rows = X.map((row) => row.slice(0, columns).map((v) => v / 3 + 1 / 7));
        const step = () => new sync[name]();
        for (const [machine, to] of [
          [new sync.Ridge(), target],
          [new sync.KernelRidge({ kernel: 'poly', alpha: 1 }), target],
          [new sync.LinearSVC({ fitIntercept: false, probability: 'sigmoid' }), y],
          [new sync.LSSVC({ kernel: 'linear' }), y],
        ]) {
          const model = sync.makePipeline(step(), machine).fit(rows, to);
          const file = await exportOnnx(model, { precision: 'float64' });
          const out = await run(file, rows, 'float64');
          const plain = await run(file, rows, 'float64', { graphOptimizationLevel: 'disabled' });
          const numeric = Object.keys(out).filter((one) => one !== 'label');
          assert.ok(numeric.length > 0, `${model}`);
          for (const key of numeric) {
            const far = apart(out[key].data, plain[key].data);
            assert.ok(far < 1e-12, `${model}, ${key}: ${far} by optimisation`);
          }
          const want = out.scores ? model.decisionFunction(rows) : model.predict(rows);
          const far = apart((out.scores ?? out.variable).data, want);
          assert.ok(far < 1e-8, `${model}: ${far}`);
        }
      });
    }
  }

  it('samples far from zero', async () => {
    const rows = X.map((row) => row.map((v) => v + 1e6));
    for (const machine of [
      new sync.LSSVC(),
      new sync.SVC({ kernel: sync.kernels.rationalQuadratic() }),
    ]) {
      const model = machine.fit(rows, y);
      const { scores } = await run(await exportOnnx(model, { precision: 'float64' }), rows, 'float64'); // prettier-ignore
      const far = apart(scores.data, model.decisionFunction(rows));
      assert.ok(far < 1e-8, `${model}: ${far}`);
    }
  });

  it('distances that are zero, of which roots are taken', async () => {
    const rows = blobs({ n: 40, k: 2, d: 9, seed: 9 }).X.map((row) => row.map((v) => v * 1000));
    const { matern, minkowski } = sync.kernels;
    for (const kernel of [matern({ nu: 0.5, gamma: 1e-6 }), minkowski({ p: 2, power: 1, gamma: 1e-3 })]) {
      const model = new sync.KernelRidge({ kernel, alpha: 1 }).fit(rows, target);
      const { variable } = await run(await exportOnnx(model, { precision: 'float64' }), rows, 'float64');
      const far = apart(variable.data, model.predict(rows));
      assert.ok(far < 1e-12, `${model}: ${far}`);
    }
  }); // prettier-ignore

  it('shares of probabilities that are small, for which Sigmoid has zeros', async () => {
    const three = blobs({ n: 60, k: 3, apart: 1.2, seed: 9 });
    const model = new sync.LinearSVC({ probability: 'sigmoid' }).fit(three.X, three.y);
    const away = three.X.map((row) => row.map((v) => v * 30));
    const { probabilities } = await run(await exportOnnx(model, { precision: 'float64' }), away, 'float64'); // prettier-ignore
    assert.ok(apart(probabilities.data, model.predictProba(away)) < 1e-6);
  });
});

describe('columns of probabilities and scores are in the order of the classes', () => {
  const X = Array.from({ length: 120 }, (_, i) => [Math.sin(i * 1.7) + (i % 3) * 2, Math.cos(i * 2.3)]); // prettier-ignore
  const y = X.map((_, i) => ['zebra', 'apple', 'mango'][i % 3]);
  const two = y.map((name) => (name === 'zebra' ? 'zebra' : 'apple'));
  const machines = {
    SVC: [{ probability: 'sigmoid' }, { probability: 'temperature' }, { probability: 'isotonic' }, {}, { study: { decisionFunctionShape: 'ovo' } }], // prettier-ignore
    NuSVC: [{ probability: 'sigmoid', nu: 0.2 }],
    LinearSVC: [{ probability: 'sigmoid' }, {}],
    SGDClassifier: [{}],
    DecisionTreeClassifier: [{ maxDepth: 3 }],
    KNeighborsClassifier: [{ probability: 'sigmoid' }],
    AdaBoostClassifier: [{}],
  };
  for (const [name, all] of Object.entries(machines)) {
    it(name, async () => {
      for (const options of all) {
        for (const names of [y, two]) {
          const model = new sync[name](options).fit(X, names);
          const k = model.classes.length;
          for (const precision of ['float32', 'float64']) {
            const out = await run(await exportOnnx(model, { precision }), X, precision);
            const what = `${model}, ${k}, ${precision}`;
            assert.deepEqual(labels(out.label), model.predict(X), what);
            const p = out.probabilities;
            if (p) assert.ok(apart(p.data, model.predictProba(X)) < 0.1, `${what}, probabilities`);
            if (out.scores && k > 2) assert.ok(apart(out.scores.data, model.decisionFunction(X)) < 1e-4, `${what}, scores`); // prettier-ignore
          }
        }
      }
    });
  }

  it('a file with the classes in another order, as this package wrote them, is read as it says', async () => {
    const attributes = {
      ...{ classlabels_ints: [9, 1, 4], coefficients: [1, -0.5, -0.5, 0.25, 0.5, -1, -0.75, 1] },
      ...{ kernel_params: [0.5, 0, 3], kernel_type: 'RBF', post_transform: 'NONE' },
      ...{ prob_a: [-2, -1.5, -3], prob_b: [0.1, -0.2, 0.3], rho: [0.25, -0.5, 0.125] },
      ...{ support_vectors: [0, 0, 1, 0, 0, 1, 1, 1], vectors_per_class: [2, 1, 1] },
    };
    const file = pb.file({ nodes: [pb.node('SVMClassifier', ['X'], ['label', 'p'], attributes, 'ai.onnx.ml')], inputs: [{ name: 'X', columns: 2 }], outputs: ['label', 'p'] }); // prettier-ignore
    const model = sync.load(importOnnx(file));
    assert.deepEqual(model.classes, [1, 4, 9]);
    const rows = [[3, 0.2], [0, 0.9], [0.9, 0], [-1, -1]]; // prettier-ignore
    const out = await run(file, rows);
    const p = model.predictProba(rows);
    const at = [2, 0, 1]; // of each column of the file
    rows.forEach((_, i) => at.forEach((c, column) => assert.ok(Math.abs(out.p.data[3 * i + column] - p[3 * i + c]) < 0.1))); // prettier-ignore
    assert.deepEqual(labels(out.label), model.predict(rows));
  });
});

describe('ties', () => {
  it('linear classifiers: the class that decides between equal values', async () => {
    const rows = [[0, 0], [1, 0], [0, 1], [1, 1]]; // prettier-ignore
    for (const names of [
      ['b', 'a', 'a', 'b'],
      ['a', 'b', 'b', 'a'],
      ['c', 'b', 'a', 'b'],
    ]) {
      for (const machine of [
        new sync.MulticlassPerceptron({ fitIntercept: false }),
        new sync.Perceptron({ fitIntercept: false }),
        new sync.SVC({ kernel: 'linear' }),
      ]) {
        // prettier-ignore
        const model = machine.fit(rows, names);
        const want = model.predict([[0, 0]]);
        for (const precision of ['float32', 'float64']) {
          const file = await exportOnnx(model, { precision });
          const { label } = await run(file, [[0, 0]], precision);
          assert.deepEqual(labels(label), want, `${model}, ${names}, ${precision}`);
        }
        const again = sync.load(importOnnx(await exportOnnx(model)));
        assert.deepEqual(again.predict([[0, 0]]), want, `${model}, ${names}, again`);
      }
    }
  });

  it('a detector: a value of 0 is inside, where Sign has 0', async () => {
    const model = new sync.OneClassSVM({ kernel: 'linear', nu: 0.5 }).fit([[1], [2], [3], [4]]);
    const file = await exportOnnx(model);
    const edge = Math.fround(-model.intercept / model.dualCoef.reduce((sum, a, i) => sum + a * model.supportVectors[i], 0)); // prettier-ignore
    const rows = [[edge], [edge + 1], [edge - 1]];
    const { label, scores } = await run(file, rows);
    assert.equal(scores.data[0], 0);
    assert.deepEqual(labels(label), [1, 1, -1]);
    assert.deepEqual(Array.from(sync.load(importOnnx(file)).predict(rows.slice(1))), [1, -1]);
  });

  it('equal votes of an ensemble, which float32 has unequal', async () => {
    const { X, y } = blobs({ n: 60, k: 3, apart: 0.6, seed: 21 });
    for (const machine of [new sync.LPBoostClassifier(), new sync.AdaBoostClassifier()]) {
      const model = machine.fit(X, y);
      const { label, scores } = await run(await exportOnnx(model, { precision: 'float64' }), X, 'float64'); // prettier-ignore
      assert.deepEqual(labels(label), model.predict(X));
      assert.ok(apart(scores.data, model.decisionFunction(X)) < 1e-14);
    }
  });
});

describe('what operators make of the number of a machine', () => {
  const attributes = {
    ...{ coefficients: [1, 1, 1], kernel_params: [0.5, 0, 3], kernel_type: 'RBF', n_supports: 3 },
    ...{ post_transform: 'NONE', rho: [-1.5], support_vectors: [0, 0, 1, 0, 0, 1] },
  };
  const machine = pb.node('SVMRegressor', ['X'], ['f'], attributes, 'ai.onnx.ml');
  const linear = pb.node('LinearRegressor', ['X'], ['f'], { coefficients: [1, -2], intercepts: [0.5], post_transform: 'NONE' }, 'ai.onnx.ml'); // prettier-ignore
  const inputs = [{ name: 'X', columns: 2 }];
  const rows = [[0.3, 0.3], [9, 9], [1, 0], [-2, 0.5]]; // prettier-ignore
  const read = (nodes, outputs) => sync.load(importOnnx(pb.file({ nodes, inputs, outputs })));
  const cast = (from, to, type) => pb.node('Cast', [from], [to], { to: type });
  const sign = (from, to) => pb.node('Sign', [from], [to]);
  // Outputs of pb.file are float32, so onnxruntime is given labels of float32 as well.
  const detectors = {
    'Sign of a Cast, as skl2onnx writes OneClassSVM': [[machine, cast('f', 'scores', 1), sign('scores', 's'), cast('s', 'label', 7)], ['label', 'scores']], // prettier-ignore
    'Sign behind a Cast, the scores first': [[machine, cast('f', 'scores', 1), sign('scores', 's'), cast('s', 'label', 7)], ['scores', 'label']], // prettier-ignore
    'Sign of a result in another shape': [[machine, pb.node('Flatten', ['f'], ['g']), pb.node('Identity', ['g'], ['h']), sign('h', 'label')], ['label']], // prettier-ignore
    'Sign right behind it': [[machine, sign('f', 's'), cast('s', 'label', 7)], ['label']],
  };
  for (const [name, [nodes, outputs]] of Object.entries(detectors)) {
    it(`${name}: a detector`, async () => {
      const model = read(nodes, outputs);
      assert.ok(model instanceof sync.OneClassSVM);
      const plain = await run(pb.file({ nodes: [machine], inputs, outputs: ['f'] }), rows);
      assert.deepEqual(Array.from(model.predict(rows)), Array.from(plain.f.data, Math.sign));
      assert.ok(apart(model.decisionFunction(rows), plain.f.data) < 1e-6);
    });
  }

  it('the number itself is a regression', async () => {
    for (const nodes of [
      [machine],
      [machine, cast('f', 'y', 1)],
      [machine, pb.node('Identity', ['f'], ['y'])],
    ]) {
      // prettier-ignore
      const outputs = [nodes.length > 1 ? 'y' : 'f'];
      const model = read(nodes, outputs);
      assert.ok(model instanceof sync.SVR);
      const out = await run(pb.file({ nodes, inputs, outputs }), rows);
      assert.ok(apart(model.predict(rows), out[outputs[0]].data) < 1e-6);
    }
  });

  const others = {
    'whole numbers of it': [[machine, cast('f', 'label', 7)], ['label']],
    'a condition': [[machine, cast('f', 'label', 9)], ['label']],
    'its exponential beside it': [
      [machine, pb.node('Exp', ['f'], ['y'])],
      ['y', 'f'],
    ],
    'its opposite': [[machine, pb.node('Neg', ['f'], ['y'])], ['y']],
    'a label that is no Sign, beside it': [[machine, pb.node('Less', ['f', 'zero'], ['b']), cast('b', 'label', 7)], ['label', 'f']], // prettier-ignore
    'the side of a plane': [
      [linear, sign('f', 's'), cast('s', 'label', 7)],
      ['label', 'f'],
    ],
  };
  for (const [name, [nodes, outputs]] of Object.entries(others)) {
    it(`${name}: refused`, async () => {
      const file = pb.file({ nodes, inputs, outputs, constants: ['zero'] });
      await fails(async () => importOnnx(file), { code: 'ERR_FORMAT', message: /not an output of the file|that the file changes|predicts a side/ }); // prettier-ignore
    });
  }
});

describe('values of an imported table', () => {
  const table = Array.from({ length: 40 }, (_, i) => ({ a: Math.sin(i), flag: i % 3 === 0, s: 'xyz'[i % 3] })); // prettier-ignore
  const y = table.map(({ a, flag }) => (a + (flag ? 1 : 0) > 0.5 ? 'p' : 'n'));
  const columns = () =>
    new sync.ColumnTransformer([
      ['numbers', new sync.StandardScaler(), ['a']],
      ['words', new sync.OneHotEncoder({ handleUnknown: 'ignore' }), ['flag', 's']],
    ]);

  it('true and false are the texts that the file has, and no unknown ones', async () => {
    const model = sync.makePipeline(columns(), new sync.SVC()).fit(table, y);
    const file = await exportOnnx(model);
    const first = sync.load(importOnnx(file));
    const again = sync.load(first.save());
    for (const one of [first, again]) {
      assert.ok(apart(one.decisionFunction(table), model.decisionFunction(table)) < 1e-5);
      const asTexts = table.map((row) => ({ ...row, flag: String(row.flag) }));
      assert.deepEqual(one.decisionFunction(asTexts), one.decisionFunction(table));
      const odd = (flag) => one.decisionFunction([{ ...table[0], flag }])[0];
      assert.equal(odd('maybe'), odd(17));
      assert.notEqual(odd(true), odd('maybe'));
      for (const flag of [new Date(0), Symbol.iterator, () => {}]) {
        await fails(async () => odd(flag), { code: 'ERR_TYPE', argument: 'X' });
      }
      for (const a of [true, '0.5', 5n, new Date(0)]) {
        await fails(async () => one.predict([{ ...table[0], a }]), { code: 'ERR_TYPE', argument: 'X' }); // prettier-ignore
      }
    }
  });

  it('numbers and whole numbers of 64 bits that were categories are their texts', async () => {
    const codes = table.map((row, i) => ({ ...row, s: String(i % 3) }));
    const model = sync.makePipeline(columns(), new sync.SVC()).fit(codes, y);
    const again = sync.load(importOnnx(await exportOnnx(model)));
    const want = again.decisionFunction(codes);
    for (const of of [Number, BigInt]) {
      assert.deepEqual(again.decisionFunction(codes.map((row) => ({ ...row, s: of(row.s) }))), want); // prettier-ignore
    }
  });

  it('a date is no category of a model of this package either', async () => {
    const model = sync.makePipeline(columns(), new sync.SVC()).fit(table, y);
    for (const s of [new Date(0), 1n]) {
      await fails(async () => model.predict([{ ...table[0], s }]), { code: 'ERR_TYPE', argument: 'X' }); // prettier-ignore
    }
  });
});
