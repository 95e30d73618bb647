/** The optimal hyperplane bisects the shortest segment between the convex hulls. */
import { SVC } from 'maxmargin';

import { makeClouds } from './lib/clouds.js';
import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { hullOf, hyperplaneOf, lineOf, pointsOf, rowsOf } from './lib/planes.js';

export const controls = { gap: slider('distance of the clouds', 0.6, [0.1, 2]) };

export async function compute(values) {
  const { gap } = { ...defaults(controls), ...values };
  const { X, y } = makeClouds(gap);
  const model = await new SVC({ kernel: 'linear', C: Infinity, tol: 1e-9 }).fit(X, y);
  const plane = await hyperplaneOf(model);
  const rows = rowsOf(X);
  // The nearest points are convex combinations by the dual variables of each class.
  const nearest = [1, -1].map((sign) => {
    const sum = [0, 0, 0];
    model.supportIndices.forEach((i, k) => {
      if (y[i] !== sign) return;
      const alpha = Math.abs(model.dualCoef[k]);
      sum[0] += alpha * rows[i][0];
      sum[1] += alpha * rows[i][1];
      sum[2] += alpha;
    });
    return [sum[0] / sum[2], sum[1] / sum[2]];
  });
  return {
    points: pointsOf(X, y, model.supportIndices),
    hulls: [-1, 1].map((sign) => hullOf(rows.filter((_, i) => y[i] === sign))),
    nearest,
    distance: Math.hypot(nearest[0][0] - nearest[1][0], nearest[0][1] - nearest[1][1]),
    plane,
    margin: 1 / plane.norm,
    gap: model.gap,
  };
}

export const readings = ({ points, margin, distance }) => [
  ['support vectors', String(points.filter(({ support }) => support).length)],
  ['margin 1/‖w‖', format(margin, 5)],
  ['distance of the hulls', format(distance, 5)],
  ['distance / margin', format(distance / margin, 6)],
];

export function draw([panel], { points, hulls, nearest, plane }) {
  const [x, y] = [[-3.3, 3.3], [-2.4, 2.4]];
  const frame = new Frame(panel, { x, y, bare: true, equal: true, title: 'Two clouds with their convex hulls, the shortest segment between these, and the optimal hyperplane across it' });
  hulls.forEach((hull, c) => {
    frame.area(hull, `c${c}`);
    frame.line([...hull, hull[0]], `hull k${c}`);
  });
  frame.line(lineOf(plane, 0, x, y), 'boundary');
  frame.line(lineOf(plane, 1, x, y), 'margin');
  frame.line(lineOf(plane, -1, x, y), 'margin');
  frame.line(nearest, 'normal');
  frame.points(points, 4.5);
  for (const [a, b] of nearest) frame.dot(a, b, 'alarm', 3.5);
}
