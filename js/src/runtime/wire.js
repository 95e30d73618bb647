/**
 * The format in which requests and answers cross between JavaScript and the Go program. The package
 * core/engine/wire describes it, and is its other side.
 */

// The first byte of a value.
const NOTHING = 0;
const NO = 1;
const YES = 2;
const NUMBER = 3;
const TEXT = 4;
const LIST = 5;
const RECORD = 6;
const BLOCK = 7;
const PLACE = 8;

/** Larger arrays do not go into a message, but beside it, unless the caller says otherwise. */
const LARGE = 4096;

/** How many bytes a name has at most. */
const SHORT = 32;

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** The last message, and room for the next. */
let bytes = /* @__PURE__ */ new Uint8Array();

/**
 * Writes the message of a call over the last one.
 * @param {any[]} values
 * @param {Record<string, Uint8Array>} buffers
 * @param {number} [large] arrays of more bytes go beside the message
 * @returns {{message: Uint8Array, outside: Uint8Array[]}} outside: the buffers beside it
 */
export function write(values, buffers, large = LARGE) {
  let view = new DataView(bytes.buffer);
  let at = 0;
  // A statement of its own, before bytes and view are used, which it may replace: some minifiers change
  // the order within an expression.
  const reserve = (/** @type {number} */ length) => {
    if (at + length <= bytes.length) return;
    const longer = new Uint8Array(4 * (at + length));
    longer.set(bytes);
    bytes = longer;
    view = new DataView(bytes.buffer);
  };
  const byte = (/** @type {number} */ given) => {
    reserve(1);
    bytes[at] = given;
    at += 1;
  };
  const head = (/** @type {number} */ kind, /** @type {number} */ count) => {
    byte(kind);
    reserve(4);
    view.setUint32(at, count, true);
    at += 4;
  };
  const text = (/** @type {string} */ given) => {
    reserve(4 + 3 * given.length);
    const from = at + 4;
    let n = 0;
    for (let code; n < given.length && (code = given.charCodeAt(n)) < 128; n++)
      bytes[from + n] = code;
    if (n < given.length) n = new TextEncoder().encodeInto(given, bytes.subarray(from)).written;
    view.setUint32(at, n, true);
    at = from + n;
  };
  const record = (/** @type {any} */ given, /** @type {(own: any) => void} */ visit) => {
    const names = Object.keys(given).filter((name) => given[name] !== undefined);
    head(RECORD, names.length);
    for (const name of names) {
      text(name);
      visit(given[name]);
    }
  };
  const number = (/** @type {number} */ given) => {
    byte(NUMBER);
    reserve(8);
    view.setFloat64(at, given, true);
    at += 8;
  };
  const value = (/** @type {any} */ given) => {
    if (typeof given === 'number') number(given);
    else if (typeof given === 'string') {
      byte(TEXT);
      text(given);
    } else if (typeof given !== 'object' || !given) {
      byte(given === true ? YES : given === false ? NO : NOTHING);
    } else if (Array.isArray(given) || ArrayBuffer.isView(given)) {
      const all = /** @type {any[]} */ (given);
      head(LIST, all.length);
      all.forEach(value);
    } else record(given, value);
  };
  values.forEach(value);
  /** @type {Uint8Array[]} */
  const outside = [];
  record(buffers, (given) => {
    if (given.length > large) return number(outside.push(given) - 1);
    head(BLOCK, given.length);
    while (at % 8 > 0) byte(0);
    reserve(given.length);
    bytes.set(given, at);
    at += given.length;
  });
  return { message: bytes.subarray(0, at), outside };
}

/**
 * The value of a message in the memory of the program. Bytes that it names there are copied.
 * @param {ArrayBuffer} memory
 * @param {number} at where it begins
 * @returns {any}
 */
export function read(memory, at) {
  const view = new DataView(memory);
  const count = () => view.getUint32((at += 4) - 4, true);
  const text = () => {
    const length = count();
    const from = at;
    at += length;
    let plain = '';
    // A call of the decoder takes longer than reading a name.
    for (let i = from, code; i < at && length <= SHORT && (code = view.getUint8(i)) < 128; i++)
      plain += String.fromCharCode(code);
    return plain.length === length ? plain : decoder.decode(new Uint8Array(memory, from, length));
  };
  /** @returns {any} */
  const value = () => {
    switch (view.getUint8(at++)) {
      case NO:
        return false;
      case YES:
        return true;
      case NUMBER:
        return view.getFloat64((at += 8) - 8, true);
      case TEXT:
        return text();
      case LIST:
        return Array.from({ length: count() }, value);
      case RECORD: {
        const entries = [];
        for (let left = count(); left > 0; left--) entries.push([text(), value()]);
        return Object.fromEntries(entries);
      }
      case PLACE: {
        const from = count();
        return new Uint8Array(memory).slice(from, from + count());
      }
    }
    return null;
  };
  return value();
}
