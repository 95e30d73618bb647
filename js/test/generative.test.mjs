/** Generative models: their fits, and the kernels that they define. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { maxmargin, sync } from './support/maxmargin.mjs';

const { GaussianMixture, GridSearch, HiddenMarkovModel, Pipeline, SVC } = sync;
const { crossValidate, kernels, load, pairKernel } = sync;

const golden = JSON.parse(readFileSync(new URL('golden/generative.json', import.meta.url), 'utf8'));

const near = (got, want, tolerance, what) => {
  const [a, b] = [got, want].map((v) => (typeof v === 'number' ? [v] : Array.from(v).flat()));
  assert.equal(a.length, b.length, what);
  a.forEach((v, i) => {
    const scale = Math.max(1, Math.abs(b[i]));
    assert.ok(Math.abs(v - b[i]) <= tolerance * scale, `${what}: ${v} for ${b[i]} at ${i}`);
  });
};

const strings = ['abba', 'ab', 'bbbab', 'a', 'caba', 'bacab', 'abcab', ''];

/** All paths of states of a length, with the states of a model. */
function paths(states, length) {
  if (length === 0) return [[]];
  return paths(states, length - 1).flatMap((path) => states.map((s) => [...path, s]));
}

/** p(x, h) by the definition. */
function joint({ start, next, give }, x, path) {
  return path.reduce(
    (p, s, t) => p * (t === 0 ? start[s] : next[path[t - 1]][s]) * give(s, x[t]),
    1,
  );
}

/** The parameters of a fitted model, for the oracle. */
function readChain(model) {
  const q = model.startProb.length;
  const rows = (flat, width) =>
    Array.from({ length: q }, (_, s) => Array.from(flat.slice(s * width, (s + 1) * width)));
  const { letters } = model;
  const chain = { start: [...model.startProb], next: rows(model.transitionProb, q) };
  if (letters.length > 0) {
    chain.given = rows(model.emissionProb, letters.length);
    chain.give = (s, letter) => chain.given[s][letters.indexOf(letter)];
    return chain;
  }
  chain.mean = [...model.means];
  chain.variance = [...model.variances];
  chain.give = (s, x) =>
    Math.exp(-((x - chain.mean[s]) ** 2) / (2 * chain.variance[s])) /
    Math.sqrt(2 * Math.PI * chain.variance[s]);
  return chain;
}

const likelihood = (chain, x) =>
  paths([...chain.start.keys()], x.length).reduce((sum, path) => sum + joint(chain, x, path), 0);

/** Central differences of ln p(x) with respect to one parameter, which `change` changes. */
function derivative(chain, x, change, step = 1e-5) {
  const at = (h) => {
    const moved = structuredClone({ ...chain, give: undefined });
    change(moved, h);
    moved.give = moved.given
      ? (s, letter) => moved.given[s][chain.letters.indexOf(letter)]
      : (s, v) =>
          Math.exp(-((v - moved.mean[s]) ** 2) / (2 * moved.variance[s])) /
          Math.sqrt(2 * Math.PI * moved.variance[s]);
    return Math.log(likelihood(moved, x));
  };
  return (at(step) - at(-step)) / (2 * step);
}

/** Adds h to one probability and divides all of its distribution by their sum. */
function push(p, i, h) {
  p[i] += h;
  const sum = p.reduce((all, v) => all + v, 0);
  p.forEach((v, j) => (p[j] = v / sum));
}

/** The scores of x by numeric differentiation, in the order of the features. */
function numericScores(chain, x) {
  const q = chain.start.length;
  const states = [...chain.start.keys()];
  const by = (change) => derivative(chain, x, change);
  return [
    ...states.map((s) => by((c, h) => push(c.start, s, h))),
    ...states.flatMap((s) => states.map((r) => by((c, h) => push(c.next[s], r, h)))),
    ...(chain.given
      ? states.flatMap((s) => chain.given[s].map((_, a) => by((c, h) => push(c.given[s], a, h))))
      : [
          ...states.map((s) => by((c, h) => (c.mean[s] += h))),
          ...states.map((s) => by((c, h) => (c.variance[s] += h))),
        ]),
  ].slice(0, q * (1 + q + (chain.given?.[0].length ?? 2)));
}

describe('generative models', { timeout: 900_000 }, () => {
  before(() => sync.init());

  const identity = { information: 'identity', maxIter: 20, nInit: 1 };
  const series = [
    [0.1, 0.4, 3, 2.8],
    [2.9, 3.3, 0.2, 0.1],
    [0, 3.1, -0.3, 2.6],
    [3.5, 3, 2.7, 0.6],
  ];
  const kinds = [
    ['strings', strings, {}],
    ['strings from left to right', strings, { topology: 'leftRight', nStates: 3 }],
    ['series', series, {}],
  ];

  for (const [name, X, options] of kinds) {
    it(`${name}: the likelihood is the sum over all paths, and Viterbi's path the largest`, () => {
      const model = new HiddenMarkovModel({ ...identity, ...options }).fit(X);
      const chain = readChain(model);
      const states = [...chain.start.keys()];
      near(
        model.scoreSamples(X),
        X.map((x) => Math.log(likelihood(chain, x))),
        1e-12,
        'log-likelihood',
      );
      model.predict(X).forEach((path, i) => {
        const largest = Math.max(...paths(states, X[i].length).map((p) => joint(chain, X[i], p)));
        near(joint(chain, X[i], [...path]), largest, 1e-12, `path of ${X[i]}`);
      });
    });

    it(`${name}: scores are derivatives`, () => {
      const model = new HiddenMarkovModel({ ...identity, ...options, maxIter: 3 }).fit(X);
      const chain = { ...readChain(model), letters: model.letters };
      const scores = model.transform(X);
      const width = scores.shape[1];
      X.forEach((x, i) => {
        const got = scores.slice(i * width, (i + 1) * width);
        const want = numericScores(chain, x).map((v, j) => {
          const start = j < chain.start.length ? chain.start[j] : undefined;
          const follow = chain.next.flat()[j - chain.start.length];
          return start === 0 || follow === 0 ? 0 : v; // a probability of 0 is not a parameter
        });
        near(got, want, 1e-5, `scores of ${x}`);
      });
    });
  }

  it('a mixture: scores are derivatives', () => {
    const X = golden.X.slice(0, 60);
    const model = new GaussianMixture({ ...identity, maxIter: 2 }).fit(X);
    const parts = [model.weights, model.means, model.variances].map((v) => [...v]);
    const log = ([weights, means, variances], x) => {
      const total = weights.reduce((sum, w) => sum + w, 0);
      return Math.log(
        weights.reduce((sum, w, s) => {
          const density = x.reduce((p, v, j) => {
            const variance = variances[s * x.length + j];
            const e = v - means[s * x.length + j];
            return (p * Math.exp((-e * e) / (2 * variance))) / Math.sqrt(2 * Math.PI * variance);
          }, w / total);
          return sum + density;
        }, 0),
      );
    };
    const scores = model.transform(X);
    X.slice(0, 10).forEach((x, i) => {
      const want = parts.flatMap((part, k) =>
        part.map((_, at) => {
          const moved = (h) =>
            log(
              parts.map((p, l) => p.map((v, b) => (k === l && at === b ? v + h : v))),
              x,
            );
          return (moved(1e-5) - moved(-1e-5)) / 2e-5;
        }),
      );
      near(scores.slice(i * want.length, (i + 1) * want.length), want, 1e-5, `row ${i}`);
    });
  });

  it('a mixture ends at the solution of scikit-learn', () => {
    const model = new GaussianMixture({ nComponents: 3, tol: 1e-13, nInit: 5 }).fit(golden.X);
    const order = [...model.weights.keys()].sort((a, b) => model.weights[a] - model.weights[b]);
    const sorted = (flat, width) =>
      order.flatMap((s) => [...flat.slice(s * width, (s + 1) * width)]);
    near(sorted(model.weights, 1), golden.weights, 1e-5, 'weights');
    near(sorted(model.means, 3), golden.means.flat(), 1e-5, 'means');
    near(sorted(model.variances, 3), golden.variances.flat(), 1e-5, 'variances');
    near(model.logLikelihood, golden.logLikelihood, 1e-9, 'log-likelihood');
    near(model.scoreSamples(golden.new), golden.scores, 1e-5, 'log-likelihood of others');
    const posterior = model.predictProba(golden.new);
    golden.posterior.forEach((row, i) =>
      near(
        order.map((s) => posterior[i * 3 + s]),
        row,
        1e-5,
        'posterior',
      ),
    );
    assert.ok(model.converged);
  });

  it('no step lowers the objective, and at the end the parameters equal their expected values', () => {
    for (const [X, options] of [...kinds.map(([, X, o]) => [X, o]), [golden.X, undefined]]) {
      for (let seed = 0; seed < 5; seed++) {
        const settings = { seed, nInit: 1, tol: 0, maxIter: 200 };
        const model = options
          ? new HiddenMarkovModel({ ...settings, ...options }).fit(X)
          : new GaussianMixture({ ...settings, nComponents: 4 }).fit(X);
        const curve = model.objectiveCurve;
        curve.forEach((v, i) => {
          const rounding = 1e-11 * Math.abs(v) + 1e-11;
          assert.ok(i === 0 || v >= curve[i - 1] - rounding, `step ${i}: ${curve[i - 1]} to ${v}`);
        });
      }
    }
    // At the end the probability of each letter is its expected share over all paths.
    const smoothing = 0.05;
    const model = new HiddenMarkovModel({ smoothing, tol: 0, maxIter: 5000, nInit: 1 }).fit(
      strings,
    );
    const chain = readChain(model);
    const expected = chain.given.map((row) => row.map(() => smoothing));
    for (const x of strings) {
      const all = likelihood(chain, x);
      for (const path of paths([0, 1], x.length)) {
        const p = joint(chain, x, path) / all;
        path.forEach((s, t) => (expected[s][model.letters.indexOf(x[t])] += p));
      }
    }
    expected.forEach((row, s) => {
      const sum = row.reduce((a, b) => a + b, 0);
      near(
        chain.given[s],
        row.map((v) => v / sum),
        1e-4,
        `letters of state ${s}`,
      );
    });
  });

  it('the metric is the information of the scores', () => {
    const of = (information) =>
      new HiddenMarkovModel({ information, maxIter: 3, nInit: 1 }).fit(strings).transform(strings);
    const [plain, diagonal, full] = ['identity', 'diagonal', 'full'].map(of);
    const n = strings.length;
    const moment = (rows, a, b) => {
      const width = rows.shape[1];
      let sum = 0;
      for (let i = 0; i < n; i++) sum += (rows[i * width + a] * rows[i * width + b]) / n;
      return sum;
    };
    for (let a = 0; a < diagonal.shape[1]; a++) near(moment(diagonal, a, a), 1, 1e-12, 'diagonal');
    assert.ok(full.shape[1] < plain.shape[1]); // scores of a distribution depend on each other
    for (let a = 0; a < full.shape[1]; a++) {
      for (let b = 0; b <= a; b++) near(moment(full, a, b), Number(a === b), 1e-6, 'full');
    }
  });

  it('marginalised features are sums over hidden paths', () => {
    const options = { features: 'marginalized', maxIter: 5, nInit: 1 };
    const model = new HiddenMarkovModel(options).fit(strings);
    const chain = readChain(model);
    const rows = model.transform(strings);
    const [n, width] = rows.shape;
    for (let i = 0; i < n; i++) {
      for (let k = 0; k <= i; k++) {
        const [x, z] = [strings[i], strings[k]];
        let want = 0;
        for (const h of paths([0, 1], x.length)) {
          for (const g of paths([0, 1], z.length)) {
            let same = 0; // pairs of places with the same state and letter
            h.forEach((s, t) => g.forEach((r, u) => (same += s === r && x[t] === z[u] ? 1 : 0)));
            const p = joint(chain, x, h) / likelihood(chain, x);
            const q = joint(chain, z, g) / likelihood(chain, z);
            want += (p * q * same) / Math.max(x.length * z.length, 1);
          }
        }
        let got = 0;
        for (let j = 0; j < width; j++) got += rows[i * width + j] * rows[k * width + j];
        near(got, want, 1e-12, `k(${x}, ${z})`);
      }
    }
  });

  it('the pair kernel is a sum over ancestors and alignments', () => {
    const model = { alphabet: 'ab', mutation: 0.3, gap: 0.4, end: 0.2, normalize: false };
    const kernel = pairKernel(model);
    const random = 1 / 2;
    const runs = (letters) => (1 - model.gap) * (model.gap * random) ** letters;
    const give = (c, a) => (c === a ? 1 - model.mutation : 0) + model.mutation * random;
    /** P(x | c): over the places of x that the letters of c are at. */
    const given = (x, c) => {
      if (c.length === 0) return runs(x.length);
      let sum = 0;
      for (let t = 0; t < x.length; t++) {
        sum += runs(t) * give(c[0], x[t]) * given(x.slice(t + 1), c.slice(1));
      }
      return sum;
    };
    const words = [0, 1, 2, 3].flatMap((n) => paths(['a', 'b'], n).map((w) => w.join('')));
    for (const x of words) {
      for (const z of words) {
        const want = words.reduce((sum, c) => {
          const own = (1 - model.end) ** c.length * model.end * random ** c.length;
          return sum + own * given(x, c) * given(z, c);
        }, 0);
        near(kernel(x, z) / want, 1, 1e-12, `k(${x}, ${z})`);
        near(kernel(x, z) / kernel(z, x), 1, 1e-12, 'symmetry');
      }
    }
    const normalized = pairKernel({ ...model, normalize: true });
    near(normalized('abba', 'abba'), 1, 1e-12, 'k(x, x)');
    const long = 'ab'.repeat(300);
    near(normalized(long, long), 1, 1e-9, 'k(x, x) of a long string');
  });

  it('is the first step of pipelines, which are searched, cross-validated and saved', () => {
    const words = Array.from({ length: 40 }, (_, i) =>
      (i % 2 ? 'abab' : 'aabb').repeat(2 + (i % 3)),
    );
    const y = words.map((_, i) => (i % 2 ? 'turns' : 'runs'));
    const pipe = new Pipeline([
      ['hmm', new HiddenMarkovModel({ maxIter: 30 })],
      ['svc', new SVC({ kernel: 'linear' })],
    ]).fit(words, y);
    assert.deepEqual(pipe.predict(words), y);
    const again = load(pipe.save());
    assert.deepEqual(again.predict(words), y);
    assert.deepEqual(again.decisionFunction(words), pipe.decisionFunction(words));
    const { mean } = crossValidate(pipe, words, y, { folds: 4, seed: 1 });
    assert.ok(mean > 0.9, `${mean}`);
    // With one state only the counts of letters matter, and these are equal in all words.
    const search = new GridSearch(pipe, { hmm__nStates: [1, 2] }, { folds: 4, seed: 1 });
    search.fit(words, y);
    assert.equal(search.bestParams.hmm__nStates, 2);
    const mixture = new Pipeline([
      ['mixture', new GaussianMixture({ nComponents: 3 })],
      ['svc', new SVC({ kernel: kernels.rbf({ gamma: 0.1 }) })],
    ]);
    const far = golden.X.map(([a]) => (a > 2 ? 1 : 0));
    mixture.fit(golden.X, far);
    const right = mixture.predict(golden.X).filter((label, i) => label === far[i]).length;
    assert.ok(right > 0.9 * far.length, `${right} of ${far.length}`);
  });

  it('is saved as bytes', () => {
    for (const model of [
      new HiddenMarkovModel({ information: 'full' }).fit(strings),
      new HiddenMarkovModel({ features: 'marginalized' }).fit(series),
      new GaussianMixture().fit(golden.X),
    ]) {
      const X =
        model instanceof GaussianMixture ? golden.X : model.letters.length ? strings : series;
      const bytes = model.save();
      const again = load(bytes);
      assert.deepEqual(again.transform(X), model.transform(X));
      assert.deepEqual(again.save(), bytes);
      assert.equal(again.logLikelihood, model.logLikelihood);
      const text = Buffer.from(bytes).toString('latin1').replace('"theta":[0', '"theta":[7');
      fails(() => load(Uint8Array.from(Buffer.from(text, 'latin1'))), { code: 'ERR_FORMAT' });
    }
  });

  it('ends on request, and keeps the parameters so far', () => {
    const X = Array.from({ length: 20_000 }, (_, i) => [Math.sin(i), Math.cos(i * i)]);
    const options = { nComponents: 20, tol: 0, nInit: 1 };
    const steps = new GaussianMixture(options);
    let seen = 0;
    for (const progress of steps.fitSteps(X)) {
      assert.ok(
        progress.fraction >= 0 && progress.fraction < 1 && Number.isFinite(progress.objective),
      );
      if (++seen >= 3 && progress.iteration > 0) break;
    }
    assert.ok(seen >= 3);
    assert.equal(steps.transform(X.slice(0, 2)).shape[0], 2);
    assert.ok(!steps.converged);
    let last = 0;
    const onProgress = ({ iteration }) => (last = iteration) < 1;
    const told = new GaussianMixture(options).fit(X, { onProgress });
    assert.ok(last >= 1 && last < 1000 && !told.converged);
    const limited = new GaussianMixture({ ...options, maxTime: 1 }).fit(X);
    assert.ok(!limited.converged && limited.weights.length === 20);
  });

  it('says what is wrong', () => {
    const refused = (code, run, message) => fails(run, { code, ...(message && { message }) });
    refused('ERR_OPTION', () => new HiddenMarkovModel({ nStates: 0 }));
    refused('ERR_OPTION', () => new GaussianMixture({ information: 'fisher' }));
    refused('ERR_OPTION', () => new GaussianMixture({ nComponents: 5 }).fit([[1], [2]]));
    refused('ERR_TYPE', () => new GaussianMixture().fit(['ab', 'ba']));
    refused('ERR_EMPTY', () => new HiddenMarkovModel().fit(['', '']));
    refused('ERR_NUMERIC', () => new GaussianMixture().fit([[1e300], [-1e300], [1]]));
    refused('ERR_NOT_FITTED', () => new GaussianMixture().transform([[1]]));
    const model = new HiddenMarkovModel().fit(strings);
    refused('ERR_TYPE', () => model.transform(['abxb']), /X\[0\] has 'x' at position 2/);
    refused('ERR_TYPE', () => model.transform([[1, 2]]));
    const lenient = new HiddenMarkovModel({ unseen: 'missing' }).fit(strings);
    near(lenient.scoreSamples(['x']), [0], 1e-12, 'a place of which nothing is known');
    refused('ERR_FEATURE_COUNT', () => new GaussianMixture().fit(series).transform([[1]]));
    refused('ERR_OPTION', () => pairKernel({ alphabet: 'aa' }));
    refused('ERR_OPTION', () => pairKernel({ alphabet: 'ab', gap: 1 }));
  });

  it('works in the entry that has a worker, too', async () => {
    const pipe = new maxmargin.Pipeline([
      ['hmm', new maxmargin.HiddenMarkovModel({ maxIter: 10 })],
      ['svc', new maxmargin.SVC()],
    ]);
    const y = strings.map((x) => (x.length > 3 ? 1 : 0));
    await pipe.fit(strings, y);
    assert.equal((await pipe.predict(strings)).length, strings.length);
    const kernel = pairKernel({ alphabet: 'abc', mutation: 0.5 });
    const svc = await new maxmargin.SVC({ kernel }).fit(strings, y);
    assert.equal((await svc.predict(strings)).length, strings.length);
    const { verdict } = await maxmargin.checkKernel(kernel, strings);
    assert.notEqual(verdict, 'not admissible');
  });
});
