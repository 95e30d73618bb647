/** Points of a line that no threshold separates, mapped onto a parabola. */
import { SVC } from 'maxmargin';
import { makeTwentyOnePoints } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { hyperplaneOf, lineOf, pointsOf, span } from './lib/planes.js';

export const controls = { threshold: slider('class by |x| >', 2, [0, 9], { step: 1 }) };

export async function compute(values) {
  const { threshold } = { ...defaults(controls), ...values };
  const { X } = makeTwentyOnePoints();
  const y = Array.from(X.data, (x) => (Math.abs(x) > threshold ? 1 : -1));
  const lifted = { data: Float64Array.from(Array.from(X.data).flatMap((x) => [x, x * x])), rows: X.rows, cols: 2 };
  const model = await new SVC({ kernel: 'linear', C: Infinity, tol: 1e-9 }).fit(lifted, y);
  const plane = await hyperplaneOf(model);
  return {
    plane,
    margin: 1 / plane.norm,
    points: pointsOf(lifted, y, model.supportIndices),
    curve: span(-10.5, 10.5, 211).map((x) => [x, plane.w[0] * x + plane.w[1] * x * x + plane.b]),
  };
}

export const readings = ({ plane, margin, points }) => [
  ['f(x)', `${format(plane.w[1])} x² ${plane.b < 0 ? '−' : '+'} ${format(Math.abs(plane.b))}`],
  ['margin', format(margin, 4)],
  ['support vectors', points.filter(({ support }) => support).map(({ x }) => format(x)).join(', ')],
];

export function draw([left, right], { plane, points, curve }) {
  const line = new Frame(left, { x: [-10.5, 10.5], y: [-4, 10], xLabel: 'x', head: 'on the line', zero: true, title: 'Twenty-one points on a line, and the function that classifies them' });
  line.line(curve, 'boundary');
  for (const level of [-1, 1]) line.line([[-10.5, level], [10.5, level]], 'margin');
  line.points(points.map((point) => ({ ...point, y: 0 })), 4);

  const [x, y] = [[-10.5, 10.5], [-8, 106]];
  const lifted = new Frame(right, { x, y, xLabel: 'x', yLabel: 'x²', head: 'in feature space', title: 'The same points on a parabola, where a line tells them apart' });
  lifted.line(lineOf(plane, 0, x, y), 'boundary');
  for (const level of [-1, 1]) lifted.line(lineOf(plane, level, x, y), 'margin');
  lifted.points(points, 4);
}
