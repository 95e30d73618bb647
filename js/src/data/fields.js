/** Reads the fields of a file: numbers, missing values, dates. */
import { dayOf } from '../basics/dates.js';
import { MaxMarginError, show } from '../basics/errors.js';
import { decimal as number } from '../basics/kinds.js';

/** How numbers have their fractions. @typedef {'.' | ','} Decimal */

/** How numbers are written; the decimal sign is a point by default. @typedef {{decimal?: Decimal, thousands?: string, unit?: string}} Notation */

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

/**
 * @param {string} field
 * @param {Notation} notation
 * @returns {number} NaN if the field is not a number, infinite if it overflows
 */
export function parseNumber(field, { decimal = '.', thousands, unit }) {
  if (unit) {
    const [bare, own] = splitUnit(field);
    if (own !== unit && !isZero(bare)) return NaN;
    field = bare;
  }
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

/** A number with a currency before or behind it, or a percent sign; the digits do not begin as those of a code. */
const measured =
  /^([-+]?)([A-Z]{0,2}\p{Sc}|[A-Z]{3}|kr|zł|Kč|Ft)?\s?([-+]?(?!0\d)\d[\d.,'’\s]*)(?<!\s)\s?(%|[A-Z]{0,2}\p{Sc}|[A-Z]{3}|kr|zł|Kč|Ft)?$/u;

/**
 * The number of a field and its unit: a currency before or behind it, or a percent sign. The unit is
 * '' if there is none, and the number is the whole field.
 * @param {string} field
 * @returns {[number: string, unit: string]}
 */
function splitUnit(field) {
  const [, sign, before = '', digits, after = ''] = measured.exec(field) ?? [];
  const unit = before || after;
  const known = !/^[A-Z]{3}$/.test(unit) || Intl.supportedValuesOf('currency').includes(unit);
  return unit && known && !(before && after) ? [sign + digits, unit] : [field, ''];
}

const isZero = (/** @type {string} */ field) => /^[0.,]+$/.test(field);

/** Texts that mean a gap among numbers or dates; alone they may be a sign such as minus. */
export const dash = /^[-–—]+$/;

/**
 * How all numbers of a column are written, with separators of thousands or with one unit; undefined if
 * they are not all numbers, or if a comma may be both a decimal sign and a separator.
 * @param {readonly (string | undefined)[]} fields
 * @param {Notation & {sure?: boolean}} table whose decimal sign is sure or not
 * @returns {Notation | undefined}
 */
export function notationOf(fields, { decimal, thousands, sure }) {
  let unit = '';
  for (const field of fields) {
    if (field === undefined || dash.test(field)) continue;
    const [digits, own] = splitUnit(field);
    unit ||= own;
    thousands ??= grouped.exec(digits)?.[1];
    if (thousands === decimal) thousands = undefined;
    if (thousands === ',' && !sure) return undefined;
    if (Number.isNaN(parseNumber(field, { decimal, thousands, unit }))) return undefined;
  }
  // What has no unit before the first one that has, is none of these numbers.
  const alike = fields.every((field) => field === undefined || dash.test(field) || !Number.isNaN(parseNumber(field, { decimal, thousands, unit }))); // prettier-ignore
  return alike ? { decimal, thousands, unit } : undefined;
}

/**
 * What only a decimal comma explains: a comma before one, two, or more than three digits, after a lone zero,
 * or behind groups of thousands; or points between several groups. A field such as 1.234 may have
 * either sign, so it decides nothing.
 */
const decimalComma =
  /^[-+]?(?:(?:0,\d+|\d*,(?:\d{1,2}|\d{4,}))(?:e[-+]?\d+)?|\d{1,3}(?:(?:[.'’\s]\d{3})+,\d+|(?:\.\d{3}){2,}))$/i;
/** The same for points. */
const decimalPoint =
  /^[-+]?(?:(?:0\.\d+|\d*\.(?:\d{1,2}|\d{4,}))(?:e[-+]?\d+)?|\d{1,3}(?:(?:[,'’\s]\d{3})+\.\d+|(?:,\d{3}){2,}))$/i;

/**
 * The decimal sign: a comma if some field is a number only with a decimal comma, and no field
 * only with a decimal point; undefined if no field tells.
 * @param {Iterable<readonly (string | undefined)[]>} columns
 * @returns {Decimal | undefined}
 */
export function findDecimal(columns) {
  let comma = false;
  for (const column of columns) {
    for (const field of column) {
      if (field === undefined || !/[.,]/.test(field)) continue;
      const digits = /[^\d.,]/.test(field) ? splitUnit(field)[0] : field;
      if (decimalPoint.test(digits)) return '.';
      comma ||= decimalComma.test(digits);
    }
  }
  return comma ? ',' : undefined;
}

/** @param {string} field */
export const isDate = (field) => dayOf(field, 'dmy') === dayOf(field, 'dmy') || dayOf(field, 'mdy') === dayOf(field, 'mdy'); // prettier-ignore

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
    return `${shown} is a date, not a number; ${otherwise}`;
  }
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)e\+?\d+$|^[-+]?\d+$|^[-+]?inf(?:inity)?$/i.test(field)) {
    return `${shown} is not a finite number; correct it, or name it in ${say('missingValues')}`;
  }
  const [digits] = splitUnit(field);
  if (decimal === '.' && thousands !== ',' && /^[-+]?\d*,\d+$/.test(digits)) {
    const group = /,\d{3}$/.test(digits) ? `, or say ${say('thousands', ',')}` : '';
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
