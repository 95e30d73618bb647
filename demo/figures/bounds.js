/** What theorems guarantee of a classifier, beside its error on new samples. */
import { SVC } from 'maxmargin';
import { boundsReport } from 'maxmargin/bounds';
import { makeMoons } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';

export const controls = {
  noise: slider('noise of the samples', 0.1, [0.02, 0.3], { step: 0.01 }),
  C: slider('C of the SVM', 100, [0.1, 1000], { log: true, step: 0.1 }),
};

const sizes = [50, 100, 200, 400, 800, 1600];
const shown = [
  ['compression', 'few support vectors'],
  ['averageMarginError', 'average margin'],
];

/** The bounds hold with a probability of 95 % each. */
export async function compute(values) {
  const { noise, C } = { ...defaults(controls), ...values };
  const test = makeMoons({ samples: 2000, noise, seed: 99 });
  const rows = [];
  for (const n of sizes) {
    const { X, y } = makeMoons({ samples: n, noise, seed: 1 });
    const model = await new SVC({ C, gamma: 1 }).fit(X, y);
    const { results, trainingError } = await boundsReport(model, X, y);
    const predicted = await model.predict(test.X);
    const wrong = predicted.filter((label, i) => label !== test.y[i]).length;
    rows.push({ n, trainingError, testError: wrong / 2000, results });
  }
  return { rows };
}

/** A bound in words. */
const told = ({ valid, vacuous, clipped }) => (!valid ? 'does not apply' : vacuous ? 'vacuous' : `${format(100 * clipped)} %`);

export const readings = ({ rows }) => {
  const { n, testError, results } = rows.at(-1);
  return [
    [`error on new samples, n = ${n}`, `${format(100 * testError)} %`],
    ...shown.map(([name, words]) => [`guarantee: ${words}`, told(results[name])]),
  ];
};

export function draw([panel], { rows }) {
  const frame = new Frame(panel, {
    ...{ x: [sizes[0], sizes.at(-1)], y: [1e-3, 8], xLog: true, yLog: true },
    ...{ xLabel: 'training samples', yLabel: 'share of errors' },
    title: 'Bounds on the error and the error on new samples, by the number of training samples: the bounds lie far above it, and many at 1',
  });
  frame.line([[sizes[0], 1], [sizes.at(-1), 1]], 'thin dashed');
  frame.line(rows.map(({ n, trainingError }) => [n, Math.max(trainingError, 1e-3)]), 'k5');
  frame.line(rows.map(({ n, testError }) => [n, Math.max(testError, 1e-3)]), 'k0');
  shown.forEach(([name], c) => frame.line(rows.map(({ n, results }) => [n, results[name].clipped]), `k${c + 1}`));
  frame.legend([['k0', 'error on new samples'], ['k5', 'training error'], ...shown.map(([, words], c) => [`k${c + 1}`, words])], { left: true });
}
