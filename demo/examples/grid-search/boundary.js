/** The boundary of a two-class machine on a canvas: regions, margins, samples, support vectors. */

import { isoLines } from '../../site/contour.js';
import { mark } from '../../site/marks.js';
import { readTheme } from '../../site/tokens.js';

const side = 101;

/** The square around the samples, a little wider. */
function squareOf({ data, rows }) {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let i = 0; i < 2 * rows; i++) {
    low[i % 2] = Math.min(low[i % 2], data[i]);
    high[i % 2] = Math.max(high[i % 2], data[i]);
  }
  const half = 0.54 * Math.max(high[0] - low[0], high[1] - low[1]);
  return { left: (low[0] + high[0]) / 2 - half, bottom: (low[1] + high[1]) / 2 - half, size: 2 * half };
}

/** The values of a model that its picture needs. */
export async function fieldOf(model, { X, y }) {
  const square = squareOf(X);
  const data = new Float64Array(2 * side * side);
  for (let i = 0; i < side * side; i++) {
    data[2 * i] = square.left + (square.size * (i % side)) / (side - 1);
    data[2 * i + 1] = square.bottom + square.size * (1 - Math.floor(i / side) / (side - 1));
  }
  const values = await model.decisionFunction({ data, rows: side * side, cols: 2 });
  const classes = Array.from(model.classes);
  return { square, values, X, labels: Array.from(y, (label) => classes.indexOf(label)), support: new Set(model.supportIndices) };
}

/** @param {HTMLCanvasElement} canvas @param {Awaited<ReturnType<typeof fieldOf>>} field */
export function drawField(canvas, { square, values, X, labels, support }) {
  const ratio = devicePixelRatio || 1;
  const size = canvas.clientWidth;
  canvas.width = canvas.height = Math.round(size * ratio);
  const theme = readTheme(canvas);
  const context = canvas.getContext('2d');
  const small = new ImageData(side, side);
  values.forEach((value, i) => {
    const colour = theme.rgb.classes[value > 0 ? 1 : 0];
    const strength = theme.shade * Math.min(1, 0.35 + 0.4 * Math.abs(value));
    colour.forEach((part, c) => { small.data[4 * i + c] = part * strength + theme.rgb.paper[c] * (1 - strength); });
    small.data[4 * i + 3] = 255;
  });
  const sheet = new OffscreenCanvas(side, side);
  sheet.getContext('2d').putImageData(small, 0, 0);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.drawImage(sheet, 0, 0, size, size);

  context.strokeStyle = theme.ink;
  const toPixel = (at) => (at / (side - 1)) * size;
  for (const [level, width, dash] of [[0, 2.2, []], [1, 1.1, [4, 3]], [-1, 1.1, [4, 3]]]) {
    context.lineWidth = width;
    context.setLineDash(dash);
    context.beginPath();
    for (const line of isoLines(values, side, level)) {
      line.forEach(([column, row], i) => context[i === 0 ? 'moveTo' : 'lineTo'](toPixel(column), toPixel(row)));
    }
    context.stroke();
  }
  context.setLineDash([]);
  const r = X.rows > 400 ? 2.4 : 3.6;
  labels.forEach((label, i) => {
    const x = ((X.data[2 * i] - square.left) / square.size) * size;
    const y = (1 - (X.data[2 * i + 1] - square.bottom) / square.size) * size;
    mark(context, label, x, y, r);
    context.fillStyle = theme.classes[label];
    context.fill();
    context.lineWidth = support.has(i) ? 1.5 : 1;
    context.strokeStyle = support.has(i) ? theme.ink : theme.paper;
    context.stroke();
  });
}
