/**
 * How many features kernels have: exact whole numbers of any size (bigint), Infinity where
 * there is no end, undefined where it is not known. core/kernel/count.go has the same
 * functions; the methods Features of kernels, which call them, are translated from Go.
 */

/** @typedef {bigint | number | undefined} Count */

/**
 * @param {number} n
 * @returns {Count}
 */
export const whole = (n) => BigInt(n);

export const endless = () => Infinity;

/** @returns {Count} */
export const uncounted = () => undefined;

/**
 * n over k, 0 where n < k.
 * @param {Count} n
 * @param {number} k
 * @returns {Count}
 */
export function choose(n, k) {
  if (typeof n !== 'bigint') return n;
  const chosen = BigInt(k);
  if (n < chosen) return k === 0 ? 1n : 0n;
  const steps = chosen < n - chosen ? chosen : n - chosen; // n over k is n over n-k
  let product = 1n;
  for (let i = 0n; i < steps; i++) product = (product * (n - i)) / (i + 1n);
  return product;
}

/**
 * @param {Count} a
 * @param {Count} b
 * @param {(a: bigint, b: bigint) => bigint} of
 * @returns {Count}
 */
function join(a, b, of) {
  if (a === undefined || b === undefined) return undefined;
  return typeof a === 'bigint' && typeof b === 'bigint' ? of(a, b) : Infinity;
}

/**
 * @param {Count} a
 * @param {Count} b
 */
export const plus = (a, b) => join(a, b, (m, n) => m + n);

/**
 * @param {Count} a
 * @param {Count} b
 */
export const times = (a, b) => join(a, b, (m, n) => m * n);

/**
 * @param {Count} base
 * @param {number} exponent
 */
export const raised = (base, exponent) =>
  typeof base === 'bigint' ? base ** BigInt(exponent) : base;

/**
 * How many texts there are of the lengths 1, 2, ... that have a weight > 0, or of length
 * letters where there are no weights.
 * @param {string} alphabet 'any' for so many letters, 'dna' for four, or all of them
 * @param {number} letters
 * @param {number} length
 * @param {number[]} weights
 * @returns {Count}
 */
export function words(alphabet, letters, length, weights) {
  const named = alphabet === 'dna' ? 4 : new Set(alphabet).size;
  const a = BigInt(alphabet === 'any' ? letters : named);
  if (weights.length === 0) return a ** BigInt(length);
  return weights.reduce((sum, w, i) => (w > 0 ? sum + a ** BigInt(i + 1) : sum), 0n);
}
