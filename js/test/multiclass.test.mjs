/** Classes that are learnt in one problem, through the facade: costs, files, searches, errors. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { random } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { entry } from './support/project.mjs';

const { GridSearch, MulticlassSVC, load } = maxmargin;
const { makeThreeBalls } = await import(entry('data.mjs'));

before(() => sync.init({ onWarning: () => {} }));

const names = ['left', 'middle', 'right'];

/** Three classes in a row, which overlap. */
function row(n, seed) {
  const next = random(seed);
  const y = Array.from({ length: n }, (_, i) => names[i % 3]);
  return { X: y.map((label) => [names.indexOf(label) + 1.4 * (next() - 0.5), next()]), y };
}

const { X, y } = row(90, 17);
const costs = [
  [0, 1, 2],
  [1, 0, 1],
  [6, 3, 0],
];

describe('MulticlassSVC', () => {
  it('follows costs of errors, which files keep', async () => {
    const plain = await new MulticlassSVC({ kernel: 'linear', fitIntercept: true }).fit(X, y);
    const careful = await new MulticlassSVC({ kernel: 'linear', fitIntercept: true, costs }).fit(
      X,
      y,
    );
    const lost = (predicted) =>
      predicted.filter((p, i) => y[i] === 'right' && p !== 'right').length;
    assert.ok(lost(await careful.predict(X)) < lost(await plain.predict(X)));
    const file = await load(await careful.save());
    assert.deepEqual(file.getParams().costs, costs);
    assert.equal(plain.getParams().costs, null);
    assert.deepEqual(await file.decisionFunction(X), await careful.decisionFunction(X));
    assert.match(String(careful), /costs: \[\[0, 1, 2\], \[1, 0, 1\], \[6, 3, 0\]\]/);
  });

  it('has hinge losses that follow from decision values', async () => {
    const model = await new MulticlassSVC({ costs }).fit(X, y);
    const values = await model.decisionFunction(X);
    y.forEach((label, i) => {
      const own = names.indexOf(label);
      const lacks = names.map((_, c) => costs[own][c] + values[3 * i + c] - values[3 * i + own]);
      assert.ok(Math.abs(Math.max(...lacks) - model.hingeLosses[i]) < 1e-9);
    });
  });

  it('is SVC of twice its C for two classes', () => {
    const two = y.map((label) => label === 'middle');
    for (const formulation of ['crammerSinger', 'westonWatkins']) {
      const joint = new sync.MulticlassSVC({ C: 2, tol: 1e-9, formulation }).fit(X, two);
      const known = new sync.SVC({ C: 4, tol: 1e-9, fitIntercept: false }).fit(X, two);
      const want = known.decisionFunction(X);
      joint.decisionFunction(X).forEach((v, i) => assert.ok(Math.abs(v - want[i]) < 1e-6));
    }
  });

  it('is searched over tables of costs', async () => {
    const search = await new GridSearch(
      new MulticlassSVC(),
      { costs: [null, costs], C: [1, 10] },
      { folds: 3 },
    ).fit(X, y);
    assert.equal(search.results.length, 4);
    assert.ok(search.bestScore > 0.6);
  });

  it('refuses what is no table of costs', async () => {
    for (const [costs, argument] of [
      ['[[0, 1, 1], [1, 0, 1]]', 'costs[0]'],
      ['[[0, NaN], [1, 0]]', 'costs[0][1]'],
      ['[[0, "1"], [1, 0]]', 'costs[0][1]'],
      ['[0, 1]', 'costs'],
      ['"balanced"', 'costs'],
    ]) {
      const wrong = JSON.parse(costs.replace('NaN', 'null'), (_, value) => value ?? NaN);
      await fails(() => new MulticlassSVC({ costs: wrong }), { code: 'ERR_OPTION', argument });
    }
    const two = y.map((label) => label === 'middle');
    for (const wrong of [
      [
        [0, 1],
        [1, 1],
      ],
      [
        [0, -1],
        [1, 0],
      ],
    ]) {
      // prettier-ignore
      await fails(() => new MulticlassSVC({ costs: wrong }).fit(X, two), { code: 'ERR_OPTION', argument: 'costs', message: /must be a number >= 0, and 0 where both are the same/ }); // prettier-ignore
    }
    await fails(() => new MulticlassSVC({ costs: [[0, 1], [1, 0]] }).fit(X, y), { code: 'ERR_OPTION', argument: 'costs', message: /3 classes need a table of 3 x 3/ }); // prettier-ignore
  });
});

describe('LPMarginClassifier of all classes in one program', () => {
  it('separates three classes in a row, where each against the rest cannot be', () => {
    const row = makeThreeBalls();
    const joint = new sync.LPMarginClassifier({ multiClass: 'joint' }).fit(row.X, row.y);
    assert.equal(joint.score(row.X, row.y), 1);
    assert.ok(joint.rho.every((rho) => Math.abs(rho - 0.2) < 1e-6));
    const rest = new sync.LPMarginClassifier().fit(row.X, row.y);
    assert.equal(rest.status, 'infeasible');
  });
});
