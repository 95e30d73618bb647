/** Three classes in a row: one-versus-rest fails for the middle one. */
import { SVC } from 'maxmargin';
import { makeThreeBalls } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame } from './lib/frame.js';
import { rowsOf } from './lib/planes.js';
import { gridOf, shadeClasses } from './lib/surface.js';

export const controls = { C: slider('C', 1, [0.01, 100], { log: true, step: 0.05 }) };

const [x, y, side] = [[-3.2, 3.2], [-1.2, 5.2], 80];

export async function compute(values) {
  const { C } = { ...defaults(controls), ...values };
  const { X, y: labels } = makeThreeBalls();
  const fits = [];
  for (const [multiClass, name] of [['ovr', 'one against the rest'], ['ovo', 'pairs']]) {
    const model = await new SVC({ kernel: 'linear', C, multiClass, tol: 1e-6 }).fit(X, labels);
    const place = new Map([...model.classes].map((label, c) => [label, c]));
    const predicted = await model.predict(X);
    // One column per class, or per pair.
    const values = await model.decisionFunction(X, { shape: multiClass });
    fits.push({
      name,
      middle: multiClass === 'ovr' ? Array.from(values).filter((_, i) => i % 3 === 1) : [],
      regions: Array.from(await model.predict(gridOf(x, y, side)), (label) => place.get(label)),
      points: rowsOf(X).map(([a, b], i) => ({ x: a, y: b, label: place.get(labels[i]) })),
      /** The value for each class. */
      errors: [...model.classes].map((label) =>
        Array.from(labels).filter((own, i) => own === label && predicted[i] !== label).length,
      ),
    });
  }
  return { fits, rows: labels.length };
}

export const readings = ({ fits, rows }) => [
  ...fits.map(({ name, errors }) => [`${name}: errors`, `${errors.reduce((sum, count) => sum + count, 0)} of ${rows}`]),
  ['claimed by the machine of the middle', String(fits[0].middle.filter((value) => value > 0).length)],
];

export function draw(panels, { fits }) {
  fits.forEach(({ name, regions, points }, i) => {
    const frame = new Frame(panels[i], { x, y, bare: true, head: name, title: `Regions of three classes in a row, by ${name}` });
    shadeClasses(frame, side, regions);
    frame.points(points, 4.5);
  });
}
