/**
 * Data of a fleet, in pieces that are known by their SHA-256. They cross once, outside the messages
 * that name them, and whoever gets one checks it.
 */
import { isCount } from './codec.js';

/** @import { Bytes } from './types.js' */

/** The most bytes of a piece: a server keeps many values of this size, and few larger ones. */
export const pieceSize = 4 * 2 ** 20;

/** A buffer: how many bytes it has, and the digests of its pieces. @typedef {{ bytes: number, pieces: string[] }} Place */

/**
 * @param {Bytes} bytes
 * @returns {Promise<string>} 64 hexadecimal digits
 */
export async function digestOf(bytes) {
  const hash = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * A buffer in pieces, which are copies.
 * @param {Uint8Array} buffer
 * @param {Map<string, Bytes>} known takes the pieces
 * @returns {Promise<Place>}
 */
export async function divide(buffer, known) {
  const pieces = [];
  for (let at = 0; at < buffer.length; at += pieceSize) {
    const piece = new Uint8Array(buffer.subarray(at, at + pieceSize));
    const digest = await digestOf(piece);
    known.set(digest, piece);
    pieces.push(digest);
  }
  return { bytes: buffer.length, pieces };
}

/**
 * Whether a place can be one, so that its bytes may be allocated.
 * @param {unknown} value
 * @returns {value is Place}
 */
export function isPlace(value) {
  const { bytes, pieces } = /** @type {Partial<Place>} */ (value ?? {});
  return (
    isCount(bytes) &&
    Array.isArray(pieces) &&
    pieces.every((digest) => /^[0-9a-f]{64}$/.test(digest)) &&
    Math.ceil(bytes / pieceSize) === pieces.length
  );
}

/** Pieces that the store does not have, or has with other bytes. */
export class Missing extends Error {
  /** @param {string[]} digests */
  constructor(digests) {
    super(`${digests.length} pieces are missing`);
    this.digests = digests;
  }
}

/**
 * The buffer of a place, in memory that threads can share where there is such.
 * @param {Place} place
 * @param {(digest: string) => Promise<Bytes | undefined>} fetch
 * @returns {Promise<Uint8Array>}
 */
export async function gather({ bytes, pieces }, fetch) {
  const Memory = typeof SharedArrayBuffer === 'function' ? SharedArrayBuffer : ArrayBuffer;
  const whole = new Uint8Array(new Memory(bytes));
  /** @type {string[]} */
  const missing = [];
  for (const [i, digest] of pieces.entries()) {
    const piece = await fetch(digest);
    const size = Math.min(pieceSize, bytes - i * pieceSize);
    if (piece?.length === size && (await digestOf(piece)) === digest) {
      whole.set(piece, i * pieceSize);
    } else missing.push(digest);
  }
  if (missing.length > 0) throw new Missing(missing);
  return whole;
}

/** Buffers that were used lately, up to a number of bytes. */
export class Cache {
  /** The longest unused first. @type {Map<string, { bytes: number, value: Promise<Uint8Array> }>} */
  #kept = new Map();
  #bytes = 0;

  /** @param {number} limit in bytes */
  constructor(limit) {
    this.limit = limit;
  }

  /**
   * A buffer, which is made once, also when several ask at the same time.
   * @param {Place} place
   * @param {() => Promise<Uint8Array>} make
   */
  take({ bytes, pieces }, make) {
    const key = pieces.join();
    const found = this.#kept.get(key);
    if (found) {
      this.#kept.delete(key);
      this.#kept.set(key, found);
      return found.value;
    }
    const own = { bytes, value: make() };
    this.#kept.set(key, own);
    this.#bytes += bytes;
    own.value.catch(() => this.#drop(key, own));
    for (const [oldest, other] of this.#kept) {
      if (this.#bytes <= this.limit) break;
      this.#drop(oldest, other);
    }
    return own.value;
  }

  /** @param {string} key @param {{ bytes: number }} own */
  #drop(key, own) {
    if (this.#kept.get(key) !== own) return;
    this.#kept.delete(key);
    this.#bytes -= own.bytes;
  }

  get size() {
    return this.#bytes;
  }
}
