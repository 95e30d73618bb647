/** How many samples the linear and the quadratic program keep, over C. */
import { SVC } from 'maxmargin';
import { LPSVC } from 'maxmargin/study';
import { makeRipley } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';

export const controls = {
  gamma: slider('γ', 3, [0.3, 30], { log: true, step: 0.05 }),
  samples: slider('samples', 120, [40, 250], { step: 10 }),
};

const costs = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3].map((power) => 10 ** power);

export async function compute(values) {
  const { gamma, samples } = { ...defaults(controls), ...values };
  const { X, y } = makeRipley({ samples, seed: 3 });
  const test = makeRipley({ samples: 1000, seed: 4 });
  const curves = [];
  for (const [name, Machine] of [['LPSVC', LPSVC], ['SVC', SVC]]) {
    const curve = { name, kept: [], errors: [] };
    for (const C of costs) {
      const model = await new Machine({ C, gamma }).fit(X, y);
      curve.kept.push([C, model.supportIndices.length]);
      curve.errors.push([C, 100 * (1 - (await model.score(test.X, test.y)))]);
      model.dispose();
    }
    curves.push(curve);
  }
  return { curves, samples };
}

const best = ({ errors }) => errors.reduce((least, point, at) => (point[1] < errors[least][1] ? at : least), 0);

export const readings = ({ curves }) =>
  curves.flatMap((curve) => {
    const at = best(curve);
    return [
      [`${curve.name}: smallest test error`, `${format(curve.errors[at][1])} %`],
      [`${curve.name}: samples it keeps there`, String(curve.kept[at][1])],
    ];
  });

export function draw([left, right], { curves, samples }) {
  const x = [costs[0], costs.at(-1)];
  const kept = new Frame(left, { x, xLog: true, y: [0, samples], xLabel: 'C', yLabel: 'samples in the model', title: 'Samples with coefficients over C, of the linear and the quadratic program' });
  const high = Math.max(...curves.flatMap(({ errors }) => errors.map(([, error]) => error)));
  const error = new Frame(right, { x, xLog: true, y: [0, high], xLabel: 'C', yLabel: 'test error, %', title: 'Test errors over C' });
  curves.forEach((curve, c) => {
    kept.line(curve.kept, `k${c}`);
    error.line(curve.errors, `k${c}`);
    for (const [C, count] of curve.kept) kept.dot(C, count, `k${c}`, 3);
    for (const [C, share] of curve.errors) error.dot(C, share, `k${c}`, 3);
  });
  kept.legend(curves.map(({ name }, c) => [`k${c}`, name]));
  error.legend(curves.map(({ name }, c) => [`k${c}`, name]));
}
