/** The error of a machine after each pass over its samples, on a logarithmic scale. */

import { SGDRegressor } from 'maxmargin';
import { Chart } from './chart.js';

/** Pass by pass, from the first sample on. */
export async function passes({ X, y }, chosen) {
  const model = new SGDRegressor(chosen);
  try {
    for (let pass = 0; pass < chosen.maxIter; pass++) await model.partialFit(X, y);
    return { errors: Array.from(model.objectiveCurve), limit: model.etaLimit };
  } finally {
    model.dispose();
  }
}

/** @param {SVGSVGElement} svg @param {number[]} errors half the mean squared error after each pass */
export function drawCourse(svg, errors) {
  const heights = errors.map((error) => Math.log10(Math.max(error, 1e-12)));
  const [low, high] = [Math.min(-2, ...heights), Math.max(1, ...heights)];
  const chart = new Chart(svg, { x: [0, Math.max(errors.length, 2)], y: [low, high], xLabel: 'pass', yLabel: 'log10 of half the mean squared error' });
  chart.line(heights.map((height, i) => [i + 1, height]), 'curve');
  heights.forEach((height, i) => chart.dot(i + 1, height, 3, 'dot'));
}

/** What the picture says. */
export function courseText({ errors, limit }, eta0) {
  const [first, last] = [errors[0], errors[errors.length - 1]];
  const how = last > 10 * first ? `the error grew from ${first.toPrecision(2)} to ${last.toPrecision(2)}: learning diverges` : `the error is ${last.toPrecision(2)} after ${errors.length} passes`;
  return `eta0 is ${(eta0 / limit).toPrecision(2)} times the limit of ${limit.toPrecision(2)}; ${how}.`;
}
