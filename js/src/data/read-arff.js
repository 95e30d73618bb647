import { show } from '../basics/errors.js';
import { list, malformed } from './fields.js';
import { checkOptions } from './settings.js';
import { textOf } from './source.js';
import { assemble, tableChecks } from './table.js';

/** @import { Check } from './settings.js' */
/** @import { TextSource } from './source.js' */
/** @import { ColumnType, Data, RawColumn, TableOptions, Targeted } from './table.js' */

/**
 * @typedef {object} ArffOnlyOptions
 * @property {string} [encoding] a label of the Encoding standard. Default: UTF-8, or UTF-16 with its
 *   mark.
 */

/** @typedef {TableOptions & ArffOnlyOptions} ArffOptions */

/** @typedef {Data & {relation: string}} ArffData */

/** @type {Record<string, Check>} */
const checks = {
  ...tableChecks,
  encoding: ["the name of one, such as 'windows-1252'", (value) => typeof value === 'string'],
};

/**
 * @typedef {object} Attribute
 * @property {string} name
 * @property {ColumnType} type
 * @property {string[]} [categories]
 * @property {(field: string) => string} [spell] a date as a number
 * @property {Error} [trouble] why it cannot be read
 */

/** @type {Record<string, ColumnType>} */
const types = { numeric: 'number', real: 'number', integer: 'number', string: 'text' };

/**
 * Reads WEKA's attribute-relation file format: numeric, nominal, string and date
 * attributes, dense rows and sparse ones, and weights. Nominal attributes whose values are numbers are
 * read as numbers, others need `oneHot`; strings are returned in `texts`, dates as milliseconds
 * since 1970, as WEKA has them, in UTC, unless X is a table or their type is given as 'date'. Sparse rows make a sparse X. A field that cannot be read is
 * an error with its line and column.
 * @template {string | number | undefined} [T=undefined]
 * @param {TextSource} source
 * @param {ArffOptions & {target?: T}} [options]
 * @returns {Promise<Targeted<ArffData, T>>}
 */
export async function readArff(source, options) {
  /** @type {ArffOptions} */
  const checked = checkOptions('readArff', options, checks);
  const text = await textOf(source, 'readArff', checked.encoding);
  const lines = text.split(/\r\n?|\n/).map((line, i) => new Line(line, i + 1));
  const written = lines.filter((line) => !line.isBlank());
  const begin = written.findIndex((line) => line.keyword() === 'data');
  if (begin < 0)
    throw malformed('there is no line @data; add it between the attributes and the rows');
  const { relation, attributes } = readHeader(written.slice(0, begin));
  const { missingValues = [], types: said = {} } = checked;
  for (const attribute of attributes) {
    const asked = Object.hasOwn(said, attribute.name) ? said[attribute.name].startsWith('date') : checked.table; // prettier-ignore
    if (attribute.spell && asked) attribute.type = 'date';
  }
  const table = readRows(written.slice(begin + 1), attributes, missingValues);
  return /** @type {any} */ ({ ...assemble({ ...table, decimal: '.' }, checked), relation });
}

/** @param {Line[]} lines */
function readHeader(lines) {
  let relation = '';
  /** @type {Attribute[]} */
  const attributes = [];
  /** The relational attribute, whose rows have rows, with their attributes. */
  let inner = '';
  for (const line of lines) {
    const keyword = line.keyword();
    if (inner) {
      if (keyword === 'end' && line.value() === inner) inner = '';
      continue;
    }
    if (keyword === 'relation') relation = line.rest();
    else if (keyword === 'attribute') {
      const attribute = readAttribute(line);
      attributes.push(attribute);
      if (attribute.trouble && line.relational) inner = attribute.name;
    } else throw line.error('expected @relation, @attribute or @data');
    line.end();
  }
  if (attributes.length > 0) return { relation, attributes };
  throw malformed('there is no line @attribute before @data; add one for each column');
}

/**
 * @param {Line} line
 * @returns {Attribute}
 */
function readAttribute(line) {
  const name = line.word();
  if (name === '') throw line.error('an attribute has no name; write one');
  if (line.skip('{')) {
    const categories = [];
    // WEKA takes blanks for commas; here they may be part of a value, if there are commas.
    const blanks = !line.hasComma();
    while (line.peek() !== '}') {
      categories.push(blanks ? line.token() : line.value());
      if (!line.skip(',') && !(blanks && line.peek() !== '')) break;
    }
    if (!line.skip('}')) throw line.error('the list of values is not closed; write } after it');
    return { name, type: 'category', categories: [...new Set(categories)] };
  }
  const kind = line.word().toLowerCase();
  if (Object.hasOwn(types, kind)) {
    line.range();
    return { name, type: types[kind] };
  }
  if (kind === 'date') {
    const format =
      line.peek() === '' || line.peek() === '%' ? "yyyy-MM-dd'T'HH:mm:ss" : line.value();
    const spell = readDates(format);
    const trouble = spell ? undefined : line.error(`dates of the attribute ${name} are written as ${show(format)}, which is not read; leave it out with ignore, or write numbers`); // prettier-ignore
    return { name, type: 'number', spell, trouble };
  }
  if (kind === 'relational') {
    line.relational = true;
    return { name, type: 'text', trouble: line.error(`the attribute ${name} is relational, which is not read; leave it out with ignore, or write one row for each inner one`) }; // prettier-ignore
  }
  const known = [...Object.keys(types), 'date', '{values}'].join(', ');
  throw line.error(`the attribute ${name} is ${show(kind)}; write one of ${known}`);
}

/** The parts of a date, by the letters of Java's SimpleDateFormat. */
const parts = { y: 0, M: 1, d: 2, H: 3, m: 4, s: 5, S: 6 };

/** The part of a year of two digits. */
const short = 7;

/**
 * What reads dates of a format, as milliseconds since 1970 in UTC; undefined if it has anything but
 * numbers.
 * @param {string} format
 * @returns {((field: string) => string) | undefined}
 */
function readDates(format) {
  /** @type {number[]} */
  const order = [];
  let pattern = '';
  for (const [piece, literal] of format.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']/g)) {
    const part = literal === undefined ? parts[/** @type {'y'} */ (piece[0])] : undefined;
    if (part !== undefined && (piece[0] !== 'M' || piece.length < 3)) {
      order.push(piece === 'yy' ? short : part);
      pattern += piece.length > 1 ? `(\\d{${piece.length}})` : '(\\d+)';
    } else if (literal === undefined && /[A-Za-z]/.test(piece)) return undefined;
    else pattern += (literal ?? piece).replace(/''/g, "'").replace(/[^\w\s]/g, '\\$&');
  }
  const whole = new RegExp(`^${pattern}$`);
  return (field) => {
    const found = whole.exec(field);
    if (!found) return NaN.toString();
    const date = [1970, 1, 1, 0, 0, 0, 0];
    order.forEach((part, k) => (date[part] = Number(found[k + 1])));
    // As in other files, 68 is 2068, and 69 is 1969.
    if (short in date) date[0] = date[short] + (date[short] < 69 ? 2000 : 1900);
    const [year, month, day, ...time] = date;
    const value = new Date(0);
    value.setUTCFullYear(year, month - 1, day);
    const right = value.getUTCMonth() === month - 1 && value.getUTCDate() === day;
    const [h, m, s, ms] = time;
    return right && h < 24 && m < 60 && s < 60 ? String(value.getTime() + ((h * 60 + m) * 60 + s) * 1000 + ms) : 'NaN'; // prettier-ignore
  };
}

/**
 * @param {Line[]} lines
 * @param {Attribute[]} attributes
 * @param {readonly string[] | Record<string, string[]>} missingValues
 */
function readRows(lines, attributes, missingValues) {
  const braces = lines.filter((line) => line.peek() === '{').length;
  /** @type {(RawColumn & {rows: number[]})[]} */
  const columns = attributes.map(({ name, type, categories, trouble }) => ({
    ...{ name, type, categories, trouble, fields: [], rows: [] },
    rest: type === 'number' ? '0' : type === 'date' ? '1970-01-01' : categories?.[0],
  }));
  const gaps = attributes.map(({ name }) => new Set(Array.isArray(missingValues) ? missingValues : Object.hasOwn(missingValues, name) ? /** @type {Record<string, string[]>} */ (missingValues)[name] : [])); // prettier-ignore
  const known = attributes.map(({ categories }) => categories && new Set(categories));
  const put = (/** @type {number} */ row, /** @type {number} */ j, /** @type {Value} */ { text, marked, column }) => {
    const { name, type, categories, spell } = attributes[j];
    const nothing = (text === '?' && !marked) || gaps[j].has(text);
    let field = text;
    if (!nothing && categories && !known[j]?.has(text)) {
      columns[j].trouble ??= lines[row].error(
        `${name} is ${show(text)}, which is not one of ${list(categories)}; correct it, or add it to the attribute`,
        column,
      );
    }
    if (!nothing && spell) {
      field = spell(text);
      if (field === 'NaN') columns[j].trouble ??= lines[row].error(`${name} is ${show(text)}, which is no date of its format; correct it`, column); // prettier-ignore
      else if (type === 'date') field = new Date(Number(field)).toISOString();
    }
    columns[j].fields.push(nothing ? undefined : field);
    columns[j].rows.push(row);
  }; // prettier-ignore
  const weights = new Float64Array(lines.length).fill(1);
  let weighted = false;
  lines.forEach((line, row) => {
    if (line.peek() === '{') readSparse(line, row, columns, put);
    else readDense(line, row, columns, put);
    line.skip(',');
    if (line.skip('{')) {
      const { column } = line;
      weights[row] = Number(line.word() || NaN);
      if (!(weights[row] >= 0 && weights[row] < Infinity)) {
        throw line.error('a row has a weight that is no finite number of 0 or more; correct it', column); // prettier-ignore
      }
      weighted = true;
      if (!line.skip('}')) throw line.error('the weight is not closed; write } after it');
    }
    line.end();
  });
  const numbers = lines.map(({ number }) => number);
  return {
    columns: braces ? columns : columns.map(({ rows: _, rest: __, ...column }) => column),
    lines: numbers,
    sparse: braces > 0 && braces === lines.length,
    weights: weighted ? weights : undefined,
  };
}

/** A value, whether it is in quotation marks, and its column. @typedef {{text: string, marked: boolean, column: number}} Value */

/** @typedef {(row: number, j: number, value: Value) => void} Put */

/**
 * @param {Line} line
 * @param {number} row
 * @param {RawColumn[]} columns
 * @param {Put} put
 */
function readDense(line, row, columns, put) {
  const values = line.values(columns.length);
  if (values.length < columns.length) {
    throw line.error(
      `the row has ${values.length} values, but there are ${columns.length} attributes; give one for each`,
    );
  }
  values.forEach((value, j) => put(row, j, value));
}

/**
 * @param {Line} line
 * @param {number} row
 * @param {(RawColumn & {rows: number[]})[]} columns
 * @param {Put} put
 */
function readSparse(line, row, columns, put) {
  line.skip('{');
  let more = line.peek() !== '}';
  while (more) {
    const { column } = line;
    const index = line.word();
    const j = /^\d+$/.test(index) ? Number(index) : -1;
    if (!(j in columns)) {
      throw line.error(
        `${show(index)} is not the number of an attribute; count them from 0 to ${columns.length - 1}`,
        column,
      );
    }
    if (columns[j].rows.at(-1) === row) {
      throw line.error(`the row has attribute ${j} (${columns[j].name}) twice; remove one`, column);
    }
    put(
      row,
      j,
      line.marked((/** @type {Line} */ one) => one.value()),
    );
    more = line.skip(',') || /[^}%]/.test(line.peek());
  }
  if (!line.skip('}')) throw line.error('the row is not closed; write } after it');
  for (const column of columns) {
    if (column.type !== 'text' || column.rows.at(-1) === row) continue;
    column.trouble ??= line.error(
      `the row leaves out ${column.name}, a string; only numbers and nominal values may be left out`,
    );
  }
}

/** @type {Record<string, string>} */
const escapes = { n: '\n', r: '\r', t: '\t' };

const quoted = {
  "'": /'([^'\\]*(?:\\.[^'\\]*)*)'/y,
  '"': /"([^"\\]*(?:\\.[^"\\]*)*)"/y,
};

/** A line, read from left to right. */
class Line {
  #at = 0;

  /**
   * @param {string} text
   * @param {number} number
   */
  constructor(text, number) {
    this.text = text;
    this.number = number;
  }

  /** The character that is next, from 1. */
  get column() {
    this.peek();
    return this.#at + 1;
  }

  isBlank() {
    return /^\s*(?:%|$)/.test(this.text);
  }

  /** The keyword of the line, in small letters, if there is one. */
  keyword() {
    const [all, name] = /^\s*@(\w+)/.exec(this.text) ?? ['', ''];
    this.#at = all.length;
    return name.toLowerCase();
  }

  /** The next character that is not blank. */
  peek() {
    this.#take(/\s*/y);
    return this.text[this.#at] ?? '';
  }

  /**
   * Consumes the next character if it is this one.
   * @param {string} character
   */
  skip(character) {
    const found = this.peek() === character;
    if (found) this.#at++;
    return found;
  }

  /** Whether an attribute of rows begins here. */
  relational = false;

  /**
   * The values of a dense row: what commas divide, or what blanks and commas divide, as WEKA has
   * it, if that makes the right number of values.
   * @param {number} count
   * @returns {Value[]}
   */
  values(count) {
    const begin = this.#at;
    const values = [];
    while (values.length < count && (values.length === 0 || this.skip(','))) values.push(this.marked(() => this.value())); // prettier-ignore
    if (values.length === count && /^[%{]?$/.test(this.peek())) return values;
    if (values.length === count && this.peek() === ',') return values;
    const end = this.#at;
    this.#at = begin;
    const tokens = [];
    while (tokens.length < count && !/^[%{},]?$/.test(this.peek())) {
      tokens.push(this.marked(() => this.token()));
      this.skip(',');
    }
    if (tokens.length === count && /^[%{]?$/.test(this.peek())) return tokens;
    this.#at = end;
    return values;
  }

  /**
   * A value, with its place.
   * @param {(line: Line) => string} read
   * @returns {Value}
   */
  marked(read) {
    const marked = /['"]/.test(this.peek());
    const { column } = this;
    return { text: read(this), marked, column };
  }

  /** A value in quotation marks, or what comes before the next blank, comma or brace. */
  token() {
    const text = this.#quoted() ?? this.#take(/[^\s,{}'"%]+/y);
    if (text === '' && !/['"]/.test(this.text[this.#at - 1] ?? '')) {
      throw this.error('there is no value; write ? where one is missing');
    }
    return text;
  }

  /** Whether there is a comma before the brace that closes the list. */
  hasComma() {
    return /^(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^'"},])*,/.test(this.text.slice(this.#at));
  }

  /** A value in quotation marks, or the rest of the line. */
  rest() {
    return this.#quoted() ?? this.#take(/[^%]*/y).trim();
  }

  /** Skips the range of numbers that an attribute may have: [0, 1], (0, inf). */
  range() {
    this.peek();
    this.#take(/[[(][^\])]*[\])]/y);
  }

  /** A value in quotation marks, or what comes before the next blank. */
  word() {
    return this.#quoted() ?? this.#take(/[^\s,{}'"]*/y).trim();
  }

  /** A value in quotation marks, or what comes before the next comma or brace. */
  value() {
    const value = this.#quoted() ?? this.#take(/[^,{}'"%]*/y).trim();
    if (value === '' && !/['"]/.test(this.text[this.#at - 1] ?? '')) {
      throw this.error('there is no value; write ? where one is missing');
    }
    return value;
  }

  /** Nothing but a comment may follow. */
  end() {
    const next = this.peek();
    if (next !== '' && next !== '%') {
      throw this.error(
        `${show(this.text.slice(this.#at))} is left over; give one value for each attribute, and write '...' around values with blanks, commas or quotation marks`,
      );
    }
  }

  /**
   * @param {string} what
   * @param {number} [column]
   */
  error(what, column = this.column) {
    return malformed(`line ${this.number}, character ${column}: ${what}`, {
      line: this.number,
      column,
    });
  }

  #quoted() {
    const mark = this.peek();
    if (mark !== "'" && mark !== '"') return undefined;
    const column = this.#at + 1;
    const text = this.#take(quoted[mark]);
    if (text === '')
      throw this.error(
        `the quotation mark is not closed; write ${mark} after the value, and \\${mark} in it`,
        column,
      );
    return text
      .slice(1, -1)
      .replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code, other) =>
        code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[other] ?? other),
      );
  }

  /** @param {RegExp} pattern sticky */
  #take(pattern) {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.text) ?? [''];
    this.#at += found.length;
    return found;
  }
}
