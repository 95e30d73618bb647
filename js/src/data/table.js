/**
 * From the columns of a file to samples and targets: which column is what, what
 * is missing, and categories as columns of 0 and 1.
 */
import { MaxMarginError, show } from '../errors.js';
import { explain, isDate, list, malformed, parseNumber } from './fields.js';
import { makeSamples } from './samples.js';
import { flag, oneOf } from './settings.js';

/** @import { Decimal } from './fields.js' */
/** @import { DenseSamples } from './samples.js' */
/** @import { Check } from './settings.js' */

/** @typedef {'number' | 'boolean' | 'category' | 'text'} ColumnType */

/**
 * A column as it stands in a file.
 * @typedef {object} RawColumn
 * @property {string} name
 * @property {(string | undefined)[]} fields undefined where they are missing
 * @property {number[]} [rows] that the fields belong to, where the file leaves out the rest
 * @property {string} [rest] what stands in all others
 * @property {ColumnType} [type] where the file says it
 * @property {string[]} [categories] where the file names them
 */

/**
 * @typedef {object} RawTable
 * @property {RawColumn[]} columns
 * @property {number[]} lines of the rows
 * @property {Decimal} decimal
 * @property {boolean} [sparse] whether X is to be
 * @property {string} [firstHint] what to do, too, when the first line cannot be read
 */

/**
 * What became of a column.
 * @typedef {object} DataColumn
 * @property {string} name
 * @property {'feature' | 'target' | 'text' | 'ignored'} role
 * @property {ColumnType} type
 * @property {number} missing how many of its values are
 * @property {string[]} [categories] in ascending order, or as the file names them
 * @property {number | number[]} [mean] what stands in for missing values; the share of each category
 */

/**
 * The options that all readers have.
 * @typedef {object} TableOptions
 * @property {string | number} [target] the column that is to be predicted: its name, its number
 *   from 0, or from the end from -1. Default: none.
 * @property {(string | number)[]} [columns] the features. Default: all columns but the target.
 * @property {(string | number)[]} [ignore] columns to leave out.
 * @property {Record<string, ColumnType>} [types] of columns, by name. Default: what stands in them.
 *   Columns of `'text'` are no features, they are returned beside.
 * @property {boolean | (string | number)[]} [oneHot] columns whose categories become columns of 0
 *   and 1; true: all that have categories.
 * @property {'error' | 'drop' | 'mean'} [missing] what to do about missing values: refuse them,
 *   leave out their rows, or put the mean of the column in their place. Default: 'error'.
 * @property {string[]} [missingValues] what stands for a missing value, besides nothing, NA, N/A,
 *   NaN, null, None and ?.
 * @property {Data} [like] data that were read before: the same features in the same order, with
 *   their types, categories and means. For data to predict from.
 */

/**
 * What was read: ready for `fit(X, y)`.
 * @typedef {object} Data
 * @property {DenseSamples | SparseSamples} X
 * @property {Float64Array | string[] | boolean[]} [y] the target, if there is one
 * @property {string[]} featureNames of the columns of X
 * @property {string} [targetName]
 * @property {(string | boolean)[]} [classes] of the target, if it has no numbers
 * @property {DataColumn[]} columns of the file, in its order
 * @property {Record<string, string[]>} texts of the columns of text, by name
 * @property {number[]} dropped lines of the rows that were left out
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
 * A column on its way.
 * @typedef {DataColumn & {at: number, raw: RawColumn, oneHot: boolean, named: boolean, numbers?: Float64Array}} Column
 */

/**
 * @param {RawTable} table
 * @param {TableOptions} options
 * @returns {Data}
 */
export function assemble(table, options) {
  const { missing = 'error', like } = options;
  checkNames(table.columns);
  const columns = like ? repeatRoles(table, like, options) : assignRoles(table, options);
  for (const column of columns) settleType(table, column);
  const used = columns.filter(({ role }) => role !== 'ignored');
  const { kept, dropped } = checkMissing(table, used, missing);
  const features = used
    .filter(({ role }) => role === 'feature')
    .flatMap((column) => encode(table, column, kept, like !== undefined));
  const target = used.find(({ role }) => role === 'target');
  const texts = used.filter(({ role }) => role === 'text');
  if (features.length === 0 && texts.length === 0) {
    throw new MaxMarginError(
      'ERR_EMPTY',
      'text',
      'no column is left for features; give more than the target, or name the delimiter',
    );
  }
  return {
    X: table.sparse ? packSparse(features, kept) : packDense(features, kept),
    ...(target && { y: targets(table, target, kept), targetName: target.name }),
    featureNames: features.map(({ name }) => name),
    ...(target?.categories && { classes: classesOf(target) }),
    columns: columns.map(({ name, role, type, missing, categories, mean }) => ({
      name,
      role,
      type,
      missing,
      ...(categories && { categories }),
      ...(mean !== undefined && { mean }),
    })),
    texts: Object.fromEntries(texts.map((column) => [column.name, textsOf(column, kept)])),
    dropped,
  };
}

/** @param {RawColumn[]} columns */
function checkNames(columns) {
  const seen = new Set();
  for (const { name } of columns) {
    if (seen.has(name)) {
      throw malformed(`there are two columns ${show(name)}; give each a name of its own`, {
        column: name,
      });
    }
    seen.add(name);
  }
}

/**
 * The column that is meant by a name, a number from 0, or one from the end.
 * @param {RawColumn[]} columns
 * @param {string | number} reference
 * @param {string} option
 */
function find(columns, reference, option) {
  const at =
    typeof reference === 'string'
      ? columns.findIndex(({ name }) => name === reference)
      : reference < 0
        ? columns.length + reference
        : reference;
  if (at in columns) return at;
  const names = list(columns.map(({ name }) => name));
  throw new MaxMarginError(
    'ERR_OPTION',
    option,
    `${option}: there is no column ${show(reference)}; the ${columns.length} columns are ${names}`,
    { got: reference },
  );
}

/**
 * @param {RawTable} table
 * @param {TableOptions} options
 * @returns {Column[]}
 */
function assignRoles(
  { columns },
  { target, columns: wanted, ignore = [], types = {}, oneHot = false },
) {
  const places = (/** @type {(string | number)[]} */ list, /** @type {string} */ option) =>
    new Set(list.map((reference) => find(columns, reference, option)));
  const ignored = places(ignore, 'ignore');
  const chosen = wanted && places(wanted, 'columns');
  const hot = typeof oneHot === 'boolean' ? new Set() : places(oneHot, 'oneHot');
  const targetAt = target === undefined ? -1 : find(columns, target, 'target');
  for (const name of Object.keys(types)) find(columns, name, 'types');
  return columns.map((raw, at) => {
    const given = Object.hasOwn(types, raw.name) ? types[raw.name] : undefined;
    const type = given ?? (hot.has(at) ? 'category' : raw.type);
    const role =
      at === targetAt
        ? 'target'
        : ignored.has(at) || !(chosen?.has(at) ?? true)
          ? 'ignored'
          : type === 'text'
            ? 'text'
            : 'feature';
    return {
      ...{ at, raw, name: raw.name, role, missing: countMissing(raw) },
      type: /** @type {ColumnType} */ (type), // where it is not known yet, settleType finds it
      categories: raw.categories,
      oneHot: oneHot === true || hot.has(at),
      named: hot.has(at) || given !== undefined,
    };
  });
}

/**
 * Roles and types as they were before.
 * @param {RawTable} table
 * @param {Data} like
 * @param {TableOptions} options
 * @returns {Column[]}
 */
function repeatRoles({ columns }, like, options) {
  for (const name of /** @type {const} */ (['target', 'columns', 'ignore', 'types', 'oneHot'])) {
    if (options[name] !== undefined) {
      throw new MaxMarginError(
        'ERR_OPTION',
        name,
        `${name} is settled by like; leave one of them out`,
      );
    }
  }
  const known = new Map(like.columns.map((column) => [column.name, column]));
  const given = new Set(columns.map(({ name }) => name));
  for (const { name, role } of like.columns) {
    if (role === 'ignored' || role === 'target' || given.has(name)) continue;
    throw malformed(`there is no column ${show(name)}, which the data in like have; add it`, {
      column: name,
    });
  }
  const read = columns.map((raw, at) => {
    const before = known.get(raw.name) ?? { role: 'ignored', type: raw.type };
    const { role, type, categories, mean } = /** @type {DataColumn} */ (before);
    return {
      at,
      raw,
      name: raw.name,
      role,
      type,
      categories,
      mean,
      missing: countMissing(raw),
      oneHot: true,
      named: true,
    };
  });
  // The order of features is that of the columns before.
  const order = new Map(like.columns.map(({ name }, i) => [name, i]));
  const place = (/** @type {Column} */ { name }) => order.get(name) ?? order.size;
  return read.sort((a, b) => place(a) - place(b));
}

/** @param {RawColumn} column */
function countMissing({ fields }) {
  let count = 0;
  for (const field of fields) if (field === undefined) count++;
  return count;
}

/** The rows of the fields. @param {RawColumn} column @param {number} k */
function rowOf({ rows }, k) {
  return rows ? rows[k] : k;
}

const boolean = /^(?:true|false)$/i;

/**
 * What the column has, if nobody says: numbers, true and false, or categories; and
 * whether a feature or a target may have that.
 * @param {RawTable} table
 * @param {Column} column
 */
function settleType(table, column) {
  const { raw, role } = column;
  const counts = { number: 0, boolean: 0, other: 0 };
  let odd = -1;
  const numbers = new Float64Array(raw.fields.length);
  raw.fields.forEach((field, k) => {
    if (field === undefined) return;
    numbers[k] = parseNumber(field, table.decimal);
    if (!Number.isNaN(numbers[k])) counts.number++;
    else {
      if (odd < 0) odd = k;
      counts[boolean.test(field) ? 'boolean' : 'other']++;
    }
  });
  column.numbers = numbers;
  const { number, boolean: flags, other } = counts;
  if (number + flags + other === 0 && raw.fields.length > 0 && role !== 'ignored') {
    throw malformed(
      `column ${column.at + 1} (${column.name}) has no values at all; name it in ignore`,
      { column: column.name },
    );
  }
  column.type ??= odd < 0 ? 'number' : number + other === 0 ? 'boolean' : 'category';
  if (role === 'ignored' || role === 'text') return;
  if (column.type === 'category' || column.type === 'text') {
    const declared = raw.type !== undefined;
    // A few slips among numbers are no categories, nor are dates.
    if (!column.named && !declared && number > 0) {
      throw refuse(
        table,
        column,
        odd,
        `other fields of the column are: correct it, or say that it has categories, { types: { ${quoteKey(column.name)}: 'category' } }`,
      );
    }
    if (role === 'feature' && (!column.oneHot || (!column.named && !declared && allDates(raw)))) {
      // Declared categories may be named by numbers; then they are numbers.
      if (declared && !column.named && odd < 0) column.type = 'number';
      else
        throw refuse(
          table,
          column,
          Math.max(odd, 0),
          `encode its categories with { oneHot: [${show(column.name)}] } or { oneHot: true }, keep it beside with { types: { ${quoteKey(column.name)}: 'text' } }, or leave it out with ignore`,
        );
    }
    if (column.type === 'number') column.categories = undefined;
    else column.categories ??= categoriesOf(raw);
    return;
  }
  if (column.type === 'boolean' && role === 'target') column.categories = ['false', 'true'];
  const wrong =
    column.type === 'number'
      ? odd
      : raw.fields.findIndex((field) => field !== undefined && !boolean.test(field));
  if (wrong >= 0) throw refuse(table, column, wrong, 'correct it, or the type of the column');
}

/** @param {RawColumn} raw */
function allDates({ fields }) {
  return fields.every((field) => field === undefined || isDate(field));
}

/** A name as it stands in an object. @param {string} name */
function quoteKey(name) {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : show(name);
}

/** @param {RawColumn} raw */
function categoriesOf({ fields, rest }) {
  const seen = new Set(fields);
  if (rest !== undefined) seen.add(rest);
  seen.delete(undefined);
  return /** @type {string[]} */ ([...seen]).sort((a, b) => (a < b ? -1 : 1));
}

/**
 * @param {RawTable} table
 * @param {Column} column
 * @param {number} k the field
 * @param {string} otherwise what to do about mere text
 */
function refuse({ lines, decimal, firstHint }, { raw, at, name, type }, k, otherwise) {
  const field = raw.fields[k] ?? '';
  const line = lines[rowOf(raw, k)];
  const why =
    type === 'boolean'
      ? `${show(field)} is neither true nor false; ${otherwise}`
      : explain(field, decimal, otherwise);
  const hint = firstHint && line === lines[0] ? `; ${firstHint}` : '';
  return malformed(`line ${line}, column ${at + 1} (${name}): ${why}${hint}`, {
    line,
    column: at + 1,
    name,
    got: field,
  });
}

/**
 * The rows that stay, by the number they get, -1 for those that go.
 * @param {RawTable} table
 * @param {Column[]} used
 * @param {'error' | 'drop' | 'mean'} missing
 * @returns {{kept: Int32Array, dropped: number[]}}
 */
function checkMissing({ lines }, used, missing) {
  const kept = new Int32Array(lines.length);
  for (const column of used) {
    const fill = missing === 'mean' && column.role === 'feature';
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
  if (next > 0) return { kept, dropped };
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

/**
 * A column of X: its numbers, and the rows they belong to.
 * @typedef {{name: string, rows: ArrayLike<number>, values: ArrayLike<number>}} Feature
 */

/**
 * @param {RawTable} table
 * @param {Column} column
 * @param {Int32Array} kept
 * @param {boolean} settled whether means are those of other data
 * @returns {Feature[]}
 */
function encode(table, column, kept, settled) {
  return column.type === 'category'
    ? encodeCategories(table, column, kept, settled)
    : [encodeNumbers(table, column, kept, settled)];
}

/**
 * @param {RawTable} table
 * @param {Column} column
 * @param {Int32Array} kept
 * @param {boolean} settled
 * @returns {Feature}
 */
function encodeNumbers(table, column, kept, settled) {
  const { raw, name } = column;
  const numbers = numbersOf(table, column);
  const rows = new Int32Array(numbers.length);
  const values = new Float64Array(numbers.length);
  const gaps = [];
  let [count, sum] = [0, 0];
  for (let k = 0; k < numbers.length; k++) {
    const row = kept[rowOf(raw, k)];
    if (row < 0) continue;
    if (raw.fields[k] === undefined) gaps.push(count);
    rows[count] = row;
    values[count++] = numbers[k];
    sum += numbers[k];
  }
  if (!settled) column.mean = sum / ((raw.rows ? countKept(kept) : count) - gaps.length);
  for (const k of gaps) values[k] = /** @type {number} */ (column.mean);
  return { name, rows: rows.subarray(0, count), values: values.subarray(0, count) };
}

/**
 * The numbers of a column, 0 where they are missing.
 * @param {RawTable} table
 * @param {Column} column
 */
function numbersOf(table, column) {
  const { raw, type, numbers = new Float64Array(0) } = column;
  if (type === 'boolean') {
    return Float64Array.from(raw.fields, (field) => Number(/^true$/i.test(field ?? '')));
  }
  const wrong = numbers.findIndex((number) => !Number.isFinite(number));
  if (wrong >= 0) throw refuse(table, column, wrong, 'correct it');
  return numbers;
}

/**
 * A column of 0 and 1 for each category. Where the value is missing, each has the
 * share of its category.
 * @param {RawTable} table
 * @param {Column} column
 * @param {Int32Array} kept
 * @param {boolean} settled
 * @returns {Feature[]}
 */
function encodeCategories(table, column, kept, settled) {
  const { raw, name, categories = [] } = column;
  const place = new Map(categories.map((category, c) => [category, c]));
  /** @type {{name: string, rows: number[], values: number[]}[]} */
  const made = categories.map((category) => ({
    name: `${name}=${category}`,
    rows: [],
    values: [],
  }));
  /** @type {number[]} */
  const gaps = [];
  const filled = fillRows(raw, kept.length);
  filled.forEach((field, i) => {
    const row = kept[i];
    if (row < 0) return;
    if (field === undefined) {
      gaps.push(row);
      return;
    }
    const c = place.get(field);
    if (c === undefined) {
      throw malformed(
        `line ${table.lines[i]}, column ${column.at + 1} (${name}): ${show(field)} is none of the categories ${list(categories)}; correct it, or leave out the row`,
        { line: table.lines[i], column: column.at + 1, name, got: field },
      );
    }
    made[c].rows.push(row);
    made[c].values.push(1);
  });
  if (!settled) {
    const count = made.reduce((n, { rows }) => n + rows.length, 0);
    column.mean = made.map(({ rows }) => rows.length / count);
  }
  const shares = /** @type {number[]} */ (column.mean);
  made.forEach(({ rows, values }, c) => {
    for (const row of gaps) {
      rows.push(row);
      values.push(shares[c]);
    }
  });
  return made;
}

/**
 * The field of every row.
 * @param {RawColumn} raw
 * @param {number} count of rows
 * @returns {(string | undefined)[]}
 */
function fillRows({ fields, rows, rest }, count) {
  if (!rows) return fields;
  const filled = Array.from({ length: count }, () => rest);
  rows.forEach((row, k) => (filled[row] = fields[k]));
  return filled;
}

/** @param {Int32Array} kept */
function countKept(kept) {
  return kept.reduce((n, row) => Math.max(n, row + 1), 0);
}

/**
 * @param {Feature[]} features
 * @param {Int32Array} kept
 * @returns {DenseSamples}
 */
function packDense(features, kept) {
  const X = makeSamples(countKept(kept), features.length, 'text');
  features.forEach(({ rows, values }, j) => {
    for (let k = 0; k < rows.length; k++) X.data[rows[k] * X.cols + j] = values[k];
  });
  return X;
}

/**
 * @param {Feature[]} features
 * @param {Int32Array} kept
 * @returns {SparseSamples}
 */
function packSparse(features, kept) {
  const [rows, cols] = [countKept(kept), features.length];
  const indptr = new Int32Array(rows + 1);
  for (const { rows: places, values } of features) {
    for (let k = 0; k < places.length; k++) if (values[k] !== 0) indptr[places[k] + 1]++;
  }
  for (let i = 0; i < rows; i++) indptr[i + 1] += indptr[i];
  const next = indptr.slice(0, rows);
  const indices = new Int32Array(indptr[rows]);
  const data = new Float64Array(indptr[rows]);
  features.forEach(({ rows: places, values }, j) => {
    for (let k = 0; k < places.length; k++) {
      if (values[k] === 0) continue;
      const at = next[places[k]]++;
      indices[at] = j;
      data[at] = values[k];
    }
  });
  return { indptr, indices, data, rows, cols };
}

/**
 * @param {RawTable} table
 * @param {Column} column
 * @param {Int32Array} kept
 * @returns {Float64Array | string[] | boolean[]}
 */
function targets(table, column, kept) {
  const texts = textsOf(column, kept);
  if (column.type === 'boolean') return texts.map((text) => /^true$/i.test(text));
  if (column.type !== 'number') return texts;
  numbersOf(table, column); // refuses what overflows
  return Float64Array.from(texts, (text) => parseNumber(text, table.decimal));
}

/** @param {Column} column */
function classesOf({ type, categories = [] }) {
  return type === 'boolean' ? [false, true] : categories;
}

/**
 * @param {Column} column
 * @param {Int32Array} kept
 */
function textsOf({ raw }, kept) {
  const filled = /** @type {string[]} */ (fillRows(raw, kept.length));
  return filled.filter((_, i) => kept[i] >= 0);
}
