/** Bootstrap samples and the errors they estimate; predictions for rows that a fit has not seen. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { inspect, maxmargin, sync } from './support/maxmargin.mjs';

const { KNeighborsClassifier, SVC, SVR, StandardScaler, crossValidate, makeFolds, makePipeline } =
  maxmargin;
const { bootstrapError, crossValidatePredict } = inspect;
await sync.init();

const { X, y } = blobs({ n: 90, d: 3, apart: 1, seed: 5, labels: (c) => 'ab'[c] });
const values = Float64Array.from(X, ([a, b]) => Math.sin(a) + b / 2);
const pick = (list, rows) => Array.from(rows, (i) => list[i]);

describe('bootstrap samples', { timeout: 900_000 }, () => {
  it('are as large as the data, with the rest of the rows to judge', async () => {
    const folds = await makeFolds(X, y, { method: 'bootstrap', seed: 1 });
    assert.equal(folds.length, 100);
    let outside = 0;
    for (const { train, test } of folds) {
      assert.equal(train.length, 90);
      const all = new Set(train);
      assert.ok(all.size < 90, 'rows repeat');
      for (const i of test) assert.ok(!all.has(i));
      assert.equal(all.size + test.length, 90);
      outside += test.length / 90 / 100;
    }
    // The share of each sample has a standard error of 0.033, their mean a tenth of it.
    assert.ok(Math.abs(outside - (1 - 1 / 90) ** 90) < 0.013);
    assert.deepEqual(sync.makeFolds(X, y, { method: 'bootstrap', seed: 1 }), folds);
    assert.notDeepEqual(await makeFolds(X, y, { method: 'bootstrap', seed: 2 }), folds);
  });

  it('keep shares of classes, or groups', async () => {
    const own = { method: 'bootstrap', folds: 20 };
    for (const { train } of await makeFolds(X, y, { ...own, stratify: true })) {
      assert.equal(pick(y, train).filter((label) => label === 'a').length, 45);
    }
    const groups = X.map((_, i) => `patient ${i % 11}`);
    for (const { train, test } of await makeFolds(X, y, { ...own, groups })) {
      const seen = new Set(pick(groups, train));
      for (const group of pick(groups, test)) assert.ok(!seen.has(group));
    }
    const both = { ...own, groups, stratify: true };
    await fails(() => makeFolds(X, y, both), { code: 'ERR_OPTION', argument: 'stratify' });
    await fails(() => makeFolds(X, y, { method: 'loo' }), { code: 'ERR_TYPE', argument: 'method' });
    await fails(() => makeFolds([[1]], [1], own), { code: 'ERR_OPTION', argument: 'X' });
    await fails(() => makeFolds(X, y, { ...own, folds: [] }), { argument: 'folds' });
    for (const { test } of await makeFolds([[1], [2]], undefined, own))
      assert.equal(test.length, 1);
  });

  it('are folds like others: scores equal a loop of fits, with repeated rows', async () => {
    const folds = await makeFolds(X, y, { method: 'bootstrap', folds: 4 });
    const { scores } = await crossValidate(new SVC({ gamma: 0.3 }), X, y, { folds });
    for (const [f, { train, test }] of folds.entries()) {
      const model = await new SVC({ gamma: 0.3 }).fit(pick(X, train), pick(y, train));
      assert.equal(scores[f], await model.score(pick(X, test), pick(y, test)));
    }
  });
});

describe('the bootstrap error', { timeout: 900_000 }, () => {
  it('is what its definition says, by fits one after the other', async () => {
    const settings = { folds: 12, seed: 4 };
    const found = await bootstrapError(new SVC({ gamma: 2 }), X, y, settings);
    const folds = await makeFolds(X, y, { method: 'bootstrap', ...settings });
    const losses = X.map(() => []);
    for (const { train, test } of folds) {
      const model = await new SVC({ gamma: 2 }).fit(pick(X, train), pick(y, train));
      const predicted = await model.predict(pick(X, test));
      test.forEach((i, at) => losses[i].push(Number(predicted[at] !== y[i])));
    }
    const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
    const seen = losses.filter((list) => list.length > 0);
    const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-12, `${a} ${b}`);
    close(found.outOfBag, mean(seen.map(mean)));
    const all = await (await new SVC({ gamma: 2 }).fit(X, y)).predict(X);
    close(found.resubstitution, mean(y.map((label, i) => Number(label !== all[i]))));
    const [p, q] = [y, all].map((list) => mean(list.map((label) => Number(label === 'a'))));
    close(found.noInformation, p * (1 - q) + (1 - p) * q);
    close(found.e632, 0.368 * found.resubstitution + 0.632 * found.outOfBag);
    const { overfitting: R } = found;
    const excess = found.outOfBag - found.resubstitution;
    close(R, excess / (found.noInformation - found.resubstitution));
    // Equation (29) of Efron and Tibshirani, with the weight of equation (32).
    const weight = 0.632 / (1 - 0.368 * R);
    close(found.e632plus, (1 - weight) * found.resubstitution + weight * found.outOfBag);
    losses.forEach((list, i) => list.length > 0 && close(found.losses[i], mean(list)));
    assert.deepEqual(await bootstrapError(new sync.SVC({ gamma: 2 }), X, y, settings), found);
  });

  it('of neighbours on labels by chance is a half by .632+, where .632 has a third', async () => {
    // Section 1 of the paper: resubstitution is 0, and the true error 0.5.
    const chance = X.map((_, i) => (i * 7919) % 90 < 45);
    const model = new KNeighborsClassifier({ nNeighbors: 1 });
    const found = await bootstrapError(model, X, chance, { folds: 60, stratify: true });
    assert.equal(found.resubstitution, 0);
    assert.ok(Math.abs(found.outOfBag - 0.5) < 0.15);
    assert.ok(Math.abs(found.e632 - 0.632 * found.outOfBag) < 1e-12 && found.e632 < 0.42);
    // .632+ is between .632 and outOfBag, and near the latter where a model overfits.
    assert.ok(found.noInformation === 0.5 && found.overfitting > 0.7);
    const weight = 0.632 / (1 - 0.368 * found.overfitting);
    assert.ok(Math.abs(found.e632plus - weight * Math.min(0.5, found.outOfBag)) < 0.01);
    assert.ok(found.e632plus > found.e632);
  });

  it('takes numbers, a loss of its own, and stops', async () => {
    const squared = await bootstrapError(new SVR(), X, values, { folds: 10 });
    const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
    const all = await (await new SVR().fit(X, values)).predict(X);
    const pairs = [...values].flatMap((v) => [...all].map((f) => (v - f) ** 2));
    assert.ok(Math.abs(squared.noInformation - mean(pairs)) < 1e-9);
    assert.ok(squared.e632plus > squared.resubstitution);
    const loss = (truth, predicted) => Math.abs(truth - predicted);
    const absolute = await bootstrapError(new SVR(), X, values, { folds: 10, loss });
    assert.ok(absolute.outOfBag ** 2 < squared.outOfBag);
    const stop = { folds: 5, onProgress: () => false };
    await fails(() => bootstrapError(new SVC(), X, y, stop), { code: 'ERR_STOPPED' });
    await fails(() => bootstrapError(new SVC(), X, y, { loss: 'hinge' }), { argument: 'loss' });
    const folds = await makeFolds(X, y);
    await fails(() => bootstrapError(new SVC(), X, y, { folds }), { argument: 'folds' });
    await fails(() => bootstrapError(new SVC(), X, y, { scoring: 'f1' }), {
      code: 'ERR_OPTION_UNKNOWN',
    });
  });
});

describe('predictions across folds', { timeout: 900_000 }, () => {
  const drawn = (more) => makeFolds(X, y, { folds: 4, seed: 2, stratify: true, ...more });

  it('are those of fits to the other folds, in the order of the rows', async () => {
    const folds = await drawn();
    const model = () => makePipeline(new StandardScaler(), new SVC({ C: 3 }));
    const predicted = await crossValidatePredict(model(), X, y, { folds });
    const method = 'decisionFunction';
    const decisions = await crossValidatePredict(model(), X, y, { folds, method });
    const { scores } = await crossValidate(model(), X, y, { folds });
    for (const [f, { train, test }] of folds.entries()) {
      const alone = await model().fit(pick(X, train), pick(y, train));
      assert.deepEqual(pick(predicted, test), await alone.predict(pick(X, test)));
      const own = await alone.decisionFunction(pick(X, test));
      assert.deepEqual(pick(decisions, test), [...own]);
      const right = Array.from(test).filter((i) => predicted[i] === y[i]).length;
      assert.equal(scores[f], right / test.length);
    }
    const here = sync.makePipeline(new sync.StandardScaler(), new sync.SVC({ C: 3 }));
    assert.deepEqual(await crossValidatePredict(here, X, y, { folds }), predicted);
  });

  it('are of the folds that crossValidate draws, five of them, or as many as it is told', async () => {
    const several = new maxmargin.OneVsRestClassifier(new SVC());
    const groups = X.map((_, i) => i >> 1);
    for (const [model, targets, settings] of [
      [new SVC(), y, undefined],
      [new SVC(), y, { folds: 3, seed: 4, stratify: false, shuffle: false }],
      [several, y, { groups }],
      [new sync.SVC(), y, { folds: 4 }],
      [new SVR(), values, undefined],
    ]) {
      const { folds } = await crossValidate(model, X, targets, settings);
      assert.deepEqual(
        await crossValidatePredict(model, X, targets, settings),
        await crossValidatePredict(model, X, targets, { folds }),
      );
    }
  });

  it('have the form of the method: numbers, and a column for each class', async () => {
    const folds = await drawn();
    const found = await crossValidatePredict(new SVR(), X, values, { folds });
    assert.ok(found instanceof Float64Array && found.length === 90);
    const three = y.map((label, i) => (i % 3 === 0 ? 'c' : label));
    const p = await crossValidatePredict(new SVC({ probability: 'sigmoid' }), X, three, {
      folds,
      method: 'predictProba',
    });
    assert.deepEqual(p.shape, [90, 3]);
    for (let i = 0; i < 90; i++) {
      assert.ok(Math.abs(p[3 * i] + p[3 * i + 1] + p[3 * i + 2] - 1) < 1e-9);
    }
    const inside = await crossValidatePredict(new maxmargin.OneClassSVM(), X, null, { folds });
    assert.ok(inside.every((sign) => sign === 1 || sign === -1));
  });

  it('need folds that divide the rows', async () => {
    const folds = await makeFolds(X, y, { method: 'bootstrap', folds: 3 });
    await fails(() => crossValidatePredict(new SVC(), X, y, { folds }), {
      code: 'ERR_OPTION',
      argument: 'folds',
      message: /once/,
    });
    const own = { fit() {}, predict: () => [], getParams: () => ({}), setParams() {} };
    await fails(() => crossValidatePredict(own, X, y), { argument: 'folds', message: /makeFolds/ });
    await fails(() => crossValidatePredict(new SVC(), X, y, { folds: 1 }), { argument: 'folds' });
    await fails(() => crossValidatePredict(new SVC(), X, y, { stratify: 3 }), { argument: 'stratify' }); // prettier-ignore
    await fails(() => crossValidatePredict(new SVC(), X, y.slice(1)), { code: 'ERR_SHAPE' });
    const method = 'transform';
    await fails(() => crossValidatePredict(new SVC(), X, y, { method }), { argument: 'method' });
  });
});
