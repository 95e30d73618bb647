/** maxmargin/metrics: against scikit-learn and scipy, the documents' numbers, and slow loops. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';

import { fails } from './support/faults.mjs';
import { metrics } from './support/pure.mjs';

const { classificationReport, explainedVarianceScore, matthewsCorrcoef } = metrics;
const { meanAbsolutePercentageError, meanPinballLoss, medianAbsoluteError } = metrics;
const { topKAccuracyScore } = metrics;
const { accuracyScore, averagePrecisionScore, balancedAccuracyScore, breakEven } = metrics;
const { cohenKappaScore, dcgScore, f1Score, fbetaScore, inversionRate, kendallLoss } = metrics;
const { kendallTau, meanAbsoluteError, ndcgScore, precisionAtK, precisionScore } = metrics;
const { preferenceRisk, rankPositions, rankingLoss, recallAtK, recallScore, rocAucScore } = metrics;
const { scaledPreferenceRisk, spearman, specificityScore, zeroOneLoss } = metrics;

const golden = JSON.parse(readFileSync(new URL('golden/measures.json', import.meta.url), 'utf8'));

/** Equal to a few last bits, one number or several. */
function near(actual, expected, told) {
  if (typeof expected !== 'number') {
    assert.equal(actual.length, expected.length, told);
    expected.forEach((value, i) => near(actual[i], value, `${told} [${i}]`));
    return;
  }
  const off = Math.abs(actual - expected);
  assert.ok(off <= 1e-12 * Math.max(1, Math.abs(expected)), `${told}: ${actual}, ${expected}`);
}

describe(`measures, as scikit-learn ${golden['scikit-learn']} and scipy ${golden.scipy} have them`, () => {
  for (const { name, y, predicted, sampleWeight, ...expected } of golden.classes) {
    it(`of ${name}`, () => {
      for (const measure of [
        'accuracyScore',
        'zeroOneLoss',
        'balancedAccuracyScore',
        'matthewsCorrcoef',
      ])
        near(metrics[measure](y, predicted, { sampleWeight }), expected[measure], measure);
      const adjusted = balancedAccuracyScore(y, predicted, { sampleWeight, adjusted: true });
      near(adjusted, expected.adjusted, 'adjusted');
      for (const [weights, value] of Object.entries(expected.cohenKappaScore)) {
        const given = weights === 'None' ? {} : { weights };
        near(cohenKappaScore(y, predicted, { sampleWeight, ...given }), value, `kappa ${weights}`);
      }
      for (const measure of ['precisionScore', 'recallScore', 'f1Score', 'fbetaScore']) {
        for (const [average, value] of Object.entries(expected[measure])) {
          const settings = { sampleWeight, average: average === 'None' ? 'none' : average };
          if (measure === 'fbetaScore') settings.beta = 2;
          near(metrics[measure](y, predicted, settings), value, `${measure} ${average}`);
        }
      }
    });
  }

  // A row of another class that is taken for a chosen one counted as no mistake.
  for (const { name, y, predicted, sampleWeight, chosen } of golden.classes) {
    it(`of chosen classes among ${name}`, () => {
      const { labels, ...expected } = chosen;
      const report = classificationReport(y, predicted, { labels, sampleWeight });
      const all = ['precision', 'recall', 'f1', 'support'];
      for (const [average, values] of Object.entries(expected)) {
        if (average === 'None') {
          all.forEach((what, at) => {
            const own = report.classes.map((scores) => scores[what]);
            near(own, values[at], `${what} of each`);
          });
          assert.deepEqual(
            report.classes.map(({ label }) => label),
            labels,
          );
          continue;
        }
        all.slice(0, 3).forEach((what, at) => {
          near(report[average][what], values[at], `${average} ${what}`);
        });
        const measures = [precisionScore, recallScore, f1Score];
        measures.forEach((measure, at) => {
          const value = measure(y, predicted, { labels, sampleWeight, average });
          near(value, values[at], `${average} ${measure.name}`);
        });
      }
      near(report.accuracy, accuracyScore(y, predicted, { sampleWeight }), 'accuracy');
    });
  }

  for (const { name, y, scores, sampleWeight, ...expected } of golden.decisions) {
    it(`of scores of ${name}`, () => {
      for (const [k, value] of Object.entries(expected.topKAccuracyScore))
        near(topKAccuracyScore(y, scores, { k: +k, sampleWeight }), value, `top ${k}`);
      for (const [how, value] of Object.entries(expected.rocAucScore)) {
        const [multiClass, average] = how.split(' ');
        near(rocAucScore(y, scores, { multiClass, average, sampleWeight }), value, how);
      }
    });
  }

  it('a report is a table as text', () => {
    const [y, predicted] = [
      ['cat', 'dog', 'cat', 'eel'],
      ['cat', 'cat', 'cat', 'eel'],
    ];
    const report = classificationReport(y, predicted);
    const lines = String(report).split('\n');
    assert.match(lines[0], /^ +precision +recall +f1 +support$/);
    assert.match(lines[1], /^ +cat +0\.67 +1\.00 +0\.80 +2$/);
    assert.match(lines[5], /^ +micro average +0\.75 +0\.75 +0\.75 +4$/);
    assert.equal(new Set(lines.filter(Boolean).map((line) => line.length)).size, 1);
    assert.equal(JSON.parse(JSON.stringify(report)).accuracy, 0.75);
    const [weighted] = [classificationReport(y, predicted, { sampleWeight: [1, 0.5, 1, 1] })];
    assert.match(String(weighted), /cat +0\.80 +1\.00 +0\.89 +2\n/);
    assert.match(String(weighted), /dog +0\.00 +0\.00 +0\.00 +0\.5\n/);
  });

  it('undefined cases have stated values', async () => {
    assert.equal(matthewsCorrcoef([1, 1, 1], [1, 1, 1]), 0);
    assert.equal(matthewsCorrcoef([1, 2, 1], [1, 1, 1]), 0);
    assert.equal(explainedVarianceScore([1, 1], [2, 2]), 1);
    assert.equal(explainedVarianceScore([1, 1], [2, 3]), 0);
    assert.equal(meanAbsolutePercentageError([0], [1]), 2 ** 52);
    assert.ok(Number.isNaN(medianAbsoluteError([1], [2], { sampleWeight: [0] })));
    await fails(() => meanPinballLoss([1], [1], { alpha: 2 }), {
      code: 'ERR_OPTION',
      message: /alpha must be/,
    });
    await fails(() => topKAccuracyScore([0, 1], [1, 2], { k: 0 }), {
      code: 'ERR_OPTION',
      message: /k must be/,
    });
    await fails(() => topKAccuracyScore([0, 1, 2], [1, 2, 3]), {
      code: 'ERR_SHAPE',
      message: /3 classes/,
    });
    await fails(() => rocAucScore([0, 1], [1, 2], { multiClass: 'all' }), {
      code: 'ERR_TYPE',
      message: /multiClass/,
    });
  });

  for (const { name, y, predicted, positions, ...expected } of golden.orders) {
    it(`of orders with ${name}`, () => {
      near(kendallTau(y, predicted), expected.kendallTau, 'kendallTau');
      near(spearman(y, predicted), expected.spearman, 'spearman');
      near(rankPositions(predicted), positions, 'rankPositions');
    });
  }

  for (const { name, y, scores, values } of golden.gains) {
    it(`of gains with ${name}`, () => {
      for (const { k, ...expected } of values) {
        near(dcgScore(y, scores, { k: k ?? undefined }), expected.dcgScore, `dcg ${k}`);
        near(ndcgScore(y, scores, { k: k ?? undefined }), expected.ndcgScore, `ndcg ${k}`);
      }
    });
  }

  for (const { name, y, predicted, sampleWeight, ...expected } of golden.distances) {
    it(`of ${name}`, () => {
      for (const [measure, value] of Object.entries(expected))
        near(metrics[measure](y, predicted, { sampleWeight }), value, measure);
    });
  }
});

describe('numbers of the documents', () => {
  const list = { scores: [2, 1, 6, -1, 0.5], y: [3, 2, 1, 0, 4] };
  const two = { scores: [2, 0.5, -0.3, -1.2, 0.1], y: [1, -1, 1, -1, -1] };
  two.predicted = two.scores.map((score) => (score > 0 ? 1 : -1));

  it('Shalev-Shwartz and Ben-David, 17.4: positions, Kendall loss, gains', () => {
    assert.deepEqual([...rankPositions(list.scores)], [4, 3, 5, 1, 2]);
    assert.equal(kendallLoss(list.y, list.scores), 0.5);
    assert.equal(rankingLoss(list.y, list.scores), 1);
    near(dcgScore(list.y, list.scores, { k: 3 }), 2 + 3 * (1 / Math.log2(3)), 'G(f, y)');
    assert.ok(Math.abs(dcgScore(list.y, list.scores, { k: 3 }) - 3.8927893) < 5e-8);
    assert.ok(Math.abs(dcgScore(list.y, list.y, { k: 3 }) - 6.8927893) < 5e-8);
    assert.ok(Math.abs(1 - ndcgScore(list.y, list.scores, { k: 3 }) - 0.4352374) < 5e-8);
  });

  it('the same, 17.5: F1, F2, sensitivity and specificity', () => {
    const { y, predicted } = two;
    near(1 - f1Score(y, predicted), 0.6, 'F1');
    near(1 - fbetaScore(y, predicted, { beta: 2 }), 6 / 11, 'F2');
    const both = (recallScore(y, predicted) + specificityScore(y, predicted)) / 2;
    near(1 - both, 7 / 12, 'averaged');
    near(balancedAccuracyScore(y, predicted), both, 'balanced accuracy');
    near(zeroOneLoss(y, predicted), 3 / 5, '0-1');
  });
});

/** Pairs counted one by one. */
function slowly(y, f) {
  const m = y.length;
  const counts = { wrong: 0, different: 0, concordant: 0, discordant: 0, signs: 0, ordered: 0 };
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      const [s, t] = [Math.sign(y[i] - y[j]), Math.sign(f[i] - f[j])];
      if (s !== 0 && t !== s) counts.ordered++;
      if (i >= j) continue;
      if (s !== t) counts.signs++;
      if (s !== 0) counts.different++;
      if (s !== 0 && t !== s) counts.wrong++;
      if (s * t > 0) counts.concordant++;
      if (s * t < 0) counts.discordant++;
    }
  }
  return counts;
}

describe('orders', () => {
  const ranks = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -4, max: 4 })),
    {
      minLength: 2,
      maxLength: 30,
    },
  );

  it('count every pair', () => {
    fc.assert(
      fc.property(ranks, (pairs) => {
        const [y, f] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
        const { wrong, different, concordant, discordant, signs, ordered } = slowly(y, f);
        const all = (y.length * (y.length - 1)) / 2;
        near(preferenceRisk(y, f), ordered / y.length ** 2, 'preferenceRisk');
        near(preferenceRisk(y, f), (2 * wrong) / y.length ** 2, 'over unordered pairs');
        near(kendallLoss(y, f), signs / all, 'kendallLoss');
        near(kendallTau(y, f, { variant: 'a' }), (concordant - discordant) / all, 'tau a');
        if (different === 0) assert.ok(Number.isNaN(inversionRate(y, f)));
        else near(inversionRate(y, f), wrong / different, 'inversionRate');
      }),
    );
  });

  it('without ties the inversion rate is (1 - tau)/2', () => {
    const distinct = fc.uniqueArray(fc.double({ noNaN: true, min: -9, max: 9 }), {
      minLength: 2,
      maxLength: 40,
      comparator: (a, b) => a === b,
    });
    fc.assert(
      fc.property(distinct, (f) => {
        const y = f.map((_, i) => i);
        near(inversionRate(y, f), (1 - kendallTau(y, f)) / 2, 'rate');
        near(kendallTau(y, f), kendallTau(y, f, { variant: 'a' }), 'both variants');
      }),
    );
  });

  it('the scaled risk is the inversion rate, or takes the share of the population', () => {
    const [y, f] = [
      [1, 2, 2, 3],
      [1, 3, 2, 2],
    ];
    assert.equal(scaledPreferenceRisk(y, f), inversionRate(y, f));
    near(scaledPreferenceRisk(y, f, { different: 0.5 }), 2 * preferenceRisk(y, f), 'population');
  });

  it('of a hundred thousand samples are counted by sorting', () => {
    const y = Float64Array.from({ length: 100_000 }, (_, i) => i);
    assert.equal(kendallTau(y, y.slice().reverse()), -1);
    assert.equal(inversionRate(y, y), 0);
  });

  it('have documented values where they are not defined', () => {
    assert.ok(Number.isNaN(kendallTau([1], [1])));
    assert.ok(Number.isNaN(kendallTau([1, 1], [1, 2])));
    assert.ok(Number.isNaN(spearman([1, 2], [3, 3])));
    assert.equal(ndcgScore([0, 0], [1, 2]), 0);
  });

  it('a list of one row has no order: it does not count, as scikit-learn refuses it', () => {
    assert.ok(Number.isNaN(ndcgScore([3], [1])));
    assert.ok(Number.isNaN(ndcgScore([], [])));
    assert.ok(Number.isNaN(ndcgScore([1, 2], [1, 2], { groups: ['a', 'b'] })));
    const two = ndcgScore([2, 3], [3, 2]);
    assert.equal(ndcgScore([1, 2, 3], [1, 3, 2], { groups: ['a', 'b', 'b'] }), two);
    assert.equal(dcgScore([3], [1]), 3);
  });

  it('equal numbers have no variance, whatever the rounding of their mean', () => {
    const tenths = new Array(10).fill(0.1); // whose sum is not 1
    assert.equal(metrics.r2Score(tenths, tenths), 1);
    assert.equal(metrics.r2Score(tenths, tenths.map(() => 0.101)), 0); // prettier-ignore
    const sampleWeight = tenths.map((_, i) => i % 3);
    const but = tenths.map((value, i) => (i % 3 ? value : i)); // rows of no weight
    assert.equal(metrics.r2Score(but, tenths.map(() => 0.101), { sampleWeight }), 0); // prettier-ignore
  });

  it('nothing is undefined, and no perfect score', () => {
    const numbers = [meanAbsoluteError, medianAbsoluteError, metrics.maxError, metrics.r2Score];
    const classes = [accuracyScore, balancedAccuracyScore, matthewsCorrcoef, cohenKappaScore];
    for (const measure of [...numbers, ...classes, zeroOneLoss, kendallTau, spearman]) {
      assert.ok(Number.isNaN(measure([], [])), measure.name);
    }
    for (const average of ['macro', 'micro', 'weighted']) {
      assert.ok(Number.isNaN(f1Score([], [], { average })), average);
    }
    const { classes: none, accuracy, micro } = classificationReport([], []);
    assert.deepEqual([none, accuracy, micro.f1, micro.support], [[], NaN, NaN, 0]);
    assert.equal(matthewsCorrcoef(['a', 'a'], ['a', 'a']), 0);
  });
});

describe('scores', () => {
  const y = [1, 0, 1, 1, 0, 0];
  const scores = [6, 5, 4, 3, 2, 1];

  it('count the first k rows', () => {
    assert.equal(precisionAtK(y, scores, 2), 1 / 2);
    assert.equal(recallAtK(y, scores, 2), 1 / 3);
    assert.equal(precisionAtK(y, scores, 6), 1 / 2);
    assert.equal(recallAtK(y, scores, 6), 1);
    near(breakEven(y, scores), 2 / 3, 'breakEven');
    near(breakEven(y, scores), precisionAtK(y, scores, 3), 'as many as there are positives');
  });

  it('of equal scores stand for every order of their rows', () => {
    const tied = [9, 5, 5, 5, 5, 1];
    const every = permutations([5, 6, 7, 8]).map((four) => precisionAtK(y, [9, ...four, 1], 3));
    near(precisionAtK(y, tied, 3), every.reduce((s, v) => s + v, 0) / every.length, 'mean');
    assert.ok(new Set(every).size > 1);
  });

  it('have the areas of the curves', () => {
    assert.equal(rocAucScore(y, scores), metrics.rocCurve(y, scores).curves[0].auc);
    const { averagePrecision } = metrics.precisionRecallCurve(y, scores).curves[0];
    assert.equal(averagePrecisionScore(y, scores), averagePrecision);
  });
});

function permutations([first, ...rest]) {
  if (rest.length === 0) return [[first]];
  return permutations(rest).flatMap((one) =>
    Array.from({ length: one.length + 1 }, (_, at) => [
      ...one.slice(0, at),
      first,
      ...one.slice(at),
    ]),
  );
}

describe('rows of a single class', () => {
  it('are measured like others', () => {
    assert.equal(accuracyScore(['a', 'a'], ['a', 'a']), 1);
    assert.equal(zeroOneLoss([1, 1], [1, 1]), 0);
    assert.equal(balancedAccuracyScore([1, 1], [1, 1]), 1);
    assert.equal(recallScore([1, 1], [1, 1], { average: 'macro' }), 1);
    assert.equal(f1Score([1, 1], [1, 1], { positive: 1 }), 1);
    assert.ok(Number.isNaN(cohenKappaScore([1, 1], [1, 1])));
    assert.deepEqual([...metrics.confusionMatrix(['a'], ['a']).matrix], [1]);
  });
});

describe('ranks', () => {
  it('have mean absolute errors of each', () => {
    const [y, f] = [
      [1, 1, 1, 2, 3, 3],
      [1, 1, 2, 3, 1, 3],
    ];
    near(meanAbsoluteError(y, f), 4 / 6, 'all');
    near(meanAbsoluteError(y, f, { average: 'macro' }), (1 / 3 + 1 + 1) / 3, 'macro');
    assert.equal(meanAbsoluteError(y, f, { average: 'worst' }), 1);
    const many = Float64Array.from({ length: 100_000 }, (_, i) => i); // a rank for each sample
    assert.equal(meanAbsoluteError(many, many, { average: 'macro' }), 0);
    const sampleWeight = [1, 1, 1, 0, 1, 1];
    near(meanAbsoluteError(y, f, { average: 'macro', sampleWeight }), (1 / 3 + 1) / 2, 'weighted');
  });
});

describe('lists', () => {
  it('are the groups of a column', () => {
    const y = [3, 1, 0, 2, 0, 1];
    const scores = [1, 2, 3, 3, 2, 1];
    const groups = ['a', 'b', 'a', 'b', 'a', 'b'];
    const of = (name) => groups.flatMap((group, i) => (group === name ? [i] : []));
    const each = ['a', 'b'].map((name) =>
      ndcgScore(
        of(name).map((i) => y[i]),
        of(name).map((i) => scores[i]),
        { gain: 'exponential' },
      ),
    );
    near(ndcgScore(y, scores, { groups, gain: 'exponential' }), (each[0] + each[1]) / 2, 'mean');
  });

  it('take discounts of their own', () => {
    assert.equal(dcgScore([1, 2, 4], [3, 2, 1], { discount: (at) => 4 - at }), 3 + 4 + 4);
  });
});

describe('wrong uses of measures', () => {
  const y = [1, 2, 3];
  const wrong = {
    'lists of different lengths': [
      () => kendallTau(y, [1, 2]),
      'ERR_SHAPE',
      'predicted',
      [/2/, /3/],
    ],
    'values that are no numbers': [() => kendallTau(y, ['1', '2', '3']), 'ERR_TYPE', 'predicted'],
    NaN: [() => inversionRate(y, [1, NaN, 2]), 'ERR_NONFINITE', 'predicted', [/predicted\[1\]/]],
    'a variant that is none': [() => kendallTau(y, y, { variant: 'c' }), 'ERR_TYPE', 'variant'],
    'a setting that is none': [
      () => f1Score(y, y, { avrage: 'macro' }),
      'ERR_OPTION_UNKNOWN',
      'avrage',
      [/average/],
    ],
    'three classes without an average': [
      () => precisionScore(y, y),
      'ERR_OPTION',
      'average',
      [/macro/],
    ],
    'a positive class that is none': [
      () => recallScore(y, y, { positive: 4 }),
      'ERR_OPTION',
      'positive',
    ],
    'a positive class beside an average': [
      () => recallScore(y, y, { positive: 1, average: 'macro' }),
      'ERR_OPTION',
      'positive',
    ],
    'no beta': [() => fbetaScore(y, y, { average: 'macro' }), 'ERR_OPTION', 'beta'],
    'an average that is none': [() => f1Score(y, y, { average: 'mean' }), 'ERR_TYPE', 'average'],
    'weights of a kappa that are none': [
      () => cohenKappaScore(y, y, { weights: 'cubic' }),
      'ERR_TYPE',
      'weights',
    ],
    'negative relevance': [() => ndcgScore([1, -1], [1, 2]), 'ERR_OPTION', 'y', [/y\[1\]/]],
    'k of 0': [() => ndcgScore(y, y, { k: 0 }), 'ERR_OPTION', 'k'],
    'a k above the rows': [() => precisionAtK([0, 1], [1, 2], 3), 'ERR_OPTION', 'k', [/2 rows/]],
    'weights beside k': [
      () => precisionAtK([0, 1], [1, 2], 1, { sampleWeight: [1, 2] }),
      'ERR_OPTION_UNKNOWN',
      'sampleWeight',
    ],
    'a share above 1': [
      () => scaledPreferenceRisk(y, y, { different: 2 }),
      'ERR_OPTION',
      'different',
    ],
    'a promise of labels': [
      () => accuracyScore([0, 1], Promise.resolve([0, 1])),
      'ERR_TYPE',
      'predicted',
      [/got a promise; await it$/],
    ],
    'labels of another type': [
      () => accuracyScore([0, 1, 1], ['0', '1', '1']),
      'ERR_TYPE',
      'predicted',
      [/^predicted\[0\] is '0', but the labels are numbers/],
    ],
    'numbers for booleans': [
      () => accuracyScore([true, false], [1, 0]),
      'ERR_TYPE',
      'predicted',
      [/^predicted\[0\] is 1, but the labels are booleans/],
    ],
    'a label that is missing': [
      () => f1Score([0, 1, 1], [0, undefined, 1]),
      'ERR_TYPE',
      'predicted',
      [/^predicted\[1\] is undefined/],
    ],
    'a true label that is missing': [
      () => f1Score([0, null, 1], [0, 1, 1]),
      'ERR_TYPE',
      'y',
      [/^y\[1\] is null/],
    ],
    'one of several labels of another type': [
      () => accuracyScore([['a', 'b'], ['b']], [['a'], ['b', 1]]),
      'ERR_TYPE',
      'predicted[1]',
      [/^predicted\[1\]\[1\] is 1, but the labels are strings/],
    ],
    'negative weights': [
      () => accuracyScore(y, y, { sampleWeight: [1, -1, 1] }),
      'ERR_WEIGHT',
      'sampleWeight',
    ],
  };
  for (const [name, [call, code, argument, message]] of Object.entries(wrong))
    it(name, () => fails(call, { code, argument, message }));
});

describe('measures of no rows', () => {
  it('say that y has no class, not that it has the class undefined', async () => {
    const { brierScoreLoss, calibrationCurve, logLoss } = metrics;
    for (const measure of [
      rocAucScore,
      averagePrecisionScore,
      breakEven,
      brierScoreLoss,
      calibrationCurve,
      logLoss,
      precisionAtK,
      recallAtK,
      topKAccuracyScore,
    ]) {
      const refused = { code: 'ERR_ONE_CLASS', argument: 'y', message: /^y has no class;/ };
      await fails(() => measure([], []), refused);
    }
    for (const measure of [f1Score, precisionScore, recallScore, specificityScore])
      await fails(() => measure([], []), { code: 'ERR_OPTION', message: /of no rows/ });
  });
});
