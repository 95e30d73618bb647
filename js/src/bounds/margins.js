/** Bounds by the margin of a linear function in feature space. */
import { bound } from './bound.js';
import * as known from './conditions.js';

const { E } = Math;
const error = { kind: /** @type {const} */ ('error'), quantity: 'the probability of an error' };

/**
 * The right side of Theorem 4.18.
 * @param {{n: number, radius: number, margin: number, delta: number}} given
 * @param {(x: number) => number} log
 */
function marginTerms({ n, radius, margin, delta }, log) {
  const ratio = radius / margin;
  return {
    complexity: (2 / n) * 64 * ratio ** 2 * log((E * n) / (4 * ratio)) * log(128 * n * ratio ** 2),
    confidence: (2 / n) * log(4 / delta),
  };
}

/** @type {readonly [string, (given: {n: number, radius: number, margin: number}) => boolean]} */
const wide = [
  '64 radius^2 / margin^2 < n',
  ({ n, radius, margin }) => 64 * (radius / margin) ** 2 < n,
];

/** Theorem 4.18, with the factor e that the print has lost. */
export const margin = bound({
  title: 'margin',
  ...error,
  source: `${known.introduction}, Theorem 4.18`,
  formula:
    '2/n (64 R^2 / margin^2 log2(e n margin / (4 R)) log2(128 n R^2 / margin^2) + log2(4 / delta))',
  needs: ['n', 'radius', 'margin'],
  takes: { delta: 0.05 },
  base: 2,
  conditions: [
    ...[known.independent, known.unit, known.separated, known.fixed],
    ...[known.marginAbove0, known.radiusAbove0, wide, known.manySamples],
  ],
  terms: marginTerms,
});

/**
 * The margins radius, radius/2, radius/4, ... for which Theorem 4.18 can hold, and the largest of
 * them that is not above the observed one, which is used.
 * @param {{n: number, radius: number, margin: number}} given
 */
function gridOf({ n, radius, margin: observed }) {
  let count = 0;
  while (64 * 4 ** count < n) count += 1;
  const step = Math.max(0, Math.ceil(Math.log2(radius / observed) - 1e-12));
  return { count, step, margin: radius * 2 ** -step };
}

/** Theorem 4.18 for all margins of a grid at once, so that the margin may be the observed one. */
export const marginGrid = bound({
  title: 'marginGrid',
  ...error,
  source: `${known.introduction}, Remark 4.11 and exercise 2 of section 4.7`,
  formula: 'margin with the next lower margin of the grid R 2^-i, i < m, and delta / m',
  needs: ['n', 'radius', 'margin'],
  takes: { delta: 0.05 },
  base: 2,
  conditions: [
    ...[known.independent, known.unit, known.separated, known.marginAbove0, known.radiusAbove0],
    [
      'the margin is one of the grid at least: 64 radius^2 / margin^2 < n there',
      (given) => gridOf(given).step < gridOf(given).count,
    ],
    known.manySamples,
  ],
  terms: (given, log) => {
    const { count, margin: used } = gridOf(given);
    return marginTerms({ ...given, margin: used, delta: given.delta / count }, log);
  },
  details: (given) => {
    const { count, margin: used } = gridOf(given);
    return { margin: used, margins: count, delta: given.delta / count };
  },
});

/** Theorem 4.19: k/n + sqrt(c/n (R^2/margin^2 log2^2 n + log2(1/delta))). */
export const marginPercentile = bound({
  title: 'marginPercentile',
  ...error,
  source: `${known.introduction}, Theorem 4.19`,
  formula: 'k / n + sqrt(c/n (R^2 / margin_k^2 log2(n)^2 + log2(1 / delta)))',
  needs: ['n', 'errors', 'margin', 'radius'],
  takes: { delta: 0.05, c: 1 },
  base: 2,
  conditions: [
    ...[known.independent, known.unit, known.marginAbove0, known.radiusAbove0],
    ['errors < n', ({ errors, n }) => errors < n],
    'margin is that of the sample number `errors` by ascending margin',
  ],
  terms: ({ n, errors, margin: at, radius, delta, c }, log) => ({
    errors: errors / n,
    complexity: Math.sqrt((c / n) * ((radius / at) ** 2 * log(n) ** 2 + log(1 / delta))),
  }),
});

/** @type {readonly [string, (given: {n: number, margin: number}) => boolean]} */
const below = ['margin < n', ({ n, margin: at }) => at < n];

/** Theorem 1.8, (1.45): c/n (R^2/margin^2 log^2(n/margin) + log(1/delta)). */
export const marginRate = bound({
  title: 'marginRate',
  ...error,
  source: `${known.advances}, Theorem 1.8, (1.45)`,
  formula: 'c/n (R^2 / margin^2 log(n / margin)^2 + log(1 / delta))',
  needs: ['n', 'radius', 'margin'],
  takes: { delta: 0.05, c: 1, base: 'e' },
  conditions: [
    ...[known.independent, known.unit, known.separated],
    ...[known.marginAbove0, known.radiusAbove0, below],
  ],
  terms: ({ n, radius, margin: at, delta, c }, log) => ({
    complexity: (c / n) * (radius / at) ** 2 * log(n / at) ** 2,
    confidence: (c / n) * log(1 / delta),
  }),
});

/** (1.46): the margin errors plus the square root of the same, for all margins at once. */
export const marginErrorRate = bound({
  title: 'marginErrorRate',
  ...error,
  source: `${known.advances}, Theorem 1.8, (1.46)`,
  formula: 'marginError + sqrt(c/n (R^2 / margin^2 log(n / margin)^2 + log(1 / delta)))',
  needs: ['n', 'radius', 'margin', 'marginError'],
  takes: { delta: 0.05, c: 1, base: 'e' },
  conditions: [known.independent, known.unit, known.marginAbove0, known.radiusAbove0, below],
  terms: ({ n, radius, margin: at, marginError, delta, c }, log) => ({
    marginError,
    complexity: Math.sqrt((c / n) * ((radius / at) ** 2 * log(n / at) ** 2 + log(1 / delta))),
  }),
});

/**
 * (1.41) with (1.39) and (1.44) put in, so that no constant is unknown: functions with values in
 * [-R, R], L = log2(32 e R n / margin).
 */
export const marginExplicit = bound({
  title: 'marginExplicit',
  ...error,
  source: `${known.advances}, (1.41) with (1.39) and (1.44)`,
  formula:
    'marginError + sqrt(8/n (ln 2 (1 + 192 R^2 / margin^2 log2(32 e R n / margin)^2) + ln(1 / delta)))',
  needs: ['n', 'radius', 'margin', 'marginError'],
  takes: { delta: 0.05 },
  base: 'e',
  conditions: [
    ...[known.independent, known.unit, known.fixed, known.marginAbove0, known.radiusAbove0],
    [
      '2 n >= 64 radius^2 / margin^2',
      ({ n, radius, margin: at }) => 2 * n >= 64 * (radius / at) ** 2,
    ],
  ],
  terms: ({ n, radius, margin: at, marginError, delta }, log) => {
    const ratio = radius / at;
    const covering = 1 + 192 * ratio ** 2 * Math.log2(32 * E * ratio * n) ** 2;
    return {
      marginError,
      complexity: Math.sqrt((8 / n) * (Math.LN2 * covering + log(1 / delta))),
    };
  },
});

/** Theorem 1.10, (1.50): for convex combinations of functions of a class of VC dimension d. */
export const convexCombination = bound({
  title: 'convexCombination',
  ...error,
  source: `${known.advances}, Theorem 1.10, (1.49), (1.50)`,
  formula: 'marginError + sqrt(c/n (d log(n / d)^2 / margin^2 + log(1 / delta)))',
  needs: ['n', 'dimension', 'margin', 'marginError'],
  takes: { delta: 0.05, c: 1, base: 'e' },
  conditions: [
    ...[known.independent, known.marginAbove0, known.dimensionAbove0, known.dimensionUpToN],
    'the coefficients are positive and sum to 1',
  ],
  terms: ({ n, dimension: d, margin: at, marginError, delta, c }, log) => ({
    marginError,
    complexity: Math.sqrt((c / n) * ((d * log(n / d) ** 2) / at ** 2 + log(1 / delta))),
  }),
});

/**
 * The right side of Theorems 2.2 and 2.3 for m independent samples.
 * @param {number} m
 * @param {{dimension: number, delta: number}} given
 * @param {(x: number) => number} log
 */
const shattering = (m, { dimension: k, delta }, log) => ({
  complexity: k > 0 ? (2 / m) * k * log((8 * E * m) / k) * log(32 * m) : 0,
  confidence: (2 / m) * log((8 * m) / delta),
});

/** Theorem 2.3, (2.20): no constant is unknown. */
export const marginShattering = bound({
  title: 'marginShattering',
  ...error,
  source: `${known.advances}, Theorem 2.3, (2.20)`,
  formula: '2/n (k log2(8 e n / k) log2(32 n) + log2(8 n / delta)), k = fat(margin / 8)',
  needs: ['n', 'dimension'],
  takes: { delta: 0.05 },
  base: 2,
  conditions: [
    ...[known.independent, known.separated],
    ['dimension <= e n', ({ n, dimension }) => dimension <= E * n],
  ],
  terms: (given, log) => shattering(given.n, given, log),
});

/**
 * How many pairs count as independent: those of neighbours, or those that share no sample.
 * @param {{n: number, pairs: 'chained' | 'disjoint'}} given
 */
const pairsOf = ({ n, pairs }) => (pairs === 'chained' ? n - 1 : Math.floor(n / 2));

/** Theorem 2.2: for functions that order samples of ranks. */
export const ordinal = bound({
  title: 'ordinal',
  kind: 'error',
  quantity: 'the probability that a random pair of samples is ordered wrongly',
  source: `${known.advances}, Theorem 2.2`,
  formula:
    '2/m (k log2(8 e m / k) log2(32 m) + log2(8 m / delta)), m = n - 1 as printed, or floor(n / 2) disjoint pairs',
  needs: ['n', 'dimension'],
  takes: { delta: 0.05, pairs: 'chained' },
  base: 2,
  conditions: [
    known.independent,
    'every training pair of different ranks is ordered rightly, with the margin',
    'as printed, pairs of neighbours count as independent, although they share samples',
    ['n >= 2', ({ n }) => n >= 2],
    ['dimension <= e m', (given) => given.dimension <= E * pairsOf(given)],
  ],
  terms: (given, log) => shattering(pairsOf(given), given, log),
  details: (given) => ({ pairs: pairsOf(given) }),
});
