/** Cells of two ordered axes, with a number in each. */
import { cut, draw, roomFor, short } from './figure.js';

/** @import { DrawOptions, PlotModule } from '../types.js' */

/**
 * Cells are dark where values are low. The colour of their text suits the cell, on every page.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {any[]} cells
 * @param {object} how
 * @param {number} how.side of a cell, across
 * @param {(cell: any) => unknown} how.x
 * @param {(cell: any) => unknown} how.y
 * @param {[number, number]} how.range of the values
 * @param {(cell: any) => string} [how.text]
 * @param {(cell: any) => string} how.title
 * @param {any[]} [how.marks]
 * @param {any} how.own options of the picture
 * @param {DrawOptions} [options]
 * @returns {E}
 */
export function drawMatrix(
  Plot,
  cells,
  { side, x, y, range, text, title, marks = [], own },
  options,
) {
  const [low, high] = range;
  const share = (/** @type {any} */ { value }) => (high > low ? (value - low) / (high - low) : 0);
  const ink = (/** @type {any} */ cell) => (share(cell) > 0.6 ? 'black' : 'white');
  // Names that are wider than their cells stand upright.
  const room = roomFor(own.x.domain);
  const upright = room > side && { height: own.height + room, marginBottom: 44 + room };
  const numbers = (/** @type {string} */ fill) =>
    Plot.text(
      cells.filter((cell) => Number.isFinite(cell.value) && ink(cell) === fill),
      { x, y, text: text ?? (({ value }) => short(value)), fill },
    );
  return draw(
    Plot,
    {
      padding: 0.04,
      ...own,
      ...upright,
      x: { ...own.x, tickFormat: cut, tickRotate: upright ? -90 : 0 },
      y: { ...own.y, tickFormat: cut },
      color: { type: 'linear', scheme: 'viridis', domain: range, unknown: '#8c8c8c', ...own.color },
      marks: [
        Plot.cell(cells, { x, y, fill: 'value', title }),
        numbers('white'),
        numbers('black'),
        ...marks,
      ],
    },
    options,
  );
}
