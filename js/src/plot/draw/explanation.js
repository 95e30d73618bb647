import { checkDrawing, coloursOf, cut, draw, roomFor, short } from './figure.js';

/** @import { DrawOptions, ExplanationBeeswarm, ExplanationWaterfall, PlotModule, SwarmDot, WaterfallStep } from '../types.js' */

/** Up and down, distinguishable for colour-blind people. */
const [down, up] = coloursOf(['down', 'up']).range;

/**
 * Draws the path from the base to the value as bars that begin at the end of the bar above.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {ExplanationWaterfall} waterfall
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotExplanationWaterfall(Plot, waterfall, options) {
  checkDrawing(Plot, waterfall, 'steps', 'explanationWaterfall');
  const { base, value, steps, of, row } = waterfall;
  const names = steps.map(({ feature }) => feature);
  const signed = (/** @type {number} */ v) => (v > 0 ? `+${short(v)}` : short(v));
  const [least, most] = [base, ...steps.map(({ to }) => to)].reduce(
    ([a, b], v) => [Math.min(a, v), Math.max(b, v)],
    [base, base],
  );
  const room = (most - least || 1) * 0.14; // for the numbers beside the bars
  const right = (/** @type {WaterfallStep} */ { value }) => value >= 0;
  const numbers = (/** @type {boolean} */ above) =>
    Plot.text(
      steps.filter((step) => right(step) === above),
      {
        x: 'from', // the far end may be where the line of the value is
        y: 'feature',
        text: (/** @type {WaterfallStep} */ step) => signed(step.value),
        textAnchor: above ? 'end' : 'start',
        dx: above ? -5 : 5,
        fill: 'currentColor',
      },
    );
  return draw(
    Plot,
    {
      width: 640,
      height: 90 + 28 * steps.length,
      marginLeft: 24 + roomFor(names),
      marginTop: 28,
      ariaLabel: `what each feature adds to the value of row ${row}`,
      x: { label: `value${forOf(of)}`, domain: [least - room, most + room], grid: true },
      y: { domain: names, label: null, tickSize: 0, tickFormat: cut },
      color: { type: 'categorical', domain: ['lowers', 'raises'], range: [down, up] },
      caption: `From the base, ${short(base)}, to the value of the row, ${short(value)}.`,
      marks: [
        Plot.barX(steps, {
          x1: 'from',
          x2: 'to',
          y: 'feature',
          fill: (/** @type {WaterfallStep} */ step) => (right(step) ? 'raises' : 'lowers'),
          insetTop: 3,
          insetBottom: 3,
          title: (/** @type {WaterfallStep} */ step) => `${step.feature}: ${signed(step.value)}`,
        }),
        numbers(true),
        numbers(false),
        Plot.ruleX([base], { stroke: 'currentColor', strokeDasharray: '5 4' }),
        Plot.ruleX([value], { stroke: 'currentColor', strokeWidth: 1.5 }),
      ],
    },
    options,
  );
}

/**
 * Draws a dot for each row and feature.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {ExplanationBeeswarm} swarm
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotExplanationBeeswarm(Plot, swarm, options) {
  checkDrawing(Plot, swarm, 'dots', 'explanationBeeswarm');
  const { features, dots, of } = swarm;
  const names = features.map(({ feature }) => feature);
  const shaded = dots.some(({ shade }) => shade !== undefined);
  return draw(
    Plot,
    {
      width: 640,
      height: 90 + 40 * features.length,
      marginLeft: 24 + roomFor(names),
      insetLeft: 10,
      insetRight: 10,
      ariaLabel: 'what each feature adds to the values of the rows',
      x: { label: `part of the value${forOf(of)}`, grid: true },
      y: {
        domain: [features.length - 0.5, -0.5],
        label: null,
        ticks: names.map((_, place) => place),
        tickFormat: (/** @type {number} */ place) => cut(names[place]),
        tickSize: 0,
      },
      color: shaded && {
        type: 'linear',
        range: [down, up],
        interpolate: 'lab',
        domain: [0, 1],
        legend: true,
        label: 'value of the feature, from its least to its largest',
        ticks: [],
      },
      marks: [
        Plot.ruleX([0], { stroke: 'currentColor' }),
        Plot.dot(dots, {
          x: 'value',
          y: (/** @type {SwarmDot} */ { place, offset }) => place + 0.38 * offset,
          fill: shaded ? 'shade' : down,
          r: 2.6,
          fillOpacity: 0.85,
          title: (/** @type {SwarmDot} */ { feature, row, value, x }) =>
            `row ${row}, ${feature}${x === undefined ? '' : ` = ${short(x)}`}: ${short(value)}`,
        }),
      ],
    },
    options,
  );
}

/** @param {unknown} of */
const forOf = (of) =>
  of === undefined ? '' : Array.isArray(of) ? ` for ${of[0]} against ${of[1]}` : ` for ${of}`;
