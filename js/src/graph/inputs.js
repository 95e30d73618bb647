/**
 * Samples of a model as users have them: rows of numbers, rows of tables with categories and texts,
 * sparse rows, strings. They become the numbers that a graph computes with.
 */
import { MaxMarginError } from '../basics/errors.js';
import { needed } from './parts.js';

/** @import { Graph, Node, Reader } from './graph.js' */
/** @import { Stored } from './stored.js' */

/**
 * A column of samples.
 * @typedef {object} Column
 * @property {string} [name]
 * @property {'number' | 'category' | 'text'} kind
 * @property {number[]} at its place in a row; several, if texts are read as one
 * @property {string[]} [names] of these
 * @property {unknown[]} [categories] of a category, ascending
 */

/**
 * What samples of a model are, and how they become numbers.
 * @typedef {object} Input
 * @property {'rows' | 'texts' | 'strings'} samples
 * @property {number} count how many columns a row has
 * @property {Column[]} columns
 * @property {boolean} gaps whether numbers may be missing
 */

/** How many columns samples may have. */
const mostColumns = 2 ** 20;

/** The steps that take gaps. */
const takeGaps = ['SimpleImputer', 'KNNImputer', 'OneHotEncoder', 'OrdinalEncoder'];

/** @param {Stored} stored @returns {boolean} */
const hasGaps = ({ machine, parts }) => takeGaps.includes(machine) || parts.some(hasGaps);

/**
 * @param {Graph} g
 * @param {Stored} stored
 * @returns {{input: Input, x: Node}} what samples are, and the node of their numbers
 */
export function inputsOf(g, stored) {
  const { whole } = stored;
  const extra = (/** @type {string} */ name) => {
    const field = `facade.${name}`;
    return whole.has(field) ? JSON.parse(whole.text(field)) : undefined;
  };
  if (whole.has('facade.samples'))
    throw refused('its kernel is a function of the caller', 'kernel');
  const vectorizer = extra('vectorizer');
  if (vectorizer) {
    const text = vectorizer.vectorizer ? JSON.parse(vectorizer.vectorizer) : vectorizer;
    return { input: ofTexts('texts'), x: terms(g, text, 0) };
  }
  if (stored.last.strings) return { input: ofTexts('strings'), x: g.input(1, () => {}) };
  const coding = checkedColumns(extra('columns'));
  const names = whole.has('features.names')
    ? whole.text('features.names').split('\0')
    : coding?.names;
  const [first] = stored.steps;
  const width = first.has('features') ? first.width : first.last.width;
  if (!(width >= 0 && width <= mostColumns)) {
    throw new MaxMarginError('ERR_MEMORY_BUDGET', 'model', `the model takes ${width} columns, and at most ${mostColumns} are taken here; load it with maxmargin`, { needed: width, available: mostColumns }); // prettier-ignore
  }
  const at = coding?.at ?? Array.from({ length: width }, (_, j) => j);
  /** @type {Column[]} */
  const columns = at.map((/** @type {number} */ place, /** @type {number} */ j) => {
    const categories = coding?.values[j];
    const name = names?.[j];
    return {
      ...(name !== undefined && { name }),
      ...(categories ? { kind: 'category', categories } : { kind: 'number' }),
      at: [place],
    };
  });
  const x = g.input(at.length, numbersOf([...columns], coding?.asTexts === true));
  for (const { names: own, at: places, vectorizer: text } of extra('texts') ?? []) {
    checkText(own, places);
    columns.push({ kind: 'text', at: places, ...(own && { name: own[0], names: own }) });
    g.texts.push(terms(g, JSON.parse(text), columns.length - 1));
  }
  return {
    input: { samples: 'rows', count: coding?.count ?? width, columns, gaps: hasGaps(stored) },
    x,
  };
}

/** @param {Input['samples']} samples @returns {Input} */
const ofTexts = (samples) => ({
  samples,
  count: 1,
  columns: [{ kind: 'text', at: [0] }],
  gaps: false,
});

/**
 * The weighed terms of texts.
 * @param {Graph} g
 * @param {any} file what a file says of the vectorizer
 * @param {number} column of the texts
 */
function terms(g, file, column) {
  const { params, terms: known, read, weighed } = needed(g, 'termsOf', 'texts')(g, file);
  const about = { column, terms: known, params };
  const counts = g.input(known.length, (values, out) => read(values[column], out), about);
  return weighed(counts);
}

/** @param {unknown} list @param {string} type */
export const isListOf = (list, type) =>
  Array.isArray(list) && list.every((one) => typeof one === type);

/** @param {unknown} value */
export const isPlace = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * The columns and categories that a file says, which anybody may have written.
 * @param {any} coding
 */
function checkedColumns(coding) {
  if (coding === undefined) return undefined;
  const { count, names, at, values } = Object(coding);
  const isValue = (/** @type {unknown} */ one) =>
    ['string', 'number', 'boolean'].includes(typeof one);
  const fits =
    isPlace(count) &&
    Array.isArray(at) &&
    at.every((place) => isPlace(place) && place < count) &&
    Array.isArray(values) &&
    values.length === at.length &&
    values.every((list) => list === null || (Array.isArray(list) && list.every(isValue))) &&
    (names === undefined || (isListOf(names, 'string') && names.length === at.length));
  if (!fits) throw new TypeError('its columns and their categories do not go together');
  return coding;
}

/**
 * @param {unknown} names
 * @param {unknown} at
 */
function checkText(names, at) {
  const fits = Array.isArray(at) && at.length > 0 && at.every(isPlace);
  if (!fits || (names !== undefined && !isListOf(names, 'string')))
    throw new TypeError('its columns of texts do not exist');
}

/** @param {unknown} value */
const isMissing = (value) => value === undefined || value === null || value !== value;

/**
 * @param {Column[]} columns
 * @param {boolean} asTexts whether categories are texts of whatever they were
 * @returns {Reader}
 */
function numbersOf(columns, asTexts) {
  const codes = columns.map(
    ({ categories }) => categories && new Map(categories.map((value, code) => [value, code])),
  );
  return (values, out) => {
    codes.forEach((own, j) => {
      const value = values[j];
      if (isMissing(value)) out[j] = NaN;
      else if (own)
        out[j] = own.get(value) ?? (asTexts ? own.get(String(value)) : undefined) ?? own.size;
      else if (typeof value === 'number') out[j] = value;
      else
        throw new TypeError(
          `${columns[j].name ?? `column ${columns[j].at}`} has ${JSON.stringify(value)} where a number must be`,
        );
    });
  };
}

/** @param {string} why @param {string} [argument] */
export const refused = (why, argument = 'model') =>
  new MaxMarginError(
    'ERR_TYPE',
    argument,
    `this model cannot predict without its program: ${why}; load it with maxmargin`,
  );
