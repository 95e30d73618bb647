/** Curves in the unit square, one for each class. */
import { coloursOf, draw } from './figure.js';

/** @import { DrawOptions, PlotModule } from '../types.js' */

/**
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {{name: string, x: Float64Array, y: Float64Array}[]} curves
 * @param {{own: any, marks: any[], curve: string}} how marks: what lies beneath
 * @param {DrawOptions} [options]
 * @returns {E}
 */
export function drawCurves(Plot, curves, { own, marks, curve }, options) {
  const colours = coloursOf(curves.map(({ name }) => name));
  const names = (/** @type {string} */ name) => () => name;
  return draw(
    Plot,
    {
      width: 480,
      height: 460,
      ...own,
      x: { domain: [0, 1], ...own.x },
      y: { domain: [0, 1], ...own.y },
      color: { ...colours, legend: true, width: options?.width ?? 480 },
      marks: [
        ...marks,
        ...curves.map(({ name, x, y }, at) =>
          Plot.line(
            { length: x.length },
            {
              ...{ x, y, curve, stroke: names(name), strokeWidth: 2 },
              // Where colours come again, lines are dashed.
              strokeDasharray: colours.range.indexOf(colours.range[at]) < at ? '6 3' : undefined,
            },
          ),
        ),
      ],
    },
    options,
  );
}
