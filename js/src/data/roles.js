/** The role and the type of each column. */
import { dayOf, orderOf, strayIn } from '../basics/dates.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { isProse, tooMany } from '../basics/kinds.js';
import { ascending } from '../basics/text.js';
import { asOptions, dash, either, explain, findDecimal, kindOf, list, losesDigits, malformed, notationOf, parseNumber } from './fields.js'; // prettier-ignore

/** @import { ColumnType, Data, DataColumn, RawColumn, RawTable, TableOptions } from './table.js' */

/**
 * A column while the file is read.
 * @typedef {DataColumn & {at: number, raw: RawColumn, oneHot: boolean, named: boolean, numbers?: Float64Array}} Column
 */

/** Refuses names that two of the columns in use have. @param {Column[]} used */
export function checkNames(used) {
  const seen = new Map();
  for (const { name, at } of used) {
    if (seen.has(name)) throw twice(name, seen.get(name), at);
    seen.set(name, at);
  }
}

/**
 * @param {string} name
 * @param {number} one
 * @param {number} other
 */
function twice(name, one, other) {
  return malformed(
    `there are two columns ${show(name)}, with the numbers ${one} and ${other} (from 0); give each a name of its own, or leave one out by its number`,
    { column: name },
  );
}

/**
 * The columns that are meant by a name, a number from 0, or one from the end.
 * @param {RawTable} table
 * @param {string | number} reference
 * @param {string} option
 * @returns {number[]}
 */
function findAll({ columns, unnamed, say = asOptions }, reference, option) {
  const at =
    typeof reference === 'string'
      ? columns.flatMap(({ name }, j) => (name === reference ? [j] : []))
      : [reference < 0 ? columns.length + reference : reference].filter((j) => j in columns);
  if (at.length > 0) return at;
  const names = list(columns.map(({ name }) => name));
  const header =
    unnamed && typeof reference === 'string'
      ? `, since the first line was read as a row: if it has the names, say ${say('header', true)}`
      : '';
  throw new MaxMarginError(
    'ERR_OPTION',
    option,
    `${option}: there is no column ${show(reference)}; the ${columns.length} columns are ${names}${header}`,
    { got: reference },
  );
}

/**
 * @param {RawTable} table
 * @param {TableOptions} options
 * @returns {Column[]}
 */
export function assignRoles(
  table,
  { target, columns: wanted, ignore = [], types = {}, oneHot = false, table: asTable = false },
) {
  const { columns } = table;
  const places = (/** @type {(string | number)[]} */ list, /** @type {string} */ option) =>
    new Set(list.flatMap((reference) => findAll(table, reference, option)));
  const ignored = places(ignore, 'ignore');
  const chosen = wanted && places(wanted, 'columns');
  const hot = typeof oneHot === 'boolean' ? new Set() : places(oneHot, 'oneHot');
  const targetsAt = target === undefined ? [] : findAll(table, target, 'target');
  const [targetAt = -1, another] = targetsAt.filter((at) => targetsAt.length < 2 || !ignored.has(at)); // prettier-ignore
  if (another !== undefined) throw twice(columns[another].name, targetAt, another);
  for (const name of Object.keys(types)) findAll(table, name, 'types');
  return columns.map((raw, at) => {
    const given = Object.hasOwn(types, raw.name) ? types[raw.name] : undefined;
    const [said, order] = (given ?? (hot.has(at) ? 'category' : raw.type))?.split(':') ?? [];
    const type = /** @type {ColumnType | undefined} */ (said);
    const role =
      at === targetAt
        ? 'target'
        : ignored.has(at) || !(chosen?.has(at) ?? (!raw.rowNames || given !== undefined))
          ? 'ignored'
          : type === 'text'
            ? 'text'
            : 'feature';
    settleQuoted(raw, type);
    return {
      at,
      raw,
      name: raw.name,
      role,
      missing: countMissing(raw),
      type: /** @type {ColumnType} */ (type), // where it is not known yet, settleType finds it
      order,
      categories: raw.categories,
      oneHot: oneHot === true || asTable || hot.has(at),
      named: hot.has(at) || given !== undefined,
    };
  });
}

/**
 * Quotation marks protect a text such as NA from being a missing value, but among numbers it is
 * one: some programs write marks around every field.
 * @param {RawColumn} raw
 * @param {ColumnType} [type]
 */
function settleQuoted({ fields, quoted }, type) {
  if (!quoted) return;
  const marked = new Set(quoted);
  const others = fields.filter((field, k) => field !== undefined && !marked.has(k));
  const texts = others.some((field) => !/number|boolean/.test(kindOf(/** @type {string} */ (field)))); // prettier-ignore
  if (type === undefined ? texts || others.length === 0 : type === 'category' || type === 'text') return; // prettier-ignore
  for (const k of quoted) fields[k] = undefined;
}

/**
 * The sign that the numbers in use have for fractions, if they show it.
 * @param {Column[]} used
 */
export function decimalOf(used) {
  const numeric = used.filter(({ type, role }) => role !== 'text' && (type === undefined || type === 'number')); // prettier-ignore
  return findDecimal(numeric.map(({ raw }) => raw.fields));
}

/**
 * Repeats the roles and types of data that were read before.
 * @param {RawTable} table
 * @param {Data} like
 * @param {TableOptions} options
 * @returns {Column[]}
 */
export function repeatRoles({ columns, unnamed, say = asOptions }, like, options) {
  for (const name of /** @type {const} */ (['target', 'columns', 'ignore', 'types', 'oneHot'])) {
    if (options[name] !== undefined) {
      throw new MaxMarginError(
        'ERR_OPTION',
        name,
        `${name} comes from like already; leave out one of the two`,
      );
    }
  }
  /** @type {Map<string, DataColumn[]>} */
  const known = new Map();
  for (const column of like.columns) known.set(column.name, [...(known.get(column.name) ?? []), column]); // prettier-ignore
  /** How many columns have a name. @type {Map<string, number>} */
  const given = new Map();
  for (const { name } of columns) given.set(name, (given.get(name) ?? 0) + 1);
  /** How many of them came so far. @type {Map<string, number>} */
  const seen = new Map();
  for (const { name, role } of like.columns) {
    if (role === 'ignored' || role === 'target' || given.has(name)) continue;
    const header = unnamed ? `, or say ${say('header', true)} if the first line has the names` : '';
    throw malformed(
      `there is no column ${show(name)}, which the data in like have; add it${header}`,
      {
        column: name,
      },
    );
  }
  // The features keep the order that they have in like.
  const places = new Map(like.columns.map((column, i) => [column, i]));
  const order = new Map();
  const read = columns.map((raw, at) => {
    const alike = known.get(raw.name) ?? [];
    const k = seen.get(raw.name) ?? 0;
    seen.set(raw.name, k + 1);
    // Of columns of one name, all but one are ignored; the new data may have that one alone.
    const own = given.get(raw.name) === alike.length ? alike[k] : (alike.find(({ role }) => role !== 'ignored') ?? alike[0]); // prettier-ignore
    order.set(at, places.get(own) ?? places.size);
    const before = own ?? { role: 'ignored', type: raw.type };
    const {
      role,
      type,
      categories,
      mean,
      order: dates,
      thousands,
      unit,
    } = /** @type {DataColumn} */ (before);
    settleQuoted(raw, type);
    return {
      at,
      raw,
      name: raw.name,
      role,
      type,
      categories,
      mean,
      ...{ order: dates, thousands, unit },
      missing: countMissing(raw),
      oneHot: true,
      named: true,
    };
  });
  return read.sort((a, b) => order.get(a.at) - order.get(b.at));
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
 * Reads a column as numbers. Where its fields are not plain ones, all of them may be written in another way,
 * and a dash among them is a gap.
 * @param {RawTable} table
 * @param {Column} column
 */
function readNumbers(table, column) {
  const { raw } = column;
  const { fields } = raw;
  const read = () => {
    const counts = { number: 0, boolean: 0, other: 0 };
    let [odd, id] = [-1, -1];
    const numbers = new Float64Array(fields.length);
    const notation = notationFor(table, column);
    fields.forEach((field, k) => {
      if (field === undefined) return;
      numbers[k] = parseNumber(field, notation);
      if (!Number.isNaN(numbers[k])) {
        counts.number++;
        if (id < 0 && losesDigits(field, numbers[k])) id = k;
      } else {
        if (odd < 0) odd = k;
        counts[boolean.test(field) ? 'boolean' : 'other']++;
      }
    });
    column.numbers = numbers;
    return { ...counts, odd, id };
  };
  const plain = read();
  if (plain.odd < 0 || !['number', undefined].includes(column.type)) return plain;
  if (fields.every((field) => field === undefined || dash.test(field))) return plain;
  const found = notationOf(fields, table);
  if (!found && column.role !== 'ignored' && notationOf(fields, { ...table, sure: true }))
    throw refuse(table, column, plain.odd, 'correct it'); // a comma that may be either sign
  if (!found) return plain;
  column.unit = found.unit;
  if (!table.thousands) column.thousands = found.thousands;
  gapDashes(column);
  return read();
}

/** How the numbers of a column are written. @param {RawTable} table @param {Column} column */
export const notationFor = ({ decimal, thousands }, column) => ({
  ...{ decimal, unit: column.unit },
  thousands: column.thousands ?? thousands,
});

/** @param {Column} column */
function gapDashes(column) {
  const { fields } = column.raw;
  fields.forEach((field, k) => {
    if (field === undefined || !dash.test(field)) return;
    fields[k] = undefined;
    column.missing++;
  });
}

/**
 * Finds how the dates of a column are written, if all its values are dates.
 * @param {RawTable} table
 * @param {Column} column
 */
function settleDates(table, column) {
  const { raw, name, order } = column;
  const { say = asOptions } = table;
  const dates = raw.fields.map((field) => (field && dash.test(field) ? undefined : field));
  const found = orderOf(dates);
  if (column.type !== 'date' && !found) {
    const stray = strayIn(dates);
    if (stray < 0) return;
    throw refuse(table, column, stray, `correct it, or say that the column has categories, ${say('types', 'category', name)}`, 'is no date of the form of the others'); // prettier-ignore
  }
  column.type = 'date';
  gapDashes(column);
  if (!order && found[0] === '?' && !table.fitted) {
    const k = dates.findIndex((field) => field && dayOf(field, 'dmy') !== dayOf(field, 'mdy'));
    const ways = ['dmy', 'mdy'].map((way) => say('types', `date:${way}`, name));
    throw refuse(table, column, k, `say ${ways[0]} if the day comes first, or ${ways[1]} if the month does`, 'is a date, but no field of the column tells the day from the month'); // prettier-ignore
  }
  const known = order || (found || 'ymd').replace('?', 'dmy');
  const days = Float64Array.from(dates, (field) => (field ? dayOf(field, known) : 0));
  const odd = days.findIndex((day) => day !== day);
  if (odd >= 0) throw refuse(table, column, odd, 'correct it, or the type of the column', 'is no date of the form of the others'); // prettier-ignore
  // Of data that were read before, it is known whether there are times.
  column.order ??= known;
  if (column.order.length === 3 && !column.mean && days.some((day) => day % 1)) column.order += 'T';
  column.numbers = days;
}

/**
 * Finds the type of a column without a given type: numbers, dates, true and false, or categories.
 * Checks that a feature or a target may have this type.
 * @param {RawTable} table
 * @param {Column} column
 * @param {{settled: boolean, aimless: boolean, gaps: boolean, all: boolean}} how whether types come from other
 *   data, whether a target may have been forgotten, whether features may lack all values, whether all
 *   categories are encoded, so that some columns are better left out
 */
export function settleType(table, column, { settled, aimless, gaps, all }) {
  const { raw, role } = column;
  const { say = asOptions } = table;
  if (raw.trouble && role !== 'ignored') throw raw.trouble;
  const { number, boolean: flags, other, odd, id } = readNumbers(table, column);
  const none = number + flags + other === 0 && raw.fields.length > 0 && !settled;
  if (none && role !== 'ignored' && !(gaps && role !== 'target')) {
    throw malformed(
      `column ${column.at + 1} (${column.name}) has no values at all; name it in ${say('ignore')}`,
      { column: column.name },
    );
  }
  column.type ??= odd < 0 ? 'number' : number + other === 0 ? 'boolean' : 'category';
  if (role === 'ignored' || role === 'text') return;
  const declared = raw.type !== undefined;
  const free = !column.named && !declared;
  if (column.type === 'date' || (free && role === 'feature' && number + flags === 0))
    settleDates(table, column);
  if (column.type === 'date') {
    if (role === 'feature') return;
    throw refuse(table, column, 0, 'predict a number or a class', 'is a date, which machines do not predict'); // prettier-ignore
  }
  const category = say('types', 'category', column.name);
  if (column.type === 'category' || column.type === 'text') {
    // A few mistakes among numbers do not make categories.
    if (free && number > 0) {
      const gap = kindOf(raw.fields[odd] ?? '') === 'sign' ? '' : `name it in ${say('missingValues')} if it means a missing value, `; // prettier-ignore
      throw refuse(
        table,
        column,
        odd,
        `other fields of the column are: correct it, ${gap}or say that it has categories, ${category}`,
      );
    }
    if (role === 'feature' && !column.oneHot) {
      // Declared categories may be numbers; then the column is a column of numbers.
      if (declared && !column.named && odd < 0) column.type = 'number';
      else {
        const forgotten = aimless
          ? `if it is what is to be predicted, say ${say('target', column.name)}; else `
          : '';
        const ways = either([
          say('oneHot', [column.name]) &&
            `encode its categories with ${say('oneHot', [column.name])} or ${say('oneHot', true)}`,
          say('table', true) &&
            (say('oneHot', true)
              ? `keep it as it is with ${say('table', true)}`
              : `train with ${say('table', true)}, which encodes words as numbers`),
          say('types', 'text', column.name) &&
            `keep it beside with ${say('types', 'text', column.name)}`,
          `leave it out with ${say('ignore', [table.unnamed ? column.at : column.name])}`,
        ]);
        throw refuse(table, column, Math.max(odd, 0), forgotten + ways);
      }
    }
    if (column.type === 'number') column.categories = undefined;
    else {
      // Of rows that came before, none was a number.
      const late = table.further && !table.declared?.has(column.name) && !column.categories?.some((text) => kindOf(text) === 'number'); // prettier-ignore
      if (late && number > 0) {
        const k = raw.fields.findIndex((_, i) => raw.fields[i] !== undefined && !Number.isNaN(column.numbers?.[i])); // prettier-ignore
        throw refuse(table, column, k, `correct it, or say that the column has categories, ${category}`, 'is a number, but fields before it are not'); // prettier-ignore
      }
      column.categories ??= categoriesOf(raw);
      if (all && free && role === 'feature') column.why = isProse(raw.fields) ? 'sentences, which are no categories' : tooMany(raw.fields); // prettier-ignore
      return;
    }
  }
  if (column.type === 'boolean' && role === 'target') column.categories = ['false', 'true'];
  const wrong =
    column.type === 'number'
      ? odd
      : raw.fields.findIndex((field) => field !== undefined && !boolean.test(field));
  if (wrong >= 0) throw refuse(table, column, wrong, 'correct it, or the type of the column');
  if (id >= 0 && column.type === 'number' && free) {
    if (all && role === 'feature') {
      column.type = 'category';
      column.categories = categoriesOf(raw);
      column.why = tooMany(raw.fields);
      return;
    }
    throw refuse(
      table,
      column,
      id,
      `if it names something, say ${either([category, say('types', 'text', column.name)])}, or leave it out with ${say('ignore')}; ${say('types', 'number', column.name)} rounds it`,
      'has more digits than a number holds',
    );
  }
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
 * @param {string} [what] is wrong with it
 */
export function refuse(table, { raw, at, name, type }, k, otherwise, what) {
  const { lines, firstHint, say = asOptions } = table;
  const field = raw.fields[k] ?? '';
  const line = lines[rowOf(raw, k)];
  const wrong = what ?? (type === 'boolean' ? 'is neither true nor false' : '');
  const why = wrong
    ? `${show(field)} ${wrong}; ${otherwise}`
    : explain(field, table, otherwise, say);
  const hint = firstHint && line === lines[0] ? `; ${firstHint}` : '';
  return malformed(`line ${line}, column ${at + 1} (${name}): ${why}${hint}`, {
    line,
    column: at + 1,
    name,
    got: field,
  });
}
