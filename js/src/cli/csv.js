/**
 * Data sets as CSV: the reader of maxmargin/data, with its messages in terms of the command
 * line, and a writer.
 */
import process from 'node:process';
import { dsvFormat } from 'd3-dsv';
import { MaxMarginError } from '../core.js';
import { kindOf } from '../data/fields.js';
import { parseCsv } from '../data/read-csv.js';
import { assemble } from '../data/table.js';
import { kebab } from './usage.js';

/** Labels and numbers of a data set. @typedef {import('./data.js').Data} Data */
/** @import { CsvOptions } from '../data/read-csv.js' */

/**
 * Which columns are features, which one is the label, by place, -1: none; and which are kept as they are.
 * @typedef {{features: number[], label: number, keep: number[]}} Roles
 */

/**
 * The columns of a file: names from the header, or undefined each.
 * @callback Assign
 * @param {Columns} columns
 * @param {(at: number) => (string | undefined)[]} fieldsOf
 * @returns {Roles}
 */

/** The columns of a file. */
export class Columns {
  /**
   * @param {string[] | undefined} names
   * @param {number} count
   */
  constructor(names, count) {
    this.names = names;
    this.count = count;
  }

  /** All of them. */
  get all() {
    return Array.from({ length: this.count }, (_, j) => j);
  }

  /**
   * The one that is meant by a name, a number from 0, or one from the end, from -1.
   * @param {string} column
   * @returns {number}
   */
  find(column) {
    const named = this.names?.indexOf(column) ?? -1;
    if (named >= 0) return named;
    const number = /^-?\d+$/.test(column) ? Number(column) : NaN;
    const at = number < 0 ? this.count + number : number;
    if (at >= 0 && at < this.count) return at;
    const known = this.names
      ? `the columns are ${list(this.names)}`
      : `there are ${this.count} columns without names, counted from 0`;
    throw new MaxMarginError('ERR_FORMAT', 'data', `there is no column ${column}; ${known}`, {
      column,
    });
  }
}

/** @param {readonly string[]} names */
export function list(names) {
  return names.length > 8 ? `${names.slice(0, 8).join(', ')}, …` : names.join(', ');
}

/**
 * The first of some columns that has no numbers alone.
 * @param {import('../data/table.js').RawTable} table
 * @param {number[]} features
 * @param {CsvOptions} options
 */
function firstOfWords({ columns }, features, { types = {}, missing }) {
  const isNumber = (/** @type {string | undefined} */ field) => field === undefined ? missing !== undefined : /number|boolean/.test(kindOf(field)); // prettier-ignore
  return features
    .map((at) => columns[at])
    .find(({ name, fields }) => !/number|boolean/.test(Object.hasOwn(types, name) ? types[name] : 'number') || !fields.every(isNumber)); // prettier-ignore
}

/**
 * @param {AsyncIterable<Uint8Array>} pieces
 * @param {Omit<CsvOptions, 'table'> & {table?: boolean | 'needed'}} given options of readCsv
 * @param {Assign} assign decides by the columns
 * @param {{numeric: boolean, fitted: boolean}} how whether the label must be a number, and whether a model
 *   knows how its dates are written
 * @param {readonly string[]} expected names of columns that a first line with names has
 * @returns {Promise<Data>}
 */
export async function readCsv(pieces, given, assign, { numeric, fitted }, expected) {
  try {
    const { table: wanted, ...options } = given;
    const { table } = await parseCsv(pieces, { ...options, say: asFlags, expected });
    table.fitted = fitted;
    const names = table.columns.map(({ name }) => name);
    const { features, label, keep } = assign(
      new Columns(table.unnamed ? undefined : names, names.length),
      (at) => table.columns[at].fields,
    );
    const words = wanted === 'needed' && firstOfWords(table, features, options); // prettier-ignore
    const asTable = wanted === true || Boolean(words);
    const read = assemble(table, {
      ...options,
      ...(asTable && { table: true }),
      columns: features,
      ...(label >= 0 && { target: label }),
      ...(label >= 0 && numeric && { types: { ...options.types, [names[label]]: 'number' } }),
    });
    if (words) process.stderr.write(`maxmargin: ${words.name} has words, dates or gaps: read with --table\n`); // prettier-ignore
    for (const note of read.notes) process.stderr.write(`maxmargin: ${note}\n`);
    const dropped = new Set(read.dropped);
    const kept = keep.map((at) => ({
      name: names[at],
      fields: table.columns[at].fields.filter((_, i) => !dropped.has(table.lines[i])),
    }));
    /** @type {any} */
    const X = read.X;
    if (asTable) {
      const first = Object.values(X)[0];
      return {
        format: 'csv',
        kept,
        rows: first.length,
        cols: read.featureNames.length,
        names: read.featureNames,
        table: X,
        labels: read.y,
        labelName: read.targetName,
      };
    }
    const { data, rows, cols } = /** @type {{data: Float64Array, rows: number, cols: number}} */ (
      X
    );
    return {
      format: 'csv',
      kept,
      rows,
      cols,
      names: table.unnamed ? undefined : read.featureNames,
      dense: data,
      labels: read.y,
      labelName: table.unnamed ? undefined : read.targetName,
    };
  } catch (error) {
    if (!(error instanceof MaxMarginError)) throw error;
    const { code, message, details } = error;
    throw new MaxMarginError(code, 'data', message, details, error);
  }
}

/** The flags for options of the reader whose names differ. */
const called = new Map([
  ['target', 'label'],
  ['ignore', 'drop'],
]);

/**
 * How messages of the reader spell its options here.
 * @type {import('../data/fields.js').Say}
 */
function asFlags(option, value, column) {
  const name = kebab(called.get(option) ?? option);
  if (option === 'oneHot' || value === 'mean' || value === 'text') return '';
  if (value === undefined || value === true) return `--${name}`;
  if (value === false) return `--no-${name}`;
  if (column !== undefined) return `--${name} ${column}:${value}`;
  return `--${name} ${String(value) === '' ? "''" : /^[\w.-]+$/.test(String(value)) ? value : `'${value}'`}`;
}

/**
 * The lines of a data set as CSV: features, then the label.
 * @param {{header?: string[], rows: Iterable<readonly (string | number | boolean)[]>}} table
 * @param {string} [delimiter]
 */
export function* csvLines({ header, rows }, delimiter = ',') {
  const format = dsvFormat(delimiter);
  const line = (/** @type {readonly (string | number | boolean)[]} */ fields) =>
    format.formatRow(/** @type {string[]} */ (fields));
  if (header) yield line(header);
  for (const row of rows) yield line(row);
}
