/**
 * Sets of labels and intervals that hold the truth with a chosen probability. The test of coverage
 * draws 20 splits of each data set; DRAWS=200 draws as many as its criterion names (some minutes).
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import { blobs, normal, shared } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { forms } from './support/forms.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

before(() => sync.init());

const draws = Number(process.env.DRAWS ?? 20);

/** Rows of numbers, of which one column is the target. */
function table(text, targetAt) {
  const rows = text.trim().split('\n').map((line) => line.split(',').map(Number)); // prettier-ignore
  const y = rows.map((row) => row.at(targetAt));
  return { X: rows.map((row) => (targetAt === 0 ? row.slice(1) : row.slice(0, -1))), y };
}

/** Rows of LIBSVM's format. */
function lines(text, d) {
  const y = [];
  const X = text.trim().split('\n').map((line) => {
    const [target, ...pairs] = line.trim().split(' ');
    y.push(Number(target));
    const row = Array(d).fill(0);
    for (const pair of pairs) row[Number(pair.split(':')[0]) - 1] = Number(pair.split(':')[1]);
    return row;
  }); // prettier-ignore
  return { X, y };
}

const sets = {
  banana: [shared('ratsch', 'banana.csv'), (text) => table(text, 0)],
  german: [shared('ratsch', 'german.csv'), (text) => table(text, 0)],
  abalone: [shared('libsvm', 'abalone_scale'), (text) => lines(text, 8)],
  energy: [shared('uci-regression-10fold', 'energy.data.csv.gz'), (text) => table(text, -1)],
};

describe('coverage', { timeout: 3_600_000 }, () => {
  for (const [name, [file, read]] of Object.entries(sets)) {
    it(
      `sets and intervals of ${name} hold the truth as often as they say`,
      { skip: file.skip },
      () => {
        const { X, y } = read(file.read());
        const isRegression = ['abalone', 'energy'].includes(name);
        const levels = [0.8, 0.9, 0.95];
        const shares = levels.map(() => []);
        for (let seed = 1; seed <= draws; seed++) {
          // 100 rows to learn from and 99 to calibrate: with 99 the levels are met exactly, not only
          // from above, if no two scores are equal.
          const drawn = sync.trainTestSplit(X, y, { testSize: 349, seed });
          const rest = sync.trainTestSplit(drawn.XTest, drawn.yTest, { testSize: 249, seed });
          const judge = sync.trainTestSplit(rest.XTest, rest.yTest, { testSize: 150, seed });
          const Class = isRegression ? sync.ConformalRegressor : sync.ConformalClassifier;
          const model = isRegression ? new sync.SVR({ C: 10 }) : new sync.SVC({ C: 10 });
          model.fit(rest.XTrain, rest.yTrain);
          const conformal = new Class(model).calibrate(judge.XTrain, judge.yTrain);
          levels.forEach((level, at) => {
            let held = 0;
            if (isRegression) {
              const ends = conformal.predictIntervals(judge.XTest, { level });
              judge.yTest.forEach((v, i) => (held += Number(ends[2 * i] <= v && v <= ends[2 * i + 1]))); // prettier-ignore
            } else {
              const labels = conformal.predictSets(judge.XTest, { level });
              judge.yTest.forEach((label, i) => (held += Number(labels[i].includes(label))));
            }
            shares[at].push(held / 150);
          });
        }
        levels.forEach((level, at) => {
          const mean = shares[at].reduce((a, b) => a + b) / draws;
          const spread = shares[at].reduce((sum, v) => sum + (v - mean) ** 2, 0) / (draws - 1);
          const error = Math.sqrt(spread / draws);
          console.log(`${name}: level ${level}, held ${mean.toFixed(4)}, standard error ${error.toFixed(4)}`); // prettier-ignore
          assert.ok(Math.abs(mean - level) < 3 * error, `${name} ${level}: ${mean} +- ${error}`);
        });
      },
    );
  }
});

for (const [way, api] of forms(import.meta.url)) {
  describe(`conformal prediction, ${way}`, { timeout: 900_000 }, () => {
    const { X, y } = blobs({ n: 90, k: 3, apart: 2, labels: (i) => 'abc'[i] });
    const line = Array.from({ length: 80 }, (_, i) => [i / 10]);
    const noise = normal(4);
    const values = line.map(([x]) => Math.sin(x) + (0.1 + x / 10) * noise());

    it('p-values are shares of the held-out rows, and sets those above the level', async () => {
      const conformal = new api.ConformalClassifier(new api.SVC(), { level: 0.8, seed: 3 });
      await conformal.fit(X, y);
      assert.equal(conformal.status, 'calibrated');
      assert.deepEqual(conformal.classes, ['a', 'b', 'c']);
      const p = await conformal.predictPValues(X);
      assert.deepEqual(p.shape, [90, 3]);
      const parts = await api.trainTestSplit(X, y, { testSize: 0.25, stratify: true, seed: 3 });
      const strange = (f, c) => Math.max(...f.filter((_, o) => o !== c)) - f[c];
      const rowsOf = async (rows) => {
        const f = await conformal.estimator.decisionFunction(rows, { shape: 'ovr' });
        return rows.map((_, i) => Array.from(f.subarray(3 * i, 3 * i + 3)));
      };
      const known = (await rowsOf(parts.XTest)).map((f, i) => strange(f, 'abc'.indexOf(parts.yTest[i]))); // prettier-ignore
      const sets = await conformal.predictSets(X);
      (await rowsOf(X)).forEach((f, i) => {
        const want = f.map((_, c) => (1 + known.filter((s) => s >= strange(f, c)).length) / (1 + known.length)); // prettier-ignore
        assert.deepEqual(Array.from(p.subarray(3 * i, 3 * i + 3)), want);
        assert.deepEqual(
          sets[i],
          ['a', 'b', 'c'].filter((_, c) => want[c] > 0.2 + 1e-9),
        );
      });
      assert.deepEqual(await conformal.predict(X), await conformal.estimator.predict(X));
    });

    it('class-wise, each class is compared with its own rows', async () => {
      // Of the rare class, whose decision values are low, a plain calibration knows little.
      const rare = Array.from(y, (label, i) => (label === 'a' && i % 4 ? 'b' : label === 'a' ? 'a' : 'b')); // prettier-ignore
      const options = { classWise: true, level: 0.8, calibrationSize: 0.5 };
      const conformal = await new api.ConformalClassifier(new api.SVC(), options).fit(X, rare);
      const parts = await api.trainTestSplit(X, rare, { testSize: 0.5, stratify: true, seed: 0 });
      const f = await conformal.estimator.decisionFunction(parts.XTest);
      const p = await conformal.predictPValues(parts.XTest);
      ['a', 'b'].forEach((label, c) => {
        const scores = Array.from(f, (v) => (c ? -v : v));
        const own = scores.filter((_, i) => parts.yTest[i] === label);
        scores.forEach((s, i) => assert.equal(p[2 * i + c], (1 + own.filter((o) => o >= s).length) / (1 + own.length))); // prettier-ignore
      });
    });

    it('probabilities serve as scores, and a calibration can follow a fit', async () => {
      const model = await new api.SVC({ probability: 'sigmoid' }).fit(X.slice(0, 60), y.slice(0, 60)); // prettier-ignore
      const options = { score: 'probability', level: 0.7 };
      const conformal = new api.ConformalClassifier(model, options);
      await conformal.calibrate(X.slice(60), y.slice(60));
      const proba = await model.predictProba(X.slice(60));
      const own = y.slice(60).map((label, i) => 1 - proba[3 * i + 'abc'.indexOf(label)]);
      const p = await conformal.predictPValues(X.slice(60, 61));
      for (const c of [0, 1, 2]) {
        assert.equal(p[c], (1 + own.filter((s) => s >= 1 - proba[c]).length) / 31);
      }
    });

    it('full prediction refits with each label, and few rows suffice', async () => {
      const [few, labels] = [X.slice(0, 30), y.slice(0, 30)];
      const options = { method: 'full', level: 0.9 };
      const conformal = await new api.ConformalClassifier(new api.SVC(), options).fit(few, labels);
      const p = await conformal.predictPValues(X.slice(30, 32));
      for (const i of [0, 1]) {
        for (const [c, label] of ['a', 'b', 'c'].entries()) {
          const bag = [...few, X[30 + i]];
          const truth = [...labels, label];
          const f = await (await new api.SVC().fit(bag, truth)).decisionFunction(bag, { shape: 'ovr' }); // prettier-ignore
          const s = bag.map((_, at) => {
            const row = Array.from(f.subarray(3 * at, 3 * at + 3));
            const own = 'abc'.indexOf(truth[at]);
            return Math.max(...row.filter((_, o) => o !== own)) - row[own];
          });
          assert.equal(p[3 * i + c], s.filter((v) => v >= s[30]).length / 31);
        }
      }
      const flat = { data: Float64Array.from(few.flat()), rows: 30, cols: 2 };
      const same = await new api.ConformalClassifier(new api.SVC(), options).fit(flat, labels);
      const next = { data: Float64Array.from(X.slice(30, 32).flat()), rows: 2, cols: 2 };
      assert.deepEqual(await same.predictPValues(next), p);
      await fails(() => same.predictPValues(X.slice(30, 32)), { code: 'ERR_TYPE', argument: 'X' });
    });

    it('intervals are quantiles of residuals, and of their sizes with a second model', async () => {
      const conformal = await new api.ConformalRegressor(new api.SVR({ C: 10 }), { level: 0.8 }).fit(line, values); // prettier-ignore
      const ends = await conformal.predictIntervals(line);
      assert.deepEqual(ends.shape, [80, 2]);
      const parts = await api.trainTestSplit(line, values, { testSize: 0.25, seed: 0 });
      const f = await conformal.predict(parts.XTest);
      const off = Array.from(f, (v, i) => Math.abs(v - parts.yTest[i])).sort((a, b) => a - b);
      const [first] = await conformal.predict(line);
      assert.ok(Math.abs(ends[1] - first - off[Math.ceil(21 * 0.8) - 1]) < 1e-12);
      assert.ok(Math.abs(ends[0] + ends[1] - 2 * first) < 1e-12);

      const options = { level: 0.8, difficulty: new api.KernelRidge({ kernel: 'linear', fitIntercept: true }) }; // prettier-ignore
      const wide = await new api.ConformalRegressor(new api.SVR({ C: 10 }), options).fit(line, values); // prettier-ignore
      const scaled = await wide.predictIntervals(line);
      const width = (i) => scaled[2 * i + 1] - scaled[2 * i];
      assert.ok(width(79) > 2 * width(0), `${width(0)}, ${width(79)}: the noise grows`);
      const size = (await options.difficulty.predict(parts.XTest)).map(Math.exp);
      const g = await wide.predict(parts.XTest);
      const share = Array.from(g, (v, i) => Math.abs(v - parts.yTest[i]) / size[i]).sort((a, b) => a - b); // prettier-ignore
      const [of] = await options.difficulty.predict(line);
      assert.ok(Math.abs(width(0) / 2 - share[Math.ceil(21 * 0.8) - 1] * Math.exp(of)) < 1e-12);
    });

    it('a second fit takes beta from its own residuals', async () => {
      const make = () => new api.ConformalRegressor(new api.SVR({ C: 10 }), { difficulty: new api.KernelRidge({ kernel: 'linear', fitIntercept: true }) }); // prettier-ignore
      const larger = Array.from(values, (v) => 1000 * v);
      const [again, once] = [make(), make()];
      await again.fit(line, larger);
      await again.fit(line, values);
      await once.fit(line, values);
      assert.deepEqual(await again.predictIntervals(line), await once.predictIntervals(line));
      assert.equal(again.options.beta, null);
    });

    it('full prediction of KernelRidge is that of fits with the value', async () => {
      const options = { alpha: 0.1, gamma: 1 };
      const conformal = new api.ConformalRegressor(new api.KernelRidge(options), { method: 'full', level: 0.8 }); // prettier-ignore
      await conformal.fit(line, values);
      const ends = await conformal.predictIntervals([[3.33]]);
      const isKept = async (v) => {
        const [bag, truth] = [
          [...line, [3.33]],
          [...values, v],
        ];
        const f = await (await new api.KernelRidge(options).fit(bag, truth)).predict(bag);
        const off = truth.map((t, i) => Math.abs(t - f[i]));
        return off.filter((r) => r >= off[80] * (1 - 1e-12)).length / 81 > 0.2;
      };
      for (const side of [0, 1]) {
        const out = side ? 1e-6 : -1e-6;
        assert.equal(await isKept(ends[side] - out), true);
        assert.equal(await isKept(ends[side] + out), false);
      }
    });

    it('JSON keeps all of a predictor, split or full, in either form', async () => {
      const other = api === sync ? maxmargin : sync;
      const svc = () => new api.SVC({ C: 3, gamma: 0.5 });
      const few = X.slice(0, 12);
      const flat = { data: Float64Array.from(few.flat()), rows: 12, cols: few[0].length };
      const wide = { difficulty: new api.SVR(), level: 0.75, beta: 0.2 };
      const classifiers = [
        [svc(), {}, X, y],
        [svc(), { classWise: true, level: 0.7, seed: 4 }, X, y],
        [new api.SVC({ probability: 'sigmoid' }), { score: 'probability' }, X, y],
        [api.makePipeline(new api.StandardScaler(), svc()), {}, X, y],
        [svc(), { method: 'full' }, few, y.slice(0, 12)],
        [svc(), { method: 'full' }, flat, y.slice(0, 12)],
      ];
      for (const [model, options, rows, labels] of classifiers) {
        const one = await new api.ConformalClassifier(model, options).fit(rows, labels);
        const text = JSON.stringify(one);
        const fresh = Array.isArray(rows) ? X.slice(20, 24) : { ...flat, data: flat.data.map((v) => -v), rows: 12 }; // prettier-ignore
        for (const form of [api, other]) {
          const again = await form.load(JSON.parse(text));
          assert.ok(again instanceof form.ConformalClassifier);
          assert.deepEqual(again.options, one.options);
          assert.deepEqual(again.classes, one.classes);
          assert.equal(again.status, one.status);
          assert.deepEqual(await again.predictPValues(fresh), await one.predictPValues(fresh));
          assert.deepEqual(await again.predictSets(fresh), await one.predictSets(fresh));
          assert.equal(JSON.stringify(again), text);
        }
      }
      const regressors = [
        [new api.SVR({ C: 10 }), {}],
        [new api.SVR({ C: 10 }), wide],
        [new api.KernelRidge({ gamma: 0.4 }), { method: 'full' }],
      ];
      for (const [model, options] of regressors) {
        const one = await new api.ConformalRegressor(model, options).fit(line, values);
        const again = await other.load(JSON.parse(JSON.stringify(one)));
        const fresh = [[-0.3], [0.2], [4]];
        assert.deepEqual(await again.predict(fresh), await one.predict(fresh));
        assert.deepEqual(await again.predictIntervals(fresh), await one.predictIntervals(fresh));
        assert.equal(JSON.stringify(again), JSON.stringify(one));
      }
      const unfitted = await api.load(JSON.parse(JSON.stringify(new api.ConformalRegressor(new api.SVR(), { level: 0.6 })))); // prettier-ignore
      await fails(() => unfitted.predictIntervals([[1]]), { code: 'ERR_NOT_FITTED' });
      await unfitted.fit(line, values);
      assert.equal(unfitted.options.level, 0.6);
    });

    it('JSON keeps labels of any type, and what is missing', async () => {
      const few = 20;
      const flat = Float64Array.from(X.slice(0, few).flat());
      const cols = X[0].length;
      [5, 12, 13].forEach((at) => (flat[at] = NaN));
      const rows = Array.from({ length: few }, (_, i) => Array.from(flat.subarray(i * cols, (i + 1) * cols))); // prettier-ignore
      const matrix = { data: flat, rows: few, cols };
      const pipe = () => api.makePipeline(new api.SimpleImputer(), new api.SVC({ gamma: 0.5 }));
      const labels = Array.from({ length: X.length }, (_, i) => BigInt(i % 2));
      const some = labels.slice(0, few);
      for (const [model, options, samples, targets] of [
        [pipe(), { method: 'full' }, matrix, some],
        [pipe(), { method: 'full' }, rows, BigInt64Array.from(some)],
        [new api.SVC(), {}, X, labels],
      ]) {
        const one = await new api.ConformalClassifier(model, options).fit(samples, targets);
        const again = await api.load(JSON.parse(JSON.stringify(one)));
        assert.deepEqual(again.classes, [0n, 1n]);
        const fresh = Array.isArray(samples) ? X.slice(0, 3) : { data: Float64Array.from(X.slice(0, 3).flat()), rows: 3, cols }; // prettier-ignore
        assert.deepEqual(await again.predictPValues(fresh), await one.predictPValues(fresh));
        assert.equal(JSON.stringify(again), JSON.stringify(one));
      }
    });

    it('JSON that was written when labels stood in it as they are is read', async () => {
      const one = await new api.ConformalClassifier(new api.SVC()).fit(X, y);
      const json = JSON.parse(JSON.stringify(one));
      delete json.calibration.kind;
      json.calibration.labels = one.classes;
      const again = await api.load(json);
      assert.deepEqual(await again.predictPValues(X), await one.predictPValues(X));
    });

    it('a calibration that failed leaves none, not that of the fit before', async () => {
      const one = await new api.ConformalRegressor(new api.Ridge(), { level: 0.8 }).fit(line, values); // prettier-ignore
      const { test } = await api.trainTestSplit(line, values, { testSize: 0.25, seed: 0 });
      const holed = line.map((row, i) => (i === test[0] ? [NaN] : row));
      const want = await one.predictIntervals(line);
      await fails(() => one.fit(line, values.slice(1)), { code: 'ERR_SHAPE' });
      assert.deepEqual(await one.predictIntervals(line), want, 'the model is that of before, too');
      await fails(() => one.fit(holed, values.map((v) => 1000 * v)), { code: 'ERR_NONFINITE' }); // prettier-ignore
      await fails(() => one.predictIntervals(line), { code: 'ERR_NOT_FITTED' });
      await one.fit(line, values);
      assert.deepEqual(await one.predictIntervals(line), want);
    });

    it('rows of probabilities may be arrays or typed arrays', async () => {
      const inner = await new api.LinearSVC({ loss: 'logistic', probability: 'sigmoid' }).fit(X, y);
      const sets = [];
      for (const Kind of [Array, Float64Array, Float32Array]) {
        const inRows = (all) =>
          Array.from({ length: all.length / 2 }, (_, i) => Kind.from(all.subarray(2 * i, 2 * i + 2))); // prettier-ignore
        const own = {
          fit() {},
          classes: inner.classes,
          predict: (set) => inner.predict(set),
          predictProba: (set) => {
            const all = inner.predictProba(set);
            return api === sync ? inRows(all) : all.then(inRows);
          },
        };
        const one = await new api.ConformalClassifier(own, { score: 'probability' }).fit(X, y);
        sets.push(await one.predictSets(X));
      }
      assert.deepEqual(sets[1], sets[0]);
      assert.deepEqual(sets[2], sets[0]);
    });

    it('JSON that is no predictor is refused', async () => {
      const one = await new api.ConformalClassifier(new api.SVC()).fit(X, y);
      const wrong = [
        (json) => (json.version = 2),
        (json) => (json.format = 'other'),
        (json) => (json.options.level = 7),
        (json) => (json.options.method = 'full'),
        (json) => (json.calibration.scores[0][0] = null),
        (json) => json.calibration.scores[0].reverse(),
        (json) => json.calibration.scores.push([]),
        (json) => json.calibration.labels.reverse(),
        (json) => (json.calibration = { labels: 3 }),
        (json) => delete json.estimator,
        (json) => (json.estimator.bytes = json.estimator.bytes.slice(8)),
        (json) => (json.estimator = JSON.parse(JSON.stringify(one))),
      ];
      for (const change of wrong) {
        const json = JSON.parse(JSON.stringify(one));
        change(json);
        await assert.rejects(async () => api.load(json), ({ code }) => /^ERR_(FORMAT|TYPE)/.test(code), `${change}`); // prettier-ignore
      }
      const foreign = { fit() {}, predict: () => [], decisionFunction: () => [] };
      await fails(async () => new api.ConformalClassifier(foreign).toJSON(), {
        argument: 'estimator',
      });
    });

    it('too few samples give all classes and infinite intervals, and say so', async () => {
      const warned = [];
      await api.init({ onWarning: (warning) => warned.push(warning) });
      try {
        const options = { level: 0.99 };
        const sets = await new api.ConformalClassifier(new api.SVC(), options).fit(X, y);
        assert.equal(sets.status, 'tooFewSamples');
        assert.deepEqual(await sets.predictSets([[50, 50]]), [['a', 'b', 'c']]);
        assert.equal((await sets.predictSets(X, { level: 0.5 })).every((set) => set.length < 3), true); // prettier-ignore
        const intervals = await new api.ConformalRegressor(new api.SVR(), options).fit(line, values); // prettier-ignore
        assert.deepEqual(Array.from(await intervals.predictIntervals([[1]])), [-Infinity, Infinity]); // prettier-ignore
        const full = await new api.ConformalRegressor(new api.KernelRidge(), { ...options, method: 'full' }).fit(line, values); // prettier-ignore
        assert.deepEqual(Array.from(await full.predictIntervals([[1]])), [-Infinity, Infinity]);
        assert.deepEqual(warned.map(({ code }) => code), Array(3).fill('WARN_FEW_TO_CALIBRATE')); // prettier-ignore
      } finally {
        await api.init({ onWarning: undefined });
      }
    });

    it('refuses what it cannot do', async () => {
      const { ConformalClassifier, ConformalRegressor, SVC, SVR, KernelRidge } = api;
      const wrong = {
        estimator: () => new ConformalClassifier({}),
        level: () => new ConformalClassifier(new SVC(), { level: 1 }),
        method: () => new ConformalRegressor(new SVR(), { method: 'full' }),
        difficulty: () => new ConformalRegressor(new SVR(), { difficulty: 3 }),
        score: () => new ConformalClassifier(new SVC(), { score: 'odds' }),
        classWise: () => new ConformalClassifier(new SVC(), { classWise: 1 }),
        beta: () => new ConformalRegressor(new SVR(), { beta: 0 }),
      };
      for (const [argument, make] of Object.entries(wrong)) {
        await fails(make, { code: 'ERR_TYPE', argument });
      }
      await fails(() => new ConformalClassifier(new SVC()).predictSets(X), { code: 'ERR_NOT_FITTED' }); // prettier-ignore
      const full = new ConformalRegressor(new KernelRidge({ alpha: 0 }), { method: 'full' });
      await fails(async () => (await full.fit([[0], [1], [2]], [0, 1, 0])).predictIntervals([[1]]), { code: 'ERR_OPTION', argument: 'alpha' }); // prettier-ignore
      const utilities = new ConformalClassifier(new api.OrdinalSVC());
      await fails(() => utilities.fit(line, values.map((v) => Math.sign(Math.round(v)))), { code: 'ERR_OPTION', argument: 'score' }); // prettier-ignore
    });
  });
}
