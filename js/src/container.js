/**
 * Reads the container that models are kept in. Layout, little-endian:
 *
 *     header   16 bytes  "MXMG", u16 version, u16 count, u32 length, u32 CRC-32C
 *     table    count entries of 48 bytes: name (32, NUL-padded), u8 type,
 *              3 zero bytes, u32 offset, u32 length, u32 CRC-32C
 *     blocks   at multiples of 8
 *
 * Go has checked the bytes, checksums and all, before anything is read here.
 */

const headerSize = 16;
const entrySize = 48;
const nameSize = 32;
const types = { float64: 1, int32: 2, text: 3 };

// A label may well begin with U+FEFF.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

export class Container {
  /** @type {Map<string, {type: number, offset: number, length: number}>} */
  #fields = new Map();
  #bytes;

  /**
   * @param {Uint8Array} bytes at the start of their buffer
   * @param {string} [prefix] of the names of those fields that count, left out
   */
  constructor(bytes, prefix = '') {
    this.#bytes = bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = view.getUint16(6, true);
    for (let i = 0; i < count; i++) {
      const at = headerSize + i * entrySize;
      const name = utf8.decode(bytes.subarray(at, at + nameSize)).replace(/\0+$/, '');
      if (!name.startsWith(prefix)) continue;
      this.#fields.set(name.slice(prefix.length), {
        type: view.getUint8(at + nameSize),
        offset: view.getUint32(at + nameSize + 4, true),
        length: view.getUint32(at + nameSize + 8, true),
      });
    }
  }

  /** @param {string} name */
  has(name) {
    return this.#fields.has(name);
  }

  /** @returns {string[]} the names of all fields, in order */
  names() {
    return [...this.#fields.keys()];
  }

  /**
   * A copy of the numbers of a field: what callers do to it cannot harm the
   * model.
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
    switch (this.#fields.get(name)?.type) {
      case types.float64:
        return this.float64s(name);
      case types.int32:
        return this.int32s(name);
      default:
        return this.text(name);
    }
  }

  /**
   * @param {string} name
   * @param {number} type
   * @returns {Uint8Array<ArrayBuffer>}
   */
  #copy(name, type) {
    const field = this.#fields.get(name);
    if (field?.type !== type) throw new TypeError(`the model has no such field ${name}`);
    const { offset, length } = field;
    return new Uint8Array(this.#bytes.subarray(offset, offset + length));
  }
}
