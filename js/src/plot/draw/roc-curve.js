import { drawCurves } from './curves.js';
import { checkDrawing } from './figure.js';

/** @import { RocCurves } from '../../metrics/types.js' */
/** @import { DrawOptions, PlotModule } from '../types.js' */

/**
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {RocCurves} roc
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotRocCurve(Plot, roc, options) {
  checkDrawing(Plot, roc, 'curves', 'rocCurve');
  const curves = roc.curves.map(({ label, fpr, tpr, auc }) => ({
    name: `${label} (area ${auc.toFixed(3)})`,
    x: fpr,
    y: tpr,
  }));
  const own = {
    ariaLabel: 'receiver operating characteristic',
    x: { label: 'false positive rate' },
    y: { label: 'true positive rate' },
    caption: 'Dotted: guessing.',
  };
  const guess = Plot.line(
    [
      [0, 0],
      [1, 1],
    ],
    { stroke: 'currentColor', strokeDasharray: '2 4' },
  );
  return drawCurves(Plot, curves, { own, marks: [guess], curve: 'linear' }, options);
}
