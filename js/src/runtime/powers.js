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
  let place = 0;
  for (let q = -348; q <= 347; q++) {
    const five = 5n ** BigInt(Math.abs(q));
    const bits = BigInt(five.toString(2).length);
    const mantissa =
      q < 0 ? (1n << (127n + bits)) / five + 1n : ((five << 128n) + (1n << bits) - 1n) >> bits;
    table[place++] = -(-mantissa >> 64n);
    table[place++] = -mantissa; // modulo 2^64
  }
}

/** The size of the table in bytes. */
export const POWERS = 696 * 16;
