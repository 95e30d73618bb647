/** Reads the fields of a file: numbers, missing values, dates. */
import { MaxMarginError, show } from '../basics/errors.js';

/** How numbers have their fractions. @typedef {'.' | ','} Decimal */

/**
 * @param {string} message
 * @param {Record<string, unknown>} [details]
 */
export function malformed(message, details = {}) {
  return new MaxMarginError('ERR_FORMAT', 'text', message, details);
}

/** Texts that mean a missing value. */
const missing = /^(?:|na|#n\/a|n\/a|nan|null|none|\?)$/i;

/**
 * @param {string} field without blanks around it
 * @param {readonly string[]} more further texts that mean a missing value
 */
export function isMissing(field, more) {
  return (field.length < 5 && missing.test(field)) || more.includes(field);
}

const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/**
 * @param {string} field
 * @param {Decimal} decimal
 * @returns {number} NaN if the field is not a number, infinite if it overflows
 */
export function parseNumber(field, decimal) {
  if (decimal === '.') return number.test(field) ? Number(field) : NaN;
  if (field.includes('.')) return NaN;
  const pointed = field.replace(',', '.');
  return number.test(pointed) ? Number(pointed) : NaN;
}

/** A comma before one, two, or more than three digits, or after a lone zero, is a decimal comma. */
const decimalComma = /^[-+]?(?:0,\d+|\d*,(?:\d{1,2}|\d{4,}))(?:e[-+]?\d+)?$/i;
/**
 * The same for points. A field such as 1.234 may have a separator of thousands, so it decides
 * nothing.
 */
const decimalPoint = /^[-+]?(?:0\.\d+|\d*\.(?:\d{1,2}|\d{4,}))(?:e[-+]?\d+)?$/i;

/**
 * The decimal sign: a comma if some field is a number only with a decimal comma, and no field
 * only with a decimal point.
 * @param {Iterable<readonly string[]>} rows
 * @returns {Decimal}
 */
export function findDecimal(rows) {
  let comma = false;
  for (const row of rows) {
    for (const field of row) {
      if (field.includes('.')) {
        if (decimalPoint.test(field)) return '.';
      } else comma ||= field.includes(',') && decimalComma.test(field);
    }
  }
  return comma ? ',' : '.';
}

const date =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2}(?:\d{2})?)(?:[T ]\d{1,2}:\d{2}.*)?$/;

/** @param {string} field */
export function isDate(field) {
  return date.test(field);
}

/**
 * Why a field is not a number, and the remedy.
 * @param {string} field
 * @param {Decimal} decimal
 * @param {string} otherwise what to do about mere text
 */
export function explain(field, decimal, otherwise) {
  const shown = show(field);
  if (isDate(field)) {
    return `${shown} is a date, not a number; write a number instead, such as days since the first day, or leave the column out with ignore`;
  }
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)e\+?\d+$|^[-+]?\d+$|^[-+]?inf(?:inity)?$/i.test(field)) {
    return `${shown} is not a finite number; correct it, or name it in missingValues`;
  }
  if (decimal === '.' && /^[-+]?\d*,\d+$/.test(field)) {
    return `${shown} has a comma: if it is a decimal one, say { decimal: ',' }; if it separates thousands, remove it`;
  }
  if (/^[-+]?\d{1,3}(?:[.,'’\s]\d{3})+(?:[.,]\d+)?$/.test(field)) {
    return `${shown} has separators of thousands; remove them`;
  }
  if (decimal === ',' && /^[-+]?\d*\.\d+$/.test(field)) {
    return `${shown} has a decimal point, but other fields have a decimal comma; write all of them alike`;
  }
  if (/^[-+]?\d[\d.,]*\s?(?:%|[€$£¥]|[a-zµ°]{1,3}\d?)$|^[€$£¥]\s?[-+]?\d[\d.,]*$/i.test(field)) {
    return `${shown} has a number and other text; keep only the number, and put the unit into the header`;
  }
  return `${shown} is not a number; ${otherwise}`;
}

/** @param {readonly string[]} names */
export function list(names) {
  return names.slice(0, 8).join(', ') + (names.length > 8 ? ', …' : '');
}
