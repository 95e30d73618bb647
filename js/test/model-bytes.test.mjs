/** Saved models: load restores them completely, and accepts only complete ones. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import { blobs, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { fields, mend } from './support/model-file.mjs';
import { root } from './support/project.mjs';

const { SVC, load } = maxmargin;

const { X, y } = blobs({ n: 30, d: 3, k: 3, apart: 2, seed: 1, labels: (i) => ['a', 'b', 'c'][i] });
const probe = blobs({ n: 20, d: 3, k: 3, apart: 2, seed: 2 }).X;

describe('save and load', { timeout: 900_000 }, () => {
  const gram = X.map((a) => X.map((b) => Math.exp(-a.reduce((s, v, j) => s + (v - b[j]) ** 2, 0))));
  const models = {
    linear: [{ kernel: 'linear' }, X],
    poly: [{ kernel: 'poly', degree: 2, coef0: 1 }, X],
    rbf: [{ C: 3, gamma: 'auto' }, X],
    sigmoid: [{ kernel: 'sigmoid', gamma: 0.01 }, X],
    precomputed: [{ kernel: 'precomputed' }, gram],
    sparse: [{ gamma: 0.7 }, sparse(X)],
    'with class weights': [
      {
        classWeight: new Map([
          ['a', 2],
          ['b', 1],
          ['c', 0.5],
        ]),
      },
      X,
    ],
    'decision values per pair': [{ study: { decisionFunctionShape: 'ovo' } }, X],
  };
  for (const [name, [options, samples]] of Object.entries(models)) {
    it(`${name}: load restores all properties of the model`, async () => {
      const model = await new SVC(options).fit(samples, y);
      const bytes = await model.save();
      assert.ok(bytes instanceof Uint8Array);
      const again = await load(bytes);
      assert.ok(again instanceof SVC);
      assert.equal(String(again), String(model));
      assert.deepEqual(again.getParams(), model.getParams());
      for (const value of [
        'supportVectors',
        'supportIndices',
        'supportCounts',
        'dualCoef',
        'intercept',
        'classes',
        'objective',
        'gap',
        'nIter',
      ]) {
        assert.deepEqual(again[value], model[value], value);
      }
      assert.deepEqual(
        await again.decisionFunction(samples),
        await model.decisionFunction(samples),
      );
      assert.deepEqual(await again.predict(samples), await model.predict(samples));
      assert.deepEqual(await again.save(), bytes);
    });
  }

  it('saved bytes are a copy', async () => {
    const model = await new SVC().fit(X, y);
    const expected = await model.decisionFunction(probe);
    (await model.save()).fill(0);
    assert.deepEqual(await model.decisionFunction(probe), expected);
    const bytes = await model.save();
    const again = await load(bytes);
    bytes.fill(0);
    assert.deepEqual(await again.decisionFunction(probe), expected);
  });

  it('bytes load as an ArrayBuffer, a Buffer and a view into a larger one', async () => {
    const model = await new SVC().fit(X, y);
    const expected = await model.decisionFunction(probe);
    const bytes = await model.save();
    const larger = new Uint8Array(bytes.length + 13);
    larger.set(bytes, 13);
    for (const form of [bytes.buffer.slice(0), Buffer.from(bytes), larger.subarray(13)]) {
      assert.deepEqual(await (await load(form)).decisionFunction(probe), expected);
    }
  });

  it('both forms read the bytes of the other', async () => {
    await sync.init();
    const one = await new SVC().fit(X, y);
    const two = new sync.SVC().fit(X, y);
    assert.deepEqual(two.save(), await one.save());
    assert.deepEqual(
      sync.load(await one.save()).decisionFunction(probe),
      await one.decisionFunction(probe),
    );
    assert.deepEqual(
      await (await load(two.save())).decisionFunction(probe),
      await one.decisionFunction(probe),
    );
  });

  it('a loaded model can be fitted anew', async () => {
    const again = await load(await (await new SVC({ C: 2 }).fit(X, y)).save());
    await again.fit(
      X.map((row) => row.slice(0, 2)),
      y.map((label) => label === 'a'),
    );
    assert.deepEqual(again.classes, [false, true]);
    assert.equal(again.getParams().C, 2);
  });
});

describe('damaged bytes', { timeout: 900_000 }, () => {
  let model;
  let bytes;
  let expected;
  before(async () => {
    await sync.init();
    model = await new SVC().fit(X, y);
    bytes = await model.save();
    expected = await model.decisionFunction(probe);
  });

  it('truncated at any length', async () => {
    for (let length = 0; length < bytes.length; length += length < 600 ? 7 : 61) {
      await fails(() => sync.load(bytes.slice(0, length)), { code: 'ERR_FORMAT' });
    }
    await fails(() => load(bytes.slice(0, bytes.length - 1)), { code: 'ERR_FORMAT' });
  });

  it('with bytes after the end', async () => {
    const longer = new Uint8Array(bytes.length + 8);
    longer.set(bytes);
    await fails(() => load(longer), { code: 'ERR_FORMAT' });
  });

  it('with any bit flipped', async () => {
    // Every byte of the header and of the first entries, then every 13th; another bit each time.
    for (let at = 0, bit = 0; at < bytes.length; at += at < 200 ? 1 : 13, bit = (bit + 3) % 8) {
      const flipped = bytes.slice();
      flipped[at] ^= 1 << bit;
      const version = at === 4 || at === 5;
      await fails(() => sync.load(flipped), {
        code: version ? 'ERR_FORMAT_VERSION' : 'ERR_FORMAT',
      });
    }
  });

  it('of a newer format', async () => {
    const newer = bytes.slice();
    new DataView(newer.buffer).setUint16(4, 2, true);
    await fails(() => load(newer), { code: 'ERR_FORMAT_VERSION', message: /2/ });
  });

  it('of something else', async () => {
    const foreign = {
      png: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      wasm: readFileSync(new URL(import.meta.resolve('../../npm/dist/maxmargin.wasm'))).subarray(
        0,
        4096,
      ),
      text: new TextEncoder().encode('svm_type c_svc\nkernel_type rbf\nnr_class 2\n'),
      'the magic alone': new TextEncoder().encode('MXMG'),
    };
    for (const some of Object.values(foreign))
      await fails(() => load(some), { code: 'ERR_FORMAT' });
  });

  it('exchanged fields with right checksums: refused or harmless', async () => {
    // Checksums protect against accidents only. If somebody corrects them, the checks of the fields remain.
    let refused = 0;
    const table = fields(bytes);
    for (const { at, offset, length } of table) {
      for (const spoil of [
        (view) => view.setUint32(at + 40, 0, true), // no length
        (view) => view.setUint32(at + 36, 16, true), // another offset
        (view) => length >= 4 && view.setInt32(offset, 2 ** 30, true), // a huge count or index
        (view) => length >= 8 && view.setFloat64(offset, NaN, true),
        (view) => length >= 1 && view.setUint8(offset, 255), // no text
      ]) {
        const spoiled = bytes.slice();
        spoil(new DataView(spoiled.buffer));
        mend(spoiled);
        try {
          const loaded = sync.load(spoiled);
          assert.equal(loaded.predict(probe).length, probe.length);
        } catch (error) {
          refused++;
          assert.match(error.code, /^ERR_(FORMAT|FORMAT_VERSION|FEATURE_COUNT)$/, error.stack);
        }
      }
    }
    assert.ok(refused > table.length, `${refused} of ${5 * table.length} were refused`);
  });

  it('names of columns that are too few, or twice the same', async () => {
    const rows = [
      { aa: 0, bb: 1 },
      { aa: 1, bb: 0 },
    ];
    const named = await (await new SVC().fit(rows, [0, 1])).save();
    const at = Buffer.from(named).indexOf('aa\0bb');
    assert.ok(at > 0);
    for (const text of ['aa-bb', 'aa\0aa', 'a\0a\0b']) {
      const forged = named.slice();
      forged.set(new TextEncoder().encode(text), at);
      mend(forged);
      await fails(() => load(forged), { code: 'ERR_FORMAT', message: /damaged or forged.*name/ });
    }
  });

  it('do not affect existing models', async () => {
    await fails(() => load(bytes.slice(0, 100)), { code: 'ERR_FORMAT' });
    assert.deepEqual(await model.decisionFunction(probe), expected);
  });
});

describe('golden models, written natively', { timeout: 900_000 }, () => {
  const folder = join(root, 'core', 'engine', 'codec', 'testdata');
  const names = readdirSync(folder).filter((name) => name.endsWith('.mxm'));

  it('are there', () => assert.ok(names.length > 0, `no *.mxm in ${folder}`));

  for (const name of names) {
    it(`${name}: decision values agree with native Go within 1e-12`, async () => {
      const model = await load(readFileSync(join(folder, name)));
      const golden = JSON.parse(
        readFileSync(join(folder, name.replace(/mxm$/, 'decision.json')), 'utf8'),
      );
      const table = { data: golden.X.flat(), rows: golden.rows, cols: golden.cols };
      const values = Array.from(await model.decisionFunction(table));
      assert.equal(values.length, golden.decision.length);
      values.forEach((value, i) => {
        const error = Math.abs(value - golden.decision[i]);
        assert.ok(
          error <= 1e-12,
          `row ${i}: ${value}, natively ${golden.decision[i]}, off by ${error}`,
        );
      });
    });
  }
});

describe('files of earlier commits', { timeout: 900_000 }, () => {
  // core/engine/codec/history_test.go says where they are from. A loaded model must have the fields
  // that an old file lacks: all options, and all results of a fit.
  const folder = join(root, 'core', 'engine', 'codec', 'testdata', 'history');
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.mxm'));
  before(() => sync.init());

  it('are of every machine, and of states without fields of today', async () => {
    assert.ok(files.length > 80, `${files.length} files`);
    for (const machine of Object.keys(sync.catalog)) {
      assert.ok(
        files.some((name) => name.endsWith(`/${machine}.mxm`)),
        machine,
      );
    }
    const bytes = readFileSync(join(folder, '74bfb77', 'rbf.mxm'));
    const model = await load(bytes);
    assert.equal(model.getParams().study.solver, 'smo');
    assert.equal(model.getParams().study.normBound, Infinity);
    assert.deepEqual(model.dualityGaps, new Float64Array(0));
    assert.deepEqual(
      [model.status, model.nIter.length, model.fitInfo.supportVectors],
      ['converged', 3, 58],
    );
    assert.ok((await model.save()).length > bytes.length, 'saved anew it has the fields of today');
  });

  it('may be JSON with the names that options had then', async () => {
    const written = (machine, options) => ({ format: 'maxmargin', version: 1, machine, options });
    for (const [machine, options, seed] of [
      ['LinearSVC', { randomState: 3, probabilitySeed: 4 }, 3],
      ['LinearSVC', { randomState: 0, probabilitySeed: 4 }, 4],
      ['SVC', { solverSeed: 5, C: 2 }, 5],
      ['SVC', { solverSeed: 5, probabilitySeed: 6 }, 6],
      ['SVC', { seed: 7 }, 7],
      ['Perceptron', { randomState: 0 }, 0],
      ['GaussianMixture', { randomState: 8 }, 8],
    ]) {
      const { seed: got, ...rest } = (await load(written(machine, options))).getParams();
      assert.equal(got, seed, `${machine} ${JSON.stringify(options)}`);
      assert.ok(!('randomState' in rest || 'solverSeed' in rest || 'probabilitySeed' in rest));
    }
    for (const [machine, options, now] of [
      ['LinearSVC', { loss: 'modified_huber' }, { loss: 'modifiedHuber' }],
      ['SGDRegressor', { loss: 'squared' }, { loss: 'gaussian' }],
      ['SVC', { study: { solver: 'smo-platt' } }, { study: { solver: 'smoPlatt' } }],
      ['SVC', { normBound: 2, slacks: 'free' }, { study: { normBound: 2, slacks: 'free' } }],
      ['HiddenMarkovModel', { topology: 'left-right' }, { topology: 'leftRight' }],
    ]) {
      const { study, ...params } = (await load(written(machine, options))).getParams();
      for (const [name, value] of Object.entries({ ...now, ...now.study }))
        if (name !== 'study') assert.equal({ ...params, ...study }[name], value, `${machine}.${name}`); // prettier-ignore
    }
    const steps = [{ name: 'sgd', machine: 'SGDClassifier', options: { randomState: 9 } }];
    const piped = { format: 'maxmargin', version: 1, machine: 'Pipeline', steps };
    assert.equal((await load(piped)).getParams().sgd__seed, 9);
  });

  it('have their seeds as the one seed of today, of machines and of what stands before them', async () => {
    const { GaussianMixture, LinearSVC } = maxmargin;
    const past = readFileSync(join(folder, '29b8d0d', 'seeds-LinearSVC.mxm'));
    const model = await load(past);
    assert.equal(model.getParams().seed, 5);
    assert.ok(model instanceof LinearSVC && String(model).includes('seed: 5'), String(model));

    // Saved by 29b8d0d: new GaussianMixture({ randomState: 3, nComponents: 2 }).fit(samples).
    const kept = readFileSync(join(root, 'js', 'test', 'golden', 'seeds-GaussianMixture.mxm'));
    const samples = Array.from({ length: 20 }, (_, i) => [i % 2 ? i / 10 : 5 - i / 7, Math.sin(i)]);
    const mixture = await load(kept);
    assert.equal(mixture.getParams().seed, 3);
    const anew = await new GaussianMixture(mixture.getParams()).fit(samples);
    assert.deepEqual(await anew.transform(samples), await mixture.transform(samples));
  });

  it('keep the fields that the facade has added to them', async () => {
    const kernel = (a, b) => a[0] * b[0] + 1;
    const model = await new SVC({ kernel }).fit([[0], [1], [2], [3]], [0, 0, 1, 1]);
    const older = without(await model.save(), 'pair.C');
    const again = await load(older, { kernel });
    assert.deepEqual(await again.predict([[0], [3]]), [0, 1]);
    assert.deepEqual(again.effectiveC, new Float64Array(0));
  });

  for (const name of files) {
    it(`${name} loads and answers as it did`, async () => {
      const file = join(folder, name.slice(0, -'.mxm'.length));
      const [beside] = ['.answers.json', '.decision.json'].filter((end) => existsSync(file + end));
      const want = JSON.parse(readFileSync(file + beside, 'utf8'));
      const bytes = readFileSync(`${file}.mxm`);
      const samples = want.strings ?? { data: want.X, rows: want.rows, cols: want.cols };
      const [model, blocking] = [await load(bytes), sync.load(bytes)];
      for (const [method, numbers] of [
        ['decisionFunction', want.decision],
        ['predictProba', want.probabilities],
        ['transform', want.transform],
        ['predict', want.predict],
      ]) {
        if (!numbers) continue;
        for (const values of [await model[method](samples), blocking[method](samples)]) {
          const index = (value) => (model.classes ? model.classes.indexOf(value) : value);
          near(Array.from(dense(values), method === 'predict' ? index : Number), numbers, method);
        }
      }
      const piped = name.includes('Pipeline');
      const fresh = piped ? new sync.SVC() : new sync[model.constructor.name]();
      for (const option of Object.keys(fresh.getParams())) {
        assert.ok((piped ? `svc__${option}` : option) in model.getParams(), option);
      }
      for (let at = model; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
        for (const [getter, { get }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
          if (get) assert.notEqual(Reflect.get(model, getter), null, getter);
        }
      }
      assert.equal(String(await load(JSON.parse(JSON.stringify(model)))), String(model));
    });
  }
});

/** The numbers of sparse rows, as those of dense ones. */
function dense(values) {
  if (!values.indptr) return values;
  const { indptr, indices, data, rows, cols } = values;
  const all = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++) {
    for (let at = indptr[i]; at < indptr[i + 1]; at++) all[i * cols + indices[at]] = data[at];
  }
  return all;
}

/** Compares numbers with expected ones, within 1e-10 of the largest expected one. */
function near(got, want, what) {
  assert.equal(got.length, want.length, what);
  const largest = Math.max(1, ...want.map(Math.abs));
  want.forEach((value, i) => {
    assert.ok(Math.abs(got[i] - value) <= 1e-10 * largest, `${what} ${i}: ${got[i]}, not ${value}`);
  });
}

/** The bytes of a model without one of its fields. */
function without(bytes, name) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const table = fields(bytes);
  const nameOf = (at) =>
    Buffer.from(bytes.subarray(at, at + 32))
      .toString()
      .replace(/\0+$/, '');
  const kept = table.filter(({ at }) => nameOf(at) !== name);
  assert.equal(kept.length, table.length - 1);
  const blocks = kept.map(({ offset, length }) =>
    bytes.subarray(offset, (offset + length + 7) & ~7),
  );
  const file = Buffer.concat([
    bytes.subarray(0, 16),
    ...kept.map(({ at }) => bytes.subarray(at, at + 48)),
    ...blocks,
  ]);
  const made = new Uint8Array(file);
  const out = new DataView(made.buffer);
  let offset = 16 + 48 * kept.length;
  kept.forEach((_, i) => {
    out.setUint32(16 + 48 * i + 36, offset, true);
    offset += blocks[i].length;
  });
  out.setUint16(6, view.getUint16(6, true) - 1, true);
  out.setUint32(8, made.length, true);
  mend(made);
  return made;
}
