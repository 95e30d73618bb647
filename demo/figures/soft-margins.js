/** The same data and width with a hard margin and with both soft ones. */
import { SVC } from 'maxmargin';
import { gammaFromWidth } from 'maxmargin/study';
import { makeTwoGaussians } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { pointsOf } from './lib/planes.js';
import { drawLevel, shade, surfaceOf } from './lib/surface.js';

export const controls = {
  sigma: slider('width σ', 1, [0.3, 1.5], { log: true, step: 0.01 }),
  C: slider('C of the soft ones', 1, [0.1, 100], { log: true, step: 0.02 }),
};

export const machines = [
  { name: 'hard margin', options: () => ({ C: Infinity }) },
  { name: '2-norm soft margin', options: (C) => ({ C, loss: 'squaredHinge' }) },
  { name: '1-norm soft margin', options: (C) => ({ C, loss: 'hinge' }) },
];

export function makeData() {
  return makeTwoGaussians({ samples: 60, means: [[0.9, 0.7], [-0.9, -0.7]], seed: 11 });
}

export async function compute(values) {
  const { sigma, C } = { ...defaults(controls), ...values };
  const { X, y } = makeData();
  const fits = [];
  for (const { name, options } of machines) {
    const settings = { gamma: gammaFromWidth(sigma ** 2), tol: 1e-7, ...options(C) };
    const model = await new SVC(settings).fit(X, y);
    const margins = (await model.decisionFunction(X)).map((value, i) => value * y[i]);
    fits.push({
      name,
      points: pointsOf(X, y, model.supportIndices),
      surface: await surfaceOf(model, [-4, 4], [-4, 4]),
      margins,
      /** [row, alpha] of the support vectors. */
      alphas: Array.from(model.supportIndices, (row, k) => [row, Math.abs(model.dualCoef[k])]),
      errors: margins.filter((margin) => margin < 0).length,
      smallest: Math.min(...margins),
    });
  }
  return { fits, C };
}

export const readings = ({ fits }) =>
  fits.flatMap(({ name, points, errors }) => [
    [`${name}: support vectors`, String(points.filter(({ support }) => support).length)],
    ['training errors', String(errors)],
  ]);

export function draw(panels, { fits }) {
  fits.forEach(({ name, points, surface }, i) => {
    const frame = new Frame(panels[i], { x: [-4, 4], y: [-4, 4], bare: true, head: name, title: `Boundary of the ${name} with a Gaussian kernel` });
    shade(frame, surface);
    drawLevel(frame, surface, 1, 'margin');
    drawLevel(frame, surface, -1, 'margin');
    drawLevel(frame, surface, 0, 'boundary');
    frame.points(points, 3.5);
  });
}
