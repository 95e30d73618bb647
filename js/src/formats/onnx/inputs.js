/**
 * The inputs of a file: X with a row for every sample, or, of a model that was fitted to a table with
 * words or names, an input for each of its columns, as skl2onnx makes them.
 */
import { namesOfParts } from '../../basics/dates.js';
import { MaxMarginError, show } from '../../basics/errors.js';
import { placesOf } from '../../input/tables.js';
import { roomFor } from './pack.js';
import { elements } from './schema.js';
import { counts } from './text.js';

/** @import { Node, Terms } from '../../graph/graph.js' */
/** @import { Column } from '../../graph/inputs.js' */
/** @import { Lowered } from '../../graph/lower.js' */
/** @import { Output } from './pack.js' */
/** @import { Printer } from './printer.js' */

/** The names of outputs, which no input can have. */
const outputs = ['label', 'scores', 'probabilities', 'variable'];

/**
 * Prints the inputs of a model.
 * @param {Printer} p
 * @param {Lowered} lowered
 * @param {{names?: string[]} | undefined} coding of the columns, as the file has it
 * @param {readonly string[] | undefined} asked names of the inputs
 * @returns {Output[]}
 */
export function inputsOf(p, { input, given }, coding, asked) {
  const { b } = p;
  const { columns, count } = input;
  const type = b.isDouble ? 'double' : 'float';
  if (input.samples === 'texts') {
    const [name] = named(['X'], asked, false);
    b.take(name);
    const [{ node, terms }] = given;
    p.set(node, ['float', counts(b, /** @type {Terms} */ (terms), name)]);
    return [{ name, elements: elements.string, columns: 1 }];
  }
  const [{ node: table }, ...texts] = given;
  const isTable = coding && (coding.names || columns.some(({ kind }) => kind !== 'number'));
  if (!isTable) {
    const [name] = named(['X'], asked, false);
    b.take(name);
    roomFor(8 * count, `samples of ${count} features`);
    const places = columns.map(({ at }) => at[0]);
    const isWhole = places.length === count && places.every((at, j) => at === j);
    p.set(table, [type, isWhole ? name : b.add('Gather', [name, b.wholes(places)], { axis: 1 })]);
    return [{ name, elements: elements[type], columns: count }];
  }
  const joined = columns.find(({ at }) => at.length > 1);
  if (joined) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'model',
      `a vectorizer reads the columns ${(joined.names ?? joined.at).slice(0, 8).join(', ')} as one text, which ONNX cannot join; give it one column, or use save`,
    );
  }
  const own = columns.map(({ name, at, kind, order, part = 0 }, j) => (coding.names?.[j] ?? (order ? namesOfParts(at[0], order)[part] : kind === 'text' ? name : undefined)) ?? `column_${at[0]}`); // prettier-ignore
  const different = [...new Set(own)];
  const names = named(different, asked, true);
  const places = placesOf(different);
  const wires = own.map((name) => names[Number(places.get(name))]);
  names.forEach((name) => b.take(name));
  const columnOf = (/** @type {Column} */ { categories }, /** @type {number} */ j) => {
    /** @type {Node} */
    const node = { operator: categories ? 'codes' : 'input', inputs: [], shape: [-1, 1] };
    if (categories) node.given = { table, at: j, wire: wires[j], keys: keysOf(categories, own[j]) };
    else p.set(node, [type, wires[j]]);
    return node;
  }; // prettier-ignore
  p.tables.set(table, columns.slice(0, columns.length - texts.length).map(columnOf));
  for (const { node, terms } of texts) {
    const { column } = /** @type {Terms} */ (terms);
    p.set(node, ['float', counts(b, /** @type {Terms} */ (terms), wires[column])]);
  }
  return names.map((name, i) => {
    const { kind } = columns[own.indexOf(different[i])];
    return {
      name,
      elements: /number|date/.test(kind) ? elements[type] : elements.string,
      columns: 1,
    };
  });
}

/**
 * The values of a column as texts.
 * @param {readonly unknown[]} values
 * @param {string} column
 */
function keysOf(values, column) {
  const keys = values.map(String);
  const places = placesOf(keys); // of two, the last
  const twice = keys.find((key, i) => places.get(key) !== i);
  if (twice === undefined) return keys;
  throw new MaxMarginError(
    'ERR_TYPE',
    'model',
    `the column ${column} has ${show(twice)} as text and as another value, which are the same text in ONNX; make the column texts alone, and fit the model again`,
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
