/**
 * Samples of a model as users have them: rows of numbers, rows of tables with categories and texts,
 * sparse rows, strings. They become the numbers that a graph computes with.
 */
import { countOfParts } from '../basics/dates.js';
import { MaxMarginError } from '../basics/errors.js';
import { isValue, readNumber, readText } from '../input/entries.js';
import { needed } from './parts.js';

/** @import { Graph, Node, Terms } from './graph.js' */
/** @import { Stored } from './stored.js' */

/**
 * A column of samples.
 * @typedef {object} Column
 * @property {string} [name]
 * @property {'number' | 'category' | 'text' | 'date'} kind a date is several columns, one for each of its parts
 * @property {string} [order] of the dates
 * @property {number} [part] of the date
 * @property {(value: unknown, locate: () => Record<string, string | number>) => number} [read] that part, or what the type says, also a text
 * @property {number[]} at its place in a row; several, if texts are read as one
 * @property {string[]} [names] of these
 * @property {unknown[]} [categories] of a category, ascending
 * @property {boolean} [gaps] whether its values may be missing
 * @property {boolean} [others] whether it takes other categories
 */

/**
 * What samples of a model are, and how they become numbers.
 * @typedef {object} Input
 * @property {'rows' | 'texts' | 'strings'} samples
 * @property {number} count how many columns a row has
 * @property {Column[]} columns
 * @property {boolean} gaps whether values of some columns may be missing
 * @property {boolean} [asTexts] whether categories are texts of whatever they were
 * @property {boolean} [complete] whether rows must have all columns: a table of numbers alone
 */

/** How many columns samples may have. */
const mostColumns = 2 ** 20;

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
  if (stored.last.strings) return { input: ofTexts('strings'), x: g.input(1) };
  const coding = checkedColumns(extra('columns'));
  const names = whole.has('features.names')
    ? whole.text('features.names').split('\0')
    : coding?.names;
  const [first] = stored.steps;
  const width = first.has('features') ? first.width : first.last.width;
  if (!(width >= 0 && width <= mostColumns)) {
    throw new MaxMarginError('ERR_MEMORY_BUDGET', 'model', `the model takes ${width} columns, and at most ${mostColumns} are taken; load it with maxmargin`, { needed: width, available: mostColumns }); // prettier-ignore
  }
  const takes = g.parts.takesOf?.(stored);
  const at = coding?.at ?? Array.from({ length: width }, (_, j) => j);
  /** @type {Column[]} */
  const columns = at.map((/** @type {number} */ place, /** @type {number} */ j) => {
    const categories = coding?.values[j];
    const name = names?.[j];
    let part = place - (coding?.count ?? width);
    for (const { at: own, name: whole, order } of coding?.dates ?? []) {
      const count = countOfParts(order);
      if (part >= 0 && part < count) {
        const read = needed(g, 'readDate', 'dates')(order, part);
        return { name: whole, kind: 'date', at: [own], order, part, read, ...takes?.(j) };
      }
      part -= count;
    }
    return {
      ...(name !== undefined && { name }),
      ...(categories ? { kind: 'category', categories } : { kind: 'number' }),
      at: [place],
      ...(coding?.said?.includes(place) && {
        read: /** @type {any} */ (categories ? readText : readNumber),
      }),
      ...takes?.(j),
    };
  });
  const complete = !coding && !columns.some(({ gaps }) => gaps);
  const x = g.input(at.length);
  for (const { label, names: own, at: places, joined, vectorizer } of extra('texts') ?? []) {
    checkText(own, places);
    const text = JSON.parse(vectorizer);
    const named = own && { name: own[0], names: own };
    columns.push({ kind: 'text', at: places, ...named, gaps: !!joined });
    g.texts.push(terms(g, text, columns.length - 1, { label, machine: text.machine, joined })); // prettier-ignore
  }
  const gaps = columns.some((column) => column.gaps);
  return { input: { samples: 'rows', count: coding?.count ?? width, columns, gaps, complete, asTexts: coding?.asTexts }, x }; // prettier-ignore
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
 * @param {Terms['beside']} [beside]
 */
function terms(g, file, column, beside) {
  const { weighed, ...known } = needed(g, 'termsOf', 'texts')(g, file);
  return weighed(g.input(known.terms.length, { terms: { column, beside, ...known } }));
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
  const { count, names, at, values, dates = [], said = [] } = Object(coding);
  const fits =
    isPlace(count) &&
    Array.isArray(at) &&
    Array.isArray(dates) &&
    Array.isArray(said) &&
    dates.every(
      (one) =>
        isPlace(one?.at) && one.at < count && isListOf([one.order, one.name ?? ''], 'string'),
    ) &&
    at.every((place) => isPlace(place) && place < count + 7 * dates.length) &&
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

/** @param {string} why @param {string} [argument] */
export const refused = (why, argument = 'model') =>
  new MaxMarginError(
    'ERR_TYPE',
    argument,
    `this model cannot predict without its program: ${why}; load it with maxmargin`,
  );
