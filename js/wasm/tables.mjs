/**
 * The tables that the Go linker writes about the functions of a program, as they lie in the
 * program's initial memory.
 *
 * The layout is that of Go 1.27: runtime/symtab.go, runtime/runtime2.go and
 * internal/abi/symtab.go. Whatever is not as described there ends the build.
 */

/** How runtime.pcHeader begins: abi.CurrentPCLnTabMagic, padding, sys.PCQuantum, goarch.PtrSize. */
const HEADER = Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]);

/** Offsets in runtime.pcHeader: a count, and where the tables lie from it on. */
const FUNCTIONS = 8;
const TABLES = 32;

/** Offsets in runtime.moduledata: the addresses of findfunctab, of constants and of all funcdata. */
const FINDFUNC = 152;
const CONSTANTS = 336;
const GOFUNC = 344;

/** Offsets in runtime._func. npcdata and then nfuncdata numbers of four bytes follow it. */
export const FUNC = {
  name: 4,
  pcsp: 16,
  pcfile: 20,
  pcln: 24,
  npcdata: 28,
  cu: 32,
  startLine: 36,
  id: 40,
  nfuncdata: 43,
  size: 44,
};

/** What stands for no entry. */
export const NO_PCDATA = 0;
export const NO_FUNCDATA = 0xffffffff;

/** The tables of the functions of a program. */
export class Tables {
  /** @param {Buffer} memory */
  constructor(memory) {
    this.memory = memory;
    const header = this.only(HEADER);
    this.count = this.word(header + FUNCTIONS);
    const starts = [0, 1, 2, 3, 4].map((i) => header + this.word(header + TABLES + 8 * i));
    [this.namesAt, this.unitsAt, this.filesAt, this.tablesAt, this.functionsAt] = starts;

    const pointers = Buffer.alloc(16); // moduledata begins with a pointer to the header and one to the names
    pointers.writeUInt32LE(header, 0);
    pointers.writeUInt32LE(this.namesAt, 8);
    this.moduleData = this.only(pointers);
    starts.forEach((start, i) =>
      insist(this.word(this.moduleData + 8 + 24 * i) === start, `table ${i} is elsewhere`),
    );
    this.dataAt = this.word(this.moduleData + GOFUNC);
    this.constantsAt = this.word(this.moduleData + CONSTANTS);
    this.bucketsAt = this.word(this.moduleData + FINDFUNC);
    insist(this.dataAt > this.functionsAt && this.dataAt < memory.length, 'no funcdata');
  }

  /**
   * @returns {{place: number, at: number, name: string}[]} the functions in their order: the
   *   place among the bodies, the address of the runtime._func, and the name
   */
  functions() {
    return Array.from({ length: this.count }, (_, i) => {
      const entry = this.functionsAt + 8 * i;
      const at = this.functionsAt + this.number(entry + 4);
      const place = this.number(entry) - this.number(this.functionsAt);
      return { place, at, name: this.nameAt(at + FUNC.name) };
    });
  }

  /**
   * @param {number} at the address of a runtime._func
   * @returns where its numbers of tables and of funcdata lie, how many there are, and its end
   */
  shape(at) {
    const pcdata = at + FUNC.size;
    const npcdata = this.number(at + FUNC.npcdata);
    const funcdata = pcdata + 4 * npcdata;
    const nfuncdata = this.memory[at + FUNC.nfuncdata];
    return { pcdata, npcdata, funcdata, nfuncdata, end: funcdata + 4 * nfuncdata };
  }

  /**
   * @param {number} offset of a table
   * @returns {number} its largest value; -1 where there is none
   */
  largest(offset) {
    let largest = -1;
    if (offset !== NO_PCDATA) {
      this.walk(this.tablesAt + offset, (value) => (largest = Math.max(largest, value)));
    }
    return largest;
  }

  /**
   * Reads a table as runtime.step does: pairs of a difference of values, in
   * zigzag form, and one of program counters, until a difference of values is 0
   * that is not the first.
   *
   * @param {number} start
   * @param {(value: number) => void} [visit]
   * @returns {number} its end
   */
  walk(start, visit) {
    const { memory } = this;
    let at = start;
    const varint = () => {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = memory[at++];
        value |= (byte & 127) << shift;
        if (byte < 128) return value >>> 0;
      }
    };
    for (let value = -1, first = true; ; first = false) {
      insist(at < this.functionsAt, `the table at ${start} has no end`);
      const difference = varint();
      if (difference === 0 && !first) return at;
      value += difference & 1 ? ~(difference >>> 1) : difference >>> 1;
      visit?.(value);
      varint();
    }
  }

  /**
   * The length of funcdata that may move: bit maps of the pointers among arguments and variables, and
   * the objects on the stack. It is 0 for the others.
   * @param {number} kind
   * @param {number} start
   */
  lengthOf(kind, start) {
    if (kind === 0 || kind === 1)
      return 8 + this.number(start) * ((this.number(start + 4) + 7) >> 3);
    if (kind === 2) return 8 + 16 * this.number(start);
    return 0;
  }

  /** @param {number} at where the offset of a name is */
  nameAt(at) {
    const name = this.namesAt + this.number(at);
    const begins = name === this.namesAt || this.memory[name - 1] === 0;
    insist(begins && name < this.unitsAt, `there is no name at ${name}`);
    return this.memory.toString('utf8', name, this.memory.indexOf(0, name));
  }

  /** @param {Buffer} bytes @returns {number} the only address where they lie */
  only(bytes) {
    const at = this.memory.indexOf(bytes);
    insist(
      at >= 0 && this.memory.indexOf(bytes, at + 1) < 0,
      `${bytes.toString('hex')} is not unique`,
    );
    return at;
  }

  /** @param {number} at */
  number(at) {
    return this.memory.readUInt32LE(at);
  }

  /** @param {number} at */
  word(at) {
    return Number(this.memory.readBigUInt64LE(at));
  }
}

/**
 * @param {boolean} condition
 * @param {string} otherwise
 */
export function insist(condition, otherwise) {
  if (!condition) throw new Error(`the program is not as Go 1.27 writes it: ${otherwise}`);
}

/** Stretches of memory to clear. What is equal is stored once, so what one function drops another may keep. */
export class Leavings {
  #kept = new Set();
  #dropped = new Map();

  /** @param {number} start */
  keep(start) {
    this.#kept.add(start);
  }

  /** @param {number} start @param {number} end */
  drop(start, end) {
    this.#dropped.set(start, Math.max(end, this.#dropped.get(start) ?? 0));
  }

  /** @param {Buffer} memory */
  clear(memory) {
    for (const [start, end] of this.#dropped) {
      if (!this.#kept.has(start)) memory.fill(0, start, end);
    }
  }
}

/**
 * Clears what is known of functions that never run again: where their frames and pointers are.
 * @param {Buffer} memory
 * @param {Set<number>} places of these functions
 */
export function retire(memory, places) {
  const tables = new Tables(memory);
  const [values, maps] = [new Leavings(), new Leavings()];
  for (const { place, at } of tables.functions()) {
    const { pcdata, npcdata, funcdata, nfuncdata } = tables.shape(at);
    const gone = places.has(place);
    for (const entry of [
      at + FUNC.pcsp,
      ...Array.from({ length: npcdata }, (_, i) => pcdata + 4 * i),
    ]) {
      const offset = memory.readUInt32LE(entry);
      const start = tables.tablesAt + offset;
      if (!gone) values.keep(start);
      else if (offset !== NO_PCDATA) values.drop(start, tables.walk(start));
      if (gone) memory.writeUInt32LE(NO_PCDATA, entry);
    }
    for (let i = 0; i < nfuncdata; i++) {
      const entry = funcdata + 4 * i;
      const offset = memory.readUInt32LE(entry);
      if (offset === NO_FUNCDATA) continue;
      const start = tables.dataAt + offset;
      if (!gone) {
        maps.keep(start);
        continue;
      }
      // runtime.stackmap: how many maps, bits of each, and the bits.
      const [count, bits] = [memory.readInt32LE(start), memory.readInt32LE(start + 4)];
      if (MAPS.includes(i)) maps.drop(start, start + 8 + count * Math.ceil(bits / 8));
      memory.writeUInt32LE(NO_FUNCDATA, entry);
    }
  }
  for (const leavings of [values, maps]) leavings.clear(memory);
}

/** FUNCDATA_ArgsPointerMaps and FUNCDATA_LocalsPointerMaps. */
const MAPS = [0, 1];
