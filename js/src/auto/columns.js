/** What a table holds, and which of its columns cannot help to predict, or help too much. */
import { MaxMarginError, show } from '../basics/errors.js';
import { kindOfColumn } from '../basics/kinds.js';
import { isArrayOrView } from '../basics/numbers.js';
import { columnsOf, isGap } from '../inspect/columns.js';
import { viewOf } from '../input/columns.js';
import { refuseMixed } from '../input/entries.js';
import { entriesOf, isColumns, isRecord, isTable } from '../input/tables.js';
import { countRows, selectEntries, selectRows } from '../select/subsets.js';

/** @import { AutoColumn, AutoSettings } from './types.js' */

/**
 * Samples and targets, ready to compare machines on.
 * @typedef {object} Given
 * @property {'numbers' | 'sparse' | 'table' | 'texts'} form numbers: in rows, all of the same kind
 * @property {any} X
 * @property {any[] | Float64Array} y
 * @property {number} rows
 * @property {string[] | undefined} names of the columns
 * @property {ArrayLike<any>[]} columns none where X is sparse or has texts
 * @property {string | undefined} target its name
 * @property {string[]} notes what was done to the rows
 */

/** A column of fewer rows tells nothing about the target by chance. */
const fewest = 30;

/**
 * @param {any} X
 * @param {any} y
 * @param {string | undefined} target
 * @returns {Given}
 */
export function readGiven(X, y, target) {
  if (y == null && target === undefined) {
    throw new MaxMarginError('ERR_OPTION', 'target', 'autoFit needs what it is to predict: autoFit(X, y), or autoFit(table, { target: name })'); // prettier-ignore
  }
  if (Array.isArray(X) && X.length > 0 && X.every((row) => typeof row === 'string')) {
    return withoutGaps({ ...bare, form: 'texts', X, rows: X.length, y: targetsIn(y, X.length) });
  }
  const sparse = 'indptr' in Object(X);
  const view = sparse ? undefined : tableIn(X);
  if (target !== undefined) [y, X] = split(view, y, target);
  const rows = view ? view.rows : countRows(X);
  const columns = view?.columns ?? [];
  const names = view?.names;
  const own = names?.indexOf(target ?? '') ?? -1;
  const others = (/** @type {any[]} */ list) => list.filter((_, j) => j !== own);
  const form = names || columns.some(hasWords) ? 'table' : sparse ? 'sparse' : 'numbers';
  return withoutGaps({
    form,
    X,
    y: targetsIn(y, rows),
    rows,
    names: names && others(names),
    columns: others(columns),
    target,
    notes: [],
  });
}

/** @type {Pick<Given, 'names' | 'columns' | 'target' | 'notes'>} */
const bare = { names: undefined, columns: [], target: undefined, notes: [] };

/**
 * The columns of samples in any form; none of sparse ones.
 * @param {any} X
 * @returns {{rows: number, names?: string[], columns: ArrayLike<any>[]} | undefined}
 */
function tableIn(X) {
  const named = isRecord(X) ? isTable(X) || isColumns(X) || 'columnNames' in X : isRecord(X?.[0]);
  return (named ? viewOf(X) : undefined) ?? columnsOf(X);
}

/**
 * The target among the columns of a table, and the other columns.
 * @param {ReturnType<typeof tableIn>} view
 * @param {any} y
 * @param {string} target
 * @returns {[y: ArrayLike<any>, X: any]}
 */
function split(view, y, target) {
  if (y != null) {
    throw new MaxMarginError('ERR_OPTION', 'target', 'pass y, or the name of the target in the table, not both'); // prettier-ignore
  }
  const at = view?.names?.indexOf(target) ?? -1;
  if (!view?.names || at < 0) {
    const known = view?.names?.slice(0, 8).join(', ');
    throw new MaxMarginError('ERR_OPTION', 'target', `the table has no column ${show(target)}${known ? `; it has ${known}` : ': name the columns, as in an array of objects'}`); // prettier-ignore
  }
  const { names, columns } = view;
  const rest = names.flatMap((name, j) => (j === at ? [] : [[name, columns[j]]]));
  return [columns[at], Object.fromEntries(rest)];
}

/**
 * @param {any} y
 * @param {number} rows
 * @returns {any[]}
 */
function targetsIn(y, rows) {
  const list = y == null ? y : entriesOf(y);
  if (!isArrayOrView(list)) {
    throw new MaxMarginError('ERR_TYPE', 'y', `y must have a label or a number for each row, got ${show(y)}`); // prettier-ignore
  }
  if (list.length !== rows) {
    throw new MaxMarginError('ERR_SHAPE', 'y', `y has ${list.length} entries, but X has ${rows} rows; there must be one per row`, { expected: rows, got: list.length }); // prettier-ignore
  }
  return Array.from(list);
}

/**
 * The same without the rows that have no target: nothing can be learnt from them.
 * @param {Given} given
 * @returns {Given}
 */
function withoutGaps(given) {
  const known = Int32Array.from(given.y.keys()).filter((i) => !isGap(given.y[i]));
  const missing = given.rows - known.length;
  if (missing === 0) return given;
  if (known.length === 0) throw new MaxMarginError('ERR_TYPE', 'y', 'no row has a target');
  return {
    ...given,
    X: selectRows(given.X, known),
    y: selectEntries(given.y, known),
    rows: known.length,
    columns: given.columns.map((column) => selectEntries(column, known)),
    notes: [`${missing} rows without a target were left out.`],
  };
}

/** @param {ArrayLike<any>} column */
const hasWords = (column) =>
  Array.from(column).some((value) => !isGap(value) && typeof value !== 'number');

/**
 * Describes the columns. What it learns from the target it learns from the training rows.
 * @param {Given} given
 * @param {Int32Array} train
 * @param {boolean} classes whether the target has classes
 * @param {Pick<AutoSettings, 'types'> & {keep: readonly string[], ignore: readonly string[]}} how
 * @returns {AutoColumn[]}
 */
export function describeColumns(
  { columns, names, y },
  train,
  classes,
  { types = {}, keep, ignore },
) {
  const targets = selectEntries(y, train);
  return columns.map((column, j) => {
    const name = names?.[j] ?? String(j);
    const values = Array.from(column).filter((value) => !isGap(value));
    const distinct = new Set(values).size;
    const gaps = column.length - values.length;
    const said = Object.hasOwn(types, name) ? types[name] : undefined;
    if (!said && !ignore.includes(name) && hasWords(values)) refuseMixed(column, name);
    const { kind, why: named } = said ? { kind: kindSaid(said) } : kindFound(values);
    const kept = keep.includes(name);
    /** @type {AutoColumn} */
    const described = {
      ...{ name, kind, distinct, gaps },
      // What stays must be named as a category where the values look like an id.
      ...(said ? { type: said } : kept && named && kind === 'category' && { type: kind }),
    };
    const known = { name, kind, distinct, values, rows: column.length };
    const why = ignore.includes(name)
      ? 'you asked for it'
      : kept
        ? undefined
        : (whyUseless(known) ??
          named ??
          whyLeak(known, selectEntries(column, train), targets, classes));
    return why ? { ...described, leftOut: why } : described;
  });
}

/** @param {string} said @returns {AutoColumn['kind']} */
const kindSaid = (said) =>
  /** @type {any} */ (said === 'boolean' ? 'category' : said.split(':')[0]);

/**
 * @param {any[]} values
 * @returns {{kind: AutoColumn['kind'], why?: string}}
 */
function kindFound(values) {
  const { kind, order, why, numbers } = kindOfColumn(values);
  if (numbers && why) return { kind, why: `its texts are numbers: convert them with Number, or say types: { ...: 'number' }` }; // prettier-ignore
  if (order?.[0] !== '?') return { kind, ...(why && { why }) };
  return { kind, why: `the day or the month may come first in its dates: say types: { ...: 'date:dmy' } or 'date:mdy'` }; // prettier-ignore
}

/**
 * Why a column cannot help: it has one value, or is a number of the rows.
 * @param {{name: string, kind: string, distinct: number, values: any[], rows: number}} column
 * @returns {string | undefined}
 */
function whyUseless({ name, kind, distinct, values, rows }) {
  if (distinct === 0) return 'it is empty';
  if (distinct === 1) return `it has one value alone, ${show(values[0])}`;
  const { length } = values;
  const unique = distinct === length && rows >= fewest;
  if (kind !== 'number' || !unique || !values.every(Number.isInteger)) return undefined;
  const named =
    /(^|[^a-z])(id|key|nr|no|number|index|uuid)$/i.test(name) || /[a-z]I[dD]$/.test(name);
  const steps = values.slice(1).map((value, i) => value - values[i]);
  const counts = steps.every((step) => step === steps[0]);
  if (counts) return 'its numbers count the rows: an id';
  return named ? 'it is called an id, and its whole numbers differ in every row' : undefined;
}

/**
 * Why a column seems to be made of the target: by itself it says the target of all training rows.
 * @param {{name: string, kind: string, distinct: number}} column
 * @param {ArrayLike<any>} values of the training rows
 * @param {ArrayLike<any>} targets
 * @param {boolean} classes
 * @returns {string | undefined}
 */
function whyLeak({ kind, distinct }, values, targets, classes) {
  const n = targets.length;
  if (n < fewest) return undefined;
  const told = 'by itself it tells the target of every row: it may be known only afterwards';
  const gaps = Array.from(values, (value) => Number(isGap(value)));
  const some = gaps.reduce((sum, gap) => sum + gap, 0);
  const enough = Math.min(some, n - some) >= 5;
  if (classes && enough && determines(gaps, targets)) {
    return 'where it is empty tells the target of every row: it may be known only afterwards';
  }
  if (kind !== 'number') {
    if (kind === 'text' || distinct > n / 5) return undefined;
    const keys = Array.from(values, (value) => (isGap(value) ? '' : `${typeof value} ${value}`));
    return determines(keys, targets) ? told : undefined;
  }
  const there = [...gaps.keys()].filter((i) => !gaps[i]);
  if (there.length < fewest) return undefined;
  const x = there.map((i) => Number(values[i]));
  const y = there.map((i) => targets[i]);
  if (classes) return separates(x, y) ? told : undefined;
  return Math.abs(rankCorrelation(x, y.map(Number))) > 0.9995 ? told : undefined;
}

/**
 * Whether rows with equal keys have equal targets, and different keys tell different targets.
 * @param {ArrayLike<any>} keys
 * @param {ArrayLike<any>} targets
 */
function determines(keys, targets) {
  const found = new Map();
  for (let i = 0; i < keys.length; i++) {
    if (found.has(keys[i]) && found.get(keys[i]) !== targets[i]) return false;
    found.set(keys[i], targets[i]);
  }
  return new Set(found.values()).size > 1;
}

/**
 * Whether each class has an interval of its own, up to one row in 500.
 * @param {number[]} x
 * @param {any[]} y
 */
function separates(x, y) {
  const classes = new Set(y).size;
  if (classes < 2) return false;
  const order = [...x.keys()].sort((a, b) => x[a] - x[b]);
  let runs = 1;
  for (let at = 1; at < order.length; at++) {
    const [a, b] = [order[at - 1], order[at]];
    if (y[a] === y[b]) continue;
    // Equal values of two classes are counted as rows out of place.
    runs += x[a] === x[b] ? 2 : 1;
  }
  return runs - classes <= 2 * Math.floor(x.length / 500);
}

/**
 * Spearman's correlation; equal values have their mean rank.
 * @param {number[]} a
 * @param {number[]} b
 */
function rankCorrelation(a, b) {
  const [p, q] = [ranks(a), ranks(b)];
  const mean = (a.length - 1) / 2;
  let [sum, left, right] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    sum += (p[i] - mean) * (q[i] - mean);
    left += (p[i] - mean) ** 2;
    right += (q[i] - mean) ** 2;
  }
  return sum / Math.sqrt(left * right);
}

/** @param {number[]} values */
function ranks(values) {
  const order = [...values.keys()].sort((i, j) => values[i] - values[j]);
  const found = new Float64Array(values.length);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let at = from; at < to; at++) found[order[at]] = (from + to - 1) / 2;
    from = to;
  }
  return found;
}
