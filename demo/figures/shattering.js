/** The labellings of a few points that a kernel can separate: shattering. */
import { SVC, kernels } from 'maxmargin';

import { defaults, menu } from './lib/controls.js';
import { Frame } from './lib/frame.js';
import { drawLevel, shade, surfaceOf } from './lib/surface.js';

export const controls = {
  points: menu('points', '3', { 3: 'three', 4: 'four' }),
  kernel: menu('kernel', 'linear', { linear: 'linear', quadratic: 'polynomial of degree 2' }),
};

const places = {
  3: [[-0.6, -0.4], [0.6, -0.5], [0, 0.65]],
  4: [[-0.6, -0.55], [0.6, -0.55], [0.6, 0.55], [-0.6, 0.55]],
};

const kernelOf = {
  linear: () => kernels.linear(),
  quadratic: () => kernels.poly({ degree: 2, gamma: 1, coef0: 1 }),
};

export async function compute(values) {
  const { points, kernel } = { ...defaults(controls), ...values };
  const X = places[points];
  const labellings = [];
  // Only one of two labellings with opposite signs: the first point has class 1.
  for (let code = 0; code < 2 ** (X.length - 1); code++) {
    const labels = X.map((_, i) => (i === 0 || (code >> (i - 1)) & 1 ? 1 : -1));
    labellings.push({ labels, ...(await separate(X, labels, kernelOf[kernel]())) });
  }
  return { X, labellings, count: 2 * labellings.filter(({ separated }) => separated).length, all: 2 * labellings.length };
}

/** The hard margin, if there is one: with a bound that no solution for these points reaches. */
async function separate(X, labels, kernel) {
  // With a single class, a threshold beyond the points separates.
  if (!labels.includes(-1)) return { separated: true, surface: null };
  const model = await new SVC({ kernel, C: 1e5, tol: 1e-6 }).fit(X, labels);
  const predicted = await model.predict(X);
  const separated = predicted.every((label, i) => label === labels[i]);
  return { separated, surface: separated ? await surfaceOf(model, [-1, 1], [-1, 1], 48) : null };
}

export const readings = ({ count, all }) => [
  ['labellings', String(all)],
  ['told apart', String(count)],
  ['shattered', count === all ? 'yes' : 'no'],
];

export function draw(panels, { X, labellings }) {
  panels.forEach((panel, i) => {
    const found = labellings[i];
    panel.hidden = !found;
    if (!found) return panel.replaceChildren();
    const head = found.separated ? '' : 'not separable';
    const frame = new Frame(panel, { x: [-1, 1], y: [-1, 1], bare: true, title: `Labelling ${i + 1}: ${found.separated ? 'separated' : 'not separable'}` });
    if (found.surface) {
      shade(frame, found.surface);
      drawLevel(frame, found.surface, 0, 'boundary');
    } else if (!found.separated) frame.text(0, 0, head, { anchor: 'middle', dy: 4 });
    frame.points(X.map(([x, y], k) => ({ x, y, label: found.labels[k] > 0 ? 1 : 0 })), 5.5);
  });
}
