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

/** @typedef {{name: string, type: ColumnType, categories?: string[]}} Attribute */

/** @type {Record<string, ColumnType>} */
const types = { numeric: 'number', real: 'number', integer: 'number', string: 'text' };

/** @type {Record<string, string>} Types that are refused, with the remedy. */
const refused = {
  date: 'write days or seconds, as numeric',
  relational: 'write one row for each inner one',
};

/**
 * Reads WEKA's attribute-relation file format: numeric, nominal and string
 * attributes, dense rows and sparse ones. Nominal attributes whose values are numbers are read
 * as numbers, others need `oneHot`; strings are returned in `texts`. Sparse rows make a sparse
 * X. A field that cannot be read is an error with its line and column.
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
  const table = readRows(written.slice(begin + 1), attributes, checked.missingValues ?? []);
  return /** @type {any} */ ({ ...assemble({ ...table, decimal: '.' }, checked), relation });
}

/** @param {Line[]} lines */
function readHeader(lines) {
  let relation = '';
  /** @type {Attribute[]} */
  const attributes = [];
  for (const line of lines) {
    const keyword = line.keyword();
    if (keyword === 'relation') relation = line.value();
    else if (keyword === 'attribute') attributes.push(readAttribute(line));
    else throw line.error('expected @relation, @attribute or @data');
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
    do categories.push(line.value());
    while (line.skip(','));
    if (!line.skip('}')) throw line.error('the list of values is not closed; write } after it');
    return { name, type: 'category', categories };
  }
  const kind = line.word().toLowerCase();
  if (Object.hasOwn(types, kind)) return { name, type: types[kind] };
  const known = [...Object.keys(types), '{values}'].join(', ');
  if (!Object.hasOwn(refused, kind)) {
    throw line.error(`the attribute ${name} is ${show(kind)}; write one of ${known}`);
  }
  throw line.error(`the attribute ${name} is ${kind}, which is not read; ${refused[kind]}`);
}

/**
 * @param {Line[]} lines
 * @param {Attribute[]} attributes
 * @param {readonly string[]} missingValues
 */
function readRows(lines, attributes, missingValues) {
  const sparse = lines.length > 0 && lines[0].peek() === '{';
  /** @type {(RawColumn & {rows: number[]})[]} */
  const columns = attributes.map(({ name, type, categories }) => ({
    ...{ name, type, categories, fields: [], rows: [] },
    rest: type === 'number' ? '0' : categories?.[0],
  }));
  const known = attributes.map(({ categories }) => categories && new Set(categories));
  const put = (/** @type {number} */ row, /** @type {number} */ j, /** @type {Line} */ line) => {
    const { column } = line;
    const missing = line.isMissing();
    const field = line.value();
    const nothing = missing || missingValues.includes(field);
    const { name, categories } = attributes[j];
    if (!nothing && categories && !known[j]?.has(field)) {
      throw line.error(
        `${name} is ${show(field)}, which is not one of ${list(categories)}; correct it, or add it to the attribute`,
        column,
      );
    }
    columns[j].fields.push(nothing ? undefined : field);
    columns[j].rows.push(row);
  };
  lines.forEach((line, row) => {
    if ((line.peek() === '{') !== sparse) {
      throw line.error(
        'some rows are sparse, in braces, and some are not; write all of them alike',
      );
    }
    if (sparse) readSparse(line, row, columns, put);
    else readDense(line, row, columns, put);
    if (line.skip(',') && line.peek() === '{') {
      throw line.error(
        'the row has a weight, which is not read; remove it, and pass sampleWeight to fit',
      );
    }
    line.end();
  });
  const numbers = lines.map(({ number }) => number);
  return {
    columns: sparse ? columns : columns.map(({ rows: _, rest: __, ...column }) => column),
    lines: numbers,
    sparse,
  };
}

/** @typedef {(row: number, j: number, line: Line) => void} Put */

/**
 * @param {Line} line
 * @param {number} row
 * @param {RawColumn[]} columns
 * @param {Put} put
 */
function readDense(line, row, columns, put) {
  columns.forEach((_, j) => {
    if (j > 0 && !line.skip(',')) {
      throw line.error(
        `the row has ${j} values, but there are ${columns.length} attributes; give one for each`,
      );
    }
    put(row, j, line);
  });
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
    put(row, j, line);
    more = line.skip(',');
  }
  if (!line.skip('}')) throw line.error('the row is not closed; write } after it');
  const absent = columns.find(({ type, rows }) => type === 'text' && rows.at(-1) !== row);
  if (absent) {
    throw line.error(
      `the row leaves out ${absent.name}, a string; only numbers and nominal values may be left out`,
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
   * Whether the next character is this one, which is left behind.
   * @param {string} character
   */
  skip(character) {
    const found = this.peek() === character;
    if (found) this.#at++;
    return found;
  }

  /** Whether the next value is a question mark without quotation marks. */
  isMissing() {
    this.peek();
    const missing = /\?\s*(?=[,}%]|$)/y;
    missing.lastIndex = this.#at;
    return missing.test(this.text);
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
