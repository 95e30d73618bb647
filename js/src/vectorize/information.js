/** How much single terms tell of the classes. */

/** @import { SparseRows } from '../types.js' */

/**
 * The mutual information of each term's presence and the class, in nats:
 *
 *     I(t; c) = sum over t in {present, absent} and c of P(t, c) ln(P(t, c) / (P(t) P(c)))
 *
 * Cristianini and Shawe-Taylor 2000, section 8.1.1, rank terms by it; the estimate from
 * frequencies is scikit-learn's mutual_info_classif of discrete features.
 * @param {SparseRows} present an entry for each term that a document has
 * @param {ArrayLike<number>} labels the class of each document, from 0
 * @returns {Float64Array} from 0 to the entropy of the classes
 */
export function mutualInformation({ indptr, indices, rows, cols }, labels) {
  /** @type {Float64Array[]} how many documents of each class have each term */
  const within = [];
  /** @type {number[]} */
  const sizes = [];
  const all = new Float64Array(cols);
  for (let i = 0; i < rows; i++) {
    const label = labels[i];
    while (sizes.length <= label) {
      sizes.push(0);
      within.push(new Float64Array(cols));
    }
    sizes[label]++;
    for (let at = indptr[i]; at < indptr[i + 1]; at++) {
      all[indices[at]]++;
      within[label][indices[at]]++;
    }
  }
  const term = (/** @type {number} */ both, /** @type {number} */ t, /** @type {number} */ c) =>
    both === 0 ? 0 : (both / rows) * Math.log((both / t) * (rows / c));
  return all.map((df, j) => {
    let sum = 0;
    sizes.forEach((size, c) => {
      const both = within[c][j];
      sum += term(both, df, size) + term(size - both, rows - df, size);
    });
    return Math.max(0, sum); // rounding
  });
}
