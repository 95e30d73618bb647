/**
 * The length of a vector. Math.hypot(...vector) fails for more entries than a call takes arguments.
 * @param {ArrayLike<number>} vector
 * @returns {number}
 */
export function lengthOf(vector) {
  let length = 0;
  for (let i = 0; i < vector.length; i++) length = Math.hypot(length, vector[i]);
  return length;
}
