/** Stochastic subgradient descent: the objective over the steps, and the optimum. */
import { SGDClassifier, SVC } from 'maxmargin';
import { makeTwoGaussians } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';

export const controls = {
  lambda: slider('λ', 0.01, [0.001, 1], { log: true, step: 0.05 }),
  seed: slider('seed of the samples', 1, [0, 20], { step: 1 }),
};

const passes = 256;

export const expected = ['WARN_NOT_CONVERGED'];

export async function compute(values) {
  const { lambda, seed } = { ...defaults(controls), ...values };
  const { X, y } = makeTwoGaussians({ samples: 200, means: [[1, 0.6], [-1, -0.6]], seed: 12 });
  const options = { alpha: lambda, fitIntercept: false, tol: 0, maxIter: passes, seed };
  const curves = [];
  for (const average of [true, false]) {
    const model = await new SGDClassifier({ ...options, average }).fit(X, y);
    const steps = Array.from(model.objectiveSteps);
    curves.push({ name: average ? 'mean of the weights' : 'last weights', points: steps.map((step, i) => [step, model.objectiveCurve[i]]) });
  }
  // The same problem, solved: lambda/2 |w|^2 + mean hinge is the SVC's with C = 1/(lambda n), times lambda;
  // `objective` is what the dual problem minimises, minus its value.
  const C = 1 / (lambda * y.length);
  const exact = await new SVC({ kernel: 'linear', C, fitIntercept: false, tol: 1e-9 }).fit(X, y);
  return { curves, optimum: -exact.objective * lambda };
}

export const readings = ({ curves, optimum }) => [
  ['optimum', format(optimum, 6)],
  ...curves.map(({ name, points }) => [`${name}: above it`, format(points.at(-1)[1] - optimum, 2)]),
];

export function draw([panel], { curves, optimum }) {
  const above = curves.map(({ points }) => points.map(([step, value]) => [step, Math.max(value - optimum, 1e-12)]));
  const all = above.flat().map(([, value]) => value);
  const x = [Math.min(...above.flat().map(([step]) => step)), Math.max(...above.flat().map(([step]) => step))];
  const y = [10 ** Math.floor(Math.log10(Math.min(...all))), 10 ** Math.ceil(Math.log10(Math.max(...all)))];
  const frame = new Frame(panel, { x, y, xLog: true, yLog: true, xLabel: 'steps', yLabel: 'objective above the optimum', title: 'How far stochastic subgradient descent is above the optimum, by its steps' });
  above.forEach((points, c) => {
    frame.line(points, `k${c}`);
    for (const [step, value] of points) frame.dot(step, value, `k${c}`, 3);
  });
  frame.legend(curves.map(({ name }, c) => [`k${c}`, name]));
}
