import { checkDrawing, coloursOf, draw, symbolsOf } from './figure.js';

/** @import { LearningCurve } from '../../types.js' */
/** @import { DrawOptions, PlotModule } from '../types.js' */

const parts = ['of rows learnt from', 'of other rows'];

/**
 * Draws the result of learningCurve of maxmargin: means over the folds, and a standard
 * deviation to either side.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {LearningCurve} learning
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotLearningCurve(Plot, learning, options) {
  checkDrawing(Plot, learning, 'rows', 'learningCurve');
  const points = learning.rows.flatMap((row) => [
    { size: row.trainSize, part: parts[0], mean: row.trainMean, std: row.trainStd },
    { size: row.trainSize, part: parts[1], mean: row.mean, std: row.std },
  ]);
  const known = points.filter(({ mean = NaN }) => Number.isFinite(mean));
  const place = { x: 'size', y: 'mean' };
  return draw(
    Plot,
    {
      width: 640,
      height: 380,
      ariaLabel: 'learning curve',
      x: { label: 'rows learnt from' },
      y: { label: 'score', nice: true, grid: true },
      color: { ...coloursOf(parts), legend: false },
      symbol: symbolsOf(parts),
      caption: 'Bands: one standard deviation over the folds.',
      marks: [
        Plot.areaY(known, {
          x: 'size',
          y1: (/** @type {any} */ { mean, std }) => mean - std,
          y2: (/** @type {any} */ { mean, std }) => mean + std,
          fill: 'part',
          fillOpacity: 0.2,
        }),
        Plot.line(known, { ...place, stroke: 'part', strokeWidth: 2 }),
        Plot.dot(known, { ...place, fill: 'part', symbol: 'part', r: 4 }),
      ],
    },
    options,
  );
}
