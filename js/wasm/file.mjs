/**
 * WebAssembly files as far as the build needs to know them: sections, and the
 * memory that the data section sets up.
 */

/**
 * How many zeros end a data segment. The Go linker ends one at 8, which makes
 * the file smaller, but cuts tables into pieces that compress worse. With 32 the module
 * takes 4 KB more after brotli, with 512 it is 130 KB larger before it and 2 KB smaller after.
 */
export const GAP = 128;

/** The numbers of sections. */
export const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
};

/** Opcodes that more than one file writes. */
export const OP = { end: 0x0b, i32Const: 0x41, i64Const: 0x42 };

/** The body of a function that ends the program: no locals, unreachable, end. */
export const TRAP = Buffer.from([0, 0x00, 0x0b]);

/**
 * The body of a Go function without results that returns at once. It takes its caller's address from the
 * stack: global.get 0, i32.const 8, i32.add, global.set 0, i32.const 0, end.
 */
export const RETURN = Buffer.from([0, 0x23, 0, 0x41, 8, 0x6a, 0x24, 0, 0x41, 0, 0x0b]);

/**
 * @param {string} name
 * @param {string} text
 * @returns {Buffer} the custom section with this text
 */
export function customSection(name, text) {
  return section(SECTION.custom, bytesOf(string(name), Buffer.from(text)));
}

/**
 * @param {Buffer} wasm
 * @returns {{id: number, body: Buffer}[]} its sections, in their order
 */
export function readSections(wasm) {
  const read = reader(wasm, 8);
  const sections = [];
  while (read.at < wasm.length) {
    const id = read.byte();
    sections.push({ id, body: read.bytes(read.unsigned()) });
  }
  return sections;
}

/**
 * The module with other bodies of some of its sections. A body that is empty takes its section
 * out.
 *
 * @param {Buffer} wasm
 * @param {Map<number, Buffer>} bodies by the number of the section
 */
export function replaceSections(wasm, bodies) {
  const parts = readSections(wasm).map(({ id, body }) => section(id, bodies.get(id) ?? body));
  return bytesOf(wasm.subarray(0, 8), ...parts);
}

/**
 * @param {Buffer} wasm
 * @param {number} wanted the number of a section
 * @returns {ReturnType<typeof reader>} a reader at its beginning
 */
export function readSection(wasm, wanted) {
  const found = readSections(wasm).find(({ id }) => id === wanted);
  if (!found) throw new Error(`the module has no section ${wanted}`);
  return reader(found.body, 0);
}

/**
 * Reads the module's initial memory, gives it to a function to change, and
 * returns the module with what that left. Addresses are those of the program.
 *
 * @param {Buffer} wasm
 * @param {(memory: Buffer) => void} change
 */
export function editMemory(wasm, change) {
  const memory = readMemory(wasm);
  change(memory);
  return replaceSections(wasm, new Map([[SECTION.data, dataOf(memory)]]));
}

/** @param {Buffer} wasm @returns {Buffer} its initial memory, as far as it is set up */
export function readMemory(wasm) {
  const read = readSection(wasm, SECTION.data);
  const segments = Array.from({ length: read.unsigned() }, () => {
    read.expect(0);
    const at = read.constant();
    return { at, bytes: read.bytes(read.unsigned()) };
  });
  const memory = Buffer.alloc(Math.max(...segments.map(({ at, bytes }) => at + bytes.length)));
  for (const { at, bytes } of segments) bytes.copy(memory, at);
  return memory;
}

/** @param {Buffer} wasm @returns {Buffer[]} the bodies of its functions, without their lengths */
export function readBodies(wasm) {
  const read = readSection(wasm, SECTION.code);
  return Array.from({ length: read.unsigned() }, () => read.bytes(read.unsigned()));
}

/** @param {Buffer[]} bodies @returns {Buffer} the code section of these */
export function codeOf(bodies) {
  return vector(bodies.map((body) => bytesOf(unsigned(body.length), body)));
}

/**
 * The module with another body for some of its functions.
 *
 * @param {Buffer} wasm
 * @param {number[]} places of the functions, counted from the first that is not imported
 * @param {Buffer} body with its locals, without its length
 */
export function replaceBodies(wasm, places, body) {
  const bodies = readBodies(wasm);
  for (const place of places) {
    if (!(place < bodies.length)) {
      throw new Error(`there is no function ${place}, only ${bodies.length}`);
    }
    bodies[place] = body;
  }
  return replaceSections(wasm, new Map([[SECTION.code, codeOf(bodies)]]));
}

/**
 * @param {Buffer} memory
 * @param {number} [gap] how many zeros end a segment
 * @returns {Buffer} a data section that sets this memory up
 */
export function dataOf(memory, gap = GAP) {
  /** @type {Buffer[]} */
  const segments = [];
  for (let at = next(memory, 0); at < memory.length;) {
    let end = at;
    let after = at;
    while (after < memory.length && after - end < gap) {
      if (memory[after++] !== 0) end = after;
    }
    const bytes = memory.subarray(at, end);
    segments.push(bytesOf([0], constant(at), unsigned(bytes.length), bytes));
    at = next(memory, after);
  }
  return vector(segments);
}

/**
 * @param {Buffer} memory
 * @param {number} from
 * @returns {number} where the first byte that is not zero lies
 */
function next(memory, from) {
  while (from < memory.length && memory[from] === 0) from++;
  return from;
}

/**
 * @param {number} id
 * @param {Buffer} body
 */
export function section(id, body) {
  return body.length === 0 ? body : bytesOf([id], unsigned(body.length), body);
}

/** @param {(Uint8Array | number[])[]} parts */
export function bytesOf(...parts) {
  return Buffer.concat(
    parts.map((part) => (part instanceof Uint8Array ? part : Buffer.from(part))),
  );
}

/** @param {(Uint8Array | number[])[]} items @returns {Buffer} their number and they themselves */
export function vector(items) {
  return bytesOf(unsigned(items.length), ...items);
}

/** @param {string} text */
export function string(text) {
  return bytesOf(unsigned(Buffer.byteLength(text)), Buffer.from(text));
}

/** @param {number} value @returns {number[]} the expression whose value it is, of 32 bits */
export function constant(value) {
  return [OP.i32Const, ...signed(value), OP.end];
}

/** @param {number} value @returns {number[]} in LEB128 */
export function unsigned(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

/** @param {number} value @returns {number[]} in signed LEB128 */
export function signed(value) {
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
    /** @param {number} wanted */
    expectUnsigned(wanted) {
      const got = read.unsigned();
      if (got !== wanted) throw new Error(`before byte ${read.at} is ${got}, not ${wanted}`);
    },
    signed: () => leb(true),
    /** The value of an expression that is a constant of 32 bits. */
    constant() {
      read.expect(OP.i32Const);
      const value = read.signed();
      read.expect(OP.end);
      return value;
    },
    text: () => read.bytes(read.unsigned()).toString(),
    /** What is left. */
    rest: () => bytes.subarray(read.at),
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
