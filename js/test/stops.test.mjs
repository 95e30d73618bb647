/** An abort reaches whatever takes long, at whichever turn of the event loop it comes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

import { blobs } from './support/data.mjs';
import { maxmargin } from './support/maxmargin.mjs';

const { GridSearch, HalvingSearch, RandomSearch, StandardScaler, SVC } = maxmargin;
const { crossValidate, explain, influence, learningCurve, leaveOneOut, makePipeline } = maxmargin;
const { regularizationPath, validationCurve } = maxmargin;

const { X, y } = blobs({ n: 400, d: 3, apart: 1, seed: 5 });
const many = Array.from({ length: 100 }, () => X).flat();
const values = Array.from({ length: 60 }, (_, i) => 2 ** (i / 10));
const piped = () => makePipeline(new StandardScaler(), new SVC());

/** Each of them takes some tenths of a second. */
const calls = {
  fit: (model, how) => new SVC({ C: 1e5, study: { shrinking: false } }).fit(X, y, how),
  'fit of a pipeline': (model, how) => makePipeline(new StandardScaler(), new SVC({ C: 1e5 })).fit(X, y, how), // prettier-ignore
  GridSearch: (model, how) => new GridSearch(new SVC(), { C: values }).fit(X, y, how),
  'GridSearch of a pipeline': (model, how) => new GridSearch(piped(), { svc__C: values }).fit(X, y, how), // prettier-ignore
  RandomSearch: (model, how) => new RandomSearch(new SVC(), { C: values }, { candidates: 50 }).fit(X, y, how), // prettier-ignore
  HalvingSearch: (model, how) => new HalvingSearch(new SVC(), { C: values }).fit(X, y, how),
  crossValidate: (model, how) => crossValidate(new SVC(), X, y, { folds: 200, ...how }),
  validationCurve: (model, how) =>
    validationCurve(new SVC(), X, y, { option: 'C', values, ...how }),
  learningCurve: (model, how) => learningCurve(new SVC(), X, y, { folds: 50, ...how }),
  regularizationPath: (model, how) => regularizationPath(X, y, { ...how }),
  explain: (model, how) => explain(model, X, { baseline: X, ...how }),
  influence: (model, how) => influence(model, many, how),
  leaveOneOut: (model, how) => leaveOneOut(model, X, y, how),
  predict: (model, how) => model.predict(many, how),
};

describe('an abort', { timeout: 900_000 }, () => {
  for (const [name, call] of Object.entries(calls)) {
    it(`ends ${name} at whichever turn it comes`, async () => {
      const model = await new SVC().fit(X, y);
      let ended = 0;
      for (const turns of [0, 1, 2, 3, 5, 8, 13, 21, 34]) {
        const controller = new AbortController();
        const reason = new Error('enough');
        let after = 0;
        const onProgress = () => void (after += Number(controller.signal.aborted));
        const given = name === 'predict' ? {} : { onProgress };
        let over = false;
        const work = Promise.resolve(call(model, { signal: controller.signal, ...given })).then(
          () => (over = true),
          (error) => ((over = true), error),
        );
        for (let i = 0; i < turns && !over; i++) await turn();
        if (over) continue; // it was faster
        controller.abort(reason);
        assert.equal(await work, reason, `after ${turns} turns`);
        assert.equal(after, 0, `reports after an abort at turn ${turns}`);
        ended++;
      }
      assert.ok(ended >= 3, `${ended} aborts`);
      assert.equal((await model.predict(X)).length, X.length);
    });
  }
});
