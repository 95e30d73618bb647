/** The margin of hyperplanes by their direction. */
import { SVC } from 'maxmargin';

import { makeClouds } from './lib/clouds.js';
import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { hyperplaneOf, lineOf, pointsOf, rowsOf, span } from './lib/planes.js';

export const controls = { angle: slider('direction of w, degrees', 30, [-60, 60], { step: 1 }) };

export async function compute(values) {
  const { angle } = { ...defaults(controls), ...values };
  const { X, y } = makeClouds(0.9);
  const rows = rowsOf(X);
  /** The margin of each unit vector with its best threshold; negative if no threshold separates. */
  const along = (degrees) => {
    const w = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    let [low, high] = [Infinity, -Infinity];
    rows.forEach((row, i) => {
      const at = w[0] * row[0] + w[1] * row[1];
      if (y[i] > 0) low = Math.min(low, at);
      else high = Math.max(high, at);
    });
    return { w, b: -(low + high) / 2, norm: 1, margin: (low - high) / 2 };
  };
  const model = await new SVC({ kernel: 'linear', C: Infinity, tol: 1e-9 }).fit(X, y);
  const best = await hyperplaneOf(model);
  const chosen = along(angle);
  return {
    points: pointsOf(X, y, model.supportIndices),
    // The functional margins of the hyperplane with the chosen direction, in order.
    margins: rows.map(([a, b], i) => y[i] * (chosen.w[0] * a + chosen.w[1] * b + chosen.b)),
    curve: span(-60, 60, 481).map((degrees) => [degrees, along(degrees).margin]),
    angle,
    chosen,
    best: { ...best, margin: 1 / best.norm, angle: (Math.atan2(best.w[1], best.w[0]) * 180) / Math.PI },
  };
}

export const readings = ({ chosen, best }) => [
  ['margin of this direction', format(chosen.margin, 4)],
  ['largest margin', format(best.margin, 4)],
  ['its direction', `${format(best.angle, 3)}°`],
];

export function draw([left, right], { points, margins, curve, angle, chosen, best }) {
  const [x, y] = [[-3.2, 3.2], [-2.4, 2.4]];
  const plane = new Frame(left, { x, y, bare: true, equal: true, title: 'A hyperplane of the chosen direction, and the distances of all points from it' });
  plane.line(lineOf(best, 0, x, y), 'thin dashed');
  points.forEach((point, i) => {
    const away = margins[i] * (point.label ? -1 : 1);
    plane.line([[point.x, point.y], [point.x + away * chosen.w[0], point.y + away * chosen.w[1]]], margins[i] < 0 ? 'slack' : 'thin');
  });
  plane.line(lineOf(chosen, 0, x, y), 'boundary');
  plane.points(points.map((point) => ({ ...point, support: false })), 4.5);

  const high = best.margin * 1.25;
  const low = -high;
  const chart = new Frame(right, { x: [-60, 60], y: [low, high], xLabel: 'direction of w, degrees', yLabel: 'margin', zero: true, title: 'Margin by direction: a single maximum, at the optimal hyperplane' });
  chart.line(curve, 'k0');
  chart.dot(best.angle, best.margin, 'alarm', 5);
  chart.text(best.angle, best.margin, 'optimal', { anchor: 'middle', dy: -10 });
  chart.line([[angle, low], [angle, high]], 'target');
  chart.dot(angle, chosen.margin, 'big', 5);
}
