/**
 * Splits of rows into training rows and test rows. Go draws them, as core/assess/tune documents, so a
 * seed always gives the same splits.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { isArrayOrView } from '../basics/numbers.js';
import { bytesOf } from '../input/inputs.js';
import { wrongSetting } from '../basics/settings.js';

/** @import { Success } from '../runtime/host.js' */
/** @import { Fold, FoldSettings } from '../types.js' */
/** @import { Steps } from '../basics/drive.js' */

/**
 * The host of operations.
 * @typedef {{call(op: string, payload: import('../runtime/host.js').Payload): any}} Caller
 */

/**
 * How rows are to be split, checked.
 * @typedef {object} Plan
 * @property {number | readonly any[]} folds 0: one split; given folds are checked later
 * @property {number} testSize
 * @property {boolean} shuffle
 * @property {number} seed
 * @property {readonly string[]} [names] of the classes, for messages
 */

/**
 * @param {FoldSettings & {testSize?: number}} settings
 * @returns {Plan}
 */
export function checkPlan({ folds = 5, testSize = 0, shuffle = true, seed = 0 }) {
  const given = Array.isArray(folds) && folds.length > 0;
  if (!(Number.isInteger(folds) && Number(folds) >= 2) && !given) {
    throw wrongSetting(
      'folds',
      'a whole number of at least 2, or an array of at least one { train, test }',
      folds,
    );
  }
  if (typeof testSize !== 'number') throw wrongSetting('testSize', 'a number', testSize);
  if (typeof shuffle !== 'boolean') throw wrongSetting('shuffle', 'true or false', shuffle);
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw wrongSetting('seed', 'a whole number from 0 to 2^53 - 1', seed);
  }
  return { folds, testSize, shuffle, seed };
}

/**
 * Draws splits, or checks those that were given.
 * @param {Caller} host
 * @param {Plan} plan
 * @param {number} rows
 * @param {Int32Array} [labels] classes to stratify by
 * @param {Int32Array} [groups]
 * @returns {Steps<Fold[]>}
 */
export function* drawSplits(
  host,
  { folds, testSize, shuffle, seed, names = [] },
  rows,
  labels,
  groups,
) {
  if (Array.isArray(folds)) return checkFolds(folds, rows);
  /** @type {Record<string, Uint8Array>} */
  const buffers = {};
  if (labels) buffers.labels = bytesOf(labels.slice());
  if (groups) buffers.groups = bytesOf(groups.slice());
  const request = { rows, folds, testSize, shuffle, seed, names };
  const reply = /** @type {Success} */ (yield host.call('split', { request, buffers }));
  const { train, trainEnds, test, testEnds } = reply.buffers;
  const learning = parts(train, trainEnds);
  const judging = parts(test, testEnds);
  return learning.map((own, f) => ({ train: own, test: judging[f] }));
}

/**
 * @param {Uint8Array<ArrayBuffer>} rows
 * @param {Uint8Array<ArrayBuffer>} ends
 * @returns {Int32Array[]}
 */
function parts(rows, ends) {
  const all = new Int32Array(rows.buffer);
  const until = new Int32Array(ends.buffer);
  return Array.from(until, (end, at) => all.slice(at > 0 ? until[at - 1] : 0, end));
}

/**
 * The inverse: splits as they cross to Go.
 * @param {Fold[]} splits
 * @returns {Record<string, Uint8Array>}
 */
export function packSplits(splits) {
  /** @type {Record<string, Uint8Array>} */
  const buffers = {};
  for (const name of /** @type {('train' | 'test')[]} */ (['train', 'test'])) {
    const ends = new Int32Array(splits.length);
    let total = 0;
    splits.forEach((split, f) => void (ends[f] = total += split[name].length));
    const rows = new Int32Array(total);
    splits.forEach((split, f) => rows.set(split[name], f > 0 ? ends[f - 1] : 0));
    buffers[name] = bytesOf(rows);
    buffers[`${name}Ends`] = bytesOf(ends);
  }
  return buffers;
}

/**
 * Folds that a caller gave.
 * @param {readonly unknown[]} folds
 * @param {number} rows
 */
export const checkFolds = (folds, rows) => folds.map((fold, f) => checkFold(fold, f, rows));

/**
 * @param {any} fold
 * @param {number} f
 * @param {number} rows
 * @returns {Fold}
 */
function checkFold(fold, f, rows) {
  const read = (/** @type {'train' | 'test'} */ name) => {
    const list = fold?.[name];
    if (!isArrayOrView(list)) {
      throw wrongSetting(
        'folds',
        'a number, or an array of { train, test } with row numbers',
        fold,
      );
    }
    const numbers = /** @type {number[]} */ (/** @type {unknown} */ (list));
    const bad = numbers.findIndex((i) => !(Number.isInteger(i) && i >= 0 && i < rows));
    if (numbers.length > 0 && bad < 0) return Int32Array.from(numbers);
    throw new MaxMarginError(
      'ERR_OPTION',
      'folds',
      numbers.length === 0
        ? `folds[${f}].${name} is empty; each fold needs training rows and test rows`
        : `folds[${f}].${name}[${bad}] is ${show(numbers[bad])}, but X has the rows 0 to ${rows - 1}`,
      { fold: f },
    );
  };
  return { train: read('train'), test: read('test') };
}
