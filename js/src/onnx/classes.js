/**
 * The classes of a file may come in another order than those of a model, which
 * ascend: class p there is class order[p] here. A pair of classes p < q has a
 * function there that is positive for p; here it is positive for the lower class,
 * but of two classes for the higher one.
 */

/**
 * Calls visit with the number of every pair of classes there and here, and the sign
 * that its function changes by.
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
 * Calls visit with the place of every support vector there and here; they stand
 * grouped by class.
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
 * Calls visit with the place of every coefficient, there and here k - 1 rows of m, and
 * the sign that it changes by. The vectors of a class have those of its pair with a
 * lower class in that one's row, with a higher one in the row above its own.
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
