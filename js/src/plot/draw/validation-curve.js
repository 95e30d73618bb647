import { drawCurve } from './curve.js';
import { checkDrawing, textOf } from './figure.js';

/** @import { ValidationCurve } from '../../types.js' */
/** @import { DrawOptions, PlotModule } from '../types.js' */

/**
 * Draws the result of validationCurve of maxmargin: means over the folds, and a standard deviation
 * to either side. Numbers that span a factor of 50 have a logarithmic axis; other values are placed
 * side by side.
 * @template E
 * @param {PlotModule<E>} Plot
 * @param {ValidationCurve} validation
 * @param {DrawOptions} [options] of Plot.plot
 * @returns {E}
 */
export function plotValidationCurve(Plot, validation, options) {
  checkDrawing(Plot, validation, 'rows', 'validationCurve');
  const values = validation.rows.map(({ value }) => value);
  const numbers = values.every((value) => typeof value === 'number' && Number.isFinite(value));
  const [low, high] = numbers ? [Math.min(.../** @type {number[]} */ (values)), Math.max(.../** @type {number[]} */ (values))] : [0, 0]; // prettier-ignore
  const rows = validation.rows.map((row) => ({
    ...row,
    at: numbers ? row.value : textOf(row.value),
  }));
  const type = numbers
    ? low > 0 && high >= 50 * low
      ? { type: 'log', tickFormat: '~g' }
      : {}
    : { type: 'point', domain: values.map(textOf) };
  const own = { ariaLabel: 'validation curve', x: { label: validation.option, ...type } };
  return drawCurve(Plot, rows, own, options);
}
