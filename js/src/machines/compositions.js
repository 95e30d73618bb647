/**
 * The object `kernels`: the kernels of the catalogue, and compositions with names of their own.
 * A composition returns kernels of the catalogue, so JSON and model files know only these.
 */
import { MaxMarginError, show } from '../basics/errors.js';
import { kernels as catalogue } from '../generated/kernels.js';
import { checkKernel } from './kernels.js';

/** @import { RowKernel } from '../types.js' */

/**
 * Checks the parts of a kernel over columns: each `kernels.columns(...)`, none with a
 * column of another.
 * @param {string} name
 * @param {unknown[]} parts
 * @returns {RowKernel[]} whose columns are those of rows
 */
function apart(name, parts) {
  /** @type {Map<unknown, number>} */
  const owners = new Map();
  return parts.map((part, i) => {
    const place = `kernels.${name}(), part ${i + 1}`;
    const kernel = /** @type {RowKernel} */ (checkKernel(part, place));
    if (kernel.kernel !== 'columns') {
      throw new MaxMarginError(
        'ERR_OPTION',
        name,
        `${place}, must be kernels.columns(list, kernel), so that each part has columns of its own, got ${show(part)}; kernels.sum and kernels.product take kernels of the same columns`,
      );
    }
    for (const column of Array.from(/** @type {ArrayLike<number>} */ (kernel.columns))) {
      const owner = owners.get(column);
      if (owner !== undefined) {
        throw new MaxMarginError(
          'ERR_OPTION',
          name,
          `${place}, has column ${column}, which part ${owner + 1} has, too; give it to one of them, or use kernels.sum or kernels.product`,
          { column },
        );
      }
      owners.set(column, i);
    }
    return kernel;
  });
}

/**
 * A'A of a map A, symmetric to the last bit.
 * @param {ArrayLike<ArrayLike<number>>} A
 * @returns {number[][]}
 */
function crossProduct(A) {
  const rows = Array.from(A ?? [], (row) => Array.from(row));
  const d = rows[0]?.length ?? 0;
  rows.forEach((row, i) => {
    if (row.length === d && d > 0 && row.every((v) => Number.isFinite(v))) return;
    throw new MaxMarginError(
      'ERR_OPTION',
      'linearMap',
      `kernels.linearMap(), row ${i} of the map, must have ${d} finite numbers, as row 0 has, got ${show(row)}`,
      { row: i },
    );
  });
  if (d === 0) {
    throw new MaxMarginError('ERR_OPTION', 'linearMap', `kernels.linearMap() needs the rows of a map, got ${show(A)}`); // prettier-ignore
  }
  return Array.from({ length: d }, (_, j) =>
    Array.from({ length: d }, (_, l) => rows.reduce((sum, row) => sum + row[j] * row[l], 0)),
  );
}

/** Kernels as plain, frozen objects: the option kernel takes them. */
export const kernels = /* @__PURE__ */ (() =>
  Object.freeze({
    ...catalogue,

    /**
     * The tensor product: the product of kernels of different columns. Its features are
     * the products of theirs. Positive definite: if its parts are.
     * @param {RowKernel[]} parts each made by `kernels.columns`
     * @returns {RowKernel}
     */
    tensor(...parts) {
      return catalogue.product(...apart('tensor', parts));
    },

    /**
     * The direct sum: the sum of kernels of different columns. Its features are theirs,
     * side by side. Positive definite: if its parts are.
     * @param {RowKernel[]} parts each made by `kernels.columns`
     * @returns {RowKernel}
     */
    directSum(...parts) {
      return catalogue.sum(...apart('directSum', parts));
    },

    /**
     * <Ax, Az>, the inner product after a linear map: `weighted` with the matrix A'A. Positive
     * definite: always.
     * @param {ArrayLike<ArrayLike<number>>} A the rows of the map, each with a number for every column
     * @returns {RowKernel}
     */
    linearMap(A) {
      return catalogue.weighted({ matrix: crossProduct(A) });
    },

    /**
     * k_1(x,z) + shift where x = z, equal in every column: the kernel for noisy data.
     * Positive definite: if its part is.
     * @param {number} shift what is added, > 0
     * @param {RowKernel} part
     * @returns {RowKernel}
     */
    diagonalShift(shift, part) {
      return catalogue.sum(part, catalogue.scale(shift, catalogue.delta()));
    },

    /**
     * f(x) k_1(x,z) f(z) with f(x) = sum of weights_i by(x, points_i): angles in feature
     * space stay, lengths are multiplied by f. Positive definite: if its part is.
     * @param {ArrayLike<number> | ArrayLike<ArrayLike<number>>} points the points of f, in rows
     * @param {ArrayLike<number>} weights the weight of each point
     * @param {RowKernel} by the kernel that f is made of
     * @param {RowKernel} part
     * @returns {RowKernel}
     */
    conformal(points, weights, by, part) {
      return catalogue.product(catalogue.rankOne(points, weights, by), part);
    },
  }))();
