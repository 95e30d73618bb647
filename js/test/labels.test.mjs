/** Labels are primitives of any one type; predictions have the type and the values of the labels. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { maxmargin, modules, sync } from './support/maxmargin.mjs';

const { SVC, load } = maxmargin;

const kinds = {
  'whole numbers': [2, -1, 10],
  'fractions and signed zero': [0.1, -0, 1e300],
  strings: ['setosa', 'Ärger', 'iris', ''],
  'strings that look like numbers': ['10', '9', '1e1'],
  'text beyond the basic plane': ['🍎', '🍐', 'fruit\nfruit'],
  booleans: [true, false],
  bigints: [9007199254740993n, 9007199254740992n, -1n],
};

describe('labels', { timeout: 900_000 }, () => {
  for (const [name, labels] of Object.entries(kinds)) {
    it(`${name} come back as they were, in order, after save and load too`, async () => {
      const { X, y } = blobs({
        n: 20 * labels.length,
        k: labels.length,
        apart: 12,
        seed: 1,
        labels: (i) => labels[i],
      });
      const model = await new SVC().fit(X, y);
      const again = await load(await model.save());
      for (const fitted of [model, again]) {
        const ascending = [...labels].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        assert.deepEqual(Array.from(fitted.classes).map(plus0), ascending.map(plus0));
        const predicted = Array.from(await fitted.predict(X));
        assert.deepEqual(predicted.map(plus0), y.map(plus0));
        assert.equal(await fitted.score(X, y), 1);
      }
    });
  }

  for (const Type of [Int32Array, Uint8Array, Float32Array, Float64Array, BigInt64Array]) {
    it(`a ${Type.name} serves as labels`, async () => {
      const number = Type === BigInt64Array ? (i) => BigInt(i + 1) : (i) => i + 1;
      const { X, y } = blobs({ n: 20, apart: 12, seed: 2, labels: number });
      const model = await new SVC().fit(X, Type.from(y));
      assert.deepEqual(Array.from(await model.predict(X)), y);
    });
  }

  it('a score counts equal labels', async () => {
    const { X, y } = blobs({ n: 20, apart: 12, seed: 3 });
    const model = await new SVC().fit(X, y);
    const half = y.map((label, i) => (i < 10 ? label : 1 - label));
    assert.equal(await model.score(X, half), 0.5);
  });
});

/** plus0 makes -0 and 0 the same label, because === says that they are equal. */
const plus0 = (label) => (label === 0 ? 0 : label);

describe('a decision value of exactly 0', { timeout: 900_000 }, () => {
  const quiet = { onWarning: () => {} };
  /** The rows of two classes on both sides of 0, in every order of the classes. */
  const tables = [
    [
      [[-1], [1]],
      ['no', 'yes'],
    ],
    [
      [[1], [-1]],
      ['yes', 'no'],
    ],
    [
      [[1], [-1], [1], [-1]],
      ['no', 'no', 'yes', 'yes'],
    ],
    [
      [[-1], [1], [1], [-1]],
      ['yes', 'yes', 'no', 'no'],
    ],
  ];
  it('is the second class, of every machine, whatever came first, and as source text', async () => {
    await sync.init(quiet);
    const [seen, written] = [new Set(), new Set()];
    for (const [name, Machine] of Object.entries(sync)) {
      if (!Machine.prototype?.decisionFunction || name === 'SequenceTagger') continue;
      for (const [X, y] of tables) {
        let model;
        try {
          model = new Machine();
          if ('kernel' in model.getParams()) model.setParams({ kernel: 'linear' });
          if ('nNeighbors' in model.getParams()) model.setParams({ nNeighbors: 2 });
          model.fit(X, y);
        } catch {
          continue; // too few rows, or other targets
        }
        if (model.classes?.length !== 2 || typeof model.classes[0] !== 'string') continue;
        const [value] = model.decisionFunction([[0]]);
        if (value !== 0) continue;
        seen.add(name);
        assert.deepEqual([...model.predict([[0]])], ['yes'], `${name}, ${y}`);
        let text;
        try {
          text = await modules.toModule(model);
        } catch (error) {
          assert.match(error.message, /cannot be written/, `${name}: ${error.stack}`);
          continue; // module.test.mjs knows which machines are not written
        }
        written.add(name);
        const { predict } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
        assert.deepEqual([...predict([[0]])], ['yes'], `${name}, ${y}, as source text`);
      }
    }
    assert.ok(seen.size >= 12, [...seen].join());
    assert.ok(written.size >= 12, [...written].join());
  });
});
