/**
 * gpu.fit beside model.fit, with a GPU that errs as badly as WGSL allows: the solution and its certificate,
 * and what happens where the GPU is small, fails, is lost, or is not wanted. browser/webgpu-fits.test.mjs
 * has the shaders compiled.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { random } from './support/data.mjs';
import { fakeGpu } from './support/gpu.mjs';
import { gpus, maxmargin, sync } from './support/maxmargin.mjs';
import { arithmetic, statements } from './support/wgsl.mjs';
import { GramRows } from '../src/webgpu/gram-rows.js';
import { forms } from '../src/webgpu/kernels.js';

const { webgpu } = gpus;
const warned = [];
const next = random(21);
const [n, d] = [300, 4];
const X = Array.from({ length: n }, () => Array.from({ length: d }, () => 2 * next()));
const two = X.map((row) => (row[0] + row[1] * row[2] + next() / 2 > 2.2 ? 'yes' : 'no'));
const three = X.map((row) => (row[0] > 1.3 ? 'a' : row[1] + next() > 1.5 ? 'b' : 'c'));
const numbers = X.map((row) => Math.sin(3 * row[0]) + row[1] * row[3] + next() / 5);

const { SVC, NuSVC, SVR, NuSVR, OneClassSVM, StandardScaler, makePipeline, kernels } = maxmargin;

/** The machine at the end of a pipeline. */
const last = (model) => model.steps?.at(-1)[1] ?? model;

/** The sum of the differences between primal and dual objectives. */
const gapOf = (model) => last(model).dualityGaps.reduce((sum, gap) => sum + gap, 0);

/** Fits of all machines, kernels and forms of samples. */
const fits = {
  'SVC, two classes': [() => new SVC({ C: 3 }), two],
  'SVC, three classes': [() => new SVC({ C: 3 }), three],
  'SVC, one class against the rest': [() => new SVC({ multiClass: 'ovr' }), three],
  'SVC, weights and probabilities': [() => new SVC({ classWeight: 'balanced', probability: 'sigmoid' }), two], // prettier-ignore
  NuSVC: [() => new NuSVC({ nu: 0.4 }), two],
  SVR: [() => new SVR({ C: 10, epsilon: 0.05 }), numbers],
  NuSVR: [() => new NuSVR({ C: 5 }), numbers],
  OneClassSVM: [() => new OneClassSVM({ nu: 0.2 }), null],
  linear: [() => new SVC({ kernel: 'linear' }), two],
  poly: [() => new SVC({ kernel: 'poly', coef0: 1, degree: 2 }), two],
  sigmoid: [() => new SVC({ kernel: 'sigmoid', gamma: 0.02, coef0: 0.1 }), two],
  laplacian: [() => new SVC({ kernel: 'laplacian' }), three],
  chi2: [() => new SVR({ kernel: 'chi2' }), numbers],
  matern: [() => new SVC({ kernel: kernels.matern({ nu: 2.5 }) }), two],
  rationalQuadratic: [() => new SVC({ kernel: kernels.rationalQuadratic({ alpha: 0.5, gamma: 2 }) }), two], // prettier-ignore
  'a pipeline': [() => makePipeline(new StandardScaler(), new SVC()), three],
};

/** A fit with the GPU and one without. */
async function both(make, y, how, settings) {
  const gpu = fakeGpu({ random: random(5), ...how });
  const device = await webgpu({ gpu });
  const fitted = await device.fit(make(), X, y, settings);
  const plain = await (y ? make().fit(X, y) : make().fit(X));
  return { fitted, plain, report: device.report, used: gpu.used, gpu: device };
}

describe('gpu.fit', { timeout: 900_000 }, () => {
  // Here, since files that share a process take turns with the warnings.
  before(async () => {
    await maxmargin.init({ onWarning: (warning) => warned.push(warning) });
    await sync.init({ onWarning: (warning) => warned.push(warning) });
  });

  for (const [name, [make, y]] of Object.entries(fits))
    it(`has the solution of the processor: ${name}`, async () => {
      for (const way of ['up', 'down']) {
        const { fitted, plain, report, used } = await both(make, y, { way });
        assert.deepEqual([report.device, report.adapter, report.why], ['webgpu', 'fake', '']);
        assert.ok(report.rowsByGPU > 0 && report.rowsAgain > 0 && used.values > 0);
        assert.ok(report.bound > 0 && report.bound < 0.01, `bound ${report.bound}`);
        assert.equal(last(fitted).precision, 'float32');
        assert.equal(last(plain).precision, 'float64');
        assert.equal(used.buffers, 0, 'all memory of the device is given back');
        // The certificate: within the tolerance, as without a GPU.
        const [gap, own] = [gapOf(fitted), gapOf(plain)];
        assert.ok(gap >= 0 && gap <= 3 * own + 1e-9, `gaps ${gap} and ${own}`);
        const method = last(fitted).decisionFunction ? 'decisionFunction' : 'predict';
        const [a, b] = await Promise.all([fitted, plain].map((model) => model[method](X)));
        const size = Math.max(...Array.from(b, Math.abs));
        const off = Math.max(...Array.from(a, (v, i) => Math.abs(v - b[i])));
        assert.ok(off < 0.01 * size, `${off} of ${size}`);
      }
    });

  it('goes on on the processor where the GPU fails, at any moment, and says so once', async () => {
    for (const at of [1, 2, 5]) {
      warned.length = 0;
      const submit = (count) => {
        if (count === at) throw new Error('no more memory');
      };
      const { fitted, plain, report, gpu } = await both(() => new SVC({ C: 3 }), three, { submit });
      const why = 'the GPU failed: no more memory';
      assert.deepEqual([report.why, gpu.why], [why, why]);
      assert.equal(report.device, at === 1 ? 'cpu' : 'webgpu');
      assert.ok(gapOf(fitted) <= 3 * gapOf(plain));
      assert.deepEqual(warned, [{ code: 'WARN_GPU', message: `${why}; the processor computes instead` }]); // prettier-ignore
    }
  });

  it('goes on where the GPU is lost in the middle', async () => {
    const submit = (count, lose) => count === 4 && lose('unplugged');
    const { fitted, plain, report } = await both(() => new SVR({ C: 10 }), numbers, { submit });
    assert.equal(report.why, 'the GPU was lost: unplugged');
    assert.ok(gapOf(fitted) <= 3 * gapOf(plain));
  });

  it('divides columns and rows where the limits of a device are small', async () => {
    const limits = { maxStorageBufferBindingSize: 4 * d * 70, maxBufferSize: 2 ** 20 };
    const small = X.slice(0, 200);
    const gpu = fakeGpu({ random: random(5), limits: { ...limits, maxStorageBufferBindingSize: 4 * 200 } }); // prettier-ignore
    const device = await webgpu({ gpu });
    const fitted = await device.fit(new SVC(), small, two.slice(0, 200));
    assert.deepEqual([device.report.device, device.report.why], ['webgpu', '']);
    const plain = await new SVC().fit(small, two.slice(0, 200));
    assert.ok(gapOf(fitted) <= 3 * gapOf(plain));
    const tiny = await webgpu({ gpu: fakeGpu({ limits: { maxStorageBufferBindingSize: 4 * 100 } }) }); // prettier-ignore
    await tiny.fit(new SVC(), small, two.slice(0, 200));
    assert.equal(tiny.report.why, 'the GPU failed: its limits are too small for rows of 200 numbers'); // prettier-ignore
  });

  it('ends by a signal, and by onProgress, and the next fit works', async () => {
    const controller = new AbortController();
    const submit = (count) => count === 3 && controller.abort(new Error('enough'));
    const device = await webgpu({ gpu: fakeGpu({ random: random(5), submit }) });
    const { signal } = controller;
    await assert.rejects(device.fit(new SVC(), X, two, { signal }), /enough/);
    const before = new AbortController();
    before.abort(new Error('at once'));
    await assert.rejects(device.fit(new SVC(), X, two, { signal: before.signal }), /at once/);
    await device.fit(new SVC({ tol: 1e-9 }), X, two, { onProgress: () => false });
    const model = await device.fit(new SVC(), X, two);
    assert.deepEqual([device.report.why, model.precision], ['', 'float32']);
  });

  it('does several fits at once, also behind one that uses no GPU', async () => {
    const device = await webgpu({ gpu: fakeGpu({ random: random(5) }) });
    const waiting = new SVC({ tol: 1e-6 }).fit(X, three);
    const [a, b] = await Promise.all([device.fit(new SVC(), X, two), device.fit(new SVR(), X, numbers)]); // prettier-ignore
    await waiting;
    assert.deepEqual([a.precision, b.precision], ['float32', 'float32']);
  });

  it('takes what is faster with auto: here the processor, bit for bit', async () => {
    const { fitted, plain, report } = await both(() => new SVC({ C: 3 }), two, {}, { device: 'auto' }); // prettier-ignore
    assert.deepEqual([report.device, report.why], ['webgpu', 'the processor is faster']);
    assert.deepEqual(Array.from(fitted.dualCoef), Array.from(plain.dualCoef));
  });

  it('says why a fit has no use for it', async () => {
    const device = await webgpu({ gpu: fakeGpu({ random: random(5) }) });
    const unused = 'this fit has no rows for a GPU: they are for SVC, NuSVC, SVR, NuSVR and OneClassSVM over dense numbers, more than 127 for each problem'; // prettier-ignore
    const sparse = { rows: 200, cols: 2, indptr: Int32Array.from({ length: 201 }, (_, i) => i), indices: new Int32Array(200), data: Float64Array.from({ length: 200 }, (_, i) => i % 7) }; // prettier-ignore
    for (const [model, samples, y, why] of [
      [new maxmargin.LinearSVC(), X, two, unused],
      [new SVC(), X.slice(0, 40), two.slice(0, 40), unused],
      [new SVC(), sparse, two.slice(0, 200), unused],
      [new SVC({ study: { precision: 'float64' } }), X, two, unused],
      [new SVC({ loss: 'squaredHinge' }), X, two, 'rows in float32 do not suffice for this problem'], // prettier-ignore
      [new SVC({ kernel: kernels.minkowski({ p: 3 }) }), X, two, 'the kernel minkowski with these options has no shader'], // prettier-ignore
      [new SVC({ kernel: 'poly', degree: 9, gamma: 1 }), X.map((row) => row.map((v) => 1e20 * v)), two, /^float32 cannot hold|overflow/], // prettier-ignore
    ]) {
      const fitted = await device.fit(model, samples, y).catch((error) => error);
      if (fitted instanceof Error) {
        assert.match(fitted.message, why);
        continue;
      }
      if (why instanceof RegExp) assert.match(device.report.why, why);
      else assert.equal(device.report.why, why);
      assert.equal(device.why, '', 'the device itself is fine');
    }
  });

  it('has the errors of a fit, and refuses unknown devices', async () => {
    const device = await webgpu({ gpu: fakeGpu() });
    await assert.rejects(device.fit(new SVC(), X, two.slice(1)), { code: 'ERR_SHAPE' });
    await assert.rejects(device.fit(new SVC(), X.map((row) => [...row, NaN]), two), { code: 'ERR_NONFINITE' }); // prettier-ignore
    await assert.rejects(device.fit(new SVC(), X, two, { device: 'cuda' }), { code: 'ERR_TYPE', argument: 'device' }); // prettier-ignore
    await assert.rejects(device.fit(new SVC(), X, two, { workers: 2 }), { code: 'ERR_TYPE', argument: 'workers' }); // prettier-ignore
    await assert.rejects(device.fit(new SVC(), X, two, { speed: 2 }), { code: 'ERR_OPTION_UNKNOWN' }); // prettier-ignore
    await assert.rejects(device.fit(new sync.SVC(), X, two), { argument: 'device' });
  });

  it('works without a GPU, and after its end', async () => {
    warned.length = 0;
    for (const device of [
      await webgpu({ gpu: { requestAdapter: async () => null } }),
      await webgpu({ gpu: fakeGpu() }).then((gpu) => (gpu.close(), gpu)),
    ]) {
      const model = await device.fit(new SVC(), X, two, { sampleWeight: X.map(() => 1) });
      assert.equal(model.precision, 'float64');
      assert.deepEqual([device.report.device, device.report.why], ['cpu', device.why]);
    }
    assert.equal(warned.length, 1);
  });

  it('keeps the certificate where C is large and columns are not scaled', async () => {
    // ThunderSVM's issues 125 and 126: C = 1e5, and columns of very different sizes.
    const unscaled = X.map(([a, b, c, e]) => [a, 1000 * b, 0.01 * c, 1e5 + e]);
    for (const [options, samples] of [
      [{ C: 1e5, maxIter: 2e5 }, X],
      [{ C: 100, gamma: 1e-6 }, unscaled],
    ]) {
      const device = await webgpu({ gpu: fakeGpu({ random: random(5) }) });
      const fitted = await device.fit(new SVC(options), samples, two);
      const plain = await new SVC(options).fit(samples, two);
      const [a, b] = [fitted, plain].map((model) => Math.abs(model.objective ?? 0));
      assert.ok(gapOf(fitted) <= 3 * gapOf(plain) + 1e-3 * b, `${gapOf(fitted)}, ${gapOf(plain)}, ${a}`); // prettier-ignore
    }
  });
});

describe('the values that a GPU computes', () => {
  const trees = [
    { kernel: 'rbf', gamma: 0.7 },
    { kernel: 'laplacian', gamma: 0.3 },
    { kernel: 'chi2', gamma: 0.5 },
    { kernel: 'rationalQuadratic', gamma: 1, alpha: 0.7 },
    ...[0.5, 1.5, 2.5].map((nu) => ({ kernel: 'matern', gamma: 0.4, nu })),
    { kernel: 'poly', gamma: 0.5, degree: 3, coef0: 1 },
    { kernel: 'sigmoid', gamma: 0.1, coef0: 0.2 },
    { kernel: 'linear' },
  ];
  for (const tree of trees)
    it(`are within their bounds at the worst that WGSL allows: ${JSON.stringify(tree)}`, (t) => {
      const { kernel, ...own } = tree;
      const form = forms[kernel]({ parts: [], ...tree });
      const rows = [...X.slice(0, 25), X[3].map((v) => 40 * v), X[4].map((v) => 1e-20 * v)];
      const right = sync.gramMatrix({ kernel, ...own }, rows);
      let closest = 0;
      for (const way of ['up', 'down', 'either']) {
        const gram = new GramRows({ limits: {} }, new Map(), form, rows.length, d);
        assert.equal(gram.take(Float64Array.from(rows.slice(0, 20).flat())), false);
        assert.equal(gram.take(Float64Array.from(rows.slice(20).flat())), true);
        const most = ({ X: x, Z }) => kernel === 'poly' ? (x * Z + 1) ** 3 : kernel === 'linear' ? x * Z : 1; // prettier-ignore
        const bounds = gram.bounds(most);
        const { rounded, run } = arithmetic(way, random(3));
        const [column, end] = [statements(form.measure.wgsl), statements(form.wgsl)];
        for (let i = 0; i < rows.length; i++)
          for (let j = 0; j < rows.length; j++) {
            const names = { part: 0 };
            for (let c = 0; c < d; c++)
              run(column, Object.assign(names, { a: gram.row(i)[c], b: gram.row(j)[c] }));
            const off = Math.abs(run(end, { t: rounded(names.part) }) - right[i * rows.length + j]);
            assert.ok(off <= Math.min(bounds[i], bounds[j]), `${i}, ${j}: ${off} of ${bounds[i]}`);
            closest = Math.max(closest, off / bounds[i]);
          }
      }
      assert.ok(closest > 1e-4, `the largest error is ${closest} of its bound`);
      t.diagnostic(`the largest error is ${closest.toPrecision(2)} of its bound`);
    });
});
