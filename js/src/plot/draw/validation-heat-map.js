import { checkDrawing, short } from './figure.js';
import { drawMatrix } from './matrix.js';

/** @import { DrawOptions, PlotModule, ValidationHeatMap } from '../types.js' */

/**
 * Draws the score of every point; the best has a frame.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {ValidationHeatMap} map
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotValidationHeatMap(Plot, map, options) {
  checkDrawing(Plot, map, 'xValues', 'validationHeatMap');
  const { x, y, cells, value } = map;
  const [xs, ys] = [map.xValues, map.yValues].map((list) => list.map(nameOf));
  const place = {
    x: (/** @type {any} */ cell) => nameOf(cell.x),
    y: (/** @type {any} */ cell) => nameOf(cell.y),
  };
  const known = cells.map((cell) => cell.value).filter(Number.isFinite);
  const marginLeft = 44 + 7 * Math.max(...ys.map((name) => name.length));
  const best = cells.filter((cell) => cell.best);
  return drawMatrix(
    Plot,
    cells,
    {
      ...place,
      range: known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1],
      text: (cell) =>
        known.every((v) => Math.abs(v) <= 1) ? cell.value.toFixed(3) : short(cell.value),
      title: (cell) =>
        `${x} = ${nameOf(cell.x)}, ${y} = ${nameOf(cell.y)}: ${value} ${short(cell.value)}, ± ${short(cell.std)} over the folds`,
      marks: [Plot.cell(best, { ...place, stroke: 'currentColor', strokeWidth: 3, inset: -2 })],
      own: {
        width: Math.max(360, marginLeft + 64 * xs.length + 20),
        height: Math.max(160, 44 * ys.length + 80),
        marginLeft,
        ariaLabel: `${value} of a search over ${x} and ${y}`,
        x: { domain: xs, label: x, tickSize: 0 },
        y: { domain: ys, label: y, tickSize: 0, reverse: true },
        color: { legend: true, label: value === 'mean' ? 'mean score of the folds' : value },
        caption: best.length > 0 ? 'Framed: the best of the search.' : undefined,
      },
    },
    options,
  );
}

/** @param {unknown} value */
const nameOf = (value) => (typeof value === 'number' ? short(value) : String(value));
