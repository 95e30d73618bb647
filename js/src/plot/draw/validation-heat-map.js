import { checkDrawing, roomFor, short, textOf } from './figure.js';
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
  const [nameX, nameY] = [map.xValues, map.yValues].map(namerOf);
  const [xs, ys] = [map.xValues.map(nameX), map.yValues.map(nameY)];
  const place = {
    x: (/** @type {any} */ cell) => nameX(cell.x),
    y: (/** @type {any} */ cell) => nameY(cell.y),
  };
  const known = cells.map((cell) => cell.value).filter(Number.isFinite);
  const marginLeft = 44 + roomFor(ys);
  const best = cells.filter((cell) => cell.best);
  return drawMatrix(
    Plot,
    cells,
    {
      ...place,
      side: 64,
      range: known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1],
      text: (cell) =>
        known.every((v) => Math.abs(v) <= 1) ? cell.value.toFixed(3) : short(cell.value),
      title: (cell) =>
        `${x} = ${place.x(cell)}, ${y} = ${place.y(cell)}: ${value} ${short(cell.value)}, ± ${short(cell.std)} over the folds`,
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

/**
 * What names values: numbers with few digits, unless two of them would have one name.
 * @param {readonly unknown[]} values
 */
const namerOf = (values) => {
  const brief = (/** @type {unknown} */ v) => (typeof v === 'number' ? short(v) : textOf(v));
  return new Set(values.map(brief)).size < values.length ? textOf : brief;
};
