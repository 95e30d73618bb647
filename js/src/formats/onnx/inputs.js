/**
 * The inputs of a file: X with a row for every sample, or, of a model that was fitted to a table with
 * words or names, an input for each of its columns, as skl2onnx makes them.
 */
import { MaxMarginError, show } from '../../basics/errors.js';
import { Coding } from '../../input/coding.js';
import { placesOf } from '../../input/tables.js';
import { input } from './builder.js';
import { picked } from './flow.js';
import { roomFor } from './pack.js';
import * as proto from './schema.js';
import { countedTexts, vectorizerOf } from './text.js';

/** @import { Fitted } from '../../model/fitted.js' */
/** @import { Builder } from './builder.js' */
/** @import { Flow } from './flow.js' */
/** @import { Output } from './pack.js' */
/** @import { Vectorizer } from './text.js' */

/** The names of outputs, which no input can have. */
const outputs = ['label', 'scores', 'probabilities', 'variable'];

/**
 * The columns of the table that a model was fitted to; nothing if its samples are rows of numbers
 * without names.
 * @param {Fitted} fitted
 * @returns {Coding | undefined}
 */
function tableOf(fitted) {
  const coding = Coding.restore(fitted);
  const columns = coding && (coding.names || coding.hasCategories || textsOf(fitted).length > 0);
  return columns ? coding : undefined;
}

/**
 * The columns that vectorizers of a ColumnTransformer read, which it counts after all others.
 * @param {Fitted} fitted
 * @returns {{label: string, at: number[], names?: string[], vectorizer: string}[]}
 */
const textsOf = (fitted) => JSON.parse(fitted.extra('facade.texts') ?? '[]');

/**
 * The inputs of a model, and the samples that they become.
 * @param {Builder} b
 * @param {Fitted} fitted
 * @param {number} width columns that the first step takes
 * @param {readonly string[] | undefined} names that were asked for
 * @returns {{inputs: Output[], flow: Flow}}
 */
export function inputsOf(b, fitted, width, names) {
  const { float, double } = proto.elements;
  const elements = b.isDouble ? double : float;
  const table = tableOf(fitted);
  if (table) return columnInputs(b, table, textsOf(fitted), names, elements);
  const coding = Coding.restore(fitted);
  const columns = coding?.count ?? width;
  roomFor(8 * columns, `samples of ${columns} features`);
  const [name] = named([input], names, false);
  b.take(name);
  const all = { [b.isDouble ? 'double' : 'single']: name };
  const flow = columns > width && coding ? picked(b, all, coding.at, columns) : all;
  return { inputs: [{ name, elements, columns }], flow };
}

/**
 * The input of a model of texts.
 * @param {Builder} b
 * @param {Vectorizer} vectorizer
 * @param {readonly string[] | undefined} names that were asked for
 * @returns {{inputs: Output[], flow: Flow}}
 */
export function textInputs(b, vectorizer, names) {
  const [name] = named([input], names, false);
  b.take(name);
  const inputs = [{ name, elements: proto.elements.string, columns: 1 }];
  return { inputs, flow: countedTexts(b, vectorizer, name) };
}

/**
 * @param {Builder} b
 * @param {Coding} table
 * @param {ReturnType<typeof textsOf>} texts
 * @param {readonly string[] | undefined} given
 * @param {number} elements
 */
function columnInputs(b, table, texts, given, elements) {
  const joined = texts.find(({ at }) => at.length > 1);
  if (joined) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'model',
      `'${joined.label}' reads ${joined.at.length} columns as one text, which ONNX cannot join; give it one column, or use save`,
    );
  }
  const own = [
    ...(table.names ?? table.at.map((at) => `column_${at}`)),
    ...texts.map(({ at, names }) => names?.[0] ?? `column_${at[0]}`),
  ];
  const different = [...new Set(own)];
  const names = named(different, given, true);
  const places = placesOf(different);
  const inputOf = (/** @type {number} */ j) => names[Number(places.get(own[j]))];
  names.forEach((name) => b.take(name));
  const width = table.at.length;
  const firsts = new Map(own.map((name, j) => /** @type {const} */ ([name, j])).reverse());
  const inputs = names.map((name, i) => {
    const j = Number(firsts.get(different[i]));
    const isText = j >= width || table.values[j] !== null;
    return { name, elements: isText ? proto.elements.string : elements, columns: 1 };
  });
  /** @type {Flow[]} */
  const columns = table.at.map((_, j) => {
    const values = table.values[j];
    if (values) return { text: { wire: inputOf(j), keys: keysOf(values, table, j) } };
    return { [b.isDouble ? 'double' : 'single']: inputOf(j) };
  });
  texts.forEach(({ vectorizer }, t) => {
    const read = /** @type {Vectorizer} */ (vectorizerOf(vectorizer));
    columns.push(countedTexts(b, read, inputOf(width + t)));
  });
  return { inputs, flow: { columns } };
}

/**
 * The values of a column as texts.
 * @param {readonly (string | number | boolean)[]} values
 * @param {Coding} table
 * @param {number} j
 */
function keysOf(values, { names, at }, j) {
  const keys = values.map(String);
  const places = placesOf(keys); // of two, the last
  const twice = keys.find((key, i) => places.get(key) !== i);
  if (twice === undefined) return keys;
  throw new MaxMarginError(
    'ERR_TYPE',
    'model',
    `the column ${names?.[j] ?? at[j]} has ${show(twice)} as text and as another value, which are the same text in ONNX; make the column texts alone, and fit the model again`,
  );
}

/**
 * The names of inputs: given ones, or the model's own, of which one that an output has gets an ending.
 * @param {readonly string[]} own
 * @param {readonly string[] | undefined} given
 * @param {boolean} isTable
 */
function named(own, given, isTable) {
  const refused = (/** @type {string} */ message) =>
    new MaxMarginError('ERR_OPTION', 'inputNames', message);
  if (!given) {
    const taken = new Set([...own, ...outputs]);
    return own.map((name) => {
      let free = name || 'column';
      if (outputs.includes(name) || name === '') while (taken.has(free)) free += '_input';
      taken.add(free);
      return free;
    });
  }
  if (given.length !== own.length) {
    throw refused(
      `inputNames has ${given.length} names, but the file has ${own.length} inputs${isTable ? `, the columns ${own.slice(0, 8).join(', ')}${own.length > 8 ? ', …' : ''}` : ''}; give a name for each`,
    );
  }
  const places = placesOf(given); // of two, the last
  const odd = given.find((name, i) => name === '' || outputs.includes(name) || places.get(name) !== i); // prettier-ignore
  if (odd === undefined) return given;
  throw refused(
    `inputNames has ${show(odd)}, which is ${odd === '' ? 'empty' : outputs.includes(odd) ? 'the name of an output' : 'there twice'}; give each input a name of its own`,
  );
}
