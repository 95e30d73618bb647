/** LIBSVM's models: we predict with models of svm-train, and svm-predict with ours. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import { blobs, normal, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { root } from './support/project.mjs';

const { SVC, importLibsvm, init, load, readLibsvm, writeLibsvm } = maxmargin;

const folder = join(root, 'core', 'engine', 'codec', 'testdata', 'libsvm');

/** goldens are models of svm-train's with the labels that svm-predict gives to rows. */
const goldens = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((file) => {
    const name = file.replace('.json', '');
    const read = (ending) => readFileSync(join(folder, name + ending), 'utf8');
    // The number of a row of a precomputed kernel is no feature.
    return {
      name,
      text: read('.model'),
      rows: read('.rows').replaceAll(/ 0:\d+/g, ''),
      ...JSON.parse(read('.json')),
    };
  });

/** warned returns the warnings that onWarning gets while a function runs. */
async function warned(run) {
  const codes = [];
  await init({ onWarning: ({ code }) => codes.push(code) });
  try {
    await run();
  } finally {
    await init({ onWarning: undefined });
  }
  return codes;
}

/** bigModel is text of at least so many bytes: a model of three classes. */
function bigModel(bytes) {
  const next = normal(3);
  const lines = [];
  for (let size = 0; size < bytes; size += lines.at(-1).length + 1) {
    const entries = Array.from({ length: 40 }, (_, j) => `${j + 1}:${next().toFixed(8)}`);
    lines.push(`${next()} ${next()} ${entries.join(' ')} `);
  }
  const counts = [1, 1, lines.length - 2];
  const head = `svm_type c_svc\nkernel_type rbf\ngamma 0.1\nnr_class 3\ntotal_sv ${lines.length}\nrho 0.1 0.2 0.3\nlabel 3 1 2\nnr_sv ${counts.join(' ')}\nSV\n`;
  return `${head}${lines.join('\n')}\n`;
}

describe('importLibsvm', { timeout: 900_000 }, () => {
  it('has models of svm-train to read', () => assert.ok(goldens.length >= 5, `${goldens.length}`));
  for (const { name, text, rows, labels, probabilities } of goldens) {
    it(`${name}: predicts what svm-predict predicts for every row`, async () => {
      const { X } = await readLibsvm(rows);
      let model;
      const codes = await warned(async () => {
        model = await importLibsvm(text, { features: X.cols });
      });
      assert.deepEqual(codes, []);
      assert.ok(model instanceof SVC);
      assert.deepEqual(await model.predict(X), labels);
      const again = await load(await model.save());
      assert.deepEqual(await again.predict(X), labels);
      if (!probabilities) return;
      const file = text
        .match(/^label (.*)$/m)[1]
        .split(' ')
        .map(Number);
      const p = await again.predictProba(X);
      probabilities.forEach((wanted, i) =>
        file.forEach((label, at) => {
          // svm-predict 3.24 stops within 0.005/k of the solution of its equations.
          const mine = p[i * file.length + model.classes.indexOf(label)];
          assert.ok(Math.abs(mine - wanted[at]) < 0.004, `row ${i}: ${mine}, ${wanted[at]}`);
        }),
      );
      assert.equal(model.getParams().probability, 'sigmoid');
    });
  }

  it('has the properties that the file contains, and defaults for the others', async () => {
    const { text } = goldens.find(({ name }) => name === 'heart-sigmoid');
    const model = await importLibsvm(new TextEncoder().encode(text));
    const { kernel, gamma, coef0, C } = model.getParams();
    assert.deepEqual(
      { kernel, gamma, coef0, C },
      { kernel: 'sigmoid', gamma: 1 / 64, coef0: -1, C: 1 },
    );
    assert.deepEqual(model.classes, [-3, 7]);
    assert.equal(model.nFeatures, 13);
    assert.equal(model.status, 'imported');
    assert.equal(model.converged, false);
    assert.equal(model.fitTime, undefined);
    assert.equal(model.fitInfo.supportVectors, model.supportIndices.length);
  });

  it('the setting features adds features that no support vector has', async () => {
    const text =
      'svm_type c_svc\nkernel_type rbf\ngamma 1\nnr_class 2\ntotal_sv 2\nrho 0\nlabel 1 2\nnr_sv 1 1\nSV\n1 1:1 \n-1 2:1 \n';
    const narrow = await importLibsvm(text);
    await fails(() => narrow.predict([[1, 0, 5]]), { code: 'ERR_FEATURE_COUNT' });
    const wide = await importLibsvm(text, { features: 3 });
    assert.deepEqual(await wide.predict([[1, 0, 5]]), [1]);
    assert.equal((await importLibsvm(await wide.exportLibsvm())).nFeatures, 3);
    await fails(() => importLibsvm(text, { features: 1 }), {
      code: 'ERR_OPTION',
      argument: 'features',
    });
    for (const features of [0, -1, 1.5, '3', null, NaN])
      await fails(() => importLibsvm(text, { features }), {
        code: 'ERR_TYPE',
        argument: 'features',
      });
    await fails(() => importLibsvm(text, { feature: 3 }), { message: /features/ });
  });

  it('reads models of more than 5 MB', async (t) => {
    const text = bigModel(5.2e6);
    const began = performance.now();
    const model = await importLibsvm(text);
    const imported = performance.now();
    const again = await model.exportLibsvm();
    const exported = performance.now();
    assert.ok(text.length > 5e6);
    assert.equal((await importLibsvm(again)).supportIndices.length, model.supportIndices.length);
    t.diagnostic(
      `${text.length} bytes: imported in ${Math.round(imported - began)} ms, exported in ${Math.round(exported - imported)} ms`,
    );
  });

  it('says line and column of what is wrong, and leaves nothing behind', async () => {
    const { text } = goldens[0];
    const cut = text.slice(0, text.length / 2);
    await fails(() => importLibsvm(cut), {
      code: 'ERR_FORMAT',
      argument: 'text',
      message: /line \d+, column \d+/,
    });
    await fails(() => importLibsvm(text.replace('c_svc', 'nu_svm')), {
      code: 'ERR_FORMAT',
      message: /nu_svm/,
      details: { line: 1, column: 10 },
    });
    await fails(() => importLibsvm(text.replace('c_svc', 'nu_svr')), {
      code: 'ERR_FORMAT',
      message: /line \d+, column \d+: .*nu_svr/,
    });
    await fails(() => importLibsvm('1 1:1\n'), { code: 'ERR_FORMAT' });
    await fails(() => importLibsvm(''), { code: 'ERR_FORMAT' });
    await fails(() => importLibsvm(7), { code: 'ERR_TYPE', message: /^importLibsvm takes/ });
  });
});

describe('exportLibsvm', { timeout: 900_000 }, () => {
  const predictor = spawnSync('svm-predict').error ? 'no svm-predict on the PATH' : false;
  const labels = (of) => (i) => of[i];
  const sets = {
    'two classes': blobs({ n: 60, d: 3, k: 2, apart: 1, labels: labels([5, -2]) }),
    'two classes, ascending': blobs({ n: 60, d: 3, k: 2, apart: 1, labels: labels([0, 1]) }),
    'five classes': blobs({ n: 100, d: 4, k: 5, apart: 1, labels: labels([3, 1, 4, -1, 5]) }),
  };
  for (const [name, { X, y }] of Object.entries(sets)) {
    for (const options of [
      { kernel: 'linear' },
      { kernel: 'poly', degree: 2, coef0: 1 },
      { kernel: 'rbf', C: 3 },
      { kernel: 'sigmoid', gamma: 0.1, coef0: -0.5 },
    ]) {
      it(
        `${name}, ${options.kernel}: svm-predict says the same for every row`,
        { skip: predictor },
        async () => {
          for (const samples of [X, sparse(X)]) {
            const model = await new SVC(options).fit(samples, y);
            const text = await model.exportLibsvm();
            assert.deepEqual(svmPredict(text, await writeLibsvm(X, y)), await model.predict(X));
            const again = await importLibsvm(text);
            assert.deepEqual(await again.predict(X), await model.predict(X));
            assert.equal(await again.exportLibsvm(), text);
          }
        },
      );
    }
  }

  function svmPredict(model, rows, options) {
    const place = mkdtempSync(join(tmpdir(), 'maxmargin-libsvm-'));
    try {
      writeFileSync(join(place, 'model'), model);
      writeFileSync(join(place, 'rows'), rows);
      const given = options ? options.split(' ') : [];
      execFileSync('svm-predict', [...given, 'rows', 'model', 'labels'], { cwd: place });
      const lines = readFileSync(join(place, 'labels'), 'utf8').trim().split('\n');
      return options ? lines : lines.map(Number);
    } finally {
      rmSync(place, { recursive: true });
    }
  }

  it('svm-predict -b 1 gives the same probabilities', { skip: predictor }, async () => {
    for (const [name, probability] of [
      ['two classes', 'sigmoid'],
      ['five classes', 'sigmoid'],
      ['five classes', 'temperature'],
    ]) {
      const { X, y } = sets[name];
      const model = await new SVC({ probability }).fit(X, y);
      const lines = svmPredict(await model.exportLibsvm(), await writeLibsvm(X, y), '-b 1');
      const [, ...order] = lines[0].split(' ').map(Number);
      const p = await model.predictProba(X);
      lines.slice(1).forEach((line, i) => {
        const [label, ...theirs] = line.split(' ').map(Number);
        const mine = order.map((one) => p[i * order.length + model.classes.indexOf(one)]);
        // Where LIBSVM's probabilities contradict the vote, ours are changed to agree with it.
        if (order[mine.indexOf(Math.max(...mine))] !== label) return;
        mine.forEach((v, c) => assert.ok(Math.abs(v - theirs[c]) < 0.005, `${name}, row ${i}`));
      });
    }
  });

  it('says when probabilities are left out', async () => {
    const { X, y } = sets['two classes'];
    const model = await new SVC({ probability: 'isotonic' }).fit(X, y);
    const codes = await warned(() => model.exportLibsvm());
    assert.deepEqual(codes, ['WARN_NO_PROBABILITY']);
    assert.doesNotMatch(await model.exportLibsvm(), /prob/);
  });

  it('refuses labels that LIBSVM does not have', async () => {
    const { X } = blobs({ n: 10 });
    for (const pair of [
      ['a', 'b'],
      ['1', '2'],
      [0.5, 1],
      [1n, 2n],
      [false, true],
      [1, 2 ** 31],
    ]) {
      const model = await new SVC().fit(
        X,
        X.map((_, i) => pair[i % 2]),
      );
      await fails(() => model.exportLibsvm(), { code: 'ERR_TYPE', message: /whole numbers/ });
    }
    await fails(() => new SVC().exportLibsvm(), { code: 'ERR_NOT_FITTED' });
  });
});

describe('maxmargin/sync', { timeout: 900_000 }, () => {
  before(() => sync.init());

  it('imports and exports synchronously', () => {
    const { text, rows, labels } = goldens.find(({ name }) => name === 'irises');
    const model = sync.importLibsvm(text);
    assert.deepEqual(model.predict(sync.readLibsvm(rows).X), labels);
    assert.equal(sync.importLibsvm(model.exportLibsvm()).exportLibsvm(), model.exportLibsvm());
  });
});
