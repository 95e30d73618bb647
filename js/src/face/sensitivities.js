/** How what a model says changes with each feature: gradients, exact or estimated. */
import { gather, pause, run } from '#host';
import { Clock } from '../basics/clock.js';
import { MaxMarginError } from '../basics/errors.js';
import { rowsOf } from '../input/rows.js';
import { float64s } from '../input/values.js';
import { Estimator } from '../model/estimator.js';
import { checkWorkSettings, readSettings, stateOf, wrongSetting } from '../model/state.js';
import { answers, meanings, rowsOfOutput } from './outputs.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Watch } from '../runtime/host.js' */
/** @import { Sensitivities, SensitivityOutput, SensitivitySettings } from '../types.js' */

/**
 * The gradients of the decision value, or of the prediction, of each row of X: how much it changes
 * for each unit of a feature. They are exact, by the derivatives of the kernel, for kernels that
 * have some and through scalers; `step` estimates them for every other model.
 * @param {any} model fitted; with `step` of any package
 * @param {any} X rows
 * @param {SensitivitySettings} [settings]
 * @returns {Returns<Sensitivities>}
 */
export function sensitivities(model, X, settings) {
  return run(differentiating(model, X, settings));
}

/**
 * @param {any} model
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Steps<Sensitivities>}
 */
function* differentiating(model, X, settings) {
  const known = ['step', 'signal', 'onProgress'];
  const { step, ...rest } = readSettings('sensitivities', settings, known);
  if (step !== undefined && !(typeof step === 'number' && step > 0 && step < Infinity)) {
    throw wrongSetting('step', 'a number above 0', step);
  }
  const watch = checkWorkSettings('sensitivities', rest);
  const [table] = yield gather([X]);
  const fitted = model instanceof Estimator ? stateOf(model).fitted : undefined;
  let gradients, cols, rows;
  let pairs = false;
  if (step !== undefined) {
    const all = rowsOf(table, 'sensitivities');
    rows = all.length;
    gradients = yield* differences(model, all, step, watch);
    cols = gradients.length / (rows * all[0].length);
  } else {
    if (!(model instanceof Estimator)) {
      throw wrongSetting('step', 'a number, because the model is none of this package', step);
    }
    const state = stateOf(model);
    const [machine, payload] = state.apply('predict', table);
    const { value, buffers } = yield state.host.apply('sensitivities', machine, payload, watch);
    rows = /** @type {any} */ (payload.request).table.rows;
    gradients = float64s(buffers.gradients);
    [cols, pairs] = [value.functions, Boolean(value.pairs)];
  }
  const width = gradients.length / (rows * cols);
  const labels = meanings(fitted, cols, pairs);
  /** @type {SensitivityOutput[]} */
  const outputs = Array.from({ length: cols }, (_, q) => ({
    ...(labels && { of: labels[q] }),
    gradients: rowsOfOutput(gradients, rows, cols, q, width),
  }));
  const features = Array.from({ length: width }, (_, j) => fitted?.featureNames?.[j] ?? j);
  return { ...outputs[0], features, exact: step === undefined, outputs };
}

/**
 * Central differences, row by row.
 * @param {any} model
 * @param {Float64Array[]} rows
 * @param {number} step
 * @param {Watch} watch
 * @returns {Steps<Float64Array>}
 */
function* differences(model, rows, step, watch) {
  const clock = new Clock(pause, watch);
  const width = rows[0].length;
  let cols = 0;
  let gradients = new Float64Array();
  for (const [i, row] of rows.entries()) {
    if (clock.isOver) yield* clock.rest({ phase: 'explain', fraction: i / rows.length });
    if (clock.isStopped) {
      throw new MaxMarginError('ERR_STOPPED', 'onProgress', 'onProgress ended the derivatives');
    }
    const moved = Array.from({ length: 2 * width }, (_, at) => {
      const next = Float64Array.from(row);
      next[at >> 1] += at % 2 ? -step : step;
      return next;
    });
    const values = yield* answers(model, moved);
    if (i === 0) {
      cols = values.length / moved.length;
      gradients = new Float64Array(rows.length * cols * width);
    }
    for (let j = 0; j < width; j++) {
      const apart = moved[2 * j][j] - moved[2 * j + 1][j]; // 2 step, as rounded
      for (let q = 0; q < cols; q++) {
        const difference = values[2 * j * cols + q] - values[(2 * j + 1) * cols + q];
        gradients[(i * cols + q) * width + j] = difference / apart;
      }
    }
  }
  return gradients;
}
