/**
 * Everything that users get wrong: each is an error with a code, the argument
 * it is about and a message that names the place and the remedy. The instance
 * and its fitted model are unharmed, and so is the runtime. Both forms are
 * tested: through the worker, and blocking.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import fc from './support/properties.mjs';

import { blobs, flat, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { bothForms } from './support/forms.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const good = blobs({ n: 20, d: 3, apart: 3, seed: 1 });
const weights = new Array(20).fill(1);

/** spoiled is the good table with one number, row or property changed. */
const spoiled = {
  number: (row, column, value) =>
    good.X.map((r, i) => (i === row ? r.map((v, j) => (j === column ? value : v)) : r)),
  row: (row, value) => good.X.map((r, i) => (i === row ? value : r)),
  label: (row, value) => good.y.map((label, i) => (i === row ? value : label)),
  weight: (row, value) => weights.map((weight, i) => (i === row ? value : weight)),
  flat: (change) => ({ ...flat(good.X), ...change }),
  sparse: (change) => ({ ...sparse(good.X), ...change }),
};

/** setting returns a typed array with one entry changed. */
function setting(array, index, value) {
  const copy = array.slice();
  copy[index] = value;
  return copy;
}

const detached = () => {
  const data = Float64Array.from(good.X.flat());
  structuredClone(data, { transfer: [data.buffer] });
  return { data, rows: 20, cols: 3 };
};

/** Samples that no method takes, and what is said about them. */
// prettier-ignore
const badSamples = {
  'NaN': [spoiled.number(12, 2, NaN), 'ERR_NONFINITE', [/X\[12, 2\]/, /NaN/], { row: 12, column: 2 }],
  'infinity': [spoiled.number(0, 0, Infinity), 'ERR_NONFINITE', /X\[0, 0\]/, { row: 0, column: 0 }],
  'minus infinity': [spoiled.number(19, 1, -Infinity), 'ERR_NONFINITE', /X\[19, 1\]/, { row: 19, column: 1 }],
  'NaN in flat data': [
    spoiled.flat({ data: setting(flat(good.X).data, 3 * 4 + 1, NaN) }),
    'ERR_NONFINITE', /X\[4, 1\]/, { row: 4, column: 1 },
  ],
  'NaN in sparse data': [
    spoiled.sparse({ data: setting(sparse(good.X).data, 3 * 7 + 2, NaN) }),
    'ERR_NONFINITE', /X\[7, 2\]/, { row: 7, column: 2 },
  ],
  'a row that is too short': [spoiled.row(5, [1, 2]), 'ERR_SHAPE', /X\[5\].*2.*3/, { row: 5, expected: 3, got: 2 }],
  'a row that is too long': [spoiled.row(5, [1, 2, 3, 4]), 'ERR_SHAPE', /X\[5\].*4.*3/, { row: 5 }],
  'flat data of another length': [spoiled.flat({ rows: 21 }), 'ERR_SHAPE', /60.*63/],
  'flat data without a shape': [{ data: new Float64Array(60) }, 'ERR_SHAPE', /rows.*cols|shape/],
  'rows that are not a whole number': [spoiled.flat({ rows: 20.5 }), 'ERR_SHAPE', /rows/],
  'negative rows': [spoiled.flat({ rows: -20, cols: -3 }), 'ERR_SHAPE', /rows/],
  'a shape of three numbers': [{ data: new Float64Array(60), shape: [5, 4, 3] }, 'ERR_SHAPE', /rows/],
  'one stride': [{ data: new Float64Array(60), shape: [20, 3], stride: 3 }, 'ERR_SHAPE', /two strides/],
  'strides between the data': [{ data: new Float64Array(60), shape: [3, 3], strides: [0.5, 1] }, 'ERR_SHAPE', /two strides/],
  'strides that leave the data': [{ data: new Float64Array(60), shape: [20, 3], stride: [4, 1], offset: 0 }, 'ERR_SHAPE', /60/],
  'no rows': [[], 'ERR_EMPTY', /0 x 0|at least one/],
  'no columns': [good.X.map(() => []), 'ERR_EMPTY', /20 x 0/],
  'no rows in flat data': [{ data: [], rows: 0, cols: 3 }, 'ERR_EMPTY', /0 x 3/],
  'text among the numbers': [spoiled.number(3, 1, '7'), 'ERR_TYPE', [/X\[3, 1\]/, /'7'/, /convert/], { row: 3, column: 1 }],
  'null among the numbers': [spoiled.number(3, 1, null), 'ERR_TYPE', [/X\[3, 1\]/, /null/, /missing/]],
  'a missing number': [spoiled.number(3, 1, undefined), 'ERR_TYPE', /X\[3, 1\]/],
  'a boolean among the numbers': [spoiled.number(3, 1, true), 'ERR_TYPE', [/X\[3, 1\]/, /0 or 1/]],
  'a bigint among the numbers': [spoiled.number(3, 1, 7n), 'ERR_TYPE', [/X\[3, 1\]/, /Number/]],
  'an object among the numbers': [spoiled.number(3, 1, {}), 'ERR_TYPE', /X\[3, 1\]/],
  'a symbol among the numbers': [spoiled.number(3, 1, Symbol('s')), 'ERR_TYPE', /X\[3, 1\]/],
  'null for a row': [spoiled.row(3, null), 'ERR_TYPE', /X\[3\]/],
  'a number for a row': [spoiled.row(3, 7), 'ERR_TYPE', /X\[3\]/],
  'text for a row': [spoiled.row(3, 'abc'), 'ERR_TYPE', /X\[3\]/],
  'a flat array of numbers': [[1, 2, 3], 'ERR_TYPE', /X\[0\]/],
  'null': [null, 'ERR_TYPE', /null/],
  'nothing': [undefined, 'ERR_TYPE', /X must be/],
  'a string': ['1 2 3', 'ERR_TYPE', /X must be/],
  'a number': [7, 'ERR_TYPE', /X must be/],
  'a function': [() => good.X, 'ERR_TYPE', /a function/],
  'an empty object': [{}, 'ERR_TYPE', /X must be/],
  'a DataView': [{ data: new DataView(new ArrayBuffer(480)), rows: 20, cols: 3 }, 'ERR_TYPE', /X must be/],
  'bigints': [{ data: new BigInt64Array(60), rows: 20, cols: 3 }, 'ERR_TYPE', /X must be/],
  'a detached buffer': [detached, 'ERR_TYPE', /detached/],
  'sparse: indptr of another length': [spoiled.sparse({ indptr: new Int32Array(5) }), 'ERR_SHAPE', /indptr/],
  'sparse: indptr that does not begin at 0': [spoiled.sparse({ indptr: setting(sparse(good.X).indptr, 0, 1) }), 'ERR_SHAPE', /indptr/],
  'sparse: indptr that falls': [spoiled.sparse({ indptr: setting(sparse(good.X).indptr, 5, 60) }), 'ERR_SHAPE', /indptr/],
  'sparse: indptr beyond the data': [spoiled.sparse({ indptr: setting(sparse(good.X).indptr, 20, 99) }), 'ERR_SHAPE', /indptr/],
  'sparse: a column too large': [spoiled.sparse({ indices: setting(sparse(good.X).indices, 2, 3) }), 'ERR_SHAPE', /indices|column/],
  'sparse: a negative column': [spoiled.sparse({ indices: setting(sparse(good.X).indices, 0, -1) }), 'ERR_SHAPE', /indices|column/],
  'sparse: columns that do not ascend': [spoiled.sparse({ indices: setting(sparse(good.X).indices, 1, 0) }), 'ERR_SHAPE', /indices|column|ascend/],
  'sparse: indices of another length': [spoiled.sparse({ indices: new Int32Array(3) }), 'ERR_SHAPE', /indices/],
  'sparse: columns that are not whole': [spoiled.sparse({ indices: [0.5, 1, 2] }), 'ERR_TYPE', /indices/],
  'sparse: columns beyond 32 bits': [spoiled.sparse({ indices: [4294967296, 1, 2] }), 'ERR_TYPE', /indices/],
  'sparse: no indices': [spoiled.sparse({ indices: undefined }), 'ERR_TYPE', /indices/],
};

/** Labels that fit does not take. */
// prettier-ignore
const badLabels = {
  'too few': [good.y.slice(1), 'ERR_SHAPE', /19.*20/],
  'too many': [[...good.y, 0], 'ERR_SHAPE', /21.*20/],
  'none': [[], 'ERR_SHAPE', /0.*20/],
  'one class': [good.y.map(() => 'only'), 'ERR_ONE_CLASS', [/'only'/, /two/]],
  'mixed types': [spoiled.label(4, 'x'), 'ERR_TYPE', /y\[4\]/, { row: 4 }],
  'NaN': [spoiled.label(4, NaN), 'ERR_NONFINITE', /y\[4\]/, { row: 4 }],
  'infinity': [spoiled.label(4, Infinity), 'ERR_NONFINITE', /y\[4\]/, { row: 4 }],
  'null': [spoiled.label(0, null), 'ERR_TYPE', /y\[0\]/],
  'undefined': [spoiled.label(19, undefined), 'ERR_TYPE', /y\[19\]/],
  'objects': [good.y.map((label) => ({ label })), 'ERR_TYPE', /y\[0\]/],
  'symbols': [good.y.map(() => Symbol('s')), 'ERR_TYPE', /y\[0\]/],
  'null instead of an array': [null, 'ERR_TYPE', /null/],
  'nothing': [undefined, 'ERR_TYPE', /y must be/],
  'a string instead of an array': ['01010101010101010101', 'ERR_TYPE', /y must be/],
};

/** Sample weights that fit does not take. */
// prettier-ignore
const badWeights = {
  'negative': [spoiled.weight(6, -1), 'ERR_WEIGHT', /\b6\b/, { row: 6 }],
  'NaN': [spoiled.weight(6, NaN), 'ERR_WEIGHT', /\b6\b/, { row: 6 }],
  'infinite': [spoiled.weight(6, Infinity), 'ERR_WEIGHT', /\b6\b/, { row: 6 }],
  'too few': [weights.slice(1), 'ERR_SHAPE', /19.*20/],
  'too many': [[...weights, 1], 'ERR_SHAPE', /21.*20/],
  'text': [spoiled.weight(6, '1'), 'ERR_TYPE', /\b6\b/],
  'null among them': [spoiled.weight(6, null), 'ERR_TYPE', /\b6\b/],
  'a string': ['11111111111111111111', 'ERR_TYPE', /sampleWeight/],
  'a number': [1, 'ERR_TYPE', /sampleWeight/],
};

/** Options out of range or of the wrong type, by name. */
// prettier-ignore
const badOptions = {
  C: [0, -1, NaN, -Infinity, '1', true, null, [], {}, 1n, Symbol('s'), () => 1],
  kernel: ['rbff', '', 'RBF', 1, null, true, {}, ['rbf']],
  gamma: [0, -1, NaN, Infinity, 'scales', '', null, true, {}],
  degree: [0.5, -1, NaN, Infinity, '3', null],
  coef0: [NaN, Infinity, -Infinity, '0', null],
  tol: [0, -1e-3, NaN, Infinity, '1e-3', null],
  cacheSize: [0, -1, NaN, '200', null],
  maxIter: [0, -1, 1.5, NaN, '100', null],
  maxTime: [0, -1, NaN, '100', null],
  fitIntercept: [0, 1, 'true', null, NaN],
  classWeight: ['unbalanced', 1, true, [1, 2], { 0: -1 }, { 0: NaN }, { 0: Infinity }, { 0: '1' }],
  multiClass: ['ovx', '', null, 1, true],
};

const unknownOptions = {
  gama: 'gamma',
  c: 'C',
  kernal: 'kernel',
  class_weight: 'classWeight',
  maxiter: 'maxIter',
  multiclass: 'multiClass',
  cost: 'C', // LIBSVM's name, two letters from loss
  tolerance: 'tol',
  kernelType: 'kernel',
  weight: 'classWeight',
  maxIterations: 'maxIter',
  random_state: 'seed',
  nonsense: undefined,
  lambda: undefined, // not gamma
  nu: undefined, // not C
  iterations: undefined,
};

for (const [way, api] of bothForms) {
  const { SVC, load } = api;

  describe(`bad input, ${way}`, { timeout: 900_000 }, () => {
    let model;
    let expected;
    before(async () => {
      if (api === sync) await api.init();
      model = await new SVC({ C: 2 }).fit(good.X, good.y);
      expected = Array.from(await model.decisionFunction(good.X));
    });

    /** refused also checks that the instance and its model are unharmed. */
    async function refused(run, fault) {
      const error = await fails(run, fault);
      assert.deepEqual(Array.from(await model.decisionFunction(good.X)), expected);
      return error;
    }

    describe('samples', () => {
      for (const [name, [bad, code, message, details]] of Object.entries(badSamples)) {
        const X = () => (bad === detached ? detached() : bad);
        const fault = { code, argument: /^sparse/.test(name) ? undefined : 'X', message, details };
        it(`${name}: fit`, () => refused(() => model.fit(X(), good.y), fault));
        it(`${name}: predict`, () => refused(() => model.predict(X()), fault));
        it(`${name}: decisionFunction`, () => refused(() => model.decisionFunction(X()), fault));
      }

      it('another number of columns than in fit', async () => {
        for (const X of [[[1, 2]], [[1, 2, 3, 4]], sparse([[1, 2]])]) {
          const fault = { code: 'ERR_FEATURE_COUNT', argument: 'X', message: /3/ };
          await refused(() => model.predict(X), fault);
          await refused(() => model.decisionFunction(X), fault);
        }
      });

      it('a getter that throws', async () => {
        const X = {
          get data() {
            throw new Error('no');
          },
          rows: 1,
          cols: 3,
        };
        await assert.rejects(async () => model.predict(X));
        assert.deepEqual(Array.from(await model.decisionFunction(good.X)), expected);
      });

      it('numbers so large that the result is not finite', async () => {
        const X = good.X.map((row) => row.map((value) => value * 1e300));
        await refused(() => new SVC({ kernel: 'poly', gamma: 1, degree: 3 }).fit(X, good.y), {
          code: 'ERR_NUMERIC',
        });
      });
    });

    describe('labels', () => {
      for (const [name, [y, code, message, details]] of Object.entries(badLabels)) {
        it(name, () =>
          refused(() => model.fit(good.X, y), { code, argument: 'y', message, details }),
        );
      }
      it('of another type, or too few, for a score', async () => {
        await refused(() => model.score(good.X, good.y.map(String)), {
          code: 'ERR_TYPE',
          argument: 'y',
        });
        await refused(() => model.score(good.X, [1]), { code: 'ERR_SHAPE', argument: 'y' });
      });
    });

    describe('sample weights', () => {
      for (const [name, [sampleWeight, code, message, details]] of Object.entries(badWeights)) {
        it(name, () =>
          refused(() => model.fit(good.X, good.y, { sampleWeight }), {
            code,
            argument: 'sampleWeight',
            message,
            details,
          }),
        );
      }
      it('that leave one class, or none', async () => {
        for (const [code, sampleWeight] of [
          ['ERR_ONE_CLASS', good.y],
          ['ERR_WEIGHT', good.y.map(() => 0)],
        ])
          await refused(() => model.fit(good.X, good.y, { sampleWeight }), {
            code,
            message: /positive weight/,
          });
      });
    });

    describe('options', () => {
      for (const [name, values] of Object.entries(badOptions)) {
        it(`${name} out of range or of the wrong type`, async () => {
          for (const value of values) {
            await refused(() => new SVC({ [name]: value }), {
              code: 'ERR_OPTION',
              argument: name,
              message: new RegExp(`^${name} (must be|gives)`),
            });
          }
        });
      }

      it('unknown ones, with the nearest known', async () => {
        for (const [name, nearest] of Object.entries(unknownOptions)) {
          const message = nearest
            ? [new RegExp(`'${name}'`), new RegExp(`did you mean '${nearest}'`)]
            : /options are C, /;
          await refused(() => new SVC({ [name]: 1 }), {
            code: 'ERR_OPTION_UNKNOWN',
            argument: name,
            message,
            details: nearest ? { nearest } : {},
          });
        }
      });

      it('names that options have elsewhere, and spellings of values', async () => {
        const { LinearSVC, GaussianMixture, KernelPerceptron, makePipeline } = api;
        const called = (argument, nearest) => ({
          code: 'ERR_OPTION_UNKNOWN',
          argument,
          message: new RegExp(`did you mean '${nearest}'\\?$`),
          details: { nearest },
        });
        const spelt = (argument, nearest) => ({ ...called(argument, nearest), code: 'ERR_OPTION' });
        await refused(() => new SVC({ loss: 'squared_hinge' }), spelt('loss', 'squaredHinge'));
        await refused(() => new LinearSVC({ loss: 'modified_huber' }), spelt('loss', 'modifiedHuber')); // prettier-ignore
        await refused(() => new SVC({ study: { solver: 'smo-platt' } }), spelt('study.solver', 'smoPlatt')); // prettier-ignore
        await refused(() => new SVC({ study: { solver: 'interior-point' } }), spelt('study.solver', 'interiorPoint')); // prettier-ignore
        await refused(() => new LinearSVC({ randomState: 1 }), called('randomState', 'seed'));
        await refused(() => new GaussianMixture({ randomState: 1 }), called('randomState', 'seed'));
        const perceptron = new KernelPerceptron({ seed: 3 });
        const late = () => perceptron.setParams({ random_state: 1 });
        await refused(late, called('random_state', 'seed'));
        assert.equal(perceptron.getParams().seed, 3);
        const piped = makePipeline(new LinearSVC());
        const within = () => piped.setParams({ linearsvc__randomState: 1 });
        await refused(within, called('linearsvc__randomState', 'linearsvc__seed'));
        await refused(() => new api.KernelRidge({ randomState: 1 }), {
          code: 'ERR_OPTION_UNKNOWN',
          message: /no option 'randomState'; the options are/,
        });
      });

      it('a kernel near a known one', () =>
        refused(() => new SVC({ kernel: 'rdf' }), {
          code: 'ERR_OPTION',
          argument: 'kernel',
          message: /did you mean 'rbf'/,
        }));

      it('a value that is not an object', async () => {
        for (const value of [null, 7, 'rbf', true, [], () => {}]) {
          await refused(() => new SVC(value), { code: 'ERR_OPTION', argument: 'options' });
        }
      });

      it('a getter that throws', async () => {
        const own = new Error('own');
        const error = await refused(
          () =>
            new SVC({
              get C() {
                throw own;
              },
            }),
          {
            code: 'ERR_OPTION',
            argument: 'C',
            message: /own/,
          },
        );
        assert.equal(error.cause, own);
      });

      it('a proxy that throws at everything', async () => {
        const hostile = new Proxy(
          {},
          {
            get() {
              throw new Error('get');
            },
            ownKeys() {
              throw new Error('keys');
            },
            has() {
              throw new Error('has');
            },
          },
        );
        await assert.rejects(async () => new SVC(hostile));
        assert.deepEqual(Array.from(await model.decisionFunction(good.X)), expected);
      });

      it('keys of Object.prototype', async () => {
        const own = (json) => JSON.parse(json);
        for (const given of [
          own('{"__proto__": {"C": 1}}'),
          { constructor: 1 },
          { toString: 1 },
          Object.create({ C: 1 }),
        ]) {
          await refused(() => new SVC(given), { code: 'ERR_OPTION_UNKNOWN' });
        }
        assert.equal({}.C, undefined);
      });

      it('class weights for a class that is not in y', () =>
        refused(() => new SVC({ classWeight: { 7: 2 } }).fit(good.X, good.y), {
          code: 'ERR_OPTION',
          argument: 'classWeight',
          message: /'7'.*0, 1/,
        }));

      it('of fit: unknown or of the wrong type', async () => {
        const fit = (options) => () => model.fit(good.X, good.y, options);
        await refused(fit({ sampleWeights: weights }), {
          code: 'ERR_OPTION_UNKNOWN',
          argument: 'sampleWeights',
          message: /did you mean 'sampleWeight'/,
        });
        await refused(fit({ signal: 7 }), {
          code: 'ERR_TYPE',
          argument: 'signal',
          message: /AbortSignal/,
        });
        await refused(fit({ signal: {} }), {
          code: 'ERR_TYPE',
          argument: 'signal',
          message: /AbortSignal/,
        });
        await refused(fit({ onProgress: 'yes' }), {
          code: 'ERR_TYPE',
          argument: 'onProgress',
          message: /a function/,
        });
        await refused(
          fit({
            get signal() {
              throw new Error('own');
            },
          }),
          { code: 'ERR_OPTION', argument: 'signal' },
        );
      });

      it('of decisionFunction', async () => {
        const values = (options) => () => model.decisionFunction(good.X, options);
        await refused(values({ shape: 'ovx' }), {
          code: 'ERR_TYPE',
          argument: 'shape',
          message: /'ovr' or 'ovo'/,
        });
        await refused(values({ sharp: 'ovo' }), { code: 'ERR_OPTION_UNKNOWN', argument: 'sharp' });
      });
    });

    describe('precomputed kernels', () => {
      const gram = (n, m) =>
        Array.from({ length: n }, (_, i) => Array.from({ length: m }, (_, j) => (i === j ? 1 : 0)));
      it('that are not square', () =>
        refused(() => new SVC({ kernel: 'precomputed' }).fit(gram(20, 10), good.y), {
          code: 'ERR_SHAPE',
          message: /20.*10/,
        }));
      it('with another number of columns at predict', async () => {
        const fitted = await new SVC({ kernel: 'precomputed' }).fit(gram(20, 20), good.y);
        await refused(() => fitted.predict(gram(5, 10)), {
          code: 'ERR_FEATURE_COUNT',
          message: /20/,
        });
      });
    });

    it('use before fit', async () => {
      const fault = { code: 'ERR_NOT_FITTED', message: /fit/ };
      const unfitted = new SVC();
      await refused(() => unfitted.predict(good.X), fault);
      await refused(() => unfitted.decisionFunction(good.X), fault);
      await refused(() => unfitted.score(good.X, good.y), fault);
      await refused(() => unfitted.save(), fault);
      for (const name of [
        'supportVectors',
        'supportIndices',
        'supportCounts',
        'dualCoef',
        'intercept',
        'classes',
        'nIter',
        'objective',
        'gap',
        'fitInfo',
      ]) {
        await refused(() => unfitted[name], fault);
      }
    });

    it('a failed first fit leaves the instance unfitted, and a next one works', async () => {
      const own = new SVC();
      await refused(() => own.fit(spoiled.number(0, 0, NaN), good.y), { code: 'ERR_NONFINITE' });
      await refused(() => own.predict(good.X), { code: 'ERR_NOT_FITTED' });
      await own.fit(good.X, good.y);
      assert.equal((await own.predict(good.X)).length, 20);
    });

    it('bytes that are not a model', async () => {
      for (const value of [null, undefined, 7, 'MXMG', {}, [77, 88]]) {
        await refused(() => load(value), { code: 'ERR_TYPE' });
      }
      for (const bytes of [
        new Uint8Array(0),
        new Uint8Array(100),
        new TextEncoder().encode('svm_type c_svc\nkernel_type rbf\n'),
      ]) {
        await refused(() => load(bytes), { code: 'ERR_FORMAT' });
      }
    });

    it('the text of a model in JSON, not parsed: the error names JSON.parse', async () => {
      const text = JSON.stringify(new SVC());
      for (const given of [text, new TextEncoder().encode(text)]) {
        const fault = {
          code: 'ERR_TYPE',
          argument: 'bytes',
          message: /load\(JSON\.parse\(text\)\)/,
        };
        await refused(() => load(given), fault);
      }
      assert.equal((await load(JSON.parse(text))).isFitted ?? false, false);
    });

    it("probability: true, as in scikit-learn, is answered with 'sigmoid'", async () => {
      const message = /did you mean 'sigmoid'\?$/;
      await refused(() => new SVC({ probability: true }), { argument: 'probability', message });
    });

    it('any key: only options are accepted, and no prototype is polluted', async () => {
      const known = new Set(Object.keys(badOptions));
      const before = Object.getOwnPropertyNames(Object.prototype).sort();
      const key = fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.constantFrom(
          '__proto__',
          'constructor',
          'prototype',
          'hasOwnProperty',
          'toString',
          'then',
          'kernel.name',
          'C ',
        ),
      );
      await fc.assert(
        fc.asyncProperty(key, fc.anything(), async (name, value) => {
          fc.pre(!known.has(name) && value !== undefined);
          const given = Object.defineProperty({}, name, {
            value,
            enumerable: true,
            configurable: true,
          });
          await fails(() => new SVC(given), { code: 'ERR_OPTION_UNKNOWN', argument: name });
        }),
        { numRuns: 300 },
      );
      assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), before);
    });

    it('any value as an argument: a MaxMarginError, or a fit', async () => {
      const thing = fc.anything({
        maxDepth: 2,
        withBigInt: true,
        withTypedArray: true,
        withNullPrototype: true,
      });
      await fc.assert(
        fc.asyncProperty(thing, thing, async (X, y) => {
          try {
            await new SVC().fit(X, y);
          } catch (error) {
            assert.equal(error.name, 'MaxMarginError', error.stack);
            assert.notEqual(error.code, 'ERR_INTERNAL', error.stack);
          }
        }),
        { numRuns: 200 },
      );
      assert.deepEqual(Array.from(await model.decisionFunction(good.X)), expected);
    });

    it('any value for any option: accepted as documented, or refused by name', async () => {
      const value = fc.oneof(
        fc.double(),
        fc.integer(),
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.bigInt(),
        fc.object({ maxDepth: 1 }),
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...Object.keys(badOptions)), value, async (name, v) => {
          try {
            new SVC({ [name]: v });
          } catch (error) {
            assert.equal(error.code, 'ERR_OPTION', error.stack);
            assert.equal(error.argument, name);
          }
        }),
        { numRuns: 500 },
      );
    });

    it('after all this the instance can be fitted again, to the same bits', async () => {
      await model.fit(good.X, good.y);
      assert.deepEqual(Array.from(await model.decisionFunction(good.X)), expected);
    });
  });
}

describe('a mistake', () => {
  const { GridSearch, RandomSearch, SVC, SVR, StandardScaler } = maxmargin;
  const { Pipeline, load, makePipeline, makeTablePipeline, readLibsvm } = maxmargin;
  const { X, y } = good;
  const odd = (value) => [[0, value], [1, 2]]; // prettier-ignore
  const search = (Search, space) => new Search(new SVC(), space).fit(X, y);
  const cases = {
    'a distribution in a grid': [() => search(GridSearch, { C: { logUniform: [0.1, 100] } }), /distributions are for RandomSearch$/], // prettier-ignore
    'a logarithm of 0': [() => search(RandomSearch, { C: { logUniform: [0, 100] } }), /{ logUniform: \[a, b\] } with 0 < a < b/], // prettier-ignore
    'no steps': [
      () => makePipeline(),
      /takes an array of steps, \[name, estimator\] each, got none$/,
    ],
    'steps without names': [() => new Pipeline([new StandardScaler(), new SVC()]), /step 0 has no name; pass \[name, estimator\], or all steps to makePipeline$/], // prettier-ignore
    'options in place of a machine': [() => makeTablePipeline({ C: 10 }), /is an object; pass a scaler or a machine such as new SVC\(\)$/], // prettier-ignore
    'a class in place of a machine': [() => makeTablePipeline(SVC), /is a function; pass a scaler or a machine/], // prettier-ignore
    'an option of tables': [
      () => makeTablePipeline(new SVC(), { type: {} }),
      /did you mean 'types'\?$/,
    ],
    'a date': [() => new SVC().fit(odd(new Date(0)), ['a', 'b']), /which is not a number; convert it with Number\(\)$/], // prettier-ignore
    'an array': [() => new SVC().fit(odd([1]), ['a', 'b']), /which is not a number; pass the numbers in it$/], // prettier-ignore
    'targets in arrays': [() => new SVR().fit([[0], [1]], [[1], [2]]), /which is not a number; pass the numbers in it$/], // prettier-ignore
    'a gap': [() => new SVC().fit(odd(null), ['a', 'b']), /fill in missing values, or leave the row out$/], // prettier-ignore
    'X and y in the wrong order': [() => new SVC({ kernel: 'spectrum' }).fit(['a', 'b'], [[0], [1]]), /y\[0\] is an array; .*, and X comes before y$/], // prettier-ignore
    'weights that are all 0': [() => new SVC().fit(X, y, { sampleWeight: y.map(() => 0) }), /every sample has weight zero/, 'ERR_WEIGHT'], // prettier-ignore
    'the path of a file': [() => readLibsvm('/tmp/heart_scale'), /got the name of a file; read the file first$/], // prettier-ignore
    'the JSON of bytes': [() => load(JSON.parse(JSON.stringify(Buffer.from('MXMG')))), /the JSON of a Buffer: pass Buffer\.from of it$/], // prettier-ignore
  };
  for (const [what, [call, message, code]] of Object.entries(cases))
    it(`is named: ${what}`, () => fails(async () => call(), { message, ...(code && { code }) }));

  it('is named: a fit that nobody awaits', async () => {
    const model = new SVC();
    const fitting = model.fit(X, y);
    await fails(() => model.predict(X), { code: 'ERR_NOT_FITTED', message: /await the fit that is going on$/ }); // prettier-ignore
    await fitting;
    assert.equal((await model.predict(X)).length, X.length);
  });
});
