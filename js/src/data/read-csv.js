import { MaxMarginError } from '../basics/errors.js';
import {
  findDelimiter,
  headLength,
  noRows,
  parseRows,
  splitSeparatorLine,
  wholeRows,
} from './dsv.js';
import { asOptions, kindOf, malformed, missingTest } from './fields.js';
import { findHeader, headRows, isCount } from './header.js';
import { checkOptions, flag, oneOf } from './settings.js';
import { piecesOf } from './source.js';
import { assemble, tableChecks } from './table.js';

/** @import { Check } from './settings.js' */
/** @import { Rows } from './dsv.js' */
/** @import { Say } from './fields.js' */
/** @import { TextSource } from './source.js' */
/** @import { Data, RawColumn, RawTable, TableData, TableOptions, Targeted } from './table.js' */

/**
 * @typedef {object} CsvOnlyOptions
 * @property {boolean} [header] whether the first line has names. Default: decided by how the first
 *   line differs from the others, such as a text above numbers; an error asks if it does not.
 * @property {string} [delimiter] one character; a blank stands for any run of blanks and tabs.
 *   Default: the first of tab, semicolon, bar and comma with which all lines have as many fields,
 *   or blanks.
 * @property {'.' | ','} [decimal] the decimal sign. Default: the one that the numbers of the
 *   file use.
 * @property {string} [thousands] separator of groups of three digits. Default: none.
 * @property {string} [comment] beginning of lines to skip. Default: none.
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
    "one character such as ',', ';', '\\t', '|' or ' '",
    (value) => typeof value === 'string' && /^[^\w"\r\n.\\\]^+-]$/.test(value),
  ],
  decimal: oneOf('.', ','),
  thousands: oneOf(',', '.', ' ', "'", '’', '\u00a0', '\u202f', '_'),
  comment: ["text such as '#'", (value) => typeof value === 'string' && value !== ''],
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
  const { table, format } = await parseCsv(source, checked);
  const data = assemble(table, checked);
  return /** @type {any} */ ({ ...data, dialect: { ...format.dialect, decimal: table.decimal } });
}

/**
 * What a program may tell the reader that has columns of its own to decide.
 * @typedef {CsvOptions & {say?: Say, expected?: readonly string[]}} Checked
 */

/**
 * The columns of a file, before their roles and types are decided.
 * @param {TextSource} source
 * @param {Checked} checked
 * @returns {Promise<{table: RawTable, format: Format}>}
 */
export async function parseCsv(source, checked) {
  const parser = new CsvParser(checked);
  const pieces = piecesOf(source, 'readCsv', checked.encoding, checked.say);
  for await (const text of wholeRows(pieces, parser)) parser.add(text);
  const format = formatOf(parser, checked);
  return { table: tableOf(parser.take(), checked, format), format };
}

/** The rows of a file, as far as it was read. */
export class CsvParser {
  /** @type {Rows} */
  #read = noRows();
  /** Text from which the delimiter is to be found. */
  #head = '';
  /** That the next piece begins on; 0: there was none. */
  line = 0;

  /** @param {Checked} checked */
  constructor({ delimiter = '', comment }) {
    /** '': not known yet. */
    this.delimiter = delimiter;
    this.comment = comment;
  }

  get count() {
    return this.#read.rows.length;
  }

  /** @param {string} text whole rows */
  add(text) {
    // Typographers' minus signs before numbers.
    if (text.includes('\u2212'))
      text = text.replace(/(?<=(?:^|[\r\n\t;,|"]) *)\u2212(?=[\d.,])/g, '-');
    if (this.line > 0) {
      this.line = parseRows(text, this.delimiter, this.line, this.#read, this.comment);
      return;
    }
    this.#head += text;
    if (this.#head.length >= headLength) this.end();
  }

  /** What there is of the beginning is all that tells the delimiter. */
  end() {
    if (this.line > 0) return;
    const { rest, line, named = '' } = splitSeparatorLine(this.#head);
    this.delimiter ||= named || findDelimiter(rest, this.comment);
    this.#head = '';
    this.line = line;
    if (rest !== '') this.add(rest);
  }

  /**
   * Takes the first rows out.
   * @param {number} [count]
   * @returns {Rows} trimmed
   */
  take(count = Infinity) {
    const { rows, lines, quoted } = this.#read;
    const taken = { ...noRows(), rows: rows.splice(0, count), lines: lines.splice(0, count) };
    for (const row of taken.rows) {
      for (let j = 0; j < row.length; j++) row[j] = row[j].trim();
      const marked = quoted.size > 0 && quoted.get(row);
      if (!marked) continue;
      taken.quoted.set(row, marked);
      quoted.delete(row);
    }
    return taken;
  }

  /**
   * The first rows, which stay.
   * @param {number} count
   * @returns {Rows} trimmed
   */
  peek(count) {
    const taken = this.take(count);
    const { rows, lines, quoted } = this.#read;
    this.#read = {
      rows: taken.rows.concat(rows),
      lines: taken.lines.concat(lines),
      quoted: new Map([...taken.quoted, ...quoted]),
    };
    return taken;
  }
}

/**
 * What the first rows tell of a file.
 * @typedef {object} Format
 * @property {string[]} names
 * @property {number} full how many fields a line may have, of which the last ones are blank
 * @property {boolean} rowNames whether the first column has names of rows, and none itself
 * @property {string} [firstHint]
 * @property {Omit<Dialect, 'decimal'>} dialect
 */

/**
 * @param {CsvParser} parser that read to the end, or at least the rows that tell the format
 * @param {Checked} checked
 * @returns {Format}
 */
export function formatOf(parser, checked) {
  parser.end();
  if (parser.count === 0) {
    throw new MaxMarginError('ERR_EMPTY', 'text', 'there is no line; give at least one');
  }
  const head = parser.peek(headRows);
  const { say = asOptions, like } = checked;
  const before = /** @type {CsvData | undefined} */ (like)?.dialect?.header;
  const given = checked.header ?? before;
  const [first, ...rest] = head.rows;
  // R leaves out the name of the row names, and some programs end all lines but the header with a
  // delimiter. A decimal comma has the same form: rows of numbers are not taken for names.
  const longer = given !== false && rest.length > 0 && rest.every(({ length }) => length === first.length + 1); // prettier-ignore
  const ended = longer && rest.every((row) => row[first.length] === '');
  const starts = rest.map((row) => row[0]);
  const shorter = longer && !ended && (given || (first.length > 1 && (isCount(starts) || starts.some((start) => /text|date/.test(kindOf(start)))))); // prettier-ignore
  const full = Math.max(first.length, shorter || ended ? first.length + 1 : 0);
  if (first.length === 1 && rest.some(({ length }) => length > full)) checkWidths(rest, head.lines.slice(1), 1, parser.delimiter, say); // prettier-ignore
  const all = shorter ? ['', ...first] : first;
  let width = all.length;
  while (width > 1 && head.rows.every((row) => (row[width - 1] ?? '') === '')) width--;
  const names = all.slice(0, width);
  const fields = rest.map((row) => row.slice(0, width));
  const header =
    given ??
    (namesColumn(names, checked) || findHeader(names, fields, head.lines[0], say, shorter));
  if (header) parser.take(1);
  const guessed = !header && checked.header === undefined;
  return {
    names: namesOf(header ? names : [], shorter && !header ? first.length : width),
    full,
    rowNames: header && shorter,
    firstHint: guessed ? `if the first line has names, say ${say('header', true)}` : undefined,
    dialect: { delimiter: parser.delimiter, header },
  };
}

/**
 * Rows of a file as columns.
 * @param {Rows} taken
 * @param {Checked} checked
 * @param {Format} format
 * @returns {RawTable}
 */
export function tableOf(taken, checked, format) {
  const { names, full, rowNames, firstHint, dialect } = format;
  const { rows, lines } = taken;
  for (const row of rows) {
    const { length } = row;
    if (length > names.length && length <= full && row.every((field, j) => j < names.length || field === '')) row.length = names.length; // prettier-ignore
  }
  checkWidths(rows, lines, names.length, dialect.delimiter, checked.say ?? asOptions);
  const { missingValues: said } = checked;
  const shared = Array.isArray(said) ? said : undefined;
  const isMissing = missingTest(shared);
  const columns = names.map((name, j) => {
    const own = said && !shared && Object.hasOwn(said, name) ? /** @type {Record<string, string[]>} */ (said)[name] : undefined; // prettier-ignore
    const column = columnOf(name, taken, j, own ? missingTest(own) : isMissing, !shared && !own);
    if (j === 0 && rowNames) column.rowNames = true;
    return column;
  });
  const { thousands, say, like } = checked;
  // The other sign separates thousands; what like has without proof of a comma is a point.
  const other = /** @type {const} */ ({ '.': ',', ',': '.' });
  const implied = thousands === '.' || thousands === ',' ? other[thousands] : undefined;
  const known = /** @type {CsvData | undefined} */ (like)?.dialect?.decimal;
  const decimal = checked.decimal ?? implied ?? (known === ',' ? known : undefined);
  if (decimal && thousands === decimal)
    throw new MaxMarginError('ERR_OPTION', 'thousands', `thousands and decimal are both '${decimal}'; leave one of them out`); // prettier-ignore
  return { columns, lines, decimal, thousands, say, firstHint, unnamed: !dialect.header };
}

/**
 * Whether the caller names one of these columns.
 * @param {string[]} first
 * @param {Checked} checked
 */
function namesColumn(first, { target, columns, ignore, oneHot, types, expected, like }) {
  const named = [
    ...[target, ...(columns ?? []), ...(ignore ?? []), ...(Array.isArray(oneHot) ? oneHot : [])],
    ...[...Object.keys(types ?? {}), ...(expected ?? []), ...(like?.columns ?? []).map(({ name }) => name)],
  ]; // prettier-ignore
  return named.some((name) => typeof name === 'string' && first.includes(name));
}

/**
 * The names of columns; one without a name has its number after x, as long as no other is called so.
 * @param {string[]} header
 * @param {number} count
 */
function namesOf(header, count) {
  const taken = new Set(header);
  return Array.from({ length: count }, (_, j) => {
    let name = header[j] || `x${j + 1}`;
    if (!header[j]) while (taken.has(name)) name += '_';
    return name;
  });
}

/**
 * @param {string[][]} rows
 * @param {number[]} lines
 * @param {number} count of fields in the first line
 * @param {string} delimiter
 * @param {Say} say
 */
function checkWidths(rows, lines, count, delimiter, say) {
  const ragged = rows.findIndex(({ length }) => length !== count);
  if (ragged < 0) return;
  const [line, got] = [lines[ragged], rows[ragged].length];
  const named = rows.every(({ length }) => length === count + 1) ? `, or say ${say('header', true)} if each begins with the name of a row` : ''; // prettier-ignore
  throw malformed(
    `line ${line} has ${got} ${got === 1 ? 'field' : 'fields'}, but the first one has ${count}; give every line as many, or name the ${say('delimiter')} (it is ${JSON.stringify(delimiter)}), or what begins lines of ${say('comment')}${named}${count === 1 ? ', or remove what is above the names of the columns' : ''}`,
    { line, expected: count, got },
  );
}

/**
 * @param {string} name
 * @param {Rows} from
 * @param {number} j
 * @param {(field: string) => boolean} isMissing
 * @param {boolean} usual whether nobody said what is missing: then quotation marks protect a text
 * @returns {RawColumn}
 */
function columnOf(name, { rows, quoted }, j, isMissing, usual) {
  /** @type {RawColumn} */
  const column = { name, fields: [] };
  column.fields = rows.map((row, i) => {
    const field = row[j];
    if (!isMissing(field)) return field;
    if (usual && quoted.get(row)?.has(j)) {
      (column.quoted ??= []).push(i);
      return field;
    }
    if (field !== '') column.gap ??= field;
    return undefined;
  });
  return column;
}
