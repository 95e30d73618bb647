import { checkDrawing, coloursOf, draw, ring, sample, short, symbolsOf } from './figure.js';

/** @import { DrawOptions, PlotModule, RegressionTube } from '../types.js' */

/**
 * Draws the predictions, the tube around them, and samples; support vectors have a ring.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {RegressionTube} tube
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotRegressionTube(Plot, tube, options) {
  checkDrawing(Plot, tube, 'curve', 'regressionTube');
  const { curve, points, epsilon, name } = tube;
  const domain = curve.length > 0 ? [curve[0].x, curve[curve.length - 1].x] : undefined;
  const support = points.filter((point) => point.support);
  const sides = epsilon === undefined ? ['sample'] : ['within the tube', 'outside'];
  const sideOf = (/** @type {any} */ { outside }) => sides[outside ? 1 : 0];
  const [band] = coloursOf(sides).range;
  return draw(
    Plot,
    {
      width: 640,
      height: 400,
      ariaLabel: 'the predictions along a feature, and the tube around them',
      x: { domain, label: name },
      y: { label: 'value', nice: true, inset: 8 },
      color: { ...coloursOf(sides), legend: false },
      symbol: { ...symbolsOf(sides), legend: epsilon !== undefined },
      caption: captionOf(epsilon, support.length > 0),
      marks: [
        epsilon === undefined
          ? null
          : Plot.areaY(curve, { x: 'x', y1: 'lower', y2: 'upper', fill: band, fillOpacity: 0.18 }),
        Plot.line(curve, { x: 'x', y: 'predicted', stroke: 'currentColor', strokeWidth: 2 }),
        Plot.dot(points, {
          x: 'x',
          y: 'y',
          fill: sideOf,
          symbol: sideOf,
          ...sample,
          clip: true,
          title: (/** @type {RegressionTube['points'][number]} */ { row, y, predicted }) =>
            `row ${row}: ${short(y)}, predicted ${short(predicted)}`,
        }),
        Plot.dot(support, { x: 'x', y: 'y', clip: true, ...ring }),
      ],
    },
    options,
  );
}

/**
 * @param {number | undefined} epsilon
 * @param {boolean} rings
 */
function captionOf(epsilon, rings) {
  const parts = ['Line: predicted.'];
  if (epsilon !== undefined) parts.push(`Band: the tube, ± ${short(epsilon)}.`);
  if (rings) parts.push('Rings: support vectors.');
  return parts.join(' ');
}
