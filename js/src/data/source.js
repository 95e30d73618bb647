/** Reads text from strings, bytes, files, responses and streams. */
import { MaxMarginError, show } from '../basics/errors.js';
import { describe } from '../basics/numbers.js';
import { bytesBy } from '../basics/own-bytes.js';
import { asOptions } from './fields.js';

/**
 * Text, its bytes, an object with the bytes (a `File`, a `Blob`, a `Response`), or a stream of
 * bytes.
 * @typedef {string | ArrayBuffer | ArrayBufferView | {arrayBuffer(): Promise<ArrayBuffer>} |
 *   ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>} TextSource
 */

/**
 * The longest string of V8, in UTF-16 units; no engine allows longer ones. A byte decodes to
 * one unit at most.
 */
const longest = 2 ** 29 - 24;

/** How many bytes are decoded at a time if all of them would be too long a string. */
const pieceSize = 2 ** 26;

/**
 * The text of a source as one string.
 * @param {any} source
 * @param {string} reader the function that reads it
 * @param {string} [encoding] a label of the Encoding standard
 * @returns {Promise<string>} without a byte order mark
 */
export async function textOf(source, reader, encoding) {
  const pieces = [];
  let length = 0;
  for await (const piece of piecesOf(source, reader, encoding)) {
    length += piece.length;
    if (length > longest) {
      throw new MaxMarginError(
        'ERR_MEMORY_BUDGET',
        'text',
        `the text has more than ${longest} characters, which is what a string can hold; read it in parts`,
        { needed: length, available: longest },
      );
    }
    pieces.push(piece);
  }
  return pieces.join('');
}

/**
 * The text of a source, piece by piece.
 * @param {any} source
 * @param {string} reader the function that reads it
 * @param {string} [encoding] a label of the Encoding standard
 * @param {import('./fields.js').Say} [say] how messages spell options
 * @returns {AsyncGenerator<string, void>} without a byte order mark
 */
export async function* piecesOf(source, reader, encoding, say = asOptions) {
  if (typeof source === 'string') {
    if (isPath(source)) throw isNoText(source, reader);
    checkContent(source.slice(0, 64), say);
    yield source.replace(/^\ufeff/, '');
    return;
  }
  /** @type {((bytes?: ArrayBuffer | ArrayBufferView) => string) | undefined} */
  let decode;
  for await (const bytes of bytesOf(source, reader)) {
    if (!(bytes instanceof ArrayBuffer || ArrayBuffer.isView(bytes))) {
      throw new MaxMarginError(
        'ERR_TYPE',
        'text',
        `${reader} takes a stream of bytes, but this one gave a ${typeof bytes}; pipe text through a TextEncoderStream`,
      );
    }
    if (!decode) {
      const head = beginningOf(bytes);
      const mark = encoding ?? utf16Of(head);
      if (!mark) checkContent(head, say);
      decode = decoderOf(mark ?? 'utf-8', say);
    }
    yield decode(bytes);
  }
  if (decode) yield decode();
}

/**
 * Refuses files of other kinds, by how they begin.
 * @param {string} head the first characters, or bytes as such
 * @param {import('./fields.js').Say} say
 */
function checkContent(head, say) {
  const what = head.startsWith('PK\u0003\u0004')
    ? 'a zip file, such as a workbook of Excel (.xlsx); save the table as CSV'
    : head.startsWith('\u001f')
      ? "compressed with gzip; unpack it, such as with pipeThrough(new DecompressionStream('gzip'))"
      : /^\W*<(?:!doctype|html|\?xml)\b/i.test(head)
        ? 'a page of HTML or XML, not a table; correct its address'
        : /^\W*\{\s*"/.test(head)
          ? 'JSON; parse it, and pass the objects to fit'
          : /^(?:\0[^\0]|[^\0]\0){2}/.test(head)
            ? `UTF-16 without a mark; say ${say('encoding', head[0] === '\0' ? 'utf-16be' : 'utf-16le')}` // prettier-ignore
            : undefined;
  if (what) throw new MaxMarginError('ERR_FORMAT', 'text', `the file is ${what}`);
}

/**
 * Whether a text is the name or the address of a file, not the content of one.
 * @param {string} text
 */
export function isPath(text) {
  const short = text.length < 1024 && !/[\r\n]/.test(text);
  return (
    short &&
    /^(?:https?:\/\/\S+|[^,;|\t"]*\.(?:csv|tsv|txt|arff|data)(?:\.gz)?)$/i.test(text.trim())
  );
}

/**
 * @param {string} path
 * @param {string} reader
 */
function isNoText(path, reader) {
  const address = /^https?:/i.test(path);
  const remedy = address
    ? `fetch it first: await ${reader}(await fetch(${show(path)}))`
    : `read the file first: await ${reader}(await readFile(${show(path)})) with readFile of node:fs/promises, or in a page pass the File of an <input type="file">`;
  return new MaxMarginError(
    'ERR_TYPE',
    'text',
    `${reader} takes the content of a file, but ${show(path)} is ${address ? 'an address' : 'the name of one'}; ${remedy}`,
    { got: path },
  );
}

/**
 * @param {any} source
 * @param {string} reader
 * @returns {AsyncGenerator<ArrayBuffer | ArrayBufferView, void>}
 */
export async function* bytesOf(source, reader) {
  if (source instanceof ArrayBuffer) yield* slices(new Uint8Array(source));
  else if (ArrayBuffer.isView(source)) {
    yield* slices(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
  } else if ('arrayBuffer' in Object(source)) {
    if (source.ok === false) {
      throw new MaxMarginError(
        'ERR_FORMAT',
        'text',
        `the server answered ${source.status} to ${source.url}, not with a file; correct the address`,
        { status: source.status },
      );
    }
    yield* slices(await bytesBy('text', 'arrayBuffer()', () => source.arrayBuffer()));
  } else if (typeof source?.[Symbol.asyncIterator] === 'function') yield* source;
  else if (typeof source?.getReader === 'function') yield* chunks(source.getReader());
  else {
    throw new MaxMarginError(
      'ERR_TYPE',
      'text',
      `${reader} takes text, a string, its bytes, a File, a Blob, a Response or a stream, got ${typeof source?.then === 'function' ? `a Promise; await it: ${reader}(await ...)` : describe(source)}`,
    );
  }
}

/** @param {Uint8Array} bytes */
function* slices(bytes) {
  const size = bytes.length <= longest ? bytes.length : pieceSize;
  for (let begin = 0; begin < bytes.length; begin += size)
    yield bytes.subarray(begin, begin + size);
}

/**
 * The chunks of a stream, in browsers whose streams are not async iterables.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 */
async function* chunks(reader) {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/**
 * The first bytes, each as a character.
 * @param {ArrayBuffer | ArrayBufferView} source
 */
function beginningOf(source) {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  return String.fromCharCode(...bytes.subarray(0, 64));
}

/**
 * The encoding that a byte order mark tells; spreadsheets write such marks.
 * @param {string} head the first bytes
 */
function utf16Of(head) {
  if (head.startsWith('\xff\xfe')) return 'utf-16le';
  return head.startsWith('\xfe\xff') ? 'utf-16be' : undefined;
}

/**
 * @param {string} encoding
 * @param {import('./fields.js').Say} say
 * @returns {(bytes?: ArrayBuffer | ArrayBufferView) => string} decodes piece by piece; without
 *   bytes it ends the text
 */
function decoderOf(encoding, say) {
  /** @type {TextDecoder} */
  let decoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new MaxMarginError(
      'ERR_OPTION',
      'encoding',
      `encoding must be the name of one, such as 'utf-8' or 'windows-1252', got ${show(encoding)}`,
    );
  }
  return (bytes) => {
    try {
      return decoder.decode(/** @type {ArrayBuffer} */ (bytes), { stream: bytes !== undefined });
    } catch {
      throw new MaxMarginError(
        'ERR_FORMAT',
        'text',
        `the text is not ${encoding}; save it as UTF-8, or say its encoding, such as ${say('encoding', 'windows-1252')}`,
        { expected: encoding },
      );
    }
  };
}
