/** The share of samples with a margin below rho: hard margin and average margin. */
import { SVC } from 'maxmargin';
import { AverageMarginClassifier, gammaFromWidth } from 'maxmargin/study';
import { makeMoons } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';

export const controls = { sigma: slider('width σ', 0.5, [0.15, 1], { log: true, step: 0.01 }) };

/** Both functions have norm 1 and no bias, so that they are comparable. */
export async function compute(values) {
  const { sigma } = { ...defaults(controls), ...values };
  const { X, y } = makeMoons({ samples: 120, noise: 0.12, seed: 3 });
  const signs = Float64Array.from(y, (label) => (label > 0 ? 1 : -1));
  const kernel = { gamma: gammaFromWidth(sigma ** 2) };
  const hard = await new SVC({ ...kernel, C: Infinity, fitIntercept: false, tol: 1e-7 }).fit(X, signs);
  const average = await new AverageMarginClassifier(kernel).fit(X, signs);
  // |w|^2 of the hard margin is the sum of its dual variables.
  const norm = Math.sqrt(hard.dualCoef.reduce((sum, coefficient) => sum + Math.abs(coefficient), 0));
  const sorted = async (model, length) =>
    (await model.decisionFunction(X)).map((value, i) => (value * signs[i]) / length).sort();
  return {
    curves: [
      { name: 'hard margin', margins: await sorted(hard, norm) },
      { name: 'average margin', margins: await sorted(average, 1) },
    ].map(({ name, margins }) => ({
      ...{ name, margins, smallest: margins[0] },
      mean: margins.reduce((sum, margin) => sum + margin, 0) / margins.length,
    })),
    averageMargin: average.averageMargin[0],
    hardMargin: 1 / norm,
  };
}

export const readings = ({ curves }) =>
  curves.flatMap(({ name, smallest, mean }) => [
    [`${name}: smallest`, format(smallest)],
    ['mean', format(mean)],
  ]);

export function draw([panel], { curves }) {
  const all = curves.flatMap(({ margins }) => [margins[0], margins.at(-1)]);
  const [low, high] = [Math.min(0, ...all), Math.max(...all)];
  const pad = (high - low) * 0.05;
  const x = [low - pad, high + pad];
  const frame = new Frame(panel, { x, y: [0, 1.04], xLabel: 'margin ρ of a function of norm 1', yLabel: 'share of samples below ρ', zero: true, title: 'Distribution of the margins: the hard margin has the largest smallest one, the average margin the largest mean' });
  curves.forEach(({ margins, mean }, c) => {
    const steps = [[x[0], 0]];
    margins.forEach((margin, i) => steps.push([margin, i / margins.length], [margin, (i + 1) / margins.length]));
    frame.line([...steps, [x[1], 1]], `k${c}`);
    frame.line([[mean, 0], [mean, 1.04]], `k${c} thin dashed`);
  });
  frame.legend(curves.map(({ name }, c) => [`k${c}`, name]), { left: true });
}
