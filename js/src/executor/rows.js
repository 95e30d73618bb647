/**
 * What a worker does for a fit to rows that no machine has all of. Its program holds the features of
 * chunks, and answers questions about them. A chunk that it is asked about and does not have, it opens
 * if the chunk is a file; the rows of others come with the job when it says that they are missing.
 */
import { MaxMarginError } from '../basics/errors.js';
import { bytesOf, packSamples, takeOver } from '../input/inputs.js';
import { checkLength, labelsIn } from '../input/labels.js';
import { checkValues, float64s } from '../input/values.js';

/** @import { PackedTable } from '../input/inputs.js' */
/** @import { Label } from '../types.js' */
/** @import { ChunkFiles } from './chunk-files.js' */
/** @import { StationHost } from './station.js' */
/** @import { Job, Opening, Plain, Reply, Waiting } from './types.js' */

/**
 * What is known of all chunks.
 * @typedef {object} RowsRequest
 * @property {boolean} classifies
 * @property {string[]} perRow names of what a chunk has for each row
 * @property {string[]} [features] names of the columns
 * @property {Plain} [like] how the first file was read, for the others
 * @property {Plain} [fit] to make a sketch from one chunk
 * @property {ChunkRequest} [chunk] that chunk
 */

/**
 * A chunk: a file, or rows in the buffers of the job or the opening.
 * @typedef {{number: number, file?: Plain, table?: PackedTable['shape'], rows?: number}} ChunkRequest
 */

/** The rows of a chunk, packed. @typedef {{table: PackedTable['shape'], names?: string[], like?: Plain, buffers: Record<string, Uint8Array>, labels?: Label[]}} Packed */

export class Rows {
  #host;
  #files;
  /** @type {RowsRequest} */
  #of = { classifies: false, perRow: [] };
  /** Chunks that the program holds. @type {Set<number>} */
  #held = new Set();

  /**
   * @param {StationHost} host
   * @param {ChunkFiles} files
   */
  constructor(host, files) {
    this.#host = host;
    this.#files = files;
  }

  /**
   * @param {Plain} request
   * @param {Record<string, Uint8Array>} buffers
   * @param {Waiting} [waiting]
   * @param {Plain} [options]
   * @returns {Promise<any>}
   */
  async #step(request, buffers, waiting, options) {
    return this.#host.call('spread', { request, options, buffers }, waiting);
  }

  /**
   * @param {Omit<Opening, 'kind'>} opening
   * @param {Waiting} [waiting]
   * @returns {Promise<Reply>}
   */
  async open({ request, options, buffers }, waiting) {
    this.#of = request;
    this.#held.clear();
    const { fit, chunk } = /** @type {RowsRequest} */ (request);
    if (!fit) return this.#step({ step: 'open' }, { sketch: buffers.sketch }, waiting);
    const first = await this.#rows(/** @type {ChunkRequest} */ (chunk), buffers, waiting);
    const { table, names = [], like } = first;
    const sketching = { step: 'sketch', fit: { ...fit, table, features: names } };
    const reply = await this.#step(sketching, first.buffers, waiting, options);
    return { value: { ...reply.value, cols: table.cols, features: names, like }, buffers: reply.buffers }; // prettier-ignore
  }

  /**
   * @param {Job} job
   * @param {Waiting} [waiting]
   * @returns {Promise<Reply>}
   */
  async do({ request, buffers = {} }, waiting) {
    if (request.step === 'hold') return this.#hold(request.chunk, buffers, waiting);
    const { signal } = waiting ?? {};
    /** @type {ChunkRequest[]} */
    const chunks = request.chunks;
    const missing = chunks.filter(({ number, file }) => !this.#held.has(number) && !file && Object.keys(own(buffers, number)).length === 0); // prettier-ignore
    if (missing.length > 0) {
      throw new MaxMarginError(
        'ERR_INTERNAL',
        'chunks',
        'this worker does not have the rows of all chunks',
        { chunks: missing.map(({ number }) => number) },
      );
    }
    /** @type {Reply['buffers']} */
    const sums = {};
    for (const chunk of chunks) {
      const { number } = chunk;
      signal?.throwIfAborted();
      if (!this.#held.has(number)) await this.#hold(chunk, own(buffers, number), { signal });
      const { questions, factors } = buffers;
      const classes = buffers[`${number}.classes`];
      const copies = { questions: questions.slice(), factors: factors.slice(), classes };
      const reply = await this.#step({ step: 'answer', chunk: number }, copies, waiting);
      sums[number] = reply.buffers.sums;
    }
    return { value: {}, buffers: sums };
  }

  /**
   * Has the program hold a chunk.
   * @param {ChunkRequest} chunk
   * @param {Record<string, Uint8Array>} given
   * @param {Waiting} [waiting]
   * @returns {Promise<Reply>}
   */
  async #hold(chunk, given, waiting) {
    const { number, rows: expected } = chunk;
    const { table, buffers, labels } = await this.#rows(chunk, given, waiting);
    const counts = countsOf(buffers, labels?.length ?? 1, table.rows);
    if (expected !== undefined && table.rows !== expected) {
      throw new MaxMarginError(
        'ERR_FORMAT',
        'chunks',
        `the file of chunks[${number}] has ${table.rows} rows, but had ${expected} before; do not change files while a fit reads them`,
        { chunk: number },
      );
    }
    const { value } = await this.#step({ step: 'hold', chunk: number, table }, buffers, waiting);
    this.#held.add(number);
    return { value: { ...value, labels, ...counts }, buffers: {} };
  }

  /**
   * @param {ChunkRequest} chunk
   * @param {Record<string, Uint8Array>} buffers
   * @param {Waiting} [waiting]
   * @returns {Promise<Packed>}
   */
  async #rows({ file, table: shape }, buffers, waiting) {
    const { classifies, features, like } = this.#of;
    if (!file) return { table: /** @type {PackedTable['shape']} */ (shape), names: features, buffers }; // prettier-ignore
    const read = await this.#files.read(file, like, waiting?.signal);
    return packChunk(read, { ...this.#of, classifies, features }, false);
  }

  /** @returns {Promise<unknown>} */
  close() {
    this.#held.clear();
    return this.#step({ step: 'close' }, {});
  }
}

/**
 * The buffers of a chunk among those of a job.
 * @param {Record<string, Uint8Array>} buffers
 * @param {number} number
 */
function own(buffers, number) {
  const prefix = `${number}.`;
  const mine = Object.entries(buffers).filter(([name]) => name.startsWith(prefix) && name !== `${prefix}classes`); // prettier-ignore
  return Object.fromEntries(mine.map(([name, bytes]) => [name.slice(prefix.length), bytes]));
}

/**
 * Packs the rows of a chunk. Labels get numbers of their own.
 * @param {any} chunk
 * @param {Pick<RowsRequest, 'classifies' | 'perRow' | 'features'>} of
 * @param {boolean} transfer
 * @returns {Packed}
 */
export function packChunk({ X, y, like, ...given }, { classifies, perRow, features }, transfer) {
  const named = features && features.length > 0 ? features : undefined;
  const packed = packSamples(X, 'X', { operation: 'fit', features: named, transfer, bytes: true });
  const { shape: table, names } = packed;
  const { rows } = table;
  /** @type {Record<string, Uint8Array>} */
  const buffers = {};
  for (const name of perRow) {
    if (given[name] != null) buffers[name] = bytesOf(checkValues(given[name], name, rows));
  }
  /** @type {Label[] | undefined} */
  let labels;
  if (classifies) {
    const list = /** @type {ArrayLike<Label>} */ (checkLength(y, 'y', rows));
    ({ labels } = labelsIn(list, 'y'));
    const numbers = new Map(labels.map((label, at) => [label, at]));
    buffers.labels = bytesOf(Int32Array.from(list, (label) => Number(numbers.get(label))));
  } else buffers.values = bytesOf(checkValues(y, 'y', rows));
  return { table, names, like, buffers: { ...buffers, ...takeOver(packed) }, labels };
}

/**
 * How many rows each class has, and how many of them have a weight.
 * @param {Record<string, Uint8Array>} buffers of a chunk
 * @param {number} classes
 * @param {number} rows
 */
export function countsOf({ labels, sampleWeight }, classes, rows) {
  const counts = new Array(classes).fill(0);
  const left = new Array(classes).fill(0);
  const numbers = labels && new Int32Array(labels.buffer, labels.byteOffset, rows);
  const weights = sampleWeight && float64s(/** @type {any} */ (sampleWeight));
  for (let i = 0; i < rows; i++) {
    const at = numbers ? numbers[i] : 0;
    counts[at]++;
    if (!weights || weights[i] > 0) left[at]++;
  }
  return { counts, left };
}
