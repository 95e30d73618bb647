/** Bounds by margins that not all samples have, and those of regressions. */
import { bound } from './bound.js';
import * as known from './conditions.js';
import { margin } from './margins.js';

const error = { kind: /** @type {const} */ ('error'), quantity: 'the probability of an error' };
const off = {
  kind: /** @type {const} */ ('error'),
  quantity: 'the probability that a prediction is off by more than the accuracy',
};

/**
 * c/n (size/margin^2 log^2 n + log(1/delta)).
 * @param {number} size
 * @param {{n: number, margin: number, delta: number, c: number}} given
 * @param {(x: number) => number} log
 */
const rate = (size, { n, margin: at, delta, c }, log) => ({
  complexity: (c / n) * (size / at ** 2) * log(n) ** 2,
  confidence: (c / n) * log(1 / delta),
});

/** @type {readonly [string, (given: {margin: number}) => boolean]} */
const below1 = ['margin < 1, as the formula has log(1 / margin)', (given) => given.margin < 1];

/** Theorem 4.22: c/n ((R^2 + |xi|^2)/margin^2 log2^2 n + log2(1/delta)). */
export const softMarginL2 = bound({
  title: 'softMarginL2',
  ...error,
  source: `${known.introduction}, Theorem 4.22`,
  formula: 'c/n ((R^2 + slackNorm^2) / margin^2 log2(n)^2 + log2(1 / delta))',
  needs: ['n', 'radius', 'margin', 'slackNorm'],
  takes: { delta: 0.05, c: 1 },
  base: 2,
  conditions: [known.independent, known.unit, known.marginAbove0, known.radiusAbove0],
  terms: (given, log) => rate(given.radius ** 2 + given.slackNorm ** 2, given, log),
});

/** Theorem 4.24: c/n ((R^2 + |xi|_1^2 log2(1/margin))/margin^2 log2^2 n + log2(1/delta)). */
export const softMarginL1 = bound({
  title: 'softMarginL1',
  ...error,
  source: `${known.introduction}, Theorem 4.24`,
  formula: 'c/n ((R^2 + slackSum^2 log2(1 / margin)) / margin^2 log2(n)^2 + log2(1 / delta))',
  needs: ['n', 'radius', 'margin', 'slackSum'],
  takes: { delta: 0.05, c: 1 },
  base: 2,
  conditions: [known.independent, known.unit, known.marginAbove0, below1, known.radiusAbove0],
  terms: (given, log) => {
    const { radius, slackSum, margin: at } = given;
    return rate(radius ** 2 + slackSum ** 2 * log(1 / at), given, log);
  },
});

/** @type {readonly [string, (given: {margin: number, accuracy: number}) => boolean]} */
const withinAccuracy = [
  '0 < margin <= accuracy',
  (given) => given.margin > 0 && given.margin <= given.accuracy,
];

/** Theorem 4.26: Theorem 4.18 for residuals that are all within accuracy - margin. */
export const regressionMargin = bound({
  title: 'regressionMargin',
  ...off,
  source: `${known.introduction}, Theorem 4.26`,
  formula: margin.formula,
  needs: ['n', 'radius', 'margin', 'accuracy'],
  takes: { delta: 0.05 },
  base: 2,
  conditions: [
    known.independent,
    known.unit,
    withinAccuracy,
    'every training residual is at most accuracy - margin',
    [
      '64 radius^2 / margin^2 < n',
      ({ n, radius, margin: at }) => radius > 0 && 64 * (radius / at) ** 2 < n,
    ],
  ],
  terms: ({ n, radius, margin: at, delta }) => ({
    ...margin({ n, radius, margin: at, delta }).terms,
  }),
});

/** Theorem 4.28: c/n ((|w|^2 R^2 + |xi|^2)/margin^2 log2^2 n + log2(1/delta)). */
export const regressionL2 = bound({
  title: 'regressionL2',
  ...off,
  source: `${known.introduction}, Theorem 4.28`,
  formula: 'c/n ((norm^2 R^2 + slackNorm^2) / margin^2 log2(n)^2 + log2(1 / delta))',
  needs: ['n', 'radius', 'norm', 'slackNorm', 'margin', 'accuracy'],
  takes: { delta: 0.05, c: 1 },
  base: 2,
  conditions: [
    ...[known.independent, withinAccuracy, known.radiusAbove0],
    'slacks are max(0, |residual| - (accuracy - margin))',
  ],
  terms: (given, log) => rate((given.norm * given.radius) ** 2 + given.slackNorm ** 2, given, log),
});

/**
 * Corollary 4.29: c/n ((|w|^2 R^2 + SSE)/accuracy^2 log2^2 n + log2(1/delta)). Ridge regression
 * with lambda = R^2 has the least value.
 */
export const regressionSquared = bound({
  title: 'regressionSquared',
  ...off,
  source: `${known.introduction}, Corollary 4.29`,
  formula: 'c/n ((norm^2 R^2 + squaredError) / accuracy^2 log2(n)^2 + log2(1 / delta))',
  needs: ['n', 'radius', 'norm', 'squaredError', 'accuracy'],
  takes: { delta: 0.05, c: 1 },
  base: 2,
  conditions: [known.independent, known.radiusAbove0, 'the function has no constant'],
  terms: (given, log) => {
    const size = (given.norm * given.radius) ** 2 + given.squaredError;
    return rate(size, { ...given, margin: given.accuracy }, log);
  },
});

/** Theorem 4.30, with log(1/margin) where the print has log(1/delta) twice. */
export const regressionL1 = bound({
  title: 'regressionL1',
  ...off,
  source: `${known.introduction}, Theorem 4.30`,
  formula:
    'c/n ((norm^2 R^2 + slackSum^2 log2(1 / margin)) / margin^2 log2(n)^2 + log2(1 / delta))',
  needs: ['n', 'radius', 'norm', 'slackSum', 'margin', 'accuracy'],
  takes: { delta: 0.05, c: 1 },
  base: 2,
  conditions: [
    ...[known.independent, withinAccuracy, below1, known.radiusAbove0],
    'slacks are max(0, |residual| - (accuracy - margin))',
  ],
  terms: (given, log) => {
    const { norm, radius, slackSum, margin: at } = given;
    return rate((norm * radius) ** 2 + slackSum ** 2 * log(1 / at), given, log);
  },
});
