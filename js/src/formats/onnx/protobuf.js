/**
 * The protocol buffers' wire format, as much of it as ONNX files need. A message is
 * a list of fields; a field is a key, number * 8 + wire type, and a value:
 *
 *     0  varint: 7 bits a byte, low ones first, the top bit says that more follow
 *     1  8 bytes
 *     2  a length, as a varint, and so many bytes: text, a message, packed numbers
 *     5  4 bytes, such as a float32
 *
 * The reader trusts nothing: it compares lengths with the size of the file before it allocates,
 * and allocates a small multiple of that size at most.
 */
import { MaxMarginError } from '../../basics/errors.js';

const varint = 0;
const eightBytes = 1;
const lengthAndBytes = 2;
const fourBytes = 5;

// Texts must be UTF-8, and a label may well begin with U+FEFF.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param {number} offset
 * @param {string} message
 */
export function malformed(offset, message) {
  return new MaxMarginError('ERR_FORMAT', 'file', `byte ${offset} of the file: ${message}`, {
    offset,
  });
}

/**
 * Where the bytes of a field's value are. Values of 4 bytes that follow each other under
 * the same key, as numbers do that are not packed, are one Value.
 * @typedef {object} Value
 * @property {number} wire
 * @property {number} from
 * @property {number} to
 * @property {number} stride from one value to the next
 */

/** The fields of a message, by their numbers; fields that are never read cost almost nothing. */
export class Message {
  #view;
  /** @type {Map<number, Value[]>} */
  #fields = new Map();

  /**
   * @param {DataView} view of the whole file
   * @param {number} [from] where the message begins
   * @param {number} [to] where it ends
   */
  constructor(view, from = 0, to = view.byteLength) {
    this.#view = view;
    /** Where it is. */
    this.offset = from;
    for (let at = from; at < to;) {
      const afterKey = endOfVarint(view, at, to);
      const key = numberAt(view, at, afterKey);
      const number = Math.floor(key / 8);
      if (number < 1 || number >= 2 ** 29) throw malformed(at, `there is no field ${number}`);
      const value = readValue(view, key % 8, afterKey, to);
      this.#add(number, value, at);
      at = value.to;
    }
  }

  /**
   * @param {number} number
   * @param {Value} value
   * @param {number} keyAt
   */
  #add(number, value, keyAt) {
    const known = this.#fields.get(number);
    if (!known) {
      this.#fields.set(number, [value]);
      return;
    }
    const last = known[known.length - 1];
    const stride = value.to - keyAt;
    if (value.wire === fourBytes && last.wire === fourBytes && last.to === keyAt) {
      const alone = last.to - last.from === 4;
      if (alone || last.stride === stride) {
        last.to = value.to;
        last.stride = stride;
        return;
      }
    }
    known.push(value);
  }

  /** @param {number} number of a field */
  has(number) {
    return this.#fields.has(number);
  }

  /**
   * The texts of a field.
   * @param {number} number
   * @returns {string[]}
   */
  texts(number) {
    return this.#values(number, lengthAndBytes).map(({ from, to }) => {
      try {
        const { buffer, byteOffset } = this.#view;
        return utf8.decode(new Uint8Array(buffer, byteOffset + from, to - from));
      } catch {
        throw malformed(from, 'the text is not UTF-8');
      }
    });
  }

  /**
   * The bytes of a field.
   * @param {number} number
   * @returns {DataView | undefined}
   */
  bytes(number) {
    const [value] = this.#values(number, lengthAndBytes).slice(-1);
    if (!value) return undefined;
    const { buffer, byteOffset } = this.#view;
    return new DataView(buffer, byteOffset + value.from, value.to - value.from);
  }

  /**
   * The text of a field; the last one counts, as of all fields that are not repeated.
   * @param {number} number
   */
  text(number) {
    return this.texts(number).at(-1) ?? '';
  }

  /**
   * The messages of a field.
   * @param {number} number
   * @returns {Message[]}
   */
  messages(number) {
    const values = this.#values(number, lengthAndBytes);
    return values.map(({ from, to }) => new Message(this.#view, from, to));
  }

  /**
   * The whole numbers of a field, 64 bits with a sign, packed or not.
   * @param {number} number
   * @returns {bigint[]}
   */
  wholes(number) {
    const view = this.#view;
    return this.#values(number, varint, lengthAndBytes).flatMap(({ from, to }) => {
      const packed = [];
      for (let at = from; at < to;) {
        const end = endOfVarint(view, at, to);
        packed.push(bigintAt(view, at, end));
        at = end;
      }
      return packed;
    });
  }

  /**
   * The float32 numbers of a field, packed or not.
   * @param {number} number
   * @returns {Float64Array<ArrayBuffer>}
   */
  floats(number) {
    const values = this.#values(number, fourBytes, lengthAndBytes).map((value) => {
      const { wire, from, to } = value;
      const stride = wire === fourBytes ? value.stride : 4;
      const count = (to - from - 4) / stride + 1;
      if (to > from && !Number.isInteger(count)) {
        throw malformed(from, `${to - from} bytes are no float32 numbers`);
      }
      return { from, stride, count: to > from ? count : 0 };
    });
    const floats = new Float64Array(values.reduce((sum, { count }) => sum + count, 0));
    let i = 0;
    for (const { from, stride, count } of values) {
      for (let n = 0; n < count; n++) floats[i++] = this.#view.getFloat32(from + n * stride, true);
    }
    return floats;
  }

  /**
   * @param {number} number
   * @param {...number} wires that the field may have
   */
  #values(number, ...wires) {
    const values = this.#fields.get(number) ?? [];
    const wrong = values.find(({ wire }) => !wires.includes(wire));
    if (wrong) throw malformed(wrong.from, `field ${number} is of wire type ${wrong.wire}`);
    return values;
  }
}

/**
 * @param {DataView} view
 * @param {number} wire
 * @param {number} at after the key
 * @param {number} end of the message
 * @returns {Value}
 */
function readValue(view, wire, at, end) {
  let [from, size] = [at, 0];
  switch (wire) {
    case varint:
      size = endOfVarint(view, at, end) - at;
      break;
    case eightBytes:
      size = 8;
      break;
    case fourBytes:
      size = 4;
      break;
    case lengthAndBytes:
      from = endOfVarint(view, at, end);
      size = numberAt(view, at, from);
      break;
    default:
      throw malformed(at, `there is no wire type ${wire}; this is no ONNX file, or a damaged one`);
  }
  if (size > end - from) {
    const message = `${size} bytes are said to follow, but there are ${end - from}; the file is cut off`;
    throw malformed(at, message);
  }
  return { wire, from, to: from + size, stride: size };
}

/**
 * @param {DataView} view
 * @param {number} from
 * @param {number} end of what it is part of
 */
function endOfVarint(view, from, end) {
  for (let at = from; at < end && at < from + 10; at++) {
    if (view.getUint8(at) < 128) return at + 1;
  }
  throw malformed(from, 'a number does not end; this is no ONNX file, or one that is cut off');
}

/**
 * A varint as a number: exact below 2^53, and never too small.
 * @param {DataView} view
 * @param {number} from
 * @param {number} to
 */
function numberAt(view, from, to) {
  let number = 0;
  for (let at = to - 1; at >= from; at--) number = number * 128 + (view.getUint8(at) & 127);
  return number;
}

/**
 * A varint as an integer of 64 bits with a sign.
 * @param {DataView} view
 * @param {number} from
 * @param {number} to
 */
function bigintAt(view, from, to) {
  let whole = 0n;
  for (let at = to - 1; at >= from; at--) whole = (whole << 7n) | BigInt(view.getUint8(at) & 127);
  return BigInt.asIntN(64, whole);
}

/**
 * A message that is yet to be written, in pieces.
 * @typedef {{pieces: Uint8Array[], size: number}} Packed
 */

/**
 * What a field can be: numbers are varints, `float` is a float32, and texts, bytes and messages have their
 * length before them.
 * @typedef {number | bigint | string | {float: number} | ArrayBufferView | Packed} FieldValue
 */

/**
 * A message with fields in the order of their values, of which lists are repeated, and undefined ones
 * left out.
 * @param {Record<string, number>} numbers of the fields
 * @param {Record<string, FieldValue | readonly FieldValue[] | undefined>} values by the names of the fields
 * @returns {Packed}
 */
export function packed(numbers, values) {
  const pieces = Object.entries(values).flatMap(([name, value]) =>
    (value === undefined ? [] : [value].flat()).flatMap((one) => packField(numbers[name], one)),
  );
  return { pieces, size: pieces.reduce((sum, { length }) => sum + length, 0) };
}

/**
 * @param {number} number
 * @param {FieldValue} value
 * @returns {Uint8Array[]}
 */
function packField(number, value) {
  const key = (/** @type {number} */ wire) => packVarint(number * 8 + wire);
  if (typeof value === 'number' || typeof value === 'bigint')
    return [key(varint), packVarint(value)];
  if (typeof value === 'string') return packField(number, new TextEncoder().encode(value));
  if ('float' in value) return [key(fourBytes), bytesOf(Float32Array.of(value.float))];
  const { pieces, size } =
    'pieces' in value ? value : { pieces: [bytesOf(value)], size: value.byteLength };
  return [key(lengthAndBytes), packVarint(size), ...pieces];
}

/** @param {ArrayBufferView} view */
const bytesOf = ({ buffer, byteOffset, byteLength }) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/**
 * The bytes of a message.
 * @param {Packed} message
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function joined({ pieces, size }) {
  const file = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    file.set(piece, at);
    at += piece.length;
  }
  return file;
}

/** @param {number | bigint} whole of 64 bits; a negative one is as if 2^64 were added */
function packVarint(whole) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(whole));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Uint8Array.of(...bytes, Number(rest));
}
