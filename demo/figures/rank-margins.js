/** Ordered classes as parallel hyperplanes, and the utility that they are the boundaries of. */
import { OrdinalSVC } from 'maxmargin';
import { makeOrdinalSquare } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { hyperplaneOf, lineOf, rowsOf } from './lib/planes.js';

export const controls = {
  angle: slider('direction of the utility, degrees', 35, [0, 90], { step: 1 }),
  gap: slider('gap between the ranks', 0.06, [0.02, 0.12], { step: 0.01 }),
};

const [x, y] = [[0, 1], [0, 1]];

export async function compute(values) {
  const { angle, gap } = { ...defaults(controls), ...values };
  const direction = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const along = ([a, b]) => direction[0] * a + direction[1] * b;
  const [low, high] = [0, direction[0] + direction[1]];
  const borders = [0.3, 0.5, 0.72].map((share) => low + share * (high - low));
  // Samples of the unit square, without those close to a border of the ranks.
  const rows = rowsOf(makeOrdinalSquare({ samples: 90, seed: 4 }).X)
    .filter((row) => borders.every((border) => Math.abs(along(row) - border) > gap / 2));
  const ranks = rows.map((row) => 1 + borders.filter((border) => along(row) > border).length);
  const model = await new OrdinalSVC({ kernel: 'linear', C: Infinity, tol: 1e-6 }).fit(rows, ranks);
  const plane = await hyperplaneOf(model);
  const utilities = Array.from(await model.decisionFunction(rows));
  const margins = Array.from(model.rankMargins);
  const thresholds = Array.from(model.thresholds);
  // The utilities of the closest samples on both sides of each boundary.
  const edges = thresholds.map((_, k) => [
    Math.max(...utilities.filter((_u, i) => ranks[i] <= k + 1)),
    Math.min(...utilities.filter((_u, i) => ranks[i] > k + 1)),
  ]);
  const points = rows.map(([a, b], i) => ({ x: a, y: b, label: ranks[i] - 1, utility: utilities[i] }));
  return { plane: { ...plane, b: 0 }, points, thresholds, edges, margins, direction };
}

export const readings = ({ plane, edges, direction }) => [
  ['margin of the closest pair, 1/‖w‖', format(1 / plane.norm)],
  ['margins at the boundaries', edges.map(([below, above]) => format((above - below) / plane.norm)).join(', ')],
  ['angle between w and the direction', `${format((180 / Math.PI) * Math.acos(Math.min(1, (plane.w[0] * direction[0] + plane.w[1] * direction[1]) / plane.norm)), 2)}°`],
];

export function draw([left, right], { plane, points, thresholds, edges }) {
  const one = new Frame(left, { x, y, bare: true, equal: true, head: 'parallel boundaries', title: 'Samples of four ranks and the three parallel boundaries between them' });
  const view = [[-1, 2], [-1, 2]];
  thresholds.forEach((threshold, k) => {
    const [below, above] = edges[k].map((level) => lineOf(plane, level, ...view));
    one.area([...below, ...[...above].reverse()], 'tube');
    one.line(lineOf(plane, threshold, ...view), 'boundary');
  });
  one.points(points, 4.5);

  const utilities = points.map(({ utility }) => utility);
  const [least, most] = [Math.min(...utilities), Math.max(...utilities)];
  const reach = [least - 0.04 * (most - least), most + 0.04 * (most - least)];
  const two = new Frame(right, { x: reach, y: [0.3, 4.7], head: 'the same samples by their utility', xLabel: 'utility ⟨w, x⟩', yTicks: 5, title: 'The ranks of the samples by their utility, and the thresholds' });
  thresholds.forEach((threshold, k) => {
    const [below, above] = edges[k];
    two.area([[below, 0.3], [above, 0.3], [above, 4.7], [below, 4.7]], 'tube');
    two.line([[threshold, 0.3], [threshold, 4.7]], 'boundary');
  });
  two.points(points.map(({ utility, label }) => ({ x: utility, y: label + 1, label })), 4.5);
}
