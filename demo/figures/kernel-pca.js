/** Kernel principal components of three clouds, as functions over the plane. */
import { KernelPCA } from 'maxmargin';
import { makeBlobs } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { rowsOf } from './lib/planes.js';
import { drawLevel, gridOf, shade } from './lib/surface.js';

export const controls = { gamma: slider('γ', 5, [0.2, 50], { log: true, step: 0.02 }) };

const [x, y, side, components] = [[-1.2, 1.2], [-0.8, 1.6], 64, 6];

export async function compute(values) {
  const { gamma } = { ...defaults(controls), ...values };
  const centers = [[-0.6, 0], [0.6, 0], [0, 0.95]];
  const { X } = makeBlobs({ samples: 90, centers, clusterStd: 0.13, seed: 2 });
  const model = await new KernelPCA({ gamma, nComponents: components }).fit(X);
  const coordinates = await model.transform(X);
  const places = await model.transform(gridOf(x, y, side));
  return {
    points: rowsOf(X),
    shares: Array.from(model.explainedVarianceRatio),
    eigenvalues: Array.from(model.eigenvalues),
    // The sum of the squares along a component is its eigenvalue.
    squares: Array.from({ length: components }, (_, c) => coordinates.reduce((sum, value, i) => sum + (i % components === c ? value * value : 0), 0)),
    surfaces: Array.from({ length: components }, (_, c) => ({
      ...{ x, y, side },
      values: Float64Array.from({ length: side * side }, (__, i) => places[i * components + c]),
    })),
  };
}

export const readings = ({ shares }) =>
  shares.map((share, c) => [`component ${c + 1}`, `${format(100 * share)} %`]);

export function draw(panels, { points, shares, surfaces }) {
  panels.forEach((panel, c) => {
    const surface = surfaces[c];
    const head = `component ${c + 1}: ${format(100 * shares[c])} %`;
    const frame = new Frame(panel, { x, y, bare: true, head, title: `Contours of kernel principal ${head} of the variance` });
    const most = surface.values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    shade(frame, surface, (value) => value / most);
    for (let k = -4; k <= 4; k++) drawLevel(frame, surface, (k / 5) * most, k === 0 ? 'thin' : 'level');
    for (const [a, b] of points) frame.dot(a, b, 'big', 2.2);
  });
}
