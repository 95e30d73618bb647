/** Columns as people know them: those of a table, not those that its encoders make. */
import { isArrayOrView } from '../basics/numbers.js';
import { isRecord } from '../input/tables.js';
import { TextCoding } from '../vectorize/texts.js';
import { codingOf } from './encoder-state.js';

/** @import { Fitted, VectorizerReader } from '../model/fitted.js' */
/** @import { CategoryValue } from '../types.js' */

/**
 * A column as people know it. Several columns that Go sees may be made of one, or none.
 * @typedef {{key: string | number, name: string | number, whole?: string | number}} Column whole: of a part of dates
 *   the column that has them
 */

/**
 * A single row, of numbers, of the columns of a table or with names, as one of several.
 * @param {any} X
 * @param {Fitted} [fitted]
 */
export function oneOrMore(X, fitted) {
  const isEntry = (/** @type {unknown} */ v) =>
    typeof v === 'number' || (fitted !== undefined && codingOf(fitted) && Object(v) !== v);
  const plain = isRecord(X) && Object.values(X).every((v) => Object(v) !== v);
  if (plain) return [X];
  const row = isArrayOrView(X) && X; // prettier-ignore
  return row && isEntry(row[0]) && !('shape' in row) ? [row] : X;
}

/**
 * @param {number} count
 * @param {readonly string[]} [names]
 * @returns {Column[]}
 */
export const named = (count, names) =>
  Array.from({ length: count }, (_, j) => ({ key: j, name: names?.[j] ?? j }));

/**
 * What each column is made of that Go sees: one of a table, or of its texts where a vectorizer
 * reads several as one.
 * @param {Fitted} fitted
 * @param {number} cols
 * @returns {Column[]}
 */
export function columnsOf(fitted, cols) {
  const coding = codingOf(fitted);
  const { vectorizer } = /** @type {Partial<VectorizerReader>} */ (fitted.reader ?? {});
  const names = vectorizer?.getFeatureNames?.() ?? fitted.featureNames;
  if (!coding) return named(cols, names);
  /** @type {Column[]} */
  const columns = coding.at.map((key, j) => {
    const { at = key, name: whole = at } = coding.dateOf(j) ?? {};
    return { key: at, name: coding.names?.[j] ?? key, ...(at !== key && { whole }) };
  });
  const { texts, terms } = coding instanceof TextCoding ? coding : { texts: [], terms: [] };
  const read = texts.flatMap(({ label, at, names: own }, t) => {
    const [key] = at.length > 1 ? [`text ${label}`] : at;
    const column = { key, name: own?.join(' + ') ?? at.join(' + ') };
    return Array.from({ length: terms[t] }, () => column);
  });
  return [...columns, ...read];
}

/**
 * How many of the columns that Go sees are those of a table. The terms of its texts follow: texts
 * change by whole words, and have no derivatives.
 * @param {Fitted | undefined} fitted
 * @param {number} cols
 */
export function besideTexts(fitted, cols) {
  const coding = fitted && codingOf(fitted);
  return coding instanceof TextCoding ? coding.at.length : cols;
}

/**
 * The category that a code of a column stands for.
 * @param {Fitted} fitted
 * @param {number} j
 * @param {number} code
 * @returns {CategoryValue}
 */
export const categoryOf = (fitted, j, code) => codingOf(fitted)?.values[j]?.[code] ?? code;
