/**
 * The data sets to start from. Coordinates are rounded to the resolution of the plane,
 * so that they are short in a file and in an address.
 */

import {
  makeBlobs, makeChessBoard, makeCircles, makeMoons, makeOrdinalSquare, makeRipley, makeSinc, makeSpirals,
  makeThreeBalls, makeTwentyOnePoints, makeTwoGaussians, readCsv,
} from 'maxmargin/data';
import { viewOf } from './data.js';

const colours = ['blue', 'orange', 'green', 'pink', 'violet', 'ochre'];

/** Turns labels into indices of names, in the order of the labels. */
const classes = ({ X, y }) => {
  const labels = [...new Set(y)].sort((a, b) => a - b);
  return { task: 'classes', names: colours.slice(0, Math.max(2, labels.length)), points: pointsOf(X, (i) => ({ label: labels.indexOf(y[i]), value: 0 })) };
};

const curve = ({ X, y }) => ({
  task: 'curve',
  points: Array.from(y, (value, i) => ({ x: X.data[i], y: value, label: 0, value: 0 })),
});

const pointsOf = (X, rest) => Array.from({ length: X.rows }, (_, i) => ({ x: X.data[i * X.cols], y: X.data[i * X.cols + 1], ...rest(i) }));

/** sin(r) / r over the plane. */
function ripple(seed) {
  const { X } = makeChessBoard({ samples: 200, seed });
  const points = pointsOf(X, () => ({ label: 0 })).map(({ x, y }) => ({ x: 4 * x - 8, y: 4 * y - 8, label: 0 }));
  return { task: 'surface', points: points.map((point) => ({ ...point, value: sinc(Math.hypot(point.x, point.y)) })) };
}

const sinc = (r) => (r === 0 ? 1 : Math.sin(r) / r);

/** 21 points on a line, their classes as heights: a step for a curve. */
function step() {
  const { X, y } = makeTwentyOnePoints();
  return curve({ X, y });
}

function exclusiveOr(seed) {
  const { X, y } = makeBlobs({ samples: 160, centers: [[-1, -1], [1, 1], [-1, 1], [1, -1]], clusterStd: 0.38, seed });
  return classes({ X, y: Array.from(y, (c) => Number(c > 1)) });
}

/** One cloud and a few outliers. */
function cloud(seed) {
  const { X, y } = makeBlobs({ samples: 120, centers: [[-1, -0.6], [1.1, 0.7]], clusterStd: 0.45, seed });
  const points = pointsOf(X, (i) => ({ label: 0, value: y[i] }));
  for (const [x, z] of [[-2.6, 2.2], [2.7, -1.9], [0.1, 2.9], [-2.9, -2.6]]) points.push({ x, y: z, label: 0, value: 0 });
  return { task: 'classes', names: colours.slice(0, 2), points };
}

/** Every set: its name, how it is made from a seed, the machine for it and options that suit it. */
export const sets = {
  moons: { name: 'Two moons', make: (seed) => classes(makeMoons({ samples: 200, noise: 0.12, seed })), C: 10, gamma: 2 },
  circles: { name: 'Circles', make: (seed) => classes(makeCircles({ samples: 200, noise: 0.08, factor: 0.45, seed })), C: 10, gamma: 2 },
  xor: { name: 'Exclusive or', make: exclusiveOr, C: 10, gamma: 0.5 },
  chess: { name: 'Chess board', make: (seed) => classes(makeChessBoard({ samples: 320, seed })), C: 100, gamma: 4 },
  gaussians: { name: 'Two Gaussians', make: (seed) => classes(makeTwoGaussians({ samples: 200, seed })), C: 1, gamma: 0.3 },
  spirals: { name: 'Two spirals', make: (seed) => classes(makeSpirals({ samples: 240, noise: 0.02, seed })), C: 100, gamma: 10 },
  arms: { name: 'Five spirals', make: (seed) => classes(makeSpirals({ samples: 400, arms: 5, turns: 0.75, noise: 0.02, seed })), C: 100, gamma: 8 },
  ripley: { name: 'Ripley’s mixture', make: (seed) => classes(makeRipley({ seed })), C: 1, gamma: 2 },
  three: { name: 'Three classes', make: (seed) => classes(makeBlobs({ samples: 200, centers: [[-1, -0.7], [1, -0.7], [0, 1]], clusterStd: 0.55, seed })), C: 10, gamma: 0.5 },
  balls: { name: 'Three balls', make: () => classes(makeThreeBalls()), C: 10, gamma: 0.5 },
  ordinal: { name: 'Five bands', make: (seed) => classes(makeOrdinalSquare({ samples: 400, noise: 0, seed })), C: 10, gamma: 8 },
  iris: { name: 'Iris: petals', file: '../data/iris.csv', columns: ['petal length', 'petal width'], target: 'species', C: 10, gamma: 0.5 },
  cloud: { name: 'Cloud with strays', make: cloud, machine: 'OneClassSVM', gamma: 0.5, nu: 0.1 },
  sinc: { name: 'sinc', make: () => curve(makeSinc({ samples: 60 })), machine: 'SVR', C: 10, gamma: 0.2 },
  noisy: { name: 'sinc with noise', make: (seed) => curve(makeSinc({ samples: 100, noise: 0.12, seed })), machine: 'SVR', C: 1, gamma: 0.2 },
  step: { name: 'A step', make: step, machine: 'KernelRidge', gamma: 0.2 },
  ripple: { name: 'Ripple (surface)', make: ripple, machine: 'SVR', C: 10, gamma: 0.1 },
  big: { name: '5,000 × 20' }, // made by big.js
  blank: { name: 'Blank plane' },
};

export const setGroups = [
  ['Classes', ['moons', 'circles', 'xor', 'chess', 'gaussians', 'spirals', 'arms', 'ripley', 'three', 'balls', 'ordinal', 'iris']],
  ['Novelty', ['cloud']],
  ['Regression', ['sinc', 'noisy', 'step', 'ripple']],
  ['Other', ['big', 'blank']],
];

/** The same set for the same seed. @returns {Promise<import('./data.js').Data>} */
export async function makeSet(id, seed) {
  const entry = sets[id];
  const made = entry.file ? await readSet(entry) : (entry.make?.(seed) ?? { task: 'classes', points: [] });
  const view = made.points.length > 0 ? viewOf(made.points, made.task) : { x: [-1, 1], y: [-1, 1] };
  const round = rounding(view);
  const points = entry.file ? made.points : made.points.map(({ x, y, label, value }) => ({ x: round.x(x), y: round.y(y), label, value: Number((value ?? 0).toFixed(4)) }));
  return { set: id, seed, names: colours.slice(0, 2), columns: ['x1', 'x2'], target: 'y', ...made, points, view };
}

/** Other points of an unchanged set that is drawn by chance, for a test; null where there are none. */
export async function othersOf({ set, seed, points, big }) {
  if (!set || big || !sets[set].make) return null;
  const others = await makeSet(set, seed + 1000);
  return others.points.some(({ x, y }, i) => x !== points[i]?.x || y !== points[i]?.y) ? others : null;
}

async function readSet({ file, columns, target }) {
  const { X, y, classes: names } = await readCsv(await fetch(new URL(file, import.meta.url)), { columns, target });
  return { task: 'classes', names: [...names], columns, target, points: pointsOf(X, (i) => ({ label: names.indexOf(y[i]), value: 0 })) };
}

/** Rounds coordinates to about a thousandth of the visible range. */
export function rounding(view) {
  const along = ([from, to]) => {
    const digits = Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(to - from))));
    return (value) => Number(value.toFixed(digits)) + 0; // + 0: no negative zero, because JSON writes it as 0
  };
  return { x: along(view.x), y: along(view.y) };
}

/** A name for a new class. */
export function nameOf(names, label) {
  if (names[label] !== undefined) return names[label];
  if (typeof names[0] === 'number') return Math.max(...names.filter(Number.isFinite)) + 1;
  return colours.includes(names[0]) ? colours[label] : `class ${label + 1}`;
}
