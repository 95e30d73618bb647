/**
 * A CSV file of the user: it is read, the user chooses columns, and the rows become
 * points. If a field cannot be read, the package's error names its line and column.
 */

import { readCsv } from 'maxmargin/data';
import { mostClasses, viewOf } from './data.js';

export const mostRows = 5000;

/**
 * The columns of a file, and a guess at their roles: the last column with few categories,
 * or otherwise the last column, is the target; the first two numeric columns are the axes.
 */
export async function inspect(text) {
  const read = (header) => readCsv(text, { header, missing: 'drop', oneHot: true });
  // Where the package cannot tell, the first line counts as names.
  const { columns, X } = await read().catch((error) => {
    if (error.details?.option !== 'header') throw error;
    return read(true);
  });
  const numeric = columns.filter(({ type }) => type === 'number').map(({ name }) => name);
  const few = ({ type, categories }) => type === 'boolean' || (type === 'category' && categories.length <= mostClasses);
  const categories = columns.filter(few).map(({ name }) => name);
  const target = categories.at(-1) ?? (numeric.length > 2 ? numeric.at(-1) : numeric.length === 2 ? numeric[1] : '');
  const axes = numeric.filter((name) => name !== target);
  if (axes.length === 0) throw new Error('the file has no column of numbers to paint; give at least one besides the target');
  return { columns, rows: X.rows, numeric, targets: [...columns.map(({ name }) => name)], guess: { x: axes[0], y: axes[1] ?? '', target } };
}

/**
 * The points of the chosen columns. Without a second axis the target is a curve
 * over the first; without a target all points are of one kind.
 * @returns {Promise<{ data: import('./data.js').Data, note: string }>}
 */
export async function choose(text, { x, y, target }) {
  const columns = y ? [x, y] : [x];
  const read = await readCsv(text, { columns, ...(target && { target }), missing: 'drop' });
  const rows = Math.min(read.X.rows, mostRows);
  const at = (i, j) => read.X.data[i * read.X.cols + j] + 0;
  const base = { set: null, seed: 1, target: target || 'y', names: ['class 1', 'class 2'] };
  const notes = [];
  if (read.dropped.length > 0) notes.push(`${read.dropped.length} rows with missing values were left out`);
  if (read.X.rows > rows) notes.push(`the first ${rows.toLocaleString('en')} of ${read.X.rows.toLocaleString('en')} rows`);

  let data;
  if (!y) {
    if (!target) throw new Error('choose a second column or a target');
    if (typeof read.y[0] !== 'number') throw new Error(`${target} has no numbers: a curve needs them; choose a second column for classes`);
    data = { ...base, task: 'curve', columns: [x, target], points: make(rows, (i) => ({ x: at(i, 0), y: read.y[i] + 0, label: 0, value: 0 })) };
  } else if (!target) {
    data = { ...base, task: 'classes', columns, points: make(rows, (i) => ({ x: at(i, 0), y: at(i, 1), label: 0, value: 0 })) };
  } else {
    const names = classesOf(read.y, rows);
    const numeric = typeof read.y[0] === 'number';
    if (!names && !numeric) throw new Error(`${target} has more than ${mostClasses} classes, which is what the page can show`);
    data = names
      ? { ...base, task: 'classes', names, columns, points: make(rows, (i) => ({ x: at(i, 0), y: at(i, 1), label: names.indexOf(read.y[i]), value: numeric ? read.y[i] + 0 : 0 })) }
      : { ...base, task: 'surface', columns, points: make(rows, (i) => ({ x: at(i, 0), y: at(i, 1), label: 0, value: read.y[i] + 0 })) };
  }
  return { data: { ...data, view: viewOf(data.points, data.task) }, note: notes.join('; ') };
}

const make = (rows, point) => Array.from({ length: rows }, (_, i) => point(i));

/** Few different labels, or few whole numbers, are classes; null for other targets. */
function classesOf(y, rows) {
  const names = new Set();
  for (let i = 0; i < rows; i++) {
    if (typeof y[i] === 'number' && !Number.isInteger(y[i])) return null;
    names.add(y[i]);
    if (names.size > mostClasses) return null;
  }
  return [...names].sort((a, b) => (a < b ? -1 : 1));
}
