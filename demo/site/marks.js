/**
 * The marks of classes on a canvas: every class has its own shape, so that classes
 * differ not only in colour.
 */

/** Corners of the shapes that are polygons, for a radius of 1. */
const polygons = [
  null, // a disc
  [[-0.86, -0.86], [0.86, -0.86], [0.86, 0.86], [-0.86, 0.86]],
  [[0, -1.15], [1.1, 0.8], [-1.1, 0.8]],
  [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]],
  [[0, 1.15], [1.1, -0.8], [-1.1, -0.8]],
  [[-0.4, -1.1], [0.4, -1.1], [0.4, -0.4], [1.1, -0.4], [1.1, 0.4], [0.4, 0.4], [0.4, 1.1], [-0.4, 1.1], [-0.4, 0.4], [-1.1, 0.4], [-1.1, -0.4], [-0.4, -0.4]],
];

/** Begins the path of a class's mark around (x, y): a disc, square, triangle, diamond, triangle upside down, cross. */
export function mark(context, label, x, y, r) {
  const corners = polygons[label % polygons.length];
  context.beginPath();
  if (!corners) {
    context.arc(x, y, r, 0, 2 * Math.PI);
    return;
  }
  corners.forEach(([u, v], i) => context[i === 0 ? 'moveTo' : 'lineTo'](x + u * r, y + v * r));
  context.closePath();
}

/** The same shape as the path data of an SVG element around the origin, for buttons and legends. */
export function markPath(label, r) {
  const corners = polygons[label % polygons.length];
  if (!corners) return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  return `M${corners.map(([u, v]) => `${(u * r).toFixed(2)} ${(v * r).toFixed(2)}`).join('L')}z`;
}
