/** Slack variables: the cost of points on the wrong side of their margin. */
import { SVC } from 'maxmargin';
import { makeTwoGaussians } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { hyperplaneOf, lineOf, pointsOf, rowsOf } from './lib/planes.js';

export const controls = { C: slider('C', 1, [0.01, 100], { log: true, step: 0.02 }) };

export async function compute(values) {
  const { C } = { ...defaults(controls), ...values };
  const { X, y } = makeTwoGaussians({ samples: 60, means: [[1.1, 0.6], [-1.1, -0.6]], seed: 5 });
  const model = await new SVC({ kernel: 'linear', C, tol: 1e-8 }).fit(X, y);
  const plane = await hyperplaneOf(model);
  const slacks = rowsOf(X).map(([a, b], i) =>
    Math.max(0, 1 - y[i] * (plane.w[0] * a + plane.w[1] * b + plane.b)),
  );
  return {
    points: pointsOf(X, y, model.supportIndices),
    slacks,
    plane,
    C,
    objective: model.objective,
    primal: plane.norm ** 2 / 2 + C * slacks.reduce((sum, slack) => sum + slack, 0),
    errors: slacks.filter((slack) => slack > 1).length,
  };
}

export const readings = ({ points, slacks, plane, errors }) => [
  ['margin 1/‖w‖', format(1 / plane.norm)],
  ['support vectors', String(points.filter(({ support }) => support).length)],
  ['sum of the slacks', format(slacks.reduce((sum, slack) => sum + slack, 0), 4)],
  ['misclassified', String(errors)],
];

export function draw([panel], { points, slacks, plane }) {
  const [x, y] = [[-3.6, 3.6], [-3, 3]];
  const frame = new Frame(panel, { x, y, bare: true, equal: true, title: 'A soft margin, and for every point beyond it the way back to its margin' });
  const unit = plane.w.map((weight) => weight / plane.norm);
  points.forEach((point, i) => {
    const back = (slacks[i] / plane.norm) * (point.label ? 1 : -1);
    if (back !== 0) frame.line([[point.x, point.y], [point.x + back * unit[0], point.y + back * unit[1]]], 'slack');
  });
  frame.line(lineOf(plane, 0, x, y), 'boundary');
  frame.line(lineOf(plane, 1, x, y), 'margin');
  frame.line(lineOf(plane, -1, x, y), 'margin');
  frame.points(points, 4.5);
}
