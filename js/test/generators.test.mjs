/** The generated data sets have the properties that their sources state. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { fails } from './support/faults.mjs';
import { maxmargin } from './support/maxmargin.mjs';
import { entry } from './support/project.mjs';

const data = await import(entry('data.mjs'));
const { LinearSVC, SVC, SVR } = maxmargin;
const generators = Object.entries(data).filter(([name]) => name.startsWith('make'));
const seeded = generators.filter(([name]) => !/TwentyOne|ThreeBalls|Sinc/.test(name));

/** The rows of a dense X. */
const rowsOf = ({ data: numbers, rows, cols }) =>
  Array.from({ length: rows }, (_, i) => [...numbers.subarray(i * cols, (i + 1) * cols)]);
const dot = (a, b) => a.reduce((sum, value, j) => sum + value * b[j], 0);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * close fails if the mean of the values is more than five of its standard errors from
 * the expected mean: by chance once in two million such tests.
 */
function close(values, expected, what) {
  const m = mean(values);
  const variance = mean(values.map((value) => (value - m) ** 2));
  const error = Math.sqrt(variance / values.length);
  assert.ok(Math.abs(m - expected) <= 5 * error, `${what}: ${m} +- ${error}, not ${expected}`);
}

/** shares fails if the share of true values is not as expected. */
const shares = (truths, expected, what) => close(truths.map(Number), expected, what);

/** splitmix is the k-th number of SplitMix64, in whole numbers of any size. */
function splitmix(seed, k) {
  const wrap = (n) => BigInt.asUintN(64, n);
  let z = wrap(BigInt(seed) + k * 0x9e3779b97f4a7c15n);
  z = wrap((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = wrap((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

describe('generators', { timeout: 900_000 }, () => {
  it('are found by their names', () => {
    assert.ok(generators.length >= 10, `${generators.length}`);
    assert.equal(seeded.length, generators.length - 3);
  });
  for (const [name, make] of generators) {
    it(`${name} returns samples and labels that match, from any seed the same`, async () => {
      const first = make();
      assert.deepEqual({ ...make(), bayesRule: 0 }, { ...first, bayesRule: 0 });
      const rows = Array.isArray(first.X) ? first.X.length : first.X.rows;
      assert.equal(first.y.length, rows);
      if (first.X.data) assert.ok(first.X.data.every(Number.isFinite));
      if (first.X.indptr) assert.equal(first.X.indptr.at(-1), first.X.data.length);
      else if (first.X.data) assert.equal(first.X.data.length, rows * first.X.cols);
    });
  }

  for (const [name, make] of seeded) {
    it(`${name} makes other samples from other seeds, and the requested number of them`, async () => {
      const noise = /Circles|Moons/.test(name) ? { noise: 0.1 } : {};
      const seen = [0, 1, 2 ** 32, 2 ** 53 - 1].map((seed) =>
        make({ samples: 20, seed, ...noise }),
      );
      assert.equal(new Set(seen.map((one) => JSON.stringify(one.X))).size, seen.length);
      for (const { y } of seen) assert.equal(y.length, 20);
    });
    it(`${name} refuses wrong options`, async () => {
      for (const samples of [0, 1.5, -1, '9', NaN])
        await fails(() => make({ samples }), { code: 'ERR_OPTION', argument: 'samples' });
      for (const seed of [-1, 0.5, 2 ** 53])
        await fails(() => make({ seed }), { code: 'ERR_OPTION', argument: 'seed' });
      await fails(() => make({ sample: 1 }), { code: 'ERR_OPTION_UNKNOWN' });
      await fails(() => make(7), { code: 'ERR_OPTION', argument: 'options' });
    });
  }

  it('draw from the streams of the core, SplitMix64', () => {
    // The first numbers of seed 1234567, as core/base/rng has them from Vigna's splitmix64.c.
    const known = [6457827717110365317n, 3203168211198807973n];
    const seeds = { 1234567: known };
    for (const seed of [0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1]) seeds[seed] = [splitmix(seed, 1n), splitmix(seed, 2n)]; // prettier-ignore
    assert.deepEqual([splitmix(1234567, 1n), splitmix(1234567, 2n)], known);
    for (const [seed, numbers] of Object.entries(seeds)) {
      const { X } = data.makeChessBoard({ samples: 1, squares: 1, seed: Number(seed) });
      assert.deepEqual([...X.data], numbers.map((n) => Number(n >> 11n) / 2 ** 53)); // prettier-ignore
    }
  });

  it('refuse data that would not fit into memory, before they make them', () =>
    fails(() => data.makeBlobs({ samples: 2 ** 40 }), {
      code: 'ERR_MEMORY_BUDGET',
      argument: 'samples',
    }));
});

describe('makeBlobs', () => {
  it('makes normal clouds around the centres', () => {
    const centers = [[0, 5], [10, -5]]; // prettier-ignore
    const { X, y } = data.makeBlobs({ samples: 4000, centers, clusterStd: [1, 3], seed: 3 });
    for (const c of [0, 1]) {
      const rows = rowsOf(X).filter((_, i) => y[i] === c);
      assert.equal(rows.length, 2000);
      for (const j of [0, 1]) {
        const off = rows.map((row) => (row[j] - centers[c][j]) / [1, 3][c]);
        close(off, 0, 'mean');
        close(off.map((z) => z ** 2), 1, 'variance'); // prettier-ignore
        close(off.map((z) => z ** 4), 3, 'fourth moment'); // prettier-ignore
        shares(off.map((z) => z < -1), 0.158655, 'tail'); // prettier-ignore
      }
    }
  });

  it('draws centres in a box, and shuffles unless told not to', () => {
    const { centers, X } = data.makeBlobs({ centers: 400, features: 3, centerBox: [2, 4] });
    assert.equal(X.cols, 3);
    close(centers.flat(), 3, 'centres');
    assert.ok(centers.flat().every((value) => value >= 2 && value < 4));
    assert.deepEqual([...data.makeBlobs({ samples: 6, shuffle: false }).y], [0, 0, 1, 1, 2, 2]);
    assert.notDeepEqual([...data.makeBlobs({ samples: 60 }).y], [...data.makeBlobs({ samples: 60, shuffle: false }).y]); // prettier-ignore
  });

  it('refuses options that do not match', async () => {
    const wrong = { centers: [[[1], [1, 2]], 0, []], clusterStd: [-1, [1]], centerBox: [[1, 0], 5], features: [0], shuffle: [1] }; // prettier-ignore
    for (const [argument, values] of Object.entries(wrong)) {
      for (const value of values)
        await fails(() => data.makeBlobs({ [argument]: value }), { code: 'ERR_OPTION', argument });
    }
  });
});

/* make_moons and make_circles of scikit-learn 1.2.1 with n_samples=7, shuffle=False. */
const moons = [[[1, 0], [0, 1], [-1, 0], [0, 0.5], [0.5, -0.366025403784], [1.5, -0.366025403784], [2, 0.5]], [0, 0, 0, 1, 1, 1, 1]]; // prettier-ignore
const circles = [[[1, 0], [-0.5, 0.866025403784], [-0.5, -0.866025403784], [0.8, 0], [0, 0.8], [-0.8, 0], [0, -0.8]], [0, 0, 0, 1, 1, 1, 1]]; // prettier-ignore
for (const [name, [points, labels]] of Object.entries({ makeMoons: moons, makeCircles: circles })) {
  describe(name, () => {
    it('has the points of scikit-learn', () => {
      const { X, y } = data[name]({ samples: 7, shuffle: false });
      assert.deepEqual([...y], labels);
      points.flat().forEach((value, k) => assert.ok(Math.abs(X.data[k] - value) < 1e-11));
    });
    it('has the requested noise', () => {
      const plain = data[name]({ samples: 4000, shuffle: false });
      const noisy = data[name]({ samples: 4000, shuffle: false, noise: 0.2 });
      const off = Array.from(noisy.X.data, (value, k) => value - plain.X.data[k]);
      close(off, 0, 'noise');
      close(off.map((z) => z ** 2), 0.04, 'its variance'); // prettier-ignore
    });
  });
}

describe('makeSpirals', () => {
  it('winds its arms around one another, evenly', async () => {
    const { X, y } = data.makeSpirals({ samples: 3000, arms: 3, turns: 2, seed: 1 });
    const radii = rowsOf(X).map(([a, b], i) => {
      const radius = Math.hypot(a, b);
      const angle = 2 * Math.PI * (2 * radius + y[i] / 3);
      assert.ok(Math.hypot(a - radius * Math.cos(angle), b - radius * Math.sin(angle)) < 1e-12);
      return radius;
    });
    close(radii.map((r) => r ** 2), 0.5, 'squared radius'); // prettier-ignore
    const few = data.makeSpirals({ samples: 300 });
    assert.equal(await (await new SVC({ C: 1e4, gamma: 30 }).fit(few.X, few.y)).score(few.X, few.y), 1); // prettier-ignore
  });
});

describe('makeChessBoard', () => {
  it('has squares of two colours', () => {
    const { X, y } = data.makeChessBoard({ samples: 4000, squares: 3 });
    rowsOf(X).forEach(([a, b], i) => {
      assert.ok(a >= 0 && a < 3 && b >= 0 && b < 3);
      assert.equal(y[i], (Math.trunc(a) + Math.trunc(b)) % 2 ? -1 : 1);
    });
    close([...X.data], 1.5, 'place');
    shares(Array.from(y, (label) => label > 0), 5 / 9, 'squares of 1'); // prettier-ignore
  });

  it('flips labels', () => {
    const plain = data.makeChessBoard({ samples: 4000 });
    const flipped = data.makeChessBoard({ samples: 4000, flip: 0.1 });
    assert.deepEqual(flipped.X, plain.X);
    shares(Array.from(plain.y, (label, i) => label !== flipped.y[i]), 0.1, 'flips'); // prettier-ignore
  });

  it('takes more support vectors with a narrower kernel (figure 6.2)', async () => {
    const { X, y } = data.makeChessBoard({ samples: 300, seed: 2 });
    const hard = (gamma) => new SVC({ C: Infinity, gamma }).fit(X, y);
    const [narrow, wide] = [await hard(50), await hard(2)];
    assert.ok(narrow.supportIndices.length > 1.5 * wide.supportIndices.length);
    assert.deepEqual([await narrow.score(X, y), await wide.score(X, y)], [1, 1]);
  });
});

describe('makeTwoGaussians', () => {
  const options = { means: [[2, 0, 1], [0, 1, 0]], covariance: [[2, 0.5, 0], [0.5, 1, -0.3], [0, -0.3, 1.5]] }; // prettier-ignore

  it('has the means and the covariance it is given', () => {
    const { X, y } = data.makeTwoGaussians({ ...options, samples: 20000, seed: 4 });
    const off = rowsOf(X).map((row, i) =>
      row.map((v, j) => v - options.means[y[i] > 0 ? 0 : 1][j]),
    );
    for (const j of [0, 1, 2]) {
      close(off.map((z) => z[j]), 0, 'mean'); // prettier-ignore
      for (const k of [0, 1, 2]) close(off.map((z) => z[j] * z[k]), options.covariance[j][k], 'covariance'); // prettier-ignore
    }
    shares(Array.from(y, (label) => label > 0), 0.5, 'prior'); // prettier-ignore
  });

  it('returns the Bayes rule and its error, for any prior', () => {
    for (const prior of [0.5, 0.8, 0.02]) {
      const made = data.makeTwoGaussians({ ...options, samples: 40000, prior, seed: 6 });
      const wrong = rowsOf(made.X).map((x, i) => made.bayesRule(x) !== made.y[i]);
      shares(wrong, made.bayesError, 'Bayes error');
      // The rule of the document: Sigma^-1 (mu+ - mu-) x - (...) / 2, moved by the odds.
      const back = options.covariance.map((row) => dot(row, made.weights));
      back.forEach((value, j) => assert.ok(Math.abs(value - (options.means[0][j] - options.means[1][j])) < 1e-12)); // prettier-ignore
    }
  });

  it('has the error Phi(-distance / 2), far out as well', () => {
    // scipy.stats.norm.cdf(-d / 2)
    const known = [[0, 0.5], [1, 0.3085375387259869], [2 * Math.SQRT2, 0.07864960352514258], [8, 3.1671241833119857e-05], [20, 7.619853024160527e-24]]; // prettier-ignore
    for (const [apart, error] of known) {
      const { bayesError, distance } = data.makeTwoGaussians({ means: [[apart], [0]], samples: 1 });
      assert.ok(Math.abs(distance - apart) < 1e-12);
      assert.ok(Math.abs(bayesError - error) <= 1e-13 * error, `${bayesError}, not ${error}`);
    }
    assert.ok(Math.abs(data.makeTwoGaussians({ means: [[1], [1]], prior: 0.9 }).bayesError - 0.1) < 1e-15); // prettier-ignore
  });

  it('lets a linear machine come close to the best rule', async () => {
    const train = data.makeTwoGaussians({ ...options, samples: 2000, seed: 1 });
    const test = data.makeTwoGaussians({ ...options, samples: 20000, seed: 2 });
    const model = await new LinearSVC({ C: 1 }).fit(train.X, train.y);
    const error = 1 - (await model.score(test.X, test.y));
    const sd = Math.sqrt((test.bayesError * (1 - test.bayesError)) / 20000);
    assert.ok(error > test.bayesError - 5 * sd && error < test.bayesError + 0.01 + 5 * sd, `${error}, best ${test.bayesError}`); // prettier-ignore
  });

  it('refuses matrices that are not covariances', async () => {
    for (const covariance of [[[1, 2], [2, 1]], [[1, 0], [1, 1]], [[1]], [[0, 0], [0, 1]], 1]) // prettier-ignore
      await fails(() => data.makeTwoGaussians({ covariance }), { code: 'ERR_OPTION', argument: 'covariance' }); // prettier-ignore
    for (const prior of [0, 1, 'x'])
      await fails(() => data.makeTwoGaussians({ prior }), { code: 'ERR_OPTION', argument: 'prior' }); // prettier-ignore
  });
});

describe('makeRipley', () => {
  const { X, y, bayesRule, bayesError } = data.makeRipley({ samples: 20000, seed: 2 });
  it('is a mixture of two clouds for each class', () => {
    const moments = [
      [-0.2, 0.3, 0.28],
      [0.05, 0.7, 0.1525],
    ]; // mean, mean, variance along x1
    for (const c of [0, 1]) {
      const rows = rowsOf(X).filter((_, i) => y[i] === c);
      const [a, b, v] = moments[c];
      close(rows.map(([x1]) => x1), a, 'x1'); // prettier-ignore
      close(rows.map(([, x2]) => x2), b, 'x2'); // prettier-ignore
      close(rows.map(([x1]) => (x1 - a) ** 2), v, 'variance of x1'); // prettier-ignore
      close(rows.map(([, x2]) => (x2 - b) ** 2), 0.03, 'variance of x2'); // prettier-ignore
    }
  });

  it('returns the Bayes error', async () => {
    // Half the integral of the smaller density, on a grid.
    const clouds = [[[-0.7, 0.3], [0.3, 0.3]], [[-0.3, 0.7], [0.4, 0.7]]]; // prettier-ignore
    const step = 0.01;
    let total = 0;
    for (let x = -2; x < 2; x += step) {
      for (let z = -1; z < 2; z += step) {
        const density = clouds.map((pair) => pair.reduce((s, [a, b]) => s + Math.exp(-((x - a) ** 2 + (z - b) ** 2) / 0.06), 0)); // prettier-ignore
        assert.equal(bayesRule([x, z]), Number(density[1] > density[0]));
        total += Math.min(...density);
      }
    }
    assert.ok(Math.abs((total * step ** 2) / (4 * 2 * Math.PI * 0.03) - bayesError) < 5e-5);
    shares(rowsOf(X).map((x, i) => bayesRule(x) !== y[i]), bayesError, 'Bayes error'); // prettier-ignore
    const train = data.makeRipley({ samples: 1000, seed: 3 });
    const model = await new SVC({ C: 1, gamma: 2 }).fit(train.X, train.y);
    const error = 1 - (await model.score(X, y));
    assert.ok(error > bayesError - 0.01 && error < bayesError + 0.02, `${error}`);
  });
});

describe('sets of Breiman', () => {
  const samples = 20000;
  const of = ({ X, y }, c) => rowsOf(X).filter((_, i) => y[i] === c);

  it('twonorm and ringnorm have the means and variances of their definitions', () => {
    for (const [make, means, variances] of [
      [data.makeTwonorm, [-2 / Math.sqrt(20), 2 / Math.sqrt(20)], [1, 1]],
      [data.makeRingnorm, [0, 2 / Math.sqrt(20)], [4, 1]],
    ]) {
      const made = make({ samples, seed: 3 });
      shares(Array.from(made.y, (c) => c === 1), 0.5, 'class 1'); // prettier-ignore
      for (const c of [0, 1]) {
        for (const j of [0, 7, 19]) {
          const column = of(made, c).map((row) => row[j]);
          close(column, means[c], 'mean');
          close(column.map((v) => (v - means[c]) ** 2), variances[c], 'variance'); // prettier-ignore
        }
        // Columns do not go together.
        close(of(made, c).map((row) => (row[0] - means[c]) * (row[1] - means[c])), 0, 'covariance'); // prettier-ignore
      }
    }
  });

  it('waveform has the means and variances of its definition', () => {
    const made = data.makeWaveform({ samples, seed: 4 });
    assert.equal(made.X.cols, 21);
    const peaks = [[11, 15], [11, 7], [15, 7]]; // prettier-ignore
    for (const c of [0, 1, 2]) {
      for (const point of [1, 7, 11, 13, 15, 21]) {
        const [a, b] = peaks[c].map((peak) => Math.max(6 - Math.abs(point - peak), 0));
        const column = of(made, c).map((row) => row[point - 1]);
        // A uniform share has the variance 1/12.
        close(column, (a + b) / 2, 'mean');
        close(column.map((v) => (v - (a + b) / 2) ** 2), 1 + (a - b) ** 2 / 12, 'variance'); // prettier-ignore
      }
    }
  });

  it('return the Bayes error, which is about what Breiman prints', () => {
    for (const [make, printed, away] of [
      [data.makeTwonorm, 0.023, 0.0005],
      [data.makeRingnorm, 0.013, 0.001],
      [data.makeWaveform, 0.14, 0.01],
    ]) {
      const { X, y, bayesRule, bayesError } = make({ samples, seed: 5 });
      assert.ok(Math.abs(bayesError - printed) < away, `${bayesError}`);
      shares(rowsOf(X).map((x, i) => bayesRule(x) !== y[i]), bayesError, 'Bayes error'); // prettier-ignore
    }
  });

  it('have the best rule: that of a wave is the largest of densities summed over shares', () => {
    const { X, bayesRule } = data.makeWaveform({ samples: 200, seed: 6 });
    const wave = (peak) => Array.from({ length: 21 }, (_, i) => Math.max(0, 6 - Math.abs(i + 1 - peak))); // prettier-ignore
    const pairs = [[11, 15], [11, 7], [15, 7]].map((pair) => pair.map(wave)); // prettier-ignore
    for (const x of rowsOf(X)) {
      const densities = pairs.map(([a, b]) => {
        let sum = 0;
        for (let u = 0.0005; u < 1; u += 0.001) sum += Math.exp(-x.reduce((far, v, j) => far + (v - u * a[j] - (1 - u) * b[j]) ** 2, 0) / 2); // prettier-ignore
        return sum;
      });
      assert.equal(bayesRule(x), densities.indexOf(Math.max(...densities)));
    }
    // Far away, where tails are small.
    assert.equal(bayesRule(wave(15).map((v) => 12 * v)), 0);
  });
});

describe('makeSinc', () => {
  it('is sin(x) / x at equal distances', () => {
    const { X, y } = data.makeSinc({ samples: 60 });
    assert.deepEqual([X.data[0], X.data[59], X.cols], [-10, 10, 1]);
    // The oracle in the specification of the regression tutorial adds 0.1 sin(7 i^2).
    assert.ok(Math.abs(y[0] - -0.0544021111) < 1e-10);
    assert.ok(Math.abs(y[1] + 0.1 * Math.sin(7) - 0.0414726657) < 1e-10);
    const { y: curve } = data.makeSinc({ samples: 5, range: [-1, 1], normalized: true });
    [0, 2 / Math.PI, 1, 2 / Math.PI, 0].forEach((v, i) =>
      assert.ok(Math.abs(curve[i] - v) < 1e-12),
    );
  });

  it('takes as many support vectors as computed for figures 3 and 4', async () => {
    const recipes = [
      [data.makeSinc(), 2, [8, 6, 4], [0.1375, 0.2007, 0.3513]],
      [data.makeSinc({ range: [-1, 1], normalized: true }), 0.5, [6, 4, 0], []],
    ];
    for (const [{ X, y }, sigma, counts, biases] of recipes) {
      for (const [i, epsilon] of [0.1, 0.2, 0.5].entries()) {
        const model = await new SVR({ C: 1, gamma: 1 / (2 * sigma ** 2), epsilon, tol: 1e-9 }).fit(X, y); // prettier-ignore
        assert.equal(model.supportIndices.length, counts[i], `sigma ${sigma}, epsilon ${epsilon}`);
        if (biases[i])
          assert.ok(Math.abs(model.intercept - biases[i]) < 1e-3, `${model.intercept}`);
      }
    }
  });

  it('has the requested noise', () => {
    const plain = data.makeSinc({ samples: 4000 });
    const noisy = data.makeSinc({ samples: 4000, noise: 0.3, seed: 5 });
    const off = Array.from(noisy.y, (value, i) => value - plain.y[i]);
    close(off, 0, 'noise');
    close(off.map((z) => z ** 2), 0.09, 'its variance'); // prettier-ignore
  });
});

describe('makeOrdinalSquare', () => {
  const { X, y, trueRanks } = data.makeOrdinalSquare({ samples: 20000, seed: 1 });
  it('ranks by 10 (x1 - 0.5) (x2 - 0.5)', () => {
    rowsOf(X).forEach(([a, b], i) => {
      const utility = 10 * (a - 0.5) * (b - 0.5);
      const rank = [-1, -0.1, 0.25, 1, Infinity].findIndex((end) => utility <= end) + 1;
      if (Math.min(...[-1, -0.1, 0.25, 1].map((end) => Math.abs(utility - end))) > 1e-9)
        assert.equal(trueRanks[i], rank);
    });
    close([...X.data], 0.5, 'place');
    close(Array.from(X.data, (v) => v ** 2), 1 / 3, 'its square'); // prettier-ignore
  });

  it('has the noise of both readings of the document, with the shares of the specification', () => {
    const changed = (ranks, truth) =>
      mean(Array.from(ranks, (rank, i) => Number(rank !== truth[i])));
    const other = data.makeOrdinalSquare({ samples: 20000, noise: Math.sqrt(0.125), seed: 1 });
    // Shares of 20000, and figures that are rounded to a tenth of a percent.
    assert.ok(Math.abs(changed(y, trueRanks) - 0.152) < 5 * 0.0026 + 0.0005);
    assert.ok(Math.abs(changed(other.y, other.trueRanks) - 0.377) < 5 * 0.0035 + 0.0005);
    for (const [ranks, truth, expected] of [
      [y, trueRanks, 0.085],
      [other.y, other.trueRanks, 0.193],
    ]) {
      // prettier-ignore
      let [pairs, differ, inverted] = [0, 0, 0];
      for (let i = 0; i < 10000; i++) {
        const j = i + 10000; // independent pairs
        pairs++;
        if (ranks[i] === ranks[j]) continue;
        differ++;
        inverted += Number((ranks[i] - ranks[j]) * (truth[i] - truth[j]) <= 0);
      }
      if (expected === 0.085) assert.ok(Math.abs(differ / pairs - 0.773) < 5 * 0.0042 + 0.0005);
      const scaled = inverted / differ;
      assert.ok(Math.abs(scaled - expected) < 5 * Math.sqrt(scaled / differ) + 0.0005, `${scaled}`);
    }
  });
});

describe('makeCubicOrdinal', () => {
  it('orders y as (w x)^3 + noise, at intervals of chi squared', () => {
    const { X, y, latent, weights } = data.makeCubicOrdinal({ samples: 4000, seed: 2 });
    assert.deepEqual([X.cols, weights.length], [5, 5]);
    const order = [...latent.keys()].sort((i, j) => latent[i] - latent[j]);
    const intervals = order.map((i, k) => y[i] - (k > 0 ? y[order[k - 1]] : 0));
    assert.ok(intervals.every((interval) => interval > 0));
    close(intervals, 5, 'mean interval');
    close(intervals.map((v) => (v - 5) ** 2), 10, 'variance of intervals'); // prettier-ignore
    const noise = rowsOf(X).map((x, i) => latent[i] - dot(weights, x) ** 3);
    close(noise, 0, 'noise');
    close(noise.map((e) => e ** 2), 0.25, 'variance of the noise'); // prettier-ignore
    close([...X.data].map((v) => v ** 2), 1, 'variance of x'); // prettier-ignore
    const again = data.makeCubicOrdinal({ samples: 10, weights, seed: 9 });
    assert.deepEqual(again.weights, weights);
  });

  it("gives the document's machine the rank correlation of the specification", () => {
    // oMAM, in closed form: f(x) = sum r_i x_i'x with r_i = sum_j sign(y_i - y_j).
    const sign = (y, i) => y.reduce((sum, other) => sum + Math.sign(y[i] - other), 0);
    for (const [noise, expected] of [
      [0.25, 0.825],
      [0.5, 0.807],
    ]) {
      // prettier-ignore
      const taus = Array.from({ length: 40 }, (_, run) => {
        const train = data.makeCubicOrdinal({ noise, seed: 2 * run });
        const { weights } = train;
        const test = data.makeCubicOrdinal({ samples: 250, noise, weights, seed: 2 * run + 1 });
        const rows = rowsOf(train.X);
        const w = weights.map((_w, j) => rows.reduce((sum, x, i) => sum + sign(train.y, i) * x[j], 0)); // prettier-ignore
        const f = rowsOf(test.X).map((x) => dot(w, x));
        let agree = 0;
        for (let i = 0; i < 250; i++) for (let j = 0; j < i; j++) agree += Math.sign((f[i] - f[j]) * (test.y[i] - test.y[j])); // prettier-ignore
        return agree / ((250 * 249) / 2);
      });
      // Both means are of 40 runs, so the error of their difference is larger by sqrt(2).
      const sd = Math.sqrt(mean(taus.map((tau) => (tau - mean(taus)) ** 2)) / 20);
      assert.ok(Math.abs(mean(taus) - expected) < 4 * sd, `${mean(taus)} +- ${sd}`);
    }
  });
});

describe('makeTwentyOnePoints', () => {
  const { X, y } = data.makeTwentyOnePoints();
  it('cannot be separated by a threshold: the best one makes 5 errors', () => {
    assert.deepEqual([...X.data], [...Array(21).keys()].map((i) => i - 10)); // prettier-ignore
    let best = 21;
    for (let end = -10.5; end < 11; end++)
      for (const side of [-1, 1])
        best = Math.min(best, X.data.filter((x, i) => side * Math.sign(x - end) !== y[i]).length);
    assert.equal(best, 5);
  });

  it('is separated in (x, x^2) by 0.4 x^2 - 2.6, with 4 support vectors', async () => {
    const lifted = Array.from(X.data, (x) => [x, x ** 2]);
    const model = await new SVC({ C: Infinity, kernel: 'linear', tol: 1e-9 }).fit(lifted, y);
    assert.equal(await model.score(lifted, y), 1);
    assert.ok(Math.abs(model.objective + 0.08) < 1e-6, `objective ${model.objective}`);
    assert.ok(Math.abs(model.intercept[0] + 2.6) < 1e-4, `intercept ${model.intercept}`);
    assert.deepEqual([...model.supportIndices].sort((a, b) => a - b), [7, 8, 12, 13]); // prettier-ignore
  });
});

describe('makeThreeBalls', () => {
  const { X, y, weights } = data.makeThreeBalls();
  const rows = rowsOf(X);
  it('has 40, 20 and 40 points, which the weights separate', () => {
    assert.deepEqual([1, 2, 3].map((c) => y.filter((label) => label === c).length), [40, 20, 40]); // prettier-ignore
    let margin = Infinity;
    rows.forEach((x, i) => {
      const scores = weights.map((w) => dot(w, x));
      const own = scores[y[i] - 1];
      scores.forEach((score, c) => {
        if (c !== y[i] - 1) margin = Math.min(margin, own - score);
      });
    });
    assert.ok(margin >= 0.203, `${margin}`);
    assert.ok(rows.every(([a, b], i) => Math.hypot(a - (2 * y[i] - 4), b - 2) <= 0.5));
  });

  it('has a class that no line separates from the rest: all of it is predicted as the rest', async () => {
    const second = Int32Array.from(y, (label) => (label === 2 ? 1 : -1));
    const line = await new LinearSVC({ C: 100, loss: 'hinge' }).fit(X, second);
    assert.equal(await line.score(X, second), 0.8);
    const pairs = await new SVC({ kernel: 'linear', C: 100 }).fit(X, y);
    assert.equal(await pairs.score(X, y), 1);
  });
});

describe('makeBaskets', () => {
  it('is separated with margin 1 by the wanted items, whatever else there is', async () => {
    const { X, y, baskets, wanted } = data.makeBaskets({ samples: 1000, items: 50, wanted: 4, size: 6, seed: 3 }); // prettier-ignore
    assert.equal(new Set(wanted).size, 4);
    baskets.forEach((basket, i) => {
      assert.ok(basket.length >= 1 && basket.length <= 6 && new Set(basket).size === basket.length);
      assert.deepEqual([...X.indices.subarray(X.indptr[i], X.indptr[i + 1])], basket);
      const score = 2 * basket.filter((item) => wanted.includes(item)).length - 1;
      assert.ok(y[i] * score >= 1);
    });
    assert.ok(X.data.every((value) => value === 1));
    shares(Array.from(y, (label) => label > 0), 0.5, 'classes'); // prettier-ignore
    close(baskets.map(({ length }) => length), 3.5, 'size'); // prettier-ignore
    const model = await new LinearSVC({ C: 100 }).fit(X, y);
    assert.equal(await model.score(X, y), 1);
  });

  it('refuses more wanted items than there are', () =>
    fails(() => data.makeBaskets({ items: 12, wanted: 5, size: 8 }), {
      code: 'ERR_OPTION',
      argument: 'items',
    }));
});

describe('makeVirusSignature', () => {
  it('has the signature in the strings of class 1 and in no other', () => {
    for (const options of [
      {},
      { alphabet: 'ab', signature: 'aa', length: 30 },
      { signature: 'zz' },
      { alphabet: '😀🙂', signature: '😀' },
    ]) {
      // prettier-ignore
      const { X, y, signature } = data.makeVirusSignature({ samples: 500, seed: 2, ...options });
      X.forEach((text, i) => assert.equal(text.includes(signature) ? 1 : -1, y[i]));
      shares(Array.from(y, (label) => label > 0), 0.5, 'classes'); // prettier-ignore
      const least = [...signature].length;
      close(X.map((text) => [...text].length), (least + (options.length ?? 50)) / 2, 'length'); // prettier-ignore
    }
  });

  it('refuses strings shorter than their signature', () =>
    fails(() => data.makeVirusSignature({ signature: 'abc', length: 2 }), {
      code: 'ERR_OPTION',
      argument: 'length',
    }));
});
