/** The functions of a generated module of JavaScript that check rows and make numbers of them. */
import { MaxMarginError } from '../../basics/errors.js';
import { englishWords } from '../../basics/english.js';
import { readingStrings } from './comparing.js';
import { lines, number, quoted } from './literals.js';

/** @import { Lowered } from '../../graph/lower.js' */

/**
 * @param {Lowered} lowered
 * @returns {string}
 */
export function reading({ input, given }) {
  const { columns, gaps, samples, count } = input;
  if (columns.some(({ order }) => order)) {
    throw new MaxMarginError('ERR_TYPE', 'model', 'a model with dates cannot be written as JavaScript; use maxmargin/predict, or write C, which takes the parts of dates'); // prettier-ignore
  }
  const isPlain = columns.length === count && columns.every(({ kind, name }) => kind === 'number' && name === undefined); // prettier-ignore
  if (samples === 'rows' && isPlain && !gaps) return `${ofRows}\n\n${ofNumbers}`;
  if (samples === 'strings') return `${ofRows}\n\n${readingStrings(given)}`;
  const counts = given.flatMap(({ terms }) => (terms ? [counting(terms)] : []));
  const texts = given.flatMap(({ terms }, at) => (terms ? [{ at, ...terms }] : []));
  const list = columns.map(({ name, kind, at, names, categories, read }) => {
    const own = [
      ...(name === undefined ? [] : [`name: ${quoted(name)}`]),
      ...(kind === 'text' && (names?.length ?? 0) > 1
        ? [`names: [${names?.map(quoted).join(', ')}]`]
        : []),
      `at: ${kind === 'text' ? `[${at.map(number).join(', ')}]` : number(at[0])}`,
      ...(categories ? [`categories: [${categories.map(literal).join(', ')}]`] : []), // prettier-ignore
      ...(categories && read ? ['asText: true'] : []),
    ];
    return `{ ${own.join(', ')} }`;
  });
  const asText = columns.some(({ categories, read }) => categories && read);
  const result = [
    ...(samples === 'rows' ? ['x'] : []),
    ...texts.map(
      ({ column }, t) =>
        `count${t + 1}(${samples === 'texts' ? 'row' : `textOf(cell, columns[${column}])`})`,
    ),
  ];
  if (samples === 'texts') {
    return [
      ofRows,
      ...counts.map((text, t) => text(t + 1)),
      `/** What the terms of a text are counted as. */
function read(row, i) {
  if (typeof row !== 'string') throw new TypeError(\`row \${i} must be a text\`);
  return ${result[0]};
}`,
    ].join('\n\n');
  }
  return [
    ofRows,
    `/** The columns that the model uses: their places in a row, their names, the categories that it knows. */\nconst columns = [\n${lines(list)},\n];`,
    ...counts.map((text, t) => text(t + 1)),
    ...(texts.length > 0 ? [joining] : []),
    `/** The numbers of a row: an array of its columns, or an object with their names. */
function read(row, i) {
  if (typeof row !== 'object' || row === null || ('length' in row && row.length !== features)) {
    throw new TypeError(\`row \${i} must be an array of \${features} columns, or an object with their names\`);
  }
  const cell = ({ name, at }) => ('length' in row ? row[at] : row[name]);
  const x = new Float64Array(${columns.filter(({ kind }) => kind !== 'text').length});
  for (let j = 0; j < x.length; j++) {
    const { name, at, categories${asText ? ', asText' : ''} } = columns[j];
    const value = cell(columns[j]);
    if (value === undefined || value === null || value !== value) {
      ${gaps ? 'x[j] = NaN;' : 'throw new TypeError(`row ${i} has nothing in ${name ?? `column ${at}`}`);'}
    } else if (categories) {
      const code = categories.indexOf(${asText ? 'asText ? String(value) : ' : ''}value);
      x[j] = code < 0 ? categories.length : code;
    } else if (typeof value === 'number' && Math.abs(value) < Infinity) {
      x[j] = value;
    } else {
      throw new TypeError(\`row \${i} has something other than a finite number in \${name ?? \`column \${at}\`}\`);
    }
  }
  return ${result.length > 1 ? `[${result.join(', ')}]` : 'x'};
}`,
  ].join('\n\n');
}

/** A category as a literal. @param {unknown} value */
const literal = (value) =>
  typeof value === 'string'
    ? quoted(value)
    : typeof value === 'boolean'
      ? String(value)
      : number(/** @type {number} */ (value));

const ofRows = `function rowsOf(X) {
  if (!Array.isArray(X)) throw new TypeError('X must be an array of rows');
  return Array.from(X);
}`;

const ofNumbers = `/** The numbers of a row, checked. */
function read(row, i) {
  if (typeof row !== 'object' || row === null || row.length !== features) {
    throw new TypeError(\`row \${i} must be an array of \${features} numbers\`);
  }
  const x = new Float64Array(features);
  for (let j = 0; j < features; j++) {
    if (typeof row[j] !== 'number' || !Number.isFinite(row[j])) {
      throw new TypeError(\`row \${i} has something other than a finite number in column \${j}\`);
    }
    x[j] = row[j];
  }
  return x;
}`;

const joining = `/** The texts of columns as one, without gaps. */
function textOf(cell, { name, names = [name], at }) {
  const values = at.map((place, t) => cell({ name: names[t], at: place }));
  return values.filter((value) => value !== undefined && value !== null).join(' ');
}`;

/**
 * The function that counts terms.
 * @param {import('../../graph/graph.js').Terms} terms
 * @returns {(t: number) => string}
 */
const counting =
  ({ terms, params }) =>
  (t) => {
    const { lowercase, tokenPattern, stopWords, ngramRange: [low, high] } = params; // prettier-ignore
    const stop = stopWords === 'english' ? englishWords() : (stopWords ?? []);
    const pattern =
      tokenPattern === null
        ? '/[\\p{L}\\p{N}_]{2,}/gu'
        : `new RegExp(${quoted(tokenPattern)}, 'gu')`;
    const words = `(text${lowercase ? '.toLowerCase()' : ''}.match(${pattern}) ?? [])`;
    return `/** The terms that are counted, by their columns. */
const columnOf${t} = new Map([\n${lines(terms.map(quoted))},\n].map((term, column) => [term, column]));

/** How often each term occurs in a text. */
function count${t}(text) {
  const counts = new Float64Array(columnOf${t}.size);
  const words = ${stop.length > 0 ? `${words}.filter((word) => !stop${t}.has(word))` : words};
  for (let length = ${number(low)}; length <= Math.min(${number(high)}, words.length); length++) {
    for (let at = 0; at + length <= words.length; at++) {
      const column = columnOf${t}.get(words.slice(at, at + length).join(' '));
      if (column !== undefined) counts[column]++;
    }
  }
  return counts;
}${stop.length > 0 ? `\n\n/** Words that are not counted. */\nconst stop${t} = new Set([\n${lines(stop.map(quoted))},\n]);` : ''}`;
  };
