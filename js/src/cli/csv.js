/**
 * Data sets as CSV (RFC 4180). d3-dsv takes lines apart; here files are read
 * piece by piece, whatever they are long, columns get their roles, and what is
 * no number is refused with its place.
 */
import { dsvFormat } from 'd3-dsv';
import { MaxMarginError } from '../index.js';
import { parseDecimal } from './numbers.js';

/** Labels and numbers of a data set. @typedef {import('./data.js').Data} Data */

/**
 * How a file is to be read.
 * @typedef {object} Dialect
 * @property {string} [delimiter] one character; found out by default
 * @property {boolean} [header] whether the first line has names; found out by default
 * @property {string} [label] the column of labels: a name, a number from 1, or from the end from -1, or 'none'
 * @property {string[]} drop columns to leave out, by name or number
 */

/**
 * Which columns are features, and which one is the label.
 * @typedef {object} Roles
 * @property {number[]} features
 * @property {number} label -1: none
 */

/**
 * The columns of a file: names from the header, or undefined each.
 * @callback Assign
 * @param {Columns} columns
 * @returns {Roles}
 */

/** What stands where a value is missing. */
const missing = /^(?:|na|n\/a|nan|null|none|\?)$/i;

/** The delimiters that are looked for, in this order: a comma may be a decimal one. */
const delimiters = ['\t', ';', ','];

/**
 * @param {string} message
 * @param {Record<string, unknown>} [details]
 */
function malformed(message, details = {}) {
  return new MaxMarginError('ERR_FORMAT', 'data', message, details);
}

/**
 * @param {AsyncIterable<Uint8Array>} pieces UTF-8
 * @param {Dialect} dialect
 * @param {Assign} assign decides by the first line
 * @returns {Promise<Data>}
 */
export async function readCsv(pieces, dialect, assign) {
  /** @type {Reader | undefined} */
  let reader;
  for await (const text of wholeRows(decode(pieces))) {
    reader ??= new Reader(dialect, assign, text);
    reader.read(text);
  }
  if (reader?.rows) return reader.finish();
  throw new MaxMarginError('ERR_EMPTY', 'data', 'there is no row of data; give at least one line');
}

/** @param {AsyncIterable<Uint8Array>} pieces */
async function* decode(pieces) {
  const decoder = new TextDecoder('utf-8', { fatal: true }); // drops a byte order mark
  try {
    for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw malformed('the text is not UTF-8; save it as UTF-8');
  }
}

/**
 * The same text, cut where rows end: at line ends outside of quotation marks.
 * @param {AsyncIterable<string>} pieces
 */
async function* wholeRows(pieces) {
  let quoted = false;
  /** @type {string[]} */
  let open = [];
  for await (const piece of pieces) {
    let end = 0;
    for (const { 0: mark, index } of piece.matchAll(/["\n]/g)) {
      if (mark === '"') quoted = !quoted;
      else if (!quoted) end = index + 1;
    }
    if (end > 0) yield open.join('') + piece.slice(0, end);
    if (end > 0) open = [];
    if (end < piece.length) open.push(piece.slice(end));
  }
  if (open.length > 0) yield open.join('');
}

/** The columns of a file, as its first line has them. */
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
   * The one that is meant by a name, a number from 1, or one from the end, from -1.
   * @param {string} column
   * @returns {number}
   */
  find(column) {
    const named = this.names?.indexOf(column) ?? -1;
    if (named >= 0) return named;
    const number = /^-?\d+$/.test(column) ? Number(column) : 0;
    const at = number < 0 ? this.count + number : number - 1;
    if (number !== 0 && at >= 0 && at < this.count) return at;
    const known = this.names
      ? `the columns are ${list(this.names)}`
      : `there are ${this.count} columns without names, counted from 1`;
    throw malformed(`there is no column ${column}; ${known}`, { column });
  }

  /**
   * As messages call it.
   * @param {number} at
   */
  show(at) {
    return this.names ? `column ${at + 1} (${this.names[at]})` : `column ${at + 1}`;
  }
}

/** @param {readonly string[]} names */
export function list(names) {
  return names.length > 8 ? `${names.slice(0, 8).join(', ')}, …` : names.join(', ');
}

class Reader {
  #line = 1;
  /** @type {Columns | undefined} */
  #columns;
  /** @type {Roles} */
  #roles = { features: [], label: -1 };
  #numbers = new Float64Array(1 << 10);
  #filled = 0;
  /** @type {string[]} */
  #labels = [];
  /** @type {Data['oddLabel']} */
  #oddLabel;
  rows = 0;

  /**
   * @param {Dialect} dialect
   * @param {Assign} assign
   * @param {string} text with the first line
   */
  constructor(dialect, assign, text) {
    this.dialect = dialect;
    this.assign = assign;
    this.delimiter = dialect.delimiter ?? findDelimiter(text);
    this.format = dsvFormat(this.delimiter);
    const quoted = `"[^"]*(?:""[^"]*)*"`;
    const [before, after] = [`(?<=^|[\\n\\r${this.delimiter}])`, `(?=[\\n\\r${this.delimiter}]|$)`];
    this.wellQuoted = new RegExp(before + quoted + after, 'g');
  }

  /** @param {string} text whole rows */
  read(text) {
    if (text.includes('"')) this.#checkQuotes(text);
    this.format.parseRows(text, (fields) => {
      const line = this.#line++;
      for (const field of fields) {
        if (field.includes('\n')) this.#line += field.split('\n').length - 1;
      }
      const blank = fields.length === 1 && fields[0].trim() === '';
      if (!blank) this.#row(fields, line);
      return null;
    });
  }

  /**
   * d3-dsv reads on where a quotation mark is in the wrong place; nothing is to be
   * lost like that.
   * @param {string} text
   */
  #checkQuotes(text) {
    const blanked = text.replace(this.wellQuoted, (field) => field.replaceAll('"', ' '));
    const at = blanked.indexOf('"');
    if (at < 0) return;
    const lines = text.slice(0, at).split('\n');
    const [line, column] = [this.#line + lines.length - 1, (lines.at(-1)?.length ?? 0) + 1];
    throw malformed(
      `line ${line}, character ${column}: a quotation mark that is not closed, or not around a whole field; write "..." around the field, and "" for a mark in it`,
      { line, column },
    );
  }

  /**
   * @param {string[]} fields
   * @param {number} line
   */
  #row(fields, line) {
    if (!this.#columns) {
      const header = this.dialect.header ?? fields.every((field) => Number.isNaN(numberOf(field)));
      this.#begin(fields, header);
      if (header) return;
    }
    const columns = /** @type {Columns} */ (this.#columns);
    if (fields.length !== columns.count) {
      throw malformed(
        `line ${line} has ${count(fields.length, 'field')}, but the first one has ${columns.count}; give every line as many, or name the --delimiter (it is ${show(this.delimiter)})`,
        { line, expected: columns.count, got: fields.length },
      );
    }
    const { features, label } = this.#roles;
    if (this.#filled + features.length > this.#numbers.length) {
      const larger = new Float64Array(2 * this.#numbers.length + features.length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    for (const at of features) {
      const number = numberOf(fields[at]);
      if (!Number.isFinite(number)) throw this.#noNumber(columns, fields[at], at, line);
      this.#numbers[this.#filled++] = number;
    }
    if (label >= 0) this.#label(columns, fields[label], label, line);
    this.rows++;
  }

  /**
   * @param {string[]} fields of the first line
   * @param {boolean} header
   */
  #begin(fields, header) {
    const names = header ? fields.map((field) => field.trim()) : undefined;
    const twice = names?.find((name, at) => names.indexOf(name) < at);
    if (twice !== undefined) {
      throw malformed(`the header has two columns ${show(twice)}; give each a name of its own`);
    }
    this.#columns = new Columns(names, fields.length);
    this.#roles = this.assign(this.#columns);
  }

  /**
   * @param {Columns} columns
   * @param {string} field
   * @param {number} at
   * @param {number} line
   */
  #label(columns, field, at, line) {
    const label = field.trim();
    if (missing.test(label)) throw this.#noNumber(columns, field, at, line);
    if (Number.isNaN(parseDecimal(label))) this.#oddLabel ??= { line, text: label };
    this.#labels.push(label);
  }

  /**
   * @param {Columns} columns
   * @param {string} field
   * @param {number} at
   * @param {number} line
   */
  #noNumber(columns, field, at, line) {
    const text = field.trim();
    const details = { line, column: at + 1, name: columns.names?.[at], got: text };
    const where = `line ${line}, ${columns.show(at)}`;
    if (missing.test(text)) {
      const what = text === '' ? 'the value is missing' : `the value is missing (${show(text)})`;
      return malformed(`${where}: ${what}; fill it in, or leave the row out`, details);
    }
    if (/^[-+]?\d+,\d+$/.test(text)) {
      return malformed(`${where}: ${show(text)} has a decimal comma; write a point`, details);
    }
    if (Number.isFinite(Number(text)) || parseDecimal(text) === Number(text)) {
      return malformed(
        `${where}: ${show(text)} is no finite decimal number; write it as one`,
        details,
      );
    }
    const header = line === 1 ? '; if the first line has names, say --header' : '';
    return malformed(
      `${where}: ${show(text)} is no number; encode the column as numbers, such as a column of 0 and 1 for each value, or leave it out with --drop ${columns.names?.[at] ?? at + 1}${header}`,
      details,
    );
  }

  /** @returns {Data} */
  finish() {
    const { features, label } = this.#roles;
    const [rows, cols] = [this.rows, features.length];
    const { names } = /** @type {Columns} */ (this.#columns);
    return {
      format: 'csv',
      rows,
      cols,
      names: names && features.map((at) => names[at]),
      dense: this.#numbers.subarray(0, this.#filled),
      labels: label < 0 ? undefined : this.#labels,
      labelName: label < 0 ? undefined : names?.[label],
      oddLabel: this.#oddLabel,
    };
  }
}

/** @param {string} field */
function numberOf(field) {
  return parseDecimal(field.trim());
}

/** The first of the delimiters that the first line has outside of quotation marks. @param {string} text */
function findDelimiter(text) {
  const [line] = text.replace(/"[^"]*"/g, '').split('\n', 1);
  return delimiters.find((delimiter) => line.includes(delimiter)) ?? ',';
}

/** @param {string} text */
function show(text) {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

/**
 * @param {number} number
 * @param {string} noun
 */
function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/**
 * The lines of a data set as CSV: features, then the label.
 * @param {object} table
 * @param {readonly string[] | undefined} table.header
 * @param {Iterable<readonly (string | number)[]>} table.rows
 * @param {string} [delimiter]
 * @returns {Generator<string, void, void>}
 */
export function* csvLines({ header, rows }, delimiter = ',') {
  const format = dsvFormat(delimiter);
  const line = (/** @type {readonly (string | number)[]} */ fields) =>
    format.formatRow(/** @type {string[]} */ (fields));
  if (header) yield line(header);
  for (const row of rows) yield line(row);
}
