/** The fields of a form, one for each column that a model takes. */
import { dayOf } from '../basics/dates.js';
import { wrongSetting } from '../basics/settings.js';
import { show } from '../basics/errors.js';
import { knownOf } from './typical.js';

/** @import { Lowered } from '../graph/lower.js' */
/** @import { Stored } from '../graph/stored.js' */
/** @import { Known } from './typical.js' */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {'number' | 'category' | 'text' | 'date'} kind
 * @property {string} [order] of a date
 * @property {number} at its place in a row
 * @property {any[]} [categories]
 * @property {boolean} gap whether the model fills it in
 * @property {any} start what the form begins with; null: nothing
 * @property {any} typical what the bars compare with
 * @property {[number, number] | {middle: number, spread: number}} [hint] the ends of the values, or their middle and spread
 */

/**
 * @param {Lowered['input']} input
 * @param {Stored} stored
 * @param {(row: unknown[]) => boolean} answers whether the model has an answer for a row
 * @returns {Field[]}
 */
export function fieldsOf(input, stored, answers) {
  if (input.samples !== 'rows') return [{ name: '', kind: 'text', at: 0, gap: false, start: '', typical: '' }]; // prettier-ignore
  const known = knownOf(stored, input.columns.length);
  /** @type {Map<number, Field>} */
  const fields = new Map();
  input.columns.forEach(({ name, names = [], kind, categories, at, order }, j) =>
    at.forEach((place, k) => {
      if (fields.has(place)) return;
      const field = { name: names[k] ?? name ?? `x${place}`, kind, at: place, gap: false };
      if (categories) {
        const category = categories[known[j]?.middle ?? 0] ?? null;
        fields.set(place, { ...field, categories, start: category, typical: category });
      } else if (kind === 'text') fields.set(place, { ...field, start: '', typical: '' });
      else if (order) {
        // Its first part are the days.
        const day = dateOf(known[j]?.middle ?? 0, order);
        fields.set(place, { ...field, order, start: day, typical: day });
      } else fields.set(place, { ...field, ...numberOf(known[j]) });
    }),
  );
  const all = [...fields.values()].sort((a, b) => a.at - b.at);
  if (!input.gaps) return all;
  /** @type {unknown[]} */
  const row = new Array(input.count).fill(null);
  for (const { at, typical } of all) row[at] = typical;
  // A model that has no answer for this row may have one for others.
  const isAnswered = answers(row);
  for (const field of all) {
    if (field.kind === 'text') continue;
    row[field.at] = null;
    field.gap = !isAnswered || answers(row);
    row[field.at] = field.typical;
  }
  return all;
}

/** A date, as fields of a form have it. @param {number} day @param {string} order */
const dateOf = (day, order) => new Date(864e5 * day).toISOString().slice(0, order.endsWith('T') ? 16 : 10); // prettier-ignore

/**
 * What a field begins with, in as many digits as the spread of its column has a use for.
 * @param {Known} known
 * @returns {Pick<Field, 'start' | 'typical' | 'hint'>}
 */
function numberOf({ low, high, middle, spread }) {
  const isRange = low !== undefined && high !== undefined;
  const about = middle ?? (isRange ? (low + high) / 2 : undefined);
  if (about === undefined) return { start: null, typical: 0 };
  const wide = spread ?? (isRange ? (high - low) / 4 : Math.abs(about) / 10);
  const step = 10 ** (Math.floor(Math.log10(wide)) - 1);
  const round = (/** @type {number} */ value) => (step > 0 && Number.isFinite(value / step) ? Number((Math.round(value / step) * step).toPrecision(12)) : value); // prettier-ignore
  const start = round(about);
  if (isRange) return { start, typical: start, hint: [low, high] };
  return { start, typical: start, ...(spread !== undefined && { hint: { middle: start, spread: round(spread) } }) }; // prettier-ignore
}

/**
 * Puts the values of a row into the fields.
 * @param {string} option that the row is
 * @param {any} row a list of all values, or an object of some
 * @param {Lowered['input']} input
 * @param {Field[]} fields
 * @param {'start' | 'typical'} name
 */
export function fill(option, row, { samples, count }, fields, name) {
  if (samples !== 'rows') {
    if (typeof row !== 'string') throw wrongSetting(option, 'a text, as the model takes', row);
    fields[0][name] = row;
    return;
  }
  const isList = Array.isArray(row) || ArrayBuffer.isView(row);
  const own = (/** @type {Field} */ field) => isList || Object.hasOwn(Object(row), field.name);
  if (isList ? Reflect.get(row, 'length') !== count : !fields.some(own)) {
    throw wrongSetting(option, `a row of the model: an array of ${count} values, or an object with the names of the columns`, row); // prettier-ignore
  }
  for (const field of fields) {
    if (!own(field)) continue;
    const { kind, gap, categories, order } = field;
    const value = row[isList ? field.at : field.name];
    const isGap = value === null || value === undefined || Number.isNaN(value);
    const fits =
      kind === 'text'
        ? typeof value === 'string'
        : isGap
          ? gap
          : categories
            ? categories.includes(value)
            : Number.isFinite(order ? dayOf(value, order) : value);
    if (!fits) {
      const wanted = kind === 'text' ? 'a text' : order ? 'a date, such as 2025-12-31' : kind === 'number' ? 'a number' : `one of ${categories?.slice(0, 8).map(show).join(', ')}${Number(categories?.length) > 8 ? ', ...' : ''}`; // prettier-ignore
      throw wrongSetting(`${option}.${field.name}`, wanted, value);
    }
    field[name] = isGap ? null : order ? dateOf(dayOf(value, order), order) : value;
  }
}
