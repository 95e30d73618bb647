/** A row as somebody pastes it from a table. */

import { dayOf } from '../basics/dates.js';

/** @import { Field } from './fields.js' */

/** What is wrong with a row, by the words that say it. @typedef {{word: 'row' | 'length' | 'wrong', got?: number, count?: number, column?: string, value?: string}} Fault */

/** @typedef {Pick<Field, 'name' | 'kind' | 'categories' | 'gap' | 'order'>} Column */

/**
 * The values of the last line of a text, in the order of the columns, or of the names in its first line.
 * Between them are tabs, semicolons or commas; with the first two a number may have a decimal comma.
 * @param {string} text
 * @param {Column[]} columns
 * @returns {any[] | Fault}
 */
export function readRow(text, columns) {
  const whole = text.replaceAll(/^[\r\n]+|[\r\n]+$/g, '');
  if (whole === '') return { word: 'row', count: columns.length };
  const signs = ['\t', ';', ','].filter((sign) => whole.includes(sign) || sign === ',');
  const all = signs.map((sign) => readLine(recordsOf(whole, sign), columns, sign !== ','));
  // Texts may have the other signs.
  return all.find(Array.isArray) ?? all.find((one) => !Array.isArray(one) && one.word === 'wrong') ?? all[0]; // prettier-ignore
}

/**
 * @param {string[][]} lines
 * @param {Column[]} columns
 * @param {boolean} hasCommas in numbers
 * @returns {any[] | Fault}
 */
function readLine(lines, columns, hasCommas) {
  const cells = lines[lines.length - 1];
  const head = lines.length > 1 ? lines[0].map((one) => one.trim()) : [];
  const isNamed = columns.every(({ name }) => head.includes(name));
  if (!isNamed && cells.length !== columns.length) return { word: 'length', got: cells.length, count: columns.length }; // prettier-ignore
  const values = [];
  for (const [j, { name, kind, categories, gap, order }] of columns.entries()) {
    const cell = cells[isNamed ? head.indexOf(name) : j] ?? '';
    const value = cell.trim();
    const number = Number(hasCommas ? value.replace(',', '.') : value);
    let own;
    if (kind === 'text') own = cell;
    else if (value === '') own = gap ? null : undefined;
    else if (categories) own = categories.find((one) => String(one) === value);
    else own = order ? (Number.isNaN(dayOf(value, order)) ? undefined : value) : Number.isFinite(number) ? number : undefined; // prettier-ignore
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
