/** Bounds for classes of functions that are finite, or of finite VC dimension. */
import { bound } from './bound.js';
import * as known from './conditions.js';

const { E } = Math;

/** (1/n) ln(size / delta). */
export const finiteClass = bound({
  title: 'finiteClass',
  kind: 'error',
  quantity: 'the probability of an error',
  source: `${known.introduction}, section 4.2`,
  formula: '1/n ln(size / delta)',
  needs: ['n', 'size'],
  takes: { errors: 0, delta: 0.05 },
  base: 'e',
  conditions: [known.independent, known.consistent, 'the class was fixed before'],
  terms: ({ n, size, delta }, log) => ({
    complexity: log(size) / n,
    confidence: log(1 / delta) / n,
  }),
});

/** Theorem 4.1: (2/n) (d log2(2en/d) + log2(2/delta)). */
export const vc = bound({
  title: 'vc',
  kind: 'error',
  quantity: 'the probability of an error',
  source: `${known.introduction}, Theorem 4.1`,
  formula: '2/n (d log2(2 e n / d) + log2(2 / delta))',
  needs: ['n', 'dimension'],
  takes: { errors: 0, delta: 0.05 },
  base: 2,
  conditions: [
    ...[known.independent, known.consistent],
    ...[known.dimensionAbove0, known.dimensionUpToN, known.manySamples],
  ],
  terms: ({ n, dimension: d, delta }, log) => ({
    complexity: (2 / n) * d * log((2 * E * n) / d),
    confidence: (2 / n) * log(2 / delta),
  }),
});

/** Theorem 4.3: max((d-1)/(32 n), (1/n) ln(1/delta)). */
export const vcLower = bound({
  title: 'vcLower',
  kind: 'lower',
  quantity:
    'an error that every algorithm has with probability delta at least, for some distribution',
  source: `${known.introduction}, Theorem 4.3`,
  formula: 'max((d - 1) / (32 n), 1/n ln(1 / delta))',
  needs: ['n', 'dimension'],
  takes: { delta: 0.05 },
  base: 'e',
  conditions: [known.independent, ['dimension >= 1', ({ dimension }) => dimension >= 1]],
  terms: ({ n, dimension, delta }, log) => ({
    complexity: (dimension - 1) / (32 * n),
    confidence: log(1 / delta) / n,
  }),
  value: ({ complexity, confidence }) => Math.max(complexity, confidence),
});

/** Theorem 4.6: 2k/n + (4/n) (d log2(2en/d) + log2(4/delta)). */
export const vcErrors = bound({
  title: 'vcErrors',
  kind: 'error',
  quantity: 'the probability of an error',
  source: `${known.introduction}, Theorem 4.6`,
  formula: '2 k / n + 4/n (d log2(2 e n / d) + log2(4 / delta))',
  needs: ['n', 'dimension', 'errors'],
  takes: { delta: 0.05 },
  base: 2,
  conditions: [
    known.independent,
    known.dimensionAbove0,
    known.dimensionUpToN,
    ['errors <= n', ({ errors, n }) => errors <= n],
  ],
  terms: ({ n, dimension: d, errors, delta }, log) => ({
    errors: (2 * errors) / n,
    complexity: (4 / n) * d * log((2 * E * n) / d),
    confidence: (4 / n) * log(4 / delta),
  }),
});

/** (en/d)^d, at most 2^n anyway. */
export const growth = bound({
  title: 'growth',
  kind: 'number',
  quantity: 'the number of labellings of n samples by the class',
  source: `${known.introduction}, section 4.2`,
  formula: '(e n / d)^d',
  needs: ['n', 'dimension'],
  conditions: [known.dimensionAbove0, known.dimensionUpToN],
  terms: ({ n, dimension: d }) => ({ labellings: ((E * n) / d) ** d }),
  most: ({ n }) => 2 ** n,
});

/**
 * The probability of an error from the training error, up to an unknown constant.
 * @param {{n: number, dimension: number, delta: number, c: number}} given
 * @param {(x: number) => number} log
 */
const vcRoot = ({ n, dimension, delta, c }, log) =>
  Math.sqrt((c / n) * (dimension + log(1 / delta)));

/** Theorem 1.2, (1.31): the training error plus sqrt(c/n (d + ln(1/delta))). */
export const vcRate = bound({
  title: 'vcRate',
  kind: 'error',
  quantity: 'the probability of an error',
  source: `${known.advances}, Theorem 1.2, (1.31)`,
  formula: 'trainingError + sqrt(c/n (d + ln(1 / delta)))',
  needs: ['n', 'dimension', 'trainingError'],
  takes: { delta: 0.05, c: 1 },
  base: 'e',
  conditions: [known.independent],
  terms: (given, log) => ({ trainingError: given.trainingError, complexity: vcRoot(given, log) }),
});

/** (1.32): the same for the function of the least training error, beside the best of the class. */
export const vcExcess = bound({
  title: 'vcExcess',
  kind: 'error',
  quantity: 'the probability of an error of the function with the least training error',
  source: `${known.advances}, (1.32)`,
  formula: 'best + sqrt(c/n (d + ln(1 / delta)))',
  needs: ['n', 'dimension'],
  takes: { best: 0, delta: 0.05, c: 1 },
  base: 'e',
  conditions: [known.independent],
  terms: (given, log) => ({ best: given.best, complexity: vcRoot(given, log) }),
});

/** Theorem 1.3, (1.33): the best of the class plus the same root, from below. */
export const vcRateLower = bound({
  title: 'vcRateLower',
  kind: 'lower',
  quantity:
    'an error that every algorithm has with probability delta at least, for some distribution',
  source: `${known.advances}, Theorem 1.3, (1.33)`,
  formula: 'best + sqrt(c/n (d + ln(1 / delta)))',
  needs: ['n', 'dimension'],
  takes: { best: 0, delta: 0.05, c: 1 },
  base: 'e',
  conditions: [known.independent],
  terms: (given, log) => ({ best: given.best, complexity: vcRoot(given, log) }),
});

/** Proposition 4.5: features + 1 for linear functions, without a constant one less. */
export const linearDimension = bound({
  title: 'linearDimension',
  kind: 'number',
  quantity: 'the VC dimension of linear functions',
  source: `${known.introduction}, Proposition 4.5`,
  formula: 'features + 1',
  needs: ['features'],
  takes: { fitIntercept: true },
  conditions: [],
  terms: ({ features, fitIntercept }) => ({ features, intercept: Number(fitIntercept) }),
});

/** (1.35): min(R^2 / margin^2, features) + 1. */
export const marginDimension = bound({
  title: 'marginDimension',
  kind: 'number',
  quantity: 'the VC dimension of linear functions that keep the margin on all samples there can be',
  source: `${known.advances}, (1.35)`,
  formula: 'min(radius^2 / margin^2, features) + 1',
  needs: ['radius', 'margin'],
  takes: { features: Infinity },
  conditions: [
    known.marginAbove0,
    'the margin holds for samples that are not seen yet, too, so vc may not use this dimension',
  ],
  terms: ({ radius, margin, features }) => ({ ratio: (radius / margin) ** 2, features, one: 1 }),
  value: ({ ratio, features }) => Math.min(ratio, features) + 1,
});
