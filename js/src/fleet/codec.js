/**
 * Messages of a fleet as bytes: four letters, the length of a text in JSON, the text, and the buffers.
 * JSON has no NaN, Infinity and -0, so these are objects with one field. Nothing that is read is
 * executed, and nothing is allocated before its length is known to be there.
 */
import { MaxMarginError } from '../basics/errors.js';

/** @import { Bytes, Value } from './types.js' */

/** The letters MXF1. */
const magic = 0x3146584d;

/** The field of what JSON cannot say. */
const special = '~';

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

/**
 * @param {Value} value
 * @param {Record<string, Uint8Array>} [buffers]
 * @returns {Bytes}
 */
export function encode(value, buffers = {}) {
  const list = Object.entries(buffers);
  const sizes = list.map(([name, { length }]) => [name, length]);
  const text = new TextEncoder().encode(JSON.stringify([plain(value), sizes]));
  const bytes = new Uint8Array(list.reduce((sum, [, { length }]) => sum + length, 8 + text.length));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, text.length, true);
  bytes.set(text, 8);
  let at = 8 + text.length;
  for (const [, own] of list) {
    bytes.set(own, at);
    at += own.length;
  }
  return bytes;
}

/**
 * @param {Uint8Array} bytes
 * @returns {{ value: Value, buffers: Record<string, Bytes> }}
 */
export function decode(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 8 || view.getUint32(0, true) !== magic) throw damaged();
  const length = view.getUint32(4, true);
  if (length > bytes.length - 8) throw damaged();
  let parsed;
  try {
    parsed = JSON.parse(decoder.decode(bytes.subarray(8, 8 + length)));
  } catch {
    throw damaged();
  }
  if (!Array.isArray(parsed) || parsed.length !== 2 || !Array.isArray(parsed[1])) throw damaged();
  /** @type {Record<string, Bytes>} */
  const buffers = Object.create(null);
  let at = 8 + length;
  for (const entry of parsed[1]) {
    const [name, size] = Array.isArray(entry) ? entry : [];
    if (typeof name !== 'string' || !isCount(size) || size > bytes.length - at) throw damaged();
    buffers[name] = bytes.slice(at, (at += size));
  }
  if (at !== bytes.length) throw damaged();
  return { value: restored(parsed[0]), buffers };
}

/** @param {unknown} value @returns {value is number} */
export function isCount(value) {
  return Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;
}

/** The error about a message that nobody of this package wrote. */
export function damaged() {
  return new MaxMarginError(
    'ERR_FORMAT',
    '',
    'this is not a message of a fleet; something else writes into its queue, or changes what is there',
  );
}

/**
 * @param {Value} value
 * @returns {Value}
 */
function plain(value) {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { [special]: Object.is(value, -0) ? '-0' : String(value) };
    case 'function':
    case 'symbol':
    case 'bigint':
      throw new TypeError(`a ${typeof value} cannot cross to another machine`);
    case 'object': {
      if (value === null) return null;
      if (Array.isArray(value)) return value.map(plain);
      if (ArrayBuffer.isView(value)) return Array.from(/** @type {any} */ (value), plain);
      const fields = Object.entries(value).filter(([, own]) => own !== undefined);
      const own = Object.fromEntries(fields.map(([name, each]) => [name, plain(each)]));
      return Object.hasOwn(own, special) ? { [special]: own } : own;
    }
  }
  return value;
}

/**
 * @param {Value} value
 * @returns {Value}
 */
function restored(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(restored);
  const names = Object.keys(value);
  if (names.includes('__proto__')) throw damaged();
  if (names.length === 1 && names[0] === special) {
    const inner = value[special];
    if (typeof inner === 'object' && inner !== null) return fields(inner);
    if (!['NaN', 'Infinity', '-Infinity', '-0'].includes(inner)) throw damaged();
    return Number(inner);
  }
  return fields(value);
}

/** @param {Record<string, Value>} value */
function fields(value) {
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, restored(own)]));
}
