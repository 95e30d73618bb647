/** How certain a prediction is: contours of the average margin machine and of an SVM. */
import { AverageMarginClassifier, SVC, gammaFromWidth } from 'maxmargin';
import { makeRipley } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { pointsOf } from './lib/planes.js';
import { drawLevel, shade, surfaceOf } from './lib/surface.js';

const log = { log: true, step: 0.02 };
export const controls = {
  sigma: slider('width σ of exp(−d²/σ)', 0.2, [0.02, 2], log),
  C: slider('C of the SVM', 1, [0.1, 100], log),
};

export const domain = { x: [-1.3, 1.1], y: [-0.3, 1.25] };
const [x, y] = [domain.x, domain.y];

/** Neither machine has a bias, as problem (17) of the document. */
export async function compute(values) {
  const { sigma, C } = { ...defaults(controls), ...values };
  const { X, y: labels, bayesError } = makeRipley({ samples: 250, seed: 2 });
  const signs = Float64Array.from(labels, (label) => (label > 0 ? 1 : -1));
  const gamma = gammaFromWidth(sigma);
  const average = await new AverageMarginClassifier({ gamma }).fit(X, signs);
  const machine = await new SVC({ gamma, C, fitIntercept: false, tol: 1e-5 }).fit(X, signs);
  const share = async (model) => {
    const predicted = await model.predict(X);
    return predicted.reduce((sum, label, i) => sum + Number(label !== signs[i]), 0) / signs.length;
  };
  return {
    average: { surface: await surfaceOf(average, x, y), error: await share(average), averageMargin: average.averageMargin[0] },
    machine: { surface: await surfaceOf(machine, x, y), error: await share(machine), supportVectors: machine.supportIndices.length },
    points: pointsOf(X, signs),
    support: pointsOf(X, signs, machine.supportIndices),
    bayesError,
  };
}

const percent = (share) => `${format(100 * share)} %`;

export const readings = ({ average, machine, bayesError }) => [
  ['average margin', format(average.averageMargin, 4)],
  ['its training error', percent(average.error)],
  ['SVM: support vectors', String(machine.supportVectors)],
  ['its training error', percent(machine.error)],
  ['no rule does better on new data than', percent(bayesError)],
];

/** Levels of certainty: tenths of the largest value for the average margin, and tenths of 1 for the SVM. */
const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((k) => k / 10);

export function draw([left, right], { average, machine, points, support }) {
  const most = average.surface.values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const one = new Frame(left, { x, y, head: 'average margin', title: 'Contours of the certainty of the average margin machine: all over the plane' });
  shade(one, average.surface, (value) => value / most);
  for (const level of tenths) for (const sign of [-1, 1]) drawLevel(one, average.surface, sign * level * most, 'level');
  drawLevel(one, average.surface, 0, 'boundary');
  one.points(points, 2.5);

  const two = new Frame(right, { x, y, head: 'SVM', title: 'Contours of the certainty of the SVM: between the margins only' });
  shade(two, machine.surface, (value) => Math.min(1, value));
  for (const level of tenths) for (const sign of [-1, 1]) drawLevel(two, machine.surface, sign * level, 'level');
  drawLevel(two, machine.surface, 1, 'margin');
  drawLevel(two, machine.surface, -1, 'margin');
  drawLevel(two, machine.surface, 0, 'boundary');
  two.points(support.map((point) => ({ ...point, support: false })), 2.5);
}
