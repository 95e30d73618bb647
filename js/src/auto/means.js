/** Means, and how far values are from theirs. */

/** @param {readonly number[]} values */
export const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param {readonly number[]} values */
export function deviationOf(values) {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** The standard error of a mean. @param {readonly number[]} values */
export const errorOf = (values) => deviationOf(values) / Math.sqrt(values.length);
