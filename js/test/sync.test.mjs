/** Blocking use: the same classes, with methods that return values. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { script } from './support/child.mjs';
import { blobs, digits, xor } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { init, SVC, load, readLibsvm, writeLibsvm } = sync;

const hard = blobs({ n: 2000, d: 4, apart: 0.1, seed: 1 });
const hardOptions = { C: 1000, gamma: 0.05, tol: 1e-9 };

describe('maxmargin/sync', { timeout: 900_000 }, () => {
  before(() => init());

  it('says what to do when init was not awaited', async () => {
    const { stdout, code, stderr } = await script(`
      import { SVC } from 'maxmargin/sync';
      try { new SVC().fit([[0], [1]], [0, 1]); } catch (error) { console.log(error.code, error.message); }
    `);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^ERR_\w+ .*init\(\)/);
  });

  it('returns values, not promises', () => {
    const model = new SVC({ C: 10, gamma: 1 });
    assert.equal(model.fit(xor.X, xor.y), model);
    assert.deepEqual(model.predict(xor.X), xor.y);
    assert.ok(model.decisionFunction(xor.X) instanceof Float64Array);
    assert.equal(model.score(xor.X, xor.y), 1);
    const bytes = model.save();
    assert.ok(bytes instanceof Uint8Array);
    assert.deepEqual(load(bytes).predict(xor.X), xor.y);
    const { X, y } = readLibsvm('1 1:1\n');
    assert.equal(writeLibsvm(X, y), '1 1:1\n');
  });

  it('computes the same as the worker, bit for bit', async () => {
    const { train, test } = digits();
    const some = { X: train.X.slice(0, 300), y: train.y.slice(0, 300) };
    const here = new SVC({ C: 10 }).fit(some.X, some.y);
    const there = await new maxmargin.SVC({ C: 10 }).fit(some.X, some.y);
    assert.deepEqual(here.decisionFunction(test.X), await there.decisionFunction(test.X));
  });

  it('calls onProgress during the fit; false stops it', () => {
    let reports = 0;
    const model = new SVC(hardOptions).fit(hard.X, hard.y, {
      onProgress: ({ iteration, objective, gap, supportVectors }) => {
        for (const value of [iteration, objective, gap, supportVectors])
          assert.equal(typeof value, 'number');
        return ++reports < 3;
      },
    });
    assert.equal(reports, 3);
    assert.equal(model.status, 'stopped');
    assert.equal(model.converged, false);
  });

  it('a callback that throws ends the fit with its error', () => {
    const own = new RangeError('mine');
    const model = new SVC({ ...hardOptions, gamma: 1 }).fit(
      xor.X.map((row) => [...row, 0, 0]),
      xor.y,
    );
    const fit = () =>
      model.fit(hard.X, hard.y, {
        onProgress: () => {
          throw own;
        },
      });
    assert.throws(fit, (error) => error === own);
    assert.deepEqual(model.predict(xor.X.map((row) => [...row, 0, 0])), xor.y);
  });

  it('refuses to fit or predict from inside the callback, and goes on', async () => {
    const model = new SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y);
    let inside;
    const fitting = new SVC(hardOptions);
    fitting.fit(hard.X, hard.y, {
      onProgress: () => {
        try {
          fitting.fit(xor.X, xor.y);
        } catch (error) {
          inside = error;
        }
        return false;
      },
    });
    assert.equal(inside?.code, 'ERR_BUSY');
    assert.deepEqual(model.predict(xor.X), xor.y);
  });

  it('a signal that is aborted already ends a fit before it begins', () => {
    const reason = new Error('no');
    assert.throws(
      () => new SVC().fit(xor.X, xor.y, { signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
    new SVC().fit(xor.X, xor.y, { signal: new AbortController().signal });
  });

  describe('a signal that a function of the caller aborts ends the call with its reason', () => {
    /** Calls with a signal and a function that aborts it, and checks the error. */
    const aborts = (call) => {
      const reason = new Error('enough');
      const controller = new AbortController();
      const abort = () => void controller.abort(reason);
      assert.throws(
        () => call(controller.signal, abort),
        (error) => error === reason,
      );
    };

    it('in onProgress of a fit, which leaves the earlier fit as it was', () => {
      const wide = xor.X.map((row) => [...row, 0, 0]);
      const model = new SVC({ ...hardOptions, gamma: 1 }).fit(wide, xor.y);
      aborts((signal, onProgress) => model.fit(hard.X, hard.y, { signal, onProgress }));
      assert.deepEqual(model.predict(wide), xor.y);
    });

    it('in a kernel', () => {
      aborts((signal, abort) => {
        const kernel = (a, b) => (abort(), a[0] * b[0]);
        new SVC({ kernel }).fit([[1], [2]], [0, 1], { signal });
      });
    });

    it('in onProgress of a cross-validation, a search and a learning curve', () => {
      const machine = new SVC({ C: 10 });
      const { X, y } = blobs({ n: 60, d: 2, apart: 3, seed: 1 });
      aborts((signal, onProgress) => sync.crossValidate(machine, X, y, { signal, onProgress }));
      aborts((signal, onProgress) => sync.learningCurve(machine, X, y, { signal, onProgress }));
      const search = new sync.GridSearch(machine, { C: [1, 10] });
      aborts((signal, onProgress) => search.fit(X, y, { signal, onProgress }));
      assert.equal(search.bestEstimator, undefined);
    });

    it('in a scorer', () => {
      aborts((signal, abort) => {
        const scoring = () => (abort(), 1);
        const { X, y } = blobs({ n: 60, d: 2, apart: 3, seed: 1 });
        sync.crossValidate(new SVC(), X, y, { scoring, signal });
      });
    });
  });

  it('maxTime and maxIter work', () => {
    const timed = new SVC({ ...hardOptions, maxTime: 100 }).fit(hard.X, hard.y);
    assert.equal(timed.status, 'timeLimit');
    const counted = new SVC({ ...hardOptions, maxIter: 10 }).fit(hard.X, hard.y);
    assert.equal(counted.status, 'iterationLimit');
  });

  it('a disposed model refuses calls', () => {
    const model = new SVC().fit(xor.X, xor.y);
    model.dispose();
    return fails(() => model.predict(xor.X), { code: 'ERR_DISPOSED' });
  });
});
