/**
 * The parts of WebAssembly files that the build needs: sections, and the memory that the
 * data section initialises.
 */

/**
 * The number of zeros that ends a data segment. The Go linker ends one at 8, which makes
 * the file smaller, but cuts tables into pieces that compress worse. With 32 the module
 * takes 4 KB more after brotli, with 512 it is 130 KB larger before it and 2 KB smaller after.
 */
const GAP = 128;

const CUSTOM = 0;
const CODE = 10;
const DATA = 11;
const I32_CONST = 0x41;
const END = 0x0b;

/**
 * @param {string} name
 * @param {string} text
 * @returns {Buffer} the custom section with this text
 */
export function customSection(name, text) {
  return section(CUSTOM, [...unsigned(name.length), ...Buffer.from(name), ...Buffer.from(text)]);
}

/**
 * Reads the module's initial memory, lets a function change it, and returns the module with
 * the changed memory. Addresses are those of the program.
 *
 * @param {Buffer} wasm
 * @param {(memory: Buffer) => void} change
 */
export function editMemory(wasm, change) {
  const { start, end, segments } = dataSection(wasm);
  const memory = Buffer.alloc(Math.max(...segments.map(({ at, bytes }) => at + bytes.length)));
  for (const { at, bytes } of segments) bytes.copy(memory, at);
  change(memory);
  return Buffer.concat([wasm.subarray(0, start), pack(memory), wasm.subarray(end)]);
}

/**
 * The module with another body for some of its functions.
 *
 * @param {Buffer} wasm
 * @param {number[]} places of the functions, counted from the first that is not imported
 * @param {Buffer} body with its locals, without its length
 */
export function replaceBodies(wasm, places, body) {
  const { start, end, read } = find(wasm, CODE);
  const count = read.unsigned();
  const bodies = Array.from({ length: count }, () => {
    const length = read.unsigned();
    return read.bytes(length);
  });
  for (const place of places) {
    if (!(place < count)) throw new Error(`there is no function ${place}, only ${count}`);
    bodies[place] = body;
  }
  const parts = bodies.flatMap((bytes) => [Buffer.from(unsigned(bytes.length)), bytes]);
  const code = section(CODE, Buffer.concat([Buffer.from(unsigned(count)), ...parts]));
  return Buffer.concat([wasm.subarray(0, start), code, wasm.subarray(end)]);
}

/** @param {Buffer} wasm */
function dataSection(wasm) {
  const { start, end, read } = find(wasm, DATA);
  return { start, end, segments: dataSegments(read) };
}

/**
 * @param {Buffer} wasm
 * @param {number} wanted the id of the section
 * @returns {{start: number, end: number, read: ReturnType<typeof reader>}} the section, and a
 *   reader at the beginning of its content
 */
function find(wasm, wanted) {
  const read = reader(wasm, 8);
  while (read.at < wasm.length) {
    const start = read.at;
    const id = read.byte();
    const end = read.unsigned() + read.at;
    if (id === wanted) return { start, end, read };
    read.at = end;
  }
  throw new Error(`the module has no section ${wanted}`);
}

/** @param {ReturnType<typeof reader>} read at the beginning of a data section */
function dataSegments(read) {
  return Array.from({ length: read.unsigned() }, () => {
    read.expect(0);
    read.expect(I32_CONST);
    const at = read.signed();
    read.expect(END);
    return { at, bytes: read.bytes(read.unsigned()) };
  });
}

/**
 * @param {Buffer} memory
 * @returns {Buffer} a data section that initialises this memory
 */
function pack(memory) {
  /** @type {Buffer[]} */
  const segments = [];
  for (let at = next(memory, 0); at < memory.length;) {
    let end = at;
    let after = at;
    while (after < memory.length && after - end < GAP) {
      if (memory[after++] !== 0) end = after;
    }
    const bytes = memory.subarray(at, end);
    const head = [0, I32_CONST, ...signed(at), END, ...unsigned(bytes.length)];
    segments.push(Buffer.from(head), bytes);
    at = next(memory, after);
  }
  return section(DATA, Buffer.concat([Buffer.from(unsigned(segments.length / 2)), ...segments]));
}

/**
 * @param {Buffer} memory
 * @param {number} from
 * @returns {number} the address of the first byte that is not zero
 */
function next(memory, from) {
  while (from < memory.length && memory[from] === 0) from++;
  return from;
}

/**
 * @param {number} id
 * @param {Buffer | number[]} body
 */
function section(id, body) {
  return Buffer.concat([Buffer.from([id, ...unsigned(body.length)]), Buffer.from(body)]);
}

/** @param {number} value @returns {number[]} in LEB128 */
function unsigned(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

/** @param {number} value @returns {number[]} in signed LEB128 */
function signed(value) {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}

/**
 * @param {Buffer} bytes
 * @param {number} at
 */
function reader(bytes, at) {
  const read = {
    at,
    byte: () => bytes[read.at++],
    /** @param {number} length */
    bytes: (length) => bytes.subarray(read.at, (read.at += length)),
    /** @param {number} wanted */
    expect(wanted) {
      const got = read.byte();
      if (got !== wanted) throw new Error(`byte ${read.at - 1} is ${got}, not ${wanted}`);
    },
    unsigned: () => leb(false) >>> 0,
    signed: () => leb(true),
  };
  /** @param {boolean} extend */
  function leb(extend) {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = read.byte();
      value |= (byte & 127) << shift;
      if (byte < 128)
        return extend && byte & 64 && shift < 25 ? value | (-1 << (shift + 7)) : value;
    }
  }
  return read;
}
