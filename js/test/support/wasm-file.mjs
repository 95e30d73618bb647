/** Changes to the bytes of a module, for tests. */

/**
 * The same module with a limit on its memory, so that running out of it takes
 * megabytes, not gigabytes: the maximum in the memory section.
 * @param {Uint8Array} wasm
 * @param {number} megabytes
 */
export function cap(wasm, megabytes) {
  let at = 8;
  const read = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < wasm.length) {
    const start = at;
    const id = wasm[at++];
    const length = read();
    const body = wasm.subarray(at, at + length);
    at += length;
    if (id !== 5) continue;
    if (body[0] !== 1 || body[1] !== 0) throw new Error('it has a maximum already');
    const limited = [1, 1, ...body.subarray(2), ...leb(megabytes * 16)];
    const parts = [wasm.subarray(0, start), [5, limited.length], limited, wasm.subarray(at)];
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let end = 0;
    for (const part of parts) {
      bytes.set(part, end);
      end += part.length;
    }
    return bytes;
  }
  throw new Error('the module has no memory');
}

/** The bytes of an unsigned number. */
const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)]);
