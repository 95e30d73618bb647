/** Data for pictures: what maxmargin/plot computes from models and predictions. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { blobs, flat, normal, sparse } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { maxmargin, metrics, plot, sync } from './support/maxmargin.mjs';
import { ordered } from './support/ordered.mjs';

const {
  GridSearch,
  KernelRidge,
  LinearSVC,
  NuSVR,
  OneClassSVM,
  SVC,
  SVR,
  StandardScaler,
  makePipeline,
} = maxmargin;
const { confusionMatrix, precisionRecallCurve, rocCurve } = metrics;
const { convergence, decisionSurface, marginDistribution } = plot;
const { recordFit, regressionTube, validationHeatMap } = plot;
await Promise.all([maxmargin, sync].map(({ init }) => init({ onWarning() {} })));

const golden = JSON.parse(readFileSync(new URL('golden/curves.json', import.meta.url), 'utf8'));
const two = blobs({ n: 60, apart: 1, seed: 3, labels: (c) => ['no', 'yes'][c] });
const three = blobs({ n: 60, k: 3, apart: 1.5, seed: 4, labels: (c) => ['a', 'b', 'c'][c] });
const next = normal(9);
const wave = { X: Array.from({ length: 50 }, (_, i) => [i / 8]) };
wave.y = wave.X.map(([x]) => Math.sin(x) + 0.2 * next());

/** near compares arrays of numbers to a few last bits. */
function near(actual, expected, told) {
  assert.equal(actual.length, expected.length, told);
  actual.forEach((value, i) =>
    assert.ok(Math.abs(value - expected[i]) < 1e-12, `${told} [${i}]: ${value}, ${expected[i]}`),
  );
}

/** centres are the middles of the cells of a surface, as rows. */
function centres({ x1, y1, x2, y2, width, height }) {
  const [dx, dy] = [(x2 - x1) / width, (y2 - y1) / height];
  return Array.from({ length: width * height }, (_, at) => [
    x1 + dx * ((at % width) + 0.5),
    y1 + dy * (Math.floor(at / width) + 0.5),
  ]);
}

describe(`curves, as scikit-learn ${golden['scikit-learn']} has them`, () => {
  for (const { name, y, scores, positive, sampleWeight, ...expected } of golden.curves) {
    it(`of ${name}`, () => {
      for (const [dropIntermediate, field] of [
        [true, 'roc'],
        [false, 'rocWhole'],
      ]) {
        const [curve] = rocCurve(y, scores, { positive, sampleWeight, dropIntermediate }).curves;
        near(curve.fpr, expected[field].fpr, 'false positive rates');
        near(curve.tpr, expected[field].tpr, 'true positive rates');
        assert.equal(curve.thresholds[0], Infinity);
        near(curve.thresholds.slice(1), expected[field].thresholds, 'thresholds');
        near([curve.auc], [expected[field].auc], 'area');
      }
      const [curve] = precisionRecallCurve(y, scores, { positive, sampleWeight }).curves;
      const { precision, recall, thresholds, averagePrecision } = expected.precisionRecall;
      near(curve.precision, precision, 'precision');
      near(curve.recall, recall, 'recall');
      near(curve.thresholds, thresholds, 'thresholds');
      near([curve.averagePrecision], [averagePrecision], 'average precision');
    });
  }

  for (const { name, y, predicted, labels, sampleWeight, matrices } of golden.confusion) {
    it(`confusion of ${name}`, () => {
      [undefined, 'true', 'pred', 'all'].forEach((normalize, at) => {
        const result = confusionMatrix(y, predicted, { labels, sampleWeight, normalize });
        near(result.matrix, matrices[at].flat(), normalize);
        assert.deepEqual(result.matrix.shape, [matrices[at].length, matrices[at].length]);
        result.cells.forEach(({ value, actual, predicted: said }, cell) => {
          const k = result.labels.length;
          assert.equal(value, result.matrix[cell]);
          assert.equal(actual, result.labels[Math.floor(cell / k)]);
          assert.equal(said, result.labels[cell % k]);
        });
      });
      if (!labels) assert.deepEqual(confusionMatrix(y, predicted).labels, ['cat', 'dog', 'eel']);
    });
  }
});

describe('curves', () => {
  it('of two classes are those of the second, of several one for each', async () => {
    const model = await new SVC().fit(two.X, two.y);
    const scores = await model.decisionFunction(two.X);
    assert.deepEqual(
      rocCurve(two.y, scores).curves.map(({ label }) => label),
      ['yes'],
    );
    const flipped = scores.map((score) => -score);
    const [no] = rocCurve(two.y, flipped, { positive: 'no' }).curves;
    near([no.auc], [rocCurve(two.y, scores).curves[0].auc], 'the other way round');
    const several = await new SVC().fit(three.X, three.y);
    const columns = await several.decisionFunction(three.X);
    const { curves } = rocCurve(three.y, columns);
    assert.deepEqual(
      curves.map(({ label }) => label),
      ['a', 'b', 'c'],
    );
    curves.forEach(({ label, auc }, c) => {
      const own = Float64Array.from(three.y, (_, i) => columns[3 * i + c]);
      const [alone] = rocCurve(
        three.y.map((other) => other === label),
        own,
      ).curves;
      assert.equal(auc, alone.auc, 'against the rest');
    });
    const rows = three.y.map((_, i) => [...columns.slice(3 * i, 3 * i + 3)]);
    assert.deepEqual(rocCurve(three.y, rows, { positive: 'b' }).curves, [curves[1]]);
  });

  it('of probabilities of two classes use the column of the positive one', () => {
    const y = ['a', 'b', 'b', 'a'];
    const shares = [0.9, 0.1, 0.2, 0.8, 0.6, 0.4, 0.7, 0.3];
    const [b] = rocCurve(y, shares).curves;
    assert.equal(b.label, 'b');
    assert.equal(b.auc, 1);
    assert.equal(rocCurve(y, shares, { positive: 'a' }).curves[0].auc, 1);
  });

  it('are refused with a reason', async () => {
    const scores = [0, 1, 2];
    const y = ['a', 'b', 'a'];
    const cases = [
      [() => rocCurve(y, [0, 1]), { code: 'ERR_SHAPE', argument: 'scores' }],
      [() => rocCurve(y, [0, NaN, 1]), { code: 'ERR_NONFINITE', argument: 'scores' }],
      [() => rocCurve(['a', 'a', 'a'], scores), { code: 'ERR_ONE_CLASS', argument: 'y' }],
      [() => rocCurve(['a', 'b', 'c'], scores), { code: 'ERR_SHAPE', argument: 'scores' }],
      [() => rocCurve(y, scores, { positive: 'c' }), { code: 'ERR_OPTION', argument: 'positive' }],
      [() => rocCurve(y, scores, { classes: ['a'] }), { code: 'ERR_OPTION', argument: 'y' }],
      [
        () => rocCurve(y, scores, { classes: ['a', 'b'], sampleWeight: [1, 0, 1] }),
        { code: 'ERR_ONE_CLASS', argument: 'y' },
      ],
      [() => rocCurve(y, scores, { sampleWeight: [1, -1, 1] }), { code: 'ERR_WEIGHT' }],
      [() => rocCurve(y, scores, { weights: [] }), { code: 'ERR_OPTION_UNKNOWN' }],
      [() => rocCurve(undefined, scores), { code: 'ERR_TYPE', argument: 'y' }],
      [() => confusionMatrix(y, ['a']), { code: 'ERR_SHAPE', argument: 'predicted' }],
      [() => confusionMatrix(y, y, { normalize: 'rows' }), { argument: 'normalize' }],
      [() => confusionMatrix(y, y, { labels: ['a', 'a'] }), { argument: 'labels' }],
    ];
    for (const [run, expected] of cases) await fails(run, expected);
  });
});

describe('decision surfaces', { timeout: 900_000 }, () => {
  it('are the decision function at the centres of their cells', async () => {
    const model = await new SVC({ gamma: 0.5 }).fit(two.X, two.y);
    const surface = await decisionSurface(model, two.X, two.y, { resolution: [20, 10] });
    const { grid, values, regions, points } = surface;
    assert.deepEqual([grid.width, grid.height], [22, 12], 'and a cell more at each end');
    assert.deepEqual(values, Float64Array.from(await model.decisionFunction(centres(grid))));
    assert.deepEqual(surface.levels, [-1, 0, 1]);
    assert.deepEqual(
      regions.map(({ label }) => label),
      ['no', 'yes'],
    );
    assert.deepEqual(regions[1].values, values);
    assert.ok(regions[0].values.every((value, i) => value === -values[i]));
    const cell = (surface.x[1] - surface.x[0]) / 20;
    near([grid.x1, grid.x2], [surface.x[0] - cell, surface.x[1] + cell], 'what is shown');
    const predicted = await model.predict(two.X);
    points.forEach(({ row, x, y, label, predicted: said, support }, i) => {
      assert.deepEqual([row, x, y, label, said], [i, ...two.X[i], two.y[i], predicted[i]]);
      assert.equal(support, model.supportIndices.includes(i));
    });
    assert.deepEqual(structuredClone(surface), surface, 'plain data');
  });

  it('are the same of all forms of samples, and of blocking models', async () => {
    const model = await new SVC({ gamma: 0.5 }).fit(two.X, two.y);
    const settings = { resolution: 8 };
    const expected = await decisionSurface(model, two.X, two.y, settings);
    const blocking = new sync.SVC({ gamma: 0.5 }).fit(two.X, two.y);
    const tensor = { shape: [60, 2], data: async () => two.X.flat() };
    for (const [machine, X] of [
      [blocking, two.X],
      [model, flat(two.X)],
      [model, sparse(two.X)],
      [model, tensor],
    ]) {
      assert.deepEqual(await decisionSurface(machine, X, two.y, settings), expected);
    }
  });

  it('of several classes have regions where each is predicted', async () => {
    const scaled = makePipeline(new StandardScaler(), new SVC({ C: 3 }));
    const machines = [
      new SVC({ C: 3 }),
      new SVC({ multiClass: 'ovr' }),
      new SVC({ multiClass: 'dag' }),
      new LinearSVC(),
      scaled,
    ];
    for (const machine of machines) {
      const model = await machine.fit(three.X, three.y);
      const surface = await decisionSurface(model, three.X, three.y, { resolution: 24 });
      assert.equal(surface.values, undefined);
      assert.deepEqual(surface.levels, []);
      const predicted = await model.predict(centres(surface.grid));
      for (const { label, values } of surface.regions) {
        predicted.forEach((said, i) => assert.equal(values[i] > 0, said === label, String(model)));
      }
      // Between neighbouring cells values change little: regions have smooth edges.
      const [{ values }] = surface.regions;
      const range = Math.max(...values) - Math.min(...values);
      const jump = values.reduce(
        (most, v, i) => (i % 26 === 0 ? most : Math.max(most, Math.abs(v - values[i - 1]))),
        0,
      );
      assert.ok(jump < range / 4, `${model}: ${jump} of ${range}`);
    }
    const surface = await decisionSurface(scaled, three.X, three.y, { resolution: 4 });
    const { supportIndices } = scaled.namedSteps.svc;
    assert.deepEqual(
      surface.points.filter(({ support }) => support).map(({ row }) => row),
      [...supportIndices].sort((a, b) => a - b),
      'support vectors of a pipeline',
    );
  });

  for (const { name, kind } of Object.values(maxmargin.catalog)) {
    if (kind === 'transformer') continue;
    it(`and margins there are of ${name}`, async () => {
      for (const { X, y: labels } of [two, three]) {
        const targets = { classifier: labels, regressor: X.map(([a]) => Math.sin(a)) };
        const y = targets[kind];
        const model = await new maxmargin[name](ordered(maxmargin.catalog[name], y)).fit(
          ...(y ? [X, y] : [X]),
        );
        const surface = await decisionSurface(model, X, y, { resolution: 8 });
        assert.equal(surface.kind, kind);
        const fields = [surface.values ?? [], ...surface.regions.map(({ values }) => values)];
        for (const field of fields) assert.ok(field.every(Number.isFinite));
        const { margins } = await marginDistribution(model, X, y, { epsilon: 0.1 });
        assert.ok(margins.length === 60 && margins.every(Number.isFinite));
        const marked = surface.points.filter(({ support }) => support).length;
        assert.equal(marked, (model.supportVectors && model.supportIndices?.length) ?? 0);
      }
    });
  }

  it('mark support vectors only if X has the rows of the fit', async () => {
    const model = await new SVC().fit(two.X, two.y);
    const others = two.X.map(([a, b]) => [a + 0.01, b]);
    const surface = await decisionSurface(model, others, two.y, { resolution: 2 });
    assert.ok(surface.points.every(({ support }) => !support));
    const few = await decisionSurface(model, two.X.slice(0, 5), two.y.slice(0, 5));
    assert.ok(few.points.every(({ support }) => !support));
  });

  it('hold the features that are not drawn', async () => {
    const X = two.X.map(([a, b], i) => [a, i % 3, b]);
    const model = await new SVC().fit(X, two.y);
    const drawn = { features: [2, 0], resolution: 6 };
    const surface = await decisionSurface(model, X, two.y, { ...drawn, hold: { 1: 2 } });
    assert.deepEqual(surface.names, ['feature 2', 'feature 0']);
    const rows = centres(surface.grid).map(([x, y]) => [y, 2, x]);
    assert.deepEqual(surface.values, Float64Array.from(await model.decisionFunction(rows)));
    const means = await decisionSurface(model, X, two.y, drawn);
    assert.deepEqual(means, await decisionSurface(model, X, two.y, { ...drawn, hold: [9, 1, 9] }));
    assert.deepEqual(means, await decisionSurface(model, sparse(X), two.y, drawn));
  });

  it('find named columns by their names', async () => {
    const records = two.X.map(([a, b], i) => ({ length: a, kind: i % 2, width: b }));
    const model = await makePipeline(new StandardScaler(), new SVC()).fit(records, two.y);
    const turned = records.map(({ length, kind, width }) => ({ width, length, kind }));
    const settings = { features: ['width', 'length'], hold: { kind: 1 }, resolution: 6 };
    const surface = await decisionSurface(model, turned, two.y, settings);
    assert.deepEqual(surface.names, ['width', 'length']);
    assert.deepEqual(surface.features, [2, 0]);
    const rows = centres(surface.grid).map(([x, y]) => ({ length: y, kind: 1, width: x }));
    assert.deepEqual(surface.values, Float64Array.from(await model.decisionFunction(rows)));
    assert.ok(surface.points.some(({ support }) => support));
  });

  it('and tubes end at once with a signal, even while the model predicts', async () => {
    const never = () => new Promise(() => {});
    const busy = { classes: ['no', 'yes'], predict: never, decisionFunction: never };
    const regressor = { predict: never };
    const reason = new Error('enough');
    for (const draw of [
      (settings) => decisionSurface(busy, two.X, two.y, settings),
      (settings) => regressionTube(regressor, wave.X, wave.y, settings),
    ]) {
      const controller = new AbortController();
      const drawing = draw({ signal: controller.signal });
      setTimeout(() => controller.abort(reason), 10);
      await assert.rejects(drawing, reason);
      await assert.rejects(draw({ signal: AbortSignal.abort(reason) }), reason);
      await fails(() => draw({ signal: 1 }), { argument: 'signal', message: /AbortSignal/ });
    }
  });

  it('of detectors show what lies inside, of regressors what is predicted', async () => {
    const detector = await new OneClassSVM({ nu: 0.2 }).fit(two.X);
    const region = await decisionSurface(detector, two.X, undefined, { resolution: 6 });
    assert.deepEqual(region.levels, [0]);
    const inside = await detector.predict(two.X);
    region.points.forEach(({ label }, i) =>
      assert.equal(label, inside[i] === 1 ? 'inside' : 'outside'),
    );
    assert.deepEqual(
      region.values,
      Float64Array.from(await detector.decisionFunction(centres(region.grid))),
    );
    const values = two.X.map(([a, b]) => a * b);
    const regressor = await new SVR().fit(two.X, values);
    const field = await decisionSurface(regressor, two.X, values, { resolution: 6 });
    assert.deepEqual(field.values, await regressor.predict(centres(field.grid)));
    assert.deepEqual(field.regions, []);
    assert.equal(field.points[3].label, values[3]);
  });

  it('are refused with a reason', async () => {
    const X = two.X.map(([a, b]) => [a, b, 0]);
    const model = await new SVC().fit(X, two.y);
    const gram = two.X.map((a) => two.X.map((b) => a[0] * b[0] + a[1] * b[1]));
    const precomputed = await new SVC({ kernel: 'precomputed' }).fit(gram, two.y);
    const draw = (settings) => () => decisionSurface(model, X, two.y, settings);
    const cases = [
      [draw(), { code: 'ERR_SHAPE', argument: 'features', message: /features: \[0, 1\]/ }],
      [draw({ features: [0, 3] }), { code: 'ERR_OPTION', argument: 'features' }],
      [draw({ features: [null, 1] }), { code: 'ERR_OPTION', argument: 'features' }],
      [draw({ features: [[], true] }), { code: 'ERR_OPTION', argument: 'features' }],
      [draw({ features: [0, 0] }), { code: 'ERR_TYPE', argument: 'features' }],
      [draw({ features: [0, 1], hold: { 7: 1 } }), { code: 'ERR_OPTION', argument: 'hold' }],
      [draw({ features: [0, 1], hold: [1] }), { code: 'ERR_TYPE', argument: 'hold' }],
      [draw({ features: [0, 1], resolution: 1 }), { code: 'ERR_TYPE', argument: 'resolution' }],
      [draw({ features: [0, 1], levels: ['0'] }), { code: 'ERR_TYPE', argument: 'levels' }],
      [draw({ features: [0, 1], domain: { x: [1, 0] } }), { argument: 'domain.x' }],
      [draw({ feature: [0, 1] }), { code: 'ERR_OPTION_UNKNOWN', argument: 'feature' }],
      [() => decisionSurface(new SVC(), X, two.y), { code: 'ERR_NOT_FITTED' }],
      [() => decisionSurface(precomputed, gram, two.y), { argument: 'model', message: /features/ }],
      [() => decisionSurface(new StandardScaler(), X, two.y), { argument: 'model' }],
      [() => decisionSurface(new GridSearch(model, { C: [1] }), X), { message: /bestEstimator/ }],
      [
        () => decisionSurface(model, X, two.y.slice(1), { features: [0, 1] }),
        { code: 'ERR_SHAPE', argument: 'y' },
      ],
      [() => decisionSurface(model, two.X, two.y), { code: 'ERR_FEATURE_COUNT', argument: 'X' }],
    ];
    for (const [run, expected] of cases) await fails(run, expected);
  });
});

describe('tubes', () => {
  it('have the predictions, and epsilon on either side', async () => {
    const model = await new SVR({ C: 10, epsilon: 0.2, tol: 1e-5 }).fit(wave.X, wave.y);
    const tube = await regressionTube(model, wave.X, wave.y, { resolution: 30 });
    assert.equal(tube.epsilon, 0.2);
    const predicted = await model.predict(tube.curve.map(({ x }) => [x]));
    tube.curve.forEach((point, i) => {
      assert.equal(point.predicted, predicted[i]);
      near([point.lower, point.upper], [predicted[i] - 0.2, predicted[i] + 0.2], 'edges');
    });
    const own = await model.predict(wave.X);
    for (const { row, y, residual, outside, support } of tube.points) {
      assert.equal(residual, y - own[row]);
      assert.equal(support, model.supportIndices.includes(row));
      if (outside) assert.ok(support, 'what lies outside is a support vector');
    }
    assert.ok(tube.points.some(({ outside }) => outside));
  });

  it('have the epsilon that NuSVR found, the one that is given, or none', async () => {
    const nu = await new NuSVR({ nu: 0.3 }).fit(wave.X, wave.y);
    assert.equal((await regressionTube(nu, wave.X, wave.y)).epsilon, nu.epsilon);
    const ridge = await new KernelRidge({ kernel: 'rbf' }).fit(wave.X, wave.y);
    const bare = await regressionTube(ridge, wave.X, wave.y);
    assert.equal(bare.epsilon, undefined);
    assert.equal(bare.curve[0].upper, undefined);
    assert.equal((await regressionTube(ridge, wave.X, wave.y, { epsilon: 1 })).epsilon, 1);
    const classifier = await new SVC().fit(two.X, two.y);
    await fails(() => regressionTube(classifier, two.X, two.y), { argument: 'model' });
    await fails(() => regressionTube(ridge, wave.X, wave.y, { epsilon: -1 }), {
      code: 'ERR_OPTION',
      argument: 'epsilon',
    });
  });
});

describe('margin distributions', () => {
  it('are the margins that diagnostics gives', async () => {
    const machines = [
      [new SVC({ C: 3 }), two.X, two.y],
      [new OneClassSVM({ nu: 0.2 }), two.X],
      [new SVR({ epsilon: 0.2 }), wave.X, wave.y],
    ];
    for (const [machine, ...samples] of machines) {
      const model = await machine.fit(...samples);
      const { margins, rows } = await marginDistribution(model, ...samples);
      const { margin } = await model.diagnostics(...samples);
      near(margins, margin, String(model));
      assert.deepEqual(
        rows.map(({ margin: own }) => own),
        [...margins],
      );
    }
  });

  it('of several classes are the least of the problems that a row is in', async () => {
    for (const [multiClass, problems] of [
      ['ovo', 3],
      ['ovr', 3],
    ]) {
      const model = await new SVC({ multiClass, C: 3 }).fit(three.X, three.y);
      const least = new Float64Array(60).fill(Infinity);
      for (let problem = 0; problem < problems; problem++) {
        const { rows, margin } = await model.diagnostics(three.X, three.y, { problem });
        rows.forEach((row, i) => void (least[row] = Math.min(least[row], margin[i])));
      }
      const { margins } = await marginDistribution(model, three.X, three.y);
      near(margins, least, multiClass);
    }
  });

  it('are refused with a reason', async () => {
    const ridge = await new KernelRidge({ kernel: 'rbf' }).fit(wave.X, wave.y);
    await fails(() => marginDistribution(ridge, wave.X, wave.y), { argument: 'epsilon' });
    const model = await new SVC().fit(two.X, two.y);
    const others = two.y.map(() => 'maybe');
    await fails(() => marginDistribution(model, two.X, others), {
      code: 'ERR_OPTION',
      argument: 'y',
      message: /'maybe'.*'no', 'yes'/,
    });
  });
});

describe('convergence', { timeout: 900_000 }, () => {
  const hard = blobs({ n: 1500, apart: 0.5, seed: 6 });

  it('has the reports of onProgress, and the result', async () => {
    const seen = [];
    const record = recordFit((report) => void seen.push(report));
    const model = await new SVC({ C: 100 }).fit(hard.X, hard.y, { onProgress: record });
    assert.equal(record.reports.length, seen.length);
    assert.ok(seen.length > 0, 'a fit that takes a while');
    const { steps, phases, end } = convergence(record.reports, model.fitInfo);
    assert.equal(steps.length, seen.length + 1);
    assert.equal(phases.length, 1);
    seen.forEach(({ iteration, gap }, i) => {
      assert.deepEqual([steps[i].iteration, steps[i].gap], [iteration, gap]);
      assert.ok(steps[i].seconds >= 0);
    });
    const last = steps.at(-1);
    assert.deepEqual([last.objective, last.gap], [model.objective, model.gap]);
    assert.equal(end.status, 'converged');
  });

  it('can stop a fit, takes fitSteps, and keeps phases apart', async () => {
    const record = recordFit(() => false);
    const model = await new SVC({ C: 100 }).fit(hard.X, hard.y, { onProgress: record });
    assert.equal(model.status, 'stopped');
    const steps = [];
    for await (const report of new SVC().fitSteps(two.X, two.y)) steps.push(report);
    const whole = convergence(steps);
    assert.equal(whole.steps.at(-1).gap, steps.at(-1).gap);
    assert.deepEqual(whole.phases, [steps[0].phase === 'done' ? 'fit' : steps[0].phase]);
    const report = { iteration: 1, objective: -1, gap: 1, supportVectors: 2, fraction: 0 };
    const parts = ['pair 1 of 2', 'pair 2 of 2', 'done'].map((phase) => ({ ...report, phase }));
    const pairs = convergence(parts);
    assert.deepEqual(pairs.phases, ['pair 1 of 2', 'pair 2 of 2']);
    assert.equal(pairs.steps.length, 2, 'a sum over phases is no step of one');
    assert.equal(pairs.end.objective, -1);
    await fails(() => convergence(record), { code: 'ERR_TYPE', argument: 'reports' });
    await fails(() => recordFit(1), { code: 'ERR_TYPE', argument: 'onProgress' });
  });
});

describe('heat maps of a search', { timeout: 900_000 }, () => {
  it('have a cell for each pair of values, C across', async () => {
    const grid = { svc__gamma: [1, 0.01, 0.1], svc__C: [10, 1] };
    const pipeline = makePipeline(new StandardScaler(), new SVC());
    const search = await new GridSearch(pipeline, grid).fit(two.X, two.y);
    const map = validationHeatMap(search.results);
    assert.deepEqual([map.x, map.y], ['svc__C', 'svc__gamma']);
    assert.deepEqual([map.xValues, map.yValues], [
      [1, 10],
      [0.01, 0.1, 1],
    ]); // prettier-ignore
    assert.equal(map.cells.length, 6);
    for (const { x, y, value, row, best } of map.cells) {
      assert.deepEqual(row.params, { svc__C: x, svc__gamma: y });
      assert.equal(value, row.mean);
      assert.equal(best, row.rank === 1);
    }
    const times = validationHeatMap(search.results, { x: 'svc__gamma', value: 'fitTime' });
    assert.deepEqual([times.x, times.y], ['svc__gamma', 'svc__C']);
    assert.ok(times.cells.every(({ value, row }) => value === row.fitTime));
  });

  it('show the best where more options vary', async () => {
    const row = (params, mean, rank) => ({ params, ...params, mean, std: 0, rank });
    const results = [
      row({ C: 1, gamma: 1, kernel: 'rbf' }, 0.5, 3),
      row({ C: 1, gamma: 1, kernel: 'poly' }, 0.9, 1),
      row({ C: 2, gamma: 1, kernel: 'rbf' }, 0.7, 2),
      row({ C: 2, gamma: 1, kernel: 'poly' }, NaN, undefined),
      row({ C: 2, gamma: 2, kernel: 'poly' }, NaN, undefined),
    ];
    const { cells } = validationHeatMap(results);
    assert.deepEqual(
      cells.map(({ x, y, value }) => [x, y, value]),
      [
        [1, 1, 0.9],
        [2, 1, 0.7],
        [2, 2, NaN],
      ],
    );
    await fails(() => validationHeatMap(results.slice(1, 2)), { code: 'ERR_SHAPE' });
    await fails(() => validationHeatMap([]), { code: 'ERR_EMPTY', argument: 'results' });
    await fails(() => validationHeatMap({}), { code: 'ERR_TYPE', argument: 'results' });
    await fails(() => validationHeatMap(results, { x: 'nu' }), { argument: 'x' });
    await fails(() => validationHeatMap(results, { value: 'params' }), { argument: 'value' });
  });
});

describe('drawing', () => {
  it('without Plot or data says what is missing', async () => {
    const Plot = { plot() {}, line() {} };
    await fails(() => plot.plotRocCurve(undefined, {}), { argument: 'Plot', message: /import/ });
    const pending = regressionTube(await new SVR().fit(wave.X, wave.y), wave.X, wave.y);
    await fails(() => plot.plotRegressionTube(Plot, pending), {
      argument: 'data',
      message: /await/,
    });
    await fails(() => plot.plotConfusionMatrix(Plot, []), { code: 'ERR_TYPE', argument: 'data' });
    await pending;
  });

  it('without a document says what is missing, and takes one', async () => {
    let drawn;
    const Plot = new Proxy({}, { get: () => (options) => (drawn = options) });
    const roc = rocCurve([0, 1, 1], [0.1, 0.4, 0.8]);
    const history = plot.convergence([
      { phase: 'solve', iteration: 1, objective: -1, gap: 0.1, supportVectors: 2, fraction: 0.5 },
    ]);
    const error = { code: 'ERR_OPTION', argument: 'document', message: /jsdom/ };
    await fails(() => plot.plotRocCurve(Plot, roc), error);
    await fails(() => plot.plotConvergence(Plot, history), error);
    const document = { createElement: () => ({ append() {}, style: {} }) };
    plot.plotRocCurve(Plot, roc, { document });
    assert.equal(drawn.document, document);
  });

  it('has a legend of numbers only where Plot has a canvas to paint it on', () => {
    let drawn;
    const Plot = new Proxy({}, { get: () => (options) => (drawn = options) });
    const matrix = confusionMatrix(['a', 'b'], ['a', 'a']);
    const legendIn = (document, options) => {
      plot.plotConfusionMatrix(Plot, matrix, { document, ...options });
      return drawn.color.legend;
    };
    // The window of jsdom has no CanvasRenderingContext2D.
    assert.equal(legendIn({ defaultView: {} }), false);
    assert.equal(legendIn({ defaultView: {} }, { color: { legend: true } }), true);
    assert.equal(legendIn({ defaultView: { CanvasRenderingContext2D: Object } }), true);
    plot.plotRocCurve(Plot, rocCurve([0, 1, 2], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]), { document: {} }); // prettier-ignore
    assert.equal(drawn.color.legend, true, 'a legend of classes needs no canvas');
  });
});

describe('explanations', () => {
  const { explanationBeeswarm, explanationWaterfall } = plot;

  it('lead from the base to the value, and every row has a dot for each feature', async () => {
    const wide = blobs({ n: 40, d: 6, apart: 1, seed: 5, labels: (c) => ['no', 'yes'][c] });
    const model = await new SVC({ gamma: 0.2 }).fit(wide.X, wide.y);
    const explanation = await maxmargin.explain(model, wide.X, { baseline: wide.X });
    const decisions = await model.decisionFunction(wide.X);
    const fall = explanationWaterfall(explanation, { row: 3, count: 4 });
    assert.equal(fall.of, 'yes');
    assert.equal(fall.steps.length, 4);
    assert.equal(fall.steps[3].feature, '3 others');
    assert.equal(fall.steps[0].from, explanation.base);
    near([fall.value], [decisions[3]], 'the end');
    fall.steps.forEach(({ from, to, value }, i) => {
      near([to - from], [value], 'a step');
      if (i > 0) assert.equal(from, fall.steps[i - 1].to);
    });
    const largest = Math.max(...explanation.values[3].map(Math.abs));
    assert.equal(Math.abs(fall.steps[0].value), largest);
    const swarm = await explanationBeeswarm(explanation, wide.X, { count: 5 });
    assert.equal(swarm.dots.length, 5 * 40);
    const means = swarm.features.map(({ mean }) => mean);
    assert.deepEqual([...means].sort((a, b) => b - a), means); // prettier-ignore
    for (const { shade, offset, x, row, feature, value } of swarm.dots) {
      const j = Number(feature.replace('feature ', ''));
      assert.ok(shade >= 0 && shade <= 1 && Math.abs(offset) <= 1);
      assert.equal(x, wide.X[row][j]);
      assert.equal(value, explanation.values[row][j]);
    }
    const plain = await explanationBeeswarm(explanation);
    assert.equal(plain.dots[0].shade, undefined);
  });

  it('says what is wrong', async () => {
    const model = await new SVC().fit(two.X, two.y);
    const explanation = await maxmargin.explain(model, two.X, { baseline: two.X });
    await fails(() => explanationWaterfall({}), { code: 'ERR_TYPE', argument: 'explanation' });
    await fails(() => explanationWaterfall(explanation, { row: 999 }), { code: 'ERR_TYPE', argument: 'row' }); // prettier-ignore
    await fails(() => explanationWaterfall(explanation, { count: 1 }), { code: 'ERR_TYPE', argument: 'count' }); // prettier-ignore
    await fails(() => explanationWaterfall(explanation, { output: 7 }), { code: 'ERR_TYPE', argument: 'output' }); // prettier-ignore
    await fails(() => explanationBeeswarm(explanation, [[1, 2]]), { code: 'ERR_SHAPE', argument: 'X' }); // prettier-ignore
    await fails(() => explanationBeeswarm(explanation, two.X, { row: 1 }), { code: 'ERR_OPTION_UNKNOWN' }); // prettier-ignore
  });
});

describe('odd data', () => {
  const values = Array.from(two.X, ([a]) => a);

  it('gaps have no place, and no part in ranges and means', async () => {
    const X = two.X.map(([a, b], i) => (i === 3 ? [NaN, b, 1] : [a, b, i === 4 ? NaN : 1]));
    const pipe = makePipeline(new maxmargin.SimpleImputer(), new SVC());
    const surface = await decisionSurface(await pipe.fit(X, two.y), X, two.y, { features: [0, 1] });
    const known = X.map(([a]) => a).filter((a) => !Number.isNaN(a));
    const [low, high] = [Math.min(...known), Math.max(...known)];
    near(surface.x, [low - 0.08 * (high - low), high + 0.08 * (high - low)], 'the range');
    // The third column is 1 wherever it is known, so its mean changes nothing.
    const [, one] = two.X;
    const [said] = await pipe.decisionFunction([[...one, 1]]);
    const at = await decisionSurface(pipe, X, two.y, { features: [0, 1], domain: { x: [one[0] - 1, one[0] + 1], y: [one[1] - 1, one[1] + 1] }, resolution: 3 }); // prettier-ignore
    near([at.values[12]], [said], 'the middle of 5 x 5 cells');
    assert.ok(Number.isNaN(surface.points[3].x));
  });

  it('a feature that is the same in all rows has a range, also a large one', async () => {
    const X = two.X.map(([a]) => [a, 1e17]);
    const { y } = await decisionSurface(await new SVC().fit(X, two.y), X, two.y);
    assert.ok(y[0] < 1e17 && y[1] > 1e17);
  });

  it('is refused with what to do instead', async () => {
    const model = await new SVC().fit(two.X, two.y);
    const table = two.X.map(([size], i) => ({ size, colour: ['red', 'blue'][i % 2] }));
    const ofTable = await maxmargin.makeTablePipeline(new SVC()).fit(table, two.y);
    await fails(() => decisionSurface(ofTable, table, two.y), { code: 'ERR_TYPE', argument: 'X', message: [/X\[0, colour\] is 'red'/, /draw the last step of the pipeline/] }); // prettier-ignore
    await fails(
      () =>
        decisionSurface(
          model,
          two.X,
          two.y.map(() => 'maybe'),
        ),
      { argument: 'y' },
    );
    await fails(() => decisionSurface(model, two.X, two.y, { domain: { X: [0, 1] } }), { code: 'ERR_OPTION_UNKNOWN' }); // prettier-ignore
    const process = await new maxmargin.GaussianProcessRegressor().fit(two.X, values);
    const rows = { data: [1, 2], indptr: [0, 1, 2], indices: [0, 5], rows: 2, cols: 2 };
    await fails(() => plot.posteriorBand(process, rows, [1, 2], { feature: 0 }), { code: 'ERR_SHAPE', argument: 'X' }); // prettier-ignore
  });

  it('dots of 150,000 parts are spread', async () => {
    const part = Float64Array.from({ length: 10 }, (_, j) => j);
    const explanation = { features: [...part], outputs: [{ base: 0, values: Array(15_000).fill(part) }] }; // prettier-ignore
    const { dots } = await plot.explanationBeeswarm(explanation);
    assert.equal(dots.length, 150_000);
  });
});
