/**
 * A slice through the space of samples: some features vary, the others stay at fixed values.
 */
import { isArrayOrView } from '../basics/numbers.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { packNumbers } from '../input/rows.js';
import { readTensor } from '../input/tables.js';
import { wrongSetting } from '../basics/settings.js';
import { columnOf, unlessAborted } from './models.js';

/** @import { PackedTable } from '../input/inputs.js' */

/** How many numbers go into one prediction. */
const chunk = 2 ** 20;

export class Slice {
  /**
   * @param {any} model
   * @param {PackedTable} table the samples
   * @param {number[]} features that vary
   * @param {unknown} hold
   * @param {AbortSignal} [signal]
   */
  constructor(model, table, features, hold, signal) {
    this.table = table;
    this.signal = signal;
    this.features = features;
    /** The names of all columns, where they have some. @type {string[] | undefined} */
    this.columns = model.featureNames ?? table.names;
    this.names = features.map((j) => this.columns?.[j] ?? `feature ${j}`);
    this.#base = baseRow(table, this.columns, features, hold);
  }

  #base;

  /** The values of the features that vary, of all samples. */
  get coordinates() {
    return this.features.map((j) => columnOf(this.table, j));
  }

  /**
   * Predicts at places of the slice, some at a time.
   * @template {ArrayLike<any>} T
   * @param {number} count
   * @param {(place: number, axis: number) => number} at the value of a feature at a place
   * @param {(samples: any) => T | Promise<T>} ask
   * @returns {Promise<T[]>} in parts
   */
  async ask(count, at, ask) {
    const cols = this.#base.length;
    const most = Math.max(1, Math.floor(chunk / cols));
    const parts = [];
    for (let from = 0; from < count; from += most) {
      const rows = Math.min(most, count - from);
      const samples = this.#samples(rows, (i, axis) => at(from + i, axis));
      parts.push(await unlessAborted(this.signal, () => ask(samples)));
    }
    return parts;
  }

  /**
   * @param {number} rows
   * @param {(place: number, axis: number) => number} at
   */
  #samples(rows, at) {
    const base = this.#base;
    const cols = base.length;
    const data = new Float64Array(rows * cols);
    for (let i = 0; i < rows; i++) {
      data.set(base, i * cols);
      this.features.forEach((j, axis) => void (data[i * cols + j] = at(i, axis)));
    }
    return { data, rows, cols };
  }
}

/**
 * The slice of X along some features.
 * @param {any} model
 * @param {unknown} X
 * @param {{features: unknown, hold: unknown, count: number, argument: string, signal?: AbortSignal}} wanted
 *   features: as given, an array of as many as there must be
 */
export async function sliceOf(model, X, { features, hold, count, argument, signal }) {
  const remedy = 'draw the last step of the pipeline with what the steps before it make of X, or a model of the columns of numbers'; // prettier-ignore
  const table = packNumbers(await readTensor(X), 'a picture along features', remedy, model.featureNames); // prettier-ignore
  const chosen = chooseFeatures(
    table,
    model.featureNames ?? table.names,
    features,
    count,
    argument,
  );
  return new Slice(model, table, chosen, hold, signal);
}

/**
 * @param {PackedTable} table
 * @param {string[] | undefined} names
 * @param {unknown} given
 * @param {number} count
 * @param {string} argument
 * @returns {number[]}
 */
function chooseFeatures({ shape: { cols } }, names, given, count, argument) {
  if (given === undefined) {
    if (cols === count) return Array.from({ length: count }, (_, j) => j);
    const example = count === 2 ? 'features: [0, 1]' : 'feature: 0';
    throw new MaxMarginError(
      'ERR_SHAPE',
      argument,
      `X has ${cols} feature${cols > 1 ? 's' : ''}, and ${count} can be drawn; say which, such as ${example}${cols < count ? ', of samples that have as many' : ', the others are held at their means or where hold says'}`,
      { expected: count, got: cols },
    );
  }
  const list = Array.isArray(given) ? given : [];
  const chosen = list.map((feature) => findColumn(feature, cols, names, argument));
  if (chosen.length === count && new Set(chosen).size === count) return chosen;
  throw wrongSetting(argument, `${count} different columns of X, by number or name`, given);
}

/**
 * @param {unknown} feature
 * @param {number} cols
 * @param {string[] | undefined} names
 * @param {string} argument
 */
function findColumn(feature, cols, names, argument) {
  const isPlace = /^\d+$/.test(String(feature)); // also as a key of hold
  const at = typeof feature === 'string' && names ? names.indexOf(feature) : isPlace ? Number(feature) : -1; // prettier-ignore
  if (Number.isInteger(at) && at >= 0 && at < cols) return at;
  const known = names ? names.slice(0, 8).map(show).join(', ') : `the columns 0 to ${cols - 1}`;
  throw new MaxMarginError(
    'ERR_OPTION',
    argument,
    `X has no feature ${show(feature)}; it has ${known}`,
    { got: feature },
  );
}

/**
 * The fixed values of all features.
 * @param {PackedTable} table
 * @param {string[] | undefined} names
 * @param {number[]} features that vary
 * @param {unknown} hold
 * @returns {Float64Array}
 */
function baseRow(table, names, features, hold) {
  const { cols } = table.shape;
  const base = cols === features.length ? new Float64Array(cols) : meansOf(table);
  if (hold === undefined) return base;
  if (typeof hold !== 'object' || hold === null) {
    throw wrongSetting('hold', 'an array with a value per column, or an object of some', hold);
  }
  const isList = isArrayOrView(hold);
  if (isList && /** @type {ArrayLike<unknown>} */ (hold).length !== cols) {
    throw wrongSetting('hold', `an array of ${cols} values, one per column of X`, hold);
  }
  for (const [feature, value] of Object.entries(hold)) {
    if (!Number.isFinite(value)) {
      throw wrongSetting(`hold[${feature}]`, 'a finite number', value);
    }
    base[findColumn(feature, cols, names, 'hold')] = value;
  }
  return base;
}

/** @param {PackedTable} table */
function meansOf({ shape: { layout, rows, cols }, buffers }) {
  const data = new Float64Array(buffers.data.buffer);
  const indices = layout === 'dense' ? undefined : new Int32Array(buffers.indices.buffer);
  const sums = new Float64Array(cols);
  const counts = new Float64Array(cols).fill(rows);
  data.forEach((value, at) => {
    const j = indices ? indices[at] : at % cols;
    if (Number.isNaN(value)) counts[j]--;
    else sums[j] += value;
  });
  return sums.map((sum, j) => sum / counts[j] || 0);
}

/**
 * The range of an axis: as given, or the range of the samples and a margin.
 * @param {unknown} given
 * @param {Float64Array} values
 * @param {string} argument
 * @returns {[number, number]}
 */
export function domainOf(given, values, argument) {
  if (given !== undefined) {
    const [low, high] = Array.isArray(given) ? given : [];
    if (Number.isFinite(low) && Number.isFinite(high) && low < high) return [low, high];
    throw wrongSetting(argument, 'two numbers, the smaller first', given);
  }
  const [low, high] = rangeOf(values);
  const margin = high > low ? 0.08 * (high - low) : Math.max(1, 1e-9 * Math.abs(low));
  return [low - margin, high + margin];
}

/**
 * The least and the largest of numbers, without gaps: of thousands, which are too many arguments.
 * @param {ArrayLike<number>} values
 * @returns {[number, number]}
 */
export function rangeOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of Array.from(values))
    if (Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low <= high ? [low, high] : [0, 0];
}

/**
 * @param {unknown} count
 * @param {string} argument
 */
export function checkResolution(count, argument = 'resolution') {
  if (Number.isInteger(count) && Number(count) >= 2 && Number(count) <= 2048) return Number(count);
  throw wrongSetting(argument, 'a whole number from 2 to 2048', count);
}

/**
 * Parts of one array, joined.
 * @param {ArrayLike<number>[]} parts
 */
export function joined(parts) {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
