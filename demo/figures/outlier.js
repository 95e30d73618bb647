/** One point moves away: least squares follow it, a tube does not. */
import { KernelRidge, NuSVR } from 'maxmargin';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { column } from './lib/planes.js';

export const controls = { height: slider('height of the point', 6, [4, 12], { step: 0.1 }) };

const which = 16;

export async function compute(values) {
  const { height } = { ...defaults(controls), ...values };
  const x = Array.from({ length: 20 }, (_, i) => (i + 0.5) / 2);
  const y = x.map((at, i) => (i === which ? height : 1 + 0.2 * at + 0.3 * Math.sin(5 * i * i + 2)));
  const X = column(x);
  const ends = column([0, 10]);
  const tube = await new NuSVR({ kernel: 'linear', nu: 0.33, C: 1, tol: 1e-9 }).fit(X, y);
  const squares = await new KernelRidge({ kernel: 'linear', alpha: 1e-6, fitIntercept: true }).fit(X, y);
  return {
    points: x.map((at, i) => ({ x: at, y: y[i], moved: i === which })),
    tube: { ends: Array.from(await tube.predict(ends)), epsilon: tube.epsilon },
    squares: { ends: Array.from(await squares.predict(ends)) },
  };
}

const slope = ({ ends: [a, b] }) => format((b - a) / 10, 4);

export const readings = ({ tube, squares }) => [
  ['slope of ν-SVR', slope(tube)],
  ['its tube ε', format(tube.epsilon, 4)],
  ['slope of least squares', slope(squares)],
];

export function draw([panel], { points, tube, squares }) {
  const frame = new Frame(panel, { x: [0, 10], y: [0, 12.5], xLabel: 'x', yLabel: 'y', title: 'A line by least squares, and one with a tube, as one point moves away' });
  const line = ({ ends }, shift = 0) => [[0, ends[0] + shift], [10, ends[1] + shift]];
  frame.area([...line(tube, tube.epsilon), ...line(tube, -tube.epsilon).reverse()], 'tube');
  frame.line(line(tube), 'k0');
  frame.line(line(squares), 'k1');
  for (const { x, y, moved } of points) frame.dot(x, y, moved ? 'alarm' : 'small', moved ? 6 : 4);
  frame.legend([['k0', 'ν-SVR'], ['k1', 'least squares']], { left: true });
}
