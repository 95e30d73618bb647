/**
 * Samples and targets in every form that is recognised: the same numbers give the
 * same model, and nothing that the caller owns is changed. The foreign forms are
 * stand-ins with the shape of the real things: apache-arrow's tables, tf.js's
 * tensors, ndarray's views, ml-matrix's matrices.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs, flat, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { maxmargin, modules, onnx, sync } from './support/maxmargin.mjs';

const { X, y } = blobs({ n: 30, d: 3, k: 2, apart: 1.5, seed: 1, labels: (i) => ['no', 'yes'][i] });
const names = ['length', 'width', 'height'];
const column = (j) => X.map((row) => row[j]);

/** A column as Arrow has it: toArray gives what is stored, nulls and all. */
const vector = (stored, { values = stored, nullCount = 0 } = {}) => ({
  length: values.length,
  nullCount,
  get: (i) => values[i],
  toArray: () => stored,
});

/** A table as Arrow has it, with the chunks in `data`. */
const table = (columns) => ({
  schema: { fields: Object.keys(columns).map((name) => ({ name })) },
  numRows: Object.values(columns)[0].length,
  numCols: Object.keys(columns).length,
  data: [],
  getChildAt: (j) => Object.values(columns)[j],
  getChild: (name) => columns[name],
});
const arrow = () =>
  table(Object.fromEntries(names.map((name, j) => [name, vector(Float64Array.from(column(j)))])));

const records = () => X.map(([length, width, height]) => ({ length, width, height }));
const columns = () => ({
  length: Float64Array.from(column(0)),
  width: column(1),
  height: Float64Array.from(column(2)),
});

/** A view as ndarray has it, with its numbers inside a larger array. */
function view(stride, offset, length) {
  const data = new Float64Array(length).fill(NaN).map(() => 7);
  X.forEach((row, i) => row.forEach((v, j) => (data[offset + i * stride[0] + j * stride[1]] = v)));
  return { data, shape: [30, 3], stride, offset };
}

const shared = () => {
  const data = new Float64Array(new SharedArrayBuffer(720));
  data.set(X.flat());
  return { data, rows: 30, cols: 3 };
};

const tables = {
  'typed rows': () => X.map((row) => Float64Array.from(row)),
  'flat numbers': () => flat(X),
  'flat numbers with a shape': () => ({ data: X.flat(), shape: [30, 3] }),
  'sparse rows': () => sparse(X),
  'numbers in a shared buffer': shared,
  'a view column by column': () => view([1, 30], 0, 90),
  'a view with gaps': () => view([10, 2], 5, 400),
  'a view from the last row up': () => view([-3, 1], 87, 90),
  'a view from the last column back': () => view([3, -1], 2, 90),
  'a view back to front': () => view([-3, -1], 89, 90),
  'a view under the name of strides': () => {
    const { stride, ...rest } = view([-4, 1], 116, 120);
    return { ...rest, strides: stride, order: 'row-major' };
  },
  'a tensor': () => ({ shape: [30, 3], dtype: 'float32', dataSync: () => flat(X).data }),
  'a matrix to copy': () => ({ rows: 30, columns: 3, to1DArray: () => X.flat() }),
  'an Arrow table': arrow,
  'an Arrow table without numbered columns': () => ({ ...arrow(), getChildAt: undefined }),
  objects: records,
  'objects of a class': () => records().map((row) => Object.assign(new (class Row {})(), row)),
  'an object of columns': columns,
};

const targets = {
  'an array': () => y,
  'a column of text': () => vector(y),
  'a column with a dictionary': () => ({ length: 30, nullCount: 0, toArray: () => y }),
};

for (const [way, api] of forms(import.meta.url)) {
  const { SVC, SVR, load } = api;
  const options = { gamma: 0.5 };
  let expected;
  before(async () => {
    if (api === sync) await sync.init();
    expected = await (await new SVC(options).fit(X, y)).decisionFunction(X);
  });

  describe(`samples in many forms, ${way}`, { timeout: 900_000 }, () => {
    for (const [form, make] of Object.entries(tables)) {
      it(`${form}: fit and predict as with rows of numbers`, async () => {
        const given = make();
        const before = JSON.stringify(given);
        const model = await new SVC(options).fit(given, y);
        assert.deepEqual(await model.decisionFunction(given), expected);
        assert.deepEqual(await model.predict(given), await model.predict(make()));
        assert.equal(JSON.stringify(given), before);
      });
    }
    for (const [form, make] of Object.entries(targets)) {
      it(`labels in ${form}`, async () => {
        const model = await new SVC(options).fit(X, make());
        assert.deepEqual(await model.decisionFunction(X), expected);
        assert.ok((await model.score(X, make())) > 0.5);
      });
    }

    it('values and weights in a column or a tensor', async () => {
      const values = Float64Array.from(column(0), (v) => 2 * v + 1);
      const weights = Float64Array.from(column(1), Math.abs);
      const plain = await new SVR(options).fit(X, values, { sampleWeight: weights });
      const tensor = { shape: [30], dataSync: () => values };
      const model = await new SVR(options).fit(arrow(), tensor, { sampleWeight: vector(weights) });
      assert.deepEqual(await model.predict(X), await plain.predict(X));
      assert.equal(await model.score(X, vector(values)), await plain.score(X, values));
    });

    it('columns with nulls, half floats and big integers are read correctly', async () => {
      const halves = vector(new Uint16Array([15360, 0, 15360, 0]), { values: [1, 0, 1, 0] });
      const model = await new SVC(options).fit(table({ a: halves }), [1, 0, 1, 0]);
      assert.deepEqual(Array.from(await model.predict([[1], [0]])), [1, 0]);
      const nulls = vector(new Float64Array(4), { values: [0, 1, null, 1], nullCount: 1 });
      await fails(() => model.predict(table({ a: nulls })), {
        code: 'ERR_TYPE',
        argument: 'X',
        message: [/X\[2, a\] is null/, /missing/],
        details: { row: 2, column: 'a' },
      });
      await fails(() => model.predict(table({ a: vector(new BigInt64Array(4)) })), {
        code: 'ERR_TYPE',
        message: [/X\[0, a\] is 0n/, /Number\(\)/],
      });
      await fails(() => new SVC().fit([[0], [1]], vector(['a', null], { nullCount: 1 })), {
        code: 'ERR_TYPE',
        argument: 'y',
        message: /y\[1\] is null/,
      });
    });
  });

  describe(`names of columns, ${way}`, { timeout: 900_000 }, () => {
    let model;
    before(async () => {
      model = await new SVC(options).fit(records(), y);
    });

    it('are remembered, and saved with the model', async () => {
      assert.deepEqual(model.featureNames, names);
      model.featureNames.push('mine');
      assert.deepEqual(model.featureNames, names);
      for (const again of [await load(await model.save()), await load(model.toJSON())]) {
        assert.deepEqual(again.featureNames, names);
        const turned = X.map(([length, width, height]) => ({ height, width, length }));
        assert.deepEqual(await again.decisionFunction(turned), expected);
      }
      assert.equal((await new SVC().fit(X, y)).featureNames, undefined);
    });

    it('find the columns in any order', async () => {
      const turned = X.map(([length, width, height]) => ({ width, height, length }));
      assert.deepEqual(await model.decisionFunction(turned), expected);
      const { length, width, height } = columns();
      assert.deepEqual(await model.decisionFunction({ height, width, length }), expected);
      const [a, b, c] = names.map((_, j) => vector(Float64Array.from(column(j))));
      const reversed = table({ height: c, width: b, length: a });
      assert.deepEqual(await model.decisionFunction(reversed), expected);
    });

    it('do not matter to rows of numbers', async () => {
      assert.deepEqual(await model.decisionFunction(X), expected);
    });

    it('can be given beside the numbers', async () => {
      const turned = X.map(([length, width, height]) => [height, length, width]);
      const featureNames = ['height', 'length', 'width'];
      for (const form of [flat, sparse]) {
        const named = await new SVC(options).fit({ ...form(X), featureNames: names }, y);
        assert.deepEqual(named.featureNames, names);
        for (const asked of [named, model]) {
          const values = await asked.decisionFunction({ ...form(turned), featureNames });
          assert.deepEqual(values, await asked.decisionFunction(form(X)));
        }
        const { XTrain, yTrain } = await api.trainTestSplit({ ...form(X), featureNames: names }, y);
        assert.deepEqual((await new SVC().fit(XTrain, yTrain)).featureNames, names);
        const predict = (given) => named.predict({ ...form(turned), featureNames: given });
        await fails(() => predict(['height', 'length', 'depth']), {
          code: 'ERR_SHAPE',
          message: [/X has no column 'width'/, /fitted to length, width, height/],
        });
        await fails(() => predict(['height', 'length']), {
          code: 'ERR_SHAPE',
          message: /X\.featureNames must be an array of 3 names/,
          details: { expected: 3, got: 2 },
        });
        await fails(() => predict('height'), { code: 'ERR_SHAPE', message: /got 'height'/ });
        await fails(() => new SVC().fit({ ...form(X), featureNames: ['a', 'b', 'a'] }, y), {
          code: 'ERR_SHAPE',
          message: /two columns 'a'/,
        });
      }
    });

    it('are in the error if columns are missing or additional', async () => {
      const spoiled = (row, change) => records().map((r, i) => (i === row ? change(r) : r));
      const cases = [
        [spoiled(0, ({ length, width }) => ({ length, width })), [/X\[0\] has no column 'height'/, /fitted to/]],
        [spoiled(9, ({ length, width }) => ({ length, width })), [/X\[9\] has no column 'height'/, /fitted to/]],
        [spoiled(9, ({ height, ...r }) => ({ ...r, Height: height })), /X\[9\] has no column 'height'/],
        [table({ length: vector(column(0)) }), /X has no column 'width'/],
      ]; // prettier-ignore
      for (const [bad, message] of cases) {
        await fails(() => model.predict(bad), { code: 'ERR_SHAPE', argument: 'X', message });
      }
      const error = await fails(
        () =>
          new SVC().fit(
            spoiled(9, () => ({ length: 1 })),
            y,
          ),
        {
          code: 'ERR_SHAPE',
        },
      );
      assert.deepEqual(error.details, { row: 9, column: 'width' });
      await fails(
        () =>
          new SVC().fit(
            spoiled(9, (r) => ({ ...r, depth: 1 })),
            y,
          ),
        {
          code: 'ERR_SHAPE',
          message: [/X\[9\] has the column 'depth'/, /the first row has .*leave it out/],
          details: { row: 9, column: 'depth' },
        },
      );
    });

    it('are not looked at where a fitted model has none of that name', async () => {
      const expected = await model.predict(records());
      for (const more of [
        records().map((r) => ({ ...r, depth: 'deep' })),
        records().map((r, i) => (i === 9 ? { ...r, depth: 1 } : r)),
        { ...columns(), depth: column(0) },
        { ...columns(), depth: [1] },
      ])
        assert.deepEqual(await model.predict(more), expected);
    });

    it('do not replace the checks of the values', async () => {
      const text = records().map((r, i) => (i === 4 ? { ...r, width: '1' } : r));
      await fails(() => new SVC().fit(text, y), {
        code: 'ERR_TYPE',
        argument: 'X',
        message: [/X\[4, width\] is '1'/, /convert/],
        details: { row: 4, column: 'width' },
      });
      const mixed = records().map((r, i) => (i === 4 ? [1, 2, 3] : r));
      await fails(() => new SVC().fit(mixed, y), {
        code: 'ERR_TYPE',
        message: /X\[4\] is an array, but the first row is an object/,
      });
      await fails(() => new SVC().fit({ a: [1, 2, 3], b: [1, 2] }, [0, 1, 0]), {
        code: 'ERR_SHAPE',
        message: /X\.b has 2 entries, but X\.a has 3/,
      });
      const twice = { ...arrow(), schema: { fields: ['a', 'a', 'b'].map((name) => ({ name })) } };
      await fails(() => new SVC().fit(twice, y), { code: 'ERR_SHAPE', message: /two columns 'a'/ });
      await fails(() => new SVC().fit([{ 'a\0b': 1 }, { 'a\0b': 2 }], [0, 1]), {
        code: 'ERR_SHAPE',
        message: /rename/,
      });
    });

    it('survive a split and a search', async () => {
      const named = table(
        Object.fromEntries(['data', 'b', 'c'].map((name, j) => [name, vector(column(j))])),
      );
      for (const given of [named, columns(), records()]) {
        const parts = await api.trainTestSplit(given, vector(y), { seed: 1, stratify: true });
        const plain = await api.trainTestSplit(X, y, { seed: 1, stratify: true });
        assert.deepEqual(parts.yTest, plain.yTest);
        const split = await new SVC(options).fit(parts.XTrain, parts.yTrain);
        const same = await new SVC(options).fit(plain.XTrain, plain.yTrain);
        assert.equal(split.featureNames.length, 3);
        const values = await split.decisionFunction(parts.XTest);
        assert.deepEqual(values, await same.decisionFunction(plain.XTest));
      }
      const search = new api.GridSearch(new SVC(), { C: [1, 10] }, { folds: 3 });
      await search.fit(named, vector(y));
      assert.deepEqual(search.bestEstimator.featureNames, ['data', 'b', 'c']);
    });

    it('stay those of the first fit when a machine goes on learning', async () => {
      const online = await new api.SGDClassifier().partialFit(records(), y);
      const turned = X.map(([length, width, height]) => ({ height, length, width }));
      await online.partialFit(turned, y);
      assert.deepEqual(online.featureNames, names);
      const plain = await new api.SGDClassifier().partialFit(X, y);
      await plain.partialFit(X, y);
      assert.deepEqual(await online.decisionFunction(X), await plain.decisionFunction(X));
    });
  });

  describe(`transfer, ${way}`, { timeout: 900_000 }, () => {
    const transfer = { transfer: true };

    it('detaches arrays of the right layout, and gives the same fit', async () => {
      const dense = flat(X);
      const model = await new SVC(options).fit(dense, y, transfer);
      assert.equal(dense.data.length, 0);
      const rows = sparse(X);
      assert.deepEqual(await model.decisionFunction(rows, transfer), expected);
      assert.deepEqual([rows.data.length, rows.indices.length, rows.indptr.length], [0, 0, 0]);
      const again = flat(X);
      const labels = await model.predict(again, transfer);
      assert.equal(again.data.length, 0);
      assert.deepEqual(labels, await model.predict(X));
    });

    it('copies everything else', async () => {
      const model = await new SVC(options).fit(X, y);
      const whole = new Float64Array(100);
      whole.set(X.flat(), 5);
      const memory = new Float64Array(new WebAssembly.Memory({ initial: 1 }).buffer);
      const page = { data: memory, shape: [memory.length / 4, 4] };
      const others = {
        rows: X,
        'a part of a buffer': { data: whole.subarray(5, 95), rows: 30, cols: 3 },
        'a view': view([-3, 1], 87, 90),
        'shared numbers': shared(),
        'a tensor': tables['a tensor'](),
        'an Arrow table': arrow(),
      };
      for (const [form, given] of Object.entries(others)) {
        assert.deepEqual(await model.decisionFunction(given, transfer), expected, form);
        assert.deepEqual(await model.decisionFunction(given, transfer), expected, form);
      }
      const single = { data: Float32Array.from(X.flat()), rows: 30, cols: 3 };
      await model.predict(single, transfer);
      assert.equal(single.data.length, 90);
      // The memory of a WebAssembly program cannot be detached.
      const wide = await new SVC().fit([[0, 0, 0, 0], [1, 1, 1, 1]], [0, 1]); // prettier-ignore
      assert.equal((await wide.predict(page, transfer)).length, page.shape[0]);
      assert.equal(memory.length, 8192);
    });

    it('detaches nothing if the call is refused at once', async () => {
      const dense = flat(X);
      const model = new SVC(options);
      await fails(() => model.fit(dense, [1], transfer), { code: 'ERR_SHAPE', argument: 'y' });
      await fails(() => model.fit(dense, y, { transfer: 1 }), {
        code: 'ERR_TYPE',
        argument: 'transfer',
        message: /true or false/,
      });
      assert.equal(dense.data.length, 90);
    });

    it('a second time it is a detached buffer', async () => {
      const dense = flat(X);
      const model = await new SVC(options).fit(X, y);
      const first = model.predict(dense, transfer);
      await fails(() => model.predict(dense, transfer), { code: 'ERR_TYPE', message: /detached/ });
      assert.equal((await first).length, 30);
    });
  });

  it(`data that do not fit into memory are refused before they are read, ${way}`, async () => {
    const refused = { code: 'ERR_MEMORY_BUDGET', argument: 'X' };
    const unread = () => assert.fail('it was read');
    const huge = { length: 2 ** 29, nullCount: 0, get: unread, toArray: unread };
    await fails(() => new SVC().fit(table({ a: huge, b: huge }), y), refused);
    const holes = new Array(2 ** 32 - 1);
    holes[0] = { a: 1 };
    await fails(() => new SVC().fit(holes, y), refused);
  });
}

describe('tensors with asynchronous data', { timeout: 900_000 }, () => {
  const tensor = (shape, data) => ({ shape, data: async () => data });

  it('are awaited in maxmargin', async () => {
    const data = flat(X).data;
    const values = Float64Array.from(column(0));
    const model = await new maxmargin.SVR().fit(tensor([30, 3], data), tensor([30], values), {
      transfer: true,
    });
    assert.equal(data.length, 90, 'the numbers of a tensor are not ours to take');
    const plain = await new maxmargin.SVR().fit(X, values);
    assert.deepEqual(await model.predict(tensor([30, 3], data)), await plain.predict(X));
    assert.equal(await model.score(X, tensor([30], values)), await plain.score(X, values));
  });

  it('are refused in maxmargin/sync', async () => {
    await sync.init();
    await fails(() => new sync.SVC().fit(tensor([30, 3], flat(X).data), y), {
      code: 'ERR_TYPE',
      argument: 'X',
    });
  });
});

describe('bytes', () => {
  const bytes = Uint8Array.from({ length: 40 * 9 }, (_, i) => (i * i * 31 + (i >> 3)) % 256);
  const labels = Array.from({ length: 40 }, (_, i) => (bytes[9 * i] + bytes[9 * i + 4]) % 3);
  const shape = { rows: 40, cols: 9 };
  const numbers = Float64Array.from(bytes, (byte) => byte * (1 / 255));

  it('are the numbers that their scale says', async () => {
    const kept = bytes.slice();
    const small = { data: bytes, ...shape, scale: 1 / 255 };
    const model = await new maxmargin.SVC({ C: 10, gamma: 0.5 }).fit(small, labels);
    const same = await new maxmargin.SVC({ C: 10, gamma: 0.5 }).fit(
      { data: numbers, ...shape },
      labels,
    );
    assert.deepEqual(model.supportIndices, same.supportIndices);
    assert.deepEqual(model.supportVectors, same.supportVectors);
    const want = await same.decisionFunction({ data: numbers, ...shape });
    for (const samples of [small, { data: numbers, ...shape }]) {
      const got = await model.decisionFunction(samples);
      got.forEach((value, i) => assert.ok(Math.abs(value - want[i]) < 1e-2, `${value} ${want[i]}`));
      assert.deepEqual(await model.predict(samples), await same.predict(samples));
    }
    const again = await maxmargin.load(await model.save());
    for (const samples of [small, { data: numbers, ...shape }]) {
      assert.deepEqual(
        await again.decisionFunction(samples),
        await model.decisionFunction(samples),
      );
    }
    assert.deepEqual(bytes, kept);
  });

  const { NuSVC, NuSVR, OneClassSVM, SVC, SVDD, SVR } = maxmargin;
  const halves = Float64Array.from(bytes, (byte) => byte / 2);
  const small = { data: bytes, ...shape, scale: 0.5 };
  const large = { data: halves, ...shape };

  for (const make of [
    () => new SVC({ C: 10 }),
    () => new SVC({ probability: 'sigmoid' }),
    () => new NuSVC({ nu: 0.2 }),
    () => new SVR({ epsilon: 0.01 }),
    () => new NuSVR({ kernel: 'linear' }),
    () => new OneClassSVM({ nu: 0.1 }),
    () => new SVDD({ nu: 0.1, kernel: { kernel: 'poly', degree: 2 } }),
  ]) {
    const { name } = make().constructor;
    it(`stay bytes in a file of ${name}, and change nothing where both are exact`, async () => {
      const [a, b] = [make(), make()];
      const target = a instanceof OneClassSVM || a instanceof SVDD ? [] : [labels];
      await a.fit(small, ...target);
      await b.fit(large, ...target);
      const [first, second] = [await a.save(), await b.save()];
      assert.deepEqual(a.supportVectors, b.supportVectors);
      assert.equal(second.length - first.length > 5 * a.supportVectors.length, true);
      const loaded = await maxmargin.load(first);
      assert.deepEqual(loaded.supportVectors, b.supportVectors);
      assert.deepEqual(await loaded.save(), first);
      const want = await b.predict(large);
      for (const model of [a, loaded]) {
        for (const samples of [small, large]) {
          const got = await model.predict(samples);
          got.forEach((value, i) => {
            const close = Math.abs(value - want[i]) <= 1e-12 * Math.max(1, Math.abs(want[i]));
            assert.ok(value === want[i] || close, `${value} ${want[i]}`);
          });
        }
      }
    });
  }

  it('are exported as numbers', async () => {
    const fit = (samples) => new SVC({ kernel: 'linear' }).fit(samples, labels);
    const [a, b] = [await fit(small), await fit(large)];
    assert.equal(await modules.toModule(a), await modules.toModule(b));
    assert.deepEqual(await onnx.exportOnnx(a), await onnx.exportOnnx(b));
    assert.equal(await a.exportLibsvm(), await b.exportLibsvm());
  });

  it('are pixels of a canvas, too', async () => {
    const save = async (data) => (await new SVC().fit({ data, ...shape }, labels)).save();
    assert.deepEqual(await save(Uint8ClampedArray.from(bytes)), await save(bytes));
  });

  it('with names of columns become numbers', async () => {
    const fit = (data) => new SVC().fit({ data, ...shape, featureNames: [...'abcdefghi'] }, labels);
    assert.deepEqual(
      await (await fit(bytes)).save(),
      await (await fit(Float64Array.from(bytes))).save(),
    );
  });

  it('of a Gram matrix must be symmetric', async () => {
    const data = Uint8Array.from({ length: 16 }, (_, i) => 10 * ((i >> 2) + (i % 4)));
    const model = new SVC({ kernel: 'precomputed' });
    const square = { data, rows: 4, cols: 4, scale: 0.1 };
    await model.fit(square, [0, 1, 0, 1]);
    data[1] = 11;
    await fails(() => new SVC({ kernel: 'precomputed' }).fit(square, [0, 1, 0, 1]), {
      code: 'ERR_KERNEL_ASYMMETRIC',
      argument: 'X',
    });
  });

  it('become numbers for machines and steps that read numbers', async () => {
    const { makePipeline, StandardScaler, LinearSVC, DecisionTreeClassifier } = maxmargin;
    const makes = [
      () => makePipeline(new StandardScaler(), new SVC()),
      () => new LinearSVC(),
      () => new DecisionTreeClassifier(),
    ];
    for (const make of makes) {
      const [a, b] = [make(), make()];
      await a.fit(small, labels);
      await b.fit(large, labels);
      assert.deepEqual(await a.save(), await b.save());
      assert.deepEqual(await a.predict(small), await b.predict(large));
    }
  });

  it('have a scale in every type of array, which must be a finite number', async () => {
    const options = { C: 10, gamma: 0.5 };
    const save = async (samples) => (await new maxmargin.SVC(options).fit(samples, labels)).save();
    const want = await save({ data: numbers, ...shape });
    const strided = {
      data: Float32Array.from(bytes),
      shape: [40, 9],
      strides: [9, 1],
      scale: 1 / 255,
    };
    const stored = [...bytes].flatMap((byte, at) => (byte > 0 ? [at] : []));
    const sparse = (/** @type {number[]} */ data, /** @type {number} */ scale) => ({
      indptr: Array.from({ length: 41 }, (_, i) => stored.filter((at) => at < 9 * i).length),
      indices: stored.map((at) => at % 9),
      data,
      ...shape,
      scale,
    });
    assert.deepEqual(
      await save(sparse(stored.map((at) => bytes[at]), 1 / 255)), // prettier-ignore
      await save(sparse(stored.map((at) => numbers[at]), 1)), // prettier-ignore
    );
    assert.deepEqual(await save({ data: Array.from(bytes), ...shape, scale: 1 / 255 }), want);
    assert.deepEqual(await save(strided), want);
    for (const data of [bytes, Float64Array.from(bytes)]) {
      await fails(() => save({ data, ...shape, scale: NaN }), {
        code: 'ERR_NONFINITE',
        argument: 'X',
      });
    }
  });
});
