/** AdaBoost over estimators of one's own: as scikit-learn over its own, and as the built-in over the package's. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';

import { blobs } from './support/data.mjs';
import { fails } from './support/faults.mjs';
import { bothForms, forms } from './support/forms.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

before(() => sync.init());

const golden = JSON.parse(readFileSync(new URL('golden/boosted.json', import.meta.url), 'utf8'));
const close = (found, expected, tolerance, what) => {
  const [a, b] = [found, expected].map((list) => Array.from(list).flat());
  assert.equal(a.length, b.length, what);
  a.forEach((v, i) =>
    assert.ok(Math.abs(v - b[i]) <= tolerance, `${what} ${i}: ${v}, not ${b[i]}`),
  );
};

/** Gaussian naive Bayes with weights of rows, as scikit-learn's GaussianNB. */
class NaiveBayes {
  constructor({ smoothing = 1e-9 } = {}) {
    this.smoothing = smoothing;
  }

  fit(X, y, { sampleWeight }) {
    const columns = X[0].map((_, j) => X.map((row) => row[j]));
    const moments = (values, weights) => {
      const total = weights.reduce((s, w) => s + w, 0);
      const mean = values.reduce((s, v, i) => s + weights[i] * v, 0) / total;
      return [mean, values.reduce((s, v, i) => s + weights[i] * (v - mean) ** 2, 0) / total];
    };
    const ones = X.map(() => 1);
    const floor = this.smoothing * Math.max(...columns.map((own) => moments(own, ones)[1]));
    this.labels = [...new Set(y)].sort();
    const all = sampleWeight.reduce((s, w) => s + w, 0);
    this.parts = this.labels.map((label) => {
      const own = Array.from(sampleWeight, (w, i) => (y[i] === label ? w : 0));
      const prior = own.reduce((s, w) => s + w, 0) / all;
      return { prior, columns: columns.map((values) => moments(values, own).map((v, at) => (at ? v + floor : v))) }; // prettier-ignore
    });
    return this;
  }

  predict(X) {
    return X.map((row) => {
      const joint = this.parts.map(({ prior, columns }) =>
        columns.reduce((sum, [mean, spread], j) => sum - 0.5 * Math.log(2 * Math.PI * spread) - (row[j] - mean) ** 2 / (2 * spread), Math.log(prior)),
      ); // prettier-ignore
      return this.labels[joint.indexOf(Math.max(...joint))];
    });
  }

  getParams() {
    return { smoothing: this.smoothing };
  }

  setParams(options) {
    Object.assign(this, options);
    return this;
  }
}

describe(`boosting a learner of one’s own, as ${golden.tool}`, () => {
  for (const [form, m] of forms(import.meta.url)) {
    for (const { classes: k, X, y, sampleWeight, test, ...expected } of golden.cases) {
      it(`${k} classes${sampleWeight ? ', weights' : ''}, ${form}`, async () => {
        const model = new m.BoostedClassifier(new NaiveBayes(), { nEstimators: 12 });
        await model.fit(X, y, { sampleWeight });
        const { errors, alphas, trainingErrors, marginErrors, bounds: certified, margins } = model.boosting; // prettier-ignore
        close(errors, expected.errors, 1e-9, 'errors');
        close(alphas.map((alpha) => 2 * alpha), expected.weights, 1e-9, 'coefficients'); // prettier-ignore
        assert.deepEqual(await model.predict(test), expected.predicted);
        close(trainingErrors.map((share) => 1 - share), expected.staged, 1e-9, 'staged'); // prettier-ignore
        // Of several classes scikit-learn's values are votes, of which ours are 1 less each other vote.
        const values = await model.decisionFunction(test);
        const votes = k === 2 ? values : values.map((v) => (v * (k - 1) + 1) / k);
        close(votes, expected.decision, 1e-9, 'decision values');
        const given = sampleWeight ?? X.map(() => 1);
        const total = given.reduce((s, w) => s + w, 0);
        const within = margins.reduce((s, v, i) => (v <= 0.1 ? s + given[i] / total : s), 0);
        close([marginErrors.at(-1)], [within], 1e-12, 'margin errors');
        marginErrors.forEach((share, t) => assert.ok(share <= certified[t] + 1e-12 && trainingErrors[t] <= share + 1e-12)); // prettier-ignore
        if (k === 2)
          close([certified.at(-1)], [m.boostingBound({ errors, rho: 0.1 })], 1e-9, '(1.86)');
      });
    }
  }
});

describe('boosting the package’s classifiers, as AdaBoostClassifier does', () => {
  const { X, y } = blobs({ n: 120, k: 3, apart: 0.8, seed: 3 });
  const names = y.map((c) => 'abc'[c]);
  const weights = X.map((_, i) => 0.5 + (i % 4));
  const machines = {
    DecisionStump: (m) => new m.DecisionStump(),
    DecisionTreeClassifier: (m) => new m.DecisionTreeClassifier({ maxDepth: 2 }),
    'a pipeline': (m) => m.makePipeline(new m.StandardScaler(), new m.SVC({ C: 0.1, kernel: 'linear', tol: 1e-9 })), // prettier-ignore
  };
  for (const [form, m] of bothForms) {
    for (const [name, make] of Object.entries(machines)) {
      it(`${name}, ${form}`, async () => {
        for (const [labels, sampleWeight] of [
          [names, undefined],
          [names, weights],
          [y.map((c) => c > 0), weights],
        ]) {
          // prettier-ignore
          const own = new m.BoostedClassifier(make(m), { nEstimators: 15, rho: 0.2 });
          const built = new m.AdaBoostClassifier({ estimator: make(m), nEstimators: 15, rho: 0.2 });
          for (const one of [own, built]) await one.fit(X, labels, { sampleWeight });
          const { boosting } = own;
          for (const what of ['alphas', 'errors', 'normalizers', 'trainingErrors', 'marginErrors', 'bounds', 'margins', 'finalWeights'])
            close(boosting[what], built[what], 1e-8, what); // prettier-ignore
          assert.equal(boosting.status, built.status);
          assert.deepEqual(await own.predict(X), await built.predict(X));
          close(await own.decisionFunction(X), await built.decisionFunction(X), 1e-9, 'values');
          assert.deepEqual((await own.decisionFunction(X)).shape, (await built.decisionFunction(X)).shape); // prettier-ignore
          close(await own.predictProba(X), await built.predictProba(X), 1e-9, 'probabilities');
          assert.equal(await own.score(X, labels), await built.score(X, labels));
        }
      });
    }

    it(`ends as it does, ${form}`, async () => {
      const deep = new m.DecisionTreeClassifier();
      const perfect = await new m.BoostedClassifier(deep).fit(X, names);
      assert.equal(perfect.boosting.status, 'perfect');
      assert.deepEqual(perfect.boosting.margins, X.map(() => 1)); // prettier-ignore
      assert.equal(perfect.estimators.length, 1);
      const same = [[1], [1], [1], [1], [1]];
      const doubtful = await new m.BoostedClassifier(new m.DecisionStump()).fit(
        same,
        [0, 0, 0, 1, 1],
      );
      assert.equal(doubtful.boosting.status, 'exhausted');
      close(doubtful.boosting.errors, [0.4], 1e-15, 'errors');
      const or = [[0, 0], [0, 1], [1, 0], [1, 1]]; // prettier-ignore
      await fails(() => new m.BoostedClassifier(new m.DecisionStump()).fit(or, [0, 1, 1, 0]), { code: 'ERR_OPTION', argument: 'estimator', message: /no better than chance/ }); // prettier-ignore
    });

    it(`texts, kernels of one’s own, and wrappers, ${form}`, async () => {
      const texts = ['the match and the ticket prices', 'the team won the match', 'prices and shares fell', 'rain and sun tomorrow', 'the team sold shares', 'a dry day with sun']; // prettier-ignore
      const topics = ['sport', 'sport', 'money', 'weather', 'money', 'weather'];
      const words = m.makePipeline(new m.CountVectorizer(), new m.DecisionStump());
      const read = await new m.BoostedClassifier(words, { nEstimators: 20 }).fit(texts, topics);
      assert.ok(read.estimators.length > 1);
      assert.deepEqual(await read.predict(texts), topics);
      const again = await m.load(JSON.parse(JSON.stringify(read)));
      assert.ok(again instanceof m.BoostedClassifier);
      assert.deepEqual(again.boosting, read.boosting);
      assert.deepEqual(await again.decisionFunction(texts), await read.decisionFunction(texts));
      assert.deepEqual(again.getParams().nEstimators, 20);
      const product = new m.SVC({ C: 0.01, kernel: (a, b) => a[0] * b[0] + a[1] * b[1] });
      const kernel = await new m.BoostedClassifier(product, { nEstimators: 3 }).fit(X, names);
      assert.ok((await kernel.score(X, names)) > 0.5);
      const rest = new m.OneVsRestClassifier(new m.DecisionStump());
      const wrapped = await new m.BoostedClassifier(rest, { nEstimators: 8 }).fit(X, names);
      assert.ok(wrapped.boosting.trainingErrors.at(-1) < wrapped.boosting.trainingErrors[0]);
    });

    it(`is searched, copied, stopped and aborted, ${form}`, async () => {
      const model = new m.BoostedClassifier(new m.DecisionTreeClassifier({ maxDepth: 1 }));
      const search = new m.GridSearch(model, { nEstimators: [1, 12], estimator__maxDepth: [1, 2] }, { folds: 3 }); // prettier-ignore
      await search.fit(X, names);
      assert.equal(search.results.length, 4);
      const copy = model.clone().setParams({ nEstimators: 7, estimator__maxDepth: 3 });
      assert.equal(copy.getParams().nEstimators, 7);
      assert.equal(copy.getParams().estimator__maxDepth, 3);
      assert.equal(model.getParams().nEstimators, 50);
      const fractions = [];
      await model.fit(X, names, { onProgress: ({ fraction }) => fractions.push(fraction) < 4 });
      assert.equal(model.boosting.status, 'stopped');
      assert.ok(model.estimators.length < 50);
      const kept = model.estimators;
      const controller = new AbortController();
      controller.abort();
      await assert.rejects(async () => model.fit(X, names, { signal: controller.signal }), { name: 'AbortError' }); // prettier-ignore
      assert.deepEqual(model.estimators, kept);
    });
  }

  it('says what is wrong', async () => {
    const { BoostedClassifier: Boosted, DecisionStump, SVC } = sync;
    await fails(() => new Boosted(), { code: 'ERR_TYPE', argument: 'estimator' });
    await fails(() => new Boosted(new maxmargin.SVC()), {
      code: 'ERR_TYPE',
      message: /another entry/,
    });
    await fails(() => new Boosted(new SVC(), { nEstimators: 0 }), { code: 'ERR_TYPE', argument: 'nEstimators' }); // prettier-ignore
    await fails(() => new Boosted(new SVC(), { rho: 1 }), { code: 'ERR_TYPE', argument: 'rho' });
    await fails(() => new Boosted(new SVC(), { rounds: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
    const model = new Boosted(new DecisionStump());
    await fails(() => model.setParams({ nEstimators: 1.5 }), { code: 'ERR_TYPE' });
    await fails(() => model.setParams({ C: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
    await fails(() => model.predict(X), { code: 'ERR_NOT_FITTED' });
    await fails(() => model.boosting, { code: 'ERR_NOT_FITTED' });
    await fails(() => model.fit(X, names, { sampleWeight: X.map(() => 0) }), { argument: 'sampleWeight' }); // prettier-ignore
    await fails(() => model.fit(X, names.map(() => 'a')), { code: 'ERR_ONE_CLASS' }); // prettier-ignore
    class Deaf extends NaiveBayes {
      fit(rows, labels) {
        return super.fit(rows, labels, { sampleWeight: rows.map(() => 1) });
      }
    }
    await fails(() => new Boosted(new Deaf()).fit(X, names), { code: 'ERR_OPTION', argument: 'estimator', message: /Deaf does not: .* other weights; rows are not drawn/ }); // prettier-ignore
    const own = new Boosted(new NaiveBayes(), { nEstimators: 3 }).fit(X, names);
    assert.throws(() => own.toJSON(), { name: 'MaxMarginError', argument: 'estimator' });
    const json = JSON.parse(JSON.stringify(model.fit(X, names)));
    for (const forged of [
      { ...json, members: json.members.slice(1) },
      { ...json, members: [] },
      { ...json, boosting: undefined },
      { ...json, boosting: { ...json.boosting, alphas: json.members.map(() => -1) } },
      { ...json, members: json.members.map(() => 1) },
      { ...json, options: { nEstimators: -1 } },
      { ...json, classes: undefined },
    ]) {
      await fails(() => sync.load(forged), { code: 'ERR_FORMAT' });
    }
  });
});
