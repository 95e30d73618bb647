/** What the classifier computes, seen from JavaScript. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs, digits, flat, normal, shared, sparse, xor } from './support/data.mjs';
import { maxmargin } from './support/maxmargin.mjs';

const { SVC, load, readLibsvm } = maxmargin;

const share = (right, answers) => right.filter((label, i) => label === answers[i]).length;

function assertClose(actual, expected, tolerance, what = '') {
  assert.equal(actual.length, expected.length, `${what} length`);
  for (let i = 0; i < actual.length; i++) {
    const scale = Math.max(1, Math.abs(expected[i]));
    const near = Math.abs(actual[i] - expected[i]) <= tolerance * scale;
    assert.ok(near, `${what}[${i}]: ${actual[i]}, expected ${expected[i]} within ${tolerance}`);
  }
}

describe('SVC', { timeout: 900_000 }, () => {
  it('learns XOR', async () => {
    const model = await new SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y);
    assert.deepEqual(Array.from(await model.predict(xor.X)), xor.y);
    assert.equal(await model.score(xor.X, xor.y), 1);
  });

  it('resolves fit to itself', async () => {
    const model = new SVC();
    assert.equal(await model.fit(xor.X, xor.y), model);
  });

  for (const kernel of ['linear', 'poly', 'rbf', 'sigmoid']) {
    it(`separates distant blobs with the ${kernel} kernel`, async () => {
      const { X, y } = blobs({ n: 120, d: 3, k: 3, apart: 8, seed: 5 });
      const model = await new SVC({
        kernel,
        C: 1,
        gamma: kernel === 'sigmoid' ? 0.005 : 'scale',
      }).fit(X, y);
      const right = share(y, await model.predict(X));
      assert.ok(right >= 114, `${right} of 120`);
    });
  }

  it('solves two points exactly: alpha = 1/2, w = 1, b = 0', async () => {
    // One point at -1 and one at +1: the margin is 2, w = 1, alpha = 1/2 each.
    const model = await new SVC({ kernel: 'linear', C: 100, tol: 1e-8 }).fit([[-1], [1]], [0, 1]);
    assertClose(model.dualCoef, [-0.5, 0.5], 1e-9, 'dualCoef');
    assertClose(model.intercept, [0], 1e-9, 'intercept');
    assertClose(await model.decisionFunction([[0.25], [-3]]), [0.25, -3], 1e-9, 'decision');
    assert.ok(Math.abs(model.objective - -0.5) < 1e-9, `objective ${model.objective}`);
  });

  it('finds what scikit-learn finds on digits: 482 of 500, 539 support vectors', async () => {
    const { train, test } = digits();
    const model = await new SVC({ C: 10, gamma: 'scale' }).fit(train.X, train.y);
    assert.equal(share(test.y, await model.predict(test.X)), 482);
    assert.equal(model.supportIndices.length, 539);
  });

  const a1a = shared('libsvm', 'a1a');
  it(
    'finds what LIBSVM finds on a1a: objective -30.669382, 676 support vectors',
    { skip: a1a.skip },
    async () => {
      const { X, y } = await readLibsvm(a1a.read());
      assert.deepEqual([X.rows, X.cols], [1605, 119]);
      const model = await new SVC({ kernel: 'linear', C: 0.05 }).fit(X, y);
      assert.ok(
        Math.abs(model.supportIndices.length - 676) <= 6,
        `${model.supportIndices.length} support vectors`,
      );
      assert.ok(
        Math.abs(model.objective + 30.669382) < 1e-4 * 30.67,
        `objective ${model.objective}`,
      );
    },
  );
});

describe('fitted values', { timeout: 900_000 }, () => {
  const { X, y } = blobs({ n: 60, d: 3, k: 3, apart: 2, seed: 2 });
  let model;
  before(async () => {
    model = await new SVC({ C: 2, gamma: 0.5 }).fit(X, y);
  });

  it('are typed arrays with shapes', () => {
    const m = model.supportIndices.length;
    assert.ok(m > 0 && m <= 60);
    assert.ok(model.supportIndices instanceof Int32Array);
    assert.ok(model.dualCoef instanceof Float64Array);
    assert.ok(model.intercept instanceof Float64Array);
    assert.ok(model.supportVectors instanceof Float64Array);
    assert.deepEqual(Array.from(model.supportVectors.shape), [m, 3]);
    assert.deepEqual(Array.from(model.dualCoef.shape), [2, m]);
    assert.equal(model.intercept.length, 3);
    assert.equal(
      Array.from(model.supportCounts).reduce((a, b) => a + b),
      m,
    );
    assert.deepEqual(Array.from(model.classes), [0, 1, 2]);
    assert.ok(model.nIter instanceof Int32Array);
    assert.deepEqual(
      Array.from(model.nIter, (n) => n > 0),
      [true, true, true],
    );
  });

  it('hold the support vectors themselves', () => {
    Array.from(model.supportIndices).forEach((row, i) => {
      assert.deepEqual(Array.from(model.supportVectors.subarray(3 * i, 3 * i + 3)), X[row]);
    });
  });

  it('group support vectors by class', () => {
    const classes = Array.from(model.supportIndices, (row) => y[row]);
    assert.deepEqual(classes, [...classes].sort());
  });

  it('compute the decision values by the formula', async () => {
    // f = sum of dualCoef * exp(-gamma |x - s|^2) + b, for the pair of classes 0 and 1.
    const values = await model.decisionFunction(X, { shape: 'ovo' });
    const m = model.supportIndices.length;
    const [n0, n1] = model.supportCounts;
    X.slice(0, 5).forEach((x, row) => {
      let f = model.intercept[0];
      for (let i = 0; i < n0 + n1; i++) {
        // Pair (0, 1): row 0 of dualCoef for both classes.
        const s = model.supportVectors.subarray(3 * i, 3 * i + 3);
        const distance = x.reduce((sum, value, j) => sum + (value - s[j]) ** 2, 0);
        f += model.dualCoef[0 * m + i] * Math.exp(-0.5 * distance);
      }
      assertClose([values[3 * row]], [f], 1e-9, 'f');
    });
  });

  it('keep the constraints of the dual: |coef| <= C, sums to zero', () => {
    const m = model.supportIndices.length;
    const [n0, n1] = model.supportCounts;
    const pair = Array.from(model.dualCoef.subarray(0, n0 + n1));
    for (const value of model.dualCoef) assert.ok(Math.abs(value) <= 2 + 1e-12);
    const sum = pair.reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum) < 1e-9, `sum ${sum} of the pair (0, 1); m = ${m}`);
  });
});

describe('decision values', { timeout: 900_000 }, () => {
  const four = blobs({ n: 80, d: 2, k: 4, apart: 4, seed: 3 });
  const two = blobs({ n: 40, d: 2, k: 2, apart: 1, seed: 4 });

  it('have one column per class (ovr) or per pair (ovo), and one in all for two classes', async () => {
    const model = await new SVC().fit(four.X, four.y);
    assert.deepEqual(Array.from((await model.decisionFunction(four.X)).shape), [80, 4]);
    const pairs = await new SVC({ study: { decisionFunctionShape: 'ovo' } }).fit(four.X, four.y);
    assert.deepEqual(Array.from((await pairs.decisionFunction(four.X)).shape), [80, 6]);
    const binary = await new SVC().fit(two.X, two.y);
    const values = await binary.decisionFunction(two.X);
    assert.equal(values.length, 40);
    assert.ok(values instanceof Float64Array);
  });

  it('agree with predict: sign for two classes, largest for more', async () => {
    const binary = await new SVC().fit(two.X, two.y);
    const signs = Array.from(await binary.decisionFunction(two.X), (f) => (f > 0 ? 1 : 0));
    assert.deepEqual(signs, Array.from(await binary.predict(two.X)));

    const model = await new SVC().fit(four.X, four.y);
    const values = await model.decisionFunction(four.X);
    const largest = four.X.map((_, i) => {
      const row = Array.from(values.subarray(4 * i, 4 * i + 4));
      return row.indexOf(Math.max(...row));
    });
    assert.deepEqual(largest, Array.from(await model.predict(four.X)));
  });

  it('are positive for the class that comes second', async () => {
    const model = await new SVC({ kernel: 'linear' }).fit([[0], [1]], ['a', 'b']);
    const [low, high] = await model.decisionFunction([[-5], [5]]);
    assert.ok(low < 0 && high > 0);
    assert.deepEqual(Array.from(await model.predict([[-5], [5]])), ['a', 'b']);
  });
});

describe('equivalences', { timeout: 900_000 }, () => {
  // A tight tolerance: two solvers' paths may differ, the optimum may not.
  const options = { C: 1.5, gamma: 0.3, tol: 1e-9 };
  const { X, y } = blobs({ n: 60, d: 3, k: 3, apart: 1.5, seed: 6 });
  const probe = blobs({ n: 25, d: 3, k: 3, apart: 1.5, seed: 7 }).X;

  it('weight 2 is the sample twice', async () => {
    const sampleWeight = y.map((_, i) => (i % 4 === 0 ? 2 : 1));
    const twice = y.flatMap((_, i) => (i % 4 === 0 ? [i, i] : [i]));
    const weighted = await new SVC(options).fit(X, y, { sampleWeight });
    const repeated = await new SVC(options).fit(
      twice.map((i) => X[i]),
      twice.map((i) => y[i]),
    );
    assertClose(
      await weighted.decisionFunction(probe),
      await repeated.decisionFunction(probe),
      1e-6,
      'f',
    );
  });

  it('scaling all weights is scaling C', async () => {
    const sampleWeight = new Float32Array(y.length).fill(2);
    const weighted = await new SVC({ ...options, C: 1 }).fit(X, y, { sampleWeight });
    const scaled = await new SVC({ ...options, C: 2 }).fit(X, y);
    assertClose(
      await weighted.decisionFunction(probe),
      await scaled.decisionFunction(probe),
      1e-6,
      'f',
    );
  });

  it('weight 0 is leaving the sample out', async () => {
    const sampleWeight = y.map((_, i) => (i % 5 === 0 ? 0 : 1));
    const kept = y.flatMap((_, i) => (i % 5 === 0 ? [] : [i]));
    const weighted = await new SVC(options).fit(X, y, { sampleWeight });
    const without = await new SVC(options).fit(
      kept.map((i) => X[i]),
      kept.map((i) => y[i]),
    );
    assertClose(
      await weighted.decisionFunction(probe),
      await without.decisionFunction(probe),
      1e-6,
      'f',
    );
  });

  it('class weights are weights of all samples of the class', async () => {
    const classWeight = { 0: 3, 2: 0.5 };
    const sampleWeight = y.map((label) => ({ 0: 3, 1: 1, 2: 0.5 })[label]);
    const byClass = await new SVC({ ...options, classWeight }).fit(X, y);
    const byMap = await new SVC({
      ...options,
      classWeight: new Map([
        [0, 3],
        [2, 0.5],
      ]),
    }).fit(X, y);
    const bySample = await new SVC(options).fit(X, y, { sampleWeight });
    const expected = await bySample.decisionFunction(probe);
    assertClose(await byClass.decisionFunction(probe), expected, 1e-6, 'f');
    assertClose(await byMap.decisionFunction(probe), expected, 1e-6, 'f');
  });

  it("'balanced' weighs classes by n / (k * count)", async () => {
    const rows = y.flatMap((label, i) => (label === 0 && i > 20 ? [] : [i]));
    const some = { X: rows.map((i) => X[i]), y: rows.map((i) => y[i]) };
    const count = (label) => some.y.filter((other) => other === label).length;
    const classWeight = Object.fromEntries(
      [0, 1, 2].map((label) => [label, rows.length / (3 * count(label))]),
    );
    const balanced = await new SVC({ ...options, classWeight: 'balanced' }).fit(some.X, some.y);
    const explicit = await new SVC({ ...options, classWeight }).fit(some.X, some.y);
    assertClose(
      await balanced.decisionFunction(probe),
      await explicit.decisionFunction(probe),
      1e-6,
      'f',
    );
  });

  const holes = X.map((row) => row.map((value) => (Math.abs(value) < 0.6 ? 0 : value)));
  const probeHoles = probe.map((row) => row.map((value) => (Math.abs(value) < 0.6 ? 0 : value)));
  for (const kernel of ['linear', 'poly', 'rbf', 'sigmoid']) {
    it(`sparse input equals dense input (${kernel})`, async () => {
      const own = { ...options, kernel, gamma: kernel === 'sigmoid' ? 0.01 : 0.3, tol: 1e-6 };
      const dense = await new SVC(own).fit(holes, y);
      const thin = await new SVC(own).fit(sparse(holes), y);
      const expected = await dense.decisionFunction(probeHoles);
      assertClose(
        await thin.decisionFunction(sparse(probeHoles)),
        expected,
        1e-6,
        'sparse to sparse',
      );
      assertClose(await thin.decisionFunction(probeHoles), expected, 1e-6, 'sparse to dense');
      assertClose(
        await dense.decisionFunction(sparse(probeHoles)),
        expected,
        1e-6,
        'dense to sparse',
      );
    });
  }

  it('a precomputed kernel equals the kernel itself', async () => {
    const gram = (A, B) =>
      A.map((a) => B.map((b) => Math.exp(-0.3 * a.reduce((s, v, j) => s + (v - b[j]) ** 2, 0))));
    const direct = await new SVC(options).fit(X, y);
    const given = await new SVC({ ...options, kernel: 'precomputed' }).fit(gram(X, X), y);
    assertClose(
      await given.decisionFunction(gram(probe, X)),
      await direct.decisionFunction(probe),
      1e-6,
      'f',
    );
  });

  it('the order of the samples does not matter', async () => {
    const order = y.map((_, i) => (i * 17) % y.length);
    const one = await new SVC(options).fit(X, y);
    const other = await new SVC(options).fit(
      order.map((i) => X[i]),
      order.map((i) => y[i]),
    );
    assertClose(await other.decisionFunction(probe), await one.decisionFunction(probe), 1e-6, 'f');
  });

  it('rows get the same predictions one by one and together', async () => {
    const model = await new SVC(options).fit(X, y);
    const together = await model.decisionFunction(probe);
    for (let i = 0; i < 5; i++) {
      assertClose(
        await model.decisionFunction([probe[i]]),
        together.subarray(3 * i, 3 * i + 3),
        1e-12,
        `row ${i}`,
      );
    }
  });

  it('without shrinking, and with hardly any cache, the solution is the same', async () => {
    const expected = await (await new SVC(options).fit(X, y)).decisionFunction(probe);
    const plain = await new SVC({ ...options, study: { shrinking: false }, cacheSize: 0.001 }).fit(
      X,
      y,
    );
    assertClose(await plain.decisionFunction(probe), expected, 1e-6, 'f');
  });

  it('the same data give the same bits', async () => {
    const [a, b] = [await new SVC(options).fit(X, y), await new SVC(options).fit(X, y)];
    assert.deepEqual(await a.decisionFunction(probe), await b.decisionFunction(probe));
  });
});

describe('forms of input', { timeout: 900_000 }, () => {
  const { X, y } = blobs({ n: 30, d: 3, apart: 1, seed: 8 });
  const table = flat(X);
  const columns = Float64Array.from({ length: 90 }, (_, i) => X[i % 30][Math.floor(i / 30)]);
  const forms = {
    'an array of typed arrays': X.map((row) => Float64Array.from(row)),
    '{ data, rows, cols }': table,
    '{ data, shape }': { data: table.data, shape: [30, 3] },
    '{ data } as a plain array': { ...table, data: Array.from(table.data) },
    'a Float64Array with a shape': Object.assign(Float64Array.from(table.data), { shape: [30, 3] }),
    'ndarray, row after row': { data: table.data, shape: [30, 3], stride: [3, 1], offset: 0 },
    'ndarray, column after column': { data: columns, shape: [30, 3], stride: [1, 30], offset: 0 },
    '@stdlib/ndarray with an offset': {
      data: Float64Array.from([7, 7, ...table.data]),
      shape: [30, 3],
      strides: [3, 1],
      offset: 2,
    },
  };
  let expected;
  before(async () => {
    expected = await (await new SVC().fit(X, y)).decisionFunction(X);
  });

  for (const [name, form] of Object.entries(forms)) {
    it(`takes ${name}`, async () => {
      const model = await new SVC().fit(form, y);
      assert.deepEqual(Array.from(await model.decisionFunction(form)), Array.from(expected));
    });
  }

  for (const Type of [
    Float32Array,
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
  ]) {
    it(`takes ${Type.name}`, async () => {
      const whole = X.map((row) => Type.from(row, (value) => Math.abs(Math.round(10 * value))));
      const model = await new SVC().fit(whole, y);
      const plain = await new SVC().fit(
        whole.map((row) => Array.from(row)),
        y,
      );
      assert.deepEqual(await model.decisionFunction(whole), await plain.decisionFunction(whole));
    });
  }

  it('leaves the input as it is', async () => {
    const data = Float64Array.from(table.data);
    const copy = Float64Array.from(data);
    const rows = Object.freeze(X.map((row) => Object.freeze([...row])));
    const labels = Object.freeze([...y]);
    await new SVC().fit({ data, rows: 30, cols: 3 }, y);
    await new SVC().fit(rows, labels);
    assert.equal(data.length, 90, 'detached');
    assert.deepEqual(data, copy);
    assert.deepEqual(rows, X);
  });

  it('reads the input at the call, so later changes have no effect', async () => {
    const data = Float64Array.from(table.data);
    const labels = [...y];
    const fitting = new SVC().fit({ data, rows: 30, cols: 3 }, labels);
    data.fill(NaN);
    labels.fill(0);
    assert.deepEqual(await (await fitting).decisionFunction(X), expected);
  });
});

describe('special data', { timeout: 900_000 }, () => {
  it('one sample per class', async () => {
    const model = await new SVC().fit(
      [
        [0, 0],
        [1, 1],
      ],
      ['no', 'yes'],
    );
    assert.deepEqual(
      Array.from(
        await model.predict([
          [0, 0],
          [1, 1],
        ]),
      ),
      ['no', 'yes'],
    );
  });

  it('a constant feature, and features that are all the same', async () => {
    const next = normal(9);
    const X = Array.from({ length: 20 }, (_, i) => [i % 2, 5, next() / 100]);
    const model = await new SVC().fit(
      X,
      X.map((_, i) => i % 2),
    );
    assert.equal(
      share(
        X.map((_, i) => i % 2),
        await model.predict(X),
      ),
      20,
    );

    const flatModel = await new SVC().fit([[1], [1], [1], [1]], [0, 1, 0, 1]);
    for (const f of await flatModel.decisionFunction([[1], [2]])) assert.ok(Number.isFinite(f));
  });

  it('contradicting labels', async () => {
    const model = await new SVC().fit([[0], [0], [1], [1]], ['a', 'b', 'a', 'b']);
    for (const f of await model.decisionFunction([[0], [1]])) assert.ok(Number.isFinite(f));
  });

  it('data far from the origin', async () => {
    const { X, y } = blobs({ n: 60, d: 2, apart: 4, seed: 10 });
    const near = await new SVC({ gamma: 0.5 }).fit(X, y);
    const far = X.map((row) => row.map((value) => value + 1e6));
    const model = await new SVC({ gamma: 0.5 }).fit(far, y);
    assert.deepEqual(Array.from(await model.predict(far)), Array.from(await near.predict(X)));
  });

  it('a saved and loaded model that was fitted on sparse data', async () => {
    const { X, y } = blobs({ n: 40, d: 4, apart: 2, seed: 11 });
    const thin = sparse(X.map((row) => row.map((v) => (v < 0 ? 0 : v))));
    const model = await new SVC().fit(thin, y);
    const again = await load(await model.save());
    assert.deepEqual(await again.decisionFunction(thin), await model.decisionFunction(thin));
  });
});
