/**
 * Samples come in many forms and leave here in one: float64 numbers in fresh
 * buffers, which a worker may take over. Forms are recognised by their shape,
 * not by the library that made them.
 */
import { MaxMarginError, show } from './errors.js';

/** @import { Numbers } from './types.js' */

/**
 * Samples as they cross to Go: the shape in the request, the numbers in buffers.
 * @typedef {object} PackedTable
 * @property {{layout: 'dense' | 'csr', rows: number, cols: number}} shape
 * @property {Record<string, Uint8Array>} buffers
 */

const accepted =
  'an array of rows, { data, rows, cols }, { data, shape }, or sparse { indptr, indices, data, rows, cols }';

/**
 * @param {unknown} samples
 * @param {string} argument its name in errors
 * @returns {PackedTable}
 */
export function packSamples(samples, argument) {
  const table = pack(samples, argument);
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
 * @returns {PackedTable}
 */
function pack(samples, argument) {
  if (Array.isArray(samples)) return packRows(samples, argument);
  if (typeof samples === 'object' && samples !== null) {
    if (isNumbers(samples) && 'shape' in samples) {
      return packFlat({ data: samples, shape: /** @type {any} */ (samples).shape }, argument);
    }
    if (isNumbers(samples.data)) {
      return 'indptr' in samples ? packSparse(samples, argument) : packFlat(samples, argument);
    }
  }
  throw new MaxMarginError(
    'ERR_TYPE',
    argument,
    `${argument} must be ${accepted}, got ${describe(samples)}`,
  );
}

/**
 * @param {readonly unknown[]} samples
 * @param {string} argument
 * @returns {PackedTable}
 */
function packRows(samples, argument) {
  const rows = samples.length;
  let cols = 0;
  let data = new Float64Array(0);
  for (let i = 0; i < rows; i++) {
    const row = samples[i];
    if (!isNumbers(row)) {
      throw new MaxMarginError(
        'ERR_TYPE',
        argument,
        `${argument}[${i}] is ${describe(row)}, but every row must be an array of numbers`,
        { row: i, got: describe(row) },
      );
    }
    checkAttached(row, `${argument}[${i}]`);
    if (i === 0) {
      cols = row.length;
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
 * @returns {PackedTable}
 */
function packFlat(matrix, argument) {
  const [rows, cols] = shapeOf(matrix, argument);
  checkAttached(matrix.data, argument);
  const { offset = 0, stride, strides = stride } = matrix;
  if (strides !== undefined || offset !== 0) {
    return packStrided(matrix.data, rows, cols, strides ?? [cols, 1], offset, argument);
  }
  const { length } = matrix.data;
  if (length !== rows * cols) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      argument,
      `${argument}.data has ${length} numbers, but ${rows} rows of ${cols} columns need ${rows * cols}`,
      { expected: rows * cols, got: length },
    );
  }
  return dense(toFloat64(matrix.data, argument, byCell(cols)), rows, cols);
}

/**
 * @param {Numbers} data
 * @param {number} rows
 * @param {number} cols
 * @param {readonly number[]} strides
 * @param {number} offset
 * @param {string} argument
 * @returns {PackedTable}
 */
function packStrided(data, rows, cols, [down, across], offset, argument) {
  const corners = [0, (rows - 1) * down].flatMap((v) => [v, v + (cols - 1) * across]);
  const inside = corners.every((at) => Number.isInteger(at) && data[offset + at] !== undefined);
  if (rows > 0 && cols > 0 && !inside) {
    throw new MaxMarginError(
      'ERR_SHAPE',
      argument,
      `${argument} has ${data.length} numbers, too few for its shape [${rows}, ${cols}], strides and offset`,
      { got: data.length },
    );
  }
  const source = toFloat64(data, argument, byIndex);
  const packed = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      packed[i * cols + j] = source[offset + i * down + j * across];
    }
  }
  return dense(packed, rows, cols);
}

/**
 * What Go cannot see any more is checked here: types, and indices that an
 * int32 would wrap. Order and bounds of the indices are checked there.
 * @param {any} matrix
 * @param {string} argument
 * @returns {PackedTable}
 */
function packSparse(matrix, argument) {
  const [rows, cols] = shapeOf(matrix, argument);
  return {
    shape: { layout: 'csr', rows, cols },
    buffers: {
      data: bytesOf(toFloat64(matrix.data, `${argument}.data`, byIndex)),
      indptr: bytesOf(toInt32(matrix.indptr, `${argument}.indptr`)),
      indices: bytesOf(toInt32(matrix.indices, `${argument}.indices`)),
    },
  };
}

/**
 * @param {Float64Array} data
 * @param {number} rows
 * @param {number} cols
 * @returns {PackedTable}
 */
function dense(data, rows, cols) {
  return { shape: { layout: 'dense', rows, cols }, buffers: { data: bytesOf(data) } };
}

/**
 * @param {any} matrix
 * @param {string} argument
 * @returns {[number, number]}
 */
function shapeOf({ shape, rows, cols }, argument) {
  const size = shape ?? [rows, cols];
  const fits =
    Array.isArray(size) || ArrayBuffer.isView(size) ? [.../** @type {any} */ (size)] : [];
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

/**
 * Says in errors where a number is.
 * @typedef {(index: number) => Record<string, number>} Locate
 */

/** @type {Locate} */
const byRow = (row) => ({ row });

/** @type {Locate} */
const byIndex = (index) => ({ index });

/** @type {(cols: number) => Locate} */
const byCell = (cols) => (index) => ({ row: Math.floor(index / cols), column: index % cols });

/**
 * A fresh Float64Array of the numbers.
 * @param {Numbers} source
 * @param {string} argument
 * @param {Locate} [locate]
 */
export function toFloat64(source, argument, locate = byRow) {
  if (!Array.isArray(source)) {
    checkAttached(source, argument);
    return new Float64Array(source);
  }
  const data = new Float64Array(source.length);
  copyNumbers(data, 0, source, argument, locate);
  return data;
}

/**
 * @param {unknown} source
 * @param {string} argument
 */
function toInt32(source, argument) {
  if (!isNumbers(source)) {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument} must be an array of whole numbers, got ${describe(source)}`,
    );
  }
  checkAttached(source, argument);
  const packed = Int32Array.from(source);
  const wrong = source instanceof Int32Array ? -1 : packed.findIndex((v, i) => v !== source[i]);
  if (wrong >= 0) {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument}[${wrong}] is ${show(source[wrong])}, but must be a whole number below 2147483648`,
      { index: wrong },
    );
  }
  return packed;
}

/**
 * Copies numbers and nothing else: a string is not a number, nor is null zero.
 * @param {Float64Array} target
 * @param {number} at
 * @param {Numbers} source
 * @param {string} argument
 * @param {Locate} locate
 */
function copyNumbers(target, at, source, argument, locate) {
  if (!Array.isArray(source)) {
    target.set(source, at);
    return;
  }
  for (let i = 0; i < source.length; i++) {
    const value = source[i];
    if (typeof value !== 'number') {
      const details = locate(i);
      throw new MaxMarginError(
        'ERR_TYPE',
        argument,
        `${argument}[${Object.values(details).join(', ')}] is ${show(value)}, which is not a number; ${remedy(value)}`,
        { ...details, got: show(value) },
      );
    }
    target[at + i] = value;
  }
}

/** @param {unknown} value */
function remedy(value) {
  switch (typeof value) {
    case 'string':
      return 'convert text to numbers, and encode categories, before fitting';
    case 'boolean':
      return 'write 0 or 1';
    case 'bigint':
      return 'convert it with Number()';
    default:
      return 'fill in missing values, or leave the row out';
  }
}

/**
 * @param {unknown} value
 * @returns {value is Numbers}
 */
export function isNumbers(value) {
  if (Array.isArray(value)) return true;
  return (
    ArrayBuffer.isView(value) &&
    !(value instanceof DataView) &&
    !(value instanceof BigInt64Array) &&
    !(value instanceof BigUint64Array)
  );
}

/**
 * An array whose buffer was transferred looks empty; say what happened instead.
 * @param {unknown} source
 * @param {string} argument
 */
export function checkAttached(source, argument) {
  if (!ArrayBuffer.isView(source)) return;
  try {
    new Uint8Array(source.buffer, 0, 0);
  } catch {
    throw new MaxMarginError(
      'ERR_TYPE',
      argument,
      `${argument} is over a detached buffer: it was transferred away; pass it before the transfer, or a copy`,
    );
  }
}

/** @param {unknown} value */
function describe(value) {
  if (ArrayBuffer.isView(value) && Symbol.toStringTag in value) {
    return `a ${value[Symbol.toStringTag]}`;
  }
  return show(value);
}

/**
 * @param {ArrayBufferView} view
 * @returns {Uint8Array}
 */
export function bytesOf(view) {
  return new Uint8Array(/** @type {ArrayBuffer} */ (view.buffer), view.byteOffset, view.byteLength);
}
