import { drawCurve } from './curve.js';
import { checkDrawing } from './figure.js';

/** @import { LearningCurve } from '../../types.js' */
/** @import { DrawOptions, PlotModule } from '../types.js' */

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
  const rows = learning.rows.map((row) => ({ ...row, at: row.trainSize }));
  const own = { ariaLabel: 'learning curve', x: { label: 'rows learnt from' } };
  return drawCurve(Plot, rows, own, options);
}
