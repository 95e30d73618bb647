/**
 * From a drawing to an image like those of MNIST: the digit is scaled into a square of 20 x 20
 * pixels with its proportions kept, drawn in grey values, and moved so that its centre of mass is
 * the centre of the image of 28 x 28 (Y. LeCun, C. Cortes and C. Burges, "The MNIST database").
 */

import { features, side } from './images.js';

const box = 20;   // side of the square for the digit
const pen = 2.4;  // width of the pen in pixels, about that of the data

/**
 * @param {import('../common/strokes.js').Stroke[]} strokes
 * @returns {Uint8Array | null} 784 bytes, 255 for ink; null if nothing is drawn
 */
export function toImage(strokes) {
  if (strokes.length === 0) return null;
  const centred = draw(strokes, { x: side / 2, y: side / 2 });
  const mass = centreOfMass(centred);
  return draw(strokes, { x: side - mass.x, y: side - mass.y });
}

/** The drawing with the middle of its extent at a point. */
function draw(strokes, middle) {
  const points = strokes.flat();
  const [left, right] = extent(points.map(({ x }) => x));
  const [top, bottom] = extent(points.map(({ y }) => y));
  const size = Math.max(right - left, bottom - top);
  const scale = size > 0 ? (box - pen) / size : 1;

  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.translate(middle.x, middle.y);
  context.scale(scale, scale);
  context.lineWidth = pen / scale;
  context.translate(-(left + right) / 2, -(top + bottom) / 2);
  for (const stroke of strokes) {
    context.beginPath();
    for (const { x, y } of stroke) context.lineTo(x, y);
    if (stroke.length === 1) context.lineTo(stroke[0].x + 1e-3, stroke[0].y); // a dot
    context.stroke();
  }
  const { data } = context.getImageData(0, 0, side, side);
  return Uint8Array.from({ length: features }, (_, i) => data[4 * i + 3]);
}

const extent = (values) => [Math.min(...values), Math.max(...values)];

function centreOfMass(image) {
  const sum = { x: 0, y: 0, ink: 0 };
  image.forEach((ink, i) => {
    sum.x += ink * ((i % side) + 0.5);
    sum.y += ink * (Math.floor(i / side) + 0.5);
    sum.ink += ink;
  });
  return { x: sum.x / sum.ink, y: sum.y / sum.ink };
}
