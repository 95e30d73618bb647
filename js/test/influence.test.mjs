/** Support vectors that carry a value, and gradients; core/engine compares all machines, core/kernel all kernels. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { sync } from './support/maxmargin.mjs';

before(() => sync.init());

const sum = (list) => list.reduce((a, b) => a + b, 0);
const near = (got, want, tolerance, what = '') =>
  assert.ok(Math.abs(got - want) <= tolerance, `${what} ${got}, want ${want}`);
const distance = (a, b) => Math.hypot(...a.map((v, j) => v - b[j]));

/** The weights that classWeight 'balanced' gives: n / (classes * rows of the class). */
const balanced = (y) => {
  const counts = {};
  for (const label of y) counts[label] = (counts[label] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).map(([label, count]) => [label, y.length / (2 * count)])); // prettier-ignore
};

for (const [way, api] of forms(import.meta.url)) {
  describe(`influence and sensitivities, ${way}`, { timeout: 900_000 }, () => {
    const { X, y } = blobs({ n: 60, d: 4, apart: 1, labels: (i) => 'ab'[i] });
    const numbers = X.map((row) => row[0] * row[1] + Math.sin(row[2]));

    it('terms are coefficients times kernel values', async () => {
      const model = await new api.SVC({ gamma: 0.3 }).fit(X, y);
      const { indices, terms, without, rest, values, intercept, of } = await api.influence(model, X.slice(0, 5), { count: 4 }); // prettier-ignore
      const decision = await model.decisionFunction(X.slice(0, 5));
      const { supportIndices, dualCoef } = model;
      assert.equal(of, 'b');
      for (let i = 0; i < 5; i++) {
        const all = Array.from(supportIndices, (row, p) => dualCoef[p] * Math.exp(-0.3 * distance(X[row], X[i]) ** 2)); // prettier-ignore
        const order = all.map((_, p) => p).sort((a, b) => Math.abs(all[b]) - Math.abs(all[a]));
        assert.deepEqual([...indices[i]], order.slice(0, 4).map((p) => supportIndices[p])); // prettier-ignore
        terms[i].forEach((term, c) => near(term, all[order[c]], 1e-12));
        terms[i].forEach((term, c) => near(without[i][c], decision[i] - term, 1e-12));
        near(values[i], decision[i], 0);
        near(intercept + sum(terms[i]) + rest[i], decision[i], 1e-12);
      }
      const every = await api.influence(model, X.slice(0, 1), { count: 1000 });
      assert.equal(every.indices[0].length, supportIndices.length);
      near(every.rest[0], 0, 1e-12);
    });

    it('through steps the rows are those of the fit, and strings have terms, too', async () => {
      const scaled = await api.makePipeline(new api.StandardScaler(), new api.SVR({ gamma: 0.3 })).fit(X, numbers); // prettier-ignore
      const found = await api.influence(scaled, X.slice(7, 8), { count: 500 });
      near(found.values[0], (await scaled.predict(X.slice(7, 8)))[0], 1e-12);
      near(found.intercept + sum(found.terms[0]), found.values[0], 1e-12);
      const words = ['abba', 'baab', 'abab', 'xyzz', 'zyxx', 'zzxy'];
      const strings = await new api.SVC({ kernel: api.kernels.spectrum({ length: 2 }) }).fit(words, [0, 0, 0, 1, 1, 1]); // prettier-ignore
      const { indices, terms } = await api.influence(strings, ['abba']);
      assert.ok(indices[0][0] < 3 && terms[0][0] < 0, 'a word of its own class carries it');
      await fails(() => api.sensitivities(strings, ['abba']), { code: 'ERR_OPTION', argument: 'model' }); // prettier-ignore
    });

    it('values without a row are those of fits without it, exactly', async () => {
      const three = blobs({ n: 45, k: 3, d: 3, apart: 1, labels: (i) => 'abc'[i] });
      const tight = { gamma: 0.3, tol: 1e-9, C: 2 };
      const weights = X.map((_, i) => 0.5 + (i % 3));
      const { SVC, SVR, StandardScaler, makePipeline } = api;
      const cases = [
        ['SVC', () => new SVC(tight), X, y],
        ['weights', () => new SVC({ ...tight, classWeight: 'balanced' }), X, y, weights],
        ['no constant', () => new SVC({ ...tight, fitIntercept: false }), X, y],
        ['SVR', () => new SVR({ ...tight, epsilon: 0.1 }), X, numbers],
        ['three classes', () => new SVC({ ...tight, study: { decisionFunctionShape: 'ovo' } }), three.X, three.y], // prettier-ignore
        ['linear', () => new SVC({ kernel: 'linear', tol: 1e-9 }), X, y],
        [
          'OneClassSVM',
          () => new api.OneClassSVM({ gamma: 0.3, nu: 0.3, tol: 1e-9 }),
          X,
          undefined,
          weights,
        ],
        ['OneClassSVM, all', () => new api.OneClassSVM({ gamma: 0.3, nu: 1, tol: 1e-9 }), X],
        ['SVDD', () => new api.SVDD({ gamma: 0.3, nu: 0.3, tol: 1e-9 }), X, undefined, weights],
        ['SVDD, the least ball', () => new api.SVDD({ gamma: 0.3, nu: 0, tol: 1e-9 }), X],
        ['KernelRidge', () => new api.KernelRidge({ kernel: 'rbf', gamma: 0.3, alpha: 0.2 }), X, numbers, weights], // prettier-ignore
        ['KernelRidge, constant', () => new api.KernelRidge({ kernel: 'rbf', gamma: 0.3, fitIntercept: true }), X, numbers], // prettier-ignore
        ['process', () => new api.GaussianProcessRegressor({ kernel: 'rbf', gamma: 0.3, alpha: 0.1, variance: 2, optimizer: 'none' }), X, numbers, weights], // prettier-ignore
        ['LSSVC', () => new api.LSSVC({ gamma: 0.3, C: 2 }), X, y, weights],
        ['LSSVC, three classes', () => new api.LSSVC({ gamma: 0.3, fitIntercept: false }), three.X, three.y], // prettier-ignore
      ];
      for (const [name, make, rows, targets, sampleWeight] of cases) {
        const fit = (machine, at, of, settings) => (of ? machine.fit(at, of, settings) : machine.fit(at, settings)); // prettier-ignore
        const model = await fit(make(), rows, targets, { sampleWeight });
        const asked = rows.slice(3, 7);
        const refit = { X: rows, y: targets, sampleWeight };
        const { outputs } = await api.influence(model, asked, { count: 3, refit });
        for (const [q, { indices, refitted, without }] of outputs.entries()) {
          assert.notDeepEqual(refitted[0], without[0], 'the others change, too');
          for (const i of [0, 3]) {
            for (const [c, row] of indices[i].entries()) {
              const keep = (list) => list?.filter((_, at) => at !== row);
              // The weights of the classes are those of the fit with the row.
              const again = name === 'weights' ? new SVC({ ...tight, classWeight: balanced(targets) }) : make(); // prettier-ignore
              await fit(again, keep(rows), keep(targets), { sampleWeight: keep(sampleWeight) });
              const say = again.decisionFunction?.(asked) ?? again.predict(asked);
              near(refitted[i][c], (await say)[i * outputs.length + q], 1e-7, `${name}, row ${row}:`); // prettier-ignore
            }
          }
        }
      }
      // Through a scaler, which stays that of all rows.
      const scaled = await makePipeline(new StandardScaler(), new SVC(tight)).fit(X, y);
      const { indices, refitted } = await api.influence(scaled, X.slice(0, 1), { count: 2, refit: { X, y } }); // prettier-ignore
      const scaler = await new StandardScaler().fit(X);
      const data = await scaler.transform(X);
      const list = X.map((_, i) => [...(data.data ?? data).slice(4 * i, 4 * i + 4)]);
      for (const c of [0, 1]) {
        const keep = (all) => all.filter((_, at) => at !== indices[0][c]);
        const again = await new SVC(tight).fit(keep(list), keep(y));
        near(refitted[0][c], (await again.decisionFunction([list[0]]))[0], 1e-7, 'scaled');
      }
    });

    it('refuses to take rows out of what is no such problem', async () => {
      const ask = async (machine, targets, refit) => api.influence(await machine.fit(X, targets), X.slice(0, 2), { refit }); // prettier-ignore
      const wrong = { code: 'ERR_OPTION', argument: 'refit' };
      for (const machine of [new api.SVC({ loss: 'squaredHinge' }), new api.NuSVC(), new api.SVC({ C: Infinity, gamma: 9 })]) await fails(() => ask(machine, y, { X, y }), wrong); // prettier-ignore
      await fails(() => ask(new api.NuSVR(), numbers, { X, y: numbers }), wrong);
      const others = { ...wrong, message: /must be the rows of the fit/ };
      for (const machine of [new api.SVC(), new api.LSSVC()]) {
        await fails(() => ask(machine, y, { X: X.slice(1), y: y.slice(1) }), others);
      }
      await fails(() => ask(new api.KernelRidge({ kernel: 'rbf' }), numbers, { X, y: numbers.toReversed() }), others); // prettier-ignore
      for (const machine of [new api.OneClassSVM(), new api.SVDD()]) {
        await fails(() => ask(machine, undefined, { X: X.slice(1) }), others);
      }
      for (const machine of [new api.OneClassSVM({ gamma: 1 }), new api.KernelRidge()]) {
        const [alone, of] = [X.slice(0, 1), machine instanceof api.KernelRidge ? [1] : undefined];
        await (of ? machine.fit(alone, of) : machine.fit(alone));
        await fails(() => api.influence(machine, alone, { refit: { X: alone, y: of } }), { code: 'ERR_EMPTY', argument: 'refit' }); // prettier-ignore
      }
      const twice = [X[0], X[0], ...X.slice(2)];
      const flat = new api.KernelRidge({ kernel: 'rbf', alpha: 0 });
      await fails(async () => api.influence(await flat.fit(twice, numbers), X, { refit: { X: twice, y: numbers } }), { code: 'ERR_NUMERIC', argument: 'refit' }); // prettier-ignore
      await fails(() => ask(new api.SVC(), y, { X }), { code: 'ERR_TYPE', argument: 'refit' });
      await fails(() => ask(new api.SVC(), y, true), { code: 'ERR_TYPE', argument: 'refit' });
    });

    it('of several classes each output has terms and gradients', async () => {
      const three = blobs({ n: 60, k: 3, d: 3, apart: 2, labels: (i) => 'abc'[i] });
      const svc = await new api.SVC({ gamma: 0.3, study: { decisionFunctionShape: 'ovo' } }).fit(three.X, three.y); // prettier-ignore
      const pairs = await api.influence(svc, three.X, { count: 100 });
      assert.deepEqual(pairs.outputs.map(({ of }) => of), [['a', 'b'], ['a', 'c'], ['b', 'c']]); // prettier-ignore
      const decision = await svc.decisionFunction(three.X);
      pairs.outputs.forEach(({ intercept, terms, indices, values }, q) => {
        near(values[3], decision[3 * 3 + q], 0);
        near(intercept + sum(terms[3]), values[3], 1e-12);
        const allowed = pairs.outputs[q].of;
        for (const i of indices[3]) assert.ok(allowed.includes(three.y[i]), 'a row of the pair');
      });
      const slopes = await api.sensitivities(svc, three.X);
      const about = await api.sensitivities(svc, three.X, { step: 1e-5 });
      assert.deepEqual([slopes.exact, about.exact], [true, false]);
      slopes.outputs.forEach(
        ({ gradients }, q) =>
        gradients.forEach((g, i) => g.forEach((v, j) => near(v, about.outputs[q].gradients[i][j], 1e-8))), // prettier-ignore
      );
    });

    it('gradients of linear machines are their weights, through scalers divided by the scale', async () => {
      const linear = await new api.LinearSVC().fit(X, y);
      const { gradients, features, of } = await api.sensitivities(linear, X.slice(0, 3));
      assert.deepEqual(features, [0, 1, 2, 3]);
      assert.equal(of, 'b');
      for (const g of gradients) assert.deepEqual([...g], [...linear.coef]);
      const scaled = await api
        .makePipeline(new api.StandardScaler(), new api.SVC({ kernel: 'linear' }))
        .fit(X, y);
      const table = { p: [], q: [], r: [], s: [] };
      for (const row of X) ['p', 'q', 'r', 's'].forEach((name, j) => table[name].push(row[j]));
      const named = await api.makePipeline(new api.MinMaxScaler(), new api.SVC({ gamma: 0.5 })).fit(table, y); // prettier-ignore
      const there = await api.sensitivities(named, table);
      assert.deepEqual(there.features, ['p', 'q', 'r', 's']);
      const plain = await api.makePipeline(new api.MinMaxScaler(), new api.SVC({ gamma: 0.5 })).fit(X, y); // prettier-ignore
      for (const model of [scaled, plain]) {
        const exact = await api.sensitivities(model, X.slice(0, 4));
        const about = await api.sensitivities(model, X.slice(0, 4), { step: 1e-4 });
        exact.gradients.forEach((g, i) => g.forEach((v, j) => near(v, about.gradients[i][j], 1e-6 * (1 + Math.abs(v))))); // prettier-ignore
      }
    });

    it('estimates where there are no derivatives, of any package', async () => {
      const tree = await new api.DecisionTreeClassifier().fit(X, y);
      await fails(() => api.sensitivities(tree, X), { code: 'ERR_OPTION', argument: 'model', message: /step/ }); // prettier-ignore
      const rows = await api.makePipeline(new api.Normalizer(), new api.SVC({ gamma: 0.3 })).fit(X, y); // prettier-ignore
      await fails(() => api.sensitivities(rows, X), { code: 'ERR_OPTION', argument: 'model', message: /step/ }); // prettier-ignore
      const about = await api.sensitivities(rows, X.slice(0, 2), { step: 1e-4 });
      near(sum(X[0].map((v, j) => v * about.gradients[0][j])), 0, 1e-6, 'along the row nothing changes:'); // prettier-ignore
      const foreign = { predict: (list) => list.map(([a, b]) => a * a - b) };
      const other = await api.sensitivities(foreign, [[3, 1]], { step: 0.5 });
      assert.deepEqual([...other.gradients[0]], [6, -1]);
      const delta = await new api.SVC({ kernel: api.kernels.sum(api.kernels.linear(), api.kernels.delta()) }).fit(X, y); // prettier-ignore
      await fails(() => api.sensitivities(delta, X), { code: 'ERR_OPTION', argument: 'model', message: /'delta'/ }); // prettier-ignore
    });

    it('says what is wrong', async () => {
      const model = await new api.SVC({ gamma: 0.3 }).fit(X, y);
      await fails(() => api.influence(model, X, { count: 0 }), { code: 'ERR_TYPE', argument: 'count' }); // prettier-ignore
      await fails(() => api.influence({}, X), { code: 'ERR_TYPE', argument: 'model' });
      await fails(() => api.influence(new api.SVC(), X), { code: 'ERR_NOT_FITTED' });
      await fails(() => api.influence(model, [[1]]), { code: 'ERR_FEATURE_COUNT' });
      const linear = await new api.LinearSVC().fit(X, y);
      await fails(() => api.influence(linear, X), { code: 'ERR_OPTION', argument: 'model', message: /kernel 'linear'/ }); // prettier-ignore
      await fails(() => api.sensitivities(model, X, { step: -1 }), { code: 'ERR_TYPE', argument: 'step' }); // prettier-ignore
      await fails(() => api.sensitivities({}, X), { code: 'ERR_TYPE', argument: 'step' });
      await fails(() => api.sensitivities(model, X, { steps: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
      const words = { predict: (list) => list.map(() => 'a') };
      await fails(() => api.sensitivities(words, X, { step: 1 }), { code: 'ERR_TYPE', argument: 'model' }); // prettier-ignore
      for (const run of [api.influence, api.sensitivities]) {
        await assert.rejects(async () => run(model, X, { signal: AbortSignal.abort() }), { name: 'AbortError' }); // prettier-ignore
      }
    });
  });
}
