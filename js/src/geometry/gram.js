/** The matrix of kernel values, and its centring. */
import { MaxMarginError } from '../basics/errors.js';
import { withShape } from '../model/fitted.js';
import { packSamples } from '../input/inputs.js';
import { float64s } from '../input/values.js';
import { compare, readKernel, readWatch } from './comparing.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Shaped } from '../types.js' */
/** @import { GeometryHost } from './comparing.js' */

/**
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} Z
 * @param {unknown} given
 * @returns {Steps<Shaped<Float64Array>>}
 */
export function* gramMatrix(host, kernel, X, Z, given) {
  const { watch } = readWatch('gramMatrix', given);
  const { values, rows, columns } = yield* compare(host, readKernel(kernel), X, Z, watch);
  return withShape(values, rows, columns);
}

/**
 * The Gram matrix of the images minus their mean: rows and columns sum to zero. With two
 * arguments, K holds the values between further samples (rows) and the samples of the matrix
 * (columns); the mean of the latter is subtracted.
 *
 *     K - 1 K - K 1 + 1 K 1,   all entries of 1 being 1/n
 * @param {unknown} K n x n; of further samples m x n
 * @param {unknown} [train] n x n, where K is of further samples
 * @returns {Shaped<Float64Array>}
 */
export function centerGram(K, train) {
  const matrix = readMatrix(K, 'K');
  const reference = train === undefined ? matrix : readMatrix(train, 'train');
  const n = reference.columns;
  if (reference.rows !== n) {
    const argument = train === undefined ? 'K' : 'train';
    throw wrongShape(
      argument,
      `${argument} must be square, got ${reference.rows} rows and ${n} columns; values of further samples are centred by those of the first, centerGram(K, train)`,
    );
  }
  if (matrix.columns !== n) {
    throw wrongShape(
      'K',
      `K has ${matrix.columns} columns, but train is of ${n} samples; a column must belong to each`,
    );
  }
  return withShape(centered(matrix, reference), matrix.rows, n);
}

/**
 * @param {{values: Float64Array, rows: number, columns: number}} matrix
 * @param {{values: Float64Array, rows: number, columns: number}} [reference] square
 */
export function centered({ values, rows, columns }, reference = { values, rows, columns }) {
  const means = columnMeans(reference);
  const mean = means.reduce((sum, value) => sum + value, 0) / columns;
  const result = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    const row = values.subarray(i * columns, (i + 1) * columns);
    const own = row.reduce((sum, value) => sum + value, 0) / columns;
    for (let j = 0; j < columns; j++) result[i * columns + j] = row[j] - own - (means[j] - mean);
  }
  return result;
}

/** @param {{values: Float64Array, rows: number, columns: number}} matrix */
function columnMeans({ values, rows, columns }) {
  const means = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) means[j] += values[i * columns + j];
  }
  return means.map((sum) => sum / rows);
}

/**
 * Numbers in any of the forms that samples have, dense.
 * @param {unknown} matrix
 * @param {string} argument
 */
export function readMatrix(matrix, argument) {
  const { shape, buffers } = packSamples(matrix, argument, { operation: 'spectrum' });
  if (shape.layout !== 'dense') {
    throw new MaxMarginError('ERR_TYPE', argument, `${argument} must be dense rows of numbers`);
  }
  const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (buffers.data);
  return { values: float64s(bytes), rows: shape.rows, columns: shape.cols };
}

/**
 * @param {string} argument
 * @param {string} message
 */
function wrongShape(argument, message) {
  return new MaxMarginError('ERR_SHAPE', argument, message);
}
