/**
 * Several labels for each row: a list of labels, or a row of an indicator matrix, whose columns are
 * the labels and whose entries are 0 and 1, or booleans.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { isArrayOrView } from '../basics/numbers.js';
import { ascending } from '../basics/text.js';
import { labelsIn } from './labels.js';

/** @import { Label } from '../types.js' */

/** @param {any} value */
const isMatrix = (value) =>
  typeof value === 'object' && value !== null && ('shape' in value || 'cols' in value);

/** @param {any} value */
const isList = (value) => isArrayOrView(value) || value instanceof Set;

/**
 * Whether y has several labels for each row.
 * @param {any} y
 * @returns {boolean}
 */
export const hasSets = (y) =>
  (isMatrix(y) && shapeOf(y).length === 2) || (Array.isArray(y) && isList(y[0]));

/** @param {any} matrix @returns {number[]} */
const shapeOf = ({ shape, rows, cols }) => shape ?? [rows, cols];

/**
 * @param {string} argument
 * @param {string} message
 * @param {Record<string, unknown>} [details]
 */
const wrong = (argument, message, details) =>
  new MaxMarginError('ERR_TYPE', argument, `${argument}${message}`, details);

/**
 * The rows of an indicator matrix; undefined if y is lists of labels. Rows of equal length that have
 * nothing but 0 and 1 are one: as labels these would be the same for all rows.
 * @param {any} y
 * @param {string} argument
 * @returns {ArrayLike<unknown>[] | undefined}
 */
export function indicator(y, argument) {
  if (isMatrix(y)) {
    const [rows, cols] = shapeOf(y);
    const data = isArrayOrView(y) ? y : (y.data ?? y.dataSync?.());
    if (!isArrayOrView(data) || 'indptr' in y || 'strides' in y || data.length !== rows * cols) {
      throw wrong(argument, ' must be lists of labels, or a dense matrix of 0 and 1');
    }
    const all = Array.from(/** @type {ArrayLike<unknown>} */ (data));
    return Array.from({ length: rows }, (_, i) => all.slice(i * cols, (i + 1) * cols));
  }
  const cols = y[0].length;
  const fits = (/** @type {any} */ row) =>
    isArrayOrView(row) && row.length === cols && Array.from(row).every(isMark);
  return cols > 1 && y.every(fits) ? y : undefined;
}

/** @param {any} mark */
const isMark = (mark) => mark === 0 || mark === 1 || typeof mark === 'boolean';

/**
 * @typedef {object} LabelSets
 * @property {Label[]} labels in ascending order, or those of the columns
 * @property {number} rows
 * @property {Uint8Array} marks rows x labels: 1 where a row has a label
 */

/**
 * Several lists of label sets, by the same labels.
 * @param {[y: any, argument: string][]} lists
 * @param {readonly Label[]} [known] the labels, when the rows need not have all of them
 * @returns {LabelSets[]}
 */
export function readSets(lists, known) {
  const read = lists.map(([y, argument]) => {
    if (!hasSets(y)) {
      throw wrong(argument, ` must have a list of labels for each row, got ${show(y)}`);
    }
    return { argument, y, matrix: indicator(y, argument) };
  });
  const cols = read.flatMap(({ matrix }) => (matrix ? [matrix[0]?.length ?? 0] : []));
  /** @type {Label[]} */
  let labels;
  if (known) labels = [...known];
  else if (cols.length > 0) labels = Array.from({ length: cols[0] }, (_, c) => c);
  else {
    /** @type {import('./labels.js').LabelKind | undefined} */
    let kind;
    const all = new Set();
    for (const { y, argument } of read) {
      for (const [i, row] of y.entries()) {
        const own = labelsIn(listOf(row, argument, i), `${argument}[${i}]`, kind);
        if (own.labels.length > 0) kind = own.kind;
        for (const label of own.labels) all.add(label);
      }
    }
    labels = /** @type {Label[]} */ ([...all].sort(ascending));
  }
  const k = labels.length;
  const places = new Map(labels.map((label, c) => [label, c]));
  return read.map(({ y, argument, matrix }) => {
    const rows = (matrix ?? y).length;
    const marks = new Uint8Array(rows * k);
    for (let i = 0; i < rows; i++) {
      if (matrix) {
        if (matrix[i].length !== k) {
          throw new MaxMarginError('ERR_SHAPE', argument, `${argument} has ${matrix[i].length} columns, but there are ${k} labels; there must be one for each`, { expected: k, got: matrix[i].length }); // prettier-ignore
        }
        for (let c = 0; c < k; c++) {
          const mark = matrix[i][c];
          if (!isMark(mark)) throw wrong(argument, `[${i}][${c}] is ${show(mark)}; a matrix of labels has 0 and 1`, { row: i }); // prettier-ignore
          marks[i * k + c] = Number(mark);
        }
        continue;
      }
      for (const label of listOf(y[i], argument, i)) {
        const at = places.get(label);
        if (at === undefined) throw unknown(argument, i, label, labels);
        marks[i * k + at] = 1;
      }
    }
    return { labels, rows, marks };
  });
}

/**
 * @param {any} row
 * @param {string} argument
 * @param {number} i
 * @returns {Label[]}
 */
function listOf(row, argument, i) {
  if (isList(row)) return Array.from(row);
  throw wrong(argument, `[${i}] is ${show(row)}, but other rows have lists of labels; use [${show(row)}] for one label, and [] for none`, { row: i }); // prettier-ignore
}

/**
 * @param {string} argument
 * @param {number} row
 * @param {unknown} label
 * @param {readonly Label[]} labels
 */
const unknown = (argument, row, label, labels) =>
  new MaxMarginError(
    'ERR_OPTION',
    argument,
    `${argument}[${row}] has ${show(label)}, which is not one of the labels ${labels.slice(0, 8).map(show).join(', ')}`,
    { row, got: show(label) },
  );

/**
 * The labels of each row.
 * @param {readonly Label[]} labels
 * @param {number} rows
 * @param {(at: number) => boolean} has by row and label
 * @returns {Label[][]}
 */
export const listsOf = (labels, rows, has) =>
  Array.from({ length: rows }, (_, i) => labels.filter((_, c) => has(i * labels.length + c)));
