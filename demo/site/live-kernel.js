/**
 * A kernel of vectors: its profile as one of two samples moves, its values for
 * all pairs of a few samples, and the boundary that SVC draws with it.
 */

import { SVC, gramMatrix, kernelCatalog, kernels } from 'maxmargin';
import { Chart } from './chart.js';
import { Field, gridPoints } from './field.js';
import { makeControls } from './live-controls.js';
import { HeatMap } from './live-heat-map.js';
import { drawn } from './live-machine.js';
import { linkToPlayground } from './live-link.js';
import { problems } from './live-problems.js';
import { collected } from './live-warnings.js';
import { Plane } from './plane.js';
import { latest, tell } from './state.js';

const side = 61;
const gamma = [0.05, 50, 2];

/** Parts that compositions are shown with. */
const rbf = (value) => kernels.rbf({ gamma: value });
const corners = [[-0.5, -0.5], [0.5, 0.5]];

/** Options of parts, in the words of their own kernels. */
const partGamma = kernelCatalog.rbf.options;

/**
 * Of each kernel what can be moved, and how it is made where its parameters alone
 * do not say. `from` is where the samples begin: those of histograms at 0.
 */
const pictures = {
  rbf: { controls: { gamma } },
  linear: {},
  poly: { controls: { degree: [1, 6, 3, 'linear'], gamma: [0.1, 10, 1], coef0: [0, 2, 1, 'linear'] } },
  sigmoid: { controls: { gamma: [0.1, 10, 1], coef0: [-2, 2, -1, 'linear'] } },
  laplacian: { controls: { gamma } },
  matern: { controls: { gamma, nu: [0.5, 9.5, 1.5] } },
  rationalQuadratic: { controls: { gamma, alpha: [0.05, 20, 1] } },
  minkowski: { controls: { gamma, p: [1, 4, 1.5, 'linear'], power: [0.2, 2, 1, 'linear'] } },
  exponential: { controls: { gamma: [0.1, 5, 1] } },
  allDegrees: { controls: { degree: [0, 6, 3, 'linear'], gamma: [0.1, 3, 1] } },
  allSubsets: {},
  anova: { controls: { order: [1, 2, 2, 'linear'], gamma, base: 'gaussian' } },
  chi2: { controls: { gamma }, from: 0 },
  intersection: { from: 0 },
  spline: { from: 0 },
  bspline: { controls: { degree: [1, 9, 3, 'linear'], width: [0.05, 2, 0.4] } },
  dirichlet: { controls: { order: [1, 12, 3, 'linear'] } },
  fourier: { make: () => kernels.fourier({ coefficients: [1, 0.8, 0.4, 0.2, 0.1] }), said: 'with the coefficients 1, 0.8, 0.4, 0.2, 0.1' },
  spectral: {
    make: () => kernels.spectral({ frequencies: [[3, 0], [0, 3], [5, 5]], powers: [1, 1, 0.5] }),
    said: 'with the frequencies (3, 0), (0, 3), (5, 5) and the powers 1, 1, 0.5',
  },
  delta: {},
  weighted: { make: () => kernels.weighted({ matrix: [[2, 1], [1, 1]] }), said: 'with the matrix (2 1; 1 1)' },
  sum: { parts: { gamma }, make: (v) => kernels.sum(rbf(v.gamma), kernels.linear()), said: 'of rbf and linear' },
  product: {
    parts: { gamma },
    make: (v) => kernels.product(kernels.columns([0], rbf(v.gamma)), kernels.columns([1], kernels.poly({ gamma: 1, degree: 1, coef0: 1 }))),
    said: 'of rbf of the first column and 1 + the product of the second',
  },
  scale: { controls: { factor: [0.1, 10, 2] }, make: (v) => kernels.scale(v.factor, rbf(2)), said: 'of rbf with gamma 2' },
  polynomial: { parts: { gamma }, make: (v) => kernels.polynomial([0.5, 1, 0.5], rbf(v.gamma)), said: 'with the coefficients 0.5, 1, 0.5, of rbf' },
  exp: { make: () => kernels.exp(kernels.linear()), said: 'of linear' },
  gaussian: { controls: { gamma }, make: (v) => kernels.gaussian(v.gamma, kernels.weighted({ matrix: [3, 0.3] })), said: 'of weighted with the weights 3 and 0.3' },
  normalize: { make: () => kernels.normalize(kernels.poly({ gamma: 1, degree: 3, coef0: 1 })), said: 'of poly with degree 3 and coef0 1' },
  center: { parts: { gamma }, make: (v) => kernels.center(corners, rbf(v.gamma)), said: 'of rbf, with the points (-0.5, -0.5) and (0.5, 0.5)' },
  rankOne: { parts: { gamma }, make: (v) => kernels.rankOne(corners, [-1, 1], rbf(v.gamma)), said: 'of rbf, with the points (-0.5, -0.5) and (0.5, 0.5) and the weights -1 and 1' },
  columns: { parts: { gamma }, make: (v) => kernels.columns([0], rbf(v.gamma)), said: 'of the first column, by rbf' },
};

/** @param {HTMLElement} figure @param {string} name of the kernel */
export function show(figure, name) {
  const picture = pictures[name];
  if (!picture) throw new Error(`nothing says what the picture of ${name} is`);
  const from = picture.from ?? -1;
  const make = picture.make ?? ((values) => kernels[name](kernelCatalog[name].options.length > 0 ? values : undefined));
  const samples = samplesFrom(from);
  const body = figure.querySelector('.live-body');

  const profile = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  profile.setAttribute('class', 'live-chart');
  profile.setAttribute('role', 'img');
  const heat = document.createElement('canvas');
  const boundary = document.createElement('canvas');
  for (const canvas of [heat, boundary]) canvas.setAttribute('role', 'img');
  const controls = document.createElement('div');
  controls.className = 'live-controls';
  body.append(
    titled('k(x, z) as z moves', profile),
    titled('k of all pairs', heat),
    titled('SVC with this kernel', boundary),
    controls,
  );
  const plane = new Plane(boundary);
  const map = new HeatMap(heat);

  const run = latest(async () => {
    tell('training');
    collected();
    const { x, C, ...values } = read();
    const kernel = make(values);
    linkToPlayground(figure, { machine: 'SVC', kernel: name, ...own(), C });
    const values1 = await profileOf(kernel, x, from);
    drawn(profile, () => drawProfile(profile, values1, x));
    profile.setAttribute('aria-label', `k(x, z) for x = ${x}, from ${shortOf(values1)}`);
    const few = await gramMatrix(kernel, samples.few);
    map.set(few, samples.few.rows);
    heat.setAttribute('aria-label', `Kernel values of ${samples.few.rows} samples, those of the first class first, from ${shortOf(Array.from(few, (k) => [0, k]))}`);
    const text = await drawBoundary(plane, kernel, C, samples);
    boundary.setAttribute('aria-label', text);
    const shown = picture.said ? [`Shown is the kernel ${picture.said}.`] : [];
    tell('done', [...shown, text, ...collected()].join(' '));
  });

  const specs = [
    { name: 'x', type: 'number', doc: 'The sample that z is compared with, in the first picture.' },
    { name: 'C', type: 'number', doc: 'Penalty on the slacks, of the SVC in the third picture.' },
  ];
  const own = makeControls(controls, kernelCatalog[name].options, picture.controls ?? {}, run);
  const parts = makeControls(controls, partGamma, picture.parts ?? {}, run);
  const settings = makeControls(controls, specs, { x: [from, from + 2, from + 1.3, 'linear'], C: [0.01, 1000, 1] }, run);
  const read = () => ({ ...own(), ...parts(), ...settings() });
  run();
}

function titled(text, picture) {
  const frame = document.createElement('div');
  const heading = document.createElement('p');
  heading.className = 'live-title';
  heading.textContent = text;
  frame.append(heading, picture);
  return frame;
}

/** Two moons, moved to where the kernel takes samples, and twelve of each class in order. */
function samplesFrom(from) {
  const moons = problems.moons({ samples: 80, noise: 0.15 });
  const shift = from + 1;
  const moved = (data) => data.map((value) => Math.max(from === 0 ? 0 : -Infinity, value + shift));
  const X = { data: moved(moons.X.data), rows: 80, cols: 2 };
  const order = [0, 1].flatMap((label) => moons.labels.flatMap((l, i) => (l === label ? [i] : [])).slice(0, 12));
  const few = { data: Float64Array.from(order.flatMap((i) => [X.data[2 * i], X.data[2 * i + 1]])), rows: order.length, cols: 2 };
  const places = { data: gridPoints(side).map((value) => value + shift), rows: side * side, cols: 2 };
  return { X, y: moons.labels, points: moons.points, few, places };
}

/** Along the first coordinate; the second is half-way up in both samples. */
async function profileOf(kernel, x, from) {
  const places = Array.from({ length: 161 }, (_, i) => from + i / 80);
  const z = { data: Float64Array.from(places.flatMap((value) => [value, from + 1.5])), rows: places.length, cols: 2 };
  const values = await gramMatrix(kernel, [[x, from + 1.5]], z);
  return places.map((place, i) => [place, values[i]]);
}

function drawProfile(svg, values, x) {
  const heights = values.map(([, k]) => k);
  const low = Math.min(0, ...heights);
  const high = Math.max(low + 1e-9, ...heights);
  const room = 0.06 * (high - low);
  const chart = new Chart(svg, { x: [values[0][0], values.at(-1)[0]], y: [low - room, high + room], xLabel: 'z', yLabel: 'k' });
  chart.line([[x, low - room], [x, high + room]], 'at');
  chart.line(values, 'curve');
}

const shortOf = (values) => {
  const heights = values.map(([, k]) => k);
  return `${Math.min(...heights).toPrecision(3)} to ${Math.max(...heights).toPrecision(3)}`;
};

async function drawBoundary(plane, kernel, C, { X, y, points, places }) {
  const model = await new SVC({ kernel, C, maxTime: 1000 }).fit(X, y);
  const field = new Field(await model.decisionFunction(places), side, [[1, 0]], 2);
  const predicted = await model.predict(X);
  const right = predicted.filter((label, i) => label === y[i]).length;
  plane.setPoints(points, new Set(model.supportIndices.length < points.length ? model.supportIndices : []));
  plane.setField(field);
  const text = `${right} of ${points.length} samples are on the right side, ${model.supportIndices.length} are support vectors.`;
  model.dispose();
  return text;
}
