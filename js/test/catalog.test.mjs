/** What every machine of the catalog must do, seen from JavaScript. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { inspect } from 'node:util';

import { blobs, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';
import { ordered } from './support/ordered.mjs';
import { taught } from './support/targets.mjs';

const drawn = blobs({ n: 180, d: 3, k: 3, apart: 6, seed: 9, labels: (i) => 'abc'[i] });
const [X, unseen] = [drawn.X.slice(0, 90), drawn.X.slice(90)];
const [labels, unseenLabels] = [drawn.y.slice(0, 90), drawn.y.slice(90)];
const target = (row) => row[0] - 0.5 * row[1];
const targets = X.map(target);

/** fit arguments of a machine of each kind. */
const lessons = {
  classifier: [X, labels],
  regressor: [X, targets],
  detector: [X],
  transformer: [X],
};

const copy = (value) => structuredClone(value);
const numbers = (values) => Array.from(values);

/** The main result of a model for rows. */
const judge = async (model, rows) =>
  'transform' in model ? model.transform(rows) : model.predict(rows);

/** All results of a fitted model for rows. */
async function answers(model, rows) {
  const predicted = numbers(await judge(model, rows));
  const decided = model.decisionFunction ? numbers(await model.decisionFunction(rows)) : [];
  return { predicted, decided };
}

function assertClose(actual, expected, tolerance) {
  assert.equal(actual.length, expected.length);
  const scale = Math.max(1, ...expected.map(Math.abs));
  actual.forEach((value, i) => {
    const near = Math.abs(value - expected[i]) <= tolerance * scale;
    assert.ok(near, `[${i}]: ${value}, expected ${expected[i]} within ${tolerance}`);
  });
}

for (const { name, kind, summary, options, attributes } of Object.values(maxmargin.catalog)) {
  const Machine = maxmargin[name];
  const lesson = lessons[taught(name, kind)];
  const unusual = /Imputer$|Encoder$|^HistGradient/.test(name) ? Infinity : NaN; // NaN is a gap to them
  const order = ordered(maxmargin.catalog[name], lesson[1]);
  const fitted = (settings) => new Machine({ ...order, ...settings }).fit(...lesson);

  describe(name, { timeout: 900_000 }, () => {
    before(() => sync.init());

    it('is exported for both hosts, and described', () => {
      assert.equal(typeof Machine, 'function');
      assert.equal(typeof sync[name], 'function');
      assert.ok(summary.length > 10);
      for (const { doc } of options) assert.ok(doc.length > 5);
    });

    it('has its options, and refuses others', () => {
      const params = new Machine().getParams();
      const places = options.map((option) => option.group ?? option.name);
      if ('estimators' in Machine.prototype) places.push('estimator'); // an ensemble
      assert.deepEqual(Object.keys(params).sort(), [...new Set(places)].sort());
      assert.deepEqual(new Machine(params).getParams(), params);
      assert.throws(() => new Machine({ gama: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
      for (const { name: option, group, type } of options) {
        if (type !== 'number' && type !== 'integer') continue;
        const argument = group ? `${group}.${option}` : option;
        const given = (value) => (group ? { [group]: { [option]: value } } : { [option]: value });
        assert.throws(() => new Machine(given(NaN)), { code: 'ERR_OPTION', argument });
        assert.throws(() => new Machine(given('much')), { argument });
      }
    });

    it('refuses to predict before it is fitted', async () => {
      const model = new Machine();
      await fails(() => judge(model, X), { code: 'ERR_NOT_FITTED' });
      await fails(() => model.save(), { code: 'ERR_NOT_FITTED' });
      for (const attribute of attributes.filter((known) => known.name)) {
        assert.throws(() => model[attribute.name], { code: 'ERR_NOT_FITTED' });
      }
    });

    it('gives the same results in a worker, blocking, and when it is fitted again', async () => {
      const model = await fitted();
      const first = await answers(model, X);
      assert.deepEqual(await answers(new sync[name](order).fit(...lesson), X), first);
      assert.deepEqual(await answers(await model.fit(...lesson), X), first);
      for (const values of Object.values(first)) {
        for (const value of values) assert.ok(typeof value === 'string' || Number.isFinite(value));
      }
    });

    it('learns', async () => {
      const model = await fitted();
      assert.equal(model.nFeatures, 3);
      if (kind === 'classifier') {
        const answers = name === 'DecisionStump' ? 2 / 3 : 1; // it has two, and there are three classes
        assert.ok((await model.score(unseen, unseenLabels)) >= 0.97 * answers);
      } else if (kind === 'regressor') {
        const score = await model.score(unseen, unseen.map(target));
        const least = name === 'RankSVC' ? 0.9 : 0.95; // the share of pairs in order
        assert.ok(score >= least, String(score));
      } else if (kind === 'detector') {
        // The default nu is 0.5: half of the samples are inside, and no distant point is.
        const inside = numbers(await model.predict(X)).filter((sign) => sign === 1).length;
        assert.ok(Math.abs(inside / X.length - 0.5) <= 0.05, `${inside} of ${X.length}`);
        const far = [
          [40, 40, 40],
          [-40, 30, 20],
        ];
        assert.deepEqual(numbers(await model.predict(far)), [-1, -1]);
      }
    });

    it('has getters for the results of a fit', async () => {
      const model = await fitted();
      for (const attribute of attributes.filter((known) => known.name)) {
        assert.notEqual(model[attribute.name], undefined, attribute.name);
      }
      assert.equal(model.converged, model.status === 'converged');
      const transforms = 'transform' in model;
      for (const name of ['objective', 'gap']) {
        assert.equal(Number.isFinite(model[name]), !transforms, name);
      }
    });

    it('has no getter that is empty whatever its options are', () => {
      const gaps = [[[NaN, 1, 2], ...X]];
      const more = {
        OrdinalSVC: [[{ norm: 1, kernel: 'linear' }]],
        SimpleImputer: [[{ addIndicator: true }, gaps]],
        KNNImputer: [[{ addIndicator: true }, gaps]],
      };
      const tried = [[{}], ...(more[name] ?? [])];
      for (const { name: option, group, type, choices = [] } of options) {
        const values = [...choices, ...(type === 'boolean' ? [true, false] : [])];
        if (type.includes('or') || option === 'normBound') values.push(2);
        for (const value of values) tried.push([group ? { [group]: { [option]: value } } : { [option]: value }]); // prettier-ignore
      }
      const traced = options.some(({ name: option }) => option === 'trace');
      const brief = options.some(({ name: option }) => option === 'maxIter') && { maxIter: 50 };
      const empty = new Set(attributes.map((known) => known.name).filter(Boolean));
      for (const [given, data = lesson] of tried) {
        const study = traced && { study: { ...given.study, trace: 5 } };
        let model;
        try {
          model = new sync[name]({ ...order, ...brief, ...given, ...study }).fit(...data);
        } catch (error) {
          assert.ok(error.code, String(error)); // a choice that these samples do not suit
          continue;
        }
        for (const attribute of empty) {
          const value = model[attribute];
          if ((value?.length ?? value?.data?.length ?? Number(value !== undefined)) > 0) empty.delete(attribute); // prettier-ignore
        }
        if (empty.size === 0) break;
      }
      // It has the fields of every trace, and an interior point has no working sets.
      const left = name === 'ConvexLossSVR' ? ['traceSets', 'traceScores'] : [];
      assert.deepEqual([...empty], left);
      const fields = attributes.filter((known) => known.name?.startsWith('trace'));
      assert.equal(fields.length > 0, traced);
    });

    it('saves and loads', async () => {
      const model = await fitted();
      const again = await maxmargin.load(await model.save());
      assert.equal(again.constructor, Machine);
      assert.deepEqual(again.getParams(), model.getParams());
      assert.deepEqual(await answers(again, X), await answers(model, X));
      const blocking = sync.load(await model.save());
      assert.deepEqual(await answers(blocking, X), await answers(model, X));
    });

    it('does not change its inputs', async () => {
      const before = copy(lesson);
      const table = new Float64Array(X.flat());
      const samples = { data: table, rows: X.length, cols: 3 };
      const sampleWeight = new Float64Array(X.length).fill(1);
      await new Machine(order).fit(samples, ...lesson.slice(1), { sampleWeight });
      await fitted();
      assert.deepEqual(lesson, before);
      assert.deepEqual(table, new Float64Array(X.flat()));
      assert.equal(sampleWeight.length, X.length);
    });

    it(
      'takes sparse samples',
      { skip: kind === 'transformer' && 'see prep.test.mjs' },
      async () => {
        // Sums in another order differ by rounding, and solutions by what tol allows.
        const holes = X.map((row, i) => row.map((value, j) => ((i + j) % 4 ? value : 0)));
        const exact = options.some((option) => option.name === 'tol') ? { tol: 1e-10 } : {};
        const fit = (rows) => new Machine({ ...order, ...exact }).fit(rows, ...lesson.slice(1));
        const dense = await answers(await fit(holes), holes);
        const { decided, predicted } = await answers(await fit(sparse(holes)), sparse(holes));
        assertClose(decided, dense.decided, 1e-7);
        if (kind === 'regressor') assertClose(predicted, dense.predicted, 1e-7);
        // A detector's support vectors lie on its boundary: there the sign is rounding.
        const clear = (_, i) => kind !== 'detector' || Math.abs(dense.decided[i]) > 1e-6;
        if (kind !== 'regressor') {
          assert.deepEqual(predicted.filter(clear), dense.predicted.filter(clear));
        }
      },
    );

    it(
      'tells that a kernel is not positive definite',
      {
        skip: ['LPSVC', 'LPSVR'].includes(name)
          ? 'linear programs take any kernel'
          : !options.some((option) => option.name === 'kernel') && 'no kernel',
      },
      async () => {
        // The kernel of a quadratic form that is negative in two of three directions.
        const matrix = (signs) =>
          X.map((x) => X.map((z) => x.reduce((sum, v, j) => sum + signs[j] * v * z[j], 0)));
        for (const [signs, count] of [
          [[-1, -1, 0.01], 1],
          [[1, 1, 0.01], 0],
        ]) {
          const model = new Machine({ ...order, kernel: 'precomputed' });
          // A process has no covariance that is indefinite, and there is no exact solution to
          // follow: these refuse the fit.
          if (count > 0 && (name.includes('GaussianProcess') || 'certificate' in model)) {
            const expected = { code: 'ERR_NUMERIC', argument: 'sampleY' in model ? 'alpha' : 'kernel' }; // prettier-ignore
            await fails(() => model.fit(matrix(signs), ...lesson.slice(1)), expected);
            continue;
          }
          await model.fit(matrix(signs), ...lesson.slice(1));
          const { warnings } = model.fitInfo;
          const told = warnings.filter(({ code }) => code === 'WARN_INDEFINITE');
          assert.equal(told.length, count, JSON.stringify(warnings));
        }
      },
    );

    it('cannot be changed through its getters', async () => {
      const model = await fitted();
      const exports = ['exportLiblinear', 'exportLibsvm'];
      const told = async () => [
        await answers(model, X),
        await model.save(),
        ...(await Promise.allSettled(exports.map((method) => model[method]?.()))).map(
          ({ value, reason }) => value ?? reason?.code,
        ),
        ...attributes.map((attribute) => model[attribute.name]),
      ];
      const before = structuredClone(await told());
      for (const { name: attribute } of attributes) {
        const value = model[attribute];
        for (const list of ArrayBuffer.isView(value) ? [value] : Object.values(Object(value))) {
          if (ArrayBuffer.isView(list)) list.fill(7);
        }
        if (Array.isArray(value)) value.fill('changed');
        if (typeof value === 'object') assert.notEqual(model[attribute], value, attribute);
      }
      assert.deepEqual(structuredClone(await told()), before);
    });

    it('prints its name and its state', async () => {
      assert.match(inspect(new Machine()), new RegExp(`^${name} \\{ not fitted \\}$`));
      const model = await fitted();
      const shown = inspect(model);
      assert.match(shown, new RegExp(`^${name} \\{ .*fitted`));
      assert.equal(Object.prototype.toString.call(model), `[object ${name}]`);
      if (model.fitInfo?.supportVectors > 0) {
        assert.ok(shown.includes(`fitted: ${model.fitInfo.supportVectors} support vectors`), shown);
      }
      model.dispose();
      assert.match(inspect(model), /disposed of \}$/);
    });

    it('refuses numbers that are not finite, and says where', async () => {
      const holes = copy(X);
      holes[12][1] = unusual;
      const expected = { code: 'ERR_NONFINITE', argument: 'X', details: { row: 12, column: 1 } };
      const model = await fitted();
      const fit = () => new Machine(order).fit(holes, ...lesson.slice(1));
      for (const work of [fit, () => judge(model, holes)]) {
        const error = await work().then(assert.fail, (reason) => reason);
        assert.equal(error.code, expected.code);
        assert.equal(error.details.row, 12);
        assert.equal(error.details.column, 1);
      }
    });

    it('refuses lengths that do not fit', async () => {
      const model = await fitted();
      await fails(() => judge(model, [[1, 2]]), { code: 'ERR_FEATURE_COUNT' });
      await fails(() => new Machine(order).fit([], ...lesson.slice(1)), { code: 'ERR_EMPTY' });
      const short = { sampleWeight: [1, 2] };
      await fails(() => new Machine(order).fit(...lesson, short), { code: 'ERR_SHAPE' });
      if (lesson.length > 1) {
        await fails(() => new Machine(order).fit(X, lesson[1].slice(1)), { code: 'ERR_SHAPE' });
      }
    });

    it('keeps the earlier fit when it is aborted or fails', async () => {
      const model = await fitted();
      const before = await answers(model, X);
      const signal = AbortSignal.abort(new Error('enough'));
      await assert.rejects(model.fit(...lesson, { signal }), /enough/);
      await fails(() => model.fit([[unusual]], ...lesson.slice(1).map(() => [1])), {});
      assert.deepEqual(await answers(model, X), before);
    });

    if (!('diagnostics' in Machine.prototype)) return;

    it('has diagnostics of rows', async () => {
      const model = await fitted();
      const d = await model.diagnostics(...lesson, { percentages: [0, 100] });
      for (const list of [d.status, d.slack, d.margin, d.ranking]) {
        assert.equal(list.length, d.rows.length);
      }
      assert.deepEqual(
        [...d.ranking].sort((a, b) => a - b),
        [...d.rows],
      );
      assert.equal(d.percentiles[0], d.functionalMargin);
      assert.equal(d.functionalMargin, Math.min(...d.margin));
      if (d.training) {
        // Tol bounds how far the conditions fail; NuSVC's solution is scaled by C. That of
        // ConvexLossSVR bounds the gap between the objectives, which a residual r of a
        // sample with Huber's loss raises by r^2 / 2 at least.
        const { tol } = model.getParams();
        const scale = Math.max(1, ...d.alpha);
        const worst = Math.max(...d.residual);
        if (name === 'ConvexLossSVR') {
          assert.ok(Math.abs(d.gap) <= tol * (1 + d.primal), `${d.gap}`);
          assert.ok(worst ** 2 / 2 <= tol * (1 + d.primal), `${worst}`);
        } else {
          assert.ok(worst <= 2 * tol * scale, `${worst} beside ${tol}`);
        }
        assert.ok(d.biasInterval === undefined || d.biasInterval.every(Number.isFinite));
      }
      if ('supportIndices' in model) {
        const { overlap } = await model.diagnostics(...lesson, { other: model });
        const count = model.supportIndices.length;
        assert.deepEqual(overlap, { shared: count, either: count });
      }
      const blocking = sync.load(await model.save());
      assert.deepEqual(blocking.diagnostics(...lesson, { percentages: [0, 100] }), d);
      await fails(() => model.diagnostics(...lesson, { problem: 99 }), { code: 'ERR_OPTION' });
      await fails(() => model.diagnostics(...lesson, { problem: -1 }), { code: 'ERR_TYPE' });
      await fails(() => model.diagnostics(...lesson, { tolerence: 1 }), {
        code: 'ERR_OPTION_UNKNOWN',
      });
    });
  });
}

describe('the catalogue', () => {
  const described = [
    ...Object.values(maxmargin.catalog),
    ...Object.values(maxmargin.kernelCatalog),
  ].flatMap(({ name, options }) => options.map((option) => [`${name}.${option.name}`, option]));

  it('has the ends of ranges as numbers, with the default between them', () => {
    const ranged = described.filter(([, { range }]) => range !== undefined);
    assert.ok(ranged.length > 100);
    for (const [name, { range, min, max, minOpen, maxOpen, default: d }] of ranged) {
      const [left, right] = [minOpen ? '(' : '[', maxOpen ? ')' : ']'];
      const end = (value) => String(value).replace('Infinity', 'inf');
      assert.equal(`${left}${end(min)},${end(max)}${right}`, range, name);
      if (typeof d === 'number') assert.ok(min <= d && d <= max, name);
    }
  });

  it('says what every option means', () => {
    for (const [name, { doc }] of described) assert.ok(doc?.length > 5, name);
  });

  it('is frozen', () => {
    const [option] = maxmargin.catalog.SVC.options;
    assert.throws(() => (option.default = 7), TypeError);
    assert.throws(() => option.path.push('x'), TypeError);
    assert.throws(() => (maxmargin.kernelCatalog.rbf.arity = 1), TypeError);
    assert.equal(new maxmargin.SVC().getParams().C, 1);
  });
});

describe('kernelCatalog', () => {
  const { kernels, kernelCatalog } = maxmargin;
  const named = new Set(['tensor', 'directSum', 'diagonalShift', 'conformal', 'linearMap']); // compositions with names

  it('describes every kernel', () => {
    const expected = Object.keys(kernels).filter((name) => !named.has(name));
    assert.deepEqual(Object.keys(kernelCatalog).sort(), expected.sort());
    assert.equal(sync.kernelCatalog.rbf.formula, kernelCatalog.rbf.formula);
    for (const [key, { name, formula, definite, samples, nonNegative, arity }] of Object.entries(
      kernelCatalog,
    )) {
      assert.equal(name, key);
      assert.ok(formula.length > 3 && definite.length > 3);
      assert.ok(['rows', 'strings', 'parts'].includes(samples));
      assert.equal(samples === 'parts', arity >= 0);
      assert.equal(typeof nonNegative, 'boolean');
    }
  });

  it('makes kernels: its defaults are theirs', () => {
    for (const { name, arity, options } of Object.values(kernelCatalog)) {
      const defaults = options.filter((option) => option.default !== undefined);
      if (arity >= 0 || defaults.length < options.length) continue;
      // The default is an empty list, which means no value, so the option is left out.
      const given = defaults.filter((option) => option.default?.length !== 0);
      const parameters = Object.fromEntries(given.map((option) => [option.name, option.default]));
      const kernel = options.length > 0 ? kernels[name](parameters) : kernels[name]();
      assert.doesNotThrow(() => new maxmargin.SVC({ kernel }), name);
    }
  });
});
