/**
 * The fault table of demo/docs/inside/runtime.md, row by row: the faults, and what the user
 * must see. The same rows run in Node and in a page: the argument has both builds of the
 * package and the functions that differ between the two.
 */
import assert from 'node:assert/strict';

import { fails } from './faults.mjs';
import { blobs, flat, xor } from './made-up.mjs';
import { taught } from './targets.mjs';
import { cap } from './wasm-file.mjs';

/** Rows that differ between Node and browsers, and have separate tests in each. */
export const elsewhere = {
  F22: 'forgotten dispose',
  F23: 'functions that Go hands to JavaScript',
  F24: 'the module cannot be loaded',
};

const { X, y } = blobs({ n: 30, d: 2, k: 3, apart: 3, seed: 1 });
const probe = blobs({ n: 20, d: 2, k: 3, apart: 3, seed: 2 }).X;
const hard = blobs({ n: 2000, d: 4, apart: 0.1, seed: 2 });
const long = { C: 1000, gamma: 0.05, tol: 1e-9, cacheSize: 4 };
const crashed = { code: 'ERR_RUNTIME_CRASHED', message: [/fitted models are safe/, /next call/] };

/** The arguments of a fit for each kind of machine. */
const training = (kind, rows) =>
  ({
    classifier: [rows, rows.map((_, i) => i % 2)],
    regressor: [rows, rows.map((_, i) => i % 2)],
    detector: [rows],
    transformer: [rows],
  })[kind];

/** Rows of X with one number changed. */
const spoilt = (value) => X.map((row, i) => (i === 12 ? [row[0], value] : row));

/**
 * The rows of the table.
 * @param {object} place
 * @param {any} place.maxmargin the published package
 * @param {any} place.faulty the test build
 * @param {Uint8Array} place.wasm the published module
 * @param {URL | string} place.otherWorker the worker of the test build
 * @param {() => void} place.endWorkers ends all workers, as if the system had
 * @returns {Record<string, {fault: string, run: () => Promise<void>}>} by id
 */
export function makeTable({ maxmargin, faulty, wasm, otherWorker, endWorkers }) {
  const { SVC, catalog, init, load } = maxmargin;

  /** A fitted model, and a check that it is as it was and the next call works. */
  async function fitted(api = maxmargin) {
    const model = await new api.SVC().fit(X, y);
    const expected = await model.decisionFunction(probe);
    const unharmed = async () => {
      assert.deepEqual(await model.decisionFunction(probe), expected);
      const next = await new api.SVC({ C: 10, gamma: 1 }).fit(xor.X, xor.y);
      assert.deepEqual(await next.predict(xor.X), xor.y);
    };
    return { model, unharmed };
  }

  /** Runs a failing call, and checks that nothing else is harmed. */
  const refusals = (list) => async () => {
    const { model, unharmed } = await fitted();
    for (const [run, fault] of list) await fails(() => run(model), fault);
    await unharmed();
  };

  /** A crash of the program while a fit runs, another fit waits and a fitted model predicts. */
  async function survives(api, die) {
    await api.init();
    const { model, unharmed } = await fitted(api);
    const bytes = await model.save();
    const pending = [1, 2].map(() => new api.SVC(long).fit(flat(hard.X), hard.y));
    const rejected = Promise.all(pending.map((fit) => fails(() => fit, crashed)));
    rejected.catch(() => {}); // it is awaited below
    await die(model);
    await rejected;
    await unharmed();
    await (await api.load(bytes)).predict(probe);
    await api.init(); // resets the count of crashes: three within a minute would be too many
  }

  const dies = (operation, reason) =>
    survives(faulty, () =>
      fails(() => faulty.provoke(operation), { ...crashed, message: [...crashed.message, reason] }),
    );

  return {
    F01: {
      fault: 'NaN or infinity in X',
      run: refusals([
        [(model) => model.fit(spoilt(NaN), y), at('X', 12, 1, /X\[12, 1\] is NaN/)],
        [(model) => model.fit(flat(spoilt(-Infinity)), y), at('X', 12, 1, /X\[12, 1\] is -Inf/)],
        [(model) => model.predict(spoilt(Infinity)), at('X', 12, 1, /X\[12, 1\] is \+?Inf/)],
      ]),
    },
    F02: {
      fault: 'NaN in y, weights and options',
      async run() {
        const nan = y.map((label, i) => (i === 5 ? NaN : label));
        await refusals([
          [
            (model) => model.fit(X, nan),
            { code: 'ERR_NONFINITE', argument: 'y', message: /y\[5\]/ },
          ],
          [
            (model) => model.fit(X, y, { sampleWeight: nan }),
            { code: 'ERR_WEIGHT', argument: 'sampleWeight', message: /\[5\] is NaN/ },
          ],
          [() => new maxmargin.SVR().fit(X, nan), { code: 'ERR_NONFINITE', argument: 'y' }],
        ])();
        for (const [machine, { options }] of Object.entries(catalog)) {
          for (const { name, group, type } of options) {
            if (type !== 'number' && type !== 'integer') continue;
            for (const value of [NaN, '1', null, 10n, {}, -Infinity]) {
              const given = group ? { [group]: { [name]: value } } : { [name]: value };
              const argument = group ? `${group}.${name}` : name;
              const fault = { code: 'ERR_OPTION', argument, message: /must be/ };
              await fails(() => new maxmargin[machine](given), fault);
            }
          }
        }
      },
    },
    F03: {
      fault: 'unknown option, or value of one',
      run: refusals([
        [
          () => new SVC({ gama: 1 }),
          { code: 'ERR_OPTION_UNKNOWN', argument: 'gama', message: /did you mean 'gamma'/ },
        ],
        [
          () => new SVC({ kernel: 'rbff' }),
          { code: 'ERR_OPTION', argument: 'kernel', message: /rbf/ },
        ],
        [
          (model) => model.fit(X, y, { sampleWeights: [] }),
          { code: 'ERR_OPTION_UNKNOWN', message: /did you mean 'sampleWeight'/ },
        ],
      ]),
    },
    F04: {
      fault: 'no rows, or no columns',
      run: refusals([
        [(model) => model.fit([], []), { code: 'ERR_EMPTY', argument: 'X', message: /0 x 0/ }],
        [
          (model) => model.fit([[], []], [0, 1]),
          { code: 'ERR_EMPTY', argument: 'X', message: /2 x 0/ },
        ],
        [(model) => model.predict([]), { code: 'ERR_EMPTY', argument: 'X' }],
      ]),
    },
    F05: {
      fault: 'lengths that do not fit together',
      run: refusals([
        [
          (model) => model.fit(X, y.slice(1)),
          { code: 'ERR_SHAPE', argument: 'y', message: [/29/, /30/] },
        ],
        [
          (model) => model.fit([...X.slice(1), [1]], y),
          { code: 'ERR_SHAPE', argument: 'X', message: [/X\[29\]/, /same length/] },
        ],
        [
          (model) => model.fit({ data: new Float64Array(7), rows: 2, cols: 3 }, [0, 1]),
          { code: 'ERR_SHAPE', argument: 'X', message: [/7/, /6/] },
        ],
        [
          (model) => model.fit(X, y, { sampleWeight: [1] }),
          { code: 'ERR_SHAPE', argument: 'sampleWeight', message: [/1/, /30/] },
        ],
      ]),
    },
    F06: {
      fault: 'predict with another number of features',
      run: refusals([
        [
          (model) => model.predict([[1, 2, 3]]),
          { code: 'ERR_FEATURE_COUNT', argument: 'X', message: [/3 features/, /fitted with 2/] },
        ],
        [(model) => model.decisionFunction([[1]]), { code: 'ERR_FEATURE_COUNT', argument: 'X' }],
      ]),
    },
    F07: {
      fault: 'one class, from the start or by its weights',
      run: refusals([
        [
          (model) =>
            model.fit(
              X,
              y.map(() => 'a'),
            ),
          { code: 'ERR_ONE_CLASS', argument: 'y', message: /'a'/ },
        ],
        [
          (model) => model.fit(X, y, { sampleWeight: y.map((c) => (c === 0 ? 1 : 0)) }),
          { code: 'ERR_ONE_CLASS', argument: 'y', message: /positive weight/ },
        ],
      ]),
    },
    F08: {
      fault: 'one sample, constant features, duplicates, contradictory labels',
      async run() {
        const sets = {
          'one sample': [[1, 2]],
          constant: Array(6).fill([1, 1]),
          zero: Array(6).fill([0, 0]),
        };
        let worked = 0;
        for (const [name, { kind }] of Object.entries(catalog)) {
          for (const [what, rows] of Object.entries(sets)) {
            let model;
            try {
              model = await new maxmargin[name]().fit(...training(taught(name, kind), rows));
            } catch (error) {
              assert.match(
                error.code,
                /^ERR_(ONE_CLASS|OPTION|NUMERIC|EMPTY)$/,
                `${name}, ${what}: ${error.stack}`,
              );
              continue;
            }
            const method =
              kind === 'transformer'
                ? 'transform'
                : kind === 'regressor'
                  ? 'predict'
                  : 'decisionFunction';
            const values = await model[method](rows);
            assert.ok(
              Array.from(values.data ?? values).every(Number.isFinite),
              `${name}, ${what}: ${values}`,
            );
            worked++;
          }
        }
        assert.ok(worked > Object.keys(catalog).length, `only ${worked} fits worked`);
      },
    },
    F09: {
      fault: 'a nu that is too large for the classes',
      run: refusals([
        [
          () =>
            new maxmargin.NuSVC({ nu: 0.9 }).fit(
              X,
              X.map((_, i) => (i < 3 ? 1 : 0)),
            ),
          { code: 'ERR_OPTION', argument: 'nu', message: [/infeasible/, /largest nu .* is 0\.2/] },
        ],
      ]),
    },
    F10: {
      fault: 'a Gram matrix that is not symmetric, or not positive definite',
      async run() {
        const skew = X.map((_, i) => X.map((_, j) => (i < j ? 1 : 0)));
        const model = new SVC({ kernel: 'precomputed' });
        await fails(() => model.fit(skew, y), {
          code: 'ERR_KERNEL_ASYMMETRIC',
          argument: 'X',
          message: [/X\[1, 0\] is 0/, /transpose/],
        });
        const symmetric = X.map((_, i) => X.map((_, j) => Math.sin(1 + i * j + 3 * (i + j))));
        await model.fit(symmetric, y);
        assert.ok((await model.decisionFunction(symmetric)).every(Number.isFinite));
        const ridge = await new maxmargin.KernelRidge({ kernel: 'precomputed', alpha: 1e-9 }).fit(
          symmetric,
          y,
        );
        assert.ok(ridge.fitInfo.warnings.some(({ code }) => code === 'WARN_INDEFINITE'));
      },
    },
    F11: {
      fault: 'a fit that ends before its tolerance',
      async run() {
        const model = await new SVC({ ...long, maxIter: 1 }).fit(X, y);
        assert.equal(model.fitInfo.converged, false);
        const [warning] = model.fitInfo.warnings.filter(
          ({ code }) => code === 'WARN_NOT_CONVERGED',
        );
        assert.match(warning.message, /gap of .*Scale the features/);
        assert.equal((await model.predict(probe)).length, probe.length);
      },
    },
    F12: {
      fault: 'numbers so large that the result is not finite',
      run: refusals([
        [
          (model) =>
            model.fit(
              X.map(([a, b]) => [a * 1e300, b]),
              y,
            ),
          { code: 'ERR_NUMERIC', argument: 'X', message: /Scale/ },
        ],
        [
          () => new SVC({ kernel: 'poly', gamma: 1 }).fit([[1e200], [2e200]], [0, 1]),
          { code: 'ERR_NUMERIC', message: /Scale/ },
        ],
      ]),
    },
    F13: {
      fault: 'a request needs more memory than there is',
      run: refusals([
        [
          (model) => model.predict({ data: [0], shape: [2 ** 40, 2], strides: [0, 0] }),
          {
            code: 'ERR_MEMORY_BUDGET',
            argument: 'X',
            message: [/needs about \d+ MB/, /rows at a time/],
          },
        ],
        [
          (model) => model.fit({ data: [0], shape: [2 ** 30, 2], strides: [0, 0] }, []),
          { code: 'ERR_MEMORY_BUDGET', argument: 'X', message: /fewer rows/ },
        ],
      ]),
    },
    F14: {
      fault: 'memory that runs out',
      async run() {
        await init({ wasmModule: cap(wasm, 48) });
        try {
          const rows = 400_000;
          const large = () => ({ data: new Float64Array(rows * 20), rows, cols: 20 });
          await survives(maxmargin, async (model) => {
            const wide = { data: new Float64Array(8e6), rows: 4e6, cols: 2 };
            await fails(() => model.decisionFunction(wide), {
              ...crashed,
              message: /out of memory/,
            });
          });
          await fails(
            () =>
              new SVC().fit(
                large(),
                Int32Array.from({ length: rows }, (_, i) => i % 2),
              ),
            { ...crashed, message: /out of memory/ },
          );
        } finally {
          await init({ wasmUrl: undefined });
        }
      },
    },
    F15: {
      fault: 'a panic in an operation',
      async run() {
        await faulty.init();
        const { unharmed } = await fitted(faulty);
        const stop = { now: false };
        const fitting = new faulty.SVC(long).fit(flat(hard.X), hard.y, {
          onProgress: () => !stop.now,
        });
        await fails(() => faulty.provoke('panic'), {
          code: 'ERR_INTERNAL',
          argument: 'fault.panic',
          message: [/fault\.panic/, /report/],
        });
        stop.now = true;
        assert.equal((await fitting).fitInfo.status, 'stopped');
        await unharmed();
      },
    },
    F16a: {
      fault: 'a panic in a goroutine',
      run: () => dies('goroutine', /injected into a goroutine/),
    },
    F16b: { fault: 'a deadlock', run: () => dies('deadlock', /deadlock/) },
    F16c: { fault: 'an overflow of the stack', run: () => dies('recursion', /call stack/) },
    F16d: { fault: 'an end of the program', run: () => dies('exit', /exit code 3/) },
    F16e: {
      fault: 'a worker that is ended from outside',
      run: () =>
        survives(maxmargin, async (model) => {
          const asked = model.fit(flat(hard.X), hard.y);
          endWorkers();
          await fails(() => asked, { ...crashed, message: /worker .*ended/ });
        }),
    },
    F17: {
      fault: 'crashes, one after the other',
      async run() {
        await faulty.init();
        const { model, unharmed } = await fitted(faulty);
        const { now } = Date;
        try {
          // Three in three minutes are survived, three at once are not.
          for (let i = 0; i < 3; i++) {
            Date.now = () => now() + 61_000 * i;
            await fails(() => faulty.provoke('exit'), crashed);
          }
          await unharmed();
          for (let i = 0; i < 2; i++) await fails(() => faulty.provoke('exit'), crashed);
        } finally {
          Date.now = now;
        }
        const unstable = {
          code: 'ERR_RUNTIME_UNSTABLE',
          message: [/3 times within 60 s/, /init\(\)/],
        };
        await fails(() => model.predict(X), unstable);
        await fails(() => new faulty.SVC().fit(X, y), unstable);
        await faulty.init();
        await unharmed();
      },
    },
    F18: {
      fault: 'abort before, while and after',
      async run() {
        const { model, unharmed } = await fitted();
        const reason = new Error('no longer wanted');
        const aborted = (fit) =>
          fit.then(
            () => assert.fail('it went through'),
            (error) => error,
          );
        assert.equal(await aborted(model.fit(X, y, { signal: AbortSignal.abort(reason) })), reason);
        for (let i = 0; i < 3; i++) {
          const abort = new AbortController();
          let begun;
          const progress = new Promise((resolve) => (begun = resolve));
          const fit = aborted(
            new SVC(long).fit(flat(hard.X), hard.y, { signal: abort.signal, onProgress: begun }),
          );
          await progress;
          abort.abort();
          assert.equal((await fit).name, 'AbortError');
          await new SVC().fit(xor.X, xor.y); // the worker is free again, too
        }
        const after = new AbortController();
        await new SVC().fit(X, y, { signal: after.signal });
        after.abort();
        await unharmed();
      },
    },
    F19: {
      fault: 'a callback that throws',
      async run() {
        const { model, unharmed } = await fitted();
        const own = new Error('own');
        const fitting = model.setParams(long).fit(flat(hard.X), hard.y, {
          onProgress() {
            throw own;
          },
        });
        assert.equal(await fitting.catch((error) => error), own);
        await unharmed();
      },
    },
    F20: {
      fault: 'a second fit of a busy model, and calls inside a callback',
      async run() {
        const { model, unharmed } = await fitted();
        const inside = [];
        const fitting = model.setParams(long).fit(flat(hard.X), hard.y, {
          onProgress() {
            inside.push(
              fails(() => model.fit(X, y), { code: 'ERR_BUSY', message: /await/ }),
              model.predict(probe),
            );
            return false;
          },
        });
        await fails(() => model.fit(X, y), { code: 'ERR_BUSY' });
        assert.equal((await fitting).fitInfo.status, 'stopped');
        await Promise.all(inside);
        assert.ok(inside.length > 0);
        await model.setParams({ C: 1, gamma: 'scale', tol: 1e-3 }).fit(X, y);
        await unharmed();
      },
    },
    F21: {
      fault: 'use before fit, use after dispose, dispose twice',
      async run() {
        await fails(() => new SVC().predict(X), { code: 'ERR_NOT_FITTED', message: /fit\(X, y\)/ });
        const { unharmed } = await fitted();
        const model = await new SVC().fit(X, y);
        const predicting = model.predict(probe);
        model.dispose();
        model.dispose();
        assert.equal((await predicting).length, probe.length);
        await fails(() => model.predict(X), { code: 'ERR_DISPOSED', message: /save\(\)/ });
        await fails(() => model.supportVectors, { code: 'ERR_DISPOSED' });
        await unharmed();
      },
    },
    F25: {
      fault: 'files of different builds',
      async run() {
        const { model, unharmed } = await fitted();
        const mixed = {
          code: 'ERR_VERSION_MISMATCH',
          message: /deploy all files of one maxmargin release/,
        };
        await fails(() => init({ workerUrl: otherWorker }), mixed);
        await fails(() => model.predict(X), mixed);
        const edited = Uint8Array.from(wasm);
        edited[edited.length - 1] ^= 1; // the last digit of the build
        await fails(() => init({ wasmModule: edited }), mixed);
        await init({ wasmUrl: undefined });
        await unharmed();
      },
    },
    F26: {
      fault: 'detached buffers, and shared ones that change',
      async run() {
        const { model, unharmed } = await fitted();
        const lent = flat(X);
        structuredClone(lent.data.buffer, { transfer: [lent.data.buffer] });
        await fails(() => model.fit(lent, y), {
          code: 'ERR_TYPE',
          argument: 'X',
          message: /detached/,
        });
        await fails(() => model.predict(lent), {
          code: 'ERR_TYPE',
          argument: 'X',
          message: /detached/,
        });
        const memory = new WebAssembly.Memory({ shared: true, initial: 1, maximum: 1 });
        const shared = { ...flat(X), data: new Float64Array(memory.buffer, 0, X.length * 2) };
        shared.data.set(X.flat());
        const expected = await model.decisionFunction(X);
        const values = model.decisionFunction(shared, { transfer: true });
        const again = new SVC().fit(shared, y, { transfer: true });
        shared.data.fill(NaN); // the call has read what it needs
        assert.deepEqual(await values, expected);
        assert.deepEqual(await (await again).decisionFunction(X), expected);
        await unharmed();
      },
    },
    F27: {
      fault: 'input that must stay unchanged',
      async run() {
        const rows = Object.freeze(X.map((row) => Object.freeze([...row])));
        const table = flat(X);
        const labels = Object.freeze([...y]);
        const weights = new Float64Array(y.length).fill(1);
        const before = JSON.stringify([rows, table, labels, weights]);
        for (const samples of [rows, table]) {
          const model = await new SVC({ classWeight: Object.freeze({ 0: 2 }) }).fit(
            samples,
            labels,
            { sampleWeight: weights },
          );
          await model.score(samples, labels);
        }
        assert.equal(JSON.stringify([rows, table, labels, weights]), before);
      },
    },
    F28: {
      fault: 'bytes that are not a model, damaged and hostile ones',
      async run() {
        const { model, unharmed } = await fitted();
        const bytes = await model.save();
        const refused = { code: 'ERR_FORMAT', argument: 'bytes' };
        for (const length of [0, 3, 15, 16, 63, 64, bytes.length >> 1, bytes.length - 1]) {
          await fails(() => load(bytes.slice(0, length)), refused);
        }
        for (let at = 6; at < bytes.length; at += 1 + (at >> 3)) {
          const flipped = bytes.slice();
          flipped[at] ^= 1 << (at % 8);
          await fails(() => load(flipped), refused);
        }
        const claims = bytes.slice(0, 64);
        new DataView(claims.buffer).setUint32(8, 2 ** 31, true); // a claim of two gigabytes
        await fails(() => load(claims), refused);
        const json = JSON.parse(JSON.stringify(model));
        for (const change of [
          { bytes: 'TVhNRw==' },
          { bytes: '?' },
          { bytes: 7 },
          { machine: 'Object' },
          { machine: '__proto__' },
          { options: 7 },
          { format: 'x' },
        ]) {
          await fails(() => load({ ...json, ...change }), { code: 'ERR_FORMAT' });
        }
        await unharmed();
      },
    },
    F29: {
      fault: 'a newer format',
      async run() {
        const { model, unharmed } = await fitted();
        const bytes = await model.save();
        new DataView(bytes.buffer).setUint16(4, 7, true);
        await fails(() => load(bytes), { code: 'ERR_FORMAT_VERSION', message: [/7/, /update/] });
        await fails(() => load({ ...model.toJSON(), version: 7 }), {
          code: 'ERR_FORMAT_VERSION',
          message: [/7/, /update/],
        });
        await unharmed();
      },
    },
    F30: {
      fault: 'keys of Object.prototype in options and models',
      async run() {
        const before = Object.getOwnPropertyNames(Object.prototype).sort();
        const { model, unharmed } = await fitted();
        for (const key of ['__proto__', 'constructor', 'toString', 'prototype', 'hasOwnProperty']) {
          const given = JSON.parse(`{"${key}": {"C": 1, "polluted": true}}`);
          await fails(() => new SVC(given), { code: 'ERR_OPTION_UNKNOWN', argument: key });
          await fails(() => model.setParams(given), { code: 'ERR_OPTION_UNKNOWN', argument: key });
          await fails(() => model.fit(X, y, given), { code: 'ERR_OPTION_UNKNOWN', argument: key });
          await fails(() => init(given), { code: 'ERR_OPTION_UNKNOWN', argument: key });
          const json = JSON.parse(JSON.stringify(model));
          for (const options of [given, { study: given }]) {
            await fails(() => load({ ...json, options }), { code: 'ERR_FORMAT' });
          }
          await fails(() => load({ ...json, machine: key }), { code: 'ERR_FORMAT' });
        }
        const named = await new SVC().fit(
          [0, 1].map((v) => JSON.parse(`{"__proto__": ${v}, "constructor": 1}`)),
          ['__proto__', 'constructor'],
        );
        assert.deepEqual(named.featureNames, ['__proto__', 'constructor']);
        assert.deepEqual(
          await (
            await load(await named.save())
          ).predict([
            [0, 1],
            [1, 1],
          ]),
          ['__proto__', 'constructor'],
        );
        assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), before);
        assert.equal({}.polluted, undefined);
        await unharmed();
      },
    },
    F31: {
      fault: 'the same fit twice',
      async run() {
        for (const [name, { kind }] of Object.entries(catalog)) {
          const fit = async () => {
            const json = (
              await new maxmargin[name]().fit(...training(taught(name, kind), X))
            ).toJSON();
            return json.bytes;
          };
          const first = await fit();
          assert.equal(await fit(), first, `${name} is not the same again`);
        }
      },
    },
    F32: {
      fault: 'terminate() at any moment',
      async run() {
        const { model, unharmed } = await fitted();
        const bytes = await model.save();
        // While the program starts, works, loads its second file, and after all of that.
        for (const delay of [undefined, 0, 1, 3, 10, 30, 60, 100, 150, 250, 500]) {
          const calls = {
            fit: new SVC().fit(X, y),
            long: new SVC({ ...long, maxTime: 400 }).fit(flat(hard.X), hard.y),
            ofTheSecondFile: new maxmargin.KernelPCA().fit(X),
            predict: model.predict(probe),
            load: load(bytes),
          };
          const outcomes = Promise.allSettled(Object.values(calls));
          if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, delay));
          maxmargin.terminate();
          for (const [i, { status, reason }] of (await outcomes).entries()) {
            const name = `${Object.keys(calls)[i]} after ${delay} ms`;
            if (status === 'rejected') assert.equal(reason.code, 'ERR_DISPOSED', name + reason);
          }
          await unharmed();
        }
      },
    },
  };
}

/** An error about one number of a table. */
function at(argument, row, column, message) {
  return { code: 'ERR_NONFINITE', argument, message: [message].flat(), details: { row, column } };
}
