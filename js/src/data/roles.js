/** The role and the type of each column. */
import { MaxMarginError, show } from '../basics/errors.js';
import { ascending } from '../basics/text.js';
import { explain, isDate, list, malformed, parseNumber } from './fields.js';

/** @import { ColumnType, Data, DataColumn, RawColumn, RawTable, TableOptions } from './table.js' */

/**
 * A column while the file is read.
 * @typedef {DataColumn & {at: number, raw: RawColumn, oneHot: boolean, named: boolean, numbers?: Float64Array}} Column
 */

/** @param {RawColumn[]} columns */
export function checkNames(columns) {
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
export function assignRoles(
  { columns },
  { target, columns: wanted, ignore = [], types = {}, oneHot = false, table = false },
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
      at,
      raw,
      name: raw.name,
      role,
      missing: countMissing(raw),
      type: /** @type {ColumnType} */ (type), // where it is not known yet, settleType finds it
      categories: raw.categories,
      oneHot: oneHot === true || table || hot.has(at),
      named: hot.has(at) || given !== undefined,
    };
  });
}

/**
 * Repeats the roles and types of data that were read before.
 * @param {RawTable} table
 * @param {Data} like
 * @param {TableOptions} options
 * @returns {Column[]}
 */
export function repeatRoles({ columns }, like, options) {
  for (const name of /** @type {const} */ (['target', 'columns', 'ignore', 'types', 'oneHot'])) {
    if (options[name] !== undefined) {
      throw new MaxMarginError(
        'ERR_OPTION',
        name,
        `${name} comes from like already; leave out one of the two`,
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
  // The features keep the order that they have in like.
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
export function rowOf({ rows }, k) {
  return rows ? rows[k] : k;
}

const boolean = /^(?:true|false)$/i;

/**
 * Finds the type of a column without a given type: numbers, true and false, or categories.
 * Checks that a feature or a target may have this type.
 * @param {RawTable} table
 * @param {Column} column
 */
export function settleType(table, column) {
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
  const none = number + flags + other === 0 && raw.fields.length > 0 && !table.further;
  if (none && role !== 'ignored' && !(table.gaps && role === 'feature')) {
    throw malformed(
      `column ${column.at + 1} (${column.name}) has no values at all; name it in ignore`,
      { column: column.name },
    );
  }
  column.type ??= odd < 0 ? 'number' : number + other === 0 ? 'boolean' : 'category';
  if (role === 'ignored' || role === 'text') return;
  if (column.type === 'category' || column.type === 'text') {
    const declared = raw.type !== undefined;
    // A few mistakes among numbers do not make categories, and dates do not either.
    if (!column.named && !declared && number > 0) {
      throw refuse(
        table,
        column,
        odd,
        `other fields of the column are: correct it, or say that it has categories, { types: { ${quoteKey(column.name)}: 'category' } }`,
      );
    }
    if (role === 'feature' && (!column.oneHot || (!column.named && !declared && allDates(raw)))) {
      // Declared categories may be numbers; then the column is a column of numbers.
      if (declared && !column.named && odd < 0) column.type = 'number';
      else
        throw refuse(
          table,
          column,
          Math.max(odd, 0),
          table.otherwise?.(column.name) ??
            `${table.aimless ? `if it is what is to be predicted, say { target: ${show(column.name)} }; else ` : ''}encode its categories with { oneHot: [${show(column.name)}] } or { oneHot: true }, keep it beside with { types: { ${quoteKey(column.name)}: 'text' } }, or leave it out with ignore`,
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

/** A name as the key of an object literal. @param {string} name */
function quoteKey(name) {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : show(name);
}

/** @param {RawColumn} raw */
function categoriesOf({ fields, rest }) {
  const seen = new Set(fields);
  if (rest !== undefined) seen.add(rest);
  seen.delete(undefined);
  return /** @type {string[]} */ ([...seen]).sort(ascending);
}

/**
 * @param {RawTable} table
 * @param {Column} column
 * @param {number} k the field
 * @param {string} otherwise what to do about mere text
 */
export function refuse({ lines, decimal, firstHint }, { raw, at, name, type }, k, otherwise) {
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
