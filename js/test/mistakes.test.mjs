/** The bounds on the mistakes of a perceptron. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { random } from './support/made-up.mjs';
import { sync } from './support/maxmargin.mjs';

const { Perceptron, freundSchapireBound, mistakeBound, init } = sync;

const corners = [[0, 0], [1, 0], [0, 1], [1, 1]]; // prettier-ignore
const close = (got, want, tolerance = 1e-12) =>
  assert.ok(Math.abs(got - want) <= tolerance * (1 + Math.abs(want)), `${got}, want ${want}`);

describe('bounds on mistakes', () => {
  before(() => init({ onWarning: () => {} }));

  it('AND: 64, by a hyperplane and by its margin (C2-13)', () => {
    const y = [-1, -1, -1, 1];
    const by = mistakeBound(corners, y, { weights: [1, 1], intercept: -1.5 });
    close(by.bound, 64);
    close(by.margin, Math.SQRT2 / 4);
    close(by.radius, Math.SQRT2);
    close(mistakeBound(corners, y, { margin: Math.SQRT2 / 4 }).bound, 64);
    close(mistakeBound(corners, y, { margin: Math.SQRT2 / 4 }, { fitIntercept: false }).bound, 16);
    close(mistakeBound(corners, y, { weights: [7, 7], intercept: -10.5 }).bound, 64);
    const perceptron = new Perceptron().fit(corners, y);
    assert.equal(perceptron.mistakes[0], 17);
    assert.ok(perceptron.mistakes[0] <= by.bound);
    // A hyperplane that does not separate the classes bounds nothing.
    const wrong = mistakeBound(corners, y, { weights: [1, 0], intercept: -0.5 });
    assert.equal(wrong.bound, Infinity);
    close(wrong.margin, -0.5);
  });

  it('XOR: 128 with D = sqrt 2 (C2-15)', () => {
    const y = [-1, 1, 1, -1];
    const by = freundSchapireBound(corners, y, { weights: [1, 0], intercept: -0.5, margin: 0.5 });
    close(by.bound, 128);
    close(by.slack, Math.SQRT2);
    // Without a margin the least bound is a limit, which once came with a margin of 8.9e41.
    const limit = freundSchapireBound(corners, y, { weights: [1, 0], intercept: -0.5 });
    assert.deepEqual([limit.bound, limit.margin, limit.slack], [16, Infinity, Infinity]);
    const first = new Perceptron({ maxIter: 1 }).fit(corners, y);
    assert.ok(first.mistakes[0] <= by.bound);
  });

  it('the margin of the least bound is the best of a fine grid', () => {
    const next = random(5);
    for (let trial = 0; trial < 20; trial++) {
      const X = Array.from({ length: 12 }, () => [next() - 0.5, next() - 0.5, next()]);
      const y = X.map(([a, b]) => (a + b + 0.4 * next() > 0.2 ? 'in' : 'out'));
      if (new Set(y).size < 2) continue;
      const plane = { weights: [-1, -1, 0.1], intercept: 0.1 };
      const best = freundSchapireBound(X, y, plane);
      let least = Infinity;
      for (let step = 1; step < 4000; step++) {
        least = Math.min(
          least,
          freundSchapireBound(X, y, { ...plane, margin: 0.005 * step }).bound,
        );
      }
      const most = 4 * X.length; // without bound on the margin
      assert.ok(best.bound <= Math.min(least, most) * (1 + 1e-9), `${best.bound} and ${least}`);
      if (best.margin < 15) close(best.bound, least, 1e-3);
      if (best.margin === Infinity) continue;
      const given = freundSchapireBound(X, y, { ...plane, margin: best.margin });
      close(given.bound, best.bound, 1e-9);
    }
  });

  it('sparse samples give the same, and wrong arguments are named', () => {
    const y = ['no', 'no', 'no', 'yes'];
    const sparse = {
      data: [1, 1, 1, 1],
      indices: [0, 1, 0, 1],
      indptr: [0, 0, 1, 2, 4],
      rows: 4,
      cols: 2,
    };
    close(mistakeBound(sparse, y, { weights: [1, 1], intercept: -1.5 }).bound, 64);
    for (const [call, argument] of [
      [() => mistakeBound(corners, y, {}), 'reference'],
      [() => mistakeBound(corners, y, { margin: 0 }), 'reference'],
      [() => mistakeBound(corners, y, { weights: [1] }), 'reference'],
      [() => mistakeBound(corners, y, { weights: [0, 0] }), 'reference'],
      [() => mistakeBound(corners, [1, 2, 3, 4], { margin: 1 }), 'y'],
      [() => mistakeBound(corners, [1, 2], { margin: 1 }), 'y'],
      [() => freundSchapireBound(corners, y, { margin: 1 }), 'reference'],
      [() => freundSchapireBound([], y, { weights: [1, 1] }), 'X'],
    ]) {
      assert.throws(
        call,
        (error) => error.name === 'MaxMarginError' && error.argument === argument,
      );
    }
  });
});
