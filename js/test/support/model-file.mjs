/** The container of models, read and forged for tests; core/codec describes it. */

/** fields reads the table of a model: where each entry and its block are. */
export function fields(model) {
  const view = new DataView(model.buffer);
  return Array.from(
    { length: Math.min(view.getUint16(6, true), (model.length - 16) / 48) },
    (_, i) => {
      const at = 16 + 48 * i;
      return { at, offset: view.getUint32(at + 36, true), length: view.getUint32(at + 40, true) };
    },
  );
}

/** mend makes all checksums of a model right again. */
export function mend(model) {
  const view = new DataView(model.buffer);
  for (const { at, offset, length } of fields(model)) {
    if (offset + length <= model.length)
      view.setUint32(at + 44, crc32c(model.subarray(offset, offset + length)), true);
  }
  view.setUint32(12, crc32c(model.subarray(16)), true);
}

/** crc32c is the Castagnoli checksum, bit by bit. */
function crc32c(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ~crc >>> 0;
}
