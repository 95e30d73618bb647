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
