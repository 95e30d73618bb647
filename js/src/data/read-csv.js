import { MaxMarginError } from '../errors.js';
import { findDelimiter, parseRows, splitSeparatorLine } from './dsv.js';
import { findDecimal, isMissing, malformed, parseNumber } from './fields.js';
import { checkOptions, flag, oneOf } from './settings.js';
import { textOf } from './source.js';
import { assemble, tableChecks } from './table.js';

/** @import { Check } from './settings.js' */
/** @import { TextSource } from './source.js' */
/** @import { Data, RawColumn, TableOptions } from './table.js' */

/**
 * @typedef {object} CsvOnlyOptions
 * @property {boolean} [header] whether the first line has names. Default: whether it has neither
 *   a number nor a missing value.
 * @property {string} [delimiter] one character. Default: the first of tab, semicolon, bar and comma
 *   that the first line has.
 * @property {'.' | ','} [decimal] before fractions. Default: what the numbers of the file have.
 * @property {string} [encoding] a label of the Encoding standard. Default: UTF-8, or UTF-16 with its
 *   mark.
 */

/** @typedef {TableOptions & CsvOnlyOptions} CsvOptions */

/**
 * How the file was written, as it was found out.
 * @typedef {object} Dialect
 * @property {string} delimiter
 * @property {boolean} header
 * @property {'.' | ','} decimal
 */

/** @typedef {Data & {dialect: Dialect}} CsvData */

/** @type {Record<string, Check>} */
const checks = {
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
 * Reads comma-separated values (RFC 4180), or with another delimiter: columns of
 * numbers, of true and false, of categories and of text, recognised or as told.
 * Blank lines are skipped. What cannot be read is an error with its line and column.
 * @param {TextSource} source
 * @param {CsvOptions} [options]
 * @returns {Promise<CsvData>}
 */
export async function readCsv(source, options) {
  /** @type {CsvOptions} */
  const checked = checkOptions('readCsv', options, checks);
  const text = await textOf(source, 'readCsv', checked.encoding);
  const { named, rest, line } = splitSeparatorLine(text);
  const delimiter = checked.delimiter ?? named ?? findDelimiter(rest);
  const { rows, lines } = parseRows(rest, delimiter, line);
  if (rows.length === 0) {
    throw new MaxMarginError('ERR_EMPTY', 'text', 'there is no line; give at least one');
  }
  for (const row of rows) row.forEach((field, j) => (row[j] = field.trim()));
  const { missingValues = [], like } = checked;
  const first = rows[0];
  const before = /** @type {CsvData | undefined} */ (like)?.dialect?.header;
  const header = checked.header ?? before ?? isHeader(first, missingValues);
  const names = namesOf(header ? first : [], first.length);
  if (header) {
    rows.shift();
    lines.shift();
  }
  checkWidths(rows, lines, first.length, delimiter);
  const decimal = checked.decimal ?? findDecimal(rows);
  const columns = names.map((name, j) => columnOf(name, rows, j, missingValues));
  const guessed = !header && checked.header === undefined;
  const firstHint = guessed ? 'if the first line has names, say { header: true }' : undefined;
  const data = assemble({ columns, lines, decimal, firstHint, unnamed: !header }, checked);
  return { ...data, dialect: { delimiter, header, decimal } };
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
