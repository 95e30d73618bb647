/** Text with delimiters between fields (RFC 4180). */
import { isUsuallyMissing, malformed } from './fields.js';

/**
 * The delimiters that are looked for, in this order: the comma comes late, since it may be a
 * decimal comma. A blank stands for any run of blanks and tabs.
 */
const delimiters = ['\t', ';', '|', ','];

/** So many characters of a file tell its delimiter. */
export const headLength = 1 << 16;

/**
 * The rows of a file, as they are taken apart.
 * @typedef {object} Rows
 * @property {string[][]} rows
 * @property {number[]} lines that each row begins on
 * @property {Map<string[], Set<number>>} quoted of a row, the fields in quotation marks that would
 *   mean a missing value without them
 */

/** @returns {Rows} */
export const noRows = () => ({ rows: [], lines: [], quoted: new Map() });

/**
 * The delimiter: the first one of the first line with which all lines have as many fields. Blanks
 * are one if no other fits, and if columns of numbers appear with them.
 * @param {string} text the beginning of the file
 * @param {string} [comment] what a line of comment begins with
 */
export function findDelimiter(text, comment) {
  let head = text.slice(0, headLength);
  if (text.length >= headLength) {
    // The last line may be cut.
    const end = head.search(/[\r\n][^\r\n]*$/);
    if (end > 0) head = head.slice(0, end + 1);
  }
  // Marks in a comment mean nothing.
  const skipped = comment ? `|^${comment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}.*` : '';
  const lines = head
    .replace(new RegExp(`"[^"]*"${skipped}`, 'gm'), (found) =>
      comment && found.startsWith(comment) ? '' : 'q',
    ) // prettier-ignore
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const present = delimiters.filter((delimiter) => first.includes(delimiter));
  const even = (/** @type {string} */ delimiter) => widthOf(lines.map((line) => line.split(delimiter))) > 1; // prettier-ignore
  const found = present.find(even);
  if (found === undefined || found === '\t') {
    const rows = lines.map((line) => line.trim().split(/\s+/));
    const width = widthOf(rows);
    const numbers = numericColumns(rows);
    const before = found ? numericColumns(lines.map((line) => line.split(found))) : 0;
    if (width > 1 && numbers > before) return ' ';
  }
  return found ?? present[0] ?? ',';
}

/** @param {string[][]} rows @returns {number} fields of each; 0: not the same */
function widthOf(rows) {
  const width = rows.at(-1)?.length ?? 0;
  // The first line may lack the name of the row names.
  return rows.every(
    (row, i) => row.length === width || (i === 0 && width > 2 && row.length === width - 1),
  )
    ? width
    : 0;
}

/** How many columns have numbers below the first line. @param {string[][]} rows */
function numericColumns(rows) {
  const [below, width] = [rows.length > 1 ? rows.slice(1) : rows, rows.at(-1)?.length ?? 0];
  let count = 0;
  for (let j = 0; j < width; j++) {
    const fields = below.map((row) => row[j] ?? '').filter((field) => !isUsuallyMissing(field.trim())); // prettier-ignore
    if (fields.length > 0 && fields.every((field) => /^\s*[-+.]?\d[\d.,e+-]*\s*$/i.test(field))) count++; // prettier-ignore
  }
  return count;
}

/**
 * The line with which spreadsheets name the delimiter, `sep=;`.
 * @param {string} text
 * @returns {{named?: string, rest: string, line: number}} what follows it, and the line that does
 */
export function splitSeparatorLine(text) {
  const named = /^"?sep=([^\r\n])"?(?:\r\n?|\n)/i.exec(text);
  if (!named) return { rest: text, line: 1 };
  return { named: named[1], rest: text.slice(named[0].length), line: 2 };
}

/**
 * The same text, cut where rows end: at line ends outside of quotation marks.
 * @param {AsyncIterable<string>} pieces
 * @param {{line: number, comment?: string}} parser of the rows, which knows the line that the next one begins on
 * @param {number} [most] characters of a row; no string can be much longer
 */
export async function* wholeRows(pieces, parser, most = 2 ** 28) {
  const { comment = '' } = parser;
  let quoted = false;
  let lead = ''; // how the row begins, as far as a comment does
  let length = 0; // of what is open
  /** @type {string[]} */
  let open = [];
  for await (const piece of pieces) {
    let [end, begin] = [0, 0];
    const start = () => (lead + piece.slice(begin, begin + comment.length)).slice(0, comment.length); // prettier-ignore
    for (const { 0: mark, index } of piece.matchAll(/["\n]/g)) {
      if (mark === '"') quoted = !quoted && !(comment && start() === comment);
      else if (!quoted) {
        end = begin = index + 1;
        lead = '';
      }
    }
    lead = start();
    if (end > 0) {
      yield open.join('') + piece.slice(0, end);
      open = [];
      length = 0;
    }
    if (end < piece.length) open.push(piece.slice(end));
    length += piece.length - end;
    if (length > most) {
      const line = Math.max(parser.line, 1);
      throw malformed(
        `the row that begins on line ${line} has more than ${most} characters; look there for a quotation mark that is not closed`,
        { line },
      );
    }
  }
  if (open.length > 0) yield open.join('');
}

const lineEnd = /\r\n?|\n/g;

/**
 * Appends every row that is neither blank nor a comment, and the line it begins on.
 * @param {string} text whole rows
 * @param {string} delimiter
 * @param {number} line of the beginning of the text
 * @param {Rows} to
 * @param {string} [comment] what a line of comment begins with
 * @returns {number} the line that follows the text
 */
export function parseRows(text, delimiter, line, to, comment) {
  const marks = text.includes('"');
  for (let at = 0; at < text.length;) {
    lineEnd.lastIndex = at;
    const found = lineEnd.exec(text);
    const end = found?.index ?? text.length;
    const row = text.slice(at, end);
    const blank = row.trim() === '' && (delimiter === ' ' || !row.includes(delimiter));
    if (blank || (comment && row.startsWith(comment))) {
      at = found ? lineEnd.lastIndex : end;
      line++;
      continue;
    }
    to.lines.push(line);
    if (marks && row.includes('"')) {
      const scan = new Scan(text, at, delimiter, line);
      to.rows.push(scan.fields);
      if (scan.quoted) to.quoted.set(scan.fields, scan.quoted);
      [at, line] = [scan.at, scan.line];
    } else {
      to.rows.push(delimiter === ' ' ? row.trim().split(/\s+/) : row.split(delimiter));
      at = found ? lineEnd.lastIndex : end;
      line++;
    }
  }
  return line;
}

/**
 * A row with quotation marks. They enclose whole fields: a misplaced one would change the meaning
 * of the text after it, and rows would be lost.
 */
class Scan {
  /** @type {string[]} */
  fields = [];
  /** @type {Set<number> | undefined} */
  quoted;

  /**
   * @param {string} text
   * @param {number} at where the row begins
   * @param {string} delimiter
   * @param {number} line
   */
  constructor(text, at, delimiter, line) {
    this.text = text;
    this.at = at;
    this.line = line;
    const blanks = delimiter === ' ';
    const edge = blanks
      ? /[\s"]/g
      : new RegExp(`[${delimiter.replace(/[\\\]^-]/, '\\$&')}\r\n"]`, 'g');
    const isEnd = () => this.at >= text.length || /[\r\n]/.test(text[this.at]);
    const skip = () => {
      while (blanks && /[^\S\r\n]/.test(text[this.at] ?? '')) this.at++;
    };
    skip();
    for (;;) {
      if (text[this.at] === '"') this.#mark(blanks, delimiter);
      else {
        edge.lastIndex = this.at;
        const next = edge.exec(text)?.index ?? text.length;
        if (text[next] === '"') this.#fail(next);
        this.fields.push(text.slice(this.at, next));
        this.at = next;
      }
      if (blanks) {
        skip();
        if (isEnd()) break;
      } else {
        if (isEnd()) break;
        this.at++;
      }
    }
    if (text[this.at] === '\r' && text[this.at + 1] === '\n') this.at++;
    this.at++;
    this.line++;
  }

  /**
   * A field in quotation marks.
   * @param {boolean} blanks
   * @param {string} delimiter
   */
  #mark(blanks, delimiter) {
    const { text } = this;
    const from = this.at;
    let end = text.indexOf('"', from + 1);
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    const next = text[end + 1];
    const closed = next === undefined || next === delimiter || /[\r\n]/.test(next) || (blanks && /\s/.test(next)); // prettier-ignore
    if (end < 0 || !closed) this.#fail(from);
    const field = text.slice(from + 1, end).replaceAll('""', '"');
    if (/[\r\n]/.test(field)) this.line += field.split(/\r\n?|\n/).length - 1;
    if (field.trim() !== '' && isUsuallyMissing(field.trim())) {
      (this.quoted ??= new Set()).add(this.fields.length);
    }
    this.fields.push(field);
    this.at = end + 1;
  }

  /** @param {number} at @returns {never} */
  #fail(at) {
    const begin = Math.max(
      this.text.lastIndexOf('\n', at - 1),
      this.text.lastIndexOf('\r', at - 1),
    );
    const place = { line: this.line, column: at - begin };
    throw malformed(
      `line ${place.line}, character ${place.column}: a quotation mark that is not closed, or not around a whole field; write "..." around the field, and "" for a mark in it`,
      place,
    );
  }
}
