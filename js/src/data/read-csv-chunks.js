/** Reads files that are larger than memory, some rows at a time. */
import { MaxMarginError, show } from '../basics/errors.js';
import { wholeRows } from './dsv.js';
import { asOptions } from './fields.js';
import { headRows } from './header.js';
import { CsvParser, csvChecks, formatOf, tableOf } from './read-csv.js';
import { checkOptions, whole } from './settings.js';
import { bytesOf, isPath, piecesOf } from './source.js';
import { assemble } from './table.js';

/** @import { Check } from './settings.js' */
/** @import { TextSource } from './source.js' */
/** @import { CsvData, CsvOptions } from './read-csv.js' */
/** @import { Targeted } from './table.js' */

/**
 * How far a file was read.
 * @typedef {object} ChunkProgress
 * @property {number} rows of data that were read
 * @property {number} dropped how many of them were omitted
 * @property {number} bytes that were read; for a string, characters
 * @property {number} [total] how many there are, if the source says it
 * @property {number} [fraction] bytes / total
 */

/**
 * @typedef {object} ChunkOnlyOptions
 * @property {number} [chunkRows] rows of a chunk, of which the last one may have fewer. Default: 10000.
 * @property {AbortSignal | null} [signal] ends the reading
 * @property {(progress: ChunkProgress) => boolean | void} [onProgress] called before each chunk; false
 *   ends the reading
 */

/** @typedef {Omit<CsvOptions, 'table'> & ChunkOnlyOptions} ChunkOptions */

/** How many bytes or characters are taken apart at once. */
const pieceSize = 1 << 20;

/** The longest row, in characters: a quotation mark that is not closed would fill the memory. */
const longestRow = 1 << 26;

/** As a call, which bundlers can leave out. @type {() => Record<string, Check>} */
const checks = () => ({
  // What learns from tables, learns from all rows at once.
  ...Object.fromEntries(Object.entries(csvChecks).filter(([name]) => name !== 'table')),
  chunkRows: whole(1),
  signal: [
    'an AbortSignal',
    (value) => value === null || typeof value?.throwIfAborted === 'function',
  ],
  onProgress: ['a function', (value) => typeof value === 'function'],
});

/**
 * Reads what readCsv reads, some rows at a time, for partialFit: the memory that it takes
 * depends on the chunk and not on the file. The first chunk, or the data in `like`, settles
 * the format, the names and types of columns, their categories, and the means that replace missing
 * values. A field that does not fit is an error with its line and column.
 * @template {string | number | undefined} [T=undefined]
 * @param {TextSource | URL} source also, in Node, Deno and Bun, the path of a file or its URL
 * @param {ChunkOptions & {target?: T}} [options]
 * @returns {AsyncGenerator<Targeted<CsvData, T>, void, void>}
 */
export function readCsvChunks(source, options) {
  return /** @type {any} */ (chunks(source, checkOptions('readCsvChunks', options, checks())));
}

/**
 * @param {any} source
 * @param {ChunkOptions} options
 * @returns {AsyncGenerator<CsvData, void, void>}
 */
async function* chunks(source, { chunkRows = 10_000, signal, onProgress, ...checked }) {
  signal?.throwIfAborted();
  const { content, total } = open(source);
  const read = { rows: 0, dropped: 0, bytes: 0 };
  const counted = counting(content, signal, (bytes) => (read.bytes += bytes));
  const text = typeof content === 'string' ? counted : piecesOf(counted, 'readCsvChunks', checked.encoding); // prettier-ignore
  const parser = new CsvParser(checked);
  const probe = Math.max(chunkRows, headRows - 1);
  /** @type {import('./read-csv.js').Format | undefined} */
  let format;
  /** @type {CsvData['dialect']} */
  let dialect;
  /** @type {boolean | undefined} */
  let sure;
  /** @type {CsvData} */
  let like;
  /** @type {number[]} */
  let dropped = [];
  const { missing, missingValues, types } = checked;
  /** @type {import('./fields.js').Say} There is no option table. */
  const say = (option, ...what) => (option === 'table' ? '' : asOptions(option, ...what));
  const told = { ...checked, say };
  const declared = new Set(Object.keys(types ?? {}));
  /** The first rows, which settle everything, as readCsv does. */
  const settle = () => {
    format = formatOf(parser, told);
    const rows = parser.peek(probe);
    const table = tableOf(rows, told, format);
    const data = assemble(table, checked);
    ({ sure } = table);
    dialect = { ...format.dialect, decimal: /** @type {'.' | ','} */ (table.decimal) };
    like = checked.like ? /** @type {CsvData} */ (checked.like) : { ...data, dialect };
    if (probe === chunkRows) {
      parser.take(probe);
      return { table, data };
    }
    return undefined;
  };
  const next = async () => {
    const first = format ? undefined : settle();
    const known = /** @type {import('./read-csv.js').Format} */ (format);
    const table = first?.table ?? tableOf(parser.take(chunkRows), told, known);
    Object.assign(table, { decimal: dialect.decimal, sure, further: true, declared });
    /** @type {CsvData} */
    const data = { ...(first?.data ?? assemble(table, { missing, missingValues, like })), dialect };
    read.rows += table.lines.length;
    read.dropped += data.dropped.length;
    data.dropped.unshift(...dropped);
    dropped = data.X.rows === 0 ? data.dropped : [];
    const progress = { ...read, ...(total && { total, fraction: read.bytes / total }) };
    if ((await onProgress?.(progress)) === false) {
      throw new MaxMarginError('ERR_STOPPED', '', 'onProgress ended the reading');
    }
    return data;
  };
  for await (const piece of wholeRows(text, parser, longestRow)) {
    parser.add(piece);
    // One row more than a chunk shows that the file continues, and the first may be the header.
    while (parser.count > (format ? chunkRows : probe + 1)) {
      const data = await next();
      if (data.X.rows > 0 || textsIn(data)) yield data;
      signal?.throwIfAborted();
    }
  }
  while (!format || parser.count > 0) {
    const data = await next();
    if (data.X.rows > 0 || textsIn(data)) yield data;
    signal?.throwIfAborted();
  }
}

/** Whether there are rows of text. @param {CsvData} data */
const textsIn = ({ texts }) => Object.values(texts).some(({ length }) => length > 0);

/**
 * What a source has, as a string or as a stream of bytes, and how much of it there is.
 * @param {any} source
 * @returns {{content: string | AsyncIterable<any>, total?: number}}
 */
function open(source) {
  const file = source instanceof URL || (typeof source === 'string' && isPath(source));
  if (file) {
    const opened = openFile(source);
    if (opened) return opened;
  }
  if (source instanceof URL) {
    throw new MaxMarginError(
      'ERR_TYPE',
      'text',
      `readCsvChunks opens files, but ${show(String(source))} is an address; fetch it first: readCsvChunks(await fetch(${show(String(source))}))`,
    );
  }
  if (typeof source === 'string') {
    // If a path cannot be opened here, piecesOf reports it.
    if (file) return { content: piecesOf(source, 'readCsvChunks') };
    return { content: source, total: source.length };
  }
  if (source?.body && source.ok !== false) {
    const length = Number(source.headers?.get('content-length') ?? 0);
    const packed = source.headers?.get('content-encoding'); // then it counts other bytes
    return { content: bytesOf(source.body, 'readCsvChunks'), ...(!packed && length && { total: length }) }; // prettier-ignore
  }
  if (typeof source?.stream === 'function') {
    return { content: bytesOf(source.stream(), 'readCsvChunks'), total: source.size };
  }
  return { content: bytesOf(source, 'readCsvChunks'), total: source?.byteLength };
}

/**
 * A file of this machine, if the platform has files.
 * @param {string | URL} path
 */
function openFile(path) {
  if (path instanceof URL ? path.protocol !== 'file:' : /^https?:/i.test(path)) return undefined;
  // Not imported: bundlers for browsers would look for it.
  const fs = globalThis.process?.getBuiltinModule?.('node:fs');
  if (!fs) return undefined;
  try {
    const { size } = fs.statSync(path);
    return { content: fs.createReadStream(path, { highWaterMark: pieceSize }), total: size };
  } catch (error) {
    throw new MaxMarginError(
      'ERR_FORMAT',
      'text',
      `the file ${show(String(path))} cannot be opened: ${/** @type {Error} */ (error).message}; correct its name`,
    );
  }
}

/**
 * The same in small pieces, which are counted. Ends as soon as the signal says so, also while the
 * source waits.
 * @param {string | AsyncIterable<any>} content
 * @param {AbortSignal | null | undefined} signal
 * @param {(amount: number) => void} count
 */
async function* counting(content, signal, count) {
  if (typeof content === 'string') {
    const text = content.replace(/^\ufeff/, '');
    for (let at = 0; at < text.length; at += pieceSize) {
      count(Math.min(pieceSize, text.length - at));
      yield text.slice(at, at + pieceSize);
    }
    return;
  }
  const iterator = content[Symbol.asyncIterator]();
  /** @type {(reason: unknown) => void} */
  let fail = () => {};
  const abort = () => fail(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await new Promise((resolve, reject) => {
        fail = reject;
        iterator.next().then(resolve, reject);
      });
      if (done) return;
      if (!ArrayBuffer.isView(value) || !('subarray' in value)) {
        count(value?.byteLength ?? 0);
        yield value; // piecesOf refuses what is not bytes
        continue;
      }
      const bytes = /** @type {Uint8Array} */ (/** @type {unknown} */ (value));
      for (let at = 0; at < bytes.length; at += pieceSize) {
        const piece = bytes.subarray(at, at + pieceSize);
        count(piece.byteLength);
        yield piece;
      }
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    // Not awaited: a source that waits would answer only after what it waits for.
    iterator.return?.()?.then(undefined, () => {});
  }
}
