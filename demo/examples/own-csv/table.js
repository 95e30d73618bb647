/** The content of a file, and the possible targets and features. */

import { readCsv } from 'maxmargin/data';

const fewNumbers = 10;     // whole numbers with at most so many different values count as classes

/**
 * @typedef {{ name: string, type: string, missing: number, distinct: number, summary: string, refused?: string }} Column
 *   refused says why a column is left out
 */

/**
 * Reads a file for the first time, to describe its content. A column that cannot be
 * read is left out with the reason; a line that cannot be read is an error.
 *
 * @returns {Promise<{ columns: Column[], rows: number, dialect: object }>}
 */
export async function inspect(text) {
  const refused = new Map();
  let header; // where the package cannot tell, the first line counts as names
  for (;;) {
    try {
      const data = await readCsv(text, { header, ignore: [...refused.keys()], oneHot: true, missing: 'mean' });
      return { columns: data.columns.map((column) => describe(column, data, refused)), rows: data.X.rows, dialect: data.dialect };
    } catch (error) {
      const { name, column, option } = error.details ?? {};
      if (option === 'header' && header === undefined) {
        header = true;
        continue;
      }
      const at = name ?? column; // an error about a field has `name`, one about an empty column has `column`
      if (typeof at !== 'string' || refused.has(at) || error.message.startsWith('there are two')) throw error;
      refused.set(at, inWords(error.message));
    }
  }
}

/** The message of an error without its advice for programs. */
const inWords = (message) => message.replace(/(, or say that|; name it in|, or leave the column out|; encode its|; if it ).*$/s, '');

function describe({ name, type, missing, categories, mean, why }, { X, featureNames }, refused) {
  if (refused.has(name)) return { name, type: '–', missing, distinct: 0, summary: '', refused: refused.get(name) };
  if (categories) {
    const shown = categories.slice(0, 4).join(', ');
    return { name, type, missing, distinct: categories.length, summary: categories.length > 4 ? `${shown}, …` : shown, refused: why };
  }
  const isDate = type === 'date'; // the days since 1970 and four places on circles, or with times six
  const at = featureNames.indexOf(isDate ? `${name}.days` : name);
  // Missing values were replaced by the mean, which is not a value of the column.
  const values = Array.from({ length: X.rows }, (_, row) => X.data[row * X.cols + at]).filter((value) => missing === 0 || value !== (isDate ? mean[0] : mean));
  let [least, most, sum] = [Infinity, -Infinity, 0];
  for (const value of values) [least, most, sum] = [Math.min(least, value), Math.max(most, value), sum + value];
  if (isDate) {
    const day = (value) => new Date(864e5 * value).toISOString().slice(0, 10);
    return { name, type, missing, distinct: 0, summary: `${day(least)} to ${day(most)}` };
  }
  const short = (value) => String(Number(value.toPrecision(4)));
  const whole = values.every(Number.isInteger);
  return { name, type: whole && type === 'number' ? 'whole number' : type, missing, distinct: new Set(values).size, summary: `${short(least)} to ${short(most)}, mean ${short(sum / values.length)}` };
}

/** A guess at whether a column holds classes or numbers. */
export function guessTask({ type, distinct }) {
  if (type === 'category' || type === 'boolean') return 'classes';
  return type === 'whole number' && distinct <= fewNumbers ? 'classes' : 'number';
}

/** The last column that can be a target. */
export function guessTarget(columns) {
  const fit = columns.filter(({ refused, distinct }) => !refused && distinct > 1);
  if (fit.length === 0) throw new Error('No column has two different values: there is nothing to predict.');
  return fit.at(-1).name;
}

/** The options of readCsv for the choices. */
export function readOptions({ columns, target, task }) {
  const { type, missing } = columns.find(({ name }) => name === target);
  const options = { target, columns: features(columns, target), table: true };
  if (missing > 0) options.missing = 'drop'; // of the target: a row without it is useless for training
  if (task === 'classes' && /number/.test(type)) options.types = { [target]: 'category' };
  return options;
}

/** How many numbers a machine gets for a row: a category is one of 0 and 1 for each of its values. */
export const widthOf = (columns, target) => {
  const used = new Set(features(columns, target));
  return columns.filter(({ name }) => used.has(name))
    .reduce((sum, { type, distinct }) => sum + (type === 'date' ? 5 : /category|boolean/.test(type) ? distinct : 1), 0);
};

export const features = (columns, target) =>
  columns.filter(({ name, refused, left }) => name !== target && !refused && !left).map(({ name }) => name);

/** Some rows of the file without the target, as CSV that can be changed. */
export async function someRows(text, { columns, target, dialect }, howMany = 3) {
  const names = columns.map(({ name }) => name);
  const wanted = features(columns, target);
  const others = names.filter((name) => !wanted.includes(name));
  const types = Object.fromEntries(wanted.map((name) => [name, 'text']));
  const { texts } = await readCsv(text, { ignore: others, types, missing: 'drop', delimiter: dialect.delimiter, header: dialect.header });
  const quote = (field) => (/["\n\r]/.test(field) || field.includes(dialect.delimiter) ? `"${field.replaceAll('"', '""')}"` : field);
  const count = texts[wanted[0]].length;
  const rows = Array.from({ length: Math.min(howMany, count) }, (_, i) => Math.floor(((i + 0.5) * count) / howMany) % count);
  const lines = rows.map((row) => wanted.map((name) => quote(texts[name][row])));
  return [wanted.map(quote), ...lines].map((fields) => fields.join(dialect.delimiter)).join('\n');
}
