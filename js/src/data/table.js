/**
 * Turns the columns of a file into samples and targets: checks the options, treats missing
 * values, assembles X and y.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { columnTypes, saidTypes as types } from '../basics/kinds.js';
import { classesOf, columnOf, encode, packDense, packSparse, targets, textsOf } from './encode.js';
import { asOptions, either, malformed } from './fields.js';
import { assignRoles, checkNames, decimalOf, repeatRoles, rowOf, settleType } from './roles.js';
import { flag, oneOf } from './settings.js';

/** @import { Decimal, Say } from './fields.js' */
/** @import { Column } from './roles.js' */
/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/** @typedef {'number' | 'boolean' | 'category' | 'text' | 'date'} ColumnType */

/** What a column may be said to be; of a date also the order of day and month. @typedef {ColumnType | 'date:dmy' | 'date:mdy' | 'date:ymd'} GivenType */

/**
 * A column of a file.
 * @typedef {object} RawColumn
 * @property {string} name
 * @property {(string | undefined)[]} fields undefined for missing ones
 * @property {number[]} [rows] of the fields, if the file omits the others
 * @property {string} [rest] the field of all other rows
 * @property {ColumnType} [type] if the file says it
 * @property {string[]} [categories] where the file names them
 * @property {number[]} [quoted] fields that quotation marks protect from being missing values
 * @property {string} [gap] the first text that counted as a missing value
 * @property {boolean} [rowNames] whether they name rows, which are no feature unless asked for
 * @property {Error} [trouble] the fault of the column, unless it is omitted
 */

/**
 * @typedef {object} RawTable
 * @property {RawColumn[]} columns
 * @property {number[]} lines of the rows
 * @property {Decimal} [decimal] Default: the one that the numbers in use have.
 * @property {boolean} [sure] whether the caller or the numbers say which one it is
 * @property {string} [thousands]
 * @property {Say} [say] Default: as options of readers.
 * @property {Set<string>} [declared] columns whose types the caller said, where like has them
 * @property {ArrayLike<number>} [weights] of the rows
 * @property {boolean} [sparse] whether X will be sparse
 * @property {boolean} [unnamed] whether the file has no names, so that those here are made up
 * @property {boolean} [further] whether rows were read before, which may have what these lack
 * @property {boolean} [fitted] whether a model will read the dates, and knows how they are written
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
 * @property {string} [order] of dates: 'ymd', 'dmy' or 'mdy', with T behind it if there are times
 * @property {string} [thousands] the separator of its numbers, where the file has none of its own
 * @property {string} [unit] of its numbers, such as $ or %, which is dropped: 12 % is 12
 * @property {string} [why] why it is better left out: ids and names tell nothing about new rows
 */

/**
 * The options that all readers have.
 * @typedef {object} TableOptions
 * @property {string | number} [target] the column that is to be predicted: its name, its number
 *   from 0, or from the end from -1. Default: none.
 * @property {(string | number)[]} [columns] the features. Default: all columns but the target.
 * @property {(string | number)[]} [ignore] columns to leave out.
 * @property {Record<string, GivenType>} [types] of columns, by name. Default: recognised from the fields.
 *   Columns of `'text'` are no features; they are returned in `texts`. `'date:dmy'` and `'date:mdy'` are
 *   dates that begin with the day or the month.
 * @property {boolean | (string | number)[]} [oneHot] columns whose categories become columns of 0
 *   and 1; true: all that have categories.
 * @property {boolean} [table] X is a table, an object of columns with categories as texts and missing
 *   numbers as NaN, others as null: for `makeTablePipeline` and `ColumnTransformer`, which learn how
 *   to encode and to fill them. `missing` is then about the target alone. Default: false.
 * @property {'error' | 'drop' | 'mean'} [missing] how to treat missing values: refuse them, drop
 *   their rows, or replace them by the mean of the column. Default: 'error'.
 * @property {string[] | Record<string, string[]>} [missingValues] all texts that mean a missing value, besides
 *   the empty field; or such lists by column, with the default elsewhere. Default: NA, N/A, #N/A, <NA>, NaN,
 *   null, None and ?, unless they are in quotation marks; in a column of numbers also then, and dashes.
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
 * @property {number[]} dropped lines of the omitted rows
 * @property {string[]} notes decisions that may be wrong, each with the option that changes it
 * @property {Float64Array} [sampleWeight] of the rows, if an ARFF file has weights
 */

/**
 * The same with the option table: X is a table, and texts may be missing.
 * @typedef {Omit<Data, 'X' | 'texts'> & {X: Record<string, Float64Array | (string | boolean | null)[]>, texts: Record<string, (string | null)[]>}} TableData
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
      Object.values(value).every((type) => types.includes(/** @type {any} */ (type))),
  ],
  oneHot: [
    'true, false, or an array of names or numbers of columns',
    (value) => flag[1](value) || columnList[1](value),
  ],
  table: flag,
  missing: oneOf('error', 'drop', 'mean'),
  missingValues: [
    'an array of strings, or such arrays by name',
    (value) => isTexts(value) || (Object(value) === value && Object.values(value).every(isTexts)),
  ],
  like: [
    'data that were read before',
    (value) => Array.isArray(value?.columns) && Array.isArray(value.featureNames),
  ],
};

/** @param {unknown} value */
function isTexts(value) {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

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
  const { table: asTable = false } = options;
  const columns = like ? repeatRoles(table, like, options) : assignRoles(table, options);
  const inUse = () => columns.filter(({ role }) => role !== 'ignored');
  checkNames(inUse());
  const decimal = table.decimal ?? decimalOf(inUse());
  table.sure ??= decimal !== undefined;
  table.decimal = decimal ?? '.';
  const aimless = !like && options.target === undefined;
  const settled = like !== undefined;
  const all = !settled && (asTable || options.oneHot === true);
  for (const column of columns) settleType(table, column, { settled, aimless, gaps: asTable, all });
  // A pipeline decides for itself, and so do those who name what they want.
  if (!asTable) for (const column of columns) if (column.why) column.role = 'ignored';
  const used = inUse();
  if (asTable && (missing === 'mean' || options.oneHot)) {
    const wrong = missing === 'mean' ? 'missing' : 'oneHot';
    throw new MaxMarginError('ERR_OPTION', wrong, `with table: true the pipeline fills gaps and encodes categories; leave ${wrong} out`); // prettier-ignore
  }
  const { kept, dropped } = checkMissing(table, used, missing, asTable);
  const given = used.filter(({ role }) => role === 'feature');
  const features = asTable ? [] : given.flatMap((column) => encode(table, column, kept, settled));
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
    if (asTable) return asTyped(Object.fromEntries(given.map((column) => [column.name, columnOf(table, column, kept)])), given, settled); // prettier-ignore
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
    notes: notesOf(table, columns, settled),
    ...(table.weights && {
      sampleWeight: Float64Array.from(table.weights).filter((_, i) => kept[i] >= 0),
    }),
  };
}

/**
 * A table that tells a ColumnTransformer what was said of its columns, and how its dates are written.
 * @param {Record<string, any>} X
 * @param {Column[]} columns
 * @param {boolean} settled whether other data decided
 */
function asTyped(X, columns, settled) {
  const types = columns.flatMap(({ name, type, named, order }) => {
    if (type === 'date') return [[name, `date:${order?.slice(0, 3)}`]];
    return named && !settled ? [[name, type]] : [];
  });
  return types.length > 0 ? { ...X, [columnTypes]: Object.fromEntries(types) } : X;
}

/** What may be a number, with a unit or with other separators than those of the file. */
const measure = /^[-+]?\d[\d.,]*\s?[^\d\s.,]{0,3}$/;

/**
 * Whether each number is below 1000 if its point is the decimal sign, and some have three digits behind it.
 * @param {(string | undefined)[]} fields
 */
const areShort = (fields) =>
  fields.some((field) => field?.includes('.')) &&
  fields.every((field) => field === undefined || /^[-+]?[1-9]\d{0,2}(?:\.\d{3})?$/.test(field));

/**
 * @param {RawTable} table
 * @param {Column[]} columns
 * @param {boolean} settled whether other data decided
 * @returns {string[]}
 */
function notesOf({ say = asOptions, sure }, columns, settled) {
  const notes = [];
  for (const { at, raw, name, type, named, role, why, categories = [] } of columns) {
    const place = `column ${at + 1} (${name}): `;
    if (
      type === 'category' &&
      !named &&
      !settled &&
      raw.type === undefined &&
      (why || role === 'feature') &&
      categories.length > 0 &&
      categories.every((text) => measure.test(text))
    ) {
      notes.push(`${place}${show(categories[0])} is read as a category; if the column has numbers, write them without units, and with the same signs in all columns`); // prettier-ignore
    }
    if (why && role === 'ignored') notes.push(`${place}left out: ${why}; to keep it, say ${either([say('types', 'category', name), say('types', 'text', name)])}`); // prettier-ignore
    if (role === 'ignored') continue;
    if (raw.gap !== undefined && type !== 'number') {
      notes.push(`${place}${show(raw.gap)} is read as a missing value; if it is a value, say ${say('missingValues', [])}`); // prettier-ignore
    }
    if (type === 'number' && !named && !settled && !sure && areShort(raw.fields)) {
      notes.push(`${place}a point is read as the decimal sign; if it separates thousands, say ${say('decimal', ',')}`); // prettier-ignore
    }
    const code = type === 'number' && !named && !settled && raw.fields.find((field) => field && /^0\d/.test(field)); // prettier-ignore
    if (code) {
      notes.push(`${place}${show(code)} is read as a number; if it is a code, say ${say('types', 'category', name)}`); // prettier-ignore
    }
  }
  return notes;
}

/**
 * Without an object spread, which is slow for a million columns.
 * @param {Column} column
 * @returns {DataColumn}
 */
function describe({ name, role, type, missing, categories, mean, order, thousands, unit, why }) {
  /** @type {DataColumn} */
  const described = { name, role, type, missing };
  if (categories) described.categories = categories;
  if (mean !== undefined) described.mean = mean;
  if (order) described.order = order;
  if (thousands) described.thousands = thousands;
  if (unit) described.unit = unit;
  if (why) described.why = why;
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
function checkMissing(table, used, missing, asTable) {
  const { lines, further, say = asOptions } = table;
  const kept = new Int32Array(lines.length);
  for (const column of used) {
    const fill = asTable
      ? column.role !== 'target'
      : missing === 'mean' && column.role === 'feature';
    if (fill || column.missing === 0) continue;
    const { raw } = column;
    raw.fields.forEach((field, k) => {
      if (field === undefined) kept[rowOf(raw, k)] = -1;
    });
    if (missing !== 'drop') throw missingError(table, column, used, asTable);
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
      ? `there is no row of data; give at least one line${table.unnamed === false ? `, or say ${say('header', false)} if the first line is one` : ''}`
      : `each of the ${dropped.length} rows misses a value; name the columns that miss most in ${say('ignore')}`,
    { rows: dropped.length },
  );
}

/**
 * @param {RawTable} table
 * @param {Column} column
 * @param {Column[]} used
 * @param {boolean} asTable
 */
function missingError({ lines, say = asOptions }, { raw, at, name, role, type }, used, asTable) {
  const line = lines[rowOf(raw, raw.fields.indexOf(undefined))];
  const total = used.reduce((sum, column) => sum + (asTable && column.role !== 'target' ? 0 : column.missing), 0); // prettier-ignore
  const all = total > 1 ? ` (${total} values in all columns)` : '';
  const filled = role === 'feature';
  const ways = either([
    'fill it in',
    `leave out such rows with ${say('missing', 'drop')}`,
    filled && say('missing', 'mean') ? `take the mean with ${say('missing', 'mean')}` : '',
  ]);
  const value = raw.gap !== undefined && type !== 'number' ? `; if ${show(raw.gap)} is a value, say ${say('missingValues', [])}` : ''; // prettier-ignore
  return malformed(
    `line ${line}, column ${at + 1} (${name}): the value is missing${all}; ${filled ? '' : `a ${role} has no mean: `}${ways}${value}`,
    { line, column: at + 1, name, missing: total },
  );
}
