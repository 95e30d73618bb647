/** The container of models, read and forged for tests; core/engine/codec describes it. */

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

/** The name and the block of each field of a model. */
function blocks(model) {
  return fields(model).map(({ at, offset, length }) => ({
    name: Buffer.from(model.subarray(at, at + 32))
      .toString('latin1')
      .replace(/\0+$/, ''),
    type: model[at + 32],
    block: model.slice(offset, offset + length),
  }));
}

/** The names of the fields of a model that are texts, and what they say. */
export function texts(model) {
  const all = blocks(model).filter(({ type }) => type === 3);
  return new Map(all.map(({ name, block }) => [name, Buffer.from(block).toString()]));
}

/** A model with other values of some fields, and right checksums: texts, Float64Array, Int32Array. */
export function edited(model, changes) {
  const given = new Map(Object.entries(changes));
  const all = blocks(model).map((field) => {
    const value = given.get(field.name);
    if (value === undefined) return field;
    if (typeof value === 'string') return { ...field, type: 3, block: Buffer.from(value) };
    const type = value instanceof Float64Array ? 1 : 2;
    return { ...field, type, block: Buffer.from(value.buffer) };
  });
  const start = 16 + 48 * all.length;
  const padded = (length) => (length + 7) & ~7;
  const made = new Uint8Array(all.reduce((end, { block }) => end + padded(block.length), start));
  const view = new DataView(made.buffer);
  made.set(model.subarray(0, 16));
  view.setUint16(6, all.length, true);
  view.setUint32(8, made.length, true);
  let offset = start;
  all.forEach(({ name, type, block }, i) => {
    const at = 16 + 48 * i;
    made.set(Buffer.from(name), at);
    made[at + 32] = type;
    view.setUint32(at + 36, offset, true);
    view.setUint32(at + 40, block.length, true);
    made.set(block, offset);
    offset += padded(block.length);
  });
  mend(made);
  return made;
}
