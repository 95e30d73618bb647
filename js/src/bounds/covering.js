/** Bounds by covering numbers and fat-shattering dimensions. */
import { bound } from './bound.js';
import * as known from './conditions.js';

const { E } = Math;
const error = { kind: /** @type {const} */ ('error'), quantity: 'the probability of an error' };

/** Theorem 4.9: (2/n) (log2 N(F, 2n, margin/2) + log2(2/delta)). */
export const covering = bound({
  title: 'covering',
  ...error,
  source: `${known.introduction}, Theorem 4.9`,
  formula: '2/n (log2 N(F, 2n, margin/2) + log2(2 / delta))',
  needs: ['n', 'logCovering'],
  takes: { delta: 0.05 },
  base: 2,
  conditions: [known.independent, known.separated, known.fixed, known.manySamples],
  terms: ({ n, logCovering, delta }, log) => ({
    complexity: (2 / n) * logCovering,
    confidence: (2 / n) * log(2 / delta),
  }),
});

/** Theorem 4.21: the same with functions of the slacks. */
export const softCovering = bound({
  title: 'softCovering',
  ...error,
  source: `${known.introduction}, Theorem 4.21`,
  formula: '2/n (log2 N(F, 2n, margin/4) + log2 N(L, 2n, margin/4) + log2(2 / delta))',
  needs: ['n', 'logCovering', 'logSlackCovering'],
  takes: { delta: 0.05 },
  base: 2,
  conditions: [
    known.independent,
    known.fixed,
    'no sample that is wrong has a probability of its own',
    known.manySamples,
  ],
  terms: ({ n, logCovering, logSlackCovering, delta }, log) => ({
    complexity: (2 / n) * logCovering,
    slacks: (2 / n) * logSlackCovering,
    confidence: (2 / n) * log(2 / delta),
  }),
});

/** Lemma 4.13: 1 + d log2(2en(b-a)/(d margin)) log2(4n(b-a)^2/margin^2), d = fat(margin/4). */
export const fatCovering = bound({
  title: 'fatCovering',
  kind: 'number',
  quantity: 'log2 of the covering number N(F, n, margin)',
  source: `${known.introduction}, Lemma 4.13`,
  formula: '1 + d log2(2 e n range / (d margin)) log2(4 n range^2 / margin^2), d = fat(margin / 4)',
  needs: ['n', 'dimension', 'margin', 'range'],
  base: 2,
  conditions: [
    ['0 < margin < 1', ({ margin }) => margin > 0 && margin < 1],
    known.dimensionAbove0,
    known.dimensionUpToN,
  ],
  terms: ({ n, dimension: d, margin, range }, log) => ({
    one: 1,
    complexity: d * log((2 * E * n * range) / (d * margin)) * log(4 * n * (range / margin) ** 2),
  }),
});

/** Corollary 4.14: (2/n) (d log2(16enR/(d margin)) log2(128nR^2/margin^2) + log2(4/delta)). */
export const fatShattering = bound({
  title: 'fatShattering',
  ...error,
  source: `${known.introduction}, Corollary 4.14`,
  formula:
    '2/n (d log2(16 e n R / (d margin)) log2(128 n R^2 / margin^2) + log2(4 / delta)), d = fat(margin / 8)',
  needs: ['n', 'dimension', 'margin', 'radius'],
  takes: { delta: 0.05 },
  base: 2,
  conditions: [
    ...[known.independent, known.separated, known.fixed],
    ...[known.marginAbove0, known.radiusAbove0, known.dimensionAbove0],
    ...[known.dimensionUpToN, known.manySamples],
  ],
  terms: ({ n, dimension: d, margin, radius, delta }, log) => ({
    complexity:
      (2 / n) *
      d *
      log((16 * E * n * radius) / (d * margin)) *
      log(128 * n * (radius / margin) ** 2),
    confidence: (2 / n) * log(4 / delta),
  }),
});

/** Theorem 4.16 and Theorem 1.7, (1.44): (R/margin)^2. */
export const fatDimension = bound({
  title: 'fatDimension',
  kind: 'number',
  quantity: 'the fat-shattering dimension of linear functions with |w| <= 1',
  source: `${known.introduction}, Theorem 4.16; ${known.advances}, Theorem 1.7, (1.44)`,
  formula: '(radius / margin)^2',
  needs: ['radius', 'margin'],
  conditions: [known.marginAbove0, 'the functions have no constant'],
  terms: ({ radius, margin }) => ({ ratio: (radius / margin) ** 2 }),
});

/** Theorem 1.9, (1.48): c (R/margin)^2 ln(2N + 2). */
export const fatDimensionL1 = bound({
  title: 'fatDimensionL1',
  kind: 'number',
  quantity:
    'the fat-shattering dimension of linear functions with |w|_1 <= norm and samples with |x|_inf <= 1',
  source: `${known.advances}, Theorem 1.9, (1.47), (1.48)`,
  formula: 'c (norm / margin)^2 ln(2 features + 2)',
  needs: ['norm', 'margin', 'features'],
  takes: { c: 1 },
  base: 'e',
  conditions: [known.marginAbove0],
  terms: ({ norm, margin, features, c }, log) => ({
    ratio: c * (norm / margin) ** 2 * log(2 * features + 2),
  }),
});

/** Theorem 1.4, (1.39): (log2 e / 8) fat(16 margin) <= log2 N <= 3 fat(margin/4) log2^2(4eBn/margin). */
export const coveringFromFat = bound({
  title: 'coveringFromFat',
  kind: 'number',
  quantity: 'log2 of the covering number N(margin, F, n); details.lower bounds it from below',
  source: `${known.advances}, Theorem 1.4, (1.39)`,
  formula:
    '(log2 e / 8) fat(16 margin) <= log2 N <= 3 fat(margin / 4) log2(4 e range n / margin)^2',
  needs: ['n', 'dimension', 'margin', 'range'],
  takes: { coarseDimension: 0 },
  base: 2,
  conditions: [
    known.marginAbove0,
    known.dimensionUpToN,
    ['4 e range n >= margin', ({ n, range, margin }) => 4 * E * range * n >= margin],
  ],
  terms: ({ n, dimension, margin, range }, log) => ({
    complexity: 3 * dimension * log((4 * E * range * n) / margin) ** 2,
  }),
  details: ({ coarseDimension }) => ({ lower: (Math.LOG2E / 8) * coarseDimension }),
});

/** Theorem 1.5, (1.40): the eps with 2 N(margin/2, F, 2n) 2^(-eps n/2) = delta. */
export const coveringConsistent = bound({
  title: 'coveringConsistent',
  ...error,
  source: `${known.advances}, Theorem 1.5, (1.40)`,
  formula: '2/n log2(2 N(margin/2, F, 2n) / delta)',
  needs: ['n', 'logCovering'],
  takes: { delta: 0.05 },
  base: 2,
  conditions: [known.independent, known.separated, known.fixed],
  terms: ({ n, logCovering, delta }, log) => ({
    complexity: (2 / n) * logCovering,
    confidence: (2 / n) * log(2 / delta),
  }),
});

/** (1.41): the eps with 2 N(margin/2, F, 2n) e^(-eps^2 n/8) = delta, plus the margin errors. */
export const coveringErrors = bound({
  title: 'coveringErrors',
  ...error,
  source: `${known.advances}, Theorem 1.5, (1.41)`,
  formula: 'marginError + sqrt(8/n ln(2 N(margin/2, F, 2n) / delta))',
  needs: ['n', 'logCovering', 'marginError'],
  takes: { delta: 0.05 },
  base: 'e',
  conditions: [known.independent, known.fixed],
  terms: ({ n, logCovering, marginError, delta }, log) => ({
    marginError,
    complexity: Math.sqrt((8 / n) * (logCovering * Math.LN2 + log(2 / delta))),
  }),
});

/** Theorem 1.6, (1.42): the eps with 4 N(eps/16, F, 2n) e^(-eps^2 n/32) = delta. */
export const coveringRegression = bound({
  title: 'coveringRegression',
  kind: 'error',
  quantity: 'the difference between the mean squared errors, expected and in training',
  source: `${known.advances}, Theorem 1.6, (1.42)`,
  formula: 'eps = sqrt(32/n ln(4 N(eps/16, F, 2n) / delta))',
  needs: ['n', 'logCovering'],
  takes: { delta: 0.05 },
  base: 'e',
  conditions: [
    known.independent,
    'targets and functions have values from 0 to 1',
    'logCovering is that at 1/16 of the value',
  ],
  terms: ({ n, logCovering, delta }, log) => ({
    deviation: Math.sqrt((32 / n) * (logCovering * Math.LN2 + log(4 / delta))),
  }),
});
