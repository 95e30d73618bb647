/** The small problems of the live pictures, with the same numbers on every visit. */

import { makeBlobs, makeCircles, makeMoons, makeOrdinalSquare, makeSinc } from 'maxmargin/data';
import { noises, randomOf } from './random.js';

/** Rows on the plane [-1, 1] x [-1, 1], as tables and as points to draw. */
function onPlane({ X, y }, place) {
  const { data, rows } = X;
  const moved = Float64Array.from(data, (value, at) => place[at % 2](value));
  const labels = Array.from(y, Number);
  return {
    X: { data: moved, rows, cols: 2 },
    y: labels,
    labels,
    points: labels.map((label, i) => ({ x: moved[2 * i], y: moved[2 * i + 1], label })),
  };
}

const around = (centre, size) => (value) => (value - centre) / size;

/** A function of one number, with noise. */
function sinc(level, outliers = 0) {
  const random = randomOf(7);
  const { X, y } = makeSinc({ samples: 60, range: [-10, 10] });
  const noisy = Array.from(y, (value) => value + level * noises.gaussian.draw(random));
  for (let i = 0; i < outliers; i++) noisy[8 + 11 * i] += 1.2;
  return { X, y: noisy, range: [-10, 10] };
}

export const problems = {
  moons: ({ samples = 120, noise = 0.2 } = {}) =>
    onPlane(makeMoons({ samples, noise, seed: 3 }), [around(0.5, 1.9), around(0.25, 1.5)]),

  clouds: () =>
    onPlane(makeBlobs({ samples: 120, centers: [[-1, -0.6], [1, 0.6]], clusterStd: 0.9, seed: 4 }), [around(0, 3.6), around(0, 3.6)]),

  /** Two clouds that overlap, of which the second has one sample in nine. */
  rare: () => {
    const { X, y } = makeBlobs({ samples: 216, centers: [[-0.6, -0.4], [0.8, 0.5]], clusterStd: 0.9, seed: 5 });
    const kept = Array.from(y, (label, i) => i).filter((i) => Number(y[i]) === 0 || i % 8 < 2);
    const data = Float64Array.from(kept.flatMap((i) => [X.data[2 * i], X.data[2 * i + 1]]));
    return onPlane({ X: { data, rows: kept.length, cols: 2 }, y: kept.map((i) => y[i]) }, [around(0, 3.6), around(0, 3.6)]);
  },

  apart: () =>
    onPlane(makeBlobs({ samples: 80, centers: [[-1.6, -0.8], [1.6, 0.8]], clusterStd: 0.6, seed: 4 }), [around(0, 3.6), around(0, 3.6)]),

  /** Three classes in a row: no line sets the one in the middle apart from the others. */
  row: () =>
    onPlane(makeBlobs({ samples: 120, centers: [[-2, 0.4], [0, 0.4], [2, 0.4]], clusterStd: 0.35, seed: 6 }), [around(0, 3.2), around(0, 3.2)]),

  rings: () =>
    onPlane(makeCircles({ samples: 160, noise: 0.06, factor: 0.4, seed: 1 }), [around(0, 1.3), around(0, 1.3)]),

  blob() {
    const { X, points } = onPlane(makeBlobs({ samples: 140, centers: [[-1, -0.5], [1, 0.8]], clusterStd: 0.6, seed: 2 }), [around(0, 3.2), around(0, 3.2)]);
    return { X, points: points.map(({ x, y }) => ({ x, y, label: 0 })) };
  },

  /** Five ranks, whose boundaries are hyperbolas. */
  grades() {
    const { X, y } = makeOrdinalSquare({ samples: 160, seed: 2 });
    return onPlane({ X, y: Array.from(y, (rank) => rank - 1) }, [around(0.5, 0.55), around(0.5, 0.55)]);
  },

  /** Four ranks between straight lines, with noise. */
  steps() {
    const random = randomOf(6);
    const x = Float64Array.from({ length: 280 }, () => 1.9 * random() - 0.95);
    const y = Array.from({ length: 140 }, (_, i) => {
      const utility = 1.6 * x[2 * i] + x[2 * i + 1] + 0.25 * noises.gaussian.draw(random);
      return Math.min(3, Math.max(0, Math.floor(1.4 * utility + 2)));
    });
    return onPlane({ X: { data: x, rows: 140 }, y }, [Number, Number]);
  },

  /** Two features of different units. */
  stretched: () => {
    const made = onPlane(makeBlobs({ samples: 120, centers: [[-1, -0.6], [1, 0.6]], clusterStd: 0.7, seed: 4 }), [
      (value) => 40 + 10 * value,
      (value) => 1.8 + 0.2 * value,
    ]);
    return made;
  },

  /** The same, where every third sample lacks one of them. */
  gaps: () => {
    const made = problems.stretched();
    for (let i = 0; i < made.X.rows; i += 3) made.X.data[2 * i + (i % 2)] = NaN;
    return made;
  },

  /** Documents of 14 queries, with relevances 0 to 2. */
  queries: () => {
    const random = randomOf(11);
    const [queries, documents] = [14, 8];
    const X = { data: new Float64Array(2 * queries * documents), rows: queries * documents, cols: 2 };
    const groups = Array.from({ length: X.rows }, (_, i) => Math.floor(i / documents));
    const y = groups.map((query, i) => {
      for (const j of [0, 1]) X.data[2 * i + j] = noises.gaussian.draw(random);
      // Queries differ in how much relevance they have at all, which says nothing about an order.
      const worth = Math.sin(1.5 * X.data[2 * i]) + X.data[2 * i + 1] + ((query % 3) - 1) + 0.4 * noises.gaussian.draw(random);
      return worth > 1 ? 2 : worth > -0.3 ? 1 : 0;
    });
    return { X, y, groups };
  },

  sinc: () => sinc(0.1),
  outliers: () => sinc(0.08, 5),

  /** Noise that grows with the distance from zero. */
  opening() {
    const random = randomOf(4);
    const x = Float64Array.from({ length: 90 }, (_, i) => -4 + (8 * i) / 89);
    const y = Array.from(x, (value) => Math.sin(value) + (0.03 + 0.25 * Math.abs(value)) * noises.gaussian.draw(random));
    return { X: { data: x, rows: 90, cols: 1 }, y, range: [-4, 4] };
  },

  /** A trend with waves on it, and none in the middle. */
  trend() {
    const random = randomOf(9);
    const x = Float64Array.from({ length: 60 }, (_, i) => (i < 40 ? -6 + (7 * i) / 39 : 3.5 + (2.5 * (i - 40)) / 19));
    const y = Array.from(x, (value) => 0.4 * value + 0.5 * Math.sin(2.5 * value) + 0.1 * noises.gaussian.draw(random));
    return { X: { data: x, rows: 60, cols: 1 }, y, range: [-8, 8] };
  },

  line() {
    const random = randomOf(5);
    const x = Float64Array.from({ length: 40 }, (_, i) => -2 + (4 * i) / 39);
    const y = Array.from(x, (value) => 0.6 * value + 0.3 + 0.15 * noises.gaussian.draw(random));
    y[4] += 1.8;
    y[9] += 1.5;
    return { X: { data: x, rows: 40, cols: 1 }, y, range: [-2, 2] };
  },
};
