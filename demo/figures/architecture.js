/** A support vector machine as a network: kernel values of a sample, their weighted sum, its sign. */
import { SVC } from 'maxmargin';

import { makeClouds } from './lib/clouds.js';
import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { pointsOf } from './lib/planes.js';

export const controls = {
  across: slider('the sample, across', 0.2, [-2.5, 2.5]),
  up: slider('the sample, up', -0.6, [-2, 2]),
};

const gamma = 0.25;

export async function compute(values) {
  const { across, up } = { ...defaults(controls), ...values };
  const { X, y } = makeClouds(0.9);
  const model = await new SVC({ kernel: 'rbf', gamma, C: 1000, tol: 1e-6 }).fit(X, y);
  const points = pointsOf(X, y, model.supportIndices);
  const [first, second] = model.classes;
  const units = Array.from(model.supportIndices, (row, i) => {
    const { x, y: height, label } = points[row];
    const value = Math.exp(-gamma * ((x - across) ** 2 + (height - up) ** 2));
    return { x, y: height, label, value, coef: model.dualCoef[i] };
  });
  const [f] = await model.decisionFunction([[across, up]]);
  return {
    points, units, across, up, f,
    intercept: model.intercept[0],
    class: f > 0 ? second : first,
  };
}

export const readings = ({ units, intercept, f, class: label }) => [
  ['sum of coefficient times kernel value', format(units.reduce((sum, { coef, value }) => sum + coef * value, 0), 4)],
  ['constant b', format(intercept, 4)],
  ['f(x)', format(f, 4)],
  ['class', `${label > 0 ? '+1' : '−1'}`],
];

export function draw([left, right], { points, units, across, up, f }) {
  const plane = new Frame(left, { x: [-3.2, 3.2], y: [-2.4, 2.4], bare: true, equal: true, title: 'The samples, the support vectors with a ring, and the sample x, which the support vectors are compared with' });
  for (const { x, y } of units) plane.line([[x, y], [across, up]], 'thin dashed');
  plane.points(points, 4.5);
  units.forEach(({ x, y }, i) => plane.text(x, y, `${i + 1}`, { dx: 10, dy: -6 }));
  plane.dot(across, up, 'big', 6);
  plane.text(across, up, 'x', { dx: 10, dy: 14 });

  const net = new Frame(right, { x: [0, 10], y: [0, 10], bare: true, title: 'From the bottom to the top: the sample, its kernel value with each support vector, their sum times the coefficients, the sign' });
  const places = units.map((_, i) => (10 * (i + 0.5)) / units.length);
  const most = Math.max(...units.map(({ coef }) => Math.abs(coef)));
  units.forEach(({ label, value, coef }, i) => {
    const at = places[i];
    net.line([[5, 0.9], [at, 3.6]], 'thin');
    const [x1, x2, y1, y2] = [net.toX(at), net.toX(5), net.toY(4.6), net.toY(7.2)];
    const thick = (0.5 + (5 * Math.abs(coef)) / most) / 2;
    net.mark('path', { class: `dot ${coef > 0 ? 'c1' : 'c0'}`, d: `M${x1 - thick} ${y1}L${x1 + thick} ${y1}L${x2 + thick} ${y2}L${x2 - thick} ${y2}Z` });
    const [x, y, high] = [net.toX(at), net.toY(3.6), net.toY(3.6) - net.toY(4.6)];
    net.mark('rect', { class: 'edge', x: x - 9, y: y - high, width: 18, height: high });
    net.mark('rect', { class: `dot c${label}`, x: x - 9, y: y - high * value, width: 18, height: high * value });
    net.text(at, 3.6, `${i + 1}`, { anchor: 'middle', dy: 14 });
  });
  net.dot(5, 0.9, 'big', 6);
  net.text(5, 0.9, 'x', { dx: 12, dy: 5 });
  net.text(0.2, 2.0, 'k(xᵢ, x)', { dy: 0 });
  net.text(0.2, 6.2, 'yᵢ αᵢ', { dy: 0 });
  net.dot(5, 7.2, 'big', 6);
  net.text(5, 7.2, `Σ + b = ${format(f, 3)}`, { dx: 14, dy: -6 });
  net.line([[5, 7.2], [5, 9]], 'boundary');
  net.dot(5, 9, f > 0 ? 'c1' : 'c0', 7);
  net.text(5, 9, `sgn f(x) = ${f > 0 ? '+1' : '−1'}`, { dx: 14, dy: 5 });
}
