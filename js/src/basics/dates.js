/**
 * Dates as people write them, as numbers that a model can use. A time is taken as it is written: zones
 * are not converted. An order says how numbers alone are meant: 'dmy', 'mdy', or 'ymd', which refuses both.
 */

const names = 'january february march april may june july august september october november december';
const months = names.split(' ');

const form =
  /^(?:(\d{4})([-/.])(\d\d?)\2(\d\d?)|(\d\d?)([-/.])(\d\d?)\6(\d{4}|\d\d)|(\d\d?)[-. ]{1,2}([a-z]{3,9})[-., ]{1,2}(\d{4})|([a-z]{3,9})\.? (\d\d?),? (\d{4}))(?:(?:T|,? )(\d\d?):(\d\d)(?::(\d\d(?:\.\d+)?))? ?([ap]m)?(?:Z|[-+]\d\d:?\d\d)?)?$/i;

/**
 * The days from 1970 to a date, with its time as a part of a day.
 * @param {unknown} value a text, or a Date, whose time in UTC counts
 * @param {string} order its first letter tells
 * @returns {number} NaN for anything else
 */
export function dayOf(value, order) {
  if (value instanceof Date) return value.getTime() / 864e5;
  const found = typeof value === 'string' && form.exec(value);
  if (!found) return NaN;
  const [, y1, , m1, d1, a, , b, y2 = '', d3, m3 = '', y3, m4 = m3, d4 = d3, y4 = y3] = found;
  const [hours, minutes, seconds] = found.slice(15, 18).map((part) => Number(part ?? 0));
  const half = found[18];
  const first = order[0] === 'm';
  const short = y2.length === 2 && (Number(y2) < 69 ? 2000 : 1900);
  const year = Number(y1 ?? y4 ?? Number(y2) + Number(short));
  const month = Number(m1 ?? (m4 ? months.findIndex((name) => name.startsWith(m4.toLowerCase())) + 1 : first ? a : b)); // prettier-ignore
  const day = Number(d1 ?? d4 ?? (first ? b : a));
  const hour = half ? (hours % 12) + (/p/i.test(half) ? 12 : 0) : hours;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const fits =
    (a === undefined || order[0] !== 'y') &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    (half ? hours > 0 && hours < 13 : hours < 24) &&
    minutes < 60 &&
    seconds < 60;
  return fits ? (date.getTime() + 36e5 * hour + 6e4 * minutes + 1e3 * seconds) / 864e5 : NaN;
}

/** What a date becomes: of each circle the sine and the cosine of its angle; the last two only of dates with times. */
const parts = [
  'days',
  ...['weekdaySin', 'weekdayCos', 'seasonSin', 'seasonCos', 'hourSin', 'hourCos'],
];

/** The names of the parts of a column. @param {string | number} name @param {string} order */
export const namesOfParts = (name, order) =>
  parts.slice(0, order.endsWith('T') ? 7 : 5).map((part) => `${name}.${part}`);

/**
 * A part of a date: the days since 1970, or where it is on the circles of the week from Monday on, of the mean
 * year from 1 January on, and of the day.
 * @param {number} day
 * @param {number} k the part
 */
export function partOf(day, k) {
  if (k === 0) return day;
  const turns = [(Math.floor(day) + 3) / 7, day / 365.2425, day][(k - 1) >> 1];
  return (k % 2 ? Math.sin : Math.cos)(2 * Math.PI * (turns % 1));
}

/**
 * The order that the dates of a column have, with T after it if they have times; ? if they fit
 * two orders, '' if not all values are dates.
 * @param {ArrayLike<unknown>} values
 */
export function orderOf(values) {
  let [dmy, mdy, same, count, time] = [true, true, true, 0, ''];
  for (let i = 0; i < values.length && (dmy || mdy); i++) {
    const value = values[i];
    if (value === undefined || value === null || value !== value) continue;
    const [a, b] = [dayOf(value, 'dmy'), dayOf(value, 'mdy')];
    if (a % 1 || b % 1) time = 'T';
    [dmy, mdy, same] = [dmy && a === a, mdy && b === b, same && a === b];
    count++;
  }
  if (count === 0 || !(dmy || mdy)) return '';
  return (same ? 'ymd' : dmy && mdy ? '?' : dmy ? 'dmy' : 'mdy') + time;
}
