/** The moves of the perceptron: the hyperplane after each mistake. */
import { Perceptron } from 'maxmargin/study';

import { makeClouds } from './lib/clouds.js';
import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { lineOf, pointsOf, rowsOf } from './lib/planes.js';

export const controls = {
  share: slider('mistakes made, %', 100, [0, 100], { step: 1 }),
  gap: slider('distance of the clouds', 0.8, [0.2, 2]),
};

export async function compute(values) {
  const { share, gap } = { ...defaults(controls), ...values };
  const { X, y } = makeClouds(gap);
  // Away from the origin, so that the bias matters.
  X.data.forEach((value, k) => (X.data[k] = value + (k % 2 === 0 ? 1.2 : 0.6)));
  const model = await new Perceptron({ maxIter: 10_000 }).fit(X, y);
  const rows = rowsOf(X);
  // Each mistake moves w by y x and b by y R^2.
  const moves = [{ w: [0, 0], b: 0, row: -1 }];
  for (const row of model.mistakeRows) {
    const { w, b } = moves.at(-1);
    moves.push({ w: w.map((value, k) => value + y[row] * rows[row][k]), b: b + y[row] * model.squaredRadius, row });
  }
  return {
    points: pointsOf(X, y),
    moves: moves.map((move) => ({ ...move, norm: Math.hypot(...move.w) })),
    shown: Math.round((share / 100) * model.mistakeRows.length),
    mistakes: model.mistakes[0],
    passes: model.nIter[0],
    perPass: Array.from(model.mistakesPerPass),
    bound: model.mistakeBounds[0],
    margin: model.margins[0],
    weights: { w: Array.from(model.coef), b: model.intercept[0] },
  };
}

export const readings = ({ shown, mistakes, passes, margin, bound }) => [
  ['mistakes shown', `${shown} of ${mistakes}`],
  ['passes', String(passes)],
  ['margin at the end', format(margin)],
  ['Novikoff’s bound', format(bound, 4)],
];

export function draw([left, right], { points, moves, shown, perPass }) {
  const [x, y] = [[-2.8, 5.2], [-2.6, 3.8]];
  const plane = new Frame(left, { x, y, bare: true, equal: true, head: `after ${shown} mistakes`, title: 'The hyperplane of the perceptron after some mistakes, and before' });
  const seen = moves.slice(Math.max(1, shown - 12), shown).filter(({ norm }) => norm > 0);
  for (const move of seen) plane.line(lineOf(move, 0, x, y), 'level');
  const now = moves[shown];
  if (now.norm > 0) plane.line(lineOf(now, 0, x, y), 'boundary');
  plane.points(points.map((point, i) => ({ ...point, support: i === now.row })), 4.5);

  const most = Math.max(...perPass, 1);
  const chart = new Frame(right, { x: [0, Math.max(2, perPass.length)], y: [0, most * 1.1], xLabel: 'pass', yLabel: 'mistakes', head: 'mistakes in each pass', title: 'Mistakes in each pass over the samples; none in the last' });
  chart.line(perPass.flatMap((count, i) => [[i, count], [i + 1, count]]), 'k0');
}
