import { ascending } from '../../basics/text.js';
import { rangeOf } from '../slice.js';
import { checkDrawing, coloursOf, draw } from './figure.js';

/** @import { DrawOptions, MarginDistribution, PlotModule } from '../types.js' */

const labels = {
  classifier: 'margin y f(x)',
  regressor: 'margin epsilon - |y - f(x)|',
  detector: 'f(x), positive inside',
};

/**
 * Draws a histogram by class.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {MarginDistribution} distribution
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotMarginDistribution(Plot, distribution, options) {
  checkDrawing(Plot, distribution, 'rows', 'marginDistribution');
  const { kind, rows, edge } = distribution;
  const classes =
    kind === 'classifier' ? [...new Set(rows.map(({ label }) => label))].sort(ascending) : [kind];
  const colours = coloursOf(classes);
  const fill = kind === 'classifier' ? nameOf : colours.range[0];
  // Margins that are nearly the same would have bars too narrow to be seen.
  const [low, high] = rangeOf(rows.map(({ margin }) => margin));
  const far = Math.max(Math.abs(low), Math.abs(high), edge ?? 0) || 1;
  const domain = high - low > far / 50 ? undefined : [low - far / 10, high + far / 10];
  return draw(
    Plot,
    {
      width: 640,
      height: 360,
      ariaLabel: 'distribution of margins',
      x: { label: labels[kind] },
      y: { label: 'rows', grid: true },
      color: { ...colours, legend: kind === 'classifier' },
      caption:
        edge === undefined
          ? 'Line: 0.'
          : `Line: 0, where classes change. Dashed: ${edge}, the edge of the margin.`,
      marks: [
        Plot.rectY(
          rows,
          Plot.binX({ y: 'count' }, { x: 'margin', fill, domain, thresholds: 40, inset: 0.5 }),
        ),
        Plot.ruleY([0], { stroke: 'currentColor' }),
        Plot.ruleX([0], { stroke: 'currentColor', strokeWidth: 2 }),
        edge === undefined
          ? null
          : Plot.ruleX([edge], {
              stroke: 'currentColor',
              strokeWidth: 1.25,
              strokeDasharray: '5 4',
            }),
      ],
    },
    options,
  );
}

/** @param {any} row */
const nameOf = ({ label }) => String(label);
