/** Which buffers move to the other side of a channel. */

/** Up to this size, in bytes, a copy costs less than a transfer. */
const small = 16_384;

/**
 * Shared buffers cannot be transferred, and small ones are copied.
 * @param {Record<string, Uint8Array>} buffers
 * @returns {ArrayBuffer[]}
 */
export function transferable(buffers) {
  /** @type {ArrayBuffer[]} */
  const moving = [];
  for (const { buffer } of Object.values(buffers)) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength > small) moving.push(buffer);
  }
  return moving;
}
