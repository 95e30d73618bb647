/** How certain a prediction is: contours of the average margin machine and of an SVM, and where a theorem says something. */
import { SVC } from 'maxmargin';
import { AverageMarginClassifier, gammaFromWidth } from 'maxmargin/study';
import { certainty } from 'maxmargin/bounds';
import { makeRipley } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { pointsOf } from './lib/planes.js';
import { drawLevel, gridOf, shade, surfaceOf } from './lib/surface.js';

const log = { log: true, step: 0.02 };
export const controls = {
  sigma: slider('width σ of exp(−d²/σ)', 0.2, [0.02, 2], log),
  C: slider('C of the SVM', 1, [0.1, 100], log),
  samples: slider('samples', 250, [100, 4000], { log: true, step: 0.1 }),
};

export const domain = { x: [-1.3, 1.1], y: [-0.3, 1.25] };
const [x, y] = [domain.x, domain.y];

/** Neither machine has a bias, as problem (17) of the document. The bounds hold with a probability of 95 %. */
export async function compute(values) {
  const { sigma, C, samples } = { ...defaults(controls), ...values };
  const { X, y: labels, bayesError } = makeRipley({ samples: 2 * Math.round(samples / 2), seed: 2 });
  const signs = Float64Array.from(labels, (label) => (label > 0 ? 1 : -1));
  const gamma = gammaFromWidth(sigma);
  const average = await new AverageMarginClassifier({ gamma }).fit(X, signs);
  const machine = await new SVC({ gamma, C, fitIntercept: false, tol: 1e-5 }).fit(X, signs);
  const share = async (model) => {
    const predicted = await model.predict(X);
    return predicted.reduce((sum, label, i) => sum + Number(label !== signs[i]), 0) / signs.length;
  };
  const judged = async (model) => {
    const surface = await surfaceOf(model, x, y);
    const found = await certainty(model, gridOf(x, y, surface.side), { training: { X, y: signs } });
    const most = found.scores.reduce((largest, score) => Math.max(largest, score), 0);
    const least = found.values.reduce((smallest, value) => Math.min(smallest, value), Infinity);
    return { surface, scores: found.scores, bounds: found.values, most, least, anyMistake: found.anyMistake.value, error: await share(model) };
  };
  return {
    average: { ...(await judged(average)), averageMargin: average.averageMargin[0] },
    machine: { ...(await judged(machine)), supportVectors: machine.supportIndices.length },
    points: pointsOf(X, signs),
    support: pointsOf(X, signs, machine.supportIndices),
    bayesError,
  };
}

const percent = (share) => `${format(100 * share)} %`;

/** A bound in words. */
const told = (value) => (value < 1 ? percent(value) : `vacuous (${format(value)})`);

export const readings = ({ average, machine, bayesError }) => [
  ['average margin', format(average.averageMargin, 4)],
  ['its training error', percent(average.error)],
  ['its bound: of any mistake', told(average.anyMistake)],
  ['of one as clear as the largest |f|', told(average.least)],
  ['SVM: support vectors', String(machine.supportVectors)],
  ['its training error', percent(machine.error)],
  ['its bound: of any mistake', told(machine.anyMistake)],
  ['of one beyond the margin', told(machine.least)],
  ['no rule does better on new data than', percent(bayesError)],
];

const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((k) => k / 10);

/** Tenths of the largest score, and the line beyond which the bound is below 1. */
function contours(frame, { surface, scores, bounds, most }) {
  shade(frame, { ...surface, values: surface.values.map((value, i) => Math.sign(value) * scores[i]) }, (score) => score / most);
  for (const level of tenths) for (const sign of [-1, 1]) drawLevel(frame, surface, sign * level * most, 'level');
  drawLevel(frame, { ...surface, values: bounds }, 1, 'k2');
}

/** At most 300 of the points, evenly chosen. */
const some = (points) => points.filter((_, i) => i % Math.ceil(points.length / 300) === 0);

export function draw([left, right], { average, machine, points, support }) {
  const one = new Frame(left, { x, y, head: 'average margin', title: 'Contours of the certainty of the average margin machine, all over the plane, and the line beyond which the bound says something' });
  contours(one, average);
  drawLevel(one, average.surface, 0, 'boundary');
  one.points(some(points), 2.5);
  one.legend([['k2', 'bound = 1']], { left: true });

  const two = new Frame(right, { x, y, head: 'SVM', title: 'Contours of the certainty of the SVM: between the margins only' });
  contours(two, machine);
  drawLevel(two, machine.surface, 1, 'margin');
  drawLevel(two, machine.surface, -1, 'margin');
  drawLevel(two, machine.surface, 0, 'boundary');
  two.points(some(support).map((point) => ({ ...point, support: false })), 2.5);
  two.legend([['k2', 'bound = 1']], { left: true });
}
