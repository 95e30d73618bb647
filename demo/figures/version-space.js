/** All weight vectors that classify the samples correctly, and two of them. */
import { SVC, kernels } from 'maxmargin';
import { makeTwoGaussians } from 'maxmargin/data';

import { defaults, slider } from './lib/controls.js';
import { Frame, format } from './lib/frame.js';
import { rowsOf, span } from './lib/planes.js';

export const controls = { samples: slider('samples', 6, [3, 14], { step: 1 }) };

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (a, factor) => a.map((value) => value * factor);
const unit = (a) => scaled(a, 1 / Math.sqrt(dot(a, a)));
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** Samples in three dimensions, each times its class and of length 1, that some w classifies correctly. */
function constraints(count) {
  const { X } = makeTwoGaussians({ samples: 14, means: [[0, 0, 0], [0, 0, 0]], seed: 21 });
  const truth = unit([0.3, -0.2, 1]);
  return rowsOf(X).slice(0, count).map((row) => scaled(unit(row), Math.sign(dot(row, truth))));
}

export async function compute(values) {
  const { samples } = { ...defaults(controls), ...values };
  const normals = constraints(samples);
  // Each sample occurs with its mirror image of the other class; without a bias both give the same constraint.
  const X = [...normals, ...normals.map((row) => scaled(row, -1))];
  const y = X.map((_, i) => (i < normals.length ? 1 : -1));
  const kernel = kernels.normalize(kernels.linear());
  const model = await new SVC({ kernel, C: Infinity, fitIntercept: false, tol: 1e-9 }).fit(X, y);
  const axes = await model.decisionFunction([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
  // The kernel gives <w, x> / |x|, and the axes have length 1.
  const w = Array.from(axes);
  const centre = unit(w);
  const radius = Math.asin(1 / Math.sqrt(dot(w, w)));
  return { normals, centre, radius, mean: centreOfMass(normals), distance: Math.min(...normals.map((n) => dot(n, centre))) };
}

/** The mean of the part of the sphere where all constraints hold, from evenly spread directions (Fibonacci's spiral). */
function centreOfMass(normals, count = 40_000) {
  const sum = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const z = 1 - (2 * i + 1) / count;
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    const r = Math.sqrt(1 - z * z);
    const direction = [r * Math.cos(angle), r * Math.sin(angle), z];
    if (normals.every((normal) => dot(normal, direction) > 0)) direction.forEach((value, k) => (sum[k] += value));
  }
  return unit(sum);
}

export const readings = ({ centre, mean, radius }) => [
  ['angle to the nearest constraint', `${format((radius * 180) / Math.PI)}°`],
  ['margin (its sine)', format(Math.sin(radius), 4)],
  ['angle between both', `${format((Math.acos(Math.min(1, dot(centre, mean))) * 180) / Math.PI)}°`],
];

/** The visible half of the sphere, from above (stereographic projection: circles stay circles). */
const project = ([x, y, z]) => [x / (1 + z), y / (1 + z)];

/** A circle on the sphere: all directions at an angle from one. */
function circleOf(axis, angle) {
  const first = unit(cross(axis, Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const second = cross(axis, first);
  return span(0, 2 * Math.PI, 361).map((t) =>
    axis.map((value, k) => Math.cos(angle) * value + Math.sin(angle) * (Math.cos(t) * first[k] + Math.sin(t) * second[k])),
  );
}

const seen = (points) => points.map((point) => (point[2] > -0.02 ? project(point) : [NaN, NaN]));

export function draw([panel], { normals, centre, radius, mean }) {
  const frame = new Frame(panel, { x: [-1.05, 1.05], y: [-1.05, 1.05], bare: true, equal: true, title: 'Directions of w on a sphere: the samples cut out the version space; the largest circle in it, and its centre of mass' });
  // The version space is bounded by great circles, so it is drawn from its corners and not from a grid of directions.
  const edge = edgeOf(normals);
  frame.area(seen(edge).filter(([x]) => Number.isFinite(x)), 'k2');
  frame.line(circleOf([0, 0, 1], Math.PI / 2).map(project), 'thin');
  for (const normal of normals) frame.line(seen(circleOf(normal, Math.PI / 2)), 'k5');
  frame.line(seen(circleOf(centre, radius)), 'k1');
  frame.dot(...project(centre), 'k1', 5.5);
  frame.dot(...project(mean), 'k0', 5.5);
  frame.legend([['k1', 'support vector machine'], ['k0', 'centre of mass']], { left: true });
}

/** Corners of the version space in order: where two constraints meet and all others hold. */
function edgeOf(normals) {
  const corners = [];
  normals.forEach((a, i) => {
    normals.forEach((b, j) => {
      if (i === j) return;
      const corner = unit(cross(a, b));
      if (normals.every((n, k) => k === i || k === j || dot(n, corner) > 0)) corners.push(corner);
    });
  });
  const middle = corners.reduce((sum, corner) => sum.map((value, k) => value + corner[k]), [0, 0, 0]);
  const [x, y] = project(unit(middle));
  const order = (corner) => Math.atan2(project(corner)[1] - y, project(corner)[0] - x);
  corners.sort((a, b) => order(a) - order(b));
  // Great circles between corners, in steps.
  return corners.flatMap((corner, i) => {
    const next = corners[(i + 1) % corners.length];
    return span(0, 1, 24).map((t) => unit(corner.map((value, k) => (1 - t) * value + t * next[k])));
  });
}
