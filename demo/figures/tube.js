/** The tube of support vector regression, and the slacks of points outside. */
import { SVR } from 'maxmargin';
import { regressionTube } from 'maxmargin/plot';

import { defaults, menu, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { column } from './lib/planes.js';

export const controls = {
  epsilon: slider('half-width ε', 0.3, [0, 1]),
  C: slider('C', 2, [0.01, 100], { log: true, step: 0.02 }),
  kernel: menu('kernel', 'linear', { linear: 'linear', rbf: 'Gaussian' }),
};

export async function compute(values) {
  const { epsilon, C, kernel } = { ...defaults(controls), ...values };
  const { X, y } = makeData();
  const model = await new SVR({ kernel, gamma: 'scale', epsilon, C, tol: 1e-8 }).fit(X, y);
  const tube = await regressionTube(model, X, y, { domain: [0, 10], resolution: 160 });
  const slacks = tube.points.map(({ residual }) => Math.max(0, Math.abs(residual) - epsilon));
  return { ...tube, slacks, C, gap: model.gap, alphas: Array.from(model.supportIndices, (row, k) => [row, model.dualCoef[k]]) };
}

/** A curve with noise that is the same on every computer (the sine of large numbers, no generator). */
function makeData() {
  const x = Array.from({ length: 30 }, (_, i) => (10 * (i + 0.5)) / 30);
  const y = x.map((at, i) => 0.25 * at + 0.5 * Math.sin(at) + 0.45 * Math.sin(7 * i * i + 1));
  return { X: column(x), y };
}

export const readings = ({ points, slacks, gap }) => [
  ['support vectors', String(points.filter(({ support }) => support).length)],
  ['outside the tube', String(points.filter(({ outside }) => outside).length)],
  ['sum of the slacks', format(slacks.reduce((sum, slack) => sum + slack, 0))],
  ['gap', format(gap, 2)],
];

export function draw([panel], { curve, points, slacks, epsilon }) {
  const frame = new Frame(panel, { x: [0, 10], y: [-0.8, 3.4], xLabel: 'x', yLabel: 'y', title: 'Samples, the function and its tube; lines from points outside to the tube are slacks' });
  frame.area([...curve.map(({ x, upper }) => [x, upper]), ...curve.map(({ x, lower }) => [x, lower]).reverse()], 'tube');
  frame.line(curve.map(({ x, upper }) => [x, upper]), 'margin');
  frame.line(curve.map(({ x, lower }) => [x, lower]), 'margin');
  frame.line(curve.map(({ x, predicted }) => [x, predicted]), 'boundary');
  points.forEach(({ x, y, predicted, residual }, i) => {
    if (slacks[i] > 0) frame.line([[x, y], [x, predicted + Math.sign(residual) * epsilon]], 'slack');
  });
  frame.points(points.map(({ x, y, support }) => ({ x, y, label: 0, support })), 4);
}
