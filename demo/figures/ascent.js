/** The margin while gradient ascent finds it: one variable at a time, or all at once. */
import { SVC } from 'maxmargin';

import { makeClouds } from './lib/clouds.js';
import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';

export const controls = { relaxation: slider('over-relaxation ω', 1, [0.2, 1.9]) };

const ways = [
  { name: 'in turn', options: { order: 'cyclic' } },
  { name: 'at random', options: { order: 'random' } },
  { name: 'all at once', options: { updates: 'simultaneous' } },
];

export const expected = ['WARN_NOT_CONVERGED'];

export async function compute(values) {
  const { relaxation } = { ...defaults(controls), ...values };
  const { X, y } = makeClouds(1);
  const hard = { kernel: 'linear', C: Infinity, fitIntercept: false };
  const best = await new SVC({ ...hard, tol: 1e-9 }).fit(X, y);
  const [first, second] = await best.decisionFunction([[1, 0], [0, 1]]);
  const courses = [];
  for (const { name, options } of ways) {
    const settings = { tol: 1e-4, maxIter: 20_000 };
    const study = { solver: 'ascent', relaxation, trace: 20_000 };
    const model = await new SVC({ ...hard, ...settings, study: { ...study, ...options } }).fit(X, y);
    courses.push({ name, margins: Array.from(model.traceMargin), violation: model.traceGap.at(-1) });
  }
  return { courses, margin: 1 / Math.hypot(first, second) };
}

export const readings = ({ courses, margin }) => [
  ['margin at the optimum', format(margin, 5)],
  ...courses.map(({ name, margins }) => [`${name}: iterations`, String(margins.length)]),
];

export function draw([panel], { courses, margin }) {
  const longest = Math.max(10, ...courses.map(({ margins }) => margins.length));
  const y = [0, margin * 2.5];
  const frame = new Frame(panel, { x: [1, longest], y, xLog: true, xLabel: 'iteration', yLabel: '1 / ‖w‖', title: 'How 1/|w| comes down to the margin, by three ways of gradient ascent' });
  frame.line([[1, margin], [longest, margin]], 'target');
  courses.forEach(({ margins }, c) => frame.line(margins.map((value, i) => [i + 1, value > 0 ? Math.min(value, 2 * y[1]) : NaN]), `k${c}`));
  frame.legend(courses.map(({ name }, c) => [`k${c}`, name]));
}
