import { checkDrawing, coloursOf, draw, ring, sample, short, symbolsOf } from './figure.js';

/** @import { DecisionSurface, DrawOptions, PlotModule, SurfacePoint } from '../types.js' */

/**
 * Draws regions, the lines of the decision function, and samples; support vectors have
 * a ring.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {DecisionSurface} surface
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotDecisionSurface(Plot, surface, options) {
  checkDrawing(Plot, surface, 'regions', 'decisionSurface');
  const { kind, x, y, names, points } = surface;
  const support = points.filter((point) => point.support);
  return draw(
    Plot,
    {
      width: 640,
      height: 480,
      ariaLabel: `decision surface of a ${kind}`,
      x: { domain: x, label: names[0] },
      y: { domain: y, label: names[1] },
      ...scalesOf(surface),
      caption: captionOf(surface, support.length > 0),
      marks: [
        ...fills(Plot, surface),
        ...lines(Plot, surface),
        ...(kind === 'regressor' ? valueDots : classDots)(Plot, points, support),
        Plot.frame({ strokeOpacity: 0.3 }),
      ],
    },
    options,
  );
}

const place = { x: 'x', y: 'y', clip: true };

/**
 * @param {PlotModule} Plot
 * @param {SurfacePoint[]} points
 * @param {SurfacePoint[]} support
 */
const classDots = (Plot, points, support) => [
  Plot.dot(points, { ...place, ...sample, fill: nameOf, symbol: nameOf, title: told }),
  Plot.dot(support, { ...place, ...ring }),
];

/**
 * Values have colours from dark to bright on every page. White lines on black ones are visible
 * on all of these colours.
 * @param {PlotModule} Plot
 * @param {SurfacePoint[]} points
 * @param {SurfacePoint[]} support
 */
const valueDots = (Plot, points, support) => [
  Plot.dot(points, { ...place, r: 4, stroke: 'black', strokeWidth: 2.5 }),
  Plot.dot(support, { ...place, r: 7.5, stroke: 'black', strokeWidth: 3 }),
  Plot.dot(points, { ...place, r: 4, fill: 'label', stroke: 'white', strokeWidth: 1, title: told }),
  Plot.dot(support, { ...place, r: 7.5, stroke: 'white', strokeWidth: 1.25 }),
];

/** @param {SurfacePoint} point */
const told = ({ row, label, predicted, support }) =>
  `row ${row}: ${label}, predicted ${predicted}${support ? ', a support vector' : ''}`;

/** @param {any} point */
const nameOf = ({ label }) => String(label);

/** @param {DecisionSurface} surface */
function scalesOf({ kind, regions }) {
  if (kind === 'regressor') {
    return { color: { type: 'linear', scheme: 'viridis', legend: true, label: 'value' } };
  }
  const labels = regions.map(({ label }) => label);
  return {
    color: { ...coloursOf(labels), legend: false },
    symbol: symbolsOf(labels),
  };
}

/**
 * @param {PlotModule} Plot
 * @param {DecisionSurface} surface
 */
function fills(Plot, { kind, grid, values, regions }) {
  if (kind === 'regressor') {
    return [Plot.contour(values, { ...grid, fill: Plot.identity, stroke: 'none', clip: true })];
  }
  const { range } = coloursOf(regions.map(({ label }) => label));
  return regions.map((region, at) =>
    Plot.contour(region.values, {
      ...grid,
      value: Plot.identity,
      thresholds: [0],
      fill: range[at],
      fillOpacity: 0.22,
      stroke: 'none',
      clip: true,
    }),
  );
}

/**
 * The line at 0 is whole, the others are dashed.
 * @param {PlotModule} Plot
 * @param {DecisionSurface} surface
 */
function lines(Plot, { grid, values, levels, regions }) {
  const line = (
    /** @type {Float64Array} */ field,
    /** @type {number[]} */ thresholds,
    /** @type {object} */ style,
  ) =>
    Plot.contour(field, {
      ...grid,
      value: Plot.identity,
      thresholds,
      stroke: 'currentColor',
      clip: true,
      ...style,
    });
  if (!values) return regions.map((region) => line(region.values, [0], { strokeWidth: 1.25 }));
  const sides = levels.filter((level) => level !== 0);
  const marks = levels.includes(0) ? [line(values, [0], { strokeWidth: 2 })] : [];
  if (sides.length > 0)
    marks.push(line(values, sides, { strokeWidth: 1.25, strokeDasharray: '5 4' }));
  return marks;
}

/**
 * @param {DecisionSurface} surface
 * @param {boolean} rings
 */
function captionOf({ kind, values, levels, certainty }, rings) {
  const parts = [];
  const sides = levels.filter((level) => level !== 0);
  if (values && kind !== 'regressor' && levels.includes(0)) parts.push('Line: f(x) = 0.');
  if (certainty) parts.push('Dashed: lines of equal certainty |f(x)|.');
  else if (values && sides.length > 0) parts.push(`Dashed: f(x) = ${sides.map(short).join(', ')}.`);
  if (rings) parts.push('Rings: support vectors.');
  return parts.length > 0 ? parts.join(' ') : undefined;
}
