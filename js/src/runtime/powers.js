/**
 * Go's strconv reads and writes numbers by the powers of ten from 1e-348 to 1e347: for each a mantissa of
 * 128 bits, rounded up, as hi and lo of hi 2^64 - lo. These 11 KB compress to nothing less, so that
 * the module comes without them.
 *
 * @param {ArrayBufferLike} memory
 * @param {number} at the address of the table
 */
export function writePowers(memory, at) {
  const table = new BigUint64Array(memory, at, POWERS / 8);
  for (let q = 0, five = 1n; q <= 348; q++, five *= 5n) {
    // 5^q has so many bits: the logarithm is not near a whole number for any of these q.
    const bits = BigInt(Math.floor(q * Math.log2(5)) + 1);
    if (q < 348) write(q, ((five << 128n) + (1n << bits) - 1n) >> bits);
    if (q > 0) write(-q, (1n << (127n + bits)) / five + 1n);
  }

  /** @param {number} q @param {bigint} mantissa */
  function write(q, mantissa) {
    table[2 * q + 696] = -(-mantissa >> 64n);
    table[2 * q + 697] = -mantissa; // modulo 2^64
  }
}

/** The size of the table in bytes. */
export const POWERS = 696 * 16;
