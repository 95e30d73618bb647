/**
 * A kernel of vectors: its profile as one of two samples moves, its values for
 * all pairs of a few samples, and the boundary that SVC draws with it.
 */

import { SVC, gramMatrix, kernels } from 'maxmargin';
import { kernelCatalog } from 'maxmargin/catalog';
import { Chart } from './chart.js';
import { Field, gridPoints } from './field.js';
import { makeControls } from './live-controls.js';
import { HeatMap } from './live-heat-map.js';
import { pictures } from './kernel-pictures.js';
import { drawn } from './live-machine.js';
import { linkToPlayground } from './live-link.js';
import { problems } from './live-problems.js';
import { collected } from './live-warnings.js';
import { Plane } from './plane.js';
import { latest, tell } from './state.js';

const side = 61;

/** Options of the parts of a kernel, with the descriptions of these parts. */
const partOptions = kernelCatalog.rbf.options;

/**
 * The kernel of a picture: its tree, if there is one, with the values of the controls.
 * @param {string} name @param {{ tree?: object }} picture @param {Record<string, unknown>} values
 */
function made(name, { tree }, values) {
  if (!tree) return kernels[name](kernelCatalog[name].options.length > 0 ? values : undefined);
  return JSON.parse(JSON.stringify(tree), (_, value) => (/^\$/.test(value) ? values[value.slice(1)] : value));
}

/** @param {HTMLElement} figure @param {string} name of the kernel */
export function show(figure, name) {
  const picture = pictures[name];
  if (!picture) throw new Error(`nothing says what the picture of ${name} is`);
  const { from } = picture;
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
    const kernel = made(name, picture, values);
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
  const own = makeControls(controls, kernelCatalog[name].options, picture.ofPart ? {} : picture.controls, run);
  const parts = makeControls(controls, partOptions, picture.ofPart ? picture.controls : {}, run);
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

/** Two moons, moved into the domain of the kernel, and twelve samples of each class in order. */
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

/** The profile along the first coordinate; both samples have the same second coordinate. */
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
