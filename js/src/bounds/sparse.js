/** Bounds by how few samples, or how many rounds, make the function. */
import { boostingBound, boostingRate as rateOf } from '../formulas/boosting.js';
import { bound } from './bound.js';
import * as known from './conditions.js';

const { E } = Math;
const error = { kind: /** @type {const} */ ('error'), quantity: 'the probability of an error' };

const few = /** @type {const} */ ([
  '1 <= supportVectors < n',
  (/** @type {{n: number, supportVectors: number}} */ { n, supportVectors: d }) => d >= 1 && d < n,
]);

/**
 * Theorem 4.25: 1/(n-d) (d log(en/d) + log(n/delta)). Its proof has natural logarithms; the
 * document has logarithms of base 2, which are larger.
 */
export const compression = bound({
  title: 'compression',
  ...error,
  source: `${known.introduction}, Theorems 4.25 and 6.8`,
  formula: '1/(n - d) (d log(e n / d) + log(n / delta)), d = supportVectors',
  needs: ['n', 'supportVectors'],
  takes: { errors: 0, delta: 0.05, base: 'e' },
  conditions: [
    known.independent,
    known.consistent,
    'a fit to the support vectors alone gives the same function',
    few,
  ],
  terms: ({ n, supportVectors: d, delta }, log) => ({
    complexity: (d * log((E * n) / d)) / (n - d),
    confidence: log(n / delta) / (n - d),
  }),
});

/**
 * The share of delta for d support vectors that makes the expected bound least: in proportion
 * to p_d / (n - d).
 * @param {{n: number, supportVectors: number, prior: import('../types.js').Numbers, delta: number}} given
 */
function shareOf({ n, supportVectors: d, prior, delta }) {
  const parts = Array.from(prior, Number).slice(0, n).map((p, j) => p / (n - j)); // prettier-ignore
  return (delta * (parts[d] ?? 0)) / parts.reduce((sum, part) => sum + part, 0);
}

/** Exercise 3 of section 4.7: the same with a share of delta for each number of support vectors. */
export const compressionPrior = bound({
  title: 'compressionPrior',
  ...error,
  source: `${known.introduction}, exercise 3 of section 4.7`,
  formula:
    '1/(n - d) (d ln(e n / d) + ln(1 / delta_d)), delta_d in proportion to prior[d] / (n - d)',
  needs: ['n', 'supportVectors', 'prior'],
  takes: { errors: 0, delta: 0.05 },
  base: 'e',
  conditions: [
    known.independent,
    known.consistent,
    'a fit to the support vectors alone gives the same function',
    few,
    [
      'prior sums to 1',
      ({ prior }) => Math.abs(Array.from(prior, Number).reduce((s, p) => s + p, 0) - 1) < 1e-6,
    ],
    ['prior[supportVectors] > 0', ({ prior, supportVectors }) => prior[supportVectors] > 0],
  ],
  terms: (given, log) => {
    const { n, supportVectors: d } = given;
    return {
      complexity: (d * log((E * n) / d)) / (n - d),
      confidence: log(1 / shareOf(given)) / (n - d),
    };
  },
  details: (given) => ({ delta: shareOf(given) }),
});

const training = {
  kind: /** @type {const} */ ('error'),
  quantity: 'the share of the training samples whose margin is at most rho',
};

/** Theorem 1.12, (1.86): boostingBound. */
export const boosting = bound({
  title: 'boosting',
  ...training,
  source: `${known.advances}, Theorem 1.12, (1.86)`,
  formula: '2^T product of sqrt(eps_t^(1 - rho) (1 - eps_t)^(1 + rho))',
  needs: ['roundErrors'],
  takes: { rho: 0 },
  conditions: [
    [
      'every weighted error is below 1/2',
      ({ roundErrors }) => Array.from(roundErrors, Number).every((eps) => eps < 0.5),
    ],
  ],
  terms: ({ roundErrors, rho }) => ({
    product: boostingBound({ errors: /** @type {ArrayLike<number>} */ (roundErrors), rho }),
  }),
});

/** (1.87): (1 - rho^2)^(T/2). */
export const boostingRate = bound({
  title: 'boostingRate',
  ...training,
  source: `${known.advances}, Theorem 1.12, (1.87)`,
  formula: '(1 - rho^2)^(rounds / 2)',
  needs: ['rho', 'rounds'],
  conditions: ['every weighted error is at most 1/2 - 2 rho'],
  terms: ({ rho, rounds }) => ({ power: rateOf({ rho, rounds }) }),
});
