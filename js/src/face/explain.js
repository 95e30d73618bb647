/** How much each feature adds to what a model says: Shapley values, exact or estimated. */
import { gather, pause, run } from '#host';
import { Clock } from '../basics/clock.js';
import { MaxMarginError } from '../basics/errors.js';
import { Random } from '../data/random.js';
import { bytesOf } from '../input/inputs.js';
import { viewOf } from '../input/columns.js';
import { rowsOf } from '../input/rows.js';
import { placesOf } from '../input/tables.js';
import { float64s } from '../input/values.js';
import { Estimator } from '../model/estimator.js';
import { checkWorkSettings, readSettings, wrongSetting } from '../basics/settings.js';
import { stateOf } from '../model/registry.js';
import { codingOf } from './encoder-state.js';
import { columnsOf, named, oneOrMore } from './known-columns.js';
import { answers, meanings, rowsOfOutput } from './outputs.js';

/** @import { Column } from './known-columns.js' */
/** @import { Steps } from '../basics/drive.js' */
/** @import { Returns } from '../forms.js' */
/** @import { Fitted } from '../model/fitted.js' */
/** @import { Watch } from '../runtime/host.js' */
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
    const { columns, tables, named } = tablesOf(fitted, rows, reference);
    const players = readGroups(groups, columns);
    /** @param {any[]} list */
    const say = (list) => answers(model, list.map(named));
    const game = yield* sampling(say, tables, players, Number(samples), Number(seed), watch);
    return explanation(game, players, tables[0].length, fitted, false);
  }
  if (!fitted) {
    throw wrongSetting('samples', 'a number of evaluations, because the model is none of this package', samples); // prettier-ignore
  }
  const state = stateOf(model);
  const [, payload] = state.apply('predict', rows);
  const [, other] = state.apply('predict', reference);
  for (const part of [payload, other]) yield state.host.complete(part, watch);
  const shape = payload.request.table;
  const second = other.request.table;
  checkWidths(shape.cols, second.cols);
  const players = readGroups(groups, columnsOf(fitted, shape.cols));
  /** @type {Record<string, Uint8Array>} */
  const buffers = { ...payload.buffers, player: bytesOf(players.player) };
  for (const [name, bytes] of Object.entries(other.buffers ?? {})) {
    buffers[`baseline.${name}`] = bytes;
  }
  const request = { ...payload.request, baseline: second };
  const reply = yield state.host.apply('explain', fitted, { request, buffers }, watch);
  const pairs = Boolean(reply.value.pairs);
  const game = { parts: float64s(reply.buffers.parts), base: float64s(reply.buffers.base), pairs };
  return explanation(game, players, shape.rows, fitted, true);
}

/**
 * Samples and baselines as rows, their columns, and what makes of a row a sample for the model: of
 * models of tables they have categories, texts and gaps.
 * @param {Fitted | undefined} fitted
 * @param {unknown} X
 * @param {unknown} baseline
 * @returns {{columns: Column[], tables: any[][], named: (row: any) => any}}
 */
function tablesOf(fitted, X, baseline) {
  const coding = fitted && codingOf(fitted);
  const [view, other] = coding
    ? [X, baseline].map((table) => viewOf(table)).map((table) => table && coding.complete(table))
    : [];
  if (!view || !other) {
    /** @type {any[][]} */
    const tables = [rowsOf(X, 'explain'), rowsOf(baseline, 'explain')];
    const [[{ length }], [second]] = tables;
    checkWidths(length, second.length);
    return { columns: named(length, fitted?.featureNames), tables, named: (row) => row };
  }
  const { names } = view;
  checkWidths(view.columns.length, other.columns.length);
  const places = names && other.names && placesOf(other.names);
  const order = view.columns.map((_, j) => (places ? (places.get(names[j]) ?? -1) : j));
  if (order.includes(-1)) throw wrongSetting('baseline', 'rows with the columns of X', baseline);
  /** @param {import('../input/columns.js').View} table @param {number[]} places */
  const rowsIn = ({ rows, columns }, places) =>
    Array.from({ length: rows }, (_, i) => places.map((j) => columns[j][i]));
  return {
    columns: named(order.length, names),
    tables: [rowsIn(view, [...order.keys()]), rowsIn(other, order)],
    named: (row) => (names ? Object.fromEntries(names.map((name, j) => [name, row[j]])) : row),
  };
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
 * @param {Column[]} columns
 * @returns {Players}
 */
function readGroups(groups, columns) {
  if (groups != null && (typeof groups !== 'object' || Array.isArray(groups))) {
    throw wrongSetting('groups', 'an object: the columns of each group by its name', groups);
  }
  const known = new Map(columns.map(({ key }) => [key, key]));
  for (const { key, name, whole = name } of columns)
    if (typeof whole === 'string') known.set(whole, key);
  const groupOf = new Map();
  for (const [name, list] of Object.entries(groups ?? {})) {
    if (!Array.isArray(list) || list.length === 0) {
      throw wrongSetting(`groups.${name}`, 'an array of columns', list);
    }
    for (const column of list) {
      const key = known.get(column);
      if (key === undefined || groupOf.has(key)) {
        throw wrongSetting(`groups.${name}`, `columns of X, each in one group`, column);
      }
      groupOf.set(key, name);
    }
  }
  /** @type {(string | number)[]} */
  const names = [];
  const numbers = new Map();
  const player = Int32Array.from(columns, ({ key, name, whole = name }) => {
    const group = groupOf.get(key);
    const id = group === undefined ? key : `group ${group}`;
    if (!numbers.has(id)) numbers.set(id, names.push(group ?? whole) - 1);
    return numbers.get(id);
  });
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
 * @param {(rows: any[]) => Steps<Float64Array>} say what the model says of rows
 * @param {any[][]} tables X and the baselines
 * @param {Players} players
 * @param {number} samples predictions for each row of X, about
 * @param {number} seed
 * @param {Watch} watch
 * @returns {Steps<Game>}
 */
function* sampling(say, [rows, baselines], { names, player }, samples, seed, watch) {
  const count = names.length;
  const pairs = Math.max(1, Math.round(samples / (2 * (count + 1))));
  const random = new Random(seed);
  const clock = new Clock(pause, watch);
  const atBaselines = yield* say(baselines);
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
      const values = yield* say(set);
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
 * @param {any} from
 * @param {any} to
 * @param {Int32Array} player
 * @returns {any[]}
 */
function growing(sequence, from, to, player) {
  const samples = [from];
  for (const p of sequence) {
    const next = samples[samples.length - 1].slice();
    for (let j = 0; j < player.length; j++) if (player[j] === p) next[j] = to[j];
    samples.push(next);
  }
  return samples;
}
