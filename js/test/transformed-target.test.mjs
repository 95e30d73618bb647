/** Regressors that learn y after a transformation. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';

import { exportOnnx } from '../../npm/dist/onnx.js';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

const golden = JSON.parse(
  await readFile(
    new URL('../../core/machines/prep/testdata/transformedtarget.json', import.meta.url),
    'utf8',
  ),
);

const rowsOf = (flat) =>
  Array.from({ length: flat.length / 3 }, (_, i) => flat.slice(3 * i, 3 * i + 3));
const [X, fresh] = [rowsOf(golden.x), rowsOf(golden.fresh)];
const { y, truth, weights } = golden;

function close(actual, expected, tolerance = golden.tolerance) {
  assert.equal(actual.length, expected.length);
  actual.forEach((v, i) =>
    assert.ok(
      Math.abs(v - expected[i]) <= tolerance * Math.max(1, Math.abs(v)),
      `[${i}] ${v}, not ${expected[i]}`,
    ),
  );
}

/** A table with gaps and words, and prices from 1 to e^4. */
const houses = Array.from({ length: 60 }, (_, i) => ({
  area: i % 9 === 0 ? null : 40 + ((i * 37) % 100),
  place: 'abc'[i % 3],
}));
const prices = houses.map(({ area, place }) => Math.exp((area ?? 90) / 60 + (place === 'b')));

for (const [way, api] of forms(import.meta.url)) {
  const { GridSearch, KernelRidge, MinMaxScaler, Normalizer, Pipeline, Ridge, SVC, SVR } = api;
  const { QuantileTransformer, StandardScaler, TfidfVectorizer, TransformedTarget } = api;
  const { crossValidate, load, makePipeline, makeTablePipeline } = api;
  const own = { func: (v) => Math.log(v), inverse: (v) => Math.exp(v) };
  const regressors = {
    KernelRidge: () => new KernelRidge({ alpha: 0.1, kernel: 'rbf', gamma: 0.3 }),
    Ridge: () => new Ridge({ alpha: 0.5 }),
  };
  const scaler = () => new MinMaxScaler({ featureRange: [-1, 2] });
  before(() => api === sync && sync.init());

  describe(`transformed targets, ${way}`, { timeout: 900_000 }, () => {
    it('give the predictions of scikit-learn, and its R2', async () => {
      assert.equal(golden.cases.length, 26);
      for (const { transformer, machine, weighted, values, score } of golden.cases) {
        const ways = [transformer === 'given' ? scaler() : transformer];
        if (transformer === 'log') ways.push(own);
        for (const to of ways) {
          const model = new TransformedTarget(regressors[machine](), { transformer: to });
          await model.fit(X, y, weighted ? { sampleWeight: weights } : undefined);
          close(await model.predict(fresh), values);
          close([await model.score(fresh, truth)], [score]);
        }
      }
    });

    it('have the options of their parts', async () => {
      const model = new TransformedTarget(new SVR({ C: 2 }), { transformer: scaler() });
      assert.equal(model.getParams().regressor__C, 2);
      assert.deepEqual(model.getParams().transformer__featureRange, [-1, 2]);
      model.setParams({ regressor__C: 5, transformer__featureRange: [0, 1] });
      assert.equal(model.regressor.getParams().C, 5);
      assert.deepEqual(model.transformer.getParams().featureRange, [0, 1]);
      assert.equal(String(model.clone()), String(model));
      model.setParams({ transformer: 'log' });
      assert.equal(model.transformer, 'log');
      assert.equal(String(model), "TransformedTarget(SVR({C: 5}), {transformer: 'log'})");
      model.setParams({ regressor: new Ridge(), transformer: new StandardScaler() });
      await model.fit(X, y);
      close([...model.transformer.mean], [y.reduce((sum, v) => sum + v, 0) / y.length]);
      const inner = await model.regressor.predict(fresh);
      const { mean, scale } = model.transformer;
      close(
        await model.predict(fresh),
        [...inner].map((v) => v * scale[0] + mean[0]),
      );
    });

    it('are the last step of a pipeline, and around one, with tables', async () => {
      const target = new TransformedTarget(new SVR({ C: 10 }), { transformer: 'log' });
      const inside = await makeTablePipeline(target).fit(houses, prices);
      const around = new TransformedTarget(makeTablePipeline(new SVR({ C: 10 })), {
        transformer: 'log',
      });
      await around.fit(houses, prices);
      const expected = await inside.predict(houses);
      close(await around.predict(houses), expected, 1e-12);
      assert.ok((await around.score(houses, prices)) > 0.9);
      for (const model of [inside, around]) {
        const again = await load(await model.save());
        assert.deepEqual(await again.predict(houses), expected);
        const text = JSON.stringify(model);
        assert.deepEqual(await (await load(JSON.parse(text))).predict(houses), expected);
        assert.ok((await exportOnnx(model)).length > 0);
      }
      close(await around.regressor.predict(houses), [...expected].map(Math.log), 1e-9);
      around.dispose();
    });

    it('are saved as bytes and as JSON, fitted or not', async () => {
      for (const transformer of ['quantile', 'standard', new QuantileTransformer(), scaler()]) {
        const model = new TransformedTarget(regressors.KernelRidge(), { transformer });
        assert.equal(String(await load(JSON.parse(JSON.stringify(model)))), String(model));
        await model.fit(X, y);
        for (const kept of [await model.save(), JSON.parse(JSON.stringify(model))]) {
          const again = await load(kept);
          assert.ok(again instanceof TransformedTarget);
          assert.deepEqual(await again.predict(fresh), await model.predict(fresh));
          assert.equal(String(again), String(model));
        }
      }
    });

    it('are searched, each fold by itself', async () => {
      const folds = Array.from({ length: 3 }, (_, f) => {
        const test = X.map((_, i) => i).filter((i) => i % 3 === f);
        return { train: X.map((_, i) => i).filter((i) => i % 3 !== f), test };
      });
      const grids = [
        { transformer: ['none', 'log', 'standard'], regressor__alpha: [0.1, 1] },
        { transformer: ['log', own, scaler()] },
        { regressor: [new Ridge(), new SVR()], transformer: ['log'] },
      ];
      for (const grid of grids) {
        const search = new GridSearch(new TransformedTarget(regressors.KernelRidge()), grid, {
          folds,
        });
        await search.fit(X, y);
        for (const { params, scores } of search.results) {
          for (const [f, { train, test }] of folds.entries()) {
            const model = new TransformedTarget(regressors.KernelRidge()).setParams(params);
            const at = (list, rows) => rows.map((i) => list[i]);
            await model.fit(at(X, train), at(y, train));
            close([scores[f]], [await model.score(at(X, test), at(y, test))], 1e-9);
          }
        }
      }
      const piped = new Pipeline([
        ['scale', new StandardScaler()],
        ['target', new TransformedTarget(new SVR(), { transformer: 'log' })],
      ]);
      const search = new GridSearch(piped, { target__regressor__C: [0.1, 10] }, { folds });
      await search.fit(X, y);
      assert.equal(search.results.length, 2);
      const { scores } = await crossValidate(
        new TransformedTarget(new SVR(), { transformer: own }),
        X,
        y,
        { folds },
      );
      assert.equal(scores.length, 3);
    });

    it('pass an abort and progress on', async () => {
      const reports = [];
      const model = new TransformedTarget(new SVR(), { transformer: 'log' });
      await model.fit(X, y, { onProgress: (report) => void reports.push(report) });
      assert.ok(model.converged);
      const before = await model.predict(fresh);
      await assert.rejects(async () => model.fit(X, y, { signal: AbortSignal.abort() }), {
        name: 'AbortError',
      });
      assert.deepEqual(await model.predict(fresh), before);
    });

    it('name what is wrong', async () => {
      const option = { code: 'ERR_OPTION' };
      const targets = { code: 'ERR_OPTION', argument: 'y' };
      const log = new TransformedTarget(new Ridge(), { transformer: 'log' });
      await fails(() => log.fit([[1], [2], [3]], [1, 0, 2]), {
        ...targets,
        message: /y\[1\] is 0.*above 0.*log1p/,
      });
      await fails(() => new TransformedTarget(new SVC()), { ...option, message: /classifier/ });
      await fails(() => new TransformedTarget(makePipeline(new SVC())), option);
      await fails(() => new TransformedTarget(), option);
      await fails(() => new TransformedTarget(new SVR(), 'log'), option);
      await fails(() => new TransformedTarget(new SVR(), { transformer: 'ln' }), option);
      await fails(
        () => new TransformedTarget(new SVR(), { transformer: new Normalizer() }),
        option,
      );
      await fails(
        () => new TransformedTarget(new SVR(), { transformer: { func: own.func } }),
        option,
      );
      await fails(() => new TransformedTarget(new SVR(), { transfomer: 'log' }), {
        code: 'ERR_OPTION_UNKNOWN',
      });
      await fails(() => log.setParams({ regressor__c: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
      await fails(() => log.setParams({ regressor__alpha: -1 }), option);
      const words = makePipeline(new TfidfVectorizer(), new Ridge());
      await fails(() => new TransformedTarget(words), { ...option, message: /last step/ });
      const custom = new TransformedTarget(new SVR({ kernel: (a, b) => a[0] * b[0] }));
      await fails(() => custom.fit(X, y), { ...option, argument: 'kernel' });
      const functions = new TransformedTarget(new Ridge(), { transformer: own });
      await fails(() => makePipeline(new StandardScaler(), functions).fit(X, y), option);
      await fails(() => new TransformedTarget(functions).fit(X, y), option);
      await functions.fit(X, y);
      await fails(() => functions.save(), { code: 'ERR_UNSAVABLE' });
      await fails(() => JSON.stringify(functions), { code: 'ERR_UNSAVABLE' });
      const broken = { func: () => NaN, inverse: (v) => v };
      await fails(() => functions.setParams({ transformer: broken }).fit(X, y), {
        code: 'ERR_FUNCTION',
        argument: 'transformer',
      });
    });
  });
}
