/** fit(X, y, { workers }) where there is one problem: workers compute kernel rows for its solver. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { maxmargin } from './support/maxmargin.mjs';

const { NuSVC, NuSVR, OneClassSVM, SVC, SVDD, SVR, kernels } = maxmargin;
const n = 2400;
const { X, y } = blobs({ n, d: 6, k: 2, apart: 1, seed: 5 });
const values = X.map((row, i) => Math.sin(row[0]) + row[1] / 3 + ((i * 7) % 11) / 20);
const bytes = { data: Uint8Array.from(X.flat(), (v) => 128 + 20 * v), rows: n, cols: 6, scale: 0.05 }; // prettier-ignore
const sparse = {
  data: Float64Array.from(X.flat()),
  indices: Int32Array.from(X.flat(), (_, i) => i % 6),
  indptr: Int32Array.from({ length: n + 1 }, (_, i) => 6 * i),
  rows: n,
  cols: 6,
};

/** What a fit found. */
async function found(model, samples = X) {
  const { objective, gap, status } = model;
  const { fitInfo, nIter } = model;
  const decision = model.decisionFunction ?? model.predict;
  const values = await decision.call(model, samples);
  return { objective, gap, status, iterations: fitInfo.iterations, nIter, values };
}

/** Does work, with what begin does to each further worker, and returns the operations of these. */
async function watching(work, begin = () => {}) {
  const { host } = new SVC()[Symbol.for('maxmargin.estimator')];
  const { sibling } = Object.getPrototypeOf(host);
  const all = [];
  host.sibling = function () {
    const worker = sibling.call(host);
    worker.call = function (op, ...rest) {
      all.push(op);
      const calling = Object.getPrototypeOf(worker).call.call(worker, op, ...rest);
      begin(worker);
      return calling;
    };
    return worker;
  };
  try {
    await work();
  } finally {
    delete host.sibling;
  }
  return all;
}

describe('a fit whose rows workers compute', { timeout: 900_000 }, () => {
  for (const [what, machine, samples = X, target = y] of [
    ['SVC', () => new SVC()],
    ['SVC, a small cache', () => new SVC({ C: 10, cacheSize: 1 })],
    ['SVC of bytes', () => new SVC(), bytes],
    ['SVC of sparse samples', () => new SVC(), sparse],
    ['SVC, polynomial', () => new SVC({ kernel: 'poly', degree: 2, coef0: 1 })],
    [
      'SVC, a sum of kernels',
      () => new SVC({ kernel: kernels.sum(kernels.rbf(), kernels.linear()) }),
    ],
    ['SVC without a constant', () => new SVC({ fitIntercept: false })],
    ['NuSVC', () => new NuSVC({ nu: 0.4 })],
    ['SVR', () => new SVR({ epsilon: 0.1 }), X, values],
    ['NuSVR', () => new NuSVR(), X, values],
    ['OneClassSVM', () => new OneClassSVM({ nu: 0.3 }), X, null],
    ['SVDD', () => new SVDD({ nu: 0.3 }), X, null],
  ]) {
    it(`has the bits of a fit by one: ${what}`, async () => {
      const fit = (settings) =>
        target ? machine().fit(samples, target, settings) : machine().fit(samples, settings);
      const expected = await found(await fit({}), samples);
      for (const workers of what === 'SVC' ? [1, 2, 3] : [2]) {
        const operations = await watching(async () => {
          assert.deepEqual(await found(await fit({ workers }), samples), expected);
        });
        assert.deepEqual(
          operations,
          Array.from({ length: workers - 1 }, () => 'serveRows'),
        );
      }
    });
  }

  it('starts from an earlier fit', async () => {
    const again = async (settings) => {
      const model = new SVC({ warmStart: true });
      await model.fit(X, y, settings);
      model.setParams({ C: 3 });
      return found(await model.fit(X, y, settings));
    };
    assert.deepEqual(await again({ workers: 2 }), await again({}));
  });

  it('is done by one where memory cannot be shared', async () => {
    const expected = await found(await new SVC().fit(X, y));
    const shared = globalThis.SharedArrayBuffer;
    try {
      globalThis.SharedArrayBuffer = undefined;
      const operations = await watching(async () => {
        assert.deepEqual(await found(await new SVC().fit(X, y, { workers: 2 })), expected);
      });
      assert.deepEqual(operations, []);
    } finally {
      globalThis.SharedArrayBuffer = shared;
    }
  });

  it('is done by one when the samples are few', async () => {
    const operations = await watching(() => new SVC().fit(X.slice(0, 1000), y.slice(0, 1000), { workers: 2 })); // prettier-ignore
    assert.deepEqual(operations, []);
  });

  it('goes on when a worker dies', async () => {
    const expected = await found(await new SVC({ C: 100 }).fit(X, y));
    for (const delay of [0, 60, 150]) {
      const operations = await watching(
        async () => {
          assert.deepEqual(
            await found(await new SVC({ C: 100 }).fit(X, y, { workers: 2 })),
            expected,
          );
        },
        (worker) => setTimeout(() => worker.close(), delay),
      );
      assert.deepEqual(operations, ['serveRows']);
    }
  });

  it('reports progress, and can be stopped and aborted', async () => {
    let reports = 0;
    const stopped = await new SVC({ C: 1000, tol: 1e-6 }).fit(X, y, {
      workers: 2,
      onProgress: () => ++reports < 2,
    });
    assert.equal(stopped.status, 'stopped');
    const controller = new AbortController();
    const aborted = new SVC({ C: 1000, tol: 1e-6 }).fit(X, y, {
      workers: 2,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await assert.rejects(aborted, { name: 'AbortError' });
    const expected = await found(await new SVC().fit(X, y));
    assert.deepEqual(await found(await new SVC().fit(X, y, { workers: 2 })), expected);
  });
});
