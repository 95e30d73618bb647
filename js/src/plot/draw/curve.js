/** Curves of scores with bands around them. */
import { coloursOf, draw, symbolsOf } from './figure.js';

/** @import { DrawOptions, PlotModule } from '../types.js' */

const parts = ['of rows learnt from', 'of other rows'];

/**
 * Means over the folds, and a standard deviation to either side.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {{at: unknown, mean: number, std: number, trainMean?: number, trainStd?: number}[]} rows
 * @param {object} own the axis x, and the name of the picture
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function drawCurve(Plot, rows, own, options) {
  const points = rows.flatMap(({ at, mean, std, trainMean, trainStd }) => [
    { at, part: parts[0], mean: trainMean, std: trainStd },
    { at, part: parts[1], mean, std },
  ]);
  const known = points.filter(({ mean = NaN }) => Number.isFinite(mean));
  const place = { x: 'at', y: 'mean', z: 'part' };
  return draw(
    Plot,
    {
      width: 640,
      height: 380,
      y: { label: 'score', nice: true, grid: true },
      color: { ...coloursOf(parts), legend: false },
      symbol: symbolsOf(parts),
      caption: 'Bands: one standard deviation over the folds.',
      marks: [
        Plot.areaY(known, {
          x: 'at',
          z: 'part',
          y1: (/** @type {any} */ { mean, std }) => mean - std,
          y2: (/** @type {any} */ { mean, std }) => mean + std,
          fill: 'part',
          fillOpacity: 0.2,
        }),
        Plot.line(known, { ...place, stroke: 'part', strokeWidth: 2 }),
        Plot.dot(known, { ...place, fill: 'part', symbol: 'part', r: 4 }),
      ],
      ...own,
    },
    options,
  );
}
