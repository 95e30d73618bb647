/**
 * Requests that cannot fit are refused before anything is copied: WebAssembly
 * ends at 4 GB, and running out is the end of the program. Go counts again, with
 * what it holds already.
 */
import { MaxMarginError } from './errors.js';
import { costs, room } from './generated/memory.js';

/**
 * How much an operation is asked to work on; engine.Size of the Go side.
 * @typedef {object} Size
 * @property {'dense' | 'csr' | 'strings'} [layout]
 * @property {number} [rows]
 * @property {number} [cols]
 * @property {number} [stored] values of a sparse table, or letters of strings
 * @property {number} [outputs] numbers that come out for each row
 * @property {number} [bytes] of a text or a model
 * @property {number} [copies] of the table that are made besides
 */

/** An operation that takes memory. @typedef {keyof typeof costs} Operation */

/**
 * The bytes that an operation takes for something of a size.
 * @param {Operation} operation
 * @param {Size} size
 */
function needs(operation, size) {
  const { layout, rows = 0, cols = 0, stored = 0, outputs = 0, bytes = 0, copies = 0 } = size;
  const cost = costs[operation];
  const entries =
    layout === 'dense'
      ? (cost.entry + 8 * copies) * rows * cols
      : layout === 'strings'
        ? (cost.letter + 4 * copies) * stored
        : (cost.stored + 12 * copies) * stored;
  return entries + (cost.row + cost.output * outputs) * rows + cost.byte * bytes;
}

/**
 * @param {Operation} operation
 * @param {string} argument what it is given, for the error
 * @param {Size} size
 */
export function checkRoom(operation, argument, size) {
  const needed = needs(operation, size);
  if (needed <= room) return;
  throw memoryError(operation, argument, needed);
}

/**
 * Runs what allocates arrays, and says more than the engine does when it cannot.
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
    `${operation.replace('Gram', '')} needs ${size} for ${argument}, ${show(room)} is what WebAssembly can address; ${remedy(operation)}`,
    { needed, available: room },
    cause,
  );
}

/** @param {number} bytes */
const show = (bytes) => `${Math.ceil(bytes / 2 ** 20)} MB`;

/** @param {Operation} operation */
function remedy(operation) {
  switch (operation) {
    case 'fitGram':
      return 'fit fewer rows, or use another kernel, which needs the samples alone';
    case 'fit':
      return 'fit fewer rows or fewer columns, or pass samples with many zeros as sparse ones (all numbers are held as float64, so float32 arrays take as much)';
    case 'gram':
      return 'pass fewer rows: the matrix has as many numbers as the product of the rows of both sets';
    case 'spectrum':
      return 'pass fewer rows';
    case 'predict':
    case 'decisionFunction':
    case 'predictProba':
    case 'transform':
    case 'writeLibsvm':
      return 'pass fewer rows at a time';
    default:
      return 'use a smaller one';
  }
}
