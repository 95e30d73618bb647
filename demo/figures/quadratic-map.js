/** An ellipse in the plane is a plane in the space of the monomials of degree 2. */
import { SVC, kernels } from 'maxmargin';
import { makeChessBoard } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { lineOf, pointsOf, rowsOf } from './lib/planes.js';
import { drawLevel, shade, surfaceOf } from './lib/surface.js';

export const controls = { size: slider('first half-axis of the ellipse', 1.3, [0.6, 1.8]) };

const second = 0.9;

/** (x1, x2) to (x1^2, sqrt 2 x1 x2, x2^2): inner products are those of x, squared. */
const map = ([a, b]) => [a * a, Math.SQRT2 * a * b, b * b];

export async function compute(values) {
  const { size } = { ...defaults(controls), ...values };
  // Evenly spread points of [-2, 2] x [-2, 2], except in a gap at the edge of the ellipse.
  const all = rowsOf(makeChessBoard({ samples: 160, seed: 9 }).X).map((row) => row.map((value) => value - 2));
  const inside = ([a, b]) => (a / size) ** 2 + (b / second) ** 2;
  const rows = all.filter((row) => Math.abs(inside(row) - 1) > 0.15);
  const y = rows.map((row) => (inside(row) < 1 ? 1 : -1));
  const X = { data: Float64Array.from(rows.flat()), rows: rows.length, cols: 2 };
  const model = await new SVC({ kernel: kernels.poly({ degree: 2, gamma: 1, coef0: 0 }), C: 1e4, tol: 1e-6 }).fit(X, y);
  const explicit = await new SVC({ kernel: 'linear', C: 1e4, tol: 1e-6 }).fit(rows.map(map), y);
  const [b, ...axes] = await explicit.decisionFunction([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]);
  const w = axes.map((value) => value - b);
  const [byKernel, byMap] = [await model.decisionFunction(X), await explicit.decisionFunction(rows.map(map))];
  return {
    points: pointsOf(X, y, model.supportIndices),
    surface: await surfaceOf(model, [-2, 2], [-2, 2]),
    // The cut of the plane <w, phi> + b = 0 with the coordinate plane of x1^2 and x2^2.
    cut: { w: [w[0], w[2]], b, norm: Math.hypot(w[0], w[2]) },
    axes: [Math.sqrt(-b / w[0]), Math.sqrt(-b / w[2])],
    difference: Math.max(...byKernel.map((value, i) => Math.abs(value - byMap[i]))),
    largest: Math.max(...byKernel.map(Math.abs)),
  };
}

export const readings = ({ points, axes, difference }) => [
  ['support vectors', String(points.filter(({ support }) => support).length)],
  ['half-axes found', axes.map((value) => format(value)).join(' and ')],
  ['kernel against monomials, at most', format(difference, 2)],
];

export function draw([left, right], { points, surface, cut }) {
  const plane = new Frame(left, { x: [-2, 2], y: [-2, 2], xLabel: 'x₁', yLabel: 'x₂', head: 'input space', title: 'Points inside and outside of an ellipse, and the boundary' });
  shade(plane, surface, (value) => 1 - Math.exp(-value / 2));
  drawLevel(plane, surface, 1, 'margin');
  drawLevel(plane, surface, -1, 'margin');
  drawLevel(plane, surface, 0, 'boundary');
  plane.points(points, 3.5);

  const [x, y] = [[0, 4], [0, 4]];
  const lifted = new Frame(right, { x, y, xLabel: 'x₁²', yLabel: 'x₂²', head: 'feature space', title: 'The same points by the squares of their coordinates, and a straight boundary' });
  lifted.line(lineOf(cut, 0, x, y), 'boundary');
  lifted.points(points.map((point) => ({ ...point, x: point.x ** 2, y: point.y ** 2 })), 3.5);
}
