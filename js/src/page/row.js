/** A row as somebody pastes it from a table. */

/** @import { Field } from './fields.js' */

/** What is wrong with a row, by the words that say it. @typedef {{word: 'row' | 'length' | 'wrong', got?: number, count?: number, column?: string, value?: string}} Fault */

/**
 * The values of the last line of a text, in the order of the fields, or of the names in its first line.
 * Between them are tabs, semicolons or commas; with the first two a number may have a decimal comma.
 * @param {string} text
 * @param {Pick<Field, 'name' | 'kind' | 'categories' | 'gap'>[]} fields
 * @returns {any[] | Fault}
 */
export function readRow(text, fields) {
  const whole = text.replaceAll(/^[\r\n]+|[\r\n]+$/g, '');
  const signs = ['\t', ';', ','].filter((one) => whole.includes(one));
  const hasAll = (/** @type {string} */ one) => recordsOf(whole, one).some(({ length }) => length === fields.length); // prettier-ignore
  const sign = signs.find(hasAll) ?? signs[0] ?? ',';
  const lines = recordsOf(whole, sign);
  const cells = lines[lines.length - 1];
  if (!cells) return { word: 'row', count: fields.length };
  const head = lines.length > 1 ? lines[0].map((one) => one.trim()) : [];
  const places = fields.map(({ name }, j) => (head.includes(name) ? head.indexOf(name) : j));
  const isNamed = fields.every(({ name }) => head.includes(name));
  if (!isNamed && cells.length !== fields.length) return { word: 'length', got: cells.length, count: fields.length }; // prettier-ignore
  const values = [];
  for (const [j, { name, kind, categories, gap }] of fields.entries()) {
    const cell = cells[isNamed ? places[j] : j] ?? '';
    const value = cell.trim();
    const number = Number(sign === ',' ? value : value.replace(',', '.'));
    let own;
    if (kind === 'text') own = cell;
    else if (value === '') own = gap ? null : undefined;
    else if (categories) own = categories.find((one) => String(one) === value);
    else own = Number.isFinite(number) ? number : undefined;
    if (own === undefined) return { word: 'wrong', column: name, value: value || '""' };
    values.push(own);
  }
  return values;
}

/**
 * The cells of each line, some of them in quotation marks (RFC 4180).
 * @param {string} text
 * @param {string} sign between cells
 */
function recordsOf(text, sign) {
  /** @type {string[][]} */
  const lines = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${sign}\\r\\n]*))(${sign}|\\r?\\n|$)`, 'y');
  for (let line = /** @type {string[]} */ ([]); cell.lastIndex < text.length || line.length > 0;) {
    const found = cell.exec(text);
    if (!found) break;
    line.push(found[1]?.replaceAll('""', '"') ?? found[2]);
    if (found[3] === sign) continue;
    lines.push(line);
    line = [];
  }
  return lines;
}
