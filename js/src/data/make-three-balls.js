/** @import { DenseSamples } from './samples.js' */

/** In each ball, from its centre. */
const offsets = [
  [0, 0],
  [0.5, 0],
  [-0.5, 0],
  [0, 0.5],
  [0, -0.5],
];

/** How often each point of the three balls comes. */
const copies = [8, 4, 8];

/**
 * Three classes in discs in a row, 40, 20 and 40 points (Shalev-Shwartz and Ben-David
 * 2014, example 17.1, which gives no coordinates; these are centres (-2, 2), (0, 2) and
 * (2, 2) and the radius 0.5). No line against the rest is better on the second class
 * than none, so that machines for each class fail if only their signs count. The three
 * weights separate all: the class is that of the largest inner product.
 * @returns {{X: DenseSamples, y: Int32Array, weights: number[][]}} classes 1, 2 and 3
 */
export function makeThreeBalls() {
  const rows = copies.flatMap((count, c) =>
    Array.from({ length: count }, () => offsets).flatMap((points) =>
      points.map(([a, b]) => ({ label: c + 1, x: [2 * c - 2 + a, 2 + b] })),
    ),
  );
  return {
    X: { data: Float64Array.from(rows.flatMap(({ x }) => x)), rows: rows.length, cols: 2 },
    y: Int32Array.from(rows, ({ label }) => label),
    weights: [
      [-Math.SQRT1_2, Math.SQRT1_2],
      [0, 1],
      [Math.SQRT1_2, Math.SQRT1_2],
    ],
  };
}
