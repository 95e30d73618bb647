/** Transformers of tables: categories, gaps, and groups of columns. */
import { fillIn } from './functions.js';
import { eachRow } from './operators.js';
import { transformed } from './steps.js';

/** @import { Graph, Node } from './graph.js' */
/** @import { Operator } from './operators.js' */
/** @import { Step } from './steps.js' */
/** @import { Stored } from './stored.js' */

/** @type {Record<string, Step>} */
export const tableSteps = {
  SimpleImputer: (g, stored, x) =>
    withIndicators(
      g,
      stored,
      x,
      g.f`where(isNaN(${x}), ${g.constant(stored.numbers('statistics'))}, ${x})`,
    ),

  KNNImputer(g, stored, x) {
    const values = stored.numbers('values').slice();
    const most = values.reduce(
      (/** @type {number} */ all, /** @type {number} */ v) => Math.max(all, Math.abs(v)),
      0,
    );
    const per = 2 ** Math.min(1022, -Math.floor(Math.log2(most))); // as `linalg.Unit` in Go
    for (const at of stored.numbers('missing')) values[at] = NaN;
    const d = stored.width;
    const m = values.length / d;
    const count = Math.min(stored.number('option.nNeighbors'), m);
    const inverse = Number(stored.text('option.weights') === 'distance');
    const means = stored.numbers('means');
    const filled = g.add('fillIn', [x], { all: [values, means, m, d, count, inverse, per] });
    return withIndicators(g, stored, x, filled);
  },

  OneHotEncoder(g, stored, x) {
    const { f } = g;
    const [places, infrequent] = [stored.numbers('places'), stored.numbers('infrequent')];
    const unknown = stored.text('option.handleUnknown');
    let from = 0;
    return g.beside(
      categoriesOf(g, stored, x).flatMap(({ column, values, missing }, j) => {
        const own = places.subarray(from, (from += values.length + Number(missing)));
        const bits = matches(g, column, values, missing);
        const known = f`sum(${bits})`;
        const rare = infrequent[j];
        const of = (/** @type {(place: number) => boolean} */ fits) =>
          [...own.keys()].filter((c) => fits(own[c]));
        const kept = of((place) => place >= 0 && place !== rare);
        const columns = kept.length > 0 ? [g.gather(bits, kept)] : [];
        if (rare >= 0) {
          const sum = f`sum(${g.gather(
            bits,
            of((place) => place === rare),
          )})`;
          columns.push(unknown === 'infrequentIfExist' ? f`${sum} + 1 - ${known}` : sum);
        }
        return columns.map((one) =>
          unknown === 'error' ? f`where(${known}, ${one}, ${NaN})` : one,
        );
      }),
    );
  },

  OrdinalEncoder(g, stored, x) {
    const { f } = g;
    const gap = stored.number('option.encodedMissingValue');
    const isStrict = stored.text('option.handleUnknown') === 'error';
    const unknown = isStrict ? NaN : stored.number('option.unknownValue');
    return g.beside(
      categoriesOf(g, stored, x).map(({ column, values }) => {
        const bits = matches(g, column, values, false);
        const code = g.dot(bits, g.constant(Array.from({ length: bits.shape[1] }, (_, c) => c)));
        const other = f`where(isNaN(${column}), ${gap === Infinity ? NaN : gap}, ${unknown})`;
        return f`where(sum(${bits}), ${code}, ${other})`;
      }),
    );
  },

  ColumnTransformer: columnTransformer,
};

/**
 * The samples, and a column for each feature that has an indicator.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} x
 * @param {Node} filled
 */
function withIndicators(g, stored, x, filled) {
  const indicated = stored.numbers('indicated');
  if (indicated.length === 0) return filled;
  return g.beside([filled, g.f`isNaN(${g.gather(x, indicated)})`]);
}

/**
 * The columns of an encoder, the numbers of their categories, and whether missing values are one more.
 * @param {Graph} g
 * @param {Stored} stored
 * @param {Node} x
 */
function categoriesOf(g, stored, x) {
  const [counts, missing] = ['counts', 'missing'].map((name) =>
    stored.numbers(`categories.${name}`),
  );
  const all = stored.numbers('categories.values');
  let from = 0;
  return Array.from(counts, (/** @type {number} */ count, /** @type {number} */ j) => ({
    column: g.gather(x, [j]),
    values: all.subarray(from, (from += count)),
    missing: missing[j] === 1,
  }));
}

/**
 * Columns of 0 and 1: whether a column is each of some numbers, the last of them for NaN if that is a
 * category.
 * @param {Graph} g
 * @param {Node} column
 * @param {Float64Array} values
 * @param {boolean} missing
 */
function matches(g, column, values, missing) {
  const parts = values.length > 0 ? [g.f`${column} = ${g.constant(values)}`] : [];
  if (missing) parts.push(g.f`isNaN(${column})`);
  return parts.length > 0 ? g.beside(parts) : g.f`0 * isNaN(${column})`;
}

/** @type {Step} */
function columnTransformer(g, stored, x) {
  const lists = (/** @type {string} */ name) => {
    const text = stored.text(`option.${name}`);
    return text === '' ? [] : text.split(';').map((list) => list.split(',').map(Number));
  };
  const passed = new Set(lists('passthrough').flat());
  const parts = [...stored.parts];
  return g.beside(
    lists('columns').map((columns, at) => {
      if (!columns.every((j) => Number.isInteger(j) && j >= 0 && j < stored.width))
        throw new TypeError('it has columns that do not exist');
      const part = passed.has(at) ? undefined : parts.shift();
      // The columns of texts come after all others.
      const own = g.texts[columns[0] - x.shape[1]] ?? g.gather(x, columns);
      return part ? transformed(g, part, own) : own;
    }),
  );
}

/** @type {Record<string, Operator>} */
export const tableOperators = {
  /** Gaps filled in by the nearest samples of a fit. */
  fillIn: {
    shape: ([x]) => x,
    run: (out, [x], { all: [values, means, m, d, count, inverse, per] }) =>
      eachRow(out, x, (row, to) => fillIn(row, values, means, m, d, count, inverse, per, to)),
  },
};

/**
 * What a column takes beside numbers and known categories: missing values, other categories.
 * @typedef {{gaps: boolean, others: boolean}} Takes
 */

/** Whether a step fills in what is missing. @param {Stored} stored */
const fills = ({ machine }) => /Imputer$/.test(machine);

/**
 * What the columns of the samples of a step take, by their numbers.
 * @param {Stored} stored
 * @returns {(j: number) => Takes}
 */
export function takesOf(stored) {
  const { machine, parts } = stored;
  const others = stored.text('option.handleUnknown') !== 'error';
  if (machine === 'ColumnTransformer') {
    const passing = stored.text('option.passthrough').split(',');
    const groups = stored.text('option.columns').split(';');
    /** @type {Map<string, Takes[]>} */
    const all = new Map();
    let next = 0;
    groups.forEach((columns, g) => {
      const part = passing.includes(`${g}`) ? undefined : parts[next++];
      const own = part ? takesOf(part) : () => ({ gaps: false, others: true });
      columns.split(',').forEach((j, k) => all.set(j, [...(all.get(j) ?? []), own(k)]));
    });
    return (j) => {
      const own = all.get(`${j}`) ?? [];
      return { gaps: own.every(({ gaps }) => gaps), others: own.every(({ others }) => others) };
    };
  }
  if (parts.length > 0) {
    // An imputer passes on categories that it does not know.
    const steps = machine === 'Pipeline' ? parts : parts.slice(-1);
    const judge = steps.find((step) => !fills(step)) ?? steps[0];
    const [first, next] = [steps[0], judge].map(takesOf);
    return (j) => ({ gaps: first(j).gaps, others: next(j).others });
  }
  if (machine === 'OneHotEncoder') {
    const known = stored.numbers('categories.missing');
    return (j) => ({ gaps: others || known[j] > 0, others });
  }
  const codes =
    machine === 'OrdinalEncoder' && stored.number('option.encodedMissingValue') < Infinity;
  const gaps = codes || fills(stored) || /^HistGradient/.test(machine);
  return () => ({ gaps, others });
}
