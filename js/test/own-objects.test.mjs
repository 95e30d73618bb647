/** Objects of the caller's own that are to give bytes, and do not. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { maxmargin } from './support/maxmargin.mjs';
import { entry } from './support/project.mjs';

const { toModule } = await import(entry('module.mjs'));
const { exportOnnx } = await import(entry('onnx.mjs'));
const { readArff, readCsv } = await import(entry('data.mjs'));

before(() => maxmargin.init());

/** What save() and arrayBuffer() do that no bytes come of. */
const failing = {
  'an error': () => {
    throw new Error('the disk is gone');
  },
  'a thrown object without a text': () => {
    throw Object.create(null);
  },
  'a thrown symbol': () => {
    throw Symbol('odd');
  },
  'a rejection with null': () => Promise.reject(null),
  'a text': () => 'MXMG',
  'a number, which would be as many zeros': () => 1e12,
  nothing: () => undefined,
  'a list': () => [1, 2],
  'numbers of another type': () => new Float64Array(2),
  'a Proxy': () => new Proxy(new Uint8Array(2), {}),
  'an object that says it is bytes': () => Object.create(Uint8Array.prototype),
  'a detached buffer': () => {
    const buffer = new ArrayBuffer(2);
    structuredClone(buffer, { transfer: [buffer] });
    return buffer;
  },
};

/** The functions that call save() or arrayBuffer(), and the argument that they have it in. */
const takers = [
  ['save', 'model', toModule],
  ['save', 'model', exportOnnx],
  ['arrayBuffer', 'bytes', maxmargin.load],
  ['arrayBuffer', 'text', readCsv],
  ['arrayBuffer', 'text', readArff],
];

describe('own objects that give no bytes', () => {
  for (const [method, argument, take] of takers) {
    it(`${take.name} says so of ${method}()`, async () => {
      const refused = { code: 'ERR_FUNCTION', argument };
      const message = new RegExp(`^${method}\\(\\) `);
      for (const call of Object.values(failing))
        await fails(() => take({ [method]: call }), { ...refused, message });
      const getter = Object.defineProperty({}, method, { get: failing['an error'] });
      const error = await fails(() => take(getter), { ...refused, message: /the disk is gone/ });
      assert.equal(error.cause.message, 'the disk is gone');
    });
  }

  it('a model that is not fitted keeps its own error, and bytes of another kind theirs', async () => {
    for (const take of [toModule, exportOnnx]) {
      await fails(() => take(new maxmargin.SVC()), { code: 'ERR_NOT_FITTED' });
      await fails(() => take({ save: () => new ArrayBuffer(1e8) }), { code: 'ERR_FORMAT' });
      for (const model of [undefined, null, 7, {}])
        await fails(() => take(model), { code: 'ERR_TYPE', argument: 'model' });
    }
    const model = await new maxmargin.SVC().fit([[0], [1]], ['a', 'b']);
    const { buffer } = await model.save();
    assert.equal(await toModule({ save: () => buffer }), await toModule(model));
  });

  it('a row that no string can hold is an error of the file', async () => {
    await fails(() => readCsv(new ArrayBuffer(2 ** 29)), {
      code: 'ERR_FORMAT',
      argument: 'text',
      message: /line 1 has more than 268435456 characters/,
    });
  });
});
