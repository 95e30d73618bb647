import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { SequenceTagger, load } = maxmargin;

/** The rows say something of the first letter of a word only; the others follow from it. */
const words = ['abcab', 'bca', 'cab', 'abc', 'bcabc', 'ca', 'b'];
const imageOf = (letter, at) => [
  at === 0 && letter === 'a' ? 1 : 0,
  at === 0 && letter === 'b' ? 1 : 0,
];
const X = words.map((word) => [...word].map(imageOf));
const y = words.map((word) => [...word]);
const lengths = words.map(({ length }) => length);
const options = { C: 10 };

describe('SequenceTagger', () => {
  before(() => sync.init());

  it('tags sequences as arrays, and as one table with lengths', async () => {
    const model = await new SequenceTagger(options).fit(X, y);
    assert.deepEqual(model.classes, ['a', 'b', 'c']);
    assert.deepEqual(await model.predict(X), y);
    assert.equal(await model.score(X, y), 1);
    assert.deepEqual(model.transitions.shape, [3, 3]);
    assert.deepEqual(model.coef.shape, [3, 2]);
    const other = await new SequenceTagger(options).fit(X.flat(), y.flat(), { lengths });
    assert.deepEqual(other.coef, model.coef);
    assert.deepEqual(await other.predict(X.flat(), { lengths }), y);
    assert.equal(await other.score(X.flat(), y.flat(), { lengths }), 1);
    const blocking = new sync.SequenceTagger(options).fit(X, y);
    assert.deepEqual(blocking.coef, model.coef);
    assert.deepEqual(blocking.predict(X), y);
  });

  it('scores sequences by their rows and transitions', async () => {
    const model = await new SequenceTagger(options).fit(X, y);
    const { tags, scores } = await model.tag(X);
    const alone = await model.decisionFunction(X);
    let row = 0;
    tags.forEach((word, s) => {
      let score = 0;
      word.forEach((letter, at) => {
        const c = model.classes.indexOf(letter);
        score += alone[3 * row + c];
        if (at > 0) score += model.transitions[3 * model.classes.indexOf(word[at - 1]) + c];
        row += 1;
      });
      assert.ok(Math.abs(score - scores[s]) < 1e-12);
    });
  });

  it('rows without sequences stand alone, and the chain can be left out', async () => {
    const model = await new SequenceTagger(options).fit(X, y);
    const alone = await model.predict(X.flat());
    assert.equal(alone.length, X.flat().length);
    const without = await new SequenceTagger({ ...options, chain: false }).fit(X, y);
    assert.ok(without.transitions.every((v) => v === 0));
    assert.deepEqual((await without.predict(X)).flat(), await without.predict(X.flat()));
    assert.ok((await without.score(X, y)) < 1);
  });

  it('is saved, loaded, stopped and aborted', async () => {
    const model = await new SequenceTagger(options).fit(X, y);
    const again = await load(await model.save());
    assert.deepEqual(await again.predict(X), y);
    assert.deepEqual(await (await load(JSON.parse(JSON.stringify(model)))).predict(X), y);
    await assert.rejects(model.fit(X, y, { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.deepEqual(await model.predict(X), y);
    for await (const report of model.fitSteps(X, y)) assert.ok(report.phase);
    assert.deepEqual(await model.predict(X), y);
  });

  it('weighs the rows', async () => {
    const flat = lengths.flatMap((length) => Array(length).fill(2));
    const weighted = await new SequenceTagger({ C: 1 }).fit(X, y, { sampleWeight: flat });
    const dearer = await new SequenceTagger({ C: 2 }).fit(X, y);
    assert.deepEqual(weighted.coef, dearer.coef);
  });

  it('refuses what are no sequences', async () => {
    const model = await new SequenceTagger(options).fit(X, y);
    await fails(() => model.fit([[], ...X], [[], ...y]), { code: 'ERR_EMPTY', argument: 'X' });
    await fails(() => model.fit(X, y.slice(1)), { code: 'ERR_SHAPE', argument: 'y' });
    await fails(() => model.fit(X, y.flat()), { code: 'ERR_SHAPE', argument: 'y' });
    await fails(() => model.fit(X, [['a'], ...y.slice(1)]), { code: 'ERR_SHAPE', argument: 'y' });
    await fails(
      () =>
        model.fit(
          X,
          words.map(() => 'a'),
        ),
      { code: 'ERR_TYPE', argument: 'y' },
    );
    await fails(() => model.fit(X, y, { lengths }), { code: 'ERR_OPTION', argument: 'lengths' });
    await fails(() => model.fit(X, [...y.slice(1), [1, 2]]), { code: 'ERR_SHAPE', argument: 'y' });
    await fails(() => model.predict([[], ...X]), { code: 'ERR_EMPTY', argument: 'X' });
    const rows = X.flat();
    for (const wrong of [
      [1, 2],
      [0, ...lengths],
      [1.5, 1.5],
    ]) {
      const code = wrong[0] === 1 ? 'ERR_SHAPE' : 'ERR_EMPTY';
      await fails(() => model.predict(rows, { lengths: wrong }), { code, argument: 'lengths' });
      await fails(() => model.fit(rows, y.flat(), { lengths: wrong }), {
        code,
        argument: 'lengths',
      });
    }
    await fails(() => model.predict([[[1, 2, 3]]]), { code: 'ERR_FEATURE_COUNT' });
    assert.equal(await model.score([X[6]], [['never seen']]), 0);
    assert.deepEqual(await model.predict(X), y);
  });
});
