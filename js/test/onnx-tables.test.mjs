/**
 * ONNX files of models that take tables: an input for each column, texts as they are. onnxruntime
 * makes of them what the model makes.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';

import * as ort from 'onnxruntime-web';

import { fails } from './support/faults.mjs';
import { onnx, sync } from './support/maxmargin.mjs';
import * as pb from './support/onnx.mjs';

const { exportOnnx, importOnnx } = onnx;

ort.env.wasm.numThreads = 1;
ort.env.logLevel = 'fatal';

before(() => sync.init({ onWarning: () => {} }));

/** A table as passengers of a ship are: words, numbers, gaps in both, and truths. */
const towns = ['Cherbourg', 'Southampton', 'Queenstown', 'Île d’Yeu', 'São Paulo, SP'];
const rows = Array.from({ length: 60 }, (_, i) => ({
  town: i % 11 === 3 ? null : towns[(i * i) % 5],
  age: i % 7 === 2 ? null : Math.fround(20 + ((i * 37) % 50) / 3),
  class: 1 + (i % 3),
  fare: Math.fround(Math.sin(i) * 30 + 40),
  alone: i % 2 === 0,
}));
const y = rows.map(({ town, age, alone }, i) =>
  Number((town === 'Cherbourg') + (age > 30) + alone + (i % 5 === 0) > 1),
);
const unseen = [
  { town: 'Belfast', age: 40, class: 2, fare: 7, alone: true },
  { town: 'Cherbourg', age: null, class: 9, fare: 8, alone: false },
];

/** What onnxruntime is given for rows of a table. */
function feeds(session, table, names = session.inputNames) {
  return Object.fromEntries(
    session.inputNames.map((input, j) => {
      const values = table.map((row) => (Array.isArray(row) ? row[j] : row[names[j]]));
      const isText = session.inputMetadata[j].type === 'string';
      const type = session.inputMetadata[j].type;
      const Numbers = type === 'float64' ? Float64Array : Float32Array;
      const data = isText
        ? values.map((one) => (one === null || one === undefined ? '' : String(one)))
        : Numbers.from(values, (one) => one ?? NaN);
      return [input, new ort.Tensor(type, data, [table.length, 1])];
    }),
  );
}

async function run(file, table, names) {
  const session = await ort.InferenceSession.create(file, { executionProviders: ['wasm'] });
  try {
    return { ...(await session.run(feeds(session, table, names))), inputs: session.inputNames };
  } finally {
    await session.release();
  }
}

function near(got, want, tolerance, what) {
  assert.equal(got.length, want.length, `${what}: ${got.length} numbers, expected ${want.length}`);
  const size = want.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
  want.forEach((v, i) => {
    assert.ok(Math.abs(got[i] - v) <= tolerance * size, `${what}[${i}]: ${got[i]}, expected ${v}`);
  });
}

/** The rows of what transform returns. */
function dense(X) {
  if (!X.indptr) return Array.from(X);
  const all = new Array(X.rows * X.cols).fill(0);
  for (let i = 0; i < X.rows; i++) {
    for (let at = X.indptr[i]; at < X.indptr[i + 1]; at++)
      all[i * X.cols + X.indices[at]] = X.data[at];
  }
  return all;
}

/** Values and labels of a file are those of the model. */
async function same(model, table, { tolerance = 1e-9, loose = 3e-4 } = {}) {
  for (const precision of ['float64', 'float32']) {
    const out = await run(await exportOnnx(model, { precision }), table);
    const within = precision === 'float64' ? tolerance : loose;
    const what = `${model}, ${precision}`;
    if (!out.label) {
      const want = dense(model.predict ? model.predict(table) : model.transform(table));
      near(out.variable.data, want, within, what);
      continue;
    }
    const labels = Array.from(out.label.data, (one) =>
      typeof one === 'bigint' ? Number(one) : one,
    );
    assert.deepEqual(labels, model.predict(table), `${what}: labels`);
    if (out.scores && precision === 'float64') {
      near(out.scores.data, Array.from(model.decisionFunction(table)), within, `${what}: scores`);
    }
    if (out.probabilities) {
      near(out.probabilities.data, Array.from(model.predictProba(table)), within, `${what}: p`);
    }
  }
}

describe('encoders', { timeout: 900_000 }, () => {
  const full = rows.filter(({ town, age }) => town !== null && age !== null);
  const words = full.map(({ town, alone }) => ({ town, alone }));
  const gaps = rows.map(({ town, class: kind }) => ({ town, kind }));
  const numbers = full.map((row) => [row.class, Math.round(row.fare / 20) / 10]);
  const encoders = {
    'OneHotEncoder of words': [new sync.OneHotEncoder(), words],
    'OneHotEncoder that drops the first': [new sync.OneHotEncoder({ drop: 'first' }), words],
    'OneHotEncoder of gaps': [new sync.OneHotEncoder({ handleUnknown: 'ignore' }), gaps],
    'OneHotEncoder of numbers': [new sync.OneHotEncoder({ handleUnknown: 'ignore' }), numbers],
    'OneHotEncoder of rare ones': [
      new sync.OneHotEncoder({ minFrequency: 10, handleUnknown: 'infrequentIfExist' }),
      gaps,
    ],
    'OneHotEncoder of the most frequent, without one': [
      new sync.OneHotEncoder({ maxCategories: 3, drop: 'first' }),
      words,
    ],
    'OneHotEncoder, dense, of two': [
      new sync.OneHotEncoder({ drop: 'ifBinary', sparseOutput: false }),
      words,
    ],
    'OneHotEncoder of given ones': [
      new sync.OneHotEncoder({
        categories: [[...towns, 'Belfast'].toReversed(), [true, false]],
        handleUnknown: 'ignore',
      }),
      words,
    ],
    'OrdinalEncoder of words': [new sync.OrdinalEncoder(), words],
    'OrdinalEncoder of gaps': [new sync.OrdinalEncoder({ encodedMissingValue: -3 }), gaps],
    'OrdinalEncoder of unknown ones': [
      new sync.OrdinalEncoder({ handleUnknown: 'useEncodedValue', unknownValue: -1.5 }),
      words,
    ],
    'OrdinalEncoder of unknown ones and gaps': [
      new sync.OrdinalEncoder({
        handleUnknown: 'useEncodedValue',
        unknownValue: 77,
        encodedMissingValue: -3,
      }),
      gaps,
    ],
    'OrdinalEncoder of numbers': [
      new sync.OrdinalEncoder({ handleUnknown: 'useEncodedValue' }),
      numbers,
    ],
  };
  for (const [name, [encoder, table]] of Object.entries(encoders)) {
    it(name, async () => {
      encoder.fit(table);
      const names = Array.isArray(table[0]) ? undefined : Object.keys(table[0]);
      const more =
        encoder.getParams().handleUnknown === 'error'
          ? []
          : names
            ? [
                Object.fromEntries(
                  names.map((key, j) => [key, j === 0 ? 'Belfast' : table[0][key]]),
                ),
              ]
            : [[99, 0.123456]];
      if (!names) return sameRows(encoder, [...table, ...more]);
      return same(encoder, [...table, ...more]);
    });
  }

  /** Rows of numbers without names have the one input X. */
  async function sameRows(model, X) {
    for (const precision of ['float64', 'float32']) {
      const file = await exportOnnx(model, { precision });
      const session = await ort.InferenceSession.create(file, { executionProviders: ['wasm'] });
      assert.deepEqual(session.inputNames, ['X']);
      const Numbers = precision === 'float64' ? Float64Array : Float32Array;
      const data = Numbers.from(X.flat());
      const { variable } = await session.run({
        X: new ort.Tensor(precision, data, [X.length, X[0].length]),
      });
      near(variable.data, dense(model.transform(X)), 1e-6, `${model}, ${precision}`);
    }
  }

  it('an unknown or a missing category is an error of the runtime, where it is one of the model', async () => {
    const table = words.map(({ town }) => ({ town }));
    const filled = (encoder) => sync.makePipeline(new sync.SimpleImputer({ strategy: 'mostFrequent' }), encoder); // prettier-ignore
    for (const encoder of [
      new sync.OneHotEncoder(),
      new sync.OneHotEncoder({ minFrequency: 13 }),
      new sync.OrdinalEncoder(),
      new sync.OrdinalEncoder({ encodedMissingValue: -1 }),
      filled(new sync.OneHotEncoder()),
      filled(new sync.OrdinalEncoder()),
    ]) {
      encoder.fit(table);
      for (const precision of ['float64', 'float32']) {
        const file = await exportOnnx(encoder, { precision });
        await run(file, table);
        await assert.rejects(run(file, [{ town: 'Belfast' }]), /nknown|out of data bounds/i, String(encoder)); // prettier-ignore
      }
    }
    const strict = new sync.OrdinalEncoder({ handleUnknown: 'useEncodedValue' }).fit(table);
    await assert.rejects(run(await exportOnnx(strict), [{ town: null }]), /out of data bounds/);
  });

  it('0.1 of a category is that of a float32 sample', async () => {
    const X = [[0.1], [0.2], [0.3]];
    const model = new sync.OneHotEncoder().fit(X);
    await sameRows(model, X);
    const close = new sync.OneHotEncoder().fit([[1], [1 + 1e-12]]);
    await fails(() => exportOnnx(close), { code: 'ERR_NUMERIC', message: /precision: 'float64'/ });
    assert.ok((await exportOnnx(close, { precision: 'float64' })).length > 0);
  });

  it('values that are one text are refused', async () => {
    const model = new sync.OneHotEncoder().fit([{ a: 1 }, { a: '1' }]);
    await fails(() => exportOnnx(model), { code: 'ERR_TYPE', message: /column a has '1' as text/ });
  });
});

describe('whole tables', { timeout: 900_000 }, () => {
  const { ColumnTransformer, OneHotEncoder, OrdinalEncoder, SimpleImputer, StandardScaler } = sync;
  const prepared = (remainder = 'drop') =>
    new ColumnTransformer(
      [
        [
          'words',
          sync.makePipeline(
            new SimpleImputer({ strategy: 'mostFrequent' }),
            new OneHotEncoder({ handleUnknown: 'ignore' }),
          ),
          ['town', 'alone'],
        ],
        [
          'numbers',
          sync.makePipeline(new SimpleImputer({ strategy: 'median' }), new StandardScaler()),
          ['fare', 'age'],
        ],
      ],
      { remainder },
    );

  it('ColumnTransformer: columns in any order, pipelines, passthrough, columns left out', async () => {
    for (const remainder of ['drop', 'passthrough']) {
      const model = prepared(remainder).fit(rows);
      await same(model, [...rows, ...unseen], { tolerance: 1e-12, loose: 1e-6 });
      const { inputs } = await run(await exportOnnx(model), rows);
      const kept = ['town', 'age', ...(remainder === 'drop' ? [] : ['class']), 'fare', 'alone'];
      assert.deepEqual(inputs, kept);
    }
    const twice = new ColumnTransformer([
      ['pass', 'passthrough', ['fare']],
      ['codes', new OrdinalEncoder(), ['class']],
      ['again', new StandardScaler(), ['fare', 'class']],
    ]).fit(rows);
    await same(twice, rows);
  });

  it('pipelines that end in a machine', async () => {
    const machines = [
      new sync.SVC({ probability: 'isotonic' }),
      new sync.LinearSVC(),
      new sync.LSSVC(),
      new sync.SVC({ kernel: 'laplacian' }),
      new sync.DecisionTreeClassifier({ maxDepth: 3 }),
      new sync.KNeighborsClassifier(),
    ];
    for (const machine of machines) {
      const model = sync.makePipeline(prepared('passthrough'), machine).fit(rows, y);
      await same(model, [...rows, ...unseen], { tolerance: 1e-6, loose: 2e-3 });
    }
    const targets = rows.map((_, i) => Math.cos(i / 9));
    const ridge = sync.makePipeline(prepared(), new sync.KernelRidge({ kernel: 'rbf' }));
    await same(ridge.fit(rows, targets), [...rows, ...unseen]);
  });

  it('makeTablePipeline', async () => {
    const model = sync.makeTablePipeline(new sync.SVC()).fit(rows, y);
    await same(model, [...rows, ...unseen]);
  });

  it('tables without names, and names that an output has', async () => {
    const plain = rows.map(({ town, fare }) => [town, fare]);
    const model = new ColumnTransformer([
      ['words', new OneHotEncoder(), [0]],
      ['numbers', new StandardScaler(), [1]],
    ]).fit(plain);
    const { variable, inputs } = await run(await exportOnnx(model), plain);
    assert.deepEqual(inputs, ['column_0', 'column_1']);
    near(variable.data, dense(model.transform(plain)), 1e-6, 'without names');
    const named = rows.map(({ town, fare }) => ({ label: town, v_1: fare, c_2: fare }));
    const odd = new ColumnTransformer([
      ['words', new OneHotEncoder({ minFrequency: 9 }), ['label']],
      ['numbers', new StandardScaler(), ['v_1', 'c_2']],
    ]);
    const both = sync.makePipeline(odd, new sync.LSSVC()).fit(named, y);
    const out = await run(await exportOnnx(both), named, ['label', 'v_1', 'c_2']);
    assert.deepEqual(out.inputs, ['label_input', 'v_1', 'c_2']);
    assert.deepEqual(Array.from(out.label.data, Number), both.predict(named));
  });

  it('inputNames', async () => {
    const model = sync.makePipeline(prepared(), new sync.LinearSVC()).fit(rows, y);
    const inputNames = ['from', 'years', 'price', 'single'];
    const { inputs } = await run(await exportOnnx(model, { inputNames }), rows, ['town', 'age', 'fare', 'alone']); // prettier-ignore
    assert.deepEqual(inputs, inputNames);
    const X = rows.map(({ fare }) => [fare]);
    const plain = new sync.LinearSVC().fit(X, y);
    const file = await exportOnnx(plain, { inputNames: ['float_input'] });
    assert.deepEqual((await run(file, X)).inputs, ['float_input']);
    const bad = { code: 'ERR_OPTION', argument: 'inputNames' };
    await fails(() => exportOnnx(model, { inputNames: ['a'] }), { ...bad, message: /4 inputs, the columns town/ }); // prettier-ignore
    await fails(() => exportOnnx(plain, { inputNames: ['label'] }), { ...bad, message: /output/ });
    await fails(() => exportOnnx(model, { inputNames: ['a', 'b', 'a', 'c'] }), { ...bad, message: /twice/ }); // prettier-ignore
    await fails(() => exportOnnx(plain, { inputNames: 'X' }), { code: 'ERR_TYPE', argument: 'inputNames' }); // prettier-ignore
  });

  it('what cannot be written inside is named', async () => {
    const model = new ColumnTransformer([
      ['numbers', new sync.KNNImputer(), ['age', 'fare']],
      ['words', new OneHotEncoder(), ['town']],
    ]).fit(rows);
    await fails(() => exportOnnx(model), { code: 'ERR_TYPE', message: /a KNNImputer cannot/ });
  });
});

/** Pipelines of scikit-learn that take tables, as skl2onnx writes them; see golden/onnx.py. */
describe('importOnnx: tables', { timeout: 900_000 }, () => {
  const { tables } = JSON.parse(readFileSync(new URL('golden/onnx.json', import.meta.url), 'utf8'));
  const kinds = { string: 8, float: 1 };
  const built = ({ nodes, columns, inputs }) =>
    pb.file({
      nodes: nodes.map(([type, from, to, { replaced_value_float, ...given }, domain]) => {
        const gap = replaced_value_float === null ? { replaced_value_float: { float: NaN } } : {};
        return pb.node(type, from, to, { ...given, ...gap }, domain);
      }),
      columns,
      inputs: Object.entries(inputs).map(([name, kind]) => ({ name, type: kinds[kind], columns: 1 })), // prettier-ignore
      outputs: ['label', 'p'],
      ml: 2,
    });
  for (const [name, one] of Object.entries(tables)) {
    const names = Object.keys(one.inputs);
    const table = one.rows.map((row) => Object.fromEntries(row.map((v, j) => [names[j], v])));
    it(`${name}: labels and probabilities of scikit-learn`, async () => {
      const file = built(one);
      const model = sync.load(importOnnx(file));
      assert.match(String(model), /^Pipeline\(columntransformer: /);
      assert.deepEqual(model.predict(table), one.labels);
      near(model.predictProba(table), one.probabilities.flat(), 1e-5, 'probabilities');
      const { label, p } = await run(file, table);
      assert.deepEqual(Array.from(label.data, Number), one.labels, 'onnxruntime reads it alike');
      near(p.data, one.probabilities.flat(), 1e-5, 'probabilities of onnxruntime');
      // And out again: the same labels, in onnxruntime and here.
      const out = await exportOnnx(model);
      assert.deepEqual(Array.from((await run(out, table)).label.data, Number), one.labels);
    });
  }

  it('what exportOnnx writes comes back, and is written again as the same file', async () => {
    const { OneHotEncoder, OrdinalEncoder, StandardScaler, SimpleImputer } = sync;
    const numbers = sync.makePipeline(new SimpleImputer(), new StandardScaler());
    const codes = new OrdinalEncoder({ handleUnknown: 'useEncodedValue', encodedMissingValue: -2 });
    const table = rows.map((row) => ({ ...row, alone: String(row.alone) }));
    const models = [
      [['words', new OneHotEncoder({ handleUnknown: 'ignore' }), ['alone', 'town']], ['numbers', numbers, ['fare', 'age']]], // prettier-ignore
      [['words', new OneHotEncoder({ drop: 'first' }), ['town']], ['pass', 'passthrough', ['fare', 'class']]], // prettier-ignore
      [
        ['codes', codes, ['town', 'alone']],
        ['numbers', numbers, ['age']],
      ],
    ].map((groups) =>
      sync.makePipeline(new sync.ColumnTransformer(groups), new sync.LinearSVC()).fit(table, y),
    );
    models.push(
      sync.makePipeline(new OneHotEncoder(), new sync.SVC()).fit(
        table.map(({ town, alone }) => ({ town, alone })),
        y,
      ),
    );
    for (const model of models) {
      const file = await exportOnnx(model);
      const again = sync.load(importOnnx(file));
      const given = models.indexOf(model) === 3 ? table.map(({ town, alone }) => ({ town, alone })) : table; // prettier-ignore
      assert.deepEqual(again.predict(given), model.predict(given), String(model));
      assert.deepEqual(Buffer.from(await exportOnnx(again)), Buffer.from(file), String(model));
      const json = sync.load(JSON.parse(JSON.stringify(again)));
      assert.deepEqual(json.predict(given), model.predict(given));
    }
  });

  const linear = (from, count) =>
    pb.node('LinearRegressor', [from], ['variable'], { coefficients: new Array(count).fill(1), intercepts: [0] }, 'ai.onnx.ml'); // prettier-ignore
  const hot = (attributes, from = 'w', to = 'h') =>
    pb.node('OneHotEncoder', [from], [to], attributes, 'ai.onnx.ml');
  const w = { name: 'w', type: 8, columns: 1 };
  const n = { name: 'n', type: 1, columns: 1 };
  const graph = (nodes, inputs, more = {}) =>
    pb.file({ nodes, inputs, outputs: ['variable'], ml: 2, ...more });

  it('columns that are numbers alone keep their names', () => {
    const file = graph(
      [pb.node('Concat', ['n', 'm'], ['c'], { axis: 1 }), linear('c', 2)],
      [n, { ...n, name: 'm' }],
    );
    const model = sync.load(importOnnx(file));
    assert.deepEqual([...model.predict([{ m: 1, n: 10 }])], [11]);
    assert.throws(() => model.predict([{ m: 1, o: 10 }]), /'?n'?/);
  });

  it('one input of many texts', () => {
    const nodes = [
      pb.node('Gather', ['w', 'first'], ['a'], { axis: 1 }),
      pb.node('Gather', ['w', 'second'], ['b'], { axis: 1 }),
      hot({ cats_strings: ['x', 'y'], zeros: 1 }, 'a', 'ha'),
      hot({ cats_strings: ['y', 'z'], zeros: 0 }, 'b', 'hb'),
      pb.node('Concat', ['ha', 'hb'], ['h'], { axis: -1 }),
      pb.node('Reshape', ['h', 'flat'], ['f']),
      linear('f', 4),
    ];
    const columns = { first: [0], second: [1], flat: [-1, 4] };
    const file = graph(nodes, [{ name: 'w', type: 8, columns: 2 }], { columns });
    const model = sync.load(importOnnx(file));
    assert.deepEqual([...model.predict([['x', 'y'], ['q', 'z']])], [2, 1]); // prettier-ignore
    assert.throws(() => model.predict([['x', 'x']]), { code: 'ERR_TYPE' });
  });

  const texts = { cats_strings: ['a', 'b'], zeros: 1 };
  const keys = { keys_strings: ['a', 'b'] };
  const label = (attributes) => pb.node('LabelEncoder', ['w'], ['h'], attributes, 'ai.onnx.ml');
  const flat = pb.node('Reshape', ['h', 'two'], ['f']);
  const two = { columns: { two: [-1, 2] } };
  const refused = {
    'an input without a number of columns': [[hot(texts), linear('h', 2)], [{ name: 'w', type: 8 }], /'w' does not say/], // prettier-ignore
    'an input of too many': [[linear('c', 1)], [{ ...n, columns: 1 << 20 }, w], /too many/],
    'texts as they are': [[pb.node('Concat', ['w'], ['c'], { axis: 1 }), linear('c', 1)], [w], /takes texts/], // prettier-ignore
    'scaled texts': [[pb.node('Scaler', ['w'], ['h'], { offset: [0], scale: [1] }, 'ai.onnx.ml'), linear('h', 1)], [w], /takes texts/], // prettier-ignore
    'an axis too many': [[hot(texts), linear('h', 2)], [w], /takes 2 features/],
    'too few columns': [[hot(texts), flat, linear('f', 3)], [w], /takes 3 features.*make 2/, two],
    'another shape': [[hot(texts), flat, linear('f', 2)], [w], /'Reshape' cannot/, { columns: { two: [2, -1] } }], // prettier-ignore
    'no categories': [[hot({ zeros: 1 }), flat, linear('f', 2)], [w], /no categories/, two],
    'categories of another kind': [[hot({ cats_int64s: [1, 2] }), flat, linear('f', 2)], [w], /column of texts/, two], // prettier-ignore
    'a category twice': [[hot({ cats_strings: ['a', 'a'] }), flat, linear('f', 2)], [w], /twice/, two], // prettier-ignore
    'an encoder of two columns': [[hot({ cats_int64s: [1, 2] }, 'n'), flat, linear('f', 2)], [{ ...n, columns: 2 }], /more than one column/, two], // prettier-ignore
    'codes that are not in order': [[label({ ...keys, values_int64s: [1, 2] }), linear('h', 1)], [w], /0, 1, 2/], // prettier-ignore
    'texts for texts': [[label({ ...keys, values_strings: ['c', 'd'] }), linear('h', 1)], [w], /0 values for 2/], // prettier-ignore
    'a default that is a code': [[label({ ...keys, values_int64s: [0, 1], default_int64: 1 }), linear('h', 1)], [w], /that of a category/], // prettier-ignore
    'a default that is none': [[label({ ...keys, values_floats: [0, 1], default_float: { float: NaN } }), linear('h', 1)], [w], /0, 1, 2/], // prettier-ignore
    'columns that are not there': [[pb.node('Gather', ['n', 'two'], ['c'], { axis: 1 }), pb.node('Concat', ['c'], ['f'], { axis: 1 }), linear('f', 2)], [{ ...n, columns: 2 }], /not among the 2/, { columns: { two: [0, 2] } }], // prettier-ignore
    'columns below each other': [[pb.node('Concat', ['n', 'm'], ['c'], { axis: 0 }), linear('c', 1)], [n, { ...n, name: 'm' }], /side by side/], // prettier-ignore
    'columns in another order': [[pb.node('Gather', ['n', 'two'], ['c'], { axis: 1 }), pb.node('Concat', ['c'], ['f'], { axis: 1 }), linear('f', 2)], [{ ...n, columns: 2 }], /another order/, { columns: { two: [1, 0] } }], // prettier-ignore
    'a name twice': [
      [linear('c', 1)],
      [
        { ...n, columns: 2 },
        { ...n, name: 'n_1' },
      ],
      /same name/,
    ],
    'an imputer of texts': [[label({ keys_strings: ['nan'], values_int64s: [1], default_int64: 0 }), linear('h', 1)], [w], /0, 1, 2/], // prettier-ignore
    'words that are not encoded': [[pb.node('Cast', ['w'], ['c'], { to: 1 }), linear('c', 1)], [w], /'Cast' cannot/], // prettier-ignore
  };
  for (const [name, [nodes, inputs, message, more]] of Object.entries(refused)) {
    it(`refused: ${name}`, async () => {
      await fails(() => importOnnx(graph(nodes, inputs, more)), { code: 'ERR_FORMAT', argument: 'file', message }); // prettier-ignore
    });
  }

  it('small files cannot ask for much memory or work: they are refused before either is spent', async () => {
    const wide = Array.from({ length: 30 }, (_, i) => pb.node('Concat', [`c${i}`, `c${i}`], [`c${i + 1}`], { axis: 1 })); // prettier-ignore
    const doubled = graph([...wide, linear('c30', 1)], [{ name: 'c0', type: 1, columns: 1000 }]);
    const many = Array.from({ length: 3000 }, (_, i) => pb.node('Concat', ['n'], [`c${i}`], { axis: 1 })); // prettier-ignore
    const repeated = graph([...many, linear('c0', 1)], [{ ...n, columns: 60_000 }]);
    const long = Array.from({ length: 500 }, (_, i) => pb.node('Scaler', [`s${i}`], [`s${i + 1}`], { offset: [0], scale: [1] }, 'ai.onnx.ml')); // prettier-ignore
    const scaled = graph([...long, linear('s500', 1)], [{ ...n, name: 's0' }, w]);
    for (const [file, message] of [
      [doubled, /too many/],
      [repeated, /too many/],
      [scaled, /50 steps/],
    ]) {
      await fails(() => importOnnx(file), { code: 'ERR_FORMAT', message });
    }
  });
});
