/**
 * Class labels are any primitive of one type. Go sees class indices; the labels
 * themselves are kept here and, as text, in the model.
 */
import { MaxMarginError, show } from './errors.js';
import { checkAttached } from './inputs.js';

/** @import { Label } from './types.js' */

/** @typedef {'number' | 'string' | 'boolean' | 'bigint'} LabelKind */

/**
 * @typedef {object} Classes
 * @property {LabelKind} kind
 * @property {Label[]} labels in ascending order
 */

/**
 * @param {unknown} y
 * @param {string} argument
 * @param {number} rows how many labels there must be
 * @returns {ArrayLike<unknown>}
 */
export function checkLength(y, argument, rows) {
  if (!Array.isArray(y) && !(ArrayBuffer.isView(y) && 'length' in y)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument} must be an array with one entry per row of X, got ${show(y)}`,
    );
  }
  checkAttached(y, argument);
  const list = /** @type {ArrayLike<unknown>} */ (y);
  if (list.length !== rows) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      argument,
      `${argument} has ${list.length} entries, but X has ${rows} rows; there must be one per row`,
      { expected: rows, got: list.length },
    );
  }
  return list;
}

/**
 * @param {unknown} y
 * @param {number} rows
 * @returns {{classes: Classes, indices: Int32Array}} classes ascending, and the class index per row
 */
export function encodeLabels(y, rows) {
  const list = checkLength(y, 'y', rows);
  const kind = /** @type {LabelKind} */ (typeof list[0]);
  /** @type {Map<Label, number>} from label to the order of appearance */
  const seen = new Map();
  const indices = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    const label = list[i];
    checkLabel(label, kind, i);
    let index = seen.get(label);
    if (index === undefined) seen.set(label, (index = seen.size));
    indices[i] = index;
  }
  const labels = [...seen.keys()].sort(compareLabels);
  if (labels.length < 2) {
    throw new MaxMarginError(
      'ERR_ONE_CLASS',
      'y',
      `y has only the class ${show(labels[0])}; a classifier needs at least two`,
      { classes: labels.map(String) },
    );
  }
  const rank = new Int32Array(labels.length);
  labels.forEach((label, i) => (rank[/** @type {number} */ (seen.get(label))] = i));
  return { classes: { kind, labels }, indices: indices.map((index) => rank[index]) };
}

/**
 * @param {unknown} label
 * @param {LabelKind} kind of all labels
 * @param {number} row
 * @returns {asserts label is Label}
 */
function checkLabel(label, kind, row) {
  const type = typeof label;
  const fail = (/** @type {string} */ code, /** @type {string} */ what) => {
    throw new MaxMarginError(code, 'y', `y[${row}] is ${show(label)}${what}`, {
      row,
      got: show(label),
    });
  };
  if (type !== 'number' && type !== 'string' && type !== 'boolean' && type !== 'bigint') {
    fail('ERR_TYPE', '; labels are numbers, strings, booleans or bigints');
  }
  if (type !== kind) fail('ERR_TYPE', `, but the labels are ${kind}s; all must be of one type`);
  if (type === 'number' && !Number.isFinite(label)) {
    fail('ERR_NONFINITE', '; labels must be finite, so remove the row or name its class');
  }
  if (type === 'string' && !isText(/** @type {string} */ (label))) {
    fail('ERR_TYPE', '; labels must be well-formed text without the character U+0000');
  }
}

/**
 * Whether a string survives being written into a model.
 * @param {string} text
 */
function isText(text) {
  return !/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/**
 * Numbers by size, strings by UTF-16 code unit, false before true.
 * @param {Label} a
 * @param {Label} b
 */
function compareLabels(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The labels of a model, from the text in it.
 * @param {LabelKind} kind
 * @param {string[]} names
 * @returns {Classes}
 */
export function parseClasses(kind, names) {
  const labels = names.map((name) => {
    const label = parsers[kind](name);
    if (String(label) !== name) throw new TypeError(`${show(name)} is not a ${kind}`);
    return label;
  });
  return { kind, labels };
}

/** @type {Record<LabelKind, (name: string) => Label>} */
const parsers = {
  number: Number,
  string: String,
  bigint: BigInt,
  boolean: (name) => name === 'true',
};

/**
 * @param {Classes} classes
 * @param {Uint8Array<ArrayBuffer>} indices the bytes of int32s
 * @returns {Label[]}
 */
export function decodeLabels({ labels }, indices) {
  return Array.from(new Int32Array(indices.buffer), (index) => labels[index]);
}

/**
 * The share of rows where the prediction is the label.
 * @param {Classes} classes
 * @param {Label[]} predicted
 * @param {unknown} y
 */
export function accuracy({ kind }, predicted, y) {
  const list = checkLength(y, 'y', predicted.length);
  let right = 0;
  for (let i = 0; i < predicted.length; i++) {
    checkLabel(list[i], kind, i);
    if (list[i] === predicted[i]) right++;
  }
  return right / predicted.length;
}
