/** The best nu, and the best tube, for noise with a density like exp(-|t|^q). */
import { optimalTube } from 'maxmargin/study';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { span } from './lib/planes.js';

export const controls = { power: slider('degree q of the noise', 2, [1, 10], { step: 0.05 }) };

export async function compute(values) {
  const { power } = { ...defaults(controls), ...values };
  const at = (q) => ({ power: q, ...optimalTube({ power: q }) });
  return { curve: [...span(1, 1.5, 51), ...span(1.55, 10, 170)].map(at), chosen: at(power) };
}

export const readings = ({ chosen }) => [
  ['q', format(chosen.power)],
  ['optimal ν', format(chosen.nu, 4)],
  ['optimal ε', `${format(chosen.epsilon, 4)} σ`],
];

export function draw([panel], { curve, chosen }) {
  const frame = new Frame(panel, { x: [1, 10], y: [0, 2.1], xLabel: 'degree q of the noise, exp(−|t|^q)', yLabel: 'ν, and ε / σ', title: 'Optimal nu falls, and the optimal width of the tube rises, with the degree of the noise' });
  frame.line(curve.map(({ power, nu }) => [power, nu]), 'k0');
  frame.line(curve.map(({ power, epsilon }) => [power, epsilon]), 'k1');
  frame.line([[chosen.power, 0], [chosen.power, 2.1]], 'target');
  frame.dot(chosen.power, chosen.nu, 'k0', 5);
  frame.dot(chosen.power, chosen.epsilon, 'k1', 5);
  frame.legend([['k0', 'optimal ν'], ['k1', 'optimal ε / σ']]);
}
