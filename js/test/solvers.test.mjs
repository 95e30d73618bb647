/** Every machine with every study solver. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { SVC, SVR } = maxmargin;
await sync.init();

const { X, y } = blobs({ n: 40, d: 2, apart: 1, seed: 3, labels: (c) => c });
const target = X.map(([a]) => Math.sin(a));
const near = (got, want, tolerance = 1e-4) =>
  assert.ok(Math.abs(got - want) <= tolerance * (1 + Math.abs(want)), `${got}, not ${want}`);

/** Solver, machine and data, without the combinations that a solver refuses. */
const pairs = [
  ['smoPlatt', 'SVC', y],
  ['smoPlatt', 'OneClassSVM'],
  ['smoPlatt', 'SVDD'],
  ['smoQuadrants', 'SVR', target],
  ...['decomposition', 'chunking'].flatMap((solver) => [
    [solver, 'SVC', y],
    [solver, 'NuSVC', y],
    [solver, 'OneClassSVM'],
    [solver, 'SVDD'],
    [solver, 'SVR', target],
    [solver, 'NuSVR', target],
  ]),
];

describe('solvers', { timeout: 900_000 }, () => {
  for (const [solver, machine, values] of pairs) {
    it(`${solver} solves ${machine}`, () => {
      const fit = (options) =>
        new sync[machine]({ gamma: 0.5, tol: 1e-6, ...options }).fit(X, values);
      const [usual, other] = [fit(), fit({ study: { solver, trace: 5 } })];
      assert.equal(other.fitInfo.status, 'converged');
      near(other.fitInfo.objective, usual.fitInfo.objective);
      assert.ok(other.dualityGaps[0] < 1e-3 && other.kernelEvaluations[0] > 0);
      assert.ok(other.traceObjective.length > 0 && other.traceObjective.length <= 5);
      assert.equal(other.traceSets.length, other.traceSetEnds.at(-1));
      assert.equal(usual.traceSets.length, 0);
      const entries = other.traceObjective.length;
      assert.equal(other.tracePrimal.length, entries);
      other.tracePrimal.forEach((primal, i) => {
        assert.ok(primal >= -other.traceObjective[i] - 1e-9 * Math.abs(primal));
      });
      const isScored = solver === 'decomposition' || solver === 'chunking';
      assert.equal(other.traceScores.length, isScored ? other.traceSets.length : 0);
      const steps = solver === 'interiorPoint' ? entries : 0;
      for (const name of ['traceMu', 'traceStep', 'tracePrimalResidual', 'traceDualResidual']) {
        assert.equal(other[name].length, steps, name);
      }
      // The bytes contain the results of the solver.
      const again = sync.load(other.save());
      assert.deepEqual(again.traceMargin, other.traceMargin);
      assert.deepEqual(again.tracePrimal, other.tracePrimal);
      assert.equal(again.getParams().study.solver, solver);
    });
  }

  it('ascent has a fixed or an implicit constant', async () => {
    const fixed = { gamma: 0.5, fitIntercept: false, tol: 1e-6 };
    const usual = await new SVC(fixed).fit(X, y);
    const ascent = await new SVC({ ...fixed, study: { solver: 'ascent', relaxation: 1.3 } }).fit(
      X,
      y,
    );
    near(ascent.fitInfo.objective, usual.fitInfo.objective);
    const implicit = new SVR({ gamma: 0.5, study: { solver: 'ascent', biasScale: 2 } });
    await implicit.fit(X, target);
    near(implicit.intercept, 4 * implicit.dualCoef.reduce((sum, a) => sum + a, 0));
  });

  it('refuse what they cannot solve', async () => {
    const code = 'ERR_OPTION';
    const refuses = (model, values, argument) =>
      assert.rejects(model.fit(X, values), { code, argument });
    await refuses(new SVR({ study: { solver: 'smoPlatt' } }), target, 'study.solver');
    await refuses(new SVC({ study: { solver: 'ascent' } }), y, 'study.solver');
    await refuses(new SVC({ study: { biasScale: 1 } }), y, 'study.biasScale');
    assert.throws(() => new SVC({ study: { solver: 'smoPlat' } }), {
      code,
      argument: 'study.solver',
    });
  });
});

describe('the option study', () => {
  const machine = () => new SVC({ C: 2, study: { solver: 'chunking', workingSet: 4 } });

  it('has its defaults, is printed, and changes option by option', () => {
    const model = machine();
    const { study } = model.getParams();
    assert.deepEqual(study, {
      squaredC: 1,
      normBound: Infinity,
      slacks: 'nonnegative',
      solver: 'chunking',
      stopping: 'kkt',
      trace: 0,
      shrinking: true,
      precision: 'auto',
      workingSet: 4,
      selection: 'gap',
      updates: 'sequential',
      order: 'cyclic',
      relaxation: 1,
      biasScale: 'none',
      decisionFunctionShape: 'ovr',
      probabilityFolds: 5,
    });
    assert.equal(String(model), "SVC({C: 2, study: {solver: 'chunking', workingSet: 4}})");
    model.setParams({ study: { trace: 7 } });
    assert.deepEqual(model.getParams().study, { ...study, trace: 7 });
    study.trace = 9; // is a copy
    assert.equal(model.getParams().study.trace, 7);
    assert.deepEqual(model.clone().getParams(), model.getParams());
    assert.deepEqual(new SVC(model.getParams()).getParams(), model.getParams());
    assert.deepEqual(new SVC({ study: undefined }).getParams(), new SVC().getParams());
  });

  it('is written to JSON as it is given, and read from JSON of the past', async () => {
    const { load } = maxmargin;
    const json = JSON.parse(JSON.stringify(machine()));
    assert.deepEqual(json.options, { C: 2, study: { solver: 'chunking', workingSet: 4 } });
    assert.deepEqual((await load(json)).getParams(), machine().getParams());
    json.options = { C: 2, solver: 'chunking', workingSet: 4 };
    assert.deepEqual((await load(json)).getParams(), machine().getParams());
    const piped = maxmargin.makePipeline(new maxmargin.StandardScaler(), machine());
    const again = await load(JSON.parse(JSON.stringify(piped)));
    assert.deepEqual(again.getParams(), piped.getParams());
    assert.equal(again.getParams().svc__study.workingSet, 4);
    again.setParams({ svc__study: { trace: 3 }, svc__C: 5 });
    assert.deepEqual(again.getParams(), {
      ...piped.getParams(),
      svc__C: 5,
      svc__study: { ...piped.getParams().svc__study, trace: 3 },
    });
  });

  it('is refused where it is not an object of its options', () => {
    const { KernelRidge, LinearSVC, makePipeline } = maxmargin;
    const unknown = (argument, message) => ({ code: 'ERR_OPTION_UNKNOWN', argument, message });
    const moved = /^SVC has no option 'solver'; 'solver' belongs in study: \{ solver: ... \}$/;
    assert.throws(() => new SVC({ solver: 'smo' }), unknown('solver', moved));
    assert.throws(
      () => new LinearSVC({ shrinking: false }),
      unknown('shrinking', /'shrinking' belongs in study: \{ shrinking: ... \}$/),
    );
    const piped = makePipeline(new SVC());
    assert.throws(
      () => piped.setParams({ svc__trace: 1 }),
      unknown('svc__trace', /'svc__trace' belongs in svc__study: \{ trace: ... \}$/),
    );
    assert.throws(
      () => new SVC({ study: { sover: 'smo' } }),
      unknown('sover', /^study of SVC has no option 'sover'; did you mean 'solver'\?$/),
    );
    assert.throws(() => new KernelRidge({ study: {} }), unknown('study', /./));
    for (const study of [null, 'smo', 7, []]) {
      assert.throws(() => new SVC({ study }), { code: 'ERR_OPTION', argument: 'study' });
    }
    const message = /^study\.trace must be a whole number in \[0,1000000\], got -1$/;
    assert.throws(() => new SVC({ study: { trace: -1 } }), { argument: 'study.trace', message });
  });

  it('can be searched, and shares kernel rows and warm starts along C as others do', async () => {
    const { GridSearch } = maxmargin;
    const grid = { C: [0.5, 2, 8], study: [{ solver: 'smo' }, { solver: 'chunking' }] };
    const search = await new GridSearch(new SVC({ gamma: 0.5 }), grid, { folds: 3 }).fit(X, y);
    const piped = maxmargin.makePipeline(new maxmargin.StandardScaler(), new SVC());
    const within = { svc__study: [{ solver: 'smo' }, { solver: 'chunking' }] };
    const chosen = await new GridSearch(piped, within, { folds: 3 }).fit(X, y);
    assert.ok(chosen.results.every(({ mean, error }) => mean > 0.4 && !error));
    assert.equal(search.results.length, 6);
    for (const { params, mean } of search.results) {
      const other = search.results.find(
        (row) => row.params.C === params.C && row.params.study !== params.study,
      );
      near(mean, other.mean, 0.05);
    }
    assert.equal(search.bestEstimator.getParams().study.solver, search.bestParams.study.solver);
  });
});
