/** Kernels as objects: in every machine, on both hosts, saved, searched and refused. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';

import { blobs, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { maxmargin, onnx, sync } from './support/maxmargin.mjs';

const raw = blobs({ n: 90, d: 3, k: 3, apart: 2, seed: 5, labels: (i) => 'abc'[i] });
const X = raw.X.map((row) => row.map((v) => Math.abs(v)));
const { y } = raw;
const values = X.map(([a, b, c]) => Math.sin(a) + b * c);
const numbers = (list) => Array.from(list);
const { kernels } = maxmargin;

const plain = {
  rbf: (gamma) => (a, b) => Math.exp(-gamma * a.reduce((s, v, j) => s + (v - b[j]) ** 2, 0)),
  linear: (a, b) => a.reduce((s, v, j) => s + v * b[j], 0),
  intersection: (a, b) => a.reduce((s, v, j) => s + Math.min(v, b[j]), 0),
};

/** A composition, and the same by hand. */
const composed = kernels.sum(
  kernels.scale(2, kernels.rbf({ gamma: 0.3 })),
  kernels.product(kernels.linear(), kernels.columns([0, 2], kernels.intersection())),
);
const pick = ([a, , c]) => [a, c];
const byHand = (a, b) =>
  2 * plain.rbf(0.3)(a, b) + plain.linear(a, b) * plain.intersection(pick(a), pick(b));
const gram = X.map((a) => X.map((b) => byHand(a, b)));

/** Samples of four columns, as in the file of independent kernel values. */
const wide = X.map(([a, b, c]) => [a, b, c, (a + b) / 2]);

/** Every kernel of vectors, with the parameters of its first case in that file, and compositions. */
const all = {
  ...Object.fromEntries(
    Object.values(maxmargin.kernelCatalog)
      .filter(({ samples }) => samples !== 'strings')
      .map(({ name }) => {
        const file = new URL(
          `../../core/engine/catalog/testdata/values/${name}.json`,
          import.meta.url,
        );
        const [{ kernel }] = JSON.parse(readFileSync(file, 'utf8')).cases;
        return [name, JSON.parse(kernel)];
      }),
  ),
  tensor: kernels.tensor(
    kernels.columns([0, 2], kernels.rbf({ gamma: 0.2 })),
    kernels.columns([1], kernels.laplacian()),
  ),
  directSum: kernels.directSum(
    kernels.columns([1], kernels.linear()),
    kernels.columns([0], kernels.intersection()),
  ),
  diagonalShift: kernels.diagonalShift(0.3, kernels.rbf()),
  conformal: kernels.conformal(
    wide.slice(0, 2),
    [1, 2],
    kernels.rbf({ gamma: 1 }),
    kernels.linear(),
  ),
};

for (const [way, api] of forms(import.meta.url)) {
  const { AverageMarginClassifier, GridSearch, KernelPerceptron, KernelRidge, NuSVC, NuSVR } = api;
  const { OneClassSVM, Pipeline, SVC, SVDD, SVR, StandardScaler, load } = api;
  before(() => api === sync && sync.init());

  describe(`kernels, ${way}`, { timeout: 900_000 }, () => {
    const machines = [
      [SVC, y, { tol: 1e-8 }],
      [NuSVC, y, { nu: 0.2, tol: 1e-8 }],
      [KernelPerceptron, y, {}],
      [AverageMarginClassifier, y, {}],
      [SVR, values, { tol: 1e-8 }],
      [NuSVR, values, { tol: 1e-8 }],
      [KernelRidge, values, {}],
      [OneClassSVM, undefined, { nu: 0.3, tol: 1e-8 }],
    ];
    for (const [Machine, target, options] of machines) {
      it(`${Machine.name} with a composed kernel equals that with its precomputed values`, async () => {
        const own = new Machine({ ...options, kernel: composed });
        await own.fit(X, ...(target ? [target] : []));
        const given = new Machine({ ...options, kernel: 'precomputed' });
        await given.fit(gram, ...(target ? [target] : []));
        const ask = (model, samples) =>
          model.decisionFunction ? model.decisionFunction(samples) : model.predict(samples);
        const [got, want] = [await ask(own, X), await ask(given, gram)];
        const scale = Math.max(1, ...numbers(want).map(Math.abs));
        numbers(want).forEach((v, i) =>
          assert.ok(Math.abs(v - got[i]) < 1e-5 * scale, `${i}: ${got[i]} and ${v}`),
        );
        const again = await load(await own.save());
        assert.deepEqual(again.getParams(), own.getParams());
        assert.equal(String(again), String(own));
        assert.deepEqual(await ask(again, X), got);
        assert.deepEqual(await ask(await load(JSON.parse(JSON.stringify(own))), X), got);
      });
    }

    it('SVDD takes one too', async () => {
      const model = await new SVDD({ kernel: composed, nu: 0.2 }).fit(X);
      assert.equal((await model.predict(X)).length, X.length);
    });

    for (const [name, kernel] of Object.entries(all)) {
      it(`${name}: fits, comes back from bytes and from JSON, and takes sparse samples`, async () => {
        const model = await new KernelRidge({ kernel, alpha: 0.1 }).fit(wide, values);
        const predicted = numbers(await model.predict(wide));
        assert.ok(predicted.every(Number.isFinite));
        const again = await load(await model.save());
        assert.deepEqual(again.getParams().kernel, kernel);
        assert.deepEqual(numbers(await again.predict(wide)), predicted);
        assert.deepEqual(await again.save(), await model.save());
        const remade = await load(JSON.parse(JSON.stringify(new SVC({ kernel }))));
        assert.deepEqual(remade.getParams().kernel, kernel);
        const other = await new KernelRidge({ kernel, alpha: 0.1 }).fit(sparse(wide), values);
        numbers(await other.predict(sparse(wide))).forEach((v, i) =>
          assert.ok(Math.abs(v - predicted[i]) < 1e-8 * Math.max(1, Math.abs(v)), `${v}`),
        );
      });
    }

    it('an object and a name are the same kernel', async () => {
      for (const [object, options] of [
        [kernels.rbf(), {}],
        [kernels.rbf({ gamma: 0.2 }), { kernel: 'rbf', gamma: 0.2 }],
        [kernels.poly({ degree: 2, coef0: 1 }), { kernel: 'poly', degree: 2, coef0: 1 }],
        [kernels.laplacian({ gamma: 0.2 }), { kernel: 'laplacian', gamma: 0.2 }],
        [kernels.matern(), { kernel: 'matern' }],
      ]) {
        const [a, b] = [new SVC({ kernel: object }), new SVC(options)];
        await a.fit(X, y);
        await b.fit(X, y);
        assert.deepEqual(await a.decisionFunction(X), await b.decisionFunction(X));
      }
    });

    it("gamma 'scale' depends only on the columns of the kernel", async () => {
      const model = new SVR({ kernel: kernels.columns([1], kernels.rbf()) });
      const alone = new SVR({ kernel: 'rbf' });
      const column = X.map((row) => [row[1]]);
      await model.fit(X, values);
      await alone.fit(column, values);
      assert.deepEqual(await model.predict(X), await alone.predict(column));
    });

    it('center and diagonalShift have the effect of centring and of a ridge', async () => {
      const options = { tol: 1e-9 };
      const plain = await new SVC({ kernel: kernels.rbf({ gamma: 0.3 }), ...options }).fit(X, y);
      const centred = new SVC({
        kernel: kernels.center(X, kernels.rbf({ gamma: 0.3 })),
        ...options,
      });
      await centred.fit(X, y);
      const [a, b] = [await plain.decisionFunction(X), await centred.decisionFunction(X)];
      numbers(a).forEach((v, i) => assert.ok(Math.abs(v - b[i]) < 1e-6, `${v}, centred ${b[i]}`));

      // The ridge is a shift of the diagonal; at other points the shift is not there.
      const rbf = kernels.rbf({ gamma: 0.3 });
      const ridge = await new KernelRidge({ kernel: rbf, alpha: 0.5 }).fit(X, values);
      const shifted = new KernelRidge({ kernel: kernels.diagonalShift(0.4, rbf), alpha: 0.1 });
      await shifted.fit(X, values);
      const others = X.map((row) => row.map((v) => v + 0.01));
      const [c, d] = [await ridge.predict(others), await shifted.predict(others)];
      numbers(c).forEach((v, i) => assert.ok(Math.abs(v - d[i]) < 1e-9, `${v}, shifted ${d[i]}`));
    });

    it('work in pipelines and searches', async () => {
      const model = new Pipeline([
        ['scale', new StandardScaler()],
        ['svc', new SVC({ kernel: kernels.sum(kernels.rbf(), kernels.linear()) })],
      ]);
      await model.fit(X, y);
      const again = await load(await model.save());
      assert.deepEqual(await again.predict(X), await model.predict(X));
      const candidates = [composed, kernels.rbf({ gamma: 1e-6 }), 'linear', kernels.laplacian()];
      const search = new GridSearch(new SVC(), { kernel: candidates, C: [0.1, 1] }, { folds: 3 });
      await search.fit(X, y);
      assert.equal(search.results.length, 8);
      assert.ok(candidates.some((kernel) => kernel === search.bestParams.kernel));
      for (const { params, scores } of search.results) {
        assert.ok(scores.every(Number.isFinite), String(params.kernel));
      }
      const { kernel, C } = search.results[0].params;
      const alone = new GridSearch(new SVC({ kernel, C }), {}, { folds: 3 });
      await alone.fit(X, y);
      assert.deepEqual(alone.results[0].scores, search.results[0].scores);
    });

    it('kernels that LIBSVM lacks cannot be exported to it', async () => {
      const model = await new SVC({ kernel: composed }).fit(
        X,
        raw.X.map((_, i) => i % 2),
      );
      await fails(async () => model.exportLibsvm(), {
        code: 'ERR_OPTION',
        argument: 'kernel',
        message: /LIBSVM has no kernel.*sum/,
      });
      const known = await new SVC({ kernel: kernels.rbf({ gamma: 0.5 }) }).fit(
        X,
        X.map((_, i) => i % 2),
      );
      assert.match(await known.exportLibsvm(), /kernel_type rbf\ngamma 0.5/);
    });

    it('the kernels of ONNX can be exported, as objects too', async () => {
      const halves = X.map((_, i) => i % 2);
      const odd = kernels.sum(kernels.rbf(), kernels.matern({ nu: 1.2 }));
      const refused = await new SVC({ kernel: odd }).fit(X, halves);
      const says = /the kernel matern with nu 1.2 needs Bessel functions, which ONNX does not have/;
      await fails(() => onnx.exportOnnx(refused), { argument: 'kernel', message: says });
      const whole = await new SVC({ kernel: composed }).fit(X, halves);
      assert.ok((await onnx.exportOnnx(whole)).length > 0);
      const object = new SVC({ kernel: kernels.poly({ degree: 2, coef0: 1, gamma: 0.5 }) });
      const named = new SVC({ kernel: 'poly', degree: 2, coef0: 1, gamma: 0.5 });
      await object.fit(X, halves);
      await named.fit(X, halves);
      assert.deepEqual(await onnx.exportOnnx(object), await onnx.exportOnnx(named));
    });

    it('numbers outside the domain are named, in fit and in predict', async () => {
      const below = [
        [1, 2, 3],
        [4, -5, 6],
      ];
      const kernel = kernels.sum(kernels.rbf(), kernels.chi2());
      const says = /X\[1, 1\] is -5, but the kernel chi2 compares numbers >= 0/;
      await fails(async () => new SVC({ kernel }).fit(below, [0, 1]), {
        code: 'ERR_TYPE',
        argument: 'X',
        message: says,
      });
      const model = await new SVC({ kernel }).fit(X, y);
      await fails(async () => model.predict(below), {
        code: 'ERR_TYPE',
        argument: 'X',
        message: says,
      });
    });

    it('an error that depends on the data names the part of the kernel', async () => {
      const far = kernels.sum(kernels.rbf(), kernels.columns([0, 7], kernels.linear()));
      const says = /kernel.parts\[1\].columns names column 7, but there are the columns 0 to 2/;
      await fails(async () => new SVC({ kernel: far }).fit(X, y), {
        code: 'ERR_OPTION',
        argument: 'kernel.parts[1].columns',
        message: says,
      });
    });
  });
}

describe('kernel objects', () => {
  it('are plain, frozen and print as they are written', () => {
    assert.deepEqual(composed, structuredClone(composed));
    assert.throws(() => {
      composed.parts[0].factor = 3;
    }, TypeError);
    assert.equal(
      String(
        new maxmargin.SVC({ kernel: kernels.sum(kernels.rbf({ gamma: 0.1 }), kernels.linear()) }),
      ),
      'SVC({kernel: kernels.sum(kernels.rbf({gamma: 0.1}), kernels.linear())})',
    );
    // Those of strings are in strings.test.mjs.
    const ofStrings = Object.values(maxmargin.kernelCatalog).flatMap(({ name, samples }) =>
      samples === 'strings' ? [name] : [],
    );
    const made = Object.keys(kernels).filter((name) => name !== 'linearMap'); // of weighted
    assert.deepEqual([...Object.keys(all), ...ofStrings].sort(), made.sort());
    const own = { kernel: 'scale', factor: 2, parts: [{ kernel: 'linear' }] };
    const model = new maxmargin.SVC({ kernel: own });
    own.factor = -1;
    assert.equal(model.getParams().kernel.factor, 2);
    assert.equal(sync.kernels.rbf().kernel, 'rbf');
    const parts = [kernels.columns([0], kernels.rbf()), kernels.columns([2, 1], kernels.linear())];
    assert.deepEqual(kernels.tensor(...parts), kernels.product(...parts));
    assert.deepEqual(kernels.directSum(...parts), kernels.sum(...parts));
  });

  it('of a machine replaces the parameters of the kernel that had a name', () => {
    const model = new maxmargin.SVC({ kernel: 'poly', degree: 2, gamma: 0.5 });
    model.setParams({ kernel: kernels.rbf() });
    assert.deepEqual(model.getParams(), new maxmargin.SVC({ kernel: kernels.rbf() }).getParams());
    model.setParams(model.getParams());
    model.clone().setParams({ kernel: 'rbf', gamma: 2 });
  });

  const refused = [
    [
      () => kernels.rbf({ gamma: -1 }),
      'rbf.gamma',
      /'scale', 'auto', or a number in \(0,inf\), got -1/,
    ],
    [
      () => new maxmargin.SVC({ kernel: kernels.rbf({ gamma: 1 }), gamma: 2 }),
      'gamma',
      /write it into that, kernels.rbf\(\{ gamma: 2 \}\)/,
    ],
    [
      () => new maxmargin.SVC({ kernel: kernels.sum(kernels.rbf()), degree: 2 }),
      'degree',
      /the parts that have it/,
    ],
    [
      () => new maxmargin.SVC({ kernel: kernels.linear() }).setParams({ coef0: 1 }),
      'coef0',
      /linear has none/,
    ],
    [
      () => new maxmargin.SVC({ kernel: (a, b) => a[0] * b[0], gamma: 2 }),
      'gamma',
      /no effect beside a kernel that is a function; use the number within the function/,
    ],
    [
      () => new maxmargin.SVC({ kernel: (a, b) => a[0] * b[0] }).setParams({ degree: 2 }),
      'degree',
      /beside a kernel that is a function/,
    ],
    [
      () => new maxmargin.SVC({ kernel: 'gaussian' }),
      'kernel',
      /got 'gaussian'; did you mean 'rbf'\? kernels.gaussian makes a kernel of other kernels/,
    ],
    [
      () => new maxmargin.SVC({ kernel: 'polynomial' }),
      'kernel',
      /did you mean 'poly'\? kernels.polynomial makes a kernel of other kernels/,
    ],
    [() => new maxmargin.SVC({ kernel: 'tanh' }), 'kernel', /did you mean 'sigmoid'\?$/],
    [() => new maxmargin.SVC({ kernel: 'cosine' }), 'kernel', /did you mean kernels.normalize\?$/],
    [
      () => new maxmargin.SVC({ kernel: 'fourier' }),
      'kernel',
      /kernels.fourier makes a kernel with parameters that have no default/,
    ],
    [() => new maxmargin.SVC({ kernel: 'rfb' }), 'kernel', /did you mean 'rbf'\?$/],
    [() => kernels.sum({ kernel: 'gauss' }), 'sum.parts[0]', /did you mean 'rbf'\?/],
    [() => kernels.rbf({ gama: 1 }), 'gama', /did you mean 'gamma'/],
    [() => kernels.rbf(3), 'rbf', /takes an object of parameters/],
    [
      () => kernels.bspline({ degree: 2 }),
      'bspline.degree',
      /even ones the kernel is not positive definite/,
    ],
    [() => kernels.matern({ nu: 0 }), 'matern.nu', /\(0,50\], got 0/],
    [
      () => kernels.center([[1, 2], [3]], kernels.rbf()),
      'center.points[1]',
      /has 1 numbers, but the rows before it have 2/,
    ],
    [() => kernels.center('X', kernels.rbf()), 'center.points', /a list of numbers, or rows/],
    [() => kernels.diagonalShift(-1, kernels.rbf()), 'scale.factor', /got -1/],
    [() => kernels.tensor(kernels.rbf()), 'tensor', /part 1, must be kernels.columns/],
    [
      () =>
        kernels.directSum(
          kernels.columns([0, 1], kernels.rbf()),
          kernels.columns([2, 1], kernels.linear()),
        ),
      'directSum',
      /part 2, has column 1, which part 1 has, too/,
    ],
    [() => kernels.fourier({}), 'fourier.coefficients', /missing/],
    [
      () => kernels.fourier({ coefficients: [1, -2] }),
      'fourier.coefficients[1]',
      /\[0,inf\), got -2/,
    ],
    [() => kernels.fourier({ coefficients: [] }), 'fourier.coefficients', /a list of numbers/],
    [() => kernels.weighted({ matrix: [[1, 2], [3]] }), 'weighted.matrix[1]', /as many in each/],
    [() => kernels.scale(0, kernels.rbf()), 'scale.factor', /got 0/],
    [() => kernels.scale(2), 'scale.parts[0]', /must be a kernel such as/],
    [() => kernels.sum(), 'sum.parts', /one or more kernels/],
    [() => kernels.columns([0.5], kernels.rbf()), 'columns.columns[0]', /whole number|number in/],
    [
      () => kernels.sum('rbf'),
      'sum.parts[0]',
      /must be a kernel such as kernels.rbf\(\), got 'rbf'/,
    ],
    [
      () =>
        new maxmargin.SVC({
          kernel: { kernel: 'sum', parts: [{ kernel: 'rbf' }, { kernel: 'rbf', gamma: 0 }] },
        }),
      'kernel.parts[1].gamma',
      /got 0/,
    ],
    [
      () => new maxmargin.SVC({ kernel: { kernel: 'lapacian' } }),
      'kernel',
      /did you mean 'laplacian'/,
    ],
    [
      () => new maxmargin.SVC({ kernel: { kernel: 'precomputed' } }),
      'kernel',
      /cannot be combined/,
    ],
    [() => new maxmargin.SVC({ kernel: {} }), 'kernel', /must be a kernel such as/],
    [() => new maxmargin.SVC({ kernel: 'sum' }), 'kernel', /one of 'rbf'/],
  ];
  for (const [make, argument, says] of refused) {
    it(`${make.toString().slice(6)} is refused: ${argument}`, () => {
      assert.throws(make, (error) => {
        assert.equal(error.argument, argument);
        assert.match(error.message, says);
        return /^ERR_OPTION/.test(error.code);
      });
    });
  }

  it('cannot contain themselves', () => {
    const loop = { kernel: 'exp', parts: [] };
    loop.parts.push(loop);
    assert.throws(() => new maxmargin.SVC({ kernel: loop }), /in more than 16 other kernels/);
  });
});
