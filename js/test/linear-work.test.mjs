/**
 * Work that grows with the number of columns or of operators, and not with its square: lists are
 * searched once, not once for each of their entries (S4, S5). The entries that searches look at are
 * counted, because times say little on a busy machine.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { maxmargin, onnx, sync } from './support/maxmargin.mjs';
import { file, node } from './support/onnx.mjs';

before(() => sync.init({ onWarning: () => {} }));

/** How many entries the searches of lists look at while work runs. */
async function searched(work) {
  let count = 0;
  const own = new Map();
  for (const name of ['indexOf', 'includes', 'find', 'findIndex', 'lastIndexOf']) {
    const original = Array.prototype[name];
    own.set(name, original);
    const { prototype } = Array; // which the packed package uses, too
    prototype[name] = function (...given) {
      const found = original.apply(this, given);
      count += typeof found === 'number' && found >= 0 ? found + 1 : this.length;
      return found;
    };
  }
  try {
    await work();
  } finally {
    const { prototype } = Array;
    for (const [name, original] of own) prototype[name] = original;
  }
  return count;
}

/** Fails if four times as much takes much more than four times the work. */
async function linear(what, workOf) {
  const few = await searched(await workOf(500));
  const many = await searched(await workOf(2000));
  assert.ok(many <= 6 * few + 20_000, `${what}: ${few} entries for 500, ${many} for 2000`);
}

const nameOf = (j) => `column ${j}`;
const names = (n) => Array.from({ length: n }, (_, j) => nameOf(j));
const record = (n, i) => Object.fromEntries(names(n).map((name, j) => [name, (i * (j + 3)) % 7]));
const labels = ['a', 'b', 'a', 'b'];

describe('work in proportion', { timeout: 900_000 }, () => {
  for (const [form, tableOf] of Object.entries({
    rows: (n) => labels.map((_, i) => record(n, i)),
    columns: (n) =>
      Object.fromEntries(
        names(n).map((name, j) => [name, Float64Array.from(labels, (_, i) => (i * (j + 3)) % 7)]),
      ),
    'columns with words': (n) =>
      Object.fromEntries(
        names(n).map((name, j) => [
          name,
          labels.map((_, i) => (j === 0 ? 'xy'[i % 2] : (i * (j + 3)) % 7)),
        ]),
      ),
  })) {
    it(`fit and predict of ${form} with names`, async () => {
      await linear(`fit of ${form}`, (n) => {
        const X = tableOf(n);
        const words = form.includes('words');
        const model = words
          ? sync.makePipeline(new sync.OneHotEncoder(), new sync.LinearSVC())
          : new sync.SVC();
        return () => model.fit(X, labels);
      });
      await linear(`predict of ${form}`, (n) => {
        const X = tableOf(n);
        const words = form.includes('words');
        const model = words
          ? sync.makePipeline(new sync.OneHotEncoder(), new sync.LinearSVC())
          : new sync.SVC();
        model.fit(X, labels);
        return () => model.predict(X);
      });
    });
  }

  it('a ColumnTransformer and an encoder with given categories', async () => {
    await linear('ColumnTransformer', (n) => {
      const X = labels.map((_, i) => record(n, i));
      const transformers = [['all', new sync.StandardScaler(), names(n)]];
      return () => new sync.ColumnTransformer({ transformers }).fit(X).transform(X);
    });
    await linear('categories', (n) => {
      const categories = [names(n)];
      const X = names(n).map((name) => ({ word: name }));
      return () => new sync.OneHotEncoder({ categories }).fit(X).transform(X);
    });
    await linear('classes', (n) => {
      const y = names(n);
      const X = y.map((_, i) => [i, i % 3]);
      return () => new sync.NearestCentroid().fit(X, y).predict(X);
    });
  });

  const LinearRegressor = () => node('LinearRegressor', ['X'], ['variable'], { coefficients: [1, 2], intercepts: [1] }, 'ai.onnx.ml'); // prettier-ignore
  for (const [what, of] of Object.entries({
    'constants and inputs': (n) => ({
      nodes: [LinearRegressor()],
      constants: names(n),
      inputs: ['X', ...names(n)],
      outputs: ['variable'],
    }),
    'operators that pass on': (n) => ({
      nodes: [
        ...names(n).map((name, j) => node('Identity', [j ? names(n)[j - 1] : 'X'], [name])),
        node(
          'LinearRegressor',
          [nameOf(n - 1)],
          ['variable'],
          { coefficients: [1, 2], intercepts: [1] },
          'ai.onnx.ml',
        ),
      ],
      outputs: ['variable'],
    }),
    'linear classifiers': (n) => ({
      nodes: names(n).map((name) =>
        node(
          'LinearClassifier',
          ['X'],
          [`${name} label`, name],
          { coefficients: [1, 2], intercepts: [1], classlabels_ints: [0, 1] },
          'ai.onnx.ml',
        ),
      ),
      outputs: ['label'],
    }),
    'columns of a table': (n) => ({
      nodes: [
        node('Concat', names(n), ['X'], { axis: 1 }),
        node(
          'LinearRegressor',
          ['X'],
          ['variable'],
          { coefficients: new Array(n).fill(1), intercepts: [1] },
          'ai.onnx.ml',
        ),
      ],
      inputs: names(n).map((name) => ({ name, columns: 1 })),
      outputs: ['variable'],
    }),
  })) {
    it(`importOnnx of a file with many ${what}`, async () => {
      await linear(what, (n) => {
        const bytes = Uint8Array.from(file(of(n)));
        return () => {
          try {
            onnx.importOnnx(bytes);
          } catch (error) {
            assert.equal(error.name, 'MaxMarginError', error.stack);
          }
        };
      });
    });
  }

  it('an ONNX file that goes round in circles has an end', () => {
    const nodes = [
      node('Identity', ['X'], ['X']),
      node('TfIdfVectorizer', ['Y'], ['Z'], { pool_strings: ['a'] }),
      LinearRegressor(),
    ];
    assert.throws(() => onnx.importOnnx(Uint8Array.from(file({ nodes, outputs: ['variable'] }))), { code: 'ERR_FORMAT' }); // prettier-ignore
  });
});

describe('what a model hands out', () => {
  it('cannot be changed by whoever got it first (4)', async () => {
    const X = [[0, 1], [1, 0], [0, 2], [2, 0]].map(([a, b]) => ({ a, b })); // prettier-ignore
    for (const SVC of [maxmargin.SVC, sync.SVC]) {
      const model = await new SVC({ maxIter: 1 }).fit(X, labels);
      assert.throws(() => model.fitInfo.warnings.push('another'), TypeError);
      assert.throws(() => (model.fitInfo.status = 'another'), TypeError);
      for (const name of ['classes', 'featureNames', 'supportIndices', 'dualCoef', 'intercept']) {
        const before = Array.from(model[name]);
        model[name][0] = before[1] ?? 99;
        assert.deepEqual(Array.from(model[name]), before, name);
      }
    }
    const vectorizer = new sync.CountVectorizer().fit(['ab cd', 'cd ef']);
    assert.throws(() => vectorizer.fitInfo.warnings.push('another'), TypeError);
  });
});
