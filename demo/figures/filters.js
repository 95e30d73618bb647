/** Kernels as filters: the frequencies that a function may have, and their cost. */
import { gramMatrix, kernels } from 'maxmargin';
import { filterOfKernel, gammaFromSigma } from 'maxmargin/study';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { column, span } from './lib/planes.js';

export const controls = { sigma: slider('width', 1, [0.3, 3], { log: true, step: 0.02 }) };

export const kinds = {
  rbf: (sigma) => kernels.rbf({ gamma: gammaFromSigma(sigma) }),
  laplacian: (sigma) => kernels.laplacian({ gamma: 1 / sigma }),
  matern: (sigma) => kernels.matern({ gamma: gammaFromSigma(sigma), nu: 1.5 }),
  bspline: (sigma) => kernels.bspline({ degree: 3, width: sigma }),
};

export async function compute(values) {
  const { sigma } = { ...defaults(controls), ...values };
  const r = span(0, 20 * sigma, 1001);
  const frequencies = span(0, 8, 161);
  const curves = [];
  for (const [name, make] of Object.entries(kinds)) {
    const profile = await gramMatrix(make(sigma), column([0]), column(r));
    const filter = await filterOfKernel(make(sigma), frequencies);
    curves.push({
      name,
      profile: r.map((at, i) => [at, profile[i] / profile[0]]).filter(([at]) => at <= 4),
      filter: frequencies.map((w, i) => [w, filter[i] / profile[0]]),
    });
  }
  return { sigma, curves };
}

const passes = (filter) => filter.find(([, value]) => value < filter[0][1] / 100)?.[0] ?? Infinity;

export const readings = ({ curves }) =>
  curves.map(({ name, filter }) => [`${name} falls to 1 % at ω`, passes(filter) === Infinity ? 'beyond 8' : format(passes(filter))]);

export function draw([left, right], { curves }) {
  const names = curves.map(({ name }, c) => [`k${c}`, name]);
  const one = new Frame(left, { x: [0, 4], y: [0, 1.05], xLabel: 'distance r', head: 'kernel k(r)', title: 'Kernels by distance' });
  curves.forEach(({ profile }, c) => one.line(profile, `k${c}`));
  one.legend(names);
  const two = new Frame(right, { x: [0, 8], y: [1e-5, 10], xLabel: 'frequency ω', head: 'filter P(ω)', yLog: true, title: 'Their Fourier transforms, the filters of the regularisation, on a logarithmic scale' });
  curves.forEach(({ filter }, c) => two.line(filter.map(([w, value]) => [w, value > 1e-6 ? value : NaN]), `k${c}`));
  two.legend(names);
}
