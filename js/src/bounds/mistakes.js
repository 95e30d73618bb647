/** How many mistakes perceptrons make. */
import { bound } from './bound.js';
import * as known from './conditions.js';

const mistakes = {
  kind: /** @type {const} */ ('number'),
  quantity: 'the number of mistakes of a perceptron',
};

/** Theorem 2.3: (2R/margin)^2, without a constant (R/margin)^2. */
export const novikoff = bound({
  title: 'novikoff',
  ...mistakes,
  source: `${known.introduction}, Theorem 2.3; ${known.understanding}, Remark 15.1`,
  formula: '(2 radius / margin)^2, without a constant (radius / margin)^2',
  needs: ['radius', 'margin'],
  takes: { fitIntercept: true },
  conditions: [known.separated, 'there are samples of both classes', known.marginAbove0],
  terms: ({ radius, margin, fitIntercept }) => ({
    ratio: (fitIntercept ? 4 : 1) * (radius / margin) ** 2,
  }),
});

/** Theorem 1.1: (b^2 + 1)(R^2 + 1)/margin^2, with R the length of the longest sample. */
export const perceptron = bound({
  title: 'perceptron',
  ...mistakes,
  source: `${known.advances}, Theorem 1.1`,
  formula: '(intercept^2 + 1) (radius^2 + 1) / margin^2',
  needs: ['radius', 'margin', 'intercept'],
  conditions: [known.separated, known.marginAbove0],
  terms: ({ radius, margin, intercept }) => ({
    ratio: ((intercept ** 2 + 1) * (radius ** 2 + 1)) / margin ** 2,
  }),
});

/** Theorem 2.7: (2 (R + D)/margin)^2 in the first pass, D being the norm of the slacks. */
export const freundSchapire = bound({
  title: 'freundSchapire',
  kind: 'number',
  quantity: 'the number of mistakes of a perceptron in its first pass',
  source: `${known.introduction}, Theorem 2.7`,
  formula: '(2 (radius + slackNorm) / margin)^2',
  needs: ['radius', 'margin', 'slackNorm'],
  conditions: [
    'no sample is there twice, and there are samples of both classes',
    known.marginAbove0,
  ],
  terms: ({ radius, margin, slackNorm }) => ({ ratio: ((2 * (radius + slackNorm)) / margin) ** 2 }),
});

/** Theorem 17.5: (R |w|)^2. */
export const multiclassPerceptron = bound({
  title: 'multiclassPerceptron',
  kind: 'number',
  quantity: 'the number of steps of the multiclass batch perceptron',
  source: `${known.understanding}, exercise 2 of section 17.8`,
  formula: '(radius norm)^2',
  needs: ['radius', 'norm'],
  conditions: [
    'with weights of the length norm every right label leads each other by 1',
    'radius is the largest length of Psi(x, y) - Psi(x, other)',
  ],
  terms: ({ radius, norm }) => ({ ratio: (radius * norm) ** 2 }),
});
