import { drawCurves } from './curves.js';
import { checkDrawing, coloursOf } from './figure.js';

/** @import { PrecisionRecallCurves } from '../../metrics/types.js' */
/** @import { DrawOptions, PlotModule } from '../types.js' */

/**
 * Draws steps: between two thresholds the precision is that of the lower one.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {PrecisionRecallCurves} data
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotPrecisionRecallCurve(Plot, data, options) {
  checkDrawing(Plot, data, 'curves', 'precisionRecallCurve');
  const curves = data.curves.map(({ label, recall, precision, averagePrecision }) => ({
    name: `${label} (average ${averagePrecision.toFixed(3)})`,
    x: recall,
    y: precision,
  }));
  const { range } = coloursOf(curves.map(({ name }) => name));
  const guesses = data.curves.map(({ prevalence }, at) =>
    Plot.ruleY([prevalence], { stroke: range[at], strokeDasharray: '2 4' }),
  );
  const own = {
    ariaLabel: 'precision and recall',
    x: { label: 'recall' },
    y: { label: 'precision' },
    caption: 'Dotted: guessing.',
  };
  return drawCurves(Plot, curves, { own, marks: guesses, curve: 'step-after' }, options);
}
