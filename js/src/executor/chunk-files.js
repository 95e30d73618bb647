/** Opens chunks of rows that are files, where their owner allows it. */
import { MaxMarginError, show } from '../basics/errors.js';

/** @import { Plain } from './types.js' */

/** The largest file that is read at once, in bytes. */
const largest = 2 ** 31 - 1;

/** Bytes of a number, by format. */
const widths = { float32: 4, float64: 8 };

/**
 * A chunk as it is read; `like` says how, for further files.
 * @typedef {{X: any, y: any, sampleWeight?: Float64Array, like?: Plain}} ReadChunk
 */

export class ChunkFiles {
  #allowed;
  #read;

  /**
   * @param {true | readonly (string | URL)[]} [allowed] folders, and addresses that begin with one of
   *   these; true: all. Default: none
   * @param {(file: Plain, signal?: AbortSignal) => unknown} [read] of the owner's, for other formats:
   *   returns { X, y }, or undefined to have the file read as usual
   */
  constructor(allowed = [], read) {
    this.#allowed = allowed;
    this.#read = read;
  }

  /**
   * @param {Plain} file a ChunkFile
   * @param {Plain} like
   * @param {AbortSignal} [signal]
   * @returns {Promise<ReadChunk>}
   */
  async read(file, like, signal) {
    const name = String(file.file);
    const place = await this.#place(name);
    try {
      const own = await this.#read?.({ ...file, file: place }, signal);
      if (own) return /** @type {ReadChunk} */ (own);
      const bytes = await bytesAt(place, name, signal);
      const format = file.format ?? formatOf(name);
      return format === 'csv' ? await csv(bytes, file, like) : numbers(bytes, file, format);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!(error instanceof MaxMarginError)) throw failed(name, /** @type {any} */ (error)?.message ?? error, error); // prettier-ignore
      const { code, argument, message, details, cause } = error;
      if (details.file) throw error;
      throw new MaxMarginError(code, argument, `${name}: ${message}`, { file: name, ...details }, cause); // prettier-ignore
    }
  }

  /**
   * Where a file is, if it may be opened: an address, or the path without symbolic links.
   * @param {string} name
   * @returns {Promise<string | URL>}
   */
  async #place(name) {
    const allowed = this.#allowed;
    const places = allowed === true ? [] : allowed.map(String);
    const isAddress = (/** @type {string} */ text) => /^https?:/i.test(text);
    if (isAddress(name)) {
      const url = new URL(name);
      const within = (/** @type {string} */ text) => {
        if (!isAddress(text)) return false;
        const { origin, pathname } = new URL(text);
        return url.origin === origin && url.pathname.startsWith(pathname);
      };
      // A server may take an encoded slash for one, and leave the folder.
      const hidden = /%2f|%5c/i.test(url.pathname);
      if (allowed !== true && (hidden || !places.some(within))) throw refused(name, places);
      return url;
    }
    const { path, fs } = files(name);
    const folders = places.filter((text) => !isAddress(text)).map((text) => path.resolve(pathOf(text))); // prettier-ignore
    const full = path.resolve(folders[0] ?? '', pathOf(name));
    if (allowed === true) return full;
    try {
      const real = await fs.promises.realpath(full);
      for (const folder of folders) {
        const root = await fs.promises.realpath(folder);
        if (real.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return real;
      }
    } catch {
      // What is not there is not told apart from what may not be read.
    }
    throw refused(name, places);
  }
}

/** @param {string} text a path, or an address of a file */
function pathOf(text) {
  if (!/^file:/i.test(text)) return text;
  const { pathname } = new URL(text);
  return decodeURIComponent(/^\/[A-Za-z]:/.test(pathname) ? pathname.slice(1) : pathname);
}

/** @param {string} name */
function files(name) {
  const load = globalThis.process?.getBuiltinModule;
  const [fs, path] = [load?.('node:fs'), load?.('node:path')];
  if (fs && path) return { fs, path };
  throw failed(name, 'only Node opens files by their names; give an address that begins with https://'); // prettier-ignore
}

/**
 * @param {string | URL} place
 * @param {string} name
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array<ArrayBuffer>>} at the start of their buffer
 */
async function bytesAt(place, name, signal) {
  const check = (/** @type {number} */ size) => {
    if (!(size > largest)) return;
    throw failed(name, `it has ${size} bytes, but at most ${largest} are read at once; divide it into more chunks`); // prettier-ignore
  };
  if (typeof place === 'string') {
    const { fs } = files(name);
    check((await fs.promises.stat(place)).size);
    return new Uint8Array(await fs.promises.readFile(place, { signal }));
  }
  const response = await fetch(place, { signal, redirect: 'error' });
  if (!response.ok) throw failed(name, `the server answered ${response.status}`);
  check(Number(response.headers.get('content-length') ?? 0));
  return new Uint8Array(await response.arrayBuffer());
}

/** @param {string} name */
function formatOf(name) {
  const [, ending = ''] = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(name) ?? [];
  const known = { csv: 'csv', tsv: 'csv', txt: 'csv', f32: 'float32', f64: 'float64' };
  const short = /** @type {keyof typeof known} */ (ending.toLowerCase());
  if (Object.hasOwn(known, short)) return known[short];
  throw failed(name, `its name does not say what it is; give the chunk a format: 'csv', 'float32' or 'float64', or the executor a readChunk`); // prettier-ignore
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Plain} file
 * @param {Plain} like
 * @returns {Promise<ReadChunk>}
 */
async function csv(bytes, { target, sampleWeight, csv: options }, like) {
  const { readCsv } = await import('../data/read-csv.js'); // large, and few need it
  const { X, y, columns, featureNames, dialect } = await readCsv(bytes, like ? { ...options, like } : { ...options, target }); // prettier-ignore
  const found = { X, y, like: { columns, featureNames, dialect } };
  if (sampleWeight === undefined) return found;
  const at = typeof sampleWeight === 'string' ? featureNames.indexOf(sampleWeight) : -1;
  if (at < 0 || !('cols' in X) || 'indptr' in X) {
    throw new MaxMarginError('ERR_FORMAT', 'chunks', `there is no column of numbers ${show(sampleWeight)}, which sampleWeight names`); // prettier-ignore
  }
  const [data, weights] = without(X.data, X.rows, X.cols, [at]);
  const names = featureNames.filter((_, i) => i !== at);
  return { ...found, X: { data, rows: X.rows, cols: X.cols - 1, featureNames: names }, sampleWeight: weights }; // prettier-ignore
}

/**
 * The numbers of a file, row by row, little-endian.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Plain} file
 * @param {string} format
 * @returns {ReadChunk}
 */
function numbers(bytes, { file, columns, target = -1, sampleWeight }, format) {
  const width =
    Object.hasOwn(widths, format) && widths[/** @type {keyof typeof widths} */ (format)];
  if (!width)
    throw failed(file, `format must be 'csv', 'float32' or 'float64', got ${show(format)}`);
  const place = (/** @type {any} */ at) => (at < 0 ? at + columns : at);
  const own = sampleWeight === undefined ? [target] : [target, sampleWeight];
  const taken = own.map(place);
  const whole = Number.isInteger(columns) && columns > taken.length;
  if (!whole || !taken.every((at) => Number.isInteger(at) && at >= 0 && at < columns)) {
    throw failed(file, `a file of numbers needs columns, how many numbers a row has, and target and sampleWeight as places among them, from 0, or from the end from -1`); // prettier-ignore
  }
  if (bytes.length === 0 || bytes.length % (width * columns) !== 0) {
    throw failed(file, `its ${bytes.length} bytes are no rows of ${columns} numbers in ${width} bytes`); // prettier-ignore
  }
  const all = width === 4 ? Float64Array.from(new Float32Array(bytes.buffer)) : new Float64Array(bytes.buffer); // prettier-ignore
  const rows = all.length / columns;
  const [data, y, weights] = without(all, rows, columns, taken);
  return { X: { data, rows, cols: columns - taken.length }, y, sampleWeight: weights };
}

/**
 * Some columns of a table, and before them the table without them.
 * @param {ArrayLike<number>} data
 * @param {number} rows
 * @param {number} columns
 * @param {number[]} taken
 * @returns {Float64Array[]}
 */
function without(data, rows, columns, taken) {
  const kept = Array.from({ length: columns }, (_, at) => at).filter((at) => !taken.includes(at));
  const pick = (/** @type {number[]} */ places) => {
    const made = new Float64Array(rows * places.length);
    for (let i = 0, to = 0; i < rows; i++) {
      for (const at of places) made[to++] = data[i * columns + at];
    }
    return made;
  };
  return [pick(kept), ...taken.map((at) => pick([at]))];
}

/**
 * @param {string} name
 * @param {string} why
 * @param {unknown} [cause]
 */
function failed(name, why, cause) {
  return new MaxMarginError('ERR_FORMAT', 'chunks', `${name}: ${why}`, { file: name }, cause);
}

/**
 * @param {string} name
 * @param {string[]} places
 */
function refused(name, places) {
  const where =
    places.length > 0 ? `it opens files in ${places.join(', ')} alone` : 'it opens none';
  return new MaxMarginError(
    'ERR_OPTION',
    'chunks',
    `this worker may not open ${show(name)}: ${where}; start it with the folder or the beginning of the address among its files`,
    { file: name },
  );
}
