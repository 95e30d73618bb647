/** Hinge, ramp and 0-1 loss of a soft margin machine's samples, and of any margin. */
import { SVC, marginLossFunction } from 'maxmargin';
import { gammaFromWidth } from 'maxmargin/study';
import { makeRipley } from 'maxmargin/data';
import { marginDistribution } from 'maxmargin/plot';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { span } from './lib/planes.js';

export const controls = { C: slider('C', 1, [0.01, 100], { log: true, step: 0.02 }) };

const { loss: hinge } = marginLossFunction({ loss: 'hinge' });

/** The losses as functions of the functional margin t = y f(x). */
export const losses = {
  hinge,
  ramp: (t) => Math.min(1, hinge(t)),
  'zero-one': (t) => Number(t <= 0),
};

export async function compute(values) {
  const { C } = { ...defaults(controls), ...values };
  const { X, y } = makeRipley({ samples: 150, seed: 4 });
  const model = await new SVC({ C, gamma: gammaFromWidth(0.3), tol: 1e-7 }).fit(X, y);
  const { margins } = await marginDistribution(model, X, y);
  const means = Object.entries(losses).map(([name, loss]) => ({
    name,
    mean: margins.reduce((sum, margin) => sum + loss(margin), 0) / margins.length,
  }));
  const curves = Object.entries(losses).map(([name, loss]) => ({
    name,
    points: span(-2, 2.5, 901).map((t) => [t, loss(t)]),
  }));
  return { margins, means, curves };
}

export const readings = ({ means }) => means.map(({ name, mean }) => [`mean ${name} loss`, format(mean, 4)]);

export function draw([panel], { margins, curves }) {
  const frame = new Frame(panel, { x: [-2, 2.5], y: [-0.12, 3], xLabel: 'functional margin y f(x)', yLabel: 'loss', title: 'Hinge, ramp and zero-one loss, with the margins of the samples below' });
  curves.forEach(({ points }, c) => frame.line(points, `k${[1, 2, 0][c]}`));
  for (const margin of margins) frame.dot(margin, losses.hinge(margin), 'small', 2.5);
  frame.legend(curves.map(({ name }, c) => [`k${[1, 2, 0][c]}`, name]));
}
