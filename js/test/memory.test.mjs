/**
 * WebAssembly can address 4 GB: a larger request is refused because of its size, before
 * anything is copied, and the runtime goes on. The tables here are huge but need no
 * memory: untouched pages, strides of zero, arrays with holes.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { bothForms } from './support/forms.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const GB = 2 ** 30;
const { X, y } = blobs({ n: 30, d: 2, k: 3, apart: 3, seed: 1 });

/** Row after row the same two numbers. */
const strided = (rows, cols = 2) => ({
  data: new Float64Array([1, 2]),
  shape: [rows, cols],
  strides: [0, cols === 2 ? 1 : 0],
});

/** Few numbers, but an array of rows as long as an array can be. */
function holes() {
  const rows = new Array(2 ** 32 - 1);
  rows[0] = [1, 2];
  return rows;
}

const tables = {
  'a flat matrix': () => ({ data: new Float64Array(2 ** 28), rows: 2 ** 18, cols: 2 ** 10 }),
  'float32 numbers': () => ({ data: new Float32Array(2 ** 28), rows: 2 ** 18, cols: 2 ** 10 }),
  'a strided matrix': () => strided(2 ** 40),
  'an array of rows': holes,
  'sparse rows by their number': () => ({
    indptr: new Int32Array(2),
    indices: new Int32Array(0),
    data: new Float64Array(0),
    rows: 2 ** 30,
    cols: 3,
  }),
  'sparse rows by their stored values': () => ({
    indptr: new Int32Array(3),
    indices: new Int32Array(2 ** 27),
    data: new Float64Array(2 ** 27),
    rows: 2,
    cols: 2 ** 24,
  }),
};

/** The error says how much memory is needed, how much there is, and what to do. */
async function refused(run, { argument = 'X', message }) {
  const before = process.memoryUsage.rss();
  const { details } = await fails(run, {
    code: 'ERR_MEMORY_BUDGET',
    argument,
    message: [/needs about \d+ MB/, /WebAssembly/, message],
  });
  assert.ok(details.needed > details.available, JSON.stringify(details));
  assert.ok(details.available > 2 * GB && details.available < 4 * GB, JSON.stringify(details));
  // Pages that nobody has written to are not resident; a copy of them would be.
  const touched = process.memoryUsage.rss() - before;
  assert.ok(touched < GB / 4, `it took ${touched} bytes: did it copy?`);
  return details;
}

for (const [face, api] of bothForms) {
  describe(`too large a request, ${face}`, { timeout: 900_000 }, () => {
    let model;
    let expected;
    before(async () => {
      if (api === sync) await sync.init();
      model = await new api.SVC().fit(X, y);
      expected = await model.predict(X);
    });
    const unharmed = async () => assert.deepEqual(await model.predict(X), expected);

    for (const [name, make] of Object.entries(tables)) {
      it(`a fit of ${name}`, async () => {
        await refused(() => model.fit(make(), [0, 1]), { message: /fewer rows/ });
        await unharmed();
      });
    }

    it('a fit counts every number as float64', async () => {
      const run = () => model.fit(strided(2 ** 20, 2 ** 20), [0, 1]);
      assert.ok((await refused(run, { message: /float32/ })).needed >= 8 * 2 ** 40);
    });

    it('a Gram matrix is counted once', async () => {
      const square = (n) => ({ data: new Float64Array([1]), shape: [n, n], strides: [0, 0] });
      const gram = new api.SVC({ kernel: 'precomputed' });
      await refused(() => gram.fit(square(23_000), [0, 1]), {
        message: /a kernel that is computed from the samples/,
      });
      await refused(() => model.fit(square(14_000), [0, 1]), { message: /float32/ });
    });

    it('a prediction and decision values', async () => {
      await refused(() => model.predict(strided(2 ** 28)), { message: /rows at a time/ });
      await refused(() => model.decisionFunction(strided(2 ** 27)), { message: /rows at a time/ });
      await unharmed();
    });

    it('bytes of a model, texts of a data set and of a model', async () => {
      const huge = new Uint8Array(1.2 * GB);
      const message = /smaller/;
      await refused(() => api.load(huge), { argument: 'bytes', message });
      await refused(() => api.load(huge.buffer), { argument: 'bytes', message });
      await refused(() => api.readLibsvm(huge), { argument: 'text', message });
      await refused(() => api.importLibsvm(huge), { argument: 'text', message });
      await unharmed();
    });

    it('a cache larger than memory is reduced to the available memory', async () => {
      const generous = await new api.SVC({ cacheSize: 1e9 }).fit(X, y);
      assert.deepEqual(await generous.predict(X), expected);
      assert.equal(generous.getParams().cacheSize, 1e9);
    });
  });
}

it('arrays that the engine cannot make are too large a request, too', async () => {
  const original = globalThis.Float64Array;
  const model = new maxmargin.SVC();
  globalThis.Float64Array = class extends original {
    constructor(...args) {
      if (args[0] === 60) throw new RangeError('Array buffer allocation failed');
      super(...args);
    }
  };
  try {
    const error = await fails(() => model.fit(X, y), { code: 'ERR_MEMORY_BUDGET', argument: 'X' });
    assert.ok(error.cause instanceof RangeError);
  } finally {
    globalThis.Float64Array = original;
  }
});

// A loop that never yields hears of no model that was forgotten: 3000 of 40 rows took 51 MB.
it('a loop of blocking fits keeps few models in the program, and those it dropped still predict', () => {
  const { X: rows, y: labels } = blobs({ n: 400, d: 50, k: 2, apart: 1, seed: 2 });
  const { length } = new sync.SVC().fit(rows, labels).save();
  const count = Math.ceil((3 * 2 ** 25) / length);
  const models = [];
  for (let i = 0; i < count; i++) models.push(new sync.SVC({ C: 1 + i / count }).fit(rows, labels));
  const held = sync.memory().models.length;
  assert.ok(held <= count / 3 + 20, `${held} of ${count}`);
  const last = models.at(-1).decisionFunction(rows);
  const [first] = models;
  assert.deepEqual(first.decisionFunction(rows), sync.load(first.save()).decisionFunction(rows));
  assert.deepEqual(models.at(-1).decisionFunction(rows), last);
  assert.ok(sync.memory().models.length <= count / 3 + 20);
});
