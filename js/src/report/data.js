/** What a report says of the rows that it was given. */
import { dayOf, orderOf } from '../basics/dates.js';
import { isGap } from '../inspect/columns.js';

/** @import { Label } from '../types.js' */
/** @import { Columns } from '../inspect/columns.js' */
/** @import { ReportColumn, ReportData } from '../inspect/types.js' */

/**
 * @param {Columns | undefined} table
 * @param {number} rows
 * @param {string[]} names of the columns
 * @returns {ReportData}
 */
export function describeData(table, rows, names) {
  const columns = table?.columns.map((column, j) => describeColumn(names[j], column)) ?? [];
  return {
    rows,
    columns,
    gaps: columns.reduce((sum, { gaps }) => sum + gaps, 0),
    duplicates: table ? rows - new Set(keysOf(table)).size : undefined,
  };
}

/**
 * @param {string} name
 * @param {ArrayLike<any>} column
 * @returns {ReportColumn}
 */
function describeColumn(name, column) {
  const values = Array.from(column).filter((value) => !isGap(value));
  const gaps = column.length - values.length;
  const distinct = new Set(values).size;
  if (values.every((value) => typeof value === 'number' || typeof value === 'bigint')) {
    const numbers = Float64Array.from(values, Number);
    return { name, kind: 'number', gaps, distinct, ...momentsOf(numbers) };
  }
  const order = orderOf(values);
  if (order) {
    const days = Float64Array.from(values, (value) => dayOf(value, order));
    // Without an order of day and month nobody knows the first and the last.
    return {
      name,
      kind: 'date',
      gaps,
      distinct: new Set(days).size,
      ...(order[0] !== '?' && momentsOf(days)),
    };
  }
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3);
  return {
    name,
    kind: 'category',
    gaps,
    distinct,
    frequent: top.map(([value, count]) => ({ value, count })),
  };
}

/**
 * @param {Float64Array} values
 * @returns {{min: number, max: number, mean: number, std: number}} the deviation divided by n
 */
export function momentsOf(values) {
  let [min, max, sum] = [Infinity, -Infinity, 0];
  for (const v of values) {
    if (v < min) min = v;
    if (v > max) max = v;
    sum += v;
  }
  const mean = Math.min(Math.max(sum / values.length, min), max); // that of equal numbers is exact
  const square = values.reduce((total, v) => total + (v - mean) ** 2, 0);
  return { min, max, mean, std: Math.sqrt(square / values.length) };
}

/**
 * A text for each row; equal rows have equal texts.
 * @param {Columns} table
 * @returns {string[]}
 */
export function keysOf({ rows, columns }) {
  return Array.from({ length: rows }, (_, i) =>
    columns.map((column) => `${typeof column[i]} ${String(column[i])}`).join('\u0000'),
  );
}

/**
 * Columns that tell the classes, or the values, apart by themselves.
 * @param {Columns} table
 * @param {string[]} names
 * @param {ArrayLike<Label>} y
 * @param {boolean} classes whether y has labels
 * @returns {string[]}
 */
export function tellingColumns(table, names, y, classes) {
  if (table.rows < 30) return [];
  const numeric = (/** @type {ArrayLike<any>} */ column) =>
    Array.from(column).every((v) => typeof v === 'number' && Number.isFinite(v));
  return names.filter((_, j) => {
    const column = table.columns[j];
    if (!numeric(column)) return false;
    const x = Float64Array.from(column);
    return classes ? separates(x, y) : Math.abs(correlation(x, Float64Array.from(y, Number))) > 0.9999; // prettier-ignore
  });
}

/**
 * Whether each class has a range of values of its own.
 * @param {Float64Array} x
 * @param {ArrayLike<Label>} y
 */
function separates(x, y) {
  const order = [...x.keys()].sort((a, b) => x[a] - x[b]);
  let runs = 1;
  for (let at = 1; at < order.length; at++) {
    const [a, b] = [order[at - 1], order[at]];
    if (y[a] === y[b]) continue;
    if (x[a] === x[b]) return false;
    runs++;
  }
  const classes = new Set(Array.from(y)).size;
  return classes > 1 && runs === classes;
}

/**
 * @param {Float64Array} a
 * @param {Float64Array} b
 */
function correlation(a, b) {
  const [p, q] = [momentsOf(a), momentsOf(b)];
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - p.mean) * (b[i] - q.mean);
  return sum / a.length / (p.std * q.std);
}
