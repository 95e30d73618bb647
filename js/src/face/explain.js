/** How much each feature adds to what a model says: Shapley values, exact or estimated. */
import { gather, pause, run } from '#host';
import { Clock } from '../basics/clock.js';
import { MaxMarginError } from '../basics/errors.js';
import { Random } from '../data/random.js';
import { bytesOf } from '../input/inputs.js';
import { rowsOf } from '../input/rows.js';
import { float64s } from '../input/values.js';
import { Estimator } from '../model/estimator.js';
import { checkWorkSettings, readSettings, stateOf, wrongSetting } from '../model/state.js';
import { answers, meanings, rowsOfOutput } from './outputs.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { Payload, Watch } from '../runtime/host.js' */
/** @import { ExplainSettings, ExplainedOutput, Explanation } from '../types.js' */

/**
 * The players of a game: single features, or groups of them.
 * @typedef {{names: (string | number)[], player: Int32Array}} Players
 */

/**
 * The values of every output at every row, row by row.
 * @typedef {{parts: Float64Array, errors?: Float64Array, base: Float64Array, pairs?: boolean}} Game
 */

/**
 * How much each feature adds to the decision value, or the prediction, of each row of X, on the
 * way from a baseline: its Shapley value, the mean over all orders in which the features may
 * change from the baseline's value to the row's (Shapley 1953; Lundberg & Lee 2017). The values
 * of a row and the base add up to what the model says of it. They are exact for kernels that are
 * products over the features, sums, or powers of sums, and for linear machines; `samples`
 * estimates them for every other model.
 * @param {any} model fitted; with `samples` of any package
 * @param {any} X rows
 * @param {ExplainSettings} settings
 * @returns {Returns<Explanation>}
 */
export function explain(model, X, settings) {
  return run(explaining(model, X, settings));
}

/**
 * @param {any} model
 * @param {unknown} X
 * @param {unknown} settings
 * @returns {Steps<Explanation>}
 */
function* explaining(model, X, settings) {
  const known = ['baseline', 'groups', 'samples', 'seed', 'signal', 'onProgress'];
  const { baseline, groups, samples, seed = 0, ...rest } = readSettings('explain', settings, known);
  if (baseline == null) {
    throw wrongSetting('baseline', 'rows that X is compared with, such as a hundred of those of the fit', baseline); // prettier-ignore
  }
  if (samples !== undefined && !(Number.isSafeInteger(samples) && Number(samples) >= 1)) {
    throw wrongSetting('samples', 'a whole number of at least 1', samples);
  }
  if (!(Number.isSafeInteger(seed) && Number(seed) >= 0)) {
    throw wrongSetting('seed', 'a whole number of at least 0', seed);
  }
  const watch = checkWorkSettings('explain', rest);
  const [rows, reference] = yield gather([X, oneOrMore(baseline)]);
  const fitted = model instanceof Estimator ? stateOf(model).fitted : undefined;
  if (samples !== undefined) {
    const all = [rowsOf(rows, 'explain'), rowsOf(reference, 'explain')];
    checkWidths(all[0][0].length, all[1][0].length);
    const players = readGroups(groups, all[0][0].length, fitted?.featureNames);
    const game = yield* sampling(model, all, players, Number(samples), Number(seed), watch);
    return explanation(game, players, all[0].length, fitted, false);
  }
  if (!fitted) {
    throw wrongSetting('samples', 'a number of evaluations, because the model is none of this package', samples); // prettier-ignore
  }
  const state = stateOf(model);
  const [, payload] = state.apply('predict', rows);
  const [, other] = state.apply('predict', reference);
  drain(other);
  const shape = /** @type {any} */ (payload.request).table;
  const second = /** @type {any} */ (other.request).table;
  checkWidths(shape.cols, second.cols);
  const players = readGroups(groups, shape.cols, fitted.featureNames);
  /** @type {Record<string, Uint8Array>} */
  const buffers = { ...payload.buffers, player: bytesOf(players.player) };
  for (const [name, bytes] of Object.entries(other.buffers ?? {})) {
    buffers[`baseline.${name}`] = bytes;
  }
  const request = { ...payload.request, baseline: second };
  const reply = yield state.host.apply('explain', fitted, { ...payload, request, buffers }, watch);
  const pairs = Boolean(reply.value.pairs);
  const game = { parts: float64s(reply.buffers.parts), base: float64s(reply.buffers.base), pairs };
  return explanation(game, players, shape.rows, fitted, true);
}

/**
 * A single row of numbers as one of several.
 * @param {any} baseline
 */
function oneOrMore(baseline) {
  const row = (Array.isArray(baseline) || ArrayBuffer.isView(baseline)) && /** @type {any} */ (baseline); // prettier-ignore
  return row && typeof row[0] === 'number' && !('shape' in row) ? [row] : baseline;
}

/** @param {Payload} payload whose numbers may not be there yet */
function drain({ fill }) {
  const filling = fill?.();
  while (filling && !filling.next().done);
}

/**
 * @param {number} expected
 * @param {number} got
 */
function checkWidths(expected, got) {
  if (got === expected) return;
  const message = `baseline has ${got} columns, X has ${expected}`;
  throw new MaxMarginError('ERR_SHAPE', 'baseline', message, { expected, got });
}

/**
 * @param {any} groups
 * @param {number} cols
 * @param {readonly string[] | undefined} featureNames
 * @returns {Players}
 */
function readGroups(groups, cols, featureNames) {
  const player = new Int32Array(cols).fill(-1);
  /** @type {(string | number)[]} */
  const names = [];
  if (groups != null && (typeof groups !== 'object' || Array.isArray(groups))) {
    throw wrongSetting('groups', 'an object: the columns of each group by its name', groups);
  }
  const byColumn = new Map();
  for (const [name, columns] of Object.entries(groups ?? {})) {
    if (!Array.isArray(columns) || columns.length === 0) {
      throw wrongSetting(`groups.${name}`, 'an array of columns', columns);
    }
    for (const column of columns) {
      const j = typeof column === 'string' ? (featureNames?.indexOf(column) ?? -1) : column;
      if (!(Number.isInteger(j) && j >= 0 && j < cols) || byColumn.has(j)) {
        throw wrongSetting(`groups.${name}`, `columns of X, each in one group`, column);
      }
      byColumn.set(j, name);
    }
  }
  const numbers = new Map();
  for (let j = 0; j < cols; j++) {
    const name = byColumn.get(j) ?? featureNames?.[j] ?? j;
    const key = byColumn.has(j) ? name : j;
    if (!numbers.has(key)) numbers.set(key, names.push(name) - 1);
    player[j] = numbers.get(key);
  }
  return { names, player };
}

/**
 * @param {Game} game
 * @param {Players} players
 * @param {number} rows
 * @param {Fitted | undefined} fitted
 * @param {boolean} exact
 * @returns {Explanation}
 */
function explanation({ parts, errors, base, pairs }, { names }, rows, fitted, exact) {
  const [cols, count] = [base.length, names.length];
  const labels = meanings(fitted, cols, pairs);
  /** @param {Float64Array} all @param {number} q */
  const of = (all, q) => rowsOfOutput(all, rows, cols, q, count);
  /** @type {ExplainedOutput[]} */
  const outputs = Array.from(base, (value, q) => ({
    ...(labels && { of: labels[q] }),
    base: value,
    values: of(parts, q),
    ...(errors && { errors: of(errors, q) }),
  }));
  return { ...outputs[0], features: names, exact, outputs };
}

/**
 * Estimates the values by random orders of the players, each with its reverse (Castro et al.
 * 2009; Mitchell et al. 2022, section 4.2). An order of p players takes p + 1 predictions.
 * @param {any} model
 * @param {Float64Array[][]} tables X and the baselines
 * @param {Players} players
 * @param {number} samples predictions for each row of X, about
 * @param {number} seed
 * @param {Watch} watch
 * @returns {Steps<Game>}
 */
function* sampling(model, [rows, baselines], { names, player }, samples, seed, watch) {
  const count = names.length;
  const pairs = Math.max(1, Math.round(samples / (2 * (count + 1))));
  const random = new Random(seed);
  const clock = new Clock(pause, watch);
  const atBaselines = yield* answers(model, baselines);
  const cols = atBaselines.length / baselines.length;
  const base = new Float64Array(cols);
  for (let at = 0; at < atBaselines.length; at++) base[at % cols] += atBaselines[at] / baselines.length; // prettier-ignore
  const parts = new Float64Array(rows.length * cols * count);
  const errors = new Float64Array(parts.length);
  for (let i = 0; i < rows.length; i++) {
    for (let pair = 0; pair < pairs; pair++) {
      if (clock.isOver)
        yield* clock.rest({ phase: 'explain', fraction: (i + pair / pairs) / rows.length });
      if (clock.isStopped)
        throw new MaxMarginError('ERR_STOPPED', 'onProgress', 'onProgress ended the explanation');
      const order = Array.from(random.permutation(count));
      const from = baselines[(i + pair) % baselines.length];
      const sequences = [order, [...order].reverse()];
      const set = sequences.flatMap((sequence) => growing(sequence, from, rows[i], player));
      const values = yield* answers(model, set);
      const gain = new Float64Array(cols * count);
      for (const [half, sequence] of sequences.entries()) {
        sequence.forEach((p, step) => {
          const at = (half * (count + 1) + step) * cols;
          for (let q = 0; q < cols; q++) gain[q * count + p] += (values[at + cols + q] - values[at + q]) / 2; // prettier-ignore
        });
      }
      // Welford's update of the mean, and of the sum of squared differences from it.
      gain.forEach((v, at) => {
        const to = i * gain.length + at;
        const difference = v - parts[to];
        parts[to] += difference / (pair + 1);
        errors[to] += difference * (v - parts[to]);
      });
    }
  }
  const scale = pairs * (pairs - 1);
  return { parts, base, errors: errors.map((sum) => (scale > 0 ? Math.sqrt(sum / scale) : Infinity)) }; // prettier-ignore
}

/**
 * The samples from a baseline to a row, one player after the other.
 * @param {number[]} sequence
 * @param {Float64Array} from
 * @param {Float64Array} to
 * @param {Int32Array} player
 * @returns {Float64Array[]}
 */
function growing(sequence, from, to, player) {
  const samples = [from];
  for (const p of sequence) {
    const next = Float64Array.from(samples[samples.length - 1]);
    for (let j = 0; j < player.length; j++) if (player[j] === p) next[j] = to[j];
    samples.push(next);
  }
  return samples;
}
