/** What every machine of the catalog must do, seen from JavaScript. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { X, y: labels } = blobs({ n: 90, d: 3, k: 3, apart: 6, seed: 9, labels: (i) => 'abc'[i] });
const targets = X.map((row) => row[0] - 0.5 * row[1]);

/** fit arguments of a machine of each kind. */
const lessons = {
  classifier: [X, labels],
  regressor: [X, targets],
  detector: [X],
  transformer: [X],
};

const copy = (value) => structuredClone(value);
const numbers = (values) => Array.from(values);

/** What a model is for. */
const judge = async (model, rows) =>
  'transform' in model ? model.transform(rows) : model.predict(rows);

/** Everything that a fitted model says of rows. */
async function answers(model, rows) {
  const predicted = numbers(await judge(model, rows));
  const decided = model.decisionFunction ? numbers(await model.decisionFunction(rows)) : [];
  return { predicted, decided };
}

function assertClose(actual, expected, tolerance) {
  assert.equal(actual.length, expected.length);
  const scale = Math.max(1, ...expected.map(Math.abs));
  actual.forEach((value, i) => {
    const near = Math.abs(value - expected[i]) <= tolerance * scale;
    assert.ok(near, `[${i}]: ${value}, expected ${expected[i]} within ${tolerance}`);
  });
}

for (const { name, kind, summary, options, attributes } of Object.values(maxmargin.catalog)) {
  const Machine = maxmargin[name];
  const lesson = lessons[kind];
  const fitted = (settings) => new Machine(settings).fit(...lesson);

  describe(name, { timeout: 120_000 }, () => {
    before(() => sync.init());

    it('is exported for both hosts, and described', () => {
      assert.equal(typeof Machine, 'function');
      assert.equal(typeof sync[name], 'function');
      assert.ok(summary.length > 10);
      for (const { doc } of options) assert.ok(doc.length > 5);
    });

    it('has its options, and refuses others', () => {
      const params = new Machine().getParams();
      assert.deepEqual(Object.keys(params).sort(), options.map((option) => option.name).sort());
      assert.deepEqual(new Machine(params).getParams(), params);
      assert.throws(() => new Machine({ gama: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
      for (const { name: option, type } of options) {
        if (type !== 'number' && type !== 'integer') continue;
        assert.throws(() => new Machine({ [option]: NaN }), {
          code: 'ERR_OPTION',
          argument: option,
        });
        assert.throws(() => new Machine({ [option]: 'much' }), { argument: option });
      }
    });

    it('answers nothing before it is fitted', async () => {
      const model = new Machine();
      await fails(() => judge(model, X), { code: 'ERR_NOT_FITTED' });
      await fails(() => model.save(), { code: 'ERR_NOT_FITTED' });
      for (const attribute of attributes.filter((known) => known.name)) {
        assert.throws(() => model[attribute.name], { code: 'ERR_NOT_FITTED' });
      }
    });

    it('says the same in a worker and blocking, and twice', async () => {
      const model = await fitted();
      const first = await answers(model, X);
      assert.deepEqual(await answers(new sync[name]().fit(...lesson), X), first);
      assert.deepEqual(await answers(await model.fit(...lesson), X), first);
      for (const values of Object.values(first)) {
        for (const value of values) assert.ok(typeof value === 'string' || Number.isFinite(value));
      }
    });

    it('learns', async () => {
      const model = await fitted();
      assert.equal(model.nFeatures, 3);
      assert.ok(!('score' in model) || (await model.score(...lesson)) > 0.5);
    });

    it('shows what a fit leaves behind', async () => {
      const model = await fitted();
      for (const attribute of attributes.filter((known) => known.name)) {
        assert.notEqual(model[attribute.name], undefined, attribute.name);
      }
      assert.equal(model.converged, model.status === 'converged');
      assert.ok(Number.isFinite(model.objective) && Number.isFinite(model.gap));
    });

    it('saves and loads', async () => {
      const model = await fitted();
      const again = await maxmargin.load(await model.save());
      assert.equal(again.constructor, Machine);
      assert.deepEqual(again.getParams(), model.getParams());
      assert.deepEqual(await answers(again, X), await answers(model, X));
      const blocking = sync.load(await model.save());
      assert.deepEqual(await answers(blocking, X), await answers(model, X));
    });

    it('leaves its inputs alone', async () => {
      const before = copy(lesson);
      const table = new Float64Array(X.flat());
      const samples = { data: table, rows: X.length, cols: 3 };
      const sampleWeight = new Float64Array(X.length).fill(1);
      await new Machine().fit(samples, ...lesson.slice(1), { sampleWeight });
      await fitted();
      assert.deepEqual(lesson, before);
      assert.deepEqual(table, new Float64Array(X.flat()));
      assert.equal(sampleWeight.length, X.length);
    });

    it(
      'takes sparse samples',
      { skip: kind === 'transformer' && 'see prep.test.mjs' },
      async () => {
        const dense = await answers(await fitted(), X);
        const model = await new Machine().fit(sparse(X), ...lesson.slice(1));
        const { decided, predicted } = await answers(model, sparse(X));
        assertClose(decided, dense.decided, 0.05);
        if (kind === 'regressor') assertClose(predicted, dense.predicted, 0.05);
      },
    );

    it('refuses numbers that are not finite, and says where', async () => {
      const holes = copy(X);
      holes[12][1] = NaN;
      const expected = { code: 'ERR_NONFINITE', argument: 'X', details: { row: 12, column: 1 } };
      const model = await fitted();
      for (const work of [new Machine().fit(holes, ...lesson.slice(1)), judge(model, holes)]) {
        const error = await work.then(assert.fail, (reason) => reason);
        assert.equal(error.code, expected.code);
        assert.equal(error.details.row, 12);
        assert.equal(error.details.column, 1);
      }
    });

    it('refuses lengths that do not fit', async () => {
      const model = await fitted();
      await fails(() => judge(model, [[1, 2]]), { code: 'ERR_FEATURE_COUNT' });
      await fails(() => new Machine().fit([], ...lesson.slice(1)), { code: 'ERR_EMPTY' });
      const short = { sampleWeight: [1, 2] };
      await fails(() => new Machine().fit(...lesson, short), { code: 'ERR_SHAPE' });
      if (lesson.length > 1) {
        await fails(() => new Machine().fit(X, lesson[1].slice(1)), { code: 'ERR_SHAPE' });
      }
    });

    it('keeps the earlier fit when it is aborted or fails', async () => {
      const model = await fitted();
      const before = await answers(model, X);
      const signal = AbortSignal.abort(new Error('enough'));
      await assert.rejects(model.fit(...lesson, { signal }), /enough/);
      await fails(() => model.fit([[NaN]], ...lesson.slice(1).map(() => [1])), {});
      assert.deepEqual(await answers(model, X), before);
    });

    if (!('diagnostics' in Machine.prototype)) return;

    it('explains where the rows lie', async () => {
      const model = await fitted();
      const d = await model.diagnostics(...lesson, { percentages: [0, 100] });
      for (const list of [d.status, d.slack, d.margin, d.ranking]) {
        assert.equal(list.length, d.rows.length);
      }
      assert.deepEqual(
        [...d.ranking].sort((a, b) => a - b),
        [...d.rows],
      );
      assert.equal(d.percentiles[0], d.functionalMargin);
      assert.equal(d.functionalMargin, Math.min(...d.margin));
      if (d.training) {
        // Tol bounds how far the conditions fail; NuSVC's solution is scaled by C. The tol
        // of ConvexLossSVR is about the objectives, and its gap is how far they fail.
        const { tol } = model.getParams();
        const bound = name === 'ConvexLossSVR' ? model.gap : tol;
        assert.ok(bound <= 1e-3, `${bound}`);
        const scale = Math.max(1, ...d.alpha);
        const worst = Math.max(...d.residual);
        assert.ok(worst <= 2 * bound * scale, `${worst} beside ${bound}`);
        assert.ok(d.biasInterval === undefined || d.biasInterval.every(Number.isFinite));
      }
      if ('supportIndices' in model) {
        const { overlap } = await model.diagnostics(...lesson, { other: model });
        const count = model.supportIndices.length;
        assert.deepEqual(overlap, { shared: count, either: count });
      }
      const blocking = sync.load(await model.save());
      assert.deepEqual(blocking.diagnostics(...lesson, { percentages: [0, 100] }), d);
      await fails(() => model.diagnostics(...lesson, { problem: 99 }), { code: 'ERR_OPTION' });
      await fails(() => model.diagnostics(...lesson, { problem: -1 }), { code: 'ERR_TYPE' });
      await fails(() => model.diagnostics(...lesson, { tolerence: 1 }), {
        code: 'ERR_OPTION_UNKNOWN',
      });
    });
  });
}

describe('kernelCatalog', () => {
  const { kernels, kernelCatalog } = maxmargin;
  const named = new Set(['tensor', 'directSum', 'diagonalShift', 'conformal']); // compositions with names

  it('describes every kernel', () => {
    const expected = Object.keys(kernels).filter((name) => !named.has(name));
    assert.deepEqual(Object.keys(kernelCatalog).sort(), expected.sort());
    assert.equal(sync.kernelCatalog.rbf.formula, kernelCatalog.rbf.formula);
    for (const [key, { name, formula, definite, samples, nonNegative, arity }] of Object.entries(
      kernelCatalog,
    )) {
      assert.equal(name, key);
      assert.ok(formula.length > 3 && definite.length > 3);
      assert.ok(['rows', 'strings', 'parts'].includes(samples));
      assert.equal(samples === 'parts', arity >= 0);
      assert.equal(typeof nonNegative, 'boolean');
    }
  });

  it('makes kernels: its defaults are theirs', () => {
    for (const { name, arity, options } of Object.values(kernelCatalog)) {
      const defaults = options.filter((option) => option.default !== undefined);
      if (arity >= 0 || defaults.length < options.length) continue;
      // An empty list stands for none, which is said by leaving it out.
      const given = defaults.filter((option) => option.default?.length !== 0);
      const parameters = Object.fromEntries(given.map((option) => [option.name, option.default]));
      const kernel = options.length > 0 ? kernels[name](parameters) : kernels[name]();
      assert.doesNotThrow(() => new maxmargin.SVC({ kernel }), name);
    }
  });
});
