/** Hyperplanes in the plane, and samples as points. */

/** The decision function <w, x> + b of a linear machine, from three of its values. */
export async function hyperplaneOf(model) {
  const [b, first, second] = await model.decisionFunction([[0, 0], [1, 0], [0, 1]]);
  const w = [first - b, second - b];
  return { w, b, norm: Math.hypot(...w) };
}

/** The rows of samples as [x, y]. */
export const rowsOf = ({ data, rows, cols }) =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * cols, (i + 1) * cols)));

/**
 * Points to draw: their positions, their classes (0 or 1), and whether they are support vectors.
 * @param {any} X  samples of two columns
 * @param {ArrayLike<number>} y  positive for class 1
 * @param {ArrayLike<number>} [supportIndices]
 */
export function pointsOf(X, y, supportIndices = []) {
  const support = new Set(supportIndices);
  return rowsOf(X).map(([a, b], i) => ({ x: a, y: b, label: y[i] > 0 ? 1 : 0, support: support.has(i) }));
}

/**
 * The part of the line <w, x> + b = level within the visible rectangle, as two points.
 * @param {[number, number]} w
 */
export function lineOf({ w, b, norm }, level, x, y) {
  const far = 2 * (Math.hypot(x[1] - x[0], y[1] - y[0]) + Math.hypot(...x, ...y));
  const foot = w.map((weight) => ((level - b) * weight) / norm ** 2);
  const along = [-w[1] / norm, w[0] / norm];
  return [-far, far].map((t) => [foot[0] + t * along[0], foot[1] + t * along[1]]);
}

/** Numbers at equal distances, both ends among them. */
export const span = (from, to, count) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

/** Samples of one column. */
export const column = (values) => ({ data: Float64Array.from(values), rows: values.length, cols: 1 });

/** Corners of the convex hull, in order (Andrew's monotone chain). */
export function hullOf(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
