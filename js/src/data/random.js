/**
 * Streams of pseudo-random numbers that depend only on a seed: the SplitMix64 of core/base/rng
 * (Steele, Lea and Flood 2014), number for number, in halves of 32 bits, which JavaScript
 * multiplies exactly.
 */
export class Random {
  #high;
  #low;
  #spare = NaN;

  /** @param {number} [seed] a whole number from 0 to 2^53 - 1 */
  constructor(seed = 0) {
    this.#high = Math.floor(seed / 2 ** 32) >>> 0;
    this.#low = seed >>> 0;
  }

  /**
   * The next 64 bits, the high half first.
   * @returns {[high: number, low: number]}
   */
  bits() {
    const low = this.#low + 0x7f4a7c15;
    this.#high = (this.#high + 0x9e3779b9 + Number(low >= 2 ** 32)) >>> 0;
    this.#low = low >>> 0;
    let [h, l] = [this.#high, this.#low];
    [h, l] = multiply(
      (h ^ (h >>> 30)) >>> 0,
      (l ^ ((l >>> 30) | (h << 2))) >>> 0,
      0xbf58476d,
      0x1ce4e5b9,
    );
    [h, l] = multiply(
      (h ^ (h >>> 27)) >>> 0,
      (l ^ ((l >>> 27) | (h << 5))) >>> 0,
      0x94d049bb,
      0x133111eb,
    );
    return [(h ^ (h >>> 31)) >>> 0, (l ^ ((l >>> 31) | (h << 1))) >>> 0];
  }

  /** A number of [0, 1), one of 2^53 that are equally likely. */
  uniform() {
    const [high, low] = this.bits();
    return (high * 2 ** 21 + (low >>> 11)) * 2 ** -53;
  }

  /**
   * A whole number from 0 to n - 1, each equally likely (Lemire 2019).
   * @param {number} n from 1 to 2^32 - 1
   */
  below(n) {
    const least = (2 ** 32 - n) % n;
    for (;;) {
      const [high, low] = multiply(0, this.bits()[0], 0, n);
      if (low >= least) return high;
    }
  }

  /** A standard normal number, by Marsaglia's polar method. */
  normal() {
    const spare = this.#spare;
    this.#spare = NaN;
    if (!Number.isNaN(spare)) return spare;
    for (;;) {
      const [a, b] = [2 * this.uniform() - 1, 2 * this.uniform() - 1];
      const square = a * a + b * b;
      if (square >= 1 || square === 0) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spare = b * scale;
      return a * scale;
    }
  }

  /**
   * The whole numbers from 0 to n - 1 in random order (Fisher and Yates).
   * @param {number} n
   */
  permutation(n) {
    const order = Int32Array.from({ length: n }, (_, i) => i);
    for (let last = n - 1; last > 0; last--) {
      const i = this.below(last + 1);
      [order[i], order[last]] = [order[last], order[i]];
    }
    return order;
  }

  /**
   * Some of the whole numbers from 0 to n - 1, each set of them equally likely
   * (Floyd's method), in no particular order.
   * @param {number} count
   * @param {number} n
   */
  choose(count, n) {
    /** @type {Set<number>} */
    const chosen = new Set();
    for (let last = n - count; last < n; last++) {
      const i = this.below(last + 1);
      chosen.add(chosen.has(i) ? last : i);
    }
    return [...chosen];
  }
}

/**
 * The product of two numbers of 64 bits, modulo 2^64. Products of quarters, of
 * 16 bits, and their sums are exact.
 * @param {number} ah
 * @param {number} al
 * @param {number} bh
 * @param {number} bl
 * @returns {[high: number, low: number]}
 */
function multiply(ah, al, bh, bl) {
  const [a1, a0, b1, b0] = [al >>> 16, al & 0xffff, bl >>> 16, bl & 0xffff];
  const low = a0 * b0;
  const middle = a1 * b0 + a0 * b1 + Math.floor(low / 0x10000);
  const carry = a1 * b1 + Math.floor(middle / 0x10000);
  return [
    (carry + Math.imul(ah, bl) + Math.imul(al, bh)) >>> 0,
    ((middle << 16) | (low & 0xffff)) >>> 0,
  ];
}
