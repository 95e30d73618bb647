/** What the steps of a model have learnt of its columns: their middle, their spread, their ends. */

/** @import { Stored } from '../graph/stored.js' */

/**
 * A column: its middle is a mean, a median, or what stands in for gaps; of categories the number of one.
 * @typedef {{middle?: number, spread?: number, low?: number, high?: number}} Known
 */

/** @typedef {(at: number[], all: Record<string, ArrayLike<number>>) => void} Note */

/**
 * What each step learns, and which columns it passes on; -1 is a column in other units.
 * @type {Record<string, (stored: Stored, at: number[], note: Note) => number[]>}
 */
const steps = {
  Pipeline: (stored, at, note) => stored.parts.reduce((places, part) => learn(part, places, note), at), // prettier-ignore

  ColumnTransformer(stored, at, note) {
    const lists = (/** @type {string} */ name) =>
      stored.text(`option.${name}`).split(';').map((list) => (list === '' ? [] : list.split(',').map(Number))); // prettier-ignore
    const passed = new Set(lists('passthrough').flat());
    const parts = [...stored.parts];
    lists('columns').forEach((columns, k) => {
      if (!passed.has(k)) learn(/** @type {Stored} */ (parts.shift()), columns.map((j) => at[j] ?? -1), note); // prettier-ignore
    });
    return [];
  },

  SimpleImputer(stored, at, note) {
    note(at, { middle: stored.numbers('statistics') });
    return withIndicators(stored, at);
  },

  KNNImputer(stored, at, note) {
    note(at, { middle: stored.numbers('means') });
    return withIndicators(stored, at);
  },

  SelectKBest: (stored, at) => Array.from(stored.numbers('selected'), (/** @type {number} */ j) => at[j]), // prettier-ignore

  StandardScaler(stored, at, note) {
    note(at, { middle: stored.numbers('mean'), spread: stored.numbers('scale') });
    return [];
  },

  RobustScaler(stored, at, note) {
    note(at, { middle: stored.numbers('center'), spread: stored.numbers('scale') });
    return [];
  },

  MinMaxScaler(stored, at, note) {
    const [first, last] = stored.numbers('option.featureRange');
    const low = stored.numbers('min');
    const high = low.map((/** @type {number} */ least, /** @type {number} */ j) => least + (last - first) / stored.numbers('scale')[j]); // prettier-ignore
    note(at, { low, high });
    return [];
  },

  QuantileTransformer(stored, at, note) {
    const quantiles = stored.numbers('quantiles');
    const q = quantiles.length / at.length;
    const of = (/** @type {number} */ place) =>
      at.map((_, j) => quantiles[j * q + Math.floor(place)]);
    note(at, { low: of(0), middle: of((q - 1) / 2), high: of(q - 1) });
    return [];
  },
};

/** @param {Stored} stored @param {number[]} at */
const withIndicators = (stored, at) => [
  ...at,
  ...Array.from(stored.numbers('indicated'), () => -1),
];

/**
 * @param {Stored} stored
 * @param {number[]} at the columns that it takes
 * @param {Note} note
 * @returns {number[]} those that it gives
 */
function learn(stored, at, note) {
  const { machine } = stored;
  return Object.hasOwn(steps, machine) ? steps[machine](stored, at, note) : [];
}

/**
 * What the steps of a model know of its columns, before they change their units.
 * @param {Stored} stored
 * @param {number} width
 * @returns {Known[]}
 */
export function knownOf(stored, width) {
  /** @type {Known[]} */
  const known = Array.from({ length: width }, () => ({}));
  const all = known.map((_, j) => j);
  const note = (
    /** @type {number[]} */ at,
    /** @type {Record<string, ArrayLike<number>>} */ lists,
  ) =>
    at.forEach((place, k) => {
      for (const [name, list] of Object.entries(lists))
        if (Number.isFinite(list[k]) && known[place])
          Object.assign(known[place], { [name]: list[k] });
    });
  const machine =
    stored.machine === 'TransformedTarget' ? stored.parts[stored.parts.length - 1] : stored;
  learn(machine, all, note);
  return known;
}
