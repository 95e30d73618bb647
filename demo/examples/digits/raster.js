/**
 * From a drawing to the format of the data set: 8 x 8 numbers from 0 to 16.
 *
 * The originals were bitmaps of 32 x 32, the digit scaled to the full height and
 * with few exceptions within the 24 columns in the middle, and each number is the
 * count of black pixels in a block of 4 x 4. All digits have about as much ink,
 * 313 of 1024 pixels on average, a 1 as much as an 8. So the thickness of the
 * pen is chosen to give this amount of ink, whatever the size of the drawing.
 */

export const side = 32;
export const block = 4;
export const cells = side / block;

const middle = 24;   // columns that the digits take
const meanInk = 313; // black pixels, the mean over the data set
const squeeze = 2;   // how much narrower a wide drawing may be made, for the full height
const thickest = 6;  // pen radius, for a dot

/** The 64 numbers of a drawing, row by row, or null if the drawing is empty. */
export function toDigit(strokes) {
  const bitmap = toBitmap(strokes);
  return bitmap && countBlocks(bitmap);
}

/**
 * The bitmap of a drawing: 1 where there is ink, row by row.
 *
 * @param {import('../common/strokes.js').Stroke[]} strokes
 * @returns {Uint8Array | null}
 */
export function toBitmap(strokes) {
  const points = strokes.flat();
  if (points.length === 0) return null;
  let thin = 0.5;
  let thick = thickest;
  // The thicker the pen, the more ink: halve until the ink is that of the data set.
  for (let step = 0; step < 8; step++) {
    const radius = (thin + thick) / 2;
    if (ink(paint(strokes, radius)) < meanInk) thin = radius;
    else thick = radius;
  }
  return paint(strokes, (thin + thick) / 2);
}

/** The number of black pixels in each block of 4 x 4. */
export function countBlocks(bitmap) {
  const counts = new Float64Array(cells * cells);
  bitmap.forEach((black, i) => {
    const row = Math.floor(i / side / block);
    const column = Math.floor((i % side) / block);
    counts[row * cells + column] += black;
  });
  return counts;
}

/** The drawing fitted into the middle of the bitmap, drawn by a round pen. */
function paint(strokes, radius) {
  const place = fit(strokes.flat(), radius);
  const bitmap = new Uint8Array(side * side);
  for (const stroke of strokes) {
    const points = stroke.map(place);
    points.forEach((to, i) => segment(bitmap, points[Math.max(0, i - 1)], to, radius));
  }
  return bitmap;
}

/** The map from positions of a drawing to the bitmap that keeps the pen inside the bitmap. */
function fit(points, radius) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = right - left;
  const height = bottom - top;
  const [room, rise] = [middle - 2 * radius, side - 2 * radius];
  const full = height > 0 ? rise / height : Infinity;
  const across = Math.min(full, width > 0 ? room / width : Infinity);
  if (across === Infinity) return () => ({ x: side / 2, y: side / 2 }); // a dot
  const down = Math.min(full, squeeze * across);
  return ({ x, y }) => ({
    x: side / 2 + (x - (left + right) / 2) * across,
    y: side / 2 + (y - (top + bottom) / 2) * down,
  });
}

/** Blackens the pixels whose centres are within the radius of a line. */
function segment(bitmap, from, to, radius) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length2 = dx * dx + dy * dy;
  const first = (a, b) => Math.max(0, Math.floor(Math.min(a, b) - radius));
  const last = (a, b) => Math.min(side - 1, Math.ceil(Math.max(a, b) + radius));
  for (let row = first(from.y, to.y); row <= last(from.y, to.y); row++) {
    for (let column = first(from.x, to.x); column <= last(from.x, to.x); column++) {
      const [px, py] = [column + 0.5 - from.x, row + 0.5 - from.y];
      const along = length2 > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / length2)) : 0;
      if (Math.hypot(px - along * dx, py - along * dy) <= radius) bitmap[row * side + column] = 1;
    }
  }
}

function ink(bitmap) {
  let black = 0;
  for (const pixel of bitmap) black += pixel;
  return black;
}
