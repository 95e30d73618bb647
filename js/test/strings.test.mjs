/** Strings as samples: fits, predictions, files, searches and errors, on both hosts. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { fails as failsAs } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { maxmargin, onnx, sync } from './support/maxmargin.mjs';
import { random as uniform } from './support/data.mjs';

const { kernels } = maxmargin;
const numbers = (list) => Array.from(list);

const fails = (run, code, message) => failsAs(run, { code, message });

/** Strings of two kinds: with a motif somewhere, and without. */
function motifs(n) {
  const random = uniform(7);
  const pick = (letters) => letters[Math.floor(random() * letters.length)];
  const noise = (length) => Array.from({ length }, () => pick('ACGT')).join('');
  const X = Array.from({ length: n }, (_, i) => {
    const [left, right] = [
      noise(5 + Math.floor(random() * 12)),
      noise(5 + Math.floor(random() * 12)),
    ];
    return left + (i % 2 ? 'TATAAT' : noise(3)) + right;
  });
  return { X, y: X.map((_, i) => (i % 2 ? 'site' : 'none')) };
}

const { X, y } = motifs(80);
const lengths = X.map((text) => text.length);

/** The kernels by their definitions, for pairs of strings. */
const counts = (text, length) => {
  const found = new Map();
  for (let i = 0; i + length <= text.length; i++) {
    const u = text.slice(i, i + length);
    found.set(u, (found.get(u) ?? 0) + 1);
  }
  return found;
};
const inner = (a, b) => [...a].reduce((sum, [u, v]) => sum + v * (b.get(u) ?? 0), 0);
const spectrum = (length) => (s, t) => inner(counts(s, length), counts(t, length));
const cosine = (k) => (s, t) => k(s, t) / Math.sqrt(k(s, s) * k(t, t)) || 0;

/** Every kernel of strings, with parameters that it has. */
const all = {
  spectrum: kernels.spectrum({ length: 4, alphabet: 'dna' }),
  boundedRange: kernels.boundedRange({ length: 4 }),
  commonSubstring: kernels.commonSubstring({ normalize: false, alphabet: 'TGCA' }),
  gapWeighted: kernels.gapWeighted({ weights: [0, 1, 0.5], decay: 0.7 }),
  mismatch: kernels.mismatch({ length: 4, alphabet: 'dna' }),
  weightedDegree: kernels.weightedDegree({ degree: 4 }),
  allSubsequences: kernels.allSubsequences(),
};

for (const [way, api] of forms(import.meta.url)) {
  const { AverageMarginClassifier, GridSearch, KernelPerceptron, KernelRidge, LinearSVC, NuSVC } =
    api;
  const { NuSVR, OneClassSVM, SVC, SVDD, SVR, StandardScaler, crossValidate, load } = api;
  const { makePipeline, trainTestSplit } = api;
  before(() => api === sync && sync.init());

  describe(`strings, ${way}`, { timeout: 900_000 }, () => {
    it('a kernel of strings equals its precomputed values', async () => {
      const k = cosine(spectrum(3));
      const gram = X.map((s) => X.map((t) => k(s, t)));
      const own = await new SVC({ kernel: kernels.spectrum(), tol: 1e-8 }).fit(X, y);
      const given = await new SVC({ kernel: 'precomputed', tol: 1e-8 }).fit(gram, y);
      const [got, want] = [await own.decisionFunction(X), await given.decisionFunction(gram)];
      want.forEach((v, i) => assert.ok(Math.abs(v - got[i]) < 1e-6, `${i}: ${got[i]} and ${v}`));
      assert.deepEqual(await own.supportIndices, await given.supportIndices);
      const byName = await new SVC({ kernel: 'spectrum', tol: 1e-8 }).fit(X, y);
      assert.deepEqual(await byName.decisionFunction(X), got);
    });

    const machines = [
      [SVC, y, { probability: 'sigmoid' }],
      [NuSVC, y, { nu: 0.3 }],
      [KernelPerceptron, y, {}],
      [AverageMarginClassifier, y, {}],
      [SVR, lengths, { C: 100 }],
      [NuSVR, lengths, { C: 100 }],
      [KernelRidge, lengths, { alpha: 0.1 }],
      [OneClassSVM, undefined, { nu: 0.3 }],
      [SVDD, undefined, { nu: 0.3 }],
    ];
    for (const [Machine, target, options] of machines) {
      it(`${Machine.name} takes strings, and comes back with them`, async () => {
        const kernel = kernels.sum(all.spectrum, kernels.gaussian(0.5, all.gapWeighted));
        const model = await new Machine({ ...options, kernel }).fit(X, ...(target ? [target] : []));
        const ask = async (m, samples) =>
          numbers(await (m.decisionFunction?.(samples) ?? m.predict(samples)));
        const others = ['ACGTTATAATACC', '', 'A'];
        const said = await ask(model, [...X, ...others]);
        assert.ok(said.every(Number.isFinite));
        for (const again of [
          await load(await model.save()),
          await load(JSON.parse(JSON.stringify(model))),
        ]) {
          assert.deepEqual(await ask(again, [...X, ...others]), said);
          assert.deepEqual(again.getParams(), model.getParams());
          assert.deepEqual(again.supportVectors, model.supportVectors);
        }
        if (model.supportVectors) {
          assert.ok(model.supportVectors.every((text) => X.includes(text)));
          const { supportIndices } = model;
          if (supportIndices) {
            assert.deepEqual(
              model.supportVectors,
              numbers(supportIndices).map((i) => X[i]),
            );
          }
        }
      });
    }

    for (const [name, kernel] of Object.entries(all)) {
      it(`${name} comes back from bytes and JSON with its parameters`, async () => {
        const model = await new SVC({ kernel, C: 1000 }).fit(X, y);
        const again = await load(await model.save());
        assert.deepEqual(again.getParams().kernel, kernel);
        assert.deepEqual(await again.save(), await model.save());
        const remade = await load(JSON.parse(JSON.stringify(new SVC({ kernel }))));
        assert.deepEqual(remade.getParams().kernel, kernel);
        assert.ok((await model.score(X, y)) > 0.9);
      });
    }

    it('letters are code points, and none is taken apart', async () => {
      // Other emojis share half of its code units, but not its code point.
      const texts = ['😀a', '😀b', '😁a', '😁b', '"\\\u0001', ''];
      const kernel = kernels.spectrum({ length: 1, normalize: false, alphabet: '😀😁ab"\\\u0001' });
      const model = await new KernelRidge({ kernel, alpha: 1e-6 }).fit(texts, [2, 3, 4, 5, 1, 0]);
      assert.deepEqual(model.supportVectors ?? texts, texts);
      const again = await load(await model.save());
      const [smile] = numbers(await again.predict(['😀']));
      const [grin] = numbers(await again.predict(['😁']));
      assert.ok(Math.abs(grin - smile - 2) < 1e-3, `${smile} and ${grin}`);
      assert.equal(again.getParams().kernel.alphabet, kernel.alphabet);
    });

    it('is split, cross-validated and searched', async () => {
      const parts = await trainTestSplit(X, y, { testSize: 0.25, seed: 3 });
      assert.ok([...parts.XTrain, ...parts.XTest].every((text) => X.includes(text)));
      const model = await new SVC({ kernel: all.spectrum }).fit(parts.XTrain, parts.yTrain);
      assert.ok((await model.score(parts.XTest, parts.yTest)) > 0.7);
      const { mean } = await crossValidate(new SVC({ kernel: all.spectrum }), X, y, { folds: 4 });
      assert.ok(mean > 0.7, `${mean}`);
      const search = new GridSearch(new SVC(), { kernel: Object.values(all), C: [1, 10] });
      await search.fit(X, y);
      assert.ok(search.bestScore > 0.7, `${search.bestScore}`);
      assert.equal((await search.bestEstimator.predict(['ACGTTATAATACC'])).length, 1);
    });

    it('samples of the wrong kind are refused, and the error says what to do', async () => {
      const strings = (kernel) => new SVC({ kernel });
      await fails(
        () => new SVC().fit(X, y),
        'ERR_TYPE',
        /kernel rbf compares numbers; choose a kernel of strings/,
      );
      await fails(
        () => strings('spectrum').fit([[1], [2]], [0, 1]),
        'ERR_TYPE',
        /X holds numbers, but the kernel spectrum/,
      );
      await fails(
        () => new LinearSVC().fit(X, y),
        'ERR_TYPE',
        /a LinearSVC has no kernel that compares them/,
      );
      const pipeline = makePipeline(new StandardScaler(), strings('spectrum'));
      await fails(
        () => pipeline.fit(X, y),
        'ERR_TYPE',
        /a StandardScaler works on columns of numbers; leave it out/,
      );
      await fails(
        () => strings('spectrum').fit([...X.slice(1), 5], y),
        'ERR_TYPE',
        /X\[79\] is .*every row must be one/,
      );
      await fails(
        () => strings('precomputed').fit(X, y),
        'ERR_TYPE',
        /kernel precomputed compares numbers/,
      );
      const mixed = kernels.sum(kernels.spectrum(), kernels.rbf());
      await fails(
        () => strings(mixed).fit(X, y),
        'ERR_OPTION',
        /kernel\.parts\[1\]: rbf compares strings and spectrum numbers|one kind/,
      );
      await fails(
        () => strings(kernels.columns([0], kernels.spectrum())).fit(X, y),
        'ERR_OPTION',
        /strings have no columns/,
      );
      const model = await strings('spectrum').fit(X, y);
      await fails(() => model.predict([[1, 2]]), 'ERR_TYPE', /X holds numbers/);
      const ofNumbers = await new SVC().fit(
        [
          [0, 1],
          [1, 0],
        ],
        [0, 1],
      );
      await fails(() => ofNumbers.predict(['ACGT']), 'ERR_TYPE', /X holds strings/);
      const linear = await new LinearSVC().fit([[0], [1]], [0, 1]);
      await fails(() => linear.predict(['ACGT']), 'ERR_TYPE', /a LinearSVC has no kernel/);
      await fails(
        () => crossValidate(new LinearSVC(), X, y),
        'ERR_TYPE',
        /a LinearSVC has no kernel/,
      );
      await fails(() => model.exportLibsvm(), 'ERR_OPTION', /LIBSVM/);
    });

    it('a letter outside the alphabet is named with its place', async () => {
      const texts = ['ACGT', 'ACNT', 'AAAA'];
      await fails(
        () => new SVC({ kernel: kernels.spectrum({ alphabet: 'dna' }) }).fit(texts, [0, 1, 1]),
        'ERR_TYPE',
        /X\[1\] has "N" at position 2, but the alphabet of the kernel spectrum is "ACGT"/,
      );
      const model = await new SVC({ kernel: all.commonSubstring }).fit(X, y);
      await fails(
        () => model.predict(['acgt']),
        'ERR_TYPE',
        /X\[0\] has "a" at position 0.*capitals and small letters differ/,
      );
    });

    it('wrong parameters are refused when the kernel is made', async () => {
      const given = [
        [() => kernels.spectrum({ length: 0 }), /spectrum\.length must be a whole number in \[1,/],
        [
          () => kernels.spectrum({ alphabet: 'ACA' }),
          /spectrum\.alphabet must be 'any', 'dna', or a text with every letter once/,
        ],
        [() => kernels.spectrum({ normalize: 'yes' }), /spectrum\.normalize must be true or false/],
        [() => kernels.gapWeighted({ decay: 1 }), /gapWeighted\.decay must be a number in \(0,1\)/],
        [
          () => kernels.gapWeighted({ weights: [1, -1] }),
          /gapWeighted\.weights\[1\] must be a number in \[0,inf\)/,
        ],
      ];
      for (const [make, message] of given) await fails(make, 'ERR_OPTION', message);
      for (const [kernel, message] of [
        [kernels.spectrum({ weights: [0, 0] }), /kernel\.weights are all 0/],
        [kernels.mismatch({ length: 3 }), /kernel\.alphabet is 'any', but/],
        [
          kernels.mismatch({ length: 3, mismatches: 3, alphabet: 'dna' }),
          /kernel\.mismatches must be less than length/,
        ],
      ]) {
        await fails(() => new SVC({ kernel }).fit(X, y), 'ERR_OPTION', message);
      }
    });
  });
}

it('a fit over strings can be aborted, and keeps the earlier one', async () => {
  const { SVC } = maxmargin;
  const model = await new SVC({ kernel: 'gapWeighted' }).fit(X, y);
  const before = numbers(await model.decisionFunction(X));
  const texts = Array.from({ length: 60 }, (_, i) => X.slice(i % 10).join(''));
  const controller = new AbortController();
  const fit = model.fit(
    texts,
    texts.map((_, i) => i % 2),
    { signal: controller.signal },
  );
  setTimeout(() => controller.abort(), 20);
  await assert.rejects(fit, { name: 'AbortError' });
  assert.deepEqual(numbers(await model.decisionFunction(X)), before);
});

it('geometry takes strings, or says why not', async () => {
  const texts = ['abab', 'baba', 'ccab', 'dddd'];
  const spectrum = kernels.spectrum({ length: 2, normalize: false });
  // ab 2 and ba 1; ba 2 and ab 1; cc, ca, ab; dd 3
  const K = [5, 4, 2, 0, 4, 5, 1, 0, 2, 1, 3, 0, 0, 0, 0, 9];
  for (const host of [maxmargin, sync]) {
    assert.deepEqual(numbers(await host.gramMatrix(spectrum, texts)), K);
    assert.deepEqual(numbers(await host.gramMatrix(spectrum, texts, ['abd'])), [2, 1, 1, 0]);
    assert.deepEqual(numbers(await host.kernelDistances(spectrum, texts, ['baba'])), [
      Math.SQRT2,
      0,
      Math.sqrt(6),
      Math.sqrt(14),
    ]);
    const { smallestEigenvalue: least } = await host.checkKernel(spectrum, texts);
    assert.ok(least > 0 && least < 1, 'the characteristic polynomial has three roots');
    assert.ok(Math.abs(18 - 34 * least + 13 * least ** 2 - least ** 3) < 1e-9, String(least));
    const map = await host.empiricalFeatureMap(spectrum, texts);
    assert.deepEqual(
      numbers(await map.transform(texts)).map((v) => v.toFixed(9)),
      numbers(map.coordinates).map((v) => v.toFixed(9)),
    );
    await fails(() => host.kernelMetric(spectrum, texts), 'ERR_TYPE', /strings are not accepted/);
    await fails(() => host.gramMatrix('rbf', texts), 'ERR_TYPE', /compares numbers/);
    await fails(
      () => host.gramMatrix(spectrum, texts, [[1]]),
      'ERR_TYPE',
      /X holds strings and Z holds numbers/,
    );
  }
});

it('ONNX has no kernels of strings, and says so', async () => {
  const model = await new maxmargin.SVC({ kernel: 'spectrum' }).fit(X, y);
  await assert.rejects(async () => onnx.exportOnnx(model), /spectrum/);
});
