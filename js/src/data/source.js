/** Text from wherever files come from. */
import { MaxMarginError, show } from '../errors.js';
import { describe } from '../numbers.js';

/**
 * Text, its bytes, or what has them: a `File`, a `Blob`, a `Response`.
 * @typedef {string | ArrayBuffer | ArrayBufferView | {arrayBuffer(): Promise<ArrayBuffer>}} TextSource
 */

/** No engine makes longer strings than V8, in UTF-16 units; a byte is one at most. */
const longest = 2 ** 29 - 24;

/**
 * @param {any} source
 * @param {string} reader the function that reads it
 * @param {string} [encoding] a label of the Encoding standard
 * @returns {Promise<string>} without a byte order mark
 */
export async function textOf(source, reader, encoding) {
  if (typeof source === 'string') return source.replace(/^\ufeff/, '');
  const bytes = await bytesOf(source, reader);
  if (bytes.byteLength > longest) {
    throw new MaxMarginError(
      'ERR_MEMORY_BUDGET',
      'text',
      `the text has ${bytes.byteLength} bytes, ${longest} is what a string can hold; read it in parts`,
      { needed: bytes.byteLength, available: longest },
    );
  }
  return decode(bytes, encoding ?? utf16Of(bytes) ?? 'utf-8');
}

/**
 * @param {any} source
 * @param {string} reader
 * @returns {Promise<ArrayBuffer | ArrayBufferView>}
 */
async function bytesOf(source, reader) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (typeof source?.arrayBuffer !== 'function') {
    throw new MaxMarginError(
      'ERR_TYPE',
      'text',
      `${reader} takes text, a string, its bytes, a File, a Blob or a Response, got ${describe(source)}`,
    );
  }
  if (source.ok === false) {
    throw new MaxMarginError(
      'ERR_FORMAT',
      'text',
      `the server answered ${source.status} to ${source.url}, not with a file; correct the address`,
      { status: source.status },
    );
  }
  return source.arrayBuffer();
}

/**
 * What the mark at the beginning tells, as spreadsheets write it.
 * @param {ArrayBuffer | ArrayBufferView} source
 */
function utf16Of(source) {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/**
 * @param {ArrayBuffer | ArrayBufferView} bytes
 * @param {string} encoding
 */
function decode(bytes, encoding) {
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
  try {
    return decoder.decode(/** @type {ArrayBuffer} */ (bytes));
  } catch {
    throw new MaxMarginError(
      'ERR_FORMAT',
      'text',
      `the text is not ${encoding}; save it as UTF-8, or say its encoding, such as { encoding: 'windows-1252' }`,
      { expected: encoding },
    );
  }
}
