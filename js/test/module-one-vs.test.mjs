/** Classifiers that are made of classifiers of two classes as source text: JavaScript and C say what the model says. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { modules, sync } from './support/maxmargin.mjs';
import { agreesInC, cjs, compiled, esm, flat, noCompiler } from './support/modules.mjs';

const { toModule } = modules;

before(() => sync.init({ onWarning: () => {} }));

const of = (k) => blobs({ n: 60, k, apart: 1.2, seed: 5 });
const [four, two] = [of(4), of(2)];
const names = four.y.map((c) => ['north', 'east', 'south', 'west'][c]);

describe('one against others as source text', { timeout: 600_000 }, () => {
  const machines = {
    SVC: () => new sync.SVC({ C: 2, gamma: 0.5, probability: 'sigmoid' }),
    LinearSVC: () => new sync.LinearSVC(),
    'a scaler and a machine': () => sync.makePipeline(new sync.StandardScaler(), new sync.SVC({ probability: 'isotonic' })), // prettier-ignore
    KNeighborsClassifier: () => new sync.KNeighborsClassifier({ nNeighbors: 3 }),
    DecisionTreeClassifier: () => new sync.DecisionTreeClassifier({ maxDepth: 3 }),
  };
  for (const [name, make] of Object.entries(machines)) {
    it(name, async () => {
      for (const Class of ['OneVsRestClassifier', 'OneVsOneClassifier']) {
        for (const [X, y] of [
          [four.X, names],
          [two.X, two.y],
          [two.X, two.y.map((c) => c === 1)],
        ]) {
          // prettier-ignore
          const model = new sync[Class](make()).fit(X, y);
          const isProbable = Class === 'OneVsRestClassifier' && name !== 'LinearSVC' && name !== 'KNeighborsClassifier'; // prettier-ignore
          for (const made of [
            await esm(await toModule(model)),
            cjs(await toModule(model, { format: 'cjs' })),
          ]) {
            // prettier-ignore
            assert.deepEqual(Array.from(made.classes), model.classes);
            assert.deepEqual(flat(made.predict(X)), model.predict(X));
            const near = (got, want) => got.forEach((v, i) => assert.ok(Math.abs(v - want[i]) <= 1e-10, `${v}, not ${want[i]}`)); // prettier-ignore
            near(flat(made.decisionFunction(X)), model.decisionFunction(X));
            assert.equal('predictProba' in made, isProbable);
            if (isProbable) near(flat(made.predictProba(X)), model.predictProba(X));
          }
          await agreesInC(model, X, X, `${Class} of ${name}`, 1e-10);
        }
      }
    });
  }

  it('in C', { skip: noCompiler }, () => assert.equal(compiled(), 30));

  it('says what is wrong', async () => {
    const several = new sync.OneVsRestClassifier(new sync.SVC()).fit(two.X, two.y.map((c) => (c ? ['a'] : []))); // prettier-ignore
    await fails(() => toModule(several), { code: 'ERR_TYPE', argument: 'model', message: /exportOnnx takes it/ }); // prettier-ignore
    await fails(() => toModule(new sync.OneVsRestClassifier(new sync.SVC())), { code: 'ERR_NOT_FITTED' }); // prettier-ignore
  });
});
