/** Bounds by the mean of the margins and Rademacher complexity. */
import { bound } from './bound.js';
import * as known from './conditions.js';

/**
 * The empirical Rademacher complexity of the functions with |w| <= 1, or the bound for it by the
 * trace of the Gram matrix, 2/n sqrt(trace) <= 2 largest / sqrt(n).
 * @param {{n: number, largest: number, rademacher?: number}} given
 */
const complexity = ({ n, largest, rademacher }) => rademacher ?? (2 * largest) / Math.sqrt(n);

/**
 * 3 sqrt(2 ln(2/delta)/n).
 * @param {{n: number, delta: number}} given
 * @param {(x: number) => number} log
 */
const deviation = ({ n, delta }, log) => 3 * Math.sqrt((2 * log(2 / delta)) / n);

/** @type {readonly [string, (given: {largest: number}) => boolean]} */
const largestAbove0 = ['largest > 0', ({ largest }) => largest > 0];

const unit = '|w| <= 1, and the function has no constant';

/** Lemma 2, (12): R_n + 3 B sqrt(2 ln(2/delta)/n). */
export const averageMarginDeviation = bound({
  title: 'averageMarginDeviation',
  kind: 'number',
  quantity: 'how far the expected margin is below the mean of the training margins',
  source: `${known.averages}, Lemma 2, (12)`,
  formula: 'rademacher + 3 largest sqrt(2 ln(2 / delta) / n)',
  needs: ['n', 'largest'],
  takes: { rademacher: undefined, delta: 0.05 },
  base: 'e',
  conditions: [known.independent, unit, largestAbove0],
  terms: (given, log) => ({
    rademacher: complexity(given),
    deviation: given.largest * deviation(given, log),
  }),
  most: ({ largest }) => 2 * largest,
});

/** @type {readonly [string, (given: {averageMargin: number, largest: number}) => boolean]} */
const marginFits = [
  'averageMargin is from -largest to largest',
  ({ averageMargin, largest }) => Math.abs(averageMargin) <= largest * (1 + 1e-12),
];

/**
 * Theorem 2, (13): 1 - averageMargin/B + R_n/B + 3 sqrt(2 ln(2/delta)/n). The print has a plus
 * where the proof has a minus before the last two terms.
 */
export const averageMarginError = bound({
  title: 'averageMarginError',
  kind: 'error',
  quantity: 'the probability of an error',
  source: `${known.averages}, Theorem 2, (13)`,
  formula: '1 - averageMargin / largest + rademacher / largest + 3 sqrt(2 ln(2 / delta) / n)',
  needs: ['n', 'averageMargin', 'largest'],
  takes: { rademacher: undefined, delta: 0.05 },
  base: 'e',
  conditions: [known.independent, unit, largestAbove0, marginFits],
  terms: (given, log) => ({
    margin: 1 - given.averageMargin / given.largest,
    rademacher: complexity(given) / given.largest,
    deviation: deviation(given, log),
  }),
});

/** (14): the same for y f(x) <= -level. */
export const averageMarginLevel = bound({
  title: 'averageMarginLevel',
  kind: 'error',
  quantity: 'the probability that y f(x) <= -level',
  source: `${known.averages}, (14)`,
  formula:
    '(largest - averageMargin + rademacher + 3 largest sqrt(2 ln(2 / delta) / n)) / (largest + level)',
  needs: ['n', 'averageMargin', 'largest', 'level'],
  takes: { rademacher: undefined, delta: 0.05 },
  base: 'e',
  conditions: [
    ...[known.independent, unit, largestAbove0, marginFits],
    ['level is between -largest and largest', ({ level, largest }) => Math.abs(level) < largest],
  ],
  terms: (given, log) => {
    const { largest, level, averageMargin } = given;
    return {
      margin: (largest - averageMargin) / (largest + level),
      rademacher: complexity(given) / (largest + level),
      deviation: (largest * deviation(given, log)) / (largest + level),
    };
  },
});

/**
 * Corollary 1, (15): for an increasing function g of the margin with g(0) = 0 and |g| <= largest,
 * such as the margin clipped to [-1, 1]. The complexity is that of |w| <= 1; norm scales it.
 */
export const transformedMargin = bound({
  title: 'transformedMargin',
  kind: 'error',
  quantity: 'the probability that g(y f(x)) <= -level',
  source: `${known.averages}, Corollary 1, (15)`,
  formula:
    '(largest - averageTransform + lipschitz norm rademacher + 3 largest sqrt(2 ln(2 / delta) / n)) / (largest + level)',
  needs: ['n', 'averageTransform', 'rademacher'],
  takes: { largest: 1, lipschitz: 1, norm: 1, level: 0, delta: 0.05 },
  base: 'e',
  conditions: [
    known.independent,
    'g is increasing with g(0) = 0, |g| <= largest, and the Lipschitz constant; |w| <= norm',
    largestAbove0,
    [
      'averageTransform is from -largest to largest',
      ({ averageTransform, largest }) => Math.abs(averageTransform) <= largest * (1 + 1e-12),
    ],
    [
      'level is above -largest and at most largest',
      ({ level, largest }) => level > -largest && level <= largest,
    ],
  ],
  terms: (given, log) => {
    const { largest, level, averageTransform, lipschitz, norm, rademacher = 0 } = given;
    return {
      margin: (largest - averageTransform) / (largest + level),
      rademacher: (lipschitz * norm * rademacher) / (largest + level),
      deviation: (largest * deviation(given, log)) / (largest + level),
    };
  },
});
