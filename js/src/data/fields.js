/** Reads the fields of a file: numbers, missing values, dates. */
import { MaxMarginError, show } from '../basics/errors.js';

/** How numbers have their fractions. @typedef {'.' | ','} Decimal */

/** How numbers are written; the decimal sign is a point by default. @typedef {{decimal?: Decimal, thousands?: string}} Notation */

/**
 * How messages spell an option: its name alone, or with a value, for all columns or for one. The
 * command line spells flags; '' is the spelling of what it cannot do.
 * @callback Say
 * @param {string} option
 * @param {unknown} [value]
 * @param {string} [column]
 * @returns {string}
 */

/** @type {Say} */
export const asOptions = (option, value, column) => {
  if (value === undefined) return option;
  const shown = Array.isArray(value)
    ? `[${value.map((one) => show(one)).join(', ')}]`
    : show(value);
  if (column === undefined) return `{ ${option}: ${shown} }`;
  const key = /^[a-z_$][\w$]*$/i.test(column) ? column : show(column);
  return `{ ${option}: { ${key}: ${shown} } }`;
};

/**
 * Remedies as one sentence, without those that have no spelling.
 * @param {string[]} ways
 */
export function either(ways) {
  const known = ways.filter((way) => way !== '');
  return known.length < 2
    ? known.join('')
    : `${known.slice(0, -1).join(', ')}, or ${known[known.length - 1]}`;
}

/**
 * @param {string} message
 * @param {Record<string, unknown>} [details]
 */
export function malformed(message, details = {}) {
  return new MaxMarginError('ERR_FORMAT', 'text', message, details);
}

/** Texts that mean a missing value, unless others are given. */
const missing = /^(?:|na|<na>|#n\/a|n\/a|-?nan|null|none|\?)$/i;

/** @param {string} field without blanks around it */
export function isUsuallyMissing(field) {
  return field.length < 5 && missing.test(field);
}

/**
 * What tells whether a field is a missing value. The empty field always is.
 * @param {readonly string[]} [texts] all others
 * @returns {(field: string) => boolean}
 */
export function missingTest(texts) {
  if (!texts) return isUsuallyMissing;
  const all = new Set(texts).add('');
  return (field) => all.has(field);
}

const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/**
 * @param {string} field
 * @param {Notation} notation
 * @returns {number} NaN if the field is not a number, infinite if it overflows
 */
export function parseNumber(field, { decimal = '.', thousands }) {
  if (number.test(field) && (decimal === '.' || !field.includes('.'))) return Number(field);
  let plain = field;
  if (thousands !== undefined && field.includes(thousands)) {
    const [whole, ...rest] = field.split(decimal);
    const [head, ...groups] = whole.split(thousands);
    if (!/^[-+]?\d{1,3}$/.test(head) || groups.some((group) => !/^\d{3}$/.test(group))) return NaN;
    plain = [head + groups.join(''), ...rest].join(decimal);
  }
  if (decimal === ',') {
    if (plain.includes('.')) return NaN;
    plain = plain.replace(',', '.');
  }
  return number.test(plain) ? Number(plain) : NaN;
}

/**
 * Whether a field is a whole number with digits that a number cannot hold, such as a long id.
 * @param {string} field
 * @param {number} value of the field
 */
export function losesDigits(field, value) {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || !/^[-+]?\d+$/.test(field)) return false;
  const digits = field.replace(/^[-+]?0*|0+$/g, '');
  const kept = value.toExponential(Math.min(digits.length, 17) - 1);
  return Number.isFinite(value) && digits !== kept.replace(/e.*|\D/g, '').replace(/0+$/, '');
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
 * @param {Iterable<readonly (string | undefined)[]>} columns
 * @returns {Decimal}
 */
export function findDecimal(columns) {
  let comma = false;
  for (const column of columns) {
    for (const field of column) {
      if (field === undefined) continue;
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

const unit = /^[-+]?\d[\d.,]*\s?(?:%|[€$£¥]|[a-zµ°]{1,3}\d?)$|^[-+]?[€$£¥]\s?[-+]?\d[\d.,]*$/i;
const grouped = /^[-+]?\d{1,3}(?:([.,'’\s])\d{3})+(?:[.,]\d+)?$/;

/**
 * What a field looks like, alone: a number also with a decimal comma, separators of thousands or a
 * unit, a truth value, a date, a sign without meaning such as '-', or a text.
 * @param {string} field
 * @returns {'number' | 'boolean' | 'date' | 'sign' | 'text'}
 */
export function kindOf(field) {
  if (number.test(field) || number.test(field.replace(',', '.'))) return 'number';
  if (grouped.test(field) || (unit.test(field) && !/^\d+[a-z]/i.test(field))) return 'number';
  if (/^(?:true|false)$/i.test(field)) return 'boolean';
  if (isDate(field)) return 'date';
  return /[\p{L}\d]/u.test(field) ? 'text' : 'sign';
}

/**
 * Why a field is not a number, and the remedy.
 * @param {string} field
 * @param {Notation} notation
 * @param {string} otherwise what to do about mere text
 * @param {Say} say
 */
export function explain(field, { decimal = '.', thousands }, otherwise, say) {
  const shown = show(field);
  if (isDate(field)) {
    return `${shown} is a date, not a number; write a number instead, such as days since the first day, or leave the column out with ${say('ignore')}`;
  }
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)e\+?\d+$|^[-+]?\d+$|^[-+]?inf(?:inity)?$/i.test(field)) {
    return `${shown} is not a finite number; correct it, or name it in ${say('missingValues')}`;
  }
  if (decimal === '.' && thousands !== ',' && /^[-+]?\d*,\d+$/.test(field)) {
    const group = /,\d{3}$/.test(field) ? `, or say ${say('thousands', ',')}` : '';
    return `${shown} has a comma: if it is a decimal one, say ${say('decimal', ',')}; if it separates thousands, remove it${group}`;
  }
  const separator = grouped.exec(field)?.[1];
  if (separator) {
    return `${shown} has separators of thousands; remove them, or say ${say('thousands', separator)}`;
  }
  if (decimal === ',' && /^[-+]?\d*\.\d+$/.test(field)) {
    return `${shown} has a decimal point, but other fields have a decimal comma; write all of them alike`;
  }
  if (unit.test(field)) {
    return `${shown} has a number and other text; keep only the number, and put the unit into the header`;
  }
  if (kindOf(field) === 'sign') {
    return `${shown} is not a number; if it means a missing value, name it in ${say('missingValues')}; else ${otherwise}`;
  }
  return `${shown} is not a number; ${otherwise}`;
}

/** @param {readonly string[]} names */
export function list(names) {
  return names.slice(0, 8).join(', ') + (names.length > 8 ? ', …' : '');
}
