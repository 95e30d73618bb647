/** All values of C at once: the slider asks a path, and nothing is fitted again. */
import { kernels } from 'maxmargin';
import { regularizationPath } from 'maxmargin/study';
import { makeTwoGaussians } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { pointsOf, span } from './lib/planes.js';
import { drawLevel, shade, surfaceOf } from './lib/surface.js';

export const range = [0.01, 100];

export const controls = { C: slider('C', 1, range, { log: true, step: 0.01 }) };

export const gamma = 0.25;

const plane = { x: [-4, 4], y: [-4, 4] };

export function makeData() {
  return makeTwoGaussians({ samples: 40, means: [[0.9, 0.7], [-0.9, -0.7]], seed: 5 });
}

let followed;

/** The path and its curves, which do not depend on C. */
async function follow() {
  const { X, y } = makeData();
  const [CMin, CMax] = range;
  const began = performance.now();
  const path = await regularizationPath(X, y, { kernel: kernels.rbf({ gamma }), CMin, CMax });
  const time = performance.now() - began;
  const curves = Array.from(y, () => []);
  // Between two breakpoints a coefficient is linear in C, but its curve over log C is not.
  const between = span(Math.log10(CMin), Math.log10(CMax), 120).slice(1, -1).map((t) => 10 ** t);
  for (const C of [...path.breakpoints, ...between].sort((a, b) => a - b)) {
    path.coefficients(C).forEach((coef, row) => curves[row].push([C, Math.abs(coef) / C]));
  }
  return { X, y, path, curves, time };
}

export async function compute(values) {
  const { C } = { ...defaults(controls), ...values };
  const { X, y, path, curves, time } = await (followed ??= follow());
  const model = await path.at(C);
  const coefficients = path.coefficients(C);
  const support = [...coefficients.keys()].filter((row) => coefficients[row] !== 0);
  const result = {
    C,
    time,
    breakpoints: path.breakpoints.length - 2,
    curves,
    labels: Array.from(y, (label) => (label > 0 ? 1 : 0)),
    coefficients: Array.from(coefficients),
    points: pointsOf(X, y, support),
    surface: await surfaceOf(model, plane.x, plane.y),
    support: support.length,
  };
  model.dispose();
  return result;
}

export const readings = ({ breakpoints, support, time }) => [
  ['breakpoints', String(breakpoints)],
  ['support vectors', String(support)],
  ['the whole path took', `${format(time, 2)} ms`],
];

export function draw([left, right], { C, curves, labels, coefficients, points, surface }) {
  const frame = new Frame(left, { ...plane, bare: true, title: 'Boundary of the machine of this C' });
  shade(frame, surface);
  drawLevel(frame, surface, 1, 'margin');
  drawLevel(frame, surface, -1, 'margin');
  drawLevel(frame, surface, 0, 'boundary');
  frame.points(points, 3.5);
  const chart = new Frame(right, { x: range, xLog: true, y: [0, 1.04], xLabel: 'C', yLabel: 'α / C', title: 'Dual variable of each sample, as a share of its bound, over C' });
  curves.forEach((curve, row) => chart.line(curve, `k${labels[row]} thin-path`));
  chart.line([[C, 0], [C, 1.04]], 'boundary');
  coefficients.forEach((coef, row) => chart.dot(C, Math.abs(coef) / C, `c${labels[row]}`, 3));
}
