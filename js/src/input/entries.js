/** What is wrong with an entry of samples, in the words that Go has for the same. */
import { strayIn } from '../basics/dates.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { decimal } from '../basics/kinds.js';

/**
 * @param {Record<string, unknown>} at its row and column
 * @param {string} code
 * @param {string} what
 */
export const wrongEntry = (at, code, what) =>
  new MaxMarginError(code, 'X', `X[${at.row}, ${at.column}] ${what}`, at);

/** Nothing fills in what is missing. */
export const gap = 'is missing, and the model fills no gaps there; leave the row out, or fit it with a SimpleImputer'; // prettier-ignore

/** An encoder knows the categories of the fit alone. @param {unknown} value */
export const unknown = (value) => `has the category ${show(value)}, which is not among those of the encoder; correct it, or say what to do about such with handleUnknown`; // prettier-ignore

/** @param {unknown} value */
export const notFinite = (value) => `is ${value}; remove the row, or fill the missing value first`;

/**
 * The error for a value that a vectorizer cannot read.
 * @param {Record<string, unknown>} at
 * @param {unknown} value
 * @param {string} label of the vectorizer in its ColumnTransformer
 * @param {string} machine
 */
export const noText = (at, value, label, machine) =>
  wrongEntry(
    { ...at, got: show(value) },
    'ERR_TYPE',
    isMissing(value)
      ? `is missing, but '${label}', a ${machine}, reads texts there; pass '' for no text, or leave out the row`
      : `is ${show(value)}, but '${label}', a ${machine}, reads texts there; pass texts, or give the column to another transformer`,
  );

/**
 * An error about an entry of a table, with the name of the column in place of its number.
 * @param {any} error
 * @param {readonly (string | number)[] | undefined} names
 */
export function inColumn(error, names) {
  const { row, column: j } = error.details ?? {};
  const column = names?.[j];
  if (row === undefined || column === undefined) return error;
  const message = error.message.replace(`X[${row}, ${j}]`, () => `X[${row}, ${column}]`);
  return Object.assign(error, { message, details: { ...error.details, column } });
}

/** @param {unknown} value */
export const isMissing = (value) => value === undefined || value === null || value !== value;

/**
 * The error for a value of a type that columns do not have.
 * @param {Record<string, unknown>} at
 * @param {unknown} value
 * @param {string} [why]
 */
export const noEntry = (at, value, why = 'columns have numbers, texts and booleans') =>
  wrongEntry(
    { ...at, got: show(value) },
    'ERR_TYPE',
    `is ${show(value)}, but ${why}${why.includes(';') ? '' : '; correct it'}`,
  );

/** Whether a value may be a category. @param {unknown} value */
export const isValue = (value) => ['string', 'number', 'boolean'].includes(typeof value);

/**
 * Refuses a value that is not among the categories of a column where it cannot be meant as one more: the
 * empty text, and values of a type that no category has. 2 is not '2', and true is not 'true'.
 * @param {() => Record<string, unknown>} locate its row and column
 * @param {unknown} value
 * @param {Iterable<unknown>} known the categories
 */
export function checkCategory(locate, value, known) {
  if (!isValue(value)) throw noEntry(locate(), value);
  if (value === '') throw noEntry(locate(), value, 'no category is; correct it, or write a gap as null'); // prettier-ignore
  let other;
  for (other of known) if (typeof other === typeof value) return;
  if (other === undefined) return;
  throw noEntry(locate(), value, `its categories are ${typeof other === 'string' ? 'text' : typeof other}s, such as ${show(other)}`); // prettier-ignore
}

/**
 * Refuses a column with numbers and other values, or with dates and a few others: a single 'n/a' would make a
 * category of each.
 * @param {ArrayLike<unknown>} values
 * @param {string | number} column
 */
export function refuseMixed(values, column) {
  let [numbers, odd] = [false, -1];
  for (let row = 0; row < values.length; row++) {
    if (isMissing(values[row])) continue;
    if (typeof values[row] === 'number') numbers = true;
    else if (odd < 0) odd = row;
  }
  if (!numbers) odd = strayIn(values);
  if (odd < 0) return;
  const got = show(values[odd]);
  throw wrongEntry({ row: odd, column, got }, 'ERR_TYPE', `is ${got}, but other values of the column are ${numbers ? 'numbers' : 'dates'}; correct it, write a gap as null, or say types: { ${column}: 'category' } if all are categories`); // prettier-ignore
}

/**
 * Whether a text may stand for a value.
 * @param {unknown} value
 */
export const isText = (value) => isValue(value) || typeof value === 'bigint';

/**
 * The text of a category, in a column that was said to have categories.
 * @param {unknown} value
 */
export const readText = (value) => (isText(value) && !isMissing(value) ? String(value) : value);

/**
 * The number of a text, in a column of numbers.
 * @param {unknown} value
 * @param {() => Record<string, unknown>} locate its row and column
 */
export function readNumber(value, locate) {
  if (typeof value !== 'string') return /** @type {number} */ (value);
  if (decimal.test(value)) return Number(value);
  throw noEntry(locate(), value, 'the column has numbers such as -1.5');
}

/**
 * The error for a value that is no date.
 * @param {Record<string, unknown>} at
 * @param {unknown} value
 * @param {string} order
 */
export const noDate = (at, value, order) =>
  noEntry(at, value, `the column has dates, ${order[0] === 'y' ? '' : `with the ${order[0] === 'd' ? 'day' : 'month'} first, or `}as 2025-12-31`); // prettier-ignore
