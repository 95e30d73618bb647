/**
 * What maxmargin/webgpu knows without a GPU: how models are read, the bounds of errors, what is certain
 * within them, and what happens where there is no GPU. browser/webgpu.test.mjs runs the shaders.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import { elected } from '../src/webgpu/electing.js';
import { Merged } from '../src/webgpu/merged.js';
import { readPlan } from '../src/webgpu/reading.js';
import { finish } from '../src/webgpu/sums.js';
import { flat, random } from './support/data.mjs';
import { maxmargin, sync, gpus } from './support/maxmargin.mjs';
import { arithmetic, sumsOf } from './support/wgsl.mjs';
import { forms, pack } from '../src/webgpu/kernels.js';
import { sumsShader, valuesShader } from '../src/webgpu/shaders.js';

const { webgpu } = gpus;
const warned = [];
before(() => sync.init({ onWarning: (warning) => warned.push(warning) }));

const kernels = [
  'rbf',
  'laplacian',
  'chi2',
  'rationalQuadratic',
  ...[0.5, 1.5, 2.5].map((nu) => ({ kernel: 'matern', nu })),
  { kernel: 'poly', degree: 3, coef0: 1 },
  { kernel: 'poly', degree: 2, coef0: -0.5 },
  { kernel: 'sigmoid', coef0: 0.25 },
  'linear',
];

const next = random(11);
const d = 21;
const X = Array.from({ length: 40 }, () => Array.from({ length: d }, next));
const three = X.map((row) => ['b', 'a', 'c'][Math.floor(3 * row[0])]);
const numbers = X.map((row) => Math.sin(6 * row[0]) + row[1] * row[2]);

/** Rows of several kinds, none below 0. */
const groups = {
  random: X.slice(0, 4).map((row) => row.map((v) => v + next() / 4)),
  trained: X.slice(0, 4),
  tiny: X.slice(0, 3).map((row) => row.map((v) => v * 1e-30)),
  zero: [X[0].map(() => 0)],
  large: X.slice(0, 3).map((row) => row.map((v) => v * 1000)),
};

/** What the shaders say of a row at their worst, beside the bounds of it. */
function worst(plan, row, way, stream) {
  const packed = new Float32Array(plan.d);
  const size = pack(packed, row, 0, plan.origin, plan.form);
  const [values, bounds] = [0, 1].map(() => new Float64Array(plan.intercept.length));
  finish(plan, sumsOf(plan, packed, arithmetic(way, stream)), size, values, bounds);
  return { values, bounds };
}

describe('the bounds of maxmargin/webgpu', { timeout: 900_000 }, () => {
  const study = { decisionFunctionShape: 'ovo' };
  for (const kernel of kernels) {
    it(`hold at the worst that WGSL allows: ${JSON.stringify(kernel)}`, (t) => {
      const classifier = new sync.SVC({ kernel, C: 10, study }).fit(X, three);
      const regressor = new sync.SVR({ kernel, C: 10 }).fit(X, numbers);
      // All its coefficients are positive, so that errors add up.
      const detector = new sync.OneClassSVM({ kernel, nu: 0.8 }).fit(X);
      let closest = 0;
      for (const [model, method] of [
        [classifier, 'decisionFunction'],
        [regressor, 'predict'],
        [detector, 'decisionFunction'],
      ]) {
        const plan = readPlan(model.save());
        assert.equal(typeof plan, 'object', plan);
        for (const [group, rows] of Object.entries(groups)) {
          const right = model[method](rows);
          for (const [i, row] of rows.entries()) {
            for (const way of ['up', 'down', 'either']) {
              const { values, bounds } = worst(plan, row, way, next);
              values.forEach((value, q) => {
                const off = Math.abs(value - right[i * values.length + q]);
                assert.ok(off <= bounds[q], `${group}, ${way}: ${off} of ${bounds[q]}`);
                assert.ok(bounds[q] < Infinity || group === 'large', `${group}: no bound`);
                closest = Math.max(closest, off / bounds[q]);
              });
            }
          }
        }
      }
      t.diagnostic(`the largest error is ${closest.toFixed(3)} of its bound`);
      // A bound that is far too large would have the processor do everything.
      assert.ok(closest > 0.02, `the largest error is ${closest} of its bound`);
    });
  }

  it('hold of Gaussian processes: means, and what decides between two classes', (t) => {
    const two = numbers.map((v) => v > 0.5);
    let closest = 0;
    for (const kernel of ['rbf', 'rationalQuadratic', { kernel: 'matern', nu: 2.5 }, 'linear'])
      for (const [model, y, method] of [
        [
          new sync.GaussianProcessRegressor({ kernel, normalizeY: true, maxIter: 5 }),
          numbers,
          'predict',
        ],
        [new sync.GaussianProcessClassifier({ kernel, maxIter: 5 }), two, 'decisionFunction'],
      ]) {
        model.fit(X, y);
        const plan = readPlan(model.save());
        for (const group of ['random', 'trained', 'zero']) {
          const right = model[method](groups[group]);
          const labels = model.predict(groups[group]);
          groups[group].forEach((row, i) => {
            for (const way of ['up', 'down', 'either']) {
              const { values, bounds } = worst(plan, row, way, next);
              const off = Math.abs(values[0] - right[i]);
              assert.ok(off <= bounds[0] && bounds[0] < 0.1, `${JSON.stringify(kernel)}, ${method}: ${off} of ${bounds[0]}`); // prettier-ignore
              closest = Math.max(closest, off / bounds[0]);
              const place = method === 'predict' ? -1 : elected(plan, values, bounds);
              if (place >= 0) assert.equal(plan.labels[place], labels[i]);
            }
          });
        }
      }
    t.diagnostic(`the largest error is ${closest.toFixed(3)} of its bound`);
    assert.ok(closest > 0.01, `the largest error is ${closest} of its bound`);
  });

  it('hold of features: what landmarks and waves make of rows', () => {
    const made = {
      Nystroem: { nComponents: 10 },
      KernelPCA: { nComponents: 5 },
      IncompleteCholesky: { nComponents: 8 },
      RBFSampler: { nComponents: 12 },
    };
    for (const [name, options] of Object.entries(made)) {
      const model = new sync[name](options).fit(X);
      const plan = readPlan(model.save());
      const right = model.transform(X);
      X.slice(0, 5).forEach((row, i) => {
        const { values, bounds } = worst(plan, row, 'either', next);
        const merged = new Merged(plan, 'transform', 1);
        assert.ok(merged.take(0, values, bounds));
        const q = values.length;
        merged.result.forEach((value, j) => {
          const off = Math.abs(value - right[i * q + j]);
          assert.ok(off <= bounds[j] && bounds[j] < 0.01, `${name}: ${off} of ${bounds[j]}`);
        });
        assert.deepEqual(merged.result.shape, [1, q]);
      });
    }
  });

  it('hold where columns lie far from 0, as those of the processor', () => {
    const far = X.map((row) => row.map((v, j) => v + 1e5 * (j + 1)));
    for (const name of ['rbf', 'laplacian', 'matern']) {
      const kernel = { kernel: name, gamma: 1 / d };
      const model = new sync.SVR({ kernel, C: 10 }).fit(far, numbers);
      const right = model.predict(far);
      const plan = readPlan(model.save());
      far.slice(0, 6).forEach((row, i) => {
        const { values, bounds } = worst(plan, row, 'up', next);
        const off = Math.abs(values[0] - right[i]);
        assert.ok(off <= bounds[0] && bounds[0] < 0.01, `${off} of ${bounds[0]}`);
      });
    }
  });

  it('are infinite where float32 has no such numbers', () => {
    const model = new sync.SVR({ kernel: 'rbf' }).fit(X, numbers);
    const plan = readPlan(model.save());
    const { bounds } = worst(plan, X[0].map(() => 1e30), 'up', next); // prettier-ignore
    assert.equal(bounds[0], Infinity);
    const chi2 = new sync.SVR({ kernel: 'chi2' }).fit(X, numbers);
    assert.equal(worst(readPlan(chi2.save()), X[0].map((v) => -v), 'up', next).bounds[0], Infinity); // prettier-ignore
  });

  it('say so where sums were not written', () => {
    const plan = readPlan(new sync.SVR().fit(X, numbers).save());
    const [values, bounds] = [new Float64Array(1), new Float64Array(1)];
    finish(plan, new Float32Array(4), 1, values, bounds);
    assert.equal(bounds[0], Infinity);
    finish(plan, Float32Array.of(5, 0, 0, 1), 1, values, bounds);
    assert.equal(bounds[0], Infinity);
  });
});

describe('the shaders', () => {
  const shaders = kernels.map((kernel) => {
    const tree = typeof kernel === 'string' ? { kernel } : kernel;
    const form = forms[tree.kernel]({
      gamma: 0.5,
      alpha: 2,
      nu: 1.5,
      degree: 3,
      coef0: 0,
      ...tree,
    });
    return [JSON.stringify(kernel), valuesShader(form)];
  });
  // Other compilers than that of the browser, which browser/webgpu.test.mjs asks.
  for (const compiler of ['naga', 'tint']) {
    const { error } = spawnSync(compiler, ['--version']);
    it(`are right for ${compiler}`, { skip: error && `no ${compiler} here` }, () => {
      const folder = mkdtempSync(join(tmpdir(), 'maxmargin-wgsl-'));
      const file = join(folder, 'shader.wgsl');
      for (const [name, code] of [...shaders, ['sums', sumsShader]]) {
        writeFileSync(file, code);
        const { stdout, stderr } = spawnSync(compiler, [file], { encoding: 'utf8' });
        assert.doesNotMatch(stdout + stderr, /error|not parse/i, name);
      }
      writeFileSync(file, sumsShader.replace('vec4f()', 'vec4g()'));
      const wrong = spawnSync(compiler, [file], { encoding: 'utf8' });
      assert.match(wrong.stdout + wrong.stderr, /vec4g/);
      rmSync(folder, { recursive: true });
    });
  }
});

describe('what bounds leave certain', () => {
  const k = 4;
  const pairs = (k * (k - 1)) / 2;

  /** Elections as the processor has them: votes of pairs, a graph, the largest value. */
  function right({ layout, option, order }, values) {
    if (layout === 'classes') return values.indexOf(Math.max(...values));
    const sign = (a, b) => Math.sign(values[(a * (2 * k - a - 1)) / 2 + b - a - 1]);
    if (option === 'dag') {
      const left = Array.from({ length: k }, (_, c) => c);
      while (left.length > 1) left.splice(sign(left[0], left.at(-1)) > 0 ? -1 : 0, 1);
      return left[0];
    }
    const votes = new Array(k).fill(0);
    for (let a = 0; a < k; a++) for (let b = a + 1; b < k; b++) votes[sign(a, b) > 0 ? a : b]++;
    const most = Math.max(...votes);
    return order.find((c) => votes[c] === most);
  }

  for (const [layout, option] of [
    ['pairs', 'ovo'],
    ['pairs', 'dag'],
    ['classes', 'ovr'],
  ])
    // prettier-ignore
    it(`is the class that all values within them elect: ${option}`, () => {
      const plan = { labels: [...'abcd'], order: [2, 0, 3, 1], layout, option };
      const count = layout === 'pairs' ? pairs : k;
      let [certain, doubtful] = [0, 0];
      for (let round = 0; round < 3000; round++) {
        const values = Array.from({ length: count }, () => 2 * next() - 1);
        const bounds = values.map(() => (next() < 0.3 ? next() : 1e-9));
        const place = elected(plan, values, bounds);
        if (place < 0) doubtful++;
        else certain++;
        const others = Array.from({ length: 20 }, () => right(plan, values.map((v, q) => v + (next() < 0.5 ? -0.999 : 0.999) * bounds[q]))); // prettier-ignore
        if (place >= 0) assert.deepEqual([...new Set(others)], [place]);
        const sure = elected(plan, values, values.map(() => 0));
        assert.equal(sure, right(plan, values));
      }
      assert.ok(certain > 300 && doubtful > 300, `${certain} certain, ${doubtful} doubtful`);
    });
});

describe('a model that the shaders do not know', () => {
  const y = numbers.map((v) => v > 0.5);
  const cases = {
    'LinearSVC has no shader': () => new sync.LinearSVC().fit(X, y),
    'the kernel sum with these options has no shader': () => new sync.SVC({ kernel: sync.kernels.sum(sync.kernels.rbf(), sync.kernels.linear()) }).fit(X, y), // prettier-ignore
    'the kernel matern with these options has no shader': () => new sync.SVR({ kernel: { kernel: 'matern', nu: 3.5 } }).fit(X, numbers), // prettier-ignore
    'the model is no plain sum over vectors': () => new sync.GaussianProcessClassifier({ maxIter: 1 }).fit(X, three), // prettier-ignore
    'the kernel is precomputed': () => new sync.SVC({ kernel: 'precomputed' }).fit(X.map((a) => X.map((b) => a.reduce((sum, v, j) => sum + v * b[j], 0))), y), // prettier-ignore
  };
  for (const [why, make] of Object.entries(cases)) it(why, () => assert.equal(readPlan(make().save()), why)); // prettier-ignore
});

describe('without a GPU', () => {
  const none = { requestAdapter: async () => null };

  it('everything is computed by the model, with one warning', async () => {
    await maxmargin.init({ onWarning: (warning) => warned.push(warning) });
    const model = await new maxmargin.SVC().fit(X, three);
    warned.length = 0;
    const gpu = await webgpu({ gpu: none });
    const why = 'WebGPU has no adapter here: there is no GPU that the browser would use';
    assert.deepEqual([gpu.adapter, gpu.why], ['', why]);
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await gpu.predict(model, X), await model.predict(X));
      const { bounds, ...said } = gpu.report;
      assert.deepEqual(said, { device: 'cpu', adapter: '', why, rowsByGPU: 0, rowsAgain: 40, bound: 0 }); // prettier-ignore
      assert.equal(bounds.length, 40);
    }
    const values = await gpu.decisionFunction(model, flat(X));
    assert.deepEqual(values, await model.decisionFunction(X));
    assert.deepEqual(values.shape, [40, 3]);
    assert.deepEqual(warned, [{ code: 'WARN_GPU', message: `${why}; the processor computes instead` }]); // prettier-ignore
    gpu.close();
  });

  it('a program can insist', async () => {
    const message = /^WebGPU has no adapter here: .*; leave out required, and gpu falls back on the processor$/; // prettier-ignore
    await assert.rejects(webgpu({ gpu: none, required: true }), { code: 'ERR_GPU', argument: 'gpu', message }); // prettier-ignore
    const broken = { requestAdapter: () => Promise.reject(new Error('driver asleep')) };
    await assert.rejects(webgpu({ gpu: broken, required: true }), /driver asleep/);
  });

  it('refuses what is no model, no GPU, no setting', async () => {
    await assert.rejects(webgpu({ gpu: 7 }), { code: 'ERR_TYPE', argument: 'gpu' });
    await assert.rejects(webgpu({ required: 1 }), { code: 'ERR_TYPE', argument: 'required' });
    await assert.rejects(webgpu({ require: true }), { code: 'ERR_OPTION_UNKNOWN' });
    const gpu = await webgpu({ gpu: none });
    await assert.rejects(gpu.predict({}, X), { code: 'ERR_TYPE', argument: 'model' });
    const model = new sync.SVC().fit(X, three);
    await assert.rejects(gpu.predict(model, X, { device: 'tpu' }), { code: 'ERR_TYPE', argument: 'device' }); // prettier-ignore
    await assert.rejects(gpu.predict(model, X, { bound: -1 }), { code: 'ERR_TYPE', argument: 'bound' }); // prettier-ignore
    await assert.rejects(gpu.predict(model, [[1]]), { code: 'ERR_FEATURE_COUNT' });
    assert.deepEqual(await gpu.predict(model, X), model.predict(X)); // after what failed
  });
});
