import { MaxMarginError } from '../basics/errors.js';
import { findDelimiter, parseRows, splitSeparatorLine, wholeRows } from './dsv.js';
import { findDecimal, isMissing, malformed, parseNumber } from './fields.js';
import { checkOptions, flag, oneOf } from './settings.js';
import { piecesOf } from './source.js';
import { assemble, tableChecks } from './table.js';

/** @import { Check } from './settings.js' */
/** @import { TextSource } from './source.js' */
/** @import { Data, RawColumn, RawTable, TableData, TableOptions, Targeted } from './table.js' */

/**
 * @typedef {object} CsvOnlyOptions
 * @property {boolean} [header] whether the first line has names. Default: whether it has neither
 *   a number nor a missing value.
 * @property {string} [delimiter] one character. Default: the first of tab, semicolon, bar and comma
 *   that the first line has.
 * @property {'.' | ','} [decimal] the decimal sign. Default: the one that the numbers of the
 *   file use.
 * @property {string} [encoding] a label of the Encoding standard. Default: UTF-8, or UTF-16 with its
 *   mark.
 */

/** @typedef {TableOptions & CsvOnlyOptions} CsvOptions */

/**
 * The format of the file, as it was given or detected.
 * @typedef {object} Dialect
 * @property {string} delimiter
 * @property {boolean} header
 * @property {'.' | ','} decimal
 */

/** @typedef {Data & {dialect: Dialect}} CsvData */

/** The same with the option table. @typedef {TableData & {dialect: Dialect}} CsvTable */

/** @type {Record<string, Check>} */
export const csvChecks = {
  ...tableChecks,
  header: flag,
  delimiter: [
    "one character such as ',', ';', '\\t' or '|'",
    (value) => typeof value === 'string' && /^[^\w"\r\n.\\\]^+-]$/.test(value),
  ],
  decimal: oneOf('.', ','),
  encoding: ["the name of one, such as 'windows-1252'", (value) => typeof value === 'string'],
};

/**
 * Reads comma-separated values (RFC 4180), or with another delimiter: columns of numbers, of
 * true and false, of categories and of text. Types are recognised, or taken from the options.
 * Blank lines are skipped. A field that cannot be read is an error with its line and column.
 * @template {string | number | undefined} [T=undefined]
 * @template {boolean | undefined} [K=undefined]
 * @param {TextSource} source
 * @param {CsvOptions & {target?: T, table?: K}} [options]
 * @returns {Promise<Targeted<[K] extends [true] ? CsvTable : CsvData, T>>}
 */
export async function readCsv(source, options) {
  /** @type {CsvOptions} */
  const checked = checkOptions('readCsv', options, csvChecks);
  const { table, dialect } = await parseCsv(source, checked);
  return /** @type {any} */ ({ ...assemble(table, checked), dialect });
}

/**
 * The columns of a file, before their roles and types are decided.
 * @param {TextSource} source
 * @param {CsvOptions} checked
 * @returns {Promise<{table: RawTable, dialect: Dialect}>}
 */
export async function parseCsv(source, checked) {
  const parser = new CsvParser(checked.delimiter);
  for await (const text of wholeRows(piecesOf(source, 'readCsv', checked.encoding))) {
    parser.add(text);
  }
  return firstTable(parser, checked);
}

/** The rows of a file, as far as it was read. */
export class CsvParser {
  /** @type {string[][]} */
  rows = [];
  /** The line that each row begins on. @type {number[]} */
  lines = [];
  /** '': not known yet. */
  delimiter;
  /** That the next piece begins on; 0: there was none. */
  line = 0;

  /** @param {string} [delimiter] */
  constructor(delimiter = '') {
    this.delimiter = delimiter;
  }

  /** @param {string} text whole rows */
  add(text) {
    if (this.line === 0) {
      const start = splitSeparatorLine(text);
      [text, this.line] = [start.rest, start.line];
      this.delimiter ||= start.named ?? '';
    }
    const used = this.delimiter || findDelimiter(text);
    this.line = parseRows(text, used, this.line, this);
    if (this.rows.length > 0) this.delimiter = used; // a piece of blank lines tells nothing
  }

  /**
   * Takes the first rows out.
   * @param {number} count
   * @returns {{rows: string[][], lines: number[], delimiter: string}} trimmed
   */
  take(count) {
    const rows = this.rows.splice(0, count);
    for (const row of rows) for (let j = 0; j < row.length; j++) row[j] = row[j].trim();
    return { rows, lines: this.lines.splice(0, count), delimiter: this.delimiter };
  }
}

/**
 * The first rows of a file, which tell its format.
 * @param {CsvParser} parser
 * @param {CsvOptions} checked
 * @param {number} [most] rows of data
 * @returns {{table: RawTable, dialect: Dialect}}
 */
export function firstTable(parser, checked, most = Infinity) {
  if (parser.rows.length === 0) {
    throw new MaxMarginError('ERR_EMPTY', 'text', 'there is no line; give at least one');
  }
  const { rows, lines, delimiter } = parser.take(most === Infinity ? Infinity : most + 1);
  const { missingValues = [], like } = checked;
  const first = rows[0];
  const before = /** @type {CsvData | undefined} */ (like)?.dialect?.header;
  const header = checked.header ?? before ?? isHeader(first, missingValues);
  const names = namesOf(header ? first : [], first.length);
  if (header) {
    rows.shift();
    lines.shift();
  } else if (rows.length > most) {
    parser.rows.unshift(.../** @type {string[][]} */ (rows.splice(most)));
    parser.lines.unshift(...lines.splice(most));
  }
  checkWidths(rows, lines, first.length, delimiter);
  const decimal = checked.decimal ?? findDecimal(rows);
  const columns = names.map((name, j) => columnOf(name, rows, j, missingValues));
  const guessed = !header && checked.header === undefined;
  const firstHint = guessed ? 'if the first line has names, say { header: true }' : undefined;
  const table = { columns, lines, decimal, firstHint, unnamed: !header };
  return { table, dialect: { delimiter, header, decimal } };
}

/**
 * Further rows of the same file.
 * @param {CsvParser} parser
 * @param {CsvOptions} checked
 * @param {{table: RawTable, dialect: Dialect}} first
 * @param {number} most
 * @returns {RawTable}
 */
export function nextTable(parser, checked, { table, dialect: { decimal } }, most) {
  const { rows, lines, delimiter } = parser.take(most);
  checkWidths(rows, lines, table.columns.length, delimiter);
  const columns = table.columns.map(({ name }, j) =>
    columnOf(name, rows, j, checked.missingValues ?? []),
  );
  return { columns, lines, decimal, unnamed: table.unnamed, further: true };
}

/**
 * @param {string[]} fields of the first line
 * @param {readonly string[]} missingValues
 */
function isHeader(fields, missingValues) {
  const isName = (/** @type {string} */ field) =>
    !isMissing(field, missingValues) &&
    Number.isNaN(parseNumber(field, '.')) &&
    Number.isNaN(parseNumber(field, ','));
  // Row names, as R writes them, have no name themselves.
  return fields.every(
    (field, j) => isName(field) || (j === 0 && field === '' && fields.length > 1),
  );
}

/**
 * @param {string[]} header
 * @param {number} count
 */
function namesOf(header, count) {
  return Array.from({ length: count }, (_, j) => header[j] || `x${j + 1}`);
}

/**
 * @param {string[][]} rows
 * @param {number[]} lines
 * @param {number} count of fields in the first line
 * @param {string} delimiter
 */
function checkWidths(rows, lines, count, delimiter) {
  const ragged = rows.findIndex(({ length }) => length !== count);
  if (ragged < 0) return;
  const [line, got] = [lines[ragged], rows[ragged].length];
  throw malformed(
    `line ${line} has ${got} ${got === 1 ? 'field' : 'fields'}, but the first one has ${count}; give every line as many, or name the delimiter (it is ${JSON.stringify(delimiter)})`,
    { line, expected: count, got },
  );
}

/**
 * @param {string} name
 * @param {string[][]} rows
 * @param {number} j
 * @param {readonly string[]} missingValues
 * @returns {RawColumn}
 */
function columnOf(name, rows, j, missingValues) {
  const fields = rows.map((row) => (isMissing(row[j], missingValues) ? undefined : row[j]));
  return { name, fields };
}
