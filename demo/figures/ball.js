/** The smallest ball around a set of points, and around most of them. */
import { SVDD } from 'maxmargin';
import { makeTwoGaussians } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { rowsOf } from './lib/planes.js';

export const controls = { nu: slider('ν', 0, [0, 0.5]) };

/** @param {{ nu?: number, points?: number[][] }} [values]  other points than those of the page */
export async function compute(values) {
  const { nu, points } = { ...defaults(controls), points: cloud(), ...values };
  const model = await new SVDD({ kernel: 'linear', nu, tol: 1e-9 }).fit(points);
  const total = model.dualCoef.reduce((sum, coefficient) => sum + coefficient, 0);
  const centre = [0, 0];
  model.supportIndices.forEach((row, k) => {
    centre[0] += (model.dualCoef[k] / total) * points[row][0];
    centre[1] += (model.dualCoef[k] / total) * points[row][1];
  });
  const support = new Set(model.supportIndices);
  return {
    centre,
    radius: model.radius,
    outside: model.errorFraction,
    points: points.map(([x, y], i) => ({ x, y, label: 0, support: support.has(i) })),
  };
}

function cloud() {
  const covariance = [[1, 0.5], [0.5, 0.7]];
  return rowsOf(makeTwoGaussians({ samples: 40, means: [[0, 0], [0, 0]], covariance, seed: 6 }).X);
}

export const readings = ({ radius, centre, outside, points }) => [
  ['radius', format(radius, 4)],
  ['centre', centre.map((value) => format(value)).join(', ')],
  ['on or beyond the edge', String(points.filter(({ support }) => support).length)],
  ['share outside', format(outside)],
];

export function draw([panel], { centre, radius, points }) {
  const frame = new Frame(panel, { x: [-3.6, 3.6], y: [-3.6, 3.6], bare: true, equal: true, title: 'The smallest ball around the points, and those that hold it' });
  frame.circle(...centre, radius, 'boundary');
  for (const { x, y, support } of points) if (support) frame.line([centre, [x, y]], 'thin');
  frame.points(points, 4.5);
  frame.dot(...centre, 'alarm', 4);
}
