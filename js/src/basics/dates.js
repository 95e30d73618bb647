/**
 * Dates as people write them, as numbers that a model can use. A time is taken as it is written: zones
 * are not converted. The first letter of an order says how numbers alone are meant: the day first, the month
 * first, or the year first, which refuses both; T behind it says that there are times.
 */

/** The month may have a name, before or behind its day. */
const form =
  /^(?:(\d{4})([-/.])(\d\d?)\2(\d\d?)|(\d\d?)([-/.])(\d\d?)\6(\d{4}|\d\d)|(?:(\d\d?)[-. ]+)?([a-z]{3,9})[-., ]+(?:(\d\d?),? )?(\d{4}))(?:(?:T|,? )(\d\d?):(\d\d)(?::(\d\d(?:\.\d+)?))? ?([ap]m)?(?:Z|[-+]\d\d:?\d\d)?)?$/i;

/**
 * The days from 1970 to a date, with its time as a part of a day.
 * @param {unknown} value a text, or a Date, whose time in UTC counts
 * @param {string} order
 * @returns {number} NaN for anything else
 */
export function dayOf(value, order) {
  if (value instanceof Date) return value.getTime() / 864e5;
  const found = typeof value === 'string' && form.exec(value);
  if (!found) return NaN;
  const [, y1, , m1, d1, a, , b, y2, d3, name, d4 = d3, y3, h = 0, minute = 0, second = 0, half] =
    found;
  const first = order[0] === 'm';
  const year = y1 ?? y3 ?? (y2.length > 2 ? y2 : Number(y2) + (Number(y2) < 69 ? 2000 : 1900));
  const month = name ? 'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(name.slice(0, 3).toLowerCase()) / 3 : Number(m1 ?? (first ? a : b)) - 1; // prettier-ignore
  const day = Number(d1 ?? d4 ?? (first ? b : a));
  const hour = half ? (Number(h) % 12) + (/p/i.test(half) ? 12 : 0) : Number(h);
  const date = new Date(0);
  date.setUTCFullYear(Number(year), month, day);
  const fits =
    !(a && order[0] === 'y') &&
    date.getUTCMonth() === month &&
    date.getUTCDate() === day &&
    (half ? Number(h) < 13 : hour < 24) &&
    Number(minute) < 60 &&
    Number(second) < 60;
  return fits ? (date.getTime() / 1e3 + 3600 * hour + 60 * Number(minute) + Number(second)) / 86400 : NaN; // prettier-ignore
}

/** How many parts dates have: those of an order with times have two more. @param {string} order */
export const countOfParts = (order) => (order[3] ? 7 : 5);

/**
 * The names of the parts of a column: of each circle the sine and the cosine of its angle.
 * @param {string | number} name
 * @param {string} order
 */
export const namesOfParts = (name, order) =>
  ['days', 'weekdaySin', 'weekdayCos', 'seasonSin', 'seasonCos', 'hourSin', 'hourCos']
    .slice(0, countOfParts(order))
    .map((part) => `${name}.${part}`);

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
 * Where a value is no date of the form of the others, in a column most of whose values are dates; -1 in any other.
 * The first 100 values tell whether it may be one.
 * @param {ArrayLike<unknown>} values
 */
export function strayIn(values) {
  // With the day first, and with the month first.
  const good = [0, 0];
  const stray = [-1, -1];
  let [count, dates] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === undefined || value === null || value !== value) continue;
    const fits = ['dmy', 'mdy'].map((order) => !Number.isNaN(dayOf(value, order)));
    fits.forEach((fit, k) => {
      if (fit) good[k]++;
      else if (stray[k] < 0) stray[k] = i;
    });
    if (fits[0] || fits[1]) dates++;
    if (++count === 100 && dates <= 50) break;
  }
  return 2 * dates > count ? stray[Number(good[1] > good[0])] : -1;
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
