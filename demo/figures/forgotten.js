/** A row that is forgotten: what a machine is without it, and nothing is fitted again. */
import { IncrementalSVC } from 'maxmargin';
import { makeTwoGaussians } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { pointsOf, rowsOf } from './lib/planes.js';
import { drawLevel, shade, surfaceOf } from './lib/surface.js';

const samples = 40;

export const options = { C: 2, gamma: 0.25 };

export const controls = { sample: slider('sample', 7, [1, samples], { step: 1 }) };

const plane = { x: [-4, 4], y: [-4, 4] };

export function makeData() {
  return makeTwoGaussians({ samples, means: [[0.9, 0.7], [-0.9, -0.7]], seed: 5 });
}

let started;

/** The machine of all samples. */
async function start() {
  const { X, y } = makeData();
  const model = await new IncrementalSVC(options).fit(X, y);
  const order = Array.from(y, (_, i) => i); // which sample each row of the machine is
  const before = await stateOf(model, order);
  return { X, y, rows: rowsOf(X), model, order, before };
}

/** The boundary of a machine, and the dual variable of each sample. */
async function stateOf(model, order) {
  const alpha = new Array(samples).fill(0);
  model.supportIndices.forEach((row, k) => { alpha[order[row]] = Math.abs(model.dualCoef[k]); });
  return { alpha, surface: await surfaceOf(model, plane.x, plane.y) };
}

/** Takes one sample out of the machine, and puts it back. */
async function without({ X, y, rows, model, order, before }, sample) {
  const place = order.indexOf(sample);
  const began = performance.now();
  await model.remove(place);
  const time = performance.now() - began;
  order.splice(place, 1);
  const after = await stateOf(model, order);
  const { rows: left, gap } = await model.certificate();
  await model.add([rows[sample]], [y[sample]]);
  order.push(sample); // rows that join come last
  return {
    sample, before, after, left, gap, time,
    points: pointsOf(X, y, after.alpha.flatMap((alpha, i) => (alpha > 0 ? [i] : []))),
  };
}

export async function compute(values) {
  const { sample } = { ...defaults(controls), ...values };
  const machine = await (started ??= start());
  // One change after the other: all are changes of the same machine.
  const next = (machine.last ?? Promise.resolve()).then(() => without(machine, Math.round(sample) - 1));
  machine.last = next.catch(() => {});
  return next;
}

/** How many dual variables of the others have changed. */
const moved = ({ sample, before, after }) =>
  before.alpha.filter((alpha, i) => i !== sample && Math.abs(alpha - after.alpha[i]) > 1e-9).length;

export const readings = (result) => [
  ['rows that are left', String(result.left)],
  ['dual variables that changed', String(moved(result))],
  ['duality gap without it', result.gap.toExponential(1)],
  ['taking it out took', `${format(result.time, 2)} ms`],
];

export function draw([left, right], { sample, before, after, points }) {
  const frame = new Frame(left, { ...plane, bare: true, title: 'Boundary with the sample (dotted) and without it' });
  shade(frame, after.surface);
  drawLevel(frame, before.surface, 0, 'target');
  drawLevel(frame, after.surface, 1, 'margin');
  drawLevel(frame, after.surface, -1, 'margin');
  drawLevel(frame, after.surface, 0, 'boundary');
  const kept = points.filter((_, i) => i !== sample);
  frame.points(kept, 3.5);
  const { x, y } = points[sample];
  frame.dot(x, y, 'alarm', 6);
  const chart = new Frame(right, { x: [0, samples + 1], y: [0, 1.04 * options.C], xLabel: 'sample', yLabel: 'α', title: 'Dual variable of each sample, before (ring) and after' });
  points.forEach(({ label }, i) => {
    chart.line([[i + 1, before.alpha[i]], [i + 1, after.alpha[i]]], i === sample ? 'slack' : `k${label}`);
    chart.circle(i + 1, before.alpha[i], 0.5, 'thin');
    chart.dot(i + 1, after.alpha[i], i === sample ? 'alarm' : `c${label}`, 3);
  });
}
