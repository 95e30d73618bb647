/** The functions of a generated module of JavaScript that check rows and make numbers of them. */
import { MaxMarginError } from '../../basics/errors.js';
import { englishWords } from '../../basics/english.js';
import { readingStrings } from './comparing.js';
import { lines, literal, number, quoted } from './literals.js';

/** @import { Lowered } from '../../graph/lower.js' */

/**
 * @param {Lowered} lowered
 * @returns {string}
 */
export function reading({ input, given }) {
  const { columns, gaps, samples, count, asTexts } = input;
  if (columns.some(({ order }) => order)) {
    throw new MaxMarginError('ERR_TYPE', 'model', 'a model with dates cannot be written as JavaScript; use maxmargin/predict, or write C, which takes the parts of dates'); // prettier-ignore
  }
  const isNamed = columns.every(({ name }) => name !== undefined);
  const isPlain = columns.length === count && !gaps && !isNamed && columns.every(({ kind }) => kind === 'number'); // prettier-ignore
  if (samples === 'rows' && isPlain) return `${ofRows}\n\n${ofNumbers}`;
  if (samples === 'strings') return `${ofRows}\n\n${readingStrings(given)}`;
  const texts = given.flatMap(({ terms }) => terms ?? []);
  const counts = texts.map(counting);
  const isCoded = columns.some(({ categories }) => categories);
  const list = columns.map(({ name, kind, at, names = [], categories, read, gaps, others }) => {
    const isText = kind === 'text';
    const own = {
      ...(name !== undefined && { name: quoted(name) }),
      ...(isText && names.length > 1 && { names: `[${names.map(quoted).join(', ')}]` }),
      at: isText ? `[${at.join(', ')}]` : at[0],
      ...(gaps && { gaps }),
      ...(categories && { categories: `[${categories.map(literal).join(', ')}]`, ...(others && { others }), ...((read || asTexts) && { asText: true }) }), // prettier-ignore
    };
    return `{ ${Object.entries(own).map((one) => one.join(': ')).join(', ')} }`; // prettier-ignore
  });
  const result = [
    ...(samples === 'rows' ? ['x'] : []),
    ...texts.map(
      ({ column }, t) =>
        `count${t + 1}(${samples === 'texts' ? 'row' : `textOf(cell, columns[${column}], i)`})`,
    ),
  ];
  if (samples === 'texts') {
    return [
      ofRows,
      ...counts,
      `/** What the terms of a text are counted as. */
function read(row, i) {
  if (typeof row !== 'string') throw new TypeError(\`row \${i} must be a text\`);
  return ${result[0]};
}`,
    ].join('\n\n');
  }
  const [isOther, cell, more] = isNamed ? ['isList ? row.length !== features : columns.every(({ name, names = [name] }) => names.every((own) => within(row, own) === undefined))', 'isList ? row[at] : within(row, name)', ', or an object with their names'] : ['!isList || row.length !== features', 'row[at]', '']; // prettier-ignore
  return [
    ofRows,
    `/** The columns that the model uses. */\nconst columns = [\n${lines(list)},\n];`,
    ...counts,
    ...(texts.length > 0 ? [joining] : []),
    ...(isCoded ? [coding] : []),
    ...(isNamed ? [within] : []),
    `const where = ({ name, at }) => name ?? \`column \${at}\`;`,
    `/** The numbers of a row: an array of its columns${more}. */
function read(row, i) {
  const isList = Array.isArray(row) || ArrayBuffer.isView(row);
  if (${isOther}) {
    throw new TypeError(\`row \${i} must be an array of \${features} columns${more}\`);
  }
  const x = new Float64Array(${columns.filter(({ kind }) => kind !== 'text').length});
  const cell = ({ name, at }) => ${cell};
  for (let j = 0; j < x.length; j++) {
    const value = cell(columns[j]);
    if ((value ?? NaN) !== value) {
      if (!columns[j].gaps) throw new TypeError(\`row \${i} has nothing in \${where(columns[j])}\`);
      x[j] = NaN;
    }${isCoded ? ' else if (columns[j].categories) {\n      x[j] = placeOf(value, columns[j], i);\n    }' : ''} else if (typeof value === 'number' && Math.abs(value) < Infinity) {
      x[j] = value;
    } else {
      throw new TypeError(\`row \${i} has something other than a finite number in \${where(columns[j])}\`);
    }
  }
  return ${result.length > 1 ? `[${result.join(', ')}]` : 'x'};
}`,
  ].join('\n\n');
}

const ofRows = `function rowsOf(X) {
  if (!Array.isArray(X)) throw new TypeError('X must be an array of rows');
  return Array.from(X);
}`;

const ofNumbers = `/** The numbers of a row, checked. */
function read(row, i) {
  if (!(Array.isArray(row) || ArrayBuffer.isView(row)) || row.length !== features) {
    throw new TypeError(\`row \${i} must be an array of \${features} numbers\`);
  }
  return Float64Array.from(row, (value, j) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new TypeError(\`row \${i} has something other than a finite number in column \${j}\`);
  });
}`;

const within = `/** A value by its name, also address.city */
const within = (row, name, dot = name.indexOf('.')) =>
  Object(row) !== row ? undefined : Object.hasOwn(row, name) ? row[name] : dot > 0 ? within(row[name.slice(0, dot)], name.slice(dot + 1)) : undefined;`;

const coding = `/** The place of a category, or the one behind all of them. */
function placeOf(value, column, i) {
  const { categories, others, asText } = column;
  let place = categories.indexOf(value);
  if (place < 0 && asText) place = categories.indexOf(String(value));
  if (place >= 0) return place;
  const what = \`row \${i} has the \${typeof value} \${String(value)} in \${where(column)}\`;
  const types = asText ? ['string', 'number', 'boolean', 'bigint'] : categories.map((one) => typeof one);
  if (value === '' || !types.includes(typeof value)) throw new TypeError(\`\${what}, whose categories are \${types[0]}s such as \${categories[0]}\`);
  if (!others) throw new RangeError(\`\${what}, which is no category of the model\`);
  return categories.length;
}`;

const joining = `/** The texts of columns as one. */
function textOf(cell, { name, names = [name], at, gaps }, i) {
  return at.map((place, t) => {
    const value = cell({ name: names[t], at: place });
    if (typeof value === 'string') return value;
    if (gaps && (value ?? NaN) !== value) return '';
    throw new TypeError(\`row \${i} must have a text in \${where({ name: names[t], at: place })}\`);
  }).join('\\n');
}`;

/**
 * The function that counts terms.
 * @param {import('../../graph/graph.js').Terms} terms
 * @param {number} at its place among them
 */
function counting({ terms, params }, at) {
  const t = at + 1;
  const { lowercase, tokenPattern, stopWords, ngramRange: [low, high] } = params; // prettier-ignore
  const stop = stopWords === 'english' ? englishWords() : (stopWords ?? []);
  const pattern =
    tokenPattern === null ? '/[\\p{L}\\p{N}_]{2,}/gu' : `new RegExp(${quoted(tokenPattern)}, 'gu')`;
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
}
