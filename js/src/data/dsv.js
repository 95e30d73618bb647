/** Text with delimiters between fields (RFC 4180), taken apart by d3-dsv. */
import { dsvFormat } from 'd3-dsv';
import { malformed } from './fields.js';

/**
 * The delimiters that are looked for, in this order: the comma comes last, since it may be a
 * decimal comma.
 */
const delimiters = ['\t', ';', '|', ','];

/**
 * The first of the delimiters that the first line has outside of quotation marks.
 * @param {string} text
 */
export function findDelimiter(text) {
  const head = text
    .trimStart()
    .slice(0, 1 << 16)
    .replace(/"[^"]*"/g, '');
  const [line] = head.split(/[\r\n]/, 1);
  return delimiters.find((delimiter) => line.includes(delimiter)) ?? ',';
}

/**
 * The line with which spreadsheets name the delimiter, `sep=;`.
 * @param {string} text
 * @returns {{named?: string, rest: string, line: number}} what follows it, and the line that does
 */
export function splitSeparatorLine(text) {
  const named = /^sep=([^\r\n])(?:\r\n?|\n)/i.exec(text);
  if (!named) return { rest: text, line: 1 };
  return { named: named[1], rest: text.slice(named[0].length), line: 2 };
}

/**
 * The same text, cut where rows end: at line ends outside of quotation marks.
 * @param {AsyncIterable<string>} pieces
 * @param {number} [most] characters of a row
 * @param {() => void} [tooLong] called for a row that has more; it throws
 */
export async function* wholeRows(pieces, most = Infinity, tooLong = () => {}) {
  let quoted = false;
  let length = 0; // of what is open
  /** @type {string[]} */
  let open = [];
  for await (const piece of pieces) {
    let end = 0;
    for (const { 0: mark, index } of piece.matchAll(/["\n]/g)) {
      if (mark === '"') quoted = !quoted;
      else if (!quoted) end = index + 1;
    }
    if (end > 0) {
      yield open.join('') + piece.slice(0, end);
      open = [];
      length = 0;
    }
    if (end < piece.length) open.push(piece.slice(end));
    length += piece.length - end;
    if (length > most) tooLong();
  }
  if (open.length > 0) yield open.join('');
}

/**
 * Appends every row that is not blank, and the line it begins on.
 * @param {string} text whole rows
 * @param {string} delimiter
 * @param {number} line of the beginning of the text
 * @param {{rows: string[][], lines: number[]}} to
 * @returns {number} the line that follows the text
 */
export function parseRows(text, delimiter, line, { rows, lines }) {
  if (text.includes('"')) checkQuotes(text, delimiter, line);
  dsvFormat(delimiter).parseRows(text, (fields) => {
    const begin = line++;
    for (const field of fields) {
      if (/[\r\n]/.test(field)) line += field.split(/\r\n?|\n/).length - 1;
    }
    if (fields.length === 1 && fields[0].trim() === '') return null;
    lines.push(begin);
    rows.push(fields);
    return null;
  });
  return line;
}

/**
 * Refuses misplaced quotation marks: d3-dsv would read on after one, and rows would be lost.
 * @param {string} text
 * @param {string} delimiter
 * @param {number} line
 */
function checkQuotes(text, delimiter, line) {
  const isEdge = (/** @type {string | undefined} */ character) =>
    character === undefined || character === delimiter || /[\r\n]/.test(character);
  let at = text.indexOf('"');
  while (at >= 0 && isEdge(text[at - 1])) {
    let end = text.indexOf('"', at + 1);
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    if (end < 0 || !isEdge(text[end + 1])) break;
    at = text.indexOf('"', end + 1);
  }
  if (at < 0) return;
  const lines = text.slice(0, at).split(/\r\n?|\n/);
  const place = { line: line + lines.length - 1, column: (lines.at(-1)?.length ?? 0) + 1 };
  throw malformed(
    `line ${place.line}, character ${place.column}: a quotation mark that is not closed, or not around a whole field; write "..." around the field, and "" for a mark in it`,
    place,
  );
}
