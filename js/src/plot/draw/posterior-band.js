import { checkDrawing, draw, sample, short } from './figure.js';

/** @import { DrawOptions, PlotModule, PosteriorBand } from '../types.js' */

/**
 * Draws the mean, the band of standard deviations around it, drawn functions and samples.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {PosteriorBand} band
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotPosteriorBand(Plot, band, options) {
  checkDrawing(Plot, band, 'curve', 'posteriorBand');
  const { curve, points, samples, name } = band;
  const domain = curve.length > 0 ? [curve[0].x, curve[curve.length - 1].x] : undefined;
  return draw(
    Plot,
    {
      width: 640,
      height: 400,
      ariaLabel: 'the mean along a feature, and a band of standard deviations around it',
      x: { domain, label: name },
      y: { label: 'value', nice: true, inset: 8 },
      caption: captionOf(band),
      marks: [
        Plot.areaY(curve, { x: 'x', y1: 'lower', y2: 'upper', fill: '#0072b2', fillOpacity: 0.18 }),
        Plot.line(samples, {
          x: 'x',
          y: 'y',
          z: 'sample',
          stroke: '#0072b2',
          strokeWidth: 1,
          strokeOpacity: 0.7,
        }),
        Plot.line(curve, { x: 'x', y: 'mean', stroke: 'currentColor', strokeWidth: 2 }),
        Plot.dot(points, {
          x: 'x',
          y: 'y',
          fill: 'currentColor',
          ...sample,
          clip: true,
          title: (/** @type {PosteriorBand['points'][number]} */ { row, y }) =>
            `row ${row}: ${short(y)}`,
        }),
      ],
    },
    options,
  );
}

/** @param {PosteriorBand} band */
function captionOf({ width, noise, samples }) {
  const of = noise ? 'of an observation' : 'of the function';
  const parts = ['Line: mean.', `Band: ± ${short(width)} standard deviations ${of}.`];
  if (samples.length > 0) parts.push('Thin lines: functions drawn from the process.');
  return parts.join(' ');
}
