/** Four classes by four weight vectors: the largest <w, x> wins, and classes are sectors. */
import { LinearSVC } from 'maxmargin';
import { makeBlobs } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { rowsOf } from './lib/planes.js';

export const controls = { spread: slider('spread of the classes', 0.35, [0.1, 1]) };

const centers = [[2, 0.6], [0.2, 1.9], [-1.9, 0.2], [0.1, -2]];
const half = 3.4;

export async function compute(values) {
  const { spread } = { ...defaults(controls), ...values };
  const { X, y } = makeBlobs({ samples: 100, centers, clusterStd: spread, seed: 1 });
  const model = await new LinearSVC({ fitIntercept: false, C: 1, tol: 1e-6, maxIter: 5000 }).fit(X, y);
  const weights = centers.map((_, c) => Array.from(model.coef.subarray(2 * c, 2 * c + 2)));
  const predicted = await model.predict(X);
  return {
    weights,
    points: rowsOf(X).map(([a, b], i) => ({ x: a, y: b, label: y[i] })),
    borders: bordersOf(weights),
    errors: predicted.reduce((sum, label, i) => sum + Number(label !== y[i]), 0),
  };
}

/** Directions in which the winner changes, in angular order. */
function bordersOf(weights) {
  const winner = (angle) => {
    const values = weights.map(([a, b]) => a * Math.cos(angle) + b * Math.sin(angle));
    return values.indexOf(Math.max(...values));
  };
  const steps = 3600;
  const borders = [];
  for (let i = 0; i < steps; i++) {
    const [from, to] = [i, i + 1].map((k) => (2 * Math.PI * k) / steps);
    if (winner(from) !== winner(to)) borders.push({ angle: (from + to) / 2, before: winner(from), after: winner(to) });
  }
  return borders;
}

export const readings = ({ weights, errors, points }) => [
  ['misclassified', `${errors} of ${points.length}`],
  ['lengths of the weights', weights.map((w) => format(Math.hypot(...w))).join(', ')],
];

export function draw([panel], { weights, points, borders }) {
  const frame = new Frame(panel, { x: [-half, half], y: [-half, half], bare: true, equal: true, title: 'Four weight vectors, and the sectors in which each of them wins' });
  borders.forEach(({ angle, after }, i) => {
    const end = borders[(i + 1) % borders.length].angle + (i + 1 === borders.length ? 2 * Math.PI : 0);
    const arc = Array.from({ length: 33 }, (_, k) => angle + ((end - angle) * k) / 32);
    frame.area([[0, 0], ...arc.map((t) => [9 * Math.cos(t), 9 * Math.sin(t)])], `k${after}`);
    frame.line([[0, 0], [9 * Math.cos(angle), 9 * Math.sin(angle)]], 'boundary');
  });
  frame.points(points, 3.5);
  const longest = Math.max(...weights.map((w) => Math.hypot(...w)));
  weights.forEach(([a, b], c) => {
    const tip = [(2.2 * a) / longest, (2.2 * b) / longest];
    frame.line([[0, 0], tip], `arrow k${c}`);
    frame.dot(...tip, `k${c}`, 6);
    frame.text(...tip, `w${'₁₂₃₄'[c]}`, { dx: 9, dy: 4 });
  });
}
