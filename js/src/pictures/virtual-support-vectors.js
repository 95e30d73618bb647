/** Support vectors that are images, and their shifted copies. */
import { MaxMarginError, show } from '../basics/errors.js';
import { isNumbers } from '../basics/numbers.js';
import { makeSamples } from '../data/samples.js';
import { checkOptions, whole } from '../data/settings.js';

/** @import { Check } from '../data/settings.js' */
/** @import { DenseSamples } from '../data/samples.js' */
/** @import { SparseSamples } from '../data/table.js' */

/** Images in one run of numbers. @typedef {{data: Float64Array | Uint8Array, rows: number, cols: number, scale?: number}} Images */

/**
 * @typedef {object} ShiftSettings
 * @property {number} [width] of the images, in pixels. Default: that of square images of one
 *   number for each pixel.
 * @property {number} [height] Default: as many rows as the images have.
 * @property {[right: number, down: number][]} [shifts] by how many pixels each copy is moved.
 *   Default: one pixel to each of the four sides.
 * @property {number} [background] what moves in at the sides, in the numbers of X, which its `scale`
 *   has not yet multiplied; sparse samples have 0. Default: 0.
 */

/** @type {Check} */
const moves = [
  'an array of pairs of whole numbers, [right, down], not both 0',
  (value) =>
    Array.isArray(value) &&
    value.every(
      (pair) =>
        Array.isArray(pair) &&
        pair.length === 2 &&
        pair.every(Number.isSafeInteger) &&
        pair.some(Boolean),
    ),
];

/** As a call, which bundlers can leave out. @type {() => Record<string, Check>} */
const checks = () => ({
  width: whole(1),
  height: whole(1),
  shifts: moves,
  background: ['a finite number', Number.isFinite],
});

/**
 * Samples for a second fit: the support vectors of the first one, which have all that it took of
 * the samples, and copies of them that are moved by some pixels and keep their labels. The second
 * machine hardly sees where in the image a thing is (Schölkopf, Burges and Vapnik 1996; DeCoste and
 * Schölkopf 2002, section 4).
 * @template L
 * @param {{supportIndices?: ArrayLike<number>}} model fitted to X
 * @param {number[][] | Float64Array[] | DenseSamples | Images | SparseSamples} X images, row by row, one in
 *   each row of X
 * @param {ArrayLike<L>} y their labels
 * @param {ShiftSettings} [settings]
 * @returns {{X: Images | SparseSamples, y: L[]}} the support vectors, and then their copies, a shift
 *   at a time; sparse if X is, bytes if X has bytes, with the `scale` of X
 */
export function virtualSupportVectors(model, X, y, settings) {
  /** @type {ShiftSettings} */
  const checked = checkOptions('virtualSupportVectors', settings, checks());
  const { shifts = [[1, 0], [-1, 0], [0, 1], [0, -1]], background = 0 } = checked; // prettier-ignore
  const support = model?.supportIndices;
  if (!isNumbers(support)) {
    throw new MaxMarginError('ERR_TYPE', 'model', `model must be a fitted machine with support vectors, such as an SVC, got ${show(model)}`); // prettier-ignore
  }
  const table = tableOf(X);
  const { rows, cols } = table;
  const last = Array.from(support).reduce((most, row) => Math.max(most, row), 0);
  if (last >= rows || y?.length !== rows) {
    throw new MaxMarginError('ERR_SHAPE', last >= rows ? 'X' : 'y', `X has ${rows} rows and y ${y?.length} labels, and the model has row ${last} of the samples that it was fitted to; pass the X and y of its fit`); // prettier-ignore
  }
  const { width = checked.height ? cols / checked.height : Math.sqrt(cols), height = cols / width } = checked; // prettier-ignore
  if (!Number.isInteger(width) || width * height !== cols) {
    throw new MaxMarginError('ERR_SHAPE', 'width', `the rows of X have ${cols} numbers, which are no images of ${checked.width ?? '?'} x ${checked.height ?? '?'} pixels; pass their width and height`, { columns: cols }); // prettier-ignore
  }
  const all = /** @type {[number, number][]} */ ([[0, 0], ...shifts]);
  const labels = all.flatMap(() => Array.from(support, (row) => y[row]));
  const shape = { rows: labels.length, cols };
  if ('indptr' in table) {
    if (background !== 0) {
      throw new MaxMarginError('ERR_OPTION', 'background', `background must be 0 for sparse samples, got ${show(background)}; pass dense rows`); // prettier-ignore
    }
    return { X: { ...moveSparse(table, support, all, width, height), ...shape }, y: labels };
  }
  const { bytes, scale } = table;
  // What is no byte would change in an array of bytes.
  const data =
    bytes && new Uint8Array([background])[0] === background
      ? new Uint8Array(labels.length * cols)
      : makeSamples(labels.length, cols, 'shifts').data;
  data.fill(background);
  let at = 0;
  for (const [right, down] of all) {
    for (let k = 0; k < support.length; k++, at += cols) {
      const image = table.row(support[k]);
      for (let line = Math.max(0, down); line < Math.min(height, height + down); line++) {
        for (let x = Math.max(0, right); x < Math.min(width, width + right); x++) {
          data[at + line * width + x] = image[(line - down) * width + x - right];
        }
      }
    }
  }
  return { X: { data, ...shape, ...(scale !== undefined && { scale }) }, y: labels };
}

/**
 * @param {any} X
 * @returns {{rows: number, cols: number, row: (i: number) => ArrayLike<number>, bytes?: boolean, scale?: number} | SparseSamples}
 */
function tableOf(X) {
  if (Array.isArray(X) && X.length > 0 && X.every((row) => row?.length === X[0]?.length)) {
    return { rows: X.length, cols: X[0].length, row: (i) => X[i] };
  }
  const { data, rows, cols, indptr, indices, scale } = Object(X);
  if (isNumbers(data) && indptr === undefined && data.length === rows * cols) {
    const row = (/** @type {number} */ i) => data.slice(i * cols, (i + 1) * cols);
    return { rows, cols, row, bytes: data instanceof Uint8Array, scale };
  }
  if (isNumbers(data) && isNumbers(indptr) && isNumbers(indices) && indptr.length === rows + 1) {
    return X;
  }
  throw new MaxMarginError('ERR_TYPE', 'X', `X must be an array of rows of one length, a table { data, rows, cols }, or a sparse one with indptr and indices, got ${show(X)}`); // prettier-ignore
}

/**
 * The columns of a row stay in ascending order, since all of them move by the same distance.
 * @param {SparseSamples} samples
 * @param {ArrayLike<number>} support
 * @param {[number, number][]} shifts
 * @param {number} width
 * @param {number} height
 */
function moveSparse({ data, indices, indptr }, support, shifts, width, height) {
  /** @type {number[]} */
  const values = [];
  /** @type {number[]} */
  const columns = [];
  const ends = [0];
  for (const [right, down] of shifts) {
    for (let k = 0; k < support.length; k++) {
      for (let at = indptr[support[k]]; at < indptr[support[k] + 1]; at++) {
        const x = (indices[at] % width) + right;
        const line = Math.floor(indices[at] / width) + down;
        if (x < 0 || x >= width || line < 0 || line >= height) continue;
        values.push(data[at]);
        columns.push(line * width + x);
      }
      ends.push(values.length);
    }
  }
  return {
    data: Float64Array.from(values),
    indices: Int32Array.from(columns),
    indptr: Int32Array.from(ends),
  };
}
