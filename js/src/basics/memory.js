/**
 * Requests that cannot fit are refused before anything is copied: WebAssembly can address 4 GB,
 * and a program that runs out of memory ends. Go counts again and adds the memory that it holds
 * already.
 */
import { MaxMarginError } from './errors.js';
import { costs, room } from '../generated/memory.js';

/** @import { Cost } from '../generated/memory.js' */

/** What a machine says of its memory. @typedef {{fitCost?: Cost, kind?: string}} Costed */

/**
 * What an operation is for, as far as its memory depends on it.
 * @typedef {object} Purpose
 * @property {number} [outputs] numbers that come out for each row
 * @property {number} [copies] how many more copies of the table are made
 * @property {Costed} [machine] the machine that is fitted or searched; some machines estimate
 *   their own memory
 */

/**
 * The size of the data of an operation; `engine.Size` in Go.
 * @typedef {object} Data
 * @property {'dense' | 'bytes' | 'csr' | 'strings'} [layout]
 * @property {number} [rows]
 * @property {number} [cols]
 * @property {number} [stored] values of a sparse table, or letters of strings
 * @property {number} [bytes] of a text or a model
 */

/** @typedef {Data & Purpose} Size */

/** An operation that takes memory. @typedef {keyof typeof costs} Operation */

/**
 * The bytes that an operation takes for something of a size.
 * @param {Operation} operation
 * @param {Data} size
 * @param {Purpose} purpose
 */
function needs(operation, size, purpose) {
  const { layout, rows = 0, cols = 0, stored = 0, bytes = 0 } = size;
  const { outputs = 0, copies = 0 } = purpose;
  const isDense = layout === 'dense';
  const isText = layout === 'strings';
  const columns = isText ? 0 : cols;
  const count = isDense ? rows * cols : stored;
  const copy = isDense ? 8 : isText ? 4 : 12; // bytes
  /** @type {Record<string, number>} */
  const units = {
    entry: isDense ? count : 0,
    letter: isText ? count : 0,
    stored: isDense || isText ? 0 : count,
    again: (count * outputs * copy) / 8,
    row: rows,
    output: outputs * rows,
    column: columns,
    weight: columns * (outputs || 1),
    byte: bytes,
    rowPair: rows ** 2,
    columnPair: columns ** 2,
    triangle: Math.min(rows, columns) * columns,
  };
  let sum = copies * copy * count;
  /** @type {Record<string, number>} */
  const cost = costOf(operation, purpose.machine);
  for (const name of Object.keys(cost)) sum += cost[name] * units[name];
  return sum;
}

/**
 * The memory costs of an operation; `engine.FitSize` and `engine.StudySize` in Go.
 * @param {Operation} operation
 * @param {Costed} [machine]
 * @returns {Cost}
 */
function costOf(operation, machine = {}) {
  /** @type {Record<string, Cost>} */
  const { [operation]: cost } = costs;
  const { fitCost: own } = machine;
  if (!own) return cost;
  if (operation === 'fitGram') return { ...cost, rowPair: own.rowPair ?? 0 };
  if (operation === 'fit') return own;
  return operation === 'study' ? studyCost(own) : cost;
}

/**
 * The memory of a study from that of its fits; the function of this name in Go.
 * @param {Cost} fit
 * @returns {Cost}
 */
function studyCost({ entry = 0, stored = 0, letter = 0, row = 0, ...others }) {
  const columns = entry > 8 ? 2 : 1;
  return {
    ...others,
    entry: entry + 8 * columns,
    stored: stored + 12 * columns,
    letter: 1.5 * letter,
    row: 2 * row,
  };
}

/**
 * @param {Operation} operation
 * @param {string} argument what it is given, for the error
 * @param {Size} size
 * @param {Purpose} [purpose] where size does not say it
 */
export function checkRoom(operation, argument, size, purpose = size) {
  const needed = needs(operation, size, purpose);
  if (needed <= room) return;
  throw memoryError(operation, argument, needed);
}

/**
 * Runs a function that allocates arrays. When memory runs out, the error names the argument and
 * a remedy.
 * @template T
 * @param {Operation} operation
 * @param {string} argument
 * @param {() => T} work
 * @returns {T}
 */
export function allocating(operation, argument, work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw memoryError(operation, argument, undefined, error);
  }
}

/**
 * @param {Operation} operation
 * @param {string} argument
 * @param {number} [needed] bytes, where they are known
 * @param {unknown} [cause]
 */
function memoryError(operation, argument, needed, cause) {
  const size =
    needed === undefined ? 'more memory than there is' : `about ${show(needed)} of memory`;
  return new MaxMarginError(
    'ERR_MEMORY_BUDGET',
    argument,
    `${operation.replace('Gram', '')} needs ${size} for ${argument}, but WebAssembly can address ${show(room)}; ${remedy(operation)}`,
    { needed, available: room },
    cause,
  );
}

/** @param {number} bytes */
const show = (bytes) => `${Math.ceil(bytes / 2 ** 20)} MB`;

/**
 * @param {Operation} operation
 * @returns {string}
 */
function remedy(operation) {
  const smaller = 'use a smaller one';
  /** @type {Partial<Record<Operation, string>>} */
  const remedies = {
    fitGram: 'fit fewer rows, or use a kernel that is computed from the samples',
    fit: 'fit fewer rows or columns, pass samples with many zeros as sparse ones (float32 takes as much as float64), or take LowRankSVC or LowRankSVR with fitChunks',
    gram: 'pass fewer rows: the matrix has a number for each pair',
    spectrum: 'pass fewer rows',
    study: smaller,
    load: smaller,
    program: smaller,
    readLibsvm: smaller,
    importLibsvm: smaller,
  };
  return remedies[operation] ?? 'pass fewer rows at a time';
}
