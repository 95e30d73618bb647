/** Functions drawn from a Gaussian process before and after it sees data, and the evidence. */
import { GaussianProcessRegressor } from 'maxmargin';
import { gammaFromSigma } from 'maxmargin/study';

import { defaults, menu, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { column, span } from './lib/planes.js';

export const controls = {
  width: slider('width σ of the kernel', 0.3, [0.1, 5], { log: true, step: 0.02 }),
  noise: slider('noise, standard deviation', 0.1, [0.02, 1], { log: true, step: 0.02 }),
  seed: menu('functions drawn', '1', { 1: 'first draw', 2: 'second draw', 3: 'third draw' }),
};

const range = [-4, 4];
const drawn = 5;
/** Samples with a gap in the middle, in which the band widens. */
const x = [-3.6, -3.2, -2.7, -2.4, -2, -1.7, -1.3, -0.9, 1.2, 1.6, 1.9, 2.3, 2.8, 3.1, 3.5];
const y = x.map((at, i) => Math.sin(1.6 * at) + 0.12 * Math.sin(7 * i * i + 1));
const X = column(x);
const places = span(...range, 121);
const grid = column(places);
/** The widths at which the evidence is drawn. */
const widths = span(Math.log(0.1), Math.log(5), 61).map(Math.exp);

/** The drawn functions as lines. */
const lines = (values) =>
  Array.from({ length: drawn }, (_, s) => places.map((at, i) => [at, values[i * drawn + s]]));

export async function compute(values) {
  const { width, noise, seed } = { ...defaults(controls), ...values };
  const alpha = noise ** 2;
  const given = { gamma: gammaFromSigma(width), alpha, optimizer: 'none' };
  const settings = { samples: drawn, seed: Number(seed) };
  const process = new GaussianProcessRegressor(given);
  const prior = lines(await process.sampleY(grid, settings));
  await process.fit(X, y);
  const { mean, std } = await process.predict(grid, { returnStd: true });
  const posterior = lines(await process.sampleY(grid, settings));
  const evidence = [];
  for (const at of widths) {
    const { value } = await process.logMarginalLikelihood({ gamma: gammaFromSigma(at) });
    evidence.push([at, value]);
  }
  const best = await new GaussianProcessRegressor({ gamma: 1 }).fit(X, y);
  const [, gamma] = best.parameters;
  return {
    points: x.map((at, i) => [at, y[i]]),
    prior,
    posterior,
    band: places.map((at, i) => ({ x: at, mean: mean[i], std: std[i] })),
    width,
    value: process.evidence,
    evidence,
    best: {
      evidence: best.evidence,
      width: Math.sqrt(1 / (2 * gamma)),
      noise: Math.sqrt(best.noise),
      deviation: Math.sqrt(best.parameters[0]),
    },
  };
}

export const readings = ({ value, best }) => [
  ['log evidence', format(value, 4)],
  ['largest, all parameters learnt', format(best.evidence, 4)],
  ['width learnt', format(best.width)],
  ['noise learnt', format(best.noise)],
  ['standard deviation learnt', format(best.deviation)],
];

export function draw([before, after, curve], { prior, posterior, band, points, evidence, width, value }) {
  const axes = { x: range, y: [-3, 3] };
  const first = new Frame(before, { ...axes, head: 'before the data', title: 'Functions drawn from the prior' });
  first.area([[range[0], 2], [range[1], 2], [range[1], -2], [range[0], -2]], 'tube');
  for (const line of prior) first.line(line, 'k0');
  const second = new Frame(after, { ...axes, head: 'after the data', title: 'Functions drawn from the posterior, its mean, and a band of two standard deviations' });
  const edge = (side) => band.map(({ x: at, mean, std }) => [at, mean + side * 2 * std]);
  second.area([...edge(1), ...edge(-1).reverse()], 'tube');
  for (const line of posterior) second.line(line, 'k0');
  second.line(band.map(({ x: at, mean }) => [at, mean]), 'boundary');
  for (const [at, target] of points) second.dot(at, target, 'big', 4);
  const top = Math.max(...evidence.map(([, v]) => v));
  const third = new Frame(curve, { x: [0.1, 5], y: [top - 40, top + 4], xLog: true, xLabel: 'width σ', head: 'log evidence', title: 'The log marginal likelihood for each width at this noise' });
  third.line(evidence, 'boundary');
  third.dot(width, value, 'alarm', 6);
}
