/** How what a model says changes with each feature: gradients, exact or estimated. */
import { gather, pause, run } from '#host';
import { Clock } from '../basics/clock.js';
import { MaxMarginError } from '../basics/errors.js';
import { rowsOf } from '../input/rows.js';
import { float64s } from '../input/values.js';
import { Estimator } from '../model/estimator.js';
import { checkWorkSettings, readSettings, wrongSetting } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';
import { codingOf } from './encoder-state.js';
import { besideTexts, categoryOf, columnsOf, named } from './known-columns.js';
import { answers, meanings, rowsOfOutput } from './outputs.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Watch } from '../runtime/host.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { CategorySwitches, Sensitivities, SensitivityOutput, SensitivitySettings } from '../types.js' */

/**
 * The gradients of the decision value, or of the prediction, of each row of X: how much it changes
 * for each unit of a feature. They are exact, by the derivatives of the kernel, for kernels that
 * have some and through scalers and encoders; `step` estimates them for every other model. Columns
 * of categories have the differences instead that each category makes.
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
  const { step, ...rest } = readSettings('sensitivities', settings, ['step', 'signal', 'onProgress']); // prettier-ignore
  if (step !== undefined && !(typeof step === 'number' && step > 0 && step < Infinity)) {
    throw wrongSetting('step', 'a number above 0', step);
  }
  const watch = checkWorkSettings('sensitivities', rest);
  const [table] = yield gather([X]);
  const fitted = model instanceof Estimator ? stateOf(model).fitted : undefined;
  let gradients, cols, rows;
  let pairs = false;
  /** @type {(cols: number, q: number) => CategorySwitches[]} */
  let switches = () => [];
  if (step !== undefined) {
    if (fitted && codingOf(fitted)?.hasCategories) {
      throw wrongSetting('step', 'undefined for models of tables with categories, which have no differences of this step', step); // prettier-ignore
    }
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
    rows = payload.request.table.rows;
    gradients = float64s(buffers.gradients);
    [cols, pairs] = [value.functions, Boolean(value.pairs)];
    switches = switchesOf(machine, rows, buffers);
  }
  const width = gradients.length / (rows * cols);
  const labels = meanings(fitted, cols, pairs);
  const known = new Set(fitted ? columnsOf(fitted, width) : named(width));
  const features = Array.from(known, ({ name }) => name);
  const numbers = besideTexts(fitted, width);
  /** @type {SensitivityOutput[]} */
  const outputs = Array.from({ length: cols }, (_, q) => ({
    ...(labels && { of: labels[q] }),
    gradients: rowsOfOutput(gradients, rows, cols, q, width).map((row) =>
      numbers < width ? row.slice(0, features.length).fill(NaN, numbers) : row,
    ),
    switches: switches(cols, q),
  }));
  return { ...outputs[0], features, exact: step === undefined, outputs };
}

/**
 * What each category of a column makes of the values.
 * @param {Fitted} fitted
 * @param {number} rows
 * @param {Record<string, any>} buffers
 */
function switchesOf(fitted, rows, { counts: bytes, categories: codes, switches: all }) {
  const counts = new Int32Array(bytes.slice().buffer);
  const categories = float64s(codes);
  const differences = float64s(all);
  const columns = columnsOf(fitted, counts.length);
  return (/** @type {number} */ cols, /** @type {number} */ q) => {
    const own = rowsOfOutput(differences, rows, cols, q, categories.length);
    let first = 0;
    /** @type {CategorySwitches[]} */
    const found = [];
    counts.forEach((count, j) => {
      if (count === 0) return;
      const [from, to] = [first, (first += count)];
      found.push({
        feature: columns[j].name,
        categories: Array.from(categories.slice(from, to), (code) => categoryOf(fitted, j, code)),
        differences: own.map((row) => row.slice(from, to)),
      });
    });
    return found;
  };
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
