/** Kernels as functions of one argument, with the other argument fixed. */
import { gramMatrix, kernels } from 'maxmargin';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { column, span } from './lib/planes.js';

export const controls = {
  gamma: slider('γ', 1, [0.1, 10], { log: true, step: 0.02 }),
  x: slider('x', 0.7, [-2, 2]),
};

const stationary = {
  rbf: (gamma) => kernels.rbf({ gamma }),
  laplacian: (gamma) => kernels.laplacian({ gamma }),
  matern: (gamma) => kernels.matern({ gamma, nu: 1.5 }),
  rationalQuadratic: (gamma) => kernels.rationalQuadratic({ gamma }),
  bspline: (gamma) => kernels.bspline({ degree: 3, width: 1 / Math.sqrt(gamma) }),
};

const products = {
  linear: () => kernels.linear(),
  'poly, degree 2': (gamma) => kernels.poly({ gamma, degree: 2, coef0: 1 }),
  'poly, degree 3': (gamma) => kernels.poly({ gamma, degree: 3, coef0: 1 }),
  exponential: (gamma) => kernels.exponential({ gamma }),
  sigmoid: (gamma) => kernels.sigmoid({ gamma, coef0: 0 }),
};

export async function compute(values) {
  const { gamma, x } = { ...defaults(controls), ...values };
  const z = span(-3, 3, 241);
  const profiles = async (list) => {
    const curves = [];
    for (const [name, make] of Object.entries(list)) {
      const row = await gramMatrix(make(gamma), column([x]), column(z));
      curves.push({ name, points: z.map((at, i) => [at, row[i]]) });
    }
    return curves;
  };
  return { x, gamma, stationary: await profiles(stationary), products: await profiles(products) };
}

export const readings = ({ x, gamma, stationary: [{ points }] }) => [
  ['γ', format(gamma)],
  ['σ of the Gaussian', format(Math.sqrt(1 / (2 * gamma)))],
  ['k(x, 0), Gaussian', format(points[120][1], 4)],
  ['x', format(x)],
];

export function draw([left, right], { x, stationary, products }) {
  const one = new Frame(left, { x: [-3, 3], y: [0, 1.25], xLabel: 'z', head: 'of the distance', title: 'Kernels of the distance of x and z' });
  const most = 4;
  const two = new Frame(right, { x: [-3, 3], y: [-2, most], xLabel: 'z', head: 'of the inner product', zero: true, title: 'Kernels of the inner product of x and z' });
  for (const [frame, curves, y] of [[one, stationary, [0, 1.25]], [two, products, [-2, most]]]) {
    frame.line([[x, y[0]], [x, y[1]]], 'target');
    curves.forEach(({ points }, c) => frame.line(points, `k${c}`));
    frame.legend(curves.map(({ name }, c) => [`k${c}`, name]), { left: x > 0 });
  }
}
