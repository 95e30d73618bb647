/** The widest margin of six points in a norm, and the margin of that hyperplane in every norm. */
import { LPMarginClassifier } from 'maxmargin/study';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { lineOf, pointsOf, span } from './lib/planes.js';

export const controls = {
  norm: slider('norm p of the weights', 1, [1, 20], { log: true, step: 0.02 }),
  shift: slider('third point to the right', 0, [0, 6]),
};

/** Norms of the table of the figure. */
export const norms = [1, 1.5, 2, 3, Infinity];

const labels = [1, 1, 1, -1, -1, -1];

/** The six points, of which the third one moves. */
const points = (shift) => [[2, 2], [3, 1], [4 + shift, 3], [0, 0], [1, -1], [-1, 1]];

export async function compute(values) {
  const { norm, shift } = { ...defaults(controls), ...values };
  const X = points(shift);
  const widest = async (p) => {
    const model = await new LPMarginClassifier({ norm: p }).fit(X, labels);
    const w = Array.from(model.coef);
    const plane = { w, b: model.intercept[0], norm: Math.hypot(...w) };
    const result = { plane, rho: model.rho[0], byNorm: Array.from(model.rhoByNorm), critical: Array.from(model.criticalRows) };
    model.dispose();
    return result;
  };
  const chosen = await widest(norm);
  const table = [];
  for (const p of norms) table.push({ p, ...(await widest(p)) });
  const curve = [];
  for (const t of span(0, 1, 25)) {
    const p = 20 ** t;
    curve.push([p, (await widest(p)).rho]);
  }
  return { X, norm, chosen, table, curve, marks: pointsOf({ data: Float64Array.from(X.flat()), rows: 6, cols: 2 }, labels, chosen.critical) };
}

export const readings = ({ norm, chosen, table }) => [
  [`ρ for p = ${format(norm)}`, format(chosen.rho, 7)],
  ['w', chosen.plane.w.map((v) => format(v, 4)).join(', ')],
  ...table.map(({ p, rho }) => [`widest for p = ${format(p)}`, format(rho, 7)]),
];

export function draw([left, right], { norm, chosen, curve, marks, table, X }) {
  const [x, y] = [[-2, Math.max(6, X[2][0] + 1)], [-2.5, 4.5]];
  const plane = new Frame(left, { x, y, bare: true, equal: true, title: 'Six points, and the hyperplane of the widest margin in the chosen norm' });
  plane.line(lineOf(chosen.plane, 0, x, y), 'boundary');
  plane.line(lineOf(chosen.plane, 1, x, y), 'margin');
  plane.line(lineOf(chosen.plane, -1, x, y), 'margin');
  plane.points(marks, 4.5);
  const high = 1.1 * Math.max(...table.map(({ rho }) => rho));
  const chart = new Frame(right, { x: [1, 20], xLog: true, y: [0, high], xLabel: 'norm p', yLabel: 'widest margin ρ', title: 'The widest margin by the norm of the weights: it grows with p' });
  chart.line(curve, 'k0');
  table.slice(0, -1).forEach(({ p, rho }) => chart.dot(p, rho, 'big', 4));
  chart.line([[1, table.at(-1).rho], [20, table.at(-1).rho]], 'target');
  chart.dot(norm, chosen.rho, 'alarm', 5);
}
