/** The hard margin on a chess board, with a Gaussian kernel of two widths. */
import { SVC } from 'maxmargin';
import { gammaFromWidth } from 'maxmargin/study';
import { makeChessBoard } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { pointsOf } from './lib/planes.js';
import { drawLevel, shade, surfaceOf } from './lib/surface.js';

const width = { log: true, step: 0.01 };
export const controls = {
  narrow: slider('σ on the left', 0.3, [0.1, 1.5], width),
  wide: slider('σ on the right', 0.9, [0.1, 1.5], width),
};

export async function compute(values) {
  const { narrow, wide } = { ...defaults(controls), ...values };
  const { X, y } = makeChessBoard({ samples: 200, seed: 4 });
  const boards = [];
  for (const sigma of [narrow, wide]) {
    const gamma = gammaFromWidth(sigma ** 2);
    const model = await new SVC({ gamma, C: Infinity, tol: 1e-6 }).fit(X, y);
    const predicted = await model.predict(X);
    boards.push({
      sigma,
      points: pointsOf(X, y, model.supportIndices),
      surface: await surfaceOf(model, [0, 4], [0, 4]),
      errors: predicted.reduce((sum, label, i) => sum + Number(label !== y[i]), 0),
      // Proposition 6.6: 1 / margin^2 is the sum of the dual variables.
      margin: model.dualCoef.reduce((sum, coefficient) => sum + Math.abs(coefficient), 0) ** -0.5,
    });
  }
  return { boards };
}

export const readings = ({ boards }) =>
  boards.flatMap(({ sigma, points, errors, margin }) => [
    [`support vectors, σ = ${format(sigma)}`, String(points.filter(({ support }) => support).length)],
    ['margin', format(margin)],
    ['training errors', String(errors)],
  ]);

export function draw(panels, { boards }) {
  boards.forEach(({ sigma, points, surface }, i) => {
    const head = `σ = ${format(sigma)}`;
    const frame = new Frame(panels[i], { x: [0, 4], y: [0, 4], bare: true, head, title: `Chess board with the boundary of the hard margin, ${head}` });
    shade(frame, surface);
    drawLevel(frame, surface, 0, 'boundary');
    frame.points(points, 3.5);
  });
}
