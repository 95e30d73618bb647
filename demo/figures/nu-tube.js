/** nu-SVR: the tube that results from nu, and nu between the shares of errors and support vectors. */
import { NuSVR } from 'maxmargin';
import { gammaFromSigma } from 'maxmargin/study';
import { regressionTube } from 'maxmargin/plot';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { column } from './lib/planes.js';

export const controls = { nu: slider('ν', 0.3, [0.05, 0.95], { step: 0.01 }) };

/** The samples of the specification: 60 points of sinc with a fixed disturbance. */
export function makeData() {
  const x = Array.from({ length: 60 }, (_, i) => -10 + (20 * i) / 59);
  return { X: column(x), y: x.map((at, i) => Math.sin(at) / at + 0.1 * Math.sin(7 * i * i)) };
}

/** C of NuSVR is the penalty of each sample, as in the document: it is not divided by n. */
const settings = { gamma: gammaFromSigma(1.5), C: 10, tol: 1e-7 };

/** The curve over all nu, which does not depend on the chosen nu. */
let course;
const shares = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

export async function compute(values) {
  const { nu } = { ...defaults(controls), ...values };
  const { X, y } = makeData();
  const fitted = async (share) => {
    const model = await new NuSVR({ ...settings, nu: share }).fit(X, y);
    const { epsilon, errorFraction, supportFraction } = model;
    return { model, told: { nu: share, epsilon, errorFraction, supportFraction } };
  };
  const { model, told } = await fitted(nu);
  if (!course) {
    course = [];
    for (const share of shares) course.push((await fitted(share)).told);
  }
  return { curve: course, told, tube: await regressionTube(model, X, y, { resolution: 200 }) };
}

export const readings = ({ told }) => [
  ['ε', format(told.epsilon, 4)],
  ['outside the tube', `${format(100 * told.errorFraction)} %`],
  ['ν', `${format(100 * told.nu)} %`],
  ['support vectors', `${format(100 * told.supportFraction)} %`],
];

export function draw([left, right], { curve, told, tube }) {
  const frame = new Frame(left, { x: [-10, 10], y: [-0.5, 1.3], head: `ν = ${format(told.nu)}`, title: 'Noisy sinc with the tube that nu leads to' });
  frame.area([...tube.curve.map(({ x, upper }) => [x, upper]), ...tube.curve.map(({ x, lower }) => [x, lower]).reverse()], 'tube');
  frame.line(tube.curve.map(({ x, predicted }) => [x, predicted]), 'boundary');
  frame.points(tube.points.map(({ x, y, support }) => ({ x, y, label: 0, support })), 3);

  const chart = new Frame(right, { x: [0, 1], y: [0, 1], xLabel: 'ν', yLabel: 'share of the samples', head: 'shares against ν', title: 'The share of errors stays below nu, that of support vectors above' });
  chart.line([[0, 0], [1, 1]], 'target');
  chart.line(curve.map(({ nu, supportFraction }) => [nu, supportFraction]), 'k0');
  chart.line(curve.map(({ nu, errorFraction }) => [nu, errorFraction]), 'k1');
  chart.line(curve.map(({ nu, epsilon }) => [nu, 5 * epsilon]), 'k2');
  chart.dot(told.nu, told.supportFraction, 'k0', 4.5);
  chart.dot(told.nu, told.errorFraction, 'k1', 4.5);
  chart.legend([['k0', 'support vectors'], ['k1', 'errors'], ['k2', '5 ε']], { left: true });
}
