/** LIBLINEAR's models: we predict with models of liblinear-train, and liblinear-predict with ours. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import fc from './support/properties.mjs';

import { blobs, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { root } from './support/project.mjs';

const { LinearSVC, LinearSVR, importLiblinear, init, load, readLibsvm } = maxmargin;

/** Models of liblinear-train's and what liblinear-predict says of rows; see js/test/golden/liblinear.py. */
const { cases } = JSON.parse(
  readFileSync(join(root, 'js', 'test', 'golden', 'liblinear.json'), 'utf8'),
);
const rowsOf = (name) =>
  readFileSync(join(root, 'core', 'engine', 'codec', 'testdata', 'libsvm', name), 'utf8');
const solverOf = ({ model }) => model.match(/^solver_type (\S+)/)[1];
const golden = (name) => cases.find((one) => one.name === name);

const near = (got, want, tolerance, what) => {
  assert.equal(got.length, want.length, what);
  assert.ok(want.length > 0, what);
  want.forEach((w, i) =>
    assert.ok(
      Math.abs(got[i] - w) <= tolerance * (1 + Math.abs(w)),
      `${what} ${i}: ${got[i]}, ${w}`,
    ),
  );
};

describe('importLiblinear', { timeout: 900_000 }, () => {
  for (const one of cases) {
    it(`${one.name}: predicts what liblinear-predict predicts for every row`, async () => {
      const { X } = await readLibsvm(rowsOf(one.rows));
      const codes = [];
      await init({ onWarning: ({ code }) => codes.push(code) });
      const model = await importLiblinear(one.model, { features: X.cols });
      await init({ onWarning: undefined });
      const own = /^L2R/.test(solverOf(one));
      assert.deepEqual(codes, own ? [] : ['WARN_TRAINED_OTHERWISE']);
      const kept = model.fitInfo.warnings.map(({ code }) => code);
      assert.deepEqual(kept, codes, 'the model keeps them');
      assert.ok(model instanceof (solverOf(one).includes('SVR') ? LinearSVR : LinearSVC));
      const again = await load(await model.save());
      for (const either of [model, again]) {
        const predicted = await either.predict(X);
        if (model instanceof LinearSVC) assert.deepEqual(predicted, one.predictions);
        else near(predicted, one.predictions, 1e-5, 'row'); // six digits are printed
      }
      if (!one.probabilities) return;
      const labels = one.model
        .match(/^label (.*)$/m)[1]
        .split(' ')
        .map(Number);
      const p = await model.predictProba(X);
      const k = labels.length;
      one.probabilities.forEach((wanted, i) => {
        const mine = labels.map((label) => p[i * k + model.classes.indexOf(label)]);
        near(mine, wanted, 1e-5, `row ${i}, class`);
      });
    });

    it(`${one.name}: comes back as it was`, async () => {
      const text = await (await importLiblinear(one.model)).exportLiblinear();
      assert.equal(await (await importLiblinear(text)).exportLiblinear(), text);
      if (/MCSVM_CS\nnr_class 2\n/.test(one.model)) return; // only one of its two functions is kept
      if (/^bias 0$/m.test(one.model)) return; // a bias feature of 0 is no bias
      const [got, want] = [text, one.model].map((of) => of.trim().split(/\s+/).slice(2));
      assert.equal(got.length, want.length);
      got.forEach((word, i) => {
        // The bias was multiplied by its weight on the way in, and divided on the way out.
        const close = Math.abs(Number(word) - Number(want[i])) <= 1e-15 * Math.abs(Number(word));
        assert.ok(word === want[i] || close, `word ${i} is ${word}, not ${want[i]}`);
      });
    });
  }

  it('has the properties that the file contains, and defaults for the others', async () => {
    const bytes = new TextEncoder().encode(golden('irises, bias 10').model);
    const model = await importLiblinear(bytes);
    const { loss, fitIntercept, interceptScaling, C } = model.getParams();
    assert.deepEqual(
      { loss, fitIntercept, interceptScaling, C },
      { loss: 'hinge', fitIntercept: true, interceptScaling: 10, C: 1 },
    );
    assert.deepEqual(model.classes, [1, 2, 3]);
    assert.equal(model.nFeatures, 4);
    assert.equal(model.status, 'imported');
    const unbiased = await importLiblinear(golden('heart, no bias').model);
    assert.equal(unbiased.getParams().fitIntercept, false);
    assert.deepEqual(unbiased.intercept, new Float64Array(1));
  });

  it('the setting features adds features of weight 0', async () => {
    const text = golden('heart 1').model;
    const wide = await importLiblinear(text, { features: 20 });
    const narrow = await importLiblinear(text);
    const { X } = await readLibsvm(rowsOf('heart-rbf.rows'));
    const data = { ...X, cols: 20 };
    assert.deepEqual(await wide.decisionFunction(data), await narrow.decisionFunction(X));
    await fails(() => narrow.predict(data), { code: 'ERR_FEATURE_COUNT' });
    for (const features of [12, 2 ** 25]) {
      await fails(() => importLiblinear(text, { features }), {
        code: 'ERR_OPTION',
        argument: 'features',
      });
    }
    for (const features of [0, -1, 1.5, '3', null, NaN]) {
      await fails(() => importLiblinear(text, { features }), {
        code: 'ERR_TYPE',
        argument: 'features',
      });
    }
  });

  it('a fitted model can be fitted anew', async () => {
    const { X, y } = blobs({ n: 30, d: 13 });
    const model = await importLiblinear(golden('heart 1').model);
    assert.equal(await (await model.fit(X, y)).score(X, y), 1);
    assert.equal(model.status, 'converged');
  });
});

describe('exportLiblinear', { timeout: 900_000 }, () => {
  const predictor = spawnSync('liblinear-predict').error ? 'no liblinear-predict here' : false;
  const labels = (of) => (i) => of[i];
  const sets = {
    'two classes': blobs({ n: 60, d: 3, k: 2, apart: 1, labels: labels([5, -2]) }),
    'two classes, ascending': blobs({ n: 60, d: 3, k: 2, apart: 1, labels: labels([0, 1]) }),
    'five classes': blobs({ n: 100, d: 4, k: 5, apart: 1, labels: labels([3, 1, 4, -1, 5]) }),
  };
  const options = [
    { loss: 'hinge' },
    { loss: 'squaredHinge', interceptScaling: 3 },
    { fitIntercept: false },
    { interceptPenalty: false, interceptScaling: 0.1 },
  ];
  for (const [name, { X, y }] of Object.entries(sets)) {
    it(`${name}: liblinear-predict says the same for every row`, { skip: predictor }, async () => {
      for (const option of options) {
        for (const samples of [X, sparse(X)]) {
          const model = await new LinearSVC(option).fit(samples, y);
          const text = await model.exportLiblinear();
          assert.deepEqual(await predict(text, X), await model.predict(X));
          const again = await importLiblinear(text);
          assert.deepEqual(await again.predict(X), await model.predict(X));
          assert.equal(await again.exportLiblinear(), text);
        }
      }
    });
  }

  it('regression: liblinear-predict says the same for every row', { skip: predictor }, async () => {
    const { X } = sets['five classes'];
    const y = X.map(([a, b]) => 2 * a - b + 0.5);
    for (const loss of ['epsilonInsensitive', 'squaredEpsilonInsensitive']) {
      const model = await new LinearSVR({ loss }).fit(X, y);
      const text = await model.exportLiblinear();
      near(await predict(text, X), [...(await model.predict(X))], 1e-5, loss);
      assert.deepEqual((await importLiblinear(text)).coef, model.coef);
    }
  });

  async function predict(model, X) {
    const place = mkdtempSync(join(tmpdir(), 'maxmargin-liblinear-'));
    try {
      writeFileSync(join(place, 'model'), model);
      const zeros = X.map(() => 0);
      writeFileSync(join(place, 'rows'), await maxmargin.writeLibsvm(X, zeros));
      execFileSync('liblinear-predict', ['rows', 'model', 'labels'], {
        cwd: place,
        stdio: 'ignore',
      });
      return readFileSync(join(place, 'labels'), 'utf8').trim().split('\n').map(Number);
    } finally {
      rmSync(place, { recursive: true });
    }
  }

  it('refuses labels that LIBLINEAR does not have, and says what it leaves out', async () => {
    const { X } = blobs({ n: 20 });
    for (const pair of [
      ['a', 'b'],
      [0.5, 1],
      [1n, 2n],
      [false, true],
      [1, 2 ** 31],
    ]) {
      const y = X.map((_, i) => pair[i % 2]);
      const model = await new LinearSVC().fit(X, y);
      await fails(() => model.exportLiblinear(), { code: 'ERR_TYPE', message: /whole numbers/ });
    }
    await fails(() => new LinearSVC().exportLiblinear(), { code: 'ERR_NOT_FITTED' });
    const model = await new LinearSVC({ probability: 'sigmoid' }).fit(
      X,
      X.map((_, i) => i % 2),
    );
    const codes = [];
    await init({ onWarning: ({ code }) => codes.push(code) });
    await model.exportLiblinear();
    await init({ onWarning: undefined });
    assert.deepEqual(codes, ['WARN_NO_PROBABILITY']);
  });
});

describe('texts that are not models', { timeout: 900_000 }, () => {
  before(() => sync.init({ onWarning: () => {} }));

  const good =
    'solver_type L2R_L2LOSS_SVC_DUAL\nnr_class 2\nlabel 1 -1\nnr_feature 2\nbias 1\nw\n0.5 \n-1 \n2 \n';
  /** The corpus: a change of a good text, the line of the error, and the message. */
  const corpus = {
    empty: ['', 1, 1, /ends before/],
    'a data set': ['1 1:0.5\n', 1, 1, /'1' is not a keyword/],
    'unknown solver': [good.replace('L2R_L2LOSS_SVC_DUAL', 'ONECLASS_SVM'), 1, 13, /ONECLASS_SVM/],
    'a name of the prototype': [
      good.replace('L2R_L2LOSS_SVC_DUAL', 'constructor'),
      1,
      13,
      /constructor/,
    ],
    'solver twice': [good.replace('bias', 'solver_type'), 5, 1, /second solver_type/],
    'solver missing': [good.replace(/^.*\n/, ''), 5, 1, /no solver_type/],
    'one class': [good.replace('nr_class 2', 'nr_class 1').replace('1 -1', '1'), 6, 1, /one class/],
    'no class': [good.replace('nr_class 2', 'nr_class 0'), 2, 10, /whole number/],
    'classes beyond all': [good.replace('nr_class 2', 'nr_class 2147483647'), 3, 1, /cut off/],
    'label before its count': [good.replace('nr_class 2\n', ''), 2, 1, /before nr_class/],
    'label too many': [good.replace('1 -1', '1 -1 0'), 3, 12, /'0' is not a keyword/],
    'label twice': [good.replace('1 -1', '1 1'), 6, 1, /label twice/],
    'label that is no whole number': [good.replace('1 -1', '1 0.5'), 3, 9, /'0.5', not a whole/],
    'labels of a regression': [good.replace('SVC', 'SVR'), 6, 1, /predicts numbers/],
    'no features': [good.replace('nr_feature 2', 'nr_feature 0'), 4, 12, /whole number/],
    'features beyond all': [good.replace('nr_feature 2', 'nr_feature 99999999'), 4, 12, /whole/],
    'more features than weights': [
      good.replace('nr_feature 2', 'nr_feature 16777216'),
      6,
      1,
      /cut off/,
    ],
    'bias infinite': [good.replace('bias 1', 'bias inf'), 5, 6, /not a finite number/],
    'bias that makes it infinite': [good.replace('bias 1', 'bias 1e308'), 9, 1, /too large/],
    'weight missing': [good.replace('2 \n', '\n'), 10, 1, /ends before/],
    'weight hexadecimal': [good.replace('0.5', '0x5'), 7, 1, /'0x5' is not a finite/],
    'weight infinite': [good.replace('0.5', '1e999'), 7, 1, /too large/],
    'weight too many': [`${good}7\n`, 10, 1, /after the last/],
    'head alone': [good.slice(0, good.indexOf('w\n')), 6, 1, /ends before/],
  };
  for (const [name, [text, line, column, message]] of Object.entries(corpus)) {
    it(name, async () => {
      await fails(() => sync.importLiblinear(text), {
        code: 'ERR_FORMAT',
        argument: 'text',
        message,
        details: { line, column },
      });
    });
  }

  it('values that are not text', async () => {
    for (const given of [7, null, undefined, {}, [good]]) {
      await fails(() => sync.importLiblinear(given), { code: 'ERR_TYPE', argument: 'text' });
    }
  });

  it('line ends of any kind, and blanks', () => {
    for (const text of [
      good.replaceAll('\n', '\r\n'),
      good.replaceAll('\n', ' '),
      `\n\t${good}\n`,
    ]) {
      assert.equal(
        sync.importLiblinear(text).exportLiblinear(),
        sync.importLiblinear(good).exportLiblinear(),
      );
    }
  });

  it('any damage is an error with its place, or leaves a model that comes back as it is', () => {
    const texts = [
      good,
      ...['heart 4', 'irises 0', 'irises regression 11'].map((name) => golden(name).model),
    ];
    const piece = fc.oneof(
      fc.constantFrom(
        '',
        ' ',
        '\n',
        '-',
        '.',
        'e',
        '1e999',
        '0',
        '99999999999',
        'w',
        'bias',
        'NaN',
      ),
      fc.string({ maxLength: 6 }),
    );
    const damage = fc.record({
      text: fc.constantFrom(...texts),
      at: fc.nat(600),
      gone: fc.nat(12),
      piece,
    });
    fc.assert(
      fc.property(damage, ({ text, at, gone, piece }) => {
        const from = at % text.length;
        const damaged = text.slice(0, from) + piece + text.slice(from + gone);
        let model;
        try {
          model = sync.importLiblinear(damaged);
        } catch ({ code, argument, details }) {
          assert.deepEqual([code, argument], ['ERR_FORMAT', 'text']);
          assert.ok(details.line >= 1 && details.column >= 1);
          return;
        }
        const once = model.exportLiblinear();
        assert.equal(sync.importLiblinear(once).exportLiblinear(), once);
        model.dispose();
      }),
      { numRuns: 1500, seed: 7 },
    );
  });
});
