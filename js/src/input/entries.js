/** What is wrong with an entry of samples, in the words that Go has for the same. */
import { MaxMarginError, show } from '../basics/errors.js';

/**
 * @param {Record<string, unknown>} at its row and column
 * @param {string} code
 * @param {string} what
 */
export const wrongEntry = (at, code, what) =>
  new MaxMarginError(code, 'X', `X[${at.row}, ${at.column}] ${what}`, at);

/** Nothing fills in what is missing. */
export const gap = 'is missing, and the model fills no gaps there; leave the row out, or fit it with a SimpleImputer'; // prettier-ignore

/** An encoder knows the categories of the fit alone. */
export const unknown = 'has a category that is not among those of the encoder; correct it, or say what to do about such with handleUnknown'; // prettier-ignore

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
  wrongEntry({ ...at, got: show(value) }, 'ERR_TYPE', `is ${show(value)}, but ${why}; correct it`);

/**
 * The error for a value that is no date.
 * @param {Record<string, unknown>} at
 * @param {unknown} value
 * @param {string} order
 */
export const noDate = (at, value, order) =>
  noEntry(at, value, `the column has dates, ${order[0] === 'y' ? '' : `with the ${order[0] === 'd' ? 'day' : 'month'} first, or `}as 2025-12-31`); // prettier-ignore
