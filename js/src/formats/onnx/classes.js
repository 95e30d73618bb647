/**
 * The classes of a file may have another order than those of a model, which ascend: class p in
 * the file is class order[p] in the model. In the file, the function of a pair of classes p < q
 * is positive for p. In the model it is positive for the lower class; with only two classes,
 * for the higher one.
 */

/**
 * Calls visit for every pair of classes, with its number in the file and in the model, and with
 * the sign between the two functions.
 * @param {Int32Array} order
 * @param {(there: number, here: number, sign: 1 | -1) => void} visit
 */
export function eachPair(order, visit) {
  const k = order.length;
  let there = 0;
  for (let p = 0; p < k; p++) {
    for (let q = p + 1; q < k; q++) {
      const [a, b] = [Math.min(order[p], order[q]), Math.max(order[p], order[q])];
      visit(there++, (a * (2 * k - a - 1)) / 2 + b - a - 1, signOf(order, p, q));
    }
  }
}

/**
 * Calls visit for every support vector, with its place in the file and in the model. Support
 * vectors are grouped by class.
 * @param {Int32Array} order
 * @param {Int32Array} counts of them in each class there
 * @param {(there: number, here: number, p: number) => void} visit p is the class there
 */
export function eachVector(order, counts, visit) {
  const k = order.length;
  const first = new Int32Array(k + 1);
  order.forEach((a, p) => (first[a + 1] = counts[p]));
  for (let a = 0; a < k; a++) first[a + 1] += first[a];
  let there = 0;
  for (let p = 0; p < k; p++) {
    for (let v = 0; v < counts[p]; v++) visit(there++, first[order[p]] + v, p);
  }
}

/**
 * Calls visit for every coefficient, with its place in the file and in the model (both have k -
 * 1 rows of m) and its change of sign. The coefficients of the vectors of class c for the pair
 * with class d are in row d if d < c, and in row d - 1 if d > c.
 * @param {Int32Array} order
 * @param {Int32Array} counts of support vectors in each class there
 * @param {(there: number, here: number, sign: 1 | -1) => void} visit
 */
export function eachCoefficient(order, counts, visit) {
  const m = counts.reduce((sum, count) => sum + count, 0);
  eachVector(order, counts, (there, here, p) => {
    for (let q = 0; q < order.length; q++) {
      if (q === p) continue;
      const sign = signOf(order, Math.min(p, q), Math.max(p, q));
      visit(rowOf(p, q) * m + there, rowOf(order[p], order[q]) * m + here, sign);
    }
  });
}

/**
 * @param {number} own class
 * @param {number} other
 */
const rowOf = (own, other) => (other > own ? other - 1 : other);

/**
 * @param {Int32Array} order
 * @param {number} p
 * @param {number} q above p
 */
function signOf(order, p, q) {
  const higher = order[p] > order[q];
  return higher === (order.length === 2) ? 1 : -1;
}
