/** Labellings of a few points, and Rademacher complexity: by scipy, by counting, by definition. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { bounds as entry, maxmargin, sync } from './support/maxmargin.mjs';

const { countDichotomies, fatShattering, inGeneralPosition, kernels, rademacher } = maxmargin;
const { shatters, vcDimension } = maxmargin;
const { bounds } = entry;

const golden = JSON.parse(readFileSync(new URL('golden/shattering.json', import.meta.url), 'utf8'));

const near = (actual, expected, relative) =>
  assert.ok(Math.abs(actual - expected) <= relative * expected, `${actual}, ${expected}`);

/** Points on the curve (t, t^2, t^3, ...) are in general position. */
const moment = (n, d) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: d }, (__, j) => (i - n / 2) ** (j + 1)));

const choose = (n, k) => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);

describe(`labellings of points, as scipy ${golden.scipy} finds them`, () => {
  for (const { name, kernel, X, fitIntercept, count, margin } of golden.cases)
    it(name, async () => {
      const settings = { kernel, fitIntercept };
      const found = await countDichotomies(X, settings);
      assert.deepEqual([found.count, found.total], [count, 2 ** X.length]);
      const { shattered, missing } = await shatters(X, settings);
      assert.equal(shattered, count === found.total);
      assert.equal(missing === undefined, shattered);
      // Radon: shattered sets are those that are affinely independent.
      assert.equal((await vcDimension(X, settings)) === X.length, shattered);
      const fat = await fatShattering(X, settings);
      if (shattered) near(fat.margin, margin, 1e-5);
      else assert.equal(fat.margin, 0);
      assert.equal(fat.labelling.length, X.length);
    });
});

describe('labellings of points', () => {
  it('3 points in the plane are shattered, 4 are not: 14 of 16, without the diagonals', async () => {
    assert.ok((await shatters([[0, 0], [1, 0], [0, 1]])).shattered); // prettier-ignore
    const { count, missing } = await countDichotomies([[0, 0], [1, 0], [0, 1], [1, 1]]); // prettier-ignore
    assert.equal(count, 14);
    assert.deepEqual([...missing], [1, -1, -1, 1]);
  });

  it("as many as Cover's theorem says, of points in general position", async () => {
    for (const [n, d] of [
      [5, 1],
      [7, 2],
      [6, 3],
      [12, 2],
    ]) {
      const X = moment(n, d);
      assert.equal(inGeneralPosition(X).general, true);
      let expected = 0;
      for (let k = 0; k <= d; k++) expected += 2 * choose(n - 1, k);
      assert.equal((await countDichotomies(X)).count, expected, `${n} points, ${d} numbers`);
      assert.equal(await vcDimension(X), Math.min(n, d + 1));
      const dimension = d + 1;
      if (n >= dimension) assert.ok(bounds.growth({ n, dimension }).value >= expected);
    }
  });

  it('orthogonal points of length R are shattered with the margin R/sqrt(n), no more', async () => {
    for (const n of [1, 3, 6]) {
      const X = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => (i === j ? 3 : 0))); // prettier-ignore
      const { margin } = await fatShattering(X, { fitIntercept: false });
      near(margin, 3 / Math.sqrt(n), 1e-6);
      near(bounds.fatDimension({ radius: 3, margin }).value, n, 1e-5);
    }
  });

  it('where the origin is, and the unit of length, do not matter with a constant', async () => {
    const X = [[0.2, 1], [1.4, 0.3], [0.9, 2]]; // prettier-ignore
    const { margin } = await fatShattering(X);
    const far = X.map(([a, b]) => [1000 + 7 * a, 7 * b - 500]);
    near((await fatShattering(far)).margin, 7 * margin, 1e-6);
    assert.equal((await countDichotomies([...far, far[0]])).count, 8);
  });

  it('points that cannot be told from each other, and single ones', async () => {
    assert.equal((await countDichotomies([[1], [1]])).count, 2);
    assert.equal((await countDichotomies([[5]])).count, 2);
    assert.equal(await vcDimension([[5]]), 1);
    assert.equal((await countDichotomies([[0], [0]], { fitIntercept: false })).count, 0);
    assert.equal(await vcDimension([[0], [0]], { fitIntercept: false }), 0);
    assert.equal((await fatShattering([[5]])).margin, Infinity);
  });

  it('with a function as kernel, and in the blocking form', async () => {
    const words = ['tree', 'trees', 'a'];
    assert.equal(
      (await shatters(words, { kernel: kernels.spectrum({ length: 1 }) })).shattered,
      true,
    );
    const kernel = (a, b) => a.length * b.length;
    assert.equal(await vcDimension(words, { kernel }), 2);
    await sync.init();
    assert.equal(sync.countDichotomies([[0, 0], [1, 0], [0, 1], [1, 1]]).count, 14); // prettier-ignore
    assert.equal(sync.vcDimension([[0], [1], [2]]), 2);
  });

  it('refuses more than 12 samples, and kernels that are no inner products', async () => {
    const many = Array.from({ length: 13 }, (_, i) => [i]);
    for (const of of [countDichotomies, shatters, fatShattering, vcDimension])
      await fails(() => of(many), { code: 'ERR_SHAPE', argument: 'X' });
    await fails(async () => inGeneralPosition(many), { code: 'ERR_SHAPE', argument: 'X' });
    const kernel = (a, b) => Math.abs(a[0] - b[0]);
    await fails(() => shatters([[0], [1]], { kernel, fitIntercept: false }), {
      code: 'ERR_NUMERIC',
    });
    await fails(() => shatters([[0], [1]], { kernel: 'linaer' }), { argument: 'kernel' });
    await fails(() => shatters([[0]], { fitIntercept: 1 }), { argument: 'fitIntercept' });
  });
});

describe('inGeneralPosition', () => {
  it('says which points lie in a hyperplane', () => {
    assert.deepEqual(inGeneralPosition([[0, 0], [1, 1], [3, 0], [2, 2]]), { general: false, dependent: Int32Array.of(0, 1, 3) }); // prettier-ignore
    assert.ok(inGeneralPosition([[0, 0], [1, 1], [3, 0]]).general); // prettier-ignore
    assert.ok(!inGeneralPosition([[1, 0, 0], [2, 0, 0], [3, 0, 0]]).general); // prettier-ignore
    assert.ok(!inGeneralPosition([[1], [1]]).general);
    assert.ok(inGeneralPosition([[1e6, 1], [1e6 + 1, 1], [1e6, 2]]).general); // prettier-ignore
  });
});

describe('rademacher', () => {
  const X = Array.from({ length: 8 }, (_, i) => [Math.sin(3 * i), Math.cos(5 * i)]);

  it('is the mean over all signs, within its standard error', async () => {
    const K = await maxmargin.gramMatrix(kernels.rbf({ gamma: 1 }), X);
    let exact = 0;
    for (let set = 0; set < 256; set++) {
      const s = X.map((_, i) => ((set >> i) & 1 ? 1 : -1));
      let form = 0;
      for (let i = 0; i < 8; i++) for (let j = 0; j < 8; j++) form += s[i] * s[j] * K[i * 8 + j];
      exact += (2 / 8) * Math.sqrt(form);
    }
    exact /= 256;
    const found = await rademacher(kernels.rbf({ gamma: 1 }), X, { draws: 20_000, seed: 3 });
    assert.ok(Math.abs(found.value - exact) < 4 * found.standardError, `${found.value}, ${exact}`);
    assert.ok(found.standardError < 0.002);
    near(found.traceBound, 2 / Math.sqrt(8), 1e-12);
    assert.deepEqual(await rademacher(kernels.rbf({ gamma: 1 }), X, { draws: 20_000, seed: 3 }), found); // prettier-ignore
  });

  it('of 60 Gaussian points is below 2/sqrt(n) = .2582', async () => {
    const points = Array.from({ length: 60 }, (_, i) => [Math.sin(7 * i), Math.cos(11 * i)]);
    const { value, traceBound } = await rademacher('rbf', points);
    assert.equal(traceBound.toFixed(4), '0.2582');
    assert.ok(value < traceBound && value > 0.2, String(value));
    const given = { n: 60, largest: 1, averageMargin: 0.5 };
    near(bounds.averageMarginError(given).terms.rademacher, traceBound, 1e-12);
  });

  it('of orthogonal samples equals the bound; bad settings are refused', async () => {
    const { value, traceBound } = await rademacher('linear', [[2, 0], [0, 2]], { draws: 2 }); // prettier-ignore
    near(value, traceBound, 1e-12);
    await fails(() => rademacher('rbf', X, { draws: 1 }), {
      code: 'ERR_OPTION',
      argument: 'draws',
    });
    await fails(() => rademacher('rbf', X, { seed: -1 }), { code: 'ERR_OPTION', argument: 'seed' });
    await sync.init();
    near(sync.rademacher('linear', [[2, 0], [0, 2]]).value, traceBound, 1e-12); // prettier-ignore
  });
});
