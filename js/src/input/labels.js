/**
 * Class labels are any primitive of one type. Go sees class indices; the labels
 * themselves are kept here and, as text, in the model.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { checkAttached } from './inputs.js';
import { entriesOf } from './tables.js';
import { ascending, isText } from '../basics/text.js';

/** @import { Label } from '../types.js' */

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
  const list = entriesOf(y);
  if (!Array.isArray(list) && !(ArrayBuffer.isView(list) && 'length' in list)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument} must be an array with one entry per row of X, got ${show(y)}`,
    );
  }
  checkAttached(list, argument);
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
 * @param {Classes | readonly unknown[]} [known] the classes, when y need not have all of them
 * @returns {{classes: Classes, indices: Int32Array}} classes ascending, and the class index per row
 */
export function encodeLabels(y, rows, known) {
  const list = checkLength(y, 'y', rows);
  const settled = known && ('labels' in known ? known : classesOf(known, 'classes'));
  const classes = settled ?? classesOf(list, 'y');
  const index = new Map(classes.labels.map((label, i) => [label, i]));
  const indices = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    const label = /** @type {Label} */ (list[i]);
    const at = index.get(label);
    if (at === undefined) {
      checkLabel(label, classes.kind, 'y', i);
      throw new MaxMarginError(
        'ERR_OPTION',
        'y',
        `y[${i}] is ${show(label)}, which is not one of the classes; pass all there will be as classes to the first partialFit`,
        { row: i, got: show(label) },
      );
    }
    indices[i] = at;
  }
  return { classes, indices };
}

/**
 * The classes of y for a machine that learns their order.
 * @param {unknown} y
 * @param {number} rows
 * @param {readonly Label[] | null} order the classes, lowest first; null: numbers ascend
 * @returns {Classes}
 */
export function orderedClasses(y, rows, order) {
  const list = checkLength(y, 'y', rows);
  const { kind, labels } = classesOf(list, 'y');
  if (!order) {
    if (kind !== 'string') return { kind, labels };
    throw new MaxMarginError(
      'ERR_OPTION',
      'order',
      `y has labels such as ${show(labels[0])}, whose order is unknown; pass all labels as order, the lowest first`,
      { labels: labels.map(String) },
    );
  }
  const known = new Set(order);
  const odd = labels.find((label) => !known.has(label));
  if (odd === undefined) return { kind, labels: [...order] };
  throw new MaxMarginError(
    'ERR_OPTION',
    'order',
    `order lacks the label ${show(odd)}, which is in y`,
    { label: String(odd) },
  );
}

/**
 * The classes that labels name.
 * @param {ArrayLike<unknown>} list
 * @param {string} argument its name in errors
 * @returns {Classes}
 */
function classesOf(list, argument) {
  const { kind, labels } = labelsIn(list, argument);
  if (labels.length < 2) {
    throw new MaxMarginError(
      'ERR_ONE_CLASS',
      argument,
      `${argument} has ${labels.length ? `only the class ${show(labels[0])}` : 'no class'}; a classifier needs at least two, so add samples of another`,
      { classes: labels.map(String) },
    );
  }
  return { kind, labels };
}

/**
 * The labels that occur, which may be a single one.
 * @param {ArrayLike<unknown>} list
 * @param {string} argument its name in errors
 * @param {LabelKind} [kind] of all labels; that of the first
 * @returns {Classes}
 */
export function labelsIn(list, argument, kind = /** @type {LabelKind} */ (typeof list[0])) {
  /** @type {Set<Label>} */
  const seen = new Set();
  for (let i = 0; i < list.length; i++) {
    const label = list[i];
    checkLabel(label, kind, argument, i);
    seen.add(label);
  }
  return { kind, labels: [...seen].sort(ascending) };
}

/**
 * @param {unknown} label
 * @param {LabelKind} kind of all labels
 * @param {string} argument
 * @param {number} row
 * @returns {asserts label is Label}
 */
function checkLabel(label, kind, argument, row) {
  const type = typeof label;
  const fail = (/** @type {string} */ code, /** @type {string} */ what) => {
    throw new MaxMarginError(code, argument, `${argument}[${row}] is ${show(label)}${what}`, {
      row,
      got: show(label),
    });
  };
  if (!(type in parsers))
    fail('ERR_TYPE', `; labels are numbers, strings, booleans or bigints${Array.isArray(label) ? ', and X comes before y' : ''}`); // prettier-ignore
  if (type !== kind) fail('ERR_TYPE', `, but the labels are ${kind}s; all must be of one type`);
  if (type === 'number' && !Number.isFinite(label)) {
    fail('ERR_NONFINITE', '; labels must be finite, so remove the row or name its class');
  }
  if (type === 'string' && !isText(/** @type {string} */ (label))) {
    fail('ERR_TYPE', '; labels must be well-formed text without the character U+0000');
  }
}

/**
 * The labels of a model, from the text in it.
 * @param {LabelKind} kind
 * @param {string[]} names
 * @returns {Classes}
 */
export function parseClasses(kind, names) {
  if (!Object.hasOwn(parsers, kind)) throw new TypeError('its labels are of no kind');
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
 * @param {Float64Array} [weights] of the rows
 */
export function accuracy({ kind }, predicted, y, weights) {
  const list = checkLength(y, 'y', predicted.length);
  let [right, all] = [0, 0];
  for (let i = 0; i < predicted.length; i++) {
    checkLabel(list[i], kind, 'y', i);
    const weight = weights?.[i] ?? 1;
    all += weight;
    if (list[i] === predicted[i]) right += weight;
  }
  return right / all;
}

/**
 * The labels of a model for a file that has whole numbers for them, or text too.
 * @param {Classes} classes
 * @param {string} whose labels they become
 * @returns {number[]}
 */
export function wholeLabels({ kind, labels }, whose) {
  const odd = labels.find((label) => kind !== 'number' || (Number(label) | 0) !== label);
  if (odd === undefined) return /** @type {number[]} */ (labels);
  throw new MaxMarginError(
    'ERR_TYPE',
    'classes',
    `${whose}'s labels are whole numbers between ${-(2 ** 31)} and ${2 ** 31 - 1}, but this model has the ${kind} ${show(odd)} as a label; fit it with such numbers as labels, and store their meanings elsewhere`,
  );
}
