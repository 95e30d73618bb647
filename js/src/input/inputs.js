/**
 * Converts samples of every accepted form to one form: float64 numbers in new buffers, which
 * can be transferred to a worker. Forms are recognised by their shape, not by the library that
 * made them.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { allocating, checkRoom } from '../basics/memory.js';
import {
  byCell,
  byIndex,
  bytesOf,
  checkAttached,
  copyNumbers,
  describe,
  isArrayOrView,
  isNumbers,
  toFloat64,
  toInt32,
} from '../basics/numbers.js';
import { packStrings } from './strings.js';
import { nameColumns } from './feature-names.js';
import { isColumns, isRecord, isTable, noColumn, oneRow, ownColumns, readColumns, readRecords, refuseMaps } from './tables.js'; // prettier-ignore

/** @import { Operation } from '../basics/memory.js' */
/** @import { Slices } from '../basics/slices.js' */
/** @import { First } from '../runtime/host.js' */
/** @import { NamedTable } from './tables.js' */

export { bytesOf, checkAttached, isNumbers, toFloat64 };

/**
 * Samples as they cross to Go: the shape in the request, the numbers in buffers.
 * @typedef {object} PackedTable
 * @property {{layout: 'dense' | 'bytes' | 'csr' | 'strings', rows: number, cols: number, scale?: number}} shape
 * @property {Record<string, Uint8Array>} buffers
 * @property {string[]} [lent] the names of the caller's own buffers, which are transferred
 * @property {string[]} [names] of the columns, where they have some
 * @property {import('./coding.js').Coding} [coding] how its categories became numbers
 * @property {() => Slices} [fill] computes the numbers, when the buffers do not hold them yet
 * @property {First[]} [first] the work that gives the numbers, and what the shape has but for the
 *   rows
 */

const accepted =
  'an array of rows, objects or (for kernels of strings) strings, a table of columns, a tensor, { data, rows, cols }, { data, shape } or sparse { indptr, indices, data, rows, cols }';

/**
 * The purpose of samples; the memory check depends on it.
 * @typedef {object} Use
 * @property {Operation} operation
 * @property {number} [outputs] numbers that come out for each row
 * @property {number} [copies] how many more copies of the table are made
 * @property {import('../basics/memory.js').Costed} [machine] the machine that is fitted or searched
 * @property {readonly string[]} [features] names that named columns must have, in this order
 * @property {boolean} [transfer] transfer buffers instead of copying them, where possible
 * @property {boolean} [bytes] whether bytes may stay bytes, because only Go reads them
 * @property {unknown} [y] the targets, for a step that learns from them before the machine does
 */

/**
 * @param {unknown} samples
 * @param {string} argument its name in errors
 * @param {Use} use
 * @returns {PackedTable}
 */
export function packSamples(samples, argument, use) {
  const table = allocating(use.operation, argument, () => pack(samples, argument, use));
  const { rows, cols } = table.shape;
  if (rows === 0 || cols === 0) {
    throw new MaxMarginError(
      'ERR_EMPTY',
      argument,
      `${argument} is empty (shape ${rows} x ${cols}); it needs at least one row and one column`,
      { rows, columns: cols },
    );
  }
  return table;
}

/**
 * @param {any} samples
 * @param {string} argument
 * @param {Use} use
 * @returns {PackedTable}
 */
function pack(samples, argument, use) {
  refuseMaps(samples);
  if (Array.isArray(samples)) {
    if (typeof samples[0] === 'string') {
      return packStrings(samples, argument, (size) => checkTable(use, argument, size));
    }
    if (!isRecord(samples[0])) return packRows(samples, argument, use);
    return packNamed(readRecords(samples, argument, use.features), argument, use);
  }
  if (ArrayBuffer.isView(samples)) {
    if (isNumbers(samples) && 'shape' in samples)
      return packFlat({ data: samples, shape: samples.shape }, argument, use);
  } else if (typeof samples === 'object' && samples !== null) {
    // An Arrow table has data, too: the chunks of its columns.
    if (isTable(samples)) {
      return packNamed(readColumns(samples, argument, use.features), argument, use);
    }
    if (isNumbers(samples.data)) {
      const packer = 'indptr' in samples ? packSparse : packFlat;
      const table = packer(samples, argument, use);
      const { featureNames } = samples;
      return featureNames === undefined ? table : nameColumns(table, featureNames, argument, use);
    }
    const foreign = readForeign(samples);
    if (foreign) return packFlat(foreign, argument, { ...use, transfer: false });
    const columns = ownColumns(samples, use.features);
    if (isColumns(columns)) {
      return packNamed(readColumns(columns, argument, use.features), argument, use);
    }
    const entries = Object.entries(columns);
    const single = entries.filter(([, value]) => Object(value) !== value);
    if (single.length > 0 && (use.features || single.length === entries.length)) {
      throw oneRow(argument, ...single[0]);
    }
    if (use.features && entries.length === 0)
      throw noColumn(argument, use.features[0], use.features, { argument });
  }
  throw new MaxMarginError(
    'ERR_TYPE',
    argument,
    `${argument} must be ${accepted}, got ${describe(samples)}`,
  );
}

/**
 * The numbers of a tensor (shape, dataSync) or a matrix (rows, columns,
 * to1DArray). They may be the library's own, so they are never taken over.
 * @param {any} samples
 */
function readForeign(samples) {
  if (typeof samples.dataSync === 'function' && 'shape' in samples) {
    const data = samples.dataSync();
    return isNumbers(data) ? { data, shape: samples.shape } : undefined;
  }
  if (typeof samples.to1DArray === 'function') {
    return { data: samples.to1DArray(), rows: samples.rows, cols: samples.columns };
  }
  return undefined;
}

/**
 * @param {NamedTable} table
 * @param {string} argument
 * @param {Use} use
 * @returns {PackedTable}
 */
function packNamed({ rows, names, write }, argument, use) {
  const cols = names.length;
  checkTable(use, argument, { layout: 'dense', rows, cols });
  const data = new Float64Array(rows * cols);
  write(data);
  return { ...dense(data, rows, cols), names };
}

/**
 * @param {readonly unknown[]} samples
 * @param {string} argument
 * @param {Use} use
 * @returns {PackedTable}
 */
function packRows(samples, argument, use) {
  const rows = samples.length;
  let cols = 0;
  let data = new Float64Array(0);
  for (let i = 0; i < rows; i++) {
    const row = samples[i];
    if (!isNumbers(row)) {
      throw new MaxMarginError(
        'ERR_TYPE',
        argument,
        `${argument}[${i}] is ${describe(row)}, but every row must be an array of numbers${typeof row === 'number' ? '; pass one row in an array, too' : ''}`,
        { row: i, got: describe(row) },
      );
    }
    checkAttached(row, `${argument}[${i}]`);
    if (i === 0) {
      cols = row.length;
      checkTable(use, argument, { layout: 'dense', rows, cols });
      data = new Float64Array(rows * cols);
    }
    if (row.length !== cols) {
      throw new MaxMarginError(
        'ERR_SHAPE',
        argument,
        `${argument}[${i}] has ${row.length} numbers, but the first row has ${cols}; all rows must have the same length`,
        { row: i, expected: cols, got: row.length },
      );
    }
    copyNumbers(data, i * cols, row, argument, (j) => ({ row: i, column: j }));
  }
  return dense(data, rows, cols);
}

/**
 * @param {any} matrix with numbers in data
 * @param {string} argument
 * @param {Use} use
 * @returns {PackedTable}
 */
function packFlat(matrix, argument, use) {
  const [rows, cols] = shapeOf(matrix, argument);
  const { data, scale = 1, offset = 0, stride, strides = stride } = matrix;
  checkAttached(data, argument);
  if (strides !== undefined || offset !== 0) {
    const [down, across] = Array.from(strides ?? [cols, 1]);
    const corners = [0, (rows - 1) * down].flatMap((v) => [v, v + (cols - 1) * across]);
    const inside = [down, across, offset].every(Number.isInteger) && corners.every((at) => data[offset + at] !== undefined); // prettier-ignore
    if (rows > 0 && cols > 0 && !inside) {
      throw new MaxMarginError(
        'ERR_SHAPE',
        argument,
        `${argument} has ${data.length} numbers, too few for its shape [${rows}, ${cols}], two strides and offset`,
        { got: data.length },
      );
    }
    checkTable(use, argument, { layout: 'dense', rows, cols });
    const source = toFloat64(data, argument, byIndex);
    const packed = new Float64Array(rows * cols);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < cols; j++) {
        packed[i * cols + j] = source[offset + i * down + j * across];
      }
    }
    return dense(packed, rows, cols, scale);
  }
  const { length } = data;
  if (length !== rows * cols) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      argument,
      `${argument}.data has ${length} numbers, but ${rows} rows of ${cols} columns need ${rows * cols}`,
      { expected: rows * cols, got: length },
    );
  }
  checkTable(use, argument, { layout: 'dense', rows, cols });
  if (use.bytes && !matrix.featureNames && isBytes(data)) {
    return {
      shape: { layout: 'bytes', rows, cols, scale: +scale },
      buffers: { data: new Uint8Array(data) },
    };
  }
  if (use.transfer && scale === 1 && isLendable(data, Float64Array)) {
    return { ...dense(data, rows, cols), lent: ['data'] };
  }
  return dense(toFloat64(data, argument, byCell(cols)), rows, cols, scale);
}

/**
 * Checks what the packed form no longer shows: types, and indices that an int32 would wrap. Go
 * checks the order and the bounds of the indices.
 * @param {any} matrix
 * @param {string} argument
 * @param {Use} use
 * @returns {PackedTable}
 */
function packSparse(matrix, argument, use) {
  const [rows, cols] = shapeOf(matrix, argument);
  checkTable(use, argument, { layout: 'csr', rows, cols, stored: matrix.data.length });
  const types = { data: Float64Array, indptr: Int32Array, indices: Int32Array };
  /** @type {string[]} */
  const lent = [];
  const take = (/** @type {keyof types} */ name) => {
    const array = matrix[name];
    const scale = name === 'data' ? (matrix.scale ?? 1) : 1;
    if (use.transfer && scale === 1 && isLendable(array, types[name])) {
      lent.push(name);
      return bytesOf(array);
    }
    const where = `${argument}.${name}`;
    if (name !== 'data') return bytesOf(toInt32(array, where));
    return bytesOf(scaled(toFloat64(array, where, byIndex), scale));
  };
  const buffers = { data: take('data'), indptr: take('indptr'), indices: take('indices') };
  return { shape: { layout: 'csr', rows, cols }, buffers, lent };
}

/** @param {unknown} data @returns {data is Uint8Array | Uint8ClampedArray} */
const isBytes = (data) => data instanceof Uint8Array || data instanceof Uint8ClampedArray;

/**
 * Whether an array can be taken over as it is: it has the type that Go reads and
 * a buffer of its own, which is not shared.
 * @param {unknown} array
 * @param {Float64ArrayConstructor | Int32ArrayConstructor} type
 */
function isLendable(array, type) {
  if (!(array instanceof type && array.buffer instanceof ArrayBuffer)) return false;
  return array.length > 0 && array.byteLength === array.buffer.byteLength;
}

/**
 * The buffers of a table, right before they are sent. This detaches the caller's own buffers,
 * whose numbers move without being copied.
 * @param {PackedTable} table
 * @returns {Record<string, Uint8Array>}
 */
export function takeOver({ buffers, lent = [] }) {
  if (lent.length === 0) return buffers;
  const lenders = lent.map((name) => /** @type {ArrayBuffer} */ (buffers[name].buffer));
  /** @type {ArrayBuffer[]} */
  let taken;
  try {
    taken = structuredClone(lenders, { transfer: lenders });
  } catch {
    taken = lenders.map((buffer) => buffer.slice(0)); // memory that cannot be detached
  }
  const own = lent.map((name, i) => [name, new Uint8Array(taken[i])]);
  return { ...buffers, ...Object.fromEntries(own) };
}

/**
 * @param {Use} use
 * @param {string} argument
 * @param {import('../basics/memory.js').Size} size
 */
function checkTable(use, argument, size) {
  checkRoom(use.operation, argument, size, use);
}

/**
 * @param {Float64Array} data
 * @param {number} rows
 * @param {number} cols
 * @param {number} [scale] factor of the numbers, which are then no longer the caller's
 * @returns {PackedTable}
 */
function dense(data, rows, cols, scale = 1) {
  return {
    shape: { layout: 'dense', rows, cols },
    buffers: { data: bytesOf(scaled(data, scale)) },
  };
}

/**
 * Multiplies numbers, in place.
 * @param {Float64Array} data
 * @param {number} scale
 */
function scaled(data, scale) {
  if (scale !== 1) for (let i = 0; i < data.length; i++) data[i] *= scale;
  return data;
}

/**
 * @param {any} matrix
 * @param {string} argument
 * @returns {[number, number]}
 */
function shapeOf({ shape, rows, cols }, argument) {
  const size = shape ?? [rows, cols];
  const fits = isArrayOrView(size) ? [...size] : [];
  if (fits.length !== 2 || !fits.every((v) => Number.isSafeInteger(v) && v >= 0)) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      argument,
      `${argument} needs its numbers of rows and columns: { data, rows, cols } or { data, shape: [rows, cols] }`,
      { got: fits.map(show).join(', ') },
    );
  }
  return [fits[0], fits[1]];
}
