/** Bounds by the norm of the weights, and their consequences for regularisation. */
import { positive } from '../formulas/conversions.js';
import { bound } from './bound.js';
import * as known from './conditions.js';

/** Theorem 15.4: sqrt(4 (R/margin)^2 / n) + sqrt(2 ln(2/delta) / n). */
export const hardMargin = bound({
  title: 'hardMargin',
  kind: 'error',
  quantity: 'the probability of an error of the hard margin machine',
  source: `${known.understanding}, Theorem 15.4`,
  formula: 'sqrt(4 (radius / margin)^2 / n) + sqrt(2 ln(2 / delta) / n)',
  needs: ['n', 'radius', 'margin'],
  takes: { delta: 0.05 },
  base: 'e',
  conditions: [
    known.independent,
    'all samples that there can be, not only those of the training, have the margin and the radius',
    'the function has no constant',
    known.marginAbove0,
  ],
  terms: ({ n, radius, margin, delta }, log) => ({
    complexity: Math.sqrt((4 * (radius / margin) ** 2) / n),
    confidence: Math.sqrt((2 * log(2 / delta)) / n),
  }),
});

/**
 * The weight of |w|^2 relative to the mean hinge loss that minimises the bound on the expected risk
 * for weights up to the length `norm`: sqrt(2 radius^2 / (norm^2 n)) (Shalev-Shwartz & Ben-David,
 * Corollary 15.7).
 * @param {{radius: number, norm: number, n: number}} given
 * @returns {number}
 */
export function suggestLambda({ radius, norm, n }) {
  const [R, B, m] = [positive(radius, 'radius'), positive(norm, 'norm'), positive(n, 'n')];
  return Math.sqrt(2 / m) * (R / B);
}

/**
 * The C of a soft margin, R^-2, for which the machine of the 2-norm minimises the bound
 * softMarginL2 (Cristianini & Shawe-Taylor, section 6.1.2). The radius R is the length of the
 * longest sample in feature space.
 * @param {number} radius
 * @returns {number}
 */
export function suggestC(radius) {
  return positive(radius, 'radius') ** -2;
}

/**
 * lambda B^2 + 2 R^2 / (lambda n), or with the best lambda sqrt(8 R^2 B^2 / n).
 * @param {{n: number, radius: number, norm: number, best: number, lambda?: number}} given
 */
function risk({ n, radius, norm, best, lambda }) {
  if (lambda === undefined)
    return { best, regularisation: 0, stability: radius * norm * Math.sqrt(8 / n) };
  return { best, regularisation: lambda * norm ** 2, stability: (2 * radius ** 2) / (lambda * n) };
}

const expected = 'the value bounds a mean over training sets, not each of them';

/** Corollary 15.7: expected risk of the soft margin machine. */
export const softMarginRisk = bound({
  title: 'softMarginRisk',
  kind: 'error',
  quantity: 'the expected hinge loss, which is at least the probability of an error',
  source: `${known.understanding}, Corollary 15.7`,
  formula:
    'best + lambda norm^2 + 2 radius^2 / (lambda n), with the best lambda best + sqrt(8 radius^2 norm^2 / n)',
  needs: ['n', 'radius', 'norm'],
  takes: { best: 0, lambda: undefined },
  conditions: [known.independent, 'the function has no constant', expected],
  terms: risk,
});

/** Corollary 17.1: the same for several classes. */
export const multiclassRisk = bound({
  title: 'multiclassRisk',
  kind: 'error',
  quantity: 'the expected generalised hinge loss, which is at least the expected loss',
  source: `${known.understanding}, Corollary 17.1`,
  formula: softMarginRisk.formula,
  needs: ['n', 'radius', 'norm'],
  takes: { best: 0, lambda: undefined },
  conditions: [known.independent, 'the length of every Psi(x, y) is at most radius / 2', expected],
  terms: risk,
});

/** Corollary 17.2: the same after this many steps of stochastic descent; planSgd plans them. */
export const multiclassSgd = bound({
  title: 'multiclassSgd',
  kind: 'error',
  quantity: 'the expected generalised hinge loss, which is at least the expected loss',
  source: `${known.understanding}, Corollary 17.2`,
  formula: 'best + radius norm / sqrt(steps), with steps of the length norm / (radius sqrt(steps))',
  needs: ['radius', 'norm', 'steps'],
  takes: { best: 0 },
  conditions: [
    'each step sees a new sample of the distribution',
    'the length of every Psi(x, y) is at most radius / 2',
    expected,
  ],
  terms: ({ radius, norm, steps, best }) => ({
    best,
    optimisation: (radius * norm) / Math.sqrt(steps),
  }),
});

/** Section 15.2.2: sqrt(R^2 B^2 / n) compared with sqrt(d / n). */
export const normAgainstDimension = bound({
  title: 'normAgainstDimension',
  kind: 'error',
  quantity: 'the excess risk by the norm and by the dimension; the value is the smaller one',
  source: `${known.understanding}, section 15.2.2`,
  formula:
    'c min(sqrt(radius^2 norm^2 / n), sqrt(d / n)), d = features + 1, without a constant features',
  needs: ['n', 'radius', 'norm', 'features'],
  takes: { fitIntercept: true, c: 1 },
  conditions: [known.independent],
  terms: ({ n, radius, norm, features, fitIntercept, c }) => ({
    norm: c * ((radius * norm) / Math.sqrt(n)),
    dimension: c * Math.sqrt((features + Number(fitIntercept)) / n),
  }),
  value: (terms) => Math.min(terms.norm, terms.dimension),
});
