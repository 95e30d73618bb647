/** Gram matrices of kernels of compact support, as sparse rows. */
import { MaxMarginError } from '../basics/errors.js';
import { compare, compareSelf, readKernel, readWatch } from './comparing.js';
import { readMatrix } from './gram.js';

/** @import { Steps } from '../basics/drive.js' */
/** @import { Kernel, SparseRows } from '../types.js' */
/** @import { GeometryHost } from './comparing.js' */

/**
 * Columns, and how far apart two samples may be there before the kernel is 0.
 * @typedef {Map<number, number>} Support
 */

/**
 * The support of a kernel; a column that is missing is without a limit.
 * @param {Kernel} kernel
 * @param {number[]} columns that it sees
 * @returns {Support}
 */
function supportOf(kernel, columns) {
  const { kernel: name, parts = [], ...given } = kernel;
  const parameters = /** @type {Record<string, any>} */ (given);
  const below = () => parts.map((part) => supportOf(part, columns));
  switch (name) {
    case 'bspline': {
      const { degree = 3, width = 1 } = parameters;
      return new Map(columns.map((column) => [column, (width * (degree + 1)) / 2]));
    }
    case 'delta':
      return new Map(columns.map((column) => [column, 0]));
    case 'columns':
      return supportOf(
        parts[0],
        Array.from(parameters.columns, (/** @type {number} */ at) => columns[at]),
      );
    case 'scale':
    case 'normalize':
      return below()[0];
    case 'polynomial':
      return parameters.coefficients[0] === 0 ? below()[0] : new Map();
    case 'product':
      return below().reduce((all, part) => {
        for (const [column, reach] of part)
          all.set(column, Math.min(reach, all.get(column) ?? Infinity));
        return all;
      }, new Map());
    case 'sum':
      return below().reduce((all, part) => {
        const shared = [...all].filter(([column]) => part.has(column));
        return new Map(shared.map(([c, reach]) => [c, Math.max(reach, part.get(c) ?? 0)]));
      });
    default:
      return new Map();
  }
}

/** How many rows are compared with their neighbours at a time. */
const block = 256;

/**
 * The matrix of kernel values of X with itself, without the zeros. Rows are sorted by a column in
 * which the kernel has a limit, and blocks of them are compared with those within its reach, so that
 * the dense matrix is never made.
 * @param {GeometryHost} host
 * @param {unknown} kernel
 * @param {unknown} X
 * @param {unknown} given
 * @returns {Steps<SparseRows>}
 */
export function* sparseGram(host, kernel, X, given) {
  const { watch } = readWatch('sparseGram', given);
  const { values, rows, columns } = readMatrix(X, 'X');
  const read = readKernel(kernel);
  const settled = 'tree' in read ? (yield* compareSelf(host, read, X, watch)).kernel : read;
  const all = Array.from({ length: columns }, (_, j) => j);
  const support = 'tree' in settled ? supportOf(settled.tree, all) : new Map();
  if (support.size === 0) {
    throw new MaxMarginError(
      'ERR_OPTION',
      'kernel',
      'the kernel has no compact support: no distance makes it 0, so its matrix is dense; use gramMatrix, or a kernel such as bspline, or its product with this one',
    );
  }
  const [column, reach] = narrowest(values, rows, columns, support);
  const at = (/** @type {number} */ i) => values[i * columns + column];
  const order = Int32Array.from({ length: rows }, (_, i) => i).sort((a, b) => at(a) - at(b));
  const table = (/** @type {Int32Array} */ index) => {
    const data = new Float64Array(index.length * columns);
    index.forEach((i, r) => data.set(values.subarray(i * columns, (i + 1) * columns), r * columns));
    return { data, rows: index.length, cols: columns };
  };
  /** @type {[Int32Array, Float64Array][]} */
  const found = Array(rows);
  let [low, high] = [0, 0];
  for (let first = 0; first < rows; first += block) {
    const own = order.subarray(first, Math.min(first + block, rows));
    while (at(order[low]) < at(own[0]) - reach) low++;
    while (high < rows && at(order[high]) <= at(own[own.length - 1]) + reach) high++;
    const near = order.slice(low, high).sort();
    const part = yield* compare(host, settled, table(own), table(near), watch);
    own.forEach((i, r) => {
      const row = part.values.subarray(r * near.length, (r + 1) * near.length);
      const kept = near.filter((_, j) => row[j] !== 0);
      found[i] = [kept, row.filter((value) => value !== 0)];
    });
  }
  const indptr = new Int32Array(rows + 1);
  found.forEach(([kept], i) => (indptr[i + 1] = indptr[i] + kept.length));
  const indices = new Int32Array(indptr[rows]);
  const data = new Float64Array(indptr[rows]);
  found.forEach(([kept, entries], i) => {
    indices.set(kept, indptr[i]);
    data.set(entries, indptr[i]);
  });
  return { indptr, indices, data, rows, cols: rows };
}

/**
 * The column in which the samples are spread most in comparison with the reach of the kernel.
 * @param {Float64Array} values
 * @param {number} rows
 * @param {number} columns
 * @param {Support} support
 */
function narrowest(values, rows, columns, support) {
  const spread = (/** @type {number} */ column) => {
    let [least, most] = [Infinity, -Infinity];
    for (let i = 0; i < rows; i++) {
      const value = values[i * columns + column];
      [least, most] = [Math.min(least, value), Math.max(most, value)];
    }
    return most - least;
  };
  const rated = [...support].map((entry) => ({ entry, share: spread(entry[0]) / entry[1] }));
  return rated.reduce((a, b) => (b.share > a.share ? b : a)).entry;
}
