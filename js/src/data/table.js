/**
 * Turns the columns of a file into samples and targets: checks the options, treats missing
 * values, assembles X and y.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { classesOf, columnOf, encode, packDense, packSparse, targets, textsOf } from './encode.js';
import { malformed } from './fields.js';
import { assignRoles, checkNames, repeatRoles, rowOf, settleType } from './roles.js';
import { flag, oneOf } from './settings.js';

/** @import { Decimal } from './fields.js' */
/** @import { Column } from './roles.js' */
/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/** @typedef {'number' | 'boolean' | 'category' | 'text'} ColumnType */

/**
 * A column of a file.
 * @typedef {object} RawColumn
 * @property {string} name
 * @property {(string | undefined)[]} fields undefined where they are missing
 * @property {number[]} [rows] that the fields belong to, where the file leaves out the rest
 * @property {string} [rest] the field of all other rows
 * @property {ColumnType} [type] where the file says it
 * @property {string[]} [categories] where the file names them
 */

/**
 * @typedef {object} RawTable
 * @property {RawColumn[]} columns
 * @property {number[]} lines of the rows
 * @property {Decimal} decimal
 * @property {boolean} [sparse] whether X will be sparse
 * @property {boolean} [unnamed] whether the file has no names, so that those here are made up
 * @property {boolean} [further] whether rows were read before, which may have what these lack
 * @property {boolean} [aimless] whether no target was given, which may have been forgotten
 * @property {(column: string) => string} [otherwise] the remedy for a text feature, where the
 *   reader's options are not at hand
 * @property {boolean} [gaps] whether features may lack all values
 * @property {string} [firstHint] a further remedy, for a first line that cannot be read
 */

/**
 * The role and the type that a column got.
 * @typedef {object} DataColumn
 * @property {string} name
 * @property {'feature' | 'target' | 'text' | 'ignored'} role
 * @property {ColumnType} type
 * @property {number} missing how many of its values are
 * @property {string[]} [categories] in ascending order, or as the file names them
 * @property {number | number[]} [mean] the value that replaces missing ones; for categories,
 *   the share of each
 */

/**
 * The options that all readers have.
 * @typedef {object} TableOptions
 * @property {string | number} [target] the column that is to be predicted: its name, its number
 *   from 0, or from the end from -1. Default: none.
 * @property {(string | number)[]} [columns] the features. Default: all columns but the target.
 * @property {(string | number)[]} [ignore] columns to leave out.
 * @property {Record<string, ColumnType>} [types] of columns, by name. Default: recognised from the fields.
 *   Columns of `'text'` are no features, they are returned beside.
 * @property {boolean | (string | number)[]} [oneHot] columns whose categories become columns of 0
 *   and 1; true: all that have categories.
 * @property {boolean} [table] X is a table, an object of columns with categories as texts and missing
 *   numbers as NaN, others as null: for `makeTablePipeline` and `ColumnTransformer`, which learn how
 *   to encode and to fill them. `missing` is then about the target alone. Default: false.
 * @property {'error' | 'drop' | 'mean'} [missing] what to do about missing values: refuse them,
 *   leave out their rows, or put the mean of the column in their place. Default: 'error'.
 * @property {string[]} [missingValues] texts that mean a missing value, besides the empty
 *   field, NA, N/A, NaN, null, None and ?.
 * @property {Data} [like] data that were read before: the same features in the same order, with
 *   their types, categories and means. For data to predict from.
 */

/**
 * The data of a file: ready for `fit(X, y)`.
 * @typedef {object} Data
 * @property {(DenseSamples | SparseSamples) & {featureNames?: string[]}} X with the names of the file's columns
 * @property {Float64Array | string[] | boolean[]} [y] the target, if there is one
 * @property {string[]} featureNames of the columns of X
 * @property {string} [targetName]
 * @property {(string | boolean)[]} [classes] of the target, if it has no numbers
 * @property {DataColumn[]} columns of the file, in its order or in that of `like`
 * @property {Record<string, string[]>} texts of the columns of text, by name
 * @property {number[]} dropped lines of the rows that were left out
 */

/**
 * The same with the option table: X is a table.
 * @typedef {Omit<Data, 'X'> & {X: Record<string, Float64Array | (string | boolean | null)[]>}} TableData
 */

/**
 * Data D that were read with the option target: T. With a target there is a y.
 * @template {Data | TableData} D, T
 * @typedef {undefined extends T ? D : D & {y: NonNullable<D['y']>}} Targeted
 */

/** @typedef {{indptr: Int32Array, indices: Int32Array, data: Float64Array, rows: number, cols: number}} SparseSamples */

/** @type {Check} */
const columnList = [
  'an array of names or numbers of columns',
  (value) => Array.isArray(value) && value.every(isReference),
];

/** @type {ColumnType[]} */
const types = ['number', 'boolean', 'category', 'text'];

/** @type {Record<string, Check>} */
export const tableChecks = {
  target: ['the name or the number of a column', isReference],
  columns: columnList,
  ignore: columnList,
  types: [
    `an object with ${types.map(show).join(', ')} by name`,
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).every((type) => types.includes(type)),
  ],
  oneHot: [
    'true, false, or an array of names or numbers of columns',
    (value) => flag[1](value) || columnList[1](value),
  ],
  table: flag,
  missing: oneOf('error', 'drop', 'mean'),
  missingValues: [
    'an array of strings',
    (value) => Array.isArray(value) && value.every((text) => typeof text === 'string'),
  ],
  like: [
    'data that were read before',
    (value) => Array.isArray(value?.columns) && Array.isArray(value.featureNames),
  ],
};

/** @param {unknown} value */
function isReference(value) {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/**
 * @param {RawTable} table
 * @param {TableOptions} options
 * @returns {Data}
 */
export function assemble(table, options) {
  const { missing = 'error', like } = options;
  checkNames(table.columns);
  const columns = like ? repeatRoles(table, like, options) : assignRoles(table, options);
  const aimless = !like && options.target === undefined;
  for (const column of columns) settleType({ ...table, aimless, gaps: options.table }, column);
  const used = columns.filter(({ role }) => role !== 'ignored');
  const { table: asTable = false } = options;
  if (asTable && (missing === 'mean' || options.oneHot)) {
    const wrong = missing === 'mean' ? 'missing' : 'oneHot';
    throw new MaxMarginError('ERR_OPTION', wrong, `with table: true the pipeline fills gaps and encodes categories; leave ${wrong} out`); // prettier-ignore
  }
  const { kept, dropped } = checkMissing(table, used, missing, asTable);
  const given = used.filter(({ role }) => role === 'feature');
  const features = asTable
    ? []
    : given.flatMap((column) => encode(table, column, kept, like !== undefined));
  const target = used.find(({ role }) => role === 'target');
  const texts = used.filter(({ role }) => role === 'text');
  if (given.length === 0 && texts.length === 0) {
    throw new MaxMarginError(
      'ERR_EMPTY',
      'text',
      'no column is left for features; give more than the target, or name the delimiter',
    );
  }
  const featureNames = (asTable ? given : features).map(({ name }) => name);
  /** @returns {any} */
  const samples = () => {
    if (asTable) return Object.fromEntries(given.map((column) => [column.name, columnOf(table, column, kept)])); // prettier-ignore
    const numbers = table.sparse ? packSparse(features, kept) : packDense(features, kept);
    return table.unnamed ? numbers : { ...numbers, featureNames };
  };
  return {
    X: samples(),
    ...(target && { y: targets(table, target, kept), targetName: target.name }),
    featureNames,
    ...(target?.categories && { classes: classesOf(target) }),
    columns: columns.map(describe),
    texts: Object.fromEntries(texts.map((column) => [column.name, textsOf(column, kept)])),
    dropped,
  };
}

/**
 * Without an object spread, which is slow for a million columns.
 * @param {Column} column
 * @returns {DataColumn}
 */
function describe({ name, role, type, missing, categories, mean }) {
  /** @type {DataColumn} */
  const described = { name, role, type, missing };
  if (categories) described.categories = categories;
  if (mean !== undefined) described.mean = mean;
  return described;
}

/**
 * The new number of each row that stays, and -1 for each row that is dropped.
 * @param {RawTable} table
 * @param {Column[]} used
 * @param {'error' | 'drop' | 'mean'} missing
 * @param {boolean} asTable whether features may miss values
 * @returns {{kept: Int32Array, dropped: number[]}}
 */
function checkMissing({ lines, further }, used, missing, asTable) {
  const kept = new Int32Array(lines.length);
  for (const column of used) {
    const fill = (asTable || missing === 'mean') && column.role === 'feature';
    if (fill || column.missing === 0) continue;
    const { raw } = column;
    raw.fields.forEach((field, k) => {
      if (field === undefined) kept[rowOf(raw, k)] = -1;
    });
    if (missing !== 'drop') throw missingError(lines, column, used, missing);
  }
  /** @type {number[]} */
  const dropped = [];
  let next = 0;
  kept.forEach((state, i) => {
    if (state < 0) dropped.push(lines[i]);
    else kept[i] = next++;
  });
  if (next > 0 || further) return { kept, dropped };
  throw new MaxMarginError(
    'ERR_EMPTY',
    'text',
    dropped.length === 0
      ? 'there is no row of data; give at least one line'
      : `each of the ${dropped.length} rows misses a value; name the columns that miss most in ignore`,
    { rows: dropped.length },
  );
}

/**
 * @param {number[]} lines
 * @param {Column} column
 * @param {Column[]} used
 * @param {'error' | 'mean'} missing
 */
function missingError(lines, { raw, at, name, role }, used, missing) {
  const line = lines[rowOf(raw, raw.fields.indexOf(undefined))];
  const total = used.reduce((sum, column) => sum + column.missing, 0);
  const all = total > 1 ? ` (${total} values in all columns)` : '';
  const remedy =
    missing === 'mean'
      ? `a ${role} has no mean: fill it in, or leave out such rows with { missing: 'drop' }`
      : `fill it in, leave out such rows with { missing: 'drop' }, or take the mean with { missing: 'mean' }`;
  return malformed(
    `line ${line}, column ${at + 1} (${name}): the value is missing${all}; ${remedy}`,
    {
      ...{ line, column: at + 1, name, missing: total },
    },
  );
}
