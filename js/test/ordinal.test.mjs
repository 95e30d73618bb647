/** Machines of ordered classes from JavaScript, ranks as numbers, and checks of orders. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { random } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { maxmargin, metrics, sync } from './support/maxmargin.mjs';
import { near } from './support/near.mjs';
import { entry } from './support/project.mjs';

const data = await import(entry('data.mjs'));
const { OrdinalDecoder, rankTransform } = sync;
const { checkPreferences, checkStochasticOrder, inversionRate, kendallTau, rankPositions } =
  metrics;

before(() => sync.init());

for (const [way, api] of forms(import.meta.url)) {
  describe(`ordered classes, ${way}`, { timeout: 900_000 }, () => {
    const X = [[0], [1], [3], [4], [10], [12]];
    const y = ['poor', 'poor', 'fair', 'fair', 'good', 'good'];
    const order = ['poor', 'fair', 'good'];

    it('OrdinalSVC with norm 1 has few weights, and says which kernels have none', async () => {
      const X = [[1, 5, 2], [2, 4, 9], [3, 4, 9], [4, 4, 7], [5, 5, 3], [6, 4, 8]]; // prettier-ignore
      const y = [1, 1, 2, 2, 3, 3];
      for (const [norm, want] of [
        [1, [1, 0, 0]],
        [Infinity, null],
      ]) {
        // prettier-ignore
        const model = new api.OrdinalSVC({ kernel: 'linear', norm, C: Infinity });
        await model.fit(X, y);
        const w = Array.from(await model.coef);
        if (want) w.forEach((v, j) => assert.ok(Math.abs(v - want[j]) < 1e-9, `${w}`));
        assert.ok(Math.abs(model.norm - 1) < 1e-9); // by rows 2 and 3
        assert.ok(Math.abs(Math.max(...w.map(Math.abs)) - 1) < 1e-9, `${w}`);
        const f = await model.decisionFunction(X);
        X.forEach((x, i) => assert.ok(Math.abs(f[i] - x.reduce((s, v, j) => s + v * w[j], 0)) < 1e-12)); // prettier-ignore
        assert.deepEqual(Array.from(await model.predict(X)), y);
        const again = await api.load(await model.save());
        assert.deepEqual(Array.from(await again.predict(X)), y);
      }
      for (const [options, text] of [[{ norm: 1 }, /linear/], [{ norm: 3, kernel: 'linear' }, /1, 2 and Infinity/]]) // prettier-ignore
        await assert.rejects(async () => new api.OrdinalSVC(options).fit(X, y), { code: 'ERR_OPTION', message: text }); // prettier-ignore
    });

    it('OrdinalSVC has utilities, boundaries and margins', async () => {
      const model = new api.OrdinalSVC({ order, kernel: 'linear', C: Infinity, tol: 1e-9 });
      await model.fit(X, y);
      near(await model.decisionFunction([[1], [-2]]), [0.5, -1]);
      near(model.thresholds, [1, 3.5]);
      near(model.rankMargins, [2, 6]);
      assert.deepEqual(Array.from(model.thresholdSource), [0, 1]);
      assert.deepEqual([model.pairCount, model.supportPairCount], [12, 1]);
      assert.deepEqual(await model.predict([[1.9], [1.99], [2.1], [7], [7.1]]), ['poor', 'poor', 'fair', 'fair', 'good']); // prettier-ignore
      const again = await api.load(await model.save());
      assert.deepEqual(await again.predict(X), y);
    });

    it('OrdinalAverageMargin is the closed form of the specification', async () => {
      const model = new api.OrdinalAverageMargin({ kernel: 'linear' });
      await model.fit([[0], [1], [3]], [1, 2, 3]);
      near(await model.decisionFunction([[1]]), [1]);
      near(Array.from(model.dualCoef), [-2 / 6, 2 / 6]);
      assert.equal(model.averageMargin, 2);
    });

    it('texts need their order, and one rank is none', async () => {
      for (const name of ['OrdinalSVC', 'OrdinalAverageMargin']) {
        await fails(() => new api[name]().fit(X, y), { code: 'ERR_OPTION', argument: 'order' });
        const few = { order: ['poor', 'good'] };
        await fails(() => new api[name](few).fit(X, y), { code: 'ERR_OPTION', argument: 'order' });
        await fails(() => new api[name]().fit(X, X.map(() => 1)), { code: 'ERR_ONE_CLASS' }); // prettier-ignore
      }
    });

    it('a rank that no row has is never predicted', async () => {
      const model = new api.OrdinalAverageMargin({ order: ['none', ...order, 'all'], kernel: 'linear' }); // prettier-ignore
      await model.fit(X, y);
      assert.deepEqual(await model.predict([[-1e9], [1e9]]), ['poor', 'good']);
    });
  });
}

describe('ranks as numbers', () => {
  it('rankTransform counts the samples below less those above', () => {
    assert.deepEqual(Array.from(rankTransform([1, 2, 3])), [-2, 0, 2]);
    const next = random(5);
    const y = Float64Array.from({ length: 200 }, () => Math.floor(40 * next()));
    const counted = y.map((a) => y.reduce((sum, b) => sum + Math.sign(a - b), 0));
    assert.deepEqual(rankTransform(y), counted);
    const places = rankPositions(y);
    near(
      rankTransform(y),
      Array.from(places, (place) => 2 * place - 201),
    );
    assert.throws(() => rankTransform([1, NaN]), { code: 'ERR_NONFINITE' });
    assert.throws(() => rankTransform('ab'), { code: 'ERR_TYPE' });
  });

  it('a regression learns the order from them', async () => {
    const { X, y } = data.makeCubicOrdinal({ samples: 100, seed: 3 });
    const model = new sync.KernelRidge({ kernel: 'linear' }).fit(X, rankTransform(y));
    assert.ok(kendallTau(y, model.predict(X)) > 0.7);
  });

  it('OrdinalDecoder rounds to ranks, or decodes exp(i) at the middles', async () => {
    const X = [[1], [2], [3], [4]];
    const order = ['a', 'b', 'c'];
    const y = ['a', 'b', 'c', 'c'];
    const plain = new OrdinalDecoder(new sync.SVR({ kernel: 'linear', C: 100 }), { order }).fit(
      X,
      y,
    );
    near(plain.thresholds, [1.5, 2.5]);
    assert.deepEqual(plain.decode([-3, 1.5, 1.6, 2.5, 9]), ['a', 'a', 'b', 'b', 'c']);
    assert.deepEqual(plain.predict([[0], [1], [2], [9]]), ['a', 'a', 'b', 'c']);
    const promised = await new OrdinalDecoder(new maxmargin.SVR(), { order, representation: 'exp' }).fit(X, y); // prettier-ignore
    near(promised.thresholds, [(Math.E + Math.exp(2)) / 2, (Math.exp(2) + Math.exp(3)) / 2]);
    assert.ok((await promised.predict(X)).every((label) => order.includes(label)));
    assert.throws(() => new OrdinalDecoder({}), { code: 'ERR_TYPE' });
    assert.throws(() => new OrdinalDecoder(new sync.SVR()).predict(X), { code: 'ERR_NOT_FITTED' });
    assert.throws(() => new OrdinalDecoder(new sync.SVR()).fit(X, y), { code: 'ERR_OPTION' });
    assert.throws(() => new OrdinalDecoder(new sync.SVR(), { representation: 'log' }), { code: 'ERR_OPTION' }); // prettier-ignore
  });
});

describe('checks of orders', () => {
  it('preferences of a utility are consistent, and its order comes back', () => {
    const next = random(6);
    const u = Array.from({ length: 30 }, () => Math.floor(10 * next()));
    const report = checkPreferences((a, b) => a - b, u);
    assert.ok(report.consistent);
    assert.equal(inversionRate(u, report.utilities), 0);
  });

  it('a witness shows what is wrong, for every table of four items', () => {
    // All 3^6 asymmetric tables, against a search of all triples.
    const pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]; // prettier-ignore
    let circles = 0;
    for (let code = 0; code < 3 ** 6; code++) {
      const table = [0, 1, 2, 3].map(() => [0, 0, 0, 0]);
      pairs.forEach(([i, j], p) => {
        table[i][j] = (Math.floor(code / 3 ** p) % 3) - 1;
        table[j][i] = -table[i][j];
      });
      const report = checkPreferences((i, j) => table[i][j], [0, 1, 2, 3]);
      const all = [0, 1, 2, 3];
      const isCircle = ([i, j, k]) => {
        const around = [table[i][j], table[j][k], table[k][i]];
        return around.every((v) => v >= 0) && around.some((v) => v > 0);
      };
      const some = all.some((i) => all.some((j) => all.some((k) => isCircle([i, j, k]))));
      assert.equal(report.consistent, !some);
      if (some) assert.ok(isCircle(report.cycle), `${code}: ${report.cycle}`);
      if (some) circles++;
    }
    assert.ok(circles > 300);
    const both = checkPreferences(() => 1, ['x', 'y']);
    assert.deepEqual(both, {
      consistent: false,
      asymmetric: false,
      transitive: false,
      pair: [0, 0],
    });
    assert.throws(() => checkPreferences(() => NaN, [1, 2]), { code: 'ERR_TYPE' });
  });

  it('probabilities of one utility are in stochastic order, and others are not', () => {
    const cumulative = (f) => [-1, 0, 2].map((theta) => 1 / (1 + Math.exp(f - theta)));
    const row = (f) => {
      const c = [0, ...cumulative(f), 1];
      return c.slice(1).map((v, r) => v - c[r]);
    };
    const rows = [3, -1, 0.5, 0.5, -4].map(row);
    assert.deepEqual(checkStochasticOrder(rows), { ordered: true });
    const flat = Object.assign(Float64Array.from(rows.flat()), { shape: [5, 4] });
    assert.deepEqual(checkStochasticOrder(flat), { ordered: true });
    const crossed = [...rows, [0.3, 0.1, 0.1, 0.5], [0.1, 0.5, 0.2, 0.2]];
    const report = checkStochasticOrder(crossed);
    assert.equal(report.ordered, false);
    const [i, j] = report.rows.map((at) => crossed[at]);
    const upTo = (p, r) => p.slice(0, r + 1).reduce((sum, v) => sum + v, 0);
    assert.ok(upTo(i, report.ranks[0]) > upTo(j, report.ranks[0]));
    assert.ok(upTo(i, report.ranks[1]) < upTo(j, report.ranks[1]));
    assert.throws(() => checkStochasticOrder([[0.5, 0.5], [1]]), { code: 'ERR_SHAPE' });
    assert.throws(() => checkStochasticOrder(7), { code: 'ERR_TYPE' });
  });
});
