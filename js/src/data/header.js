/**
 * Whether the first line of a file has the names of the columns. The spelling of one field does not
 * decide: years are names, and so are the numbers from 0 on in a data frame. The differences
 * between the first line and the others decide; if there are none, the caller is asked.
 */
import { show } from '../basics/errors.js';
import { isUsuallyMissing, kindOf, malformed } from './fields.js';

/** @import { Say } from './fields.js' */

/** So many rows, with the first line, tell the format of a file. */
export const headRows = 1001;

/**
 * A value that was seen once among 20 or more is taken for no chance.
 */
const rare = 0.05;

/**
 * @param {string[]} first
 * @param {string[][]} rest
 * @param {number} line of the first
 * @param {Say} say
 * @param {boolean} shorter whether the first line has a field less than each other
 * @returns {boolean}
 */
export function findHeader(first, rest, line, say, shorter) {
  const run = isRun(first, rest);
  /** @type {string[]} */
  const clues = first.map((field, j) => {
    const clue = clueOf(field, rest, j);
    return run && clue === 'value' && kindOf(field) === 'number' ? 'number' : clue;
  });
  const [name, likely, open] = ['name', 'likely', 'open'].map((clue) => clues.indexOf(clue));
  const values = clues.includes('value');
  const numbers = clues.includes('number');
  if (shorter) return !values;
  // Nothing is below the texts.
  if (rest.every((row) => row.every((field) => isUsuallyMissing(field))))
    return !values && !numbers && open >= 0;
  const ask = (/** @type {string} */ why) =>
    malformed(
      `line ${line}${why}; say ${say('header', true)} if it has the names of the columns, or ${say('header', false)} if it is a row`,
      { line, option: 'header' },
    );
  const at = (/** @type {number} */ j) => `, column ${j + 1}: ${show(first[j])}`;
  if (name >= 0) {
    if (!values && (!numbers || run === 'sure')) return true;
    throw ask(`${at(name)} is text above numbers, but the line has numbers above numbers as well`);
  }
  if (values || clues.includes('repeated') || hasTwice(first)) {
    if (likely < 0) return false;
    throw ask(
      `${at(likely)} does not come again, but other fields of the line are like those below`,
    );
  }
  if (likely >= 0 || run === 'sure') return true;
  if (open >= 0) throw ask(`${at(open)} may be the name of the column or its first value`);
  // A blank corner is above row names.
  const corner = first.length > 1 && first[0] === '' && rest.every((row) => row[0] !== '');
  if (corner && isCount(rest.map((row) => row[0]))) return true;
  // A column of a data frame without a name is called 0.
  const zero = first.length === 1 && first[0] === '0' && !rest.some(([field]) => /^-?\d+$/.test(field)); // prettier-ignore
  if (corner || run || zero) throw ask(`: ${show(first.join(', '))} may be names of columns`);
  return false;
}

/**
 * The meaning of a field of the first line, compared with the fields below it:
 *
 * - name: it is text or a date above nothing but other kinds
 * - likely: it is text, and a value of the column would hardly be the only one of its kind
 * - open: it is text, and could be either
 * - repeated: it is text that occurs again
 * - value: it is a number that occurs again, or one with a sign, or with a fraction and between those
 *   below, or a truth value, or a date among dates
 * - number: it is another number
 * - nothing: it is blank
 *
 * If the first line were a row, its text would be new with about the probability of the texts that
 * came once (Good 1953, The population frequencies of species).
 * @param {string} field
 * @param {string[][]} rest
 * @param {number} j
 */
function clueOf(field, rest, j) {
  if (isUsuallyMissing(field)) return 'nothing';
  const kind = kindOf(field);
  if (kind === 'boolean') return 'value';
  if (kind === 'sign') return 'nothing';
  let [below, texts, again, less, more] = [0, 0, false, false, false];
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const row of rest) {
    const other = row[j];
    if (other === undefined || isUsuallyMissing(other)) continue;
    below++;
    again ||= other === field;
    less ||= Number(other) <= Number(field);
    more ||= Number(other) >= Number(field);
    if (kind === 'number' || kindOf(other) !== kind) continue;
    if (kind === 'date') return 'value';
    texts++;
    counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  if (kind === 'number') {
    if (/^\d+$/.test(field)) return again ? 'value' : 'number';
    const outside = /^\d+\.\d+$/.test(field) && !(less && more);
    return again || !outside ? 'value' : 'number';
  }
  if (below > 0 && texts === 0) return 'name';
  if (again) return 'repeated';
  let single = 0;
  for (const count of counts.values()) if (count === 1) single++;
  if (below > 0 && (single + 1) / (below + 1) <= rare) return texts / below > rare ? 'likely' : 'name'; // prettier-ignore
  return 'open';
}

/** @param {string[]} fields */
function hasTwice(fields) {
  const texts = fields.filter((field) => field !== '' && kindOf(field) === 'text');
  return new Set(texts).size < texts.length;
}

/**
 * Whether the numbers of the first line go in equal steps, such as years, wavelengths or the
 * numbers of columns, while the other rows do not.
 * @param {string[]} first
 * @param {string[][]} rest
 * @returns {'sure' | 'maybe' | undefined}
 */
function isRun(first, rest) {
  const places = first.flatMap((field, j) => (field !== '' && /^\d+(?:\.\d+)?$/.test(field) ? [j] : [])); // prettier-ignore
  const years = places.every((j) => isYear(first[j]));
  const few = places.length < 3; // two numbers always go in equal steps
  const step = stepOf(places.map((j) => first[j]), years && !few); // prettier-ignore
  if (step === undefined) return undefined;
  const others = rest.filter((row) => {
    const other = stepOf(places.map((j) => row[j]), years && !few && places.every((j) => isYear(row[j]))); // prettier-ignore
    return other !== undefined && (!few || Math.abs(other) === 1);
  });
  if (others.length > rest.length / 2) return undefined;
  const again = places.some((j) => rest.some((row) => row[j] === first[j]));
  // Two numbers decide as years, or as 0 and 1 in columns without such numbers.
  const outside = places.every((j) => {
    const below = rest.map((row) => Number(row[j]));
    const value = Number(first[j]);
    return below.every((other) => !(other <= value)) || below.every((other) => !(other >= value));
  });
  if (few && (again || Math.abs(step) !== 1 || !(years || (first[places[0]] === '0' && outside)))) {
    return undefined;
  }
  const texts = first.some((field) => kindOf(field) === 'text');
  const chance = (others.length + 1) / (rest.length + 1);
  return !again && texts && !few && chance <= (years ? 0.5 : rare) ? 'sure' : 'maybe';
}

/** @param {string | undefined} field */
function isYear(field = '') {
  return /^(?:1[5-9]|20)\d\d$/.test(field);
}

/**
 * The step from each number to the next, if it is the same; of years in order the first step.
 * @param {(string | undefined)[]} fields
 * @param {boolean} years
 * @returns {number | undefined}
 */
function stepOf(fields, years) {
  if (fields.length < 2) return undefined;
  const numbers = fields.map(Number);
  const step = numbers[1] - numbers[0];
  const even = numbers.every((value, i) => {
    const next = i === 0 ? step : value - numbers[i - 1];
    return years ? next * step > 0 : Math.abs(next - step) <= 1e-9 * Math.abs(value);
  });
  return step !== 0 && even ? step : undefined;
}

/** Whether texts count rows, from 0 or 1 on. @param {string[]} texts */
export function isCount(texts) {
  const from = Number(texts[0]);
  return (from === 0 || from === 1) && texts.every((text, i) => text === String(from + i));
}
