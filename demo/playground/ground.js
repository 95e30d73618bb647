/** The background of the points: shadings with one pixel for each grid point, and lines on them. */

import { isoLines } from '../site/contour.js';

/** Regions of classes, darker away from the boundary; outside of a detector's region there is no shading. */
export function shadeRegions({ field, inside, unit }, theme) {
  const { side, winner, lead } = field;
  const { paper, classes } = theme.rgb;
  return paint(side, (i, pixel) => {
    const strength = theme.shade * (1 - Math.exp((-1.1 * lead[i]) / unit));
    const ink = inside && winner[i] === 1 ? paper : classes[winner[i]];
    for (let c = 0; c < 3; c++) pixel[c] = paper[c] + strength * (ink[c] - paper[c]);
  });
}

/** One number for each grid point, from the colour of the first class over white to that of the second. */
export function shadeHeat({ side, values, low, high }, theme) {
  const { paper, classes } = theme.rgb;
  return paint(side, (i, pixel) => {
    const t = Math.max(0, Math.min(1, (values[i] - low) / (high - low)));
    const ink = classes[t < 0.5 ? 0 : 1];
    const strength = Math.min(1, 1.6 * theme.shade) * Math.abs(2 * t - 1);
    for (let c = 0; c < 3; c++) pixel[c] = paper[c] + strength * (ink[c] - paper[c]);
  });
}

function paint(side, colour) {
  const image = new ImageData(side, side);
  const pixel = [0, 0, 0];
  for (let i = 0; i < side * side; i++) {
    colour(i, pixel);
    image.data.set(pixel, 4 * i);
    image.data[4 * i + 3] = 255;
  }
  const layer = new OffscreenCanvas(side, side);
  layer.getContext('2d').putImageData(image, 0, 0);
  return layer;
}

/** The boundaries, and the margins where there are any. */
export function boundaryPaths({ field, margins }) {
  return { strong: pathOf(field.boundaries(), field.side), faint: pathOf(margins ? field.margins() : [], field.side) };
}

/** Contour lines; the line of zero is the strong one. */
export function levelPaths({ side, values, low, high }) {
  const count = 8;
  const faint = [];
  for (let k = 1; k < count; k++) {
    const level = low + (k * (high - low)) / count;
    if (Math.abs(level) > 1e-9 * (high - low)) faint.push(...isoLines(values, side, level));
  }
  const strong = low < 0 && high > 0 ? isoLines(values, side, 0) : [];
  return { strong: pathOf(strong, side), faint: pathOf(faint, side) };
}

/** Lines in grid units as one path in the unit square. */
function pathOf(lines, side) {
  const path = new Path2D();
  for (const line of lines) {
    line.forEach(([column, row], i) => path[i === 0 ? 'moveTo' : 'lineTo'](column / (side - 1), row / (side - 1)));
  }
  return path;
}
