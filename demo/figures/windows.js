/** Windows around all samples beside a machine that keeps those near the boundary, on the same data and width. */
import { SVC } from 'maxmargin';
import { ParzenClassifier, gammaFromSigma } from 'maxmargin/study';
import { makeRipley } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { pointsOf } from './lib/planes.js';
import { drawLevel, shade, surfaceOf } from './lib/surface.js';

export const controls = {
  width: slider('width of the windows', 0.2, [0.02, 1], { log: true, step: 0.01 }),
  C: slider('C of the machine', 1, [0.1, 100], { log: true, step: 0.02 }),
  samples: slider('samples', 150, [20, 300], { step: 10 }),
};

const plane = { x: [-1.4, 1.2], y: [-0.4, 1.2] };

/** The widths at which both are measured. */
const widths = [-1.7, -1.5, -1.3, -1.1, -0.9, -0.7, -0.5, -0.3, -0.1, 0].map((power) => 10 ** power);

const machines = [
  { name: 'windows', make: (width) => new ParzenClassifier({ bandwidth: width }) },
  { name: 'SVC', make: (width, C) => new SVC({ gamma: gammaFromSigma(width), C }) },
];

export async function compute(values) {
  const { width, C, samples } = { ...defaults(controls), ...values };
  const { X, y } = makeRipley({ samples, seed: 3 });
  const test = makeRipley({ samples: 1000, seed: 4 });
  const fits = [];
  for (const { name, make } of machines) {
    const model = await make(width, C).fit(X, y);
    const support = model.supportIndices ?? y.map((_, i) => i);
    const fit = { name, kept: support.length, points: pointsOf(X, y, name === 'SVC' ? support : []), surface: await surfaceOf(model, plane.x, plane.y) };
    fit.error = 100 * (1 - (await model.score(test.X, test.y)));
    model.dispose();
    fit.errors = [];
    for (const other of widths) {
      const measured = await make(other, C).fit(X, y);
      fit.errors.push([other, 100 * (1 - (await measured.score(test.X, test.y)))]);
      measured.dispose();
    }
    fits.push(fit);
  }
  return { fits, width };
}

export const readings = ({ fits }) =>
  fits.flatMap(({ name, error, errors, kept }) => [
    [`${name}: test error`, `${format(error)} %`],
    [`${name}: at its best width`, `${format(Math.min(...errors.map(([, share]) => share)))} %`],
    [`${name}: samples in the model`, String(kept)],
  ]);

export function draw(panels, { fits, width }) {
  fits.forEach(({ name, points, surface }, i) => {
    const frame = new Frame(panels[i], { ...plane, bare: true, head: name, title: `Boundary of ${name} on the same samples` });
    shade(frame, surface);
    drawLevel(frame, surface, 0, 'boundary');
    frame.points(points, 3);
  });
  const most = Math.max(...fits.flatMap(({ errors }) => errors.map(([, share]) => share)));
  const chart = new Frame(panels[2], { x: [widths[0], widths.at(-1)], xLog: true, y: [0, most * 1.05], xLabel: 'width', yLabel: 'test error, %', title: 'Test errors of both over the width' });
  chart.line([[width, 0], [width, most]], 'target');
  fits.forEach(({ errors, error }, c) => {
    chart.line(errors, `k${c}`);
    for (const [other, share] of errors) chart.dot(other, share, `k${c}`, 3);
    chart.dot(width, error, `k${c}`, 5);
  });
  chart.legend(fits.map(({ name }, c) => [`k${c}`, name]));
}
