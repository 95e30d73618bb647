/** Which buffers move to the other side of a channel, and how several sides get the same. */

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

/**
 * Returns a function that gives the buffers for one worker more. Workers share them where the
 * page allows this; otherwise each gets a copy.
 * @param {Record<string, Uint8Array>} buffers
 * @returns {() => Record<string, Uint8Array>}
 */
export function copiesOf(buffers) {
  const copy = (/** @type {(bytes: Uint8Array) => Uint8Array} */ change) =>
    Object.fromEntries(Object.entries(buffers).map(([name, bytes]) => [name, change(bytes)]));
  if (typeof SharedArrayBuffer !== 'function') return () => copy((bytes) => new Uint8Array(bytes)); // slice of a Node Buffer would be no copy
  const once = copy((bytes) => {
    if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
    shared.set(bytes);
    return shared;
  });
  return () => ({ ...once });
}
