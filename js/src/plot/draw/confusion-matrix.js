import { checkDrawing, roomFor, short } from './figure.js';
import { drawMatrix } from './matrix.js';

/** @import { ConfusionMatrix } from '../../metrics/types.js' */
/** @import { DrawOptions, PlotModule } from '../types.js' */

const titles = {
  true: 'share of the rows of the class',
  pred: 'share of those predicted',
  all: 'share of all rows',
};

/**
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {ConfusionMatrix} confusion
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotConfusionMatrix(Plot, confusion, options) {
  checkDrawing(Plot, confusion, 'cells', 'confusionMatrix');
  const { labels, cells, normalize } = confusion;
  const domain = labels.map(String);
  const side = Math.min(64, Math.max(28, 480 / labels.length));
  const most = cells.reduce((max, { value }) => Math.max(max, value), 0);
  const marginLeft = 44 + roomFor(domain);
  const size = side * labels.length;
  return drawMatrix(
    Plot,
    cells,
    {
      side,
      x: ({ predicted }) => String(predicted),
      y: ({ actual }) => String(actual),
      range: [0, normalize && normalize !== 'all' ? 1 : most || 1],
      text: ({ value }) => (normalize ? value.toFixed(2) : short(value)),
      title: ({ actual, predicted, count }) => `${actual}, predicted ${predicted}: ${short(count)}`,
      own: {
        width: Math.max(320, marginLeft + size + 20),
        height: size + 80,
        marginLeft,
        marginRight: Math.max(20, 320 - marginLeft - size),
        ariaLabel: 'confusion matrix',
        x: { domain, label: 'predicted', tickSize: 0 },
        y: { domain, label: 'actual', tickSize: 0 },
        color: { legend: true, label: normalize ? titles[normalize] : 'rows' },
      },
    },
    options,
  );
}
