/**
 * Samples on their way through the steps of a pipeline: as one matrix of float32 or float64, or as
 * columns that are apart until a step wants them together.
 */
/** @import { Builder, Wire } from './builder.js' */

/** A column of texts of an input, and the texts that are known. @typedef {{wire: Wire, keys: string[]}} Words */

/**
 * @typedef {object} Flow
 * @property {Wire} [single] as float32
 * @property {Wire} [double] as float64
 * @property {Flow[]} [columns] each column, n x 1
 * @property {Words} [text] a column of texts, whose numbers are their codes
 */

/**
 * Samples as one matrix of float64.
 * @param {Builder} b
 * @param {Flow} flow
 * @returns {Wire}
 */
export function doubled(b, flow) {
  if (b.isDouble && flow.columns) flow.double ??= joined(b, flow.columns, doubled);
  return (flow.double ??= b.double(singled(b, flow)));
}

/**
 * The same of float32.
 * @param {Builder} b
 * @param {Flow} flow
 * @returns {Wire}
 */
export function singled(b, flow) {
  if (flow.text) flow.single ??= codesOf(b, flow.text);
  if (!b.isDouble && flow.columns) flow.single ??= joined(b, flow.columns, singled);
  return (flow.single ??= b.single(doubled(b, flow)));
}

/**
 * The codes of texts, which are their places in the list; a text that is not there has the code after
 * all of them, and the empty one, unless it is one of them, is a missing value.
 * @param {Builder} b
 * @param {Words} column
 * @returns {Wire}
 */
function codesOf(b, { wire, keys }) {
  const gaps = keys.includes('') ? [] : [''];
  const attributes = {
    keys_strings: [...keys, ...gaps],
    values_floats: Float32Array.from([...keys.keys(), ...gaps.map(() => NaN)]),
    default_float: { float: keys.length },
  };
  return b.machine('LabelEncoder', [wire], attributes, [b.name('codes')]);
}

/**
 * @param {Builder} b
 * @param {Flow[]} columns
 * @param {(b: Builder, flow: Flow) => Wire} as
 */
const joined = (b, columns, as) => b.beside(columns.map((column) => as(b, column)));

/**
 * Some of the columns of samples.
 * @param {Builder} b
 * @param {Flow} flow
 * @param {readonly number[]} columns
 * @param {number} width how many there are
 * @returns {Flow}
 */
export function picked(b, flow, columns, width) {
  const { columns: apart, single, double } = flow;
  if (apart) return { columns: columns.map((j) => apart[j]) };
  if (columns.length === width && columns.every((at, j) => at === j)) return flow;
  if (single && !b.isDouble) return { single: b.columns(single, columns) };
  return { double: b.columns(/** @type {Wire} */ (double), columns) };
}

/**
 * Each column of samples.
 * @param {Builder} b
 * @param {Flow} flow
 * @param {number} width
 * @returns {Flow[]}
 */
export const columnsOf = (b, flow, width) =>
  flow.columns ?? Array.from({ length: width }, (_, j) => picked(b, flow, [j], width));

/**
 * Samples side by side, in float32 if all of them are.
 * @param {Builder} b
 * @param {Flow[]} parts
 * @returns {Flow}
 */
export function merged(b, parts) {
  const isSingle = (/** @type {Flow} */ { single, text, columns }) =>
    Boolean(single ?? text) || (columns ?? []).some(isSingle);
  if (!b.isDouble && parts.every(isSingle)) return { single: joined(b, parts, singled) };
  return { double: joined(b, parts, doubled) };
}
