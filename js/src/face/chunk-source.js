/** Where chunks of rows come from, and what they must be. */
import { MaxMarginError, show } from '../basics/errors.js';

/** @import { Steps } from '../basics/drive.js' */

/** @param {any} chunk */
export function checkChunk(chunk) {
  if (typeof chunk !== 'object' || chunk === null || chunk.X == null) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'chunks',
      `a chunk must be an object { X, y }, got ${show(chunk)}`,
    );
  }
  if (chunk.y != null) return;
  throw new MaxMarginError(
    'ERR_TYPE',
    'y',
    'the chunk has no y; give each chunk the labels or numbers of its rows, and readCsvChunks the name of their column as target',
  );
}

/**
 * @param {number} got columns of a chunk
 * @param {number} expected those of the first one
 */
export function checkColumns(got, expected) {
  if (got === expected) return;
  throw new MaxMarginError(
    'ERR_FEATURE_COUNT',
    'X',
    `X has ${got} features, but that of the first chunk has ${expected}; all chunks must have the same columns`,
    { expected, got },
  );
}

/** Where the chunks come from. */
export class Source {
  /** @type {Iterator<unknown> | AsyncIterator<unknown>} */
  #iterator;
  /** Whether it has come to its end, or failed. */
  #over = false;

  /**
   * @param {any} chunks
   * @param {boolean} waits whether there may be promises
   */
  constructor(chunks, waits) {
    const begin = (waits && chunks?.[Symbol.asyncIterator]) || chunks?.[Symbol.iterator];
    if (typeof begin !== 'function') {
      const kinds = waits ? 'an iterable or async iterable' : 'an iterable';
      const more = chunks?.[Symbol.asyncIterator] ? '; maxmargin, without /sync, takes async ones, such as readCsvChunks gives' : ''; // prettier-ignore
      throw new MaxMarginError('ERR_TYPE', 'chunks', `chunks must be ${kinds} of { X, y }, such as an array or a generator, got ${show(chunks)}${more}`); // prettier-ignore
    }
    this.#iterator = begin.call(chunks);
  }

  /**
   * The next chunk, undefined at the end. A signal ends the waiting at once.
   * @param {AbortSignal} signal
   * @returns {Steps<any>}
   */
  *next(signal) {
    signal.throwIfAborted();
    try {
      const { done, value } = yield orAborted(this.#iterator.next(), signal);
      this.#over = done === true;
      const chunk = done ? undefined : yield orAborted(value, signal);
      signal.throwIfAborted();
      return chunk ?? (done ? undefined : {});
    } catch (error) {
      this.#over ||= !signal.aborted;
      throw error;
    }
  }

  /** Has a source that did not come to its end close. What it waits for is not waited for. */
  leave() {
    if (this.#over) return;
    try {
      Promise.resolve(this.#iterator.return?.()).catch(() => {});
    } catch {
      // The fit has failed for a reason of its own.
    }
  }
}

/**
 * A promise that also rejects when a signal is aborted; other values are returned as they are.
 * @param {any} value
 * @param {AbortSignal} signal
 */
function orAborted(value, signal) {
  if (typeof value?.then !== 'function') return value;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** What an error about a chunk is about. */
const parts = /^(X|y|sample.*|chunks)$/;

/**
 * An error about a chunk, with its number.
 * @param {any} error
 * @param {number} chunk
 */
export function placed(error, chunk) {
  if (!(error instanceof MaxMarginError)) return error;
  const { code, argument, message, details, cause } = error;
  if (!parts.test(argument) && !details.file) return error;
  return new MaxMarginError(
    code,
    argument,
    `chunks[${chunk}]: ${message}`,
    { chunk, ...details },
    cause,
  );
}

/**
 * The error of a program that was ended, and started anew, between two calls.
 * @param {any} error
 */
export function lost(error) {
  const { code, argument } = error ?? {};
  if (code !== 'ERR_INTERNAL' || argument !== 'chunks') return error;
  return new MaxMarginError(
    'ERR_RUNTIME_CRASHED',
    '',
    'the WebAssembly program ended between two chunks, and with it what it had of those before; call fitChunks again',
  );
}
