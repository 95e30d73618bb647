/**
 * A function over a rectangle: its values on a grid of side x side points, its contour
 * lines, and a shading of the plane by its values.
 */
import { isoLines } from '../../site/contour.js';
import { readTheme } from '../../site/tokens.js';

/**
 * The points of the grid, row by row from the top left.
 * @param {[number, number]} x
 * @param {[number, number]} y
 */
export function gridOf(x, y, side) {
  const data = new Float64Array(2 * side * side);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = 2 * (row * side + column);
      data[at] = x[0] + ((x[1] - x[0]) * column) / (side - 1);
      data[at + 1] = y[1] - ((y[1] - y[0]) * row) / (side - 1);
    }
  }
  return { data, rows: side * side, cols: 2 };
}

/**
 * The decision values or predictions of a fitted machine at every point of the grid.
 * @param {{ decisionFunction(X: any): Promise<Float64Array> }} model
 */
export async function surfaceOf(model, x, y, side = 96) {
  return { x, y, side, values: await model.decisionFunction(gridOf(x, y, side)) };
}

/** The contour lines of the value `level`, in the coordinates of the plane. */
export function linesAt({ x, y, side, values }, level) {
  return isoLines(values, side, level).map((line) =>
    line.map(([column, row]) => [
      x[0] + ((x[1] - x[0]) * column) / (side - 1),
      y[1] - ((y[1] - y[0]) * row) / (side - 1),
    ]),
  );
}

/** Draws the lines of a level into a frame. */
export function drawLevel(frame, surface, level, kind) {
  for (const line of linesAt(surface, level)) frame.line(line, kind);
}

/**
 * Colours the plane of a frame: class 1 where the surface is positive, class 0 where it
 * is negative. strength(value), from 0 to 1, gives the strength of the colour.
 */
export function shade(frame, { side, values }, strength = saturating) {
  paint(frame, side, (i) => [values[i] > 0 ? 1 : 0, strength(Math.abs(values[i]))]);
}

/** Colours the plane by classes, which are given for the points of a grid. */
export function shadeClasses(frame, side, classes) {
  paint(frame, side, (i) => [classes[i], 0.6]);
}

/** Colours the plane by ranks from 1 to count: the higher, the stronger. */
export function shadeRanks(frame, side, ranks, count) {
  paint(frame, side, (i) => [0, (ranks[i] - 1) / (count - 1)]);
}

/** @param {(place: number) => [number, number]} at  the class of a point, and the strength of its colour */
function paint(frame, side, at) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d');
  const image = context.createImageData(side, side);
  const theme = readTheme(document.documentElement);
  const { data } = image;
  for (let i = 0; i < side * side; i++) {
    const [label, strength] = at(i);
    const [red, green, blue] = theme.rgb.classes[label];
    data[4 * i] = red;
    data[4 * i + 1] = green;
    data[4 * i + 2] = blue;
    data[4 * i + 3] = 255 * theme.shade * strength;
  }
  context.putImageData(image, 0, 0);
  frame.underlay(canvas);
}

/** The shading of Cristianini and Shawe-Taylor, figures 6.2 and 6.3: by the functional margin. */
export const saturating = (value) => 1 - Math.exp(-1.1 * value);
