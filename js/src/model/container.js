/**
 * The container that models are kept in. Layout, little-endian:
 *
 *     header   16 bytes  "MXMG", u16 version, u16 count, u32 length, u32 CRC-32C
 *     table    count entries of 48 bytes: name (32, NUL-padded), u8 type,
 *              3 zero bytes, u32 offset, u32 length, u32 CRC-32C
 *     blocks   at multiples of 8
 *
 * Go has checked the bytes, checksums and all, before a model of theirs is used; where there is no
 * Go, opened.js checks them. What is written here is for Go to check and to load.
 */

const headerSize = 16;
const entrySize = 48;
const nameSize = 32;
const types = { float64: 1, int32: 2, text: 3 };
const magic = 'MXMG';
const version = 1;

/** The value of a field of a model. @typedef {Float64Array | Int32Array | string} FieldValue */

// A label may well begin with U+FEFF.
const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** It makes one character of each byte. */
const latin = /* @__PURE__ */ new TextDecoder('latin1');

/** @typedef {{type: number, offset: number, length: number}} Place */

/**
 * The tables of files, because the parts of one share it.
 * @type {WeakMap<Uint8Array, Map<string, Place>>}
 */
const tables = /* @__PURE__ */ new WeakMap();

/**
 * Where the fields of a file are, by their names.
 * @param {Uint8Array} bytes
 */
export function readTable(bytes) {
  const known = tables.get(bytes);
  if (known) return known;
  /** @type {Map<string, Place>} */
  const table = new Map();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint16(6, true);
  // All of it as one text: a call of the decoder takes longer than a name.
  const text = latin.decode(bytes.subarray(headerSize, headerSize + count * entrySize));
  for (let i = 0; i < count; i++) {
    const from = i * entrySize;
    const end = Math.min(text.indexOf('\0', from), from + nameSize); // there are zeros behind the type
    const at = headerSize + from + nameSize;
    table.set(text.slice(from, end), {
      type: view.getUint8(at),
      offset: view.getUint32(at + 4, true),
      length: view.getUint32(at + 8, true),
    });
  }
  tables.set(bytes, table);
  return table;
}

export class Container {
  #fields;
  #bytes;
  #prefix;

  /**
   * @param {Uint8Array} bytes at the start of their buffer, which nobody changes
   * @param {string} [prefix] of the names of those fields that count, left out
   */
  constructor(bytes, prefix = '') {
    this.#bytes = bytes;
    this.#prefix = prefix;
    this.#fields = readTable(bytes);
  }

  /** @param {string} name */
  has(name) {
    return this.#fields.has(this.#prefix + name);
  }

  /** @returns {string[]} the names of all fields, in order */
  names() {
    const { length } = this.#prefix;
    const own = [...this.#fields.keys()].filter((name) => name.startsWith(this.#prefix));
    return own.map((name) => name.slice(length));
  }

  /**
   * A copy of the numbers of a field: a caller who changes it does not change the model.
   * @param {string} name
   * @returns {Float64Array<ArrayBuffer>}
   */
  float64s(name) {
    return new Float64Array(this.#copy(name, types.float64).buffer);
  }

  /**
   * A copy of the integers of a field.
   * @param {string} name
   * @returns {Int32Array<ArrayBuffer>}
   */
  int32s(name) {
    return new Int32Array(this.#copy(name, types.int32).buffer);
  }

  /** @param {string} name */
  text(name) {
    return utf8.decode(this.#copy(name, types.text));
  }

  /**
   * A field as the type that it is.
   * @param {string} name
   */
  value(name) {
    const type = this.#fields.get(this.#prefix + name)?.type;
    if (type === types.float64) return this.float64s(name);
    return type === types.int32 ? this.int32s(name) : this.text(name);
  }

  /**
   * The same, of a field that there may be.
   * @param {string} name
   * @returns {any}
   */
  find(name) {
    return this.has(name) ? this.value(name) : undefined;
  }

  /**
   * @param {string} name
   * @param {number} type
   * @returns {Uint8Array<ArrayBuffer>}
   */
  #copy(name, type) {
    const field = this.#fields.get(this.#prefix + name);
    if (field?.type !== type) throw new TypeError(`the model has no such field ${name}`);
    const { offset, length } = field;
    return new Uint8Array(this.#bytes.subarray(offset, offset + length));
  }
}

/**
 * The container of these fields.
 * @param {Record<string, FieldValue>} fields by their names: ASCII, at most 32 characters
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function packContainer(fields) {
  const blocks = Object.entries(fields).map(([name, value]) => ({ name, ...blockOf(value) }));
  const tableEnd = headerSize + entrySize * blocks.length;
  const size = blocks.reduce((end, { bytes }) => end + padded(bytes.length), tableEnd);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  let offset = tableEnd;
  for (const [i, { name, type, bytes }] of blocks.entries()) {
    const at = headerSize + entrySize * i;
    file.set(utf8Bytes(name), at);
    view.setUint8(at + nameSize, type);
    view.setUint32(at + nameSize + 4, offset, true);
    view.setUint32(at + nameSize + 8, bytes.length, true);
    view.setUint32(at + nameSize + 12, checksum(bytes), true);
    file.set(bytes, offset);
    offset += padded(bytes.length);
  }
  file.set(utf8Bytes(magic));
  view.setUint16(4, version, true);
  view.setUint16(6, blocks.length, true);
  view.setUint32(8, size, true);
  view.setUint32(12, checksum(file.subarray(headerSize)), true);
  return file;
}

/**
 * A container with more fields.
 * @param {Uint8Array} bytes
 * @param {Record<string, FieldValue>} fields
 */
export function withFields(bytes, fields) {
  const container = new Container(bytes);
  const present = container.names().map((name) => [name, container.value(name)]);
  return packContainer({ ...Object.fromEntries(present), ...fields });
}

/**
 * Whether bytes are a whole file of this version: its length, and the checksum of everything behind the
 * header, are those that the header says.
 * @param {Uint8Array} bytes
 */
export function isWhole(bytes) {
  if (bytes.length < headerSize) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return (
    utf8.decode(bytes.subarray(0, 4)) === magic &&
    view.getUint16(4, true) === version &&
    view.getUint32(8, true) === bytes.length &&
    view.getUint32(12, true) === checksum(bytes.subarray(headerSize))
  );
}

/** @param {FieldValue} value */
function blockOf(value) {
  if (typeof value === 'string') return { type: types.text, bytes: utf8Bytes(value) };
  const type = value instanceof Float64Array ? types.float64 : types.int32;
  return { type, bytes: new Uint8Array(value.buffer, value.byteOffset, value.byteLength) };
}

/** @param {string} text */
const utf8Bytes = (text) => new TextEncoder().encode(text);

/** @param {number} length */
const padded = (length) => (length + 7) & ~7;

/**
 * CRC-32C, a byte at a time.
 * @param {Uint8Array} bytes
 */
function checksum(bytes) {
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ castagnoli[(crc ^ byte) & 255];
  return ~crc >>> 0;
}

/** The effect of a byte on the checksum: the remainder of its polynomial, bits reversed. */
const castagnoli = /* @__PURE__ */ Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  return crc;
});
